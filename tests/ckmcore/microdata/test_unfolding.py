"""Files of a few kilobytes that say they hold far more are refused before it is unfolded."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as parquet
import pytest

from ckmcore.errors import CkmError
from ckmcore.microdata import preview, read_microdata
from ckmcore.microdata.errors import FileDamaged
from ckmcore.microdata.footers import check_footer
from tests.ckmcore.mutants import Reader
from tests.kit.fails import fails
from tests.kit.workbooks import parts_of, write_ods, write_parts, write_xlsx

ROWS = [["A", "B"], ["x", 1], ["y", 2]]
CELL = '<table:table-cell office:value-type="string"{0}><text:p>{1}</text:p></table:table-cell>'


def ods(path: Path, row: str, times: int = 1) -> Path:
    """A sheet with a row of XML behind its own."""
    return write_ods(
        path, {"D": ROWS}, f'<table:table-row table:number-rows-repeated="{times}">{row}</table:table-row>'
    )


def blanks(path: Path) -> Path:
    return ods(path, CELL.format("", '<text:s text:c="2000000000"/>'))


def text_in_many_rows(path: Path) -> Path:
    return ods(path, CELL.format("", "x" * 20_000), 100_000)


def text_in_many_columns(path: Path) -> Path:
    return ods(path, CELL.format(' table:number-columns-repeated="16000"', "x" * 20_000))


def repeats_behind_a_bracket(path: Path) -> Path:
    sign = ' office:string-value="a>b" table:number-columns-repeated="16384"'
    return ods(path, CELL.format(sign, "x"), 1_048_576)


def many_empty_looking_cells(path: Path) -> Path:
    return ods(path, CELL.format(' table:number-columns-repeated="16000"', "x"), 400)


def more_rows_than_a_number_has_digits(path: Path) -> Path:
    return ods(path, CELL.format("", "x"), 18446744073709551615)


def _xlsx(path: Path, part: str, old: str, new: str) -> Path:
    parts = parts_of(write_xlsx(path, {"D": ROWS}))
    text = parts[part].decode()
    assert old in text
    return write_parts(path, {**parts, part: text.replace(old, new)})


def far_row(path: Path) -> Path:
    return _xlsx(path, "xl/worksheets/sheet1.xml", 'r="B3"', 'r="B2147483648"')


def far_column(path: Path) -> Path:
    return _xlsx(path, "xl/worksheets/sheet1.xml", 'r="B3"', 'r="ZZZZZZ3"')


def nearly_empty(path: Path) -> Path:
    return _xlsx(path, "xl/worksheets/sheet1.xml", 'r="B3"', 'r="ZZ19000"')


def claimed_texts(path: Path) -> Path:
    return _xlsx(path, "xl/sharedStrings.xml", 'uniqueCount="', 'uniqueCount="99999999')


def text_in_many_cells(path: Path) -> Path:
    """A text of 30 000 letters that tens of thousands of cells name."""
    parts = parts_of(write_xlsx(path, {"D": [["A", "B"], ["x" * 30_000, 1]]}))
    name = "xl/worksheets/sheet1.xml"
    cells = "".join(f'<row r="{row}"><c r="A{row}" t="s"><v>2</v></c></row>' for row in range(3, 60_000))
    return write_parts(path, {**parts, name: parts[name].decode().replace("</sheetData>", f"{cells}</sheetData>")})


WORKBOOKS = (
    text_in_many_cells,
    blanks,
    text_in_many_rows,
    text_in_many_columns,
    repeats_behind_a_bracket,
    many_empty_looking_cells,
    more_rows_than_a_number_has_digits,
    far_row,
    far_column,
    nearly_empty,
    claimed_texts,
)


def _texts(path: Path, length: int, rows: int) -> Path:
    texts = pa.DictionaryArray.from_arrays(pa.array(np.zeros(rows, dtype=np.int32)), pa.array(["x" * length]))
    parquet.write_table(pa.table({"A": texts}), path, compression="zstd")
    return path


def one_long_text(path: Path) -> Path:
    return _texts(path, 5 << 20, 10)


def a_long_text_in_each_row(path: Path) -> Path:
    return _texts(path, 1 << 20, 1000)


def page_of_zeros(path: Path) -> Path:
    table = pa.table({"A": pa.array([b"\0" * (70 << 20)])})
    parquet.write_table(table, path, compression="zstd", use_dictionary=False, write_statistics=False)
    return path


def many_values(path: Path) -> Path:
    column = pa.nulls(25_000_000, pa.int8())
    parquet.write_table(pa.table({"A": column}), path, row_group_size=len(column), max_rows_per_page=len(column))
    return path


PARQUETS = (one_long_text, a_long_text_in_each_row, page_of_zeros, many_values)


@pytest.mark.parametrize("make", WORKBOOKS)
def test_a_workbook_that_unfolds_to_too_much_is_refused(make: Callable[[Path], Path], tmp_path: Path) -> None:
    path = make(tmp_path / "a.book")
    assert path.stat().st_size < 500_000
    with fails("workbook_too_large") as found:
        preview(path)
    assert path.name in found.value.text("de")


@pytest.mark.parametrize("make", PARQUETS)
def test_a_parquet_file_that_unfolds_to_too_much_is_refused(make: Callable[[Path], Path], tmp_path: Path) -> None:
    path = make(tmp_path / "a.parquet")
    assert path.stat().st_size < 100_000
    with fails("columnar_too_large") as found:
        preview(path)
    assert path.name in found.value.text("de")


def wide_rows(path: Path) -> Path:
    return ods(path, CELL.format(' table:number-columns-repeated="9000"', "x"), 500)


def long_rows(path: Path) -> Path:
    return ods(path, CELL.format(' table:number-columns-repeated="4"', "x"), 1_000_000)


def long_texts(path: Path) -> Path:
    return ods(path, CELL.format("", "x" * 20_000), 3000)


def far_cell(path: Path) -> Path:
    return _xlsx(path, "xl/worksheets/sheet1.xml", 'r="B3"', 'r="ZZ7000"')


def values(path: Path) -> Path:
    column = pa.array(np.zeros(19_000_000))
    parquet.write_table(pa.table({"A": column}), path, row_group_size=len(column), max_rows_per_page=len(column))
    return path


def list_of_texts(path: Path) -> Path:
    return _texts(path, 120_000, 1000)


@pytest.mark.thorough
@pytest.mark.parametrize("make", [wide_rows, long_rows, long_texts, far_cell, values, list_of_texts])
def test_what_just_stays_below_the_limits_takes_less_than_1_gb_and_10_seconds(
    make: Callable[[Path], Path], tmp_path: Path
) -> None:
    reader = Reader()
    assert reader.answer("data", make(tmp_path / "a.file")) == "read"
    reader.close()


@pytest.mark.thorough
def test_what_is_refused_takes_less_than_1_gb_and_10_seconds(tmp_path: Path) -> None:
    reader = Reader()
    for make in (*WORKBOOKS, *PARQUETS):
        answer = reader.answer("data", make(tmp_path / make.__name__))
        assert answer in ("workbook_too_large", "columnar_too_large"), (make.__name__, answer)
    reader.close()


@pytest.mark.thorough
def test_repeats_of_usual_sheets_are_read(tmp_path: Path) -> None:
    row = CELL.format("", "z<text:s text:c='3'/>z") + '<table:table-cell table:number-columns-repeated="16383"/>'
    data = read_microdata(ods(tmp_path / "a.ods", row, 5000), ["A"])
    assert data.rows == 5002
    assert {category.code for category in data.dimensions["A"].categories} == {"x", "y", "z   z"}


@pytest.mark.thorough
def test_one_long_text_in_a_large_sheet_is_no_bomb(tmp_path: Path) -> None:
    rows = [["A", "B"], ["x" * 30_000, "m"], *([["w", "m"]] * 20_000)]
    assert read_microdata(write_xlsx(tmp_path / "a.xlsx", {"D": rows}), ["B"]).rows == 20_001


def test_usual_parquet_files_of_any_writing_are_read(tmp_path: Path) -> None:
    draw = np.random.default_rng(1)
    table = pa.table({"A": draw.choice(["a", "b"], 50_000), "N": draw.normal(size=50_000), "K": pa.nulls(50_000)})
    for number, options in enumerate(
        [
            {"compression": "none", "row_group_size": 999},
            {"compression": "gzip", "data_page_version": "2.0", "data_page_size": 100},
            {"compression": "zstd", "use_dictionary": False, "write_page_index": True},
            {"compression": "brotli", "version": "1.0", "write_batch_size": 10},
        ]
    ):
        path = tmp_path / f"{number}.parquet"
        parquet.write_table(table, path, **options)
        assert read_microdata(path, ["A"], magnitudes=["N"]).rows == 50_000


def test_a_footer_with_other_sizes_than_its_file_is_damaged(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    parquet.write_table(pa.table({"A": ["a", "b"]}), path)
    content = path.read_bytes()
    path.write_bytes(content[:-8] + (2**31).to_bytes(4, "little") + content[-4:])
    with pytest.raises(FileDamaged):
        check_footer(path)


def test_a_page_that_claims_more_than_its_file_has_is_damaged(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    parquet.write_table(pa.table({"A": ["a", "b"]}), path)
    content = path.read_bytes()
    # Kind of page, unpacked and packed size: the last one becomes a number of five bytes.
    assert content[4:6] == b"\x15\x04"
    assert (content[6], content[8]) == (0x15, 0x15)
    path.write_bytes(content[:9] + b"\xbc\xff\xff\xff\x7f" + content[14:])
    with pytest.raises(FileDamaged):
        read_microdata(path, ["A"])


@pytest.mark.thorough
def test_fuzzed_footers_end_in_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    parquet.write_table(pa.table({"A": ["a", "b"], "N": [1, 2]}), path)
    content, chance = path.read_bytes(), random.Random(3)
    for _ in range(2000):
        changed = bytearray(content)
        changed[-1 - chance.randrange(len(content) // 2)] = chance.randrange(256)
        path.write_bytes(changed)
        said = "read"
        try:
            check_footer(path)
        except CkmError as error:
            said = error.text("en")
        assert said
