"""A relation of a database before it is taken over: its columns with their roles, title and period."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from ckmcore.base.texts import Texts
from ckmcore.database.connect import link_to
from ckmcore.database.link import RelationFound
from ckmcore.database.open import Roles
from ckmcore.database.sql import Column
from ckmcore.microdata.variable import Role
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.relation import RelationReading
from ckmcore.statistic.relation_intake import take_relation
from ckmcore.tabulate.scan import never
from ckmdesk.state.data_import import Loaded

ONCE: tuple[Role, ...] = ("weight", "record_key", "household")
_KEYS = ("rkey", "record_key", "recordkey", "key", "rec_key")
_HOUSEHOLDS = ("hid", "household", "haushalt", "hh_id")
_IDENTIFIERS = ("id", "pid", "person", "matrikel_nr", "ident")
_WEIGHTS = ("weight", "gewicht")


@dataclass(frozen=True)
class RelationColumn:
    """A column of the relation and what it is to be."""

    column: Column
    role: Role

    @property
    def roles(self) -> tuple[Role, ...]:
        """What it may be, by its type."""
        kind = self.column.kind
        codes = kind in ("text", "integer", "truth", "day")
        numbers = kind in ("integer", "decimal")
        found: list[Role] = ["dimension", "household"] if codes else []
        found += ["magnitude", "weight"] if numbers else []
        found += ["record_key"] if numbers or kind == "double" else []
        return (*found, "ignored")


@dataclass(frozen=True)
class RelationImport:
    """What is chosen. modulus: of record keys that are whole numbers; None: they are decimals."""

    database: str
    relation: str
    columns: tuple[RelationColumn, ...]
    title: str = ""
    period: str = ""
    modulus: int | None = None

    def names(self, role: Role) -> tuple[str, ...]:
        """The columns of a role."""
        return tuple(one.column.name for one in self.columns if one.role == role)

    @property
    def whole_keys(self) -> bool:
        """Whether the keys are whole numbers, which need a modulus."""
        return any(one.role == "record_key" and one.column.kind == "integer" for one in self.columns)

    @property
    def ready(self) -> bool:
        """Whether it can be taken over: something to lay out, and a modulus where keys need one."""
        return bool(self.names("dimension")) and (not self.whole_keys or self.modulus is not None)

    @property
    def reading(self) -> RelationReading:
        """How the engine reads it."""

        def one(role: Role) -> str:
            return next(iter(self.names(role)), "")

        household = one("household")
        roles = Roles(
            self.names("dimension"),
            one("record_key"),
            self.modulus if self.whole_keys else None,
            "" if household else one("weight"),
            () if household else self.names("magnitude"),
            household,
        )
        return RelationReading(self.database, self.relation, roles)


def begin_relation(database: str, relation: str, columns: Sequence[Column], into: Statistic | None) -> RelationImport:
    """The relation with roles as the dictionary of `into` has them, else as names and types suggest."""
    known = {} if into is None else {entry.name: entry.role for entry in into.dictionary}
    found = RelationImport(database, relation, tuple(RelationColumn(one, "ignored") for one in columns))
    for one in columns:
        role = known.get(one.name, "ignored" if known else _guess(one))
        if role in RelationColumn(one, role).roles:
            found = with_role(found, one.name, role)
    if not found.names("record_key"):
        key = next((one for one in columns if one.name.lower() in _KEYS), None)
        if key is not None and "record_key" in RelationColumn(key, "ignored").roles:
            found = with_role(found, key.name, "record_key")
    return found


def _guess(column: Column) -> Role:
    name = column.name.lower()
    if name in _KEYS and column.kind in ("decimal", "double", "integer"):
        return "record_key"
    if name in (*_IDENTIFIERS, *_HOUSEHOLDS) or column.kind in (None, "double"):
        return "ignored"
    if name in _WEIGHTS and column.kind in ("decimal", "integer"):
        return "weight"
    return "magnitude" if column.kind == "decimal" else "dimension"


def with_role(state: RelationImport, name: str, role: Role) -> RelationImport:
    """The relation with another role of a column; of a role that only one can have, the former one is ignored."""

    def now(one: RelationColumn) -> RelationColumn:
        if one.column.name == name:
            return replace(one, role=role)
        return replace(one, role="ignored") if role in ONCE and one.role == role else one

    return replace(state, columns=tuple(map(now, state.columns)))


def relations_of(database: str) -> list[RelationFound]:
    """The tables and views of a database. Raises what connecting raises."""
    with link_to(database).state() as connection:
        return connection.relations()


def columns_of(database: str, relation: str) -> list[Column]:
    """The columns of a relation. Raises what connecting raises, RelationUnknown, DatabaseMayWrite."""
    with link_to(database).state() as connection:
        connection.refuse_writer(relation)
        return connection.columns(relation)


def load_relation(
    state: RelationImport, into: Statistic | None = None, cancelled: Callable[[], bool] = never
) -> Loaded:
    """Take the relation over into the statistic `into`, or a new one. Raises as `take_relation` does."""
    title = state.title.strip() or state.relation
    statistic = into or Statistic(Texts.same(title))
    taken = take_relation(statistic, state.reading, period=Texts.same(state.period.strip()), cancelled=cancelled)
    made = taken.statistic
    if into is None:
        made = replace(made, title=Texts.same(title))
    return Loaded(taken.data, taken.read, made, taken.notices, taken.changes)
