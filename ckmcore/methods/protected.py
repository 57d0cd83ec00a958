"""ProtectedTable: figures that may be published. It holds nothing from which an original could be computed."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.checked import checked, place_in
from ckmcore.base.lazy_import import LazyModule
from ckmcore.base.numbers import Language
from ckmcore.base.texts import Texts, both
from ckmcore.errors import InputError
from ckmcore.messages import Sentence, sentence
from ckmcore.tabulate.axis import AxisDimension
from ckmcore.tabulate.cell_storage import AllCells, Cells, ListedCells
from ckmcore.tabulate.cells import FilterTexts, cell_frame, position_of, texts_of_cells
from ckmcore.tabulate.spec import TOTAL, Code, TableSpec

if TYPE_CHECKING:
    import pandas as pd
else:
    pd = LazyModule("pandas")


class Sign(IntEnum):
    """Sign in place of a figure or around it. Signs depend on the dictionary and on published figures, never on
    records. Cell suppression alone decides by records which cells have `UNKNOWN`, primary and secondary ones alike."""

    NONE = 0
    NOTHING = 1
    """A structural zero, declared in the dictionary: `-`."""
    UNKNOWN = 2
    """There is no figure, as for a code that another period does not know, or it is kept secret: `.`."""
    BLOCKED = 3
    """A figure would mean nothing: a share of 0, a base too small: `x`."""
    UNRELIABLE = 4
    """The figure would not be reliable enough to be shown: `/`."""
    UNCERTAIN = 5
    """The figure is shown in brackets, because it is of limited reliability: `(4)`."""

    @property
    def text(self) -> str:
        """The sign as a legend names it."""
        return ("", "-", ".", "x", "/", "( )")[self]

    @property
    def keeps_figure(self) -> bool:
        """Whether the sign is shown together with the figure instead of replacing it."""
        return self in (Sign.NONE, Sign.UNCERTAIN)

    def around(self, figure: str, written: str | None = None) -> str:
        """Text of a cell: the figure, the figure in brackets, or the sign alone. figure: text of the figure.

        written: the sign as the office writes it.
        """
        if self == Sign.UNCERTAIN:
            return f"({figure})"
        return (self.text if written is None else written) or figure


# Values that a table without words calls by what they count.
_COUNTED = ("count", "weighted_count", "share", "change", "ratio", "rate")
Legend = Mapping[Sign, Sentence]
"""What signs mean."""


@dataclass(frozen=True, eq=False, repr=False)
class ProtectedBlock:
    """Published figures of one block: an int64 array per value of the specification, all of the same shape, scaled by
    10^places of the value.

    dimensions: array axes with the categories of the dictionary, whether or not they have records. signs: `Sign` of
    each cell, an array per value, None without signs; a replaced figure is 0. listed: cells that the arrays hold where
    there are too many for all, None for all. unlisted: for each value the sign of unlisted cells, whose figures are 0,
    None for derived values, where it differs.
    """

    dimensions: tuple[AxisDimension, ...]
    figures: tuple[NDArray[np.int64], ...]
    signs: tuple[NDArray[np.uint8], ...] | None = None
    listed: ListedCells | None = None
    unlisted: tuple[Sign | None, ...] = ()

    @property
    def cells(self) -> Cells:
        """The cells that the arrays hold."""
        return self.listed or AllCells(self.figures[0].shape)

    @property
    def shape(self) -> tuple[int, ...]:
        return self.cells.shape

    def shown(self, value: int) -> NDArray[np.bool_]:
        """Mask of the cells that show the figure of a value. value: index."""
        shape = self.figures[value].shape
        return np.ones(shape, dtype=np.bool_) if self.signs is None else keep_figure(self.signs[value])


def keep_figure(signs: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Mask of the cells whose sign does not replace the figure."""
    return np.isin(signs, [sign for sign in Sign if sign.keeps_figure])


_page: Callable[[ProtectedTable], str] | None = None


def show_by(page: Callable[[ProtectedTable], str]) -> None:
    """Set the function by which notebooks render tables as HTML; it belongs to a higher layer, which registers it."""
    global _page
    _page = page


@checked
@dataclass(frozen=True, eq=False, repr=False)
class ProtectedTable:
    """Figures that a method publishes of a raw table, with its notes for readers.

    blocks: product of row, column and layer blocks of the specification; labels: heading of each value; legend:
    meanings of signs that the method may have set; remarks: how means and quantiles are computed.

    >>> table
    ProtectedTable((4, 3))
    >>> table.cells, table.has_signs
    (12, False)
    >>> table.note.text("en")[:56]
    'All figures are protected by the cell-key method: small '
    """

    spec: TableSpec
    blocks: tuple[ProtectedBlock, ...]
    method_name: Sentence
    note: Sentence
    short_note: Sentence
    filters: tuple[FilterTexts, ...] = ()
    footnotes: tuple[Sentence, ...] = ()
    labels: tuple[Texts, ...] = ()
    legend: Legend = field(default_factory=dict)
    remarks: tuple[Sentence, ...] = ()

    def label(self, value: int) -> Texts:
        """Heading of a value's figures. value: index."""
        if self.labels:
            return self.labels[value]
        own_value = self.spec.values[value]
        if own_value.label.text("en"):
            return own_value.label
        return both(f"word_{own_value.counted if own_value.kind in _COUNTED else own_value.kind}")

    @property
    def has_signs(self) -> bool:
        """Whether signs replace figures anywhere."""
        return any(block.signs is not None or any(block.unlisted) for block in self.blocks)

    @property
    def is_listed(self) -> bool:
        """Whether only the cells that differ from an empty cell are listed."""
        return any(block.listed is not None for block in self.blocks)

    @property
    def cells(self) -> int:
        """Number of published cells, margins included; in a list, of the listed cells."""
        return sum(block.figures[0].size for block in self.blocks)

    def __repr__(self) -> str:
        return f"ProtectedTable({' + '.join(str(block.shape) for block in self.blocks)})"

    def _repr_html_(self) -> str | None:
        """HTML for notebooks: the first sheets as on the written page, with the note."""
        return None if _page is None else _page(self)

    @checked
    def value(self, address: Mapping[str, Code], value: int = 0, block: int = 0) -> int:
        """Published figure at `{dimension: code or TOTAL}`, scaled by 10^places of its value; absent dimensions mean
        TOTAL. value, block: indices.

        >>> table.value({"NUTS": "AT11", "SEX": "1"})
        152
        >>> table.value({"NUTS": "AT11"})
        292
        """
        found_block = self._block(value, block)
        cell_index = found_block.cells.at(position_of(found_block.dimensions, address))
        return 0 if cell_index is None else int(found_block.figures[value][cell_index])

    @checked
    def sign(self, address: Mapping[str, Code], value: int = 0, block: int = 0) -> Sign:
        """Sign in place of the figure at an address.

        >>> hidden = ckm.protect(raw, ckm.CellKeyMethod(ptable, threshold=100))
        >>> hidden.sign({"NUTS": "AT21", "SEX": "1"}).name
        'UNKNOWN'
        """
        found_block = self._block(value, block)
        cell_index = found_block.cells.at(position_of(found_block.dimensions, address))
        if cell_index is None:
            return found_block.unlisted[value] or Sign.NONE
        return Sign.NONE if found_block.signs is None else Sign(int(found_block.signs[value][cell_index]))

    def _block(self, value: int, block: int) -> ProtectedBlock:
        place_in("value", value, self.spec.values)
        return self.blocks[place_in("block", block, self.blocks)]

    @checked
    def to_pandas(
        self, total: str = "Total", *, labels: bool = False, wide: bool = False, language: Language = "en"
    ) -> pd.DataFrame:
        """Data frame with one row per cell (in a list, per listed cell): codes of its dimensions (`total` for totals)
        and `published`.

        Several values have a column each, named by their kind and numbered where a kind is repeated. Values with
        decimals are floats. Signs are in `sign` (for several values `sign 1` ...); where a sign replaces the figure,
        the figure is missing (0 for a structural zero). Raises column_name_reserved where a dimension has the name of a
        column.

        labels: use labels and titles in `language` instead of codes and names, and headings of values. wide: arrange as
        the table is laid out, with row variables as index, and variables of columns and layers above the values,
        without signs. Raises frame_not_wide for stacked blocks, needs_all_cells for a list of cells.

        >>> table.to_pandas().head(3)
            NUTS    SEX  published
        0  Total  Total        601
        1  Total      1        299
        2  Total      2        298
        >>> table.to_pandas(wide=True)
        SEX    Total      1      2
              Number Number Number
        NUTS
        Total    601    299    298
        AT11     292    152    139
        AT12     159     75     82
        AT21     149     74     73
        """
        if wide:
            return _wide_frame(self, total, language if labels else None)
        return _labelled_frame(self, total, language) if labels else _coded_frame(self, total)


# --- data frames: a line per cell, or as the table is laid out; with codes or with labels


def _value_names(table: ProtectedTable, language: Language) -> list[str]:
    """Headings of the values as in a written table; repeated headings are numbered."""
    names = [table.label(index).text(language) for index in range(len(table.spec.values))]
    often = Counter(names)
    return [name if often[name] == 1 else f"{name} {number}" for number, name in enumerate(names, start=1)]


def _shown_figures(table: ProtectedTable, block: ProtectedBlock, number: int) -> NDArray[Any]:
    """Figures of a value as published: with its decimals, missing where a sign replaces them. number: index."""
    figures, decimals = block.figures[number], table.spec.values[number].places
    shown_figures: NDArray[Any] = figures / 10.0**decimals if decimals else figures
    if block.signs is None:
        return shown_figures
    signs = block.signs[number]
    is_replaced = ~np.isin(signs, (Sign.NONE, Sign.NOTHING, Sign.UNCERTAIN))
    return np.where(is_replaced, np.nan, shown_figures) if is_replaced.any() else shown_figures


def _coded_frame(table: ProtectedTable, total: str) -> pd.DataFrame:
    """Data frame with one row per cell: codes, figures named by the kinds of values, signs."""
    kinds: list[str] = [value.kind for value in table.spec.values]
    names = ["published"] if len(kinds) == 1 else kinds
    if len(set(names)) < len(names):
        names = [f"{kind} {kind_number}" for kind_number, kind in enumerate(kinds, start=1)]
    signs = ["sign"] if len(names) == 1 else [f"sign {index}" for index in range(1, len(names) + 1)]
    return _long(
        table, names, signs, lambda block, reserved: cell_frame(block.dimensions, block.cells, total, reserved)
    )


def _labelled_frame(table: ProtectedTable, total: str, language: Language) -> pd.DataFrame:
    """Data frame with one row per cell: labels under the titles of variables, figures under the headings of values,
    signs."""
    names = _value_names(table, language)

    def cells(block: ProtectedBlock, reserved: list[str]) -> pd.DataFrame:
        titles = [dimension.title.text(language) or dimension.name for dimension in block.dimensions]
        texts = [_node_names(dimension, total, language) for dimension in block.dimensions]
        if len({*titles, *reserved}) < len(titles) + len(reserved):  # then their names, which are all different
            titles = [dimension.name for dimension in block.dimensions]
        frame = dict(zip(titles, texts_of_cells(block.cells, texts), strict=True))
        return pd.DataFrame(frame, range(math.prod(block.cells.held)))

    return _long(table, names, [f"{name}: sign" for name in names], cells)


def _long(
    table: ProtectedTable,
    names: list[str],
    sign_names: list[str],
    cells: Callable[[ProtectedBlock, list[str]], pd.DataFrame],
) -> pd.DataFrame:
    frames = []
    for block in table.blocks:
        frame = cells(block, [*names, *(sign_names if table.has_signs else [])])
        for index, name in enumerate(names):
            frame[name] = _shown_figures(table, block, index).ravel()
            if table.has_signs:
                signs = [] if block.signs is None else block.signs[index].ravel().tolist()
                frame[sign_names[index]] = [Sign(sign).text for sign in signs] or [""] * len(frame)
        frames.append(frame)
    return pd.concat(frames, ignore_index=True)


def _node_names(dimension: AxisDimension, total: str, language: Language | None) -> list[str]:
    """Codes of a dimension's nodes, or their labels where a language is given; `total` for the total."""
    if language is None:
        return [total if node.code is TOTAL else node.code for node in dimension.nodes]
    return [total if node.code is TOTAL else node.label.text(language) for node in dimension.nodes]


def _wide_frame(table: ProtectedTable, total: str, language: Language | None) -> pd.DataFrame:
    """Data frame with row variables as index, and variables of columns and layers and the values as columns, totals
    first.

    Raises frame_not_wide.
    """
    if table.is_listed:
        raise InputError("needs_all_cells", what=sentence("listed_wide_frame"))
    if len(table.blocks) > 1:
        raise InputError("frame_not_wide", blocks=len(table.blocks))
    block, spec = table.blocks[0], table.spec
    names = [dimension.name for dimension in block.dimensions]
    rows = [names.index(name) for name in spec.rows[0].variables]
    columns = [index for index in range(len(names)) if index not in rows]
    values = [_shown_figures(table, block, index).transpose(*rows, *columns) for index in range(len(spec.values))]
    high = int(np.prod([block.shape[axis_index] for axis_index in rows], dtype=np.int64))
    heads = _value_names(table, language or "en")

    def index(indices: Sequence[int]) -> tuple[list[list[str]], list[str]]:
        dimensions = [block.dimensions[index] for index in indices]
        titles = [dimension.name if language is None else dimension.title.text(language) for dimension in dimensions]
        return [_node_names(dimension, total, language) for dimension in dimensions], titles

    levels, titles = index(columns)
    across = pd.MultiIndex.from_product([*levels, heads], names=[*titles, None]) if columns else pd.Index(heads)
    down, names_down = index(rows)
    stub: pd.Index[Any] = pd.Index([total])
    if rows:
        stub = (
            pd.MultiIndex.from_product(down, names=names_down)
            if len(rows) > 1
            else pd.Index(down[0], name=names_down[0])
        )
    flat = np.stack([value.reshape(high, -1) for value in values], axis=2).reshape(high, -1)
    frame = pd.DataFrame(flat, index=stub, columns=across)
    # What has no decimals and no sign is whole numbers, also beside what has.
    for number, value in enumerate(values):
        if value.dtype.kind == "i" and flat.dtype.kind != "i":
            for column_index in range(number, frame.shape[1], len(values)):
                frame.isetitem(column_index, frame.iloc[:, column_index].to_numpy().astype(np.int64))
    return frame
