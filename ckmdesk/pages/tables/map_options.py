"""What can be chosen of a map: its classes, its colours, borders on a grid; which codes and areas lack each other."""

from __future__ import annotations

import re

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QLineEdit, QWidget

from ckmcore.areas.model import AreaMatch
from ckmcore.base.numbers import Language
from ckmcore.pictures.model import TablePicture
from ckmcore.tabulate.picture_choice import MOST_CLASSES, ClassMethod, PictureChoice
from ckmdesk.accessibility.interfaces import Role, shape
from ckmdesk.look.theme import STEP, Theme
from ckmdesk.pages.tables.class_histogram import ClassHistogram
from ckmdesk.state.class_limits import limits_in, limits_of
from ckmdesk.widgets.basic import ElidedCheckBox, Line, WrapLabel, add_field, label
from ckmdesk.widgets.layouts import column_of
from ckmdesk.widgets.number_box import CountBox
from ckmdesk.widgets.plain_combo import PlainCombo
from ckmdesk.widgets.view_state import settled

LEAST_CLASSES, WORD = 3, 78
_SHOWN, _IN_TIP = 6, 200
_BETWEEN = re.compile(r"[;|\s]+")


class MapOptions(QWidget):
    """Options of a map. Emits `changed(fields)` with fields of `PictureChoice` and their values."""

    changed = Signal(dict)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("map-options")
        self._choice, self._made_limits = PictureChoice(), tuple[str, ...]()
        self._language: Language = "en"
        self.classes, self.borders = PlainCombo(), PlainCombo()
        self.count = CountBox()
        self.limits, self.around = QLineEdit(), QLineEdit()
        self.histogram = ClassHistogram(theme)
        self.held = ElidedCheckBox(self.tr("Same classes in every period"))
        self.reversed = ElidedCheckBox(self.tr("Reverse the colours"))
        self._grid = QGridLayout(horizontalSpacing=STEP, verticalSpacing=6)
        self._grid.setColumnStretch(1, 1)
        self._words: dict[QWidget, QWidget] = {}
        for field, name, words in (
            (self.classes, "classes", self.tr("Classes")),
            (self.count, "class-count", self.tr("Number")),
            (self.limits, "limits", self.tr("Limits")),
            (self.around, "around", self.tr("Two hues at")),
            (self.borders, "borders", self.tr("Borders")),
        ):
            self._add(field, name, words)
        methods: list[tuple[ClassMethod, str]] = [
            ("quantiles", self.tr("quantiles")),
            ("width", self.tr("equal width")),
            ("breaks", self.tr("natural breaks")),
            ("own", self.tr("own limits")),
        ]
        for method, words in methods:
            self.classes.addItem(words, method)
        self.count.setRange(LEAST_CLASSES, MOST_CLASSES)
        self.limits.setToolTip(self.tr("Least figure of each class, ascending, with ; between them"))
        self.around.setToolTip(self.tr("At this figure a class begins; below it classes have another hue"))
        self.reversed.setObjectName("map:reversed")
        self.held.setObjectName("map:held")
        self.held.setToolTip(self.tr("Keeps these limits where another period has no figure in a class"))
        self.without_area, self.without_code = WrapLabel("", "small"), WrapLabel("", "small")
        self._lack = (self.without_area, self.without_code)
        self.rule = WrapLabel("", "small")
        heading = label(self.tr("Map"), "heading")
        shape(heading, Role.Heading)
        self._frame = (heading, Line())
        boxes = (self.held, self.reversed)
        parts = (heading, self.histogram, self._grid, *boxes, self.rule, *self._lack, self._frame[1])
        column_of(*parts, within=self, margins=0, spacing=6)
        self._connect()

    def _add(self, field: QWidget, name: str, words: str) -> None:
        field.setObjectName(f"map:{name}")
        settled(field)
        self._words[field] = add_field(self._grid, field, words, WORD)

    def _connect(self) -> None:
        settled(self.reversed, self.held)
        self.histogram.moved.connect(lambda limits: self.changed.emit({"classes": "own", "limits": limits}))
        self.held.toggled.connect(self._hold)
        self.classes.activated.connect(lambda _index: self._choose(self.classes.currentData()))
        self.count.valueChanged.connect(lambda number: self.changed.emit({"class_count": number}))
        self.limits.editingFinished.connect(self._take_limits)
        self.around.editingFinished.connect(self._take_around)
        self.reversed.toggled.connect(lambda on: self.changed.emit({"reversed": on}))
        self.borders.activated.connect(lambda _index: self.changed.emit({"borders": self.borders.currentData()}))

    @property
    def fields(self) -> list[QWidget]:
        """All controls, in the order of Tab."""
        before = (*self.histogram.handles, self.classes, self.count, self.limits, self.around)
        return [*before, self.borders, self.held, self.reversed]

    # --- what is asked for -----------------------------------------------------------------------------------------

    def _choose(self, method: ClassMethod) -> None:
        """Own limits begin as those that are drawn; others follow the figures of each period."""
        if method == "own":
            self.changed.emit({"classes": method, "limits": self._choice.limits or self._made_limits})
        else:
            self.changed.emit({"classes": method, "held": False})

    def _hold(self, on: bool) -> None:
        """Keep the limits that are drawn, or let the lowest and highest classes follow the figures."""
        self.changed.emit({"classes": "own", "limits": self._made_limits, "held": True} if on else {"held": False})

    def _take_limits(self) -> None:
        limits = tuple(text.replace(",", ".") for text in _BETWEEN.split(self.limits.text()) if text)
        if limits != self._choice.limits:
            self.changed.emit({"classes": "own", "limits": limits})

    def _take_around(self) -> None:
        around = self.around.text().strip().replace(",", ".")
        if around != self._choice.around:
            self.changed.emit({"around": around})

    # --- what holds ------------------------------------------------------------------------------------------------

    def show_choice(self, choice: PictureChoice) -> None:
        """Show what is chosen."""
        self._choice = choice
        self.classes.choose(choice.classes)
        fields = (self.count, self.reversed, self.held)
        for field in fields:
            field.blockSignals(True)
        self.count.setValue(choice.class_count)
        self.reversed.setChecked(choice.reversed)
        self.held.setChecked(choice.held)
        for field in fields:
            field.blockSignals(False)
        self.borders.choose(choice.borders)
        is_own, has_classes = choice.classes == "own", bool(self._made_limits)
        for field, on in ((self.classes, True), (self.limits, is_own), (self.count, not is_own), (self.around, True)):
            self._show(field, on=on and has_classes)
        for widget in (self.histogram, self.held, self.reversed):
            widget.setVisible(has_classes)
        self._write(self.limits, "; ".join(choice.limits))
        self._write(self.around, choice.around)

    def _write(self, field: QLineEdit, text: str) -> None:
        shown = text.replace(".", ",") if self._language == "de" else text
        if not field.hasFocus() or not field.isModified():
            field.setText(shown)

    def _show(self, field: QWidget, *, on: bool) -> None:
        field.setVisible(on)
        self._words[field].setVisible(on)

    def show_map(
        self, picture: TablePicture, match: AreaMatch | None, borders: tuple[tuple[str, str], ...], rule: str = ""
    ) -> None:
        """Show what belongs to a drawn map. match: what codes and areas lack of each other; borders: variables whose
        areas can be outlined; rule: what the office has decided."""
        self.rule.setText(rule)
        self.rule.setVisible(bool(rule))
        self._language = picture.language
        self._made_limits = limits_of(picture)
        self.histogram.show_limits(limits_in(picture))
        self.show_choice(self._choice)
        entries = [("", self.tr("none")), *borders]
        if entries != [(self.borders.itemData(n), self.borders.itemText(n)) for n in range(self.borders.count())]:
            self.borders.clear()
            for name, words in entries:
                self.borders.addItem(words, name)
        self.borders.choose(self._choice.borders)
        self._show(self.borders, on=bool(borders))
        lacks = ((), ()) if match is None else (match.without_area, match.without_code)
        said = (self.tr("Codes without an area: %1"), self.tr("Areas without a code: %1"))
        for part in self._frame:  # nothing is headed where a map has no choice and lacks nothing
            part.setVisible(bool(self._made_limits or borders or any(lacks)))
        for line, codes, words in zip(self._lack, lacks, said, strict=True):
            line.setVisible(bool(codes))
            rest = f" … ({len(codes)})" if len(codes) > _SHOWN else ""
            line.setText(words.replace("%1", ", ".join(codes[:_SHOWN]) + rest))
            line.setToolTip(", ".join(codes[:_IN_TIP]) if rest else "")
