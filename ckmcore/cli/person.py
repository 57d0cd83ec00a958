"""`ckm person`: a person's own key, who is enrolled in a statistic; and how a command knows who takes a step."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from ckmcore.cli.common import CommandReport, check_output
from ckmcore.cli.options import OneOf, Options, option, override
from ckmcore.cli.registry import CliCommand
from ckmcore.cli.secret import SECRET, open_asked, typed_secret
from ckmcore.cli.statistic_session import worked_on
from ckmcore.errors import InputError
from ckmcore.messages import sentence

if TYPE_CHECKING:
    from ckmcore.statistic.model import Statistic
    from ckmcore.statistic.personal_key import PersonalKey
    from ckmcore.statistic.persons import Person, Persons, Who


def person_options(*, typed: bool, required: bool = True) -> Options:
    """`--person-key F`, `--person-key-file F`, and `--person NAME` where a typed name may be enough."""
    key = option("--person-key", metavar="F.ckmperson")
    who = OneOf((option("--person", help="release_person"), key) if typed else (key,), required)
    return who, option("--person-key-file", metavar="F")


# `--second-person NAME`, or a key where persons are enrolled.
SECOND: Options = (
    OneOf(
        (
            override("--second-person", default=None, metavar="NAME", help="release_second_person"),
            option("--second-key", metavar="F.ckmperson", help="person_second_key"),
        ),
        required=True,
    ),
    option("--second-key-file", metavar="F", help="person_key_file"),
)


def second_asked(options: argparse.Namespace, report: CommandReport) -> Who:
    """Person who agrees to a step: the opened key of `--second-key`, else the name of `--second-person`."""
    if options.second_key is None:
        return str(options.second_person)
    return _opened(Path(options.second_key), options.second_key_file, report)


def who_asked(options: argparse.Namespace, report: CommandReport) -> Who:
    """Person who takes a step: the opened key of `--person-key`, else the name of `--person`."""
    if options.person_key is None:
        return str(options.person)
    return _opened(Path(options.person_key), options.person_key_file, report)


def _show(options: argparse.Namespace, report: CommandReport) -> int:
    statistic, _ = open_asked(options, Path(options.statistic), report)
    return _list(statistic, report)


def _take(options: argparse.Namespace, report: CommandReport) -> int:
    with worked_on(options, report) as work:
        if options.action in ("enrol", "four-eyes"):
            work.needs("methodologist")
        work.take(partial(_step, options, who_asked(options, report)))
        statistic = work.statistic
    return _list(statistic, report)


def _step(options: argparse.Namespace, who: Who, statistic: Statistic) -> Statistic:
    from ckmcore.release.actions import confirm, enrol, now_text, revoke, set_four_eyes
    from ckmcore.statistic.personal_key import read_card, read_person_file
    from ckmcore.statistic.persons import persons_of

    if options.action == "four-eyes":
        return set_four_eyes(statistic, options.on == "on", who, now_text())
    assert not isinstance(who, str)  # noqa: S101 - the other steps take no typed name
    persons = persons_of(statistic.register)
    if options.action == "enrol":
        path = Path(options.card)
        card = read_card(read_person_file(path), path.name)
        replaces = chosen(persons, options.replaces).key if options.replaces else ""
        return enrol(statistic, card, options.role, who, now_text(), replaces=replaces)
    key = chosen(persons, options.who).key
    if options.action == "confirm":
        return confirm(statistic, key, who, now_text())
    return revoke(statistic, key, who, now_text(), options.remark)


def chosen(persons: Persons, text: str) -> Person:
    """Find the person with a name, or with a fingerprint that begins with `text`, whose key is not revoked. Raises
    person_unknown."""
    from ckmcore.statistic.entry import same_person
    from ckmcore.statistic.personal_key import fingerprint

    open_ones = [person for person in persons.people if person.state != "revoked"]
    people = [
        person
        for person in open_ones
        if same_person(person.name, text) or fingerprint(person.key).startswith(text.upper())
    ]
    if len(people) != 1:
        raise InputError(
            "person_unknown",
            text=text,
            known=[f"{person.name} {fingerprint(person.key)}" for person in open_ones] or ["–"],
        )
    return people[0]


def _list(statistic: Statistic, report: CommandReport) -> int:
    from ckmcore.statistic.personal_key import fingerprint
    from ckmcore.statistic.persons import persons_of, persons_sentence
    from ckmcore.statistic.seal import role_name

    persons = persons_of(statistic.register)
    for person in persons.people:
        state = sentence(f"person_state_{person.state}")
        report.out(
            "persons_line",
            name=person.name,
            role=role_name(person.role),
            state=state,
            fingerprint=fingerprint(person.key),
        )
        if person.state == "active" and not person.witnessed:
            report.out("run_note", note=sentence("person_unwitnessed"))
    report.say(persons_sentence(persons))
    return 0


def _run_own(options: argparse.Namespace, report: CommandReport) -> int:
    from ckmcore.base.files import write_whole
    from ckmcore.statistic.personal_key import (
        card_file,
        fingerprint,
        make_personal_key,
        read_owner,
        read_person_file,
        wrapped,
        write_new_person,
    )

    path = Path(options.file)
    if options.action == "new":
        check_output(options.file, [])
        personal_key = make_personal_key(options.name)
        write_new_person(path, wrapped(personal_key, typed_secret(options.key_file, path.name, report, new=True)))
        report.wrote(path)
        report.out("person_made", name=path.name, person=personal_key.name, fingerprint=fingerprint(personal_key.key))
    elif options.action == "passphrase":
        key = _opened(path, options.key_file, report)
        content = wrapped(key, typed_secret(None, path.name, report, new=True))
        write_whole(path, partial(_fill, content), own=True)
        report.written(path, "person_wrapped")
    elif options.output is None:
        card = read_owner(read_person_file(path), path.name)
        report.out("person_shown", person=card.name, fingerprint=fingerprint(card.key))
    else:
        check_output(options.output, [options.file])
        key = _opened(path, options.key_file, report)
        target = Path(options.output)
        write_whole(target, partial(_fill, card_file(key)))
        report.wrote(target)
        report.out("person_card_written", name=target.name, person=key.name, fingerprint=fingerprint(key.key))
    return 0


def _opened(path: Path, key_file: str | None, report: CommandReport) -> PersonalKey:
    """The personal key in a file. Raises person_file_not_one, SecretWrong, person_file_unreadable."""
    from ckmcore.statistic.personal_key import read_person_file, unwrap

    return unwrap(read_person_file(path), path.name, typed_secret(key_file, path.name, report))


def _fill(content: bytes, target: Path) -> None:
    target.write_bytes(content)


_OWN: Options = (
    override("file", metavar="F.ckmperson", help="person_file"),
    override("--key-file", help="person_key_file"),
)
_LISTED: Options = (
    "statistic",
    *SECRET,
    *("--register", override("--office", help="release_office"), "--take-over"),
)
_STEP = (*_LISTED, *person_options(typed=False))
_WHO = option("who", metavar="WHO", help="person_who")
_ENROL = (
    *_STEP,
    option("card", metavar="F.ckmcard", help="person_card_file"),
    option("--role", required=True, choices=("clerk", "methodologist", "releaser"), help=None),
    option("--replaces", default="", metavar="WHO", help="person_replaces"),
)
_ON = option("on", choices=("on", "off"), help=None)
COMMANDS = (
    CliCommand("person"),
    CliCommand("person new", (*_OWN, option("--name", required=True, help="person_name")), _run_own),
    CliCommand(
        "person card", (*_OWN, override("--output", required=None, metavar="F.ckmcard", help="person_output")), _run_own
    ),
    CliCommand("person passphrase", _OWN, _run_own),
    CliCommand("person list", _LISTED, _show),
    CliCommand("person enrol", _ENROL, _take),
    CliCommand("person confirm", (*_STEP, _WHO), _take),
    CliCommand("person revoke", (*_STEP, _WHO, override("--remark", required=True, default=None)), _take),
    CliCommand("person four-eyes", (*_LISTED, *person_options(typed=True), _ON), _take),
)
