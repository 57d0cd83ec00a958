"""The shelves share the width of the window out by what stands in them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QApplication

from ckmdesk.look.theme import Theme
from ckmdesk.pages.tables.shelf_panel import ShelfPanel, balanced, for_values
from ckmdesk.widgets.chips import Item
from ckmdesk.widgets.shelf import Shelf

WIDTHS = st.lists(st.tuples(st.integers(0, 2000), st.integers(0, 2000)), min_size=1, max_size=5)


@pytest.mark.look
@given(WIDTHS)
def test_room_is_given_by_those_who_can_spare_it_to_those_who_lack_it(pairs: Sequence[tuple[int, int]]) -> None:
    widths, needed = [width for width, _ in pairs], [need for _, need in pairs]
    found = balanced(widths, needed)
    assert abs(sum(found) - sum(widths)) <= len(pairs)  # whole pixels
    for width, need, new in zip(widths, needed, found, strict=True):
        assert min(width, need) - 1 <= new <= max(width, need) + 1 or (new == width and sum(widths) >= sum(needed))
    if sum(widths) >= sum(needed):
        assert all(new >= need - 1 for new, need in zip(found, needed, strict=True))


def in_sight(shelf: Shelf) -> bool:
    """Whether all chips of a shelf are shown whole, without a way to others."""
    QApplication.processEvents()
    QApplication.processEvents()
    area = shelf._area.viewport()
    whole = all(
        area.rect().contains(QRect(chip.mapTo(area, chip.rect().topLeft()), chip.size())) for chip in shelf.chips
    )
    return whole and not any(end.isVisible() for end in shelf._ends)


def with_land_in_rows(theme: Theme) -> ShelfPanel:
    """The shelves as wide as in a window of 1280 px, shown."""
    panel = ShelfPanel(theme)
    panel.resize(940, 90)
    panel.show()
    panel["rows"].show_items([Item("land", "Land", "rows", "category")])
    return panel


@pytest.mark.look
def test_a_filter_and_sheets_have_room_while_the_rows_can_spare_it(theme: Theme) -> None:
    panel = with_land_in_rows(theme)
    usual = panel["rows"].width()
    panel["filters"].show_items([Item("sex", "Geschlecht", "filters", "category", detail="weiblich")])
    panel["layers"].show_items([Item("form", "Studienform des Studiums", "layers", "category")])
    panel.fit()
    QApplication.processEvents()
    assert all(in_sight(panel[zone]) for zone in ("rows", "filters", "layers"))
    assert panel["rows"].width() < usual
    panel["filters"].show_items([Item(f"v{n}", "A long title of a variable", "filters", "category") for n in range(9)])
    panel.fit()
    QApplication.processEvents()
    assert in_sight(panel["rows"])
    assert [end.isVisible() for end in panel["filters"]._ends] == [False, True]
    panel["filters"].show_items([])
    panel.fit()
    QApplication.processEvents()
    assert all(in_sight(panel[zone]) for zone in ("rows", "filters", "layers"))
    panel.close()
    panel.deleteLater()


@given(WIDTHS.filter(lambda pairs: len(pairs) > 1), st.integers(0, 2000))
def test_rows_give_values_what_they_lack_and_no_more_than_they_can_spare(
    pairs: Sequence[tuple[int, int]], values: int
) -> None:
    widths = [width for width, _ in pairs]
    rows = pairs[0][1]
    first, *others = for_values(widths, rows, values)
    assert widths[0] >= first >= min(rows, widths[0])
    assert 0 <= sum(widths) - first - sum(others) < len(others)  # whole pixels
    assert first <= rows or sum(others) > values - len(others) or widths[0] <= rows


@pytest.mark.look
def test_values_have_room_while_the_rows_can_spare_it(theme: Theme) -> None:
    panel = with_land_in_rows(theme)
    count = Item("0", "Anzahl", "values", "sum", value=True)
    share = Item("1", "Anteil in %", "values", "share", value=True, detail="an insgesamt in jeder Spalte")
    panel["values"].show_items([count])
    panel.fit()
    assert in_sight(panel["values"])
    usual = panel["values"].width()
    panel["values"].show_items([count, share])
    panel.fit()
    assert all(in_sight(panel[zone]) for zone in ("rows", "values"))
    assert panel["values"].width() > usual
    panel["rows"].show_items([Item(f"v{n}", "A title", "rows", "category") for n in range(3)])
    panel.fit()
    assert in_sight(panel["rows"])
    panel.close()
    panel.deleteLater()


@pytest.mark.look
def test_a_value_that_is_put_behind_others_is_seen_whole_where_it_fits(theme: Theme) -> None:
    panel = ShelfPanel(theme)
    panel.resize(940, 90)
    panel.show()
    panel["rows"].show_items([Item(f"v{n}", "A long title", "rows", "category") for n in range(4)])
    count = Item("0", "Anzahl", "values", "sum", value=True)
    share = Item("1", "Anteil in %", "values", "share", value=True, detail="der Zeile")
    panel["values"].show_items([count])
    panel.fit()
    for _ in range(4):
        QApplication.processEvents()
    panel["values"].show_items([count, share])
    panel.fit()
    for _ in range(8):
        QApplication.processEvents()
    shelf = panel["values"]
    chip, room = shelf.chips[-1], shelf._area.viewport().rect()
    assert chip.width() > room.width() - 30  # the room of an end
    assert room.contains(QRect(chip.mapTo(shelf._area.viewport(), chip.rect().topLeft()), chip.size()))
    assert [end.isVisible() for end in shelf._ends] == [True, False]
    panel.close()
    panel.deleteLater()
