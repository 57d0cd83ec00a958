"""An entry of the register: who did what, when. Each is chained to the one before by SHA-256; none is ever changed.

The hash of an entry is that of its `line`: its fields as JSON, in the order of their names, with the hash of the entry
before. The line is kept as it was written, so that a later program, which knows more fields, finds the same hash. The
first entry stands on the identity of its statistic: a chain does not fit another one.
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, Literal

import msgspec

from ckmcore.base.checked import checked
from ckmcore.base.numbers import Language
from ckmcore.base.texts import Texts
from ckmcore.base.typed import LATER, decoded, kept_record, kept_settings
from ckmcore.base.verdict import CheckState
from ckmcore.errors import DataError, PermissionRefused
from ckmcore.messages import Sentence, sentence
from ckmcore.statistic.personal_key import PersonalKey, signature_holds
from ckmcore.statistic.seal import Role
from ckmcore.tabulate.spec import TableSpec

Kind = Literal[
    "submitted",
    "returned",
    "released",
    "written",
    "withdrawn",
    "corrected",
    "revealed",
    "method_changed",
    "four_eyes",
    "person_enrolled",
    "person_confirmed",
    "person_revoked",
    "sums_accepted",
    "unreadable",
]
CheckName = Literal[
    "title",
    "period",
    "source",
    "signs",
    "footnotes",
    "shares",
    "beside",
    "pairs",
    "codes",
    "method",
    "claims",
    "sums",
    "former",
    "search",
]


class ChainBroken(DataError):
    """An entry of the register is not as it was written. Fields: place, detail (a sentence)."""

    code = "register_broken"


class SharedChainBroken(ChainBroken):
    """The same of the register's file; the statistic itself is whole."""

    code = "register_broken_shared"


@dataclass(frozen=True)
class Check:
    """A point of the checklist before a release: what was found, and whether it holds, somebody has to look at it, or
    it was not tested."""

    name: CheckName
    state: CheckState
    found: Texts


@dataclass(frozen=True)
class PeriodFacts:
    """What the figures of a period were made of, by hashes.

    code, label, date: the period; data: SHA-256 of the files of its records; described: hash of the dictionary and of
    how the files are read; keys: of the record keys ("" without); method: of kind, settings and perturbation tables;
    method_kind: its kind; since: since when it was in force; counted: what tables count, where these are not records.
    """

    code: str
    label: Texts
    date: str
    data: tuple[str, ...]
    described: str
    keys: str
    method: str
    method_kind: str
    since: str = ""
    counted: str = field(default="", metadata=LATER)


@checked
@dataclass(frozen=True)
class Request:
    """For whom a table is to be released, and how.

    embargo: the time (ISO) before which there are no final files ("" = none); forms: names of file forms; language: of
    the files.
    """

    recipient: str = ""
    purpose: str = ""
    order_number: str = ""
    embargo: str = ""
    forms: tuple[str, ...] = ("xlsx",)
    language: Language = "de"


@dataclass(frozen=True)
class PublishedMargin:
    """A margin of a hypercube: the variables that it breaks down by, the number of its lines and a hash of them
    (SHA-256): of a submission of all figures, of a file as far as its form tells them apart."""

    variables: tuple[str, ...]
    lines: int
    sha256: str


@dataclass(frozen=True)
class Submission:
    """A table that is handed in for release: all that its files are made of, and all that must be the same then.

    table: the name it is saved under ("" = none); heading: its title as the files have it; title, statistic, period,
    source, as_of: as in its Draft; periods: all that its figures come from; office: hash of the office's settings;
    figures: hash of the published figures; packed: that of their packed form, as it is kept; corrects: the number of
    the release that it shall replace (0 = none); current: the code of the period that was current;
    four_eyes: whether who releases it must be another person; units: what was declared of units over periods, for
    tables over several ("": nothing was, and sums over periods were those of no recurring unit). margins: of a
    hypercube, whose figures stand in its files alone; its table is the one that has all its margins at once.
    """

    table: str
    spec: TableSpec
    heading: str
    title: Texts
    statistic: Texts
    period: Texts
    source: Texts
    as_of: str
    periods: tuple[PeriodFacts, ...]
    request: Request
    office: str
    figures: str
    packed: str
    engine: str
    method_name: Texts = Texts()
    checks: tuple[Check, ...] = ()
    corrects: int = 0
    current: str = ""
    four_eyes: bool = False
    units: str = ""
    margins: tuple[PublishedMargin, ...] = field(default=(), metadata=LATER)

    @property
    def is_hypercube(self) -> bool:
        """Whether all margins of its variables are released, and not the table."""
        return bool(self.margins)


@dataclass(frozen=True)
class WrittenFile:
    """A file of a release: its name, its form, size in bytes and SHA-256. version: of the program, that the files of
    its writing name where their form has a place for it ("": none, as before versions stood in files). margins: that
    the file of a hypercube holds."""

    name: str
    form: str
    size: int
    sha256: str
    version: str = field(default="", metadata=LATER)
    margins: tuple[PublishedMargin, ...] = field(default=(), metadata=LATER)


@dataclass(frozen=True)
class Enrolment:
    """A person who is to sign entries from now on: name, role and public key (base64). replaces: the key of the same
    person that is no longer used ("" = none)."""

    name: str
    role: Role
    key: str
    replaces: str = ""


@dataclass(frozen=True)
class AcceptedSums:
    """A rule of the floor of sums that is accepted although it does not hold (magnitudes.md 5.9): of a magnitude ("":
    of all), up to the level that was found, in the cells with these marks (empty: by rule). unjudged: what could not be
    judged of it is accepted; method: the hash of the method that it holds for. Marks are made with the statistic's
    secret: of a cell nothing can be read from them."""

    rule: str
    magnitude: str = ""
    level: float = 0.0
    cells: tuple[str, ...] = ()
    unjudged: bool = False
    method: str = ""


@dataclass(frozen=True)
class Event:
    """What an entry says.

    place: from 1 on; number: of the release (0: it belongs to none); time: ISO; person: who did it; previous: hash of
    the entry before, of the first one the identity of the statistic. second_person: who agreed to a change of method;
    remark: why; submission: of `submitted`; checks: of `released`, as they were then; files: of `written`; by: the
    number that corrects it; table: what was looked at (`revealed`); period: label of the period concerned; releases:
    numbers released before the method was changed; engine: version of the program that wrote the files.

    key, signature: of who did it, second_key, second_signature: of the second person ("": the name was typed);
    enrolled: of `person_enrolled`; about: the public key that `person_confirmed` and `person_revoked` are about;
    accepted: of `sums_accepted`; on: of `four_eyes`; note: the form of the note in the files of a release (0: without
    the register's head).
    """

    place: int
    number: int
    kind: Kind
    time: str
    person: str
    previous: str
    second_person: str = ""
    remark: str = ""
    submission: Submission | None = None
    checks: tuple[Check, ...] = ()
    files: tuple[WrittenFile, ...] = ()
    by: int = 0
    table: str = ""
    period: Texts = Texts()
    releases: tuple[int, ...] = ()
    engine: str = ""
    key: str = field(default="", metadata=LATER)
    signature: str = field(default="", metadata=LATER)
    second_key: str = field(default="", metadata=LATER)
    second_signature: str = field(default="", metadata=LATER)
    enrolled: Enrolment | None = field(default=None, metadata=LATER)
    about: str = field(default="", metadata=LATER)
    on: bool = field(default=False, metadata=LATER)
    note: int = field(default=0, metadata=LATER)
    accepted: tuple[AcceptedSums, ...] = field(default=(), metadata=LATER)


@dataclass(frozen=True)
class Entry(Event):
    """An event on record: its line and the hash of that. `unreadable`: a line that is no event, kept as it is."""

    line: str = field(default="", repr=False)
    hash: str = ""

    @classmethod
    def read(cls, line: str, stored: str, place: int) -> Entry:
        """Decode a line of a register into its entry and the hash kept with it; `check_chain` compares them."""
        try:
            event = decoded(line, Event)
        except (msgspec.MsgspecError, UnicodeError, RecursionError):
            event = Event(place, 0, "unreadable", "", "", "")
        if event.submission is not None:
            # An axis without a block has an empty one, as where a statistic is opened.
            spec = event.submission.spec.with_changes()
            event = replace(event, submission=replace(event.submission, spec=spec))
        return cls(**_values(event), line=line, hash=stored)


def _values(event: Event) -> dict[str, Any]:
    return {one.name: getattr(event, one.name) for one in fields(Event)}


def appended(
    register: Sequence[Entry],
    identity: str,
    event: Event,
    signer: PersonalKey | None = None,
    second: PersonalKey | None = None,
) -> tuple[Entry, ...]:
    """The register with one more entry; the event's place and `previous` are those that follow. It is signed by whose
    keys are given. Raises ChainBroken, register_person_missing."""
    check_chain(register, identity)
    if not event.person.strip():
        raise PermissionRefused("register_person_missing")
    previous = register[-1].hash if register else identity
    event = replace(event, place=len(register) + 1, previous=previous)
    if signer is not None:
        event = replace(event, key=signer.key, second_key="" if second is None else second.key)
        said = _SIGNED + _line(event)
        event = replace(
            event, signature=signer.sign(said), second_signature="" if second is None else second.sign(said)
        )
    line = _line(event).decode()
    return (*register, Entry(**_values(event), line=line, hash=hash_of(line)))


_SIGNED = b"ckm entry 1\n"


def _line(event: Event) -> bytes:
    """An event as its line; fields that came later are in it only where they say something."""
    line = kept_record(event) | {"files": [kept_record(one) for one in event.files]}
    if event.submission is not None:
        periods = [kept_record(one) for one in event.submission.periods]
        spec = kept_settings(event.submission.spec)
        line["submission"] = kept_record(event.submission) | {"spec": spec, "periods": periods}
    return msgspec.json.encode(line, order="sorted")


def signatures_hold(entry: Entry) -> bool:
    """Whether an entry that has keys is signed by each of them: all that its line says but for the signatures."""
    said = entry.line
    for name in ("signature", "second_signature"):
        value = getattr(entry, name)
        found = f'"{name}":"{value}",'
        if said.count(found) != int(bool(value)):
            return False
        said = said.replace(found, "")
    message = _SIGNED + said.encode("utf-8", "surrogatepass")
    first = signature_holds(entry.key, message, entry.signature)
    return first and (not entry.second_key or signature_holds(entry.second_key, message, entry.second_signature))


def hash_of(text: str) -> str:
    """SHA-256 of a text as UTF-8."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def chain_fault(register: Sequence[Entry], identity: str) -> ChainBroken | None:
    """The first entry that is not as it was written, or does not follow the one before; None where all do."""
    previous = identity
    for place, entry in enumerate(register, start=1):
        detail: Sentence | None = None
        if hash_of(entry.line) != entry.hash:
            detail = sentence("register_broken_content")
        elif entry.kind == "unreadable":
            detail = sentence("register_broken_unreadable")
        elif entry.previous != previous or entry.place != place:
            detail = sentence("register_broken_order")
        if detail is not None:
            return ChainBroken(place=place, detail=detail)
        previous = entry.hash
    return None


def check_chain(register: Sequence[Entry], identity: str) -> None:
    """Raises ChainBroken naming the first entry at fault."""
    fault = chain_fault(register, identity)
    if fault is not None:
        raise fault


def same_person(one: str, other: str) -> bool:
    """Whether two names are one person's: upper and lower case, blanks and ways to write an accent do not count."""
    return _plain(one) == _plain(other)


def _plain(name: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())
