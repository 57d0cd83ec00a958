"""T02: a count by the value of a magnitude discloses what the same count discloses as a category of a column."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import ckmcore as ckm
from ckmcore.lab.risk.attack import Attack, attack
from ckmcore.lab.risk.exact import solved
from ckmcore.lab.risk.intruder_knowledge import IntruderKnowledge, Limit
from ckmcore.lab.risk.linked_tables import attack_tables
from ckmcore.lab.risk.propagation import Bounds, Propagation
from ckmcore.methods.count_noise import UNBOUNDED
from ckmcore.microdata.data import Category, Dimension, Microdata, NumberColumn
from ckmcore.ptable import design_ptable
from ckmcore.tabulate.spec import TOTAL, Condition, TableSpec, Value
from tests.ckmcore.answer_data import data_of
from tests.kit.examples import examples

W19 = design_ptable(D=2, V=1.08, js=1, mono=[True, True, False, True])
METHOD = ckm.CellKeyMethod(W19)
ANSWERS = ("missing", "zero", "amount")
MEANS = {"valid": ("zero", "amount"), "missing": ("missing",), "contributors": ("amount",)}
SETS = ({"missing"}, {"valid"}, {"contributors"}, {"valid", "missing"}, {"valid", "contributors"}, set(MEANS))


def records(seed: int) -> Microdata:
    """A few records in each of twelve regions, and what each says of its magnitude as a variable of its own."""
    chance = np.random.default_rng(seed)
    regions = np.concatenate([np.full(int(chance.integers(1, 5)), at, dtype=np.uint8) for at in range(12)])
    given = [
        ("a", bool(at % 2), None if chance.random() < 0.4 else int(chance.integers(0, 3))) for at in range(len(regions))
    ]
    data = data_of(given, seed, "")
    said = np.array([0 if value is None else 1 if value == 0 else 2 for *_, value in given], dtype=np.uint8)
    more = {
        name: Dimension(name, ckm.Texts.same(name), tuple(map(Category.plain, codes)))
        for name, codes in (("said", ANSWERS), ("region", "abcdefghijkl"))
    }
    columns = {**data.columns, "said": said, "region": regions}
    return replace(data, dimensions={**data.dimensions, **more}, columns=columns, weight=None)


def disclosed(found: Attack) -> set[tuple[tuple[str, ...], str, int]]:
    """Each disclosed cell by its category, what it counts, and the original."""
    cells = set()
    for one in found.disclosed:
        dimensions = found.protected.blocks[one.block].dimensions
        codes = [node.code for node in (d.nodes[at] for d, at in zip(dimensions, one.position, strict=True))]
        value = found.protected.spec.values[one.value]
        kind = value.kind if value.conditions == () else value.conditions[0].codes[0]
        if len(value.conditions) and len(value.conditions[0].codes) > 1:
            kind = "valid"
        cells.add((tuple("" if code is TOTAL else str(code) for code in codes), kind, one.low))
    return cells


@pytest.mark.parametrize("seed", range(examples(24)))
def test_t02_a_value_discloses_what_it_discloses_as_a_condition(seed: int) -> None:
    data, kinds = records(seed), sorted(SETS[seed % len(SETS)])
    asked = [Value("count"), *(Value(kind, magnitude="m") for kind in kinds)]  # type: ignore[arg-type]
    meant = [Value("count"), *(Value("count", conditions=(Condition("said", MEANS[kind]),)) for kind in kinds)]
    as_value = attack(ckm.tabulate(data, TableSpec("region", values=asked)), data, METHOD)
    as_condition = attack(ckm.tabulate(data, TableSpec("region", values=meant)), data, METHOD)
    renamed = {"contributors": "amount"}
    found = {(cell, renamed.get(kind, kind), low) for cell, kind, low in disclosed(as_value)}
    assert found == disclosed(as_condition)
    assert as_value.complete
    assert as_condition.complete


CLASSES = ("0..1", "1..2", "2..3")


def places_disclosed(found: Attack) -> set[tuple[str, int, int]]:
    """Each disclosed cell by what it counts (a class or the number of records), its place and the original."""
    cells = set()
    for one in found.disclosed:
        value = found.protected.spec.values[one.value]
        kind = value.in_class or (value.conditions[0].codes[0] if value.conditions else value.kind)
        cells.add((kind, one.position[0], one.low))
    return cells


@pytest.mark.daily(1)
@pytest.mark.parametrize("kind", ["distribution", "median", "weighted_count"])
def test_t02_classes_medians_and_weights_disclose_what_they_disclose_as_conditions(kind: str) -> None:
    cells = 0
    for seed in range(examples(24)):
        data = records(seed).with_classes("m", "0; 1; 2; 3")
        column = data.magnitudes["m"]
        codes = np.minimum(column.values, 2).astype(np.uint8)
        if column.missing is not None:
            codes[column.missing] = 3
        by_class = Dimension("class", ckm.Texts.same("class"), tuple(map(Category.plain, (*CLASSES, "none"))))
        data = data.with_column(by_class, codes)
        weight = NumberColumn("w", np.full(data.rows, 3, dtype=np.int64), 0)
        data = replace(data, weight=weight if kind == "weighted_count" else None)
        more = [Value("weighted_count")] if kind == "weighted_count" else []
        classes = [Value("distribution", magnitude="m", in_class=one) for one in CLASSES]
        meant = [Value("count", conditions=(Condition("class", (one,)),)) for one in CLASSES]
        asked = [Value("median", magnitude="m")] if kind == "median" else classes
        found = [
            attack(ckm.tabulate(data, TableSpec("region", values=[Value("count"), *values, *more])), data, METHOD)
            for values in (asked, meant)
        ]
        assert places_disclosed(found[0]) == places_disclosed(found[1])
        assert all(one.complete for one in found)
        cells += len(found[0].disclosed)
    assert cells


@pytest.mark.thorough
def test_t02_missing_beside_the_count_discloses_cells_and_never_more_than_all_answers_in_columns() -> None:
    beside = column = 0
    for seed in range(20):
        data = records(seed)
        spec = TableSpec("region", values=[Value("count"), Value("missing", magnitude="m")])
        beside += len(attack(ckm.tabulate(data, spec), data, METHOD).disclosed)
        column += len(attack(ckm.tabulate(data, TableSpec("region", "said")), data, METHOD).disclosed)
    assert 0 < beside <= column


@pytest.mark.thorough
def test_t02_a_count_in_one_table_and_missing_in_another_are_compared() -> None:
    count, missing = TableSpec("region"), TableSpec("region", values=[Value("missing", magnitude="m")])
    together = TableSpec("region", values=[Value("count"), Value("missing", magnitude="m")])
    cells = 0
    for seed in range(12):
        data = records(seed)
        apart = attack_tables([ckm.tabulate(data, one) for one in (count, missing)], data, METHOD)
        whole = attack(ckm.tabulate(data, together), data, METHOD)
        assert sorted(one.cell.low for one in apart.disclosed) == sorted(one.low for one in whole.disclosed)
        cells += len(whole.disclosed)
    assert cells


def test_t02_classes_and_answers_of_one_magnitude_make_up_one_another() -> None:
    data = records(1).with_classes("m", "0; 1; 2; 3")
    classes = ckm.distribution("m", "0; 1; 2; 3")
    values = [Value("count"), *(Value(kind, magnitude="m") for kind in ("valid", "missing", "contributors")), *classes]  # type: ignore[arg-type]
    raw = ckm.tabulate(data, TableSpec("region", values=values))
    found = attack(raw, data, METHOD)
    figures = [found.table.places[value.own_filter][0] for value in values]
    counts = [raw.part(value.own_filter)[0].counts for value in values]
    # Who knows the classes knows how many have a value, and with the missing ones how many there are.
    low = np.zeros(found.table.relations.count, dtype=np.int64)
    high = np.full_like(low, UNBOUNDED)
    for number in (2, *range(4, len(values))):
        low[figures[number]] = high[figures[number]] = counts[number]
    propagation = Propagation(found.table.relations)
    known = IntruderKnowledge.from_solution(propagation(Bounds(low, high)), None)
    wanted = np.zeros(len(low), dtype=bool)
    wanted[figures[0]] = wanted[figures[1]] = True
    solved(propagation, known, wanted, Limit(), lambda share: None)
    for number in (0, 1):
        assert known.low[figures[number]].tolist() == known.high[figures[number]].tolist() == counts[number].tolist()
    assert found.complete
