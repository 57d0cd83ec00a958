"""A database is only read, in one state, as long as it is allowed, and only where the policy names it."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import ckmcore as ckm
from ckmcore.errors import Cancelled
from ckmcore.office.policy import parse_policy
from ckmcore.scale.database import codes, connect
from ckmcore.scale.database.connect import link_to, named_databases
from ckmcore.scale.database.link import Link
from ckmcore.scale.database.open import open_relation
from ckmcore.statistic.relation import Roles
from ckmcore.tabulate.spec import Condition
from tests.kit.database_engines import assert_same, duck_folder, here, random_records, roles_for
from tests.kit.databases import Server, name_in_policy, silent_server
from tests.kit.fails import fails

ROOT = Path(__file__).resolve().parents[4]
NOW: Callable[[], bool] = lambda: True  # noqa: E731
NEVER: Callable[[], bool] = lambda: False  # noqa: E731


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of Parquet files that the policy calls `files`."""
    pytest.importorskip("duckdb", reason="the driver of DuckDB is not installed")
    place = tmp_path / "register"
    place.mkdir()
    pq.write_table(random_records(1, 100, 10**9, decimals=True), place / "people.parquet")
    name_in_policy(monkeypatch, tmp_path, {"files": {"kind": "duckdb", "path": str(place)}})
    return place


@pytest.fixture
def register(postgres: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Server:
    """The same records on a server that the policy calls `register`."""
    postgres.load("people", random_records(1, 100, 10**9, decimals=True))
    name_in_policy(monkeypatch, tmp_path, {"register": postgres.entry()})
    return postgres


SERVER = {"kind": "postgres", "host": "db", "database": "d", "user": "u"}
ROLES = replace(roles_for(10**9, decimals=True), weight="", magnitudes=())


# --- the policy ---


@pytest.mark.thorough
def test_without_a_policy_entry_no_driver_is_even_loaded(tmp_path: Path) -> None:
    script = (
        "import sys; from pathlib import Path\n"
        "from ckmcore.office import policy\n"
        f"policy.machine_file = lambda: Path({str(tmp_path / 'none.json')!r})\n"
        "from ckmcore.cli import main\n"
        "code = main(['table', '--data', 'database:register/people', '--rows', 'land', '-o', 'x.csv',"
        " '--method', 'rounding', '--base', '5'])\n"
        "assert not {'duckdb', 'adbc_driver_postgresql', 'pyspark'} & sys.modules.keys()\n"
        "sys.exit(code)"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment, cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1, done.stderr
    assert "names no database" in done.stderr or "nennt keine Datenbank" in done.stderr
    assert not (tmp_path / "x.csv").exists()


@pytest.mark.thorough
@pytest.mark.skipif(shutil.which("strace") is None, reason="no strace on this computer")
def test_no_socket_is_opened_without_an_entry_and_with_one_only_that(register: Server, tmp_path: Path) -> None:
    def sockets(policy_file: Path) -> list[str]:
        script = (
            "from pathlib import Path; from ckmcore.office import policy\n"
            f"policy.machine_file = lambda: Path({str(policy_file)!r})\n"
            "from ckmcore.cli import main\n"
            "main(['database', 'check', 'register'])\n"
        )
        trace = tmp_path / "trace"
        subprocess.run(
            ["strace", "-f", "-e", "trace=connect", "-o", str(trace), sys.executable, "-c", script],
            env={**os.environ, "PYTHONPATH": str(ROOT)}, cwd=tmp_path, capture_output=True, check=True,
        )  # fmt: skip
        return [line for line in trace.read_text(errors="replace").splitlines() if "connect(" in line]

    assert sockets(tmp_path / "none.json") == []
    found = sockets(tmp_path / "policy.json")
    assert found
    assert all(f'sun_path="{register.folder}/.s.PGSQL.5432"' in line for line in found)


def test_a_name_that_the_policy_does_not_have_is_refused(folder: Path) -> None:
    assert set(named_databases()) == {"files"}
    with fails("database_unknown") as fault:
        link_to("register")
    assert fault.value.fields == {"name": "register"}


@pytest.mark.parametrize(
    ("entry", "place"),
    [
        ({"kind": "oracle"}, "$.databases.x"),
        ({"kind": "duckdb", "path": "register"}, "$.databases.x.path"),
        ({"kind": "duckdb", "path": "/data", "user": "me"}, "$.databases.x.user"),
        (SERVER | {"secret": "kerberos", "password": "x"}, "password"),
        (SERVER | {"secret": "hunter2"}, "$.databases.x.secret"),
        (SERVER | {"secret": "passfile:here"}, "secret"),
        (SERVER | {"secret": "peer"}, "secret"),
        (SERVER | {"secret": "kerberos", "tls": "off"}, "tls"),
        (SERVER | {"secret": "kerberos", "database": ""}, "database"),
        (SERVER | {"secret": "kerberos", "user": "u\n"}, "user"),
        (SERVER | {"secret": "peer", "host": "/run", "time_limit": 0}, "limit"),
        ({"kind": "spark", "host": "s;token=x", "secret": "none", "tls": "off"}, "host"),
    ],
)  # fmt: skip
def test_a_faulty_entry_lets_nothing_start(entry: dict[str, object], place: str) -> None:
    content = json.dumps({"form": "ckm policy", "version": 1, "databases": {"x": entry}}).encode()
    with fails("policy_faulty") as fault:
        parse_policy(content, Path("policy.json"))
    assert place in fault.value.text("en")


def test_a_missing_driver_is_named_with_what_installs_it(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ModuleNotFoundError(name)

    monkeypatch.setattr(connect.importlib, "import_module", missing)
    with fails("database_driver_missing") as fault:
        link_to("files")
    assert "ckmdesk[duckdb]" in fault.value.text("en")
    assert "ckmdesk[duckdb]" in fault.value.text("de")


# --- DuckDB ---


def test_duckdb_reads_its_files_and_nothing_else(folder: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.parquet"
    pq.write_table(pa.table({"a": [1]}), other)
    with link_to("files").state() as connection:
        assert connection.ask("select count(*) as n from people", ()).column("n")[0].as_py() == 100
        for text in (
            f"from read_parquet('{other}')",
            "select * from read_csv('/etc/passwd')",
            f"copy (select 1) to '{tmp_path / 'out.csv'}'",
            f"copy (select 1) to '{folder / 'out.parquet'}'",
            f"attach '{tmp_path / 'new.duckdb'}'",
            "install httpfs",
            "load httpfs",
            "set enable_external_access = true",
            "set threads = 1",
            "reset lock_configuration",
            "select * from read_parquet('https://localhost/x.parquet')",
        ):
            with fails("database_failed"):
                connection.ask(text, ())
    assert sorted(one.name for one in folder.iterdir()) == ["people.parquet"]


def test_a_file_of_duckdb_is_opened_for_reading(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    duckdb = pytest.importorskip("duckdb", reason="the driver of DuckDB is not installed")
    path = tmp_path / "people.duckdb"
    records = random_records(2, 90, 10**9, decimals=True)
    with duckdb.connect(str(path)) as engine:
        engine.register("given", records)
        engine.execute("create schema micro")
        engine.execute("create table micro.people as select * from given")
    name_in_policy(monkeypatch, tmp_path, {"files": {"kind": "duckdb", "path": str(path)}})
    roles = roles_for(10**9, decimals=True)
    data = open_relation(link_to("files"), "micro.people", roles)
    assert_same(data, here(records, roles, tmp_path), ckm.TableSpec("land", "word"))
    with link_to("files").state() as connection:
        assert [one.name for one in connection.relations()] == ["micro.people"]
        with fails("database_failed"):
            connection.ask("delete from micro.people", ())
        with fails("database_failed"):
            connection.ask("from read_csv('/etc/passwd')", ())
        with contextlib.closing(connect._duck(duckdb, "files", named_databases()["files"])) as other:  # another job
            assert other.ask("select count(*) as n from micro.people", ()).column("n")[0].as_py() == 90


def test_duckdb_puts_nothing_on_a_disk(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    duckdb = pytest.importorskip("duckdb", reason="the driver of DuckDB is not installed")
    file = tmp_path / "own.duckdb"
    with duckdb.connect(str(file)) as made:
        made.execute("create table people (sex varchar)")
    most = "select current_setting('max_temp_directory_size') as most"
    here = link_to("files").ask(most, (), lambda: False)
    name_in_policy(monkeypatch, tmp_path, {"own": {"kind": "duckdb", "path": str(file)}})
    there = link_to("own").ask(most, (), lambda: False)
    # By itself it takes a folder beside the program or the file, up to nine tenths of the disk.
    assert [one.column("most").to_pylist() for one in (here, there)] == [["0 bytes"], ["0 bytes"]]


def test_a_damaged_file_of_a_folder_does_not_close_the_others(folder: Path) -> None:
    (folder / "torn.parquet").write_bytes(b"PAR1 torn")
    with link_to("files").state() as connection:
        assert [(one.name, one.readable) for one in connection.relations()] == [("people", True), ("torn", False)]
    with fails("database_relation_unknown"):
        open_relation(link_to("files"), "torn", ROLES)
    assert open_relation(link_to("files"), "people", ROLES).rows == 100


def test_a_file_that_is_written_while_it_is_counted_is_noticed(folder: Path) -> None:
    link = link_to("files")
    with fails("database_changed"), link.state():
        pq.write_table(random_records(2, 90, 10**9, decimals=True), folder / "people.parquet")


def long_question(link: Link) -> str:
    return (
        "select pg_sleep(60)"
        if link.kind == "postgres"
        else ("select count(*) from range(100000000) a, range(100000) b where (a.range * b.range) % 7 = 3")
    )


@pytest.mark.parametrize("engine", ["files", "register"])
def test_a_question_stops_when_asked_to_and_when_its_time_is_over(engine: str, request: pytest.FixtureRequest) -> None:
    request.getfixturevalue("folder" if engine == "files" else "register")
    link = link_to(engine)
    before = threading.active_count()
    with pytest.raises(Cancelled):
        link.ask(long_question(link), (), NOW)

    def by_hand() -> bool:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        link.ask(long_question(link), (), by_hand)
    with fails("database_too_long") as fault:
        replace(link, time_limit=0, _here=threading.local()).ask(long_question(link), (), NEVER)
    assert fault.value.fields["name"] == engine
    assert threading.active_count() == before
    assert open_relation(link, "people" if engine == "files" else "micro.people", ROLES).rows == 100


# --- PostgreSQL ---


def test_the_server_refuses_whatever_changes_something(register: Server) -> None:
    with link_to("register").state() as connection:
        for text in (
            "delete from micro.people",
            "create table public.x (a int)",
            "insert into micro.people default values",
        ):
            with fails("database_failed"):
                link_to("register").ask(text, (), NEVER)
        assert connection.ask("select 1 as n", ()).num_rows == 1


def test_two_statements_in_one_are_refused(register: Server) -> None:
    with fails("database_failed"), link_to("register").state() as connection:
        connection.ask("select 1; select 2", ())


@pytest.mark.daily(2)
@pytest.mark.parametrize(
    "grants",
    [
        ["grant insert on micro.people to writer"],
        ["grant update (land) on micro.people to writer"],
        ["alter table micro.people owner to writer"],
        ["create role owners", "alter table micro.people owner to owners", "grant owners to writer"],
        ["alter role writer superuser"],
    ],
)
def test_an_account_that_could_write_is_refused(
    register: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, grants: list[str]
) -> None:
    register.say("create role writer login", "grant usage on schema micro to writer")
    try:
        register.say("grant select on micro.people to writer", *grants)
        name_in_policy(monkeypatch, tmp_path, {"register": register.entry("writer")})
        with fails("database_may_write") as fault:
            open_relation(link_to("register"), "micro.people", ROLES)
        assert fault.value.fields == {"user": "writer", "relation": "micro.people"}
    finally:
        register.say("alter table micro.people owner to admin", "drop owned by writer", "drop role writer")
        register.say("drop role if exists owners")


def test_what_is_written_meanwhile_is_not_seen_in_a_state_and_is_after_it(register: Server) -> None:
    link = link_to("register")
    count = "select count(*) as n from micro.people"

    def counted() -> int:
        return int(link.ask(count, (), NEVER).column("n")[0].as_py())

    with link.state():
        first = counted()
        register.say("delete from micro.people where land = '11'")
        assert counted() == first
    assert counted() < first


def test_data_that_change_between_two_tables_give_no_figure(register: Server) -> None:
    data = open_relation(link_to("register"), "micro.people", ROLES)
    ckm.tabulate(data, ckm.TableSpec("land"))
    register.say("update micro.people set key = 0.000000001 where land = '11'")
    with fails("database_changed"):
        ckm.tabulate(data, ckm.TableSpec("works"))
    with fails("database_changed"):
        ckm.tabulate(data, ckm.TableSpec(filters=(Condition("word", ("a", "A")),)))


def test_the_environment_leads_nowhere_else(register: Server, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    named = {
        "PGHOST": "/nowhere", "PGUSER": "admin", "PGOPTIONS": "-c default_transaction_read_only=off",
        "PGSSLMODE": "require", "PGSERVICE": "none", "PGPASSWORD": "secret", "PGDATABASE": "other", "PGPORT": "1",
    }  # fmt: skip
    for name, value in named.items():
        monkeypatch.setenv(name, value)
    found = link_to("register").ask("select cast(current_user as text) as u", (), NEVER).column("u")[0].as_py()
    assert found == "reader"
    assert {name: os.environ[name] for name in named} == named


def test_a_server_that_is_not_there_does_not_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("adbc_driver_postgresql", reason="the driver of PostgreSQL is not installed")
    name_in_policy(monkeypatch, tmp_path, {"register": silent_server(tmp_path)})
    with fails("database_unreachable") as fault:
        open_relation(link_to("register"), "micro.people", ROLES)
    assert fault.value.fields["name"] == "register"


def test_codes_of_a_fixed_width_and_of_a_view_are_those_of_the_table(register: Server, tmp_path: Path) -> None:
    records = random_records(5, 120, 10**9, decimals=True)
    register.load("people", records)
    register.say(
        "create domain micro.land_code as varchar(6)",
        "create view micro.wide as select cast(land as char(6)) as land, cast(region as micro.land_code) as region,"
        " word, age, works, key from micro.people",
        "grant select on micro.wide to reader",
    )
    try:
        found, expected = open_relation(link_to("register"), "micro.wide", ROLES), here(records, ROLES, tmp_path)
        for spec in (
            ckm.TableSpec("land", "region"),
            ckm.TableSpec("works", filters=(Condition("land", ("11", "3")), Condition("region", ("r1", "r2")))),
        ):
            assert_same(found, expected, spec)
    finally:
        register.say("drop view micro.wide", "drop domain micro.land_code")


def test_a_filter_of_too_many_values_is_applied_here(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(codes, "MOST_BOUND", 1)
    data = open_relation(link_to("files"), "people", ROLES)
    expected = here(random_records(1, 100, 10**9, decimals=True), ROLES, tmp_path)
    words = tuple(expected.dimension("word").codes[:7])
    assert_same(data, expected, ckm.TableSpec("land", "word", filters=(Condition("word", words),)))
    assert_same(
        data, expected, ckm.TableSpec("land", filters=(Condition("word", words), Condition("age", ("1", "2", "3"))))
    )


# --- columns ---


@pytest.mark.parametrize(
    ("roles", "error"),
    [
        (Roles(("land", "nothing")), "database_column_unknown"),
        (Roles(("float",)), "database_column"),
        (Roles(("stamp",)), "database_column"),
        (Roles(("land",), magnitudes=("float",)), "database_column"),
        (Roles(("land",), magnitudes=("fine",)), "database_column"),
        (Roles(("land",), magnitudes=("word",)), "database_column"),
        (Roles(("land",), magnitudes=("vast",)), "database_sums"),
        (Roles(("land",), weight="hole"), "database_values"),
        (Roles(("land",), weight="minus"), "database_values"),
        (Roles(("land",), key="hole"), "database_values"),
        (Roles(("land",), key="minus"), "database_values"),
        (Roles(("land",), key="whole"), "database_values"),
        (Roles(("land",), key="whole", modulus=3), "database_values"),
        (Roles(("land",), household="missing"), "database_values"),
    ],
)
def test_a_column_that_cannot_be_counted_exactly_is_named(folder: Path, roles: Roles, error: str) -> None:
    from decimal import Decimal

    table = pa.table(
        {
            "land": ["1", "2"],
            "word": ["a", "b"],
            "float": [0.5, 1.5],
            "stamp": pa.array([0, 1], pa.timestamp("us")),
            "fine": pa.array([Decimal("0.1234567"), Decimal(1)], pa.decimal128(12, 7)),
            "vast": pa.array([2**62, 2**62], pa.int64()),
            "hole": pa.array([None, 1], pa.int64()),
            "minus": pa.array([-1, 1], pa.int64()),
            "whole": pa.array([5, 1], pa.int64()),
            "missing": pa.array(["h", "  "]),
        }
    )
    pq.write_table(table, folder / "odd.parquet")
    with fails(error):
        open_relation(link_to("files"), "odd", roles)


def test_a_relation_that_is_not_there_is_named(folder: Path, register: Server, tmp_path: Path) -> None:
    with fails("database_relation_unknown"):
        open_relation(link_to("register"), "micro.nobody", ROLES)
    register.say("create table micro.closed (land text)")
    try:
        with fails("database_relation_unknown"):
            open_relation(link_to("register"), "micro.closed", ROLES)
    finally:
        register.say("drop table micro.closed")


def test_keys_as_doubles_are_their_shortest_decimals(tmp_path: Path) -> None:
    records = random_records(7, 150, 10**9, decimals=True)
    doubles = pa.array([float(one) for one in records.column("key").to_pylist()], pa.float64())
    records = records.set_column(records.column_names.index("key"), "key", doubles)
    with duck_folder(tmp_path) as there:
        found, expected = there(records, ROLES), here(records, ROLES, tmp_path)
    assert found.record_keys is not None
    assert expected.record_keys is not None
    assert found.record_keys.modulus == expected.record_keys.modulus


def test_no_records_at_all_make_an_empty_table(folder: Path) -> None:
    records = random_records(1, 3, 10**9, decimals=True).slice(0, 0)
    pq.write_table(records, folder / "nobody.parquet")
    data = open_relation(link_to("files"), "nobody", roles_for(10**9, decimals=True))
    assert data.rows == 0
    assert ckm.tabulate(data, ckm.TableSpec("land")).blocks[0].counts.tolist() == [0]
