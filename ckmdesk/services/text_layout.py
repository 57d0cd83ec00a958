"""Text documents laid out while Python goes on (ADR 0069).

PySide keeps Python's lock while Qt reads and lays out a text. On a thread of ours that stops the window for as long,
and for ever where Qt needs a lock of its own that the window's thread holds while it waits for Python's. So the three
calls that take long or connect objects are made by their names in Qt's library, without Python's lock.
"""

from __future__ import annotations

import ctypes
import sys
from functools import cache
from typing import NamedTuple

import shiboken6
from PySide6.QtGui import QAbstractTextDocumentLayout, QTextDocument


def layout_of(document: QTextDocument) -> QAbstractTextDocumentLayout:
    """The layout of a document, which is made, and connected, at the first question."""
    if (calls := _calls()) is not None:
        calls.layout(_pointer(document))
    return document.documentLayout()


def set_html(document: QTextDocument, html: str) -> None:
    """Read a text into a document and lay it out: all that takes long before it is printed."""
    calls = _calls()
    if calls is None:
        document.setHtml(html)
        return
    text = html.encode("utf-16-le" if sys.byteorder == "little" else "utf-16-be", "surrogatepass")
    calls.read(_pointer(document), ctypes.byref(_Text(None, text, len(text) // 2)))
    calls.pages(_pointer(document))


class _Text(ctypes.Structure):
    """A QString of Qt 6 over text that somebody else keeps, as `QString::fromRawData` makes it: no data of its own, the
    text in UTF-16, its length. Qt copies what it keeps."""

    _fields_ = (("own", ctypes.c_void_p), ("text", ctypes.c_char_p), ("size", ctypes.c_ssize_t))


class _Calls(NamedTuple):
    """`QTextDocument::documentLayout`, `setHtml` and `pageCount`; ctypes lets go of Python's lock while they work."""

    layout: ctypes._NamedFuncPointer
    read: ctypes._NamedFuncPointer
    pages: ctypes._NamedFuncPointer


_LINUX = "libQt6Gui.so.6", (
    "_ZNK13QTextDocument14documentLayoutEv", "_ZN13QTextDocument7setHtmlERK7QString", "_ZNK13QTextDocument9pageCountEv",
)  # fmt: skip
_WINDOWS = "Qt6Gui.dll", (
    "?documentLayout@QTextDocument@@QEBAPEAVQAbstractTextDocumentLayout@@XZ",
    "?setHtml@QTextDocument@@QEAAXAEBVQString@@@Z", "?pageCount@QTextDocument@@QEBAHXZ",
)  # fmt: skip


@cache
def _calls() -> _Calls | None:
    """None where Qt has no such names: then PySide's own calls do, and the window waits for them."""
    library, names = _WINDOWS if sys.platform == "win32" else _LINUX
    try:
        gui = ctypes.CDLL(library)  # the one that PySide has loaded
        layout, read, pages = (gui[name] for name in names)
    except (OSError, AttributeError):
        return None
    layout.argtypes, layout.restype = [ctypes.c_void_p], ctypes.c_void_p
    read.argtypes, read.restype = [ctypes.c_void_p, ctypes.c_void_p], None
    pages.argtypes, pages.restype = [ctypes.c_void_p], ctypes.c_int
    return _Calls(layout, read, pages)


def _pointer(document: QTextDocument) -> int:
    (found,) = shiboken6.getCppPointer(document)
    return int(found)
