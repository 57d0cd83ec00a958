"""Saved tables run for the current period: each a draft under the method in force, in a file of its own or all in one
workbook, with one report.

The same for `ckm run` and for the desk. A table that names what the period lacks is not written: nobody publishes part
of a table without knowing. What is only new in the period is listed, and the table written.
"""

from __future__ import annotations

import contextlib
import csv
import datetime
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

import numpy as np

from ckmcore.base.files import (
    NotWritten,
    file_stem,
    is_other,
    patterned_stem,
    place_all,
    reason_of,
    refuse_others,
    target_of,
    temporary_folder,
    write_whole,
)
from ckmcore.base.numbers import Language
from ckmcore.base.texts import Texts
from ckmcore.errors import Cancelled, CkmError, InputError
from ckmcore.formats.forms import FORMS, Form, paths_of
from ckmcore.keys.record_keys import RecordKeys
from ckmcore.messages import Sentence, say, sentence
from ckmcore.methods.draft import Draft
from ckmcore.microdata.data import Microdata, NumberColumn
from ckmcore.office.settings import PLAIN, FormName, Office
from ckmcore.statistic.model import NoMethodInForce, SavedTable, Statistic
from ckmcore.statistic.series import Load, draft_of, needs_periods
from ckmcore.statistic.source import files_of, load_period
from ckmcore.statistic.table_compatibility import Fit, Misfit, faults
from ckmcore.tabulate.scan import never
from ckmcore.tabulate.spec import TableSpec

State = Literal["written", "does_not_fit", "failed", "cancelled"]
WORKBOOKS: tuple[FormName, ...] = ("xlsx", "xlsx-accessible")


@dataclass(frozen=True)
class Planned:
    """A table before it runs: its specification (adapted if requested), title, file, and misfits.

    error: why it cannot be laid out, if already known, else None; form: of its file. A cube form writes several files
    for stacked blocks, named as `file` with a number; tables with the same file share a workbook. remarks: further
    notices, for example that it differs from its release.
    """

    table: SavedTable
    title: str
    file: str
    misfits: tuple[Misfit, ...] = ()
    error: Sentence | None = None
    form: FormName = "xlsx"
    remarks: tuple[Sentence, ...] = ()

    @property
    def runs(self) -> bool:
        """Whether the table is computed: it has no error and fits the period."""
        return self.error is None and not faults(self.misfits)


@dataclass(frozen=True)
class TableRun:
    """Result of running a table. cells: number of cells, whatever their content, None where it was not written.

    old_file: the folder has a file of this name from an earlier run; files: names of the written files.
    """

    plan: Planned
    state: State
    cells: int | None = None
    error: Sentence | None = None
    old_file: bool = False
    files: tuple[str, ...] = ()

    @property
    def notes(self) -> tuple[Sentence, ...]:
        """Error, misfits, remarks, and the warning that an old file could be mistaken for this one."""
        errors = () if self.error is None else (self.error,)
        old_sentences = (sentence("run_old_file", file=self.plan.file),) if self.old_file else ()
        return (*errors, *(misfit.said for misfit in self.plan.misfits), *self.plan.remarks, *old_sentences)


@dataclass(frozen=True)
class RunReport:
    """Results of all requested tables."""

    statistic: Texts
    period: Texts
    runs: tuple[TableRun, ...]
    file: str = ""

    @property
    def written(self) -> int:
        return sum(run.state == "written" for run in self.runs)

    @property
    def complete(self) -> bool:
        return self.written == len(self.runs)

    @property
    def cancelled(self) -> bool:
        return any(run.state == "cancelled" for run in self.runs)

    def summary(self) -> Sentence:
        """Sentence with the numbers of tables that were and were not written."""
        left = len(self.runs) - self.written
        return sentence("run_all_written" if not left else "run_some_written", count=self.written, left=left)


def find_period(statistic: Statistic, text: str) -> int:
    """Index of the period whose label (in either language) or date is `text`. Raises run_period_unknown."""
    wanted_text = text.strip()
    for period_index, period in enumerate(statistic.periods):
        if wanted_text in (period.label.en, period.label.de):
            return period_index
    for index, period in enumerate(statistic.periods):
        if wanted_text and wanted_text == period.date:
            return index
    raise InputError(
        "run_period_unknown", period=text, known=tuple(period.label.text("de") for period in statistic.periods)
    )


def plan(
    statistic: Statistic,
    data: Microdata,
    tables: Iterable[SavedTable],
    form: FormName,
    language: Language,
    *,
    adapt: bool = False,
    folder: Path | None = None,
    ckm_path: Path | None = None,
    office: Office = PLAIN,
    workbook: bool = False,
    today: str = "",
    cancelled: Callable[[], bool] = never,
) -> tuple[Planned, ...]:
    """Plan tables with titles, files and misfits before anything is computed from the records.

    adapt: replace codes that changed one to one by their new names. folder: of the files; files there that belong to
    the statistic at `ckm_path`, its records or keys are never overwritten. office: its pattern names the files, with
    `today` (ISO, "" for the clock). workbook: all tables in one file, where the form is a workbook.
    """
    from ckmcore.release.saved import current_releases, saved_differs

    fit = Fit(statistic, data)
    names = _Names(statistic, form, language, office, today or datetime.datetime.now().astimezone().date().isoformat())
    used_names = {
        name.casefold()
        for name in (
            *_needed_in(folder, statistic, ckm_path),
            *(report_name(language, statistic.period.label) for language in ("de", "en")),
        )
    }
    planned, current = [], current_releases(statistic)
    together = names.free(None, used_names) if workbook and form in WORKBOOKS else ""
    for table in tables:
        if cancelled():
            raise Cancelled
        differs = saved_differs(current, table)
        if adapt:
            table = replace(table, spec=fit.adapted(table.spec))
        misfits = fit.misfits(table.spec)
        title, error = "", None
        if not faults(misfits):
            try:
                title = resolved_title(statistic, data, table, language)
            except CkmError as fault:
                error = fault.sentence()
        title = title or statistic.title_of(table.spec).text(language) or table.name
        file = together or names.free(table, used_names)
        remarks = () if differs is None else (differs.sentence(),)
        planned.append(Planned(table, title, file, misfits, error, form, remarks))
    return tuple(planned)


def _needed_in(folder: Path | None, statistic: Statistic, ckm_path: Path | None) -> list[str]:
    """Names in a folder of files that the statistic needs, and of links to such files."""
    if folder is None:
        return []
    needed = {target_of(path) for path in files_of(statistic, ckm_path)}
    result = [path.name for path in needed if path.parent == target_of(folder)]
    with contextlib.suppress(OSError):  # it has yet to be made, or cannot be listed
        result += [path.name for path in folder.iterdir() if path.is_symlink() and target_of(path) in needed]
    return result


def resolved_title(statistic: Statistic, data: Microdata, table: SavedTable, language: Language) -> str:
    """Title that the draft of a table will have. Raises the errors of laying it out."""
    from ckmcore.presentation.present import present_draft

    language = table.spec.presentation.language or language
    if not needs_periods(table.spec) and (title := statistic.title_of(table.spec).text(language)):
        return title
    # A title that is made of the variables is made by laying out the table, of no record.
    none = _without_records(data)
    return present_draft(draft_of(statistic, table.spec, lambda _: none), language).title


def _without_records(data: Microdata) -> Microdata:
    if data.counter is not None:
        nobody = {name: np.zeros(0, dtype=np.uint32) for name in data.dimensions}
        form = data.record_keys
        keys = None if form is None else RecordKeys(np.zeros(0, np.uint64), form.modulus, form.digits, form.origin)
        numbers = {
            name: NumberColumn(
                name, np.zeros(0, np.int64), magnitude.decimals, magnitude.title, classes=magnitude.classes
            )
            for name, magnitude in data.magnitudes.items()
        }
        weight = data.weight
        if weight is not None:
            weight = NumberColumn(weight.name, np.zeros(0, np.int64), weight.decimals, weight.title)
        return replace(
            data,
            rows=0,
            columns=nobody,
            record_keys=keys,
            weight=weight,
            magnitudes=numbers,
            households=None,
            counter=None,
            cache={},
        )

    def none(column: NumberColumn) -> NumberColumn:
        missing = None if column.missing is None else column.missing[:0]
        return replace(column, values=column.values[:0], missing=missing)

    keys = data.record_keys
    return replace(
        data,
        rows=0,
        columns={name: column[:0] for name, column in data.columns.items()},
        record_keys=None if keys is None else RecordKeys(keys.values[:0], keys.modulus, keys.digits, keys.origin),
        weight=None if data.weight is None else none(data.weight),
        magnitudes={name: none(column) for name, column in data.magnitudes.items()},
        cache={},
    )


@dataclass(frozen=True)
class _Names:
    """File names of a run by the office's pattern, unique regardless of case."""

    statistic: Statistic
    form: FormName
    language: Language
    office: Office
    today: str

    def free(self, table: SavedTable | None, used: set[str]) -> str:
        """File name of a table, or of the common workbook; it and names of further files are added to `used`."""
        language = self.language
        name = say("run_tables_together", language) if table is None else table.name
        stem = patterned_stem(
            self.office.file_names,
            name,
            period=self.statistic.period.label.text(language),
            number=say("run_number_draft", language),
            date=self.today,
            statistic=self.statistic.title.text(language),
        )
        form, spec = FORMS[self.form], TableSpec() if table is None else table.spec
        found_stem, number = stem or "table", 2
        while any(name.casefold() in used for name in _names_of(spec, form, found_stem)):
            found_stem, number = f"{stem or 'table'}_{number}", number + 1
        used.update(name.casefold() for name in _names_of(spec, form, found_stem))
        return f"{found_stem}{form.ending}"


def _names_of(spec: TableSpec, form: Form, stem: str) -> list[str]:
    """File names of a table, preceded by the name that reports use. stem: name without ending."""
    path = Path(f"{stem}{form.ending}")
    return [path.name, *(path.name for path in paths_of(spec, form, path))]


def run_planned(
    statistic: Statistic,
    data: Microdata,
    planned: Sequence[Planned],
    folder: Path,
    language: Language,
    *,
    ckm_path: Path | None = None,
    office: Office = PLAIN,
    load: Load | None = None,
    replaces: bool = False,
    progress: Callable[[int, float], None] | None = None,
    done: Callable[[TableRun], None] | None = None,
    cancelled: Callable[[], bool] = never,
) -> RunReport:
    """Write planned tables and their report to `folder`, which is created if necessary.

    load: reads the records of a period for tables over several, by default from their sources. progress: called with
    the number of finished tables and their share; done: called with each finished table. A cancelled run keeps the
    files already written, and reports the others as cancelled. Raises NoMethodInForce, NotWritten, and FilesInTheWay
    where other files of the same names exist: nothing is written then, unless `replaces`. Reports of other runs are
    kept; this one gets a number.
    """
    if statistic.period.in_force is None:
        raise NoMethodInForce()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise NotWritten(name=folder.name, reason=reason_of(fault)) from fault

    def from_source(other: Statistic) -> Microdata | None:
        return data if other.current == statistic.current else load_period(other, ckm_path, None, cancelled)

    read = load or from_source
    try:
        with temporary_folder(folder) as inner_paths:
            report = _run_into(
                inner_paths, statistic, planned, read, language, office, ckm_path, folder, progress, done, cancelled
            )
            if not replaces:
                written = _files_of(inner_paths)
                if any(is_other(file, folder / file.name) for file in written if file.name != report.file):
                    refuse_others(written, folder)  # names the report, too, which would be replaced with them
                report = _report_beside(report, inner_paths, folder)
            place_all(_files_of(inner_paths), folder)
    except CkmError:
        raise
    except OSError as fault:
        raise NotWritten(name=folder.name, reason=reason_of(fault)) from fault
    return report


def _files_of(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.is_file())


def _run_into(
    inner_path: Path,
    statistic: Statistic,
    planned: Sequence[Planned],
    read: Load,
    language: Language,
    office: Office,
    ckm_path: Path | None,
    folder: Path,
    progress: Callable[[int, float], None] | None,
    on_run_done: Callable[[TableRun], None] | None,
    cancelled: Callable[[], bool],
) -> RunReport:
    """Write tables and report to the folder `inner_path`, from which they are moved to `folder`."""
    writer = _Writer(inner_path, language, office, planned)
    runs: list[TableRun] = []
    stopped = False
    for index, each_planned in enumerate(planned):
        if progress is not None:
            progress(index, index / len(planned))
        stopped = stopped or cancelled()
        run = (
            TableRun(each_planned, "cancelled")
            if stopped
            else _run_one(statistic, read, each_planned, writer, cancelled)
        )
        stopped = run.state == "cancelled"
        runs.append(run)
        if on_run_done is not None and not writer.waits:
            on_run_done(run)
    # Tables of one workbook are written when all are computed.
    runs = writer.write_together(runs)
    for run_index, run in enumerate(runs):
        if run.state != "written" and (folder / run.plan.file).exists():
            runs[run_index] = replace(run, old_file=True)
        if on_run_done is not None and writer.waits:
            on_run_done(runs[run_index])
    name = report_name(language, statistic.period.label)
    if name.casefold() in {other.casefold() for other in _needed_in(folder, statistic, ckm_path)}:
        name = f"_{name}"
    report = RunReport(statistic.title, statistic.period.label, tuple(runs), name)
    write_report(report, inner_path / name, language)
    return report


def _run_one(
    statistic: Statistic, load: Load, planned: Planned, writer: _Writer, cancelled: Callable[[], bool]
) -> TableRun:
    if faults(planned.misfits):
        return TableRun(planned, "does_not_fit")
    if planned.error is not None:
        return TableRun(planned, "failed", error=planned.error)
    try:
        draft = draft_of(statistic, planned.table.spec, load, cancelled)
        files = writer.write(planned, draft)
    except (Cancelled, KeyboardInterrupt):
        return TableRun(planned, "cancelled")
    except CkmError as fault:
        return TableRun(planned, "failed", error=fault.sentence())
    except MemoryError:
        return TableRun(planned, "failed", error=sentence("cli_out_of_memory"))
    return TableRun(planned, "written", draft.table.cells, files=files)


class _Writer:
    """Writes each table to its file, or keeps it for the common workbook (`waits`)."""

    def __init__(self, folder: Path, language: Language, office: Office, planned: Sequence[Planned]) -> None:
        self.folder, self.language, self.office = folder, language, office
        self.waits = len(planned) > 1 and len({planned.file for planned in planned}) == 1
        self._kept: list[Draft] = []

    def write(self, planned: Planned, draft: Draft) -> tuple[str, ...]:
        """The files of a table."""
        from ckmcore.formats.export import export_files

        if self.waits:
            self._kept.append(draft)
            return (planned.file,)
        target = self.folder / planned.file
        paths = export_files(draft, target, language=self.language, form=planned.form, office=self.office)
        return tuple(path.name for path in paths)

    def write_together(self, runs: list[TableRun]) -> list[TableRun]:
        """Write the workbook of all computed tables, and update their results if this fails. Nothing is written for a
        cancelled run."""
        from ckmcore.formats.export import export_workbook

        if not self._kept:
            return runs
        if any(run.state == "cancelled" for run in runs):
            return [TableRun(run.plan, "cancelled") if run.state == "written" else run for run in runs]
        plan = runs[0].plan
        accessible = plan.form == "xlsx-accessible"
        try:
            target = self.folder / plan.file
            export_workbook(self._kept, target, language=self.language, accessible=accessible, office=self.office)
        except CkmError as fault:
            error = fault.sentence()
        except MemoryError:
            error = sentence("cli_out_of_memory")
        else:
            return runs
        return [TableRun(run.plan, "failed", error=error) if run.state == "written" else run for run in runs]


def report_name(language: Language, period: Texts) -> str:
    """The file of the report on a period."""
    stem = file_stem(period.text(language))
    word = "Bericht" if language == "de" else "Report"
    return f"{word}_{stem}.csv" if stem else f"{word}.csv"


def _report_beside(report: RunReport, inner_path: Path, folder: Path) -> RunReport:
    """Report with its file renamed where `folder` has the report of another run."""
    written = name = inner_path / report.file
    number = 2
    while is_other(written, folder / name.name) or (name != written and name.exists()):
        name, number = written.with_stem(f"{written.stem}_{number}"), number + 1
    written.rename(name)
    return replace(report, file=name.name)


def write_report(report: RunReport, path: Path, language: Language) -> None:
    """Write the report as CSV with a line per table: title, file, number of cells, result, and notes."""
    from ckmcore.formats.formulas import guarded

    def write(target: Path) -> None:
        with target.open("w", encoding="utf-8-sig" if language == "de" else "utf-8", newline="") as stream:
            writer = csv.writer(stream, delimiter=";" if language == "de" else ",")
            writer.writerow([guarded(report.statistic.text(language))])
            writer.writerow([guarded(report.period.text(language))])
            writer.writerow([report.summary().text(language)])
            writer.writerow([])
            writer.writerow([say(f"run_column_{name}", language) for name in COLUMNS])
            for run in report.runs:
                table = run.plan.table
                texts = [table.name, table.folder, run.plan.title, ", ".join(run.files)]
                cells = "" if run.cells is None else run.cells
                notes = " ".join(note.text(language) for note in run.notes)
                writer.writerow([*map(guarded, texts), cells, state_text(run.state, language), guarded(notes)])

    write_whole(path, write)


COLUMNS = ("table", "folder", "title", "file", "cells", "state", "notes")


def state_text(state: State, language: Language) -> str:
    """Text of a table's result."""
    return say(f"run_state_{state}", language)
