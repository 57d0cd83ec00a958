"""Text files that τ-ARGUS metadata describe."""

from __future__ import annotations

import re
from dataclasses import replace
from os import PathLike
from pathlib import Path

from ckmcore.microdata import delimited, fixed
from ckmcore.microdata.dialect import Dialect
from ckmcore.microdata.errors import MetaFieldsDiffer, NoDescription
from ckmcore.microdata.files import decode_head, format_of
from ckmcore.microdata.rda import TauMetadata, read_rda
from ckmcore.microdata.sniff import guess_encoding, sample_rows
from ckmcore.microdata.source import Source


def open_described(
    file: Path, head: bytes, complete: bool, meta: str | PathLike[str], dialect: Dialect | None, head_rows: int
) -> Source:
    """A text file with its `.rda`; of a dialect only encoding, decimal sign and quote count.

    Raises NoDescription (the file is no text), MetaFieldsDiffer, the errors of `read_rda`, of the files that it names
    and of text files.
    """
    known = read_rda(meta)
    if format_of(file, head) != "csv":
        raise NoDescription(file=str(file), meta=str(known.file))
    encoding = dialect.encoding if dialect is not None else guess_encoding(head, complete)
    delimited.check_encoding(encoding)
    text = decode_head(file, head, complete, encoding)
    asked = known.dialect(encoding)
    if dialect is not None:
        asked = replace(asked, decimal=dialect.decimal, quote=dialect.quote)
    if known.separator:
        delimited.check_dialect(asked)
        rows = sample_rows(text, complete, asked, 1)
        if rows and len(rows[0]) != len(known.variables):
            raise MetaFieldsDiffer(
                file=str(file), meta=str(known.file), found=len(rows[0]), expected=len(known.variables)
            )
    open_text = delimited.open_text if known.separator else fixed.open_text
    source = open_text(file, head, complete, asked, head_rows)
    if dialect is None and _has_decimal_commas(known, source):
        source = open_text(file, head, complete, replace(asked, decimal=","), head_rows)
    return replace(source, described=known.described(file))


def _has_decimal_commas(known: TauMetadata, source: Source) -> bool:
    """Whether numbers are written with a decimal comma: some have one, none has a point."""
    places = [at for at, one in enumerate(known.variables) if one.role in ("magnitude", "weight", "record_key")]
    cells = [row[at].strip() for row in source.head or () if len(row) == len(source.names) for at in places]
    return any(re.fullmatch(r"[+-]?\d*,\d+", cell) for cell in cells) and not any("." in cell for cell in cells)
