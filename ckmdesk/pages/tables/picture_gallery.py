"""The gallery of kinds of pictures: each that fits drawn from the table's own figures; below what does not, and why."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon, QKeyEvent, QPixmap
from PySide6.QtWidgets import QButtonGroup, QToolButton, QWidget

from ckmcore.base.numbers import Language
from ckmcore.messages import Sentence
from ckmcore.pictures.kinds import KINDS
from ckmcore.pictures.model import TablePicture
from ckmcore.tabulate.picture_choice import KindName
from ckmdesk.base.unexpected import guarded
from ckmdesk.look.small_picture import small_image
from ckmdesk.look.text_size import px
from ckmdesk.look.theme import SMALL_POINTS, STEP, Theme, set_kind
from ckmdesk.state.picture_offer import PictureOffer
from ckmdesk.widgets.basic import WrapLabel, label
from ckmdesk.widgets.layouts import STRETCH, column_of
from ckmdesk.widgets.scrolled import Scrolled
from ckmdesk.widgets.view_state import settled

WIDTH, TILE, SMALL = 136, QSize(120, 80), QSize(88, 46)


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
                size, ratio = QSize(px(SMALL.width()), px(SMALL.height())), self.devicePixelRatioF()
                image = small_image(picture, size, ratio, dark=self.theme.dark)
                tile.setIcon(QIcon(QPixmap.fromImage(image)))
