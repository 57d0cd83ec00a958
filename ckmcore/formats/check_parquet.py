"""Whether a Parquet file holds a cube: its columns, its metadata and nothing else."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

from ckmcore.formats.check import Axis, Fault, Found

KEYS = {b"title", b"language", b"source", b"notes", b"columns", b"cell_notes", b"generator"}


def check_parquet(path: Path, dimensions: int, signs: set[str], program: str = "") -> Found:
    """Read a file strictly: `dimensions` pairs of codes and labels, then pairs of figures and signs; it names the
    program that wrote it. Raises Fault."""
    import pyarrow as pa
    import pyarrow.parquet as parquet

    try:
        with parquet.ParquetFile(path, memory_map=False) as file:
            metadata, table = dict(file.metadata.metadata or {}), file.read()
    except pa.ArrowException:
        raise Fault("check_parquet") from None
    names = table.schema.names
    if len(names) % 2 or len(names) <= 2 * dimensions or len(set(names)) < len(names):
        raise Fault("check_csv_head")
    if not {b"title", b"language", b"notes", b"columns"} <= set(metadata) <= KEYS:
        raise Fault("check_parquet_metadata")
    if metadata.get(b"generator", b"") != program.encode() or list(json.loads(metadata[b"columns"])) != names[::2]:
        raise Fault("check_parquet_metadata")
    columns = [column.to_pylist() for column in table.columns]
    codes = [dict.fromkeys(columns[2 * number]) for number in range(dimensions)]
    for number in range(dimensions):
        pairs = set(zip(columns[2 * number], columns[2 * number + 1], strict=True))
        if len(pairs) != len(codes[number]) or any(None in pair or "" in pair for pair in pairs):
            raise Fault("check_csv_head")
    values = [
        [_figure(figure, sign, signs) for figure, sign in zip(columns[place], columns[place + 1], strict=True)]
        for place in range(2 * dimensions, len(names), 2)
    ]
    keys = list(zip(*(columns[2 * number] for number in range(dimensions)), strict=True)) or [()] * table.num_rows
    cells = dict(zip(keys, zip(*values, strict=True), strict=True))
    if len(cells) < len(keys):
        raise Fault("check_csv_key", line=len(cells) + 1)
    axes = tuple(Axis(names[2 * number], tuple(known)) for number, known in enumerate(codes))
    try:
        figures = [figure for key in product(*(axis.codes for axis in axes)) for figure in cells[key]]
    except KeyError:
        raise Fault("check_csv_gap") from None
    return Found((*axes, Axis("", tuple(names[2 * dimensions :: 2]))), figures)


def _figure(figure: object, sign: object, signs: set[str]) -> str | None:
    """A figure as text; None where there is none, which a sign must explain."""
    if not isinstance(sign, str) or sign not in signs or (figure is None and not sign):
        raise Fault("check_csv_value", text=str(sign)[:60], line=0, column="sign")
    return None if figure is None else f"{figure:f}" if hasattr(figure, "as_tuple") else str(figure)
