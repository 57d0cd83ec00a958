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
        "tree",
        str(QT_TRANSLATE_NOOP("PresentationMenu", "Head as a tree")),
        str(QT_TRANSLATE_NOOP("PresentationMenu", "In the head a group spans its parts")),
        str(QT_TRANSLATE_NOOP("Commands", "head as a tree")),
    ),
    TableOption(
        "headed",
        str(QT_TRANSLATE_NOOP("PresentationMenu", "Headings of blocks")),
        str(
            QT_TRANSLATE_NOOP(
                "PresentationMenu", "Made from their variables where they have none of their own; the title names them"
            )
        ),
        str(QT_TRANSLATE_NOOP("Commands", "headings of blocks")),
    ),
    TableOption(
        "valid_codes",
        str(QT_TRANSLATE_NOOP("PresentationMenu", "Only categories that are valid")),
        str(
            QT_TRANSLATE_NOOP(
                "PresentationMenu", "Without those that the dictionary ends before the period; a note names them"
            )
        ),
        str(QT_TRANSLATE_NOOP("Commands", "valid categories")),
    ),
    TableOption(
        "set_off",
        str(QT_TRANSLATE_NOOP("PresentationMenu", "Files as an office prints them")),
        str(
            QT_TRANSLATE_NOOP(
                "PresentationMenu", "Subtotals and blocks set off, a common unit once, columns of one width"
            )
        ),
        str(QT_TRANSLATE_NOOP("Commands", "files as printed")),
    ),
    TableOption(
        "numbered",
        str(QT_TRANSLATE_NOOP("PresentationMenu", "Numbers of the columns")),
        str(QT_TRANSLATE_NOOP("PresentationMenu", "Below the head, in Excel, HTML and PDF")),
        str(QT_TRANSLATE_NOOP("Commands", "numbers of the columns")),
    ),
    TableOption(
        "leaders",
        str(QT_TRANSLATE_NOOP("PresentationMenu", "Dotted leaders")),
        str(QT_TRANSLATE_NOOP("PresentationMenu", "From the labels to the figures, in Excel and PDF")),
        str(QT_TRANSLATE_NOOP("Commands", "dotted leaders")),
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
