"""ckm table --compare-with: what changed, is new, is gone; exit code, list, faults."""

from __future__ import annotations

from pathlib import Path

import pytest

from ckmcore.cli import main


@pytest.fixture
def arguments(tmp_path: Path) -> list[str]:
    file = tmp_path / "persons.csv"
    records = ["land;sex"] + ["01;m"] * 60 + ["01;w"] * 40 + ["02;m"] * 30
    file.write_text("\n".join(records) + "\n", encoding="utf-8")
    common = ["table", "--data", str(file), "--rows", "land", "--columns", "sex", "--method", "rounding"]
    return [*common, "-o", str(tmp_path / "table.csv")]


def test_a_table_against_its_former_self_ends_with_0(
    tmp_path: Path, arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    former = tmp_path / "former.csv"
    assert main(["--language", "de", *arguments]) == 0
    (tmp_path / "table.csv").rename(former)
    for form in ("long", "layout"):
        assert main(["--language", "en", *arguments, "--form", form, "--compare-with", str(former)]) == 0
    out, err = capsys.readouterr()
    assert "Changed: 0, new: 0, gone: 0, unchanged: 9." in out
    assert err == ""


def test_differences_are_said_and_listed_and_end_with_5(
    tmp_path: Path, arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    former = tmp_path / "former.csv"
    former.write_text("land;m;w\n01;50;40\n03;x;10\n", encoding="utf-8")
    listed = tmp_path / "list.csv"
    code = main(["--language", "en", *arguments, "--compare-with", str(former), "--differences", str(listed)])
    out = capsys.readouterr().out
    assert code == 5
    assert "Changed: 1, new: 7, gone: 2, unchanged: 1." in out
    assert "changed  01 · m · Number: 50 -> 60 (10)" in out
    assert "new      02 · m · Number: 30" in out
    assert "gone     03 · m: x" in out
    assert listed.read_text("utf-8").count("\nnew,") == 7


@pytest.mark.parametrize(
    ("extra", "said"),
    [
        (["--differences", "list.csv"], "--compare-with"),
        (["--compare-with", "FORMER", "--internal"], "--internal"),
        (["--compare-with", "FORMER", "--differences", "FORMER"], "former.csv"),
        (["--compare-with", "nothing.csv"], "nothing.csv"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_sentence(
    tmp_path: Path, arguments: list[str], extra: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    former = tmp_path / "former.csv"
    former.write_text("land;m;w\n01;50;40\n", encoding="utf-8")
    given = [str(former) if one == "FORMER" else one for one in extra]
    assert main(["--language", "en", *arguments, *given]) == 1
    err = capsys.readouterr().err
    assert said in err
    assert err.count("\n") == 1
    assert former.read_text("utf-8").startswith("land;m;w")
