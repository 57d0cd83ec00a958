"""The columns of microdata from a pandas data frame."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ckmcore.keys.record_keys import KeyReader, RecordKeys
from ckmcore.messages import Sentence
from ckmcore.microdata.codes import CodeReader, code_text, is_missing
from ckmcore.microdata.columns import Codes, Dimension, NumberColumn, UnknownVariable
from ckmcore.microdata.errors import ColumnNameTwice, ColumnTwoRoles
from ckmcore.microdata.quantities import NumberReader
from ckmcore.microdata.roles import closest_first

if TYPE_CHECKING:
    import pandas as pd


def columns_of_frame(
    frame: pd.DataFrame,
    dimensions: Sequence[str],
    record_key: str | None = None,
    weight: str | None = None,
    magnitudes: Sequence[str] = (),
    modulus: int | None = None,
) -> dict[str, Any]:
    """What `Microdata` is made of, by its names; raises what `Microdata.from_pandas` raises."""
    names = [str(name) for name in frame.columns]
    asked = [*dimensions, *magnitudes, *(name for name in (record_key, weight) if name is not None)]
    for position, name in enumerate(asked):
        if name not in frame.columns:
            raise UnknownVariable(variable=name, known=closest_first(name, names))
        if names.count(name) > 1:
            first = names.index(name)
            second = names.index(name, first + 1)
            raise ColumnNameTwice(file="DataFrame", column=name, first=first + 1, second=second + 1)
        if name in asked[:position]:
            raise ColumnTwoRoles(column=name)
    described: dict[str, Dimension] = {}
    columns: dict[str, Codes] = {}
    for name in dimensions:
        described[name], columns[name] = _codes(name, frame[name])
    notices: list[Sentence] = []
    keys: RecordKeys | None = None
    if record_key is not None:
        reader = KeyReader(record_key, modulus=modulus)
        reader.add(_arrow(frame[record_key]))
        keys = reader.finish()
        notices.extend(keys.notices)
    numbers: dict[str, NumberColumn] = {}
    for name in [*([weight] if weight is not None else []), *magnitudes]:
        numbers_reader = NumberReader(name, weight=name == weight)
        numbers_reader.add(_arrow(frame[name]))
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
    import pyarrow as pa

    if isinstance(column.dtype, pd.CategoricalDtype):
        column = column.astype(column.cat.categories.dtype)
    if column.dtype == object:
        # Mixed Python values: each as text, floats in their shortest form.
        return pa.array([_number_text(value) for value in column], pa.string())
    # From pandas, NaN is missing; numpy's own arrays keep it, and both mean the same to the readers.
    array = pa.array(column, from_pandas=True)
    if isinstance(array, pa.ChunkedArray):
        array = array.combine_chunks()
    return array.fill_null(float("nan")) if pa.types.is_floating(array.type) else array


def _number_text(value: object) -> str:
    if is_missing(value):
        return ""
    return repr(float(value)) if isinstance(value, float | np.floating) else code_text(value)
