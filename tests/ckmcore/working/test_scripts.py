"""A table as a script: what stands in it, what does not, and that it makes the same table again.

That a script writes the bytes of the window is shown by random sessions (`test_sessions_as_scripts`).
"""

from __future__ import annotations

import getpass
import importlib
import io
import runpy
import shlex
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import ckmcore as ckm
from ckmcore.cli import main
from ckmcore.statistic.seal import Secret, make_seal
from ckmcore.statistic.table_file import parse_table
from ckmcore.tabulate.spec import Footnote, OwnRow, Presentation, TableSpec, Width
from ckmcore.working.python_text import MODULE, python_of
from ckmcore.working.scripts import KINDS, ScriptKind, script_ending, table_script
from tests.kit.fails import fails
from tests.kit.layouts import table
from tests.kit.people import SPEC, made

PASSPHRASE = "tables for the yearbook"
SEEDS = [pytest.param(range(100 * part, 100 * part + 100), marks=[] if part < 3 else pytest.mark.thorough)
         for part in range(100)]  # fmt: skip


def again(spec: TableSpec) -> TableSpec:
    """The table that its own text makes."""
    text = python_of(spec)
    specs = importlib.import_module(MODULE)
    names = {name: getattr(specs, name) for name in text.imports}
    found: TableSpec = eval(text.text, {"ckm": ckm, **names})  # noqa: S307 - a text of ours
    return found


@pytest.mark.parametrize("seeds", SEEDS)
def test_a_table_as_python_makes_the_same_table(seeds: range) -> None:
    for seed in seeds:
        assert again(table(seed)) == table(seed)


def test_words_with_quotes_lines_and_letters_of_all_kinds_come_back() -> None:
    words = ckm.Texts('it\'s "so"\n\\end', "„Größe“ \t 𝄞 \N{LINE SEPARATOR}")
    shown = Presentation(widths=(Width(("w", "0"), 80),), hide_rows=True, numbered=True, leaders=True)
    spec = TableSpec(
        ckm.Level("sex", top=ckm.Top(3, line={"area": "01"}, label=words)),
        ckm.Level("::rows 1", rows=(OwnRow(words, ckm.Condition("sex", "w")), OwnRow(kind="blank"))),
        title=words,
        presentation=shown,
        footnotes=Footnote(words, "cell", (("sex", "w"), ("area", "01")), 1),
    )
    assert again(spec) == spec
    assert again(TableSpec()) == TableSpec()


def test_a_plain_table_is_plain_python() -> None:
    spec = TableSpec(["NUTS", ckm.Level("SEX", total="off")], values=["count", ckm.share("row")])
    assert python_of(spec).text == (
        'ckm.TableSpec(\n    rows=["NUTS", ckm.Level("SEX", total="off")],\n'
        '    values=["count", ckm.Value("share", base="row", decimals=1)],\n)'
    )


@pytest.fixture
def people(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A statistic in the folder in which the test runs."""
    path = made(tmp_path)
    monkeypatch.chdir(tmp_path)
    return path


def wanted(people: Path, secret: Secret | None = None) -> bytes:
    with ckm.work_on_statistic(people, secret=secret, read_only=True) as work:
        return ckm.export(work.draft("1.1"), people.parent / "wanted.csv", language="de").read_bytes()


def with_a_role(people: Path, secret: Secret) -> None:
    with ckm.work_on_statistic(people) as work:
        work.take(lambda now: replace(now, seal=make_seal({"clerk": secret})[0]))


@pytest.mark.parametrize("kind", KINDS)
def test_no_script_holds_the_passphrase_and_each_says_how_it_is_handed_over(kind: ScriptKind, people: Path) -> None:
    secret = Secret.passphrase(PASSPHRASE)
    with_a_role(people, secret)
    statistic, _ = ckm.open_statistic(people, secret)
    for one in ("1.1", SPEC):
        text = table_script(statistic, one, "people.ckm", "t.csv", kind=kind, of_shell="sh")
        assert PASSPHRASE not in text
        assert "is asked for the passphrase" in text
        assert statistic.secret not in text


@pytest.mark.thorough
def test_the_passphrase_is_asked_for_when_a_script_runs(people: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    secret = Secret.passphrase(PASSPHRASE)
    with_a_role(people, secret)
    statistic, _ = ckm.open_statistic(people, secret)
    asked = list[str]()
    monkeypatch.setattr(getpass, "getpass", lambda words: asked.append(words) or PASSPHRASE)
    text = table_script(statistic, "1.1", "people.ckm", "t.csv", language="de")
    exec(compile(text, "script.py", "exec"), {})  # noqa: S102 - a script of ours
    assert asked == ["Passphrase von people.ckm: "]
    assert Path("t.csv").read_bytes() == wanted(people, secret)
    line = table_script(statistic, "1.1", "people.ckm", "u.csv", kind="ckm", language="de", of_shell="sh")
    monkeypatch.setattr(sys, "stdin", io.StringIO(PASSPHRASE + "\n"))
    assert main(shlex.split(line.splitlines()[-1])[1:]) == 0
    assert Path("u.csv").read_bytes() == wanted(people, secret)


def test_a_key_file_is_named_and_opens_the_statistic(people: Path) -> None:
    Path("clerk.key").write_bytes(bytes(range(64)))
    secret = Secret.key_file(bytes(range(64)))
    with_a_role(people, secret)
    statistic, _ = ckm.open_statistic(people, secret)
    given: dict[str, Any] = {"language": "de", "key_file": "clerk.key", "of_shell": "sh"}
    exec(compile(table_script(statistic, "1.1", "people.ckm", "t.csv", **given), "s.py", "exec"), {})  # noqa: S102
    line = table_script(statistic, "1.1", "people.ckm", "u.csv", kind="ckm", **given)
    assert main(shlex.split(line.splitlines()[-1])[1:]) == 0
    assert Path("t.csv").read_bytes() == Path("u.csv").read_bytes() == wanted(people, secret)


def test_names_that_look_like_options_are_handed_on_as_names(people: Path) -> None:
    with ckm.work_on_statistic(people) as work:
        work.rename_table("1.1", "--period")
        work.add_period("-2026", "2026-12-31")
        statistic = work.statistic
    text = table_script(statistic, "--period", "-people.ckm", "-t.csv", kind="ckm", language="de", of_shell="sh")
    arguments = shlex.split(text.splitlines()[-1])
    assert arguments == [
        *("ckm", "draft", "./-people.ckm", "--table", "./-t.of-script.ckmtable", "--period=-2026"),
        *("--language", "de", "--form", "csv", "--output", "./-t.csv"),
    ]


@pytest.mark.parametrize("name", ["Geocoding: Berlin", "coding=utf-16"])
def test_a_name_that_python_would_take_for_an_encoding_is_a_comment(name: str, people: Path) -> None:
    before = wanted(people)
    with ckm.work_on_statistic(people) as work:
        work.rename_table("1.1", name)
        statistic = work.statistic
    text = table_script(statistic, name, people, "t.csv", language="de")
    assert name in text
    Path("again.py").write_bytes(text.encode())
    runpy.run_path("again.py")
    assert Path("t.csv").read_bytes() == before


def test_powershell_gets_its_own_marks_and_quotes(people: Path) -> None:
    statistic, _ = ckm.open_statistic(people)
    text = table_script(statistic, SPEC, r"C:\Amt's\people.ckm", "t.csv", kind="ckm", of_shell="powershell")
    lines = text.splitlines()
    end = lines.index("'@ | Set-Content -Encoding utf8 t.of-script.ckmtable")
    assert lines[1] == "@'"
    assert parse_table("\n".join(lines[2:end]).encode(), "t").spec == SPEC
    assert lines[-1].startswith(r"ckm draft 'C:\Amt''s\people.ckm' --table t.of-script.ckmtable --period 2025 ")
    assert [script_ending("ckm", one) for one in ("sh", "powershell")] == [".sh", ".ps1"]


def test_a_script_is_refused_where_it_could_not_run(people: Path) -> None:
    statistic, _ = ckm.open_statistic(people)
    with fails("export_other_ending"):
        table_script(statistic, "1.1", people, "t.csv", form="xlsx")
    twice = replace(statistic, periods=(*statistic.periods, replace(statistic.period, date="")), current=1)
    with fails("script_period_not_named"):
        table_script(twice, "1.1", people, "t.csv")


# --- the commands -----------------------------------------------------------------------------------------------------


def test_the_command_writes_the_script_and_what_the_script_writes(
    people: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = ["script", "people.ckm", "1.1", "--file", "t.csv", "--language", "de"]
    assert main([*told, "--kind", "python"]) == 0
    statistic, _ = ckm.open_statistic(people)
    assert capsys.readouterr().out == table_script(statistic, "1.1", "people.ckm", "t.csv", language="de")
    assert main([*told, "--kind", "r", "-o", "t.R"]) == 0
    assert Path("t.R").read_text(encoding="utf-8").splitlines()[-2] == 'done <- system2("ckm", shQuote(arguments))'
    assert main(["draft", "people.ckm", "1.1", "-o", "t.csv", "--language", "de"]) == 0
    assert Path("t.csv").read_bytes() == wanted(people)


@pytest.mark.daily(3)
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["draft", "people.ckm", "-o", "t.csv"], "ckm draft needs TABLE as well"),
        (["draft", "people.ckm", "1.1", "--table", "x.ckmtable", "-o", "t.csv"], "--table does not go together"),
        (["draft", "people.ckm", "9", "-o", "t.csv"], "no table “9”"),
        (["draft", "people.ckm", "1.1", "-o", "people_2025.csv"], "people_2025.csv is one of the files that are read"),
        (["draft", "people.ckm", "1.1", "-o", "t.doc"], "t.doc"),
        (["script", "people.ckm", "1.1", "--file", "t.csv", "-o", "people.ckm"], "people.ckm is one of the files"),
        (["script", "people.ckm", "1.1", "--file", "t.csv", "--period", "1999"], "no reporting period “1999”"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_said_and_leaves_all_files(
    arguments: list[str], said: str, people: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = {file.name: file.read_bytes() for file in people.parent.iterdir()}
    assert main(["--language", "en", *arguments]) != 0
    assert said in capsys.readouterr().err
    assert {file.name: file.read_bytes() for file in people.parent.iterdir()} == before
