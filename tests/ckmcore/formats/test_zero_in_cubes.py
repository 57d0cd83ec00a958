"""A zero is a zero in cubes and pages, too: data that protect to the same figures give the same files."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.formats.export import write_form
from ckmcore.formats.forms import FORMS
from ckmcore.presentation.present import present_draft
from ckmcore.statistic.period import Period, PeriodSource
from tests.ckmcore.same_counts import CODES, ELABORATE, PLAIN, PTABLE, SORTED, with_counts
from tests.kit.examples import examples

FORMS_HERE = [form for form in FORMS.values() if form.cube or form.name == "html"]
COUNTS = st.lists(st.integers(0, 4), min_size=3, max_size=3)
KEYS = st.lists(st.integers(0, 10**9 - 1), min_size=3, max_size=3)


def everything_written(data: ckm.Microdata, spec: ckm.TableSpec, method: ckm.CellKeyMethod) -> list[bytes]:
    statistic = ckm.Statistic(
        ckm.Texts.same("S"), periods=(Period(ckm.Texts.same("2025"), source=PeriodSource("file")),)
    )
    page = present_draft(statistic.put_in_force(method).draft(spec, data), "de")
    with tempfile.TemporaryDirectory() as folder:
        files = [
            file for form in FORMS_HERE for file in write_form(page, form, Path(folder) / f"{form.name}{form.ending}")
        ]
        return [file.read_bytes() for file in files]


@pytest.mark.thorough
@settings(max_examples=examples(30), deadline=None)
@given(COUNTS, COUNTS, KEYS, KEYS)
def test_data_that_protect_to_the_same_figures_give_the_same_files(
    first: list[int], second: list[int], first_keys: list[int], second_keys: list[int]
) -> None:
    one, other = with_counts(first, first_keys), with_counts(second, second_keys)
    signs = ckm.CellKeyMethod(PTABLE, threshold=2, unreliable_below=3, uncertain_below=60, minimum_base=3)
    for method in (ckm.CellKeyMethod(PTABLE), signs):
        blocks = [ckm.protect(ckm.tabulate(data, PLAIN), method).blocks[0] for data in (one, other)]
        if len({str([*block.figures, *(block.signs or ())]) for block in blocks}) == 1:
            for spec in (PLAIN, ELABORATE, SORTED):
                assert everything_written(one, spec, method) == everything_written(other, spec, method)


def test_an_original_zero_and_a_protected_zero_give_the_same_files() -> None:
    # Count 1 with a key below p(0 | 1) is published as 0, like a cell without records.
    spec = ckm.TableSpec(rows=[ckm.Level("v", total="off")])
    method = ckm.CellKeyMethod(PTABLE)
    zero, one = with_counts([0, 40, 50], [0, 0, 0]), with_counts([1, 40, 50], [1000, 0, 0])
    assert ckm.tabulate(one, spec).blocks[0].counts[1] == 1
    assert len(CODES) == 3
    assert everything_written(zero, spec, method) == everything_written(one, spec, method)
