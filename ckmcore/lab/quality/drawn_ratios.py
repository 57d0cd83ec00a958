"""Errors of the shares of a table over repetitions with new keys, of small and of large bases.

Each repetition is protected as a table of its own, so that minimum bases, signs and decimals are those of the method.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ckmcore.lab.quality.ratios import LARGE_BASE, ExactRatios, errors_of, exact_ratios
from ckmcore.lab.risk.atoms import BlockAtoms
from ckmcore.methods.method import Method
from ckmcore.tabulate.raw import Conditions, RawTable

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False, repr=False)
class RatioRepeater:
    """A table of ratios ready to be repeated: its exact shares, and its cells as sums of groups of atoms."""

    raw: RawTable
    shares: tuple[ExactRatios, ...]
    atoms: Mapping[Conditions, tuple[BlockAtoms, ...]]

    @classmethod
    def of(cls, raw: RawTable, atoms: Mapping[Conditions, tuple[BlockAtoms, ...]]) -> RatioRepeater:
        """The repeater of a table of ratios (`ratio_table`)."""
        return cls(raw, tuple(ratio for ratio in exact_ratios(raw) if ratio.value.kind == "share"), atoms)

    def repeated(self, method: Method, groups: Ints, modulus: int) -> Floats:
        """Of each repetition (groups x repetitions) the sum of the errors of shares and their number, where the base
        is below LARGE_BASE, and then where it is not: repetitions x 4."""
        keys = {
            own: [(atoms.sums(groups) % modulus).view(np.uint64) for atoms in blocks]
            for own, blocks in self.atoms.items()
        }
        found = np.zeros((groups.shape[1], 4))
        for repetition in range(groups.shape[1]):
            parts = {
                own: tuple(
                    replace(
                        block,
                        key_sums=np.ascontiguousarray(key[:, repetition]).reshape(block.shape),
                        modular=True,
                        modulus=modulus,
                    )
                    for block, key in zip(blocks, keys[own], strict=True)
                )
                for own, blocks in self.raw.parts.items()
            }
            protected = method.protect(replace(self.raw, parts=parts, blocks=next(iter(parts.values()))))
            for share in self.shares:
                errors, shown = errors_of(protected, share)
                large = share.bases[shown] >= LARGE_BASE
                found[repetition] += (errors[~large].sum(), (~large).sum(), errors[large].sum(), large.sum())
        return found
