"""The records of a period in a database: taken over by their mark, counted where they are, known again by it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import msgspec

from ckmcore.base.texts import Texts
from ckmcore.base.typed import decoded
from ckmcore.database.connect import link_to
from ckmcore.database.errors import DataChanged
from ckmcore.database.open import Roles, open_relation
from ckmcore.microdata.data import Microdata
from ckmcore.statistic.intake import Delivery, NoDimension, Taken, taken_over
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.period import ColumnOf, KeySet, PeriodSource
from ckmcore.tabulate.scan import never


@dataclass(frozen=True)
class RelationReading:
    """How a relation is read: `address`, the name of its database in the policy, what it is called there, and what its
    columns are. Neither server nor account."""

    address: str
    relation: str
    roles: Roles


def reading_of(source: PeriodSource) -> RelationReading:
    """How the relation of a source of the kind `database` is read."""
    return decoded(source.reading, RelationReading)


def open_reading(
    reading: RelationReading, more: Roles | None = None, cancelled: Callable[[], bool] = never
) -> Microdata:
    """The data of a relation, whatever their mark. Raises what connecting and opening raise."""
    return open_relation(link_to(reading.address), reading.relation, reading.roles, more, cancelled)


def read_relation(statistic: Statistic, cancelled: Callable[[], bool] = never) -> Microdata:
    """The data of the current period under the names of their columns. Raises DataChanged where their mark is another
    one than when they were taken over, and what `open_reading` raises."""
    source = statistic.period.source
    if source is None:
        raise ValueError("a period without a source")
    reading = reading_of(source)
    column_of = {one.variable: one.column for one in statistic.period.columns}
    own = [entry for entry in statistic.dictionary if entry.derived is None]

    def wanted(role: str) -> tuple[str, ...]:
        names = (column_of.get(entry.name, entry.name) for entry in own if entry.role == role)
        return tuple(name for name in names if name)

    roles = reading.roles
    more = Roles(
        tuple(one for one in wanted("dimension") if one not in roles.dimensions),
        magnitudes=() if roles.household else tuple(one for one in wanted("magnitude") if one not in roles.magnitudes),
    )
    data = open_reading(reading, more, cancelled)
    if data.counter is None or data.counter.mark != source.sha256:
        raise DataChanged(relation=reading.relation, name=reading.address)
    return data


def take_relation(
    into: Statistic,
    reading: RelationReading,
    mapping: tuple[ColumnOf, ...] = (),
    period: Texts = Texts(),
    cancelled: Callable[[], bool] = never,
) -> Taken:
    """A relation as the records of the current period of `into`; taken over again, its data of now.

    mapping: columns that hold a variable of the dictionary under another name. Raises NoDimension and what
    `open_reading` raises. Nothing is changed then.
    """
    roles = reading.roles
    if not roles.dimensions:
        raise NoDimension()
    data = open_reading(reading, None, cancelled)
    named = [
        ("dimension", roles.dimensions), ("magnitude", roles.magnitudes), ("weight", (roles.weight,)),
        ("record_key", (roles.key,)), ("household", (roles.household,)),
    ]  # fmt: skip
    columns = tuple((name, role) for role, names in named for name in names if name)
    delivery = Delivery((), columns, modulus=roles.modulus, mapping=mapping, period=period)  # type: ignore[arg-type]
    keys = None
    if data.record_keys is not None:
        keys = KeySet(
            "database",
            roles.key,
            data.record_keys.modulus,
            data.record_keys.digits,
            household=roles.household,
            counted="households" if roles.household else "records",
            any_member=roles.any_member,
        )
    mark = "" if data.counter is None else data.counter.mark
    encoded = msgspec.json.encode(reading).decode()
    source = PeriodSource("database", reading=encoded, sha256=mark, rows=data.rows)
    return taken_over(into, delivery, data, source, keys)


def taken_again(statistic: Statistic, cancelled: Callable[[], bool] = never) -> Taken:
    """The relation of the current period with the data that it has now. Raises what `take_relation` raises."""
    period = statistic.period
    if period.source is None or period.source.kind != "database":
        raise ValueError("a period whose records lie in no database")
    mapping = tuple(one for one in period.columns if one.column)
    into = statistic.with_period(replace(period, source=None, columns=()))
    return take_relation(into, reading_of(period.source), mapping, cancelled=cancelled)
