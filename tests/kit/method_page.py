"""The page of methods over a small statistic, and deciding for a method there."""

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


def decide(page: MethodPage, who: str = "Methods board") -> None:
    page.forcing.card.fields["body"].setText(who)
    page.forcing.card.force.click()
    assert page.context.services.jobs.wait_idle()  # the rules of the method are judged first
