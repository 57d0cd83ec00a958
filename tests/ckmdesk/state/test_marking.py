"""Columns of a fixed-width file marked by hand."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from ckmcore.microdata import Dialect, TextColumn, read_microdata
from ckmdesk.state.marking import Marking, begin_marking, left_out, moved, proposed, renamed, toggled
from tests.kit.examples import examples

LINES = ("84 34100 8", "84 29240 7", "85 29240 7")


def test_columns_are_proposed_where_all_lines_have_blanks() -> None:
    found = begin_marking(LINES)
    assert found.cuts == (3, 9)
    assert found.columns == (TextColumn("V1", 1, 3), TextColumn("V2", 4, 6), TextColumn("V3", 10, 1))


def test_a_cut_is_set_taken_away_and_moved_between_its_neighbours() -> None:
    marking = toggled(toggled(Marking(LINES), 3), 5)
    assert marking.cuts == (3, 5)
    assert toggled(marking, 3).cuts == (5,)
    assert toggled(marking, 0) == toggled(marking, 10) == marking
    assert moved(marking, 3, 99).cuts == (4, 5)
    assert moved(marking, 5, 1).cuts == (3, 4)
    assert moved(marking, 4, 6) == marking


def test_a_name_goes_with_its_cut_and_falls_with_it() -> None:
    marking = renamed(renamed(begin_marking(LINES), 0, " Year "), 3, "Industry")
    assert [column.name for column in marking.columns] == ["Year", "Industry", "V3"]
    assert moved(marking, 3, 2).columns[1] == TextColumn("Industry", 3, 7)
    assert [column.name for column in toggled(marking, 3).columns] == ["Year", "V2"]
    assert [column.name for column in renamed(marking, 0, "V2").columns] == ["V2", "Industry", "V3"]
    assert [column.name for column in left_out(marking, 3, out=True).columns] == ["Year", "V3"]


def test_columns_of_a_dialect_come_back(tmp_path: Path) -> None:
    dialect = Dialect(columns=(TextColumn("a", 1, 2), TextColumn("b", 5, 4)))
    marking = begin_marking(LINES, dialect)
    assert marking.columns == dialect.columns
    (tmp_path / "x.asc").write_text("\n".join(LINES), encoding="utf-8")
    data = read_microdata(tmp_path / "x.asc", ["a", "b"], dialect=marking.dialect())
    assert data.dimensions["b"].codes == ("4100", "9240")


@settings(max_examples=examples(60), deadline=None)
@given(st.lists(st.text("ab ", max_size=12), max_size=6), st.lists(st.integers(-2, 14), max_size=8))
def test_pieces_cover_every_character_once(lines: list[str], places: list[int]) -> None:
    marking = proposed(Marking(tuple(lines)))
    for place in places:
        marking = toggled(marking, place)
    covered = [place for start, end in marking.pieces for place in range(start, end)]
    assert covered == list(range(marking.width))
    names = [column.name for column in marking.columns]
    assert len(names) == len(set(names))
