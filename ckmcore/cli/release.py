"""`ckm verify`, `ckm register`, `ckm release`: the register of a statistic, looked at and added to."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ckmcore.base.exits import Exit
from ckmcore.cli.common import CommandReport, add_files_option, check_output, files_asked
from ckmcore.cli.person import add_person_options, add_second_options, second_asked, who_asked
from ckmcore.cli.recheck import add_recheck_options, run_recheck
from ckmcore.cli.secret import add_secret_option, open_asked, register_folder
from ckmcore.cli.work import worked_on
from ckmcore.errors import InputError
from ckmcore.messages import sentence

if TYPE_CHECKING:
    from ckmcore.microdata.data import Microdata
    from ckmcore.release.differences import OpenDifference
    from ckmcore.statistic.model import Statistic
    from ckmcore.statistic.releases import Release
    from ckmcore.working.statistic import WorkingStatistic


def add_release_commands(commands: Any, text: Callable[[str], str]) -> None:
    """`ckm verify S.ckm [FILES]`, `ckm register S.ckm`, `ckm release STEP S.ckm ...`."""
    verify = commands.add_parser("verify", help=text("verify"), description=text("verify"))
    _add_statistic(verify, text)
    verify.add_argument("--register", metavar="FOLDER", help=text("verify_register"))
    verify.add_argument("--key-file", metavar="F", help=text("key_file"))
    verify.add_argument("--ask", action="store_true", help=text("verify_ask"))
    verify.add_argument("--strict", action="store_true", help=text("verify_strict"))
    verify.add_argument("file", nargs="*", metavar="FILE", help=text("verify_files"))
    listing = commands.add_parser("register", help=text("register"), description=text("register"))
    _add_statistic(listing, text)
    listing.add_argument("-o", "--output", metavar="register.csv", help=text("register_output"))
    listing.add_argument("--attack", metavar="REPORT.html", help=text("register_attack"))
    add_files_option(listing, text)
    add_secret_option(listing, text)
    release = commands.add_parser("release", help=text("release"), description=text("release"))
    steps = release.add_subparsers(dest="step", required=True, metavar="|".join(_STEPS))
    parsers = {
        name: steps.add_parser(name, help=text(f"release_{name}"), description=text(f"release_{name}"))
        for name in _STEPS
    }
    for name, parser in parsers.items():
        _add_statistic(parser, text)
        add_secret_option(parser, text)
        parser.set_defaults(office=None, register=None, take_over=False)
        if name not in ("compare", "check"):
            parser.add_argument("--office", metavar="FILE", help=text("release_office"))
        if name not in _LOOKS:
            parser.add_argument("--register", metavar="FOLDER", help=text("release_register"))
            parser.add_argument("--take-over", action="store_true", help=text("release_take_over"))
        if name in ("submit", "accept"):
            parser.add_argument("table", metavar="TABLE", help=text("release_table"))
        elif name not in ("reconcile", "recheck"):
            parser.add_argument("number", type=int, metavar="NO", help=text("release_number"))
        if name in ("submit", "accept", "return", "approve", "withdraw", "write"):
            add_person_options(parser, text, typed=True)
        if name in ("submit", "accept", "return", "approve", "withdraw"):
            parser.add_argument("--remark", default="", help=text("release_remark"))
        if name in ("write", "repeat"):
            parser.add_argument("--replace", action="store_true", help=text("replace"))
        if name in ("write", "repeat"):
            parser.add_argument("-o", "--output", required=True, metavar="FOLDER", help=text("release_output"))
    accept = parsers["accept"]
    add_second_options(accept, text)
    accept.add_argument("--rule", action="append", metavar="F5", help=text("release_rule"))
    accept.add_argument("--period", help=text("run_period"))
    parsers["approve"].add_argument("--look", action="store_true", help=text("release_look"))
    for name in ("approve", "check"):
        add_files_option(parsers[name], text)
    parsers["compare"].add_argument("other", type=int, metavar="NO", help=text("release_number"))
    _add_request(parsers["submit"], text)
    add_recheck_options(parsers["recheck"], text)


_STEPS = (
    "submit", "accept", "return", "approve", "write", "withdraw", "reconcile", "repeat", "compare", "check", "recheck",
)  # fmt: skip
_LOOKS = ("repeat", "compare", "check")  # that change nothing


def _add_statistic(parser: Any, text: Callable[[str], str]) -> None:
    parser.add_argument("statistic", metavar="S.ckm", help=text("release_statistic"))
    parser.add_argument("--language", choices=("de", "en"), default=argparse.SUPPRESS, help=text("language"))


def _add_request(parser: Any, text: Callable[[str], str]) -> None:
    for name in ("recipient", "purpose", "order-number", "embargo"):
        parser.add_argument(f"--{name}", default="", help=text(f"release_{name.replace('-', '_')}"))
    parser.add_argument("--format", action="append", metavar="FORM", help=text("release_format"))
    parser.add_argument("--cube", action="store_true", help=text("release_cube"))
    parser.add_argument("--corrects", type=int, default=0, metavar="NO", help=text("release_corrects"))
    parser.add_argument("--period", help=text("run_period"))


# --- verify, register ------------------------------------------------------------------------------------------------


def run_verify(options: argparse.Namespace, report: CommandReport) -> int:
    """Ends with DIFFERS where not all is as it was written, with NOT_TESTED where not all could be looked at."""
    from ckmcore.cli.secret import read_secret
    from ckmcore.release.register import read_register, register_path
    from ckmcore.release.verify import (
        outcome,
        verify_files,
        verify_guard,
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
    shared = read_register(register_path(folder, statistic.identity), statistic.identity)
    files = [Path(name) for name in options.file]

    def load(one: Statistic) -> Microdata | None:
        return load_period(one, path)

    found = [
        *verify_guard(statistic, guard, folder),
        *verify_register(statistic),
        *verify_persons(statistic),
        *verify_shared(statistic, shared),
        *verify_files(statistic, files, sealed=not opened, load=load if opened else None),
    ]
    for one in found:
        report.out(one.said.code, **one.said.fields)
    return outcome(found, strict=options.strict)


def run_register(options: argparse.Namespace, report: CommandReport) -> int:
    """The releases as a list, or all entries as CSV; or attacked: ends with DISCLOSES where one discloses a cell,
    with NOT_TESTED where not all of them could be attacked."""
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
    found = releases(statistic.register)
    if not found:
        report.out("register_empty", name=path.name)
    for one in found:
        day = (one.ended_at or one.released_at or one.submitted_at)[:10]
        report.out("register_line", number=str(one.number), state=state_name(one), date=day, title=one.title)
    if statistic.register:
        last, said = statistic.register[-1], persons_sentence(persons_of(statistic.register))
        report.out("register_head", place=last.place, hash=last.hash)
        report.out(said.code, **said.fields)
    return 0


def _attack(options: argparse.Namespace, report: CommandReport) -> int:
    """Attacks what was released, and writes the internal report."""
    from ckmcore.release.actions import now_text
    from ckmcore.release.recheck import recheck, write_recheck
    from ckmcore.statistic.source import load_period
    from ckmcore.working.held import needs_role

    path, target = Path(options.statistic), Path(options.attack)
    check_output(options.attack, [options.statistic])
    statistic, _ = open_asked(options, path, report)
    needs_role(statistic, "methodologist", "releaser")
    found = recheck(statistic, lambda one: load_period(one, path), files=files_asked(options, path))
    language = report.file_language()
    write_recheck(found, target, statistic.title.text(language), now_text()[:10], language)
    report.wrote(target)
    report.out(found.summary.code, **found.summary.fields)
    for note in found.notes:
        report.out(note.code, **note.fields)
    report.out("recheck_written", name=target.name)
    return found.verdict.exit_code


# --- steps -----------------------------------------------------------------------------------------------------------


def run_release(options: argparse.Namespace, report: CommandReport) -> int:
    """Takes a step; `repeat` and `compare` end with DIFFERS, `check` and `recheck` with DISCLOSES where they find
    something, with NOT_TESTED where they could not look at all."""
    steps: dict[str, Callable[[argparse.Namespace, CommandReport], int]] = {
        "submit": _submit,
        "accept": _accept,
        "return": _return,
        "approve": _approve,
        "write": _write,
        "withdraw": _withdraw,
        "reconcile": _reconcile,
        "repeat": _repeat,
        "compare": _compare,
        "check": _check,
        "recheck": run_recheck,
    }
    return steps[options.step](options, report)


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
        )
        submission = work.releases[-1].submission
    report.out("release_submitted", number=str(number), title=submission.heading)
    for check in submission.checks:
        name = sentence(f"check_name_{check.name}")
        report.out(f"release_check_{check.state}", name=name, found=check.found)
    return 0


def _accept(options: argparse.Namespace, report: CommandReport) -> int:
    """Accepts what does not hold of the floor of the sums of a table."""
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
        found = _release(work, options.number)
    return _told(found, report)


def _approve(options: argparse.Namespace, report: CommandReport) -> int:
    from ckmcore.release.differences import seen_undecided

    with worked_on(options, report) as work:
        work.needs("releaser")
        who = who_asked(options, report)
        seen = seen_undecided(_left_open(options, work, report)) if options.look else ()
        work.approve(options.number, remark=options.remark, checks=seen, person=who)
        found = _release(work, options.number)
    return _told(found, report)


def _withdraw(options: argparse.Namespace, report: CommandReport) -> int:
    with worked_on(options, report) as work:
        work.needs("releaser")
        work.withdraw(options.number, options.remark, person=who_asked(options, report))
        found = _release(work, options.number)
    return _told(found, report)


def _release(work: WorkingStatistic, number: int) -> Release:
    from ckmcore.statistic.releases import find_release

    return find_release(work.statistic.register, number)


def _told(found: Release, report: CommandReport) -> int:
    from ckmcore.release.actions import state_name

    report.out("release_now", number=str(found.number), state=state_name(found))
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
    from ckmcore.release.actions import now_text
    from ckmcore.release.files import repeat

    folder = Path(options.output)
    with worked_on(options, report, read_only=True) as work:
        found = repeat(
            work.statistic,
            options.number,
            work.load,
            folder,
            now_text(),
            office=work.office,
            replaces=options.replace,
        )
    for code in ("same", "differing", "new"):
        for name in getattr(found, code):
            report.wrote(folder / name)
            report.out(f"release_repeated_{code}", name=name)
    if found.differing and found.engine != found.now:
        report.out("release_repeated_engine", engine=found.engine, now=found.now)
    return Exit.DIFFERS if found.differing else Exit.DONE


def _compare(options: argparse.Namespace, report: CommandReport) -> int:
    from ckmcore.release.compare import change_sentence, compare_releases

    with worked_on(options, report, read_only=True) as work:
        found = compare_releases(work.statistic, _release(work, options.number), _release(work, options.other))
    for change in found.cells:
        said = change_sentence(change)
        report.out(said.code, **said.fields)
    report.out("release_compared", same=found.same, changed=found.changed, new=found.new, gone=found.gone)
    return Exit.DIFFERS if found.differing else Exit.DONE


def _check(options: argparse.Namespace, report: CommandReport) -> int:
    from ckmcore.release.differences import left_verdict

    with worked_on(options, report, read_only=True) as work:
        work.needs("releaser", "methodologist")
        return left_verdict(_left_open(options, work, report)).exit_code


def _left_open(
    options: argparse.Namespace, work: WorkingStatistic, report: CommandReport
) -> tuple[OpenDifference, ...]:
    """What the method leaves open by a release, told line by line."""
    from ckmcore.release.differences import left_open
    from ckmcore.release.files import as_it_was

    found = _release(work, options.number)
    statistic = as_it_was(work.statistic, found.submission)
    data = work.load(statistic)
    if data is None:
        raise InputError("run_no_records", period=statistic.period.label)
    files = files_asked(options, Path(options.statistic))
    left = left_open(statistic, found.submission, data, load=work.load, files=files)
    for one in left:
        report.out(one.said.code, **one.said.fields)
    if not left:
        report.out("left_open_nothing")
    return left


def _reconcile(options: argparse.Namespace, report: CommandReport) -> int:
    with worked_on(options, report) as work:
        new = work.reconcile()
        entries = len(work.statistic.register)
    report.out("register_reconciled", entries=entries, new=new)
    return 0
