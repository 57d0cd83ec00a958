"""An SPSS file with titles and labels: they are seen before anything is taken over, and stand in the table."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pyreadstat
import pytest

import ckmcore as ckm
from tests.journeys.conftest import Start
from tests.journeys.figures import by_command_line, of_workbook, on_screen
from tests.journeys.screen import Program
from tests.journeys.steps import (
    export,
    go_to_row,
    go_to_tab,
    lay_out,
    look,
    new_data,
    put_in_force,
    row,
    save,
    see_all,
    tab_to,
    take_over,
    wait_message,
    wait_said,
    wait_words,
)

SEX = {1: "männlich", 2: "weiblich"}
EDUCATION = {1: "ohne Abschluss", 2: "Lehre", 3: "Meister", 4: "Hochschule"}
REFUSED = 9
TITLES = {"q1": "Geschlecht", "q2": "Höchster Abschluss", "q3": "Einkommen im Monat", "rkey": "Zufallszahl"}


@pytest.fixture
def survey(tmp_path: Path) -> Path:
    """500 answers; 9 is a refused answer that SPSS calls missing, and nobody has the code 3."""
    random = np.random.default_rng(11)
    count = 500
    frame = pd.DataFrame(
        {
            "q1": random.integers(1, 3, count).astype(float),
            "q2": random.choice([1.0, 2.0, 4.0, REFUSED], count, p=(0.2, 0.5, 0.25, 0.05)),
            "q3": np.round(random.gamma(2, 1400, count), 2),
            "rkey": random.integers(0, 10**6, count) / 10**6,
        }
    )
    path = tmp_path / "umfrage 2024.sav"
    pyreadstat.write_sav(
        frame,
        path,
        column_labels=[TITLES[name] for name in frame.columns],
        variable_value_labels={"q1": SEX, "q2": {**EDUCATION, REFUSED: "verweigert"}},
        missing_ranges={"q2": [REFUSED]},
        variable_measure={"q1": "nominal", "q2": "ordinal", "q3": "scale", "rkey": "scale"},
        variable_format={"rkey": "F8.6"},
    )
    return path


def walk(program: Program, survey: Path, folder: Path, *, keys: bool) -> None:
    """The whole story, by mouse or by keyboard alone."""
    new_data(program, survey, keys=keys)
    if keys:
        tab_to(program, "Rolle von q2")
    else:
        program.screen.click(row(program, "Vorschau der ersten Zeilen", "1", 1)["rect"])
    wait_said(program, "Höchster Abschluss")
    wait_said(program, "Hochschule")
    look(program, "spss-preview")
    for name, role in (("q1", "Gliederungsmerkmal"), ("q2", "Gliederungsmerkmal"), ("q3", "Wertmerkmal")):
        wait_words(program, f"Rolle von {name}", role)
    wait_words(program, "Rolle von rkey", "Record-Key")
    take_over(program, keys=keys)
    wait_message(program, "500 Datensätze aus „umfrage 2024.sav“ wurden übernommen.")
    see_all(program, keys=keys)
    go_to_tab(program, "Merkmale", keys=keys)
    go_to_row(program, "dictionary", TITLES["q2"], keys=keys)
    lines = program.ask("texts", "Schlüsselverzeichnis")["texts"]
    assert [line[:2] for line in lines][:4] == [[str(code), name] for code, name in EDUCATION.items()]
    look(program, "spss-labels")
    put_in_force(program, keys=keys)
    shown = lay_out(program, "q2", "q1", keys=keys)
    look(program, "spss-table")
    export(program, folder / "entwurf.xlsx")
    save(program, folder / "umfrage.ckm")
    program.quit()
    check(on_screen(shown), shown["figures"][0], survey, folder)


def check(shown: dict[tuple[str, ...], int], figures: list[list[int]], survey: Path, folder: Path) -> None:
    """The draft has these figures and labels; `ckm table` makes them of the codes."""
    saved, _ = ckm.open_statistic(folder / "umfrage.ckm")
    frame, _ = pyreadstat.read_sav(survey, user_missing=True)
    frame["key"] = [f"{key:.6f}" for key in frame["rkey"]]
    codes = frame[["q1", "q2", "key"]].astype({"q1": int, "q2": int})
    expected = by_command_line(codes, "key", saved.period.in_force, "q2", "q1", folder)
    rows = {"Total": "Insgesamt", **{str(code): name for code, name in EDUCATION.items()}, str(REFUSED): "ohne Angabe"}
    columns = {**{str(code): name for code, name in SEX.items()}, "Total": "Insgesamt"}
    wanted = {(rows[one], columns[other]): expected.get((one, other), 0) for one in rows for other in columns}
    assert shown == wanted
    above, written, _ = of_workbook(folder / "entwurf.xlsx")
    assert above[0] == "Anzahl nach Höchster Abschluss und Geschlecht"
    assert written == figures


def test_with_the_mouse_labels_of_spss_are_seen_and_stand_in_the_table(
    start: Start, survey: Path, tmp_path: Path
) -> None:
    walk(start(), survey, tmp_path, keys=False)


@pytest.mark.thorough
def test_by_keyboard_alone_labels_of_spss_are_seen_and_stand_in_the_table(
    start: Start, survey: Path, tmp_path: Path
) -> None:
    walk(start(), survey, tmp_path, keys=True)
