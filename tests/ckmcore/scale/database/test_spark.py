"""Spark Connect, within one process and over a master with two workers: the figures of the kernel, cancel, loss."""

from __future__ import annotations

import gc
import signal
import threading
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import ckmcore as ckm
from ckmcore.base.progress_listener import listening_to_progress
from ckmcore.errors import Cancelled
from ckmcore.microdata.households import counting_households
from ckmcore.scale.database.connect import link_to
from ckmcore.scale.database.mark import mark_of
from ckmcore.scale.database.open import open_relation
from ckmcore.statistic.relation import Roles
from ckmcore.tabulate.scan import never
from ckmcore.tabulate.spec import Condition, Value
from tests.kit.database_engines import assert_same, here, random_records, roles_for
from tests.kit.databases import Started, name_in_policy, spark_server
from tests.kit.fails import fails

pytestmark = pytest.mark.thorough
ENDLESS = "select count(*) as n from range(1000000000000) where id % 7 = 3 and sin(id) > 2"


@dataclass
class Lake:
    """A server of Spark, and a folder for files that its tables are made of."""

    folder: Path
    server: Started

    def say(self, text: str) -> None:
        with link_to("lake").state() as connection:
            connection.session.sql(text).collect()  # type: ignore[attr-defined]

    def load(self, table: str, records: pa.Table) -> None:
        path = self.folder / f"{table}.parquet"
        pq.write_table(records, path)
        self.say(f"drop table if exists default.`{table}`")
        self.say(f"create table default.`{table}` using parquet as select * from parquet.`{path}`")  # noqa: S608 - a folder of the test


@pytest.fixture(scope="module", params=[0, 2], ids=["in one process", "a master and two workers"])
def lake(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lake]:
    folder = tmp_path_factory.mktemp("spark")
    with spark_server(folder, request.param) as (port, server), pytest.MonkeyPatch.context() as patched:
        entry = {"kind": "spark", "host": "127.0.0.1", "port": port, "secret": "none", "tls": "off"}
        name_in_policy(patched, folder, {"lake": entry})
        yield Lake(folder, server)


@pytest.mark.parametrize(("seed", "modulus", "decimals"), [(1, 10**17, True), (2, 10**18, False), (3, 256, False)])
def test_each_figure_is_that_of_the_kernel(lake: Lake, tmp_path: Path, seed: int, modulus: int, decimals: bool) -> None:
    records, roles = random_records(seed, 260, modulus, decimals=decimals), roles_for(modulus, decimals=decimals)
    lake.load("people", records)
    found, expected = open_relation(link_to("lake"), "default.people", roles), here(records, roles, tmp_path)
    assert mark_of(found) == mark_of(expected)
    words = tuple(code for code in expected.dimension("word").codes if code in ("f''1", "f'1", "\\q", "y'z", ""))
    for spec in (
        ckm.TableSpec("land", ["word", "works"], values=(Value(), Value("weighted_count"))),
        ckm.TableSpec("age", filters=(Condition("word", words), Condition("works", ("1",)))),
        ckm.TableSpec("land", values=(Value("sum", magnitude="amount"), Value("missing", magnitude="amount"))),
        ckm.TableSpec("region", values=(Value("mean", magnitude="amount", of="weighted_count"),)),
    ):
        assert_same(found, expected, spec, contributors=5)


def test_households_are_those_of_the_kernel(lake: Lake, tmp_path: Path) -> None:
    records = random_records(4, 150, 10**9, decimals=False)
    lake.load("households", records)
    roles = replace(roles_for(10**9, decimals=False), weight="", magnitudes=())
    any_member = ("works", "word", "age", "land")
    households = records.column("household").combine_chunks()
    expected = counting_households(here(records, roles, tmp_path), households, any_member)
    asked = replace(roles, household="household", any_member=any_member)
    found = open_relation(link_to("lake"), "default.households", asked)
    for spec in (ckm.TableSpec("region", "works"), ckm.TableSpec("works", filters=(Condition("region", ("r1",)),))):
        assert_same(found, expected, spec)


def test_a_question_stops_when_asked_to_and_when_its_time_is_over(lake: Lake) -> None:
    link = link_to("lake")
    with pytest.raises(Cancelled):
        link.ask(ENDLESS, (), lambda: True)
    with fails("database_too_long"):
        replace(link, time_limit=0, _here=threading.local()).ask(ENDLESS, (), lambda: False)
    assert link.ask("select 1 as n", (), lambda: False).num_rows == 1


def test_a_session_that_nobody_holds_ends_no_question_of_another(lake: Lake) -> None:
    """The driver ends the threads that all sessions share when Python gets rid of one."""
    kept = link_to("lake")
    with kept.state() as connection:
        session = connection.session  # type: ignore[attr-defined]
    link_to("lake").ask("select 1 as n", (), lambda: False)
    gc.collect()
    with kept.state() as again, link_to("lake").state() as other:
        assert again.session is other.session is session  # type: ignore[attr-defined]
        assert kept.ask("select 2 as n", (), lambda: False).column("n")[0].as_py() == 2


def test_it_is_told_how_far_a_question_is(lake: Lake) -> None:
    seen: list[float | None] = []
    text = "select count(*) as n from range(0, 400000000, 1, 40) where id % 7 = 3 and sin(id) > 2"
    with listening_to_progress(lambda _, part: seen.append(part)):
        link_to("lake").ask(text, (), lambda: False)
    known = [part for part in seen if part is not None]
    assert seen[0] is None
    assert known == sorted(known)
    assert 0 <= known[0] <= known[-1] <= 1


def test_faults_are_sentences(lake: Lake) -> None:
    link = link_to("lake")
    with fails("database_relation_unknown"):
        open_relation(link, "default.nobody", Roles(("a",)))
    with fails("database_failed"):
        link.ask("select cast('x' as int) as n", (), lambda: False)


def test_a_version_in_the_text_of_a_question_is_understood(lake: Lake) -> None:
    """A plain table keeps none: the server says that, and not that it cannot read the question."""
    records = random_records(5, 10, 10**9, decimals=False)
    lake.load("plain", records)
    with fails("database_failed", match=r"(?i)time travel"):
        link_to("lake").ask("select count(*) as n from default.plain version as of 7 where land is null", (), never)


def test_data_that_change_are_noticed(lake: Lake) -> None:
    records, roles = random_records(5, 100, 10**9, decimals=False), roles_for(10**9, decimals=False)
    lake.load("moving", records)
    data = open_relation(link_to("lake"), "default.moving", roles)
    lake.load("moving", random_records(6, 100, 10**9, decimals=False))
    with fails("database_changed"):
        ckm.tabulate(data, ckm.TableSpec("land"))


def test_a_server_that_is_killed_ends_the_question_in_a_sentence(lake: Lake) -> None:
    asked: list[int] = []

    def cancelled() -> bool:
        if not asked:
            lake.server.process.send_signal(signal.SIGKILL)
        asked.append(1)
        return False

    with fails("database_unreachable"):
        link_to("lake").ask(ENDLESS, (), cancelled)
