"""The command `ckm`: perturbation tables, record keys and tables for batch runs and for checking.

One clear sentence for each error; exit codes stand in `exits`. Everything a person reads comes in
English and German (`--language`, else the system's).
"""

from __future__ import annotations

import argparse
import io
import os
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

from ckmcore.base.exits import Exit
from ckmcore.base.guarded import needed_while
from ckmcore.base.numbers import Language
from ckmcore.base.processes import keep_memory
from ckmcore.base.telling import telling
from ckmcore.base.version import VERSION
from ckmcore.cli.assess import add_assess_command, run_assess
from ckmcore.cli.common import (
    CommandReport,
    check_output,
)
from ckmcore.cli.compare import add_compare_command, run_compare
from ckmcore.cli.conformance import add_conformance_command, run_conformance
from ckmcore.cli.cube import add_cube_command, run_cube
from ckmcore.cli.data import add_data_commands, run_data
from ckmcore.cli.database import add_database_commands, run_database
from ckmcore.cli.draft import add_draft_commands, run_draft, run_script
from ckmcore.cli.evaluate import add_evaluate_command, run_evaluate
from ckmcore.cli.floor import below_floor, keys_below_floor, marked_as_trial
from ckmcore.cli.keys import add_keys_commands, run_keys
from ckmcore.cli.layout import (
    add_layout_options,
    data_of_table,
    layout_files,
    table_asked,
    table_warnings,
    with_least_in_class,
)
from ckmcore.cli.leaks import add_leak_command, run_leak_check
from ckmcore.cli.magnitudes import add_number_code_options, ordered_tables, ptables_of, with_codes_asked
from ckmcore.cli.method import add_method_options, key_of_meta, method_of, methods
from ckmcore.cli.person import add_person_command, run_person
from ckmcore.cli.pipeline import add_pipeline_options, guard_paths
from ckmcore.cli.policy import add_limit_options, add_policy_command, run_policy, use_limits
from ckmcore.cli.ptable import add_ptable_commands, run_ptable
from ckmcore.cli.published import add_published_options, check_published_options, compare_table
from ckmcore.cli.release import add_release_commands, run_register, run_release, run_verify
from ckmcore.cli.run import add_run_command, run_run
from ckmcore.cli.statistic import add_statistic_command, run_statistic
from ckmcore.cli.streams import Terminated, ended_by_sigterm, standard_streams, to_standard_output
from ckmcore.cli.sums import add_sums_commands, run_sums
from ckmcore.errors import CkmError, limit_reached
from ckmcore.formats.forms import FORMS, FormName, chosen_form, paths_of
from ckmcore.messages import say, sentence, system_language

# CSV for people by two words of old, every other form by its name.
TABLE_FORMS = ("long", "layout", *(name for name, form in FORMS.items() if not (form.desk or name.startswith("csv"))))


class UsageFault(SystemExit):
    """The command is not written as it must be. `detail`: argparse's own words."""

    def __init__(self, detail: str) -> None:
        super().__init__(int(Exit.USAGE))
        self.detail = detail


# Before a name that begins with a hyphen, while it is parsed: no argument of a process holds it.
_NAME = "\0"


def _named(value: object) -> object:
    if isinstance(value, list):
        return [_named(item) for item in value]
    return value.removeprefix(_NAME) if isinstance(value, str) else value


class _Parser(argparse.ArgumentParser):
    _parses = False

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        """Files and names may stand before options and behind them, and whatever stands behind `--` is a name, also one
        that begins with a hyphen: argparse itself gives the first of them all places that it has for any number."""
        if self._parses or any(isinstance(action, argparse._SubParsersAction) for action in self._actions):
            return super().parse_known_args(args, namespace)
        given = list(args)
        behind = given.index("--") if "--" in given else len(given)
        names = [_NAME + name if name.startswith("-") else name for name in given[behind + 1 :]]
        self._parses = True
        try:
            options, rest = self.parse_known_intermixed_args([*given[:behind], *names], namespace)
        finally:
            self._parses = False
        for name, value in vars(options).items():
            setattr(options, name, _named(value))
        return options, [name.removeprefix(_NAME) for name in rest]

    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        raise UsageFault(message)


def _language_asked(arguments: Sequence[str]) -> Language | None:
    """The language that the arguments name."""
    for place, text in enumerate(arguments):
        value = text.partition("=")[2] if text.startswith("--language=") else ""
        if text == "--language" and place + 1 < len(arguments):
            value = arguments[place + 1]
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
    """argparse's own words, from now on: the help of a parser is put together when it is asked for."""
    words = _ARGPARSE_DE if language == "de" else {}
    setattr(argparse, "_", lambda text: words.get(text, text))  # noqa: B010  # no public way to translate argparse


def build_parser(language: Language) -> argparse.ArgumentParser:
    """The parser of `ckm`, its help texts in `language`."""
    _translate_argparse(language)
    return built_parser(language)


@cache
def built_parser(language: Language) -> argparse.ArgumentParser:
    """The same, but for argparse's own words: it has over a thousand options, and is built once."""

    def text(code: str) -> str:
        return say(f"cli_help_{code}", language).replace("%", "%%")

    parser = _Parser(prog="ckm", description=text("ckm"), epilog=text("exits"))
    parser.add_argument("--version", action="version", version=f"ckm {VERSION}", help=text("version"))
    add_limit_options(parser, text)
    commands = parser.add_subparsers(dest="command", required=True)

    add_data_commands(commands, text)
    add_ptable_commands(commands, text)
    add_keys_commands(commands, text)

    table = commands.add_parser("table", help=text("table"), description=text("table"))
    add_layout_options(table, text)
    add_method_options(table, text)
    add_number_code_options(table, text)
    table.add_argument("--internal", action="store_true", help=text("internal"))
    table.add_argument("--trial", action="store_true", help=text("trial"))
    table.add_argument("--form", choices=TABLE_FORMS, default="long", help=text("form"))
    table.add_argument("-o", "--output", required=True, help=text("output"))
    add_published_options(table, text)
    add_assess_command(commands, text)
    add_evaluate_command(commands, text)
    add_sums_commands(commands, text)
    add_statistic_command(commands, text)
    add_run_command(commands, text)
    add_draft_commands(commands, text)
    add_cube_command(commands, text)
    add_compare_command(commands, text)
    add_release_commands(commands, text)
    add_person_command(commands, text)
    add_leak_command(commands, text)
    add_conformance_command(commands, text)
    add_policy_command(commands, text)
    add_database_commands(commands, text)
    commands.metavar = "|".join(commands.choices)
    add_pipeline_options(parser, text)
    return parser


# What the command line offers where the window has a button.
_HINTS = {"files_in_the_way": "files_replace", "register_left": "lock_take_over", "register_locked": "lock_take_over"}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `ckm`; returns the exit code. Raises SystemExit where argparse ends it: usage, --help, --version."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    report = CommandReport(_language_asked(given) or system_language(), asked=_language_asked(given))
    if "--json" in given:  # also of a command that cannot be read
        report.as_json, report.language = True, report.file_language()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without a letter is no reason to stop
    try:
        with ended_by_sigterm():
            code, usage = _ended(given, report)
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


def _ended(given: list[str], report: CommandReport) -> tuple[int, bool]:
    """Runs a command and says what it ended in; the exit code, and whether it is one of usage."""
    try:
        return _run(given, report), False
    except UsageFault as fault:
        report.fault(sentence("cli_usage", detail=fault.detail))
        return Exit.USAGE, True
    except CkmError as error:
        report.fault(error.sentence())
        if error.code in _HINTS:
            report.notice(sentence(_HINTS[error.code]))
        return error.exit_code, False
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
        report.fault(sentence("unexpected_fault"), place=_place(fault))
        return Exit.FAULT, False


def _exit_of(stop: KeyboardInterrupt) -> Exit:
    return Exit.TERMINATED if isinstance(stop, Terminated) else Exit.INTERRUPTED


def _run(given: list[str], report: CommandReport) -> int:
    parser = build_parser(report.language)
    options = parser.parse_args(given)
    if to_standard_output(options) and options.json:
        parser.error(say("cli_json_alone", report.language))
    with needed_while():
        return _guarded(options, report)


def _guarded(options: argparse.Namespace, report: CommandReport) -> int:
    keep_memory()
    guard_paths(options)
    step = options.step if options.command in ("release", "person", "statistic") else getattr(options, "action", "")
    report.begin(f"{options.command} {step}".strip(), as_json=options.json, quiet=options.quiet, log=options.log)
    if options.command != "policy":
        use_limits(options)
    with standard_streams(options, report), telling(report.waiting):
        code = _RUNS[options.command](options, report)
        sys.stdout.flush()
    return code


def _place(fault: BaseException) -> str:
    frames = traceback.extract_tb(fault.__traceback__)
    place = f", {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    return type(fault).__name__ + place


def _form_name(options: argparse.Namespace) -> FormName | None:
    """The form that was asked for; None: by the ending of the file's name, CSV as `long` or `layout` says."""
    if options.form not in ("long", "layout"):
        return next(name for name in FORMS if name == options.form)
    return "csv-long" if options.form == "long" and Path(options.output).suffix.lower() == ".csv" else None


def _table(options: argparse.Namespace, report: CommandReport) -> int:
    from ckmcore.formats.export import export_files
    from ckmcore.internal.cells import write_internal
    from ckmcore.methods.remarks import quantile_notes
    from ckmcore.methods.share_base import means_on_few, share_advice
    from ckmcore.methods.top import tabulated_under

    inputs = [*layout_files(options), options.ptable, *ptables_of(options)]
    check_output(options.output, inputs)
    if not options.internal:
        form = chosen_form(Path(options.output), _form_name(options))
    check_published_options(options)
    laid_out = table_asked(options)
    if not options.internal:
        for file in paths_of(laid_out.spec, form, Path(options.output)):
            check_output(str(file), inputs)
    method = method_of(options, laid_out.spec.magnitudes)
    trial = below_floor(method, options, report)
    key = options.record_key or (key_of_meta(options) if methods()[options.method].needs_keys else None)
    data, spec = data_of_table(options, laid_out, key, report)
    trial = (*trial, *keys_below_floor(method, data, options, report))
    data = with_codes_asked(data, options, report)
    if not options.table:
        classes = {name: column.classes for name, column in data.magnitudes.items()}
        spec = with_least_in_class(spec, classes, method.count_noise, options.least_in_class)
    raw = tabulated_under(data, spec, method)
    advice, few = share_advice(raw, method), means_on_few(raw, method)
    given = [*([] if advice is None else [advice.sentence]), *([] if few is None else [few])]
    for warning in (*method.warnings(raw), *ordered_tables(method), *given):
        report.notice(warning)
    target, language = Path(options.output), report.file_language(spec.presentation.language)
    if trial:
        target = target.with_stem(f"{target.stem}_{say('word_trial_file', language)}")
        check_output(str(target), inputs)
    if options.internal:
        write_internal(method.examine(raw), target, method.count_noise.signs)
        report.wrote(target)
        report.out("cli_internal_written", name=target.name)
    else:
        shown = method.protect(raw)
        for warning in (*table_warnings(shown, data, options), *quantile_notes(shown, data)):
            report.notice(warning)
        if trial:
            shown = marked_as_trial(shown, trial)
        files = export_files(shown, target, language=language, form=form.name)
        report.wrote(*files)
        report.out("cli_table_written", cells=shown.cells, name=target.name)
        return compare_table(shown, options, report)
    return 0


_RUNS: Mapping[str, Callable[[argparse.Namespace, CommandReport], int]] = {
    "data": run_data,
    "ptable": run_ptable,
    "keys": run_keys,
    "table": _table,
    "assess": run_assess,
    "evaluate": run_evaluate,
    "sums": run_sums,
    "statistic": run_statistic,
    "run": run_run,
    "draft": run_draft,
    "script": run_script,
    "cube": run_cube,
    "compare": run_compare,
    "verify": run_verify,
    "register": run_register,
    "release": run_release,
    "person": run_person,
    "leak-check": run_leak_check,
    "conformance": run_conformance,
    "policy": run_policy,
    "database": run_database,
}
