"""Files of records of any format, opened as sources."""

from __future__ import annotations

import re
from dataclasses import replace
from os import PathLike
from pathlib import Path

from ckmcore.errors import DataError, InputError
from ckmcore.microdata.columnar import open_columnar
from ckmcore.microdata.delimited import check_dialect, check_encoding, open_text, words_of
from ckmcore.microdata.dialect import Dialect
from ckmcore.microdata.files import checked_path, decode_head, format_of, is_packed, little_memory, read_head
from ckmcore.microdata.fixed import open_text as open_fixed
from ckmcore.microdata.multi_file import open_several
from ckmcore.microdata.prepared import is_prepared, open_prepared
from ckmcore.microdata.rda import TauMetadata, read_rda
from ckmcore.microdata.reading_plan import answers_kept
from ckmcore.microdata.sheets import open_workbook
from ckmcore.microdata.sniff import guess_encoding, sample_rows
from ckmcore.microdata.source import Paths, Source, with_other_names
from ckmcore.microdata.statistical import open_statistical
from ckmcore.microdata.store import open_store, store_of


def open_source(
    path: Paths,
    dialect: Dialect | None = None,
    head_rows: int = 500,
    meta: str | PathLike[str] | None = None,
) -> Source:
    """Look at the beginning of a file and recognise it by its content.

    Several paths are files of one statistic, read as one. `meta` is a τ-ARGUS description (`.rda`) of a text file.
    Raises the errors of files and column_name_twice, rows_not_in_file, UnknownColumn for one that is renamed, and of
    several files those of `multi_file.py`.
    """
    if dialect is None or not dialect.renamed:
        return _open(path, dialect, head_rows, meta)
    return with_other_names(_open(path, dialect.of_file, head_rows, meta), dialect)


def _open(path: Paths, dialect: Dialect | None, head_rows: int, meta: str | PathLike[str] | None) -> Source:
    if not isinstance(path, str | PathLike):
        return open_several(path, dialect, lambda one, written: _open(one, written, head_rows, meta))
    folder = store_of(path)
    if folder is not None:
        return open_store(folder)
    file = checked_path(path)
    with little_memory(file):
        return _opened(file, dialect, head_rows, meta)


def _opened(file: Path, dialect: Dialect | None, head_rows: int, meta: str | PathLike[str] | None) -> Source:
    head, complete = read_head(file)
    kind = format_of(file, head, "" if dialect is None else dialect.encoding)
    if kind != "csv" and is_packed(file):
        raise DataError("file_packed", file=str(file))
    if meta is not None:
        return _described(file, head, complete, meta, dialect, head_rows)
    if kind == "csv":
        opened = open_fixed if dialect is not None and dialect.is_fixed else open_text
        return opened(file, head, complete, dialect, head_rows)
    if dialect is not None and kind not in ("excel", "excel_97", "ods"):
        dialect.check_without_rows(file)
    if kind == "parquet" and is_prepared(file):
        return open_prepared(file)
    if kind in ("parquet", "arrow"):
        return replace(open_columnar(file, kind), described=words_of(dialect or Dialect()))
    if kind in ("excel", "excel_97", "ods"):
        return open_workbook(file, kind, dialect, head_rows)
    return open_statistical(file, kind, dialect)


def _described(
    file: Path, head: bytes, complete: bool, meta: str | PathLike[str], dialect: Dialect | None, head_rows: int
) -> Source:
    """A text file with its `.rda`; of a dialect only encoding, decimal sign, quote and decisions on values count.

    Raises no_description (the file is no text), meta_fields_differ, the errors of `read_rda`, of the files that it
    names and of text files.
    """
    known = read_rda(meta)
    if format_of(file, head) != "csv":
        raise InputError("no_description", file=str(file), meta=str(known.file))
    encoding = dialect.encoding if dialect is not None and dialect.encoding else guess_encoding(head, complete)
    check_encoding(encoding)
    text = decode_head(file, head, complete, encoding)
    asked = replace(known.dialect(encoding), encoding_guessed=dialect is None or not dialect.encoding)
    if dialect is not None:
        of_values = {name: getattr(dialect, name) for name in ("rules", "numbers", "words", "recodes", "totals")}
        asked = replace(asked, answers=answers_kept(dialect.answers, asked.answers), **of_values)
    if dialect is not None and dialect.encoding:
        guessed = dialect.encoding_guessed
        asked = replace(asked, decimal=dialect.decimal, quote=dialect.quote, encoding_guessed=guessed)
    if known.separator:
        check_dialect(asked)
        rows = sample_rows(text, complete, asked, 1)
        if rows and len(rows[0]) != len(known.variables):
            raise DataError(
                "meta_fields_differ",
                file=str(file),
                meta=str(known.file),
                found=len(rows[0]),
                expected=len(known.variables),
            )
    opened = open_text if known.separator else open_fixed
    source = opened(file, head, complete, asked, head_rows)
    if (dialect is None or not dialect.encoding) and _has_decimal_commas(known, source):
        source = opened(file, head, complete, replace(asked, decimal=","), head_rows)
    return replace(source, described=known.described(file))


def _has_decimal_commas(known: TauMetadata, source: Source) -> bool:
    """Whether numbers are written with a decimal comma: some have one, none has a point."""
    places = [at for at, one in enumerate(known.variables) if one.role in ("magnitude", "weight", "record_key")]
    cells = [row[at].strip() for row in source.head or () if len(row) == len(source.names) for at in places]
    return any(re.fullmatch(r"[+-]?\d*,\d+", cell) for cell in cells) and not any("." in cell for cell in cells)
