"""Slots of the desk that the wings of the program fill (docs/adr/0075-core-and-wings.md).

The rooms of the desk import no wing. A slot has the name of what fills it, and the table of `ckmdesk/<wing>/ports.py`
says under this name where that is. Where the wing is absent, so are its pages, tabs and entries, or a line names it;
what needs it is refused, or *not tested*.
"""

from __future__ import annotations

from typing import Any

from ckmcore.base.wings import WINGS, WingName, wing, wing_title
from ckmcore.errors import InputError

SLOTS: dict[str, WingName] = {
    "QualityPage": "lab",  # a page of the rail
    "SumsJudged": "lab",  # cards beside the settings of sums
    "FloorPanel": "lab",  # what is measured before a method is put in force
    "FormerProduction": "lab",  # a card of the record keys
    "Looking": "lab",  # a service: releases looked at again
    "LookedAgain": "lab",  # a card of the page of releases
    "RivalsBoard": "rivals",  # a tab of the page of methods: four methods side by side
    "SuppressionPage": "rivals",  # another one: suppression of the saved tables
    "SafePage": "rivals",  # another one: records changed by the SAFE principle
    "DatabaseDoor": "scale",  # a view of the page of data
    "CubeAction": "scale",  # an entry of the menu of tables
}


def ports_of(name: WingName) -> Any | None:
    """Return the `ports` module of a wing, with what it adds to the desk; None if the wing is not installed."""
    return None if wing(name) is None else wing(name, of="ckmdesk")


def is_filled(slot: str) -> bool:
    """Return whether the wing that fills a slot is installed; nothing of it is loaded."""
    return ports_of(SLOTS[slot]) is not None


def filled(slot: str, empty: Any = None) -> Any:
    """Load and return the content of a slot; `empty` if its wing is not installed."""
    ports = ports_of(SLOTS[slot])
    return empty if ports is None else getattr(ports, slot)


def absence(slot: str) -> InputError:
    """Return the error for a slot whose wing is not installed."""
    return InputError("wing_absent", wing=wing_title(SLOTS[slot]))


def added(name: str) -> list[Any]:
    """List the entries that all installed wings add to a list of the desk."""
    return [entry for ports in map(ports_of, WINGS) if ports is not None for entry in getattr(ports, name, ())]
