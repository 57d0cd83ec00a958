"""Files of one period in which the same units occur, by their identifiers, are asked about."""

from __future__ import annotations

from pathlib import Path

import pytest

import ckmcore as ckm
from ckmcore.cli import main


def written(folder: Path, name: str, units: range, more: str = "") -> Path:
    file = folder / name
    rows = "".join(f"p{unit};{unit % 4};{'ab'[unit % 2]}\n" for unit in units)
    file.write_text(f"ID;YEAR;K\n{rows}{more}", encoding="utf-8")
    return file


def added(path: Path, files: list[Path], **asked: object) -> int:
    with ckm.create_statistic(path, "Persons") as work:
        work.add_period("2026", "2026-12-31")
        work.add_records(files, ["K"], keys="none", **asked)
        return work.data().rows


def test_a_unit_in_two_files_is_asked_about_and_may_be_read_twice(tmp_path: Path) -> None:
    files = [written(tmp_path, "a.csv", range(40)), written(tmp_path, "b.csv", range(37, 80))]
    with pytest.raises(ckm.ReadingAsked) as asked:
        added(tmp_path / "s.ckm", files, identifiers=["ID"])
    (entry,) = asked.value.plan.questions
    assert (entry.kind, entry.column, entry.count, entry.examples) == ("identifiers_twice", "ID", 3, ("a.csv / b.csv",))
    assert "p37" not in asked.value.text("en") + entry.told.text("en")
    answers = (ckm.ReadingAnswer("identifiers_twice", "", "both"),)
    dialect = ckm.Dialect(encoding="", answers=answers)
    assert added(tmp_path / "s.ckm", files, identifiers=["ID"], dialect=dialect) == 83
    assert added(tmp_path / "t.ckm", files) == 83  # nobody has said what identifies a unit


def test_other_units_or_missing_identifiers_are_no_question(tmp_path: Path) -> None:
    files = [written(tmp_path, "a.csv", range(40), ";1;a\n"), written(tmp_path, "b.csv", range(40, 85), ";1;a\n")]
    assert added(tmp_path / "s.ckm", files, identifiers=["ID"]) == 87


def test_several_columns_identify_a_unit_together(tmp_path: Path) -> None:
    first = written(tmp_path, "a.csv", range(40))
    second = tmp_path / "b.csv"
    second.write_text("ID;YEAR;K\np1;9;a\np2;9;b\n" + "".join(f"q{unit};1;a\n" for unit in range(20)), encoding="utf-8")
    assert added(tmp_path / "s.ckm", [first, second], identifiers=["ID", "YEAR"]) == 62
    with pytest.raises(ckm.ReadingAsked):
        added(tmp_path / "t.ckm", [first, second], identifiers=["ID"])


def test_the_command_asks_and_takes_the_answer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "s.ckm"
    with ckm.create_statistic(path, "Persons"):
        pass
    files = [written(tmp_path, "a.csv", range(40)), written(tmp_path, "b.csv", range(37, 80))]
    asked = ["statistic", "period", str(path), "2026", "--date", "2026-12-31", "--dimensions", "K", "--keys", "none"]
    asked += ["--data", *map(str, files), "--identifiers", "ID"]
    assert main(["--language", "en", *asked]) == 7
    assert "--answer identifiers_twice:ID=both" in capsys.readouterr().err
    assert main([*asked, "--answer", "identifiers_twice=both"]) == 0
