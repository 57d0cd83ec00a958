"""`ckm pattern`: what cell suppression would hide of saved tables, from records."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

import ckmcore as ckm
from ckmcore.base.exit_codes import Exit
from ckmcore.cli import main
from tests.kit.wings import hide

AREAS, SIZES = ("N1", "N2", "S1", "S2"), ("small", "middle", "large")


@pytest.fixture(scope="module")
def statistic(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Firms with a turnover, in two tables that share the areas."""
    folder = tmp_path_factory.mktemp("pattern")
    draw = Random(5)
    keys = draw.sample(range(10**9), 90)
    lines = []
    for key in keys:
        codes = draw.choice(AREAS), draw.choices(SIZES, (6, 3, 1))[0], draw.choice("abc")
        lines.append(f"{','.join(codes)},{draw.randint(5, 900)},0.{key:09}")
    (folder / "firms.csv").write_text("area,size,kind,turnover,rkey\n" + "\n".join(lines) + "\n", encoding="utf-8")
    path = folder / "firms.ckm"
    turnover = [ckm.Value(), ckm.Value("sum", magnitude="turnover")]
    with ckm.create_statistic(path, "Firms", person="Anna", four_eyes=False) as work:
        work.add_period("2025", "2025-12-31")
        work.add_records(folder / "firms.csv", ["area", "size", "kind"], magnitudes=["turnover"], record_key="rkey")
        work.save_table("1", ckm.TableSpec("area", "size", values=turnover))
        work.save_table("2", ckm.TableSpec("area", "kind", values=turnover))
        work.save_table("3", ckm.TableSpec("kind"))
    return path


def pattern(statistic: Path, tmp_path: Path, *more: str) -> tuple[int, dict[str, Any]]:
    report = tmp_path / "report.json"
    ended = main(["--language", "en", "pattern", str(statistic), *more, "--report", str(report)])
    return ended, json.loads(report.read_text(encoding="utf-8")) if report.exists() else {}


def counted(statistic: Path, *names: str) -> dict[str, list[int]]:
    """The turnovers of each cell of a table of two variables by its name, read without the program."""
    lines = (statistic.parent / "firms.csv").read_text(encoding="utf-8").splitlines()
    head, *rows = [line.split(",") for line in lines]
    places = [head.index(name) for name in names]
    cells: dict[str, list[int]] = {}
    for row in rows:
        for shown in ((), (0,), (1,), (0, 1)):
            codes = ", ".join(f"{names[at]}={row[places[at]]}" for at in shown) or "total"
            cells.setdefault(codes, []).append(int(row[3]))
    return cells


def test_counts_of_linked_tables_are_hidden_below_the_minimum(statistic: Path, tmp_path: Path) -> None:
    ended, report = pattern(statistic, tmp_path, "1", "2", "--minimum-frequency", "3")
    assert ended == Exit.DONE
    small = {
        name
        for names in (("area", "size"), ("area", "kind"))
        for name, turnovers in counted(statistic, *names).items()
        if len(turnovers) < 3
    }
    primary = {cell["cell"] for cell in report["cells"] if cell["role"] == "primary"}
    assert primary == small != set()
    assert report["verdict"] == "held"
    assert report["seen_by_contributors"] == []


def test_sums_are_primary_where_the_second_largest_firm_could_compute_the_largest(
    statistic: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ended, report = pattern(statistic, tmp_path, "1", "--sums-of", "turnover", "--p-percent", "10")
    assert ended == Exit.DONE
    expected = {}
    for name, turnovers in counted(statistic, "area", "size").items():
        first, rest = max(turnovers), sum(sorted(turnovers)[:-2])
        if 100 * rest < 10 * first:
            expected[name] = str(max(1, -((10 * rest - first) // 10)))
    levels = {cell["cell"]: cell["upper"] for cell in report["cells"] if cell["role"] == "primary"}
    assert levels == expected != {}
    assert f"{len(levels)} primary cells" in capsys.readouterr().out


def test_a_table_without_such_sums_or_rules_is_refused(
    statistic: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert pattern(statistic, tmp_path, "3", "--sums-of", "turnover", "--p-percent", "10") == (Exit.INPUT, {})
    assert "No table shows sums of turnover" in capsys.readouterr().err
    assert pattern(statistic, tmp_path, "3") == (Exit.INPUT, {})


def test_without_the_lab_the_command_is_refused_by_name(
    statistic: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    hide(monkeypatch, "lab")
    assert pattern(statistic, tmp_path, "1", "--minimum-frequency", "3") == (Exit.INPUT, {})
    assert "ckmcore.lab" in capsys.readouterr().err


def test_groups_by_a_variable_get_primary_cells_and_sums_have_none(
    statistic: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, plain = pattern(statistic, tmp_path, "1", "--minimum-frequency", "3")
    _, grouped = pattern(statistic, tmp_path, "1", "--minimum-frequency", "9", "--groups", "size")
    primary = [{cell["cell"] for cell in each["cells"] if cell["role"] == "primary"} for each in (plain, grouped)]
    assert primary[0] < primary[1]
    capsys.readouterr()
    sums = pattern(statistic, tmp_path, "1", "--sums-of", "turnover", "--p-percent", "10", "--groups", "size")
    assert sums[0] == Exit.INPUT
    assert "Groups are protected in counts alone" in capsys.readouterr().err
