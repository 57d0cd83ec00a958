"""Import of boundaries for the codes of a variable: what is read of the file, and what codes and areas lack."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QObject, QSize
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QGridLayout, QLineEdit, QListWidget, QWidget

from ckmcore.areas.boundaries import AreaFile, look_at_areas
from ckmcore.base.numbers import integer_text
from ckmcore.errors import CkmError
from ckmcore.messages import sentence
from ckmcore.statistic.model import Statistic
from ckmdesk.base.frame import start_shown
from ckmdesk.commands import data as commands
from ckmdesk.look.theme import MARGIN, STEP, set_kind
from ckmdesk.pages.context import PageContext
from ckmdesk.state.map_offer import (
    SUFFIXES,
    AreasRead,
    kept_beside,
    proposed,
    read_choice,
    variables_with_codes,
)
from ckmdesk.widgets.basic import add_field, label
from ckmdesk.widgets.help_key import set_subject
from ckmdesk.widgets.layouts import column_of, row_of
from ckmdesk.widgets.message_bar import MessageBar
from ckmdesk.widgets.plain_combo import PlainCombo
from ckmdesk.widgets.progress_strip import ProgressStrip
from ckmdesk.widgets.scrolled import grown
from ckmdesk.widgets.texts_field import TextsField

Result = TypeVar("Result")
LOOKING, READING, KEEPING = "areas-look", "areas-read", "areas-keep"
WIDTH, HEIGHT, WORD, MOST_LISTED = 820, 600, 150, 2000


class AreasDialog(QDialog):
    """Import of boundaries: they are read again after each choice, and nothing is kept before *Take over*."""

    def __init__(self, context: PageContext, statistic: Statistic, path: Path, file: AreaFile, parent: QWidget) -> None:
        super().__init__(parent)
        self.context, self.statistic, self.file = context, statistic, file
        self.choice = proposed(statistic, path, file)
        self.read: AreasRead | None = None
        self.setObjectName("import-areas")
        set_subject(self, "data")
        self.setWindowTitle(self.tr("Import boundaries: %1").replace("%1", path.name))
        self.resize(grown(QSize(WIDTH, HEIGHT), self.screen().availableSize()))
        self.message = MessageBar(context.theme, lambda: context.language)
        self.message.hide()
        self.progress = ProgressStrip()
        self._make_form()
        self.summary = label("", "secondary", wrap=True)
        self.lists = {
            "area": (label("", "heading"), QListWidget(objectName="codes-without-area")),
            "code": (label("", "heading"), QListWidget(objectName="areas-without-code")),
        }
        columns = [column_of(heading, (listed, 1), spacing=4) for heading, listed in self.lists.values()]
        self._rest = QWidget()  # where nothing is listed
        column_of(
            self.message,
            self._form,
            self.progress,
            self.summary,
            (row_of(*((column, 1) for column in columns), spacing=STEP), 1),
            (self._rest, 1),
            self._make_buttons(),
            within=self,
            margins=MARGIN,
            spacing=STEP,
        )
        self.finished.connect(lambda _result: self.deleteLater())
        self._show_choice()
        self._read_again()

    # --- what can be chosen ----------------------------------------------------------------------------------------

    def _make_form(self) -> None:
        self._form = QGridLayout(horizontalSpacing=STEP, verticalSpacing=6)
        self._form.setColumnStretch(1, 1)
        self.variable, self.layer, self.code, self.name = (PlainCombo() for _ in range(4))
        self.state = QLineEdit()
        self.state.setPlaceholderText(self.tr("YYYY-MM-DD"))
        self.source = TextsField("areas:source")
        self._words: dict[QWidget, QWidget] = {}
        for field, name, words in (
            (self.variable, "variable", self.tr("Variable")),
            (self.layer, "layer", self.tr("Layer")),
            (self.code, "code", self.tr("Column with the codes")),
            (self.name, "name", self.tr("Column with the names")),
            (self.state, "state", self.tr("Borders as of")),
            (self.source, "source", self.tr("Source")),
        ):
            field.setObjectName(f"areas:{name}")
            self._words[field] = add_field(self._form, field, words, WORD)
        self.source.set_words(self.tr("Source"))
        for entry in variables_with_codes(self.statistic):
            self.variable.addItem(entry.title.text(self.context.language) or entry.name, entry.name)
        for name in self.file.layers:
            self.layer.addItem(name, name)
        for widget in (self.layer, self._words[self.layer]):
            widget.setVisible(len(self.file.layers) > 1)
        self._fill_columns()
        self.variable.activated.connect(lambda _: self._change(variable=self.variable.currentData()))
        self.code.activated.connect(lambda _: self._change(code=self.code.currentData()))
        self.name.activated.connect(lambda _: self._change(name=self.name.currentData()))
        self.layer.activated.connect(lambda _: self._look_at(self.layer.currentData()))

    def _fill_columns(self) -> None:
        for combo, more in ((self.code, ()), (self.name, (("", self.tr("as the codes")),))):
            combo.clear()
            for data, words in (*more, *((name, name) for name in self.file.columns)):
                combo.addItem(words, data)

    def _make_buttons(self) -> QDialogButtonBox:
        buttons = QDialogButtonBox()
        self.ok = buttons.addButton(self.tr("Take over"), QDialogButtonBox.ButtonRole.ActionRole)
        self.ok.setObjectName("take-areas")
        set_kind(self.ok, "primary")
        self.ok.clicked.connect(self._take)
        self.cancel = buttons.addButton(self.tr("Cancel"), QDialogButtonBox.ButtonRole.RejectRole)
        buttons.rejected.connect(self.reject)
        return buttons

    def _show_choice(self) -> None:
        choice = self.choice
        for combo, value in (
            (self.variable, choice.variable),
            (self.code, choice.code),
            (self.name, choice.name),
            (self.layer, choice.layer),
        ):
            combo.choose(value)

    # --- reading ---------------------------------------------------------------------------------------------------

    def _change(self, **changes: str) -> None:
        self.choice = replace(self.choice, **changes)  # type: ignore[arg-type]
        self._read_again()

    def _look_at(self, layer: str) -> None:
        """Look at another layer of the file."""
        path = self.choice.path

        def done(file: AreaFile) -> None:
            self.file = file
            self._fill_columns()
            self.choice = proposed(self.statistic, path, file)
            self._show_choice()
            self._read_again()

        self._run(LOOKING, lambda: look_at_areas(path, layer), done)

    def _run(self, slot: str, work: Callable[[], Result], done: Callable[[Result], None]) -> None:
        """Run a job with the bar of the dialog, which can be cancelled."""
        words = self.tr("Reading the boundaries ...")
        self.ok.setEnabled(False)

        def ended() -> None:
            self.summary.setText(self.tr("The boundaries were not read."))
            self.ok.setEnabled(self.read is not None)

        self.progress.run(self.context.jobs, slot, words, lambda _context: work(), done, ended, self._say)

    def _say(self, error: CkmError) -> None:
        self.message.show_message(error)

    def _read_again(self) -> None:
        """Read the boundaries as they are chosen now, and compare them with the codes."""
        statistic, choice = self.statistic, self.choice
        self.read = None
        self.message.clear()
        self._list("area", ())
        self._list("code", ())
        self.summary.setText("")
        self._run(READING, lambda: read_choice(statistic, choice), self._show)

    def _show(self, read: AreasRead) -> None:
        """Show how the areas fit."""
        self.read = read
        language, match = self.context.language, read.match
        title = self.variable.currentText()
        said = [sentence("areas_matched", variable=title, count=match.matched), *read.notices]
        self.summary.setText(" ".join(each.text(language) for each in said))
        self._list("area", match.without_area)
        names = {code: name for code, name in zip(read.areas.codes, read.areas.names, strict=True) if name != code}
        self._list("code", tuple(f"{code}  {names[code]}" if code in names else code for code in match.without_code))
        self.ok.setEnabled(True)
        self.ok.setFocus()

    def _list(self, which: str, lines: tuple[str, ...]) -> None:
        """List codes without an area, or areas without a code."""
        heading, listed = self.lists[which]
        words = self.tr("Codes without an area: %1") if which == "area" else self.tr("Areas without a code: %1")
        heading.setText(words.replace("%1", integer_text(len(lines), self.context.language)))
        listed.setAccessibleName(heading.text())
        listed.clear()
        listed.addItems(lines[:MOST_LISTED])
        for part in (heading, listed):
            part.setVisible(bool(lines))
        self._rest.setVisible(all(each.isHidden() for _, each in self.lists.values()))

    # --- keeping ---------------------------------------------------------------------------------------------------

    def _take(self) -> None:
        """Keep the areas beside the statistic."""
        desk, path = self.context.desk, self.context.desk.session.path
        statistic = desk.state.statistic
        if self.read is None or statistic is None or path is None:
            return
        choice = replace(self.read.choice, source=self.source.texts(), state=self.state.text().strip())
        read = replace(self.read, choice=choice)

        def keep() -> Statistic:
            return kept_beside(statistic, read, path)

        def done(made: Statistic) -> None:
            desk.run(commands.keep_areas(made.areas, self.variable.currentText()))
            kept = next(each for each in made.areas if (each.variable, each.state) == (choice.variable, choice.state))
            words = sentence("areas_imported", variable=choice.variable, count=kept.count, file=kept.file)
            self.context.show_message(words, "ok")
            self.accept()

        self._run(KEEPING, keep, done)


class AreasAction(QObject):
    """The entry "Import boundaries ..." of the page's menu, and what a dropped file of boundaries does."""

    def __init__(self, context: PageContext, page: QWidget) -> None:
        super().__init__(page)
        self.context, self._page = context, page
        self.action = QAction(self.tr("Import boundaries ..."), self, objectName="import-boundaries")
        self.action.triggered.connect(self.ask_for_file)

    def takes(self, paths: Sequence[Path]) -> bool:
        """Look at a file that may hold boundaries; whether it is one by its ending."""
        boundaries = [path for path in paths if path.suffix.lower() in SUFFIXES]
        if boundaries:
            self.open(boundaries[0])
        return bool(boundaries)

    def _is_ready(self) -> bool:
        """Whether the statistic has a file, beside which boundaries are kept; else a message asks for it."""
        desk = self.context.desk
        is_ready = desk.state.statistic is not None and desk.session.path is not None
        if not is_ready:
            self.context.show_message(sentence("desk_areas_need_file"), "warning")
        return is_ready

    def ask_for_file(self) -> None:
        """Ask for a file of boundaries."""
        if self._is_ready():
            words = self.tr("Boundaries (%1)").replace("%1", " ".join(f"*{suffix}" for suffix in SUFFIXES))
            path = self.context.frame.choose_open_file(self.tr("Import boundaries"), words)
            if path is not None:
                self.open(path)

    def open(self, path: Path) -> None:
        """Look at a file of boundaries, and show what can be chosen of it."""
        statistic = self.context.desk.state.statistic
        if statistic is None or not self._is_ready():
            return

        def done(file: AreaFile) -> None:
            AreasDialog(self.context, statistic, path, file, self._page.window()).open()

        def failed(error: CkmError) -> None:
            self.context.show_message(error)

        words = self.tr("Looking at %1 ...").replace("%1", path.name)
        start_shown(
            self.context.jobs, self.context.frame, LOOKING, words, lambda _context: look_at_areas(path), done, failed
        )
