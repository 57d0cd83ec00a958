"""Records that are read from a database into memory: the figures of the file, where the policy lets them leave it."""

from __future__ import annotations

import csv
import io
import signal
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import ckmcore as ckm
from ckmcore.base.exit_codes import Exit
from ckmcore.cli import main
from ckmcore.errors import Cancelled
from ckmcore.microdata.households import counting_households
from ckmcore.scale.database import records
from ckmcore.scale.database.connect import link_to
from ckmcore.scale.database.mark import mark_of
from ckmcore.scale.database.open import open_relation
from ckmcore.scale.database.records import read_relation_records
from ckmcore.statistic.relation import Roles, refuse_copy
from ckmcore.statistic.source import load_period
from tests.ckmcore.scale.database.register import figures, people_as_arrow
from tests.kit.database_engines import (
    NAME,
    Put,
    assert_same,
    here,
    random_records,
    roles_for,
)
from tests.kit.databases import name_in_policy, postgres_server
from tests.kit.fails import fails
from tests.kit.people import METHOD, SPEC


def shuffled(table: pa.Table) -> pa.Table:
    return table.take(pa.array(np.random.default_rng(5).permutation(len(table))))


def arrays(data: ckm.Microdata) -> list[np.ndarray]:
    """All that the records have."""
    numbers = [*data.magnitudes.values(), *([data.weight] if data.weight is not None else [])]
    found = [*data.columns.values(), *(one.values for one in numbers)]
    found += [one.missing for one in numbers if one.missing is not None]
    return found + ([] if data.record_keys is None else [data.record_keys.values])


@pytest.mark.daily(3)
@pytest.mark.parametrize(
    ("modulus", "decimals"), [(10**9, True), (10**17, True), (256, False), (10**18, False), (2**32 + 15, False)]
)
def test_records_are_those_of_the_file_whatever_order_they_come_in(
    put: Put, tmp_path: Path, modulus: int, decimals: bool
) -> None:
    table, roles = random_records(modulus, 300, modulus, decimals=decimals), roles_for(modulus, decimals=decimals)
    file, link = here(table, roles, tmp_path), link_to(NAME)
    found, mark = read_relation_records(link, put(table), roles)
    assert found.counter is None
    assert mark == mark_of(found) == mark_of(file) == mark_of(open_relation(link, put(table), roles))
    assert {name: one.codes for name, one in found.dimensions.items()} == {
        name: one.codes for name, one in file.dimensions.items()
    }
    amounts = [ckm.Value(), ckm.Value("weighted_count"), ckm.Value("sum", magnitude="amount"), ckm.share("row")]
    for spec in (ckm.TableSpec("land", "word", values=amounts), ckm.TableSpec(["age", "works"], "region")):
        assert_same(found, file, spec, 5)
    again, _ = read_relation_records(link, put(shuffled(table)), roles)
    for one, other in zip(arrays(found), arrays(again), strict=True):
        assert one.dtype == other.dtype
        np.testing.assert_array_equal(one, other)


def test_households_are_those_of_the_file(put: Put, tmp_path: Path) -> None:
    table = random_records(3, 200, 10**9, decimals=True)
    roles = replace(
        roles_for(10**9, decimals=True), household="household", weight="", magnitudes=(), any_member=("age",)
    )
    file = counting_households(
        here(table, roles, tmp_path), [one.strip() for one in table.column("household").to_pylist()], ["age"]
    )
    found, _ = read_relation_records(link_to(NAME), put(table), roles)
    assert found.households is not None
    assert len(found.households) == len(file.households or ())
    for spec in (ckm.TableSpec("region"), ckm.TableSpec("age", "region")):
        assert_same(found, file, spec)


def test_without_keys_and_without_records_there_is_an_order_too(put: Put) -> None:
    table = random_records(4, 90, 10**9, decimals=True)
    roles = Roles(("land", "word", "age"), magnitudes=("amount",))
    one, mark = read_relation_records(link_to(NAME), put(table), roles)
    other, same = read_relation_records(link_to(NAME), put(shuffled(table)), roles)
    assert mark == same
    for mine, theirs in zip(arrays(one), arrays(other), strict=True):
        np.testing.assert_array_equal(mine, theirs)
    empty, _ = read_relation_records(link_to(NAME), put(table.slice(0, 0)), roles_for(10**9, decimals=True))
    assert empty.rows == 0
    assert ckm.tabulate(empty, ckm.TableSpec("land")).parts


def test_records_stay_where_the_policy_says_nothing_of_reading_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("duckdb", reason="the driver of DuckDB is not installed")
    pq.write_table(people_as_arrow(tmp_path), tmp_path / "people.parquet")
    name_in_policy(monkeypatch, tmp_path, {NAME: {"kind": "duckdb", "path": str(tmp_path)}})
    with fails("database_records_stay", match="they are counted there"):
        read_relation_records(link_to(NAME), "people", Roles(("area",), "rkey"))
    ckm.write_ptable(ckm.design_ptable(D=3, V=2.0, js=1), tmp_path / "p.csv")
    asked = ["table", "--data", f"database:{NAME}/people", "--rows", "area", "--record-key", "rkey", "--into-memory"]
    asked += ["--ptable", str(tmp_path / "p.csv")]
    assert main(["--language", "en", *asked, "-o", str(tmp_path / "t.csv")]) == Exit.INPUT
    assert "keeps the records in the database" in capsys.readouterr().err
    assert not (tmp_path / "t.csv").exists()


def test_too_many_records_are_refused_before_one_is_read(put: Put, monkeypatch: pytest.MonkeyPatch) -> None:
    relation = put(random_records(1, 50, 10**9, decimals=True))
    monkeypatch.setattr(records, "free_memory", lambda: 100)
    monkeypatch.setattr(records._Reader, "add", lambda *_: pytest.fail("a record was read"))
    with fails("database_records_many", match=r"records of .register. \(50\) need about"):
        read_relation_records(link_to(NAME), relation, roles_for(10**9, decimals=True))


def test_reading_stops_when_asked_to(put: Put) -> None:
    relation, told = put(random_records(1, 50, 10**9, decimals=True)), []

    def cancelled() -> bool:
        return bool(told)

    def progress(rows: int, part: float) -> None:
        told.append((rows, part))

    roles = roles_for(10**9, decimals=True)
    read_relation_records(link_to(NAME), relation, roles, progress=progress)
    assert told[-1] == (50, 1.0)
    with pytest.raises(Cancelled):
        read_relation_records(link_to(NAME), relation, roles, cancelled=cancelled)


def made(path: Path, relation: str, *, held: str) -> Path:
    with ckm.create_statistic(path, ckm.Texts("People", "Personen"), source_note="Register") as work:
        work.add_period("2025", "2025-12-31")
        work.add_relation(
            NAME, relation, ["area", "sex"], magnitudes=["income"], record_key="rkey", held=held,  # type: ignore[arg-type]
        )  # fmt: skip
        work.put_in_force(METHOD, ckm.Decision(body="Methods"))
        work.save_table("1.1", SPEC)
    return path


@pytest.mark.daily(1)
def test_a_statistic_has_the_same_figures_however_its_records_are_held_and_notices_other_data(
    put: Put, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = people_as_arrow(tmp_path)
    relation = put(table)
    found = []
    for held in ("database", "memory"):
        path = made(tmp_path / f"{held}.ckm", relation, held=held)
        for step in (
            ["submit", path, "1.1", "--person", "Anna", "--format", "csv"],
            ["approve", path, 1, "--person", "B"],
        ):
            assert main(["--language", "en", "release", *map(str, step)]) == 0
        out = tmp_path / held
        assert main(["--language", "en", "release", "write", str(path), "1", "-o", str(out), "--person", "B"]) == 0
        found.append(figures(out))
    assert found[0] == found[1]
    statistic, _ = ckm.open_statistic(path)
    source = statistic.period.source
    assert source is not None
    assert '"held":"memory"' in source.reading
    data = load_period(statistic)
    assert data is not None
    assert data.counter is None
    assert data.columns["area"].shape == (data.rows,)
    with fails("records_elsewhere", match="Preparing data"):
        refuse_copy(statistic)
    other = ckm.open_statistic(tmp_path / "database.ckm")[0].period.source
    assert other is not None
    assert "held" not in other.reading
    assert other.sha256 == source.sha256
    put(table.set_column(2, "sex", pa.array(["w" if one == "m" else "m" for one in table.column("sex").to_pylist()])))
    capsys.readouterr()
    assert main(["--language", "en", "draft", str(path), "1.1", "-o", str(tmp_path / "later.xlsx")]) == Exit.INPUT
    assert "are not those that were taken over" in capsys.readouterr().err
    assert main(["statistic", "period", str(path), "2025", "--replace"]) == 0
    again = ckm.open_statistic(path)[0].period.source
    assert again is not None
    assert '"held":"memory"' in again.reading


@pytest.mark.daily(1)
def test_a_former_production_is_compared_with_records_in_a_database(
    put: Put, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    address = f"database:{NAME}/{put(people_as_arrow(tmp_path))}"
    ptable, former = tmp_path / "p.csv", tmp_path / "former.csv"
    ckm.write_ptable(ckm.design_ptable(D=3, V=2.0, js=1), ptable)
    asked = ["--record-key", "rkey", "--ptable", str(ptable)]
    table = ["table", "--data", address, "--rows", "area", "--columns", "sex", *asked, "--form", "long"]
    assert main(["--language", "en", *table, "-o", str(tmp_path / "t.csv")]) == 0
    rows = list(csv.reader(io.StringIO((tmp_path / "t.csv").read_text(encoding="utf-8-sig"), newline="")))
    begin = next(at for at, row in enumerate(rows) if len(row) == 3)
    lines = [row for row in rows[begin + 1 :] if len(row) == 3]

    def save(lines: list[list[str]]) -> None:
        text = [",".join(one) for one in (["area", "sex", "published"], *lines)]
        former.write_text("\n".join(text) + "\n", encoding="utf-8")

    compare = ["--language", "en", "compare", "--data", address, "--with", str(former), "--total", "Total", *asked]
    for more in ([], ["--into-memory"]):
        save(lines)
        capsys.readouterr()
        assert main([*compare, *more]) == 0
        assert f"{len(lines)} cells" in capsys.readouterr().out
        save([[*lines[0][:2], str(int(lines[0][2]) + 1)], *lines[1:]])
        assert main([*compare, *more]) == Exit.DIFFERS
        assert f"1 of {len(lines)} cells" in capsys.readouterr().out
    without = [one for one in compare if one not in ("--record-key", "rkey")]
    assert main(without) != 0
    assert "--record-key" in capsys.readouterr().err


@pytest.mark.daily(1)
def test_commands_read_it_into_memory(put: Put, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    address = f"database:{NAME}/{put(people_as_arrow(tmp_path))}"
    ckm.write_ptable(ckm.design_ptable(D=3, V=2.0, js=1), tmp_path / "p.csv")
    asked = ["--rows", "area", "--columns", "sex", "--record-key", "rkey", "--ptable", str(tmp_path / "p.csv")]
    for name, more in (("a.csv", []), ("b.csv", ["--into-memory"])):
        assert main(["table", "--data", address, *asked, *more, "-o", str(tmp_path / name)]) == 0
    assert (tmp_path / "a.csv").read_bytes() == (tmp_path / "b.csv").read_bytes()
    path = tmp_path / "s.ckm"
    assert main(["statistic", "create", str(path), "--title", "People"]) == 0
    names = ["--dimensions", "area,sex", "--record-key", "rkey", "--into-memory"]
    assert main(["statistic", "period", str(path), "2025", "--data", address, *names]) == 0
    data = load_period(ckm.open_statistic(path)[0])
    assert data is not None
    assert data.counter is None
    capsys.readouterr()
    file = ["--data", str(tmp_path / "people_2025.csv"), *names]
    assert main(["--language", "en", "statistic", "period", str(path), "2026", *file]) != 0
    assert "--into-memory" in capsys.readouterr().err


@pytest.mark.thorough
def test_a_server_that_is_killed_while_it_answers_ends_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = 1_000_000
    draw = np.random.default_rng(1)
    table = pa.table({"sex": draw.choice(["m", "w"], rows), "rkey": draw.integers(0, 10**9, rows)})
    with postgres_server() as server:
        server.load("people", table)
        name_in_policy(monkeypatch, tmp_path, {NAME: server.entry(read_records=True)})
        link = link_to(NAME)
        told: list[int] = []

        def progress(number: int, _part: float) -> None:
            told.append(number)
            server.process.send_signal(signal.SIGQUIT)

        with fails("database_unreachable", match="does not answer"):
            read_relation_records(link, "micro.people", Roles(("sex",), "rkey", 10**9), progress=progress)
        assert told
        assert told[-1] < rows
