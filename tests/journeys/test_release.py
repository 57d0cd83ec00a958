"""From draft to release in the real window: a clerk hands in by keys, a releaser releases, a methodologist looks.

The statistic has roles: each of the three opens the same sealed file with a passphrase of their own.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import openpyxl
import pytest

from ckmcore.release.register import read_register, register_path
from ckmcore.statistic.file import open_statistic, save_statistic
from ckmcore.statistic.releases import releases
from ckmcore.statistic.sample import sample_statistic
from ckmcore.statistic.seal import Secret, make_seal
from tests.journeys.conftest import Start
from tests.journeys.screen import Program
from tests.journeys.sealed import PHRASES, decided, unlock
from tests.journeys.steps import fill, look, page_seen, press, tab_to, wait_message, wait_page


def to_release(program: Program) -> None:
    program.screen.keys("alt+2")
    wait_page(program, "release")


def field(program: Program, name: str, text: str) -> None:
    """Write into a field of the form that Tab leads to."""
    tab_to(program, name)
    program.screen.keys("ctrl+a")
    program.screen.write(text)
    program.wait(lambda: program.words(name) == text, f"{name} holds {text}")


@pytest.mark.thorough
@pytest.mark.parametrize("keys", [pytest.param(False, marks=pytest.mark.thorough), True], ids=["mouse", "keys"])
def test_a_table_leaves_the_house_by_the_hands_of_three_roles(start: Start, tmp_path: Path, keys: bool) -> None:
    path = tmp_path / "statistik.ckm"
    seal, _ = make_seal({role: Secret.passphrase(text) for role, text in PHRASES.items()})
    save_statistic(replace(decided(sample_statistic("de")), seal=seal, four_eyes=True), path)

    # The clerk hands the table at hand in, without a mouse.
    program = start(str(path))
    unlock(program, "clerk")
    program.table()
    program.screen.keys("ctrl+r")
    wait_page(program, "release")
    field(program, "submit:recipient", "Presse")
    tab_to(program, "submit:person", "shift+Tab")
    program.screen.keys("ctrl+a")
    program.screen.write("Anna Amsel")
    field(program, "submit:purpose", "Jahrbuch 2026")
    tab_to(program, "submit:submit")
    look(program, "release-clerk")
    program.screen.keys("space")
    wait_message(program, "Nr. 1 eingereicht.")
    program.quit()

    # The releaser finds it, releases it and writes the final files.
    out = tmp_path / "ausgabe"
    out.mkdir()
    program = start(str(path))
    unlock(program, "releaser")
    program.table()
    to_release(program)
    fill(program, "release:person", "Bert Buche", keys=keys)
    page_seen(program)
    press(program, "release:release", keys=keys)
    wait_message(program, "Nr. 1 ist freigegeben.")
    press(program, "release:write", keys=keys)
    program.type_path(out)
    wait_message(program, "Endgültige Dateien von Nr. 1")
    look(program, "release-releaser")
    program.quit()
    (written,) = list(out.iterdir())
    texts = [
        str(cell.value)
        for sheet in openpyxl.load_workbook(written).worksheets
        for row in sheet.iter_rows()
        for cell in row
        if cell.value is not None
    ]
    assert any(text.startswith("Freigegeben am ") and text.endswith("Nr. 1") for text in texts)
    assert not any("Entwurf" in text for text in texts)

    # The methodologist releases nothing, and that originals were looked at is noted.
    program = start(str(path))
    unlock(program, "methodologist")
    program.table()
    to_release(program)
    assert not program.ask("widget", "release:withdraw")
    program.screen.keys("alt+1")
    wait_page(program, "tables")
    press(program, "look-up", keys=keys)
    program.idle()
    program.screen.keys("ctrl+s")
    wait_message(program, "Gespeichert als")
    program.quit()

    kept, _ = open_statistic(path, Secret.passphrase(PHRASES["releaser"]))
    assert [entry.kind for entry in kept.register] == ["submitted", "released", "written", "revealed"]
    (release,) = releases(kept.register)
    assert (release.submitted_by, release.released_by, release.state) == ("Anna Amsel", "Bert Buche", "released")
    assert [one.name for one in release.files] == [written.name]
    register = read_register(register_path(tmp_path, kept.identity), kept.identity)
    assert register is not None
    assert [entry.hash for entry in register.entries] == [entry.hash for entry in kept.register]
