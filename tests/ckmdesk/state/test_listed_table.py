"""A table that lists its cells in the window: the same texts as the whole table, looked up as they are painted."""

from __future__ import annotations

import numpy as np
import pytest

import ckmcore as ckm
from ckmcore.messages import say
from ckmcore.methods.method import Method
from ckmcore.statistic.model import Statistic
from ckmcore.tabulate import tabulate
from ckmcore.tabulate.layout import ListedMatrix
from ckmcore.tabulate.spec import Order
from ckmdesk.models.table_model import TableModel, labels_of
from ckmdesk.state import table_view
from ckmdesk.state.desk_state import TableState, Trial
from ckmdesk.state.find_in_table import find_in
from ckmdesk.state.table_view import TableLarge, TableView, compute_view, refuse_large, same_figures
from tests.kit.fails import fails
from tests.kit.listed_tables import LISTED_METHODS, records

SPECS = [
    ckm.TableSpec(["land"], ["age", "sex"]),
    ckm.TableSpec(["land", "age"], ["sex"], values=["count", ckm.Value("share", base="row", decimals=1)]),
    ckm.TableSpec([ckm.Level("land", order=Order("value", descending=True))], ["sex"], layers=["age"]),
    ckm.TableSpec(["land", "sex"], values=["count", "count"]).with_changes(values_on="rows"),
]


def view_of(spec: ckm.TableSpec, method: Method, *, listed: bool, trial: Trial | None = None) -> TableView:
    statistic = Statistic(ckm.Texts.same("S")).put_in_force(method)
    state = TableState(spec, layer=1 if spec.layers[0].levels else 0, trial=trial or Trial())
    with pytest.MonkeyPatch.context() as patched:
        if listed:
            patched.setattr(tabulate, "CELL_LIMIT", 0)
        return compute_view(records(), statistic, state, methodologist=True)


def model_of(view: TableView) -> TableModel:
    model = TableModel()
    model.show(view)
    return model


def lines_of(model: TableModel) -> tuple[dict[tuple[str, ...], int], dict[tuple[str, ...], int]]:
    """Rows and columns of a model by their words."""
    assert model.rows is not None
    assert model.columns is not None
    rows = {(*model.rows.texts(row), model.rows.path(row)): row for row in range(model.rowCount())}
    columns = {
        (model.columns.path(column // model.values), str(column % model.values)): column
        for column in range(model.columnCount())
    }
    return rows, columns


@pytest.mark.daily(8)
@pytest.mark.parametrize("method", LISTED_METHODS[:4], ids=str)
@pytest.mark.parametrize("spec", SPECS, ids=["heads", "shares", "sheets", "rows"])
def test_every_cell_reads_as_in_the_whole_table(method: Method, spec: ckm.TableSpec) -> None:
    mine, whole = (model_of(view_of(spec, method, listed=listed)) for listed in (True, False))
    assert mine.view is not None
    assert whole.view is not None
    assert all(isinstance(one.matrix, ListedMatrix) for one in mine.view.shown)
    rows, columns = lines_of(mine)
    other_rows, other_columns = lines_of(whole)
    assert rows.keys() <= other_rows.keys()
    assert list(rows) == [key for key in other_rows if key in rows]
    blank = 0
    for row_key, row in rows.items():
        for column_key, column in columns.items():
            there = other_rows[row_key], other_columns[column_key]
            if mine.text(row, column):
                assert mine.text(row, column) == whole.text(*there)
                assert mine.figure(row, column) == whole.figure(*there)
                assert mine.noise(row, column) in (0, whole.noise(*there))
            else:
                blank += 1
    texts = mine.texts(range(mine.rowCount()), range(mine.columnCount()))
    assert texts == [[mine.text(row, column) for column in range(mine.columnCount())] for row in range(mine.rowCount())]
    assert (blank > 0) <= any(value.is_derived for value in spec.values)


@pytest.mark.parametrize("spec", SPECS[:2], ids=["heads", "shares"])
def test_what_is_listed_is_found_compared_and_told(spec: ckm.TableSpec) -> None:
    method = LISTED_METHODS[0]
    view = view_of(spec, method, listed=True)
    model = model_of(view)
    hits = find_in(view, *labels_of(view), "7")
    cells = {(hit.row, hit.column) for hit in hits if hit.part == "cell"}
    shown = {
        (row, column)
        for row in range(model.rowCount())
        for column in range(model.columnCount())
        if "7" in model.text(row, column)
    }
    assert cells == shown
    assert same_figures(view, view_of(spec, method, listed=True))
    assert not same_figures(view, view_of(spec, method, listed=False))
    assert not same_figures(view, view_of(spec, LISTED_METHODS[3], listed=True))
    whole = view_of(spec, method, listed=False)
    for mine, other in zip(view.scales, whole.scales, strict=True):
        assert mine[1] == other[1]
    assert view.insight is not None
    assert whole.insight is not None
    told = view.insight.explain(view.layout, 0, 0)
    assert told == whole.insight.explain(whole.layout, 0, 0)


def test_parts_of_any_size_and_place_are_the_same() -> None:
    view = view_of(SPECS[0], LISTED_METHODS[1], listed=True)
    matrix = view.shown[0].matrix
    assert isinstance(matrix, ListedMatrix)
    whole = matrix[0 : matrix.shape[0], 0 : matrix.shape[1]]
    for tile in (1, 3, 64):
        matrix.TILE = tile  # type: ignore[misc]
        matrix._tile.cache_clear()
        single = [[matrix[row, column] for column in range(matrix.shape[1])] for row in range(matrix.shape[0])]
        assert np.array_equal(single, whole)
    assert matrix.max() == whole.max()
    assert matrix.min() <= whole.min()


def test_originals_need_every_cell() -> None:
    with fails("needs_all_cells") as refused:
        view_of(SPECS[0], LISTED_METHODS[0], listed=True, trial=Trial("original"))
    assert say("listed_originals", "en") in str(refused.value)


def test_a_table_beyond_the_limit_is_offered_where_it_can_be_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_view, "LARGE", 1)
    monkeypatch.setattr(table_view, "CELL_LIMIT", 1)
    monkeypatch.setattr(tabulate, "CELL_LIMIT", 1)
    for spec, can in (
        (SPECS[0], True),
        (ckm.TableSpec("land", "age", values=[ckm.Value("change", variable="age", against="y1")]), False),
    ):
        with pytest.raises(TableLarge) as offered:
            refuse_large(records(), spec)
        assert offered.value.can_be_computed is can
