"""Whether there is a screen for the window, asked before Qt is: where there is none, Qt ends the program at once."""

from __future__ import annotations

import ctypes
import os
import sys
from pathlib import Path

from ckmcore.errors import CkmError


class NoScreen(CkmError):
    """The error that there is no screen for the window."""

    code = "desk_no_screen"


def library_of(fault: OSError | ImportError) -> str:
    """Return the file name of the library that the system could not load; "" if the error names none."""
    library = str(fault).partition(":")[0]
    return Path(library).name if ".so" in library else ""


def need_screen() -> None:
    """Check for a screen: raises NoScreen or desk_library_missing on X.

    Wayland, Windows and a platform chosen by the user are left to Qt.
    """
    chosen = os.environ.get("QT_QPA_PLATFORM", "xcb")
    if sys.platform != "linux" or os.environ.get("WAYLAND_DISPLAY") or chosen != "xcb":
        return
    from PySide6.QtCore import QLibraryInfo  # not before: Qt may lack a library, and `library_of` says which

    try:
        xcb = ctypes.CDLL("libxcb.so.1")
        ctypes.CDLL(str(Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath)) / "platforms" / "libqxcb.so"))
    except OSError as fault:
        raise CkmError("desk_library_missing", library=library_of(fault) or str(fault)) from fault
    xcb.xcb_connect.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(xcb.xcb_connect(None, None))
    failed = xcb.xcb_connection_has_error(connection)
    xcb.xcb_disconnect(connection)
    if failed:
        raise NoScreen
