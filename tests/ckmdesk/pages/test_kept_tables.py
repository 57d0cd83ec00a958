"""The saved tables at the left of the table page: tree, search, names, keys, menu, drags, what does not fit."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QInputDialog, QLineEdit, QMenu

from ckmcore.statistic.model import SavedTable
from ckmcore.tabulate.spec import Level, TableSpec
from ckmdesk.commands import saved_tables as commands
from ckmdesk.pages.tables.page import TablesPage
from ckmdesk.shell.window import MainWindow
from ckmdesk.widgets.table_tree import TableTree, TreeEntry
from tests.kit.hands import settle
from tests.kit.tables_page import saved_tables

SPEC = TableSpec(["area"], ["sex"])
TABLES = tuple(
    SavedTable(name, SPEC, "2026-01-01T10:00:00+00:00", folder)
    for folder, name in (("1 Areas", "a"), ("1 Areas", "b"), ("2 Sex", "c"), ("", "d"))
)
FITS = SavedTable("fits", SPEC)
RENAMED = SavedTable("renamed", TableSpec([Level("area", nodes=("02", "03"))]))
NEW = SavedTable("new", TableSpec([Level("area", nodes=("01",))]))
GONE = SavedTable("gone", TableSpec(["job"]))


@pytest.fixture
def page(window: MainWindow, tmp_path: Path) -> TablesPage:
    return saved_tables(window, tmp_path, TABLES)


@pytest.fixture
def tree(page: TablesPage) -> TableTree:
    return page.left.tables


def press(tree: TableTree, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    QTest.keyClick(tree, key, modifier)
    QApplication.processEvents()


def item_rect(tree: TableTree, name: str) -> QRect:
    tree.choose(name)
    return tree.visualItemRect(tree.currentItem())


def drop(tree: TableTree, mime: QMimeData, point: QPoint) -> None:
    """What Qt sends at the end of a drag."""
    action, button, none = Qt.DropAction.MoveAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(tree.viewport(), QDragEnterEvent(point, action, mime, button, none))
    tree.viewport().repaint()
    QApplication.sendEvent(tree.viewport(), QDropEvent(QPointF(point), action, mime, button, none))
    QApplication.processEvents()


def test_folders_tables_period_and_state_are_shown(page: TablesPage, tree: TableTree) -> None:
    assert tree.shown() == ["1 Areas/", "1 Areas/a", "1 Areas/b", "2 Sex/", "2 Sex/c", "d"]
    assert page.left.tables_state.text_whole() == "Saved tables, 2026"
    tree.choose("a")
    assert "saved · 2026" in tree.currentItem().toolTip(0)
    assert "saved 2026-01-01" in tree.currentItem().toolTip(0)


def test_the_search_finds_tables_and_folders(page: TablesPage, tree: TableTree) -> None:
    page.left.table_search.setText("SEX")
    assert tree.shown() == ["2 Sex/", "2 Sex/c"]
    page.left.table_search.setText("b")
    assert tree.shown() == ["1 Areas/", "1 Areas/b"]
    page.left.table_search.clear()
    assert len(tree.shown()) == 6


def test_a_folder_that_was_closed_stays_closed_but_for_a_search(page: TablesPage, tree: TableTree) -> None:
    tree.choose("1 Areas")
    tree.currentItem().setExpanded(False)
    tree.choose("d")
    press(tree, Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier)
    assert not tree.topLevelItem(0).isExpanded()  # type: ignore[union-attr]
    page.left.table_search.setText("a")
    assert tree.topLevelItem(0).isExpanded()  # type: ignore[union-attr]


def test_enter_and_a_click_open_a_table(window: MainWindow, tree: TableTree) -> None:
    tree.choose("c")
    press(tree, Qt.Key.Key_Return)
    assert window.desk.state.table.name == "c"
    QTest.mouseClick(
        tree.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, item_rect(tree, "b").center()
    )
    settle(window)
    assert window.desk.state.table.name == "b"
    press(tree, Qt.Key.Key_Return)
    tree.choose("1 Areas")
    press(tree, Qt.Key.Key_Return)
    assert window.desk.state.table.name == "b"


def edit(tree: TableTree, name: str, new: str) -> None:
    tree.setFocus()
    tree.choose(name)
    press(tree, Qt.Key.Key_F2)
    editor = tree.findChild(QLineEdit)
    assert isinstance(editor, QLineEdit)
    editor.setText(new)
    QTest.keyClick(editor, Qt.Key.Key_Return)
    for _ in range(3):  # the editor closes, then the name is taken over
        QApplication.processEvents()


def test_f2_edits_the_name_of_a_table_and_of_a_folder(window: MainWindow, tree: TableTree) -> None:
    edit(tree, "b", "  new   name ")
    assert tree.shown()[2] == "1 Areas/new name"
    assert tree.chosen() == TreeEntry("new name", "1 Areas")
    edit(tree, "1 Areas", "2 Sex")
    assert tree.shown() == ["2 Sex/", "2 Sex/a", "2 Sex/new name", "2 Sex/c", "d"]
    window.desk.undo()
    window.desk.undo()
    assert tree.shown()[:3] == ["1 Areas/", "1 Areas/a", "1 Areas/b"]


def test_a_name_that_is_taken_or_empty_changes_nothing(window: MainWindow, tree: TableTree) -> None:
    edit(tree, "b", "a")
    assert "“a”" in window.message_bar.text
    edit(tree, "b", " ")
    assert tree.shown()[:3] == ["1 Areas/", "1 Areas/a", "1 Areas/b"]
    assert window.desk.undo_name is None


def test_keys_duplicate_order_and_delete_with_undo(window: MainWindow, tree: TableTree) -> None:
    tree.setFocus()
    tree.choose("b")
    press(tree, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert tree.shown()[:3] == ["1 Areas/", "1 Areas/b", "1 Areas/a"]
    assert tree.chosen() == TreeEntry("b", "1 Areas")
    press(tree, Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier)
    assert tree.shown()[:4] == ["1 Areas/", "1 Areas/b", "1 Areas/b (2)", "1 Areas/a"]
    press(tree, Qt.Key.Key_Delete)
    assert tree.shown()[:3] == ["1 Areas/", "1 Areas/b (2)", "1 Areas/a"]
    window.desk.undo()
    assert tree.shown()[1] == "1 Areas/b"
    tree.choose("2 Sex")
    press(tree, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert tree.shown()[:2] == ["2 Sex/", "2 Sex/c"]
    press(tree, Qt.Key.Key_Delete)
    assert tree.shown()[-2:] == ["c", "d"]


@pytest.mark.thorough
@pytest.mark.look
def test_drags_reorder_and_move_into_folders(window: MainWindow, tree: TableTree) -> None:
    above_b = item_rect(tree, "b").topLeft() + QPoint(20, 3)
    drop(tree, tree.mime_of("d"), above_b)
    assert tree.shown()[:4] == ["1 Areas/", "1 Areas/a", "1 Areas/d", "1 Areas/b"]
    drop(tree, tree.mime_of("a"), item_rect(tree, "b").bottomLeft() + QPoint(20, -3))
    assert tree.shown()[:4] == ["1 Areas/", "1 Areas/d", "1 Areas/b", "1 Areas/a"]
    drop(tree, tree.mime_of("a"), item_rect(tree, "2 Sex").center())
    assert tree.shown()[3:] == ["2 Sex/", "2 Sex/c", "2 Sex/a"]
    drop(tree, tree.mime_of("c"), QPoint(20, tree.viewport().height() - 4))
    assert tree.shown()[-1] == "c"
    assert window.desk.undo_name is not None
    assert window.desk.undo_name.key == "move_table"


def test_something_else_dragged_over_the_tree_is_not_taken(tree: TableTree) -> None:
    mime = QMimeData()
    mime.setText("a")
    before = tree.shown()
    drop(tree, mime, QPoint(20, 20))
    QApplication.sendEvent(tree.viewport(), QDragLeaveEvent())
    assert tree.shown() == before


def entries(menu: QMenu) -> dict[str, str]:
    return {action.text(): action.shortcut().toString() for action in menu.actions() if action.text()}


def test_the_menu_holds_everything_with_its_key(page: TablesPage, monkeypatch: pytest.MonkeyPatch) -> None:
    tree, kept = page.left.tables, page.kept
    menu = kept.menu(TreeEntry("a", "1 Areas"))
    assert entries(menu) == {
        "Open": "Return", "Rename": "F2", "Duplicate": "Ctrl+D", "Move up": "Alt+Up", "Move down": "Alt+Down",
        "Move to folder": "", "Save as file ...": "", "Delete": "Del",
    }  # fmt: skip
    folders = next(action.menu() for action in menu.actions() if action.text() == "Move to folder")
    assert isinstance(folders, QMenu)
    assert [action.text() for action in folders.actions() if action.text()] == [
        "No folder", "1 Areas", "2 Sex", "New folder ...",
    ]  # fmt: skip
    next(action for action in folders.actions() if action.text() == "2 Sex").trigger()
    assert tree.shown()[-3:] == ["2 Sex/c", "2 Sex/a", "d"] or tree.shown()[-3:] == ["2 Sex/a", "2 Sex/c", "d"]
    monkeypatch.setattr(QInputDialog, "exec", lambda dialog: (dialog.setTextValue(" 3  New "), 1)[1])
    next(action for action in folders.actions() if action.text() == "New folder ...").trigger()
    assert "3 New/a" in tree.shown()
    assert list(entries(kept.menu(TreeEntry("1 Areas", "1 Areas", is_folder=True)))) == [
        "Rename", "Move up", "Move down", "Dissolve folder, keep its tables",
    ]  # fmt: skip


def test_the_menu_opens_by_key_by_mouse_and_by_its_button(page: TablesPage, tree: TableTree) -> None:
    tree.choose("a")
    for ask in (
        lambda: press(tree, Qt.Key.Key_Menu),
        lambda: tree.customContextMenuRequested.emit(item_rect(tree, "a").center()),
        page.left.menu_button.click,
    ):
        ask()
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        menu.close()


# --- what does not fit -----------------------------------------------------------------------------------------------


def test_tables_that_do_not_fit_are_marked_and_told_when_pointed_at(window: MainWindow, tmp_path: Path) -> None:
    page = saved_tables(window, tmp_path, (FITS, RENAMED, NEW, GONE))
    assert {one.name: one.unfit for one in page.left.tables._listed} == {
        "fits": False, "renamed": True, "new": False, "gone": True,
    }  # fmt: skip
    page.left.tables.choose("gone")
    assert "there is no variable “job”" in page.left.tables.currentItem().toolTip(0)


@pytest.mark.look
def test_a_table_that_does_not_fit_says_so_keeps_the_former_figures_greyed_and_is_adapted(
    window: MainWindow, tmp_path: Path
) -> None:
    page = saved_tables(window, tmp_path, (FITS, RENAMED, NEW, GONE))
    assert page.model.rowCount() == 4
    page.kept.open("renamed")
    settle(window)
    assert window.message_bar.text == (
        "“renamed” does not fit 2026. Rows: “02 South” of “Area” became “12 South” in 2026. Adapt the table."
    )
    assert page.model.rowCount() == 4
    remedy = window.message_bar.remedy
    assert remedy is not None
    assert remedy.text == "Adapt"
    remedy.act()
    settle(window)
    assert window.desk.state.table.spec.rows[0].levels[0].nodes == ("12", "03")
    assert window.message_bar.text == ""
    assert window.desk.undo_name is not None
    assert window.desk.undo_name.key == "adapt_table"
    window.desk.undo()
    settle(window)
    assert window.message_bar.remedy is not None


def test_a_table_that_nobody_can_adapt_has_no_such_button(window: MainWindow, tmp_path: Path) -> None:
    page = saved_tables(window, tmp_path, (FITS, GONE))
    page.kept.open("gone")
    settle(window)
    assert "there is no variable “job”" in window.message_bar.text
    assert window.message_bar.remedy is None
    page.kept.open("fits")
    settle(window)
    assert window.message_bar.text == ""


def test_a_new_category_outside_a_selection_is_told_once_the_table_is_open(window: MainWindow, tmp_path: Path) -> None:
    page = saved_tables(window, tmp_path, (FITS, NEW))
    page.kept.open("new")
    settle(window)
    assert window.message_bar.text == (
        "Rows: new in 2026 at “Area” and not contained here: 12 South, 03. Add what belongs here."
    )
    page.kept.open("fits")
    settle(window)
    assert window.message_bar.text == ""


def test_an_error_that_is_no_misfit_is_told_as_it_is(window: MainWindow, tmp_path: Path) -> None:
    page = saved_tables(window, tmp_path, (FITS, SavedTable("twice", TableSpec(["sex"], ["sex"]))))
    page.kept.open("twice")
    settle(window)
    assert "twice" in window.message_bar.text or "sex" in window.message_bar.text


def test_a_title_moves_with_the_period_on_the_screen(window: MainWindow, tmp_path: Path) -> None:
    from ckmcore.base.texts import Texts

    spec = SPEC.with_changes(title=Texts.same("People, 2025"))
    page = saved_tables(window, tmp_path, (replace(FITS, spec=spec),))
    assert page.table_title.text() == "People, 2026"
    assert window.desk.state.table.spec == spec


@pytest.mark.look
def test_f6_leads_to_the_tables_where_these_are_in_sight(page: TablesPage, tree: TableTree) -> None:
    page.grid.setFocus()
    page.page_actions.forth.trigger()
    assert tree.hasFocus()
    page.left.setCurrentIndex(0)
    page.grid.setFocus()
    page.page_actions.forth.trigger()
    assert page.left.variables.hasFocus()


def test_the_list_is_made_anew_when_it_is_seen_or_asked_not_at_each_step_behind_its_tab(
    page: TablesPage, tree: TableTree, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = list[str]()
    rebuild = TableTree._rebuild

    def counted(one: TableTree) -> None:
        made.append(one.objectName())
        rebuild(one)

    monkeypatch.setattr(TableTree, "_rebuild", counted)
    page.left.setCurrentIndex(0)
    for name, folder in (("a", ""), ("b", "")):
        window.desk.run(commands.move_table(name, folder))
        settle(window)
    assert made == []
    page.left.setCurrentIndex(1)
    QApplication.processEvents()
    assert (made, tree.topLevelItemCount()) == (["saved-tables"], 4)  # a, b, d and the folder of c
    assert set(tree.shown()) == {"a", "b", "d", "2 Sex/", "2 Sex/c"}
    page.left.setCurrentIndex(0)
    window.desk.undo()
    settle(window)
    assert "1 Areas/b" in tree.shown()
