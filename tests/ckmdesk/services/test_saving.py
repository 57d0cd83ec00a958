"""Saving that is asked for while something is being saved."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from ckmcore.base.texts import Texts
from ckmcore.statistic.file import open_statistic
from ckmcore.statistic.period import Period
from ckmdesk.commands.data import set_statistic_title
from ckmdesk.commands.desk import Desk
from ckmdesk.shell.window import MainWindow
from ckmdesk.state.session import Session
from tests.kit.statistics import SPEC, saved, small_statistic
from tests.kit.tables_page import open_table, settle


def test_what_changed_while_the_file_was_written_is_written_after_it_and_said(
    window: MainWindow, desk: Desk, tmp_path: Path
) -> None:
    path = saved(tmp_path)
    window.open_path(path)
    assert window.jobs.wait_idle()
    then: list[str] = []
    desk.run(set_statistic_title(Texts.same("First")))
    window.services.save(quiet=True)
    desk.run(set_statistic_title(Texts.same("Second")))
    window.services.save(lambda: then.append("second"))
    desk.run(set_statistic_title(Texts.same("Third")))
    window.services.save(lambda: then.append("third"), quiet=True)
    assert window.jobs.wait_idle()
    assert then == ["second", "third"]
    assert window.message_bar.text.startswith("Saved as")
    assert not desk.unsaved
    assert open_statistic(path)[0].title.en == "Third"


def test_what_waits_to_be_saved_is_given_up_with_its_statistic(window: MainWindow, desk: Desk, tmp_path: Path) -> None:
    path = saved(tmp_path)
    window.open_path(path)
    assert window.jobs.wait_idle()
    then: list[str] = []
    window.services.save()
    window.services.save(lambda: then.append("again"))
    open_table(window, SPEC)
    assert then == []
    assert desk.session.path is None


def test_a_period_is_taken_out_and_the_last_one_stays(window: MainWindow) -> None:
    one = small_statistic()
    two = replace(one, periods=(*one.periods, Period(Texts.same("2026"), "2026-12-31")))
    window.services.begin(two, Session())
    settle(window)
    for _ in range(2):
        statistic = window.desk.state.statistic
        assert statistic is not None
        window.services.remove_period(len(statistic.periods) - 1)
        settle(window)
        assert window.desk.state.statistic is not None
        assert [period.date for period in window.desk.state.statistic.periods] == ["2025-12-31"]
