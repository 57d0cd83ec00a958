"""The handbook in a window of its own: index and search at the left, the page at the right. It needs no network."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QPoint, QRect, QSize, Qt, QUrl
from PySide6.QtGui import (
    QBrush,
    QImage,
    QKeySequence,
    QResizeEvent,
    QShortcut,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextFrameFormat,
    QTextTable,
)
from PySide6.QtWidgets import (
    QDialog,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QSplitter,
    QTextBrowser,
    QWidget,
)

from ckmcore.base.version import VERSION
from ckmdesk.accessibility.document import Paper, Part
from ckmdesk.accessibility.interfaces import Role
from ckmdesk.base.paths import resources
from ckmdesk.base.settings import Settings
from ckmdesk.base.unexpected import guarded
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import MARGIN, SMALL_STEP, STEP, Theme
from ckmdesk.state.handbook import INDEX, HandbookPage, file_of, find_words, read_handbook
from ckmdesk.widgets.basic import IconButton, label
from ckmdesk.widgets.layouts import column_of, row_of
from ckmdesk.widgets.scrolled import grown

SIZE = (1120, 760)
INDEX_WIDTH = 290
LINE_HEIGHT = 115  # in percent
NAME = int(Qt.ItemDataRole.UserRole)
Resource = QTextDocument.ResourceType


class PageView(QTextBrowser):
    """View of a handbook page; pictures are never wider than the view. Nothing outside the handbook is loaded."""

    def __init__(self, folder: Path, theme: Theme) -> None:
        super().__init__()
        self._folder, self._theme = folder, theme
        self._pictures: list[QUrl] = []
        self.setOpenLinks(False)
        self.document().setDocumentMargin(2 * MARGIN)
        # A caret, so that a screen reader can go through the text line by line.
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextBrowserInteraction | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )

    @guarded()
    def loadResource(self, kind: int, url: QUrl) -> Any:
        if not Path(url.toLocalFile()).resolve().is_relative_to(self._folder.resolve()):
            return None
        if int(kind) != Resource.ImageResource.value:
            return super().loadResource(kind, url)
        picture = QImage(url.toLocalFile())
        available_width = round(self.viewport().width() - 2 * self.document().documentMargin())
        if picture.width() <= available_width or available_width <= 0:
            return picture
        return picture.scaledToWidth(available_width, Qt.TransformationMode.SmoothTransformation)

    @guarded()
    def resizeEvent(self, event: QResizeEvent) -> None:
        self._fit_pictures()
        super().resizeEvent(event)

    def _fit_pictures(self) -> None:
        for url in self._pictures:
            self.document().addResource(
                Resource.ImageResource, url, self.loadResource(Resource.ImageResource.value, url)
            )
        if self._pictures:
            self.document().markContentsDirty(0, self.document().characterCount())

    def dress(self) -> None:
        """Format the loaded page: space between its parts, and our table lines."""
        self._pictures.clear()
        block = self.document().begin()
        while block.isValid():
            form = block.blockFormat()
            if form.headingLevel() > 1:
                form.setTopMargin(3 * STEP)
                form.setBottomMargin(STEP)
            form.setNonBreakableLines(False)  # an example in a narrow window
            if not self._dress_pieces(block):
                form.setLineHeight(LINE_HEIGHT, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
            QTextCursor(block).setBlockFormat(form)
            block = block.next()
        for frame in self.document().rootFrame().childFrames():
            if isinstance(frame, QTextTable):
                form = frame.format()
                form.setBorderBrush(QBrush(self._theme.color("border")))
                form.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
                form.setCellPadding(SMALL_STEP)
                form.setTopMargin(STEP)
                form.setBottomMargin(STEP)
                frame.setFormat(form)
        self._fit_pictures()  # a scroll bar may have come since they were read

    def parts(self) -> list[Part]:
        """Headings, paragraphs, links and pictures of the page in the order of reading, for a screen reader."""
        result: list[Part] = []
        block = self.document().begin()
        while block.isValid():
            text, level = block.text().replace("\ufffc", "").strip(), block.blockFormat().headingLevel()
            if text:
                role = Role.Heading if level else Role.ListItem if block.textList() is not None else Role.Paragraph
                result.append(Part(role, text, partial(self._place_of, block.position(), block.length()), level))
            for piece in [piece.fragment() for piece in block]:
                form, piece_rect = piece.charFormat(), partial(self._place_of, piece.position(), piece.length())
                if form.isImageFormat():
                    alt = str(form.property(QTextFormat.Property.ImageAltText) or "")
                    result.append(Part(Role.Graphic, alt, piece_rect))
                elif form.isAnchor():
                    follow = partial(self.anchorClicked.emit, self.source().resolved(QUrl(form.anchorHref())))
                    result.append(Part(Role.Link, piece.text(), piece_rect, act=follow))
            block = block.next()
        return result

    def _place_of(self, position: int, length: int) -> QRect:
        """Return the screen rectangle of some characters of the text."""
        first, last_cursor = QTextCursor(self.document()), QTextCursor(self.document())
        first.setPosition(position)
        last_cursor.setPosition(max(position, min(position + length, self.document().characterCount()) - 1))
        area = self.cursorRect(first).united(self.cursorRect(last_cursor))
        return QRect(self.viewport().mapToGlobal(QPoint(0, area.top())), QSize(self.viewport().width(), area.height()))

    def _dress_pieces(self, block: QTextBlock) -> bool:
        """Underline links, to mark them by more than their colour; return whether the block holds a picture."""
        dress_pieces, underlined = False, QTextCharFormat()
        underlined.setFontUnderline(True)
        for piece in [piece.fragment() for piece in block]:
            form = piece.charFormat()
            if form.isImageFormat():
                self._pictures.append(self.source().resolved(QUrl(form.toImageFormat().name())))
                dress_pieces = True
            elif form.isAnchor():
                cursor = QTextCursor(self.document())
                cursor.setPosition(piece.position())
                cursor.setPosition(piece.position() + piece.length(), QTextCursor.MoveMode.KeepAnchor)
                cursor.mergeCharFormat(underlined)
        return dress_pieces


class Handbook(QDialog):
    """The handbook in the window's language; its keys are Esc, Alt+Left and Ctrl+F."""

    def __init__(self, settings: Settings, theme: Theme, parent: QWidget, page: str = INDEX) -> None:
        super().__init__(parent)
        self.settings, self.theme = settings, theme
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("handbook")
        self._folder = resources() / "handbook"
        self._pages: dict[str, HandbookPage] = {}
        self._shown = page
        self.back = IconButton(theme, "left")
        self.to_index = IconButton(theme, "home")
        self.search = QLineEdit(clearButtonEnabled=True)
        self.index = QListWidget(objectName="handbook-index", wordWrap=True)
        self.index.setSpacing(1)
        self.index.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view = PageView(self._folder, theme)
        self.view.setObjectName("handbook-page")
        self.paper = Paper()
        self.version = label("", "small")
        self._lay_out()
        self.back.clicked.connect(self.view.backward)
        self.to_index.clicked.connect(lambda: self.show_page(INDEX))
        self.view.backwardAvailable.connect(self.back.setEnabled)
        self.view.anchorClicked.connect(self._follow)
        self.view.sourceChanged.connect(self._came_to)
        self.search.textChanged.connect(self._fill_index)
        self.search.returnPressed.connect(self._open_first)
        self.index.itemClicked.connect(self._open_item)
        self.index.itemActivated.connect(self._open_item)
        for key, act in (("Alt+Left", self.view.backward), ("Ctrl+F", self._to_search)):
            QShortcut(QKeySequence(key), self).activated.connect(act)
        theme.changed.connect(self._retheme)
        settings.listeners.append(self._on_setting)
        self.finished.connect(self._let_go)
        self.resize(grown(QSize(*SIZE), self.screen().availableSize()))
        self.retranslate()

    def _lay_out(self) -> None:
        line = row_of(self.back, self.to_index, (self.search, 1), spacing=STEP)
        side = QWidget()
        column_of(line, (self.index, 1), self.version, within=side, margins=0, spacing=STEP)
        halves = QSplitter(childrenCollapsible=False)
        halves.addWidget(side)
        column_of(self.view, within=self.paper, margins=0)
        halves.addWidget(self.paper)
        halves.setStretchFactor(1, 1)
        halves.setSizes([px(INDEX_WIDTH), px(SIZE[0] - INDEX_WIDTH)])
        column_of(halves, within=self, margins=MARGIN)

    # --- words ---------------------------------------------------------------------------------------------------

    def retranslate(self) -> None:
        """Set all texts in the window's language, and show the same page in it."""
        self._pages = {page.name: page for page in read_handbook(self._folder, self.settings.language)}
        self.setWindowTitle(self.tr("Handbook"))
        self.back.set_tip(self.tr("Page before") + " (" + self.tr("Alt+Left") + ")")
        self.to_index.set_tip(self.tr("Contents"))
        self.search.setPlaceholderText(self.tr("search (Ctrl+F)"))
        self.search.setAccessibleName(self.tr("Search handbook"))
        self.index.setAccessibleName(self.tr("Pages of the handbook"))
        self.version.setText(self.tr("ckmdesk, version %1").replace("%1", VERSION))
        self.show_page(self._shown)
        self.view.clearHistory()
        self.back.setEnabled(False)
        self._fill_index()

    def _on_setting(self, name: str) -> None:
        if name == "language":
            self.retranslate()

    def _retheme(self) -> None:
        self.view.reload()  # the colour of links is set when a page is read
        self._fill_index()

    # --- pages ---------------------------------------------------------------------------------------------------

    @property
    def page(self) -> HandbookPage:
        """The page that is shown."""
        return self._pages[self._shown]

    def show_page(self, name: str) -> None:
        """Show a page by its name; the index if there is no such page."""
        name = name if name in self._pages else INDEX
        address = QUrl.fromLocalFile(str(file_of(self._folder, self.settings.language, name)))
        self.view.setSource(address, Resource.MarkdownResource)

    def _came_to(self, address: QUrl) -> None:
        self.view.dress()
        self._shown = Path(address.toLocalFile()).stem
        self.view.setAccessibleName(self.page.title)
        self.paper.setAccessibleName(self.page.title)
        self.paper.show_parts(self.view.parts())
        if not self.search.text():
            self._mark()

    def _follow(self, address: QUrl) -> None:
        self.show_page(Path(address.path()).stem)

    # --- index and search ----------------------------------------------------------------------------------------

    def _to_search(self) -> None:
        self.search.setFocus()
        self.search.selectAll()

    def _fill_index(self) -> None:
        self.index.clear()
        if self.search.text().strip():
            for hit in find_words(tuple(self._pages.values()), self.search.text()):
                self._add(hit.page, f"{hit.page.title}\n{hit.excerpt}")
            if self.index.count() == 0:
                self._add_heading(self.tr("No page has all these words."))
            return
        part_title = ""
        for page in self._pages.values():
            if page.part != part_title:
                part_title = page.part
                self._add_heading(part_title)
            self._add(page, page.title)
        self._mark()

    def _add(self, page: HandbookPage, text: str) -> None:
        item = QListWidgetItem(text)
        item.setData(NAME, page.name)
        self.index.addItem(item)

    def _add_heading(self, text: str) -> None:
        item = QListWidgetItem(text)
        item.setFlags(Qt.ItemFlag.NoItemFlags)
        item.setFont(self.theme.font(bold=True))
        item.setForeground(self.theme.color("secondary"))
        self.index.addItem(item)

    def _mark(self) -> None:
        for row in range(self.index.count()):
            if self.index.item(row).data(NAME) == self._shown:
                self.index.setCurrentRow(row)

    def _open_item(self, item: QListWidgetItem) -> None:
        if item.data(NAME) is None:
            return
        self.show_page(item.data(NAME))
        for word in self.search.text().split():
            if self.view.find(word):
                break

    def _open_first(self) -> None:
        if self.index.count() > 0:
            self.index.setCurrentRow(0)
            self._open_item(self.index.item(0))

    def _let_go(self) -> None:
        self.paper.show_parts(())
        if self._on_setting in self.settings.listeners:
            self.settings.listeners.remove(self._on_setting)
