"""`ckm release recheck`: what has left the house, looked at once more, and what is decided of a release."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, cast

from ckmcore.base.exit_codes import Exit
from ckmcore.cli.common import FILES, CommandReport
from ckmcore.cli.options import OneOf, Option, flag, option, override
from ckmcore.cli.person import person_options, who_asked
from ckmcore.cli.registry import CliCommand
from ckmcore.cli.release import STEP
from ckmcore.cli.statistic_session import worked_on
from ckmcore.errors import InputError
from ckmcore.statistic.looks import PAIR_KINDS

if TYPE_CHECKING:
    from ckmcore.lab.release.recheck import Recheck
    from ckmcore.lab.release.redrawn import Redrawn
    from ckmcore.statistic.persons import Who
    from ckmcore.working.statistic import WorkingStatistic

_DECIDE = ("withdraw", "no_further", "accept", "take_back", "redrawn", "notice")


def run_recheck(options: argparse.Namespace, report: CommandReport) -> int:
    """Run `ckm recheck`. Without a release number it attacks all releases and returns DISCLOSES where a kind of attack
    is open, NOT_TESTED where not all could be tested. With a number it records a decision on the release."""
    decide_options = [name for name in _DECIDE if getattr(options, name) not in (None, False)]
    if options.number is None and decide_options:
        raise InputError("recheck_number_missing", option=f"--{decide_options[0].replace('_', '-')}")
    if options.redrawn:
        return _redrawn(options, report)
    if options.number is not None:
        return _decide(options, report)
    with worked_on(options, report) as work:
        look = work.look_again(files=options.files)
    return _tell(cast("Recheck", look), report)


def _tell(recheck: Recheck, report: CommandReport) -> int:
    report.say(recheck.summary)
    for looked in recheck.looked:
        report.out("recheck_release", number=str(looked.release.number), title=looked.release.title)
        for pair in looked.pairs:
            line = pair.line
            report.say(line)
    for note in recheck.notes:
        report.say(note)
    return recheck.verdict.exit_code


def _redrawn(options: argparse.Namespace, report: CommandReport) -> int:
    with worked_on(options, report, read_only=True) as work:
        attack = cast("Redrawn", work.attack_redrawn(options.number, files=options.files))
    report.say(attack.line)
    return attack.verdict.exit_code


def _decide(options: argparse.Namespace, report: CommandReport) -> int:
    """Record a decision, and list all decisions on the release so far."""
    from ckmcore.release.actions import now_text
    from ckmcore.release.pair_decisions import decision_words, decisions_on, recipients_of, write_notice

    number = options.number
    with worked_on(options, report) as work:
        work.needs("methodologist", "releaser")
        has_person = options.person is not None or options.person_key is not None
        _step(options, work, who_asked(options, report) if has_person else None)
        recipients, statistic = recipients_of(work.statistic, number), work.statistic
        if options.notice:
            write_notice(statistic, number, Path(options.notice), now_text()[:10], report.file_language())
    if recipients:
        report.out("recheck_recipients", recipients=list(recipients))
    for decision in decisions_on(statistic, number):
        report.say(decision_words(decision))
    if options.notice:
        report.written(options.notice, "notice_written")
    return Exit.DONE


def _step(options: argparse.Namespace, work: WorkingStatistic, person: Who | None) -> None:
    number, kinds = options.number, options.kind or ()
    if options.withdraw is not None:
        work.needs("releaser")
        work.withdraw(number, options.withdraw, person=person)
    elif options.no_further is not None:
        work.publish_no_further(number, options.no_further, kinds=kinds, person=person)
    elif options.accept is not None:
        work.accept_release(number, options.accept, kinds=kinds, person=person)
    elif options.take_back:
        work.take_back_decision(number, kinds=kinds)


def _reason(name: str) -> Option:
    return option(f"--{name}", metavar="REASON", help=f"recheck_{name.replace('-', '_')}")


_DECISIONS = (
    *map(_reason, ("withdraw", "no-further", "accept")),
    flag("--take-back", help="recheck_take_back"),
    flag("--redrawn", help="recheck_redrawn"),
)
_OPTIONS = (
    *STEP,
    override("number", nargs="?", help="recheck_number"),
    OneOf(_DECISIONS),
    override("--kind", action="append", choices=PAIR_KINDS, help="recheck_kind"),
    option("--notice", metavar="FILE", help="recheck_notice", writes=True),
    *person_options(typed=True, required=False),
    FILES,
)
COMMANDS = (CliCommand("release recheck", _OPTIONS, run_recheck),)
