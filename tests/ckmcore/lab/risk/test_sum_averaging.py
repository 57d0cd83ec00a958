"""What all tables together say of a sum: weighted least squares against the projection on what the tables split."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.lab.risk.sum_averaging import EstimatedSums, estimated_sums
from ckmcore.lab.risk.sum_floor import SumLimits, SumTables, sum_floor
from ckmcore.methods.magnitude_settings import MagnitudeSettings, Scaling
from ckmcore.methods.magnitudes import MagnitudeCellKeyMethod
from ckmcore.methods.own_keys import own_key_from
from ckmcore.methods.primary import PrimaryRules
from ckmcore.methods.sum_law import sum_laws
from ckmcore.ptable.magnitudes import design_magnitudes, permute
from ckmcore.tabulate.spec import Measure, TableSpec, Value
from tests.kit.examples import examples

SUM = (Value("sum", magnitude="m"),)
LARGE = permute(design_magnitudes(5, 2, icat=(1, 3, 5), step=4), 50, seed=3)
COUNTS = ckm.design_ptable(D=3, V=2)
KEEPS: dict[str, Any] = {"least_noise": 0.2, "zero_sign": "key", "primary": PrimaryRules(3, (), 10), "missing": "out"}
LIMITS = SumLimits(minimum_frequency=20)
MANY = 20


def method(scaling: Scaling = Scaling(0.3)) -> MagnitudeCellKeyMethod:  # noqa: B008
    chosen = MagnitudeSettings(scaling, **KEEPS, mean_of="valid", least_contributors=3)
    secret = own_key_from(b"the secret of the test of splits")
    return MagnitudeCellKeyMethod(COUNTS, large=LARGE, settings=chosen, own_key=secret)


def data_of(codes: Any, amounts: Any) -> ckm.Microdata:
    names = [f"S{number}" for number in range(codes.shape[1])]
    frame = pd.DataFrame(codes.astype(str), columns=names)
    keys = [f"{(number * 0.618033988749) % 1:.9f}" for number in range(1, len(codes) + 1)]
    return ckm.Microdata.from_pandas(frame.assign(m=amounts, key=keys), names, "key", magnitudes=["m"])


def estimated(data: ckm.Microdata, specs: list[TableSpec], limits: SumLimits = LIMITS) -> tuple[Any, EstimatedSums]:
    raws = [ckm.tabulate(data, spec, contributors=4) for spec in specs]
    tables = SumTables(data, raws, method(), limits)
    cells = tables.cells(Measure("count", "m"))
    nobody = [
        (one.table, one.conditions, one.number, np.flatnonzero(one.block.magnitudes["m"].contributors == 0))
        for one in cells.segments
    ]
    return cells, estimated_sums(data, raws, cells, nobody, limits.share)


@pytest.mark.thorough
@settings(max_examples=examples(40))
@given(st.integers(0, 2**32 - 1), st.integers(1, 3))
def test_the_variance_is_that_of_the_projection_on_the_records_that_tables_tell_apart(seed: int, splits: int) -> None:
    generator = np.random.default_rng(seed)
    rows = int(generator.integers(3, 25))
    codes = generator.integers(0, 3, (rows, splits))
    amounts = np.ceil(generator.pareto(1.0, rows) * 100)
    data = data_of(codes, amounts)
    specs = [TableSpec(rows=[f"S{number}"], values=SUM) for number in range(splits)]
    if splits > 1:
        specs.append(TableSpec(rows=["S0"], columns=["S1"], values=SUM))
    cells, found = estimated(data, specs)
    # The second way: each published sum adds up some cells of the finest combination that are not known to be empty;
    # equal sets of records are published once, with the same noise.
    atoms = np.stack(np.unravel_index(np.arange(3**splits), (3,) * splits), axis=1)
    pairs = {tuple(row[: min(splits, 2)]) for row in codes.tolist()}
    there = [tuple(row[: min(splits, 2)]) in pairs and row[-1] in codes[:, -1] for row in atoms.tolist()]
    sets: dict[bytes, int] = {}
    rows_of, mine, sd = [], [], []
    for cell in range(len(cells.at)):
        asked = [(int(name[1:]), int(code)) for name, code in cells.place(cell, 0.0).codes if code]
        held = np.all([codes[:, at] == code for at, code in asked] or [np.ones(rows, dtype=bool)], axis=0)
        summed = np.all([atoms[:, at] == code for at, code in asked] or [np.ones(len(atoms), dtype=bool)], axis=0)
        first = sets.setdefault(held.tobytes(), cell)
        rows_of.append((summed & there).astype(float))
        sd.append(float(sum_laws(cells.sums.taken(np.array([cell])), cells.rules).sd[0]))
        mine.append(first)
    same = np.array([rows_of[cell] - rows_of[first] for cell, first in enumerate(mine)])
    _, sizes, right = np.linalg.svd(same, full_matrices=True)
    free = right[int((sizes > 1e-9).sum()) :].T
    once = sorted(set(mine))
    left, sizes, _ = np.linalg.svd(np.array(rows_of)[once] @ free / np.array(sd)[once, None], full_matrices=False)
    kept = left[:, sizes > 1e-9 * sizes[0]]
    projected = dict(zip(once, (kept**2).sum(axis=1) * np.array(sd)[once] ** 2, strict=True))
    assert cells.sensitive.any()
    wanted = np.flatnonzero(cells.sensitive)
    assert found.variance[wanted] == pytest.approx([projected[mine[cell]] for cell in wanted], rel=1e-5)
    assert (found.variance[wanted] <= found.alone[wanted] * (1 + 1e-9)).all()


def halves(splits: int) -> ckm.Microdata:
    """A total of two giants and crumbs that several variables split, each giant apart and with other crumbs."""
    generator = np.random.default_rng(1)
    codes = generator.integers(2, 4, (400, splits))
    codes[:2] = [[0] * splits, [1] * splits]
    amounts = generator.integers(1, 4, 400).astype(float)
    amounts[:2] = 60_000, 9_000
    # In each split another crumb stands beside each giant: else all of these cells hold the same records.
    for number in range(splits):
        codes[2 + 2 * number : 4 + 2 * number, number] = [0, 1]
    return data_of(codes, amounts)


@pytest.mark.thorough
def test_a_total_from_many_splits_gives_its_giant_away_and_from_few_it_does_not() -> None:
    chances = {}
    for splits in (1, 3, MANY):
        data = halves(splits)
        specs = [TableSpec(rows=[f"S{number}"], values=SUM) for number in range(splits)]
        found = sum_floor(data, specs, method(), seconds=20.0)
        chances[splits] = float(np.nanmax(found.cells[0].linked))
        told = [rule for rule in found.rules if rule.sentence.code == "sum_floor_linked"]
        assert bool(told) == (splits == MANY) == bool(found.cells[0].below(SumLimits()).any())
        for rule in told:
            assert rule.rule == "F5"
            assert rule.found == pytest.approx(chances[splits])
            assert rule.cells == len(rule.worst) > 0
    assert chances[1] < chances[3] < 0.5 < chances[MANY]


def test_the_chance_told_is_how_often_drawn_keys_give_the_giant_away() -> None:
    splits, draws = MANY, 4000
    cells, found = estimated(halves(splits), [TableSpec(rows=[f"S{number}"], values=SUM) for number in range(splits)])
    total = float(cells.sums.x.max())
    holds = np.flatnonzero(cells.top[:, 0] == 60_000)
    assert len(holds) == 2 * splits
    # Nearly all of the noise of a split is that of its giants: their cells and the totals are the same observation.
    laws = sum_laws(cells.sums.taken(holds), cells.rules)
    generator = np.random.default_rng(2)
    noise = np.stack([generator.choice(added, draws, p=laws.p) for added in laws.added])
    different = [at for at, cell in enumerate(holds) if cell == holds[0] or cells.sums.x[cell] < total]
    noise = noise[different]
    weight = 1 / laws.sd[different] ** 2
    apart = weight @ noise / weight.sum()
    assert np.std(apart) ** 2 == pytest.approx(float(found.variance[holds].min()), rel=0.15)
    best = holds[np.argmax(found.near[holds])]
    rest = cells.sums.x[best] - cells.top[best, :2].sum()
    hit = float((np.abs(apart + rest) < 6_000).mean())
    assert hit == pytest.approx(float(found.near[best]), abs=0.03)


def test_one_table_of_different_cells_adds_nothing_and_the_same_records_do_not_average() -> None:
    codes = np.repeat(np.arange(2)[:, None], 6, axis=1)
    data = data_of(codes, [900.0, 800.0])
    specs = [TableSpec(rows=[f"S{number}"], values=SUM) for number in range(6)]
    cells, found = estimated(data, specs)
    apart = np.flatnonzero(cells.contributors == 1)
    assert len(apart) == 12
    # Six times the same noise is one observation; only the total adds something.
    single, once = estimated(data, specs[:1])
    assert found.variance[apart] == pytest.approx(np.tile(once.variance[single.contributors == 1], 6), rel=1e-6)
    alone = estimated(data, [replace(specs[0], rows=())])[1]
    assert np.isnan(alone.near).all()


def test_a_giant_that_is_marked_in_its_cell_alone_is_told_by_the_total_less_the_others() -> None:
    # The total has a rest above p % and so no least noise: flexible scaling leaves hardly any noise there.
    codes = np.array([0] + [1 + number % 4 for number in range(400)])[:, None]
    data = data_of(codes, [1e6, *([1000.0] * 400)])
    specs = [TableSpec(rows=["S0"], values=SUM)]
    for scaling, told in ((Scaling(0.3, 0.03, 1000, 3), True), (Scaling(0.3), False)):
        found = sum_floor(data, specs, method(scaling))
        (risks,) = found.cells
        giant = int(np.flatnonzero(risks.cells.contributors == 1)[0])
        assert bool(risks.linked[giant] > 0.5) is told
        # Values that are all the same are open anyway (F9).
        others = [rule.sentence.code for rule in found.rules if rule.rule != "F9"]
        assert others == (["sum_floor_linked"] if told else [])


def test_two_draws_with_a_least_noise_are_exactly_a_half_by_their_lobes() -> None:
    # Golden value of the specification: lobes cancel in half of the cases; a normal law would say .52.
    codes = np.array([[0], *([[1]] * 3)])
    data = data_of(codes, [1e9, 1.0, 1.0, 1.0])
    cells, found = estimated(data, [TableSpec(rows=["S0"], values=SUM)])
    giants = np.flatnonzero(cells.top[:, 0] == 1e9)
    laws = sum_laws(cells.sums.taken(giants), cells.rules)
    both = (laws.added[0][:, None] + laws.added[1][None, :]) / 2
    exact = float(laws.p @ (np.abs(both) < 1e8 * (1 - 1e-9)) @ laws.p)
    assert found.near[giants] == pytest.approx([exact, exact], abs=2e-3)


def test_of_large_tables_a_sum_by_itself_says_what_all_say_where_there_is_one_and_never_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    data = halves(MANY)
    specs = [TableSpec(rows=[f"S{number}"], values=SUM) for number in range(3)]
    every = [estimated(data, specs[:many])[1] for many in (1, 3)]
    monkeypatch.setattr("ckmcore.lab.risk.sum_averaging.MOST_ASKED", 0)
    single = [estimated(data, specs[:many])[1] for many in (1, 3)]
    there = ~np.isnan(every[0].variance)
    assert single[0].variance[there] == pytest.approx(every[0].variance[there], rel=1e-6)
    assert single[0].near[there] == pytest.approx(every[0].near[there], abs=0.02)
    there = ~np.isnan(every[1].variance)
    assert (single[1].variance[there] >= every[1].variance[there] * (1 - 1e-6)).all()
    assert (single[1].variance[there] <= single[1].alone[there]).all()
