"""What is compared of written files: figures and words of workbooks and Parquet, not when they were written."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from openpyxl import Workbook

from tests.kit.written_files import content


def written(file: Path, figure: int, word: str, day: str) -> str:
    if file.suffix == ".xlsx":
        book = Workbook()
        book.active.append([word, figure])
        book.properties.subject = f"{day}T12:00:00Z"
        book.save(file)
    else:
        table = pa.table({"A": [figure]}).replace_schema_metadata({"title": word, "written": f"{day}T12:00:00"})
        pq.write_table(table, file)
    return content(file)


@pytest.mark.parametrize("name", ["table.xlsx", "table.parquet"])
def test_t07_a_written_file_is_compared_by_all_it_says_but_for_times(name: str, tmp_path: Path) -> None:
    first = written(tmp_path / name, 10, "Persons", "2026-01-01")
    assert first == written(tmp_path / name, 10, "Persons", "2026-01-02")
    assert first != written(tmp_path / name, 11, "Persons", "2026-01-01")
    assert first != written(tmp_path / name, 10, "People", "2026-01-01")
