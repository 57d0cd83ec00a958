"""From an empty method page to sums in force: by the real mouse and by keys alone, in German and English."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from ckmcore.methods.magnitudes import as_of_sums
from ckmcore.methods.sum_presets import sum_preset
from ckmcore.statistic.file import open_statistic
from tests.journeys.conftest import Start
from tests.journeys.screen import Program
from tests.journeys.steps import (
    choose,
    go_to_tab,
    look,
    menu_by_keys,
    menu_with_mouse,
    new_data,
    press,
    save,
    set_by_keys,
    take_over,
    variable_by_keys,
    wait_message,
    wait_page,
)

RECORDS = 400


@dataclass(frozen=True)
class Words:
    """What the window says in a language."""

    role: str
    magnitude: str
    records: str
    sums: str
    preset: str
    scaling: str
    flex: str
    least: str
    judged: str
    in_force: str
    saved: str
    show: str


WORDS = {
    "de": Words(
        "Rolle von Betrag", "Wertmerkmal", f"{RECORDS} Datensätze", "Wertsummen", "Löhne, Beträge", "Skalierung",
        "flexibel", "Mindestüberlagerung λ", "Mindestschutz", "Das Verfahren ist in Kraft.", "Gespeichert als",
        "In der Tabelle zeigen",
    ),
    "en": Words(
        "Role of Betrag", "Magnitude", f"{RECORDS} records", "Sums", "Wages, amounts", "Scaling",
        "flex", "Least noise λ", "floor", "The method is in force.", "Saved as",
        "Show in the table",
    ),
}  # fmt: skip


@pytest.fixture
def amounts(tmp_path: Path) -> Path:
    """400 records of three regions, every tenth without an amount."""
    chance = np.random.default_rng(4)
    path = tmp_path / "betraege.csv"
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, delimiter=";")
        writer.writerow(["Region", "Betrag"])
        for number in range(RECORDS):
            amount = "" if number % 10 == 0 else int(chance.lognormal(7, 0.5))
            writer.writerow([("Nord", "Mitte", "Ost")[int(chance.integers(3))], amount])
    return path


def declare(program: Program, words: Words, *, keys: bool) -> None:
    """The amount is a magnitude; the file is taken over."""
    if program.words(words.role) != words.magnitude:
        if keys:
            set_by_keys(program, words.role, words.magnitude)
        else:
            choose(program, words.role, words.magnitude, keys=False)
    take_over(program, keys=keys)
    wait_message(program, words.records)


def lay_out(program: Program, words: Words, *, keys: bool) -> None:
    """Regions in rows, and the sum in the values."""
    if keys:
        program.screen.keys("alt+1")
        wait_page(program, "tables")
        program.screen.keys("F6")
        program.wait(lambda: program.ask("window")["focus"][:1] == ["variables"], "F6 leads to the list")
        variable_by_keys(program, "Region")
        program.screen.keys("z")
    else:
        program.click("rail:tables")
        wait_page(program, "tables")
        program.drag(program.entry("Region"), "shelf:rows")
    program.zones(rows=["Region"])
    if keys:
        variable_by_keys(program, "sum:Betrag")
        program.screen.keys("Menu")
        menu_by_keys(program, words.show)
    else:
        program.drag(program.entry("sum:Betrag"), "shelf:values")
    program.wait(lambda: "sum" in program.ask("table")["values"], "the sum is shown")


def take_preset(program: Program, words: Words, *, keys: bool) -> None:
    """The empty tab gets settings, a table and keys by a preset."""
    press(program, "sum-presets", keys=keys)
    (menu_by_keys if keys else menu_with_mouse)(program, words.preset)
    program.wait(lambda: program.ask("widget", "sum-cell"), "a cell is told")
    program.idle()


def judge(program: Program, words: Words, *, keys: bool) -> None:
    """The floor over the table at hand is told before anything is put in force."""
    if not keys:
        program.screen.wheel(program.widget("sum-law")["rect"], 10)  # it lies below the cell
    press(program, "sum-floor", keys=keys)
    program.wait(lambda: program.words("sum-verdict"), "there is a verdict")
    assert words.judged in program.words("sum-verdict")


def decide(program: Program, words: Words, *, keys: bool) -> None:
    press(program, "put-in-force", keys=keys)
    if not keys:
        program.click("decision:body")
    program.wait(lambda: program.ask("window")["focus"][:1] == ["decision:body"], "the decision asks who decided")
    program.screen.write("M")
    program.screen.keys("Return")
    wait_message(program, words.in_force)


@pytest.mark.thorough
@pytest.mark.parametrize("keys", [False, True], ids=["mouse", "keys"])
@pytest.mark.parametrize("language", ["de", "en"])
def test_from_an_empty_method_page_to_sums_in_force(
    start: Start, amounts: Path, tmp_path: Path, keys: bool, language: str
) -> None:
    words, program = WORDS[language], start(language=language)
    new_data(program, amounts, keys=keys)
    declare(program, words, keys=keys)
    lay_out(program, words, keys=keys)
    if keys:
        program.screen.keys("alt+4")
    else:
        program.click("rail:method")
    wait_page(program, "method")
    go_to_tab(program, words.sums, keys=keys)
    take_preset(program, words, keys=keys)
    look(program, f"sums-preset-{language}")
    settings, _ = sum_preset("wages")
    judge(program, words, keys=keys)
    look(program, f"sums-judged-{language}")
    decide(program, words, keys=keys)
    look(program, f"sums-in-force-{language}")
    if keys:
        program.screen.keys("alt+1")
    else:
        program.click("rail:tables")
    wait_page(program, "tables")
    shown = program.table()
    place = shown["values"].index("sum")
    sums = dict(zip([texts[0] for texts in shown["row_texts"]], shown["figures"][place], strict=True))
    path = tmp_path / "s.ckm"
    save(program, path, words.saved)
    program.quit()

    statistic, _ = open_statistic(path)
    in_force = statistic.period.in_force
    assert in_force is not None
    method = as_of_sums(in_force.method)
    assert method is not None
    assert method.settings == settings
    assert len(method.own_key) == 64
    assert not method.large.is_ordered
    exact = pd.read_csv(amounts, sep=";").groupby("Region")["Betrag"].sum()
    for region, total in exact.items():
        # 130 amounts of like size: the noise of the largest one is a small part of the sum.
        assert sums[str(region)][0] == pytest.approx(total, rel=0.1)
    assert any(sums[str(region)][0] != total for region, total in exact.items())
