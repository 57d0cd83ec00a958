"""The quality and risk page: variants on tables, what each loses and risks, where, and the report of it."""

from __future__ import annotations

import datetime
import hashlib
import weakref
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QSignalBlocker, Qt, QTimer
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QInputDialog,
    QMenu,
    QPushButton,
    QScrollArea,
    QSplitter,
    QTabWidget,
    QWidget,
)

from ckmcore.errors import CkmError
from ckmcore.lab.quality.evaluate import evaluate
from ckmcore.lab.quality.evaluation import Evaluation, WorstCell
from ckmcore.lab.quality.map import DVMap, map_of
from ckmcore.lab.quality.resume import may_go_on, search_further
from ckmcore.messages import sentence
from ckmcore.microdata.data import Microdata
from ckmcore.release.files_found import FilesFound, files_near
from ckmcore.statistic.period import Attachment
from ckmcore.statistic.series import needs_periods
from ckmdesk.base.announcer import announce
from ckmdesk.base.clock import now_text
from ckmdesk.base.frame import Remedy
from ckmdesk.base.jobs import JobContext
from ckmdesk.base.translation import counted
from ckmdesk.commands import method as method_commands
from ckmdesk.commands import tables as table_commands
from ckmdesk.commands.desk import Changes
from ckmdesk.lab.commands.evaluation import attach_report, remove_test_set, save_test_set, set_evaluation
from ckmdesk.lab.pages.quality.board import ClaimCards, EvaluationBoard
from ckmdesk.lab.pages.quality.cells import CellsCard
from ckmdesk.lab.pages.quality.choice import EvaluationForm
from ckmdesk.lab.pages.quality.criteria import CriteriaView
from ckmdesk.lab.pages.quality.pictures import EvaluationPictures, Mapped
from ckmdesk.lab.state.choices import EVALUATION, EvaluationChoice
from ckmdesk.lab.state.evaluation import (
    AT_HAND,
    ListedCells,
    MarkedTable,
    SampleOffered,
    asked_of,
    choice_in_force,
    key_of,
    listed,
    marked_table,
    offer_sample,
    released_tables,
    tables_of,
    variants_of,
    why_disclosed,
)
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import MARGIN, STEP, set_kind
from ckmdesk.pages.context import MenuActions, Page, PageContext
from ckmdesk.pages.method.pictures import save_picture
from ckmdesk.plots.canvas import Canvas
from ckmdesk.services.opening import opening
from ckmdesk.state.cell_persistence import shown_cell
from ckmdesk.state.desk_state import DeskState
from ckmdesk.widgets.basic import Band, Stack, WrapLabel
from ckmdesk.widgets.fold import Fold
from ckmdesk.widgets.layouts import STRETCH, column_of, scrolling
from ckmdesk.widgets.page_head import PageHead
from ckmdesk.widgets.progress_strip import ProgressStrip
from ckmdesk.widgets.scrolled import folds

SLOT, MAP_SLOT, REPORT_SLOT = "evaluation", "evaluation-map", "evaluation-report"
CELLS_SLOT, TABLE_SLOT, WHY_SLOT = "evaluation-cells", "evaluation-table", "evaluation-why"
RIGHT_WIDTH, BODY_HEIGHT = 380, 320
RESULTS, CRITERIA = 0, 1
# How long an attack goes on at least.
LEAST_SECONDS = 5.0
# Of the map: so many D, and steps of V.
MOST_D, STEPS_V = 8, 16


class QualityPage(Page):
    """Page of quality and risk.

    Its job slots are "evaluation", with "-map" and "-report"; and for the selected measure "-cells" (the worst cells),
    "-table" (with these marked) and "-why" (what forces a cell).
    """

    page_name = "quality"
    refreshing = (CELLS_SLOT, TABLE_SLOT, WHY_SLOT, "constellation")
    kept = ("_made_of", "_whole_asked", "_was_opened", "shown", "compared", "opened")

    def build(self, context: PageContext) -> Iterator[None]:
        self.context = context
        self.evaluation: Evaluation | None = None
        self._made_of: object = None
        self._whole_asked: object = None
        self._was_opened = False
        self._listed = ListedCells()
        self._make_head()
        yield
        self.form = EvaluationForm(context.language)
        self.form.changed.connect(self._choose)
        for bases in (self.form.bases, self.form.keyed):
            bases.textEdited.connect(lambda _text: self._show_state())
        self.form.set_saved.connect(lambda _name: self.ask_for_set())
        self.form.set_removed.connect(self._remove_set)
        self.band = Band(context.theme)
        self.band.set_text(self.tr("deviations from originals and disclosed values are visible"))
        self.progress = ProgressStrip()
        self.stale = WrapLabel(
            self.tr("Tables, variants or data are no longer those that were evaluated. Evaluate anew."), "warning"
        )
        self.empty = WrapLabel(
            self.tr("Choose tables and variants, then “Evaluate”."),
            "secondary",
        )
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        yield
        self.views = QTabWidget(documentMode=True, objectName="quality-views")
        column_of(self.progress, (self.views, 1), within=self, margins=(MARGIN, 0, MARGIN, MARGIN), spacing=STEP)
        self.claims = ClaimCards(context.theme, context.language)
        self.board = EvaluationBoard(context.theme, context.language)
        yield
        self.cells = CellsCard(context.language)
        self.pictures = EvaluationPictures(context.theme, context.language)
        self.cells.setMinimumWidth(px(RIGHT_WIDTH))
        body = QSplitter(Qt.Orientation.Horizontal, childrenCollapsible=False)
        folds(body)
        body.setHandleWidth(STEP)
        body.addWidget(self.pictures)
        body.addWidget(self.cells)
        body.setStretchFactor(0, 5)
        body.setStretchFactor(1, 4)
        body.setSizes([5000, 4000])
        body.setMinimumHeight(px(BODY_HEIGHT))
        self.measures = Fold(context.theme, "measures")
        self.measures.body.addWidget(self.board)
        self.measures.opened.connect(lambda on: QTimer.singleShot(0, self, self._show_measures) if on else None)
        measured = QWidget()
        column_of(self.claims, (body, 1), self.measures, within=measured, margins=0, spacing=STEP)
        self.stack = Stack()
        self.stack.addWidget(self.empty)
        self.stack.addWidget(measured)
        results, holder = QWidget(), QWidget()
        column_of(self.stale, self.band, (self.stack, 1), within=results, margins=(0, STEP, 0, 0), spacing=STEP)
        column_of(self.form, STRETCH, within=holder, margins=(0, STEP, 0, 0), spacing=STEP)
        chosen = scrolling(holder)  # its height is none of the results
        self.views.addTab(results, self.tr("Results"))
        yield
        self.criteria = CriteriaView(context)
        self.views.addTab(self.criteria, self.tr("Criteria"))
        self.views.addTab(chosen, self.tr("What is measured"))
        self._connect()
        self._show_chosen()
        self._show_state()
        yield

    @property
    def shown(self) -> tuple[Evaluation | None, int, tuple[int, int], Mapped]:
        """Return the evaluation, the selected table, row and variant, and the map."""
        index = self.board.view.currentIndex()
        return self.evaluation, self.board.tables.currentIndex(), (index.row(), index.column()), self.pictures.mapped

    @shown.setter
    def shown(self, shown: tuple[Evaluation | None, int, tuple[int, int], Mapped]) -> None:
        self.evaluation, table, chosen, mapped = shown
        if self.evaluation is not None:
            self._show_evaluation()
            self.board.choose(table, *chosen)
            self.pictures.show_map(*mapped)

    @property
    def compared(self) -> tuple[Evaluation | None, object]:
        """Return the comparison by criteria, and what it was made of."""
        return self.criteria.compared

    @compared.setter
    def compared(self, compared: tuple[Evaluation | None, object]) -> None:
        self.criteria.compared = compared

    @property
    def opened(self) -> int:
        """The place of the tab in front."""
        return self.views.currentIndex()

    @opened.setter
    def opened(self, place: int) -> None:
        with QSignalBlocker(self.views):
            self.views.setCurrentIndex(place)

    def _make_head(self) -> None:
        self.head = PageHead()
        self.report_button = QPushButton(self.tr("Internal report"), objectName="evaluation:report")
        menu = QMenu(self.report_button)
        self.save_report_action = QAction(self.tr("Save report ..."), self)
        self.attach_action = QAction(self.tr("Save report and attach it to the decision ..."), self)
        self.save_report_action.triggered.connect(lambda _=False: self.ask_for_report(attach=False))
        self.attach_action.triggered.connect(lambda _=False: self.ask_for_report(attach=True))
        self.save_criteria_action = QAction(self.tr("Save criteria ..."), self)
        self.save_criteria_action.triggered.connect(lambda _=False: self.criteria.ask_for_report())
        menu.addActions([self.save_report_action, self.save_criteria_action, self.attach_action])
        self.report_button.setMenu(menu)
        self.further_button = QPushButton(
            self.tr("Search further"),
            objectName="evaluation:further",
            toolTip=self.tr("Cells are left open: the attacks go on where they ended, for as many seconds again"),
        )
        self.further_button.clicked.connect(self.search_further)
        evaluate = self.tr("Evaluate")
        self.compute_action = QAction(evaluate, self, shortcut="Ctrl+Return")
        key = self.compute_action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        self.compute_button = QPushButton(evaluate, objectName="evaluation:compute", toolTip=f"{evaluate} ({key})")
        set_kind(self.compute_button, "primary")
        self.compute_button.clicked.connect(self._compute_shown)
        self.compute_action.triggered.connect(lambda _=False: self.compute_button.click())
        self.head.add_right(self.further_button)
        self.head.add_right(self.report_button)
        self.head.add_right(self.compute_button)

    def _connect(self) -> None:
        self.board.chosen.connect(self._show_chosen)
        self.cells.chosen.connect(self._show_cell)
        self.cells.opened.connect(self._open_cell)
        self.pictures.variant_chosen.connect(self._choose_variant)
        self.pictures.open_asked.connect(lambda: self._open_cell(self.cells.cell))
        self.pictures.map_asked.connect(self.compute_map)
        self.pictures.design_chosen.connect(self._design)
        self.pictures.save_asked.connect(self._save_picture)
        self.criteria.changed.connect(self._show_state)
        self.views.currentChanged.connect(self._open_view)

    def _open_view(self, place: int) -> None:
        """Show a tab; the criteria are computed when they are first opened."""
        if place == CRITERIA and self.criteria.board is None:
            self.criteria.compute()
        self._show_state()

    def _compute_shown(self) -> None:
        """Compute what the tab in front shows: the criteria, else the evaluation."""
        if self.views.currentIndex() == CRITERIA:
            self.criteria.compute()
        else:
            self.compute()

    def menu_actions(self) -> MenuActions:
        return {"page": [self.compute_action, None, *self.report_button.menu().actions()]}

    # --- showing -----------------------------------------------------------------------------------------------------

    def first_focus(self) -> QWidget:
        return self.pictures.plane if self.evaluation is not None else self.compute_button

    def refresh(self, changes: Changes) -> None:
        self._measure_in_force()
        self._show_state()

    def _show_state(self) -> None:
        state, on_criteria = self.context.desk.state, self.views.currentIndex() == CRITERIA
        running = self.context.jobs.running(SLOT)
        comparing = self.context.jobs.running("comparison")
        self.form.show_choice(state)
        self.criteria.refresh()
        loaded = self.context.desk.session.data is not None
        ready = loaded and not (comparing if on_criteria else running) and self.form.fault.isHidden()
        self.compute_button.setEnabled(ready)
        self.compute_action.setEnabled(ready)
        outdated = self.evaluation is not None and self._made_of != self._basis()
        reported = self.evaluation is not None and not running and not outdated
        for act in (self.save_report_action, self.attach_action):
            act.setEnabled(reported)
        self.save_criteria_action.setEnabled(self.criteria.is_current and not comparing)
        self.report_button.setEnabled(reported or self.save_criteria_action.isEnabled())
        self.further_button.setVisible(self.evaluation is not None and may_go_on(self.evaluation))
        self.further_button.setEnabled(reported and loaded)
        self.stale.setVisible(outdated)
        for measured in (self.claims, self.board):
            measured.setDisabled(outdated)
        self.band.setVisible(self.evaluation is not None)
        self.stack.setCurrentIndex(0 if self.evaluation is None else 1)
        self.head.set_title(self.tr("Quality and risk"), "" if on_criteria else self._note())

    def _note(self) -> str:
        """Return a summary of the evaluation: numbers of tables, variants and cells."""
        evaluation, language = self.evaluation, self.context.language
        if evaluation is None:
            return ""
        cells = sum(evaluation.cells(table_index) for table_index in range(len(evaluation.tables)))
        texts = (
            counted(self.tr("1 table"), self.tr("%1 tables"), len(evaluation.tables), language),
            counted(self.tr("1 variant"), self.tr("%1 variants"), len(evaluation.variants), language),
            counted(self.tr("1 cell"), self.tr("%1 cells"), cells, language),
        )
        return ", ".join(texts)

    def _basis(self) -> object:
        """Return the inputs of the evaluation; records are identified by a weak reference."""
        state, data = self.context.desk.state, self.context.desk.session.data
        statistic, choice = state.statistic, EVALUATION.of(state)
        kept_tables = (
            () if statistic is None else tuple(table for table in statistic.tables if table.name in choice.tables)
        )
        at_hand = state.table.spec if AT_HAND in choice.tables else None
        in_force = None if statistic is None else statistic.period.in_force
        method = state.method
        return (
            None if data is None else weakref.ref(data),
            choice,
            at_hand,
            tuple(kept_table.spec for kept_table in kept_tables),
            method.variants,
            method.settings,
            in_force,
            len(statistic.register) if statistic is not None and choice.with_released else 0,
        )

    def _choose(self, choice: EvaluationChoice) -> None:
        self.context.desk.run(set_evaluation(choice))

    def _show_evaluation(self) -> None:
        self.claims.show_evaluation(self.evaluation)
        rows = 0 if self.evaluation is None else len(self.evaluation.rows)
        self.measures.set_words(counted(self.tr("1 measure"), self.tr("All %1 measures"), rows, self.context.language))
        self.pictures.show_evaluation(self.evaluation)
        self.board.show_evaluation(self.evaluation)
        self.pictures.show_map(None, ())

    def _show_measures(self) -> None:
        """Scroll to the measures that were opened, once they have a place."""
        area = self.parentWidget()
        while area is not None and not isinstance(area, QScrollArea):
            area = area.parentWidget()
        if area is not None:
            area.ensureWidgetVisible(self.board)

    def _choose_variant(self, variant: int) -> None:
        row = max(self.board.view.currentIndex().row(), 1)
        self.board.view.setCurrentIndex(self.board.model.index(row, variant))

    def _show_chosen(self) -> None:
        """Show cells and pictures of the selected measure and variant, computed on a worker thread."""
        evaluation, measure, language = self.evaluation, self.board.measure, self.context.language
        variant = self.board.variant
        self.pictures.show_variant(variant)
        self._listed = ListedCells()
        self.context.jobs.cancel(TABLE_SLOT)
        if evaluation is None or measure is None:
            self.context.jobs.cancel(CELLS_SLOT)
            self.cells.show_cells(None)
            self.pictures.show_table(None, None, "")
            return
        kind, names = measure.kind, [table.name for table in evaluation.tables]
        name = evaluation.variants[variant].name.text(language)

        def done(cells: ListedCells) -> None:
            self._listed = cells
            self.cells.show_cells(cells, names, kind, name)

        self.cells.show_cells(None, names, kind, name)
        self.context.jobs.start(
            CELLS_SLOT, lambda _job: listed(evaluation, variant, kind, language), done, self.context.show_message
        )

    def _show_cell(self, cell: WorstCell | None) -> None:
        """Show the table of a cell with its marks, and what forces a disclosed cell."""
        self.context.jobs.cancel(WHY_SLOT)
        evaluation, variant, language = self.evaluation, self.board.variant, self.context.language
        if evaluation is None:
            return
        table = cell.table if cell is not None else self.board.table or 0
        finding, marks = evaluation.findings[variant][table], self._listed.marks.get(table, {})
        chosen_cell = None if cell is None else key_of(cell)

        def done(marked: MarkedTable | None) -> None:
            self.pictures.show_table(marked, cell, evaluation.tables[table].name)

        self.context.jobs.start(
            TABLE_SLOT,
            lambda _job: marked_table(finding, marks, language, chosen_cell),
            done,
            self.context.show_message,
        )
        self._explain(cell)

    def _explain(self, cell: WorstCell | None) -> None:
        evaluation, language = self.evaluation, self.context.language
        if evaluation is None or cell is None:
            return
        variant = self.board.variant

        def work(context: JobContext) -> str:
            return why_disclosed(evaluation, variant, cell, language, context.cancelled)

        self.context.jobs.start(WHY_SLOT, work, self.cells.explain, self.context.show_message)

    def _open_cell(self, cell: WorstCell | None) -> None:
        """Open the table of a cell on the table page, with the cell selected if that table shows it."""
        evaluation = self.evaluation
        if evaluation is None:
            return
        table = evaluation.tables[cell.table if cell is not None else self.board.table or 0]
        state = self.context.desk.state
        if table.spec != state.table.spec:
            self.context.desk.run(table_commands.lay_out(table.name, table.spec))
        # Of a table over several periods one was looked at: its cells stand elsewhere in the whole.
        cell_place = None if needs_periods(table.spec) else self.pictures.place_of(cell)
        if cell_place is None:
            self.context.frame.go_to("tables")
            return
        self.context.desk.run(table_commands.show_layer(cell_place[0].layer))
        view, place = cell_place
        self.context.frame.go_to_cell(lambda now: shown_cell(view, now, place))

    # --- evaluating --------------------------------------------------------------------------------------------------

    def compute(self) -> None:
        """Evaluate off the window's thread."""
        data, state = self.context.desk.session.data, self.context.desk.state
        if data is None or self.context.jobs.running(SLOT):
            return
        choice, basis, at_hand = EVALUATION.of(state), self._basis(), self.tr("Table at hand")
        files = self._files()

        whole = self._whole_asked == basis  # the offer of a sample was declined by asking again

        def work(context: JobContext) -> Evaluation:
            if not whole:
                offer_sample(choice, data, tables_of(state, choice, data, at_hand))
            return self._evaluated(state, choice, data, at_hand, files, context)

        def done(evaluation: Evaluation) -> None:
            self._made_of = basis
            self._take(evaluation)

        def failed(error: CkmError) -> None:
            if isinstance(error, SampleOffered):
                self._whole_asked = basis
                cells = error.fields["sample"]
                remedy = Remedy(self.tr("Draw a sample"), lambda: self._compute_with_sample(cells))
                self.context.show_message(error, "warning", remedy)
            else:
                self.context.show_message(error)

        text = self.tr("Variants are evaluated ...")
        self.progress.run(self.context.jobs, SLOT, text, work, done, self._show_state, failed)
        self._show_state()

    def _measure_in_force(self) -> None:
        """When the page is first opened, measure the method in force on the chosen tables, off the window's thread.

        Of tables whose exact attack would take long a sample is drawn, and the card says so.
        """
        data, state = self.context.desk.session.data, self.context.desk.state
        if self._was_opened or data is None or self.evaluation is not None or self.context.jobs.running(SLOT):
            return
        self._was_opened = True
        choice = choice_in_force(state, EVALUATION.of(state))
        if choice is None:
            return
        basis, at_hand, files = self._basis(), self.tr("Table at hand"), self._files()

        def work(context: JobContext) -> Evaluation:
            asked = choice
            try:
                offer_sample(choice, data, tables_of(state, choice, data, at_hand))
            except SampleOffered as offered:
                asked = replace(choice, sample=offered.fields["sample"])
            return self._evaluated(state, asked, data, at_hand, files, context)

        def done(evaluation: Evaluation) -> None:
            self._made_of = basis
            self.evaluation = evaluation
            self._show_evaluation()
            self._show_state()

        text = self.tr("The method in force is measured ...")
        self.progress.run(self.context.jobs, SLOT, text, work, done, self._show_state, self.context.show_message)

    def _files(self) -> FilesFound:
        """The files of released data cubes."""
        return files_near(self.context.desk.session.path, office=self.context.settings.office)

    @staticmethod
    def _evaluated(
        state: DeskState,
        choice: EvaluationChoice,
        data: Microdata,
        at_hand: str,
        files: FilesFound,
        context: JobContext,
    ) -> Evaluation:
        return evaluate(
            data,
            tables_of(state, choice, data, at_hand),
            variants_of(state, choice),
            asked_of(choice),
            released=released_tables(state, choice, data, files, context.cancelled),
            cancelled=context.cancelled,
            progress=lambda share: context.progress(0, share),
        )

    def _take(self, evaluation: Evaluation) -> None:
        self.context.frame.clear_message()
        alone = self.evaluation is None or len(self.evaluation.variants) == 1
        self.evaluation = evaluation
        self._show_evaluation()
        if alone:
            self.board.choose_worst()
        self._show_state()
        self.views.setCurrentIndex(RESULTS)
        self.pictures.plane.setFocus()

    def search_further(self) -> None:
        """Continue, on a worker thread, the attacks that had not decided all cells."""
        data, evaluation = self.context.desk.session.data, self.evaluation
        if data is None or evaluation is None or self.context.jobs.running(SLOT):
            return

        def work(context: JobContext) -> Evaluation:
            return search_further(
                evaluation,
                data,
                seconds=max(evaluation.asked.seconds, LEAST_SECONDS),
                cancelled=context.cancelled,
                progress=lambda share: context.progress(0, share),
            )

        text, message = self.tr("The attacks go on ..."), self.context.show_message
        self.progress.run(self.context.jobs, SLOT, text, work, self._take, self._show_state, message)
        self._show_state()

    def _compute_with_sample(self, cells: int) -> None:
        self._choose(replace(EVALUATION.of(self.context.desk.state), sample=cells))
        self.compute()

    # --- the plane of D and V ----------------------------------------------------------------------------------------

    def compute_map(self, code: str) -> None:
        """Colour the plane of D and V by a measure, off the window's thread."""
        data, state = self.context.desk.session.data, self.context.desk.state
        if data is None:
            return
        choice, at_hand, variant = EVALUATION.of(state), self.tr("Table at hand"), state.method.variant
        design = variant.design
        widest = max(MOST_D, design.D + 2)
        step = max(0.25, round(1.5 * design.V / STEPS_V * 4) / 4)
        threshold = variant.threshold if variant.shuffled else None

        def work(context: JobContext) -> DVMap:
            return map_of(
                data,
                tables_of(state, choice, data, at_hand),
                design,
                range(1, widest + 1),
                [step * index for index in range(1, STEPS_V + 1)],
                code,
                threshold=threshold,
                asked=replace(asked_of(choice), monte_carlo=False),
                cancelled=context.cancelled,
                progress=lambda share: context.progress(0, share),
            )

        def done(dv_map: DVMap) -> None:
            designed = tuple(
                (variant.name, variant.design.D, variant.design.V)
                for variant in state.method.variants
                if variant.table is None
            )
            self.pictures.show_map(dv_map, designed)
            announce(self.tr("The map is computed."))

        text, message = self.tr("Tables are designed and measured ..."), self.context.show_message
        self.pictures.map_progress.run(self.context.jobs, MAP_SLOT, text, work, done, lambda: None, message)

    def _design(self, D: int, V: float) -> None:
        """Add a variant with another D and V and open the method page."""
        variant = self.context.desk.state.method.variant
        new_variant = replace(variant, design=replace(variant.design, D=D, V=V), file="", table=None)
        self.context.desk.run(method_commands.add_variant(new_variant))
        self.context.frame.go_to("method")

    # --- test sets ---------------------------------------------------------------------------------------------------

    def ask_for_set(self) -> None:
        """Ask for the name of a test set of the selected saved tables."""
        name, fine = QInputDialog.getText(self, self.tr("Test set"), self.tr("Name of the test set"))
        if fine:
            self.save_set(name)

    def save_set(self, name: str) -> None:
        """Keep the saved tables that are chosen as a test set."""
        tables = [table for table in EVALUATION.of(self.context.desk.state).tables if table != AT_HAND]
        self._run_on_sets(save_test_set(name, tables))

    def _remove_set(self, name: str) -> None:
        self._run_on_sets(remove_test_set(name))

    def _run_on_sets(self, command: object) -> None:
        try:
            self.context.desk.run(command)  # type: ignore[arg-type]
        except CkmError as error:
            self.context.show_message(error)

    # --- report and pictures -----------------------------------------------------------------------------------------

    def ask_for_report(self, *, attach: bool) -> None:
        """Ask for a file name and write the report; `attach` records it with the last decision of the period."""
        forms = [self.tr("HTML (*.html)"), self.tr("PDF (*.pdf)"), self.tr("Excel (*.xlsx)"), self.tr("CSV (*.csv)")]
        session = self.context.desk.session
        path = self.context.frame.choose_save_file(
            self.tr("Internal report"), Path("evaluation.html"), ";;".join(forms)
        )
        if path is not None and self.context.desk.session is session:
            self.save_report(path if path.suffix else path.with_suffix(".html"), attach=attach)

    def save_report(self, path: Path, *, attach: bool = False) -> None:
        """Write the report in the format of the file ending; `attach` records it with the last decision."""
        evaluation, language, axes = self.evaluation, self.context.language, self.pictures.axes
        statistic = self.context.desk.state.statistic
        if evaluation is None or statistic is None:
            return
        title, today = statistic.title.text(language), now_text()[:10]

        def work(_context: JobContext) -> str:
            from ckmcore.lab.report.evaluation_files import write_evaluation

            date = datetime.date.fromisoformat(today)
            write_evaluation(evaluation, path, title=title, date=date, language=language, axes=axes)
            return hashlib.sha256(path.read_bytes()).hexdigest()

        def done(result: str) -> None:
            if attach:
                self._attach(Attachment(path.name, result, today))
            else:
                said_sentence = sentence("desk_evaluation_saved", name=path.name)
                self.context.show_message(said_sentence, "ok", opening([path], self.context.show_message))

        self.context.jobs.start(REPORT_SLOT, work, done, self.context.show_message, to_end=not attach)

    def _attach(self, attachment: Attachment) -> None:
        try:
            self.context.desk.run(attach_report(attachment))
        except CkmError as error:
            self.context.show_message(error)
        else:
            self.context.show_message(sentence("desk_report_attached", name=attachment.name), "ok")

    def _save_picture(self, picture: Canvas) -> None:
        filters = self.tr("PNG (*.png)") + ";;" + self.tr("SVG (*.svg)")
        name = f"{picture.accessibleName()}.png"
        path = self.context.frame.choose_save_file(self.tr("Save picture"), Path(name), filters)
        if path is None:
            return
        path = path if path.suffix.lower() in (".png", ".svg") else path.with_suffix(".png")
        fine = save_picture(picture, path)
        code = "desk_picture_saved" if fine else "desk_picture_not_saved"
        self.context.show_message(sentence(code, name=path.name), "ok" if fine else "error")
