"""A relation of a database before it is taken over: its columns with their roles, title and period."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from ckmcore.base.texts import Texts
from ckmcore.microdata.columns import MISSING
from ckmcore.microdata.memory_estimate import free_memory, memory_of_records
from ckmcore.microdata.roles import is_personal_name
from ckmcore.microdata.variable import Role
from ckmcore.office.databases import DatabaseEntry
from ckmcore.scale.database.connect import link_to
from ckmcore.scale.database.import_relation import take_relation
from ckmcore.scale.database.link import RelationFound
from ckmcore.scale.database.open import open_relation
from ckmcore.scale.database.periods import periods_of
from ckmcore.scale.database.questions import RelationTexts, rows_of, texts_of
from ckmcore.scale.database.records import Progress
from ckmcore.scale.database.sql import Column
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.relation import Held, RelationReading, Roles, reading_of
from ckmcore.tabulate.scan import never
from ckmdesk.state.data_import import Loaded, day_with
from ckmdesk.state.review import NOTHING, Review, VariableReview, carried, review_of_codes

RelationRole = Literal[Role, "period"]
ONCE: tuple[RelationRole, ...] = ("weight", "record_key", "household", "period")
_KEYS = ("rkey", "record_key", "recordkey", "key", "rec_key")
_HOUSEHOLDS = ("hid", "household", "haushalt", "hh_id")
_IDENTIFIERS = ("id", "pid", "person", "matrikel_nr", "ident")
_WEIGHTS = ("weight", "gewicht")
_PERIODS = ("berichtszeitraum", "berichtsjahr", "berichtsquartal", "berichtsmonat", "reporting_period", "semester")


@dataclass(frozen=True)
class RelationColumn:
    """A column of the relation and its role."""

    column: Column
    role: RelationRole

    @property
    def roles(self) -> tuple[RelationRole, ...]:
        """Return the roles that the column may have by its type."""
        kind = self.column.kind
        codes = kind in ("text", "integer", "truth", "day")
        numbers = kind in ("integer", "decimal")
        relation_roles: list[RelationRole] = ["dimension", "household", "period"] if codes else []
        relation_roles += ["magnitude", "weight"] if numbers else []
        relation_roles += ["record_key"] if numbers or kind == "double" else []
        return (*relation_roles, "ignored")


@dataclass(frozen=True)
class RelationImport:
    """The choices made for the import of a relation.

    `date` is the reference day, as in `Import`. `modulus` belongs to integer record keys; None for decimal ones. `held`
    is where the records stay while tables are made; `may_read` says that the policy lets them be read into memory.
    `rows` is the approximate number of records (-1: unknown). `codes` are those of the columns that were counted,
    `review` their differences from the dictionary, and `decided` the variables a person has decided on. `texts` builds
    the queries. `periods` gives, for a column of periods, the number of records by code, None before it was counted;
    `period_code` is the one to import; `taken` gives the labels of those that the statistic has already.
    """

    database: str
    relation: str
    columns: tuple[RelationColumn, ...]
    title: str = ""
    period: str = ""
    date: str = ""
    modulus: int | None = None
    held: Held = "database"
    may_read: bool = False
    rows: int = -1
    codes: Mapping[str, Sequence[str]] = field(default_factory=dict)
    review: Review = NOTHING
    decided: frozenset[str] = frozenset()
    texts: RelationTexts | None = None
    periods: Mapping[str, int] | None = None
    period_code: str = ""
    taken: Mapping[str, str] = field(default_factory=dict)

    def names(self, role: RelationRole) -> tuple[str, ...]:
        """The columns of a role."""
        return tuple(column.column.name for column in self.columns if column.role == role)

    @property
    def memory(self) -> int | None:
        """Return the bytes of memory that the records would take; None if their number is unknown."""
        if self.rows < 0:
            return None
        numbers = len(self.names("magnitude")) + len(self.names("weight"))
        keys = bool(self.names("record_key"))
        return memory_of_records(self.rows, len(self.names("dimension")), numbers, keys)

    @property
    def unknown(self) -> tuple[VariableReview, ...]:
        """The columns with codes that the dictionary lacks."""
        shown_names = self.names("dimension")
        return tuple(
            variable
            for variable in self.review.variables
            if variable.changes.new and variable.entry.name in shown_names
        )

    def settles(self, review: Review) -> bool:
        """Return whether everything that a review of the records asks for is decided already."""
        changes = {
            variable.entry.name: variable.changes
            for variable in self.review.variables
            if variable.entry.name in self.decided
        }
        return all(changes.get(variable.entry.name) == variable.changes for variable in review.variables)

    @property
    def whole_keys(self) -> bool:
        """Whether the keys are whole numbers, which need a modulus."""
        return any(column.role == "record_key" and column.column.kind == "integer" for column in self.columns)

    @property
    def ready(self) -> bool:
        """Return whether the relation can be imported: it has dimensions, a modulus if keys need one, and one
        period."""
        period = not self.period_column or bool(self.period_code)
        return bool(self.names("dimension")) and period and (not self.whole_keys or self.modulus is not None)

    @property
    def period_column(self) -> str:
        """Return the column that holds the period of a record; "" if all records are of one period."""
        return next(iter(self.names("period")), "")

    @property
    def questions(self) -> tuple[str, ...]:
        """Return the queries that the database will be sent at the import."""
        if self.texts is None:
            return ()
        return self.texts.questions(self.reading.roles, records=self.held == "memory")

    @property
    def reading(self) -> RelationReading:
        """Return the description with which the engine reads the relation."""

        def one(role: RelationRole) -> str:
            return next(iter(self.names(role)), "")

        household = one("household")
        roles = Roles(
            self.names("dimension"),
            one("record_key"),
            self.modulus if self.whole_keys else None,
            "" if household else one("weight"),
            () if household else self.names("magnitude"),
            household,
            period=self.period_column,
            period_code=self.period_code if self.period_column else "",
        )
        return RelationReading(self.database, self.relation, roles, self.held)


def begin_relation(
    entry: DatabaseEntry, database: str, relation: RelationFound, texts: RelationTexts, into: Statistic | None
) -> RelationImport:
    """Begin the import of a relation, with roles by the dictionary of `into`, else by names and types.

    Records are read into memory if the policy allows it and there is room.
    """
    columns = texts.columns
    state = RelationImport(
        database,
        relation.name,
        tuple(RelationColumn(column, "ignored") for column in columns),
        may_read=entry.read_records,
        rows=relation.rows,
        texts=texts,
        taken={} if into is None else _imported_labels(into, database, relation.name),
    )
    if into is not None and into.dictionary:
        state = with_known_roles(state, into)
    else:
        for column in columns:
            if (role := _guess(column)) in RelationColumn(column, role).roles:
                state = with_role(state, column.name, role)
    if not state.names("record_key"):
        key = next((column for column in columns if column.name.lower() in _KEYS), None)
        if key is not None and "record_key" in RelationColumn(key, "ignored").roles:
            state = with_role(state, key.name, "record_key")
    free, needed = free_memory(), state.memory
    fits = free is None or needed is None or needed < free
    return replace(state, held="memory" if state.may_read and fits else "database")


def _imported_labels(statistic: Statistic, database: str, relation: str) -> dict[str, str]:
    """Return the labels of the periods already imported from a relation, by their codes there."""
    readings = [
        (period.label.en, reading_of(period.source))
        for period in statistic.periods
        if period.source is not None and period.source.kind == "database"
    ]
    return {
        reading.roles.period_code: label
        for label, reading in readings
        if reading.roles.period and (reading.address, reading.relation) == (database, relation)
    }


def known_roles(statistic: Statistic) -> tuple[dict[str, RelationRole], int | None]:
    """Return the roles of columns by name, and the modulus of integer keys, that a statistic knows.

    They come from the dictionary and from the relation of the latest period imported from a database, which also has
    keys and households.
    """
    relation_roles: dict[str, RelationRole] = {
        entry.name: entry.role for entry in statistic.dictionary if entry.derived is None
    }
    sources = [
        period.source for period in statistic.periods if period.source is not None and period.source.kind == "database"
    ]
    if not sources:
        return relation_roles, None
    roles = reading_of(sources[-1]).roles
    names_by_role: list[tuple[RelationRole, tuple[str, ...]]] = [
        ("dimension", roles.dimensions), ("magnitude", roles.magnitudes), ("weight", (roles.weight,)),
        ("record_key", (roles.key,)), ("household", (roles.household,)), ("period", (roles.period,)),
    ]  # fmt: skip
    relation_roles |= {name: role for role, names in names_by_role for name in names if name}
    return relation_roles, roles.modulus


def with_known_roles(state: RelationImport, statistic: Statistic) -> RelationImport:
    """Return the state with the roles that a statistic knows; other columns are ignored."""
    known_columns, modulus = known_roles(statistic)
    relation = replace(state, columns=tuple(replace(column, role="ignored") for column in state.columns))
    for column in state.columns:
        role = known_columns.get(column.column.name, "ignored")
        if role in column.roles:
            relation = with_role(relation, column.column.name, role)
    return replace(relation, modulus=state.modulus if modulus is None else modulus)


def _guess(column: Column) -> RelationRole:
    name = column.name.lower()
    if name in _PERIODS:
        return "period"
    if name in _KEYS and column.kind in ("decimal", "double", "integer"):
        return "record_key"
    personal = is_personal_name(name) and column.kind in ("text", "integer")
    if name in (*_IDENTIFIERS, *_HOUSEHOLDS) or personal or column.kind in (None, "double"):
        return "ignored"
    if name in _WEIGHTS and column.kind in ("decimal", "integer"):
        return "weight"
    return "magnitude" if column.kind == "decimal" else "dimension"


def with_role(state: RelationImport, name: str, role: RelationRole) -> RelationImport:
    """Return the state with another role of a column.

    If only one column can have the role, the former one becomes ignored. If the column of periods changes, the periods
    of all records are unknown.
    """

    def now(relation_column: RelationColumn) -> RelationColumn:
        if relation_column.column.name == name:
            return replace(relation_column, role=role)
        return (
            replace(relation_column, role="ignored")
            if role in ONCE and relation_column.role == role
            else relation_column
        )

    relation_import = replace(state, columns=tuple(map(now, state.columns)))
    if relation_import.period_column != state.period_column:
        relation_import = replace(_without_codes(relation_import), periods=None, period_code="", rows=-1)
    return relation_import


def _without_codes(state: RelationImport) -> RelationImport:
    """Return the state without counted codes, since they belonged to other records."""
    return replace(state, codes={}, review=NOTHING, decided=frozenset())


def with_periods(state: RelationImport, periods: Mapping[str, int]) -> RelationImport:
    """Return the state with the periods that were counted.

    The one that the label names is chosen, else the first after those that the statistic has; for a relation new to the
    statistic the last.
    """
    codes = [code for code in periods if code != MISSING]
    state = replace(state, periods={code: periods[code] for code in codes})
    if not codes:
        return replace(_without_codes(state), period_code="", rows=0)
    have = [code_index for code_index, code in enumerate(codes) if code in state.taken]
    following = max(have) + 1 if have else len(codes) - 1
    named_period = state.period.strip()
    return with_period(state, named_period if named_period in codes else codes[min(following, len(codes) - 1)])


def with_period(state: RelationImport, code: str) -> RelationImport:
    """Return the state with one period chosen; its label is the code if it was empty or the label of another period."""
    periods = state.periods or {}
    label = code if state.period.strip() in ("", *periods) else state.period
    new_state = state if code == state.period_code else _without_codes(state)
    date = day_with(state.period, state.date, label)
    return replace(new_state, period_code=code, period=label, date=date, rows=periods.get(code, -1))


def with_codes(state: RelationImport, codes: Mapping[str, Sequence[str]], into: Statistic | None) -> RelationImport:
    """Return the state with the codes of some columns; decisions on unchanged codes are kept."""
    codes = {**state.codes, **codes}
    dated = None if into is None else into.with_period(replace(into.period, date=state.date))
    review = NOTHING if dated is None else carried(review_of_codes(dated, codes), state.review)
    return replace(state, codes=codes, review=review)


def with_decisions(state: RelationImport, review: Review, variables: Collection[str]) -> RelationImport:
    """Return the state with the decisions on the codes of some variables."""
    return replace(state, review=review, decided=state.decided | frozenset(variables))


def relations_of(database: str) -> list[RelationFound]:
    """The tables and views of a database. Raises what connecting raises."""
    with link_to(database).state() as connection:
        return connection.relations()


def described(database: str, relation: str) -> RelationTexts:
    """Return the columns of a relation and its queries; raises the errors of `texts_of`."""
    return texts_of(link_to(database), relation)


def count_periods(database: str, relation: str, column: str, cancelled: Callable[[], bool] = never) -> dict[str, int]:
    """Count the records of each period that a column distinguishes; raises the errors of the query."""
    return periods_of(link_to(database), relation, column, cancelled=cancelled).records


def count_records(database: str, relation: str, cancelled: Callable[[], bool] = never) -> int:
    """The number of records of a relation. Raises what asking raises."""
    return rows_of(link_to(database), relation, cancelled)


def code_lists(state: RelationImport, cancelled: Callable[[], bool] = never) -> dict[str, tuple[str, ...]]:
    """Return the codes of the columns by which tables are to be broken down; raises the errors of opening a
    relation."""
    reading = state.reading.roles
    roles = Roles(reading.dimensions, period=reading.period, period_code=reading.period_code)
    data = open_relation(link_to(state.database), state.relation, roles, cancelled=cancelled)
    return {name: dimension.codes for name, dimension in data.dimensions.items()}


def load_relation(
    state: RelationImport,
    into: Statistic | None = None,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] = never,
) -> Loaded:
    """Import the relation into the statistic `into`, or into a new one; raises the errors of `take_relation`."""
    title = state.title.strip() or state.relation
    statistic = into or Statistic(Texts.same(title))
    period = Texts.same(state.period.strip())
    reading, date = state.reading, state.date
    taken = take_relation(statistic, reading, period=period, date=date, progress=progress, cancelled=cancelled)
    made = taken.statistic
    if into is None:
        made = replace(made, title=Texts.same(title))
    return Loaded(taken.data, taken.read, made, taken.notices, taken.changes, taken.findings)
