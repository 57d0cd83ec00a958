"""Patterns that are put in force: found for all tables together, proven, and kept by table and block.

What was released before stays: its figures are fixed, its signs stay signs. Confidential.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import msgspec
import numpy as np

from ckmcore.base.typed import kept_settings
from ckmcore.base.verdict import Verdict
from ckmcore.errors import InputError, ProtectionError
from ckmcore.methods.primary import PrimaryRules
from ckmcore.microdata.data import Microdata
from ckmcore.microdata.kept_patterns import HiddenCells, KeptCells, KeptPatterns, figures_digest
from ckmcore.rivals.audit import SuppressionAudit, audit_suppression
from ckmcore.rivals.levels import CategoryGroup, GroupProtection, revealed_groups
from ckmcore.rivals.patterns import SuppressionPattern, find_pattern
from ckmcore.rivals.problem import CostKind, SuppressionProblem
from ckmcore.rivals.records import RecordsProblem, built_problem
from ckmcore.tabulate.pattern_cells import table_key
from ckmcore.tabulate.scan import never
from ckmcore.tabulate.spec import TableSpec, Value

# Beyond so many suppressed cells the intervals of a sample are computed beside the proofs of all.
_AUDITED, _SAMPLE = 2_000, 100


@dataclass(frozen=True, eq=False)
class FoundPattern:
    """The pattern of counts, or of sums of a magnitude (""  for counts), with its proofs, intervals and verdict."""

    magnitude: str
    unit: int
    pattern: SuppressionPattern
    audit: SuppressionAudit
    groups: GroupProtection | None

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


def patterns_for_tables(
    data: Microdata,
    specs: Sequence[TableSpec],
    least: int,
    *,
    groups: str = "",
    rules: PrimaryRules | None = None,
    cost: CostKind = "value",
    salt: str = "",
    former: KeptPatterns | None = None,
    released: Sequence[TableSpec] = (),
    progress: Callable[[float], None] = lambda share: None,
    cancelled: Callable[[], bool] = never,
) -> FoundPatterns:
    """Find the cells of tables that get a sign, so that no count from 1 to below `least` can be recomputed, and no sum
    that is sensitive by `rules` closer than its level. A sum has a sign wherever the count has one.

    groups: variable whose category small or uniform groups must not show. released: tables that were released under the
    patterns `former`; they are protected with the others, and no cell of theirs changes. salt: of the digests. Raises
    suppression_values, suppression_least, suppression_former, rivals_rules for sums without rules, suppress_published
    where a primary cell was published, and the errors of `built_problem` and `find_pattern`.
    """
    if least == 1 or least < 0:
        raise InputError("suppression_least", least=least)
    wanted = _TablesShown.of([*specs, *released])
    rules = rules if wanted.magnitudes else None
    known, every, hidden_counts = frozenset(map(table_key, released)), list[FoundPattern](), dict[str, Any]()
    kept: dict[str, dict[str, HiddenCells]] = {key: {} for key in wanted.specs}
    steps = 1 + len(wanted.magnitudes)
    for step, magnitude in enumerate(("", *wanted.magnitudes)):
        if magnitude and (rules is None or rules == PrimaryRules()):
            raise InputError("rivals_rules", magnitude=magnitude)
        of_counts = PrimaryRules(minimum_frequency=least)
        built = built_problem(
            data,
            wanted.tables(magnitude),
            rules if magnitude and rules is not None else of_counts,
            variable="" if magnitude else groups,
            magnitude=magnitude,
            cost=cost,
        )
        keys = wanted.keys(magnitude)
        problem = _with_signs(built, keys, hidden_counts) if magnitude else built.problem
        if released:
            of_value = {table_key(spec) for spec in released if not magnitude or magnitude in spec.magnitudes}
            problem = _after_release(problem, built, keys, magnitude, of_value, former)
        pattern = find_pattern(problem, progress=partial(_tell, progress, step, steps), cancelled=cancelled)
        audit = audit_of(pattern, () if built.groups is None else built.groups.groups)
        unit = data.magnitudes[magnitude].scale if magnitude else 1
        every.append(FoundPattern(magnitude, unit, pattern, audit, built.groups))
        for key, places, figures in zip(keys, built.places, built.figures, strict=True):
            masks = tuple(np.where(block >= 0, pattern.figures.suppressed[block], False) for block in places)
            kept[key][magnitude] = HiddenCells(figures_digest(salt, figures), masks)
            if not magnitude:
                hidden_counts[key] = masks
    tables = {
        key: KeptCells(
            of, (*former.tables[key].before, former.content_hash) if former is not None and key in known else ()
        )
        for key, of in kept.items()
    }
    text = "" if rules is None else msgspec.json.encode(kept_settings(rules)).decode()
    made = FoundPatterns(tuple(every), KeptPatterns(tables, least, groups, salt, text))
    return made if made.verdict is Verdict.HELD else replace(made, kept=None)


def _tell(progress: Callable[[float], None], step: int, steps: int, done: float) -> None:
    """Report the share of all the work. step: of `steps`, of which `done` is finished."""
    progress((step + done) / steps)


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
            for value in spec.values:
                if value.kind not in ("count", "sum") or value.own_filter or value.needs_weights:
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


def _with_signs(
    built: RecordsProblem, keys: Sequence[str], hidden: Mapping[str, tuple[Any, ...]]
) -> SuppressionProblem:
    """The problem of sums of which those beside a count with a sign are suppressed already."""
    figures = built.problem.figures
    signs = np.zeros(len(figures.values), dtype=np.bool_)
    for key, places in zip(keys, built.places, strict=True):
        for mask, block in zip(hidden[key], places, strict=True):
            signs[block[mask & (block >= 0)]] = True
    figures = replace(figures, suppressed=figures.suppressed | signs, shown=figures.shown & ~signs)
    return replace(built.problem, figures=figures)


def audit_of(pattern: SuppressionPattern, groups: Sequence[CategoryGroup]) -> SuppressionAudit:
    """The intervals of a pattern, apart from its proofs; of very many cells those of a sample."""
    problem, only = pattern.system.problem, None
    failed = {*pattern.unprotectable, *pattern.undecided}
    levels = {figure: level for figure, level in problem.levels.items() if figure not in failed}
    if int(pattern.figures.suppressed.sum()) > _AUDITED:
        only = sorted(levels)[:: max(1, len(levels) // _SAMPLE)]
        only += [cell for group in groups for cell in group.cells]
    return audit_suppression(pattern.figures, levels, problem.knowledge, zeros=problem.zeros, only=only)


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


def _after_release(
    problem: SuppressionProblem,
    built: RecordsProblem,
    keys: Sequence[str],
    magnitude: str,
    released: Collection[str],
    former: KeptPatterns | None,
) -> SuppressionProblem:
    """The problem in which released figures stay, and signs stay signs. Raises suppression_former."""
    figures = problem.figures
    hidden, seen = np.zeros(len(figures.values), dtype=np.bool_), np.zeros(len(figures.values), dtype=np.bool_)
    for key, places in zip(keys, built.places, strict=True):
        if key not in released:
            continue
        cells = None if former is None or key not in former.tables else former.tables[key].of.get(magnitude)
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
