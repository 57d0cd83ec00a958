"""The floor under record keys holds in a database, too: judged there, and by the same figures."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest

import ckmcore as ckm
from ckmcore.keys.record_keys import RecordKeys, compact_keys
from ckmcore.ptable.floor.key_floor import key_spread
from ckmcore.scale.database import key_spread as of_database
from ckmcore.scale.database.connect import link_to
from ckmcore.scale.database.counter import DatabaseCounter
from ckmcore.scale.database.key_spread import spread_of_keys
from ckmcore.scale.database.open import open_relation
from ckmcore.statistic.relation import Roles
from tests.kit.database_engines import NAME, Put
from tests.kit.fails import fails


def people(keys: np.ndarray) -> pa.Table:
    sexes = np.array(["m", "w"])[np.arange(len(keys)) % 2]
    return pa.table({"sex": sexes, "rkey": pa.array(keys.astype(np.int64))})


def drawn(rows: int, modulus: int) -> np.ndarray:
    return np.random.default_rng(rows).integers(0, modulus, rows)


@pytest.mark.daily(4)
@pytest.mark.parametrize(("rows", "modulus"), [(3000, 10**9), (3000, 10**18), (3000, 256), (2, 97)])
def test_the_spread_is_that_of_the_keys(put: Put, rows: int, modulus: int) -> None:
    keys = drawn(rows, modulus)
    data = open_relation(link_to(NAME), put(people(keys)), Roles(("sex",), "rkey", modulus))
    assert isinstance(data.counter, DatabaseCounter)
    here = key_spread(RecordKeys(compact_keys(keys.astype(np.uint64), modulus), modulus, None, "integer"))
    assert spread_of_keys(data.counter) == replace(here, most_frequent_step=0)


def test_of_many_keys_a_share_tells_as_much(put: Put, monkeypatch: pytest.MonkeyPatch) -> None:
    keys = drawn(20_000, 10**6)
    data = open_relation(link_to(NAME), put(people(keys)), Roles(("sex",), "rkey", 10**6))
    assert isinstance(data.counter, DatabaseCounter)
    whole = spread_of_keys(data.counter)
    monkeypatch.setattr(of_database, "MOST_TOLD_APART", 2000)
    part = spread_of_keys(data.counter)
    assert whole is not None
    assert part is not None
    assert part.chi_square == whole.chi_square
    assert part.distinct != whole.distinct
    assert part.distinct == pytest.approx(whole.distinct, rel=0.02)
    assert part.most_frequent <= whole.most_frequent


@pytest.mark.daily(6)
@pytest.mark.parametrize("held", ["database", "memory"])
@pytest.mark.parametrize(
    ("bad", "rule"),
    [
        (lambda rows: np.full(rows, 7), "F11"),
        (lambda rows: np.arange(rows) % 40 * 25_000_000, "F11"),
        (lambda rows: drawn(rows, 10**8), "F13"),
    ],
    ids=["one key", "forty keys", "a tenth of the range"],
)
def test_bad_keys_are_refused_when_they_are_taken_over(
    put: Put, tmp_path: Path, bad: Callable[[int], np.ndarray], rule: str, held: str
) -> None:
    relation, path = put(people(bad(3000))), tmp_path / "s.ckm"
    with ckm.create_statistic(path, ckm.Texts.same("People")) as work:
        work.add_period("2025", "2025-12-31")
        with fails("keys_below_floor") as refused:
            work.add_relation(NAME, relation, ["sex"], record_key="rkey", modulus=10**9, held=held)  # type: ignore[arg-type]
    assert rule in str(refused.value.fields["rules"])
    assert ckm.open_statistic(path)[0].period.source is None
