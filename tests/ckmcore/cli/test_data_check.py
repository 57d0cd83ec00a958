"""`ckm data check` and `ckm statistic rules`: verdicts for all, numbers of records into a file of one's own alone."""

from __future__ import annotations

import json
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import ckmcore as ckm
from ckmcore.base.exit_codes import Exit
from ckmcore.cli import main
from ckmcore.dictionary.json_file import read_dictionary, write_dictionary
from ckmcore.microdata.variable import Derivation, VariableEntry

PEOPLE = "id,SEX,AGE,INCOME\n1,m,30,100\n2,w,13,-1\n2,w,40,50\n4,,17,0\n"
CHILD = ckm.RecordRule(
    "condition", when=ckm.ColumnTest("AGE", "<", "16"), then=ckm.ColumnTest("SEX", "=", "m"), title="Kinder & Co."
)
RULES = (
    ckm.RecordRule("unique", "id"),
    ckm.RecordRule("range", "INCOME", low="0"),
    CHILD,
    ckm.RecordRule("required", "AGE"),
    ckm.RecordRule("former", "SEX", low="1", high="1"),
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "people.csv").write_text(PEOPLE, encoding="utf-8")
    write_dictionary(tmp_path / "rules.json", (), (), RULES)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def check(*line: str) -> int:
    return main(["--language", "en", "data", "check", *line])


def test_a_file_is_checked_by_a_file_of_rules_and_no_number_is_said(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert check("people.csv", "--rules", "rules.json") == Exit.BREAKS_RULES == 9
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "broken: No two records are the same in id"
    assert lines[1] == "broken: Values of INCOME: at least 0"
    assert lines[2:4] == ["broken: Kinder & Co.", "held: Stated: AGE"]
    assert lines[4].startswith("not tested: Records of each category of SEX: 1 to 1 times")
    assert lines[5:] == ["Rules held: 1; broken: 3; not tested: 1."]
    assert sorted(path.name for path in folder.iterdir()) == ["people.csv", "rules.json"]


def test_what_was_not_tested_ends_otherwise_than_what_holds(folder: Path) -> None:
    write_dictionary(folder / "rules.json", (), (), RULES[3:4])
    assert check("people.csv", "--rules", "rules.json") == Exit.DONE
    write_dictionary(folder / "rules.json", (), (), RULES[3:])
    assert check("people.csv", "--rules", "rules.json") == Exit.NOT_TESTED


@pytest.mark.skipif(sys.platform == "win32", reason="rights of the folder")
def test_numbers_of_records_stand_in_a_report_of_one_s_own_alone(folder: Path) -> None:
    for name, more in (("plain.json", ()), ("own.json", ("--confidential",))):
        assert check("people.csv", "--rules", "rules.json", "-o", name, *more) == Exit.BREAKS_RULES
    plain, own = (json.loads((folder / name).read_text(encoding="utf-8")) for name in ("plain.json", "own.json"))
    assert (folder / "own.json").stat().st_mode & 0o777 == 0o600
    assert [rule["verdict"] for rule in plain["rules"]] == ["open", "open", "open", "held", "not_tested"]
    assert all(not {"broken", "rows", "categories"} & rule.keys() for rule in plain["rules"])
    assert [(rule["broken"], rule["rows"]) for rule in own["rules"][:3]] == [(2, [2, 3]), (1, [2]), (1, [2])]
    assert own["rules"][4]["reason"]["code"] == "rule_no_former"


class Cells(HTMLParser):
    """The rows of all tables of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.inside = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")
        self.inside = tag in ("td", "th")

    def handle_endtag(self, tag: str) -> None:
        self.inside = False

    def handle_data(self, data: str) -> None:
        if self.inside:
            self.rows[-1][-1] += data


def test_the_page_is_read_by_a_person_and_lists_the_records_with_their_values(folder: Path) -> None:
    line = ["data", "check", "people.csv", "--rules", "rules.json"]
    for language in ("de", "en"):
        main(["--language", language, *line, "-o", f"plain_{language}.html"])
        main(["--language", language, *line, "--confidential", "-o", f"own_{language}.html"])
    page = (folder / "own_de.html").read_text(encoding="utf-8")
    rows = Cells(page).rows
    assert rows[0] == ["Regel", "Art", "Bei Verletzung", "Ergebnis", "Datensätze, die sie verletzen"]
    assert rows[3] == ["Kinder & Co.", "Bedingung", "meldet", "verletzt", "1"]
    assert ["Datensatz", "AGE", "SEX"] in rows
    assert ["2", "13", "w"] in rows
    assert '<tr><td class="number">2</td><td>13</td><td>w</td></tr>' in (folder / "own_de.html").read_text(
        encoding="utf-8"
    )
    plain = Cells((folder / "plain_en.html").read_text(encoding="utf-8")).rows
    assert len(plain) == 6
    assert plain[1] == ["No two records are the same in id", "Unique", "reports", "broken"]


def test_rules_of_a_statistic_are_declared_listed_written_and_judge_a_new_delivery_against_the_last(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = folder / "s.ckm"
    with ckm.create_statistic(path, "People") as work:
        work.add_period("2024", "2024-12-31")
        work.add_records(folder / "people.csv", ["SEX", "AGE"], magnitudes="INCOME", keys="generate")
    assert main(["--language", "en", "statistic", "rules", "s.ckm", "--rules", "rules.json"]) == Exit.DONE
    assert "Kinder & Co. (reports)" in capsys.readouterr().out
    assert main(["statistic", "rules", "s.ckm", "-o", "again.json"]) == Exit.DONE
    assert read_dictionary(folder / "again.json").rules == RULES
    (folder / "next.csv").write_text(PEOPLE.replace("2,w,40", "3,m,40"), encoding="utf-8")
    own = ("next.csv", "--statistic", "s.ckm", "--confidential", "-o")
    assert check(*own, "r.json") == check(*own, "r.html") == Exit.BREAKS_RULES
    page = (folder / "r.html").read_text(encoding="utf-8")
    assert '<tr><td>w</td><td class="number">2</td><td class="number">1</td></tr>' in page
    assert ["Category", "Records, former period", "Records, this period"] in Cells(page).rows
    report = json.loads((folder / "r.json").read_text(encoding="utf-8"))
    assert report["rules"][4]["categories"] == [
        {"code": "m", "former": 1, "records": 2}, {"code": "w", "former": 2, "records": 1},
    ]  # fmt: skip
    assert report["rules"][0]["verdict"] == "held"
    capsys.readouterr()
    assert check("--statistic", "s.ckm") == Exit.BREAKS_RULES  # the records that are there
    assert "broken: No two records are the same in id" in capsys.readouterr().out
    kept, _ = ckm.open_statistic(path)
    assert len(kept.periods) == 1


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (("people.csv",), "--rules"),
        ((), "--rules"),
        (("--rules", "rules.json"), "--statistic"),
        (("people.csv", "--rules", "rules.json", "--confidential"), "--output"),
        (("people.csv", "--rules", "rules.json", "--period", "2024"), "--statistic"),
        (("people.csv", "--rules", "rules.json", "-o", "r.txt"), ".html"),
        (("people.csv", "--rules", "none.json"), "none.json"),
    ],
)
def test_what_is_lacking_is_named(
    folder: Path, capsys: pytest.CaptureFixture[str], line: tuple[str, ...], said: str
) -> None:
    assert check(*line) == Exit.INPUT
    assert said in capsys.readouterr().err


def test_a_statistic_without_rules_says_where_they_are_declared(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with ckm.create_statistic(folder / "s.ckm", "People"):
        pass
    assert check("people.csv", "--statistic", "s.ckm") == Exit.INPUT
    assert "--rules" in capsys.readouterr().err


def test_a_rule_may_name_an_age_that_is_computed_for_the_day_of_the_delivery(folder: Path) -> None:
    born = VariableEntry("born", "dimension", ckm.Texts.same("born"))
    age = VariableEntry("age", "dimension", ckm.Texts.same("age"), derived=Derivation("age", "born"))
    child = ckm.RecordRule("condition", when=ckm.ColumnTest("age", "<", "16"), then=ckm.ColumnTest("SEX", "=", "m"))
    write_dictionary(folder / "ages.json", (born, age), (), (child,))
    (folder / "born.csv").write_text("born,SEX\n2010-07-01,w\n2009-06-30,w\n2020-01-01,m\n", encoding="utf-8")
    line = ("born.csv", "--rules", "ages.json", "--confidential", "-o", "r.json")
    for day, rows in (("2025-06-30", [1]), ("2026-07-01", []), ("2025-06-29", [1, 2])):
        assert check(*line, "--date", day) == (Exit.BREAKS_RULES if rows else Exit.DONE)
        assert json.loads((folder / "r.json").read_text(encoding="utf-8"))["rules"][0]["rows"] == rows
    assert check(*line) == Exit.NOT_TESTED
