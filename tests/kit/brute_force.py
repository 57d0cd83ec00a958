"""The attack by trying every table: the oracle of small tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations, product

import numpy as np
import pandas as pd

import ckmcore as ckm
from ckmcore.microdata.data import Microdata
from ckmcore.tabulate.raw import RawTable


def records(counts: Mapping[tuple[str, ...], int], names: Sequence[str], keys: bool = False) -> pd.DataFrame:
    """A frame with so many records of each combination of categories."""
    rows = [codes for codes, count in counts.items() for _ in range(count)]
    frame = pd.DataFrame(rows, columns=list(names), dtype="str")
    if keys:
        draw = np.random.default_rng(len(frame))
        frame["key"] = [f"0.{key:09d}" for key in draw.integers(0, 10**9, len(frame))]
    return frame


def microdata(counts: Mapping[tuple[str, ...], int], names: Sequence[str], keys: bool = False) -> Microdata:
    """The same as microdata; each combination of categories is in the code lists, whether or not it has records."""
    frame = records(counts, names, keys)
    whole = pd.concat([frame, pd.DataFrame(list(counts), columns=list(names))])
    data = Microdata.from_pandas(frame, list(names), record_key="key" if keys else None)
    for name in names:
        missing = [code for code in sorted(set(whole[name])) if code not in data.dimensions[name].codes]
        assert not missing, f"every code of {name} needs a record"
    return data


def two_way(rows: Sequence[Sequence[int]]) -> dict[tuple[str, ...], int]:
    """Counts of rows r0, r1, ... and columns c0, c1, ..."""
    return {(f"r{i}", f"c{j}"): count for i, row in enumerate(rows) for j, count in enumerate(row)}


def intervals(
    cells: Sequence[Sequence[int]],
    shown: Sequence[int],
    fits: Callable[[int, int], bool],
    most: Sequence[int],
    *,
    consistent: bool = True,
) -> list[tuple[int, int]]:
    """Least and largest value of each cell over all values 0..most of the atoms whose sums may publish `shown`.

    cells: of each cell the atoms that it adds; fits(original, published). consistent: cells that hold the same records
    show the same.
    """
    tables = np.array(list(product(*(range(one + 1) for one in most))))
    kept = np.ones(len(tables), dtype=bool)
    sums = []
    for atoms, published in zip(cells, shown, strict=True):
        values = tables[:, list(atoms)].sum(axis=1)
        sums.append(values)
        possible = np.array([fits(value, published) for value in range(int(values.max()) + 1)])
        kept &= possible[values]
    if consistent:
        kept[kept] = _consistent(tables[kept], cells, shown)
    return [(int(values[kept].min()), int(values[kept].max())) for values in sums]


def _consistent(tables: np.ndarray, cells: Sequence[Sequence[int]], shown: Sequence[int | None]) -> np.ndarray:
    """Tables in which no two cells have the same atoms that hold records and publish different figures (None: they are
    not compared)."""
    supports = [filled_as_number(tables[:, list(atoms)] > 0, atoms) for atoms in cells]
    kept = np.ones(len(tables), dtype=bool)
    for one, other in combinations(range(len(cells)), 2):
        if None not in (shown[one], shown[other]) and shown[one] != shown[other]:
            kept &= supports[one] != supports[other]
    return kept


def filled_as_number(filled: np.ndarray, atoms: Sequence[int]) -> np.ndarray:
    """The filled atoms of each table as one number."""
    return filled.astype(np.int64) @ np.array([1 << atom for atom in atoms], dtype=np.int64)


def cells_of(shape: Sequence[int]) -> list[list[int]]:
    """The atoms of each cell of a table with all margins, total first on each axis."""
    atoms = np.arange(int(np.prod(shape))).reshape(shape)
    found = []
    for position in product(*(range(size + 1) for size in shape)):
        taken = tuple(slice(None) if place == 0 else slice(place - 1, place) for place in position)
        found.append(atoms[taken].ravel().tolist())
    return found


def raw_of(data: Microdata, rows: Sequence[str], columns: Sequence[str] = ()) -> RawTable:
    return ckm.tabulate(data, ckm.TableSpec(rows=list(rows), columns=list(columns)))


def different(rows: np.ndarray) -> np.ndarray:
    """Each row once: sorted by a number of its own, which is much quicker than by all columns."""
    factors = np.random.default_rng(1).integers(1, 1 << 62, rows.shape[1], dtype=np.uint64) * 2 + 1
    numbers = (rows.astype(np.uint64) * factors).sum(axis=1, dtype=np.uint64)
    order = np.argsort(numbers)
    numbers, rows = numbers[order], rows[order]
    same_number = numbers[1:] == numbers[:-1]
    same = same_number & (rows[1:] == rows[:-1]).all(axis=1)
    assert (same == same_number).all(), "two rows have one number: take other factors"
    return rows[np.append(True, ~same)] if len(rows) else rows


def pruned_intervals(
    cells: Sequence[Sequence[int]],
    ranges: Sequence[tuple[int, int]],
    atoms: int,
    shown: Sequence[int | None] | None = None,
) -> list[tuple[int, int]] | None:
    """The same for cells whose originals lie in `ranges`, atom by atom, so that more of them can be tried; None where
    nothing fits. shown: what each publishes, where cells that hold the same records show the same."""
    inside = np.zeros((atoms, len(cells)), dtype=np.int64)
    for number, one in enumerate(cells):
        inside[list(one), number] = 1
    # Beside the sums which atoms are filled: what is equal so far goes on in the same way.
    sums = np.zeros((1, len(cells) + 1), dtype=np.int64)
    low, high = (np.array(end) for end in zip(*ranges, strict=True))
    for atom in range(atoms):
        most = int(high[inside[atom] > 0].min())
        steps = [
            np.append(value * inside[atom], (1 << atom) if value and shown is not None else 0)
            for value in range(most + 1)
        ]
        sums = np.concatenate([sums + step for step in steps])
        sums = different(sums[(sums[:, :-1] <= high).all(axis=1)])
    sums = sums[(sums[:, :-1] >= low).all(axis=1)]
    if shown is not None and len(sums):
        filled = (sums[:, -1:] >> np.arange(atoms)) & 1
        sums = sums[_consistent(filled, cells, shown)]
    if not len(sums):
        return None
    return list(zip(sums[:, :-1].min(axis=0).tolist(), sums[:, :-1].max(axis=0).tolist(), strict=True))
