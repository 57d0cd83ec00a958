"""The checklist before a release, made by the program: what was found, and where somebody has to look."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ckmcore.base.numbers import Language, date_text
from ckmcore.base.texts import Texts
from ckmcore.base.verdict import Verdict, verdict_of
from ckmcore.errors import InputError, PermissionRefused
from ckmcore.formats.drawn_picture import drawn
from ckmcore.messages import Sentence, joined, sentence
from ckmcore.methods.draft import Draft
from ckmcore.methods.empty_sums import beside_nothing, stands_beside
from ckmcore.methods.protected import ProtectedTable, Sign
from ckmcore.methods.share_base import shares_above_whole
from ckmcore.methods.zero_rows import from_records, telling_rows
from ckmcore.presentation.present import present_draft
from ckmcore.ptable.floor.floor import refusing
from ckmcore.release.closed_pairs import closed_pair
from ckmcore.release.compare import compare_with
from ckmcore.release.needed_checks import NEEDED_CHECKS
from ckmcore.release.provenance import PreparedFacts, shows_picture
from ckmcore.statistic.entry import Check, CheckName, Submission
from ckmcore.statistic.floor import open_rules
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.period import Decision
from ckmcore.statistic.periods import decision_of
from ckmcore.statistic.persons import persons_of
from ckmcore.statistic.releases import HypercubeInFiles, Release, releases, shares_period
from ckmcore.statistic.series import period_code
from ckmcore.statistic.snapshot import SnapshotDamaged, SnapshotMissing

_BOTH: tuple[Language, Language] = ("en", "de")


def checklist(statistic: Statistic, prepared: PreparedFacts) -> tuple[Check, ...]:
    """Title, period, source, signs, footnotes, shares above 100 %, where codes come from, method in force, the floor
    of sums, difference to the former release of the table."""
    submission, draft = prepared.submission, prepared.draft
    return (
        _title(submission),
        _period(submission),
        _source(submission),
        _signs(draft.table, prepared.signs),
        _footnotes(submission),
        *_shares(draft.table),
        *_check_beside_zero(draft.table),
        *_pairs(statistic, submission),
        _codes(statistic, submission, draft.table, prepared.silent),
        _method(statistic, prepared),
        *_claims(statistic, prepared),
        *_picture(submission, draft),
        *_of_wings(statistic, prepared),
        _former(statistic, submission, draft),
    )


def _check(name: CheckName, good: bool | Verdict, found_sentence: Sentence) -> Check:
    verdict = good if isinstance(good, Verdict) else verdict_of(good)
    return Check(name, verdict.state, Texts(*(found_sentence.text(language) for language in _BOTH)))


def _title(submission: Submission) -> Check:
    has_own_title = bool(submission.title.text(submission.request.language))
    code = "check_title" if has_own_title else "check_title_made"
    return _check("title", has_own_title, sentence(code, title=submission.heading))


def _period(submission: Submission) -> Check:
    if not submission.period.text("de"):
        return _check("period", False, sentence("check_period_missing"))
    if not submission.as_of:
        return _check("period", False, sentence("check_period_undated", period=submission.period))
    day = Texts(*(date_text(submission.as_of, language) for language in _BOTH))
    return _check("period", True, sentence("check_period", period=submission.period, date=day))


def _source(submission: Submission) -> Check:
    if submission.source.text("de"):
        return _check("source", True, sentence("check_source", source=submission.source))
    return _check("source", False, sentence("check_source_missing"))


def _signs(table: ProtectedTable, possible: Sequence[Sign] | None) -> Check:
    found_signs = {int(sign) for block in table.blocks for signs in block.signs or () for sign in np.unique(signs)}
    if possible is not None:
        found_signs = set(map(int, possible))
    used_signs = [sign for sign in Sign if sign in found_signs and sign != Sign.NONE]
    if not used_signs:
        return _check("signs", True, sentence("check_signs_none"))
    unknown = [sign.text for sign in used_signs if sign not in table.legend]
    if unknown:
        return _check("signs", False, sentence("check_signs_unexplained", signs=unknown))
    sentences = [sentence("check_sign", sign=sign.text, meaning=table.legend[sign]) for sign in used_signs]
    return _check("signs", True, joined(sentences, "note_list"))


def _footnotes(submission: Submission) -> Check:
    notes = submission.spec.footnotes
    if not notes:
        return _check("footnotes", True, sentence("check_footnotes_none"))
    languages: tuple[Language, ...] = (submission.request.language,)
    empty = sum(not note.text.text(language).strip() for note in notes for language in languages)
    code = "check_footnotes_empty" if empty else "check_footnotes"
    return _check("footnotes", not empty, sentence(code, count=len(notes), empty=empty))


def _picture(submission: Submission, draft: Draft) -> tuple[Check, ...]:
    """What the picture shows that files carry, in words, or why they have none."""
    if submission.is_hypercube or not shows_picture(submission.spec, submission.request.forms):
        return ()
    try:
        shown = [drawn(present_draft(draft, language)).alt for language in _BOTH]
    except InputError as fault:
        return (_check("picture", False, sentence("check_picture_none", reason=fault.sentence())),)
    return (_check("picture", True, sentence("check_picture", alt=Texts(*shown))),)


def _shares(table: ProtectedTable) -> tuple[Check, ...]:
    if not any(value.kind == "share" for value in table.spec.values):
        return ()
    above = shares_above_whole(table)
    return (_check("shares", not above, sentence("check_shares_above" if above else "check_shares", count=above)),)


def _check_beside_zero(table: ProtectedTable) -> tuple[Check, ...]:
    """Check that every sum and weighted count is shown beside counts above 0, as the legend claims."""
    if not any(map(stands_beside, table.spec.values)):
        return ()
    count = beside_nothing(table)
    return (_check("beside", not count, sentence("check_beside_0" if count else "check_beside", count=count)),)


def _pairs(statistic: Statistic, submission: Submission) -> tuple[Check, ...]:
    """Check for values that must not be published by a decision; empty without such values."""
    refused = closed_pair(statistic, submission)
    return () if refused is None else (_check("pairs", False, refused.sentence()),)


def _codes(statistic: Statistic, submission: Submission, table: ProtectedTable, silent: int | None) -> Check:
    observed = from_records(statistic.dictionary, submission.spec.variables)
    if not observed:
        return _check("codes", True, sentence("check_codes"))
    rows = silent
    if rows is None:
        rows = sum(telling_rows(table, {entry.name for entry in observed}).values())
    titles = [entry.title if entry.title.text("en") else Texts.same(entry.name) for entry in observed]
    return _check("codes", False, sentence("check_codes_observed", variables=titles, count=rows))


def open_decision(statistic: Statistic, found: Release) -> PermissionRefused | None:
    """Error that says what methodologists have to decide before a submission can be released; None where nothing is
    open. `ckmcore.release.actions.release` raises it.

    A rule of the floor that refuses the method of one of its periods is always open. Where roles are set up or persons
    are enrolled, so is a method without a recorded decision, or with one that has ended: elsewhere nobody has the role
    to decide.
    """
    submission = found.submission
    codes = [period_code(statistic, period_index) for period_index in range(len(statistic.periods))]
    asked = dict.fromkeys((submission.current, *(facts.code for facts in submission.periods)))
    places = [codes.index(code) for code in asked if code in codes] or [statistic.current]
    roles = statistic.seal is not None or persons_of(statistic.register).keys_count
    for place in places:
        then = replace(statistic, current=place)
        refused = refusing(open_rules(then.period))
        detail = refused[0].sentence if refused else _undecided(then, submission) if roles else None
        if detail is not None:
            return PermissionRefused("release_undecided", number=str(found.number), detail=detail)
    return None


def _undecided(statistic: Statistic, submission: Submission) -> Sentence | None:
    last_decision = decision_of(statistic)
    if last_decision is None:
        return sentence("check_method_undecided", method=submission.method_name)
    if last_decision.valid_to and statistic.period.date > last_decision.valid_to:
        ended = Texts(date_text(last_decision.valid_to, "en"), date_text(last_decision.valid_to, "de"))
        return sentence("check_method_ended", method=submission.method_name, date=ended)
    return None


def _method(statistic: Statistic, prepared: PreparedFacts) -> Check:
    submission, last_decision = prepared.submission, decision_of(statistic) or Decision()
    undecided = _undecided(statistic, submission)
    if undecided is not None:
        return _check("method", False, undecided)
    if open_rules(statistic.period) or last_decision.floor:
        return _check("method", False, sentence("check_method_floor"))
    fields = {
        "method": submission.method_name,
        "body": last_decision.body or "–",
        "reference": last_decision.reference or "–",
    }
    decided = sentence("check_method", **fields)
    if prepared.not_measured is not None:
        return _check("method", Verdict.NOT_TESTED, joined([prepared.not_measured, decided], "note_and"))
    return _check("method", True, decided)


def _claims(statistic: Statistic, prepared: PreparedFacts) -> tuple[Check, ...]:
    """Check of the claims in the note, as judged for the decision; empty without claims."""
    period = statistic.period
    claims = () if period.in_force is None else period.in_force.method.claims
    if not claims:
        return ()
    missed = period.decisions[-1].claims_missed if period.decisions else ()
    words = (
        joined([sentence(f"criterion_{claim}") for claim in claims if claim in missed], "note_list") if missed else None
    )
    if words is not None:
        return (_check("claims", False, sentence("check_claims_missed", claims=words)),)
    if prepared.unclaimed:
        return (_check("claims", Verdict.NOT_TESTED, sentence("check_claims_not_tested")),)
    return (_check("claims", True, sentence("check_claims")),)


def _of_wings(statistic: Statistic, prepared: PreparedFacts) -> tuple[Check, ...]:
    checks = [(need.name, need.told(statistic, prepared.submission.spec, prepared.judged)) for need in NEEDED_CHECKS]
    return tuple(_check(name, *check_result) for name, check_result in checks if check_result is not None)


def _former(statistic: Statistic, submission: Submission, draft: Draft) -> Check:
    former = former_release(statistic, submission)
    if former is None:
        return _check("former", True, sentence("check_former_none"))
    if not submission.corrects and not shares_period(former.submission.periods, submission.periods):
        told_sentence = sentence(
            "check_former_other_period", number=str(former.number), period=former.submission.period
        )
        return _check("former", True, told_sentence)
    if submission.is_hypercube and former.submission.is_hypercube:
        return _former_margins(former, submission)
    try:
        if submission.is_hypercube:
            raise HypercubeInFiles(number=str(former.number), names=[submission.heading])
        tables_compared = compare_with(statistic, former, draft)
    except (SnapshotMissing, SnapshotDamaged) as fault:
        return _check("former", False, fault.sentence())
    number = str(former.number)
    if not tables_compared.differing:
        return _check("former", True, sentence("check_former_same", number=number, cells=tables_compared.same))
    fields = {
        "changed": tables_compared.changed,
        "new": tables_compared.new,
        "gone": tables_compared.gone,
        "same": tables_compared.same,
    }
    return _check("former", False, sentence("check_former", number=number, **fields))


def _former_margins(former: Release, submission: Submission) -> Check:
    """Compare a hypercube with the former one by the hashes of their margins."""
    known_sha256s = {margin.variables: margin.sha256 for margin in former.submission.margins}
    changed = sum(known_sha256s.get(margin.variables) != margin.sha256 for margin in submission.margins)
    same = not changed and len(known_sha256s) == len(submission.margins)
    fields = {"number": str(former.number), "changed": changed, "margins": len(submission.margins)}
    return _check("former", same, sentence("check_former_margins", **fields))


def former_release(statistic: Statistic, submission: Submission) -> Release | None:
    """Last release of the same table: the one to be replaced, else the last one with the same name or layout,
    preferably of the same period; None without one."""
    out = [release for release in releases(statistic.register) if release.was_released and release.state != "withdrawn"]
    if submission.corrects:
        return next((earlier_release for earlier_release in out if earlier_release.number == submission.corrects), None)
    same = [
        earlier_release
        for earlier_release in out
        if (submission.table and earlier_release.submission.table == submission.table)
        or earlier_release.submission.spec == submission.spec
    ]
    of_period = [
        earlier_release
        for earlier_release in same
        if shares_period(earlier_release.submission.periods, submission.periods)
    ]
    matching = of_period or same
    return matching[-1] if matching else None
