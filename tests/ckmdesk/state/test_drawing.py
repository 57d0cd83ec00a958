"""What the pictures draw of a perturbation table: the same figures as the table, for counts and for magnitudes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from ckmcore.ptable import Design, open_ptable, parse_ptable, shuffle, to_ons
from ckmcore.ptable.magnitudes import MagnitudePTable, design_magnitudes, join_types
from ckmdesk.state.drawing import MOST_ROWS, Drawing, Spot, drawing_of, drawing_of_magnitudes
from tests.kit.examples import examples

TABLE = Design(D=5, V=3.0, js=2).table()
MAGNITUDES = design_magnitudes(D=3, V=1.0, icat=(1, 2, 3), step=2)


@hypothesis_settings(max_examples=examples(25))
@given(st.integers(2, 8), st.integers(0, 2), st.floats(0.2, 1.0), st.booleans())
def test_a_drawing_of_counts_has_the_figures_of_the_table(D: int, js: int, share: float, shuffled: bool) -> None:
    table = Design(D=D, V=js + share, js=min(js, D)).table()
    table = shuffle(table, 0.05, 3) if shuffled else table
    drawing = drawing_of(table)
    assert drawing.rows == table.last_row + 1
    assert np.array_equal(drawing.matrix, table.matrix())
    for row in table.rows:
        begin, end = drawing.offsets[row], drawing.offsets[row + 1]
        assert drawing.noise[begin:end].tolist() == table.noise[begin:end].tolist()
        assert drawing.lower[begin] == 0.0
        assert drawing.upper[end - 1] == 1.0
        assert drawing.distributions[row] == pytest.approx(table.row_distribution(row))
        assert list(drawing.distributions[row]) == sorted(drawing.distributions[row])


def test_the_last_row_is_named_for_all_larger_counts_and_the_columns_by_their_targets() -> None:
    drawing = drawing_of(TABLE)
    assert drawing.names == ("0", "1", "2", "3", "4", "5", "6", "7", "≥ 8")
    assert drawing.columns == tuple(str(j) for j in range(14))
    assert drawing.of_counts
    assert drawing.maximum_deviation == 5


def test_blocked_targets_are_those_of_the_design_whatever_they_are() -> None:
    assert drawing_of(TABLE).blocked == (1, 2)
    assert drawing_of(Design(D=5, V=3.0, js=0).table()).blocked == ()
    assert drawing_of(Design(D=5, V=3.0, blocked=(2, 4)).table()).blocked == (2, 4)


def assert_spots_and_columns_agree(drawing: Drawing) -> None:
    for row in range(drawing.rows):
        for column in range(len(drawing.columns)):
            assert drawing.column_of(Spot(row, drawing.noise_of(row, column))) == column
        # Every noise of an interval is a column with its probability.
        for at in range(int(drawing.offsets[row]), int(drawing.offsets[row + 1])):
            v = float(drawing.noise[at])
            column = drawing.column_of(Spot(row, v))
            assert column is not None
            assert drawing.noise_of(row, column) == v
            assert v in drawing.distributions[row]


def test_spots_and_columns_of_the_matrix_agree() -> None:
    assert_spots_and_columns_agree(drawing_of(TABLE))
    assert_spots_and_columns_agree(drawing_of(shuffle(TABLE, 0.05, 1)))
    assert_spots_and_columns_agree(drawing_of_magnitudes(MAGNITUDES))


def test_a_spot_outside_the_table_has_no_column() -> None:
    drawing = drawing_of(TABLE)
    for spot in (Spot(3), Spot(-1, 0.0), Spot(9, 0.0), Spot(3, -4.0), Spot(3, 99.0), Spot(3, 0.5)):
        assert drawing.column_of(spot) is None


def test_of_a_long_table_the_first_rows_are_drawn_and_none_stands_for_all_larger_counts() -> None:
    ons = to_ons(TABLE, 256)[0]
    drawing = drawing_of(ons)
    assert ons.last_row == 750
    assert drawing.rows == len(drawing.offsets) - 1 == MOST_ROWS
    assert drawing.names[-1] == str(MOST_ROWS - 1)
    assert drawing.matrix.shape == (MOST_ROWS, MOST_ROWS - 1 + 5 + 1)
    assert np.allclose(drawing.matrix.sum(axis=1), 1.0)
    assert len(drawing.noise) == len(drawing.upper) == drawing.offsets[-1]
    assert_spots_and_columns_agree(drawing)


def test_a_table_of_one_row_is_drawn() -> None:
    drawing = drawing_of(parse_ptable(b"i;j;p;v;p_int_ub\n0;0;1;0;1\n1;1;1;0;1\n", "still.csv"))
    assert drawing.names == ("0", "≥ 1")
    assert drawing.maximum_deviation == 0


# --- magnitudes ------------------------------------------------------------------------------------------------------


def test_a_drawing_of_magnitudes_has_rows_by_ratio_and_columns_by_noise() -> None:
    drawing = drawing_of_magnitudes(MAGNITUDES)
    assert not drawing.of_counts
    assert drawing.names == ("0", "1", "2", "3")[-drawing.rows :]
    assert drawing.columns[0] == "−3"
    assert "0.5" in drawing.columns
    assert (np.diff(drawing.column_noise) > 0).all()
    assert np.allclose(drawing.matrix.sum(axis=1), 1.0)
    (part,) = MAGNITUDES.parts
    for row in range(drawing.rows):
        begin, end = int(part.offsets[row]), int(part.offsets[row + 1])
        bounds = [0.0, *(float(bound) for bound in part.exact_bounds[begin:end])]
        wanted: dict[float, float] = {}
        for v, low, high in zip(part.noise[begin:end].tolist(), bounds, bounds[1:], strict=False):
            wanted[round(v, 9)] = wanted.get(round(v, 9), 0.0) + high - low
        assert drawing.distributions[row] == pytest.approx(wanted)


def test_rows_of_several_types_are_told_apart_by_their_names() -> None:
    even = design_magnitudes(D=3, V=1.0, icat=(1, 3), step=2, type="even")
    odd = design_magnitudes(D=3, V=1.2, icat=(1, 3), step=2, type="odd")
    drawing = drawing_of_magnitudes(join_types((even, odd)))
    assert len(set(drawing.names)) == drawing.rows
    assert {name.split()[0] for name in drawing.names} == {"even", "odd"}
    assert_spots_and_columns_agree(drawing)


def test_noise_in_thirds_is_one_number_in_all_pictures() -> None:
    drawing = drawing_of_magnitudes(design_magnitudes(D=2, V=0.5, icat=(1, 2), step=3))
    assert_spots_and_columns_agree(drawing)


@pytest.mark.reference
def test_every_reference_table_is_drawn(reference: Path) -> None:
    for file in sorted((reference / "ptables").iterdir()):
        table = open_ptable(file).table
        drawing = drawing_of_magnitudes(table) if isinstance(table, MagnitudePTable) else drawing_of(table)
        assert np.allclose(drawing.matrix.sum(axis=1), 1.0, atol=1e-6), file.name
        assert_spots_and_columns_agree(drawing)
