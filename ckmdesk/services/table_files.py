"""Tables as small files that can be mailed: written from the statistic, opened into it. Everything runs as a job."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject

from ckmcore.base.files import file_stem
from ckmcore.errors import CkmError
from ckmcore.messages import Sentence, sentence
from ckmcore.statistic.model import SavedTable
from ckmcore.statistic.table_file import SUFFIX, TableFile
from ckmdesk.base.clock import now_text
from ckmdesk.base.frame import Frame
from ckmdesk.base.jobs import JobContext, Jobs
from ckmdesk.base.settings import Settings
from ckmdesk.commands.desk import Desk
from ckmdesk.commands.saved_tables import add_table_of_file
from ckmdesk.state.table_drafts import working_spec

SLOT = "table_file"


class TableFiles(QObject):
    """Files of tables of the open statistic, in the job's slot "table_file"."""

    def __init__(self, desk: Desk, jobs: Jobs, settings: Settings, frame: Frame, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.desk, self.jobs, self.settings, self.frame = desk, jobs, settings, frame

    @property
    def _filter(self) -> str:
        return self.tr("Tables (*.ckmtable)")

    def save_dialog(self, name: str = "") -> None:
        """Ask for a file name and write the saved table `name`; "" for the one on the screen."""
        table = self._table(name)
        if table is None:
            return
        folder = Path.home() if self.desk.session.path is None else self.desk.session.path.parent
        suggestion = folder / ((file_stem(table.name) or self.tr("Table")) + SUFFIX)
        path = self.frame.choose_save_file(self.tr("Save table as file"), suggestion, self._filter)
        if path is not None:
            self.save(table, path if path.suffix.lower() == SUFFIX else path.with_name(path.name + SUFFIX))

    def _table(self, name: str) -> SavedTable | None:
        state = self.desk.state
        if state.statistic is None:
            return None
        for table in state.statistic.tables:
            if table.name == name:
                return replace(table, spec=working_spec(state, name) or table.spec)
        spec = state.table.spec
        title = state.statistic.title_of(spec).text(self.settings.language)
        return SavedTable(state.table.name or title or self.tr("Table"), spec)

    def save(self, table: SavedTable, path: Path) -> None:
        """Write a table file: the layout, no figures."""
        statistic = self.desk.state.statistic
        references = () if statistic is None else statistic.references

        def work(_context: JobContext) -> Sentence:
            from ckmcore.statistic.table_file import write_table

            write_table(path, table, references)
            return sentence("table_file_written", name=path.name)

        self.frame.clear_message()
        self.jobs.start(
            SLOT, work, lambda saved_sentence: self.frame.show_message(saved_sentence, "ok"), self.frame.show_message
        )

    def open_dialog(self) -> None:
        """Ask for a file and take its table over."""
        path = self.frame.choose_open_file(self.tr("Open table of a file"), self._filter)
        if path is not None:
            self.open([path])

    def open(self, paths: Sequence[Path]) -> None:
        """Add the tables of files to the statistic, all or none, and show the last one."""
        if self.desk.state.statistic is None:
            self.frame.show_message(sentence("table_file_needs_statistic", file=paths[0].name), "warning")
            return
        session = self.desk.session

        def work(_context: JobContext) -> list[TableFile]:
            from ckmcore.statistic.table_file import read_table

            return [read_table(path) for path in paths]

        def done(table_files: list[TableFile]) -> None:
            if self.desk.session is session:
                self._take_over(table_files, paths)

        self.frame.clear_message()
        self.jobs.start(SLOT, work, done, self._failed)

    def _take_over(self, table_files: Sequence[TableFile], paths: Sequence[Path]) -> None:
        self.frame.go_to("tables")
        for file in table_files:
            self.desk.run(add_table_of_file(file, now_text()))
        said_sentence = sentence("table_files_opened", count=len(table_files))
        if len(table_files) == 1:
            said_sentence = sentence("table_file_opened", name=self.desk.state.table.name, file=paths[0].name)
        self.frame.show_message(said_sentence, "ok")

    def _failed(self, error: CkmError) -> None:
        self.frame.show_message(error)
