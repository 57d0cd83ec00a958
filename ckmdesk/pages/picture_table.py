"""A picture, or its figures as a table: every picture can be read so, by ear and by keys, too."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QStackedWidget, QTableView, QWidget

from ckmdesk.base.unexpected import guarded
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import Theme, set_kind
from ckmdesk.models.figures_model import FiguresModel
from ckmdesk.state.figures import PictureFigures
from ckmdesk.widgets.basic import IconButton
from ckmdesk.widgets.layouts import lead_through
from ckmdesk.widgets.list_view import as_list
from ckmdesk.widgets.no_copy import COPIES

COLUMN = 88


class FiguresTable(QTableView):
    """Table of figures to read; confidential ones cannot be copied (`no_copy`)."""

    def __init__(self, *, confidential: bool = False) -> None:
        super().__init__()
        if not confidential:
            self.setProperty(COPIES, True)
        self.figures_model = FiguresModel()
        self.setModel(self.figures_model)
        set_kind(self, "list")
        as_list(self, read_only=True)
        self.horizontalHeader().setDefaultSectionSize(px(COLUMN))

    @guarded(QSize())
    def sizeHint(self) -> QSize:
        return self.minimumSizeHint()  # figures take the room of the picture


class PictureOrTable(QStackedWidget):
    """Shows a picture, or its figures, as selected in the menu of `button`; emits `chosen(as a table)`.

    The menu is the same for every picture, and callers may add to it. Confidential figures cannot be copied.
    `figures_called` is the object name of the table.
    """

    chosen = Signal(bool)
    kept = ("is_read",)

    def __init__(self, theme: Theme, *, confidential: bool = False, figures_called: str = "") -> None:
        super().__init__()
        self.button = IconButton(theme, "menu")
        self.button.setPopupMode(IconButton.ToolButtonPopupMode.InstantPopup)
        self.menu = QMenu(self.button)
        self.as_table = QAction(self.tr("Show as table"), self, checkable=True)
        self.as_table.toggled.connect(self.chosen)
        self.menu.addAction(self.as_table)
        self.button.setMenu(self.menu)
        self._figures_called, self._title = figures_called, ""
        self._table: FiguresTable | None = None
        if confidential:  # with the page: what comes later is not kept from the clipboard
            self._make_table(confidential=True)

    @property
    def is_read(self) -> bool:
        """Whether the figures are shown."""
        return self.as_table.isChecked()

    @is_read.setter
    def is_read(self, on: bool) -> None:
        self.as_table.setChecked(on)

    @property
    def table(self) -> FiguresTable:
        """Return the table of figures, made on first use because it takes as long as ten buttons."""
        return self._table or self._make_table()

    @property
    def model(self) -> FiguresModel:
        return self.table.figures_model

    def _make_table(self, *, confidential: bool = False) -> FiguresTable:
        figures_table = self._table = FiguresTable(confidential=confidential)
        figures_table.setObjectName(self._figures_called)
        figures_table.setAccessibleName(self._title)
        self.addWidget(figures_table)
        if self.window() is self.button.window():
            lead_through(self.button, figures_table)
        return figures_table

    def name_figures(self, title: str) -> None:
        """Set the accessible name of the figures."""
        self._title = title
        if self._table is not None:
            self._table.setAccessibleName(title)

    def show_one(self, picture: QWidget, figures: Callable[[], PictureFigures]) -> None:
        """Show a picture, or its figures, as selected in the menu."""
        if self.as_table.isChecked():
            self.model.show_figures(figures())
            self.setCurrentWidget(self.table)
        else:
            self.setCurrentWidget(picture)


class OneOrTable(PictureOrTable):
    """Shows a fixed picture, which cannot be saved here, or its figures."""

    def __init__(
        self,
        theme: Theme,
        picture: QWidget,
        figures: Callable[[], PictureFigures],
        *,
        confidential: bool = False,
        figures_called: str = "",
    ) -> None:
        """Make the widget; `figures` returns the figures of the picture in its present state."""
        super().__init__(theme, confidential=confidential, figures_called=figures_called)
        self.picture, self._figures = picture, figures
        self.button.set_tip(self.tr("Read the picture as a table"))
        self.addWidget(picture)
        self.chosen.connect(lambda _on: self.show_again())
        self.show_again()

    def set_title(self, title: str) -> None:
        """Set the title of the picture."""
        self.picture.setAccessibleName(title)
        self.name_figures(title)

    def show_again(self) -> None:
        """Show the picture as it is now, or its figures."""
        self.show_one(self.picture, self._figures)
