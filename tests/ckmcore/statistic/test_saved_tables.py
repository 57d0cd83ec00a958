"""The list of saved tables: folders, order, names; titles that move with the period."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.base.texts import Texts
from ckmcore.statistic.model import SavedTable
from ckmcore.statistic.period import Period
from ckmcore.statistic.tables import (
    chosen_tables,
    duplicated,
    folders,
    free_name,
    in_order,
    moved,
    renamed,
    renamed_folder,
    stepped,
    stepped_folder,
)
from ckmcore.statistic.titles import moved_title
from tests.kit.fails import fails

YEARS = tuple(Texts.same(year) for year in ("2024", "2025", "2026"))


def kept(*names: str) -> ckm.Statistic:
    """Tables, each written `folder/name` or `name`."""
    tables = []
    for text in names:
        folder, _, name = text.rpartition("/")
        tables.append(SavedTable(name, ckm.TableSpec(rows=[name]), "", folder))
    return ckm.Statistic(Texts.same("S"), tables=tuple(tables))


def shown(statistic: ckm.Statistic) -> list[str]:
    return [f"{table.folder}/{table.name}".removeprefix("/") for table in in_order(statistic.tables)]


def test_folders_stand_first_in_the_order_of_their_first_tables() -> None:
    made = kept("a", "2/b", "1/c", "2/d")
    assert folders(made.tables) == ("2", "1")
    assert shown(made) == ["2/b", "2/d", "1/c", "a"]


def test_a_table_is_renamed_in_its_place_and_no_name_is_there_twice() -> None:
    made = kept("a", "1/b")
    assert shown(renamed(made, "b", "c")) == ["1/c", "a"]
    assert renamed(made, "b", "b") == made
    with fails("table_name_taken", match="“a”"):
        renamed(made, "b", "a")
    with fails("table_unknown", match="Its tables: a, b"):
        renamed(made, "x", "y")


def test_a_copy_stands_behind_the_table_in_its_folder_under_a_free_name() -> None:
    made, name = duplicated(kept("1/a", "1/b"), "a")
    assert (name, shown(made)) == ("a (2)", ["1/a", "1/a (2)", "1/b"])
    again, name = duplicated(made, "a")
    assert (name, shown(again)) == ("a (3)", ["1/a", "1/a (3)", "1/a (2)", "1/b"])
    assert free_name("z", {"a"}) == "z"


def test_tables_move_within_and_between_folders() -> None:
    made = kept("1/a", "1/b", "2/c", "d")
    assert shown(moved(made, "d", "1", "b")) == ["1/a", "1/d", "1/b", "2/c"]
    assert shown(moved(made, "a", "")) == ["1/b", "2/c", "d", "a"]
    assert shown(moved(made, "a", "3")) == ["1/b", "2/c", "3/a", "d"]
    assert moved(made, "a", "1", "a") == made


def test_a_step_up_or_down_passes_one_table_of_the_folder_and_stops_at_its_ends() -> None:
    made = kept("1/a", "2/x", "1/b", "1/c")
    assert shown(stepped(made, "c", -1)) == ["1/a", "1/c", "1/b", "2/x"]
    assert shown(stepped(made, "a", 1)) == ["1/b", "1/a", "1/c", "2/x"]
    assert stepped(made, "a", -1) == made
    assert stepped(made, "c", 1) == made


def test_tables_are_chosen_by_name_and_by_folder_each_once() -> None:
    made = kept("1/a", "2/b", "1/c", "d")
    assert [table.name for table in chosen_tables(made, ["d", "1/", "a"])] == ["d", "a", "c"]
    assert chosen_tables(made, []) == in_order(made.tables)
    for unknown in ("3/", "1", "/"):
        with fails("table_unknown", match=unknown):
            chosen_tables(made, [unknown])


def test_folders_are_ordered_renamed_and_taken_away_without_their_tables() -> None:
    made = kept("1/a", "2/b", "c", "2/d")
    assert shown(stepped_folder(made, "2", -1)) == ["2/b", "2/d", "1/a", "c"]
    assert stepped_folder(made, "1", -1) == made
    assert shown(renamed_folder(made, "2", "1")) == ["1/a", "1/b", "1/d", "c"]
    assert shown(renamed_folder(made, "2", "")) == ["1/a", "b", "c", "d"]


names = st.lists(
    st.tuples(st.sampled_from(["", "1", "2"]), st.sampled_from("abcdef")), unique_by=lambda pair: pair[1], min_size=1
)


@given(names, st.data())
def test_whatever_is_moved_no_table_is_lost_and_a_step_back_undoes_a_step(
    listed: list[tuple[str, str]], data: st.DataObject
) -> None:
    made = kept(*(f"{folder}/{name}".removeprefix("/") for folder, name in listed))
    name = data.draw(st.sampled_from([name for _, name in listed]))
    target = data.draw(st.sampled_from(["", "1", "3"]))
    before = data.draw(st.sampled_from(["", *(name for _, name in listed)]))
    after = moved(made, name, target, before)
    assert sorted(table.name for table in after.tables) == sorted(table.name for table in made.tables)
    by = data.draw(st.sampled_from([-1, 1]))
    step = stepped(made, name, by)
    if shown(step) != shown(made):
        assert shown(stepped(step, name, -by)) == shown(made)


@pytest.mark.parametrize(
    ("title", "place", "wanted"),
    [
        ("Students, 2025", 2, "Students, 2026"),
        ("2025: Students of 2025", 0, "2024: Students of 2024"),
        ("Students, 2026", 2, "Students, 2026"),
        ("2025 against 2024", 2, "2025 against 2024"),
        ("WS 2025/26", 2, "WS 2025/26"),
        ("Area 12025", 2, "Area 12025"),
        ("Students", 1, "Students"),
        ("", 1, ""),
    ],
)
def test_a_title_that_names_one_other_period_names_the_current_one(title: str, place: int, wanted: str) -> None:
    assert moved_title(Texts.same(title), YEARS, place) == Texts.same(wanted)


def test_a_title_moves_in_each_language_by_the_labels_of_that_language() -> None:
    periods = (Texts("Winter 2024/25", "WS 2024/25"), Texts("Winter 2025/26", "WS 2025/26"))
    title = Texts("Students, Winter 2024/25", "Studierende, WS 2024/25")
    assert moved_title(title, periods, 1) == Texts("Students, Winter 2025/26", "Studierende, WS 2025/26")


def test_a_draft_bears_the_title_of_its_period() -> None:
    data = ckm.Microdata.from_pandas(pd.DataFrame({"a": ["x", "y"]}), ["a"])
    periods = tuple(Period(label) for label in YEARS)
    made = replace(kept(), periods=periods, current=2).put_in_force(ckm.Rounding(10))
    spec = ckm.TableSpec(rows=["a"], title=Texts.same("People, 2025"))
    assert made.draft(spec, data).title == Texts.same("People, 2026")
    assert made.draft(spec, data).table.spec == spec
