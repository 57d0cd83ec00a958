"""Journeys by keys as somebody hears them who sees nothing. CKM_TRANSCRIPTS=write writes what is spoken now."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytest.importorskip("jeepney", reason="the client of the accessibility bus is in the environment that dev.py makes")

from tests.journeys.conftest import Start
from tests.journeys.ear import Buses, Ear
from tests.journeys.screen import Screen
from tests.journeys.steps import menu_by_keys, tab_to, wait_message, wait_page, wait_words
from tests.journeys.stories import STORIES, walked
from tests.journeys.telling import HeardProgram, Telling, steady

KEPT = Path(__file__).with_name("transcripts")


@pytest.fixture
def told(screen: Screen, buses: Buses, cache: Path, tmp_path: Path) -> Iterator[Callable[..., None]]:
    """Walks a story and compares what was spoken with its transcript."""
    running: list[HeardProgram] = []
    ear = Ear(buses)

    def tell(name: str, story: Callable[[Start], None], language: str = "de") -> None:
        telling = Telling(screen, language)
        screen.mouse = False

        def begin(*arguments: str, language: str = language) -> HeardProgram:
            program = HeardProgram(telling, buses, ear, tmp_path / "home", cache, *arguments, language=language)
            running.append(program)
            return program

        story(begin)
        text, file = steady(telling.lines, tmp_path), KEPT / f"{name}.txt"
        if os.environ.get("CKM_TRANSCRIPTS") == "write":
            file.parent.mkdir(exist_ok=True)
            file.write_text(text, encoding="utf-8")
        assert text == file.read_text(encoding="utf-8")

    yield tell
    ear.close()
    assert "".join(program.close() for program in running) == ""


@pytest.mark.thorough
def test_the_first_minute_as_it_is_heard(told: Callable[..., None], tmp_path: Path) -> None:
    told("story-1", lambda start: walked(STORIES[1][0])(start, tmp_path))


@pytest.mark.thorough
def test_a_yearbook_table_as_it_is_heard(told: Callable[..., None], tmp_path: Path) -> None:
    told("story-4", lambda start: walked(STORIES[4][0])(start, tmp_path))


@pytest.mark.thorough
def test_a_release_as_it_is_heard(told: Callable[..., None], tmp_path: Path) -> None:
    told("story-7", lambda start: walked(STORIES[7][0])(start, tmp_path, keys=True))


@pytest.mark.thorough
def test_the_first_minute_as_it_is_heard_in_english(told: Callable[..., None], tmp_path: Path) -> None:
    told("story-1-en", lambda start: first_minute_in_english(start, tmp_path), language="en")


@pytest.mark.thorough
def test_the_trial_with_a_screen_reader_is_heard_as_the_handbook_says(told: Callable[..., None]) -> None:
    told("trial", the_trial)


def the_trial(start: Start) -> None:
    """The steps of the handbook's page, table by table."""
    program = start()
    screen = program.screen
    tab_to(program, "door:sample")
    screen.keys("space")
    program.table()
    for key, page in {"5": "quality", "4": "method", "1": "tables"}.items():
        screen.keys(f"alt+{key}")
        wait_page(program, page)
    screen.keys("Alt_L", "Right", "Down", "Escape", "Escape")
    screen.keys("F6")
    screen.write("Alter")
    screen.keys("Escape", "Home")
    screen.write("Gesch")
    screen.keys("Escape", "s", "F6")
    program.zones(columns=["subject", "sex"])
    tab_to(program, "Geschlecht, Spalten, 2 von 2")
    screen.keys("Return", "Down", "Escape", "ctrl+z")
    program.zones(columns=["subject"])
    for _ in range(6):
        if program.ask("window")["focus"][:1] != ["table"]:
            screen.keys("F6")
    screen.keys("ctrl+Home", "Right", "Down", "Up", "Up", "Return", "Return", "Escape")
    screen.keys("ctrl+Home", "Left", "plus", "minus", "Escape")
    screen.keys("ctrl+e")
    program.wait(lambda: program.ask("window")["kind"] == "QFileDialog", "the file dialog opens")
    program.settle()
    screen.keys("Return")
    wait_message(program, "Entwurf ausgegeben nach ")
    program.settle()
    screen.keys("alt+4")
    wait_page(program, "method")
    tab_to(program, "Weitere Vorgaben")
    screen.keys("space")
    tab_to(program, "parameter:blocked")
    screen.write("xyz")
    screen.keys("Tab", "shift+Tab", "ctrl+a")
    screen.write("1, 2")
    screen.keys("Tab")
    tab_to(program, "matrix")
    screen.keys("Down", "Right", "F2", "Escape")
    tab_to(program, "slider:V", "shift+Tab")
    screen.keys("Right")
    wait_words(program, "parameter:V", "3,05")
    screen.keys("alt+1", "ctrl+f")
    wait_page(program, "tables")
    screen.keys(*"kunst", "Escape", "alt+t")
    menu_by_keys(program, "Datenquader ...", "Ausgeben als")
    program.wait(lambda: program.ask("window")["kind"] == "CubeDialog", "the dialog opens")
    program.settle()
    tab_to(program, "cube:sex")
    screen.keys("space")
    tab_to(program, "cube-form")
    screen.keys("Down", "Escape")
    program.settle()
    screen.keys("F1")
    program.wait(lambda: program.ask("window")["kind"] == "Handbook", "the handbook opens")
    program.settle()
    screen.keys("Escape")
    program.settle()
    program.quit()


def first_minute_in_english(start: Start, folder: Path) -> None:
    """The sample, a variable, a trial, a page and a message, by keys."""
    program = start("--sample", language="en")
    program.table()
    go_on = {"F6": ["subject"], "s": ["subject", "sex"], "ctrl+z": ["subject"], "ctrl+y": ["subject", "sex"]}
    for key, columns in go_on.items():
        program.screen.keys(key)
        program.zones(columns=columns)
        program.table()
    for key, page in {"2": "release", "3": "data", "4": "method", "5": "quality", "1": "tables"}.items():
        program.screen.keys(f"alt+{key}")
        wait_page(program, page)
    program.screen.keys("F6", "Down")
    program.screen.keys("ctrl+e")
    program.type_path(folder / "first.xlsx")
    program.wait(lambda: "first.xlsx" in program.ask("window")["message"], "the draft is written")
    program.quit()
