"""The attack by trying every table: the oracle of small tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product

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
    cells: Sequence[Sequence[int]], shown: Sequence[int], fits: Callable[[int, int], bool], most: Sequence[int]
) -> list[tuple[int, int]]:
    """Least and largest value of each cell over all values 0..most of the atoms whose sums may publish `shown`.

    cells: of each cell the atoms that it adds; fits(original, published).
    """
    tables = np.array(list(product(*(range(one + 1) for one in most))))
    kept = np.ones(len(tables), dtype=bool)
    sums = []
    for atoms, published in zip(cells, shown, strict=True):
        values = tables[:, list(atoms)].sum(axis=1)
        sums.append(values)
        possible = np.array([fits(value, published) for value in range(int(values.max()) + 1)])
        kept &= possible[values]
    return [(int(values[kept].min()), int(values[kept].max())) for values in sums]


def raw_of(data: Microdata, rows: Sequence[str], columns: Sequence[str] = ()) -> RawTable:
    return ckm.tabulate(data, ckm.TableSpec(rows=list(rows), columns=list(columns)))


def pruned_intervals(
    cells: Sequence[Sequence[int]], ranges: Sequence[tuple[int, int]], atoms: int
) -> list[tuple[int, int]] | None:
    """The same for cells whose originals lie in `ranges`, atom by atom, so that more of them can be tried; None where
    nothing fits."""
    sums = np.zeros((1, len(cells)), dtype=np.int64)
    inside = np.zeros((atoms, len(cells)), dtype=np.int64)
    for number, one in enumerate(cells):
        inside[list(one), number] = 1
    low, high = (np.array(end) for end in zip(*ranges, strict=True))
    for atom in range(atoms):
        most = int(high[inside[atom] > 0].min())
        # What is equal so far goes on in the same way.
        sums = np.unique(np.concatenate([sums + value * inside[atom] for value in range(most + 1)]), axis=0)
        sums = sums[(sums <= high).all(axis=1)]
    sums = sums[(sums >= low).all(axis=1)]
    if not len(sums):
        return None
    return list(zip(sums.min(axis=0).tolist(), sums.max(axis=0).tolist(), strict=True))
