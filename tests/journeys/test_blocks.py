"""Stacked blocks by a real mouse: a drop on the plus of a shelf, and the same by keys alone."""

from __future__ import annotations

from tests.journeys.conftest import Start
from tests.journeys.screen import middle
from tests.journeys.steps import menu_by_keys


def test_a_variable_dropped_on_the_plus_begins_a_block_of_its_own_and_keys_nest_it_again(start: Start) -> None:
    program = start("--sample")
    before = program.table()
    x, y, width, height = program.entry("sex")
    program.screen.drag((x + min(40, width // 2), y + height // 2), middle(program.widget("add:rows")["rect"]))
    program.zones(rows=["university", "degree", "::block 1", "sex"])
    stacked = program.table()
    lines = len(before["row_texts"])
    assert stacked["row_texts"][:lines] == before["row_texts"]
    assert stacked["figures"][0][:lines] == before["figures"][0]
    # The block has a heading, and its total is that of the first, where it stands.
    assert [row[0] for row in stacked["row_texts"][lines:]] == ["nach Geschlecht", "männlich", "weiblich", "divers"]
    assert program.ask("table")["undo"] == "Rückgängig: Block mit Geschlecht"

    # The number of the block is its handle.
    x, y, _width, height = program.widget("chip:rows:::block 1")["rect"]
    left = program.widget("shelf:rows")["rect"][0]
    program.screen.drag((x + 16, y + height // 2), (left + 8, y + height // 2))
    program.zones(rows=["sex", "::block 1", "university", "degree"])
    program.screen.keys("ctrl+z")
    program.zones(rows=["university", "degree", "::block 1", "sex"])

    program.screen.keys("ctrl+z")
    program.zones(rows=["university", "degree"])
    assert program.table()["figures"] == before["figures"]
    program.quit()


def test_own_rows_are_reached_from_the_plus_by_mouse(start: Start) -> None:
    program = start("--sample")
    program.table()
    program.click("add:rows")
    menu_by_keys(program, "Eigene Zeilen: davon, darunter, und zwar ...", "Eigene Zeilen")
    program.wait(lambda: program.ask("widget", "own-rows-apply") != {}, "the editor of own rows is open")
    program.settle()
    program.screen.keys("Escape")
    program.wait(lambda: program.ask("widget", "own-rows-apply") == {}, "the editor is closed")
    program.quit()
