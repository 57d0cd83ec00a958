"""A walk over the accessibility bus: every place of the window by Tab alone, as a screen reader is told of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import pytest

pytest.importorskip("jeepney", reason="the client of the accessibility bus is in the environment that dev.py makes")

from tests.ckmdesk.places import PLACES
from tests.journeys.ear import Buses, Ear
from tests.journeys.screen import Screen
from tests.journeys.speech import SILENT
from tests.journeys.telling import HeardProgram, Telling
from tests.journeys.test_transcripts import buses

__all__ = ["buses"]

# The places with most to walk to always; all of them with --thorough.
ALWAYS = ("table", "studio")
KINDS = (("de", "light"), ("en", "dark"))
MOST_STEPS = 200
# What is said of a thing has its role from here; a cell is said by its heads.
ROLELESS = SILENT - {"cell", "table cell"}


@dataclass(frozen=True)
class Stop:
    """Where a Tab led: the widget, what was spoken, what the bus says of it, where it stands and in what."""

    widget: int
    spoken: tuple[str, ...]
    role: str
    name: str
    rect: tuple[int, int, int, int]
    inside: int

    @property
    def words(self) -> str:
        return f"{self.role} {self.name!r}"


Go = Callable[..., tuple[HeardProgram, Ear]]


@pytest.fixture
def go(screen: Screen, buses: Buses, cache: Path, tmp_path: Path) -> Iterator[Go]:
    """Starts the window at a place, with an ear."""
    running: list[HeardProgram] = []
    ear = Ear(buses)

    def begin(place: str, language: str, theme: str) -> HeardProgram:
        screen.mouse = False
        folder = tmp_path / "place"
        folder.mkdir()
        telling = Telling(screen, language)
        arguments = (place, language, theme, str(folder))
        program = HeardProgram(
            telling, buses, ear, tmp_path / "home", cache, *arguments, language=language, script="at_place.py"
        )
        running.append(program)
        program.reader.speak()
        return program

    yield begin
    ear.close()
    assert "".join(program.close() for program in running) == ""


def walk(program: HeardProgram, key: str = "Tab") -> list[Stop]:
    """The stops from the first Tab until it leads to one of them again."""
    stops: list[Stop] = []
    for _ in range(MOST_STEPS):
        program.screen.xdotool("key", key)
        program.ask("served")
        program.ask("served")
        spoken, widget = program.reader.speak(), int(program.ask("window")["focus_id"])
        if any(one.widget == widget for one in stops):
            break
        thing, found = program.reader.focus, program.ask("stop")
        assert thing is not None
        left, top, width, height = found["rect"]
        stops.append(Stop(widget, tuple(spoken), thing.role, thing.name, (left, top, width, height), int(found["in"])))
    return stops


def lacking(stops: list[Stop]) -> dict[str, list[str]]:
    """What is wrong with a walk, by kind."""
    found = {
        "silent": [one.words for one in stops if not one.spoken and len(stops) > 1],
        "without a role": [one.words for one in stops if one.role in ROLELESS],
        "without a name": [one.words for one in stops if not one.name.strip()],
        "said by the way": [line for one in stops for line in one.spoken if line[:2] in ("* ", "! ")],
        "goes back up": [
            f"{one.words} -> {other.words}" for one, other in pairwise(stops) if _goes_back(one, other, stops)
        ],
    }
    return {kind: listed for kind, listed in found.items() if listed}


def _goes_back(one: Stop, other: Stop, stops: list[Stop]) -> bool:
    """Whether a stop ends above where the one before begins and does not stand right of it, in the same area; to the
    first of an area it does once, where the walk began within it."""
    if one.inside != other.inside or other is top_of(stops, other.inside):
        return False
    return other.rect[1] + other.rect[3] <= one.rect[1] and other.rect[0] < one.rect[0] + one.rect[2]


def top_of(stops: list[Stop], inside: int) -> Stop:
    """The stop of an area that stands highest, of several the leftmost."""
    return min((one for one in stops if one.inside == inside), key=lambda one: (one.rect[1], one.rect[0]))


@pytest.mark.parametrize("place", ALWAYS)
def test_the_places_with_most_to_walk_to_are_told_at_each_step(go: Go, place: str) -> None:
    assert lacking(walk(go(place, "de", "light"))) == {}


@pytest.mark.thorough
@pytest.mark.parametrize("kind", KINDS, ids="-".join)
@pytest.mark.parametrize("place", PLACES)
def test_every_place_is_told_at_each_step(go: Go, place: str, kind: tuple[str, str]) -> None:
    assert lacking(walk(go(place, *kind))) == {}
