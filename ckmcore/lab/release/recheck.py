"""What has already left the house, attacked by all that a reader is taken to know today.

Each period's releases are attacked together with the figures that they had, each with its method then (withdrawn and
corrected ones are known outside, too). Confidential: the report stays internal.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ckmcore.base.numbers import Language, date_text
from ckmcore.base.texts import Texts
from ckmcore.base.verdict import Verdict, together
from ckmcore.errors import Cancelled, CkmError
from ckmcore.lab.release.pairs_out import PairFound, Pairs, joined_pairs, pairs_out, untested_pairs
from ckmcore.lab.release.register_attack import RegisterAttack, RegisterTables, attack_register, register_tables
from ckmcore.lab.release.released_sums import conclusions, sums_out
from ckmcore.lab.release.sums_accepted import accepted_words
from ckmcore.lab.risk.harm import linked_by_harm
from ckmcore.lab.risk.linked_captions import linked_constellation, linked_disclosed_text, linked_sentences
from ckmcore.lab.risk.linked_tables import LinkedCell
from ckmcore.messages import Sentence, say, sentence
from ckmcore.methods.magnitudes import as_of_sums
from ckmcore.release.actions import state_name
from ckmcore.release.files_found import NO_FILES, FindFile
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.releases import Release, find_release, releases
from ckmcore.statistic.series import Load
from ckmcore.tabulate.scan import never
from ckmcore.typesetting.page import Report, bullets, heading, paragraph

# For the attack on the releases of one period, and for the proofs of its cells.
SECONDS, PROOFS = 60.0, 20.0
# Cells of a release that are told with their proof; the others are counted.
TOLD = 20


@dataclass(frozen=True, repr=False)
class Disclosing:
    """A release that discloses cells. count: how many; cells: explanations of the first ones; sums: conclusions on
    single contributors to its sums. Confidential."""

    release: Release
    count: int
    cells: tuple[Texts, ...]
    sums: tuple[Sentence, ...] = ()

    def __repr__(self) -> str:
        return f"Disclosing(release {self.release.number}, confidential)"


@dataclass(frozen=True, repr=False)
class LookedAt:
    """A release with the result of each kind of pair of values. Confidential."""

    release: Release
    pairs: tuple[PairFound, ...]

    def __repr__(self) -> str:
        return f"LookedAt(release {self.release.number}, confidential)"

    @property
    def verdict(self) -> Verdict:
        """Open where one of the kinds is."""
        return together(pair.verdict for pair in self.pairs)


@dataclass(frozen=True, repr=False)
class Recheck:
    """Result of attacking all releases. attacked: number of releases; disclosing: those that disclose cells; notes:
    what is undecided or could not be examined; accepted: accepted rules of the floor of sums; looked: results of pairs
    of values for every release."""

    attacked: int
    disclosing: tuple[Disclosing, ...]
    notes: tuple[Sentence, ...]
    accepted: tuple[Sentence, ...] = ()
    looked: tuple[LookedAt, ...] = ()

    def __repr__(self) -> str:
        return f"Recheck({self.attacked} releases, confidential)"

    @property
    def verdict(self) -> Verdict:
        """Open where a release discloses, not tested where none was attacked, or not all could be to the end."""
        of_counts = Verdict.HELD if self.attacked and not self.notes else Verdict.NOT_TESTED
        return together(
            [Verdict.OPEN if self.disclosing else of_counts, *(looked_at.verdict for looked_at in self.looked)]
        )

    def disclosed(self, number: int) -> Disclosing | None:
        """Disclosed cells of the release with a number; None where there are none."""
        return next(
            (
                examined_disclosing
                for examined_disclosing in self.disclosing
                if examined_disclosing.release.number == number
            ),
            None,
        )

    @property
    def summary(self) -> Sentence:
        """Result in one sentence."""
        of_counts = [disclosing for disclosing in self.disclosing if disclosing.count]
        of_sums = sum(bool(disclosing.sums) for disclosing in self.disclosing)
        cells = sum(count.count for count in of_counts)
        code = "recheck_found" if of_counts else "recheck_nothing" if self.attacked else "recheck_not_tested"
        said_sentence = sentence(code, attacked=self.attacked, releases=len(of_counts), cells=cells)
        if of_sums:
            said_sentence = sentence("recheck_and_sums", first=said_sentence, releases=of_sums)
        of_pairs = [pair for looked_at in self.looked for pair in looked_at.pairs]
        beside = sum(pair_found.kind == "sums" and pair_found.verdict is Verdict.OPEN for pair_found in of_pairs)
        return sentence("recheck_and_beside", first=said_sentence, releases=beside) if beside else said_sentence


def needs_recheck(statistic: Statistic) -> bool:
    """Whether figures have left the house."""
    return any(release.was_released for release in releases(statistic.register))


def recheck(
    statistic: Statistic,
    load: Load,
    *,
    seconds: float = SECONDS,
    files: FindFile = NO_FILES,
    cancelled: Callable[[], bool] = never,
    progress: Callable[[float], None] = lambda share: None,
) -> Recheck:
    """Attack the releases of every period. load: reads the records of a period; seconds: time limit; files: finds the
    files of hypercubes. Raises Cancelled."""
    released = [release for release in releases(statistic.register) if release.was_released]
    indices = [
        period_index
        for period_index, period in enumerate(statistic.periods)
        if any(release.uses(period) for release in released)
    ]
    disclosing_of: dict[int, Disclosing] = {}
    notes: list[Sentence] = []
    attacked: set[int] = set()
    pairs: Pairs = {}
    for index, place in enumerate(indices):
        former_statistic = replace(statistic, current=place)

        def told(share: float, index: int = index) -> None:
            progress((index + share) / len(indices))

        period_releases = [release for release in released if release.uses(former_statistic.period)]
        try:
            sums, untold = _of_sums(former_statistic, load, seconds, cancelled)
            attack_result = _attacked(former_statistic, period_releases, load, seconds, files, cancelled, told)
        except Cancelled:
            raise
        except CkmError as fault:
            notes.append(
                sentence("recheck_period_left_out", period=former_statistic.period.label, reason=fault.sentence())
            )
            _join(pairs, untested_pairs(period_releases, notes[-1]))
            continue
        if attack_result is None:
            notes.append(sentence("recheck_period_without_records", period=former_statistic.period.label))
            _join(pairs, untested_pairs(period_releases, notes[-1]))
            continue
        register, attacked_now, said_of_pairs, refused = attack_result
        _join(pairs, said_of_pairs)
        if refused is not None:
            notes.append(sentence("recheck_period_left_out", period=former_statistic.period.label, reason=refused))
        notes += untold
        for number, said_sum in sums.items():
            attacked.add(number)
            if said_sum:
                disclosing_of[number] = Disclosing(find_release(statistic.register, number), 0, (), tuple(said_sum))
        attacked.update(() if attacked_now is None else register.numbers)
        # Sums without counts are left out by the attack on counts, and judged for themselves.
        judged = [
            not_attacked
            for not_attacked in register.left_out
            if not_attacked.number in sums and not_attacked.reason.code == "attack_needs_counts"
        ]
        notes += replace(
            register, left_out=tuple(not_attacked for not_attacked in register.left_out if not_attacked not in judged)
        ).sentences
        if attacked_now is None:
            continue
        if attacked_now.attack.contradiction is not None or attacked_now.attack.undecided:
            notes.append(linked_sentences(attacked_now.attack)[0])
        for disclosing in _disclosing(attacked_now, former_statistic, cancelled):
            former_disclosing = disclosing_of.get(disclosing.release.number)
            if former_disclosing is None or not former_disclosing.count:
                disclosing_of[disclosing.release.number] = replace(
                    disclosing, sums=() if former_disclosing is None else former_disclosing.sums
                )
    progress(1.0)
    accepted = tuple(word for index in indices for word in accepted_words(replace(statistic, current=index)))
    # One that uses no period that is there any more was not looked at.
    lost_releases = [release for release in released if release.number not in pairs]
    _join(pairs, untested_pairs(lost_releases, sentence("recheck_period_gone")))
    return Recheck(
        len(attacked),
        tuple(disclosing_of[number] for number in sorted(disclosing_of)),
        tuple(notes),
        accepted,
        tuple(LookedAt(release, pairs[release.number]) for release in released),
    )


def _join(pairs: Pairs, new_pairs: Pairs) -> None:
    for number, kinds in new_pairs.items():
        pairs[number] = joined_pairs(pairs.get(number), kinds)


def _attacked(
    statistic: Statistic,
    released: Sequence[Release],
    load: Load,
    seconds: float,
    files: FindFile,
    cancelled: Callable[[], bool],
    progress: Callable[[float], None],
) -> tuple[RegisterTables, RegisterAttack | None, Pairs, Sentence | None] | None:
    data = load(statistic)
    if data is None:
        return None
    register = register_tables(statistic, data, files=files, cancelled=cancelled)
    progress(0.1)
    attacked, fault = None, None
    try:
        if register.tables:
            attacked = attack_register(
                register, data, seconds=seconds, cancelled=cancelled, progress=lambda share: progress(0.1 + 0.6 * share)
            )
    except Cancelled:
        raise
    except CkmError as found:
        fault = found.sentence()  # sums beside a published 0 are looked at all the same
    pairs = pairs_out(released, register, attacked, data, seconds=seconds, fault=fault, cancelled=cancelled)
    progress(0.9)
    return register, attacked, pairs, fault


def _of_sums(
    statistic: Statistic, load: Load, seconds: float, cancelled: Callable[[], bool]
) -> tuple[dict[int, list[Sentence]], list[Sentence]]:
    """Conclusions on single contributors by release with sums, and what could not be examined."""
    in_force = statistic.period.in_force
    method = None if in_force is None else as_of_sums(in_force.method)
    if method is None:
        return {}, []
    out = sums_out(statistic, method)
    if not out.specs:
        return {}, list(out.notes)
    data = load(statistic)
    if data is None:
        return {}, []
    conclusions_, notes = conclusions(statistic, data, load=load, seconds=seconds, cancelled=cancelled)
    sentences: dict[int, list[Sentence]] = {number: [] for number in out.numbers}
    for conclusion in conclusions_:
        for number in conclusion.numbers:
            sentences[number].append(conclusion.said)
    return sentences, notes


def _disclosing(
    register_attack: RegisterAttack, statistic: Statistic, cancelled: Callable[[], bool]
) -> list[Disclosing]:
    of_release: dict[int, list[LinkedCell]] = {}
    for linked_cell in linked_by_harm(register_attack.attack.disclosed):
        of_release.setdefault(register_attack.number(linked_cell.table), []).append(linked_cell)
    told_count = sum(min(len(cells), TOLD) for cells in of_release.values())
    disclosings = []
    for number, cells in of_release.items():
        texts = []
        for cell in cells[:TOLD]:
            if cancelled():
                raise Cancelled()
            proof = linked_constellation(
                register_attack.attack, cell, seconds=PROOFS / max(told_count, 1), cancelled=cancelled
            )
            texts.append(Texts(*(linked_disclosed_text(register_attack.attack, cell, proof, word) for word in _BOTH)))
        disclosings.append(Disclosing(find_release(statistic.register, number), len(cells), tuple(texts)))
    return disclosings


_BOTH: tuple[Language, Language] = ("en", "de")


def recheck_report(found: Recheck, title: str, day: str, language: Language) -> Report:
    """Internal report: each release with its disclosed cells, their cause, and remedies. title: of the
    statistic; day: ISO date."""
    report_parts = [paragraph(f"{title}, {date_text(day, language)}", "lead"), paragraph(found.summary.text(language))]
    report_parts.append(paragraph(say("recheck_assumes", language)))
    for looked_at in found.looked:
        disclosed = found.disclosed(looked_at.release.number)
        if disclosed is None and looked_at.verdict is Verdict.HELD:
            continue
        report_parts.append(
            heading(
                say("recheck_release", language, number=str(looked_at.release.number), title=looked_at.release.title)
            )
        )
        report_parts.append(bullets([pair.line.text(language) for pair in looked_at.pairs]))
        report_parts += [] if disclosed is None else _disclosure_parts(disclosed, language)
        report_parts.append(paragraph(say("recheck_what_now", language)))
    if found.accepted:
        report_parts.append(heading(say("recheck_accepted_head", language)))
        report_parts.append(bullets([acceptance.text(language) for acceptance in found.accepted]))
    if found.notes:
        report_parts.append(heading(say("recheck_open_head", language)))
        report_parts.append(bullets([note.text(language) for note in found.notes]))
    head = say("recheck_title", language)
    return Report(head, language, say("recheck_band", language), tuple(report_parts))


def _disclosure_parts(disclosing: Disclosing, language: Language) -> list[str]:
    """Parts of the report on the disclosures of a release."""
    day, state = date_text(disclosing.release.released_at[:10], language), state_name(disclosing.release).text(language)
    report_parts = []
    if disclosing.count:
        report_parts.append(paragraph(say("recheck_state", language, day=day, state=state, count=disclosing.count)))
        report_parts.append(bullets([text.text(language) for text in disclosing.cells]))
    if disclosing.sums:
        report_parts.append(paragraph(say("recheck_state_sums", language, day=day, state=state)))
        report_parts.append(bullets([said_sum.text(language) for said_sum in disclosing.sums]))
    if disclosing.count > len(disclosing.cells):
        report_parts.append(
            paragraph(say("board_disclosed_more", language, count=disclosing.count - len(disclosing.cells)))
        )
    return report_parts


def write_recheck(found: Recheck, path: Path, title: str, day: str, language: Language) -> None:
    """Write the report as HTML or PDF, by the ending of the name. Raises report_form, NotWritten."""
    recheck_report(found, title, day, language).write(path)
