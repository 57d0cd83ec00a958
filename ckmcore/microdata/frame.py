"""The columns of microdata from a frame: of pandas, polars, Arrow, DuckDB, or anything with a stream of Arrow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import numpy as np

from ckmcore.base.checked import shown
from ckmcore.base.lazy_import import LazyModule
from ckmcore.base.limits import limits
from ckmcore.errors import ArgumentNotTaken, DataError, InputError
from ckmcore.keys.record_keys import KeyReader, RecordKeys
from ckmcore.messages import Sentence, sentence
from ckmcore.microdata.codes import CodeReader, code_text, is_missing
from ckmcore.microdata.columns import Codes, Dimension, NumberColumn, UnknownVariable
from ckmcore.microdata.quantities import NumberReader
from ckmcore.microdata.roles import closest_first

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa
    import pyarrow.compute as pc
else:
    pa, pc = LazyModule("pyarrow"), LazyModule("pyarrow.compute")

_ROWS = 1 << 18  # of a column that are read at once


def columns_of_frame(
    frame: Any,
    dimensions: Sequence[str],
    record_key: str | None = None,
    weight: str | None = None,
    magnitudes: Sequence[str] = (),
    modulus: int | None = None,
) -> dict[str, Any]:
    """What `Microdata` is made of, by its names. Raises what `Microdata.from_pandas` raises, and ArgumentNotTaken for
    what is no frame.

    Columns of Arrow are read as they are: a whole number beside a null stays one, and none is made a text.
    """
    asked = [*dimensions, *magnitudes, *(name for name in (record_key, weight) if name is not None)]
    table = as_frame(frame)
    names = names_of_frame(table)
    _refuse_names(names, dimensions, record_key, weight, magnitudes)
    if not isinstance(table, pa.Table) and hasattr(table, "to_arrow"):  # polars, of which only what is asked for
        table = table.select([name for name in names if name in asked]).to_arrow()
    read_codes, arrays_of = _read_arrow if isinstance(table, pa.Table) else _read_pandas, _arrays_of
    codes = {name: CodeReader(name) for name in dimensions}
    key = None if record_key is None else KeyReader(record_key, modulus=modulus)
    numbers = {
        name: NumberReader(name, weight=name == weight)
        for name in [*([weight] if weight is not None else []), *magnitudes]
    }

    def read(name: str) -> None:
        if name in codes:
            read_codes(codes[name], table, name)
            return
        reader: Any = numbers.get(name, key)
        for array in arrays_of(table, name):
            reader.add(array)

    # Each reader keeps to its own column, and Arrow and numpy work without Python's lock.
    with ThreadPoolExecutor(limits().workers) as pool:
        for _ in pool.map(read, [*codes, *([record_key] if record_key is not None else []), *numbers]):
            pass
    described: dict[str, Dimension] = {}
    columns: dict[str, Codes] = {}
    for name, reader in codes.items():
        described[name], columns[name] = reader.finish()
    notices: list[Sentence] = []
    keys: RecordKeys | None = None
    if key is not None:
        keys = key.finish()
        notices.extend(keys.notices)
    of_numbers: dict[str, NumberColumn] = {}
    for name, number_reader in numbers.items():
        of_numbers[name], said = number_reader.finish()
        notices.extend(said)
    return {
        "rows": len(table),
        "dimensions": described,
        "columns": columns,
        "record_keys": keys,
        "weight": of_numbers.pop(weight) if weight is not None else None,
        "magnitudes": of_numbers,
        "notices": tuple(notices),
    }


def texts_of_frame(frame: Any, names: Sequence[str]) -> dict[str, Any]:
    """The texts of columns of a frame, such as of identifiers, as arrays of Arrow. Raises what `columns_of_frame`
    raises."""
    columns = columns_of_frame(frame, names)
    return {
        name: pa.array(columns["dimensions"][name].codes, pa.string()).take(pa.array(columns["columns"][name]))
        for name in names
    }


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
        return pa.RecordBatchReader.from_stream(frame).read_all()
    takes = sentence("argument_microdata")
    raise ArgumentNotTaken(name="source", takes=takes, given=shown(frame), nearest="")


def _arrays_of(table: Any, name: str) -> Iterator[Any]:
    """The arrays of a column of numbers or keys, doubles without nulls, as their readers take them."""
    chunks = _chunks(table, name) if isinstance(table, pa.Table) else _slices([_arrow(table[name])])
    for chunk in chunks:
        yield chunk.fill_null(float("nan")) if pa.types.is_floating(chunk.type) else chunk


def _chunks(table: pa.Table, name: str) -> Iterator[Any]:
    """A column in arrays of at most `_ROWS` entries. Raises column_nested."""
    column = table.column(name)
    kind = column.type
    if pa.types.is_nested(kind):
        raise DataError("column_nested", file="Table", column=name)
    if pa.types.is_null(kind) or pa.types.is_string_view(kind):
        column = column.cast(pa.large_string())
    # An empty table has no chunk, and its columns are columns all the same.
    return _slices(column.unify_dictionaries().chunks or [pa.array([], column.type)])


def _slices(arrays: Sequence[Any]) -> Iterator[Any]:
    for array in arrays:
        for start in range(0, max(len(array), 1), _ROWS):
            yield array.slice(start, _ROWS)


def _read_arrow(reader: CodeReader, table: pa.Table, name: str) -> None:
    for chunk in _chunks(table, name):
        if pa.types.is_dictionary(chunk.type):
            reader.keep_order()
        reader.add(chunk)


def _refuse_names(
    names: Sequence[str],
    dimensions: Sequence[str],
    record_key: str | None,
    weight: str | None,
    magnitudes: Sequence[str],
) -> None:
    """Raises UnknownVariable, column_name_twice, column_two_roles."""
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


def _read_pandas(reader: CodeReader, frame: pd.DataFrame, name: str) -> None:
    import pandas as pd

    column = frame[name]
    if isinstance(column.dtype, pd.CategoricalDtype):
        reader.keep_order()
        reader.add_indices(np.asarray(column.cat.codes), [code_text(value) for value in column.cat.categories])
        return
    array = _uniform(column) if column.dtype == object else _plain(column)
    if array is not None and _begins_with_decimal(column):
        coded = array.dictionary_encode()
        decimals = [code_text(Decimal(text)) for text in coded.dictionary.to_pylist()]
        reader.add_indices(coded.indices.fill_null(-1).to_numpy(zero_copy_only=False), decimals)
        return
    if array is not None:
        for chunk in _slices([array]):
            reader.add(chunk)
        return
    # pandas counts True and 1 as one value; texts keep them apart where a column mixes them.
    values = column.map(code_text) if column.dtype == object else column
    indices, uniques = pd.factorize(values, use_na_sentinel=True)
    reader.add_indices(indices, [code_text(value) for value in uniques])


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


def _arrow(column: pd.Series[Any]) -> Any:
    import pandas as pd

    if isinstance(column.dtype, pd.CategoricalDtype):
        column = column.astype(column.cat.categories.dtype)
    if column.dtype == object:
        array = _uniform(column)
        if array is not None and not pa.types.is_date(array.type):
            return array
        # Mixed Python values: each as text, floats in their shortest form.
        return pa.array([_number_text(value) for value in column], pa.string())
    # From pandas, NaN is missing; numpy's own arrays keep it, and both mean the same to the readers.
    try:
        array = pa.array(column, from_pandas=True)
    except pa.ArrowNotImplementedError:  # as complex numbers: no reader takes their texts for numbers
        return pa.array([_number_text(value) for value in column], pa.string())
    return array.combine_chunks() if isinstance(array, pa.ChunkedArray) else array


def _number_text(value: object) -> str:
    if is_missing(value):
        return ""
    return repr(float(value)) if isinstance(value, float | np.floating) else code_text(value)
