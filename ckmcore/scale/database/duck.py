"""DuckDB: folders of Parquet files, and files of its own. It runs within the program; nothing is sent anywhere."""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ckmcore.errors import Cancelled, DataError, InputError
from ckmcore.scale.database.errors import data_changed
from ckmcore.scale.database.link import RelationFound
from ckmcore.scale.database.sql import Column, Kind, StandardNames, exact_double

_INTEGERS = {
    "TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT", "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT", "UHUGEINT",
}  # fmt: skip
_DECIMAL = re.compile(r"DECIMAL\((\d+),(\d+)\)")
_LEAST_DIGITS = 38
# Files whose ends are looked at to tell how many records there are.
_MOST_LOOKED_AT = 500


class DuckDialect(StandardNames):
    """SQL dialect of DuckDB."""

    wide, text = "hugeint", "varchar"

    def value(self, column: Column) -> str:
        """SQL of a column for grouping; see `Dialect`."""
        quoted_name = self.quoted(column.name)
        if column.kind == "truth":
            return f"cast({quoted_name} as integer)"
        return f"cast({quoted_name} as varchar)" if column.kind == "text" else quoted_name

    def scaled(self, column: Column, decimals: int) -> str:
        """SQL of a number scaled to an integer; see `Dialect`."""
        quoted_name = self.quoted(column.name)
        if column.kind == "integer":
            return f"cast({quoted_name} as hugeint) * {10**decimals}"
        if column.kind == "double":
            exact = exact_double(self, quoted_name, decimals)
        else:
            exact = f"cast({quoted_name} as decimal({_LEAST_DIGITS}, {decimals}))"
        return f"cast({exact} * {10**decimals} as hugeint)"

    def summed(self, column: Column, decimals: int) -> str:
        """SQL of a number for summing; sums of integers and decimals have 38 digits. See `Dialect`."""
        quoted_name = self.quoted(column.name)
        return exact_double(self, quoted_name, decimals) if column.kind == "double" else quoted_name


def kind_of(type_text: str) -> tuple[Kind | None, int]:
    """Kind and number of decimals of a DuckDB type; None for an unusable type."""
    if type_text in _INTEGERS:
        return "integer", 0
    if (match := _DECIMAL.fullmatch(type_text)) is not None:
        return "decimal", int(match[2])
    plain_kinds: dict[str, Kind] = {"BOOLEAN": "truth", "DATE": "day", "VARCHAR": "text", "DOUBLE": "double"}
    if type_text.startswith("ENUM("):
        return "text", 0
    return plain_kinds.get(type_text), 0


@dataclass(eq=False)
class DuckConnection:
    """A DuckDB connection with locked settings. folder: of Parquet files, None for a DuckDB file; before: marks of the
    readable files of each relation; broken: relations that cannot be read.

    `engine` is the driver's own connection.
    """

    name: str
    engine: Any
    failed: Any
    interrupted: Any
    folder: Path | None = None
    before: dict[str, tuple[tuple[str, int, int], ...]] = field(default_factory=dict)
    broken: tuple[str, ...] = ()

    def ask(self, text: str, values: Sequence[Any]) -> Any:
        """Answer of a query as an arrow table; see `Connection`."""
        try:
            return self.engine.sql(text, params=list(values)).to_arrow_table()
        except self.interrupted as fault:
            raise Cancelled from fault
        except self.failed as fault:
            raise DataError("database_failed", name=self.name, reason=_first_line(fault)) from fault

    def batches(self, text: str, values: Sequence[Any], rows: int) -> Generator[Any, None, None]:
        """Answer of a query in arrow batches; see `Connection`."""
        try:
            with self.engine.sql(text, params=list(values)).to_arrow_reader(rows) as reader:
                yield from reader
        except self.interrupted as fault:
            raise Cancelled from fault
        except self.failed as fault:
            raise DataError("database_failed", name=self.name, reason=_first_line(fault)) from fault

    def stop(self) -> None:
        """Interrupt the running query; see `Connection`."""
        self.engine.interrupt()

    def part_done(self) -> float | None:
        """Progress of the query for a folder; for a file the shared settings do not report it. See `Connection`."""
        percent = float(self.engine.query_progress())
        return min(percent / 100, 1.0) if percent >= 0 else None

    def relation(self, relation: str) -> str:
        """Quoted name of a relation; see `Connection`."""
        return ".".join(DuckDialect().quoted(name_part) for name_part in self._parts(relation))

    def columns(self, relation: str) -> list[Column]:
        """Columns of a relation; see `Connection`."""
        if self.folder is not None and relation not in self.before:
            raise InputError("database_relation_unknown", relation=relation, name=self.name)
        try:
            described_rows = self.engine.execute(f"describe select * from {self.relation(relation)}").fetchall()
        except self.failed as fault:
            raise InputError("database_relation_unknown", relation=relation, name=self.name) from fault
        return [Column(row[0], kind_of(row[1])[0], row[1], kind_of(row[1])[1]) for row in described_rows]

    def relations(self) -> list[RelationFound]:
        """Tables and views with estimated sizes; see `Connection`."""
        if self.folder is not None:
            too_many = sum(map(len, self.before.values())) > _MOST_LOOKED_AT
            rows = {name: -1 if too_many else _rows(files) for name, files in self.before.items()}
            all_brokens = sorted([*self.before, *self.broken])
            return [RelationFound(name, rows.get(name, -1), name not in self.broken) for name in all_brokens]
        rows = self.engine.execute(
            "select schema_name, table_name, estimated_size from duckdb_tables() where not internal union all"
            " select schema_name, view_name, -1 from duckdb_views() where not internal order by 1, 2"
        ).fetchall()
        return [RelationFound(f"{schema}.{name}", size) for schema, name, size in rows]

    def refuse_writer(self, relation: str) -> None:
        """Accept every relation, since the database is opened read-only by this program; see `Connection`."""

    def close(self) -> None:
        """Close the connection; raises database_changed where files of the folder have changed. See `Connection`."""
        self.engine.close()
        if self.folder is not None:
            current_paths = parquet_files(self.folder)
            for relation, files in self.before.items():
                if marks(current_paths.get(relation, [])) != files:
                    raise data_changed(relation, self.name)

    def _parts(self, relation: str) -> list[str]:
        return [relation] if self.folder is not None else relation.split(".", 1)


def _rows(files: Sequence[tuple[str, int, int]]) -> int:
    """Number of records of Parquet files by their footers; -1 where one is unreadable."""
    import pyarrow as pa
    import pyarrow.parquet as parquet

    try:
        return sum(parquet.read_metadata(name).num_rows for name, _, _ in files)
    except (OSError, pa.ArrowException):
        return -1


def _first_line(fault: BaseException) -> str:
    return (str(fault).splitlines() or [type(fault).__name__])[0][:200]


def parquet_files(folder: Path) -> dict[str, list[Path]]:
    """Parquet files of a folder by relation: single files by their name, subfolders of files by theirs."""
    paths: dict[str, list[Path]] = {}
    for entry in sorted(folder.iterdir()):
        if entry.is_dir():
            inner = sorted(path for path in entry.rglob("*.parquet") if path.is_file())
            if inner:
                paths[entry.name] = inner
        elif entry.suffix == ".parquet":
            paths.setdefault(entry.stem, [entry])
    return paths


def names_in_folders(folder: Path, files: Sequence[Path], columns: Sequence[str]) -> tuple[str, ...]:
    """Columns in names of subfolders such as `year=2025`, equal for all files of a relation. Empty where a file has
    such a column itself, or a parent folder has such a name."""
    inner_parts = [file.relative_to(folder).parts for file in files]
    if any("=" in folder_part for folder_part in (*folder.parts, *(folder_parts[0] for folder_parts in inner_parts))):
        return ()
    each = {
        tuple(text_part.partition("=")[0] for text_part in text_parts[1:-1] if "=" in text_part)
        for text_parts in inner_parts
    }
    folder_names = each.pop() if len(each) == 1 else ()
    has_one = {name.casefold() for name in columns} & {name.casefold() for name in folder_names}
    return () if has_one or "" in folder_names or len(set(folder_names)) < len(folder_names) else folder_names


def marks(files: Sequence[Path]) -> tuple[tuple[str, int, int], ...]:
    """Paths, sizes and times of files, by which later changes are detected."""
    return tuple((str(file), file.stat().st_size, file.stat().st_mtime_ns) for file in files)
