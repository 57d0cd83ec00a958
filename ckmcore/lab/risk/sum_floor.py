"""The floor under the protection of sums, rules F1 to F9 (magnitudes.md 5.8). Confidential: it uses originals. Sums are
called protected only where all rules hold. Sensitive cells are found by the floor's own rules, whatever the method's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.texts import Texts
from ckmcore.base.verdict import Verdict
from ckmcore.errors import CkmError
from ckmcore.keys.record_keys import keys_too_coarse
from ckmcore.lab.risk.differencing import differences
from ckmcore.lab.risk.publication import Publication
from ckmcore.lab.risk.relations import LinkedRelations, linked_relations
from ckmcore.lab.risk.second_draw import FEW_CELLS
from ckmcore.lab.risk.shown_sums import Segment, ShownSums, SumPlace, contributors_alone, laws_in_chunks, summed_up
from ckmcore.lab.risk.sum_averaging import averages, estimated_sums, figures_of
from ckmcore.lab.risk.sum_differences import difference_chances
from ckmcore.lab.risk.sum_intervals import (
    RealBounds,
    SumKnowledge,
    Widths,
    intervals_alone,
    sum_intervals,
    wide_by_scaling,
)
from ckmcore.lab.risk.sum_lattice import ends_of_single, widths_by_rows
from ckmcore.lab.risk.sum_risk import best_guesses, near_largest, near_second
from ckmcore.lab.risk.sum_shown import counts_drawn_twice, recovered, shown_beside_nothing
from ckmcore.messages import Sentence, sentence
from ckmcore.methods.magnitude_noise import SumCells
from ckmcore.methods.magnitudes import MagnitudeCellKeyMethod, rotatable, smallest_p
from ckmcore.methods.own_keys import MOST_CORRELATED
from ckmcore.methods.primary import PrimaryRules
from ckmcore.methods.protected import keep_figure
from ckmcore.methods.settings import check_whole
from ckmcore.methods.sum_law import ALL_KEYS, SumLaws
from ckmcore.methods.sums import LEAST_CONTRIBUTORS
from ckmcore.microdata.data import Microdata
from ckmcore.ptable.magnitudes.permute import LEAST_BLOCKS
from ckmcore.tabulate.raw import Conditions, RawBlock, RawTable
from ckmcore.tabulate.scan import never
from ckmcore.tabulate.shown_cells import shown_cells
from ckmcore.tabulate.spec import CountKind, Measure, TableSpec, Value
from ckmcore.tabulate.tabulate import tabulate

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
SumRule = Literal["F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8", "F9"]
SUM_RULES: tuple[SumRule, ...] = ("F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8", "F9")
# So many cells that no rule marks are looked at, evenly over all of them.
_BY_CHANCE, _BY_CHANCE_IN_STEPS = 2000, 200
_SLACK = 1e-9
# Cells that a sentence names, and pairs of cells whose difference is judged.
_NAMED = 5
MOST_PAIRS = 100_000


@dataclass(frozen=True)
class SumLimits:
    """The limits of the floor for sums. `p` is the p of the p % rule; `coalition` the number of contributors who pool
    their knowledge, with the second largest among them; `near`, `guess`, `difference` and `average` the largest
    accepted probabilities of F1, F2 and F5. Cells with `minimum_frequency` contributors or more are not sensitive for
    their number; `dominance` is as in PrimaryRules. `publications` counts how often the same contributors are published
    with independent noise, planned publications included.
    """

    p: float = 10.0
    coalition: int = 2
    near: float = 0.05
    guess: float = 0.5
    difference: float = 0.2
    average: float = 0.5
    minimum_frequency: int = 3
    dominance: tuple[tuple[int, float], ...] = ()
    publications: int = 1

    def __post_init__(self) -> None:
        check_whole("coalition", self.coalition, 1, 20)
        check_whole("publications", self.publications, 1, 1200)
        _ = self.primary

    @property
    def primary(self) -> PrimaryRules:
        """The rules by which cells are sensitive."""
        return PrimaryRules(self.minimum_frequency, self.dominance, self.p)

    @property
    def share(self) -> float:
        """Return p as a share."""
        return self.p / 100

    @property
    def contributors(self) -> int:
        """Return how many of the largest contributions of each cell are needed."""
        return max(self.coalition + 1, self.primary.contributors)


USUAL = SumLimits()


@dataclass(frozen=True, eq=False, repr=False)
class JudgedCells:
    """Cells in a row with the results of rules F1 and F2. `alone`, `second` and `pooled` are the probabilities that the
    published sum, less nothing, less the second largest contribution, or less the pooled ones, is within p % of the
    largest (nan: nobody could subtract). `guess` is the best guess at a single contributor (nan: several), `to_second`
    the probability that the largest contributor gets the second within p %.
    """

    sensitive: Flags
    alone: Floats
    second: Floats
    pooled: Floats
    guess: Floats
    to_second: Floats

    def __repr__(self) -> str:
        return f"JudgedCells({len(self.sensitive)} cells, confidential)"

    @property
    def near(self) -> Floats:
        """Return the probability that F1 judges: the larger of `second` and `pooled`, or `alone` for a single
        contributor.
        """
        result: Floats = np.fmax(np.where(np.isnan(self.second), self.alone, self.second), self.pooled)
        return result


def judge_cells(
    laws: SumLaws, top: Floats, contributors: NDArray[np.int64], sensitive: Flags, limits: SumLimits
) -> JudgedCells:
    """Judge cells by F1 and F2; `top` holds the largest contributions of each cell with their signs, else 0."""
    has_several, p = contributors > 1, limits.share
    x1, x2 = top[:, 0], top[:, 1] if top.shape[1] > 1 else np.zeros(len(top))
    pooled = top[:, 1 : 1 + limits.coalition].sum(axis=1)
    nobody = np.zeros(len(top))
    by_itself = near_largest(laws, x1, nobody, p)
    second = np.where(has_several, near_largest(laws, x1, x2, p), np.nan)
    together = np.where(contributors > limits.coalition, near_largest(laws, x1, pooled, p), np.nan)
    guess = np.full(len(top), np.nan)
    single = np.flatnonzero((contributors == 1) & (laws.x != 0))
    guess[single] = best_guesses(SumLaws(laws.x[single], laws.added[single], laws.p), p)
    to_second = np.where(has_several, near_second(laws, x1, x2, p), np.nan)
    return JudgedCells(sensitive, by_itself, second, together, guess, to_second)


@dataclass(frozen=True, repr=False)
class OpenSumRule:
    """A rule that does not hold for a magnitude: in how many cells (0: it has none), the worst figure, its limit, and
    the worst cells first. `other` names the second magnitude of a pair.
    """

    rule: SumRule
    magnitude: str
    cells: int
    found: float
    limit: float
    sentence: Sentence
    worst: tuple[SumPlace, ...] = ()
    other: str = ""

    def __repr__(self) -> str:
        return f"OpenSumRule({self.rule}, {self.magnitude!r}, confidential)"


@dataclass(frozen=True, repr=False)
class MagnitudeVerdict:
    """The measurements of a magnitude, also where every rule holds. Counts of cells: published with contributors,
    sensitive, with a single, without any contributor, and pairs that differ by zeros only and are published alike.
    `near` and `guess` are the largest probabilities of F1 and F2, `second` that the largest contributor gets the second
    within p % (no rule); `by_chance` is the share of unmarked cells above the limit; `cancelled` lists cells whose
    contributions add up to 0, which are never published.
    """

    magnitude: str
    cells: int
    sensitive: int
    near: float
    guess: float
    by_chance: float
    single: int
    without: int
    alike: int
    second: float = 0.0
    cancelled: tuple[SumPlace, ...] = ()
    called: Texts = Texts()

    def __repr__(self) -> str:
        return f"MagnitudeVerdict({self.magnitude!r}, confidential)"

    @property
    def sums_of_0(self) -> Sentence | None:
        """Return a sentence on the cells whose contributions add up to 0, with the first of them; None if there are
        none."""
        if not self.cancelled:
            return None
        cells = [sum_place.text for sum_place in self.cancelled[:_NAMED]]
        return sentence("sum_floor_cancelled", magnitude=self.called, count=len(self.cancelled), cells=cells)


@dataclass(frozen=True, repr=False)
class SumFloor:
    """The verdict of the floor for sums: rules not met, measurements, what could not be judged, and results by cell.
    `unjudged` names magnitudes with figures, such as sums over periods, that were not judged at all.
    """

    rules: tuple[OpenSumRule, ...]
    measured: tuple[MagnitudeVerdict, ...]
    skipped: tuple[Sentence, ...] = ()
    cells: tuple[CellRisks, ...] = ()
    unjudged: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"SumFloor({len(self.rules)} open rules, confidential)"

    @property
    def verdict(self) -> Verdict:
        """Open where a rule does not hold, not tested where none was judged, or not all."""
        if self.rules:
            return Verdict.OPEN
        return Verdict.NOT_TESTED if self.skipped or self.unjudged or not self.measured else Verdict.HELD

    @property
    def holds(self) -> bool:
        """Return whether sums may be called protected: every rule holds, and all were judged."""
        return self.verdict is Verdict.HELD

    def below(self, magnitude: str) -> int:
        """Return the number of cells of a magnitude that are below the floor."""
        sum_places = (sum_place for rule in self.rules if rule.magnitude == magnitude for sum_place in rule.worst)
        return len({(sum_place.table, sum_place.block, sum_place.codes) for sum_place in sum_places})


@dataclass(frozen=True, eq=False, repr=False)
class CellRisks:
    """The results of the floor for every published cell of a measure; arrays have one entry per cell. `judged` holds F1
    and F2. `narrow` is the distance that the intervals keep on the narrower side, as a share of the required one (nan:
    kept, or not sensitive). `difference` (from the cell `smaller`; -1: none), `average` and `linked` (all tables
    together) are the probabilities of F5. `mixed` is the extent to which contributions cancel; `alike` marks cells that
    differ by zeros only, `undecided` those whose intervals were not found in time. `without` counts, by table,
    published cells with records but no contributor; `unjudged` names what could not be judged.
    """

    cells: ShownSums
    judged: JudgedCells
    narrow: Floats
    difference: Floats
    smaller: NDArray[np.intp]
    average: Floats
    linked: Floats
    mixed: Floats
    alike: Flags
    undecided: Flags
    without: Mapping[int, int]
    unjudged: frozenset[str] = frozenset()

    def __repr__(self) -> str:
        return f"CellRisks({len(self.narrow)} cells, confidential)"

    def below(self, limits: SumLimits) -> Flags:
        """The cells in which a rule does not hold."""
        chances_ = np.where(self.cells.sensitive, self.judged.near, np.nan)
        with np.errstate(invalid="ignore"):
            above = [
                figures > limit + _SLACK
                for figures, limit in (
                    (chances_, limits.near),
                    (self.judged.guess, limits.guess),
                    (self.difference, limits.difference),
                    (self.average, limits.average),
                    (self.linked, limits.average),
                )
            ]
        result: Flags = np.logical_or.reduce([*above, ~np.isnan(self.narrow), ~np.isnan(self.mixed)])
        return result


def limits_of(method: MagnitudeCellKeyMethod, publications: int = 1) -> SumLimits:
    """Return the limits of the floor, with the p and the dominance that the method itself gives."""
    rules = [
        settings.primary for settings in (method.settings, *(own for _, own in method.own)) if settings is not None
    ]
    named_rules = [rule for rule in rules if rule is not None]
    p = max((rule.p_percent for rule in named_rules if rule.p_percent is not None), default=SumLimits().p)
    dominance = tuple(dict.fromkeys(pair for rule in named_rules for pair in rule.dominance))
    return SumLimits(p=p, dominance=dominance, publications=publications)


def draws_anew(method: MagnitudeCellKeyMethod, magnitude: str) -> bool:
    """Return whether contributors get new noise in each period: keys of a flow, or of all records with a value
    (5.6).
    """
    settings = method.settings_of(magnitude)
    return settings.include_zeros or (settings.nature == "flow" and bool(method.own_key))


def sum_floor(
    data: Microdata,
    specs: Sequence[TableSpec],
    method: MagnitudeCellKeyMethod,
    limits: SumLimits = USUAL,
    *,
    published: Mapping[str, int] | None = None,
    seconds: float | None = 60.0,
    cancelled: Callable[[], bool] = never,
) -> SumFloor:
    """Judge the sums of tables of one period, all together, as `method` publishes them. `published` gives, by
    magnitude, how often the same contributors are published with independent noise, where it differs from `limits`.
    `seconds` limits the search for exact intervals (F3); undecided cells make the floor fail. Raises Cancelled,
    no_record_keys, magnitude_keys_modulus and the errors of `tabulate` and `method`.
    """
    summed = [spec for spec in specs if spec.magnitudes]
    contributor_count = max(method.contributors, limits.contributors)
    raws = [tabulate(data, spec, cancelled=cancelled, contributors=contributor_count) for spec in summed]
    tables = SumTables(data, raws, method, limits)
    for raw in raws:
        rotatable(raw.blocks[0])
    rules: list[OpenSumRule] = []
    measured: list[MagnitudeVerdict] = []
    skipped: list[Sentence] = []
    cell_risks: list[CellRisks] = []
    for measure in dict.fromkeys(measure for raw in raws for measure, _ in summed_up(raw.spec)):
        cells = tables.cells(measure)
        if not len(cells.at):
            continue
        judged = _judged(cells, limits)
        narrow, undecided, remarks = tables.intervals(cells, seconds, cancelled)
        difference_, smaller, untold = tables.differences(cells, cancelled)
        open_ = int(undecided.sum())
        late = [sentence("sum_floor_undecided", magnitude=cells.called, count=open_)] if open_ else []
        linked, unlinked = tables.linked(cells, cancelled)
        skipped += [remark for remark in (*remarks, *late, *untold, *unlinked) if remark not in skipped]
        unjudged = frozenset(name for name, why in (("narrow", remarks), ("difference", untold)) if why)
        own_limits = replace(limits, publications=(published or {}).get(measure.magnitude, limits.publications))
        average_ = averages(cells, own_limits.publications, own_limits.share)
        alike, pairs = tables.alike(cells)
        risks = CellRisks(
            cells,
            judged,
            narrow,
            difference_,
            smaller,
            average_,
            linked,
            tables.hidden(cells),
            alike,
            undecided,
            tables.without(measure),
            unjudged,
        )
        rules += [*_open_rules(risks, own_limits), *tables.growth(measure.magnitude)]
        rules += tables.beside_counts(cells, seconds, cancelled)
        measured.append(tables.measured(risks, pairs))
        cell_risks.append(risks)
    rules += tables.keys()
    rules.sort(key=lambda rule: (rule.magnitude, SUM_RULES.index(rule.rule)))
    return SumFloor(tuple(rules), tuple(measured), tuple(skipped), tuple(cell_risks))


def _judged(cells: ShownSums, limits: SumLimits) -> JudgedCells:
    """Judge the sensitive cells and a sample of the others, which may be disclosed by chance; nan for the cells left
    out."""
    other_indices = np.flatnonzero(~cells.sensitive)
    has_steps = cells.rules.settings.k > 1
    step = max(1, -(-len(other_indices) // (_BY_CHANCE_IN_STEPS if has_steps else _BY_CHANCE)))
    wanted_cells = np.concatenate([np.flatnonzero(cells.sensitive), other_indices[::step]])
    names = ("alone", "second", "pooled", "guess", "to_second")
    chances = {name: np.full(len(cells.at), np.nan) for name in names}
    for chunk, laws in laws_in_chunks(cells.sums, cells.rules, wanted_cells):
        judged_cells = judge_cells(laws, cells.top[chunk], cells.contributors[chunk], cells.sensitive[chunk], limits)
        for name in names:
            chances[name][chunk] = getattr(judged_cells, name)
    return JudgedCells(cells.sensitive, **chances)


def _above(
    rule: SumRule, code: str, cells: ShownSums, measured: Floats, limit: float, **fields: object
) -> list[OpenSumRule]:
    """Return rule `rule` as not holding if the measured figure of some cells is above `limit`; nan counts as below."""
    with np.errstate(invalid="ignore"):
        indices = np.flatnonzero(measured > limit + _SLACK)
    if not len(indices):
        return []
    highest, name = float(measured[indices].max()), cells.measure.magnitude
    shown = {"count": len(indices), "found": round(highest, 4), "limit": limit, "magnitude": cells.called}
    return [
        OpenSumRule(
            rule, name, len(indices), highest, limit, sentence(code, **shown, **fields), cells.worst(indices, measured)
        )
    ]


def _open_rules(cell_risks: CellRisks, limits: SumLimits) -> list[OpenSumRule]:
    """List the rules that do not hold in some cells."""
    cells, p = cell_risks.cells, limits.p
    chances_ = np.where(cells.sensitive, cell_risks.judged.near, np.nan)
    draws = limits.publications
    return [
        *_above("F1", "sum_floor_near", cells, chances_, limits.near, p=p),
        *_above("F2", "sum_floor_guess", cells, cell_risks.judged.guess, limits.guess, p=p),
        *_narrow(cell_risks, p),
        *_above("F5", "sum_floor_difference", cells, cell_risks.difference, limits.difference, p=p),
        *_above("F5", "sum_floor_average", cells, cell_risks.average, limits.average, p=p, draws=draws),
        *_above("F5", "sum_floor_linked", cells, cell_risks.linked, limits.average, p=p),
        *_above("F6", "mixed_signs", cells, cell_risks.mixed, -1.0),
    ]


def _narrow(cell_risks: CellRisks, p: float) -> list[OpenSumRule]:
    indices = np.flatnonzero(~np.isnan(cell_risks.narrow))
    if not len(indices):
        return []
    worst, name = float(cell_risks.narrow[indices].min()) * p, cell_risks.cells.measure.magnitude
    finding = sentence(
        "sum_floor_narrow", count=len(indices), found=round(worst, 2), p=p, magnitude=cell_risks.cells.called
    )
    return [
        OpenSumRule("F3", name, len(indices), worst, p, finding, cell_risks.cells.worst(indices, -cell_risks.narrow))
    ]


@dataclass(frozen=True, eq=False)
class SumTables:
    """Tables of one period with their originals, a method for sums and the limits of the floor."""

    data: Microdata
    raws: Sequence[RawTable]
    method: MagnitudeCellKeyMethod
    limits: SumLimits

    @property
    def modulus(self) -> int | None:
        return None if self.data.record_keys is None else self.data.record_keys.modulus

    def _blocks(self, measure: Measure) -> Iterator[tuple[int, int, Conditions, RawBlock, Flags]]:
        """Yield the blocks that hold a measure, each with table and block index, filter and mask of its published
        cells."""
        for table, raw in enumerate(self.raws):
            shown = shown_cells(raw.spec, raw.blocks)
            for summed_measure, conditions in summed_up(raw.spec):
                if summed_measure == measure:
                    for block_index, block in enumerate(raw.part(conditions)):
                        yield table, block_index, conditions, block, shown[block_index]

    def cells(self, measure: Measure) -> ShownSums:
        """The shown cells of a measure that have contributors."""
        segments, sums, top, contributors, sensitive = [], [], [], [], []
        rules = self.method.noise_rules(measure.magnitude, self.modulus or ALL_KEYS)
        counted_kind: CountKind = "weighted_count" if measure.of == "weighted_count" else "count"
        for table, number, conditions, block, shown in self._blocks(measure):
            raw = block.magnitudes[measure.magnitude]
            mask = (shown & (raw.contributors > 0)).ravel()
            indices = np.flatnonzero(mask)
            segments.append(Segment(table, number, conditions, block, indices, self.raws[table].spec.filters))
            flat = self.method.sum_cells(block, measure.magnitude, counted_kind).flattened()
            sums.append(flat.taken(indices))
            largest = raw.largest.reshape(-1, raw.k)[indices] / np.float64(10 ** (raw.decimals or 0))
            if counted_kind == "weighted_count" and raw.largest_weights is not None:
                heavy = raw.largest_weights.reshape(-1, raw.k)[indices]
                largest = largest * heavy / np.float64(10 ** (block.weight_decimals or 0))
                # They are ranked without weights, as the noise takes them; who is told by a sum is the heaviest.
                largest = np.take_along_axis(largest, np.argsort(-np.abs(largest), axis=1, kind="stable"), axis=1)
            top.append(largest)
            contributors.append(raw.contributors.ravel()[indices])
            marked = self.limits.primary.sensitive(block, measure.magnitude).ravel()
            sensitive.append(marked[indices])
            rules = self.method.published_rules(block, measure, rules.modulus)
        return ShownSums(
            measure,
            tuple(segments),
            np.repeat(np.arange(len(segments)), [len(segment.at) for segment in segments]),
            np.concatenate([segment.at for segment in segments]),
            SumCells.joined(sums),
            np.concatenate(top),
            np.concatenate(contributors),
            np.concatenate(sensitive),
            rules,
            self.called(measure.magnitude),
        )

    def called(self, magnitude: str) -> Texts:
        """Return the label of a magnitude for sentences."""
        return self.data.magnitudes[magnitude].called

    def judged(self, measure: Measure) -> JudgedCells:
        """The shown cells of a measure under the first two rules."""
        return _judged(self.cells(measure), self.limits)

    def intervals(
        self,
        cells: ShownSums,
        seconds: float | None,
        cancelled: Callable[[], bool],
        knowledge: SumKnowledge = "parameters",
    ) -> tuple[Floats, Flags, list[Sentence]]:
        """Judge F3: intervals derived from all sums; returns `narrow`, `undecided` of `CellRisks` and what is
        unjudged.
        """
        name, nothing = cells.measure.magnitude, np.full(len(cells.at), np.nan)
        none = np.zeros(len(cells.at), dtype=np.bool_)
        if not self.one_sign(name):
            return nothing, none, [sentence("sum_floor_intervals_open", magnitude=cells.called)]
        try:
            linked = linked_relations(self.data, [(raw.spec, tuple(raw.parts)) for raw in self.raws])
        except CkmError as error:
            return nothing, none, [error.sentence()]
        (low, high), original = self.read_alone(cells, linked, knowledge)
        size = np.abs(cells.sums.x)
        figures = figures_of(cells, linked)
        needed = self.limits.share * np.abs(cells.top[:, 0])
        wanted_cells = np.flatnonzero(cells.sensitive & (figures >= 0))
        proven = wide_by_scaling(original, low, high, size[wanted_cells], needed[wanted_cells])
        asked_figure = np.unique(figures[wanted_cells[~proven]])
        solved = sum_intervals(
            RealBounds(low, high), linked.relations, asked_figure, seconds=seconds, cancelled=cancelled
        )
        slack = 1e-6 * needed
        below = size - solved.bounds.low[figures] < needed - slack
        above = solved.bounds.high[figures] - size < needed - slack
        narrow = np.zeros(len(size), dtype=np.bool_)
        narrow[wanted_cells[~proven]] = (below | above)[wanted_cells[~proven]]
        undecided = none.copy()
        undecided[wanted_cells[~proven]] = (
            ~narrow[wanted_cells[~proven]] & ~solved.exact[figures[wanted_cells[~proven]]]
        )
        distance = np.minimum(size - solved.bounds.low[figures], solved.bounds.high[figures] - size)
        kept_share: Floats = np.where(narrow, distance / np.where(needed > 0, needed, 1.0), np.nan)
        return kept_share, undecided, []

    def one_sign(self, magnitude: str) -> bool:
        """Whether no value of a magnitude is below 0, or none above."""
        values = self.data.magnitudes[magnitude].values
        return not (bool((values < 0).any()) and bool((values > 0).any()))

    def read_alone(
        self, cells: ShownSums, linked: LinkedRelations, knowledge: SumKnowledge = "parameters"
    ) -> tuple[tuple[Floats, Floats], Floats]:
        """Compute the bounds of |sum| that each sum gives by itself, by figure: (least, largest), and originals (nan:
        unknown).
        """
        name, weighted = cells.measure.magnitude, cells.measure.of == "weighted_count"
        count = linked.relations.count
        low, high, original = np.zeros(count), np.full(count, np.inf), np.full(count, np.nan)
        width, least = self.width(name)
        widths = self._widths_by_table(cells) if knowledge == "table" else width
        for table, number, conditions, block, shown in self._blocks(cells.measure):
            figure_indices = linked.places[table][conditions][number]
            counted = self.method.counted(block, weighted=weighted)
            scale = 10.0 ** counted.decimals.get(cells.measure, 0)
            is_placed, signs = shown & (figure_indices >= 0), counted.marks(cells.measure)
            for hidden in (counted.lost(cells.measure), None if signs is None else ~keep_figure(signs)):
                is_placed = is_placed if hidden is None else is_placed & ~hidden
            published = np.where(is_placed, np.abs(counted.published[cells.measure]) / scale, np.nan)
            sum_cells = self.method.sum_cells(block, name, "weighted_count" if weighted else "count")
            real = shown & (figure_indices >= 0)
            original[figure_indices[real]] = np.abs(sum_cells.x)[real]
            if knowledge == "nothing":
                continue  # a sum is not negative, and has no upper end
            alone_bounds = intervals_alone(published, widths, least, 0.5 / scale)
            if knowledge == "table" and not weighted:
                single = is_placed & (block.magnitudes[name].contributors == 1)
                self._read_single(cells, alone_bounds, published, single, sum_cells.sensitive, 0.5 / scale)
            np.maximum.at(low, figure_indices[real], alone_bounds.low[real])
            np.minimum.at(high, figure_indices[real], alone_bounds.high[real])
        return (low, high), original

    def _read_single(
        self,
        cells: ShownSums,
        alone_bounds: RealBounds,
        published: Floats,
        single: Flags,
        sensitive: Flags,
        rounded: float,
    ) -> None:
        """Narrow, in place, the bounds of single contributions to the lattice that the noise table leaves."""
        for marked in (True, False):
            some = single & (sensitive == marked)
            if some.any():
                ends = ends_of_single(cells.rules, published[some], rounded, sensitive=marked)
                alone_bounds.low[some] = np.maximum(alone_bounds.low[some], ends.low)
                alone_bounds.high[some] = np.minimum(alone_bounds.high[some], ends.high)

    def _widths_by_table(self, cells: ShownSums) -> Widths:
        """Compute how far published sums can be from their originals, by the rows they reach, or by D."""
        settings, table_parts = cells.rules.settings, cells.rules.parts
        width, _ = self.width(cells.measure.magnitude)
        large = [part for part in (table_parts.all, table_parts.even, table_parts.odd) if part is not None]
        if settings.k > 1 or settings.extra_noise:
            return Widths(width, width)
        largest_unit = (width - settings.least_noise) / max(
            magnitude_part.maximum_deviation for magnitude_part in large
        )
        found_widths = [widths_by_rows(row_part, largest_unit, settings.least_noise) for row_part in large]
        return Widths(max(widths.down for widths in found_widths), max(widths.up for widths in found_widths))

    def width(self, magnitude: str) -> tuple[float, float]:
        """Return the largest noise of a sum as a share of it, and the largest noise of a small sum as an amount."""
        settings = self.method.settings_of(magnitude)
        scaling, table_parts = settings.scaling, self.method.noise_rules(magnitude, ALL_KEYS).parts
        largest_unit = scaling.small
        if scaling.rises and scaling.bend is not None:
            largest_unit = float(scaling.m(np.linspace(scaling.bend, 20 * scaling.bend, 4000)).max())
        D = max(
            magnitude_part.maximum_deviation
            for magnitude_part in (table_parts.all, table_parts.even, table_parts.odd)
            if magnitude_part is not None
        )
        small = 0.0 if table_parts.small is None else settings.small_unit * table_parts.small.maximum_deviation
        return settings.least_noise + largest_unit * (D + settings.extra_noise), small

    def differences(
        self, cells: ShownSums, cancelled: Callable[[], bool]
    ) -> tuple[Floats, NDArray[np.intp], list[Sentence]]:
        """Judge F5 for differences by one or two contributors: the chance by cell, the other cell, and what is
        unjudged.
        """
        name, result = cells.measure.magnitude, np.full(len(cells.at), np.nan)
        smaller = np.full(len(cells.at), -1, dtype=np.intp)
        members = contributors_alone(self.data, name)
        plain = []
        for raw in self.raws:
            conditions = [own_conditions for measure, own_conditions in summed_up(raw.spec) if measure == cells.measure]
            if conditions:
                values = tuple(Value(conditions=own_condition) for own_condition in dict.fromkeys(conditions))
                plain.append((raw, raw.spec.with_changes(values=values, footnotes=())))
        try:
            publications = []
            for _, spec in plain:
                counts = tabulate(members, spec, cancelled=cancelled, contributors=self.method.contributors)
                publications.append(Publication(Texts(), self.method.protect(counts), self.method, raw=counts))
            pairs = differences(publications, members, least_units=3, most=MOST_PAIRS, cancelled=cancelled).listed
        except CkmError as error:
            if cancelled():
                raise
            return result, smaller, [error.sentence()]
        where = {
            (self.segment_key(segment), int(cell_index)): start
            for segment, begin in zip(cells.segments, _begins(cells), strict=True)
            for start, cell_index in enumerate(segment.at.tolist(), start=begin)
        }
        tables = [self.raws.index(raw) for raw, _ in plain]
        known_pairs = []
        for pair in pairs:
            both = []
            for sum_place in (pair.larger, pair.smaller):
                spec = plain[sum_place.table][1]
                segment = (tables[sum_place.table], sum_place.block, spec.values[sum_place.value].own_filter)
                shape = plain[sum_place.table][0].part(segment[2])[sum_place.block].shape
                both.append(where.get((segment, int(np.ravel_multi_index(sum_place.position, shape)))))
            if both[0] is not None and both[1] is not None:
                known_pairs.append((both[0], both[1]))
        chances = difference_chances(cells, known_pairs, self.limits.share, one_sign=self.one_sign(name))
        for (larger, less), chance in zip(known_pairs, chances, strict=True):
            if not chance <= result[larger]:
                result[larger], smaller[larger] = chance, less
        return result, smaller, []

    def linked(self, cells: ShownSums, cancelled: Callable[[], bool]) -> tuple[Floats, list[Sentence]]:
        """Judge F5 for the best estimates from all tables, as `differences` does (nan: no other sum helps)."""
        nobody = [
            (table, conditions, number, np.flatnonzero(shown & (raw.contributors == 0)))
            for table, number, conditions, block, shown in self._blocks(cells.measure)
            for raw in (block.magnitudes[cells.measure.magnitude],)
        ]
        try:
            sums = estimated_sums(self.data, self.raws, cells, nobody, self.limits.share, cancelled)
        except CkmError as error:
            if cancelled():
                raise
            return np.full(len(cells.at), np.nan), [error.sentence()]
        return sums.near, []

    def segment_key(self, one: Segment) -> tuple[int, int, Conditions]:
        """Return the identity of a block: table, block number and filter."""
        return one.table, one.number, one.conditions

    def _units(self, cells: ShownSums) -> Floats:
        """Compute the unit of the first noise step of each cell, |x1| m(x1), before it is capped at the sum."""
        settings, size = cells.rules.settings, cells.sums.contributions[:, 0]
        small = cells.rules.parts.small
        least = settings.small_from(0.0 if small is None else float(np.sqrt(small.last_variance)))
        units: Floats = np.where(size >= least, size * settings.scaling.m(size, least), settings.small_unit)
        return units

    def hidden(self, cells: ShownSums) -> Floats:
        """Judge F6: how far contributions cancel in each sum (nan: not), also in sums of 0 that are not all zeros."""
        x, x1 = np.abs(cells.sums.x), np.abs(cells.top[:, 0])
        shows_zero = not self.method.settings_of(cells.measure.magnitude).rules.counts_values
        mixed = (x < self._units(cells)) & (x < x1 * (1 - _SLACK)) & ((x > 0) | shows_zero)
        hidden: Floats = np.where(mixed, 1 - x / np.where(x1 > 0, x1, 1.0), np.nan)
        return hidden

    def growth(self, magnitude: str) -> list[OpenSumRule]:
        """Judge rule F7: with keys that stay the same, growth and ratios of few contributors are those of the
        originals."""
        settings = self.method.settings_of(magnitude)
        stays = settings.nature == "level" or not self.method.own_key
        least = settings.least_contributors
        if not stays or least >= LEAST_CONTRIBUTORS:
            return []
        finding = sentence("sum_floor_growth", magnitude=self.called(magnitude), least=LEAST_CONTRIBUTORS)
        return [OpenSumRule("F7", magnitude, 0, float(least), float(LEAST_CONTRIBUTORS), finding)]

    def beside_counts(
        self, cells: ShownSums, seconds: float | None, cancelled: Callable[[], bool]
    ) -> list[OpenSumRule]:
        """Judge F8 and F9: sums beside a count of 0 or recovered by all tables, and second draws of a count."""
        size, rules = np.abs(cells.sums.x), []
        adjacent_nothing = shown_beside_nothing(self, cells)
        recovered_sums = recovered(self, cells, seconds, cancelled)
        for code, indices in (("beside", adjacent_nothing), ("recovered", recovered_sums)):
            if count := len(indices):
                finding = sentence(f"sum_floor_{code}", magnitude=cells.called, count=count, p=self.limits.p)
                listed = cells.worst(indices, size)
                rules.append(OpenSumRule("F8", cells.measure.magnitude, count, float(count), 0.0, finding, listed))
        twice = counts_drawn_twice(cells)
        if len(twice) > FEW_CELLS * len(cells.at):  # F9
            code = "sum_floor_count" if len(twice) == len(cells.at) else "sum_floor_count_part"
            finding = sentence(code, magnitude=cells.called, count=len(twice), cells=len(cells.at))
            share, listed = len(twice) / len(cells.at), cells.worst(twice, size)
            rules.append(OpenSumRule("F9", cells.measure.magnitude, len(twice), share, FEW_CELLS, finding, listed))
        return rules

    def keys(self) -> list[OpenSumRule]:
        """Judge rule F4: magnitudes have keys of their own, rows are permuted, and keys are fine enough."""
        names = tuple(dict.fromkeys(name for raw in self.raws for name in raw.spec.magnitudes))
        sum_rules = []
        for first_name, other in self.method.sharing_keys(names, self.data.period, self.modulus):
            finding = sentence("same_key_two", one=self.called(first_name), other=self.called(other))
            sum_rules.append(OpenSumRule("F4", first_name, 0, 1.0, MOST_CORRELATED, finding, other=other))
        tables = [table for table in (self.method.large, self.method.small) if table is not None]
        if any(table.is_ordered for table in tables):
            sum_rules.append(OpenSumRule("F4", "", 0, 0.0, float(LEAST_BLOCKS), sentence("sum_floor_ordered")))
        smallest = min(map(smallest_p, tables))
        if self.modulus is not None and keys_too_coarse(self.modulus, smallest):
            needed = int(np.ceil(100 / smallest))
            finding = sentence("keys_too_coarse", modulus=self.modulus, needed=needed)
            sum_rules.append(OpenSumRule("F4", "", 0, float(self.modulus), float(needed), finding))
        return sum_rules

    def without(self, measure: Measure) -> dict[int, int]:
        """Count, by table, the published cells with records but without a contributor."""
        without: dict[int, int] = {}
        for table, _, _, block, shown in self._blocks(measure):
            nobody = shown & (block.magnitudes[measure.magnitude].contributors == 0) & (block.counts > 0)
            without[table] = without.get(table, 0) + int(nobody.sum())
        return without

    def measured(self, found: CellRisks, alike: int) -> MagnitudeVerdict:
        """Return the measurements of a measure, also where every rule holds; `alike` is the number of pairs of equal
        cells."""
        cells, judged = found.cells, found.judged
        name = cells.measure.magnitude
        chances_ = judged.near
        others = chances_[~cells.sensitive & ~np.isnan(chances_)]
        return MagnitudeVerdict(
            name,
            len(cells.at),
            int(cells.sensitive.sum()),
            float(np.nanmax(chances_[cells.sensitive], initial=0.0)),
            float(np.nanmax(judged.guess, initial=0.0)),
            float((others > self.limits.near).mean()) if len(others) else 0.0,
            int((cells.contributors == 1).sum()),
            sum(found.without.values()),
            alike,
            float(np.nanmax(judged.to_second, initial=0.0)),
            cells.worst(np.flatnonzero((cells.sums.x == 0) & (cells.contributors > 0)), np.abs(cells.top[:, 0])),
            cells.called,
        )

    def alike(self, cells: ShownSums) -> tuple[Flags, int]:
        """Find cells of different records with the same contributors; returns their mask and the number of pairs."""
        seen: dict[tuple[int, ...], dict[tuple[int, int], list[int]]] = {}
        result, number = np.zeros(len(cells.at), dtype=np.bool_), 0
        for segment in cells.segments:
            raw, block = segment.block.magnitudes[cells.measure.magnitude], segment.block
            if raw.key_sums is None or block.key_sums is None:
                return result, 0
            modulus = np.uint64(self.modulus or ALL_KEYS)
            columns = [raw.key_sums % modulus, raw.contributors, raw.sums, block.counts, block.key_sums % modulus]
            for *same, records, key in zip(*(array.ravel()[segment.at].tolist() for array in columns), strict=True):
                seen.setdefault(tuple(same), {}).setdefault((records, key), []).append(number)
                number += 1
        told_sets = [sets for sets in seen.values() if len(sets) > 1]
        result[[cell for sets in told_sets for own_set in sets.values() for cell in own_set]] = True
        return result, sum(len(sets) - 1 for sets in told_sets)


def _begins(cells: ShownSums) -> list[int]:
    lengths = [len(segment.at) for segment in cells.segments]
    return [0, *np.cumsum(lengths)[:-1].tolist()]
