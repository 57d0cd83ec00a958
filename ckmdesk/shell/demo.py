"""What the program does without a screen: `--offscreen-demo FOLDER`, the first minute with the sample as files; and
`--picture STATISTIC TABLE -o FILE`, the picture of a saved table, as PNG and in all forms of `ckm picture`."""

from __future__ import annotations

import sys
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, QtMsgType
from PySide6.QtWidgets import QApplication

from ckmcore.base.files import write_whole
from ckmcore.base.numbers import Language
from ckmcore.errors import CkmError, FileError, InputError
from ckmcore.messages import say
from ckmcore.microdata.variable import VariableEntry
from ckmcore.office.settings import Office
from ckmdesk.base.jobs import Jobs
from ckmdesk.commands.tables import move_variable, show_trial
from ckmdesk.look.table_picture import USUAL_DPI
from ckmdesk.shell.window import MainWindow
from ckmdesk.state.desk_state import Trial

SECONDS = 300.0


def run_demo(window: MainWindow, folder: Path) -> int:
    """Write sample-table.xlsx, sample-table.csv and screenshot.png and print their names; return 0 if all exist."""
    folder.mkdir(parents=True, exist_ok=True)
    paths: list[Path] = []
    window.resize(1280, 800)
    window.show()
    try:
        window.open_sample()
        settle(window.jobs, SECONDS)
        first_minute(window)
        for name in ("sample-table.xlsx", "sample-table.csv"):
            window.services.exports.draft(folder / name, then=paths.append)
            settle(window.jobs, SECONDS)
        message = window.message_bar.text
        window.clear_message()
        QApplication.processEvents()
        picture = folder / "screenshot.png"
        content = drawn(window)
        try:
            write_whole(picture, lambda temporary: temporary.write_bytes(content))
            paths.append(picture)
        except CkmError as error:
            message = error.text(window.settings.language)
    finally:
        window.close()
    for path in paths:
        sys.stdout.write(f"{path}\n")
    if len(paths) == 3:
        return 0
    sys.stderr.write(message + "\n")
    return 1


def drawn(window: MainWindow) -> bytes:
    """The window as a PNG file."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    window.grab().save(buffer, "PNG")
    return bytes(buffer.data().data())


def first_minute(window: MainWindow) -> None:
    """Do the steps of the sample tour: put sex into the columns; try rounding and undo it."""
    title = next((entry.title for entry in _dictionary(window) if entry.name == "sex"), None)
    if title is not None and "sex" not in window.desk.state.table.spec.variables:
        window.desk.run(move_variable("sex", "columns", title.text(window.settings.language)))
        settle(window.jobs, SECONDS)
    for trial in (Trial("rounding", 10), Trial()):
        window.desk.run(show_trial(trial))
        settle(window.jobs, SECONDS)


def _dictionary(window: MainWindow) -> tuple[VariableEntry, ...]:
    statistic = window.desk.state.statistic
    return () if statistic is None else statistic.dictionary


def without_platform_notes(_kind: QtMsgType, _context: object, message: str) -> None:
    """Pass on messages of Qt, except those that the platform without a screen emits for every window."""
    if not message.startswith("This plugin does not support"):
        sys.stderr.write(message + "\n")


def settle(jobs: Jobs, seconds: float) -> None:
    """Process events until no job runs, not even one that another job has started."""
    QApplication.processEvents()
    while jobs.busy and jobs.wait_idle(seconds):
        QApplication.processEvents()


# --- a picture -------------------------------------------------------------------------------------------------------


def write_picture_file(
    statistic: Path, table: str, target: Path | None, language: Language, office: Office, dpi: int | None = None
) -> int:
    """Write the picture of a saved table, or of a table file (.ckmtable), by the method in force; return the exit code.

    A statistic with roles is opened by `ckm picture` alone, which asks for the secret.
    """
    try:
        if target is None:
            raise InputError("cli_option_needed", option="-o", reason="--picture")
        kind = _write(statistic, table, target, language, office, dpi or USUAL_DPI)
    except CkmError as error:
        sys.stderr.write(error.text(language) + "\n")
        return 1
    sys.stdout.write(say("picture_written", language, kind=kind, name=target.name) + "\n")
    return 0


def _write(statistic: Path, table: str, target: Path, language: Language, office: Office, dpi: int) -> str:
    from ckmcore.formats.write_picture import picture_ending, write_picture
    from ckmcore.pictures.kinds import KINDS
    from ckmcore.presentation.present import present_draft
    from ckmcore.statistic.areas_beside import areas_of
    from ckmcore.statistic.source import files_of
    from ckmcore.statistic.table_file import read_table
    from ckmcore.statistic.tables import find_table
    from ckmcore.working.statistic import work_on_statistic

    picture_ending(target)
    is_file = table.lower().endswith(".ckmtable")
    with work_on_statistic(statistic, office=office, read_only=True) as work:
        needed = [*files_of(work.statistic, statistic), *([Path(table)] if is_file else [])]
        if target.exists() and any(target.samefile(file) for file in needed if file.exists()):
            raise FileError("desk_file_is_needed", name=target.name)
        spec = read_table(table).spec if is_file else find_table(work.statistic, table).spec
        document = present_draft(work.draft(spec), spec.presentation.language or language, work.office)
        areas = areas_of(work.statistic, (*spec.variables, spec.presentation.picture.borders), work.path)
        picture = write_picture(document, target, areas=areas, dpi=dpi)
    return KINDS[picture.kind].title.text(language)
