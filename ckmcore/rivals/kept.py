"""Patterns that are put in force: found for all tables together, proven, and laid out by table and block.

What was released before stays: its figures are fixed, its signs stay signs. Confidential.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ckmcore.base.verdict import Verdict
from ckmcore.errors import InputError, ProtectionError
from ckmcore.methods.primary import PrimaryRules
from ckmcore.microdata.data import Microdata
from ckmcore.microdata.kept_patterns import KeptCells, KeptPatterns, counts_digest
from ckmcore.rivals.audit import SuppressionAudit, audit_suppression
from ckmcore.rivals.levels import CategoryGroup, GroupProtection, revealed_groups
from ckmcore.rivals.patterns import SuppressionPattern, find_pattern
from ckmcore.rivals.problem import CostKind, SuppressionProblem
from ckmcore.rivals.records import RecordsProblem, built_problem
from ckmcore.tabulate.pattern_cells import table_key
from ckmcore.tabulate.scan import never
from ckmcore.tabulate.spec import TableSpec

# Beyond so many suppressed cells the intervals of a sample are computed beside the proofs of all.
_AUDITED, _SAMPLE = 2_000, 100


@dataclass(frozen=True, eq=False)
class FoundPatterns:
    """A pattern for tables, with its proofs, intervals and verdict. kept: None where it is not held."""

    pattern: SuppressionPattern
    audit: SuppressionAudit
    groups: GroupProtection | None
    verdict: Verdict
    kept: KeptPatterns | None

    @property
    def primary(self) -> int:
        """Number of primary cells."""
        return len(self.pattern.system.problem.levels)

    @property
    def secondary(self) -> int:
        """Number of cells that are suppressed for the sake of others."""
        return len(self.pattern.secondary)

    @property
    def proven(self) -> int:
        """Number of proven protection levels."""
        return self.pattern.proven


def patterns_for_tables(
    data: Microdata,
    specs: Sequence[TableSpec],
    least: int,
    *,
    groups: str = "",
    cost: CostKind = "value",
    salt: str = "",
    former: KeptPatterns | None = None,
    released: Sequence[TableSpec] = (),
    progress: Callable[[float], None] = lambda share: None,
    cancelled: Callable[[], bool] = never,
) -> FoundPatterns:
    """Find the cells of tables of counts that get a sign, so that no count from 1 to below `least` can be recomputed.

    groups: variable whose category small or uniform groups must not show. released: tables that were released under the
    patterns `former`; they are protected with the others, and no cell of theirs changes. salt: of the digests. Raises
    suppression_values, suppression_least, suppression_former, suppress_published where a small count was published, and
    the errors of `built_problem` and `find_pattern`.
    """
    if least < 2:
        raise InputError("suppression_least", least=least)
    every = {table_key(spec): spec for spec in (*specs, *released)}
    for spec in every.values():
        if any(value.kind != "count" or value.own_filter for value in spec.values):
            raise ProtectionError("suppression_values")
    built = built_problem(data, list(every.values()), PrimaryRules(minimum_frequency=least), variable=groups, cost=cost)
    problem, known = built.problem, frozenset(map(table_key, released))
    if released:
        problem = _after_release(problem, built, known, list(every), former)
    pattern = find_pattern(problem, progress=progress, cancelled=cancelled)
    audit = audit_of(pattern, () if built.groups is None else built.groups.groups)
    verdict = judged(pattern, audit, built.groups)
    kept = None
    if verdict is Verdict.HELD:
        kept = _laid_out(pattern, built, list(every), (least, groups, salt), known, former)
    return FoundPatterns(pattern, audit, built.groups, verdict, kept)


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
    released: Collection[str],
    keys: Sequence[str],
    former: KeptPatterns | None,
) -> SuppressionProblem:
    """The problem in which released figures stay, and signs stay signs. Raises suppression_former."""
    figures = problem.figures
    hidden, seen = np.zeros(len(figures.values), dtype=np.bool_), np.zeros(len(figures.values), dtype=np.bool_)
    for key, places in zip(keys, built.places, strict=True):
        if key not in released:
            continue
        cells = None if former is None else former.tables.get(key)
        if cells is None or [mask.shape for mask in cells.hidden] != [block.shape for block in places]:
            raise ProtectionError("suppression_former")
        for mask, block in zip(cells.hidden, places, strict=True):
            hidden[block[mask & (block >= 0)]] = True
            seen[block[~mask & (block >= 0)]] = True
    if (hidden & seen).any():
        raise ProtectionError("suppression_former")
    figures = replace(figures, suppressed=figures.suppressed | hidden, shown=figures.shown & ~hidden)
    published = {*problem.published, *np.flatnonzero(seen).tolist()}
    return replace(problem, figures=figures, published=sorted(published))


def _laid_out(
    pattern: SuppressionPattern,
    built: RecordsProblem,
    keys: Sequence[str],
    settings: tuple[int, str, str],
    released: Collection[str],
    former: KeptPatterns | None,
) -> KeptPatterns:
    """The suppressed cells by table and block. settings: minimum frequency, variable of groups, salt of digests."""
    suppressed = pattern.figures.suppressed
    tables = {}
    for key, places, counts in zip(keys, built.places, built.counts, strict=True):
        masks = tuple(np.where(block >= 0, suppressed[block], False) for block in places)
        before: tuple[str, ...] = ()
        if former is not None and key in released:
            before = (*former.tables[key].before, former.content_hash)
        tables[key] = KeptCells(counts_digest(settings[2], counts), masks, before)
    return KeptPatterns(tables, *settings)
