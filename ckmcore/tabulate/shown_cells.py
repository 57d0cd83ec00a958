"""Which cells of a table are shown, as every reader knows it from the layout."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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


def shown_segments(spec: TableSpec, blocks: Sequence[_Block]) -> Iterator[tuple[NDArray[np.intp], ...]]:
    """For each block the shown lines of its layers, rows and columns, as the nodes of their levels; together they are
    the dimensions of the block."""
    plain_spec = spec.with_changes(presentation=Presentation(valid_codes=spec.presentation.valid_codes))
    layout = lay_out(plain_spec, [Unpublished(block.dimensions) for block in blocks])
    columns, layers = len(spec.columns), len(spec.layers)
    for block_index in range(len(blocks)):
        row, remainder = divmod(block_index, columns * layers)
        segments = (
            layout.layers.segments[remainder % layers],
            layout.rows.segments[row],
            layout.columns.segments[remainder // layers],
        )
        yield tuple(segment.positions[~segment.empty] for segment in segments)


def shown_cells(spec: TableSpec, blocks: Sequence[_Block]) -> tuple[Flags, ...]:
    """Mask of the cells of each block that the table shows, including lines hidden because they publish 0."""
    masks = []
    for block, segments in zip(blocks, shown_segments(spec, blocks), strict=True):
        mask, first = np.ones((), dtype=np.bool_), 0
        for positions in segments:
            last = first + positions.shape[1]
            lines = np.zeros(tuple(map(len, block.dimensions[first:last])), dtype=np.bool_)
            lines[tuple(positions.T)] = True
            mask, first = np.logical_and.outer(mask, lines), last
        masks.append(mask.reshape(tuple(map(len, block.dimensions))))
    return tuple(masks)
