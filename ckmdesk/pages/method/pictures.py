"""Cards with the pictures of a perturbation table: chosen in the head, saved, or read as a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Literal

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QComboBox, QWidget

from ckmcore.base.numbers import Language
from ckmcore.ptable.model.linked import PairVariance
from ckmdesk.look.theme import STEP, Theme, set_kind
from ckmdesk.pages.picture_table import PictureOrTable
from ckmdesk.plots.along import AlongPlot
from ckmdesk.plots.canvas import Canvas
from ckmdesk.plots.matrix import MatrixPlot
from ckmdesk.plots.pair import PairPlot
from ckmdesk.plots.region import RegionPlot
from ckmdesk.plots.tableau import TableauPlot
from ckmdesk.state.drawing import Spot
from ckmdesk.state.figures import PictureFigures
from ckmdesk.state.method_view import MagnitudeView, MethodView
from ckmdesk.widgets.basic import Card, ElidedLabel, label
from ckmdesk.widgets.layouts import row_of

PictureKind = Literal["matrix", "tableau", "pair", "along", "region"]
KINDS: tuple[PictureKind, ...] = ("matrix", "tableau", "pair", "along", "region")
_MAKERS: dict[PictureKind, Callable[[Theme], Canvas]] = {
    "matrix": MatrixPlot,
    "tableau": TableauPlot,
    "pair": PairPlot,
    "along": AlongPlot,
    "region": RegionPlot,
}


class Sources:
    """The inputs of the pictures of one view, computed when a picture first needs them."""

    def __init__(
        self,
        view: MethodView | MagnitudeView,
        row: int,
        language: Language,
        pointer: tuple[int, float] | None,
        marked: frozenset[tuple[int, int]],
        typed: Mapping[tuple[int, int], float],
        pair: Callable[[], tuple[PairVariance, PairVariance | None] | None],
        region: Callable[[], Sequence[tuple[int, float, float]]],
        rows: Callable[[], PictureFigures],
    ) -> None:
        self.view, self.row, self.language = view, row, language
        self.pointer, self.marked, self.pair, self.region = pointer, marked, pair, region
        self.typed = typed
        self.rows = rows


class PictureCard(Card):
    """A picture under a head, or its figures as a table; its menu emits `save_asked(picture, name)`."""

    save_asked = Signal(object, str)

    def __init__(
        self,
        theme: Theme,
        title: QWidget,
        picture: Callable[[], Canvas],
        called: Callable[[], str],
        parent: QWidget | None,
    ) -> None:
        """Make the card; `title` is the widget of the head, `picture` returns the shown picture, `called` its title."""
        super().__init__(parent)
        self.theme, self._picture = theme, picture
        self.words = ElidedLabel("", "small")
        self.stack = PictureOrTable(theme)
        self.stack.chosen.connect(lambda _on: self._show_as_chosen())
        self.menu_button, self.as_table = self.stack.button, self.stack.as_table
        self.save = QAction(self.tr("Save picture (PNG, SVG) ..."), self)
        self.save.triggered.connect(lambda: self.save_asked.emit(picture(), called()))
        self.stack.menu.addAction(self.save)
        self.body.addLayout(row_of(title, (self.words, 1), self.menu_button, spacing=STEP))
        self.body.addWidget(self.stack, 1)
        self.menu_button.set_tip(self.tr("Save the picture, or read it as a table"))

    def show_again(self) -> None:
        """Show the picture, or its figures, as selected in the menu."""
        self.stack.show_one(self._picture(), self._picture().figures)

    def _show_as_chosen(self) -> None:
        self.show_again()


class OnePicture(PictureCard):
    """A card of a picture that stays."""

    def __init__(self, theme: Theme, picture: Canvas, parent: QWidget | None = None) -> None:
        self.heading = label("", "heading")
        super().__init__(theme, self.heading, lambda: picture, self.heading.text, parent)
        self.picture = picture
        self.stack.addWidget(picture)
        self.stack.setCurrentWidget(picture)
        picture.save_asked.connect(lambda: self.save_asked.emit(picture, self.heading.text()))

    def set_title(self, title: str) -> None:
        """Set the title of the picture, also for screen readers."""
        self.heading.setText(title)
        self.picture.setAccessibleName(title)
        self.stack.name_figures(title)


class PicturePanel(PictureCard):
    """A picture selected in its head; emits `made(picture)` when one is first shown, so that the page can connect."""

    made = Signal(object)

    def __init__(self, theme: Theme, kind: PictureKind, parent: QWidget | None = None) -> None:
        self.choice = QComboBox(objectName=f"picture:{kind}", accessibleName=self.tr("Picture"))
        super().__init__(theme, self.choice, lambda: self.picture, self.choice.currentText, parent)
        self.kind = kind
        self.pictures: dict[PictureKind, Canvas] = {}
        self.sources: Sources | None = None
        set_kind(self.choice, "heading")
        self.choice.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        for each_kind in KINDS:
            self.choice.addItem(self._title(each_kind), each_kind)
        self.choice.setCurrentIndex(KINDS.index(kind))
        self.choice.activated.connect(lambda kind_index: self.choose(KINDS[kind_index]))

    @property
    def picture(self) -> Canvas:
        """The picture chosen, made on first use."""
        if self.kind not in self.pictures:
            picture = _MAKERS[self.kind](self.theme)
            picture.setObjectName(self.kind)
            self.pictures[self.kind] = picture
            self.stack.addWidget(picture)
            QWidget.setTabOrder(self.menu_button, picture)
            self._name(self.kind)
            self.made.emit(picture)
        return self.pictures[self.kind]

    def choose(self, kind: PictureKind) -> None:
        """Show another picture."""
        self.kind = kind
        self.choice.setCurrentIndex(KINDS.index(kind))
        self._name(kind)
        if self.sources is not None:
            self.show_sources(self.sources)

    def _title(self, kind: PictureKind) -> str:
        titles = {
            "matrix": self.tr("Transition matrix"),
            "tableau": self.tr("Tableau"),
            "pair": self.tr("Sum of two parts"),
            "along": self.tr("Noise by count"),
            "region": self.tr("Possible D and V"),
        }
        return titles[kind]

    def _name(self, kind: PictureKind) -> None:
        if kind in self.pictures:
            self.pictures[kind].setAccessibleName(self._title(kind))
        self.stack.name_figures(self._title(kind))

    def _words(self, sources: Sources) -> str:
        view = sources.view
        drawn = view.ordered_drawing.rows
        last_row = view.ordered.last_row + 1 if isinstance(view, MethodView) else len(view.table.reports)
        if drawn < last_row and self.kind in ("matrix", "tableau", "along"):
            text = self.tr("the rows 0 to %1 of %2").replace("%1", str(drawn - 1))
            return text.replace("%2", str(last_row))
        if self.kind == "matrix":
            if isinstance(view, MagnitudeView):
                return self.tr("p by ratio i and noise v")
            return self.tr("p by original count i and target count j")
        if self.kind == "tableau":
            ordered = isinstance(view, MagnitudeView) or view.shown.is_ordered
            return self.tr("in the order of the noise") if ordered else self.tr("intervals of the cell key, shuffled")
        if self.kind == "pair":
            return self.tr("how far parts stray from their total")
        if self.kind == "along":
            return self.tr("E|v| and P(|v| ≤ 1) along i")
        if view.variant.table is not None:
            return self.tr("for designs only: this table comes from a file")
        return self.tr("for js = %1; a click takes D and V").replace("%1", str(view.variant.design.js))

    def show_sources(self, sources: Sources) -> None:
        """Show a view in the selected picture; nothing is drawn while the card is hidden."""
        self.sources = sources
        if not self.isVisibleTo(self.window()):
            return
        picture, view, language = self.picture, sources.view, sources.language
        self.words.set_text(self._words(sources))
        outdated = view.outdated
        if isinstance(picture, MatrixPlot):
            marked, typed = sources.marked, sources.typed
            drawing = view.ordered_drawing
            picture.show_drawing(drawing, sources.row, language, grey=outdated, marked=marked, typed=typed)
        elif isinstance(picture, TableauPlot):
            picture.show_drawing(view.shown_drawing, sources.row, language, pointer=sources.pointer, grey=outdated)
        elif isinstance(picture, AlongPlot):
            more_rows = sources.rows() if self.as_table.isChecked() else None
            picture.show_drawing(view.ordered_drawing, sources.row, language, more_rows)
        elif isinstance(picture, PairPlot):
            ordered, shuffled = sources.pair() or (None, None)
            picture.show_pair(ordered, shuffled, view.ordered_drawing.names[sources.row], language)
        elif isinstance(picture, RegionPlot):
            design = view.variant.design
            picture.show_region(
                () if view.variant.table is not None else sources.region(), design.D, design.V, language
            )
        self.show_again()

    def showEvent(self, event: object) -> None:
        super().showEvent(event)  # type: ignore[arg-type]
        if self.sources is not None:
            self.show_sources(self.sources)

    def set_spot(self, spot: Spot | None) -> None:
        """Show what is pointed at in another picture."""
        if self.kind in self.pictures:
            self.pictures[self.kind].set_spot(spot)

    def _show_as_chosen(self) -> None:
        if self.sources is not None:
            self.show_sources(self.sources)


def save_picture(picture: Canvas, path: Path) -> bool:
    """Write a picture as SVG or PNG by file ending; false if it cannot be written."""
    if path.suffix.lower() == ".svg":
        return picture.write_svg(str(path))
    return picture.to_image().save(str(path))
