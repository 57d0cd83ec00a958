"""What a `.ckm` file holds: a statistic as an SQLite image, and back."""

from __future__ import annotations

import contextlib
import hashlib
import re
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, TypeVar

import msgspec

from ckmcore.base.texts import Texts
from ckmcore.base.typed import LATER, decoded, kept_record, kept_settings
from ckmcore.dictionary.record_rules import RecordRule
from ckmcore.errors import CkmError, DataError, ProtectionError
from ckmcore.methods.serialization import (
    KINDS,
    KeptMethod,
    Table,
    keep_method,
    restored_method,
    serialize_table,
    tables_of,
)
from ckmcore.microdata.data import ExemptCells, StructuralZero
from ckmcore.microdata.references import ReferenceTable
from ckmcore.microdata.variable import VariableEntry
from ckmcore.ptable import Boundary
from ckmcore.ptable.stored import StoredTable, restored
from ckmcore.statistic.entry import Entry
from ckmcore.statistic.guard import (
    FIRST_GUARDED,
    SCHEMA,
    Guard,
    check_tables,
    guard_rows,
    read_guard,
    seal_id,
    tag_holds,
)
from ckmcore.statistic.looks import Look, PairDecision
from ckmcore.statistic.model import SavedTable, Statistic, TestSet, Units
from ckmcore.statistic.period import (
    Break,
    ChangedUnits,
    CodeMap,
    ColumnOf,
    Decision,
    KeptAreas,
    KeySet,
    MethodInForce,
    PatternSource,
    Period,
    PeriodSource,
    SafeSource,
)
from ckmcore.statistic.seal import Seal, Secret, SecretNeeded, SecretWrong, locks_text, open_seal, read_locks
from ckmcore.statistic.snapshot import Snapshot
from ckmcore.tabulate.spec import TableSpec, spec_to_json

# Records of former versions of the `.ckm` file, brought to the form of this one.


@dataclass(frozen=True)
class _FormerMethod:
    """A method in force as in files of versions 1 to 4, with the perturbation table in the record of its period."""

    kind: str
    ptable: str = ""
    boundary: Boundary = "less"
    base: int = 0
    since: str = ""
    integer_modulus: int | None = None
    recycled_rows: int = 0
    design: str = ""


def former_periods(records: Sequence[str]) -> tuple[list[str], dict[str, StoredTable]]:
    """Convert records of periods of versions 1 to 4 to version 5. Returns them and the perturbation tables by content
    hash.

    Raises msgspec.MsgspecError and the errors of reading a table.
    """
    result, tables = [], {}
    for record in records:
        period = decoded(record, dict[str, msgspec.Raw])
        former = decoded(period.get("method", b"null"), _FormerMethod | None)
        if former is not None:
            kept_method = KeptMethod(former.kind, {"base": former.base})
            if former.kind == "cell_key":
                table = StoredTable(former.ptable, former.integer_modulus, former.recycled_rows)
                name = restored(table).content_hash
                tables[name] = table
                kept_method = KeptMethod(former.kind, {"boundary": former.boundary}, {"ptable": name})
            method = {"method": kept_method, "since": former.since, "design": former.design}
            period["method"] = msgspec.Raw(msgspec.json.encode(method))
        result.append(msgspec.json.encode(period).decode())
    return result, tables


Found = TypeVar("Found")

APPLICATION_ID = 0x434B4D31  # "CKM1"
# 2: decisions on the method in force; 3: derived dimensions, mappings and breaks of periods, more files; 4: folders of
# tables, reference figures, everything that a table may hold; 5: any method, by its kind and settings, and its tables
# by their content hash; 6: identity, register of releases and their figures, roles; 7: test sets, reports attached to
# decisions, former methods; 8: the open rules of the floor under protection that a decision gives reasons for;
# 9: generation, checksum and the tag of the seal.
VERSION = 9
# What is kept of looks at what has left the house; it is not in the file before there is some.
_LOOKS: dict[str, Any] = {"looks": tuple[Look, ...], "pair_decisions": tuple[PairDecision, ...]}
_SHORT = 1 << 16  # of entries that are kept when they were read; long code lists would fill the memory


class NotAStatistic(DataError):
    code = "ckm_not_a_statistic"


class MadeByNewer(DataError):
    code = "ckm_newer"


class TagWrong(DataError):
    """A sealed file was changed by somebody without its seal. Fields: name."""

    code = "ckm_tag_wrong"


@dataclass(frozen=True)
class _MethodRecord:
    method: KeptMethod
    since: str = ""
    design: str = ""


@dataclass(frozen=True)
class _PeriodRecord:
    label: Texts
    date: str
    source: PeriodSource | None
    keys: KeySet | None
    method: _MethodRecord | None
    decisions: tuple[Decision, ...] = ()
    areas: Texts = Texts()
    columns: tuple[ColumnOf, ...] = ()
    codes: tuple[CodeMap, ...] = ()
    changes: tuple[CodeMap, ...] = ()
    breaks: tuple[Break, ...] = ()
    former: tuple[_MethodRecord, ...] = ()
    changed_units: tuple[ChangedUnits, ...] = field(default=(), metadata=LATER)
    safe: SafeSource | None = field(default=None, metadata=LATER)
    patterns: PatternSource | None = field(default=None, metadata=LATER)


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _entry_json(entry: VariableEntry) -> str:
    """An entry of the dictionary; its rule of derivation without what came later and is not set, so that entries of
    every former version are written as they were."""
    if entry.derived is None:
        return _json(entry)
    return _json({**msgspec.to_builtins(entry), "derived": kept_record(entry.derived)})


def _tables(statistic: Statistic) -> dict[str, Table]:
    """Perturbation tables of all methods in force now or before, by content hash."""
    methods = [
        method_in_force.method
        for period in statistic.periods
        for method_in_force in (period.in_force, *period.former)
        if method_in_force
    ]
    return {table.content_hash: table for method in methods for table in tables_of(method).values()}


def _as_it_is(_place: str, text: str) -> str:
    return text


def _bound(change: Callable[[str, str], str]) -> Callable[[str, str], str]:
    """Bind encryption to files that have a tag; sealed content does not open in a file presented as one of a former
    version, which has none."""
    return lambda image_place, text: change(f"{FIRST_GUARDED} {image_place}", text)


def to_bytes(statistic: Statistic) -> bytes:
    """SQLite image of a statistic as saved for the first time."""
    return make_image(statistic, 1)[0]


def make_image(statistic: Statistic, generation: int) -> tuple[bytes, Guard]:
    """SQLite image of a statistic and its guard. With roles, periods, perturbation tables, exempt cells, secret and
    workspace are encrypted."""
    seal = statistic.seal
    sealed = _as_it_is if seal is None else _bound(seal.encrypt)
    with contextlib.closing(sqlite3.connect(":memory:")) as base:
        base.executescript(SCHEMA)
        base.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        base.execute(f"PRAGMA user_version = {VERSION}")
        head = {
            "title": _json(statistic.title),
            "source_note": _json(statistic.source_note),
            "structural_zeros": _json(statistic.structural_zeros),
            "references": _json([kept_record(one) for one in statistic.references]),
            "exempt": sealed("exempt", _json(statistic.exempt)),
            "identity": statistic.identity,
            "register_end": statistic.register[-1].hash if statistic.register else "",
            "secret": sealed("secret", statistic.secret),
            "locks": "" if seal is None else locks_text(seal.locks),
            "four_eyes": _json(statistic.four_eyes),
            "test_sets": _json(statistic.test_sets),
            **({"units": statistic.units} if statistic.units else {}),
            **({"title_pattern": _json(statistic.title_pattern)} if statistic.title_pattern != Texts() else {}),
            **({"rules": _json([kept_settings(rule) for rule in statistic.rules])} if statistic.rules else {}),
            **({"areas": _json(statistic.areas)} if statistic.areas else {}),
            **{name: sealed(name, _json(found)) for name in _LOOKS if (found := getattr(statistic, name))},
            "generation": str(generation),
            "seal": seal_id(seal),
        }
        base.executemany(
            "INSERT INTO statistic VALUES (?, ?)",
            [
                *head.items(),
                ("current", str(statistic.current)),
                ("workspace", sealed("workspace", statistic.workspace)),
            ],
        )
        base.executemany(
            "INSERT INTO dictionary VALUES (?, ?, ?)",
            [(place, entry.name, _entry_json(entry.kept)) for place, entry in enumerate(statistic.dictionary)],
        )
        base.executemany(
            "INSERT INTO period VALUES (?, ?)",
            [
                (place, sealed(f"period {place}", _json(kept_settings(_period_record(period)))))
                for place, period in enumerate(statistic.periods)
            ],
        )
        base.executemany(
            "INSERT INTO ptable VALUES (?, ?)",
            [
                (sealed("ptable name", name), sealed("ptable", _json(serialize_table(table))))
                for name, table in _tables(statistic).items()
            ],
        )
        base.executemany(
            "INSERT INTO saved_table VALUES (?, ?, ?, ?, ?)",
            [
                (place, table.name, spec_to_json(table.spec), table.changed, table.folder)
                for place, table in enumerate(statistic.tables)
            ],
        )
        base.executemany(
            "INSERT INTO register VALUES (?, ?, ?)",
            [(entry_number, entry.line, entry.hash) for entry_number, entry in enumerate(statistic.register, start=1)],
        )
        base.executemany(
            "INSERT INTO snapshot VALUES (?, ?, ?)",
            [(snapshot_index, one.hash, one.packed) for snapshot_index, one in enumerate(statistic.snapshots)],
        )
        digest = guard_rows(base, VERSION, seal)
        base.commit()
        base.execute("VACUUM")
        return base.serialize(), Guard(generation, seal_id(seal), seal is not None, digest)


def from_bytes(content: bytes, name: str, secret: Secret | None = None) -> Statistic:
    """Statistic in an SQLite image. name: file name for errors; secret: opens an image with roles.

    Raises NotAStatistic, MadeByNewer, ckm_damaged, TagWrong, SecretNeeded, SecretWrong naming the file.
    """
    return read_image(content, name, secret)[0]


def read_image(
    content: bytes, name: str, secret: Secret | None = None, *, opened: Seal | None = None
) -> tuple[Statistic, Guard]:
    """Statistic in an SQLite image and its guard; checksum and tag are verified before anything is used.

    opened: seal of another image of the statistic, instead of a secret. Raises the errors of `from_bytes`.
    """

    def read(base: sqlite3.Connection, version: int) -> tuple[Statistic, Guard]:
        statistic_read, guard = _read_image(base, version, name, secret, opened)
        # Copies of a file from before version 6 stay copies of one another.
        return statistic_read if version >= 6 else _with_identity(statistic_read, content), guard

    return _from_image(content, name, read)


def _from_image(content: bytes, name: str, read: Callable[[sqlite3.Connection, int], Found]) -> Found:
    """Result of `read` for an SQLite image and its version. Raises NotAStatistic, MadeByNewer, ckm_damaged."""
    if not content.startswith(b"SQLite format 3\x00"):
        raise NotAStatistic(name=name)
    with contextlib.closing(sqlite3.connect(":memory:")) as base:
        try:
            base.deserialize(content)
            application = base.execute("PRAGMA application_id").fetchone()[0]
            version = base.execute("PRAGMA user_version").fetchone()[0]
            if application != APPLICATION_ID:
                raise NotAStatistic(name=name)
            if version > VERSION:
                raise MadeByNewer(name=name, version=version, known=VERSION)
            check_tables(base)
            return read(base, version)
        except (NotAStatistic, MadeByNewer, TagWrong, SecretNeeded, SecretWrong):
            raise
        except CkmError as fault:
            raise DataError("ckm_damaged", name=name, detail=fault.sentence()) from fault
        except (sqlite3.Error, msgspec.MsgspecError, KeyError, ValueError, TypeError) as fault:
            raise DataError("ckm_damaged", name=name, detail=str(fault)) from fault


def _with_identity(statistic: Statistic, content: bytes) -> Statistic:
    def drawn(purpose: bytes) -> str:
        return hashlib.sha256(purpose + content).hexdigest()[:32]

    return replace(statistic, identity=drawn(b"identity"), secret=drawn(b"secret"))


@lru_cache(256)
def _entry(text: str) -> VariableEntry:
    """Entry of the dictionary, cached since entries are immutable and read back at each save."""
    return decoded(text, VariableEntry)


def _read_image(
    base: sqlite3.Connection, version: int, name: str, secret: Secret | None, opened: Seal | None
) -> tuple[Statistic, Guard]:
    head = dict(base.execute("SELECT key, value FROM statistic NOT INDEXED"))
    guard = read_guard(base, version, head)
    locks = head.get("locks", "")
    seal = replace(opened, locks=read_locks(locks)) if opened and locks else _opened_seal(locks, name, secret)
    if seal is not None and version >= FIRST_GUARDED:
        if not tag_holds(guard, seal, head["tag"]):
            raise TagWrong(name=name)
        guard = replace(guard, signed=True)
    plain = _as_it_is if seal is None else seal.decrypt if version < FIRST_GUARDED else _bound(seal.decrypt)
    entries = base.execute("SELECT entry FROM dictionary ORDER BY place")
    rows = base.execute("SELECT record FROM period ORDER BY place")
    periods = [plain(f"period {period_number}", record) for period_number, (record,) in enumerate(rows)]
    if version >= 5:
        rows = base.execute("SELECT hash, record FROM ptable NOT INDEXED")
        ptables = {plain("ptable name", hashed): decoded(plain("ptable", text), StoredTable) for hashed, text in rows}
    else:
        periods, ptables = former_periods(periods)
    folder = "folder" if version >= 4 else "''"
    tables = base.execute(f"SELECT name, spec, changed, {folder} FROM saved_table ORDER BY place")  # noqa: S608
    read_statistic = Statistic(
        decoded(head["title"], Texts),
        tuple(_entry(text) if len(text) < _SHORT else decoded(text, VariableEntry) for (text,) in entries),
        tuple(_period(decoded(text, _PeriodRecord), ptables) for text in periods),
        tuple(
            # An axis without a block, as a hand may write it, has an empty one.
            SavedTable(name, decoded(spec, TableSpec).with_changes(), changed, folder)
            for name, spec, changed, folder in tables
        ),
        decoded(head["source_note"], Texts),
        int(head["current"]),
        plain("workspace", head["workspace"]),
        decoded(head.get("structural_zeros", "[]"), tuple[StructuralZero, ...]),
        decoded(head.get("references", "[]"), tuple[ReferenceTable, ...]),
        decoded(plain("exempt", head["exempt"]) if "exempt" in head else "[]", tuple[ExemptCells, ...]),
    )
    if version >= 6:
        read_statistic = replace(
            _with_register(read_statistic, base, head), secret=plain("secret", head["secret"]), seal=seal
        )
    if version >= 7:
        units = decoded(f'"{head.get("units", "")}"', Units)
        pattern = decoded(head.get("title_pattern", "{}"), Texts)
        read_statistic = replace(
            read_statistic, test_sets=_test_sets(read_statistic, head["test_sets"]), units=units, title_pattern=pattern
        )
        read_statistic = replace(read_statistic, rules=decoded(head.get("rules", "[]"), tuple[RecordRule, ...]))
        read_statistic = replace(read_statistic, areas=decoded(head.get("areas", "[]"), tuple[KeptAreas, ...]))
    for name, kind in _LOOKS.items():
        if name in head:
            read_statistic = replace(read_statistic, **{name: decoded(plain(name, head[name]), kind)})
    if not 0 <= read_statistic.current < len(read_statistic.periods):
        raise ValueError(f"period {read_statistic.current}")
    if not isinstance(read_statistic.workspace, str):
        raise TypeError("workspace")
    if not all(
        isinstance(text, str) for table in read_statistic.tables for text in (table.name, table.changed, table.folder)
    ):
        raise TypeError("saved_table")
    for entry in read_statistic.dictionary:
        _check_hierarchy(entry)
    return read_statistic, guard


def _test_sets(statistic: Statistic, text: str) -> tuple[TestSet, ...]:
    sets = decoded(text, tuple[TestSet, ...])
    known_names = {table.name for table in statistic.tables}
    if any(not each_set.tables or set(each_set.tables) - known_names for each_set in sets) or len(
        {each_set.name for each_set in sets}
    ) < len(sets):
        raise ValueError("test_sets")
    return sets


def _opened_seal(locks: str, name: str, secret: Secret | None) -> Seal | None:
    """Opened seal of a file; None where it has no roles."""
    if not locks:
        return None
    if secret is None:
        raise SecretNeeded(name=name)
    return open_seal(read_locks(locks), secret, name)


def _with_register(statistic: Statistic, base: sqlite3.Connection, head: Mapping[str, str]) -> Statistic:
    """Statistic with the register of the file unchanged; `check_chain` reports faults in entries."""
    lines = base.execute("SELECT line, hash FROM register ORDER BY place").fetchall()
    packed = base.execute("SELECT hash, packed FROM snapshot ORDER BY place").fetchall()
    if not all(isinstance(text, str) for line in lines for text in line):
        raise TypeError("register")
    if not all(isinstance(name, str) and isinstance(content, bytes) for name, content in packed):
        raise TypeError("snapshot")
    if not re.fullmatch("[0-9a-f]{32}", head["identity"]):
        raise ValueError("identity")  # it names the file of the register
    if head.get("register_end", "") != (lines[-1][1] if lines else ""):
        raise ValueError("register")  # entries at its end are gone, which their chain cannot tell
    return replace(
        statistic,
        identity=head["identity"],
        four_eyes=decoded(head["four_eyes"], bool),
        register=tuple(
            Entry.read(line, stored, line_number) for line_number, (line, stored) in enumerate(lines, start=1)
        ),
        snapshots=tuple(Snapshot(name, content) for name, content in packed),
    )


def _check_hierarchy(entry: VariableEntry) -> None:
    nodes = entry.hierarchy
    if len({node.code for node in nodes}) < len(nodes):
        raise ValueError(f"hierarchy of {entry.name}")
    for position, node in enumerate(nodes):
        above = nodes[node.parent].depth if 0 <= node.parent < position else -1
        if node.depth != above + 1 or node.parent >= position:
            raise ValueError(f"hierarchy of {entry.name}: {node.code}")


def _period_record(period: Period) -> _PeriodRecord:
    def kept(method_in_force: MethodInForce) -> _MethodRecord:
        return _MethodRecord(keep_method(method_in_force.method), method_in_force.since, method_in_force.design)

    return _PeriodRecord(
        period.label,
        period.date,
        period.source,
        period.keys,
        None if period.in_force is None else kept(period.in_force),
        period.decisions,
        period.areas,
        period.columns,
        period.codes,
        period.changes,
        period.breaks,
        tuple(kept(method_in_force) for method_in_force in period.former),
        period.changed_units,
        period.safe,
        period.patterns,
    )


def _period(record: _PeriodRecord, ptables: Mapping[str, StoredTable]) -> Period:
    def found(method_record: _MethodRecord) -> MethodInForce:
        in_force = MethodInForce(
            restored_method(method_record.method, ptables), method_record.since, method_record.design
        )
        if in_force.ptable is not None and not in_force.ptable.zeros_stay:
            raise ProtectionError("ptable_zeros_not_kept")
        return in_force

    for decision in record.decisions:
        if decision.method not in KINDS:
            raise ValueError(f"method {decision.method}")
    return Period(
        record.label,
        record.date,
        record.source,
        record.keys,
        None if record.method is None else found(record.method),
        record.decisions,
        record.areas,
        record.columns,
        record.codes,
        record.changes,
        record.breaks,
        tuple(found(method_record) for method_record in record.former),
        record.changed_units,
        record.safe,
        record.patterns,
    )


def register_from_bytes(content: bytes, name: str) -> tuple[Statistic, Guard]:
    """Title, identity and register of an image, which need no secret, and its guard without verified tag. Raises the
    errors of `from_bytes`."""

    def read(base: sqlite3.Connection, version: int) -> tuple[Statistic, Guard]:
        head = dict(base.execute("SELECT key, value FROM statistic NOT INDEXED"))
        guard = read_guard(base, version, head)
        statistic = Statistic(decoded(head["title"], Texts))
        return _with_register(statistic, base, head) if version >= 6 else statistic, guard

    return _from_image(content, name, read)
