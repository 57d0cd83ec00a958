"""A hypercube on the page of releases: it is shown, looked at, written; what needs kept figures says where they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from ckmcore.cli import main
from ckmcore.statistic.releases import releases
from ckmdesk.pages.release.page import ReleasePage
from ckmdesk.pages.sheets import SheetsDialog
from ckmdesk.shell.window import MainWindow
from tests.ckmdesk.at_desk import statistic_of
from tests.ckmdesk.pages.release_pages import do
from tests.kit.statistic_files import TABLES, write_statistic
from tests.kit.tables_page import settle


@pytest.fixture
def page(window: MainWindow, tmp_path: Path) -> ReleasePage:
    path = write_statistic(tmp_path)
    asked = ("--cube", "--person", "Anna Clerk", "--format", "parquet", "--format", "sdmx-csv-2")
    assert main(["--language", "en", "release", "submit", str(path), TABLES[0].name, *asked]) == 0
    window.settings.set("person", "Bert Release")
    window.services.open_statistic(path)
    settle(window)
    window.go_to("release")
    settle(window)
    found = window.page("release")
    assert isinstance(found, ReleasePage)
    return found


@pytest.mark.thorough
def test_a_hypercube_is_released_and_written_in_the_window(
    window: MainWindow, page: ReleasePage, tmp_path: Path
) -> None:
    page.show_figures()
    settle(window)
    (sheets,) = page.findChildren(SheetsDialog)
    assert "is a data cube" in sheets.message.text
    sheets.close()
    do(window, page, "release", "checked")
    page.write(1, tmp_path / "out")
    settle(window)
    files = sorted((tmp_path / "out").iterdir())
    assert [file.suffix for file in files] == [".csv", ".parquet"]
    (found,) = releases(statistic_of(window).register)
    assert found.state == "released"
    assert all(one.margins for one in found.files)
    page.verify(files)
    settle(window)
    assert window.message_bar.is_done
