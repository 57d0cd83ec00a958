"""The columns of microdata from a data frame of pandas, or from a table of Arrow."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ckmcore.base.lazy_import import LazyModule
from ckmcore.errors import DataError, InputError
from ckmcore.keys.record_keys import KeyReader, RecordKeys
from ckmcore.messages import Sentence
from ckmcore.microdata.codes import CodeReader, code_text, is_missing
from ckmcore.microdata.columns import Codes, Dimension, NumberColumn, UnknownVariable
from ckmcore.microdata.quantities import NumberReader
from ckmcore.microdata.roles import closest_first

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa
else:
    pa = LazyModule("pyarrow")


# The codes, and the arrays of Arrow, of a column by its name.
_Readers = tuple[Callable[[str], tuple[Dimension, Codes]], Callable[[str], list[Any]]]


def columns_of_frame(
    frame: pd.DataFrame | pa.Table,
    dimensions: Sequence[str],
    record_key: str | None = None,
    weight: str | None = None,
    magnitudes: Sequence[str] = (),
    modulus: int | None = None,
) -> dict[str, Any]:
    """What `Microdata` is made of, by its names; raises what `Microdata.from_pandas` raises.

    Columns of a table of Arrow are read as they are: a whole number beside a null stays one.
    """
    if isinstance(frame, pa.Table):
        names, codes_of, arrays_of = frame.column_names, *_readers_of_arrow(frame)
    else:
        names, codes_of, arrays_of = [str(name) for name in frame.columns], *_readers_of_pandas(frame)
    _refuse_names(names, dimensions, record_key, weight, magnitudes)
    described: dict[str, Dimension] = {}
    columns: dict[str, Codes] = {}
    for name in dimensions:
        described[name], columns[name] = codes_of(name)
    notices: list[Sentence] = []
    keys: RecordKeys | None = None
    if record_key is not None:
        reader = KeyReader(record_key, modulus=modulus)
        for array in arrays_of(record_key):
            reader.add(array)
        keys = reader.finish()
        notices.extend(keys.notices)
    numbers: dict[str, NumberColumn] = {}
    for name in [*([weight] if weight is not None else []), *magnitudes]:
        numbers_reader = NumberReader(name, weight=name == weight)
        for array in arrays_of(name):
            numbers_reader.add(array)
        numbers[name], said = numbers_reader.finish()
        notices.extend(said)
    return {
        "rows": len(frame),
        "dimensions": described,
        "columns": columns,
        "record_keys": keys,
        "weight": numbers.pop(weight) if weight is not None else None,
        "magnitudes": numbers,
        "notices": tuple(notices),
    }


def _readers_of_pandas(frame: pd.DataFrame) -> _Readers:
    return lambda name: _codes(name, frame[name]), lambda name: [_arrow(frame[name])]


def _readers_of_arrow(table: pa.Table) -> _Readers:
    def chunks(name: str) -> list[Any]:
        column = table.column(name)
        kind = column.type
        if pa.types.is_nested(kind):
            raise DataError("column_nested", file="Table", column=name)
        if pa.types.is_null(kind) or pa.types.is_string_view(kind):
            column = column.cast(pa.large_string())
        # An empty table has no chunk, and its columns are columns all the same.
        return list(column.unify_dictionaries().chunks) or [pa.array([], column.type)]

    def codes(name: str) -> tuple[Dimension, Codes]:
        reader = CodeReader(name)
        for chunk in chunks(name):
            if pa.types.is_dictionary(chunk.type):
                reader.keep_order()
            reader.add(chunk)
        return reader.finish()

    def numbers(name: str) -> list[Any]:
        return [_with_nan(chunk) for chunk in chunks(name)]

    return codes, numbers


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


def _codes(name: str, column: pd.Series[Any]) -> tuple[Dimension, Codes]:
    import pandas as pd

    reader = CodeReader(name)
    if isinstance(column.dtype, pd.CategoricalDtype):
        reader.keep_order()
        reader.add_indices(np.asarray(column.cat.codes), [code_text(value) for value in column.cat.categories])
    else:
        # pandas counts True and 1 as one value; texts keep them apart where a column mixes them.
        values = column.map(code_text) if column.dtype == object else column
        indices, uniques = pd.factorize(values, use_na_sentinel=True)
        reader.add_indices(indices, [code_text(value) for value in uniques])
    return reader.finish()


def _arrow(column: pd.Series[Any]) -> Any:
    import pandas as pd

    if isinstance(column.dtype, pd.CategoricalDtype):
        column = column.astype(column.cat.categories.dtype)
    if column.dtype == object:
        # Mixed Python values: each as text, floats in their shortest form.
        return pa.array([_number_text(value) for value in column], pa.string())
    # From pandas, NaN is missing; numpy's own arrays keep it, and both mean the same to the readers.
    array = pa.array(column, from_pandas=True)
    if isinstance(array, pa.ChunkedArray):
        array = array.combine_chunks()
    return _with_nan(array)


def _with_nan(array: Any) -> Any:
    """Doubles without nulls, as the readers take them."""
    return array.fill_null(float("nan")) if pa.types.is_floating(array.type) else array


def _number_text(value: object) -> str:
    if is_missing(value):
        return ""
    return repr(float(value)) if isinstance(value, float | np.floating) else code_text(value)
