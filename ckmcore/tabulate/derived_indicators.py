"""What a record says of a magnitude, as variables like any other: whether it has a value, one other than 0, and the
class of its value; magnitudes.md 1.1 and 3.1.

Records with a value, contributors, records without one and counts of classes are so ordinary counts with the sums of
their own record keys: the same records give the same figure. No list shows these variables: a table that asks for such
a count creates them.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import replace
from decimal import Decimal
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.blocks import blocks_of, row_by_row
from ckmcore.base.texts import Texts
from ckmcore.errors import DataError, InputError
from ckmcore.microdata.classes import MagnitudeClasses
from ckmcore.microdata.data import MISSING, Category, Dimension, Microdata, NumberColumn
from ckmcore.tabulate.magnitudes import magnitude_column
from ckmcore.tabulate.scan import never
from ckmcore.tabulate.spec import ANSWER, CLASS, Condition, Measure, TableSpec, Value

Conditions = tuple[Condition, ...]
_ANSWERS = ("missing", "zero", "amount")
# Quantiles further out are values of single records.
LEAST_Q, MOST_Q = 0.05, 0.95
# Of a record whose value is missing, or lies in no class.
_NO_CLASS = "none"


class QuantileExtreme(InputError):
    """A quantile near the minimum or maximum, which are values of single records. Fields: q."""

    code = "quantile_extreme"


def classes_of(data: Microdata, magnitude: str) -> MagnitudeClasses:
    """The declared classes of a magnitude. Raises magnitude_unknown, quantile_no_classes."""
    column = magnitude_column(data, magnitude)
    if column.classes is None:
        raise InputError("quantile_no_classes", magnitude=_called(column, magnitude))
    return column.classes


def check_class(data: Microdata, value: Value) -> None:
    """Check that the magnitude of a value and its classes exist. Raises magnitude_unknown, quantile_no_classes,
    class_unknown."""
    if value.counts_answers and value.kind != "distribution":
        magnitude_column(data, value.magnitude)
        return
    classes = classes_of(data, value.magnitude)
    if value.kind == "distribution" and value.in_class not in classes.codes:
        raise InputError("class_unknown", magnitude=value.magnitude, found=value.in_class)


def check_quantile(q: float) -> None:
    """Raises QuantileExtreme for q outside of 5 % to 95 %."""
    if not LEAST_Q <= q <= MOST_Q:
        raise QuantileExtreme(q=q)


def class_filters(data: Microdata, value: Value) -> tuple[Conditions, ...]:
    """Filters of the class counts that a quantile is made of, one for each class. Raises quantile_no_classes."""
    variable = f"{CLASS}{value.magnitude}"
    codes = classes_of(data, value.magnitude).codes
    return tuple((*value.conditions, Condition(variable, (code,))) for code in codes)


def with_class_counts(data: Microdata, spec: TableSpec) -> TableSpec:
    """Add the class counts of medians and quantiles to the values of a table; they are published counts that readers of
    the quantile may know too (3.1). Raises magnitude_unknown, quantile_no_classes."""
    counted = {value.own_filter for value in spec.values if not value.is_derived and value.measure == Measure()}
    more: dict[Conditions, Value] = {}
    for value in spec.values:
        if value.is_quantile and value.measure == Measure():
            for code in classes_of(data, value.magnitude).codes:
                class_value = Value(
                    "distribution", magnitude=value.magnitude, conditions=value.conditions, in_class=code
                )
                if class_value.own_filter not in counted:
                    more.setdefault(class_value.own_filter, class_value)
    return spec.with_changes(values=(*spec.values, *more.values())) if more else spec


def own_filters(data: Microdata, spec: TableSpec) -> tuple[Conditions, ...]:
    """List the distinct own filters of a table's values, in the order of the values."""
    found_own_filters = [value.own_filter for value in spec.values]
    found_own_filters += [value.base_conditions for value in spec.values if value.kind == "ratio"]
    found_own_filters += [
        condition for value in spec.values if value.is_quantile for condition in class_filters(data, value)
    ]
    return tuple(dict.fromkeys(found_own_filters))


def is_made(variable: str) -> bool:
    """Whether a variable is made of a magnitude."""
    return variable.startswith((ANSWER, CLASS))


def magnitude_of(dimension: Dimension, known: Container[str]) -> str:
    """Magnitude from which a variable is derived: whether it has a value, or its class, declared or derived by the
    dictionary; "" for other variables. known: names of variables that are no magnitudes."""
    if is_made(dimension.name):
        return dimension.name.removeprefix(ANSWER).removeprefix(CLASS)
    in_classes = bool(dimension.of_source) and all(".." in code for code in dimension.of_source)
    return dimension.source if in_classes and dimension.source not in known else ""


def values_apart(dimensions: Iterable[Dimension]) -> list[Decimal | None]:
    """Representative values of a magnitude (None: no value), one for each combination of codes that the variables
    derived from it can have."""
    texts = {end for dimension in dimensions for interval in _intervals(dimension) for end in interval.split("..")}
    edges = sorted({Decimal(0), *(Decimal(text) for text in texts if text)})
    between = [(low + high) / 2 for low, high in pairwise(edges)]
    return [None, edges[0] - 1, *edges, *between, edges[-1] + 1]


def code_of(dimension: Dimension, value: Decimal | None) -> str | None:
    """Code of a record with this value of the magnitude (None: without one) in a variable derived from it; None where
    it has no code."""
    if dimension.name.startswith(ANSWER):
        return "missing" if value is None else "amount" if value else "zero"
    if value is None:
        return _NO_CLASS if is_made(dimension.name) else MISSING
    for interval, code in _intervals(dimension).items():
        low, _, high = interval.partition("..")
        if (not low or Decimal(low) <= value) and (not high or value < Decimal(high)):
            return code
    return None


def _intervals(dimension: Dimension) -> Mapping[str, str]:
    """Classes of a variable derived from a magnitude: edges `0..6` to code."""
    if dimension.name.startswith(ANSWER):
        return {}
    if is_made(dimension.name):
        return {code: code for code in dimension.codes if code != _NO_CLASS}
    return dimension.of_source


def with_answers(data: Microdata, conditions: Iterable[Conditions]) -> Microdata:
    """Add the variables derived from magnitudes that the conditions use to the data.

    Raises magnitude_unknown, quantile_no_classes, values_outside_classes.
    """
    return with_variables(data, dict.fromkeys(condition.variable for each in conditions for condition in each))


def with_variables(data: Microdata, names: Iterable[str]) -> Microdata:
    """Add those of the variables `names` that are derived from magnitudes to the data. Raises the errors of
    `with_answers`."""
    for name in names:
        if is_made(name) and name not in data.dimensions:
            cache = data.cache  # a further column changes no cube that was computed
            column = _counted(data, name) if data.counter is not None else data.with_column(*_indicator(data, name))
            data = replace(column, cache=cache)
    return data


def _indicator(data: Microdata, name: str) -> tuple[Dimension, NDArray[np.uint8]]:
    if name.startswith(ANSWER):
        column = magnitude_column(data, name.removeprefix(ANSWER))
        return _dimension(name, _ANSWERS), _cached_array(column, "_answers", lambda: _answers(column))
    magnitude = name.removeprefix(CLASS)
    classes, column = classes_of(data, magnitude), magnitude_column(data, magnitude)
    result = _cached_array(column, "_classes", lambda: _classes(column, classes))
    missing_count = (
        0 if column.missing is None else sum(int(np.count_nonzero(block)) for block in blocks_of(column.missing))
    )
    none = len(classes.codes)
    outside = sum(int(np.count_nonzero(block == none)) for block in blocks_of(result)) - missing_count
    if outside:
        raise DataError("values_outside_classes", magnitude=_called(column, magnitude))
    return _dimension(name, (*classes.codes, _NO_CLASS)), result


def _counted(data: Microdata, name: str) -> Microdata:
    """Add a variable derived from a magnitude to data in a database, as a class of the magnitude."""
    counter = data.counter
    if counter is None:
        raise ValueError("data with records")
    if name.startswith(ANSWER):
        magnitude = name.removeprefix(ANSWER)
        magnitude_column(data, magnitude)
        code_indices, amount, zero, missing = np.array([0, 1]), 2, 1, 0
        places = np.array([amount, zero, amount, missing])
        return data.with_counted(
            _dimension(name, _ANSWERS), counter.with_classes(name, magnitude, code_indices, places, 3)
        )
    magnitude = name.removeprefix(CLASS)
    classes, column = classes_of(data, magnitude), magnitude_column(data, magnitude)
    none = len(classes.codes)
    edges = classes.scaled_edges(column.decimals or 0)
    places = np.array([none, *(min(edge_index, none) for edge_index in range(len(edges))), none + 1])
    found_classes = counter.with_classes(name, magnitude, edges, places, none + 2)
    cells = found_classes.cells([name], {}, weighted=False, cancelled=never)
    outside = int(cells.counts[cells.numbers == none].sum())
    if outside:
        raise DataError("values_outside_classes", magnitude=_called(column, magnitude))
    places[-1] = none
    known_classes = counter.with_classes(name, magnitude, edges, places, none + 1)
    return data.with_counted(_dimension(name, (*classes.codes, _NO_CLASS)), known_classes)


def _cached_array(column: NumberColumn, name: str, make: Callable[[], NDArray[np.uint8]]) -> NDArray[np.uint8]:
    """Cache an array derived from a column, under `name`, with the column."""
    if name not in column.__dict__:
        column.__dict__[name] = make()
    result: NDArray[np.uint8] = column.__dict__[name]
    return result


def _answers(column: NumberColumn) -> NDArray[np.uint8]:
    return _by_row(column, lambda values: np.where(values != 0, np.uint8(2), np.uint8(1)), 0)


def _called(column: NumberColumn, magnitude: str) -> Texts:
    return column.title if column.title.text("en") else Texts.same(magnitude)


def _classes(column: NumberColumn, classes: MagnitudeClasses) -> NDArray[np.uint8]:
    return _by_row(column, lambda values: classes.places(values, column.decimals), len(classes.codes))


def _by_row(
    column: NumberColumn, flags_of: Callable[[NDArray[Any]], NDArray[np.uint8]], none: int
) -> NDArray[np.uint8]:
    """Apply a function to each value of a column; missing values become `none`."""

    def made(values: NDArray[Any], *missing: NDArray[np.bool_]) -> NDArray[np.uint8]:
        nones = flags_of(values)
        for blank in missing:
            nones[blank] = none
        return nones

    return row_by_row(made, np.uint8, column.values, *([] if column.missing is None else [column.missing]))


def _dimension(name: str, codes: Iterable[str]) -> Dimension:
    return Dimension(name, Texts(), tuple(map(Category.plain, codes)))
