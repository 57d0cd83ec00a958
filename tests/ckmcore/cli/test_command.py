"""The command ckm: results, exit codes, one sentence for each error, both languages."""

from __future__ import annotations

import csv
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.cli import build_parser, main


@pytest.fixture
def persons(tmp_path: Path) -> Path:
    file = tmp_path / "persons.csv"
    lines = ["land;sex;w;rkey"]
    for number in range(300):
        key = f"0,{(number**3 * 7919 + number * 12345) % 99991:05d}"
        lines.append(f"0{number % 3};{'mw'[number % 2]};{number % 7},5;{key}")
    file.write_text("\n".join(lines) + "\n", encoding="cp1252")
    return file


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    code = main(["--language", "en", *map(str, arguments)])
    out, err = capsys.readouterr()
    return code, out, err


def test_a_designed_table_is_checked_as_good(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "p.csv"
    code, out, err = run(capsys, "ptable", "design", "--D", 5, "--V", 3, "--js", 2, "-o", file)
    assert (code, err) == (0, "")
    assert out.count("3.00000000") == 8
    code, out, _ = run(capsys, "ptable", "check", file)
    assert code == 0
    assert "9 rows, every one a valid distribution within D = 5" in out


def test_a_row_that_cannot_have_the_variance_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "ptable", "design", "--D", 5, "--V", 1.5, "--js", 2, "-o", tmp_path / "p.csv")
    assert code == 0
    assert "V = 1.5 is not possible in row 1." in out
    code, _, err = run(
        capsys, "ptable", "design", "--D", 5, "--V", 1.5, "--js", 2, "--strict", "-o", tmp_path / "q.csv"
    )
    assert code == 1
    assert err.count("\n") == 1
    assert not (tmp_path / "q.csv").exists()


def test_monotony_can_be_given_per_row(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "w19.csv"
    arguments = ["--D", 2, "--V", 1.08, "--js", 1, "--mono", "t,t,f,t", "-o", file]
    assert run(capsys, "ptable", "design", *arguments)[0] == 0
    row = ckm.read_ptable(file).row_distribution(3)
    assert [round(row[v], 8) for v in (-1, 0, 1, 2)] == [0.42078468, 0.27764596, 0.18235404, 0.11921532]
    code, _, err = run(capsys, "ptable", "design", "--D", 2, "--V", 1, "--mono", "perhaps", "-o", file)
    assert code == 1
    assert "--mono: “perhaps” cannot be read" in err


def test_a_table_is_designed_as_r_does_and_the_lowered_stay_probability_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "r.csv"
    common = ["ptable", "design", "--D", 3, "--V", 3, "-o", file, "--compat", "R"]
    code, out, err = run(capsys, *common, "--pstay", "none,none,0.5")
    assert (code, err) == (0, "")
    assert out.count("stay probability lowered to 0.35") == 1
    assert ckm.read_ptable(file) == ckm.design_ptable(3, 3, pstay=[None, None, 0.5], compat="R")
    code, _, err = run(capsys, *common, "--optim", "4")
    assert code == 1
    assert "Row i = 1" in err
    for option, value in (("--optim", "four"), ("--pstay", "half")):
        code, _, err = run(capsys, *common, option, value)
        assert code == 1
        assert f"{option}: “{value}” cannot be read" in err
    code, _, err = run(capsys, "ptable", "design", "--D", 3, "--V", 1, "--optim", 1, "-o", file)
    assert code == 1
    assert "--optim needs --compat R" in err


def test_a_table_is_protected_and_written(persons: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ptable, out_file = tmp_path / "p.csv", tmp_path / "t.csv"
    run(capsys, "ptable", "design", "--D", 3, "--V", 2, "-o", ptable)
    common = ["table", "--data", persons, "--rows", "land", "--columns", "sex", "--record-key", "rkey"]
    code, out, _ = run(capsys, *common, "--ptable", ptable, "-o", out_file)
    assert code == 0
    assert "12 protected cells" in out
    internal = tmp_path / "i.csv"
    code, out, _ = run(capsys, *common, "--ptable", ptable, "--internal", "-o", internal)
    assert code == 0
    assert "never a release" in out
    frame = pd.read_csv(internal, dtype={"cell_key": str})
    assert list(frame.columns) == ["land", "sex", "count", "cell_key", "noise", "published", "marking"]
    assert set(frame["marking"]) == {"internal"}
    total = frame.query("land == 'Total' and sex == 'Total'").iloc[0]
    keys = sum((number**3 * 7919 + number * 12345) % 99991 for number in range(300))
    assert (total["count"], total["cell_key"]) == (300, f"0.{keys % 100000:05d}")
    rows = list(csv.reader(out_file.read_text("utf-8").splitlines()))
    shown = {tuple(row[:2]): int(row[2]) for row in rows[rows.index(["land", "sex", "Number"]) + 1 :] if len(row) == 3}
    assert shown["Total", "Total"] == total["published"]


def test_weights_make_the_table_weighted(persons: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ptable, out_file = tmp_path / "p.csv", tmp_path / "t.csv"
    run(capsys, "ptable", "design", "--D", 3, "--V", 2, "-o", ptable)
    arguments = ["--rows", "land", "--record-key", "rkey", "--weight", "w", "--ptable", ptable, "--internal"]
    assert run(capsys, "table", "--data", persons, *arguments, "-o", out_file)[0] == 0
    frame = pd.read_csv(out_file)
    total = frame.iloc[0]
    weight = sum(number % 7 + 0.5 for number in range(300))
    assert total["weighted_count"] == pytest.approx(weight)
    assert total["published"] == pytest.approx((300 + total["noise"]) * weight / 300)


def test_rounding_needs_no_keys(persons: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--rows", "land", "--method", "rounding", "--base", 10, "--internal", "-o", tmp_path / "t.csv"]
    assert run(capsys, "table", "--data", persons, *arguments)[0] == 0
    assert pd.read_csv(tmp_path / "t.csv")["published"].tolist() == [300, 100, 100, 100]


def test_filters_and_hierarchies_are_taken(persons: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "land.hrc").write_text("west\n@00\n@01\n02\n")
    arguments = ["--rows", "land", "--hierarchy", f"land={tmp_path / 'land.hrc'}", "--filter", "sex=w"]
    arguments += ["--method", "rounding", "--base", "10", "--internal", "-o", str(tmp_path / "t.csv")]
    assert run(capsys, "table", "--data", persons, *arguments)[0] == 0
    frame = pd.read_csv(tmp_path / "t.csv", dtype=str)
    assert dict(zip(frame["land"], frame["count"], strict=True)) == {
        "Total": "150", "west": "100", "00": "50", "01": "50", "02": "50",
    }  # fmt: skip


def test_one_hierarchy_serves_all_tables_and_one_of_an_unknown_column_is_refused(
    persons: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "land.hrc").write_text("west\n@00\n@01\n02\n")
    rounded = ["--rows", "sex", "--method", "rounding", "--base", "10", "-o", str(tmp_path / "t.csv")]
    assert run(capsys, "table", "--data", persons, *rounded)[0] == 0
    plain = (tmp_path / "t.csv").read_bytes()
    hierarchy = tmp_path / "land.hrc"
    assert run(capsys, "table", "--data", persons, *rounded, "--hierarchy", f"land={hierarchy}")[0] == 0
    assert (tmp_path / "t.csv").read_bytes() == plain
    code, _, said = run(capsys, "table", "--data", persons, *rounded, "--hierarchy", f"lnd={hierarchy}")
    assert code == 1
    assert "lnd" in said
    assert "land" in said


def test_random_keys_are_added_and_read_again(
    persons: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out_file = tmp_path / "with_keys.csv"
    code, out, _ = run(capsys, "keys", "add", persons, "-o", out_file, "--column", "newkey", "--random")
    assert code == 0
    assert "300 records" in out
    data = ckm.read_microdata(out_file, ["land", "sex"], "newkey")
    assert data.record_keys is not None
    assert data.record_keys.modulus == 10**9
    assert len(set(data.record_keys.values.tolist())) == 300
    before = [line.split(";") for line in persons.read_text(encoding="utf-8").splitlines()]
    after = [line.split(";") for line in out_file.read_text().splitlines()]
    assert [row[:4] for row in after] == before
    code, _, err = run(capsys, "keys", "add", out_file, "-o", tmp_path / "x.csv", "--column", "newkey", "--random")
    assert code == 1
    assert "never replaced" in err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--rows", "land"], "--method ckm needs --ptable as well."),
        (["--rows", "kreis", "--method", "rounding"], "kreis"),
        (["--rows", "land,land", "--method", "rounding"], "in the table twice"),
        (["--rows", "land", "--method", "rounding", "--base", "1"], "base for rounding cannot be 1"),
        (["--rows", "land", "--method", "rounding", "--encoding", "foo"], "“foo” is not known"),
        (["--rows", "land", "--method", "rounding", "--encoding", "hex"], "“hex” is not known"),
        (["--rows", "land", "--method", "rounding", "--separator", "ab"], "“ab” cannot separate"),
        (["--rows", "land", "--method", "rounding", "--filter", "sex"], "--filter: “sex” cannot be read"),
        (["--rows", "land", "--method", "rounding", "--hierarchy", "land=no.hrc"], "no.hrc"),
    ],
)
def test_each_error_is_one_sentence_and_exit_code_1(
    persons: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    code, out, err = run(capsys, "table", "--data", persons, *arguments, "-o", tmp_path / "t.csv")
    assert (code, out) == (1, "")
    assert said in err
    assert "Traceback" not in err
    assert not (tmp_path / "t.csv").exists()


def test_errors_are_german_where_asked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["table", "--data", str(tmp_path / "nix.csv"), "--rows", "a", "--method", "rounding", "-o", "t.csv"]
    assert main(["--language", "de", *arguments]) == 1
    assert "Es gibt keine Datei" in capsys.readouterr().err


def test_usage_faults_exit_with_2_and_are_translated(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["--language", "de", "table"])
    assert caught.value.code == 2
    assert "es fehlen: --data" in capsys.readouterr().err


@pytest.mark.parametrize("language", ["de", "en"])
def test_help_exists_for_every_command_in_both_languages(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    for command in (["ptable", "design"], ["ptable", "check"], ["ptable", "convert"], ["keys", "add"], ["table"]):
        with pytest.raises(SystemExit) as caught:
            build_parser("de" if language == "de" else "en").parse_args([*command, "--help"])
        assert caught.value.code == 0
        assert ("Optionen" if language == "de" else "options") in capsys.readouterr().out


def test_a_file_that_is_read_is_never_overwritten(
    persons: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = tmp_path / "p.csv"
    run(capsys, "ptable", "design", "--D", 2, "--V", 1, "-o", table)
    before = [persons.read_bytes(), table.read_bytes()]
    made = ["table", "--data", persons, "--rows", "land", "--record-key", "rkey", "--ptable", table]
    link = tmp_path / "link.csv" if os.name == "posix" else persons
    if os.name == "posix":
        link.symlink_to(persons)
    for arguments in (
        [*made, "-o", persons],
        [*made, "-o", link],
        [*made, "--internal", "-o", table],
        ["keys", "add", persons, "-o", persons, "--column", "k", "--random"],
        ["ptable", "convert", table, "--to", "sas", "-o", table],
    ):
        code, out, err = run(capsys, *arguments)
        assert (code, out) == (1, "")
        assert "would be overwritten" in err
    assert [persons.read_bytes(), table.read_bytes()] == before


def test_where_the_result_cannot_lie_is_said_before_the_data_are_read(
    persons: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for target, said in (("no/t.csv", "could not be written"), (".", "could not be written"), ("t.txt", "t.txt")):
        arguments = ["table", "--data", "missing.csv", "--rows", "land", "--method", "rounding"]
        code, _, err = run(capsys, *arguments, "-o", tmp_path / target)
        assert code == 1
        assert said in err
        assert "missing.csv" not in err
    code, _, err = run(capsys, "ptable", "design", "--D", 2, "--V", 1, "-o", tmp_path / "no" / "p.csv")
    assert code == 1
    assert "could not be written" in err


def test_a_bug_is_one_sentence_with_its_place_and_without_values(
    persons: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("4711 persons")

    monkeypatch.setattr(sys.modules["ckmcore.methods.top"], "tabulate_plan", broken)
    arguments = ["table", "--data", persons, "--rows", "land", "--method", "rounding", "-o", tmp_path / "t.csv"]
    code, _, err = run(capsys, *arguments)
    assert code == 70
    assert "RuntimeError, test_command.py:" in err
    assert "4711" not in err
    assert len(err.splitlines()) == 1
    monkeypatch.setattr(sys.modules["ckmcore.methods.top"], "tabulate_plan", lambda *_, **__: bytearray(10**18))
    code, _, err = run(capsys, *arguments)
    assert code == 1
    assert "memory" in err


@pytest.mark.thorough
def test_a_reader_that_leaves_early_ends_the_command_quietly(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as closed:
        arguments = ["ptable", "design", "--D", "20", "--V", "3", "-o", str(tmp_path / "p.csv")]
        done = subprocess.run(
            [sys.executable, "-m", "ckmcore.cli", *arguments], stdout=closed, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == 141
    assert done.stderr == b""


def test_the_usage_names_every_command() -> None:
    parser = build_parser("en")
    commands = next(one for one in parser._actions if one.dest == "command")
    assert isinstance(commands.choices, Mapping)
    assert "person" in commands.choices
    usage = parser.format_usage()
    named = usage[usage.index("data|") :].split()[0].split("|")
    assert named == list(commands.choices)
    for command in commands.choices.values():
        for steps in [one for one in command._actions if isinstance(one.choices, dict)]:
            assert str(steps.metavar).split("|") == list(steps.choices)
