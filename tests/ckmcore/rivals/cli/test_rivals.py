"""`ckm rivals`: four methods on the saved tables of a statistic."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

import ckmcore as ckm
from ckmcore.base.exit_codes import Exit
from ckmcore.cli import main
from ckmcore.statistic.model import SavedTable
from tests.kit.statistic_files import write_statistic


def test_methods_in_force_and_their_rivals_are_told_and_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tables = (SavedTable("Area and sex", ckm.TableSpec(["area"], ["sex"])),)
    path, out = write_statistic(tmp_path, tables), tmp_path / "rivals.csv"
    line = ["rivals", str(path), "--at-least", "60", "--language", "en", "-o", str(out)]
    assert main(line) == Exit.DONE
    printed = capsys.readouterr().out
    for title in ("Rounding to base 10", "cell suppression of counts below 60", "SAFE principle (own program)"):
        assert title in printed
    assert "primary cells below their level: 0" in printed
    rows = list(csv.DictReader(out.read_text(encoding="utf-8").splitlines()))
    assert len({row["Criterion"] for row in rows}) == 11 + 2  # with data and limits
    hidden = next(row for row in rows if row["Measure"] == "cells with a sign, %")
    assert float(hidden["cell suppression of counts below 60"]) > 0
    assert hidden["Boundaries"] == "good up to 5.0"


def test_a_table_that_cannot_be_compared_and_an_unknown_one_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(write_statistic(tmp_path))
    assert main(["rivals", path, "Women: areas", "--language", "en"]) == Exit.INPUT
    assert "Women: areas" in capsys.readouterr().err
    assert main(["rivals", path, "none"]) == Exit.INPUT


def test_a_board_in_another_form_is_refused_before_records_are_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(write_statistic(tmp_path))
    assert main(["rivals", path, "-o", str(tmp_path / "board.doc"), "--language", "en"]) == Exit.INPUT
    assert "board.doc" in capsys.readouterr().err
    assert not (tmp_path / "board.doc").exists()


def test_sums_of_a_magnitude_are_compared_by_a_rule(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    values = [ckm.Value("sum", magnitude="income")]
    path = str(write_statistic(tmp_path, (SavedTable("Income", ckm.TableSpec(["area"], ["sex"], values=values)),)))
    assert main(["rivals", path, "--sums-of", "income", "--language", "en"]) == Exit.INPUT
    assert "need a rule" in capsys.readouterr().err
    assert main(["rivals", path, "--sums-of", "income", "--dominance", "1,2", "--language", "en"]) == Exit.DONE
    printed = capsys.readouterr().out
    assert "cell suppression of sensitive sums" in printed
    assert "mean relative deviation, %" in printed
