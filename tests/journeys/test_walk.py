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
from tests.journeys.steps import tab_to
from tests.journeys.telling import HeardProgram, Telling

KINDS = (("de", "light"), ("en", "dark"))
MOST_STEPS = 200
# Roles that say nothing; a cell is said by its heads, an area that scrolls by the words in it, the handbook by a part.
ROLELESS = SILENT - {"cell", "table cell", "panel", "label"}
# The figures are looked at before a release is decided on: the keyboard comes to them first.
FIGURES_FIRST = ("handed_in", "released")


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


Go = Callable[..., HeardProgram]


@pytest.fixture
def go(screen: Screen, buses: Buses, cache: Path, tmp_path: Path) -> Iterator[Go]:
    """Starts the window at a place, with an ear."""
    running: list[HeardProgram] = []
    ear = Ear(buses)

    def begin(place: str, language: str = "de", theme: str = "light") -> HeardProgram:
        screen.mouse = False
        folder = tmp_path / "place"
        folder.mkdir()
        telling = Telling(screen, language)
        arguments = (place, language, theme, str(folder))
        program = HeardProgram(
            telling, buses, ear, tmp_path / "home", cache, *arguments, language=language, script="at_place.py"
        )
        running.append(program)
        program.spoken()
        return program

    yield begin
    ear.close()
    assert "".join(program.close() for program in running) == ""


def walk(program: HeardProgram, key: str = "Tab") -> list[Stop]:
    """The stops from the first Tab until it leads to one of them again; twice the last, where Tab leads nowhere on."""
    stops: list[Stop] = []
    for _ in range(MOST_STEPS):
        program.screen.keys(key)
        spoken, widget = program.spoken(), int(program.ask("window")["focus_id"])
        if any(one.widget == widget for one in stops):
            return [*stops, stops[-1]] if len(stops) > 1 and widget == stops[-1].widget else stops
        thing, found = program.reader.focus, program.ask("stop")
        assert thing is not None
        left, top, width, height = found["rect"]
        stops.append(Stop(widget, tuple(spoken), thing.role, thing.name, (left, top, width, height), int(found["in"])))
    return stops


def lacking(stops: list[Stop]) -> dict[str, list[str]]:
    """What is wrong with a walk, by kind."""
    caught = [one for one, other in pairwise(stops) if one is other]
    found = {
        # What has Tab for a key of its own must say how it is left.
        "a trap": [one.words for one in caught if not any("Escape" in line for line in one.spoken)],
        "silent": [one.words for one in stops[1:] if not one.spoken],  # the first may have had the keyboard before
        "without a role": [one.words for one in stops if one.role in ROLELESS],
        "without a name": [one.words for one in stops if not one.name.strip()],
        "said by the way": [line for one in stops for line in one.spoken if _said_by_the_way(line)],
        "goes back up": [
            f"{one.words} -> {other.words}" for one, other in pairwise(stops) if _goes_back(one, other, stops)
        ],
    }
    return {kind: listed for kind, listed in found.items() if listed}


def _said_by_the_way(line: str) -> bool:
    return line[:2] in ("* ", "! ") and "Escape" not in line


def _goes_back(one: Stop, other: Stop, stops: list[Stop]) -> bool:
    """Whether a stop ends above where the one before begins and does not stand right of it, in the same area; a walk
    that began within an area comes to its first row from its last."""
    if one.inside != other.inside or other.rect[1] < foot_of_first_row(stops, other.inside):
        return False
    return other.rect[1] + other.rect[3] <= one.rect[1] and other.rect[0] < one.rect[0] + one.rect[2]


def foot_of_first_row(stops: list[Stop], inside: int) -> int:
    """Where the stop of an area ends that stands highest."""
    return min((one.rect[1], one.rect[1] + one.rect[3]) for one in stops if one.inside == inside)[1]


@pytest.mark.thorough
@pytest.mark.parametrize("kind", KINDS, ids="-".join)
@pytest.mark.parametrize("place", PLACES)
def test_every_place_is_told_at_each_step(go: Go, place: str, kind: tuple[str, str]) -> None:
    found = lacking(walk(go(place, *kind)))
    assert place in FIGURES_FIRST or found == {}
    assert {kind: said for kind, said in found.items() if kind != "goes back up"} == {}


def said_of(program: HeardProgram, *keys: str) -> list[str]:
    """What is spoken of keys that are pressed one after the other."""
    spoken = []
    for key in keys:
        program.screen.keys(key)
        spoken += program.spoken()
    return spoken


def test_the_page_of_tables_is_told_at_each_step_and_each_page_says_its_name_and_nothing_twice(go: Go) -> None:
    program = go("table")
    assert lacking(walk(program)) == {}
    names = {
        "2": "Freigabe", "3": "Daten", "4": "Verfahren", "5": "Qualität & Risiko", "1": "Tabellen",
        "comma": "Einstellungen",
    }  # fmt: skip
    for key, name in names.items():
        spoken = said_of(program, f"ctrl+{key}")
        assert spoken[0].startswith(f"Seite {name}"), spoken
        assert len(spoken) == len(set(spoken)) <= 3, spoken


@pytest.mark.thorough
def test_editors_lead_the_keyboard_back_and_what_is_wrong_is_said_at_once_and_by_its_field(go: Go) -> None:
    program = go("studio")
    tab_to(program, "matrix", "shift+Tab")
    said_of(program, "Down", "Down", "Right")
    there = program.ask("window")["focus_id"]
    (opened,) = said_of(program, "F2")
    assert "Drehfeld" in opened
    (back,) = said_of(program, "Escape")
    assert back.startswith("Übergangsmatrix, Diagramm")
    assert program.ask("window")["focus_id"] == there

    tab_to(program, "put-in-force", "shift+Tab")
    program.spoken()
    button = program.ask("window")["focus_id"]
    assert "Entschieden von" in said_of(program, "space")[-1]
    wrong = "Schreiben Sie, wer entschieden hat und wann."
    tab_to(program, "decision:force")
    program.spoken()
    assert f"! {wrong}" in said_of(program, "space")
    assert program.ask("window")["focus"][0] == "decision:body"
    assert f"Ungültige Eingabe: {wrong}" in said_of(program, "Tab", "shift+Tab")[-1]
    tab_to(program, "decision:cancel")
    said_of(program, "space")
    assert program.ask("window")["focus_id"] == button

    tab_to(program, "parameter:D", "shift+Tab")
    program.spoken()
    program.screen.write("abc")
    program.spoken()
    (refused,) = [line for line in said_of(program, "Tab") if line.startswith("! ")]
    assert "„abc“" in refused
