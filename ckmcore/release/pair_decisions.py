"""What is decided of a release after it was looked at once more: notice to its recipients, no further values of a pair,
acceptance (truth.md, section 4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from ckmcore.base.files import write_whole
from ckmcore.base.numbers import Language, date_text
from ckmcore.base.texts import Texts
from ckmcore.base.version import VERSION
from ckmcore.errors import InputError, PermissionRefused
from ckmcore.messages import Sentence, say, sentence
from ckmcore.release.actions import state_name
from ckmcore.statistic.looks import (
    PAIR_KINDS,
    Look,
    LookResult,
    PairDecision,
    PairKind,
    looked_at,
    pair_values,
)
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.persons import Who, name_of
from ckmcore.statistic.releases import Release, find_release, releases

_BOTH: tuple[Language, Language] = ("en", "de")


# --- looks and decisions ---------------------------------------------------------------------------------------------


def with_look(statistic: Statistic, result: LookResult, day: str) -> Statistic:
    """Record a re-examination of releases with its result on an ISO day, or that it was put off (`later`) or declined
    (`never`)."""
    return replace(statistic, looks=(*statistic.looks, Look(day, VERSION, result)))


def accept_release(
    statistic: Statistic, number: int, person: Who, time: str, reason: str, kinds: Sequence[PairKind] = ()
) -> Statistic:
    """Accept by decision what pairs of values disclose in a release. kinds: of pairs, by default all that concern the
    release. A decision on the same kind is replaced.

    Raises release_unknown, release_wrong_state, pair_not_looked_at, pair_none_shown, register_person_missing,
    release_reason_missing.
    """
    return _decided(statistic, number, "accepted", person, time, reason, kinds)


def publish_no_further(
    statistic: Statistic, number: int, person: Who, time: str, reason: str, kinds: Sequence[PairKind] = ()
) -> Statistic:
    """Forbid further values of a release's pairs for its records: a table with such values can be neither submitted nor
    released (`closed_pair`). Parameters and errors as of `accept_release`."""
    return _decided(statistic, number, "no_further", person, time, reason, kinds)


def take_back(statistic: Statistic, number: int, kinds: Sequence[PairKind] = ()) -> Statistic:
    """Revoke decisions on a release. kinds: of pairs, by default all. Raises pair_nothing_decided."""
    stay = tuple(
        decision
        for decision in statistic.pair_decisions
        if decision.number != number or (kinds and decision.kind not in kinds)
    )
    if stay == statistic.pair_decisions:
        raise InputError("pair_nothing_decided", number=str(number))
    return replace(statistic, pair_decisions=stay)


def decisions_on(statistic: Statistic, number: int) -> tuple[PairDecision, ...]:
    """Decisions on a release."""
    return tuple(decision for decision in statistic.pair_decisions if decision.number == number)


def decision_words(one: PairDecision) -> Sentence:
    """Sentence on a decision: what, for which kind, by whom, when and why."""
    day = Texts(*(date_text(one.time[:10], language) for language in _BOTH))
    fields = {"kind": sentence(f"pair_{one.kind}"), "person": one.person, "day": day, "reason": one.reason}
    return sentence(f"pair_{one.decided}", **fields)


def _decided(
    statistic: Statistic,
    number: int,
    decided: str,
    person: Who,
    time: str,
    reason: str,
    kinds: Sequence[PairKind],
) -> Statistic:
    release = find_release(statistic.register, number)
    if not release.was_released:
        raise PermissionRefused(
            "release_wrong_state",
            number=str(number),
            state=state_name(release),
            needed=sentence("release_state_released"),
        )
    if not looked_at(statistic.looks):
        raise InputError("pair_not_looked_at")
    if not name_of(person).strip():
        raise PermissionRefused("register_person_missing")
    if not reason.strip():
        raise InputError("release_reason_missing")
    wanted_kinds = tuple(kinds) or pairs_of_release(release)
    if not wanted_kinds:
        raise InputError("pair_none_shown", number=str(number))
    pair_decisions = tuple(
        PairDecision(number, kind, decided, name_of(person).strip(), time, reason.strip())  # type: ignore[arg-type]
        for kind in wanted_kinds
    )
    other_decisions = (
        former_decision
        for former_decision in statistic.pair_decisions
        if former_decision.number != number or former_decision.kind not in wanted_kinds
    )
    return replace(statistic, pair_decisions=(*other_decisions, *pair_decisions))


def pairs_of_release(found: Release) -> tuple[PairKind, ...]:
    """Kinds of pairs that may concern a release: those whose values it shows; if it shows counts, also the first two
    kinds, whose values may be in other releases."""
    spec = found.submission.spec
    shown_kinds = tuple(kind for kind in PAIR_KINDS if pair_values(kind, spec))
    return shown_kinds or (PAIR_KINDS[:2] if spec.count_values else ())


# --- the notice to recipients ----------------------------------------------------------------------------------------


def recipients_of(statistic: Statistic, number: int) -> tuple[str, ...]:
    """Registered recipients of a release and of releases with the same figures, each once. Raises release_unknown."""
    release = find_release(statistic.register, number)
    same_releases = (
        other_release
        for other_release in releases(statistic.register)
        if other_release.was_released and other_release.submission.figures == release.submission.figures
    )
    all_releases = (release, *same_releases) if release.submission.figures else (release,)
    names = (each.submission.request.recipient.strip() for each in all_releases)
    return tuple(dict.fromkeys(name for name in names if name))


def notice_text(statistic: Statistic, number: int, day: str, language: Language) -> str:
    """Text of a notice to the recipients of a withdrawn release, in this language and then in the other. It names the
    table, its files and day, but no cell, figure or reason. Before the withdrawal it is marked as a draft. Raises
    release_unknown."""
    release, to = find_release(statistic.register, number), recipients_of(statistic, number)
    other_language: Language = "en" if language == "de" else "de"
    return "\n\n".join(_notice(release, to, day, each) for each in (language, other_language))


def _notice(release: Release, to: Sequence[str], day: str, language: Language) -> str:
    submission, ended = release.submission, release.state == "withdrawn"
    title = submission.title.text(language) or submission.heading
    fields = {
        "number": str(release.number),
        "title": title,
        "statistic": submission.statistic,
        "period": submission.period,
        "released": date_text(release.released_at[:10], language),
        "day": date_text(release.ended_at[:10] if ended else day, language),
    }
    lines = [] if ended else [say("notice_draft", language), ""]
    lines += [say("notice_to", language, recipients=", ".join(to) or say("notice_nobody", language))]
    lines += [say("notice_head", language, number=str(release.number), title=title), ""]
    lines.append(say("notice_withdrawn", language, **fields))
    if release.files:
        lines.append(say("notice_files", language, files=[file.name for file in release.files]))
    lines.append(say("notice_asked", language))
    return "\n".join(lines) + "\n"


def write_notice(statistic: Statistic, number: int, path: Path, day: str, language: Language) -> None:
    """Write the notice as a text file (UTF-8). Raises release_unknown, NotWritten, FileNeeded."""
    text = notice_text(statistic, number, day, language)

    def write(file: Path) -> None:
        file.write_text(text, encoding="utf-8", newline="\n")

    write_whole(path, write)
