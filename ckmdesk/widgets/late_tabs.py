"""Tabs whose views are made when they are first shown or asked for: what nobody opens costs neither time nor memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QTabWidget, QVBoxLayout, QWidget

from ckmdesk.widgets.layouts import column_of

V = TypeVar("V", bound=QWidget)


class LateTabs(QTabWidget):
    """Tabs whose views are made on first use; emits `came` just after each was made."""

    came = Signal(QWidget)

    def __init__(self) -> None:
        super().__init__(documentMode=True)
        self._places: list[Late[QWidget]] = []
        self.currentChanged.connect(self._show_late)

    def add(self, make: Callable[[], V], around: Callable[[V], QWidget] | None = None, *, word: str = "") -> Late[V]:
        """Add a tab for a view made later; `around` wraps the view in another widget, such as `Scrolled`."""
        made = Late(make, self.came.emit, around)
        with QSignalBlocker(self):  # the first one is shown by being added
            self.addTab(made.room, word)
        self._places.append(made)  # type: ignore[arg-type]  # of some view
        return made

    @property
    def shown(self) -> QWidget:
        """The view in front, made now where it was not."""
        return self._places[self.currentIndex()].view

    @property
    def made(self) -> list[QWidget]:
        """Return the views made so far, in order."""
        return [late_view.view for late_view in self._places if late_view.is_made]

    def _show_late(self, index: int) -> None:
        self._places[index].view  # noqa: B018 - made by being asked for

    @property
    def opened(self) -> tuple[int, ...]:
        """Return the indices of the tabs whose views were made."""
        return tuple(index for index, late_place in enumerate(self._places) if late_place.is_made)

    def open_again(self, opened: tuple[int, ...], current: int) -> None:
        """Make these views and select one, without the signal of a changed tab."""
        for tab_index in opened:
            self._show_late(tab_index)
        with QSignalBlocker(self):
            self.setCurrentIndex(current)

    def show_view(self, view: QWidget) -> None:
        """Bring a view to the front."""
        self.setCurrentIndex(
            next(index for index, late_view in enumerate(self._places) if late_view.is_made and late_view.view is view)
        )


class Late(Generic[V]):
    """The place of one view, in `LateTabs` or in a stack; came(view): it was made."""

    def __init__(
        self, make: Callable[[], V], came: Callable[[V], object], around: Callable[[V], QWidget] | None = None
    ) -> None:
        # By its name the view is found again in a page that is built anew: a stack orders its rooms as they are shown.
        self.room = QWidget(objectName=getattr(came, "__name__", ""))
        self._inside: QVBoxLayout = column_of(within=self.room, margins=0, spacing=0)
        self._make, self._came, self._around = make, came, around
        self._view: V | None = None

    @property
    def is_made(self) -> bool:
        return self._view is not None

    @property
    def view(self) -> V:
        """The view, made on first use."""
        if self._view is None:
            self._view = self._make()
            self._inside.addWidget(self._view if self._around is None else self._around(self._view))
            self._came(self._view)
        return self._view
