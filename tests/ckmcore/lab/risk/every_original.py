"""Published counts of small tables, and every original that fits them: an oracle of the attack's relations.

Which records a cell holds is read off the table's layout here, record by record, and originals are tried one by one in
whole numbers: nothing of the engine's relations, spaces or searches is used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product

import numpy as np

import ckmcore as ckm
from ckmcore.keys.record_keys import RecordKeys
from ckmcore.lab.risk.attack import Attack
from ckmcore.lab.risk.linked_tables import LinkedAttack, attack_tables
from ckmcore.microdata.data import Category, Dimension, Microdata, StructuralZero
from ckmcore.ptable import design_ptable
from ckmcore.tabulate.raw import RawTable
from ckmcore.tabulate.spec import TOTAL, Condition, Level, OwnRow, TableSpec, Value
from tests.kit.brute_force import pruned_intervals

W19 = design_ptable(D=2, V=1.08, js=1, mono=[True, True, False, True])
METHOD = ckm.CellKeyMethod(W19)
Record = Mapping[str, str]
# What a variable says of a record beyond its own columns: such as a group of the category of another one.
Further = Mapping[str, Callable[[Record], str]]


def left_by(figure: int) -> tuple[int, int]:
    """The originals behind a figure of W19 (D 2, a 0 stays a 0) for who knows the method but not its table."""
    return (max(1, figure - 2), figure + 2) if figure else (0, 2)


def data_of(codes: Mapping[str, Sequence[str]], records: Sequence[Sequence[str]], seed: int) -> Microdata:
    """Records by their codes of each variable, with keys drawn by a seed."""
    keys = np.random.default_rng(seed).integers(0, 10**8, len(records)).astype(np.uint64)
    return Microdata(
        len(records),
        {
            name: Dimension(name, ckm.Texts.same(name), tuple(map(Category.plain, known)))
            for name, known in codes.items()
        },
        {
            name: np.array([known.index(record[at]) for record in records], dtype=np.uint16)
            for at, (name, known) in enumerate(codes.items())
        },
        RecordKeys(keys, 10**8, 8, "decimal"),
    )


def drawn_records(codes: Mapping[str, Sequence[str]], seed: int, void: Callable[[Record], bool]) -> list[list[str]]:
    """Few records, none of a combination that cannot be."""
    chance = np.random.default_rng(seed)
    able = [one for one in product(*codes.values()) if not void(dict(zip(codes, one, strict=True)))]
    numbers = chance.integers(0, 4, len(able)) * (chance.random(len(able)) < 0.75)
    return [list(one) for one, many in zip(able, numbers.tolist(), strict=True) for _ in range(many)]


def _meets(record: Record, condition: Condition, further: Further) -> bool:
    said = further[condition.variable](record) if condition.variable in further else record[condition.variable]
    return said in condition.codes


def _row(record: Record, row: OwnRow, further: Further) -> bool:
    found = [_meets(record, one, further) for one in row.conditions]
    return any(found) if row.any_of else all(found)


def _inside(record: Record, level: Level, node: int, code: object, label: str, further: Further) -> bool:
    if code is TOTAL:
        return True
    if level.rows:
        return _row(record, level.rows[node - 1], further)
    groups = {one.label.text("en"): one.codes for one in level.groups}
    return _meets(record, Condition(level.variable, groups.get(label, (str(code),))), further)


def _says(record: Record, value: Value) -> bool:
    """Whether a record is one that a value counts: by what `V` says of the value of its magnitude."""
    if not value.counts_answers:
        return True
    said = None if not record["V"] else Fraction(record["V"])
    if value.kind != "distribution":
        return {"missing": said is None, "valid": said is not None, "contributors": bool(said)}[value.kind]
    low, _, high = value.in_class.partition("..")
    return said is not None and Fraction(low) <= said and (not high or said < Fraction(high))


def cells_of(attacked: Attack, points: Sequence[Record], further: Further) -> Iterator[tuple[int, int, list[int]]]:
    """Of each cell of a table of one block that is shown: its figure of the attack, what is published, and the
    combinations of categories that it holds."""
    spec = attacked.protected.spec
    levels = [level for axis in (spec.layers, spec.rows, spec.columns) for level in axis[0].levels]
    block = attacked.protected.blocks[0]
    for number, value in enumerate(spec.values):
        places = attacked.table.places[value.own_filter][0]
        filters = (*spec.filters, *value.conditions)
        for position in np.ndindex(*places.shape):
            nodes = [(at, axis.nodes[at]) for axis, at in zip(block.dimensions, position, strict=True)]
            if any(level.total == "off" and node.code is TOTAL for level, (_, node) in zip(levels, nodes, strict=True)):
                continue
            held = [
                at
                for at, record in enumerate(points)
                if all(_meets(record, one, further) for one in filters)
                and _says(record, value)
                and all(
                    _inside(record, level, number_of, node.code, node.label.text("en"), further)
                    for level, (number_of, node) in zip(levels, nodes, strict=True)
                )
            ]
            yield int(places[position]), int(block.figures[number][position]), held


def compared(
    data: Microdata,
    specs: Sequence[TableSpec],
    codes: Mapping[str, Sequence[str]],
    further: Further | None = None,
    void: Callable[[Record], bool] = lambda record: False,
    below: Sequence[tuple[Callable[[Record], bool], int]] = (),
) -> LinkedAttack:
    """Attacks the tables together; the interval of every cell must be that of all originals tried.

    void: what cannot be; below: how many records of some combinations there are at most.
    """
    further = further or {}
    points = [dict(zip(codes, one, strict=True)) for one in product(*codes.values())]
    able = [at for at, record in enumerate(points) if not void(record)]
    found = attack_tables([ckm.tabulate(data, spec) for spec in specs], data, METHOD)
    cells = []
    for table in found.tables:
        for figure, shown, held in cells_of(table, points, further):
            kept = [able.index(at) for at in held if at in able]
            if kept:
                cells.append((figure, shown, kept))
            else:
                assert shown == 0
    if not cells:
        return found
    bounds = [([at for at, record in enumerate(able) if inside(points[record])], most) for inside, most in below]
    bounds = [(held, most) for held, most in bounds if held]
    used = sorted({atom for *_, held in cells for atom in held} | {atom for held, _ in bounds for atom in held})
    number = {atom: at for at, atom in enumerate(used)}
    wanted = pruned_intervals(
        [[number[atom] for atom in held] for held in (*(held for *_, held in cells), *(held for held, _ in bounds))],
        [*(left_by(shown) for _, shown, _ in cells), *((0, most) for _, most in bounds)],
        len(used),
        [*(shown for _, shown, _ in cells), *(None for _ in bounds)],
    )
    assert wanted is not None
    wanted = wanted[: len(cells)]
    low, high = found.known.low, found.known.high
    for (figure, shown, held), ends in zip(cells, wanted, strict=True):
        mine = int(low[figure]), int(high[figure])
        assert mine == ends, (shown, [points[able[atom]] for atom in held], mine, ends, found.undecided)
    assert found.complete
    return found


def outside(found: Attack | LinkedAttack, raws: Sequence[RawTable]) -> list[tuple[int, int, int]]:
    """Originals that lie outside what an attack on some tables says of them, with that."""
    low, high = found.known.low, found.known.high
    lost = []
    for raw, table in zip(raws, found.tables if isinstance(found, LinkedAttack) else [found], strict=True):
        for own, blocks in table.table.places.items():
            for block, where in zip(raw.part(own), blocks, strict=True):
                for original, figure in zip(block.counts.ravel().tolist(), where.ravel().tolist(), strict=True):
                    if figure >= 0 and not low[figure] <= original <= high[figure]:
                        lost.append((original, int(low[figure]), int(high[figure])))
    return lost


def with_void(data: Microdata, *zeros: Mapping[str, Sequence[str]]) -> Microdata:
    """The same with combinations that the dictionary declares impossible."""
    return replace(
        data,
        structural_zeros=tuple(StructuralZero(tuple((name, tuple(c)) for name, c in one.items())) for one in zeros),
    )
