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
from ckmcore.formats.clipboard_content import copied
from ckmcore.formats.export import write_form
from ckmcore.formats.forms import FORMS
from ckmcore.microdata.data import Microdata
from ckmcore.presentation.present import present_draft
from ckmcore.tabulate.spec import Level, TableSpec
from tests.kit.examples import examples
from tests.kit.sums import METHODS, data_of, draft_of, no_contributors

SUMS = (ckm.sum_of("m"), ckm.mean("m"), ckm.Value("ratio", magnitude="m", base_magnitude="m", decimals=1))
SPEC = TableSpec(Level("region", total="off"), values=SUMS)


def files_of(data: Microdata, method: Any) -> list[bytes]:
    """The table in every format that the engine writes, and as it is copied, byte by byte."""
    draft = draft_of(data, method, SPEC)
    page = present_draft(draft, "en")
    clip = copied(draft, "en", range(len(page.layout.rows)), range(len(page.layout.columns) * len(SUMS)))
    with tempfile.TemporaryDirectory() as folder:
        files = [
            one for form in FORMS.values() for one in write_form(page, form, Path(folder) / f"{form.name}{form.ending}")
        ]
        return [*(file.read_bytes() for file in files), clip.text.encode(), clip.html.encode()]


@pytest.mark.daily(1)
@pytest.mark.parametrize("name", METHODS)
@settings(max_examples=examples(2), deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_all_zero_nobody_answered_and_few_are_the_same_bytes_in_every_format(name: str, seed: int) -> None:
    method, chance = METHODS[name], np.random.default_rng(seed)
    others, regions, keys = no_contributors(method, chance)
    found = [files_of(data_of(others, region), method) for region in regions]
    assert all(one == found[0] for one in found)
    # What could have told them apart is there: the sum of the others.
    told = files_of(data_of([(5, key) for key in keys], regions[0]), method)
    assert told != found[0]
