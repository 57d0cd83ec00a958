"""What cannot occur: combinations of categories that the dictionary declares, and a line to declare one."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QListWidget, QPushButton, QWidget

from ckmcore.base.numbers import Language
from ckmcore.microdata.data import MISSING, Dimension, StructuralZero
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import ROW_HEIGHT, STEP, Theme
from ckmdesk.widgets.basic import label
from ckmdesk.widgets.fold import Fold
from ckmdesk.widgets.layouts import STRETCH, row_of
from ckmdesk.widgets.plain_combo import PlainCombo


class ZerosBox(Fold):
    """Box of structural zeros; emits `declared(StructuralZero)` and `taken_back(StructuralZero)`."""

    declared = Signal(object)
    taken_back = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "structural-zeros", parent)
        self._zeros: tuple[StructuralZero, ...] = ()
        self._codes: tuple[str, ...] = ()
        self._variable = ""
        self._dimensions: dict[str, Dimension] = {}
        self._language: Language = "en"
        self.explained = label(
            self.tr("Tables show “-” for these cells where the published figure is 0. Choose categories above."),
            "secondary",
            wrap=True,
        )
        self.body.addWidget(self.explained)
        self.list = QListWidget()
        self.list.setMaximumHeight(px(3 * ROW_HEIGHT))
        self.list.currentRowChanged.connect(lambda row: self.take_back.setEnabled(row >= 0))
        above = row_of((self.list, 1), spacing=STEP)
        self.body.addLayout(above)
        self.chosen_word = label("", "")
        self.with_word = label(self.tr("together with"), "secondary")
        self.other, self.category = PlainCombo(), PlainCombo()
        self.other.setMinimumContentsLength(24)
        self.category.setMinimumContentsLength(14)
        self.other.activated.connect(self._fill_categories)
        self.declare, self.take_back = QPushButton(self.tr("Cannot occur")), QPushButton(self.tr("Take back"))
        self.declare.clicked.connect(self._declare)
        self.take_back.clicked.connect(self._take_back)
        self.take_back.setEnabled(False)
        line = row_of(self.chosen_word, self.with_word, self.other, self.category, self.declare, STRETCH, spacing=STEP)
        above.addWidget(self.take_back, 0, Qt.AlignmentFlag.AlignTop)
        self.body.addLayout(line)
        self.list.setAccessibleName(self.tr("Declared as impossible"))
        self.other.setAccessibleName(self.tr("Other variable"))
        self.category.setAccessibleName(self.tr("Category of the other variable"))

    def show_zeros(
        self, zeros: tuple[StructuralZero, ...], dimensions: Sequence[Dimension], variable: str, language: Language
    ) -> None:
        """Show the declarations of the statistic and the dimensions for new ones."""
        self._zeros, self._language, self._variable = zeros, language, variable
        self._dimensions = {dimension.name: dimension for dimension in dimensions}
        heading = self.tr("What cannot occur (%1)") if zeros else self.tr("What cannot occur")
        self.set_words(heading.replace("%1", str(len(zeros))))
        self.list.clear()
        for zero in zeros:
            self.list.addItem(self._words(zero))
        self.list.setVisible(bool(zeros))
        self.take_back.setVisible(bool(zeros))
        self.take_back.setEnabled(False)
        former_name = self.other.currentData()
        self.other.blockSignals(True)
        self.other.clear()
        self.other.addItem(self.tr("nothing else: in no table"), "")
        for name, dimension in self._dimensions.items():
            if name != variable:
                self.other.addItem(dimension.title.text(language) or name, name)
        self.other.blockSignals(False)
        self.other.choose(former_name if former_name in self._dimensions else "")
        self._fill_categories()

    def show_selected(self, codes: Sequence[str]) -> None:
        """Show the categories that are selected in the code list."""
        self._codes = tuple(code for code in codes if code != MISSING)
        dimension = self._dimensions.get(self._variable)
        labels = [code if dimension is None else dimension.label(code).text(self._language) for code in self._codes]
        more = " ..." if len(labels) > 3 else ""
        self.chosen_word.setText(", ".join(labels[:3]) + more if labels else self.tr("no category selected"))
        self.declare.setEnabled(bool(self._codes))

    def _words(self, zero: StructuralZero) -> str:
        texts = []
        for name, codes in zero.cells:
            dimension = self._dimensions.get(name)
            title = name if dimension is None else dimension.title.text(self._language) or name
            labels = [code if dimension is None else dimension.label(code).text(self._language) for code in codes]
            texts.append(f"{title}: {', '.join(labels)}")
        return "  +  ".join(texts)

    def _fill_categories(self) -> None:
        dimension = self._dimensions.get(str(self.other.currentData()))
        self.category.clear()
        self.category.setEnabled(dimension is not None)
        if dimension is not None:
            inner = [] if dimension.hierarchy is None else [node.code for node in dimension.hierarchy.nodes]
            for code in dict.fromkeys([*inner, *dimension.codes]):
                self.category.addItem(dimension.label(code).text(self._language), code)

    def _declare(self) -> None:
        cells = [(self._variable, self._codes)]
        if other := str(self.other.currentData() or ""):
            cells.append((other, (str(self.category.currentData()),)))
        if self._codes:
            self.declared.emit(StructuralZero(tuple(cells)))

    def _take_back(self) -> None:
        row = self.list.currentRow()
        if 0 <= row < len(self._zeros):
            self.taken_back.emit(self._zeros[row])
