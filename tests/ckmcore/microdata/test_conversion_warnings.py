"""What guesses would change is counted over the whole file, not only over the rows looked at."""

from __future__ import annotations

import datetime
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as parquet
import pytest

from ckmcore.errors import Cancelled
from ckmcore.microdata.conversion_warnings import conversion_warnings


def written(folder: Path, content: str, name: str = "a.csv") -> Path:
    file = folder / name
    file.write_text(content, encoding="utf-8", newline="")
    return file


@pytest.mark.thorough
def test_leading_zeros_behind_the_rows_looked_at_are_counted(tmp_path: Path) -> None:
    plain = "".join(f"{code},x\n" for code in range(10_000, 60_000))
    file = written(tmp_path, "ags,b\n" + plain + "01001,x\n" * 812)
    found = conversion_warnings(file)["ags"]
    zeros = found.of("zeros")
    assert zeros is not None
    assert (zeros.count, zeros.row, zeros.example) == (812, 50_001, "01001")
    assert found.rows == 50_812
    assert "812" in found.sentences(as_number=True)[0].text("en")
    assert found.sentences(as_number=True)[0].code == "loss_zeros_happens"
    assert found.sentences(as_number=False)[0].code == "loss_zeros"
    assert conversion_warnings(file, columns=["b"]).keys() == {"b"}


@pytest.mark.parametrize(
    ("values", "kind", "count"),
    [
        (["1", " 2", "3 "], "blanks", 2),
        (["1;5", "1,5", "2.5"], "decimal", 1),
        (["01.02.2024", "2024-01-31", "31.12.24", "2024"], "dates", 3),
        (["123456789012345", "1234567890123456", "0.1234567890123456", "1000000000000000000"], "long", 2),
        (["0.00000000000000001", "00012", "0,5"], "zeros", 1),
        (["0", "0.5", "-0", "10"], "zeros", 0),
    ],
)
def test_each_kind_of_loss_is_told_apart(tmp_path: Path, values: list[str], kind: str, count: int) -> None:
    file = written(tmp_path, "k\tv\n" + "".join(f"{place}\t{value}\n" for place, value in enumerate(values)))
    from ckmcore.microdata import Dialect

    assert conversion_warnings(file, Dialect(separator="\t"))["v"].count(kind) == count  # type: ignore[arg-type]


def test_thousands_are_counted_where_the_dialect_has_them(tmp_path: Path) -> None:
    from ckmcore.microdata import Dialect

    file = written(tmp_path, "k;v\n1;1.234,5\n2;12.345\n3;7\n")
    found = conversion_warnings(file, Dialect(separator=";", decimal=",", thousands="."))["v"]
    assert found.count("thousands") == 2
    assert found.count("decimal") == 0


def test_days_of_a_typed_column_are_counted_and_missing_ones_are_not(tmp_path: Path) -> None:
    day = datetime.date(2024, 1, 31)
    parquet.write_table(pa.table({"d": [None, day, day], "n": [1, 2, 3]}), tmp_path / "a.parquet")
    found = conversion_warnings(tmp_path / "a.parquet")
    assert (found["d"].count("dates"), found["d"].typed) == (2, True)
    assert found["n"].found == ()
    assert found["d"].sentences(as_number=False)[0].code == "loss_dates_happens"


def test_rows_of_several_files_are_added_up(tmp_path: Path) -> None:
    first = written(tmp_path, "a\n01\n2\n", "a.csv")
    second = written(tmp_path, "a\n03\n04\n", "b.csv")
    found = conversion_warnings([first, second])["a"]
    assert (found.count("zeros"), found.rows) == (3, 4)


def test_counting_can_be_cancelled_and_tells_how_far_it_is(tmp_path: Path) -> None:
    file = written(tmp_path, "a\n" + "01\n" * 10)
    told: list[tuple[int, float]] = []
    conversion_warnings(file, progress=lambda rows, part: told.append((rows, part)))
    assert told[-1][0] == 10
    with pytest.raises(Cancelled):
        conversion_warnings(file, cancelled=lambda: True)


def test_an_example_is_not_shown_by_repr(tmp_path: Path) -> None:
    assert "01001" not in repr(conversion_warnings(written(tmp_path, "a\n01001\n"))["a"])
