"""Categories to combine so that sums below the floor hold it: pairs, those first that mend most cells; magnitudes.md
5.9. Confidential: it discloses where sensitive cells are.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ckmcore.base.texts import Texts
from ckmcore.lab.risk.sum_floor import CellRisks, SumFloor, SumLimits
from ckmcore.messages import Sentence, sentence
from ckmcore.tabulate.axis import AxisDimension, Node

# Pairs that are offered.
MOST_OFFERED = 10


@dataclass(frozen=True, repr=False)
class Combination:
    """A proposal to combine two categories of a variable; confidential.

    `mends` is the number of cells below the floor that are no longer sensitive once the two are one.
    """

    variable: str
    codes: tuple[str, str]
    labels: tuple[Texts, Texts]
    mends: int

    def __repr__(self) -> str:
        return "Combination(confidential)"

    @property
    def said(self) -> Sentence:
        """Return the sentence that proposes the combination."""
        first, second = self.labels
        return sentence("sum_combine", variable=self.variable, first=first, second=second, count=self.mends)


def combinations(floor: SumFloor, limits: SumLimits, most: int = MOST_OFFERED) -> tuple[Combination, ...]:
    """Propose pairs of categories under the same heading to combine, at most `most`.

    Pairs that mend most cells below the floor come first, then those in which the least is combined. Each cell is
    paired with the smallest neighbour that is enough.
    """
    mended: dict[tuple[str, str, str], int] = defaultdict(int)
    size: dict[tuple[str, str, str], float] = defaultdict(float)
    labels: dict[tuple[str, str, str], tuple[Texts, Texts]] = {}
    for risks in floor.cells:
        where = _where(risks)
        for cell in np.flatnonzero(risks.below(limits) & risks.cells.sensitive).tolist():
            segment = risks.cells.segments[int(risks.cells.segment[cell])]
            position = np.unravel_index(int(risks.cells.at[cell]), segment.block.shape)
            for axis, dimension in enumerate(segment.block.dimensions):
                best_enough = _enough(risks, where, cell, position, axis, dimension, limits)
                if best_enough is None:
                    continue
                other, combined = best_enough
                own_node = dimension.nodes[int(position[axis])]
                first, second = sorted((own_node, other), key=lambda node: dimension.index[node.code])
                key = (dimension.name, str(first.code), str(second.code))
                mended[key] += 1
                size[key] += combined
                labels[key] = (_label(first), _label(second))
    ordered = sorted(mended, key=lambda key: (-mended[key], size[key], key))[:most]
    return tuple(Combination(key[0], key[1:], labels[key], mended[key]) for key in ordered)


def _label(node: Node) -> Texts:
    return node.label if node.label.text("en") else Texts.same(str(node.code))


def _where(cell_risks: CellRisks) -> dict[tuple[int, int], int]:
    """Return the index of each cell by its segment and its position there."""
    cells = cell_risks.cells
    return {
        (segment, cell_index): index
        for index, (segment, cell_index) in enumerate(zip(cells.segment.tolist(), cells.at.tolist(), strict=True))
    }


def _enough(
    cell_risks: CellRisks,
    where: dict[tuple[int, int], int],
    cell: int,
    position: Sequence[Any],
    axis: int,
    dimension: AxisDimension,
    limits: SumLimits,
) -> tuple[Node, float] | None:
    """Find the neighbour under the same heading with the smallest sum that makes a cell not sensitive.

    Returns the neighbour and its sum, or None. `position` is the cell's position in its block, `axis` the variable.
    """
    place = int(position[axis])
    own_node = dimension.nodes[place]
    if own_node.depth < 0 or own_node.group:
        return None
    segment = int(cell_risks.cells.segment[cell])
    shape = cell_risks.cells.segments[segment].block.shape
    best_enough: tuple[Node, float] | None = None
    for node_index, node in enumerate(dimension.nodes):
        if node_index == place or node.group or (node.depth, node.parent) != (own_node.depth, own_node.parent):
            continue
        other_indices = list(map(int, position))
        other_indices[axis] = node_index
        number = where.get((segment, int(np.ravel_multi_index(other_indices, shape))))
        if number is None or _sensitive_together(cell_risks, cell, number, limits):
            continue
        x = abs(float(cell_risks.cells.sums.x[number]))
        if best_enough is None or x < best_enough[1]:
            best_enough = (node, x)
    return best_enough


def _sensitive_together(cell_risks: CellRisks, first_cell: int, other: int, limits: SumLimits) -> bool:
    """Return whether two cells (by index), combined into one, would be sensitive by the rules of the floor."""
    cells = cell_risks.cells
    contributors = int(cells.contributors[first_cell] + cells.contributors[other])
    if contributors < limits.minimum_frequency:
        return True
    largest = np.sort(np.abs(np.concatenate([cells.top[first_cell], cells.top[other]])))[::-1]
    total = abs(float(cells.sums.x[first_cell] + cells.sums.x[other]))
    if any(100 * largest[:n].sum() > k * total for n, k in limits.dominance):
        return True
    return bool(100 * (total - largest[:2].sum()) < limits.p * largest[0])
