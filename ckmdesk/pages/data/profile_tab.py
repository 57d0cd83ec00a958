"""Profiles of the open statistic's variables: a list with notes, and the categories or the range of one of them."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, Qt
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QBoxLayout,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from ckmcore.base.numbers import Language, decimal_text, integer_text
from ckmcore.errors import Cancelled
from ckmcore.microdata import Microdata
from ckmcore.microdata.profile import Profile, profile, variables
from ckmdesk.base.announcer import announce
from ckmdesk.base.jobs import JobContext
from ckmdesk.base.translation import counted
from ckmdesk.base.unexpected import guarded
from ckmdesk.commands.desk import Changes
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import MARGIN, STEP, Theme, set_kind
from ckmdesk.models.profile_model import SHARE, CountsModel, QuantilesModel, VariablesModel, role_word
from ckmdesk.pages.context import PageContext
from ckmdesk.widgets.basic import Card, Line, WrapLabel, label, select_row
from ckmdesk.widgets.layouts import fill
from ckmdesk.widgets.list_view import as_list

PROFILES = "profiles"
ONE_ROW = 900
BAR_WIDTH = 150
ROOMY = 1100


class BarPainter(QStyledItemDelegate):
    """Delegate that paints a share as a bar with its figure beside it."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    @guarded()
    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        share = index.data(SHARE)
        if not isinstance(share, float):
            super().paint(painter, option, index)
            return
        rect = option.rect  # type: ignore[attr-defined]
        if option.state & QStyle.StateFlag.State_Selected:  # type: ignore[attr-defined]
            painter.fillRect(rect, self._theme.color("accent_soft"))
        words = 62
        fill = self._theme.bar
        bar_width = max(rect.width() - words - 16, 0)
        painter.fillRect(QRectF(rect.left() + 8, rect.top() + 6, bar_width * share, rect.height() - 12), fill)
        painter.setPen(self._theme.color("text"))
        text_rect = rect.adjusted(rect.width() - words - 8, 0, -8, 0)
        right = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        painter.drawText(text_rect, right, str(index.data()))


class ProfileTab(QWidget):
    """Tab of variable profiles, computed on a worker thread once per loaded data."""

    kept = ("_made",)

    def __init__(self, context: PageContext) -> None:
        super().__init__()
        self.context = context
        self._made: tuple[Microdata, tuple[Profile, ...]] | None = None
        self._wanted: Microdata | None = None
        theme = context.theme
        self._box = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._box.setContentsMargins(0, STEP, 0, 0)
        self._box.setSpacing(STEP)
        self.variables_model, self.counts_model = VariablesModel(self), CountsModel(self)
        self.variables = _table(self.variables_model)
        self.counts = _table(self.counts_model)
        self.quantiles_model = QuantilesModel(self)
        self.quantiles = _table(self.quantiles_model)
        self.counts.setItemDelegateForColumn(3, BarPainter(theme, self.counts))
        left = Card(margin=1)
        left.body.setSpacing(0)
        self.heading = label(self.tr("Variables of the records"), "heading")
        self.heading.setContentsMargins(MARGIN, STEP, MARGIN, STEP)
        fill(left.body, self.heading, Line(), (self.variables, 1))
        right = Card(margin=1)
        right.body.setSpacing(0)
        inner_widget = QWidget()
        self._facts_box = QBoxLayout(QBoxLayout.Direction.TopToBottom, inner_widget)
        self._facts_box.setContentsMargins(MARGIN, STEP, MARGIN, STEP)
        self._facts_box.setSpacing(4)
        self.name = label("", "heading")
        self.facts, self.notes = WrapLabel("", "secondary"), WrapLabel("")
        for widget in (self.name, self.facts, self.notes):
            self._facts_box.addWidget(widget)
        fill(right.body, inner_widget, Line(), (self.counts, 1), (self.quantiles, 1))
        self._box.addWidget(left, 3)
        self._box.addWidget(right, 2)
        for table in (self.variables, self.counts, self.quantiles):
            table.setMinimumHeight(px(200))
        self.variables.selectionModel().currentRowChanged.connect(self._other_row)
        theme.changed.connect(self.counts.viewport().update)
        self.variables.setAccessibleName(self.tr("Variables with their profiles"))
        self.counts.setAccessibleName(self.tr("Categories with their number of records"))
        self.quantiles.setAccessibleName(self.tr("Range and quantiles"))

    def refresh(self, changes: Changes) -> None:
        """Show the profiles of the loaded records, computed when the tab becomes visible."""
        data = self.context.desk.session.data
        if data is None:
            self._made = self._wanted = None
            self.context.jobs.cancel(PROFILES)
            self._show()
        elif self._made is not None and self._made[0] is data:
            self._show()
        elif self.isVisible():
            self._make(data)

    @guarded()
    def showEvent(self, event: object) -> None:
        data = self.context.desk.session.data
        if data is not None and (self._made is None or self._made[0] is not data):
            self._make(data)

    def choose(self, name: str) -> None:
        """Show a variable."""
        for row, found_profile in enumerate(self.variables_model.profiles):
            if found_profile.name == name:
                select_row(self.variables, row)

    def _make(self, data: Microdata) -> None:
        if self._wanted is data:
            return
        if data.counter is not None:
            where = self.tr("A profile needs the records; they lie in the database “%1”.")
            self.facts.setText(where.replace("%1", data.counter.name))
            return
        self._wanted = data
        self.facts.setText(self.tr("Looking through the records ..."))

        def work(context: JobContext) -> tuple[Profile, ...]:
            profiles = []
            for name in variables(data):
                if context.cancelled():
                    raise Cancelled
                profiles.append(profile(data, name))
            return tuple(profiles)

        def done(profiles: tuple[Profile, ...]) -> None:
            self._made, self._wanted = (data, profiles), None
            self._show()

        def failed(_error: object) -> None:
            self._wanted = None

        self.context.jobs.start(PROFILES, work, done, failed)

    def _show(self) -> None:
        chosen_entry = self._chosen_profile
        language = self.context.language
        self.variables_model.set_profiles(() if self._made is None else self._made[1], language)
        if self.variables_model.rowCount():
            names = [found_profile.name for found_profile in self.variables_model.profiles]
            row = names.index(chosen_entry.name) if chosen_entry is not None and chosen_entry.name in names else 0
            self.variables.setCurrentIndex(self.variables_model.index(row, 0))
        self._show_one()

    @property
    def _chosen_profile(self) -> Profile | None:
        row = self.variables.currentIndex().row()
        return self.variables_model.profiles[row] if 0 <= row < self.variables_model.rowCount() else None

    def _other_row(self) -> None:
        self._show_one()
        if self.variables.hasFocus():
            announce(
                ". ".join(text_label.text() for text_label in (self.facts, self.notes) if text_label.text()),
                about="profile",
            )

    def _show_one(self) -> None:
        chosen_profile, language = self._chosen_profile, self.context.language
        self.counts_model.set_profile(chosen_profile, language)
        self.quantiles_model.set_profile(chosen_profile, language)
        self._fit_counts()
        ranged = chosen_profile is not None and bool(chosen_profile.quantiles)
        self.counts.setVisible(not ranged)
        self.quantiles.setVisible(ranged)
        self.notes.setVisible(False)
        if chosen_profile is None:
            self.name.setText("")
            self.facts.setText(self.tr("No records are loaded."))
            return
        title = chosen_profile.title.text(language) or chosen_profile.name
        self.name.setText(title if title == chosen_profile.name else f"{title}  ·  {chosen_profile.name}")
        self.facts.setText(self._facts(chosen_profile, language))
        remarks = self.variables_model.said(self.variables.currentIndex().row())
        self.notes.setText(" ".join(remark.text(language) for remark in remarks))
        self.notes.setVisible(bool(remarks))

    def _facts(self, found_profile: Profile, language: Language) -> str:
        missing_text = integer_text(found_profile.missing, language)
        share = decimal_text(100 * found_profile.missing / max(1, found_profile.rows), 1, language)
        texts = [
            role_word(found_profile.role),
            counted(self.tr("1 record"), self.tr("%1 records"), found_profile.rows, language),
            self.tr("%1 missing (%2 %)").replace("%1", missing_text).replace("%2", share),
            counted(self.tr("1 value"), self.tr("%1 different values"), found_profile.distinct, language),
        ]
        if found_profile.role != "dimension":
            texts.append(counted(self.tr("1 zero"), self.tr("%1 zeros"), found_profile.zeros, language))
            texts.append(self.tr("%1 negative").replace("%1", integer_text(found_profile.negative, language)))
        if found_profile.examples:
            point = found_profile.role != "dimension" and language == "de"
            examples = [example.replace(".", ",") if point else example for example in found_profile.examples]
            texts.append(self.tr("for example %1").replace("%1", "; ".join(examples)))
        return "  ·  ".join(texts)

    @guarded()
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_wide = self.width() >= px(ONE_ROW)
        direction = QBoxLayout.Direction.LeftToRight if is_wide else QBoxLayout.Direction.TopToBottom
        if self._box.direction() != direction:
            self._box.setDirection(direction)
        _fit(self.variables, (120, 146, 108, 102) if self.width() < px(ROOMY) else (190, 160, 116, 110))
        _fit(self.quantiles, (0, 160), stretch=0)
        self._fit_counts()

    def _fit_counts(self) -> None:
        """Hide the column of labels where there are none; the codes take its room."""
        labels = self.counts_model.has_labels
        self.counts.setColumnHidden(1, not labels)
        _fit(self.counts, (84, 0, 92, BAR_WIDTH if self.width() >= px(ROOMY) else 124), stretch=1 if labels else 0)


def _table(model: VariablesModel | CountsModel | QuantilesModel) -> QTableView:
    table = QTableView()
    table.setModel(model)
    set_kind(table, "list")
    as_list(table, rows=True, single=True, read_only=True, plain=True)
    table.horizontalHeader().setHighlightSections(False)
    table.horizontalHeader().setTextElideMode(Qt.TextElideMode.ElideRight)
    table.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    return table


def _fit(table: QTableView, widths: tuple[int, ...], stretch: int = 4) -> None:
    head = table.horizontalHeader()
    for index in range(head.count()):
        head.setSectionResizeMode(index, QHeaderView.ResizeMode.Interactive)
    for width_index, width in enumerate(widths):
        if width and width_index != stretch:
            table.setColumnWidth(width_index, px(width))
    head.setSectionResizeMode(stretch, QHeaderView.ResizeMode.Stretch)
