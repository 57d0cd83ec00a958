"""`ckm verify`, `ckm register`, `ckm release`: the register of a statistic, looked at and added to."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from ckmcore.base.exit_codes import Exit
from ckmcore.cli.common import FILES, CommandReport, check_output, files_asked
from ckmcore.cli.options import Options, flag, option, override, several
from ckmcore.cli.person import SECOND, person_options, second_asked, who_asked
from ckmcore.cli.policy import office_asked
from ckmcore.cli.registry import CliCommand
from ckmcore.cli.secret import SECRET, open_asked, register_folder
from ckmcore.cli.statistic_session import worked_on
from ckmcore.errors import InputError
from ckmcore.messages import sentence

if TYPE_CHECKING:
    from ckmcore.microdata.data import Microdata
    from ckmcore.ports import LeftOpen
    from ckmcore.statistic.entry import Submission
    from ckmcore.statistic.model import Statistic
    from ckmcore.statistic.releases import Release
    from ckmcore.working.statistic import WorkingStatistic


# --- verify, register ------------------------------------------------------------------------------------------------


def run_verify(options: argparse.Namespace, report: CommandReport) -> int:
    """Verify a statistic and its files. Returns DIFFERS where something was changed, NOT_TESTED where something could
    not be checked."""
    from ckmcore.cli.secret import read_secret
    from ckmcore.release.register import read_register, register_path
    from ckmcore.release.verify import (
        outcome,
        verify_files,
        verify_guard,
        verify_kept,
        verify_persons,
        verify_register,
        verify_shared,
    )
    from ckmcore.statistic.file import open_register, open_statistic
    from ckmcore.statistic.seal import SecretNeeded
    from ckmcore.statistic.source import load_period

    path = Path(options.statistic)
    statistic, guard = open_register(path)
    secret = read_secret(options, path, report, ask=options.ask)
    opened = secret is not None or not guard.seal
    if opened:
        try:
            statistic, stamp = open_statistic(path, secret)
            guard = stamp.guard
        except SecretNeeded:  # of a version that did not say that it has a seal
            opened = False
    folder = register_folder(options, path)
    shared_register = read_register(register_path(folder, statistic.identity), statistic.identity)
    files = [Path(name) for name in options.file]

    def load(statistic: Statistic) -> Microdata | None:
        return load_period(statistic, path)

    points = [
        *verify_guard(statistic, guard, folder),
        *verify_register(statistic),
        *verify_persons(statistic),
        *verify_shared(statistic, shared_register),
        *(verify_kept(statistic, path) if opened else ()),
        *verify_files(
            statistic, files, sealed=not opened, load=load if opened else None, office=office_asked(options.office)
        ),
    ]
    for verified in points:
        report.say(verified.said)
    return outcome(points, strict=options.strict)


def run_register(options: argparse.Namespace, report: CommandReport) -> int:
    """Print the releases, write all entries as CSV, or attack the releases. An attack returns DISCLOSES where a release
    discloses a cell, NOT_TESTED where not all could be attacked."""
    if options.attack is not None:
        return _attack(options, report)
    from ckmcore.release.actions import state_name
    from ckmcore.release.listing import write_register_csv
    from ckmcore.statistic.file import open_register
    from ckmcore.statistic.persons import persons_of, persons_sentence
    from ckmcore.statistic.releases import releases

    path = Path(options.statistic)
    statistic, _ = open_register(path)
    if options.output is not None:
        check_output(options.output, [options.statistic])
        write_register_csv(statistic.register, Path(options.output), report.file_language())
        report.wrote(options.output)
        report.out("register_written", name=Path(options.output).name, entries=len(statistic.register))
        return 0
    found_releases = releases(statistic.register)
    if not found_releases:
        report.out("register_empty", name=path.name)
    for release in found_releases:
        day = (release.ended_at or release.released_at or release.submitted_at)[:10]
        report.out(
            "register_line", number=str(release.number), state=state_name(release), date=day, title=release.title
        )
    if statistic.register:
        last_entry, said_sentence = statistic.register[-1], persons_sentence(persons_of(statistic.register))
        report.out("register_head", place=last_entry.place, hash=last_entry.hash)
        report.say(said_sentence)
    return 0


def _attack(options: argparse.Namespace, report: CommandReport) -> int:
    """Attacks what was released, and writes the internal report."""
    from ckmcore.ports import needed_lab
    from ckmcore.release.actions import now_text
    from ckmcore.statistic.source import load_period
    from ckmcore.typesetting.report import check_report_form
    from ckmcore.working.session import needs_role

    path, target = Path(options.statistic), Path(options.attack)
    check_output(options.attack, [options.statistic])
    check_report_form(target)
    statistic, _ = open_asked(options, path, report)
    needs_role(statistic, "methodologist", "releaser")
    lab, files = needed_lab(), files_asked(options, path, office_asked(options.office))
    review = lab.recheck(statistic, lambda then: load_period(then, path), files=files)
    language = report.file_language()
    lab.write_recheck(review, target, statistic.title.text(language), now_text()[:10], language)
    report.wrote(target)
    report.say(review.summary)
    for note in review.notes:
        report.say(note)
    report.out("recheck_written", name=target.name)
    return review.verdict.exit_code


# --- steps -----------------------------------------------------------------------------------------------------------


def _submit(options: argparse.Namespace, report: CommandReport) -> int:
    with worked_on(options, report) as work:
        number = work.submit(
            options.table,
            recipient=options.recipient,
            purpose=options.purpose,
            order_number=options.order_number,
            embargo=options.embargo,
            forms=options.format or (),
            language=report.asked,
            remark=options.remark,
            corrects=options.corrects,
            period=options.period or "",
            person=who_asked(options, report),
            hypercube=options.cube,
            files=options.files or (),
        )
        submission = work.releases[-1].submission
        is_unmarked = bool(submission.corrects) and submission.is_hypercube and _is_unmarked(work, submission)
    report.out("release_submitted", number=str(number), title=submission.heading)
    for check in submission.checks:
        name = sentence(f"check_name_{check.name}")
        report.out(f"release_check_{check.state}", name=name, found=check.found)
    if is_unmarked:
        report.out("release_cube_unmarked", number=str(submission.corrects))
    return 0


def _is_unmarked(work: WorkingStatistic, submission: Submission) -> bool:
    """Whether figures of a corrected hypercube differ and are not known one by one."""
    from ckmcore.release.compare import revised_margins

    former = _release(work, submission.corrects).submission
    margins = None if former.hidden or submission.hidden else revised_margins(former, submission)
    return margins is not None and bool(margins.changed) and not margins.are_marked


def _accept(options: argparse.Namespace, report: CommandReport) -> int:
    """Accept the open rules of the floor for the sums of a table."""
    with worked_on(options, report) as work:
        rules = work.accept_sums(
            options.table,
            reason=options.remark,
            second_person=second_asked(options, report),
            rules=options.rule or (),
            period=options.period or "",
            person=who_asked(options, report),
        )
    report.out("release_sums_accepted", rules=list(rules), table=options.table)
    return 0


def _return(options: argparse.Namespace, report: CommandReport) -> int:
    with worked_on(options, report) as work:
        work.needs("releaser")
        work.return_(options.number, options.remark, person=who_asked(options, report))
        release = _release(work, options.number)
    return _report_release(release, report)


def _approve(options: argparse.Namespace, report: CommandReport) -> int:
    from ckmcore.ports import needed_lab

    with worked_on(options, report) as work:
        work.needs("releaser")
        who = who_asked(options, report)
        seen_checks = needed_lab().seen_undecided(_left_open(options, work, report)) if options.look else ()
        work.approve(options.number, remark=options.remark, checks=seen_checks, person=who)
        release = _release(work, options.number)
    return _report_release(release, report)


def _package(options: argparse.Namespace, report: CommandReport) -> int:
    """Attack several submissions together, and release them by one entry."""
    from ckmcore.ports import needed_lab

    files = options.files or ()
    with worked_on(options, report, read_only=options.attack_only) as work:
        work.needs("releaser")
        if options.attack_only:
            left = work.attack_package(options.numbers, files=files)
        else:
            who = who_asked(options, report)
            left = work.approve_package(options.numbers, remark=options.remark, person=who, files=files)
        listed = [_release(work, number) for number in dict.fromkeys(options.numbers)]
    for left_open in left:
        report.say(left_open.said)
    if not left:
        report.out("left_open_nothing")
    if options.attack_only:
        return needed_lab().left_verdict(left).exit_code
    for release in listed:
        _report_release(release, report)
    return Exit.DONE


def _deputy(options: argparse.Namespace, report: CommandReport) -> int:
    """Name a deputy, and list all of them."""
    from ckmcore.statistic.deputies import deputies_of, deputy_sentence

    with worked_on(options, report) as work:
        who = who_asked(options, report)
        work.name_deputy(options.of, options.deputy, options.start, options.end, person=who)
        deputies = deputies_of(work.statistic.register)
    for deputy in deputies:
        report.say(deputy_sentence(deputy))
    return Exit.DONE


def _withdraw(options: argparse.Namespace, report: CommandReport) -> int:
    with worked_on(options, report) as work:
        work.needs("releaser")
        who = who_asked(options, report)
        work.withdraw(options.number, options.remark, recipients=options.inform, person=who)
        release = _release(work, options.number)
    return _report_release(release, report)


def _early(options: argparse.Namespace, report: CommandReport) -> int:
    with worked_on(options, report) as work:
        work.needs("releaser")
        who = who_asked(options, report)
        work.give_early(options.number, options.remark, recipients=options.inform, person=who)
    report.out("release_given_early", number=str(options.number), names=_named(options.inform))
    return 0


def _named(names: list[str]) -> list[str]:
    return [name.strip() for name in names if name.strip()]


def _release(work: WorkingStatistic, number: int) -> Release:
    from ckmcore.statistic.releases import find_release

    return find_release(work.statistic.register, number)


def _report_release(release: Release, report: CommandReport) -> int:
    from ckmcore.release.actions import state_name, time_words

    number = str(release.number)
    report.out("release_now", number=number, state=state_name(release))
    if release.submission.hidden and release.state == "released":
        report.out("release_hidden_now", number=number, embargo=time_words(release.submission.request.embargo))
    return 0


def _write(options: argparse.Namespace, report: CommandReport) -> int:
    folder = Path(options.output)
    with worked_on(options, report) as work:
        work.needs("releaser")
        who = who_asked(options, report)
        files = work.write(options.number, folder, replaces=options.replace, person=who)
    for file in files:
        report.wrote(folder / file.name)
        report.out("release_file_written", name=file.name, sha256=file.sha256)
    return 0


def _repeat(options: argparse.Namespace, report: CommandReport) -> int:
    from ckmcore.base.files import folder_of
    from ckmcore.release.actions import now_text
    from ckmcore.release.files import repeat
    from ckmcore.release.files_found import files_by_name

    folder = Path(options.output)
    with worked_on(options, report, read_only=True) as work:
        repeated = repeat(
            work.statistic,
            options.number,
            work.load,
            folder,
            now_text(),
            office=work.office,
            replaces=options.replace,
            find=files_by_name(*map(Path, options.files), folder_of(Path(options.statistic)), last=folder),
        )
    for code in ("same", "differing", "new"):
        for name in getattr(repeated, code):
            report.wrote(folder / name)
            report.out(f"release_repeated_{code}", name=name)
    for file in repeated.former:
        report.wrote(folder / file.name)
        report.say(file.sentence())
    if repeated.differing and repeated.engine != repeated.now:
        report.out("release_repeated_engine", engine=repeated.engine, now=repeated.now)
    states = {file.state for file in repeated.former}
    if repeated.differing or states & {"changed", "touched"}:
        return Exit.DIFFERS
    return Exit.NOT_TESTED if "missing" in states else Exit.DONE


def _compare(options: argparse.Namespace, report: CommandReport) -> int:
    from ckmcore.release.compare import change_sentence
    from ckmcore.release.files import compare_with_made

    with worked_on(options, report, read_only=True) as work:
        numbered = _release(work, options.number), _release(work, options.other)
        compared = compare_with_made(work.statistic, *numbered, work.load, work.office)
    for said in (*compared.few, *map(change_sentence, compared.cells)):
        report.say(said)
    report.out("release_compared", same=compared.same, changed=compared.changed, new=compared.new, gone=compared.gone)
    return Exit.DIFFERS if compared.differing else Exit.DONE


def _check(options: argparse.Namespace, report: CommandReport) -> int:
    from ckmcore.ports import needed_lab

    with worked_on(options, report, read_only=True) as work:
        work.needs("releaser", "methodologist")
        return needed_lab().left_verdict(_left_open(options, work, report)).exit_code


def _left_open(options: argparse.Namespace, work: WorkingStatistic, report: CommandReport) -> tuple[LeftOpen, ...]:
    """List and print what the method leaves open after a release."""
    from ckmcore.ports import needed_lab
    from ckmcore.release.files import as_it_was

    release = _release(work, options.number)
    statistic = as_it_was(work.statistic, release.submission)
    data = work.load(statistic)
    if data is None:
        raise InputError("run_no_records", period=statistic.period.label)
    files = files_asked(options, Path(options.statistic), work.office)
    left = needed_lab().left_open(statistic, release.submission, data, load=work.load, files=files)
    for left_open in left:
        report.say(left_open.said)
    if not left:
        report.out("left_open_nothing")
    return left


def _reconcile(options: argparse.Namespace, report: CommandReport) -> int:
    with worked_on(options, report) as work:
        new = work.reconcile()
        entries = len(work.statistic.register)
    report.out("register_reconciled", entries=entries, new=new)
    return 0


# --- as commands -----------------------------------------------------------------------------------------------------

_LOOK: Options = ("statistic", *SECRET)  # that changes nothing
_OFFICE = override("--office", help="release_office")
_CUBES: Options = (_OFFICE, FILES)  # where those of releases lie, and how they are written
STEP: Options = (*_LOOK, _OFFICE, "--register", "--take-over")
_TYPED = person_options(typed=True)
_NUMBER: Options = (*STEP, "number", *_TYPED)
_FOLDER: Options = ("--replace", override("--output", metavar="FOLDER", help="release_output"))
_RULE = option("--rule", action="append", metavar="F5", help="release_rule")
_SUBMIT = (
    *(*STEP, "table", *_TYPED, "--remark"),
    *(option(f"--{name}", default="", help=f"release_{name}") for name in ("recipient", "purpose")),
    option("--order-number", default="", help="release_order_number"),
    option("--embargo", default="", help="release_embargo"),
    override("--format", action="append"),
    flag("--cube", help="release_cube"),
    option("--corrects", type=int, default=0, metavar="NO", help="release_corrects"),
    "--period",
    FILES,
)
_VERIFY = (
    "statistic",
    override("--register", help="verify_register"),
    _OFFICE,
    "--key-file",
    flag("--ask", help="verify_ask"),
    override("--strict", help="verify_strict"),
    override("file", nargs="*", metavar="FILE", help="verify_files"),
)
_REGISTER = (
    "statistic",
    override("--output", required=None, metavar="register.csv", help="register_output"),
    option("--attack", metavar="REPORT.html", help="register_attack", writes=True),
    *_CUBES,
    *SECRET,
)
_APPROVE = (*_NUMBER, "--remark", flag("--look", help="release_look"), FILES)
_INFORMED = several("--inform", metavar="NAME", help="release_informed")
_OTHER = override("other", type=int, metavar="NO", help="release_number")
_PACKAGE = (
    *STEP,
    option("numbers", nargs="+", type=int, metavar="NO", help="release_numbers"),
    *_TYPED,
    "--remark",
    flag("--attack-only", help="release_attack_only"),
    FILES,
)
_DEPUTY = (
    *STEP,
    *_TYPED,
    option("--of", required=True, metavar="NAME", help="release_deputy_of"),
    option("--deputy", required=True, metavar="NAME", help="release_deputy_name"),
    option("--start", required=True, metavar="DAY", help="release_deputy_start"),
    option("--end", required=True, metavar="DAY", help="release_deputy_end"),
)
COMMANDS = (
    CliCommand("verify", _VERIFY, run_verify),
    CliCommand("register", _REGISTER, run_register, prints={"output": ".csv"}),
    CliCommand("release"),
    CliCommand("release submit", _SUBMIT, _submit),
    CliCommand("release accept", (*STEP, "table", *_TYPED, "--remark", *SECOND, _RULE, "--period"), _accept),
    CliCommand("release return", (*_NUMBER, "--remark"), _return),
    CliCommand("release approve", _APPROVE, _approve),
    CliCommand("release package", _PACKAGE, _package),
    CliCommand("release deputy", _DEPUTY, _deputy),
    CliCommand("release write", (*_NUMBER, *_FOLDER), _write),
    CliCommand("release withdraw", (*_NUMBER, "--remark", _INFORMED), _withdraw),
    CliCommand("release early", (*_NUMBER, "--remark", _INFORMED), _early),
    CliCommand("release reconcile", STEP, _reconcile),
    CliCommand("release repeat", (*_LOOK, "number", *_FOLDER, *_CUBES), _repeat),
    CliCommand("release compare", (*_LOOK, "number", _OTHER), _compare),
    CliCommand("release check", (*_LOOK, "number", *_CUBES), _check),
)
