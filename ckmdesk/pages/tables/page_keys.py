"""The keys of the table page that no menu of the window shows, for the help."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication


def page_keys() -> list[tuple[str, list[tuple[str, str]]]]:
    """Of the list of variables, the shelves, the saved tables and the table: what a key does, and the key."""
    return [
        (
            QCoreApplication.translate("TableKeys", "List of variables"),
            [
                (QCoreApplication.translate("TableKeys", "Into rows, or columns; out of the table"), _enter()),
                (
                    QCoreApplication.translate("TableKeys", "Into a block of its own under the rows"),
                    _with(_shift(), _enter()),
                ),
                (QCoreApplication.translate("TableKeys", "Into rows"), "R, Z"),
                (QCoreApplication.translate("TableKeys", "Into columns"), "C, S"),
                (QCoreApplication.translate("TableKeys", "Onto sheets"), "L, B"),
                (QCoreApplication.translate("TableKeys", "Into filter"), "F"),
                (QCoreApplication.translate("TableKeys", "Find an entry; Esc ends it"), _letters()),
                (QCoreApplication.translate("TableKeys", "Out of the table"), _delete()),
            ],
        ),
        (
            QCoreApplication.translate("TableKeys", "Rows, columns, filter, values, sheets"),
            [
                (QCoreApplication.translate("TableKeys", "Menu: levels, order, categories, blocks"), _enter()),
                (QCoreApplication.translate("TableKeys", "One place on"), _arrows(_control())),
                (
                    QCoreApplication.translate("TableKeys", "The block one place up or down"),
                    _with(_control(), _arrows(_shift())),
                ),
                (QCoreApplication.translate("TableKeys", "Out of the table; a block into the one before"), _delete()),
            ],
        ),
        (
            QCoreApplication.translate("TableKeys", "Headings of the table"),
            [
                (QCoreApplication.translate("TableKeys", "From the first row or column into the headings"), _arrows()),
                (
                    QCoreApplication.translate("TableKeys", "Choose; once more: sort by it; show what is hidden"),
                    _enter(),
                ),
                (QCoreApplication.translate("TableKeys", "Choose all up to here"), _with(_shift(), _space())),
                (QCoreApplication.translate("TableKeys", "Choose this one, too"), _with(_control(), _space())),
                (QCoreApplication.translate("TableKeys", "Move what is chosen"), _arrows(_shift())),
                (QCoreApplication.translate("TableKeys", "Back to the figures"), "Esc"),
            ],
        ),
        (
            QCoreApplication.translate("TableKeys", "Saved tables"),
            [
                (QCoreApplication.translate("TableKeys", "Open"), _enter()),
                (QCoreApplication.translate("TableKeys", "Rename"), "F2"),
                (QCoreApplication.translate("TableKeys", "Duplicate"), f"{_control()}+D"),
                (QCoreApplication.translate("TableKeys", "Delete"), _delete()),
                (QCoreApplication.translate("TableKeys", "One place up or down"), _arrows("Alt")),
            ],
        ),
        (
            QCoreApplication.translate("TableKeys", "Sheets"),
            [(QCoreApplication.translate("TableKeys", "Sheet before, next sheet"), _pages())],
        ),
    ]


def _enter() -> str:
    return QCoreApplication.translate("TableKeys", "Enter")


def _letters() -> str:
    return QCoreApplication.translate("TableKeys", "first letters")


def _delete() -> str:
    return QCoreApplication.translate("TableKeys", "Delete key")


def _control() -> str:
    return QCoreApplication.translate("TableKeys", "Ctrl")


def _shift() -> str:
    return QCoreApplication.translate("TableKeys", "Shift")


def _space() -> str:
    return QCoreApplication.translate("TableKeys", "Space")


def _with(key: str, other: str) -> str:
    return f"{key}+{other}"


def _arrows(with_key: str = "") -> str:
    if not with_key:
        return QCoreApplication.translate("TableKeys", "Arrows")
    return QCoreApplication.translate("TableKeys", "%1+arrows").replace("%1", with_key)


def _pages() -> str:
    return QCoreApplication.translate("TableKeys", "Ctrl+Page up, Ctrl+Page down")
