"""`ckm verify`, `ckm register` and `ckm release`: a table from draft to release, without a window."""

from __future__ import annotations

import contextlib
import csv
import io
import json
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

import ckmcore as ckm
from ckmcore.cli import main
from ckmcore.formats.forms import FORMS, Form
from ckmcore.formats.write_csv import write_csv
from ckmcore.lab.release import differences
from ckmcore.lab.release.differences import OpenDifference
from ckmcore.messages import sentence
from ckmcore.office import policy
from ckmcore.presentation.present import TablePresentation
from ckmcore.release import actions
from ckmcore.release.register import register_path
from ckmcore.statistic.lock import acquire
from ckmcore.statistic.lock import release as give_back
from ckmcore.statistic.period import Decision
from ckmcore.statistic.releases import find_release
from ckmcore.statistic.seal import Secret, make_seal
from ckmcore.statistic.trusted_state import own_folder
from tests.kit.statistic_files import METHOD, TABLES, write_statistic

NAME = TABLES[0].name


@pytest.fixture
def ckm_file(tmp_path: Path) -> Path:
    return write_statistic(tmp_path)


def run(*arguments: object) -> int:
    return main(["--language", "en", *map(str, arguments)])


def said(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return capsys.readouterr().out.splitlines()


def submit(path: Path, *more: object) -> int:
    return run("release", "submit", path, NAME, "--person", "Anna", *more)


def approve(path: Path, number: int = 1, person: str = "Bernd") -> int:
    return run("release", "approve", path, number, "--person", person)


def write(path: Path, number: int = 1) -> int:
    return run("release", "write", path, number, "-o", path.parent / "out", "--person", "Bernd")


def test_what_is_released_after_a_look_that_did_not_end_says_that_it_was_seen(
    ckm_file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    undecided = OpenDifference("undecided", sentence("linked_open", tables=1, count=0, undecided=9, decided=3))
    monkeypatch.setattr(differences, "left_open", lambda *_, **_load: (undecided,))
    assert submit(ckm_file) == 0
    capsys.readouterr()
    assert run("release", "approve", ckm_file, 1, "--person", "Bernd", "--look") == 0
    assert said(capsys)[0] == "1 table: 3 cells decided, 0 disclosed, 9 open."
    entry = ckm.open_statistic(ckm_file)[0].register[-1]
    assert entry.checks[-1].name == "search"
    assert len(entry.checks) > 1


@pytest.mark.thorough
def test_files_of_a_former_writer_are_compared_figure_by_figure_where_they_lie(
    ckm_file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(actions, "WRITERS", 1)
    assert submit(ckm_file, "--format", "csv") == approve(ckm_file) == write(ckm_file) == 0
    (file,) = (ckm_file.parent / "out").iterdir()
    content = file.read_bytes()

    def otherwise(document: TablePresentation, path: Path) -> None:
        write_csv(document, path)
        path.write_bytes(path.read_bytes() + b"\r\n")

    monkeypatch.setitem(cast(dict[str, Form], FORMS), "csv", replace(FORMS["csv"], write=otherwise, versions=(2,)))

    def repeated(*more: object) -> tuple[int, str]:
        capsys.readouterr()
        code = run("release", "repeat", ckm_file, 1, "-o", ckm_file.parent / "again", "--replace", *more)
        return code, " ".join(said(capsys))

    assert repeated() == (0, f"{file.name}: of a former writer; every figure is that of the release")
    figure = next(text for text in content.decode("utf-8-sig").split(",") if text.strip().isdecimal())
    file.write_bytes(content.replace(f",{figure},".encode(), f",{int(figure) + 1},".encode(), 1))
    code, told = repeated()
    assert (code, "not the figures of the release" in told, str(int(figure) + 1) in told) == (5, True, True)
    moved = file.rename(ckm_file.parent.parent / "elsewhere.csv")
    (ckm_file.parent / "again" / file.name).unlink()
    assert repeated()[0] == 8
    moved.write_bytes(content)
    place = ckm_file.parent.parent / "other" / file.name
    place.parent.mkdir()
    moved.rename(place)
    assert repeated("--files", place.parent)[0] == 0
    place.write_bytes(content + b"\r\n\r\n")
    assert repeated("--files", place) == (5, repeated("--files", place)[1])


def test_a_table_goes_from_submission_to_final_files_that_are_verified(
    ckm_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert (
        submit(ckm_file, "--recipient", "Ministry", "--purpose", "Report", "--order-number", "7", "--format", "csv")
        == 0
    )
    lines = said(capsys)
    assert lines[0] == "No. 1 is submitted: People 2026"
    assert [line[:2] for line in lines[1:]] == ["  ", "  ", "! ", "  ", "  ", "! ", "! ", "  "]
    assert approve(ckm_file) == 0
    assert said(capsys) == ["No. 1 is released."]
    assert write(ckm_file) == 0
    (written,) = said(capsys)
    assert written.startswith("Area_and_sex_2026_1.csv: SHA-256 ")
    file = ckm_file.parent / "out" / "Area_and_sex_2026_1.csv"
    assert run("verify", ckm_file, file) == 0
    assert said(capsys) == [
        "Checksum holds (generation 4). The statistic has no seal: whoever may write the file can change it.",
        "It is the statistic that is known here, or a later state of it.",
        "Register whole: entries 3, numbers 1, with their figures.",
        "No person is enrolled: names in the register are typed.",
        "Statistic and register say the same.",
        "Area_and_sex_2026_1.csv: no. 1, released",
    ]
    assert run("release", "repeat", ckm_file, 1, "-o", ckm_file.parent / "again") == 0
    assert said(capsys) == ["Area_and_sex_2026_1.csv: the same bytes"]
    assert (ckm_file.parent / "again" / file.name).read_bytes() == file.read_bytes()
    assert run("register", ckm_file) == 0
    assert said(capsys)[0].endswith("released: People 2026")
    made, _ = ckm.open_statistic(ckm_file)
    request = find_release(made.register, 1).submission.request
    assert (request.recipient, request.purpose, request.order_number, request.forms) == (
        "Ministry",
        "Report",
        "7",
        ("csv",),
    )


def test_verify_finds_a_changed_file_and_a_changed_register(ckm_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert [submit(ckm_file, "--format", "csv"), approve(ckm_file), write(ckm_file)] == [0, 0, 0]
    file = ckm_file.parent / "out" / "Area_and_sex_2026_1.csv"
    file.write_bytes(file.read_bytes().replace(b"2026", b"2027"))
    capsys.readouterr()
    assert run("verify", ckm_file, file, ckm_file, "gone.csv") == 5
    assert said(capsys)[5:] == [
        "Area_and_sex_2026_1.csv: not the file of no. 1; it was changed, or another one has its name.",
        "people.ckm: no file of this register, and attached to no decision",
        "gone.csv: cannot be read: file or folder is not there",
    ]
    made, _ = ckm.open_statistic(ckm_file)
    shared = register_path(ckm_file.parent, made.identity)
    shared.write_bytes(shared.read_bytes().replace(b"Bernd", b"Berta"))
    assert run("verify", ckm_file) == 5
    assert "Entry 2 in the file of the register is not as it was written" in said(capsys)[4]
    changed = replace(made.register[0], line=made.register[0].line.replace("Anna", "Anne"))
    ckm.save_statistic(replace(made, register=(changed, *made.register[1:])), ckm_file, replaces=True)
    assert run("verify", ckm_file) == 5
    assert [one for one in said(capsys) if one.startswith("Entry 1 of the register")]


def test_a_copy_beside_a_newer_register_takes_its_entries_over_before_it_goes_on(
    ckm_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = ckm_file.with_name("copy.ckm")
    copy.write_bytes(ckm_file.read_bytes())
    assert submit(ckm_file) == 0
    assert submit(copy) == 5
    assert "it is older: saved once, known here is the state after 2 saves" in capsys.readouterr().err
    assert submit(copy, "--accept-older") == 1
    assert "an older state or a copy" in capsys.readouterr().err
    assert run("release", "reconcile", copy, "--accept-older") == 0
    assert said(capsys)[1:] == ["Statistic and register say the same: entries 1, of these new in the statistic 1."]
    assert submit(copy) == 0
    assert said(capsys)[0].startswith("No. 2 is submitted")


def test_the_register_as_csv_has_a_line_for_every_entry(ckm_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert [submit(ckm_file, "--format", "csv", "--recipient", "=Ministry"), approve(ckm_file), write(ckm_file)] == [
        0,
        0,
        0,
    ]
    target = ckm_file.parent / "register.csv"
    assert main(["--language", "de", "register", str(ckm_file), "-o", str(target)]) == 0
    assert said(capsys)[-1] == "register.csv wurde geschrieben: Einträge 3."
    rows = list(csv.DictReader(io.StringIO(target.read_text(encoding="utf-8-sig")), delimiter=";"))
    made, _ = ckm.open_statistic(ckm_file)
    assert [row["Vorgang"] for row in rows] == ["eingereicht", "freigegeben", "Dateien geschrieben"]
    assert [row["Prüfsumme"] for row in rows] == [entry.hash for entry in made.register]
    assert rows[0]["Empfänger"] == "'=Ministry"
    assert rows[2]["Dateien, SHA-256"].startswith("Area_and_sex_2026_1.csv (csv, ")


def test_four_eyes_embargo_return_and_withdrawal(ckm_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made, stamp = ckm.open_statistic(ckm_file)
    ckm.save_statistic(replace(made, four_eyes=True), ckm_file, stamp)
    assert submit(ckm_file, "--embargo", "2126-01-01T10:00+00:00") == 0
    assert approve(ckm_file, person="anna") == 1
    assert "two different persons" in capsys.readouterr().err
    assert approve(ckm_file) == 0
    assert write(ckm_file) == 1
    assert "under embargo until 2126-01-01, 10:00 (UTC)" in capsys.readouterr().err
    early = ("release", "early", ckm_file, 1, "--person", "Bernd")
    assert run(*early, "--remark", "press conference") == 1
    assert "Nobody is named" in capsys.readouterr().err
    assert run(*early, "--inform", "Ministry") == 1
    assert "reason is missing" in capsys.readouterr().err
    assert run(*early, "--remark", "press conference", "--inform", "Ministry") == 0
    entry = ckm.open_statistic(ckm_file)[0].register[-1]
    assert (entry.kind, entry.recipients, entry.remark) == ("given_early", ("Ministry",), "press conference")
    assert run("verify", ckm_file) in (0, 8)
    assert run("release", "withdraw", ckm_file, 1, "--person", "Bernd") == 1
    assert "reason" in capsys.readouterr().err
    informed = ("--inform", "Ministry", "--inform", " ")
    assert run("release", "withdraw", ckm_file, 1, "--person", "Bernd", "--remark", "late", *informed) == 0
    assert ckm.open_statistic(ckm_file)[0].register[-1].recipients == ("Ministry",)
    assert submit(ckm_file) == 0
    assert run("release", "return", ckm_file, 2, "--person", "Bernd", "--remark", "source") == 0
    assert said(capsys)[-1] == "No. 2 is returned."


@pytest.mark.thorough
def test_a_correction_and_the_comparison_with_what_it_corrects(
    ckm_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert [submit(ckm_file), approve(ckm_file)] == [0, 0]
    assert [submit(ckm_file, "--corrects", 1), approve(ckm_file, 2)] == [0, 0]
    capsys.readouterr()
    assert run("register", ckm_file) == 0
    lines = said(capsys)
    assert "corrected by no. 2: People 2026" in lines[0]
    assert "released: People 2026" in lines[1]
    assert run("release", "compare", ckm_file, 1, 2) == 0
    assert said(capsys)[-1].startswith("Cells: changed 0, new 0, gone 0, unchanged ")
    assert run("release", "submit", ckm_file, NAME, "--person", "Anna", "--period", "2025") == 0
    assert approve(ckm_file, 3) == 0
    capsys.readouterr()
    assert run("release", "compare", ckm_file, 1, 3) == 5
    assert any(" -> " in line for line in said(capsys))


def test_what_the_method_leaves_open_is_said_before_a_release(
    ckm_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert submit(ckm_file) == 0
    capsys.readouterr()
    assert run("release", "check", ckm_file, 1) == 0
    assert said(capsys) == ["Nothing was found that the method leaves open."]


def test_an_unknown_form_table_or_held_statistic_is_said_before_anything_is_computed(
    ckm_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = ckm_file.read_bytes()
    assert submit(ckm_file, "--format", "doc") == 1
    assert "“doc”" in capsys.readouterr().err
    assert run("release", "submit", ckm_file, "Unknown", "--person", "Anna") == 1
    capsys.readouterr()
    acquire(ckm_file)
    assert submit(ckm_file) == 1
    assert "people.ckm is open on" in capsys.readouterr().err
    give_back(ckm_file)
    assert ckm_file.read_bytes() == before
    assert not list(ckm_file.parent.glob("*.ckmregister"))
    assert not list(ckm_file.parent.glob("*.lock"))
    assert run("register", ckm_file) == 0
    assert said(capsys) == ["people.ckm: nothing has been handed in yet."]
    assert run("verify", ckm_file.with_name("none.ckm")) == 1


def test_locks_that_a_crash_left_are_taken_over_only_when_asked_for(
    ckm_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made, _ = ckm.open_statistic(ckm_file)
    left = '{"host":"desk-7","pid":4711,"time":"2026-11-22T11:00:00+00:00"}'
    register = register_path(ckm_file.parent, made.identity)
    locks = [path.with_name(path.name + ".lock") for path in (ckm_file, register)]
    for lock in locks:
        lock.write_text(left)
    assert submit(ckm_file) == 1
    assert "people.ckm is open on desk-7" in capsys.readouterr().err
    assert submit(ckm_file, "--take-over") == 0
    assert said(capsys)[0].startswith("No. 1 is submitted")
    assert not any(lock.exists() for lock in locks)


def test_a_sealed_statistic_opens_by_key_file_or_standard_input_and_its_role_counts(
    ckm_file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    made, stamp = ckm.open_statistic(ckm_file)
    seal, _ = make_seal(
        {
            "clerk": Secret.passphrase("clerk's long words"),
            "methodologist": Secret.passphrase("the method's words"),
            "releaser": Secret.key_file(b"k" * 40),
        }
    )
    ckm.save_statistic(replace(made, seal=seal), ckm_file, stamp)
    key = ckm_file.with_name("releaser.key")
    key.write_bytes(b"k" * 40)
    words = io.StringIO("clerk's long words\nclerk's long words\n")
    monkeypatch.setattr("sys.stdin", words)
    assert submit(ckm_file) == 0
    assert approve(ckm_file) == 1
    assert "The role clerk does not allow this. It takes: releaser." in capsys.readouterr().err
    assert run("release", "approve", ckm_file, 1, "--person", "Bernd", "--key-file", key) == 1  # nobody has decided
    assert "Return no. 1 to the methodologists" in capsys.readouterr().err
    with ckm.work_on_statistic(ckm_file, secret=Secret.passphrase("the method's words")) as work:
        work.put_in_force(METHOD, Decision("Board of methods", "2026-01-01"))
    assert run("release", "approve", ckm_file, 1, "--person", "Bernd", "--key-file", key) == 0
    assert run("verify", ckm_file) == 8
    assert run("register", ckm_file) == 0
    assert run("run", ckm_file, NAME, "-o", ckm_file.parent / "runs", "--key-file", key) == 0
    capsys.readouterr()
    key.write_bytes(b"x" * 40)
    assert approve(ckm_file) == 1
    assert "Give the passphrase or the key file" in capsys.readouterr().err
    assert run("release", "repeat", ckm_file, 1, "-o", ckm_file.parent, "--key-file", key) == 1
    assert "opens no role of people.ckm" in capsys.readouterr().err
    assert run("release", "repeat", ckm_file, 1, "-o", ckm_file.parent, "--key-file", ckm_file.parent / "none") == 1
    assert "cannot be read" in capsys.readouterr().err


def test_the_shared_register_lies_where_the_offices_settings_say(
    ckm_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shared = ckm_file.parent / "shared"
    shared.mkdir()
    office = ckm_file.with_name("office.ckmoffice")
    settings = {"register_folder": str(shared), "forms": ["csv"], "file_names": "{period}_{table}"}
    office.write_text(json.dumps({"form": "ckm office", "version": 1, "settings": settings}))
    assert submit(ckm_file, "--office", office) == 0
    assert sorted(path.suffix for path in shared.iterdir()) == [".ckmmark", ".ckmregister"]
    assert run("release", "approve", ckm_file, 1, "--person", "Bernd", "--register", shared) == 0
    out = ckm_file.parent / "out"
    assert run("release", "write", ckm_file, 1, "-o", out, "--person", "Bernd", "--office", office) == 0
    assert [path.name for path in out.iterdir()] == ["2026_Area_and_sex_1.csv"]
    assert run("verify", ckm_file, "--register", shared) == 0
    assert run("verify", ckm_file) == 5
    assert "may be a copy" in said(capsys)[-1]


@pytest.mark.thorough
def test_every_command_looks_for_the_register_where_the_computers_policy_says(
    ckm_file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shared, policy_file = ckm_file.parent / "shared", ckm_file.with_name("policy.json")
    shared.mkdir()
    policy_file.write_text(json.dumps({"form": "ckm policy", "version": 1, "office": {"register_folder": str(shared)}}))
    monkeypatch.setattr(policy, "machine_file", lambda: policy_file)
    old = ckm_file.read_bytes()
    assert submit(ckm_file) == 0
    assert sorted(path.suffix for path in shared.iterdir()) == [".ckmmark", ".ckmregister"]
    assert run("verify", ckm_file) == 0
    assert run("person", "list", ckm_file) == 0
    ckm_file.write_bytes(old)
    table = ckm.open_statistic(ckm_file)[0].tables[0].name
    report, out = ckm_file.with_name("report.html"), ckm_file.with_name("out")
    for command in (
        ("run", ckm_file, table, "--check"),
        ("person", "list", ckm_file),
        ("leak-check", policy_file, "--statistic", ckm_file),
        ("evaluate", ckm_file, "--tables", table, "-o", out),
        ("register", ckm_file, "--attack", report),
    ):
        for path in own_folder().iterdir():  # a computer that never saw it, and was told nothing
            path.unlink()
        run(*command)
        assert "it is older: saved once, known here is the state after 2 saves" in capsys.readouterr().err


class _Closed(io.TextIOBase):
    """Whoever reads has stopped reading."""

    def write(self, _text: str) -> int:
        raise BrokenPipeError


def test_a_step_is_saved_before_it_is_told(ckm_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch, contextlib.suppress(OSError, SystemExit):  # no true stream
        patch.setattr("sys.stdout", _Closed())
        submit(ckm_file)
    statistic, _ = ckm.open_statistic(ckm_file)
    assert [entry.kind for entry in statistic.register] == ["submitted"]
