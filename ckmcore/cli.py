"""The command `ckm`: perturbation tables, record keys and tables for batch runs and for checking.

One clear sentence for each error (exit code 1), argparse's usage faults exit with 2. Everything a person reads comes in
English and German (`--language`, else the system's).
"""

from __future__ import annotations

import argparse
import os
import sys
import traceback
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from ckmcore.cli_common import (
    COMPILE_FROM_ROWS,
    OptionNeeded,
    OptionNotWith,
    OptionValue,
    OutOfMemory,
    Report,
    check_output,
)
from ckmcore.cli_compare import add_compare_command, run_compare
from ckmcore.cli_data import add_data_commands, add_data_options, run_data
from ckmcore.cli_keys import add_keys_commands, run_keys
from ckmcore.cli_magnitudes import ptables_of
from ckmcore.cli_method import NEED_KEYS, add_method_options, key_of_meta, method_of
from ckmcore.cli_prepare import read_for_table
from ckmcore.cli_ptable import add_ptable_commands, run_ptable
from ckmcore.cli_published import add_published_options, check_published_options, compare_table
from ckmcore.cli_run import add_run_command, run_run
from ckmcore.errors import CkmError
from ckmcore.numbers import Language
from ckmcore.sentences import say, system_language

if TYPE_CHECKING:
    from ckmcore.microdata import Microdata
    from ckmcore.statistic.table_file import TableFile
    from ckmcore.tabulate.spec import CountKind, TableSpec, Value


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        language = _language_asked(sys.argv[1:])
        self.print_usage(sys.stderr)
        self.exit(2, say("cli_usage", language, detail=message) + "\n")


def _language_asked(arguments: Sequence[str]) -> Language:
    for place, text in enumerate(arguments):
        value = text.partition("=")[2] if text.startswith("--language=") else ""
        if text == "--language" and place + 1 < len(arguments):
            value = arguments[place + 1]
        if value in ("de", "en"):
            return "de" if value == "de" else "en"
    return system_language()


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
    words = _ARGPARSE_DE if language == "de" else {}
    setattr(argparse, "_", lambda text: words.get(text, text))  # noqa: B010  # no public way to translate argparse


def build_parser(language: Language) -> argparse.ArgumentParser:
    """The parser of `ckm`, its help texts in `language`."""
    _translate_argparse(language)

    def text(code: str) -> str:
        return say(f"cli_help_{code}", language).replace("%", "%%")

    parser = _Parser(prog="ckm", description=text("ckm"))
    parser.add_argument("--language", choices=("de", "en"), help=text("language"))
    commands = parser.add_subparsers(dest="command", required=True, metavar="data|ptable|keys|table|run|compare")

    add_data_commands(commands, text)
    add_ptable_commands(commands, text)
    add_keys_commands(commands, text)

    table = commands.add_parser("table", help=text("table"), description=text("table"))
    table.add_argument("--data", required=True, help=text("data"))
    add_data_options(table, text)
    table.add_argument("--table", metavar="T.ckmtable", help=text("table_file"))
    table.add_argument("--rows", default="", help=text("rows"))
    table.add_argument("--columns", default="", help=text("columns"))
    table.add_argument("--layers", default="", help=text("layers"))
    table.add_argument("--filter", action="append", default=[], metavar="A=1,2", help=text("filter"))
    table.add_argument("--hierarchy", action="append", default=[], metavar="A=a.hrc", help=text("hierarchy"))
    table.add_argument("--record-key", help=text("record_key"))
    table.add_argument("--modulus", type=int, help=text("modulus"))
    table.add_argument("--weight", help=text("weight"))
    table.add_argument("--household", metavar="COLUMN", help=text("household"))
    table.add_argument("--any-member", default="", metavar="A,B", help=text("any_member"))
    table.add_argument("--value", metavar="X", help=text("value"))
    table.add_argument("--mean", action="store_true", help=text("mean"))
    add_method_options(table, text)
    table.add_argument("--internal", action="store_true", help=text("internal"))
    table.add_argument("--form", choices=("long", "layout"), default="long", help=text("form"))
    table.add_argument("-o", "--output", required=True, help=text("output"))
    add_published_options(table, text)
    add_run_command(commands, text)
    add_compare_command(commands, text)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `ckm`; returns the exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    language = _language_asked(given)
    options = build_parser(language).parse_args(given)
    report = Report(language)
    try:
        runs = {
            "data": run_data,
            "ptable": run_ptable,
            "keys": run_keys,
            "table": _table,
            "run": run_run,
            "compare": run_compare,
        }
        run = runs[options.command]
        code = run(options, report)
        sys.stdout.flush()
    except CkmError as error:
        report.fault(error.text(language))
        return 1
    except MemoryError:
        report.fault(OutOfMemory().text(language))
        return 1
    except KeyboardInterrupt:
        report.fault(say("cancelled", language))
        return 130
    except BrokenPipeError:
        # Whoever read our output has seen enough; Python would flush once more at its end and complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except Exception as fault:  # noqa: BLE001 - a bug: class and place, never values, they may be confidential
        report.fault(f"{say('unexpected_fault', language)} ({_place(fault)})")
        return 1
    return code


def _place(fault: BaseException) -> str:
    frames = traceback.extract_tb(fault.__traceback__)
    place = f", {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    return type(fault).__name__ + place


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def _pairs(items: Sequence[str], option: str, example: str) -> list[tuple[str, str]]:
    pairs = []
    for item in items:
        name, sign, value = item.partition("=")
        if not sign or not name or not value:
            raise OptionValue(option=option, value=item, example=example)
        pairs.append((name.strip(), value))
    return pairs


def _table(options: argparse.Namespace, report: Report) -> int:
    from ckmcore.export.export import check_form, export
    from ckmcore.internal.cells import write_internal
    from ckmcore.methods.cellkey import CellKeyMethod
    from ckmcore.microdata import read_hrc
    from ckmcore.statistic.fit import named_variables, refuse_misfits
    from ckmcore.tabulate import kernel
    from ckmcore.tabulate.tabulate import tabulate

    hierarchy_files = _pairs(options.hierarchy, "--hierarchy", "A=a.hrc")
    inputs = [options.data, options.meta, options.ptable, options.table, *ptables_of(options)]
    check_output(options.output, [*inputs, *(file for _, file in hierarchy_files)])
    if not options.internal:
        check_form(options.output)
    check_published_options(options)
    laid_out = _table_of_file(options) if options.table else _table_of_options(options)
    spec = laid_out.spec
    method = method_of(options, spec.magnitudes)
    hierarchies = {name: read_hrc(file) for name, file in hierarchy_files}
    key = options.record_key or (key_of_meta(options) if options.method in NEED_KEYS else None)
    dimensions, magnitudes = named_variables(spec)
    data = read_for_table(options, dimensions, key, report, magnitudes)
    report.end_progress()
    for notice in data.notices:
        report.notice(notice)
    if data.rows > COMPILE_FROM_ROWS:
        kernel.load()
    for name, hierarchy in hierarchies.items():
        data = data.with_hierarchy(name, hierarchy)
    if options.table:
        data = replace(data, references=laid_out.references)
        refuse_misfits(laid_out, data)
    if options.value:
        spec = _with_decimals(spec, data)
    raw = tabulate(data, spec, contributors=method.contributors)
    if isinstance(method, CellKeyMethod):
        for warning in method.warnings(raw):
            report.notice(warning)
    target = Path(options.output)
    if options.internal:
        write_internal(method.examine(raw), target)
        report.out("cli_internal_written", name=target.name)
    else:
        shown = method.protect(raw)
        export(shown, target, language=report.language, csv_form=options.form)
        report.out("cli_table_written", cells=shown.cells, name=target.name)
        return compare_table(shown, options, report)
    return 0


def _table_of_options(options: argparse.Namespace) -> TableFile:
    """What --rows, --columns, --layers, --filter, --weight, --value and --mean lay out."""
    from ckmcore.microdata.data import VariableTwice
    from ckmcore.statistic.table_file import FORM, VERSION, TableFile
    from ckmcore.tabulate.spec import Condition, TableSpec

    filters = [Condition(name, tuple(codes.split(","))) for name, codes in _pairs(options.filter, "--filter", "A=1,2")]
    axes = {axis: _names(getattr(options, axis)) for axis in ("rows", "columns", "layers")}
    names = [name for axis in axes.values() for name in axis]
    for name in names:
        if names.count(name) > 1:
            raise VariableTwice(variable=name)
    spec = TableSpec(
        axes["rows"],
        axes["columns"],
        axes["layers"],
        filters=filters,
        values=[_value(options)],
    )
    return TableFile(FORM, VERSION, "", spec)


def _value(options: argparse.Namespace) -> Value:
    """What --weight, --value and --mean ask for."""
    from ckmcore.tabulate.spec import Value

    if not options.value:
        if options.mean:
            raise OptionNeeded(option="--value", reason="--mean")
        return Value("weighted_count" if options.weight else "count")
    of: CountKind = "weighted_count" if options.weight else "count"
    return Value("mean" if options.mean else "sum", of=of, magnitude=options.value)


def _with_decimals(spec: TableSpec, data: Microdata) -> TableSpec:
    """The table with sums and means to as many decimals as the magnitude has in the data."""
    from ckmcore.methods.derived import DECIMALS_OF_DOUBLES

    def shown(value: Value) -> Value:
        column = data.magnitudes.get(value.magnitude)
        given = None if column is None else column.decimals
        return replace(value, decimals=DECIMALS_OF_DOUBLES if given is None else given)

    return spec.with_changes(values=tuple(map(shown, spec.values)))


def _table_of_file(options: argparse.Namespace) -> TableFile:
    """The table of --table, which says everything that other options would."""
    from ckmcore.statistic.table_file import read_table

    for name in ("rows", "columns", "layers", "filter", "value", "mean"):
        if getattr(options, name):
            raise OptionNotWith(option=f"--{name}", other="--table")
    found = read_table(options.table)
    if any(value.needs_weights for value in found.spec.values) and not options.weight:
        raise OptionNeeded(option="--weight", reason="--table")
    return found


if __name__ == "__main__":
    sys.exit(main())
