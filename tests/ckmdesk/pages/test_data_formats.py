"""The data page with files that are no plain text: titles and labels of SPSS, sheets and cells of a workbook."""

from __future__ import annotations

from pathlib import Path

import pytest

from ckmdesk.pages.data.page import DataPage
from ckmdesk.shell.window import MainWindow
from tests.kit.data_page import data_page_now
from tests.kit.tables_page import settle


def test_a_file_of_spss_brings_its_titles_and_labels(window: MainWindow, tmp_path: Path) -> None:
    pyreadstat = pytest.importorskip("pyreadstat")
    import pandas as pd

    frame = pd.DataFrame({"area": [1, 2, 1, 3] * 25, "rkey": [round((n * 0.6180339887) % 1, 9) for n in range(100)]})
    labels = {"area": {1: "North", 2: "South", 3: "West"}}
    titles = ["Part of the country", "Record key"]
    pyreadstat.write_sav(frame, tmp_path / "people.sav", variable_value_labels=labels, column_labels=titles)
    window.open_path(tmp_path / "people.sav")
    settle(window)
    page = window.page("data")
    assert isinstance(page, DataPage)
    page.take_button.click()
    settle(window)
    data = window.desk.session.data
    assert data is not None
    assert data.dimension("area").title.en == "Part of the country"
    assert [category.label.en for category in data.dimension("area").categories] == ["North", "South", "West"]
    statistic = window.desk.state.statistic
    assert statistic is not None
    assert statistic.title.en == "people"


@pytest.mark.parametrize(
    ("language", "shown"),
    [("de", ["0,5", "0,00001", "-12345678,125", ""]), ("en", ["0.5", "0.00001", "-12345678.125", ""])],
)
def test_numbers_of_spss_are_shown_as_the_user_writes_them(
    window: MainWindow, tmp_path: Path, language: str, shown: list[str]
) -> None:
    pyreadstat = pytest.importorskip("pyreadstat")
    import pandas as pd

    share = [0.5, 1e-5, -12345678.125, float("nan")]
    pyreadstat.write_sav(pd.DataFrame({"area": [1, 2, 1, 2], "share": share}), tmp_path / "people.sav")
    window.settings.set("language", language)
    window.open_path(tmp_path / "people.sav")
    settle(window)
    page = window.page("data")
    assert isinstance(page, DataPage)
    model = page.import_view.table.preview_model
    assert [model.index(row, 1).data() for row in range(4)] == shown
    assert [model.index(row, 0).data() for row in range(2)] == ["1", "2"]
    other = "en" if language == "de" else "de"
    window.settings.set("language", other)  # the same preview, said anew
    settle(window)
    model = data_page_now(window).import_view.table.preview_model
    assert model.index(0, 1).data() == shown[0].translate(str.maketrans(",.", ".,"))


def test_sheet_and_cells_of_a_workbook_are_chosen(window: MainWindow, tmp_path: Path) -> None:
    import xlsxwriter

    with xlsxwriter.Workbook(tmp_path / "book.xlsx") as book:
        notes, people = book.add_worksheet("Notes"), book.add_worksheet("People")
        notes.write_row(0, 0, ["read", "me"])
        notes.write_row(1, 0, ["a", "b"])
        for row, line in enumerate([["area", "sex"], *[["N", "1"], ["S", "2"]] * 10]):
            people.write_row(row + 2, 1, line)
    window.open_path(tmp_path / "book.xlsx")
    settle(window)
    page = window.page("data")
    assert isinstance(page, DataPage)
    card = page.import_view.file_card
    assert card.sheet.isVisible()
    assert not card.separator.isVisible()
    assert [card.sheet.itemText(place) for place in range(card.sheet.count())] == ["Notes", "People"]
    card.sheet.setCurrentIndex(1)
    card.sheet.activated.emit(1)
    settle(window)
    page.take_button.click()
    settle(window)
    data = window.desk.session.data
    assert data is not None
    assert (sorted(data.dimensions), data.rows) == (["area", "sex"], 20)
