"""The page of releases with a table handed in."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from ckmcore.statistic.period import Decision
from ckmcore.statistic.releases import Release, releases
from ckmdesk.commands.data import take_over
from ckmdesk.pages.release.page import ReleasePage
from ckmdesk.shell.window import MainWindow
from tests.ckmdesk.at_desk import open_small, statistic_of
from tests.kit.tables_page import settle


def hand_in(window: MainWindow, page: ReleasePage, recipient: str = "Press") -> Release:
    page.open_submit()
    settle(window)
    page.submit_card.fields["recipient"].setText(recipient)
    page.submit_card.submit.click()
    settle(window)
    assert page.submit_card.fault.text() == ""
    return releases(statistic_of(window).register)[-1]


def do(window: MainWindow, page: ReleasePage, step: str, remark: str = "") -> None:
    page.detail.remark.setText(remark)
    page.detail.buttons[step].click()  # type: ignore[index]
    settle(window)


def opened(window: MainWindow, tmp_path: Path) -> ReleasePage:
    """The page over a small statistic with a file of its own."""
    window.settings.set("person", "Anna Clerk")
    open_small(window, tmp_path)
    window.go_to("release")
    settle(window)
    found = window.page("release")
    assert isinstance(found, ReleasePage)
    return found


def decide(window: MainWindow) -> None:
    """Record a decision on the method in force of the open statistic."""
    statistic = statistic_of(window)
    in_force = statistic.period.in_force
    assert in_force is not None
    decision = Decision("Board of methods", "2026-01-01", method=in_force.method.kind)
    window.desk.run(take_over(statistic.with_period(replace(statistic.period, decisions=(decision,)))))
