"""Any sequence of what a hand does to a table: a plain model of the shelves, undo and redo, saved and computed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from ckmcore.base.numbers import Language
from ckmcore.base.texts import Texts
from ckmcore.errors import CkmError
from ckmcore.formats.document import document
from ckmcore.keys.record_keys import generate_keys
from ckmcore.methods.cellkey import CellKeyMethod
from ckmcore.microdata.data import MISSING, Category, Dimension, Microdata
from ckmcore.microdata.hierarchy import Hierarchy
from ckmcore.microdata.references import ReferenceRow, ReferenceTable
from ckmcore.microdata.variable import VariableEntry
from ckmcore.ptable import design_ptable
from ckmcore.statistic.model import SavedTable, Statistic
from ckmcore.statistic.period import Period
from ckmcore.statistic.periods import with_new_period
from ckmcore.statistic.series import draft_of
from ckmcore.tabulate.spec import (
    PERIOD,
    PREVIOUS,
    Condition,
    Footnote,
    Level,
    Order,
    OwnRow,
    TableSpec,
    Top,
    Value,
    spec_from_json,
    spec_to_json,
)
from ckmdesk.commands import layout, presentation
from ckmdesk.commands import tables as commands
from ckmdesk.commands import values as value_commands
from ckmdesk.commands.desk import Command, Desk
from ckmdesk.state import nodes, shelves
from ckmdesk.state.desk_state import DeskState, TableState
from ckmdesk.state.hidden import hidden_marks
from ckmdesk.state.shelves import AXES, Axis, Origin

LAND = Hierarchy.from_depths([("N", 0), ("01", 1), ("02", 1), ("S", 0), ("09", 1)])
CODES = {"land": ("01", "02", "09", MISSING), "sex": ("m", "w"), "age": ("1", "2", "3")}
NAMES_ON_SHELVES = (*CODES, PERIOD)
START = TableSpec(rows=[Level("land", total="before")])


def people(seed: int) -> Microdata:
    chance = np.random.default_rng(seed)
    columns = {name: chance.integers(0, len(codes), 300).astype(np.uint8) for name, codes in CODES.items()}
    dimensions = {
        name: Dimension(name, Texts.same(name.title()), tuple(map(Category.plain, codes)))
        for name, codes in CODES.items()
    }
    dimensions["land"] = replace(dimensions["land"], hierarchy=LAND)
    return Microdata(300, dimensions, columns, generate_keys(300))


DATA = {"2024": people(1), "2025": people(2)}


def statistic() -> Statistic:
    entries = tuple(map(VariableEntry.of, DATA["2025"].dimensions.values()))
    made = Statistic(
        Texts("People", "Personen"),
        entries,
        (Period(Texts.same("2024"), "2024-12-31"),),
        (SavedTable("First", TableSpec(rows=["sex"], columns=["age"])),),
        references=(ReferenceTable("inhabitants", variables=("land",), rows=(ReferenceRow(("N",), "1000"),)),),
    ).put_in_force(CellKeyMethod(design_ptable(D=2, V=1.0, js=0)))
    return with_new_period(made, Texts.same("2025"), "2025-12-31")


STATISTIC = statistic()
DRAWN = st.tuples(st.integers(0, 60), st.integers(0, 11), st.integers(0, 11), st.integers(0, 11))
Drawn = tuple[int, int, int, int]


def chips(spec: TableSpec) -> list[tuple[str, Origin]]:
    """The chips on the shelves of the axes."""
    return [
        (one.name, Origin(zone, one.block)) for zone in AXES for one in shelves.entries(spec, zone) if not one.is_break
    ]


def breaks(spec: TableSpec) -> list[tuple[Axis, int]]:
    return [(zone, one.block) for zone in AXES for one in shelves.entries(spec, zone) if one.is_break]


def words(number: int) -> Texts:
    return Texts(f"word {number}", f"Wort {number}")


def on_chip(act: Callable[[str, Origin, int, int], Command | None]) -> Callable[[TableSpec, Drawn], Command | None]:
    """An action on one of the chips, if there is any."""

    def command(spec: TableSpec, drawn: Drawn) -> Command | None:
        found = chips(spec)
        if not found:
            return None
        name, at = found[drawn[1] % len(found)]
        return act(name, at, drawn[2], drawn[3])

    return command


def on_nodes(key: str, act: Callable[[Level, Dimension, int, int], dict[str, object]]) -> Callable[..., Command | None]:
    """An action on the nodes of a variable in the table."""

    def command(spec: TableSpec, drawn: Drawn) -> Command | None:
        found = [(name, at) for name, at in chips(spec) if name in CODES]
        if not found:
            return None
        name, at = found[drawn[1] % len(found)]
        level = shelves.find_level(spec, name, at)
        assert level is not None
        fields = act(level, DATA["2025"].dimensions[name], drawn[2], drawn[3])
        return layout.change_level(key, name, name, at, **fields)

    return command


def move(spec: TableSpec, drawn: Drawn) -> Command | None:
    """A chip, or a variable of the list, to any place of any zone."""
    zones: list[shelves.Zone] = [*AXES, *AXES, "filters", "list"]
    zone = zones[drawn[2] % len(zones)]
    found: list[tuple[str, Origin | None]] = [*((name, None) for name in NAMES_ON_SHELVES), *chips(spec)]
    name, at = found[drawn[1] % len(found)]
    return commands.move_variable(name, zone, name, drawn[3] % (len(shelves.zone_names(spec, zone)) + 1), at=at)


def add_block(spec: TableSpec, drawn: Drawn) -> Command | None:
    found: list[tuple[str, Origin | None]] = [*((name, None) for name in NAMES_ON_SHELVES), *chips(spec)]
    name, at = found[drawn[1] % len(found)]
    return layout.add_block(AXES[drawn[2] % 3], name, name, at)


def on_break(act: Callable[[Axis, int, int], Command]) -> Callable[[TableSpec, Drawn], Command | None]:
    def command(spec: TableSpec, drawn: Drawn) -> Command | None:
        found = breaks(spec)
        return act(*found[drawn[1] % len(found)], drawn[2]) if found else None

    return command


def conditions(first: int, second: int) -> tuple[Condition, ...]:
    name = list(CODES)[first % 3]
    return (Condition(name, (CODES[name][second % len(CODES[name])],)),)


def own_rows(spec: TableSpec, drawn: Drawn) -> Command:
    relation = ("davon", "darunter", "und zwar")[drawn[2] % 3]
    rows = nodes_rows(drawn) if drawn[3] % 2 else (OwnRow(words(1), conditions(*drawn[2:]), relation),)  # type: ignore[arg-type]
    return layout.put_own_rows(AXES[drawn[1] % 3], shelves.own_rows(spec, rows, words(2)), "own", drawn[3])


def nodes_rows(drawn: Drawn) -> tuple[OwnRow, ...]:
    name = list(CODES)[drawn[1] % 3]
    heading = OwnRow(words(3), kind="heading")
    return (heading, *(OwnRow(Texts.same(code), (Condition(name, (code,)),), "davon") for code in CODES[name]))


def value(spec: TableSpec, drawn: Drawn) -> Command:
    _, first, second, third = drawn
    made = [
        Value(),
        Value("share", base="row", decimals=second % 3),
        Value("share", base="row_parent", conditions=conditions(second, third)),
        Value("change", variable=[*NAMES_ON_SHELVES][second % 4], against=PREVIOUS),
        Value("change", variable="sex", against="m", absolute=True),
        Value("change", variable=PERIOD, against="2024-12-31"),
        Value("ratio", conditions=conditions(0, 1), base_conditions=conditions(second, third), factor=100),
        Value("rate", reference="inhabitants", factor=1000),
        Value("weighted_count"),
        Value("mean", magnitude="income"),
    ][first % 10]
    return value_commands.put_value(made, "value", third % (len(spec.values) + 1))


def some(dimension: Dimension, first: int, second: int) -> tuple[str, ...]:
    codes = dimension.codes
    return tuple(dict.fromkeys((codes[first % len(codes)], codes[second % len(codes)])))


def moved_node(level: Level, dimension: Dimension, first: int, second: int) -> dict[str, object]:
    axis = nodes.axis_of(dimension, level)
    shown = [str(axis.nodes[place].code) for place in shelves_places(level, dimension)]
    return nodes.moved(axis, shown, shown[first % len(shown)], 1 if second % 2 else -1) if shown else {}


def shelves_places(level: Level, dimension: Dimension) -> list[int]:
    return nodes.shown_places(level, nodes.axis_of(dimension, level))


def toggled(level: Level, dimension: Dimension, first: int, _second: int) -> dict[str, object]:
    axis = nodes.axis_of(dimension, level)
    codes = [str(node.code) for node in axis.nodes[1:] if nodes.can_open(axis, str(node.code))]
    return nodes.toggled(level, axis, codes[first % len(codes)]) if codes else {}


def placed(_level: Level, dimension: Dimension, first: int, second: int) -> dict[str, object]:
    (moving, target) = (some(dimension, one, one) for one in (first, second))
    return nodes.moved_to([*dimension.codes], moving, target[0], after=second > 4)


def sort(spec: TableSpec, drawn: Drawn) -> Command:
    """By a line that names one variable, or by the totals."""
    name = list(CODES)[drawn[2] % 3]
    line = ((name, CODES[name][drawn[3] % len(CODES[name])]),) if drawn[3] % 4 else ()
    order = Order() if drawn[1] % 5 == 0 else Order("value", bool(drawn[1] % 2), value=drawn[2] % 2, line=line)
    return layout.sort_by(AXES[drawn[1] % 3], order, name)


def drawn_fields(drawn: Drawn) -> tuple[shelves.Field, ...]:
    """A level of the land, or it and a variable."""
    fields = (shelves.Field("land", drawn[2] % 2, 2), shelves.Field(("sex", "age", "land")[drawn[3] % 3]))
    return fields if drawn[3] % 2 else fields[:1]


def put_fields(spec: TableSpec, drawn: Drawn) -> Command:
    zones: list[shelves.Zone] = [*AXES, "filters", "list"]
    zone = zones[drawn[1] % len(zones)]
    index = drawn[3] % (len(shelves.zone_names(spec, zone)) + 1)
    return commands.put_fields(drawn_fields(drawn), zone, "fields", index if drawn[2] % 3 else None)


ORDERS = (Order(), Order("label", True), Order("value", True, value=1), Order("code"), Order("hand", codes=("w", "02")))
ACTIONS: tuple[Callable[[TableSpec, Drawn], Command | None], ...] = (
    move,
    move,
    move,
    add_block,
    on_chip(lambda name, at, _a, _b: layout.stack_block(name, at, name)),
    on_break(lambda zone, number, _a: layout.join_blocks(zone, number)),
    on_break(lambda zone, number, _a: layout.drop_block(zone, number)),
    on_break(lambda zone, number, a: layout.step_block(zone, number, 1 if a % 2 else -1)),
    on_break(lambda zone, number, a: layout.describe_block(zone, number, label=words(a), blank=bool(a % 2))),
    lambda _spec, _drawn: commands.swap_axes(),
    own_rows,
    value,
    value,
    lambda spec, drawn: value_commands.remove_value(drawn[1] % len(spec.values), "value"),
    lambda spec, drawn: value_commands.move_value(drawn[1] % len(spec.values), drawn[2], "value"),
    lambda spec, drawn: value_commands.duplicate_value(drawn[1] % len(spec.values), "value"),
    on_chip(lambda name, at, a, _b: layout.change_level("order", name, name, at, order=ORDERS[a % 5])),
    on_chip(lambda name, at, a, b: layout.change_level("choose_top", name, name, at, top=Top(a % 4, b % 2))),
    on_chip(lambda name, at, a, _b: layout.change_level("total", name, name, at, total=("off", "before")[a % 2])),
    on_chip(lambda name, at, a, b: layout.change_level("levels", name, name, at, depths=((), (0,), (1,))[(a + b) % 3])),
    on_nodes("hide", lambda level, one, a, b: nodes.hidden(level, nodes.axis_of(one, level), some(one, a, b))),
    on_nodes(
        "group", lambda level, one, a, b: nodes.grouped(level, nodes.axis_of(one, level), some(one, a, b), words(a))
    ),
    on_nodes("ungroup", lambda level, _one, a, _b: nodes.without_group(level, a)),
    on_nodes("open", toggled),
    on_nodes("step", moved_node),
    on_nodes("hide", lambda level, one, a, b: nodes.hidden(level, nodes.axis_of(one, level), some(one, a, b)[:1])),
    on_nodes("only", lambda level, one, a, b: nodes.only(level, nodes.axis_of(one, level), some(one, a, b))),
    on_nodes(
        "deeper",
        lambda level, one, a, b: nodes.one_level_on(level, nodes.axis_of(one, level), some(one, a, b) if a % 2 else ()),
    ),
    on_nodes("name", lambda level, one, a, b: nodes.renamed(level, some(one, a, b)[0], words(b) if a % 3 else Texts())),
    on_nodes("place", placed),
    sort,
    sort,
    lambda _spec, _drawn: layout.show_hidden(),
    put_fields,
    lambda _spec, drawn: layout.add_block_of(AXES[drawn[1] % 3], drawn_fields(drawn), "fields"),
    lambda _spec, drawn: commands.choose_filter(
        list(CODES)[drawn[1] % 3], conditions(drawn[1], drawn[2])[0].codes, "filter"
    ),
    lambda _spec, drawn: commands.set_title(Texts(f"Title {{period}} {drawn[1]}", "Titel {Filter}")),
    lambda _spec, drawn: commands.put_footnote(
        Footnote(words(drawn[1]) if drawn[1] % 3 else Texts(), "line", (("sex", "w"),))
    ),
    lambda _spec, drawn: presentation.set_option("hide_rows", bool(drawn[1] % 2)),
    lambda _spec, drawn: presentation.show_labels(("labels", "codes", "both")[drawn[1] % 3]),  # type: ignore[arg-type]
    lambda _spec, drawn: presentation.set_width(("w", "0"), 50 + drawn[1]),
    lambda _spec, drawn: (commands.clear_table(), commands.new_table(), commands.open_table(STATISTIC.tables[0]))[
        drawn[1] % 3
    ],
)


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
        made = document(draft, language)  # type: ignore[arg-type]
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


@settings(max_examples=200)
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


@settings(max_examples=150)
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
