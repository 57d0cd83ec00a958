"""Rows of one's own in a table: their nodes, the records that belong to each, and what *davon* promises."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.blocks import row_by_row
from ckmcore.base.numbers import Language
from ckmcore.base.texts import Texts
from ckmcore.errors import InputError
from ckmcore.messages import say
from ckmcore.microdata.data import Category, Dimension, Microdata, UnknownVariable
from ckmcore.tabulate.axis import AxisDimension, Node, condition_leaves
from ckmcore.tabulate.spec import TOTAL, Condition, Level, OwnRow, Relation

CHECKED_COMBINATIONS = 4_000_000
ANY_OF = "::any of "


def row_code(number: int) -> str:
    """The code of the n-th own row (from 1) of a level."""
    return f"row:{number}"


def own_axis(level: Level) -> AxisDimension:
    """Nodes of a level of own rows: the total, then each row. The label of the first row of a relation names the
    relation."""
    nodes = [Node(TOTAL, Texts(), -1, -1, False)]
    former_relation: Relation | None = None
    for row_number, row in enumerate(level.rows, start=1):
        label, figures = row.label, row.kind == "figures"
        if row.kind == "blank":
            label = Texts()
        elif figures and row.relation != former_relation:
            label = Texts(*(say(_WORDS[row.relation], language, label=label.text(language)) for language in _BOTH))
        former_relation = row.relation if figures else None
        nodes.append(Node(row_code(row_number), label, 1 if figures else 0, 0, figures, heading=not figures))
    return AxisDimension(level.variable, level.title, tuple(nodes))


_BOTH: tuple[Language, Language] = ("en", "de")
_WORDS: dict[Relation, str] = {"davon": "row_davon", "darunter": "row_darunter", "und zwar": "row_und_zwar"}


def with_any_of(data: Microdata, rows: Sequence[OwnRow]) -> tuple[Microdata, tuple[OwnRow, ...]]:
    """Add a column to the data for each row whose conditions are joined by or, and rewrite the rows to use these
    columns.

    The column is 1 for records that meet any of the conditions, else 0.
    """
    found_rows = []
    for row in rows:
        if not (row.any_of and len(row.conditions) > 1):
            found_rows.append(row)
            continue
        name = f"{ANY_OF}{row.conditions!r}"
        if name not in data.dimensions:
            flags = [condition_leaves(data.dimension(condition.variable), condition) for condition in row.conditions]
            dimension = Dimension(name, Texts(), (Category.plain("0"), Category.plain("1")))
            cache = data.cache  # a further column changes no cube that was computed
            if data.counter is not None:
                wanted_leaves = [
                    (condition.variable, leaves) for condition, leaves in zip(row.conditions, flags, strict=True)
                ]
                extended = data.with_counted(dimension, data.counter.with_any_of(name, wanted_leaves))
            else:
                columns = [data.columns[condition.variable] for condition in row.conditions]
                extended = data.with_column(dimension, row_by_row(partial(_any_of, flags), np.uint8, *columns))
            data = replace(extended, cache=cache)
        found_rows.append(replace(row, conditions=(Condition(name, ("1",)),)))
    return data, tuple(found_rows)


def _any_of(flags: Sequence[NDArray[np.uint8]], *columns: NDArray[Any]) -> NDArray[np.uint8]:
    met = np.zeros(len(columns[0]), dtype=np.uint8)
    for allowed_flag, column in zip(flags, columns, strict=True):
        met |= allowed_flag[column]
    return met


def check_rows(dimensions: Mapping[str, Dimension], rows: Sequence[OwnRow], filters: Sequence[Condition]) -> None:
    """Refuse rows without a condition, and *davon* rows that overlap or do not cover the table's filters.

    This is decided by the code lists alone, never by the records. Raises UnknownVariable, own_row_unconditioned,
    davon_overlaps, davon_incomplete, davon_too_large (too many combinations of categories to check).
    """
    for row in rows:
        restricts = [condition.restricts for condition in row.conditions]
        # Where one condition is enough, one that leaves every record in makes the row the total.
        if row.kind == "figures" and not (any(restricts) and (all(restricts) or not row.any_of)):
            unlabelled = Texts(*(say("row_unlabelled", language) for language in _BOTH))
            raise InputError("own_row_unconditioned", label=unlabelled if row.label == Texts() else row.label)
        for condition in row.conditions:
            if condition.variable not in dimensions:
                raise UnknownVariable(variable=condition.variable, known=tuple(dimensions))
    group: list[OwnRow] = []
    for row in (*rows, OwnRow(kind="blank")):
        if row.kind == "figures" and row.relation == "davon":
            group.append(row)
        elif group and (row.kind != "figures" or row.relation != "davon"):
            _check_group(dimensions, group, filters)
            group = []


def _check_group(
    known_dimensions: Mapping[str, Dimension], rows: Sequence[OwnRow], filters: Sequence[Condition]
) -> None:
    rows = [
        replace(row, conditions=tuple(condition for condition in row.conditions if condition.restricts)) for row in rows
    ]
    names = list(dict.fromkeys(condition.variable for row in rows for condition in row.conditions))
    dimensions = [known_dimensions[name] for name in names]
    shape = tuple(len(dimension.codes) for dimension in dimensions)
    if math.prod(shape) > CHECKED_COMBINATIONS:
        raise InputError("davon_too_large", count=math.prod(shape), limit=CHECKED_COMBINATIONS)

    def flags(condition: Condition) -> NDArray[np.bool_]:
        index = names.index(condition.variable)
        wide_shape = [1] * len(shape)
        wide_shape[index] = shape[index]
        return condition_leaves(dimensions[index], condition).astype(np.bool_).reshape(wide_shape)

    is_asked = np.ones(shape, dtype=np.bool_)
    for condition in filters:
        if condition.variable in names and condition.codes:
            is_asked = is_asked & flags(condition)
    owner = np.full(shape, -1, dtype=np.int64)
    for row_index, row in enumerate(rows):
        met = np.full(shape, not row.any_of, dtype=np.bool_)
        for condition in row.conditions:
            met = met | flags(condition) if row.any_of else met & flags(condition)
        both = met & is_asked & (owner >= 0)
        if both.any():
            cell_place = tuple(int(axis[0]) for axis in np.nonzero(both))
            other_label = rows[int(owner[cell_place])].label
            raise InputError(
                "davon_overlaps", first=other_label, second=row.label, example=_example(dimensions, cell_place)
            )
        owner[met] = row_index
    left = is_asked & (owner < 0)
    if left.any():
        cell_place = tuple(int(axis[0]) for axis in np.nonzero(left))
        raise InputError("davon_incomplete", example=_example(dimensions, cell_place), count=int(left.sum()))


def _example(dimensions: Sequence[Dimension], cell_place: tuple[int, ...]) -> Texts:
    """Text of a combination of categories: `sex: male, age: 0-14`. cell_place: index of the category in each
    dimension."""
    pairs = [
        (dimension.title, dimension.label(dimension.codes[node_index]))
        for dimension, node_index in zip(dimensions, cell_place, strict=True)
    ]
    return Texts(*(", ".join(f"{a.text(lang)}: {b.text(lang)}" for a, b in pairs) for lang in _BOTH))
