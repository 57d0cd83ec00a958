"""Compare with former production: a table made elsewhere from the same keys, cell by cell. Confidential."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QGridLayout,
    QHeaderView,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QTableView,
    QWidget,
)

from ckmcore.base.numbers import integer_text
from ckmcore.errors import Cancelled, CkmError
from ckmcore.lab.conformance.production import Differences, ProductionColumns, compare_production, production_columns
from ckmcore.messages import Sentence, sentence
from ckmdesk.base.announcer import announce
from ckmdesk.base.frame import Message, Remedy, start_shown
from ckmdesk.base.jobs import JobContext
from ckmdesk.base.translation import counted
from ckmdesk.lab.models.production_model import ProductionModel
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import STEP, set_kind
from ckmdesk.pages.context import PageContext
from ckmdesk.widgets.basic import Card, ElidedLabel, IconLabel, WrapLabel, label
from ckmdesk.widgets.layouts import STRETCH, fill, row_of
from ckmdesk.widgets.message_bar import MessageBar
from ckmdesk.widgets.plain_combo import PlainCombo
from ckmdesk.widgets.view_state import settled

COLUMNS, COMPARE = "former-columns", "former-compare"


class FormerProduction(Card):
    """Card that compares a former production: choose a table, check how it is read, compare, list the differing
    cells."""

    kept = ("begun",)

    def __init__(self, context: PageContext) -> None:
        super().__init__()
        self.context = context
        self.columns: ProductionColumns | None = None
        self.found: Differences | None = None
        self._of: object = None
        self.heading = label(self.tr("Compare with former production"), "heading")
        self.lead = WrapLabel(
            self.tr(
                "A table that R, SAS or τ-ARGUS made from the same keys: one line per cell, dimensions as columns, "
                "a column of published figures. Cells whose figure differs are named."
            ),
            "secondary",
        )
        fill(self.body, self.heading, self.lead)
        self.choose, self.name = QPushButton(self.tr("Choose table ...")), ElidedLabel()
        self.choose.setObjectName("former:choose")
        self.choose.clicked.connect(self.ask_for_table)
        self.body.addLayout(row_of(self.choose, (self.name, 1)))
        self.message = MessageBar(context.theme, lambda: context.language)
        self.message.remedy_of = self._remedy_of
        fill(self.body, self.message, self._make_understood(), (self._make_result(), 1))
        self._filler = QWidget()
        self._filler.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self.body.addWidget(self._filler, 1)
        context.theme.changed.connect(self._draw)
        self._draw()
        self._understood.hide()
        self._result.hide()
        names = (self.tr("Dimensions"), self.tr("Published figures"), self.tr("The total is called"))
        for word, widget, name in zip(self._words, (self.dimensions, self.published, self.total), names, strict=True):
            word.setText(name)
            widget.setAccessibleName(name)
        self.table.setAccessibleName(self.tr("Cells that differ or lie on a bound"))
        self._show()

    def _make_understood(self) -> QWidget:
        self._understood = QWidget()
        grid = QGridLayout(self._understood)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(STEP)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(1, 1)
        self.dimensions = ElidedLabel()
        self.published = PlainCombo()
        self.total = QLineEdit(placeholderText=self.tr("Total, Insgesamt or empty"), objectName="former:total")
        self.published.setObjectName("former:published")
        self._words = [label("", "secondary") for _ in range(3)]
        for row, (word, widget) in enumerate(
            zip(self._words, (self.dimensions, self.published, self.total), strict=True)
        ):
            word.setBuddy(widget)
            grid.addWidget(word, row, 0)
            grid.addWidget(widget, row, 1)
        self.published.activated.connect(self._published_chosen)
        self.weighted, self.compare = QCheckBox(self.tr("Weighted figures")), QPushButton(self.tr("Compare"))
        self.weighted.setObjectName("former:weighted")
        self.compare.setObjectName("former:compare")
        self.weighted.clicked.connect(self._look_again)
        settled(self.published, self.weighted)
        set_kind(self.compare, "primary")
        self.compare.clicked.connect(self.start)
        self.total.returnPressed.connect(self.start)
        grid.addLayout(row_of(self.weighted, STRETCH, self.compare), 3, 0, 1, 2)
        return self._understood

    def _make_result(self) -> QWidget:
        self._result = Card(margin=0)
        set_kind(self._result, "")
        self._sign, self.verdict = IconLabel(self.context.theme, "ok", "ok"), label("", "heading")
        line = row_of(self._sign, self.verdict, STRETCH)
        self.notes = WrapLabel("", "secondary")
        self.model = ProductionModel()
        self.table = QTableView()
        self.table.setModel(self.model)
        self.table.setObjectName("former:cells")
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.verticalHeader().hide()
        self.table.verticalHeader().setDefaultSectionSize(px(24))
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self.table.horizontalHeader().setStretchLastSection(True)
        self.table.setTabKeyNavigation(False)
        self.table.setMinimumHeight(px(140))
        fill(self._result.body, line, self.notes, (self.table, 1))
        return self._result

    def _draw(self) -> None:
        self.choose.setIcon(self.context.theme.icon("folder"))

    @property
    def begun(self) -> tuple[ProductionColumns | None, Differences | None, object, bool]:
        """Return the compared table, its differences, the records and method they belong to, and whether figures are
        weighted."""
        return self.columns, self.found, self._of, self.weighted.isChecked()

    @begun.setter
    def begun(self, begun: tuple[ProductionColumns | None, Differences | None, object, bool]) -> None:
        self.columns, self.found, self._of, weighted = begun
        self.weighted.setChecked(weighted)
        self._show()

    # --- the table -----------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Drop the comparison if records or method have changed."""
        data, statistic = self.context.desk.session.data, self.context.desk.state.statistic
        data_and_version = (data, None if statistic is None else statistic.period.in_force)
        self.choose.setEnabled(data is not None)
        self.weighted.setVisible(data is not None and data.weight is not None)
        if self._of is None or self._of[0] is not data_and_version[0] or self._of[1] != data_and_version[1]:  # type: ignore[index]
            self._of = data_and_version
            self.context.jobs.cancel(COMPARE)
            self.found = None
            self._show()

    def ask_for_table(self) -> None:
        """Ask for a table of former production."""
        words = self.tr("Tables (*.csv *.txt *.tsv *.xlsx *.ods *.parquet)") + ";;" + self.tr("All files (*)")
        path = self.context.frame.choose_open_file(self.tr("Table of former production"), words)
        if path is not None:
            self.take_table(path)

    def take_table(self, path: Path) -> None:
        """Look at the columns of a table."""
        data, weighted = self.context.desk.session.data, self.weighted.isChecked()
        if data is None:
            return

        def done(columns: ProductionColumns) -> None:
            self.columns, self.found = columns, None
            self._show()
            (self.compare if columns.published else self.published).setFocus()

        self.message.clear()
        self.context.jobs.start(
            COLUMNS, lambda _: production_columns(path, data, weighted=weighted), done, self.message.show_message
        )

    def _look_again(self) -> None:
        if self.columns is not None:
            self.take_table(self.columns.file)

    def _published_chosen(self) -> None:
        if self.columns is not None:
            self.columns = replace(self.columns, published=str(self.published.currentData()))

    def start(self) -> None:
        """Tabulate the cells and compare."""
        columns, data = self.columns, self.context.desk.session.data
        statistic, frame = self.context.desk.state.statistic, self.context.frame
        if columns is None or data is None or statistic is None:
            return
        in_force = statistic.period.in_force
        if in_force is None:
            message = sentence("no_method_in_force")
            self.message.show_message(message, "warning", self._remedy_of(message))
            return
        total, weighted = self.total.text().strip() or None, self.weighted.isChecked()

        def work(context: JobContext) -> Differences:
            return compare_production(
                data,
                in_force.method,
                columns,
                total=total,
                weighted=weighted,
                progress=context.progress,
                cancelled=context.cancelled,
            )

        def done(differences: Differences) -> None:
            self.found = differences
            self._show()
            announce(" ".join(label_part.text() for label_part in (self.verdict, self.notes) if label_part.text()))

        def failed(error: CkmError) -> None:
            self.message.show_message(error, "warning" if isinstance(error, Cancelled) else "error")

        self.message.clear()
        start_shown(self.context.jobs, frame, COMPARE, self.tr("Comparing ..."), work, done, failed)

    def _remedy_of(self, message: Message) -> Remedy | None:
        lacks = isinstance(message, Sentence) and message.code == "no_method_in_force"
        return Remedy(self.tr("Go to page Method"), lambda: self.context.frame.go_to("method")) if lacks else None

    # --- showing -------------------------------------------------------------------------------------------------

    def _show(self) -> None:
        columns, production, language = self.columns, self.found, self.context.language
        self._understood.setVisible(columns is not None)
        self._result.setVisible(production is not None)
        self._filler.setVisible(production is None)
        self.name.set_text("" if columns is None else columns.file.name)
        if columns is not None:
            pairs = [
                own_name if own_name == their_name else f"{their_name} → {own_name}"
                for their_name, own_name in columns.dimensions
            ]
            self.dimensions.set_text(", ".join(pairs))
            self.published.clear()
            if not columns.published:
                self.published.addItem("", "")
            for name in columns.figures:
                self.published.addItem(name, name)
            self.published.choose(columns.published)
        data = self.context.desk.session.data
        self.model.show_differences(production, {} if data is None else data.dimensions, language)
        if production is None:
            return
        self._sign.set_icon("ok" if production.same else "warning", "ok" if production.same else "warning")
        text = self.tr("Cells that differ: %1 of %2").replace("%1", integer_text(production.differing, language))
        self.verdict.setText(text.replace("%2", integer_text(production.cells, language)))
        self.notes.setText("\n".join(self._notes(production)))
        self.notes.setVisible(bool(self.notes.text()))
        self.table.setVisible(bool(production.listed))
        for column in range(self.model.columnCount() - 1):
            self.table.setColumnWidth(column, px(120 if column < len(production.columns.dimensions) else 88))

    def _notes(self, differences: Differences) -> list[str]:
        def number(count: int) -> str:
            return integer_text(count, self.context.language)

        lines = []
        if differences.near:
            text = self.tr(
                "Cells with a cell key within 1e-9 of a bound of the perturbation table: %1, those that differ: %2. "
                "Programs that add keys as floating-point numbers may look them up on either side."
            )
            lines.append(text.replace("%1", number(differences.near)).replace("%2", number(differences.near_differing)))
        if differences.only_here:
            each_text = self.tr("1 cell with records is missing there.")
            several_text = self.tr("%1 cells with records are missing there.")
            lines.append(counted(each_text, several_text, differences.only_here, self.context.language))
        if differences.only_there:
            each_text, several_text = self.tr("1 cell is unknown here."), self.tr("%1 cells are unknown here.")
            lines.append(counted(each_text, several_text, differences.only_there, self.context.language))
        if differences.without_figure:
            each_text, several_text = self.tr("1 cell has no figure there."), self.tr("%1 cells have no figure there.")
            lines.append(counted(each_text, several_text, differences.without_figure, self.context.language))
        more = (
            differences.differing
            + differences.only_there
            + differences.only_here
            + differences.near
            - differences.near_differing
        )
        if more > len(differences.listed):
            text = self.tr("The first %1 of %2 cells are listed.").replace("%1", number(len(differences.listed)))
            lines.append(text.replace("%2", number(more)))
        return lines
