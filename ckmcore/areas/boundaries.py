"""Boundaries read from local files of GeoPackage, Shapefile and GeoJSON, checked, projected, simplified once.

The extra `maps` reads them. GDAL sees a file only when its first bytes show which of the formats it is, and knows
no other one; nothing here opens a connection.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import math
import os
import re
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

import numpy as np

from ckmcore.areas.model import MOST_AREAS, MOST_METRES, AreaSet
from ckmcore.base.checked import checked
from ckmcore.base.files import reason_of
from ckmcore.base.reading import check_file, open_file, read_file
from ckmcore.base.texts import Texts
from ckmcore.errors import CkmError, DataError, FileError, InputError
from ckmcore.messages import Sentence, sentence

EPSG = 3035
MOST_BYTES = 1 << 30
_MOST_FEATURES = 2 * MOST_AREAS
_FINENESS = 3000  # parts of the extent, to which borders are right
_NAMED = 5
_ADDRESS = re.compile(r"/vsi|[a-z][a-z0-9+.-]+:(?!\\)|<", re.I)
_POLYGONS = (3, 6)  # Polygon, MultiPolygon
# The Lambert projection is true to area everywhere; these are the metres of Europe and its islands.
_EUROPE = (500_000, 0, 8_500_000, 7_500_000)
FileKind = Literal["gpkg", "shp", "geojson"]


@dataclass(frozen=True)
class AreaFile:
    """What can be chosen of a file of boundaries. layers: of a GeoPackage, () of other files; layer: the one that was
    looked at; columns: the texts of each."""

    layers: tuple[str, ...]
    layer: str
    columns: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class _Features:
    """What a file has. shapes: of shapely; crs: as pyproj reads it."""

    codes: list[str]
    names: list[str]
    shapes: Any
    crs: str


@checked
def read_areas(
    path: str | os.PathLike[str],
    code: str,
    name: str = "",
    *,
    layer: str = "",
    title: Texts = Texts(),
    source: Texts = Texts(),
    state: str = "",
    tolerance: float | None = None,
) -> AreaSet:
    """Read boundaries of areas from a local GeoPackage, Shapefile or GeoJSON file.

    code, name: columns with the code and the name of each area ("": the code); layer: of a GeoPackage with several;
    state: ISO day of the borders; tolerance: metres by which borders are simplified (None: a part of 3 000 of the
    extent; 0: not). Polygons of one code are one area. Raises maps_missing, areas_not_local, areas_missing,
    areas_no_form, areas_layer, areas_column, areas_no_polygon, areas_broken, areas_no_projection, areas_projection,
    areas_too_many, areas_no_code.

    >>> ckm.read_areas("https://example.org/areas.gpkg", "AGS")
    Traceback (most recent call last):
      ...
    ckmcore.errors.InputError: “https://example.org/areas.gpkg” is no file of this computer. Boundaries are read from...
    """
    return read_with_notices(
        path, code, name, layer=layer, title=title, source=source, state=state, tolerance=tolerance
    )[0]


def read_with_notices(
    path: str | os.PathLike[str],
    code: str,
    name: str = "",
    *,
    layer: str = "",
    title: Texts = Texts(),
    source: Texts = Texts(),
    state: str = "",
    tolerance: float | None = None,
) -> tuple[AreaSet, tuple[Sentence, ...]]:
    """As `read_areas`, with what a reader should know of what was read."""
    check_state(state)
    local = _local(os.fspath(path))
    shapely = part_of_maps("shapely")
    kind = _kind(local)
    read = _geojson(local, code, name) if kind == "geojson" else _by_gdal(local, kind, layer, code, name)
    _check_shapes(shapely, read)
    shapes = _projected(shapely, read, local.name)
    notices = []
    if not shapely.coverage_is_valid(shapes):
        notices.append(sentence("areas_do_not_meet"))
    west, south, east, north = shapely.total_bounds(shapes).tolist()
    step = max(east - west, north - south) / _FINENESS if tolerance is None else tolerance
    simple = shapely.coverage_simplify(shapes, step) if step > 0 else shapes
    joined = len(read.codes) - len(set(read.codes))
    if joined:
        notices.append(sentence("areas_joined", count=joined))
    areas = _area_set(shapely, read, shapes, simple)
    return replace(areas, title=title, source=source, state=state), tuple(notices)


def check_state(state: str) -> None:
    """Refuse a state of areas that is no ISO day. Raises areas_state."""
    if state and not re.fullmatch(r"\d{4}-\d\d-\d\d", state):
        raise InputError("areas_state", value=state)


def look_at_areas(path: str | os.PathLike[str], layer: str = "") -> AreaFile:
    """Layers and columns of a file of boundaries, without its shapes. layer: "" for the first. Raises maps_missing,
    areas_not_local, areas_missing, areas_too_large, areas_no_form, areas_layer, areas_too_many."""
    local = _local(os.fspath(path))
    part_of_maps("shapely")
    kind = _kind(local)
    if kind == "geojson":
        features, _ = _geojson_features(local)
        table = [feature["properties"] or {} for feature in features]
        known = dict.fromkeys(key for row in table for key in row)
        return AreaFile((), "", {key: tuple(_text(row.get(key)) for row in table) for key in known})
    pyogrio = part_of_maps("pyogrio")
    try:
        layers = _tables_of(local) if kind == "gpkg" else [local.stem]
        if not layers or (layer and layer not in layers):
            raise InputError("areas_layer", name=local.name, known=layers or ["–"])
        chosen = layer or layers[0]
        named = chosen if kind == "gpkg" else None
        _check_count(int(pyogrio.read_info(local, layer=named)["features"]))
        meta, _, _, fields = pyogrio.raw.read(local, layer=named, read_geometry=False)
    except CkmError:
        raise
    except (OSError, ValueError, RuntimeError, sqlite3.Error) as fault:
        raise DataError("areas_no_form", name=local.name) from fault
    names = [str(name) for name in meta["fields"].tolist()]
    columns = {name: tuple(map(_text, values.tolist())) for name, values in zip(names, fields, strict=True)}
    return AreaFile(tuple(layers) if kind == "gpkg" else (), chosen, columns)


# --- parts that are installed where they are wanted ------------------------------------------------------------------


def part_of_maps(module: str) -> Any:
    """A module of the extra `maps`. Raises maps_missing."""
    try:
        if module == "pyogrio":
            with _only_drivers():
                return importlib.import_module(module)
        loaded = importlib.import_module(module)
    except ImportError as fault:
        raise InputError("maps_missing") from fault
    if module == "pyproj":
        loaded.network.set_network_enabled(active=False)
    return loaded


@contextlib.contextmanager
def _only_drivers() -> Iterator[None]:
    """GDAL reads these when it is loaded: which drivers there are at all, and that PROJ asks nobody."""
    settings = {"OGR_SKIP": _SKIPPED, "PROJ_NETWORK": "OFF", "GDAL_DRIVER_PATH": "disable"}
    former = {name: os.environ.get(name) for name in settings}
    os.environ.update(settings)
    try:
        yield
    finally:
        for name, value in former.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


# Every driver of vectors of GDAL 3.12 but those of the formats that are read.
_SKIPPED = ",".join((
    "ADBC", "AIVector", "AVCBin", "AVCE00", "AmigoCloud", "CSV", "CSW", "Carto", "DGN", "DXF", "EDIGEO", "EEDA",
    "ESRIJSON", "Elasticsearch", "FlatGeobuf", "GDALG", "GML", "GPSBabel", "GPX", "GTFS", "GeoJSON", "GeoJSONSeq",
    "GeoRSS", "HTTP", "Idrisi", "JML", "JSONFG", "KML", "LIBKML", "LVBAG", "MBTiles", "MVT", "MapInfo File",
    "MapML", "MiraMonVector", "NGW", "OAPIF", "ODS", "OGCAPI", "OGR_GMT", "OGR_PDS", "OGR_VRT", "OSM",
    "OpenFileGDB", "PCIDSK", "PDF", "PDS4", "PGDUMP", "PLSCENES", "PMTiles", "S57", "SQLite", "SXF", "Selafin",
    "TopoJSON", "VDV", "VFK", "VICAR", "VRT", "WAsP", "WFS", "XLSX",
))  # fmt: skip


# --- files -----------------------------------------------------------------------------------------------------------


def _local(path: str) -> Path:
    """A plain file of this computer. Raises areas_not_local, areas_missing."""
    if _ADDRESS.match(path.strip()) or "/vsi" in path.lower().replace("\\", "/"):
        raise InputError("areas_not_local", name=path)
    local = Path(path).absolute()
    try:
        check_file(local)
    except OSError as fault:
        reason = reason_of(fault)
        raise FileError("areas_missing", name=local.name, reason=reason) from fault
    if local.stat().st_size > MOST_BYTES:
        raise DataError("areas_too_large", name=local.name, most=MOST_BYTES >> 20)
    return local


def _kind(path: Path) -> FileKind:
    """Format of a file by its first bytes. Raises areas_no_form."""
    with open_file(path) as stream:
        head = stream.read(4096)
    if head.startswith(b"SQLite format 3\0") and head[68:72] == b"GPKG":
        return "gpkg"
    if head.startswith(b"\0\0\x27\x0a"):
        return "shp"
    if head.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"{"):
        return "geojson"
    raise DataError("areas_no_form", name=path.name)


def _geojson(path: Path, code: str, name: str) -> _Features:
    """Features of a GeoJSON file, read without GDAL: its reader would follow an address in the file."""
    shapely = part_of_maps("shapely")
    features, crs = _geojson_features(path)
    try:
        named = str(crs["properties"].get("name", ""))
        table = [feature["properties"] or {} for feature in features]
        texts = [json.dumps(feature["geometry"]) for feature in features]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as fault:
        raise DataError("areas_no_form", name=path.name) from fault
    if crs["type"] != "name" or not re.fullmatch(r"(urn:ogc:def:crs:)?[\w.:-]+", named):
        raise DataError("areas_projection_unknown", name=path.name)
    _check_count(len(texts))
    known = list(dict.fromkeys(key for row in table for key in row))
    columns = [_column(known, wanted) for wanted in (code, name or code)]
    codes, names = ([_text(row.get(column)) for row in table] for column in columns)
    shapes = shapely.from_geojson(texts, on_invalid="ignore")
    _check_read(shapes, [text != "null" for text in texts], codes)
    return _Features(codes, names, shapes, named)


def _geojson_features(path: Path) -> tuple[list[Any], dict[str, Any]]:
    """Features of a GeoJSON file, each with properties, and what it says of its projection. Raises areas_no_form."""
    try:
        document = json.loads(read_file(path, MOST_BYTES).decode("utf-8-sig"))
        features = document["features"]
        if document["type"] != "FeatureCollection" or not isinstance(features, list):
            raise ValueError("type")
        if not all(isinstance(feature["properties"] or {}, dict) for feature in features):
            raise TypeError("properties")
        crs = document.get("crs") or {"type": "name", "properties": {"name": "OGC:CRS84"}}
        if not isinstance(crs["properties"], dict):
            raise TypeError("crs")
    except (CkmError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as fault:
        raise DataError("areas_no_form", name=path.name) from fault
    return features, crs


def _by_gdal(path: Path, kind: FileKind, layer: str, code: str, name: str) -> _Features:
    """Features of a GeoPackage or a Shapefile. Raises areas_layer, areas_column, areas_no_form."""
    shapely, pyogrio = part_of_maps("shapely"), part_of_maps("pyogrio")
    try:
        layers = _tables_of(path) if kind == "gpkg" else [path.stem]
        if kind == "gpkg" and (layer not in layers if layer else len(layers) != 1):
            raise InputError("areas_layer", name=path.name, known=layers or ["–"])
        chosen = layer or layers[0] if kind == "gpkg" else None
        info = pyogrio.read_info(path, layer=chosen)
        if info["geometry_type"] is None:
            raise DataError("areas_no_polygon", count=int(info["features"]))
        _check_count(int(info["features"]))
        columns = [_column(info["fields"].tolist(), wanted) for wanted in (code, name or code)]
        meta, _, shapes, fields = pyogrio.raw.read(
            path, layer=chosen, columns=list(dict.fromkeys(columns)), force_2d=True
        )
    except CkmError:
        raise
    except (OSError, ValueError, RuntimeError, sqlite3.Error) as fault:
        raise DataError("areas_no_form", name=path.name) from fault
    by_name = dict(zip(meta["fields"].tolist(), fields, strict=True))
    codes, names = ([_text(value) for value in by_name[column].tolist()] for column in columns)
    read = shapely.from_wkb(shapes, on_invalid="ignore")
    _check_read(read, [shape is not None for shape in shapes], codes)
    return _Features(codes, names, read, meta["crs"] or "")


def _tables_of(path: Path) -> list[str]:
    """Tables of features of a GeoPackage; views, whose SQL is the file's, are none."""
    address = f"{path.as_uri()}?mode=ro&immutable=1"
    with contextlib.closing(sqlite3.connect(address, uri=True)) as base:
        rows = base.execute(
            "SELECT c.table_name FROM gpkg_contents c JOIN sqlite_master m ON m.name = c.table_name"
            " WHERE c.data_type = 'features' AND m.type = 'table' ORDER BY c.table_name"
        )
        return [str(name) for (name,) in rows]


def _column(known: Sequence[str], wanted: str) -> str:
    if wanted not in known:
        raise InputError("areas_column", name=wanted, known=known or ["–"])
    return wanted


def _text(value: Any) -> str:
    """A code or a name as text; whole numbers without a point."""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value).strip()


def _check_count(count: int) -> None:
    if count > _MOST_FEATURES:
        raise DataError("areas_too_many", count=count, most=MOST_AREAS)


def _check_read(shapes: Any, given: Sequence[bool], codes: Sequence[str]) -> None:
    """Refuse shapes that GEOS does not take, such as rings that do not close. Raises areas_broken."""
    broken = [code for shape, is_given, code in zip(shapes, given, codes, strict=True) if is_given and shape is None]
    if broken:
        raise DataError("areas_broken", count=len(broken), codes=broken[:_NAMED])


# --- shapes ----------------------------------------------------------------------------------------------------------


def _check_shapes(shapely: Any, read: _Features) -> None:
    """Refuse what is no polygon with a code, or a broken one. Raises areas_no_polygon, areas_no_code, areas_broken,
    areas_too_many."""
    shapes = read.shapes
    if not len(shapes):
        raise DataError("areas_no_polygon", count=0)
    empty = shapely.is_missing(shapes) | shapely.is_empty(shapes)
    other = empty | ~np.isin(shapely.get_type_id(shapes), _POLYGONS)
    if other.any():
        raise DataError("areas_no_polygon", count=int(other.sum()))
    if blank := sum(not code for code in read.codes):
        raise DataError("areas_no_code", count=blank)
    if len(set(read.codes)) > MOST_AREAS:
        raise DataError("areas_too_many", count=len(set(read.codes)), most=MOST_AREAS)
    broken = np.flatnonzero(~shapely.is_valid(shapes)).tolist()
    if broken:
        codes = [read.codes[place] for place in broken[:_NAMED]]
        raise DataError("areas_broken", count=len(broken), codes=codes)


def _projected(shapely: Any, read: _Features, name: str) -> Any:
    """Shapes in EPSG:3035. Raises areas_no_projection, areas_projection_unknown, areas_projection."""
    pyproj = part_of_maps("pyproj")
    if not read.crs:
        raise DataError("areas_no_projection", name=name)
    try:
        crs = pyproj.CRS.from_user_input(read.crs)
        transformer = pyproj.Transformer.from_crs(crs, EPSG, always_xy=True)
    except pyproj.exceptions.ProjError as fault:
        raise DataError("areas_projection_unknown", name=name) from fault
    before = shapely.get_coordinates(read.shapes)
    if crs.is_geographic and (np.abs(before) > (180, 90)).any():
        raise DataError("areas_projection", name=name, crs=crs.name)
    points = np.stack(transformer.transform(before[:, 0], before[:, 1]), axis=1)
    west, south, east, north = _EUROPE
    inside = (
        np.isfinite(points).all(axis=1) & (points >= (west, south)).all(axis=1) & (points <= (east, north)).all(axis=1)
    )
    if not inside.all():
        raise DataError("areas_projection", name=name, crs=crs.name)
    return shapely.set_coordinates(read.shapes.copy(), points)


def _area_set(shapely: Any, read: _Features, shapes: Any, simple: Any) -> AreaSet:
    """The areas by code, in the order of codes, in whole metres. shapes, simple: before and after simplification."""
    order = sorted(range(len(read.codes)), key=lambda place: (read.codes[place], place))
    groups: dict[str, list[int]] = {}
    for place in order:
        groups.setdefault(read.codes[place], []).append(place)
    rings: list[Any] = []
    parts, middles = [], []
    for places in groups.values():
        own_rings = [ring for place in places for ring in _rings(shapely, simple[place], shapes[place])]
        rings += own_rings
        parts.append(len(own_rings))
        middles.append(_middle(shapely, shapes[places]))
    return AreaSet(
        tuple(groups),
        tuple(read.names[places[0]] for places in groups.values()),
        np.concatenate(rings).astype(np.int32),
        tuple(map(len, rings)),
        tuple(parts),
        np.array(middles, dtype=np.int32),
    )


def _rings(shapely: Any, simple: Any, shape: Any) -> list[Any]:
    """Rings of a shape in whole metres; one that simplification or rounding leaves no room has the corners it had, and
    a hole without any is left out."""
    rings = []
    for after, before in zip(shapely.get_parts(simple), shapely.get_parts(shape), strict=True):
        oriented = shapely.orient_polygons(after)
        outer = _corners(shapely.get_coordinates(shapely.get_exterior_ring(oriented)))
        if len(outer) < 3:
            exact = shapely.get_exterior_ring(shapely.orient_polygons(before))
            outer = _corners(shapely.get_coordinates(exact))
        if len(outer) < 3:  # smaller than a metre: a triangle of one
            corner = np.rint(shapely.get_coordinates(before)[0]).astype(np.int64)
            outer = corner + np.array([[0, 0], [1, 0], [0, 1]])
        rings.append(outer)
        holes = [_corners(shapely.get_coordinates(ring)) for ring in shapely.get_rings(oriented)[1:]]
        rings += [hole for hole in holes if len(hole) >= 3]
    return rings


def _corners(points: Any) -> Any:
    """Corners of a closed ring in whole metres, each once; less than three where nothing is left of it."""
    whole = np.rint(points).astype(np.int64)[:-1]
    kept = whole[(whole != np.roll(whole, 1, axis=0)).any(axis=1)]
    return kept if len(np.unique(kept, axis=0)) >= 3 and np.abs(kept).max() <= MOST_METRES else kept[:0]


def _middle(shapely: Any, shapes: Any) -> tuple[int, int]:
    """The centroid of an area where it lies within it, else a point that does."""
    whole = shapely.union_all(shapes) if len(shapes) > 1 else shapes[0]
    point = shapely.centroid(whole)
    if not shapely.contains(whole, point):
        point = shapely.point_on_surface(whole)
    x, y = shapely.get_coordinates(point)[0].tolist()
    return round(x), round(y)
