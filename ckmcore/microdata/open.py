"""Files of records of any format, opened as sources."""

from __future__ import annotations

from os import PathLike

from ckmcore.microdata.columnar import open_columnar
from ckmcore.microdata.delimited import open_text
from ckmcore.microdata.described_text import open_described
from ckmcore.microdata.dialect import Dialect
from ckmcore.microdata.errors import FilePacked
from ckmcore.microdata.files import checked_path, format_of, is_packed, read_head
from ckmcore.microdata.fixed import open_text as open_fixed
from ckmcore.microdata.prepared import is_prepared, open_prepared
from ckmcore.microdata.several import open_several
from ckmcore.microdata.sheets import open_workbook
from ckmcore.microdata.source import Paths, Source
from ckmcore.microdata.statistical import open_statistical


def open_source(
    path: Paths,
    dialect: Dialect | None = None,
    head_rows: int = 500,
    meta: str | PathLike[str] | None = None,
) -> Source:
    """Look at the beginning of a file and recognise it by its content.

    Several paths are files of one statistic, read as one. `meta` is a τ-ARGUS description (`.rda`) of a text file.
    Raises the errors of files and ColumnNameTwice, and of several files those of `several.py`.
    """
    if not isinstance(path, str | PathLike):
        return open_several(path, dialect, lambda one, written: open_source(one, written, head_rows, meta))
    file = checked_path(path)
    head, complete = read_head(file)
    kind = format_of(file, head, "" if dialect is None else dialect.encoding)
    if kind != "csv" and is_packed(file):
        raise FilePacked(file=str(file))
    if meta is not None:
        return open_described(file, head, complete, meta, dialect, head_rows)
    if kind == "csv":
        opened = open_fixed if dialect is not None and dialect.is_fixed else open_text
        return opened(file, head, complete, dialect, head_rows)
    if kind == "parquet" and is_prepared(file):
        return open_prepared(file)
    if kind in ("parquet", "arrow"):
        return open_columnar(file, kind)
    if kind in ("excel", "excel_97", "ods"):
        return open_workbook(file, kind, dialect, head_rows)
    return open_statistical(file, kind, dialect)
