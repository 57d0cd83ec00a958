"""Keys add up as counts do: arcs, single sums, whole tables and witnesses, against every key tried."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.lab.risk.attack import attack
from ckmcore.lab.risk.intervals import reader_of
from ckmcore.lab.risk.tableau import possible_keys
from ckmcore.methods.key_intervals import RoundingArcs, TableArcs, added, common, meet, mirrored, shifted, united
from ckmcore.methods.keyed_rounding import KeyedRounding
from ckmcore.microdata.data import Microdata
from ckmcore.ptable import design_ptable
from ckmcore.ptable.model.shuffle import shuffle
from ckmcore.ptable.model.table import from_rows
from ckmcore.tabulate.spec import TableSpec
from tests.kit.brute_force import raw_of
from tests.kit.examples import examples

UNIT = 12
ARCS = st.lists(st.tuples(st.integers(0, UNIT - 1), st.integers(1, UNIT)), max_size=3).map(
    lambda found: united([(begin, begin + length) for begin, length in found], UNIT)
)


def points(arcs: tuple[tuple[int, int], ...]) -> set[Fraction]:
    """Keys in halves of the unit: what is half open is told by them."""
    return {Fraction(at, 2) for begin, end in arcs for at in range(2 * begin, 2 * end)}


@given(ARCS, ARCS, st.integers(-30, 30))
def test_arcs_add_meet_and_turn_as_their_keys_do(one: tuple, other: tuple, by: int) -> None:
    unit = Fraction(UNIT)
    sums = {(a + b) % unit for a in points(one) for b in points(other)}
    assert points(added(one, other, UNIT)) >= sums
    # A sum of two half-open arcs has no point that halves do not come near.
    assert points(added(one, other, UNIT)) <= sums | {(one + Fraction(1, 2)) % unit for one in sums}
    assert meet(one, other) == bool(points(one) & points(other))
    assert points(common(one, other)) == points(one) & points(other)
    assert points(shifted(one, by, UNIT)) == {(key + by) % unit for key in points(one)}
    assert points(mirrored(mirrored(one, UNIT), UNIT)) == points(one)


def test_the_arcs_of_a_table_are_its_intervals_and_of_signs_all_that_they_stand_for() -> None:
    table = TableArcs(design_ptable(D=2, V=1.08, js=1, mono=[True, True, False, True]))
    begin, end = table.arcs(1, 0, 0)[0]
    assert begin == 0
    assert end / table.unit == pytest.approx(0.51333333)
    assert table.arcs(1, 1, 1) == ()
    assert table.arcs(1, 0, 2)[0][1] / table.unit == pytest.approx(0.97333333)
    assert table.arcs(1, 0, 9) == ((0, table.unit),)


def test_the_arcs_of_rounding_by_the_key_are_those_that_draw_it() -> None:
    arcs = RoundingArcs(3)
    assert arcs.arcs(1, 3, 3) == ((0, 1),)
    assert arcs.arcs(1, 0, 0) == ((1, 3),)
    assert arcs.arcs(3, 3, 3) == ((0, 3),)
    assert arcs.arcs(4, 0, 0) == ()


# Every key is a multiple of an eighth: bounds are multiples of a quarter, so that halves of them are enough to try.
QUARTERS = from_rows(
    [
        [(0, 1.0, Fraction(1))],
        [(0, 0.25, Fraction(1, 4)), (1, 0.5, Fraction(3, 4)), (2, 0.25, Fraction(1))],
        [(1, 0.25, Fraction(1, 4)), (3, 0.25, Fraction(1, 2)), (2, 0.5, Fraction(1))],
    ]
)


def published(count: int, key: int) -> int:
    """What QUARTERS publishes for a key in eighths."""
    if not count:
        return 0
    row = QUARTERS.exact_bounds[int(QUARTERS.offsets[min(count, 2)]) : int(QUARTERS.offsets[min(count, 2) + 1])]
    noise = QUARTERS.noise[int(QUARTERS.offsets[min(count, 2)]) :]
    return count + int(noise[next(at for at, bound in enumerate(row) if Fraction(key, 8) < bound)])


@pytest.mark.thorough
@settings(max_examples=examples(25))
@given(st.lists(st.integers(0, 2), min_size=4, max_size=4), st.integers(0, 10**6))
def test_what_is_left_of_a_small_table_are_the_originals_that_have_keys(counts: list[int], seed: int) -> None:
    if not any(counts):
        return
    draw = np.random.default_rng(seed)
    codes = [("a0", "b0"), ("a0", "b1"), ("a1", "b0"), ("a1", "b1")]
    rows = [code for code, count in zip(codes, counts, strict=True) for _ in range(count)]
    frame = pd.DataFrame(rows, columns=["A", "B"])
    for name, values in (("A", ["a0", "a1"]), ("B", ["b0", "b1"])):
        frame[name] = pd.Categorical(frame[name], categories=values)
    frame["K"] = [f"0.{125 * int(key):03d}" for key in draw.integers(0, 8, len(frame))]
    data = Microdata.from_pandas(frame, ["A", "B"], record_key="K")
    raw = raw_of(data, ["A"], ["B"])
    method = ckm.CellKeyMethod(QUARTERS)
    figures = method.protect(raw).blocks[0].figures[0]
    found = attack(raw, data, method, knowledge="tableau")
    assert found.complete
    cells = [
        ([0, 1, 2, 3], figures[0, 0]),
        *[([at], figures[1 + at // 2, 1 + at % 2]) for at in range(4)],
        ([0, 1], figures[1, 0]),
        ([2, 3], figures[2, 0]),
        ([0, 2], figures[0, 1]),
        ([1, 3], figures[0, 2]),
    ]
    possible = []
    for table in product(range(4), repeat=4):
        if any(abs(sum(table[at] for at in inside) - shown) > 1 for inside, shown in cells):
            continue
        filled = [at for at in range(4) if table[at]]
        for keys in product(range(8), repeat=len(filled)):
            key = dict(zip(filled, keys, strict=True))
            if all(
                published(sum(table[at] for at in inside), sum(key.get(at, 0) for at in inside) % 8) == shown
                for inside, shown in cells
            ):
                possible.append(table)
                break
    places = found.table.places[()][0]
    for position, inside in (((0, 0), [0, 1, 2, 3]), ((1, 1), [0]), ((1, 2), [1]), ((2, 1), [2]), ((1, 0), [0, 1])):
        sums = [sum(table[at] for at in inside) for table in possible]
        figure = int(places[position])
        # Keys between the eighths may make more possible, never less.
        assert found.known.low[figure] <= min(sums)
        assert found.known.high[figure] >= max(sums)
        assert raw.blocks[0].counts[position] in range(int(found.known.low[figure]), int(found.known.high[figure]) + 1)


def test_keys_that_cannot_add_up_are_impossible_and_those_that_can_are_checked_exactly() -> None:
    # W19: 1 + 1 = 2 never shows 2 2 | 4 (claims.md, B03).
    table = TableArcs(design_ptable(D=2, V=1.08, js=1, mono=[True, True, False, True]))
    parts = ((0,), table.arcs(1, 2, 2)), ((1,), table.arcs(1, 2, 2))
    assert possible_keys((*parts, ((0, 1), table.arcs(2, 4, 4))), (0, 1), table.unit) == "impossible"
    assert possible_keys((*parts, ((0, 1), table.arcs(2, 3, 3))), (0, 1), table.unit) == "possible"
    short = ((0, 1),)
    cells = (((0,), short), ((1,), short), ((0, 1), ((5, 6),)))
    assert possible_keys(cells, (0, 1), 10**9) == "undecided"


@pytest.mark.parametrize("ordered", [True, False])
def test_what_is_proven_of_larger_tables_holds_for_the_originals_and_their_witnesses_for_sums(ordered: bool) -> None:
    draw = np.random.default_rng(5)
    frame = pd.DataFrame({"A": draw.integers(0, 12, 90).astype(str), "B": draw.choice(list("xyz"), 90)})
    frame["K"] = [f"0.{key:08d}" for key in draw.integers(0, 10**8, 90)]
    data = Microdata.from_pandas(frame, ["A", "B"], record_key="K")
    raw = raw_of(data, ["A"], ["B"])
    ptable = design_ptable(D=2, V=1, js=0)
    method = ckm.CellKeyMethod(ptable if ordered else shuffle(ptable, 0.05))
    found = attack(raw, data, method, knowledge="tableau", seconds=20)
    places, counts = found.table.places[()][0], raw.blocks[0].counts
    known = found.known
    assert (known.low[places] <= counts).all()
    assert (counts <= known.high[places]).all()
    table = attack(raw, data, method, knowledge="table")
    assert (known.low >= table.known.low).all()
    assert (known.high <= table.known.high).all()
    # Witnesses lie within what is proven.
    met = known.most >= known.least
    assert (known.least[met] >= known.low[met]).all()
    assert (known.most[met] <= known.high[met]).all()
    assert found.undecided < found.cells / 3


def test_rounding_by_the_key_is_always_attacked_with_its_tableau_and_an_ordered_table_too() -> None:
    ordered = design_ptable(D=2, V=1, js=0)
    assert reader_of(KeyedRounding(3), "zero_rule") == "tableau"
    assert reader_of(KeyedRounding(3), "nothing") == "nothing"
    assert reader_of(ckm.CellKeyMethod(ordered), "table") == "tableau"
    assert reader_of(ckm.CellKeyMethod(shuffle(ordered, 0.05)), "table") == "table"
    assert reader_of(ckm.CellKeyMethod(ordered), "zero_rule") == "zero_rule"
    assert reader_of(ckm.Rounding(10), "table") == "table"


def test_a_part_shown_as_3_beside_the_total_0_is_1_under_rounding_by_the_key() -> None:
    # claims.md, K01: base 3, part 3, total 0.
    frame = pd.DataFrame({"P": ["p1", "p2"], "K": ["0.12727969", "0.82996081"]})
    data = Microdata.from_pandas(frame, ["P"], record_key="K")
    found = attack(ckm.tabulate(data, TableSpec(rows=["P"])), data, KeyedRounding(3), knowledge="tableau")
    assert [one.low for one in found.disclosed] == [2, 1, 1]
