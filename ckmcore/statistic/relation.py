"""The records of a period in a database: counted where they are, known again by their mark."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ckmcore.base.typed import decoded
from ckmcore.database.connect import link_to
from ckmcore.database.errors import DataChanged
from ckmcore.database.open import Roles, open_relation
from ckmcore.microdata.data import Microdata
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.period import PeriodSource
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
