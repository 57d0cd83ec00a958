"""A sum stands where both published counts beside it are above 0; what is hidden follows from published figures."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.lab.risk.sum_floor import sum_floor
from ckmcore.lab.risk.sum_shown import beside_zero
from ckmcore.methods.derived import RECORDS
from ckmcore.methods.empty_sums import beside_nothing
from ckmcore.methods.method import Method
from ckmcore.methods.protected import Sign
from ckmcore.methods.serialization import keep_method, method_text
from ckmcore.methods.sums import PEERS_METHOD, SumRules
from ckmcore.microdata.data import NumberColumn
from ckmcore.tabulate.spec import Measure
from tests.kit.examples import examples

COUNTS = ckm.design_ptable(D=2, V=1)
LARGE = ckm.design_magnitudes(5, 1.0)
SHOWN = ("sum", "mean")
VALUES = (
    ckm.Value(),
    ckm.Value("valid", magnitude="m"),
    ckm.Value("contributors", magnitude="m"),
    *(ckm.Value(kind, magnitude="m") for kind in SHOWN),  # type: ignore[arg-type]
    ckm.Value("share", base="row", magnitude="m", decimals=1),
    ckm.Value("ratio", magnitude="m", base_magnitude="m", decimals=1),
)
OF_SUMS = range(3, len(VALUES))
TABLE = ckm.TableSpec("A", "B", values=VALUES)


def cell_key(threshold: int = 0, **rules: Any) -> ckm.MagnitudeCellKeyMethod:
    made = ckm.MagnitudeSettings(ckm.Scaling(0.3), **rules)
    return ckm.MagnitudeCellKeyMethod(COUNTS, threshold=threshold, large=LARGE, settings=made)


METHODS: dict[str, Method] = {
    "by key": cell_key(),
    "by key, public zeros": cell_key(zero_is="public"),
    "by key, threshold": cell_key(3),
    "by key, blanks are zeros": cell_key(missing="zero", mean_of="records"),
    "by key, per contributor": cell_key(mean_of="contributors"),
    "rounded": ckm.Rounding(3, minimum_base=1),
    "rounded by key": ckm.KeyedRounding(3, minimum_base=1),
}


def records(seed: int, count: int = 60) -> ckm.Microdata:
    draw = np.random.default_rng(seed)
    frame = pd.DataFrame({"A": draw.choice(list("abcdefgh"), count), "B": draw.choice(list("xyz"), count)})
    frame["m"] = np.where(draw.random(count) < 0.3, 0, draw.integers(1, 200, count) * 10).astype(float)
    frame.loc[draw.random(count) < 0.3, "m"] = np.nan
    frame["key"] = [f"{one:.9f}" for one in draw.random(count)]
    return ckm.Microdata.from_pandas(frame, ["A", "B"], "key", magnitudes=["m"])


def raw_of(data: ckm.Microdata, spec: ckm.TableSpec = TABLE) -> ckm.RawTable:
    return ckm.tabulate(data, spec, contributors=3)


def cells_of(table: ckm.ProtectedTable) -> tuple[np.ndarray, np.ndarray]:
    block = table.blocks[0]
    figures = np.stack(block.figures)
    return figures, np.zeros(figures.shape) if block.signs is None else np.stack(block.signs)


@pytest.mark.daily(4)
@pytest.mark.parametrize("name", METHODS)
@settings(max_examples=examples(45))
@given(seed=st.integers(0, 2**32 - 1))
def test_t05_a_sum_stands_only_beside_published_counts_above_0_and_the_threshold(name: str, seed: int) -> None:
    method, raw = METHODS[name], raw_of(records(seed))
    table = method.protect(raw)
    counted = method.counted(raw.blocks[0], weighted=False)
    least = max(1, getattr(method, "threshold", 0))
    few = (counted.published[RECORDS] < least) | (
        counted.published[Measure(method.sum_rules("m").answered, "m")] < least
    )
    _, signs = cells_of(table)
    for place in OF_SUMS:
        assert not np.isin(signs[place][few], [Sign.NONE, Sign.UNCERTAIN]).any()
        if place == 3:
            # One sign for empty, hidden and few: none says who exists.
            assert (signs[place][few] == Sign.UNKNOWN).all()
    assert beside_nothing(table) == 0


@pytest.mark.daily(3)
@pytest.mark.parametrize("name", METHODS)
@settings(max_examples=examples(30))
@given(seed=st.integers(0, 2**32 - 1))
def test_t05_cells_without_records_and_cells_that_publish_0_look_alike(name: str, seed: int) -> None:
    method, data = METHODS[name], records(seed)
    shown = method.protect(raw_of(data))
    figures, signs = cells_of(shown)
    counts = raw_of(data).blocks[0].counts
    empty = (counts == 0) & (figures[0] == 0)
    hidden = (counts > 0) & (figures[0] == 0) & (figures[1] == 0) & (figures[2] == 0)
    for place in OF_SUMS[:2]:
        assert len({*signs[place][empty].tolist(), *signs[place][hidden].tolist()}) <= 1


OWN = ckm.CellKeyMethod(COUNTS, weighted_key="own")
WEIGHING: dict[str, Method] = {
    "rounded": METHODS["rounded"], "rounded by key": METHODS["rounded by key"], "by key": METHODS["by key"], "own": OWN
}  # fmt: skip


@pytest.mark.parametrize("name", WEIGHING)
@settings(max_examples=examples(30))
@given(seed=st.integers(0, 2**32 - 1))
def test_t05_a_weighted_count_says_nobody_is_there_where_the_published_count_does(name: str, seed: int) -> None:
    data = records(seed)
    weights = np.random.default_rng(seed).integers(1, 300, data.rows)
    data = replace(data, weight=NumberColumn("w", weights.astype(np.int64), 0), cache={})
    method, spec = WEIGHING[name], ckm.TableSpec("A", "B", values=["count", "weighted_count"])
    figures, signs = cells_of(method.protect(raw_of(data, spec)))
    none = (figures[0] == 0) & (signs[0] == Sign.NONE)
    if name.startswith("rounded"):
        assert (signs[1][none] == Sign.UNKNOWN).all()  # for empty and for few alike
    else:
        assert (figures[1][none] == 0).all()
        assert (signs[1][none] == Sign.NONE).all()
    assert beside_nothing(method.protect(raw_of(data, spec))) == 0
    if name.startswith("rounded"):
        former = replace(method, shown_with="contributors").protect(raw_of(data, spec))  # type: ignore[call-arg]
        figures, signs = cells_of(former)
        assert signs.sum() == 0
        assert beside_nothing(former) == ((figures[0] == 0) & (figures[1] != 0)).sum()


def test_t05_a_weighted_average_stands_beside_no_published_average_of_0() -> None:
    frame = pd.DataFrame({"A": ["a"] * 6 + ["b"] * 40, "w": [100] * 46})
    data = ckm.Microdata.from_pandas(frame, ["A"], weight="w")
    block = raw_of(data, ckm.TableSpec("A", values=["count", "weighted_count"])).blocks[0]
    average = ckm.Rounding(10).stock_average(block, 2, weighted=True)
    assert average is not None
    none = average.published[RECORDS] == 0
    assert none.any()
    marks = average.marks(Measure("weighted_count"))
    assert marks is not None
    assert (marks[none] == Sign.UNKNOWN).all()


def three_of_whom_two_have_an_income() -> ckm.Microdata:
    """Keys by which the count of three is published as 0 or less, and that of those with a value is not."""
    for seed in range(5000):
        draw = np.random.default_rng(seed)
        keys = [f"{one:.9f}" for one in draw.random(33)]
        lines = [("a", 1400.0), ("a", 1321.0), ("a", None), *[("b", 100.0 + n) for n in range(30)]]
        frame = pd.DataFrame(lines, columns=["A", "m"]).assign(key=keys)
        data = ckm.Microdata.from_pandas(frame, ["A"], "key", magnitudes=["m"])
        found = BARE.counted(raw_of(data, PLAIN).blocks[0], weighted=False).published
        if (
            found[RECORDS][1] == 0
            and found[Measure("valid", "m")][1] > 0
            and found[Measure("contributors", "m")][1] > 0
        ):
            return data
    raise AssertionError


BARE = ckm.MagnitudeCellKeyMethod(
    ckm.design_ptable(D=3, V=2),
    large=LARGE,
    settings=ckm.MagnitudeSettings(ckm.Scaling(0.3), missing="out", mean_of="valid", shown_with="contributors"),
)
PLAIN = ckm.TableSpec("A", values=[ckm.Value(), *(ckm.Value(kind, magnitude="m") for kind in SHOWN)])  # type: ignore[arg-type]


@pytest.mark.thorough
def test_t05_three_persons_of_whom_two_have_an_income_give_no_sum_beside_a_0_and_the_former_rule_is_open() -> None:
    data = three_of_whom_two_have_an_income()
    former = BARE.protect(raw_of(data, PLAIN))
    assert former.value({"A": "a"}) == 0
    assert former.sign({"A": "a"}, 1) == Sign.NONE
    assert beside_nothing(former) == 2
    assert "F8" in {one.rule for one in sum_floor(data, [PLAIN], BARE).rules}
    assert BARE.settings is not None
    new = replace(BARE, settings=replace(BARE.settings, shown_with="records"))
    shown = new.protect(raw_of(data, PLAIN))
    assert [shown.sign({"A": "a"}, place) for place in (1, 2)] == [Sign.UNKNOWN, Sign.UNKNOWN]
    assert beside_nothing(shown) == 0
    # Its sum exceeds the noise of the total and of the other part: those two give it back, and the floor says so.
    told = {one.sentence.code for one in sum_floor(data, [PLAIN], new).rules if one.rule == "F8"}
    assert "sum_floor_beside" not in told


@pytest.mark.parametrize("name", METHODS)
def test_t05_before_a_method_is_put_in_force_it_is_said_that_sums_may_stand_beside_a_0(name: str) -> None:
    new = METHODS[name]
    former = replace(new, settings=replace(new.settings, shown_with="contributors")) if name.startswith("by") else None
    former = former or replace(new, shown_with="contributors")  # type: ignore[call-arg]
    assert beside_zero(new, ["m"]) is None
    told = beside_zero(former, ["m"])
    assert told is not None
    assert told.code == "sums_beside_zero"
    assert beside_zero(former, []) is None  # there is nothing to sum up
    assert beside_zero(ckm.CellKeyMethod(COUNTS), ["m"]) is None


@pytest.mark.thorough
def test_t05_a_total_less_the_other_part_gives_a_hidden_sum_back_and_the_floor_names_it() -> None:
    found = three_of_whom_two_have_an_income()
    values = found.magnitudes["m"].values.copy()
    values[:2] *= 10_000
    data = replace(found, magnitudes={"m": replace(found.magnitudes["m"], values=values)}, cache={})
    fine = ckm.MagnitudeCellKeyMethod(
        BARE.ptable, large=LARGE, settings=ckm.MagnitudeSettings(ckm.Scaling(0.004), least_contributors=3)
    )
    told = [one for one in sum_floor(data, [PLAIN], fine).rules if one.sentence.code == "sum_floor_recovered"]
    assert [(one.rule, one.cells, dict(one.worst[0].codes)) for one in told] == [("F8", 1, {"A": "a"})]


def test_t05_what_is_kept_has_the_former_rule_and_the_new_one_stands_in_the_text() -> None:
    assert SumRules().shown_with == PEERS_METHOD["shown_with"] == "contributors"
    for former in (ckm.Rounding(**PEERS_METHOD), cell_key(**PEERS_METHOD)):
        assert "shown_with" not in method_text(former)
    assert keep_method(ckm.Rounding()).settings["shown_with"] == "records"
    assert keep_method(cell_key()).settings["settings"]["shown_with"] == "records"


def test_t05_one_sentence_says_all_that_a_dot_may_mean() -> None:
    raw = raw_of(records(1))
    for method in METHODS.values():
        assert method.protect(raw).legend[Sign.UNKNOWN].code == "sign_sums"
    former = ckm.Rounding(3, **PEERS_METHOD).protect(raw)
    assert former.legend[Sign.UNKNOWN].code != "sign_sums"
    assert cell_key().protect(raw_of(records(1), ckm.TableSpec("A"))).legend[Sign.UNKNOWN].code != "sign_sums"
