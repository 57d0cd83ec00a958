"""Code lists of every kind: columns by headings in two languages, order and zeros kept, faults with their lines."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import openpyxl
import pandas as pd
import pytest

from ckmcore.base.texts import Texts
from ckmcore.dictionary.code_lists import (
    applied,
    code_list_of_lines,
    list_notices,
    pasted_code_list,
    read_code_list,
)
from ckmcore.dictionary.conversions import read_conversion
from ckmcore.dictionary.hierarchy_files import read_hierarchy, tree_of_file
from ckmcore.microdata.data import MISSING, Category
from ckmcore.microdata.errors import FileMissing
from ckmcore.microdata.hierarchy import Hierarchy
from ckmcore.microdata.hrc import read_hrc
from ckmcore.microdata.reading_plan import ReadingAnswer, ReadingAsked
from ckmcore.microdata.variable import VariableEntry
from tests.kit.fails import fails
from tests.kit.workbooks import write_ods, write_xlsx

ROWS = [
    ["Schlüssel", "Bezeichnung", "Label (EN)", "Erläuterung", "Gültig ab", "Gültig bis"],
    ["01", "Schleswig-Holstein", "", "", "", ""],
    ["11", "Berlin; Ost", "Berlin East", "bis zur Einheit", "07.10.1949", "1990-10-02"],
    ["02", "Hamburg", "Hamburg", "", "1949", "2020"],
]


def written(folder: Path, content: str | bytes, name: str = "list.csv") -> Path:
    file = folder / name
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return file


def entry(*codes: str) -> VariableEntry:
    return VariableEntry("land", "dimension", Texts.same("Land"), tuple(map(Category.plain, codes)))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
@pytest.mark.parametrize("separator", [";", ",", "\t", "|"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_list_is_read_in_every_dialect(tmp_path: Path, encoding: str, separator: str, end: str) -> None:
    lines = [separator.join(f'"{cell}"' if ";" in cell else cell for cell in row) for row in ROWS]
    found = read_code_list(written(tmp_path, (end.join(lines) + end).encode(encoding)))
    assert found == (
        Category("01", Texts.same("Schleswig-Holstein")),
        Category(
            "11",
            Texts("Berlin East", "Berlin; Ost"),
            Texts.same("bis zur Einheit"),
            "1949-10-07",
            "1990-10-02",
        ),
        Category("02", Texts.same("Hamburg"), Texts(), "1949-01-01", "2020-12-31"),
    )


def test_the_code_page_of_a_list_a_hierarchy_and_a_conversion_is_asked_about_and_answered(tmp_path: Path) -> None:
    content = "Code;Bezeichnung\n01;Hauptstraße\n02;Nord\n".encode("cp850")
    file = written(tmp_path, content)
    with pytest.raises(ReadingAsked, match="code_page=cp1252"):
        read_code_list(file)
    for page, label in (("cp850", "Hauptstraße"), ("cp1252", "Hauptstraáe")):
        answer = (ReadingAnswer("code_page", "", page),)
        assert read_code_list(file, answers=answer)[0].label.de == label
        kept = replace(entry("01"), code_answers=answer)
        assert read_code_list(file, kept)[0].label.de == label
    given = (ReadingAnswer("code_page", "", "cp850"),)
    tree = written(tmp_path, "Code;Oberbegriff;Bezeichnung\nA;;Straße\nA1;A;Nord\n".encode("cp850"), "tree.csv")
    with pytest.raises(ReadingAsked, match="code_page"):
        read_hierarchy(tree)
    assert read_hierarchy(tree, answers=given).labels["A"].de == "Straße"
    conversion = written(tmp_path, "alt;neu;Bezeichnung neu\n1;2;Straße\n".encode("cp850"), "conversion.csv")
    with pytest.raises(ReadingAsked, match="code_page"):
        read_conversion(conversion)
    assert read_conversion(conversion, answers=given).labels["2"].de == "Straße"


def test_codes_that_excel_made_days_are_asked_about_in_a_list_and_in_a_conversion(tmp_path: Path) -> None:
    workbook = openpyxl.Workbook()
    sheet = workbook.active
    rows = [["Code", "Bezeichnung"], ["01.1", "Anbau"], [date(2026, 11, 1), "Getreide"], [date(2026, 12, 1), "Reis"]]
    for row in rows:
        sheet.append(row)
    sheet["A3"].number_format, sheet["A4"].number_format = "DD. MMM", "DD.MM.YYYY"
    file = tmp_path / "list.xlsx"
    workbook.save(file)
    with pytest.raises(ReadingAsked) as asked:
        read_code_list(file)
    assert {entry.kind: entry.examples for entry in asked.value.plan.questions} == {
        "days_without_year": ("01.11",),
        "days_among_codes": ("2026-12-01",),
    }
    answers = (ReadingAnswer("days_without_year", "", "day_month"), ReadingAnswer("days_among_codes", "Code", "days"))
    assert [category.code for category in read_code_list(file, answers=answers)] == ["01.1", "01.11", "2026-12-01"]
    text = written(tmp_path, "alt;neu\n01.1;01.2\n01. Nov;01.3\n")
    with pytest.raises(ReadingAsked, match="days_among_codes:alt"):
        read_conversion(text)
    days = written(tmp_path, "Code;Bezeichnung\n01.02.2026;Stichtag 1\n01.03.2026;Stichtag 2\n", "days.csv")
    assert len(read_code_list(days)) == 2


def test_labels_with_commas_that_nothing_quotes_are_read_in_the_code_page_of_their_letters(tmp_path: Path) -> None:
    file = written(tmp_path, "1,Köln\n2,Düren, Stadt\n3,Düren, Land\n".encode("cp850"))
    assert [category.label.de for category in read_code_list(file)] == ["Köln", "Düren, Stadt", "Düren, Land"]


@pytest.mark.parametrize("write", [write_xlsx, write_ods])
def test_a_list_in_a_workbook_is_the_same(tmp_path: Path, write: object) -> None:
    file = tmp_path / "list.book"
    write(file, {"Liste": ROWS})  # type: ignore[operator]
    assert read_code_list(file) == read_code_list(
        written(tmp_path, "\n".join(";".join(f'"{cell}"' for cell in row) for row in ROWS))
    )


def test_numbers_of_a_workbook_are_codes_without_a_point_and_a_parquet_file_is_a_list_too(tmp_path: Path) -> None:
    file = write_xlsx(tmp_path / "a.xlsx", {"A": [["Code", "Label"], [1001, "Flensburg"], [1002.0, "Kiel"]]})
    assert [category.code for category in read_code_list(file)] == ["1001", "1002"]
    pd.DataFrame({"code": ["01", "02"], "label": ["a", "b"]}).to_parquet(tmp_path / "a.parquet")
    assert [(one.code, one.label.de) for one in read_code_list(tmp_path / "a.parquet")] == [("01", "a"), ("02", "b")]


@pytest.mark.parametrize(
    ("content", "codes", "labels"),
    [
        ("1,male\n2,female\n", ["1", "2"], ["male", "female"]),
        ("1;männlich\n2;weiblich, divers\n", ["1", "2"], ["männlich", "weiblich, divers"]),
        ("1,male\n2,female, or not\n", ["1", "2"], ["male", "female, or not"]),
        ("AGS;GEN\n01001;Flensburg\n01002;Kiel\n", ["01001", "01002"], ["Flensburg", "Kiel"]),
        ("note;label;code\nx;Ja;j\n;Nein;n\n", ["j", "n"], ["Ja", "Nein"]),
        ("b\na\n", ["b", "a"], ["b", "a"]),
        ("name;ags\nKiel;01002\n", ["01002"], ["Kiel"]),
    ],
)
def test_without_known_headings_code_and_label_stand_first_and_second(
    tmp_path: Path, content: str, codes: list[str], labels: list[str]
) -> None:
    found = read_code_list(written(tmp_path, content))
    assert [category.code for category in found] == codes
    assert [category.label.de for category in found] == labels


def test_a_list_of_tau_argus_has_labels_with_commas(tmp_path: Path) -> None:
    found = read_code_list(written(tmp_path, " 1,Groningen, Stadt\n 2,Friesland\n", "a.CDL"))
    assert [(one.code, one.label.en) for one in found] == [("1", "Groningen, Stadt"), ("2", "Friesland")]


@pytest.mark.parametrize(
    ("content", "kind", "line", "first"),
    [
        ("code;label\n1;a\n2;b\n1;c\n", "code_list_twice", 4, 2),
        ('code;label\n1;"a\nb"\n\n1;c\n', "code_list_twice", 5, 2),
        ("code;label\n1;a\n;b\n", "code_missing", 3, None),
        ("code;label\n1;a;b\n", "ragged_row", 2, None),
        ("code;label;valid_from\n1;a;31.02.2020\n", "code_list_date", 2, None),
        ("code;label;von;bis\n1;a;2021;2020\n", "code_list_validity", 2, None),
        ("label;note\na;b\n", "code_list_headings", 1, None),
    ],
)
def test_a_fault_is_named_with_file_and_line(
    tmp_path: Path, content: str, kind: str, line: int, first: int | None
) -> None:
    with fails(kind) as caught:
        read_code_list(written(tmp_path, content))
    assert caught.value.fields["line"] == line
    assert caught.value.fields.get("first") == first
    for language in ("en", "de"):
        assert "list.csv" in caught.value.text(language)  # type: ignore[arg-type]


def test_a_fault_in_a_workbook_names_its_row(tmp_path: Path) -> None:
    with fails("code_list_twice") as caught:
        read_code_list(write_xlsx(tmp_path / "b.xlsx", {"A": [["code", "label"], [1, "a"], [None, None], [1, "b"]]}))
    assert (caught.value.fields["line"], caught.value.fields["first"]) == (4, 2)


def test_empty_missing_and_binary_files_are_refused(tmp_path: Path) -> None:
    with fails("file_empty"):
        read_code_list(written(tmp_path, "code;label\n"))
    with pytest.raises(FileMissing):
        read_code_list(tmp_path / "none.csv")
    with fails("file_binary"):
        read_code_list(written(tmp_path, b"\x89PNG\r\n" + bytes(100)))


def test_an_applied_list_orders_and_labels_and_codes_that_it_lacks_stay_at_the_end() -> None:
    before = entry("1", "2", "3", MISSING)
    categories = (Category("3", Texts.same("drei")), Category("4", Texts.same("vier")), Category.plain("1"))
    named = replace(before, categories=(Category("1", Texts.same("eins")), *before.categories[1:]))
    after = applied(named, categories)
    assert [one.code for one in after.categories] == ["3", "4", "1", "2", MISSING]
    assert after.categories[2].label == Texts.same("eins")
    (notice,) = list_notices(before, categories)
    assert "2" in notice.text("en")
    assert "lacks one code of the variable" in notice.text("en")


def test_a_list_for_a_hierarchy_names_its_nodes_and_adds_no_code() -> None:
    tree = Hierarchy.from_depths([("N", 0), ("1", 1), ("2", 1)])
    before = entry("1", "2").with_hierarchy(tree)
    categories = tuple(Category(code, Texts.same(f"Land {code}")) for code in ("N", "2", "1", "9"))
    after = applied(before, categories)
    assert [one.code for one in after.categories] == ["2", "1"]
    assert dict(after.node_labels) == {"N": Texts.same("Land N")}
    assert ["9" in notice.text("de") for notice in list_notices(before, categories)] == [True]


def test_lost_leading_zeros_are_told_as_a_near_miss() -> None:
    notices = list_notices(entry("01001", "01002"), (Category.plain("1001"), Category.plain("1002")))
    assert "“01001” in the data is perhaps “1001”" in notices[0].text("en")


def test_a_label_that_breaks_within_its_cell_of_a_workbook_is_one_line_and_a_note_keeps_its_lines() -> None:
    copied = 'Code\tBezeichnung\tBemerkung\r\n01\t"Recht, Wirtschaft,\nSoziales"\t"erste\nzweite"\r\n02\tPhysik\t\r\n'
    law, physics = pasted_code_list(copied, "Clipboard")
    assert (law.label, law.note) == (Texts.same("Recht, Wirtschaft, Soziales"), Texts.same("erste\nzweite"))
    assert (physics.code, physics.label) == ("02", Texts.same("Physik"))


AREAS = VariableEntry(
    "NUTS 3",
    "dimension",
    Texts("Area", "Kreis (NUTS 3)"),
    tuple(Category(code, Texts.same(code)) for code in ("DEE01", "DEE02", "DEE0A")),
)
LABELS = {"DEE01": "Dessau-Roßlau", "DEE02": "Halle (Saale)", "DEE0A": "Mansfeld-Südharz"}
PASTED = {
    "headed as the variable": "Kreis\tNUTS 3\r\n{rows}",
    "headed as its title is": "Kreise\tKreis (NUTS 3)\r\n{rows}",
    "a heading of labels alone": "Einwohner\tName\tReg.-Nr. neu\r\n{more}",
    "no heads": "{rows}",
    "a line above": "Kreis\tNUTS 3\tEinwohner\r\n{behind}",
}


@pytest.mark.parametrize("kind", PASTED)
def test_codes_are_found_by_the_variable_where_no_head_says_code_whatever_the_order_of_columns(kind: str) -> None:
    lines = {
        "rows": "".join(f"{label}\t{code}\r\n" for code, label in LABELS.items()),
        "more": "".join(f"{place * 1000}\t{label}\t{code}\r\n" for place, (code, label) in enumerate(LABELS.items())),
        "behind": "".join(f"{label}\t{code}\t7\r\n" for code, label in LABELS.items()),
    }
    found = pasted_code_list(PASTED[kind].format(**lines), "Clipboard", AREAS)
    assert {one.code: one.label.de for one in found} == LABELS


def test_without_a_variable_or_with_none_of_its_codes_the_first_column_holds_the_codes() -> None:
    text = "1\teins\r\n2\tzwei\r\n"
    for entry in (None, AREAS):
        assert [(one.code, one.label.de) for one in pasted_code_list(text, "Clipboard", entry)] == [
            ("1", "eins"),
            ("2", "zwei"),
        ]


def test_the_code_page_of_lines_without_columns_is_asked_about_and_answered(tmp_path: Path) -> None:
    list_file = written(tmp_path, "01,Hauptstraße\n02,Nord\n".encode("cp850"), "areas.cdl")
    uneven = written(tmp_path, "01,Hauptstraße, Ulm\n02,Nord\n".encode("cp850"))
    tree = written(tmp_path, "Hauptstraße\n@Nord\n@Ost\n".encode("cp850"), "areas.hrc")
    answer = (ReadingAnswer("code_page", "", "cp850"),)
    for read in (
        lambda given: code_list_of_lines(list_file, given),
        lambda given: code_list_of_lines(uneven, given),
        lambda given: read_hierarchy(tree, answers=given),
        lambda given: tree_of_file(tree, given),
        lambda given: read_code_list(list_file, answers=given),
    ):
        with pytest.raises(ReadingAsked, match="code_page=cp1252"):
            read(())
        assert "Hauptstraße" in str(read(answer))
    with pytest.raises(ReadingAsked):
        read_hrc(tree)
    assert read_hrc(tree, encoding="cp850") == read_hierarchy(tree, answers=answer).hierarchy
