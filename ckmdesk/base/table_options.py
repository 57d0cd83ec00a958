"""The options of a table that are checkboxes of the menu *Presentation*: each declared once, as data."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QT_TRANSLATE_NOOP


@dataclass(frozen=True)
class TableOption:
    """A field of `ckmcore.tabulate.spec.Presentation` that is on or off.

    words, tip: of its entry in the menu (context "PresentationMenu"); step: its name in the undo menu (context
    "Commands").
    """

    field: str
    words: str
    tip: str
    step: str


OPTIONS = (
    TableOption(
        "hide_rows",
        str(QT_TRANSLATE_NOOP("PresentationMenu", "Hide empty rows")),
        str(QT_TRANSLATE_NOOP("PresentationMenu", "Those whose published figures are all 0")),
        str(QT_TRANSLATE_NOOP("Commands", "empty rows")),
    ),
    TableOption(
        "hide_columns",
        str(QT_TRANSLATE_NOOP("PresentationMenu", "Hide empty columns")),
        str(QT_TRANSLATE_NOOP("PresentationMenu", "Those whose published figures are all 0")),
        str(QT_TRANSLATE_NOOP("Commands", "empty columns")),
    ),
    TableOption(
        "bars",
        str(QT_TRANSLATE_NOOP("PresentationMenu", "Bars behind the figures")),
        str(QT_TRANSLATE_NOOP("PresentationMenu", "By published figures without sums; in Excel, too")),
        str(QT_TRANSLATE_NOOP("Commands", "bars")),
    ),
    TableOption(
        "colours",
        str(QT_TRANSLATE_NOOP("PresentationMenu", "Colour by size")),
        str(QT_TRANSLATE_NOOP("PresentationMenu", "By published figures without sums; in Excel, too")),
        str(QT_TRANSLATE_NOOP("Commands", "colour by size")),
    ),
)
