"""The mark of data: SHA-256 of their one-way cubes. Other records have other sums of keys in at least one of them.

The same for a relation and for a file with the same records under the same names.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import msgspec
import numpy as np

from ckmcore.microdata.data import Microdata
from ckmcore.tabulate.scan import never, scan

Line = tuple[str, int, int, tuple[int, ...]]
"""A code, the number of its records, their key sum modulo M, and sums of numbers, each scaled by 10^decimals."""


@dataclass(frozen=True)
class OneWay:
    """One-way cubes of data. lines: by variable, in the order of the codes; numbers: name and decimals of each
    magnitude."""

    rows: int
    modulus: int
    numbers: tuple[tuple[str, int], ...]
    lines: Mapping[str, tuple[Line, ...]]

    @property
    def mark(self) -> str:
        """SHA-256 over all one-way cubes."""
        return hashlib.sha256(
            msgspec.json.encode([self.rows, self.modulus, self.numbers, sorted(self.lines.items())])
        ).hexdigest()


def joined_lines(lines: Sequence[Line], modulus: int) -> tuple[Line, ...]:
    """Combine lines of the same code, in the order of the codes."""
    found_lines: dict[str, Line] = {}
    for code, count, key, sums in lines:
        _, n, k, s = found_lines.get(code, (code, 0, 0, (0,) * len(sums)))
        whole = tuple(a + b for a, b in zip(s, sums, strict=True))
        found_lines[code] = (code, n + count, (k + key) % modulus if modulus else 0, whole)
    return tuple(found_lines[code] for code in sorted(found_lines))


def mark_of(data: Microdata, cancelled: Callable[[], bool] = never) -> str:
    """Mark of records in memory, to compare a copy with its database; "" for data with doubles.

    Columns are identified by their names: dimensions, keys, weight and magnitudes.
    """
    if data.counter is not None:
        return data.counter.mark
    columns = [*([data.weight] if data.weight is not None else []), *data.magnitudes.values()]
    if any(column.decimals is None for column in columns):
        return ""
    numbers = sorted((column.name, column.decimals or 0) for column in columns)
    by_name = {column.name: column for column in columns}
    modulus = 0 if data.record_keys is None else data.record_keys.modulus
    lines = {}
    for name, dimension in data.dimensions.items():
        cube = scan(data, [name], {}, cancelled=cancelled)
        sums = [_sums(data, name, by_name[number_name].values.astype(np.int64)) for number_name, _ in numbers]
        keys = [0] * len(dimension.codes) if cube.key_sums is None else cube.key_sums.tolist()
        mark_lines = [
            (code, count, key % modulus if modulus else 0, tuple(column_sums[code_index] for column_sums in sums))
            for code_index, (code, count, key) in enumerate(
                zip(dimension.codes, cube.counts.tolist(), keys, strict=True)
            )
            if count
        ]
        lines[name] = joined_lines(mark_lines, modulus)
    return OneWay(data.rows, modulus, tuple(numbers), lines).mark


def _sums(data: Microdata, name: str, values: np.ndarray) -> list[int]:
    """Exact sums of integers by category, computed by upper and lower halves."""
    size = len(data.dimensions[name].codes)
    high, low = np.zeros(size, dtype=np.int64), np.zeros(size, dtype=np.int64)
    np.add.at(high, data.columns[name], values >> 32)
    np.add.at(low, data.columns[name], values & 0xFFFFFFFF)
    return [(h << 32) + lower for h, lower in zip(high.tolist(), low.tolist(), strict=True)]
