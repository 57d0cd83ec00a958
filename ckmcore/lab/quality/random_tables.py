"""Tables drawn at random from the variables of a statistic: how a method does where users build tables themselves.

The second stage of [W19]: beside a fixed set of tables those that nobody has thought of.
"""

from __future__ import annotations

import math
from collections.abc import Collection

import numpy as np

from ckmcore.errors import InputError
from ckmcore.methods.settings import check_whole
from ckmcore.microdata.data import Microdata, UnknownVariable
from ckmcore.tabulate.axis import plan_level
from ckmcore.tabulate.spec import Level, TableSpec

MOST_TABLES = 1000
MOST_WIDTH = 10
DEFAULT_CELLS = 10_000
# So many draws in a row without a table that is new and small enough mean that there is none left.
_TRIES = 2000


def random_tables(
    data: Microdata,
    number: int,
    seed: int = 1,
    *,
    most_cells: int = DEFAULT_CELLS,
    widest: int = 3,
    variables: Collection[str] | None = None,
) -> tuple[TableSpec, ...]:
    """Draw `number` different tables of counts with 1 to `widest` variables and at most `most_cells` cells, margins
    included.

    Each number of variables is equally likely, as are the variables (restricted to `variables` where given); of a
    variable with a hierarchy, each single level and all levels together are equally likely. Variables with one category
    and those that differ within households are excluded. The same seed gives the same tables.

    Raises setting_range, UnknownVariable, too_few_tables.
    """
    check_whole("random_tables", number, 1, MOST_TABLES)
    check_whole("seed", seed)
    check_whole("most_cells", most_cells, 2)
    check_whole("widest", widest, 1, MOST_WIDTH)
    for name in variables or ():
        if name not in data.dimensions:
            raise UnknownVariable(variable=name, known=tuple(data.dimensions))
    choices = [_levels(data, name) for name in data.dimensions if _is_of_use(data, name, variables)]
    draw = np.random.default_rng(seed)
    specs: dict[tuple[tuple[str, tuple[int, ...]], ...], TableSpec] = {}
    tries = 0
    while choices and len(specs) < number and tries < _TRIES:
        tries += 1
        width = int(draw.integers(1, min(widest, len(choices)) + 1))
        chosen_choice = sorted(draw.choice(len(choices), width, replace=False).tolist())
        levels = [
            choices[choice_index][int(draw.integers(len(choices[choice_index])))] for choice_index in chosen_choice
        ]
        shown = tuple((level.variable, level.depths) for level, _ in levels)
        if shown in specs or math.prod(nodes for _, nodes in levels) > most_cells:
            continue
        specs[shown] = _table([level for level, _ in levels])
        tries = 0
    if len(specs) < number:
        raise InputError("too_few_tables", found=len(specs), asked=number, cells=most_cells, variables=widest)
    return tuple(specs.values())


def _is_of_use(data: Microdata, name: str, variables: Collection[str] | None) -> bool:
    if (variables is not None and name not in variables) or len(data.dimensions[name].codes) < 2:
        return False
    return data.same_within_households(name)


def _levels(data: Microdata, name: str) -> list[tuple[Level, int]]:
    """Possible levels of a variable in a table, each with its number of nodes including the total."""
    dimension = data.dimensions[name]
    depth = 1 if dimension.hierarchy is None else dimension.hierarchy.depth
    ways = [Level(name), *(Level(name, depths=(below,)) for below in range(depth) if depth > 1)]
    return [(level, len(plan_level(dimension, level).axis)) for level in ways]


def _table(levels: list[Level]) -> TableSpec:
    """Table with the first half of the levels in the rows and the others in the columns."""
    rows = (len(levels) + 1) // 2
    return TableSpec(rows=levels[:rows], columns=levels[rows:])
