"""What the desk's tests share: see `tests/kit/desk_fixtures.py`."""

from __future__ import annotations

import pytest

from tests.kit.desk_fixtures import (
    collected_between_tests,
    desk,
    german,
    keys_of_any_kind,
    letters_of_windows,
    no_pause_after_a_letter,
    nothing_left_over,
    plain_pages,
    settings,
    steady_caret,
    theme,
    window,
)

__all__ = [
    "collected_between_tests",
    "desk",
    "german",
    "keys_of_any_kind",
    "letters_of_windows",
    "no_pause_after_a_letter",
    "nothing_left_over",
    "plain_pages",
    "settings",
    "steady_caret",
    "theme",
    "window",
]


def pytest_configure(config: pytest.Config) -> None:
    # A warning of Qt fails a test; this one is said by the platform without a screen about every window.
    for thing in ("propagateSizeHints", r"raise\(\)", "grabbing the keyboard"):
        config.addinivalue_line("qt_log_ignore", f"This plugin does not support {thing}")
