"""What a page says of one action goes with the next one, wherever that is done; what was found stays."""

from __future__ import annotations

from pathlib import Path

from ckmdesk.commands.tables import swap_axes
from ckmdesk.pages.data.page import DataPage
from ckmdesk.shell.window import MainWindow
from tests.ckmdesk.at_desk import open_small
from tests.kit.hands import settle


def data_page(window: MainWindow) -> DataPage:
    window.go_to("data")
    settle(window)
    found = window.page("data")
    assert isinstance(found, DataPage)
    return found


def test_a_file_that_was_refused_is_no_longer_spoken_of_after_the_next_command(
    window: MainWindow, tmp_path: Path
) -> None:
    open_small(window, tmp_path)
    page = data_page(window)
    page.open_file(tmp_path / "gone.csv")
    settle(window)
    assert "gone.csv" in page.message.text
    window.go_to("tables")
    settle(window)
    window.desk.run(swap_axes())
    assert data_page(window).message.text == ""


def test_a_warning_of_what_was_found_stays(window: MainWindow, tmp_path: Path) -> None:
    open_small(window, tmp_path)
    page = data_page(window)
    page.message.show_message("Looked at", "warning")
    window.desk.run(swap_axes())
    assert page.message.text == "Looked at"
