"""The floor under record keys, rules F10 to F14 (claims.md, section C): judged where keys are taken over or drawn.

Confidential: it speaks of how often keys stand in the data.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ckmcore.errors import ProtectionError
from ckmcore.keys.record_keys import RecordKeys
from ckmcore.messages import Sentence
from ckmcore.ptable.floor.floor import OpenRule, Rule, above, below, names, refusing
from ckmcore.ptable.model.table import PTable

CLASSES = 100
# Of fewer records nothing can be said on how their keys are spread.
LEAST_RECORDS = 100


@dataclass(frozen=True)
class KeySpread:
    """How record keys are spread. `expected_distinct`: M(1 - (1 - 1/M)^N); chi_square: over 100 classes of equal share;
    most_frequent_step: of the differences (mod M) between each record's key and the next."""

    records: int
    modulus: int
    distinct: int
    expected_distinct: float
    most_frequent: int
    chi_square: float
    most_frequent_step: int


def key_spread(keys: RecordKeys) -> KeySpread:
    """The figures that rules F11 to F14 judge; one pass and two sorts."""
    modulus, records = keys.modulus, len(keys)
    values = keys.values.astype(np.uint64, copy=False)
    # (1 - (1 - 1/M)^N) M, exact for large M.
    expected = -math.expm1(records * math.log1p(-1.0 / modulus)) * modulus
    classes = min(CLASSES, modulus)
    edges = [-(-place * modulus // classes) for place in range(classes + 1)]
    found = np.diff(np.searchsorted(np.sort(values), np.array(edges, dtype=np.uint64), side="left"))
    wanted = np.diff(np.array(edges, dtype=np.float64)) / modulus * max(records, 1)
    steps = np.where(values[1:] >= values[:-1], values[1:] - values[:-1], values[1:] + np.uint64(modulus) - values[:-1])
    distinct, most = _most(values)
    return KeySpread(
        records, modulus, distinct, expected, most, float(((found - wanted) ** 2 / wanted).sum()), _most(steps)[1]
    )


def _most(values: np.ndarray[tuple[int, ...], np.dtype[np.uint64]]) -> tuple[int, int]:
    """How many values are different, and how often the most frequent one stands."""
    counts = np.unique(values, return_counts=True)[1]
    return len(counts), int(counts.max(initial=0))


def key_floor(keys: RecordKeys, ptable: PTable | None = None) -> tuple[OpenRule, ...]:
    """The open rules of record keys, F10 to F14, in order; the modulus is judged against `ptable` where one is given.

    Whole keys of a modulus of their own (ONS) are never refused: their table is made for them.
    """
    spread = key_spread(keys)
    needed = 10**6 if ptable is None else max(10**6, math.ceil(100 / ptable.smallest_p))
    found = below("F10", spread.modulus, needed, 10**4, "floor_modulus")
    if spread.records >= LEAST_RECORDS:
        found += _share("F11", spread.most_frequent, spread.records, "floor_key_frequent")
        told: dict[str, object] = {"distinct": spread.distinct, "expected": round(spread.expected_distinct)}
        share = spread.distinct / spread.expected_distinct
        found += below("F12", share, 0.95, 0.5, "floor_key_distinct", **told)
        found += above("F13", round(spread.chi_square, 1), 183, 400, "floor_key_spread")
        found += _share("F14", spread.most_frequent_step, spread.records, "floor_key_step")
    own = ptable is not None and ptable.integer_modulus is not None
    if keys.digits is None and keys.origin == "integer" and (own or keys.modulus < 10**4):
        return tuple(replace(one, level="W") for one in found)
    return tuple(found)


class KeysBelowFloor(ProtectionError):
    """Record keys that the floor refuses. Fields: rules (their names), told (what the first one found)."""

    code = "keys_below_floor"


def check_keys(
    keys: RecordKeys, ptable: PTable | None = None, units: Callable[[], Sequence[str]] | None = None
) -> tuple[Sentence, ...]:
    """What has to be said of keys that are taken over: their open rules.

    `units`: names the unit of each record; records of one unit have one key, so where a rule refuses, the keys are
    judged once more by the first record of each unit. Raises KeysBelowFloor.
    """
    found = key_floor(keys, ptable)
    if refusing(found) and units is not None:
        _, first = np.unique(np.array(units(), dtype=object).astype(str), return_index=True)
        found = key_floor(replace(keys, values=keys.values[np.sort(first)]), ptable)
    refused = refusing(found)
    if refused:
        raise KeysBelowFloor(rules=names(refused), told=refused[0].sentence)
    return tuple(one.told for one in found)


def _share(rule: Rule, number: int, records: int, code: str) -> list[OpenRule]:
    """A rule that looks at a number of records and at their share, of which both have to be above the limit."""
    if number <= 5:
        return []
    share = number / records
    found = above(rule, share, 0.002, 0.01, code, records=records, share=round(100 * share, 2))
    told = {"found": number}
    return [replace(one, sentence=replace(one.sentence, fields={**one.sentence.fields, **told})) for one in found]
