"""Secondary suppression by witnesses: which further cells have to be suppressed so that every primary cell stays open.

One primary cell after another gets a witness for each direction. To suppress more never breaks a witness, so the
pattern is proven when the last one is there. Then dear cells are published again as far as other witnesses exist. Work
is counted in linear programs, not in seconds, so that every computer makes the same pattern.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from ckmcore.rivals.flows import FlowSearch
from ckmcore.rivals.problem import Demand, FlowSystem
from ckmcore.rivals.proofs import DemandProof, ProofBook, knowing, owners_in
from ckmcore.rivals.relations import Flags
from ckmcore.rivals.witnesses import FlowWitness
from ckmcore.tabulate.scan import never

# Witnesses of other cells that are tried before a program is solved.
_TRIED = 40
# Below so many figures dear cells are also exchanged for others.
EXCHANGED = 500
# Gains below this share are noise of doubles.
_GAIN = 1e-9


@dataclass(eq=False)
class PatternSearch:
    """A search: `book` has the pattern and its proofs, `failed` the demands that no pattern meets."""

    system: FlowSystem
    flows: FlowSearch
    book: ProofBook
    failed: list[Demand] = field(default_factory=list)

    @classmethod
    def begin(
        cls, system: FlowSystem, cancelled: Callable[[], bool] = never, suppressed: Flags | None = None
    ) -> PatternSearch:
        """A search that starts from a pattern, by default what is suppressed anyway."""
        start = system.start if suppressed is None else suppressed | system.start
        return cls(system, FlowSearch(system, cancelled), ProofBook(system, start.copy()))

    def protect(self, progress: Callable[[float], None] = lambda share: None) -> None:
        """Give every demand a proof. Raises Cancelled."""
        for number, demand in enumerate(self.system.demands):
            if not any(other.figure == demand.figure for other in self.failed):
                proof = self._proof(demand)
                if proof is None:
                    self.failed.append(demand)
                else:
                    self.book.put(proof)
            progress((number + 1) / len(self.system.demands))

    @cached_property
    def demanded(self) -> frozenset[int]:
        """Figures that have a proof."""
        return frozenset(demand.figure for demand in self.book.proofs)

    def copied(self) -> PatternSearch:
        """A search that goes on apart from this one, with the same count of programs."""
        return PatternSearch(self.system, self.flows, self.book.copied(), list(self.failed))

    def proven_again(self, demand: Demand) -> bool:
        """Replace the proof of a demand by the cheapest one that serves as many contributors; False without one."""
        witness = self.flows.cheapest(demand, self.book.suppressed)
        if witness is None:
            return False
        proof = self.for_contributors(demand, witness, opening=True)
        if not set(proof.seen_by) <= set(self.book.proofs[demand].seen_by):
            return False
        self.book.put(proof)
        return True

    def proof_within(self, demand: Demand, suppressed: Flags) -> DemandProof | None:
        """A proof that needs no further figure and serves as many contributors as the former one."""
        former = self.book.proofs[demand]
        left = [witness for witness in former.witnesses if witness.within(suppressed)]
        first = former.witnesses[0]
        if not first.within(suppressed):
            other = self._reused(demand, suppressed) or self.flows.within(demand, demand.level, suppressed)
            if other is None:
                return None
            first = other
        proof = DemandProof(demand, (first, *(witness for witness in left if witness is not first)), former.seen_by)
        if set(knowing(self.system, demand, proof.witnesses)) <= set(former.seen_by):
            return proof
        proof = self.for_contributors(demand, first, opening=False, within=suppressed)
        return proof if set(proof.seen_by) <= set(former.seen_by) else None

    def _proof(self, demand: Demand) -> DemandProof | None:
        witness = self._reused(demand) or self.flows.cheapest(demand, self.book.suppressed)
        if witness is None:
            return None
        return self.for_contributors(demand, witness, opening=True)

    def _reused(self, demand: Demand, within: Flags | None = None) -> FlowWitness | None:
        """A witness of another demand, mirrored or scaled, that serves this one. within: the cells that may change."""
        opposite = [other for other in self.book.proofs if other.figure == demand.figure][:2]
        for other in dict.fromkeys((*opposite, *self.book.using(demand.figure)[:_TRIED])):
            for witness in self.book.proofs[other].witnesses:
                if within is not None and not witness.within(within):
                    continue
                scaled = witness.scaled(self.system, demand, demand.level)
                if scaled is not None and scaled.fits(self.system):
                    return scaled
        return None

    def for_contributors(
        self, demand: Demand, witness: FlowWitness, *, opening: bool, within: Flags | None = None
    ) -> DemandProof:
        """Complete a witness by others for contributors who know cells of it: one for all of them, else one for each.

        opening: whether further figures may be suppressed for it; else within: the suppressed ones.
        """
        system, level = self.system, self.system.insider_level(demand)
        suppressed = self.book.suppressed if within is None else within
        witnesses, seen_by = [witness], []
        knowers = sorted(owners_in(system, demand, witness))
        groups = [knowers] if len(knowers) > 1 else []
        for group in [*groups, *([owner] for owner in knowers)]:
            left = knowing(system, demand, witnesses)
            if not left or (len(group) == 1 and group[0] not in left):
                continue
            barred = np.unique(np.concatenate([system.cells_of[owner] for owner in group])).tolist()
            if opening:
                now = suppressed.copy()
                for earlier in witnesses:
                    now[earlier.cells] = True
                other = self.flows.cheapest(demand, now, level=level, barred=barred)
            else:
                other = self.flows.within(demand, level, suppressed, barred)
            if other is not None:
                witnesses.append(other)
            elif len(group) == 1:
                seen_by.append(group[0])
        return DemandProof(demand, tuple(witnesses), tuple(seen_by))


# --- cells that are not needed --------------------------------------------------------------------------------------


def clean_up(
    search: PatternSearch,
    *,
    programs: int,
    enough: Callable[[], bool] = never,
    progress: Callable[[float], None] = lambda share: None,
) -> None:
    """Publish secondary cells that no proof needs, as far as so many linear programs go.

    enough: whether to stop here: the pattern is proven at every moment. Raises Cancelled.
    """
    book, system = search.book, search.system
    last = search.flows.programs + programs
    secondary = np.flatnonzero(book.suppressed & ~system.start)
    order = sorted(secondary.tolist(), key=lambda cell: (-system.costs[cell], cell))
    unused = [cell for cell in order if not book.using(cell)]
    book.suppressed[unused] = False
    for number, cell in enumerate(order):
        if enough() or search.flows.programs >= last:
            break
        if book.suppressed[cell]:
            _publish(search, cell)
        progress((number + 1) / len(order))
    progress(1.0)


def exchange(search: PatternSearch, *, programs: int, enough: Callable[[], bool] = never) -> None:
    """Try to do without each secondary cell, dearest first, where its proofs may open other cells that cost less."""
    book, system, flows = search.book, search.system, search.flows
    last = flows.programs + programs
    secondary = np.flatnonzero(book.suppressed & ~system.start)
    for cell in sorted(secondary.tolist(), key=lambda cell: (-system.costs[cell], cell)):
        if enough() or flows.programs >= last:
            return
        if not book.suppressed[cell]:
            continue
        tried = search.copied()
        flows.banned = (cell,)
        done = all(tried.proven_again(demand) for demand in book.using(cell))
        flows.banned = ()
        if not done:
            continue
        tried.book.suppressed[cell] = False
        clean_up(tried, programs=last - flows.programs)
        if system.cost(tried.book.suppressed) < system.cost(book.suppressed) * (1 - _GAIN):
            book.take(tried.book)


def _publish(search: PatternSearch, cell: int) -> bool:
    """Publish a cell where every proof that uses it can do without."""
    book = search.book
    left = book.suppressed.copy()
    left[cell] = False
    if pinned(search, left, cell):
        return False
    proofs: list[DemandProof] = []
    for demand in book.using(cell):
        proof = search.proof_within(demand, left)
        if proof is None:
            return False
        proofs.append(proof)
    book.suppressed[cell] = False
    for proof in proofs:
        book.put(proof)
    freed = [other for other in book.left_unused() if not search.system.start[other]]
    book.suppressed[freed] = False
    return True


def pinned(search: PatternSearch, suppressed: Flags, cell: int) -> bool:
    """Whether a demanded figure follows from sums one after another, once a cell is published."""
    relations_of, figures_of = search.flows.relations_of, search.flows.figures_of
    gone = {cell}
    queue = list(relations_of[cell])
    while queue:
        relation = queue.pop()
        hidden = [other for other in figures_of[relation] if suppressed[other] and other not in gone]
        if len(hidden) == 1:
            if hidden[0] in search.demanded:
                return True
            gone.add(hidden[0])
            queue += relations_of[hidden[0]]
    return False
