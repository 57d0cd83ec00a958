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
from ckmcore.methods.magnitude_settings import MagnitudeSettings, Scaling
from ckmcore.methods.magnitudes import MagnitudeCellKeyMethod
from ckmcore.microdata.data import Microdata, NumberColumn
from ckmcore.ptable.magnitudes import design_magnitudes, permute
from ckmcore.risk.sum_floor import SumLimits
from ckmcore.risk.sum_publications import SumAddress, averaged_away, exact_growth, exact_ratios, single_sums
from ckmcore.tabulate.spec import Measure, TableSpec, Value
from tests.examples import examples

LARGE = permute(design_magnitudes(5, 2, icat=(1, 3, 5), step=4), 50, seed=3)
COUNTS = ckm.design_ptable(D=2, V=1)
MODULUS = 10**9
SPEC = TableSpec(rows=["A"], columns=["B"], values=(Value("sum", magnitude="m"), Value("sum", magnitude="w")))
FLEX = Scaling(0.3, 0.03, 1000, 3)


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


@settings(max_examples=examples(8), deadline=None)
@given(st.integers(0, 10_000), st.sampled_from([method(), method(FLEX), method(own=True), method(FLEX, own=True)]))
def test_ratios_are_called_exact_just_where_the_published_ones_are(seed: int, made: MagnitudeCellKeyMethod) -> None:
    data = data_of(seed)
    singles = single_sums(data, [SPEC], made)
    shown = published(data, made)
    pairs = exact_ratios(singles, made, data.period, MODULUS)
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
            and (other := address.of(Measure("count", "w"))) in singles
            and abs(Fraction(*shown[address][::-1]) - Fraction(*shown[other][::-1])) < Fraction(1, 10**7)
            and shown[address][1] not in (0, shown[address][0])
        }
        assert exact <= {one.codes for one, _ in pairs}
    else:
        assert pairs == []


@settings(max_examples=examples(8), deadline=None)
@given(st.integers(0, 10_000), st.booleans(), st.sampled_from(["level", "flow"]))
def test_growth_is_called_exact_where_the_same_unit_keeps_its_key(seed: int, own: bool, nature: str) -> None:
    made = method(own=own, nature=nature)
    then, now = data_of(seed, period="2024"), data_of(seed, period="2025")
    grown = {name: replace(one, values=(one.values * 11) // 10) for name, one in now.magnitudes.items()}
    now = replace(now, magnitudes=grown, cache={})
    before, after = (single_sums(one, [SPEC], made) for one in (then, now))
    found = exact_growth(after, before, made)
    if own and nature == "flow":
        assert found == []
        return
    assert set(found) == set(after)
    shown = published(then, made), published(now, made)
    for address in found:
        (x, a), (y, b) = (one[address] for one in shown)
        if a and b:
            assert abs(a * y - b * x) <= x + y
    strangers = single_sums(data_of(seed, period="2025", keys=2), [SPEC], made)
    assert exact_growth(strangers, before, made) == []


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
