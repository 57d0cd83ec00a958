"""What can be chosen of a picture besides its kind: axes, order, figures, patterns, description, size, files."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QGridLayout, QPushButton, QWidget

from ckmcore.base.texts import Texts
from ckmcore.pictures.model import LARGEST, SMALLEST, TablePicture
from ckmcore.tabulate.picture_choice import KindName, PictureChoice, PictureOrder
from ckmdesk.accessibility.interfaces import Role, shape
from ckmdesk.look.table_picture import LEAST_DPI, MOST_DPI, USUAL_DPI
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import MARGIN, STEP, Theme, set_kind
from ckmdesk.pages.tables.map_options import MapOptions
from ckmdesk.state.picture_offer import PictureOffer, bars_begin_at_zero, is_kind_of_map
from ckmdesk.widgets.basic import ElidedCheckBox, IconLabel, Line, WrapLabel, add_field, label
from ckmdesk.widgets.layouts import STRETCH, column_of, fill, row_of
from ckmdesk.widgets.number_box import CountBox
from ckmdesk.widgets.plain_combo import PlainCombo
from ckmdesk.widgets.scrolled import Scrolled
from ckmdesk.widgets.texts_field import TextsField
from ckmdesk.widgets.view_state import settled

WIDTH, WORD = 248, 78
MOST_SERIES = 24
BARS: tuple[KindName, ...] = ("bars", "grouped", "stacked", "percent")
WITH_PATTERNS: tuple[KindName, ...] = (*BARS, "pyramid")
FORMS = {".svg": "SVG", ".png": "PNG", ".pdf": "PDF", ".html": "HTML", ".vl.json": "Vega-Lite", ".csv": "CSV"}


class PictureOptions(Scrolled):
    """Options of a picture. Emits `changed(field, value)` for a field of `PictureChoice`, and `file_asked(ending)`."""

    changed = Signal(str, object)
    file_asked = Signal(str)

    def __init__(self, theme: Theme) -> None:
        inside = QWidget()
        super().__init__(inside, sideways=False)
        self.setObjectName("picture-options")
        set_kind(self, "surface")
        set_kind(inside, "surface")
        inside.setFixedWidth(px(WIDTH))
        self._choice = PictureChoice()
        self._series: list[ElidedCheckBox] = []
        self.of_map = MapOptions(theme)
        self.of_map.hide()
        self._make_fields(theme)
        column = column_of(within=inside, margins=(MARGIN, STEP, MARGIN, STEP), spacing=6)
        fill(column, self.of_map)
        self._of_layout = (_heading(self.tr("Layout")), Line())
        heading, line = self._of_layout
        fill(column, heading, self._grid, self.series_heading, self._series_column, line)
        self._of_axis = (_heading(self.tr("Axis and figures")), *self.checks.values(), self._locked_row, Line())
        fill(column, *self._of_axis)
        fill(column, _heading(self.tr("File")), self._size_row, self._dpi_row)
        files = QGridLayout(spacing=6)
        for number, (ending, words) in enumerate(FORMS.items()):
            files.addWidget(self.files[ending], number // 3, number % 3)
            self.files[ending].setText(words)
        fill(column, files, Line(), _heading(self.tr("Description")), self.alt, STRETCH)

    def _make_fields(self, theme: Theme) -> None:
        self._grid = QGridLayout(horizontalSpacing=STEP, verticalSpacing=6)
        self._grid.setColumnStretch(1, 1)
        self.combos: dict[str, PlainCombo] = {}
        self._words: dict[str, QWidget] = {}
        for field, words in (
            ("value", self.tr("Value")),
            ("block", self.tr("Block")),
            ("categories", self.tr("Categories")),
            ("colours", self.tr("Colour")),
            ("upright", self.tr("Direction")),
            ("order", self.tr("Order")),
        ):
            self._add_combo(field, words)
        self._fill(self.combos["upright"], [(False, self.tr("lying")), (True, self.tr("standing"))])
        orders: list[tuple[PictureOrder, str]] = [("table", self.tr("as in the table")), ("size", self.tr("by size"))]
        self._fill(self.combos["order"], orders)
        self.series_heading = label(self.tr("Series"), "secondary")
        self._series_column = column_of(margins=0, spacing=4)
        self.checks: dict[str, QCheckBox] = {}
        for field, words in (
            ("numbers", self.tr("Figures at the marks")),
            ("grid", self.tr("Grid lines")),
            ("zero", self.tr("Axis begins at 0")),
            ("excess", self.tr("Highlight the surplus")),
            ("patterns", self.tr("Patterns for black and white")),
        ):
            check = self.checks[field] = ElidedCheckBox(words)
            check.setObjectName(f"picture:{field}")
            check.toggled.connect(lambda on, field=field: self.changed.emit(field, on))
            settled(check)
        self._locked = WrapLabel(self.tr("The axis of bars begins at 0."), "small")
        self._lock = IconLabel(theme, "lock", "secondary", 14)
        self._locked_row = QWidget()
        row_of(self._lock, (self._locked, 1), within=self._locked_row, margins=0, spacing=STEP)
        self.alt = TextsField("picture:alt", stacked=True)
        self.alt.set_words(self.tr("Description of the picture"))
        self.alt.edited.connect(lambda: self.changed.emit("alt", self.alt.texts()))
        self._make_files()

    def _make_files(self) -> None:
        self.width_box, self.height_box, self.dpi = CountBox(), CountBox(), CountBox()
        sizes = (
            ("width", self.width_box, self.tr("Width in millimetres")),
            ("height", self.height_box, self.tr("Height in millimetres")),
        )
        for place, (field, box, words) in enumerate(sizes):
            box.setObjectName(f"picture:{field}")
            box.setRange(SMALLEST[place], LARGEST)
            box.setAccessibleName(words)
            box.setToolTip(words)
            box.valueChanged.connect(lambda number, field=field: self.changed.emit(field, number))
            settled(box)
        size = ((self.width_box, 1), label("\u00d7"), (self.height_box, 1), label("mm"))
        self._size_row = row_of(*size, margins=0, spacing=4)
        self.dpi.setObjectName("picture:dpi")
        self.dpi.setRange(LEAST_DPI, MOST_DPI)
        self.dpi.setValue(USUAL_DPI)
        self.dpi.setAccessibleName(self.tr("Resolution of PNG"))
        resolution = (label(self.tr("PNG with"), "secondary"), 1), (self.dpi, 0), label("dpi")
        self._dpi_row = row_of(*resolution, margins=0, spacing=4)
        self.files = {ending: QPushButton(objectName=f"picture-file:{ending}") for ending in FORMS}
        for ending, button in self.files.items():
            set_kind(button, "line")
            figures = self.tr("Save the figures of the picture as CSV ...")
            picture = self.tr("Save the picture as %1 ...").replace("%1", FORMS[ending])
            button.setToolTip(figures if ending == ".csv" else picture)
            button.clicked.connect(lambda _checked=False, ending=ending: self.file_asked.emit(ending))

    def _add_combo(self, field: str, words: str) -> None:
        combo = self.combos[field] = PlainCombo()
        combo.setObjectName(f"picture:{field}")
        settled(combo)
        self._words[field] = add_field(self._grid, combo, words, WORD)
        combo.activated.connect(lambda _index: self.changed.emit(field, combo.currentData()))

    @staticmethod
    def _fill(combo: PlainCombo, entries: list[tuple[object, str]]) -> None:
        if entries != [(combo.itemData(index), combo.itemText(index)) for index in range(combo.count())]:
            combo.clear()
            for data, words in entries:
                combo.addItem(words, data)

    @property
    def fields(self) -> list[QWidget]:
        """All controls, in the order of Tab."""
        shown = [*self.of_map.fields, *self.combos.values(), *self._series, *self.checks.values()]
        return [*shown, self.width_box, self.height_box, self.dpi, *self.files.values(), *self.alt.fields.values()]

    # --- what holds ------------------------------------------------------------------------------------------------

    def show_offer(self, offer: PictureOffer | None) -> None:
        """Offer variables, values and blocks of the table."""
        variables = () if offer is None else offer.variables
        by_itself: list[tuple[object, str]] = [("", self.tr("automatic"))]
        for field in ("categories", "colours"):
            self._fill(self.combos[field], [*by_itself, *variables])
            self._show_field(field, on=len(variables) > 1)
        for field, names in (
            ("value", () if offer is None else offer.values),
            ("block", () if offer is None else offer.blocks),
        ):
            self._fill(self.combos[field], list(enumerate(names)))
            self._show_field(field, on=len(names) > 1)
        self.show_choice(self._choice, None)

    def _show_field(self, field: str, *, on: bool) -> None:
        self.combos[field].setVisible(on)
        self._words[field].setVisible(on)

    def show_choice(self, choice: PictureChoice, picture: TablePicture | None) -> None:
        """Show what is chosen; `picture` is what is drawn by it, None to leave what depends on the kind."""
        self._choice = choice
        for field, combo in self.combos.items():
            combo.choose(getattr(choice, field))
        for field, check in self.checks.items():
            _quietly(check, lambda check=check, field=field: check.setChecked(getattr(choice, field)))
        for box, length in ((self.width_box, choice.width), (self.height_box, choice.height)):
            _quietly(box, lambda box=box, length=length: box.setValue(length))
        self.alt.set_texts(choice.alt)
        self.of_map.show_choice(choice)
        if picture is not None:
            self._show_kind(picture)

    def _show_kind(self, picture: TablePicture) -> None:
        kind, axes = picture.kind, picture.axes
        for number, field in enumerate(("categories", "colours")):
            drawn = axes.variables[number] if len(axes.variables) > number else ""
            if not getattr(self._choice, field):
                self.combos[field].choose(drawn)
        self._show_field("colours", on=self.combos["colours"].count() > 2 and len(axes.variables) > 1)
        self._show_field("upright", on=kind in BARS)
        is_map = is_kind_of_map(kind)
        self.of_map.setVisible(is_map)
        for widget in self._of_axis:
            widget.setVisible(not is_map)
        self._show_field("order", on=kind not in ("lines", "pyramid") and not is_map)
        locked = bars_begin_at_zero(kind)
        self._locked_row.setVisible(locked and not is_map)
        self.checks["zero"].setVisible(not locked and not is_map)
        self.checks["excess"].setVisible(kind == "pyramid")
        self.checks["patterns"].setVisible(kind in WITH_PATTERNS)
        has_layout = not is_map or any(not combo.isHidden() for combo in self.combos.values())
        for widget in self._of_layout:
            widget.setVisible(has_layout)
        self._show_series(axes.offered if len(axes.offered) <= MOST_SERIES else ())
        made = picture.alt if not self._choice.alt.text(picture.language) else ""
        self.alt.show_made(Texts.same(made))

    def _show_series(self, offered: tuple[tuple[str, str], ...]) -> None:
        """A box for each series, unticked where it is left out."""
        if [name.property("code") for name in self._series] != [code for code, _ in offered]:
            for box in self._series:
                self._series_column.removeWidget(box)
                box.hide()
                box.deleteLater()
            self._series = []
            for code, words in offered:
                box = ElidedCheckBox(words)
                box.setProperty("code", code)
                box.setObjectName(f"picture-series:{code}")
                settled(box)
                box.toggled.connect(lambda _on: self.changed.emit("without", self._without()))
                self._series.append(box)
                self._series_column.addWidget(box)
        for box, (code, words) in zip(self._series, offered, strict=True):
            box.set_text(words)
            _quietly(box, lambda box=box, code=code: box.setChecked(code not in self._choice.without))
        self.series_heading.setVisible(bool(offered))

    def _without(self) -> tuple[str, ...]:
        return tuple(box.property("code") for box in self._series if not box.isChecked())


def _heading(words: str) -> QWidget:
    heading = label(words, "heading")
    shape(heading, Role.Heading)
    return heading


def _quietly(widget: QWidget, act: Callable[[], None]) -> None:
    widget.blockSignals(True)
    act()
    widget.blockSignals(False)
