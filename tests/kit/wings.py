"""Programs without one of the wings."""

from __future__ import annotations

import sys

import pytest

from ckmcore.base.wings import WingName


def hide(monkeypatch: pytest.MonkeyPatch, wing: WingName) -> None:
    """Let a wing be absent, as where it is not installed."""
    for package in ("ckmcore", "ckmdesk"):
        for name in [name for name in sys.modules if name.startswith(f"{package}.{wing}.")]:
            monkeypatch.delitem(sys.modules, name)
        monkeypatch.setitem(sys.modules, f"{package}.{wing}", None)
