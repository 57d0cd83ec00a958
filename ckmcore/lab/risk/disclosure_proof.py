"""Which published figures force a disclosed cell: the fewest relations and pairs of figures from which it follows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ckmcore.lab.risk.attack import Attack
from ckmcore.lab.risk.exact import SearchPart, parts_of
from ckmcore.lab.risk.identical_cells import Evidence
from ckmcore.lab.risk.intruder_knowledge import Limit
from ckmcore.lab.risk.propagation import Bounds, Propagation
from ckmcore.lab.risk.relations import Ints, Relations
from ckmcore.methods.count_noise import UNBOUNDED
from ckmcore.tabulate.scan import never

# How many figures around the cell are looked at, fewest first.
SIZES = (12, 40, 150, 600, 5_000)


@dataclass(frozen=True)
class ProofLine:
    """A relation: the figure of the total, and the figures of its parts."""

    total: int
    parts: tuple[int, ...]


@dataclass(frozen=True)
class DisclosureProof:
    """Relations that determine a figure, those with it first, and the published figures that are needed.

    pairs: pairs of figures (total or larger cell first) that are needed because different contents prove different
    records. complete: they are proven to determine it; otherwise time ran out and they are only neighbouring relations.
    """

    lines: tuple[ProofLine, ...]
    needed: frozenset[int]
    complete: bool
    pairs: tuple[tuple[int, int], ...] = ()


def disclosure_proof(
    attack: Attack, figure: int, *, seconds: float | None = 20.0, cancelled: Callable[[], bool] = never
) -> DisclosureProof:
    """Find out why a disclosed figure has only one possible value. seconds: time limit.

    No relation, and none of the figures `needed`, can be left out.
    """
    limit = Limit(seconds, cancelled)
    value = int(attack.known.low[figure])
    for size in SIZES:
        chosen_around = around(attack.table.relations, figure, size)
        problem = _Problem(attack, figure, value, limit)
        if problem.forces(chosen_around, problem.worlds):
            return problem.reduced(chosen_around)
        if limit.ended() or len(chosen_around) == len(attack.table.relations.totals):
            break
    relations = attack.table.relations
    return DisclosureProof(lines_of(relations, around(relations, figure, 0)), frozenset(), False)


def around(relations: Relations, figure: int, size: int) -> Ints:
    """Relations of a figure, and of figures connected to it, as long as they concern at most `size` figures."""
    owner = np.repeat(np.arange(len(relations.totals)), np.diff(relations.starts))
    inner_wider = np.zeros(relations.count, dtype=np.bool_)
    inner_wider[figure] = True
    chosen_further = np.zeros(len(relations.totals), dtype=np.bool_)
    while True:
        further = inner_wider[relations.totals]
        further[owner[inner_wider[relations.parts]]] = True
        wider = inner_wider.copy()
        wider[relations.totals[further]] = True
        wider[relations.parts[further[owner]]] = True
        if chosen_further.any() and (int(wider.sum()) > size or (further == chosen_further).all()):
            return np.flatnonzero(chosen_further)
        chosen_further, inner_wider = further, wider


class _Problem:
    """Whether relations of a table force a figure to a value."""

    def __init__(self, attack: Attack, figure: int, value: int, limit: Limit) -> None:
        self.open, self.worlds, self._evidence = attack.open, attack.worlds, attack.evidence
        self._all, self._figure, self._value, self._limit = attack.table.relations, figure, value, limit

    def forces(self, chosen: Ints, worlds: Sequence[Bounds], evidence: Evidence | None = None) -> bool:
        """Whether the figure has only its value under some relations, for every possible content of empty cells.
        chosen: indices of relations."""
        relations = only(self._all, chosen)
        evidence = evidence or self._evidence.only(chosen, relations)
        return all(self._forced(relations, given_world, evidence) for given_world in worlds)

    def _forced(self, relations: Relations, given_bounds: Bounds, evidence: Evidence) -> bool:
        bounds = Propagation(relations)(given_bounds, evidence=evidence)
        if bounds.contradict:
            return True
        for search_part in parts_of(relations, bounds, related=True, evidence=evidence):
            indices = np.flatnonzero(search_part.figures == self._figure)
            if len(indices):
                return self._is_fixed(search_part, int(indices[0]), bounds)
        return bool(bounds.low[self._figure] == bounds.high[self._figure] == self._value)

    def _is_fixed(self, search_part: SearchPart, index: int, bounds: Bounds) -> bool:
        aim = np.zeros(len(search_part.figures))
        for sign in (1, -1):
            aim[index] = float(sign)
            answer = search_part.solve(aim, bounds, self._limit.one_problem)
            if not answer.impossible and (answer.bound is None or answer.bound < sign * self._value):
                return False
        return True

    def reduced(self, chosen: Ints) -> DisclosureProof:
        """Proof without unneeded relations, pairs and published figures."""
        kept_relations = reduced(chosen.tolist(), lambda left: self.forces(np.array(left), self.worlds), self._limit)
        relations = np.array(kept_relations)
        evidence = self._evidence.only(relations, only(self._all, relations))
        numbers = reduced(
            list(range(len(evidence.named))),
            lambda left: self.forces(relations, self.worlds, evidence.with_pairs(left)),
            self._limit,
            empty=True,
        )
        evidence = evidence.with_pairs(numbers)
        lines = lines_of(self._all, relations)
        figures = sorted({shown_figure for line in lines for shown_figure in (line.total, *line.parts)})
        shown_figures = [
            figure for figure in figures if self.open.low[figure] > 0 or self.open.high[figure] < UNBOUNDED
        ]

        def published(left: list[int]) -> list[Bounds]:
            bounds = []
            for world in self.worlds:
                low, high = np.zeros_like(world.low), np.full_like(world.high, UNBOUNDED)
                low[left], high[left] = world.low[left], world.high[left]
                bounds.append(Bounds(low, high))
            return bounds

        needed = reduced(shown_figures, lambda left: self.forces(relations, published(left), evidence), self._limit)
        own_lines = sorted(lines, key=lambda line: self._figure not in (line.total, *line.parts))
        return DisclosureProof(tuple(own_lines), frozenset(needed), True, evidence.named)


def reduced(items: list[int], enough: Callable[[list[int]], bool], limit: Limit, *, empty: bool = False) -> list[int]:
    """Remove items that are not needed, trying large parts first. enough: whether the remaining items suffice; empty:
    possibly none is needed."""
    if empty and enough([]):
        return []
    kept_items, size = items, max(len(items) // 2, 1)
    while True:
        item_index = 0
        while item_index < len(kept_items) and not limit.ended():
            remaining_items = kept_items[:item_index] + kept_items[item_index + size :]
            if remaining_items and enough(remaining_items):
                kept_items = remaining_items
            else:
                item_index += size
        if size == 1 or limit.ended():
            return kept_items
        size = max(size // 2, 1)


def only(relations: Relations, chosen: Ints) -> Relations:
    """Relations with the indices `chosen`."""
    lengths = np.diff(relations.starts)[chosen]
    part_figures = [relations.parts_of(relation) for relation in chosen.tolist()]
    return Relations(
        relations.count,
        relations.totals[chosen],
        np.concatenate(part_figures),
        np.concatenate([[0], np.cumsum(lengths)]),
        np.ones(len(chosen), dtype=np.bool_),
    )


def lines_of(relations: Relations, chosen: Ints) -> tuple[ProofLine, ...]:
    """Return the relations with the indices `chosen` as proof lines."""
    return tuple(
        ProofLine(int(relations.totals[relation]), tuple(relations.parts_of(relation).tolist()))
        for relation in chosen.tolist()
    )
