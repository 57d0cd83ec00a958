"""SPSS, Stata and SAS files: values chunk by chunk, value labels as code lists, variable labels as titles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ckmcore.errors import DataError
from ckmcore.microdata.codes import code_text
from ckmcore.microdata.delimited import check_encoding
from ckmcore.microdata.described import Described
from ckmcore.microdata.dialect import Dialect
from ckmcore.microdata.errors import FileDamaged
from ckmcore.microdata.files import Format
from ckmcore.microdata.source import Batches, Source, check_names, detail_of
from ckmcore.microdata.spss_dictionary import check_spss_dictionary

# Values of a chunk: about 200 MB as Python objects. Each chunk is looked for from the beginning of the file.
_CHUNK_VALUES = 3_000_000
_LEAST_ROWS = 10_000
_XPORT_LINE = 80
# What the library runs into where a damaged file leads it, beside its own errors.
_ON_DAMAGED_FILES = (ValueError, OverflowError, OSError, TypeError, KeyError, IndexError, AttributeError)
_READERS = {
    "spss": "read_sav",
    "spss_portable": "read_por",
    "stata": "read_dta",
    "sas": "read_sas7bdat",
    "xport": "read_xport",
}


def open_statistical(file: Path, kind: Format, dialect: Dialect | None) -> Source:
    """A file of SPSS, Stata or SAS. Of a dialect only the encoding counts; without one it is what the file says.

    Raises FileDamaged, file_without_records, text_undecodable, encoding_unknown, column_name_twice.
    """
    if dialect is not None:
        check_encoding(dialect.encoding)
    if kind == "xport" and file.stat().st_size % _XPORT_LINE:
        # It does not say how many records it has; only whole lines are ever written.
        raise FileDamaged(file=str(file), detail=f"{file.stat().st_size} bytes")
    if kind == "spss":
        check_spss_dictionary(file)
    _, meta = _read(file, kind, dialect, metadataonly=True, user_missing=True)
    names = tuple(str(name) for name in meta.column_names)
    if not names or meta.number_rows == 0:
        raise DataError("file_without_records", file=str(file))
    check_names(file, names)
    described = {name: _described(name, meta) for name in names}
    return Source(file, kind, names, dialect, None, _batches, described)


def _read(file: Path, kind: Format, dialect: Dialect | None, **options: Any) -> tuple[Mapping[str, list[Any]], Any]:
    import pyreadstat

    read: Any = getattr(pyreadstat, _READERS[kind])
    if dialect is not None and kind != "spss_portable":
        options["encoding"] = dialect.encoding
    if kind in ("spss_portable", "xport"):
        options.pop("user_missing", None)
    try:
        values, meta = read(str(file), output_format="dict", **options)
    except UnicodeError:
        raise DataError("text_undecodable", file=str(file), encoding=_encoding(dialect)) from None
    except (pyreadstat.ReadstatError, pyreadstat.PyreadstatError, *_ON_DAMAGED_FILES) as error:
        if "encoding" in str(error):
            raise DataError("text_undecodable", file=str(file), encoding=_encoding(dialect)) from None
        raise FileDamaged(file=str(file), detail=detail_of(error)) from None
    if any(name not in values for name in options.get("usecols", ())):
        raise FileDamaged(file=str(file), detail="columns")
    return values, meta


def _encoding(dialect: Dialect | None) -> str:
    return "utf-8" if dialect is None else dialect.encoding


def _described(name: str, meta: Any) -> Described:
    title = str(meta.column_names_to_labels.get(name) or "").strip()
    known = meta.variable_value_labels.get(name, {})
    spans = meta.missing_ranges.get(name, ())
    # `.a` to `.z` of Stata and SAS are numbers with a letter.
    lettered = meta.readstat_variable_types.get(name) != "string"
    missing = {
        value for value in known if (lettered and isinstance(value, str)) or any(_within(value, span) for span in spans)
    }
    labels = {code_text(value): str(label).strip() for value, label in known.items() if value not in missing}
    return Described(title=title, labels=labels)


def _within(value: object, span: Mapping[str, Any]) -> bool:
    low, high = span["lo"], span["hi"]
    if isinstance(value, str) != isinstance(low, str):
        return False
    return bool(low <= value <= high)


def _batches(source: Source, columns: list[str], rows: int) -> Batches:
    import pyarrow as pa

    chunk = rows if rows < _LEAST_ROWS else max(_LEAST_ROWS, _CHUNK_VALUES // len(columns))
    done = 0
    while True:
        values, meta = _read(
            source.file, source.format, source.dialect, usecols=columns, row_offset=done, row_limit=chunk
        )
        arrays = [_array(values[name], meta.readstat_variable_types.get(name, "")) for name in columns]
        found = len(arrays[0])
        done += found
        if found:
            yield pa.record_batch(arrays, names=columns), _fraction(source, meta, done)
        if found < chunk:
            break
    if meta.number_rows is not None and done < meta.number_rows:
        raise FileDamaged(file=str(source.file), detail=f"{done} < {meta.number_rows}")


def _fraction(source: Source, meta: Any, done: int) -> float:
    """How much has been read; where the file does not say its number of records, from the width of a record."""
    total: int = meta.number_rows or 0
    if total:
        return min(1.0, done / total)
    width = 8 * len(source.names)
    return min(0.99, done * width / max(1, source.file.stat().st_size))


def _array(values: Sequence[Any], kind: str) -> Any:
    import pyarrow as pa
    import pyarrow.compute as pc

    try:
        if kind == "string":
            return pa.array(values, pa.string())
        if kind == "float":
            # Single precision: 0.1 is meant where the nearest number is 0.10000000149.
            return pc.cast(pc.cast(pa.array(values, pa.float32()), pa.string()), pa.float64())
        return pa.array(values, pa.float64())
    except (pa.ArrowInvalid, pa.ArrowTypeError):
        return pa.array([code_text(value) for value in values], pa.string())
