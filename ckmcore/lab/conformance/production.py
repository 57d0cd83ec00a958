"""Compare with former production: a table that R, SAS or τ-ARGUS made from the same records, cell by cell.

Confidential: counts, cell keys and noise of single cells can be read from what differs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ckmcore.compare.changed import compare_cells
from ckmcore.errors import DataError, InputError
from ckmcore.keys.record_keys import cell_key_text
from ckmcore.methods.examination import ExaminedBlock
from ckmcore.methods.method import Method
from ckmcore.microdata.data import MISSING, Microdata
from ckmcore.microdata.dialect import AS_IT_STANDS, Dialect
from ckmcore.microdata.errors import UnknownColumn
from ckmcore.microdata.identifiers import read_texts
from ckmcore.microdata.open import open_source
from ckmcore.microdata.roles import closest_first
from ckmcore.ptable import PTable
from ckmcore.tabulate.axis import AxisDimension
from ckmcore.tabulate.scan import never
from ckmcore.tabulate.spec import TOTAL, Code, TableSpec, Value
from ckmcore.tabulate.tabulate import tabulate

# Signs of official tables: unknown, confidential, not available; a dash is nothing, thus 0.
NO_FIGURE = frozenset({"", ".", "x", "/", "...", "…", "c", ":", "na", "nan", "<na>", "null", "none"})
_NOTHING = frozenset({"-", "–", "—"})


def read_figures(
    texts: Any, numbers: NDArray[np.int64], column: str, file: str, dialect: Dialect | None
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Parse figures of a column. Returns the numbers (0 without one) and which lines have one. numbers: record number
    of each line, for messages.

    Raises production_not_a_figure with record and count.
    """
    encoded = texts.dictionary_encode().combine_chunks()
    distinct = encoded.dictionary.to_pylist()
    values, states = np.zeros(len(distinct)), np.zeros(len(distinct), dtype=np.int8)
    for text_index, text in enumerate(distinct):
        if text.lower() in NO_FIGURE:
            continue
        number = 0.0 if text in _NOTHING else _number(text, dialect)
        states[text_index] = -1 if number is None else 1
        values[text_index] = number or 0.0
    codes = encoded.indices.to_numpy(zero_copy_only=False)
    wrong = np.flatnonzero(states[codes] < 0)
    if len(wrong):
        row = int(wrong[0])
        fields = {"row": int(numbers[row]), "column": column, "value": distinct[int(codes[row])]}
        raise DataError("production_not_a_figure", file=file, count=len(wrong), **fields)
    return values[codes], states[codes] > 0


def _number(text: str, dialect: Dialect | None) -> float | None:
    """Parse a number such as `1 234`, `-3`, `1234,5`; None for other texts. dialect: of the file, or None."""
    plain_text = "".join(text.split()).replace("\u2212", "-")
    if dialect is not None and dialect.thousands:
        plain_text = plain_text.replace(dialect.thousands, "")
    if "," in plain_text and "." not in plain_text:
        plain_text = plain_text.replace(",", ".")
    try:
        number = float(plain_text)
    except ValueError:
        return None
    return number if np.isfinite(number) else None


Progress = Callable[[int, float], None]
Kind = Literal["differs", "only_there", "only_here", "bound"]

# Cells that are listed one by one; all are counted.
LISTED = 1000
NEAR = 1e-9
TOTALS = ("total", "insgesamt", "_t")
# Columns of published figures by their usual names: our own and τ-ARGUS, R cellKey, ONS.
_PUBLISHED = ("published", "ckm", "puwc", "count", "ausgewiesen", "figure", "wert", "value")
_PUBLISHED_WEIGHTED = ("published", "ckm", "pwc", "count", "ausgewiesen", "figure", "wert", "value")


@dataclass(frozen=True)
class ProductionColumns:
    """Assignment of a former table's columns to dimensions and published figures.

    dimensions: pairs of a column and a dimension of the data; published: column of figures, "" where it has to be
    chosen.
    """

    file: Path
    names: tuple[str, ...]
    dimensions: tuple[tuple[str, str], ...]
    published: str
    dialect: Dialect | None

    @property
    def figures(self) -> tuple[str, ...]:
        """The columns that may hold published figures."""
        taken_columns = {column for column, _ in self.dimensions}
        return tuple(name for name in self.names if name not in taken_columns)


@dataclass(frozen=True, repr=False)
class ProductionCell:
    """A cell that differs, exists on one side only, or whose cell key lies on a bound.

    address: dimension and code (TOTAL for the total); theirs: figure of the former table as text; ours: computed
    figure; both None without one; near: the cell key lies near a bound.
    """

    kind: Kind
    address: tuple[tuple[str, Code], ...]
    theirs: str | None
    ours: int | float | None
    count: int
    cell_key: str
    near: bool

    def __repr__(self) -> str:
        return f"ProductionCell({self.kind}, {self.address}, confidential)"


@dataclass(frozen=True, repr=False)
class Differences:
    """Result of a comparison with a former production (confidential).

    cells: number of cells on both sides; differing: of those with another figure; near_differing: of these, with a cell
    key on a bound; near: of all cells with a cell key within 1e-9 of a bound of their row; only_there: lines with a
    figure whose cell is unknown here; only_here: cells with records that the table lacks; without_figure: lines with a
    sign instead of a figure. listed: the first 1000 such cells, worst first.
    """

    file: str
    columns: ProductionColumns
    cells: int
    differing: int
    near_differing: int
    near: int
    only_there: int
    only_here: int
    without_figure: int
    listed: tuple[ProductionCell, ...]

    @property
    def same(self) -> bool:
        """Whether every figure is equal and no cell exists on one side only."""
        return not (self.differing or self.only_there or self.only_here)

    def __repr__(self) -> str:
        return f"Differences({self.differing} of {self.cells} cells, confidential)"


def production_columns(
    file: str | PathLike[str],
    data: Microdata,
    *,
    dimensions: Sequence[str] = (),
    published: str = "",
    weighted: bool = False,
    dialect: Dialect | None = None,
) -> ProductionColumns:
    """Assign the columns of a former table to dimensions and figures, before it is read.

    dimensions: dimensions of the data for the first columns, in their order, without the column of figures; where
    empty, columns are assigned by name, ignoring case. published: column of figures, "" where it is to be found. Raises
    UnknownVariable, UnknownColumn, production_no_dimension and the errors of files.
    """
    source = open_source(file, dialect or AS_IT_STANDS)
    if dimensions:
        for name in dimensions:
            data.dimension(name)
        pairs = tuple(zip((name for name in source.names if name != published), dimensions, strict=False))
    else:
        pairs = _by_name(source.names, tuple(data.dimensions))
    if not pairs:
        raise DataError("production_no_dimension", file=source.file.name, columns=source.names)
    if published and published not in source.names:
        known_columns = closest_first(published, source.names)
        raise UnknownColumn(file=str(source.file), variable=published, known=known_columns)
    columns = ProductionColumns(source.file, source.names, pairs, published, source.dialect)
    if published:
        return columns
    lower = {name.strip().lower(): name for name in columns.figures}
    usual = _PUBLISHED_WEIGHTED if weighted else _PUBLISHED
    guess = next((lower[name] for name in usual if name in lower), "")
    if not guess and len(columns.figures) == 1:
        guess = columns.figures[0]
    return ProductionColumns(source.file, source.names, pairs, guess, source.dialect)


def plain_name(name: str) -> str:
    """Name of a column in lower case and without signs; R writes `COC.M` for `COC-M`."""
    return "".join(filter(str.isalnum, name)).lower()


def _by_name(columns: Sequence[str], dimensions: Sequence[str]) -> tuple[tuple[str, str], ...]:
    plain_dimensions = {plain_name(name): name for name in dimensions}
    pairs: list[tuple[str, str]] = []
    for column in columns:
        own_column = column if column in dimensions else plain_dimensions.get(plain_name(column))
        if own_column is not None and own_column not in (taken_column for _, taken_column in pairs):
            pairs.append((column, own_column))
    return tuple(pairs)


def compare_production(
    data: Microdata,
    method: Method,
    columns: ProductionColumns,
    *,
    total: str | None = None,
    weighted: bool = False,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] = never,
) -> Differences:
    """Tabulate the cells of a former table with `method` and compare the published figures.

    total: text that means the total; by default `Total`, `Insgesamt`, `_T` in any case, or an empty text where none of
    these occurs and no record has a missing code. Figures with decimals are compared with the unrounded weighted
    figure, to nine digits. Of R's tables, lines of duplicate nodes and of other count variables than the total are left
    out. Raises production_no_figure, production_cell_twice, production_empty, file_without_records, and the errors of
    reading and tabulating.
    """
    name = columns.file.name
    if not columns.published:
        raise InputError("production_no_figure", file=name, columns=columns.figures)
    codes, texts, numbers = _read_columns(columns, progress, cancelled)
    if not len(texts):
        raise DataError("file_without_records", file=str(columns.file))
    figures, has_figure = read_figures(texts, numbers, columns.published, name, columns.dialect)
    spec = TableSpec(
        [own_name for _, own_name in columns.dimensions], values=[Value("weighted_count" if weighted else "count")]
    )
    raw = tabulate(data, spec, cancelled=cancelled)
    examined = method.examine(raw).blocks[0]
    axes = {axis.name: axis for axis in examined.dimensions}
    ordered = [axes[own_name] for _, own_name in columns.dimensions]
    axis_places = [
        _node_indices(texts_of, axis, total, missing=MISSING in data.dimensions[axis.name].codes)
        for texts_of, axis in zip(codes, ordered, strict=True)
    ]
    return _compare(_Lines(columns, codes, texts, numbers, has_figure, figures, axis_places), examined, method)


def _read_columns(
    columns: ProductionColumns, progress: Progress | None, cancelled: Callable[[], bool]
) -> tuple[list[Any], Any, NDArray[np.int64]]:
    """Read a former table: codes by dimension, figures as texts, and record numbers. R's lines for other cells are left
    out."""
    import pyarrow.compute as pc

    names = [column for column, _ in columns.dimensions]
    of_r = {"is_bogus", "vname", "strID"} <= set(columns.names)
    column_names = [*names, columns.published, *(("is_bogus", "vname") if of_r else ())]
    columns_read = read_texts(
        columns.file, column_names, dialect=columns.dialect, progress=progress, cancelled=cancelled
    )
    numbers = np.arange(1, len(columns_read[0]) + 1)
    if of_r:
        bogus, variable = columns_read[-2], columns_read[-1]
        is_kept = pc.and_(pc.equal(variable, "total"), pc.not_equal(pc.utf8_upper(bogus), "TRUE"))
        columns_read = tuple(column.filter(is_kept) for column in columns_read)
        numbers = numbers[is_kept.to_numpy()]
    return list(columns_read[: len(names)]), columns_read[len(names)], numbers


def _node_indices(texts: Any, axis: AxisDimension, total: str | None, *, missing: bool) -> NDArray[np.int64]:
    """Index of the node of each line in a dimension, -1 where its code is unknown. total: text for the total, or None;
    missing: whether records have a missing code."""
    encoded = texts.dictionary_encode().combine_chunks()
    index: Mapping[Code, int] = axis.index
    distinct = encoded.dictionary.to_pylist()
    has_total_text = any(text.lower() in TOTALS and text not in index for text in distinct)
    mapping = np.empty(len(distinct), dtype=np.int64)
    for text_index, text in enumerate(distinct):
        if total is not None and text == total.strip():
            mapping[text_index] = index[TOTAL]
        elif text in index and (text or missing):
            mapping[text_index] = index[text]
        elif total is None and (text.lower() in TOTALS or (not text and not has_total_text)):
            mapping[text_index] = index[TOTAL]
        else:
            mapping[text_index] = -1
    result: NDArray[np.int64] = mapping[encoded.indices.to_numpy(zero_copy_only=False)]
    return result


@dataclass(frozen=True)
class _Lines:
    """Lines of the former table. codes: texts by dimension; numbers: record numbers; places: index of the node by
    dimension."""

    columns: ProductionColumns
    codes: list[Any]
    texts: Any
    numbers: NDArray[np.int64]
    has_figure: NDArray[np.bool_]
    figures: NDArray[np.float64]
    places: list[NDArray[np.int64]]

    def address(self, line: int) -> tuple[tuple[str, Code], ...]:
        return tuple(
            (own_name, codes[line].as_py())
            for (_, own_name), codes in zip(self.columns.dimensions, self.codes, strict=True)
        )


def _compare(lines: _Lines, examined: ExaminedBlock, method: Method) -> Differences:
    name = lines.columns.file.name
    order = [axis.name for axis in examined.dimensions]
    by_axis = [lines.places[[own_name for _, own_name in lines.columns.dimensions].index(axis)] for axis in order]
    is_known = np.logical_and.reduce([axis_place >= 0 for axis_place in by_axis])
    if not is_known.any():
        first = lines.address(0) if len(lines.texts) else ()
        raise DataError("production_empty", file=name, codes=tuple(str(code) for _, code in first))
    indices = np.flatnonzero(is_known)
    flat = np.ravel_multi_index([axis_place[indices] for axis_place in by_axis], examined.counts.shape)
    indices, flat = _once(lines, indices, flat, name)
    expected = (examined.counts.ravel() > 0) & _levels_that_occur(examined, by_axis)
    expected[flat] = True
    cells = np.flatnonzero(expected)
    # A code that no record has is a cell with the figure 0, as if it stood here; another one has a number of its own.
    unknown = np.flatnonzero(~is_known & lines.has_figure & (lines.figures != 0))
    line_of = np.concatenate([indices, unknown])

    def same(was: NDArray[np.intp], new_indices: NDArray[np.intp]) -> NDArray[np.bool_]:
        line, cell = line_of[was], cells[new_indices]
        equal = _equal(lines.figures[line], examined, cell)
        equal[~lines.has_figure[line]] = True
        return equal

    cells_compared = compare_cells(np.concatenate([flat, -1 - np.arange(len(unknown))]), cells, same)
    differing = np.sort(line_of[cells_compared.changed[0]])
    compared, differs = lines.has_figure[indices], np.isin(indices, differing)
    near_bounds = _near_bounds(examined, method)
    near_at = near_bounds[flat] & compared
    only_there, only_here = line_of[cells_compared.gone], cells[cells_compared.new]
    groups: tuple[tuple[Kind, NDArray[np.intp], NDArray[np.intp]], ...] = (
        ("differs", indices[differs], flat[differs]),
        ("only_there", only_there, np.full(len(only_there), -1)),
        ("only_here", np.full(len(only_here), -1), only_here),
        ("bound", indices[near_at & ~differs], flat[near_at & ~differs]),
    )
    listed_cells: list[ProductionCell] = []
    for kind, in_file, in_table in groups:
        for line, cell in zip(in_file.tolist(), in_table.tolist(), strict=True):
            if len(listed_cells) >= LISTED:
                break
            listed_cells.append(_cell(kind, lines, examined, line, cell, near_bounds))
    return Differences(
        name,
        lines.columns,
        int(np.count_nonzero(compared)),
        int(np.count_nonzero(differs)),
        int(np.count_nonzero(near_at & differs)),
        int(np.count_nonzero(near_at)),
        len(only_there),
        len(only_here),
        int(np.count_nonzero(~lines.has_figure)),
        tuple(listed_cells),
    )


def _once(
    lines: _Lines, line_indices: NDArray[np.intp], flat: NDArray[np.intp], name: str
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Remove repeated cells. Raises production_cell_twice where a repeated cell has another figure. line_indices:
    indices of lines; flat: flat index of the cell of each.
    """
    _, first, back = np.unique(flat, return_index=True, return_inverse=True)
    first_lines = line_indices[first[back]]
    other_indices = np.flatnonzero(lines.figures[line_indices] != lines.figures[first_lines])
    if len(other_indices):
        line = int(other_indices[0])
        raise DataError(
            "production_cell_twice",
            file=name,
            first=int(lines.numbers[first_lines[line]]),
            second=int(lines.numbers[line_indices[line]]),
        )
    kept_rows = np.sort(first)
    return line_indices[kept_rows], flat[kept_rows]


def _equal(theirs: NDArray[np.float64], examined: ExaminedBlock, cells: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Whether figures are equal to the published ones. theirs: figures of the former table; cells: flat index of the
    cell of each; the result has one entry for each."""
    if examined.published_weighted is None:
        return np.asarray(theirs == examined.published.ravel()[cells].astype(np.float64), dtype=np.bool_)
    exact = examined.published_weighted.ravel()[cells]
    rounded = np.trunc(exact + np.copysign(0.5, exact))
    close = np.abs(theirs - exact) <= 1e-9 * np.maximum(1.0, np.abs(exact))
    return np.asarray(close | (theirs == rounded), dtype=np.bool_)


def _near_bounds(examined: ExaminedBlock, method: Method) -> NDArray[np.bool_]:
    """Which cells have a cell key within 1e-9 of a bound of their row, including 0 and 1; integer keys never do."""
    near_bounds = np.zeros(examined.counts.size, dtype=np.bool_)
    keys, modulus, rows = examined.cell_keys, examined.modulus, examined.rows_used
    ptable = method.count_noise.ptable
    if ptable is None or keys is None or rows is None or modulus is None:
        return near_bounds
    if examined.key_digits is None:
        return near_bounds
    share = keys.ravel() / modulus
    used_rows = rows.ravel()
    filled = examined.counts.ravel() > 0
    for row in np.unique(used_rows[filled]).tolist():
        indices = np.flatnonzero(filled & (used_rows == row))
        bounds = np.concatenate([[0.0], _bounds_of(ptable, row)])
        after = np.minimum(np.searchsorted(bounds, share[indices]), len(bounds) - 1)
        gap = np.minimum(
            np.abs(bounds[after] - share[indices]), np.abs(share[indices] - bounds[np.maximum(after - 1, 0)])
        )
        near_bounds[indices] = gap <= NEAR * (1 + 1e-6)
    return near_bounds


def _bounds_of(ptable: PTable, row: int) -> NDArray[np.float64]:
    begin, end = int(ptable.offsets[row]), int(ptable.offsets[row + 1])
    bounds: NDArray[np.float64] = ptable.upper_bounds[begin:end]
    return bounds


def _levels_that_occur(examined: ExaminedBlock, by_axis: list[NDArray[np.int64]]) -> NDArray[np.bool_]:
    """Which cells a complete former table would hold: those of the levels that occur in each dimension. by_axis:
    indices of nodes that occur."""
    expected = np.ones(examined.counts.shape, dtype=np.bool_)
    for axis, (dimension, axis_places) in enumerate(zip(examined.dimensions, by_axis, strict=True)):
        depths = np.array([node.depth for node in dimension.nodes])
        leaves = np.array([node.leaf for node in dimension.nodes])
        seen = np.unique(axis_places[axis_places >= 0])
        occurs = np.isin(depths, np.unique(depths[seen])) & (depths >= 0)
        occurs |= leaves & bool(leaves[seen].any())
        occurs |= (depths < 0) & bool((depths[seen] < 0).any())
        shape = [1] * expected.ndim
        shape[axis] = len(dimension)
        expected &= occurs.reshape(shape)
    return expected.ravel()


def _cell(
    kind: Kind, lines: _Lines, examined: ExaminedBlock, line: int, cell: int, is_near: NDArray[np.bool_]
) -> ProductionCell:
    theirs = None if line < 0 else lines.texts[line].as_py()
    if cell < 0:
        return ProductionCell(kind, lines.address(line), theirs, None, 0, "", near=False)
    position = np.unravel_index(cell, examined.counts.shape)
    by_name = {
        dimension.name: dimension.nodes[int(coordinate)].code
        for dimension, coordinate in zip(examined.dimensions, position, strict=True)
    }
    address = tuple((own_name, by_name[own_name]) for _, own_name in lines.columns.dimensions)
    ours: int | float = int(examined.published.ravel()[cell])
    if examined.published_weighted is not None:
        ours = float(examined.published_weighted.ravel()[cell])
    key = ""
    if examined.cell_keys is not None and examined.modulus is not None:
        key = cell_key_text(int(examined.cell_keys.ravel()[cell]), examined.modulus, examined.key_digits)
    return ProductionCell(
        kind, address, theirs, ours, int(examined.counts.ravel()[cell]), key, near=bool(is_near[cell])
    )


__all__ = [
    "NO_FIGURE",
    "Differences",
    "ProductionCell",
    "ProductionColumns",
    "compare_production",
    "plain_name",
    "production_columns",
]
