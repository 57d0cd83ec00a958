"""What several publications of sums say of single contributors: exact only where published figures are."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.keys.record_keys import RecordKeys
from ckmcore.lab.risk.sum_floor import SumLimits
from ckmcore.lab.risk.sum_publications import SumAddress, averaged_away, single_sums, told_growth, told_ratios
from ckmcore.methods.magnitude_settings import MagnitudeSettings, Scaling
from ckmcore.methods.magnitudes import MagnitudeCellKeyMethod
from ckmcore.microdata.data import Category, Dimension, Microdata, NumberColumn
from ckmcore.ptable.magnitudes import design_magnitudes, permute
from ckmcore.tabulate.spec import Measure, TableSpec, Value
from tests.kit.examples import examples

LARGE = permute(design_magnitudes(5, 2, icat=(1, 3, 5), step=4), 50, seed=3)
COUNTS = ckm.design_ptable(D=2, V=1)
MODULUS = 10**9
SPEC = TableSpec(rows=["A"], columns=["B"], values=(Value("sum", magnitude="m"), Value("sum", magnitude="w")))
FLEX = Scaling(0.3, 0.03, 1000, 3)
USUAL = SumLimits()


def method(scaling: Scaling = Scaling(0.3), *, own: bool = False, nature: str = "level") -> MagnitudeCellKeyMethod:  # noqa: B008 - frozen
    made = MagnitudeSettings(scaling, nature=nature)  # type: ignore[arg-type]
    return MagnitudeCellKeyMethod(COUNTS, large=LARGE, settings=made, own_key="cd" * 32 if own else "")


def data_of(seed: int, rows: int = 14, period: str = "2025", keys: int = 1) -> Microdata:
    """Few records: many cells have one. Amounts have six decimals, so that rounding hides no ratio."""
    draw = np.random.default_rng(seed)
    frame = pd.DataFrame({"A": draw.choice(list("pqrs"), rows), "B": draw.choice(list("xyz"), rows)})
    data = Microdata.from_pandas(frame, ["A", "B"])
    sums = {name: NumberColumn(name, (draw.lognormal(5, 2, rows) * 10**6).astype(np.int64), 6) for name in ("m", "w")}
    drawn = np.random.default_rng(keys).integers(0, MODULUS, rows).astype(np.uint64)
    data = replace(data, magnitudes=sums, period=period)
    return data.with_record_keys(RecordKeys(drawn, MODULUS, 9, "generated"))


def published(data: Microdata, made: MagnitudeCellKeyMethod) -> dict[SumAddress, tuple[int, int]]:
    """Of each cell with a record the original and the published sum, scaled."""
    raw = ckm.tabulate(data, SPEC, contributors=made.contributors)
    block, found = raw.blocks[0], {}
    for position in np.ndindex(block.shape):
        codes = frozenset(
            (one.name, (str(one.nodes[at].code),)) for one, at in zip(block.dimensions, position, strict=True) if at
        )
        for name in ("m", "w"):
            figure = made.counted(block, weighted=False).published[Measure("count", name)][position]
            found[SumAddress(Measure("count", name), codes)] = (
                int(block.magnitudes[name].sums[position]),
                int(figure),
            )
    return found


@pytest.mark.thorough
@settings(max_examples=examples(8), deadline=None)
@given(st.integers(0, 10_000), st.sampled_from([method(), method(FLEX), method(own=True), method(FLEX, own=True)]))
def test_ratios_are_called_exact_just_where_the_published_ones_are(seed: int, made: MagnitudeCellKeyMethod) -> None:
    data = data_of(seed)
    singles = single_sums(data, [SPEC], made)
    shown = published(data, made)
    told = told_ratios(singles, made, data.period, MODULUS, USUAL)
    pairs = [(one.one, one.other) for one in told if one.exact]
    for one, other in pairs:
        (x, a), (y, b) = shown[one], shown[other]
        # Halves of the last decimal.
        if a and b:
            assert abs(a * y - b * x) <= x + y
    if not made.own_key:
        exact = {
            address.codes
            for address in singles
            if address.measure.magnitude == "m"
            and (other := SumAddress(Measure("count", "w"), address.codes)) in singles
            and abs(Fraction(*shown[address][::-1]) - Fraction(*shown[other][::-1])) < Fraction(1, 10**7)
            and shown[address][1] not in (0, shown[address][0])
        }
        assert exact <= {one.codes for one, _ in pairs}
    else:
        assert told == []


@pytest.mark.thorough
@settings(max_examples=examples(8), deadline=None)
@given(st.integers(0, 10_000), st.booleans(), st.sampled_from(["level", "flow"]))
def test_growth_is_called_exact_where_the_same_unit_keeps_its_key(seed: int, own: bool, nature: str) -> None:
    made = method(own=own, nature=nature)
    then, now = data_of(seed, period="2024"), data_of(seed, period="2025")
    grown = {name: replace(one, values=(one.values * 11) // 10) for name, one in now.magnitudes.items()}
    now = replace(now, magnitudes=grown, cache={})
    before, after = (single_sums(one, [SPEC], made) for one in (then, now))
    found = told_growth(after, before, made, USUAL)
    if own and nature == "flow":
        assert found == []
        return
    assert {one.one for one in found} == set(after)
    assert all(one.exact for one in found)
    shown = published(then, made), published(now, made)
    for one in found:
        (x, a), (y, b) = shown[0][one.other], shown[1][one.one]
        if a and b:
            assert abs(a * y - b * x) <= x + y
    strangers = single_sums(data_of(seed, period="2025", keys=2), [SPEC], made)
    assert told_growth(strangers, before, made, USUAL) == []


def alone(value: int, keys: np.ndarray, period: str) -> Microdata:
    """As many cells of one contributor as there are keys, all with one value."""
    names = tuple(Category.plain(f"{number:04d}") for number in range(len(keys)))
    return Microdata(
        len(keys),
        {"A": Dimension("A", ckm.Texts.same("A"), names)},
        {"A": np.arange(len(keys), dtype=np.uint16)},
        RecordKeys(keys, MODULUS, None, "integer"),
        magnitudes={"m": NumberColumn("m", np.full(len(keys), value * 10**6), 6)},
        period=period,
    )


@pytest.mark.parametrize(("now", "share"), [(1.07, 1.0), (4, 0.5)])
def test_growth_beyond_the_bend_is_told_as_often_as_published_figures_tell_it(now: float, share: float) -> None:
    spec, keys = TableSpec("A", values=ckm.sum_of("m")), np.random.default_rng(6).integers(0, MODULUS, 3000)
    made = method(Scaling(0.3, 0.1, 1000, 6), own=True)
    data = [alone(int(value), keys.astype(np.uint64), year) for value, year in ((5000, "2024"), (5000 * now, "2025"))]
    figures = []
    for one in data:
        block = ckm.tabulate(one, spec, contributors=made.contributors).blocks[0]
        figures.append(made.counted(block, weighted=False).published[Measure("count", "m")][1:].astype(np.float64))
    there = (figures[0] > 0) & (figures[1] > 0)
    exact = (np.abs(figures[1][there] / figures[0][there] / now - 1) < 0.1).mean()
    assert exact >= share
    before, after = (single_sums(one, [spec], made) for one in data)
    found = told_growth(after, before, made, USUAL)
    assert len(found) == len(keys)
    for one in found[:50]:
        assert not one.exact  # m is another one
        assert one.chance == pytest.approx(exact, abs=0.03)


def test_one_contributor_is_recognised_where_one_sum_is_a_part_of_the_other() -> None:
    data, made = data_of(3, rows=3), method()
    parts = TableSpec(rows=["A"], columns=["B"], values=(Value("sum", magnitude="m"),))
    wholes = TableSpec(rows=["A"], values=(Value("sum", magnitude="w"),))
    singles = single_sums(data, [parts, wholes], made)
    told = told_ratios(singles, made, data.period, MODULUS, USUAL)
    assert any(one.one.codes > one.other.codes and one.exact for one in told)
    whole, part = SumAddress(Measure("count", "w"), frozenset({("A", ("p",))})), Measure("count", "m")
    assert whole.may_overlap(SumAddress(part, frozenset({("A", ("p", "q")), ("B", ("x",))})))
    assert not whole.may_overlap(SumAddress(part, frozenset({("A", ("q",))})))
    # The same key by chance: no record is in both, and nobody is told.
    twice = replace(data, record_keys=RecordKeys(np.full(3, 77, dtype=np.uint64), MODULUS, 9, "generated"), cache={})
    for one in told_ratios(single_sums(twice, [parts, wholes], made), made, data.period, MODULUS, USUAL):
        assert one.one.may_overlap(one.other)
    assert "confidential" in repr(told[0])


def test_the_mean_of_several_periods_of_a_flow_comes_near_and_that_of_a_level_not() -> None:
    flow, level = method(Scaling(0.1), own=True, nature="flow"), method(Scaling(0.1), own=True)
    periods = [single_sums(data_of(4, period=str(2020 + year)), [SPEC], flow) for year in range(6)]
    found = averaged_away(periods, flow, SumLimits())
    assert found
    assert {many for _, _, many in found} == {6}
    assert all(chance > 0.5 for _, chance, _ in found)
    assert {address for address, _, _ in found} <= set(periods[0])
    assert averaged_away(periods, level, SumLimits()) == []
    assert averaged_away(periods[:1], flow, SumLimits()) == []
    # Twice as many drawn means say the same of one contributor.
    address, chance, _ = found[0]
    one = periods[0][address]
    draw = np.random.default_rng(1)
    means = draw.choice(one.factors, (60_000, 6), p=one.p / one.p.sum()).mean(axis=1)
    assert (np.abs(means - 1) < 0.1).mean() == pytest.approx(chance, abs=0.01)


def test_nothing_confidential_is_printed() -> None:
    singles = single_sums(data_of(1), [SPEC], method())
    assert singles
    assert all(repr(one) == "SingleSum(confidential)" for one in singles.values())
