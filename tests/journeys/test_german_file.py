"""A CSV file as German offices have it (Windows-1252, decimal comma, leading zeros): to a table of age classes."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import openpyxl
import pandas as pd
import pytest

import ckmcore as ckm
from tests.journeys.conftest import Start
from tests.journeys.figures import Cells, by_command_line, on_screen
from tests.journeys.screen import Program, middle
from tests.journeys.steps import (
    LINE,
    choose_with_mouse,
    dragged_from,
    export,
    lay_out,
    look,
    menu_by_keys,
    menu_with_mouse,
    put_in_force,
    row,
    row_by_keys,
    save,
    see_all,
    set_by_keys,
    tab_by_keys,
    tab_to,
    tab_with_mouse,
    type_into,
    wait_message,
    wait_said,
    wait_words,
)

INCOME = "Einkommen in €"
STATES = {"1": "ledig", "2": "verheiratet", "3": "3", "4": "4"}
CLASSES = {"<25": "unter 25", "25-65": "25 bis unter 65", "65+": "65 und mehr"}
PEOPLE = 600


@pytest.fixture
def people(tmp_path: Path) -> Path:
    """600 persons, as an office writes them."""
    random = np.random.default_rng(5)
    path = tmp_path / "Bevölkerung Köln.csv"
    with path.open("w", encoding="cp1252", newline="") as file:
        writer = csv.writer(file, delimiter=";")
        writer.writerow(["Personen-Nr.", "Größe", "Kreis", "Geschlecht", "Familienstand", "Alter", INCOME])
        for number in range(PEOPLE):
            age = int(random.integers(0, 95))
            income, height = (
                f"{value:.2f}".replace(".", ",") for value in (random.gamma(2, 1400), 1.5 + age % 40 / 100)
            )
            kreis = ("01001", "05315", "09161", "11000")[int(random.integers(4))]
            sex = ("männlich", "weiblich", "divers")[int(random.choice(3, p=(0.49, 0.49, 0.02)))]
            state = int(random.integers(1, 5)) if age >= 18 else 1
            writer.writerow([f"{number * 37 % 10007:06d}", height, kreis, sex, state, age, income])
    return path


def see_what_is_guessed(program: Program) -> None:
    """All that was understood of the file is to be read before it is taken over."""
    program.widget("take-over")
    guessed = {"Zeichensatz": "Windows-1252", "Trennzeichen": "Semikolon", "Dezimalzeichen": "Komma"}
    for name, wanted in guessed.items():
        wait_words(program, name, wanted)
    for column, kind, role in (
        ("Personen-Nr.", "Text", "Kennung"),
        ("Kreis", "Code (Text)", "Gliederungsmerkmal"),
        ("Geschlecht", "Code (Text)", "Gliederungsmerkmal"),
        (INCOME, "Dezimal, 2 Stellen", "Wertmerkmal"),
        ("Größe", "Dezimal, 2 Stellen", "Wertmerkmal"),
    ):
        assert (program.words(f"Typ von {column}"), program.words(f"Rolle von {column}")) == (kind, role), column
    wait_said(program, "führende")
    assert program.ask("widget", "keys:generate")["checked"]
    look(program, "german-preview")


def check(program: Program, people: Path, folder: Path) -> None:
    """Export and save; the figures are those of `ckm table` on the records with the keys saved beside the statistic."""
    shown = on_screen(program.table())
    export(program, folder / "entwurf.xlsx")
    save(program, folder / "köln.ckm")
    program.quit()
    saved, _ = ckm.open_statistic(folder / "köln.ckm")
    expected = by_engine(people, saved, folder)
    assert len(expected) == 20
    assert shown == expected
    assert of_draft(folder / "entwurf.xlsx") == list(expected.values())
    entries = {entry.name: entry for entry in saved.dictionary}
    roles = {name: entry.role for name, entry in entries.items()}
    assert (roles["Personen-Nr."], roles["Größe"], roles[INCOME]) == ("identifier", "ignored", "magnitude")
    assert [one.label.de for one in entries["Familienstand"].categories] == list(STATES.values())
    data = ckm.read_microdata(people, ["Kreis"], magnitudes=[INCOME])
    assert data.dimensions["Kreis"].codes == ("01001", "05315", "09161", "11000")


def by_engine(people: Path, saved: ckm.Statistic, folder: Path) -> Cells:
    """The same table by `ckm table`: read and cut into classes by pandas, with the keys of the file beside."""
    keys = saved.period.keys
    assert keys is not None
    frame = pd.read_csv(people, sep=";", encoding="cp1252", decimal=",", dtype={"Kreis": str, "Personen-Nr.": str})
    frame["Key"] = [f"0.{key:09d}" for key in pd.read_parquet(folder / keys.file)["record_key"]]
    frame["Klasse"] = pd.cut(frame["Alter"], [-1, 24, 64, 200], labels=["A", "B", "C"])
    found = by_command_line(frame, "Key", saved.period.in_force, "Familienstand", "Klasse", folder)
    rows = {"Total": "Insgesamt", **STATES}
    columns = {**dict(zip("ABC", CLASSES.values(), strict=True)), "Total": "Insgesamt"}
    return {(rows[one], columns[other]): found[one, other] for one in rows for other in columns}


def of_draft(path: Path) -> list[int]:
    """The figures of the draft, line by line."""
    book = openpyxl.load_workbook(path)
    found: Iterator[tuple[object, ...]] = book.worksheets[0].iter_rows(values_only=True)
    figures = [value for line in found for value in line if isinstance(value, int)]
    book.close()
    return figures


def test_with_the_mouse_a_german_file_is_dropped_corrected_and_tabulated(
    start: Start, people: Path, tmp_path: Path
) -> None:
    program = start()
    door = program.widget("door:new")["rect"]
    with dragged_from(program, 30, 40, [people]):
        program.screen.drag((60, 40 + LINE // 2), middle(door))
        see_what_is_guessed(program)
    choose_with_mouse(program, "Rolle von Größe", "nicht verwendet")
    program.click("take-over")
    wait_message(program, "600 Datensätze aus „Bevölkerung Köln.csv“ wurden übernommen.")
    see_all(program, keys=False)
    tab_with_mouse(program, "Merkmale")
    program.screen.click(row(program, "dictionary", "Familienstand")["rect"])
    for code in ("1", "2"):
        program.screen.click(row(program, "Schlüsselverzeichnis", code, 1)["rect"], times=2)
        program.wait(lambda: program.ask("window")["focus"] == ["", "", "QLineEdit"], "the label can be typed")
        type_into(program, STATES[code], "Return")
        program.wait(
            lambda code=code: program.ask("row", "Schlüsselverzeichnis", code, 1)["texts"][1] == STATES[code],
            "the label stands in the code list",
        )
    look(program, "german-labels")
    program.screen.click(row(program, "dictionary", "Alter")["rect"])
    wait_words(program, "Titel (deutsch)", "Alter")
    program.click("derive")
    menu_with_mouse(program, "Klassen nach Grenzen ...")
    program.click("Klassengrenzen")
    type_into(program, "25 65")
    classes(program)
    put_in_force(program, keys=False)
    lay_out(program, "Familienstand", "Alter_classes", keys=False)
    look(program, "german-table")
    check(program, people, tmp_path)


def classes(program: Program) -> None:
    """The classes that were typed stand in the code list."""
    wanted = list(CLASSES)
    program.wait(
        lambda: [line[0] for line in program.ask("texts", "Schlüsselverzeichnis")["texts"]][:3] == wanted,
        "the classes stand in the code list",
    )
    look(program, "german-classes")


@pytest.mark.thorough
def test_by_keyboard_alone_a_german_file_is_opened_corrected_and_tabulated(
    start: Start, people: Path, tmp_path: Path
) -> None:
    program = start()
    tab_to(program, "door:new")
    program.screen.keys("Return")
    program.type_path(people.rename(tmp_path / "people.csv"))
    people = tmp_path / "people.csv"
    see_what_is_guessed(program)
    set_by_keys(program, "Rolle von Größe", "nicht verwendet")
    program.screen.keys("ctrl+Return")
    wait_message(program, "600 Datensätze aus „people.csv“ wurden übernommen.")
    see_all(program, keys=True)
    tab_by_keys(program, "Merkmale")
    tab_to(program, "dictionary")
    row_by_keys(program, "dictionary", "Familienstand")
    tab_to(program, "Schlüsselverzeichnis")
    for code in ("1", "2"):
        row_by_keys(program, "Schlüsselverzeichnis", code, 0)
        program.screen.keys("Right", "F2")
        program.wait(lambda: program.ask("window")["focus"] == ["", "", "QLineEdit"], "the label can be typed")
        type_into(program, STATES[code], "Return")
        program.wait(
            lambda code=code: program.ask("row", "Schlüsselverzeichnis", code, 1)["texts"][1] == STATES[code],
            "the label stands in the code list",
        )
    tab_to(program, "dictionary", "shift+Tab")
    row_by_keys(program, "dictionary", "Alter")
    wait_words(program, "Titel (deutsch)", "Alter")
    tab_to(program, "derive")
    program.screen.keys("space")
    menu_by_keys(program, "Klassen nach Grenzen ...")
    tab_to(program, "Klassengrenzen")
    type_into(program, "25 65")
    classes(program)
    put_in_force(program, keys=True)
    lay_out(program, "Familienstand", "Alter_classes", keys=True)
    check(program, people, tmp_path)
