"""What is drawn spans what the atoms span: the same combinations of keys of groups, each as often."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ckmcore.errors import Cancelled
from ckmcore.lab.risk.draws import draws

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


def test_a_table_whose_cells_are_sums_of_those_of_another_is_not_drawn() -> None:
    row, column, layer = (axis.ravel() for axis in np.indices((5, 4, 3)))
    groups = np.stack([row, 5 + 4 * row + column, 25 + 3 * row + layer], axis=1)
    matrix = draws(groups, 40)
    # Of each row: the cells of one table, and of the other all but one.
    assert matrix.shape == (40, 5 * (4 + 3 - 1))
    # A table under a filter is made of one under a wider filter, and not the reverse.
    inside = np.array([[0, 2], [1, 3], [-1, 4]])
    assert draws(inside, 5).shape[1] == draws(inside[:, ::-1], 5).shape[1] == 3


def test_every_group_is_drawn_where_each_atom_has_its_own() -> None:
    assert draws(np.array([[0, 2], [1, 3]]), 4).shape == (4, 2)
    assert draws(np.zeros((0, 2), dtype=np.int64), 0).shape == (0, 0)


def test_drawing_can_be_cancelled() -> None:
    with pytest.raises(Cancelled):
        draws(np.array([[0, 2], [1, 3]]), 4, cancelled=lambda: True)
