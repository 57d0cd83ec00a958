"""Small whole values: noise below one half is rounded away. The floor judges figures as they are published; here these
are counted on tables with keys by chance."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import ckmcore as ckm
from ckmcore.keys.record_keys import RecordKeys
from ckmcore.lab.risk.sum_floor import USUAL, SumTables, sum_floor
from ckmcore.methods.magnitude_settings import MagnitudeSettings, Scaling
from ckmcore.methods.magnitudes import MagnitudeCellKeyMethod
from ckmcore.methods.primary import PrimaryRules
from ckmcore.methods.sum_law import NoiseRules, sum_laws
from ckmcore.microdata.data import Category, Dimension, Microdata, NumberColumn
from ckmcore.ptable.magnitudes import design_magnitudes, permute
from ckmcore.tabulate.spec import Measure, TableSpec, Value

M, CELLS = 10**6, 3000
SUMS = TableSpec("r", values=[Value("sum", magnitude="v")])
MEN = SUMS.with_changes(filters=(ckm.Condition("s", ("m",)),))


def method(contributors: int) -> MagnitudeCellKeyMethod:
    """The settings of wages; counts of which none is published as 0."""
    kept = PrimaryRules(p_percent=10)
    settings = MagnitudeSettings(Scaling(0.2), least_noise=0.2, zero_sign="key", primary=kept, least_contributors=3)
    large = permute(design_magnitudes(5, 2, icat=(1, 3, 5), step=4), 50, seed=3)
    counts = ckm.design_ptable(D=min(3, contributors), V=0.5) if contributors > 1 else ckm.design_ptable(D=1, V=0.1)
    return MagnitudeCellKeyMethod(counts, large=large, settings=settings, own_key="ab" * 32)


def records(values: list[int], seed: int = 1, decimals: int = 0) -> Microdata:
    """Every cell has these values, the first of a woman and the others of men, and keys by chance."""
    rows, many = CELLS * len(values), len(values)
    sexes = np.tile(np.array([0, *[1] * (many - 1)], dtype=np.uint8), CELLS)
    regions = tuple(Category.plain(f"{number:04d}") for number in range(CELLS))
    keys = np.random.default_rng(seed).integers(0, M, rows).astype(np.uint64)
    return Microdata(
        rows,
        {
            "r": Dimension("r", ckm.Texts.same("r"), regions),
            "s": Dimension("s", ckm.Texts.same("s"), tuple(map(Category.plain, "wm"))),
        },
        {"r": np.repeat(np.arange(CELLS, dtype=np.uint16), many), "s": sexes},
        RecordKeys(keys, M, None, "integer"),
        magnitudes={"v": NumberColumn("v", np.tile(np.array(values, dtype=np.int64), CELLS), decimals)},
    )


def published(data: Microdata, spec: TableSpec, by: MagnitudeCellKeyMethod) -> Any:
    """The sums as the engine publishes them, without the total."""
    block = ckm.tabulate(data, spec, contributors=by.contributors).blocks[0]
    return by.counted(block, weighted=False).published[Measure("count", "v")].ravel()[1:]


@pytest.mark.daily(1)
@pytest.mark.parametrize("value", [1, 2, 3, 7])
def test_one_small_contributor_is_found_unchanged_as_often_as_the_floor_says(value: int) -> None:
    by, data = method(1), records([value])
    found = sum_floor(data, [SUMS], by, seconds=0.01)
    exact = float((published(data, SUMS, by) == value).mean())
    assert found.measured[0].near == pytest.approx(exact, abs=0.03)
    assert ("F1" in [rule.rule for rule in found.rules]) == (value < 3)
    if value == 1:
        assert exact > 0.5  # which no law of unrounded noise says: there the least noise is a fifth


@pytest.mark.thorough
def test_the_difference_of_two_sums_of_small_values_tells_a_record_as_often_as_the_floor_says() -> None:
    values = [2, 1, 2, 1, 2, 1, 2, 1, 2, 1]
    by, data = method(10), records(values)
    between = published(data, SUMS, by) - published(data, MEN, by)
    raws = [ckm.tabulate(data, spec, contributors=3) for spec in (SUMS, MEN)]
    tables = SumTables(data, raws, by, USUAL)
    chances, _, why = tables.differences(tables.cells(Measure("count", "v")), lambda: False)
    assert why == []
    exact = float((between == 2).mean())
    assert np.nanmax(chances) == pytest.approx(exact, abs=0.03)
    assert exact > 0.3 > USUAL.difference


def test_rounding_is_that_of_the_data_s_last_decimal_and_changes_no_law_of_large_values() -> None:
    by = method(1)
    for value, decimals, alike in ((1, 0, False), (100, 2, False), (1, 2, False), (10**5, 2, True), (5000, 0, True)):
        raw = ckm.tabulate(records([value], decimals=decimals), SUMS, contributors=3)
        tables = SumTables(records([value], decimals=decimals), [raw], by, USUAL)
        cells = tables.cells(Measure("count", "v"))
        assert (cells.rules.decimals, cells.rules.half) == (decimals, 0.5 * 10.0**-decimals)
        some = cells.sums.taken(np.array([1, 2]))
        rounded, plain = sum_laws(some, cells.rules), sum_laws(some, replace(cells.rules, decimals=None))
        assert bool(np.array_equal(rounded.added, plain.added)) == alike
        steps = rounded.added * 10.0**decimals
        assert alike or steps == pytest.approx(np.round(steps), abs=1e-9)
    assert NoiseRules(cells.rules.settings, cells.rules.parts).half == 0


def test_what_is_no_whole_number_is_rounded_as_a_sum() -> None:
    by = method(1)
    raw = ckm.tabulate(records([3]), SUMS, contributors=3)
    cells = SumTables(records([3]), [raw], by, USUAL).cells(Measure("count", "v"))
    some = cells.sums.taken(np.array([1]))
    odd = replace(some, x=some.x + 0.3)
    laws = sum_laws(odd, replace(cells.rules, whole=False))
    assert laws.published == pytest.approx(np.round(laws.published), abs=1e-9)
    assert replace(cells.rules, whole=False).half == 0
