"""The window of the rivals on the sample: four methods on two saved tables, then the cells of one suppressed."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

import ckmcore as ckm
from ckmcore.base.numbers import Language, decimal_text
from ckmcore.methods.primary import PrimaryRules
from ckmcore.rivals.comparison import RivalComparison, compare_rivals
from ckmcore.rivals.patterns import SuppressionPattern, find_pattern
from ckmcore.rivals.records import problem_of_records
from ckmcore.sample import sample_microdata
from ckmcore.statistic.sample import sample_statistic
from tests.journeys.conftest import Start
from tests.journeys.screen import PATIENCE, Program
from tests.journeys.steps import go_to_tab, look, press, tab_to, wait_message, wait_page, wait_said

MEASURED, SUPPRESSED = (2, 3), 3
WORDS = {
    "de": {
        "board": "Verfahrensvergleich",
        "measured": "Gemessen am",
        "written": "Bericht geschrieben nach „{name}“.",
        "mean": "mittlere Abweichung",
        "suppression": "Zellsperrung",
        "found": "{primary} primäre Felder, {secondary} weitere Felder gesperrt.",
        "proven": "In ganzen Zahlen bewiesen: {all} von {all} Schutzabständen.",
        "cell": "Gewähltes Feld: primär",
        "reader": "Leser schließen: von ",
    },
    "en": {
        "board": "Comparison of methods",
        "measured": "Measured ",
        "written": "Report written to “{name}”.",
        "mean": "mean deviation",
        "suppression": "Cell suppression",
        "found": "{primary} primary cells, {secondary} further cells suppressed.",
        "proven": "Proven in whole numbers: {all} of {all} protection levels.",
        "cell": "Chosen cell: primary",
        "reader": "Readers conclude: from ",
    },
}


@pytest.mark.thorough
@pytest.mark.parametrize(("keys", "language"), [(False, "de"), (True, "en")], ids=["mouse-de", "keys-en"])
def test_methods_are_compared_and_a_saved_table_is_suppressed(
    start: Start, keys: bool, language: Language, tmp_path: Path
) -> None:
    words = WORDS[language]
    program = start("--sample", language=language)
    program.table()
    if keys:
        program.screen.keys("alt+4")
    else:
        program.click("rail:method")
    wait_page(program, "method")
    go_to_tab(program, words["board"], keys=keys)
    for place in (0, 1, 4, 5):  # the first take longer than a journey should, the others are means
        press(program, f"rivals:table:{place}", keys=keys)
    start_job(program, "rivals:compute", keys=keys)
    wait_said(program, words["measured"], 6 * PATIENCE)
    program.idle()
    look(program, f"rivals-board-{language}")
    press(program, "rivals:save", keys=keys)
    path = tmp_path / "verfahren.csv"
    program.type_path(path)
    wait_message(program, words["written"].format(name=path.name))
    assert rows(path, words["mean"], language) == by_engine(language)
    go_to_tab(program, words["suppression"], keys=keys)
    for place in (0, 1, 2, 6):  # two others show a median, or a mean of records of which some have no value
        press(program, f"suppression:table:{place}", keys=keys)
    start_job(program, "suppression:compute", keys=keys)
    wait_said(program, words["cell"], 4 * PATIENCE)
    pattern = pattern_by_engine()
    found = words["found"].format(primary=len(pattern.system.problem.levels), secondary=len(pattern.secondary))
    wait_said(program, found)
    wait_said(program, words["proven"].format(all=len(pattern.system.demands)))
    wait_said(program, words["reader"])
    look(program, f"rivals-suppression-{language}")
    press(program, "suppression:published", keys=keys)
    program.wait(
        lambda: not any(words["reader"] in label for label in program.ask("labels")["labels"]),
        "nothing is said of what is behind a sign",
    )
    program.quit()


def start_job(program: Program, name: str, *, keys: bool) -> None:
    if keys:
        tab_to(program, name)
        program.screen.keys("ctrl+Return")
    else:
        program.click(name)


def compared() -> RivalComparison:
    statistic = sample_statistic("de")
    assert statistic.period.in_force is not None
    tables = {statistic.tables[place].name: statistic.tables[place].spec for place in MEASURED}
    methods = [statistic.period.in_force.method, ckm.Rounding(10)]
    return compare_rivals(sample_microdata("2025"), tables, methods, seconds=10, further=False)


def by_engine(language: Language) -> list[str]:
    numbers = [method.values["mean_deviation"] for method in compared().methods]
    return [decimal_text(number or 0.0, 2, language) for number in numbers]


def rows(path: Path, measure: str, language: Language) -> list[str]:
    """The figures of a measure by method, as the file has them."""
    with path.open(encoding="utf-8-sig", newline="") as stream:
        lines = list(csv.reader(stream, delimiter=";" if language == "de" else ","))
    (line,) = [line for line in lines if line[1] == measure]
    return line[3:7]


def pattern_by_engine() -> SuppressionPattern:
    spec = sample_statistic("de").tables[SUPPRESSED].spec
    return find_pattern(problem_of_records(sample_microdata("2025"), [spec], PrimaryRules(minimum_frequency=3)))
