"""Several periods: a count that does not change is published in each, and noise with new keys averages out.

Units that recur keep their keys, so an unchanged group of records has the same noise in every period. Under new keys
for each period t figures are t draws of one noise: how often the most probable count is the true one is counted on the
lattice of the method, figure by figure (iid(t)). Confidential.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ckmcore.errors import InputError
from ckmcore.lab.risk.attack import count_values
from ckmcore.lab.risk.averaging_bounds import count_right
from ckmcore.lab.risk.relations import Ints
from ckmcore.methods.method import Method
from ckmcore.tabulate.raw import RawBlock, RawTable
from ckmcore.tabulate.shown_cells import shown_cells

Floats = NDArray[np.float64]


@dataclass(frozen=True, repr=False)
class Unchanged:
    """Cells whose count is unchanged over at most `periods` consecutive periods, and the mean P(right) of a reader.

    new_keys: if every period drew new keys; own_keys: with the keys of the data.
    """

    periods: int
    cells: int
    new_keys: float
    own_keys: float

    def __repr__(self) -> str:
        return f"Unchanged({self.periods} periods, confidential)"


@dataclass(frozen=True, eq=False, repr=False)
class PeriodsRisk:
    """Risk of unchanged counts over several periods. runs: by number of periods, ascending. Confidential."""

    periods: int
    cells: int
    runs: tuple[Unchanged, ...]
    largest_new_keys: float
    largest_own_keys: float

    def __repr__(self) -> str:
        return f"PeriodsRisk({self.periods} periods, confidential)"


def unchanged_chance(method: Method, count: int, periods: int, *, new_keys: bool) -> float:
    """P(right) of a reader for a count unchanged over `periods` periods. Raises averaging_needs_noise."""
    return count_right(method, count, periods if new_keys else 1)


def periods_risk(raws: Sequence[RawTable], method: Method) -> PeriodsRisk:
    """Risk for the same table of several periods in order, each protected by `method`.

    Cells that are empty, exempt or not shown are left out. The reader is assumed to know that the count is unchanged.
    With the data's own keys, equal cell keys count once. Raises periods_need_tables, periods_differ,
    attack_needs_counts, averaging_needs_noise.
    """
    if len(raws) < 2:
        raise InputError("periods_need_tables")
    numbers = count_values(raws[0].spec)
    if not numbers:
        raise InputError("attack_needs_counts")
    for raw_number, raw in enumerate(raws[1:], start=2):
        if _lines(raw) != _lines(raws[0]):
            raise InputError("periods_differ", first=1, second=raw_number)
    masks = shown_cells(raws[0].spec, raws[0].blocks)
    parts_runs = []
    for number in numbers:
        own_filter = raws[0].spec.values[number].own_filter
        for block, mask in enumerate(masks):
            parts_runs.append(_runs([raw.part(own_filter)[block] for raw in raws], mask, method))
    length, fresh_counts, kept_counts = (np.concatenate(column) for column in zip(*parts_runs, strict=True))
    runs = tuple(
        Unchanged(
            run_length,
            int(length_index.sum()),
            float(fresh_counts[length_index].mean()),
            float(kept_counts[length_index].mean()),
        )
        for run_length in np.unique(length).tolist()
        for length_index in (length == run_length,)
    )
    return PeriodsRisk(
        len(raws), len(length), runs, float(fresh_counts.max(initial=0.0)), float(kept_counts.max(initial=0.0))
    )


def _lines(raw: RawTable) -> list[object]:
    """Description of a table's cells for comparison: own filters of its counts, and the lines of its blocks."""
    values = [raw.spec.values[number].own_filter for number in count_values(raw.spec)]
    blocks = [
        [(dimension.name, [node.code for node in dimension.nodes]) for dimension in block.dimensions]
        for block in raw.blocks
    ]
    return [values, blocks, raw.spec.filters]


def _runs(blocks: Sequence[RawBlock], mask: NDArray[np.bool_], method: Method) -> tuple[Ints, Floats, Floats]:
    """Longest run of an unchanged count for each cell of the mask, and P(right) with new keys and with its own keys."""
    counts = np.stack([block.counts[mask] for block in blocks])
    exempt = np.zeros(counts.shape[1], dtype=np.bool_)
    for block in blocks:
        if block.exempt is not None:
            exempt |= block.exempt[mask]
    keys = [block.cell_keys for block in blocks]
    if any(key is None for key in keys):
        cell_keys = np.broadcast_to(np.arange(len(blocks))[:, None], counts.shape)
    else:
        cell_keys = np.stack([key[mask] for key in keys if key is not None])
    unchanged_runs = []
    for cell in np.flatnonzero((counts > 0).any(axis=0) & ~exempt).tolist():
        begin, end = _longest(counts[:, cell])
        unchanged_runs.append((int(counts[begin, cell]), end - begin, len(np.unique(cell_keys[begin:end, cell]))))
    count, length, draws = np.array(unchanged_runs, dtype=np.int64).reshape(-1, 3).T
    return length, _guessed(method, count, length), _guessed(method, count, draws)


def _guessed(method: Method, counts: Ints, repetitions: Ints) -> Floats:
    """P(right) of each count from `repetitions` figures."""
    pairs, back = np.unique(np.stack([counts, repetitions]), axis=1, return_inverse=True)
    unchanged_chances = [
        unchanged_chance(method, count, part_count, new_keys=True) for count, part_count in pairs.T.tolist()
    ]
    return np.array(unchanged_chances, dtype=np.float64)[back.ravel()]


def _longest(counts: Ints) -> tuple[int, int]:
    """Begin and end of the longest run of an equal non-zero count; the first among equals."""
    best_longest, begin = (0, 0), 0
    for index in range(1, len(counts) + 1):
        if index == len(counts) or counts[index] != counts[begin]:
            if counts[begin] and index - begin > best_longest[1] - best_longest[0]:
                best_longest = (begin, index)
            begin = index
    return best_longest
