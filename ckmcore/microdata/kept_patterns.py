"""Patterns of suppressed cells for tables of the same records: found once for all of them together, then only applied.

They lie beside the records of a period. Confidential: they know the counts to which they belong by a hash.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

Flags = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class HiddenCells:
    """The cells of one table for counts, or for the sums of a magnitude. digest: of the original figures; hidden: by
    block the mask of the cells with a sign."""

    digest: str
    hidden: tuple[Flags, ...]


@dataclass(frozen=True, eq=False)
class KeptCells:
    """The cells of one table. of: by magnitude, "" for counts. before: content hashes of earlier patterns under which
    the table was released, with the same signs."""

    of: Mapping[str, HiddenCells]
    before: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class KeptPatterns:
    """The pattern of tables that were protected together. tables: by the key of a specification (`table_key`); least:
    the minimum frequency; groups: the variable whose category groups do not show, "" for none. salt: of the digests.
    rules: of sums, as JSON, "" for none."""

    tables: Mapping[str, KeptCells]
    least: int
    groups: str
    salt: str
    rules: str = ""

    def __repr__(self) -> str:
        return f"KeptPatterns({len(self.tables)} tables, confidential)"

    @cached_property
    def content_hash(self) -> str:
        """SHA-256 of all tables, in whatever order, and of the settings."""
        digest = hashlib.sha256(repr((self.least, self.groups, self.salt, self.rules)).encode())
        for key, cells in sorted(self.tables.items()):
            digest.update(repr((key, cells.before)).encode())
            for name, hidden in sorted(cells.of.items()):
                digest.update(repr((name, hidden.digest, [mask.shape for mask in hidden.hidden])).encode())
                for mask in hidden.hidden:
                    digest.update(np.packbits(mask).tobytes())
        return digest.hexdigest()


def figures_digest(salt: str, figures: Sequence[NDArray[Any]]) -> str:
    """Salted SHA-256 of the whole figures of a table's blocks."""
    digest = hashlib.sha256(salt.encode())
    for array in figures:
        digest.update(repr(array.shape).encode())
        digest.update(np.ascontiguousarray(array.astype("<i8")).tobytes())
    return digest.hexdigest()
