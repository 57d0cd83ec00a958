"""Counts the records of a relation: each cube is one question, checked against the one-way cubes of the data."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ckmcore.errors import FileError, InputError
from ckmcore.keys.record_keys import sum_modulo
from ckmcore.microdata.counter import CountedCells, Flags, Places, elsewhere
from ckmcore.microdata.record_conditions import RecordCondition
from ckmcore.scale.database import sql
from ckmcore.scale.database.codes import ConditionTexts, Stated, Variable, any_of, classes
from ckmcore.scale.database.errors import data_changed
from ckmcore.scale.database.link import Connection, Link
from ckmcore.tabulate.largest import k_largest

Numbers = NDArray[np.uint64]


@dataclass(frozen=True, eq=False)
class Margins:
    """Number of records and key sum modulo M for each value of a column, missing last."""

    counts: NDArray[np.int64]
    key_sums: NDArray[np.uint64]


@dataclass(frozen=True, eq=False, repr=False)
class DatabaseCounter:
    """Counter (`microdata.counter.Counter`) of a database relation.

    numbers: weight and magnitudes by name. margins: by column, and under "" for all records (one entry). households:
    their number; members: how households are counted instead of records, or None. part: records of the relation that
    are used, where it holds several periods. taken: ISO day of the import.
    """

    link: Link
    relation: str
    mark: str
    variables: Mapping[str, Variable]
    key: sql.Key | None
    weight: sql.Number | None
    magnitudes: Mapping[str, sql.Number]
    missing: frozenset[str]
    margins: Mapping[str, Margins]
    household: sql.Column | None = None
    members: sql.Members | None = None
    part: sql.Part | None = None
    taken: str = ""

    def __repr__(self) -> str:
        return f"DatabaseCounter({self.relation} in {self.name})"

    @property
    def name(self) -> str:
        """Name of the database in the policy."""
        return self.link.name

    def source(self, connection: Connection, bound: sql.Bound) -> str:
        """The records that count, in the text of a question."""
        return sql.part_of(connection.relation(self.relation), self.part, bound)

    @contextmanager
    def one_state(self) -> Iterator[None]:
        """Hold one state of the data for all queries within the block; see `Counter`."""
        with self.link.state():
            yield

    def cells(
        self, names: Sequence[str], filters: Flags, *, weighted: bool, cancelled: Callable[[], bool]
    ) -> CountedCells:
        """Occupied cells with counts, key sums and weights; see `Counter`."""
        asked_names, conditions, later = self._grouping(names, filters)
        weight = self.weight if weighted else None
        with self.link.state() as connection:
            bound = sql.Bound(self.link.dialect)
            relation = self.source(connection, bound)
            expressions = [self.variables[name].expression for name in asked_names]
            text = sql.cells(relation, expressions, conditions, self.key, weight, self.members, bound)
            table = self.link.ask(text, bound.values, cancelled)
        figure_places = self._code_places(table, asked_names)
        counts = self._column(table, "n", np.int64)
        is_kept = _kept_lines(figure_places, asked_names, later) & (counts > 0)
        numbers, index = self._numbers(figure_places, asked_names, names, is_kept)
        keys = None if self.key is None else self._column(table, "s", np.uint64)[is_kept]
        counted_cells = CountedCells(
            numbers,
            _sums_by_cell(index, len(numbers), counts[is_kept]),
            None if keys is None or self.key is None else _added_modulo(index, len(numbers), keys, self.key.modulus),
            None if weight is None else _sums_by_cell(index, len(numbers), self._column(table, "w", np.int64)[is_kept]),
        )
        self._check(names, filters, counted_cells)
        return counted_cells

    def largest(
        self,
        names: Sequence[str],
        filters: Flags,
        magnitude: str,
        k: int,
        *,
        weighted: bool,
        cancelled: Callable[[], bool],
    ) -> tuple[Numbers, dict[str, NDArray[Any]]]:
        """Occupied cells of a magnitude with the k largest contributions; see `Counter`."""
        asked_names, conditions, later = self._grouping(names, filters)
        weight = self.weight if weighted else None
        with self.link.state() as connection:
            bound = sql.Bound(self.link.dialect)
            relation = self.source(connection, bound)
            expressions = [self.variables[name].expression for name in asked_names]
            number = self.magnitudes[magnitude]
            text = sql.largest(relation, expressions, conditions, number, k, self.key, weight, bound)
            table = self.link.ask(text, bound.values, cancelled)
        figure_places = self._code_places(table, asked_names)
        is_kept = _kept_lines(figure_places, asked_names, later) & (self._column(table, "valid", np.int64) > 0)
        numbers, index = self._numbers(figure_places, asked_names, names, is_kept)
        has_missing = magnitude in self.missing

        def column(name: str, kind: Any = np.int64) -> NDArray[Any]:
            return self._column(table, name, kind)[is_kept]

        def added(name: str) -> NDArray[np.int64]:
            return _sums_by_cell(index, len(numbers), column(name))

        arrays: dict[str, NDArray[Any]] = {"sums": added("sums"), "contributors": added("contributors")}
        if has_missing:
            arrays["valid"] = added("valid")
        if self.key is not None:
            for name in ("key_sums", *(["valid_keys"] if has_missing else [])):
                arrays[name] = _added_modulo(index, len(numbers), column(name, np.uint64), self.key.modulus)
        if weight is not None:
            for name in ("weighted_sums", "contributor_weights", *(["valid_weights"] if has_missing else [])):
                arrays[name] = added(name)
        least = np.full(len(numbers), np.iinfo(np.int64).max)
        smallest = column("smallest")
        np.minimum.at(least, index, np.where(smallest == 0, np.iinfo(np.int64).max, smallest))
        arrays["smallest"] = np.where(least == np.iinfo(np.int64).max, 0, least)
        top = np.stack([column(f"largest{index}") for index in range(1, k + 1)], axis=-1)
        heavy = None
        if weight is not None:
            heavy = np.stack([column(f"heavy{index}") for index in range(1, k + 1)], axis=-1)
        arrays["largest"], heaviest = _k_largest_of(index, len(numbers), top, heavy, k)
        if heaviest is not None:
            arrays["largest_weights"] = heaviest
        return numbers, arrays

    def households(self, filters: Flags, *, cancelled: Callable[[], bool]) -> DatabaseCounter:
        """Counter of households whose members meet the filters; see `Counter`."""
        if self.household is None:
            raise elsewhere(self.name)
        conditions = []
        for name, flags in filters.items():
            chosen = self.variables[name].chosen(flags)
            if chosen is None:
                raise elsewhere(self.name)
            conditions.append(chosen)
        return replace(self, members=sql.Members(self.household, tuple(conditions)))

    def same_within_households(self, name: str) -> bool:
        """Whether a variable is equal for all members of each household; queried once for each variable. See
        `Counter`."""
        if self.household is None:
            return True
        variable = self.variables[name]
        known_households: dict[str, bool] = variable.__dict__.setdefault("_same", {})
        if "same" not in known_households:
            with self.link.state() as connection:
                bound = sql.Bound(self.link.dialect)
                relation = self.source(connection, bound)
                text = sql.differing(relation, self.household, variable.by_place(), bound)
                table = self.link.ask(text, bound.values, lambda: False)
            known_households["same"] = int(table.column("n")[0].as_py()) == 0
        return known_households["same"]

    def renamed(self, names: Mapping[str, str]) -> DatabaseCounter:
        """Counter with renamed variables and magnitudes; see `Counter`."""
        return replace(
            self,
            variables={names.get(name, name): variable for name, variable in self.variables.items()},
            magnitudes={names.get(name, name): magnitude for name, magnitude in self.magnitudes.items()},
            missing=frozenset(names.get(name, name) for name in self.missing),
        )

    def with_places(self, name: str, source: str, places: Places, size: int) -> DatabaseCounter:
        """Counter with a variable derived by recoding another one; see `Counter`."""
        return self._with(name, self.variables[source].moved(places, size))

    def with_classes(self, name: str, magnitude: str, bounds: Places, places: Places, size: int) -> DatabaseCounter:
        """Counter with a variable of classes of a magnitude; see `Counter`."""
        number = self.magnitudes[magnitude]
        expression = sql.OfClasses(number.column, number.decimals, tuple(bounds.tolist()))
        return self._with(name, classes(expression, places.astype(np.int64), size))

    def with_any_of(self, name: str, conditions: Sequence[tuple[str, NDArray[np.uint8]]]) -> DatabaseCounter:
        """Counter with a variable with the value whether any condition holds; see `Counter`."""
        chosen = []
        for variable, flags in conditions:
            chosen_variable = self.variables[variable].chosen(flags)
            if chosen_variable is None:
                raise elsewhere(self.name)
            chosen.append(chosen_variable)
        return self._with(name, any_of(chosen))

    def broken(
        self, every: Sequence[RecordCondition], some: Sequence[RecordCondition], *, cancelled: Callable[[], bool]
    ) -> int:
        """See `Counter`. Raises records_elsewhere where a list of values is longer than databases take."""
        with self.link.state() as connection:
            bound = sql.Bound(self.link.dialect)
            source = self.source(connection, bound)
            texts = ConditionTexts(self.name, self.variables, self._numbers_by_name, bound)
            text = f"select count(*) as n from {source} where {texts.broken(every, some)}"
            return int(self.link.ask(text, bound.values, cancelled).column("n")[0].as_py())

    def repeated(
        self, names: Sequence[str], stated: Sequence[RecordCondition], *, cancelled: Callable[[], bool]
    ) -> int:
        """See `Counter`: of variables, magnitudes and columns that are none. Raises database_column_unknown, and
        records_elsewhere where a list of values is longer than databases take."""
        picked: list[tuple[str, sql.Expression]] = []
        expressions: list[sql.Expression] = []
        with self.link.state() as connection:
            columns = {column.name: column for column in connection.columns(self.relation)}
            for number, name in enumerate(names):
                if name in self.variables:
                    expression = self._by_category(self.variables[name])
                elif name in self.magnitudes:
                    expression = self.magnitudes[name]
                elif name in columns:
                    expression = sql.OfHousehold(columns[name])
                    expressions.append(Stated(expression, of_text=columns[name].kind == "text"))
                else:
                    raise InputError("database_column_unknown", column=name, relation=self.relation)
                picked.append((f"v{number}", expression))
            bound = sql.Bound(self.link.dialect)
            expressions += ConditionTexts(self.name, self.variables, self._numbers_by_name, bound).as_expressions(
                stated
            )
            text = sql.repeats(self.source(connection, bound), picked, expressions, bound)
            return int(self.link.ask(text, bound.values, cancelled).column("n")[0].as_py())

    def _by_category(self, variable: Variable) -> sql.Expression:
        """An expression that is the same for records of the same category. Raises records_elsewhere."""
        if len(np.unique(variable.places[:-1])) == len(variable.values):
            return variable.expression
        if len(variable.values) > sql.MOST_BOUND:
            raise elsewhere(self.name)
        return variable.by_place()

    @property
    def _numbers_by_name(self) -> dict[str, sql.Number]:
        weight = {} if self.weight is None else {self.weight.column.name: self.weight}
        return {**weight, **self.magnitudes}

    def _with(self, name: str, variable: Variable) -> DatabaseCounter:
        return replace(self, variables={**self.variables, name: variable})

    def _grouping(self, names: Sequence[str], filters: Flags) -> tuple[list[str], list[sql.Chosen], Flags]:
        """Variables for grouping, conditions for the query, and filters to be applied to its result."""
        conditions, later = [], {}
        for name, flags in filters.items():
            if bool(flags[self.variables[name].places].all()):
                continue
            chosen = self.variables[name].chosen(flags)
            if chosen is None:
                later[name] = flags
            else:
                conditions.append(chosen)
        return [*names, *(name for name in later if name not in names)], conditions, later

    def _column(self, table: Any, name: str, kind: Any) -> NDArray[Any]:
        column: NDArray[Any] = table.column(name).to_numpy().astype(kind)
        return column

    def _code_places(self, table: Any, asked_names: Sequence[str]) -> list[Places]:
        result = []
        for index, name in enumerate(asked_names):
            column = table.column(f"v{index}").combine_chunks()
            code_places = self.variables[name].found(column)
            if code_places is None:
                raise self._changed()
            result.append(code_places)
        return result

    def _numbers(
        self,
        code_places: Sequence[Places],
        asked_names: Sequence[str],
        names: Sequence[str],
        is_kept: NDArray[np.bool_],
    ) -> tuple[Numbers, NDArray[np.intp]]:
        """Numbers of the occurring cells, ascending, and the index of the cell for each kept line. code_places:
        category of each line by asked variable; is_kept: mask of lines.
        """
        lines = np.zeros(int(is_kept.sum()), dtype=np.uint64)
        for name, code_place in zip(asked_names, code_places, strict=True):
            if name in names:
                lines = lines * np.uint64(self.variables[name].size) + code_place[is_kept].astype(np.uint64)
        numbers, index = np.unique(lines, return_inverse=True)
        return numbers, index.reshape(-1)

    def _changed(self) -> FileError:
        return data_changed(self.relation, self.name, self.taken)

    def _check(self, names: Sequence[str], filters: Flags, cells: CountedCells) -> None:
        """Raise database_changed where sums over cells differ from the one-way cubes: totals without or with one
        filter, and each variable without filters."""
        if self.members is not None or len(filters) > 1:
            return
        if not filters:
            expected = self.margins[""]
            self._compare(expected.counts, expected.key_sums, cells.counts.sum(), self._sum(cells.key_sums))
        for name, flags in filters.items():
            variable = self.variables[name]
            if isinstance(variable.expression, sql.OfColumn):
                met = flags[variable.places].astype(np.bool_)
                margins = self.margins[variable.expression.column.name]
                keys = self._sum(margins.key_sums[met])
                self._compare(margins.counts[met].sum(), keys, cells.counts.sum(), self._sum(cells.key_sums))
            return
        remaining_numbers = cells.numbers
        for name in reversed(names):
            variable = self.variables[name]
            remaining_numbers, digit = np.divmod(remaining_numbers, np.uint64(variable.size))
            if not isinstance(variable.expression, sql.OfColumn) or not variable.size:
                continue
            margins, size = self.margins[variable.expression.column.name], variable.size
            own_digit, key_indices = digit.astype(np.intp), variable.places
            keys = (np.zeros(0), np.zeros(0))
            if self.key is not None and cells.key_sums is not None:
                m = self.key.modulus
                keys = (
                    _added_modulo(key_indices, size, margins.key_sums, m),
                    _added_modulo(own_digit, size, cells.key_sums, m),
                )
            self._compare(
                _sums_by_cell(key_indices, size, margins.counts),
                keys[0],
                _sums_by_cell(own_digit, size, cells.counts),
                keys[1],
            )

    def _sum(self, keys: NDArray[np.uint64] | None) -> Any:
        if keys is None or self.key is None:
            return 0
        return sum_modulo(keys, self.key.modulus) if len(keys) else np.uint64(0)

    def _compare(self, counts: Any, keys: Any, own_counts: Any, mine_keys: Any) -> None:
        if bool(np.any(counts != own_counts)) or (self.key is not None and bool(np.any(keys != mine_keys))):
            raise self._changed()


def _kept_lines(code_places: Sequence[Places], asked_names: Sequence[str], later: Flags) -> NDArray[np.bool_]:
    is_kept: Any = np.True_
    for name, code_place in zip(asked_names, code_places, strict=True):
        if name in later:
            is_kept = is_kept & later[name][code_place].astype(np.bool_)
    length = len(code_places[0]) if code_places else 1
    return np.broadcast_to(is_kept, (length,)).copy()


def _sums_by_cell(index: NDArray[Any], size: int, values: NDArray[np.int64]) -> NDArray[np.int64]:
    result = np.zeros(size, dtype=np.int64)
    np.add.at(result, index, values)
    return result


def _added_modulo(index: NDArray[Any], size: int, keys: NDArray[np.uint64], modulus: int) -> NDArray[np.uint64]:
    """Sums of keys modulo M in two halves, which 64 bits hold."""
    half, m = np.uint64(10**9), np.uint64(modulus)
    high, low = np.zeros(size, dtype=np.uint64), np.zeros(size, dtype=np.uint64)
    np.add.at(high, index, keys // half)
    np.add.at(low, index, keys % half)
    high %= m
    for _ in range(9):  # x 10^9 modulo M; 10 M fits in 64 bits
        high = high * np.uint64(10) % m
    return (high + low % m) % m


def _k_largest_of(
    index: NDArray[np.intp], size: int, top: NDArray[np.int64], heavy: NDArray[np.int64] | None, k: int
) -> tuple[NDArray[np.int64], NDArray[np.int64] | None]:
    """The k largest contributions of each cell, merged from the lists of the lines that form the cell. index: cell of
    each line; size: number of cells; top, heavy: contributions and weights of each line."""
    order = np.argsort(index, kind="stable")
    sorted_groups = index[order]
    starts = np.searchsorted(sorted_groups, np.arange(size))
    within = np.arange(len(sorted_groups)) - starts[sorted_groups]
    width = int(within.max(initial=0)) + 1

    def side_by_side(lists: NDArray[np.int64]) -> NDArray[np.int64]:
        wide_lists = np.zeros((size, width, k), dtype=np.int64)
        wide_lists[sorted_groups, within] = lists[order]
        return wide_lists.reshape(size, width * k)

    result, heavier = k_largest(side_by_side(top), None if heavy is None else side_by_side(heavy), k)
    return result, heavier
