"""Tables drawn at random: different ones, none too large, the same for the same seed."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.errors import CkmError
from ckmcore.lab.quality.random_tables import random_tables
from ckmcore.microdata.data import Microdata, UnknownVariable
from ckmcore.microdata.hierarchy import Hierarchy
from ckmcore.microdata.households import counting_households
from ckmcore.tabulate.tabulate import plan_table
from tests.kit.fails import fails, raise_unless


def data_of(households: bool = False) -> Microdata:
    draw = np.random.default_rng(1)
    frame = pd.DataFrame({name: draw.choice(list(codes), 60) for name, codes in (("A", "pqrs"), ("B", "mw"))})
    frame["L"] = draw.choice(["11", "12", "2"], 60)
    frame["C"], frame["ONE"] = draw.choice(list("abcdefghij"), 60), "x"
    frame["key"] = [f"0.{key:06d}" for key in draw.integers(0, 10**6, 60)]
    data = Microdata.from_pandas(frame, ["A", "B", "L", "C", "ONE"], record_key="key")
    data = data.with_hierarchy("L", Hierarchy.from_depths([("1", 0), ("11", 1), ("12", 1), ("2", 0)]))
    if households:
        home = frame["A"] + frame["L"]  # all of a household have the same A and L
        return counting_households(data, home.tolist(), any_member=["B", "C"])
    return data


@given(st.integers(0, 1000), st.integers(1, 12), st.integers(1, 4), st.integers(30, 500))
def test_tables_are_different_and_not_too_large(seed: int, number: int, widest: int, most: int) -> None:
    data = data_of()
    try:
        found = random_tables(data, number, seed, most_cells=most, widest=widest)
    except CkmError as error:
        raise_unless(error, "too_few_tables")
        return
    check(data, found, number, most, widest)
    assert found == random_tables(data, number, seed, most_cells=most, widest=widest)


def check(data: Microdata, found: tuple[ckm.TableSpec, ...], number: int, most: int, widest: int) -> None:
    assert len(found) == number
    assert len({frozenset((level.variable, level.depths) for level in levels_of(spec)) for spec in found}) == number
    assert all(plan_table(data, spec).cells <= most for spec in found)
    assert all(1 <= len(spec.variables) <= widest for spec in found)
    assert not any("ONE" in spec.variables for spec in found)


def levels_of(spec: ckm.TableSpec) -> list[ckm.Level]:
    return [level for axis in (spec.rows, spec.columns) for block in axis for level in block.levels]


def test_every_width_and_every_level_of_a_hierarchy_is_drawn() -> None:
    found = random_tables(data_of(), 25, 7)
    widths = Counter(len(spec.variables) for spec in found)
    assert set(widths) == {1, 2, 3}
    depths = {level.depths for spec in found for level in levels_of(spec) if level.variable == "L"}
    assert depths == {(), (0,), (1,)}
    assert all(len(spec.rows[0].levels) - len(spec.columns[0].levels) in (0, 1) for spec in found)


def test_other_seeds_draw_other_tables_and_variables_can_be_named() -> None:
    data = data_of()
    assert random_tables(data, 5, 1) != random_tables(data, 5, 2)
    named = random_tables(data, 3, 1, variables=["A", "B"])
    assert {name for spec in named for name in spec.variables} == {"A", "B"}
    with pytest.raises(UnknownVariable):
        random_tables(data, 1, variables=["Q"])


def test_more_tables_than_there_are_are_refused_with_their_number() -> None:
    with fails("too_few_tables") as refused:
        random_tables(data_of(), 4, variables=["A", "B"])
    assert refused.value.fields["found"] == 3  # A, B, and A x B
    assert "fanden sich nur 3" in refused.value.text("de")
    with fails("too_few_tables") as refused:
        random_tables(data_of(), 60)
    assert refused.value.fields["found"] == 6 + 12 + 10  # L is shown in three ways
    with fails("too_few_tables") as refused:
        random_tables(data_of(), 1, variables=["ONE"])
    assert refused.value.fields["found"] == 0


def test_variables_that_differ_within_households_are_left_aside() -> None:
    found = random_tables(data_of(households=True), 6, 3)
    assert {name for spec in found for name in spec.variables} == {"A", "L"}


@pytest.mark.parametrize("wrong", [{"number": 0}, {"seed": -1}, {"most_cells": 1}, {"widest": 0}])
def test_settings_out_of_range_are_refused(wrong: dict[str, int]) -> None:
    with fails("setting_range") as refused:
        random_tables(data_of(), **{"number": 1, **wrong})
    assert str(next(iter(wrong.values())))[-1] in refused.value.text("de")
