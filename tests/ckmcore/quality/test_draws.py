"""What is drawn spans what the atoms span: the same combinations of keys of groups, each as often."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ckmcore.quality.draws import draws

# Atoms as their groups in up to three blocks; groups are numbered through.
SIZES = (2, 3, 2)
ATOMS = st.lists(st.tuples(*(st.integers(-1, size - 1) for size in SIZES)), min_size=1, max_size=9)


def numbered_through(atoms: list[tuple[int, ...]]) -> np.ndarray:
    first = np.cumsum([0, *SIZES[:-1]])
    return np.array([[-1 if at < 0 else at + begin for at, begin in zip(one, first, strict=True)] for one in atoms])


def spanned(vectors: np.ndarray, modulus: int) -> set[tuple[int, ...]]:
    """All sums of multiples of some vectors modulo M."""
    found = {(0,) * sum(SIZES)}
    for vector in vectors.tolist():
        steps = [[times * one % modulus for one in vector] for times in range(modulus)]
        found = {tuple((a + b) % modulus for a, b in zip(one, step, strict=True)) for one in found for step in steps}
    return found


@pytest.mark.parametrize("modulus", [2, 3, 4])
@given(ATOMS)
def test_draws_span_the_same_keys_as_atoms(modulus: int, atoms: list[tuple[int, ...]]) -> None:
    groups = numbered_through(atoms)
    vectors = np.zeros((len(groups), sum(SIZES)), dtype=np.int64)
    for at, one in enumerate(groups):
        vectors[at, one[one >= 0]] = 1
    matrix = draws(groups, sum(SIZES))
    assert matrix.shape[0] == sum(SIZES)
    assert matrix.shape[1] <= len({*atoms})
    assert spanned(matrix.toarray().T, modulus) == spanned(vectors, modulus)


def test_of_two_crossed_tables_only_their_groups_are_drawn() -> None:
    row, column = (axis.ravel() for axis in np.indices((40, 30)))
    matrix = draws(np.stack([row, 40 + column], axis=1), 70)
    assert matrix.shape == (70, 40 + 30 - 1)


def test_tables_with_nothing_in_common_are_drawn_as_they_are() -> None:
    matrix = draws(np.array([[0, 2], [1, 3]]), 4)
    assert sorted(matrix.toarray().T.tolist()) == [[0, 1, 0, 1], [1, 0, 1, 0]]
    assert draws(np.zeros((0, 2), dtype=np.int64), 0).shape == (0, 0)
