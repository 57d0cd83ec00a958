"""What the program writes for the administrator of a database works on a real server, and gives the same keys."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from ckmcore.cli import main
from ckmcore.keys.derivation import derive_keys, write_secret
from ckmcore.scale.database import admin
from ckmcore.scale.database.connect import link_to
from ckmcore.scale.database.open import open_relation
from ckmcore.statistic.relation import Roles
from tests.kit.databases import Server, name_in_policy, programs
from tests.kit.fails import fails

IDENTIFIERS = ["1", "007", " padded\t", "über", "o'neill", "back\\slash", "北", "x" * 200]


def run(*arguments: object) -> int:
    return main(["--language", "en", *map(str, arguments)])


def psql(server: Server, text: str) -> None:
    """Runs a script as an administrator does, with psql."""
    found = programs()
    assert found is not None
    words = ["-X", "-q", "-v", "ON_ERROR_STOP=1", "-h", str(server.folder), "-U", "admin", "-d", "postgres"]
    subprocess.run([str(found / "psql"), *words], input=text, text=True, check=True, capture_output=True, timeout=60)


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    path = tmp_path / "secret.txt"
    write_secret(path)
    return path


@pytest.fixture
def register(postgres: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Server:
    rows = [(one, "m" if at % 2 else "w") for at, one in enumerate(IDENTIFIERS)]
    table = pa.table({"pid": [one for one, _ in rows], "sex": [sex for _, sex in rows]})
    postgres.load("persons", table)
    postgres.say("revoke all on micro.persons from reader")
    name_in_policy(monkeypatch, tmp_path, {"register": postgres.entry()})
    return postgres


@pytest.mark.thorough
def test_the_function_of_the_server_derives_the_keys_of_ckm(register: Server, secret: Path) -> None:
    register.say("drop schema if exists keys cascade", "create schema keys")
    psql(register, admin.deriving_function("keys", "reader"))
    with register.connected() as connection, connection.cursor() as cursor:
        cursor.execute("insert into keys.ckm_secret values ($1)", (secret.read_bytes().strip(),))
        for period in ("", "2025"):
            cursor.execute(
                "select cast(keys.ckm_key(pid, $1) * 1000000000 as bigint) as k from micro.persons", (period,)
            )
            found = cursor.fetch_arrow_table().column("k").to_pylist()
            expected = derive_keys(IDENTIFIERS, secret.read_bytes().strip(), period).values.tolist()
            assert found == expected
    with link_to("register").state() as connection, fails("database_failed", match="permission denied"):
        connection.ask("select secret from keys.ckm_secret", ())
    with link_to("register").state() as connection:
        register.say("grant usage on schema keys to reader")
        assert connection.ask("select keys.ckm_key('1') as k", ()).num_rows == 1


def test_keys_are_derived_loaded_joined_and_checked(
    register: Server, secret: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pq.write_table(pa.table({"pid": [*IDENTIFIERS, "1"]}), tmp_path / "persons.parquet")
    asked = ("keys", "derive", tmp_path / "persons.parquet", "--id", "pid", "--secret", secret)
    assert run(*asked, "-o", tmp_path / "keys.csv") == 0
    assert run(*asked, "-o", tmp_path / "keys.parquet") == 0
    made = pq.read_table(tmp_path / "keys.parquet")
    assert made.schema.field("rkey").type == pa.decimal128(9, 9)
    assert [int(one.scaleb(9)) for one in made.column("rkey").to_pylist()] == derive_keys(
        IDENTIFIERS, secret.read_bytes().strip()
    ).values.tolist()
    capsys.readouterr()
    place = ("--relation", "micro.persons", "--id", "pid", "--file", tmp_path / "keys.csv")
    assert run("database", "sql", "keys", *place) == 0
    psql(register, "drop table if exists micro.persons_keys cascade;\n" + capsys.readouterr().out)
    assert run("database", "sql", "role", "--relation", "micro.persons_keyed", "--user", "clerk's") == 0
    psql(register, capsys.readouterr().out)
    try:
        name_in_policy(pytest.MonkeyPatch(), tmp_path, {"register": register.entry("clerk's")})
        data = open_relation(link_to("register"), "micro.persons_keyed", Roles(("sex",), "rkey"))
        assert data.rows == len(IDENTIFIERS)
        checked = ("--relation", "micro.persons_keyed", "--dimensions", "sex", "--record-key", "rkey", "--id", "pid")
        assert run("database", "check", "register", *checked, "--secret", secret) == 0
        said = capsys.readouterr().out
        assert "8 keys are as derived from the secret." in said
        assert f"Mark of the data: {data.counter.mark if data.counter else ''}" in said
        write_secret(tmp_path / "other.txt")
        assert run("database", "check", "register", *checked, "--secret", tmp_path / "other.txt") == 0
        assert "8 of 8 keys are others" in capsys.readouterr().out
    finally:
        register.say("drop table micro.persons_keys cascade", 'drop owned by "clerk\'s"', 'drop role "clerk\'s"')


def test_the_command_lists_what_there_is(register: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    register.say("grant select on micro.persons to reader")
    assert run("database", "list") == 0
    assert capsys.readouterr().out.startswith("register: postgres, postgres (")
    assert run("database", "check", "register") == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "“register” (postgres) answers, and is only read."
    assert any(line.startswith("micro.persons") for line in said[1:])
    assert (
        run(
            "table",
            "--data",
            "database:register",
            "--rows",
            "sex",
            "-o",
            tmp_path / "t.csv",
            "--method",
            "rounding",
            "--base",
            5,
        )
        == 1
    )
    assert "database:NAME/TABLE" in capsys.readouterr().err


def test_a_table_of_the_file_of_keys_is_refused_without_identifiers(
    tmp_path: Path, secret: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pq.write_table(pa.table({"pid": ["1", " "]}), tmp_path / "persons.parquet")
    target = tmp_path / "keys.parquet"
    assert run("keys", "derive", tmp_path / "persons.parquet", "--id", "pid", "--secret", secret, "-o", target) == 1
    assert not target.exists()
