"""A saved table may be called whatever somebody likes: every command that takes its name takes it behind `--`."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from pathlib import Path

import pytest

from ckmcore.cli import main
from ckmcore.statistic.file import open_statistic
from tests.ckmcore.statistic.kept import TABLES, write_statistic

NAMES = ["-o", "--person", "--", "-1", "@file", "="]


@pytest.mark.parametrize("name", NAMES)
def test_t26_a_table_of_any_name_is_submitted_run_and_drafted(tmp_path: Path, name: str) -> None:
    path = write_statistic(tmp_path, (replace(TABLES[0], name=name),))
    drafted = str(tmp_path / "t.csv")
    assert main(["run", str(path), "--check", "--", name]) == 0
    assert main(["draft", str(path), "-o", drafted, "--", name]) == 0
    assert main(["draft", "-o", drafted, "--", str(path), name]) == 0
    assert main(["release", "submit", "--person", "Anna", "--", str(path), name]) == 0
    assert main(["release", "submit", str(path), "--person", "Anna", "--", name]) == 0
    entries = open_statistic(path)[0].register
    assert [one.submission.table for one in entries if one.submission is not None] == [name, name]


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_t26_files_and_names_stand_before_options_and_behind_them(tmp_path: Path, order: tuple[int, ...]) -> None:
    path = write_statistic(tmp_path)
    parts = [[str(path)], ["--period", "2026"], ["--check"]]
    assert main(["run", *(one for place in order for one in parts[place]), "Area and sex"]) == 0
