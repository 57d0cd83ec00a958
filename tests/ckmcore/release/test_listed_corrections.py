"""A correction of a table that lists its cells marks the figures that it changed, in every form of lists."""

from __future__ import annotations

import csv
import json
from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow.parquet as parquet
import pytest

import ckmcore as ckm
from ckmcore.cli.leaks import _of_corrections, _of_releases
from ckmcore.formats.forms import FORMS
from ckmcore.formats.publishable import PublishableContent
from ckmcore.formats.scan import scan
from ckmcore.keys.record_keys import integer_keys
from ckmcore.office.settings import PLAIN
from ckmcore.presentation import present
from ckmcore.presentation.present import TablePresentation, present_draft
from ckmcore.release.actions import correct, release, submit
from ckmcore.release.files import computed_again, write_files
from ckmcore.release.provenance import prepare
from ckmcore.statistic.entry import Request
from ckmcore.statistic.model import SavedTable, Statistic
from ckmcore.statistic.releases import find_release
from ckmcore.tabulate import tabulate
from tests.kit.cube_pages import facts_and_planes
from tests.kit.released_people import LATER, NOON, load, statistic

LISTS = tuple(name for name, form in FORMS.items() if form.lists)
AREAS, SEXES = [f"{area:02}" for area in range(1, 8)], ["m", "w"]
SAVED = SavedTable("Cells", ckm.TableSpec(["area", "sex"], values=["count", ckm.share("column")]))


def records(counts: dict[tuple[str, str], int]) -> ckm.Microdata:
    """So many people of each area and sex."""
    rows = [place for place, count in counts.items() for _ in range(count)]
    frame = pd.DataFrame(rows, columns=["area", "sex"])
    frame["sex"], frame["area"] = pd.Categorical(frame["sex"], SEXES), pd.Categorical(frame["area"], AREAS)
    data = ckm.Microdata.from_pandas(frame, ["sex", "area"])
    keys = np.random.default_rng(5).integers(0, 10**9, data.rows)
    return data.with_record_keys(integer_keys(keys, 10**9))


WAS = {("01", "m"): 40, ("01", "w"): 30, ("02", "m"): 20, ("03", "w"): 20}
NOW = WAS | {("02", "m"): 30, ("02", "w"): 40, ("03", "w"): 10}  # area 02 had no women before


@pytest.fixture(autouse=True)
def _lists(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tabulate, "CELL_LIMIT", 0)


@cache
def corrected() -> Statistic:
    made, request = statistic(ckm.Rounding(10)), Request(forms=LISTS, language="de")  # type: ignore[call-arg]
    made = release(submit(made, prepare(made, SAVED, load(records(WAS)), request), "Anna", NOON), 1, "Bernd", NOON)
    made = correct(made, 1, prepare(made, SAVED, load(records(NOW)), request), "Anna", NOON, remark="wrong")
    return release(made, 2, "Bernd", NOON)


def page() -> TablePresentation:
    return present_draft(computed_again(corrected(), find_release(corrected().register, 2), load(records(NOW))), "de")


def marked(shown: TablePresentation) -> set[tuple[str, int]]:
    """Row and value of each marked figure."""
    return {(shown.labels["rows"].path(row), value) for row, _, _, value in shown.marks.revised}


def test_cells_that_were_not_listed_or_said_another_figure_are_marked_and_no_others() -> None:
    shown = page()
    assert shown.table.is_listed
    counts = {row for row, value in marked(shown) if value == 0}
    totals = {"Insgesamt, Insgesamt", "Insgesamt, m", "Insgesamt, w"}  # 110, 60, 50 before; 150, 70, 80 now
    assert counts == totals | {"02, Zusammen", "02, m", "02, w", "03, Zusammen", "03, w"}


@pytest.mark.parametrize("form", LISTS)
def test_every_form_of_lists_has_them_and_the_search_knows_its_files(form: str, tmp_path: Path) -> None:
    made, data = corrected(), load(records(NOW))
    (path,) = [tmp_path / file.name for file in write_files(made, 2, data, tmp_path, LATER) if file.form == form]
    shown = page()
    cells = len({place[:3] for place in shown.marks.revised})
    assert said(path, form) == (len(shown.marks.revised) if form == "csv-long" else cells)
    now = present_draft(made.draft(SAVED.spec, made.describe(records(NOW))), "de")
    allowed = PublishableContent.of([now], [*_of_releases(made, "de", PLAIN), *_of_corrections(made, [now])])
    assert scan(path, allowed) == ()


def test_more_than_can_be_marked_one_by_one_are_said_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(present, "MOST_MARKED", 5)
    made, data = corrected(), load(records(NOW))
    now = present_draft(made.draft(SAVED.spec, made.describe(records(NOW))), "de")
    allowed = PublishableContent.of([now], [*_of_releases(made, "de", PLAIN), *_of_corrections(made, [now])])
    files = write_files(made, 2, data, tmp_path, LATER)
    assert [file.form for file in files if scan(tmp_path / file.name, allowed)] == []
    (words,) = [(tmp_path / file.name).read_text("utf-8-sig") for file in files if file.form == "csv-long"]
    assert "Mehr als 5 Werte wurden gegenüber Nr. 1 berichtigt" in words
    assert "r gehört zu" not in words


def said(path: Path, form: str) -> int:
    """How many marks of changed figures stand in a file."""
    sentence = "r: gegenüber Nr. 1 berichtigter Wert"
    if form == "csv-long":
        return path.read_text("utf-8-sig").count("r gehört zu: ")
    if form == "parquet":
        metadata = parquet.read_metadata(path).metadata or {}
        return len(json.loads(metadata[b"cell_notes"]))
    if form == "html-cube":
        return len([note for note in facts_and_planes(path.read_bytes())[0]["notes"] if "r" in note])
    if form == "json-stat":
        return path.read_text("utf-8").count(sentence) - 1
    rows = list(csv.reader(path.read_text("utf-8-sig").splitlines()))
    return len([row for row in rows if any(cell.startswith("r") and sentence in cell for cell in row)])
