"""Tables page: a draft beside published figures; what differs, where it stands, when it may not be compared."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest

from ckmcore.formats.export import export
from ckmcore.tabulate.spec import TableSpec
from ckmdesk.commands import tables as commands
from ckmdesk.pages.tables.comparison import ComparisonPanel
from ckmdesk.pages.tables.page import TablesPage
from ckmdesk.shell.window import MainWindow
from ckmdesk.state.desk_state import Trial
from tests.kit.hands import settle, small_tables_page
from tests.kit.statistics import saved

LAYERS = TableSpec(rows=["area"], layers=["sex"])


@pytest.fixture
def page(window: MainWindow) -> TablesPage:
    return small_tables_page(window)


def published(window: MainWindow, folder: Path, **replaced: str) -> Path:
    """The table on the screen as it was written, with some lines of it replaced."""
    state, data = window.desk.state, window.desk.session.data
    assert state.statistic is not None
    assert data is not None
    path = export(state.statistic.draft(state.table.spec, data), folder / "published.csv", language="en")
    lines = path.read_text("utf-8").splitlines()
    for number, line in enumerate(lines):
        begin = line.split(",")[0]
        if begin in replaced:
            lines[number] = replaced[begin]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def compared(window: MainWindow, page: TablesPage, path: Path) -> ComparisonPanel:
    page.comparison.take_file(path)
    settle(window)
    return page.comparison


def test_the_menu_asks_for_a_file_and_a_table_that_is_the_same_is_said_to_be_so(
    window: MainWindow, page: TablesPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = published(window, tmp_path)
    assert page.comparison.isHidden()
    assert page.comparison.action in page.page_actions.compare_menu.actions()
    monkeypatch.setattr(window, "choose_open_file", lambda *_: path)
    page.comparison.action.trigger()
    settle(window)
    assert page.comparison.isVisible()
    assert page.comparison.verdict.text() == "all 18 unchanged"
    assert page.comparison.model.rowCount() == 0
    assert not any(button.isEnabled() for button in page.comparison.kinds.values())


def test_what_differs_is_listed_filtered_and_found_in_the_grid(
    window: MainWindow, page: TablesPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = [page.model.figure(0, column) for column in range(6)]
    line = ",".join(map(str, ["0", *(figure + 10 * (column == 4) for column, figure in enumerate(own))]))
    panel = compared(window, page, published(window, tmp_path, **{"0": line, "1": "7,1,2,3,4,5,6"}))
    counts = [button.text() for button in panel.kinds.values()]
    assert counts == ["changed 1", "new 6", "gone 6"]
    assert panel.model.rows[0].path == ("0", "4")
    QTest.keyClick(panel.table, Qt.Key.Key_Return)
    assert (page.grid.currentIndex().row(), page.grid.currentIndex().column()) == (0, 4)
    panel.kinds["changed"].click()
    panel.kinds["new"].click()
    assert {one.kind for one in panel.model.rows} == {"gone"}
    said: list[str] = []
    monkeypatch.setattr(window, "set_hint", said.append)
    panel.table.activated.emit(panel.model.index(0, 0))
    assert "published.csv" in said[-1]


def test_enter_goes_to_a_cell_on_another_sheet(window: MainWindow, page: TablesPage, tmp_path: Path) -> None:
    window.desk.run(commands.lay_out("Layers", LAYERS))
    settle(window)
    path = published(window, tmp_path)
    text = path.read_text("utf-8")
    before, sheet, after = text.partition("\n1\n")
    line = next(one for one in after.splitlines() if one.startswith("3,"))
    path.write_text(before + sheet + after.replace(line, "3,1", 1), encoding="utf-8")
    panel = compared(window, page, path)
    assert [one.path for one in panel.model.rows] == [("1", "3")]
    QTest.keyClick(panel.table, Qt.Key.Key_Return)
    settle(window)
    assert window.desk.state.table.layer == 1
    assert page.grid.currentIndex().row() == 3


def test_the_list_follows_the_table(window: MainWindow, page: TablesPage, tmp_path: Path) -> None:
    panel = compared(window, page, published(window, tmp_path))
    window.desk.run(commands.swap_axes())
    settle(window)
    assert panel.verdict.text() == "all 18 unchanged"
    window.desk.run(commands.clear_table())
    settle(window)
    assert panel.kinds["gone"].text() == "gone 17"
    window.desk.undo()
    settle(window)
    assert panel.kinds["gone"].text() == "gone 0"


def test_a_trial_view_has_no_comparison_and_the_remedy_shows_the_method_in_force(
    window: MainWindow, page: TablesPage, tmp_path: Path
) -> None:
    window.settings.set("role", "methodologist")
    settle(window)
    page = window.page("tables")  # type: ignore[assignment]
    panel = compared(window, page, published(window, tmp_path))
    window.desk.run(commands.show_trial(Trial("original")))
    settle(window)
    assert panel.listed is None
    assert panel.model.rowCount() == 0
    assert "trial view" in panel.message.text
    assert panel.message.remedy is not None
    panel.message.remedy.act()
    settle(window)
    assert panel.verdict.text() == "all 18 unchanged"
    assert panel.message.text == ""


def test_a_file_that_cannot_be_compared_is_said_and_another_may_be_dropped(
    window: MainWindow, page: TablesPage, tmp_path: Path
) -> None:
    bad = tmp_path / "bad.csv"
    bad.write_text("Colour,Number\nred,1\nblue,2\n", encoding="utf-8")
    panel = compared(window, page, bad)
    assert "bad.csv" in panel.message.text
    assert not panel.save.isEnabled()
    good = published(window, tmp_path)
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(good))])
    event = QDropEvent(
        QPointF(5, 5),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    panel.dropEvent(event)
    settle(window)
    assert panel.verdict.text() == "all 18 unchanged"


def test_the_list_is_saved_as_it_is_shown_and_never_over_the_published_file(
    window: MainWindow, page: TablesPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = published(window, tmp_path, **{"1": "7,1,2,3,4,5,6"})
    panel = compared(window, page, path)
    panel.kinds["gone"].click()
    target = tmp_path / "list"
    monkeypatch.setattr(window, "choose_save_file", lambda *_: target)
    panel.save.click()
    settle(window)
    text = target.with_suffix(".csv").read_text("utf-8")
    assert text.count("\nnew,") == 6
    assert "\ngone," not in text
    assert "list.csv" in panel.message.text
    panel.save_list(path)
    settle(window)
    assert "published.csv" in panel.message.text
    assert path.read_text("utf-8").startswith("People")


def test_the_list_never_replaces_the_statistic(window: MainWindow, page: TablesPage, tmp_path: Path) -> None:
    panel = compared(window, page, published(window, tmp_path, **{"1": "7,1,2,3,4,5,6"}))
    path = window.desk.session.path = saved(tmp_path)
    before = path.read_bytes()
    panel.save_list(path)
    settle(window)
    assert "small.ckm" in panel.message.text
    assert path.read_bytes() == before


def test_closing_forgets_the_file(window: MainWindow, page: TablesPage, tmp_path: Path) -> None:
    panel = compared(window, page, published(window, tmp_path))
    panel.close_button.click()
    assert panel.isHidden()
    assert panel.path is None
    window.desk.run(commands.swap_axes())
    settle(window)
    assert panel.isHidden()


def test_the_list_is_reached_by_f6_after_the_grid(window: MainWindow, page: TablesPage, tmp_path: Path) -> None:
    panel = compared(window, page, published(window, tmp_path, **{"1": "7,1,2,3,4,5,6"}))
    window.activateWindow()
    page.grid.setFocus()
    page.page_actions.forth.trigger()
    assert panel.table.hasFocus()
    QTest.keyClick(panel.table, Qt.Key.Key_Down)
    assert panel.table.currentIndex().row() == 1
