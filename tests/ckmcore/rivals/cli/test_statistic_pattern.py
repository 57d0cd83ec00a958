"""`ckm statistic pattern`: the pattern of saved tables is kept and put in force, or cells that block it are named."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import ckmcore as ckm
from ckmcore.base.exit_codes import Exit
from ckmcore.cli import main
from ckmcore.statistic.kept_beside import suppression_method
from ckmcore.statistic.model import SavedTable
from tests.kit.statistic_files import write_statistic

TABLES = (
    SavedTable("Area and sex", ckm.TableSpec(["area"], ["sex"])),
    SavedTable("Sex", ckm.TableSpec(["sex"], values=[ckm.Value(), ckm.share("column")])),
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return write_statistic(tmp_path, TABLES)


def keep(path: Path, *more: str) -> int:
    return main(["--language", "en", "statistic", "pattern", str(path), *more])


def test_a_pattern_is_kept_put_in_force_and_drafted(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert keep(path, "--minimum-frequency", "50") == Exit.DONE
    said = capsys.readouterr().out
    assert "The pattern is kept beside the statistic." in said
    assert "shares, changes and ratios are computed from figures without a sign alone." in said
    line = ["statistic", "method", str(path), "--method", "suppression", "--body", "Board", "--language", "en"]
    assert main(line) == Exit.DONE
    assert main(["draft", str(path), "Area and sex", "-o", str(tmp_path / "t.csv"), "--language", "en"]) == Exit.DONE
    text = (tmp_path / "t.csv").read_text(encoding="utf-8")
    assert "Counts below 50 are kept secret" in text
    assert ",.," in text
    assert main(["--language", "en", "rivals", str(path), "--at-least", "50"]) == Exit.DONE


def test_cells_that_a_release_blocks_are_named_and_nothing_is_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # With the 2 of N published, and signs known to be at least 1, both of its cells are 1.
    rows = ["N,a", "N,b", *["S,a"] * 4, *["S,b"] * 5]
    (tmp_path / "p.csv").write_text("area,kind\n" + "\n".join(rows) + "\n", encoding="utf-8")
    path = tmp_path / "p.ckm"
    with ckm.create_statistic(path, "People", person="Anna", four_eyes=False) as work:
        work.add_period("2025", "2025-12-31")
        work.add_records(tmp_path / "p.csv", ["area", "kind"])
        work.save_table("areas", ckm.TableSpec("area"))
        work.save_table("cells", ckm.TableSpec("area", "kind"))
        work.find_patterns(["areas"], least=2)
        work.put_in_force(suppression_method(work.period), ckm.Decision("Board", "2026-01-05"))
        work.approve(work.submit("areas"), person="Berta")
        before = work.period.patterns
    assert keep(path, "cells", "--minimum-frequency", "2") == Exit.DISCLOSES
    printed = capsys.readouterr().out
    assert "Not protected: area=N, kind=a" in printed
    assert "area=N would have to be suppressed, too, but stays published" in printed
    assert "was not kept" in printed
    with ckm.work_on_statistic(path, person="Anna", read_only=True) as work:
        assert work.period.patterns is not None
        assert before is not None
        assert work.period.patterns.sha256 == before.sha256


def test_without_a_pattern_the_method_is_refused(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = ["statistic", "method", str(path), "--method", "suppression", "--language", "en"]
    assert main(line) == Exit.INPUT
    assert "has no pattern" in capsys.readouterr().err


def test_a_minimum_frequency_is_needed(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert keep(path) == Exit.INPUT
    assert "--minimum-frequency" in capsys.readouterr().err
    assert keep(path, "--minimum-frequency", "1") == Exit.INPUT
    assert "at least 2" in capsys.readouterr().err


def test_sums_are_protected_by_their_rules_and_named_in_the_report(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    values = [ckm.Value(), ckm.Value("sum", magnitude="income")]
    table = SavedTable("Income", ckm.TableSpec(["area"], ["sex"], values=values))
    path = write_statistic(tmp_path, (table,))
    report = tmp_path / "report.json"
    assert keep(path, "--minimum-frequency", "40", "--report", str(report)) == Exit.DONE
    certificates = json.loads(report.read_text(encoding="utf-8"))
    assert [certificates[name]["verdict"] for name in ("counts", "income")] == ["held", "held"]
    assert len(certificates["income"]["proofs"]) >= len(
        [cell for cell in certificates["income"]["cells"] if cell["role"] == "primary"]
    )
    printed = capsys.readouterr().out
    assert printed.index("Counts:") < printed.index("Sums of income:")
    assert main(["statistic", "method", str(path), "--method", "suppression", "--body", "Board"]) == Exit.DONE
    assert main(["--language", "en", "draft", str(path), "Income", "-o", str(tmp_path / "t.csv")]) == Exit.DONE
    assert "Sums that would reveal too much" in (tmp_path / "t.csv").read_text(encoding="utf-8")
    assert keep(path, "--groups", "sex") == Exit.INPUT
