"""The same records here and in each database, and what tables of them must have in common."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import ckmcore as ckm
from ckmcore.scale.database.connect import link_to
from ckmcore.scale.database.open import open_relation
from ckmcore.statistic.relation import Roles
from tests.kit.databases import Server, name_in_policy

AWKWARD = ["a", "f''1", "f'1", "y'z", "\\q", 'd"q', "über", "北", "a b", "$1", "?", "%s", "; drop", "A", "-1", "007"]
MODULI = [256, 10**3, 2**32 + 15, 10**9, 10**17, 10**18]
LAND = [("1", 0), ("11", 1), ("12", 1), ("2", 0), ("21", 1), ("22", 1), ("3", 0)]
LEAVES = ["11", "12", "21", "22", "3"]


def random_records(seed: int, rows: int, modulus: int, *, decimals: bool) -> pa.Table:
    """Records with everything that could go wrong: missing codes and amounts, signs, ties, wide keys, households."""
    rng = np.random.default_rng(seed)
    keys = rng.integers(0, modulus, rows)
    kind: Any = pa.int64()
    shown: list[Any] = [int(key) for key in keys]
    if decimals:
        digits = len(str(modulus)) - 1
        shown, kind = [Decimal(int(key)).scaleb(-digits) for key in keys], pa.decimal128(digits + 1, digits)
    amounts = [Decimal(int(one)) / 100 for one in rng.integers(-400, 400, rows)]
    gone = rng.random(rows) < 0.1
    household = rng.integers(0, max(1, rows // 3), rows)
    return pa.table(
        {
            "land": pa.array(rng.choice(LEAVES, rows), pa.string()),
            "word": pa.array(rng.choice(np.array([*AWKWARD, None], dtype=object), rows), pa.string()),
            "age": pa.array([None if one == 9 else int(one) for one in rng.integers(0, 12, rows)], pa.int16()),
            "works": pa.array(rng.choice(np.array([True, False, None], dtype=object), rows), pa.bool_()),
            "region": pa.array([f"r{one % 4}" for one in household], pa.string()),
            "household": pa.array([f" h{one} " if one % 5 == 0 else f"h{one}" for one in household], pa.string()),
            "key": pa.array(shown, kind),
            "weight": pa.array([Decimal(int(one)) / 1000 for one in rng.integers(0, 3000, rows)], pa.decimal128(12, 3)),
            "amount": pa.array(
                [None if hole else one for one, hole in zip(amounts, gone, strict=True)], pa.decimal128(12, 2)
            ),
            "months": pa.array([int(one) for one in rng.integers(0, 13, rows)], pa.int32()),
        }
    )


def roles_for(modulus: int, *, decimals: bool) -> Roles:
    """The roles of the random records."""
    key = None if decimals else modulus
    return Roles(("land", "word", "age", "works", "region"), "key", key, "weight", ("amount", "months"))


def here(records: pa.Table, roles: Roles, folder: Path) -> ckm.Microdata:
    """The records read from a file, whose codes are kept apart as a database keeps them."""
    path = folder / f"{uuid.uuid4().hex}.parquet"
    pq.write_table(records, path)
    try:
        return ckm.read_microdata(
            str(path), roles.dimensions, roles.key or None, roles.weight or None, roles.magnitudes,
            modulus=roles.modulus,
            dialect=ckm.Dialect(encoding="", answers=(ckm.ReadingAnswer("codes_case", "word", "apart"),)),
        )  # fmt: skip
    finally:
        path.unlink()


There = Callable[[pa.Table, Roles], ckm.Microdata]


@contextmanager
def duck_folder(folder: Path) -> Iterator[There]:
    """A folder of Parquet files that DuckDB counts."""
    pytest.importorskip("duckdb", reason="the driver of DuckDB is not installed")
    place = folder / "it's data"
    place.mkdir()
    with pytest.MonkeyPatch.context() as patched:
        name_in_policy(patched, folder, {"files": {"kind": "duckdb", "path": str(place)}})

        def there(records: pa.Table, roles: Roles) -> ckm.Microdata:
            name = f"p'{uuid.uuid4().hex[:8]}"
            half = len(records) // 2
            (place / name).mkdir()
            pq.write_table(records.slice(0, half), place / name / "1.parquet")
            pq.write_table(records.slice(half), place / name / "2.parquet")
            return open_relation(link_to("files"), name, roles)

        yield there


@contextmanager
def postgres_schema(server: Server, folder: Path) -> Iterator[There]:
    """A schema of PostgreSQL."""
    with pytest.MonkeyPatch.context() as patched:
        name_in_policy(patched, folder, {"register": server.entry()})

        def there(records: pa.Table, roles: Roles) -> ckm.Microdata:
            server.load("it's", records)
            return open_relation(link_to("register"), "micro.it's", roles)

        yield there


NAME = "register"
Put = Callable[[pa.Table], str]
"""Puts records into a database; gives what they are called there."""


def put_by_duckdb(folder: Path, patched: pytest.MonkeyPatch) -> Put:
    """Puts records into a folder whose policy lets them be read; gives what they are called there."""
    pytest.importorskip("duckdb", reason="the driver of DuckDB is not installed")
    place = folder / "register"
    place.mkdir()
    name_in_policy(patched, folder, {NAME: {"kind": "duckdb", "path": str(place), "read_records": True}})

    def put(table: pa.Table) -> str:
        pq.write_table(table, place / "people.parquet")
        return "people"

    return put


def put_by_postgres(server: Server, folder: Path, patched: pytest.MonkeyPatch) -> Put:
    """The same of a server."""
    name_in_policy(patched, folder, {NAME: server.entry(read_records=True)})

    def put(table: pa.Table) -> str:
        server.load("people", table)
        return "micro.people"

    return put


def assert_same(found: ckm.Microdata, expected: ckm.Microdata, spec: ckm.TableSpec, contributors: int = 0) -> None:
    """Each figure of a table is bit by bit the same, but that key sums of a database are taken modulo M."""
    one = ckm.tabulate(found, spec, contributors=contributors)
    other = ckm.tabulate(expected, spec, contributors=contributors)
    assert list(one.parts) == list(other.parts)
    for mine, theirs in zip(one.parts.values(), other.parts.values(), strict=True):
        for a, b in zip(mine, theirs, strict=True):
            assert [node.code for axis in a.dimensions for node in axis.nodes] == [
                node.code for axis in b.dimensions for node in axis.nodes
            ]
            np.testing.assert_array_equal(a.counts, b.counts)
            if b.key_sums is not None:
                np.testing.assert_array_equal(a.cell_keys, b.cell_keys)
            assert (a.weights is None) == (b.weights is None)
            if b.weights is not None:
                assert a.weights.dtype == b.weights.dtype
                np.testing.assert_array_equal(a.weights, b.weights)
            assert a.magnitudes.keys() == b.magnitudes.keys()
            for name, amounts in b.magnitudes.items():
                _assert_same_amounts(a.magnitudes[name], amounts, b.modulus)


def _assert_same_amounts(found: Any, expected: Any, modulus: int | None) -> None:
    assert found.arrays().keys() == expected.arrays().keys()
    assert (found.decimals, found.weighted_decimals, found.missing) == (
        expected.decimals, expected.weighted_decimals, expected.missing,
    )  # fmt: skip
    for name, array in expected.arrays().items():
        mine = found.arrays()[name]
        if name in ("key_sums", "valid_keys") and modulus is not None:
            mine, array = mine % np.uint64(modulus), array % np.uint64(modulus)
        assert mine.dtype == array.dtype
        np.testing.assert_array_equal(mine, array, err_msg=name)
