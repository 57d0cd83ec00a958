"""The command `ckm`: perturbation tables, record keys and tables for batch runs and for checking.

One clear sentence for each error (exit code 1), argparse's usage faults exit with 2. Everything a person reads comes in
English and German (`--language`, else the system's).
"""

from __future__ import annotations

import argparse
import errno
import os
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from ckmcore.errors import CkmError
from ckmcore.files import NotWritten
from ckmcore.numbers import Language
from ckmcore.sentences import Sentence, say, system_language

if TYPE_CHECKING:
    from ckmcore.methods.cellkey import CellKeyMethod
    from ckmcore.methods.rounding import Rounding
    from ckmcore.ptable import PTable


# From here on the compiled loops are worth the second that loading them takes.
COMPILE_FROM_ROWS = 1_000_000


class OptionNeeded(CkmError):
    """An option that this combination of options needs is not there."""

    code = "cli_option_needed"


class OptionValue(CkmError):
    """An option has a value that cannot be read."""

    code = "cli_option_value"


class OutputIsInput(CkmError):
    """The file to be written is one of those that are read: it would be lost."""

    code = "cli_output_is_input"


class OutOfMemory(CkmError):
    code = "cli_out_of_memory"


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
    commands = parser.add_subparsers(dest="command", required=True, metavar="ptable|keys|table")

    ptable = commands.add_parser("ptable", help=text("ptable"), description=text("ptable"))
    actions = ptable.add_subparsers(dest="action", required=True, metavar="design|check|convert")
    design = actions.add_parser("design", help=text("design"), description=text("design"))
    design.add_argument("--D", type=int, required=True, help=text("D"))
    design.add_argument("--V", type=float, required=True, help=text("V"))
    design.add_argument("--js", type=int, default=0, help=text("js"))
    design.add_argument("--pstay", help=text("pstay"))
    design.add_argument("--mono", default="true", help=text("mono"))
    design.add_argument("--compat", choices=("R",), help=text("compat"))
    design.add_argument("--optim", help=text("optim"))
    design.add_argument("--shuffle", type=float, metavar="T", help=text("shuffle"))
    design.add_argument("--seed", type=int, default=1, help=text("seed"))
    design.add_argument("--strict", action="store_true", help=text("strict"))
    design.add_argument("-o", "--output", required=True, help=text("output"))
    check = actions.add_parser("check", help=text("check"), description=text("check"))
    check.add_argument("file", help=text("ptable_file"))
    convert = actions.add_parser("convert", help=text("convert"), description=text("convert"))
    convert.add_argument("file", help=text("ptable_file"))
    convert.add_argument("-o", "--output", required=True, help=text("output"))
    convert.add_argument("--to", choices=("r", "tau-argus", "sas", "matrix"), required=True, help=text("to"))

    keys = commands.add_parser("keys", help=text("keys"), description=text("keys"))
    key_actions = keys.add_subparsers(dest="action", required=True, metavar="add")
    add = key_actions.add_parser("add", help=text("keys_add"), description=text("keys_add"))
    add.add_argument("file", help=text("data"))
    add.add_argument("-o", "--output", required=True, help=text("output"))
    add.add_argument("--column", default="rkey", help=text("key_column"))
    add.add_argument("--random", action="store_true", required=True, help=text("random"))

    table = commands.add_parser("table", help=text("table"), description=text("table"))
    table.add_argument("--data", required=True, help=text("data"))
    table.add_argument("--separator", help=text("separator"))
    table.add_argument("--encoding", help=text("encoding"))
    table.add_argument("--decimal", choices=(".", ","), help=text("decimal"))
    table.add_argument("--rows", default="", help=text("rows"))
    table.add_argument("--columns", default="", help=text("columns"))
    table.add_argument("--layers", default="", help=text("layers"))
    table.add_argument("--filter", action="append", default=[], metavar="A=1,2", help=text("filter"))
    table.add_argument("--hierarchy", action="append", default=[], metavar="A=a.hrc", help=text("hierarchy"))
    table.add_argument("--record-key", help=text("record_key"))
    table.add_argument("--modulus", type=int, help=text("modulus"))
    table.add_argument("--weight", help=text("weight"))
    table.add_argument("--method", choices=("ckm", "rounding"), default="ckm", help=text("method"))
    table.add_argument("--ptable", help=text("ptable_file"))
    table.add_argument("--boundary", choices=("less", "less_equal"), default="less", help=text("boundary"))
    table.add_argument("--base", type=int, default=10, help=text("base"))
    table.add_argument("--internal", action="store_true", help=text("internal"))
    table.add_argument("--form", choices=("long", "layout"), default="long", help=text("form"))
    table.add_argument("-o", "--output", required=True, help=text("output"))
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `ckm`; returns the exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    language = _language_asked(given)
    options = build_parser(language).parse_args(given)
    report = _Report(language)
    try:
        run = {"ptable": _ptable, "keys": _keys, "table": _table}[options.command]
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


class _Report:
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
        if sys.stderr.isatty():
            text = say("cli_progress", self.language, rows=rows, percent=round(100 * fraction))
            print("\r" + text, end="", file=sys.stderr, flush=True)
            self._shown = True

    def end_progress(self) -> None:
        if self._shown:
            print(file=sys.stderr)
            self._shown = False


def _booleans(text: str) -> bool | list[bool]:
    words = {"true": True, "t": True, "1": True, "false": False, "f": False, "0": False}
    try:
        values = [words[part.strip().lower()] for part in text.split(",")]
    except KeyError as fault:
        raise OptionValue(option="--mono", value=text, example="true, false, t,t,f,t") from fault
    return values[0] if len(values) == 1 else values


def _stays(text: str | None) -> list[float | None] | None:
    if text is None:
        return None
    try:
        return [None if part.strip().lower() == "none" else float(part) for part in text.split(",")]
    except ValueError as fault:
        raise OptionValue(option="--pstay", value=text, example="0.5; 0.5,none,0.7") from fault


def _optims(text: str | None, compat: str | None) -> list[int] | None:
    if text is None:
        return None
    if compat is None:
        raise OptionNeeded(option="--compat R", reason="--optim")
    try:
        return [int(part) for part in text.split(",")]
    except ValueError as fault:
        raise OptionValue(option="--optim", value=text, example="1; 4; 1,4,1") from fault


def _ptable(options: argparse.Namespace, report: _Report) -> int:
    from ckmcore.ptable import design_ptable, ptable_warnings, read_ptable, shuffle, write_ptable

    _check_output(options.output if options.action != "check" else None, [getattr(options, "file", None)])
    if options.action == "design":
        table = design_ptable(
            D=options.D,
            V=options.V,
            js=options.js,
            pstay=_stays(options.pstay),
            mono=_booleans(options.mono),
            strict=options.strict,
            compat=options.compat,
            optim=_optims(options.optim, options.compat),
        )
        _print_rows(table, report)
        if options.shuffle is not None:
            table = shuffle(table, options.shuffle, options.seed)
        write_ptable(table, options.output, "r" if options.output.lower().endswith(".csv") else "tau-argus")
        report.out("cli_written", name=Path(options.output).name)
        return 0
    table = read_ptable(options.file)
    if options.action == "convert":
        write_ptable(table, options.output, options.to)
        report.out("cli_written", name=Path(options.output).name)
        return 0
    _print_rows(table, report)
    for warning in ptable_warnings(table):
        report.notice(warning)
    report.out("cli_ptable_good", rows=len(table.rows), D=table.maximum_deviation)
    return 0


def _print_rows(table: PTable, report: _Report) -> None:
    report.out("cli_ptable_heading")
    for row in table.reports:
        line = f"{row.row:>4}  {row.bias:>12.3e}  {row.variance:>12.8f}  {row.stay:>10.6f}"
        if row.wanted_variance is not None and not row.feasible:
            fields = {"wanted": row.wanted_variance, "low": row.lowest_variance, "high": row.highest_variance}
            line += "  " + say("cli_ptable_row_missed", report.language, **fields)
        if row.lowered_stay is not None:
            line += "  " + say("cli_ptable_row_lowered", report.language, stay=row.lowered_stay)
        print(line)


def _keys(options: argparse.Namespace, report: _Report) -> int:
    from ckmcore.microdata.addkeys import add_random_keys

    _check_output(options.output, [options.file])
    rows = add_random_keys(Path(options.file), Path(options.output), options.column, progress=report.progress)
    report.end_progress()
    report.out("cli_keys_added", rows=rows, column=options.column, name=Path(options.output).name)
    return 0


def _check_output(output: str | None, inputs: Sequence[str | None]) -> None:
    """Before the work: the folder is there, and the file is none of those that are read."""
    if output is None:
        return
    target = Path(output)
    if not target.parent.is_dir():
        raise NotWritten(name=target.name, reason=os.strerror(errno.ENOENT))
    if target.is_dir():
        raise NotWritten(name=target.name, reason=os.strerror(errno.EISDIR))
    if target.exists() and any(text and Path(text).exists() and target.samefile(text) for text in inputs):
        raise OutputIsInput(name=target.name)


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


def _method(options: argparse.Namespace) -> CellKeyMethod | Rounding:
    from ckmcore.methods.cellkey import CellKeyMethod
    from ckmcore.methods.rounding import Rounding
    from ckmcore.ptable import read_ptable

    if options.method == "rounding":
        return Rounding(options.base)
    if not options.ptable:
        raise OptionNeeded(option="--ptable", reason="--method ckm")
    if not options.record_key:
        raise OptionNeeded(option="--record-key", reason="--method ckm")
    return CellKeyMethod(read_ptable(options.ptable), options.boundary)


def _table(options: argparse.Namespace, report: _Report) -> int:
    from ckmcore.export.export import check_form, export
    from ckmcore.internal.cells import write_internal
    from ckmcore.methods.cellkey import CellKeyMethod
    from ckmcore.microdata import read_hrc, read_with_report
    from ckmcore.microdata.data import VariableTwice
    from ckmcore.tabulate import kernel
    from ckmcore.tabulate.spec import Condition, TableSpec, Value
    from ckmcore.tabulate.tabulate import tabulate

    hierarchy_files = _pairs(options.hierarchy, "--hierarchy", "A=a.hrc")
    _check_output(options.output, [options.data, options.ptable, *(file for _, file in hierarchy_files)])
    if not options.internal:
        check_form(options.output)
    method = _method(options)
    filters = [Condition(name, tuple(codes.split(","))) for name, codes in _pairs(options.filter, "--filter", "A=1,2")]
    hierarchies = {name: read_hrc(file) for name, file in hierarchy_files}
    axes = {axis: _names(getattr(options, axis)) for axis in ("rows", "columns", "layers")}
    names = [name for axis in axes.values() for name in axis]
    for name in names:
        if names.count(name) > 1:
            raise VariableTwice(variable=name)
    dimensions = list(dict.fromkeys([*names, *(condition.variable for condition in filters)]))
    spec = TableSpec(
        axes["rows"],
        axes["columns"],
        axes["layers"],
        filters=filters,
        values=[Value("weighted_count" if options.weight else "count")],
    )
    data, read = read_with_report(
        options.data,
        dimensions,
        options.record_key,
        options.weight,
        dialect=_dialect(options),
        modulus=options.modulus,
        progress=report.progress,
    )
    report.end_progress()
    for notice in read.notices:
        report.notice(notice)
    if data.rows > COMPILE_FROM_ROWS:
        kernel.load()
    raw = tabulate(data, spec, hierarchies=hierarchies)
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
    return 0


def _dialect(options: argparse.Namespace) -> Any:
    from dataclasses import replace

    from ckmcore.microdata import sniff

    asked = {name: getattr(options, name) for name in ("separator", "encoding", "decimal") if getattr(options, name)}
    if not asked:
        return None
    if asked.get("separator") in ("tab", "\\t"):
        asked["separator"] = "\t"
    return replace(sniff(options.data), **asked)


if __name__ == "__main__":
    sys.exit(main())
