"""Formats against real files: our reader of PC-Axis reads theirs, our GENESIS has the header of theirs, and the census
is found again in every format."""

from __future__ import annotations

import csv
import json
from decimal import Decimal
from functools import cache
from math import prod
from pathlib import Path

import pandas as pd
import pytest
from jsonstat_validator import validate_jsonstat
from pysdmx.io import read_sdmx

import ckmcore as ckm
from ckmcore.cli import main
from ckmcore.compare.comparison import compare
from ckmcore.formats.export import write_form
from ckmcore.formats.forms import FORMS
from ckmcore.presentation.present import present_draft
from ckmcore.sample.generate import sample_microdata
from ckmcore.statistic.sample import sample_statistic
from tests.kit.cube_readers import CELLS, read_px
from tests.kit.cube_tables import expected

pytestmark = pytest.mark.reference


@pytest.mark.parametrize(
    ("name", "cells", "first"), [("TAB001", 5940, ".."), ("TAB003", 2448, None), ("tab4_fewcells", 1, "445")]
)
def test_our_reader_of_px_reads_the_files_of_others(reference: Path, name: str, cells: int, first: str | None) -> None:
    px = read_px(reference / "formats" / "px" / f"{name}.px")
    assert prod(px.shape) == len(px.data) == cells
    assert first is None or px.data[0] == first
    for variable in px.variables:
        assert len(px.texts("CODES", variable)) == len(px.texts("VALUES", variable))


@pytest.mark.thorough
def test_a_px_file_of_ours_has_the_mandatory_keywords_of_real_ones(reference: Path, tmp_path: Path) -> None:
    theirs = read_px(reference / "formats" / "px" / "TAB001.px")
    draft = sample_drafts()[0]
    write_form(present_draft(draft, "en"), FORMS["px"], tmp_path / "t.px")
    ours = read_px(tmp_path / "t.px")
    both = "CHARSET AXIS-VERSION CODEPAGE LANGUAGE DECIMALS SHOWDECIMALS MATRIX AGGREGALLOWED SUBJECT-CODE SUBJECT-AREA"
    for name in [*both.split(), "TITLE", "CONTENTS", "UNITS", "STUB", "HEADING", "CONTVARIABLE", "SOURCE", "COPYRIGHT"]:
        assert theirs.texts(name)
        assert ours.texts(name)


def head(path: Path) -> list[str]:
    with path.open(encoding="utf-8-sig", newline="") as stream:
        return next(csv.reader(stream, delimiter=";"))


@pytest.mark.daily(1)
@pytest.mark.parametrize("name", ["1000A-2022_de", "12211-0001_de", "12211-0001_en", "2000S-2003_de"])
def test_a_genesis_file_of_ours_has_the_header_of_real_ones(reference: Path, tmp_path: Path, name: str) -> None:
    theirs = reference / "formats" / "ffcsv" / f"ffcsv2024_{name}.csv"
    variables = sum(column.endswith("_variable_attribute_code") for column in head(theirs))
    spec = ckm.TableSpec(rows=["university", "degree", "subject"][: variables - 1], columns=["sex"])
    language = "de" if name.endswith("de") else "en"
    draft = sample_statistic("de").draft(spec, sample_microdata("2025"))
    write_form(present_draft(draft, language), FORMS["genesis"], tmp_path / "t.csv")  # type: ignore[arg-type]
    assert head(tmp_path / "t.csv") == head(theirs)
    assert (tmp_path / "t.csv").read_bytes()[:3] == theirs.read_bytes()[:3] == b"\xef\xbb\xbf"
    assert b"\r" not in (tmp_path / "t.csv").read_bytes()
    assert b"\r" not in theirs.read_bytes()


@pytest.mark.parametrize("version", ["1", "2"])
def test_an_sdmx_file_of_ours_begins_as_a_minimal_one(reference: Path, tmp_path: Path, version: str) -> None:
    theirs = pd.read_csv(reference / "formats" / "samples" / f"ckm_sdmx_csv_{version}.0.csv")
    write_form(present_draft(sample_drafts()[0], "en"), FORMS[f"sdmx-csv-{version}"], tmp_path / "t.csv")  # type: ignore[index]
    ours = pd.read_csv(tmp_path / "t.csv")
    fixed = [name for name in theirs.columns if name not in ("FREQ", "REF_AREA", "SEX")]
    assert [name for name in ours.columns if name in fixed] == fixed


@cache
def sample_drafts() -> list[ckm.Draft]:
    statistic, data = sample_statistic("de"), sample_microdata("2025")
    return [statistic.draft(table.spec, data) for table in statistic.tables]


@pytest.mark.daily(1)
@pytest.mark.parametrize("form", [name for name, form in FORMS.items() if form.cube])
def test_the_sample_is_found_again_in_every_format(form: str, tmp_path: Path) -> None:
    for number, draft in enumerate(sample_drafts()):
        target = tmp_path / f"{number}{FORMS[form].ending}"  # type: ignore[index]
        path = ckm.export(draft, target, language="de", form=form)  # type: ignore[arg-type]
        assert CELLS[form](path) == expected(draft)[0]


@pytest.mark.thorough
def test_the_census_is_found_again_in_every_format(reference: Path, tmp_path: Path) -> None:
    records = str(reference / "data" / "census_persons_10k_keys.csv")
    table = ["--language", "en", "table", "--data", records, "--record-key", "RKEY"]
    table += ["--rows", "NUTS3,SEX", "--columns", "HST"]
    table += ["--ptable", str(reference / "ptables" / "wista2024_tabelle1.csv")]
    assert main([*table, "-o", str(tmp_path / "t.csv")]) == 0
    lines = (tmp_path / "t.csv").read_text("utf-8").splitlines()
    start = lines.index("NUTS3,SEX,HST,Number")
    rows = list(csv.reader(lines[start + 1 : lines.index("", start)]))
    wanted = {
        tuple({"Total": "_T", "Subtotal": "_T", "not stated": "_U"}.get(code, code) for code in row[:3]): (
            Decimal(row[3]),
        )
        for row in rows
    }
    assert len(wanted) == 432
    for form, read in CELLS.items():
        path = tmp_path / f"{form}{FORMS[form].ending}"  # type: ignore[index]
        assert main([*table, "--form", form, "-o", str(path)]) == 0
        assert read(path) == wanted
    validate_jsonstat(json.loads((tmp_path / "json-stat.json").read_text("utf-8")))
    (dataset,) = read_sdmx(tmp_path / "sdmx-csv-2.csv", validate=False).data  # type: ignore[union-attr]
    assert len(dataset.data) == len(wanted)
    assert main([*table, "-o", str(tmp_path / "t.html")]) == 0
    assert (tmp_path / "t.html").read_text("utf-8").count("<td headers=") == len(wanted)


@pytest.mark.thorough
def test_a_genesis_file_of_ours_is_compared_without_a_difference(tmp_path: Path) -> None:
    draft = sample_drafts()[1]
    path = ckm.export(draft, tmp_path / "t.csv", language="de", form="genesis")
    found = compare(draft, path, "de")
    assert found.same
    assert found.unchanged == 5480
