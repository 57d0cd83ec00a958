"""A relation of a database as the records of a period: imported, read again, and known by its mark."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from ckmcore.base.texts import Texts
from ckmcore.errors import DataError, InputError
from ckmcore.messages import Sentence
from ckmcore.microdata.columns import MISSING, Dimension
from ckmcore.microdata.data import Microdata
from ckmcore.microdata.database_address import Address
from ckmcore.ptable.floor.key_floor import check_spread, key_spread
from ckmcore.scale.database.connect import link_to
from ckmcore.scale.database.counter import DatabaseCounter
from ckmcore.scale.database.errors import data_changed
from ckmcore.scale.database.key_spread import spread_of_keys
from ckmcore.scale.database.open import open_relation
from ckmcore.scale.database.records import Progress, read_relation_records
from ckmcore.statistic.import_records import Delivery, Taken, taken_over
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.period import ColumnOf, KeySet, PeriodSource
from ckmcore.statistic.relation import Held, RelationReading, Roles, reading_of
from ckmcore.tabulate.scan import never


def open_reading(
    reading: RelationReading,
    more: Roles | None = None,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] = never,
    taken: str = "",
) -> tuple[Microdata, str]:
    """Data of a relation, whatever their mark, and the mark. more: roles of further columns; taken: ISO day of the
    import, for the error on later changes. Raises the errors of connecting, opening and reading."""
    link = link_to(reading.address)
    if reading.held == "memory":
        return read_relation_records(link, reading.relation, reading.roles, more, progress, cancelled)
    data = open_relation(link, reading.relation, reading.roles, more, cancelled)
    if not isinstance(data.counter, DatabaseCounter):
        return data, ""
    return replace(data, counter=replace(data.counter, taken=taken)), data.counter.mark


def read_relation(
    statistic: Statistic, progress: Progress | None = None, cancelled: Callable[[], bool] = never
) -> Microdata:
    """Data of the current period with the names of their columns. Raises database_changed where the mark differs from
    the mark at the import, database_code, and the errors of `open_reading`.
    """
    source = statistic.period.source
    if source is None:
        raise ValueError("a period without a source")
    reading = reading_of(source)
    more_roles = described_later(statistic, reading.roles)
    data, mark = open_reading(reading, more_roles, progress, cancelled, source.taken)
    if mark != source.sha256:
        raise data_changed(reading.relation, reading.address, source.taken)
    for column in more_roles.dimensions:
        _refuse_without_code(statistic, reading.relation, data.dimension(column))
    return data


def described_later(statistic: Statistic, roles: Roles) -> Roles:
    """Roles of columns that became variables after the import; these are not part of the mark."""
    column_of = {column.variable: column.column for column in statistic.period.columns}
    own_entries = [entry for entry in statistic.dictionary if entry.derived is None]

    def wanted(role: str) -> tuple[str, ...]:
        names = (column_of.get(entry.name, entry.name) for entry in own_entries if entry.role == role)
        return tuple(name for name in names if name)

    return Roles(
        tuple(name for name in wanted("dimension") if name not in roles.dimensions),
        magnitudes=()
        if roles.household
        else tuple(name for name in wanted("magnitude") if name not in roles.magnitudes),
    )


def _refuse_without_code(statistic: Statistic, relation: str, dimension: Dimension) -> None:
    """Raise database_code where a column that is not part of the mark has values outside the code list of its
    variable."""
    period = statistic.period
    variable = next((column.variable for column in period.columns if column.column == dimension.name), dimension.name)
    listed_codes = {
        category.code for entry in statistic.dictionary if entry.name == variable for category in entry.categories
    }
    becomes = {old: new for code_map in period.codes if code_map.variable == variable for old, new in code_map.codes}
    lacking_codes = [
        code for code in dimension.codes if becomes.get(code, code) not in listed_codes and code != MISSING
    ]
    if listed_codes and lacking_codes:
        raise DataError(
            "database_code", column=dimension.name, relation=relation, count=len(lacking_codes), value=lacking_codes[0]
        )


def take_relation(
    into: Statistic,
    reading: RelationReading,
    mapping: tuple[ColumnOf, ...] = (),
    period: Texts = Texts(),
    date: str | None = None,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] = never,
) -> Taken:
    """Import a relation as the records of the current period of `into`; importing again uses its current data.

    mapping: columns that hold a variable of the dictionary under another name; period, date: as in `Delivery`. Raises
    desk_no_dimension and the errors of `open_reading`. Nothing is changed then.
    """
    roles = reading.roles
    if not roles.dimensions:
        raise InputError("desk_no_dimension")
    today = datetime.now().astimezone().date().isoformat()
    data, mark = open_reading(reading, None, progress, cancelled, today)
    named_roles = [
        ("dimension", roles.dimensions), ("magnitude", roles.magnitudes), ("weight", (roles.weight,)),
        ("record_key", (roles.key,)), ("household", (roles.household,)),
    ]  # fmt: skip
    columns = tuple((name, role) for role, names in named_roles for name in names if name)
    words = {"period": period, "date": date}
    delivery = Delivery((), columns, modulus=roles.modulus, mapping=mapping, **words)  # type: ignore[arg-type]
    keys, sentences = None, tuple[Sentence, ...]()
    if data.record_keys is not None:
        sentences = check_relation_keys(data, cancelled)
        keys = KeySet(
            "database",
            roles.key,
            data.record_keys.modulus,
            data.record_keys.digits,
            household=roles.household,
            counted="households" if roles.household else "records",
            any_member=roles.any_member,
        )
    source = PeriodSource("database", reading=reading.text(), sha256=mark, rows=data.rows, taken=today)
    data = data.renamed({column.column: column.variable for column in mapping if column.column})
    taken_statistic = taken_over(into, delivery, data, source, keys)
    return replace(taken_statistic, notices=(*taken_statistic.notices, *sentences))


def check_relation_keys(data: Microdata, cancelled: Callable[[], bool] = never) -> tuple[Sentence, ...]:
    """Sentences on the open rules of a relation's keys. Raises keys_below_floor and the errors of querying."""
    keys = data.record_keys
    if isinstance(data.counter, DatabaseCounter):
        spread = spread_of_keys(data.counter, cancelled)
    else:  # in the order of their keys: a step from one to the next says nothing
        spread = None if keys is None else replace(key_spread(keys, cancelled), most_frequent_step=0)
    return () if spread is None or keys is None else check_spread(spread, keys.form)


def taken_again(statistic: Statistic, progress: Progress | None = None, cancelled: Callable[[], bool] = never) -> Taken:
    """Import the relation of the current period again with its current data, and a mark of all its variables, including
    those described since. Raises the errors of `take_relation`."""
    period = statistic.period
    if period.source is None or period.source.kind != "database":
        raise ValueError("a period whose records lie in no database")
    mapping = tuple(column for column in period.columns if column.column)
    into = statistic.with_period(replace(period, source=None, columns=()))
    reading = reading_of(period.source)
    roles, more_roles = reading.roles, described_later(statistic, reading.roles)
    roles = replace(
        roles,
        dimensions=(*roles.dimensions, *more_roles.dimensions),
        magnitudes=(*roles.magnitudes, *more_roles.magnitudes),
    )
    return take_relation(into, replace(reading, roles=roles), mapping, progress=progress, cancelled=cancelled)


def add_relation(
    into: Statistic, address: Address, roles: Mapping[str, Any], held: Held, mapping: tuple[ColumnOf, ...]
) -> Taken:
    """Import a relation as the records of the current period. roles: of its columns, as fields of `Roles`; held: where
    the records are kept."""
    return take_relation(into, RelationReading(address.database, address.relation, Roles(**roles), held), mapping)


def open_address(address: Address, roles: Mapping[str, Any], held: Held, progress: Progress | None = None) -> Microdata:
    """Data of a relation. roles: of its columns, as fields of `Roles`; held: where the records are kept. Raises the
    errors of `open_reading`."""
    reading = RelationReading(address.database, address.relation, Roles(**roles), held)
    return open_reading(reading, None, progress)[0]


def relation_columns(address: Address) -> list[str]:
    """Columns of a relation, without reading records."""
    with link_to(address.database).state() as connection:
        connection.refuse_writer(address.relation)
        return [column.name for column in connection.columns(address.relation)]
