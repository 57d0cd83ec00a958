"""How hierarchy and codes fit is told whole; nothing raises."""

from __future__ import annotations

from pathlib import Path

import pytest

from ckmcore.base.texts import Texts
from ckmcore.dictionary.hierarchy_check import hierarchy_check
from ckmcore.microdata.data import MISSING, Category, Dimension
from ckmcore.microdata.hierarchy import Hierarchy
from ckmcore.microdata.hrc import read_hrc


def dimension(*codes: str) -> Dimension:
    return Dimension("land", Texts.same("Land"), tuple(map(Category.plain, codes)))


TREE = Hierarchy.from_depths([("N", 0), ("01", 1), ("02", 1), ("S", 0), ("09", 1)])


def test_both_sides_and_what_they_lack_are_named() -> None:
    report = hierarchy_check(TREE, dimension("01", "2", "N", "77", MISSING))
    assert report.unknown == ("2", "77")
    assert report.inner == ("N",)
    assert report.empty == ("02", "09")
    assert report.near == (("2", "02"),)
    assert report.per_level == (2, 3)
    assert (report.fits, report.depth) == (False, 2)
    texts = [notice.text("de") for notice in report.notices()]
    assert [words in text for words, text in zip(["2, 77", "„02“", "N", "02, 09"], texts, strict=True)] == [True] * 4


def test_all_codes_in_place_is_told_too_and_missing_needs_no_place() -> None:
    report = hierarchy_check(TREE, dimension("01", "02", "09", MISSING))
    assert report.fits
    assert report.notices() == ()


def test_blanks_around_codes_mean_nothing_and_an_empty_hierarchy_is_no_fault() -> None:
    assert hierarchy_check(TREE, dimension(" 01", "02 ", "09")).fits
    assert hierarchy_check(Hierarchy(()), dimension("1")).unknown == ("1",)


@pytest.mark.reference
def test_a_hierarchy_of_another_variable_fits_nothing(reference: Path) -> None:
    tree = read_hrc(reference / "data" / "nuts3_hierarchy.hrc")
    codes = read_hrc(reference / "data" / "de_land_rb_kreis.hrc").leaves
    report = hierarchy_check(tree, dimension(*codes))
    assert len(report.unknown) + len(report.inner) == len(codes)
    assert len(report.empty) == len(tree.leaves)
