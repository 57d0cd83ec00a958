"""How far a question is: DuckDB and Spark say it, of PostgreSQL the time is told; and a question can be stopped."""

from __future__ import annotations

import itertools
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from ckmcore.base.progress_listener import listening_to_progress, progress_listener
from ckmcore.errors import Cancelled
from ckmcore.scale.database.connect import link_to
from tests.kit.databases import Server, name_in_policy

Seen = list[tuple[float, float | None]]


@pytest.mark.thorough
def test_duckdb_says_which_part_of_an_answer_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("duckdb", reason="the driver of DuckDB is not installed")
    pq.write_table(pa.table({"a": pa.array(range(3000))}), tmp_path / "many.parquet", row_group_size=100)
    name_in_policy(monkeypatch, tmp_path, {"files": {"kind": "duckdb", "path": str(tmp_path)}})
    seen: Seen = []

    def cancelled() -> bool:
        return len({part for _, part in seen if part is not None and part > 0}) > 2

    text = 'select count(*) as n from "many" x, "many" y, "many" z where z.a < 200 and (x.a * y.a + z.a) % 7 = 3'
    with pytest.raises(Cancelled), listening_to_progress(lambda seconds, part: seen.append((seconds, part))):
        link_to("files").ask(text, (), cancelled)
    seconds, parts = zip(*seen, strict=True)
    known = [part for part in parts if part is not None]
    assert list(seconds) == sorted(seconds)
    assert known == sorted(known)
    assert 0 <= known[0] < known[-1] <= 1
    assert progress_listener() is None  # nobody is told any more


def test_postgresql_says_nothing_but_the_time_goes_on(
    postgres: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name_in_policy(monkeypatch, tmp_path, {"register": postgres.entry()})
    seen: Seen = []
    with pytest.raises(Cancelled), listening_to_progress(lambda seconds, part: seen.append((seconds, part))):
        link_to("register").ask("select pg_sleep(60)", (), lambda: len(seen) > 3)
    assert [part for _, part in seen] == [None] * 4
    assert all(before[0] < after[0] for before, after in itertools.pairwise(seen))
