"""The number of records without a value is a count like any other: published as a cell that holds them alone."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from ckmcore.base.texts import Texts
from ckmcore.keys.record_keys import RecordKeys
from ckmcore.lab.conformance.missing_values import _number_missing
from ckmcore.methods.magnitudes import MagnitudeCellKeyMethod
from ckmcore.microdata.data import Category, Dimension, Microdata, NumberColumn
from ckmcore.tabulate.spec import Condition, TableSpec
from ckmcore.tabulate.tabulate import tabulate
from tests.kit.tables_of_sums import method

MODULUS = 10**9


@pytest.mark.parametrize("seed", range(12))
def test_the_number_missing_is_published_as_the_cell_of_these_records(seed: int) -> None:
    draw = np.random.default_rng(seed)
    rows = int(draw.integers(5, 60))
    blank = draw.random(rows) < 0.5
    keys = RecordKeys(draw.integers(0, MODULUS, rows).astype(np.uint64), MODULUS, None, "integer")
    column = NumberColumn("m", np.where(blank, 0, draw.integers(1, 900, rows)), 0, missing=blank)
    yes_no = Dimension("blank", Texts.same("blank"), (Category.plain("0"), Category.plain("1")))
    alone = Dimension("all", Texts.same("all"), (Category.plain("1"),))
    columns = {"all": np.zeros(rows, dtype=np.uint8), "blank": blank.astype(np.uint8)}
    data = Microdata(rows, {"all": alone, "blank": yes_no}, columns, keys, magnitudes={"m": column})
    own = replace(method(), boundary="less")
    assert isinstance(own, MagnitudeCellKeyMethod)
    table = tabulate(data, TableSpec(rows=["blank"], filters=[Condition("blank", ("1",))]))
    assert set(table.blocks[0].counts.tolist()) <= {0, int(blank.sum())}
    assert _number_missing(data, own) == max(own.protect(table).blocks[0].figures[0])
