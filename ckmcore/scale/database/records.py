"""Reads the records of a relation into memory, where the policy of the computer lets them leave the database.

Codes, keys and numbers are those that the database would be asked to count: the same figures, bit by bit. Nothing of it
is written to a disk. The order of the records does not hang on the server's: two readings of the same are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ckmcore.errors import Cancelled, FileError, PermissionRefused
from ckmcore.keys.record_keys import RecordKeys, compact_keys
from ckmcore.microdata.columns import NumberColumn, compact_codes
from ckmcore.microdata.data import Microdata
from ckmcore.microdata.households import counting_households
from ckmcore.microdata.identifiers import trimmed_texts
from ckmcore.microdata.memory_estimate import free_memory, memory_of_records
from ckmcore.scale.database import sql
from ckmcore.scale.database.counter import DatabaseCounter
from ckmcore.scale.database.errors import data_changed
from ckmcore.scale.database.link import Link
from ckmcore.scale.database.mark import mark_of
from ckmcore.scale.database.open import open_relation
from ckmcore.statistic.relation import Roles
from ckmcore.tabulate.scan import never

Progress = Callable[[int, float], None]
_ROWS = 1 << 17


def read_relation_records(
    link: Link,
    relation: str,
    roles: Roles,
    more: Roles | None = None,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] = never,
) -> tuple[Microdata, str]:
    """Records of a table or view, and the mark that counting in the database would give. more: roles of further
    columns, which are not part of the mark.

    Raises database_records_stay where the policy forbids it, database_records_many, the errors of `open_relation`, and
    database_changed where the records differ from what the database counts in the same state.
    """
    if not link.read_records:
        raise PermissionRefused("database_records_stay", name=link.name)
    roles_alone = replace(roles, household="", any_member=())
    with link.state() as connection:
        counted = open_relation(link, relation, roles_alone, more, cancelled)
        counter = counted.counter
        assert isinstance(counter, DatabaseCounter)  # noqa: S101 - what `open_relation` gives
        _refuse_too_many(counted, link.name)
        household = None
        if roles.household:
            household = next(column for column in connection.columns(relation) if column.name == roles.household)
        read = _Reader(counted, counter, household)
        bound = sql.Bound(link.dialect)
        text = sql.every_record(counter.source(connection, bound), read.picked, bound)
        with closing(link.batches(text, bound.values, _ROWS, cancelled)) as batches:
            for batch in batches:
                if cancelled():
                    raise Cancelled
                read.add(batch)
                if progress is not None:
                    progress(read.rows, read.rows / max(1, counted.rows))
    data, households = read.finish()
    later = () if more is None else (*more.dimensions, *more.magnitudes)
    if mark_of(data.without(later), cancelled) != counter.mark:
        raise data_changed(relation, link.name)
    if households is not None:
        data = counting_households(data, households, [name for name in roles.any_member if name in data.dimensions])
    return data, counter.mark


def _refuse_too_many(data: Microdata, name: str) -> None:
    numbers = len(data.magnitudes) + (data.weight is not None)
    needed = memory_of_records(data.rows, len(data.dimensions), numbers, data.record_keys is not None)
    free = free_memory()
    if free is not None and needed > free:
        raise FileError(
            "database_records_many",
            name=name,
            records=data.rows,
            memory=round(needed / 1e9, 1),
            free=round(free / 1e9, 1),
        )


class _Reader:
    """The columns while batches come."""

    def __init__(self, counted: Microdata, counter: DatabaseCounter, household: sql.Column | None) -> None:
        self._counted, self._counter = counted, counter
        self.rows = 0
        numbers = {name: magnitude for name, magnitude in counter.magnitudes.items() if name in counted.magnitudes}
        self._numbers = {**({} if counter.weight is None else {"": counter.weight}), **numbers}
        self.picked: list[tuple[str, sql.Expression]] = [
            (f"v{dimension_index}", counter.variables[name].expression)
            for dimension_index, name in enumerate(counted.dimensions)
        ]
        if counter.key is not None:
            self.picked.append(("k", sql.Whole(counter.key.column, counter.key.decimals)))
        for index, number in enumerate(self._numbers.values()):
            self.picked.append((f"x{index}", sql.Whole(number.column, number.decimals)))
        if household is not None:
            self.picked.append(("h", sql.OfHousehold(household)))
        self._parts: dict[str, list[Any]] = {name: [] for name, _ in self.picked}

    def add(self, batch: Any) -> None:
        """Add a batch of records."""
        self.rows += batch.num_rows
        for dimension_index, name in enumerate(self._counted.dimensions):
            variable = self._counter.variables[name]
            code_places = variable.found(batch.column(f"v{dimension_index}"))
            if code_places is None:
                raise data_changed(self._counter.relation, self._counter.name)
            self._parts[f"v{dimension_index}"].append(compact_codes(code_places, variable.size))
        for name in self._parts:
            if name in ("k", "h") or name.startswith("x"):
                column = batch.column(name)
                self._parts[name].append(trimmed_texts(column) if name == "h" else column)

    def finish(self) -> tuple[Microdata, Any]:
        """Records in an order determined by their content, and the household of each, None where not requested."""
        import pyarrow as pa

        counted, counter = self._counted, self._counter
        if self.rows != counted.rows:
            raise data_changed(counter.relation, counter.name)
        codes = {
            name: _joined_arrays(
                self._parts.pop(f"v{dimension_index}"),
                compact_codes(np.zeros(0, np.int64), counter.variables[name].size),
            )
            for dimension_index, name in enumerate(counted.dimensions)
        }
        keys = None
        if counted.record_keys is not None:
            modulus = counted.record_keys.modulus
            parts_compact_keys = [
                compact_keys(_whole(array).astype(np.uint64), modulus) for array in self._parts.pop("k")
            ]
            keys = _joined_arrays(parts_compact_keys, compact_keys(np.zeros(0, np.uint64), modulus))
        values, missing_masks = {}, {}
        for index, name in enumerate(self._numbers):
            columns = self._parts.pop(f"x{index}")
            values[name] = _joined_arrays([_whole(column) for column in columns], np.zeros(0, np.int64))
            missing_masks[name] = _joined_arrays([_missing(column) for column in columns], np.zeros(0, np.bool_))
        households = pa.chunked_array(self._parts.pop("h"), pa.string()) if "h" in self._parts else None
        order = _order(keys, [*codes.values(), *values.values(), *missing_masks.values()], households)
        if order is not None:
            codes = {name: code[order] for name, code in codes.items()}
            keys = None if keys is None else keys[order]
            values, missing_masks = (
                {name: array[order] for name, array in each.items()} for each in (values, missing_masks)
            )
            households = None if households is None else households.take(pa.array(order))

        def number(name: str, number_column: NumberColumn) -> NumberColumn:
            missing = missing_masks[name] if bool(missing_masks[name].any()) else None
            return NumberColumn(number_column.name, values[name], number_column.decimals, number_column.title, missing)

        form = counted.record_keys
        data = Microdata(
            self.rows,
            counted.dimensions,
            codes,
            None if keys is None or form is None else RecordKeys(keys, form.modulus, form.digits, form.origin),
            None if counted.weight is None else number("", counted.weight),
            {name: number(name, magnitude) for name, magnitude in counted.magnitudes.items()},
            notices=counted.notices,
        )
        return data, households


def _joined_arrays(arrays: Sequence[NDArray[Any]], empty: NDArray[Any]) -> NDArray[Any]:
    return np.concatenate([empty, *arrays]) if arrays else empty


def _whole(column: Any) -> NDArray[np.int64]:
    result: NDArray[np.int64] = column.fill_null(0).to_numpy(zero_copy_only=False).astype(np.int64, copy=False)
    return result


def _missing(column: Any) -> NDArray[np.bool_]:
    result: NDArray[np.bool_] = column.is_null().to_numpy(zero_copy_only=False)
    return result


def _order(
    keys: NDArray[Any] | None, columns: Sequence[NDArray[Any]], households: Any | None
) -> NDArray[np.intp] | None:
    """Order of records by key, then by all other columns; None where there is nothing to sort by."""
    more_columns = list(columns)
    if households is not None:
        texts = households.combine_chunks().dictionary_encode()
        rank = np.argsort(np.argsort(np.array(texts.dictionary.to_pylist(), dtype=object)))
        more_columns.append(rank[texts.indices.to_numpy()])
    if keys is None:
        return np.lexsort(more_columns[::-1]) if more_columns else None
    order = np.argsort(keys, kind="stable")
    sorted_keys = keys[order]
    tied = np.flatnonzero(sorted_keys[1:] == sorted_keys[:-1])
    if len(tied):
        tied_indices = np.unique(np.concatenate([tied, tied + 1]))
        rows = order[tied_indices]
        order[tied_indices] = rows[np.lexsort([*(column[rows] for column in more_columns[::-1]), keys[rows]])]
    return order
