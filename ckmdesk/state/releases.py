"""The release page without Qt: which releases are listed, what may be done with one, what it says of itself."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from ckmcore.base.numbers import Language
from ckmcore.release.saved import last_release
from ckmcore.statistic.entry import Request, same_person
from ckmcore.statistic.model import SavedTable
from ckmcore.statistic.releases import Release

Step = Literal["release", "return", "withdraw", "correct", "write", "early", "open"]
Part = Literal["waiting", "submitted", "released"]
PARTS: tuple[Part, ...] = ("waiting", "submitted", "released")


@dataclass(frozen=True)
class ReleaseReader:
    """The reader of the register.

    `may_release` is by role; `person` is the name for new entries; `signs` says that entries are signed with the
    person's own key, open or not; `why_not` is the reason why the register would refuse a release by the person;
    `deputised` are the numbers of submissions by whom the person was deputy of.
    """

    person: str
    may_release: bool
    language: Language
    signs: bool = False
    why_not: str = ""
    deputised: frozenset[int] = frozenset()

    def submitted(self, found: Release) -> bool:
        """Whether the person submitted a table, or was deputy of whoever did."""
        return found.number in self.deputised or same_person(self.person, found.submitted_by)


def read_key(found: Release) -> str:
    """Return what says which pages were read: those of a release with these figures."""
    return f"{found.number} {found.submission.figures}"


def part_of(found: Release, reader: ReleaseReader, *, four_eyes: bool) -> Part:
    """Return the one part of the page that lists a release.

    A submission waits for the person who may release it; everybody else sees it among the submitted ones, with those
    that were returned.
    """
    if found.was_released:
        return "released"
    if found.state != "submitted" or not reader.may_release:
        return "submitted"
    return "submitted" if needs_another_person(found, reader, four_eyes=four_eyes) else "waiting"


def in_parts(
    every: Iterable[Release], search: str, reader: ReleaseReader, *, four_eyes: bool
) -> dict[Part, tuple[Release, ...]]:
    """Return the releases of each part in which every word of the search occurs, the last number first."""
    words = search.casefold().split()
    parts: dict[Part, list[Release]] = {part: [] for part in PARTS}
    for release in sorted(every, key=lambda release: -release.number):
        if all(word in searched_text(release, reader.language) for word in words):
            parts[part_of(release, reader, four_eyes=four_eyes)].append(release)
    return {part: tuple(releases) for part, releases in parts.items()}


def searched_text(found: Release, language: Language) -> str:
    """Return the text of a release that a search looks at, in lower case."""
    submission, request = found.submission, found.submission.request
    texts = (
        f"{found.number}",
        submission.table,
        submission.heading,
        submission.period.text(language),
        request.recipient,
        request.purpose,
        request.order_number,
        found.submitted_by,
        found.released_by,
        found.ended_by,
        found.remark,
        *(file.name for file in found.files),
        *(file.sha256 for file in found.files),
    )
    return "\n".join(texts).casefold()


def steps(
    found: Release, reader: ReleaseReader, *, four_eyes: bool, blocked: bool = False, embargoed: bool = False
) -> tuple[Step, ...]:
    """Return the steps that this person may take with a release now.

    After its embargo the figures of a release are put on record (`open`) before its files are written. `blocked` says
    that its method needs a decision first: it can only be returned; `embargoed` that its embargo is not over.
    """
    allowed_steps: list[Step] = []
    own_person = same_person(reader.person, found.submitted_by)
    if found.state == "submitted":
        if reader.may_release and not (four_eyes and reader.submitted(found)) and not blocked:
            allowed_steps.append("release")
        if reader.may_release or own_person:
            allowed_steps.append("return")
    if found.state == "released":
        if reader.may_release and not (found.submission.hidden and embargoed):
            allowed_steps.append("open" if found.submission.hidden else "write")
        allowed_steps.append("correct")
        if reader.may_release:
            allowed_steps.append("withdraw")
            if embargoed:
                allowed_steps.append("early")
    return tuple(allowed_steps)


def needs_another_person(found: Release, reader: ReleaseReader, *, four_eyes: bool) -> bool:
    """Whether only the rule of four eyes keeps this person from releasing."""
    return found.state == "submitted" and reader.may_release and four_eyes and reader.submitted(found)


def state_of_table(current: Sequence[Release], table: SavedTable) -> Release | None:
    """Return the last release of a saved table in a period, if the table is still saved as submitted; else None."""
    release = last_release(current, table)
    return release if release is not None and release.submission.spec == table.spec else None


def request_again(found: Release) -> Request:
    """Return the request of a correction: the same, without the embargo, which is over."""
    return replace(found.submission.request, embargo="")
