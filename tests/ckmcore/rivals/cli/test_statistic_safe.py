"""`ckm statistic safe`, and what commands say of a statistic under the SAFE principle."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

import ckmcore as ckm
from ckmcore.base.exit_codes import Exit
from ckmcore.cli import main
from ckmcore.statistic.model import SavedTable
from tests.kit.statistic_files import write_statistic
from tests.kit.wings import hide

TABLES = (SavedTable("Area and sex", ckm.TableSpec(["area"], ["sex"])),)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return write_statistic(tmp_path, TABLES)


def keep(path: Path, *more: str) -> int:
    return main(["--language", "en", "statistic", "safe", str(path), "--dimensions", "area,sex", *more])


def test_records_are_changed_put_in_force_drafted_and_compared(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert keep(path, "--ways", "1") == Exit.DONE
    printed = capsys.readouterr().out
    assert "Internal and confidential" in printed
    assert "0 of 300 records changed" in printed
    assert "kept beside the statistic" in printed
    assert len(list(tmp_path.glob("*.safe-*.parquet"))) == 1
    assert main(["statistic", "method", str(path), "--method", "safe", "--body", "Board"]) == Exit.DONE
    assert main(["--language", "en", "draft", str(path), "Area and sex", "-o", str(tmp_path / "t.csv")]) == Exit.DONE
    text = (tmp_path / "t.csv").read_text(encoding="utf-8")
    assert "by a program of our own, not the program SAFE" in text
    assert "300" in {field for line in csv.reader(text.splitlines()) for field in line}
    capsys.readouterr()
    assert main(["--language", "en", "verify", str(path)]) == Exit.DONE
    assert ".parquet: whole" in capsys.readouterr().out
    assert main(["--language", "en", "rivals", str(path)]) == Exit.DONE
    assert capsys.readouterr().out.count("SAFE principle (own program)") == 1


def test_without_changed_records_the_method_is_refused(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--language", "en", "statistic", "method", str(path), "--method", "safe"]) == Exit.INPUT
    assert "has no changed records" in capsys.readouterr().err
    line = ["statistic", "method", str(path), "--method", "safe", "--base", "5", "--language", "en"]
    assert main(line) == Exit.INPUT
    assert "--base" in capsys.readouterr().err


def test_files_without_a_statistic_have_no_changed_records(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = ["table", "--data", str(next(tmp_path.glob("people*.csv"))), "--rows", "area", "--method", "safe"]
    assert main([*line, "-o", str(tmp_path / "t.csv"), "--language", "en"]) == Exit.INPUT
    assert "ckm statistic safe" in capsys.readouterr().err


def test_without_the_rivals_the_step_is_refused(
    path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    hide(monkeypatch, "rivals")
    assert keep(path) == Exit.INPUT
    assert "ckmcore.rivals" in capsys.readouterr().err


@pytest.mark.thorough
def test_evaluations_say_what_they_cannot_compute_of_it(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert keep(path) == Exit.DONE
    assert main(["statistic", "method", str(path), "--method", "safe", "--measured"]) == Exit.DONE
    capsys.readouterr()
    line = ["evaluate", str(path), "-o", str(tmp_path / "out"), "--repetitions", "5", "--seconds", "5"]
    assert main(["--language", "en", *line]) in (Exit.DONE, Exit.NOT_TESTED)
    assert "cannot be computed without drawing" in capsys.readouterr().out
    assert (tmp_path / "out" / "evaluation.html").exists()
