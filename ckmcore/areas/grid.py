"""Cells of the INSPIRE grid in EPSG:3035: codes of metres and metres of codes, levels as a hierarchy.

A code names the lower left corner of its cell: `CRS3035RES1000mN3150000E3858000` lies at 3 150 000 m north and
3 858 000 m east (Statistics Netherlands, Statistische gegevens per INSPIRE vierkant 2021; offices write the country in
front of it, `NL_`). Short codes leave out as many zeros as the size has: `1kmN3150E3858`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ckmcore.areas.boundaries import EPSG, part_of_maps
from ckmcore.errors import DataError, InputError
from ckmcore.messages import Sentence, sentence

LEVELS = (100, 1_000, 10_000, 100_000)
"""Sizes of cells in metres, from the smallest: no place is known more exactly than to a hectare."""
CRS = ("3035", "25832", "25833", "4326")
"""Systems of coordinates: LAEA Europe, UTM 32 and 33, longitude and latitude."""
_SHORT = re.compile(r"(\d{1,3})(m|km)N(\d{1,7})E(\d{1,7})", re.ASCII)
_LONG = re.compile(r"(?:[A-Z]{2}_)?CRS3035RES(\d{1,6})mN(\d{1,7})E(\d{1,7})", re.ASCII)
_SOUTH, _NORTH, _WEST, _EAST = 900_000, 5_500_000, 900_000, 7_500_000  # of the grid of Europe
_EXAMPLES = 3
Metres = NDArray[np.int64]


@dataclass(frozen=True)
class GridCell:
    """A cell. size: metres of a side; north, east: metres of its lower left corner in EPSG:3035.

    >>> GridCell.of("NL_CRS3035RES1000mN3150000E3858000")
    GridCell(size=1000, north=3150000, east=3858000)
    >>> GridCell(1000, 3150000, 3858000).code, GridCell(1000, 3150000, 3858000).long_code
    ('1kmN3150E3858', 'CRS3035RES1000mN3150000E3858000')
    """

    size: int
    north: int
    east: int

    @classmethod
    def of(cls, code: str) -> GridCell:
        """The cell of a code in either form. Raises grid_code."""
        cell = cell_in(code)
        if cell is None:
            raise DataError("grid_code", item=code)
        return cell

    @property
    def code(self) -> str:
        """Its short code."""
        return f"{size_text(self.size)}N{self.north // _unit(self.size)}E{self.east // _unit(self.size)}"

    @property
    def long_code(self) -> str:
        """Its code with the system of coordinates and whole metres."""
        return f"CRS3035RES{self.size}mN{self.north}E{self.east}"

    def within(self, size: int) -> GridCell:
        """The cell of a coarser level that it lies in; of its own size itself."""
        return GridCell(size, self.north // size * size, self.east // size * size)


def size_text(size: int) -> str:
    """Size of a cell as codes have it: `100m`, `1km`."""
    return f"{size // 1000}km" if size >= 1000 else f"{size}m"


def _unit(size: int) -> int:
    """Power of ten by which coordinates are divided in short codes: as many zeros as the size has."""
    unit = 1
    while size % (unit * 10) == 0:
        unit *= 10
    return unit


def too_fine(size: int, least: str) -> Sentence | None:
    """Why cells of a size (metres) may not be shown where the smallest is `least`, such as `1km`; None where they may.

    >>> too_fine(100, "1km").text("en")
    'Shows grid cells of 100m; the office shows cells from 1km on.'
    """
    smallest = next((level for level in LEVELS if size_text(level) == least), 0)
    return sentence("grid_too_fine", size=size_text(size), least=least) if 0 < size < smallest else None


def cell_in(code: str) -> GridCell | None:
    """The cell of a code in either form; None where it is no code of a level."""
    match = _SHORT.fullmatch(code)
    if match is not None:
        size = int(match[1]) * (1000 if match[2] == "km" else 1)
        if size not in LEVELS:
            return None
        north, east = int(match[3]) * size, int(match[4]) * size
    else:
        match = _LONG.fullmatch(code)
        if match is None or int(match[1]) not in LEVELS:
            return None
        size, north, east = (int(part) for part in match.groups())
    if north % size or east % size or not _is_in_europe(north, east):
        return None
    return GridCell(size, north, east)


def corners_of(codes: Sequence[str]) -> tuple[NDArray[np.int64], Metres, Metres]:
    """Size, metres north and metres east of each code, whichever form it has. Raises grid_codes, which names the first
    codes that are none."""
    quick = _of_one_length(codes)
    if quick is not None:
        return quick
    cells = [cell_in(code) for code in codes]
    wrong = [code for code, cell in zip(codes, cells, strict=True) if cell is None]
    if wrong:
        raise DataError("grid_codes", count=len(wrong), codes=wrong[:_EXAMPLES])
    found_cells = [cell for cell in cells if cell is not None]
    sizes, north, east = np.array([(cell.size, cell.north, cell.east) for cell in found_cells]).reshape(-1, 3).T
    return sizes, north, east


def _of_one_length(codes: Sequence[str]) -> tuple[NDArray[np.int64], Metres, Metres] | None:
    """The same at once where all codes differ in digits alone; None where they do not."""
    if not codes or len(set(map(len, codes))) > 1:
        return None
    first = cell_in(codes[0])
    text = "".join(codes)
    if first is None or not text.isascii():
        return None
    letters = np.frombuffer(text.encode(), dtype=np.uint8).reshape(len(codes), -1)
    starts = [match.start() + 1 for match in re.finditer("[NE](?=\\d)", codes[0])][-2:]
    ends = [starts[1] - 1, letters.shape[1]]
    fixed = [
        place for place in range(letters.shape[1]) if not any(a <= place < b for a, b in zip(starts, ends, strict=True))
    ]
    if (letters[:, fixed] != letters[0, fixed]).any():
        return None
    parts = []
    for start, end in zip(starts, ends, strict=True):
        digits = letters[:, start:end].astype(np.int64) - ord("0")
        if ((digits < 0) | (digits > 9)).any():
            return None
        parts.append(digits @ (10 ** np.arange(end - start - 1, -1, -1, dtype=np.int64)))
    scale = 1 if "CRS" in codes[0] else first.size
    north, east = parts[0] * scale, parts[1] * scale
    if is_outside(north, east).any() or (north % first.size).any() or (east % first.size).any():
        return None
    return np.full(len(codes), first.size), north, east


def codes_of(size: int, north: Metres, east: Metres) -> list[str]:
    """Short codes of the cells of one size at these corners."""
    unit, begin = _unit(size), f"{size_text(size)}N"
    pairs = zip((north // unit).tolist(), (east // unit).tolist(), strict=True)
    return [f"{begin}{n}E{e}" for n, e in pairs]


# --- coordinates -----------------------------------------------------------------------------------------------------


def cells_of_metres(east: NDArray[Any], north: NDArray[Any], scale: int, size: int) -> tuple[Metres, Metres]:
    """Corners (north, east) of the cells in which points lie; a point on a border belongs to the cell north and east of
    it. east, north: whole numbers, scaled by `scale`, or metres as floating point numbers (scale 1)."""
    if east.dtype.kind == "f":
        return tuple(np.floor(part / size).astype(np.int64) * size for part in (north, east))  # type: ignore[return-value]
    return tuple(part // (size * scale) * size for part in (north, east))  # type: ignore[return-value]


def metres_of(first: NDArray[np.float64], second: NDArray[np.float64], crs: str) -> tuple[Any, Any]:
    """Metres east and north in EPSG:3035 of coordinates in another system. first, second: east and north, or longitude
    and latitude. Raises grid_crs, maps_missing."""
    if crs not in CRS:
        raise InputError("grid_crs", value=crs, known=CRS)
    if crs == str(EPSG):
        return first, second
    transformer = part_of_maps("pyproj").Transformer.from_crs(int(crs), EPSG, always_xy=True)
    east, north = transformer.transform(first, second)
    return east, north


def is_outside(north: Metres, east: Metres) -> NDArray[np.bool_]:
    """Whether corners lie outside the grid of Europe: 9 to 55 hundreds of kilometres north, 9 to 75 east."""
    return (north < _SOUTH) | (north >= _NORTH) | (east < _WEST) | (east >= _EAST)


def _is_in_europe(north: int, east: int) -> bool:
    return _SOUTH <= north < _NORTH and _WEST <= east < _EAST


# --- levels ----------------------------------------------------------------------------------------------------------


def levels_from(size: int) -> tuple[int, ...]:
    """Sizes of the levels of a hierarchy whose leaves have this size, the coarsest first. Raises grid_size."""
    if size not in LEVELS:
        raise InputError("grid_size", value=size, known=[str(level) for level in LEVELS])
    return tuple(level for level in reversed(LEVELS) if level >= size)


def in_grid_order(size: int, north: Metres, east: Metres) -> NDArray[np.intp]:
    """Order of cells in which those of a coarser cell follow one another, from the south-west."""
    keys: list[Metres] = []
    for level in levels_from(size):
        keys += [north // level, east // level]
    return np.lexsort(keys[::-1])


def hierarchy_entries(size: int, north: Metres, east: Metres) -> Iterable[tuple[str, int]]:
    """Codes with their depth, in document order: each cell after the coarser one it lies in. The cells are in the order
    of `in_grid_order`."""
    levels = levels_from(size)
    texts = [codes_of(level, north // level * level, east // level * level) for level in levels]
    before = [""] * len(levels)
    for path in zip(*texts, strict=True):
        for depth, code in enumerate(path):
            if code != before[depth]:
                yield code, depth
        before = list(path)
