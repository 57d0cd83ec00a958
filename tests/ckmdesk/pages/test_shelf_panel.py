"""The shelves share the width of the window out by what stands in them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QApplication, QWidget

from ckmdesk.look.theme import Theme
from ckmdesk.pages.tables.shelf_panel import IN_ONE, IN_TWO, ShelfPanel, balanced
from ckmdesk.widgets.chips import Item
from ckmdesk.widgets.shelf import Shelf
from tests.kit.examples import examples

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


def served() -> None:
    for _ in range(4):
        QApplication.processEvents()


def with_land_in_rows(theme: Theme, width: int = 940) -> ShelfPanel:
    """The shelves, shown; 940 px as in a window of 1280 px."""
    holder = QWidget()
    panel = ShelfPanel(theme, holder)
    panel.holder = holder  # type: ignore[attr-defined]
    holder.resize(width, 90)
    panel.resize(width, 90)
    holder.show()
    panel["rows"].show_items([Item("land", "Land", "rows", "category")])
    panel.fit()
    served()
    return panel


def close(panel: ShelfPanel) -> None:
    panel.window().close()
    panel.window().deleteLater()


@pytest.mark.look
def test_shelves_share_one_line_until_their_chips_have_no_room_in_it(theme: Theme) -> None:
    panel = with_land_in_rows(theme)
    tops = {panel[zone].y() for zone in ("rows", "columns", "values", "filters", "layers")}
    assert (panel._shown, len(tops)) == (IN_ONE, 1)
    lines = []
    for count in range(1, 10):
        panel["columns"].show_items([Item(f"v{n}", "A title", "columns", "category") for n in range(count)])
        panel.fit()
        served()
        lines.append(len(panel._shown))
        assert all(in_sight(panel[zone]) for zone in ("rows", "values", "filters", "layers"))
        assert in_sight(panel["columns"]) or panel._shown == IN_TWO
    assert lines == sorted(lines)
    assert set(lines) == {1, 2}
    panel.set_narrow(True)
    served()
    assert len({panel[zone].y() for zone in panel.shelves}) == len(panel.shelves)
    close(panel)


@pytest.mark.look
def test_an_empty_filter_says_itself_what_it_is_and_one_with_chips_has_its_word_before_it(theme: Theme) -> None:
    panel = with_land_in_rows(theme)
    assert (panel["filters"]._empty.text_whole(), panel._names["filters"].isVisible()) == ("Filter", False)
    panel["filters"].show_items([Item("sex", "Geschlecht", "filters", "category", detail="weiblich")])
    panel.fit()
    served()
    assert panel._names["filters"].isVisible()
    assert panel["filters"].accessibleName() == "Filter"
    close(panel)


@pytest.mark.look
@settings(max_examples=examples(60), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.integers(0, 4), min_size=5, max_size=5), st.integers(700, 2400))
def test_whatever_stands_on_the_shelves_each_has_what_it_needs_where_the_line_has_it(
    theme: Theme, numbers: Sequence[int], width: int
) -> None:
    panel = with_land_in_rows(theme, width)
    for zone, count in zip(panel.shelves, numbers, strict=True):
        panel[zone].show_items([Item(f"{zone}{n}", "A title", zone, "category") for n in range(count)])
    panel.fit()
    served()
    for zones in panel._shown:
        if panel._needed(zones) <= panel.width():
            assert all(in_sight(panel[zone]) for zone in zones)
    assert panel._shown == (IN_ONE if panel._needed(IN_ONE[0]) <= panel.width() else IN_TWO)
    close(panel)


@pytest.mark.look
def test_a_value_that_is_put_behind_others_is_seen_whole_where_it_fits(theme: Theme) -> None:
    panel = with_land_in_rows(theme, 410)
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
    close(panel)
