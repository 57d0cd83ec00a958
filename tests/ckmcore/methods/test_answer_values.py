"""Records with a value, contributors, missing, distributions, medians and quantiles as values of a table.

Beside each figure stands the slow way: records counted one by one, the noise of one cell, the quantile by hand.
"""

from __future__ import annotations

import tempfile
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.dictionary.json_file import dictionary_json, parse_dictionary
from ckmcore.errors import CkmError
from ckmcore.formats.export import write_form
from ckmcore.formats.forms import FORMS
from ckmcore.methods.protected import ProtectedTable, Sign
from ckmcore.methods.quantiles import least_in_class, proposed_least
from ckmcore.methods.sums import PEERS_METHOD as FORMER
from ckmcore.methods.titles import values_shown
from ckmcore.microdata.classes import MagnitudeClasses, QuantileClasses
from ckmcore.microdata.data import Microdata
from ckmcore.microdata.variable import VariableEntry
from ckmcore.presentation.present import present_draft
from ckmcore.statistic.period import Period, PeriodSource
from ckmcore.statistic.snapshot import content_of
from ckmcore.tabulate.derived_indicators import QuantileExtreme
from ckmcore.tabulate.spec import Condition, OwnRow, TableSpec, Value, spec_from_json, spec_to_json
from tests.ckmcore.answer_data import M, data_of
from tests.kit.examples import examples
from tests.kit.fails import fails

PTABLE = ckm.design_ptable(D=3, V=2.0, js=1)
METHOD = ckm.CellKeyMethod(PTABLE)
EDGES = (0, 4, 8, 12, 24)
CODES = ("0..4", "4..8", "8..12", "12..24")

# A region, whether its bearer is a woman, and months: None where nobody said them.
RECORDS = st.lists(
    st.tuples(st.sampled_from("ab"), st.booleans(), st.none() | st.just(0) | st.integers(0, 23)),
    min_size=1,
    max_size=60,
)


def values(*, women: bool = False, of: str = "count") -> list[Value]:
    own = (Condition("sex", ("1",)),) if women else ()
    plain = [Value(kind, magnitude="m") for kind in ("valid", "contributors", "missing")]  # type: ignore[arg-type]
    classes = [Value("distribution", magnitude="m", in_class=code) for code in CODES]
    quantiles = [Value("median", magnitude="m", decimals=2), Value("quantile", magnitude="m", q=0.25, decimals=2)]
    return [replace(one, conditions=own, of=of) for one in (*plain, *classes, *quantiles)]  # type: ignore[arg-type]


# --- the slow way ----------------------------------------------------------------------------------------------------


def slow_count(frame: pd.DataFrame) -> int:
    """What is published of the records of a frame: their number and the noise of it."""
    key = sum(int(one) for one in frame["key"]) % M
    return len(frame) + int(PTABLE.lookup(np.array([len(frame)]), np.array([key], dtype=np.uint64), M)[0])


def slow_weight(frame: pd.DataFrame) -> int:
    return 0 if not len(frame) else half_away(Fraction(slow_count(frame) * int(frame["weight"].sum()), len(frame)))


def half_away(figure: Fraction) -> int:
    return int(figure + Fraction(1, 2))


def slow_quantile(counts: list[int], heavy: list[int], q: Fraction, least: int) -> tuple[int, Sign]:
    """t = L + w (q N' - C') / f' times 100, or the sign in its place."""
    total = sum(heavy)
    if not total or not sum(counts):
        return 0, Sign.UNKNOWN
    if min(q, 1 - q) * sum(counts) < 10:
        return 0, Sign.BLOCKED
    below = 0
    for at, count in enumerate(heavy):
        if count and below + count >= q * total:
            if counts[at] < least:
                return 0, Sign.UNRELIABLE
            low, high = EDGES[at], EDGES[at + 1]
            return half_away(100 * (low + (high - low) * (q * total - below) / count)), Sign.NONE
        below += count
    raise AssertionError


def slow_figures(frame: pd.DataFrame, *, weighted: bool, least: int) -> list[tuple[int, Sign]]:
    count = slow_weight if weighted else slow_count
    answered = frame[frame["m"].notna()]
    classes = [answered[(answered["m"] >= low) & (answered["m"] < high)] for low, high in pairwise(EDGES)]
    found = [count(answered), count(answered[answered["m"] != 0]), count(frame[frame["m"].isna()])]
    found += list(map(count, classes))
    plain, heavy = list(map(slow_count, classes)), list(map(count, classes))
    quantiles = [slow_quantile(plain, heavy, q, least) for q in (Fraction(1, 2), Fraction(1, 4))]
    return [*((figure, Sign.NONE) for figure in found), *quantiles]


def frame_of(data: Microdata) -> pd.DataFrame:
    assert data.record_keys is not None
    assert data.weight is not None
    column = data.magnitudes["m"]
    months = column.values.astype(object)
    if column.missing is not None:
        months[column.missing] = None
    columns = {name: np.array(data.dimension(name).codes)[codes] for name, codes in data.columns.items()}
    return pd.DataFrame(
        {**columns, "m": pd.Series(months), "key": data.record_keys.values, "weight": data.weight.values}
    )


@pytest.mark.thorough
@settings(max_examples=examples(25), deadline=None)
@given(RECORDS, st.integers(0, 9), st.booleans(), st.booleans(), st.integers(0, 6), st.integers(1, 40))
def test_each_figure_is_that_of_the_slow_way(
    records: list[tuple[str, bool, int | None]], seed: int, women: bool, weighted: bool, least: int, often: int
) -> None:
    data = data_of(records * often, seed)
    asked = values(women=women, of="weighted_count" if weighted else "count")
    asked = [replace(one, least_in_class=least) if one.is_quantile else one for one in asked]
    shown = ckm.protect(ckm.tabulate(data, TableSpec("region", "sex", values=asked)), METHOD)
    frame = frame_of(data)
    if women:
        frame = frame[frame["sex"] == "1"]
    for region in (ckm.TOTAL, "a", "b"):
        for sex in (ckm.TOTAL, "0", "1"):
            cell = frame if region is ckm.TOTAL else frame[frame["region"] == region]
            cell = cell if sex is ckm.TOTAL else cell[cell["sex"] == sex]
            address = {"region": region, "sex": sex}
            found = [(shown.value(address, n), shown.sign(address, n)) for n in range(len(asked))]
            assert found == slow_figures(cell, weighted=weighted, least=least)


@settings(max_examples=examples(30), deadline=None)
@given(RECORDS, st.integers(0, 9))
def test_the_same_records_give_the_same_figure_whatever_they_are_counted_as(
    records: list[tuple[str, bool, int | None]], seed: int
) -> None:
    answered = [(region, woman, (value or 0) % 4 or 1) for region, woman, value in records]
    data = data_of(answered, seed)
    shown = ckm.protect(ckm.tabulate(data, TableSpec("region", values=["count", *values()[:4]])), METHOD)
    count, valid, contributors, missing, first = shown.blocks[0].figures
    assert count.tolist() == valid.tolist() == contributors.tolist() == first.tolist()
    assert not missing.any()


def test_a_larger_cube_in_the_cache_gives_the_same_figures_as_a_scan() -> None:
    records = [("ab"[n % 2], n % 3 == 0, None if n % 7 == 0 else n % 24) for n in range(400)]
    warm, spec = data_of(records), TableSpec("region", values=values(women=True))
    ckm.tabulate(warm, TableSpec(["region", "sex"], values=values()))
    cold = data_of(records)
    one, other = (ckm.protect(ckm.tabulate(data, spec), METHOD) for data in (warm, cold))
    assert content_of(one) == content_of(other)


def test_that_blanks_count_as_zeros_is_said_whatever_stands_first_in_the_table() -> None:
    data = data_of([("a", False, 3)] * 9 + [("a", True, None)])
    table = TableSpec(values=[Value("valid", magnitude="m"), Value("sum", magnitude="m")])
    assert [one.code for one in ckm.Rounding(10, **FORMER).warnings(ckm.tabulate(data, table))] == [
        "blanks_count_as_zero"
    ]


def test_own_rows_count_them_too() -> None:
    records = [("ab"[n % 2], n % 3 == 0, None if n % 7 == 0 else n % 24) for n in range(400)]
    data = data_of(records)
    row = OwnRow(ckm.Texts.same("women of a"), (Condition("sex", ("1",)), Condition("region", ("a",))))
    level = ckm.Level("::rows 1", rows=[row], total="off")
    shown = ckm.protect(ckm.tabulate(data, TableSpec(level, values=values())), METHOD)
    frame = frame_of(data)
    expected = slow_figures(frame[(frame["sex"] == "1") & (frame["region"] == "a")], weighted=False, least=0)
    found = [(int(one[1]), Sign.NONE) for one in shown.blocks[0].figures]
    assert found[:7] == expected[:7]
    assert found[7] == expected[7]


# --- signs -----------------------------------------------------------------------------------------------------------


def counted(counts: list[int], method: object = METHOD, **changes: object) -> tuple[int, Sign]:
    """The median of so many records in each class, published unchanged."""
    months = [low for low, count in zip(EDGES, counts, strict=False) for _ in range(count)]
    data = data_of([("a", False, value) for value in months] or [("a", False, None)])
    value = replace(values()[7], **changes)  # type: ignore[arg-type]
    shown = ckm.protect(ckm.tabulate(data, TableSpec(values=[value])), method)  # type: ignore[arg-type]
    return shown.value({}), shown.sign({})


def test_signs_follow_from_published_counts_and_declared_numbers_alone() -> None:
    exact = ckm.Rounding(2)
    assert counted([20, 20, 20, 20], exact) == (800, Sign.NONE)
    assert counted([0, 0, 0, 0], exact) == (0, Sign.UNKNOWN)
    assert counted([4, 4, 4, 6], exact) == (0, Sign.BLOCKED)
    assert counted([40, 8, 0, 40], exact, least_in_class=9)[1] == Sign.UNRELIABLE
    assert counted([40, 8, 0, 40], exact, least_in_class=8)[1] == Sign.NONE
    assert counted([20, 20, 20, 20], exact, kind="quantile", q=0.9)[1] == Sign.BLOCKED


def test_where_a_class_is_not_shown_there_is_no_median_and_in_brackets_it_is_in_brackets() -> None:
    assert counted([200, 4, 0, 200], ckm.CellKeyMethod(PTABLE, threshold=20))[1] == Sign.UNKNOWN
    assert counted([200, 8, 9, 200], ckm.CellKeyMethod(PTABLE, unreliable_below=20))[1] == Sign.UNRELIABLE
    assert counted([200, 10, 10, 200], ckm.CellKeyMethod(PTABLE, uncertain_below=20))[1] == Sign.UNCERTAIN


def test_in_an_open_class_there_is_no_quantile() -> None:
    data = data_of([("a", False, value) for value in [1] * 30 + [40] * 70], classes="0; 4+")
    table = TableSpec(values=[replace(values()[7], decimals=0), Value("quantile", magnitude="m", q=0.2)])
    shown = ckm.protect(ckm.tabulate(data, table), ckm.Rounding(2))
    assert [shown.sign({}, number) for number in (0, 1)] == [Sign.BLOCKED, Sign.NONE]
    assert "in an open class" in shown.legend[Sign.BLOCKED].text("en")
    assert [one.text("de") for one in shown.remarks] == [
        "Mediane und Quantile von „m“: aus veröffentlichten Klassen interpoliert (0; 4+)."
    ]


def test_refusals_say_what_and_where() -> None:
    data = data_of([("a", False, 3)] * 9 + [("a", True, 30)])
    table = TableSpec("region", values=[Value("median", magnitude="m")])
    with fails("values_outside_classes", match=r"^Records have a value of “m” outside all classes"):
        ckm.tabulate(data, table)
    with fails("quantile_no_classes", match="under Data"):
        ckm.tabulate(data.with_classes("m", None), table)
    with pytest.raises(QuantileExtreme, match="5 % to 95 %"):
        ckm.tabulate(data, TableSpec(values=[Value("quantile", magnitude="m", q=0.97)]))
    with fails("class_unknown", match=r"no class 0\.\.7"):
        ckm.tabulate(data, TableSpec(values=[Value("distribution", magnitude="m", in_class="0..7")]))
    with pytest.raises(CkmError, match="magnitude"):
        ckm.tabulate(data, TableSpec(values=["median"]))


def test_classes_are_taken_away_by_none_and_an_empty_text_is_refused() -> None:
    data = data_of([("a", False, 3)] * 9)
    assert data.with_classes("m", None).magnitudes["m"].classes is None
    for text in ("", "  ", " ; "):
        with pytest.raises(QuantileClasses, match="No classes are named"):
            data.with_classes("m", text)
        with pytest.raises(QuantileClasses):
            ckm.distribution("m", text)


@pytest.mark.parametrize("text", ["1", "3; 3", "6; 0", "a; b", "0+; 6", "; ".join(map(str, range(300)))])
def test_classes_that_are_none_are_refused(text: str) -> None:
    with pytest.raises(QuantileClasses):
        MagnitudeClasses.parsed(text)


def test_classes_are_kept_in_the_file_of_a_dictionary_and_faulty_ones_named_with_their_place() -> None:
    entry = VariableEntry("m", "magnitude", ckm.Texts.same("m"), classes=("0", "6", "12+"))
    assert parse_dictionary(dictionary_json((entry,)), "d.json").variables == (entry,)
    with fails("dictionary_faulty", match=r"variables\[0\]\.classes: “6; 0” is not allowed here"):
        parse_dictionary(dictionary_json((replace(entry, classes=("6", "0")),)), "d.json")
    assert b"classes" not in dictionary_json((replace(entry, classes=()),))


def test_whole_numbers_from_a_to_b_are_the_class_up_to_b_plus_1() -> None:
    found = MagnitudeClasses.parsed("0-5; 6-11; 12+")
    assert found == MagnitudeClasses.parsed("0,6,12+") == MagnitudeClasses(("0", "6", "12+"))
    assert MagnitudeClasses.parsed("0,5; 1,5") == MagnitudeClasses(("0.5", "1.5"))
    assert MagnitudeClasses(("-2.5", "0", "0.25")).codes == ("-2.5..0", "0..0.25")
    places = MagnitudeClasses(("-2.5", "0", "0.25")).places(np.array([-26, -25, -1, 0, 2, 3]), 1)
    assert places.tolist() == [2, 0, 0, 1, 1, 2]  # of -2.6, -2.5, -0.1, 0, 0.2, 0.3


def test_what_is_proposed_keeps_the_noise_within_an_eighth_of_a_class() -> None:
    # ⌈8 √(V [b (1-q)² + (q-s)² + (m-b-1) q²])⌉, V = 1, m = 5, q = 1/2: at its largest 4/4 + 1/4.
    assert proposed_least(5, 0.5, 1.0) == 9
    assert least_in_class(ckm.CellKeyMethod(ckm.design_ptable(D=2, V=1, js=1)).count_noise, 5, 0.5) == 9
    assert least_in_class(ckm.Rounding(10).count_noise, 5, 0.5) == proposed_least(5, 0.5, 8.5)


# --- what is kept, and files -----------------------------------------------------------------------------------------


def test_a_table_without_such_values_is_kept_as_before() -> None:
    text = spec_to_json(TableSpec("region", values=["count", Value("sum", magnitude="m")]))
    assert not any(f'"{name}"' in text for name in ("q", "in_class", "least_in_class"))
    spec = TableSpec("region", values=values(women=True))
    assert spec_from_json(spec_to_json(spec)) == spec
    plain = ckm.protect(ckm.tabulate(data_of([("a", True, 1)]), TableSpec("region")), METHOD)
    assert b"least_in_class" not in content_of(plain)


def in_classes(counts: list[int]) -> Microdata:
    """So many records in each class, then without a value, of region a; as many zeros as records in the first one."""
    low = [0, 5, 9, 13, None]
    records = [("a", False, value) for value, count in zip(low, counts, strict=True) for _ in range(count)]
    return data_of(records)


def everything(table: ProtectedTable, data: Microdata) -> list[bytes]:
    statistic = ckm.Statistic(
        ckm.Texts.same("S"), periods=(Period(ckm.Texts.same("2025"), source=PeriodSource("file")),)
    )
    draft = statistic.put_in_force(ckm.Rounding(10)).draft(table.spec, data)
    page = present_draft(draft, "de")
    with tempfile.TemporaryDirectory() as folder:
        forms = list(FORMS.values())
        files = [one for form in forms for one in write_form(page, form, Path(folder) / f"{form.name}{form.ending}")]
        return [file.read_bytes() for file in files]


def test_a_zero_is_a_zero_in_all_formats_whoever_is_behind_it() -> None:
    spec = TableSpec("region", values=["count", *values()])
    for same in (
        ([20, 30, 20, 30, 10], [18, 31, 21, 29, 12]),  # all that differs is rounded away
        ([0, 0, 0, 0, 40], [1, 1, 2, 0, 38]),  # nobody answered, or few
        ([40, 0, 0, 0, 0], [40, 1, 0, 1, 0]),  # zeros alone, or two that are none
    ):
        shown = [ckm.protect(ckm.tabulate(in_classes(counts), spec), ckm.Rounding(10)) for counts in same]
        assert len({content_of(table) for table in shown}) == 1
        first, second = (everything(table, in_classes(counts)) for table, counts in zip(shown, same, strict=True))
        assert first == second


def test_the_title_names_a_median_and_a_distribution_beside_what_is_counted() -> None:
    records = data_of([("a", True, 3), ("b", False, 9)] * 30)
    spec = TableSpec(rows=["region"], values=(Value("count"), Value("median", magnitude="m"), *values()[3:7]))
    shown = ckm.protect(ckm.tabulate(records, spec), METHOD)
    assert values_shown(shown, "en") == "Number, Median of m, Distribution of m"
    assert values_shown(shown, "de") == "Anzahl, Median m, Verteilung m"
