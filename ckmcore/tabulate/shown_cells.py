"""Which cells of a table are shown, as every reader knows it from the layout."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from ckmcore.tabulate.axis import AxisDimension
from ckmcore.tabulate.layout import Unpublished, lay_out
from ckmcore.tabulate.spec import Presentation, TableSpec

Flags = NDArray[np.bool_]


class _Block(Protocol):
    """A block of a raw or a protected table."""

    @property
    def dimensions(self) -> tuple[AxisDimension, ...]: ...


def shown_cells(spec: TableSpec, blocks: Sequence[_Block]) -> tuple[Flags, ...]:
    """Mask of the cells of each block that the table shows, including lines hidden because they publish 0."""
    plain_spec = spec.with_changes(presentation=Presentation(valid_codes=spec.presentation.valid_codes))
    layout = lay_out(plain_spec, [Unpublished(block.dimensions) for block in blocks])
    masks = []
    for block_index, block in enumerate(blocks):
        columns, layers = len(spec.columns), len(spec.layers)
        row, remainder = divmod(block_index, columns * layers)
        segments = (
            layout.layers.segments[remainder % layers],
            layout.rows.segments[row],
            layout.columns.segments[remainder // layers],
        )
        mask = np.ones((), dtype=np.bool_)
        for segment in segments:
            shape = tuple(len(level.dimension) for level in segment.levels)
            lines = np.zeros(shape, dtype=np.bool_)
            lines[tuple(segment.positions[~segment.empty].T)] = True
            mask = np.logical_and.outer(mask, lines)
        masks.append(mask.reshape(tuple(map(len, block.dimensions))))
    return tuple(masks)
