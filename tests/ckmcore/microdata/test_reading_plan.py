"""What people saved out of Excel, or deliver year after year: read right, said, or asked about."""

from __future__ import annotations

import io
import random
import re
import zipfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pyreadstat
import pytest

import ckmcore as ckm
from ckmcore.microdata import Dialect, ReadingAnswer, read_with_report, reading_plan
from ckmcore.microdata.dialect import MissingWords
from ckmcore.microdata.identifiers import read_identifiers
from ckmcore.microdata.preview import preview, rows_near
from ckmcore.microdata.reading_plan import KINDS, ReadingAsked
from ckmcore.microdata.sniff import sniff
from tests.kit.examples import FEW
from tests.kit.fails import fails
from tests.kit.workbooks import write_ods_content, xlsx_parts


def kinds_of(error: ReadingAsked) -> list[tuple[str, str]]:
    return [(one.kind, one.column) for one in error.plan.questions]


def answer_of(text: str) -> tuple[str, str, str]:
    """Kind, column and choice of `point:X=thousands`, or `notes=keep`."""
    of, _, choice = text.partition("=")
    kind, _, column = of.partition(":")
    return kind, column, choice


def read(path: Path, dimensions: list[str], magnitudes: tuple[str, ...] = (), *answers: str) -> ckm.Microdata:
    given = tuple(ReadingAnswer(*answer_of(one)) for one in answers)
    data, _ = read_with_report(path, dimensions, magnitudes=magnitudes, dialect=Dialect(encoding="", answers=given))
    return data


def asked(path: Path, dimensions: list[str], magnitudes: tuple[str, ...] = ()) -> list[tuple[str, str]]:
    with pytest.raises(ReadingAsked) as caught:
        read(path, dimensions, magnitudes)
    assert caught.value.exit_code == 7
    assert all(option.option in caught.value.text("en") for option in caught.value.plan.questions)
    return kinds_of(caught.value)


def written(folder: Path, content: str | bytes, name: str = "a.csv") -> Path:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def values(data: ckm.Microdata, name: str) -> list[float]:
    column = data.magnitudes[name]
    return [float(one) / column.scale for one in np.asarray(column.values)]


def codes(data: ckm.Microdata, name: str) -> list[str]:
    dimension = data.dimensions[name]
    return [dimension.codes[one] for one in np.asarray(data.columns[name])]


def told(data: ckm.Microdata) -> str:
    return " ".join(one.text("en") for one in data.notices)


RECORDS = "REGION;SEX;INCOME\n01;m;100\n02;f;200\n01;f;300\n"


# --- rows that are no records ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "tail", [";;\n;;\n", ";;\r\n", "\n\n", "  ;\t; \n", '"";"";""\n', "\u00a0;;\n", "   \n", ";;", "\x1a", "\r\n\x1a"]
)
def test_rows_of_separators_blanks_and_the_end_sign_are_no_records_and_are_counted(tmp_path: Path, tail: str) -> None:
    data = read(written(tmp_path, RECORDS + tail), ["REGION", "SEX"], ("INCOME",))
    assert (data.rows, values(data, "INCOME")) == (3, [100, 200, 300])
    assert "blank row" in told(data) or "end of the file" in told(data)


@pytest.mark.thorough
def test_blank_rows_between_records_are_counted_whole_even_where_they_come_late(tmp_path: Path) -> None:
    many = "01;m;100\n" * 700_000
    data = read(written(tmp_path, f"REGION;SEX;INCOME\n{many};;\n{many};;\n\n"), ["REGION"], ("INCOME",))
    assert data.rows == 1_400_000
    assert "3 blank rows" in told(data)


def test_a_row_of_a_quote_alone_is_a_record(tmp_path: Path) -> None:
    data = read(written(tmp_path, 'A,B\n"",""""\n"",""\nx,y\n'), ["A", "B"])
    assert codes(data, "B") == ['"', "y"]


def test_a_row_of_one_text_alone_is_a_record_where_nothing_stands_above_it_but_records(tmp_path: Path) -> None:
    path = written(tmp_path, ",,a\n,a,a\n")
    data, _ = read_with_report(path, ["V3"], dialect=Dialect(header=False))
    assert codes(data, "V3") == ["a", "a"]


def test_a_row_of_separators_within_quotes_is_part_of_a_value(tmp_path: Path) -> None:
    data = read(written(tmp_path, 'A;B\n"x\n;\ny";1\nz;2\n'), ["A"])
    assert codes(data, "A") == ["x\n;\ny", "z"]


@pytest.mark.parametrize(
    ("head", "kind"),
    [
        ("sep=;\n", "names the separator"),
        ("Tabelle: 12411-0010\nBevoelkerung: Kreise\n", "2 title rows"),
        ("# created by X\n# date 2024\n", "2 comment rows"),
        ("Tabelle 1;;\n;;\n", "1 title row"),
    ],
)
def test_what_stands_above_the_names_is_left_out_and_said(tmp_path: Path, head: str, kind: str) -> None:
    data = read(written(tmp_path, head + RECORDS), ["REGION", "SEX"], ("INCOME",))
    assert (data.rows, values(data, "INCOME")) == (3, [100, 200, 300])
    assert kind in told(data)


def test_the_footer_of_genesis_below_its_rule_is_left_out_and_said(tmp_path: Path) -> None:
    foot = "__________\n(C)opyright Statistisches Bundesamt (Destatis), 2024\nStand: 01.02.2024\n"
    data = read(written(tmp_path, RECORDS + foot), ["REGION", "SEX"], ("INCOME",))
    assert data.rows == 3
    assert "3 rows at the end" in told(data)


@pytest.mark.parametrize(
    ("text", "kind", "records"),
    [
        (RECORDS + "Quelle: Statistisches Amt;;\n", "notes", (3, 4)),
        (RECORDS + "Insgesamt;;600\n", "totals", (3, 4)),
        (RECORDS + "REGION;SEX;INCOME\n", "repeated_head", (3, None)),
        ("REGION;SEX;INCOME\n;;in 1000 EUR\n" + RECORDS.partition("\n")[2], "units", (3, None)),
    ],
)
def test_notes_and_totals_are_asked_about_and_units_and_repeated_names_are_left_out(
    tmp_path: Path, text: str, kind: str, records: tuple[int, int | None]
) -> None:
    path = written(tmp_path, text)
    if kind in ("repeated_head", "units"):
        (entry,) = reading_plan(path, ["REGION", "SEX"], magnitudes=["INCOME"]).entries
        assert (entry.kind, entry.decision, entry.by) == (kind, "leave_out", "rules")
    else:
        assert asked(path, ["REGION", "SEX"], ("INCOME",)) == [(kind, "")]
    assert read(path, ["REGION", "SEX"], ("INCOME",), f"{kind}=leave_out").rows == records[0]
    if records[1] is None:
        with fails("not_a_number"):
            read(path, ["REGION", "SEX"], ("INCOME",), f"{kind}=keep")
    else:
        assert read(path, ["REGION", "SEX"], ("INCOME",), f"{kind}=keep").rows == records[1]


@pytest.mark.thorough
def test_a_total_in_the_middle_of_a_long_file_is_asked_about_too(tmp_path: Path) -> None:
    many = "01;m;100\n" * 300_000
    path = written(tmp_path, f"REGION;SEX;INCOME\n{many}Insgesamt;;7\n{many}")
    assert asked(path, ["REGION", "SEX"], ("INCOME",)) == [("totals", "REGION")]
    assert read(path, ["REGION"], ("INCOME",), "totals=leave_out").rows == 600_000
    assert read(path, ["REGION"], ("INCOME",), "totals:REGION=keep").rows == 600_001


def test_names_may_begin_with_the_sign_of_a_comment(tmp_path: Path) -> None:
    data = read(written(tmp_path, "#A;B\n1;2\n3;4\n"), ["#A", "B"])
    assert codes(data, "#A") == ["1", "3"]


def test_a_last_record_of_few_filled_fields_is_a_record(tmp_path: Path) -> None:
    assert read(written(tmp_path, RECORDS + "03;;\n"), ["REGION", "SEX"], ("INCOME",)).rows == 4


def test_rows_can_be_left_out_by_hand(tmp_path: Path) -> None:
    path = written(tmp_path, "x;y;z\n" + RECORDS + "9;9;9\n")
    dialect = replace(ckm.microdata.sniff(path), head_row=2, left_out=((6, 9),), header=True)
    data, _ = read_with_report(path, ["REGION"], magnitudes=["INCOME"], dialect=dialect)
    assert values(data, "INCOME") == [100, 200, 300]


FORMATS = ("csv", "xlsx", "parquet", "sav")


def frame_as(frame: pd.DataFrame, folder: Path, form: str, name: str = "a") -> Path:
    path = folder / f"{name}.{form}"
    if form == "csv":
        frame.to_csv(path, index=False)
    elif form == "xlsx":
        frame.to_excel(path, index=False)
    elif form == "parquet":
        frame.to_parquet(path, index=False)
    else:
        pyreadstat.write_sav(frame, path)
    return path


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("several", [False, True])
def test_a_column_has_the_name_that_was_given_to_it_in_every_format(form: str, several: bool, tmp_path: Path) -> None:
    frame = pd.DataFrame({"A": ["01", "02", "01"], "B": ["x", "y", "k.A."], "N": [1.5, 2.25, 3.0]})
    paths = [frame_as(frame, tmp_path, form)]
    if several:
        paths.append(frame_as(frame[["N", "B", "A"]], tmp_path, form, "b"))
    # Two names that change places, and one that is new; answers and words name what the columns are called now.
    dialect = Dialect(
        encoding="",
        renamed=(("A", "B"), ("B", "A"), ("N", "TURNOVER")),
        words=(MissingWords("A", ("k.A.",)),),
        answers=(ReadingAnswer("file_twice", "", "both"),),
    )
    data, report = read_with_report(
        paths if several else paths[0], ["A", "B"], magnitudes=["TURNOVER"], dialect=dialect
    )
    assert codes(data, "A")[:3] == ["x", "y", ""]
    assert codes(data, "B")[:3] == ["01", "02", "01"]
    assert values(data, "TURNOVER")[:3] == [1.5, 2.25, 3.0]
    texts = read_identifiers(paths if several else paths[0], "B", dialect=report.dialect or dialect).to_pylist()
    assert texts == codes(data, "B")
    shown = preview(paths if several else paths[0], report.dialect or dialect)
    assert shown.names == ("B", "A", "TURNOVER")
    assert shown.rows[:1] == (("01", "x", "1.5"),)
    assert all(entry.column in ("", "A", "B", "TURNOVER") for entry in report.plan.entries)


def test_a_column_that_is_not_there_cannot_be_renamed_and_no_name_is_given_twice(tmp_path: Path) -> None:
    path = written(tmp_path, "A,B\n1,2\n1,3\n")
    with fails("unknown_column"):
        preview(path, Dialect(encoding="", renamed=(("C", "D"),)))
    with fails("column_name_twice"):
        preview(path, Dialect(encoding="", renamed=(("A", "B"),)))


def test_rows_of_a_preview_are_numbered_as_the_file_counts_and_those_of_the_end_are_among_them(tmp_path: Path) -> None:
    head, body = "Titel;;\n;;\nKREIS;SEX;N\n", "".join(f"0100{row % 3};m;{row}\n" for row in range(1, 301))
    path = written(tmp_path, head + body + ";;\nQuelle: Amt;;\n")
    shown = preview(path)
    kinds = {row.number: row.kind for row in shown.file_rows}
    assert (kinds[1], kinds[2], kinds[3], kinds[4]) == ("left_out", "left_out", "names", "record")
    assert sum(kind == "record" for kind in kinds.values()) == 200 + 28
    assert (kinds[303], kinds[304], kinds[305]) == ("record", "left_out", "left_out")
    assert rows_near(path, 247, of_records=True) == rows_near(path, 250)
    assert rows_near(path, 999) == (0, ())
    number, near = rows_near(path, 250)
    assert number == 250
    assert [row.number for row in near] == list(range(245, 256))
    assert near[5].cells == ("01001", "m", "247")
    sheet = tmp_path / "a.xlsx"
    pd.read_csv(path, sep=";", header=None, dtype=str).to_excel(sheet, index=False, header=False)
    of_sheet = preview(sheet)
    # pandas leaves blank lines out when it writes the sheet.
    assert [(row.number, row.kind) for row in of_sheet.file_rows[:3]] == [
        (1, "left_out"),
        (2, "left_out"),
        (3, "names"),
    ]


@pytest.mark.parametrize("form", ["csv", "xlsx"])
def test_head_first_and_last_row_are_set_by_hand_in_texts_and_sheets(form: str, tmp_path: Path) -> None:
    rows = [["A", "N"], ["Schl", "Wert"], ["x", "1"], ["y", "2"], ["x", "3"], ["y", "4"], ["z", "5"]]
    frame = pd.DataFrame(rows)
    path = tmp_path / f"a.{form}"
    frame.to_csv(path, index=False, header=False) if form == "csv" else frame.to_excel(path, index=False, header=False)
    dialect = Dialect(encoding="").with_rows(names=2, first=4, last=6)
    data, _ = read_with_report(path, ["Schl"], magnitudes=["Wert"], dialect=dialect)
    assert values(data, "Wert") == [2, 3, 4]
    shown = preview(path, dialect)
    assert [row.kind for row in shown.file_rows] == ["left_out", "names", "left_out", *["record"] * 3, "left_out"]
    assert dialect.with_rows(first=5).record_rows == (5, 6)
    assert dialect.with_rows(first=0, last=0).left_out == ()


def test_the_second_column_of_a_name_is_called_by_its_place(tmp_path: Path) -> None:
    data = read(written(tmp_path, "A;B;A\n1;2;3\n4;5;6\n"), ["A", "A (2)"])
    assert (codes(data, "A"), codes(data, "A (2)")) == (["1", "4"], ["3", "6"])
    assert "“A (2)”" in told(data)


@pytest.mark.parametrize(
    "text",
    [
        "Kreis;2023;2024\n01;5;6\n02;7;8\n",
        "Einwohner;;\nKreis;2023;2024\n01;5;6\n02;7;8\n",
        "Kreis;Jahr;2024\n01;5;6\n02;7;8\n",
    ],
)
def test_years_beside_names_are_names(tmp_path: Path, text: str) -> None:
    data = read(written(tmp_path, text), ["Kreis"], ("2024",))
    assert (codes(data, "Kreis"), values(data, "2024")) == (["01", "02"], [6, 8])


@pytest.mark.parametrize("text", ["Ulm;2019;2020\nBonn;2018;2021\n", "2023;2024\n4;5\n7;8\n", "a;17\nb;18\n"])
def test_numbers_alone_and_years_above_years_are_records_unless_somebody_says_that_they_are_names(
    tmp_path: Path, text: str
) -> None:
    path = written(tmp_path, text)
    rows = text.count("\n")
    assert ckm.read_microdata(path, ["V1"]).rows == rows
    first = text.splitlines()[0].split(";")
    assert ckm.read_microdata(path, [first[0]], dialect=replace(sniff(path), head_row=1)).rows == rows - 1


# --- numbers and missing values --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("texts", "sign", "decimal", "thousands"),
    [
        (["1.500", "12.750", "3.000"], "point", [1.5, 12.75, 3], [1500, 12750, 3000]),
        (["1.500", "950", "-120"], "point", [1.5, 950, -120], [1500, 950, -120]),
        (["1,500", "12,750", "3,000"], "comma", [1.5, 12.75, 3], [1500, 12750, 3000]),
        (["1.500", "12000", "800"], "point", [1.5, 12000, 800], [1500, 12000, 800]),
    ],
)
def test_a_sign_with_three_digits_behind_it_is_asked_about(
    tmp_path: Path, texts: list[str], sign: str, decimal: list[float], thousands: list[float]
) -> None:
    path = written(tmp_path, "K;X\n" + "".join(f"1;{one}\n" for one in texts))
    assert asked(path, ["K"], ("X",)) == [(sign, "X")]
    assert values(read(path, ["K"], ("X",), f"{sign}:X=decimal"), "X") == decimal
    assert values(read(path, ["K"], ("X",), f"{sign}=thousands"), "X") == thousands


@pytest.mark.parametrize(
    ("texts", "right"),
    [
        (["1.500", "0.125", "2"], [1.5, 0.125, 2]),
        (["1.500", "12.75"], [1.5, 12.75]),
        (["1.500", "12,5"], [1500, 12.5]),
        (["1.500,25", "3.000"], [1500.25, 3000]),
        (["1,234,567", "3,000"], [1234567, 3000]),
        (["12 750", "1 000,5"], [12750, 1000.5]),
        (["12\u00a0750", "3"], [12750, 3]),
        (["1'500", "2"], [1500, 2]),
        (["12,5 %", "3 €"], [12.5, 3]),
    ],
)
def test_a_whole_column_says_what_its_signs_are(tmp_path: Path, texts: list[str], right: list[float]) -> None:
    path = written(tmp_path, "K;X\n" + "".join(f"1;{one}\n" for one in texts))
    assert values(read(path, ["K"], ("X",), "percent=hundred"), "X") == right


def test_the_record_of_the_first_word_is_not_that_of_a_number_with_a_sign(tmp_path: Path) -> None:
    path = written(tmp_path, "K;X\n1;12,5 %\n2;k.A.\n3;1\n4;k.A.\n")
    (entry,) = [entry for entry in ckm.reading_plan(path, ["K"], magnitudes=["X"]).entries if entry.kind == "words"]
    assert (entry.rows, entry.examples) == ((2,), ("k.A.",))


@pytest.mark.parametrize(
    ("texts", "right"),
    [
        (["\u22121", "\u22122,5", "3"], [-1, -2.5, 3]),
        (["\u20131,5", "2,5"], [-1.5, 2.5]),
        (["₽ 5", "7 zł", "12 Kč", "30 kr", "DKK 9", "₺8", "\u22124 ₴"], [5, 7, 12, 30, 9, 8, -4]),
    ],
)
def test_minus_signs_of_type_and_all_signs_of_currency_are_read_and_named(
    tmp_path: Path, texts: list[str], right: list[float]
) -> None:
    data = read(written(tmp_path, "A;X\na;" + "\na;".join(texts)), ["A"], ("X",), "currencies=ignore")
    assert values(data, "X") == right
    assert texts[0] in told(data)
    assert preview(tmp_path / "a.csv").columns[1].kind in ("whole", "decimal")


@pytest.mark.thorough
def test_evidence_far_behind_the_beginning_decides(tmp_path: Path) -> None:
    path = written(tmp_path, "K;X\n" + "1;1.500\n" * 300_000 + "1;12,5\n")
    assert sum(values(read(path, ["K"], ("X",)), "X")) == 1500 * 300_000 + 12.5


@pytest.mark.parametrize("word", [".", "NA", "k.A.", "-", "x", "...", "N/A", "#NV"])
def test_words_for_missing_values_are_asked_about_once_for_a_column(tmp_path: Path, word: str) -> None:
    path = written(tmp_path, f"K;X\n1;100\n2;{word}\n1;300\n")
    assert asked(path, ["K"], ("X",)) == [("words", "X")]
    missing = read(path, ["K"], ("X",), "words:X=missing").magnitudes["X"]
    assert missing.missing is not None
    assert missing.missing.tolist() == [False, True, False]
    zero = read(path, ["K"], ("X",), "words:X=zero")
    assert (values(zero, "X"), zero.magnitudes["X"].missing) == ([100, 0, 300], None)


def test_a_word_that_is_no_word_for_a_missing_value_is_refused(tmp_path: Path) -> None:
    with fails("not_a_number"):
        read(written(tmp_path, "K;X\n1;100\n2;oh\n"), ["K"], ("X",))


# --- codes and letters -----------------------------------------------------------------------------------------------


def test_what_nobody_sees_makes_no_category_of_its_own(tmp_path: Path) -> None:
    data = read(written(tmp_path, "ORT;X\nKöln;1\nKo\u0308ln;2\nKöln ;3\nK\u200böln;4\nKö\u00adln;5\n"), ["ORT"])
    assert data.dimensions["ORT"].codes == ("Köln",)
    assert "<U+200B>" in told(data)


@pytest.mark.parametrize("written_as", ["'01001", '="01001"'])
def test_what_excel_writes_around_a_code_is_taken_off(tmp_path: Path, written_as: str) -> None:
    assert codes(read(written(tmp_path, f"GEM;X\n{written_as};5\n"), ["GEM"]), "GEM") == ["01001"]


def test_a_code_that_became_a_power_of_ten_is_named(tmp_path: Path) -> None:
    assert "powers of ten" in told(read(written(tmp_path, "GEM;X\n1e+05;5\n02;6\n"), ["GEM"]))


def test_letters_of_dos_are_recognised(tmp_path: Path) -> None:
    data = read(written(tmp_path, "ORT;SEX\r\nMünchen;m\r\nKöln;f\r\n".encode("cp850")), ["ORT"])
    assert codes(data, "ORT") == ["München", "Köln"]
    assert "cp850" in told(data)


def test_an_encoding_that_shows_late_is_taken_for_the_whole_file(tmp_path: Path) -> None:
    path = written(tmp_path, ("ORT;X\n" + "Ulm;12345\n" * 150_000 + "Köln;3\n").encode("cp1252"))
    data, report = read_with_report(path, ["ORT"], magnitudes=["X"])
    assert (data.rows, data.dimensions["ORT"].codes) == (150_001, ("Köln", "Ulm"))
    assert report.dialect is not None
    assert report.dialect.encoding == "cp1252"
    assert "cp1252" in told(data)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ('<?xml version="1.0"?>\n<rows><row><a>1</a></row></rows>\n', "XML"),
        ('DATA LIST FILE="x.dat" FIXED / A 1-2 B 3.\nBEGIN DATA.\n', "SPSS syntax"),
        ('infix a 1-2 b 3 using x.raw\nlabel variable a "A"\n', "do-file"),
        ("A\n3\n262658\n197888\n5\nUTF-8\n787\n", "file of R"),
    ],
)
def test_a_text_that_is_no_table_is_called_by_what_it_is(tmp_path: Path, text: str, kind: str) -> None:
    with fails("file_binary") as caught:
        ckm.read_microdata(written(tmp_path, text, "a.txt"))
    assert kind in caught.value.text("en")


# --- workbooks -------------------------------------------------------------------------------------------------------


def test_merged_cells_are_filled_hidden_rows_are_read_and_both_are_said(tmp_path: Path) -> None:
    rows = [["LAND", "KREIS", "X"], ["A", "01", 5], ["", "02", 6], ["", "03", 7], ["B", "04", 8]]
    path = xlsx_parts(tmp_path / "a.xlsx", rows, merged=["A2:A4"], hidden=[3])
    data = read(path, ["LAND", "KREIS"], ("X",))
    assert codes(data, "LAND") == ["A", "A", "A", "B"]
    assert "A2:A4" in told(data)
    assert "1 row of the sheet is hidden" in told(data)


def test_formulas_without_results_are_asked_about_and_drop_no_row(tmp_path: Path) -> None:
    rows = [["KREIS", "X"], ["01001", 5], [("f", '"01002"'), ("f", "B2+1")], ["01001", 7]]
    path = xlsx_parts(tmp_path / "a.xlsx", rows)
    assert asked(path, ["KREIS"], ("X",)) == [("formulas", "KREIS"), ("formulas", "X")]
    assert read(path, ["KREIS"], ("X",), "formulas=missing").rows == 3


def test_codes_are_read_as_the_sheet_displays_them(tmp_path: Path) -> None:
    rows = [["KREIS", "NACE", "X"], [("s", 1001, "00000"), ("s", 85.1, "0.00"), 5], [("s", 9162, "00000"), 85.2, 6]]
    data = read(xlsx_parts(tmp_path / "a.xlsx", rows), ["KREIS", "NACE"], ("X",))
    assert (codes(data, "KREIS"), codes(data, "NACE")) == (["01001", "09162"], ["85.10", "85.2"])
    assert "01001" in told(data)


_ODF = "urn:oasis:names:tc:opendocument:xmlns:"
_ODS_STYLES = """<office:automatic-styles>
<number:number-style style:name="N5">
<number:number number:decimal-places="0" number:min-integer-digits="5"/></number:number-style>
<number:number-style style:name="N2"><number:number number:decimal-places="1" number:min-integer-digits="1"/>
<number:text> kg</number:text></number:number-style>
<style:style style:name="ce1" style:family="table-cell" style:data-style-name="N5"/>
<style:style style:name="ce2" style:family="table-cell" style:data-style-name="N2"/>
</office:automatic-styles>"""


def test_codes_and_hidden_rows_of_opendocument_are_known(tmp_path: Path) -> None:
    def cell(value: float | str, style: str = "") -> str:
        named = f' table:style-name="{style}"' if style else ""
        kind = "string" if isinstance(value, str) else f'float" office:value="{value}'
        return f'<table:table-cell office:value-type="{kind}"{named}><text:p>{value}</text:p></table:table-cell>'

    spaces = "".join(
        f' xmlns:{short}="{_ODF}{name}:1.0"'
        for short, name in (
            ("office", "office"), ("table", "table"), ("style", "style"), ("number", "datastyle"), ("text", "text"),
        )
    )  # fmt: skip
    row = f"<table:table-row{{}}>{cell(1001, 'ce1')}{cell(2.5, 'ce2')}{cell(77)}</table:table-row>"
    rows = [
        f"<table:table-row>{cell('KREIS')}{cell('KG')}{cell('GEM')}</table:table-row>",
        row.format(""),
        row.format(' table:visibility="filter"'),
        row.format(' table:number-rows-repeated="3"'),
    ]
    path = write_ods_content(
        tmp_path / "a.ods",
        f'<?xml version="1.0" encoding="UTF-8"?><office:document-content{spaces} office:version="1.3">{_ODS_STYLES}'
        '<office:body><office:spreadsheet><table:table table:name="A"><table:table-column '
        'table:number-columns-repeated="2"/><table:table-column table:default-cell-style-name="ce1"/>'
        f"{''.join(rows)}</table:table></office:spreadsheet></office:body></office:document-content>",
    )
    data, report = read_with_report(path, ["KREIS", "KG", "GEM"])
    assert codes(data, "KREIS") == ["01001"] * 5
    assert codes(data, "KG") == ["2.5"] * 5
    assert codes(data, "GEM") == ["00077"] * 5
    entry = report.plan.entry("hidden_rows")
    assert entry is not None
    assert (entry.count, entry.rows) == (1, (3,))


def test_texts_beside_numbers_in_a_sheet_are_asked_about_and_the_numbers_stay(tmp_path: Path) -> None:
    path = xlsx_parts(tmp_path / "a.xlsx", [["K", "X"], ["1", "1.500"], ["1", 12.75], ["1", "950"]])
    assert asked(path, ["K"], ("X",)) == [("point", "X")]
    assert values(read(path, ["K"], ("X",), "point:X=thousands"), "X") == [1500, 12.75, 950]
    assert values(read(path, ["K"], ("X",), "point:X=decimal"), "X") == [1.5, 12.75, 950]


def test_sources_below_a_sheet_are_asked_about(tmp_path: Path) -> None:
    rows = [["K", "S", "X"], ["01001", "m", 5], ["01002", "f", 6], [], ["Quelle: Statistisches Amt"], ["© 2024"]]
    path = xlsx_parts(tmp_path / "a.xlsx", rows)
    assert asked(path, ["K"], ("X",)) == [("notes", "")]
    assert read(path, ["K"], ("X",), "notes=leave_out").rows == 2


def test_a_sheet_of_nothing_but_errors_has_nothing_in_its_cells(tmp_path: Path) -> None:
    path = xlsx_parts(tmp_path / "a.xlsx", [[("e", "#REF!")], [("e", "#REF!")]])
    with fails("sheet_empty"):
        ckm.read_microdata(path)


# --- SPSS, Stata, SAS ------------------------------------------------------------------------------------------------


def test_periods_and_codes_are_read_as_their_programs_display_them(tmp_path: Path) -> None:
    frame = pd.DataFrame({"m": [600.0, 609, 601], "q": [240.0, 241, 242], "k": [1001.0, 9162, 1002]})
    path = tmp_path / "a.dta"
    pyreadstat.write_dta(frame, str(path), variable_format={"m": "%tm", "q": "%tq", "k": "%05.0f"})
    data = read(path, ["m", "q", "k"])
    assert data.dimensions["m"].codes == ("2010m1", "2010m2", "2010m10")
    assert codes(data, "q") == ["2020q1", "2020q2", "2020q3"]
    assert codes(data, "k") == ["01001", "09162", "01002"]
    former, _ = read_with_report(path, ["m", "k"], dialect=Dialect(encoding="", rules=0))
    assert codes(former, "k") == ["1001", "9162", "1002"]


def test_labels_that_changed_places_are_asked_about_and_recoded(tmp_path: Path) -> None:
    paths = []
    for year, labels in (("2021", {1: "male", 2: "female"}), ("2022", {1: "female", 2: "Male "})):
        paths.append(tmp_path / f"{year}.sav")
        frame = pd.DataFrame({"SEX": [1.0] * 9 + [2.0] * 3, "YEAR": year})
        pyreadstat.write_sav(frame, str(paths[-1]), variable_value_labels={"SEX": labels})
    with pytest.raises(ReadingAsked) as caught:
        read_with_report(paths, ["SEX", "YEAR"])
    assert kinds_of(caught.value) == [("labels", "SEX")]
    entry = caught.value.plan.questions[0]
    assert "1: male (2021.sav), female (2022.sav)" in entry.sentence.text("en")
    counts = {}
    for choice in ("by_label", "same"):
        dialect = Dialect(encoding="", answers=(ReadingAnswer("labels", "SEX", choice),))
        data, _ = read_with_report(paths, ["SEX", "YEAR"], dialect=dialect)
        counts[choice] = codes(data, "SEX").count("1")
    assert counts == {"by_label": 9 + 3, "same": 18}


def test_the_same_file_under_two_names_is_asked_about(tmp_path: Path) -> None:
    paths = [written(tmp_path, RECORDS, "a.csv"), written(tmp_path, RECORDS, "b.csv")]
    with pytest.raises(ReadingAsked) as caught:
        read_with_report(paths, ["REGION"], magnitudes=["INCOME"])
    assert kinds_of(caught.value) == [("file_twice", "")]
    dialect = Dialect(encoding="", answers=(ReadingAnswer("file_twice", "", "both"),))
    assert read_with_report(paths, ["REGION"], magnitudes=["INCOME"], dialect=dialect)[0].rows == 6


# --- what a plan is --------------------------------------------------------------------------------------------------


def drawn(seed: int, rows: int, *, coarse: bool = False) -> pd.DataFrame:
    chance = np.random.default_rng(seed)
    frame = pd.DataFrame({"SEX": chance.choice(["m", "f"], rows), "AREA": chance.choice(list("abcd"), rows)})
    return frame if coarse else frame.assign(INCOME=chance.integers(100, 9999, rows))


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("part", [1.0, 0.4])
def test_all_records_of_a_file_in_another_one_are_asked_about(form: str, part: float, tmp_path: Path) -> None:
    frame = drawn(1, 300)
    other = frame.sample(frac=part, random_state=3)
    paths = [frame_as(frame, tmp_path, form), frame_as(other, tmp_path, form, "b")]
    with pytest.raises(ReadingAsked) as caught:
        read_with_report(paths, ["SEX", "AREA"], magnitudes=["INCOME"])
    assert kinds_of(caught.value) == [("records_twice", "")]
    assert f"b.{form} ⊂ a.{form}" in caught.value.plan.questions[0].sentence.text("en")
    answers = (ReadingAnswer("records_twice", "", "both"),)
    data, _ = read_with_report(paths, ["SEX"], magnitudes=["INCOME"], dialect=Dialect(encoding="", answers=answers))
    assert data.rows == 300 + len(other)


@pytest.mark.daily(4)
@pytest.mark.parametrize("seed", range(20))
def test_coarse_records_repeat_honestly_and_others_are_no_repetition(seed: int, tmp_path: Path) -> None:
    # Each combination of a small Land is more frequent in a large one; nobody has delivered anything twice.
    paths = [frame_as(drawn(seed, 2000, coarse=True), tmp_path, "csv")]
    paths.append(frame_as(drawn(seed + 99, 200, coarse=True), tmp_path, "csv", "b"))
    assert not reading_plan(paths, ["SEX", "AREA"]).questions
    frame = drawn(seed, 300)
    other = frame.sample(n=100, random_state=1)
    other.loc[other.index[:1], "INCOME"] = 1
    for part, path in zip((frame, other), paths, strict=True):
        part.to_csv(path, index=False)
    assert not reading_plan(paths, ["SEX", "AREA"], magnitudes=["INCOME"]).questions


@pytest.mark.parametrize("form", ["sav", "dta"])
def test_kinds_of_missing_are_not_stated_or_categories_with_their_labels(form: str, tmp_path: Path) -> None:
    path, words = tmp_path / f"a.{form}", {1: "ja", 2: "nein"}
    if form == "sav":
        kinds = {"97": "verweigert", "98": "weiß nicht"}
        frame = pd.DataFrame({"X": [1.0, 2.0, 97, 98, None, 98], "N": [1.0] * 6})
        labels = {"X": {**words, 97: "verweigert", 98: "weiß nicht"}}
        pyreadstat.write_sav(frame, path, variable_value_labels=labels, missing_ranges={"X": [97, 98]})
    else:
        kinds = {".a": "verweigert", ".b": "weiß nicht"}
        frame = pd.DataFrame({"X": [1.0, 2.0, "a", "b", None, "b"], "N": [1.0] * 6})
        labels = {"X": {**words, "a": "verweigert", "b": "weiß nicht"}}
        pyreadstat.write_dta(frame, path, variable_value_labels=labels, missing_user_values={"X": ["a", "b"]})
    data, report = read_with_report(path, ["X"], magnitudes=["N"])
    assert codes(data, "X") == ["1", "2", "", "", "", ""]
    entry = report.plan.entry("missing_kinds", "X")
    assert entry is not None
    assert (entry.count, entry.decision, entry.is_asked) == (3, "missing", False)
    assert "weiß nicht" in entry.sentence.text("de")
    answers = (ReadingAnswer("missing_kinds", "X", "categories"),)
    data, _ = read_with_report(path, ["X"], dialect=Dialect(encoding="", answers=answers))
    first, second = kinds
    assert codes(data, "X") == ["1", "2", first, second, "", second]
    shown = {category.code: category.label.en for category in data.dimensions["X"].categories}
    assert {code: shown[code] for code in kinds} == kinds


# --- persons ----------------------------------------------------------------------------------------------------------

PEOPLE = pd.DataFrame(
    {
        "Nachname": [f"Muster{row}" for row in range(40)],
        "Vorname": [f"Alex {chr(65 + row % 26)}{row // 26}" for row in range(40)],
        "STRASSE": [f"Hauptstraße {row}" for row in range(40)],
        "Matrikelnummer": [str(700_000 + 7 * row) for row in range(40)],
        "Kontakt": [f"person{row}@example.org" for row in range(40)],
        "Rueckruf": [f"0611/75{row:04d}" for row in range(40)],
        "TELEFON": ["1", "2"] * 20,
        "KREISNAME": ["Nord", "Süd"] * 20,
        "SEX": ["m", "f"] * 20,
    }
)


@pytest.mark.parametrize("form", FORMATS)
def test_names_addresses_and_numbers_of_persons_are_not_read_unless_asked_for(form: str, tmp_path: Path) -> None:
    path = frame_as(PEOPLE, tmp_path, form)
    roles = {column.name: column.role for column in preview(path).columns}
    assert {name for name, role in roles.items() if role == "ignored"} == {
        "Nachname",
        "Vorname",
        "STRASSE",
        "Kontakt",
        "Rueckruf",
    }
    assert roles["Matrikelnummer"] == "identifier"
    assert {name for name, role in roles.items() if role == "dimension"} == {"TELEFON", "KREISNAME", "SEX"}
    for dimensions in (None, ["SEX", "Vorname"]):
        data, report = read_with_report(path, dimensions)
        assert list(data.dimensions) == (dimensions or ["TELEFON", "KREISNAME", "SEX"])
        named = {(entry.kind, entry.column) for entry in report.plan.entries}
        assert ("personal", "Nachname") in named
        assert (("personal" if dimensions is None else "personal_read"), "Vorname") in named
        assert "TELEFON" not in {column for _, column in named}


def test_every_kind_has_its_sentences_in_both_languages() -> None:
    for kind, choices in KINDS.items():
        entry = ckm.microdata.ReadingEntry(kind, "A", 2, (3,), ("x",))
        for language in ("en", "de"):
            assert entry.sentence.text(language)  # type: ignore[arg-type]
            assert entry.title.text(language)  # type: ignore[arg-type]
            assert all(entry.choice_title(one).text(language) for one in choices)  # type: ignore[arg-type]


def test_a_plan_gives_no_numbers_and_no_examples_unless_it_is_confidential(tmp_path: Path) -> None:
    plan = reading_plan(written(tmp_path, RECORDS + "Quelle: Amt Nord;;\n"), ["REGION"], magnitudes=["INCOME"])
    assert [one["kind"] for one in plan.as_json()] == ["notes"]
    assert "Amt" not in str(plan.as_json())
    assert "Amt Nord" in str(plan.as_json(confidential=True))
    assert "Amt" not in repr(plan)


def test_an_answer_knows_its_kinds_and_choices() -> None:
    with fails("answer_kind_unknown"):
        ReadingAnswer("titles", "", "keep")
    with fails("answer_unknown"):
        ReadingAnswer("point", "X", "keep")


# --- dirty files whose truth is known --------------------------------------------------------------------------------

DIRT = ("titles", "comments", "separator", "blanks", "end_sign", "crlf", "bom", "cp1252", "notes", "totals", "repeated",
        "units", "missing", "thousands", "nfd", "apostrophes", "genesis", "currency", "minus")  # fmt: skip


def dirty(chance: random.Random) -> tuple[bytes, set[str], list[tuple[str, str, float | None]]]:
    """A file with several kinds of dirt, these kinds, and its records: code, sex, and amount or None."""
    dirt = set(chance.sample(DIRT, chance.randint(1, 6)))
    dirt -= {"cp1252"} if dirt & {"bom", "nfd"} else set()
    dirt -= {"comments"} if "titles" in dirt else set()
    places = ["Köln", "Ulm", "Bad Tölz", "Kiel"]
    # Signs that the code page of the file has.
    currencies, dirt = (["EUR", "€", "Fr."], dirt - {"minus"}) if "cp1252" in dirt else (["zł", "₺", "Kč", "€"], dirt)
    records: list[tuple[str, str, float | None]] = []
    lines = []
    for number in range(chance.randint(12, 40)):
        place, sex = chance.choice(places), chance.choice("mf")
        amount: float | None = chance.randint(1, 999) if "thousands" not in dirt else chance.randint(1, 99_999)
        text = f"{amount:,}".replace(",", ".") if "thousands" in dirt else str(amount)
        if "minus" in dirt and number % 5 == 1:
            amount, text = -amount, f"\u2212{text}"
        text = f"{text} {chance.choice(currencies)}" if "currency" in dirt and number % 4 else text
        if "missing" in dirt and number % 7 == 3:
            amount, text = None, "k.A."
        shown = place.replace("ö", "o\u0308") if "nfd" in dirt and number % 2 else place
        shown = f'="{shown}"'.replace('"', '""') if "apostrophes" in dirt and number % 3 == 0 else shown
        shown = f'"{shown}"' if '"' in shown else shown
        records.append((place, sex, amount))
        lines.append(f"{shown};{sex};{text}")
        if "blanks" in dirt and chance.random() < 0.2:
            lines.append(chance.choice([";;", "", "  ", " ; ;"]))
    if "repeated" in dirt:
        lines.insert(len(lines) // 2, "ORT;SEX;X")
    lines.insert(0, "ORT;SEX;X")
    if "units" in dirt:
        lines.insert(1, ";;in 1000 EUR")
    head = {"titles": ["Tabelle: 12411-0010", ""], "comments": ["# made by X"], "separator": ["sep=;"]}
    for kind in ("comments", "titles", "separator"):
        lines = [*(head[kind] if kind in dirt else []), *lines]
    lines += ["Insgesamt;;12345678"] if "totals" in dirt else []
    lines += ["Quelle: Statistisches Amt Nord;;"] if "notes" in dirt else []
    lines += ["__________", "(C)opyright Amt, 2024"] if "genesis" in dirt else []
    text = ("\r\n" if "crlf" in dirt else "\n").join([*lines, ""])
    text += "\x1a" if "end_sign" in dirt else ""
    content = text.encode("cp1252" if "cp1252" in dirt else "utf-8-sig" if "bom" in dirt else "utf-8")
    return content, dirt, records


@pytest.mark.daily(22)
@pytest.mark.parametrize("seed", range(60 if FEW else 200))
def test_a_dirty_file_is_never_read_otherwise_than_it_is_meant_without_a_word(seed: int, tmp_path: Path) -> None:
    content, dirt, records = dirty(random.Random(seed))
    path = written(tmp_path, content)
    answers = ("notes=leave_out", "units=leave_out", "totals=leave_out", "repeated_head=leave_out")
    data = read(path, ["ORT", "SEX"], ("X",), *answers, "words=missing", "point=thousands", "currencies=ignore")
    assert codes(data, "ORT") == [place for place, _, _ in records], dirt
    assert codes(data, "SEX") == [sex for _, sex, _ in records]
    column = data.magnitudes["X"]
    gone = [False] * data.rows if column.missing is None else column.missing.tolist()
    found = [None if none else value for none, value in zip(gone, values(data, "X"), strict=True)]
    assert found == [amount for _, _, amount in records], dirt
    # Conservation: every line is a record, the names, or in an entry.
    plan = reading_plan(path, ["ORT", "SEX"], magnitudes=["X"])
    rows = {"separator_line", "titles", "comments", "footer", "blank_rows", "rule_rows", "notes", "units"}
    rows |= {"repeated_head", "totals"}
    text = content.decode("cp1252" if "cp1252" in dirt else "utf-8-sig").rstrip("\x1a")
    lines = len(re.findall(r"\r\n|\n", text))
    assert data.rows + 1 + sum(one.count for one in plan.entries if one.kind in rows) == lines, (dirt, plan)


@pytest.mark.thorough
def test_ten_thousand_dirty_files_are_read_as_they_are_meant(tmp_path: Path) -> None:
    for seed in range(200, 10_200):
        test_a_dirty_file_is_never_read_otherwise_than_it_is_meant_without_a_word(seed, tmp_path)


def test_a_workbook_made_here_is_one_that_others_open(tmp_path: Path) -> None:
    path = xlsx_parts(tmp_path / "a.xlsx", [["A", "B"], ["x", 1]], merged=["A2:B2"], hidden=[2])
    with zipfile.ZipFile(io.BytesIO(path.read_bytes())) as archive:
        assert archive.testzip() is None
    assert pd.read_excel(path, engine="calamine").to_dict("list") == {"A": ["x"], "B": [1]}
