"""The command `ckm`: perturbation tables, record keys and tables for batch runs and for checking.

One clear sentence for each error; exit codes are those of `exits`. Everything a person reads comes in
English and German (`--language`, else the system's).
"""

from __future__ import annotations

import argparse
import io
import os
import sys
import traceback
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any, NoReturn

from ckmcore.base.exit_codes import Exit
from ckmcore.base.guarded import needed_while
from ckmcore.base.numbers import Language
from ckmcore.base.processes import keep_memory
from ckmcore.base.progress_listener import listening_to_progress
from ckmcore.base.version import VERSION
from ckmcore.cli import registry
from ckmcore.cli.common import CommandReport
from ckmcore.cli.options import add_options
from ckmcore.cli.pipeline import AFTER, PIPELINE, guard_paths
from ckmcore.cli.policy import LIMITS, use_limits
from ckmcore.cli.registry import CliCommand
from ckmcore.cli.streams import Terminated, ended_by_sigterm, standard_streams, to_standard_output
from ckmcore.errors import CkmError, limit_reached
from ckmcore.messages import say, sentence, system_language


class UsageFault(SystemExit):
    """Command-line usage error. detail: argparse's message."""

    def __init__(self, detail: str) -> None:
        super().__init__(int(Exit.USAGE))
        self.detail = detail


# Before a name that begins with a hyphen, while it is parsed: no argument of a process holds it.
_NAME = "\0"


def _json_value(value: object) -> object:
    if isinstance(value, list):
        return [_json_value(item) for item in value]
    return value.removeprefix(_NAME) if isinstance(value, str) else value


class _Parser(argparse.ArgumentParser):
    _parses = False

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        """Parse arguments whose files and names may come before or after options; everything after `--` is a name,
        even with a leading hyphen. argparse alone would assign all positions to the first argument with a variable
        number."""
        if self._parses or any(isinstance(action, argparse._SubParsersAction) for action in self._actions):
            return super().parse_known_args(args, namespace)
        given_arguments = list(args)
        behind = given_arguments.index("--") if "--" in given_arguments else len(given_arguments)
        names = [_NAME + name if name.startswith("-") else name for name in given_arguments[behind + 1 :]]
        self._parses = True
        try:
            options, leftover = self.parse_known_intermixed_args([*given_arguments[:behind], *names], namespace)
        finally:
            self._parses = False
        for name, value in vars(options).items():
            setattr(options, name, _json_value(value))
        return options, [name.removeprefix(_NAME) for name in leftover]

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if isinstance(action, argparse._SubParsersAction):
            registry.refuse_absent(f"{self.prog} {value}".removeprefix("ckm "))
        super()._check_value(action, value)

    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        raise UsageFault(message)


def _language_asked(arguments: Sequence[str]) -> Language | None:
    """The language that the arguments name."""
    for index, text in enumerate(arguments):
        value = text.partition("=")[2] if text.startswith("--language=") else ""
        if text == "--language" and index + 1 < len(arguments):
            value = arguments[index + 1]
        if value in ("de", "en"):
            return "de" if value == "de" else "en"
    return None


# argparse's own words; it looks them up through its module's gettext.
_ARGPARSE_DE = {
    "usage: ": "Aufruf: ",
    "positional arguments": "Angaben",
    "options": "Optionen",
    "show this help message and exit": "diese Hilfe zeigen und enden",
    "the following arguments are required: %s": "es fehlen: %s",
    "unrecognized arguments: %s": "unbekannte Angaben: %s",
    "expected one argument": "braucht einen Wert",
    "expected at least one argument": "braucht mindestens einen Wert",
    "invalid %(type)s value: %(value)r": "ungültiger Wert %(value)r",
    "invalid choice: %(value)r (choose from %(choices)s)": "ungültiger Wert %(value)r (möglich: %(choices)s)",
    "not allowed with argument %s": "nicht zusammen mit %s",
    "one of the arguments %s is required": "eine dieser Angaben ist nötig: %s",
    "argument %(argument_name)s: %(message)s": "%(argument_name)s: %(message)s",
}


def _translate_argparse(language: Language) -> None:
    """Translate argparse's built-in texts from now on; parsers build their help when it is requested."""
    words = _ARGPARSE_DE if language == "de" else {}
    setattr(argparse, "_", lambda text: words.get(text, text))  # noqa: B010  # no public way to translate argparse


class _Parsers(Mapping[str, argparse.ArgumentParser]):
    """Mapping of command names to parsers, each built on first access."""

    def __init__(self, language: Language) -> None:
        self._language = language
        self._built: dict[str, argparse.ArgumentParser] = {}

    def __getitem__(self, name: str) -> argparse.ArgumentParser:
        if name not in self._built:
            self._built[name] = _command_parser(registry.declared(name), self._language)
        return self._built[name]

    def __contains__(self, name: object) -> bool:
        return name in registry.names()

    def __iter__(self) -> Iterator[str]:
        return iter(registry.names())

    def __len__(self) -> int:
        return len(registry.names())


class _Commands(argparse._SubParsersAction):  # type: ignore[type-arg]  # generic in the types of it alone
    """Subparsers action of argparse whose help lists all commands."""

    def _get_subactions(self) -> list[argparse.Action]:
        return [self._ChoicesPseudoAction(name, (), parser.description) for name, parser in self.choices.items()]


def _help(code: str, language: Language) -> str:
    return say(f"cli_help_{code}", language).replace("%", "%%")


def _command_parser(commands: Sequence[CliCommand], language: Language) -> argparse.ArgumentParser:
    """The parser of a command with its steps."""
    command, *steps = commands
    text = partial(_help, language=language)
    _translate_argparse(language)
    parsers = [_Parser(prog=f"ckm {command.name}", description=text(command.help_code))]
    if steps:
        actions = parsers[0].add_subparsers(dest="action", required=True)
        for step in steps:
            words = text(step.help_code)
            parsers.append(actions.add_parser(step.name.split()[1], help=words, description=words))
        actions.metavar = "|".join(actions.choices)
    for parser, each in zip(parsers, commands, strict=True):
        add_options(parser, (*each.options, *AFTER), text)
        parser.set_defaults(cli=each)
    return parsers[0]


def build_parser(language: Language) -> argparse.ArgumentParser:
    """The parser of `ckm`, its help texts in `language`."""
    _translate_argparse(language)
    return built_parser(language)


@cache
def built_parser(language: Language) -> argparse.ArgumentParser:
    """Build the parser of `ckm` without translating argparse's own texts; the parser of each command is built once."""
    text = partial(_help, language=language)
    parser = _Parser(prog="ckm", description=text("ckm"), epilog=text("exits"))
    parser.add_argument("--version", action="version", version=f"ckm {VERSION}", help=text("version"))
    add_options(parser, LIMITS, text)
    commands = parser.add_subparsers(dest="command", required=True, action=_Commands)
    commands.choices = commands._name_parser_map = _Parsers(language)  # type: ignore[assignment]  # only read
    commands.metavar = "|".join(commands.choices)
    add_options(parser, PIPELINE, text)
    return parser


# What the command line offers where the window has a button.
_HINTS = {"files_in_the_way": "files_replace", "register_left": "lock_take_over", "register_locked": "lock_take_over"}


# Questions that are errors of another family in the library.
_QUESTIONS = ("derivation_moves",)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `ckm` and return the exit code. Raises SystemExit where argparse ends the program: usage errors, --help,
    --version."""
    given_argv = list(sys.argv[1:] if arguments is None else arguments)
    report = CommandReport(_language_asked(given_argv) or system_language(), asked=_language_asked(given_argv))
    if "--json" in given_argv:  # also of a command that cannot be read
        report.as_json, report.language = True, report.file_language()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A terminal without a letter is no reason to stop; what another program reads on Windows is UTF-8, as here.
            piped = sys.platform == "win32" and not stream.isatty() and "PYTHONIOENCODING" not in os.environ
            stream.reconfigure(errors="replace", encoding="utf-8" if piped else stream.encoding)
    try:
        with ended_by_sigterm():
            code, usage = _ended(given_argv, report)
            report.end(code)
    except BrokenPipeError:
        # Whoever read our output has seen enough; Python would flush once more at its end and complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return Exit.PIPE
    except KeyboardInterrupt as stop:
        return _exit_of(stop)
    if usage:
        raise SystemExit(int(code))
    return code


def _ended(given_arguments: list[str], report: CommandReport) -> tuple[int, bool]:
    """Run a command and report its error. Returns the exit code and whether it was a usage error."""
    try:
        return _run(given_arguments, report), False
    except UsageFault as fault:
        report.fault(sentence("cli_usage", detail=fault.detail))
        return Exit.USAGE, True
    except CkmError as error:
        report.fault(error.sentence())
        if error.code in _HINTS:
            report.notice(sentence(_HINTS[error.code]))
        return Exit.ASKED if error.code in _QUESTIONS else error.exit_code, False
    except KeyboardInterrupt as stop:
        report.fault(sentence("cancelled"))
        return _exit_of(stop), False
    except BrokenPipeError:
        raise
    except Exception as fault:  # noqa: BLE001 - a bug: class and place, never values, they may be confidential
        limit = limit_reached(fault)
        if limit is not None:
            report.fault(limit.sentence())
            return Exit.INPUT, False
        report.fault(sentence("unexpected_fault"), place=_fault_location(fault))
        return Exit.FAULT, False


def _exit_of(stop: KeyboardInterrupt) -> Exit:
    return Exit.TERMINATED if isinstance(stop, Terminated) else Exit.INTERRUPTED


def _run(given_arguments: list[str], report: CommandReport) -> int:
    parser = build_parser(report.language)
    options = parser.parse_args(given_arguments)
    if to_standard_output(options) and options.json:
        parser.error(say("cli_json_alone", report.language))
    with needed_while():
        return _guarded(options, report)


def _guarded(options: argparse.Namespace, report: CommandReport) -> int:
    keep_memory()
    guard_paths(options)
    report.begin(options.cli.name, as_json=options.json, quiet=options.quiet, log=options.log)
    if options.command != "policy":
        use_limits(options)
    with standard_streams(options, report), listening_to_progress(report.waiting):
        code: int = options.cli.run(options, report)
        sys.stdout.flush()
    return code


def _fault_location(fault: BaseException) -> str:
    frames = traceback.extract_tb(fault.__traceback__)
    location = f", {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    return type(fault).__name__ + location
