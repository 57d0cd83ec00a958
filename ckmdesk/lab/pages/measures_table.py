"""The table of measures by variants, and the fields in which variants are chosen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QHeaderView,
    QLineEdit,
    QTableView,
)

from ckmcore.base.numbers import Language
from ckmcore.errors import CkmError
from ckmcore.methods.intruder import IntruderScenario
from ckmdesk.lab.models.evaluation_model import MeasuresModel
from ckmdesk.lab.state.choices import EvaluationChoice
from ckmdesk.lab.state.method_comparison import bases_of
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import ROW_HEIGHT, Theme, set_kind
from ckmdesk.widgets.basic import Card
from ckmdesk.widgets.fault import FaultLabel
from ckmdesk.widgets.small_pictures import BarDelegate


class MeasuresTable(QTableView):
    """Table with measures as rows and variants as columns of at least `narrowest` px; one cell is selected."""

    def __init__(
        self, model: MeasuresModel, theme: Theme, *, label_width: int, narrowest: int, head_height: int, **names: str
    ) -> None:
        super().__init__(**names)
        set_kind(self, "list")
        self.setModel(model)
        self.setItemDelegate(BarDelegate(theme, self))
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        labels, heads = self.verticalHeader(), self.horizontalHeader()
        self._label_width = px(label_width)
        labels.setFixedWidth(self._label_width)
        model.modelReset.connect(self._fit_labels)
        labels.setDefaultSectionSize(px(ROW_HEIGHT))
        labels.setMinimumSectionSize(px(ROW_HEIGHT))
        labels.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        labels.setHighlightSections(False)
        heads.setHighlightSections(False)
        heads.setMinimumSectionSize(px(narrowest))
        heads.setFixedHeight(px(head_height))
        heads.setDefaultAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)

    def _fit_labels(self) -> None:
        """Give the words of measures the room that the longest one takes."""
        labels = self.verticalHeader()
        labels.setFixedWidth(max(self._label_width, labels.sizeHint().width()))


class VariantsForm(Card):
    """Fields to choose variants and the reader's knowledge; emits `changed(choice)` when the user changes them."""

    changed = Signal(object)

    def __init__(self, choice: EvaluationChoice, language: Language) -> None:
        super().__init__()
        self.choice = choice
        self._language = language
        self.bases, self.keyed = QLineEdit(), QLineEdit()
        for field in (self.bases, self.keyed):
            field.textEdited.connect(lambda _text: self._read_bases())
        self.fault = FaultLabel()
        self.knowledge = QComboBox()
        self.knowledge.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.knowledge.setMinimumContentsLength(20)
        self.knowledge.currentTextChanged.connect(self.knowledge.setToolTip)
        self.knowledge.activated.connect(lambda item_index: self._take(knowledge=self.knowledge.itemData(item_index)))

    def _fill_knowledge(self, words: Mapping[IntruderScenario, str]) -> None:
        for scenario, word in words.items():
            self.knowledge.addItem(word, scenario)

    def _take(self, **changes: Any) -> None:
        self.choice = replace(self.choice, **changes)
        self.changed.emit(self.choice)

    def _leave_out(self, variants: Mapping[str, QAbstractButton]) -> None:
        self._take(left_out=tuple(name for name, box in variants.items() if not box.isChecked()))

    def _show_bases(self) -> None:
        for line, bases in ((self.bases, self.choice.bases), (self.keyed, self.choice.keyed)):
            if not line.hasFocus():
                line.setText("; ".join(map(str, bases)))

    def _read_bases(self) -> bool:
        """Read the rounding bases; false, with a message at the field, if one is invalid."""
        read, field = {}, self.bases
        try:
            for name, field in (("bases", self.bases), ("keyed", self.keyed)):
                read[name] = bases_of(field.text())
        except CkmError as error:
            self.fault.tell(error.text(self._language), field, typing=True)
            return False
        self.fault.tell("")
        self._take(**read)
        return True
