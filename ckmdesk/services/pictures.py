"""Pictures of the table that leave the window: as a file, and on the clipboard. Always of a draft, and searched."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject

from ckmcore.errors import CkmError
from ckmcore.messages import Sentence, sentence
from ckmcore.pictures.model import TablePicture
from ckmcore.presentation.present import TablePresentation
from ckmdesk.base.jobs import JobContext
from ckmdesk.look.table_picture import USUAL_DPI, load_fonts, png_bytes
from ckmdesk.services import clipboard
from ckmdesk.services.exports import Exports, file_name

FILTERS = {".svg": "SVG", ".png": "PNG", ".pdf": "PDF", ".html": "HTML", ".vl.json": "Vega-Lite"}
COPY = "copy-picture"


class Pictures(QObject):
    """Writes and copies the picture of the current table under the method in force."""

    def __init__(self, exports: Exports) -> None:
        super().__init__(exports)
        self.exports = exports

    def dialog(self, ending: str = "", dpi: int = USUAL_DPI) -> None:
        """Ask for a name and write the picture; `ending` is the form that is proposed. A known ending decides."""
        exports, desk = self.exports, self.exports.desk
        if desk.state.statistic is None or desk.session.data is None:
            return
        first = ending or next(iter(FILTERS))
        filters = {f"{FILTERS[each]} (*{each})": each for each in sorted(FILTERS, key=lambda each: each != first)}
        folder = Path.home() if desk.session.path is None else desk.session.path.parent
        suggestion = folder / (file_name(exports.table_name()) + first)
        chosen = exports.frame.choose_save_form(self.tr("Save picture"), suggestion, ";;".join(filters))
        if chosen is None:
            return
        path, words = chosen
        if not path.name.lower().endswith(tuple(FILTERS)):
            path = path.with_name(path.name + filters.get(words, first))
        self.write(path, dpi)

    def write(self, path: Path, dpi: int = USUAL_DPI, then: Callable[[Path], None] | None = None) -> None:
        """Write the picture as its name ends."""
        make = self._presented()
        if make is None:
            return
        load_fonts()

        def write(context: JobContext) -> Sentence:
            from ckmcore.formats.write_picture import write_picture

            write_picture(make(context), path, png=partial(png_bytes, dpi=dpi))
            return sentence("desk_exported", name=path.name)

        self.exports.run(path, self.tr("Writing the picture ..."), write, then)

    def copy(self) -> None:
        """Copy the picture to the clipboard."""
        exports, desk = self.exports, self.exports.desk
        table, make = desk.state.table, self._presented()
        if make is None:
            return
        if (table.trial.is_trial or table.beside) and exports.settings.is_methodologist:
            exports.frame.show_message(sentence("desk_copy_in_force_only"), "warning")
            return
        load_fonts()

        def work(context: JobContext) -> tuple[TablePicture, bytes]:
            from ckmcore.formats.write_picture import PNG, picture_content

            return picture_content(make(context), "clipboard", PNG, png=png_bytes)

        def done(copied: tuple[TablePicture, bytes]) -> None:
            clipboard.put_picture(copied[1])
            exports.frame.set_hint(sentence("desk_picture_copied").text(exports.settings.language))

        def failed(error: CkmError) -> None:
            exports.frame.show_message(error)

        exports.jobs.start(COPY, work, done, failed)

    def _presented(self) -> Callable[[JobContext], TablePresentation] | None:
        """What makes the draft of the current table as it is shown; None without records."""
        exports = self.exports
        statistic, session = exports.desk.state.statistic, exports.desk.session
        data, where, spec = session.data, session.path, exports.desk.state.table.spec
        if statistic is None or data is None:
            return None
        language, office = spec.presentation.language or exports.settings.language, exports.settings.office

        def make(context: JobContext) -> TablePresentation:
            from ckmcore.presentation.present import present_draft
            from ckmcore.statistic.series import draft_of

            load = session.others.loader(statistic, data, where, context.cancelled)
            return present_draft(draft_of(statistic, spec, load, context.cancelled), language, office)

        return make
