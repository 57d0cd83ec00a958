"""The command `ckm ptable design`: everything that is asked of a perturbation table as an option."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

from ckmcore.cli.common import CommandReport, check_output
from ckmcore.cli.options import Options, flag, option, override, refuse_beside, require, several
from ckmcore.cli.ptable_output import print_rows, write_magnitudes, write_own
from ckmcore.errors import InputError
from ckmcore.messages import sentence
from ckmcore.ptable import PRESETS

if TYPE_CHECKING:
    from ckmcore.ptable import Design, PTable

T = TypeVar("T")

_STAYS = {"at-least": "at least", "exact": "exact"}
_VARIANCES = {"equal": "equal", "at-most": "at most"}
_BOOLEANS = {"true": True, "t": True, "1": True, "false": False, "f": False, "0": False}


# What R ptable has no word for, and what tables for magnitudes have not.
_OWN = ("--blocked", "--rows", "--stay", "--variance", "--symmetric", "--rising", "--pin", "--preset", "--search")
_OF_COUNTS = (
    *("--js", "--blocked", "--rows", "--pstay", "--stay", "--symmetric"),
    *("--rising", "--pin", "--preset", "--search", "--shuffle"),
)
DESIGN: Options = (
    option("--D", required=True, metavar="D"),
    option("--V", metavar="V"),
    option("--js", type=int, default=0),
    option("--blocked", metavar="J,J"),
    override("--rows", type=int, metavar="N", default=None, help="ptable_rows"),
    option("--pstay"),
    option("--stay", default="at-least", metavar="at-least|exact"),
    option("--variance", default="equal", metavar="equal|at-most"),
    option("--mono", default="true"),
    option("--symmetric", action=argparse.BooleanOptionalAction, default=True),
    flag("--rising"),
    several("--pin", metavar="I:J=P"),
    several("--preset", choices=[preset.key for preset in PRESETS]),
    flag("--search"),
    option("--limit", type=float, metavar="Q"),
    option("--counts", metavar="FILE"),
    override("--compat", choices=("R",), help="compat"),
    option("--optim"),
    override("--table", choices=("counts", "nums"), default="counts", metavar=None, help="table_kind"),
    option("--icat", metavar="1,..,D"),
    option("--step", type=int, metavar="N"),
    option("--type", metavar="all|even|odd|small_cells", help="magnitude_type"),
    option("--shuffle", type=float, metavar="T"),
    option("--permute", type=int, metavar="BLOCKS"),
    "--seed",
    "--strict",
)


def run_design(options: argparse.Namespace, report: CommandReport) -> int:
    """Design a perturbation table, print its rows and write the table. Returns the exit code."""
    from ckmcore.ptable import OwnFile, Shuffled, design_ptable, shuffle

    check_output(options.output, [options.counts])
    if options.compat is None:
        require(options, "--compat R", "--optim")
    if not options.search:
        require(options, "--search", "--limit", "--counts")
    if options.V is None and not options.search:
        raise InputError("cli_option_needed", option="--V", reason="ckm ptable design")
    if options.table == "nums":
        return _design_magnitudes(options, report)
    require(options, "--table nums", "--icat", "--step", "--type", "--permute")
    design = None
    if options.compat is not None:
        refuse_beside(options, "--compat R", *_OWN)
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
        design = _design_of_options(options)
        if options.search:
            design = _searched(design, options, report)
        table = design.table()
        if options.strict:
            _refuse_missed(table)
    print_rows(table, report)
    shuffled = None
    if options.shuffle is not None:
        table = shuffle(table, options.shuffle, options.seed)
        shuffled = Shuffled(options.shuffle, options.seed)
    write_own(OwnFile(table, design, shuffled), options.output, report)
    return 0


def _design_of_options(options: argparse.Namespace) -> Design:
    """Design described by the options. Lists have one value per row of the table; the last value holds for all further
    rows."""
    from ckmcore.ptable import PRESETS, Design, RowConstraint
    from ckmcore.ptable.files.native_format import row_constraint

    per_row: dict[str, list[Any]] = {
        "D": _list(options.D, int, "--D", "5; 3,4,5"),
        "V": _list(options.V or "1", float, "--V", "3; 1,2,3"),
        "pstay": _stays(options.pstay) or [None],
        "mono": _list(options.mono, _boolean, "--mono", "true; t,t,f,t"),
        "stay": _list(options.stay, _STAYS.__getitem__, "--stay", "exact; at-least,exact"),
        "variance": _list(options.variance, _VARIANCES.__getitem__, "--variance", "equal; at-most,equal"),
    }
    usual_values = {name: values[-1] for name, values in per_row.items()}
    own_constraints = []
    for row in range(1, max(len(values) for values in per_row.values())):
        asked_values = {name: values[min(row, len(values)) - 1] for name, values in per_row.items()}
        own_constraints.append(row_constraint(row, asked_values, usual_values))
    design = Design(
        **usual_values,
        js=options.js,
        symmetric=options.symmetric,
        rising=options.rising,
        blocked=None if options.blocked is None else tuple(_list(options.blocked, int, "--blocked", "1,2; 0,1")),
        last_row=options.rows,
        own=tuple(
            constraint
            for constraint in own_constraints
            if constraint != RowConstraint(constraint.first, constraint.last)
        ),
        pins=tuple(_pin(text) for text in options.pin),
    )
    for preset in PRESETS:
        if preset.key in options.preset:
            design = preset.applied(design)
    return design


def _searched(design: Design, options: argparse.Namespace, report: CommandReport) -> Design:
    """Search the largest V at which the criteria hold within the limit, print the range of V, and return the design
    with it."""
    from dataclasses import replace

    from ckmcore.ptable import search_V
    from ckmcore.ptable.floor.cost import criteria_by_rows

    searched_v = search_V(design, _frequencies(options.counts), options.limit)
    if searched_v.high is None:
        raise InputError("cli_search_empty", reason=searched_v.reason)
    if searched_v.low is None:
        report.out("cli_search_largest", high=searched_v.high)
    else:
        report.out("cli_search_range", low=searched_v.low, high=searched_v.high)
    for end in (searched_v.low_set_by, searched_v.high_set_by):
        if end is not None:
            report.say(end)
    if options.limit is None:
        offered = criteria_by_rows(design)
        if offered is not None:
            report.say(offered.said)
    return replace(design, V=searched_v.high)


def _frequencies(file: str | None) -> dict[int, float]:
    """Read frequencies of counts from a file: a count and its number of cells on each line, below an optional
    heading."""
    if file is None:
        return {}
    from ckmcore.ptable.files.formats import decoded, read_bytes

    name = Path(file).name
    frequencies: dict[int, float] = {}
    for line_number, line in enumerate(decoded(read_bytes(file), name).splitlines(), start=1):
        fields = line.replace(";", ",").replace("\t", ",").split(",")
        if not line.strip() or (line_number == 1 and not fields[0].strip().isdecimal()):
            continue
        try:
            count, cells = fields
            frequencies[int(count)] = frequencies.get(int(count), 0.0) + float(cells)
        except ValueError as fault:
            raise InputError(
                "cli_option_value", option=f"--counts {name}:{line_number}", value=line[:40], example="3,120"
            ) from fault
    return frequencies


def _refuse_missed(table: PTable) -> None:
    import numpy as np

    from ckmcore.ptable.rows.solve import infeasible

    asked_parameters, rows = table.parameters, table.reports[1:]
    for row_index, row in enumerate(rows):
        if asked_parameters is not None and not row.feasible:
            low, high = (
                np.array(variances)
                for variances in zip(*((r.lowest_variance, r.highest_variance) for r in rows), strict=True)
            )
            V = np.array([asked_parameters.V_of(report.row) for report in rows])
            modes = [asked_parameters.variance[min(report.row, len(asked_parameters.variance)) - 1] for report in rows]
            raise infeasible(row_index, low, high, V, np.array([mode == "at most" for mode in modes]))


def _design_magnitudes(options: argparse.Namespace, report: CommandReport) -> int:
    from ckmcore.ptable.magnitudes import Permuted, design_magnitudes, join_types, permute
    from ckmcore.ptable.magnitudes.permute import DEFAULT_BLOCKS

    refuse_beside(options, "--table nums", *_OF_COUNTS)
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
    permuted = None
    blocks = options.permute
    if blocks is None:
        blocks = DEFAULT_BLOCKS if options.compat is None else 0
    if blocks:
        table = permute(table, blocks, options.seed)
        permuted = Permuted(blocks, options.seed)
    else:
        report.notice(sentence("sum_floor_ordered"))
    print_rows(table, report)
    write_magnitudes(table, options.output, None, report, permuted)
    return 0


def _list(text: str, parse: Callable[[str], T], option: str, example: str) -> list[T]:
    try:
        return [parse(text_part.strip()) for text_part in text.split(",")]
    except (ValueError, KeyError) as fault:
        raise InputError("cli_option_value", option=option, value=text, example=example) from fault


def _one_or_list(text: str, parse: Callable[[str], T], option: str, example: str) -> Any:
    numbers = _list(text, parse, option, example)
    return numbers[0] if len(numbers) == 1 else numbers


def _boolean(text: str) -> bool:
    return _BOOLEANS[text.lower()]


def _stays(text: str | None) -> list[float | None] | None:
    def stay(stay_text: str) -> float | None:
        return None if stay_text.lower() == "none" else float(stay_text)

    return None if text is None else _list(text, stay, "--pstay", "0.5; 0.5,none,0.7")


def _pin(text: str) -> Any:
    from ckmcore.ptable import FixedProbability

    pin_text, sign, p = text.partition("=")
    row, colon, target = pin_text.partition(":")
    try:
        if not sign or not colon:
            raise ValueError
        given_pin = int(row), int(target), float(p)
    except ValueError as fault:
        raise InputError("cli_option_value", option="--pin", value=text, example="4:5=0.2") from fault
    return FixedProbability(*given_pin)
