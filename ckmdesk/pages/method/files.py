"""Perturbation tables in and out of the method page: files, the clipboard, the report, the method package."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QGuiApplication

from ckmcore.messages import Sentence, sentence
from ckmcore.ptable.open import OpenedPtable, open_ptable, ptable_from_bytes
from ckmcore.ptable.stored import StoredTable
from ckmdesk.base.clock import now_text
from ckmdesk.base.jobs import JobContext
from ckmdesk.commands import method as commands
from ckmdesk.pages.context import PageContext
from ckmdesk.pages.method.background_jobs import Work
from ckmdesk.pages.method.variant_bar import VariantStrip
from ckmdesk.services.opening import opening
from ckmdesk.state.method_settings import CountRules, magnitudes_of
from ckmdesk.state.method_view import View
from ckmdesk.state.variant import imported, keep_table, opened_of, ptable_of, write_variant

PACKAGE = ".ckmmethod"
KEYS = {"ons256": 256, "ons4096": 4096}


class MethodFiles(QObject):
    """File actions of the method page; `shown` returns the current view.

    The job slots are "import-ptable" and "save-ptable".
    """

    def __init__(
        self, context: PageContext, strip: VariantStrip, work: Work, shown: Callable[[], View | None], parent: QObject
    ) -> None:
        super().__init__(parent)
        self.context, self.strip, self.work, self._shown = context, strip, work, shown
        self.package_action = QAction(self.tr("Save as a method package ..."), parent)
        self.package_action.triggered.connect(self.choose_package)

    # --- in ------------------------------------------------------------------------------------------------------

    def choose_import(self) -> None:
        """Ask for a file and read it."""
        kinds = "*.csv *.txt *.gz *.xlsx *.json *.ckmmethod"
        filters = self.tr("Perturbation tables") + f" ({kinds});;" + self.tr("All files (*)")
        path = self.context.frame.choose_open_file(self.tr("Read perturbation table"), filters)
        if path is not None:
            self.import_file(path)

    def import_file(self, path: Path) -> None:
        """Read a perturbation table of any known format, or a method package, as a new variant."""
        if path.suffix.lower() == PACKAGE:
            self._read_package(path)
            return
        self._import(path.name, lambda: open_ptable(path))

    def paste(self) -> None:
        """Read a matrix or another form of a perturbation table from the clipboard."""
        text = QGuiApplication.clipboard().text()
        if not text.strip():
            self.context.show_message(sentence("desk_nothing_to_paste"), "warning")
            return
        name = self.tr("Clipboard")
        self._import(name, lambda: ptable_from_bytes(text.encode(), name))

    def _import(self, name: str, read: Callable[[], OpenedPtable]) -> None:
        def work(_context: JobContext) -> tuple[StoredTable, OpenedPtable]:
            result = read()
            kept_table = keep_table(result.table)
            # Read back here once: the window finds it ready.
            (magnitudes_of if kept_table.kind == "magnitudes" else imported)(kept_table)
            return kept_table, result

        def done(opened_table: tuple[StoredTable, OpenedPtable]) -> None:
            stored_table, opened_ptable = opened_table
            self.context.frame.clear_message()
            note = "" if opened_ptable.own is None else opened_ptable.own.note.text(self.context.language)
            self.context.desk.run(commands.import_table(name, stored_table, opened_ptable.own, note))
            warnings = opened_ptable.warnings
            if stored_table.kind == "magnitudes":
                warnings = (sentence("desk_magnitudes_only_shown", name=name), *warnings)
            if warnings:
                self.context.show_message(joined(warnings), "warning" if opened_ptable.warnings else "info")

        self.context.jobs.start("import-ptable", work, done, self.context.show_message)

    # --- out -----------------------------------------------------------------------------------------------------

    def choose_save(self) -> None:
        """Ask for a name and write the shown table as it would be put in force."""
        view = self._shown()
        if view is None:
            return
        forms = self._forms()
        name = Path(view.variant.file or "ptable.csv").with_suffix(".csv").name
        filters = ";;".join(words for words, _ in forms)
        chosen_form = self.context.frame.choose_save_form(self.tr("Save perturbation table"), Path(name), filters)
        if chosen_form is None:
            return
        path, picked = chosen_form
        form = next((form for words, form in forms if words == picked), "")
        suffix = path.suffix.lower()
        by_suffix = {".csv": "r", ".txt": "tau-argus", ".json": "json", ".xlsx": "xlsx"}
        fits = {"r": ".csv", "sas": ".csv", "matrix": ".csv", "ons256": ".csv", "ons4096": ".csv"}
        wanted_fit = fits.get(form) or next((end for end, file_form in by_suffix.items() if file_form == form), ".csv")
        if not suffix:
            path = path.with_suffix(wanted_fit)
        elif suffix != wanted_fit or not form:
            form = by_suffix.get(suffix, form or "r")
        self.save_file(path, form)

    def _forms(self) -> list[tuple[str, str]]:
        return [
            (self.tr("R (*.csv)"), "r"),
            (self.tr("τ-ARGUS (*.txt)"), "tau-argus"),
            (self.tr("ckmdesk, with parameters and checks (*.json)"), "json"),
            (self.tr("Matrix as workbook (*.xlsx)"), "xlsx"),
            (self.tr("Matrix (*.csv)"), "matrix"),
            (self.tr("SAS (*.csv)"), "sas"),
            (self.tr("ONS, 256 keys (*.csv)"), "ons256"),
            (self.tr("ONS, 4096 keys (*.csv)"), "ons4096"),
        ]

    def save_file(self, path: Path, form: str = "") -> None:
        """Write the shown table; the file ending decides on the format unless `form` is given."""
        view = self._shown()
        if view is None:
            return
        form = form or {".txt": "tau-argus", ".json": "json", ".xlsx": "xlsx"}.get(path.suffix.lower(), "r")
        variant = view.variant

        kind, keys = ("ons", KEYS[form]) if form in KEYS else (form, 0)
        language = self.context.language

        def work(_context: JobContext) -> Sentence | None:
            return write_variant(variant, path, kind, keys, language)

        def done(loss: Sentence | None) -> None:
            if loss is not None:
                self.context.show_message(loss, "warning")
            else:
                self.context.show_message(sentence("desk_ptable_saved", name=path.name), "ok")

        self.context.jobs.start("save-ptable", work, done, self.context.show_message, to_end=True)

    # --- report --------------------------------------------------------------------------------------------------

    def choose_report(self) -> None:
        """Ask for a name and write the report on the shown table as HTML or PDF."""
        filters = self.tr("HTML (*.html)") + ";;" + self.tr("PDF (*.pdf)")
        path = self.context.frame.choose_save_file(self.tr("Report"), Path("report.html"), filters)
        if path is not None:
            self.save_report(path if path.suffix else path.with_suffix(".html"))

    def save_report(self, path: Path) -> None:
        """Write the report on the shown table: PDF by file ending, else HTML."""
        view = self._shown()
        if view is None:
            return
        language, variant = self.context.language, view.variant
        title = self.strip.title(variant)
        statistic = self.context.desk.state.statistic
        named_texts = ("", "")
        if statistic is not None:
            named_texts = (statistic.title.text(language), statistic.period.label.text(language))
        today = date.fromisoformat(now_text()[:10])
        frequencies = dict(self.work.frequencies) or None

        def work(_context: JobContext) -> None:
            from ckmcore.ports import needed_lab

            opened_ptable = opened_of(variant)
            report = needed_lab().ptable_report(
                opened_ptable,
                title=title,
                date=today,
                language=language,
                frequencies=frequencies,
                statistic=named_texts[0],
                period=named_texts[1],
            )
            report.write(path)

        def done(_nothing: None) -> None:
            said_sentence = sentence("desk_report_saved", name=path.name)
            self.context.show_message(said_sentence, "ok", opening([path], self.context.show_message))

        self.context.jobs.start("report-ptable", work, done, self.context.show_message, to_end=True)

    # --- method package ------------------------------------------------------------------------------------------

    def choose_package(self) -> None:
        """Ask for a name and write the table shown as a method package for another office."""
        filters = self.tr("Method packages (*.ckmmethod)")
        path = self.context.frame.choose_save_file(
            self.tr("Save method package"), Path("method").with_suffix(PACKAGE), filters
        )
        if path is not None:
            self.save_package(path if path.suffix.lower() == PACKAGE else path.with_suffix(PACKAGE))

    def save_package(self, path: Path) -> None:
        """Write the shown table, its notes and its self test as a method package."""
        from ckmcore.base.texts import Texts
        from ckmcore.methods.package import write_package

        view = self._shown()
        if view is None:
            return
        variant, counts = view.variant, self.context.desk.state.method.settings.counts

        def work(_context: JobContext) -> None:
            write_package(counts.method(ptable_of(variant)), path, note=Texts.same(variant.notes))

        def done(_nothing: None) -> None:
            self.context.show_message(sentence("desk_package_saved", name=path.name), "ok")

        self.context.jobs.start("save-package", work, done, self.context.show_message, to_end=True)

    def _read_package(self, path: Path) -> None:
        from ckmcore.methods.package import read_package

        def work(_context: JobContext) -> tuple[StoredTable, CountRules, str]:
            package = read_package(path)
            rules = CountRules.of(package.method)
            return keep_table(package.method.ptable), rules, package.note.text(self.context.language)

        def done(result: tuple[StoredTable, CountRules, str]) -> None:
            stored_table, rules, note = result
            self.context.desk.run(commands.import_table(path.name, stored_table, notes=note))
            if rules != self.context.desk.state.method.settings.counts:
                self.context.desk.run(commands.set_counts(rules, "package"))
            self.context.show_message(sentence("desk_package_read", name=path.name), "ok")

        self.context.jobs.start("import-ptable", work, done, self.context.show_message)


def joined(found: tuple[Sentence, ...]) -> Sentence:
    """Join several sentences into one."""
    whole_sentence = found[-1]
    for each_sentence in reversed(found[:-1]):
        whole_sentence = sentence("ptable_faults", first=each_sentence, rest=whole_sentence)
    return whole_sentence
