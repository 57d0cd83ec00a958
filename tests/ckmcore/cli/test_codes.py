"""`ckm data codes` and the tables of codes of `ckm statistic`: shown, asked about, taken over with their labels."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import ckmcore as ckm
from ckmcore.base.exit_codes import Exit
from ckmcore.cli import main
from ckmcore.microdata.hrc import read_hrc
from ckmcore.microdata.variable import VariableEntry
from tests.kit.workbooks import write_xlsx

NOTE = ["Quelle: Statistische Ämter des Bundes und der Länder"]
TREE = [
    ["Kreise und Länder"],
    ["Kreis", "Kreisname", "Land", "Name"],
    ["01001", "Flensburg", "01", "Schleswig-Holstein"],
    ["01002", "Kiel", "01", "Schleswig-Holstein"],
    ["09161", "Ingolstadt", "09", "Bayern"],
    NOTE,
]


def run(capsys: pytest.CaptureFixture[str], *arguments: object, language: str = "en") -> tuple[int, str]:
    code = main(["--language", language, *map(str, arguments)])
    said = capsys.readouterr()
    return code, said.out + said.err


def records(folder: Path, name: str, codes: list[str]) -> Path:
    file = folder / name
    draw = random.Random(name)
    file.write_text("KREIS,rkey\n" + "".join(f"{code},{draw.random():.9f}\n" for code in codes * 40))
    return file


def kreis(statistic: ckm.Statistic) -> VariableEntry:
    return next(entry for entry in statistic.dictionary if entry.name == "KREIS")


@pytest.fixture
def statistic(tmp_path: Path) -> Path:
    path = tmp_path / "s.ckm"
    with ckm.create_statistic(path, ckm.Texts.same("Persons"), source_note="Register") as work:
        work.add_period("2024", "2024-12-31")
        file = records(tmp_path, "2024.csv", ["01001", "01002", "09161"])
        work.add_records(file, ["KREIS"], record_key="rkey")
    return path


@pytest.mark.parametrize(("language", "words"), [("en", "label of level 1"), ("de", "Bezeichnung der Ebene 1")])
def test_a_table_of_codes_is_shown_with_what_is_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], language: str, words: str
) -> None:
    file = write_xlsx(tmp_path / "tree.xlsx", {"Daten": TREE})
    code, said = run(capsys, "data", "codes", file, language=language)
    assert code == Exit.ASKED
    assert words in said
    assert "--answer notes=leave_out|keep" in said
    code, said = run(capsys, "data", "codes", file, "--answer", "notes=leave_out", "-o", tmp_path / "tree.hrc")
    assert code == 0
    assert "holds no labels" in said
    assert read_hrc(tmp_path / "tree.hrc").leaves == ("01001", "01002", "09161")


def test_meanings_sheet_and_row_of_names_are_options(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [["x", "y", "z"], ["A", "B", "C"], ["a1", "eins", "a"], ["a2", "zwei", "a"]]
    file = write_xlsx(tmp_path / "tree.xlsx", {"eins": [["1", "2"], ["3", "4"]], "zwei": rows})
    chosen = ("--sheet", "zwei", "--head-row", "2")
    meanings = ("--meaning", "A=code", "--meaning", "B=label_de", "--meaning", "C=parent")
    code, said = run(capsys, "data", "codes", file, *chosen, *meanings)
    assert code == 0
    assert "1, 2; 2 labels" in said
    code, said = run(capsys, "data", "codes", file, *chosen, "--meaning", "A=schlüssel")
    assert code == 1
    assert "no meaning of a column" in said
    code, said = run(capsys, "data", "codes", file, "--read-as", "list", "-o", tmp_path / "a.hrc")
    assert code == 1


def test_a_hrc_file_is_counted_by_its_levels(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.hrc").write_text("A\n@A1\n@A2\nB\n")
    code, said = run(capsys, "data", "codes", tmp_path / "a.hrc", "-o", tmp_path / "b.hrc")
    assert code == 0
    assert "nodes by level: 2, 2" in said
    assert read_hrc(tmp_path / "b.hrc") == read_hrc(tmp_path / "a.hrc")


def test_rows_that_do_not_fit_are_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "tree.csv").write_text("code;parent\na;\nb;\nx;a\nx;b\n;a\n")
    code, said = run(capsys, "data", "codes", tmp_path / "tree.csv")
    assert code == Exit.ASKED
    assert "line 5: “x” lies below “b”" in said
    assert "line 6: there is no code" in said
    assert "--answer misfits=leave_out" in said


def test_a_variable_takes_hierarchy_and_labels_of_a_table(
    tmp_path: Path, statistic: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write_xlsx(tmp_path / "tree.xlsx", {"Daten": TREE})
    code, said = run(capsys, "statistic", "variable", statistic, "KREIS", "--hierarchy", file)
    assert code == Exit.ASKED
    assert "--answer notes=leave_out|keep" in said
    arguments = ("--hierarchy", file, "--answer", "notes=leave_out")
    code, said = run(capsys, "statistic", "variable", statistic, "KREIS", *arguments)
    assert code == 0, said
    entry = kreis(ckm.open_statistic(statistic)[0])
    assert entry.tree is not None
    assert entry.tree.leaves_below("01") == ("01001", "01002")
    assert dict(entry.node_labels)["09"].de == "Bayern"
    assert [category.label.de for category in entry.categories] == ["Flensburg", "Kiel", "Ingolstadt"]


def test_a_code_list_and_a_hierarchy_of_the_library_do_the_same(tmp_path: Path, statistic: Path) -> None:
    file = write_xlsx(tmp_path / "tree.xlsx", {"Daten": TREE[1:-1]})
    listed = tmp_path / "list.csv"
    listed.write_text("Schlüssel;Bezeichnung\n09161;Ingolstadt\n01002;Kiel, Stadt\n01001;Flensburg\n", "utf-8")
    with ckm.work_on_statistic(statistic) as work:
        work.describe_variable("KREIS", hierarchy=file)
        work.describe_variable("KREIS", code_list=listed)
        entry = kreis(work.statistic)
    assert [category.code for category in entry.categories] == ["09161", "01002", "01001"]
    assert [category.label.de for category in entry.categories] == ["Ingolstadt", "Kiel, Stadt", "Flensburg"]
    assert dict(entry.node_labels)["09"].de == "Bayern"


def test_new_codes_of_a_period_come_with_the_labels_of_the_conversion(
    tmp_path: Path, statistic: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [
        ["Kreis alt", "Name alt", "Kreis neu", "Name neu"],
        ["01001", "Flensburg", "01009", "Flensburg, neu"],
        ["01002", "Kiel", "01009", "Flensburg, neu"],
        ["09161", "Ingolstadt", "09161", "Ingolstadt"],
    ]
    file = write_xlsx(tmp_path / "change.xlsx", {"Umsteiger": rows})
    data = records(tmp_path, "2025.csv", ["01009", "09161"])
    arguments = ("--date", "2025-12-31", "--data", data, "--record-key", "rkey", "--conversion", f"KREIS={file}")
    code, said = run(capsys, "statistic", "period", statistic, "2025", *arguments, "--since", "2025-01-01")
    assert code == 0, said
    opened = ckm.open_statistic(statistic)[0]
    entry = kreis(opened)
    labels = {category.code: category for category in entry.categories}
    assert labels["01009"].label.de == "Flensburg, neu"
    assert labels["01001"].valid_to == "2024-12-31"
    assert [one.variable for one in opened.period.breaks] == ["KREIS"]


def test_a_table_takes_its_hierarchy_from_a_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write_xlsx(tmp_path / "tree.xlsx", {"Daten": TREE[1:-1]})
    data = records(tmp_path, "2024.csv", ["01001", "01002", "09161"])
    ckm.write_ptable(ckm.design_ptable(D=3, V=2.0, js=1), tmp_path / "p.csv")
    arguments = ("--data", data, "--rows", "KREIS", "--hierarchy", f"KREIS={file}", "--record-key", "rkey")
    code, said = run(capsys, "table", *arguments, "--ptable", tmp_path / "p.csv", "-o", tmp_path / "t.csv")
    assert code == 0, said
    assert "09161" in (tmp_path / "t.csv").read_text(encoding="utf-8-sig")
    hierarchies = {"KREIS": str(file)}
    read = ckm.microdata_of(data, ["KREIS"], record_key="rkey", hierarchies=hierarchies)
    assert read.dimension("KREIS").hierarchy is not None


def test_meanings_and_answers_hold_for_a_conversion(
    tmp_path: Path, statistic: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [
        ["Neu", "Name", "Alt"],
        ["01009", "Flensburg, neu", "01001"],
        ["01009", "Flensburg und Kiel", "01002"],
        ["09161", "Ingolstadt", "09161"],
    ]
    file = write_xlsx(tmp_path / "change.xlsx", {"Umsteiger": rows})
    data = records(tmp_path, "2025.csv", ["01009", "09161"])
    arguments = ("--date", "2025-12-31", "--data", data, "--record-key", "rkey", "--conversion", f"KREIS={file}")
    given = (
        "statistic",
        "period",
        statistic,
        "2025",
        *arguments,
        "--since",
        "2025-01-01",
        "--meaning",
        "Name=new_label",
    )
    code, said = run(capsys, *given)
    assert code == Exit.ASKED
    assert "--answer labels_differ=first|last" in said
    code, said = run(capsys, *given, "--answer", "labels_differ=last")
    assert code == 0, said
    labels = {category.code: category.label.de for category in kreis(ckm.open_statistic(statistic)[0]).categories}
    assert labels["01009"] == "Flensburg und Kiel"


def test_answers_on_a_table_of_codes_are_kept_for_the_next_one(
    tmp_path: Path, statistic: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write_xlsx(tmp_path / "tree.xlsx", {"Daten": TREE})
    arguments = ("statistic", "variable", statistic, "KREIS", "--hierarchy")
    code, said = run(capsys, *arguments, file, "--answer", "notes=leave_out")
    assert code == 0, said
    assert kreis(ckm.open_statistic(statistic)[0]).code_answers == (ckm.ReadingAnswer("notes", "", "leave_out"),)
    again = write_xlsx(tmp_path / "next.xlsx", {"Daten": [*TREE[:4], ["09161", "Ingolstadt", "09", "Freistaat"], NOTE]})
    code, said = run(capsys, *arguments, again)
    assert code == 0, said
    listed = tmp_path / "list.csv"
    lines = ["Schlüssel;Bezeichnung", "01001;Flensburg", "01002;Kiel", "09161;Ingolstadt", "00;Insgesamt"]
    listed.write_text("\n".join(lines) + "\n", encoding="utf-8")
    with ckm.work_on_statistic(statistic) as work:
        with pytest.raises(ckm.ReadingAsked):
            work.describe_variable("KREIS", code_list=listed)
        answer = ckm.ReadingAnswer("totals", "", "leave_out")
        work.describe_variable("KREIS", code_list=listed, answers=[answer])
        work.describe_variable("KREIS", code_list=listed)
        entry = kreis(work.statistic)
    assert {answer.kind for answer in entry.code_answers} == {"notes", "totals"}
    assert [category.code for category in entry.categories] == ["01001", "01002", "09161"]


def test_answers_on_single_rows_are_not_kept(tmp_path: Path, statistic: Path) -> None:
    rows = [
        ["Code", "Parent"],
        ["01", ""],
        ["09", ""],
        ["01001", "01"],
        ["01002", "01"],
        ["09161", "09"],
        ["09161", "01"],
    ]
    file = write_xlsx(tmp_path / "tree.xlsx", {"Daten": rows})
    with ckm.work_on_statistic(statistic) as work:
        work.describe_variable("KREIS", hierarchy=file, answers=[ckm.ReadingAnswer("misfits", "", "leave_out")])
        assert kreis(work.statistic).code_answers == ()
