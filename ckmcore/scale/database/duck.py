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
    """The words of DuckDB."""

    wide, text = "hugeint", "varchar"

    def value(self, column: Column) -> str:
        """See `Dialect`."""
        found = self.quoted(column.name)
        if column.kind == "truth":
            return f"cast({found} as integer)"
        return f"cast({found} as varchar)" if column.kind == "text" else found

    def scaled(self, column: Column, decimals: int) -> str:
        """See `Dialect`."""
        found = self.quoted(column.name)
        if column.kind == "integer":
            return f"cast({found} as hugeint) * {10**decimals}"
        if column.kind == "double":
            exact = exact_double(self, found, decimals)
        else:
            exact = f"cast({found} as decimal({_LEAST_DIGITS}, {decimals}))"
        return f"cast({exact} * {10**decimals} as hugeint)"

    def summed(self, column: Column, decimals: int) -> str:
        """See `Dialect`: sums of whole numbers and of decimals have 38 digits."""
        found = self.quoted(column.name)
        return exact_double(self, found, decimals) if column.kind == "double" else found


def kind_of(type_text: str) -> tuple[Kind | None, int]:
    """What a type of DuckDB is for us, and its decimals."""
    if type_text in _INTEGERS:
        return "integer", 0
    if (match := _DECIMAL.fullmatch(type_text)) is not None:
        return "decimal", int(match[2])
    plain: dict[str, Kind] = {"BOOLEAN": "truth", "DATE": "day", "VARCHAR": "text", "DOUBLE": "double"}
    if type_text.startswith("ENUM("):
        return "text", 0
    return plain.get(type_text), 0


@dataclass(eq=False)
class DuckConnection:
    """One connection of the driver; `folder`: of Parquet files, with the marks of those that can be read `before`; None
    where it is a file of DuckDB.

    `engine` is the driver's own connection, whose settings are locked.
    """

    name: str
    engine: Any
    failed: Any
    interrupted: Any
    folder: Path | None = None
    before: dict[str, tuple[tuple[str, int, int], ...]] = field(default_factory=dict)
    broken: tuple[str, ...] = ()

    def ask(self, text: str, values: Sequence[Any]) -> Any:
        """See `Connection`."""
        try:
            return self.engine.sql(text, params=list(values)).to_arrow_table()
        except self.interrupted as fault:
            raise Cancelled from fault
        except self.failed as fault:
            raise DataError("database_failed", name=self.name, reason=_first_line(fault)) from fault

    def batches(self, text: str, values: Sequence[Any], rows: int) -> Generator[Any, None, None]:
        """See `Connection`."""
        try:
            with self.engine.sql(text, params=list(values)).to_arrow_reader(rows) as reader:
                yield from reader
        except self.interrupted as fault:
            raise Cancelled from fault
        except self.failed as fault:
            raise DataError("database_failed", name=self.name, reason=_first_line(fault)) from fault

    def stop(self) -> None:
        """See `Connection`."""
        self.engine.interrupt()

    def part_done(self) -> float | None:
        """See `Connection`: of a folder; the settings of a file, which connections share, do not tell."""
        percent = float(self.engine.query_progress())
        return min(percent / 100, 1.0) if percent >= 0 else None

    def relation(self, relation: str) -> str:
        """See `Connection`."""
        return ".".join(DuckDialect().quoted(part) for part in self._parts(relation))

    def columns(self, relation: str) -> list[Column]:
        """See `Connection`."""
        if self.folder is not None and relation not in self.before:
            raise InputError("database_relation_unknown", relation=relation, name=self.name)
        try:
            found = self.engine.execute(f"describe select * from {self.relation(relation)}").fetchall()
        except self.failed as fault:
            raise InputError("database_relation_unknown", relation=relation, name=self.name) from fault
        return [Column(row[0], kind_of(row[1])[0], row[1], kind_of(row[1])[1]) for row in found]

    def relations(self) -> list[RelationFound]:
        """See `Connection`."""
        if self.folder is not None:
            several = sum(map(len, self.before.values())) > _MOST_LOOKED_AT
            rows = {name: -1 if several else _rows(files) for name, files in self.before.items()}
            every = sorted([*self.before, *self.broken])
            return [RelationFound(name, rows.get(name, -1), name not in self.broken) for name in every]
        rows = self.engine.execute(
            "select schema_name, table_name, estimated_size from duckdb_tables() where not internal union all"
            " select schema_name, view_name, -1 from duckdb_views() where not internal order by 1, 2"
        ).fetchall()
        return [RelationFound(f"{schema}.{name}", size) for schema, name, size in rows]

    def refuse_writer(self, relation: str) -> None:
        """See `Connection`: it is open for reading, by this program only."""

    def close(self) -> None:
        """See `Connection`."""
        self.engine.close()
        if self.folder is not None:
            now = parquet_files(self.folder)
            for relation, files in self.before.items():
                if marks(now.get(relation, [])) != files:
                    raise data_changed(relation, self.name)

    def _parts(self, relation: str) -> list[str]:
        return [relation] if self.folder is not None else relation.split(".", 1)


def _rows(files: Sequence[tuple[str, int, int]]) -> int:
    """The number of records of Parquet files, as their ends say; -1 where one does not."""
    import pyarrow as pa
    import pyarrow.parquet as parquet

    try:
        return sum(parquet.read_metadata(name).num_rows for name, _, _ in files)
    except (OSError, pa.ArrowException):
        return -1


def _first_line(fault: BaseException) -> str:
    return (str(fault).splitlines() or [type(fault).__name__])[0][:200]


def parquet_files(folder: Path) -> dict[str, list[Path]]:
    """The relations of a folder: each Parquet file by its name, each folder of such files by its own."""
    found: dict[str, list[Path]] = {}
    for one in sorted(folder.iterdir()):
        if one.is_dir():
            inner = sorted(path for path in one.rglob("*.parquet") if path.is_file())
            if inner:
                found[one.name] = inner
        elif one.suffix == ".parquet":
            found.setdefault(one.stem, [one])
    return found


def names_in_folders(folder: Path, files: Sequence[Path], columns: Sequence[str]) -> tuple[str, ...]:
    """Columns in the names of folders below a relation's folder, as `year=2025`, the same for all of its files. Empty
    where a file has a column of that name itself, or a folder above has such a name, too."""
    inside = [file.relative_to(folder).parts for file in files]
    if any("=" in part for part in (*folder.parts, *(parts[0] for parts in inside))):
        return ()
    each = {tuple(part.partition("=")[0] for part in parts[1:-1] if "=" in part) for parts in inside}
    named = each.pop() if len(each) == 1 else ()
    has_one = {name.casefold() for name in columns} & {name.casefold() for name in named}
    return () if has_one or "" in named or len(set(named)) < len(named) else named


def marks(files: Sequence[Path]) -> tuple[tuple[str, int, int], ...]:
    """Names, sizes and times of files, by which a later write is noticed."""
    return tuple((str(file), file.stat().st_size, file.stat().st_mtime_ns) for file in files)
