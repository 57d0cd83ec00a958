"""Whatever a file holds, the answer is a comparison or one sentence; every cell of the table is counted once."""

from __future__ import annotations

import csv
import random
import tempfile
from pathlib import Path

import pandas as pd
import pytest
import xlsxwriter
from hypothesis import given, settings
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.compare.comparison import TableComparison, compare
from ckmcore.errors import CkmError
from tests.kit.examples import examples

FRAME = pd.DataFrame({"land": ["Nord", "Süd"] * 40, "sex": ["m", "w", "w", "d"] * 20})
DATA = ckm.Microdata.from_pandas(FRAME, ["land", "sex"])
SHOWN = ckm.protect(ckm.tabulate(DATA, ckm.TableSpec(rows=["land"], columns=["sex"])), ckm.Rounding(2))
WORDS = (
    *("", "", "land", "sex", "Nord", "Süd", "m", "w", "d", "Insgesamt", "Total", "Anzahl", "1", "20", "1.000", "-"),
    *("x", "...", "2024", "5o", "=1", "a;b", "value", "NaN", "1e400", "Entwurf – nicht freigegeben", "Auswahl: sex: m"),
)
CELLS = st.sampled_from(WORDS)
GRIDS = st.lists(st.lists(CELLS, min_size=0, max_size=5), min_size=1, max_size=9)


def answer(path: Path) -> None:
    for language in ("de", "en"):
        try:
            found = compare(SHOWN, path, language)  # type: ignore[arg-type]
        except CkmError as error:
            said = error.text(language)  # type: ignore[arg-type]
        else:
            said = path.name
            check(found)
        assert path.name in said


def check(found: TableComparison) -> None:
    for notice in found.notices:
        assert notice.text("de") != notice.text("en")
    told = found.unchanged + found.count("changed") + found.count("new")
    assert told <= SHOWN.cells
    assert told == SHOWN.cells or found.notices
    places = [one.place for one in found.found if one.place is not None]
    assert len(places) == len(set(places))


@pytest.mark.thorough
@settings(max_examples=examples(150))
@given(GRIDS, st.sampled_from([";", ",", "\t"]))
def test_any_text_file_is_answered(grid: list[list[str]], separator: str) -> None:
    path = Path(tempfile.mkdtemp()) / "any.csv"
    with path.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream, delimiter=separator).writerows(grid)
    answer(path)


@settings(max_examples=examples(40))
@given(st.lists(GRIDS, min_size=1, max_size=3), st.booleans())
def test_any_workbook_is_answered(grids: list[list[list[str]]], merged: bool) -> None:
    path = Path(tempfile.mkdtemp()) / "any.xlsx"
    book = xlsxwriter.Workbook(str(path))
    for number, grid in enumerate(grids):
        sheet = book.add_worksheet(f"Nord {number}" if number else "Nord")
        for place, row in enumerate(grid):
            for column, cell in enumerate(row):
                if cell:
                    sheet.write(place, column, int(cell) if cell.isdecimal() else cell)
        if merged:
            sheet.merge_range(1, 1, 2, 3, "sex")
    book.close()
    answer(path)


@settings(max_examples=examples(60))
@given(st.integers(0, 2**32), st.sampled_from([".csv", ".xlsx"]), st.sampled_from(["de", "en"]))
def test_an_export_with_damaged_bytes_is_answered(seed: int, ending: str, language: str) -> None:
    chance = random.Random(seed)
    path = ckm.export(SHOWN, Path(tempfile.mkdtemp()) / f"any{ending}", language=language)  # type: ignore[arg-type]
    content = bytearray(path.read_bytes())
    for _ in range(chance.randrange(1, 12)):
        content[chance.randrange(len(content))] = chance.randrange(256)
    path.write_bytes(content[: chance.randrange(1, len(content) + 1)] if chance.random() < 0.3 else content)
    answer(path)
