"""Cells by their address, and what both sides of the wall between raw and protected tables need for it."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ckmcore.base.texts import Texts
from ckmcore.errors import InputError
from ckmcore.tabulate.axis import AxisDimension
from ckmcore.tabulate.cell_storage import Cells
from ckmcore.tabulate.spec import TOTAL, Code

if TYPE_CHECKING:
    import pandas as pd


def position_of(dimensions: tuple[AxisDimension, ...], address: Mapping[str, Code]) -> tuple[int, ...]:
    """Position of an address `{dimension: code or TOTAL}`; absent dimensions mean TOTAL. Raises address_unknown."""
    for name, code in address.items():
        if all(dimension.name != name for dimension in dimensions):
            raise InputError("address_unknown", variable=name, category="" if code is TOTAL else code)
    position = []
    for dimension in dimensions:
        code = address.get(dimension.name, TOTAL)
        if code not in dimension.index:
            raise InputError("address_unknown", variable=dimension.name, category=code)
        position.append(dimension.index[code])
    return tuple(position)


@dataclass(frozen=True)
class FilterTexts:
    """Text of a filter: title of the variable and labels of the selected codes."""

    title: Texts
    labels: tuple[Texts, ...]


def cell_frame(
    dimensions: tuple[AxisDimension, ...], cells: Cells, total: str, reserved: Collection[str]
) -> pd.DataFrame:
    """Data frame with the codes of every cell, one column per dimension (`total` for the total), in array order.

    reserved: columns that the caller adds. Raises column_name_reserved where a dimension has such a name.
    """
    import pandas as pd

    for dimension in dimensions:
        if dimension.name in reserved:
            raise InputError("column_name_reserved", variable=dimension.name)
    texts = [[total if node.code is TOTAL else node.code for node in dimension.nodes] for dimension in dimensions]
    names = [dimension.name for dimension in dimensions]
    columns = dict(zip(names, texts_of_cells(cells, texts), strict=True))
    return pd.DataFrame(columns, index=range(math.prod(cells.held)))


def texts_of_cells(cells: Cells, texts: Sequence[Sequence[str]]) -> list[Any]:
    """Columns with the text of each cell's node, one per dimension, in array order. texts: of each node of each
    dimension."""
    import pandas as pd

    node_arrays = (np.broadcast_to(node_array, cells.held).ravel() for node_array in cells.places())
    return [pd.array(text, dtype="str").take(cell_nodes) for text, cell_nodes in zip(texts, node_arrays, strict=True)]
