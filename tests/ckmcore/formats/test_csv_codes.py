"""CSV with codes and levels beside labels: two rows that are called the same are told apart."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import numpy as np
import openpyxl
import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.compare.comparison import compare
from ckmcore.formats.export import export_files
from ckmcore.formats.publishable import PublishableContent
from ckmcore.formats.scan import scan, scan_content
from ckmcore.microdata.data import Category
from ckmcore.microdata.hierarchy import Hierarchy
from ckmcore.office.settings import PLAIN
from ckmcore.presentation.present import present_draft
from ckmcore.tabulate.spec import PRINTED, Level, Presentation
from tests.kit.examples import some_of
from tests.kit.layouts import microdata, records
from tests.kit.layouts import table as random_table

KASSEL = {"06": "Hessen", "06611": "Kassel", "06633": "Kassel", "09": "Bayern", "09162": "München"}
FORMS = ("csv", "csv-long")


def data() -> ckm.Microdata:
    draw = np.random.default_rng(2)
    frame = pd.DataFrame({"area": draw.choice(["06611", "06633", "09162"], 600), "sex": draw.choice(["m", "w"], 600)})
    made = ckm.Microdata.from_pandas(frame, ["area", "sex"])
    tree = Hierarchy.from_depths([("06", 0), ("06611", 1), ("06633", 1), ("09", 0), ("09162", 1)])
    made = made.with_hierarchy("area", tree)
    area = made.dimensions["area"]
    named = tuple(Category(one.code, ckm.Texts.same(KASSEL[one.code])) for one in area.categories)
    return replace(made, dimensions={**made.dimensions, "area": replace(area, categories=named)})


def shown(codes: Literal["none", "hierarchies", "all"], **more: Any) -> ckm.ProtectedTable:
    spec = ckm.TableSpec(["area"], ["sex"], presentation=replace(PRINTED, csv_codes=codes), **more)
    return ckm.protect(ckm.tabulate(data(), spec), ckm.Rounding(10))


def lines(table: ckm.ProtectedTable, folder: Path, form: str, language: Any = "de") -> list[list[str]]:
    path = export_files(table, folder / "t.csv", form=form, language=language)[0]  # type: ignore[arg-type]
    delimiter = ";" if language == "de" else ","
    return list(csv.reader(io.StringIO(path.read_text("utf-8-sig"), newline=""), delimiter=delimiter))


def test_two_rows_that_are_called_the_same_are_told_apart_by_code_and_level(tmp_path: Path) -> None:
    rows = lines(shown("hierarchies"), tmp_path, "csv")
    head = next(row for row in rows if "area, Code" in row)
    assert head[:3] == ["area", "area, Code", "area, Ebene"]
    stub = {tuple(row[:3]) for row in rows if len(row) > 3}
    assert {("Kassel", "06611", "2"), ("Kassel", "06633", "2"), ("06", "06", "1")} <= stub
    assert any(row[1:3] == ["", ""] and row[0].startswith("Insgesamt") for row in rows if len(row) > 3)
    long = lines(shown("hierarchies"), tmp_path, "csv-long")
    heads = next(row for row in long if "area, Code" in row)
    assert heads[:4] == ["area", "sex", "area, Code", "area, Ebene"]
    assert ["Kassel", "m", "06633", "2"] in [row[:4] for row in long]


def test_codes_of_variables_without_a_hierarchy_are_there_where_somebody_asks(tmp_path: Path) -> None:
    heads = {code: lines(shown(code), tmp_path, "csv-long") for code in ("none", "hierarchies", "all")}  # type: ignore[arg-type]
    assert not any(", Code" in cell for row in heads["none"] for cell in row)
    assert not any("sex, Code" in row for row in heads["hierarchies"])
    (head,) = [row for row in heads["all"] if "sex, Code" in row]
    place = head.index("sex, Code")
    assert {row[place] for row in heads["all"] if len(row) == len(head)} == {"sex, Code", "", "m", "w"}


@pytest.mark.parametrize("form", FORMS)
def test_a_table_as_it_was_before_has_none_and_the_same_bytes(tmp_path: Path, form: str) -> None:
    plain = ckm.TableSpec(["area"], ["sex"])
    assert plain.presentation == Presentation()
    made = ckm.protect(ckm.tabulate(data(), plain), ckm.Rounding(10))
    assert not any(", Code" in cell for row in lines(made, tmp_path, form) for cell in row)


@pytest.mark.parametrize("form", FORMS)
def test_the_search_knows_codes_and_levels_and_finds_others(tmp_path: Path, form: str) -> None:
    table = shown("all")
    path = export_files(table, tmp_path / "t.csv", form=form, language="de")[0]  # type: ignore[arg-type]
    page = present_draft(table, "de")
    assert scan(path, PublishableContent.of([page])) == ()
    content = path.read_bytes()
    for other in (content.replace(b";06633;", b";06634;", 1), content.replace(b";06633;2", b";06633;7", 1)):
        assert other != content
        assert [hit.kind for hit in scan_content(other, "t.csv", PublishableContent.of([page]))] == ["text"]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("language", ["de", "en"])
def test_a_file_with_codes_is_compared_as_the_same_without(tmp_path: Path, form: str, language: Any) -> None:
    tables = [shown(codes) for codes in ("none", "all")]  # type: ignore[arg-type]
    found = []
    for number, table in enumerate(tables):
        path = export_files(table, tmp_path / f"{number}.csv", form=form, language=language)[0]  # type: ignore[arg-type]
        result = compare(table, path, language=language)
        found.append((result.unchanged, result.found))
    assert found[0] == found[1]
    assert found[0][0] > 5


@pytest.mark.daily(2)
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("codes", ["hierarchies", "all"])
def test_random_tables_with_codes_hold_nothing_else(form: str, codes: Any, tmp_path: Path) -> None:
    """Each is searched before it is handed over, and has one code beside each label of a node."""
    made = microdata(records(5), 5)
    for seed in some_of(range(12), form == "csv"):
        spec = random_table(seed)
        spec = spec.with_changes(presentation=replace(spec.presentation, csv_codes=codes))
        table = ckm.protect(ckm.tabulate(made, spec), ckm.Rounding(10))
        for row in lines(table, tmp_path, form):
            assert len(row) < 200


def test_codes_that_look_like_formulas_have_an_apostrophe(tmp_path: Path) -> None:
    frame = pd.DataFrame({"a": ["-1", "=x", "2"] * 30})
    made = ckm.Microdata.from_pandas(frame, ["a"])
    spec = ckm.TableSpec([Level("a")], presentation=Presentation(csv_codes="all"))
    table = ckm.protect(ckm.tabulate(made, spec), ckm.Rounding(10))
    cells = {row[1] for row in lines(table, tmp_path, "csv-long", "en") if len(row) == 3}
    assert {"'-1", "'=x", "2"} <= cells


def test_lines_of_blocks_with_headings_say_under_which_one_they_stand(tmp_path: Path) -> None:
    blocks = [ckm.Block(ckm.Level("sex")), ckm.Block(ckm.Level("area"), label=ckm.Texts("by area", "nach Gebiet"))]
    spec = ckm.TableSpec(blocks, presentation=PRINTED)
    table = ckm.protect(ckm.tabulate(data(), spec), ckm.Rounding(10))
    rows = lines(table, tmp_path, "csv-long")
    head = next(at for at, row in enumerate(rows) if len(row) > 2)
    assert rows[head][0] == "Zwischenüberschrift"
    headings = {row[1]: row[0] for row in rows[head + 1 :] if len(row) > 2}
    assert (headings["m"], headings["06"]) == ("", "nach Gebiet")
    assert compare(table, tmp_path / "t.csv", "de").same
    page = present_draft(table, "de")
    assert scan(tmp_path / "t.csv", PublishableContent.of([page])) == ()
    workbook = export_files(table, tmp_path / "t.xlsx", language="de", office=replace(PLAIN, flat_sheets=True))[0]
    sheets = [[*sheet.iter_rows(values_only=True)] for sheet in openpyxl.load_workbook(workbook)]
    flat = next(sheet for sheet in sheets if sheet and sheet[0][0] == "Zwischenüberschrift")
    assert {row[0] for row in flat[1:]} == {"ohne Zwischenüberschrift", "nach Gebiet"}
