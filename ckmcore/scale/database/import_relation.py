"""A relation of a database taken over as the records of a period, by its mark."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from ckmcore.base.texts import Texts
from ckmcore.errors import InputError
from ckmcore.messages import Sentence
from ckmcore.microdata.data import Microdata
from ckmcore.microdata.database_address import Address
from ckmcore.ptable.floor.key_floor import check_spread, key_spread
from ckmcore.scale.database.connect import link_to
from ckmcore.scale.database.counter import DatabaseCounter
from ckmcore.scale.database.key_spread import spread_of_keys
from ckmcore.scale.database.period import described_later, open_reading
from ckmcore.scale.database.records import Progress
from ckmcore.statistic.import_records import Delivery, Taken, taken_over
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.period import ColumnOf, KeySet, PeriodSource
from ckmcore.statistic.relation import Held, RelationReading, Roles, reading_of
from ckmcore.tabulate.scan import never


def take_relation(
    into: Statistic,
    reading: RelationReading,
    mapping: tuple[ColumnOf, ...] = (),
    period: Texts = Texts(),
    date: str | None = None,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] = never,
) -> Taken:
    """A relation as the records of the current period of `into`; taken over again, its data of now.

    mapping: columns that hold a variable of the dictionary under another name; period, date: as `Delivery` has them.
    Raises desk_no_dimension and what `open_reading` raises. Nothing is changed then.
    """
    roles = reading.roles
    if not roles.dimensions:
        raise InputError("desk_no_dimension")
    today = datetime.now().astimezone().date().isoformat()
    data, mark = open_reading(reading, None, progress, cancelled, today)
    named = [
        ("dimension", roles.dimensions), ("magnitude", roles.magnitudes), ("weight", (roles.weight,)),
        ("record_key", (roles.key,)), ("household", (roles.household,)),
    ]  # fmt: skip
    columns = tuple((name, role) for role, names in named for name in names if name)
    words = {"period": period, "date": date}
    delivery = Delivery((), columns, modulus=roles.modulus, mapping=mapping, **words)  # type: ignore[arg-type]
    keys, said = None, tuple[Sentence, ...]()
    if data.record_keys is not None:
        said = check_relation_keys(data, cancelled)
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
    taken = taken_over(into, delivery, data, source, keys)
    return replace(taken, notices=(*taken.notices, *said))


def check_relation_keys(data: Microdata, cancelled: Callable[[], bool] = never) -> tuple[Sentence, ...]:
    """Check the keys of a relation; gives sentences on their open rules. Raises keys_below_floor, and what asking
    raises."""
    keys = data.record_keys
    if isinstance(data.counter, DatabaseCounter):
        spread = spread_of_keys(data.counter, cancelled)
    else:  # in the order of their keys: a step from one to the next says nothing
        spread = None if keys is None else replace(key_spread(keys, cancelled), most_frequent_step=0)
    return () if spread is None or keys is None else check_spread(spread, keys.form)


def taken_again(statistic: Statistic, progress: Progress | None = None, cancelled: Callable[[], bool] = never) -> Taken:
    """The relation of the current period with the data that it has now, and with a mark of all its variables, also of
    those that were described since. Raises what `take_relation` raises."""
    period = statistic.period
    if period.source is None or period.source.kind != "database":
        raise ValueError("a period whose records lie in no database")
    mapping = tuple(column for column in period.columns if column.column)
    into = statistic.with_period(replace(period, source=None, columns=()))
    reading = reading_of(period.source)
    roles, more = reading.roles, described_later(statistic, reading.roles)
    roles = replace(
        roles, dimensions=(*roles.dimensions, *more.dimensions), magnitudes=(*roles.magnitudes, *more.magnitudes)
    )
    return take_relation(into, replace(reading, roles=roles), mapping, progress=progress, cancelled=cancelled)


def add_relation(
    into: Statistic, address: Address, roles: Mapping[str, Any], held: Held, mapping: tuple[ColumnOf, ...]
) -> Taken:
    """A relation as the records of the current period, by its address and the roles of its columns (`Roles`)."""
    return take_relation(into, RelationReading(address.database, address.relation, Roles(**roles), held), mapping)


def open_address(address: Address, roles: Mapping[str, Any], held: Held, progress: Progress | None = None) -> Microdata:
    """The data of a relation by its address and the roles of its columns. Raises what `open_reading` raises."""
    reading = RelationReading(address.database, address.relation, Roles(**roles), held)
    return open_reading(reading, None, progress)[0]


def relation_columns(address: Address) -> list[str]:
    """The columns of a relation; no record is looked at."""
    with link_to(address.database).state() as connection:
        connection.refuse_writer(address.relation)
        return [column.name for column in connection.columns(address.relation)]
