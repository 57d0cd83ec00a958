"""What an import reads: several files, a description of τ-ARGUS, columns of fixed width; and what guesses change."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QElapsedTimer, QObject
from PySide6.QtWidgets import QFileDialog

from ckmcore.base.numbers import decimal_text, integer_text
from ckmcore.errors import CkmError, InputError
from ckmcore.microdata import Dialect, ReadingAsked, ReadingEntry, ReadingPlan, reading_plan
from ckmcore.microdata.conversion_warnings import ColumnWarnings, conversion_warnings
from ckmcore.microdata.files import PREPARED
from ckmcore.microdata.layout import FileRow
from ckmcore.microdata.preview import rows_near
from ckmcore.microdata.sheets import WORKBOOKS
from ckmcore.statistic.compare_periods import PeriodComparison, compare_files
from ckmcore.statistic.judged_records import bare_period
from ckmdesk.base.jobs import JobContext
from ckmdesk.pages.context import PageContext
from ckmdesk.pages.data.import_view import ImportView
from ckmdesk.state.data_import import Import, with_answer, with_losses, with_name, with_roles
from ckmdesk.state.marking import Marking, begin_marking

LOSSES, LINES, PLAN, ROWS = "losses", "lines", "reading-plan", "rows-near"
COMPARISON = "comparison"
JOBS = (LOSSES, LINES, PLAN, ROWS, COMPARISON)

TIME_LEFT_AFTER_MS = 1500


class ImportClock(QObject):
    """Words for the progress of an import: records, percent, and the time that is left."""

    def __init__(self, context: PageContext) -> None:
        super().__init__()
        self._context, self._clock = context, QElapsedTimer()

    def start(self) -> None:
        """Start to count the time."""
        self._clock.start()

    def text(self, rows: int, part: float) -> str:
        """Return the words for so many records and this share of the whole."""
        language = self._context.language
        text = self.tr("%1 records, %2 %").replace("%1", integer_text(rows, language))
        text = text.replace("%2", integer_text(round(100 * part), language))
        passed = self._clock.elapsed()
        if passed > TIME_LEFT_AFTER_MS and part > 0:
            left = decimal_text(max(passed * (1 - part) / part / 1000, 1), 0, language)
            text += self.tr(", about %1 s left").replace("%1", left)
        return text


Look = Callable[[Sequence[Path], Dialect | None, Path | None], None]


class ImportFiles(QObject):
    """Handles the files of the import view.

    `state()` returns the import under way, `change(state)` replaces it, `look(paths, dialect, meta)` opens files again,
    `say(error)` shows an error.
    """

    def __init__(
        self,
        context: PageContext,
        view: ImportView,
        state: Callable[[], Import | None],
        change: Callable[[Import], None],
        look: Look,
        say: Callable[[CkmError], None],
    ) -> None:
        super().__init__(view)
        self.context, self.view = context, view
        self._state, self._change, self._look, self._say = state, change, look, say
        self._counted: object = None
        self._planned: object = None
        view.comparison.asked.connect(self.compare)
        view.plan.answered.connect(self.answer)
        view.plan.place_asked.connect(self.show_place)
        view.table.rows_set.connect(self.set_rows)
        view.table.left_out.connect(self.leave_out)
        view.table.heads.renamed.connect(self.rename)
        rows = view.file_card.rows
        rows.add_asked.connect(self.ask_for_more)
        rows.removed.connect(self.remove)
        rows.meta_asked.connect(self.read_with)
        rows.other_meta_asked.connect(self.ask_for_description)
        rows.marking_asked.connect(self.begin_marking)
        view.marking.taken.connect(self._take_marking)
        view.marking.given_up.connect(lambda: view.show_marking(None))
        view.ignore_asked.connect(self.ignore)

    @property
    def counted(self) -> object:
        """Return what was counted over whole files, so that it is not counted again; None during a count."""
        return None if self.context.jobs.running(LOSSES) else self._counted

    @counted.setter
    def counted(self, counted: object) -> None:
        self._counted = counted

    # --- files ---------------------------------------------------------------------------------------------------

    def ask_for_more(self) -> None:
        """Ask for further files with the same columns."""
        state = self._state()
        if state is None:
            return
        file_names, _ = QFileDialog.getOpenFileNames(
            self.view, self.tr("Further files"), str(state.path.parent), self.tr("All files (*)")
        )
        if file_names:
            self.add([Path(name) for name in file_names])

    def add(self, paths: Sequence[Path]) -> None:
        """Add files to be read as one with the present ones."""
        state = self._state()
        if state is None:
            return
        known_paths = {path.resolve() for path in state.paths}
        new_paths = [path for path in paths if path.resolve() not in known_paths]
        if new_paths:
            self._look([*state.paths, *new_paths], state.dialect, state.meta)

    def remove(self, path: object) -> None:
        """Take a file off the list."""
        state = self._state()
        if state is None or len(state.paths) < 2:
            return
        indices = [path_index for path_index, other_path in enumerate(state.paths) if other_path != path]
        dialect = state.dialect
        if dialect is not None:
            all_of_them = [replace(dialect, others=()), *dialect.others]
            kept_dialects = [all_of_them[index] for index in indices if index < len(all_of_them)]
            dialect = (
                replace(kept_dialects[0], others=tuple(kept_dialects[1:]))
                if len(kept_dialects) == len(indices)
                else None
            )
        self._look([state.paths[index] for index in indices], dialect, state.meta)

    def read_with(self, meta: object) -> None:
        """Read by a description of τ-ARGUS, or without one."""
        state = self._state()
        if state is not None:
            self._look(state.paths, None, meta if isinstance(meta, Path) else None)

    def ask_for_description(self) -> None:
        """Ask for a description of τ-ARGUS."""
        words = self.tr("Description of τ-ARGUS (*.rda *.RDA)") + ";;" + self.tr("All files (*)")
        path = self.context.frame.choose_open_file(self.tr("Description of τ-ARGUS"), words)
        if path is not None:
            self.read_with(path)

    # --- columns of fixed width ----------------------------------------------------------------------------------

    def begin_marking(self) -> None:
        """Show the lines of the file, to be cut into columns."""
        state = self._state()
        if state is None:
            return
        path, dialect = state.path, state.preview.dialect

        def work(_context: JobContext) -> Marking:
            from ckmcore.microdata.files import decode_head, read_head
            from ckmcore.microdata.sniff import guess_encoding

            head, complete = read_head(path, 1 << 16)
            encoding = guess_encoding(head, complete) if dialect is None else dialect.encoding
            lines = decode_head(path, head, complete, encoding, lenient=True).removeprefix("\ufeff").splitlines()
            return begin_marking([line for line in lines if line], dialect)

        self.context.jobs.start(LINES, work, self.view.show_marking, self._say)

    def _take_marking(self, marking: object) -> None:
        state = self._state()
        if state is None or not isinstance(marking, Marking):
            return
        dialect = state.preview.dialect or Dialect()
        self.view.show_marking(None)
        self._look(state.paths, marking.dialect(dialect.encoding, dialect.decimal), None)

    # --- roles and losses ------------------------------------------------------------------------------------------

    def ignore(self, names: object) -> None:
        """Leave out the columns that are selected."""
        state = self._state()
        if state is not None and isinstance(names, list):
            self._change(with_roles(state, names, "ignored"))

    def count(self) -> None:
        """Count, over the whole file and on a worker thread, what guessed types would change; once per dialect."""
        state = self._state()
        if state is None:
            self.stop()
            return
        wanted_count = (state.paths, state.preview.dialect, state.meta)
        if self._counted == wanted_count or state.preview.format in PREPARED:
            return
        self._counted = wanted_count
        paths = state.paths[0] if len(state.paths) == 1 else list(state.paths)

        def work(context: JobContext) -> Mapping[str, ColumnWarnings]:
            return conversion_warnings(
                paths, wanted_count[1], None, context.progress, context.cancelled, meta=wanted_count[2]
            )

        def done(column_warnings: Mapping[str, ColumnWarnings]) -> None:
            current_state = self._state()
            if (
                current_state is not None
                and (current_state.paths, current_state.preview.dialect, current_state.meta) == wanted_count
            ):
                self._change(with_losses(current_state, column_warnings))

        # What is wrong with the file is said when it is taken over.
        self.context.jobs.start(LOSSES, work, done, lambda _: None)

    def plan(self) -> None:
        """Read the whole file in the background for notices and questions; once for one way of reading and roles."""
        state = self._state()
        self.offer_comparison()
        if state is None or state.preview.format in PREPARED:
            return
        key, weight = (next(iter(state.names(role)), None) for role in ("record_key", "weight"))
        roles = state.names("dimension"), key, weight, state.names("magnitude")
        modulus = state.modulus if key is not None and state.integer_keys else None
        wanted = (state.paths, state.dialect, state.meta, roles, modulus)
        if self._planned == wanted:
            return
        self._planned = wanted
        paths = state.paths[0] if len(state.paths) == 1 else list(state.paths)

        def work(context: JobContext) -> ReadingPlan:
            return reading_plan(
                paths,
                *roles,
                dialect=wanted[1],
                meta=wanted[2],
                modulus=modulus,
                progress=context.progress,
                cancelled=context.cancelled,
            )

        def done(plan: ReadingPlan) -> None:
            now = self._state()
            if now is not None and self._planned == wanted:
                # What the dictionary asks shows when the file is taken over, not in the file alone.
                known = () if now.plan is None else now.plan.entries
                asked = [entry for entry in known if entry.kind == "labels" and not entry.file]
                self._change(replace(now, plan=ReadingPlan.of([*plan.entries, *asked])))

        # What is wrong with the file is said when it is taken over.
        self.context.jobs.start(PLAN, work, done, lambda _: None)

    def with_questions(self, error: ReadingAsked) -> ReadingPlan:
        """Return the plan of the import with the questions that stopped the reading."""
        state = self._state()
        known = () if state is None or state.plan is None else state.plan.entries
        return ReadingPlan.of([*known, *error.plan.entries])

    @staticmethod
    def question_error(error: ReadingAsked) -> InputError:
        """Name the open questions, which are answered beside the preview."""
        questions = error.plan.questions
        return InputError(
            "desk_reading_asked", count=len(questions), questions=tuple(entry.named for entry in questions)
        )

    def answer(self, kind: str, column: str, choice: str) -> None:
        """Take the answer to a question; the first rows are looked at again, for rows may be records now or none."""
        state = self._state()
        if state is None:
            return
        state = with_answer(state, kind, column, choice)
        self._change(state)
        if state.preview.format in ("csv", *WORKBOOKS):
            self._look(state.paths, state.dialect, state.meta)

    # --- beside the former period -----------------------------------------------------------------------------------

    def _compared_as(self, state: Import) -> object:
        """Return what a comparison depends on."""
        return state.paths, state.dialect, state.meta, state.mapping

    def offer_comparison(self) -> None:
        """Offer to compare the file with the period before, if that has records; drop a comparison of other files."""
        state, statistic = self._state(), self.context.desk.state.statistic
        periods = () if statistic is None else statistic.periods[: statistic.current]
        former = next((period.label for period in reversed(periods) if period.source is not None), None)
        card = self.view.comparison
        card.show_period(None if state is None else former, self.context.language)
        if card.compared is not None and (state is None or card.compared[0] != self._compared_as(state)):
            card.show_comparison(None)

    def compare(self) -> None:
        """Compare the file with the period before, on a worker thread."""
        state, statistic = self._state(), self.context.desk.state.statistic
        if state is None or statistic is None:
            return
        wanted, ckm_path = self._compared_as(state), self.context.desk.session.path
        column_of = {held.variable: held.column for held in state.mapping if held.column}

        def work(context: JobContext) -> PeriodComparison:
            return compare_files(
                statistic,
                state.paths,
                column_of=column_of,
                dialect=state.dialect,
                meta=state.meta,
                load=bare_period(ckm_path, context.cancelled),
                progress=context.progress,
                cancelled=context.cancelled,
            )

        def done(comparison: PeriodComparison) -> None:
            now = self._state()
            if now is not None and self._compared_as(now) == wanted:
                self.view.comparison.show_comparison((wanted, comparison))

        def failed(error: CkmError) -> None:
            self.view.comparison.show_comparison(None)
            self._say(self.question_error(error) if isinstance(error, ReadingAsked) else error)

        self.view.comparison.show_running()
        self.context.jobs.start(COMPARISON, work, done, failed)

    # --- rows and names --------------------------------------------------------------------------------------------

    def show_place(self, entry: object) -> None:
        """Show the row and the column of an entry in the preview; rows around it are read where they are not shown."""
        state, table = self._state(), self.view.table
        if state is None or not isinstance(entry, ReadingEntry) or table.show_entry(entry) or len(state.paths) > 1:
            return
        row, path, dialect, meta = entry.rows[0], state.path, state.dialect, state.meta

        def work(_context: JobContext) -> tuple[int, tuple[FileRow, ...]]:
            return rows_near(path, row, dialect, meta, of_records=entry.counts_records)

        def done(near: tuple[int, tuple[FileRow, ...]]) -> None:
            if self._state() is not None and table.preview_model.state is not None:
                table.preview_model.add_rows(near[1])
                table.show_entry(entry, near[0])

        self.context.jobs.start(ROWS, work, done, self._say)

    def set_rows(self, names: object, first: object, last: object) -> None:
        """Set the row of names, or the first or last row of records; 0: as recognised, None: as it is."""
        state = self._state()
        if state is not None and state.dialect is not None:
            dialect = state.dialect.with_rows(names, first, last)  # type: ignore[arg-type]
            dialect = dialect if (names, first, last) != (0, 0, 0) else replace(dialect, left_out=())
            self._look(state.paths, dialect, state.meta)

    def leave_out(self, rows: Sequence[int], out: bool) -> None:
        """Leave out rows that are no records, or read them again."""
        state = self._state()
        if state is not None and state.dialect is not None:
            self._look(state.paths, state.dialect.with_left_out(rows, out=out), state.meta)

    def rename(self, name: str, new: str) -> None:
        """Give a column of the file another name."""
        state = self._state()
        if state is None or name == new:
            return
        try:
            state = with_name(state, name, new)
        except InputError as error:
            self._say(error)
            return
        self._change(state)
        self._look(state.paths, state.dialect, state.meta)

    def stop(self) -> None:
        """Stop what runs in the background."""
        self._counted = self._planned = None
        self.offer_comparison()
        for slot in JOBS:
            self.context.jobs.cancel(slot)
