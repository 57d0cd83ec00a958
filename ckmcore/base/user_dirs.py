"""Where a program of this user keeps what is its own and no setting: what it remembers, work that was not saved."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path


def state_folder() -> Path:
    """Folder of the program's state for the current user; it may not exist yet."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home()) / "ckmdesk" / "state"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "ckmdesk"
    return Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state") / "ckmdesk"


def make_private(folder: Path) -> None:
    """Create a folder, with its parents, that only the current user can open. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    if os.name == "posix":
        folder.chmod(0o700)


def own_part(folder: Path) -> Path:
    """Subfolder of a shared folder for the current account."""
    if sys.platform != "win32":
        return folder / str(os.getuid())
    return folder / (re.sub(r"[^\w.-]", "_", os.environ.get("USERNAME", "")) or "user")
