"""Protected tables as data frames: a line per cell, or as they are laid out; with codes or with labels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.numbers import Language
from ckmcore.errors import InputError
from ckmcore.methods.protected import ProtectedBlock, ProtectedTable, Sign
from ckmcore.tabulate.axis import AxisDimension
from ckmcore.tabulate.cells import cell_frame
from ckmcore.tabulate.spec import TOTAL

if TYPE_CHECKING:
    import pandas as pd


class NoWideFrame(InputError):
    """A table of stacked blocks has no frame with one index. Fields: blocks."""

    code = "frame_not_wide"


def value_names(table: ProtectedTable, language: Language) -> list[str]:
    """What heads each value, as in a written table; a number behind what stands twice."""
    names = [table.label(number).text(language) for number in range(len(table.spec.values))]
    often = Counter(names)
    return [name if often[name] == 1 else f"{name} {number}" for number, name in enumerate(names, start=1)]


def shown_figures(table: ProtectedTable, block: ProtectedBlock, number: int) -> NDArray[Any]:
    """The figures of a value as they are published: with its decimals, missing where a sign stands in their place."""
    figures, places = block.figures[number], table.spec.values[number].places
    shown: NDArray[Any] = figures / 10.0**places if places else figures
    if block.signs is None:
        return shown
    signs = block.signs[number]
    gone = ~np.isin(signs, (Sign.NONE, Sign.NOTHING, Sign.UNCERTAIN))
    return np.where(gone, np.nan, shown) if gone.any() else shown


def coded_frame(table: ProtectedTable, total: str) -> pd.DataFrame:
    """One row per cell: codes, figures by the kinds of the values, signs."""
    kinds: list[str] = [value.kind for value in table.spec.values]
    names = ["published"] if len(kinds) == 1 else kinds
    if len(set(names)) < len(names):
        names = [f"{kind} {number}" for number, kind in enumerate(kinds, start=1)]
    signs = ["sign"] if len(names) == 1 else [f"sign {number}" for number in range(1, len(names) + 1)]
    return _long(
        table, names, signs, lambda block, reserved: cell_frame(block.dimensions, block.shape, total, reserved)
    )


def labelled_frame(table: ProtectedTable, total: str, language: Language) -> pd.DataFrame:
    """One row per cell: labels under the titles of their variables, figures as a written table calls them, signs."""
    import pandas as pd

    names = value_names(table, language)

    def cells(block: ProtectedBlock, reserved: list[str]) -> pd.DataFrame:
        titles = [dimension.title.text(language) or dimension.name for dimension in block.dimensions]
        texts = [node_names(dimension, total, language) for dimension in block.dimensions]
        if len({*titles, *reserved}) < len(titles) + len(reserved):  # then their names, which are all different
            titles = [dimension.name for dimension in block.dimensions]
        index = pd.MultiIndex.from_product(texts) if texts else pd.RangeIndex(1)
        return pd.DataFrame(
            {title: index.get_level_values(place) for place, title in enumerate(titles)}, range(len(index))
        )

    return _long(table, names, [f"{name}: sign" for name in names], cells)


def _long(
    table: ProtectedTable,
    names: list[str],
    sign_names: list[str],
    cells: Callable[[ProtectedBlock, list[str]], pd.DataFrame],
) -> pd.DataFrame:
    import pandas as pd

    frames = []
    for block in table.blocks:
        frame = cells(block, [*names, *(sign_names if table.has_signs else [])])
        for number, name in enumerate(names):
            frame[name] = shown_figures(table, block, number).ravel()
            if table.has_signs:
                signs = [] if block.signs is None else block.signs[number].ravel().tolist()
                frame[sign_names[number]] = [Sign(sign).text for sign in signs] or [""] * len(frame)
        frames.append(frame)
    return pd.concat(frames, ignore_index=True)


def node_names(dimension: AxisDimension, total: str, language: Language | None) -> list[str]:
    """The codes of a dimension's nodes, or with a language their labels; the total is called `total`."""
    if language is None:
        return [total if node.code is TOTAL else node.code for node in dimension.nodes]
    return [total if node.code is TOTAL else node.label.text(language) for node in dimension.nodes]


def wide_frame(table: ProtectedTable, total: str, language: Language | None) -> pd.DataFrame:
    """The variables of the rows as index, those of columns and layers and the values as columns, the total first.

    Raises NoWideFrame.
    """
    import pandas as pd

    if len(table.blocks) > 1:
        raise NoWideFrame(blocks=len(table.blocks))
    block, spec = table.blocks[0], table.spec
    names = [dimension.name for dimension in block.dimensions]
    rows = [names.index(name) for name in spec.rows[0].variables]
    columns = [place for place in range(len(names)) if place not in rows]
    values = [shown_figures(table, block, number).transpose(*rows, *columns) for number in range(len(spec.values))]
    high = int(np.prod([block.shape[place] for place in rows], dtype=np.int64))
    heads = value_names(table, language or "en")

    def index(places: Sequence[int]) -> tuple[list[list[str]], list[str]]:
        found = [block.dimensions[place] for place in places]
        titles = [one.name if language is None else one.title.text(language) for one in found]
        return [node_names(one, total, language) for one in found], titles

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
            for place in range(number, frame.shape[1], len(values)):
                frame.isetitem(place, frame.iloc[:, place].to_numpy().astype(np.int64))
    return frame
