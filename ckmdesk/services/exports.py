"""What leaves the window as a file: drafts of tables and series, prepared data. Everything runs as a job."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from ckmcore.base.files import LONGEST_STEM, file_stem
from ckmcore.base.numbers import Language
from ckmcore.errors import CkmError, FileError
from ckmcore.messages import Sentence, sentence
from ckmcore.methods.draft import Draft
from ckmcore.office.settings import FormName, Office
from ckmcore.statistic.model import Statistic
from ckmcore.tabulate.spec import PERIOD, TableSpec
from ckmdesk.base.frame import Frame, Remedy
from ckmdesk.base.jobs import JobContext, Jobs
from ckmdesk.base.settings import Settings
from ckmdesk.commands.desk import Desk
from ckmdesk.services.opening import opening

SLOT = "export"


class Exports(QObject):
    """Writes the files made from the open statistic, one at a time, in the job slot "export".

    Emits `prepared_used(path)` if prepared data are to become the source of the period.
    """

    prepared_used = Signal(object)

    def __init__(self, desk: Desk, jobs: Jobs, settings: Settings, frame: Frame, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.desk, self.jobs, self.settings, self.frame = desk, jobs, settings, frame
        self.made_title: Callable[[], str] = str  # of the table on the screen, which the page knows

    # --- tables --------------------------------------------------------------------------------------------------

    def dialog(self) -> None:
        """Ask for a name and write the draft of the current table."""
        chosen_form = self._ask_form(self.tr("Export draft"), self.table_name())
        if chosen_form is not None:
            self.draft(*chosen_form)

    def series_dialog(self) -> None:
        """Ask for a name and write the current table over all periods with records and a method in force."""
        name = self.table_name(of_period=False) + "_" + self.tr("series")
        chosen_form = self._ask_form(self.tr("Export draft over all periods"), name)
        if chosen_form is not None:
            self.series(*chosen_form)

    def draft(self, path: Path, form: FormName | None = None, then: Callable[[Path], None] | None = None) -> None:
        """Write the current table under the method in force; without `form` the file ending decides on the format."""
        statistic, data, session = self.desk.state.statistic, self.desk.session.data, self.desk.session
        if statistic is None or data is None:
            return
        spec, language, where = self.desk.state.table.spec, self.settings.language, session.path
        office = self.settings.office

        def write(context: JobContext) -> Sentence:
            from ckmcore.statistic.series import draft_of

            load = session.others.loader(statistic, data, where, context.cancelled)
            draft = draft_of(statistic, spec, load, context.cancelled)
            return _write_draft(draft, path, form, language, office, context)

        self.run(path, self.tr("Writing the draft ..."), write, then, spec=spec, form=form)

    def series(self, path: Path, form: FormName | None = None, then: Callable[[Path], None] | None = None) -> None:
        """Write the current table over the periods, each with its own method, with breaks marked."""
        statistic, session = self.desk.state.statistic, self.desk.session
        if statistic is None or session.data is None:
            return
        spec, language, current_data, where = (
            self.desk.state.table.spec,
            self.settings.language,
            session.data,
            session.path,
        )
        period_indices, office = usable_periods(statistic), self.settings.office

        def write(context: JobContext) -> Sentence:
            from ckmcore.statistic.series import series

            load = session.others.loader(statistic, current_data, where, context.cancelled)
            series_draft = series(statistic, spec, period_indices, load, context.cancelled)
            return _write_draft(series_draft, path, form, language, office, context)

        self.run(path, self.tr("Writing the series ..."), write, then, spec=spec, form=form)

    # --- prepared data -------------------------------------------------------------------------------------------

    def prepared_dialog(self) -> None:
        """Ask for a name and save the records of this period as prepared data, if they may be saved."""
        from ckmcore.statistic.relation import refuse_copy

        statistic = self.desk.state.statistic
        if statistic is None:
            return
        try:
            refuse_copy(statistic)
        except CkmError as error:
            self.frame.show_message(error)
            return
        title, period = statistic.title.text(self.settings.language), statistic.period.label
        name = f"{title} {period.text(self.settings.language)}"
        filters = self.tr("Prepared data (*.parquet)")
        path = self._ask(self.tr("Save as prepared data"), name, filters, ".parquet")
        if path is not None:
            self.prepared(path)

    def prepared(self, path: Path, then: Callable[[Path], None] | None = None) -> None:
        """Write one Parquet file with the records, dictionary, hierarchies and keys of this period. Confidential."""
        statistic, data = self.desk.state.statistic, self.desk.session.data
        if statistic is None or data is None:
            return

        def write(_context: JobContext) -> Sentence:
            from ckmcore.microdata.prepared import write_prepared
            from ckmcore.statistic.relation import refuse_copy

            refuse_copy(statistic)
            write_prepared(data, statistic.dictionary, path, statistic.structural_zeros)
            return sentence("desk_prepared", name=path.name, rows=data.rows)

        def use() -> Remedy | None:
            return Remedy(self.tr("Load it from there from now on"), lambda: self.prepared_used.emit(path))

        self.run(path, self.tr("Writing the prepared data ..."), write, then, use)

    # --- the rest ------------------------------------------------------------------------------------------------

    def table_name(self, *, of_period: bool = True) -> str:
        """Return the default file name of the current table.

        It is the written title for this period, else the name of the saved table, or the title made from its variables.
        `of_period` appends the period, so that drafts of two periods have two names.
        """
        state, language = self.desk.state, self.settings.language
        statistic, spec = state.statistic, state.table.spec
        title = "" if statistic is None else statistic.title_of(spec).text(language)
        name = title or state.table.name or self.made_title() or self.tr("Table")
        if title or statistic is None or not of_period or PERIOD in spec.variables:
            return name
        period = statistic.period.label.text(language)
        return name if period in name else f"{name[: LONGEST_STEM - len(period) - 1].rstrip()} {period}"

    def _ask_form(self, title: str, name: str) -> tuple[Path, FormName] | None:
        """Ask for a file name and a format, those proposed by the office first; a typed known ending decides."""
        from ckmcore.formats.forms import ENDINGS, FORMS

        if self.desk.state.statistic is None or self.desk.session.data is None:
            return None
        proposed_forms = self.settings.office.forms
        forms = [
            *(FORMS[form] for form in proposed_forms),
            *(form for form in FORMS.values() if form.name not in proposed_forms),
        ]
        filters = {f"{form.title.text(self.settings.language)} (*{form.ending})": form for form in forms}
        folder = Path.home() if self.desk.session.path is None else self.desk.session.path.parent
        suggestion = folder / (file_name(name) + forms[0].ending)
        save_form = self.frame.choose_save_form(title, suggestion, ";;".join(filters))
        if save_form is None:
            return None
        path, chosen = save_form
        form = filters.get(chosen, forms[0])
        ending = path.suffix.lower()
        if ending == form.ending:
            return path, form.name
        typed = ENDINGS.get(ending)
        return (path, typed) if typed is not None else (path.with_name(path.name + form.ending), form.name)

    def _ask(self, title: str, name: str, filters: str, ending: str) -> Path | None:
        if self.desk.state.statistic is None or self.desk.session.data is None:
            return None
        folder = Path.home() if self.desk.session.path is None else self.desk.session.path.parent
        path = self.frame.choose_save_file(title, folder / (file_name(name) + ending), filters)
        return path if path is None or path.suffix.lower() == ending else path.with_name(path.name + ending)

    def run(
        self,
        path: Path,
        text: str,
        write: Callable[[JobContext], Sentence],
        then: Callable[[Path], None] | None = None,
        remedy: Callable[[], Remedy | None] | None = None,
        *,
        spec: TableSpec | None = None,
        form: FormName | None = None,
    ) -> None:
        """Run a writing job, never over a file that the statistic needs.

        `spec` and `form` are those of a table, which may become several files. `remedy` is a button offered in place of
        opening the written file.
        """
        statistic, ckm_path = self.desk.state.statistic, self.desk.session.path
        if statistic is None:
            return

        def work(context: JobContext) -> Sentence:
            from ckmcore.statistic.source import files_of

            written = (path,) if spec is None else _paths(spec, form, path)
            for written_path in written:
                if any(
                    written_path.exists() and written_path.samefile(needed) for needed in files_of(statistic, ckm_path)
                ):
                    raise FileError("desk_file_is_needed", name=written_path.name)
            return write(context)

        def done(saved_sentence: Sentence) -> None:
            self.frame.hide_progress()
            written = (path,) if spec is None else _paths(spec, form, path)
            self.frame.show_message(
                saved_sentence, "ok", opening(written, self.frame.show_message) if remedy is None else remedy()
            )
            if then is not None:
                then(path)

        def failed(error: CkmError) -> None:
            self.frame.hide_progress()
            self.frame.show_message(error)

        def cancel() -> None:
            self.jobs.cancel(SLOT)

        def moved(_count: int, fraction: float) -> None:
            self.frame.show_progress(text, fraction, cancel)

        self.frame.clear_message()
        self.frame.show_progress(text, None, cancel)
        self.jobs.start(SLOT, work, done, failed, moved)


def usable_periods(statistic: Statistic) -> tuple[int, ...]:
    """Return the indices of the periods that a series can show: with records and a method in force."""
    return tuple(
        period_index
        for period_index, period in enumerate(statistic.periods)
        if period.source is not None and period.in_force is not None
    )


def file_name(text: str) -> str:
    """Return a text as file name stem that every system accepts."""
    return file_stem(text) or "statistic"


def _paths(spec: TableSpec, form: FormName | None, path: Path) -> tuple[Path, ...]:
    """Return all files that a table becomes in a format."""
    from ckmcore.formats.forms import FORMS, form_of, paths_of

    return paths_of(spec, FORMS[form] if form is not None else form_of(path), path)


def _write_draft(
    draft: Draft, path: Path, form: FormName | None, language: Language, office: Office, context: JobContext
) -> Sentence:
    """Write a draft in a format; return the sentence about it."""
    from ckmcore.formats.export import export_files

    watch = {"cancelled": context.cancelled, "progress": context.progress}
    written = export_files(draft, path, language=language, form=form, office=office, **watch)
    if len(written) > 1:
        return sentence(
            "desk_exported_several", count=len(written), names=", ".join(written_path.name for written_path in written)
        )
    return sentence("desk_exported", name=written[0].name)
