"""Any sequence of what a hand does to a table: a plain model of the shelves, undo and redo, saved and computed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ckmcore.base.numbers import Language
from ckmcore.errors import CkmError
from ckmcore.presentation.present import present_draft
from ckmcore.statistic.series import draft_of
from ckmcore.tabulate.spec import (
    TableSpec,
    spec_from_json,
    spec_to_json,
)
from ckmdesk.commands import layout
from ckmdesk.commands import tables as commands
from ckmdesk.commands.desk import Desk
from ckmdesk.state import shelves
from ckmdesk.state.desk_state import DeskState, TableState
from ckmdesk.state.hidden import hidden_marks
from ckmdesk.state.shelves import AXES, Origin
from tests.kit.examples import examples
from tests.kit.sessions import (
    ACTIONS,
    DATA,
    NAMES_ON_SHELVES,
    START,
    STATISTIC,
    Drawn,
    chips,
)

DRAWN = st.tuples(st.integers(0, 60), st.integers(0, 11), st.integers(0, 11), st.integers(0, 11))


@dataclass
class History:
    """What undo and redo have to do, said plainly: a list of states and where the desk is in it."""

    states: list[DeskState]
    at: int = 0
    merge: str = ""

    def did(self, state: DeskState, merge: str) -> None:
        if state == self.states[self.at]:
            return
        fresh = self.at == len(self.states) - 1
        del self.states[self.at + 1 :]
        if merge and merge == self.merge and fresh and self.at:
            self.states[self.at] = state
        else:
            self.states.append(state)
            self.at += 1
        self.merge = merge

    def went(self, by: int) -> None:
        self.at = max(0, min(self.at + by, len(self.states) - 1))


@lru_cache(maxsize=4000)
def computed(text: str) -> str:
    """What comes of a specification: its title, or the code of the sentence that refuses it."""
    try:
        draft = draft_of(STATISTIC, spec_from_json(text), lambda one: one.describe(DATA[one.period.label.en]))
    except CkmError as refusal:
        languages: tuple[Language, Language] = ("en", "de")
        for language in languages:
            said = refusal.text(language)
            assert said.strip().endswith((".", "?", "!", "“", "”", ")"))
            assert "::" not in said
            assert "{" not in said
        return refusal.code
    for language in ("en", "de"):
        made = present_draft(draft, language)  # type: ignore[arg-type]
        assert made.title or not draft.table.spec.variables
        for side, lines in (("rows", made.layout.rows), ("columns", made.layout.columns)):
            marks = hidden_marks(lines, side)  # type: ignore[arg-type]
            assert all(0 <= mark.line <= len(lines) and mark.count and mark.nodes for mark in marks)
        for layer in range(len(made.layout.layers)):
            figures = made.figures(layer)
            for row in range(len(made.layout.rows)):
                for column in range(len(made.layout.columns)):
                    assert len(figures(row, column)) == len(draft.table.spec.values)
    return "computed"


@pytest.mark.thorough
@settings(max_examples=examples(200))
@given(st.lists(st.tuples(DRAWN, st.integers(0, 9)), max_size=30))
def test_any_sequence_can_be_undone_redone_saved_and_computed_or_is_refused_in_words(
    steps: list[tuple[Drawn, int]],
) -> None:
    desk = Desk(DeskState("tables", STATISTIC, TableState(START)))
    history = History([desk.state])
    for drawn, kind in steps:
        if kind == 0:
            desk.undo()
            history.went(-1)
        elif kind == 1:
            desk.redo()
            history.went(1)
        else:
            command = ACTIONS[drawn[0] % len(ACTIONS)](desk.state.table.spec, drawn)
            if command is None:
                continue
            desk.run(command)
            history.did(desk.state, command.merge)
        assert desk.state == history.states[history.at]
        spec = desk.state.table.spec
        assert spec_from_json(spec_to_json(spec)) == spec
        computed(spec_to_json(spec))
    end = history.states[-1]
    while desk.undo_name is not None:
        desk.undo()
    assert desk.state == history.states[0]
    while desk.redo_name is not None:
        desk.redo()
    assert desk.state == end


# --- the shelves, said plainly: a row of names with a bar between blocks ----------------------------------------------

Shelf = list[str]


def tidy(shelf: Shelf) -> Shelf:
    """Without blocks that are empty."""
    blocks: list[Shelf] = [[]]
    for name in shelf:
        if name == "|":
            blocks.append([])
        else:
            blocks[-1].append(name)
    kept = [block for block in blocks if block]
    return [name for number, block in enumerate(kept) for name in (*(["|"] if number else []), *block)]


def without(shelf: Shelf, name: str, block: int | None = None) -> Shelf:
    number, kept = 0, []
    for one in shelf:
        number += one == "|"
        if one != name or block not in (None, number):
            kept.append(one)
    return kept


def dropped(
    table: dict[str, Shelf], name: str, zone: str, index: int, at: Origin | None, *, on_plus: bool = False
) -> dict[str, Shelf]:
    """The shelves after a drop."""
    shelf = list(table[zone])
    if zone == "filters" and name.startswith("::"):
        return table
    if zone == "filters":
        marked = [*shelf[:index], "here", *shelf[index:]]
        gone = {one: tidy(without(other, name)) for one, other in table.items()}
        return {**gone, "filters": [name if one == "here" else one for one in marked if one != name]}
    marked = [*shelf, "|", "here"] if on_plus else [*shelf[:index], "here", *shelf[index:]]
    target = marked[: marked.index("here")].count("|")
    marked = without(marked, name, target)
    if at is not None and at.zone == zone:
        marked = without(marked, name, at.block)
    found = {one: tidy(without(other, name)) for one, other in table.items()}
    return {**found, zone: tidy([name if one == "here" else one for one in marked])}


def shelves_of(spec: TableSpec) -> dict[str, Shelf]:
    found = {
        zone: ["|" if name.startswith(shelves.BREAK) else name for name in shelves.zone_names(spec, zone)]
        for zone in AXES
    }
    return {**found, "filters": list(shelves.zone_names(spec, "filters"))}


@settings(max_examples=examples(150))
@given(st.lists(DRAWN, max_size=20))
def test_drags_end_where_the_plain_shelves_say(steps: list[Drawn]) -> None:
    desk = Desk(DeskState("tables", STATISTIC, TableState(START)))
    for kind, first, second, third in steps:
        spec = desk.state.table.spec
        table = shelves_of(spec)
        placed: list[tuple[str, Origin | None]] = [*((name, None) for name in NAMES_ON_SHELVES), *chips(spec)]
        name, at = placed[first % len(placed)]
        zones = [*AXES, "filters"]
        zone = zones[second % 4]
        if kind % 6 < 3:
            index = third % (len(table[zone]) + 1)
            desk.run(commands.move_variable(name, zone, name, index, at=at))  # type: ignore[arg-type]
            table = dropped(table, name, zone, index, at)
        elif kind % 6 == 3 and zone != "filters":
            desk.run(layout.add_block(zone, name, name, at))  # type: ignore[arg-type]
            table = dropped(table, name, zone, 0, at, on_plus=True)
        elif kind % 6 == 4:
            desk.run(commands.move_variable(name, "list", name, at=at))
            if at is None:
                table = {one: tidy(without(shelf, name)) for one, shelf in table.items()}
            else:
                table[at.zone] = tidy(without(table[at.zone], name, at.block))
        elif at is not None:
            desk.run(layout.stack_block(name, at, name))
            blocks = [0, *(place + 1 for place, one in enumerate(table[at.zone]) if one == "|")]
            place = table[at.zone].index(name, blocks[at.block])
            table[at.zone] = tidy([*table[at.zone][:place], "|", *table[at.zone][place:]])
        assert shelves_of(desk.state.table.spec) == table
