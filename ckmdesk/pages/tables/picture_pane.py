"""The picture of the table on the page: gallery, chart and options, or the chart alone beside the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal, SignalInstance
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QStackedWidget, QWidget

from ckmcore.areas.model import AreaSet
from ckmcore.errors import CkmError
from ckmcore.messages import say
from ckmcore.office.settings import OFFICE_SETTINGS
from ckmcore.pictures.describe import describe
from ckmcore.pictures.kinds import KINDS
from ckmcore.pictures.model import TablePicture
from ckmcore.presentation.present import TablePresentation
from ckmcore.tabulate.picture_choice import KindName, PictureChoice
from ckmdesk.base.announcer import announce
from ckmdesk.base.jobs import JobContext
from ckmdesk.base.unexpected import guarded
from ckmdesk.commands import pictures as commands
from ckmdesk.commands import tables as table_commands
from ckmdesk.commands.desk import Command
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import MARGIN, STEP, set_kind
from ckmdesk.pages.context import PageContext
from ckmdesk.pages.picture_table import OneOrTable
from ckmdesk.pages.tables.map_zoom import MapBar
from ckmdesk.pages.tables.picture_chart import ENLARGED, PictureChart
from ckmdesk.pages.tables.picture_gallery import PictureGallery
from ckmdesk.pages.tables.picture_options import PictureOptions
from ckmdesk.state.desk_state import Trial
from ckmdesk.state.map_offer import areas_for_borders, match_of
from ckmdesk.state.picture_offer import PictureOffer, asked_of_kinds, is_long, offer_of, sized
from ckmdesk.state.table_view import TableView
from ckmdesk.widgets.basic import Card, Line, WrapLabel
from ckmdesk.widgets.help_key import set_subject
from ckmdesk.widgets.layouts import STRETCH, column_of, lead_through, row_of, scrolling
from ckmdesk.widgets.plain_combo import PlainCombo
from ckmdesk.widgets.view_state import settled

DRAWING, KIND_OFFER = "picture", "picture-kinds"
LEAST = 321.0  # px at 100 % that a picture is wide


@dataclass(frozen=True)
class _Asked:
    """What a picture was described from."""

    document: TablePresentation
    choice: PictureChoice
    areas: Mapping[str, AreaSet]

    def is_of(self, other: _Asked | None) -> bool:
        """Whether both ask for the same picture."""
        if other is None or self.document is not other.document or self.choice != other.choice:
            return False
        return len(self.areas) == len(other.areas) and all(
            other.areas.get(name) is each for name, each in self.areas.items()
        )


class NoPicture(QWidget):
    """One sentence and one button in place of a picture."""

    def __init__(self) -> None:
        super().__init__()
        self.text = WrapLabel("", "secondary")
        self.button = QPushButton(objectName="no-picture-button")
        self.button.setAutoDefault(True)  # Enter presses it
        self.button.clicked.connect(self._press)
        self._act: Callable[[], object] = lambda: None
        column = column_of(
            STRETCH, self.text, row_of(STRETCH, self.button, STRETCH), within=self, margins=4 * STEP, spacing=STEP
        )
        column.addStretch(2)

    def _press(self) -> None:
        self._act()

    def explain(self, words: str, button: str, act: Callable[[], object]) -> None:
        """Say why there is no picture, and offer what helps."""
        if words != self.text.text():
            announce(f"{words} {button}")
        self.text.setText(words)
        self.button.setText(button)
        self._act = act


class PicturePane(QWidget):
    """Shows the picture of the protected figures on the page, of these alone.

    Emits `pointed(picture, cell)` and `opened(picture, cell)` for a cell that is chosen, or to be shown in the table,
    and `drawn()` when another picture is shown.
    """

    pointed = Signal(object, int)
    opened = Signal(object, int)
    drawn = Signal()

    def __init__(self, context: PageContext) -> None:
        super().__init__()
        self.context = context
        self.setObjectName("picture-pane")
        set_kind(self, "surface")
        set_subject(self, "pictures")
        theme = context.theme
        self.view: TableView | None = None
        self._drawn: _Asked | None = None
        self._offered: _Asked | None = None
        self.offer: PictureOffer | None = None
        self._waits = False  # for boundaries
        self.gallery, self.options = PictureGallery(theme), PictureOptions(theme)
        self.chart = PictureChart(theme, context.jobs)
        self.map_bar = MapBar(theme)
        holder = QWidget()
        set_kind(holder, "surface")
        column_of(self.chart, STRETCH, within=holder, margins=0, spacing=0)
        self._room = scrolling(holder)
        self._room.viewport().installEventFilter(self)
        self.figures = OneOrTable(
            theme, self._room, self.chart.figures, confidential=True, figures_called="picture-figures"
        )
        self.nothing = NoPicture()
        self.stack = QStackedWidget()
        for widget in (self.figures, self.nothing):
            self.stack.addWidget(widget)
        card = Card(margin=1)
        card.body.addWidget(self.stack)
        middle = column_of(self._bar(), (card, 1), margins=(MARGIN, STEP, MARGIN, MARGIN), spacing=STEP)
        self._lines = (Line(Qt.Orientation.Vertical), Line(Qt.Orientation.Vertical))
        row_of(
            self.gallery, self._lines[0], (middle, 1), self._lines[1], self.options, within=self, margins=0, spacing=0
        )
        theme.changed.connect(self._draw_icons)
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self.refresh)
        self._connect()

    def _bar(self) -> QHBoxLayout:
        """The row above the picture: its kind where there is no gallery, its figures, its copy, its options."""
        theme = self.context.theme
        self.kinds = PlainCombo()
        self.kinds.setObjectName("picture-kind")
        self.kinds.setAccessibleName(self.tr("Kind of picture"))
        settled(self.kinds)
        self.figures_button = QPushButton(checkable=True, objectName="picture-as-table")
        self.copy_button = QPushButton(objectName="copy-picture")
        self.save_button = QPushButton(objectName="save-picture")
        self.options_button = QPushButton(checkable=True, objectName="picture-options-button")
        self._buttons = (
            (self.options_button, "method", self.tr("Options")),
            (self.figures_button, "tables", self.tr("Figures")),
            (self.copy_button, "copy", self.tr("Copy picture")),
            (self.save_button, "export", self.tr("Save picture ...")),
        )
        for button, icon, words in self._buttons:
            set_kind(button, "line")
            button.setAutoDefault(True)
            button.setIcon(theme.icon(icon))
            button.setAccessibleName(words)
            button.setToolTip(words)
        self._gap = QWidget()
        buttons = (self.options_button, self.figures_button, self.copy_button, self.save_button)
        self.map_bar.hide()
        return row_of((self.kinds, 1), (self._gap, 1), (self.map_bar, 2), *buttons, margins=0, spacing=STEP)

    def _draw_icons(self) -> None:
        for button, icon, _words in self._buttons:
            button.setIcon(self.context.theme.icon(icon))

    def _connect(self) -> None:
        run = self._run
        self.gallery.chosen.connect(lambda kind: run(commands.choose_kind(kind)))
        self.kinds.activated.connect(lambda _index: run(commands.choose_kind(self.kinds.currentData())))
        self.options.changed.connect(lambda field, value: run(commands.change_picture(**{field: value})))
        self.options.of_map.changed.connect(lambda fields: run(commands.change_picture(**fields)))
        self.options_button.toggled.connect(self.options.setVisible)
        self.figures_button.toggled.connect(self.figures.as_table.setChecked)
        self.figures.as_table.toggled.connect(self.figures_button.setChecked)
        self.figures.chosen.connect(lambda _on: self._lead())
        self.chart.pointed.connect(lambda cell: self._tell(self.pointed, cell))
        self.chart.focused.connect(self._hint)
        self.chart.opened.connect(lambda cell: self._tell(self.opened, cell))
        bar, chart = self.map_bar, self.chart
        chart.map.changed.connect(lambda: bar.show_zoom(chart.map.zoom))
        bar.larger.clicked.connect(lambda: chart.enlarge(ENLARGED))
        bar.smaller.clicked.connect(lambda: chart.enlarge(1 / ENLARGED))
        bar.whole.clicked.connect(chart.show_whole)
        bar.search.asked.connect(lambda words: self._go_to(bar.find(chart.reader, words)))
        bar.search.stepped.connect(lambda by: self._go_to(bar.next(by)))
        bar.search.left.connect(lambda: chart.setFocus(Qt.FocusReason.OtherFocusReason))
        exports = self.context.services.pictures
        exports.boundaries.came.connect(self._soon.start)
        self.copy_button.clicked.connect(exports.copy)
        self.save_button.clicked.connect(lambda: exports.dialog("", self.options.dpi.value()))
        self.options.file_asked.connect(lambda ending: exports.dialog(ending, self.options.dpi.value()))

    def _run(self, command: Command) -> None:
        self.context.desk.run(command)

    def _go_to(self, cell: int | None) -> None:
        if cell is not None:
            self.chart.go_to(cell)

    def find_area(self, by: int) -> bool:
        """Lead the keyboard to the field that finds an area, or go on `by` areas found; whether a map has one."""
        if self.map_bar.isVisible() and by:
            self._go_to(self.map_bar.next(by))
        elif self.map_bar.isVisible():
            self.map_bar.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
            self.map_bar.search.selectAll()
        return self.map_bar.isVisible()

    def _hint(self, on: bool) -> None:
        hint = self.tr("Arrow keys go through the picture, Enter goes to the cell")
        if self.chart.map.zoom is not None:
            hint = self.tr("Arrow keys go to the next area, + and - enlarge, Enter goes to the cell")
        self.context.frame.set_hint(hint if on else "")

    def _tell(self, signal: SignalInstance, cell: int) -> None:
        picture = self.chart.picture
        if picture is not None:
            signal.emit(picture, cell)

    # --- what is asked for -----------------------------------------------------------------------------------------

    @property
    def choice(self) -> PictureChoice:
        """What is chosen of the picture."""
        return self.context.desk.state.table.spec.presentation.picture

    def set_compact(self, compact: bool, *, has_options: bool, is_map: bool = False) -> None:
        """Show the chart alone, or between gallery and options; `has_options`: a button opens them beside the chart. A
        map has no gallery: which kind of map it is follows from the table."""
        for widget in (self.gallery, self._lines[0]):
            widget.setVisible(not compact and not is_map)
        self._gap.setVisible(not compact or is_map)
        self._lines[1].setVisible(not compact)
        self.options.setVisible(not compact or (has_options and self.options_button.isChecked()))
        self.kinds.setVisible(compact and not is_map)
        for button, _icon, words in self._buttons:
            button.setText("" if compact else words)
        self.options_button.setVisible(compact and has_options)
        self.save_button.setVisible(compact)

    def show_view(self, view: TableView | None) -> None:
        """Show the picture of a table; of none nothing is kept."""
        self.view = view
        if view is None:
            self._drawn = self._offered = self.offer = None
            self.chart.show_picture(None, 1.0)
        self.refresh()

    def set_greyed(self, greyed: bool) -> None:
        """Grey the picture while the table is computed."""
        self.chart.set_greyed(greyed)

    def refresh(self) -> None:
        """Draw what is chosen, unless it is drawn already or nobody sees it."""
        view = self.view
        if view is None or not self.isVisible():
            return
        self.options.show_choice(self.choice, self.chart.picture)
        trial = view.trial.is_trial or any(value.side != "published" for value in view.shown)
        for button in (self.copy_button, self.save_button, *self.options.files.values()):
            button.setEnabled(not trial)
        if trial:
            self._drawn = None
            self._explain(
                self.tr("Pictures show only the figures in force."),
                self.tr("Show the figures in force"),
                lambda: (
                    self._run(table_commands.put_beside(beside=False)),
                    self._run(table_commands.show_trial(Trial())),
                ),
            )
            return
        areas = self.context.services.pictures.boundaries.now()
        if areas is None:  # it comes back when they were read
            self.chart.set_greyed(True)
            self._waits = True
            return
        self._offer(view.presented, areas)
        # The room without a scroll bar, whether there is one or not: else it would be drawn twice where one comes.
        bar = self._room.verticalScrollBar()
        width = self._room.viewport().width() - (0 if bar.isVisible() else bar.sizeHint().width())
        scale = min(px(100) / 100, width / LEAST)
        height = self._room.viewport().height()
        asked = _Asked(view.presented, sized(self.choice, width / scale, height / scale), areas)
        if asked.is_of(self._drawn):
            if self._waits:  # what was read is not needed for it
                self.chart.set_greyed(False)
            self._waits = False
            return
        self._drawn, self._waits = asked, False
        self.context.jobs.cancel(DRAWING)
        if is_long(asked.document, areas):
            self.chart.set_greyed(True)
            self.context.jobs.start(
                DRAWING,
                lambda _context: describe(asked.document, asked.choice, areas, fits=True),
                lambda picture: self._show(picture, scale),
                self._fail,
            )
            return
        try:
            picture = describe(asked.document, asked.choice, areas, fits=True)
        except CkmError as error:
            self._fail(error)
        else:
            self._show(picture, scale)

    def _show(self, picture: TablePicture, scale: float) -> None:
        self.chart.set_greyed(False)
        self.chart.setAccessibleName(picture.title)
        self.chart.show_picture(picture, scale)
        self.figures.name_figures(f"{say('picture_figures', picture.language)}: {picture.title}")
        self.figures.show_again()
        self.stack.setCurrentWidget(self.figures)
        self.options.show_choice(self.choice, picture)
        if picture.map is not None or picture.grid is not None:
            statistic = self.context.desk.state.statistic
            borders = areas_for_borders(statistic, picture)
            office, language = self.context.settings.office, self.context.language
            title = next(each for each in OFFICE_SETTINGS if each.name == "grid_cells")
            has_rule = picture.grid is not None and office.grid_cells != title.default
            smallest = f"{title.title.text(language)}: {title.choice_title(office.grid_cells).text(language)}"
            match, rule = match_of(statistic, picture), smallest if has_rule else ""
            self.options.of_map.show_map(picture, match, borders, rule)
        self.map_bar.setVisible(picture.room is not None)
        self.map_bar.search.seek(cells=picture.grid is not None)
        self.map_bar.show_zoom(self.chart.map.zoom)
        self._mark_kind(picture.kind)
        self.drawn.emit()

    # --- why there is none -----------------------------------------------------------------------------------------

    def _fail(self, error: CkmError) -> None:
        words = error.text(self.context.language)
        plain: dict[str, Any] = {"categories": "", "colours": "", "value": 0, "block": 0, "without": ()}
        if error.code == "picture_not_upright":
            self._explain(words, self.tr("Lying bars"), self._change(upright=False))
        elif error.code in ("picture_limits", "picture_class_count"):
            self._explain(words, self.tr("Quantiles"), self._change(classes="quantiles", class_count=5, around=""))
        elif error.code == "picture_unfit":
            self._explain(words, self.tr("Kind that fits best"), self._change(kind=""))
        elif error.code in ("picture_variable", "picture_value", "picture_block") or asked_of_kinds(
            self.choice
        ) != PictureChoice(order=self.choice.order):
            self._explain(words, self.tr("Choose automatically"), self._change(kind="", **plain))
        else:
            self._explain(words, self.tr("Show the table"), lambda: self._run(commands.show_sight("table")))

    def _change(self, **changes: Any) -> Callable[[], object]:
        return lambda: self._run(commands.change_picture(**changes))

    def _explain(self, words: str, button: str, act: Callable[[], object]) -> None:
        self.chart.show_picture(None, 1.0)
        self.map_bar.hide()
        self.nothing.explain(words, button, act)
        self.stack.setCurrentWidget(self.nothing)

    # --- which kinds fit -------------------------------------------------------------------------------------------

    def _offer(self, document: TablePresentation, areas: Mapping[str, AreaSet]) -> None:
        """Ask in a job which kinds fit, where table or axes have changed."""
        asked = _Asked(document, asked_of_kinds(self.choice), areas)
        if asked.is_of(self._offered):
            return
        self._offered = asked

        def work(context: JobContext) -> PictureOffer:
            return offer_of(document, asked.choice, context.cancelled, areas)

        self.context.jobs.start(KIND_OFFER, work, self._show_offer, lambda _error: self._show_offer(None))

    def _show_offer(self, offer: PictureOffer | None) -> None:
        self.offer = offer
        picture = self.chart.picture
        current: KindName | None = None if picture is None else picture.kind
        self.gallery.show_offer(offer, current, self.context.language)
        self.kinds.clear()
        for kind, reason in ({} if offer is None else offer.kinds).items():
            if reason is None:
                self.kinds.addItem(KINDS[kind].title.text(self.context.language), kind)
        self.options.show_offer(offer)
        if picture is not None:
            self.options.show_choice(self.choice, picture)
            self._mark_kind(picture.kind)

    def _mark_kind(self, kind: KindName) -> None:
        self.gallery.choose(kind)
        self.kinds.choose(kind)
        self._lead()

    def _lead(self) -> None:
        """Lead Tab from the kinds to the picture, then through the options."""
        buttons = (button for button, *_ in self._buttons)
        read = [self.figures.table] if self.figures.is_read else []
        on_map = (self.map_bar.search, *self.map_bar.buttons)
        lead_through(
            *self.gallery.tiles.values(), self.kinds, *on_map, *buttons, self.chart, *read, *self.options.fields
        )

    # --- its room --------------------------------------------------------------------------------------------------

    @guarded(False)
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._soon.start()
        return False

    @guarded()
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._soon.start()
