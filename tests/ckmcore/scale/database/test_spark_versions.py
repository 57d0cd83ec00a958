"""Tables of Spark that keep their versions are read in one of them: what the server is asked, without a server."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import Any

import pyarrow as pa
import pytest

from ckmcore.scale.database.link import Link
from ckmcore.scale.database.spark import SparkConnection, SparkDialect
from tests.kit.fails import fails


class AnalysisException(Exception):
    """What a server says of a question that it does not understand."""


class Broken(Exception):
    """What a server says that could not answer."""


@dataclass
class Lakehouse:
    """A session that knows one table, with the words of its kind; notes what it is asked."""

    provider: str
    version: int = 7
    files: int = 1
    asked: list[str] = field(default_factory=list)

    @property
    def catalog(self) -> Any:
        return SimpleNamespace(refreshTable=lambda _: None)

    def table(self, name: str) -> Any:
        kind = SimpleNamespace(simpleString=lambda: "string")
        assert name == "`lake`.`it``s`"
        return SimpleNamespace(schema=SimpleNamespace(fields=[SimpleNamespace(name="a", dataType=kind)]))

    def sql(self, text: str, args: dict[str, Any] | None = None) -> Any:
        self.asked.append(text)
        if args is not None:
            return SimpleNamespace(toArrow=lambda: pa.table({"n": [1]}))
        if text.startswith("describe table extended"):
            rows: list[tuple[Any, ...]] = [("a", "string", None), ("# Detailed", "", "")]
            return self._rows([*rows, ("Provider", self.provider, "")] if self.provider else rows)
        if "history" in text and self.provider == "delta":
            return self._rows([(self.version, "2026-11-27", "WRITE")])
        if ".refs" in text and self.provider == "iceberg":
            return self._rows([(self.version,)])
        if "_metadata" in text and self.provider not in ("delta", "iceberg"):
            return self._rows([("part-0", self.files, "now")])
        raise AnalysisException(text)

    @staticmethod
    def _rows(rows: list[tuple[Any, ...]]) -> Any:
        return SimpleNamespace(collect=lambda: rows)

    def addTag(self, tag: str) -> None: ...

    def removeTag(self, tag: str) -> None: ...

    def registerProgressHandler(self, handler: Any) -> None: ...

    def removeProgressHandler(self, handler: Any) -> None: ...


def connected(lake: Lakehouse) -> SparkConnection:
    return SparkConnection("lake", lake, (AnalysisException, Broken))


@pytest.mark.parametrize(("provider", "version"), [("delta", 7), ("iceberg", 8230417712333417253)])
def test_all_questions_of_a_state_are_asked_of_the_version_that_was_the_last_one(provider: str, version: int) -> None:
    lake = Lakehouse(provider, version)
    connection = connected(lake)
    wanted = f"`lake`.`it``s` version as of {version}"
    assert connection.relation("lake.it`s") == wanted
    assert [one.name for one in connection.columns("lake.it`s")] == ["a"]
    lake.version += 1  # somebody writes
    assert connection.relation("lake.it`s") == wanted
    connection.close()
    assert connected(lake).relation("lake.it`s") == f"`lake`.`it``s` version as of {version + 1}"
    assert sum("history" in text or ".refs" in text for text in lake.asked) == 2  # once a state


@pytest.mark.parametrize("provider", ["parquet", "", "Delta?"])
def test_of_other_tables_the_files_are_the_same_before_and_after(provider: str) -> None:
    lake = Lakehouse(provider)
    connection = connected(lake)
    assert connection.relation("lake.it`s") == "`lake`.`it``s`"
    connection.close()
    lake.files = 2
    with fails("database_changed"):
        connection.close()


def test_a_server_that_keeps_a_version_secret_is_held_to_its_files() -> None:
    lake = Lakehouse("delta")
    lake.sql = lambda text, args=None: _secret(lake, text, args)  # type: ignore[method-assign]
    assert connected(lake).relation("lake.it`s") == "`lake`.`it``s`"


def _secret(lake: Lakehouse, text: str, args: dict[str, Any] | None) -> Any:
    if "history" in text:
        raise AnalysisException(text)
    return Lakehouse.sql(replace(lake, provider="parquet"), text, args)


def test_a_question_of_a_link_reads_the_version() -> None:
    lake = Lakehouse("delta")
    link = Link("lake", "spark", SparkDialect(), lambda: connected(lake))
    with link.state() as connection:
        text = " ".join(("select count(*) as n from", connection.relation("lake.it`s"), "where a is null"))
        assert link.ask(text, (), lambda: False).num_rows == 1
    assert lake.asked[-1] == "select count(*) as n from `lake`.`it``s` version as of 7 where a is null"


@pytest.mark.parametrize("words", ["_metadata", "describe", "history"])
@pytest.mark.parametrize("provider", ["parquet", "delta"])
def test_t24_a_question_that_failed_does_not_say_that_the_data_have_changed(provider: str, words: str) -> None:
    lake, broken = Lakehouse(provider), [False]

    def sql(text: str, args: dict[str, Any] | None = None) -> Any:
        if broken[0] and words in text:
            raise Broken("executor lost")
        return Lakehouse.sql(lake, text, args)

    lake.sql = sql  # type: ignore[method-assign]
    connection = connected(lake)
    connection.relation("lake.it`s")
    broken[0] = True
    later = connected(lake)
    if (provider, words) == ("parquet", "_metadata"):
        with fails("database_failed"):
            connection.close()
    if words == "describe" or (provider, words) in (("parquet", "_metadata"), ("delta", "history")):
        with fails("database_failed"):
            later.relation("lake.it`s")
        assert not later.before
        assert not later.versions
