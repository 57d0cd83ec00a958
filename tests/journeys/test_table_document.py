"""A saved table as a document in the real window: changed, left, found again, saved, handed in, released, run."""

from __future__ import annotations

from pathlib import Path

import pytest

import ckmcore as ckm
from ckmcore.cli import main
from ckmcore.statistic.file import open_statistic, save_statistic
from ckmcore.statistic.releases import releases
from ckmcore.statistic.sample import sample_statistic
from tests.journeys.conftest import Start
from tests.journeys.screen import Program
from tests.journeys.steps import (
    fill,
    go_to_row,
    look,
    page_seen,
    press,
    tab_by_keys,
    tab_with_mouse,
    wait_file,
    wait_message,
    wait_page,
    wait_words,
)

TREE = "saved-tables"
FIRST = "Studierende nach Land, Studienabschnitt und Fächergruppe"
LAST = "Studierende nach Alter und Fachsemester"
CHANGED = "geändert, nicht gespeichert"


def state(program: Program, wanted: str) -> None:
    """The state at the title is this one."""
    wait_words(program, "title-state-words", wanted)


def swap(program: Program, wanted: str) -> None:
    """Swap rows and columns, which every table can."""
    program.screen.keys("ctrl+t")
    state(program, wanted)


def open_table(program: Program, name: str, *, keys: bool) -> None:
    go_to_row(program, TREE, name, keys=keys)
    if keys:
        program.screen.keys("Return")
    program.idle()


@pytest.mark.parametrize("keys", [pytest.param(False, marks=pytest.mark.thorough), True], ids=["mouse", "keys"])
def test_a_table_is_changed_left_found_again_saved_released_and_run(start: Start, tmp_path: Path, keys: bool) -> None:
    path = tmp_path / "statistik.ckm"
    save_statistic(sample_statistic("de"), path)
    program = start(str(path))
    wait_page(program, "tables")
    program.table()
    (tab_by_keys if keys else tab_with_mouse)(program, "Tabellen")
    state(program, "gespeichert")

    swap(program, CHANGED)
    open_table(program, LAST, keys=keys)
    state(program, "gespeichert")
    open_table(program, FIRST, keys=keys)
    state(program, CHANGED)
    look(program, "document-changed")
    program.screen.keys("ctrl+s")
    wait_message(program, "Gespeichert als „statistik.ckm“.")
    state(program, "gespeichert")

    # Handed in with a change that was not saved: it is saved first.
    swap(program, CHANGED)
    program.screen.keys("ctrl+r")
    wait_page(program, "release")
    fill(program, "submit:person", "Anna Amsel", keys=keys)
    press(program, "submit:submit", keys=keys)
    wait_message(program, f"„{FIRST}“ gespeichert und als Nr. 1 eingereicht.")
    program.screen.keys("alt+1")
    state(program, "eingereicht, wartet")
    program.screen.keys("alt+2")
    wait_page(program, "release")
    fill(program, "release:person", "Bert Buche", keys=keys)
    page_seen(program)
    press(program, "release:release", keys=keys)
    wait_message(program, "Nr. 1 ist freigegeben.")
    program.screen.keys("alt+1")
    state(program, "freigegeben")
    look(program, "document-released")

    # Changed again, and run: it is asked whether the change comes along.
    swap(program, CHANGED)
    program.screen.keys("ctrl+shift+e")
    program.wait(lambda: program.ask("texts", "tables-to-run").get("texts"), "the titles are shown")
    press(program, "run-start", keys=keys)
    program.wait(lambda: program.ask("widget", "run-take-over"), "it is asked")
    look(program, "document-run")
    press(program, "run-take-over", keys=keys)
    report = wait_file(program, tmp_path, "Bericht_*.csv")
    assert "weicht von dem ab, was als Nr. 1 freigegeben ist" in report.read_text(encoding="utf-8-sig")
    program.screen.keys("Escape")
    program.wait(lambda: program.ask("window")["kind"] == "MainWindow", "the window of the run closes")
    program.settle()
    state(program, "gespeichert, anders als Nr. 1")
    program.screen.keys("ctrl+s")
    wait_message(program, "Gespeichert als „statistik.ckm“.")
    program.quit()

    kept, _ = open_statistic(path)
    (release,) = releases(kept.register)
    assert (release.submission.table, release.state) == (FIRST, "released")
    before = sample_statistic("de").tables[0].spec
    plain = before.with_changes(title=ckm.Texts())
    assert release.submission.spec.with_changes(title=ckm.Texts()) == plain  # swapped twice
    swapped = plain.with_changes(rows=before.columns, columns=before.rows)
    assert kept.tables[0].spec.with_changes(title=ckm.Texts()) == swapped

    # The next run is that of the table as it is saved; another period has no release to differ from.
    other = ["run", str(path), FIRST, "-o", str(tmp_path / "other"), "--format", "csv", "--period", "WS 2024/25"]
    assert main(["--language", "de", *other]) == 0
    (report,) = (tmp_path / "other").glob("Bericht_*.csv")
    assert "weicht" not in report.read_text(encoding="utf-8-sig")
