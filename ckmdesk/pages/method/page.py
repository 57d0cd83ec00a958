"""The method page: sliders, matrix, tableau, criteria and variants that move together. Methodologist only."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QButtonGroup, QFrame, QHBoxLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from ckmcore.errors import CkmError
from ckmcore.methods.cellkey import CellKeyMethod
from ckmcore.ptable import Form, ptable_warnings, read_ptable, write_ptable
from ckmcore.ptable.keep import KeptTable, keep
from ckmcore.sentences import Sentence, sentence
from ckmcore.tabulate.tabulate import tabulate
from ckmdesk.commands import method as commands
from ckmdesk.commands.desk import Changes
from ckmdesk.frame import Remedy
from ckmdesk.jobs import JobContext
from ckmdesk.pages.context import Page, PageContext
from ckmdesk.pages.method.cards import CriteriaCard, RowCard, VariantsCard
from ckmdesk.pages.method.parameters import ParameterCard
from ckmdesk.plots.matrix import MatrixPlot
from ckmdesk.plots.tableau import TableauPlot
from ckmdesk.services import now_text
from ckmdesk.state.desk_state import MethodParameters
from ckmdesk.state.method_view import MethodView, Summary, count_frequencies, summarise, view_method
from ckmdesk.state.variant import imported, ptable_of
from ckmdesk.theme import MARGIN, STEP, set_kind
from ckmdesk.widgets.basic import Card, label
from ckmdesk.widgets.page_head import PageHead


class MethodPage(Page):
    """Designs the perturbation table of variant A or B and puts it in force."""

    page_name = "method"

    def build(self, context: PageContext) -> None:
        self.context = context
        self.setObjectName("method-page")
        self.view: MethodView | None = None
        self._frequencies: dict[int, int] = {}
        self._counted: object = None
        self._agreed_order: MethodParameters | None = None
        theme = context.theme
        theme.plots()
        self._make_head()
        body = QHBoxLayout(self)
        body.setContentsMargins(MARGIN, STEP, MARGIN, MARGIN)
        body.setSpacing(STEP)
        self.parameters = ParameterCard(theme)
        self.parameters.changed.connect(self._changed)
        self.parameters.released.connect(context.desk.end_gesture)
        body.addWidget(self._scrolled(self.parameters, 258))
        body.addLayout(self._make_pictures(), 1)
        right = QWidget()
        right.setFixedWidth(340)
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(STEP)
        self.criteria = CriteriaCard(theme)
        self.row = RowCard(theme)
        self.row.row_chosen.connect(self._row_chosen)
        self.variants = VariantsCard()
        column.addWidget(self.criteria)
        column.addWidget(self.row, 1)
        column.addWidget(self.variants)
        body.addWidget(right)

    def _scrolled(self, card: QWidget, width: int) -> QScrollArea:
        area = QScrollArea()
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the keyboard scrolls it by walking through its fields
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFixedWidth(width)
        area.setWidget(card)
        return area

    def _make_head(self) -> None:
        self.head = PageHead()
        self.variant_group = QButtonGroup(self)
        self.variant_buttons: list[QPushButton] = []
        for number in range(2):
            button = QPushButton()
            button.setCheckable(True)
            button.setObjectName(f"variant:{'AB'[number]}")
            set_kind(button, "segment")
            button.setMinimumWidth(96)
            button.clicked.connect(lambda _checked=False, number=number: self._choose_variant(number))
            self.variant_group.addButton(button)
            self.variant_buttons.append(button)
            self.head.add_left(button)
        self.head.add_action(self.context.undo_action)
        self.head.add_action(self.context.redo_action)
        self.import_button, self.save_button = QPushButton(), QPushButton()
        self.import_button.setObjectName("import-ptable")
        self.save_button.setObjectName("save-ptable")
        self.import_button.clicked.connect(self._choose_import)
        self.save_button.clicked.connect(self._choose_save)
        self.head.add_right(self.import_button)
        self.head.add_right(self.save_button)
        self.force_button = QPushButton()
        self.force_button.setObjectName("put-in-force")
        self.force_button.setAutoDefault(True)  # Enter presses it
        set_kind(self.force_button, "primary")
        self.force_button.clicked.connect(self._put_in_force)
        self.head.add_right(self.force_button)

    def _make_pictures(self) -> QVBoxLayout:
        theme = self.context.theme
        column = QVBoxLayout()
        column.setSpacing(STEP)
        self.matrix_title, self.matrix_words = label("", "heading"), label("", "small")
        self.tableau_title, self.tableau_words = label("", "heading"), label("", "small")
        self.matrix, self.tableau = MatrixPlot(theme), TableauPlot(theme)
        self.matrix.setObjectName("matrix")
        self.tableau.setObjectName("tableau")
        for picture, title, words in (
            (self.matrix, self.matrix_title, self.matrix_words),
            (self.tableau, self.tableau_title, self.tableau_words),
        ):
            card = Card()
            head = QHBoxLayout()
            head.addWidget(title)
            head.addWidget(words)
            head.addStretch(1)
            card.body.addLayout(head)
            card.body.addWidget(picture, 1)
            picture.picked.connect(self._row_chosen)
            column.addWidget(card, 9 if picture is self.matrix else 11)
        return column

    def retranslate(self) -> None:
        self.parameters.retranslate()
        for number, button in enumerate(self.variant_buttons):
            button.setText(self.tr("Variant %1").replace("%1", "AB"[number]))
        self.import_button.setText(self.tr("Read table ..."))
        self.save_button.setText(self.tr("Save table ..."))
        self.force_button.setText(self.tr("Put in force ..."))
        self.matrix_title.setText(self.tr("Transition matrix"))
        self.matrix_words.setText(self.tr("p by original count i and target count j"))
        self.tableau_title.setText(self.tr("Tableau"))
        self.matrix.setAccessibleName(self.tr("Transition matrix"))
        self.tableau.setAccessibleName(self.tr("Tableau"))

    # --- showing -------------------------------------------------------------------------------------------------

    def refresh(self, changes: Changes) -> None:
        state = self.context.desk.state
        if changes.parts & {"data", "table", "statistic"}:
            self._count_cells()
        self.variant_buttons[state.method.chosen].setChecked(True)
        try:
            self.view = view_method(state.method.parameters, self.view)
        except CkmError as error:
            self.context.show_message(error)
            return
        self._show()

    def _show(self) -> None:
        view, state, language = self.view, self.context.desk.state, self.context.language
        if view is None:
            return
        row = min(state.method.row, view.ordered.last_row)
        grey = view.error is not None
        self.parameters.show_view(view, language)
        self.matrix.show_table(view.ordered, row, language, grey=grey)
        self.tableau.show_table(view.shown, row, language, grey=grey)
        words = self.tr("intervals of the cell key, shuffled") if view.parameters.shuffled else self.tr("ordered")
        self.tableau_words.setText(words)
        self.row.show_row(view, row, language)
        cells = sum(number for count, number in self._frequencies.items() if count > 0)
        summary = summarise(view, self._frequencies)
        self.criteria.show_criteria(summary.criteria, cells, view, language)
        summaries: list[Summary | None] = [summary, summary]
        other = 1 - state.method.chosen
        try:
            summaries[other] = summarise(view_method(state.method.variants[other]), self._frequencies)
        except CkmError:
            summaries[other] = None
        self.variants.show_variants(summaries[0], summaries[1], state.method.chosen, language)
        in_force = self._in_force()
        self.force_button.setEnabled(state.statistic is not None and not grey and not in_force)
        text = self.tr("This variant is in force.") if in_force else self.tr("Draft; not in force.")
        self.head.set_title(self.tr("Method"), text)

    def _in_force(self) -> bool:
        statistic, view = self.context.desk.state.statistic, self.view
        in_force = None if statistic is None else statistic.period.in_force
        if in_force is None or view is None or in_force.ptable is None:
            return False
        return in_force.ptable.content_hash == view.shown.content_hash

    def _count_cells(self) -> None:
        """The distribution of counts in the table at hand, off the window's thread."""
        data, spec = self.context.desk.session.data, self.context.desk.state.table.spec
        if data is None or self._counted == (id(data), spec):
            return
        self._counted = (id(data), spec)

        def work(context: JobContext) -> dict[int, int]:
            return count_frequencies(tabulate(data, spec, cancelled=context.cancelled))

        def done(frequencies: dict[int, int]) -> None:
            self._frequencies = frequencies
            self._show()

        def failed(_error: CkmError) -> None:
            self._frequencies = {}
            self._show()

        self.context.jobs.start("frequencies", work, done, failed)

    # --- acting --------------------------------------------------------------------------------------------------

    def _changed(self, parameters: MethodParameters, what: str) -> None:
        self.context.desk.run(commands.set_parameters(parameters, what))

    def _choose_variant(self, number: int) -> None:
        self.context.desk.run(commands.choose_variant(number))

    def _row_chosen(self, row: int) -> None:
        self.context.desk.run(commands.inspect_row(row))

    def _choose_import(self) -> None:
        filters = self.tr("Perturbation tables (*.csv *.txt *.gz)") + ";;" + self.tr("All files (*)")
        path = self.context.frame.choose_open_file(self.tr("Read perturbation table"), filters)
        if path is not None:
            self.import_file(path)

    def import_file(self, path: Path) -> None:
        """Read a perturbation table of any known form into the chosen variant."""

        def work(_context: JobContext) -> tuple[KeptTable, tuple[Sentence, ...]]:
            table = read_ptable(path)
            kept = keep(table)
            imported(kept)  # read back here once: the window finds it ready
            return kept, ptable_warnings(table)

        def done(found: tuple[KeptTable, tuple[Sentence, ...]]) -> None:
            kept, warnings = found
            self.context.frame.clear_message()
            self.context.desk.run(commands.import_table(path.name, kept))
            if warnings:
                self.context.show_message(warnings[0], "warning")

        self.context.jobs.start("import-ptable", work, done, self.context.show_message)

    def _choose_save(self) -> None:
        if self.view is None:
            return
        forms = (self.tr("R (*.csv)"), self.tr("τ-ARGUS (*.txt)"))
        name = Path(self.view.parameters.file or "ptable.csv").with_suffix(".csv").name
        path = self.context.frame.choose_save_file(self.tr("Save perturbation table"), Path(name), ";;".join(forms))
        if path is not None:
            self.save_file(path if path.suffix else path.with_suffix(".csv"))

    def save_file(self, path: Path) -> None:
        """Write the table as it would be put in force: `.txt` in τ-ARGUS' form, else in R's."""
        view = self.view
        if view is None:
            return
        form: Form = "tau-argus" if path.suffix.lower() == ".txt" else "r"

        def work(_context: JobContext) -> None:
            write_ptable(view.shown, path, form)

        def done(_nothing: None) -> None:
            self.context.show_message(sentence("desk_ptable_saved", name=path.name), "ok")

        self.context.jobs.start("save-ptable", work, done, self.context.show_message)

    def _put_in_force(self) -> None:
        view = self.view
        if view is None:
            return
        asked = view.parameters
        if view.needs_shuffling and self._agreed_order != asked:
            # Asked once; pressing the button again for the same table is the answer.
            self._agreed_order = asked
            remedy = Remedy(self.tr("Shuffle"), self._shuffle)
            self.context.show_message(sentence("desk_force_ordered"), "warning", remedy)
        elif view.shortfall is not None:
            said = sentence("desk_force_shortfall", row=view.shortfall.row)
            remedy = Remedy(self.tr("Put in force all the same"), lambda: self._force(asked))
            self.context.show_message(said, "warning", remedy)
        else:
            self._force(asked)

    def _shuffle(self) -> None:
        parameters = self.context.desk.state.method.parameters
        self._changed(replace(parameters, shuffled=True), "shuffled")
        self.context.frame.clear_message()

    def _force(self, parameters: MethodParameters) -> None:
        if parameters != self.context.desk.state.method.parameters:
            return  # the answer to a question about another table
        try:
            self.context.desk.run(commands.put_in_force(CellKeyMethod(ptable_of(parameters)), now_text()))
        except CkmError as error:
            self.context.show_message(error)
            return
        self.context.show_message(sentence("desk_in_force"), "ok")
