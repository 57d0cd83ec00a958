"""`ckm rivals`: four methods side by side on the saved tables of a statistic. Never a release."""

from __future__ import annotations

import argparse
import datetime
from typing import TYPE_CHECKING

from ckmcore.base.exit_codes import Exit
from ckmcore.cli.common import CommandReport, check_output
from ckmcore.cli.magnitudes import RULES, primary_rules_of
from ckmcore.cli.options import option, override
from ckmcore.cli.registry import CliCommand
from ckmcore.cli.secret import SECRET
from ckmcore.cli.statistic_session import worked_on
from ckmcore.errors import InputError
from ckmcore.messages import say
from ckmcore.rivals.cli.files import AT_LEAST, GROUPS, SUMS_OF, solver_aside

if TYPE_CHECKING:
    from ckmcore.methods.method import Method
    from ckmcore.rivals.comparison import RivalComparison, RivalMeasures
    from ckmcore.working.statistic import WorkingStatistic


def run_rivals(options: argparse.Namespace, report: CommandReport) -> int:
    """Run `ckm rivals`. Returns DISCLOSES where a pattern of suppression leaves a sensitive cell below its level."""
    from ckmcore.rivals.report import check_rivals_form, write_rivals

    check_output(options.output, [options.statistic])
    if options.output is not None:
        check_rivals_form(options.output)
    with worked_on(options, report, read_only=True) as work:
        compared = _compared(options, work, report)
        statistic = work.statistic
    report.end_progress()
    report.out("evaluation_band")
    report.out(
        "rivals_head_sums" if compared.magnitude else "rivals_head",
        cells=compared.cells,
        tables=len(compared.tables),
        small=compared.small,
        least=compared.least,
        unplanned=compared.unplanned,
    )
    for method in compared.methods:
        _tell(method, report)
    report.out("rivals_assumed")
    if options.output is not None:
        language = report.file_language()
        title = f"{statistic.title.text(language)}, {statistic.period.label.text(language)}"
        today = datetime.datetime.now(tz=datetime.UTC).date()
        write_rivals(compared, options.output, title=title, date=today, language=language)
        report.written(options.output, "cli_internal_written")
    patterns = [method for method in compared.methods if method.kind == "suppression"]
    disclosed = any(method.values.get("below_level") for method in patterns)
    return Exit.DISCLOSES if disclosed else Exit.DONE


def _compared(options: argparse.Namespace, work: WorkingStatistic, report: CommandReport) -> RivalComparison:
    from ckmcore.methods.rounding import Rounding
    from ckmcore.rivals.comparison import compare_rivals
    from ckmcore.statistic.tables import chosen_tables

    work.needs("methodologist")
    statistic = work.statistic
    tables = chosen_tables(statistic, options.saved)
    data = work.load(statistic, report.progress)
    report.end_progress()
    if data is None:
        raise InputError("run_no_records", period=statistic.period.label)
    methods: list[Method] = [Rounding(options.round_to)]
    in_force = statistic.period.in_force
    # The SAFE principle and suppression have columns of their own.
    if in_force is not None and in_force.method not in methods and not in_force.method.alone:
        methods.append(in_force.method)
    with solver_aside():
        return compare_rivals(
            data,
            {table.name: table.spec for table in tables},
            methods,
            least=options.at_least,
            seed=options.seed,
            groups=options.groups or "",
            seconds=options.seconds,
            magnitude=options.sums_of or "",
            rules=primary_rules_of(options),
            progress=report.share,
        )


def _tell(method: RivalMeasures, report: CommandReport) -> None:
    from ckmcore.rivals.board import measure_text
    from ckmcore.rivals.comparison import MEASURES

    report.out("rivals_measure_head", method=method.title)
    if method.fault is not None:
        report.out("rivals_fault", reason=method.fault)
    for name in (name for names in MEASURES.values() for name in names if name in method.values):
        title = say(f"rivals_{name}", report.language)
        report.out("rivals_measure", measure=title, value=measure_text(name, method.values[name], report.language))
    for limit in method.limits:
        report.out("cli_assess_line", text=limit)


COMMANDS = (
    CliCommand(
        "rivals",
        (
            override("statistic", help="run_statistic"),
            option("saved", nargs="*", metavar="TABLE", help="rivals_tables"),
            option("--round-to", type=int, default=10, metavar="N", help="rivals_base"),
            AT_LEAST,
            "--seed",
            override(GROUPS, help="rivals_groups"),
            SUMS_OF,
            *RULES,
            "--seconds",
            *SECRET,
            override("--output", required=None, help="rivals_output"),
        ),
        run_rivals,
    ),
)
