"""Sums of a magnitude with their largest contributions, against the count table and against one sort by numpy."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

import ckmcore as ckm
from benchmarks import data as census
from benchmarks.ours import timed
from benchmarks.report import Timing
from ckmcore.lab.quality.sum_draws import drawn_sums
from ckmcore.lab.quality.sums import errors_of
from ckmcore.lab.risk.sum_floor import SumLimits, SumTables
from ckmcore.microdata.data import NumberColumn
from ckmcore.tabulate import kernel

TABLE = ("district", "citizenship", "age")
K = 3
VALUE = ckm.Value("sum", magnitude="turnover", decimals=2)
# The sum with all that stands beside it by rules of our own.
VALUES = (VALUE, *(ckm.Value(kind, magnitude="turnover") for kind in ("valid", "contributors", "missing")))
RIVAL_RUNS = 3
CLASSES, DRAWN_TABLE, DRAWS = 20, ("occupation", "citizenship"), 1000
# Quoted, not measured here.
QUOTED = "R cellKey, as its users report: 33 s to build and 5 s to protect per million records"


class SortDiffers(Exception):
    """The cells of the sort are not ours: its time means nothing."""


def make_microdata(rows: int, seed: int = census.SEED) -> ckm.Microdata:
    """The census with a skewed magnitude in cents, one in ten of them 0, and decimal keys that can be rotated."""
    chance = np.random.default_rng(seed)
    turnover = np.round(chance.lognormal(8, 1.5, rows) * 100).astype(np.int64)
    turnover[chance.random(rows) < 0.1] = 0
    made = census.make_microdata(rows, seed).with_record_keys(ckm.generate_keys(rows))
    return replace(made, magnitudes={"turnover": NumberColumn("turnover", turnover, 2)})


def make_method() -> ckm.MagnitudeCellKeyMethod:
    """T(3) with flex scaling and separation, as τ-ARGUS has it in its example."""
    return ckm.MagnitudeCellKeyMethod(
        ptable=ckm.design_ptable(D=5, V=3, js=2),
        large=ckm.design_magnitudes(D=5, V=2, icat=(1, 3, 5), step=2),
        small=ckm.design_magnitudes(D=5, V=1.5, icat=(1, 3, 5), step=2),
        settings=ckm.magnitude_settings("T(3)", "F(0.03,0.30,5000,3,0.5,0.2)", separation=True),
    )


def measure(rows: int, runs: int) -> tuple[Timing, Timing, Timing]:
    """The protected table of sums, that of counts and the sort, by turns; raises SortDiffers unless all cells agree."""
    kernel.load()
    data, method = make_microdata(rows), make_method()
    check(data)
    sums, counts, sorts = [], [], []
    for run in range(runs):
        counts.append(timed(lambda: _table(data, [ckm.Value()], method)))
        sums.append(timed(lambda: _table(data, [VALUE], method)))
        if run < RIVAL_RUNS:
            sorts.append(timed(lambda: sorted_cells(data)))
    size = f"{' x '.join(TABLE)}, {_cells(data):,} cells with all margins"
    note = f"{size}: sums protected by T({K}) with flex scaling and separation, the largest contributions in one pass"
    note += f". {QUOTED}"
    rival = (
        f"np.lexsort by cell and size: sum, number and the {K} largest of the finest cells alone; all cells equal ours"
    )
    return (
        Timing("table of sums", tuple(sums), note),
        Timing("the same of counts", tuple(counts), size),
        Timing("one numpy sort", tuple(sorts), rival),
    )


def make_own_method() -> ckm.MagnitudeCellKeyMethod:
    """The same with the rules of our own: own keys, least noise, permuted tables, records without a value left out."""
    former = make_method()
    rules = ckm.PrimaryRules(minimum_frequency=3, p_percent=10)
    own = replace(former.settings, least_noise=0.2, zero_sign="key", primary=rules, missing="out", mean_of="valid")
    large, small = ckm.permute(former.large, 50), ckm.permute(former.small, 50)
    return replace(former, settings=own, large=large, small=small, own_key="5a" * 32)


def with_blanks(rows: int) -> ckm.Microdata:
    """The census of which one record in twenty has no value."""
    data = make_microdata(rows)
    column = data.magnitudes["turnover"]
    missing = np.arange(rows) % 20 == 0
    values = np.where(missing, 0, column.values)
    return replace(data, magnitudes={"turnover": replace(column, values=values, missing=missing)}, cache={})


def measure_own(rows: int, runs: int) -> tuple[Timing, Timing, Timing, Timing]:
    """The table of sums by rules of our own, one record in twenty without a value, and with keys and tables as before,
    by turns; the first two rules of the floor and the expected errors over its cells; keys drawn anew."""
    kernel.load()
    data, method = with_blanks(rows), make_own_method()
    former = replace(method, own_key="", large=make_method().large, small=make_method().small)
    own, shared = [], []
    for _ in range(runs):
        shared.append(timed(lambda: _table(data, VALUES, former)))
        own.append(timed(lambda: _table(data, VALUES, method)))
    spec = ckm.TableSpec(rows=TABLE, values=[VALUE])
    tables = SumTables(data, [ckm.tabulate(data, spec, contributors=K)], method, SumLimits())
    cells = tables.cells(VALUE.measure)

    def judge() -> None:
        tables.judged(VALUE.measure)
        errors_of(cells.sums, cells.rules, (0.01, 0.05, 0.1))

    floor = tuple(timed(judge) for _ in range(runs))
    drawn_spec = ckm.TableSpec(rows=DRAWN_TABLE, values=[VALUE])
    drawn = tuple(timed(lambda: drawn_sums(data, drawn_spec, method, DRAWS)) for _ in range(min(runs, RIVAL_RUNS)))
    some = math.prod(len(data.dimension(name).codes) + 1 for name in DRAWN_TABLE)
    what = "sums, numbers of records with a value, of contributors, of those without, one record in twenty blank"
    return (
        Timing("sums by own rules", tuple(own), f"{what}; own keys, permuted tables"),
        Timing("the same, keys shared", tuple(shared), f"{what}; one key for counts and sums, ordered tables"),
        Timing("floor of sums", floor, "laws of all sensitive cells (F1, F2) and the errors of all by share of x1"),
        Timing("Monte-Carlo of sums", drawn, f"{DRAWS:,} repetitions of {' x '.join(DRAWN_TABLE)}, {some:,} cells"),
    )


def measure_quantiles(rows: int, runs: int) -> tuple[Timing, Timing]:
    """The median of every cell from the published counts of 20 classes, and these counts alone, by turns."""
    kernel.load()
    data, method = make_microdata(rows), make_method()
    shares = np.linspace(1 / CLASSES, 1 - 1 / CLASSES, CLASSES - 1)
    edges = [0, *np.quantile(data.magnitudes["turnover"].values, shares).astype(np.int64).tolist()]
    classes = "; ".join(f"{edge / 100:.2f}" for edge in dict.fromkeys(edges)) + "+"
    data = data.with_classes("turnover", classes)
    median, counts = ckm.Value("median", magnitude="turnover", decimals=2), ckm.distribution("turnover", classes)
    medians, counted = [], []
    for _ in range(runs):
        counted.append(timed(lambda: _table(data, counts, method)))
        medians.append(timed(lambda: _table(data, [median], method)))
    cells = f"{_cells(data):,} cells x {len(counts)} classes"
    return (
        Timing("medians of 20 classes", tuple(medians), f"interpolated from protected counts: {cells}"),
        Timing("count table of 20 classes", tuple(counted), f"the protected counts alone: {cells}"),
    )


def _table(data: ckm.Microdata, values: Sequence[ckm.Value], method: ckm.MagnitudeCellKeyMethod) -> ckm.ProtectedTable:
    data.drop_cache()
    return ckm.protect(ckm.tabulate(data, ckm.TableSpec(rows=TABLE, values=values), contributors=K), method)


def _cells(data: ckm.Microdata) -> int:
    return math.prod(len(data.dimension(name).codes) + 1 for name in TABLE)


def sorted_cells(data: ckm.Microdata) -> dict[str, np.ndarray]:
    """Sum, number and the k largest of every finest cell, by one sort of the records."""
    shape = tuple(len(data.dimension(name).codes) for name in TABLE)
    values = data.magnitudes["turnover"].values
    cell = np.ravel_multi_index([data.columns[name] for name in TABLE], shape)
    order = np.lexsort((-np.abs(values), cell))
    cell, values = cell[order], values[order]
    begins = np.searchsorted(cell, np.arange(math.prod(shape) + 1))
    largest = np.zeros((math.prod(shape), K), dtype=np.int64)
    for place in range(K):
        at = np.minimum(begins[:-1] + place, len(values) - 1)
        largest[:, place] = np.where(begins[:-1] + place < begins[1:], values[at], 0)
    running = np.concatenate([[0], np.cumsum(values)])
    number = np.concatenate([[0], np.cumsum(values != 0)])
    return {
        "sums": (running[begins[1:]] - running[begins[:-1]]).reshape(shape),
        "contributors": (number[begins[1:]] - number[begins[:-1]]).reshape(shape),
        "largest": largest.reshape(*shape, K),
    }


def check(data: ckm.Microdata) -> None:
    """Raises SortDiffers where a finest cell of ours is not that of the sort."""
    block = ckm.tabulate(data, ckm.TableSpec(rows=TABLE, values=[VALUE]), contributors=K).blocks[0]
    inner = (slice(1, None),) * len(TABLE)
    for name, theirs in sorted_cells(data).items():
        if not np.array_equal(getattr(block.magnitudes["turnover"], name)[inner], theirs):
            raise SortDiffers(name)
