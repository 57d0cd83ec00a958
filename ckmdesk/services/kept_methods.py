"""Putting a method in force that applies what lies beside the statistic: changed records, a pattern of cells."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ckmcore.errors import CkmError, PermissionRefused
from ckmcore.methods.method import Method
from ckmcore.statistic.kept_beside import Kept, place_kept, with_pending
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.period import Decision, Period
from ckmdesk.base.jobs import JobContext
from ckmdesk.services.releases import Releases, Step

SLOT = "release-keep"


def keep_and_force(
    releases: Releases,
    kept: Kept,
    describe: Step,
    method: Callable[[Period], Method],
    decision: Decision,
    done: Callable[[], None],
    failed: Callable[[CkmError], None],
) -> None:
    """Write what a method applies beside the statistic, and put the method in force.

    `describe` gives the period the description of `kept`, `method` is made of that period. The step cannot be undone:
    the records would still have the new content. Without a file of the statistic nothing happens.
    """
    desk = releases.desk
    session, statistic, path = desk.session, desk.state.statistic, desk.session.path
    if statistic is None or path is None:
        return
    if releases.read_only():
        failed(PermissionRefused("desk_release_read_only"))
        return

    def work(_context: JobContext) -> Period:
        return place_kept(describe(statistic), (kept,), path).period

    def placed(period: Period) -> None:
        if desk.session is not session:
            return

        def with_kept(now: Statistic) -> Statistic:
            return now.with_period(replace(now.period, safe=period.safe, patterns=period.patterns))

        def forced() -> None:
            if session.data is not None:
                session.data = with_pending(session.data, period, (kept,))
            if session.read is not None:
                session.read = with_pending(session.read, period, (kept,))
            desk.forget_steps()
            desk.announce("data")
            done()

        releases.put_in_force(method(period), decision, forced, failed, before=with_kept)

    releases.jobs.start(SLOT, work, placed, failed)
