"""PostgreSQL by its Arrow driver: one transaction that only reads and sees one state, of a role that cannot write."""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Any

from ckmcore.errors import Cancelled, DataError, FileError, InputError, PermissionRefused
from ckmcore.scale.database.link import RelationFound
from ckmcore.scale.database.sql import Column, Kind, StandardNames, exact_double

_KINDS: dict[str, Kind] = {
    "text": "text", "character varying": "text", "character": "text", "bpchar": "text", "name": "text",
    "smallint": "integer", "integer": "integer", "bigint": "integer",
    "boolean": "truth", "date": "day", "numeric": "decimal", "double precision": "double",
}  # fmt: skip
_NUMERIC = re.compile(r"numeric\((\d+),(-?\d+)\)")
_WRITES = "INSERT, UPDATE, DELETE, TRUNCATE, TRIGGER"


class PostgresDialect(StandardNames):
    """SQL dialect of PostgreSQL."""

    wide, text = "numeric", "text"

    def value(self, column: Column) -> str:
        """SQL of a column for grouping; see `Dialect`."""
        quoted_name = self.quoted(column.name)
        if column.kind == "truth":
            return f"cast({quoted_name} as integer)"
        # As text: characters of a fixed width are compared without their blanks. By bytes: a collation may call
        # different texts the same.
        return f'(cast({quoted_name} as text) collate "C")' if column.kind == "text" else quoted_name

    def scaled(self, column: Column, decimals: int) -> str:
        """SQL of a number scaled to an integer; see `Dialect`."""
        found_exact_double = self.quoted(column.name)
        if column.kind == "double":
            found_exact_double = exact_double(self, found_exact_double, decimals)
        return f"trunc(cast({found_exact_double} as numeric) * {10**decimals})"

    def summed(self, column: Column, decimals: int) -> str:
        """SQL of a number for summing; sums are numeric, except those of small integers. See `Dialect`."""
        quoted_name = self.quoted(column.name)
        if column.kind == "double":
            return exact_double(self, quoted_name, decimals)
        return f"cast({quoted_name} as bigint)" if column.kind == "integer" else quoted_name


def kind_of(type_text: str) -> tuple[Kind | None, int]:
    """Kind and number of decimals (-1 for any) of a PostgreSQL type; None for an unusable type."""
    if (match := _NUMERIC.fullmatch(type_text)) is not None:
        return "decimal", max(int(match[2]), 0)
    plain = re.sub(r"\(\d+\)", "", type_text)
    return _KINDS.get(plain), -1 if plain == "numeric" else 0


@dataclass(eq=False)
class PostgresConnection:
    """A PostgreSQL connection within its transaction."""

    name: str
    engine: Any
    failed: Any
    user: str
    time_limit: int

    def begin(self) -> None:
        """Begin the transaction: read-only, and isolated from changes by others."""
        self._execute(f"set statement_timeout = {1000 * self.time_limit}")
        self._execute("set search_path = pg_catalog")
        self._execute("set extra_float_digits = 1")
        self._execute("begin transaction isolation level repeatable read, read only")

    def _execute(self, text: str) -> None:
        with self.engine.cursor() as cursor:
            try:
                cursor.execute(text)
            except self.failed as fault:
                raise self._told(fault) from fault

    def ask(self, text: str, values: Sequence[Any]) -> Any:
        """Answer of a query as an arrow table; see `Connection`."""
        with self.engine.cursor() as cursor:
            try:
                cursor.execute(text, tuple(values) if values else None)
                return cursor.fetch_arrow_table()
            except self.failed as fault:
                raise self._told(fault) from fault

    def batches(self, text: str, values: Sequence[Any], rows: int) -> Generator[Any, None, None]:
        """Answer of a query in arrow batches, whose size the driver chooses; see `Connection`."""
        with self.engine.cursor() as cursor:
            reader = self._begun(cursor, text, values)
            while (batch := self._next(reader)) is not None:
                yield batch

    def _begun(self, cursor: Any, text: str, values: Sequence[Any]) -> Any:
        try:
            cursor.execute(text, tuple(values) if values else None)
            return cursor.fetch_record_batch()
        except self.failed as fault:
            raise self._told(fault) from fault

    def _next(self, reader: Any) -> Any:
        try:
            return next(reader, None)
        except self.failed as fault:
            raise self._told(fault) from fault
        except OSError as fault:  # in the middle of an answer the driver says no state
            raise self._broken(" ".join(str(fault).split())) from fault

    def _told(self, fault: Any) -> Exception:
        state = getattr(fault, "sqlstate", None) or ""
        text = " ".join(str(fault).split())
        if state == "57014":
            return (
                FileError("database_too_long", name=self.name, seconds=self.time_limit)
                if "statement timeout" in text
                else Cancelled()
            )
        if state in ("", "57P01", "57P02", "57P03") or state.startswith("08"):
            return FileError("database_unreachable", name=self.name, reason=reason_of(text))
        return DataError("database_failed", name=self.name, reason=reason_of(text))

    def _broken(self, error_text: str) -> Exception:
        if "statement timeout" in error_text:
            return FileError("database_too_long", name=self.name, seconds=self.time_limit)
        if "user request" in error_text:
            return Cancelled()
        if "connection" in error_text:
            return FileError("database_unreachable", name=self.name, reason=reason_of(error_text))
        return DataError("database_failed", name=self.name, reason=reason_of(error_text))

    def stop(self) -> None:
        """Cancel the running query; see `Connection`."""
        self.engine.adbc_cancel()

    def part_done(self) -> float | None:
        """Always None, since the server reports no progress; see `Connection`."""
        return None

    def relation(self, relation: str) -> str:
        """Quoted name of a relation; see `Connection`."""
        return ".".join(PostgresDialect().quoted(relation_part) for relation_part in relation_parts(relation))

    def _rows(self, text: str, values: Sequence[Any]) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = self.ask(text, values).to_pylist()
        return rows

    def columns(self, relation: str) -> list[Column]:
        """Columns of a relation; see `Connection`."""
        rows = self._rows(
            "select cast(a.attname as text) as name, format_type(coalesce(nullif(t.typbasetype, 0), a.atttypid),"
            " case when t.typbasetype <> 0 then t.typtypmod else a.atttypmod end) as type"
            " from pg_attribute a join pg_type t on t.oid = a.atttypid join pg_class c on c.oid = a.attrelid"
            " join pg_namespace n on n.oid = c.relnamespace"
            " where n.nspname = cast($1 as text) and c.relname = cast($2 as text) and a.attnum > 0"
            " and not a.attisdropped and has_column_privilege(c.oid, a.attnum, 'SELECT') order by a.attnum",
            relation_parts(relation),
        )
        if not rows:
            raise InputError("database_relation_unknown", relation=relation, name=self.name)
        return [Column(row["name"], kind_of(row["type"])[0], row["type"], kind_of(row["type"])[1]) for row in rows]

    def relations(self) -> list[RelationFound]:
        """Tables and views with estimated sizes; see `Connection`."""
        rows = self._rows(
            "select cast(n.nspname as text) as schema, cast(c.relname as text) as name,"
            " cast(c.reltuples as bigint) as n, has_any_column_privilege(c.oid, 'SELECT') as readable"
            " from pg_class c join pg_namespace n on n.oid = c.relnamespace"
            " where c.relkind in ('r', 'v', 'm', 'p', 'f')"
            " and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'"
            " and has_schema_privilege(n.oid, 'USAGE') order by 1, 2",
            (),
        )
        return [RelationFound(f"{row['schema']}.{row['name']}", row["n"], row["readable"]) for row in rows]

    def refuse_writer(self, relation: str) -> None:
        """Raise database_may_write where the account may write the relation, directly, by a role, as owner or as
        administrator; see `Connection`."""
        rows = self._rows(
            "select has_table_privilege(c.oid, cast($3 as text)) or has_any_column_privilege(c.oid, 'INSERT, UPDATE')"
            " or pg_has_role(c.relowner, 'MEMBER') or (select rolsuper from pg_roles where rolname = current_user)"
            " as writes, cast(current_user as text) as account"
            " from pg_class c join pg_namespace n on n.oid = c.relnamespace"
            " where n.nspname = cast($1 as text) and c.relname = cast($2 as text)",
            (*relation_parts(relation), _WRITES),
        )
        for row in rows:
            if row["writes"]:
                raise PermissionRefused("database_may_write", user=row["account"], relation=relation)

    def close(self) -> None:
        """Close the connection; see `Connection`."""
        try:
            self.engine.close()
        except self.failed as fault:
            raise self._told(fault) from fault


def relation_parts(relation: str) -> tuple[str, str]:
    """Schema and table of a relation's name; the default schema is `public`."""
    schema, dot, table = relation.partition(".")
    return (schema, table) if dot else ("public", relation)


def reason_of(said: str) -> str:
    """The first sentence of a server's message, at most 200 characters, without the question."""
    reason = re.sub(r"^.*?(ERROR|FATAL):\s*", "", said)
    return reason.split(" Query:")[0].split("; query")[0][:200]
