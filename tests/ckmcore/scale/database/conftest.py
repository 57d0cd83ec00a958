"""What the tests of databases share."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kit.database_engines import Put, put_by_duckdb, put_by_postgres


@pytest.fixture(params=["duckdb", "postgres"])
def put(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Put:
    """Puts records into a database whose policy lets them be read; gives what they are called there."""
    if request.param == "duckdb":
        return put_by_duckdb(tmp_path, monkeypatch)
    return put_by_postgres(request.getfixturevalue("postgres"), tmp_path, monkeypatch)
