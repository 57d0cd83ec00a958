"""A saved table may be called whatever somebody likes: every command that takes its name takes it behind `--`."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from pathlib import Path

import pytest

from ckmcore.base.numbers import Language
from ckmcore.base.texts import Texts
from ckmcore.cli import main
from ckmcore.methods import titles
from ckmcore.methods.protected import ProtectedTable
from ckmcore.statistic.file import open_statistic
from ckmcore.tabulate.spec import PRINTED, Value
from tests.kit.statistic_files import TABLES, write_statistic

NAMES = ["-o", "--person", "--", "-1", "@file", "="]


@pytest.mark.daily(3)
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


def named_as_before(table: ProtectedTable, language: Language) -> str:
    """What titles of tables were made of before they named every value."""
    return table.label(0).text(language)


@pytest.mark.daily(1)
@pytest.mark.parametrize("language", ["en", "de"])
def test_t26_the_final_file_of_a_table_with_a_long_title_that_was_made_is_repeated_by_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    values = (Value("count"), *(Value("share", base=base, decimals=1) for base in ("row", "column", "total")))
    spec = replace(TABLES[0].spec, values=values, title=Texts(), presentation=PRINTED)
    path = write_statistic(tmp_path, (replace(TABLES[0], spec=spec),))
    step = ["release"]
    for number in ("1", "2"):
        with monkeypatch.context() as patched:
            if number == "1":  # of a former version
                patched.setattr(titles, "values_shown", named_as_before)
            submitted = [str(path), TABLES[0].name, "--person", "Anna", "--format", "xlsx", "--language", language]
            assert main([*step, "submit", *submitted]) == 0
            assert main([*step, "approve", str(path), number, "--person", "Bernd"]) == 0
            assert main([*step, "write", str(path), number, "--person", "Bernd", "-o", str(tmp_path / number)]) == 0
        assert main([*step, "repeat", str(path), number, "-o", str(tmp_path / f"again{number}")]) == 0
        (first,), (again,) = (list((tmp_path / name).iterdir()) for name in (number, f"again{number}"))
        assert first.read_bytes() == again.read_bytes()
    heads = [one.submission.heading for one in open_statistic(path)[0].register if one.submission is not None]
    assert len(heads[1]) > 80 > len(heads[0])
