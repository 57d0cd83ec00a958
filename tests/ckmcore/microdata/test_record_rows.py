"""Rows of hand-made tables that are no records: heads of several rows, other tables, subheads, notes, sums."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import xlsxwriter

import ckmcore as ckm
from ckmcore.microdata import Dialect, ReadingAnswer, read_with_report, reading_plan
from ckmcore.microdata.preview import preview
from tests.kit.dirty_tables import cells_of, codes_of, write_table
from tests.kit.fails import fails

FORMATS = ("csv", "xlsx", "ods")
_AS_PROPOSED = Dialect(encoding="", answers=(ReadingAnswer("subheads", "", "leave_out"),))
HEAD, FIRST = "KREIS;SEX;N", ["01;m;5", "01;w;7", "02;m;9"]

# The rows of a file, the kind of the one entry that names some of them, its decision, and the rows that are read.
CASES: dict[str, tuple[list[str], str, str, list[str]]] = {
    "names again": ([HEAD, *FIRST, HEAD, "02;w;3"], "repeated_head", "leave_out", [*FIRST, "02;w;3"]),
    "names again, other case": (
        [HEAD, *FIRST, "Kreis; sex;n", "02;w;3"],
        "repeated_head",
        "leave_out",
        [*FIRST, "02;w;3"],
    ),
    "names again below a blank row": (
        [HEAD, *FIRST, ";;", HEAD, "02;w;3"],
        "repeated_head",
        "leave_out",
        [*FIRST, "02;w;3"],
    ),
    "other names below a title": (
        [HEAD, *FIRST, ";;", "Tabelle 2: Alter;;", "KREIS;ALTER;N", "02;30;3", "02;40;4"],
        "tables",
        "",
        FIRST,
    ),
    "other names below a blank row": ([HEAD, *FIRST, ";;", "KREIS;ALTER;N", "02;30;3", "02;40;4"], "tables", "", FIRST),
    "other names, nothing between": ([HEAD, *FIRST, "KREIS;ALTER;N", "02;30;3", "02;40;4"], "tables", "", FIRST),
    "names of nothing alike": (
        [HEAD, *FIRST, ";;", "BERUF;JAHR;FAELLE", "Maurer;2023;3", "Lehrer;2024;4"],
        "tables",
        "",
        FIRST,
    ),
    "years in other names": ([HEAD, *FIRST, ";;", "BERUF;2023;2024", "Maurer;3;4", "Lehrer;5;6"], "tables", "", FIRST),
    "another table with more rows": (
        [HEAD, *FIRST, ";;", "BERUF;STUFE;FAELLE", *(f"Beruf {row};a;{row}" for row in range(20))],
        "tables",
        "",
        FIRST,
    ),
    "subheads": (
        [HEAD, "Maenner;;", "01;m;5", "02;m;7", "Frauen;;", "01;w;9", "02;w;2"],
        "subheads",
        "",
        ["01;m;5", "02;m;7", "01;w;9", "02;w;2"],
    ),
    "subheads of years": (
        [HEAD, "2023;;", "01;m;5", "02;m;7", "2024;;", "01;w;9", "02;w;2"],
        "subheads",
        "",
        ["01;m;5", "02;m;7", "01;w;9", "02;w;2"],
    ),
    "a title above the same columns": (
        [HEAD, *FIRST, ";;", "Jahr 2024;;", "01;m;3", "01;w;4"],
        "subheads",
        "",
        [*FIRST, "01;m;3", "01;w;4"],
    ),
    "who made the table": ([HEAD, *FIRST, "Meier;;"], "notes", "", FIRST),
    "who made the table, further to the right": ([HEAD, *FIRST, ";;", ";Meier;"], "notes", "", FIRST),
    "who made the table and when": ([HEAD, *FIRST, ";;", "geprueft;Meier;am 3. Mai"], "notes", "", FIRST),
    "a number alone": ([HEAD, *FIRST, ";;", ";;17"], "notes", "", FIRST),
    "a sum alone": ([HEAD, *FIRST, ";;21"], "sum_rows", "", FIRST),
    "sums without a code": (
        [HEAD, "01;m;5", "01;w;7", "01;;12", "02;m;9", "02;w;2", "02;;11", ";;23"],
        "sum_rows",
        "",
        ["01;m;5", "01;w;7", "02;m;9", "02;w;2"],
    ),
    "sums of a word that nobody knows": (
        [HEAD, "01;m;5", "01;w;7", "01;zs;12", "02;m;9", "02;w;2", "02;zs;11"],
        "sum_rows",
        "",
        ["01;m;5", "01;w;7", "02;m;9", "02;w;2"],
    ),
    "the country below its parts": (
        ["ORT;N", "Ulm;5", "Bonn;7", "Kiel;9", "Deutschland;21"],
        "sum_rows",
        "",
        ["Ulm;5", "Bonn;7", "Kiel;9"],
    ),
    "the country above its parts": (
        ["ORT;N", "Deutschland;21", "Ulm;5", "Bonn;7", "Kiel;9"],
        "sum_rows",
        "",
        ["Ulm;5", "Bonn;7", "Kiel;9"],
    ),
    "sums above their parts": (
        [HEAD, "01;i;12", "01;m;5", "01;w;7", "02;i;11", "02;m;9", "02;w;2"],
        "sum_rows",
        "",
        ["01;m;5", "01;w;7", "02;m;9", "02;w;2"],
    ),
    "sums of codes that begin alike": (
        ["KREIS;N", "09;60", "091;30", "0911;10", "0912;20", "092;30", "0921;30"],
        "sum_rows",
        "",
        ["0911;10", "0912;20", "0921;30"],
    ),
    "sums above a blank row": (
        [HEAD, "01;m;5", "01;w;7", "02;m;9", ";;21", ";;"],
        "sum_rows",
        "",
        FIRST,
    ),
    "parts that a word names": (
        ["ORT;N", "Ulm;12", "darunter Frauen;5", "Kiel;11", "dar. Frauen;3", "Bonn;7"],
        "parts",
        "",
        ["Ulm;12", "Kiel;11", "Bonn;7"],
    ),
    "parts that add up below a word": (
        ["ORT;N", "Ulm;12", "davon:;", "m;5", "w;7", "Kiel;11", "Bonn;9", "Ulm;3"],
        "parts",
        "",
        ["Ulm;12", "Kiel;11", "Bonn;9", "Ulm;3"],
    ),
    "parts in another column": (
        [HEAD, "01;i;12", ";davon m;5", ";davon w;7", "02;i;11", ";davon m;9", ";davon w;2"],
        "parts",
        "",
        ["01;i;12", "02;i;11"],
    ),
    "units": (
        ["KREIS;SEX;N;X", ";;Anzahl;EUR", "01;m;5;7", "02;w;7;8"],
        "units",
        "leave_out",
        ["01;m;5;7", "02;w;7;8"],
    ),
    "units with blanks": (
        ["KREIS;A;B;C", ";Anzahl;;EUR", "01;5;6;7", "02;7;8;9"],
        "units",
        "leave_out",
        ["01;5;6;7", "02;7;8;9"],
    ),
    "numbers of columns": ([HEAD, "1;2;3", *FIRST], "column_numbers", "leave_out", FIRST),
    "numbers of columns in brackets": ([HEAD, "(1);(2);(3)", *FIRST], "column_numbers", "leave_out", FIRST),
    "numbers of columns with blanks": (
        ["KREIS;A;B;C", ";1;2;3", "01;5;6;7", "02;7;8;9"],
        "column_numbers",
        "leave_out",
        ["01;5;6;7", "02;7;8;9"],
    ),
    "numbers of columns that may be a record": (
        ["A;B;C;D", "1;2;3;4", "5;6;7;8", "2;7;8;9"],
        "column_numbers",
        "",
        ["5;6;7;8", "2;7;8;9"],
    ),
}

# Rows with cells beside the table, the kind of the one entry, the columns and the rows that are read.
BESIDE: dict[str, tuple[list[str], str, str, list[str]]] = {
    "a note beside a record": ([f"{HEAD};;", "01;m;5;;", "01;w;7;;geschaetzt", "02;m;9;;"], "stray_cells", HEAD, FIRST),
    "a note in the next column": ([f"{HEAD};", "01;m;5;", "01;w;7;geschaetzt", "02;m;9;"], "stray_cells", HEAD, FIRST),
    "a note far below and beside": (
        [f"{HEAD};;", *(f"{row};;" for row in FIRST), ";;;;", ";;;;Stand: heute"],
        "stray_cells",
        HEAD,
        FIRST,
    ),
    "a note at the left": (
        [f";;{HEAD}", ";;01;m;5", "Notiz;;01;w;7", ";;02;m;9"],
        "stray_cells",
        HEAD,
        FIRST,
    ),
    "another table beside": (
        [f"{HEAD};;ALTER;M", "01;m;5;;30;1", "01;w;7;;40;2", "02;m;9;;50;3", ";;;;60;4"],
        "tables_beside",
        HEAD,
        FIRST,
    ),
    "another table as long": (
        [f"{HEAD};;ALTER;M", "01;m;5;;30;1", "01;w;7;;40;2", "02;m;9;;50;3"],
        "tables_beside",
        HEAD,
        FIRST,
    ),
}

# Rows of a head and the names that they make.
HEADS: dict[str, tuple[list[str], tuple[str, ...]]] = {
    "groups above": (
        ["Bevoelkerung;;Flaeche", "m;w;km²"],
        ("Bevoelkerung m", "Bevoelkerung w", "Flaeche km²"),
    ),
    "groups beside a stub": (["Kreis;Einkommen;", ";2023;2024"], ("Kreis", "Einkommen 2023", "Einkommen 2024")),
    "a stub below": ([";Einkommen;", "Kreis;2023;2024"], ("Kreis", "Einkommen 2023", "Einkommen 2024")),
    "years above": (["Kreis;2023;;2024;", ";m;w;m;w"], ("Kreis", "2023 m", "2023 w", "2024 m", "2024 w")),
    "years above, a stub below": ([";2023;;2024;", "Kreis;m;w;m;w"], ("Kreis", "2023 m", "2023 w", "2024 m", "2024 w")),
    "groups said again": (["Kreis;Zahl;Zahl", "Kreis;m;w"], ("Kreis", "Zahl m", "Zahl w")),
    "three rows": (
        ["Kreis;Zahl;;;", ";m;;w;", ";2023;2024;2023;2024"],
        ("Kreis", "Zahl m 2023", "Zahl m 2024", "Zahl w 2023", "Zahl w 2024"),
    ),
}


@pytest.mark.daily(45)
@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("case", CASES)
def test_rows_that_are_no_records_are_named_and_not_read(case: str, form: str, tmp_path: Path) -> None:
    rows, kind, decision, records = CASES[case]
    path = write_table(tmp_path / f"a.{form}", [row.split(";") for row in rows])
    names = preview(path).names
    entries = [entry for entry in reading_plan(path, names).entries if entry.kind != "blank_rows"]
    assert [(entry.kind, entry.decision) for entry in entries] == [(kind, decision)]
    gone = [number for number, row in enumerate(rows[1:], start=2) if row not in records and row.strip("; ")]
    assert entries[0].rows == tuple(gone) if kind != "tables" else entries[0].rows[0] == gone[0]
    answers = (ReadingAnswer(kind, "", entries[0].choices[0]),)
    data, report = read_with_report(path, names, dialect=Dialect(encoding="", answers=answers))
    assert cells_of(data, names) == [row.split(";") for row in records]
    assert report.plan.questions == ()
    shown = [row.number for row in preview(path, report.dialect).file_rows if row.kind == "record"]
    assert len(shown) == len(records)
    assert not set(shown) & set(gone)


@pytest.mark.daily(49)
@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("case", CASES)
def test_the_second_rules_read_these_rows_as_before(case: str, form: str, tmp_path: Path) -> None:
    rows, kind, _, _ = CASES[case]
    path = write_table(tmp_path / f"a.{form}", [row.split(";") for row in rows])
    plan = reading_plan(path, dialect=Dialect(encoding="", rules=2))
    assert not {entry.kind for entry in plan.entries} & {
        "tables",
        "subheads",
        "sum_rows",
        "names_joined",
        "column_numbers",
        "parts",
    }
    if kind in ("units", "repeated_head"):
        assert all(entry.is_asked for entry in plan.entries if entry.kind == kind)


@pytest.mark.daily(12)
@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("case", HEADS)
def test_names_in_several_rows_are_joined_and_can_be_left(case: str, form: str, tmp_path: Path) -> None:
    head, names = HEADS[case]
    width = len(names)
    body = [[f"{row:02}", *(str(row * 7 + place) for place in range(1, width))] for row in range(1, 6)]
    path = write_table(tmp_path / f"a.{form}", [*(row.split(";") for row in head), *body])
    shown = preview(path)
    assert shown.names == names
    assert [row.kind for row in shown.file_rows].count("record") == len(body)
    (entry,) = reading_plan(path, names).entries
    assert (entry.kind, entry.decision, entry.by) == ("names_joined", "join", "rules")
    data, _ = read_with_report(path, names)
    assert cells_of(data, names) == body
    answers = (ReadingAnswer("names_joined", "", "leave_out"),)
    left = preview(path, replace(Dialect(encoding=""), answers=answers))
    assert left.names != names
    assert [row.kind for row in left.file_rows].count("record") == len(body)


# Heads of downloads without names above the codes, the names, and the kinds of entries.
WITHOUT_NAMES_OF_CODES: dict[str, tuple[list[str], tuple[str, ...], list[tuple[str, str]]]] = {
    "days": (
        ["Fortschreibung des Bestandes;;;", "Bestand (Anzahl);;;", ";;31.12.2022;31.12.2023"],
        ("V1", "V2", "31.12.2022", "31.12.2023"),
        [("head_guessed", ""), ("titles", "")],
    ),
    "years": ([";;2022;2023"], ("V1", "V2", "2022", "2023"), [("head_guessed", "")]),
    "months": ([";;01.2023;02.2023"], ("V1", "V2", "01.2023", "02.2023"), [("head_guessed", "")]),
    "words below a title": (
        ["Bestand: Kreise;;;", ";;Personen;Haushalte"],
        ("V1", "V2", "Personen", "Haushalte"),
        [("titles", "")],
    ),
    "one word below a title": (
        ["Bestand: Kreise;;", ";;Personen"],
        ("V1", "V2", "Personen"),
        [("titles", "")],
    ),
    "years above words above units": (
        ["Bestand: Kreise;;;", ";;2022;2022", ";;m;w", ";;Anzahl;Anzahl"],
        ("V1", "V2", "2022 m", "2022 w"),
        [("names_joined", "join"), ("titles", ""), ("units", "leave_out")],
    ),
    "days above words, once in each group": (
        [";;31.12.2022;;31.12.2023;", ";;m;w;m;w"],
        ("V1", "V2", "31.12.2022 m", "31.12.2022 w", "31.12.2023 m", "31.12.2023 w"),
        [("names_joined", "join")],
    ),
    "words above days above words": (
        ["Kreise;;Stichtag;Stichtag", ";;31.12.2022;31.12.2022", ";;m;Insgesamt"],
        ("Kreise", "V2", "Stichtag 31.12.2022 m", "Stichtag 31.12.2022 Insgesamt"),
        [("names_joined", "join")],
    ),
    "a day below a word": (
        ["Kreis;Ort;Bestand", ";;31.12.2023"],
        ("Kreis", "Ort", "Bestand 31.12.2023"),
        [("names_joined", "")],
    ),
}


@pytest.mark.daily(9)
@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("case", WITHOUT_NAMES_OF_CODES)
def test_heads_without_names_above_codes_are_understood(case: str, form: str, tmp_path: Path) -> None:
    head, names, kinds = WITHOUT_NAMES_OF_CODES[case]
    body = [[f"{row:02}", f"Ort{row}", *(str(row * 7 + place) for place in range(2, len(names)))] for row in (1, 2, 3)]
    path = write_table(tmp_path / f"a.{form}", [*(row.split(";") for row in head), *body])
    shown = preview(path)
    assert shown.names == names
    assert [row.kind for row in shown.file_rows].count("record") == len(body)
    plan = reading_plan(path, names)
    assert sorted((entry.kind, entry.decision) for entry in plan.entries) == kinds
    answers = tuple(ReadingAnswer(entry.kind, "", entry.choices[0]) for entry in plan.questions)
    assert cells_of(read_with_report(path, names, dialect=Dialect(encoding="", answers=answers))[0], names) == body


@pytest.mark.parametrize("row", [";m;5", ";2022;x7", ";k.A.;7"])
def test_a_first_record_without_a_code_is_no_row_of_names(row: str, tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text(f"{row}\n01;w;6\n02;m;7\n", encoding="utf-8")
    assert preview(path).names == ("V1", "V2", "V3")


def test_a_first_record_with_a_day_among_codes_is_no_row_of_names(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("K;N\n2026-02-01;1\n12.20;2\n13.20;3\n", encoding="utf-8")
    assert preview(path).names == ("K", "N")
    assert preview(path, Dialect(encoding="", rules=4)).names == ("K 2026-02-01", "N 1")


@pytest.mark.parametrize("form", FORMATS)
def test_a_year_above_numbers_makes_the_first_record_no_row_of_names(form: str, tmp_path: Path) -> None:
    rows = [["", "2022"], ["Kiel", "0"], ["Ulm", "0"], ["Ulm", "0"], ["Ulm", "0"], ["bearbeitet", "von"]]
    path = write_table(tmp_path / f"a.{form}", rows)
    assert preview(path).names == ("V1", "2022")
    assert [entry.kind for entry in reading_plan(path).questions] == ["notes"]
    other = write_table(tmp_path / f"b.{form}", [*rows[:2], ["Ulm", "x"], ["Ulm", "y"], *rows[4:]])
    assert preview(other).names == ("V1", "V2")
    assert "Kiel" in codes_of(read_with_report(other, ["V1"], dialect=_AS_PROPOSED)[0], "V1")


@pytest.mark.parametrize("form", FORMATS)
def test_a_head_without_names_of_codes_is_found_above_a_second_table(form: str, tmp_path: Path) -> None:
    rows = [["", "2022"], ["1", "2"], ["Ulm", "0"], ["Kiel", "10"], ["Bonn", "0"], ["", ""]]
    path = write_table(tmp_path / f"a.{form}", [*rows, ["BERUF", "N1"], ["Maurer", "8"], ["Lehrer", "8"]])
    assert preview(path).names == ("V1", "2022")
    assert [entry.kind for entry in reading_plan(path).questions] == ["tables"]


def test_the_third_rules_read_titles_above_such_a_head_as_before(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text(";2022;2023\nUlm;5;6\nKiel;7;8\n", encoding="utf-8")
    assert preview(path, Dialect(encoding="", rules=3)).names == ("V1", "V2", "V3")
    assert preview(path).names == ("V1", "2022", "2023")


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("case", BESIDE)
def test_cells_beside_a_table_make_no_columns(case: str, form: str, tmp_path: Path) -> None:
    rows, kind, head, records = BESIDE[case]
    path = write_table(tmp_path / f"a.{form}", [row.split(";") for row in rows])
    names = head.split(";")
    shown = preview(path)
    assert list(shown.names) == names
    entries = [entry for entry in reading_plan(path, names).entries if entry.kind != "blank_rows"]
    assert [entry.kind for entry in entries] == [kind]
    answers = (ReadingAnswer(kind, "", entries[0].choices[0]),)
    data, report = read_with_report(path, names, dialect=Dialect(encoding="", answers=answers))
    assert cells_of(data, names) == [row.split(";") for row in records]
    assert report.names == tuple(names)
    kept = Dialect(encoding="", answers=(ReadingAnswer(kind, "", "keep"),))
    former = preview(path, replace(kept, rules=2))
    assert preview(path, kept).names == former.names
    assert len(former.names) > len(names)


@pytest.mark.parametrize("form", FORMATS)
def test_titles_are_found_above_a_head_of_several_rows(form: str, tmp_path: Path) -> None:
    rows = ["Stand: 31.12.2024;;;", ";;;", "KREIS;Bestand;;", ";A;B;C", "01;5;6;7", "02;6;7;8", "03;7;8;9"]
    path = write_table(tmp_path / f"a.{form}", [row.split(";") for row in rows])
    shown = preview(path)
    assert shown.names == ("KREIS", "Bestand A", "Bestand B", "Bestand C")
    assert [row.kind for row in shown.file_rows][-5:] == ["names", "names", *["record"] * 3]


def test_a_second_table_is_read_by_its_row_of_names(tmp_path: Path) -> None:
    rows = [HEAD, *FIRST, ";;", "KREIS;ALTER;N", "02;30;3", "02;40;4"]
    path = write_table(tmp_path / "a.csv", [row.split(";") for row in rows])
    dialect = Dialect(encoding="").with_rows(names=6)
    assert codes_of(read_with_report(path, ["ALTER"], dialect=dialect)[0], "ALTER") == ["30", "40"]
    first = Dialect(encoding="").with_rows(last=4)
    assert not reading_plan(path, ["SEX"], dialect=first).questions
    assert codes_of(read_with_report(path, ["SEX"], dialect=first)[0], "SEX") == ["m", "w", "m"]
    with pytest.raises(ckm.ReadingAsked) as caught:
        ckm.read_microdata(path, ["SEX"])
    assert caught.value.plan.questions[0].rows == (6,)


SEVERAL = (
    "KREIS;SEX;N 01;m;5 01;w;7 02;m;9 ;; Zweite;; KREIS;ALTER;N 02;30;3 02;40;4 ;; BERUF;ART;Z Maurer;a;3 Lehrer;b;4"
)
SIDE_BY_SIDE = "KREIS;SEX;N;;ALTER;M 01;m;5;;30;1 01;w;7;;40;2 02;m;9;;50;3 ;;;;60;4"
CHOSEN = {
    "first_table": (("KREIS", "SEX", "N"), [["01", "m", "5"], ["01", "w", "7"], ["02", "m", "9"]]),
    "second_table": (("KREIS", "ALTER", "N"), [["02", "30", "3"], ["02", "40", "4"]]),
    "third_table": (("BERUF", "ART", "Z"), [["Maurer", "a", "3"], ["Lehrer", "b", "4"]]),
    "last_table": (("BERUF", "ART", "Z"), [["Maurer", "a", "3"], ["Lehrer", "b", "4"]]),
}


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("choice", CHOSEN)
def test_one_of_several_tables_is_chosen_by_an_answer(choice: str, form: str, tmp_path: Path) -> None:
    names, records = CHOSEN[choice]
    path = write_table(tmp_path / f"a.{form}", [row.split(";") for row in SEVERAL.split(" ")])
    dialect = Dialect(encoding="", answers=(ReadingAnswer("tables", "", choice),))
    shown = preview(path, dialect)
    assert shown.names == names
    plan = reading_plan(path, names, dialect=dialect)
    entry = plan.entry("tables")
    assert entry is not None
    assert (entry.decision, plan.questions) == (choice, ())
    data, report = read_with_report(path, names, dialect=dialect)
    assert cells_of(data, names) == records
    assert cells_of(read_with_report(path, names, dialect=report.dialect)[0], names) == records  # as it is kept
    assert cells_of(read_with_report(path, names, dialect=shown.dialect)[0], names) == records  # as the window has it


@pytest.mark.parametrize("form", FORMATS)
def test_a_table_beside_is_chosen_by_an_answer(form: str, tmp_path: Path) -> None:
    path = write_table(tmp_path / f"a.{form}", [row.split(";") for row in SIDE_BY_SIDE.split(" ")])
    dialect = Dialect(encoding="", answers=(ReadingAnswer("tables_beside", "", "second_table"),))
    assert preview(path, dialect).names == ("ALTER", "M")
    data, _ = read_with_report(path, ["ALTER", "M"], dialect=dialect)
    assert cells_of(data, ["ALTER", "M"]) == [["30", "1"], ["40", "2"], ["50", "3"], ["60", "4"]]


@pytest.mark.parametrize(
    "text",
    [
        "A;B\n1;2\n3;4\n",
        "K;X\na;1\nb;2\nc;3\n",
        "K;X\na;5\n\nb;6\nc;7\n",
        "ORT;X\nUlm;5\nKiel;\nUlm;7\nKiel;8\n",
        "ORT;BERUF\nUlm;Maurer\n\nKiel;Lehrer\nUlm;Maurer\nKiel;Lehrer\n",
        "ORT;SEX;X\nUlm;m;1\nKiel;;\nKiel;w;3\nUlm;m;4\n",
        "ID;A;B\n1;;5\n2;3;\n3;4;1\n4;;\n5;6;7\n",
        "K;S;X\na;m;1\na;w;2\nb;m;3\nb;w;4\n",
        "K;X\na;k.A.\nb;5\nc;6\n",
        "A;A2\nx;b\nb;x\nA;c\n",
        "ORT;N\nUlm;5\nBonn;\nKiel;7\nMainz;9\n",
        "ID;SEX;X\n1;m;5\n2;w;7\n;w;1\n4;m;3\n5;w;4\n",
    ],
)
def test_an_honest_file_has_no_entries_on_its_rows(text: str, tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text(text, encoding="utf-8")
    plan = reading_plan(path, preview(path).names)
    assert {entry.kind for entry in plan.entries} <= {"blank_rows", "words_as_codes"}


@pytest.mark.thorough
@pytest.mark.parametrize("form", ["csv", *(pytest.param(form, marks=pytest.mark.thorough) for form in ("xlsx", "ods"))])
def test_totals_late_in_a_file_have_their_rows_and_leave_no_category_behind(form: str, tmp_path: Path) -> None:
    body = [["01", "m", "5"], ["02", "w", "7"]]
    total = ["Insgesamt", "", "12"] if form != "csv" else ["alle", "", "12"]
    rows = [["KREIS", "SEX", "N"], *body * 6000, total, *body * 50, ["", "x", "1"]]
    path = write_table(tmp_path / f"a.{form}", rows)
    (entry,) = reading_plan(path, ["KREIS", "SEX"]).entries
    assert (entry.kind, entry.column, entry.rows) == ("totals", "KREIS", (12_002,))
    dialect = Dialect(encoding="", answers=(ReadingAnswer("totals", "", "leave_out"),))
    data, _ = read_with_report(path, ["KREIS", "SEX"], dialect=dialect)
    assert (data.rows, data.dimensions["KREIS"].codes) == (12_101, ("01", "02", ""))
    assert data.dimensions["SEX"].codes == ("m", "w", "x")
    before, _ = read_with_report(path, ["KREIS", "SEX"], dialect=replace(dialect, rules=2))
    assert total[0] in before.dimensions["KREIS"].codes


@pytest.mark.parametrize("form", FORMATS)
def test_subtotals_of_excel_are_asked_about_by_their_codes(form: str, tmp_path: Path) -> None:
    rows = ["LAND;KREIS;N", "Nord;1;4", "Nord;2;6", "Nord Ergebnis;;10", "Süd;3;5", "Süd Ergebnis;;5"]
    path = write_table(tmp_path / f"a.{form}", [row.split(";") for row in [*rows, "Gesamtergebnis;;15"]])
    (entry,) = reading_plan(path, ["LAND"]).questions
    assert (entry.kind, entry.rows) == ("totals", (4, 6, 7))
    (before,) = reading_plan(path, ["LAND"], dialect=Dialect(encoding="", rules=4)).questions
    assert (before.kind, before.rows) == ("totals", (7,))
    below = write_table(tmp_path / f"c.{form}", [["LAND", "N"], ["Nord", "5"], ["Süd", "7"], ["Ergebnis", "12"]])
    assert [entry.rows for entry in reading_plan(below, ["LAND"]).questions] == [(4,)]
    melted = [["LAND", "WAS", "N"], ["Nord", "Anzahl", "5"], ["Süd", "Anzahl", "8"], ["Süd", "Fläche", "9"]]
    assert not reading_plan(write_table(tmp_path / f"e.{form}", melted), ["LAND"]).questions
    means = [["LAND", "N"], ["Nord", "5"], ["Süd", "8"], ["Durchschnitt", "6,5"], ["Anzahl:", "2"]]
    mean = write_table(tmp_path / f"d.{form}", means)
    assert [(entry.kind, entry.rows) for entry in reading_plan(mean, ["LAND"]).questions] == [("totals", (4, 5))]
    other = write_table(tmp_path / f"b.{form}", [["LAND", "N"], ["Nord", "5"], ["Bund Ergebnis", "7"]])
    assert not reading_plan(other, ["LAND"]).entries


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("is_below", [False, True])
def test_groups_of_a_pivot_table_are_asked_about(form: str, is_below: bool, tmp_path: Path) -> None:
    groups = [("Nord", 12, ["1", "11"]), ("Mitte", 7, ["7"]), ("Süd", 25, ["14", "2", "9"])]
    rows = []
    for name, total, parts in groups:
        listed = [[f"{name[0]}{number}", part] for number, part in enumerate(parts)]
        rows += [*listed, [name, str(total)]] if is_below else [[name, str(total)], *listed]
    path = write_table(tmp_path / f"a.{form}", [["Zeilenbeschriftungen", "Summe von N"], *rows])
    (entry,) = reading_plan(path).questions
    assert (entry.kind, entry.examples) == ("sum_rows", ("Nord | 12", "Mitte | 7", "Süd | 25"))
    assert not reading_plan(path, dialect=Dialect(encoding="", rules=4)).questions


@pytest.mark.parametrize("gap", ["", "\n"])
def test_names_of_a_second_text_put_behind_a_first_one_are_names_again(gap: str, tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text(f"\ufeffK;N\na;1\nb;2\n{gap}\ufeffK;N\nc;3\n", encoding="utf-8")
    assert [entry.kind for entry in reading_plan(path, ["K"]).entries if entry.kind != "blank_rows"] == [
        "repeated_head"
    ]
    assert codes_of(read_with_report(path, ["K"], magnitudes=["N"])[0], "K") == ["a", "b", "c"]


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("more", [1, 3])
def test_running_numbers_without_a_record_are_asked_about(form: str, more: int, tmp_path: Path) -> None:
    rows = [["NR", "K", "N"], ["1", "a", "5"], ["2", "b", "6"], *[[str(3 + number), "", ""] for number in range(more)]]
    path = write_table(tmp_path / f"a.{form}", rows)
    (entry,) = reading_plan(path, ["K"]).questions
    assert (entry.kind, entry.count, entry.rows[0]) == ("numbers_alone", more, 4)
    dialect = Dialect(encoding="", answers=(ReadingAnswer("numbers_alone", "", "leave_out"),))
    assert codes_of(read_with_report(path, ["K"], dialect=dialect)[0], "K") == ["a", "b"]
    full = write_table(tmp_path / f"b.{form}", [*rows[:3], ["3", "c", ""], ["4", "", "7"]])
    assert not reading_plan(full, ["K"]).questions


def test_groups_whose_sums_have_the_codes_above_are_asked_about(tmp_path: Path) -> None:
    rows = ["LAND;KREIS;N", "A;;10", ";1;4", ";2;6", "B;;12", ";3;5", ";4;7"]
    path = write_table(tmp_path / "a.csv", [row.split(";") for row in rows])
    plan = reading_plan(path)
    assert [(entry.kind, entry.rows) for entry in plan.questions] == [
        ("sum_rows", (2, 5)),
        ("codes_above", (3, 4, 6, 7)),
    ]
    before = reading_plan(path, dialect=Dialect(encoding="", rules=5))
    assert [(entry.kind, entry.examples[:2]) for entry in before.entries][1] == ("codes_lost", ("A", "B"))
    dialect = Dialect(encoding="", answers=(ReadingAnswer("sum_rows", "", "keep"),))
    assert [entry.kind for entry in reading_plan(path, dialect=dialect).entries] == ["sum_rows"]


def test_groups_of_groups_are_found_with_all_their_sums(tmp_path: Path) -> None:
    numbers = {"N": 30, "N1": 12, "N11": 5, "N12": 7, "N2": 18, "N21": 18, "S": 40, "S1": 33, "S2": 7, "S3": 0}
    numbers = {f"{name}{'abcdefghij'[place]}": number for place, (name, number) in enumerate(numbers.items())}
    del numbers["N21f"]
    path = write_table(tmp_path / "a.csv", [["K", "X"], *[[name, str(number)] for name, number in numbers.items()]])
    (entry,) = reading_plan(path).questions
    assert entry.examples == ("Na | 30", "N1b | 12", "Sg | 40")


@pytest.mark.parametrize("form", FORMATS)
def test_a_head_with_years_and_a_name_that_comes_again_is_a_head(form: str, tmp_path: Path) -> None:
    rows = ["Kreis;2022;2023;;Kreis", "01;1;2;;x", "02;3;4;;y"]
    path = write_table(tmp_path / f"a.{form}", [row.split(";") for row in rows])
    assert preview(path).names == ("Kreis", "2022", "2023", "V4", "Kreis (2)")
    assert preview(path, Dialect(encoding="", rules=4)).names[0] == "V1"


@pytest.mark.parametrize("form", FORMATS)
def test_codes_in_the_first_row_of_a_group_alone_are_asked_about(form: str, tmp_path: Path) -> None:
    rows = ["LAND;KREIS;SEX;N", "BY;01;m;5", ";;w;6", ";02;m;7", ";;w;8", "HE;03;m;9", ";;w;4"]
    path = write_table(tmp_path / f"a.{form}", [row.split(";") for row in rows])
    names = rows[0].split(";")
    questions = reading_plan(path, names).questions
    assert [(entry.kind, entry.column, entry.count) for entry in questions] == [
        ("codes_above", "LAND", 4),
        ("codes_above", "KREIS", 3),
    ]
    dialect = Dialect(encoding="", answers=(ReadingAnswer("codes_above", "", "above"),))
    data, _ = read_with_report(path, names, dialect=dialect)
    assert codes_of(data, "LAND") == ["BY"] * 4 + ["HE"] * 2
    assert codes_of(data, "KREIS") == ["01", "01", "02", "02", "03", "03"]
    dialect = Dialect(encoding="", answers=(ReadingAnswer("codes_above", "", "missing"),))
    assert codes_of(read_with_report(path, names, dialect=dialect)[0], "LAND") == ["BY", "", "", "", "HE", ""]
    assert not reading_plan(path, names, dialect=Dialect(encoding="", rules=2)).questions


@pytest.mark.parametrize(
    "text",
    [
        "01 m    5\n02 w   17\n03 m  117\n",
        "KREIS SEX  WERT\n01    m       5\n02    w      17\n\n03    m     117\n          \n",
        "Ulm     5\nBonn   17\nKiel  117\n",
    ],
)
def test_lines_that_look_like_fixed_width_are_asked_about(text: str, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(text, encoding="utf-8")
    name = preview(path).names[0]
    assert [entry.kind for entry in reading_plan(path, [name]).questions] == ["fixed_width"]
    dialect = Dialect(encoding="", answers=(ReadingAnswer("fixed_width", "", "one_column"),))
    before, _ = read_with_report(path, [name], dialect=Dialect(encoding="", rules=2))
    assert read_with_report(path, [name], dialect=dialect)[0].rows == before.rows


@pytest.mark.parametrize("text", ["ORT\nBad Tölz\nBad Ems\nBad Urach\n", "A\n01 \n02 \n03 \n", "X\n1\n22\n333\n"])
def test_a_file_of_one_column_is_not_taken_for_one_of_fixed_width(text: str, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(text, encoding="utf-8")
    assert not reading_plan(path, preview(path).names).entries


def test_ragged_lines_are_named_and_can_be_left_out(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("SEX;ART;X\nm;a;5\nw;b\nm;c;7;8\nw;d;9\n", encoding="utf-8")
    with fails("ragged_rows", line=3, found=2, expected=3, rows=("3", "4"), skip="3,4") as caught:
        ckm.read_microdata(path, ["SEX"])
    assert "--skip-rows 3,4" in caught.value.text("en")
    dialect = replace(ckm.microdata.sniff(path), left_out=((3, 3), (4, 4)))
    assert codes_of(ckm.read_microdata(path, ["ART"], dialect=dialect), "ART") == ["a", "d"]


def long_rows(count: int) -> list[str]:
    return [f"{row % 90:02};{'mw'[row % 2]};{row}" for row in range(count)]


LATE: dict[str, tuple[list[str], str]] = {
    "another table below a blank row": ([";;", "KREIS;ALTER;N", "02;30;3", "02;40;4"], "tables"),
    "another table below no blank row": (["KREIS;ALTER;N", "02;30;3", "02;40;4"], "tables"),
    "subheads": (["Altbau;;", "02;m;3", "02;w;4"], "subheads"),
    "names in another case": (["Kreis;Sex;n", "02;m;3", "02;w;4"], "repeated_head"),
    "who made the table": ([";;", "geprueft;;"], "notes"),
    "parts": (["02;davon m;3", "02;davon w;4"], "parts"),
}
_WHEN_THOROUGH = pytest.mark.thorough


@pytest.mark.parametrize("code", [";", "99;m", "Deutschland;"])
def test_a_total_without_a_word_ends_a_long_table(code: str, tmp_path: Path) -> None:
    total = sum(range(11_000))
    path = tmp_path / "a.csv"
    path.write_text("\n".join([HEAD, *long_rows(11_000), f"{code};{total}", ""]), encoding="utf-8")
    (entry,) = reading_plan(path, ["SEX"]).entries
    assert (entry.kind, entry.rows, entry.decision) == ("sum_rows", (11_002,), "")
    dialect = Dialect(encoding="", answers=(ReadingAnswer("sum_rows", "", "leave_out"),))
    assert read_with_report(path, ["SEX"], dialect=dialect)[0].rows == 11_000
    kinds = {entry.kind for entry in reading_plan(path, ["SEX"], dialect=Dialect(encoding="", rules=3)).entries}
    assert "sum_rows" not in kinds
    path.write_text("\n".join([HEAD, *long_rows(11_000), f"01;m;{total + 1}", ""]), encoding="utf-8")
    assert not reading_plan(path, ["SEX"]).entries


def test_a_late_title_without_separators_is_asked_about(tmp_path: Path) -> None:
    rows = long_rows(11_000)
    path = tmp_path / "a.csv"
    path.write_text("\n".join([HEAD, *rows, "Tabelle 2: Alter", *rows[:100], ""]), encoding="utf-8")
    (entry,) = reading_plan(path, ["SEX"]).questions
    assert (entry.kind, entry.rows) == ("subheads", (11_002,))
    with pytest.raises(ckm.ReadingAsked):
        ckm.read_microdata(path, ["SEX"])
    dialect = Dialect(encoding="", answers=(ReadingAnswer("subheads", "", "leave_out"),))
    assert read_with_report(path, ["SEX"], dialect=dialect)[0].rows == 11_100
    with fails("ragged_rows", line=11_002):
        ckm.read_microdata(path, ["SEX"], dialect=Dialect(encoding="", rules=3))
    path.write_text("\n".join([HEAD, *rows, "Tabelle 2: Alter", "1;2;3;4", *rows[:100], ""]), encoding="utf-8")
    with fails("ragged_rows", rows=("11002", "11003")):
        ckm.read_microdata(path, ["SEX"])


@pytest.mark.daily(1)
@pytest.mark.parametrize(
    ("form", "count"),
    [("csv", 11_000), *(pytest.param(form, 11_000, marks=_WHEN_THOROUGH) for form in ("xlsx", "ods")),
     pytest.param("csv", 120_000, marks=_WHEN_THOROUGH)],
)  # fmt: skip
@pytest.mark.parametrize("case", LATE)
def test_rows_late_in_a_long_table_are_asked_about_too(case: str, form: str, count: int, tmp_path: Path) -> None:
    tail, kind = LATE[case]
    is_middle = case != "who made the table"
    rows = [HEAD, *long_rows(count), *tail, *(["03;m;7"] * 100 if is_middle else [])]
    path = write_table(tmp_path / f"a.{form}", [row.split(";") for row in rows])
    entries = [entry for entry in reading_plan(path, ["SEX"]).entries if entry.kind != "blank_rows"]
    assert [entry.kind for entry in entries] == [kind]
    assert entries[0].rows[0] == count + 2 + (tail[0] == ";;")
    answers = (ReadingAnswer(kind, "", entries[0].choices[0]),)
    data, _ = read_with_report(path, ["SEX"], dialect=Dialect(encoding="", answers=answers))
    assert data.rows == count + (102 - 2 * (kind == "parts") if is_middle and kind != "tables" else 0)


@pytest.mark.parametrize(
    ("rows", "kind"),
    [
        (["K;N", "01;5", "02;6", "=;11"], "sum_rows"),
        (["K;N", "01;5", "02;6", "∑;11"], "sum_rows"),
        (["K;DATUM;N", "01;01.01.2024;5", "02;02.01.2024;6", "Stand;03.02.2024;"], "notes"),
        (["K;N", "---;---", "01;5", "02;6"], "rule_rows"),
    ],
)
@pytest.mark.parametrize("form", FORMATS)
def test_signs_for_sums_dates_below_and_lines_below_the_names(
    rows: list[str], kind: str, form: str, tmp_path: Path
) -> None:
    path = write_table(tmp_path / f"a.{form}", [row.split(";") for row in rows])
    names = rows[0].split(";")
    entries = reading_plan(path, names).entries
    assert [entry.kind for entry in entries] == [kind]
    answers = tuple(ReadingAnswer(kind, "", entry.choices[0]) for entry in entries if entry.choices)
    data, _ = read_with_report(path, ["K"], dialect=Dialect(encoding="", answers=answers))
    assert codes_of(data, "K") == ["01", "02"]


def test_a_row_below_a_blank_one_in_a_small_table_of_texts_is_asked_about(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("KREIS;SEX\nUlm;m\nUlm;m\nKiel;w\nBonn;d\n;\nbearbeitet;von\n", encoding="utf-8")
    (entry,) = ckm.reading_plan(path, ["KREIS", "SEX"]).questions
    assert (entry.kind, entry.rows) == ("notes", (7,))


@pytest.mark.parametrize("rule", ["=====;=====", "---;---", "_____;", '"===";"==="', " === ; *** "])
def test_lines_of_signs_between_records_are_none_and_are_counted(tmp_path: Path, rule: str) -> None:
    path = tmp_path / "a.csv"
    path.write_text(f"K;S\n01;m\n02;w\n{rule}\n03;m\n-;-\n{rule}\n04;w\n", encoding="utf-8")
    data = read_with_report(path, ["K", "S"])[0]
    assert codes_of(data, "K") == ["01", "02", "03", "-", "04"]
    (entry,) = [entry for entry in reading_plan(path, ["K", "S"]).entries if entry.kind == "rule_rows"]
    assert (entry.count, entry.rows[0]) == (2, 4)
    with xlsxwriter.Workbook(tmp_path / "a.xlsx") as book:
        sheet = book.add_worksheet()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines()):
            for place, cell in enumerate(line.split(";")):
                sheet.write_string(number, place, cell.strip('"'))
    data = read_with_report(tmp_path / "a.xlsx", ["K", "S"])[0]
    assert codes_of(data, "K") == ["01", "02", "03", "-", "04"]
    (entry,) = [one for one in reading_plan(tmp_path / "a.xlsx", ["K", "S"]).entries if one.kind == "rule_rows"]
    assert entry.count == 2
    assert [row.number for row in preview(path).file_rows if row.kind == "left_out"] == [4, 7]


OUTLINE = ["LAND;SEX;AGE;N", "A;;;{}", ";m;;{}", ";;y;11", ";;o;22", ";f;;{}", ";;y;33", "B;;;{}", ";m;;{}", ";;o;44",
           "Gesamtergebnis;;;110"]  # fmt: skip


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("sums", [(66, 33, 33, 44, 44), ("",) * 5], ids=["sums", "heads alone"])
def test_the_outline_of_a_pivot_table_is_filled_with_the_codes_of_its_groups(
    form: str, tmp_path: Path, sums: tuple[int | str, ...]
) -> None:
    numbers = iter(sums)
    rows = [row.format(next(numbers)) if "{}" in row else row for row in OUTLINE]
    path = write_table(tmp_path / f"a.{form}", [row.split(";") for row in rows])
    names = ["LAND", "SEX", "AGE"]
    plan = reading_plan(path, names, magnitudes=["N"])
    assert {(entry.kind, entry.column) for entry in plan.questions} >= {("codes_above", "LAND"), ("codes_above", "SEX")}
    answers = tuple(ReadingAnswer(entry.kind, entry.column, entry.choices[0]) for entry in plan.questions)
    data, _ = read_with_report(path, names, magnitudes=["N"], dialect=Dialect(encoding="", answers=answers))
    assert cells_of(data, names) == [["A", "m", "y"], ["A", "m", "o"], ["A", "f", "y"], ["B", "m", "o"]]
    assert np.asarray(data.magnitudes["N"].values).tolist() == [11, 22, 33, 44]
    part, _ = read_with_report(path, ["AGE"], magnitudes=["N"], dialect=Dialect(encoding="", answers=answers))
    assert codes_of(part, "AGE") == ["y", "o", "y", "o"]
    without = tuple(replace(answer, choice="missing") if answer.kind == "codes_above" else answer for answer in answers)
    bare, _ = read_with_report(path, names, magnitudes=["N"], dialect=Dialect(encoding="", answers=without))
    assert cells_of(bare, names) == [["", "", age] for age in "yoyo"]


def test_codes_of_an_outer_group_end_those_of_the_inner_ones(tmp_path: Path) -> None:
    rows = ["LAND;SEX;AGE;N", "A;;;", ";m;;", ";;y;11", ";;o;22", "B;;;", ";;y;33", ";;o;44"]
    path = write_table(tmp_path / "a.csv", [row.split(";") for row in rows])
    names = ["LAND", "SEX", "AGE"]
    questions = reading_plan(path, names, magnitudes=["N"]).questions
    answers = tuple(ReadingAnswer(entry.kind, entry.column, entry.choices[0]) for entry in questions)
    data, _ = read_with_report(path, names, magnitudes=["N"], dialect=Dialect(encoding="", answers=answers))
    assert cells_of(data, names) == [["A", "m", "y"], ["A", "m", "o"], ["B", "", "y"], ["B", "", "o"]]
