"""Boundaries read from files of three formats, and what is refused."""

from __future__ import annotations

import json
import shutil
import struct
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ckmcore.areas.boundaries import look_at_areas, part_of_maps, read_areas, read_with_notices
from ckmcore.areas.model import AreaSet, areas_from, geojson_text
from ckmcore.errors import CkmError
from ckmcore.sample.areas import sample_areas
from tests.kit.fails import fails

shapely = pytest.importorskip("shapely", reason="the extra `maps` is not installed")
pyproj = pytest.importorskip("pyproj", reason="the extra `maps` is not installed")
pyogrio: Any = part_of_maps("pyogrio") if pytest.importorskip("pyogrio") else None

# Three squares of 0.1 degrees beside each other, in longitude and latitude.
SQUARES = [shapely.box(10 + place / 10, 51, 10.1 + place / 10, 51.1) for place in range(3)]
CODES = ["09 1", "09 2", "09 3"]


def written(
    path: Path, shapes: list[Any], codes: list[Any] = CODES, crs: str | None = "EPSG:4326", **more: Any
) -> Path:
    """A file of boundaries, written by GDAL."""
    driver = {".gpkg": "GPKG", ".shp": "ESRI Shapefile"}[path.suffix]
    fields = [np.array(codes), np.array([f"Gebiet Ü{place}" for place in range(len(codes))], dtype=object)]
    kind = more.pop("geometry_type", "Polygon")
    pyogrio.raw.write(
        path, np.array(shapely.to_wkb(shapes), dtype=object), fields, np.array(["AGS", "GEN"]),
        driver=driver, crs=crs, geometry_type=kind, **more,
    )  # fmt: skip
    return path


def geojson(path: Path, geometries: list[Any], **more: Any) -> Path:
    features = [
        {"type": "Feature", "properties": {"AGS": f"0{place}", "GEN": "x"}, "geometry": geometry}
        for place, geometry in enumerate(geometries)
    ]
    path.write_text(json.dumps({"type": "FeatureCollection", "features": features, **more}), encoding="utf-8")
    return path


@pytest.mark.parametrize("ending", ["gpkg", "shp"])
def test_areas_are_read_in_metres_true_to_their_size(tmp_path: Path, ending: str) -> None:
    path = written(tmp_path / f"areas.{ending}", SQUARES)
    areas = read_areas(path, "AGS", "GEN", title="Gebiete", state="2025-01-01", tolerance=0)
    assert (areas.codes, areas.names[0], areas.state) == (tuple(CODES), "Gebiet Ü0", "2025-01-01")
    # By a geodesic on the ellipsoid, which knows no projection.
    exact, _ = pyproj.Geod(ellps="GRS80").geometry_area_perimeter(SQUARES[0])
    assert areas.square_metres[0] == pytest.approx(exact, rel=1e-4)
    x, y = pyproj.Transformer.from_crs(4326, 3035, always_xy=True).transform(10, 51)
    assert [round(x), round(y)] in areas.points.tolist()
    file = look_at_areas(path)
    assert (file.layers, file.layer) == (("areas",) if ending == "gpkg" else (), "areas")
    assert file.columns == {"AGS": tuple(CODES), "GEN": ("Gebiet Ü0", "Gebiet Ü1", "Gebiet Ü2")}


def test_numbers_as_codes_are_written_without_a_point(tmp_path: Path) -> None:
    path = written(tmp_path / "areas.gpkg", SQUARES, [1001.0, 1002.0, 1003.0])
    areas = read_areas(path, "AGS")
    assert areas.codes == ("1001", "1002", "1003")
    match = areas.match(["01001", "01002", "01003", "01004"])
    assert (match.matched, match.zeros_lost, match.without_code) == (0, True, areas.codes)


def test_the_invented_country_comes_back_as_it_was_written(tmp_path: Path) -> None:
    country = sample_areas("districts")
    path = tmp_path / "country.geojson"
    path.write_text(geojson_text(country), encoding="utf-8")
    read, notices = read_with_notices(path, "code", "name", tolerance=0)
    assert (notices, read.codes, read.names) == ((), country.codes, country.names)
    assert read.square_metres.tolist() == country.square_metres.tolist()


def test_simplified_neighbours_keep_their_common_border(tmp_path: Path) -> None:
    country = sample_areas("districts")
    path = tmp_path / "country.geojson"
    path.write_text(geojson_text(country), encoding="utf-8")
    simple = read_areas(path, "code", "name", tolerance=8_000)
    assert len(simple.points) < len(country.points) * 0.7
    again = tmp_path / "simple.geojson"
    again.write_text(geojson_text(simple), encoding="utf-8")
    _, notices = read_with_notices(again, "code", tolerance=0)
    assert notices == ()  # every border meets
    assert simple.square_metres.sum() == pytest.approx(country.square_metres.sum(), rel=0.02)


def test_polygons_of_one_code_are_one_area(tmp_path: Path) -> None:
    path = written(tmp_path / "areas.gpkg", SQUARES, ["1", "2", "1"])
    areas, notices = read_with_notices(path, "AGS", tolerance=0)
    assert (areas.codes, areas.parts) == (("1", "2"), (2, 1))
    assert [notice.code for notice in notices] == ["areas_joined"]


def test_the_point_of_an_area_lies_within_it(tmp_path: Path) -> None:
    horseshoe = shapely.box(10, 51, 11, 52) - shapely.box(10.1, 51.1, 11.1, 51.9)
    areas = read_areas(written(tmp_path / "areas.gpkg", [horseshoe], ["1"]), "AGS", tolerance=0)
    assert shapely.Polygon(areas.rings_of(0)[0]).contains(shapely.Point(areas.middles[0]))


def test_a_file_of_areas_is_kept_and_read_back(tmp_path: Path) -> None:
    country = sample_areas("lands")
    read = areas_from(country.content, "x")
    assert (read.content, read.content_hash) == (country.content, country.content_hash)
    head, _, packed = country.content.partition(b"\n")
    heads = [(b'"version":1', b'"version":2'), (b'"01","02"', b'"01","01"'), (b'"parts":[', b'"parts":[0,')]
    for damaged in (
        b"", b"{}\n", country.content[:-4], country.content + b"0000", packed,
        *(head.replace(*other) + b"\n" + packed for other in heads),
        head + b"\n" + struct.pack("<i", 2_000_000_000) + packed[4:], b"[" * 100_000 + b"\n",
    ):  # fmt: skip
        with fails("areas_damaged", name="x"):
            areas_from(damaged, "x")


# --- what is refused -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        "/vsicurl/https://example.org/a.gpkg", "https://example.org/a.gpkg", "/vsizip/a.zip/a.shp", "PG:dbname=a",
        "WFS:x", "folder/../vsimem/a.gpkg/vsizip/b", "<OGRVRTDataSource/>", " GPKG:a.gpkg",
    ],
)  # fmt: skip
def test_what_is_no_file_of_this_computer_is_refused(name: str) -> None:
    with fails("areas_not_local"):
        read_areas(name, "AGS")


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.gpkg", b"<OGRVRTDataSource><OGRVRTLayer name='x'><SrcDataSource>/vsicurl/http://a</SrcDataSource>"),
        ("a.vrt", b"<OGRVRTDataSource/>"),
        ("a.geojson", b'{"type":"gdal_streamed_alg","command_line":"gdal vector read /vsicurl/http://a"}'),
        ("a.geojson", b'{"type":"Topology","objects":{}}'),
        ("a.geojson", b'{"type":"FeatureCollection","features":[1]}'),
        ("a.geojson", b"{" * 50_000),
        ("a.gpkg", b"SQLite format 3\0" + bytes(2_000)),
        ("a.shp", b"\0\0\x27\x0a" + bytes(200)),
        ("a.zip", b"PK\3\4"),
        ("empty.shp", b""),
    ],
)  # fmt: skip
def test_files_of_other_kinds_are_refused(tmp_path: Path, name: str, content: bytes) -> None:
    (tmp_path / name).write_bytes(content)
    with fails("areas_no_form"):
        read_areas(tmp_path / name, "AGS")


def test_a_view_of_a_geopackage_is_no_layer(tmp_path: Path) -> None:
    import sqlite3

    path = written(tmp_path / "areas.gpkg", SQUARES)
    with sqlite3.connect(path) as base:
        base.execute("CREATE VIEW asks AS SELECT * FROM areas")
        base.execute(
            "INSERT INTO gpkg_contents (table_name, data_type, identifier, srs_id)"
            " VALUES ('asks', 'features', 'a', 4326)"
        )
    base.close()
    assert read_areas(path, "AGS").codes == tuple(CODES)
    with fails("areas_layer", known=["areas"]):
        read_areas(path, "AGS", layer="asks")


@pytest.mark.thorough
def test_gdal_knows_two_of_the_formats_and_no_other_and_says_nothing() -> None:
    script = "from ckmcore.areas.boundaries import part_of_maps; print(sorted(part_of_maps('pyogrio').list_drivers()))"
    found = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert (found.stdout, found.stderr) == ("['ESRI Shapefile', 'GPKG', 'MEM']\n", "")


def test_an_address_in_a_file_of_geojson_is_not_followed(tmp_path: Path) -> None:
    link = {"type": "link", "properties": {"href": "http://127.0.0.1:9/crs", "type": "proj4", "name": "x"}}
    path = geojson(tmp_path / "a.geojson", [shapely.geometry.mapping(SQUARES[0])], crs=link)
    with fails("areas_projection_unknown"):
        read_areas(path, "AGS")


BOW = {"type": "Polygon", "coordinates": [[[10, 51], [11, 52], [11, 51], [10, 52], [10, 51]]]}
OPEN = {"type": "Polygon", "coordinates": [[[10, 51], [11, 52], [11, 51], [10, 52]]]}


@pytest.mark.parametrize(
    ("geometry", "code"),
    [
        (BOW, "areas_broken"),
        (OPEN, "areas_broken"),
        ({"type": "Point", "coordinates": [10, 51]}, "areas_no_polygon"),
        ({"type": "Polygon", "coordinates": []}, "areas_no_polygon"),
        (None, "areas_no_polygon"),
    ],
)
def test_what_is_no_whole_area_is_refused(tmp_path: Path, geometry: Any, code: str) -> None:
    path = geojson(tmp_path / "a.geojson", [shapely.geometry.mapping(SQUARES[0]), geometry])
    with fails(code, count=1):
        read_areas(path, "AGS")


@pytest.mark.filterwarnings("ignore:'crs' was not provided")
@pytest.mark.parametrize("crs", [None, "EPSG:4326"])
def test_metres_that_are_called_degrees_are_refused(tmp_path: Path, crs: str | None) -> None:
    path = written(tmp_path / "a.shp", [shapely.box(500_000, 5_600_000, 510_000, 5_610_000)], ["1"], crs)
    with fails("areas_projection" if crs else "areas_no_projection"):
        read_areas(path, "AGS")


def test_areas_far_from_europe_are_refused(tmp_path: Path) -> None:
    with fails("areas_projection"):
        read_areas(geojson(tmp_path / "a.geojson", [shapely.geometry.mapping(shapely.box(100, -30, 101, -29))]), "AGS")


@pytest.mark.thorough
def test_very_many_polygons_are_refused_before_they_are_read(tmp_path: Path) -> None:
    triangle = {"type": "Polygon", "coordinates": [[[10, 51], [11, 51], [11, 52], [10, 51]]]}
    path = geojson(tmp_path / "a.geojson", [triangle] * 100_001)
    with fails("areas_too_many", count=100_001):
        read_areas(path, "AGS")


def test_columns_codes_and_layers_that_are_not_there_are_named(tmp_path: Path) -> None:
    path = written(tmp_path / "a.gpkg", SQUARES)
    with fails("areas_column", name="RS", known=["AGS", "GEN"]):
        read_areas(path, "RS")
    with fails("areas_no_code", count=1):
        read_areas(written(tmp_path / "b.gpkg", SQUARES, ["1", "", "3"]), "AGS")
    written(path, SQUARES, layer="more", append=True)
    with fails("areas_layer", known=["a", "more"]):
        read_areas(path, "AGS")
    assert len(read_areas(path, "AGS", layer="more")) == 3
    with fails("areas_state", value="2025"):
        read_areas(path, "AGS", state="2025")
    with fails("areas_missing"):
        read_areas(tmp_path / "none.gpkg", "AGS")


def test_no_connection_is_opened_and_the_file_stays_as_it_was(tmp_path: Path) -> None:
    path = written(tmp_path / "a.gpkg", SQUARES)
    before = path.read_bytes()
    areas: AreaSet = read_areas(path, "AGS")
    assert (len(areas), path.read_bytes(), sorted(each.name for each in tmp_path.iterdir())) == (3, before, ["a.gpkg"])
    assert not pyproj.network.is_network_enabled()


READ = """
import sys
from ckmcore.areas.boundaries import read_areas
print(*(len(read_areas(path, "AGS")) for path in sys.argv[1:]))
"""


@pytest.mark.thorough
@pytest.mark.skipif(shutil.which("strace") is None, reason="there is no strace")
def test_no_socket_is_made_while_boundaries_are_read(tmp_path: Path) -> None:
    files = [written(tmp_path / name, SQUARES) for name in ("a.gpkg", "b.shp")]
    files.append(geojson(tmp_path / "c.geojson", [shapely.geometry.mapping(SQUARES[0])]))
    calls = tmp_path / "calls"
    watched = ["strace", "-f", "-e", "trace=network", "-o", str(calls), sys.executable, "-c", READ, *map(str, files)]
    found = subprocess.run(watched, capture_output=True, text=True, check=True)
    assert found.stdout == "3 3 1\n"
    assert "exited with 0" in calls.read_text(encoding="utf-8")
    assert "socket" not in calls.read_text(encoding="utf-8")


@pytest.mark.thorough
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("ending", ["gpkg", "shp", "geojson"])
def test_damaged_files_are_read_or_end_in_a_sentence(tmp_path: Path, ending: str) -> None:
    draw = np.random.default_rng(5)
    if ending == "geojson":
        path = geojson(tmp_path / "a.geojson", [shapely.geometry.mapping(square) for square in SQUARES])
    else:
        path = written(tmp_path / f"a.{ending}", SQUARES)
    beside = [each for each in tmp_path.iterdir() if each.suffix in (".shx", ".dbf", ".prj")]
    whole, refused = path.read_bytes(), list[str]()
    others = {each: each.read_bytes() for each in beside}
    for _ in range(300):
        content = bytearray(whole)
        for place in draw.integers(0, len(content), draw.integers(1, 12)).tolist():
            content[place] = int(draw.integers(0, 256))
        path.write_bytes(bytes(content[: int(draw.integers(1, len(content) + 1))] if draw.random() < 0.2 else content))
        if beside and draw.random() < 0.3:
            damaged = beside[int(draw.integers(0, len(beside)))]
            damaged.write_bytes(others[damaged][: int(draw.integers(0, len(others[damaged])))])
        try:
            areas = read_areas(path, "AGS", "GEN")
            assert 0 < len(areas) <= 3
        except CkmError as fault:
            refused.append(fault.code)
        for each, former in others.items():
            each.write_bytes(former)
    assert len(refused) > 30
    assert {code.partition("_")[0] for code in refused} == {"areas"}


def test_what_can_be_chosen_of_a_file_is_seen_without_its_shapes(tmp_path: Path) -> None:
    path = geojson(tmp_path / "areas.geojson", [None, {"type": "Point", "coordinates": [10, 51]}])
    file = look_at_areas(path)
    assert (file.layers, file.columns) == ((), {"AGS": ("00", "01"), "GEN": ("x", "x")})
    several = written(tmp_path / "several.gpkg", SQUARES, layer="first")
    written(several, SQUARES[:1], CODES[:1], layer="second", append=True)
    assert look_at_areas(several).layers == ("first", "second")
    assert look_at_areas(several, "second").columns["AGS"] == ("09 1",)
    with fails("areas_layer", known=["first", "second"]):
        look_at_areas(several, "third")
    (tmp_path / "no.geojson").write_text('{"type": "FeatureCollection", "features": [3]}', encoding="utf-8")
    with fails("areas_no_form"):
        look_at_areas(tmp_path / "no.geojson")
    with fails("areas_missing"):
        look_at_areas(tmp_path / "none.gpkg")
