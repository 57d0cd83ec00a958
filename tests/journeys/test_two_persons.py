"""Two persons with keys of their own in the real window: enrolled, handed in, released, run; a lost key replaced."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import pytest

import ckmcore as ckm
from ckmcore.cli import main
from ckmcore.statistic.file import save_statistic
from ckmcore.statistic.personal_key import fingerprint
from ckmcore.statistic.persons import persons_of
from ckmcore.statistic.releases import releases
from ckmcore.statistic.sample import sample_statistic
from tests.journeys.conftest import Start
from tests.journeys.screen import Program
from tests.journeys.sealed import decided
from tests.journeys.steps import (
    choose,
    fill,
    go_to_row,
    go_to_tab,
    look,
    page_seen,
    press,
    wait_message,
    wait_page,
    wait_said,
    wait_words,
)

FIRST = "Studierende nach Land, Studienabschnitt und Fächergruppe"
STATE = "title-state-words"
LAST = "Studierende nach Alter und Fachsemester"
SECRETS = {
    "Anna Amsel": "vier Vokale ohne Bezug",
    "Bert Buche": "ein ganz anderer Satz",
    "Clara Claus": "noch etwas Drittes hier",
    "Anna Amsel neu": "diesmal aufgeschrieben",
}

NOT_HERS = (
    "Freigeben ist für Sie nicht möglich: Anna Amsel ist mit der Rolle Methodik aufgenommen; "
    "dafür braucht es die Rolle Freigabe."
)


class Office:
    """The command line of the office, and the files that its persons keep."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self._patch, self._capsys = folder, monkeypatch, capsys
        folder.mkdir()

    def run(self, *arguments: object, typed: str = "") -> tuple[int, str]:
        self._patch.setattr("sys.stdin", io.StringIO(typed))
        code = main(["--language", "de", *map(str, arguments)])
        said = self._capsys.readouterr()
        return code, said.out + said.err

    def by(self, who: str, *arguments: object) -> tuple[int, str]:
        return self.run(*arguments, "--person-key", self.key(who), typed=SECRETS[who] + "\n")

    def key(self, who: str) -> Path:
        return self.folder / f"{who.replace(' ', '_')}.ckmperson"

    def card(self, who: str) -> Path:
        return self.key(who).with_suffix(".ckmcard")

    def make(self, who: str) -> None:
        """The key of a person, and her card."""
        typed, name = SECRETS[who] + "\n", " ".join(who.split()[:2])
        assert self.run("person", "new", self.key(who), "--name", name, typed=typed)[0] == 0
        assert self.run("person", "card", self.key(who), "-o", self.card(who), typed=typed)[0] == 0

    def fingerprint(self, who: str) -> str:
        code, said = self.run("person", "card", self.key(who))
        assert code == 0
        return said.split()[-1]


@pytest.fixture
def office(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Office:
    return Office(tmp_path / "amt", monkeypatch, capsys)


class Desk:
    """The window, and what persons do at it one after another, by mouse or by keys alone."""

    def __init__(self, program: Program, office: Office, *, keys: bool) -> None:
        self.program, self.office, self.keys = program, office, keys

    def press(self, name: str) -> None:
        press(self.program, name, keys=self.keys)

    def to_persons(self) -> None:
        """The cards of keys and persons alone, by the search of the settings."""
        self.program.screen.keys("ctrl+comma")
        wait_page(self.program, "settings")
        self.program.screen.keys("ctrl+f")
        self.program.screen.keys("ctrl+a")
        self.program.screen.write("Karte")
        self.program.widget("own-key:choose" if self.program.ask("widget", "own-key:choose") else "own-key:card")

    def unlock(self, who: str) -> None:
        program = self.program
        program.wait(lambda: program.ask("window")["kind"] == "UnlockDialog", "the passphrase is asked for")
        program.settle()
        assert program.ask("window")["title"] == "Persönlicher Schlüssel"
        program.write(SECRETS[who])
        program.screen.keys("Return")
        program.wait(lambda: program.ask("window")["kind"] == "MainWindow", "the key opens")
        program.settle()
        program.idle()

    def sit_down(self, who: str) -> None:
        """Another person's key is chosen; the one that was open is closed."""
        if self.program.ask("widget", "own-key:close"):
            self.press("own-key:close")
        self.press("own-key:choose")
        self.program.type_path(self.office.key(who))
        self.press("own-key:open")
        self.unlock(who)
        wait_said(self.program, f"{' '.join(who.split()[:2])} · offen\nFingerabdruck {self.office.fingerprint(who)}")

    def enrol(self, who: str, role: str, replaces: str = "") -> None:
        self.press("persons:enrol")
        self.program.type_path(self.office.card(who))
        self.program.widget("persons:newcomer")
        assert self.office.fingerprint(who) in self.program.words("persons:newcomer")
        choose(self.program, "persons:role", role, keys=self.keys)
        if replaces:
            choose(self.program, "persons:replaces", replaces, keys=self.keys)
        look(self.program, f"persons-enrol-{self.office.key(who).stem}")
        self.press("persons:take")
        name = " ".join(who.split()[:2])
        wait_message(self.program, f"{name} ist aufgenommen und wartet auf die Bestätigung durch eine andere Person.")

    def confirm(self, who: str) -> None:
        """The fingerprint that the window asks to compare is the one on the card."""
        name = " ".join(who.split()[:2])
        self.press(f"persons:confirm:{name}")
        wanted = self.office.fingerprint(who)
        wait_message(self.program, f"{wanted}: Nennt {name} oder das Blatt im Amt denselben Fingerabdruck?")
        look(self.program, f"persons-confirm-{self.office.key(who).stem}")
        self.press("message-remedy")
        wait_message(self.program, f"{name} ist aufgenommen.")

    def to_tables(self) -> None:
        self.program.screen.keys("alt+1")
        wait_page(self.program, "tables")
        self.program.table()

    def open_table(self, name: str) -> None:
        go_to_row(self.program, "saved-tables", name, keys=self.keys)
        if self.keys:
            self.program.screen.keys("Return")
        self.program.idle()

    def submit(self, number: int) -> None:
        """The table at hand."""
        self.program.screen.keys("ctrl+r")
        wait_page(self.program, "release")
        self.program.widget("submit:person")
        look(self.program, f"persons-submit-{number}")
        wait_words(self.program, "submit:person", "Anna Amsel")
        self.press("submit:submit")
        wait_message(self.program, f"Nr. {number} eingereicht.")


@pytest.mark.parametrize("keys", [pytest.param(False, marks=pytest.mark.thorough), True], ids=["mouse", "keys"])
def test_two_persons_enrol_release_run_and_replace_a_lost_key(
    start: Start, tmp_path: Path, office: Office, keys: bool
) -> None:
    path = tmp_path / "statistik.ckm"
    save_statistic(replace(decided(sample_statistic("de")), four_eyes=True, current=1), path)
    for who in ("Bert Buche", "Clara Claus"):
        office.make(who)
    program = start(str(path))
    wait_page(program, "tables")
    desk = Desk(program, office, keys=keys)

    # Anna makes her key and enrols herself, Bert and Clara.
    desk.to_persons()
    wait_words(program, "persons:state", "Keine Person ist aufgenommen: Namen im Register sind eingetippt.")
    desk.press("own-key:new")
    fill(program, "own-key:name", "Anna Amsel", keys=keys)
    program.write(SECRETS["Anna Amsel"])
    program.screen.keys("Tab")
    program.write(SECRETS["Anna Amsel"])
    look(program, "persons-new-key")
    desk.press("own-key:keep")
    program.type_path(office.key("Anna Amsel"))
    wait_message(program, "Ihr persönlicher Schlüssel ist angelegt.")
    look(program, "persons-made")
    desk.press("persons:first")
    wait_message(program, "Sie sind als erste Person aufgenommen.")
    desk.enrol("Bert Buche", "Freigabe")
    desk.enrol("Clara Claus", "Methodik")
    look(program, "persons-waiting")
    desk.sit_down("Bert Buche")
    desk.confirm("Bert Buche")
    desk.confirm("Clara Claus")
    wait_words(program, "persons:state", "Personen mit eigenem Schlüssel: 3. Jeder Schritt wird unterschrieben.")
    look(program, "persons-confirmed")

    # Anna changes a saved table, leaves it, finds it again, saves it and hands it in; she cannot release it.
    desk.sit_down("Anna Amsel")
    desk.to_tables()
    go_to_tab(program, "Tabellen", keys=keys)
    program.screen.keys("ctrl+t")
    wait_words(program, STATE, "geändert, nicht gespeichert")
    desk.open_table(LAST)
    wait_words(program, STATE, "gespeichert")
    desk.open_table(FIRST)
    wait_words(program, STATE, "geändert, nicht gespeichert")
    program.screen.keys("ctrl+s")
    wait_message(program, "Gespeichert als „statistik.ckm“.")
    desk.submit(1)
    wait_said(program, NOT_HERS)
    assert not program.ask("widget", "release:release")
    look(program, "persons-own-table")

    # Anna lost her passphrase: Clara enrols her new key in the place of the old one.
    office.make("Anna Amsel neu")
    desk.to_persons()
    desk.sit_down("Clara Claus")
    desk.enrol("Anna Amsel neu", "Methodik", replaces="Anna Amsel")

    # Bert releases the table and writes the files: two keys prove four eyes.
    out = tmp_path / "ausgabe"
    out.mkdir()
    desk.sit_down("Bert Buche")
    program.screen.keys("alt+2")
    wait_page(program, "release")
    page_seen(desk.program)
    desk.press("release:release")
    wait_message(program, "Nr. 1 ist freigegeben.")
    wait_said(program, "durch zwei Unterschriften nachgewiesen")
    desk.press("release:write")
    program.type_path(out)
    wait_message(program, "Endgültige Dateien von Nr. 1 in „ausgabe“")
    look(program, "persons-released")

    # He confirms Anna's new key: from now on it counts, and the old one does not. No role was set up anew.
    desk.to_persons()
    desk.confirm("Anna Amsel neu")
    wait_words(program, "persons:state", "Personen mit eigenem Schlüssel: 3. Jeder Schritt wird unterschrieben.")
    look(program, "persons-replaced")
    desk.sit_down("Anna Amsel neu")
    desk.to_tables()
    desk.submit(2)
    look(program, "persons-submitted-again")
    program.quit()
    check_register(path, office)

    # The file that left the house is still proven, and one changed byte is found.
    (written,) = out.iterdir()
    code, said = office.run("verify", path, written)
    assert (code, "Vier Augen durch Unterschriften nachgewiesen: eine Freigabe." in said) == (0, True), said
    assert "WS_2024_25" in written.name
    other = tmp_path / written.name
    other.write_bytes(written.read_bytes()[:-1] + b"?")
    assert office.run("verify", path, other)[0] == 5

    # With the old key nothing is submitted any more.
    code, said = office.by("Anna Amsel", "release", "submit", path, LAST)
    assert (code, "nicht aufgenommen oder nicht mehr gültig" in said) == (1, True), said

    # The next reporting period: the table as it was saved.
    code, said = office.run(
        "run", path, FIRST, "-o", tmp_path / "naechste", "--format", "csv", "--period", "WS 2025/26"
    )
    assert code == 0, said
    assert sorted(one.name for one in (tmp_path / "naechste").iterdir()) == [
        "Bericht_WS_2025_26.csv",
        f"{FIRST.replace(',', '').replace(' ', '_')}_WS_2025_26.csv",
    ]


def check_register(path: Path, office: Office) -> None:
    """What the file says of persons and releases."""
    kept, _ = ckm.open_statistic(path)
    first, again = releases(kept.register)
    assert (first.state, first.submitted_by, first.released_by) == ("released", "Anna Amsel", "Bert Buche")
    assert (again.state, again.submitted_by, again.submission.table) == ("submitted", "Anna Amsel", FIRST)
    signers = [fingerprint(one.entries[0].key) for one in (first, again)]
    assert signers == [office.fingerprint("Anna Amsel"), office.fingerprint("Anna Amsel neu")]
    assert fingerprint(first.entries[1].key) == office.fingerprint("Bert Buche")
    people = {fingerprint(one.key): (one.name, one.role, one.state) for one in persons_of(kept.register).people}
    assert people == {
        office.fingerprint("Anna Amsel"): ("Anna Amsel", "methodologist", "revoked"),
        office.fingerprint("Bert Buche"): ("Bert Buche", "releaser", "active"),
        office.fingerprint("Clara Claus"): ("Clara Claus", "methodologist", "active"),
        office.fingerprint("Anna Amsel neu"): ("Anna Amsel", "methodologist", "active"),
    }
    (saved,) = (table.spec for table in kept.tables if table.name == FIRST)
    before = sample_statistic("de").tables[0].spec
    assert (saved.rows, saved.columns) == (before.columns, before.rows)
