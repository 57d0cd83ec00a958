"""Connections to the databases that the policy of the computer names, and to no others.

The only place that imports drivers. What the policy says is all that a connection is made of: variables of the
environment and files of the user are kept out of it. No password is asked for, kept or passed on.
"""

from __future__ import annotations

import importlib
import os
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

from ckmcore.base.limits import limits
from ckmcore.base.reading import read_file
from ckmcore.errors import CkmError, FileError, InputError
from ckmcore.office import policy as policies
from ckmcore.office.databases import DatabaseEntry
from ckmcore.scale.database.duck import DuckConnection, DuckDialect, marks, names_in_folders, parquet_files
from ckmcore.scale.database.link import Connection, Link
from ckmcore.scale.database.postgres import PostgresConnection, PostgresDialect, reason_of
from ckmcore.scale.database.spark import SparkConnection, SparkDialect

_environment = threading.Lock()
# Sessions of Spark by their address. None is ever let go: the driver ends the threads that all of them share when
# Python gets rid of one, also in the middle of a question of another one.
_sessions: dict[str, Any] = {}
_ever: list[Any] = []
# What does not fit into memory is not put on a disk: it would be records and keys.
_DUCK_SETTINGS = {
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "max_temp_directory_size": "0B",
}
# How far a question is can be asked, and is printed nowhere.
_DUCK_TELLS = {"enable_progress_bar": "true", "enable_progress_bar_print": "false", "progress_bar_time": "0"}
_DUCK_CLOSED = {"enable_external_access": "false", "lock_configuration": "true"}
_RETRIES = "pyspark.sql.connect.client.retries"
# Where no file can be: else the account's own file of passwords would be looked into.
_NO_FILE = os.path.join(os.devnull, "none")  # noqa: PTH118 - no path of this computer


def named_databases() -> dict[str, DatabaseEntry]:
    """Databases named in this computer's policy. Raises the errors of reading the policy."""
    return dict(policies.machine_policy().databases)


def link_to(name: str) -> Link:
    """Link to a database of the policy; nothing is opened yet. Raises database_unknown, database_driver_missing."""
    entry = named_databases().get(name)
    if entry is None:
        raise InputError("database_unknown", name=name)
    more = entry.time_limit, entry.read_records
    if entry.kind == "duckdb":
        duckdb = _driver("duckdb", entry.kind)
        return Link(name, entry.kind, DuckDialect(), lambda: _duck(duckdb, name, entry), *more)
    if entry.kind == "postgres":
        _driver("adbc_driver_postgresql", entry.kind)
        dbapi = _driver("adbc_driver_postgresql.dbapi", entry.kind)
        return Link(name, entry.kind, PostgresDialect(), lambda: _postgres(dbapi, name, entry), *more)
    sessions = _driver("pyspark.sql.connect.session", entry.kind)
    return Link(name, entry.kind, SparkDialect(), lambda: _spark(sessions, name, entry), *more)


def _driver(module: str, kind: str) -> Any:
    try:
        return importlib.import_module(module)
    except ImportError as fault:
        raise InputError("database_driver_missing", kind=kind, extra=kind) from fault


def _duck(duckdb: Any, name: str, entry: DatabaseEntry) -> Connection:
    path = Path(entry.path)
    try:
        if not path.is_dir():
            # Connections of one process to one file share their settings, which must be the same and at once locked.
            closed = {**_DUCK_SETTINGS, **_DUCK_CLOSED, "threads": str(limits().workers)}
            engine = duckdb.connect(str(path), read_only=True, config=closed)
            return DuckConnection(name, engine, duckdb.Error, duckdb.InterruptException)
        engine = duckdb.connect(
            ":memory:", config={**_DUCK_SETTINGS, "temp_directory": "", "threads": str(limits().workers)}
        )
        paths, broken = parquet_files(path), []
        for relation, files in paths.items():
            try:
                view = engine.from_parquet([str(file) for file in files], hive_partitioning=False)
                if names_in_folders(path, files, view.columns):
                    # Values of folders are texts: `01` is no 1.
                    options = "hive_partitioning = true, hive_types_autocast = false"
                    view = engine.sql(f"select * from read_parquet([{_quoted(files)}], {options})")
                view.create_view(relation)
            except duckdb.Error:
                broken.append(relation)
        all_files = [file for files in paths.values() for file in files]
        engine.execute(f"set allowed_paths = [{_quoted(all_files)}]")
        for setting, value in (_DUCK_TELLS | _DUCK_CLOSED).items():
            engine.execute(f"set {setting} = {value}")
    except CkmError:
        raise
    except (duckdb.Error, OSError) as fault:
        raise FileError("database_unreachable", name=name, reason=reason_of(" ".join(str(fault).split()))) from fault
    former_marks = {relation: marks(files) for relation, files in paths.items() if relation not in broken}
    return DuckConnection(name, engine, duckdb.Error, duckdb.InterruptException, path, former_marks, tuple(broken))


def _quoted(files: Sequence[Path]) -> str:
    return ", ".join("'" + str(file).replace("'", "''") + "'" for file in files)


@contextmanager
def _no_variables(beginning: str) -> Iterator[None]:
    """Hide environment variables whose names begin with `beginning` within the block; only one connection is made at a
    time."""
    with _environment:
        own_variables = {name: value for name, value in os.environ.items() if name.startswith(beginning)}
        for name in own_variables:
            del os.environ[name]
        try:
            yield
        finally:
            os.environ.update(own_variables)


def postgres_address(entry: DatabaseEntry) -> str:
    """Connection string of PostgreSQL; it states every setting, so that none is taken from elsewhere."""
    settings = {
        "host": entry.host,
        "port": str(entry.port or 5432),
        "dbname": entry.database,
        "user": entry.user,
        "application_name": "ckmdesk",
        "connect_timeout": "10",
        "sslmode": "disable" if entry.on_socket or entry.tls == "off" else entry.tls,
        "sslrootcert": entry.ca or "system",
        "passfile": _NO_FILE,
        "gssencmode": "prefer" if entry.is_by("kerberos") else "disable",
        "target_session_attrs": "any",
    }
    if entry.on_socket or entry.tls == "off":
        del settings["sslrootcert"]
    if entry.is_by("passfile"):
        settings["passfile"] = entry.secret_file
    if entry.is_by("certificate"):
        settings |= {"sslcert": entry.secret_file, "sslkey": entry.secret_file}
    return "postgresql:///?" + "&".join(f"{name}={quote(value, safe='')}" for name, value in settings.items())


def _postgres(dbapi: Any, name: str, entry: DatabaseEntry) -> Connection:
    try:
        with _no_variables("PG"):
            engine = dbapi.connect(postgres_address(entry), autocommit=True)
    except dbapi.Error as fault:
        raise FileError("database_unreachable", name=name, reason=reason_of(" ".join(str(fault).split()))) from fault
    connection = PostgresConnection(name, engine, dbapi.Error, entry.user, entry.time_limit)
    try:
        connection.begin()
    except BaseException:
        engine.close()
        raise
    return connection


def spark_address(entry: DatabaseEntry) -> str:
    """Address of a Spark Connect server. Raises database_unreachable where the token file is missing."""
    host = f"[{entry.host}]" if ":" in entry.host else entry.host
    settings = {"user_id": entry.user or "ckmdesk", "use_ssl": str(entry.tls != "off").lower()}
    if entry.is_by("tokenfile"):
        settings["token"] = quote(read_file(Path(entry.secret_file), 1 << 16).decode("utf-8").strip(), safe="")
    return f"sc://{host}:{entry.port or 15002}/;" + ";".join(f"{name}={value}" for name, value in settings.items())


def _spark(sessions: Any, name: str, entry: DatabaseEntry) -> Connection:
    """Connection of the session of this address; a session is created once, since this takes a second."""
    errors = (importlib.import_module("pyspark.errors").PySparkException, importlib.import_module("grpc").RpcError)
    try:
        with _no_variables("SPARK"), _certificates(entry.ca):
            address = spark_address(entry)
            session = _sessions.get(address)
            if session is None or session.is_stopped:
                session = sessions.SparkSession.builder.remote(address).create()
                _ever.append(session)
                # A server that is gone is told after a second, not tried for ten minutes.
                session.client.set_retry_policies([importlib.import_module(_RETRIES).DefaultPolicy(max_retries=3)])
                session.conf.set("spark.sql.ansi.enabled", "true")
                session.conf.set("spark.sql.decimalOperations.allowPrecisionLoss", "false")
                _sessions[address] = session
    except CkmError:
        raise
    except (*errors, OSError) as fault:
        raise FileError("database_unreachable", name=name, reason=reason_of(" ".join(str(fault).split()))) from fault
    return SparkConnection(name, session, errors, lambda: _sessions.pop(address, None))


@contextmanager
def _certificates(file: str) -> Iterator[None]:
    """Set the trusted certificates within the block; "" for those of gRPC."""
    variable = "GRPC_DEFAULT_SSL_ROOTS_FILE_PATH"
    former_value = os.environ.pop(variable, None)
    if file:
        os.environ[variable] = file
    try:
        yield
    finally:
        os.environ.pop(variable, None)
        if former_value is not None:
            os.environ[variable] = former_value
