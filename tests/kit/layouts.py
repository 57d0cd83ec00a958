"""Random tables over a small set of records, and its records as a frame: what `test_same_cell` lays out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from random import Random
from typing import Any, Literal, cast, get_args, get_origin, get_type_hints

import numpy as np
import pandas as pd

import ckmcore as ckm
from ckmcore.microdata.data import Microdata, StructuralZero
from ckmcore.microdata.hierarchy import Hierarchy
from ckmcore.microdata.references import ReferenceRow, ReferenceTable
from ckmcore.tabulate.picture_choice import PictureChoice, TableSight
from ckmcore.tabulate.spec import (
    PREVIOUS,
    STUB,
    Block,
    Condition,
    Group,
    Level,
    Order,
    OrderBy,
    OwnRow,
    Presentation,
    ShareBase,
    TableSpec,
    Value,
    Width,
)

# Code, depth: Land > district > community; "C" and "B2" have nothing below them. "" is missing.
LAND = [
    ("A", 0), ("A1", 1), ("A11", 2), ("A12", 2), ("A2", 1), ("A21", 2), ("A22", 2), ("A23", 2),
    ("B", 0), ("B1", 1), ("B11", 2), ("B12", 2), ("B2", 1), ("C", 0),
]  # fmt: skip
CODES = {
    "land": ["A11", "A12", "A21", "A22", "A23", "B11", "B12", "B2", "C", ""],
    "sex": ["d", "m", "w", ""],
    "age": ["1", "2", "10", "20"],
    "term": ["s", "w"],
}
RECORDS = 4000
VOID = StructuralZero((("land", ("B",)), ("age", ("10", "20"))))
OWN = "::rows 1"


def records(digits: int) -> pd.DataFrame:
    """The records: their categories, `key` as a whole number below 10^digits, `weight` in hundredths.

    Some combinations are many, some few, some none; nobody in B is 10 or 20.
    """
    draw = np.random.default_rng(digits)
    frame = pd.DataFrame(
        {
            name: draw.choice(codes, RECORDS, p=(shares := 0.6 ** np.arange(len(codes))) / shares.sum())
            for name, codes in CODES.items()
        }
    )
    void = frame["land"].str.startswith("B") & frame["age"].isin(["10", "20"])
    frame.loc[void, "age"] = "1"
    frame["key"] = draw.integers(0, 10**digits, RECORDS)
    frame["weight"] = draw.integers(50, 400, RECORDS)
    return frame


def microdata(frame: pd.DataFrame, digits: int) -> Microdata:
    """The same records as the engine knows them."""
    said = frame.assign(
        key=[f"0.{key:0{digits}d}" for key in frame["key"]], weight=[weight / 100 for weight in frame["weight"]]
    ).replace({name: {"": None} for name in CODES})
    data = Microdata.from_pandas(said, list(CODES), record_key="key", weight="weight")
    data = data.with_hierarchy("land", Hierarchy.from_depths(LAND))
    rows = [ReferenceRow(codes, figure) for codes, figure in REFERENCE.items()]
    people = ReferenceTable("people", variables=("land", "sex"), rows=tuple(rows))
    return replace(data, structural_zeros=(VOID,), references=(people,))


# Not every cell has a public figure; one is 0.
REFERENCE = {
    ("", ""): "81234.5", ("A", ""): "41000", ("B", ""): "20000.25", ("C", ""): "0", ("A1", ""): "21000",
    ("A11", ""): "11000", ("", "m"): "40000", ("", "w"): "41000", ("A", "m"): "20500", ("B", "w"): "9999.75",
}  # fmt: skip


def some(draw: Random, found: Sequence[str], least: int = 1) -> tuple[str, ...]:
    return tuple(draw.sample(list(found), draw.randint(least, min(len(found), 4))))


def condition(draw: Random) -> Condition:
    name = draw.choice(list(CODES))
    every = CODES[name] if name != "land" else [*CODES[name], "A", "B", "A1"]
    return Condition(name, some(draw, every))


def conditions(draw: Random, most: int) -> tuple[Condition, ...]:
    return tuple(condition(draw) for _ in range(draw.randint(0, most)))


def order(draw: Random, codes: Sequence[str]) -> Order:
    by = cast(OrderBy, draw.choice(["list", "list", "code", "label", "value", "value", "hand"]))
    return Order(by, draw.random() < 0.5, some(draw, codes) if by == "hand" else (), draw.randint(0, 2))


def level(draw: Random, name: str) -> Level:
    """A level of a variable, or of own rows, shown in any of the ways it may be."""
    total = draw.choice(["before", "after", "after", "off"])
    if name == OWN:
        return Level(OWN, total=total, rows=own_rows(draw))
    inner = [code for code, _ in LAND if code not in CODES["land"]] if name == "land" else []
    codes = [*CODES[name], *inner]
    groups = tuple(
        Group(ckm.Texts.same(f"group {number}"), some(draw, codes)) for number in range(draw.choice([0, 0, 0, 1, 2]))
    )
    depths: tuple[int, ...] = ()
    if name == "land" and draw.random() < 0.6:
        depths = tuple(sorted(draw.sample([0, 1, 2], draw.randint(1, 2))))
    return Level(
        name,
        depths,
        some(draw, codes) if draw.random() < 0.3 else (),
        groups,
        total,
        some(draw, inner) if inner and draw.random() < 0.4 else (),
        draw.choice(["before", "after"]),
        order(draw, codes),
        draw.choice(["indent", "columns"]),
    )


def own_rows(draw: Random) -> tuple[OwnRow, ...]:
    if draw.random() < 0.3:
        parts = [("m",), ("w", "d"), ("",)]
        return tuple(OwnRow(ckm.Texts.same(str(part)), (Condition("sex", part),), "davon") for part in parts)
    rows = []
    for number in range(draw.randint(1, 4)):
        label, kind = ckm.Texts.same(f"row {number}"), draw.choice(["figures"] * 5 + ["heading", "blank"])
        met = (condition(draw), *conditions(draw, 1)) if kind == "figures" else ()
        rows.append(OwnRow(label, met, draw.choice(["darunter", "und zwar"]), draw.random() < 0.4, kind))
    return tuple(rows)


def axis(draw: Random, names: list[str], most: int) -> tuple[Block, ...]:
    if not names:
        return (Block(),)
    blocks = []
    for number in range(draw.choice([1, 1, 2, 3][:most])):
        chosen = draw.sample(names, draw.randint(1, min(2, len(names))))
        label = ckm.Texts.same(f"block {number}") if draw.random() < 0.5 else ckm.Texts()
        blocks.append(Block(tuple(level(draw, name) for name in chosen), label, draw.random() < 0.2))
    return tuple(blocks)


def value(draw: Random, everywhere: list[str]) -> Value:
    """A value; `everywhere`: variables that every block of the table is broken down by."""
    kind = draw.choice(["count", "count", "weighted_count", "share", "share", "change", "ratio", "rate"])
    of = draw.choice(["count", "count", "weighted_count"])
    own, decimals = conditions(draw, 1), draw.choice([0, 0, 1, 2])
    if kind == "share":
        base = cast(ShareBase, draw.choice(["total", "row", "column", "row_parent", "column_parent"]))
        return Value("share", of=of, base=base, conditions=own, decimals=decimals)
    if kind == "change" and everywhere:
        name = draw.choice(everywhere)
        # Of a hierarchy any node, of other variables any category.
        codes = [code for code, _ in LAND] if name == "land" else CODES[name]
        against = PREVIOUS if draw.random() < 0.4 else draw.choice(codes)
        absolute = draw.random() < 0.5
        return Value("change", name, of, "", own, decimals=decimals, against=against, absolute=absolute)
    if kind == "ratio":
        base_of = draw.choice(["count", "weighted_count"])
        factor = draw.choice([1, 100, 1000])
        return Value(
            "ratio", "", of, "", own, decimals=decimals, of_base=base_of, base_conditions=conditions(draw, 1),
            factor=factor,
        )  # fmt: skip
    if kind == "rate":
        return Value("rate", "", of, "", own, decimals=decimals, factor=draw.choice([1, 1000]), reference="people")
    return Value("weighted_count" if kind == "weighted_count" else "count", conditions=own)


def table(seed: int) -> TableSpec:
    """The random table of a seed."""
    draw = Random(seed)
    names = [*CODES, *([OWN] if draw.random() < 0.4 else [])]
    draw.shuffle(names)
    cut = sorted(draw.choices(range(len(names) + 1), k=3))
    rows, columns, layers = names[: cut[0]], names[cut[0] : cut[1]], names[cut[1] : cut[2]]
    if len(layers) > 1:
        layers = layers[:1]
    axes = [axis(draw, rows, 4), axis(draw, columns, 3), axis(draw, layers, 2)]
    shared = [
        name
        for blocks in axes
        for name in blocks[0].variables
        if name != OWN and all(name in block.variables for block in blocks)
    ]
    values = tuple(value(draw, shared) for _ in range(draw.randint(1, 4)))
    filters = conditions(draw, 2) if draw.random() < 0.4 else ()
    return TableSpec(*axes, filters, values, presentation=presentation(draw))


def presentation(draw: Random) -> Presentation:
    """How a table is shown: every field that `Presentation` declares is drawn, what it was born with more often."""
    kinds = get_type_hints(Presentation)
    return Presentation(**{one.name: shown(draw, kinds[one.name], one.default) for one in fields(Presentation)})


def shown(draw: Random, kind: Any, default: Any) -> Any:
    """A value of a field: a switch, one of some words, or widths of columns."""
    if draw.random() < 0.6:
        return default
    if kind is bool:
        return not default
    if get_origin(kind) is Literal:
        return draw.choice(get_args(kind))
    if kind is ckm.Texts:
        return ckm.Texts(f"Table {draw.randint(1, 9)}.{draw.randint(1, 9)}", f"Tabelle {draw.randint(1, 9)}")
    if kind is PictureChoice:
        drawn, width = draw.choice(["", "bars", "grouped"]), draw.randint(85, 300)
        return PictureChoice(drawn, order="size", width=width, sight=get_args(TableSight)[width % 3])
    assert kind == tuple[Width, ...], f"draw a {kind}"
    return (Width((STUB, "0"), draw.randint(40, 300)),)
