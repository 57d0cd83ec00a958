"""Random sessions of commands at the desk."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from ckmcore.base.texts import Texts
from ckmcore.keys.record_keys import generate_keys
from ckmcore.methods.cellkey import CellKeyMethod
from ckmcore.microdata.data import MISSING, Category, Dimension, Microdata
from ckmcore.microdata.hierarchy import Hierarchy
from ckmcore.microdata.references import ReferenceRow, ReferenceTable
from ckmcore.microdata.variable import VariableEntry
from ckmcore.presentation.table_options import OPTIONS, TableOption
from ckmcore.ptable import design_ptable
from ckmcore.statistic.model import SavedTable, Statistic
from ckmcore.statistic.period import Period
from ckmcore.statistic.periods import with_new_period
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
)
from ckmdesk.commands import layout, presentation
from ckmdesk.commands import tables as commands
from ckmdesk.commands import values as value_commands
from ckmdesk.commands.desk import Command
from ckmdesk.state import nodes, shelves
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


Drawn = tuple[int, int, int, int]


def chips(spec: TableSpec) -> list[tuple[str, Origin]]:
    """The chips on the shelves of the axes."""
    return [
        (one.name, Origin(zone, one.block)) for zone in AXES for one in shelves.entries(spec, zone) if not one.is_break
    ]


def breaks(spec: TableSpec) -> list[tuple[Axis, int]]:
    return [(zone, one.block) for zone in AXES for one in shelves.entries(spec, zone) if one.is_break]


def shown_otherwise(option: TableOption, number: int) -> Command:
    """Every option of how a table is shown, each of its values."""
    values: tuple[bool | str, ...] = option.choices or (False, True)
    return presentation.set_option(option.field, values[number % len(values)])


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
    lambda _spec, drawn: shown_otherwise(OPTIONS[drawn[2] % len(OPTIONS)], drawn[1]),
    lambda _spec, drawn: presentation.set_width(("w", "0"), 50 + drawn[1]),
    lambda _spec, drawn: (commands.clear_table(), commands.new_table(), commands.open_table(STATISTIC.tables[0]))[
        drawn[1] % 3
    ],
)
