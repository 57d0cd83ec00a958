"""Spark by Spark Connect: a thin client without Java; the server reads tables, and is only asked."""

from __future__ import annotations

import re
import threading
import time
import uuid
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from typing import Any

from ckmcore.errors import Cancelled, DataError, FileError, InputError
from ckmcore.scale.database.errors import data_changed
from ckmcore.scale.database.link import RelationFound
from ckmcore.scale.database.sql import Column, Kind

_DECIMAL = re.compile(r"decimal\((\d+),(\d+)\)")
# Times 10^6 it has 38 digits at most: beyond, Spark would round.
_MOST_PRECISION = 30
_INTEGERS = ("tinyint", "smallint", "int", "bigint")
_GONE = (
    "UNAVAILABLE",
    "SESSION_CLOSED",
    "SESSION_NOT_FOUND",
    "NO_ACTIVE_SESSION",
    "RETRIES_EXCEEDED",
    "failed to connect",
)
# What gives the last version of a table, by what keeps it.
_VERSIONS = {
    "delta": "describe history {name} limit 1",
    "iceberg": "select snapshot_id from {name}.refs where name = 'main'",
}
_PLANNED = 3.0  # seconds
_OTHER_FILES = "FAILED_READ_FILE"


class SparkDialect:
    """SQL dialect of Spark in ANSI mode, in which overflowing casts are errors."""

    wide, text = "decimal(38, 0)", "string"

    def quoted(self, name: str) -> str:
        """Quoted name of a column; see `Dialect`."""
        return "`" + name.replace("`", "``") + "`"

    def placeholder(self, number: int) -> str:
        """Placeholder of a bound value; see `Dialect`. Values are never literals: Spark 4.0 reads the text 'f''1' as
        f1."""
        return f":p{number}"

    def value(self, column: Column) -> str:
        """SQL of a column for grouping; see `Dialect`."""
        quoted_name = self.quoted(column.name)
        if column.kind == "truth":
            return f"cast({quoted_name} as int)"
        return f"cast({quoted_name} as string)" if column.kind == "text" else quoted_name

    def scaled(self, column: Column, decimals: int) -> str:
        """SQL of a number scaled to an integer; see `Dialect`."""
        number_text = self.quoted(column.name)
        if column.kind == "integer":
            number_text = f"cast({number_text} as decimal(20, 0))"
        return f"cast({number_text} * {10**decimals} as decimal(38, 0))"

    def summed(self, column: Column, decimals: int) -> str:
        """SQL of a number for summing; sums of 64-bit integers would overflow without the cast. See `Dialect`."""
        quoted_name = self.quoted(column.name)
        return f"cast({quoted_name} as decimal(20, 0))" if column.kind == "integer" else quoted_name


def kind_of(type_text: str) -> tuple[Kind | None, int]:
    """Kind and number of decimals of a Spark type; None for an unusable type."""
    if type_text in _INTEGERS:
        return "integer", 0
    if (match := _DECIMAL.fullmatch(type_text)) is not None:
        precision, decimals = int(match[1]), int(match[2])
        return ("decimal" if precision <= _MOST_PRECISION else None), decimals
    plain_kinds: dict[str, Kind] = {"string": "text", "boolean": "truth", "date": "day"}
    if re.fullmatch(r"(var)?char\(\d+\)", type_text):
        return "text", 0
    return plain_kinds.get(type_text), 0


def _not_there(fault: BaseException) -> bool:
    """Whether an error of Spark means that a relation has no such column or command. Other failures are no answer and
    say nothing about the files."""
    return any(fault_class.__name__ in ("AnalysisException", "ParseException") for fault_class in type(fault).__mro__)


def _quoted(relation: str) -> str:
    return ".".join(SparkDialect().quoted(text_part) for text_part in relation.split("."))


@dataclass(eq=False)
class SparkConnection:
    """A session of Spark Connect. gone: called when its server is lost.

    For versioned tables (Delta, Iceberg) its state is the last version at the first query; for others the files must be
    the same before and after.
    """

    name: str
    session: Any
    failed: Any
    gone: Callable[[], object] = lambda: None
    tag: str = field(default_factory=lambda: f"ckm-{uuid.uuid4().hex}")
    before: dict[str, Any] = field(default_factory=dict)
    versions: dict[str, int] = field(default_factory=dict)
    asks: int = 0
    begun: float = 0.0
    tasks: tuple[int, int] = (0, 0)
    far: float = 0.0

    def ask(self, text: str, values: Sequence[Any]) -> Any:
        """Answer of a query as an arrow table; see `Connection`."""
        self.asks, self.begun, self.tasks, self.far = threading.get_ident(), time.monotonic(), (0, 0), 0.0
        self.session.addTag(self.tag)
        self.session.registerProgressHandler(self._note_progress)
        try:
            named_values = {f"p{number}": value for number, value in enumerate(values, 1)}
            return self.session.sql(text, args=named_values).toArrow()
        except self.failed as fault:
            raise self._told(fault) from fault
        finally:
            self.session.removeProgressHandler(self._note_progress)
            self.session.removeTag(self.tag)

    def batches(self, text: str, values: Sequence[Any], rows: int) -> Generator[Any, None, None]:
        """Answer of a query in arrow batches, after it is complete; see `Connection`."""
        yield from self.ask(text, values).to_batches(rows)

    def _told(self, fault: BaseException) -> Exception:
        text = " ".join(str(fault).split())
        if "OPERATION_CANCELED" in text or "OPERATION_CANCELLED" in text:
            return Cancelled()
        if any(word in text for word in _GONE):
            self.gone()
            return FileError("database_unreachable", name=self.name, reason=text[:200])
        if _OTHER_FILES in text:
            return data_changed(", ".join(self.before), self.name)
        return DataError("database_failed", name=self.name, reason=text[:200])

    def stop(self) -> None:
        """Cancel the running query; see `Connection`. A query cancelled during planning would run on in the server, so
        it is cancelled when it is running or some seconds after its begin."""
        if self.tasks[1] or time.monotonic() - self.begun > _PLANNED:
            self.session.interruptTag(self.tag)

    def _note_progress(self, stages: Any, inflight_tasks: int, operation_id: Any, is_finished: bool) -> None:
        """Receive progress from the driver, which calls all queries of the session; only the query's own thread
        counts."""
        if threading.get_ident() == self.asks:
            all_stages = list(stages or ())
            self.tasks = (
                sum(all_stage.num_completed_tasks for all_stage in all_stages),
                sum(all_stage.num_tasks for all_stage in all_stages),
            )

    def part_done(self) -> float | None:
        """Share of finished tasks among those planned so far, never decreasing; see `Connection`."""
        finished_tasks, every = self.tasks
        self.far = max(self.far, finished_tasks / every if every else 0.0)
        return self.far if every else None

    def relation(self, relation: str) -> str:
        """Quoted name of a relation, after refreshing its files at the first use in a state, since servers cache them.
        See `Connection`."""
        name = _quoted(relation)
        if relation not in self.before and relation not in self.versions:
            try:
                self.session.catalog.refreshTable(name)
            except self.failed as fault:
                if any(word in str(fault) for word in _GONE):
                    raise self._told(fault) from fault
                raise InputError("database_relation_unknown", relation=relation, name=self.name) from fault
            version = self._version(name)
            if version is None:
                self.before[relation] = self._files(name)
            else:
                self.versions[relation] = version
        return f"{name} version as of {self.versions[relation]}" if relation in self.versions else name

    def columns(self, relation: str) -> list[Column]:
        """Columns of a relation; see `Connection`."""
        self.relation(relation)
        try:
            fields = self.session.table(_quoted(relation)).schema.fields
        except self.failed as fault:
            raise self._told(fault) from fault
        name_types = [(each_field.name, each_field.dataType.simpleString()) for each_field in fields]
        return [Column(column, kind_of(text)[0], text, kind_of(text)[1]) for column, text in name_types]

    def relations(self) -> list[RelationFound]:
        """Tables and views; see `Connection`."""
        relation_founds = []
        for schema in self._rows("show databases"):
            space = schema[0]
            tables = self._rows(f"show tables in {SparkDialect().quoted(space)}")
            relation_founds += [RelationFound(f"{space}.{row[1]}") for row in tables if not row[2]]
        return relation_founds

    def _rows(self, text: str) -> list[Any]:
        try:
            rows: list[Any] = self.session.sql(text).collect()
        except self.failed as fault:
            raise self._told(fault) from fault
        return rows

    def refuse_writer(self, relation: str) -> None:
        """Accept every relation, since Spark has no permissions of its own; those of the storage hold. See
        `Connection`."""

    def close(self) -> None:
        """End the state and raise database_changed where files have changed; the session is kept for the next state.
        See `Connection`."""
        for relation, files in self.before.items():
            if self._files(_quoted(relation)) != files:
                raise data_changed(relation, self.name)

    def _version(self, name: str) -> int | None:
        """Last version of a versioned table; None for others."""
        try:
            description_rows = self.session.sql(f"describe table extended {name}").collect()
            provider = next((str(row[1]).lower() for row in description_rows if row[0] == "Provider"), "")
            if provider not in _VERSIONS:
                return None
            rows = self.session.sql(_VERSIONS[provider].format(name=name)).collect()
        except self.failed as fault:
            if _not_there(fault):
                return None
            raise self._told(fault) from fault
        return int(rows[0][0]) if rows else None

    def _files(self, name: str) -> Any:
        """Paths, sizes and times of a relation's files; None where unknown."""
        text = (
            "select distinct _metadata.file_path as p, _metadata.file_size as s,"
            f" cast(_metadata.file_modification_time as string) as m from {name} order by 1"
        )
        try:
            return [tuple(row) for row in self.session.sql(text).collect()]
        except self.failed as fault:
            if _not_there(fault):
                return None
            raise self._told(fault) from fault
