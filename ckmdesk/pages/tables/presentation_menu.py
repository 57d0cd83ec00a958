"""The menu *Presentation*: labels or codes, language of the table, empty rows and columns, widths of columns.

It stays open while entries are ticked.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from ckmcore.messages import say
from ckmcore.presentation.table_options import OPTIONS, TableOption
from ckmcore.tabulate.spec import STUB, Presentation, TableSpec
from ckmcore.tabulate.widths import column_path
from ckmdesk.commands import presentation as commands
from ckmdesk.commands.desk import Command
from ckmdesk.look.text_size import px, unscaled
from ckmdesk.pages.context import PageContext
from ckmdesk.pages.tables.grid import TableGrid
from ckmdesk.widgets.searched_menu import staying

WIDTH_STEP = 16


class PresentationMenu(QObject):
    """Menu of the presentation, at `button` above the table and in the menu bar; every entry is one command.

    It also handles dragged and double-clicked edges of columns in head and corner.
    """

    def __init__(self, context: PageContext, grid: TableGrid, page: QWidget) -> None:
        super().__init__(page)
        self.context, self.grid = context, grid
        self.menu = staying(QMenu(self.tr("Presentation"), page, objectName="presentation"))
        self.button = QToolButton(page, objectName="presentation-button")
        self.button.setMenu(self.menu)
        self.button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.button.setAutoRaise(True)
        self.button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.options: dict[str, QAction] = {}
        self.choices: dict[str, dict[str, QAction]] = {}
        self.menus: dict[str, QMenu] = {}
        self.groups: dict[str, QMenu] = {"": self.menu}
        for option in OPTIONS:
            self._add(option)
            if option.field == "language":
                self.in_rows = self._tick(self.menu, self.tr("Values in rows of their own"))
                self.in_rows.triggered.connect(lambda on: self._run(commands.put_values("rows" if on else "columns")))
        self._widths = self.menu.addMenu(self.tr("Widths"))
        self.wider = self._act(self.tr("Column wider"), lambda: self.step_width(px(WIDTH_STEP)), "Alt+Shift+Right")
        self.narrower = self._act(
            self.tr("Column narrower"), lambda: self.step_width(-px(WIDTH_STEP)), "Alt+Shift+Left"
        )
        self.stub_wider = self._act(self.tr("Stub wider"), lambda: self.step_stub(px(WIDTH_STEP)), "Alt+Shift+Up")
        self.stub_narrower = self._act(
            self.tr("Stub narrower"), lambda: self.step_stub(-px(WIDTH_STEP)), "Alt+Shift+Down"
        )
        self.fit_one = self._act(self.tr("Automatic width of the column"), self.fit_current)
        self.fit_all = self._act(
            self.tr("Automatic width of all columns"), lambda: self._run(commands.fit_all_widths())
        )
        self._widths.addSeparator()
        self.freeze = self._tick(self._widths, self.tr("Keep the total in sight"))
        self.freeze.setToolTip(self.tr("The column of the total stays beside the labels when the table is scrolled"))
        self.freeze.triggered.connect(self._freeze)
        self._widths.setToolTipsVisible(True)
        self.menu.aboutToShow.connect(self.refresh)
        grid.head.width_set.connect(self.set_width)
        grid.head.fit_asked.connect(self.fit_width)
        grid.corner.width_set.connect(lambda level, pixels: self._set((STUB, str(level)), pixels))
        grid.corner.fit_asked.connect(lambda level: self._fit((STUB, str(level))))
        context.theme.changed.connect(self._draw)
        self._draw()
        self.button.setText(self.tr("Presentation"))
        self.menu.setToolTipsVisible(True)
        self.refresh()

    def _draw(self) -> None:
        self.button.setIcon(self.context.theme.icon("presentation"))

    def _add(self, option: TableOption) -> None:
        """Add the entry of an option, or one for each of its choices."""
        language = self.context.language
        if option.menu not in self.groups:
            words = say(f"options_{option.menu}", language)
            self.groups[option.menu] = staying(self.menu.addMenu(words))
            self.groups[option.menu].setToolTipsVisible(True)
        within = self.groups[option.menu]
        if not option.choices:
            self.options[option.field] = self._tick(within, option.title.text(language))
            self.options[option.field].setToolTip(option.tip.text(language))
            self.options[option.field].triggered.connect(lambda on: self._run(commands.set_option(option.field, on)))
            return
        menu = staying(within.addMenu(option.title.text(language)))
        self.menus[option.field] = menu
        group = QActionGroup(self)
        self.choices[option.field] = {
            choice: self._tick(menu, option.choice_title(choice).text(language)) for choice in option.choices
        }
        for choice, action in self.choices[option.field].items():
            group.addAction(action)
            action.triggered.connect(lambda _on, to=choice: self._run(commands.set_option(option.field, to)))

    def _tick(self, menu: QMenu, words: str) -> QAction:
        action = menu.addAction(words)
        action.setCheckable(True)
        return action

    def _act(self, words: str, act: Callable[[], None], key: str = "") -> QAction:
        action = self._widths.addAction(words)
        action.triggered.connect(lambda _checked=False: act())
        if key:
            action.setShortcut(QKeySequence(key))
        return action

    def _run(self, command: Command) -> None:
        self.context.desk.run(command)

    # --- words and state -------------------------------------------------------------------------------------------

    @property
    def _spec(self) -> TableSpec:
        return self.context.desk.state.table.spec

    def refresh(self) -> None:
        """Tick what holds for the table."""
        shown_presentation: Presentation = self._spec.presentation
        self.in_rows.setChecked(self._spec.values_on == "rows")
        has_several = len(self._spec.values) > 1
        self.in_rows.setEnabled(has_several)
        in_rows_text = self.tr("Values in rows of their own (from two values on)")
        self.in_rows.setText(self.tr("Values in rows of their own") if has_several else in_rows_text)
        for field, action in self.options.items():
            action.setChecked(getattr(shown_presentation, field))
        for field, actions in self.choices.items():
            actions[getattr(shown_presentation, field)].setChecked(True)
        stacked = max(len(self._spec.rows), len(self._spec.columns)) > 1
        self.menus["block_total"].setEnabled(stacked)
        self.fit_all.setEnabled(bool(shown_presentation.widths))
        self.freeze.setChecked(self.context.settings.value("freeze_total") == "1")
        self.grid.freeze_total(self.freeze.isChecked())

    def _freeze(self, on: bool) -> None:
        self.context.settings.set("freeze_total", "1" if on else "0")
        self.grid.freeze_total(on)

    # --- widths ----------------------------------------------------------------------------------------------------

    def _path(self, section: int) -> tuple[str, ...] | None:
        """Return the path to which the width of a screen column belongs."""
        model = self.grid.table_model()
        if model is None or model.view is None or not 0 <= section < model.columnCount():
            return None
        line, value = divmod(section, model.values)
        return column_path(model.view.layout.columns, line, model.view.shown[value].number)

    def set_width(self, section: int, pixels: int) -> None:
        """Store the width that a column was given."""
        path = self._path(section)
        if path is not None:
            self._set(path, pixels)

    def _set(self, path: tuple[str, ...], pixels: int) -> None:
        # After the mouse has let go: the head is laid out anew.
        QTimer.singleShot(0, self, lambda: self._run(commands.set_width(path, unscaled(pixels))))

    def fit_width(self, section: int) -> None:
        """Make a column as wide as its figures need."""
        path = self._path(section)
        if path is not None:
            self._fit(path)

    def _fit(self, path: tuple[str, ...]) -> None:
        QTimer.singleShot(0, self, lambda: self._run(commands.fit_width(path)))

    def step_width(self, pixels: int) -> None:
        """Make the column of the current cell (the first one without a cell) wider or narrower."""
        section = max(self.grid.currentIndex().column(), 0)
        self.set_width(section, self.grid.head.sectionSize(section) + pixels)

    def step_stub(self, pixels: int) -> None:
        """Make the innermost column of the stub wider or narrower; `pixels` is the difference."""
        widths = self.grid.stub.widths
        if widths:
            self._set((STUB, str(len(widths) - 1)), widths[-1] + pixels)

    def fit_current(self) -> None:
        self.fit_width(max(self.grid.currentIndex().column(), 0))
