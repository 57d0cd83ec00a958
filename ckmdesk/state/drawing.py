"""What the pictures of a perturbation table draw: rows by name, intervals, a matrix of p. For counts and magnitudes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.numbers import Language
from ckmcore.ptable import PTable
from ckmcore.ptable.magnitudes import MagnitudePTable

ALL_ROWS = 152  # of designs (D up to 100, js up to 50) every row is drawn
MOST_ROWS = 60  # of a longer table (ONS has 750 rows) the first rows are: no screen holds more


@dataclass(frozen=True)
class Spot:
    """A position in a perturbation table that the pictures share: a row and optionally its noise v."""

    row: int
    v: float | None = None


@dataclass(frozen=True, eq=False)
class Drawing:
    """A perturbation table as arrays for the pictures, at most `MOST_ROWS` rows.

    `names` are those of the rows, the last with ≥ if it is for all larger counts. `noise`, `lower` and `upper` describe
    the intervals, `offsets` the first interval of each row. `matrix` is p by row and column, `columns` the names of the
    columns (targets j of counts, noise v of magnitudes); the v of row r in column c is column_noise[c] - shift[r].
    """

    names: tuple[str, ...]
    noise: NDArray[np.float64]
    lower: NDArray[np.float64]
    upper: NDArray[np.float64]
    offsets: NDArray[np.int64]
    matrix: NDArray[np.float64]
    columns: tuple[str, ...]
    column_noise: NDArray[np.float64]
    shift: NDArray[np.float64]
    blocked: tuple[int, ...]
    maximum_deviation: float
    of_counts: bool

    @property
    def rows(self) -> int:
        return len(self.names)

    @cached_property
    def distributions(self) -> tuple[dict[float, float], ...]:
        """v -> p of each row, ascending in v."""
        distributions = []
        for row in range(self.rows):
            columns = np.flatnonzero(self.matrix[row])
            v = (self.column_noise[columns] - self.shift[row]).tolist()
            distributions.append(dict(zip(v, self.matrix[row, columns].tolist(), strict=True)))
        return tuple(distributions)

    def noise_of(self, row: int, column: int) -> float:
        """v of a cell of the matrix."""
        return float(self.column_noise[column] - self.shift[row])

    def column_of(self, spot: Spot) -> int | None:
        """The column of the matrix in which a spot lies."""
        if spot.v is None or not 0 <= spot.row < self.rows:
            return None
        indices = np.flatnonzero(np.abs(self.column_noise - self.shift[spot.row] - spot.v) < 1e-9)
        return int(indices[0]) if len(indices) else None


def drawing_of_row(table: PTable, row: int) -> Drawing:
    """Make the drawing of one row of a table for counts, for rows that are not drawn with the others."""
    begin, end = int(table.offsets[row]), int(table.offsets[row + 1])
    columns = np.unique(table.targets[begin:end])
    matrix = np.zeros((1, len(columns)))
    indices = np.searchsorted(columns, table.targets[begin:end])
    np.add.at(matrix, (np.zeros_like(indices), indices), table.probabilities[begin:end])
    return Drawing(
        (str(row),),
        table.noise[begin:end].astype(np.float64),
        table.lower_bounds[begin:end],
        table.upper_bounds[begin:end],
        np.array([0, end - begin]),
        matrix,
        tuple(str(column) for column in columns.tolist()),
        columns.astype(np.float64),
        np.array([float(row)]),
        (),
        float(table.maximum_deviation),
        True,
    )


def drawing_of(table: PTable) -> Drawing:
    """Make the drawing of a table for counts."""
    rows = table.last_row + 1 if table.last_row < ALL_ROWS else MOST_ROWS
    names = [str(row) for row in range(rows)]
    if rows == table.last_row + 1 and rows > 1 and not table.recycled_rows:
        names[-1] = f"≥ {rows - 1}"
    end = int(table.offsets[rows])
    largest = int(table.targets[:end].max(initial=0))
    matrix = np.zeros((rows, largest + 1))
    np.add.at(matrix, (table.row_numbers[:end], table.targets[:end]), table.probabilities[:end])
    columns = np.arange(largest + 1)
    return Drawing(
        tuple(names),
        table.noise[:end].astype(np.float64),
        table.lower_bounds[:end],
        table.upper_bounds[:end],
        table.offsets[: rows + 1],
        matrix,
        tuple(str(column) for column in columns.tolist()),
        columns.astype(np.float64),
        np.arange(rows, dtype=np.float64),
        table.blocked_targets,
        float(table.maximum_deviation),
        True,
    )


def in_words(name: str, language: Language) -> str:
    """Return the name of a row or column in a language: ratios and noise of magnitudes have decimals."""
    return name.replace(".", ",") if language == "de" else name


def drawing_of_magnitudes(table: MagnitudePTable) -> Drawing:
    """Make the drawing of a table for magnitudes: rows by type and ratio, columns by noise."""
    names: list[str] = []
    noise: list[float] = []
    lower: list[float] = []
    upper: list[float] = []
    offsets = [0]
    for magnitude_part in table.parts:
        for row_index, row in enumerate(magnitude_part.rows):
            if len(names) == MOST_ROWS:
                break
            begin, end = int(magnitude_part.offsets[row_index]), int(magnitude_part.offsets[row_index + 1])
            name = f"{float(row):g}"
            names.append(name if len(table.parts) == 1 else f"{magnitude_part.type[:4]} {name}")
            bounds = [float(bound) for bound in magnitude_part.exact_bounds[begin:end]]
            noise += magnitude_part.noise[begin:end].tolist()
            lower += [0.0, *bounds[:-1]]
            upper += bounds
            offsets.append(offsets[-1] + end - begin)
    # Rounded once, so that all pictures mean the same noise by the same number.
    v = np.array(noise).round(9) + 0.0
    columns = np.unique(v)
    matrix = np.zeros((len(names), len(columns)))
    rows = np.repeat(np.arange(len(names)), np.diff(offsets))
    widths = np.array(upper) - np.array(lower)
    np.add.at(matrix, (rows, np.searchsorted(columns, v)), widths)
    return Drawing(
        tuple(names),
        v,
        np.array(lower),
        np.array(upper),
        np.array(offsets),
        matrix,
        tuple(f"{column:g}".replace("-", "−") for column in columns.tolist()),
        columns,
        np.zeros(len(names)),
        (),
        float(table.maximum_deviation),
        False,
    )
