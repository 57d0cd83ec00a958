"""Disclosed cells by the harm that they do: counts of 1 or 2 first, then others with the fewest persons; empty ones,
in which nobody is found, last. Confidential: their originals are known."""

from __future__ import annotations

from collections.abc import Iterable

from ckmcore.lab.risk.attack import AttackedCell
from ckmcore.lab.risk.linked_tables import LinkedCell
from ckmcore.lab.risk.posterior import SMALL


def by_harm(cells: Iterable[AttackedCell]) -> tuple[AttackedCell, ...]:
    """Disclosed cells in descending order of harm; equal ones keep their order."""
    return tuple(sorted(cells, key=_harm))


def linked_by_harm(cells: Iterable[LinkedCell]) -> tuple[LinkedCell, ...]:
    """Cells of several tables in descending order of harm."""
    return tuple(sorted(cells, key=lambda cell: _harm(cell.cell)))


def count_small(cells: Iterable[AttackedCell]) -> int:
    """Number of disclosed cells that are counts of 1 or 2."""
    return sum(cell.low in SMALL for cell in cells)


def _harm(cell: AttackedCell) -> tuple[int, int]:
    return (0 if cell.low in SMALL else 2 if not cell.low else 1), cell.low
