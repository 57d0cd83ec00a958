"""Counts of 0 or at least a bound near the original ones: small cases against all others, random ones by rules."""

from __future__ import annotations

import subprocess
import sys
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ckmcore.errors import Cancelled
from ckmcore.rivals import safe_search
from ckmcore.rivals.safe_search import ControlTables, Ints, distinct_rows, searched, solved, started
from tests.kit.examples import examples

# rivals.md, part 3: [[1, 2], [2, 4]] with its margins can be kept exactly.
GOLDEN = np.array([[0, 0], [0, 1], [1, 0], [1, 1]]), np.array([1, 2, 2, 4])
MARGINS = ((), (0,), (1,))


def deviation(tables: ControlTables, before: Ints, after: Ints) -> tuple[int, int]:
    sizes = np.abs(tables.sums(after) - tables.sums(before))
    return int(sizes.max()), int(sizes.sum())


def nearest(tables: ControlTables, counts: Ints, least: int) -> tuple[int, int]:
    """The smallest deviation over all counts with the same total, one after another."""
    total = int(counts.sum())
    choices = [0, *range(least, total + 1)]
    return min(
        deviation(tables, counts, np.array(made, dtype=np.int64))
        for made in product(choices, repeat=len(counts))
        if sum(made) == total
    )


@st.composite
def problems(draw: st.DrawFn, most: int = 60) -> tuple[Ints, Ints]:
    """Combinations of three keys, and their records."""
    shape = [draw(st.integers(2, 5)) for _ in range(3)]
    cells = draw(
        st.lists(st.tuples(*(st.integers(0, size - 1) for size in shape)), min_size=2, max_size=most, unique=True)
    )
    counts = draw(st.lists(st.integers(1, 6), min_size=len(cells), max_size=len(cells)))
    return np.array(sorted(cells)), np.array(counts, dtype=np.int64)


def test_the_example_of_the_specification_keeps_all_margins() -> None:
    codes, counts = GOLDEN
    tables = ControlTables.of(codes, MARGINS)
    assert tables.sizes == (1, 2, 2)
    for made in (searched(counts, tables, 3, 1), solved(counts, tables, 3)):
        assert made is not None
        assert deviation(tables, counts, made) == (0, 0)
        assert set(made.tolist()) & {1, 2} == set()


@pytest.mark.parametrize("seed", range(6))
def test_integer_programs_find_what_trying_all_counts_finds(seed: int) -> None:
    drawn = np.random.default_rng(seed)
    codes = np.array(list(product(range(2), range(2))))
    counts = drawn.integers(1, 5, len(codes))
    tables = ControlTables.of(codes, MARGINS)
    best = solved(counts, tables, 3)
    assert best is not None
    assert deviation(tables, counts, best) == nearest(tables, counts, 3)
    largest, _ = deviation(tables, counts, searched(counts, tables, 3, 1))
    assert largest <= deviation(tables, counts, best)[0] + 1


@given(problem=problems(), least=st.integers(2, 5), seed=st.integers(0, 2**63))
@settings(max_examples=examples(20), deadline=None)
def test_counts_are_0_or_at_least_the_bound_and_have_the_same_total(
    problem: tuple[Ints, Ints], least: int, seed: int
) -> None:
    codes, counts = problem
    if counts.sum() < least:
        with pytest.raises(ValueError, match="too few"):
            started(counts, least)
        return
    tables = ControlTables.of(codes, [(), *combinations(range(3), 1), *combinations(range(3), 2)])
    first = started(counts, least)
    made = searched(counts, tables, least, seed, steps=20_000)
    for one in (first, made):
        assert one.sum() == counts.sum()
        assert ((one == 0) | (one >= least)).all()
    assert deviation(tables, counts, made) <= deviation(tables, counts, first)
    assert (made == searched(counts, tables, least, seed, steps=20_000)).all()


def test_no_deviation_is_smaller_than_small_cells_need() -> None:
    codes = np.array(list(product(range(3), range(3))))
    counts = np.array([1, 1, 5, 6, 2, 4, 3, 7, 2])
    tables = ControlTables.of(codes, [(0, 1)])
    made = searched(counts, tables, 3, 1)
    small = int((counts < 3).sum())
    assert deviation(tables, counts, made)[1] >= small


@pytest.mark.thorough
def test_a_search_gives_the_same_counts_in_every_process() -> None:
    text = (
        "import numpy as np; from itertools import product; from ckmcore.rivals.safe_search import *; "
        "codes = np.array(list(product(range(9), range(9)))); counts = np.arange(81) % 5 + 1; "
        "print(searched(counts, ControlTables.of(codes, ((), (0,), (1,))), 3, 7, steps=50_000).tolist())"
    )
    printed = {
        subprocess.run([sys.executable, "-c", text], check=True, capture_output=True, text=True).stdout
        for _ in range(2)
    }
    assert len(printed) == 1


def test_a_cancelled_search_gives_nothing() -> None:
    codes, counts = GOLDEN
    with pytest.raises(Cancelled):
        searched(counts, ControlTables.of(codes, MARGINS), 3, 1, cancelled=lambda: True)
    with pytest.raises(Cancelled):
        solved(counts, ControlTables.of(codes, MARGINS), 3, cancelled=lambda: True)


@pytest.mark.parametrize("size", [3, 2**40])
def test_rows_are_found_as_numpy_finds_them_whatever_size_the_codes_have(size: int) -> None:
    drawn = np.random.default_rng(5)
    columns = [drawn.choice(np.array([0, 1, size - 1]), 200) for _ in range(4)]
    wanted = np.unique(np.column_stack(columns), axis=0, return_inverse=True, return_counts=True)
    for found, other in zip(distinct_rows(columns), wanted, strict=True):
        assert np.array_equal(found, other.reshape(found.shape))


def one_by_one(  # noqa: C901 - the steps as they are defined
    counts: Ints, tables: ControlTables, deviations: Ints, least: int, steps: int, temperature: float, seed: int
) -> int:
    """Open or close combinations against several others, each looked at when it is drawn; gives the state of chance."""
    starts, members = tables.members()
    cells, state = tables.cells.tolist(), seed

    def chance() -> float:
        nonlocal state
        state ^= state << 13 & (2**64 - 1)
        state ^= state >> 7
        state ^= state << 17 & (2**64 - 1)
        return (state >> 11) / 2**53

    def drawn(bound: int) -> int:
        return min(int(chance() * bound), bound - 1)

    def neighbour(of: int) -> int:
        if chance() >= 0.85:
            return drawn(len(counts))
        cell = cells[of][drawn(len(cells[of]))]
        return int(members[starts[cell] + drawn(int(starts[cell + 1] - starts[cell]))])

    def cost(deviation: int) -> float:
        square = float(deviation) * float(deviation)
        return abs(float(deviation)) + 0.01 * square * square * square

    def change(of: int, by: int) -> float:
        added = 0.0
        for cell in cells[of]:
            added += cost(int(deviations[cell]) + by) - cost(int(deviations[cell]))
        return added

    def add(to: int, by: int) -> None:
        counts[to] += by
        deviations[cells[to]] += by

    for _ in range(steps):
        changed = drawn(len(counts))
        opened = counts[changed] == 0
        moved = least if opened else int(counts[changed])
        if moved > least + 1:
            continue
        by = -1 if opened else 1
        costs = change(changed, -by * moved)
        add(changed, -by * moved)
        taken: list[int] = []
        while len(taken) < moved:
            others = [neighbour(changed) for _ in range(8)]
            possible = [each for each in others if each != changed and counts[each] and counts[each] + by >= least]
            if not possible:
                break
            best = min(possible, key=lambda other: change(other, by))
            costs += change(best, by)
            add(best, by)
            taken.append(best)
        if len(taken) < moved or not (costs <= 0 or (temperature > 0 and chance() < np.exp(-costs / temperature))):
            for other in taken:
                add(other, -by)
            add(changed, by * moved)
    return state


@pytest.mark.thorough
@pytest.mark.parametrize("narrow", [True, False])
@pytest.mark.parametrize(("least", "scale"), [(2, 1), (3, 1), (3, 400), (5, 1)])
def test_steps_are_those_that_are_taken_one_by_one(least: int, scale: int, *, narrow: bool) -> None:
    draws = np.random.default_rng(least)
    codes = np.column_stack(np.unravel_index(np.flatnonzero(draws.random(336) < 0.8), (6, 7, 8)))
    counts = draws.geometric(0.35, len(codes)).astype(np.int64) * np.where(draws.random(len(codes)) < 0.1, scale, 1)
    tables = ControlTables.of(codes, [(), *combinations(range(3), 1), *combinations(range(3), 2)])
    starts, members = tables.members()
    # Deviations beyond those whose costs are kept in a table, too.
    shifted = np.where(draws.random(sum(tables.sizes)) < 0.05, 500, 0)
    cells = tables.cells.astype(np.uint16) if narrow else tables.cells
    for temperature in (10.0, 0.0):
        wanted, found = started(counts, least), started(counts, least)
        off = tables.sums(wanted) - tables.sums(counts) + shifted
        near = off.copy()
        state = np.array([77], dtype=np.uint64)
        walk = safe_search._compiled()
        walk(found, cells, near, starts, members, least, 0, 1500, temperature, state)
        assert int(state[0]) == one_by_one(wanted, tables, off, least, 1500, temperature, 77)
        assert (found == wanted).all()
        assert (near == off).all()
        assert (found != started(counts, least)).any()
