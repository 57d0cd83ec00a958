"""What is kept of a fault, on this computer only: which kind, where in our code, which versions. Never a value.

Messages of faults, paths and names of users may be confidential: none of them is kept, neither here nor in the log. A
crash of the interpreter itself leaves the same, found at the next start.
"""

from __future__ import annotations

import contextlib
import datetime
import faulthandler
import logging
import logging.handlers
import os
import platform
import re
import sys
from pathlib import Path
from typing import IO

from ckmcore.base.processes import process_lives
from ckmcore.base.version import VERSION

MOST_REPORTS = 20
LOG_BYTES, LOGS = 512 * 1024, 3
_OURS = re.compile(r"(?:^|[/\\])((?:ckmdesk|ckmcore)[/\\].*)$")
_CRASHED = "crash.txt"
_LINE = re.compile(r'File "(?P<file>[^"]*)", line (?P<line>\d+) in (?P<name>[\w<>]+)')


def place(file: str, line: int) -> str:
    """Return a place in our code, or in a package, without the folder of the installation."""
    ours = _OURS.search(file)
    if ours is not None:
        return f"{ours.group(1)}:{line}".replace("\\", "/")
    return f"{Path(file.replace(chr(92), '/')).name}:{line}"


def text_of(fault: BaseException) -> str:
    """Return the report of a fault: versions, then class and places of the fault and its causes, outermost first."""
    lines = [_versions()]
    current_fault: BaseException | None = fault
    while current_fault is not None:
        lines.append(type(current_fault).__name__)
        trace = current_fault.__traceback__
        while trace is not None:
            code = trace.tb_frame.f_code
            lines.append(f"  {place(code.co_filename, trace.tb_lineno)} {code.co_name}")
            trace = trace.tb_next
        current_fault = current_fault.__cause__ or (
            None if current_fault.__suppress_context__ else current_fault.__context__
        )
    return "\n".join(lines) + "\n"


def _versions() -> str:
    qt = sys.modules.get("PySide6")
    report_parts = [f"ckmdesk {VERSION}", platform.system(), platform.machine(), f"Python {platform.python_version()}"]
    return ", ".join([*report_parts, *([f"PySide6 {qt.__version__}"] if qt is not None else [])])


def state_folder() -> Path:
    """Return the folder of this user's log and reports."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home()) / "ckmdesk" / "reports"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Logs" / "ckmdesk"
    return Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state") / "ckmdesk"


class _Log(logging.handlers.RotatingFileHandler):
    """A log that keeps its file where no other can be begun: Windows refuses while a second window has it open."""

    def doRollover(self) -> None:
        with contextlib.suppress(OSError):
            super().doRollover()


class CrashReports:
    """The crash reports of this user.

    `before` is the report of the last run if it crashed, else "". If the folder cannot be written, nothing is recorded,
    and nothing else changes.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.before = ""
        self.last: Path | None = None
        self._crashed: IO[str] | None = None
        self._log: logging.Handler | None = None

    def begin(self) -> None:
        """Look for a crash of the last run, watch for one of this run, and start the log."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            left = self.folder / f"{os.getpid()}-{_CRASHED}"
            for path in sorted(self.folder.glob(f"*-{_CRASHED}")):
                self._take(path)
            self._crashed = left.open("w", encoding="utf-8")
            if not faulthandler.is_enabled():  # else whoever started us wants to see it
                faulthandler.enable(self._crashed)
            self._log = _Log(
                self.folder / "ckmdesk.log", maxBytes=LOG_BYTES, backupCount=LOGS, encoding="utf-8", delay=True
            )
            self._log.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
            logging.getLogger("ckmdesk").addHandler(self._log)
        except (OSError, RuntimeError):
            return

    def _take(self, left: Path) -> None:
        """Read the report of a finished run and delete it; a run that is still alive has its own file."""
        number = left.name.partition("-")[0]
        if number.isdecimal() and process_lives(int(number)):
            return
        text = left.read_text(encoding="utf-8", errors="replace")
        left.unlink()
        if text.strip():
            self.before = f"{_versions()}\n{_cleaned(text)}"
            self._write(self.before)

    def end(self) -> None:
        """Record that the program ends well."""
        if self._log is not None:
            logging.getLogger("ckmdesk").removeHandler(self._log)
            self._log.close()
            self._log = None
        if self._crashed is not None:
            if os.environ.get("PYTHONFAULTHANDLER") is None:
                faulthandler.disable()
            self._crashed.close()
            self._crashed = None
            try:
                (self.folder / f"{os.getpid()}-{_CRASHED}").unlink()
            except OSError:
                return

    def keep(self, fault: BaseException) -> None:
        """Keep the report of a fault."""
        if self._crashed is not None:
            self._write(text_of(fault))

    def _write(self, text: str) -> None:
        time = datetime.datetime.now().astimezone().strftime("%Y%m%d-%H%M%S-%f")
        path = self.folder / f"fault-{time}.txt"
        try:
            path.write_text(text, encoding="utf-8")
            for old in sorted(self.folder.glob("fault-*.txt"))[:-MOST_REPORTS]:
                old.unlink()
        except OSError:
            return
        self.last = path


def _cleaned(crash_text: str) -> str:
    """Return the interpreter's crash output with places in place of paths."""
    lines = []
    for line in crash_text.splitlines():
        match = _LINE.search(line)
        if match is not None:
            lines.append(f"  {place(match['file'], int(match['line']))} {match['name']}")
        elif line.startswith(("Fatal Python error", "Windows fatal exception", "Current thread", "Thread")):
            lines.append(re.sub(r"0x[0-9a-f]+ ?", "", line))
    return "\n".join(lines) + "\n"
