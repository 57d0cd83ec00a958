"""Whether record keys are good: as many as records, spread evenly, without pattern, fine enough for the ptable."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ckmcore.keys.record_keys import Origin, RecordKeys
from ckmcore.ptable.floor.floor import OpenRule
from ckmcore.ptable.floor.key_floor import key_floor
from ckmcore.ptable.model.table import PTable

BINS = 20
# Good keys are called conspicuous by a test once in a thousand reports.
SUSPICIOUS_P = 0.001


@dataclass(frozen=True)
class KeyReport:
    """Statistics of the keys of a period (confidential).

    bins: records per twentieth of the range (per key where fewer than twenty keys are possible); expected: records of a
    bin. chi_square: over the bins, with p. kolmogorov: largest distance between the shares of keys up to a value and
    the expected ones, with p. serial: correlation of each key with the next one in record order, with p. duplicates:
    records that share their key; expected_duplicates: by chance alone. needed: smallest modulus that the perturbation
    table requires, None without a table. floor: open rules F10 to F14.
    """

    keys: int
    modulus: int
    digits: int | None
    origin: Origin
    bins: tuple[int, ...]
    expected: float
    chi_square: float
    p: float
    kolmogorov: float
    kolmogorov_p: float
    serial: float
    serial_p: float
    duplicates: int
    expected_duplicates: float
    needed: int | None
    floor: tuple[OpenRule, ...] = ()

    @property
    def uniform(self) -> bool:
        """Neither test of the spread is conspicuous."""
        return min(self.p, self.kolmogorov_p) >= SUSPICIOUS_P

    @property
    def without_pattern(self) -> bool:
        """A key says nothing of the next."""
        return self.serial_p >= SUSPICIOUS_P

    @property
    def as_distinct_as_chance(self) -> bool:
        """Whether no more records share a key than expected by chance (four standard deviations, at least a pair)."""
        return self.duplicates <= self.expected_duplicates + 4 * math.sqrt(2 * self.expected_duplicates) + 2

    @property
    def fine_enough(self) -> bool:
        """The modulus is not below what the perturbation table needs."""
        return self.needed is None or self.modulus >= self.needed

    @property
    def usable(self) -> bool:
        """Whether no statistic is conspicuous."""
        return self.uniform and self.without_pattern and self.as_distinct_as_chance and self.fine_enough


def key_report(keys: RecordKeys, ptable: PTable | None = None) -> KeyReport:
    """Report on record keys. ptable: table for which they are judged, or None.

    The expected number of a bin follows from its number of key values, so that any modulus is judged correctly.
    Kolmogorov-Smirnov uses the asymptotic distribution, which is cautious for few possible keys.
    """
    modulus, count = keys.modulus, len(keys)
    values = keys.values.astype(np.uint64, copy=False)
    ordered = np.sort(values)
    bins = min(BINS, modulus)
    edges = [-(-index * modulus // bins) for index in range(bins + 1)]
    cuts = np.searchsorted(ordered, np.array(edges[1:-1], dtype=np.uint64), side="left")
    gaps = np.diff(np.concatenate([[0], cuts, [count]]))
    shares = np.array([(edges[index + 1] - edges[index]) / modulus for index in range(bins)])
    expected = shares * max(count, 1)
    chi_square = float(((gaps - expected) ** 2 / expected).sum()) if count else 0.0
    distance = _distance(ordered, modulus)
    serial = _serial(values, modulus)
    same = ordered[1:] == ordered[:-1]
    is_shared = np.zeros(count, dtype=np.bool_)
    is_shared[1:] |= same
    is_shared[:-1] |= same
    collision_free = math.exp((count - 1) * math.log1p(-1.0 / modulus)) if count else 1.0
    return KeyReport(
        count,
        modulus,
        keys.digits,
        keys.origin,
        tuple(int(number) for number in gaps),
        count / bins,
        chi_square,
        chi_square_p(chi_square, bins - 1),
        distance,
        _kolmogorov_p(distance, count),
        serial,
        math.erfc(abs(serial) * math.sqrt(count / 2)) if count > 2 else 1.0,
        int(np.count_nonzero(is_shared)),
        count * (1.0 - collision_free),
        None if ptable is None else math.ceil(100 / ptable.smallest_p),
        key_floor(keys, ptable),
    )


def _distance(ordered: NDArray[np.uint64], modulus: int) -> float:
    """Largest distance between the empirical distribution and the uniform one on M keys, at the keys that occur.
    ordered: keys in ascending order."""
    count = len(ordered)
    if count == 0:
        return 0.0
    last_indices = np.flatnonzero(np.append(ordered[1:] != ordered[:-1], True))
    up_to = (last_indices + 1) / count
    former_up_tos = np.concatenate([[0.0], up_to[:-1]])
    last_keys = ordered[last_indices].astype(np.float64)
    above = np.abs(up_to - (last_keys + 1.0) / modulus)
    below = np.abs(former_up_tos - last_keys / modulus)
    return float(max(above.max(), below.max()))


def _kolmogorov_p(distance: float, count: int) -> float:
    from scipy.special import kolmogorov

    return float(kolmogorov(distance * math.sqrt(count))) if count else 1.0


def _serial(values: NDArray[np.uint64], modulus: int) -> float:
    """Correlation of each key with the next."""
    if len(values) < 3:
        return 0.0
    share: NDArray[Any] = values / modulus
    first, second = share[:-1] - share[:-1].mean(), share[1:] - share[1:].mean()
    norm = math.sqrt(float(first @ first) * float(second @ second))
    return float(first @ second) / norm if norm > 0 else 1.0


def chi_square_p(chi_square: float, freedom: int) -> float:
    """Probability of a chi-square at least as large under equal shares."""
    from scipy.special import gammaincc

    return float(gammaincc(freedom / 2, chi_square / 2)) if freedom > 0 else 1.0
