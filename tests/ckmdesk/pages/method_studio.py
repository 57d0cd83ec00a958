"""Deciding for a method as a user does."""

from __future__ import annotations

from ckmdesk.pages.method.page import MethodPage


def decide(page: MethodPage, who: str = "Methods board") -> None:
    page.forcing.card.fields["body"].setText(who)
    page.forcing.card.force.click()
