"""AreaSet: boundaries of areas with their codes, in whole metres of EPSG:3035; the file that keeps them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.texts import Texts
from ckmcore.errors import CkmError, FileError

MOST_AREAS = 50_000
MOST_METRES = 10_000_000
"""Beyond every coordinate that EPSG:3035 gives in Europe."""
_MOST_POINTS = 50_000_000
_FORMAT, _VERSION = "ckm-areas", 1
Points = NDArray[np.int32]


@dataclass(frozen=True)
class AreaMatch:
    """What codes and areas lack of each other. without_area: codes that have no area; without_code: codes of areas that
    no code has; matched: number of codes with an area."""

    without_area: tuple[str, ...]
    without_code: tuple[str, ...]
    matched: int

    @property
    def zeros_lost(self) -> bool:
        """Whether codes would have an area but for zeros at their beginning."""
        areas = {code.lstrip("0") for code in self.without_code}
        return any(code.lstrip("0") in areas for code in self.without_area)


@dataclass(frozen=True, eq=False)
class AreaSet:
    """Areas of one state. codes, names: of each area; points: corners of all rings one after another, (n, 2), metres
    east and north in EPSG:3035; rings: number of corners of each ring, not counting the first one again; parts: number
    of rings of each area (what lies within an odd number of them is inside); middles: a point within each area,
    (areas, 2); state: ISO day of the borders; source: as maps name it.

    >>> areas = ckm.sample_areas("lands")
    >>> areas.names[:2], areas.match(["01", "99"]).without_area
    (('Bergland', 'Nordmark'), ('99',))
    """

    codes: tuple[str, ...]
    names: tuple[str, ...]
    points: Points
    rings: tuple[int, ...]
    parts: tuple[int, ...]
    middles: Points
    title: Texts = Texts()
    source: Texts = Texts()
    state: str = ""

    def __repr__(self) -> str:
        return f"AreaSet({len(self.codes)} areas)"

    def __len__(self) -> int:
        return len(self.codes)

    @cached_property
    def index(self) -> dict[str, int]:
        """Place of each code."""
        return {code: place for place, code in enumerate(self.codes)}

    @cached_property
    def _ring_starts(self) -> NDArray[np.int64]:
        return np.concatenate([[0], np.cumsum(self.rings, dtype=np.int64)])

    @cached_property
    def _part_starts(self) -> NDArray[np.int64]:
        return np.concatenate([[0], np.cumsum(self.parts, dtype=np.int64)])

    def rings_of(self, place: int) -> list[Points]:
        """Rings of an area, each (corners, 2)."""
        first, last = self._part_starts[place : place + 2].tolist()
        starts = self._ring_starts[first : last + 1].tolist()
        return [self.points[start:end] for start, end in pairwise(starts)]

    @cached_property
    def bounds(self) -> tuple[int, int, int, int]:
        """West, south, east, north of all areas."""
        west, south = self.points.min(axis=0).tolist()
        east, north = self.points.max(axis=0).tolist()
        return west, south, east, north

    @cached_property
    def square_metres(self) -> NDArray[np.int64]:
        """Size of each area as it is drawn: the projection is true to area. Rings of holes go the other way round."""
        doubled = np.array([_twice_size(self.points[start:end]) for start, end in pairwise(self._ring_starts.tolist())])
        starts = self._part_starts[:-1]
        return np.asarray(np.abs(np.add.reduceat(doubled, starts)) // 2, dtype=np.int64)

    def match(self, codes: Iterable[str]) -> AreaMatch:
        """Compare the codes of a variable with those of the areas, each in its order."""
        wanted = dict.fromkeys(codes)
        without = tuple(code for code in wanted if code not in self.index)
        return AreaMatch(without, tuple(code for code in self.codes if code not in wanted), len(wanted) - len(without))

    @property
    def content(self) -> bytes:
        """The file that keeps them; the same areas give the same bytes."""
        head = {
            "format": _FORMAT,
            "version": _VERSION,
            "title": {"en": self.title.en, "de": self.title.de},
            "source": {"en": self.source.en, "de": self.source.de},
            "state": self.state,
            "codes": self.codes,
            "names": self.names,
            "parts": self.parts,
            "rings": self.rings,
            "middles": self.middles.tolist(),
        }
        text = json.dumps(head, ensure_ascii=False, separators=(",", ":"))
        return text.encode() + b"\n" + self.points.astype("<i4").tobytes()

    @cached_property
    def content_hash(self) -> str:
        """SHA-256 of that file."""
        return hashlib.sha256(self.content).hexdigest()


def _twice_size(ring: Points) -> int:
    """Twice the signed area of a ring, exactly."""
    x, y = (ring - ring[0]).astype(np.int64).T
    return int((x * np.roll(y, -1) - np.roll(x, -1) * y).sum())


def areas_from(content: bytes, name: str) -> AreaSet:
    """Read the file of a set of areas. name: of the file, for errors. Raises areas_damaged."""
    try:
        line, _, packed = content.partition(b"\n")
        head = json.loads(line)
        if (head["format"], head["version"]) != (_FORMAT, _VERSION) or len(packed) > 8 * _MOST_POINTS:
            raise ValueError("format")
        read = AreaSet(
            _texts(head["codes"]),
            _texts(head["names"]),
            np.frombuffer(packed, dtype="<i4").reshape(-1, 2).astype(np.int32),
            _whole(head["rings"], 3),
            _whole(head["parts"], 1),
            np.array(head["middles"], dtype=np.int32).reshape(-1, 2),
            Texts(**head["title"]),
            Texts(**head["source"]),
            *_texts([head["state"]]),
        )
        _check(read)
    except (CkmError, ValueError, KeyError, TypeError, OverflowError, RecursionError) as fault:
        raise FileError("areas_damaged", name=name) from fault
    return read


def _texts(found: Any) -> tuple[str, ...]:
    if not isinstance(found, list) or not all(isinstance(text, str) for text in found):
        raise TypeError("text")
    return tuple(found)


def _whole(found: Any, least: int) -> tuple[int, ...]:
    if not isinstance(found, list) or not all(type(number) is int and number >= least for number in found):
        raise TypeError("number")
    return tuple(found)


def _check(areas: AreaSet) -> None:
    counts: Sequence[tuple[int, int]] = (
        (len(areas.codes), len(areas.names)),
        (len(areas.codes), len(areas.parts)),
        (len(areas.codes), len(areas.middles)),
        (len(areas.codes), len(areas.index)),
        (sum(areas.parts), len(areas.rings)),
        (sum(areas.rings), len(areas.points)),
    )
    if not 0 < len(areas.codes) <= MOST_AREAS or any(number != other for number, other in counts):
        raise ValueError("counts")
    if max(np.abs(areas.points).max(), np.abs(areas.middles).max()) > MOST_METRES:
        raise ValueError("coordinates")


# --- GeoJSON ---------------------------------------------------------------------------------------------------------

_CRS = "urn:ogc:def:crs:EPSG::3035"


def geometry_of(areas: AreaSet, place: int) -> dict[str, Any]:
    """Geometry of an area: its outer rings go counterclockwise, each with the holes within it."""
    polygons: list[list[Any]] = []
    holes = []
    for ring in areas.rings_of(place):
        closed = [*ring.tolist(), ring[0].tolist()]
        if _twice_size(ring) > 0:
            polygons.append([closed])
        else:
            holes.append(closed)
    for hole in holes:
        around = [polygon for polygon in polygons if _is_within(hole[0], polygon[0])]
        (around or polygons)[-1].append(hole)
    return {"type": "MultiPolygon", "coordinates": polygons}


def _is_within(point: list[int], ring: list[list[int]]) -> bool:
    """Whether a point lies within a ring or on its corners."""
    x, y = point
    inside = False
    for (x0, y0), (x1, y1) in pairwise(ring):
        if (x0, y0) == (x, y):
            return True
        if (y0 > y) != (y1 > y) and (x - x0) * (y1 - y0) * (1 if y1 > y0 else -1) < (x1 - x0) * (y - y0) * (
            1 if y1 > y0 else -1
        ):
            inside = not inside
    return inside


def geojson_text(areas: AreaSet) -> str:
    """All areas as GeoJSON in metres of EPSG:3035, each with its code and name.

    >>> geojson_text(ckm.sample_areas("lands")).count('"Feature"')
    16
    """
    features = [
        {
            "type": "Feature",
            "properties": {"code": code, "name": name},
            "geometry": geometry_of(areas, place),
        }
        for place, (code, name) in enumerate(zip(areas.codes, areas.names, strict=True))
    ]
    collection = {
        "type": "FeatureCollection",
        "crs": {"type": "name", "properties": {"name": _CRS}},
        "features": features,
    }
    return json.dumps(collection, ensure_ascii=False, separators=(",", ":")) + "\n"
