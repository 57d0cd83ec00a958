"""Whether a newly drawn figure of a withdrawn release may be offered: a second draw (truth.md, section 4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from ckmcore.base.texts import Texts
from ckmcore.base.verdict import Verdict, together
from ckmcore.errors import Cancelled, CkmError
from ckmcore.lab.release.pairs_out import sums_beside_nothing
from ckmcore.lab.release.register_attack import RegisterTables, attack_register, register_tables
from ckmcore.lab.release.released_sums import conclusions
from ckmcore.lab.risk.class_counts import told_table
from ckmcore.lab.risk.linked_captions import linked_sentences
from ckmcore.lab.risk.publication import Publication, mark_beside
from ckmcore.messages import Sentence, sentence
from ckmcore.methods.magnitudes import as_of_sums
from ckmcore.microdata.data import Microdata
from ckmcore.release.actions import in_state
from ckmcore.release.files_found import NO_FILES, FindFile
from ckmcore.release.provenance import method_hash
from ckmcore.statistic.model import NoMethodInForce, Statistic
from ckmcore.statistic.one_period import of_one_period
from ckmcore.statistic.releases import Release, find_release
from ckmcore.statistic.series import Load
from ckmcore.tabulate.scan import never
from ckmcore.tabulate.spec import TableSpec
from ckmcore.tabulate.tabulate import tabulate

SECONDS = 60.0


@dataclass(frozen=True, repr=False)
class Redrawn:
    """Result of attacking a withdrawn release together with its table as it would be published now. The verdict is held
    where the new figures disclose no cell, alone or together with the old ones, that the old ones do not disclose
    already; cells: number of such cells. Confidential."""

    verdict: Verdict
    cells: int = 0
    reason: Sentence | None = None

    def __repr__(self) -> str:
        return f"Redrawn({self.verdict}, confidential)"

    @property
    def said(self) -> Sentence:
        """Result in one sentence."""
        if self.verdict is Verdict.NOT_TESTED:
            return sentence("redrawn_not_tested", reason=self.reason or "")
        return sentence(f"redrawn_{self.verdict}", cells=self.cells)

    @property
    def line(self) -> Sentence:
        """Result in one sentence with its state in front."""
        return sentence("pair_line", state=sentence(f"pair_state_{self.verdict}"), said=self.said)


def attack_redrawn(
    statistic: Statistic,
    number: int,
    load: Load,
    *,
    seconds: float = SECONDS,
    files: FindFile = NO_FILES,
    cancelled: Callable[[], bool] = never,
    progress: Callable[[float], None] = lambda share: None,
) -> Redrawn:
    """Attack the saved table of a withdrawn release, as the method in force publishes it, together with all releases of
    its periods. A newly drawn figure is a second draw and may be offered only where the verdict is held.

    number: of the release. Raises release_unknown, release_wrong_state, Cancelled.
    """
    release = in_state(find_release(statistic.register, number), "withdrawn")
    indices = [period_index for period_index, period in enumerate(statistic.periods) if release.uses(period)]
    redrawns: list[Redrawn] = []
    for index, place in enumerate(indices):
        former_statistic = replace(statistic, current=place)
        try:
            redrawns.append(_redrawn(former_statistic, release, load, seconds, files, cancelled))
        except Cancelled:
            raise
        except CkmError as fault:
            redrawns.append(Redrawn(Verdict.NOT_TESTED, reason=fault.sentence()))
        progress((index + 1) / len(indices))
    verdict = together(redrawn.verdict for redrawn in redrawns)
    reason = next(
        (redrawn.reason for redrawn in redrawns if redrawn.verdict is verdict), sentence("recheck_period_gone")
    )
    return Redrawn(verdict, sum(redrawn.cells for redrawn in redrawns), reason)


def redrawn_spec(statistic: Statistic, found: Release) -> TableSpec:
    """Specification of a release's table as saved now, or as released where it is not saved any more."""
    submission = found.submission
    return next((saved.spec for saved in statistic.tables if saved.name == submission.table), submission.spec)


def _redrawn(
    statistic: Statistic,
    release: Release,
    load: Load,
    seconds: float,
    files: FindFile,
    cancelled: Callable[[], bool],
) -> Redrawn:
    """Result of a second draw of a release's table for the current period."""
    data, in_force = load(statistic), statistic.period.in_force
    if in_force is None:
        raise NoMethodInForce()
    if data is None:
        reason = sentence("recheck_period_without_records", period=statistic.period.label)
        return Redrawn(Verdict.NOT_TESTED, reason=reason)
    release.refuse_hypercube()
    spec, _ = of_one_period(redrawn_spec(statistic, release))
    register = register_tables(statistic, data, files=files, beside=[spec], cancelled=cancelled)
    raw = tabulate(data, spec, cancelled=cancelled, contributors=in_force.method.contributors)
    raw, table = told_table(raw, data, in_force.method)
    new_publication = Publication(
        Texts.same(release.title), table, in_force.method, raw=raw, same=mark_beside(register.tables, in_force.method)
    )
    return _worst(
        [
            *_of_counts(register, new_publication, data, seconds, cancelled),
            *_of_sums(statistic, release, spec, data, load),
        ]
    )


def _of_counts(
    register: RegisterTables,
    new_publication: Publication,
    data: Microdata,
    seconds: float,
    cancelled: Callable[[], bool],
) -> Iterable[Redrawn]:
    """Compare the attack on the counts of old and new tables together with that on the old ones alone; also find sums
    of the new table beside a published 0."""
    adjacent_nothing = sums_beside_nothing(
        replace(register, tables=(*register.tables, new_publication), numbers=(*register.numbers, 0))
    )
    yield Redrawn(Verdict.OPEN, adjacent_nothing[0]) if adjacent_nothing.get(0) else Redrawn(Verdict.HELD)
    if not new_publication.table.spec.count_values and not (
        new_publication.table.spec.weighted_values and register.tables
    ):
        return
    nothing_released = RegisterTables((), (), (), ())
    both_attack = attack_register(register, data, at_hand=[new_publication], seconds=seconds, cancelled=cancelled)
    former = 0
    if register.tables:
        former = len(attack_register(register, data, seconds=seconds, cancelled=cancelled).attack.disclosed)
    more = len(both_attack.attack.disclosed) - former
    if new_publication.table.spec.count_values:  # weighted counts alone tell nothing
        attacked_alone = attack_register(
            nothing_released, data, at_hand=[new_publication], seconds=seconds, cancelled=cancelled
        )
        more = max(more, len(attacked_alone.attack.disclosed))
    if more > 0:
        yield Redrawn(Verdict.OPEN, more)
    elif not both_attack.attack.complete:
        yield Redrawn(
            Verdict.NOT_TESTED, reason=(*both_attack.attack.untested, linked_sentences(both_attack.attack)[0])[0]
        )
    elif remaining_tables := [table for table in register.left_out if table.reason.code != "attack_needs_counts"]:
        yield Redrawn(Verdict.NOT_TESTED, reason=remaining_tables[0].reason)


def _of_sums(statistic: Statistic, release: Release, spec: TableSpec, data: Microdata, load: Load) -> Iterable[Redrawn]:
    """Compare the conclusions on sums from old and new tables together with those from the old ones alone."""
    in_force = statistic.period.in_force
    if not spec.magnitudes or in_force is None:
        return
    former_facts = release.facts_of(statistic.period)
    if former_facts is None or former_facts.method != method_hash(statistic.secret, in_force.method):
        number, title = str(release.number), release.title
        yield Redrawn(Verdict.NOT_TESTED, reason=sentence("sums_out_other_method", number=number, title=title))
    elif as_of_sums(in_force.method) is None:
        yield Redrawn(Verdict.NOT_TESTED, reason=sentence("redrawn_sums"))
    else:
        former_conclusions, _ = conclusions(statistic, data, load=load)
        both, notes = conclusions(statistic, data, spec, load=load)
        more = sum(conclusion.cells for conclusion in both) - sum(conclusion.cells for conclusion in former_conclusions)
        if more > 0:
            yield Redrawn(Verdict.OPEN, more)
        elif notes:
            yield Redrawn(Verdict.NOT_TESTED, reason=notes[0])


def _worst(redrawns: Sequence[Redrawn]) -> Redrawn:
    verdict = together(redrawn.verdict for redrawn in redrawns)
    cells = sum(redrawn.cells for redrawn in redrawns)
    return Redrawn(verdict, cells, next((redrawn.reason for redrawn in redrawns if redrawn.verdict is verdict), None))
