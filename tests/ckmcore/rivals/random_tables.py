"""Random linked tables with suppressed cells, and what their readers conclude, computed from the combinations of all
leaves instead of the sums between cells."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Any

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp

from ckmcore.microdata.hierarchy import Hierarchy
from ckmcore.rivals.audit import COUNTS, ReaderKnowledge
from ckmcore.rivals.relations import SuppressedCell, SuppressedTable

Codes = tuple[str, ...]
REGIONS = Hierarchy.from_depths([("N", 0), ("N1", 1), ("N2", 1), ("S", 0), ("S1", 1), ("S2", 1), ("S3", 1)])
AGES = Hierarchy.from_depths([("young", 0), ("old", 0), ("60-79", 1), ("80+", 1)])
HIERARCHIES = {"region": REGIONS, "age": AGES}
LEAVES = {"region": REGIONS.leaves, "age": AGES.leaves, "sex": ("m", "f"), "size": ("small", "big")}
COARSE = {"region": ("N", "S"), "age": ("young", "old")}
EVERY = {name: ("", *(node.code for node in tree.nodes)) for name, tree in HIERARCHIES.items()}
# Variables of each table: alone, joined one after another (the third to the sixth), or only all together.
SHAPES = (("ab",), ("abc",), ("ab", "bc"), ("ab", "ab", "bc"), ("ab", "bc", "cd"), ("ab", "ac", "ad"))
SHAPES += (("ab", "bc", "ac"), ("ab", "bc", "ac", "abc"), ("ab", "bc", "cd", "ad"))


@dataclass(frozen=True)
class Case:
    """Random tables of the same units: `names` are all their variables."""

    names: tuple[str, ...]
    tables: tuple[SuppressedTable, ...]
    knowledge: ReaderKnowledge


def codes_of(name: str, coarse: bool) -> Codes:
    """The codes of a variable in a table, the total among them."""
    if coarse and name in COARSE:
        return ("", *COARSE[name])
    return EVERY.get(name, ("", *LEAVES[name]))


def inside(name: str, code: str, leaf: str) -> bool:
    """Whether a leaf lies below a code."""
    if not code or code == leaf:
        return True
    return name in HIERARCHIES and leaf in HIERARCHIES[name].leaves_below(code)


def random_case(seed: int) -> Case:
    """Linked tables of one of the shapes, each of all levels or the coarse ones; most of their cells are suppressed."""
    draw = Random(seed)
    shape = draw.choice(SHAPES)
    names = tuple(draw.sample(sorted(LEAVES), len(set("".join(shape)))))
    knowledge = draw.choice([COUNTS, ReaderKnowledge(), ReaderKnowledge(least=1), ReaderKnowledge(least=None)])
    atoms = {atom: draw.choice([0, 0, 1, 2, 5, 9]) for atom in product(*(LEAVES[name] for name in names))}
    given: dict[Codes, bool] = {}
    share = draw.choice([0.5, 0.7, 0.9])
    tables = []
    for number, letters in enumerate(shape):
        of_table = tuple(names["abcd".index(letter)] for letter in letters)
        cells = []
        coarse = draw.random() < 0.3
        for codes in product(*(codes_of(name, coarse) for name in of_table)):
            where = dict(zip(of_table, codes, strict=True))
            value = sum(
                number
                for atom, number in atoms.items()
                if all(inside(name, where.get(name, ""), leaf) for name, leaf in zip(names, atom, strict=True))
            )
            key = tuple(where.get(name, "") for name in names)
            hidden = given.setdefault(key, value > 0 and draw.random() < share)
            # Now and then a table shows what another one suppresses.
            cells.append(SuppressedCell(codes, value, hidden and draw.random() < 0.97))
        tables.append(SuppressedTable(f"table {number}", of_table, tuple(cells)))
    return Case(names, tuple(tables), knowledge)


def ends_by_atoms(case: Case) -> dict[Codes, tuple[float, float]]:
    """The interval of each suppressed cell by its address: the least and the largest sum of the combinations in it."""
    atoms = list(product(*(LEAVES[name] for name in case.names)))
    shown: dict[Codes, int] = {}
    hidden: dict[Codes, Any] = {}
    for table in case.tables:
        for cell in table.cells:
            where = dict(zip(table.variables, cell.codes, strict=True))
            address = tuple(where.get(name, "") for name in case.names)
            if cell.suppressed:
                hidden[address] = row(case.names, address, atoms)
            else:
                shown[address] = cell.value or 0
    least = -np.inf if case.knowledge.least is None else float(case.knowledge.least)
    lines = [row(case.names, address, atoms) for address in shown]
    low, high = [*map(float, shown.values())], [*map(float, shown.values())]
    for address, line in hidden.items():
        if address not in shown:
            lines, low, high = [*lines, line], [*low, least], [*high, np.inf]
    sums = LinearConstraint(np.array(lines), low, high)
    bounds = Bounds(-np.inf if case.knowledge.least is None else 0.0, np.inf)
    whole = np.full(len(atoms), int(case.knowledge.whole))
    ends = {}
    for address, line in hidden.items():
        found = []
        for sign in (1.0, -1.0):
            answer: Any = milp(sign * line, constraints=sums, bounds=bounds, integrality=whole)
            found.append(sign * answer.fun if answer.status == 0 else -sign * np.inf)
        ends[address] = (found[0], found[1])
    return ends


def row(names: Codes, address: Codes, atoms: list[Codes]) -> Any:
    """Which combinations lie in a cell."""
    return np.array([float(all(map(inside, names, address, atom))) for atom in atoms])
