"""The forms that hypercubes are written in, and what writes one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from ckmcore.formats.forms import Form, FormName
from ckmcore.scale.hypercube.stream import HyperFile, HyperPage, Margins, StreamKind, write_hypercube
from ckmcore.scale.hypercube.stream_csv import LONG_STREAM, SDMX_STREAM
from ckmcore.scale.hypercube.stream_parquet import PARQUET_STREAM
from ckmcore.tabulate.scan import never

STREAMS: Mapping[FormName, StreamKind] = {
    "parquet": PARQUET_STREAM,
    "csv-long": LONG_STREAM,
    "sdmx-csv-2": SDMX_STREAM,
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
