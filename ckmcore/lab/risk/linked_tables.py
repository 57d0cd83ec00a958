"""The interval attack on several tables together, and on published figures whose originals are not there.

A cell of several tables is a single figure; what one table leaves open another may close. Cells are named by the table
that shows them first. Confidential: originals serve as the first solution where they are given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy.special import betaincinv

from ckmcore.base.texts import Texts, both
from ckmcore.errors import Cancelled, InputError
from ckmcore.lab.risk.attack import (
    Attack,
    AttackedCell,
    KeysOf,
    Reading,
    count_values,
    proven,
    relations_attacked,
    weighted_values,
)
from ckmcore.lab.risk.class_counts import told_table
from ckmcore.lab.risk.contradiction import Contradiction, contradiction
from ckmcore.lab.risk.feasible_start import feasible_start
from ckmcore.lab.risk.identical_cells import Evidence
from ckmcore.lab.risk.intruder_knowledge import IntruderKnowledge, Limit, Progress, Proven
from ckmcore.lab.risk.overlapping_units import covering, in_several_parts, of_members_and_households, without_witnesses
from ckmcore.lab.risk.propagation import Bounds, Propagation
from ckmcore.lab.risk.publication import Publication
from ckmcore.lab.risk.reference_bounds import without_contradicted
from ckmcore.lab.risk.relations import MOST_FIGURES, AttackTooLarge, Ints, LinkedRelations
from ckmcore.lab.risk.single_table import single_table_searched
from ckmcore.lab.risk.solution import of_records
from ckmcore.messages import Sentence, sentence
from ckmcore.methods.intruder import IntruderScenario
from ckmcore.methods.method import Method
from ckmcore.methods.protected import ProtectedTable
from ckmcore.microdata.data import Microdata
from ckmcore.tabulate.derived_indicators import with_class_counts
from ckmcore.tabulate.raw import Conditions, RawTable
from ckmcore.tabulate.scan import never
from ckmcore.tabulate.shown_cells import shown_cells
from ckmcore.tabulate.spec import PERIOD, TableSpec
from ckmcore.tabulate.tabulate import plan_table

Flags = NDArray[np.bool_]

# Beyond, exact intervals of all cells take long, and a sample is offered.
EXACT_CELLS = 20_000
SAMPLE = 500
# So many figures are no trouble to HiGHS, which also tells where there is no solution.
_QUICKLY_SOLVED = 1_000


@dataclass(frozen=True)
class AttackSize:
    """Number of cells of tables, margins included, and the proposed sample size, None where all cells can be
    examined."""

    cells: int
    sample: int | None

    @property
    def offer(self) -> Sentence | None:
        """Sentence that proposes a sample; None where all cells can be examined."""
        if self.sample is None:
            return None
        return sentence("linked_offer_sample", cells=self.cells, sample=self.sample)


def attack_size(data: Microdata, specs: Sequence[TableSpec]) -> AttackSize:
    """Size of an attack before it begins, with a proposed sample where it would take long.

    Raises AttackTooLarge where even bounds are impossible, attack_needs_counts, attack_over_periods, and the errors of
    `plan_table`.
    """
    counted = [spec for spec in (with_class_counts(data, table_spec) for table_spec in specs) if count_values(spec)]
    if not counted:
        raise InputError("attack_needs_counts")
    if any(PERIOD in spec.variables for spec in counted):
        raise InputError("attack_over_periods")
    cells = sum(plan_table(data, spec).cells for spec in counted)
    if cells > MOST_FIGURES:
        raise AttackTooLarge(cells=cells, limit=MOST_FIGURES)
    return AttackSize(cells, SAMPLE if cells > EXACT_CELLS else None)


@dataclass(frozen=True)
class LinkedCell:
    """A cell with the index of the first table that shows it."""

    table: int
    cell: AttackedCell


@dataclass(frozen=True)
class Share:
    """`found` of `of` examined cells; the share of all cells is between `low` and `high` with 95 % confidence."""

    found: int
    of: int
    low: float
    high: float


def share_of(found: int, of: int) -> Share:
    """The share estimated by a sample, with the interval of Clopper and Pearson."""
    low = float(betaincinv(found, of - found + 1, 0.025)) if found else 0.0
    high = float(betaincinv(found + 1, of - found, 0.975)) if found < of else 1.0
    return Share(found, of, low, high)


@dataclass(frozen=True, eq=False, repr=False)
class _Asked:
    """Parameters of an attack on tables together. untested: sentences on other known contents."""

    tables: tuple[Publication, ...]
    consistency: bool
    hidden_too: bool
    untested: tuple[Sentence, ...]


@dataclass(frozen=True, eq=False, repr=False)
class LinkedAttack(Proven):
    """Result of an attack on the counts of tables together. Confidential.

    tables: each table with what all together prove of its cells; open, known, counted: as of `Attack`, over the figures
    of all tables. first: index of the first table that shows a figure, or else computes it, -1 for none. sampled: mask
    of the cells with exact intervals, None for all. contradiction: why no originals are compatible with the published
    figures, in which case nothing is proven; None otherwise. asked: parameters, for resuming the search.
    """

    names: tuple[Texts, ...]
    tables: tuple[Attack, ...]
    linked: LinkedRelations
    open: Bounds
    known: IntruderKnowledge
    counted: Flags
    first: Ints
    sampled: Flags | None
    contradiction: Contradiction | None
    asked: _Asked

    def __repr__(self) -> str:
        return f"LinkedAttack({len(self.tables)} tables, {self.cells} cells, confidential)"

    @property
    def undecided(self) -> int:
        """Number of cells (of the sample, if any) not known to be disclosed or safe."""
        relevant_figures = self.counted if self.sampled is None else self.sampled
        return int((self.known.undecided & relevant_figures).sum())

    @property
    def untested(self) -> tuple[Sentence, ...]:
        """Sentences on contents that were not examined, or only by bounds."""
        return self.tables[0].untested

    @property
    def bounds_only(self) -> bool:
        """Whether only bounds are computed, so that cells that are not disclosed stay undecided."""
        return self.linked.covers or self.tables[0].evidence.shares

    @property
    def complete(self) -> bool:
        """Whether every cell was decided and everything that is shown was examined."""
        whole = self.sampled is None and self.contradiction is None
        return whole and not self.undecided and self.linked.grid is not None and not self.untested

    @cached_property
    def disclosed(self) -> tuple[LinkedCell, ...]:
        """Cells with only one possible value, in the order of the tables."""
        return tuple(self.narrow(0))

    def narrow(self, width: int) -> Iterator[LinkedCell]:
        """Cells with an interval of at most this width, each once."""
        for table_index, table in enumerate(self.tables):
            for cell in table.narrow(width):
                if self.first[cell.figure] == table_index:
                    yield LinkedCell(table_index, cell)

    @property
    def share(self) -> Share:
        """Share of disclosed cells, exact or estimated by the sample (Clopper-Pearson)."""
        fixed = self.known.bounds.fixed & self.counted
        if self.sampled is None:
            share = int(fixed.sum()) / self.cells if self.cells else 0.0
            return Share(int(fixed.sum()), self.cells, share, share)
        return share_of(int((fixed & self.sampled).sum()), int(self.sampled.sum()))

    def showing(self, figure: int) -> Attack | None:
        """First table that shows a figure; None without one. figure: index."""
        number = int(self.first[figure])
        return None if number < 0 else self.tables[number]


def attack_tables(
    raws: Sequence[RawTable],
    data: Microdata,
    method: Method,
    *,
    names: Sequence[Texts] = (),
    knowledge: IntruderScenario = "zero_rule",
    consistency: bool = True,
    hidden_too: bool = False,
    untested: Sequence[Sentence] = (),
    sample_cells: int | None = None,
    seed: int = 1,
    seconds: float | None = None,
    cancelled: Callable[[], bool] = never,
    progress: Callable[[float], None] = lambda share: None,
) -> LinkedAttack:
    """Attack the counts of several tables of the same records together, as published by `method`.

    Tables without counts are left out; medians and quantiles are attacked by their class counts. names: of the tables,
    by default their titles. sample_cells: number of cells with exact intervals, drawn with `seed`; bounds are computed
    for all. untested: sentences on other contents. Other parameters as of `attack`.

    Raises attack_needs_counts, attack_not_additive, attack_unknown_method, AttackTooLarge, attack_over_periods,
    attack_sample_size, and what `method` raises.
    """
    titles = names or [raw.spec.title for raw in raws]
    told_tables = [told_table(raw, data, method) for raw in raws]
    tables = [
        Publication(name, protected, method, knowledge, raw, same="attacked")
        for name, (raw, protected) in zip(titles, told_tables, strict=True)
    ]
    return attack_published(
        tables,
        data,
        consistency=consistency,
        hidden_too=hidden_too,
        untested=untested,
        sample_cells=sample_cells,
        seed=seed,
        seconds=seconds,
        cancelled=cancelled,
        progress=progress,
    )


def attack_published(
    tables: Sequence[Publication],
    data: Microdata,
    *,
    consistency: bool = True,
    hidden_too: bool = False,
    untested: Sequence[Sentence] = (),
    sample_cells: int | None = None,
    seed: int = 1,
    seconds: float | None = None,
    cancelled: Callable[[], bool] = never,
    progress: Callable[[float], None] = lambda share: None,
) -> LinkedAttack:
    """Attack the counts of tables as published, each by its own method. Raises the errors of `attack_tables`, and
    Cancelled where nothing was found so far.

    data: the dictionary is used, and the records too where all tables have originals. Originals that do not match the
    published figures, as after a corrected delivery, are ignored. Where no originals match because the figures were not
    made by the stated method, the first contradiction is reported. consistency: see `attack`; figures are compared
    within a table, and between tables with the same `Publication.same`.
    """
    if sample_cells is not None and sample_cells < 1:
        raise InputError("attack_sample_size", found=sample_cells)
    if not any(count_values(table.table.spec) for table in tables):
        raise InputError("attack_needs_counts")
    # Weighted counts alone tell nothing, but beside the counts of another table they do.
    used_tables = tuple(
        table for table in tables if count_values(table.table.spec) or weighted_values(table.table.spec)
    )
    request = _Asked(used_tables, consistency, hidden_too, tuple(untested))
    return _attacked(request, data, sample_cells, seed, Limit(seconds, cancelled), progress, None)


def search_on(
    attack: LinkedAttack,
    data: Microdata,
    *,
    seconds: float | None = None,
    cancelled: Callable[[], bool] = never,
    progress: Callable[[float], None] = lambda share: None,
) -> LinkedAttack:
    """Resume the search of an attack on tables of `data` for up to `seconds`, for the undecided cells. Proven results
    stay. Raises Cancelled where nothing was found so far."""
    if not attack.undecided:
        return attack
    return _attacked(attack.asked, data, None, 0, Limit(seconds, cancelled), progress, attack)


def _attacked(
    request: _Asked,
    data: Microdata,
    sample_cells: int | None,
    seed: int,
    limit: Limit,
    progress: Progress,
    earlier: LinkedAttack | None,
) -> LinkedAttack:
    """Perform an attack from the beginning, or resume an earlier one on the same tables."""
    used_tables, cancelled = request.tables, limit.cancelled
    linked, specs, left = relations_attacked(data, [publication.table.spec for publication in used_tables])
    households = [publication.other_unit != (data.households is not None) for publication in used_tables]
    if any(households) and not all(households):
        linked = of_members_and_households(linked, households)
    elif all(households) and (
        data.households is None or in_several_parts(data, *(publication.table.spec for publication in used_tables))
    ):
        linked = covering(linked)
    reading = Reading.of(linked.relations.count, data)
    reading.untested = (*left, *request.untested)
    for table_index, (publication, figure_places) in enumerate(zip(used_tables, linked.places, strict=True)):
        exempt = {own_filter: publication.exempt(data, own_filter) for own_filter in figure_places}
        same = (publication.same or table_index) if request.consistency else None
        # What counts all households says nothing of their members.
        below = not publication.other_unit or data.households is None
        shown = (
            publication.table,
            figure_places,
            publication.method,
            publication.knowledge,
            request.hidden_too,
            publication.raw,
            exempt,
            same,
        )
        reading.add_table(*shown, below=below)
        if cancelled():
            raise Cancelled()
    if linked.covers:
        reading.looks.clear()  # keys of parts do not add up to that of their total
    at_hand = all(publication.raw is not None for publication in used_tables)
    held_relations = without_contradicted(linked, lambda: linked.originals(data) if at_hand else None)
    reading.below_references({} if any(publication.other_unit for publication in used_tables) else held_relations.most)
    reading.tie_units(linked.members)
    reading.without_impossible(linked, linked.originals(data) if at_hand and len(linked.void) else None)
    evidence = reading.evidence(linked.relations, linked.grid)
    propagation = Propagation(linked.relations)
    reading.narrow(propagation, evidence, cancelled)
    given_values, counted = reading.open, reading.cells
    narrowed_bounds = propagation(given_values, cancelled, evidence)
    solution = None
    if all(publication.raw is not None for publication in used_tables):
        solution = of_records(linked, data, reading, propagation, evidence, limit)
    large = linked.relations.count > _QUICKLY_SOLVED
    if solution is None and linked.grid is not None and large and not narrowed_bounds.contradict:
        solution = feasible_start(linked.grid, given_values, narrowed_bounds, limit, evidence)
    fault = None
    if solution is None and earlier is None:
        fault = contradiction(linked.relations, given_values, limit, evidence, reading.appearances.clash)
    if fault is not None:
        counted = np.zeros_like(counted)
        knowledge = IntruderKnowledge.from_solution(
            Bounds(np.zeros_like(given_values.low), np.maximum(given_values.high, 0)), None
        )
        progress(1.0)
        return _linked_attack(request, linked, given_values, knowledge, counted, None, fault, evidence, (given_values,))
    sampled = _sampled_cells(counted, sample_cells, seed) if earlier is None else earlier.sampled
    relevant_figures = counted if sampled is None else sampled
    proven_before = None if earlier is None else earlier.known
    if proven_before is not None:
        relevant_figures = relevant_figures & proven_before.undecided

    def searched(knowledge: IntruderKnowledge, share: Progress) -> None:
        if linked.grid is None and not linked.covers and knowledge.solution is not None:
            single_table_searched(
                data, specs, linked, knowledge, knowledge.solution, relevant_figures, limit, share, evidence
            )

    keys = KeysOf(linked, data) if reading.looks else None
    knowledge = proven(
        propagation,
        linked.grid,
        reading,
        evidence,
        solution,
        relevant_figures,
        limit,
        progress,
        searched,
        keys=keys,
        earlier=proven_before,
    )
    if linked.covers or reading.shares:
        knowledge = without_witnesses(reading.narrowed(knowledge, propagation, evidence, cancelled))
    return _linked_attack(
        request, linked, given_values, knowledge, counted, sampled, None, evidence, tuple(reading.worlds())
    )


def _sampled_cells(counted: Flags, sample_cells: int | None, seed: int) -> Flags | None:
    """Mask of `sample_cells` cells drawn without replacement; None for all cells."""
    cells = np.flatnonzero(counted)
    if sample_cells is None or sample_cells >= len(cells):
        return None
    chosen_choice = np.random.Generator(np.random.PCG64(seed)).choice(cells, sample_cells, replace=False)
    drawn = np.zeros_like(counted)
    drawn[chosen_choice] = True
    return drawn


def _linked_attack(
    request: _Asked,
    linked: LinkedRelations,
    given_bounds: Bounds,
    knowledge: IntruderKnowledge,
    counted: Flags,
    sampled: Flags | None,
    fault: Contradiction | None,
    evidence: Evidence,
    worlds: tuple[Bounds, ...],
) -> LinkedAttack:
    used_tables = request.tables
    pairs = list(zip((publication.table for publication in used_tables), linked.places, strict=True))
    shown_figures = [_figures(*pair, len(counted), hidden=False) for pair in pairs]
    first = np.full(len(counted), -1, dtype=np.int64)
    for number in reversed(range(len(used_tables))):
        first[_figures(*pairs[number], len(counted), hidden=True)] = number
    for number in reversed(range(len(used_tables))):
        first[shown_figures[number]] = number
    tables = [
        Attack(
            publication.table,
            linked.table(table_index),
            given_bounds,
            knowledge,
            counted & (shown_figures[table_index] | (first == table_index)),
            publication.knowledge,
            evidence,
            worlds,
        )
        for table_index, publication in enumerate(used_tables)
    ]
    names = tuple(
        publication.name if publication.name.text("en") else both("linked_table", number=table_number)
        for table_number, publication in enumerate(used_tables, start=1)
    )
    return LinkedAttack(names, tuple(tables), linked, given_bounds, knowledge, counted, first, sampled, fault, request)


def _figures(
    table: ProtectedTable, figure_places: Mapping[Conditions, tuple[Ints, ...]], count: int, *, hidden: bool
) -> Flags:
    """Mask of the figures of a table's counts that it shows, or with `hidden` computes."""
    masks = shown_cells(table.spec, table.blocks)
    figures = np.zeros(count, dtype=np.bool_)
    counted = {table.spec.values[number].own_filter for number in count_values(table.spec)}
    for own_filter, blocks in figure_places.items():
        for where, mask in zip(blocks, masks, strict=True) if own_filter in counted else ():
            figures[where[(where >= 0) & (mask | hidden)]] = True
    return figures
