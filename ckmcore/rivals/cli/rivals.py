"""`ckm rivals`: four methods side by side on the saved tables of a statistic. Never a release."""

from __future__ import annotations

import argparse
import csv
from pathlib import Path
from typing import TYPE_CHECKING

from ckmcore.base.exit_codes import Exit
from ckmcore.base.numbers import decimal_text
from ckmcore.cli.common import CommandReport, check_output
from ckmcore.cli.options import option, override
from ckmcore.cli.registry import CliCommand
from ckmcore.cli.secret import SECRET
from ckmcore.cli.statistic_session import worked_on
from ckmcore.errors import InputError
from ckmcore.messages import say
from ckmcore.rivals.cli.files import AT_LEAST, solver_aside

if TYPE_CHECKING:
    from ckmcore.methods.method import Method
    from ckmcore.rivals.comparison import RivalComparison, RivalMeasures
    from ckmcore.working.statistic import WorkingStatistic

# Shares are shown in percent; others are counts, deviations and seconds.
_SHARES = frozenset(
    """small_true small_shown_true not_computable not_shown value_not_shown changed unplanned_possible
    unplanned_not_shown""".split()  # noqa: SIM905
)
_WHOLE = frozenset(("below_level", "differing", "gaps", "largest_deviation"))


def run_rivals(options: argparse.Namespace, report: CommandReport) -> int:
    """Run `ckm rivals`. Returns DISCLOSES where a pattern of suppression leaves a sensitive cell below its level."""
    check_output(options.output, [options.statistic])
    with worked_on(options, report, read_only=True) as work:
        compared = _compared(options, work, report)
    report.end_progress()
    report.out("evaluation_band")
    report.out(
        "rivals_head",
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
        _write(options.output, compared, report)
    disclosed = any(method.values.get("below_level") for method in compared.methods)
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
    if statistic.period.in_force is not None and statistic.period.in_force.method not in methods:
        methods.append(statistic.period.in_force.method)
    with solver_aside():
        return compare_rivals(
            data,
            {table.name: table.spec for table in tables},
            methods,
            least=options.at_least,
            seed=options.seed,
            progress=report.share,
        )


def _text(name: str, value: float | None, report: CommandReport) -> str:
    if value is None:
        return say("rivals_not_measured", report.language)
    if name in _WHOLE:
        return str(int(value))
    return decimal_text(100 * value if name in _SHARES else value, 1 if name in _SHARES else 2, report.language)


def _tell(method: RivalMeasures, report: CommandReport) -> None:
    from ckmcore.rivals.comparison import MEASURES

    report.out("rivals_measure_head", method=method.title)
    if method.fault is not None:
        report.out("rivals_fault", reason=method.fault)
    for name in (name for names in MEASURES.values() for name in names if name in method.values):
        title = say(f"rivals_{name}", report.language)
        report.out("rivals_measure", measure=title, value=_text(name, method.values[name], report))


def _write(path: str, compared: RivalComparison, report: CommandReport) -> None:
    from ckmcore.base.files import write_whole
    from ckmcore.formats.formulas import guarded
    from ckmcore.rivals.comparison import MEASURES

    def write(target: Path) -> None:
        with target.open("w", encoding="utf-8", newline="") as stream:
            writer = csv.writer(stream, lineterminator="\n")
            titles = [guarded(method.title.text(report.file_language())) for method in compared.methods]
            writer.writerow(("criterion", "measure", *titles))
            for criterion, names in MEASURES.items():
                for name in names:
                    values = [method.values.get(name) for method in compared.methods]
                    texts = ["" if value is None else format(value, ".6g") for value in values]
                    writer.writerow((criterion, name, *texts))

    write_whole(Path(path), write)
    report.written(path, "cli_internal_written")


COMMANDS = (
    CliCommand(
        "rivals",
        (
            override("statistic", help="run_statistic"),
            option("saved", nargs="*", metavar="TABLE", help="rivals_tables"),
            option("--round-to", type=int, default=10, metavar="N", help="rivals_base"),
            AT_LEAST,
            "--seed",
            *SECRET,
            override("--output", required=None, help="rivals_output"),
        ),
        run_rivals,
    ),
)
