"""A release: what the entries of one number say together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from ckmcore.base.texts import Texts, both
from ckmcore.errors import InputError
from ckmcore.statistic.concealed import opened
from ckmcore.statistic.entry import Check, Entry, PeriodFacts, Submission, WrittenFile
from ckmcore.statistic.persons import Persons, persons_of
from ckmcore.statistic.snapshot import SnapshotMissing

if TYPE_CHECKING:
    from ckmcore.statistic.period import Period

State = Literal["submitted", "returned", "released", "withdrawn", "corrected"]


class HypercubeInFiles(SnapshotMissing):
    """A release is a hypercube, whose figures are only in its files. Fields: number, names (of the files)."""

    code = "release_hypercube"


class FiguresHidden(SnapshotMissing):
    """The register holds only a keyed hash of the figures of a release, until its embargo is over. Fields: number."""

    code = "release_figures_hidden"


@dataclass(frozen=True)
class Release:
    """A submitted or released table, by its number.

    submitted_by, submitted_at, released_by, released_at: who and when (ISO), "" if not yet; ended_by, ended_at: who
    returned or withdrew it or released its correction; remark: of the last step with one; corrected_by: number of the
    replacing release, 0 for none; checks: of the last step with some; files: all written ones, the last of each name;
    entries: of this number, in order.
    """

    number: int
    state: State
    submission: Submission
    submitted_by: str
    submitted_at: str
    released_by: str = ""
    released_at: str = ""
    ended_by: str = ""
    ended_at: str = ""
    remark: str = ""
    corrected_by: int = 0
    checks: tuple[Check, ...] = ()
    files: tuple[WrittenFile, ...] = ()
    entries: tuple[Entry, ...] = ()

    @property
    def was_released(self) -> bool:
        """Whether the figures were released, whatever happened later."""
        return bool(self.released_at)

    @property
    def corrects(self) -> int:
        """Number of the release that it replaces or shall replace, 0 for none."""
        return self.submission.corrects

    @property
    def title(self) -> str:
        return self.submission.heading

    def refuse_hypercube(self) -> None:
        """Raise HypercubeInFiles for operations that need the figures kept in a statistic."""
        if self.submission.is_hypercube:
            raise HypercubeInFiles(number=str(self.number), names=[file.name for file in self.files] or ["–"])

    def refuse_hidden(self) -> None:
        """Raise FiguresHidden for operations that need figures on record."""
        if self.submission.hidden:
            raise FiguresHidden(number=str(self.number))

    def uses(self, period: Period) -> bool:
        """Whether the figures come from a period, recognised by day, label or files."""
        return self.facts_of(period) is not None

    def facts_of(self, period: Period) -> PeriodFacts | None:
        """Facts on what its figures of a period were made of; None where it has none."""
        return next((facts for facts in self.submission.periods if _is_period(facts, period)), None)


def releases(entries: Iterable[Entry]) -> tuple[Release, ...]:
    """All releases by number."""
    of_number: dict[int, list[Entry]] = {}
    for entry in entries:
        for number in entry.numbers:
            of_number.setdefault(number, []).append(entry)
    return tuple(release for number in sorted(of_number) if (release := _folded(of_number[number])) is not None)


def find_release(entries: Iterable[Entry], number: int) -> Release:
    """Release with a number. Raises release_unknown."""
    for release in releases(entries):
        if release.number == number:
            return release
    raise InputError("release_unknown", number=str(number))


def next_number(entries: Iterable[Entry]) -> int:
    """The number that the next submission gets."""
    return max((entry.number for entry in entries), default=0) + 1


def _folded(entries: Sequence[Entry]) -> Release | None:
    """Release from the entries of one number; None without a submission among them."""
    release: Release | None = None
    for entry in entries:
        if entry.kind == "submitted" and entry.submission is not None and release is None:
            release = Release(
                entry.number,
                "submitted",
                entry.submission,
                entry.person,
                entry.time,
                remark=entry.remark,
                checks=entry.submission.checks,
                entries=tuple(entries),
            )
        elif release is not None:
            release = _after(release, entry)
    return release


def _after(release: Release, entry: Entry) -> Release:
    changes: dict[str, Any] = {}
    if entry.kind == "released":
        changes = {"state": "released", "released_by": entry.person, "released_at": entry.time}
    elif entry.kind in ("returned", "withdrawn", "corrected"):
        changes = {"state": entry.kind, "ended_by": entry.person, "ended_at": entry.time, "corrected_by": entry.by}
    elif entry.kind == "figures_opened" and entry.opened is not None:
        changes = {"submission": opened(release.submission, entry.opened) or release.submission}
    elif entry.kind == "written":
        names = {file.name for file in entry.files}
        changes = {"files": (*(file for file in release.files if file.name not in names), *entry.files)}
    if entry.remark and entry.kind != "given_early":
        changes["remark"] = entry.remark
    if entry.checks:  # of a package they come beside those of each submission
        changes["checks"] = entry.checks if entry.number else (*release.checks, *entry.checks)
    return replace(release, **changes)


def held_by(register: Iterable[Entry], period: Period) -> tuple[int, ...]:
    """Numbers of the register's releases with figures of a period; they are known outside, whatever happened later."""
    return tuple(release.number for release in releases(register) if release.was_released and release.uses(period))


def four_eyes_proven(persons: Persons, release: Release) -> bool:
    """Whether a release was submitted and released by two persons who signed, each vouched for by a third person or one
    of the first two."""
    handed_in = next((entry for entry in release.entries if entry.kind == "submitted"), None)
    let_out = next((entry for entry in release.entries if entry.kind == "released"), None)
    keys = [signed_entry.key for signed_entry in (handed_in, let_out) if signed_entry is not None and signed_entry.key]
    people = [persons.find(key) for key in keys]
    return (
        len(keys) == 2 and not persons.same(*keys) and all(person is not None and person.witnessed for person in people)
    )


NOTE = 2  # the note in the files of a release names the head of the register; by 1 also four eyes that were not proven
_SHOWN = 32  # hexadecimal digits of a hash: 128 bits


def head_of(entry: Entry) -> str:
    """Shortened hash of an entry as printed on paper, which can prove the register's state."""
    return entry.hash[:_SHOWN]


def witness_of(register: Sequence[Entry], release: Release) -> Texts:
    """Note on the register's entry of a release for its files; empty for releases of programs without such notes.

    Notes of the first kind name missing proof of four eyes; since the second kind register, page and `ckm verify`
    alone name it. By later writers than the first, all notes are of the second kind.
    """
    entry = next((entry for entry in release.entries if entry.kind == "released"), None)
    note = 0 if entry is None else entry.note if release.submission.request.writers == 1 else NOTE
    if entry is None or not note:
        return Texts()
    proven = four_eyes_proven(persons_of(register[: entry.place]), release)
    is_silent = note > 1 or proven or not release.submission.four_eyes
    code = "release_note_head" if is_silent else "release_note_typed"
    return both(code, number=str(release.number), place=entry.place, hash=head_of(entry))


def _is_period(facts: PeriodFacts, period: Period) -> bool:
    source = period.source
    files = (
        ()
        if source is None
        else tuple(mark for mark in (source.sha256, *(file_mark.sha256 for file_mark in source.more)))
    )
    same_label = facts.label == period.label and (bool(period.label.text("de")) or facts.date == period.date)
    return same_label or bool(period.date and facts.date == period.date) or (any(files) and facts.data == files)


def same_period(one: PeriodFacts, other: PeriodFacts) -> bool:
    """Whether two facts are on the same period, by day, label or files."""
    same_label = one.label == other.label and (bool(one.label.text("de")) or one.date == other.date)
    return same_label or bool(one.date and one.date == other.date) or (bool(one.data) and one.data == other.data)


def shares_period(one: Iterable[PeriodFacts], other: Sequence[PeriodFacts]) -> bool:
    """Whether two tables have a period in common."""
    return any(same_period(first, second) for first in one for second in other)
