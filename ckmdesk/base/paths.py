"""Where the program finds its own files: beside the packages in a checkout, as a package in a wheel, in a bundle."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path


def resources() -> Path:
    """The folder of icons and translations."""
    frozen = getattr(sys, "_MEIPASS", None)
    if frozen is not None:
        return Path(frozen) / "resources"
    beside = Path(__file__).resolve().parents[2] / "resources"
    if (beside / "icons" / "ckmdesk.svg").is_file():
        return beside
    found = importlib.util.find_spec("ckmdesk_resources")
    if found is None or not found.submodule_search_locations:
        return beside
    return Path(next(iter(found.submodule_search_locations)))
