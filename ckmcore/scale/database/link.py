"""A way to a database: questions are asked in one state of its data, can be stopped, and end after a time."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from ckmcore.base.progress_listener import progress_listener
from ckmcore.errors import Cancelled, FileError
from ckmcore.scale.database.sql import Column, Dialect

T = TypeVar("T")
_BETWEEN = 0.02  # seconds


@dataclass(frozen=True)
class RelationFound:
    """A readable table or view. rows: number of records as estimated by the database, -1 where unknown."""

    name: str
    rows: int = -1
    readable: bool = True


class Connection(Protocol):
    """A database connection that sees one state of the data until it is closed."""

    def ask(self, text: str, values: Sequence[Any]) -> Any:
        """The answer as an arrow table. Blocks."""
        ...

    def batches(self, text: str, values: Sequence[Any], rows: int) -> Generator[Any, None, None]:
        """Answer of a query in arrow batches of about `rows` lines; `close` ends it."""
        ...

    def stop(self) -> None:
        """Stop the query that another thread runs."""
        ...

    def part_done(self) -> float | None:
        """Progress of the query of another thread, 0 to 1; None where unknown."""
        ...

    def columns(self, relation: str) -> list[Column]:
        """The columns of a relation. Raises database_relation_unknown."""
        ...

    def relation(self, relation: str) -> str:
        """The relation in the text of a question."""
        ...

    def relations(self) -> list[RelationFound]:
        """Tables and views of the database."""
        ...

    def refuse_writer(self, relation: str) -> None:
        """Raises database_may_write where the account could change the relation."""
        ...

    def close(self) -> None:
        """End reading the state of the data on which all queries agree. Raises database_changed where the data changed
        meanwhile.
        """
        ...


@dataclass(frozen=True, eq=False)
class Link:
    """A database of the policy. A connection is opened for each state of the data, so that none is held for long.
    connect: opens a connection; time_limit: seconds per query; read_records: the policy allows reading records into
    memory."""

    name: str
    kind: str
    dialect: Dialect
    connect: Callable[[], Connection] = field(repr=False)
    time_limit: int = 900
    read_records: bool = False
    _here: threading.local = field(default_factory=threading.local, repr=False)

    @contextmanager
    def state(self) -> Iterator[Connection]:
        """Connection that sees one state of the data; within another state of this thread the same connection."""
        former_connection: Connection | None = getattr(self._here, "connection", None)
        if former_connection is not None:
            yield former_connection
            return
        connection = self.connect()
        self._here.connection = connection
        try:
            yield connection
        except BaseException:
            self._here.connection = None
            _closed_quietly(connection)
            raise
        self._here.connection = None
        connection.close()

    def ask(self, text: str, values: Sequence[Any], cancelled: Callable[[], bool]) -> Any:
        """Answer of a query as an arrow table. cancelled: asked now and then. Raises Cancelled, database_too_long, and
        the translated errors of the driver."""
        with self.state() as connection:
            return self._watched(connection, lambda: connection.ask(text, values), cancelled)

    def batches(
        self, text: str, values: Sequence[Any], rows: int, cancelled: Callable[[], bool]
    ) -> Generator[Any, None, None]:
        """Answer of a query in batches, each within the time limit. Closing the generator stops the query."""
        with self.state() as connection, closing(connection.batches(text, values, rows)) as found_closing:
            while True:
                batch = self._watched(connection, lambda: next(found_closing, None), cancelled)
                if batch is None:
                    return
                yield batch

    def _watched(self, connection: Connection, work: Callable[[], T], cancelled: Callable[[], bool]) -> T:
        """Result of `work`, run in another thread and stopped on cancellation or when the time is over."""
        begun = time.monotonic()
        listener = progress_listener()
        with ThreadPoolExecutor(1) as pool:
            question = pool.submit(work)
            try:
                while not wait([question], timeout=_BETWEEN).done:
                    elapsed = time.monotonic() - begun
                    if elapsed > self.time_limit:
                        raise FileError("database_too_long", name=self.name, seconds=self.time_limit)
                    if cancelled():
                        raise Cancelled
                    if listener is not None:
                        listener(elapsed, connection.part_done())
            except BaseException:  # also Ctrl+C: the question would be waited for, and run on there
                while not question.done():
                    connection.stop()
                    wait([question], timeout=_BETWEEN)
                raise
            return question.result()


def _closed_quietly(connection: Connection) -> None:
    with contextlib.suppress(Exception):  # what went wrong before is what is to be told
        connection.close()
