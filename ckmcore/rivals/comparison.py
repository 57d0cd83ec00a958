"""Rounding, cell-key method, cell suppression and SAFE principle side by side, measured on tables of counts.

Each method protects the same tables of the same records. Measures follow the criteria of WISTA 6/2019, Übersicht 1, and
compare what is published with the original counts, by logical cell: one cell may be in several tables. Confidential.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Literal

import numpy as np

from ckmcore.errors import CkmError, InputError
from ckmcore.messages import Sentence, sentence
from ckmcore.methods.method import Method, protect
from ckmcore.microdata.data import MISSING, Microdata
from ckmcore.microdata.hierarchy import Hierarchy
from ckmcore.rivals.audit import COUNTS, ProtectionLevel, audit_suppression
from ckmcore.rivals.patterns import SuppressionPattern, find_pattern
from ckmcore.rivals.problem import SuppressionProblem
from ckmcore.rivals.relations import TOTAL_CODE, LinkedFigures, SuppressedCell, SuppressedTable, linked_figures
from ckmcore.rivals.safe import SafeData, SafeSettings, safe_data
from ckmcore.tabulate.scan import never
from ckmcore.tabulate.spec import PERIOD, Block, Level, TableSpec
from ckmcore.tabulate.tabulate import tabulate

RivalKind = Literal["perturbation", "suppression", "safe"]
Address = tuple[str, ...]
Cells = Mapping[Address, int | None]
"""Published figure of each cell, by the code of each variable of the table; None: a sign."""
_TOTAL = "\0"
# The code of what is not stated, whose own is that of a total here.
_NOT_STATED = "\0not-stated"
_MOST_UNPLANNED, _MOST_NEW, _MOST_CELLS = 6, 20_000, 150_000

MEASURES: Mapping[str, tuple[str, ...]] = {
    "protection": ("small_true", "small_shown_true", "below_level"),
    "consistency": ("differing", "gaps", "not_computable"),
    "planned": ("not_shown", "value_not_shown", "changed", "mean_deviation", "largest_deviation"),
    "unplanned": ("unplanned_possible", "unplanned_deviation", "unplanned_not_shown"),
    "running": ("seconds",),
}
"""The measures of each criterion, in their order."""


@dataclass(frozen=True)
class RivalMeasures:
    """What one method does to the tables. values: by measure; one that does not apply is not there, one that was not
    measured is None. fault: why the method could not be applied."""

    kind: RivalKind
    title: Sentence
    values: Mapping[str, float | None] = field(default_factory=dict)
    fault: Sentence | None = None


@dataclass(frozen=True)
class RivalComparison:
    """Methods side by side. cells: logical cells of the tables; small: those with fewer records than `least`, but some;
    unplanned: tables beside them that were tried; least: records below which a count is small."""

    tables: tuple[str, ...]
    cells: int
    small: int
    unplanned: int
    least: int
    methods: tuple[RivalMeasures, ...]


def compare_rivals(
    data: Microdata,
    tables: Mapping[str, TableSpec],
    methods: Sequence[Method],
    *,
    least: int = 3,
    seed: int = 1,
    progress: Callable[[float], None] = lambda share: None,
    cancelled: Callable[[], bool] = never,
) -> RivalComparison:
    """Protect tables of counts by each of the methods, by suppression of counts below `least`, and by the SAFE
    principle with the margins of these tables as control tables.

    methods: such as rounding and the cell-key method. seed: of the SAFE search and of the unplanned tables, which are
    drawn among those with one variable more than the largest. Raises rivals_no_tables, rivals_table_plain,
    rivals_too_large, Cancelled and the errors of `tabulate`.
    """
    groups = {name: _variables(name, spec) for name, spec in tables.items()}
    if not groups:
        raise InputError("rivals_no_tables")
    tried = _Tried(data, groups, least, seed, cancelled)
    if len(tried.original) > _MOST_CELLS:
        raise InputError("rivals_too_large", cells=len(tried.original), limit=_MOST_CELLS)
    made: list[RivalMeasures] = []
    steps: list[Callable[[], RivalMeasures]] = [
        *((lambda method=method: tried.perturbed(method)) for method in methods),
        tried.suppressed,
        tried.safe,
    ]
    for number, step in enumerate(steps):
        progress(number / len(steps))
        made.append(step())
    progress(1.0)
    small = sum(0 < count < least for count in tried.original.values())
    return RivalComparison(tuple(tables), len(tried.original), small, len(tried.unplanned), least, tuple(made))


def _variables(name: str, spec: TableSpec) -> tuple[str, ...]:
    """The variables of a plain table of counts. Raises rivals_table_plain."""
    axes = (spec.rows, spec.columns, spec.layers)
    levels = [level for blocks in axes for block in blocks for level in block.levels]
    variables = tuple(level.variable for level in levels)
    is_plain = (
        all(len(blocks) <= 1 for blocks in axes)
        and not spec.filters
        and any(value.kind == "count" and not value.conditions for value in spec.values)
        and not any(level.rows or level.groups for level in levels)
        and PERIOD not in variables
        and 0 < len(set(variables)) == len(variables)
    )
    if not is_plain:
        raise InputError("rivals_table_plain", table=name)
    return variables


class _Tried:
    """The tables, their original cells, and each method tried on them."""

    def __init__(
        self,
        data: Microdata,
        groups: Mapping[str, tuple[str, ...]],
        least: int,
        seed: int,
        cancelled: Callable[[], bool],
    ) -> None:
        self._data, self._groups, self._least, self._seed, self._cancelled = data, groups, least, seed, cancelled
        self._variables = tuple(dict.fromkeys(name for names in groups.values() for name in names))
        self._hierarchies: dict[str, Hierarchy] = {}
        for name in self._variables:
            dimension = data.dimension(name)
            if dimension.hierarchy is not None:
                nodes = [(node.code, node.depth) for node in dimension.hierarchy.nodes]
                lacking = [(_NOT_STATED, 0)] if MISSING in dimension.codes else []
                self._hierarchies[name] = Hierarchy.from_depths([*nodes, *lacking])
        self._counts = {name: self._counted(data, names) for name, names in groups.items()}
        self.original = self._logical(self._counts)
        self.unplanned = self._drawn()
        self._new_counts = {names: self._counted(data, names) for names in self.unplanned}

    def _counted(self, data: Microdata, names: Sequence[str]) -> dict[Address, int]:
        """Original counts of all cells of some variables, totals and groups of hierarchies included."""
        frame = tabulate(data, _spec(names), cancelled=self._cancelled).to_frame_confidential(_TOTAL)
        own = {_TOTAL: TOTAL_CODE, MISSING: _NOT_STATED}
        codes = [[own.get(code, code) for code in frame[name]] for name in names]
        return dict(zip(zip(*codes, strict=True), map(int, frame["count"]), strict=True))

    def _logical(self, cells: Mapping[str, Mapping[Address, int]]) -> dict[Address, int]:
        """Cells of several tables, each once, by the code of every variable."""
        return {
            self._address(self._groups[name], codes): count
            for name, counts in cells.items()
            for codes, count in counts.items()
        }

    def _address(self, names: Sequence[str], codes: Address) -> Address:
        known = dict(zip(names, codes, strict=True))
        return tuple(known.get(name, TOTAL_CODE) for name in self._variables)

    def _drawn(self) -> list[tuple[str, ...]]:
        """Tables with one variable more than the largest, or of other variables, that are in none of the others."""
        ways = min(max(map(len, self._groups.values())) + 1, len(self._variables))
        others = [
            names
            for names in combinations(self._variables, ways)
            if not any(set(names) <= set(group) for group in self._groups.values())
        ]
        sizes = {name: len(self._data.dimension(name).codes) + 1 for name in self._variables}
        others = [names for names in others if np.prod([float(sizes[name]) for name in names]) <= _MOST_NEW]
        return sorted(random.Random(self._seed).sample(others, min(len(others), _MOST_UNPLANNED)))  # noqa: S311

    # --- methods

    def perturbed(self, method: Method) -> RivalMeasures:
        """Measures of a method that protects each table by itself."""
        begun = time.perf_counter()

        def published(names: Sequence[str], counts: Mapping[Address, int]) -> dict[Address, int | None]:
            table = protect(tabulate(self._data, _spec(names), cancelled=self._cancelled), method)
            made: dict[Address, int | None] = {}
            for codes in counts:
                place = {
                    name: MISSING if code == _NOT_STATED else code
                    for name, code in zip(names, codes, strict=True)
                    if code != TOTAL_CODE
                }
                made[codes] = None if table.sign(place).name == "UNKNOWN" else table.value(place)
            return made

        try:
            shown = {name: published(names, self._counts[name]) for name, names in self._groups.items()}
            seconds = time.perf_counter() - begun
            new = {names: published(names, counts) for names, counts in self._new_counts.items()}
        except CkmError as fault:
            return RivalMeasures("perturbation", method.name, fault=fault.sentence())
        values = self._measured(shown) | self._of_new(new) | {"seconds": seconds}
        return RivalMeasures("perturbation", method.name, values)

    def suppressed(self) -> RivalMeasures:
        """Measures of cell suppression, found for all tables together; a later table leaves published cells as they
        are."""
        title, begun = sentence("rivals_suppression", least=self._least), time.perf_counter()
        try:
            pattern = self._pattern(self._tables({}), ())
            seconds = time.perf_counter() - begun
            figures = pattern.figures
            hidden = {figures.addresses[figure] for figure in np.flatnonzero(~figures.shown).tolist()}
            shown = {
                name: {
                    codes: None if self._address(names, codes) in hidden else count for codes, count in counts.items()
                }
                for (name, names), counts in zip(self._groups.items(), self._counts.values(), strict=True)
            }
            audit = audit_suppression(figures, pattern.system.problem.levels, COUNTS, cancelled=self._cancelled)
            values = self._measured(shown)
            levels = pattern.system.problem.levels
            values["below_level"] = sum(
                cell.figure in levels and cell.state not in ("wide", "undecided") for cell in audit.cells
            )
            values |= self._later(figures, hidden)
        except CkmError as fault:
            return RivalMeasures("suppression", title, fault=fault.sentence())
        return RivalMeasures("suppression", title, values | {"seconds": seconds})

    def _tables(self, more: Mapping[tuple[str, ...], Mapping[Address, int]]) -> list[SuppressedTable]:
        every = [*((names, self._counts[name]) for name, names in self._groups.items()), *more.items()]
        return [
            SuppressedTable(str(number), tuple(names), tuple(SuppressedCell(*cell) for cell in counts.items()))
            for number, (names, counts) in enumerate(every)
        ]

    def _pattern(self, tables: Sequence[SuppressedTable], former: tuple[set[Address], ...]) -> SuppressionPattern:
        """The pattern of tables; former: cells that an earlier one published, and those that it suppressed."""
        figures = linked_figures(tables, self._hierarchies)
        levels = {
            figure: ProtectionLevel.of(0, self._least - value)
            for figure, value in enumerate(figures.values)
            if value is not None and 0 < value < self._least
        }
        published: list[int] = []
        if former:
            place = {address: figure for figure, address in enumerate(figures.addresses)}
            published = [place[address] for address in former[0] if address in place]
            start = figures.suppressed.copy()
            start[[place[address] for address in former[1] if address in place]] = True
            figures = replace(figures, suppressed=start, shown=figures.shown & ~start)
        return find_pattern(SuppressionProblem(figures, levels, COUNTS, published=published), cancelled=self._cancelled)

    def _later(self, figures: LinkedFigures, hidden: set[Address]) -> dict[str, float | None]:
        """What becomes of unplanned tables after the first release: how many can still be published, and the share of
        their cells that are not shown."""
        if not self.unplanned:
            return {"unplanned_possible": None, "unplanned_not_shown": None}
        shown = {figures.addresses[figure] for figure in np.flatnonzero(figures.shown).tolist()}
        possible, cells, gone = 0, 0, 0
        for names, counts in self._new_counts.items():
            try:
                pattern = self._pattern(self._tables({names: counts}), (shown, hidden))
            except CkmError:
                continue
            if pattern.unprotectable or pattern.undecided:
                continue
            possible += 1
            after = pattern.figures
            signs = {after.addresses[figure] for figure in np.flatnonzero(~after.shown).tolist()}
            new = {self._address(names, codes) for codes in counts} - self.original.keys()
            cells, gone = cells + len(new), gone + len(new & signs)
        share = gone / cells if cells else None
        return {"unplanned_possible": possible / len(self.unplanned), "unplanned_not_shown": share}

    def safe(self) -> RivalMeasures:
        """Measures of records changed by the SAFE principle, with all margins of the tables as control tables."""
        title, begun = sentence("rivals_safe"), time.perf_counter()
        control = {
            part
            for names in self._groups.values()
            for size in range(len(names) + 1)
            for part in combinations([name for name in self._variables if name in names], size)
        }
        settings = SafeSettings(self._variables, tuple(sorted(control)), self._least, self._seed)
        try:
            made: SafeData = safe_data(self._data, settings, cancelled=self._cancelled)
            shown = {name: self._of_safe(made, names, self._counts[name]) for name, names in self._groups.items()}
            seconds = time.perf_counter() - begun
            new = {names: self._of_safe(made, names, counts) for names, counts in self._new_counts.items()}
        except CkmError as fault:
            return RivalMeasures("safe", title, fault=fault.sentence())
        return RivalMeasures("safe", title, self._measured(shown) | self._of_new(new) | {"seconds": seconds})

    def _of_safe(
        self, made: SafeData, names: Sequence[str], counts: Mapping[Address, int]
    ) -> dict[Address, int | None]:
        after = self._counted(made.data, names)
        return {codes: after.get(codes, 0) for codes in counts}

    # --- measures

    def _measured(self, shown: Mapping[str, Cells]) -> dict[str, float | None]:
        """Measures of the published figures of all tables."""
        published: dict[Address, list[int | None]] = {}
        for name, cells in shown.items():
            for codes, figure in cells.items():
                published.setdefault(self._address(self._groups[name], codes), []).append(figure)
        count = len(self.original)
        small = [address for address, value in self.original.items() if 0 < value < self._least]
        true = [address for address in small if self.original[address] in published[address]]
        low = [
            (address, figure)
            for address, figures in published.items()
            for figure in dict.fromkeys(figures)
            if figure is not None and 0 < figure < self._least
        ]
        hidden = [address for address, figures in published.items() if any(figure is None for figure in figures)]
        sizes = [
            abs(figure - self.original[address])
            for address, figures in published.items()
            for figure in figures[:1]
            if figure is not None
        ]
        total = sum(self.original.values())
        return {
            "small_true": len(true) / len(small) if small else None,
            "small_shown_true": sum(self.original[address] == figure for address, figure in low) / len(low)
            if low
            else None,
            "differing": sum(len(set(figures)) > 1 for figures in published.values()),
            **self._sums(shown),
            "not_shown": len(hidden) / count,
            "value_not_shown": sum(self.original[address] for address in hidden) / total if total else None,
            "changed": sum(size > 0 for size in sizes) / len(sizes) if sizes else None,
            "mean_deviation": float(np.mean(sizes)) if sizes else None,
            "largest_deviation": max(sizes, default=0),
        }

    def _sums(self, shown: Mapping[str, Cells]) -> dict[str, float | None]:
        """Sums whose published parts give another figure, and the share of sums that cannot be computed."""
        gaps = unknown = sums = 0
        for name, names in self._groups.items():
            cells = tuple(SuppressedCell(codes, count) for codes, count in self._counts[name].items())
            figures = linked_figures([SuppressedTable(name, names, cells)], self._hierarchies)
            published = [shown[name].get(address) for address in figures.addresses]
            relations = figures.relations
            for row, total in enumerate(relations.totals.tolist()):
                parts = [published[part] for part in relations.parts_of(row).tolist()]
                known = [part for part in parts if part is not None]
                sums += 1
                if len(known) < len(parts) or published[total] is None:
                    unknown += 1
                else:
                    gaps += sum(known) != published[total]
        return {"gaps": gaps, "not_computable": unknown / sums if sums else None}

    def _of_new(self, new: Mapping[tuple[str, ...], Cells]) -> dict[str, float | None]:
        """Deviations of unplanned tables."""
        sizes = [
            abs(figure - self._new_counts[names][codes])
            for names, cells in new.items()
            for codes, figure in cells.items()
            if figure is not None
        ]
        possible = 1.0 if self.unplanned else None
        return {"unplanned_possible": possible, "unplanned_deviation": float(np.mean(sizes)) if sizes else None}


def _spec(names: Sequence[str]) -> TableSpec:
    """The table of all cells of some variables."""
    return TableSpec(Block(tuple(map(Level, names))))
