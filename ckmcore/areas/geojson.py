"""Areas as GeoJSON, in metres of EPSG:3035: for other programs and for specifications of Vega-Lite."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import numpy as np

from ckmcore.areas.model import AreaSet

CRS = "urn:ogc:def:crs:EPSG::3035"


def geometry_of(areas: AreaSet, place: int) -> dict[str, Any]:
    """Geometry of an area: its outer rings go counterclockwise, each with the holes within it."""
    polygons: list[list[Any]] = []
    holes = []
    for ring in areas.rings_of(place):
        closed = [*ring.tolist(), ring[0].tolist()]
        x, y = (ring - ring[0]).astype(np.int64).T
        if int((x * np.roll(y, -1) - np.roll(x, -1) * y).sum()) > 0:
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
    """All areas, each with its code and name.

    >>> from ckmcore.sample.areas import sample_areas
    >>> geojson_text(sample_areas("lands")).count('"Feature"')
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
        "crs": {"type": "name", "properties": {"name": CRS}},
        "features": features,
    }
    return json.dumps(collection, ensure_ascii=False, separators=(",", ":")) + "\n"
