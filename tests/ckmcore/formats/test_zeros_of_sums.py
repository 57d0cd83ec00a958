"""A zero is a zero for sums, too: all zero, nobody answered, or few contributors who are published as none look alike
in every format."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.formats.document import document
from ckmcore.formats.export import write_form
from ckmcore.formats.forms import FORMS
from ckmcore.microdata.data import Microdata
from ckmcore.statistic.period import Period, PeriodSource
from ckmcore.tabulate.spec import Level, Measure, TableSpec
from tests.before_the_floor import put_in_force
from tests.ckmcore.formats.sums import METHODS, M, data_of
from tests.examples import examples

SUMS = (ckm.sum_of("m"), ckm.mean("m"), ckm.Value("ratio", magnitude="m", base_magnitude="m", decimals=1))
SPEC = TableSpec(Level("region", total="off"), values=SUMS)


def files_of(data: Microdata, method: Any) -> list[bytes]:
    """The table in every format, byte by byte."""
    statistic = ckm.Statistic(
        ckm.Texts.same("S"), periods=(Period(ckm.Texts.same("2025"), source=PeriodSource("file")),)
    )
    page = document(put_in_force(statistic, method).draft(SPEC, data), "en")
    with tempfile.TemporaryDirectory() as folder:
        forms = [form for form in FORMS.values() if not form.desk]
        files = [one for form in forms for one in write_form(page, form, Path(folder) / f"{form.name}{form.ending}")]
        return [file.read_bytes() for file in files]


def contributors(data: Microdata, method: Any) -> int:
    """The published number of contributors in region b."""
    block = ckm.tabulate(data, SPEC, contributors=3).blocks[0]
    return int(method.counted(block, weighted=False).published[Measure("contributors", "m")][2])


@pytest.mark.parametrize("name", METHODS)
@settings(max_examples=examples(2), deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_all_zero_nobody_answered_and_few_are_the_same_bytes_in_every_format(name: str, seed: int) -> None:
    method, chance = METHODS[name], np.random.default_rng(seed)
    keys = iter(chance.integers(0, M, 4000).tolist())
    others: list[tuple[int | None, int]] = [(int(value), next(keys)) for value in chance.integers(0, 900, 40)]
    many = int(chance.integers(12, 30))
    zeros = [(0, next(keys)) for _ in range(many)]
    blank = [(None, next(keys)) for _ in range(many)]
    mixed = [((0, None)[int(chance.integers(0, 2))], next(keys)) for _ in range(many)]
    few: list[tuple[int | None, int]] = []
    for _ in range(400):
        amounts = [int(one) for one in chance.integers(1, 5000, int(chance.integers(1, 3)))]
        few = [*zeros, *((one, next(keys)) for one in amounts)]
        if not contributors(data_of(others, few), method):
            break
    assert contributors(data_of(others, few), method) == 0
    found = [files_of(data_of(others, region), method) for region in (zeros, blank, mixed, few)]
    assert all(one == found[0] for one in found)
    # What could have told them apart is there: the sum of the others.
    told = files_of(data_of([(5, key) for _, key in others], zeros), method)
    assert told != found[0]
