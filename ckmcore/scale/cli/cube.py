"""`ckm cube`: all margins of some variables of a statistic, written into one file as they are made."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from ckmcore.base.texts import Texts
from ckmcore.cli.common import CommandReport, check_output, names_of, pairs_of
from ckmcore.cli.options import flag, option, override, several
from ckmcore.cli.registry import CliCommand
from ckmcore.cli.secret import SECRET
from ckmcore.cli.statistic_session import records_of, worked_on
from ckmcore.errors import InputError

if TYPE_CHECKING:
    from ckmcore.tabulate.hyper_spec import HyperSpec

_FORMS = ("parquet", "csv-long", "sdmx-csv-2", "html-cube")
_VALUES = ("count", "weighted_count")


def run_cube(options: argparse.Namespace, report: CommandReport) -> int:
    """Write a hypercube. Returns 0; the former file stays where this fails or is stopped."""
    from ckmcore.formats.forms import streamed_form
    from ckmcore.scale.hypercube.draft import hyper_draft, written_sentence
    from ckmcore.statistic.source import files_of

    if options.output is None and not options.estimate:
        raise InputError("cube_output_missing")
    target = Path(options.output or "")
    form = streamed_form(options.form, target) if options.output else streamed_form(options.form or _FORMS[0])
    spec = cube_asked(options)
    with worked_on(options, report, read_only=True) as work:
        if options.period:
            work.choose_period(options.period)
        inputs = [options.statistic, options.office, options.key_file]
        inputs += [str(file) for file in files_of(work.statistic, Path(options.statistic))]
        if options.output:
            check_output(options.output, inputs)
        data = records_of(work, work.statistic, report)
        new_hyper_draft = hyper_draft(work.statistic, spec, data, report.file_language(), work.office)
        report.say(new_hyper_draft.estimate(form.name).said)
        if options.estimate:
            return 0
        file = new_hyper_draft.write(form, target, told=report.share)
    report.end_progress()
    report.wrote(target)
    report.say(written_sentence(target.name, file))
    return 0


def cube_asked(options: argparse.Namespace) -> HyperSpec:
    """Hypercube described by --variables, --levels, --filter, --values and --title. Raises cli_option_value."""
    from ckmcore.tabulate.hyper_spec import HyperSpec
    from ckmcore.tabulate.spec import Condition, Level, Value

    levels = []
    for name, depths in pairs_of(options.levels, "--levels", "A=0,2"):
        if not all(depth.strip().isdecimal() for depth in depths.split(",")):
            raise InputError("cli_option_value", option="--levels", value=f"{name}={depths}", example="A=0,2")
        levels.append(Level(name, depths=tuple(int(depth) for depth in depths.split(","))))
    values = []
    for depth in options.values.split(","):
        kind = next((kind for kind in _VALUES if kind == depth.strip()), None)
        if kind is None:
            raise InputError("cli_option_value", option="--values", value=options.values, example=",".join(_VALUES))
        values.append(Value(kind))  # type: ignore[arg-type]  # of _VALUES
    filters = [
        Condition(name, tuple(codes.split(","))) for name, codes in pairs_of(options.filter, "--filter", "A=1,2")
    ]
    names, title = tuple(names_of(options.variables)), Texts.same(options.title)
    return HyperSpec(names, tuple(levels), tuple(filters), tuple(values), title, "all" if options.codes else "none")


def _ending(options: argparse.Namespace) -> str:
    endings = {"csv-long": ".csv", "sdmx-csv-2": ".csv", "html-cube": ".html"}
    return "" if options.estimate else endings.get(options.form, "")


_OPTIONS = (
    override("statistic", help="run_statistic"),
    override("--output", required=None, metavar="OUT", help="cube_output"),
    option("output", nargs="?", default=argparse.SUPPRESS, metavar="OUT", help="cube_output_too", writes=True),
    option("--variables", required=True, metavar="A,B,C", help="cube_variables"),
    several("--levels", metavar="A=0,2", help="cube_levels"),
    "--filter",
    option("--values", default="count", metavar="count,weighted_count", help="cube_values"),
    override("--title", default="", help="cube_title"),
    override("--form", choices=_FORMS, default=None, help="cube_form"),
    "--codes",
    flag("--estimate", help="cube_estimate"),
    *("--period", "--office"),
    *SECRET,
)
COMMANDS = (CliCommand("cube", _OPTIONS, run_cube, prints={"output": _ending}),)
