"""Entries of the register, which record who did what and when. Each is chained to the previous one by SHA-256 and never
changed.

The hash of an entry covers its `line`: its fields as JSON in alphabetical order, with the hash of the previous entry.
The line is kept as written, so that later programs with more fields find the same hash. The first entry is chained to
the identity of its statistic, so that a chain does not fit another statistic.
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
    "given_early",
    "figures_opened",
    "corrected",
    "revealed",
    "method_changed",
    "four_eyes",
    "person_enrolled",
    "person_confirmed",
    "person_revoked",
    "deputy_named",
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
    "together",
    "picture",
]


class ChainBroken(DataError):
    """An entry of the register was changed after it was written. Fields: place, detail (a sentence)."""

    code = "register_broken"


class SharedChainBroken(ChainBroken):
    """An entry in the shared register file was changed; the statistic itself is intact. Fields as of ChainBroken."""

    code = "register_broken_shared"


@dataclass(frozen=True)
class Check:
    """A point of the checklist before a release. state: whether it is good, must be looked at, or was not tested;
    found: explanation."""

    name: CheckName
    state: CheckState
    found: Texts


@dataclass(frozen=True)
class PeriodFacts:
    """Hashes of what the figures of a period were made of.

    code, label, date: of the period. data: SHA-256 of the files of its records. described: hash of the dictionary and
    of how the files are read. keys: hash of the record keys, "" without. method: hash of kind, settings and
    perturbation tables; method_kind: its kind; since: day since which it was in force. counted: what tables count, ""
    for records.
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
    """Recipient and form of a requested release.

    embargo: ISO time before which there are no final files, "" for none; forms: names of file forms; language: of the
    files; writers: version of what writes them (`ckmcore.base.version.WRITERS`), set by `submit`.
    """

    recipient: str = ""
    purpose: str = ""
    order_number: str = ""
    embargo: str = ""
    forms: tuple[str, ...] = ("xlsx",)
    language: Language = "de"
    writers: int = field(default=1, metadata=LATER)


@dataclass(frozen=True)
class PublishedMargin:
    """A margin of a hypercube: its variables, number of lines, and SHA-256 of the lines. In a submission the hash
    covers all figures, for a file those that its form distinguishes."""

    variables: tuple[str, ...]
    lines: int
    sha256: str


@dataclass(frozen=True)
class Submission:
    """A table submitted for release, with everything that its files are made of and that must be unchanged at the
    release.

    table: name of the saved table, "" for none; heading: title in the files; title, statistic, period, source, as_of:
    as in its Draft; periods: facts on all periods of its figures; office: hash of the office's settings; figures: hash
    of the published figures; packed: hash of their packed form; corrects: number of the release to be replaced, 0 for
    none; current: code of the current period. four_eyes: another person must release it. units: for tables over several
    periods the statistic's declaration on recurring units, "" for none (sums were then those of non-recurring units).
    margins: of a hypercube, whose figures are only in its files; its table contains all margins. font: hash of the
    office's font for PDF, "" for none. revised: of a corrected hypercube for each value the numbers of the cells that
    publish something else than the replaced release, None where these are not known. hidden: the hashes of the figures
    are keyed, and the figures not kept, until the embargo is over (`ckmcore.statistic.concealed`). areas: hashes of
    the boundaries of its maps.
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
    font: str = field(default="", metadata=LATER)
    revised: tuple[tuple[int, ...], ...] | None = field(default=None, metadata=LATER)
    hidden: bool = field(default=False, metadata=LATER)
    areas: tuple[str, ...] = field(default=(), metadata=LATER)

    @property
    def is_hypercube(self) -> bool:
        """Whether all margins of its variables are released, and not the table."""
        return bool(self.margins)


@dataclass(frozen=True)
class WrittenFile:
    """A file of a release: name, form, size in bytes and SHA-256. version: program version stated in the file, "" for
    none; margins: those in the file of a hypercube."""

    name: str
    form: str
    size: int
    sha256: str
    version: str = field(default="", metadata=LATER)
    margins: tuple[PublishedMargin, ...] = field(default=(), metadata=LATER)


@dataclass(frozen=True)
class OpenedFigures:
    """Figures that were hidden until the end of an embargo. salt: of the keyed hashes of the submission; figures,
    packed, margins: as in a submission without an embargo."""

    salt: str
    figures: str
    packed: str
    margins: tuple[PublishedMargin, ...] = ()


@dataclass(frozen=True)
class Enrolment:
    """A person who shall sign entries: name, role and public key (base64). replaces: former key of the same person, ""
    for none."""

    name: str
    role: Role
    key: str
    replaces: str = ""


@dataclass(frozen=True)
class Deputy:
    """A person who acts for another one. start, end: ISO days, both included; person_key, deputy_key: public keys, ""
    for typed names."""

    person: str
    deputy: str
    start: str
    end: str
    person_key: str = ""
    deputy_key: str = ""


@dataclass(frozen=True)
class AcceptedSums:
    """Acceptance of a floor rule for sums that is not met (magnitudes.md 5.9).

    magnitude: "" for all. level: value that was found and accepted. cells: marks of the accepted cells, empty for rules
    without cells; marks are made with the statistic's secret and reveal nothing of the cells. unjudged: accepts that
    parts of the rule could not be judged. method: hash of the method for which it holds.
    """

    rule: str
    magnitude: str = ""
    level: float = 0.0
    cells: tuple[str, ...] = ()
    unjudged: bool = False
    method: str = ""


@dataclass(frozen=True)
class Event:
    """Content of a register entry.

    place: number of the entry, from 1; number: of the release, 0 for none; time: ISO; person: who acted; previous: hash
    of the previous entry, for the first the identity of the statistic; second_person: who agreed to a change of method;
    remark: reason; submission: of `submitted`; checks: of `released`, as at that time; files: of `written`; by: number
    of the correcting release; table: viewed table (`revealed`); period: label of the period; releases: numbers released
    before a change of method; engine: program version that wrote the files.

    key, signature, second_key, second_signature: of both persons, "" for typed names; enrolled: of `person_enrolled`;
    about: public key concerned by `person_confirmed` and `person_revoked`; accepted: of `sums_accepted`; on: of
    `four_eyes`; recipients: who is informed (`withdrawn`) or has the figures (`given_early`); note: form of the
    note in the files of a release by the first writers, 0 for none with the register's head; later ones have the
    note of their version; opened: of `figures_opened`; deputy: of `deputy_named`. A package is released by one entry
    of kind `released` with number 0, which lists its numbers in `releases`.
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
    recipients: tuple[str, ...] = field(default=(), metadata=LATER)
    opened: OpenedFigures | None = field(default=None, metadata=LATER)
    deputy: Deputy | None = field(default=None, metadata=LATER)

    @property
    def numbers(self) -> tuple[int, ...]:
        """Numbers of the releases that the entry is about."""
        if self.number > 0:
            return (self.number,)
        return self.releases if self.kind == "released" else ()

    @property
    def packed(self) -> str:
        """Hash of the packed figures that are kept with the entry; "" for none."""
        if self.opened is not None:
            return self.opened.packed
        kept = self.submission is not None and not self.submission.is_hypercube and not self.submission.hidden
        return self.submission.packed if self.submission is not None and kept else ""


@dataclass(frozen=True)
class Entry(Event):
    """A recorded event with its line and the line's hash. Kind `unreadable`: a line that cannot be decoded, kept
    unchanged."""

    line: str = field(default="", repr=False)
    hash: str = ""

    @classmethod
    def read(cls, line: str, stored: str, place: int) -> Entry:
        """Decode a line of a register. stored: hash kept with it, which `check_chain` verifies; place: number of the
        entry."""
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
    return {each_field.name: getattr(event, each_field.name) for each_field in fields(Event)}


def appended(
    register: Sequence[Entry],
    identity: str,
    event: Event,
    signer: PersonalKey | None = None,
    second: PersonalKey | None = None,
) -> tuple[Entry, ...]:
    """Append an event to a register, with its place and the previous hash filled in, signed by the given keys.
    identity: of the statistic. Raises ChainBroken, register_person_missing."""
    check_chain(register, identity)
    if not event.person.strip():
        raise PermissionRefused("register_person_missing")
    previous = register[-1].hash if register else identity
    event = replace(event, place=len(register) + 1, previous=previous)
    if signer is not None:
        event = replace(event, key=signer.key, second_key="" if second is None else second.key)
        signed_content = _SIGNED + _line(event)
        event = replace(
            event,
            signature=signer.sign(signed_content),
            second_signature="" if second is None else second.sign(signed_content),
        )
    line = _line(event).decode()
    return (*register, Entry(**_values(event), line=line, hash=hash_of(line)))


_SIGNED = b"ckm entry 1\n"


def _line(event: Event) -> bytes:
    """JSON line of an event; fields of later versions are included only where not default."""
    line = kept_record(event) | {"files": [kept_record(file) for file in event.files]}
    if event.submission is not None:
        periods = [kept_record(period) for period in event.submission.periods]
        kept = {"spec": kept_settings(event.submission.spec), "request": kept_record(event.submission.request)}
        line["submission"] = kept_record(event.submission) | {**kept, "periods": periods}
    return msgspec.json.encode(line, order="sorted")


def signatures_hold(entry: Entry) -> bool:
    """Whether an entry with keys is signed by each of them; signatures cover the line without the signatures."""
    line = entry.line
    for name in ("signature", "second_signature"):
        value = getattr(entry, name)
        field_text = f'"{name}":"{value}",'
        if line.count(field_text) != int(bool(value)):
            return False
        line = line.replace(field_text, "")
    message = _SIGNED + line.encode("utf-8", "surrogatepass")
    first = signature_holds(entry.key, message, entry.signature)
    return first and (not entry.second_key or signature_holds(entry.second_key, message, entry.second_signature))


def hash_of(text: str) -> str:
    """SHA-256 of a text as UTF-8."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def chain_fault(register: Sequence[Entry], identity: str) -> ChainBroken | None:
    """First entry that was changed or does not follow the previous one; None where the chain is intact."""
    previous = identity
    for entry_number, entry in enumerate(register, start=1):
        detail: Sentence | None = None
        if hash_of(entry.line) != entry.hash:
            detail = sentence("register_broken_content")
        elif entry.kind == "unreadable":
            detail = sentence("register_broken_unreadable")
        elif entry.previous != previous or entry.place != entry_number:
            detail = sentence("register_broken_order")
        if detail is not None:
            return ChainBroken(place=entry_number, detail=detail)
        previous = entry.hash
    return None


def check_chain(register: Sequence[Entry], identity: str) -> None:
    """Raises ChainBroken naming the first entry at fault."""
    fault = chain_fault(register, identity)
    if fault is not None:
        raise fault


def same_person(one: str, other: str) -> bool:
    """Whether two names are the same person's, ignoring case, blanks and the encoding of accents."""
    return _plain(one) == _plain(other)


def _plain(name: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())
