"""The columns of microdata from a frame: of pandas, polars, Arrow, DuckDB, or anything with a stream of Arrow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.checked import shown
from ckmcore.base.lazy_import import LazyModule
from ckmcore.errors import ArgumentNotTaken, DataError, InputError
from ckmcore.messages import sentence
from ckmcore.microdata.cell_values import ColumnCells
from ckmcore.microdata.codes import code_text, is_missing
from ckmcore.microdata.columns import UnknownVariable
from ckmcore.microdata.delimited import words_of
from ckmcore.microdata.described import Described
from ckmcore.microdata.dialect import AS_IT_STANDS, Dialect
from ckmcore.microdata.layout import totals_in
from ckmcore.microdata.reading_plan import ReadingAsked
from ckmcore.microdata.roles import closest_first
from ckmcore.microdata.sheet_marks import SheetMarks
from ckmcore.microdata.source import TEXT_CELLS, Batches, Source, with_other_names
from ckmcore.microdata.source_columns import Roles, read_source

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa
    import pyarrow.compute as pc
else:
    pa, pc = LazyModule("pyarrow"), LazyModule("pyarrow.compute")

_FEW_ROWS = 1 << 15  # of a batch, on average, below which a table is put together first


def columns_of_frame(
    frame: Any,
    dimensions: Sequence[str],
    record_key: str | None = None,
    weight: str | None = None,
    magnitudes: Sequence[str] = (),
    modulus: int | None = None,
    dialect: Dialect | None = None,
) -> dict[str, Any]:
    """What `Microdata` is made of, by its names. Raises what `Microdata.from_pandas` raises, and ArgumentNotTaken for
    what is no frame.

    Columns of Arrow are read as they are: a whole number beside a null stays one, and none is made a text.
    """
    return read_frame(frame, (dimensions, record_key, weight, magnitudes), modulus, dialect)[0]


def read_frame(
    frame: Any, roles: Roles, modulus: int | None = None, dialect: Dialect | None = None
) -> tuple[dict[str, Any], tuple[str, ...]]:
    """As `columns_of_frame`, and the columns whose totals were left out. dialect: rules and answers."""
    source = source_of_frame(frame, dialect)
    refuse_names(source.names, *roles)
    source, columns = read_source(source, roles, source.dialect or Dialect(), modulus=modulus)
    plan = columns.plan(source)
    if plan.questions:
        raise ReadingAsked.of(source.file.name, plan)
    return columns.finish(plan), columns.totals_left_out


def source_of_frame(given: Any, dialect: Dialect | None = None) -> Source:
    """A frame as a source of records, in batches of Arrow. dialect: rules, answers, words and names of columns. Raises
    ArgumentNotTaken, rows_not_in_file, UnknownColumn for one that is renamed."""
    frame, asked = as_frame(given), dialect or Dialect(encoding="")
    named = Path(type(given).__name__)
    written = asked.of_file
    written.check_without_rows(named)
    source = Source(
        named,
        "arrow",
        tuple(names_of_frame(frame)),
        written,
        None,
        partial(_batches_of_frame, frame),
        described=_described(written),
        categorical=_categorical(frame),
    )
    return with_other_names(source, asked) if asked.renamed else source


def _described(written: Dialect) -> dict[str, Described]:
    """The words that mean missing; by rules before the fifth those of codes alone."""
    if written.rules > 4:
        return words_of(written)
    return {words.column: Described(missing=frozenset(words.missing)) for words in written.words}


def texts_of_frame(frame: Any, names: Sequence[str], dialect: Dialect | None = None) -> dict[str, Any]:
    """The texts of columns of a frame, such as of identifiers, as arrays of Arrow, without the rows that are no records
    by a dialect. Raises what `columns_of_frame` raises."""
    totals = [] if dialect is None else [name for name in dialect.totals if name not in names]
    renamed = () if dialect is None else dialect.renamed
    read = columns_of_frame(frame, [*names, *totals], dialect=replace(AS_IT_STANDS, renamed=renamed))

    def texts(name: str) -> Any:
        return pa.array(read["dimensions"][name].codes, pa.string()).take(pa.array(read["columns"][name]))

    is_record: Any = None
    for name in () if dialect is None else dialect.totals:
        is_total = totals_in(texts(name))
        if is_total is not None:
            is_record = pc.invert(is_total) if is_record is None else pc.and_(is_record, pc.invert(is_total))
    return {name: texts(name) if is_record is None else texts(name).filter(is_record) for name in names}


def _batches_of_frame(frame: Any, source: Source, columns: list[str], rows: int) -> Batches:
    """Columns of a frame in batches; of columns of Python values also which of them are texts."""
    done, count = 0, len(frame)
    # Who asks for few rows looks at the first ones only: the others need not be made columns of Arrow.
    for start in range(0, max(1, count), rows) if rows < _FEW_ROWS else (0,):
        table = _asked_of(_slice(frame, start, rows) if rows < _FEW_ROWS else frame, columns, source)
        if table.num_columns and len(table.column(0).chunks) * _FEW_ROWS > max(_FEW_ROWS, table.num_rows):
            table = table.combine_chunks()
        # An empty table has no batch, and its columns are columns all the same.
        for batch in table.to_batches(max_chunksize=rows) or [_empty(table)]:
            done += batch.num_rows
            yield batch, done / max(1, count)


def _slice(frame: Any, start: int, rows: int) -> Any:
    return frame.slice(start, rows) if hasattr(frame, "slice") else frame.iloc[start : start + rows]


def _empty(table: pa.Table) -> Any:
    """A batch without records, whose categories are those of the table."""
    arrays = [column.chunk(0) if column.num_chunks else pa.array([], column.type) for column in table.columns]
    return pa.RecordBatch.from_arrays(arrays, names=table.column_names)


def _asked_of(frame: Any, columns: Sequence[str], source: Source) -> pa.Table:
    """A table of some columns of a frame. source: says which are read as codes, and gets entries on Python's values.
    Raises column_nested."""
    as_codes = source.as_codes
    if not isinstance(frame, pa.Table) and hasattr(frame, "to_arrow"):  # polars, of which only what is asked for
        frame = frame.select(list(columns)).to_arrow()
    if isinstance(frame, pa.Table):
        table = frame.select(list(columns))
        for place, field in enumerate(table.schema):
            if pa.types.is_nested(field.type):
                raise DataError("column_nested", file="Table", column=field.name)
            column = table.column(place)
            if pa.types.is_null(field.type) or pa.types.is_string_view(field.type):
                column = column.cast(pa.large_string())
            if field.name not in as_codes and pa.types.is_floating(field.type):
                column = column.fill_null(float("nan"))
            if field.name in as_codes and pa.types.is_temporal(field.type):
                column = column.dictionary_encode()  # each day is written once, not once in a batch
            if column is not table.column(place):
                table = table.set_column(place, field.name, column)
        return table.unify_dictionaries()
    arrays: dict[str, Any] = {}
    texts: dict[str, Any] = {}  # behind all columns, whose places are those that are asked for
    for name in columns:
        if name in as_codes:
            arrays[name] = _codes(_values_of(frame[name], name, source))
            continue
        arrays[name], is_text = _numbers(_values_of(frame[name], name, source))
        if is_text is not None:
            texts[name + TEXT_CELLS] = is_text
    return pa.table({**arrays, **texts})


def _categorical(frame: Any) -> frozenset[str]:
    """Columns of a frame whose categories have an order."""
    if isinstance(frame, pa.Table):
        return frozenset(field.name for field in frame.schema if pa.types.is_dictionary(field.type))
    kinds = dict(zip(names_of_frame(frame), frame.dtypes, strict=True))
    return frozenset(
        name for name, kind in kinds.items() if type(kind).__name__ in ("CategoricalDtype", "Categorical", "Enum")
    )


def as_frame(given: Any) -> Any:
    """A frame of pandas, polars or Arrow as it is, its names as texts; of anything else a table of its stream of Arrow,
    since some of these can be read once only. Raises ArgumentNotTaken."""
    names = names_of_frame(given)
    if names and hasattr(given, "set_axis") and any(not isinstance(name, str) for name in given.columns):
        return given.set_axis(names, axis="columns")
    return given if names else _table_of(given)


def names_of_frame(frame: Any) -> list[str]:
    """Names of the columns of a frame of pandas, polars or Arrow; none of anything else."""
    if isinstance(frame, pa.Table):
        return list(frame.column_names)
    is_polars = hasattr(frame, "to_arrow") and hasattr(frame, "select")
    if hasattr(frame, "columns") and (is_polars or type(frame).__module__.startswith("pandas")):
        return [str(name) for name in frame.columns]
    return []


def _table_of(frame: Any) -> Any:
    """A table of Arrow of what has a stream of one, as a relation of DuckDB has. Raises ArgumentNotTaken."""
    if isinstance(frame, pa.RecordBatch):
        return pa.Table.from_batches([frame])
    if hasattr(frame, "to_arrow"):
        return frame.to_arrow()
    if hasattr(frame, "__arrow_c_stream__"):
        table = pa.RecordBatchReader.from_stream(frame).read_all()
        if not len(table):  # perhaps somebody has read this stream before
            raise DataError("file_without_records", file=type(frame).__name__)
        return table
    takes = sentence("argument_microdata")
    raise ArgumentNotTaken(name="source", takes=takes, given=shown(frame), nearest="")


def refuse_names(
    names: Sequence[str],
    dimensions: Sequence[str],
    record_key: str | None,
    weight: str | None,
    magnitudes: Sequence[str],
) -> None:
    """Refuse roles of columns that are not there, or not alone. Raises UnknownVariable, column_name_twice,
    column_two_roles."""
    asked = [*dimensions, *magnitudes, *(name for name in (record_key, weight) if name is not None)]
    for position, name in enumerate(asked):
        if name not in names:
            raise UnknownVariable(variable=name, known=closest_first(name, names))
        if names.count(name) > 1:
            first = names.index(name)
            second = names.index(name, first + 1)
            raise DataError("column_name_twice", file="DataFrame", column=name, first=first + 1, second=second + 1)
        if name in asked[:position]:
            raise InputError("column_two_roles", column=name)


def _values_of(column: pd.Series[Any], name: str, source: Source) -> pd.Series[Any]:
    """A column of pandas; of Python's values of several types as the cells of a sheet are read, with what is asked of
    these. Raises column_nested."""
    import pandas as pd

    asked = source.dialect or Dialect()
    if column.dtype != object or asked.rules < 3:
        return column
    kinds = {kind for kind in set(map(type, column.to_numpy())) if kind.__name__ not in _MISSING_TYPES or kind is float}
    if kinds & {list, dict, set, tuple, np.ndarray}:
        raise DataError("column_nested", file="Table", column=name)
    if len(kinds) < 2:
        return column
    cells = ColumnCells("", 0, name, SheetMarks(), is_code=name in source.as_codes)
    values = ["" if is_missing(value) else value for value in column]
    read, _ = cells.read(range(1, len(values) + 1), values, asked)
    # Whole numbers of Python have all their digits.
    source.entries.extend(entry for entry in cells.entries(asked.answers) if entry.kind != "rounded")
    return pd.Series(read, index=column.index, dtype=object).mask(column.isna(), None)


def _codes(column: pd.Series[Any]) -> Any:
    """A column of pandas as an array of Arrow, or a dictionary array of codes."""
    import pandas as pd

    if isinstance(column.dtype, pd.CategoricalDtype):
        return _coded(np.asarray(column.cat.codes), [code_text(value) for value in column.cat.categories])
    array = _uniform(column) if column.dtype == object else _plain(column)
    if array is not None and _begins_with_decimal(column):
        coded = array.dictionary_encode()
        decimals = [code_text(Decimal(text)) for text in coded.dictionary.to_pylist()]
        return pa.DictionaryArray.from_arrays(coded.indices, pa.array(decimals, pa.string()))
    if array is not None:
        return array.dictionary_encode() if pa.types.is_temporal(array.type) else array
    # pandas counts True and 1 as one value; texts keep them apart where a column mixes them.
    values = column.map(code_text) if column.dtype == object else column
    indices, uniques = pd.factorize(values, use_na_sentinel=True)
    return _coded(indices, [code_text(value) for value in uniques])


def _coded(indices: NDArray[Any], texts: Sequence[str]) -> Any:
    """A dictionary array; -1 is missing."""
    return pa.DictionaryArray.from_arrays(pa.array(indices, mask=indices < 0), pa.array(texts, pa.string()))


def _plain(column: pd.Series[Any]) -> Any:
    """A column of pandas as an array of Arrow; None where its values are not those that Arrow has of it."""
    import pandas as pd

    if isinstance(column.dtype, pd.PeriodDtype | pd.IntervalDtype | pd.SparseDtype):
        return None
    try:
        array = pa.array(column, from_pandas=True)
    except (pa.ArrowException, TypeError, ValueError, OverflowError):
        return None
    if isinstance(array, pa.ChunkedArray):
        array = array.combine_chunks()
    is_plain = (
        pa.types.is_integer, pa.types.is_floating, pa.types.is_boolean, pa.types.is_decimal, pa.types.is_string,
        pa.types.is_large_string, pa.types.is_date, pa.types.is_timestamp,
    )  # fmt: skip
    return array if any(holds(array.type) for holds in is_plain) else None


_MISSING_TYPES = ("NoneType", "NAType", "NaTType", "float")


def _begins_with_decimal(column: pd.Series[Any]) -> bool:
    return column.dtype == object and len(column) > 0 and type(column.array[0]) is Decimal


def _uniform(column: pd.Series[Any]) -> Any:
    """A column of Python's values as an array of Arrow, where all that are not missing are of one type: texts, whole
    numbers, days, or decimals, which are written as texts; else None."""
    values = column.to_numpy()
    if _begins_with_decimal(column):
        try:  # as texts: Arrow reads Python's decimals seven times as slowly
            array = pa.array(list(map(Decimal.__str__, values)), pa.string())
        except TypeError:  # not all are decimals
            present = {type(value) for value in values if not is_missing(value)}
            if present != {Decimal}:
                return None
            array = pa.array([None if is_missing(value) else str(value) for value in values], pa.string())
        return None if pc.any(pc.match_substring(array, "N")).as_py() else array  # NaN, which is missing
    kinds = [kind for kind in set(map(type, values)) if kind.__name__ not in _MISSING_TYPES]
    if len(kinds) != 1 or kinds[0] not in (str, int, Decimal, date):
        return None
    array = _plain(column)
    # Numbers that are no missing values beside whole ones made doubles of them.
    return None if array is None or pa.types.is_floating(array.type) else array


def _numbers(column: pd.Series[Any]) -> tuple[Any, Any | None]:
    """A column of pandas as an array of Arrow as readers of numbers and keys take it, doubles without nulls; where its
    values are of several types, as texts, and which of them are texts in the frame."""
    import pandas as pd

    if isinstance(column.dtype, pd.CategoricalDtype):
        column = column.astype(column.cat.categories.dtype)
    if column.dtype == object:
        array = _uniform(column)
        if array is not None and not pa.types.is_date(array.type):
            # Decimals are written as texts here, and are none in the frame.
            return array, pa.array(np.zeros(len(array), np.bool_)) if _begins_with_decimal(column) else None
        # Mixed Python values: each as text, floats in their shortest form.
        is_text = pa.array([isinstance(value, str) for value in column], pa.bool_())
        return pa.array([_number_text(value) for value in column], pa.string()), is_text
    # From pandas, NaN is missing; numpy's own arrays keep it, and both mean the same to the readers.
    try:
        array = pa.array(column, from_pandas=True)
    except pa.ArrowNotImplementedError:  # as complex numbers: no reader takes their texts for numbers
        return pa.array([_number_text(value) for value in column], pa.string()), None
    array = array.combine_chunks() if isinstance(array, pa.ChunkedArray) else array
    return array.fill_null(float("nan")) if pa.types.is_floating(array.type) else array, None


def _number_text(value: object) -> str:
    if is_missing(value):
        return ""
    return repr(float(value)) if isinstance(value, float | np.floating) else code_text(value)
