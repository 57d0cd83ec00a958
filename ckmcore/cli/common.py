"""What all commands of `ckm` share: what they say and where, and the errors of their options."""

from __future__ import annotations

import argparse
import errno
import io
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ckmcore.base.exit_codes import Exit
from ckmcore.base.files import NotWritten, reason_of
from ckmcore.base.numbers import Language
from ckmcore.base.version import VERSION
from ckmcore.cli.options import several
from ckmcore.cli.output import Log, document, line_said, said
from ckmcore.errors import FileError, InputError
from ckmcore.messages import Sentence, say, sentence

if TYPE_CHECKING:
    from ckmcore.office.settings import Office
    from ckmcore.ptable.floor.floor import OpenRule
    from ckmcore.release.files_found import FindFile

# From here on the compiled loops are worth the second that loading them takes.
COMPILE_FROM_ROWS = 1_000_000


class OutputIsInput(FileError):
    """The output file is one of the input files, which would be lost."""

    code = "cli_output_is_input"


class CommandReport:
    """Output of a command: results go to standard output; notices, progress and errors to standard error. All are
    collected for the JSON document; all but the results are written to the log."""

    def __init__(self, language: Language, *, asked: Language | None = None) -> None:
        """language: of the messages; asked: language named by the arguments, which written files then have, too; None
        without one."""
        self.language = language
        self.asked = asked
        self.command = ""
        self.as_json = self.quiet = False
        self.standard: Path | None = None  # the folder of what goes to standard output
        self._log: Log | None = None
        self._said: list[dict[str, Any]] = []
        self._notices: list[dict[str, Any]] = []
        self._files: list[str] = []
        self._fault: dict[str, Any] = {}
        self._shown = ""
        self._quarter = 0

    def begin(self, command: str, *, as_json: bool, quiet: bool, log: str | None) -> None:
        """Begin the report of a command. as_json: write a JSON document; quiet: print errors only; log: path of a log
        file or None.

        Raises NotWritten where the log cannot be written.
        """
        self.command, self.as_json, self.quiet = command, as_json, quiet
        if as_json:
            self.language = self.file_language()
        if log is not None:
            self._log = Log(log)
            self._noted("INFO", sentence("cli_log_begins", command=command, version=VERSION))

    def file_language(self, own: str = "") -> Language:
        """Language of a file to be written: the one given as argument, else `own`, the language of the content, else
        English.
        """
        return self.asked or ("de" if own == "de" else "en")

    def out(self, code: str, **fields: object) -> None:
        """Report a result. code: code of its sentence; fields: values of the sentence."""
        self._said.append(said(Sentence(code, fields)))
        self._result(say(code, self.language, **fields))

    def say(self, result: Sentence) -> None:
        """Print a result that is a sentence already."""
        self.out(result.code, **result.fields)

    def line(self, code: str, text: str, **fields: object) -> None:
        """Report a line of a table of results. code: kind of the line, for the JSON document; text: the line as
        printed; fields: its figures."""
        self._said.append(line_said(code, text, self.language, fields))
        self._result(text)

    @property
    def told(self) -> str:
        """Text of all results and notices so far, as on the screen, in the language of the command."""
        every = [message["text"] for message in (*self._said, *self._notices)]
        return "".join(f"{text[self.language]}\n" for text in every)

    def wrote(self, *files: str | Path) -> None:
        """Record files that were written."""
        for file in files:
            name = "-" if self.standard is not None and Path(file).parent == self.standard else str(file)
            self._files.append(name)
            self._noted("INFO", sentence("cli_log_written", name=name))

    def written(self, file: str | Path, code: str, **fields: object) -> None:
        """Record a written file and report the result with the file's name as the sentence's last field."""
        self.wrote(file)
        self.out(code, **fields, name=Path(file).name)

    def notice(self, *sentences: Sentence) -> None:
        """Report warnings and other remarks beside the results."""
        for warning in sentences:
            self.end_progress()
            self._notices.append(said(warning))
            self._noted("WARNING", warning)
            if not self.quiet:
                print(warning.text(self.language), file=sys.stderr)

    def fault(self, told: Sentence, *, place: str = "") -> None:
        """Report the error that ends the command. place: where in the program a bug occurred, or ""."""
        self.end_progress()
        self._fault = {**said(told), **({"place": place} if place else {})}
        more = f" ({place})" if place else ""
        self._noted("ERROR", told, more)
        print(told.text(self.language) + more, file=sys.stderr)

    def end(self, ended: int) -> None:
        """Write the JSON document where it was requested, and end the log. ended: exit code."""
        self.end_progress()
        if self.as_json:
            whole_content = document(
                self.command, ended, said=self._said, notices=self._notices, files=self._files, fault=self._fault
            )
            sys.stdout.flush()
            if isinstance(sys.stdout, io.TextIOWrapper):
                sys.stdout.buffer.write(whole_content)
            else:  # somebody took its place, such as a notebook
                sys.stdout.write(whole_content.decode())
        sys.stdout.flush()
        if self._log is not None:
            self._noted("INFO", sentence("cli_log_ends", exit=int(ended)))
            self._log.close()

    def progress(self, rows: int, fraction: float) -> None:
        self._show_quarter("cli_progress", fraction, rows=rows, percent=round(100 * fraction))

    def reading(self, rows: int, fraction: float) -> None:
        """Show that records are being read, without their number, which the role may not see."""
        del rows, fraction
        self._show("cli_reading")

    def share(self, fraction: float) -> None:
        """Report the progress of a computation; fraction: part done, 0 to 1."""
        self._show_quarter("cli_share", fraction, percent=round(100 * fraction))

    def waiting(self, seconds: float, part: float | None) -> None:
        """Show for how long a database has been working on a query. seconds: waiting time; part: received share of the
        answer, 0 to 1, or None where unknown."""
        if seconds >= 1:
            if part is None:
                self._show("cli_waiting", seconds=int(seconds))
            else:
                self._show("cli_waiting_part", seconds=int(seconds), percent=round(100 * part))

    def _result(self, text: str) -> None:
        if not (self.as_json or self.quiet):
            print(text, file=sys.stdout if self.standard is None else sys.stderr)

    def _noted(self, kind: str, told_sentence: Sentence, more: str = "") -> None:
        if self._log is not None:
            self._log.line(kind, told_sentence.text(self.file_language()) + more)

    def _show_quarter(self, code: str, fraction: float, **fields: object) -> None:
        if int(4 * fraction) > self._quarter:
            self._quarter = int(4 * fraction)
            self._noted("INFO", Sentence(code, fields))
        self._show(code, **fields)

    def _show(self, code: str, **fields: object) -> None:
        """Replace the progress line on the screen by a sentence."""
        text = say(code, self.language, **fields)
        if sys.stderr.isatty() and not self.quiet and text != self._shown:
            print("\r" + text.ljust(len(self._shown)), end="", file=sys.stderr, flush=True)
            self._shown = text

    def end_progress(self) -> None:
        self._quarter = 0
        if self._shown:
            print(file=sys.stderr)
            self._shown = ""


def told_floor(rules: Sequence[OpenRule], report: CommandReport, *, strict: bool = False) -> Exit:
    """Report which rules of the floor under protection are open. Returns DISCLOSES where one of them refuses the
    method, or with `strict` where any is open, else DONE."""
    from ckmcore.ptable.floor.floor import refusing

    report.notice(*(rule.told for rule in rules))
    refused = bool(refusing(rules))
    code = "cli_floor_refused" if refused else "cli_floor_reason" if rules else "cli_floor_held"
    report.out(code)
    return Exit.DISCLOSES if refused or (strict and rules) else Exit.DONE


def check_output(output: str | None, inputs: Sequence[str | None]) -> None:
    """Check before the work that the output's folder exists and that the output is none of the input files."""
    if output is None:
        return
    target = Path(output)
    if not target.parent.is_dir():
        raise NotWritten(name=target.name, reason=reason_of(errno.ENOENT))
    if target.is_dir():
        raise NotWritten(name=target.name, reason=reason_of(errno.EISDIR))
    if target.exists() and any(text and Path(text).exists() and target.samefile(text) for text in inputs):
        raise OutputIsInput(name=target.name)


def names_of(text: str | None) -> list[str]:
    """The names in an option, separated by commas."""
    return [name.strip() for name in (text or "").split(",") if name.strip()]


def pairs_of(items: Sequence[str], option: str, example: str) -> list[tuple[str, str]]:
    """Split `NAME=value` into pairs. Raises cli_option_value."""
    pairs = []
    for item in items:
        name, sign, value = item.partition("=")
        if not sign or not name or not value:
            raise InputError("cli_option_value", option=option, value=item, example=example)
        pairs.append((name.strip(), value))
    return pairs


# Where files of released hypercubes lie.
FILES = several("--files", metavar="PATH", help="release_files")


def files_asked(options: argparse.Namespace, statistic: Path, office: Office) -> FindFile:
    """Search function for files of released hypercubes: in the folders of --files, and near the statistic. office: of
    their signs."""
    from ckmcore.release.files_found import files_near

    return files_near(statistic, *map(Path, options.files), office=office)
