"""Looking at the page of the method."""

from __future__ import annotations

from ckmdesk.pages.method.page import MethodPage
from ckmdesk.state.method_view import MethodView


def view_of(page: MethodPage) -> MethodView:
    assert isinstance(page.view, MethodView)
    return page.view
