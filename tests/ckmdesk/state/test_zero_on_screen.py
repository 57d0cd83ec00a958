"""A zero is a zero on the screen: data that protect to the same figures give the same screen model, word for word."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ckmcore.base.texts import Texts
from ckmcore.keys.record_keys import RecordKeys
from ckmcore.methods.cellkey import CellKeyMethod
from ckmcore.methods.rounding import Rounding
from ckmcore.microdata.data import Category, Dimension, Microdata, compact_codes
from ckmcore.ptable import design_ptable
from ckmcore.statistic.model import Statistic
from ckmcore.tabulate.spec import Level, Order, Presentation, TableSpec, Top
from ckmdesk.state.desk_state import TableState, Trial
from ckmdesk.state.table_view import compute_view
from tests.kit.examples import examples
from tests.kit.shown_table import everything

METHODS = (CellKeyMethod(design_ptable(D=3, V=2.0, js=1)), Rounding(10))
SPEC = TableSpec(rows=["v"])
# What goes by figures: sorted by a column, the largest alone, rows of zeros left out, bars and grounds; a row hidden.
CHOSEN = (
    TableSpec(
        rows=Level("v", order=Order("value", descending=True), hidden=("c",)),
        presentation=Presentation(hide_rows=True, bars=True, colours=True),
    ),
    TableSpec(rows=Level("v", top=Top(1)), presentation=Presentation(bars=True, colours=True)),
)


def data(counts: list[int], keys: list[int]) -> Microdata:
    codes = np.repeat(np.arange(3), counts)
    values = np.zeros(len(codes), dtype=np.uint32)
    first = 0
    for count, key in zip(counts, keys, strict=True):
        if count:
            values[first] = key
        first += count
    dimension = Dimension("v", Texts("Variable", "Merkmal"), tuple(Category.plain(code) for code in "abc"))
    return Microdata(
        len(codes), {"v": dimension}, {"v": compact_codes(codes, 3)}, RecordKeys(values, 10**9, 9, "generated")
    )


def screen(
    records: Microdata, method: CellKeyMethod | Rounding, spec: TableSpec = SPEC
) -> tuple[list[list[int]], list[object]]:
    """The figures that the clerk's screen shows, and everything else that it is made of."""
    statistic = Statistic(Texts.same("S")).put_in_force(method)
    view = compute_view(records, statistic, TableState(spec, trial=Trial("original")), methodologist=False)
    assert view.insight is None
    (shown,) = view.shown
    return shown.matrix.tolist(), [view.presented.table.method_name, view.trial, *everything(view, ("0", "1", "b"))]


@pytest.mark.thorough
@settings(max_examples=examples(60))
@given(
    st.lists(st.integers(0, 4), min_size=3, max_size=3),
    st.lists(st.integers(0, 4), min_size=3, max_size=3),
    st.lists(st.integers(0, 10**9 - 1), min_size=6, max_size=6),
)
def test_the_same_figures_give_the_same_screen(first: list[int], second: list[int], keys: list[int]) -> None:
    for method in METHODS:
        one, other = screen(data(first, keys[:3]), method), screen(data(second, keys[3:]), method)
        if one[0] == other[0]:
            assert one[1] == other[1]


@settings(max_examples=examples(40))
@given(
    st.lists(st.integers(0, 4), min_size=3, max_size=3),
    st.lists(st.integers(-5, 4), min_size=6, max_size=6),
    st.sampled_from(CHOSEN),
)
def test_what_goes_by_figures_goes_by_those_that_are_published(
    tens: list[int], off: list[int], spec: TableSpec
) -> None:
    """Sorted, the largest alone, scales of bars and grounds, rows left out, marks of what is hidden."""
    alike = [
        [max(10 * ten + one, 0) if ten else max(one, 0) for ten, one in zip(tens, part, strict=True)]
        for part in (off[:3], off[3:])
    ]
    if published(alike[0]) == published(alike[1]):
        one, other = (screen(data(counts, [1, 2, 3]), METHODS[1], spec) for counts in alike)
        assert one == other


def published(counts: list[int]) -> list[int]:
    """What rounding to 10 shows of three categories: each, the total, all but the largest."""
    shown = [(count + 5) // 10 for count in counts]
    largest = shown.index(max(shown))
    return [*shown, (sum(counts) + 5) // 10, (sum(counts) - counts[largest] + 5) // 10]


def test_a_clerk_sees_the_method_in_force_whatever_the_trial_says() -> None:
    records = data([1, 7, 9], [1000, 5, 6])
    figures, shown = screen(records, METHODS[1])
    assert figures == [[0], [10], [10], [20]]
    assert {"0", "10", "20"} <= {text for text in shown if isinstance(text, str)}
    assert "17" not in shown
