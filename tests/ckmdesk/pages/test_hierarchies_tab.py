"""The hierarchies of the open statistic, in the real window: from files, digits and columns, and built by hand."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QAction, QDragMoveEvent, QDropEvent, QKeyEvent
from PySide6.QtTest import QTest

from ckmcore.base.texts import Texts
from ckmcore.microdata import read_hrc
from ckmcore.microdata.data import Category, Microdata
from ckmcore.microdata.variable import Derivation, VariableEntry
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.period import Period
from ckmdesk.base.settings import Settings
from ckmdesk.commands.data import on_statistic
from ckmdesk.commands.desk import CommandName
from ckmdesk.pages.data.codes_dialog import CodesDialog
from ckmdesk.pages.data.hierarchies_tab import HierarchiesTab
from ckmdesk.pages.data.page import DataPage
from ckmdesk.pages.data.tree_editor import TreeEditor, encode
from ckmdesk.shell.window import MainWindow
from ckmdesk.state.session import Session
from ckmdesk.widgets.small_pictures import BAR
from tests.kit.data_page import data_page_now
from tests.kit.hands import settle

PLACES = ["01001", "01002", "09161", "09162", "09271", "11000"]


def frame() -> pd.DataFrame:
    rows = [(place[:2], place[:3], place, "mw"[number % 2]) for number, place in enumerate(PLACES * 4)]
    return pd.DataFrame(rows, columns=["land", "rb", "kreis", "sex"])


@pytest.fixture
def tab(window: MainWindow) -> HierarchiesTab:
    """24 records of 6 Kreise, shown on the tab."""
    data = Microdata.from_pandas(frame(), ["land", "rb", "kreis", "sex"])
    entries = tuple(VariableEntry.of(dimension) for dimension in data.dimensions.values())
    statistic = Statistic(Texts.same("People"), entries, (Period(Texts.same("2025"), "2025-12-31"),))
    session = Session(data=data)
    session.read = data
    window.desk.reset(window.desk.state.__class__(statistic=statistic), session)
    window.go_to("data")
    settle(window)
    page = window.page("data")
    assert isinstance(page, DataPage)
    page.loaded_view.choose("kreis")
    settle(window)
    return page.loaded_view.hierarchies_tab


def nodes(tab: HierarchiesTab) -> list[str]:
    """The nodes of the dictionary's hierarchy, their depth in blanks."""
    entry = tab.entry
    assert entry is not None
    return [" " * node.depth + node.code for node in entry.hierarchy]


def records(tab: HierarchiesTab, code: str) -> str:
    return str(tab.card.model.index_of(code, 2).data())


def written(folder: Path, text: str, name: str = "tree.csv") -> Path:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return file


def editing(tab: HierarchiesTab) -> TreeEditor:
    tab.card.tools["edit"].click()
    assert tab.card.tree.editing
    return tab.card.tree


def group(tab: HierarchiesTab, codes: list[str], code: str, name: str = "") -> None:
    tab.card.tree.select(codes)
    tab.card.bar.buttons["group"].click()
    tab.card.group.first.setText(code)
    tab.card.group.second.setText(name)
    tab.card.group.button.click()


def test_each_node_has_a_bar_of_its_share_of_the_records(window: MainWindow, tab: HierarchiesTab) -> None:
    model, data = tab.card.model, window.desk.session.data
    assert data is not None
    assert model.data(model.index_of("", 2), BAR) is None
    counts = np.bincount(data.columns["kreis"], minlength=len(PLACES))
    for number, code in enumerate(data.dimensions["kreis"].codes):
        assert model.data(model.index_of(code, 2), BAR) == pytest.approx(counts[number] / counts.sum())


# --- from files ----------------------------------------------------------------------------------------------------


def test_a_table_with_one_column_per_level_is_attached_with_its_labels(
    window: MainWindow, tab: HierarchiesTab, tmp_path: Path
) -> None:
    lines = ["land;land_label;kreis;kreis_label", *(f"{place[:2]};Land {place[:2]};{place};K" for place in PLACES)]
    tab.read_hierarchy(written(tmp_path, "\n".join(lines)))
    settle(window)
    assert nodes(tab)[:3] == ["01", " 01001", " 01002"]
    assert tab.card.model.index_of("09").data() == "Land 09"
    assert tab.card.model.index_of("09161").data() == "K"
    assert records(tab, "09") == "12"
    assert [field.text() for field in tab.card.level_fields()] == ["land", "kreis"]
    window.desk.undo()
    assert nodes(tab) == []


def test_codes_without_a_place_are_shown_and_added_below_a_node(
    window: MainWindow, tab: HierarchiesTab, tmp_path: Path
) -> None:
    before = window.desk.state
    lines = ["code;parent;label", "N;;Norden", "S;;Süden", "01001;N", "01002;N", "09161;S", "09162;S", "9271;S"]
    tab.read_hierarchy(written(tmp_path, "\n".join(lines)))
    settle(window)
    assert window.desk.state == before
    assert "lacks 2 codes that occur in the data: 09271, 11000" in tab.card.message.text
    notes = tab.card.notes()
    assert sum("“09271” in the data is perhaps “9271”" in note for note in notes) == 1
    assert tab.card.unplaced.isVisible()
    assert records(tab, "S") == "8"
    target = tab.card.unplaced.target
    assert [target.itemText(place) for place in range(target.count())] == ["First level", "Norden (N)", "Süden (S)"]
    target.setCurrentIndex(2)
    tab.card.unplaced.button.click()
    settle(window)
    assert nodes(tab)[-3:] == [" 9271", " 09271", " 11000"]
    assert not tab.card.unplaced.isVisible()
    assert records(tab, "S") == "16"


def test_a_hierarchy_of_something_else_is_said_and_not_offered(
    window: MainWindow, tab: HierarchiesTab, tmp_path: Path
) -> None:
    before = window.desk.state
    tab.read_hierarchy(written(tmp_path, "A\n@A1\n@A2\nB\n", "branches.hrc"))
    settle(window)
    assert "None of the codes of “kreis” (01001, 01002" in tab.card.message.text
    assert not tab.card.unplaced.isVisible()
    assert tab.preview is None
    tab.card.tools["edit"].click()
    assert tab.card.message.text == ""  # it spoke of the file
    assert window.desk.state == before


def test_a_preview_is_closed_by_escape_and_nothing_has_changed(
    window: MainWindow, tab: HierarchiesTab, tmp_path: Path
) -> None:
    before = window.desk.state
    tab.read_hierarchy(written(tmp_path, "N\n@01001\n", "a.hrc"))
    settle(window)
    QTest.keyClick(tab.card.unplaced, Qt.Key.Key_Escape)
    assert tab.preview is None
    assert tab.card.model.rowCount(tab.card.model.index_of("")) == 6
    assert window.desk.state == before


def test_of_several_hierarchies_in_a_file_one_is_chosen(
    window: MainWindow, tab: HierarchiesTab, tmp_path: Path
) -> None:
    lines = ["hier,level,name"]
    for name in ("one", "two"):
        lines += [f"{name},@,{name.title()}", *(f"{name},@@,{place}" for place in PLACES)]
    tab.read_hierarchy(written(tmp_path, "\n".join(lines)))
    settle(window)
    assert tab.card.which.isVisible()
    tab.card.which.target.setCurrentIndex(1)
    tab.card.which.button.click()
    settle(window)
    assert nodes(tab)[:2] == ["Two", " 01001"]
    assert not tab.card.which.isVisible()


def test_a_faulty_file_is_told_with_its_lines(window: MainWindow, tab: HierarchiesTab, tmp_path: Path) -> None:
    tab.read_hierarchy(written(tmp_path, "code;parent\n01001;N\n01001;S\n"))
    settle(window)
    dialog = window.findChild(CodesDialog)
    assert isinstance(dialog, CodesDialog)
    assert "line 3: “01001” lies below “S” here and below “N” in line 2" in dialog.misfits.item(0).text()
    dialog.reject()
    tab.read_hierarchy(written(tmp_path, "01001\n@01002\n@@@01003\n", "a.hrc"))
    settle(window)
    assert "line 3: the code “01003” stands at depth 3" in tab.card.message.text


# --- from digits and columns ---------------------------------------------------------------------------------------


def test_digits_are_shown_while_they_are_typed_and_taken_over_by_enter(window: MainWindow, tab: HierarchiesTab) -> None:
    tab.card.tools["digits"].click()
    panel = tab.card.digits
    QTest.keyClicks(panel.field, "2")
    assert panel.result.text() == "3 › 6 nodes"
    assert records(tab, "09") == "12"
    assert nodes(tab) == []
    QTest.keyClicks(panel.field, " x")
    assert not panel.button.isEnabled()
    QTest.keyClick(panel.field, Qt.Key.Key_Backspace)
    QTest.keyClicks(panel.field, "1")
    assert panel.result.text() == "3 › 4 › 6 nodes"
    QTest.keyClick(panel.field, Qt.Key.Key_Return)
    settle(window)
    assert nodes(tab)[:3] == ["01", " 010", "  01001"]
    assert window.desk.undo_name is not None
    assert window.desk.undo_name.key == "attach_hierarchy"


def test_columns_are_chosen_in_their_order(window: MainWindow, tab: HierarchiesTab) -> None:
    tab.card.tools["columns"].click()
    panel = tab.card.columns
    settle(window)
    panel.more.click()
    settle(window)
    assert panel.columns() == ["land", "rb"]
    assert panel.result.text() == "3 › 4 › 6 nodes"
    panel.button.click()
    settle(window)
    assert nodes(tab)[4:9] == ["09", " 091", "  09161", "  09162", " 092"]
    assert [field.text() for field in tab.card.level_fields()] == ["land", "rb", "kreis"]


def test_a_code_below_two_parents_is_told_and_cannot_be_taken_over(window: MainWindow, tab: HierarchiesTab) -> None:
    tab.choose("sex")
    tab.card.tools["columns"].click()
    tab.card.columns.choose(["kreis"])
    settle(window)
    assert "“m” of “sex” lies below" in tab.card.message.text
    assert not tab.card.columns.button.isEnabled()


# --- by hand -------------------------------------------------------------------------------------------------------


def test_nodes_are_grouped_named_and_every_step_is_taken_back_alone(window: MainWindow, tab: HierarchiesTab) -> None:
    editing(tab)
    group(tab, ["01001", "01002"], "N", "Norden")
    group(tab, ["09161", "09162", "09271"], "S", "Süden")
    assert nodes(tab) == ["N", " 01001", " 01002", "S", " 09161", " 09162", " 09271", "11000"]
    assert tab.card.model.index_of("N").data() == "Norden"
    assert records(tab, "S") == "12"
    assert tab.card.tree.selected_codes() == ["S"]
    window.desk.undo()
    assert nodes(tab) == ["N", " 01001", " 01002", "09161", "09162", "09271", "11000"]
    window.desk.undo()
    assert nodes(tab) == []
    window.desk.redo()
    settle(window)
    assert window.desk.session.data is not None
    hierarchy = window.desk.session.data.dimensions["kreis"].hierarchy
    assert hierarchy is not None
    assert hierarchy.leaves_below("N") == ("01001", "01002")


def test_a_pattern_selects_what_it_fits_and_proposes_the_code(window: MainWindow, tab: HierarchiesTab) -> None:
    tree = editing(tab)
    search = tab.card.bar.search
    QTest.keyClicks(search, "09*")
    assert tab.card.bar.select.text() == "Select 3"
    top = tab.card.model.index_of("")
    hidden = [tree.isRowHidden(row, top) for row in range(6)]
    assert hidden == [True, True, False, False, False, True]
    QTest.keyClick(search, Qt.Key.Key_Return)
    assert tree.selected_codes() == ["09161", "09162", "09271"]
    QTest.keyClick(tree, Qt.Key.Key_G, Qt.KeyboardModifier.ControlModifier)
    assert tab.card.group.first.text() == "09"
    QTest.keyClicks(tab.card.group.second, "Bayern")
    QTest.keyClick(tab.card.group.second, Qt.Key.Key_Return)
    assert "09" in nodes(tab)
    assert tab.card.model.index_of("09").data() == "Bayern"


def drop(tree: TreeEditor, codes: list[str], point: QPoint) -> bool:
    """As the end of a drag: moves over the point, then drops."""
    mime, buttons = encode(codes), Qt.MouseButton.LeftButton
    move = QDragMoveEvent(point, Qt.DropAction.MoveAction, mime, buttons, Qt.KeyboardModifier.NoModifier)
    tree.dragMoveEvent(move)
    if not move.isAccepted():
        return False
    tree.dropEvent(QDropEvent(QPointF(point), Qt.DropAction.MoveAction, mime, buttons, Qt.KeyboardModifier.NoModifier))
    return True


def row(tree: TreeEditor, code: str, share: float) -> QPoint:
    place = tree.visualRect(tree.nodes.index_of(code))
    return QPoint(place.left() + 5, round(place.top() + share * place.height()))


@pytest.mark.look
def test_nodes_are_dragged_onto_groups_and_between_nodes(window: MainWindow, tab: HierarchiesTab) -> None:
    tree = editing(tab)
    group(tab, ["01001", "01002"], "N")
    assert drop(tree, ["11000", "09271"], row(tree, "N", 0.5))
    assert nodes(tab) == ["N", " 01001", " 01002", " 09271", " 11000", "09161", "09162"]
    assert drop(tree, ["11000"], row(tree, "01001", 0.1))
    assert nodes(tab)[:3] == ["N", " 11000", " 01001"]
    assert drop(tree, ["11000"], row(tree, "09161", 0.9))
    assert nodes(tab)[-3:] == ["09161", "11000", "09162"]
    assert drop(tree, ["01001"], row(tree, "", 0.5))
    assert nodes(tab)[-1] == "01001"
    assert not drop(tree, ["N"], row(tree, "01002", 0.1))
    window.desk.undo()
    assert nodes(tab)[-1] == "09162"


@pytest.mark.look
def test_without_edit_mode_nothing_is_dragged(window: MainWindow, tab: HierarchiesTab) -> None:
    tree = tab.card.tree
    assert not drop(tree, ["11000"], row(tree, "01001", 0.1))
    assert not tree.nodes.flags(tree.nodes.index_of("01001")) & Qt.ItemFlag.ItemIsDragEnabled


def test_the_same_by_keys_alone(window: MainWindow, tab: HierarchiesTab) -> None:
    tree = editing(tab)
    control = Qt.KeyboardModifier.ControlModifier
    group(tab, ["01001", "01002"], "N")
    tree.select(["09161"])
    QTest.keyClick(tree, Qt.Key.Key_Tab)
    assert nodes(tab)[:4] == ["N", " 01001", " 01002", " 09161"]
    QTest.keyClick(tree, Qt.Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
    assert nodes(tab)[3] == "09161"
    tree.select(["11000"])
    QTest.keyClick(tree, Qt.Key.Key_X, control)
    font = tree.nodes.index_of("11000").data(int(Qt.ItemDataRole.FontRole))
    assert font.italic()
    tree.select(["N"])
    QTest.keyClick(tree, Qt.Key.Key_V, control)
    assert nodes(tab)[:4] == ["N", " 01001", " 01002", " 11000"]
    QTest.keyClick(tree, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert nodes(tab)[2:4] == [" 11000", " 01002"]
    tree.select(["N"])
    QTest.keyClick(tree, Qt.Key.Key_G, control | Qt.KeyboardModifier.ShiftModifier)
    assert nodes(tab)[:3] == ["01001", "11000", "01002"]
    tree.select(["01001", "11000"])
    QTest.keyClick(tree, Qt.Key.Key_Escape)
    assert tab.card.bar.search.hasFocus()


def test_move_below_finds_the_node_by_typing(window: MainWindow, tab: HierarchiesTab) -> None:
    tree = editing(tab)
    group(tab, ["01001", "01002"], "N", "Norden")
    tree.select(["09161", "11000"])
    QTest.keyClick(tree, Qt.Key.Key_M, Qt.KeyboardModifier.ControlModifier)
    target = tab.card.move_below.target
    target.setEditText("nowhere")
    tab.card.move_below.button.click()
    assert tab.card.move_below.isVisible()
    target.setEditText("norden (n)")
    QTest.keyClick(target.lineEdit(), Qt.Key.Key_Return)
    assert nodes(tab) == ["N", " 01001", " 01002", " 09161", " 11000", "09162", "09271"]
    assert tree.selected_codes() == ["09161", "11000"]


def test_what_is_not_possible_is_said(window: MainWindow, tab: HierarchiesTab) -> None:
    tree = editing(tab)
    tree.select(["01002"])
    QTest.keyClick(tree, Qt.Key.Key_Tab)
    assert "Before “01002” there is no group" in tab.card.message.text
    group(tab, ["01001"], "01002")
    assert "There is a node “01002” already" in tab.card.message.text
    assert tab.card.group.isVisible()
    assert nodes(tab) == []


def test_the_menu_offers_the_steps_and_sorts(window: MainWindow, tab: HierarchiesTab) -> None:
    tree = editing(tab)
    group(tab, ["09162", "09161"], "S")
    tree.select(["09161"])
    QTest.keyClick(tree, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert nodes(tab)[3:5] == [" 09162", " 09161"]
    menu = tree.menu()
    actions: dict[str, QAction] = {str(action.data()): action for action in menu.actions()}
    assert actions["group"].text() == "Group selected ...\tCtrl+G"
    actions["sort_code"].trigger()
    assert nodes(tab)[3:5] == [" 09161", " 09162"]
    menu.close()
    menu.deleteLater()


@pytest.mark.thorough
def test_names_are_typed_in_the_tree_in_the_language_of_the_window(
    window: MainWindow, tab: HierarchiesTab, settings: Settings
) -> None:
    editing(tab)
    group(tab, ["01001", "01002"], "N", "North")
    settings.set("language", "de")
    settle(window)
    tab = data_page_now(window).loaded_view.hierarchies_tab
    model = tab.card.model
    model.setData(model.index_of("N"), "Norden")
    model.setData(model.index_of("11000"), "Berlin")
    model.setData(model.index_of("N", 1), "NN")
    QTest.qWait(1)
    settle(window)
    entry = tab.entry
    assert entry is not None
    assert dict(entry.node_labels) == {"NN": Texts("North", "Norden")}
    assert next(one.label for one in entry.categories if one.code == "11000") == Texts.same("Berlin")
    assert nodes(tab)[0] == "NN"
    assert model.index_of("NN").data() == "Norden"
    settings.set("language", "en")
    settle(window)
    model = data_page_now(window).loaded_view.hierarchies_tab.card.model
    assert [model.index_of(code).data() for code in ("", "NN")] == ["Total", "North"]
    assert not model.flags(model.index_of("11000", 1)) & Qt.ItemFlag.ItemIsEditable


# --- several, kept, removed ----------------------------------------------------------------------------------------


def test_another_hierarchy_stands_beside_is_edited_and_removed(window: MainWindow, tab: HierarchiesTab) -> None:
    editing(tab)
    group(tab, ["01001", "01002"], "N")
    tab.card.tools["beside"].click()
    assert tab.card.beside.first.text() == "kreis_2"
    QTest.keyClicks(tab.card.beside.second, "Markets")
    tab.card.beside.button.click()
    settle(window)
    assert tab.chosen == "kreis_2"
    assert [tab.card.hierarchy.itemText(place) for place in range(2)] == ["its own", "Markets"]
    tab.card.tools["edit"].click()
    tab.card.tree.select(["N"])
    tab.card.bar.buttons["dissolve"].click()
    group(tab, ["09161", "11000"], "M")
    settle(window)
    data = window.desk.session.data
    assert data is not None
    other, own = data.dimensions["kreis_2"].hierarchy, data.dimensions["kreis"].hierarchy
    assert other is not None
    assert own is not None
    assert (other.leaves_below("M"), own.leaves_below("N")) == (("09161", "11000"), ("01001", "01002"))
    assert records(tab, "M") == "8"
    tab.card.tools["remove"].click()
    settle(window)
    assert tab.chosen == "kreis"
    assert not tab.card.hierarchy.isVisible()
    window.desk.undo()
    settle(window)
    assert tab.card.hierarchy.count() == 2
    tab.choose("kreis_2")
    window.desk.redo()
    settle(window)
    assert tab.chosen == "kreis"


def test_a_name_that_is_taken_is_said(window: MainWindow, tab: HierarchiesTab) -> None:
    tab.card.tools["beside"].click()
    tab.card.beside.first.setText("sex")
    tab.card.beside.button.click()
    assert "There is a variable “sex” already" in tab.card.message.text
    assert tab.chosen == "kreis"


def test_a_hierarchy_made_by_hand_is_kept_as_a_file(window: MainWindow, tab: HierarchiesTab, tmp_path: Path) -> None:
    editing(tab)
    group(tab, ["01001", "01002"], "N")
    tab.keep(tmp_path / "a.hrc")
    entry = tab.entry
    assert entry is not None
    assert read_hrc(tmp_path / "a.hrc").nodes == entry.hierarchy
    assert "Saved as a.hrc" in tab.card.message.text
    tab.keep(tmp_path / "nowhere" / "a.hrc")
    assert "a.hrc" in tab.card.message.text
    assert "Saved" not in tab.card.message.text


def test_every_control_has_a_name_and_the_tree_gives_the_keyboard_back(window: MainWindow, tab: HierarchiesTab) -> None:
    editing(tab)
    for widget in (*tab.card.bar.buttons.values(), tab.card.bar.search, tab.card.chosen, tab.card.tree):
        assert widget.accessibleName()
    event = QKeyEvent(QKeyEvent.Type.ShortcutOverride, Qt.Key.Key_X, Qt.KeyboardModifier.ControlModifier)
    event.ignore()
    tab.card.tree.event(event)
    assert event.isAccepted()
    tab.card.tools["edit"].click()
    event.ignore()
    tab.card.tree.event(event)
    assert not event.isAccepted()


def test_codes_of_other_periods_have_their_place_too_and_derived_ones_are_called(
    window: MainWindow, tab: HierarchiesTab
) -> None:
    statistic = window.desk.state.statistic
    assert statistic is not None
    old = Category("09999", Texts.same("old"), valid_to="2020-12-31")
    first = VariableEntry("first", "dimension", Texts.same("First"), derived=Derivation("prefix", "kreis", digits=2))
    entries = tuple(
        replace(entry, categories=(*entry.categories, old)) if entry.name == "kreis" else entry
        for entry in statistic.dictionary
    )
    window.desk.run(on_statistic(CommandName("take_over"), lambda one: replace(one, dictionary=(*entries, first))))
    settle(window)
    tab.choose("kreis")
    editing(tab)
    group(tab, ["01001", "01002"], "N")
    assert "09999" in nodes(tab)
    tab.choose("first")
    settle(window)
    model = tab.card.model
    model.setData(model.index_of("11"), "Berlin")
    QTest.qWait(1)
    settle(window)
    assert model.index_of("11").data() == "Berlin"
    data = window.desk.session.data
    assert data is not None
    assert data.dimensions["first"].label("11") == Texts.same("Berlin")
