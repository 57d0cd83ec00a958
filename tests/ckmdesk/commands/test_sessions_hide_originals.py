"""Nothing shown or written depends on originals: random sessions over two data sets whose published figures are equal.

Under rounding to 10 counts may lie a little beside a multiple of 10. As long as all that lies above adds up to less
than 5, and all that lies below too, every table is published alike, whatever it groups, filters or leaves out.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from ckmcore.base.texts import Texts
from ckmcore.errors import CkmError
from ckmcore.formats.export import export_files
from ckmcore.formats.forms import FORMS
from ckmcore.keys.record_keys import RecordKeys
from ckmcore.methods.draft import Draft
from ckmcore.methods.rounding import Rounding
from ckmcore.microdata.data import Category, Dimension, Microdata
from ckmcore.office.settings import PLAIN
from ckmcore.statistic.series import draft_of, needs_periods
from ckmcore.tabulate.spec import TableSpec
from ckmdesk.commands import presentation
from ckmdesk.commands.desk import Desk
from ckmdesk.state.desk_state import DeskState, TableState
from ckmdesk.state.table_view import compute_view
from tests.ckmdesk.commands.sessions import ACTIONS, CODES, LAND, START, STATISTIC, Drawn
from tests.ckmdesk.state.on_screen import LANGUAGES, everything

Records = tuple[Microdata, Microdata]
"""Of two periods."""
ROUNDED = replace(replace(STATISTIC, current=0).put_in_force(Rounding(10)), current=1).put_in_force(Rounding(10))
BESIDE = 2  # above and below in a period: in both together less than 5
SHOWN = ("bars", "colours", "hide_rows", "hide_columns")
WRITTEN = [form for form in FORMS.values() if not form.desk]
SESSIONS = [
    pytest.param(range(6 * part, 6 * part + 6), marks=pytest.mark.thorough if part else []) for part in range(50)
]


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


def made(spec: TableSpec, data: Records) -> Draft | str:
    """The draft, or the words that refuse it."""
    try:
        return draft_of(ROUNDED, spec, lambda of: data[of.current])
    except CkmError as refused:
        return f"{type(refused).__name__}: {refused}"


def files(draft: Draft, folder: Path, draw: Random) -> dict[str, bytes]:
    """What is written in two forms that are drawn, in one language each; a refusal as its words."""
    found: dict[str, bytes] = {}
    for number, form in enumerate(draw.sample(WRITTEN, 2)):
        (target := folder / str(number)).mkdir(parents=True)
        try:
            export_files(
                draft, target / f"t{form.ending}", language=draw.choice(LANGUAGES), form=form.name, office=PLAIN
            )
        except CkmError as refused:
            found[form.name] = str(refused).encode()
        found |= {f"{number}/{file.name}": file.read_bytes() for file in target.iterdir()}
    return found


def screen(spec: TableSpec, data: Records) -> list[object] | str:
    """All that the clerk's table is made of on the screen, and what is found in it."""
    try:
        view = compute_view(data[1], ROUNDED, TableState(spec), methodologist=False)
    except CkmError as refused:
        return f"{type(refused).__name__}: {refused}"
    return everything(view, ("0", "1", "w"))


def figures(draft: Draft) -> list[object]:
    """What is published of each block."""
    return [
        ([part.tolist() for part in block.figures], [np.asarray(part).tolist() for part in block.signs or ()])
        for block in draft.table.blocks
    ]


@pytest.mark.parametrize("seeds", SESSIONS)
def test_sessions_over_other_originals_with_the_same_figures_show_and_write_the_same(
    seeds: range, tmp_path: Path
) -> None:
    compared = 0
    for seed in seeds:
        draw = Random(seed)
        spec, (one, other) = laid_out(draw), pair(draw)
        first, second = made(spec, one), made(spec, other)
        if isinstance(first, str) or isinstance(second, str):
            assert first == second, seed
            continue
        if any(value.kind != "count" for value in spec.values) and figures(first) != figures(second):
            continue  # rounding publishes whole percents of the originals, where these are enough
        assert figures(first) == figures(second), seed
        same = Random(seed)
        assert files(first, tmp_path / f"{seed}-1", Random(seed)) == files(second, tmp_path / f"{seed}-2", same), seed
        if not needs_periods(spec):
            assert screen(spec, one) == screen(spec, other), seed
        compared += 1
    assert compared
