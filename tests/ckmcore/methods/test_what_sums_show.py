"""Published sums, means, medians and signs hang on nothing of the originals that the method does not name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.methods.own_keys import own_key_from
from ckmcore.methods.sum_presets import SMALL_DESIGN, SUM_PRESETS, SumPreset, sum_preset
from tests.kit.examples import examples

COUNTS = ckm.design_ptable(D=2, V=1)
CLASSES = "0; 500; 1000; 4000+"
KINDS = ("sum", "mean", "valid", "contributors", "missing")
TABLE = ckm.TableSpec(
    rows=["A"],
    columns=["B"],
    values=(
        *(ckm.Value(kind, magnitude="m") for kind in KINDS),  # type: ignore[arg-type]
        ckm.Value("share", base="row", magnitude="m", decimals=1),
        ckm.Value("ratio", magnitude="m", base_magnitude="w", decimals=2),
        ckm.Value("median", magnitude="m", decimals=1),
    ),
)


def method(name: SumPreset) -> ckm.MagnitudeCellKeyMethod:
    chosen, design = sum_preset(name)
    small = SMALL_DESIGN.table(2) if chosen.separation else None
    secret = own_key_from(b"a secret of thirty-two bytes here")
    # One step: of the contributions the largest one alone says how large noise is.
    chosen = replace(chosen, k=1, epsilon=(1.0,))
    return ckm.MagnitudeCellKeyMethod(COUNTS, large=design.table(3), small=small, settings=chosen, own_key=secret)


def records(seed: int) -> pd.DataFrame:
    draw = np.random.default_rng(seed)
    frame = pd.DataFrame({"A": draw.choice(list("abc"), 90), "B": draw.choice(list("xy"), 90)})
    frame["m"] = np.where(draw.random(90) < 0.2, 0, draw.integers(1, 200, 90) * 10).astype(float)
    frame.loc[draw.random(90) < 0.1, "m"] = np.nan
    frame["w"] = draw.integers(100, 900, 90).astype(float)
    frame["key"] = [f"{(number * 0.618033988749) % 1:.9f}" for number in range(1, 91)]
    return frame


def shown(frame: pd.DataFrame, made: ckm.MagnitudeCellKeyMethod) -> tuple[np.ndarray, np.ndarray]:
    data = ckm.Microdata.from_pandas(frame, ["A", "B"], "key", magnitudes=["m", "w"]).with_classes("m", CLASSES)
    block = made.protect(ckm.tabulate(data, TABLE, contributors=made.contributors)).blocks[0]
    figures = np.stack(block.figures)
    return figures, np.zeros(figures.shape) if block.signs is None else np.stack(block.signs)


def in_another_order(frame: pd.DataFrame) -> pd.DataFrame:
    return frame.iloc[::-1].reset_index(drop=True)


def moved_between_small_ones(frame: pd.DataFrame) -> pd.DataFrame:
    """In each cell of many two values below the largest by far, both in one class, change by 10 up and down."""
    found = frame.copy()
    for _, cell in frame[frame["m"].between(520, 980)].groupby(["A", "B"]):
        top = frame[(frame["A"] == cell["A"].iloc[0]) & (frame["B"] == cell["B"].iloc[0])]["m"].max()
        if len(cell) > 3 and cell["m"].iloc[1] + 10 < top and cell["m"].iloc[0] < top:
            found.loc[cell.index[0], "m"] -= 10
            found.loc[cell.index[1], "m"] += 10
    return found


SAME: list[Callable[[pd.DataFrame], pd.DataFrame]] = [in_another_order, moved_between_small_ones]


@pytest.mark.thorough
@pytest.mark.parametrize("name", SUM_PRESETS)
@pytest.mark.parametrize("change", SAME)
@settings(max_examples=examples(15))
@given(seed=st.integers(0, 2**32 - 1))
def test_nothing_that_the_method_does_not_look_at_changes_a_figure_or_a_sign(
    name: SumPreset, change: Callable[[pd.DataFrame], pd.DataFrame], seed: int
) -> None:
    frame, made = records(seed), method(name)
    before, after = shown(frame, made), shown(change(frame), made)
    assert np.array_equal(before[0], after[0])
    assert np.array_equal(before[1], after[1])


@pytest.mark.thorough
@pytest.mark.parametrize("name", SUM_PRESETS)
@settings(max_examples=examples(15))
@given(seed=st.integers(0, 2**32 - 1))
def test_sums_of_one_magnitude_say_nothing_of_another_and_blanks_nothing_of_sums(name: SumPreset, seed: int) -> None:
    frame, made = records(seed), method(name)
    figures, signs = shown(frame, made)
    other = frame.assign(w=frame["w"].to_numpy()[::-1])
    of_m = [at for at, value in enumerate(TABLE.values) if value.kind != "ratio"]
    changed = shown(other, made)
    assert np.array_equal(figures[of_m], changed[0][of_m])
    assert np.array_equal(signs[of_m], changed[1][of_m])
    # Records without a value that go away leave sum, mean and who has a value; those without are fewer.
    answered = shown(frame[frame["m"].notna()], made)
    alone = [0, 1, 2, 3]
    assert np.array_equal(figures[alone], answered[0][alone])
    assert np.array_equal(signs[alone], answered[1][alone])


def test_what_changes_is_seen_by_these_tests() -> None:
    frame, made = records(7), method("durations")
    figures, _ = shown(frame, made)
    assert not moved_between_small_ones(frame).equals(frame)
    larger = frame.copy()
    larger.loc[larger["m"].idxmax(), "m"] += 500
    assert not np.array_equal(figures, shown(larger, made)[0])
    assert np.array_equal(figures, shown(in_another_order(frame), made)[0])
