"""What all commands of `ckm` share: what they say and where, and the errors of their options."""

from __future__ import annotations

import errno
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ckmcore.errors import CkmError
from ckmcore.files import NotWritten, reason_of
from ckmcore.numbers import Language
from ckmcore.sentences import Sentence, say

if TYPE_CHECKING:
    from ckmcore.ptable.floor import OpenRule

# From here on the compiled loops are worth the second that loading them takes.
COMPILE_FROM_ROWS = 1_000_000


class OptionNeeded(CkmError):
    """An option that this combination of options needs is not there."""

    code = "cli_option_needed"


class OptionValue(CkmError):
    """An option has a value that cannot be read."""

    code = "cli_option_value"


class OptionNotWith(CkmError):
    """Two options that exclude one another."""

    code = "cli_option_not_with"


class OutputIsInput(CkmError):
    """The file to be written is one of those that are read: it would be lost."""

    code = "cli_output_is_input"


class OutOfMemory(CkmError):
    code = "cli_out_of_memory"


class Report:
    """What the command says: results to standard output, notices and progress to standard error."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self._shown = False

    def out(self, code: str, **fields: object) -> None:
        print(say(code, self.language, **fields))

    def notice(self, sentence: Sentence) -> None:
        self.end_progress()
        print(sentence.text(self.language), file=sys.stderr)

    def fault(self, text: str) -> None:
        self.end_progress()
        print(text, file=sys.stderr)

    def progress(self, rows: int, fraction: float) -> None:
        self._over("cli_progress", rows=rows, percent=round(100 * fraction))

    def share(self, fraction: float) -> None:
        """The progress of a computation."""
        self._over("cli_share", percent=round(100 * fraction))

    def _over(self, code: str, **fields: object) -> None:
        if sys.stderr.isatty():
            print("\r" + say(code, self.language, **fields), end="", file=sys.stderr, flush=True)
            self._shown = True

    def end_progress(self) -> None:
        if self._shown:
            print(file=sys.stderr)
            self._shown = False


def told_floor(rules: Sequence[OpenRule], report: Report, *, strict: bool = False) -> int:
    """Says which rules of the floor under protection are open; returns the exit code: 1 where one refuses, or with
    `strict` any is open, else 0."""
    from ckmcore.ptable.floor import refusing

    for rule in rules:
        report.notice(rule.told)
    refused = bool(refusing(rules))
    code = "cli_floor_refused" if refused else "cli_floor_reason" if rules else "cli_floor_held"
    report.out(code)
    return int(refused or (strict and bool(rules)))


def check_output(output: str | None, inputs: Sequence[str | None]) -> None:
    """Before the work: the folder is there, and the file is none of those that are read."""
    if output is None:
        return
    target = Path(output)
    if not target.parent.is_dir():
        raise NotWritten(name=target.name, reason=reason_of(errno.ENOENT))
    if target.is_dir():
        raise NotWritten(name=target.name, reason=reason_of(errno.EISDIR))
    if target.exists() and any(text and Path(text).exists() and target.samefile(text) for text in inputs):
        raise OutputIsInput(name=target.name)
