"""Cubes that were counted before answer for what follows from them, and for nothing else."""

from __future__ import annotations

import numpy as np
import pytest

import ckmcore as ckm
from ckmcore.errors import Cancelled
from ckmcore.keys.record_keys import integer_keys
from ckmcore.microdata.data import Category
from ckmcore.tabulate import cubes

SIZES = {"land": 3, "sex": 2, "age": 5, "family": 4}


def people(rows: int = 500) -> ckm.Microdata:
    chance = np.random.default_rng(3)
    columns = {name: chance.integers(0, size, rows).astype(np.uint8) for name, size in SIZES.items()}
    dimensions = {
        name: ckm.Dimension(name, ckm.Texts.same(name), tuple(Category.plain(f"{name}{code}") for code in range(size)))
        for name, size in SIZES.items()
    }
    return ckm.Microdata(rows, dimensions, columns, integer_keys(chance.integers(0, 256, rows, dtype=np.uint32), 256))


def always() -> bool:
    """Whoever may not look at a record: a scan stops at its first block."""
    return True


WOMEN = ckm.Condition("sex", ("sex1",))
WHOLE = ckm.TableSpec(rows=["land", "sex"], columns=["age"])
FOLLOWING = [
    ckm.TableSpec(rows=["age", "land"], columns=["sex"]),
    ckm.TableSpec(rows=["land"], columns=["sex"]),
    ckm.TableSpec(rows=["land"], layers=["sex"]),
    ckm.TableSpec(rows=["land"], filters=[WOMEN]),
    ckm.TableSpec(),
]


@pytest.mark.parametrize("spec", FOLLOWING)
def test_a_cube_answers_for_every_table_that_follows_from_it(spec: ckm.TableSpec) -> None:
    data = people()
    ckm.tabulate(data, WHOLE)
    found, fresh = ckm.tabulate(data, spec, cancelled=always), ckm.tabulate(people(), spec)
    for one, other in zip(found.blocks, fresh.blocks, strict=True):
        assert one.cell_keys is not None
        assert other.cell_keys is not None
        assert np.array_equal(one.counts, other.counts)
        assert np.array_equal(one.cell_keys, other.cell_keys)


@pytest.mark.parametrize(
    ("counted", "asked"),
    [
        (WHOLE, ckm.TableSpec(rows=["land", "family"])),
        (WHOLE.with_changes(filters=(WOMEN,)), WHOLE),
        (WHOLE, ckm.TableSpec(rows=["land"], filters=[ckm.Condition("family", ("family1",))])),
    ],
)
def test_records_are_looked_at_for_what_no_cube_knows(counted: ckm.TableSpec, asked: ckm.TableSpec) -> None:
    data = people()
    ckm.tabulate(data, counted)
    with pytest.raises(Cancelled):
        ckm.tabulate(data, asked, cancelled=always)


def test_the_cube_that_was_not_used_for_longest_makes_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cubes, "CACHE_CUBES", 2)
    data = people()
    for name in ("land", "age", "land", "family"):
        ckm.tabulate(data, ckm.TableSpec(rows=[name]))
    assert [cube.names for cube in data.cache.values()] == [("land",), ("family",)]
