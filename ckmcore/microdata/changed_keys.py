"""Records with the keys that the SAFE principle gave them: combinations of key variables, and their numbers of records.

They lie beside the records of a period, whose dictionary describes them. Confidential.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ckmcore.microdata.columns import compact_codes


@dataclass(frozen=True, eq=False)
class ChangedKeys:
    """Combinations of keys that occur, each at least `least` times.

    codes: by key the codes that occur, in their order. combinations: int32, one row for each with the place of its code
    of every key. records: int64, of each combination.
    """

    codes: Mapping[str, tuple[str, ...]]
    combinations: NDArray[np.int32]
    records: NDArray[np.int64]
    least: int
    cache: dict[Any, Any] = field(default_factory=dict, repr=False)

    def __repr__(self) -> str:
        return f"ChangedKeys({len(self.records)} combinations, confidential)"

    @property
    def keys(self) -> tuple[str, ...]:
        """The key variables."""
        return tuple(self.codes)

    @property
    def holds(self) -> bool:
        """Whether every combination occurs once in the list, with at least `least` records, and all codes exist."""
        sizes = [len(codes) for codes in self.codes.values()]
        fits = self.combinations.shape == (len(self.records), len(sizes)) and len(self.records) > 0
        return (
            fits
            and bool((self.records >= self.least).all())
            and bool((self.combinations >= 0).all() and (self.combinations < sizes).all())
            and len(np.unique(self.combinations, axis=0)) == len(self.records)
        )

    @cached_property
    def content_hash(self) -> str:
        """SHA-256 of codes, combinations, records and least number; the order of combinations does not matter."""
        digest = hashlib.sha256(repr((self.least, tuple(self.codes.items()))).encode())
        order = np.lexsort(self.combinations.T[::-1])
        for array in (self.combinations[order].astype("<i4"), self.records[order].astype("<i8")):
            digest.update(np.ascontiguousarray(array).tobytes())
        return digest.hexdigest()

    def columns(self, names: Sequence[str], codes: Mapping[str, Sequence[str]]) -> dict[str, NDArray[Any]] | None:
        """The column of each key, with one entry for each record. codes: by key those of a data set, in whose order the
        entries number them. None where a code is lacking there."""
        made = {}
        for name in names:
            places = {code: at for at, code in enumerate(codes[name])}
            if any(code not in places for code in self.codes[name]):
                return None
            mapping = np.array([places[code] for code in self.codes[name]], dtype=np.int64)
            column = compact_codes(mapping[self.combinations[:, self.keys.index(name)]], len(places))
            made[name] = np.repeat(column, self.records)
        return made
