"""Story 1 in the real window: the sample, a mouse drag, figures that may be published, a trial, a draft in Excel."""

from __future__ import annotations

from pathlib import Path

import pytest

import ckmcore as ckm
from ckmcore.sample import sample_microdata
from ckmcore.statistic.sample import sample_statistic
from tests.journeys.conftest import Start
from tests.journeys.figures import Cells, of_workbook, on_screen, protected
from tests.journeys.screen import Program

HINT = "Ziehen Sie Geschlecht in die Spalten."
PUBLISHED = "Zahlen nach dem Verfahren in Kraft. Veröffentlichung erst nach Freigabe. Summen können abweichen –"
FIRST = {"rows": ["university", "degree"], "columns": ["subject"]}


def expected(rows: list[ckm.Level], columns: list[ckm.Level], method: ckm.Rounding | None = None) -> Cells:
    """A table of the sample under the method in force, or another one."""
    in_force = sample_statistic("de").period.in_force
    assert in_force is not None
    return protected(sample_microdata("2025"), ckm.TableSpec(rows=rows, columns=columns), method or in_force.method)


def wait_words(program: Program, name: str, wanted: str) -> None:
    program.wait(lambda: program.words(name) == wanted, f"{name} says “{wanted}”")


LAND = ckm.Level("university", depths=(0,), total="before")
DEGREE, SUBJECT, SEX = ckm.Level("degree", depths=(0,)), ckm.Level("subject", depths=(0,)), ckm.Level("sex")


def test_the_first_minute_from_the_finished_table_to_a_draft_in_excel(start: Start, tmp_path: Path) -> None:
    program = start("--sample")
    assert on_screen(program.table()) == expected([LAND, DEGREE], [SUBJECT])
    assert program.ask("table")["zones"] == FIRST | {"layers": [], "filters": [], "values": ["0"]}
    wait_words(program, "note", HINT)

    program.drag(program.entry("sex"), "shelf:columns")
    program.zones(columns=["subject", "sex"])
    figures = program.table()
    assert on_screen(figures) == expected([LAND, DEGREE], [SUBJECT, SEX])
    wait_words(program, "note", PUBLISHED)
    assert program.ask("widget", "band") == {}

    program.click("trial-button")
    program.click("trial:rounding")
    program.wait(lambda: program.ask("table")["trial"] == ["rounding", 10], "rounding is tried")
    program.screen.keys("Escape")
    rounded = program.table()
    assert on_screen(rounded) == expected([LAND, DEGREE], [SUBJECT, SEX], ckm.Rounding(10))
    assert all(figure % 10 == 0 for line in rounded["figures"][0] for figure in line)
    assert rounded["figures"] != figures["figures"]
    told = "vertraulich: Probe: nicht das Verfahren in Kraft, nicht zu veröffentlichen. "
    assert program.words("band").startswith(told)
    assert program.words("note") == ""  # the band stands in its place

    path = tmp_path / "first.xlsx"
    program.screen.keys("ctrl+e")
    program.type_path(path)
    program.wait(lambda: program.ask("window")["message"] == "Entwurf ausgegeben nach „first.xlsx“.", "it is written")
    above, written, notes = of_workbook(path)
    assert written == figures["figures"][0]
    assert above[0] == "Studierende im WS 2025/26 nach Land, Studienabschnitt, Fächergruppe und Geschlecht"
    assert any("Entwurf" in line for line in above)
    assert any("Cell-Key-Methode" in line for line in notes)
    assert any(line.startswith("Quelle: Synthetische Daten") for line in notes)
    program.quit()


@pytest.fixture
def sample(start: Start) -> Program:
    program = start("--sample")
    program.table()
    return program


def test_chips_are_dragged_between_and_within_shelves_and_out_and_every_step_is_undone_by_name(sample: Program) -> None:
    first = on_screen(sample.table())
    steps = [FIRST]

    def now(**zones: list[str]) -> None:
        sample.zones(**zones)
        steps.append(steps[-1] | zones)

    sample.drag(sample.entry("sex"), "shelf:columns")
    now(columns=["subject", "sex"])
    sample.drag(sample.widget("chip:columns:sex")["rect"], "shelf:columns", before="subject")
    now(columns=["sex", "subject"])
    sample.drag(sample.widget("chip:columns:sex")["rect"], "shelf:rows")
    now(rows=["university", "degree", "sex"], columns=["subject"])
    last = on_screen(sample.table())
    assert last == expected([LAND, DEGREE, SEX], [SUBJECT])
    sample.drag(sample.widget("chip:rows:degree")["rect"], "variables")
    now(rows=["university", "sex"])
    assert on_screen(sample.table()) == expected([LAND, SEX], [SUBJECT])

    names = [
        "Geschlecht in die Spalten",
        "Geschlecht in die Spalten",
        "Geschlecht in die Zeilen",
        "Studienabschnitt entfernen",
    ]
    for step in (3, 2, 1, 0):
        assert sample.table()["undo"] == "Rückgängig: " + names[step]
        sample.screen.keys("ctrl+z")
        sample.zones(**steps[step])
        assert sample.table()["redo"] == "Wiederholen: " + names[step]
    assert on_screen(sample.table()) == first
    assert sample.ask("table")["undo"] == "Rückgängig"
    for step in (0, 1, 2):
        sample.screen.keys("ctrl+y")
        sample.zones(**steps[step + 1])
    assert on_screen(sample.table()) == last
    sample.screen.keys("alt+b")
    sample.wait(lambda: sample.ask("menu"), "the menu Bearbeiten is open")
    assert sample.ask("menu")["entries"][:2] == ["Rückgängig: " + names[2], "Wiederholen: " + names[3]]
    sample.screen.keys("Escape", "Escape")
    sample.wait(lambda: not sample.ask("menu"), "the menu closes")
    sample.quit()


def test_a_filter_by_drag_a_double_click_and_a_context_menu_do_the_same_as_the_drag(sample: Program) -> None:
    sample.drag(sample.entry("enrolment"), "shelf:filters")
    sample.zones(filters=["enrolment"])
    sample.wait(lambda: sample.ask("window")["kind"] == "CategoryPopup", "the categories can be chosen")
    sample.screen.keys("Down", "space", "Down", "space", "Return")
    sample.wait(lambda: len(sample.ask("table")["filters"]["enrolment"]) == 1, "one form of study is left")
    sample.settle()
    in_force = sample_statistic("de").period.in_force
    assert in_force is not None
    condition = ckm.Condition("enrolment", tuple(sample.ask("table")["filters"]["enrolment"]))
    spec = ckm.TableSpec(rows=[LAND, DEGREE], columns=[SUBJECT], filters=[condition])
    table = sample.table()
    assert on_screen(table) == protected(sample_microdata("2025"), spec, in_force.method)
    assert table["row_texts"][2] == ["Zusammen (Auswahl)", "Zusammen (Auswahl)"]

    sample.screen.click(sample.entry("sex"), times=2)
    sample.zones(rows=["university", "degree", "sex"])
    sample.screen.click(sample.entry("degree"), button=3)
    sample.wait(lambda: sample.ask("menu"), "the menu of the list is open")
    menu = sample.ask("menu")
    sample.screen.click(menu["rects"][menu["entries"].index("In die Spalten")])
    sample.zones(rows=["university", "sex"], columns=["subject", "degree"])
    sample.settle()
    sample.click("chip:columns:degree")
    sample.screen.keys("Delete")
    sample.zones(columns=["subject"])
    sample.quit()
