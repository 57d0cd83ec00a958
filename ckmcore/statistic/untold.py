"""Errors of the records of a statistic: roles without originals learn that there is one, and no more."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from ckmcore.errors import CkmError, DataError, FileError, InputError, ProtectionError


class Opened(Protocol):
    """Statistic with the rights of the role in which it was opened."""

    @property
    def shows_records(self) -> bool: ...

    @property
    def period(self) -> Any: ...


S = TypeVar("S", bound=Opened)
P = ParamSpec("P")
T = TypeVar("T")

# Names of files, columns, variables, databases, periods, and limits of the policy say nothing of any record. All else
# that an error carries may: rows, values, how many there are, what a library or driver wrote.
NAMES = frozenset(
    {"file", "name", "column", "variable", "magnitude", "relation", "period", "since", "user", "seconds"}
    | {"kind", "extra"}  # a kind of database, and the part of the program that it needs
)


def says_records(error: CkmError) -> bool:
    """Whether the sentence of an error may hold a row, a value or a number of records."""
    # Why a system does not hand over a file, or a connection, it may say.
    return not error.fields.keys() <= (NAMES | {"reason"} if isinstance(error, FileError) else NAMES)


@contextmanager
def told_by_role(statistic: Opened, *, asked: bool = False) -> Iterator[None]:
    """Replace errors raised within the block by records_unusable where they reveal more of the records than the role
    may know.

    asked: errors on a requested table or method pass, since they are not about the records.
    """
    try:
        yield
    except CkmError as error:
        passes = asked and isinstance(error, InputError | ProtectionError)
        if statistic.shows_records or passes or not says_records(error):
            raise
        raise DataError("records_unusable", period=statistic.period.label) from None


def reads_records(function: Callable[Concatenate[S, P], T]) -> Callable[Concatenate[S, P], T]:
    """Decorate a function that reads the records of its first argument, a statistic, so that errors respect the
    role."""

    @functools.wraps(function)
    def read(statistic: S, /, *given: P.args, **named: P.kwargs) -> T:
        with told_by_role(statistic):
            return function(statistic, *given, **named)

    return read


def counts_records(function: Callable[Concatenate[S, P], T]) -> Callable[Concatenate[S, P], T]:
    """Decorate a function that counts the records of its first argument, a statistic, so that errors respect the
    role."""

    @functools.wraps(function)
    def count(statistic: S, /, *given: P.args, **named: P.kwargs) -> T:
        with told_by_role(statistic, asked=True):
            return function(statistic, *given, **named)

    return count
