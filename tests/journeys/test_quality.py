"""Quality and risk in the real window: three variants on three tables of the sample, the report on disk."""

from __future__ import annotations

import csv
from decimal import Decimal
from pathlib import Path

import pytest

import ckmcore as ckm
from ckmcore.base.numbers import decimal_text
from ckmcore.lab.quality.candidates import candidate
from ckmcore.lab.quality.evaluate import evaluate
from ckmcore.lab.quality.evaluation import EvaluationRequest, TestTable
from ckmcore.sample import sample_microdata
from ckmcore.statistic.sample import sample_statistic
from tests.journeys.conftest import Start
from tests.journeys.screen import PATIENCE
from tests.journeys.steps import fill, from_bar, go_to_tab, look, press, tab_to, wait_message, wait_page, wait_said

# The table laid out, which is no longer asked for, and three saved ones.
BOXES = ("table:0", "table:1", "table:3", "table:4")
SHOWN = "mean_deviation"


@pytest.mark.parametrize(
    "keys", [pytest.param(False, marks=pytest.mark.thorough, id="mouse"), pytest.param(True, id="keys")]
)
def test_three_variants_are_compared_on_three_tables_and_the_report_is_written(
    start: Start, keys: bool, tmp_path: Path
) -> None:
    program = start("--sample")
    program.table()
    if keys:
        program.screen.keys("alt+5")
    else:
        program.click("rail:quality")
    wait_page(program, "quality")
    program.idle()  # the method in force is measured when the page is first opened
    go_to_tab(program, "Was gemessen wird", keys=keys)
    for box in BOXES:
        press(program, f"evaluation:{box}", keys=keys)
    if not keys:
        program.click("evaluation:monte_carlo")
    fill(program, "evaluation:bases", "10", keys=keys)
    fill(program, "evaluation:seconds", "1", keys=keys)
    if keys:
        tab_to(program, "evaluation:repetitions")
        program.screen.keys("ctrl+a")
        program.screen.write("5")
        program.screen.keys("Tab")
        program.screen.keys("ctrl+Return")
    else:
        program.click("evaluation:compute")
    wait_said(program, "mittlere Abweichung", 4 * PATIENCE)  # an evaluation has no time that it must keep
    program.idle()
    look(program, f"quality-plane-{keys}")
    press(program, "fold:measures", keys=keys)
    wait_said(program, "Varianten im Vergleich")
    look(program, f"quality-board-{keys}")
    for name in ("bewertung.csv", "bewertung.html"):
        from_bar(program, "Qualität und Risiko", "alt+q", "Bericht speichern ...", keys=keys)
        program.type_path(tmp_path / name)
        wait_message(program, f"Bericht geschrieben nach „{name}“.")
    found = rows(tmp_path / "bewertung.csv")
    wanted = by_engine()
    assert found == wanted
    page = (tmp_path / "bewertung.html").read_text(encoding="utf-8")
    assert "Intern und vertraulich" in page
    for table in tables():
        assert table.name in page
    program.quit()


def tables() -> list[TestTable]:
    saved = sample_statistic("de").tables
    return [TestTable(saved[place].name, saved[place].spec) for place in (0, 2, 3)]


def by_engine() -> dict[str, Decimal]:
    """The mean deviation of each variant over the three tables: those of the window's method page, and base 10."""
    in_force = sample_statistic("de").period.in_force
    assert in_force is not None
    second = ckm.CellKeyMethod(ckm.shuffle(ckm.design_ptable(D=2, V=1.08, js=1), 0.05))
    variants = [candidate(in_force.method, in_force=True), candidate(second), candidate(ckm.Rounding(10))]
    found = evaluate(sample_microdata("2025"), tables(), variants, EvaluationRequest(monte_carlo=False, attack=False))
    row = found.row(SHOWN)
    assert row is not None
    numbers = [Decimal(decimal_text(number or 0.0, row.kind.decimals + 2, "en")) for number in row.numbers]
    return dict(zip(("in force", "B", "rounding"), numbers, strict=True))


def rows(path: Path) -> dict[str, Decimal]:
    """The mean deviation of each variant over all tables, as the file says it."""
    with path.open(encoding="utf-8-sig", newline="") as stream:
        lines = list(csv.reader(stream, delimiter=";"))
    found = [line for line in lines if line[0] == "Alle Tabellen" and line[3] == "Abweichung, Mittel"]
    numbers = [Decimal(line[4].replace(",", ".")) for line in found]
    return dict(zip(("in force", "B", "rounding"), numbers, strict=True))
