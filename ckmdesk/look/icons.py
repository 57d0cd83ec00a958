"""Icons by what they mean: one outline family (Material Design), drawn by QtAwesome in the theme's colours."""

from __future__ import annotations

import atexit
from typing import Any

from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QPixmap

from ckmdesk.look.text_size import px

# Our word -> the family's name. Where a word has a filled form, it is "<word>-filled" (the chosen item of the rail).
NAMES = {
    "about": "information-outline",
    "add": "plus",
    "arrow-down": "arrow-down",
    "arrow-up": "arrow-up",
    "calendar": "calendar-blank-outline",
    "category": "format-list-bulleted",
    "change": "delta",
    "check": "check",
    "close": "close",
    "columns": "view-column-outline",
    "copy": "content-copy",
    "data": "database-outline",
    "data-filled": "database",
    "delete": "trash-can-outline",
    "discard": "file-undo-outline",
    "distribution": "chart-histogram",
    "down": "chevron-down",
    "draft": "pencil-outline",
    "drop": "tray-arrow-down",
    "error": "alert-circle-outline",
    "export": "export-variant",
    "file": "file-outline",
    "file-csv": "file-delimited-outline",
    "filter": "filter-outline",
    "folder": "folder-open-outline",
    "group": "layers-outline",
    "help": "help-circle-outline",
    "hierarchy": "file-tree-outline",
    "home": "home-outline",
    "identifier": "card-account-details-outline",
    "import": "import",
    "info": "information-outline",
    "key": "key-outline",
    "language": "translate",
    "keyboard": "keyboard-outline",
    "layers": "file-multiple-outline",
    "left": "chevron-left",
    "link": "link-variant",
    "lock": "lock-outline",
    "median": "chart-bell-curve",
    "menu": "dots-horizontal",
    "method": "tune-variant",
    "method-filled": "tune-variant",
    "modified": "circle-medium",
    "new-data": "file-plus-outline",
    "not-tested": "progress-question",
    "number": "pound",
    "offline": "wifi-off",
    "ok": "check-circle-outline",
    "pane": "dock-left",
    "paste": "content-paste",
    "print": "printer-outline",
    "percent": "percent-outline",
    "picture": "chart-bar",
    "pin": "pin-outline",
    "presentation": "table-eye",
    "quality": "gauge",
    "quality-filled": "gauge-full",
    "rate": "account-multiple-outline",
    "ratio": "division",
    "read-only": "eye-outline",
    "redo": "redo-variant",
    "refresh": "refresh",
    "right": "chevron-right",
    "rows": "view-sequential-outline",
    "save": "content-save-outline",
    "release": "send-check-outline",
    "release-filled": "send-check",
    "search": "magnify",
    "settings": "cog-outline",
    "settings-filled": "cog",
    "stack": "view-agenda-outline",
    "sum": "sigma",
    "swap": "swap-horizontal",
    "map": "map-outline",
    "table-and-picture": "view-split-vertical",
    "tables": "table",
    "tables-filled": "table-large",
    "theme": "theme-light-dark",
    "undo": "undo-variant",
    "up": "chevron-up",
    "user": "account-outline",
    "variant": "compare",
    "warning": "alert-outline",
    "weight": "weight",
}


_FAMILY = "mdi6"
_loaded: list[Any] = []
# The font draws an icon anew at every paint, thirty times for one drop.
SIZES = (14, 16, 20)
_drawn: dict[tuple[str, int, int, float, tuple[int, ...]], QIcon] = {}
_pictures: dict[tuple[str, int, int, float], QPixmap] = {}


def _font() -> Any:
    # QtAwesome's own `icon` loads all of its ten fonts at once; we need one, and the window shall be up at once.
    if not _loaded:
        import qtawesome

        bundled = next(font for font in qtawesome._BUNDLED_FONTS if font[0] == _FAMILY)
        _loaded.append(qtawesome.IconicFont(bundled))
    return _loaded[0]


def _engine(name: str, color: QColor, disabled: QColor) -> QIcon:
    q_icon: QIcon = _font().icon(f"{_FAMILY}.{NAMES.get(name, name)}", color=color, color_disabled=disabled)
    return q_icon


def icon(name: str, color: QColor, disabled: QColor) -> QIcon:
    """Return the icon for a name of ours or of the icon family, drawn once for each colour and text size.

    `color` and `disabled` are the colours of its two states. It is used up to 20 px at 100 % text size.
    """
    app = QGuiApplication.instance()
    ratio = app.devicePixelRatio() if isinstance(app, QGuiApplication) else 1.0
    sizes = tuple(px(size) for size in SIZES)
    key = (name, color.rgba(), disabled.rgba(), ratio, sizes)
    if key not in _drawn:
        engine, q_icon = _engine(name, color, disabled), QIcon()
        for size in sizes:
            q_icon.addPixmap(engine.pixmap(QSize(size, size), ratio))
        q_icon.addPixmap(engine.pixmap(QSize(px(16), px(16)), ratio, QIcon.Mode.Disabled), QIcon.Mode.Disabled)
        _drawn[key] = q_icon
    return _drawn[key]


def pixmap(name: str, color: QColor, size: int, ratio: float) -> QPixmap:
    """Return an icon of any size as a pixmap, drawn once for each colour."""
    key = (name, color.rgba(), size, ratio)
    if key not in _pictures:
        _pictures[key] = _engine(name, color, color).pixmap(QSize(size, size), ratio)
    return _pictures[key]


@atexit.register
def forget() -> None:
    """Delete all drawn icons: pixmaps must not outlive the application, which PySide deletes after this."""
    _drawn.clear()
    _pictures.clear()
