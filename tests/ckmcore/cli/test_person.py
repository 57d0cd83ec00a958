"""`ckm person` and steps signed by it: a table goes out by two persons with keys of their own, without a window."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from ckmcore.cli import main
from tests.kit.statistic_files import TABLES, write_statistic

NAME = TABLES[0].name
SECRETS = {"Anna": "vier Wörter ohne Bezug", "Bernd": "ein ganz anderer Satz", "Clara": "noch etwas Drittes hier"}


@pytest.fixture
def ckm_file(tmp_path: Path) -> Path:
    return write_statistic(tmp_path)


class Office:
    """Runs commands; what somebody would type comes from standard input."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self._patch, self._capsys = folder, monkeypatch, capsys

    def run(self, *arguments: object, typed: str = "") -> tuple[int, str]:
        self._patch.setattr("sys.stdin", io.StringIO(typed))
        code = main(["--language", "en", *map(str, arguments)])
        said = self._capsys.readouterr()
        return code, said.out + said.err

    def key(self, name: str) -> Path:
        path = self.folder / f"{name}.ckmperson"
        if not path.exists():
            assert self.run("person", "new", path, "--name", name, typed=SECRETS[name] + "\n")[0] == 0
        return path

    def card(self, name: str) -> Path:
        path = self.folder / f"{name}.ckmcard"
        code, said = self.run("person", "card", self.key(name), "-o", path, typed=SECRETS[name] + "\n")
        assert (code, "Fingerprint: " in said) == (0, True)
        return path

    def by(self, name: str, *arguments: object) -> tuple[int, str]:
        return self.run(*arguments, "--person-key", self.key(name), typed=SECRETS[name] + "\n")

    def found(self, path: Path) -> None:
        """Anna and Bernd enrol one another."""
        for code, _ in (
            self.by("Anna", "person", "enrol", path, self.card("Anna"), "--role", "methodologist"),
            self.by("Anna", "person", "enrol", path, self.card("Bernd"), "--role", "releaser"),
            self.by("Bernd", "person", "confirm", path, "Bernd"),
            self.by("Anna", "person", "four-eyes", path, "on"),
        ):
            assert code == 0


@pytest.fixture
def office(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Office:
    return Office(tmp_path, monkeypatch, capsys)


@pytest.mark.thorough
def test_a_table_goes_out_by_two_persons_with_keys_of_their_own(ckm_file: Path, office: Office) -> None:
    office.found(ckm_file)
    code, said = office.run("release", "submit", ckm_file, NAME, "--person", "Anna")
    assert (code, "Anna has not signed" in said) == (1, True)
    assert office.by("Anna", "release", "submit", ckm_file, NAME, "--format", "csv", "--accept-older")[0] == 0
    code, said = office.by("Anna", "release", "approve", ckm_file, 1)
    assert (code, "this takes the role releaser" in said) == (1, True)
    assert office.by("Bernd", "release", "approve", ckm_file, 1)[0] == 0
    out = office.folder / "out"
    assert office.by("Bernd", "release", "write", ckm_file, 1, "-o", out)[0] == 0
    (file,) = out.iterdir()
    _, listed = office.run("register", ckm_file)
    assert "Head of the register: entry 7, " in listed
    assert "Release no. 1, register entry 6: " in file.read_text(encoding="utf-8-sig")
    code, said = office.run("verify", ckm_file, file)
    assert (code, "Four eyes proven by signatures: one release." in said) == (0, True)
    assert office.run("release", "repeat", ckm_file, 1, "-o", office.folder / "again")[0] == 0


def test_a_lost_passphrase_is_replaced_by_two_others(ckm_file: Path, office: Office) -> None:
    office.found(ckm_file)
    assert office.by("Anna", "person", "enrol", ckm_file, office.card("Clara"), "--role", "releaser")[0] == 0
    code, said = office.by("Anna", "person", "confirm", ckm_file, "Clara")
    assert (code, "another enrolled person confirms it" in said) == (1, True)
    assert office.by("Bernd", "person", "confirm", ckm_file, "Clara")[0] == 0
    lost = office.key("Bernd")
    lost.unlink()
    lost.with_suffix(".ckmcard").unlink()
    step = ("person", "enrol", ckm_file, office.card("Bernd"), "--role", "releaser", "--replaces", "Bernd")
    assert office.by("Anna", *step)[0] == 0
    _, listed = office.run("person", "list", ckm_file)
    new = next(line for line in listed.splitlines() if "Bernd" in line and "waits" in line).split()[-1]
    code, listed = office.by("Clara", "person", "confirm", ckm_file, new[:9])
    assert code == 0
    assert [line.split("(")[0].strip() for line in listed.splitlines() if "): enrolled" in line] == [
        "Anna",
        "Clara",
        "Bernd",
    ]
    code, said = office.by("Anna", "person", "revoke", ckm_file, "Nobody", "--remark", "x")
    assert (code, "is no enrolled person" in said) == (1, True)


def test_a_personal_key_gets_another_passphrase_and_its_fingerprint_is_shown_without_one(office: Office) -> None:
    path = office.key("Anna")
    _, before = office.run("person", "card", path)
    code, _ = office.run("person", "passphrase", path, typed=f"{SECRETS['Anna']}\n{SECRETS['Bernd']}\n")
    assert code == 0
    assert office.run("person", "card", path)[1] == before
    code, said = office.run("person", "card", path, "-o", "x.ckmcard", typed=SECRETS["Anna"] + "\n")
    assert (code, "opens" in said or "öffnet" in said) == (1, True)
    code, said = office.run("person", "new", path, "--name", "Anna", typed=SECRETS["Anna"] + "\n")
    assert (code, "is there already" in said) == (1, True)
    code, said = office.run("person", "new", office.folder / "b", "--name", "B", typed="passwort1234\n")
    assert (code, "easily guessed" in said) == (1, True)
