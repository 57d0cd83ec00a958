"""Whether register, kept figures and files are as they were written: any changed byte is found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from pathlib import Path

from ckmcore.base.exit_codes import Exit
from ckmcore.base.files import reason_of
from ckmcore.base.numbers import date_text
from ckmcore.base.texts import Texts
from ckmcore.base.wings import wing_title
from ckmcore.errors import CkmError, FileError
from ckmcore.messages import Sentence, joined, sentence
from ckmcore.office.settings import PLAIN, Office
from ckmcore.ports import scale
from ckmcore.release.actions import state_name, time_words
from ckmcore.release.compare import figures_of
from ckmcore.release.register import Register, check
from ckmcore.statistic.areas_beside import load_areas
from ckmcore.statistic.entry import Entry, chain_fault, same_person
from ckmcore.statistic.guard import Guard
from ckmcore.statistic.kept_beside import kept_files
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.period import Decision, Period
from ckmcore.statistic.persons import followed, persons_sentence
from ckmcore.statistic.releases import Release, four_eyes_proven, releases
from ckmcore.statistic.series import Load
from ckmcore.statistic.source import file_hash
from ckmcore.statistic.trusted_state import differences, unproven


@dataclass(frozen=True)
class Verified:
    """Result of a verification. good: unchanged; tested: it could be examined, otherwise it is not good; proven: there
    is positive evidence, not just no fault."""

    good: bool
    said: Sentence
    tested: bool = True
    proven: bool = True


def outcome(found: Iterable[Verified], *, strict: bool = False) -> Exit:
    """Exit code for results: DIFFERS where something was changed, NOT_TESTED where something could not be examined, or
    with `strict` is not proven, else DONE."""
    every = list(found)
    if any(check.tested and not check.good for check in every):
        return Exit.DIFFERS
    if not all(check.tested and (check.proven or not strict) for check in every):
        return Exit.NOT_TESTED
    return Exit.DONE


def verify_guard(statistic: Statistic, guard: Guard, shared: Path | None = None) -> Iterator[Verified]:
    """Verify the file itself: its tag, and whether it is the statistic remembered by this user and beside the shared
    register."""
    if not guard.generation:
        code = "former"
    elif not guard.seal:
        code = "none"
    else:
        code = "holds" if guard.signed else "unchecked"
    tested = code != "unchecked"
    yield Verified(tested, sentence(f"verify_tag_{code}", generation=guard.generation), tested, code == "holds")
    said_differences = differences(statistic, guard, shared)
    if said_differences:
        yield Verified(False, sentence("verify_known_differs", what=joined(said_differences, "known_list")))
    else:
        yield Verified(True, sentence("verify_known_same"))
    mark = unproven(statistic, guard, shared)
    if mark is not None:
        yield Verified(True, mark, proven=False)  # whoever may write there could raise it: it is told, and no more


def verify_kept(statistic: Statistic, ckm_path: Path) -> Iterator[Verified]:
    """Verify the files beside a statistic that methods apply: changed records, patterns of suppressed cells."""
    for period in statistic.periods:
        for path, read in kept_files(period, ckm_path):
            try:
                read()
            except FileError as fault:
                yield Verified(False, fault.sentence())
            else:
                yield Verified(True, sentence("verify_kept", name=path.name))
    for areas in statistic.areas:
        try:
            load_areas(areas, ckm_path)
        except FileError as fault:
            yield Verified(False, fault.sentence())
        else:
            yield Verified(True, sentence("verify_kept", name=areas.file or areas.title))


def verify_register(statistic: Statistic) -> Iterator[Verified]:
    """Verify the chain of entries, and the figures kept for each submission."""
    fault = chain_fault(statistic.register, statistic.identity)
    if fault is not None:
        yield Verified(False, fault.sentence())
        return
    found_releases = releases(statistic.register)
    whole, elsewhere, hidden = True, list[Release](), list[Release]()
    for release in found_releases:
        typed = not any(entry.key for entry in release.entries)
        if typed and release.submission.four_eyes and same_person(release.submitted_by, release.released_by):
            whole = False
            yield Verified(False, sentence("verify_same_person", number=str(release.number)))
        try:
            if release.submission.is_hypercube and not release.submission.hidden:
                elsewhere.append(release)
                continue
            if release.submission.hidden:
                hidden.append(release)
                continue
            figures_of(statistic, release)
        except (CkmError, ValueError) as damage:
            whole = False
            yield Verified(False, _of_figures(damage, release))
    for earlier, after in backwards(statistic.register):
        time_texts = {"time": time_words(after.time), "before": time_words(earlier.time)}
        yield Verified(True, sentence("verify_time_backwards", place=after.place, **time_texts), proven=False)
    if whole:
        fields = {"entries": len(statistic.register), "releases": len(found_releases)}
        if hidden:
            fields["kept"] = len(found_releases) - len(hidden) - len(elsewhere)
        yield Verified(True, sentence("verify_chain_in_part" if hidden else "verify_chain_whole", **fields))
    for release in hidden:
        if any(entry.kind == "figures_opened" for entry in release.entries):
            yield Verified(False, sentence("verify_opened_differs", number=str(release.number)))
        else:
            embargo = time_words(release.submission.request.embargo)
            said = sentence("verify_figures_hidden", number=str(release.number), embargo=embargo)
            yield Verified(True, said, proven=False)
    for release in elsewhere:
        names = [file.name for file in release.files] or ["–"]
        margins = len(release.submission.margins)
        yield Verified(True, sentence("verify_hypercube", number=str(release.number), names=names, margins=margins))


def verify_persons(statistic: Statistic) -> Iterator[Verified]:
    """Verify that every step was signed by a person who may take it, where persons have keys, and that releases under
    four eyes have two signatures."""
    persons, faults = followed(statistic.register)
    for fault in faults:
        yield Verified(False, sentence("verify_person_fault", place=fault.place, detail=fault.said))
    if persons.four_eyes not in (None, statistic.four_eyes):
        yield Verified(False, sentence("verify_four_eyes_switched"))
    asked_releases = [
        release for release in releases(statistic.register) if release.was_released and release.submission.four_eyes
    ]
    typed = [str(release.number) for release in asked_releases if not four_eyes_proven(persons, release)]
    yield Verified(True, persons_sentence(persons))
    if len(asked_releases) > len(typed):
        yield Verified(True, sentence("verify_four_eyes_proven", count=len(asked_releases) - len(typed)))
    if typed:
        yield Verified(True, sentence("verify_four_eyes_not_proven", numbers=typed), proven=False)


def backwards(register: Sequence[Entry]) -> Iterator[tuple[Entry, Entry]]:
    """Neighbouring entries of a register whose times run backwards, caused by a wrong or reset clock. Times are
    compared only if both or neither have a zone."""
    for earlier, after in pairwise(register):
        try:
            first, second = datetime.fromisoformat(earlier.time), datetime.fromisoformat(after.time)
        except ValueError:
            continue
        if (first.tzinfo is None) == (second.tzinfo is None) and second < first:
            yield earlier, after


def _of_figures(damage: Exception, release: Release) -> Sentence:
    if isinstance(damage, CkmError):
        return damage.sentence()
    return sentence("release_figures_damaged", number=str(release.number))


def verify_shared(statistic: Statistic, register: Register | None) -> Iterator[Verified]:
    """Verify that the shared register is intact and equal to the statistic's."""
    standing = check(statistic, register)
    if register is not None and register.torn:
        yield Verified(False, sentence("verify_register_torn", bytes=register.torn))
    if register is None and not statistic.register:
        return
    yield Verified(standing.ready, standing.sentence())


def verify_files(
    statistic: Statistic,
    paths: Iterable[Path],
    *,
    sealed: bool = False,
    load: Load | None = None,
    office: Office = PLAIN,
) -> Iterator[Verified]:
    """Verify files by content: name the release of each and its state, or the decision to which a report is attached.
    sealed: decisions cannot be read, which is stated for files of no release. load: reads the records of a period, to
    name the changed margins in a hypercube's file; office: the settings by which it was written."""
    attached = {
        attachment.sha256: (period, decision)
        for period in reversed(statistic.periods)  # one that was carried is of the period in which it was made
        for decision in period.decisions
        for attachment in decision.attachments
    }
    reports = {
        attachment.name
        for period in statistic.periods
        for decision in period.decisions
        for attachment in decision.attachments
    }
    known_releases = {
        file.sha256: release
        for release in releases(statistic.register)
        for entry in release.entries
        for file in entry.files
    }
    files_by_name = {
        file.name: (release, file)
        for release in known_releases.values()
        for entry in release.entries
        for file in entry.files
    }
    for path in paths:
        try:
            content = file_hash(path)
        except OSError as fault:
            reason = reason_of(fault)
            yield Verified(False, sentence("verify_file_not_read", name=path.name, reason=reason))
            continue
        release = known_releases.get(content)
        if content in attached:
            yield Verified(True, _attached(path.name, *attached[content]))
        elif release is not None:
            yield Verified(
                True,
                sentence("verify_file", name=path.name, number=str(release.number), state=state_name(release)),
            )
        elif path.name in files_by_name:
            noted_entry, noted = files_by_name[path.name]
            yield Verified(False, sentence("verify_file_changed", name=path.name, number=str(noted_entry.number)))
            if noted_entry.submission.is_hypercube and noted.margins and load is not None:
                ports = scale()
                absent = sentence("wing_check_absent", wing=wing_title("scale"))
                words = absent
                if ports is not None:
                    words = ports.changed_margins(statistic, noted_entry, noted, path, load, office)
                yield Verified(False, words)
        elif path.name in reports:
            yield Verified(False, sentence("verify_report_changed", name=path.name))
        else:
            code = "verify_file_unknown_sealed" if sealed else "verify_file_unknown"
            yield Verified(False, sentence(code, name=path.name))


def _attached(name: str, period: Period, decision: Decision) -> Sentence:
    """Sentence that a report is attached to a decision."""
    day = decision.date or decision.recorded[:10]
    dates = Texts(date_text(day, "en"), date_text(day, "de")) if day else "–"
    return sentence("verify_report", name=name, period=period.label, date=dates, body=decision.body or "–")
