"""A zero is a zero on the screen: data that protect to the same figures give the same screen model, word for word."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from ckmcore.base.texts import Texts
from ckmcore.keys.record_keys import RecordKeys
from ckmcore.methods.cellkey import CellKeyMethod
from ckmcore.methods.rounding import Rounding
from ckmcore.microdata.data import Category, Dimension, Microdata, compact_codes
from ckmcore.office.settings import PLAIN
from ckmcore.ptable import design_ptable
from ckmcore.statistic.model import Statistic
from ckmcore.tabulate.spec import TableSpec
from ckmdesk.models.table_model import ACCESSIBLE, DISPLAY, TableModel
from ckmdesk.state.desk_state import TableState, Trial
from ckmdesk.state.finding import find_in
from ckmdesk.state.table_view import compute_view
from tests.examples import examples

METHODS = (CellKeyMethod(design_ptable(D=3, V=2.0, js=1)), Rounding(10))
SPEC = TableSpec(rows=["v"])


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


def screen(records: Microdata, method: CellKeyMethod | Rounding) -> list[object]:
    """Everything that the table on the clerk's screen is made of."""
    statistic = Statistic(Texts.same("S")).put_in_force(method)
    view = compute_view(records, statistic, TableState(SPEC, trial=Trial("original")), methodologist=False)
    assert view.insight is None
    model = TableModel()
    seen: list[object] = [view.cells, view.method_name, repr(view), view.trial]
    for language in ("de", "en"):
        model.show(view, language)  # type: ignore[arg-type]
        assert model.rows is not None
        assert model.columns is not None
        seen += [find_in(view, model.rows, model.columns, PLAIN, model.language, words) for words in ("0", "1", "b")]
        for row in range(model.rowCount()):
            seen.append(model.path("rows", row))
            for column in range(model.columnCount()):
                index = model.index(row, column)
                seen += [model.data(index, DISPLAY), model.data(index, ACCESSIBLE), model.noise(row, column)]
    model.deleteLater()
    return seen


@settings(max_examples=examples(60))
@given(
    st.lists(st.integers(0, 4), min_size=3, max_size=3),
    st.lists(st.integers(0, 4), min_size=3, max_size=3),
    st.lists(st.integers(0, 10**9 - 1), min_size=6, max_size=6),
)
def test_the_same_figures_give_the_same_screen(first: list[int], second: list[int], keys: list[int]) -> None:
    for method in METHODS:
        one, other = screen(data(first, keys[:3]), method), screen(data(second, keys[3:]), method)
        figures = [value for value in one if isinstance(value, str)]
        if figures == [value for value in other if isinstance(value, str)]:
            assert one == other


def test_a_clerk_sees_the_method_in_force_whatever_the_trial_says() -> None:
    records = data([1, 7, 9], [1000, 5, 6])
    shown = screen(records, METHODS[1])
    assert [text for text in shown if text in ("0", "10", "20")] != []
    assert "17" not in shown
