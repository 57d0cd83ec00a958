"""Words that several places of the window share: keys, roles, sizes of text, kinds of method."""

from __future__ import annotations

from typing import get_args

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication
from PySide6.QtGui import QKeySequence

from ckmcore.base.numbers import Language
from ckmcore.messages import sentence
from ckmcore.office.person_settings import TextSizeChoice

# Qt's German leaves the first two English, and calls the others as no keyboard does (Herunter, Bild abwärts); it asks
# under its own heading, and our words come before its own.
KEY_NAMES = (
    str(QT_TRANSLATE_NOOP("QShortcut", "Return")),
    str(QT_TRANSLATE_NOOP("QShortcut", "Enter")),
    str(QT_TRANSLATE_NOOP("QShortcut", "Up")),
    str(QT_TRANSLATE_NOOP("QShortcut", "Down")),
    str(QT_TRANSLATE_NOOP("QShortcut", "Left")),
    str(QT_TRANSLATE_NOOP("QShortcut", "Right")),
    str(QT_TRANSLATE_NOOP("QShortcut", "PgUp")),
    str(QT_TRANSLATE_NOOP("QShortcut", "PgDown")),
)


def key_text(keys: str) -> str:
    """Return one or several shortcuts, separated by commas, in the notation of the user's keyboard: "Strg+R" in
    German."""
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)


def percents() -> dict[str, str]:
    """The sizes of text in the window's language."""
    sizes = get_args(TextSizeChoice)
    return {size: QCoreApplication.translate("Menus", "%1%").replace("%1", size) for size in sizes}


def role_names() -> dict[str, str]:
    """The roles in the window's language."""
    return {
        "clerk": QCoreApplication.translate("Menus", "Clerk"),
        "methodologist": QCoreApplication.translate("Menus", "Methodologist"),
        "releaser": QCoreApplication.translate("Menus", "Releaser"),
    }


def method_kind_name(kind: str, base: int, language: Language) -> str:
    """Return the name of a kind of method (with its base), or of `none`, in the window's language."""
    if kind == "none":
        return QCoreApplication.translate("StatusBar", "no method in force")
    if kind == "rounding":
        return QCoreApplication.translate("StatusBar", "Rounding to base %1").replace("%1", str(base))
    if kind == "keyed_rounding":
        return QCoreApplication.translate("StatusBar", "Keyed rounding to base %1").replace("%1", str(base))
    if kind in ("cell_key", "magnitude_cell_key"):
        return QCoreApplication.translate("StatusBar", "Cell-key method")
    return sentence(f"method_kind_{kind}").text(language)
