"""Journeys by keys as somebody hears them who sees nothing. CKM_TRANSCRIPTS=write writes what is spoken now."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytest.importorskip("jeepney", reason="the client of the accessibility bus is in the environment that dev.py makes")

from tests.journeys import test_release, test_stories_by_keys
from tests.journeys.conftest import Start
from tests.journeys.ear import Buses, Ear, lacking
from tests.journeys.screen import Screen
from tests.journeys.telling import HeardProgram, Telling, steady

KEPT = Path(__file__).with_name("transcripts")


def want_ear() -> None:
    """Skip where there is no accessibility bus; with CI set that is a failure."""
    missing = lacking()
    if missing and os.environ.get("CI"):
        pytest.fail("transcripts need " + ", ".join(missing))
    if missing:
        pytest.skip("transcripts need " + ", ".join(missing))


@pytest.fixture
def buses(screen: Screen, tmp_path: Path) -> Iterator[Buses]:
    want_ear()
    made = Buses(tmp_path / "buses")
    yield made
    made.close()


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
    told("story-1", lambda start: test_stories_by_keys.test_the_first_minute(start, tmp_path))


@pytest.mark.thorough
def test_a_yearbook_table_as_it_is_heard(told: Callable[..., None], tmp_path: Path) -> None:
    told("story-4", lambda start: test_stories_by_keys.test_a_yearbook_table(start, tmp_path))


@pytest.mark.thorough
def test_a_release_as_it_is_heard(told: Callable[..., None], tmp_path: Path) -> None:
    story = test_release.test_a_table_leaves_the_house_by_the_hands_of_three_roles
    told("story-7", lambda start: story(start, tmp_path, keys=True))
