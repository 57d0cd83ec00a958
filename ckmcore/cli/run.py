"""`ckm run`: saved tables of a statistic for a reporting period, as drafts with one report."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ckmcore.base.exit_codes import Exit
from ckmcore.cli.common import CommandReport, pairs_of
from ckmcore.cli.draft import DRAFT_FORMS
from ckmcore.cli.options import OneOf, flag, override, several
from ckmcore.cli.registry import CliCommand
from ckmcore.cli.secret import SECRET
from ckmcore.cli.statistic_session import records_of, worked_on
from ckmcore.errors import InputError
from ckmcore.messages import sentence
from ckmcore.office.settings import FormName

if TYPE_CHECKING:
    from ckmcore.release.run import Planned, TableRun
    from ckmcore.working.statistic import WorkingStatistic


def run_run(options: argparse.Namespace, report: CommandReport) -> int:
    """Run all tables. Returns PARTLY where some tables were not written, INPUT where none was; with `--check` the exit
    code that the run would have."""
    from ckmcore.release.run import find_period

    where = {name: codes.split(",") for name, codes in pairs_of(options.where, "--where", "A=1,2")}
    with worked_on(options, report, read_only=True) as work:
        statistic = work.statistic
        if not statistic.tables:
            raise InputError("run_no_tables", name=Path(options.statistic).name)
        period_indices = [find_period(statistic, label) for label in options.period] or [statistic.current]
        finished_runs = [_run(options, work, index, where, report) for index in period_indices]
    if any(run.cancelled for run in finished_runs):
        return Exit.INTERRUPTED
    return _end(sum(run.written for run in finished_runs), sum(run.left for run in finished_runs))


class _Done(NamedTuple):
    written: int
    left: int
    cancelled: bool = False


def _run(
    options: argparse.Namespace,
    work: WorkingStatistic,
    index: int,
    where: Mapping[str, Sequence[str]],
    report: CommandReport,
) -> _Done:
    """The tables of one period."""
    from ckmcore.release.run import plan, run_planned
    from ckmcore.statistic.model import NoMethodInForce
    from ckmcore.statistic.tables import chosen_tables
    from ckmcore.working.runs import by_parts
    from ckmcore.working.statistic import first_form

    path, office = Path(options.statistic), work.office
    statistic = replace(work.statistic, current=index)
    tables = by_parts(statistic, chosen_tables(statistic, options.table), where)
    if statistic.period.in_force is None:
        raise NoMethodInForce()
    data = records_of(work, statistic, report)
    form: FormName = options.format or first_form(office)
    report.out("run_heading", statistic=statistic.title, period=statistic.period.label, count=len(tables))
    folder = None if options.output is None else Path(options.output)
    planned = plan(
        statistic,
        data,
        tables,
        form,
        report.file_language(),
        adapt=options.adapt,
        folder=folder,
        ckm_path=path,
        office=office,
        workbook=options.workbook or office.one_workbook,
    )
    _tell_plan(planned, report)
    if folder is None:
        unfit = sum(not planned_table.runs for planned_table in planned)
        report.out("run_check_not" if unfit else "run_check_fits", count=unfit)
        return _Done(len(planned) - unfit, unfit)

    run_result = run_planned(
        statistic,
        data,
        planned,
        folder,
        report.file_language(),
        ckm_path=path,
        office=office,
        load=work.load,
        replaces=options.replace,
    )
    for run in run_result.runs:
        _tell_run(run, report)
    written_files = dict.fromkeys(name for run in run_result.runs if run.state == "written" for name in run.files)
    report.wrote(*(folder / name for name in written_files), folder / run_result.file)
    report.out("run_report", name=run_result.file)
    report.say(run_result.summary())
    return _Done(run_result.written, len(run_result.runs) - run_result.written, run_result.cancelled)


def _end(written: int, left: int) -> Exit:
    return Exit.DONE if not left else Exit.PARTLY if written else Exit.INPUT


def _tell_plan(planned: Sequence[Planned], report: CommandReport) -> None:
    for each_planned in planned:
        report.out(
            "run_planned" if each_planned.runs else "run_planned_not",
            name=each_planned.table.name,
            title=each_planned.title,
            file=each_planned.file,
        )
        if each_planned.error is not None:
            report.out("run_note", note=each_planned.error)
        for misfit in each_planned.misfits:
            report.out("run_note", note=misfit.said)
        for remark in each_planned.remarks:
            report.out("run_note", note=remark)


def _tell_run(run: TableRun, report: CommandReport) -> None:
    if run.state == "written":
        report.out("run_done_written", file=run.plan.file, cells=run.cells)
        return
    report.out("run_done_not", name=run.plan.table.name, state=sentence(f"run_state_{run.state}"))
    if run.error is not None:
        report.out("run_note", note=run.error)
    if run.old_file:
        report.out("run_note", note=sentence("run_old_file", file=run.plan.file))


_OPTIONS = (
    override("statistic", help="run_statistic"),
    override("table", nargs="*", help="run_tables"),
    OneOf(
        (
            override("--output", required=None, metavar="FOLDER", help="run_output"),
            flag("--check", help="run_check"),
        ),
        required=True,
    ),
    override("--period", action="append", default=[], help="run_periods"),
    several("--where", metavar="A=1,2", help="run_where"),
    override("--format", choices=DRAFT_FORMS, metavar="FORMAT", help="run_format"),
    flag("--workbook", help="run_workbook"),
    "--office",
    "--replace",
    flag("--adapt", help="run_adapt"),
    *SECRET,
)
COMMANDS = (CliCommand("run", _OPTIONS, run_run),)
