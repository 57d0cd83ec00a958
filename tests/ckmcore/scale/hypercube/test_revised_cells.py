"""A corrected hypercube marks each figure that the release before did not publish, by a file of that release."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd
import pyarrow.parquet as parquet
import pytest

import ckmcore as ckm
from ckmcore.cli import main
from ckmcore.cli.leaks import _of_corrected_cubes, _of_releases
from ckmcore.formats.cube import CellNote, cubes
from ckmcore.formats.publishable import PublishableContent
from ckmcore.formats.scan import scan
from ckmcore.keys.record_keys import integer_keys
from ckmcore.methods.draft import RevisedMargins
from ckmcore.office.settings import PLAIN
from ckmcore.presentation.present import present_draft
from ckmcore.release import compare
from ckmcore.release.actions import correct, release, submit, written
from ckmcore.release.files import repeat, write_files
from ckmcore.release.files_found import files_near
from ckmcore.scale.hypercube import revised_cells
from ckmcore.scale.hypercube.draft import prepare_hypercube
from ckmcore.scale.hypercube.forms import STREAMS
from ckmcore.scale.hypercube.revised_cells import with_revised_cells
from ckmcore.scale.hypercube.stream import revised_place
from ckmcore.statistic.concealed import concealed
from ckmcore.statistic.entry import Request
from ckmcore.statistic.model import SavedTable, Statistic
from ckmcore.statistic.releases import find_release
from ckmcore.statistic.series import Load
from tests.kit.cube_pages import PageScript, facts_and_planes
from tests.kit.released_people import LATER, NOON, load, statistic
from tests.kit.statistic_files import TABLES, write_statistic

REQUEST = Request(forms=tuple(STREAMS), language="de")
AREAS, SEXES = ["01", "02", "03"], ["m", "w"]
WAS = {("01", "m"): 40, ("01", "w"): 30, ("02", "m"): 20, ("03", "w"): 20}
NOW = {("01", "m"): 40, ("01", "w"): 30, ("02", "m"): 30, ("02", "w"): 40}  # no women in 02 before, nobody in 03 now
CHANGED = {"02", "02 m", "02 w", "03", "03 w", "", "m", "w"}
SPEC = ckm.TableSpec(["area", "sex"])


def records(counts: dict[tuple[str, str], int]) -> Load:
    """So many people of each area and sex."""
    rows = [place for place, count in counts.items() for _ in range(count)]
    people = pd.DataFrame(rows, columns=["area", "sex"])
    people["sex"], people["area"] = pd.Categorical(people["sex"], SEXES), pd.Categorical(people["area"], AREAS)
    data = ckm.Microdata.from_pandas(people, ["sex", "area"])
    return load(data.with_record_keys(integer_keys(np.random.default_rng(5).integers(0, 10**9, data.rows), 10**9)))


class Corrected(NamedTuple):
    """A statistic with a corrected hypercube, and the files of both by their form."""

    statistic: Statistic
    before: dict[str, Path]
    after: dict[str, Path]


def corrected(folder: Path, *forms: str, spec: ckm.TableSpec = SPEC) -> Corrected:
    """A hypercube and its correction; forms: those whose files of the first are at hand."""
    saved, made = SavedTable("Cells", spec), statistic(ckm.Rounding(10))  # type: ignore[call-arg]
    made = release(submit(made, prepare_hypercube(made, saved, records(WAS), REQUEST), "Anna", NOON), 1, "Bernd", NOON)
    made, before = recorded(made, 1, records(WAS), folder / "first")
    at_hand = files_near(None, *(path for form, path in before.items() if form in forms))
    ready = prepare_hypercube(made, saved, records(NOW), REQUEST)
    ready = with_revised_cells(made, ready, 1, records(NOW), at_hand)
    made = release(correct(made, 1, ready, "Anna", NOON, remark="wrong"), 2, "Bernd", NOON)
    return Corrected(made, before, recorded(made, 2, records(NOW), folder / "second")[1])


def recorded(made: Statistic, number: int, of: Load, folder: Path) -> tuple[Statistic, dict[str, Path]]:
    """The statistic with the files of a release, and these by their form."""
    files = write_files(made, number, of, folder, LATER)
    return written(made, number, files, "Bernd", LATER), {file.form: folder / file.name for file in files}


@pytest.fixture
def engine(request: pytest.FixtureRequest) -> None:
    """What Qt's engine for scripts needs; without Qt the test is skipped."""
    pytest.importorskip("PySide6.QtQml")
    request.getfixturevalue("qapp")


def places_of(form: str, path: Path) -> set[str]:
    """Area and sex of each cell that a file marks, "" for all."""
    content = path.read_bytes().decode("utf-8", "ignore")
    assert "r: gegenüber Nr. 1 berichtigter Wert" in content
    if form == "html-cube":
        facts, _ = facts_and_planes(path.read_bytes())
        axes = [axis["codes"] for axis in facts["axes"]]
        marked = [
            [codes[at] for codes, at in zip(axes, place, strict=True)]
            for place, mark, _ in facts["notes"]
            if mark == "r"
        ]
        return {" ".join(code for code in codes if code != "_T") for codes in marked}
    if form == "parquet":
        notes = json.loads((parquet.read_metadata(path).metadata or {})[b"cell_notes"])
        return {" ".join(code for code in note["place"].values() if code != "_T") for note in notes}
    texts = re.findall(r"r gehört zu: ([^|\r\n\";]*)", content)
    return {
        text.strip().replace("area: ", "").replace("sex: ", "").replace(" · ", " ").removeprefix("Insgesamt")
        for text in texts
    }


@pytest.mark.daily(1)
@pytest.mark.parametrize("at_hand", STREAMS)
def test_each_form_marks_what_was_changed_new_or_is_no_longer_listed(at_hand: str, tmp_path: Path) -> None:
    made, _, files = corrected(tmp_path, at_hand)
    assert {form: places_of(form, path) for form, path in files.items()} == dict.fromkeys(STREAMS, CHANGED)
    again = repeat(made, 2, records(NOW), tmp_path / "again", LATER)
    assert (len(again.same) + len(again.new), again.differing) == (len(STREAMS), ())


@pytest.mark.thorough
@pytest.mark.usefixtures("engine")
def test_a_reader_of_the_page_sees_the_mark_behind_the_figure_on_screen_and_in_a_csv(tmp_path: Path) -> None:
    page = PageScript(corrected(tmp_path, "parquet").after["html-cube"].read_bytes())
    assert page.choose(["rows", "columns"])
    marked = page.ask(
        "[].concat(...rows.map(row => [0, 1, 2].map(column => [marksOf(cube, grid, choice, row, column),"
        " [...grid.on('rows', row), ...grid.on('columns', column)].map((at, axis) => cube.axes[axis].codes[at])])))"
    )
    assert {mark for mark, _ in marked} == {"r", ""}
    seen = {" ".join(code for code in codes if code != "_T") for mark, codes in marked if mark == "r"}
    assert seen == CHANGED
    lines = page.lines(";")
    assert "r: 02 · m" in lines
    assert len([line for line in lines if line.startswith("r: ")]) == len(CHANGED)


@pytest.mark.thorough
def test_the_search_for_leaks_knows_the_marks_and_no_others(tmp_path: Path) -> None:
    made, _, files = corrected(tmp_path, "csv-long")
    now = present_draft(made.draft(SPEC, made.describe(records(NOW)(made))), "de")
    texts = [*_of_releases(made, "de", PLAIN), *_of_corrected_cubes(made, records(NOW), "de", PLAIN)]
    allowed = PublishableContent.of([now], texts)
    assert {form: scan(path, allowed) for form, path in files.items()} == dict.fromkeys(STREAMS, ())
    other = tmp_path / files["csv-long"].name
    content = files["csv-long"].read_text("utf-8-sig")
    other.write_text(content.replace("gehört zu: area: 02", "gehört zu: area: 01", 1), "utf-8-sig", newline="")
    assert scan(other, allowed)


@pytest.mark.thorough
def test_without_an_unchanged_file_margins_are_named_and_the_register_has_no_cells(tmp_path: Path) -> None:
    made, before, files = corrected(tmp_path)
    said = "stehen in diesen Rändern, nicht einzeln gekennzeichnet: area × sex; area; sex; Insgesamt."
    assert all(said in path.read_bytes().decode("utf-8", "ignore") for path in files.values())
    submission = find_release(made.register, 2).submission
    assert submission.revised is None
    assert not any('"revised"' in entry.line for entry in made.register)
    before["parquet"].write_bytes(before["parquet"].read_bytes() + b" ")
    touched = files_near(None, before["parquet"])
    assert touched(next(file for file in find_release(made.register, 1).files if file.form == "parquet")) is None


@pytest.mark.thorough
def test_too_many_changes_are_said_by_margins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(revised_cells, "MOST_REVISED", len(CHANGED) - 1)
    made = corrected(tmp_path, "parquet").statistic
    assert find_release(made.register, 2).submission.revised is None


@pytest.mark.thorough
def test_numbers_of_cells_are_kept_with_the_submission_and_not_under_an_embargo(tmp_path: Path) -> None:
    submission = find_release(corrected(tmp_path, "html-cube").statistic.register, 2).submission
    # Three areas and two sexes, each behind its total: area 01 is in cells 3 to 5.
    assert submission.revised == ((0, 1, 2, 6, 7, 8, 9, 11),)
    assert concealed(submission, "salt").revised is None


def test_a_place_is_told_by_the_titles_of_its_margin_and_by_codes_where_labels_are_alike() -> None:
    made = statistic()
    page = present_draft(made.draft(SPEC, made.describe(records(NOW)(made))), "de")
    cube = cubes(page)[0]
    area, sex = cube.dimensions
    alike = tuple(replace(one, label="Kassel") if one.code in ("01", "02") else one for one in area.categories)
    cube = replace(cube, dimensions=(replace(area, categories=alike), sex))
    at = [next(place for place, one in enumerate(alike) if one.code == code) for code in ("02", "03")]
    total = next(place for place, one in enumerate(sex.categories) if one.total)
    told = [revised_place(CellNote((place, total), "", (0,)), cube, page) for place in at]
    assert told == ["r gehört zu: area: Kassel (02)", "r gehört zu: area: 03"]


@pytest.mark.thorough
@pytest.mark.parametrize("changed", [(), (("sex",),)])
def test_the_command_says_where_figures_differ_and_cannot_be_marked(
    changed: tuple[tuple[str, ...], ...],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path, name = write_statistic(tmp_path), TABLES[0].name
    monkeypatch.setattr(compare, "revised_margins", lambda *_: RevisedMargins(changed, 4))
    for step in (
        ["submit", path, name, "--cube", "--person", "Anna", "--format", "parquet"],
        ["approve", path, 1, "--person", "Bernd", "--look"],
        [
            "submit",
            path,
            name,
            "--cube",
            "--person",
            "Anna",
            "--format",
            "parquet",
            "--corrects",
            1,
            "--files",
            tmp_path,
        ],
    ):
        assert main(["--language", "en", "release", *map(str, step)]) == 0
    said = capsys.readouterr().out
    assert ("mark no figure with r: no unchanged file of no. 1 was found" in said) == bool(changed)


def deliver(path: Path, counts: dict[tuple[str, str], int]) -> None:
    """A delivery of so many people of each area and sex."""
    rows = [(area, sex) for (area, sex), count in counts.items() for _ in range(count)]
    text = "".join(f"P{number:04},{area},{sex}\n" for number, (area, sex) in enumerate(rows))
    path.write_text(f"pid,area,sex\n{text}", encoding="utf-8")


@pytest.mark.daily(1)
@pytest.mark.parametrize("form", STREAMS)
def test_from_a_corrected_delivery_to_marked_files_by_commands_alone(
    form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    deliver(Path("first.csv"), WAS)
    deliver(Path("second.csv"), NOW)
    who, other = "--person Anna", "--person Bernd"
    submit_it = f"release submit s.ckm Cells --cube {who} --format {form}"
    for line in (
        "statistic create s.ckm --title People --units recur",
        "statistic period s.ckm 2025 --data first.csv --identifiers pid --dimensions area,sex --keys generate",
        "statistic method s.ckm --method rounding --base 10 --body Board --date 2026-01-01 --reference 1",
        "statistic table s.ckm Cells --rows area,sex",
        submit_it,
        f"release approve s.ckm 1 {other} --look",
        f"release write s.ckm 1 -o first {other}",
        "statistic period s.ckm 2025 --replace --data second.csv --identifiers pid",
        f"{submit_it} --corrects 1 --remark wrong --files first",
        f"release approve s.ckm 2 {other} --look --files first",
        f"release write s.ckm 2 -o second {other}",
    ):
        assert main(["--language", "de", *line.split()]) == 0, line
    (first,), (second,) = Path("first").iterdir(), Path("second").iterdir()
    assert places_of(form, second) == CHANGED
    capsys.readouterr()
    assert main(["--language", "de", "verify", "s.ckm", str(first), str(second)]) == 0
    said = capsys.readouterr().out
    assert f"{first.name}: Nr. 1, berichtigt durch Nr. 2" in said
    assert f"{second.name}: Nr. 2, freigegeben" in said
    assert main(["--language", "de", "leak-check", "--statistic", "s.ckm", str(second)]) == 0
    assert main(["--language", "de", *["release", "repeat", "s.ckm", "2", "-o", "again"]]) == 0
    assert (Path("again") / second.name).read_bytes() == second.read_bytes()
