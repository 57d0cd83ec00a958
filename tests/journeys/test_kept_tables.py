"""Saved tables with a real mouse: dragged into another order and into a folder, renamed by keys, run as a batch."""

from __future__ import annotations

from pathlib import Path

import openpyxl

from tests.journeys.conftest import Start
from tests.journeys.screen import Program, middle
from tests.journeys.steps import look, menu_with_mouse, row, tab_with_mouse, wait_file, wait_page

TREE = "saved-tables"
FIRST = "Studierende nach Land, Studienabschnitt und Fächergruppe"
LAST = "Studierende nach Alter und Fachsemester"


def names(program: Program) -> list[str]:
    return [texts[0] for texts in program.ask("texts", TREE).get("texts", [])]


def drag(program: Program, name: str, onto: str, down: float) -> None:
    """Drag a table onto a line of the tree, `down` of its height (0 to 1) from its top."""
    left, top, _, height = row(program, TREE, onto)["rect"]
    program.screen.drag(middle(row(program, TREE, name)["rect"]), (left + 60, top + round(height * down)))


def test_tables_are_dragged_renamed_by_keys_and_run_with_one_report(start: Start, tmp_path: Path) -> None:
    program = start("--sample")
    wait_page(program, "tables")
    tab_with_mouse(program, "Tabellen")
    program.wait(lambda: names(program)[:1] == [FIRST], "the tables are listed")
    drag(program, LAST, FIRST, 0.1)
    program.wait(lambda: names(program)[:2] == [LAST, FIRST], "the last table stands before the first")

    program.screen.click(row(program, TREE, LAST)["rect"])
    wait_page(program, "tables")
    program.screen.keys("F2")
    program.wait(lambda: "QLineEdit" in program.ask("window")["focus"], "the name is edited")
    program.screen.keys("ctrl+a")
    program.screen.write("Alter")
    program.screen.keys("Return")
    program.wait(lambda: names(program)[0] == "Alter", "the table has another name")

    program.screen.click(row(program, TREE, "Alter")["rect"], button=3)
    menu_with_mouse(program, "Duplizieren")
    program.wait(lambda: names(program)[:2] == ["Alter", "Alter (2)"], "there is a copy")
    program.screen.keys("ctrl+z")
    program.wait(lambda: "Alter (2)" not in names(program), "the copy is taken back")
    look(program, "kept-tables")

    program.screen.keys("ctrl+shift+e")
    program.wait(lambda: program.ask("texts", "tables-to-run").get("texts"), "the titles are shown")
    found = program.ask("texts", "tables-to-run")["texts"]
    assert [texts[0] for texts in found] == names(program)
    assert {texts[2] for texts in found} == {"passt"}
    program.click("run-start")
    report = wait_file(program, tmp_path, "Bericht_*.csv")
    look(program, "kept-tables-run")
    assert "Alle Tabellen wurden geschrieben: 7." in report.read_text("utf-8-sig")
    written = sorted(path.name for path in report.parent.glob("*.xlsx"))
    assert len(written) == 7
    assert (
        openpyxl.load_workbook(report.parent / "Alter_WS_2025_26.xlsx").worksheets[0]["A1"].value
        == "Studierende im WS 2025/26 nach Alter in Jahren und Fachsemester"
    )
