"""A file that does not fit into memory: the data page offers a store, makes it, and looks at it in its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from ckmcore.microdata.store import HEAD, read_store_head
from ckmdesk.commands.tables import go_to
from ckmdesk.pages.data import page as data_pages
from ckmdesk.pages.data.page import TAKE_OVER, DataPage
from ckmdesk.shell.window import MainWindow
from tests.kit.data_page import data_page_now
from tests.kit.hands import settle


def people(folder: Path) -> Path:
    path = folder / "people_2024.csv"
    rows = [f"{row % 5:02d},{'mw'[row % 2]},{row % 40},0.{row * 389 % 1000:03d}" for row in range(400)]
    path.write_text("\n".join(["area,sex,age,rkey", *rows]) + "\n", encoding="utf-8")
    return path


@pytest.fixture
def page(window: MainWindow) -> DataPage:
    window.desk.run(go_to("data"))
    found = window.page("data")
    assert isinstance(found, DataPage)
    return found


@pytest.fixture
def little_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(data_pages, "free_memory", lambda: 1000)


def opened(window: MainWindow, page: DataPage, path: Path) -> None:
    window.open_path(path)
    settle(window)
    assert page.state is not None, page.message.text


def test_a_file_that_fits_is_offered_nothing(window: MainWindow, page: DataPage, tmp_path: Path) -> None:
    opened(window, page, people(tmp_path))
    assert page.store_offer.text == ""


@pytest.mark.thorough
@pytest.mark.usefixtures("little_memory")
def test_a_file_that_does_not_fit_becomes_a_store_that_is_taken_over(
    window: MainWindow, page: DataPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(window, page, people(tmp_path))
    said = page.store_offer.text
    assert "records" in said
    assert "GB of disk" in said
    asked: list[Path] = []

    def choose(_title: str, suggestion: Path, _filters: str) -> Path:
        asked.append(suggestion)
        return suggestion.with_suffix("")

    monkeypatch.setattr(window, "choose_save_file", choose)
    remedy = page.store_offer.remedy
    assert remedy is not None
    page.store_offer._button.click()
    settle(window)
    assert asked == [tmp_path / "people_2024.ckmstore"]
    store = tmp_path / "people_2024.ckmstore"
    head = read_store_head(store).head
    assert head.rows == 400
    assert page.state is not None
    assert page.state.path == store
    assert page.store_offer.text == ""
    assert [one.role for one in page.state.columns if one.name == "record_key"] == ["record_key"]
    page.take_button.click()
    settle(window)
    statistic, data = window.desk.state.statistic, window.desk.session.data
    assert statistic is not None
    assert data is not None
    assert data.nbytes == 0
    assert statistic.period.source is not None
    assert statistic.period.keys is not None
    assert (Path(statistic.period.source.path_absolute), statistic.period.keys.origin) == (store, "prepared")


@pytest.mark.thorough
@pytest.mark.usefixtures("little_memory")
def test_whoever_chooses_no_place_or_cancels_is_offered_it_again(
    window: MainWindow, page: DataPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(window, page, people(tmp_path))
    monkeypatch.setattr(window, "choose_save_file", lambda *_: None)
    page.store_offer._button.click()
    settle(window)
    assert page.store_offer.text
    monkeypatch.setattr(window, "choose_save_file", lambda *_: tmp_path / "a.ckmstore")
    page.store_offer._button.click()
    assert window.jobs.running(TAKE_OVER)
    window.progress._button.click()
    settle(window)
    assert not (tmp_path / "a.ckmstore").exists()


@pytest.mark.thorough
@pytest.mark.usefixtures("little_memory")
def test_a_store_that_is_there_is_not_written_over(
    window: MainWindow, page: DataPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(window, page, people(tmp_path))
    (tmp_path / "a.ckmstore").mkdir()
    monkeypatch.setattr(window, "choose_save_file", lambda *_: tmp_path / "a.ckmstore")
    page.store_offer._button.click()
    settle(window)
    assert "written once" in page.message.text
    assert page.store_offer.text


@pytest.mark.thorough
@pytest.mark.usefixtures("little_memory")
def test_the_offer_goes_with_the_import_and_speaks_german(window: MainWindow, page: DataPage, tmp_path: Path) -> None:
    opened(window, page, people(tmp_path))
    window.settings.set("language", "de")
    settle(window)
    page = data_page_now(window)
    assert "Datenspeicher" in page.store_offer.text
    assert page.store_offer._button.text() == "Datenspeicher anlegen ..."
    page.cancel_import()
    assert page.store_offer.text == ""


@pytest.mark.usefixtures("little_memory")
def test_a_store_is_opened_by_its_folder_and_by_its_head(window: MainWindow, page: DataPage, tmp_path: Path) -> None:
    from ckmcore.microdata.store import write_store
    from tests.kit.prepared_data import example

    write_store(example(50), (), tmp_path / "a.ckmstore")
    for path in (tmp_path / "a.ckmstore", tmp_path / "a.ckmstore" / HEAD):
        opened(window, page, path)
        assert page.state is not None
        assert page.state.path == tmp_path / "a.ckmstore"
        page.cancel_import()
