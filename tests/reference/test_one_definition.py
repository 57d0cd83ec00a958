"""Comparison and evaluation of real persons: each measure the same, weighted, rounded, with signs and brackets."""

from __future__ import annotations

from pathlib import Path

import pytest

import ckmcore as ckm
from ckmcore.methods.method import Method
from ckmcore.microdata.data import Microdata
from ckmcore.tabulate.spec import TableSpec, Value
from tests.kit.agreement import agree

pytestmark = pytest.mark.reference


@pytest.fixture(scope="module")
def persons(reference: Path) -> Microdata:
    file = reference / "data" / "ihsn_persons_keys.csv"
    return ckm.read_microdata(file, ["region", "age", "sex"], "rkey", "sampling_weight")


@pytest.mark.daily(1)
@pytest.mark.parametrize("settings", [{}, {"threshold": 3}, {"uncertain_below": 10}, {"unreliable_below": 5}])
def test_board_and_evaluation_say_the_same_of_persons_under_the_published_table(
    reference: Path, persons: Microdata, settings: dict[str, int]
) -> None:
    method = ckm.CellKeyMethod(ckm.read_ptable(reference / "ptables" / "wista2019_grafik1.csv"), **settings)
    found = agree(persons, TableSpec(rows=["age"], columns=["region"]), method, with_empty=False)
    assert found["small_cells"]
    assert found["changed"] is not None


@pytest.mark.parametrize("method", [ckm.Rounding(5), ckm.KeyedRounding(3)], ids=["rounding", "keyed"])
def test_they_say_the_same_of_rounded_and_weighted_counts(persons: Microdata, method: Method) -> None:
    spec = TableSpec(rows=["age"], columns=["sex"], values=(Value(), Value("weighted_count")))
    agree(persons, spec, method, with_empty=True)
