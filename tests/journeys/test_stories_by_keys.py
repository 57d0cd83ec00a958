"""The stories by keys alone in the real window: those that no other journey walks so, and the list of all of them."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

import ckmcore as ckm
from tests.journeys.conftest import Start
from tests.journeys.figures import of_workbook
from tests.journeys.screen import Program
from tests.journeys.steps import (
    export,
    look,
    menu_by_keys,
    tab_to,
    variable_by_keys,
    wait_file,
    wait_page,
    wait_said,
    wait_words,
)
from tests.journeys.stories import BY_KEYS, DAILY, STORIES, walked

HINT = "Ziehen Sie Geschlecht in die Spalten."
PUBLISHED = "Zahlen nach dem Verfahren in Kraft. Veröffentlichung erst nach Freigabe. Summen können abweichen –"
MOST_AREAS = 8


def test_every_story_is_walked_by_keys_alone() -> None:
    assert sorted(STORIES) == [1, 2, 3, 4, 5, 6, 7]  # the eighth is that these go by keys
    for name in BY_KEYS:
        file, _, test = name.partition("::")
        function, _, kind = test.partition("[")
        found = getattr(importlib.import_module(f"tests.journeys.{file.removesuffix('.py')}"), function)
        marks = [mark for mark in getattr(found, "pytestmark", []) if mark.name == "parametrize"]
        assert not kind or kind.rstrip("]") in marks[0].kwargs["ids"], name


def test_every_daily_journey_is_there() -> None:
    for name in DAILY:
        assert callable(walked(name)), name


def sample(start: Start) -> Program:
    """The door of the sample, by keys."""
    program = start()
    assert not program.screen.mouse
    tab_to(program, "door:sample")
    program.screen.keys("Return")
    wait_page(program, "tables")
    program.table()
    return program


def go_to_area(program: Program, name: str) -> None:
    """F6 leads from the list to the shelves and to the table."""
    for _ in range(MOST_AREAS):
        if name in program.ask("window")["focus"][:1]:
            return
        program.screen.keys("F6")
        program.idle()
    raise AssertionError(f"F6 does not lead to {name}")


def put(program: Program, variable: str, key: str) -> None:
    """A variable of the list, or a value, into the table by its key."""
    go_to_area(program, "variables")
    variable_by_keys(program, variable)
    program.screen.keys(key)


def wait_undo(program: Program, name: str) -> None:
    program.wait(lambda: program.table()["undo"] == f"Rückgängig: {name}", f"the last step is {name}")


def test_the_first_minute(start: Start, tmp_path: Path) -> None:
    program = sample(start)
    wait_words(program, "note", HINT)
    put(program, "sex", "s")
    program.zones(columns=["subject", "sex"])
    figures = program.table()["figures"]
    wait_words(program, "note", PUBLISHED)
    tab_to(program, "trial-button")
    program.screen.keys("space")
    program.screen.keys("Down", "Down")  # the arrow keys lead on among the trials
    program.wait(lambda: program.ask("table")["trial"] == ["rounding", 10], "rounding is tried")
    program.screen.keys("Escape")
    assert program.table()["figures"] != figures
    export(program, tmp_path / "first.xlsx")
    assert of_workbook(tmp_path / "first.xlsx")[1] == figures[0]
    program.quit()


def test_a_perturbation_table_is_read_and_compared(start: Start, tmp_path: Path) -> None:
    ckm.write_ptable(ckm.design_ptable(D=3, V=1, js=0), tmp_path / "amt.csv", "tau-argus")
    program = sample(start)
    program.screen.keys("alt+4")
    wait_page(program, "method")
    tab_to(program, "import-ptable")
    program.screen.keys("space")
    program.type_path(tmp_path / "amt.csv")
    program.wait(lambda: program.ask("method")["file"] == "amt.csv", "the table is a variant")
    tab_to(program, "compare")
    program.screen.keys("space")
    program.wait(lambda: len(program.ask("method")["compared"]) > 1, "variants stand side by side")
    look(program, "story-3-compared")
    program.screen.keys("Escape")
    program.quit()


def test_why_a_figure_is_what_it_is(start: Start) -> None:
    program = sample(start)
    go_to_area(program, "table")
    program.screen.keys("Down", "Right")
    tab_to(program, "look-up")
    program.screen.keys("space")
    wait_said(program, "Record-Keys")
    look(program, "story-5")
    program.quit()


def test_all_tables_run_again(start: Start, tmp_path: Path) -> None:
    program = sample(start)
    program.screen.keys("ctrl+shift+e")
    program.wait(lambda: program.ask("texts", "tables-to-run").get("texts"), "the titles are shown")
    program.settle()
    tab_to(program, "run-start")
    program.screen.keys("space")
    report = wait_file(program, tmp_path, "Bericht_*.csv")
    assert "Alle Tabellen wurden geschrieben: 7." in report.read_text("utf-8-sig")


@pytest.mark.thorough
def test_a_yearbook_table(start: Start, tmp_path: Path) -> None:
    program = sample(start)
    program.screen.keys("ctrl+shift+Delete")
    program.zones(rows=[], columns=[])
    put(program, "university", "z")
    put(program, "sex", "s")
    program.zones(rows=["university"], columns=["sex"])
    tab_to(program, "chip:rows:university")
    program.screen.keys("Return")
    menu_by_keys(program, "Ebene Hochschule zeigen", "Ebenen")
    wait_undo(program, "Ebenen von Land ▸ Hochschule wählen")
    before = [texts[0] for texts in program.table()["row_texts"]]

    # Two rows as a group of their own.
    go_to_area(program, "table")
    program.screen.keys("ctrl+Home", "Down")
    program.screen.keys("shift+Down")
    program.screen.keys("g")
    write_words(program, "Norden")
    program.wait(lambda: "Norden" in rows(program), "the group has a line")
    assert len(rows(program)) == len(before) + 1

    # A block of its own below, with the levels of another hierarchy.
    put(program, "degree", "z")
    tab_to(program, "chip:rows:degree")
    program.screen.keys("Return")
    menu_by_keys(program, "Hier beginnt ein eigener Block")
    program.zones(rows=["university", "::block 1", "degree"])

    # Own rows: each line in all and, below, those who study full-time.
    tab_to(program, "add:rows")
    program.screen.keys("space")
    menu_by_keys(program, "Eigene Zeilen: davon, darunter, und zwar ...", "Eigene Zeilen")
    program.wait(lambda: program.ask("widget", "own-rows-apply") != {}, "the editor of own rows is open")
    program.settle()
    tab_to(program, "own-row-condition")
    program.screen.keys("space")
    menu_by_keys(program, "Studienform")
    program.wait(lambda: program.ask("window")["kind"] == "CategoryPopup", "the categories can be chosen")
    program.screen.keys("Down", "space", "Return")
    program.wait(lambda: program.ask("window")["kind"] != "CategoryPopup", "the list closes")
    program.settle()
    look(program, "story-4-own-rows")
    tab_to(program, "own-rows-apply")
    program.screen.keys("space")
    program.wait(lambda: program.ask("window")["kind"] == "MainWindow", "the editor closes")
    program.settle()
    program.wait(lambda: "darunter: Vollzeitstudium" in str(program.table()["row_texts"]), "the own rows stand below")

    # One form of study, shares beside the counts, a title; the last step is taken back and done again.
    put(program, "enrolment", "f")
    program.wait(lambda: program.ask("window")["kind"] == "CategoryPopup", "the categories can be chosen")
    program.screen.keys("Down", "space", "Return")
    program.wait(lambda: len(program.ask("table")["filters"].get("enrolment", [])) > 0, "a form of study is left out")
    program.settle()
    put(program, "share", "Return")
    program.wait(lambda: program.table()["values"] == ["count", "share"], "shares stand beside the counts")
    program.screen.keys("ctrl+shift+h")
    write_words(program, "Studierende im Jahrbuch")
    wait_words(program, "table-title", "Studierende im Jahrbuch")
    program.screen.keys("ctrl+z")
    program.wait(lambda: program.words("table-title") != "Studierende im Jahrbuch", "the title is taken back")
    program.screen.keys("ctrl+y")
    wait_words(program, "table-title", "Studierende im Jahrbuch")
    look(program, "story-4")
    figures = program.table()["figures"]
    export(program, tmp_path / "yearbook.xlsx")
    above, written, _notes = of_workbook(tmp_path / "yearbook.xlsx")
    assert above[0] == "Studierende im Jahrbuch"
    assert [line[0] for line in written] == [line[0] for line in figures[0] if line[0] is not None]
    program.quit()


def rows(program: Program) -> list[str]:
    """What the lines of the first column say."""
    return [texts[0] for texts in program.table()["row_texts"]]


def write_words(program: Program, text: str) -> None:
    """Write into the lines for words that are open, and apply."""
    program.wait(lambda: program.ask("window")["kind"] == "WordsPopup", "the words can be written")
    program.screen.keys("ctrl+a")
    program.screen.write(text)
    program.screen.keys("Return")
    program.wait(lambda: program.ask("window")["kind"] == "MainWindow", "the words are taken")
    program.settle()
