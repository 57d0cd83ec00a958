"""Rounding, cell-key method, cell suppression and SAFE principle side by side, measured on tables of counts.

Each method protects the same tables of the same records. Measures follow the criteria of WISTA 6/2019, Übersicht 1, and
compare what is published with the original counts, by logical cell: one cell may be in several tables. Confidential.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import combinations
from typing import Any, Literal

import numpy as np

from ckmcore.base.processes import resident_megabytes
from ckmcore.errors import Cancelled, CkmError, InputError
from ckmcore.messages import Sentence, sentence
from ckmcore.methods.method import Method, protect
from ckmcore.methods.primary import PrimaryRules
from ckmcore.microdata.data import Microdata
from ckmcore.microdata.hierarchy import Hierarchy
from ckmcore.ports import lab
from ckmcore.rivals.audit import ProtectionLevel, SuppressionAudit, audit_rooms, audit_suppression
from ckmcore.rivals.compared_tables import (
    ComparedTables,
    Counts,
    DividedRecords,
    Names,
    SumsCompared,
    as_suppressed,
    plain_variables,
    published_cells,
    shown_levels,
)
from ckmcore.rivals.levels import count_levels, groups_by, joined_levels, protect_groups
from ckmcore.rivals.measured import MOST_LISTED, Cells, MeasuredCell, Values, differing, new_losses, of_unplanned
from ckmcore.rivals.patterns import SuppressionPattern, find_pattern
from ckmcore.rivals.problem import SuppressionProblem
from ckmcore.rivals.relations import Address, LinkedFigures, SuppressedTable, linked_figures
from ckmcore.rivals.safe import SafeSettings, safe_data
from ckmcore.rivals.safe_search import distinct_rows
from ckmcore.tabulate.scan import never
from ckmcore.tabulate.spec import TOTAL, TableSpec

RivalKind = Literal["perturbation", "suppression", "safe"]
# Beyond so many cells the attack computes exact intervals for a sample.
_ATTACKED, _SAMPLE = 20_000, 500
ATTACK_SECONDS = 60.0
_LOOK_SECONDS = 0.01
SEEDS = 20
"""Runs of the SAFE search by which is measured what a published figure says of small counts."""
_MOST_OF_SEEDS = 20_000

MEASURES: Mapping[str, tuple[str, ...]] = {
    "primary": ("small_true", "small_shown_true", "groups_shown", "groups_shown_true", "sensitive_near"),
    "secondary": ("disclosed", "undecided", "below_level", "least_true", "least_from_small", "small_posterior"),
    "consistency": ("differing",),
    "additivity": ("gaps", "mean_gap", "largest_gap", "relative_gap", "not_computable"),
    "loss": (
        *("not_shown", "value_not_shown", "changed", "mean_deviation", "mean_deviation_filled", "largest_deviation"),
        *("relative_deviation", "largest_relative", "mean_width"),
    ),
    "unplanned": ("unplanned_deviation", "unplanned_largest", "unplanned_relative", "unplanned_not_shown"),
    "flexibility": ("unplanned_possible", "unplanned_ratio"),
    "decentral": ("parts_differing", "parts_below_level"),
    "explain": (),
    "introduction": (),
    "running": ("seconds_table", "seconds", "memory", "programs", "new_run"),
}
"""The measures of each criterion, in their order; the criteria are the rows of Übersicht 1."""


@dataclass(frozen=True)
class RivalMeasures:
    """What one method does to the tables. values: by measure; one that does not apply is not there, one that was not
    measured is None. fault: why the method could not be applied. limits: what the attack found, and what it does not
    examine. family: of which methods it is. cells: by measure the cells behind its figure, the worst first, at most
    MOST_LISTED; confidential."""

    kind: RivalKind
    title: Sentence
    values: Mapping[str, float | None] = field(default_factory=dict)
    fault: Sentence | None = None
    limits: tuple[Sentence, ...] = ()
    family: str = ""
    cells: Mapping[str, tuple[MeasuredCell, ...]] = field(default_factory=dict, repr=False)


@dataclass(frozen=True)
class RivalComparison:
    """Methods side by side. cells: logical cells of the tables; small: those with fewer records than `least`, but some;
    unplanned: tables beside them that were tried; least: records below which a count is small; seed: of what is drawn;
    groups: the variable whose category groups must not show, "" for all variables; parts: the variable by whose
    categories the records were divided, "" where none does; magnitude: whose sums were compared, "" for counts; then
    `small` is the number of sensitive ones."""

    tables: tuple[str, ...]
    cells: int
    small: int
    unplanned: int
    least: int
    methods: tuple[RivalMeasures, ...]
    records: int = 0
    seed: int = 1
    groups: str = ""
    parts: str = ""
    magnitude: str = ""


def compare_rivals(
    data: Microdata,
    tables: Mapping[str, TableSpec],
    methods: Sequence[Method],
    *,
    least: int = 3,
    seed: int = 1,
    groups: str = "",
    seconds: float = ATTACK_SECONDS,
    magnitude: str = "",
    rules: PrimaryRules | None = None,
    further: bool = True,
    progress: Callable[[float], None] = lambda share: None,
    cancelled: Callable[[], bool] = never,
) -> RivalComparison:
    """Protect tables of counts by each of the methods, by suppression of counts below `least`, and by the SAFE
    principle with the margins of these tables as control tables; or tables of sums of a magnitude, of which suppression
    hides those that are sensitive by the rules.

    methods: such as rounding and the cell-key method. seed: of the SAFE search and of the unplanned tables, which are
    drawn among those with one variable more than the largest. groups: suppression also protects the category of this
    variable for groups that are small or wholly in one. seconds: at most, of the attack on each of the methods.
    further: whether unplanned tables and parts of the records are tried, which takes several times as long. Raises
    rivals_no_tables, rivals_table_plain, rivals_too_large, rivals_rules, suppress_variable, suppress_groups_counts,
    suppress_fractions, Cancelled and the errors of `tabulate`.
    """
    variables = {name: plain_variables(name, spec, magnitude) for name, spec in tables.items()}
    if not variables:
        raise InputError("rivals_no_tables")
    if groups and groups not in {name for names in variables.values() for name in names}:
        raise InputError("suppress_variable", variable=groups)
    sums = _sums(magnitude, rules, groups, methods)
    levels = {name: shown_levels(spec) for name, spec in tables.items()}
    compared = ComparedTables(
        data, variables, seed=seed, sums=sums, levels=levels, further=further, cancelled=cancelled
    )
    tried = _Tried(compared, _Asked(least, seed, groups, seconds, cancelled))
    steps: list[Callable[[], RivalMeasures]] = [
        *((lambda method=method: tried.perturbed(method)) for method in methods),
        tried.suppressed,
        tried.safe,
    ]
    made: list[RivalMeasures] = []
    for number, step in enumerate(steps):
        progress(number / len(steps))
        tried.progress = partial(_progress_of, progress, number, len(steps))
        made.append(step())
    progress(1.0)
    original = compared.measured.original
    small = sum(0 < count < least for count in original.values())
    if magnitude:
        small = len(compared.levels.keys() & original.keys())
    return RivalComparison(
        tuple(tables),
        len(original),
        small,
        len(compared.new_counts),
        least,
        tuple(made),
        records=data.rows,
        seed=seed,
        groups=groups,
        parts="" if compared.divided is None else compared.divided.variable,
        magnitude=magnitude,
    )


class PeakMemory:
    """How far the memory of the process grows within a `with`, looked at every few milliseconds; the work of other
    threads counts, too."""

    def __init__(self) -> None:
        self._begun = self._peak = resident_megabytes()
        self._ended = threading.Event()
        self._looks = threading.Thread(target=self._look, daemon=True)

    def __enter__(self) -> PeakMemory:
        if self._begun is not None:
            self._looks.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        if self._begun is not None:
            self._looks.join()

    def _look(self) -> None:
        while True:
            self._peak = max(self._peak or 0.0, resident_megabytes() or 0.0)
            if self._ended.wait(_LOOK_SECONDS):
                return

    @property
    def grown(self) -> float | None:
        """In megabytes; None where the system does not say it."""
        return None if self._begun is None or self._peak is None else self._peak - self._begun


def _progress_of(progress: Callable[[float], None], done: int, steps: int, share: float) -> None:
    """Tell how far a step is, of all steps."""
    progress((done + share) / steps)


def _sums(magnitude: str, rules: PrimaryRules | None, groups: str, methods: Sequence[Method]) -> SumsCompared | None:
    """What is compared of a magnitude, None for counts. Raises rivals_rules, suppress_groups_counts."""
    if not magnitude:
        return None
    if groups:
        raise InputError("suppress_groups_counts")
    if rules is None or rules == PrimaryRules():
        raise InputError("rivals_rules", magnitude=magnitude)
    kept = max([rules.contributors, *(method.contributors for method in methods)])
    return SumsCompared(magnitude, rules, kept)


@dataclass(frozen=True)
class _Asked:
    """Parameters of a comparison."""

    least: int
    seed: int
    groups: str
    seconds: float
    cancelled: Callable[[], bool]


class _Tried:
    """Each method tried on the tables, and what is measured of it."""

    def __init__(self, tables: ComparedTables, asked: _Asked) -> None:
        self._tables, self._asked = tables, asked
        self.progress: Callable[[float], None] = lambda share: None

    # --- methods

    def perturbed(self, method: Method) -> RivalMeasures:
        """Measures of a method that protects each table by itself."""
        tables, begun = self._tables, time.perf_counter()
        if tables.sums is not None and not method.takes_sums:
            fault = sentence("rivals_no_sums")
            return RivalMeasures("perturbation", method.name, fault=fault, family=method.family)

        def published(names: Names, counts: Counts, data: Microdata) -> Cells:
            return published_cells(protect(tables.raw(names, data), method), names, counts)

        try:
            with PeakMemory() as peak:
                shown = self._planned(lambda names, counts: published(names, counts, tables.data))
            seconds = time.perf_counter() - begun
            new = self._unplanned(lambda names, counts: published(names, counts, tables.data))
            parts = self._in_parts(shown, published)
            attacked, limits, disclosed = self._attacked(method, shown)
        except Cancelled:
            raise
        except CkmError as fault:
            return RivalMeasures("perturbation", method.name, fault=fault.sentence(), family=method.family)
        values = self._values(shown) | attacked
        values |= self._new_values(new, values) | parts
        values |= {"seconds_table": seconds / len(tables.groups), "memory": peak.grown, "new_run": 0}
        cells = tables.measured.behind(shown, self._asked.least) | {"disclosed": disclosed}
        return RivalMeasures("perturbation", method.name, values, limits=limits, family=method.family, cells=cells)

    def suppressed(self) -> RivalMeasures:
        """Measures of cell suppression, found for all tables together; a later table leaves published cells as they
        are."""
        tables = self._tables
        begun = time.perf_counter()
        title = sentence("rivals_suppression", least=self._asked.least)
        if tables.sums is not None:
            title = sentence("rivals_suppression_of_sums")
        try:
            with PeakMemory() as peak:
                pattern = self._pattern(tables.suppressed_tables(), tables.hierarchies, progress=self.progress)
            seconds = time.perf_counter() - begun
            hidden = _hidden(pattern)
            shown = self._planned(self._with_signs(hidden))
            audit = self._audited(pattern)
            values = self._values(shown) | _of_audit(audit, pattern)
            values |= self._later(pattern, hidden) | self._of_offices(pattern, shown, hidden)
        except Cancelled:
            raise
        except CkmError as fault:
            return RivalMeasures("suppression", title, fault=fault.sentence(), family="primary")
        values |= {"seconds": seconds, "memory": peak.grown, "programs": pattern.programs, "new_run": 1}
        least = tables.knowledge.least
        assumed = sentence("audit_assumed_negative") if least is None else sentence("audit_assumed", least=least)
        limits = [assumed]
        limits += [] if pattern.figures.whole else [sentence("audit_not_whole")]
        measured = tables.measured
        cells, published = measured.behind(shown, self._asked.least), measured.by_cell(shown)
        for name, states in (("disclosed", ("disclosed",)), ("below_level", ("disclosed", "narrow"))):
            levels = pattern.system.problem.levels if name == "below_level" else None
            figures = [cell.figure for cell in audit.cells if cell.state in states]
            addresses = [pattern.figures.addresses[each] for each in figures if levels is None or each in levels]
            cells[name] = measured.listed(addresses, published)
        return RivalMeasures("suppression", title, values, limits=tuple(limits), family="primary", cells=cells)

    def safe(self) -> RivalMeasures:
        """Measures of records changed by the SAFE principle, with all margins of the tables as control tables."""
        tables, asked, title = self._tables, self._asked, sentence("method_safe")
        if tables.sums is not None:
            return RivalMeasures("safe", title, fault=sentence("rivals_safe_counts"), family="safe")
        begun = time.perf_counter()
        control = {
            part
            for names in tables.groups.values()
            for size in range(len(names) + 1)
            for part in combinations([name for name in tables.variables if name in names], size)
        }
        settings = SafeSettings(tables.variables, tuple(sorted(control)), asked.least, asked.seed)
        made: dict[int, Microdata] = {}

        def published(names: Names, counts: Counts, data: Microdata) -> Cells:
            if id(data) not in made:
                moving = self.progress if data is tables.data else None
                made[id(data)] = safe_data(data, settings, progress=moving, cancelled=asked.cancelled).data
            after = tables.counted(names, made[id(data)])
            return {codes: after.get(codes, 0) for codes in counts}

        try:
            with PeakMemory() as peak:
                shown = self._planned(lambda names, counts: published(names, counts, tables.data))
            seconds = time.perf_counter() - begun
            new = self._unplanned(lambda names, counts: published(names, counts, tables.data))
        except Cancelled:
            raise
        except CkmError as fault:
            return RivalMeasures("safe", title, fault=fault.sentence(), family="safe")
        values = self._values(shown)
        values |= tables.measured.at_least([shown, *self._other_seeds(settings)], asked.least)
        values |= self._new_values(new, values) | {"seconds": seconds, "memory": peak.grown, "new_run": 0}
        limits: tuple[Sentence, ...] = (sentence("rivals_safe_additive"),)
        try:
            values |= self._in_parts(shown, published)
        except Cancelled:
            raise
        except CkmError as fault:
            # A part with too few records.
            values |= {"parts_differing": None}
            limits = (*limits, sentence("rivals_parts_fault", reason=fault.sentence()))
        cells = tables.measured.behind(shown, asked.least)
        return RivalMeasures("safe", title, values, limits=limits, family="safe", cells=cells)

    def _other_seeds(self, settings: SafeSettings) -> Iterator[dict[str, Cells]]:
        """The tables after the SAFE principle by other seeds, which are measured and not kept. Only with further
        tables, and for so many combinations of keys as a search of seconds takes."""
        tables = self._tables
        columns = [np.asarray(tables.data.columns[name], dtype=np.int64) for name in settings.keys]
        if not tables.further or len(distinct_rows(columns)[2]) > _MOST_OF_SEEDS:
            return
        for more in range(1, SEEDS):
            made = safe_data(
                tables.data, replace(settings, seed=settings.seed + more), cancelled=self._asked.cancelled
            ).data
            counted = {name: tables.counted(names, made) for name, names in tables.groups.items()}
            yield {
                name: {codes: counted[name].get(codes, 0) for codes in tables.counts[name]} for name in tables.groups
            }
            self.progress(more / SEEDS)

    # --- what is published

    def _planned(self, published: Callable[[Names, Counts], Cells]) -> dict[str, Cells]:
        return {name: published(names, self._tables.counts[name]) for name, names in self._tables.groups.items()}

    def _unplanned(self, published: Callable[[Names, Counts], Cells]) -> dict[Names, Cells]:
        return {names: published(names, counts) for names, counts in self._tables.new_counts.items()}

    def _with_signs(self, hidden: set[Address]) -> Callable[[Names, Counts], Cells]:
        address = self._tables.measured.address
        return lambda names, counts: {
            codes: None if address(names, codes) in hidden else count for codes, count in counts.items()
        }

    # --- suppression

    def _pattern(
        self,
        tables: Sequence[SuppressedTable],
        hierarchies: Mapping[str, Hierarchy],
        published: Set[Address] = frozenset(),
        suppressed: Set[Address] = frozenset(),
        part: str = "",
        progress: Callable[[float], None] = lambda share: None,
    ) -> SuppressionPattern:
        """The pattern of tables. published, suppressed: cells of an earlier one, which stay as they are. part: whose
        tables they are."""
        figures = linked_figures(tables, hierarchies)
        levels = self._levels(figures, part)
        zeros: frozenset[int] = frozenset()
        if self._asked.groups and self._asked.groups in figures.variables:
            groups = groups_by(figures, self._asked.groups)
            protection = protect_groups(figures, groups, minimum_frequency=self._asked.least)
            levels, zeros = joined_levels(levels, protection.levels), protection.zeros
        places = {address: figure for figure, address in enumerate(figures.addresses)}
        if suppressed:
            start = figures.suppressed.copy()
            start[[places[address] for address in suppressed if address in places]] = True
            figures = replace(figures, suppressed=start, shown=figures.shown & ~start)
        fixed = [places[address] for address in published if address in places]
        problem = SuppressionProblem(figures, levels, self._tables.knowledge, published=fixed, zeros=zeros)
        return find_pattern(problem, progress=progress, cancelled=self._asked.cancelled)

    def _levels(self, figures: LinkedFigures, part: str) -> dict[int, ProtectionLevel]:
        tables = self._tables
        if tables.sums is None:
            return count_levels(figures, self._asked.least)
        seen = figures.shown | figures.suppressed
        cells = [tables.logical(figures.variables, codes, part) for codes in figures.addresses]
        return {
            figure: tables.levels[cell] for figure, cell in enumerate(cells) if seen[figure] and cell in tables.levels
        }

    def _audited(self, pattern: SuppressionPattern, hidden: set[Address] | None = None) -> SuppressionAudit:
        """The intervals of a pattern. hidden: other cells that are suppressed in the place of its own."""
        problem, figures = pattern.system.problem, pattern.figures
        if hidden is not None:
            signs = np.array([address in hidden for address in figures.addresses])
            seen = figures.shown | figures.suppressed
            figures = replace(figures, shown=seen & ~signs, suppressed=seen & signs)
        return audit_suppression(
            figures, problem.levels, problem.knowledge, zeros=problem.zeros, cancelled=self._asked.cancelled
        )

    def _later(self, pattern: SuppressionPattern, hidden: set[Address]) -> Values:
        """What becomes of unplanned tables after the first release: how many can still be published, and the share of
        their cells that are not shown."""
        tables = self._tables
        if not tables.new_counts:
            return {"unplanned_possible": None, "unplanned_not_shown": None}
        figures = pattern.figures
        shown = {figures.addresses[figure] for figure in np.flatnonzero(figures.shown).tolist()}
        possible, cells, gone = 0, 0, 0
        for names, counts in tables.new_counts.items():
            try:
                later = self._pattern(tables.suppressed_tables([(names, counts)]), tables.hierarchies, shown, hidden)
            except Cancelled:
                raise
            except CkmError:
                continue
            if later.unprotectable or later.undecided:
                continue
            possible += 1
            new = {tables.measured.address(names, codes) for codes in counts} - tables.measured.original.keys()
            cells, gone = cells + len(new), gone + len(new & _hidden(later))
        return {
            "unplanned_possible": possible / len(tables.new_counts),
            "unplanned_not_shown": gone / cells if cells else None,
        }

    def _of_offices(self, pattern: SuppressionPattern, shown: Mapping[str, Cells], hidden: set[Address]) -> Values:
        """What becomes of the tables where each part searches the pattern of its own cells."""
        tables, divided = self._tables, self._tables.divided
        if divided is None:
            return {"parts_differing": None, "parts_below_level": None}
        own: set[Address] = set()
        for part in divided.data:
            own |= self._hidden_in_part(divided, part)
        inside = {
            tables.measured.address(names, codes)
            for name, names in tables.groups.items()
            for codes in tables.counts[name]
            if divided.part_of(names, codes) is not None
        }
        together = own | (hidden - inside)
        audit = self._audited(pattern, together)
        others = self._planned(self._with_signs(together))
        return {
            "parts_differing": differing(shown, others, self._in_part),
            "parts_below_level": _below_level(audit, pattern),
        }

    def _hidden_in_part(self, divided: DividedRecords, part: str) -> set[Address]:
        """The cells with a sign where a part searches the pattern of its cells alone."""
        tables, name = self._tables, divided.variable
        trees = {each: tree for each, tree in tables.hierarchies.items() if each != name}
        if (below := divided.trees[part]) is not None:
            trees[name] = below
        given = []
        for table, names in tables.groups.items():
            cells = {
                divided.below(part, names, codes): count
                for codes, count in tables.counts[table].items()
                if divided.part_of(names, codes) == part
            }
            if cells:
                given.append(as_suppressed(table, names, cells))
        pattern = self._pattern(given, trees, part=part)
        return {tables.logical(pattern.figures.variables, codes, part) for codes in _hidden(pattern)}

    # --- measures

    def _values(self, shown: Mapping[str, Cells]) -> Values:
        """Measures of the published figures of all tables."""
        measured, asked = self._tables.measured, self._asked
        if self._tables.sums is not None:
            levels = self._tables.levels.items()
            sensitive = {cell: float(level.upper) for cell, level in levels if cell in measured.original}
            return measured.relative(shown, sensitive)
        return measured.small(shown, asked.least) | measured.groups(shown, asked.groups) | measured.losses(shown)

    def _new_values(self, new: Mapping[Names, Cells], values: Values) -> Values:
        """Measures of unplanned tables."""
        counts, relative = self._tables.new_counts, self._tables.sums is not None
        sizes = [size for names, cells in new.items() for size in new_losses(counts[names], cells, relative=relative)]
        planned = values["relative_deviation" if relative else "mean_deviation"]
        return {"unplanned_possible": 1.0 if new else None, **of_unplanned(sizes, planned, relative=relative)}

    def _in_parts(self, shown: Mapping[str, Cells], published: Callable[[Names, Counts, Microdata], Cells]) -> Values:
        """How many cells differ where each part of the records is protected by itself."""
        divided = self._tables.divided
        if divided is None:
            return {"parts_differing": None}
        others: dict[str, dict[Address, int | None]] = {name: dict(cells) for name, cells in shown.items()}
        for part, data in divided.data.items():
            for name, names in self._tables.groups.items():
                own = {
                    codes: count
                    for codes, count in self._tables.counts[name].items()
                    if divided.part_of(names, codes) == part
                }
                if own:
                    others[name] |= published(names, own, data)
        return {"parts_differing": differing(shown, others, self._in_part)}

    def _in_part(self, name: str, codes: Address) -> bool:
        divided = self._tables.divided
        return divided is not None and divided.part_of(self._tables.groups[name], codes) is not None

    def _attacked(
        self, method: Method, shown: Mapping[str, Cells]
    ) -> tuple[Values, tuple[Sentence, ...], tuple[MeasuredCell, ...]]:
        """The attack of the lab on all tables together: cells with one possible count, and those not decided; the
        former as cells, too. Of sums, rounded ones are attacked: readers know the base."""
        tables, wing = self._tables, lab()
        nothing: Values = {"disclosed": None, "undecided": None}
        if tables.sums is not None:
            scale = tables.data.magnitudes[tables.sums.magnitude].scale
            if method.behind_sum(0, tables.sums.magnitude, scale) is not None:
                return self._rounded_sums(method, tables.sums, shown)
            return nothing, (sentence("rivals_sums_attack"),), ()
        if wing is None:
            return nothing, (sentence("rivals_no_lab"),), ()
        cells = len(tables.measured.original)
        try:
            attack = wing.attack_tables(
                list(tables.raws.values()),
                tables.data,
                method,
                sample_cells=_SAMPLE if cells > _ATTACKED else None,
                seed=self._asked.seed,
                seconds=self._asked.seconds,
                cancelled=self._asked.cancelled,
            )
        except Cancelled:
            if self._asked.cancelled():
                raise
            return nothing, (sentence("rivals_attack_short", seconds=self._asked.seconds),), ()
        except CkmError as fault:
            return nothing, (fault.sentence(),), ()
        limits = wing.linked_sentences(attack)
        if attack.contradiction is not None:
            return nothing, limits, ()
        numbers: Values = {"disclosed": len(attack.disclosed), "undecided": attack.undecided}
        return numbers, limits, tuple(_disclosed_cell(attack, each) for each in attack.disclosed[:MOST_LISTED])

    def _rounded_sums(
        self, method: Method, sums: SumsCompared, shown: Mapping[str, Cells]
    ) -> tuple[Values, tuple[Sentence, ...], tuple[MeasuredCell, ...]]:
        """What readers of rounded sums conclude of the sensitive ones, who know the base and all tables."""
        tables = self._tables
        published = tables.measured.by_cell(shown)
        figures = linked_figures(tables.suppressed_tables(), tables.hierarchies)
        levels = self._levels(figures, "")
        least = tables.knowledge.least
        low = np.full(len(figures.values), -np.inf if least is None else float(least))
        high = np.full(len(figures.values), np.inf)
        scale = tables.data.magnitudes[sums.magnitude].scale
        for figure, codes in enumerate(figures.addresses):
            seen = published.get(tables.logical(figures.variables, codes), [None])[0]
            ends = None if seen is None else method.behind_sum(seen, sums.magnitude, scale)
            if ends is not None:
                low[figure], high[figure] = max(low[figure], ends[0]), ends[1]
        cells = audit_rooms(figures, levels, (low, high), cancelled=self._asked.cancelled)
        near = [cell for cell in cells if cell.state in ("narrow", "disclosed")]
        disclosed = [figures.addresses[cell.figure] for cell in cells if cell.state == "disclosed"]
        numbers: Values = {
            "disclosed": len(disclosed),
            "undecided": sum(cell.state == "undecided" for cell in cells),
            "below_level": len(near),
        }
        listed = tables.measured.listed([tables.logical(figures.variables, codes) for codes in disclosed], published)
        limits = [sentence("rivals_sums_rounded")]
        return numbers, (*limits, *([] if figures.whole else [sentence("audit_not_whole")])), listed


def _disclosed_cell(attack: Any, linked: Any) -> MeasuredCell:
    """A cell of which the attack of the lab leaves one value."""
    block = attack.tables[linked.table].protected.blocks[linked.cell.block]
    nodes = [(dim.name, dim.nodes[at].code) for dim, at in zip(block.dimensions, linked.cell.position, strict=True)]
    address = tuple((name, str(code)) for name, code in nodes if code is not TOTAL)
    return MeasuredCell(address, linked.cell.low, (linked.cell.published,))


def _hidden(pattern: SuppressionPattern) -> set[Address]:
    """The cells with a sign, and those that no table shows."""
    figures = pattern.figures
    return {figures.addresses[figure] for figure in np.flatnonzero(~figures.shown).tolist()}


def _below_level(audit: SuppressionAudit, pattern: SuppressionPattern) -> int:
    levels = pattern.system.problem.levels
    return sum(cell.figure in levels and cell.state not in ("wide", "undecided") for cell in audit.cells)


def _of_audit(audit: SuppressionAudit, pattern: SuppressionPattern) -> Values:
    """What readers conclude of the cells with a sign. mean_width: of their intervals that have two ends, as a share of
    the figure."""
    values = pattern.figures.values
    widths = [
        float(cell.high - cell.low) / abs(value)
        for cell in audit.cells
        if cell.low is not None and cell.high is not None and (value := values[cell.figure])
    ]
    return {
        "disclosed": sum(cell.state == "disclosed" for cell in audit.cells),
        "undecided": sum(cell.state == "undecided" for cell in audit.cells),
        "below_level": _below_level(audit, pattern),
        "mean_width": float(np.mean(widths)) if widths else None,
    }
