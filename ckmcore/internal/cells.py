"""The only writer of confidential results: one line per cell with count, cell key, noise and published figure.

Every file is marked: its last column, `marking`, says `internal` in each line. Never a release.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ckmcore.keys.record_keys import cell_key_text
from ckmcore.methods.examination import Examination, ExaminedBlock
from ckmcore.methods.protected import Sign
from ckmcore.tabulate.cells import cell_frame
from ckmcore.tabulate.spec import Value

if TYPE_CHECKING:
    import pandas as pd

TOTAL_TEXT = "Total"
MARK = "internal"
COLUMNS = ("count", "cell_key", "noise", "weighted_count", "value", "published", "marking")


Signs = Callable[[NDArray[np.int64]], NDArray[np.uint8] | None]


def internal_frame(examination: Examination, *, empty: bool = False, signs: Signs | None = None) -> pd.DataFrame:
    """Data frame with one row per cell: dimensions by name (`Total` for the total), count, cell_key, noise, published,
    marking.

    `cell_key` is text with all digits (a decimal fraction or an integer). Weighted tables add `weighted_count`, and
    `published` is the unrounded (n + noise) W / n. Tables of sums or means add `value`, the original; `cell_key`,
    `noise` and `published` (unrounded) are those of the sum, and the published sum of a mean is divided by the
    published number of records.

    empty: include cells without records; signs: function of published numbers of records that gives the signs which the
    method puts in place of figures or around them in `published`.
    """
    import pandas as pd

    frames = []
    for block in examination.blocks:
        frame = _block_frame(block, examination, empty)
        marks = None if signs is None else signs(block.published)
        if marks is not None:
            keep = np.full(block.counts.size, True) if empty else block.counts.ravel() > 0
            texts = zip(marks.ravel()[keep].tolist(), frame["published"].tolist(), strict=True)
            frame["published"] = [
                figure if mark == Sign.NONE else Sign(mark).around(str(figure)) for mark, figure in texts
            ]
        frames.append(frame)
    return pd.concat(frames, ignore_index=True)


def _block_frame(block: ExaminedBlock, examination: Examination, empty: bool) -> pd.DataFrame:
    frame = cell_frame(block.dimensions, block.cells, TOTAL_TEXT, COLUMNS)
    counts = block.counts.ravel()
    keep = np.full(len(counts), True) if empty else counts > 0
    frame = frame[keep].reset_index(drop=True)
    frame["count"] = counts[keep]
    if block.cell_keys is not None and block.modulus is not None:
        keys = block.cell_keys.ravel()[keep].tolist()
        frame["cell_key"] = [cell_key_text(key, block.modulus, block.key_digits) for key in keys]
    first = examination.spec.values[0]
    if first.measure in block.magnitudes:
        return _with_sums(frame, block, first, keep)
    frame["noise"] = block.noise.ravel()[keep]
    weighted = any(value.kind == "weighted_count" for value in examination.spec.values)
    if weighted and block.weighted is not None and block.published_weighted is not None:
        frame["weighted_count"] = block.weighted.ravel()[keep]
        frame["published"] = block.published_weighted.ravel()[keep]
    else:
        frame["published"] = block.published.ravel()[keep]
    frame["marking"] = MARK
    return frame


def _with_sums(frame: pd.DataFrame, block: ExaminedBlock, value: Value, keep: NDArray[np.bool_]) -> pd.DataFrame:
    """The frame of a table of sums or means of a magnitude."""
    sums = block.magnitudes[value.measure]
    if block.modulus is not None and sums.cell_keys is not None:
        keys = sums.cell_keys.ravel()[keep].tolist()
        frame["cell_key"] = [cell_key_text(key, block.modulus, block.key_digits) for key in keys]
    values, published = sums.values.ravel()[keep], sums.published.ravel()[keep]
    frame["noise"] = published - values
    records: NDArray[Any] = block.counts.ravel()[keep]
    shown: NDArray[Any] = block.published.ravel()[keep]
    if value.needs_weights and block.weighted is not None and block.published_weighted is not None:
        records, shown = block.weighted.ravel()[keep], block.published_weighted.ravel()[keep]
        frame["weighted_count"] = records
    if value.kind == "mean":
        if sums.divided_by is not None:
            records, shown = (array.ravel()[keep] for array in sums.divided_by)
        values = np.divide(values, records, out=np.full(len(values), np.nan), where=records > 0)
        published = np.divide(published, shown, out=np.full(len(values), np.nan), where=shown > 0)
    frame["value"] = values
    frame["published"] = published
    frame["marking"] = MARK
    return frame


def write_internal(examination: Examination, path: Path, signs: Signs | None = None) -> None:
    """Write the frame as CSV (comma, UTF-8), whole or not at all."""
    from ckmcore.base.files import write_whole

    frame = internal_frame(examination, signs=signs)
    write_whole(path, lambda target: frame.to_csv(target, index=False, lineterminator="\n"), private=True)
