"""The floor under record keys, rules F10 to F14 (claims.md, section C): judged where keys are taken over or drawn.

Confidential: it says how often keys occur in the data.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.blocks import BlockColumn
from ckmcore.base.deviations import tell
from ckmcore.base.limits import limits
from ckmcore.errors import Cancelled, ProtectionError
from ckmcore.keys.record_keys import KeyForm, RecordKeys
from ckmcore.messages import Sentence, sentence
from ckmcore.ptable.floor.floor import OpenRule, Rule, above, below, names, refusing
from ckmcore.ptable.model.table import PTable

CLASSES = 100
# Of fewer records nothing can be said on how their keys are spread, but that one stands too often, or alone.
LEAST_RECORDS = 100
MOST_OF_ONE_KEY = 5
_BLOCK_ROWS = 1 << 20
# How often the bytes of a key are there while keys and the steps between them are put in order.
_TIMES = 7


@dataclass(frozen=True)
class KeySpread:
    """Statistics of record keys. expected_distinct: M(1 - (1 - 1/M)^N); most_frequent: records with the most frequent
    key; chi_square: over 100 classes of equal share; most_frequent_step: number of the most frequent difference (mod M)
    between a key and the next."""

    records: int
    modulus: int
    distinct: int
    expected_distinct: float
    most_frequent: int
    chi_square: float
    most_frequent_step: int


def key_spread(keys: RecordKeys, cancelled: Callable[[], bool] = lambda: False) -> KeySpread:
    """Statistics judged by rules F11 to F14. Keys that are not in memory are read in several passes if necessary.
    Raises Cancelled."""
    modulus, records = keys.modulus, len(keys)
    classes = min(CLASSES, modulus)
    edges = np.array([-(-index * modulus // classes) for index in range(classes + 1)], dtype=np.uint64)
    kind: Any = np.uint32 if modulus <= 2**32 else np.uint64
    stored: Any = keys.values
    if not isinstance(stored, BlockColumn):
        return _spread_in_memory(stored.astype(kind, copy=False), modulus, edges, cancelled)
    class_counts = np.zeros(classes, dtype=np.int64)
    for block, _ in _keys_and_steps(keys, cancelled):
        class_counts += np.diff(np.searchsorted(np.sort(block), edges, side="left"))
    needed = _TIMES * records * np.dtype(kind).itemsize
    part_count = max(1, -(-needed // limits().whole_bytes))
    most_of_one = 4 * -(-records // part_count)  # where keys are spread as they should be, a part is far below
    distinct, largest_share, most_step = 0, 0, 0
    for part_index in range(part_count):
        low, high = np.uint64(part_index * modulus // part_count), np.uint64((part_index + 1) * modulus // part_count)
        of_keys, of_steps = _Tally(most_of_one), _Tally(most_of_one)
        for pair in _keys_and_steps(keys, cancelled):
            for tally, key_block in zip((of_keys, of_steps), pair, strict=True):
                tally.add(
                    (key_block if part_count == 1 else key_block[(key_block >= low) & (key_block < high)]).astype(kind)
                )
        different, often = of_keys.ended()
        distinct, largest_share, most_step = (
            distinct + different,
            max(largest_share, often),
            max(most_step, of_steps.ended()[1]),
        )
    expected, chi_square = expected_distinct(records, modulus), spread_over(class_counts, modulus)
    return KeySpread(records, modulus, distinct, expected, largest_share, chi_square, most_step)


def _spread_in_memory(
    values: NDArray[Any], modulus: int, edges: NDArray[np.uint64], cancelled: Callable[[], bool]
) -> KeySpread:
    """Statistics of keys in memory, put in order once; the steps between them beside that, where two processors may."""

    def frequencies(own: NDArray[Any]) -> tuple[NDArray[Any], int, int]:
        if cancelled():
            raise Cancelled
        own.sort()
        return own, *_runs(own)

    def of_steps() -> int:
        # In the type of the keys: a difference below zero wraps around, and comes back with the modulus.
        steps, wrap = np.empty(max(len(values) - 1, 0), dtype=values.dtype), values.dtype.type(modulus % 2**width)
        for start in range(0, len(steps), _BLOCK_ROWS // 8):  # within the processor's cache
            block = values[start : start + _BLOCK_ROWS // 8 + 1]
            to = steps[start : start + len(block) - 1]
            np.subtract(block[1:], block[:-1], out=to)
            to += (block[1:] < block[:-1]) * wrap
        return frequencies(steps)[2]

    width = 8 * values.dtype.itemsize
    with ThreadPoolExecutor(min(2, limits().workers)) as pool:
        most_step = pool.submit(of_steps)
        ordered, distinct, most = frequencies(values.copy())
        # No key reaches the last edge, the modulus, which may have no room in the type of the keys.
        class_counts = np.diff(np.searchsorted(ordered, edges[:-1].astype(values.dtype)), append=len(ordered))
        expected, chi_square = expected_distinct(len(values), modulus), spread_over(class_counts, modulus)
        return KeySpread(len(values), modulus, distinct, expected, most, chi_square, most_step.result())


def _runs(ordered: NDArray[Any]) -> tuple[int, int]:
    """Number of distinct values, and the count of the most frequent one, of values in ascending order."""
    if not len(ordered):
        return 0, 0
    distinct = 1 + int(np.count_nonzero(ordered[1:] != ordered[:-1]))
    if 4 * distinct < len(ordered):
        first = np.flatnonzero(ordered[1:] != ordered[:-1])
        return distinct, int(np.diff(first, prepend=-1, append=len(ordered) - 1).max())
    low, high = 1, 2  # a value is there `low` times, and whether one is `high` times is asked
    while np.any(ordered[high - 1 :] == ordered[: 1 - high]):
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        if np.any(ordered[middle - 1 :] == ordered[: 1 - middle]):
            low = middle
        else:
            high = middle
    return distinct, low


def expected_distinct(records: int, modulus: int) -> float:
    """(1 - (1 - 1/M)^N) M, exact for large M."""
    return -math.expm1(records * math.log1p(-1.0 / modulus)) * modulus


def spread_over(found: NDArray[np.int64], modulus: int) -> float:
    """Chi-square statistic of the numbers of keys in classes of equal share: class c has the keys k with floor(k n / M)
    = c."""
    classes = len(found)
    edges = np.array([-(-index * modulus // classes) for index in range(classes + 1)], dtype=np.float64)
    expected_counts = np.diff(edges) / modulus * max(int(found.sum()), 1)
    return float(((found - expected_counts) ** 2 / expected_counts).sum())


Keys = NDArray[np.uint64]


def _keys_and_steps(keys: RecordKeys, cancelled: Callable[[], bool]) -> Iterator[tuple[Keys, Keys]]:
    """Blocks of keys with the steps (modulo M) from each key to the next, including the step to the first key behind
    the block."""
    for start in range(0, len(keys), _BLOCK_ROWS):
        if cancelled():
            raise Cancelled
        values = keys.values[start : start + _BLOCK_ROWS + 1].astype(np.uint64, copy=False)
        former_values, new_values = values[:-1], values[1:]
        steps = np.where(
            new_values >= former_values,
            new_values - former_values,
            new_values + np.uint64(keys.modulus) - former_values,
        )
        yield values[:_BLOCK_ROWS], steps


class _Tally:
    """Counts how often each value was added. Equal values are merged before more than `most` are stored."""

    def __init__(self, most: int) -> None:
        self._most, self._waiting = most, list[NDArray[Any]]()
        self._values, self._counts = np.empty(0, dtype=np.uint32), np.empty(0, dtype=np.int64)

    def add(self, values: NDArray[Any]) -> None:
        """Add values."""
        self._waiting.append(values)
        if sum(map(len, self._waiting)) > self._most:
            self._put_together()

    def ended(self) -> tuple[int, int]:
        """Number of distinct values, and the count of the most frequent one."""
        if len(self._values):
            self._put_together()
            return len(self._counts), int(self._counts.max())
        values, first = self._in_order()
        last_run = len(values) - int(first[-1]) if len(first) else 0
        return len(first), max(last_run, int(np.diff(first).max(initial=0)))

    def _in_order(self) -> tuple[NDArray[Any], NDArray[np.intp]]:
        """Stored values in ascending order, and the indices where a new value begins."""
        values = np.concatenate([np.empty(0, dtype=np.uint32), *self._waiting])
        self._waiting.clear()
        values.sort()
        new = np.ones(len(values), dtype=np.bool_)
        np.not_equal(values[1:], values[:-1], out=new[1:])
        return values, np.flatnonzero(new)

    def _put_together(self) -> None:
        values, first = self._in_order()
        counts = np.diff(np.append(first, len(values)))
        distinct, inverse = np.unique(np.concatenate([self._values, values[first]]), return_inverse=True)
        both = np.zeros(len(distinct), dtype=np.int64)
        np.add.at(both, inverse, np.concatenate([self._counts, counts]))
        self._values, self._counts = distinct, both


def key_floor(
    keys: RecordKeys, ptable: PTable | None = None, cancelled: Callable[[], bool] = lambda: False
) -> tuple[OpenRule, ...]:
    """Open rules of record keys, F10 to F14, in order. ptable: table for which the modulus is judged, or None.

    Integer keys with a modulus of their own (ONS) are never refused, since their table is made for them. Raises
    Cancelled.
    """
    return spread_floor(key_spread(keys, cancelled), keys.form, ptable)


def spread_floor(spread: KeySpread, form: KeyForm, ptable: PTable | None = None) -> tuple[OpenRule, ...]:
    """Open rules of record keys of which only statistics and form are known, as of `key_floor`."""
    needed = 10**6 if ptable is None else max(10**6, math.ceil(100 / ptable.smallest_p))
    found_below = below("F10", spread.modulus, needed, 10**4, "floor_modulus")
    if spread.records >= LEAST_RECORDS:
        found_below += _share("F11", spread.most_frequent, spread.records, "floor_key_frequent")
        fields: dict[str, object] = {"distinct": spread.distinct, "expected": round(spread.expected_distinct)}
        share = spread.distinct / spread.expected_distinct
        found_below += below("F12", share, 0.95, 0.5, "floor_key_distinct", **fields)
        found_below += above("F13", round(spread.chi_square, 1), 183, 400, "floor_key_spread")
        found_below += _share("F14", spread.most_frequent_step, spread.records, "floor_key_step")
    else:
        found_below += _of_few(spread)
    has_own = ptable is not None and ptable.integer_modulus is not None
    if form.digits is None and form.origin == "integer" and (has_own or form.modulus < 10**4):
        return tuple(replace(open_rule, level="W") for open_rule in found_below)
    return tuple(found_below)


def check_keys(
    keys: RecordKeys,
    ptable: PTable | None = None,
    units: Callable[[], Sequence[str]] | None = None,
    cancelled: Callable[[], bool] = lambda: False,
) -> tuple[Sentence, ...]:
    """Notices on imported keys: their open rules.

    units: function that returns the unit of each record. Records of a unit share their key, so where a rule refuses,
    the keys are judged once more by the first record of each unit. Raises keys_below_floor, Cancelled.
    """
    open_rules = key_floor(keys, ptable, cancelled)
    if refusing(open_rules) and units is not None:
        _, first = np.unique(np.array(units(), dtype=object).astype(str), return_index=True)
        # One unit for all records is a column that names none: its key is then that of all.
        if len(first) > 1:
            open_rules = key_floor(replace(keys, values=keys.values[np.sort(first)]), ptable, cancelled)
    return (*told_unless_refused(open_rules), *untested(len(keys.values)))


def untested(records: int) -> tuple[Sentence, ...]:
    """Notice that F12 to F14 were not tested because there are too few records; empty where they were."""
    return (sentence("floor_keys_few", records=records, least=LEAST_RECORDS),) if records < LEAST_RECORDS else ()


def tell_of_keys(keys: RecordKeys | None) -> None:
    """Warn a script by CkmWarning of the open rules of the keys that it reads, since its results may be trials."""
    if keys is not None:
        tell((*(rule.told for rule in key_floor(keys)), *untested(len(keys.values))))


def check_spread(spread: KeySpread, form: KeyForm) -> tuple[Sentence, ...]:
    """Notices on keys of which only statistics and form are known. Raises keys_below_floor."""
    return (*told_unless_refused(spread_floor(spread, form)), *untested(spread.records))


def told_unless_refused(found: Sequence[OpenRule]) -> tuple[Sentence, ...]:
    """Notices of open rules of keys. Raises keys_below_floor."""
    refused = refusing(found)
    if refused:
        raise ProtectionError("keys_below_floor", rules=names(refused), told=refused[0].sentence)
    return tuple(rule.told for rule in found)


def _of_few(spread: KeySpread) -> list[OpenRule]:
    """Rule F11 for fewer records than can be judged otherwise: open where all records, or more than five, have the same
    key."""
    often, records = spread.most_frequent, spread.records
    if often <= MOST_OF_ONE_KEY and (records < 2 or often < records):
        return []
    told_sentence = sentence("floor_key_few", found=often, records=records, limit=MOST_OF_ONE_KEY)
    return [OpenRule("F11", "R", float(often), float(MOST_OF_ONE_KEY), told_sentence)]


def _share(rule: Rule, number: int, records: int, code: str) -> list[OpenRule]:
    """Open rule on a number of records and its share, which must both be above their limits."""
    if number <= MOST_OF_ONE_KEY:
        return []
    share = number / records
    found_above = above(rule, share, 0.002, 0.01, code, records=records, share=round(100 * share, 2))
    fields = {"found": number}
    return [
        replace(open_rule, sentence=replace(open_rule.sentence, fields={**open_rule.sentence.fields, **fields}))
        for open_rule in found_above
    ]
