"""The page of a release as it will go out: its sheets one at a time, or the lines of its text file."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QImage, QKeyEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from ckmcore.base.numbers import Language, integer_text
from ckmcore.errors import CkmError
from ckmcore.methods.draft import Draft
from ckmcore.office.settings import Office
from ckmcore.statistic.entry import Submission
from ckmcore.statistic.releases import HypercubeInFiles
from ckmdesk.base.announcer import announce
from ckmdesk.base.jobs import JobContext
from ckmdesk.base.unexpected import guarded
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import STEP, set_kind
from ckmdesk.pages.context import PageContext
from ckmdesk.pages.release.lines import form_title
from ckmdesk.services.sheets import page_picture, sheets_of
from ckmdesk.widgets.basic import Card, ElidedLabel, IconButton, WrapLabel, label
from ckmdesk.widgets.focus_mark import FRAMED
from ckmdesk.widgets.layouts import STRETCH, column_of, fill, row_of
from ckmdesk.widgets.plain_combo import PlainCombo
from ckmdesk.widgets.progress_strip import ProgressStrip
from ckmdesk.widgets.scrolled import Scrolled

SLOT = "release-page"
DPI = 144
LINES = 40  # of a text file on one page
Make = Callable[[JobContext], Draft]
_TEXT_FORMS = ("csv", "csv-long", "genesis", "px", "sdmx-csv-1", "sdmx-csv-2", "json-stat")


@dataclass(frozen=True)
class PreviewPage:
    """One page of `count`, from 0: a picture of a sheet, or lines of text. content: PDF or text of all pages."""

    number: int
    count: int
    content: bytes
    picture: QImage | None = None
    lines: str = ""


def first_page(draft: Draft, form: str, language: Language, office: Office, context: JobContext) -> PreviewPage:
    """Lay out a table in a form and return its first page.

    Text files are written as they will go out; the page of every other form is the printed sheet, which has the same
    title, figures, signs and notes. Raises LeakFound, Cancelled, and what the form cannot hold.
    """
    from ckmcore.formats.forms import PICTURES

    if form in _TEXT_FORMS:
        return _page(_text_of(draft, form, language, office), 0, text=True)
    if form in PICTURES:
        return _page(_picture_of(draft, language, office), 0, text=False)
    content = sheets_of(draft, language, office, cancelled=context.cancelled).content
    return _page(content, 0, text=False)


def _picture_of(draft: Draft, language: Language, office: Office) -> bytes:
    from ckmcore.formats.drawn_picture import released_pdf
    from ckmcore.formats.publishable import PublishableContent
    from ckmcore.formats.scan import refuse_hits, scan_content
    from ckmcore.presentation.present import present_draft

    page = present_draft(draft, language, office)
    content = released_pdf(page)
    refuse_hits("picture.pdf", scan_content(content, "picture.pdf", PublishableContent.of([page])))
    return content


def _text_of(draft: Draft, form: str, language: Language, office: Office) -> bytes:
    from ckmcore.formats.export import export_files
    from ckmcore.formats.forms import FORMS

    known_form = next(each_form for each_form in FORMS.values() if each_form.name == form)
    with tempfile.TemporaryDirectory() as folder:  # readable by this person alone
        path = Path(folder) / f"page{known_form.ending}"
        files = export_files(draft, path, language=language, form=known_form.name, office=office)
        return files[0].read_bytes()


def _page(content: bytes, number: int, *, text: bool) -> PreviewPage:
    if text:
        lines = content.decode("utf-8-sig", "replace").splitlines() or [""]
        shown = lines[number * LINES : (number + 1) * LINES]
        return PreviewPage(number, -(-len(lines) // LINES), content, lines="\n".join(shown))
    picture, count = page_picture(content, number, DPI)
    return PreviewPage(number, count, content, picture)


class PreviewPaper(QLabel):
    """The page itself; the keyboard turns it. Emits `turned(by)`, `ended(last)`."""

    turned = Signal(int)
    ended = Signal(bool)

    def __init__(self) -> None:
        super().__init__(objectName="release:page")
        set_kind(self, "sheet")
        self.setProperty(FRAMED, True)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    @guarded()
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in (Qt.Key.Key_PageDown, Qt.Key.Key_Right, Qt.Key.Key_PageUp, Qt.Key.Key_Left):
            self.turned.emit(1 if key in (Qt.Key.Key_PageDown, Qt.Key.Key_Right) else -1)
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self.ended.emit(key == Qt.Key.Key_End)
        else:
            super().keyPressEvent(event)


class PreviewCard(Card):
    """Card with one page of the chosen form.

    Emits `seen(release, pages, count)` when a page of a release is shown: its `read_key`, how many of its `count` pages
    were shown; where the keyboard came to the last page it is all of them. A release whose figures are
    only in its files has no page: it is seen. Emits `enlarged()` for all sheets in a window.
    """

    seen = Signal(str, int, int)
    enlarged = Signal()
    kept = ("place",)

    def __init__(self, context: PageContext) -> None:
        super().__init__()
        self._context, self._jobs, theme = context, context.jobs, context.theme
        self._make: Make | None = None
        self._key: object = None
        self._read_key = ""
        self._shown: set[int] = set()  # pages of the form that were shown
        self._language: Language = "de"
        self._kept_place: tuple[int, int] | None = None
        self.page: PreviewPage | None = None
        self._drafts: list[Draft] = []
        self.heading = label(self.tr("As the table will go out"), "heading")
        self.facts = ElidedLabel("", "secondary")
        self.form = PlainCombo()
        self.form.setAccessibleName(self.tr("Format of the page"))
        self.form.setObjectName("release:form")
        self.form.activated.connect(lambda _place: self._lay_out())
        self.back = IconButton(theme, "left", self.tr("Previous page"))
        self.on = IconButton(theme, "right", self.tr("Next page"))
        self.back.setObjectName("release:page-back")
        self.on.setObjectName("release:page-on")
        self.back.clicked.connect(lambda _=False: self.turn(-1))
        self.on.clicked.connect(lambda _=False: self.turn(1))
        self.larger = QPushButton(
            self.tr("Show large"), objectName="release:figures", toolTip=self.tr("All sheets in a window of their own")
        )
        set_kind(self.larger, "line")
        self.larger.clicked.connect(self.enlarged)
        self.paper = PreviewPaper()
        self.paper.turned.connect(self._turn_by_key)
        self.paper.ended.connect(lambda last: self.turn_to(10**9 if last else 0, by_key=True))
        self.room = Scrolled(QWidget())
        inner = self.room.widget()
        column_of(row_of(STRETCH, self.paper, STRETCH, margins=0), STRETCH, within=inner, margins=0)
        self.why = WrapLabel("", "warning")
        self.why.setObjectName("release:no-page")
        self.strip = ProgressStrip()
        self._rest = QWidget()
        turning = row_of((self.facts, 1), self.back, self.on, self.larger, spacing=STEP)
        fill(self.body, self.heading, turning, self.form, self.why, self.strip, (self.room, 1), (self._rest, 1))
        self._show_page()

    def show_release(self, read_key: str, submission: Submission, make: Make | None, key: object) -> None:
        """Show the first page of a release, unless it is shown; `key` changes when the page does."""
        forms = list(submission.request.forms)
        key = (key, tuple(forms), submission.request.language, self._context.settings.office.content_hash)
        if key == self._key:
            return
        self._key, self._make, self._language = key, make, submission.request.language
        self._read_key = read_key
        self._drafts = []
        self.form.clear()
        for form in forms:
            self.form.addItem(form_title(form).text(self._language), form)
        self.form.setVisible(len(forms) > 1)
        self._lay_out()

    def leave(self) -> None:
        """Show no page; the next release is laid out even if it is the same."""
        self._key = None
        self._jobs.cancel(SLOT)
        self.strip.end()
        self._show(None)

    @property
    def _form_name(self) -> str:
        return str(self.form.currentData() or "pdf")

    def _lay_out(self) -> None:
        if self._make is not None:  # else it says why
            self.why.setText("")
        self._show(None)
        self._shown = set()
        make, drafts = self._make, self._drafts
        form, language, office = self._form_name, self._language, self._context.settings.office
        if make is None:
            self._jobs.cancel(SLOT)
            return

        def work(context: JobContext) -> PreviewPage:
            draft = drafts[0] if drafts else make(context)
            drafts[:] = [draft]
            return first_page(draft, form, language, office, context)

        def done(page: PreviewPage) -> None:
            self.strip.end()
            self._show_turned(page)

        self.strip.show_soon(self.tr("Laying out the page ..."), self._cancelled)
        self._jobs.start(SLOT, work, done, self.refuse)

    def _cancelled(self) -> None:
        self._jobs.cancel(SLOT)
        self.strip.end()
        self._key = None
        self.why.setText(self.tr("Page not shown. Select the entry again to lay it out."))
        self._show_page()

    def refuse(self, error: CkmError) -> None:
        """Show why there is no page."""
        self.strip.end()
        self.why.setText(error.text(self._context.language))
        self._show_page()
        announce(self.why.text())
        if isinstance(error, HypercubeInFiles):  # its margins are listed; there is no page of all of them
            self.seen.emit(self._read_key, 1, 1)

    def turn(self, by: int, *, by_key: bool = False) -> None:
        """Show a page further on, or back."""
        if self.page is not None:
            self.turn_to(self.page.number + by, by_key=by_key)

    def _turn_by_key(self, by: int) -> None:
        self.turn(by, by_key=True)

    def turn_to(self, number: int, *, by_key: bool = False) -> None:
        """Show a page by its number from 0, at most the last one."""
        page = self.page
        if page is None:
            return
        number = min(max(number, 0), page.count - 1)
        if number == page.number:
            return
        content, text = page.content, page.picture is None

        def done(turned: PreviewPage) -> None:
            self._show_turned(turned, by_key=by_key)

        self._jobs.start(SLOT, lambda _context: _page(content, number, text=text), done, self.refuse)

    def _show_turned(self, page: PreviewPage, *, by_key: bool = False) -> None:
        self._show(page)
        self._shown |= set(range(page.count)) if by_key and page.number + 1 == page.count else {page.number}
        self.seen.emit(self._read_key, len(self._shown), page.count)
        self._go_to_kept_place(page)

    @property
    def place(self) -> tuple[int, int]:
        """Return the number of the page and how far it is scrolled down; a card built again goes there."""
        return 0 if self.page is None else self.page.number, self.room.verticalScrollBar().value()

    @place.setter
    def place(self, place: tuple[int, int]) -> None:
        self._kept_place = place if any(place) else None

    def _go_to_kept_place(self, page: PreviewPage) -> None:
        if self._kept_place is None:
            return
        number, down = self._kept_place
        if page.number < min(number, page.count - 1):
            self.turn_to(number)
            return
        self._kept_place = None
        self.body.activate()  # the room gets its size, and with it its range
        self._fit()
        self.room.fit()
        self.room.verticalScrollBar().setValue(down)

    def _show(self, page: PreviewPage | None) -> None:
        self.page = page
        self._show_page()

    def _show_page(self) -> None:
        page, language = self.page, self._context.language
        self.room.setVisible(page is not None)
        self._rest.setVisible(page is None)
        self.why.setVisible(bool(self.why.text()))
        for button, there in (
            (self.back, page is not None and page.number > 0),
            (self.on, page is not None and page.number + 1 < page.count),
        ):
            button.setEnabled(there)
        if page is None:
            self.facts.set_text("")
            return
        words = self.tr("Page %1 of %2").replace("%1", integer_text(page.number + 1, language))
        words = words.replace("%2", integer_text(page.count, language))
        self.facts.set_text(f"{form_title(self._form_name).text(language)} · {words}")
        self.paper.setAccessibleName(f"{self.heading.text()}: {self.facts.text_whole()}")
        self.paper.setAccessibleDescription(page.lines)
        if page.picture is None:
            self.paper.setScaledContents(False)
            self.paper.setPixmap(QPixmap())
            self.paper.setText(page.lines)
        else:
            self.paper.setPixmap(QPixmap.fromImage(page.picture))
            self.paper.setScaledContents(True)
        self._fit()
        announce(self.facts.text_whole(), about="page")

    def _fit(self) -> None:
        """Fit a sheet to the width of the card, but not larger than on paper."""
        page = self.page
        if page is None:
            return
        if page.picture is None:
            self.paper.setMinimumSize(QSize(0, 0))
            self.paper.setMaximumSize(QSize(1 << 20, 1 << 20))
            return
        size = page.picture.size()
        width = max(px(120), min(self.room.width() - 4 * STEP, size.width() * 96 // DPI))
        self.paper.setFixedSize(width, width * size.height() // size.width())

    @guarded()
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
