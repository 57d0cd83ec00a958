"""Patterns that are put in force: found for all tables together, proven, and kept by table and block.

What was released before stays: its figures are fixed, its signs stay signs. Confidential.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal

import msgspec
import numpy as np

from ckmcore.base.typed import kept_settings
from ckmcore.base.verdict import Verdict
from ckmcore.errors import InputError, ProtectionError
from ckmcore.methods.primary import PrimaryRules
from ckmcore.methods.suppression import is_suppressed
from ckmcore.microdata.data import Microdata
from ckmcore.microdata.kept_patterns import HiddenCells, KeptCells, KeptPatterns, figures_digest
from ckmcore.rivals.audit import SuppressionAudit, audit_suppression
from ckmcore.rivals.levels import CategoryGroup, GroupProtection, revealed_groups
from ckmcore.rivals.patterns import SuppressionPattern, find_pattern
from ckmcore.rivals.problem import CostKind, SuppressionProblem
from ckmcore.rivals.records import RecordsProblem, built_problem
from ckmcore.tabulate.pattern_cells import table_key
from ckmcore.tabulate.scan import never
from ckmcore.tabulate.spec import PERIOD, TableSpec, Value
from ckmcore.tabulate.values import magnitude_title

# Beyond so many suppressed cells the intervals of a sample are computed beside the proofs of all.
_AUDITED, _SAMPLE = 2_000, 100
Insiders = Literal["ignored", "exact", "full"]
"""Contributors alone in a cell: not considered, must not compute a cell exactly, must not see closer than others."""


@dataclass(frozen=True, eq=False)
class SuppressedValue:
    """A value that tables show: counts (""), or the sums of a magnitude. keys: of these tables (`table_key`); specs:
    they themselves, with that value alone; built: its problem, which knows nothing of other values and of releases."""

    magnitude: str
    unit: int
    keys: tuple[str, ...]
    specs: tuple[TableSpec, ...]
    built: RecordsProblem


@dataclass(frozen=True, eq=False)
class FoundPattern:
    """The pattern of a value with its proofs, intervals and verdict."""

    value: SuppressedValue
    pattern: SuppressionPattern
    audit: SuppressionAudit

    @property
    def magnitude(self) -> str:
        """The magnitude whose sums are suppressed; "" for counts."""
        return self.value.magnitude

    @property
    def unit(self) -> int:
        """By what whole figures are divided."""
        return self.value.unit

    @property
    def groups(self) -> GroupProtection | None:
        """What groups of units ask."""
        return self.value.built.groups

    @property
    def verdict(self) -> Verdict:
        """The verdict of proofs, intervals and groups together."""
        return judged(self.pattern, self.audit, self.groups)


@dataclass(frozen=True, eq=False)
class FoundPatterns:
    """Patterns of all that tables show. kept: None where one of them is not held."""

    found: tuple[FoundPattern, ...]
    kept: KeptPatterns | None

    @property
    def verdict(self) -> Verdict:
        """The worst verdict of all patterns."""
        every = [each.verdict for each in self.found]
        return next((verdict for verdict in (Verdict.OPEN, Verdict.NOT_TESTED) if verdict in every), Verdict.HELD)

    @property
    def primary(self) -> int:
        """Number of primary cells."""
        return sum(len(each.pattern.system.problem.levels) for each in self.found)

    @property
    def secondary(self) -> int:
        """Number of cells that are suppressed for the sake of others."""
        return sum(len(each.pattern.secondary) for each in self.found)

    @property
    def proven(self) -> int:
        """Number of proven protection levels."""
        return sum(each.pattern.proven for each in self.found)


@dataclass(frozen=True, eq=False)
class PatternsTask:
    """What is suppressed, before it is searched: counts first, then the sums of each magnitude that the tables show."""

    values: tuple[SuppressedValue, ...]
    least: int
    groups: str
    rules: PrimaryRules | None
    salt: str
    former: KeptPatterns | None
    released: Mapping[str, Collection[str]]
    """By key of a released table the magnitudes that it shows."""

    @property
    def primary_share(self) -> float:
        """The share of the figures that are primary."""
        problems = [value.built.problem for value in self.values]
        shown = sum(int(problem.figures.shown.sum()) for problem in problems)
        return sum(len(problem.levels) for problem in problems) / shown if shown else 0.0

    def find(
        self,
        *,
        progress: Callable[[float], None] = lambda share: None,
        cancelled: Callable[[], bool] = never,
        enough: Callable[[], bool] = never,
    ) -> FoundPatterns:
        """Search the patterns and audit them. `enough` ends the clean-up. Raises suppression_former,
        suppress_published where a primary cell was published, the errors of `find_pattern`, and Cancelled."""
        every, hidden_counts = list[FoundPattern](), dict[str, Any]()
        kept: dict[str, dict[str, HiddenCells]] = {key: {} for key in self.values[0].keys}
        for step, value in enumerate(self.values):
            tell = partial(_tell, progress, step, len(self.values))
            problem = _with_signs(value, hidden_counts) if value.magnitude else value.built.problem
            if self.released:
                problem = self._after_release(problem, value)
            pattern = find_pattern(
                problem, progress=partial(_tell, tell, 0, 1 / 0.9), cancelled=cancelled, enough=enough
            )
            groups = () if value.built.groups is None else value.built.groups.groups
            every.append(FoundPattern(value, pattern, audit_of(pattern, groups, cancelled)))
            for key, places, figures in zip(value.keys, value.built.places, value.built.figures, strict=True):
                masks = tuple(np.where(block >= 0, pattern.figures.suppressed[block], False) for block in places)
                kept[key][value.magnitude] = HiddenCells(figures_digest(self.salt, figures), masks)
                if not value.magnitude:
                    hidden_counts[key] = masks
        progress(1.0)
        made = FoundPatterns(tuple(every), self._kept(kept))
        return made if made.verdict is Verdict.HELD else replace(made, kept=None)

    def _kept(self, hidden: Mapping[str, Mapping[str, HiddenCells]]) -> KeptPatterns:
        tables = {}
        for key, of in hidden.items():
            before = self.former.tables[key].before if self.former is not None and key in self.released else None
            own = () if before is None or self.former is None else (*before, self.former.content_hash)
            tables[key] = KeptCells(of, own)
        text = "" if self.rules is None else msgspec.json.encode(kept_settings(self.rules)).decode()
        return KeptPatterns(tables, self.least, self.groups, self.salt, text)

    def _after_release(self, problem: SuppressionProblem, value: SuppressedValue) -> SuppressionProblem:
        """The problem in which released figures stay, and signs stay signs. Raises suppression_former."""
        figures, name = problem.figures, value.magnitude
        hidden, seen = np.zeros(len(figures.values), dtype=np.bool_), np.zeros(len(figures.values), dtype=np.bool_)
        for key, places in zip(value.keys, value.built.places, strict=True):
            if key not in self.released or (name and name not in self.released[key]):
                continue
            former = self.former
            cells = None if former is None or key not in former.tables else former.tables[key].of.get(name)
            if cells is None or [mask.shape for mask in cells.hidden] != [block.shape for block in places]:
                raise ProtectionError("suppression_former")
            for mask, block in zip(cells.hidden, places, strict=True):
                hidden[block[mask & (block >= 0)]] = True
                seen[block[~mask & (block >= 0)]] = True
        if (hidden & seen).any():
            raise ProtectionError("suppression_former")
        signs = (figures.suppressed & ~seen) | hidden
        figures = replace(figures, suppressed=signs, shown=(figures.shown | seen) & ~signs)
        published = {*problem.published, *np.flatnonzero(seen).tolist()}
        return replace(problem, figures=figures, published=sorted(published))


def patterns_task(
    data: Microdata,
    specs: Sequence[TableSpec],
    least: int,
    *,
    groups: str = "",
    rules: PrimaryRules | None = None,
    cost: CostKind = "value",
    insiders: Insiders = "exact",
    salt: str = "",
    former: KeptPatterns | None = None,
    released: Sequence[TableSpec] = (),
) -> PatternsTask:
    """What is suppressed in tables, so that no count from 1 to below `least` can be recomputed, and no sum that is
    sensitive by `rules` closer than its level. A sum has a sign wherever the count has one.

    groups: variable whose category small or uniform groups must not show. insiders: what is done for contributors who
    are alone in a cell. released: tables that were released under the patterns `former`; they are protected with the
    others, and no cell of theirs changes. salt: of the digests. Raises suppression_values, suppression_blanks,
    suppression_least, rivals_rules for sums without rules, and the errors of `built_problem`.
    """
    if least == 1 or least < 0:
        raise InputError("suppression_least", least=least)
    wanted = _TablesShown.of([*specs, *released])
    for name, count in _blanks_of_means(data, specs).items():
        if count:
            raise ProtectionError("suppression_blanks", magnitude=magnitude_title(data, name), count=count)
    rules = rules if wanted.magnitudes else None
    values = []
    for magnitude in ("", *wanted.magnitudes):
        if magnitude and (rules is None or rules == PrimaryRules()):
            raise InputError("rivals_rules", magnitude=magnitude)
        tables = wanted.tables(magnitude)
        built = built_problem(
            data,
            tables,
            rules if magnitude and rules is not None else PrimaryRules(minimum_frequency=least),
            variable="" if magnitude else groups,
            magnitude=magnitude,
            cost=cost,
        )
        if insiders == "ignored":
            built = replace(built, problem=replace(built.problem, owners={}))
        elif insiders == "full":
            built = replace(built, problem=replace(built.problem, insider_level=None))
        unit = data.magnitudes[magnitude].scale if magnitude else 1
        values.append(SuppressedValue(magnitude, unit, tuple(wanted.keys(magnitude)), tuple(tables), built))
    before: dict[str, set[str]] = {}
    for spec in released:
        before.setdefault(table_key(spec), set()).update(spec.magnitudes)
    return PatternsTask(tuple(values), least, groups, rules, salt, former, before)


def patterns_for_tables(
    data: Microdata,
    specs: Sequence[TableSpec],
    least: int,
    *,
    progress: Callable[[float], None] = lambda share: None,
    cancelled: Callable[[], bool] = never,
    **wanted: Any,
) -> FoundPatterns:
    """Find the cells of tables that get a sign. wanted: as of `patterns_task`. Raises its errors, and those of
    `PatternsTask.find`."""
    return patterns_task(data, specs, least, **wanted).find(progress=progress, cancelled=cancelled)


def _tell(progress: Callable[[float], None], step: float, steps: float, done: float) -> None:
    """Report the share of all the work. step: of `steps`, of which `done` is finished."""
    progress((step + done) / steps)


def can_suppress(spec: TableSpec, data: Microdata | None = None) -> bool:
    """Whether a table shows values of one period alone that suppression publishes. data: of which means have blanks."""
    shown = PERIOD not in spec.variables and all(map(is_suppressed, spec.values))
    return shown and (data is None or not any(_blanks_of_means(data, [spec]).values()))


def _blanks_of_means(data: Microdata, specs: Sequence[TableSpec]) -> dict[str, int]:
    """Number of records without a value, by the magnitudes of means."""
    names = sorted({value.magnitude for spec in specs for value in spec.values if value.kind == "mean"})
    blanks = {name: data.magnitudes[name].missing for name in names if name in data.magnitudes}
    return {name: 0 if missing is None else int(np.sum(missing)) for name, missing in blanks.items()}


@dataclass(frozen=True)
class _TablesShown:
    """Tables by their key, with all magnitudes whose sums one of the same cells shows."""

    specs: Mapping[str, TableSpec]
    shown: Mapping[str, tuple[str, ...]]

    @classmethod
    def of(cls, specs: Sequence[TableSpec]) -> _TablesShown:
        """Raises suppression_values."""
        by_key: dict[str, TableSpec] = {}
        shown: dict[str, tuple[str, ...]] = {}
        for spec in specs:
            if not can_suppress(spec):
                raise ProtectionError("suppression_values")
            key = table_key(spec)
            by_key.setdefault(key, spec)
            shown[key] = tuple(dict.fromkeys((*shown.get(key, ()), *spec.magnitudes)))
        return cls(by_key, shown)

    @property
    def magnitudes(self) -> tuple[str, ...]:
        return tuple(sorted({name for names in self.shown.values() for name in names}))

    def keys(self, magnitude: str) -> list[str]:
        """The tables that show sums of a magnitude; "": all tables."""
        return [key for key in self.specs if not magnitude or magnitude in self.shown[key]]

    def tables(self, magnitude: str) -> list[TableSpec]:
        """These tables, with that value alone."""
        value = Value("sum", magnitude=magnitude) if magnitude else Value()
        return [self.specs[key].with_changes(values=(value,)) for key in self.keys(magnitude)]


def _with_signs(value: SuppressedValue, hidden: Mapping[str, tuple[Any, ...]]) -> SuppressionProblem:
    """The problem of sums of which those beside a count with a sign are suppressed already."""
    built = value.built
    figures = built.problem.figures
    signs = np.zeros(len(figures.values), dtype=np.bool_)
    for key, places in zip(value.keys, built.places, strict=True):
        for mask, block in zip(hidden[key], places, strict=True):
            signs[block[mask & (block >= 0)]] = True
    figures = replace(figures, suppressed=figures.suppressed | signs, shown=figures.shown & ~signs)
    return replace(built.problem, figures=figures)


def audit_of(
    pattern: SuppressionPattern, groups: Sequence[CategoryGroup], cancelled: Callable[[], bool] = never
) -> SuppressionAudit:
    """The intervals of a pattern, apart from its proofs; of very many cells those of a sample."""
    problem, only = pattern.system.problem, None
    failed = {*pattern.unprotectable, *pattern.undecided}
    levels = {figure: level for figure, level in problem.levels.items() if figure not in failed}
    if int(pattern.figures.suppressed.sum()) > _AUDITED:
        only = sorted(levels)[:: max(1, len(levels) // _SAMPLE)]
        only += [cell for group in groups for cell in group.cells]
    return audit_suppression(
        pattern.figures, levels, problem.knowledge, zeros=problem.zeros, only=only, cancelled=cancelled
    )


def revealed(
    pattern: SuppressionPattern, audit: SuppressionAudit, groups: GroupProtection | None
) -> tuple[CategoryGroup, ...]:
    """Groups whose category readers can conclude."""
    if groups is None:
        return ()
    return (*groups.blocked, *revealed_groups(pattern.figures, groups.groups, audit))


def judged(pattern: SuppressionPattern, audit: SuppressionAudit, groups: GroupProtection | None) -> Verdict:
    """The verdict of proofs, intervals and groups together."""
    # An end that the audit did not decide is no objection: the proofs cover every level.
    refuted = audit.verdict == Verdict.OPEN or bool(revealed(pattern, audit, groups))
    every = [pattern.verdict, *([Verdict.OPEN] if refuted else [])]
    if pattern.seen_by:
        # That they see closer than the full level may be inevitable; that they see all is not accepted.
        every.append(Verdict.NOT_TESTED if pattern.system.problem.insider_level is None else Verdict.OPEN)
    return next((verdict for verdict in (Verdict.OPEN, Verdict.NOT_TESTED) if verdict in every), Verdict.HELD)
