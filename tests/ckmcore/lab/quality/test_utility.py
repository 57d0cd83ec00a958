"""The measures of counts, and their distributions in full, against pandas."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.lab.quality.measures import table_figures
from ckmcore.lab.quality.utility import LIMITS, QUANTILES, row_quantile, utility_of
from ckmcore.methods.keyed_rounding import KeyedRounding
from ckmcore.methods.method import Method
from ckmcore.microdata.data import Microdata
from ckmcore.microdata.households import counting_households
from ckmcore.ptable import design_ptable
from ckmcore.tabulate.spec import TableSpec, Value
from tests.ckmcore.lab.quality.as_published import counts_of, numbers_of

SPEC = TableSpec(rows=["A"], columns=["B"])
METHODS: list[Method] = [
    ckm.CellKeyMethod(design_ptable(D=3, V=2, js=1)),
    ckm.CellKeyMethod(design_ptable(D=3, V=2, js=1), threshold=6),
    ckm.Rounding(10),
    KeyedRounding(5),
]


def data_of(seed: int, size: int) -> Microdata:
    draw = np.random.default_rng(seed)
    columns = {
        "A": pd.Categorical(draw.choice(list("pqrst"), size), list("pqrst")),
        "B": pd.Categorical(draw.choice(list("mwd"), size, p=[0.6, 0.36, 0.04]), list("mwd")),
    }
    frame = pd.DataFrame(columns)
    frame["X"] = draw.integers(-200, 4000, size) / 10
    frame["key"] = [f"0.{key:09d}" for key in draw.integers(0, 10**9, size)]
    return Microdata.from_pandas(frame, ["A", "B"], record_key="key", magnitudes=["X"])


def cells_of(data: Microdata, method: Method, spec: TableSpec = SPEC) -> pd.DataFrame:
    """Original and published count of every cell, the public way; figures without a sign in their place."""
    raw = ckm.tabulate(data, spec)
    frame = method.protect(raw).to_pandas()
    frame["count"] = raw.to_frame_confidential()["count"]
    frame["shown"] = frame["sign"].isin(["", "( )"]) if "sign" in frame else True
    return frame


@pytest.mark.thorough
@given(st.integers(0, 10_000), st.integers(20, 400), st.sampled_from(METHODS))
def test_every_measure_is_that_of_pandas(seed: int, size: int, method: Method) -> None:
    data = data_of(seed, size)
    raw = ckm.tabulate(data, SPEC)
    protected = method.protect(raw)
    every = cells_of(data, method)
    measured = every[(every["count"] > 0) & every["shown"]]
    numbers = numbers_of(counts_of(raw, data, protected))
    if measured.empty:
        assert not {"mean_deviation", "changed", "false_zeros", "hellinger"} & numbers.keys()
        return
    found = utility_of(table_figures(raw, data, protected))
    noise = measured["published"] - measured["count"]
    root = (measured["published"] ** 0.5 - measured["count"] ** 0.5).abs()
    relative = noise.abs() / measured["count"]
    theirs = {
        "mean_deviation": noise.abs().mean(),
        "p95_deviation": noise.abs().quantile(0.95),
        "largest_deviation": noise.abs().max(),
        "median_relative": 100 * relative.median(),
        "changed": 100 * (noise != 0).mean(),
        "within_one": 100 * (noise.abs() <= 1).mean(),
        "false_zeros": (measured["published"] == 0).sum(),
        "hellinger": np.sqrt(0.5 * (root**2).sum()),
    }
    assert {code: numbers[code] for code in theirs} == pytest.approx(theirs)
    assert found.roots is not None
    for ours, distance in ((found.absolute, noise.abs()), (found.relative, relative), (found.roots, root)):
        assert ours.cells == len(distance)
        assert ours.mean == pytest.approx(distance.mean())
        assert ours.quantiles == pytest.approx(distance.quantile([at for _, at in QUANTILES]).tolist())
        assert ours.quantile("p95") == pytest.approx(distance.quantile(0.95))
        assert ours.largest == pytest.approx(distance.max())
        assert [many for _, many in ours.within] == [(distance <= limit).sum() for limit in LIMITS]
    for one in found.sizes:
        inside = measured["count"].between(one.low, one.high or np.inf)
        assert (one.cells, one.unchanged) == (inside.sum(), (noise[inside] == 0).sum())
        assert one.mean_absolute == pytest.approx(noise[inside].abs().mean() if inside.any() else 0)
        assert one.mean_relative == pytest.approx(relative[inside].mean() if inside.any() else 0)


@given(st.lists(st.lists(st.floats(0, 50), max_size=9), min_size=1, max_size=5), st.floats(0, 1))
def test_quantiles_of_rows_are_those_of_numpy(rows: list[list[float]], at: float) -> None:
    wide = np.full((len(rows), 9), np.inf)
    for row, numbers in zip(wide, rows, strict=True):
        row[: len(numbers)] = sorted(numbers)
    theirs = [np.quantile(numbers, at) if numbers else np.nan for numbers in rows]
    assert row_quantile(wide, np.array([len(numbers) for numbers in rows]), at) == pytest.approx(theirs, nan_ok=True)


def test_sums_are_measured_in_their_unit() -> None:
    data = data_of(5, 300)
    spec = SPEC.with_changes(values=(Value("sum", magnitude="X", decimals=1),))
    raw = ckm.tabulate(data, spec)
    protected = ckm.Rounding(10).protect(raw)
    found = utility_of(table_figures(raw, data, protected))
    assert found.absolute.largest <= 5.0
    sums = raw.blocks[0].magnitudes["X"].sums / 10
    rounded = np.sign(sums) * np.floor(np.abs(sums) / 10 + 0.5) * 10
    shown = (sums != 0) & (raw.blocks[0].counts >= 0)
    published = raw.blocks[0].counts
    kept = shown & (np.floor(published / 10 + 0.5) > 0)  # sums of cells that publish no record are not shown
    assert found.absolute.cells == kept.sum()
    assert found.absolute.mean == pytest.approx(np.abs(rounded - sums)[kept].mean())
    negative = bool((sums[kept] < 0).any() or (rounded[kept] < 0).any())
    assert (found.roots is None) == negative


def test_empty_cells_are_measured_where_they_are_asked_for() -> None:
    data = data_of(3, 40)
    raw, method = ckm.tabulate(data, SPEC), METHODS[2]
    every, protected = cells_of(data, method), METHODS[2].protect(raw)
    figures = table_figures(raw, data, protected)
    assert utility_of(figures).absolute.cells == (every["count"] > 0).sum() < len(every)
    assert utility_of(figures, with_empty=True).absolute.cells == len(every)


def test_no_repr_has_figures() -> None:
    data = data_of(2, 400)
    raw = ckm.tabulate(data, SPEC)
    found = utility_of(table_figures(raw, data, ckm.Rounding(1000).protect(raw)))
    assert all("400" not in repr(one) for one in (found, found.absolute, found.sizes[2]))


def test_sums_that_the_originals_do_not_keep_are_no_gaps() -> None:
    frame = pd.DataFrame({"A": list("ppqqr"), "S": list("mwmww"), "key": ["0.1", "0.2", "0.3", "0.4", "0.5"]})
    data = Microdata.from_pandas(frame, ["A", "S"], record_key="key")
    homes = counting_households(data, list("aabbc"), any_member=["S"])
    raw = ckm.tabulate(homes, TableSpec(rows=["A"], columns=["S"]))
    # Two households have both a man and a woman: only the sums over A are sums, and the row of the third one.
    assert counts_of(raw, homes, KeyedRounding(3).protect(raw)).missed.shape == (1, 3 + 1)
