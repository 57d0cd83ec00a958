"""Boundaries of the sample's country, invented: its Länder, and a district around each town with a university.

Cells of 5 km are given to the nearest town, borders between them are smoothed point by point, so that neighbours share
every corner. Whole numbers only: every machine makes the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from ckmcore.areas.model import AreaSet
from ckmcore.base.checked import checked
from ckmcore.base.texts import Texts
from ckmcore.microdata.data import Category
from ckmcore.microdata.variable import CodeGroup, Derivation, VariableEntry
from ckmcore.sample.places import LANDS, UNIVERSITIES

SampleAreas = Literal["lands", "districts"]
STATE = "2025-01-01"
_CELL, _WEST, _SOUTH = 5_000, 4_100_000, 2_650_000
_WIDE, _HIGH = 80, 116
# Column and row of the middle, half the width, and a cell of the district that an island belongs to.
_ISLANDS = ((54, 106, 4, (96, 50)), (65, 103, 3, (94, 52)))
_ROUNDS = 5  # of smoothing
_FINE = 256  # parts of a cell in which corners are moved
SOURCE = Texts("invented country, made up for this program", "erfundenes Land, für dieses Programm erdacht")
# The hash of the Länder is a constant, so that the sample opens without making them.
HASH_OF_LANDS = "8e01df8b738d38baff2f7e3fa51d851dd094b865df134cd992497aaaacde9ba8"
TITLES = {"lands": Texts("Länder", "Länder"), "districts": Texts("Districts", "Kreise")}
Whole = NDArray[np.int64]
Corner = tuple[int, int]


def _towns() -> list[tuple[str, str]]:
    """Land and town of each university, once."""
    return list(dict.fromkeys((f"{land:02d}", town) for land, (_, all_) in enumerate(LANDS, 1) for _, town, _ in all_))


def district_codes() -> dict[tuple[str, str], str]:
    """Code of the district of each Land and town."""
    numbers: Counter[str] = Counter()
    codes = {}
    for land, town in _towns():
        numbers[land] += 1
        codes[land, town] = f"{land}{numbers[land]:03d}"
    return codes


def sample_district() -> VariableEntry:
    """Entry of a dictionary: the district of a university, derived from the sample's variable `university`.

    >>> ckm.sample_district().derived.source
    'university'
    """
    codes = district_codes()
    towns = [(f"{land:02d}", town) for land, (_, all_) in enumerate(LANDS, 1) for _, town, _ in all_]
    of = [codes[place] for place in towns]
    groups: dict[str, list[str]] = {}
    for university, code in zip(UNIVERSITIES, of, strict=True):
        groups.setdefault(code, []).append(university.code)
    return VariableEntry(
        "district",
        "dimension",
        Texts("District of the university", "Kreis der Hochschule"),
        tuple(Category(code, Texts.same(town)) for (_, town), code in codes.items()),
        derived=Derivation(
            "groups", "university", groups=tuple(CodeGroup(code, tuple(each)) for code, each in groups.items())
        ),
        codes_from="list",
    )


@checked
def sample_areas(which: SampleAreas = "lands") -> AreaSet:
    """Invented boundaries for the sample: of its Länder (codes of `university`), or of the 67 districts of
    `sample_district`.

    >>> ckm.sample_areas("lands"), ckm.sample_areas("districts").names[0]
    (AreaSet(16 areas), 'Kranichhafen')
    """
    return _areas(which)


@cache
def _areas(which: SampleAreas) -> AreaSet:
    districts = _districts()
    moved = _moved(districts)
    codes = district_codes()
    if which == "districts":
        names = {code: town for (_, town), code in codes.items()}
        labels, order = districts, list(codes.values())
    else:
        lands = list(dict.fromkeys(land for land, _ in codes))
        number = {land: place for place, land in enumerate(lands)}
        of_land = np.array([number[code[:2]] for code in codes.values()] + [-1])
        labels, order = of_land[districts], lands
        names = {f"{place:02d}": name for place, (name, _) in enumerate(LANDS, 1)}
    rings, parts, middles = [], [], []
    for label in range(len(order)):
        own_rings = [
            np.array([moved[corner] for corner in ring], dtype=np.int32) for ring in _rings_of(labels == label)
        ]
        rings += own_rings
        parts.append(len(own_rings))
        middles.append(_middle(labels == label))
    return AreaSet(
        tuple(order),
        tuple(names[code] for code in order),
        np.concatenate(rings),
        tuple(map(len, rings)),
        tuple(parts),
        np.array(middles, dtype=np.int32),
        TITLES[which],
        SOURCE,
        STATE,
    )


# --- which cell belongs to which district ----------------------------------------------------------------------------


def _mixed(*numbers: int) -> int:
    """A whole number below 2^16 that looks drawn, from others."""
    state = 0x9E3779B9
    for number in numbers:
        state = (state ^ (number & 0xFFFFFFFF)) * 0x85EBCA6B & 0xFFFFFFFF
        state = (state ^ (state >> 13)) * 0xC2B2AE35 & 0xFFFFFFFF
        state ^= state >> 16
    return state & 0xFFFF


def _noise(seed: int, step: int) -> Whole:
    """Smooth noise for each cell, 0 to 2^16: drawn at every `step` cells, between them in proportion."""
    drawn = np.array(
        [[_mixed(seed, x, y) for x in range(_WIDE // step + 2)] for y in range(_HIGH // step + 2)], dtype=np.int64
    )
    y, x = np.mgrid[0:_HIGH, 0:_WIDE]
    row, column, down, across = y // step, x // step, y % step, x % step
    upper = drawn[row, column] * (step - across) + drawn[row, column + 1] * across
    lower = drawn[row + 1, column] * (step - across) + drawn[row + 1, column + 1] * across
    return np.asarray((upper * (step - down) + lower * down) // (step * step), dtype=np.int64)


def _inside() -> NDArray[np.bool_]:
    """The mainland: a wide oval with a ragged coast."""
    y, x = np.mgrid[0:_HIGH, 0:_WIDE]
    oval = (2 * x - _WIDE) ** 2 * 1000 // 74**2 + (2 * y - 106) ** 2 * 1000 // 102**2
    land = oval + (_noise(1, 9) - 32768) * 420 // 65536 + (_noise(2, 4) - 32768) * 130 // 65536 < 860
    return np.asarray(land)


def _spread(cells: Whole, count: int, seed: int) -> list[Corner]:
    """So many of some cells, each as far as possible from those before. cells: (n, 2), rows and columns."""
    first = cells[_mixed(seed) % len(cells)]
    chosen = [first]
    nearest = ((cells - first) ** 2).sum(axis=1)
    for _ in range(count - 1):
        chosen.append(cells[int(nearest.argmax())])
        nearest = np.minimum(nearest, ((cells - chosen[-1]) ** 2).sum(axis=1))
    return [(int(row), int(column)) for row, column in chosen]


def _shared(cells: Whole, count: int, weights: Sequence[int], seed: int, rough: Whole) -> Whole:
    """Number of the part that each cell belongs to, of so many; parts of a larger weight reach further."""
    seeds = np.array(_spread(cells, count, seed))
    for _ in range(_ROUNDS):
        of = _nearest(cells, seeds, weights, rough)
        seeds = np.array(
            [cells[of == number].sum(axis=0) // max(int((of == number).sum()), 1) for number in range(count)]
        )
    return _nearest(cells, seeds, weights, rough)


def _nearest(cells: Whole, seeds: Whole, weights: Sequence[int], rough: Whole) -> Whole:
    """Number of the nearest seed of each cell."""
    ragged = rough[cells[:, 0], cells[:, 1]]
    far = [
        ((cells - seed) ** 2).sum(axis=1) * 1000 // weight + ragged * (number % 5)
        for number, (seed, weight) in enumerate(zip(seeds, weights, strict=True))
    ]
    return np.asarray(np.stack(far).argmin(axis=0), dtype=np.int64)


@cache
def _districts() -> Whole:
    """Number of the district of each cell, -1 outside the country."""
    cells = np.argwhere(_inside()).astype(np.int64)
    counts = [len({town for _, town, _ in towns}) for _, towns in LANDS]
    rough = _noise(3, 5) // 512
    land = np.full((_HIGH, _WIDE), -1, dtype=np.int64)
    land[cells[:, 0], cells[:, 1]] = _shared(cells, len(counts), [3 + count for count in counts], 7, rough)
    land = _tidied(land)
    of_cells, first = np.full_like(land, -1), 0
    for number, count in enumerate(counts):
        own = np.argwhere(land == number)
        # The last town of a large Land is a city within another district.
        within = count - int(count >= 6)
        of_cells[own[:, 0], own[:, 1]] = first + _shared(own, within, [1] * within, number, rough)
        first += count
    of_cells, first = _tidied(of_cells), 0
    for count in counts:
        if count >= 6:
            row, column = _deepest(of_cells == first)
            near = of_cells[row - 1 : row + 2, column - 1 : column + 2]
            near[near == first] = first + count - 1
        first += count
    y, x = np.mgrid[0:_HIGH, 0:_WIDE]
    for east, north, wide, beside in _ISLANDS:
        of_cells[(x - east) ** 2 + 3 * (y - north) ** 2 <= wide**2] = of_cells[beside]
    return of_cells


def _tidied(labels: Whole) -> Whole:
    """Labels of which each is one piece (outside the country may be several), at least two cells wide nearly
    everywhere, and touches another piece of its own at no corner."""
    for _ in range(4):
        labels = _in_one_piece(_most_around(labels))
    for _ in range(20):
        upper, lower = labels[:-1], labels[1:]
        crossed = (upper[:, :-1] == lower[:, 1:]) | (upper[:, 1:] == lower[:, :-1])
        crossed &= (upper[:, :-1] != upper[:, 1:]) & (lower[:, :-1] != lower[:, 1:])
        crossed &= (upper[:, :-1] != lower[:, :-1]) & (upper[:, 1:] != lower[:, 1:])
        if not crossed.any():
            break
        labels = labels.copy()
        for row, column in np.argwhere(crossed).tolist():
            labels[row, column] = labels[row, column + 1]
        labels = _in_one_piece(labels)
    return labels


def _around(labels: Whole) -> Whole:
    """Labels of a cell's eight neighbours, (8, rows, columns)."""
    padded = np.pad(labels, 1, constant_values=-1)
    rows, columns = labels.shape
    return np.stack([padded[y : y + rows, x : x + columns] for y in range(3) for x in range(3) if (y, x) != (1, 1)])


def _most_around(labels: Whole) -> Whole:
    """Each cell with the label that five of its eight neighbours have."""
    around = np.sort(_around(labels), axis=0)
    smoothed = labels.copy()
    for place in range(4):
        same = around[place] == around[place + 4]
        smoothed[same] = around[place][same]
    return smoothed


def _in_one_piece(labels: Whole) -> Whole:
    """Every label but -1 in its largest piece alone; what is left over goes to the neighbours, step by step."""
    whole = np.full_like(labels, -2)
    whole[labels == -1] = -1
    for label in range(int(labels.max()) + 1):
        pieces, count = ndimage.label(labels == label)
        if not count:
            continue
        sizes = np.bincount(pieces.ravel())[1:]
        largest = pieces == 1 + int(sizes.argmax())
        whole[largest] = label
    while (whole == -2).any():
        nearest = np.sort(_around(whole), axis=0)[-1]
        whole = np.where((whole == -2) & (nearest >= -1), nearest, whole)
    return whole


def _deepest(area: NDArray[np.bool_]) -> Corner:
    """The cell of an area that is farthest from its border; of several the one next to the area's centre."""
    depth, left = np.zeros(area.shape, dtype=np.int64), np.pad(area, 1)
    while left.any():
        depth += left[1:-1, 1:-1]
        left = np.pad(left[1:-1, 1:-1] & left[:-2, 1:-1] & left[2:, 1:-1] & left[1:-1, :-2] & left[1:-1, 2:], 1)
    cells = np.argwhere(depth == depth.max())
    centre = np.argwhere(area).sum(axis=0) // int(area.sum())
    row, column = cells[int(((cells - centre) ** 2).sum(axis=1).argmin())]
    return int(row), int(column)


def _middle(area: NDArray[np.bool_]) -> Corner:
    row, column = _deepest(area)
    return _WEST + column * _CELL + _CELL // 2, _SOUTH + row * _CELL + _CELL // 2


# --- borders ---------------------------------------------------------------------------------------------------------


def _neighbours(labels: Whole) -> dict[Corner, list[Corner]]:
    """For each corner of a cell on a border, (x, y), those to which a border leads."""
    padded = np.pad(labels, 1, constant_values=-1)
    near: dict[Corner, list[Corner]] = {}

    def add(one: Corner, other: Corner) -> None:
        near.setdefault(one, []).append(other)
        near.setdefault(other, []).append(one)

    for y, x in np.argwhere(padded[1:, :] != padded[:-1, :]).tolist():
        add((x - 1, y), (x, y))
    for y, x in np.argwhere(padded[:, 1:] != padded[:, :-1]).tolist():
        add((x, y - 1), (x, y))
    return near


def _moved(labels: Whole) -> dict[Corner, Corner]:
    """Metres east and north of each corner on a border. Corners in which three borders meet stay; the others go to the
    middle between themselves and both neighbours, some rounds, and a little to a side."""
    near = _neighbours(labels)
    place = {corner: (corner[0] * _FINE, corner[1] * _FINE) for corner in near}
    for _ in range(_ROUNDS):
        place = {
            corner: place[corner]
            if len(near[corner]) != 2
            else (
                (2 * place[corner][0] + sum(place[other][0] for other in near[corner])) // 4,
                (2 * place[corner][1] + sum(place[other][1] for other in near[corner])) // 4,
            )
            for corner in near
        }
    shift = {corner: tuple((_mixed(11 + axis, *corner) - 32768) * 40 // 32768 for axis in (0, 1)) for corner in near}
    return {
        corner: (
            _WEST + (x + shift[corner][0]) * _CELL // _FINE,
            _SOUTH + (y + shift[corner][1]) * _CELL // _FINE,
        )
        for corner, (x, y) in place.items()
    }


def _rings_of(area: NDArray[np.bool_]) -> list[list[Corner]]:
    """Rings of corners around an area of cells, the area to the left: outer rings counterclockwise."""
    padded = np.pad(area, 1)
    following: dict[Corner, list[Corner]] = {}
    for y, x in np.argwhere(padded[1:, :] != padded[:-1, :]).tolist():
        above = bool(padded[y + 1, x])  # the area lies north of this border
        begin, end = (x - 1, y), (x, y)
        following.setdefault(*((begin, []) if above else (end, []))).append(end if above else begin)
    for y, x in np.argwhere(padded[:, 1:] != padded[:, :-1]).tolist():
        right = bool(padded[y, x + 1])
        begin, end = (x, y - 1), (x, y)
        following.setdefault(*((end, []) if right else (begin, []))).append(begin if right else end)
    rings = []
    while following:
        start = min(following)
        ring, corner, before = [], start, (0, 0)
        while True:
            ring.append(corner)
            ways = following[corner]
            # Where two cells meet at a corner only, the sharpest turn to the left keeps the rings apart.
            way = min(ways, key=lambda other: _turn(before, corner, other))
            ways.remove(way)
            if not ways:
                del following[corner]
            before, corner = (way[0] - corner[0], way[1] - corner[1]), way
            if corner == start:
                break
        rings.append(ring)
    return rings


def _turn(before: Corner, corner: Corner, other: Corner) -> int:
    """-1 for a turn to the left, 1 to the right, 0 straight on."""
    across, up = other[0] - corner[0], other[1] - corner[1]
    return -(before[0] * up - before[1] * across)
