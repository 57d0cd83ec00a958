"""From a file to a protected table in three clicks, or as many keys as it takes: as a trial, with a real mouse."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.journeys.conftest import Start
from tests.journeys.steps import tab_to, wait_page


@pytest.fixture
def people(tmp_path: Path) -> Path:
    lines = ["kreis;geschlecht;alter", *(f"{i % 7:02d};{'mwd'[i % 3]};{18 + i % 60}" for i in range(600))]
    path = tmp_path / "personen.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.mark.parametrize("keys", [False, True], ids=["mouse", "keys"])
def test_a_csv_file_is_a_protected_table_after_three_clicks(start: Start, people: Path, keys: bool) -> None:
    program = start(str(people))
    wait_page(program, "data")
    program.widget("take-over")
    program.settle()

    def press(name: str) -> None:
        if keys:
            tab_to(program, name)
            program.screen.keys("space")
        else:
            program.click(name)

    before = program.screen.gestures
    press("take-over")
    program.wait(lambda: program.ask("widget", "first-table:0") != {}, "a first table is proposed")
    program.idle()
    if keys:  # of a group of choices Tab leads to the chosen one, arrows to the others
        tab_to(program, "protection:Vorschlag des Programms: Cell-Key, nah am Original")
        program.screen.keys("Right")
    else:
        press("protection:Cell-Key, mehr Überlagerung")
    press("first-table:0")
    wait_page(program, "tables")
    assert keys or program.screen.gestures - before == 3
    table = program.table()
    assert table["trial"][0] == "variant"
    assert len(table["row_texts"]) > 1
    assert program.words("band").startswith("vertraulich: Probe")
    program.quit(lambda: press("Verwerfen"))  # what was tried is not kept
