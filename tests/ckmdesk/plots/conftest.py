"""Pictures that a test has shown are closed before it is asked what was left over."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication


@pytest.fixture(autouse=True)
def closed(qapp: QApplication, nothing_left_over: None) -> Iterator[None]:
    yield
    for widget in qapp.topLevelWidgets():
        widget.close()
