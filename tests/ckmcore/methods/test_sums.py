"""Who counts in sums and means: blanks are no zeros in rounding and cell key alike; former methods keep their rule."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.base.texts import Texts
from ckmcore.errors import InputError
from ckmcore.keys.record_keys import RecordKeys
from ckmcore.methods.derived import alike
from ckmcore.methods.magnitude_settings import MagnitudeSettings, Scaling
from ckmcore.methods.magnitudes import MagnitudeCellKeyMethod
from ckmcore.methods.protected import Sign
from ckmcore.methods.serialization import keep_method, method_text
from ckmcore.methods.sums import PEERS_METHOD as FORMER
from ckmcore.methods.sums import SumRules, respondents
from ckmcore.microdata.data import Category, Dimension, Microdata, NumberColumn
from ckmcore.microdata.missing_values import CodeRoles, NoNumbers, looks_missing, with_roles
from ckmcore.ptable import parse_ptable
from ckmcore.ptable.magnitudes import design_magnitudes
from ckmcore.statistic.across_periods import over_all, union_of_records
from ckmcore.tabulate.raw import RawTable
from ckmcore.tabulate.spec import Condition, Measure, TableSpec, Value
from ckmcore.tabulate.tabulate import tabulate
from tests.kit.fails import fails

M = 10**5
# Nothing changes: figures are the originals, and what is shown of them can be counted by hand.
SAME = parse_ptable(b"i;j;p;v;p_int_ub\n0;0;1;0;1\n1;1;1;0;1\n", "same.csv")
LARGE = design_magnitudes(D=5, V=2, icat=(1, 3, 5), step=2)
NEW: dict[str, Any] = {"missing": "out", "mean_of": "valid"}


def data_of(rows: list[tuple[str, int | None]], keys: list[int] | None = None) -> Microdata:
    """Records of a region with a value in cents, or None."""
    names = sorted({region for region, _ in rows})
    values = np.array([value or 0 for _, value in rows], dtype=np.int64)
    missing = np.array([value is None for _, value in rows])
    column = NumberColumn("m", values, 0, missing=missing if missing.any() else None)
    dimension = Dimension("region", Texts.same("region"), tuple(map(Category.plain, names)))
    codes = np.array([names.index(region) for region, _ in rows], dtype=np.uint8)
    drawn = np.array(keys or [7919 * (row + 1) % M for row in range(len(rows))], dtype=np.uint64)
    record_keys = RecordKeys(drawn, M, None, "integer")
    return Microdata(len(rows), {"region": dimension}, {"region": codes}, record_keys, magnitudes={"m": column})


def table_of(data: Microdata, *values: Value) -> RawTable:
    return tabulate(data, TableSpec(rows=["region"], values=values))


def cell_key(**settings: Any) -> MagnitudeCellKeyMethod:
    return MagnitudeCellKeyMethod(
        SAME, large=LARGE, settings=MagnitudeSettings(Scaling(0.05), **{**FORMER, **settings})
    )


SUM, MEAN = Value("sum", magnitude="m"), Value("mean", magnitude="m", decimals=2)
BLANKS = [("a", 2300)] * 10 + [("a", 2000)] * 20 + [("a", None)] * 10 + [("b", None)] * 20 + [("c", 0)] * 20


def test_a_mean_under_rounding_divides_by_those_who_answered() -> None:
    raw = table_of(data_of(BLANKS), MEAN)
    former, new = ckm.Rounding(10, **FORMER), ckm.Rounding(10, **NEW)
    assert former.protect(raw).blocks[0].figures[0][1] == 63000 * 100 // 40
    assert new.protect(raw).blocks[0].figures[0][1] == 63000 * 100 // 30
    each = replace(new, mean_of="records")
    assert each.protect(raw).blocks[0].figures[0][1] == 63000 * 100 // 40


@pytest.mark.parametrize("method", [ckm.Rounding(10, **NEW), ckm.KeyedRounding(5, **NEW), cell_key(**NEW)])
def test_nobody_answered_and_all_have_nothing_look_alike(method: Any) -> None:
    raw = table_of(data_of(BLANKS), Value("sum", magnitude="m"), MEAN)
    block = method.protect(raw).blocks[0]
    assert block.signs is not None
    for signs in block.signs:
        assert signs.tolist()[2:] == [Sign.UNKNOWN, Sign.UNKNOWN]
        assert signs.tolist()[:2] == [Sign.NONE, Sign.NONE]


def test_true_zeros_declared_public_are_shown_where_somebody_answered() -> None:
    raw = table_of(data_of(BLANKS), Value("sum", magnitude="m"))
    block = cell_key(**NEW, zero_is="public").protect(raw).blocks[0]
    assert block.signs is not None
    assert block.signs[0].tolist() == [Sign.NONE, Sign.NONE, Sign.UNKNOWN, Sign.NONE]
    assert block.figures[0][3] == 0


def test_a_sum_of_0_that_somebody_contributes_to_is_never_shown() -> None:
    raw = table_of(data_of([("a", 500), ("a", -500), ("b", 3), ("b", 4)]), Value("sum", magnitude="m"))
    for zero_is in ("secret", "public"):
        block = cell_key(**NEW, zero_is=zero_is).protect(raw).blocks[0]
        assert block.signs is not None
        assert block.signs[0].tolist()[1:] == [Sign.UNKNOWN, Sign.NONE]


@pytest.mark.parametrize("compat", ["tauargus", "cellkey"])
def test_in_the_modes_of_other_programs_a_blank_is_a_0_that_counts_for_means_and_not_for_keys(compat: Any) -> None:
    # A fixture of our own: how the peers read a blank is not confirmed by a file of theirs.
    keys = [81234, 40617, 99120, 23456, 70011, 5150]
    blank = [("a", value) for value in (1200, None, 0, 800, None, 450)]
    zeros = [(region, value or 0) for region, value in blank]
    method = cell_key(missing="zero", mean_of="records", compat=compat)
    found, same = (table_of(data_of(rows, keys), Value("sum", magnitude="m"), MEAN) for rows in (blank, zeros))
    assert found.blocks[0].magnitudes["m"].key_sums is not None
    assert int(found.blocks[0].magnitudes["m"].key_sums[1]) % M == 81234 + 23456 + 5150 - M
    first, second = (method.protect(one).blocks[0] for one in (found, same))
    assert [one.tolist() for one in first.figures] == [one.tolist() for one in second.figures]
    # 2450 with a unit of 60: beyond the last row the key 9840, its first digit moved to the end, draws the noise.
    v = LARGE.part("all").lookup(np.array([2450 / 60]), np.array([98400], dtype=np.uint64), M)[0]
    assert first.figures[0][1] == round(2450 + 60 * v)
    assert first.figures[1][1] == round(100 * first.figures[0][1] / 6)


def test_by_the_rules_of_tau_argus_cells_with_weighted_ties_are_counted() -> None:
    data = data_of([("a", 100), ("a", 100), ("a", 7), ("b", 50), ("b", 50), ("c", 9)])
    heavy = replace(data, weight=NumberColumn("w", np.array([1, 5, 1, 2, 2, 3], dtype=np.int64), 0), cache={})
    weighted = Value("sum", magnitude="m", of="weighted_count")
    told = [
        [one.fields["count"] for one in method.warnings(table_of(records, value)) if one.code == "weighted_ties"]
        for method in (cell_key(compat="tauargus"), cell_key())
        for records, value in ((heavy, weighted), (heavy, Value("sum", magnitude="m")), (data, SUM))
    ]
    # In region a and in the total.
    assert told == [[2], [], [], [], [], []]


def test_refused_blanks_stop_rounding_and_cell_key_alike() -> None:
    raw = table_of(data_of(BLANKS), MEAN)
    for method in (ckm.Rounding(missing="refuse"), ckm.KeyedRounding(5, missing="refuse"), cell_key(missing="refuse")):
        with fails("magnitude_values_missing", match=r"^Records have no value of “m”"):
            method.protect(raw)


def test_what_is_wrong_with_a_magnitude_calls_it_by_its_title() -> None:
    data = data_of(BLANKS)
    titled = replace(data.magnitudes["m"], title=Texts("Income", "Einkommen"))
    raw = table_of(replace(data, magnitudes={"m": titled}, cache={}), MEAN)
    without = MagnitudeCellKeyMethod(SAME, large=LARGE)
    for method in (ckm.CellKeyMethod(SAME), ckm.Rounding(missing="refuse"), without):
        with pytest.raises(ckm.CkmError) as caught:
            method.protect(raw)
        assert "“Income”" in caught.value.text("en")
        assert "„Einkommen“" in caught.value.text("de")
    with pytest.raises(ckm.CkmError, match="“Income”"):
        without.examine(raw)
    (told,) = ckm.Rounding(**FORMER).warnings(raw)
    assert told.text("de").startswith("„Einkommen“: 30 Datensätze ohne Angabe")
    # Errors of other things stay as they are.
    with raw.calling_magnitudes(), fails("codes_twice"):
        raise InputError("codes_twice", found="9")


def test_a_flow_without_a_period_says_that_its_key_is_that_of_all_others_without_one() -> None:
    method = replace(cell_key(nature="flow"), own_key="ab" * 32)
    data = data_of(BLANKS)
    codes = [one.code for one in method.warnings(table_of(data, SUM))]
    assert codes.count("flow_without_period") == 1
    for other, records in ((method, replace(data, period="2025")), (cell_key(nature="flow"), data)):
        assert "flow_without_period" not in [one.code for one in other.warnings(table_of(records, SUM))]


def test_a_method_that_counts_blanks_as_0_says_so() -> None:
    raw = table_of(data_of(BLANKS), MEAN)
    for method in (ckm.Rounding(**FORMER), ckm.KeyedRounding(5, **FORMER), cell_key()):
        assert "30 records without a value count as 0" in " ".join(one.text("en") for one in method.warnings(raw))
    for method in (ckm.Rounding(**NEW), cell_key(**NEW)):
        assert not any(one.code == "blanks_count_as_zero" for one in method.warnings(raw))


def test_former_rules_stand_in_no_text_and_new_ones_do() -> None:
    for former in (ckm.Rounding(**FORMER), ckm.KeyedRounding(5, **FORMER)):
        assert {"missing", "mean_of"}.isdisjoint(keep_method(former).settings)
    settings = keep_method(cell_key()).settings["settings"]
    assert settings["missing"] == "zero"
    assert {"mean_of", "zero_is", "least_contributors"}.isdisjoint(settings)
    for one, other in ((ckm.Rounding(**FORMER), ckm.Rounding(**NEW)), (cell_key(), cell_key(least_contributors=3))):
        assert method_text(one) != method_text(other)


def test_ratios_and_growth_of_sums_need_three_contributors() -> None:
    rows = [("a", 100), ("a", 200), ("b", 70), ("b", 80), ("b", 90), ("c", 5), ("c", 6), ("c", 7), ("c", 8)]
    data = data_of(rows)
    data = replace(data, magnitudes={"m": data.magnitudes["m"], "n": replace(data.magnitudes["m"], name="n")})
    before = Value("change", "region", magnitude="m", against="::previous")
    ratio = Value("ratio", magnitude="m", base_magnitude="n", decimals=2)
    share = Value("share", magnitude="m", base="column")
    raw = tabulate(data, TableSpec(rows=["region"], values=[ratio, before, replace(before, absolute=True), share]))
    block = cell_key(**NEW, least_contributors=3).protect(raw).blocks[0]
    assert block.signs is not None
    assert block.signs[0].tolist() == [Sign.NONE, Sign.UNKNOWN, Sign.NONE, Sign.NONE]
    assert block.signs[1].tolist()[1:] == [Sign.UNKNOWN, Sign.UNKNOWN, Sign.NONE]
    assert block.signs[2].tolist()[1:] == [Sign.UNKNOWN, Sign.UNKNOWN, Sign.NONE]
    assert not block.signs[3].any()
    former = cell_key().protect(raw).blocks[0]
    assert former.signs is None or not former.signs[0].any()


@given(st.lists(st.tuples(st.sampled_from("ab"), st.none() | st.integers(-50, 50)), min_size=1, max_size=40), st.data())
def test_records_with_a_value_and_contributors_are_those_of_a_loop(
    rows: list[tuple[str, int | None]], draw: st.DataObject
) -> None:
    keys = draw.draw(st.lists(st.integers(0, M - 1), min_size=len(rows), max_size=len(rows)))
    block = table_of(data_of(rows, keys), Value("sum", magnitude="m")).blocks[0]
    for number, node in enumerate(block.dimensions[0].nodes):
        mine = [
            (value, key) for (region, value), key in zip(rows, keys, strict=True) if number == 0 or region == node.code
        ]
        for which, kept in (
            ("valid", [key for value, key in mine if value is not None]),
            ("contributors", [key for value, key in mine if value]),
        ):
            found = respondents(block, "m", which, SumRules("out"))  # type: ignore[arg-type]  # both are in the set
            assert found.cell_keys is not None
            assert (found.counts[number], found.cell_keys[number]) == (len(kept), sum(kept) % M)


def test_equal_sets_have_equal_figures() -> None:
    ptable = ckm.design_ptable(D=2, V=1)
    raw = table_of(data_of([("a", 5), ("a", 6), ("b", None), ("b", 7)]), Value("sum", magnitude="m"))
    method = replace(cell_key(**NEW), ptable=ptable)
    found = method.counted(raw.blocks[0], weighted=False).published
    counts, valid, some = (found[one] for one in (Measure(), Measure("valid", "m"), Measure("contributors", "m")))
    assert counts[1] == valid[1] == some[1]
    assert valid.tolist() == some.tolist()


def test_codes_that_are_no_numbers_become_missing_or_0_and_are_counted() -> None:
    column = NumberColumn(
        "m", np.array([100, 9990, -80, 0, 5]), 1, missing=np.array([False, False, False, True, False])
    )
    found, told = with_roles(column, CodeRoles(("999",), ("-8",), ("0.5",)))
    assert found.missing is not None
    assert found.missing.tolist() == [False, True, True, True, False]
    assert found.values.tolist() == [100, 0, 0, 0, 0]
    assert told == NoNumbers(2, 1, 1)
    zeros, told = with_roles(column, CodeRoles(zero=("",)))
    assert (zeros.missing, told) == (None, NoNumbers(0, 0, 1))


def test_a_code_stands_for_one_thing_and_is_a_number() -> None:
    with fails("codes_twice"):
        CodeRoles(("99",), zero=("99.0",))
    with fails("code_no_number"):
        CodeRoles(("n/a",))


def test_a_filter_of_a_value_counts_its_own_answers() -> None:
    value = replace(MEAN, conditions=(Condition("region", ("a",)),))
    raw = table_of(data_of(BLANKS), value)
    assert ckm.Rounding(10, **NEW).protect(raw).blocks[0].figures[0][0] == 63000 * 100 // 30


def test_periods_of_an_old_and_a_new_method_divide_each_by_its_own_rule() -> None:
    block = table_of(data_of(BLANKS), MEAN).blocks[0]
    new, old = (
        method.counted(block, weighted=False) for method in (ckm.Rounding(10, **NEW), ckm.Rounding(10, **FORMER))
    )
    first, second = alike([new, old])
    assert first.published.keys() == second.published.keys()
    by = first.sum_rules("m").divisor("count", "m")
    assert second.sum_rules("m") == first.sum_rules("m")
    assert first.published[by].tolist() == [50, 30, 0, 20]
    assert second.published[by].tolist() == old.published[Measure()].tolist() == [80, 40, 20, 20]
    assert second.originals is not None
    assert by in second.originals


def test_the_union_of_periods_counts_answers_where_only_one_period_has_blanks() -> None:
    blanks, full = data_of([("a", 5), ("a", None)], [11, 22]), data_of([("a", 7), ("a", 0)], [44, 88])
    union = union_of_records([table_of(one, MEAN).blocks[0] for one in (blanks, full)])
    assert union is not None
    held = union.magnitudes["m"]
    assert held.valid is not None
    assert held.valid_keys is not None
    assert (held.valid[0], held.valid_keys[0]) == (3, 11 + 44 + 88)
    assert (union.counts[0], held.contributors[0], held.sums[0]) == (4, 2, 12)


@pytest.mark.parametrize("blank", [None, 400])
def test_the_mean_of_a_stock_over_two_periods_is_that_of_each(blank: int | None) -> None:
    rows = [("a", 100), ("a", 200), ("a", 300), ("a", blank)]
    block = table_of(data_of(rows), MEAN).blocks[0]
    method = cell_key(**NEW)
    valid = [value for _, value in rows if value is not None]
    for mean in (False, True):
        found = over_all(method, [block, block], block, "recur", mean=mean, weighted=False)
        assert found is not None
        sums, by = found.published[Measure("count", "m")], found.published[Measure("valid", "m")]
        periods = 1 if mean else 2
        assert by.tolist() == [periods * len(valid)] * 2
        alone = method.counted(block, weighted=False).published[Measure("count", "m")]
        assert abs(int(sums[0]) / int(by[0]) - int(alone[0]) / len(valid)) < 60


@pytest.mark.parametrize(
    ("values", "looking"),
    [
        ([1200, 0, 450, 99999, 99999, 99999], [("99999", 3)]),
        ([1200, 0, 450, 99999, 99999], []),
        ([80, 97, 98, 99, 99, 99], []),
        ([12, 40, 999, 999, 999, 999], [("999", 4)]),
        ([500, 600, -8, -8, -8, -9], [("-8", 3)]),
        ([500, 600, -8, -8, -8, -250], []),
        ([500, 600, -99, -99, -99], [("-99", 3)]),
        ([], []),
    ],
)
def test_values_that_look_like_codes_are_named_and_others_are_not(values: list[int], looking: list[Any]) -> None:
    for decimals in (0, 2):
        column = NumberColumn("m", np.array(values, dtype=np.int64) * 10**decimals, decimals)
        assert [(one.value, one.count) for one in looks_missing(column)] == looking
    doubles = NumberColumn("m", np.array(values, dtype=np.float64), None)
    assert [(one.value, one.count) for one in looks_missing(doubles)] == looking
