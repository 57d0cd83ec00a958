"""`ckm release recheck`: what has left the house, looked at once more, and what is decided of a release."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from ckmcore.base.exits import Exit
from ckmcore.cli.common import CommandReport, add_files_option
from ckmcore.cli.person import add_person_options, who_asked
from ckmcore.cli.work import worked_on
from ckmcore.errors import InputError
from ckmcore.statistic.looks import PAIR_KINDS

if TYPE_CHECKING:
    from ckmcore.release.recheck import Recheck
    from ckmcore.release.redrawn import Redrawn
    from ckmcore.statistic.persons import Who
    from ckmcore.working.statistic import WorkingStatistic

_DECIDE = ("withdraw", "no_further", "accept", "take_back", "redrawn", "notice")


def add_recheck_options(parser: Any, text: Callable[[str], str]) -> None:
    """`[NO] [--withdraw REASON | --no-further REASON | --accept REASON | --take-back | --redrawn] [--notice FILE]`."""
    parser.add_argument("number", type=int, nargs="?", metavar="NO", help=text("recheck_number"))
    decide = parser.add_mutually_exclusive_group()
    for name in ("withdraw", "no-further", "accept"):
        decide.add_argument(f"--{name}", metavar="REASON", help=text(f"recheck_{name.replace('-', '_')}"))
    for name in ("take-back", "redrawn"):
        decide.add_argument(f"--{name}", action="store_true", help=text(f"recheck_{name.replace('-', '_')}"))
    parser.add_argument("--kind", action="append", choices=PAIR_KINDS, help=text("recheck_kind"))
    parser.add_argument("--notice", metavar="FILE", help=text("recheck_notice"))
    add_person_options(parser, text, typed=True, required=False)
    add_files_option(parser, text)


def run_recheck(options: argparse.Namespace, report: CommandReport) -> int:
    """Without a number: looks, and ends with DISCLOSES where a kind is open, with NOT_TESTED where not all could be
    tested. With one: notes what is decided of it."""
    asked = [name for name in _DECIDE if getattr(options, name) not in (None, False)]
    if options.number is None and asked:
        raise InputError("recheck_number_missing", option=f"--{asked[0].replace('_', '-')}")
    if options.redrawn:
        return _redrawn(options, report)
    if options.number is not None:
        return _decide(options, report)
    with worked_on(options, report) as work:
        look = work.look_again(files=options.files)
    return _tell(cast("Recheck", look), report)


def _tell(found: Recheck, report: CommandReport) -> int:
    report.out(found.summary.code, **found.summary.fields)
    for looked in found.looked:
        report.out("recheck_release", number=str(looked.release.number), title=looked.release.title)
        for pair in looked.pairs:
            line = pair.line
            report.out(line.code, **line.fields)
    for note in found.notes:
        report.out(note.code, **note.fields)
    return found.verdict.exit_code


def _redrawn(options: argparse.Namespace, report: CommandReport) -> int:
    with worked_on(options, report, read_only=True) as work:
        attack = cast("Redrawn", work.attack_redrawn(options.number, files=options.files))
    report.out(attack.line.code, **attack.line.fields)
    return attack.verdict.exit_code


def _decide(options: argparse.Namespace, report: CommandReport) -> int:
    """Record a decision, and list all decisions on the release so far."""
    from ckmcore.release.actions import now_text
    from ckmcore.release.pair_decisions import decision_words, decisions_on, recipients_of, write_notice

    number = options.number
    with worked_on(options, report) as work:
        work.needs("methodologist", "releaser")
        named = options.person is not None or options.person_key is not None
        _step(options, work, who_asked(options, report) if named else None)
        recipients, statistic = recipients_of(work.statistic, number), work.statistic
        if options.notice:
            write_notice(statistic, number, Path(options.notice), now_text()[:10], report.file_language())
    if recipients:
        report.out("recheck_recipients", recipients=list(recipients))
    for decision in decisions_on(statistic, number):
        said = decision_words(decision)
        report.out(said.code, **said.fields)
    if options.notice:
        report.wrote(options.notice)
        report.out("notice_written", name=Path(options.notice).name)
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
