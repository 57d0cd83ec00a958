"""Files that programs of other makers write of invented records are read as the makers' libraries read them.

Each cell is equal to that of the reference library, or the plan names its column.
"""

from __future__ import annotations

import csv
import datetime
import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import openpyxl
import pandas as pd
import pyreadstat
import pytest
import xlsxwriter

import ckmcore as ckm
from ckmcore.microdata import read_with_report
from tests.kit.libreoffice import converted

ROWS = 60
Table = list[list[str]]


def invented(seed: int = 5) -> pd.DataFrame:
    chance = np.random.default_rng(seed)
    return pd.DataFrame(
        {
            "KREIS": chance.choice(["01001", "09162", "11000"], ROWS),
            "Branche": chance.choice(["Bäckerei", "Schreinerei & Söhne", 'die "Alte" Post', ""], ROWS),
            "GRÖSSE": chance.integers(1, 40, ROWS),
            "Umsatz": np.round(chance.lognormal(5, 1, ROWS), 2),
            "Tag": [datetime.date(2024, 1 + int(day) % 12, 1 + int(day) % 28) for day in chance.integers(0, 300, ROWS)],
        }
    )


def text(value: object) -> str:
    """A value of a reference library as a code."""
    if value is None or value is pd.NaT or (isinstance(value, float) and np.isnan(value)):
        return ""
    if isinstance(value, datetime.datetime):
        return value.date().isoformat()
    if isinstance(value, float | np.floating):
        return str(int(value)) if float(value).is_integer() else repr(float(value))
    return str(value).strip()


def of_frame(frame: pd.DataFrame) -> Table:
    return [[text(value) for value in row] for row in frame.itertuples(index=False)]


def by_openpyxl(path: Path) -> Table:
    rows = openpyxl.load_workbook(path, data_only=True).worksheets[0].iter_rows(values_only=True)
    return [[text(value) for value in row] for row in list(rows)[1:]]


def with_csv(folder: Path, **options: object) -> tuple[Path, Table]:
    path, frame = folder / "a.csv", invented()
    frame.to_csv(path, index=False, **options)  # type: ignore[call-overload]
    names = {
        "sep": options.get("sep", ","),
        "decimal": options.get("decimal", "."),
        "encoding": options.get("encoding"),
    }
    return path, of_frame(pd.read_csv(path, dtype={"KREIS": str}, keep_default_na=True, **names))  # type: ignore[call-overload]


def excel_csv(folder: Path) -> tuple[Path, Table]:
    path, frame = folder / "a.csv", invented()
    with path.open("w", encoding="utf-8-sig", newline="") as stream:
        stream.write("sep=;\r\n")
        writer = csv.writer(stream, dialect="excel", delimiter=";")
        writer.writerow(frame.columns)
        for row in frame.itertuples(index=False):
            writer.writerow([str(value).replace(".", ",") if isinstance(value, float) else value for value in row])
    with path.open(encoding="utf-8-sig", newline="") as stream:
        stream.readline()
        rows = list(csv.reader(stream, delimiter=";"))[1:]
    return path, [[*row[:3], text(float(row[3].replace(",", "."))), row[4]] for row in rows]


def openpyxl_book(folder: Path) -> tuple[Path, Table]:
    path, book = folder / "a.xlsx", openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    frame = invented()
    sheet.append(list(frame.columns))
    for row in frame.itertuples(index=False):
        sheet.append([None if value == "" else value.item() if hasattr(value, "item") else value for value in row])
    sheet.freeze_panes = "A2"
    sheet.auto_filter.ref = sheet.dimensions
    book.create_sheet("Notizen")["A1"] = "nichts"
    book.save(path)
    return path, by_openpyxl(path)


def xlsxwriter_book(folder: Path) -> tuple[Path, Table]:
    path, frame = folder / "a.xlsx", invented()
    with xlsxwriter.Workbook(path, {"constant_memory": True}) as book:
        sheet = book.add_worksheet()
        code, day = book.add_format({"num_format": "00000"}), book.add_format({"num_format": "dd.mm.yyyy"})
        sheet.write_row(0, 0, frame.columns)
        for place, row in enumerate(frame.itertuples(index=False), start=1):
            sheet.write_number(place, 0, int(row[0]), code)
            sheet.write(place, 1, row[1])
            sheet.write(place, 2, row[2])
            sheet.write(place, 3, row[3])
            sheet.write_datetime(place, 4, datetime.datetime.combine(row[4], datetime.time()), day)
    return path, by_openpyxl(path)


def pandas_book(folder: Path) -> tuple[Path, Table]:
    path = folder / "a.xlsx"
    invented().to_excel(path, index=False, startrow=2)
    return path, of_frame(pd.read_excel(path, header=2, dtype={"KREIS": str}, engine="openpyxl"))


def parquet(folder: Path) -> tuple[Path, Table]:
    path = folder / "a.parquet"
    invented().astype({"KREIS": "category"}).to_parquet(path, index=False)
    return path, of_frame(pd.read_parquet(path))


def feather(folder: Path) -> tuple[Path, Table]:
    path = folder / "a.feather"
    invented().to_feather(path)
    return path, of_frame(pd.read_feather(path))


def spss(folder: Path) -> tuple[Path, Table]:
    path = folder / "a.sav"
    pyreadstat.write_sav(invented(), path, compress=True, column_labels=["Kreis", "Branche", "Größe", "Umsatz", "Tag"])
    return path, of_frame(pyreadstat.read_sav(path)[0])


def stata(folder: Path) -> tuple[Path, Table]:
    path = folder / "a.dta"
    invented().assign(Tag=lambda frame: pd.to_datetime(frame["Tag"])).to_stata(
        path, write_index=False, version=118, convert_dates={"Tag": "td"}
    )
    return path, of_frame(pd.read_stata(path))


def portable(folder: Path) -> tuple[Path, Table]:
    # The format knows ASCII alone.
    path, frame = folder / "a.por", invented().assign(Branche="Post").rename(columns={"GRÖSSE": "GROESSE"})
    pyreadstat.write_por(frame.rename(columns=str.upper), path)
    return path, of_frame(pyreadstat.read_por(path)[0])


def transport(folder: Path) -> tuple[Path, Table]:
    path, frame = folder / "a.xpt", invented()
    pyreadstat.write_xport(frame.rename(columns={"GRÖSSE": "GROESSE"}), path, file_format_version=8)
    return path, of_frame(pyreadstat.read_xport(path)[0])


def by_office(form: str) -> Callable[[Path], tuple[Path, Table]]:
    def made(folder: Path) -> tuple[Path, Table]:
        path, table = xlsxwriter_book(folder)
        book = openpyxl.load_workbook(path)
        book.worksheets[0].row_dimensions[5].hidden = True
        book.save(path)
        return converted(path, form, folder)[0], table

    return made


MAKERS: dict[str, Callable[[Path], tuple[Path, Table]]] = {
    "pandas, comma": with_csv,
    "pandas, semicolon and decimal comma": lambda folder: with_csv(folder, sep=";", decimal=","),
    "pandas, tab and UTF-16": lambda folder: with_csv(folder, sep="\t", encoding="utf-16"),
    "pandas, Windows-1252": lambda folder: with_csv(folder, sep=";", encoding="cp1252"),
    "pandas, all quoted": lambda folder: with_csv(folder, quoting=csv.QUOTE_ALL),
    "csv, as Excel": excel_csv,
    "openpyxl": openpyxl_book,
    "xlsxwriter": xlsxwriter_book,
    "pandas, below two rows": pandas_book,
    "pandas, Parquet": parquet,
    "pandas, Feather": feather,
    "pyreadstat, SPSS": spss,
    "pyreadstat, portable": portable,
    "pyreadstat, transport": transport,
    "pandas, Stata": stata,
}
OFFICE = {f"LibreOffice, {form}": by_office(form) for form in ("ods", "xls", "xlsx")}


@pytest.mark.daily(7)
@pytest.mark.parametrize("maker", [*MAKERS, *(pytest.param(maker, marks=pytest.mark.thorough) for maker in OFFICE)])
def test_a_file_of_another_maker_is_read_as_that_maker_reads_it(maker: str, tmp_path: Path) -> None:
    if maker in OFFICE and shutil.which("soffice") is None:
        pytest.skip("LibreOffice")
    path, table = (MAKERS | OFFICE)[maker](tmp_path)
    shown = ckm.microdata.preview(path)
    names, amounts = shown.names, shown.columns_with_role("magnitude")
    assert amounts == (names[3],)
    codes = [name for name in names if name not in amounts]
    plan = ckm.reading_plan(path, codes, magnitudes=amounts)
    data, _ = read_with_report(path, codes, magnitudes=amounts)
    assert data.rows == len(table)
    named = {entry.column for entry in plan.entries}
    for place, name in enumerate(names):
        expected = [row[place].removesuffix(" 00:00:00") for row in table]
        if name in amounts:
            column = data.magnitudes[name]
            assert [value / column.scale for value in column.values.tolist()] == list(map(float, expected))
            continue
        dimension = data.dimensions[name]
        read = [dimension.codes[code] for code in np.asarray(data.columns[name])]
        if read != expected:
            assert name in named, (name, read[:3], expected[:3])
    # What a person of the office has to see is right: the code of a Kreis has five digits in each of them.
    kreise = {code for code in data.dimensions[names[0]].codes if code}
    assert kreise == {"01001", "09162", "11000"}
    if maker in OFFICE:
        hidden = plan.entry("hidden_rows")
        assert hidden is not None
        assert hidden.rows == (5,)
