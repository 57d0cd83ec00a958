"""Differences of few units: sets of records compared one by one as the oracle, tables that are linked, limits."""

from __future__ import annotations

from itertools import product

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.base.texts import Texts
from ckmcore.errors import Cancelled
from ckmcore.lab.risk.differencing import differences
from ckmcore.lab.risk.publication import Publication
from ckmcore.microdata.data import Microdata
from ckmcore.tabulate.raw import RawTable
from ckmcore.tabulate.spec import Condition, Level, TableSpec
from tests.kit.examples import examples
from tests.kit.fails import fails

METHOD = ckm.Rounding(5)


def known(raws: list[RawTable], method: ckm.Rounding | ckm.CellKeyMethod = METHOD) -> list[Publication]:
    return [Publication(Texts(), method.protect(raw), method, raw=raw) for raw in raws]


def test_a_table_of_all_and_one_of_those_above_a_limit_differ_by_one_person() -> None:
    frame = pd.DataFrame({"age": ["18"] + ["19"] * 6 + ["30"] * 5, "sex": ["m"] * 7 + ["w"] * 5})
    data = Microdata.from_pandas(frame, ["age", "sex"])
    every = ckm.tabulate(data, TableSpec(rows=["sex"]))
    older = ckm.tabulate(data, TableSpec(rows=["sex"], filters=(Condition("age", ("19", "30")),)))
    found = differences(known([every, older]), data)
    assert found.count == 2
    of_men = found.listed[0] if found.listed[0].larger.position == (1,) else found.listed[1]
    assert (of_men.larger.table, of_men.smaller.table) == (0, 1)
    assert (of_men.larger.published, of_men.smaller.published, of_men.published) == (5, 5, 0)
    assert of_men.units == 1
    assert of_men.own is None


def test_those_that_are_left_may_be_a_cell_of_their_own() -> None:
    data = Microdata.from_pandas(pd.DataFrame({"age": ["18"] * 2 + ["19"] * 6}), ["age"])
    raw = ckm.tabulate(data, TableSpec(rows=["age"]))
    assert differences(known([raw]), data).count == 0
    (one,) = differences(known([raw]), data, own_too=True).listed
    assert one.units == 2
    assert one.own is not None
    assert one.own.position == (1,)
    assert one.own.published == 0


def sets_of(data: Microdata, raw: RawTable) -> dict[tuple[int, ...], frozenset[int]]:
    """The records of each cell of a table without filters, by its position."""
    names = [dimension.name for dimension in raw.blocks[0].dimensions]
    found = {}
    for position in product(*(range(len(dimension.nodes)) for dimension in raw.blocks[0].dimensions)):
        met = np.ones(data.rows, dtype=bool)
        for name, place in zip(names, position, strict=True):
            if place:
                met &= data.columns[name] == place - 1
        found[position] = frozenset(np.flatnonzero(met).tolist())
    return found


@settings(max_examples=examples(40))
@given(
    st.lists(st.sampled_from(list(product(range(3), range(2), range(3)))), min_size=1, max_size=14), st.integers(2, 5)
)
def test_all_pairs_of_sets_of_records_are_found(rows: list[tuple[int, int, int]], least_units: int) -> None:
    frame = pd.DataFrame([[f"{name}{code}" for name, code in zip("ABC", row, strict=True)] for row in rows])
    frame.columns = pd.Index(list("ABC"))
    data = Microdata.from_pandas(frame, list("ABC"))
    raws = [ckm.tabulate(data, TableSpec(rows=[name], columns=["B"])) for name in "AC"]
    every = {one for raw in raws for one in sets_of(data, raw).values() if one}
    wanted = {
        (len(one), len(other), one - other in every)
        for one, other in product(every, every)
        if other < one and len(one) - len(other) < least_units
    }
    pairs = [
        (one, other) for one, other in product(every, every) if other < one and len(one) - len(other) < least_units
    ]
    found = differences(known(raws), data, least_units=least_units, own_too=True)
    assert found.count == len(pairs)
    sets = [sets_of(data, raw) for raw in raws]
    seen = set()
    for one in found.listed:
        larger, smaller = (sets[place.table][place.position] for place in (one.larger, one.smaller))
        assert smaller < larger
        assert one.units == len(larger) - len(smaller)
        assert (one.own is not None) == (larger - smaller in every)
        if one.own is not None:
            assert sets[one.own.table][one.own.position] == larger - smaller
        seen.add((larger, smaller))
    assert len(seen) == len(pairs)
    assert {(len(one), len(other), one - other in every) for one, other in seen} == wanted
    alone = differences(known(raws), data, least_units=least_units)
    assert alone.count == sum(one - other not in every for one, other in pairs)
    assert [one.units for one in alone.listed] == sorted(one.units for one in alone.listed)


def test_what_is_hidden_or_shows_a_sign_is_no_figure() -> None:
    frame = pd.DataFrame({"age": ["18"] + ["19"] * 6, "sex": ["m"] * 7})
    data = Microdata.from_pandas(frame, ["age", "sex"])
    open_ = ckm.tabulate(data, TableSpec(rows=[Level("age", nodes=("19",))]))
    assert differences(known([open_]), data).count == 1
    hidden = ckm.tabulate(data, TableSpec(rows=[Level("age", nodes=("19",), total="off")]))
    assert differences(known([hidden]), data).count == 0
    keyed = data.with_record_keys(ckm.RecordKeys(np.arange(7, dtype=np.uint32) * 1000, 10**9, 9, "generated"))
    raw = ckm.tabulate(keyed, open_.spec)
    table = ckm.CellKeyMethod(ckm.design_ptable(D=1, V=0.5, js=0), threshold=50)
    assert differences(known([raw], table), keyed).count == 0


def test_the_list_is_cut_and_the_count_is_not() -> None:
    frame = pd.DataFrame({"A": [f"{at}" for at in range(9)] * 2, "B": ["x"] * 9 + ["y"] * 9})
    data = Microdata.from_pandas(frame, ["A", "B"])
    raws = [ckm.tabulate(data, TableSpec(rows=[Level("A")], columns=[Level("B", nodes=("x",))]))]
    found = differences(known(raws), data, most=2)
    assert found.count == 9
    assert len(found.listed) == 2
    assert found.least_units == 3


def test_no_table_a_limit_below_two_and_a_cancelled_job_are_refused() -> None:
    data = Microdata.from_pandas(pd.DataFrame({"A": ["x", "y"]}), ["A"])
    raw = ckm.tabulate(data, TableSpec(rows=["A"]))
    with fails("attack_needs_counts"):
        differences([], data)
    with fails("differencing_least_units") as refused:
        differences(known([raw]), data, least_units=1)
    assert "2" in refused.value.text("de")
    with pytest.raises(Cancelled):
        differences(known([raw]), data, cancelled=lambda: True)
    told: list[float] = []
    differences(known([raw]), data, progress=told.append)
    assert told == sorted(told)


def test_the_words_say_nothing_of_figures() -> None:
    data = Microdata.from_pandas(pd.DataFrame({"A": ["x", "x", "y"]}), ["A"])
    found = differences(known([ckm.tabulate(data, TableSpec(rows=["A"]))]), data, own_too=True)
    assert repr(found) == "Differences(1 tables, confidential)"
    assert {repr(one) for one in found.listed} == {"Difference(confidential)"}
