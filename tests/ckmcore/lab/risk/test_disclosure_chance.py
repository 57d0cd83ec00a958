"""How often keys drawn anew would disclose cells: the exact chance of the design, linked tables, what is refused."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.errors import Cancelled
from ckmcore.lab.risk.disclosure_chance import disclosure_chance
from ckmcore.lab.risk.enumeration import ListedCell, possible_tables
from ckmcore.lab.risk.linked_keys import split
from ckmcore.lab.risk.linked_tables import attack_tables
from ckmcore.methods.keyed_rounding import KeyedRounding
from ckmcore.microdata.data import Microdata, NumberColumn
from ckmcore.tabulate.spec import Condition, Level, TableSpec, Value
from tests.kit.brute_force import microdata, raw_of
from tests.kit.exact_weights import possible_counts
from tests.kit.fails import fails

METHOD = ckm.CellKeyMethod(ckm.design_ptable(D=2, V=1, js=0, compat="R", optim=1))
PAIR = microdata({("x",): 1, ("y",): 1}, ["A"], keys=True)


def disclosed_by_listing(one: int, other: int) -> float:
    """How often the figures of two parts and their total leave one original to a cell: all originals are listed."""
    outcome = split(METHOD, one, other)
    found = 0.0
    for at in np.argwhere(outcome.chances > 0).tolist():
        figures = [
            int(axis[place]) for axis, place in zip((outcome.first, outcome.second, outcome.total), at, strict=True)
        ]
        cells = [
            ListedCell(atoms, np.arange(max(figure - 2, int(figure > 0)), figure + 3), figure)
            for atoms, figure in zip([(0,), (1,), (0, 1)], figures, strict=True)
        ]
        tables = possible_tables(cells, 2)
        if any(len(set(tables[:, list(cell.atoms)].sum(axis=1).tolist())) == 1 for cell in cells):
            found += float(outcome.chances[tuple(at)])
    return found


@pytest.mark.thorough
def test_1_and_1_are_disclosed_as_often_as_the_design_says() -> None:
    found = disclosure_chance([raw_of(PAIR, ["A"])], PAIR, METHOD, repetitions=2000)
    exact = disclosed_by_listing(1, 1)
    assert split(METHOD, 1, 1).disclosed() == pytest.approx(exact)
    assert split(METHOD, 1, 1).disclosed(consistency=False) == pytest.approx(0.01908, abs=5e-6)
    assert found.any.low < exact < found.any.high
    assert found.any.of == 2000
    # All three cells are disclosed, or none.
    assert found.mean == pytest.approx(3 * found.any.found / 2000)
    assert set(found.disclosed.tolist()) == {0, 3}
    assert [one.position for one in found.worst] == [(0,), (1,), (2,)]
    assert {one.chance for one in found.worst} == {found.any.found / 2000}


@pytest.mark.thorough
def test_the_total_may_stand_in_another_table() -> None:
    inner = ckm.tabulate(PAIR, TableSpec(rows=[Level("A", total="off")]))
    alone = disclosure_chance([inner], PAIR, METHOD, repetitions=400)
    assert alone.any.found == 0
    linked = disclosure_chance([inner, raw_of(PAIR, [])], PAIR, METHOD, repetitions=400)
    assert linked.any.found == disclosure_chance([raw_of(PAIR, ["A"])], PAIR, METHOD, repetitions=400).any.found
    assert linked.any.found > 0


@pytest.mark.thorough
def test_a_reader_without_any_parameter_finds_nothing_here() -> None:
    found = disclosure_chance([raw_of(PAIR, ["A"])], PAIR, METHOD, repetitions=500, knowledge="nothing")
    assert found.any.found == 0
    assert found.worst == ()


@pytest.mark.thorough
def test_the_same_seed_gives_the_same_repetitions() -> None:
    raws = [raw_of(PAIR, ["A"])]
    first, again, other = (disclosure_chance(raws, PAIR, METHOD, repetitions=300, seed=seed) for seed in (1, 1, 2))
    assert first.disclosed.tolist() == again.disclosed.tolist()
    assert first.disclosed.tolist() != other.disclosed.tolist()


def people(size: int = 60) -> Microdata:
    draw = np.random.default_rng(3)
    categories = {"A": "xyz", "B": "mw", "C": "pqr"}
    frame = pd.DataFrame({name: draw.choice(list(codes), size) for name, codes in categories.items()})
    frame["key"] = [f"0.{key:09d}" for key in draw.integers(0, 10**9, size)]
    return Microdata.from_pandas(frame, ["A", "B", "C"], record_key="key")


@pytest.mark.thorough
def test_tables_with_filters_and_other_values_are_drawn_as_they_are_protected() -> None:
    data = people()
    spec = TableSpec(
        rows=["A"],
        columns=["B"],
        values=(Value("share", base="total"), Value(), Value(conditions=(Condition("C", ("p",)),))),
    )
    raws = [ckm.tabulate(data, spec), raw_of(data, ["C"], ["B"])]
    found = disclosure_chance(raws, data, METHOD, repetitions=50)
    assert found.cells == attack_tables(raws, data, METHOD).cells
    keyed = disclosure_chance(raws, data, KeyedRounding(3), repetitions=50)
    assert len(keyed.disclosed) == 50


def test_what_cannot_be_repeated_is_refused() -> None:
    raws = [raw_of(PAIR, ["A"])]
    with fails("monte_carlo_repetitions"):
        disclosure_chance(raws, PAIR, METHOD, repetitions=0)
    with fails("monte_carlo_seed"):
        disclosure_chance(raws, PAIR, METHOD, seed=-1)
    with fails("nothing_to_draw"):
        disclosure_chance(raws, PAIR, ckm.Rounding(3))
    with fails("attack_needs_counts"):
        disclosure_chance([], PAIR, METHOD)
    bare = microdata({("x",): 1, ("y",): 1}, ["A"])
    with fails("no_record_keys"):
        disclosure_chance([raw_of(bare, ["A"])], bare, METHOD)
    with pytest.raises(Cancelled):
        disclosure_chance(raws, PAIR, METHOD, cancelled=lambda: True)
    told: list[float] = []
    disclosure_chance(raws, PAIR, METHOD, repetitions=70, progress=told.append)
    assert told == sorted(told)
    assert told[-1] == 1.0


def test_the_words_say_nothing_of_figures() -> None:
    found = disclosure_chance([raw_of(PAIR, ["A"])], PAIR, METHOD, repetitions=3)
    assert repr(found) == "DisclosureChance(3 repetitions of 3 cells, confidential)"


def disclosed_with_weights(weights: tuple[int, int], step: int) -> float:
    """How often the figures of 1 + 1 records and their weighted counts leave one original to a cell: all originals are
    listed, and weights sought in fractions."""
    outcome, found = split(METHOD, 1, 1), 0.0
    cells = {"one": [0], "other": [1], "total": [0, 1]}
    means = {"one": Fraction(weights[0]), "other": Fraction(weights[1]), "total": Fraction(sum(weights), 2)}
    for at in np.argwhere(outcome.chances > 0).tolist():
        axes = zip(cells, (outcome.first, outcome.second, outcome.total), at, strict=True)
        figures = {name: int(axis[place]) for name, axis, place in axes}
        shown = {name: (one, int(one * means[name] / step + Fraction(1, 2)) * step) for name, one in figures.items()}
        ranges = {name: (max(one - 2, int(one > 0)), one + 2) for name, one in figures.items()}
        tables = possible_counts(cells, 2, ranges, shown, step)
        if any(len({sum(table[atom] for atom in inside) for table in tables}) == 1 for inside in cells.values()):
            found += float(outcome.chances[tuple(at)])
    return found


@pytest.mark.daily(1)
@pytest.mark.parametrize("apart", [False, True])
def test_t02_beside_weighted_counts_bounds_find_too_little_and_the_chance_is_not_tested(apart: bool) -> None:
    weights = (300, 1100)
    data = replace(PAIR, weight=NumberColumn("w", np.array(weights, dtype=np.int64), 0))
    values = [Value("count"), Value("weighted_count")]
    specs = [TableSpec("A", values=one) for one in ([values[:1], values[1:]] if apart else [values])]
    found = disclosure_chance([ckm.tabulate(data, one) for one in specs], data, METHOD, repetitions=200)
    plain = disclosure_chance([raw_of(PAIR, ["A"])], PAIR, METHOD, repetitions=200)
    assert (found.disclosed >= plain.disclosed).all()
    assert found.any.high < disclosed_with_weights(weights, 1)
    assert [one.code for one in found.untested] == ["chance_weights"]
    assert plain.untested == ()


def test_t02_the_chance_says_that_negative_weights_are_not_tested() -> None:
    data = replace(PAIR, weight=NumberColumn("w", np.array([-3, 11], dtype=np.int64), 0))
    raw = ckm.tabulate(data, TableSpec("A", values=[Value("count"), Value("weighted_count")]))
    found = disclosure_chance([raw], data, METHOD, repetitions=50)
    assert [one.code for one in found.untested] == ["attack_weights_negative"]
