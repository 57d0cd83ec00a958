"""Reference figures of the statistic: read from a small file, checked, listed, removed."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QGridLayout,
    QHeaderView,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from ckmcore.base.numbers import integer_text
from ckmcore.base.texts import Texts
from ckmcore.dictionary.reference_files import ReferenceFile, look_at_references, reference_table
from ckmcore.errors import CkmError
from ckmcore.messages import sentence
from ckmcore.microdata.reading_plan import ReadingAnswer
from ckmcore.microdata.references import ReferenceTable
from ckmdesk.base.jobs import JobContext
from ckmdesk.commands import references as commands
from ckmdesk.commands.desk import Changes
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import ROW_HEIGHT, STEP, set_kind
from ckmdesk.pages.context import PageContext
from ckmdesk.pages.data.code_page_question import ask_code_page
from ckmdesk.widgets.basic import Card, label
from ckmdesk.widgets.fault import tie
from ckmdesk.widgets.layouts import FORM_WIDTH, STRETCH, at_most, column_of, fill, row_of
from ckmdesk.widgets.list_view import as_list
from ckmdesk.widgets.message_bar import MessageBar
from ckmdesk.widgets.plain_combo import PlainCombo
from ckmdesk.widgets.texts_field import TextsField

NUMBERS = 3


class ReferencesTab(QWidget):
    """Tab of tables with reference figures, and a form for one that is being read."""

    kept = ("begun",)

    def __init__(self, context: PageContext) -> None:
        super().__init__()
        self.context = context
        self.found: ReferenceFile | None = None
        column_of(
            self._make_list(),
            at_most(self._make_new(), FORM_WIDTH),
            STRETCH,
            within=self,
            margins=(0, STEP, 0, 0),
            spacing=STEP,
        )
        self._show_found()

    # --- making --------------------------------------------------------------------------------------------------

    def _make_list(self) -> QWidget:
        card = Card()
        self.remove = QPushButton(self.tr("Remove"), clicked=self._remove)
        self.read = QPushButton(self.tr("Read file ..."), objectName="read-references", clicked=self.ask_for_file)
        explained = self.tr(
            "Public figures, such as inhabitants, by which tables divide their counts: one column for each variable"
            " with its codes, one with the figures. An empty code, or “Total”, is the total."
        )
        self.message = MessageBar(self.context.theme, lambda: self.context.language)
        heads = [self.tr("Title"), self.tr("Unit"), self.tr("By"), self.tr("Figures"), self.tr("Source")]
        self.table = QTableWidget(0, len(heads), objectName="references", showGrid=False)
        self.table.setAccessibleName(self.tr("Reference figures"))
        self.table.setHorizontalHeaderLabels(heads)
        as_list(self.table, rows=True, single=True, read_only=True)
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setStretchLastSection(True)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setMinimumSectionSize(px(110))
        self.table.itemSelectionChanged.connect(self._chosen_changed)
        heading = label(self.tr("Reference figures"), "heading")
        line = row_of(heading, STRETCH, self.remove, self.read, spacing=STEP)
        fill(card.body, line, label(explained, "secondary", wrap=True), self.message, self.table)
        return card

    def _make_new(self) -> QWidget:
        card = self.new = Card()
        self.new_heading, self.recognised = label("", "heading"), label("", "secondary", wrap=True)
        self.figure = PlainCombo()
        self.figure.setObjectName("reference:figure")
        self.title, self.unit, self.source = (TextsField(f"reference:{name}") for name in ("title", "unit", "source"))
        grid = QGridLayout(horizontalSpacing=STEP, verticalSpacing=STEP)
        grid.setColumnStretch(1, 1)
        words = (self.tr("Column of figures"), self.tr("Title"), self.tr("Unit"), self.tr("Source"))
        for row, (text, field) in enumerate(zip(words, (self.figure, self.title, self.unit, self.source), strict=True)):
            word = label(text, "secondary")
            word.setBuddy(field)
            field.setAccessibleName(text) if field is self.figure else field.set_words(text)
            grid.addWidget(word, row, 0)
            grid.addWidget(field, row, 1)
        self.unit.show_made(Texts(self.tr("for example: inhabitants"), self.tr("for example: inhabitants")))
        self.bounds = QCheckBox(
            self.tr("Tables count some of these units: no count is larger"), objectName="reference:bounds"
        )
        grid.addWidget(self.bounds, len(words), 0, 1, 2)
        self.cancel = QPushButton(self.tr("Cancel"), clicked=self._give_up)
        self.take = QPushButton(self.tr("Take over"), objectName="take-references", clicked=self.take_over)
        set_kind(self.take, "primary")
        fill(card.body, self.new_heading, self.recognised, grid, row_of(STRETCH, self.cancel, self.take))
        return card

    # --- showing -------------------------------------------------------------------------------------------------

    def refresh(self, changes: Changes) -> None:
        """Show the reference figures of the statistic."""
        tables, language = self._tables, self.context.language
        statistic = self.context.desk.state.statistic
        titles = (
            {}
            if statistic is None
            else {variable_entry.name: variable_entry.title.text(language) for variable_entry in statistic.dictionary}
        )
        self.table.setRowCount(len(tables))
        for row, table in enumerate(tables):
            unit = table.unit.text(language)
            if table.bounds:
                unit = ", ".join(filter(None, (unit, self.tr("upper limit of counts"))))
            texts = (
                table.title.text(language) or table.name,
                unit,
                ", ".join(titles.get(name) or name for name in table.variables),
                integer_text(len(table.rows), language),
                table.source.text(language),
            )
            for column, text in enumerate(texts):
                item = QTableWidgetItem(text)
                item.setToolTip(text)
                if column == NUMBERS:
                    item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
                self.table.setItem(row, column, item)
        self._chosen_changed()

    @property
    def _tables(self) -> tuple[ReferenceTable, ...]:
        statistic = self.context.desk.state.statistic
        return () if statistic is None else statistic.references

    def _chosen_changed(self) -> None:
        self.remove.setEnabled(bool(self.table.selectedItems()))

    def _show_found(self) -> None:
        """Show the file that is being read."""
        found_file = self.found
        self.new.setVisible(found_file is not None)
        # Fewer lines while a file is asked about: its buttons are in sight in a small window, too.
        self.table.setFixedHeight(px((6 if found_file is None else 3) * ROW_HEIGHT))
        if found_file is None:
            return
        self.new_heading.setText(self.tr("Reference figures of %1").replace("%1", found_file.file.name))
        codes = [heading for heading, name in zip(found_file.headings, found_file.variables, strict=True) if name]
        text = self.tr("Codes are in: %1. Lines: %2.").replace("%1", ", ".join(codes))
        self.recognised.setText(text.replace("%2", integer_text(len(found_file.rows), self.context.language)))

    def _offer(self, reference_file: ReferenceFile) -> None:
        self.found = reference_file
        self.figure.clear()
        for candidate in reference_file.candidates:
            self.figure.addItem(reference_file.headings[candidate], candidate)

    @property
    def begun(self) -> tuple[ReferenceFile, tuple[Texts, ...]] | None:
        """Return the file that is being read, and the typed texts; None if there is none."""
        texts = tuple(field.texts() for field in (self.title, self.unit, self.source))
        return None if self.found is None else (self.found, texts)

    @begun.setter
    def begun(self, begun: tuple[ReferenceFile, tuple[Texts, ...]] | None) -> None:
        if begun is not None:
            self._offer(begun[0])
            for field, texts in zip((self.title, self.unit, self.source), begun[1], strict=True):
                field.set_texts(texts)
            self._show_found()

    # --- changing ------------------------------------------------------------------------------------------------

    def ask_for_file(self) -> None:
        """Ask for a file of reference figures."""
        words = self.tr("Tables (*.csv *.txt *.xlsx *.xls *.ods)") + ";;" + self.tr("All files (*)")
        path = self.context.frame.choose_open_file(self.tr("Read reference figures"), words)
        if path is not None:
            self.open_file(path)

    def open_file(self, path: Path, page: tuple[ReadingAnswer, ...] = ()) -> None:
        """Look at a file of reference figures; its title and source are asked for afterwards. page: the answer on its
        code page."""
        statistic = self.context.desk.state.statistic
        if statistic is None:
            return
        entries = statistic.dictionary

        def done(reference_file: ReferenceFile) -> None:
            self._offer(reference_file)
            self.figure.choose(reference_file.figure)
            self.title.set_texts(Texts(de=path.stem))
            heading = reference_file.headings[reference_file.figure]
            self.unit.set_texts(Texts() if heading.isdigit() else Texts(de=heading))
            self.source.set_texts(Texts())
            self.bounds.setChecked(False)
            self._show_found()
            self.title.setFocus()

        def failed(error: CkmError) -> None:
            again = partial(self.open_file, path)
            if not ask_code_page(error, self.context.language, self.message.show_message, again):
                self._failed(error)

        self.message.clear()
        self.context.jobs.start("references", lambda _: look_at_references(path, entries, page), done, failed)

    def _failed(self, error: CkmError) -> None:
        self.message.show_message(error)

    def take_over(self) -> None:
        """Check the figures against the dictionary and keep them."""
        statistic, found_file = self.context.desk.state.statistic, self.found
        if statistic is None or found_file is None:
            return
        title, unit, source = self.title.texts(), self.unit.texts(), self.source.texts()
        for field in (self.title, self.source):
            tie(field.fields["de"], "")
        missing_field = next((field for field in (self.title, self.source) if not field.texts().text("de")), None)
        if missing_field is not None:
            self.message.show_message(sentence("desk_reference_unnamed"))
            tie(missing_field.fields["de"], self.message.text)
            missing_field.setFocus()
            return
        name, figure, entries = title.text("de"), self.figure.currentData(), statistic.dictionary
        bounds = self.bounds.isChecked()

        def work(_: JobContext) -> ReferenceTable:
            words = {"title": title, "source": source, "unit": unit}
            return reference_table(found_file, entries, name=name, figure=figure, bounds=bounds, **words)

        def done(table: ReferenceTable) -> None:
            is_known = any(table.name == name for table in self._tables)
            self._give_up()
            self.context.desk.run(commands.put_reference(table, title.text(self.context.language)))
            if is_known:
                self.message.show_message(sentence("desk_reference_replaced", title=title), "ok")

        self.message.clear()
        self.context.jobs.start("references", work, done, self._failed)

    def _give_up(self) -> None:
        self.found = None
        self.message.clear()
        self._show_found()
        self.read.setFocus()

    def _remove(self) -> None:
        table = self._tables[self.table.currentRow()]
        self.context.desk.run(commands.remove_reference(table.name, table.title.text(self.context.language)))
