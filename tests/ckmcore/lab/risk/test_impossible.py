"""Figures that hold only combinations declared impossible: compared with going through all of them."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from ckmcore.lab.risk import impossible
from ckmcore.lab.risk.impossible import void_figures
from tests.kit.examples import examples

Zero = dict[int, np.ndarray]


def drawn(seed: int) -> tuple[list[Zero], list[list[np.ndarray]]]:
    """Declarations over three spaces, and sets of points in each of them."""
    chance = np.random.default_rng(seed)
    sizes = chance.integers(2, 4, 3)
    sets = []
    for size in sizes:
        single = [np.array([at]) for at in range(size)]
        sets.append([np.arange(size), *single, np.sort(chance.choice(size, 2, replace=False))])
    zeros: list[Zero] = []
    for _ in range(chance.integers(1, 6)):
        spaces = chance.choice(3, chance.integers(1, 4), replace=False)
        zeros.append({int(at): chance.random(sizes[at]) < 0.6 for at in spaces})
    return zeros, sets


def numbered(sets: list[list[np.ndarray]]) -> tuple[np.ndarray, np.ndarray, list[int]]:
    """The numbers of all figures, and how they are made of those of their sets."""
    radix = [len(one) for one in sets]
    steps = np.array([int(np.prod(radix[:at])) for at in range(len(radix))])
    return np.arange(np.prod(radix)), steps, radix


def gone_through(zeros: list[Zero], sets: list[list[np.ndarray]]) -> list[int]:
    """The same, point by point."""
    every, steps, radix = numbered(sets)
    void = []
    for figure in every.tolist():
        mine = [sets[at][figure // int(steps[at]) % radix[at]] for at in range(len(sets))]
        points = product(*(one.tolist() for one in mine))
        if all(any(all(zero[at][point[at]] for at in zero) for zero in zeros) for point in points):
            void.append(figure)
    return void


@pytest.mark.parametrize("seed", range(examples(60)))
def test_t02_void_figures_are_those_all_of_whose_points_are_declared_impossible(seed: int) -> None:
    zeros, sets = drawn(seed)
    assert void_figures(zeros, sets, *numbered(sets)).tolist() == gone_through(zeros, sets)


@pytest.mark.parametrize("most", [0, 4, 8, 20])
@pytest.mark.parametrize("seed", range(examples(24)))
def test_t02_where_there_are_too_many_points_declarations_count_one_by_one_and_none_is_made_up(
    seed: int, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    zeros, sets = drawn(seed)
    every, alone = gone_through(zeros, sets), {one for zero in zeros for one in gone_through([zero], sets)}
    monkeypatch.setattr(impossible, "_MOST_POINTS", most)
    found = set(void_figures(zeros, sets, *numbered(sets)).tolist())
    assert alone <= found <= set(every)
    assert most > 0 or found == alone


def test_t02_nothing_declared_leaves_nothing_void() -> None:
    sets = drawn(1)[1]
    assert void_figures([], sets, *numbered(sets)).tolist() == []
