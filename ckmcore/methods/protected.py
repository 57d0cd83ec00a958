"""ProtectedTable: figures that may be published. It holds nothing from which an original could be computed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ckmcore.sentences import Sentence
from ckmcore.tabulate.axis import AxisDimension
from ckmcore.tabulate.cells import FilterTexts, cell_frame, position_of
from ckmcore.tabulate.spec import Code, TableSpec

if TYPE_CHECKING:
    import pandas as pd


class Sign(IntEnum):
    """What may stand in the place of a figure. It follows from dictionary and published figures, never from records."""

    NONE = 0
    NOTHING = 1
    """A structural zero, declared in the dictionary: `-`."""
    UNKNOWN = 2
    """There is no figure, as for a code that another period does not know: `.`."""

    @property
    def text(self) -> str:
        return ("", "-", ".")[self]


@dataclass(frozen=True, eq=False, repr=False)
class ProtectedBlock:
    """Published figures of one cube, one int64 array per value of the specification, all of the same shape.

    `dimensions` describe the array axes: categories of the dictionary, whether or not a record falls into them.
    `signs`: what stands in a cell in the place of its figures (`Sign`, one per cell; None: nowhere).
    """

    dimensions: tuple[AxisDimension, ...]
    figures: tuple[NDArray[np.int64], ...]
    signs: NDArray[np.uint8] | None = None

    @property
    def shape(self) -> tuple[int, ...]:
        return self.figures[0].shape


@dataclass(frozen=True, eq=False, repr=False)
class ProtectedTable:
    """What a method made of a raw table: published figures and the method's note for the reader.

    `blocks` follow the specification: product of row blocks, column blocks and layer blocks.
    """

    spec: TableSpec
    blocks: tuple[ProtectedBlock, ...]
    method_name: Sentence
    note: Sentence
    filters: tuple[FilterTexts, ...] = ()
    footnotes: tuple[Sentence, ...] = ()

    @property
    def has_signs(self) -> bool:
        """Whether signs stand in the place of figures anywhere."""
        return any(block.signs is not None for block in self.blocks)

    @property
    def cells(self) -> int:
        """Number of published cells, all margins included."""
        return sum(block.figures[0].size for block in self.blocks)

    def __repr__(self) -> str:
        return f"ProtectedTable({' + '.join(str(block.shape) for block in self.blocks)})"

    def value(self, address: Mapping[str, Code], value: int = 0, block: int = 0) -> int:
        """The published figure at `{dimension: code or TOTAL}` (absent = TOTAL)."""
        found = self.blocks[block]
        return int(found.figures[value][position_of(found.dimensions, address)])

    def to_pandas(self, total: str = "Total") -> pd.DataFrame:
        """One row per cell: the codes of its dimensions (`total` for totals) and `published`.

        Several values have a column each, called by their kind, numbered where a kind stands twice. Signs that stand in
        the place of figures are in `sign`. Raises ColumnNameReserved where a dimension is called like a column.
        """
        import pandas as pd

        kinds: list[str] = [value.kind for value in self.spec.values]
        names = ["published"] if len(kinds) == 1 else kinds
        if len(set(names)) < len(names):
            names = [f"{kind} {number}" for number, kind in enumerate(kinds, start=1)]
        frames = []
        for block in self.blocks:
            frame = cell_frame(block.dimensions, block.shape, total, [*names, *(["sign"] if self.has_signs else [])])
            for name, figures in zip(names, block.figures, strict=True):
                frame[name] = figures.ravel()
            if self.has_signs:
                signs = np.zeros(block.shape, dtype=np.uint8) if block.signs is None else block.signs
                frame["sign"] = [Sign(sign).text for sign in signs.ravel().tolist()]
            frames.append(frame)
        return pd.concat(frames, ignore_index=True)
