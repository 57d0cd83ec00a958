"""The interval attack on a protected table: which originals a reader can compute from its published figures alone.

Of every count the least and the largest original that fits all published figures, the table's relations, and what
every reader knows of the method: cells that hold the same records show the same (`evidence`; claims.md, section A).
Where both are the same the cell is disclosed. Confidential: it reads the originals, which serve as the first solution.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.blocks import blocks_of
from ckmcore.base.texts import Texts
from ckmcore.errors import InputError
from ckmcore.lab.risk.box_search import searched_in_boxes
from ckmcore.lab.risk.class_counts import told_table
from ckmcore.lab.risk.exact import parts_of, solved, walked
from ckmcore.lab.risk.identical_cells import Appearances, Evidence, shown_codes
from ckmcore.lab.risk.intervals import noise_read
from ckmcore.lab.risk.intruder_knowledge import IntruderKnowledge, Limit, Progress, Proven
from ckmcore.lab.risk.local_search import LocalSearch
from ckmcore.lab.risk.overlapping_units import covering, in_several_parts, without_witnesses
from ckmcore.lab.risk.propagation import Bounds, Propagation
from ckmcore.lab.risk.reference_bounds import with_reference_figures, without_contradicted
from ckmcore.lab.risk.relations import (
    JOINT_FIGURES,
    AttackTooLarge,
    Grid,
    Ints,
    LinkedRelations,
    Relations,
    TableRelations,
    linked_relations,
)
from ckmcore.lab.risk.shown_shares import ShareOf, narrowed_by, shares_of
from ckmcore.lab.risk.solution import of_records
from ckmcore.lab.risk.tableau import KeyLooks, narrowed, tried, true_keys
from ckmcore.lab.risk.weight_ratios import EMPTY, Ratio, WeightPairs, WeightRatios, closer
from ckmcore.messages import Sentence, sentence
from ckmcore.methods.count_noise import UNBOUNDED, CountReading
from ckmcore.methods.derived import RECORDS, WEIGHTED
from ckmcore.methods.intruder import IntruderScenario
from ckmcore.methods.method import Method
from ckmcore.methods.protected import ProtectedTable, Sign
from ckmcore.microdata.data import Microdata, NumberColumn
from ckmcore.microdata.references import ReferenceTable
from ckmcore.tabulate.derived_indicators import is_made, with_class_counts
from ckmcore.tabulate.raw import Conditions, RawTable
from ckmcore.tabulate.references import reference_figures
from ckmcore.tabulate.scan import never
from ckmcore.tabulate.shown_cells import shown_cells
from ckmcore.tabulate.spec import TableSpec

Flags = NDArray[np.bool_]

# Tables of so many spaces are no trouble to HiGHS as a whole.
_EASY_SPACES = 2


@dataclass(frozen=True)
class AttackedCell:
    """A count of a table with its published figure and the interval left for its original. value, block: indices;
    position: in the block; figure: index among the relations; exact: both ends are attained."""

    value: int
    block: int
    position: tuple[int, ...]
    figure: int
    published: int
    low: int
    high: int
    exact: bool

    @property
    def width(self) -> int:
        return self.high - self.low


@dataclass(frozen=True, eq=False, repr=False)
class Attack(Proven):
    """Result of attacking the counts of a table. Confidential.

    table: relations, and the figure of each cell. open: interval of each figure from its published value alone, from 0
    where nothing is published. known: what was proven. counted: mask of figures that are cells and not known to readers
    anyway (exempt figures, structural zeros). evidence: what different contents of cells reveal. worlds: `open` for
    each content that empty cells might have, as far as the reader knows.
    """

    protected: ProtectedTable
    table: TableRelations
    open: Bounds
    known: IntruderKnowledge
    counted: Flags
    knowledge: IntruderScenario
    evidence: Evidence
    worlds: tuple[Bounds, ...]

    def __repr__(self) -> str:
        return f"Attack({self.cells} cells, confidential)"

    @property
    def untested(self) -> tuple[Sentence, ...]:
        """Sentences on contents that were not examined, or only by bounds."""
        return self.evidence.untested

    @property
    def undecided(self) -> int:
        """Number of cells not known to be disclosed or safe."""
        return int((self.known.undecided & self.counted).sum())

    @property
    def complete(self) -> bool:
        """Whether every cell was decided and everything that is shown was examined."""
        return not self.undecided and self.table.grid is not None and not self.untested

    @cached_property
    def disclosed(self) -> tuple[AttackedCell, ...]:
        """Cells with only one possible value, in the order of the table."""
        return tuple(self.narrow(0))

    def narrow(self, width: int) -> Iterator[AttackedCell]:
        """Cells with an interval of at most this width, each once."""
        bounds = self.known.bounds
        is_narrow = self.counted & (bounds.high - bounds.low <= width)
        seen_set: set[int] = set()
        for number, block, figure_places in self._places():
            for position in np.argwhere((figure_places >= 0) & is_narrow[figure_places]).tolist():
                figure = int(figure_places[tuple(position)])
                if figure not in seen_set:
                    seen_set.add(figure)
                    yield self._cell(number, block, tuple(position), figure)

    def cell(self, value: int, block: int, position: tuple[int, ...]) -> AttackedCell | None:
        """Result for a cell; None where no record can belong to it or it was not attacked. value, block: indices."""
        blocks = self.table.places.get(self.protected.spec.values[value].own_filter)
        figure = -1 if blocks is None else int(blocks[block][position])
        return None if figure < 0 else self._cell(value, block, position, figure)

    def first_place(self, figure: int) -> AttackedCell | None:
        """First cell of the table that shows a figure; None without one. figure: index."""
        for number, block, figure_places in self._places():
            indices = np.flatnonzero(figure_places.ravel() == figure)
            if len(indices):
                position = tuple(
                    int(coordinate) for coordinate in np.unravel_index(int(indices[0]), figure_places.shape)
                )
                return self._cell(number, block, position, figure)
        return None

    def showing(self, figure: int) -> Attack | None:
        """The table that shows a figure."""
        return self if self.first_place(figure) is not None else None

    def _places(self) -> Iterator[tuple[int, int, Ints]]:
        for number in count_values(self.protected.spec):
            for block, figure_places in enumerate(
                self.table.places.get(self.protected.spec.values[number].own_filter, ())
            ):
                yield number, block, figure_places

    def _cell(self, value: int, block: int, position: tuple[int, ...], figure: int) -> AttackedCell:
        knowledge = self.known
        return AttackedCell(
            value,
            block,
            position,
            figure,
            int(self.protected.blocks[block].figures[value][position]),
            int(knowledge.low[figure]),
            int(knowledge.high[figure]),
            knowledge.is_exact(figure),
        )


def count_values(spec: TableSpec) -> tuple[int, ...]:
    """The numbers of the values that publish counts."""
    return spec.count_values


def weighted_values(spec: TableSpec) -> tuple[int, ...]:
    """Indices of the values that publish weighted counts."""
    return spec.weighted_values


def attacked_filters(spec: TableSpec) -> tuple[Conditions, ...]:
    """Own filters of a table's counts and weighted counts, each once."""
    numbers = (*count_values(spec), *weighted_values(spec))
    return tuple(dict.fromkeys(spec.values[number].own_filter for number in numbers))


AttackedTable = tuple[TableSpec, tuple[Conditions, ...]]


def relations_attacked(
    data: Microdata, specs: Sequence[TableSpec]
) -> tuple[LinkedRelations, list[AttackedTable], tuple[Sentence, ...]]:
    """Relations of tables together, the tables with the own filters of their counts, and sentences on what is left out
    because the relations would be too large: counts by value of a magnitude, variables derived from it, and public
    figures that are in no cell.

    Raises the errors of `linked_relations`.
    """
    tables = [(spec, attacked_filters(spec)) for spec in specs]
    plain = [
        (
            spec,
            tuple(
                own_filter for own_filter in filters if not any(is_made(condition.variable) for condition in own_filter)
            ),
        )
        for spec, filters in tables
    ]
    answers = plain != tables and all(filters for _, filters in plain)
    attempts = [(tables, ())] + ([(plain, (sentence("attack_answers_left"),))] if answers else [])
    tries = [(data, *attempt) for attempt in attempts]
    derived = {name: replace(dimension, source="") for name, dimension in data.dimensions.items() if dimension.source}
    if derived:
        apart = replace(data, dimensions={**data.dimensions, **derived})
        tries += [(apart, some, (*left, sentence("attack_derived_left"))) for some, left in attempts]
    for number, (tried_data, some, left) in enumerate(tries, start=1):
        try:
            linked = linked_relations(tried_data, some)
        except AttackTooLarge:
            if number == len(tries):
                raise
            continue
        if some is plain or not answers or linked.relations.count <= JOINT_FIGURES:
            bounded = with_reference_figures(linked, tried_data, some)
            if bounded is None:
                return linked, some, (*left, sentence("attack_references_left"))
            return bounded, some, left
    raise ValueError("no tables")


def attack(
    raw: RawTable,
    data: Microdata,
    method: Method,
    *,
    protected: ProtectedTable | None = None,
    knowledge: IntruderScenario = "zero_rule",
    consistency: bool = True,
    hidden_too: bool = False,
    untested: Sequence[Sentence] = (),
    seconds: float | None = None,
    cancelled: Callable[[], bool] = never,
    progress: Callable[[float], None] = lambda share: None,
) -> Attack:
    """Attack the counts of `raw` as published by `method`, including class counts of medians and quantiles
    (`told_table`). data: only the dictionary is used.

    protected: published table, computed if not given. knowledge: of the intruder about the cell-key method.
    consistency: the intruder knows that equal sets of records show equal figures, as the note says; without it only
    intervals are used. hidden_too: hidden totals are published elsewhere. untested: sentences on other contents left
    out. seconds: time of the search for exact intervals, None for no limit; what is proven by then, or until
    `cancelled`, is valid. progress: called with the share done, 0 to 1.

    Raises attack_needs_counts, attack_not_additive, attack_unknown_method, AttackTooLarge, attack_over_periods, and the
    errors of `method`.
    """
    if not count_values(with_class_counts(data, raw.spec)):
        raise InputError("attack_needs_counts")
    raw, protected = told_table(raw, data, method, protected)
    spec = raw.spec
    linked, tables, left = relations_attacked(data, [spec])
    conditions = tables[0][1]
    if in_several_parts(data, spec):
        linked = covering(linked)
    table = linked.table(0)
    reading = Reading.of(table.relations.count, data)
    reading.untested = (*left, *untested)
    exempt = {own_condition: [block.exempt for block in raw.part(own_condition)] for own_condition in conditions}
    reading.add_table(
        protected, table.places, method, knowledge, hidden_too, raw, exempt, _HERE if consistency else None
    )
    if table.covers:
        reading.looks.clear()  # keys of parts do not add up to that of their total
    reading.below_references(without_contradicted(linked, lambda: linked.originals(data)).most)
    reading.without_impossible(linked, linked.originals(data) if len(linked.void) else None)
    evidence = reading.evidence(table.relations, table.grid)
    limit = Limit(seconds, cancelled)
    propagation = Propagation(table.relations)
    reading.narrow(propagation, evidence, cancelled)
    solution = of_records(linked, data, reading, propagation, evidence, limit)
    keys = KeysOf(linked, data) if reading.looks else None
    reader_knowledge = proven(
        propagation, table.grid, reading, evidence, solution, reading.cells, limit, progress, keys=keys
    )
    if table.covers or reading.shares:
        reader_knowledge = without_witnesses(reading.narrowed(reader_knowledge, propagation, evidence, cancelled))
    return Attack(
        protected, table, reading.open, reader_knowledge, reading.cells, knowledge, evidence, tuple(reading.worlds())
    )


# The channel of the only table that there is.
_HERE = "table"


def proven(
    propagation: Propagation,
    grid: Grid | None,
    reading: Reading,
    evidence: Evidence,
    solution: Ints | None,
    wanted: Flags,
    limit: Limit,
    progress: Progress,
    before: Callable[[IntruderKnowledge, Progress], None] = lambda knowledge, progress: None,
    *,
    keys: KeysOf | None = None,
    earlier: IntruderKnowledge | None = None,
) -> IntruderKnowledge:
    """Conclusions from a reading, exact for the figures `wanted` as far as time allows.

    A reader who does not know the content of empty cells must consider each possible one, and a conclusion must hold
    for all of them; the first is the true one. before: search to run first. keys: true keys, for a reader who knows
    which keys lead to a figure. earlier: conclusions of an earlier search, which are kept.
    """
    looks = tuple(reading.looks.values())
    if looks:
        return _by_keys(propagation, grid, reading, evidence, solution, wanted, limit, progress, looks, keys, earlier)
    worlds = reading.worlds()
    knowledge: IntruderKnowledge | None = None
    stage = _Stages(progress)
    for world_index, given_world in enumerate(worlds):
        share = stage.of(world_index / len(worlds), (world_index + 1) / len(worlds))
        narrowed_bounds = propagation(given_world, limit.cancelled, evidence)
        if world_index and narrowed_bounds.contradict:
            continue
        reader_knowledge = IntruderKnowledge.from_solution(narrowed_bounds, solution if not world_index else None)
        if earlier is not None and len(worlds) == 1:
            reader_knowledge.take(earlier)
        if not world_index and reader_knowledge.solution is None:
            first_solution(propagation, reader_knowledge, limit, evidence)
        if world_index and first_solution(propagation, reader_knowledge, limit, evidence) == "impossible":
            continue
        before(reader_knowledge, share)
        prove(propagation, grid, reader_knowledge, reader_knowledge.solution, wanted, limit, share, evidence)
        knowledge = reader_knowledge if knowledge is None else knowledge.union(reader_knowledge)
    if knowledge is None:
        raise ValueError("no world")
    if earlier is not None:
        knowledge.take(earlier)
    return knowledge


@dataclass(frozen=True, eq=False, repr=False)
class KeysOf:
    """Access to the record keys of the atoms. Confidential."""

    linked: LinkedRelations
    data: Microdata


def _by_keys(
    propagation: Propagation,
    grid: Grid | None,
    reading: Reading,
    evidence: Evidence,
    solution: Ints | None,
    wanted_figures: Flags,
    limit: Limit,
    progress: Progress,
    looks: tuple[KeyLooks, ...],
    keys: KeysOf | None,
    earlier: IntruderKnowledge | None,
) -> IntruderKnowledge:
    """Conclusions for a reader of the tableau: exact for few cells, otherwise by sums of counts and of keys.

    Solutions of sums of counts are no witnesses here without keys; only those derived from the true keys are.
    Parameters as of `proven`.
    """
    knowledge = IntruderKnowledge.from_solution(narrowed(propagation, reading.open, evidence, looks, limit), solution)
    if knowledge.bounds.contradict:
        return knowledge
    if earlier is not None:
        knowledge.take(earlier)
    if grid is not None and len(looks) == 1 and tried(grid, knowledge, evidence, looks[0]):
        progress(1.0)
        return knowledge
    progress(0.2)
    if grid is not None and len(looks) == 1 and solution is not None and keys is not None:
        atoms, records = keys.linked.keys(keys.data), keys.data.record_keys
        true = None
        if atoms is not None and records is not None:
            true = true_keys(grid, looks[0], solution, atoms, records.modulus)
        # Records with other keys have other weights: such steps are no witnesses beside weighted counts.
        if true is not None and evidence.weights is None:
            true.show(knowledge, wanted_figures, limit)
    progress(0.5)
    evidence.keyed = True
    stage = _Stages(progress)
    # Sums of counts without keys prove little more here: they get some seconds.
    shorter = Limit(min(limit.seconds, _SUMS_ALONE), limit.cancelled)
    solved(propagation, knowledge, wanted_figures & knowledge.undecided, shorter, stage.of(0.5, 1.0), evidence)
    return knowledge


# In seconds.
_SUMS_ALONE = 10.0


def prove(
    propagation: Propagation,
    grid: Grid | None,
    known: IntruderKnowledge,
    solution: Ints | None,
    wanted: Flags,
    limit: Limit,
    progress: Progress,
    evidence: Evidence,
) -> None:
    """Make the figures `wanted` exact as far as time allows, starting from a solution if there is one."""
    stage = _Stages(progress)
    if grid is not None and solution is not None and wanted.any():
        walked(LocalSearch(grid, known, solution, evidence), wanted, limit, stage.of(0.0, 0.2))
        if grid.wide > _EASY_SPACES:
            searched_in_boxes(grid, known, solution, wanted, limit, stage.of(0.2, 0.8), evidence)
    solved(propagation, known, wanted, limit, stage.of(0.2, 1.0), evidence)


Outcome = Literal["found", "impossible", "unknown"]


def first_solution(propagation: Propagation, known: IntruderKnowledge, limit: Limit, evidence: Evidence) -> Outcome:
    """Find a solution by integer programming, and record it as witness and starting point."""
    while not limit.ended():
        values = known.low.copy()
        for search_part in parts_of(propagation.relations, known.bounds, evidence=evidence):
            if limit.ended():
                return "unknown"
            answer = search_part.solve(np.zeros(len(search_part.figures)), known.bounds, limit.one_problem)
            if answer.solution is None:
                return "impossible" if answer.impossible else "unknown"
            values[search_part.figures] = answer.solution
        if evidence.holds(values):
            known.least, known.most = np.minimum(known.least, values), np.maximum(known.most, values)
            known.solution = values
            return "found"
        if not evidence.learn(values):
            return "unknown"
    return "unknown"


class _Stages:
    """Progress over several searches with a share each; it never decreases."""

    def __init__(self, progress: Progress) -> None:
        self._progress, self._reached = progress, 0.0

    def of(self, begin: float, end: float) -> Progress:
        """Progress function of one search, which covers the range from `begin` to `end` of the whole."""

        def told(share: float) -> None:
            self._reached = max(self._reached, begin + (end - begin) * share)
            self._progress(self._reached)

        return told


@dataclass(eq=False)
class _Empty:
    """Cells under one method and one state of the records, for an intruder who does not know the content of empty
    cells.

    true: content of an empty cell; figures, codes: cells and their contents.
    """

    true: int
    figures: list[Ints] = field(default_factory=list)
    codes: list[Ints] = field(default_factory=list)


@dataclass(eq=False)
class Reading:
    """What published tables leave open for every figure of their relations.

    counted: mask of cells; elsewhere: mask of figures known anyway; originals: -1 where unknown; appearances: content
    of each cell; allowed: possible values of figures with gaps. empty, looks: by mark of tables the cells of readers
    who do not know the content of empty cells, and of readers who know the tableau. pairs: by mark the counts and
    weighted counts. negative: some weights are negative, so that weights prove nothing. untested: contents left out.
    most: upper bounds of counts by `references` that count more units. dashes: figures with the sign of impossible
    cells and without originals.
    """

    low: Ints
    high: Ints
    counted: Flags
    elsewhere: Flags
    originals: Ints
    appearances: Appearances
    allowed: dict[int, Ints] = field(default_factory=dict)
    empty: dict[Hashable, _Empty] = field(default_factory=dict)
    looks: dict[Hashable, KeyLooks] = field(default_factory=dict)
    shares: list[ShareOf] = field(default_factory=list)
    pairs: dict[Hashable, WeightPairs] = field(default_factory=dict)
    negative: bool = False
    weight: NumberColumn | None = None
    tables: int = 0
    outside: list[Texts] = field(default_factory=list)
    untested: Sequence[Sentence] = ()
    references: Sequence[ReferenceTable] = ()
    most: dict[int, int] = field(default_factory=dict)
    dashes: list[Ints] = field(default_factory=list)

    @classmethod
    def of(cls, count: int, data: Microdata | None = None) -> Reading:
        """Reading of `count` figures of which nothing is published. data: its weights are checked for negative values
        and for binary fractions, whose sums are not exact."""
        low, high = np.zeros(count, dtype=np.int64), np.full(count, UNBOUNDED, dtype=np.int64)
        no = np.zeros(count, dtype=np.bool_)
        originals = np.full(count, -1, dtype=np.int64)
        reading = cls(low, high, no, no.copy(), originals, Appearances(count))
        if data is not None:
            reading.weight, reading.references = (
                data.weight,
                [reference for reference in data.references if reference.bounds],
            )
        return reading

    @property
    def open(self) -> Bounds:
        return Bounds(self.low, self.high)

    @property
    def cells(self) -> Flags:
        """Figures that are cells, and not known anyway."""
        return self.counted & ~self.elsewhere

    def evidence(self, relations: Relations, grid: Grid | None) -> Evidence:
        """Evidence from comparing the contents of cells. grid: of the relations, or None."""
        evidence = Evidence(relations, grid, tuple(self.appearances.channels.values()), self.allowed)
        if self.weight is not None and any(pair.weights for pair in self.pairs.values()):
            self.negative |= any(bool((weights < 0).any()) for weights in blocks_of(self.weight.values))
        ratios = self.ratios()
        if ratios:
            ratios = dict.fromkeys(np.flatnonzero(self.high == 0).tolist(), EMPTY) | ratios
            evidence.weights = WeightRatios(relations, grid, ratios, self.low >= 1)
        more_untested = list(self.untested)
        if self.outside:
            called = dict.fromkeys(self.outside)
            words = Texts(*(", ".join(texts.text(language) for texts in called) for language in ("en", "de")))
            more_untested.append(sentence("attack_outside", count=len(called), values=words))
        if self.negative and self.pairs:
            more_untested.append(sentence("attack_weights_negative"))
        elif evidence.weights is not None and not evidence.weights.whole:
            more_untested.append(sentence("attack_weights_bounds"))
        evidence.untested, evidence.negative = tuple(more_untested), self.negative and bool(self.pairs)
        return evidence

    def ratios(self) -> dict[int, Ratio]:
        """Bounds of the mean weight for each figure shown both with and without weights."""
        ratios: dict[int, Ratio] = {}
        for pair in () if self.negative else self.pairs.values():
            for figure, ratio in pair.ratios():
                ratios[figure] = closer(ratios.get(figure), ratio)
        return ratios

    def without_impossible(self, linked: LinkedRelations, originals: Ints | None) -> None:
        """Set figures to empty that are declared impossible by the dictionary or by their sign, where the originals
        agree; unknown cases are reported. originals: of every figure, by default of cells only."""
        void = np.unique(np.concatenate([linked.void, *self.dashes]))
        held_original = (self.originals if originals is None else originals)[void]
        empty = (self.low[void] == 0) & (held_original == 0)
        if ((self.low[void] == 0) & (self.high[void] > 0) & (held_original < 0)).any():
            self.untested = (*self.untested, sentence("attack_impossible_left"))
        self.high[void[empty]], self.elsewhere[void[empty]] = 0, True

    def below_references(self, further: Mapping[int, int]) -> None:
        """Use that a count is at most the public figure of a larger set of units, unless other contents or records
        contradict. further: such bounds for figures that no table need show."""
        every = [*self.most.items(), *further.items()]
        for figure, bound in every:
            if self.low[figure] <= bound and self.originals[figure] <= bound:
                self.high[figure] = min(int(self.high[figure]), bound)
                self.elsewhere[figure] |= bound == 0

    def tie_units(self, members: int) -> None:
        """Use that persons and households imply each other: where either count is 0 or positive, so is the other.
        members: see `LinkedRelations`."""
        people, households = slice(0, members), slice(members, 2 * members)
        some = (self.low[people] > 0) | (self.low[households] > 0)
        none = (self.high[people] == 0) | (self.high[households] == 0)
        for unit_figures in (people, households):
            self.low[unit_figures] = np.where(some, np.maximum(self.low[unit_figures], 1), self.low[unit_figures])
            self.high[unit_figures] = np.where(none, 0, self.high[unit_figures])

    def narrow(self, propagation: Propagation, evidence: Evidence, cancelled: Callable[[], bool]) -> None:
        """Use the bounds given by shares computed from originals."""
        evidence.shares = bool(self.shares)
        if self.shares:
            bounds = narrowed_by(
                self.shares, self.open, lambda given_values: propagation(given_values, cancelled, evidence), cancelled
            )
            self.low, self.high = bounds.low, bounds.high

    def narrowed(
        self, known: IntruderKnowledge, propagation: Propagation, evidence: Evidence, cancelled: Callable[[], bool]
    ) -> IntruderKnowledge:
        """Conclusions narrowed by shares computed from originals."""
        if not self.shares or known.bounds.contradict:
            return known
        bounds = narrowed_by(
            self.shares, known.bounds, lambda given_values: propagation(given_values, cancelled, evidence), cancelled
        )
        return replace(known, low=bounds.low, high=bounds.high)

    def worlds(self) -> list[Bounds]:
        """Bounds for each possible content of empty cells, the true one first."""
        bounds = [self.open]
        for empty_cells in self.empty.values():
            figures, codes = np.concatenate(empty_cells.figures), np.concatenate(empty_cells.codes)
            able = np.unique(codes[self.low[figures] == 0]).tolist()
            other_codes = [code for code in able if code != empty_cells.true]
            wider = [(world, code) for world in bounds for code in (empty_cells.true, *other_codes)]
            if len(wider) > _MOST_WORLDS:
                return [self.open]
            bounds = [_with_empty(world, figures[codes != code]) for world, code in wider]
        return bounds

    def add_table(
        self,
        protected: ProtectedTable,
        places: Mapping[Conditions, Sequence[Ints]],
        method: Method | None,
        knowledge: IntruderScenario,
        hidden_too: bool,
        raw: RawTable | None,
        exempt: Mapping[Conditions, Sequence[Flags | None]],
        same: Hashable | None,
        *,
        below: bool = True,
    ) -> None:
        """Add the contents of a table. places, exempt: by own filter of its values and by block; raw: its originals, or
        None; same: mark of tables made by one method from one state of records with one set of keys, None for no
        comparison; below: `references` count the units that it counts."""
        noise, masks = noise_read(method), shown_cells(protected.spec, protected.blocks)
        step = None if method is None else method.weighted_by_count
        self.tables += 1
        self.outside += _outside(protected, method)
        if below:
            self._note_references(protected, places)
        table_group = ("alone", self.tables) if same is None else same
        self.shares += shares_of(protected, places, method, masks, exempt)
        for index, value in enumerate(protected.spec.values):
            own_filter = value.own_filter
            counts = not value.is_derived and value.measure == RECORDS
            weighted = not value.is_derived and value.measure == WEIGHTED
            if own_filter not in places or not (counts or weighted or value.kind in _OF_THE_RECORDS):
                continue
            # What is counted is the same figure under each name that a value has for it.
            kind = "count" if counts or weighted else value.kind
            for block, where in enumerate(places[own_filter]):
                shown_block = protected.blocks[block]
                held_counts = None if raw is None else raw.part(own_filter)[block].counts
                seen = (where >= 0) & (hidden_too | masks[block])
                signs = (
                    None
                    if shown_block.signs is None
                    else self._confirmed(shown_block.signs[index], held_counts, where, seen)
                )
                official = exempt[own_filter][block]
                if counts:
                    self._add_counts(
                        shown_block.figures[index], signs, where, seen, noise, knowledge, official, held_counts
                    )
                if step is not None and (counts or weighted):
                    self._add_pairs(table_group, shown_block.figures[index], signs, where, seen, step, weighted)
                if same is None:
                    continue
                if official is not None:
                    seen = seen & ~official
                if signs is not None:
                    seen = seen & ~np.isin(signs, (Sign.NOTHING, Sign.BLOCKED))
                codes = shown_codes(shown_block.figures[index], signs, _KEEP)
                self.appearances.add((same, kind, value.measure, value.places), where[seen], codes[seen])
                tableau = noise.tableau if counts and knowledge == "tableau" else None
                if tableau is not None:
                    looks = self.looks.setdefault(same, KeyLooks.of(tableau, self.appearances.count))
                    least, upper = noise.figures(shown_block.figures[index], signs)
                    looks.least[where[seen]], looks.most[where[seen]] = least[seen], upper[seen]
                if counts and knowledge == "deviation" and noise.ptable is not None:
                    true = np.zeros(1, dtype=np.int64)
                    code = int(shown_codes(true, noise.signs(true), _KEEP)[0])
                    empty_cells = self.empty.setdefault(same, _Empty(code))
                    empty_cells.figures.append(where[seen])
                    empty_cells.codes.append(codes[seen])

    def _confirmed(
        self, signs: NDArray[np.uint8], originals: Ints | None, where: Ints, seen: Flags
    ) -> NDArray[np.uint8]:
        """Signs with the sign of impossible cells kept only where originals are empty; elsewhere a 0 is published."""
        dashes = signs == Sign.NOTHING
        if originals is None:
            self.dashes.append(where[dashes & seen])
        unsure = dashes if originals is None else dashes & (originals > 0)
        return np.where(unsure, np.uint8(Sign.NONE), signs)

    def _note_references(self, protected: ProtectedTable, figure_places: Mapping[Conditions, Sequence[Ints]]) -> None:
        for block, table in product(range(len(protected.blocks)), self.references):
            known_figures = reference_figures(table, protected.blocks[block].dimensions, protected.spec.filters)
            for where in (blocks[block] for blocks in figure_places.values()):
                is_given = known_figures.given & (where >= 0)
                for figure, bound in zip(
                    where[is_given].tolist(), known_figures.scaled[is_given].tolist(), strict=True
                ):
                    least = bound // 10**known_figures.decimals
                    self.most[figure] = min(self.most.get(figure, least), least)

    def _add_pairs(
        self,
        table: Hashable,
        figures: Ints,
        signs: NDArray[np.uint8] | None,
        where: Ints,
        seen: Flags,
        step: int,
        weighted: bool,
    ) -> None:
        """Collect counts, or weighted counts, published without a sign."""
        if signs is not None:
            seen = seen & (signs == Sign.NONE)
        known_pair = self.pairs.setdefault(table, WeightPairs())
        if weighted and (figures[seen] < 0).any():
            self.negative = True
        doubles = self.weight is not None and self.weight.decimals is None
        known_pair.add(where[seen], figures[seen], step, doubles=doubles, weighted=weighted)

    def _add_counts(
        self,
        figures: Ints,
        signs: NDArray[np.uint8] | None,
        where: Ints,
        seen: Flags,
        noise: CountReading,
        knowledge: IntruderScenario,
        official: Flags | None,
        originals: Ints | None,
    ) -> None:
        real = where >= 0
        lows, highs = noise.interval(figures, signs, knowledge)
        if originals is not None:
            self.originals[where[real]] = originals[real]
        if official is not None:
            sure = figures if originals is None else originals
            lows, highs = np.where(official, sure, lows), np.where(official, sure, highs)
        self.elsewhere[where[real & (lows == highs)]] = True
        np.maximum.at(self.low, where[seen], lows[seen])
        np.minimum.at(self.high, where[seen], highs[seen])
        self.counted[where[real]] = True
        for values, cells in noise.values_left(figures, signs, knowledge):
            own_cells = cells & seen if official is None else cells & seen & ~official
            for figure in where[own_cells].tolist():
                both = self.allowed.get(figure)
                self.allowed[figure] = values if both is None else np.intersect1d(both, values)


def _outside(protected: ProtectedTable, method: Method | None) -> list[Texts]:
    """Values of a table that are outside the attack's relations and do not follow from figures within them."""
    values = protected.spec.values
    shown = {(value.measure, value.own_filter) for value in values if not value.is_derived}
    originals = method is not None and method.derives_from_originals
    outside = []
    for index, value in enumerate(values):
        if not value.is_derived or value.is_quantile:
            is_inside = not (value.is_quantile and value.measure != RECORDS)
        elif value.kind == "mean":
            is_inside = (value.base_measure, value.own_filter) in shown
        else:
            needed = {(value.measure, value.own_filter)}
            if value.kind == "ratio":
                needed.add((value.base_measure, value.base_conditions))
            is_inside = needed <= shown and (not originals or all(counted == RECORDS for counted, _ in needed))
        # Sums of magnitudes have an attack of their own.
        if not is_inside and not value.measure.magnitude:
            outside.append(protected.label(index))
    return outside


# Values whose figure follows from the records of the cell alone, and from what everybody has.
_OF_THE_RECORDS = ("weighted_count", "sum", "mean")
_KEEP = tuple(sign for sign in Sign if sign.keeps_figure)
_MOST_WORLDS = 32


def _with_empty(world: Bounds, filled: Ints) -> Bounds:
    """The bounds where some figures hold a record."""
    low = world.low.copy()
    low[filled] = np.maximum(low[filled], 1)
    return Bounds(low, world.high)
