"""A zero is a zero for sums on paper, too: all zero, nobody answered, few who are published as none: the same bytes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

import ckmcore as ckm
from ckmcore.office.settings import PLAIN, Office
from ckmcore.tabulate.spec import Level, TableSpec
from ckmdesk.services.pdf import write_draft_pdf
from tests.kit.sums import METHODS, data_of, draft_of, no_contributors

SPEC = TableSpec(Level("region", total="off"), values=(ckm.sum_of("m"), ckm.mean("m")))


@pytest.mark.parametrize("name", METHODS)
@pytest.mark.parametrize("office", [PLAIN, Office(empty_sum="zero")], ids=["sign", "zero"])
def test_all_zero_nobody_answered_and_few_are_printed_alike(
    qtbot: QtBot, tmp_path: Path, name: str, office: Office
) -> None:
    others, regions, keys = no_contributors(METHODS[name], np.random.default_rng(9))

    def printed(data: ckm.Microdata) -> bytes:
        (path,) = write_draft_pdf(draft_of(data, METHODS[name], SPEC), tmp_path / "t.pdf", "de", office)
        return path.read_bytes()

    found = [printed(data_of(others, region)) for region in regions]
    assert all(one == found[0] for one in found)
    assert printed(data_of([(5, key) for key in keys], regions[0])) != found[0]
