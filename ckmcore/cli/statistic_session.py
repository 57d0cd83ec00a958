"""Session of a command on a statistic: opened by whoever may, locked, saved before anything is printed."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from ckmcore.base.deviations import shown_elsewhere
from ckmcore.cli.common import COMPILE_FROM_ROWS, CommandReport
from ckmcore.cli.policy import office_asked
from ckmcore.cli.secret import read_secret, register_folder
from ckmcore.errors import InputError

if TYPE_CHECKING:
    from ckmcore.microdata.data import Microdata
    from ckmcore.microdata.source import Progress
    from ckmcore.office.settings import Office
    from ckmcore.statistic.model import Statistic
    from ckmcore.statistic.seal import Secret
    from ckmcore.working.statistic import WorkingStatistic


@contextmanager
def worked_on(
    options: argparse.Namespace, report: CommandReport, *, office: Office | None = None, read_only: bool = False
) -> Iterator[WorkingStatistic]:
    """Open the statistic that a command works on and save it at the end of the block, before anything is printed. A
    statistic with roles is opened by `--key-file`, else by a passphrase that is typed or read from the first line of
    standard input.

    Raises the errors of `work_on_statistic` at the beginning and end.
    """
    from ckmcore.statistic.seal import SecretNeeded
    from ckmcore.working.statistic import work_on_statistic

    path = Path(options.statistic)
    settings = office_asked(getattr(options, "office", None)) if office is None else office

    def work(secret: Secret | None) -> WorkingStatistic:
        return work_on_statistic(
            path,
            secret=secret,
            office=settings,
            register=register_folder(options, path, settings),
            accept_older=options.accept_older,
            take_over=getattr(options, "take_over", False),
            read_only=read_only,
        )

    with ExitStack() as stack:
        stack.enter_context(shown_elsewhere())  # the report has them at the end
        try:
            opened = stack.enter_context(work(read_secret(options, path, report, ask=False)))
        except SecretNeeded:
            secret = read_secret(options, path, report, ask=True)
            if secret is None:
                raise
            opened = stack.enter_context(work(secret))
        if opened.accepted is not None:
            report.say(opened.accepted)
        yield opened
    report.notice(*opened.notices)


def progress_of(statistic: Statistic, report: CommandReport) -> Progress:
    """Progress function for reading records; without their number where the role may not see it."""
    return report.progress if statistic.shows_records else report.reading


def records_of(work: WorkingStatistic, statistic: Statistic, report: CommandReport) -> Microdata:
    """Read the records of the current period with progress, and print their notices. Raises run_no_records and the
    errors of reading."""
    from ckmcore.tabulate import kernel

    data = work.load(statistic, progress_of(statistic, report))
    report.end_progress()
    if data is None:
        raise InputError("run_no_records", period=statistic.period.label)
    report.notice(*(data.notices if statistic.shows_records else ()))
    if data.rows > COMPILE_FROM_ROWS:
        kernel.load()
    return data
