"""Pictures of the table that leave the window: as a file, and on the clipboard. Always of a draft, and searched."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from ckmcore.areas.model import AreaSet
from ckmcore.base.files import write_whole
from ckmcore.errors import CkmError
from ckmcore.messages import Sentence, sentence
from ckmcore.pictures.model import TablePicture
from ckmcore.presentation.present import TablePresentation
from ckmcore.statistic.areas_beside import load_areas
from ckmcore.statistic.period import KeptAreas
from ckmdesk.base.frame import Frame
from ckmdesk.base.jobs import JobContext, Jobs
from ckmdesk.commands.desk import Desk
from ckmdesk.look.table_picture import USUAL_DPI
from ckmdesk.services import clipboard
from ckmdesk.services.exports import Exports, file_name
from ckmdesk.services.opening import opening
from ckmdesk.state.map_offer import kept_areas

FILTERS = {".svg": "SVG", ".png": "PNG", ".pdf": "PDF", ".html": "HTML", ".vl.json": "Vega-Lite", ".csv": "CSV"}
COPY, READING = "copy-picture", "areas"
_Presented = tuple[TablePresentation, Mapping[str, AreaSet]]


class Boundaries(QObject):
    """The boundaries that maps of the current table need, read once from beside the statistic, in a job. Emits `came()`
    when some were read."""

    came = Signal()

    def __init__(self, desk: Desk, jobs: Jobs, frame: Frame, parent: QObject) -> None:
        super().__init__(parent)
        self.desk, self.jobs, self.frame = desk, jobs, frame
        self._read: dict[str, AreaSet] = {}
        self._gone: set[tuple[str, Path | None]] = set()

    def now(self) -> Mapping[str, AreaSet] | None:
        """Boundaries by variable; None while they are read. Those that could not be read are left out."""
        statistic, path = self.desk.state.statistic, self.desk.session.path
        kept = {} if statistic is None else kept_areas(statistic, self.desk.state.table.spec)
        missing = {each.sha256: each for each in kept.values() if not self._is_known(each, path)}
        if not missing:
            return {name: self._read[each.sha256] for name, each in kept.items() if each.sha256 in self._read}
        if not self.jobs.running(READING):

            def work(_context: JobContext) -> list[tuple[str, AreaSet | CkmError]]:
                return [(each.sha256, _loaded(each)) for each in missing.values()]

            def _loaded(each: KeptAreas) -> AreaSet | CkmError:
                try:
                    return load_areas(each, path)
                except CkmError as error:
                    return error

            self.jobs.start(READING, work, lambda read: self._take(read, path), self.frame.show_message)
        return None

    def _is_known(self, kept: KeptAreas, path: Path | None) -> bool:
        return kept.sha256 in self._read or (kept.sha256, path) in self._gone

    def _take(self, read: list[tuple[str, AreaSet | CkmError]], path: Path | None) -> None:
        for sha256, areas in read:
            if isinstance(areas, CkmError):
                self._gone.add((sha256, path))
                self.frame.show_message(areas)
            else:
                self._read[sha256] = areas
        self.came.emit()


class Pictures(QObject):
    """Writes and copies the picture of the current table under the method in force."""

    def __init__(self, exports: Exports) -> None:
        super().__init__(exports)
        self.exports = exports
        self.boundaries = Boundaries(exports.desk, exports.jobs, exports.frame, self)

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

        def write(context: JobContext) -> Sentence:
            from ckmcore.formats.write_csv import picture_csv
            from ckmcore.formats.write_picture import picture_content, write_picture

            document, areas = make(context)
            if path.name.lower().endswith(".csv"):
                # Searched as the picture is, which has the same figures and words.
                picture, _ = picture_content(document, path.name, ".svg", areas=areas)
                content = picture_csv(document, picture)
                write_whole(path, partial(_put, content))
                return sentence("desk_exported", name=path.name)
            write_picture(document, path, areas=areas, dpi=dpi)
            return sentence("desk_exported", name=path.name)

        def written(where: Path) -> None:
            exports = self.exports
            if not is_described and not where.name.lower().endswith(".csv"):
                words = sentence("desk_picture_undescribed", name=where.name)
                exports.frame.show_message(words, "warning", opening((where,), exports.frame.show_message))
            if then is not None:
                then(where)

        spec = self.exports.desk.state.table.spec
        is_described = bool(
            spec.presentation.picture.alt.text(spec.presentation.language or self.exports.settings.language)
        )
        self.exports.run(path, self.tr("Writing the picture ..."), write, written)

    def copy(self) -> None:
        """Copy the picture to the clipboard."""
        exports, desk = self.exports, self.exports.desk
        table, make = desk.state.table, self._presented()
        if make is None:
            return
        if (table.trial.is_trial or table.beside) and exports.settings.is_methodologist:
            exports.frame.show_message(sentence("desk_copy_in_force_only"), "warning")
            return

        def work(context: JobContext) -> tuple[TablePicture, bytes]:
            from ckmcore.formats.write_picture import PNG, picture_content

            document, areas = make(context)
            return picture_content(document, "clipboard", PNG, areas=areas)

        def done(copied: tuple[TablePicture, bytes]) -> None:
            clipboard.put_picture(copied[1])
            exports.frame.set_hint(sentence("desk_picture_copied").text(exports.settings.language))

        def failed(error: CkmError) -> None:
            exports.frame.show_message(error)

        exports.jobs.start(COPY, work, done, failed)

    def _presented(self) -> Callable[[JobContext], _Presented] | None:
        """What makes the draft of the current table as it is shown, with boundaries; None without records."""
        exports = self.exports
        statistic, session = exports.desk.state.statistic, exports.desk.session
        data, where, spec = session.data, session.path, exports.desk.state.table.spec
        if statistic is None or data is None:
            return None
        language, office = spec.presentation.language or exports.settings.language, exports.settings.office

        def make(context: JobContext) -> _Presented:
            from ckmcore.presentation.present import present_draft
            from ckmcore.statistic.areas_beside import areas_of
            from ckmcore.statistic.series import draft_of

            load = session.others.loader(statistic, data, where, context.cancelled)
            document = present_draft(draft_of(statistic, spec, load, context.cancelled), language, office)
            return document, areas_of(statistic, (*spec.variables, spec.presentation.picture.borders), where)

        return make


def _put(content: bytes, path: Path) -> None:
    path.write_bytes(content)
