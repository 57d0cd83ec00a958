"""Saving that is asked for while something is being saved."""

from __future__ import annotations

from pathlib import Path

from ckmcore.base.texts import Texts
from ckmcore.statistic.file import open_statistic
from ckmdesk.commands.data import set_statistic_title
from ckmdesk.commands.desk import Desk
from ckmdesk.shell.window import MainWindow
from tests.kit.statistics import SPEC, saved
from tests.kit.tables_page import open_table


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
