"""From a file of microdata to an exported draft in the real window: once with the mouse, once by keyboard alone."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

import ckmcore as ckm
from ckmcore.cli import main
from tests.journeys.conftest import Start
from tests.journeys.figures import of_workbook
from tests.journeys.screen import Program
from tests.journeys.steps import MOST_KEYS, decide, menu_by_keys, save, tab_to, wait_message, wait_page

pytestmark = pytest.mark.reference


@pytest.fixture
def census(reference: Path) -> Path:
    return reference / "data" / "census_persons_10k_keys.csv"


def by_command_line(census: Path, saved: Path, folder: Path) -> list[list[int]]:
    """The same table by `ckm table`, with the perturbation table that the saved statistic holds."""
    statistic, _ = ckm.open_statistic(saved)
    in_force = statistic.period.in_force
    assert in_force is not None
    assert in_force.ptable is not None
    ckm.write_ptable(in_force.ptable, folder / "ptable.txt")
    asked = f"table --rows NUTS3 --columns SEX --record-key RKEY --method ckm --boundary {in_force.method.boundary}"
    files = ["--data", str(census), "--ptable", str(folder / "ptable.txt"), "-o", str(folder / "table.csv")]
    assert main([*asked.split(), *files]) == 0
    with (folder / "table.csv").open(encoding="utf-8-sig", newline="") as file:
        lines = [line for line in csv.reader(file) if len(line) == 3 and line[2].isdigit()]
    figures: dict[str, list[int]] = {}
    for code, _, figure in lines:
        figures.setdefault(code, []).append(int(figure))
    # The first variable of the rows shows its total before its categories, the file has it at the end.
    return [figures["Total"], *(line for code, line in figures.items() if code != "Total")]


def take_over(program: Program) -> None:
    """Preview, roles by keyboard, take over: common to both ways."""
    program.widget("take-over")
    program.wait(lambda: program.ask("window")["focus"][2:] == ["PreviewTable"], "the preview has the keyboard")
    tab_to(program, "Rolle von NUTS3")
    assert program.words("Rolle von NUTS3") == "Gliederungsmerkmal"
    tab_to(program, "Rolle von HST")
    program.screen.keys("End")
    program.wait(lambda: program.words("Rolle von HST") == "nicht verwendet", "HST is left out")
    tab_to(program, "Rolle von RKEY")
    assert program.words("Rolle von RKEY") == "Record-Key"
    program.screen.keys("ctrl+Return")
    wait_message(program, "30\N{NO-BREAK SPACE}578 Datensätze aus „census_persons_10k_keys.csv“ wurden übernommen.")
    program.wait(lambda: program.ask("window")["focus"], "the keyboard is somewhere", patience=5)


def design(program: Program) -> None:
    """D, V and js by keyboard; what is in force afterwards is this variant."""
    for name, typed, shown in (("D", "4", "4"), ("V", "2,5", "2,50"), ("js", "1", "1")):
        tab_to(program, f"parameter:{name}")
        program.screen.keys("ctrl+a")
        program.screen.write(typed)
        program.screen.keys("Tab")
        program.wait(lambda name=name, shown=shown: program.words(f"parameter:{name}") == shown, f"{name} = {shown}")
        program.idle()


def check_and_reopen(program: Program, start: Start, census: Path, folder: Path) -> None:
    """Export and save what is on the screen; it is what `ckm table` makes, and stands there again after a restart."""
    shown = program.table()
    program.screen.keys("ctrl+e")
    program.type_path(folder / "draft.xlsx")
    wait_message(program, "Entwurf ausgegeben nach „draft.xlsx“.")
    save(program, folder / "census.ckm")
    program.quit()

    figures = by_command_line(census, folder / "census.ckm", folder)
    above, written, notes = of_workbook(folder / "draft.xlsx")
    assert shown["figures"][0] == figures
    assert written == figures
    assert above[0] == "Anzahl nach NUTS3 und SEX"
    assert any("Cell-Key-Methode" in line for line in notes)
    statistic, _ = ckm.open_statistic(folder / "census.ckm")
    roles = {entry.name: entry.role for entry in statistic.dictionary}
    assert (roles["HST"], roles["HID"], roles["RKEY"]) == ("ignored", "identifier", "record_key")
    ptable = statistic.period.in_force.ptable if statistic.period.in_force else None
    assert ptable is not None
    assert ptable.maximum_deviation == 4

    again = start(str(folder / "census.ckm"))
    reopened = again.table()
    for part in ("zones", "totals", "figures", "row_texts", "column_texts"):
        assert reopened[part] == shown[part]
    again.quit()


def test_with_the_mouse_from_a_file_to_an_exported_draft_and_back(start: Start, census: Path, tmp_path: Path) -> None:
    program = start()
    program.click("door:new")
    program.type_path(census)
    take_over(program)
    program.click("message-remedy")
    wait_page(program, "method")
    design(program)
    program.click("put-in-force")
    program.click("decision:body")
    program.screen.write("Methodik")
    program.click("decision:force")
    wait_message(program, "Das Verfahren ist in Kraft.")
    program.click("rail:tables")
    wait_page(program, "tables")
    program.drag(program.entry("NUTS3"), "shelf:rows")
    program.zones(rows=["NUTS3"])
    program.drag(program.entry("SEX"), "shelf:columns")
    program.zones(rows=["NUTS3"], columns=["SEX"])
    check_and_reopen(program, start, census, tmp_path)


def test_by_keyboard_alone_from_a_file_to_an_exported_draft_and_back(
    start: Start, census: Path, tmp_path: Path
) -> None:
    program = start()
    tab_to(program, "door:new")
    program.screen.keys("Return")
    program.type_path(census)
    take_over(program)
    program.screen.keys("alt+4")
    wait_page(program, "method")
    design(program)
    tab_to(program, "put-in-force")
    program.screen.keys("space")
    decide(program)
    program.screen.keys("alt+1")
    wait_page(program, "tables")
    lay_out_by_keys(program)
    check_and_reopen(program, start, census, tmp_path)


def choose(program: Program, variable: str) -> None:
    """Walk down the list of variables from its top."""
    program.screen.keys("Home")
    for _ in range(MOST_KEYS):
        if program.ask("entry", variable)["current"]:
            return
        program.screen.keys("Down")
    raise AssertionError(f"the arrow keys do not lead to {variable}")


def lay_out_by_keys(program: Program) -> None:
    """F6 to the list, R and C; then the same chips by their own keys and menus, and back."""
    program.screen.keys("F6")
    program.wait(lambda: program.ask("window")["focus"][:1] == ["variables"], "F6 leads to the list")
    choose(program, "NUTS3")
    program.screen.keys("z")
    program.zones(rows=["NUTS3"])
    choose(program, "SEX")
    program.screen.keys("s")
    program.zones(columns=["SEX"])
    choose(program, "EDU")
    program.screen.keys("c")
    program.zones(columns=["SEX", "EDU"])
    program.table()

    program.screen.keys("Tab", "Tab")  # the edge of the list lies between
    program.wait(lambda: program.ask("window")["focus"][:1] == ["chip:rows:NUTS3"], "Tab leads to the first chip")
    program.screen.keys("F6", "Right")
    program.wait(lambda: program.ask("window")["focus"][:1] == ["chip:columns:EDU"], "Right leads to the next chip")
    program.screen.keys("ctrl+Left")
    program.zones(columns=["EDU", "SEX"])
    program.wait(lambda: program.ask("window")["focus"][:1] == ["chip:columns:EDU"], "the chip keeps the keyboard")
    program.screen.keys("Return")
    program.wait(lambda: program.ask("menu"), "the chip's menu is open")
    menu_by_keys(program, "In den Filter", "Verschieben")
    program.wait(lambda: program.ask("window")["kind"] == "CategoryPopup", "the categories can be chosen")
    program.screen.keys("Escape")
    program.zones(columns=["SEX"], filters=["EDU"])
    program.wait(lambda: program.ask("window")["kind"] == "MainWindow", "the categories close")
    program.settle()
    for _ in range(MOST_KEYS):
        focus = program.ask("window")["focus"]
        if focus[:1] == ["chip:filters:EDU"]:
            break
        program.screen.keys("F6")
        program.wait(lambda known=focus: program.ask("window")["focus"] != known, "F6 leads on")
    program.screen.keys("Delete")
    program.zones(columns=["SEX"], filters=[])
