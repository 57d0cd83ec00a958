"""Reports of faults: kinds and places, never a value; a crash is found by the next start; the log holds the same."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QPlainTextEdit

from ckmcore.base.version import VERSION
from ckmdesk.base import crash_report, unexpected
from ckmdesk.base.crash_report import MOST_REPORTS, CrashReports, place, text_of
from ckmdesk.base.unexpected import UnexpectedFault, log_fault
from ckmdesk.shell.window import MainWindow

SECRET = "0.123456789 of Anna"


@pytest.fixture
def reports(tmp_path: Path) -> Iterator[CrashReports]:
    made = CrashReports(tmp_path / "state")
    made.begin()
    unexpected.kept.append(made)
    yield made
    unexpected.kept.remove(made)
    made.end()


def fault() -> Exception:
    """A fault with a value in its words, caused by another one."""
    try:
        try:
            raise KeyError(SECRET)
        except KeyError as cause:
            raise ValueError(f"cannot use {SECRET}") from cause
    except ValueError as made:
        return made


def test_a_report_names_kinds_and_places_and_no_value() -> None:
    text = text_of(fault())
    assert text.startswith(f"ckmdesk {VERSION}, ")
    lines = text.splitlines()
    assert lines.index("ValueError") < lines.index("KeyError")
    assert any(line.startswith("  ckmdesk/base/test_crash_report.py:") and line.endswith(" fault") for line in lines)
    assert SECRET not in text
    assert "Anna" not in text


@pytest.mark.parametrize(
    ("file", "said"),
    [
        ("/opt/x/ckmdesk/_internal/ckmdesk/pages/data/page.py", "ckmdesk/_internal/ckmdesk/pages/data/page.py:7"),
        ("C:\\Users" + "\\anna\\ckmcore\\keys.py", "ckmcore/keys.py:7"),
        ("/somewhere/anna/lib/pandas/core.py", "core.py:7"),
    ],
)
def test_a_place_does_not_say_where_the_program_was_installed(file: str, said: str) -> None:
    assert place(file, 7) == said


def test_a_fault_leaves_a_report_and_a_line_in_the_log_and_neither_holds_a_value(reports: CrashReports) -> None:
    log_fault(fault())
    (kept,) = reports.folder.glob("fault-*.txt")
    assert kept == reports.last
    assert kept.read_text(encoding="utf-8") == text_of_kept(kept)
    log = (reports.folder / "ckmdesk.log").read_text(encoding="utf-8")
    assert "unexpected ValueError at ckmdesk/base/test_crash_report.py:" in log
    assert SECRET not in log + kept.read_text(encoding="utf-8")
    assert "ERROR" in log


def text_of_kept(path: Path) -> str:
    """What a report looks like: a line of versions, kinds, places that are indented."""
    lines = path.read_text(encoding="utf-8").splitlines()
    assert all(line.startswith("  ") or line in ("ValueError", "KeyError") for line in lines[1:])
    return "\n".join(lines) + "\n"


def test_old_reports_give_way(reports: CrashReports) -> None:
    for _ in range(MOST_REPORTS + 3):
        reports.keep(fault())
    assert len(list(reports.folder.glob("fault-*.txt"))) == MOST_REPORTS


def test_the_window_offers_the_report_of_a_fault(reports: CrashReports, window: MainWindow) -> None:
    window.show_message(UnexpectedFault())
    assert window.message_bar.remedy is None
    reports.keep(fault())
    window.show_message(UnexpectedFault())
    remedy = window.message_bar.remedy
    assert remedy is not None
    remedy.act()
    shown = window.findChild(QPlainTextEdit)
    assert shown is not None
    assert reports.last is not None
    assert shown.toPlainText() == reports.last.read_text(encoding="utf-8")


_CRASH = """
import sys
from pathlib import Path
from ckmdesk.base.crash_report import CrashReports
reports = CrashReports(Path(sys.argv[1]))
reports.begin()
print(reports.before)
if sys.argv[2] == "crash":
    import ctypes
    ctypes.string_at(0)
reports.end()
"""


def run(folder: Path, how: str) -> tuple[int, str]:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONFAULTHANDLER"}
    command = [sys.executable, "-c", _CRASH, str(folder), how]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)
    return done.returncode, done.stdout


def test_a_crash_of_the_interpreter_is_found_by_the_next_start_once(tmp_path: Path) -> None:
    code, _ = run(tmp_path, "crash")
    assert code != 0
    code, said = run(tmp_path, "end")
    assert code == 0
    assert said.startswith(f"ckmdesk {VERSION}")
    assert "Fatal Python error" in said or "Windows fatal exception" in said
    assert "string_at" in said
    assert str(tmp_path) not in said
    assert sys.prefix not in said
    assert len(list(tmp_path.glob("fault-*.txt"))) == 1
    assert run(tmp_path, "end") == (0, "\n")
    assert list(tmp_path.glob("*-crash.txt")) == []


def test_a_folder_that_takes_nothing_changes_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    made = CrashReports(tmp_path / "file" / "here")
    made.begin()
    made.keep(fault())
    logging.getLogger("ckmdesk").info("said")
    made.end()
    assert (made.before, made.last) == ("", None)


def test_a_log_that_cannot_begin_another_file_goes_on_in_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(*_names: object) -> None:
        raise PermissionError(13, "The process cannot access the file")

    monkeypatch.setattr(crash_report, "LOG_BYTES", 200)
    monkeypatch.setattr(os, "rename", refuse)
    reports = CrashReports(tmp_path)
    reports.begin()
    for number in range(20):
        logging.getLogger("ckmdesk").warning("line %s", number)
    reports.end()
    lines = (tmp_path / "ckmdesk.log").read_text(encoding="utf-8").splitlines()
    assert [line.rpartition("line ")[2] for line in lines] == [str(number) for number in range(20)]
    assert capsys.readouterr().err == ""
