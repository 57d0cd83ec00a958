"""Data sets that are published alike under rounding to 10, and tables that random sessions lay out over them.

Counts may lie a little beside a multiple of 10. As long as all that lies above adds up to less than 5, and all that
lies below too, every table is published alike, whatever it groups, filters or leaves out.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.texts import Texts
from ckmcore.keys.record_keys import RecordKeys
from ckmcore.methods.rounding import Rounding
from ckmcore.microdata.data import Category, Dimension, Microdata
from ckmcore.tabulate.spec import TableSpec
from ckmdesk.commands import presentation
from ckmdesk.commands.desk import Desk
from ckmdesk.state.desk_state import DeskState, TableState
from tests.kit.sessions import ACTIONS, CODES, LAND, START, STATISTIC, Drawn

Records = tuple[Microdata, Microdata]
"""Of two periods."""
ROUNDED = replace(replace(STATISTIC, current=0).put_in_force(Rounding(10)), current=1).put_in_force(Rounding(10))
BESIDE = 2  # above and below in a period: in both together less than 5
SHOWN = ("bars", "colours", "hide_rows", "hide_columns")


def records(counts: NDArray[np.int64]) -> Microdata:
    flat = np.repeat(np.arange(counts.size), counts.ravel())
    places = np.unravel_index(flat, counts.shape)
    dimensions = {
        name: Dimension(name, Texts.same(name.title()), tuple(map(Category.plain, codes)))
        for name, codes in CODES.items()
    }
    dimensions["land"] = replace(dimensions["land"], hierarchy=LAND)
    columns = {name: place.astype(np.uint8) for name, place in zip(CODES, places, strict=True)}
    return Microdata(len(flat), dimensions, columns, RecordKeys(np.zeros(len(flat), np.uint32), 10**9, 9, "generated"))


def beside(draw: Random, tens: NDArray[np.int64]) -> NDArray[np.int64]:
    """Counts a little above some multiples of 10, and a little below others."""
    found = tens.copy()
    for sign in (1, -1):
        for _ in range(draw.randint(0, BESIDE)):
            at = draw.choice(np.flatnonzero(tens.ravel() >= (0 if sign > 0 else 10)).tolist() or [0])
            found.flat[at] = max(found.flat[at] + sign, 0)
    return found


def pair(draw: Random) -> tuple[Records, Records]:
    """Two data sets of both periods that are published alike, and are not the same."""
    shape = tuple(map(len, CODES.values()))
    tens = [10 * np.array([draw.choice([0, 0, 1, 2, 7]) for _ in range(24)]).reshape(shape) for _ in range(2)]
    one, other = ([beside(draw, part) for part in tens] for _ in range(2))
    while all((a == b).all() for a, b in zip(one, other, strict=True)):
        other = [beside(draw, part) for part in tens]
    return tuple(map(records, one)), tuple(map(records, other))  # type: ignore[return-value]


def laid_out(draw: Random) -> TableSpec:
    desk = Desk(DeskState("tables", ROUNDED, TableState(START)))
    for _ in range(draw.choice([2, 4, 8, 14])):
        drawn: Drawn = (draw.randint(0, 60), draw.randint(0, 11), draw.randint(0, 11), draw.randint(0, 11))
        place = drawn[0] % (len(ACTIONS) + len(SHOWN))
        if place < len(ACTIONS):
            command = ACTIONS[place](desk.state.table.spec, drawn)
        else:
            command = presentation.set_option(SHOWN[place - len(ACTIONS)], True)
        if command is not None:
            desk.run(command)
    return desk.state.table.spec
