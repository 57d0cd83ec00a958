"""Cell suppression of counts below 3: tables of about one, ten and a hundred thousand figures, with the proof of each.

Seconds of the processor, since they decide where others share it. A pattern whose proofs or sample do not hold ends
the run without a figure.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from time import process_time

import numpy as np

from benchmarks import data as census
from benchmarks.report import Goal, Result, Timing
from ckmcore.microdata.hierarchy import Hierarchy
from ckmcore.rivals.audit import COUNTS, ProtectionLevel, audit_suppression
from ckmcore.rivals.levels import count_levels
from ckmcore.rivals.problem import SuppressionProblem, flow_system
from ckmcore.rivals.relations import LinkedFigures, SuppressedCell, SuppressedTable, linked_figures
from ckmcore.rivals.search import PatternSearch, clean_up

# Variables, records, and the seconds to reach: search, clean-up, audit of all or of a sample.
TABLES = (
    (("land", "age", "sex"), 6_000, 3.0, 0.0, 1.0),
    (("district", "age"), 100_000, 60.0, 0.0, 10.0),
    (("district", "age", "education"), 3_000_000, 300.0, 600.0, 120.0),
)
_SAMPLE = 500
_WHOLE = 2_000


class PatternWrong(Exception):
    """A pattern that is not proven, or that an audit refutes: its time means nothing."""


def figures_of(variables: tuple[str, ...], rows: int) -> LinkedFigures:
    """The counts of a made-up census with all margins; districts lie in Länder."""
    data = census.make_microdata(rows)
    trees = {"district": _districts()} if "district" in variables else {}
    levels = [_levels(name) for name in variables]
    shape = tuple(census.SIZES[name] for name in variables)
    codes = np.ravel_multi_index([np.asarray(data.columns[name], dtype=np.int64) for name in variables], shape)
    counts = np.bincount(codes, minlength=int(np.prod(shape))).reshape(shape)
    for axis, level in enumerate(levels):
        counts = np.moveaxis(np.tensordot(level[1], np.moveaxis(counts, axis, 0), axes=1), 0, axis)
    cells = [
        SuppressedCell(tuple(level[0][at] for level, at in zip(levels, place, strict=True)), int(count))
        for place, count in np.ndenumerate(counts)
    ]
    return linked_figures([SuppressedTable("census", variables, tuple(cells))], trees)


def _districts() -> Hierarchy:
    lines = []
    for land in range(census.SIZES["land"]):
        lines.append((f"L{land}", 0))
        first = land * census.DISTRICTS_PER_LAND
        lines += [(f"D{first + number}", 1) for number in range(census.DISTRICTS_PER_LAND)]
    return Hierarchy.from_depths(lines)


def _levels(name: str) -> tuple[list[str], np.ndarray]:
    """The codes of a variable with totals, and which codes at the bottom each adds."""
    size = census.SIZES[name]
    each = np.eye(size, dtype=np.int64)
    if name != "district":
        return ["", *(f"{name}{code}" for code in range(size))], np.vstack([np.ones(size, dtype=np.int64), each])
    lands = np.repeat(np.eye(census.SIZES["land"], dtype=np.int64), census.DISTRICTS_PER_LAND, axis=1)
    codes = ["", *(f"L{land}" for land in range(len(lands))), *(f"D{code}" for code in range(size))]
    return codes, np.vstack([np.ones(size, dtype=np.int64), lands, each])


def measure(tables: int = len(TABLES)) -> list[Result]:
    """Each table once."""
    results = []
    for variables, rows, limit, cleaning, auditing in TABLES[:tables]:
        figures = figures_of(variables, rows)
        levels = count_levels(figures, 3)
        system = flow_system(SuppressionProblem(figures, levels, COUNTS))
        search = PatternSearch.begin(system)
        found = _seconds(search.protect)
        cost = system.cost(search.book.suppressed)
        count = len(figures.values)
        cleaned = _seconds(lambda search=search, count=count: clean_up(search, programs=4 * count))
        proven: list[int] = []
        checked = _seconds(lambda search=search, proven=proven: proven.append(_proven(search)))
        if proven[0] != len(system.demands) or search.failed:
            raise PatternWrong(f"{proven[0]} of {len(system.demands)} levels are proven")
        name = f"pattern of {len(figures.values):,} figures"
        secondary = int((search.book.suppressed & ~system.start).sum())
        note = (
            f"{' x '.join(variables)}, {len(levels):,} primary and {secondary:,} further cells, "
            f"cost {cost:,.0f} before the clean-up, {system.cost(search.book.suppressed):,.0f} after it"
        )
        if cleaning:
            results.append(Result(Timing(name, (found,), note), (Goal(limit=limit),)))
            results.append(Result(Timing(f"{name}: clean-up", (cleaned,)), (Goal(limit=cleaning),)))
        else:
            results.append(Result(Timing(f"{name}, cleaned up", (found + cleaned,), note), (Goal(limit=limit),)))
        results.append(Result(Timing(f"{name}: proofs checked", (checked,)), (Goal(limit=10.0),)))
        results.append(_audited(name, search, figures, levels, auditing))
    return results


def _proven(search: PatternSearch) -> int:
    return sum(proof.holds(search.system, search.book.suppressed) for proof in search.book.proofs.values())


def _audited(
    name: str, search: PatternSearch, figures: LinkedFigures, levels: dict[int, ProtectionLevel], limit: float
) -> Result:
    """The intervals of all suppressed cells, or of a sample of the primary ones."""
    suppressed = search.book.suppressed
    published = replace(figures, shown=~suppressed, suppressed=suppressed)
    only = None if suppressed.sum() <= _WHOLE else sorted(levels)[:: max(1, len(levels) // _SAMPLE)][:_SAMPLE]
    verdicts: list[str] = []
    seconds = _seconds(lambda: verdicts.append(audit_suppression(published, levels, COUNTS, only=only).verdict))
    if verdicts != ["held"]:
        raise PatternWrong(f"the audit says {verdicts[0]}")
    what = f"intervals of {len(levels) if only is None else len(only):,} primary cells"
    return Result(Timing(f"{name}: {what}", (seconds,)), (Goal(limit=limit),))


def _seconds(work: Callable[[], object]) -> float:
    began = process_time()
    work()
    return process_time() - began
