"""What the tests of pages share."""

from __future__ import annotations

import pytest

from ckmdesk.pages.method.page import MethodPage
from ckmdesk.shell.window import MainWindow
from tests.kit.statistics import SPEC
from tests.kit.tables_page import open_table, settle


@pytest.fixture
def page(window: MainWindow) -> MethodPage:
    """The method page over the small statistic with a table laid out."""
    open_table(window, SPEC)
    window.go_to("method")
    settle(window)
    found = window.page("method")
    assert isinstance(found, MethodPage)
    return found
