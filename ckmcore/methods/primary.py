"""Primary rules: which cells are sensitive; method.md section 5.

They mark cells: for the extra noise of magnitudes, for dominance cells of rounding, for the comparison. Alone they are
no method: a figure that is left out is the total minus the rest, so no protected table comes from them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.checked import checked
from ckmcore.errors import InputError, ProtectionError
from ckmcore.messages import Sentence, sentence
from ckmcore.methods.settings import as_doubles, check_whole
from ckmcore.tabulate.magnitudes import MOST_CONTRIBUTORS, RawMagnitude
from ckmcore.tabulate.raw import RawBlock
from ckmcore.tabulate.spec import TOTAL

Rule = Literal["minimum_frequency", "dominance", "p_percent", "pq", "cells"]
Cells = NDArray[np.bool_]
Address = tuple[tuple[str, str], ...]


@checked
@dataclass(frozen=True)
class PrimaryRules:
    """Rules of primary suppression, which mark cells as sensitive. Cells without contributors never are.

    minimum_frequency: cells with fewer contributors, 0 for no such rule. dominance: pairs (n, k), the n largest
    contributions are more than k % of the total. p_percent: the total without the two largest is less than p % of the
    largest. pq: (p, q), the same where others know contributions to within q %: q % of the rest are less than p % of
    the largest. cells: logical cells by their codes, ((variable, code), ...), with totals of unnamed variables.

    Contributors of a magnitude are the records with a value other than 0, of counts all records. Contributions count
    unweighted and by absolute value, the total by its own, so that negative values mark more cells, never fewer.

    >>> rules = ckm.PrimaryRules(dominance=[(1, 50), (2, 85)])
    >>> method = ckm.Rounding(10, magnitude_bases=[("INCOME", 100)], primary=rules)
    >>> spec = ckm.TableSpec("NUTS", "SEX", values=ckm.sum_of("INCOME"))
    >>> ckm.protect(ckm.tabulate(data, spec, contributors=method.contributors), method).has_signs
    False
    """

    minimum_frequency: int = 0
    dominance: tuple[tuple[int, float], ...] = ()
    p_percent: float | None = None
    pq: tuple[float, float] | None = None
    cells: tuple[Address, ...] = ()

    def __post_init__(self) -> None:
        as_doubles(self, "p_percent", "pq")
        object.__setattr__(self, "dominance", tuple((n, float(k)) for n, k in self.dominance))
        check_whole("minimum_frequency", self.minimum_frequency)
        for n, k in self.dominance:
            if type(n) is not int or not 1 <= n <= MOST_CONTRIBUTORS:
                raise InputError(
                    "primary_rule_faulty", reason=sentence("primary_dominance_n", found=n, limit=MOST_CONTRIBUTORS)
                )
            if not 0 < k < 100:
                raise InputError("primary_rule_faulty", reason=sentence("primary_dominance_k", found=k))
        for (n, k), (other, more) in zip(sorted(self.dominance), sorted(self.dominance)[1:], strict=False):
            if n == other or more <= k:
                reason = sentence("primary_dominance_order", n=n, k=k, other=other, more=more)
                raise InputError("settings_contradict", reason=reason)
        if self.p_percent is not None and not 0 < self.p_percent <= 100:
            raise InputError("primary_rule_faulty", reason=sentence("primary_p", found=self.p_percent))
        if self.pq is not None and not 0 < self.pq[0] < self.pq[1] <= 100:
            raise InputError("primary_rule_faulty", reason=sentence("primary_pq", p=self.pq[0], q=self.pq[1]))
        for address in self.cells:
            names = [name for name, _ in address]
            if len(set(names)) < len(names):
                raise InputError("primary_rule_faulty", reason=sentence("primary_cell_twice", names=names))

    @property
    def contributors(self) -> int:
        """Number of largest contributions that the rules need."""
        two = 2 if self.p_percent is not None or self.pq is not None else 0
        return max([two, *(n for n, _ in self.dominance)])

    def sensitive(self, block: RawBlock, magnitude: str = "") -> Cells:
        """Mask of the sensitive cells of a block, for its counts or for a magnitude; dominance, p % and pq need a
        magnitude.

        Raises contributors_not_kept.
        """
        found_cells = np.zeros(block.cells.held, dtype=np.bool_)
        for cells in self.marked(block, magnitude).values():
            found_cells |= cells
        return found_cells

    def marked(self, block: RawBlock, magnitude: str = "") -> Mapping[Rule, Cells]:
        """Mask of cells marked by each rule that is set and applicable. Raises contributors_not_kept."""
        held_magnitude = block.magnitudes[magnitude] if magnitude else None
        contributors = block.counts if held_magnitude is None else held_magnitude.contributors
        has_contributors = contributors > 0
        found_cells: dict[Rule, Cells] = {}
        if self.minimum_frequency:
            found_cells["minimum_frequency"] = has_contributors & (contributors < self.minimum_frequency)
        if held_magnitude is not None and self.contributors:
            found_cells.update(
                {rule: has_contributors & cells for rule, cells in self._dominated(held_magnitude).items()}
            )
        if self.cells:
            found_cells["cells"] = has_contributors & self._listed(block)
        return found_cells

    def _dominated(self, held_magnitude: RawMagnitude) -> dict[Rule, Cells]:
        if held_magnitude.k < self.contributors:
            raise ProtectionError("contributors_not_kept", needed=self.contributors, kept=held_magnitude.k)
        # As doubles: percentages of decimals are no whole numbers, and no rule is that sharp.
        largest, total = (
            np.abs(held_magnitude.largest).astype(np.float64),
            np.abs(held_magnitude.sums).astype(np.float64),
        )
        cells: dict[Rule, Cells] = {}
        if self.dominance:
            dominance_gaps = [100 * largest[..., :n].sum(axis=-1) > k * total for n, k in self.dominance]
            cells["dominance"] = np.logical_or.reduce(dominance_gaps)
        remainder = total - largest[..., :2].sum(axis=-1)
        if self.p_percent is not None:
            cells["p_percent"] = 100 * remainder < self.p_percent * largest[..., 0]
        if self.pq is not None:
            cells["pq"] = self.pq[1] * remainder < self.pq[0] * largest[..., 0]
        return cells

    def _listed(self, block: RawBlock) -> Cells:
        """Mask of the cells in the explicit list; entries with a variable or code that the block lacks are ignored."""
        cells = np.zeros(block.cells.held, dtype=np.bool_)
        names = [dimension.name for dimension in block.dimensions]
        for address in self.cells:
            codes: dict[str, Any] = dict(address)
            if not codes.keys() <= set(names):
                continue
            wanted_codes = [codes.get(name, TOTAL) for name in names]
            node_indices = [
                dimension.index.get(code) for dimension, code in zip(block.dimensions, wanted_codes, strict=True)
            ]
            if None not in node_indices:
                cells[tuple(index for index in node_indices if index is not None)] = True
        return cells

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """Sentence on each rule, for the methodologist."""
        sentences = []
        if self.minimum_frequency:
            sentences.append(sentence("primary_is_frequency", limit=self.minimum_frequency))
        for n, k in self.dominance:
            sentences.append(sentence("primary_is_dominance_one" if n == 1 else "primary_is_dominance", n=n, k=k))
        if self.p_percent is not None:
            sentences.append(sentence("primary_is_p", p=self.p_percent))
        if self.pq is not None:
            sentences.append(sentence("primary_is_pq", p=self.pq[0], q=self.pq[1]))
        if self.cells:
            sentences.append(sentence("primary_is_list", count=len(self.cells)))
        return tuple(sentences)
