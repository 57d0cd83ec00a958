"""Databases that the policy of a computer names: no other is ever reached, and no password is kept here."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import msgspec

from ckmcore.base.texts import Texts
from ckmcore.base.typed import converted
from ckmcore.dictionary.json_file import fault_of, unknown_fields
from ckmcore.messages import Sentence, sentence

DatabaseKind = Literal["duckdb", "postgres", "spark"]
LONGEST_LIMIT = 86_400
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,62}", re.ASCII)
_PEER = "peer"
_PASSFILE, _CERTIFICATE, _TOKEN = "passfile:", "certificate:", "tokenfile:"
_SECRETS: dict[DatabaseKind, tuple[str, ...]] = {
    "duckdb": (),
    "postgres": (_PEER, "kerberos", _CERTIFICATE, _PASSFILE),
    "spark": ("none", _TOKEN),
}


@dataclass(frozen=True)
class DatabaseEntry:
    """A database that the policy permits.

    kind: `duckdb` (path: folder of Parquet files or DuckDB file), `postgres` or `spark`. host: server, for PostgreSQL
    also the folder of its socket; port, database, user: of the server. tls: how the server is authenticated, `off` only
    where no network is between. ca: file of trusted certificates.

    secret: how the account is authenticated: `peer`, `kerberos`, `certificate:FILE` (PEM with key), `passfile:FILE`;
    for Spark `none` or `tokenfile:FILE`. time_limit: seconds for a query. read_records: records may be read into
    memory, otherwise the database counts them.
    """

    kind: DatabaseKind
    title: Texts = Texts()
    path: str = ""
    host: str = ""
    port: int = 0
    database: str = ""
    user: str = ""
    tls: Literal["verify-full", "verify-ca", "off"] = "verify-full"
    ca: str = ""
    secret: str = ""
    time_limit: int = 900
    read_records: bool = False

    @property
    def on_socket(self) -> bool:
        """Whether the server is asked by a socket of this computer, and no network lies between."""
        return self.host.startswith("/")

    def is_by(self, way: str) -> bool:
        """Whether the account is authenticated in this way: `peer`, `kerberos`, `certificate`, ..."""
        return self.secret.partition(":")[0] == way

    @property
    def secret_file(self) -> str:
        """File of the account's credentials, "" without one."""
        return self.secret.partition(":")[2]


def databases_given(given: Any, place: str) -> tuple[dict[str, DatabaseEntry], list[Sentence]]:
    """Parse the databases of a policy by name. Returns them and the faults. place: JSON path for messages."""
    if not isinstance(given, Mapping):
        return {}, [sentence("dictionary_value", place=place, value=given)]
    database_entries: dict[str, DatabaseEntry] = {}
    faults: list[Sentence] = []
    for name, entry_content in given.items():
        location = f"{place}.{name}"
        if not isinstance(name, str) or not _NAME.fullmatch(name):
            faults.append(_fault_at(location, "database_name_fault"))
        faults += unknown_fields(entry_content, DatabaseEntry, location)
        try:
            entry = converted(entry_content, DatabaseEntry)
        except msgspec.ValidationError as error:
            faults.append(fault_of(str(error), location))
            continue
        faults += (_fault_at(f"{location}.{field}", code) for field, code in _wrong(entry))
        database_entries[str(name)] = entry
    return database_entries, faults


def _wrong(entry: DatabaseEntry) -> Iterator[tuple[str, str]]:
    if not 1 <= entry.time_limit <= LONGEST_LIMIT:
        yield "time_limit", "database_limit_fault"
    if entry.kind == "duckdb":
        if not entry.path or not Path(entry.path).is_absolute():
            yield "path", "database_path_fault"
        for field in ("host", "database", "user", "ca", "secret"):
            if getattr(entry, field):
                yield field, "database_field_fault"
        return
    if entry.path:
        yield "path", "database_field_fault"
    for field in ("host", "database", "user") if entry.kind == "postgres" else ("host",):
        field_value = getattr(entry, field)
        strange = r"[;/?#@\s]" if entry.kind == "spark" else r"[\x00-\x1f]"
        if not field_value or re.search(strange, field_value):
            yield field, "database_needed_fault"
    if not 0 <= entry.port <= 65_535:
        yield "port", "database_needed_fault"
    local = entry.on_socket or entry.host in ("127.0.0.1", "::1", "localhost")
    if entry.tls == "off" and not local:
        yield "tls", "database_tls_fault"
    allowed_secret = _SECRETS[entry.kind]
    kind = entry.secret.partition(":")[0] + (":" if ":" in entry.secret else "")
    if kind not in allowed_secret or (":" in entry.secret and not Path(entry.secret_file).is_absolute()):
        yield "secret", "database_secret_fault"
    if kind == _PEER and not entry.on_socket:
        yield "secret", "database_peer_fault"


def _fault_at(location: str, code: str) -> Sentence:
    return sentence("office_file_fault", place=location, fault=sentence(code))
