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
    adjacent_path = Path(__file__).resolve().parents[2] / "resources"
    if (adjacent_path / "icons" / "ckmdesk.svg").is_file():
        return adjacent_path
    spec = importlib.util.find_spec("ckmdesk_resources")
    if spec is None or not spec.submodule_search_locations:
        return adjacent_path
    return Path(next(iter(spec.submodule_search_locations)))
