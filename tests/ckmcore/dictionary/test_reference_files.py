"""Reference figures from files: recognised by their headings, checked against the dictionary, no figure guessed."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ckmcore.base.texts import Texts
from ckmcore.dictionary.reference_files import (
    look_at_references,
    reference_table,
)
from ckmcore.microdata.data import MISSING, Category
from ckmcore.microdata.hierarchy import Hierarchy
from ckmcore.microdata.reading_plan import ReadingAnswer, ReadingAsked
from ckmcore.microdata.references import ReferenceRow, ReferenceTable
from ckmcore.microdata.variable import VariableEntry
from tests.kit.fails import fails

TREE = Hierarchy.from_depths([("09", 0), ("09162", 1), ("09163", 1)])
AREA = VariableEntry(
    "kreis", "dimension", Texts("District", "Kreis"), (*map(Category.plain, TREE.leaves), Category.plain(MISSING))
).with_hierarchy(TREE)
SEX = VariableEntry("sex", "dimension", Texts("Sex", "Geschlecht"), (Category.plain("1"), Category.plain("2")))
WEIGHT = VariableEntry("w", "weight", Texts.same("Gewicht"))
ENTRIES = (AREA, SEX, WEIGHT)


def read(path: Path, text: str) -> ReferenceTable:
    file = path / "figures.csv"
    file.write_text(text, encoding="utf-8")
    found = look_at_references(file, ENTRIES)
    return reference_table(found, ENTRIES, name="population", title=Texts.same("Population"))


def figures(table: ReferenceTable) -> dict[tuple[str, ...], str]:
    return {row.codes: row.figure for row in table.rows}


def test_columns_are_known_by_name_or_title_and_the_total_by_its_word(tmp_path: Path) -> None:
    table = read(
        tmp_path,
        "Kreis;Name;Geschlecht;Einwohner\n09162;München;1;700000\n09162;München;insgesamt;1500000\n"
        "09;Bayern;;13000000\nInsgesamt;;;83000000\n",
    )
    assert table.variables == ("kreis", "sex")
    assert table.rows == (
        ReferenceRow(("09162", "1"), "700000"),
        ReferenceRow(("09162", ""), "1500000"),
        ReferenceRow(("09", ""), "13000000"),
        ReferenceRow(("", ""), "83000000"),
    )


def test_a_workbook_gives_the_same_and_a_heading_chooses_the_column(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    for row in (["sex", "2023", "2024"], ["1", 10.5, 11], ["2", 20, 21.25]):
        sheet.append(row)
    book.save(tmp_path / "figures.xlsx")
    found = look_at_references(tmp_path / "figures.xlsx", ENTRIES)
    assert found.candidates == (1, 2)
    assert found.figure == 2
    latest = reference_table(found, ENTRIES, name="a", title=Texts())
    former = reference_table(found, ENTRIES, name="a", title=Texts(), figure=1)
    assert figures(latest) == {("1",): "11", ("2",): "21.25"}
    assert figures(former) == {("1",): "10.5", ("2",): "20"}


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("1 234", "5", ("1234", "5")),
        ("1.234.567", "1.234", ("1234567", "1234")),
        ("1,234,567", "2.5", ("1234567", "2.5")),
        ("1.234,5", "2.000", ("1234.5", "2000")),
        ("0,125", "3", ("0.125", "3")),
        ("12,5", "1,250", ("12.5", "1.250")),
    ],
)
def test_marks_of_thousands_are_understood_where_they_are_beyond_doubt(
    tmp_path: Path, first: str, second: str, expected: tuple[str, str]
) -> None:
    table = read(tmp_path, f'sex;value\n1;"{first}"\n2;"{second}"\n')
    assert tuple(figures(table).values()) == expected


@pytest.mark.parametrize(
    ("text", "error", "fields"),
    [
        ("code;value\n1;2\n", "reference_columns", {"variables": ("kreis", "sex")}),
        ("sex;Geschlecht;value\n1;1;2\n", "reference_column_twice", {"variable": "sex"}),
        ("sex;kreis\n1;09\n", "reference_without_figures", {"headings": ("sex", "kreis")}),
        ("sex;value\n1;2\n7;3\n8;3\n", "reference_unknown_codes", {"count": 2, "codes": ("7", "8")}),
        ("kreis;value\n9162;2\n09163;3\n", "reference_zeros_lost", {"found": "9162", "meant": "09162"}),
        ("sex;value\n1;2\n2;3\n1;4\n", "reference_twice", {"line": 4, "first": 2, "codes": "1"}),
        ("sex;value\n1;2\n2;many\n", "reference_no_number", {"line": 3, "text": "many"}),
        ("sex;value\n1;2\n2;-3\n", "reference_no_number", {"line": 3, "text": "-3"}),
        ("sex;value\n1;2\n2;\n", "reference_no_number", {"line": 3, "text": ""}),
        ("sex;value\n1;1000000000000\n2;1\n", "reference_no_number", {"line": 2}),
        ("sex;value\n1;1.23.456\n2;1\n", "reference_no_number", {"line": 2}),
        ("sex;value\n1;1.234\n2;5\n", "reference_ambiguous", {"line": 2, "text": "1.234"}),
    ],
)
def test_each_fault_is_named_with_its_place(tmp_path: Path, text: str, error: str, fields: dict[str, object]) -> None:
    with fails(error) as caught:
        read(tmp_path, text)
    assert {name: caught.value.fields[name] for name in fields} == fields
    for language in ("en", "de"):
        assert caught.value.text(language)  # type: ignore[arg-type]


def test_headings_alone_are_no_figures(tmp_path: Path) -> None:
    with fails("reference_empty"):
        read(tmp_path, "sex;value\n")


@given(st.lists(st.decimals(0, 10**11, places=3), min_size=2, max_size=2))
def test_figures_written_with_a_point_come_back_as_they_are(
    tmp_path_factory: pytest.TempPathFactory, numbers: list[object]
) -> None:
    # Four decimals: no mark can be taken for one of thousands.
    texts = [f"{number}1" for number in numbers]
    table = read(tmp_path_factory.mktemp("f"), f"sex;value\n1;{texts[0]}\n2;{texts[1]}\n")
    assert list(figures(table).values()) == texts


def test_the_code_page_of_figures_is_asked_about_and_answered(tmp_path: Path) -> None:
    path = tmp_path / "figures.csv"
    path.write_bytes("Land;Straße\n01;5\n02;6\n".encode("cp850"))
    entries = (VariableEntry("land", "dimension", Texts.same("Land"), (Category.plain("01"), Category.plain("02"))),)
    with pytest.raises(ReadingAsked, match="code_page"):
        look_at_references(path, entries)
    answer = (ReadingAnswer("code_page", "", "cp850"),)
    assert look_at_references(path, entries, answer).headings == ("Land", "Straße")
