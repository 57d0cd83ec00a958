"""Shares that rounding makes of originals, as an attacker reads them: each narrows its numerator and its base.

What `share_intervals` says of one share, for all of a table: bounds only. A solution of the sums need not agree with
the shares, so that nothing is a witness (`without_witnesses`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ckmcore.lab.risk.propagation import Bounds
from ckmcore.lab.risk.relations import Ints
from ckmcore.lab.risk.share_intervals import ShownShare, tightened
from ckmcore.methods.count_noise import UNBOUNDED
from ckmcore.methods.derived import RECORDS, block_zones, change_base, share_base
from ckmcore.methods.method import Method
from ckmcore.methods.protected import ProtectedTable
from ckmcore.tabulate.raw import Conditions
from ckmcore.tabulate.scan import never
from ckmcore.tabulate.spec import Value

Flags = NDArray[np.bool_]
# Rounds of sums and shares; what is found by then is true.
_ROUNDS = 50


@dataclass(frozen=True)
class ShareOf:
    """A published share, with the indices of the figures of its numerator (`above`) and its base (`below`)."""

    above: int
    below: int
    share: ShownShare


def shares_of(
    protected: ProtectedTable,
    places: Mapping[Conditions, Sequence[Ints]],
    method: Method | None,
    shown: Sequence[Flags],
    exempt: Mapping[Conditions, Sequence[Flags | None]],
) -> Iterator[ShareOf]:
    """Yield the shares, relative changes and ratios of counts that a table publishes and that are computed from
    originals.

    `places` and `exempt` give, by the filter of the values and by block, the index of the figure of each cell and the
    cells whose count is exempt. `shown` marks the published cells of each block.
    """
    if method is None or not method.derives_from_originals:
        return
    rules = method.derived_rules
    counts = {
        value.own_filter: index
        for index, value in enumerate(protected.spec.values)
        if not value.is_derived and value.measure == RECORDS
    }
    for index, value in enumerate(protected.spec.values):
        if value.kind not in ("share", "change", "ratio") or value.measure != RECORDS:
            continue
        if value.kind == "ratio" and value.base_measure != RECORDS:
            continue
        if value.kind == "change" and value.absolute:
            continue
        base = value.base_conditions if value.kind == "ratio" else value.own_filter
        if value.own_filter not in counts or base not in counts:
            continue
        for block, mask in enumerate(shown):
            protected_block = protected.blocks[block]
            base_places, outside = _bases(protected, block, value)
            above, below = places[value.own_filter][block], places[base][block][base_places]
            seen = mask & (above >= 0) & (below >= 0) & ~outside & (above != below) & protected_block.shown(index)
            for official in (exempt[value.own_filter][block], exempt[base][block]):
                if official is not None:
                    seen &= ~official & ~official[base_places]
            if rules.zero_above:
                # A figure that publishes 0 is taken for 0: nothing of its original is in its share.
                seen &= protected_block.figures[counts[value.own_filter]] != 0
            factor = value.factor if value.kind == "ratio" else 100
            for figure, x, y in zip(protected_block.figures[index][seen], above[seen], below[seen], strict=True):
                share = ShownShare(
                    int(figure), value.places, factor, value.kind == "change", rules.minimum_base or None
                )
                yield ShareOf(int(x), int(y), share)


def _bases(protected: ProtectedTable, block: int, value: Value) -> tuple[tuple[NDArray[np.intp], ...], Flags]:
    """Return the positions of the base of each cell in a block, and the mask of the cells without a base."""
    dimensions = protected.blocks[block].dimensions
    if value.kind == "share":
        return share_base(dimensions, block_zones(protected.spec, block), value.base)
    if value.kind == "change":
        return change_base(dimensions, value)
    shape = tuple(map(len, dimensions))
    return tuple(np.indices(shape)), np.zeros(shape, dtype=np.bool_)


def narrowed_by(
    shares: Sequence[ShareOf],
    bounds: Bounds,
    propagate: Callable[[Bounds], Bounds],
    cancelled: Callable[[], bool] = never,
) -> Bounds:
    """Narrow bounds by sums (`propagate`) and by shares in turn.

    Contradicting figures give contradicting bounds. Stops early, with the bounds found so far, once `cancelled()` is
    true.
    """
    above = np.array([share.above for share in shares], dtype=np.int64)
    below = np.array([share.below for share in shares], dtype=np.int64)
    changed = np.ones(len(bounds.low), dtype=np.bool_)
    for _ in range(_ROUNDS):
        found_propagate = propagate(bounds)
        if found_propagate.contradict or cancelled():
            return found_propagate
        changed |= (found_propagate.low != bounds.low) | (found_propagate.high != bounds.high)
        low, high = found_propagate.low.copy(), found_propagate.high.copy()
        # Only shares of figures of which more is known than when they were last looked at.
        for index in np.flatnonzero(changed[above] | changed[below]).tolist():
            x, y = shares[index].above, shares[index].below
            tightened_pair = tightened(shares[index].share, (int(low[x]), int(high[x])), (int(low[y]), int(high[y])))
            if tightened_pair is None:
                low[x], high[x] = 1, 0
                return Bounds(low, high)
            (low[x], high[x]), (low[y], high[y]) = tightened_pair
        changed = (low != found_propagate.low) | (high != found_propagate.high)
        bounds = Bounds(low, np.minimum(high, UNBOUNDED))
        if not changed.any():
            break
    return bounds
