"""Evaluation of a variant: it protects the tables, is measured, attacked over all of them, repeated with new keys."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

import numpy as np

from ckmcore.base.texts import Texts
from ckmcore.errors import Cancelled, CkmError, InputError
from ckmcore.lab.quality.candidates import Candidate
from ckmcore.lab.quality.expectation import count_distribution
from ckmcore.lab.quality.finding import EvaluationRequest, Finding, Judged, Numbers, TestTable
from ckmcore.lab.quality.measure_registry import MEASURES, by_criterion, numbers_of
from ckmcore.lab.quality.measures import table_figures
from ckmcore.lab.quality.monte_carlo import monte_carlo
from ckmcore.lab.quality.ratios import ratio_errors
from ckmcore.lab.quality.sum_evaluation import SumRisks, sum_risks, sums_of
from ckmcore.lab.quality.sum_measures import sum_values
from ckmcore.lab.risk.attack import attack, count_values
from ckmcore.lab.risk.averaging import Averaged, averaging
from ckmcore.lab.risk.class_counts import told_table
from ckmcore.lab.risk.differencing import differences
from ckmcore.lab.risk.disclosure_chance import disclosure_chance
from ckmcore.lab.risk.grid_remainders import grid_differences
from ckmcore.lab.risk.intervals import reader_of
from ckmcore.lab.risk.linked_captions import linked_sentences
from ckmcore.lab.risk.linked_tables import LinkedAttack, attack_published, attack_size
from ckmcore.lab.risk.publication import AT_HAND, Publication, mark_beside
from ckmcore.messages import Sentence
from ckmcore.methods.method import Method
from ckmcore.methods.primary import PrimaryRules
from ckmcore.microdata.data import Microdata
from ckmcore.tabulate.raw import RawTable
from ckmcore.tabulate.shown_cells import shown_cells

Progress = Callable[[float], None]
T = TypeVar("T")

# Attack, estimates and draws of keys: the steps of a variant whose progress is told.
STEPS = 3
# Repetitions that are attacked: each takes as long as the propagation of one attack.
MOST_ATTACKED = 200


def judge(
    data: Microdata,
    tables: Sequence[TestTable],
    raws: Sequence[RawTable | Sentence],
    variant: Candidate,
    asked: EvaluationRequest,
    released: Sequence[Publication],
    step: Callable[[], Progress],
    cancelled: Callable[[], bool],
) -> tuple[tuple[Finding, ...], Finding]:
    """Judge a variant on each table and on all tables as one. raws: originals of each table or why there are none;
    step: function that begins a step of progress, called STEPS times, in a comparison once. Raises Cancelled."""
    if asked.compared:
        return _compared(data, tables, raws, variant, asked, step(), cancelled)
    steps = [step] * STEPS
    if variant.method is None:
        sentence = InputError("evaluation_without_method").sentence()
        for each_step in steps:
            each_step()
        return tuple(Finding(problems=(sentence,)) for _ in tables), Finding()
    judging = _Judging(data, tables, variant.method, asked, cancelled, [_Table() for _ in tables])
    judging.protect(raws)
    progress = steps[0]()
    judging.risk_sums(released)
    judging.attack([publication for publication in released if count_values(publication.table.spec)], progress)
    judging.estimate(steps[1]())
    judging.draw(steps[2]())
    return judging.findings()


def _compared(
    data: Microdata,
    tables: Sequence[TestTable],
    raws: Sequence[RawTable | Sentence],
    variant: Candidate,
    asked_request: EvaluationRequest,
    progress: Progress,
    cancelled: Callable[[], bool],
) -> tuple[tuple[Finding, ...], Finding]:
    """Judge a variant in a comparison of methods, as `judge` does; of rules of primary suppression only the marked
    cells are counted."""
    plain_findings = [Finding(raw=raw) for raw in raws if isinstance(raw, RawTable)]
    if variant.method is None:
        rules = variant.rules or PrimaryRules()
        return tuple(replace(finding, numbers=_sensitive(finding.raw, rules)) for finding in plain_findings), Finding()
    judging = _Judging(data, tables, variant.method, asked_request, cancelled, [_Table() for _ in tables])
    try:
        judging.protect(raws)
        judging.risk_sums(())
        judging.attack((), progress)
        return judging.findings()
    except Cancelled:
        raise
    except CkmError as fault:
        return tuple(replace(finding, problems=(fault.sentence(),)) for finding in plain_findings), Finding()


def _sensitive(raw: RawTable | None, rules: PrimaryRules) -> Numbers:
    """Number of cells that the rules mark."""
    if raw is None or rules == PrimaryRules():
        return {}
    cells = 0
    for block, mask in zip(raw.blocks, shown_cells(raw.spec, raw.blocks), strict=True):
        marked = [rules.sensitive(block, name) for name in ("", *block.magnitudes)]
        cells += int((np.logical_or.reduce(marked) & mask).sum())
    return {"sensitive": float(cells)}


@dataclass
class _Table:
    """Results for a table so far, and sentences on what could not be measured."""

    finding: Finding = field(default_factory=Finding)
    problems: list[Sentence] = field(default_factory=list)


@dataclass
class _Judging:
    """State of judging a variant. found: of each table; whole: of all tables as one. What cannot be measured leaves a
    sentence with its table, or with all tables."""

    data: Microdata
    tables: Sequence[TestTable]
    method: Method
    asked: EvaluationRequest
    cancelled: Callable[[], bool]
    found: list[_Table]
    whole: _Table = field(default_factory=_Table)

    @property
    def measured(self) -> list[int]:
        """The numbers of the tables whose counts can be measured."""
        return [table_index for table_index, table in enumerate(self.found) if table.finding.figures is not None]

    @property
    def attackable(self) -> list[int]:
        """Indices of the tables whose counts can be attacked, including the class counts of a median."""
        return [table_index for table_index, table in enumerate(self.found) if table.finding.told is not None]

    @property
    def summed(self) -> list[int]:
        """The numbers of the tables whose sums can be measured."""
        return [table_index for table_index, table in enumerate(self.found) if table.finding.sums is not None]

    @property
    def raws(self) -> list[RawTable]:
        return [raw for table_index in self.attackable if (raw := self.found[table_index].finding.told_raw) is not None]

    def protect(self, raws: Sequence[RawTable | Sentence]) -> None:
        """Protect the tables as the variant does; a sentence in place of a table is noted as its problem."""
        for table, raw in zip(self.found, raws, strict=True):
            if isinstance(raw, Sentence):
                table.problems.append(raw)
                continue
            self._protect(table, raw)

    def _protect(self, table: _Table, raw: RawTable) -> None:
        compared, counted = self.asked.compared, bool(count_values(raw.spec))
        if compared:
            self.method.protect(raw)  # what is computed once, as bounds of a perturbation table, is no time of this one
        begin = time.perf_counter()
        protected = self._have(lambda: self.method.protect(raw), table.problems)
        numbers = {"time": 1000 * (time.perf_counter() - begin)} if compared else {}
        if protected is not None:
            figures = ratios = None
            # Sums have measures of their own, relative ones.
            if counted or (compared and not sum_values(raw.spec)):
                figures = self._have(lambda: table_figures(raw, self.data, protected), table.problems)
            if counted and not compared:
                ratios = self._have(
                    lambda: ratio_errors(self.data, raw.spec, self.method, cancelled=self.cancelled), table.problems
                )
            sums = self._have(lambda: sums_of(raw, self.data, protected, self.method), table.problems)
            table.finding = Finding(numbers, {}, (), raw, protected, figures, ratios=ratios or (), sums=sums)
            told_result = self._have(lambda: told_table(raw, self.data, self.method, protected), table.problems)
            if told_result is not None and count_values(told_result[0].spec) and (figures is not None or not counted):
                table.finding = replace(table.finding, told_raw=told_result[0], told=told_result[1])

    def _have(self, make: Callable[[], T], problems: list[Sentence]) -> T | None:
        """Result of `make`, or None with the reason added to `problems`; in a comparison the error is raised instead.
        Raises Cancelled."""
        try:
            return make()
        except Cancelled:
            raise
        except CkmError as fault:
            if self.asked.compared:
                raise
            sentence = fault.sentence()
            if sentence not in problems:
                problems.append(sentence)
            return None

    def attack(self, released: Sequence[Publication], progress: Progress) -> None:
        """Attack all tables together with the released ones; where that is impossible, each table alone."""
        table_indices = self.attackable
        if not self.asked.attack or not table_indices:
            return
        if self.asked.compared:
            for table_index in table_indices:
                self._alone(self.found[table_index], self.tables[table_index].untested, progress)
            return
        linked_result = self._have(lambda: self._linked(released, progress), self.whole.problems)
        if linked_result is not None:
            self.whole.finding = replace(self.whole.finding, linked=linked_result)
            limited = linked_result.sampled is not None or linked_result.contradiction is not None
            self.whole.problems += (
                linked_sentences(linked_result)[: 2 if linked_result.sampled is not None else 1] if limited else ()
            )
            for index, table_index in enumerate(table_indices):
                table = self.found[table_index]
                table.finding = replace(table.finding, attacked=linked_result.tables[index])
        elif len(table_indices) > 1 or released:
            for table_index in table_indices:
                self._alone(self.found[table_index], self.tables[table_index].untested, progress)
        differing = self._have(
            lambda: differences(
                [*self._publications(released), *released],
                self.data,
                least_units=self.asked.least_units,
                cancelled=self.cancelled,
            ),
            self.whole.problems,
        )
        grids = self._have(
            lambda: grid_differences(
                [*self._publications(released), *released],
                self.data,
                least_units=self.asked.least_units,
                cancelled=self.cancelled,
            ),
            self.whole.problems,
        )
        self.whole.finding = replace(self.whole.finding, differences=differing, grids=grids)
        if self.cancelled():
            raise Cancelled()

    def risk_sums(self, released: Sequence[Publication]) -> None:
        """Compute the risks of single contributions in the sums of all tables together with tables released under the
        same method.
        """
        specs = [self.tables[table_index].spec for table_index in self.summed]
        if not self.asked.attack or not specs:
            return
        other_specs = [
            publication.table.spec
            for publication in released
            if publication.method == self.method and publication.same.startswith(AT_HAND)
        ]
        risks = self._have(
            lambda: sum_risks(
                self.data,
                [*specs, *(spec for spec in other_specs if spec not in specs)],
                self.method,
                seconds=self.asked.seconds,
                cancelled=self.cancelled,
            ),
            self.whole.problems,
        )
        if risks is not None:
            self.whole.problems += [sentence for sentence in risks.floor.skipped if sentence not in self.whole.problems]
            self.whole.finding = replace(self.whole.finding, sum_risks=risks)

    def _publications(self, released: Sequence[Publication]) -> list[Publication]:
        """Publications that a reader has: the judged tables and the released ones."""
        publications, mark, knowledge = (
            [],
            mark_beside(released, self.method),
            reader_of(self.method, self.asked.knowledge),
        )
        for table_index in self.attackable:
            finding, name = self.found[table_index].finding, Texts.same(self.tables[table_index].name)
            assert finding.told is not None  # noqa: S101 - it is attackable
            publications.append(Publication(name, finding.told, self.method, knowledge, finding.told_raw, mark))
        return publications

    def _linked(self, released: Sequence[Publication], progress: Progress) -> LinkedAttack:
        offer = attack_size(self.data, [self.tables[table_index].spec for table_index in self.attackable]).offer
        if offer is not None and not self.asked.sample:
            self.whole.problems.append(offer)
        return attack_published(
            [*self._publications(released), *released],
            self.data,
            untested=next((table.untested for table in self.tables if table.untested), ()),
            sample_cells=self.asked.sample or None,
            seed=self.asked.seed,
            seconds=self.asked.seconds,
            cancelled=self.cancelled,
            progress=progress,
        )

    def _alone(self, table: _Table, untested: Sequence[Sentence], progress: Progress) -> None:
        finding = table.finding
        if finding.told_raw is None:
            return
        raw = finding.told_raw
        attacked = self._have(
            lambda: attack(
                raw,
                self.data,
                self.method,
                protected=finding.told,
                knowledge=reader_of(self.method, self.asked.knowledge),
                hidden_too=self.asked.hidden_too,
                untested=untested,
                seconds=self.asked.seconds,
                cancelled=self.cancelled,
                progress=progress,
            ),
            table.problems,
        )
        table.finding = replace(finding, attacked=attacked)

    def estimate(self, progress: Progress) -> None:
        """Estimate how well readers can reconstruct counts by averaging figures, for each table and for all
        together."""
        if not self.method.needs_keys:
            return
        table_indices = self.attackable
        for index, table_index in enumerate(table_indices):
            table = self.found[table_index]
            if table.finding.told_raw is not None:
                table.finding = replace(
                    table.finding, averaged=self._averaged([table.finding.told_raw], table.problems)
                )
            progress((index + 1) / (len(table_indices) + 1))
        if len(table_indices) == 1:
            self.whole.finding = replace(self.whole.finding, averaged=self.found[table_indices[0]].finding.averaged)
        elif table_indices:
            averaged = self._averaged(self.raws, self.whole.problems)
            self.whole.finding = replace(self.whole.finding, averaged=averaged)

    def _averaged(self, raws: Sequence[RawTable], problems: list[Sentence]) -> Averaged | None:
        return self._have(lambda: averaging(raws, self.data, self.method, cancelled=self.cancelled), problems)

    def draw(self, progress: Progress) -> None:
        """Compute the spreads of the measures over new keys."""
        table_indices = sorted({*self.measured, *self.summed})
        if not self.asked.monte_carlo or not table_indices:
            return
        specs = [self.tables[index].spec for index in table_indices]

        def begun(share: float) -> None:
            progress(share / 2 if self.asked.attack else share)

        drawn_result = self._have(
            lambda: monte_carlo(
                self.data,
                specs,
                self.method,
                repetitions=self.asked.repetitions,
                seed=self.asked.seed,
                with_empty=self.asked.with_empty,
                cancelled=self.cancelled,
                progress=begun,
            ),
            self.whole.problems,
        )
        if drawn_result is not None:
            drawn = [*(self.found[index] for index in table_indices), self.whole]
            for table, measured in zip(drawn, [*drawn_result.tables, drawn_result.overall], strict=True):
                table.finding = replace(table.finding, spreads=measured.spreads)
        if self.asked.attack and self.attackable:
            chance = self._have(
                lambda: disclosure_chance(
                    self.raws,
                    self.data,
                    self.method,
                    repetitions=min(self.asked.repetitions, MOST_ATTACKED),
                    seed=self.asked.seed,
                    knowledge=reader_of(self.method, self.asked.knowledge),
                    cancelled=self.cancelled,
                    progress=lambda share: progress((1 + share) / 2),
                ),
                self.whole.problems,
            )
            more_untested = () if chance is None else chance.untested
            self.whole.problems += [sentence for sentence in more_untested if sentence not in self.whole.problems]
            self.whole.finding = replace(self.whole.finding, chance=chance)

    def findings(self) -> tuple[tuple[Finding, ...], Finding]:
        """Results of each table and of all tables as one, with the numbers of the measures."""
        summed, risks = self.summed, self.whole.finding.sum_risks
        judged = sorted({*self.attackable, *summed, *(self.measured if self.asked.compared else ())})
        for table_index in judged:
            table = self.found[table_index]
            summed_index = summed.index(table_index) if table_index in summed else None
            own_risks = (None, range(0)) if summed_index is None else (risks, range(summed_index, summed_index + 1))
            numbers = {**table.finding.numbers, **self._numbers([table.finding], table, *own_risks)}
            table.finding = replace(
                table.finding, numbers=numbers, sum_risks=own_risks[0] if self.asked.compared else None
            )
        if judged and not self.asked.compared:
            some_findings = [self.found[table_index].finding for table_index in judged]
            numbers = self._numbers(some_findings, self.whole, risks, range(len(summed)), joint=True)
            self.whole.finding = replace(self.whole.finding, numbers=numbers)
        all_findings = tuple(
            replace(judged_table.finding, problems=tuple(judged_table.problems)) for judged_table in self.found
        )
        return all_findings, replace(self.whole.finding, problems=tuple(self.whole.problems))

    def _numbers(
        self,
        some_findings: Sequence[Finding],
        judged_table: _Table,
        risks: SumRisks | None,
        sums: range,
        *,
        joint: bool = False,
    ) -> Numbers:
        """Numbers of the measures of one table, or, with `joint`, of several tables as one. sums: indices of these
        tables among those with sums."""
        keys = self.data.record_keys
        raws = [finding.raw for finding in some_findings if finding.raw is not None and finding.figures is not None]
        raws = [raw for raw in raws if count_values(raw.spec)]
        judged = Judged(
            self.method,
            self.asked,
            self._have(lambda: count_distribution(raws), judged_table.problems) if raws else None,
            None if keys is None else keys.modulus,
            some_findings,
            judged_table.finding,
            joint,
            risks,
            sums,
        )
        kinds = [kind for _, kind in by_criterion()] if self.asked.compared else MEASURES
        return numbers_of(judged, lambda compute: self._have(compute, judged_table.problems), kinds)
