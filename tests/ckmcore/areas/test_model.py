"""Sets of areas: codes, sizes, and the invented country."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from ckmcore.areas.boundaries import part_of_maps
from ckmcore.areas.model import areas_from, geometry_of
from ckmcore.sample.areas import district_codes, sample_areas, sample_district
from ckmcore.sample.places import LANDS, UNIVERSITIES
from tests.kit.fails import fails


def test_codes_and_areas_are_compared_both_ways() -> None:
    match = sample_areas("lands").match(["01", "02", "02", "77"])
    assert (match.without_area, match.matched, len(match.without_code)) == (("77",), 2, 14)
    assert not match.zeros_lost


def test_districts_fill_their_land_exactly() -> None:
    lands, districts = sample_areas("lands"), sample_areas("districts")
    assert len(lands) == len(LANDS)
    sums = dict.fromkeys(lands.codes, 0)
    for code, size in zip(districts.codes, districts.square_metres.tolist(), strict=True):
        sums[code[:2]] += size
    # Half a square metre of each ring is cut off.
    assert all(
        abs(sums[code] - size) < 20 for code, size in zip(lands.codes, lands.square_metres.tolist(), strict=True)
    )


def test_a_city_lies_in_a_hole_of_the_district_around_it() -> None:
    districts = sample_areas("districts")
    around = geometry_of(districts, districts.index["01001"])
    city = geometry_of(districts, districts.index["01007"])
    assert [len(polygon) for polygon in around["coordinates"]] == [2]
    assert sorted(map(tuple, around["coordinates"][0][1])) == sorted(map(tuple, city["coordinates"][0][0]))


def test_each_university_lies_in_a_district_of_its_land() -> None:
    entry = sample_district()
    assert entry.derived is not None
    of = {code: group.code for group in entry.derived.groups for code in group.codes}
    assert of.keys() == {university.code for university in UNIVERSITIES}
    assert all(code[:2] == district[:2] for code, district in of.items())
    assert {category.code for category in entry.categories} == set(sample_areas("districts").codes)
    assert len(district_codes()) == 67


def test_the_file_of_areas_is_the_same_everywhere() -> None:
    hashes = [sample_areas(which).content_hash[:12] for which in ("lands", "districts")]
    assert hashes == HASHES
    assert areas_from(sample_areas("lands").content, "x").names[0] == "Bergland"


ROOT = Path(__file__).resolve().parents[3]
HASHES = ["8e01df8b738d", "f7e62e5949ff"]


def test_a_missing_part_is_said_with_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "shapely", None)
    with fails("maps_missing", match=r"pip install ckmdesk\[maps\]"):
        part_of_maps("shapely")


def test_only_two_modules_ask_for_the_part_that_reads_boundaries() -> None:
    """What is kept is drawn, checked and attacked without it."""
    named = {
        path.relative_to(ROOT).as_posix()
        for package in ("ckmcore", "ckmdesk")
        for path in (ROOT / package).rglob("*.py")
        if re.search(
            r"[\"'](?:pyogrio|pyproj|shapely)[\"']|import (?:pyogrio|pyproj|shapely)", path.read_text(encoding="utf-8")
        )
    }
    assert named == {"ckmcore/areas/boundaries.py", "ckmcore/areas/grid.py"}
