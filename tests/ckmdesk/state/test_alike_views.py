"""What a clerk's window says of a table is the same of two sets of records that publish alike."""

from __future__ import annotations

import pytest

import ckmcore as ckm
from ckmcore.statistic.seal import Seal
from ckmdesk.state.desk_state import TableState
from ckmdesk.state.table_view import compute_view
from tests.kit.pairs_alike import COUNTS, METHODS, pair, spec_of


@pytest.mark.parametrize("kind", ["cell key", "weighted", "sums", "rounding"])
def test_t07_a_view_of_a_clerk_says_alike_of_data_that_publish_alike(kind: str) -> None:
    method = METHODS.get(kind, ckm.CellKeyMethod(COUNTS))
    statistic = ckm.Statistic("Persons", seal=Seal((), b"0" * 32, "clerk")).put_in_force(method, "2026-01-01")
    for seed in range(8):
        views = []
        for frame in pair(kind, seed):
            data = ckm.Microdata.from_pandas(frame, ["A", "B"], "rkey", "w", ["m"])
            spec = spec_of(kind)
            spec = spec.with_changes(values=(*spec.values, ckm.Value("share", base="total")))
            found = compute_view(data, statistic, TableState(spec), methodologist=False)
            page = found.presented
            views.append(
                [
                    found.insight,
                    found.told,
                    *(str(part) for part in (page.table.filters, page.title, page.table_notes, page.table.method_name)),
                    str(page.table.legend),
                ]
            )
        assert views[0] == views[1]
        assert views[0][0] is None
