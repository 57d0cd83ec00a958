"""Periods that were taken over by the first reading rules are read as the program of then read them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as parquet
import pytest

import ckmcore as ckm
from ckmcore.microdata.dialect import Dialect
from ckmcore.microdata.layout import Body, is_number, units_of
from ckmcore.microdata.read import read_with_report
from tests.kit.workbooks import write_ods_content

NAMESPACES = " ".join(
    f'xmlns:{short}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for short, name in (
        ("office", "office"), ("table", "table"), ("text", "text"), ("number", "datastyle"), ("style", "style")
    )
)  # fmt: skip


def ods(folder: Path) -> Path:
    """Numbers that are displayed with five digits."""

    def cell(value: int) -> str:
        attributes = f'office:value-type="float" office:value="{value}" table:style-name="c5"'
        return f"<table:table-cell {attributes}><text:p>{value:05d}</text:p></table:table-cell>"

    names = "".join(
        f'<table:table-cell office:value-type="string"><text:p>{name}</text:p></table:table-cell>' for name in "KN"
    )
    rows = "".join(f"<table:table-row>{cell(code)}{cell(code - 1000)}</table:table-row>" for code in (1001, 1002))
    content = (
        f"<office:document-content {NAMESPACES}><office:automatic-styles>"
        '<number:number-style style:name="N1"><number:number number:min-integer-digits="5"/></number:number-style>'
        '<style:style style:name="c5" style:family="table-cell" style:data-style-name="N1"/></office:automatic-styles>'
        '<office:body><office:spreadsheet><table:table table:name="T">'
        f"<table:table-row>{names}</table:table-row>{rows}</table:table></office:spreadsheet></office:body>"
        "</office:document-content>"
    )
    return write_ods_content(folder / "codes.ods", content)


def ods_of_days(folder: Path, parts: str) -> Path:
    """Two days that are displayed by parts of a date."""

    def row(attributes: str, shown: str) -> str:
        cell = f"<table:table-cell {attributes}><text:p>{shown}</text:p></table:table-cell>"
        return f"<table:table-row>{cell}</table:table-row>"

    days = [
        row(f'office:value-type="date" office:date-value="{day}" table:style-name="d"', day)
        for day in ("2024-01-01", "2024-02-01")
    ]
    head = row('office:value-type="string"', "K")
    signs = "<number:text>.</number:text>".join(f"<number:{part}/>" for part in parts.split())
    content = (
        f"<office:document-content {NAMESPACES}><office:automatic-styles>"
        f'<number:date-style style:name="N1">{signs}</number:date-style>'
        '<style:style style:name="d" style:family="table-cell" style:data-style-name="N1"/></office:automatic-styles>'
        '<office:body><office:spreadsheet><table:table table:name="T">'
        f"{head}{''.join(days)}</table:table></office:spreadsheet></office:body>"
        "</office:document-content>"
    )
    return write_ods_content(folder / "days.ods", content)


DAYS = ("2024-01-01", "2024-02-01")


@pytest.mark.parametrize(
    ("parts", "rules", "expected"),
    [
        ("month year", 4, ("2024m1", "2024m2")),
        ("month year", 3, DAYS),
        ("year", 4, ("2024",)),
        ("day month year", 4, DAYS),
        ("month year hours", 4, DAYS),
    ],
)
def test_days_of_opendocument_shown_as_months_are_months_by_the_fourth_rules(
    tmp_path: Path, parts: str, rules: int, expected: tuple[str, ...]
) -> None:
    dialect = Dialect(**{**vars(Dialect(sheet="T", cells="A1")), "rules": rules})
    data, _ = read_with_report(ods_of_days(tmp_path, parts), ["K"], dialect=dialect)
    assert data.dimension("K").codes == expected


def text(content: str) -> Callable[[Path], Path]:
    def write(folder: Path) -> Path:
        (folder / "records.csv").write_text(content, encoding="utf-8")
        return folder / "records.csv"

    return write


def totals(folder: Path) -> Path:
    """Long texts of Arrow, as pandas writes them now."""
    codes = pa.array(["01", "02", "Insgesamt"], pa.large_string())
    parquet.write_table(pa.table({"K": codes}), folder / "records.parquet")
    return folder / "records.parquet"


PLAIN = Dialect(separator=";", header=False)
CASES = {
    "codes of OpenDocument as values": (ods, Dialect(sheet="T", cells="A1"), ["1001", "1002"], ["01001", "01002"]),
    "a text alone is a title": (text("Ulm;;\nKöln;m;x\nBonn;w;y\n"), PLAIN, ["Köln", "Bonn"], ["Ulm", "Köln", "Bonn"]),
    "rows with # are comments": (text("#K;S\n#01;m\n02;w\n"), PLAIN, ["02"], ["#K", "#01", "02"]),
    "totals in long texts": (totals, Dialect(encoding=""), ["01", "02", "Insgesamt"], None),
}


@pytest.mark.parametrize("case", CASES)
def test_the_first_rules_read_as_the_program_of_then(tmp_path: Path, case: str) -> None:
    write, dialect, former, now = CASES[case]
    file = write(tmp_path)
    name = "K" if dialect.header else "V1"
    for rules, expected in ((1, former), (2, now)):
        asked = Dialect(**{**vars(dialect), "rules": rules})
        if expected is None:
            with pytest.raises(ckm.ReadingAsked):
                read_with_report(file, [name], dialect=asked)
            continue
        data, _ = read_with_report(file, [name], dialect=asked)
        codes = data.dimension(name).codes
        assert [codes[place] for place in np.asarray(data.columns[name]).tolist()] == expected


def test_columns_of_persons_are_no_notice_of_the_first_rules(tmp_path: Path) -> None:
    names = [f"{first}{last}" for first in ("Mei", "Schul", "Krau", "Leh") for last in ("er", "ze", "se", "mann", "ke")]
    file = text("Nachname;K\n" + "".join(f"{name};a\n" for name in names))(tmp_path)
    for rules, kinds in ((1, []), (2, ["personal"])):
        plan = ckm.reading_plan(file, ["K"], dialect=Dialect(separator=";", rules=rules))
        assert [entry.kind for entry in plan.entries] == kinds


def test_numbers_of_the_first_rules_have_no_signs_beside_them() -> None:
    rows = [(number, [code, f"{number} ₹"]) for number, code in enumerate("abcdefgh", start=3)]
    units = [(2, ["Schlüssel", "Betrag in EUR"])]
    assert [len(units_of(Body(rows, signs=signs), units)) for signs in (False, True)] == [0, 1]
    assert [is_number("\u22125", signs=signs) for signs in (False, True)] == [False, True]
