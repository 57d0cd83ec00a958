"""The stories with as few gestures as they take: a click, double click, drag, key or chord, or a text counts as one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import openpyxl
import pytest

from tests.journeys.conftest import Start
from tests.journeys.screen import Program, middle
from tests.journeys.steps import look, menu_with_mouse, wait_file, wait_words

WORDS: dict[str, dict[str, str]] = {
    "de": {
        "title": "Studierende im Jahrbuch",
        "heading": "nach Land",
        "level": "Studienabschnitt",
        "below": "Abschluss",
        "sex": "Geschlecht",
        "block": "Land",
        "menu": "Tabelle",
        "new": "Neue Tabelle",
        "title_entry": "Titel der Tabelle ...",
        "percent": "Anteil in % an der Zeile",
        "sorted": "absteigend sortiert",
    },
    "en": {
        "title": "Students in the yearbook",
        "heading": "by Land",
        "level": "Stage",
        "below": "Degree",
        "sex": "Sex",
        "block": "Land",
        "menu": "Table",
        "new": "New table",
        "title_entry": "Title of the table ...",
        "percent": "Percent of the row",
        "sorted": "sorted descending",
    },
}
# Longer than a double click may take.
APART = "0.7"
MOST = 20
IN_ENGLISH = pytest.mark.thorough
LANGUAGES = [pytest.param("de", id="German"), pytest.param("en", id="English", marks=IN_ENGLISH)]
HANDS = [pytest.param(False, id="mouse"), pytest.param(True, id="keys")]


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


def check(shown: dict[str, Any], lines: list[list[Any]], words: dict[str, str]) -> None:
    """The workbook holds the title, the blocks with their heading, and the figures of the screen; each block is
    sorted by what stands first."""
    assert lines[0][0] == words["title"]
    texts = [row[-1] for row in shown["row_texts"]]
    first = next(place for place, line in enumerate(lines) if line[0] == texts[0])
    body = lines[first : first + len(texts)]
    assert [line[0] for line in body] == texts
    counts, shares = shown["figures"]
    for line, text, figures, tenths in zip(body, texts, counts, shares, strict=True):
        if text == words["heading"]:
            assert set(line[1:]) == {None}
        else:
            assert line[1::2] == figures
            assert [round(10 * share) for share in line[2::2]] == tenths
    assert texts.count(words["heading"]) == 1
    below = [line[1] for line in body[texts.index(words["heading"]) + 1 :]]
    assert len(below) == 16
    assert below == sorted(below, reverse=True)


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
    assert program.screen.gestures <= MOST
    check(shown, read_workbook(written), words)
    program.quit()
