"""Steps within one table that leave all others as they are: their witnesses lie within the true intervals."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.lab.risk.attack import Reading
from ckmcore.lab.risk.intruder_knowledge import IntruderKnowledge, Limit
from ckmcore.lab.risk.linked_tables import attack_tables
from ckmcore.lab.risk.propagation import Propagation
from ckmcore.lab.risk.relations import linked_relations
from ckmcore.lab.risk.single_table import single_table_searched
from ckmcore.tabulate.spec import Level, TableSpec
from tests.kit.brute_force import microdata
from tests.kit.examples import examples

COUNTS = st.lists(st.integers(0, 6), min_size=8, max_size=8).filter(lambda found: all(_there(found)))
LAYOUTS = st.sampled_from(
    [
        (TableSpec(rows=["A"], columns=["B"]), TableSpec(rows=["A"], columns=["C"])),
        (TableSpec(rows=["A"], columns=["B"]), TableSpec(rows=["C"])),
        (TableSpec(rows=[Level("A", total="off")], columns=["B"]), TableSpec(rows=["B"], columns=["C"])),
        (TableSpec(rows=["A"], columns=["B"]), TableSpec(rows=["C"], filters=[ckm.Condition("A", ("a0",))])),
    ]
)


def _there(found: list[int]) -> list[bool]:
    """Whether each category of three variables with two each has a record."""
    cube = np.array(found).reshape(2, 2, 2)
    return [bool(np.take(cube, place, axis).sum()) for axis in range(3) for place in range(2)]


@pytest.mark.thorough
@settings(max_examples=examples(30), deadline=None)
@given(COUNTS, LAYOUTS)
def test_witnesses_lie_within_the_exact_intervals_of_all_tables(
    counts: list[int], layout: tuple[TableSpec, TableSpec]
) -> None:
    names = [(f"a{at // 4}", f"b{at // 2 % 2}", f"c{at % 2}") for at in range(8)]
    data = microdata(dict(zip(names, counts, strict=True)), ["A", "B", "C"])
    raws = [ckm.tabulate(data, spec) for spec in layout]
    method = ckm.Rounding(5)
    exact = attack_tables(raws, data, method, hidden_too=True)
    tables = [(spec, ((),)) for spec in layout]
    linked = linked_relations(data, tables, most_joint=0)
    assert linked.grid is None
    reading = Reading.of(linked.relations.count)
    for raw, places in zip(raws, linked.places, strict=True):
        reading.add_table(method.protect(raw), places, method, "zero_rule", True, raw, {(): [None]}, "same")
    solution = reading.originals
    if (solution < 0).any():
        return
    evidence = reading.evidence(linked.relations, None)
    known = IntruderKnowledge.from_solution(Propagation(linked.relations)(reading.open, evidence=evidence), solution)
    single_table_searched(data, tables, linked, known, solution, reading.cells, Limit(), lambda share: None, evidence)
    for number in range(2):
        for figure, true in zip(
            linked.places[number][()][0].ravel().tolist(),
            exact.linked.places[number][()][0].ravel().tolist(),
            strict=True,
        ):
            assert exact.known.low[true] <= known.least[figure] <= solution[figure]
            assert solution[figure] <= known.most[figure] <= exact.known.high[true]


def test_steps_show_that_cells_of_tables_without_a_common_grid_are_open() -> None:
    names = [(f"a{at // 4}", f"b{at // 2 % 2}", f"c{at % 2}") for at in range(8)]
    data = microdata(dict.fromkeys(names, 5), ["A", "B", "C"])
    layout = [TableSpec(rows=["A"], columns=["B"]), TableSpec(rows=["C"])]
    raws = [ckm.tabulate(data, spec) for spec in layout]
    method = ckm.Rounding(10)
    tables = [(spec, ((),)) for spec in layout]
    linked = linked_relations(data, tables, most_joint=0)
    reading = Reading.of(linked.relations.count)
    for raw, places in zip(raws, linked.places, strict=True):
        reading.add_table(method.protect(raw), places, method, "zero_rule", False, raw, {(): [None]}, "same")
    evidence = reading.evidence(linked.relations, None)
    known = IntruderKnowledge.from_solution(Propagation(linked.relations)(reading.open), reading.originals)
    before = int(known.undecided.sum())
    single_table_searched(
        data, tables, linked, known, reading.originals, reading.cells, Limit(), lambda share: None, evidence
    )
    inner = linked.places[0][()][0][1:, 1:].ravel()
    assert (known.least[inner] < known.most[inner]).all()
    assert int(known.undecided.sum()) < before
