"""The menu *Presentation*: labels or codes, language of the table, empty rows and columns, widths of columns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from ckmcore.formats.table_options import OPTIONS
from ckmcore.tabulate.spec import STUB, BlockTotal, Presentation, TableSpec
from ckmcore.tabulate.widths import column_path
from ckmdesk.commands import presentation as commands
from ckmdesk.commands.desk import Command
from ckmdesk.look.text_size import px, unscaled
from ckmdesk.pages.context import PageContext
from ckmdesk.pages.tables.grid import TableGrid
from ckmdesk.widgets.searched_menu import searchable

WIDTH_STEP = 16
LABELS: tuple[Literal["labels", "codes", "both"], ...] = ("labels", "codes", "both")
BLOCK_TOTALS: tuple[BlockTotal, ...] = ("first", "last", "each")
LANGUAGES: tuple[Literal["", "de", "en"], ...] = ("", "de", "en")


class PresentationMenu(QObject):
    """`menu` hangs at `button` above the table and in the window's menu bar; every entry is one command.

    An edge of a column that is dragged in the head or above the stub, or double-clicked, ends here too.
    """

    def __init__(self, context: PageContext, grid: TableGrid, page: QWidget) -> None:
        super().__init__(page)
        self.context, self.grid = context, grid
        self.menu = QMenu(page, objectName="presentation")
        self.button = QToolButton(page, objectName="presentation-button")
        self.button.setMenu(self.menu)
        self.button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.button.setAutoRaise(True)
        self.button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        group = QActionGroup(self)
        self.labels = {one: self._choice(commands.show_labels(one), group) for one in LABELS}
        self.menu.addSeparator()
        self.language_menu = self.menu.addMenu("")
        group = QActionGroup(self)
        self.languages = {
            one: self._choice(commands.set_output_language(one), group, self.language_menu) for one in LANGUAGES
        }
        self.menu.addSeparator()
        self.in_rows = self._tick()
        self.in_rows.triggered.connect(lambda rows: self._run(commands.put_values("rows" if rows else "columns")))
        self.menu.addSeparator()
        self.options = {option.field: self._option(option.field) for option in OPTIONS}
        self.total_menu = self.menu.addMenu("")
        group = QActionGroup(self)
        self.totals = {
            one: self._choice(commands.place_block_total(one), group, self.total_menu) for one in BLOCK_TOTALS
        }
        self.menu.addSeparator()
        self.wider = self._act(lambda: self.step_width(px(WIDTH_STEP)), "Alt+Shift+Right")
        self.narrower = self._act(lambda: self.step_width(-px(WIDTH_STEP)), "Alt+Shift+Left")
        self.stub_wider = self._act(lambda: self.step_stub(px(WIDTH_STEP)), "Alt+Shift+Up")
        self.stub_narrower = self._act(lambda: self.step_stub(-px(WIDTH_STEP)), "Alt+Shift+Down")
        self.fit_one = self._act(self.fit_current)
        self.fit_all = self._act(lambda: self._run(commands.fit_all_widths()))
        self.menu.aboutToShow.connect(self.refresh)
        searchable(self.menu)
        grid.head.width_set.connect(self.set_width)
        grid.head.fit_asked.connect(self.fit_width)
        grid.corner.width_set.connect(lambda level, pixels: self._set((STUB, str(level)), pixels))
        grid.corner.fit_asked.connect(lambda level: self._fit((STUB, str(level))))
        context.theme.changed.connect(self._draw)
        self._draw()

    def _draw(self) -> None:
        self.button.setIcon(self.context.theme.icon("presentation"))

    def _choice(self, command: Command, group: QActionGroup, menu: QMenu | None = None) -> QAction:
        action = (menu or self.menu).addAction("")
        action.setCheckable(True)
        group.addAction(action)
        action.triggered.connect(lambda: self._run(command))
        return action

    def _tick(self) -> QAction:
        action = self.menu.addAction("")
        action.setCheckable(True)
        return action

    def _option(self, field: str) -> QAction:
        action = self._tick()
        action.triggered.connect(lambda on: self._run(commands.set_option(field, on)))
        return action

    def _act(self, act: Callable[[], None], key: str = "") -> QAction:
        action = self.menu.addAction("")
        action.triggered.connect(lambda _checked=False: act())
        if key:
            action.setShortcut(QKeySequence(key))
        return action

    def _run(self, command: Command) -> None:
        self.context.desk.run(command)

    # --- words and state -------------------------------------------------------------------------------------------

    def retranslate(self) -> None:
        """All words anew."""
        self.menu.setTitle(self.tr("Presentation"))
        self.button.setText(self.tr("Presentation"))
        words = {"labels": self.tr("Labels"), "codes": self.tr("Codes"), "both": self.tr("Codes and labels")}
        for labels, action in self.labels.items():
            action.setText(words[labels])
        self.language_menu.setTitle(self.tr("Language of the table"))
        languages = {"": self.tr("As the window"), "de": "Deutsch", "en": "English"}
        for language, action in self.languages.items():
            action.setText(languages[language])
        self.in_rows.setText(self.tr("Values in rows of their own"))
        for option in OPTIONS:
            self.options[option.field].setText(option.title.text(self.context.language))
            self.options[option.field].setToolTip(option.tip.text(self.context.language))
        self.total_menu.setTitle(self.tr("Total of stacked blocks"))
        places = {"first": self.tr("In the first block"), "last": self.tr("In the last block")}
        for where, action in self.totals.items():
            action.setText(places.get(where, self.tr("In each block")))
        self.menu.setToolTipsVisible(True)
        self.wider.setText(self.tr("Column wider"))
        self.narrower.setText(self.tr("Column narrower"))
        self.stub_wider.setText(self.tr("Stub wider"))
        self.stub_narrower.setText(self.tr("Stub narrower"))
        self.fit_one.setText(self.tr("Automatic width of the column"))
        self.fit_all.setText(self.tr("Automatic width of all columns"))
        self.refresh()

    @property
    def _spec(self) -> TableSpec:
        return self.context.desk.state.table.spec

    def refresh(self) -> None:
        """Tick what holds for the table."""
        shown: Presentation = self._spec.presentation
        self.labels[shown.labels].setChecked(True)
        self.languages[shown.language].setChecked(True)
        self.in_rows.setChecked(self._spec.values_on == "rows")
        several = len(self._spec.values) > 1
        self.in_rows.setEnabled(several)
        alone = self.tr("Values in rows of their own (from two values on)")
        self.in_rows.setText(self.tr("Values in rows of their own") if several else alone)
        for field, action in self.options.items():
            action.setChecked(getattr(shown, field))
        self.totals[shown.block_total].setChecked(True)
        stacked = max(len(self._spec.rows), len(self._spec.columns)) > 1
        self.total_menu.setEnabled(stacked)
        self.fit_all.setEnabled(bool(shown.widths))

    # --- widths ----------------------------------------------------------------------------------------------------

    def _path(self, section: int) -> tuple[str, ...] | None:
        """What a width of a column of the screen belongs to."""
        model = self.grid.table_model()
        if model is None or model.view is None or not 0 <= section < model.columnCount():
            return None
        line, value = divmod(section, model.values)
        return column_path(model.view.layout.columns, line, model.view.shown[value].number)

    def set_width(self, section: int, pixels: int) -> None:
        """A column was made wider or narrower."""
        path = self._path(section)
        if path is not None:
            self._set(path, pixels)

    def _set(self, path: tuple[str, ...], pixels: int) -> None:
        # After the mouse has let go: the head is laid out anew.
        QTimer.singleShot(0, self, lambda: self._run(commands.set_width(path, unscaled(pixels))))

    def fit_width(self, section: int) -> None:
        """A column is to be as wide as its figures need."""
        path = self._path(section)
        if path is not None:
            self._fit(path)

    def _fit(self, path: tuple[str, ...]) -> None:
        QTimer.singleShot(0, self, lambda: self._run(commands.fit_width(path)))

    def step_width(self, pixels: int) -> None:
        """The column of the current cell (the first where there is none) wider or narrower."""
        section = max(self.grid.currentIndex().column(), 0)
        self.set_width(section, self.grid.head.sectionSize(section) + pixels)

    def step_stub(self, pixels: int) -> None:
        """The innermost column of the stub wider or narrower."""
        widths = self.grid.stub.widths
        if widths:
            self._set((STUB, str(len(widths) - 1)), widths[-1] + pixels)

    def fit_current(self) -> None:
        self.fit_width(max(self.grid.currentIndex().column(), 0))
