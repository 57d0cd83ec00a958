"""Walks over the accessibility bus: where Tab leads and what is told there, the menus on the way, the menu bar, tabs.

Where CKM_WALK names a folder, what was told is written there, a file for each walk: for people who read it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from tests.journeys.speech import SILENT
from tests.journeys.telling import HeardProgram

MOST_STEPS, MOST_ENTRIES = 200, 60
SLOW = 3.0
# Roles that say nothing; a cell is said by its heads, an area that scrolls by the words in it, the handbook by a part.
ROLELESS = SILENT - {"cell", "table cell", "panel", "label"}
ENTRIES = {"menu item", "check menu item", "radio menu item", "menu", "text"}
OPENED_BY = {"Chip": "Return"}


@dataclass(frozen=True)
class Stop:
    """Where a Tab led: the widget, what was spoken, what the bus says of it, where it stands and in what."""

    widget: int
    spoken: tuple[str, ...]
    role: str
    name: str
    rect: tuple[int, int, int, int]
    inside: int
    kind: str = ""

    @property
    def words(self) -> str:
        return f"{self.role} {self.name!r}"


def focus(program: HeardProgram) -> int:
    """The widget that has the keyboard."""
    return int(program.ask("window")["focus_id"])


def said_of(program: HeardProgram, *keys: str) -> list[str]:
    """What is spoken of keys that are pressed one after the other."""
    spoken = []
    for key in keys:
        program.screen.keys(key)
        spoken += program.spoken()
    return spoken


def opened(program: HeardProgram, key: str) -> list[str]:
    """What is spoken of a menu that a key opens. No window manager keeps order here: the screen may give the keyboard
    to the window once more, which closes a menu."""
    spoken: list[str] = []
    for _ in range(3):
        spoken = said_of(program, key)
        if program.ask("menu"):
            break
    return spoken


def messages(spoken: list[str]) -> list[str]:
    """What was announced, of all that was spoken."""
    return [line for line in spoken if line[:2] in ("* ", "! ")]


class Walk:
    """The stops from the first Tab until it leads to one of them again; twice the last, where Tab leads nowhere on."""

    def __init__(self, program: HeardProgram, known_menus: set[str] | None = None, *, steps: int = MOST_STEPS) -> None:
        """known_menus: by how their buttons are called; those that are not known yet are walked, too, and known then.
        None: no menus. steps: how many at most."""
        self.program, self.known_menus = program, known_menus
        self.stops: list[Stop] = []
        self.menus: list[str] = []
        self.wrong: list[str] = []
        for _ in range(steps):
            spoken, widget = self._step(), focus(program)
            if any(one.widget == widget for one in self.stops):
                if widget == self.stops[-1].widget and len(self.stops) > 1:
                    self.stops.append(self.stops[-1])
                break
            self.stops.append(self._stop(widget, spoken))
            self._walk_menu(self.stops[-1])
        self._go_back()

    def _step(self) -> list[str]:
        """What is spoken of a Tab; where that is nothing, it may still come."""
        spoken = said_of(self.program, "Tab")

        def comes() -> bool:
            spoken.extend(self.program.spoken())
            return bool(spoken)

        if not spoken:
            self.program.comes(comes, SLOW)
        return spoken

    def _stop(self, widget: int, spoken: list[str]) -> Stop:
        thing, found = self.program.reader.focus, self.program.ask("stop")
        assert thing is not None
        left, top, width, height = found["rect"]
        rect, kind = (left, top, width, height), self.program.ask("window")["focus"][2]
        name = thing.name
        if thing.role == "combo box":  # called by what is chosen; what it is for says its label
            name = ", ".join(one.name for one in thing.relations.get("labelled by", []))
        return Stop(widget, tuple(spoken), thing.role, name, rect, int(found["in"]), kind)

    def _go_back(self) -> None:
        """Shift+Tab leads to where Tab came from."""
        if len(self.stops) > 1 and self.stops[-1] is not self.stops[-2]:
            said_of(self.program, "shift+Tab")
            if (here := focus(self.program)) != self.stops[-1].widget:
                back = next((one.words for one in self.stops if one.widget == here), "elsewhere")
                self.wrong.append(f"back from the first to {back} and not to {self.stops[-1].words}")

    def _walk_menu(self, stop: Stop) -> None:
        opens = stop.role == "button menu" or stop.kind in OPENED_BY
        called = f"{self.program.reader.language} {stop.name}"
        if self.known_menus is None or not opens or called in self.known_menus:
            return
        self.known_menus.add(called)
        told = opened(self.program, OPENED_BY.get(stop.kind, "space"))
        if not self.program.ask("menu"):
            self.wrong.append(f"{stop.words} opens no menu: {told}")
            return
        told += self.entries()  # on a slow machine it says that it opens with the first of them
        if not messages(told):
            self.wrong.append(f"the menu of {stop.words} does not say that it opens: {told}")
        self.menus += [f"    {line}" for line in (stop.words, *told)]
        back = said_of(self.program, "Escape")
        if focus(self.program) != stop.widget:
            self.wrong.append(f"Escape from the menu of {stop.words} leads elsewhere: {back}")

    def entries(self) -> Iterator[str]:
        """What is spoken of the entries of the menu that is open, from the first to the last."""
        seen: set[tuple[str, str]] = set()
        for _ in range(MOST_ENTRIES):
            before = self.program.reader.focus
            spoken, thing = said_of(self.program, "Down"), self.program.reader.focus
            assert thing is not None
            if (thing.path, thing.name) in seen or (thing == before and not spoken):
                return  # round and round, or there is nothing that can be chosen
            seen.add((thing.path, thing.name))
            if not spoken or not thing.name.strip() or thing.role not in ENTRIES:
                self.wrong.append(f"an entry that is {thing.role} {thing.name!r} says {spoken}")
            yield from spoken

    def lacking(self) -> dict[str, list[str]]:
        """What is wrong with the walk, by kind."""
        stops = self.stops
        caught = [one for one, other in pairwise(stops) if one is other]
        found = {
            # What has Tab for a key of its own must say how it is left.
            "a trap": [one.words for one in caught if not any("Escape" in line for line in one.spoken)],
            "silent": [one.words for one in stops[1:] if not one.spoken],  # the first may have had the keyboard before
            "without a role": [one.words for one in stops if one.role in ROLELESS],
            "without a name": [one.words for one in stops if not one.name.strip()],
            "said by the way": [line for one in stops for line in messages(list(one.spoken)) if "Escape" not in line],
            "goes back up": [
                f"{one.words} -> {other.words}" for one, other in pairwise(stops) if _goes_back(one, other, stops)
            ],
            "wrong": self.wrong,
        }
        return {kind: listed for kind, listed in found.items() if listed}

    def write(self, name: str) -> None:
        """Where people want to read it: what was told at each stop, and in each menu."""
        if folder := os.environ.get("CKM_WALK"):
            lines = [line for one in self.stops for line in one.spoken or (f"(silent) {one.words}",)]
            text = "\n".join([*lines, *self.menus]) + "\n"
            Path(folder, f"{name}.txt").write_text(text, encoding="utf-8")


def _goes_back(one: Stop, other: Stop, stops: list[Stop]) -> bool:
    """Whether a stop ends above where the one before begins and does not stand right of it, in the same area; a walk
    that began within an area comes to its first row from its last."""
    if one.inside != other.inside or other.rect[1] < foot_of_first_row(stops, other.inside):
        return False
    return other.rect[1] + other.rect[3] <= one.rect[1] and other.rect[0] < one.rect[0] + one.rect[2]


def foot_of_first_row(stops: list[Stop], inside: int) -> int:
    """Where the stop of an area ends that stands highest."""
    return min((one.rect[1], one.rect[1] + one.rect[3]) for one in stops if one.inside == inside)[1]
