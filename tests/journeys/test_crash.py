"""A program that is killed at work: a second one finds its lock and its work, and nothing is lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from ckmcore.statistic.file import open_statistic, save_statistic
from ckmcore.statistic.sample import sample_statistic
from tests.journeys.conftest import Start
from tests.journeys.screen import Program
from tests.journeys.steps import look, press, wait_message, wait_page, wait_words

MINUTE = 75.0  # work is kept once a minute


def kept(folder: Path) -> list[Path]:
    return list(folder.rglob("*.ckmunsaved"))


def change_and_crash(program: Program, folder: Path, before: int) -> None:
    """Swap rows and columns, wait until that is kept, and end without a word."""
    program.table()
    program.screen.keys("ctrl+t")
    program.wait(lambda: len(kept(folder)) > before, "the work is kept", MINUTE)
    program.idle()
    program.crash()


@pytest.mark.thorough
@pytest.mark.parametrize("keys", [False, True], ids=["mouse", "keys"])
def test_after_a_crash_the_lock_is_taken_over_and_the_work_restored_and_saved(
    start: Start, tmp_path: Path, keys: bool
) -> None:
    path = tmp_path / "statistik.ckm"
    save_statistic(sample_statistic("de"), path)
    before = open_statistic(path)[0].tables[0].spec
    program = start(str(path))
    wait_page(program, "tables")
    change_and_crash(program, tmp_path, 0)
    assert path.with_name("statistik.ckm.lock").exists()

    program = start(str(path))
    wait_page(program, "tables")
    program.table()
    wait_message(program, "blieb eine Sperre")
    look(program, "crash-lock")
    press(program, "message-remedy", keys=keys)
    wait_message(program, "wurden nicht gespeichert, bevor das Programm endete.")
    look(program, "crash-offer")
    press(program, "message-remedy", keys=keys)
    wait_message(program, "sind wieder da.")
    wait_words(program, "title-state-words", "geändert, nicht gespeichert")
    look(program, "crash-restored")
    program.table()
    program.screen.keys("ctrl+s")
    wait_message(program, "Gespeichert als „statistik.ckm“.")
    program.wait(lambda: not kept(tmp_path), "nothing is kept any more")
    program.quit()
    after = open_statistic(path)[0].tables[0].spec
    assert (after.rows, after.columns) == (before.columns, before.rows)


@pytest.mark.thorough
def test_after_a_crash_the_sample_that_never_had_a_file_is_offered_on_the_start_page(
    start: Start, tmp_path: Path
) -> None:
    program = start()
    wait_page(program, "start")
    press(program, "door:sample", keys=False)
    wait_page(program, "tables")
    change_and_crash(program, tmp_path, 0)
    program = start()
    wait_page(program, "start")
    wait_message(program, "wurde nie gespeichert, bevor das Programm endete.")
    look(program, "crash-start")
    press(program, "message-remedy", keys=False)
    wait_page(program, "tables")
    wait_message(program, "sind wieder da.")
    program.table()
    look(program, "crash-start-restored")
    program.screen.keys("ctrl+q")
    program.wait(lambda: program.ask("window")["kind"] == "QMessageBox", "it is asked what is to become of the work")
    look(program, "crash-leave")
    program.screen.keys("Escape")
    program.wait(lambda: program.ask("window")["kind"] == "MainWindow", "the window stays")
    program.table()
    program.crash()
    assert kept(tmp_path) != []
