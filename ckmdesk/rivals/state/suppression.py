"""Suppression of saved tables as the methodologist looks at it: which cells, why, and what a reader can conclude.

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
from ckmcore.microdata.data import Microdata
from ckmcore.rivals.audit import AuditedCell, SuppressionAudit, audit_suppression
from ckmcore.rivals.kept import revealed
from ckmcore.rivals.levels import GroupProtection
from ckmcore.rivals.patterns import SuppressionPattern, find_pattern
from ckmcore.rivals.problem import CostKind, SuppressionProblem, cost_of
from ckmcore.rivals.records import built_problem
from ckmcore.statistic.model import SavedTable
from ckmcore.tabulate.labels import AxisLabels
from ckmcore.tabulate.layout import Layout, Unpublished, lay_out
from ckmcore.tabulate.raw import RawBlock
from ckmcore.tabulate.scan import never
from ckmcore.tabulate.spec import PERIOD, TableSpec, Value
from ckmcore.tabulate.tabulate import tabulate
from ckmdesk.rivals.state.choices import SUPPRESSION, Insiders, SuppressionChoice
from ckmdesk.state.desk_state import DeskState

Numbers = NDArray[np.int64]
Progress = Callable[[float], None]
Role = Literal["published", "primary", "secondary", "fixed"]
COSTS: tuple[CostKind, ...] = ("number", "value", "log")
MANY_PRIMARY = 0.15
"""Share of primary cells beyond which tables are too fine, rather than the search too weak."""
# Beyond so many suppressed cells the intervals of a sample are computed beside the proofs of all; others are asked for.
_AUDITED, _SAMPLE = 2_000, 100


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
    """The problem of saved tables before its pattern is searched; `rules` names what makes each cell primary.

    `insiders` is what the pattern does for contributors alone in a cell; without record keys nobody knows them.
    `groups` is what groups of units ask of it.
    """

    problem: SuppressionProblem
    tables: tuple[SuppressedLayout, ...]
    rules: Mapping[int, tuple[str, ...]]
    decimals: int = 0
    insiders: Insiders = "ignored"
    groups: GroupProtection | None = None

    @property
    def primary_share(self) -> float:
        """Return the share of figures that are primary."""
        shown = int(self.problem.figures.shown.sum())
        return len(self.problem.levels) / shown if shown else 0.0

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


def can_suppress(spec: TableSpec, magnitude: str) -> bool:
    """Return whether a table shows counts, or the magnitude, of one period."""
    shows = magnitude in spec.magnitudes if magnitude else bool(spec.count_values)
    return shows and PERIOD not in spec.variables


def chosen_to_suppress(state: DeskState) -> tuple[SavedTable, ...]:
    """Return the saved tables that are suppressed together."""
    choice = SUPPRESSION.of(state)
    saved = () if state.statistic is None else state.statistic.tables
    return tuple(
        table for table in saved if table.name not in choice.left_out and can_suppress(table.spec, choice.magnitude)
    )


def variables_of_groups(state: DeskState) -> tuple[str, ...]:
    """Return the variables that divide groups in the chosen tables."""
    return tuple(dict.fromkeys(name for table in chosen_to_suppress(state) for name in table.spec.variables))


def rules_of(state: DeskState) -> PrimaryRules:
    """Return the rules that make cells primary: the minimum frequency of the choice, and the other primary rules."""
    return replace(state.method.settings.primary, minimum_frequency=SUPPRESSION.of(state).least)


def prepare(
    data: Microdata,
    tables: Sequence[SavedTable],
    rules: PrimaryRules,
    choice: SuppressionChoice,
    language: Language,
) -> SuppressionTask:
    """Return the problem of the tables and their layouts. Raises the errors of `built_problem`."""
    if not tables:
        raise InputError("rivals_no_tables")
    specs = [_plain(table.spec, choice.magnitude) for table in tables]
    has_keys = data.record_keys is not None
    by_groups = not choice.magnitude and any(choice.groups in spec.variables for spec in specs)
    groups = choice.groups if by_groups else ""
    built = built_problem(data, specs, rules, variable=groups, magnitude=choice.magnitude, cost=choice.cost)
    problem = built.problem
    if choice.insiders == "ignored":
        problem = replace(problem, owners={})
    elif choice.insiders == "full":
        problem = replace(problem, insider_level=None)
    named: dict[int, tuple[str, ...]] = {}
    laid_out = []
    for table, spec, places in zip(tables, specs, built.places, strict=True):
        blocks = tabulate(data, spec, contributors=rules.contributors).part(())
        figures = [np.asarray(place, dtype=np.int64) for place in places]
        laid_out.append(_laid_out(table.name, spec, blocks, figures, language))
        for block, at in zip(blocks, figures, strict=True):
            for rule, marked in rules.marked(block, choice.magnitude).items():
                for figure in at[marked & (at >= 0)].tolist():
                    named[figure] = tuple(dict.fromkeys((*named.get(figure, ()), rule)))
    decimals = data.magnitudes[choice.magnitude].decimals or 0 if choice.magnitude else 0
    for figure in problem.levels:
        named.setdefault(figure, ("groups",))
    insiders = choice.insiders if has_keys else "ignored"
    return SuppressionTask(problem, tuple(laid_out), named, decimals, insiders, built.groups)


def find(
    task: SuppressionTask,
    progress: Progress = lambda share: None,
    cancelled: Callable[[], bool] = never,
    enough: Callable[[], bool] = never,
) -> SuppressionFound:
    """Search the pattern and audit it. `enough` ends the clean-up: the pattern is proven by then. Raises Cancelled."""
    problem = task.problem
    pattern = find_pattern(problem, progress=lambda share: progress(0.9 * share), cancelled=cancelled, enough=enough)
    failed = {*pattern.unprotectable, *pattern.undecided}
    levels = {figure: level for figure, level in problem.levels.items() if figure not in failed}
    only = None
    if int(pattern.figures.suppressed.sum()) > _AUDITED:
        only = sorted(levels)[:: max(1, len(levels) // _SAMPLE)]
        only += [cell for group in (() if task.groups is None else task.groups.groups) for cell in group.cells]
    audit = audit_suppression(
        pattern.figures,
        levels,
        problem.knowledge,
        zeros=problem.zeros,
        only=only,
        progress=lambda share: progress(0.9 + 0.1 * share),
        cancelled=cancelled,
    )
    result = SuppressionFound(task, pattern, audit)
    # Not on the window's thread:
    _ = pattern.proven, pattern.system.fingerprint, result.moves
    _ = result.costs, result.counts, result.share_of_value, result.share_of_cells, result.revealed
    return result


def _plain(spec: TableSpec, magnitude: str) -> TableSpec:
    """The cells of a table with one value: its counts, or the sums of a magnitude."""
    value = Value("sum", magnitude=magnitude) if magnitude else Value()
    return spec.with_changes(values=(value,))


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
