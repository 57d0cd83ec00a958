"""`ckm table`, `ckm draft` and `ckm run` of tables that have more possible cells than there is room for."""

from __future__ import annotations

from pathlib import Path

import pytest

from ckmcore.cli import main
from ckmcore.tabulate import tabulate
from tests.kit.sample_files import lay_out
from tests.kit.statistic_files import TABLES, write_statistic

TABLE = ("table", "--data", "persons.csv", "--rows", "NUTS", "--columns", "SEX", "--record-key", "rkey")
METHOD = ("--ptable", "ptable.csv")


def run(*arguments: object, language: str = "en") -> int:
    return main(["--language", language, *map(str, arguments)])


@pytest.fixture(autouse=True)
def listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every table has more cells than there is room for; sample files lie in the current folder."""
    monkeypatch.setattr(tabulate, "CELL_LIMIT", 0)
    monkeypatch.chdir(tmp_path)
    lay_out(tmp_path)


@pytest.mark.daily(1)
@pytest.mark.parametrize(
    "target", [("--form", "long", "-o", "t.csv"), ("--form", "sdmx-csv-2", "-o", "t.csv"), ("-o", "t.parquet")]
)
def test_a_list_is_written_in_a_long_form(target: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*TABLE, *METHOD, *target) == 0
    assert Path(target[-1]).stat().st_size > 0
    assert target[-1] in capsys.readouterr().out


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "has too many possible cells for Excel"), ("de", "hat zu viele mögliche Felder für Excel")],
)
def test_another_form_is_refused_in_both_languages(
    language: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*TABLE, *METHOD, "-o", "t.xlsx", language=language) == 1
    assert words in capsys.readouterr().err
    assert not Path("t.xlsx").exists()


@pytest.mark.thorough
def test_what_a_list_does_not_show_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*TABLE, "--value", "INCOME", "--method", "rounding", "-o", "t.csv", "--form", "long") == 1
    assert "all other values of magnitudes are not made" in capsys.readouterr().err


@pytest.mark.thorough
def test_a_comparison_with_published_figures_needs_every_cell(capsys: pytest.CaptureFixture[str]) -> None:
    Path("p.csv").write_text("NUTS,SEX,n\nAT11,1,5\n", encoding="utf-8")
    more = ("--form", "long", "-o", "t.csv", "--compare-with", "p.csv")
    assert run(*TABLE, *METHOD, *more) == 1
    assert "needs every cell" in capsys.readouterr().err


@pytest.mark.thorough
def test_saved_tables_are_drafted_and_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write_statistic(tmp_path)
    assert run("draft", path, TABLES[0].name, "-o", "d.parquet") == 0
    assert run("run", path, "-o", "drafts", "--format", "csv-long") == 4  # two of the tables do not fit
    assert len([one for one in Path("drafts").glob("*.csv") if not one.name.startswith("Report")]) == 2
    capsys.readouterr()
    assert run("run", path, "-o", "books", "--format", "xlsx") != 0
    said = capsys.readouterr()
    assert "too many possible cells" in said.out + said.err
