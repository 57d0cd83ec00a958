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
from ckmcore.rivals.safe_search import ControlTables, Ints, searched, solved, started
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
