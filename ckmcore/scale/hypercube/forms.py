"""The forms that hypercubes are written in, the page among them, and what writes one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from ckmcore.formats.forms import Form, FormName
from ckmcore.formats.leak_findings import LeakScan
from ckmcore.formats.read_html_cube import read_html_cube
from ckmcore.formats.write_html_cube import CELL_LIMIT, compare_page, refuse_many, write_page
from ckmcore.methods.protected import Sign
from ckmcore.scale.hypercube.read_stream import nodes_of
from ckmcore.scale.hypercube.resumable import Part
from ckmcore.scale.hypercube.stream import (
    HyperFile,
    HyperPage,
    Lines,
    Margins,
    Marks,
    StreamKind,
    joined_lines,
    write_hypercube,
)
from ckmcore.scale.hypercube.stream_csv import LONG_STREAM, SDMX_STREAM
from ckmcore.scale.hypercube.stream_parquet import PARQUET_STREAM
from ckmcore.tabulate.scan import never


class PageStream:
    """Page of a hypercube. Its columns are packed as a whole, so it is written when the last line is known, and an
    interrupted run starts from the beginning."""

    def __init__(self, page: HyperPage, path: Path) -> None:
        self._page, self._path, self._waiting, self._count = page, path, list[Lines](), 0

    def add(self, lines: Lines, margin: int) -> Sequence[Part]:
        """Take the lines of one margin; see `Stream`. Raises html_cube_too_large."""
        del margin
        self._count += len(lines) * len(lines.figures)
        refuse_many(self._count)
        self._waiting.append(lines)
        return ()

    def close(self) -> None:
        """Write the page; see `Stream`."""
        lines, page = joined_lines(self._waiting), self._page
        places = [categories[nodes] for categories, nodes in zip(page.places, lines.nodes, strict=True)]
        write_page(page.cube, page.document, self._path, places, lines.figures, lines.signs)


@contextmanager
def open_page(page: HyperPage, path: Path, parts: Sequence[Part]) -> Iterator[PageStream]:
    """A page to be written."""
    del parts  # none is ever handed to the system before the whole page
    yield PageStream(page, path)


def read_page(page: HyperPage, path: Path, search: LeakScan) -> Iterator[Lines]:
    """The lines of a page, all at once. Raises FormatViolation."""
    del search  # every text of the page is compared
    read = read_html_cube(path)
    compare_page(read, page.cube, page.document, read.facts.cells)
    nodes = tuple(nodes_of(categories)[place] for categories, place in zip(page.places, read.places, strict=True))
    yield Lines(nodes, read.figures, read.signs)


def same_on_a_page(page: HyperPage) -> Marks:
    """For each sign itself: a page keeps their numbers."""
    del page
    return np.arange(len(Sign), dtype=np.uint8)


PAGE_STREAM = StreamKind(open_page, read_page, same_on_a_page, seconds=4.0, room=CELL_LIMIT)

STREAMS: Mapping[FormName, StreamKind] = {
    "parquet": PARQUET_STREAM,
    "csv-long": LONG_STREAM,
    "sdmx-csv-2": SDMX_STREAM,
    "html-cube": PAGE_STREAM,
}


def export_hypercube(
    page: HyperPage,
    blocks: Margins,
    form: Form,
    path: Path,
    *,
    identity: str = "",
    place: Path | None = None,
    told: Callable[[float], None] = lambda _: None,
    cancelled: Callable[[], bool] = never,
) -> HyperFile:
    """Write a hypercube in one of its forms. Parameters and errors as of `write_hypercube`."""
    kind, title = STREAMS[form.name], form.title
    return write_hypercube(
        page, blocks, kind, path, title, identity=identity, place=place, told=told, cancelled=cancelled
    )
