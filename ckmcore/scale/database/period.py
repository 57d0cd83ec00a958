"""The records of a period in a database: counted where they are, or read into memory; known again by their mark."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ckmcore.errors import DataError
from ckmcore.microdata.columns import MISSING, Dimension
from ckmcore.microdata.data import Microdata
from ckmcore.scale.database.connect import link_to
from ckmcore.scale.database.counter import DatabaseCounter
from ckmcore.scale.database.errors import data_changed
from ckmcore.scale.database.open import open_relation
from ckmcore.scale.database.records import Progress, read_relation_records
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.relation import RelationReading, Roles, reading_of
from ckmcore.tabulate.scan import never


def open_reading(
    reading: RelationReading,
    more: Roles | None = None,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] = never,
    taken: str = "",
) -> tuple[Microdata, str]:
    """The data of a relation, whatever their mark, and it. taken: the day on which they are or were taken over, for
    the sentence when they change. Raises what connecting, opening and reading raise."""
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
    """The data of the current period under the names of their columns. Raises database_changed where their mark is
    another one than when they were taken over, database_code, and what `open_reading` raises."""
    source = statistic.period.source
    if source is None:
        raise ValueError("a period without a source")
    reading = reading_of(source)
    more = described_later(statistic, reading.roles)
    data, mark = open_reading(reading, more, progress, cancelled, source.taken)
    if mark != source.sha256:
        raise data_changed(reading.relation, reading.address, source.taken)
    for column in more.dimensions:
        _refuse_without_code(statistic, reading.relation, data.dimension(column))
    return data


def described_later(statistic: Statistic, roles: Roles) -> Roles:
    """Columns of the current period that became variables after their data were taken over: they are no part of the
    mark."""
    column_of = {column.variable: column.column for column in statistic.period.columns}
    own = [entry for entry in statistic.dictionary if entry.derived is None]

    def wanted(role: str) -> tuple[str, ...]:
        names = (column_of.get(entry.name, entry.name) for entry in own if entry.role == role)
        return tuple(name for name in names if name)

    return Roles(
        tuple(one for one in wanted("dimension") if one not in roles.dimensions),
        magnitudes=() if roles.household else tuple(one for one in wanted("magnitude") if one not in roles.magnitudes),
    )


def _refuse_without_code(statistic: Statistic, relation: str, found: Dimension) -> None:
    """A column that is no part of the mark may hold other values than the code list of its variable."""
    period = statistic.period
    variable = next((column.variable for column in period.columns if column.column == found.name), found.name)
    listed = {
        category.code for entry in statistic.dictionary if entry.name == variable for category in entry.categories
    }
    becomes = {old: new for code_map in period.codes if code_map.variable == variable for old, new in code_map.codes}
    lacking = [code for code in found.codes if becomes.get(code, code) not in listed and code != MISSING]
    if listed and lacking:
        raise DataError("database_code", column=found.name, relation=relation, count=len(lacking), value=lacking[0])
