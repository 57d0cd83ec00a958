"""Several files, descriptions of τ-ARGUS, columns marked by hand, losses of whole files: on the data page."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QItemSelectionModel, QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent

from ckmdesk.pages.data.page import DataPage
from ckmdesk.shell.window import MainWindow
from tests.kit.tables_page import settle
from tests.kit.tau_files import project


@pytest.fixture
def page(window: MainWindow) -> DataPage:
    window.go_to("data")
    found = window.page("data")
    assert isinstance(found, DataPage)
    return found


def land(folder: Path, name: str, rows: int) -> Path:
    file = folder / f"{name}.csv"
    lines = "".join(f"{name},0{n % 9},{n % 3}\n" for n in range(rows))
    file.write_text("Land,kreis,x\n" + lines, encoding="utf-8")
    return file


@pytest.mark.thorough
def test_several_files_are_listed_and_taken_off_again(window: MainWindow, page: DataPage, tmp_path: Path) -> None:
    files = [land(tmp_path, name, 10 + place) for place, name in enumerate(("BY", "BW", "HE"))]
    page.open_files(files[:2])
    settle(window)
    rows = page.import_view.file_card.rows
    assert len(rows._lines) == 2
    page.files.add([files[2], files[0]])
    settle(window)
    assert page.state is not None
    assert page.state.paths == tuple(files)
    page.files.remove(files[1])
    settle(window)
    assert page.state.paths == (files[0], files[2])
    page.take_button.click()
    settle(window)
    data = window.desk.session.data
    assert data is not None
    assert data.rows == 22
    assert data.dimensions["Land"].codes == ("BY", "HE")


def test_a_description_beside_the_file_is_offered_and_used(window: MainWindow, page: DataPage, tmp_path: Path) -> None:
    project(tmp_path)
    page.open_file(tmp_path / "p.csv")
    settle(window)
    rows = page.import_view.file_card.rows
    assert rows.meta_button.text() == "Read with P.RDA"
    rows.meta_button.click()
    settle(window)
    assert page.state is not None
    assert page.state.meta == tmp_path / "P.RDA"
    assert [column.name for column in page.state.columns] == ["SEX", "AGE", "INCOME", "RKEY"]
    assert "ptab.csv" in rows.meta_text.text()
    assert "1 = male" in page.import_view.described.text_whole()
    rows.without_button.click()
    settle(window)
    assert page.state.meta is None


def test_the_description_itself_opens_the_project(window: MainWindow, page: DataPage, tmp_path: Path) -> None:
    window.open_path(project(tmp_path))
    settle(window)
    page.take_button.click()
    settle(window)
    statistic = window.desk.state.statistic
    assert statistic is not None
    assert {entry.name: entry.role for entry in statistic.dictionary}["RKEY"] == "record_key"
    assert any(entry.settings for entry in statistic.dictionary)


def test_columns_marked_by_hand_are_read(window: MainWindow, page: DataPage, tmp_path: Path) -> None:
    file = tmp_path / "d.asc"
    file.write_text("84 34100 8\n84 29240 7\n85 29240 7\n" * 10, encoding="utf-8")
    page.open_file(file)
    settle(window)
    page.import_view.file_card.rows.marking_button.click()
    settle(window)
    view = page.import_view.marking
    assert view.isVisibleTo(page)
    assert view.marking.cuts == (3, 9)
    view.take_button.click()
    settle(window)
    assert not view.isVisibleTo(page)
    assert page.state is not None
    assert page.state.preview.format == "fixed"
    assert len(page.state.columns) == 3


@pytest.mark.thorough
def test_losses_of_the_whole_file_reach_the_strip(window: MainWindow, page: DataPage, tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    plain = "".join(f"{code},x\n" for code in range(10_000, 12_000)) * 6
    file.write_text("ags,b\n" + plain + "01001,x\n" * 812, encoding="utf-8")
    page.open_file(file)
    settle(window)
    assert page.state is not None
    assert page.state.counted
    assert "812" in page.import_view.strip.text


def test_selected_columns_are_ignored_in_one_click(window: MainWindow, page: DataPage, tmp_path: Path) -> None:
    page.open_file(land(tmp_path, "BY", 10))
    settle(window)
    table = page.import_view.table
    for place in (1, 2):
        table.selectionModel().select(table.preview_model.index(0, place), QItemSelectionModel.SelectionFlag.Select)
    table.selectionModel().select(table.preview_model.index(0, 0), QItemSelectionModel.SelectionFlag.Deselect)
    assert table.chosen_columns() == ["kreis", "x"]
    page.import_view.ignore_button.click()
    assert page.state is not None
    assert page.state.names("ignored") == ("kreis", "x")


def test_several_files_that_are_dropped_are_read_as_one(window: MainWindow, page: DataPage, tmp_path: Path) -> None:
    files = [land(tmp_path, name, 10) for name in ("BY", "BW")]
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(file)) for file in files])
    event = QDropEvent(
        QPointF(200, 200),
        Qt.DropAction.CopyAction,
        mime,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    window.dropEvent(event)
    settle(window)
    assert page.state is not None
    assert page.state.paths == tuple(files)


def test_while_columns_are_marked_the_file_is_not_taken_over_as_it_was_read_before(
    window: MainWindow, page: DataPage, tmp_path: Path
) -> None:
    path = tmp_path / "fixed.txt"
    path.write_text("".join(f"A{n:02d} {n % 3}\n" for n in range(30)), encoding="utf-8")
    page.open_file(path)
    settle(window)
    assert page.take_button.isEnabled()
    page.files.begin_marking()
    settle(window)
    assert not page.take_button.isEnabled()
    page.import_view.marking.given_up.emit()
    assert page.take_button.isEnabled()


def test_a_workbook_has_no_empty_line_for_files_below_its_name(
    window: MainWindow, page: DataPage, tmp_path: Path
) -> None:
    import openpyxl

    book = openpyxl.Workbook()
    for line in (["sex", "age"], ["m", 3], ["w", 4]):
        book.active.append(line)
    book.save(tmp_path / "book.xlsx")
    page.open_file(tmp_path / "book.xlsx")
    settle(window)
    assert page.import_view.file_card.rows.isHidden()
