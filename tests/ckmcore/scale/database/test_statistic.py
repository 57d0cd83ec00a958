"""A statistic whose records stay in a database: from the period to a verified release, and when they change."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import ckmcore as ckm
from ckmcore.base.exit_codes import Exit
from ckmcore.cli import main
from ckmcore.dictionary.hierarchy_columns import _paths
from ckmcore.statistic.source import load_period
from tests.ckmcore.scale.database.register import figures, people_as_arrow
from tests.kit.databases import Server, name_in_policy, postgres_server
from tests.kit.fails import fails
from tests.kit.people import METHOD, SPEC


@dataclass
class Place:
    """A database with the people of 2025: its address, and what changes a record there."""

    address: str
    change: Callable[[], None]
    folder: Path

    @property
    def names(self) -> tuple[str, str]:
        database, _, relation = self.address.removeprefix("database:").partition("/")
        return database, relation


@pytest.fixture(params=["duckdb", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Place]:
    table = people_as_arrow(tmp_path)
    if request.param == "duckdb":
        pytest.importorskip("duckdb", reason="the driver of DuckDB is not installed")
        folder = tmp_path / "register"
        folder.mkdir()
        pq.write_table(table, folder / "people.parquet")
        name_in_policy(monkeypatch, tmp_path, {"register": {"kind": "duckdb", "path": str(folder)}})

        def change() -> None:
            sexes = ["w" if one == "m" else "m" for one in table.column("sex").slice(0, 1).to_pylist()]
            other = table.set_column(2, "sex", pa.array([*sexes, *table.column("sex").slice(1).to_pylist()]))
            pq.write_table(other, folder / "people.parquet")

        yield Place("database:register/people", change, tmp_path)
        return
    server: Server = request.getfixturevalue("postgres")
    server.load("people", table)
    name_in_policy(monkeypatch, tmp_path, {"register": server.entry()})
    turned = "update micro.people set sex = case sex when 'm' then 'w' else 'm' end where pid = '0'"
    yield Place("database:register/micro.people", lambda: server.say(turned), tmp_path)


def in_database(place: Place) -> Path:
    """A statistic of these people, counted where they are."""
    path = place.folder / "counted.ckm"
    with ckm.create_statistic(path, ckm.Texts("People", "Personen"), source_note="Register") as work:
        work.add_period("2025", "2025-12-31")
        work.add_relation(*place.names, ["area", "sex"], magnitudes=["income"], record_key="rkey")
        work.put_in_force(METHOD, ckm.Decision(body="Methods"))
        work.save_table("1.1", SPEC)
    return path


def from_file(place: Place) -> Path:
    """The same statistic of their file."""
    path = place.folder / "read.ckm"
    with ckm.create_statistic(path, ckm.Texts("People", "Personen"), source_note="Register") as work:
        work.add_period("2025", "2025-12-31")
        names = ["area", "sex"]
        work.add_records(place.folder / "people_2025.csv", names, magnitudes=["income"], record_key="rkey")
        work.put_in_force(METHOD, ckm.Decision(body="Methods"))
        work.save_table("1.1", SPEC)
    return path


def run(*arguments: object) -> int:
    return main(["--language", "en", *map(str, arguments)])


@pytest.mark.daily(1)
def test_its_table_is_released_verified_and_made_again_with_the_figures_of_the_file(
    place: Place, capsys: pytest.CaptureFixture[str]
) -> None:
    path, other = in_database(place), from_file(place)
    for file, out in ((path, "counted"), (other, "read")):
        assert run("release", "submit", file, "1.1", "--person", "Anna", "--format", "csv") == 0
        assert run("release", "approve", file, 1, "--person", "Bernd") == 0
        assert run("release", "write", file, 1, "-o", place.folder / out, "--person", "Bernd") == 0
    assert figures(place.folder / "counted") == figures(place.folder / "read")
    (written,) = (place.folder / "counted").glob("*.csv")
    assert run("verify", path, written) == 0
    assert run("release", "repeat", path, 1, "-o", place.folder / "again") == 0
    assert (place.folder / "again" / written.name).read_bytes() == written.read_bytes()
    capsys.readouterr()
    place.change()
    assert run("release", "repeat", path, 1, "-o", place.folder / "later") != 0
    assert "are not those that were taken over" in capsys.readouterr().err
    assert not (place.folder / "later").exists() or not list((place.folder / "later").iterdir())
    assert run("verify", path, written) == 0


@pytest.mark.thorough
@pytest.mark.parametrize("place", ["duckdb"], indirect=True)
def test_it_is_attacked_measured_and_looked_through_as_the_file_is(
    place: Place, capsys: pytest.CaptureFixture[str]
) -> None:
    found = []
    for path, out in ((in_database(place), "counted"), (from_file(place), "read")):
        assert run("evaluate", path, "-o", place.folder / out, "--variants", "in-force") == 0
        assert run("release", "submit", path, "1.1", "--person", "Anna", "--format", "csv") == 0
        capsys.readouterr()
        assert run("release", "approve", path, 1, "--person", "Bernd", "--look") == 0
        assert run("release", "write", path, 1, "-o", place.folder / out / "files", "--person", "Bernd") == 0
        assert run("register", path, "--attack", place.folder / out / "attack.html") == 0
        said = [line for line in capsys.readouterr().out.splitlines() if "SHA-256" not in line]
        measures = (place.folder / out / "evaluation.csv").read_text(encoding="utf-8-sig").splitlines()
        found.append((said, [line for line in measures if "time" not in line]))
    assert found[0] == found[1]


@pytest.mark.daily(1)
def test_changed_data_give_no_figure_until_they_are_taken_over_again(
    place: Place, capsys: pytest.CaptureFixture[str]
) -> None:
    path = in_database(place)
    assert run("run", path, "-o", place.folder / "first") == 0
    before, bytes_before = ckm.open_statistic(path)[0].period.source, path.read_bytes()
    place.change()
    capsys.readouterr()
    assert run("draft", path, "1.1", "-o", place.folder / "second.xlsx") == Exit.INPUT
    assert "are not those that were taken over" in capsys.readouterr().err
    assert path.read_bytes() == bytes_before
    assert run("statistic", "period", path, "2025", "--replace") == 0
    assert run("draft", path, "1.1", "-o", place.folder / "third.xlsx") == 0
    after = ckm.open_statistic(path)[0].period.source
    assert before is not None
    assert after is not None
    assert after.sha256 != before.sha256


def test_commands_make_it_too_and_the_file_knows_neither_server_nor_account(place: Place) -> None:
    path, folder = place.folder / "by_commands.ckm", place.folder
    ckm.write_ptable(ckm.design_ptable(D=3, V=2.0, js=1), folder / "p.csv")
    assert run("statistic", "create", path, "--title", "People") == 0
    names = ("--dimensions", "area,sex", "--magnitudes", "income", "--record-key", "rkey")
    assert run("statistic", "period", path, "2025", "--data", place.address, *names) == 0
    assert run("statistic", "method", path, "--ptable", folder / "p.csv", "--body", "Methods") == 0
    assert run("statistic", "table", path, "1.1", "--rows", "area", "--columns", "sex") == 0
    assert run("run", path, "-o", folder / "drafts") == 0
    content = path.read_bytes()
    entry = json.loads((folder / "policy.json").read_text(encoding="utf-8"))["databases"]["register"]
    for secret in (entry.get("host"), entry.get("path"), entry.get("user")):
        assert not secret or str(secret).encode() not in content
    assert b"register" in content


def test_a_table_without_a_statistic_is_that_of_the_file(place: Place) -> None:
    folder = place.folder
    ckm.write_ptable(ckm.design_ptable(D=3, V=2.0, js=1), folder / "p.csv")
    asked = ("--rows", "area", "--columns", "sex", "--record-key", "rkey", "--ptable", folder / "p.csv")
    assert run("table", "--data", place.address, *asked, "-o", folder / "a.csv") == 0
    assert run("table", "--data", folder / "people_2025.csv", *asked, "-o", folder / "b.csv") == 0
    assert (folder / "a.csv").read_bytes() == (folder / "b.csv").read_bytes()


def test_a_hierarchy_of_columns_is_made_of_what_occurs_in_the_database(place: Place) -> None:
    paths = []
    for path in (in_database(place), from_file(place)):
        data = load_period(ckm.open_statistic(path)[0])
        assert data is not None
        names = [name for name in data.dimensions if len(data.dimension(name).codes) > 1][:3]
        paths.append((names, sorted(_paths(data, names))))
    assert paths[0] == paths[1]
    assert len(paths[0][1]) > 3


def test_what_needs_the_records_says_where_they_lie(place: Place) -> None:
    statistic, _ = ckm.open_statistic(in_database(place))
    data = load_period(statistic)
    assert data is not None
    assert data.record_keys is not None
    for wanted in (
        lambda: data.columns["area"],
        lambda: len(data.record_keys or ()),
        lambda: data.magnitudes["income"].values + 1,
        lambda: data.magnitudes["income"].values.sum,
    ):
        with fails("records_elsewhere", match=r"lie in the database .register."):
            wanted()


@pytest.mark.thorough
def test_a_server_that_is_killed_in_the_middle_of_a_question_ends_it_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from ckmcore.scale.database.connect import link_to

    with postgres_server() as server:
        server.load("people", people_as_arrow(tmp_path))
        name_in_policy(monkeypatch, tmp_path, {"register": server.entry()})
        path = in_database(Place("database:register/micro.people", lambda: None, tmp_path))
        before = path.read_bytes()
        link = link_to("register")
        asked: list[int] = []

        def cancelled() -> bool:
            """Asked while the server works: the first time is when it is killed."""
            if not asked:
                server.process.send_signal(signal.SIGQUIT)
            asked.append(1)
            return False

        with fails("database_unreachable", match="does not answer"):
            link.ask("select pg_sleep(60)", (), cancelled)
        assert asked
        assert run("run", path, "-o", tmp_path / "out") != 0
        assert path.read_bytes() == before
