"""Several periods: the figure of the design, runs of unchanged counts, kept and new keys, and what is refused."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.lab.risk.lattice import Law, fresh_right
from ckmcore.lab.risk.periods import periods_risk, unchanged_chance
from ckmcore.microdata.data import Microdata
from ckmcore.tabulate.raw import RawTable
from ckmcore.tabulate.spec import TableSpec
from tests.kit.fails import fails

METHOD = ckm.CellKeyMethod(ckm.design_ptable(D=2, V=2, js=0))


def iid(times: int) -> float:
    """How often so many figures of a count in the last row give it away."""
    return fresh_right(Law.of(METHOD.ptable, 9), times)


def month(counts: dict[str, int], seed: int) -> RawTable:
    """A month with so many records of each category; keys drawn by the seed, in the order of the records."""
    frame = pd.DataFrame({"A": [code for code, count in counts.items() for _ in range(count)]})
    keys = {code: np.random.default_rng([seed, number]) for number, code in enumerate(counts)}
    frame["key"] = [f"0.{keys[code].integers(0, 10**9):09d}" for code in frame["A"]]
    return ckm.tabulate(Microdata.from_pandas(frame, ["A"], record_key="key"), TableSpec(rows=["A"]))


def test_twelve_months_of_new_noise_give_an_unchanged_count_away() -> None:
    assert unchanged_chance(METHOD, 9, 12, new_keys=True) == iid(12) > 0.8
    assert unchanged_chance(METHOD, 9, 12, new_keys=False) == iid(1)
    found = periods_risk([month({"x": 9, "y": 8}, seed) for seed in range(12)], METHOD)
    (run,) = found.runs
    assert (run.periods, run.cells) == (12, 3)
    assert run.new_keys == pytest.approx(iid(12))
    assert run.own_keys == pytest.approx(run.new_keys)


def test_kept_keys_of_the_same_records_give_nothing_away() -> None:
    found = periods_risk([month({"x": 9, "y": 8}, 1) for _ in range(12)], METHOD)
    assert found.largest_new_keys == pytest.approx(iid(12))
    assert found.largest_own_keys == pytest.approx(iid(1))
    assert found.cells == 3


def test_only_the_longest_run_of_an_unchanged_count_is_averaged() -> None:
    counts = [9, 8, 8, 8, 9, 9]
    found = periods_risk([month({"x": count, "y": 10 * at + 20}, at) for at, count in enumerate(counts)], METHOD)
    assert {run.periods: run.cells for run in found.runs} == {1: 2, 3: 1}
    assert found.largest_new_keys == pytest.approx(iid(3))


def test_empty_and_exempt_cells_are_left_out() -> None:
    months = [month({"x": 5, "y": 3}, seed) for seed in range(2)]
    exempt = np.array([True, False, False])
    official = [replace(one, blocks=(replace(one.blocks[0], exempt=exempt),), parts={}) for one in months]
    assert periods_risk(official, METHOD).cells == 2
    none = [replace(one, blocks=(replace(one.blocks[0], counts=np.array([5, 5, 0])),), parts={}) for one in months]
    assert periods_risk(none, METHOD).cells == 2


def test_without_keys_every_period_counts() -> None:
    months = [month({"x": 5}, 1) for _ in range(4)]
    bare = [replace(one, blocks=(replace(one.blocks[0], key_sums=None),), parts={}) for one in months]
    assert periods_risk(bare, METHOD).largest_own_keys == pytest.approx(iid(4))


def test_one_period_other_lines_tables_without_counts_and_without_noise_are_refused() -> None:
    one, other = month({"x": 5, "y": 3}, 1), month({"x": 5, "z": 3}, 1)
    with fails("periods_need_tables"):
        periods_risk([one], METHOD)
    with fails("periods_differ") as refused:
        periods_risk([one, one, other], METHOD)
    assert refused.value.fields == {"first": 1, "second": 3}
    share = replace(one, spec=TableSpec(rows=["A"], values=[ckm.Value("share", base="total")]))
    with fails("attack_needs_counts"):
        periods_risk([share, share], METHOD)
    with fails("averaging_needs_noise"):
        periods_risk([one, one], ckm.Rounding(5))


def test_the_words_say_nothing_of_figures() -> None:
    found = periods_risk([month({"x": 5}, 1), month({"x": 5}, 2)], METHOD)
    assert repr(found) == "PeriodsRisk(2 periods, confidential)"
    assert repr(found.runs[0]) == "Unchanged(2 periods, confidential)"
