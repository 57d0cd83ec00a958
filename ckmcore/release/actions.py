"""The steps of a table on its way out: each gives the statistic with one more entry in its register.

All pure: the time is given, and nothing is written. `ckmcore.release.register` keeps the register that is shared.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from ckmcore.base.numbers import Language, date_text
from ckmcore.base.texts import Texts, both
from ckmcore.base.verdict import Verdict
from ckmcore.base.version import VERSION, WRITERS
from ckmcore.errors import DataError, InputError, PermissionRefused
from ckmcore.formats.drawn_picture import drawn
from ckmcore.formats.forms import PICTURES, RELEASED, refuse_listed, streamed_form
from ckmcore.messages import Sentence, joined, sentence
from ckmcore.presentation.present import present_draft
from ckmcore.release.checklist import checklist, open_decision
from ckmcore.release.closed_pairs import refuse_closed_pair
from ckmcore.release.needed_checks import NEEDED_CHECKS
from ckmcore.release.provenance import PreparedFacts, changed_since
from ckmcore.statistic.concealed import concealed, opened, opened_figures, salt_of
from ckmcore.statistic.deputies import deputy_sentence, refuse_deputy
from ckmcore.statistic.entry import AcceptedSums, Check, Deputy, Enrolment, Event, Request, WrittenFile, same_person
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.personal_key import PersonalKey, PersonCard
from ckmcore.statistic.persons import Who, barred_by_four_eyes, enrolled, name_of, persons_of, signed
from ckmcore.statistic.releases import NOTE, Release, State, find_release, next_number
from ckmcore.statistic.seal import Role
from ckmcore.statistic.snapshot import with_snapshot


def now_text() -> str:
    """Current time for register entries: ISO with time zone, to the second."""
    return datetime.now().astimezone().isoformat(timespec="seconds")


def submit(
    statistic: Statistic,
    prepared: PreparedFacts,
    person: Who,
    time: str,
    *,
    request: Request | None = None,
    remark: str = "",
    corrects: int = 0,
) -> Statistic:
    """Submit a prepared table for release under the next number; its figures are kept.

    Under an embargo neither register nor statistic keep the figures: the hashes are keyed (`concealed`), and
    `open_figures` adds the figures when it is over. request: by default the request of `prepared`; it must have the
    language in which the table was prepared. corrects: number of the release to be replaced, 0 for none. Raises
    release_forms_missing, listed_form, picture_unfit, picture_none, hypercube_form, sums_below_floor, sums_not_shown,
    sums_not_judged, PairClosed, release_embargo_unreadable, release_wrong_state, register_person_missing, ChainBroken.
    """
    request = request or prepared.submission.request
    if not request.forms:
        raise InputError("release_forms_missing")
    for form in RELEASED.values():
        if form.name in request.forms:
            if prepared.submission.is_hypercube:
                streamed_form(form.name)
            else:
                refuse_listed(prepared.draft.table, form)
                if form.name in PICTURES:
                    drawn(present_draft(prepared.draft, request.language))
    refuse_closed_pair(statistic, prepared.submission)
    for need in NEEDED_CHECKS:
        need.refuse(statistic, prepared.submission.spec, prepared.judged)
    if corrects:
        in_state(find_release(statistic.register, corrects), "released")
    request = replace(request, embargo=embargo_time(request.embargo), writers=WRITERS)
    submission = replace(prepared.submission, request=request, corrects=corrects, four_eyes=statistic.four_eyes)
    submission = replace(submission, checks=checklist(statistic, replace(prepared, submission=submission)))
    number = next_number(statistic.register)
    hidden = bool(request.embargo) and ends_after(request.embargo, time)
    if hidden:
        before = statistic.register[-1].hash if statistic.register else statistic.identity
        submission = concealed(submission, salt_of(statistic.secret, before, number))
    new_statistic = _with(
        statistic, Event(0, number, "submitted", time, "", "", remark=remark, submission=submission), person
    )
    if prepared.snapshot is None or hidden:
        return new_statistic
    return replace(new_statistic, snapshots=with_snapshot(new_statistic.snapshots, prepared.snapshot))


def correct(
    statistic: Statistic,
    number: int,
    prepared: PreparedFacts,
    person: Who,
    time: str,
    *,
    request: Request | None = None,
    remark: str = "",
) -> Statistic:
    """Submit the correction of a release under a number of its own; once released, it replaces the old one. Parameters
    and errors as of `submit`."""
    return submit(statistic, prepared, person, time, request=request, remark=remark, corrects=number)


def return_(statistic: Statistic, number: int, person: Who, time: str, remark: str) -> Statistic:
    """Return a submission; the submitter may withdraw it in this way too. Raises release_wrong_state,
    release_reason_missing."""
    in_state(find_release(statistic.register, number), "submitted")
    return _with(statistic, Event(0, number, "returned", time, "", "", remark=_reason(remark)), person)


def release(
    statistic: Statistic, number: int, person: Who, time: str, *, remark: str = "", checks: Sequence[Check] = ()
) -> Statistic:
    """Release a submission; a release that it corrects gets the state corrected.

    checks: what the releaser has seen beside the points of the submission, such as `seen_undecided`. Raises
    release_undecided where methodologists have to decide first (`open_decision`); where four eyes are required, now or
    at the submission, register_same_person and release_by_deputy for who submitted and her deputies; release_differs
    where records or method of the period have changed since; PairClosed; release_wrong_state.
    """
    found_release = _releasable(statistic, number, person, time)
    seen_checks = (*found_release.submission.checks, *checks) if checks else ()
    event = Event(0, number, "released", time, "", "", remark=remark, checks=seen_checks, note=_note([found_release]))
    return _corrected(_with(statistic, event, person), [found_release], person, time)


def release_package(
    statistic: Statistic,
    numbers: Sequence[int],
    person: Who,
    time: str,
    *,
    remark: str = "",
    checks: Sequence[Check] = (),
) -> Statistic:
    """Release several submissions by one entry, whose signature covers the list of their numbers: all or none. checks:
    the joint attack (`joint_check`). Raises package_needs_several and the errors of `release`."""
    listed = tuple(dict.fromkeys(numbers))
    if len(listed) < LEAST_OF_PACKAGE:
        raise InputError("package_needs_several")
    found_releases = [_releasable(statistic, number, person, time) for number in listed]
    corrected = [release.corrects for release in found_releases if release.corrects]
    if len(set(corrected)) < len(corrected):
        raise InputError("package_corrects_twice", number=str(max(corrected, key=corrected.count)))
    event = Event(
        0,
        0,
        "released",
        time,
        "",
        "",
        remark=remark,
        checks=tuple(checks),
        releases=listed,
        note=_note(found_releases),
    )
    return _corrected(_with(statistic, event, person), found_releases, person, time)


LEAST_OF_PACKAGE = 2


def joint_check(numbers: Sequence[int], verdict: Verdict, findings: int) -> Check:
    """Point of the checklist on the joint attack over a package. findings: how many risks it named."""
    fields = {"numbers": [str(number) for number in numbers], "count": findings}
    return Check("together", verdict.state, both(f"check_together_{verdict}", **fields))


def _releasable(statistic: Statistic, number: int, person: Who, time: str) -> Release:
    """Submission that a person may release now. Raises the errors of `release`."""
    found_release = in_state(find_release(statistic.register, number), "submitted")
    undecided = open_decision(statistic, found_release)
    if undecided is not None:
        raise undecided
    refuse_changed(found_release, changed_since(statistic, found_release.submission.periods))
    refuse_closed_pair(statistic, found_release.submission)
    for need in NEEDED_CHECKS:
        need.refuse_absent(statistic, found_release.submission.spec)
    persons = persons_of(statistic.register)
    if not persons.keys_count and (statistic.four_eyes or found_release.submission.four_eyes):
        barred = barred_by_four_eyes(persons, found_release.entries[0], name_of(person), "", time)
        if isinstance(barred, Deputy):
            raise PermissionRefused("release_by_deputy", number=str(number), line=deputy_sentence(barred))
        if barred:
            raise PermissionRefused("register_same_person", person=name_of(person).strip())
    if found_release.corrects:
        in_state(find_release(statistic.register, found_release.corrects), "released")
    return found_release


def _note(found_releases: Sequence[Release]) -> int:
    return NOTE if any(release.submission.request.writers == 1 for release in found_releases) else 0


def _corrected(statistic: Statistic, found_releases: Sequence[Release], person: Who, time: str) -> Statistic:
    """Note the releases that were corrected by these."""
    for release in found_releases:
        if release.corrects:
            event = Event(0, release.corrects, "corrected", time, "", "", by=release.number)
            statistic = _with(statistic, event, person)
    return statistic


def withdraw(
    statistic: Statistic, number: int, person: Who, time: str, remark: str, *, recipients: Sequence[str] = ()
) -> Statistic:
    """Withdraw a release, with a reason. recipients: who is informed, recorded without blanks and empty names. Raises
    release_wrong_state, release_reason_missing."""
    in_state(find_release(statistic.register, number), "released")
    event = Event(0, number, "withdrawn", time, "", "", remark=_reason(remark), recipients=_names(recipients))
    return _with(statistic, event, person)


def give_early(
    statistic: Statistic, number: int, person: Who, time: str, remark: str, *, recipients: Sequence[str]
) -> Statistic:
    """Record who has the figures of a release before its embargo is over, and what for (remark). Raises
    release_wrong_state, release_not_embargoed, release_nobody_named, release_reason_missing."""
    found_release = in_state(find_release(statistic.register, number), "released")
    if not is_embargoed(found_release, time):
        raise InputError("release_not_embargoed", number=str(number))
    names = _names(recipients)
    if not names:
        raise InputError("release_nobody_named")
    event = Event(0, number, "given_early", time, "", "", remark=_reason(remark), recipients=names)
    return _with(statistic, event, person)


def open_figures(statistic: Statistic, number: int, prepared: PreparedFacts, person: Who, time: str) -> Statistic:
    """Add the figures of a release to the register once its embargo is over: its table, prepared again, must have the
    hash that was submitted. Raises release_wrong_state, release_figures_open, release_under_embargo,
    release_figures_differ."""
    found_release = in_state(find_release(statistic.register, number), "released")
    if not found_release.submission.hidden:
        raise InputError("release_figures_open", number=str(number))
    refuse_embargoed(found_release, time)
    figures = opened_figures(prepared.submission, salt_of_release(statistic, found_release))
    if opened(found_release.submission, figures) is None:
        raise DataError("release_figures_differ", number=str(number))
    new_statistic = _with(statistic, Event(0, number, "figures_opened", time, "", "", opened=figures), person)
    if prepared.snapshot is None:
        return new_statistic
    return replace(new_statistic, snapshots=with_snapshot(new_statistic.snapshots, prepared.snapshot))


def salt_of_release(statistic: Statistic, found: Release) -> str:
    """Salt of the keyed hashes of a submission under an embargo; confidential until its figures are open."""
    return salt_of(statistic.secret, found.entries[0].previous, found.number)


def _names(recipients: Sequence[str]) -> tuple[str, ...]:
    return tuple(name.strip() for name in recipients if name.strip())


def written(statistic: Statistic, number: int, files: Sequence[WrittenFile], person: Who, time: str) -> Statistic:
    """Notes the files of a release that were written. Raises release_wrong_state, FiguresHidden."""
    in_state(find_release(statistic.register, number), "released").refuse_hidden()
    return _with(statistic, Event(0, number, "written", time, "", "", files=tuple(files), engine=VERSION), person)


def revealed(statistic: Statistic, person: Who, time: str, table: str) -> Statistic:
    """Record that originals of a table of the current period were viewed."""
    return _with(statistic, Event(0, 0, "revealed", time, "", "", table=table, period=statistic.period.label), person)


def set_four_eyes(statistic: Statistic, on: bool, person: Who, time: str) -> Statistic:
    """Set and record whether the releaser of a table must be another person than the submitter. Raises
    person_step_refused."""
    new_statistic = _with(statistic, Event(0, 0, "four_eyes", time, "", "", on=on), person)
    return replace(new_statistic, four_eyes=on)


def accept_sums(
    statistic: Statistic, accepted: Sequence[AcceptedSums], person: Who, second: Who, time: str, reason: str
) -> Statistic:
    """Accept open rules of the floor of sums (`open_sums`) for the current period, by a methodologist and a second
    person with a reason, and record this. Worse findings later, or another method, open the rules again.

    Raises nothing_to_accept, release_reason_missing, register_person_missing, register_same_person,
    person_step_refused, ChainBroken.
    """
    if not accepted:
        raise InputError("nothing_to_accept")
    if not name_of(second).strip():
        raise PermissionRefused("register_person_missing")
    if same_person(name_of(person), name_of(second)):
        raise PermissionRefused("register_same_person", person=name_of(second).strip())
    period = statistic.period.label
    event = Event(0, 0, "sums_accepted", time, "", "", remark=_reason(reason), period=period, accepted=tuple(accepted))
    return replace(statistic, register=signed(statistic.register, statistic.identity, event, person, second))


def name_deputy(
    statistic: Statistic, name: str, deputy: str, start: str, end: str, person: Who, time: str
) -> Statistic:
    """Name a deputy of a person for some days (ISO, both included). Where persons have keys, both are enrolled. Raises
    deputy_refused, person_unknown, person_step_refused."""
    persons = persons_of(statistic.register)
    named = Deputy(name.strip(), deputy.strip(), start, end)
    if persons.keys_count:
        represented, acting = enrolled(persons, name), enrolled(persons, deputy)
        named = Deputy(represented.name, acting.name, start, end, represented.key, acting.key)
    refuse_deputy(named)
    return _with(statistic, Event(0, 0, "deputy_named", time, "", "", deputy=named), person)


def enrol(
    statistic: Statistic, card: PersonCard, role: Role, person: PersonalKey, time: str, *, replaces: str = ""
) -> Statistic:
    """Enrol the person of a card; another person must confirm it before she may act. The first person of a statistic
    enrols herself and may act at once. replaces: lost key of the same person, "" for none. Raises
    person_step_refused."""
    enrolment = Enrolment(card.name, role, card.key, replaces)
    return _with(statistic, Event(0, 0, "person_enrolled", time, "", "", enrolled=enrolment), person)


def confirm(statistic: Statistic, key: str, person: PersonalKey, time: str) -> Statistic:
    """Confirm the enrolment of a public key, after comparing its fingerprint. Raises person_step_refused."""
    return _with(statistic, Event(0, 0, "person_confirmed", time, "", "", about=key), person)


def revoke(statistic: Statistic, key: str, person: PersonalKey, time: str, remark: str) -> Statistic:
    """Takes a person's key out, at once. Raises person_step_refused, release_reason_missing."""
    return _with(statistic, Event(0, 0, "person_revoked", time, "", "", about=key, remark=_reason(remark)), person)


def _with(statistic: Statistic, event: Event, person: Who) -> Statistic:
    return replace(statistic, register=signed(statistic.register, statistic.identity, event, person))


def _reason(text: str) -> str:
    if not text.strip():
        raise InputError("release_reason_missing")
    return text


def in_state(found: Release, *states: State) -> Release:
    """Return the release if it is in one of the states. Raises release_wrong_state otherwise."""
    if found.state not in states:
        raise PermissionRefused(
            "release_wrong_state", number=str(found.number), state=state_name(found), needed=_state_word(states[0])
        )
    return found


def refuse_changed(found: Release, changed: Sequence[str]) -> None:
    """Raises release_differs where anything changed (names as `facts.differing` gives them)."""
    if changed:
        what = joined([sentence(f"release_differs_{differing_fact}") for differing_fact in changed], "note_list")
        raise DataError("release_differs", number=str(found.number), what=what)


def state_name(found: Release) -> Sentence:
    """Name of a release's state; for a corrected one with the number of its correction."""
    if found.state == "corrected":
        return sentence("release_state_corrected_by", number=str(found.corrected_by))
    return _state_word(found.state)


def _state_word(state: State) -> Sentence:
    return sentence(f"release_state_{state}")


def embargo_time(text: str) -> str:
    """Normalise a time to ISO with time zone, to the second ("" stays). A zone follows as an offset or by its name
    (`2026-12-01 10:00 Europe/Berlin`); without one it is the computer's.

    Raises release_embargo_unreadable, also for a local time that a change of clocks leaves out.
    """
    if not text.strip():
        return ""
    try:
        words = text.strip()
        day, (hour, _, name) = words[:10], words[11:].strip().partition(" ")
        moment = datetime.fromisoformat(f"{day}{words[10:11]}{hour}")
        if name.strip():
            moment = _in_zone(moment, name.strip())
        return (moment if moment.tzinfo else moment.astimezone()).isoformat(timespec="seconds")
    except (ValueError, OverflowError, OSError, KeyError):
        raise InputError("release_embargo_unreadable", text=text) from None


def _in_zone(moment: datetime, name: str) -> datetime:
    """A local time in a zone of the tz database, or at an offset (`UTC+02:00`). Raises ValueError, KeyError."""
    if moment.tzinfo is not None:
        raise ValueError
    if name.upper().startswith("UTC"):
        return datetime.fromisoformat(f"{moment.isoformat()}{name[3:] or '+00:00'}")
    placed = moment.replace(tzinfo=ZoneInfo(name))
    if placed.astimezone(UTC).astimezone(placed.tzinfo).replace(tzinfo=None) != moment:
        raise ValueError
    return placed


def is_embargoed(found: Release, time: str) -> bool:
    """Whether the embargo of a release is not over yet at a time (ISO)."""
    embargo = found.submission.request.embargo
    return bool(embargo) and ends_after(embargo, time)


def ends_after(embargo: str, time: str) -> bool:
    """Whether an embargo ends after a time (both ISO)."""
    return datetime.fromisoformat(embargo) > datetime.fromisoformat(time).astimezone()


def refuse_embargoed(found: Release, time: str) -> None:
    """Raise release_under_embargo until the embargo of a release is over."""
    if is_embargoed(found, time):
        embargo = time_words(found.submission.request.embargo)
        raise PermissionRefused("release_under_embargo", number=str(found.number), embargo=embargo)


def time_words(text: str) -> Texts:
    """Text of an ISO time to the minute: `01.12.2026, 10:00 (UTC+01:00)`."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:  # the lock of a program that crashed may say none
        return Texts.same(text or "?")
    languages: tuple[Language, ...] = ("en", "de")
    zone = f" ({moment.tzname()})" if moment.tzinfo else ""
    return Texts(*(f"{date_text(text[:10], language)}, {moment:%H:%M}{zone}" for language in languages))
