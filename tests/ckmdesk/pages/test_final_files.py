"""Final files of a release in the window: other files of their names stay until somebody says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from ckmdesk.pages.release.page import ReleasePage
from ckmdesk.shell.window import MainWindow
from tests.ckmdesk.pages.release_pages import do, hand_in, opened, statistic_of
from tests.kit.hands import remedy_button
from tests.kit.tables_page import settle


@pytest.fixture
def page(window: MainWindow, tmp_path: Path) -> ReleasePage:
    return opened(window, tmp_path)


@pytest.mark.thorough
def test_another_file_of_the_name_of_a_final_file_is_replaced_only_after_a_question(
    window: MainWindow,
    page: ReleasePage,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hand_in(window, page)
    window.settings.set("person", "Bert Release")
    do(window, page, "release")
    page.write(1, tmp_path / "first")
    settle(window)
    (name,) = (file.name for file in (tmp_path / "first").iterdir())
    other = tmp_path / "out" / name
    other.parent.mkdir()
    other.write_text("somebody's")
    entries = len(statistic_of(window).register)

    page.write(1, other.parent)
    settle(window)
    assert name in window.message_bar.text
    assert "Nothing was written" in window.message_bar.text
    assert other.read_text() == "somebody's"
    assert [one.name for one in other.parent.iterdir()] == [name]
    assert len(statistic_of(window).register) == entries

    monkeypatch.setattr(page, "_choose_folder", lambda: tmp_path / "elsewhere")
    answer(window, "message-other", "Other folder ...")
    assert (tmp_path / "elsewhere" / name).is_file()
    assert other.read_text() == "somebody's"

    page.write(1, other.parent)
    settle(window)
    answer(window, "message-remedy", "Replace")
    assert other.read_bytes() == (tmp_path / "first" / name).read_bytes()
    assert len(statistic_of(window).register) == entries + 2


def answer(window: MainWindow, button: str, words: str) -> None:
    """Presses a button of the question in the window's toast."""
    found = remedy_button(window, button)
    assert found.text() == words
    found.click()
    settle(window)
