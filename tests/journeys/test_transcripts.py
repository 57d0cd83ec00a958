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
from tests.journeys.steps import wait_page
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
        program.screen.keys(f"ctrl+{key}")
        wait_page(program, page)
    program.screen.keys("F6", "Down")
    program.screen.keys("ctrl+e")
    program.type_path(folder / "first.xlsx")
    program.wait(lambda: "first.xlsx" in program.ask("window")["message"], "the draft is written")
    program.quit()
