"""Own values of rows: a small table of which rows have another D, V, stay probability or monotony."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QLocale, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from ckmcore.base.numbers import Language, shortest_text
from ckmcore.ptable.rows.request import RowConstraint
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import ROW_HEIGHT, SMALL_STEP, Theme, set_kind
from ckmdesk.widgets.fault import FaultLabel
from ckmdesk.widgets.layouts import STRETCH, column_of, row_of
from ckmdesk.widgets.number_box import only_number, only_whole

COLUMNS = ("first", "last", "D", "V", "pstay", "mono")
WIDTHS = (34, 34, 30, 44, 46, 40)


class OwnRows(QWidget):
    """Form for constraints on single rows; emits `changed(wishes)`, a tuple of RowConstraint.

    Each figure has a field; an empty one takes the general value.
    """

    changed = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.language: Language = "en"
        self.wishes: tuple[RowConstraint, ...] = ()
        self.mono = True
        self._shown: object = None
        self._setting = False
        column = column_of(within=self, margins=0, spacing=SMALL_STEP)
        self.table = QTableWidget(
            0, len(COLUMNS), objectName="own-rows", accessibleName=self.tr("Settings by original count")
        )
        set_kind(self.table, "list")
        self.table.verticalHeader().hide()
        self.table.verticalHeader().setDefaultSectionSize(px(ROW_HEIGHT))
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.table.setTabKeyNavigation(False)
        head = self.table.horizontalHeader()
        set_kind(head, "tight")
        head.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        head.setMinimumSectionSize(px(20))
        for width_index, width in enumerate(WIDTHS):
            self.table.setColumnWidth(width_index, px(width))
        self.table.itemChanged.connect(self._edited)
        column.addWidget(self.table)
        self.fault = FaultLabel()
        column.addWidget(self.fault)
        self.add = QPushButton(toolTip=self.tr("Give the row inspected values of its own"))
        self.remove = QPushButton(self.tr("Remove"))
        self.add.setObjectName("own-row:add")
        self.remove.setObjectName("own-row:remove")
        self.add.clicked.connect(self._add)
        self.remove.clicked.connect(self._remove)
        column.addLayout(row_of(self.add, self.remove, STRETCH, spacing=SMALL_STEP))
        self.row = 1
        heads = (self.tr("from"), self.tr("to"), "D", "V", "pstay", self.tr("mono"))
        self.table.setHorizontalHeaderLabels(list(heads))
        tips = (
            self.tr("first row"),
            self.tr("last row; empty: all further rows"),
            self.tr("maximum deviation of these rows; empty: as above"),
            self.tr("variance of these rows, ≤ 2 for at most 2, = 2 for exactly 2; empty: as above"),
            self.tr("stay probability of these rows, = 0.5 for exactly .5, ≥ 0.5 for at least .5; empty: as above"),
            self.tr("monotone in these rows"),
        )
        for tip_index, tip in enumerate(tips):
            item = self.table.horizontalHeaderItem(tip_index)
            if item is not None:
                item.setToolTip(tip)
        self.add.setText(self.tr("Add row %1").replace("%1", str(self.row)))

    def show_wishes(self, wishes: tuple[RowConstraint, ...], row: int, mono: bool, language: Language) -> None:
        """Show the constraints; `row` is the selected row, to which the button gives its own values."""
        self._setting = True
        self.row, self.language = max(row, 1), language
        self.add.setText(self.tr("Add row %1").replace("%1", str(self.row)))
        self.fault.tell("")
        if (wishes, mono, language) != self._shown or self.table.rowCount() != len(wishes):
            self._shown = (wishes, mono, language)
            self.wishes, self.mono = wishes, mono
            self.table.setRowCount(len(wishes))
            for wish_index, wish in enumerate(wishes):
                self._show_wish(wish_index, wish, mono)
        self.table.setVisible(bool(wishes))
        self.table.setFixedHeight(px(28) + px(ROW_HEIGHT) * len(wishes))
        self.remove.setVisible(bool(wishes))
        self.updateGeometry()  # what is hidden gives its room back
        self._setting = False

    def _show_wish(self, index: int, wish: RowConstraint, mono: bool) -> None:
        texts = (
            str(wish.first),
            "" if wish.last is None else str(wish.last),
            "" if wish.D is None else str(wish.D),
            ("≤ " if wish.variance == "at most" else "= " if wish.variance == "equal" else "") + self._number(wish.V),
            ("= " if wish.stay == "exact" else "≥ " if wish.stay == "at least" else "") + self._number(wish.pstay),
        )
        for column, text in enumerate(texts):
            item = QTableWidgetItem(text)
            item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            self.table.setItem(index, column, item)
        check = QTableWidgetItem()
        check.setFlags(Qt.ItemFlag.ItemIsUserCheckable | Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
        on = mono if wish.mono is None else wish.mono
        check.setCheckState(Qt.CheckState.Checked if on else Qt.CheckState.Unchecked)
        self.table.setItem(index, 5, check)

    def _number(self, value: float | None) -> str:
        if value is None:
            return ""
        return shortest_text(value, self.language)

    def _edited(self, item: QTableWidgetItem) -> None:
        if self._setting:
            return
        row_index, column = item.row(), item.column()
        wish = self.wishes[row_index]
        if COLUMNS[column] == "mono":
            self._emit(row_index, replace(wish, mono=item.checkState() == Qt.CheckState.Checked))
            return
        text, mode = self._mode(item.text(), COLUMNS[column])
        value = self._typed(text, COLUMNS[column])
        if value is False:
            self.fault.tell(self._why(COLUMNS[column]))
            self._setting = True
            self._show_wish(row_index, wish, self.mono)
            self._setting = False
            return
        self._emit(row_index, replace(wish, **{COLUMNS[column]: value}, **mode))

    def _mode(self, text: str, column: str) -> tuple[str, dict[str, str | None]]:
        """Split a figure into text and mode.

        `≤ 2,5` is a variance of at most 2.5, `= 0,5` a stay probability of exactly .5; without a sign the general mode
        applies.
        """
        clean = text.strip().replace("<=", "≤").replace(">=", "≥")
        sign, figure_text = (clean[:1], clean[1:]) if clean[:1] in ("≤", "≥", "=") else ("", clean)
        if column == "V":
            return figure_text, {"variance": {"≤": "at most", "=": "equal"}.get(sign)}
        if column == "pstay":
            return figure_text, {"stay": {"≥": "at least", "=": "exact"}.get(sign)}
        return clean, {}

    def _typed(self, text: str, column: str) -> int | float | bool | None:
        """Parse a figure: None for an empty field, False for an invalid one."""
        if not text.strip():
            return False if column == "first" else None
        if column in ("first", "last", "D"):
            count = only_whole(text, 1, 1000)
            return False if count is None else count
        value = only_number(text, 0, 1 if column == "pstay" else 10_000, QLocale())
        return False if value is None else value

    def _why(self, column: str) -> str:
        if column == "pstay":
            return self.tr("A stay probability lies between 0 and 1.")
        if column == "V":
            return self.tr("A variance is a number from 0 on.")
        return self.tr("Rows and D are whole numbers from 1 on.")

    def _emit(self, index: int, wish: RowConstraint) -> None:
        self.changed.emit((*self.wishes[:index], wish, *self.wishes[index + 1 :]))

    def _add(self) -> None:
        self.changed.emit((*self.wishes, RowConstraint(self.row, self.row)))
        self.table.setCurrentCell(len(self.wishes) - 1, 2)
        self.table.setFocus(Qt.FocusReason.OtherFocusReason)

    def _remove(self) -> None:
        row_index = self.table.currentRow()
        row_index = len(self.wishes) - 1 if row_index < 0 else row_index
        self.changed.emit((*self.wishes[:row_index], *self.wishes[row_index + 1 :]))
