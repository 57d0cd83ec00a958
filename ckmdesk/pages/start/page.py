"""The start page."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QModelIndex, QSize, Qt
from PySide6.QtGui import QAction, QIcon, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPushButton,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from ckmdesk.base.paths import resources
from ckmdesk.base.unexpected import guarded
from ckmdesk.commands.desk import Changes
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import FIELD_HEIGHT, MARGIN, ROW_HEIGHT, STEP, Theme, set_kind
from ckmdesk.pages.context import Page, PageContext
from ckmdesk.pages.start.recent import FileState, RecentModel, look
from ckmdesk.widgets.basic import Card, IconLabel, label
from ckmdesk.widgets.layouts import STRETCH, column_of, fill, row_of, scrolling

SIDE = 80
WIDEST = 1400
NARROW = 1100
DOOR_HEIGHT, DROP_HEIGHT = 150, 84
BESIDE = 860  # from this width on the doors stand side by side
WIDTHS = (226, 124, 158, 238, 128)
PLACE_WIDTH = 246


class Door(Card):
    """An entry of the start page: icon, heading, two lines, a button."""

    def __init__(self, theme: Theme, icon: str, words: tuple[str, str, str], act: Callable[[], None]) -> None:
        """Make the entry; `words` are title, text and button text."""
        super().__init__(margin=2 * STEP)
        title, text, button = words
        self.title = label(title, "title")
        head = row_of(IconLabel(theme, icon, "accent", 32), (self.title, 1), spacing=2 * STEP - 4)
        self.text = label(text, "secondary", wrap=True)
        self.text.setMinimumHeight(px(44))
        self.text.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.button = QPushButton(button, accessibleDescription=text)
        self.button.setAutoDefault(True)  # Enter presses it, as everybody expects
        self.button.setMinimumHeight(px(FIELD_HEIGHT))
        self.button.clicked.connect(lambda _=False: act())
        self.body.setSpacing(STEP)
        fill(self.body, head, self.text, STRETCH)
        self.body.addLayout(row_of(self.button, STRETCH))


class DropDoor(QFrame):
    """Place for files: icon, heading, formats, and a button that chooses one."""

    def __init__(self, theme: Theme, words: tuple[str, str, str], act: Callable[[], None]) -> None:
        """Make the place; `words` are heading, formats and button text."""
        super().__init__()
        set_kind(self, "drop")
        heading, text, button = words
        self.title = label(heading, "title")
        self.text = label(text, "secondary", wrap=True)
        self.button = QPushButton(button, accessibleDescription=f"{heading}. {text}", autoDefault=True)
        set_kind(self.button, "primary")
        self.button.setMinimumHeight(px(FIELD_HEIGHT))
        self.button.clicked.connect(lambda _=False: act())
        row_of(
            IconLabel(theme, "drop", "accent", 32),
            (column_of(self.title, self.text, spacing=2), 1),
            self.button,
            within=self,
            margins=2 * STEP + 4,
            spacing=2 * STEP,
        )


class RecentView(QTableView):
    """Enter opens, Delete takes an entry from the list."""

    def __init__(self, opened: Callable[[], None], forget: Callable[[], None]) -> None:
        super().__init__()
        self._opened, self._forget = opened, forget
        set_kind(self, "list")
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setShowGrid(False)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(px(ROW_HEIGHT))
        self.verticalHeader().setMinimumSectionSize(px(ROW_HEIGHT))
        self.horizontalHeader().setHighlightSections(False)
        self.horizontalHeader().setFixedHeight(px(ROW_HEIGHT))
        self.setIconSize(QSize(px(16), px(16)))

    @guarded()
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._opened()
        elif event.key() == Qt.Key.Key_Delete:
            self._forget()
        else:
            super().keyPressEvent(event)


class StartPage(Page):
    """Doors, recent statistics, a place to drop a file."""

    page_name = "start"
    refreshing = ("recent",)

    def build(self, context: PageContext) -> None:
        self._context = context
        theme, window = context.theme, context.frame
        inner_widget = QWidget()
        scroll = scrolling(inner_widget, by_keys=True)
        column_of(scroll, within=self, margins=0)
        self._column = column = QVBoxLayout(inner_widget)
        column.setSpacing(0)
        fill(column, self._make_head(), 30)
        self._drop = self._make_drop()
        sample = (
            self.tr("View sample"),
            self.tr(
                "A finished table of a made-up university statistic. Drag variables, compare methods, export a draft."
            ),
            self.tr("View sample"),
        )
        statistic = (
            self.tr("Open statistic"),
            self.tr("A statistic in one .ckm file: periods, method in force, saved tables."),
            self.tr("Open ..."),
        )
        self.sample = Door(theme, "tables", sample, self._open_sample)
        self.open = Door(theme, "folder", statistic, self._choose_statistic)
        methodologist = context.settings.is_methodologist
        self._drop.button.setObjectName("door:new" if methodologist else "door:open")
        self.sample.button.setObjectName("door:sample")
        if methodologist:
            self.open.button.setObjectName("door:open")
        self._doors = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._doors.setSpacing(2 * STEP)
        for door in (self.sample, self.open):
            self._doors.addWidget(door, 1)
        self._steps = self._make_steps()
        fill(column, self._drop, 2 * STEP, self._steps, 3 * STEP)
        column.addLayout(self._doors)
        for part in (self._steps, self.open):  # once they have a parent: else windows of their own
            part.setVisible(methodologist)
        fill(column, 30, self._make_recent(), STRETCH)
        self._frame = window
        self.setFocusProxy(self._drop.button)
        theme.changed.connect(self._theme_changed)
        self._theme_changed()

    def _make_head(self) -> QHBoxLayout:
        self._picture = QLabel()
        motto = label(
            self.tr(
                "ckmdesk makes tables with disclosure control from microdata. The office decides what is published."
            ),
            "secondary",
            wrap=True,
        )
        words = column_of(label(self.tr("What would you like to do?"), "title"), motto, spacing=0)
        return row_of(self._picture, (words, 1), spacing=STEP + 4)

    def _make_steps(self) -> QWidget:
        """The way from a file to a table, in four steps."""
        steps = (
            (self.tr("View the file"), self.tr("Types and roles are proposed")),
            (self.tr("Choose a method"), self.tr("Of the office, or one of your own")),
            (self.tr("Drag a table"), self.tr("Each figure is protected at once")),
            (self.tr("Draft and release"), self.tr("Excel, CSV, PDF and more")),
        )
        self._step_row = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._step_row.setSpacing(2 * STEP)
        for number, (heading, text) in enumerate(steps, 1):
            words = column_of(
                label(f"{number}  {heading}", "heading"), label(text, "secondary", wrap=True), STRETCH, spacing=0
            )
            self._step_row.addLayout(words, 1)
        part = QWidget()
        column_of(self._step_row, within=part, margins=0)
        return part

    def _make_recent(self) -> QWidget:
        context = self._context
        self._recent = QWidget()
        column = column_of(within=self._recent, margins=0, spacing=STEP + 2)
        title = self.tr("Recent statistics")
        self.search = QLineEdit(placeholderText=self.tr("search"), accessibleName=self.tr("Search recent statistics"))
        self.search.setFixedWidth(px(240))
        self.search.setClearButtonEnabled(True)
        self._search_icon = QAction(self.search)
        self.search.addAction(self._search_icon, QLineEdit.ActionPosition.LeadingPosition)
        line = row_of(label(title, "heading"), STRETCH, self.search)
        self.model = RecentModel(context.theme, self)
        self.view = RecentView(self._open_chosen, self._forget_chosen)
        self.view.setModel(self.model)
        self.view.setAccessibleName(title)
        self.view.doubleClicked.connect(self._double_clicked)
        self.view.clicked.connect(self._clicked)
        self.search.textChanged.connect(self.model.set_search)
        self.search.textChanged.connect(lambda _: self._fit())
        self.search.returnPressed.connect(self._open_first)
        header = self.view.horizontalHeader()
        header.setSectionResizeMode(len(WIDTHS), QHeaderView.ResizeMode.Stretch)
        self._card = Card(margin=1)
        self._card.body.addWidget(self.view)
        fill(column, line, self._card)
        return self._recent

    def _make_drop(self) -> DropDoor:
        """Where a methodologist drops data, and everybody a statistic."""
        if self._context.settings.is_methodologist:
            words = (
                self.tr("Drop a file here"),
                self.tr("CSV, Excel, SPSS, Stata, SAS, Parquet, fixed width – or a statistic (.ckm)"),
                self.tr("Choose file ..."),
            )
            return DropDoor(self._context.theme, words, self._choose_data)
        words = (
            self.tr("Drop a statistic here"),
            self.tr("A .ckm file with periods, method in force and saved tables"),
            self.tr("Choose statistic ..."),
        )
        return DropDoor(self._context.theme, words, self._choose_statistic)

    @property
    def new(self) -> DropDoor:
        """Where files are dropped or chosen."""
        return self._drop

    def refresh(self, changes: Changes) -> None:
        entries = self._context.settings.recent
        self.model.set_entries(entries, self._context.language)
        self._recent.setVisible(bool(entries))
        self._fit()
        if entries:
            self._context.jobs.start("recent", partial(look, entries), self._looked)
        self._context.services.recovery.look_for_new()

    def mark_drop(self, active: bool) -> None:
        set_kind(self._drop, "drop-active" if active else "drop")

    def _looked(self, states: dict[str, FileState]) -> None:
        self.model.set_states(states)

    def _theme_changed(self) -> None:
        self._picture.setPixmap(QIcon(str(resources() / "icons" / "ckmdesk.svg")).pixmap(QSize(px(32), px(32))))
        self._search_icon.setIcon(self._context.theme.icon("search", "secondary"))
        self.view.viewport().update()

    @guarded()
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        width = min(self.width() - 2 * (SIDE if self.width() >= px(NARROW) else MARGIN), px(WIDEST))
        side = (self.width() - width) // 2
        self._column.setContentsMargins(side, 38, side, 3 * STEP)
        beside = self.width() >= px(BESIDE)
        for door in (self.sample, self.open):
            door.setMinimumHeight(px(DOOR_HEIGHT) if beside else 0)
        direction = QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom
        self._doors.setDirection(direction)
        self._step_row.setDirection(direction)
        self._fit()

    def _fit(self) -> None:
        """Fit the height of the list to its rows, as far as there is room."""
        used_height = px(38 + 44 + 30 + DROP_HEIGHT + 48 + DOOR_HEIGHT + 30 + 38) + 9 * STEP
        row_limit = max(3, (self.height() - used_height) // px(ROW_HEIGHT) - 1)
        rows = min(max(self.model.rowCount(), 1), row_limit)
        self._card.setFixedHeight((rows + 1) * px(ROW_HEIGHT) + 4)
        margins = self._column.contentsMargins()
        share = min(1.0, (self.width() - margins.left() - margins.right()) / px(sum(WIDTHS) + PLACE_WIDTH))
        for section, width in enumerate(WIDTHS):
            self.view.setColumnWidth(section, round(px(width) * share))

    def _open_sample(self) -> None:
        self._context.services.open_sample()

    def _choose_statistic(self) -> None:
        path = self._context.services.choose_statistic()
        if path is not None:
            self._frame.open_path(path)

    def _choose_data(self) -> None:
        path = self._context.services.choose_data_file()
        if path is not None:
            self._frame.open_path(path)

    def _open_row(self, row: int) -> None:
        entry = self.model.entry(row)
        if entry is not None:
            self._frame.open_path(Path(entry.path))

    def _double_clicked(self, index: QModelIndex) -> None:
        self._open_row(index.row())

    def _clicked(self, index: QModelIndex) -> None:
        self.view.setCurrentIndex(index)

    def _open_chosen(self) -> None:
        self._open_row(self.view.currentIndex().row())

    def _open_first(self) -> None:
        self._open_row(0)

    def _forget_chosen(self) -> None:
        entry = self.model.entry(self.view.currentIndex().row())
        if entry is not None:
            self._context.settings.forget(entry.path)
