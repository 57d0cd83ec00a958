"""What is decided of a release after it was looked at once more: notice to its recipients, no further values of a pair,
acceptance; and whether a newly drawn figure may be offered (truth.md, section 4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ckmcore.base.files import write_whole
from ckmcore.base.numbers import Language, date_text
from ckmcore.base.texts import Texts
from ckmcore.base.verdict import Verdict, together
from ckmcore.base.version import VERSION
from ckmcore.errors import Cancelled, CkmError, InputError, PermissionRefused
from ckmcore.messages import Sentence, say, sentence
from ckmcore.methods.magnitudes import as_of_sums
from ckmcore.microdata.data import Microdata
from ckmcore.release.actions import in_state, state_name
from ckmcore.release.facts import method_hash
from ckmcore.release.hypercube_figures import FindFile, no_files
from ckmcore.release.pairs_out import sums_beside_nothing
from ckmcore.release.register_attack import RegisterTables, attack_register, register_tables
from ckmcore.release.sums_out import conclusions
from ckmcore.risk.class_counts import told_table
from ckmcore.risk.linked_captions import linked_sentences
from ckmcore.risk.publication import Publication, mark_beside
from ckmcore.statistic.looks import (
    PAIR_KINDS,
    Look,
    LookResult,
    PairDecision,
    PairKind,
    looked_at,
    pair_values,
)
from ckmcore.statistic.model import NoMethodInForce, Statistic
from ckmcore.statistic.one_period import of_one_period
from ckmcore.statistic.persons import Who, name_of
from ckmcore.statistic.releases import Release, find_release, releases
from ckmcore.statistic.series import Load
from ckmcore.tabulate.scan import never
from ckmcore.tabulate.spec import TableSpec
from ckmcore.tabulate.tabulate import tabulate

SECONDS = 60.0
_BOTH: tuple[Language, Language] = ("en", "de")


# --- looks and decisions ---------------------------------------------------------------------------------------------


def with_look(statistic: Statistic, result: LookResult, day: str) -> Statistic:
    """The statistic with a look on record, or with that it was put off (`later`) or declined (`never`) on a day."""
    return replace(statistic, looks=(*statistic.looks, Look(day, VERSION, result)))


def accept_release(
    statistic: Statistic, number: int, person: Who, time: str, reason: str, kinds: Sequence[PairKind] = ()
) -> Statistic:
    """Accepts what pairs disclose of a release, by a decision with a reason. kinds: of these (none: of all in which the
    release has a part). A decision on the same kind is replaced.

    Raises release_unknown, release_wrong_state, pair_not_looked_at, pair_none_shown, register_person_missing,
    release_reason_missing.
    """
    return _decided(statistic, number, "accepted", person, time, reason, kinds)


def publish_no_further(
    statistic: Statistic, number: int, person: Who, time: str, reason: str, kinds: Sequence[PairKind] = ()
) -> Statistic:
    """From now on no further values of the pairs of a release are published of its records: a table that shows them is
    not handed in or released (`closed_pair`). All else as `accept_release` has it."""
    return _decided(statistic, number, "no_further", person, time, reason, kinds)


def take_back(statistic: Statistic, number: int, kinds: Sequence[PairKind] = ()) -> Statistic:
    """Takes back what was decided of a release, of these kinds (none: of all). Raises pair_nothing_decided."""
    stay = tuple(
        decision
        for decision in statistic.pair_decisions
        if decision.number != number or (kinds and decision.kind not in kinds)
    )
    if stay == statistic.pair_decisions:
        raise InputError("pair_nothing_decided", number=str(number))
    return replace(statistic, pair_decisions=stay)


def decisions_on(statistic: Statistic, number: int) -> tuple[PairDecision, ...]:
    """What was decided of a release."""
    return tuple(decision for decision in statistic.pair_decisions if decision.number == number)


def decision_words(one: PairDecision) -> Sentence:
    """A decision in words: what, for which kind, by whom, when and why."""
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
    wanted = tuple(kinds) or pairs_of_release(release)
    if not wanted:
        raise InputError("pair_none_shown", number=str(number))
    made = tuple(
        PairDecision(number, kind, decided, name_of(person).strip(), time, reason.strip())  # type: ignore[arg-type]
        for kind in wanted
    )
    others = (former for former in statistic.pair_decisions if former.number != number or former.kind not in wanted)
    return replace(statistic, pair_decisions=(*others, *made))


def pairs_of_release(found: Release) -> tuple[PairKind, ...]:
    """The kinds of pairs in which a release may have a part: those whose values it shows; with counts the values of the
    first two may be in other releases, too."""
    spec = found.submission.spec
    shown = tuple(kind for kind in PAIR_KINDS if pair_values(kind, spec))
    return shown or (PAIR_KINDS[:2] if spec.count_values else ())


# --- the notice to recipients ----------------------------------------------------------------------------------------


def recipients_of(statistic: Statistic, number: int) -> tuple[str, ...]:
    """Who got a release, as the register has it: its recipient, and those of releases with the very same figures, once
    each. Raises release_unknown."""
    release = find_release(statistic.register, number)
    same = (
        other
        for other in releases(statistic.register)
        if other.was_released and other.submission.figures == release.submission.figures
    )
    every = (release, *same) if release.submission.figures else (release,)
    names = (each.submission.request.recipient.strip() for each in every)
    return tuple(dict.fromkeys(name for name in names if name))


def notice_text(statistic: Statistic, number: int, day: str, language: Language) -> str:
    """The text of a notice to the recipients of a release that is withdrawn: in this language, then in the other one.
    It names the table, its files and its day, and no cell, figure or reason. Before the release is withdrawn it is
    marked as a draft. Raises release_unknown."""
    release, to = find_release(statistic.register, number), recipients_of(statistic, number)
    other: Language = "en" if language == "de" else "de"
    return "\n\n".join(_notice(release, to, day, each) for each in (language, other))


def _notice(found: Release, to: Sequence[str], day: str, language: Language) -> str:
    submission, ended = found.submission, found.state == "withdrawn"
    title = submission.title.text(language) or submission.heading
    fields = {
        "number": str(found.number),
        "title": title,
        "statistic": submission.statistic,
        "period": submission.period,
        "released": date_text(found.released_at[:10], language),
        "day": date_text(found.ended_at[:10] if ended else day, language),
    }
    lines = [] if ended else [say("notice_draft", language), ""]
    lines += [say("notice_to", language, recipients=", ".join(to) or say("notice_nobody", language))]
    lines += [say("notice_head", language, number=str(found.number), title=title), ""]
    lines.append(say("notice_withdrawn", language, **fields))
    if found.files:
        lines.append(say("notice_files", language, files=[file.name for file in found.files]))
    lines.append(say("notice_asked", language))
    return "\n".join(lines) + "\n"


def write_notice(statistic: Statistic, number: int, path: Path, day: str, language: Language) -> None:
    """Writes the notice as a text file (UTF-8). Raises release_unknown, NotWritten, FileNeeded."""
    text = notice_text(statistic, number, day, language)

    def write(file: Path) -> None:
        file.write_text(text, encoding="utf-8")

    write_whole(path, write)


# --- a figure that is drawn anew -------------------------------------------------------------------------------------


@dataclass(frozen=True, repr=False)
class Redrawn:
    """The attack on a withdrawn release together with its table as it would be published now. held: the new figures
    disclose no cell by themselves, and none with the old ones that those do not disclose alone; cells: so many it are.
    Confidential."""

    verdict: Verdict
    cells: int = 0
    reason: Sentence | None = None

    def __repr__(self) -> str:
        return f"Redrawn({self.verdict}, confidential)"

    @property
    def said(self) -> Sentence:
        """What was found, in one sentence."""
        if self.verdict is Verdict.NOT_TESTED:
            return sentence("redrawn_not_tested", reason=self.reason or "")
        return sentence(f"redrawn_{self.verdict}", cells=self.cells)

    @property
    def line(self) -> Sentence:
        """The same with its state."""
        return sentence("pair_line", state=sentence(f"pair_state_{self.verdict}"), said=self.said)


def attack_redrawn(
    statistic: Statistic,
    number: int,
    load: Load,
    *,
    seconds: float = SECONDS,
    files: FindFile = no_files,
    cancelled: Callable[[], bool] = never,
    progress: Callable[[float], None] = lambda share: None,
) -> Redrawn:
    """Attacks the table of a withdrawn release, as it is saved now and the method in force publishes it, together with
    all that was released of its periods. Only where this is held a newly drawn figure may be offered: it is a second
    draw.

    Raises release_unknown, release_wrong_state, Cancelled.
    """
    release = in_state(find_release(statistic.register, number), "withdrawn")
    places = [place for place, period in enumerate(statistic.periods) if release.uses(period)]
    made: list[Redrawn] = []
    for at, place in enumerate(places):
        then = replace(statistic, current=place)
        try:
            made.append(_redrawn(then, release, load, seconds, files, cancelled))
        except Cancelled:
            raise
        except CkmError as fault:
            made.append(Redrawn(Verdict.NOT_TESTED, reason=fault.sentence()))
        progress((at + 1) / len(places))
    verdict = together(redrawn.verdict for redrawn in made)
    reason = next((redrawn.reason for redrawn in made if redrawn.verdict is verdict), sentence("recheck_period_gone"))
    return Redrawn(verdict, sum(redrawn.cells for redrawn in made), reason)


def redrawn_spec(statistic: Statistic, found: Release) -> TableSpec:
    """The table of a release as it is saved now; as it was released, where it is not saved any more."""
    submission = found.submission
    return next((saved.spec for saved in statistic.tables if saved.name == submission.table), submission.spec)


def _redrawn(
    statistic: Statistic,
    found: Release,
    load: Load,
    seconds: float,
    files: FindFile,
    cancelled: Callable[[], bool],
) -> Redrawn:
    """The same for one period."""
    data, in_force = load(statistic), statistic.period.in_force
    if in_force is None:
        raise NoMethodInForce()
    if data is None:
        reason = sentence("recheck_period_without_records", period=statistic.period.label)
        return Redrawn(Verdict.NOT_TESTED, reason=reason)
    found.refuse_hypercube()
    spec, _ = of_one_period(redrawn_spec(statistic, found))
    register = register_tables(statistic, data, files=files, beside=[spec], cancelled=cancelled)
    raw = tabulate(data, spec, cancelled=cancelled, contributors=in_force.method.contributors)
    raw, table = told_table(raw, data, in_force.method)
    new = Publication(
        Texts.same(found.title), table, in_force.method, raw=raw, same=mark_beside(register.tables, in_force.method)
    )
    return _worst([*_of_counts(register, new, data, seconds, cancelled), *_of_sums(statistic, found, spec, data, load)])


def _of_counts(
    register: RegisterTables, new: Publication, data: Microdata, seconds: float, cancelled: Callable[[], bool]
) -> Iterable[Redrawn]:
    """The counts of old and new together, beside the old ones alone; sums of the new table beside a published 0."""
    beside = sums_beside_nothing(replace(register, tables=(*register.tables, new), numbers=(*register.numbers, 0)))
    yield Redrawn(Verdict.OPEN, beside[0]) if beside.get(0) else Redrawn(Verdict.HELD)
    if not new.table.spec.count_values and not (new.table.spec.weighted_values and register.tables):
        return
    nothing_released = RegisterTables((), (), (), ())
    both = attack_register(register, data, at_hand=[new], seconds=seconds, cancelled=cancelled)
    before = 0
    if register.tables:
        before = len(attack_register(register, data, seconds=seconds, cancelled=cancelled).attack.disclosed)
    more = len(both.attack.disclosed) - before
    if new.table.spec.count_values:  # weighted counts alone tell nothing
        alone = attack_register(nothing_released, data, at_hand=[new], seconds=seconds, cancelled=cancelled)
        more = max(more, len(alone.attack.disclosed))
    if more > 0:
        yield Redrawn(Verdict.OPEN, more)
    elif not both.attack.complete:
        yield Redrawn(Verdict.NOT_TESTED, reason=(*both.attack.untested, linked_sentences(both.attack)[0])[0])
    elif left := [table for table in register.left_out if table.reason.code != "attack_needs_counts"]:
        yield Redrawn(Verdict.NOT_TESTED, reason=left[0].reason)


def _of_sums(statistic: Statistic, found: Release, spec: TableSpec, data: Microdata, load: Load) -> Iterable[Redrawn]:
    """What readers conclude of the sums of old and new together, beside those of the old ones alone."""
    in_force = statistic.period.in_force
    if not spec.magnitudes or in_force is None:
        return
    then = found.facts_of(statistic.period)
    if then is None or then.method != method_hash(statistic.secret, in_force.method):
        number, title = str(found.number), found.title
        yield Redrawn(Verdict.NOT_TESTED, reason=sentence("sums_out_other_method", number=number, title=title))
    elif as_of_sums(in_force.method) is None:
        yield Redrawn(Verdict.NOT_TESTED, reason=sentence("redrawn_sums"))
    else:
        before, _ = conclusions(statistic, data, load=load)
        both, notes = conclusions(statistic, data, spec, load=load)
        more = sum(conclusion.cells for conclusion in both) - sum(conclusion.cells for conclusion in before)
        if more > 0:
            yield Redrawn(Verdict.OPEN, more)
        elif notes:
            yield Redrawn(Verdict.NOT_TESTED, reason=notes[0])


def _worst(found: Sequence[Redrawn]) -> Redrawn:
    verdict = together(redrawn.verdict for redrawn in found)
    cells = sum(redrawn.cells for redrawn in found)
    return Redrawn(verdict, cells, next((redrawn.reason for redrawn in found if redrawn.verdict is verdict), None))
