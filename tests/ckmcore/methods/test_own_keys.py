"""Own keys per magnitude: exact arithmetic, no ratio of single contributors, the same for ever."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.methods.magnitude_settings import MagnitudeSettings, Scaling
from ckmcore.methods.magnitudes import MagnitudeCellKeyMethod, refuse_for_tau_argus
from ckmcore.methods.own_keys import Drawn, correlation, multiplied, new_own_key, own_key_from
from ckmcore.methods.serialization import keep_method, method_text, restored_method, serialize_table, tables_of
from ckmcore.methods.sums import PEERS_METHOD as FORMER
from ckmcore.statistic.model import Statistic
from ckmcore.tabulate.spec import Measure, TableSpec, Value
from ckmcore.tabulate.tabulate import tabulate
from tests.kit.fails import fails

SECRET = own_key_from(b"a secret of thirty bytes or so..")
LARGE = ckm.permute(ckm.design_magnitudes(5, 2, icat=(1, 2, 3, 5), step=2), 50, seed=1)
COUNTS = ckm.design_ptable(D=2, V=1)


def method(own_key: str = SECRET, **settings: Any) -> MagnitudeCellKeyMethod:
    return MagnitudeCellKeyMethod(
        COUNTS, large=LARGE, settings=MagnitudeSettings(Scaling(0.2), **{**FORMER, **settings}), own_key=own_key
    )


def raw_of(period: str = "") -> ckm.RawTable:
    """Forty cells of one contributor each, whose wages are a fifth of the turnover."""
    import pandas as pd

    names = [f"{number:02}" for number in range(40)]
    keys = [f"{(7919 * 7919 * (number + 3)) % 10**9 / 10**9:.9f}" for number in range(40)]
    frame = pd.DataFrame({"A": names, "turnover": 1000.0, "wages": 200.0, "key": keys})
    data = ckm.Microdata.from_pandas(frame, ["A"], "key", magnitudes=["turnover", "wages"])
    values = [Value("sum", magnitude="turnover"), Value("sum", magnitude="wages")]
    return tabulate(replace(data, period=period), TableSpec(rows=["A"], values=values))


def sums_of(method: MagnitudeCellKeyMethod, raw: ckm.RawTable, name: str) -> np.ndarray[Any, Any]:
    return method.examine(raw).blocks[0].magnitudes[Measure("count", name)].published[1:]


@given(st.integers(5, 18), st.integers(0, 10**18 - 1), st.lists(st.integers(0, 10**18 - 1), min_size=1, max_size=5))
def test_a_multiple_of_a_key_is_exact_for_every_modulus(digits: int, factor: int, keys: list[int]) -> None:
    modulus = 10**digits
    given_keys = np.array([key % modulus for key in keys], dtype=np.uint64)
    found = multiplied(given_keys, factor, modulus)
    assert found.tolist() == [key * factor % modulus for key in given_keys.tolist()]


def test_the_ratio_of_a_single_contributor_is_no_longer_that_of_the_originals() -> None:
    raw = raw_of()
    shared, own = method(""), method()
    ratios = [sums_of(one, raw, "wages") / sums_of(one, raw, "turnover") for one in (shared, own)]
    assert ratios[0] == pytest.approx(0.2)
    assert np.count_nonzero(np.abs(ratios[1] - 0.2) < 1e-9) < 12
    assert [one.code for one in shared.warnings(raw)] == ["same_key_two"]
    assert own.warnings(raw) == ()


def test_multipliers_are_prime_to_10_and_stay_the_same_for_ever() -> None:
    found = method().multiplier("turnover", "", 10**9)
    assert found % 2 == 1
    assert found % 5
    assert (found, method().multiplier("wages", "", 10**9)) == (353596439, 79970859)
    assert method("").multiplier("turnover", "", 10**9) == 1


@pytest.mark.thorough
def test_a_magnitude_has_one_key_whatever_else_a_table_shows() -> None:
    settings = MagnitudeSettings(Scaling(0.2))
    several = replace(method(), own=(("wages", settings), ("turnover", settings)))
    other = replace(several, own=several.own[::-1])
    for name in ("wages", "turnover", "age"):
        assert several.multiplier(name, "", 10**9) == other.multiplier(name, "", 10**9)


@pytest.mark.parametrize("digits", [5, 9])
def test_noise_of_two_magnitudes_is_not_correlated_and_that_of_near_multipliers_would_be(digits: int) -> None:
    part, modulus = Drawn(LARGE.parts[0]), 10**digits
    factors = [method().multiplier(name, "", modulus) for name in ("turnover", "wages")]
    assert abs(correlation(part, part, (factors[0], factors[1]), modulus)) <= 0.01
    assert correlation(part, part, (7, 7), modulus) == pytest.approx(1)
    assert abs(correlation(Drawn(COUNTS), part, (1, factors[0]), modulus)) <= 0.01


def test_keys_of_parts_add_up_to_that_of_the_total() -> None:
    raw, own = raw_of(), method()
    keys = own.examine(raw).blocks[0].magnitudes[Measure("count", "wages")].cell_keys
    assert keys is not None
    assert int(keys[0]) == sum(map(int, keys[1:])) % 10**9


def test_a_flow_has_another_key_in_each_period_and_a_level_the_same() -> None:
    level, flow = method(), method(nature="flow")
    first, second = raw_of("2025"), raw_of("2026")
    assert np.array_equal(sums_of(level, first, "wages"), sums_of(level, second, "wages"))
    assert not np.array_equal(sums_of(flow, first, "wages"), sums_of(flow, second, "wages"))
    assert np.array_equal(sums_of(flow, raw_of(), "wages"), sums_of(level, raw_of(), "wages"))


def test_a_statistic_says_the_period_of_its_records() -> None:
    statistic = Statistic("Firms")
    dated = statistic.with_period(replace(statistic.period, date="2026-06-30"))
    import pandas as pd

    data = ckm.Microdata.from_pandas(pd.DataFrame({"A": ["1"]}), ["A"])
    assert (statistic.describe(data).period, dated.describe(data).period) == ("", "2026-06-30")
    assert tabulate(dated.describe(data), TableSpec(rows=["A"])).blocks[0].period == "2026-06-30"


def test_the_secret_is_kept_with_the_method_shown_nowhere_and_absent_in_former_ones() -> None:
    own, former = method(), method("")
    assert "own_key" not in method_text(former)
    assert SECRET in method_text(own)
    assert SECRET not in repr(own)
    tables = {table.content_hash: serialize_table(table) for table in tables_of(own).values()}
    assert restored_method(keep_method(own), tables) == own


@pytest.mark.parametrize("secret", ["abc", "g" * 64, "A" * 64, "0" * 63])
def test_a_secret_that_is_none_is_refused(secret: str) -> None:
    with fails("own_key_faulty"):
        method(secret)


def test_a_new_secret_is_another_one_each_time() -> None:
    assert len({new_own_key() for _ in range(3)}) == 3


def test_rules_of_another_program_know_no_own_keys() -> None:
    with fails("settings_contradict", match="own keys per magnitude are no rule of τ-ARGUS"):
        method(compat="tauargus")


def test_a_method_with_a_rule_of_our_own_is_not_written_for_tau_argus_and_the_rule_is_named() -> None:
    refuse_for_tau_argus(method(""))
    for made, rule in ((method(), "own key per magnitude"), (method("", missing="out"), "without a value stand aside")):
        with fails("not_for_tau_argus", match=rule):
            refuse_for_tau_argus(made)


@pytest.mark.thorough
def test_what_a_level_is_does_not_hang_on_the_flows_beside_it() -> None:
    level, flow = MagnitudeSettings(Scaling(0.2)), MagnitudeSettings(Scaling(0.2), nature="flow")
    alone = replace(method(), own=(("wages", level),))
    beside = replace(method(), own=(("sales", flow), ("turnover", flow), ("wages", level)))
    periods = [str(year) for year in range(2000, 2004)]
    for name in ("wages", "age"):
        assert {beside.multiplier(name, period, 10**5) for period in periods} == {alone.multiplier(name, "", 10**5)}
    assert len({beside.multiplier("sales", period, 10**5) for period in periods}) == len(periods)


def test_two_methods_that_differ_in_sums_alone_treat_counts_alike() -> None:
    first, second = method(), replace(method(), own_key="")
    assert first != second
    assert first.of_counts == second.of_counts == ckm.CellKeyMethod(COUNTS)
    assert replace(first, threshold=3).of_counts == ckm.CellKeyMethod(COUNTS, threshold=3)
