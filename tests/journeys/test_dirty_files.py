"""A CSV file saved out of Excel and a workbook with three code lists become a released table, all in the window."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import openpyxl
import pytest

import ckmcore as ckm
from ckmcore.base.numbers import Language
from ckmcore.messages import sentence
from ckmcore.statistic.releases import releases
from tests.journeys.conftest import Start
from tests.journeys.screen import Program
from tests.journeys.steps import (
    choose,
    decide,
    fill,
    go_to_row,
    go_to_tab,
    lay_out,
    look,
    new_data,
    page_seen,
    press,
    save,
    see_all,
    tab_to,
    take_over,
    wait_file,
    wait_message,
    wait_page,
    wait_said,
)

RECORDS = 400
DISTRICTS = {"01001": "Flensburg", "01002": "Kiel", "05314": "Bonn", "05315": "Köln"}
STATES = {"01": "Schleswig-Holstein", "05": "Nordrhein-Westfalen"}
SEXES = {"1": "männlich", "2": "weiblich"}
FAMILY = {"1": "ledig", "2": "verheiratet", "3": "verwitwet", "4": "geschieden"}
WORDS: dict[Language, dict[str, str]] = {
    "de": {
        "hierarchies": "Hierarchien", "variables": "Merkmale", "file": "Aus Datei ...", "sheet": "Tabellenblatt",
        "take": "Übernehmen", "thousands": "Tausendertrennzeichen", "force": "Das Verfahren ist in Kraft.",
    },
    "en": {
        "hierarchies": "Hierarchies", "variables": "Variables", "file": "From file ...", "sheet": "Sheet",
        "take": "Take over", "thousands": "thousands separator", "force": "The method is in force.",
    },
}  # fmt: skip


@pytest.fixture
def records(tmp_path: Path) -> Path:
    """A title, empty rows, thousands with points, words for what is not stated, a line and a source below."""
    chance = np.random.default_rng(4)
    lines = ["Bevölkerung am 31.12.2025;;;", ";;;", "Kreis;Geschlecht;Familienstand;Einkommen"]
    for number in range(RECORDS):
        income = f"{int(chance.integers(300, 6000)):,}".replace(",", ".")
        codes = [str(chance.choice(list(found))) for found in (DISTRICTS, SEXES, FAMILY)]
        lines.append(";".join([*codes, income]))
        lines += [";;;"] if number % 100 == 50 else []
    lines += ["__________", "Quelle: Melderegister"]
    path = tmp_path / "bevoelkerung.csv"
    path.write_text("\n".join(lines) + "\n", encoding="cp1252")
    return path


@pytest.fixture
def codes(tmp_path: Path) -> Path:
    """Three sheets: districts with their states, sexes, marital states; codes of the last two are numbers."""
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Kreise"
    for row in (["Verzeichnis der Kreise"], ["Kreis", "Kreisname", "Land", "Name"]):
        sheet.append(row)
    for code, label in DISTRICTS.items():
        sheet.append([code, label, code[:2], STATES[code[:2]]])
    for name, labels in (("Geschlecht", SEXES), ("Familienstand", FAMILY)):
        sheet = book.create_sheet(name)
        sheet.append(["Schlüssel", "Bezeichnung"])
        for code, label in labels.items():
            sheet.append([int(code), label])
    path = tmp_path / "schluessel.xlsx"
    book.save(path)
    return path


def read_codes(program: Program, path: Path, sheet: str, words: dict[str, str], *, keys: bool) -> None:
    """Read one sheet of the workbook for what is shown, in the view of tables of codes."""
    press(program, words["file"], keys=keys)
    program.type_path(path, then="CodesDialog")
    if program.words(words["sheet"]) != sheet:
        choose(program, words["sheet"], sheet, keys=keys)
    program.idle()
    look(program, f"dirty-codes-{sheet}")
    press(program, words["take"], keys=keys)
    program.wait(lambda: program.ask("window")["kind"] == "MainWindow", "the view closes")
    program.settle()
    program.idle()


def walk(program: Program, records: Path, codes: Path, folder: Path, language: Language, *, keys: bool) -> None:
    """The whole story, by mouse or by keyboard alone."""
    words = WORDS[language]
    new_data(program, records, keys=keys)
    program.wait(lambda: program.ask("widget", "reading:point:Einkommen"), "the point is asked about")
    look(program, f"dirty-plan-{language}")
    choose(program, "reading:point:Einkommen", words["thousands"], keys=keys)
    take_over(program, keys=keys)
    wait_message(program, sentence("desk_taken_over_no_method", rows=RECORDS, name=records.name).text(language))
    if keys:
        program.screen.keys("alt+3")
    else:
        program.click("rail:data")
    wait_page(program, "data")
    see_all(program, keys=keys)
    go_to_tab(program, words["hierarchies"], keys=keys)
    program.wait(lambda: program.ask("node", "05315"), "the districts are shown")
    read_codes(program, codes, "Kreise", words, keys=keys)
    program.wait(lambda: program.ask("node", "05"), "the states are above them")
    look(program, f"dirty-tree-{language}")
    go_to_tab(program, words["variables"], keys=keys)
    for name in ("Geschlecht", "Familienstand"):
        go_to_row(program, "dictionary", name, keys=keys)
        read_codes(program, codes, name, words, keys=keys)
    look(program, f"dirty-labels-{language}")
    if keys:
        program.screen.keys("alt+4")
    else:
        program.click("rail:method")
    wait_page(program, "method")
    press(program, "put-in-force", keys=keys)
    if not keys:
        program.click("decision:body")
    decide(program, said=words["force"])
    lay_out(program, "Familienstand", "Geschlecht", keys=keys)
    save(program, folder / "bevoelkerung.ckm", sentence("desk_saved", name="bevoelkerung.ckm").text(language))
    release(program, folder, language, keys=keys)
    program.quit()


def release(program: Program, folder: Path, language: Language, *, keys: bool) -> None:
    """Hand the table at hand in, release it, and write its files."""
    program.screen.keys("ctrl+r")
    wait_page(program, "release")
    fill(program, "submit:recipient", "Presse", keys=keys)
    tab_to(program, "submit:person", "shift+Tab")
    program.screen.keys("ctrl+a")
    program.screen.write("Anna Amsel")
    fill(program, "submit:purpose", "Jahrbuch", keys=keys)
    press(program, "submit:submit", keys=True)  # it may lie below the screen
    wait_said(program, sentence("desk_submitted", number=1).text(language))
    fill(program, "release:person", "Bert Buche", keys=keys)
    page_seen(program)
    press(program, "release:release", keys=True)
    wait_message(program, sentence("desk_released", number=1).text(language))
    out = folder / "ausgabe"
    out.mkdir()
    press(program, "release:write", keys=True)
    program.type_path(out)
    wait_file(program, out, "*.xlsx")
    look(program, f"dirty-released-{language}")


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("by", ["mouse", "keys"])
def test_a_dirty_file_and_three_code_lists_become_a_released_table(
    start: Start, records: Path, codes: Path, tmp_path: Path, by: str, language: Language
) -> None:
    walk(start(language=language), records, codes, tmp_path, language, keys=by == "keys")
    statistic, _ = ckm.open_statistic(tmp_path / "bevoelkerung.ckm")
    (released,) = releases(statistic.register)
    assert released.was_released
    entries = {entry.name: entry for entry in statistic.dictionary}
    assert {one.code: one.label.de for one in entries["Geschlecht"].categories} == SEXES
    assert {one.code: one.label.de for one in entries["Familienstand"].categories} == FAMILY
    assert {one.code: one.label.de for one in entries["Kreis"].categories} == DISTRICTS
    assert {code: label.de for code, label in entries["Kreis"].node_labels} == STATES
    cells = [
        cell.value
        for sheet in openpyxl.load_workbook(next((tmp_path / "ausgabe").rglob("*.xlsx"))).worksheets
        for row in sheet.iter_rows()
        for cell in row
    ]
    assert {*SEXES.values(), *FAMILY.values()} <= set(cells)
