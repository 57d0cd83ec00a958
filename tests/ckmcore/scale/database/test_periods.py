"""A relation that holds several periods: one is counted as a relation of its own that holds nothing else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest

import ckmcore as ckm
from ckmcore.cli import main
from ckmcore.microdata.households import counting_households
from ckmcore.scale.database.connect import link_to
from ckmcore.scale.database.counter import DatabaseCounter
from ckmcore.scale.database.key_spread import spread_of_keys
from ckmcore.scale.database.link import Link
from ckmcore.scale.database.mark import mark_of
from ckmcore.scale.database.open import open_relation
from ckmcore.scale.database.periods import MOST_PERIODS, periods_of
from ckmcore.scale.database.questions import texts_of
from ckmcore.scale.database.records import read_relation_records
from ckmcore.statistic.relation import RelationReading, Roles
from ckmcore.tabulate.spec import Condition, Value
from tests.kit.database_engines import NAME, Put, assert_same, here, random_records, roles_for
from tests.kit.databases import name_in_policy
from tests.kit.fails import fails

TERMS = ["20251", "20252", "it's", None]
KINDS: dict[str, tuple[Sequence[Any], pa.DataType, str]] = {
    "text": (TERMS, pa.string(), "20252"),
    "awkward text": (TERMS, pa.string(), "it's"),
    "text with blanks": (["2025", " 2025 ", "2026", None], pa.string(), "2025"),
    "whole number": ([2024, 2025, 2026, None], pa.int32(), "2025"),
    "day": ([date(2024, 12, 1), date(2025, 12, 1), None, date(2026, 12, 1)], pa.date32(), "2025-12-01"),
    "truth": ([True, False, None, True], pa.bool_(), "0"),
}


def of_periods(kind: str = "text", rows: int = 240) -> tuple[pa.Table, str]:
    """Records of several periods, those of each over the whole relation, and the code of one of them."""
    values, of, code = KINDS[kind]
    records = random_records(7, rows, 10**9, decimals=True)
    return records.append_column("semester", pa.array([values[row % 4] for row in range(rows)], of)), code


def only(records: pa.Table, kind: str) -> pa.Table:
    """The records of the period, chosen by hand."""
    values, of, code = KINDS[kind]
    mine = [one for one in values if one is not None and _plain(one) == code]
    return records.filter(pc.is_in(records.column("semester"), pa.array(mine, of))).drop_columns(["semester"])


def _plain(value: Any) -> str:
    return str(int(value)) if isinstance(value, bool) else str(value).strip()


def run(*arguments: object) -> int:
    return main(["--language", "en", *map(str, arguments)])


def asked(roles: Roles, code: str) -> Roles:
    return replace(roles, period="semester", period_code=code)


@pytest.mark.parametrize("kind", ["text", *(pytest.param(one, marks=pytest.mark.thorough) for one in list(KINDS)[1:])])
def test_one_period_is_counted_like_a_relation_that_holds_no_other(put: Put, tmp_path: Path, kind: str) -> None:
    records, code = of_periods(kind)
    roles = roles_for(10**9, decimals=True)
    found = open_relation(link_to(NAME), put(records), asked(roles, code))
    expected = here(only(records, kind), roles, tmp_path)
    assert 0 < expected.rows < len(records)
    assert found.rows == expected.rows
    assert mark_of(found) == mark_of(expected)
    assert {name: one.codes for name, one in found.dimensions.items()} == {
        name: one.codes for name, one in expected.dimensions.items()
    }
    for spec in (
        ckm.TableSpec("land", ["word", "works"], values=(Value(), Value("weighted_count"))),
        ckm.TableSpec("age", values=(Value("sum", magnitude="amount"),), filters=(Condition("works", ("1",)),)),
    ):
        assert_same(found, expected, spec, contributors=5)
    assert [notice.code for notice in found.notices] == ["database_without_period"]
    assert found.notices[0].fields["count"] == records.column("semester").null_count


@pytest.mark.thorough
def test_households_are_made_of_their_members_in_the_period(put: Put, tmp_path: Path) -> None:
    records, code = of_periods("text", 300)
    roles = replace(roles_for(10**9, decimals=True), weight="", magnitudes=())
    mine = only(records, "text")
    many = ("works", "word", "age", "land")
    expected = counting_households(here(mine, roles, tmp_path), mine.column("household").combine_chunks(), many)
    wanted = replace(asked(roles, code), household="household", any_member=many)
    found = open_relation(link_to(NAME), put(records), wanted)
    for spec in (ckm.TableSpec("region", "works"), ckm.TableSpec("works", filters=(Condition("region", ("r1",)),))):
        assert_same(found, expected, spec)


@pytest.mark.thorough
def test_records_read_into_memory_and_the_spread_of_keys_are_those_of_the_period(put: Put, tmp_path: Path) -> None:
    records, code = of_periods()
    roles = roles_for(10**9, decimals=True)
    relation, alone = put(records), only(records, "text")
    read, mark = read_relation_records(link_to(NAME), relation, asked(roles, code))
    expected = here(alone, roles, tmp_path)
    assert mark == mark_of(expected)
    assert [one.code for one in read.notices] == ["database_without_period"]
    assert_same(read, expected, ckm.TableSpec("land", ["word"]), contributors=5)
    counted = open_relation(link_to(NAME), relation, asked(roles, code)).counter
    assert isinstance(counted, DatabaseCounter)
    spread = spread_of_keys(counted)
    whole = open_relation(link_to(NAME), put(alone), roles).counter
    assert isinstance(whole, DatabaseCounter)
    assert spread == spread_of_keys(whole)
    assert spread is not None
    assert spread.records == len(alone)


@pytest.mark.parametrize("put", ["duckdb", pytest.param("postgres", marks=pytest.mark.thorough)], indirect=True)
def test_what_is_asked_of_one_period_is_shown_before_and_names_no_value(
    put: Put, monkeypatch: pytest.MonkeyPatch
) -> None:
    records, _ = of_periods()
    roles = asked(roles_for(10**9, decimals=True), "it's")
    relation, link, sent = put(records), link_to(NAME), []
    shown = texts_of(link, relation).questions(roles, records=False)
    ask = Link.ask

    def spied(self: Link, text: str, values: Sequence[Any], cancelled: Callable[[], bool]) -> Any:
        sent.append((text, list(values)))
        return ask(self, text, values, cancelled)

    monkeypatch.setattr(Link, "ask", spied)
    data = open_relation(link, relation, roles)
    assert isinstance(data.counter, DatabaseCounter)
    spread_of_keys(data.counter)
    assert [_scaled(text) for text, _ in sent] == [_scaled(text) for text in shown]
    assert all(values == ["it's"] for _, values in sent[1:])
    assert not any("it's" in text for text, _ in sent)


def _scaled(text: str) -> str:
    """The text without the numbers that follow the values."""
    return "".join(" " if one.isdigit() else one for one in text).replace(" ", "")


@pytest.mark.parametrize("put", ["duckdb", pytest.param("postgres", marks=pytest.mark.thorough)], indirect=True)
def test_periods_are_listed_in_the_order_of_their_codes_with_their_records(put: Put) -> None:
    records, _ = of_periods()
    found = periods_of(link_to(NAME), put(records), "semester")
    assert list(found.records.items()) == [("20251", 60), ("20252", 60), ("it's", 60), (ckm.MISSING, 60)]


@pytest.mark.parametrize("put", ["duckdb", pytest.param("postgres", marks=pytest.mark.thorough)], indirect=True)
def test_a_period_that_is_not_there_is_told_with_those_that_are(put: Put) -> None:
    records, _ = of_periods()
    relation, roles = put(records), roles_for(10**9, decimals=True)
    for code in ("20261", "", ckm.MISSING):
        with fails("database_period", match="has 20251, 20252, it's"):
            open_relation(link_to(NAME), relation, asked(roles, code))
    with fails("database_column_unknown"):
        open_relation(link_to(NAME), relation, replace(roles, period="term", period_code="1"))
    with fails("database_column"):
        open_relation(link_to(NAME), relation, replace(roles, period="amount", period_code="1"))


@pytest.mark.thorough
def test_a_column_with_too_many_values_names_no_periods(put: Put) -> None:
    many = pa.table({"id": pa.array(range(MOST_PERIODS + 1)), "a": pa.array(["1"] * (MOST_PERIODS + 1))})
    with fails("database_values", match="no reporting periods"):
        open_relation(link_to(NAME), put(many), Roles(("a",), period="id", period_code="7"))


@pytest.mark.thorough
@pytest.mark.parametrize("put", ["duckdb", pytest.param("postgres", marks=pytest.mark.thorough)], indirect=True)
def test_a_period_is_kept_by_its_mark_and_records_of_others_do_not_change_it(put: Put, tmp_path: Path) -> None:
    records, code = of_periods()
    relation = put(records)
    wanted = {"record_key": "key", "period_column": "semester"}
    with ckm.create_statistic(tmp_path / "s.ckm", "S") as work:
        work.add_period("WS 2025/26", "2025-12-01")
        work.add_relation(NAME, relation, ["land", "age"], period_code=code, **wanted)
        work.add_period("SS 2026", "2026-06-01")
        work.add_relation(NAME, relation, ["land", "age"], period_code="20251", new_codes="begin", **wanted)
        one, other = (period.source for period in work.statistic.periods)
    assert one is not None
    assert other is not None
    assert one.sha256 != other.sha256
    assert one.rows == other.rows == 60
    before = counts_of(tmp_path / "s.ckm", "WS 2025/26")
    late = ["20252" if one == "20252" else "20261" for one in records.column("semester").to_pylist()]
    put(records.set_column(records.column_names.index("semester"), "semester", pa.array(late)))
    assert counts_of(tmp_path / "s.ckm", "WS 2025/26") == before
    with fails("database_period"):
        counts_of(tmp_path / "s.ckm", "SS 2026")
    put(records.slice(0, 4 * 30))
    with fails("database_changed"):
        counts_of(tmp_path / "s.ckm", "WS 2025/26")


def counts_of(path: Path, period: str) -> list[Any]:
    """The counts of land in a period of a statistic that is opened anew."""
    with ckm.work_on_statistic(path, read_only=True) as work:
        work.choose_period(period)
        table = ckm.tabulate(work.data(), ckm.TableSpec("land"))
    return [block.counts.tolist() for part in table.parts.values() for block in part]


@pytest.mark.thorough
@pytest.mark.parametrize("put", ["duckdb", pytest.param("postgres", marks=pytest.mark.thorough)], indirect=True)
def test_the_command_takes_the_label_for_the_code_and_refuses_halves(put: Put, tmp_path: Path) -> None:
    records, code = of_periods()
    address = f"database:{NAME}/{put(records)}"
    path, file = tmp_path / "s.ckm", tmp_path / "one.parquet"
    pq.write_table(only(records, "text"), file)
    assert run("statistic", "create", path, "--title", "S") == 0
    asked_for = ("--dimensions", "land,age", "--record-key", "key")
    assert run("statistic", "period", path, code, "--data", address, *asked_for, "--period-column", "semester") == 0
    found, _ = ckm.open_statistic(path)
    assert found.period.source is not None
    assert found.period.source.rows == 60
    ckm.write_ptable(ckm.design_ptable(D=3, V=2.0, js=1), tmp_path / "p.csv")
    table = ("--rows", "land", "--columns", "age", "--record-key", "key", "--ptable", tmp_path / "p.csv")
    part = ("--period-column", "semester", "--period-code", code)
    assert run("table", "--data", address, *table, *part, "-o", tmp_path / "a.csv") == 0
    assert run("table", "--data", file, *table, "-o", tmp_path / "b.csv") == 0
    assert (tmp_path / "a.csv").read_bytes() == (tmp_path / "b.csv").read_bytes()
    assert run("database", "check", NAME, "--relation", address.rpartition("/")[2], *part) == 0
    for half in (part[:2], part[2:]):
        assert run("table", "--data", address, *table, *half, "-o", tmp_path / "c.csv") != 0
    assert run("table", "--data", file, *table, *part, "-o", tmp_path / "c.csv") != 0


def test_a_reading_without_periods_is_kept_as_it_was() -> None:
    plain = RelationReading("register", "people", Roles(("a",), "key"))
    assert "period" not in plain.text()
    part = RelationReading("register", "people", Roles(("a",), "key", period="semester", period_code="20252"))
    assert '"period":"semester","period_code":"20252"' in part.text()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    pytest.importorskip("duckdb", reason="the driver of DuckDB is not installed")
    place = tmp_path / "register"
    name_in_policy(monkeypatch, tmp_path, {"files": {"kind": "duckdb", "path": str(place)}})
    return place


def in_folders(folder: Path, records: pa.Table, kept: bool = False) -> None:
    """A file for each period, whose code stands in the name of its folder, and only there (`kept`: there, too)."""
    for number, term in enumerate(["0251", "0252", "a b"]):
        mine = records.filter(pc.equal(records.column("semester"), term))
        named = "__HIVE_DEFAULT_PARTITION__" if term == "a b" else term
        place = folder / "people" / f"semester={named}"
        place.mkdir(parents=True)
        pq.write_table(mine if kept else mine.drop_columns(["semester"]), place / f"{number}.parquet")


def test_periods_that_stand_in_the_names_of_folders_are_a_column_of_texts(folder: Path, tmp_path: Path) -> None:
    records = random_records(7, 240, 10**9, decimals=True)
    records = records.append_column("semester", pa.array([["0251", "0252", "a b"][row % 3] for row in range(240)]))
    in_folders(folder, records)
    found = periods_of(link_to("files"), "people", "semester")
    assert found.records == {"0251": 80, "0252": 80, "": 80}
    roles = roles_for(10**9, decimals=True)
    data = open_relation(link_to("files"), "people", asked(roles, "0252"))
    mine = records.filter(pc.equal(records.column("semester"), "0252")).drop_columns(["semester"])
    expected = here(mine, roles, tmp_path)
    assert_same(data, expected, ckm.TableSpec("land", "word"))
    assert data.counter is not None
    assert data.counter.mark == mark_of(expected)
    every = open_relation(link_to("files"), "people", replace(roles, dimensions=(*roles.dimensions, "semester")))
    assert every.dimension("semester").codes == ("0251", "0252", "")


def test_a_column_of_the_files_is_not_overruled_by_names_of_folders(folder: Path) -> None:
    records = random_records(7, 240, 10**9, decimals=True)
    records = records.append_column("semester", pa.array([["0251", "0252", "a b"][row % 3] for row in range(240)]))
    in_folders(folder, records, kept=True)
    assert periods_of(link_to("files"), "people", "semester").records == {"0251": 80, "0252": 80, "a b": 80}
