"""The stories with as few gestures as they take: a click, double click, drag, key or chord, or a text counts as one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import openpyxl
import pytest

from ckmcore.base.files import file_stem
from ckmcore.statistic.file import open_statistic, save_statistic
from ckmcore.statistic.releases import releases
from ckmcore.statistic.sample import sample_statistic
from tests.journeys.conftest import Start
from tests.journeys.figures import of_workbook
from tests.journeys.screen import Program, middle
from tests.journeys.steps import (
    look,
    menu_with_mouse,
    page_seen,
    tab_to,
    wait_file,
    wait_message,
    wait_page,
    wait_words,
)

WORDS: dict[str, dict[str, str]] = {
    "de": {
        "title": "Studierende im Jahrbuch",
        "level": "Studienabschnitt",
        "below": "Abschluss",
        "sex": "Geschlecht",
        "block": "Land",
        "menu": "Tabelle",
        "new": "Neue Tabelle",
        "title_entry": "Titel der Tabelle ...",
        "percent": "Anteil in % an der Zeile",
        "sorted": "absteigend sortiert",
        "before": "Voriger Berichtszeitraum (Alt+Pfeil links)",
        "file": "Datei",
        "run": "Tabellen ausführen ...",
        "all": "Alle Tabellen wurden geschrieben: 7.",
        "submitted": "Nr. 1 eingereicht.",
        "released": "Nr. 1 ist freigegeben.",
        "final": "Endgültige Dateien von Nr. 1",
        "saved": "Gespeichert als",
    },
    "en": {
        "title": "Students in the yearbook",
        "level": "Stage",
        "below": "Degree",
        "sex": "Sex",
        "block": "Land",
        "menu": "Table",
        "new": "New table",
        "title_entry": "Title of the table ...",
        "percent": "Percent of the row",
        "sorted": "sorted descending",
        "before": "Previous reporting period (Alt+Left)",
        "file": "File",
        "run": "Run tables ...",
        "all": "All tables were written: 7.",
        "submitted": "No. 1 submitted.",
        "released": "No. 1 is released.",
        "final": "Final files of no. 1",
        "saved": "Saved as",
    },
}
# Longer than a double click may take.
APART = "0.7"
IN_ENGLISH = pytest.mark.thorough
LANGUAGES = [pytest.param("de", id="German"), pytest.param("en", id="English", marks=IN_ENGLISH)]
HANDS = [pytest.param(False, id="mouse"), pytest.param(True, id="keys")]
KEYS_FIRST = [pytest.param(False, id="mouse", marks=pytest.mark.thorough), pytest.param(True, id="keys")]


def begin(start: Start, language: str, *, keys: bool) -> Program:
    """The sample in its window; from here on each gesture counts."""
    program = start("--sample", language=language)
    program.table()
    program.screen.mouse = not keys
    program.screen.gestures = 0
    return program


def by_keys(program: Program, words: dict[str, str]) -> None:
    """The table of the yearbook: what is searched goes into the table by Enter."""
    keys, write = program.screen.keys, program.screen.write

    def put(text: str, key: str = "Return", **zones: list[str]) -> None:
        write(text)
        program.wait(lambda: program.ask("written")["text"] == text, f"{text} is searched")
        keys(key)
        program.zones(**zones)

    keys("ctrl+shift+n")
    program.zones(rows=[], columns=[])
    program.wait(lambda: program.ask("window")["focus"][:1] == ["variables"], "the list has the keyboard")
    keys("shift+Tab")
    program.wait(lambda: program.ask("written")["text"] == "", "it can be searched")
    put(words["level"], rows=["degree"])
    put(words["sex"], rows=["degree"], columns=["sex"])
    put(words["below"], rows=["degree"])
    put(words["block"], "shift+Return", rows=["degree", "::block 1", "university"])
    keys("shift+F6")
    program.wait(lambda: program.ask("window")["focus"][:1] == ["table"], "the table has the keyboard")
    keys("percent")
    program.wait(lambda: program.table()["values"] == ["count", "share"], "percent stand beside the counts")
    keys("o")


def by_mouse(program: Program, words: dict[str, str]) -> None:
    """The same with the mouse: drags, and one click for percent."""
    screen = program.screen
    take(program, words["menu"], words["new"])
    program.zones(rows=[], columns=[])
    drag_entry(program, "degree", 0, "shelf:rows")
    program.zones(rows=["degree"])
    drag_entry(program, "sex", -1, "shelf:columns")
    program.zones(rows=["degree"], columns=["sex"])
    drag_entry(program, "degree", 1, "shelf:rows")
    program.wait(lambda: len(program.table()["row_texts"]) > 6, "its degrees stand below each stage")
    drag_entry(program, "university", 0, "add:rows")
    program.zones(rows=["degree", "::block 1", "university"])
    program.table()
    screen.click(program.widget("chip:values:0")["rect"], button=3)
    menu_with_mouse(program, words["percent"])
    program.wait(lambda: program.table()["values"] == ["count", "share"], "percent stand beside the counts")
    first = program.ask("heading", "columns", 0)["rect"]
    screen.click(first)
    program.wait(lambda: program.ask("heading", "columns", 0)["chosen"], "the column is chosen")
    screen.xdotool("sleep", APART)
    screen.click(first)


def take(program: Program, menu: str, entry: str) -> None:
    """An entry of the menu bar: two clicks."""
    program.screen.click(program.ask("bar_entry", menu)["rect"])
    menu_with_mouse(program, entry)


def drag_entry(program: Program, variable: str, depth: int, target: str) -> None:
    """A variable, or a level of it, from the list onto a shelf or its plus."""
    program.wait(lambda: program.ask("entry", variable, depth), f"{variable} stands in the list")
    left, top, width, height = program.ask("entry", variable, depth)["rect"]
    x, y = middle(program.widget(target)["rect"])
    program.screen.drag((left + min(40, width // 2), top + height // 2), (x, y))


def read_workbook(path: Path) -> list[list[Any]]:
    book = openpyxl.load_workbook(path)
    lines = [list(line) for line in book.worksheets[0].iter_rows(values_only=True)]
    book.close()
    return lines


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("keys", HANDS)
def test_a_yearbook_table_takes_at_most_20_gestures(start: Start, tmp_path: Path, keys: bool, language: str) -> None:
    words = WORDS[language]
    program = begin(start, language, keys=keys)
    (by_keys if keys else by_mouse)(program, words)
    program.wait(lambda: words["sorted"] in program.ask("heading", "columns", 0)["spoken"], "it is sorted")
    if keys:
        program.screen.keys("ctrl+shift+h")
    else:
        take(program, words["menu"], words["title_entry"])
    program.wait(lambda: program.ask("window")["kind"] == "WordsPopup", "the title can be written")
    program.settle()
    program.screen.write(words["title"])
    program.screen.keys("Return")
    wait_words(program, "table-title", words["title"])
    program.settle()
    shown = program.table()
    look(program, f"yearbook-{language}")
    if keys:
        program.screen.keys("ctrl+e")
    else:
        program.click("export")
    program.wait(lambda: program.ask("window")["kind"] == "QFileDialog", "a file dialog is open")
    program.settle()
    program.screen.keys("Return")
    written = wait_file(program, tmp_path, "*.xlsx")
    assert program.screen.gestures <= 20
    program.quit()
    lines = [line for line in read_workbook(written) if any(line)]
    assert lines[0][0] == words["title"]
    assert file_stem(words["title"]) == written.stem

    def is_heading(text: str) -> bool:
        return text.casefold().endswith(f" {words['block'].casefold()}")

    # Row by row what the screen showed, each block under its heading.
    stub = [texts[0] for texts in shown["row_texts"]]
    at = next(place for place, line in enumerate(lines) if line[0] == stub[0])
    assert [line[0] for line in lines[at : at + len(stub)]] == stub
    assert sum(is_heading(text) for text in stub) == 1, stub
    counts, shares = shown["figures"]
    compared = 0
    for line, count, share in zip(lines[at : at + len(stub)], counts, shares, strict=True):
        if is_heading(line[0]):
            continue
        compared += 1
        assert line[1::2] == count
        assert line[2::2] == pytest.approx([tenths / 10 for tenths in share])
        assert line[2::2] == pytest.approx([100 * one / count[-1] for one in count], abs=0.051)
    assert compared == len(stub) - 1


def accept(program: Program) -> None:
    """The file or folder that a dialog proposes."""
    program.wait(lambda: program.ask("window")["kind"] == "QFileDialog", "a file dialog is open")
    program.settle()
    program.screen.keys("Return")
    program.wait(lambda: program.ask("window")["kind"] == "MainWindow", "the file dialog closes")
    program.settle()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("keys", KEYS_FIRST)
def test_the_first_minute_takes_at_most_5_gestures(start: Start, tmp_path: Path, keys: bool, language: str) -> None:
    program = start(language=language)
    screen = program.screen
    screen.mouse, screen.gestures = not keys, 0
    if keys:
        screen.keys("ctrl+shift+b")
    else:
        program.click("door:sample")
    wait_page(program, "tables")
    program.table()
    if keys:
        screen.keys("F6", "s")  # the list begins at what the sample asks for
    else:
        drag_entry(program, "sex", -1, "shelf:columns")
    program.zones(columns=["subject", "sex"])
    figures = program.table()["figures"]
    if keys:
        screen.keys("ctrl+e")
    else:
        program.click("export")
    accept(program)
    written = wait_file(program, tmp_path, "*.xlsx")
    assert screen.gestures <= 5
    program.quit()
    assert of_workbook(written)[1] == figures[0]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("keys", KEYS_FIRST)
def test_tables_of_another_period_take_at_most_4_gestures(
    start: Start, tmp_path: Path, keys: bool, language: str
) -> None:
    words = WORDS[language]
    program = begin(start, language, keys=keys)
    if keys:
        program.screen.keys("alt+Left")
    else:
        program.click(words["before"])
    wait_words(program, "period", "WS 2024/25")
    program.table()
    if keys:
        program.screen.keys("ctrl+shift+e")
    else:
        take(program, words["file"], words["run"])
    program.wait(lambda: program.ask("widget", "run-start").get("enabled"), "the titles are shown")
    program.settle()
    look(program, "few-run")
    if keys:
        program.screen.keys("Return")
    else:
        program.click("run-start")
    report = wait_file(program, tmp_path, "*_WS_2024_25.csv")
    assert program.screen.gestures <= 4
    assert words["all"] in report.read_text("utf-8-sig")
    program.screen.keys("Escape")
    program.wait(lambda: program.ask("window")["kind"] == "MainWindow", "the window of the run closes")
    program.quit()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("keys", KEYS_FIRST)
def test_a_release_takes_at_most_12_gestures(start: Start, tmp_path: Path, keys: bool, language: str) -> None:
    path, words = tmp_path / "statistik.ckm", WORDS[language]
    save_statistic(sample_statistic("de" if language == "de" else "en"), path)
    program = start(str(path), language=language)
    screen = program.screen
    wait_page(program, "tables")
    program.table()
    screen.mouse, screen.gestures = not keys, 0

    def press(name: str) -> None:
        if keys:
            tab_to(program, name)
            screen.keys("space")
        else:
            program.click(name)

    screen.keys("ctrl+r")
    wait_page(program, "release")
    program.wait(lambda: program.ask("window")["focus"][:1] == ["submit:recipient"], "the form is open")
    screen.write("Presse")
    program.wait(lambda: program.ask("widget", "submit:submit")["enabled"], "the table is computed")
    if keys:
        screen.keys("ctrl+Return")
    else:
        program.click("submit:submit")
    wait_message(program, words["submitted"])

    if keys:
        screen.keys("Return")
        program.wait(lambda: program.ask("window")["focus"][:1] == ["release:page"], "the page has the keyboard")
    page_seen(program)
    look(program, "few-figures")
    if keys:
        screen.keys("Return")
        program.wait(lambda: program.ask("window")["focus"][:1] == ["release:release"], "the decision has the keyboard")
    press("release:release")  # who releases stands there: the person at this computer
    wait_message(program, words["released"])

    press("release:write")
    accept(program)
    wait_message(program, words["final"])
    look(program, "few-release")

    assert screen.gestures <= 12
    screen.keys("ctrl+s")
    wait_message(program, words["saved"])
    program.quit()
    (release,) = releases(open_statistic(path)[0].register)
    assert (release.submission.request.recipient, release.state) == ("Presse", "released")
    assert all((tmp_path / one.name).exists() for one in release.files)
