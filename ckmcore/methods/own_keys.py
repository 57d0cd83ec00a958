"""Own keys: each magnitude looks up its noise at its own multiple of the cell key; magnitudes.md 1.5.

The key of a magnitude is a · (sum of record keys) mod M, a odd and no multiple of 5, so that it is as even as the sum
itself where M is a power of ten, and adds up as keys do. Two magnitudes that share a key give the exact ratio of single
contributors away.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.checked import checked
from ckmcore.errors import InputError
from ckmcore.ptable import Boundary, PTable

if TYPE_CHECKING:
    from ckmcore.ptable.magnitudes import MagnitudePart

Keys = NDArray[np.uint64]
Floats = NDArray[np.float64]
# Noise of two figures correlated by less than this tells nothing of one by the other.
MOST_CORRELATED = 0.01
# Below this modulus all keys are looked at, above it so many of them, which are the same for ever.
_ALL_KEYS = 10**6
_SAMPLE = 1 << 18
_DIGITS = 64
# Far more than are ever needed: of 10^5 multipliers a few hundred are near a ratio of small numbers.
_MOST_CANDIDATES = 1000
_NO_SECRET, _WEIGHTED = "00" * 32, "weighted count"


@checked
def new_own_key() -> str:
    """Draw a secret for the own keys of a method: 32 random bytes of the operating system, hexadecimal.

    It is made once and kept with the method, since another secret changes the noise of every sum.

    >>> settings = ckm.MagnitudeSettings(ckm.Scaling(0.1))
    >>> large = ckm.permute(ckm.design_magnitudes(5, 1.0))
    >>> method = ckm.MagnitudeCellKeyMethod(ptable, large=large, settings=settings, own_key=ckm.new_own_key())
    >>> method.multiplier("INCOME", "", 10**9) % 2
    1
    """
    return secrets.token_hex(_DIGITS // 2)


def own_key_from(secret: bytes) -> str:
    """Derive the secret for own keys from the secret of record keys, so that no further secret has to be kept."""
    return hmac.new(secret, b"ckm magnitude", hashlib.sha256).hexdigest()


def check_own_key(own_key: str) -> None:
    """Raise own_key_faulty for an invalid secret; "" means no secret and is allowed."""
    if own_key and (len(own_key) != _DIGITS or not set(own_key) <= set("0123456789abcdef")):
        raise InputError("own_key_faulty", digits=_DIGITS)


@dataclass(frozen=True)
class Drawn:
    """Source of the noise of a figure: a perturbation table, of which the row for large figures is used. For sums the
    key is rotated."""

    table: PTable | MagnitudePart

    def noise(self, keys: Keys, modulus: int, boundary: Boundary) -> Floats:
        """The noise of the last row at cell keys."""
        if isinstance(self.table, PTable):
            counts = np.full(keys.shape, self.table.last_row + self.table.recycled_rows, dtype=np.int64)
            return self.table.lookup(counts, keys, modulus, boundary).astype(np.float64)
        rows = np.full(keys.shape, len(self.table.rows) - 1, dtype=np.int64)
        from ckmcore.methods.magnitude_noise import rotated

        return self.table.row_noise(rows, rotated(keys, modulus), modulus, boundary)


def correlation(
    first: Drawn, second: Drawn, multipliers: tuple[int, int], modulus: int, boundary: Boundary = "less"
) -> float:
    """Correlation of the noise of two large figures of the same records over all keys; for moduli above 10^6 over 2^18
    of them. 0 where one figure is never changed. multipliers: of the keys of both figures."""
    keys = _keys(modulus)
    noise = [
        drawn.noise(multiplied(keys, factor, modulus), modulus, boundary)
        for drawn, factor in zip((first, second), multipliers, strict=True)
    ]
    centred = [noise_vector - noise_vector.mean() for noise_vector in noise]
    size = float(np.sqrt((centred[0] @ centred[0]) * (centred[1] @ centred[1])))
    return float(centred[0] @ centred[1]) / size if size else 0.0


@lru_cache(maxsize=64)
def multipliers(
    own_key: str,
    names: tuple[str, ...],
    periods: tuple[str, ...],
    counts: PTable,
    sums: tuple[MagnitudePart, ...],
    modulus: int,
    boundary: Boundary = "less",
) -> tuple[int, ...]:
    """Multiplier of each magnitude in order, from HMAC-SHA-256 of the secret. Candidates whose noise is correlated with
    the noise of counts or of an earlier magnitude are skipped.

    periods: period of each magnitude, "" where all periods share the key; counts, sums: perturbation tables. The same
    arguments always give the same numbers.
    """
    candidates: list[int] = []
    drawn = [Drawn(each_sum) for each_sum in sums]
    for index, (name, period) in enumerate(zip(names, periods, strict=True)):
        others = [(Drawn(counts), 1), *zip(drawn[:index], candidates, strict=True)]
        for most_candidate_index in range(_MOST_CANDIDATES):
            candidate = _candidate(own_key, name, period, most_candidate_index, modulus)
            related = (
                correlation(drawn[index], drawn_noise, (candidate, a), modulus, boundary) for drawn_noise, a in others
            )
            if all(abs(correlation_) <= MOST_CORRELATED for correlation_ in related):
                break
        candidates.append(candidate)
    return tuple(candidates)


@lru_cache(maxsize=16)
def weighted_multiplier(ptable: PTable, modulus: int, boundary: Boundary = "less") -> int:
    """Multiplier of weighted counts with noise of their own: the first candidate whose noise is not correlated with the
    noise of the count. No secret is needed, since readers know no key.
    """
    drawn = Drawn(ptable)
    for most_candidate_index in range(_MOST_CANDIDATES):
        candidate = _candidate(_NO_SECRET, _WEIGHTED, "", most_candidate_index, modulus)
        if abs(correlation(drawn, drawn, (candidate, 1), modulus, boundary)) <= MOST_CORRELATED:
            break
    return candidate


def multiplied(keys: Keys, factor: int, modulus: int) -> Keys:
    """Products factor · key mod M, exact for every M up to 10^18; the factor is split so that intermediate values fit
    into 64 bits."""
    if factor % modulus == 1:
        return keys
    m = np.uint64(modulus)
    remaining_bits = 64 - (modulus - 1).bit_length()
    pieces: list[int] = []
    remaining_room = factor % modulus
    while remaining_room:
        pieces.append(remaining_room & ((1 << remaining_bits) - 1))
        remaining_room >>= remaining_bits
    found_keys = np.zeros(np.shape(keys), dtype=np.uint64)
    for piece in reversed(pieces):
        found_keys = (found_keys << np.uint64(remaining_bits)) % m
        found_keys = (found_keys + keys * np.uint64(piece) % m) % m
    return found_keys


def _candidate(own_key: str, name: str, period: str, number: int, modulus: int) -> int:
    """A number below M that is prime to 10."""
    message = "\n".join(["ckm magnitude", name, period, str(number)]).encode()
    candidate = int.from_bytes(hmac.new(bytes.fromhex(own_key), message, hashlib.sha256).digest(), "big") % modulus
    while candidate % 2 == 0 or candidate % 5 == 0:
        candidate = (candidate + 1) % modulus
    return candidate


@cache
def _keys(modulus: int) -> Keys:
    if modulus <= _ALL_KEYS:
        return np.arange(modulus, dtype=np.uint64)
    drawn = hashlib.shake_256(b"ckm magnitude").digest(8 * _SAMPLE)
    return np.frombuffer(drawn, dtype="<u8").astype(np.uint64) % np.uint64(modulus)
