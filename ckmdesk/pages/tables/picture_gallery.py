"""The gallery of kinds of pictures: each that fits drawn from the table's own figures; below what does not, and why."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QKeyEvent, QPainter, QPixmap
from PySide6.QtWidgets import QButtonGroup, QToolButton, QWidget

from ckmcore.base.numbers import Language
from ckmcore.messages import Sentence
from ckmcore.pictures.kinds import KINDS
from ckmcore.pictures.model import Mark, PictureArea, PictureBox, PictureCells, PicturePath, TablePicture
from ckmcore.tabulate.picture_choice import KindName
from ckmdesk.base.unexpected import guarded
from ckmdesk.look.table_picture import colours_of, paint_marks
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import SMALL_POINTS, STEP, Theme, set_kind
from ckmdesk.state.picture_offer import PictureOffer
from ckmdesk.state.picture_reading import small_marks
from ckmdesk.widgets.basic import WrapLabel, label
from ckmdesk.widgets.layouts import STRETCH, column_of
from ckmdesk.widgets.scrolled import Scrolled
from ckmdesk.widgets.view_state import settled

WIDTH, TILE, SMALL = 136, QSize(120, 80), QSize(88, 46)
_AIR, _POINT = 4, 5


class KindTile(QToolButton):
    """A kind of picture, small, with its name. The arrow keys go to the next one, which is then chosen."""

    def __init__(self, kind: KindName, words: str) -> None:
        super().__init__(checkable=True, objectName=f"kind:{kind}")
        self.kind = kind
        settled(self)
        set_kind(self, "tile")
        font = self.font()
        font.setPointSize(SMALL_POINTS)
        self.setFont(font)
        self.setText(words)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setIconSize(QSize(px(SMALL.width()), px(SMALL.height())))
        self.setFixedSize(px(TILE.width()), px(TILE.height()))
        self.setToolTip(words)

    @guarded()
    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Left: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_Right: 1}.get(
            Qt.Key(event.key())
        )
        group = self.group()
        if step is None or group is None:
            super().keyPressEvent(event)
            return
        tiles = group.buttons()
        place = tiles.index(self) + step
        if 0 <= place < len(tiles):
            tiles[place].setFocus(Qt.FocusReason.OtherFocusReason)
            tiles[place].click()


class PictureGallery(Scrolled):
    """Tiles of the kinds that fit; emits `chosen(kind)`."""

    chosen = Signal(str)

    def __init__(self, theme: Theme) -> None:
        inside = QWidget()
        super().__init__(inside, sideways=False)
        self.theme = theme
        self.setObjectName("picture-gallery")
        set_kind(self, "surface")
        set_kind(inside, "surface")
        inside.setFixedWidth(px(WIDTH))
        self.setAccessibleName(self.tr("Kind of picture"))
        self.heading = label(self.tr("Kind of picture"), "heading")
        self.unfit = WrapLabel("", "small")
        self.unfit_heading = label(self.tr("Does not fit"), "heading")
        self._tiles = column_of(margins=0, spacing=6)
        column_of(
            self.heading,
            self._tiles,
            STEP,
            self.unfit_heading,
            self.unfit,
            STRETCH,
            within=inside,
            margins=(STEP, STEP, STEP, STEP),
            spacing=4,
        )
        self.group = QButtonGroup(self)
        self.group.setExclusive(True)
        self.tiles: dict[KindName, KindTile] = {}
        self._small: Mapping[KindName, TablePicture] = {}
        theme.changed.connect(self._draw)

    def show_offer(self, offer: PictureOffer | None, current: KindName | None, language: Language) -> None:
        """Show the kinds that fit, and why others do not."""
        kinds: Mapping[KindName, Sentence | None] = {} if offer is None else offer.kinds
        fitting = [kind for kind, reason in kinds.items() if reason is None]
        if fitting != list(self.tiles):
            self._make(fitting, language)
        self._small = {} if offer is None else offer.small
        self._draw()
        self.choose(current)
        others = [(kind, reason) for kind, reason in kinds.items() if reason is not None]
        words = [f"{KINDS[kind].title.text(language)}: {reason.text(language)}" for kind, reason in others]
        self.unfit.setText("\n".join(words))
        self.unfit.setVisible(bool(words))
        self.unfit_heading.setVisible(bool(words))

    def choose(self, kind: KindName | None) -> None:
        """Mark the kind that is shown without a signal."""
        tile = None if kind is None else self.tiles.get(kind)
        if tile is not None:
            tile.setChecked(True)

    def _make(self, kinds: list[KindName], language: Language) -> None:
        for tile in self.tiles.values():
            self.group.removeButton(tile)
            self._tiles.removeWidget(tile)
            tile.hide()
            tile.deleteLater()
        self.tiles = {}
        for kind in kinds:
            tile = self.tiles[kind] = KindTile(kind, KINDS[kind].title.text(language))
            tile.clicked.connect(lambda _checked=False, kind=kind: self.chosen.emit(kind))
            self.group.addButton(tile)
            self._tiles.addWidget(tile)

    def _draw(self) -> None:
        for kind, tile in self.tiles.items():
            picture = self._small.get(kind)
            if picture is not None:
                tile.setIcon(QIcon(self._pixmap(picture)))

    def _pixmap(self, picture: TablePicture) -> QPixmap:
        """The bars, points and lines of a picture, fitted into a tile."""
        ratio = self.devicePixelRatioF()
        width, height = px(SMALL.width()), px(SMALL.height())
        pixmap = QPixmap(round(width * ratio), round(height * ratio))
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        marks = list(small_marks(picture))
        around = _around(marks)
        if not around.isEmpty():
            across, down = (width - 2 * _AIR) / around.width(), (height - 2 * _AIR) / around.height()
            left, is_map = float(_AIR), KINDS[picture.kind].is_map
            if is_map:  # it keeps its form
                across = down = min(across, down)
                left = (width - around.width() * across) / 2

            def placed(x: float, y: float) -> tuple[float, float]:
                return left + (x - around.left()) * across, _AIR + (y - around.top()) * down

            painter = QPainter(pixmap)
            smaller = [_smaller(mark, placed, across, down, is_map=is_map) for mark in marks]
            paint_marks(painter, smaller, colours_of(dark=self.theme.dark))
            painter.end()
        return pixmap


def _smaller(
    mark: Mark, placed: Callable[[float, float], tuple[float, float]], across: float, down: float, *, is_map: bool
) -> Mark:
    """A mark in the room of a tile: bars and maps are scaled, other points and lines keep their form."""
    if isinstance(mark, PicturePath):
        return replace(mark, points=tuple(placed(x, y) for x, y in mark.points), width=1.5)
    if isinstance(mark, PictureArea):
        return replace(mark, rings=tuple(np.stack(placed(*ring.T), axis=1) for ring in mark.rings))
    if isinstance(mark, PictureCells):
        left, top = placed(mark.x, mark.y)  # type: ignore[arg-type]  # each of them
        width = np.maximum(mark.width * across, 0.5)
        return replace(mark, x=left, y=top, width=width, height=max(mark.height * down, 0.5))
    x, y = placed(mark.x, mark.y)
    if isinstance(mark, PictureBox):
        return replace(mark, x=x, y=y, width=mark.width * across, height=max(mark.height * down, 1))
    return replace(mark, x=x, y=y, size=mark.size * across if is_map else _POINT)


def _around(marks: list[Mark]) -> QRectF:
    """The rectangle around marks."""
    places: list[tuple[float, float]] = []
    for mark in marks:
        if isinstance(mark, PicturePath):
            places.extend(mark.points)
        elif isinstance(mark, PictureArea):
            places += [
                corner for ring in mark.rings for corner in (ring.min(axis=0).tolist(), ring.max(axis=0).tolist())
            ]
        elif isinstance(mark, PictureCells):
            if len(mark.x):
                right, bottom = mark.x + mark.width, mark.y + mark.height
                places += [(mark.x.min(), mark.y.min()), (right.max(), bottom.max())]
        elif isinstance(mark, PictureBox):
            places += [(mark.x, mark.y), (mark.x + mark.width, mark.y + mark.height)]
        else:
            places += [(mark.x - 4, mark.y - 4), (mark.x + 4, mark.y + 4)]
    if not places:
        return QRectF()
    across, down = [x for x, _ in places], [y for _, y in places]
    return QRectF(min(across), min(down), max(max(across) - min(across), 1), max(max(down) - min(down), 1))
