"""What guards the image of a statistic: the form of its tables, a checksum of all that they hold, and the seal's tag.

The checksum finds what changed by itself, a flipped bit or a torn copy. The tag is an HMAC of the checksum under a key
that only the seal gives: who does not open the seal cannot change a row, copy an old one back or switch anything off.
Both cover every row of every table, the register and the generation of the file, which grows with each save.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ckmcore.errors import DataError
from ckmcore.statistic.seal import Seal

FIRST_GUARDED = 9  # the version of the first file with generation, checksum and tag
SCHEMA = """
CREATE TABLE statistic (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE dictionary (place INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, entry TEXT NOT NULL);
CREATE TABLE period (place INTEGER PRIMARY KEY, record TEXT NOT NULL);
CREATE TABLE saved_table (
    place INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, spec TEXT NOT NULL, changed TEXT NOT NULL,
    folder TEXT NOT NULL
);
CREATE TABLE ptable (hash TEXT PRIMARY KEY, record TEXT NOT NULL);
CREATE TABLE register (place INTEGER PRIMARY KEY, line TEXT NOT NULL, hash TEXT NOT NULL);
CREATE TABLE snapshot (place INTEGER PRIMARY KEY, hash TEXT NOT NULL, packed BLOB NOT NULL);
"""
_FORMER = """
CREATE TABLE saved_table (
    place INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, spec TEXT NOT NULL, changed TEXT NOT NULL
);
"""
_KINDS = {"TEXT": "text", "INTEGER": "integer", "BLOB": "blob"}


@dataclass(frozen=True)
class Guard:
    """Protection of a statistic's image against changes.

    generation: number of saves, 0 for versions that did not count. seal: id of its seal, "" for none. signed: whether
    its tag was verified; False also where no secret was given. digest: checksum, "" for versions without.
    """

    generation: int = 0
    seal: str = ""
    signed: bool = False
    digest: str = ""


UNGUARDED = Guard()


def _words(statement: str) -> str:
    return " ".join(re.sub(r"([(),])", r" \1 ", statement).split())


_KNOWN = frozenset(_words(statement) for statement in (SCHEMA + _FORMER).split(";") if statement.strip())


def check_tables(base: sqlite3.Connection) -> None:
    """Raise ValueError or sqlite3.Error where an image contains anything but tables as this program creates them, with
    values of the declared types. Views, triggers, indices, computed columns and nulls are refused."""
    base.execute("PRAGMA trusted_schema = OFF")
    base.execute("PRAGMA cell_size_check = ON")
    for kind, name, statement in base.execute("SELECT type, name, sql FROM sqlite_schema").fetchall():
        if kind == "index" and statement is None:
            continue  # of a primary key
        if kind != "table" or not isinstance(statement, str) or _words(statement) not in _KNOWN:
            raise ValueError(f"{name}?")
    # Not quick_check: it leaves open whether the index of a primary key holds what the table holds.
    fault = base.execute("PRAGMA integrity_check(1)").fetchone()[0]
    if fault != "ok":
        raise ValueError(str(fault))
    for table, columns in _columns(base):
        # A primary key that is text may be null in SQLite.
        wrong = " OR ".join(f"typeof({column}) <> '{_KINDS[kind]}'" for column, kind in columns.items())
        if base.execute(f"SELECT 1 FROM {table} WHERE {wrong} LIMIT 1").fetchone() is not None:  # noqa: S608
            raise ValueError(f"{table}?")


def _columns(base: sqlite3.Connection) -> Iterator[tuple[str, dict[str, str]]]:
    """Names of the tables of an image, with the declared types of their columns."""
    names = [name for (name,) in base.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")]
    for name in names:
        yield name, {column: kind for _, column, kind, *_ in base.execute(f"PRAGMA table_info({name})")}


def digest_of(base: sqlite3.Connection, version: int) -> str:
    """SHA-256 of all rows of an image in the order of their first column, without checksum and tag; each value is
    prefixed with its length, so that values cannot run together."""
    digest = hashlib.sha256(f"ckm {version}".encode())
    for table, columns in _columns(base):
        digest.update(f"|{table} {len(columns)}".encode())
        # The rows themselves, as they are read afterwards; an index may say otherwise.
        rows = f"SELECT {', '.join(columns)} FROM {table} NOT INDEXED ORDER BY +{next(iter(columns))}"  # noqa: S608
        for row in base.execute(rows):
            if table == "statistic" and row[0] in ("digest", "tag"):
                continue
            for value in row:
                content = value if isinstance(value, bytes) else str(value).encode()
                digest.update(b"%d:" % len(content))
                digest.update(content)
    return digest.hexdigest()


def tag_of(seal: Seal, digest: str) -> str:
    """Tag of a checksum under a seal: HMAC-SHA-256 under a key derived from the data key."""
    key = hmac.digest(seal.data_key, b"ckm file tag 1", "sha256")
    return hmac.digest(key, digest.encode(), "sha256").hex()


def seal_id(seal: Seal | None) -> str:
    """Identifier of a seal, 32 hexadecimal digits that do not reveal the data key; "" without a seal."""
    return "" if seal is None else hmac.digest(seal.data_key, b"ckm seal id 1", "sha256").hex()[:32]


def guard_rows(base: sqlite3.Connection, version: int, seal: Seal | None) -> str:
    """Add checksum and tag to an image whose other rows are complete. Returns the checksum."""
    digest = digest_of(base, version)
    tag = "" if seal is None else tag_of(seal, digest)
    base.executemany("INSERT INTO statistic VALUES (?, ?)", [("digest", digest), ("tag", tag)])
    return digest


def read_guard(base: sqlite3.Connection, version: int, head: Mapping[str, str]) -> Guard:
    """Guard of an image, with the checksum verified, but not yet the tag. head: its header rows. Raises ckm_checksum,
    ValueError, KeyError."""
    if version < FIRST_GUARDED:
        return UNGUARDED
    if head["digest"] != digest_of(base, version):
        raise DataError("ckm_checksum")
    if not re.fullmatch("[1-9][0-9]{0,12}", head["generation"]):
        raise ValueError("generation")
    if not re.fullmatch("([0-9a-f]{32})?", head["seal"]) or bool(head["seal"]) != bool(head["locks"]):
        raise ValueError("seal")
    return Guard(int(head["generation"]), head["seal"], False, head["digest"])


def tag_holds(guard: Guard, seal: Seal, tag: str) -> bool:
    """Whether the tag of an image was made with its seal."""
    return hmac.compare_digest(tag_of(seal, guard.digest), tag) and guard.seal == seal_id(seal)
