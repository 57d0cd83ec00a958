"""Originals as a first solution of the sums: the counts of the records, with which every attack may begin."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from ckmcore.errors import InputError
from ckmcore.lab.risk.exact import parts_of
from ckmcore.lab.risk.identical_cells import Evidence
from ckmcore.lab.risk.intruder_knowledge import Limit
from ckmcore.lab.risk.propagation import Bounds, Propagation
from ckmcore.lab.risk.relations import Ints, LinkedRelations
from ckmcore.methods.count_noise import UNBOUNDED
from ckmcore.microdata.data import Microdata


class SolvedFigures(Protocol):
    """The published interval of each figure, and the originals of the figures that are cells (-1: no cell)."""

    low: Ints
    high: Ints
    originals: Ints


def of_records(
    linked: LinkedRelations,
    data: Microdata,
    reading: SolvedFigures,
    propagation: Propagation,
    evidence: Evidence,
    limit: Limit,
) -> Ints | None:
    """Compute the originals of all figures from the records.

    None where they do not agree with the published figures, or were not found in time.
    """
    known_cells = reading.originals >= 0
    result = linked.originals(data)
    if result is None or (result[known_cells] != reading.originals[known_cells]).any():
        result = solution_of(propagation, reading.originals, limit)
    if result is None or (result < reading.low).any() or (result > reading.high).any() or not evidence.holds(result):
        return None
    return result


def solution_of(propagation: Propagation, originals: Ints, limit: Limit) -> Ints | None:
    """Find values of all figures that agree with the originals of the cells (-1: no cell).

    Figures that the table does not compute, such as a remainder, mostly follow from those that it does. None where no
    solution is found in time.
    """
    no_cell = originals < 0
    bounds = propagation(Bounds(np.where(no_cell, 0, originals), np.where(no_cell, UNBOUNDED, originals)))
    if bounds.contradict:
        raise InputError("attack_not_additive")
    values = bounds.low.copy()
    for search_part in parts_of(propagation.relations, bounds):
        if limit.ended():
            return None
        answer = search_part.solve(np.zeros(len(search_part.figures)), bounds, limit.one_problem)
        if answer.solution is None:
            return None
        values[search_part.figures] = answer.solution
    return values
