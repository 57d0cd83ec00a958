"""From a CSV with blanks to a released table with sum, mean and median in the real window: three hands by mouse, and by
keys alone, in German and in English."""

from __future__ import annotations

import csv
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import openpyxl
import pandas as pd
import pytest

from ckmcore.statistic.file import open_statistic, save_statistic
from ckmcore.statistic.releases import releases
from ckmcore.statistic.seal import Secret, make_seal
from tests.journeys.conftest import Start
from tests.journeys.screen import Program
from tests.journeys.sealed import PHRASES, unlock
from tests.journeys.steps import (
    choose,
    decide,
    fill,
    go_to_row,
    go_to_tab,
    look,
    menu_by_keys,
    menu_with_mouse,
    new_data,
    page_seen,
    press,
    save,
    see_all,
    tab_to,
    take_over,
    type_into,
    variable_by_keys,
    wait_message,
    wait_page,
    wait_words,
)


@dataclass(frozen=True)
class Words:
    """What the window says in a language."""

    role: str
    magnitude: str
    records: str
    variables: str
    classes: str
    sums: str
    preset: str
    in_force: str
    saved: str
    show: str
    mean: str
    submitted: str
    released: str
    written: str
    total: str
    legend: tuple[str, str]


WORDS = {
    "de": Words(
        "Rolle von Monate", "Wertmerkmal", "800 Datensätze", "Merkmale", "Klassen", "Wertsummen", "Alter, Dauer",
        "Das Verfahren ist in Kraft.", "Gespeichert als", "In der Tabelle zeigen", "Mittelwert in der Tabelle zeigen",
        "als Nr. 1 eingereicht.", "Nr. 1 ist freigegeben.", "Endgültige Dateien von Nr. 1", "Insgesamt",
        (
            "Mittelwert: veröffentlichte Summe durch veröffentlichte Zahl der Fälle mit Angabe.",
            "Mediane und Quantile von „Monate“: aus veröffentlichten Klassen interpoliert (0; 12; 24; 36; 48; 60).",
        ),
    ),
    "en": Words(
        "Role of Monate", "Magnitude", "800 records", "Variables", "Classes", "Sums", "Ages, durations",
        "The method is in force.", "Saved as", "Show in the table", "Show the mean in the table",
        "submitted as no. 1.", "No. 1 is released.", "Final files of no. 1", "Total",
        (
            "Mean: published sum divided by the published number of records with a value.",
            "interpolated from published classes (0; 12; 24; 36; 48; 60).",
        ),
    ),
}  # fmt: skip


@pytest.fixture
def students(tmp_path: Path) -> Path:
    """800 students, every eighth without months."""
    chance = np.random.default_rng(11)
    path = tmp_path / "studium.csv"
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, delimiter=";")
        writer.writerow(["Land", "Monate"])
        for number in range(800):
            months = "" if number % 8 == 0 else int(chance.gamma(3, 9)) % 60
            writer.writerow([("Bayern", "Hessen", "Saarland")[int(chance.integers(3))], months])
    return path


def to_page(program: Program, page: str, key: str, *, keys: bool) -> None:
    if keys:
        program.screen.keys(key)
    else:
        program.click(f"rail:{page}")
    wait_page(program, page)


def methodologist(program: Program, students: Path, path: Path, words: Words, *, keys: bool) -> None:
    """Reads the file, declares classes, takes a preset for sums and puts it in force."""
    new_data(program, students, keys=keys)
    choose(program, words.role, words.magnitude, keys=keys)
    take_over(program, keys=keys)
    wait_message(program, words.records)
    see_all(program, keys=keys)
    go_to_tab(program, words.variables, keys=keys)
    go_to_row(program, "dictionary", "Monate", keys=keys)
    fill(program, words.classes, "0; 12; 24; 36; 48; 60", keys=keys)
    wait_words(program, words.classes, "0; 12; 24; 36; 48; 60")
    look(program, "amounts-classes")
    to_page(program, "method", "alt+4", keys=keys)
    go_to_tab(program, words.sums, keys=keys)
    press(program, "sum-presets", keys=keys)
    (menu_by_keys if keys else menu_with_mouse)(program, words.preset)
    look(program, "amounts-sums")
    press(program, "put-in-force", keys=keys)
    if not keys:
        program.click("decision:body")
    decide(program, said=words.in_force)
    to_page(program, "tables", "alt+1", keys=keys)
    save(program, path, words.saved)
    program.quit()


def wait_value(program: Program, kind: str) -> None:
    program.wait(lambda: kind in program.ask("table")["values"], f"{kind} is shown")


def from_list(program: Program, name: str, entry: str, kind: str, *, keys: bool) -> None:
    """A value of the list, by its menu."""
    if keys:
        variable_by_keys(program, name)
        program.screen.keys("Menu")
        menu_by_keys(program, entry)
    else:
        program.screen.click(program.entry(name), button=3)
        menu_with_mouse(program, entry)
    wait_value(program, kind)


def clerk(program: Program, words: Words, *, keys: bool) -> None:
    """Drags sum and median into the values, takes the mean from the menu of the list, and hands the table in."""
    unlock(program, "clerk")
    if keys:
        wait_page(program, "tables")
        program.screen.keys("F6")
        program.wait(lambda: program.ask("window")["focus"][:1] == ["variables"], "F6 leads to the list")
        variable_by_keys(program, "Land")
        program.screen.keys("z")
        program.zones(rows=["Land"])
    else:
        program.drag(program.entry("Land"), "shelf:rows")
    for name in ("sum:Monate", "median:Monate"):
        if keys:
            from_list(program, name, words.show, name.partition(":")[0], keys=True)
        else:
            program.drag(program.entry(name), "shelf:values")
            wait_value(program, name.partition(":")[0])
    # There is no room left on the shelf: by the menus of the list.
    from_list(program, "valid:Monate", words.show, "valid", keys=keys)
    from_list(program, "sum:Monate", words.mean, "mean", keys=keys)
    program.table()
    look(program, "amounts-table")
    program.screen.keys("ctrl+r")
    wait_page(program, "release")
    fill(program, "submit:recipient", "Presse", keys=keys)
    tab_to(program, "submit:person", "shift+Tab")
    type_into(program, "Anna Amsel")
    fill(program, "submit:purpose", "Jahrbuch", keys=keys)
    press(program, "submit:submit", keys=True)  # it may lie below the screen
    wait_message(program, words.submitted)
    program.quit()


def releaser(program: Program, out: Path, words: Words, *, keys: bool) -> None:
    unlock(program, "releaser")
    program.screen.keys("alt+2")
    wait_page(program, "release")
    fill(program, "release:person", "Bert Buche", keys=keys)
    page_seen(program)
    press(program, "release:release", keys=keys)
    wait_message(program, words.released)
    press(program, "release:write", keys=keys)
    program.type_path(out)
    wait_message(program, words.written)
    program.quit()


@pytest.mark.thorough
@pytest.mark.parametrize("keys", [False, True], ids=["mouse", "keys"])
@pytest.mark.parametrize("language", ["de", "en"])
def test_a_file_with_blanks_becomes_a_released_table_with_sum_mean_and_median(
    start: Start, students: Path, tmp_path: Path, keys: bool, language: str
) -> None:
    words, path, out = WORDS[language], tmp_path / "studium.ckm", tmp_path / "ausgabe"
    out.mkdir()
    methodologist(start(language=language), students, path, words, keys=keys)
    seal, _ = make_seal({role: Secret.passphrase(text) for role, text in PHRASES.items()})
    found, stamp = open_statistic(path)
    save_statistic(replace(found, seal=seal, four_eyes=True), path, stamp)
    clerk(start(str(path), language=language), words, keys=keys)
    releaser(start(str(path), language=language), out, words, keys=keys)

    kept, _ = open_statistic(path, Secret.passphrase(PHRASES["releaser"]))
    (release,) = releases(kept.register)
    kinds = [value.kind for value in release.submission.spec.values]
    assert kinds == ["count", "sum", "median", "valid", "mean"]
    (written,) = list(out.iterdir())
    sheet = openpyxl.load_workbook(written).worksheets[0]
    lines = [[cell.value for cell in line] for line in sheet.iter_rows()]
    texts = [str(cell) for line in lines for cell in line if cell is not None]
    assert all(any(said in text for text in texts) for said in words.legend)
    number, total, median, valid, mean = next(line[1:6] for line in lines if line[0] == words.total)
    months = pd.read_csv(students, sep=";")["Monate"].dropna()
    assert abs(number - 800) <= 5
    assert abs(valid - len(months)) <= 5
    assert total == pytest.approx(months.sum(), rel=0.05)
    assert mean == pytest.approx(total / valid, abs=0.5)  # as everybody can compute it
    assert median == pytest.approx(months.median(), abs=2)
