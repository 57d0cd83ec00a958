"""`ckm person`: a person's own key, who is enrolled in a statistic; and how a command knows who takes a step."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ckmcore.cli.common import CommandReport, check_output
from ckmcore.cli.secret import add_secret_option, open_asked, typed_secret
from ckmcore.cli.work import worked_on
from ckmcore.errors import InputError
from ckmcore.messages import sentence

if TYPE_CHECKING:
    from ckmcore.statistic.model import Statistic
    from ckmcore.statistic.personal_key import PersonalKey
    from ckmcore.statistic.persons import Person, Persons, Who

_OWN = ("new", "card", "passphrase")
_STEPS = ("list", "enrol", "confirm", "revoke", "four-eyes")


def add_person_command(commands: Any, text: Callable[[str], str]) -> None:
    """`ckm person new|card|passphrase F.ckmperson`, `ckm person list|enrol|confirm|revoke|four-eyes S.ckm`."""
    person = commands.add_parser("person", help=text("person"), description=text("person"))
    steps = person.add_subparsers(dest="step", required=True, metavar="|".join((*_OWN, *_STEPS)))
    parsers = {}
    for name in (*_OWN, *_STEPS):
        said = text(f"person_{name.replace('-', '_')}")
        parsers[name] = steps.add_parser(name, help=said, description=said)
        parsers[name].add_argument("--language", choices=("de", "en"), default=argparse.SUPPRESS, help=text("language"))
    for name in _OWN:
        parsers[name].add_argument("file", metavar="F.ckmperson", help=text("person_file"))
        parsers[name].add_argument("--key-file", metavar="F", help=text("person_key_file"))
    parsers["new"].add_argument("--name", required=True, help=text("person_name"))
    parsers["card"].add_argument("-o", "--output", metavar="F.ckmcard", help=text("person_output"))
    for name in _STEPS:
        parser = parsers[name]
        parser.add_argument("statistic", metavar="S.ckm", help=text("release_statistic"))
        add_secret_option(parser, text)
        parser.add_argument("--register", metavar="FOLDER", help=text("release_register"))
        parser.add_argument("--office", metavar="FILE", help=text("release_office"))
        parser.add_argument("--take-over", action="store_true", help=text("release_take_over"))
        if name != "list":
            add_person_options(parser, text, typed=name == "four-eyes")
    parsers["enrol"].add_argument("card", metavar="F.ckmcard", help=text("person_card_file"))
    parsers["enrol"].add_argument("--role", required=True, choices=("clerk", "methodologist", "releaser"))
    parsers["enrol"].add_argument("--replaces", default="", metavar="WHO", help=text("person_replaces"))
    for name in ("confirm", "revoke"):
        parsers[name].add_argument("who", metavar="WHO", help=text("person_who"))
    parsers["revoke"].add_argument("--remark", required=True, help=text("release_remark"))
    parsers["four-eyes"].add_argument("on", choices=("on", "off"))


def add_person_options(parser: Any, text: Callable[[str], str], *, typed: bool, required: bool = True) -> None:
    """`--person-key F`, `--person-key-file F`, and `--person NAME` where a typed name may be enough."""
    who = parser.add_mutually_exclusive_group(required=required)
    if typed:
        who.add_argument("--person", help=text("release_person"))
    who.add_argument("--person-key", metavar="F.ckmperson", help=text("person_key"))
    parser.add_argument("--person-key-file", metavar="F", help=text("person_key_file"))


def add_second_options(parser: Any, text: Callable[[str], str]) -> None:
    """`--second-person NAME`, or `--second-key F` and `--second-key-file F` where persons are enrolled."""
    who = parser.add_mutually_exclusive_group(required=True)
    who.add_argument("--second-person", metavar="NAME", help=text("release_second_person"))
    who.add_argument("--second-key", metavar="F.ckmperson", help=text("person_second_key"))
    parser.add_argument("--second-key-file", metavar="F", help=text("person_key_file"))


def second_asked(options: argparse.Namespace, report: CommandReport) -> Who:
    """Who agrees to a step: the key of `--second-key`, opened, else the name of `--second-person`."""
    if options.second_key is None:
        return str(options.second_person)
    return _opened(Path(options.second_key), options.second_key_file, report)


def who_asked(options: argparse.Namespace, report: CommandReport) -> Who:
    """Who takes a step: the key of `--person-key`, opened, else the name of `--person`."""
    if options.person_key is None:
        return str(options.person)
    return _opened(Path(options.person_key), options.person_key_file, report)


def run_person(options: argparse.Namespace, report: CommandReport) -> int:
    """Exit code 0."""
    if options.step in _OWN:
        return _run_own(options, report)
    if options.step == "list":
        statistic, _ = open_asked(options, Path(options.statistic), report)
        return _list(statistic, report)
    with worked_on(options, report) as work:
        if options.step in ("enrol", "four-eyes"):
            work.needs("methodologist")
        work.take(partial(_step, options, who_asked(options, report)))
        made = work.statistic
    return _list(made, report)


def _step(options: argparse.Namespace, who: Who, statistic: Statistic) -> Statistic:
    from ckmcore.release.actions import confirm, enrol, now_text, revoke, set_four_eyes
    from ckmcore.statistic.personal_key import read_card, read_person_file
    from ckmcore.statistic.persons import persons_of

    if options.step == "four-eyes":
        return set_four_eyes(statistic, options.on == "on", who, now_text())
    assert not isinstance(who, str)  # noqa: S101 - the other steps take no typed name
    persons = persons_of(statistic.register)
    if options.step == "enrol":
        path = Path(options.card)
        card = read_card(read_person_file(path), path.name)
        replaces = chosen(persons, options.replaces).key if options.replaces else ""
        return enrol(statistic, card, options.role, who, now_text(), replaces=replaces)
    key = chosen(persons, options.who).key
    if options.step == "confirm":
        return confirm(statistic, key, who, now_text())
    return revoke(statistic, key, who, now_text(), options.remark)


def chosen(persons: Persons, text: str) -> Person:
    """The person of a name, or of the beginning of a fingerprint, whose key is not revoked. Raises person_unknown."""
    from ckmcore.statistic.entry import same_person
    from ckmcore.statistic.personal_key import fingerprint

    open_ones = [one for one in persons.people if one.state != "revoked"]
    found = [one for one in open_ones if same_person(one.name, text) or fingerprint(one.key).startswith(text.upper())]
    if len(found) != 1:
        raise InputError(
            "person_unknown", text=text, known=[f"{one.name} {fingerprint(one.key)}" for one in open_ones] or ["–"]
        )
    return found[0]


def _list(statistic: Statistic, report: CommandReport) -> int:
    from ckmcore.statistic.personal_key import fingerprint
    from ckmcore.statistic.persons import persons_of, persons_sentence
    from ckmcore.statistic.seal import role_name

    persons = persons_of(statistic.register)
    for one in persons.people:
        state = sentence(f"person_state_{one.state}")
        report.out(
            "persons_line", name=one.name, role=role_name(one.role), state=state, fingerprint=fingerprint(one.key)
        )
        if one.state == "active" and not one.witnessed:
            report.out("run_note", note=sentence("person_unwitnessed"))
    said = persons_sentence(persons)
    report.out(said.code, **said.fields)
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
    if options.step == "new":
        check_output(options.file, [])
        made = make_personal_key(options.name)
        write_new_person(path, wrapped(made, typed_secret(options.key_file, path.name, report, new=True)))
        report.wrote(path)
        report.out("person_made", name=path.name, person=made.name, fingerprint=fingerprint(made.key))
    elif options.step == "passphrase":
        found = _opened(path, options.key_file, report)
        content = wrapped(found, typed_secret(None, path.name, report, new=True))
        write_whole(path, partial(_fill, content), own=True)
        report.wrote(path)
        report.out("person_wrapped", name=path.name)
    elif options.output is None:
        card = read_owner(read_person_file(path), path.name)
        report.out("person_shown", person=card.name, fingerprint=fingerprint(card.key))
    else:
        check_output(options.output, [options.file])
        found = _opened(path, options.key_file, report)
        target = Path(options.output)
        write_whole(target, partial(_fill, card_file(found)))
        report.wrote(target)
        report.out("person_card_written", name=target.name, person=found.name, fingerprint=fingerprint(found.key))
    return 0


def _opened(path: Path, key_file: str | None, report: CommandReport) -> PersonalKey:
    """The personal key in a file. Raises person_file_not_one, SecretWrong, person_file_unreadable."""
    from ckmcore.statistic.personal_key import read_person_file, unwrap

    return unwrap(read_person_file(path), path.name, typed_secret(key_file, path.name, report))


def _fill(content: bytes, target: Path) -> None:
    target.write_bytes(content)
