"""The window in which saved tables run for a period: what they will be called, what does not fit, one report."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QFileDialog,
    QGridLayout,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QProgressBar,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from ckmcore.base.files import FilesInTheWay
from ckmcore.errors import CkmError
from ckmcore.formats.forms import FORMS
from ckmcore.messages import sentence
from ckmcore.office.settings import FormName
from ckmcore.release.run import WORKBOOKS, Planned, RunReport, TableRun, plan, run_planned, state_text
from ckmcore.statistic.model import NoMethodInForce
from ckmcore.statistic.tables import in_order
from ckmdesk.base.clock import now_text
from ckmdesk.base.frame import Remedy
from ckmdesk.base.jobs import JobContext, Jobs
from ckmdesk.base.settings import Settings
from ckmdesk.base.translation import counted
from ckmdesk.base.unexpected import guarded
from ckmdesk.commands.desk import Changes, Desk
from ckmdesk.commands.tables import take_over_tables
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import MARGIN, STEP, Theme, set_kind
from ckmdesk.services.opening import opening
from ckmdesk.state.table_drafts import working_states
from ckmdesk.widgets.basic import label
from ckmdesk.widgets.help_key import set_subject
from ckmdesk.widgets.inline_question import InlineQuestion
from ckmdesk.widgets.layouts import STRETCH, column_of, fill, row_of
from ckmdesk.widgets.message_bar import MessageBar
from ckmdesk.widgets.scrolled import grown
from ckmdesk.widgets.wrapped_rows import WrappedRows

PLAN, RUN = "run_plan", "run_tables"
NAME = int(Qt.ItemDataRole.UserRole)
SIZE = (1000, 620)


class RunTables(QDialog):
    """Window that lists the saved tables with their titles for the current period and writes the ticked ones as drafts.

    It stays open beside the main window and follows its period, tables and records.
    """

    def __init__(self, desk: Desk, jobs: Jobs, settings: Settings, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.desk, self.jobs, self.settings, self.theme = desk, jobs, settings, theme
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("run-tables")
        set_subject(self, "kept-tables")
        self._planned: tuple[Planned, ...] = ()
        self._items: dict[str, QTreeWidgetItem] = {}
        self._unticked: set[str] = set()
        self._as_saved: frozenset[str] = frozenset()
        self._stop = threading.Event()
        self._running = False
        self.heading = label("", "heading")
        self.explanation = label("", "secondary", wrap=True)
        self.message = MessageBar(theme, lambda: settings.language)
        self.question = InlineQuestion(theme)
        self._runs_when_planned = False
        self.list = QTreeWidget()
        self.list.setObjectName("tables-to-run")
        self.list.setColumnCount(3)
        self.list.setWordWrap(True)
        self.list.setItemDelegate(WrappedRows(self.list))
        self.list.header().setStretchLastSection(False)
        self.list.header().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self.list.header().setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        self.list.header().sectionResized.connect(lambda *_: self.list.doItemsLayout())
        self.list.itemChanged.connect(self._ticked)
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.progress.hide()
        column_of(
            self.heading,
            self.explanation,
            self.message,
            self.question,
            (self.list, 1),
            self._make_choices(),
            self.progress,
            self._make_buttons(),
            within=self,
            margins=(2 * MARGIN, MARGIN, 2 * MARGIN, MARGIN),
            spacing=STEP,
        )
        desk.listeners.append(self._on_changes)
        settings.listeners.append(self._on_setting)
        self.retranslate()
        self.resize(grown(QSize(*SIZE), self.screen().availableSize()))
        self.list.setColumnWidth(0, px(SIZE[0]) // 3)
        self.list.setColumnWidth(2, px(SIZE[0]) // 4)
        self.look()

    # --- making --------------------------------------------------------------------------------------------------

    def _make_choices(self) -> QGridLayout:
        grid = QGridLayout(horizontalSpacing=STEP)
        self.folder_word, self.form_word = label(), label()
        path = self.desk.session.path
        self._proposed = (Path.home() if path is None else path.parent) / self.tr("Drafts")
        self.folder = QLineEdit(str(self._proposed))
        self.folder.editingFinished.connect(self._folder_given)
        self.folder_word.setBuddy(self.folder)
        self.choose_folder = QPushButton(autoDefault=False)
        self.choose_folder.clicked.connect(self._ask_folder)
        self.form = QComboBox()
        forms = list(FORMS)
        for form in sorted(forms, key=lambda form: form not in self.settings.office.forms):
            self.form.addItem("", form)
        self.form.currentIndexChanged.connect(lambda _place: self.look())
        self.form_word.setBuddy(self.form)
        self.adapt = QCheckBox()
        self.adapt.toggled.connect(lambda _on: self.look())
        self.together = QCheckBox(objectName="run-together", checked=self.settings.office.one_workbook)
        self.together.toggled.connect(lambda _on: self.look())
        grid.addWidget(self.folder_word, 0, 0)
        grid.addWidget(self.folder, 0, 1)
        grid.addWidget(self.choose_folder, 0, 2)
        grid.addWidget(self.form_word, 1, 0)
        grid.addLayout(row_of(self.form, self.together, self.adapt, STRETCH, spacing=2 * STEP), 1, 1, 1, 2)
        grid.setColumnStretch(1, 1)
        return grid

    def _make_buttons(self) -> QHBoxLayout:
        line = row_of(spacing=STEP)
        self.all_button, self.none_button = QPushButton(), QPushButton()
        self.start_button, self.cancel_button, self.close_button = QPushButton(), QPushButton(), QPushButton()
        self.start_button.setObjectName("run-start")
        set_kind(self.start_button, "primary")
        self.all_button.clicked.connect(lambda: self._tick(True))
        self.none_button.clicked.connect(lambda: self._tick(False))
        self.start_button.clicked.connect(self.start)
        self.cancel_button.clicked.connect(self.cancel)
        self.close_button.clicked.connect(self.close)
        for button in (self.all_button, self.none_button, self.cancel_button, self.close_button):
            button.setAutoDefault(False)
        self.start_button.setDefault(True)
        self.count = label("", "secondary")
        fill(
            line,
            self.all_button,
            self.none_button,
            (self.count, 1),
            self.cancel_button,
            self.start_button,
            self.close_button,
        )
        self.cancel_button.hide()
        return line

    def retranslate(self) -> None:
        """Set all texts in the window's language."""
        statistic = self.desk.state.statistic
        period = "" if statistic is None else statistic.period.label.text(self.settings.language)
        self.setWindowTitle(self.tr("Run tables"))
        self.heading.setText(self.tr("Run tables for %1").replace("%1", period))
        self.explanation.setText(
            self.tr(
                "Each ticked table is written as a draft under the method in force. A table that does not fit the "
                "period is not written; the report names what is missing."
            )
        )
        self.list.setHeaderLabels([self.tr("Table"), self.tr("Title"), self.tr("Result")])
        self.list.setAccessibleName(self.tr("Tables to run"))
        self.folder_word.setText(self.tr("&Folder"))
        self.form_word.setText(self.tr("F&ormat"))
        self.choose_folder.setText(self.tr("Choose ..."))
        for index in range(self.form.count()):
            form = FORMS[self.form.itemData(index)]
            self.form.setItemText(index, f"{form.title.text(self.settings.language)} ({form.ending})")
        self.together.setText(self.tr("All in one workbook"))
        self.adapt.setText(self.tr("Take over codes that changed one to one"))
        self.all_button.setText(self.tr("All"))
        self.none_button.setText(self.tr("None"))
        self.start_button.setText(self.tr("Run"))
        self.cancel_button.setText(self.tr("Cancel"))
        self.close_button.setText(self.tr("Close"))
        self.message.retranslate()

    # --- before the run ------------------------------------------------------------------------------------------

    @property
    def _form(self) -> FormName:
        form_name: FormName = self.form.currentData()
        return form_name

    @property
    def _folder(self) -> Path:
        text = self.folder.text().strip()
        return Path(text) if text else self._proposed

    def _folder_given(self) -> None:
        self.folder.setText(str(self._folder))
        self.look()

    def look(self) -> None:
        """Refresh the name of each table and the remarks on what does not fit."""
        if self._running:
            return
        statistic, data = self.desk.state.statistic, self.desk.session.data
        self.message.clear()
        self.question.withdraw()
        if statistic is None or data is None or statistic.period.in_force is None:
            self.jobs.cancel(PLAN)
            self._show(())
            if statistic is not None and statistic.period.in_force is None:
                self.message.show_message(NoMethodInForce())
            elif statistic is not None:
                self.message.show_message(self.tr("The records of this period are not loaded."), "warning")
            return
        tables = in_order(statistic.tables)
        form, language, adapt = self._form, self.settings.language, self.adapt.isChecked()
        office, together = self.settings.office, self.together.isChecked()
        self.together.setVisible(form in WORKBOOKS)
        folder, path = self._folder, self.desk.session.path

        def work(context: JobContext) -> tuple[Planned, ...]:
            return plan(
                statistic,
                data,
                tables,
                form,
                language,
                adapt=adapt,
                folder=folder,
                ckm_path=path,
                office=office,
                workbook=together,
                cancelled=context.cancelled,
            )

        self.start_button.setEnabled(False)
        self.jobs.start(PLAN, work, self._show, self._not_planned)

    def _not_planned(self, error: CkmError) -> None:
        self._runs_when_planned = False
        self.message.show_message(error)

    def _show(self, planned: Sequence[Planned]) -> None:
        self._planned = tuple(planned)
        self._items = {}
        self.list.blockSignals(True)
        self.list.clear()
        for each_planned in planned:
            self._add(each_planned)
        self.list.blockSignals(False)
        self._count()
        if self._runs_when_planned:
            self._runs_when_planned = False
            self.start()

    def _add(self, planned: Planned) -> None:
        table, language = planned.table, self.settings.language
        where = f"{table.folder} ▸ {table.name}" if table.folder else table.name
        result = self.tr("fits") if planned.runs and not planned.misfits else self.tr("fits, with notes")
        item = QTreeWidgetItem([where, planned.title, result if planned.runs else self.tr("does not fit")])
        item.setData(0, NAME, table.name)
        for column in range(3):
            item.setToolTip(column, item.text(column))
        item.setCheckState(0, Qt.CheckState.Unchecked if table.name in self._unticked else Qt.CheckState.Checked)
        icon = (
            ("ok", "ok")
            if planned.runs and not planned.misfits
            else ("info", "accent")
            if planned.runs
            else ("warning", "warning")
        )
        item.setIcon(2, self.theme.icon(*icon))
        self.list.addTopLevelItem(item)
        errors = () if planned.error is None else (planned.error,)
        for remark in (*errors, *(misfit.said for misfit in planned.misfits), *planned.remarks):
            self._add_note(item, remark.text(language))
        item.setExpanded(True)
        self._items[table.name] = item

    def _add_note(self, item: QTreeWidgetItem, text: str) -> None:
        note = QTreeWidgetItem([text])
        note.setFlags(Qt.ItemFlag.ItemIsEnabled)
        note.setForeground(0, self.theme.color("secondary"))
        item.addChild(note)
        note.setFirstColumnSpanned(True)
        note.setToolTip(0, text)

    def _tick(self, on: bool) -> None:
        for item in self._items.values():
            item.setCheckState(0, Qt.CheckState.Checked if on else Qt.CheckState.Unchecked)

    def _ticked(self, item: QTreeWidgetItem, column: int) -> None:
        name = item.data(0, NAME)
        if column == 0 and name is not None:
            ticked = item.checkState(0) == Qt.CheckState.Checked
            (self._unticked.discard if ticked else self._unticked.add)(name)
            self._count()

    def _ticked_tables(self) -> list[Planned]:
        return [planned for planned in self._planned if planned.table.name not in self._unticked]

    def _count(self) -> None:
        chosen = self._ticked_tables()
        words = self.tr("%1 of %2 tables, not fitting: %3")
        unfit = sum(not planned.runs for planned in chosen)
        self.count.setText(
            words.replace("%1", str(len(chosen))).replace("%2", str(len(self._planned))).replace("%3", str(unfit))
        )
        self.start_button.setEnabled(bool(chosen) and not self._running)

    def _ask_folder(self) -> None:
        folder_text = QFileDialog.getExistingDirectory(self, self.tr("Folder for the drafts"), str(self._folder.parent))
        if folder_text:
            self.folder.setText(folder_text)
            self.look()

    # --- running -------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Write the ticked tables and the report; ask first if some have unsaved changes."""
        chosen = {planned.table.name for planned in self._ticked_tables()}
        changed = tuple(state.name for state in working_states(self.desk.state) if state.name in chosen)
        if self._running or not changed:
            self._start()
            return
        singular = self.tr("1 table has changes that are not saved: take them along?")
        several_text = self.tr("%1 tables have changes that are not saved: take them along?")
        self.question.ask(
            counted(singular, several_text, len(changed), self.settings.language),
            [
                ("run-take-over", self.tr("Include"), lambda: self._take_over(changed)),
                ("run-saved", self.tr("Run as saved"), lambda: self._start(frozenset(changed))),
                ("run-not", self.tr("Cancel"), self.start_button.setFocus),
            ],
        )

    def _take_over(self, names: tuple[str, ...]) -> None:
        """Save the tables as they are laid out; they run after they have been planned again."""
        self._runs_when_planned = True
        if "statistic" not in self.desk.run(take_over_tables(names, now_text())):  # they were taken back meanwhile
            self._show(self._planned)

    def _start(self, as_saved: frozenset[str] = frozenset(), *, replaces: bool = False) -> None:
        """Start the run.

        `as_saved` names tables that the report marks as having unsaved changes; `replaces` allows overwriting files,
        after a question.
        """
        self._as_saved = as_saved
        statistic, data = self.desk.state.statistic, self.desk.session.data
        sentences = (sentence("run_not_taken_over"),)
        chosen_planneds = [
            replace(planned, remarks=(*planned.remarks, *sentences)) if planned.table.name in as_saved else planned
            for planned in self._ticked_tables()
        ]
        if self._running or statistic is None or data is None or not chosen_planneds:
            return
        folder, language, session = self._folder, self.settings.language, self.desk.session
        office = self.settings.office
        stop = self._stop = threading.Event()

        def work(context: JobContext) -> RunReport:
            def stopped() -> bool:
                return stop.is_set() or context.cancelled()

            return run_planned(
                statistic,
                data,
                chosen_planneds,
                folder,
                language,
                ckm_path=session.path,
                office=office,
                load=session.others.loader(statistic, data, session.path, stopped),
                replaces=replaces,
                progress=context.progress,
                cancelled=stopped,
            )

        self._set_running(True)
        self.message.clear()
        self.progress.setRange(0, len(chosen_planneds))
        self.progress.setValue(0)
        self.jobs.start(
            RUN, work, self._show_report, self._failed, lambda done_count, _part: self.progress.setValue(done_count)
        )

    def cancel(self) -> None:
        """Stop after the count that is running; written files are kept, and the report lists what is missing."""
        self._stop.set()
        self.cancel_button.setEnabled(False)

    def _set_running(self, running: bool) -> None:
        self._running = running
        self.progress.setVisible(running)
        self.cancel_button.setVisible(running)
        self.cancel_button.setEnabled(running)
        self.close_button.setVisible(not running)
        for widget in (self.list, self.folder, self.choose_folder, self.form, self.together, self.adapt):
            widget.setEnabled(not running)
        for button in (self.all_button, self.none_button, self.start_button):
            button.setEnabled(not running)

    def _show_report(self, report: RunReport) -> None:
        self._set_running(False)
        for run in report.runs:
            self._show_result(run)
        text = report.summary().text(self.settings.language)
        where = self.tr("Report: %1").replace("%1", str(self._folder / report.file))
        remedy = opening([self._folder / report.file], self.message.show_message)
        self.message.show_message(f"{text} {where}", "ok" if report.complete else "warning", remedy)

    def _show_result(self, run: TableRun) -> None:
        item = self._items.get(run.plan.table.name)
        if item is None:
            return
        language = self.settings.language
        text = state_text(run.state, language)
        if run.cells is not None:
            text = f"{run.plan.file}, " + counted(self.tr("1 cell"), self.tr("%1 cells"), run.cells, language)
        item.setText(2, text)
        item.setToolTip(2, text)
        item.setIcon(2, self.theme.icon(*(("ok", "ok") if run.state == "written" else ("warning", "warning"))))
        former_texts = {item.child(index).text(0) for index in range(item.childCount())}
        for note in run.notes:
            if note.text(language) not in former_texts:
                self._add_note(item, note.text(language))

    def _failed(self, error: CkmError) -> None:
        self._set_running(False)
        if isinstance(error, FilesInTheWay):
            elsewhere = Remedy(self.tr("Other folder ..."), self._ask_folder)
            remedy = Remedy(self.tr("Replace"), lambda: self._start(self._as_saved, replaces=True), elsewhere)
            self.message.show_message(error, "warning", remedy)
        else:
            self.message.show_message(error)

    # --- following the window ------------------------------------------------------------------------------------

    def _on_changes(self, changes: Changes) -> None:
        if self.desk.state.statistic is None:
            self.close()
        elif changes.parts & {"statistic", "data"}:
            self.retranslate()
            self.look()

    def _on_setting(self, name: str) -> None:
        if name == "language":
            self.retranslate()
            self.look()

    @guarded()
    def done(self, result: int) -> None:
        """Close the window: a running run stops, and its report is still written."""
        self._stop.set()
        self.jobs.cancel(PLAN)
        self.jobs.cancel(RUN)
        if self._on_changes in self.desk.listeners:
            self.desk.listeners.remove(self._on_changes)
        if self._on_setting in self.settings.listeners:
            self.settings.listeners.remove(self._on_setting)
        super().done(result)
