"""Whether there is a screen for the window, asked before Qt is: where there is none, Qt ends the program at once."""

from __future__ import annotations

import ctypes
import os
import sys
from pathlib import Path

from ckmcore.errors import CkmError


class NoScreen(CkmError):
    """There is no screen that the window could be shown on."""

    code = "desk_no_screen"


def library_of(fault: OSError | ImportError) -> str:
    """The library's file name in what the system says of one that it cannot load; empty where it speaks of none."""
    library = str(fault).partition(":")[0]
    return Path(library).name if ".so" in library else ""


def need_screen() -> None:
    """Raises NoScreen or desk_library_missing on X. Wayland, Windows and a platform that somebody chose are Qt's
    affair."""
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
