"""Icons by what they mean: one outline family (Material Design), drawn by QtAwesome in the theme's colours."""

from __future__ import annotations

from typing import Any

from PySide6.QtGui import QColor, QIcon

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
    "layers": "file-multiple-outline",
    "left": "chevron-left",
    "link": "link-variant",
    "lock": "lock-outline",
    "menu": "dots-horizontal",
    "method": "tune-variant",
    "method-filled": "tune-variant",
    "new-data": "file-plus-outline",
    "number": "pound",
    "offline": "wifi-off",
    "ok": "check-circle-outline",
    "pane": "dock-left",
    "percent": "percent-outline",
    "pin": "pin-outline",
    "presentation": "table-eye",
    "rate": "account-multiple-outline",
    "ratio": "division",
    "read-only": "eye-outline",
    "redo": "redo-variant",
    "refresh": "refresh",
    "right": "chevron-right",
    "rows": "view-sequential-outline",
    "save": "content-save-outline",
    "search": "magnify",
    "stack": "view-agenda-outline",
    "sum": "sigma",
    "swap": "swap-horizontal",
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


def _font() -> Any:
    # QtAwesome's own `icon` loads all of its ten fonts at once; we need one, and the window shall be up at once.
    if not _loaded:
        import qtawesome

        bundled = next(font for font in qtawesome._BUNDLED_FONTS if font[0] == _FAMILY)
        _loaded.append(qtawesome.IconicFont(bundled))
    return _loaded[0]


def icon(name: str, color: QColor, disabled: QColor) -> QIcon:
    """The icon for one of our words, or for a name of the family itself."""
    made: QIcon = _font().icon(f"{_FAMILY}.{NAMES.get(name, name)}", color=color, color_disabled=disabled)
    return made
