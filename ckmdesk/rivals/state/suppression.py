"""Suppression of saved tables as the methodologist looks at it: which cells, why, and what a reader can conclude;
and records changed by the SAFE principle.

Confidential throughout: originals and primary cells are here, and nothing of it can be exported.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.numbers import Language
from ckmcore.errors import InputError
from ckmcore.messages import Sentence
from ckmcore.methods.primary import PrimaryRules
from ckmcore.methods.safe import SafePrinciple
from ckmcore.microdata.changed_keys import ChangedKeys
from ckmcore.microdata.data import Microdata
from ckmcore.rivals.audit import AuditedCell, SuppressionAudit, audit_suppression
from ckmcore.rivals.kept import FoundPatterns, PatternsTask, SuppressedValue, can_suppress, patterns_task, revealed
from ckmcore.rivals.levels import GroupProtection
from ckmcore.rivals.patterns import SuppressionPattern
from ckmcore.rivals.problem import CostKind, SuppressionProblem, cost_of
from ckmcore.rivals.safe import SafeReport, SafeSettings, changed_by_safe
from ckmcore.statistic.kept_beside import patterns_salt, released_specs, with_changed_records
from ckmcore.statistic.model import SavedTable, Statistic
from ckmcore.tabulate.labels import AxisLabels
from ckmcore.tabulate.layout import Layout, Unpublished, lay_out
from ckmcore.tabulate.pattern_cells import table_key
from ckmcore.tabulate.raw import RawBlock
from ckmcore.tabulate.scan import never
from ckmcore.tabulate.spec import TableSpec
from ckmcore.tabulate.tabulate import tabulate
from ckmdesk.rivals.state.choices import SAFE, SUPPRESSION, Insiders, SafeChoice, SuppressionChoice
from ckmdesk.state.desk_state import DeskState

Numbers = NDArray[np.int64]
Progress = Callable[[float], None]
Role = Literal["published", "primary", "secondary", "fixed"]
COSTS: tuple[CostKind, ...] = ("number", "value", "log")
MANY_PRIMARY = 0.15
"""Share of primary cells beyond which tables are too fine, rather than the search too weak."""


@dataclass(frozen=True, eq=False, repr=False)
class SuppressedLayout:
    """A saved table as laid out: labels, and by layer the figure and the original of each cell, -1 where there is none.

    `broken` is the number of variables by which each figure of the table is broken down.
    """

    name: str
    layout: Layout
    rows: AxisLabels
    columns: AxisLabels
    layers: tuple[str, ...]
    figures: tuple[Numbers, ...]
    broken: Mapping[int, int]

    @classmethod
    def of(
        cls, name: str, layout: Layout, figures: tuple[Numbers, ...], broken: Mapping[int, int], language: Language
    ) -> SuppressedLayout:
        """Return the layout with its labels in a language."""
        rows, columns, layers = (AxisLabels(layout, axis, language) for axis in ("rows", "columns", "layers"))
        names = tuple(" · ".join(filter(None, layers.texts(layer))) for layer in range(len(layout.layers)))
        return cls(name, layout, rows, columns, names, figures, broken)

    def cell_text(self, row: int, column: int) -> str:
        """Return the labels of a cell."""
        return " · ".join(filter(None, (*self.rows.texts(row), *self.columns.texts(column))))


@dataclass(frozen=True, eq=False, repr=False)
class SuppressionTask:
    """The problem of a value of saved tables, and these tables; `rules` names what makes each cell primary.

    `insiders` is what the pattern does for contributors alone in a cell; without record keys nobody knows them.
    `groups` is what groups of units ask of it. `magnitude` has the sums, "" for counts. `derived`: tables also show
    what is computed from counts and sums.
    """

    problem: SuppressionProblem
    tables: tuple[SuppressedLayout, ...]
    rules: Mapping[int, tuple[str, ...]]
    magnitude: str = ""
    decimals: int = 0
    insiders: Insiders = "ignored"
    groups: GroupProtection | None = None
    derived: bool = False

    def cell_text(self, figure: int) -> str | Sentence:
        """Return the labels of a cell in the first table that has it."""
        for table in self.tables:
            if figure in table.broken:
                for matrix in table.figures:
                    for row, column in np.argwhere(matrix == figure)[:1].tolist():
                        return table.cell_text(row, column)
        return self.problem.figures.names[figure]


@dataclass(frozen=True)
class CellStory:
    """What is known of a cell. `low` and `high` are the ends of its interval (None: without end), `asked` those that
    it has to reach; `moves` are the cells of a proof that move together, `serves` how many primary cells need it."""

    figure: int
    role: Role
    original: Fraction
    low: Fraction | None = None
    high: Fraction | None = None
    known: bool = False
    asked: tuple[Fraction, Fraction] | None = None
    rules: tuple[str, ...] = ()
    moves: frozenset[int] = frozenset()
    serves: int = 0
    tables: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return "CellStory(confidential)"


@dataclass(frozen=True)
class SuppressionCounts:
    """Cells of a table, or of cells broken down by `broken` variables in it: primary, secondary, all."""

    table: str
    broken: int
    primary: int
    secondary: int
    cells: int


@dataclass(eq=False, repr=False)
class SuppressionFound:
    """A pattern of saved tables with its audit. `audited` grows by the cells that somebody asks for (`ask`)."""

    task: SuppressionTask
    pattern: SuppressionPattern
    audit: SuppressionAudit
    audited: dict[int, AuditedCell] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.audited.update((cell.figure, cell) for cell in self.audit.cells)

    def say_in(self, language: Language) -> None:
        """Give the labels of all tables in a language."""
        tables = tuple(
            SuppressedLayout.of(table.name, table.layout, table.figures, table.broken, language)
            for table in self.task.tables
        )
        self.task = replace(self.task, tables=tables)

    @cached_property
    def roles(self) -> NDArray[np.uint8]:
        """Return by figure 0 published, 1 primary, 2 secondary, 3 suppressed anyway."""
        problem, system = self.task.problem, self.pattern.system
        roles = np.where(self.pattern.figures.suppressed, np.uint8(2), np.uint8(0))
        roles[system.problem.figures.suppressed] = 3
        roles[list(problem.levels)] = 1
        return roles

    def role(self, figure: int) -> Role:
        names: tuple[Role, ...] = ("published", "primary", "secondary", "fixed")
        return names[int(self.roles[figure])]

    @cached_property
    def moves(self) -> dict[int, frozenset[int]]:
        """Return by primary figure the cells of its first proof, which move together, as far as tables have them."""
        moved: dict[int, frozenset[int]] = {}
        for proof in self.pattern.proofs:
            cells = proof.witnesses[0].cells
            moved.setdefault(proof.demand.figure, frozenset(cells[self.roles[cells] > 0].tolist()))
        return moved

    def number(self, value: Fraction | int) -> Fraction:
        """Return a figure in the unit of the records."""
        return Fraction(value) / Fraction(10**self.task.decimals)

    def needs_audit(self, figure: int) -> bool:
        """Return whether the interval of a cell is not known yet."""
        return bool(self.roles[figure]) and figure not in self.audited

    def ask(self, figure: int, cancelled: Callable[[], bool] = never) -> AuditedCell:
        """Compute the interval of one more cell, for `audited`. Takes long in large parts."""
        problem, figures = self.task.problem, self.pattern.figures
        zeros, knowledge = problem.zeros, problem.knowledge
        made = audit_suppression(figures, problem.levels, knowledge, zeros=zeros, only=[figure], cancelled=cancelled)
        return made.cells[0]

    def story(self, figure: int) -> CellStory:
        """Return what is known of a cell."""
        problem, cell = self.task.problem, self.audited.get(figure)
        original, level = problem.figures.values[figure] or 0, problem.levels.get(figure)
        asked = None
        if level is not None:
            asked = self.number(original - level.lower), self.number(original + level.upper)
        low = high = None
        if cell is not None:
            low, high = (None if end is None else self.number(end) for end in (cell.low, cell.high))
        return CellStory(
            figure,
            self.role(figure),
            self.number(original),
            low,
            high,
            cell is not None,
            asked,
            self.task.rules.get(figure, ()),
            self.moves.get(figure, frozenset()),
            sum(figure in cells for primary, cells in self.moves.items() if primary != figure),
            tuple(table.name for table in self.task.tables if figure in table.broken),
        )

    @cached_property
    def costs(self) -> dict[CostKind, float]:
        """Return what the secondary cells cost by each function."""
        figures, secondary = self.task.problem.figures, self.pattern.secondary
        return {kind: float(cost_of(kind, figures)[secondary].sum()) for kind in COSTS}

    @cached_property
    def share_of_value(self) -> float:
        """Return the share of the value of all shown cells that is suppressed."""
        figures = self.task.problem.figures
        values = np.array([abs(value or 0) for value in figures.values], dtype=np.float64)
        seen = figures.shown | figures.suppressed
        total = values[seen].sum()
        return float(values[self.pattern.figures.suppressed].sum() / total) if total else 0.0

    @cached_property
    def share_of_cells(self) -> float:
        """Return the share of the shown cells that are suppressed."""
        figures = self.task.problem.figures
        seen = int((figures.shown | figures.suppressed).sum())
        return int(self.pattern.figures.suppressed.sum()) / seen if seen else 0.0

    @cached_property
    def counts(self) -> list[SuppressionCounts]:
        """Return the suppressed cells by table and by the number of variables that break a cell down, where any are."""
        lines = []
        for table in self.task.tables:
            figures = np.array(list(table.broken), dtype=np.int64)
            broken = np.array(list(table.broken.values()), dtype=np.int64)
            for level in sorted(set(broken.tolist())):
                roles = self.roles[figures[broken == level]]
                primary, secondary = int((roles == 1).sum()), int((roles >= 2).sum())
                if primary or secondary:
                    lines.append(SuppressionCounts(table.name, level, primary, secondary, len(roles)))
        return lines

    @cached_property
    def revealed(self) -> tuple[int, ...]:
        """Return the totals of groups whose category readers can conclude."""
        return tuple(group.margin for group in revealed(self.pattern, self.audit, self.task.groups))

    @property
    def audited_primary(self) -> int:
        """Return the number of primary cells with a computed interval."""
        return sum(cell.primary for cell in self.audit.cells)

    @property
    def below_level(self) -> int:
        """Return the number of primary cells that the audit found closer than their level."""
        return self.audit.counted["narrow"] + self.audit.counted["disclosed"]


# --- computing -------------------------------------------------------------------------------------------------------


def chosen_to_suppress(state: DeskState, data: Microdata | None = None) -> tuple[SavedTable, ...]:
    """Return the saved tables that are suppressed together."""
    choice = SUPPRESSION.of(state)
    saved = () if state.statistic is None else state.statistic.tables
    return tuple(table for table in saved if table.name not in choice.left_out and can_suppress(table.spec, data))


def values_shown(state: DeskState) -> tuple[str, ...]:
    """Return the values of the chosen tables: "" for counts, then the magnitudes of sums."""
    return ("", *sorted({name for table in chosen_to_suppress(state) for name in table.spec.magnitudes}))


def variables_of_groups(state: DeskState) -> tuple[str, ...]:
    """Return the variables that divide groups in the chosen tables."""
    return tuple(dict.fromkeys(name for table in chosen_to_suppress(state) for name in table.spec.variables))


def rules_of(state: DeskState) -> PrimaryRules:
    """Return the rules that make cells primary: the minimum frequency of the choice, and the other primary rules."""
    return replace(state.method.settings.primary, minimum_frequency=SUPPRESSION.of(state).least)


@dataclass(frozen=True, eq=False, repr=False)
class SuppressionWork:
    """What is searched: the task of the engine, and by value what the window shows of it. `names` are the tables."""

    task: PatternsTask
    names: tuple[str, ...]
    values: tuple[SuppressionTask, ...]


@dataclass(frozen=True, eq=False, repr=False)
class SuppressedTables:
    """The patterns of all values of the tables; `made` can be put in force where it is kept."""

    made: FoundPatterns
    names: tuple[str, ...]
    values: tuple[SuppressionFound, ...]

    def of(self, magnitude: str) -> SuppressionFound:
        """Return the pattern of a magnitude, of counts if there is none."""
        return next((each for each in self.values if each.task.magnitude == magnitude), self.values[0])

    def say_in(self, language: Language) -> None:
        """Give the labels of all tables in a language."""
        for each in self.values:
            each.say_in(language)


def prepare(
    statistic: Statistic,
    data: Microdata,
    tables: Sequence[SavedTable],
    rules: PrimaryRules,
    choice: SuppressionChoice,
    language: Language,
) -> SuppressionWork:
    """Return the problems of the tables, with what was released of the period, and their layouts.

    Raises the errors of `patterns_task`.
    """
    if not tables:
        raise InputError("rivals_no_tables")
    by_groups = any(choice.groups in table.spec.variables for table in tables)
    task = patterns_task(
        data,
        [table.spec for table in tables],
        choice.least,
        groups=choice.groups if by_groups else "",
        rules=rules,
        cost=choice.cost,
        insiders=choice.insiders,
        salt=patterns_salt(statistic),
        former=data.patterns,
        released=released_specs(statistic),
    )
    insiders = choice.insiders if data.record_keys is not None else "ignored"
    values = tuple(_shown(value, tables, data, rules, insiders, language) for value in task.values)
    return SuppressionWork(task, tuple(table.name for table in tables), values)


def _shown(
    value: SuppressedValue,
    tables: Sequence[SavedTable],
    data: Microdata,
    rules: PrimaryRules,
    insiders: Insiders,
    language: Language,
) -> SuppressionTask:
    """Lay the tables out that show a value, and say which rules make their cells primary."""
    if not value.magnitude:
        rules = PrimaryRules(minimum_frequency=rules.minimum_frequency)
    named: dict[int, tuple[str, ...]] = {}
    laid_out = []
    for table in tables:
        if value.magnitude and value.magnitude not in table.spec.magnitudes:
            continue
        place = value.keys.index(table_key(table.spec))
        spec = value.specs[place]
        blocks = tabulate(data, spec, contributors=rules.contributors).part(())
        figures = [np.asarray(at, dtype=np.int64) for at in value.built.places[place]]
        laid_out.append(_laid_out(table.name, spec, blocks, figures, language))
        for block, at in zip(blocks, figures, strict=True):
            for rule, marked in rules.marked(block, value.magnitude).items():
                for figure in at[marked & (at >= 0)].tolist():
                    named[figure] = tuple(dict.fromkeys((*named.get(figure, ()), rule)))
    for figure in value.built.problem.levels:
        named.setdefault(figure, ("groups",))
    decimals = data.magnitudes[value.magnitude].decimals or 0 if value.magnitude else 0
    problem, groups = value.built.problem, value.built.groups
    derived = any(each.is_derived for table in tables for each in table.spec.values)
    return SuppressionTask(problem, tuple(laid_out), named, value.magnitude, decimals, insiders, groups, derived)


def find(
    work: SuppressionWork,
    progress: Progress = lambda share: None,
    cancelled: Callable[[], bool] = never,
    enough: Callable[[], bool] = never,
) -> SuppressedTables:
    """Search the patterns and audit them. `enough` ends the clean-up: the pattern is proven by then. Raises Cancelled
    and the errors of `PatternsTask.find`."""
    made = work.task.find(progress=progress, cancelled=cancelled, enough=enough)
    values = []
    for task, each in zip(work.values, made.found, strict=True):
        # Its problem also knows the signs of counts, and what was released.
        result = SuppressionFound(replace(task, problem=each.pattern.system.problem), each.pattern, each.audit)
        # Not on the window's thread:
        _ = each.pattern.proven, each.pattern.system.fingerprint, result.moves
        _ = result.costs, result.counts, result.share_of_value, result.share_of_cells, result.revealed
        values.append(result)
    return SuppressedTables(made, work.names, tuple(values))


def _laid_out(
    name: str, spec: TableSpec, blocks: Sequence[RawBlock], figures: Sequence[Numbers], language: Language
) -> SuppressedLayout:
    layout = lay_out(spec, [Unpublished(block.dimensions) for block in blocks], language)
    empty = layout.rows.empty[:, None] | layout.columns.empty[None, :]
    count = len(layout.layers)
    matrices = tuple(np.where(empty, -1, layout.matrix(figures, layer)) for layer in range(count))
    broken: dict[int, int] = {}
    for at in figures:
        deep = sum((np.indices(at.shape) > 0).astype(np.int64)) if at.ndim else np.zeros((), dtype=np.int64)
        inside = at >= 0
        broken.update(zip(at[inside].tolist(), np.asarray(deep)[inside].tolist(), strict=True))
    shown = {figure for matrix in matrices for figure in matrix[matrix >= 0].tolist()}
    kept = {figure: level for figure, level in broken.items() if figure in shown}
    return SuppressedLayout.of(name, layout, matrices, kept, language)


# --- the SAFE principle ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False, repr=False)
class SafeChanged:
    """Changed records with the report of them, and what they were asked for."""

    choice: SafeChoice
    control: tuple[tuple[str, ...], ...]
    changed: ChangedKeys
    report: SafeReport

    @property
    def method(self) -> SafePrinciple:
        """Return the method that publishes their counts."""
        return SafePrinciple(self.changed.keys, self.changed.least, self.changed.content_hash)

    def given_to(self, statistic: Statistic) -> Statistic:
        """Return the statistic whose current period has them. Raises safe_released."""
        deviations = self.report.largest, self.report.mean
        return with_changed_records(statistic, self.changed, self.control, self.choice.seed, deviations)


def keys_of(state: DeskState, data: Microdata) -> dict[str, bool]:
    """Return the variables of the records in their order, each with whether saved tables show it."""
    saved = () if state.statistic is None else state.statistic.tables
    shown = {name for table in saved for name in table.spec.variables}
    return {name: name in shown for name in data.dimensions}


def chosen_keys(state: DeskState, data: Microdata) -> tuple[str, ...]:
    """Return the key variables: those of saved tables that are not left out."""
    left_out = SAFE.of(state).left_out
    return tuple(name for name, shown in keys_of(state, data).items() if shown and name not in left_out)


def change(
    data: Microdata,
    keys: tuple[str, ...],
    choice: SafeChoice,
    progress: Callable[[float], None] = lambda share: None,
    cancelled: Callable[[], bool] = never,
) -> SafeChanged:
    """Change the records. Raises safe_keys, Cancelled and the errors of `changed_by_safe`."""
    if not keys:
        raise InputError("safe_keys", limit=12)
    control = SafeSettings.of_ways(keys, choice.ways, least=choice.least, seed=choice.seed).control
    changed, report = changed_by_safe(data, keys, control, choice.least, choice.seed, progress, cancelled)
    _ = changed.content_hash  # not on the window's thread
    return SafeChanged(choice, control, changed, report)
