"""The menus and keys of the table page."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from ckmcore.tabulate.spec import BlockTotal
from ckmdesk.commands import tables as commands
from ckmdesk.commands.desk import Command
from ckmdesk.pages.context import MenuActions, PageContext
from ckmdesk.pages.tables.comparison import ComparisonPanel
from ckmdesk.pages.tables.copying import TableCopy
from ckmdesk.pages.tables.editing import TableEditor
from ckmdesk.pages.tables.find_bar import FindInTable
from ckmdesk.pages.tables.grid import TableGrid
from ckmdesk.pages.tables.grid_actions import GridActions
from ckmdesk.pages.tables.head import TableHead
from ckmdesk.pages.tables.picture_sights import PictureActions, SightSwitch
from ckmdesk.pages.tables.presentation_menu import PresentationMenu
from ckmdesk.pages.tables.script_dialog import ScriptAction
from ckmdesk.pages.tables.shelf_panel import ShelfPanel
from ckmdesk.pages.tables.side_pane import LeftPane
from ckmdesk.pages.tables.templates import Templates
from ckmdesk.pages.tables.words_actions import WordsActions
from ckmdesk.ports import filled
from ckmdesk.state.table_view import TableView
from ckmdesk.widgets.basic import TitleLine


class ReleaseActions(QObject):
    """Two entries of the page's menu that lead to the release page: `submit`, `compare` (with the last release)."""

    def __init__(self, context: PageContext, parent: QObject) -> None:
        super().__init__(parent)
        self.submit = QAction(self.tr("Submit for release ..."), self)
        self.compare = QAction(self.tr("Compare with the last release"), self)
        self.submit.setObjectName("submit-table")
        self.compare.setObjectName("compare-release")
        self.submit.setShortcut(QKeySequence("Ctrl+R"))
        self.submit.triggered.connect(lambda: context.services.releases.go_and("submit"))
        self.compare.triggered.connect(lambda: context.services.releases.go_and("compare"))


class Acted(Protocol):
    """Interface to the parts of the page that its menus act on."""

    head: TableHead
    left: LeftPane
    panel: ShelfPanel
    editor: TableEditor
    grid: TableGrid
    table_title: TitleLine
    presentation: PresentationMenu
    finding: FindInTable
    comparison: ComparisonPanel
    switch: SightSwitch
    pictures: PictureActions

    @property
    def view(self) -> TableView | None: ...


class TableActions(QObject):
    """Entries of the menus, with their keys."""

    def __init__(self, context: PageContext, page: Acted, parent: QWidget) -> None:
        super().__init__(parent)
        self.context, self.page = context, page
        self.swap = QAction(self.tr("Swap rows and columns"), self, shortcut=QKeySequence("Ctrl+T"))
        self.swap.triggered.connect(lambda: page.editor.run(commands.swap_axes()))
        self.clear = QAction(self.tr("Empty the table"), self, shortcut=QKeySequence("Ctrl+Shift+Delete"))
        self.clear.triggered.connect(lambda: self._begin(commands.clear_table(self._block_total)))
        self.new = QAction(self.tr("New table"), self, shortcut=QKeySequence("Ctrl+Shift+N"))
        self.new.triggered.connect(lambda: self._begin(commands.new_table(self._block_total)))
        page.left.new_asked.connect(lambda: page.editor.run(commands.new_table(self._block_total)))
        self.releasing = ReleaseActions(context, parent)
        self.script = ScriptAction(context, parent)
        cube = filled("CubeAction")
        self.cube = None if cube is None else cube(context, parent)
        self.templates = Templates(context, parent)
        self.layout_menu, self.compare_menu = QMenu(self.tr("Layout"), parent), QMenu(self.tr("Compare"), parent)
        self.layout_menu.addActions([self.swap, self.clear, page.head.document.discard_action, *self.templates.actions])
        self.written_menu = QMenu(self.tr("Write as"), parent)
        self.written_menu.addActions([self.script.action, *(() if self.cube is None else (self.cube.action,))])
        self.written_menu.addActions([page.pictures.save, page.pictures.copy])
        self.find_menu = QMenu(self.tr("Find"), parent)
        self.find_menu.addActions(page.finding.actions)
        self.compare_menu.addActions([page.comparison.action, self.releasing.compare])
        self.sight_menu = QMenu(self.tr("Table or picture"), parent)
        self.sight_menu.addActions([*page.switch.actions_of.values()])
        self.copying = TableCopy(context, page.grid, parent)
        self.words = WordsActions(context, page.grid, lambda: page.view, page.table_title)
        self.words_menu = QMenu(self.tr("Number and notes"), parent)
        self.words_menu.addActions([self.words.number, self.words.note])
        self.in_grid = GridActions(
            context,
            page.grid,
            lambda: page.view,
            page.editor.run,
            self.words,
            self.copying.action,
            page.editor.values,
        )
        self.forth = QAction(self.tr("Next area (list, shelves, table)"), self, shortcut=QKeySequence("F6"))
        self.forth.triggered.connect(lambda: self._go_area(1))
        self.back = QAction(self.tr("Area before"), self, shortcut=QKeySequence("Shift+F6"))
        self.back.triggered.connect(lambda: self._go_area(-1))

    @property
    def _block_total(self) -> BlockTotal:
        """Return the office's position of the total in a new table."""
        return self.context.settings.office.block_total

    def _begin(self, command: Command) -> None:
        """Begin an empty table, with the keyboard in the list from which it is filled."""
        self.page.editor.run(command)
        self.page.left.list_in_sight.setFocus()

    def _go_area(self, step: int) -> None:
        page = self.page
        shown = page.head.shelves_button.isChecked()
        chips = [shelf.chips[0] for shelf in page.panel if shelf.chips and shown]
        areas: list[QWidget] = [page.left.list_in_sight, *chips, page.grid]
        areas += [page.comparison.table] if page.comparison.table.isVisible() else []
        elsewhere = -1 if step > 0 else 0
        focused = next((area_index for area_index, area in enumerate(areas) if area.hasFocus()), elsewhere)
        area = areas[(focused + step) % len(areas)]
        if area is page.left.list_in_sight:
            page.head.pane_button.setChecked(True)  # it may be folded
        area.setFocus()

    def menus(self) -> MenuActions:
        """Actions for the window's menus."""
        page, head = self.page, self.page.head
        return {
            "edit": [
                self.copying.action,
                self.find_menu.menuAction(),
                *(menu.menuAction() for menu in self.in_grid.menus),
            ],
            "view": [
                None,
                self.sight_menu.menuAction(),
                None,
                head.periods.before_action,
                head.periods.after_action,
                None,
                self.forth,
                self.back,
            ],
            "page": [
                self.new,
                head.document.save_as_action,
                None,
                self.layout_menu.menuAction(),
                self.words.title,
                self.words_menu.menuAction(),
                page.editor.values.add_menu.menuAction(),
                page.presentation.menu.menuAction(),
                None,
                self.compare_menu.menuAction(),
                self.written_menu.menuAction(),
                None,
                self.releasing.submit,
            ],
        }


def page_keys() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the shortcuts of the list of variables, the shelves, the saved tables and the table."""
    return [
        (
            QCoreApplication.translate("TableKeys", "List of variables"),
            [
                (QCoreApplication.translate("TableKeys", "Into rows, or columns; out of the table"), _enter()),
                (
                    QCoreApplication.translate("TableKeys", "Into a block of its own under the rows"),
                    _with(_shift(), _enter()),
                ),
                (QCoreApplication.translate("TableKeys", "Into rows"), "R, Z"),
                (QCoreApplication.translate("TableKeys", "Into columns"), "C, S"),
                (QCoreApplication.translate("TableKeys", "Onto sheets"), "L, B"),
                (QCoreApplication.translate("TableKeys", "Into filter"), "F"),
                (QCoreApplication.translate("TableKeys", "Type to jump to an entry"), _letters()),
                (QCoreApplication.translate("TableKeys", "Out of the table"), _delete()),
            ],
        ),
        (
            QCoreApplication.translate("TableKeys", "Rows, columns, filter, values, sheets"),
            [
                (QCoreApplication.translate("TableKeys", "Menu: levels, order, categories, blocks"), _enter()),
                (QCoreApplication.translate("TableKeys", "One place on"), _arrows(_control())),
                (
                    QCoreApplication.translate("TableKeys", "The block one place up or down"),
                    _with(_control(), _arrows(_shift())),
                ),
                (QCoreApplication.translate("TableKeys", "Out of the table; a block into the one before"), _delete()),
            ],
        ),
        (
            QCoreApplication.translate("TableKeys", "Headings of the table"),
            [
                (QCoreApplication.translate("TableKeys", "From the first row or column into the headings"), _arrows()),
                (
                    QCoreApplication.translate("TableKeys", "Select; sort (second press); unhide"),
                    _enter(),
                ),
                (QCoreApplication.translate("TableKeys", "Choose all up to here"), _with(_shift(), _space())),
                (QCoreApplication.translate("TableKeys", "Choose this one, too"), _with(_control(), _space())),
                (QCoreApplication.translate("TableKeys", "Move what is chosen"), _arrows(_shift())),
                (QCoreApplication.translate("TableKeys", "Back to the figures"), "Esc"),
            ],
        ),
        (
            QCoreApplication.translate("TableKeys", "Picture"),
            [
                (QCoreApplication.translate("TableKeys", "From mark to mark"), _arrows()),
                (QCoreApplication.translate("TableKeys", "Show the cell in the table"), _enter()),
            ],
        ),
        (
            QCoreApplication.translate("TableKeys", "Saved tables"),
            [
                (QCoreApplication.translate("TableKeys", "Open"), _enter()),
                (QCoreApplication.translate("TableKeys", "Rename"), "F2"),
                (QCoreApplication.translate("TableKeys", "Duplicate"), f"{_control()}+D"),
                (QCoreApplication.translate("TableKeys", "Delete"), _delete()),
                (QCoreApplication.translate("TableKeys", "One place up or down"), _arrows("Alt")),
            ],
        ),
        (
            QCoreApplication.translate("TableKeys", "Sheets"),
            [(QCoreApplication.translate("TableKeys", "Sheet before, next sheet"), _pages())],
        ),
    ]


def _enter() -> str:
    return QCoreApplication.translate("TableKeys", "Enter")


def _letters() -> str:
    return QCoreApplication.translate("TableKeys", "first letters")


def _delete() -> str:
    return QCoreApplication.translate("TableKeys", "Delete key")


def _control() -> str:
    return QCoreApplication.translate("TableKeys", "Ctrl")


def _shift() -> str:
    return QCoreApplication.translate("TableKeys", "Shift")


def _space() -> str:
    return QCoreApplication.translate("TableKeys", "Space")


def _with(key: str, other: str) -> str:
    return f"{key}+{other}"


def _arrows(with_key: str = "") -> str:
    if not with_key:
        return QCoreApplication.translate("TableKeys", "Arrows")
    return QCoreApplication.translate("TableKeys", "%1+arrows").replace("%1", with_key)


def _pages() -> str:
    return QCoreApplication.translate("TableKeys", "Ctrl+Page up, Ctrl+Page down")
