"""The commands `ckm ptable`: design, check, convert, shuffle, compare, report."""

from __future__ import annotations

import argparse
import datetime
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

from ckmcore.cli_common import OptionNeeded, OptionNotWith, OptionValue, Report, check_output
from ckmcore.errors import CkmError
from ckmcore.sentences import Sentence, sentence

if TYPE_CHECKING:
    from ckmcore.ptable import Design, OpenedPtable, OwnFile, PTable
    from ckmcore.ptable.magnitudes import MagnitudePTable
    from ckmcore.ptable.write import Form

T = TypeVar("T")


class SearchEmpty(CkmError):
    """No variance meets what was asked."""

    code = "cli_search_empty"


FORMS = ("r", "tau-argus", "sas", "ons", "matrix", "xlsx", "json")
_STAYS = {"at-least": "at least", "exact": "exact"}
_VARIANCES = {"equal": "equal", "at-most": "at most"}
_BOOLEANS = {"true": True, "t": True, "1": True, "false": False, "f": False, "0": False}


def add_ptable_commands(commands: Any, text: Callable[[str], str]) -> None:
    """Adds `ptable` and its actions to the commands of `ckm`; `text` gives the help text of a code."""
    ptable = commands.add_parser("ptable", help=text("ptable"), description=text("ptable"))
    names = "design|check|convert|shuffle|compare|report"
    actions = ptable.add_subparsers(dest="action", required=True, metavar=names)

    design = actions.add_parser("design", help=text("design"), description=text("design"))
    design.add_argument("--D", required=True, metavar="D", help=text("D"))
    design.add_argument("--V", metavar="V", help=text("V"))
    design.add_argument("--js", type=int, default=0, help=text("js"))
    design.add_argument("--blocked", metavar="J,J", help=text("blocked"))
    design.add_argument("--rows", type=int, metavar="N", help=text("ptable_rows"))
    design.add_argument("--pstay", help=text("pstay"))
    design.add_argument("--stay", default="at-least", metavar="at-least|exact", help=text("stay"))
    design.add_argument("--variance", default="equal", metavar="equal|at-most", help=text("variance"))
    design.add_argument("--mono", default="true", help=text("mono"))
    design.add_argument("--symmetric", action=argparse.BooleanOptionalAction, default=True, help=text("symmetric"))
    design.add_argument("--rising", action="store_true", help=text("rising"))
    design.add_argument("--pin", action="append", default=[], metavar="I:J=P", help=text("pin"))
    design.add_argument("--preset", action="append", default=[], choices=_preset_keys(), help=text("preset"))
    design.add_argument("--search", action="store_true", help=text("search"))
    design.add_argument("--limit", type=float, metavar="Q", help=text("limit"))
    design.add_argument("--counts", metavar="FILE", help=text("counts"))
    design.add_argument("--compat", choices=("R",), help=text("compat"))
    design.add_argument("--optim", help=text("optim"))
    design.add_argument("--table", choices=("counts", "nums"), default="counts", help=text("table_kind"))
    design.add_argument("--icat", metavar="1,..,D", help=text("icat"))
    design.add_argument("--step", type=int, metavar="N", help=text("step"))
    design.add_argument("--type", metavar="all|even|odd|small_cells", help=text("magnitude_type"))
    design.add_argument("--shuffle", type=float, metavar="T", help=text("shuffle"))
    design.add_argument("--seed", type=int, default=1, help=text("seed"))
    design.add_argument("--strict", action="store_true", help=text("strict"))
    design.add_argument("-o", "--output", required=True, help=text("ptable_output"))

    check = actions.add_parser("check", help=text("check"), description=text("check"))
    check.add_argument("file", help=text("ptable_file"))

    convert = actions.add_parser("convert", help=text("convert"), description=text("convert"))
    convert.add_argument("file", help=text("ptable_file"))
    convert.add_argument("-o", "--output", required=True, help=text("output"))
    convert.add_argument("--to", choices=FORMS, required=True, help=text("to"))
    convert.add_argument("--keys", type=int, choices=(256, 4096), help=text("keys_of_ons"))

    shuffle = actions.add_parser("shuffle", help=text("shuffle_file"), description=text("shuffle_file"))
    shuffle.add_argument("file", help=text("ptable_file"))
    shuffle.add_argument("-o", "--output", required=True, help=text("ptable_output"))
    shuffle.add_argument("--threshold", type=float, default=0.05, help=text("threshold"))
    shuffle.add_argument("--seed", type=int, default=1, help=text("seed"))

    compare = actions.add_parser("compare", help=text("compare"), description=text("compare"))
    compare.add_argument("file", help=text("ptable_file"))
    compare.add_argument("other", help=text("ptable_file"))

    report = actions.add_parser("report", help=text("report"), description=text("report"))
    report.add_argument("file", help=text("ptable_file"))
    report.add_argument("-o", "--output", required=True, help=text("report_output"))


def run_ptable(options: argparse.Namespace, report: Report) -> int:
    """Runs the action asked for; returns the exit code."""
    inputs = [getattr(options, name, None) for name in ("file", "other")]
    check_output(getattr(options, "output", None), inputs)
    actions = {
        "design": _design,
        "check": _check,
        "convert": _convert,
        "shuffle": _shuffle,
        "compare": _compare,
        "report": _write_report,
    }
    return actions[options.action](options, report)


# --- design ----------------------------------------------------------------------------------------------------------


def _preset_keys() -> list[str]:
    from ckmcore.ptable import PRESETS

    return [preset.key for preset in PRESETS]


def _design(options: argparse.Namespace, report: Report) -> int:
    from ckmcore.ptable import OwnFile, Shuffled, design_ptable, shuffle

    if options.optim is not None and options.compat is None:
        raise OptionNeeded(option="--compat R", reason="--optim")
    for name in ("limit", "counts"):
        if getattr(options, name) is not None and not options.search:
            raise OptionNeeded(option="--search", reason=f"--{name}")
    if options.V is None and not options.search:
        raise OptionNeeded(option="--V", reason="ckm ptable design")
    if options.table == "nums":
        return _design_magnitudes(options, report)
    for name in ("icat", "step", "type"):
        if getattr(options, name) is not None:
            raise OptionNeeded(option="--table nums", reason=f"--{name}")
    design = None
    if options.compat is not None:
        _refuse_with_compat(options)
        table = design_ptable(
            _one_or_list(options.D, int, "--D", "5"),
            _one_or_list(options.V, float, "--V", "3"),
            options.js,
            _stays(options.pstay),
            _list(options.mono, _boolean, "--mono", "true; t,t,f,t"),
            compat="R",
            optim=None if options.optim is None else _list(options.optim, int, "--optim", "1; 4; 1,4,1"),
        )
    else:
        design = _wanted(options)
        if options.search:
            design = _searched(design, options, report)
        table = design.table()
        if options.strict:
            _refuse_missed(table)
    _print_rows(table, report)
    shuffled = None
    if options.shuffle is not None:
        table = shuffle(table, options.shuffle, options.seed)
        shuffled = Shuffled(options.shuffle, options.seed)
    _write(OwnFile(table, design, shuffled), options.output, report)
    return 0


def _refuse_with_compat(options: argparse.Namespace) -> None:
    """What R ptable has no word for."""
    given = {
        "--blocked": options.blocked is not None,
        "--rows": options.rows is not None,
        "--stay": options.stay != "at-least",
        "--variance": options.variance != "equal",
        "--no-symmetric": not options.symmetric,
        "--rising": options.rising,
        "--pin": bool(options.pin),
        "--preset": bool(options.preset),
        "--search": options.search,
    }
    for name, there in given.items():
        if there:
            raise OptionNotWith(option=name, other="--compat R")


def _wanted(options: argparse.Namespace) -> Design:
    """The design that the options describe: lists have a value per row, the last for all further rows."""
    from ckmcore.ptable import PRESETS, Design, RowWish

    per_row: dict[str, list[Any]] = {
        "D": _list(options.D, int, "--D", "5; 3,4,5"),
        "V": _list(options.V or "1", float, "--V", "3; 1,2,3"),
        "pstay": _stays(options.pstay) or [None],
        "mono": _list(options.mono, _boolean, "--mono", "true; t,t,f,t"),
        "stay": _list(options.stay, _STAYS.__getitem__, "--stay", "exact; at-least,exact"),
        "variance": _list(options.variance, _VARIANCES.__getitem__, "--variance", "equal; at-most,equal"),
    }
    usual = {name: values[-1] for name, values in per_row.items()}
    own = []
    for row in range(1, max(len(values) for values in per_row.values())):
        given = {name: values[row - 1] for name, values in per_row.items() if row < len(values)}
        if "pstay" in given and given["pstay"] is None:
            given["pstay"] = 0.0
        own.append(RowWish(row, row, **{name: value for name, value in given.items() if value != usual[name]}))
    design = Design(
        **usual,
        js=options.js,
        symmetric=options.symmetric,
        rising=options.rising,
        blocked=None if options.blocked is None else tuple(_list(options.blocked, int, "--blocked", "1,2; 0,1")),
        last_row=options.rows,
        own=tuple(wish for wish in own if wish != RowWish(wish.first, wish.last)),
        pins=tuple(_pin(text) for text in options.pin),
    )
    for preset in PRESETS:
        if preset.key in options.preset:
            design = preset.applied(design)
    return design


def _searched(design: Design, options: argparse.Namespace, report: Report) -> Design:
    """The design with the largest V at which the criteria hold (and the limit is kept); the range is said."""
    from dataclasses import replace

    from ckmcore.ptable import search_V

    found = search_V(design, _frequencies(options.counts), options.limit)
    if found.high is None:
        raise SearchEmpty(reason=found.reason)
    if found.low is None:
        report.out("cli_search_largest", high=found.high)
    else:
        report.out("cli_search_range", low=found.low, high=found.high)
    for end in (found.low_set_by, found.high_set_by):
        if end is not None:
            print(end.text(report.language))
    return replace(design, V=found.high)


def _frequencies(file: str | None) -> dict[int, float]:
    """Count and number of cells, one pair a line; a line of words above is a heading."""
    if file is None:
        return {}
    from ckmcore.ptable.formats import decoded, read_bytes

    name = Path(file).name
    found: dict[int, float] = {}
    for number, line in enumerate(decoded(read_bytes(file), name).splitlines(), start=1):
        fields = line.replace(";", ",").replace("\t", ",").split(",")
        if not line.strip() or (number == 1 and not fields[0].strip().isdecimal()):
            continue
        try:
            count, cells = fields
            found[int(count)] = found.get(int(count), 0.0) + float(cells)
        except ValueError as fault:
            raise OptionValue(option=f"--counts {name}:{number}", value=line[:40], example="3,120") from fault
    return found


def _refuse_missed(table: PTable) -> None:
    from ckmcore.ptable import PtableInfeasible

    for row in table.reports:
        if not row.feasible and row.wanted_variance is not None:
            low, high = row.lowest_variance or 0.0, row.highest_variance or 0.0
            nearest = min(max(row.wanted_variance, low), high)
            raise PtableInfeasible(row=row.row, wanted=row.wanted_variance, low=low, high=high, nearest=nearest)


def _design_magnitudes(options: argparse.Namespace, report: Report) -> int:
    from ckmcore.ptable.magnitudes import design_magnitudes, join_types

    foreign = {
        "--js": options.js != 0,
        "--blocked": options.blocked is not None,
        "--rows": options.rows is not None,
        "--pstay": options.pstay is not None,
        "--stay": options.stay != "at-least",
        "--no-symmetric": not options.symmetric,
        "--rising": options.rising,
        "--pin": bool(options.pin),
        "--preset": bool(options.preset),
        "--search": options.search,
        "--shuffle": options.shuffle is not None,
    }
    for name, there in foreign.items():
        if there:
            raise OptionNotWith(option=name, other="--table nums")
    mono = _list(options.mono, _boolean, "--mono", "true; t,t,f,t")
    modes = _list(options.variance, _VARIANCES.__getitem__, "--variance", "equal; at-most,equal")
    optim = None if options.optim is None else _list(options.optim, int, "--optim", "1; 4; 1,4,1")
    tables = [
        design_magnitudes(
            _list(options.D, int, "--D", "10")[0],
            _list(options.V, float, "--V", "2")[0],
            step=2 if options.step is None else options.step,
            icat=None if options.icat is None else _list(options.icat, float, "--icat", "1,5,10"),
            type=cast(Any, kind),
            mono=mono,
            variance=cast(Any, modes),
            strict=options.strict,
            compat=options.compat,
            optim=optim,
        )
        for kind in (options.type or "all").split(",")
    ]
    table = join_types(tables)
    _print_rows(table, report)
    _write_magnitudes(table, options.output, None, report)
    return 0


def _list(text: str, of: Callable[[str], T], option: str, example: str) -> list[T]:
    try:
        return [of(part.strip()) for part in text.split(",")]
    except (ValueError, KeyError) as fault:
        raise OptionValue(option=option, value=text, example=example) from fault


def _one_or_list(text: str, of: Callable[[str], T], option: str, example: str) -> Any:
    found = _list(text, of, option, example)
    return found[0] if len(found) == 1 else found


def _boolean(text: str) -> bool:
    return _BOOLEANS[text.lower()]


def _stays(text: str | None) -> list[float | None] | None:
    def stay(part: str) -> float | None:
        return None if part.lower() == "none" else float(part)

    return None if text is None else _list(text, stay, "--pstay", "0.5; 0.5,none,0.7")


def _pin(text: str) -> Any:
    from ckmcore.ptable import Pin

    place, sign, p = text.partition("=")
    row, colon, target = place.partition(":")
    try:
        if not sign or not colon:
            raise ValueError
        return Pin(int(row), int(target), float(p))
    except ValueError as fault:
        raise OptionValue(option="--pin", value=text, example="4:5=0.2") from fault


# --- files -----------------------------------------------------------------------------------------------------------


def _write(own: OwnFile, output: str, report: Report) -> None:
    """In the form that the name says: .json ours, .xlsx matrix, .txt τ-ARGUS, else R (ONS for integer keys)."""
    from ckmcore.ptable.write import form_of_name, write_ptable

    form: Form = form_of_name(output)
    if form == "r" and own.table.integer_modulus is not None:
        form = "ons"
    write_ptable(own, output, form, language=report.language)
    report.out("cli_written", name=Path(output).name)


def _write_magnitudes(table: MagnitudePTable, output: str, form: str | None, report: Report) -> None:
    from ckmcore.files import write_whole
    from ckmcore.ptable import PtableNotForForm
    from ckmcore.ptable.magnitudes import magnitude_text
    from ckmcore.ptable.own_magnitudes import OwnMagnitudes, own_magnitudes_text
    from ckmcore.ptable.write import form_of_name

    form = form or form_of_name(output)
    if form == "json":
        content = own_magnitudes_text(OwnMagnitudes(table))
    elif form in ("r", "tau-argus"):
        content = magnitude_text(table, "r" if form == "r" else "tau-argus")
    else:
        raise PtableNotForForm(form=form, why=sentence("ptable_why_magnitudes"))

    def write(target: Path) -> None:
        target.write_text(content, encoding="utf-8", newline="\n")

    write_whole(Path(output), write)
    report.out("cli_written", name=Path(output).name)


def _counts(file: str, report: Report, opened: OpenedPtable | None = None) -> OwnFile:
    """The table for counts in a file, with what our own form knows beside it; warnings on Excel sheets are said."""
    from ckmcore.ptable import OwnFile, PTable, PtableForMagnitudes, open_ptable

    opened = opened or open_ptable(file)
    if not isinstance(opened.table, PTable):
        raise PtableForMagnitudes(name=Path(file).name, line=1)
    for warning in opened.warnings:
        if warning.code == "ptable_warning_matrix_changed":
            report.notice(warning)
    return opened.own or OwnFile(opened.table)


def _check(options: argparse.Namespace, report: Report) -> int:
    from ckmcore.ptable import open_ptable

    opened = open_ptable(options.file)
    _print_rows(opened.table, report)
    for warning in opened.warnings:
        report.notice(warning)
    rows = len(opened.table.reports)
    report.out("cli_ptable_good", rows=rows, D=opened.table.maximum_deviation)
    return 0


def _convert(options: argparse.Namespace, report: Report) -> int:
    from dataclasses import replace

    from ckmcore.ptable import open_ptable, to_ons, write_ptable
    from ckmcore.ptable.magnitudes import MagnitudePTable

    if options.keys is not None and options.to != "ons":
        raise OptionNeeded(option="--to ons", reason="--keys")
    opened = open_ptable(options.file)
    if isinstance(opened.table, MagnitudePTable):
        _write_magnitudes(opened.table, options.output, options.to, report)
        return 0
    own = _counts(options.file, report, opened)
    if options.to == "ons" and (options.keys is not None or own.table.integer_modulus is None):
        table, loss = to_ons(own.table, options.keys or 256)
        own = replace(own, table=table)
        for said in loss.sentences:
            report.notice(said)
    write_ptable(own, options.output, options.to, language=report.language)
    report.out("cli_written", name=Path(options.output).name)
    return 0


def _shuffle(options: argparse.Namespace, report: Report) -> int:
    from dataclasses import replace

    from ckmcore.ptable import Shuffled, shuffle

    own = _counts(options.file, report)
    table = shuffle(own.table, options.threshold, options.seed)
    _write(replace(own, table=table, shuffled=Shuffled(options.threshold, options.seed)), options.output, report)
    return 0


def _compare(options: argparse.Namespace, report: Report) -> int:
    from ckmcore.ptable import compare

    found = compare(_counts(options.file, report).table, _counts(options.other, report).table)
    report.out("cli_compare_heading")
    for row in found.rows:
        figures = (
            f"{row.total_variation:>9.6f} {row.largest:>10.6f} {row.target:>4}",
            f"{row.variance[0]:>10.6f} {row.variance[1]:>10.6f}",
            f"{row.bias[0]:>10.2e} {row.bias[1]:>10.2e}",
            f"{row.mean_absolute[0]:>8.5f} {row.mean_absolute[1]:>8.5f}",
            f"{row.within_one[0]:>8.5f} {row.within_one[1]:>8.5f}",
        )
        print(f"{row.row:>4} " + "  ".join(figures))
    report.out(f"cli_compare_{found.look_up}")
    if found.look_up == "order":
        words = [sentence("cli_ordered" if one else "cli_shuffled") for one in found.ordered]
        report.out("cli_compare_orders", first=words[0], second=words[1])
    return 0


def _write_report(options: argparse.Namespace, report: Report) -> int:
    from ckmcore.ptable import open_ptable
    from ckmcore.report.ptable import write_ptable_report

    opened = open_ptable(options.file)
    today = datetime.datetime.now(tz=datetime.UTC).astimezone().date()
    write_ptable_report(opened, options.output, title=Path(options.file).stem, date=today, language=report.language)
    report.out("cli_report_written", name=Path(options.output).name)
    return 0


def _print_rows(table: PTable | MagnitudePTable, report: Report) -> None:
    report.out("cli_ptable_heading")
    for row in table.reports:
        name = f"{row.row:>4}" if isinstance(row.row, int) else f"{row.row:>4g}"
        line = f"{name}  {row.bias:>12.3e}  {row.variance:>12.8f}  {row.stay:>10.6f}"
        kind = getattr(row, "type", "")
        words: list[Sentence | str] = [kind] if kind else []
        if row.wanted_variance is not None and not row.feasible:
            fields = {"wanted": row.wanted_variance, "low": row.lowest_variance, "high": row.highest_variance}
            words.append(sentence("cli_ptable_row_missed", **fields))
        lowered = getattr(row, "lowered_stay", None)
        if lowered is not None:
            words.append(sentence("cli_ptable_row_lowered", stay=lowered))
        texts = [one.text(report.language) if isinstance(one, Sentence) else one for one in words]
        print("  ".join([line, *texts]))
