"""Code lists that change: what is said of them, and what becomes of the dictionary."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ckmcore.base.texts import Texts
from ckmcore.base.typed import kept_record
from ckmcore.dictionary.changes import (
    Pairs,
    classify,
    compare_codes,
    content_differs,
    parent_for,
    placed,
    with_new_codes,
)
from ckmcore.dictionary.code_lists import applied
from ckmcore.dictionary.conversions import read_conversion
from ckmcore.dictionary.json_file import dictionary_json, parse_dictionary
from ckmcore.microdata.data import MISSING, Category
from ckmcore.microdata.hierarchy import Hierarchy
from ckmcore.microdata.variable import CodeGroup, Derivation, VariableEntry, without_leaves
from tests.kit.examples import examples
from tests.kit.fails import fails

# Göttingen and Osterode became Göttingen in 2016 (03152, 03156 -> 03159); the rest is made up.
TREE = Hierarchy.from_depths([("03", 0), ("03152", 1), ("03156", 1), ("03157", 1), ("09", 0), ("09162", 1)])
ENTRY = VariableEntry(
    "kreis",
    "dimension",
    Texts.same("Kreis"),
    (*(Category(code, Texts.same(f"Kreis {code}")) for code in TREE.leaves), Category.plain(MISSING)),
).with_hierarchy(TREE)
MERGED = (("03152", "03159"), ("03156", "03159"))


def test_a_mapping_table_says_what_was_renamed_split_and_merged() -> None:
    said = classify([*MERGED, ("A", "B"), ("C", "D"), ("C", "E"), ("F", "F")])
    assert said.renamed == (("A", "B"),)
    assert said.split == (("C", ("D", "E")),)
    assert said.merged == ((("03152", "03156"), "03159"),)


def test_new_and_gone_codes_are_those_that_neither_dictionary_nor_mapping_know() -> None:
    found = compare_codes(ENTRY, ["03159", "09162", "09163", MISSING], "2016-12-31", MERGED)
    assert found.new == ("09163",)
    assert found.gone == ("03157",)
    assert found.merged == ((("03152", "03156"), "03159"),)
    assert not compare_codes(ENTRY, ENTRY.tree.leaves if ENTRY.tree else (), "").any


def moved(code: str, group: str) -> VariableEntry:
    """The entry with a code below another group."""
    assert ENTRY.tree is not None
    return ENTRY.with_hierarchy(placed(without_leaves(ENTRY.tree, {code}), {code: group}))


def listed(**fields: object) -> VariableEntry:
    """The entry with other fields of its second category."""
    first, second, *others = ENTRY.categories
    return replace(ENTRY, categories=(first, replace(second, **fields), *others))  # type: ignore[arg-type]


AGES = Derivation("classes", "years", bounds=("6", "18"))
CLASSES = VariableEntry("age", "dimension", Texts.same("Age"), derived=AGES)
GROUPS = Derivation("groups", "kreis", groups=(CodeGroup("a", ("03152", "03156")), CodeGroup("b", ("09162",))))
GROUPED = VariableEntry("land", "dimension", Texts.same("Land"), derived=GROUPS)
INCOME = VariableEntry("income", "magnitude", Texts.same("Income"), missing_codes=("-1", "-2"), classes=("0", "9"))

ENDED = listed(valid_to="2010-12-31")

# (before, after, mapping table): what the reader of a figure does not notice.
NO_CONTENT: dict[str, tuple[VariableEntry, VariableEntry, Pairs]] = {
    "nothing": (ENTRY, ENTRY, ()),
    "a label": (ENTRY, listed(label=Texts.same("Osterode am Harz")), ()),
    "a translation": (ENTRY, listed(label=Texts("District 03156", "Kreis 03156")), ()),
    "a note on a category": (ENTRY, listed(note=Texts.same("Harz")), ()),
    "title, note and unit": (ENTRY, replace(ENTRY, title=Texts("District", "Kreis"), note=Texts.same("x")), ()),
    "the unit": (INCOME, replace(INCOME, unit=Texts.same("EUR"), title=Texts("Income", "Einkommen")), ()),
    "the order of codes": (ENTRY, replace(ENTRY, categories=ENTRY.categories[::-1]), ()),
    "the order of groups": (
        ENTRY,
        ENTRY.with_hierarchy(
            Hierarchy.from_depths([("09", 0), ("09162", 1), ("03", 0), ("03157", 1), ("03156", 1), ("03152", 1)])
        ),
        (),
    ),
    "names of levels and groups": (
        ENTRY,
        replace(ENTRY, level_names=("Land", "Kreis"), node_labels=(("03", Texts.same("Niedersachsen")),)),
        (),
    ),
    "the reason of a list": (ENTRY, replace(ENTRY, codes_from="list", settings=(("CKM", "T"),)), ()),
    "a first hierarchy": (ENTRY.with_hierarchy(None), ENTRY, ()),
    "no hierarchy any more": (ENTRY, ENTRY.with_hierarchy(None), ()),
    "a level in between": (
        ENTRY,
        ENTRY.with_hierarchy(Hierarchy.from_depths([("DE", 0), *((node.code, node.depth + 1) for node in TREE.nodes)])),
        (),
    ),
    "a code called otherwise": (
        ENTRY,
        with_new_codes(ENTRY, [], (("03156", "03158"),), "2016-11-01"),
        (("03156", "03158"),),
    ),
    "a code that ends": (ENTRY, with_new_codes(ENTRY, [], (), "2016-11-01", ["03156"]), ()),
    "rows of a mapping table of other codes": (ENTRY, ENTRY, (("1", "2"), ("1", "3"))),
    "a code seen for the first time": (
        replace(ENTRY, codes_from="observed"),
        with_new_codes(replace(ENTRY, codes_from="observed"), ["09163"], (), "2016-11-01"),
        (),
    ),
    "records without a value": (
        replace(ENTRY, categories=ENTRY.categories[:-1]),
        ENTRY,
        (),
    ),
    "the order of own groups": (GROUPED, replace(GROUPED, derived=replace(GROUPS, groups=GROUPS.groups[::-1])), ()),
    "the order of codes that are no numbers": (INCOME, replace(INCOME, missing_codes=("-2", "-1")), ()),
}
CONTENT: dict[str, tuple[VariableEntry, VariableEntry, Pairs]] = {
    "codes merged": (ENTRY, with_new_codes(ENTRY, [], MERGED, "2016-11-01"), MERGED),
    "a code that takes in another": (
        ENTRY,
        with_new_codes(ENTRY, [], (("03152", "03156"), ("03156", "03156")), "2016-11-01"),
        (("03152", "03156"), ("03156", "03156")),
    ),
    "a closed code with successors": (
        ENTRY,
        with_new_codes(ENTRY, [], (("03156", "03158"), ("03156", "03159")), "2016-11-01"),
        (("03156", "03158"), ("03156", "03159")),
    ),
    "a code that gives a part away": (
        ENTRY,
        with_new_codes(ENTRY, [], (("03156", "03156"), ("03156", "03159")), "2016-11-01"),
        (("03156", "03156"), ("03156", "03159")),
    ),
    "a code that begins": (ENTRY, with_new_codes(ENTRY, ["09163"], (), "2016-11-01"), ()),
    "a code that begins again": (ENDED, with_new_codes(ENDED, ["03156"], (), "2016-11-01"), ()),
    "a code in another group": (ENTRY, moved("03156", "09"), ()),
    "a renamed code in another group": (
        ENTRY,
        with_new_codes(moved("03156", "09"), [], (("03156", "09163"),), "2016-11-01"),
        (("03156", "09163"),),
    ),
    "another role": (ENTRY, replace(ENTRY, role="ignored"), ()),
    "other bounds": (CLASSES, replace(CLASSES, derived=replace(AGES, bounds=("6", "21"))), ()),
    "other own groups": (
        GROUPED,
        replace(GROUPED, derived=replace(GROUPS, groups=(CodeGroup("a", ("03152",)), *GROUPS.groups[1:]))),
        (),
    ),
    "other codes that are no numbers": (INCOME, replace(INCOME, zero_codes=("-3",)), ()),
    "other classes": (INCOME, replace(INCOME, classes=("0", "6")), ()),
}


@pytest.mark.parametrize("kind", NO_CONTENT)
def test_t22_words_order_and_what_else_counts_nothing_otherwise_are_no_change_of_content(kind: str) -> None:
    before, after, pairs = NO_CONTENT[kind]
    assert not content_differs(before, after, pairs)


@pytest.mark.parametrize("kind", CONTENT)
def test_t22_what_counts_something_else_under_a_code_or_group_is_a_change_of_content(kind: str) -> None:
    before, after, pairs = CONTENT[kind]
    assert content_differs(before, after, pairs)


def test_old_codes_end_the_day_before_and_new_ones_stand_beside_them_in_the_hierarchy() -> None:
    changed = with_new_codes(ENTRY, ["09163"], MERGED, "2016-11-01")
    codes = {category.code: category for category in changed.categories}
    assert codes["03152"].valid_to == codes["03156"].valid_to == "2016-10-31"
    assert codes["03159"].valid_from == codes["09163"].valid_from == "2016-11-01"
    assert [category.code for category in changed.categories] == [
        "03152",
        "03159",
        "03156",
        "03157",
        "09162",
        "09163",
        MISSING,
    ]
    tree = changed.tree
    assert tree is not None
    assert tree.leaves_below("03") == ("03152", "03156", "03157", "03159")
    assert tree.leaves_below("09") == ("09162", "09163")


def test_a_renamed_code_keeps_its_label_and_a_code_that_stays_stays_valid() -> None:
    changed = with_new_codes(ENTRY, [], (("03157", "03158"), ("09162", "09162")), "2020-01-01")
    codes = {category.code: category for category in changed.categories}
    assert codes["03158"].label == Texts.same("Kreis 03157")
    assert codes["09162"].valid_to == ""


def test_the_reason_for_codes_of_the_records_is_asked_for_again_where_new_codes_come_and_only_then() -> None:
    entry = replace(ENTRY, codes_from="observed", observed_reason="the register of areas")
    assert with_new_codes(entry, ["09163"], (), "2016-11-01").observed_reason == ""
    assert with_new_codes(entry, [], (), "2016-11-01", ["03157"]).observed_reason == "the register of areas"
    listed = with_new_codes(replace(entry, codes_from="list"), ["09163"], (), "2016-11-01")
    assert listed.observed_reason == "the register of areas"


def test_a_change_needs_a_day() -> None:
    with fails("change_without_day"):
        with_new_codes(ENTRY, ["x"], (), "")
    assert with_new_codes(ENTRY, [], (("09162", "09162"),), "") == ENTRY


def test_a_dimension_shows_the_codes_and_nodes_of_its_day() -> None:
    from ckmcore.microdata.data import Dimension

    changed = with_new_codes(ENTRY, [], MERGED, "2016-11-01")
    read = Dimension("kreis", Texts.same("kreis"), (Category.plain("09162"),))
    before, after = changed.describe(read, "2015-12-31"), changed.describe(read, "2017-12-31")
    assert before.codes == ("03152", "03156", "03157", "09162", MISSING)
    assert after.codes == ("03159", "03157", "09162", MISSING)
    assert after.hierarchy is not None
    assert after.hierarchy.leaves == ("03157", "03159", "09162")
    assert before.hierarchy is not None
    assert before.hierarchy.leaves == ("03152", "03156", "03157", "09162")


def test_a_new_code_goes_below_the_node_of_the_code_most_like_it() -> None:
    assert parent_for(TREE, "03999") == "03"
    assert parent_for(TREE, "09163") == "09"
    assert parent_for(TREE, "11000", "09162") == "09"
    assert parent_for(TREE, "X") == ""
    assert placed(TREE, {"X": ""}).leaves[-1] == "X"


@given(st.sets(st.sampled_from(TREE.leaves)))
@settings(max_examples=examples(30))
def test_leaves_that_are_taken_out_leave_no_empty_node_behind(codes: set[str]) -> None:
    found = without_leaves(TREE, codes)
    assert set(found.leaves) == set(TREE.leaves) - codes
    for code in found.leaves:
        assert found.nodes[found.nodes[found.index[code]].parent].code == code[:2]


@pytest.mark.parametrize("heading", ["alt;neu\n", "ags_alt;ags_neu\n", "old code;new code\n", ""])
def test_a_mapping_table_is_read_with_and_without_heading(tmp_path: Path, heading: str) -> None:
    file = tmp_path / "mapping.csv"
    file.write_text(heading + "03152;03159\n03156;03159\n09162;09162\n")
    assert read_conversion(file).pairs == (*MERGED, ("09162", "09162"))


def test_a_mapping_table_from_a_sheet(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    for row in (["alt", "neu", "Name"], ["03152", "03159", "Göttingen"], ["03156", "03159", "Göttingen"]):
        book.active.append(row)
    book.save(tmp_path / "m.xlsx")
    assert read_conversion(tmp_path / "m.xlsx").pairs == MERGED


@pytest.mark.parametrize("row", ["03156;", ";03159"])
def test_a_row_without_an_old_or_a_new_code_is_named(tmp_path: Path, row: str) -> None:
    file = tmp_path / "mapping.csv"
    file.write_text(f"alt;neu\n03152;03159\n{row}\n")
    with fails("mapping_table") as raised:
        read_conversion(file)
    assert raised.value.fields == {"file": "mapping.csv", "row": 3}
    one = tmp_path / "one.csv"
    one.write_text("alt\n03152\n")
    with fails("mapping_table"):
        read_conversion(one)


def test_merging_codes_of_an_entry_without_hierarchy_gives_none() -> None:
    plain = replace(ENTRY, hierarchy=())
    assert with_new_codes(plain, [], MERGED, "2016-11-01").tree is None


def test_a_code_that_is_split_and_also_stays_itself_does_not_end() -> None:
    split = (("03157", "03157"), ("03157", "03160"))
    codes = {category.code: category for category in with_new_codes(ENTRY, (), split, "2020-01-01").categories}
    assert codes["03157"].valid_to == ""
    assert codes["03160"].valid_from == "2020-01-01"
    assert codes["03160"].label == Texts.same("03160")


def test_a_code_that_had_ended_begins_again() -> None:
    ended = with_new_codes(ENTRY, (), (), "2016-01-01", closed=["03157"])
    again = with_new_codes(ended, ["03157"], (), "2020-01-01")
    (category,) = [one for one in again.categories if one.code == "03157"]
    assert category.valid_on("2020-01-01")
    assert category.label == Texts.same("Kreis 03157")


@given(st.lists(st.integers(0, 40), min_size=1, max_size=6, unique=True))
@settings(max_examples=examples(60))
def test_t21_a_code_that_ends_and_begins_again_is_valid_in_each_of_its_times_and_not_between(days: list[int]) -> None:
    def day(number: int) -> str:
        return (date(2010, 1, 1) + timedelta(number)).isoformat()

    entry, valid = ENTRY, [True] * 45
    for place, number in enumerate(sorted(days)):
        ends = place % 2 == 0
        begun, closed = ([], ["03157"]) if ends else (["03157"], [])
        entry = with_new_codes(entry, begun, (), day(number), closed)
        valid[number:] = [not ends] * (45 - number)
    (category,) = [one for one in entry.categories if one.code == "03157"]
    assert [entry.is_valid(category, day(number)) for number in range(45)] == valid
    assert entry.is_valid(category, "")
    others = [one for one in entry.categories if one.code != "03157"]
    assert all(entry.is_valid(one, day(number)) for one in others for number in range(45))
    read = parse_dictionary(dictionary_json([entry]), "d.json").variables[0]
    assert (read.gaps, read.categories) == (entry.gaps, entry.categories)


def test_t21_an_entry_without_gaps_is_kept_and_hashed_as_before_there_were_any() -> None:
    assert "gaps" not in kept_record(ENTRY.kept)
    closed = with_new_codes(ENTRY, (), (), "2016-01-01", closed=["03157"])
    assert "gaps" not in kept_record(closed.kept)
    assert "gaps" not in kept_record(with_new_codes(closed, ["03157"], (), "2016-01-01").kept)  # no day in between
    again = with_new_codes(closed, ["03157"], (), "2020-01-01")
    assert kept_record(again.kept)["gaps"] == (("03157", "2016-01-01", "2019-12-31"),)


@pytest.mark.parametrize("gap", [("03999", "2016-01-01", "2019-12-31"), ("03157", "2016", "2019-12-31")])
def test_t21_a_gap_of_no_code_or_without_days_is_no_dictionary(gap: tuple[str, str, str]) -> None:
    with fails("dictionary_faulty") as caught:
        parse_dictionary(dictionary_json([replace(ENTRY, gaps=(gap,))]), "d.json")
    assert "$.variables[0].gaps[0]" in str(caught.value)


def test_t21_a_code_list_that_is_read_says_the_days_of_its_codes_anew() -> None:
    closed = with_new_codes(ENTRY, (), (), "2016-01-01", closed=["03157"])
    again = with_new_codes(closed, ["03157"], (), "2020-01-01")
    assert applied(again, [Category.plain("03157")]).gaps == ()
    assert applied(again, [one for one in again.categories if one.code != "03157"]).gaps == again.gaps


def test_the_first_row_below_a_heading_is_no_second_heading(tmp_path: Path) -> None:
    (tmp_path / "m.csv").write_text("Gemeinde;Gemeinde 2020\nAltdorf;Neudorf\nTorgau;Neuburg\n", "utf-8")
    assert read_conversion(tmp_path / "m.csv").pairs == (("Altdorf", "Neudorf"), ("Torgau", "Neuburg"))


def test_new_codes_stand_in_the_order_of_the_mapping_behind_the_code_they_come_from() -> None:
    split = (("03157", "03161"), ("03157", "03160"), ("03152", "03150"))
    changed = with_new_codes(ENTRY, ["99999"], split, "2020-01-01")
    assert [one.code for one in changed.categories] == [
        *("03152", "03150", "03156", "03157", "03161", "03160", "09162", "99999", MISSING)
    ]
    assert changed.tree is not None
    assert changed.tree.leaves_below("03") == ("03152", "03156", "03157", "03161", "03160", "03150")
    assert changed.tree.leaves[-1] == "99999"


def test_thousands_of_codes_change_by_building_the_hierarchy_once(monkeypatch: pytest.MonkeyPatch) -> None:
    codes = [f"{code:05d}" for code in range(3000)]
    tree = Hierarchy.from_depths([("0", 0), *((code, 1) for code in codes)])
    entry = VariableEntry("k", "dimension", Texts.same("K"), tuple(map(Category.plain, codes))).with_hierarchy(tree)
    build, built = Hierarchy.from_depths, []

    def counted(entries: Iterable[tuple[str, int]]) -> Hierarchy:
        built.append(1)
        return build(entries)

    monkeypatch.setattr(Hierarchy, "from_depths", counted)
    changed = with_new_codes(entry, ["x"], [(code, f"{code}a") for code in codes], "2020-01-01")
    assert len(built) == 1
    assert len(changed.categories) == 6001
    assert compare_codes(changed, codes, "2020-01-01").new == tuple(codes)
