"""Published figures that cannot all be true under the stated method: the fewest relations that show it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ckmcore.lab.risk.disclosure_proof import SIZES, ProofLine, around, lines_of, only, reduced
from ckmcore.lab.risk.exact import parts_of
from ckmcore.lab.risk.identical_cells import Evidence
from ckmcore.lab.risk.intruder_knowledge import Limit
from ckmcore.lab.risk.propagation import Bounds, Propagation
from ckmcore.lab.risk.relations import Ints, Relations


@dataclass(frozen=True)
class Contradiction:
    """Published figures that contradict each other for all originals. lines: sums that cannot all hold; without sums,
    the contents of the cell `figure` in two tables have no common original. same_records: the same records show
    different contents.

    complete: no sum can be left out; otherwise time ran out and they are only neighbouring sums.
    """

    figure: int
    lines: tuple[ProofLine, ...]
    complete: bool
    same_records: bool = False


def contradiction(
    relations: Relations, given: Bounds, limit: Limit, evidence: Evidence | None = None, same_records: int = -1
) -> Contradiction | None:
    """First contradiction in published figures; None where there is none, or none was found in time.

    same_records: figure that shows different contents for the same records, -1 without one.
    """
    evidence = evidence or Evidence.nothing(relations)
    clash = np.flatnonzero(given.low > given.high)
    if len(clash):
        return Contradiction(int(clash[0]), (), True)
    if same_records >= 0:
        return Contradiction(same_records, (), True, same_records=True)
    narrowed_bounds = Propagation(relations)(given, limit.ended, evidence)
    clash = np.flatnonzero(narrowed_bounds.low > narrowed_bounds.high)
    if len(clash):
        return _contradiction_at(relations, given, int(clash[0]), limit, evidence)
    for search_part in parts_of(relations, narrowed_bounds, evidence=evidence):
        if limit.ended():
            return None
        if search_part.solve(np.zeros(len(search_part.figures)), narrowed_bounds, limit.one_problem).impossible:
            return _contradiction_at(relations, given, int(search_part.figures[0]), limit, evidence)
    return None


def _contradiction_at(
    relations: Relations, given_bounds: Bounds, figure: int, limit: Limit, evidence: Evidence
) -> Contradiction:
    def cannot_be(left: list[int]) -> bool:
        return _impossible(relations, np.array(left), given_bounds, limit, evidence)

    chosen_around = around(relations, figure, 0)
    for size in SIZES:
        chosen_around = around(relations, figure, size)
        if cannot_be(chosen_around.tolist()):
            kept_relations = reduced(chosen_around.tolist(), cannot_be, limit)
            return Contradiction(figure, lines_of(relations, np.array(kept_relations)), not limit.ended())
        if limit.ended() or len(chosen_around) == len(relations.totals):
            break
    return Contradiction(figure, lines_of(relations, around(relations, figure, 0)), False)


def _impossible(relations: Relations, chosen: Ints, given_bounds: Bounds, limit: Limit, evidence: Evidence) -> bool:
    """Whether some relations and bounds are shown to have no solution."""
    some_only = only(relations, chosen)
    own_only = evidence.only(chosen, some_only)
    bounds = Propagation(some_only)(given_bounds, evidence=own_only)
    if bounds.contradict:
        return True
    search_parts = parts_of(some_only, bounds, related=True, evidence=own_only)
    return any(
        search_part.solve(np.zeros(len(search_part.figures)), bounds, limit.one_problem).impossible
        for search_part in search_parts
    )
