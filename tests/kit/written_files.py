"""What a file says that was written, but for times and for marks, which are hashes under a secret."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

import pyarrow.parquet as pq

MASKED = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d\S*)?|\b[0-9a-f]{8,}\b")


def content(file: Path) -> str:
    """The parts of a workbook, the columns of Parquet with all that stands beside them, else the text."""
    if file.suffix == ".xlsx":
        with zipfile.ZipFile(file) as parts:
            found = [f"{name}: {parts.read(name).decode('utf-8', 'surrogateescape')}" for name in parts.namelist()]
    elif file.suffix == ".parquet":
        table, footer = pq.read_table(file), pq.read_metadata(file)
        found = [table.schema.to_string(show_field_metadata=True), str(table.to_pydict()), str(footer.to_dict())]
        found += [f"{name!r}: {value!r}" for name, value in (footer.metadata or {}).items() if name != b"ARROW:schema"]
    else:
        found = [file.read_bytes().decode("latin-1")]
    return MASKED.sub("", "\n".join(found))
