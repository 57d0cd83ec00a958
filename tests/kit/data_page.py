"""The data page of a window."""

from __future__ import annotations

from ckmdesk.pages.data.page import DataPage
from ckmdesk.shell.window import MainWindow


def data_page_now(window: MainWindow) -> DataPage:
    """The data page as it is now: another language or size of text builds it again."""
    page = window.page("data")
    assert isinstance(page, DataPage)
    return page
