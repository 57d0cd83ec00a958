"""Pictures that are released: together with the table, from it alone, known by their bytes, drawn again alike."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import ckmcore as ckm
from ckmcore.areas.model import AreaSet
from ckmcore.formats.forms import PICTURES, RELEASED
from ckmcore.formats.publishable import PublishableContent
from ckmcore.formats.scan import scan
from ckmcore.office.settings import PLAIN
from ckmcore.presentation.present import present_draft
from ckmcore.release.actions import release, submit, written
from ckmcore.release.files import computed_again, repeat, write_files
from ckmcore.release.provenance import prepare
from ckmcore.release.verify import verify_files
from ckmcore.statistic.areas_beside import with_areas
from ckmcore.statistic.model import SavedTable, Statistic
from ckmcore.statistic.releases import find_release
from ckmcore.statistic.series import Load, draft_of
from ckmcore.tabulate.picture_choice import PictureChoice, TableSight
from ckmcore.tabulate.spec import Presentation
from tests.kit.fails import fails
from tests.kit.picture_pages import squares
from tests.kit.released_people import AREAS, LATER, NOON, REQUEST, load, people, statistic

SHOWN = ("xlsx", "xlsx-accessible", "html", "html-fragment", "pdf")


def shown(sight: TableSight = "both", **choice: str) -> SavedTable:
    picture = PictureChoice(sight=sight, **choice)  # type: ignore[arg-type]
    return replace(AREAS, spec=AREAS.spec.with_changes(presentation=Presentation(picture=picture)))


def released(made: Statistic, table: SavedTable, forms: Iterable[str], read: Load | None = None) -> Statistic:
    ready = prepare(made, table, read or load(people()), replace(REQUEST, forms=tuple(forms)))
    return release(submit(made, ready, "Anna", NOON), 1, "Bernd", NOON)


def files_of(made: Statistic, folder: Path, read: Load | None = None) -> dict[str, bytes]:
    write_files(made, 1, read or load(people()), folder, LATER)
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def noted(made: Statistic, folder: Path) -> Statistic:
    files = write_files(made, 1, load(people()), folder, LATER)
    return written(made, 1, files, "Bernd", LATER)


def changed(areas: AreaSet) -> AreaSet:
    return replace(areas, codes=("01", "02", "03"), names=("A", "B", "C"))


@pytest.mark.daily(1)
def test_pictures_are_released_with_their_table_known_by_their_bytes_and_repeated_alike(tmp_path: Path) -> None:
    made = released(statistic(), shown(), ("xlsx", "html", "picture-svg", "picture-vl.json", "picture-png"))
    made = noted(made, tmp_path / "one")
    names = {file.form: file.name for file in find_release(made.register, 1).files}
    assert names["picture-vl.json"].endswith(".vl.json")
    assert len(set(names.values())) == len(names)
    again = repeat(made, 1, load(people()), tmp_path / "two", LATER)
    assert (set(again.same), again.differing) == (set(names.values()), ())
    files = sorted((tmp_path / "one").iterdir())
    assert [each.good for each in verify_files(made, files)] == [True] * len(names)
    svg = next(file for file in files if file.suffix == ".svg")
    assert ">Release no. 1, register entry " in svg.read_text("utf-8")
    svg.write_bytes(svg.read_bytes().replace(b'width="', b'width="1', 1))
    assert [each.good for each in verify_files(made, [svg])] == [False]


@pytest.mark.daily(1)
@pytest.mark.parametrize("form", [*SHOWN, *PICTURES])
def test_a_released_picture_is_found_clean_and_one_of_another_table_is_not(form: str, tmp_path: Path) -> None:
    made = released(statistic(), shown(), [form])
    (name,) = files_of(made, tmp_path)
    page = present_draft(computed_again(made, find_release(made.register, 1), load(people())), "en")
    assert scan(tmp_path / name, PublishableContent.of([page])) == ()
    draft = draft_of(made, shown().spec, load(people(2)))
    assert scan(tmp_path / name, PublishableContent.of([present_draft(draft, "en")])) != ()


def test_a_table_that_is_shown_as_a_table_has_the_files_that_it_had(tmp_path: Path) -> None:
    made = statistic()
    plain, chosen = (
        ckm.export(draft_of(made, table.spec, load(people())), tmp_path / f"{number}.html").read_bytes()
        for number, table in enumerate((AREAS, shown("table", kind="bars")))
    )
    assert plain == chosen
    assert b"<figure>" not in plain


def test_a_picture_that_does_not_fit_is_no_form_and_is_told_beside_a_table(tmp_path: Path) -> None:
    with fails("picture_unfit"):
        released(statistic(), shown(kind="pyramid"), ["picture-svg"])
    made = released(statistic(), shown(kind="pyramid"), ["html"])
    check = next(each for each in find_release(made.register, 1).submission.checks if each.name == "picture")
    assert (check.state, check.found.en.startswith("Files have no picture.")) == ("look", True)
    assert b"<figure>" not in next(iter(files_of(made, tmp_path).values()))
    good = released(statistic(), shown(kind="grouped"), ["html"])
    check = next(each for each in find_release(good.register, 1).submission.checks if each.name == "picture")
    assert (check.state, check.found.en.startswith("Bars, grouped.")) == ("good", True)


def test_a_map_needs_the_boundaries_with_which_it_was_handed_in(tmp_path: Path) -> None:
    path = tmp_path / "people.ckm"

    def read(one: Statistic) -> ckm.Microdata:
        return replace(one.describe(people()), beside=path)

    borders = changed(squares(3))
    kept = with_areas(statistic(), "area", borders, path)
    made = released(kept, shown("map", kind="circles"), ["html", "picture-svg"], read)
    assert find_release(made.register, 1).submission.areas == (borders.content_hash,)
    first = files_of(made, tmp_path / "one", read)
    assert all(content.count(b"<circle") >= 3 for content in first.values())
    moved = with_areas(made, "area", replace(borders, points=borders.points + np.int32(10)), path)
    with fails("release_differs"):
        files_of(moved, tmp_path / "two", read)
    for file in (tmp_path / "people.areas").iterdir():
        file.unlink()
    with fails("release_differs"):
        files_of(made, tmp_path / "two", read)


def test_a_table_without_a_map_is_released_whatever_happens_to_boundaries(tmp_path: Path) -> None:
    path = tmp_path / "people.ckm"
    kept = with_areas(statistic(), "area", changed(squares(3)), path)

    def read(one: Statistic) -> ckm.Microdata:
        return replace(one.describe(people()), beside=path)

    made = released(kept, AREAS, ["html"], read)
    for file in (tmp_path / "people.areas").iterdir():
        file.unlink()
    assert len(files_of(made, tmp_path / "one", read)) == 1


def test_every_form_of_a_picture_has_a_name_in_both_languages() -> None:
    titles = [form.title for form in RELEASED.values()]
    assert len({title.en for title in titles}) == len({title.de for title in titles}) == len(RELEASED)
    assert PLAIN.forms == ("xlsx",)
