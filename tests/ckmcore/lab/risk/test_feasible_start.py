"""A solution without originals: within all bounds, each figure the sum of its parts, also where cells are hidden."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.base.texts import Texts
from ckmcore.lab.risk.attack import Reading
from ckmcore.lab.risk.feasible_start import feasible_start
from ckmcore.lab.risk.identical_cells import Evidence
from ckmcore.lab.risk.intruder_knowledge import Limit
from ckmcore.lab.risk.linked_tables import attack_published
from ckmcore.lab.risk.propagation import Bounds, Propagation
from ckmcore.lab.risk.publication import Publication
from ckmcore.lab.risk.relations import LinkedRelations, linked_relations
from ckmcore.methods.method import Method
from ckmcore.microdata.data import Microdata
from ckmcore.microdata.hierarchy import Hierarchy
from ckmcore.tabulate.spec import TableSpec
from tests.kit.examples import examples


def people(size: int, categories: int, seed: int) -> Microdata:
    draw = np.random.default_rng(seed)
    frame = pd.DataFrame({name: [f"{at:02}" for at in draw.integers(0, categories, size)] for name in "ABC"})
    frame["L"] = frame["A"] + frame["B"]
    frame["key"] = [f"0.{key:09d}" for key in draw.integers(0, 10**9, size)]
    data = Microdata.from_pandas(frame, ["A", "B", "C", "L"], record_key="key")
    tree = [
        line
        for one in sorted(set(frame["A"]))
        for line in [(one, 0), *((code, 1) for code in sorted(set(frame["L"])) if code[:2] == one)]
    ]
    return data.with_hierarchy("L", Hierarchy.from_depths(tree))


def read(data: Microdata, tables: list[tuple[str, ...]], method: Method) -> tuple[LinkedRelations, Bounds, Evidence]:
    """The relations of some tables, what their published figures leave open, and what they say of one another."""
    raws = [ckm.tabulate(data, TableSpec(rows=table)) for table in tables]
    linked = linked_relations(data, [(raw.spec, ((),)) for raw in raws])
    reading = Reading.of(linked.relations.count)
    for raw, places in zip(raws, linked.places, strict=True):
        reading.add_table(method.protect(raw), places, method, "zero_rule", False, None, {(): [None]}, "same")
    return linked, reading.open, reading.evidence(linked.relations, linked.grid)


METHODS: list[Method] = [ckm.Rounding(5), ckm.CellKeyMethod(ckm.design_ptable(D=2, V=1, js=0))]


@settings(max_examples=examples(20))
@given(
    st.integers(10, 300),
    st.integers(2, 4),
    st.integers(0, 99),
    st.sampled_from([[("A", "B")], [("A", "B", "C")], [("A", "B"), ("B", "C"), ("A", "C")], [("L", "C")]]),
    st.sampled_from(METHODS),
)
def test_what_is_found_keeps_all_bounds_and_sums(
    size: int, categories: int, seed: int, tables: list[tuple[str, ...]], method: Method
) -> None:
    linked, given_bounds, evidence = read(people(size, categories, seed), tables, method)
    assert linked.grid is not None
    narrowed = Propagation(linked.relations)(given_bounds, evidence=evidence)
    found = feasible_start(linked.grid, given_bounds, narrowed, Limit(), evidence)
    if found is None:  # a search may miss what is there
        return
    assert (found >= narrowed.low).all()
    assert (found <= narrowed.high).all()
    assert evidence.holds(found)
    relations = linked.relations
    for total, (begin, end) in zip(relations.totals.tolist(), pairwise(relations.starts.tolist()), strict=True):
        assert found[total] == found[relations.parts[begin:end]].sum()


@pytest.mark.parametrize("method", METHODS, ids=["rounding", "cell key"])
@pytest.mark.parametrize("tables", [[("A", "B", "C")], [("A", "B"), ("B", "C"), ("A", "C")]])
def test_three_dimensions_have_a_solution_soon(method: Method, tables: list[tuple[str, ...]]) -> None:
    linked, given_bounds, evidence = read(people(3000, 12, 1), tables, method)
    assert linked.grid is not None
    narrowed = Propagation(linked.relations)(given_bounds, evidence=evidence)
    assert feasible_start(linked.grid, given_bounds, narrowed, Limit(), evidence) is not None


@pytest.mark.thorough
def test_figures_that_cannot_be_have_none() -> None:
    linked, given_bounds, evidence = read(people(50, 2, 1), [("A",)], METHODS[0])
    assert linked.grid is not None
    low = given_bounds.low.copy()
    low[0] = 10_000
    impossible = Bounds(low, np.maximum(given_bounds.high, low))
    assert feasible_start(linked.grid, impossible, impossible, Limit(), evidence) is None


def test_a_large_table_is_attacked_without_its_originals() -> None:
    data = people(3000, 11, 2)
    raw = ckm.tabulate(data, TableSpec(rows=["A"], columns=["B"], layers=["C"]))
    table = METHODS[1].protect(raw)
    found = attack_published([Publication(Texts(), table, METHODS[1])], data, sample_cells=30)
    assert found.sampled is not None
    assert bool(found.known.exact[found.sampled].all())
    counts, places = raw.blocks[0].counts, found.tables[0].table.places[()][0]
    assert (found.known.low[places] <= counts).all()
    assert (counts <= found.known.high[places]).all()
