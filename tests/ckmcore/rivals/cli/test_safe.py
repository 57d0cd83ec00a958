"""`ckm safe`: deviations of control tables, printed and written, and nothing of the records."""

from __future__ import annotations

import csv
import os
from pathlib import Path

import pytest

from ckmcore.base.exit_codes import Exit
from ckmcore.cli import main
from ckmcore.rivals.cli.files import solver_aside


@pytest.fixture
def file(tmp_path: Path) -> str:
    rows = ["a;x", "a;x", "a;x", "a;y", "b;y", "b;y", "b;y", "b;x"]
    path = tmp_path / "records.csv"
    path.write_text("A;B\n" + "\n".join(rows) + "\n", encoding="utf-8")
    return str(path)


def test_deviations_of_all_tables_are_printed_and_written(
    file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "deviations.csv"
    assert main(["safe", "--data", file, "--dimensions", "A,B", "--language", "en", "-o", str(out)]) == Exit.DONE
    printed = capsys.readouterr().out
    assert "Never a release" in printed
    assert "2 of 8 records changed; combinations: 4 before, 2 after." in printed
    assert "A x B: 4 cells, largest deviation 1, mean 1.00" in printed
    assert "Results of the program SAFE differ" in printed
    lines = list(csv.DictReader(out.read_text(encoding="utf-8").splitlines()))
    assert [line["table"] for line in lines] == ["", "A", "B", "A*B"]
    assert lines[-1]["largest"] == "1"


def test_control_tables_are_chosen_and_checked(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    plain = ["safe", "--data", file, "--dimensions", "A,B", "--language", "de"]
    assert main([*plain, "--control", "A"]) == Exit.DONE
    assert "im Mittel 0,00" in capsys.readouterr().out
    assert main([*plain, "--control", "Z"]) == Exit.INPUT
    assert main([*plain, "--control", "A", "--ways", "2"]) == Exit.INPUT
    assert main([*plain, "--at-least", "9"]) != Exit.DONE


def test_what_a_solver_writes_by_itself_does_not_come_to_standard_output(capfd: pytest.CaptureFixture[str]) -> None:
    os.write(1, b"before\n")
    with solver_aside():
        os.write(1, b"noise\n")
    os.write(1, b"after\n")
    written = capfd.readouterr()
    assert written.out == "before\nafter\n"
    assert written.err == "noise\n"
