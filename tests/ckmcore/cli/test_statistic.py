"""`ckm statistic`: what the library does in a block, each command does by itself."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

import ckmcore as ckm
from ckmcore.base.exit_codes import Exit
from ckmcore.cli import build_parser, main
from ckmcore.cli.layout import LAID_OUT
from tests.kit.command_lines import commands as commands_of
from tests.kit.people import hashes, made, people


class Commands:
    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self._capsys = folder, capsys
        self.path = folder / "by_commands.ckm"

    def run(self, *arguments: object, language: str = "en") -> tuple[int, str]:
        try:
            code = main(["--language", language, *map(str, arguments)])
        except SystemExit as stop:
            code = int(stop.code or 0)
        said = self._capsys.readouterr()
        return code, said.out + said.err

    def step(self, name: str, *arguments: object) -> str:
        code, said = self.run("statistic", name, self.path, *arguments)
        assert code == 0, said
        return said


@pytest.fixture
def commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Commands:
    return Commands(tmp_path, capsys)


@pytest.fixture
def ready(commands: Commands) -> Commands:
    """The statistic of `made`, by commands."""
    folder = commands.folder
    people(folder, 2025)
    ckm.write_ptable(ckm.design_ptable(D=3, V=2.0, js=1), folder / "p.csv")
    commands.step("create", "--title", "People", "--title-de", "Personen", "--source", "Register")
    records = ("--dimensions", "area,sex", "--magnitudes", "income", "--record-key", "rkey")
    commands.step("period", "2025", "--date", "2025-12-31", "--data", folder / "people_2025.csv", *records)
    words = ("--title", "Sex", "--title-de", "Geschlecht", "--label", "m=men", "--label", "w=women")
    commands.step("variable", "sex", *words)
    commands.step("method", "--ptable", folder / "p.csv", "--body", "Methods")
    title = ("--title", "People {period}", "--title-de", "Personen {Zeitraum}")
    commands.step("table", "1.1", "--rows", "area", "--columns", "sex", *title)
    return commands


def plain(statistic: ckm.Statistic) -> ckm.Statistic:
    """Without the moments at which something was done."""
    periods = [
        replace(one, decisions=tuple(replace(decision, recorded="") for decision in one.decisions))
        for one in statistic.periods
    ]
    tables = tuple(replace(table, changed="") for table in statistic.tables)
    return replace(statistic, periods=tuple(periods), tables=tables)


def test_commands_make_the_statistic_that_the_library_makes(ready: Commands) -> None:
    by_commands, _ = ckm.open_statistic(ready.path)
    path = made(ready.folder)
    with ckm.work_on_statistic(path) as work:
        work.remove_table("1.2")
    by_code, _ = ckm.open_statistic(path)
    assert plain(by_commands) == plain(by_code)


def test_what_there_is_is_shown(ready: Commands) -> None:
    said = ready.step("show")
    assert said.splitlines() == [
        "People: 1 reporting period, 1 saved table",
        "* 2025 (2025-12-31): Cell-key method",
        "  1.1: People 2025",
    ]
    code, said = ready.run("statistic", "show", ready.path, "--json")
    assert code == 0
    assert [one["code"] for one in json.loads(said)["said"]] == [
        "statistic_shown", "statistic_period_now", "statistic_table",
    ]  # fmt: skip


@pytest.mark.thorough
def test_the_next_period_comes_by_one_command_and_its_tables_by_another(ready: Commands) -> None:
    people(ready.folder, 2026, ("01", "02", "03"))
    period = ("2026", "--date", "2026-12-31", "--data", ready.folder / "people_2026.csv")
    before = hashes(ready.folder)
    code, said = ready.run("statistic", "period", ready.path, *period, language="de")
    assert code == Exit.INPUT
    assert "area (03)" in said
    assert hashes(ready.folder) == before
    ready.step("period", *period, "--new-codes", "begin")
    out = ready.folder / "out"
    run = ("run", ready.path, "-o", out, "--format", "csv")
    assert ready.run(*run, "--period", "2025", "--period", "2026-12-31", "--where", "sex=m,w")[0] == 0
    assert sorted(one.name for one in out.glob("1.1*")) == [
        "1.1_m_2025.csv", "1.1_m_2026.csv", "1.1_w_2025.csv", "1.1_w_2026.csv",
    ]  # fmt: skip
    with ckm.work_on_statistic(ready.path, read_only=True) as work:
        work.run(ready.folder / "by_code", periods=["2025", "2026"], where={"sex": ["m", "w"]}, form="csv")
    by_code = hashes(ready.folder / "by_code")
    assert {name: by_code[name] for name in by_code if name.startswith("1.1")} == {
        name: found for name, found in hashes(out).items() if name.startswith("1.1")
    }


@pytest.mark.thorough
def test_t21_a_period_without_a_day_is_told_and_gets_it_by_the_same_command(ready: Commands) -> None:
    with ckm.work_on_statistic(ready.path) as work:
        work.describe_period(date="")
    people(ready.folder, 2026, ("01", "02", "03"))
    period = ("2026", "--date", "2026-12-31", "--data", ready.folder / "people_2026.csv", "--new-codes", "begin")
    before = hashes(ready.folder)
    code, said = ready.run("statistic", "period", ready.path, *period)
    assert (code, "2025 has no reference day" in said) == (Exit.INPUT, True)
    assert hashes(ready.folder) == before
    assert ready.step("period", "2025", "--date", "2025-12-31") == "2025: reference day 2025-12-31.\n"
    assert ready.step("period", *period) == "2026: records taken over.\n"
    said = ready.step("period", "2027")
    assert "2027 has no reference day and is shown with all codes of area" in said
    assert "2027: waits for its records." in said
    assert "reference day" not in ready.step("period", "2028", "--date", "2028-12-31")


@pytest.mark.thorough
def test_a_corrected_delivery_takes_the_place_of_the_records(ready: Commands) -> None:
    rows = (ready.folder / "people_2025.csv").read_text().splitlines(keepends=True)
    (ready.folder / "corrected.csv").write_text("".join(rows[:-1]))
    data = ("--data", ready.folder / "corrected.csv", "--identifiers", "pid")
    said = ready.step("period", "2025", "--replace", *data)
    assert said == "2025: records replaced; units that stayed: 299, new: 0, gone: 1.\n"


def test_a_table_comes_from_a_file_and_goes(ready: Commands) -> None:
    from ckmcore.statistic.model import SavedTable
    from ckmcore.statistic.table_file import write_table

    write_table(ready.folder / "t.ckmtable", SavedTable("other", ckm.TableSpec("sex", values=[ckm.share("column")])))
    ready.step("table", "2", "--table", ready.folder / "t.ckmtable", "--folder", "Shares")
    kept = ckm.open_statistic(ready.path)[0].tables
    assert [(one.name, one.folder, one.spec.values[0].kind) for one in kept] == [
        ("1.1", "", "count"), ("2", "Shares", "share"),
    ]  # fmt: skip
    parser = dict(commands_of(build_parser("en")))["statistic", "table"]
    for option in (parser._option_string_actions[name] for name in LAID_OUT):
        value = [] if option.nargs == 0 else [str(option.choices[0])] if option.choices else ["1"]
        beside = ("--table", "t.ckmtable", *option.option_strings, *value)
        ended, told = ready.run("statistic", "table", ready.path, "2", *beside)
        assert ended == Exit.INPUT
        assert f"{option.option_strings[0]} does not go together with --table" in told
    ready.step("table", "2", "--remove")
    assert [one.name for one in ckm.open_statistic(ready.path)[0].tables] == ["1.1"]


@pytest.mark.daily(7)
@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("period", "2026", "--record-key", "rkey"), "--data"),
        (("period", "2026", "--date", "31.12.2026"), "31.12.2026"),
        (("period", "2026", "--data", "people_2025.csv", "--keys", "derived"), "--secret"),
        (("period", "2026", "--data", "people_2025.csv", "--keys", "generate", "--record-key", "rkey"), "--keys"),
        (("period", "2026", "--data", "people_2025.csv", "--secret", "p.csv"), "--secret"),
        (("period", "2026", "--data", "gone.csv"), "gone.csv"),
        (("period", "2025", "--data", "people_2025.csv"), "--replace"),
        (("period", "2025", "--replace", "--data", "people_2025.csv"), "--identifiers"),
        (
            ("period", "2025", "--replace", "--identifiers", "pid", "--keys", "none", "--data", "people_2025.csv"),
            "--keys",
        ),
        (("variable", "job", "--title", "Job"), "job"),
        (("variable", "sex", "--label", "men"), "--label"),
        (("variable", "sex", "--period", "1999"), "1999"),
        (("method",), "--ptable"),
        (("method", "--method", "ckm", "--ptable", "p.csv", "--base", "3"), "--base"),
        (("method", "--method", "magnitude", "--ptable", "p.csv"), "--ckm"),
        (("table", "9", "--remove"), "9"),
        (("table", "9", "--rows", "sex,sex"), "sex"),
        (("create", "--title", "Other"), "by_commands.ckm"),
    ],
)
def test_what_cannot_be_done_is_said_and_changes_nothing(
    ready: Commands, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], named: str
) -> None:
    monkeypatch.chdir(ready.folder)
    before = hashes(ready.folder)
    code, said = ready.run("statistic", arguments[0], ready.path, *arguments[1:])
    assert code == Exit.INPUT
    assert named in said
    assert hashes(ready.folder) == before


def test_a_method_below_the_floor_is_refused_and_one_that_needs_reasons_gets_them(ready: Commands) -> None:
    code, said = ready.run("statistic", "method", ready.path, "--method", "rounding", "--base", "3")
    assert code != 0, said
    reasons = ("--body", "Methods", "--second-person", "Head", "--remark", "Law", "--valid-to", "2027-12-31")
    code, said = ready.run("statistic", "method", ready.path, "--method", "rounding", "--base", "5", *reasons)
    assert code == 0, said
    assert ckm.open_statistic(ready.path)[0].period.decisions[-1].remark == "Law"
