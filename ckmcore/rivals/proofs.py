"""The proofs that a pattern rests on: for each demand a witness, and one that every contributor alone in a cell of it
cannot see through."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from ckmcore.rivals.problem import Demand, FlowSystem
from ckmcore.rivals.relations import Flags
from ckmcore.rivals.witnesses import FlowWitness


@dataclass(frozen=True)
class DemandProof:
    """witnesses: the first goes as far as is demanded; the others open the cell for contributors who know cells of it.
    seen_by: contributors for whom no witness exists."""

    demand: Demand
    witnesses: tuple[FlowWitness, ...]
    seen_by: tuple[int, ...] = ()

    def holds(self, system: FlowSystem, suppressed: Flags) -> bool:
        """Whether the proof is right, exactly: sums, rooms, levels, suppressed figures only, every contributor."""
        first, *others = self.witnesses
        insider = system.insider_level(self.demand)
        return (
            first.serves(self.demand, self.demand.level)
            and all(witness.serves(self.demand, insider) for witness in others)
            and all(witness.within(suppressed) and witness.fits(system) for witness in self.witnesses)
            and set(self.seen_by) >= set(knowing(system, self.demand, self.witnesses))
        )


def owners_in(system: FlowSystem, demand: Demand, witness: FlowWitness) -> set[int]:
    """Contributors, other than the one of the demanded cell, who are alone in a cell of a witness."""
    owners = system.problem.owners
    if not owners:
        return set()
    return {owners[cell] for cell in witness.cells.tolist() if cell in owners} - {owners.get(demand.figure, -1)}


def knowing(system: FlowSystem, demand: Demand, witnesses: Sequence[FlowWitness]) -> list[int]:
    """Contributors whom no witness serves, since each changes a cell that they know."""
    return sorted(set.intersection(*(owners_in(system, demand, witness) for witness in witnesses)))


@dataclass(eq=False)
class ProofBook:
    """The pattern so far and its proofs. `suppressed` may grow at any time; a figure that no proof uses may leave."""

    system: FlowSystem
    suppressed: Flags
    proofs: dict[Demand, DemandProof] = field(default_factory=dict)
    users: dict[int, dict[Demand, None]] = field(default_factory=dict)

    def put(self, proof: DemandProof) -> None:
        """Keep a proof in place of the former one of its demand; what it uses becomes suppressed."""
        former = self.proofs.get(proof.demand)
        if former is not None:
            for cell in _cells(former):
                self.users.get(cell, {}).pop(proof.demand, None)
        self.proofs[proof.demand] = proof
        cells = _cells(proof)
        for cell in cells:
            self.users.setdefault(cell, {})[proof.demand] = None
        self.suppressed[cells] = True

    def left_unused(self) -> list[int]:
        """Suppressed cells that no proof changes any more."""
        return [cell for cell, users in self.users.items() if not users and self.suppressed[cell]]

    def copied(self) -> ProofBook:
        """A book that changes apart from this one."""
        users = {cell: dict(demands) for cell, demands in self.users.items()}
        return ProofBook(self.system, self.suppressed.copy(), dict(self.proofs), users)

    def take(self, other: ProofBook) -> None:
        """Take over pattern and proofs of another book."""
        self.suppressed[:] = other.suppressed
        self.proofs, self.users = other.proofs, other.users

    def using(self, cell: int) -> list[Demand]:
        """The demands whose proofs change a cell."""
        return list(self.users.get(cell, ()))


def _cells(proof: DemandProof) -> list[int]:
    cells: list[int] = np.unique(np.concatenate([witness.cells for witness in proof.witnesses])).tolist()
    return cells
