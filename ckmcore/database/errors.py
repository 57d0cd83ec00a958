"""What can go wrong with a database; in each case nothing was changed, here or there."""

from __future__ import annotations

from ckmcore.base.numbers import date_text
from ckmcore.base.texts import Texts
from ckmcore.errors import DataError, FileError, InputError, PermissionRefused
from ckmcore.messages import sentence


class DatabaseUnknown(InputError):
    """The policy of the computer does not name this database. Fields: name."""

    code = "database_unknown"


class DatabaseDriverMissing(InputError):
    """The part of the program that speaks with this kind of database is not installed. Fields: kind, extra."""

    code = "database_driver_missing"


class DatabaseUnreachable(FileError):
    """Nobody answers, or not to this account, or the connection was lost. Fields: name, reason (text)."""

    code = "database_unreachable"


class DatabaseMayWrite(PermissionRefused):
    """The account could change the data; the program wants one that cannot. Fields: user, relation."""

    code = "database_may_write"


class RelationUnknown(InputError):
    """There is no such table or view, or the account may not read it. Fields: relation, name."""

    code = "database_relation_unknown"


class ColumnUnknown(InputError):
    """The relation has no such column. Fields: column, relation."""

    code = "database_column_unknown"


class ColumnType(DataError):
    """A column whose type cannot be counted exactly. Fields: column, type (text), wanted (a sentence)."""

    code = "database_column"


class ColumnValues(DataError):
    """Values that a column in this role must not have. Fields: column, count, fault (a sentence)."""

    code = "database_values"


class SumsTooLarge(DataError):
    """Sums that 64 bits do not hold. Fields: column."""

    code = "database_sums"


class PeriodNotThere(InputError):
    """No record of a relation is of a period. Fields: relation, column, period, known (text)."""

    code = "database_period"


class PeriodWithoutColumn(InputError):
    """A reporting period is asked for, and no column that tells periods apart. Fields: period."""

    code = "database_period_column"


class DatabaseTooLong(FileError):
    """A question took longer than the administrator allows. Fields: name, seconds."""

    code = "database_too_long"


class DatabaseFailed(DataError):
    """The database refused a question. Fields: name, reason (text)."""

    code = "database_failed"


class RecordsStay(PermissionRefused):
    """The policy of the computer does not let records leave this database. Fields: name."""

    code = "database_records_stay"


class RecordsTooMany(FileError):
    """Records that do not fit into the memory that is free. Fields: name, records, memory, free (GB)."""

    code = "database_records_many"


class ValuesWithoutCode(DataError):
    """Values that the code list of a variable lacks. Fields: column, relation, count, value (the first)."""

    code = "database_code"


class DataChanged(FileError):
    """The data are no longer those that were taken over. Fields: relation, name, since (" on" the day, or nothing)."""

    code = "database_changed"


def data_changed(relation: str, name: str, taken: str = "") -> DataChanged:
    """The error; `taken`: the day on which the data were taken over (ISO; "": nobody knows)."""
    day = Texts(date_text(taken, "en"), date_text(taken, "de")) if taken else None
    since = Texts() if day is None else sentence("database_since", day=day)
    return DataChanged(relation=relation, name=name, since=since)
