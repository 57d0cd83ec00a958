"""Questions on how a file is read are answered beside its preview, by mouse and by keys."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from ckmcore.statistic.import_records import look_at
from ckmcore.statistic.source import dialect_of
from ckmdesk.pages.data.column_heads import NameEditor
from ckmdesk.pages.data.import_view import ReadingPlanView
from ckmdesk.pages.data.page import DataPage
from ckmdesk.shell.window import MainWindow
from ckmdesk.state.data_import import with_role
from ckmdesk.widgets.basic import WrapLabel
from tests.kit.data_page import data_page_now
from tests.kit.hands import settle

DIRTY = (
    "Tabelle 5;;\nKREIS;SEX;UMSATZ\n" + "".join(f"0100{row % 3};{'mf'[row % 2]};{row}.500\n" for row in range(1, 40))
    + "01001;m;k.A.\n;;\nQuelle: Statistisches Amt;;\n"
)  # fmt: skip


@pytest.fixture
def page(window: MainWindow) -> DataPage:
    window.go_to("data")
    return data_page_now(window)


def opened(window: MainWindow, page: DataPage, folder: Path) -> ReadingPlanView:
    path = folder / "umsatz_2024.csv"
    path.write_text(DIRTY, encoding="utf-8")
    page.open_file(path)
    settle(window)
    return page.import_view.plan


def test_questions_stand_before_notices_and_taking_over_leads_to_them(
    window: MainWindow, page: DataPage, tmp_path: Path
) -> None:
    plan = opened(window, page, tmp_path)
    assert plan.isVisible()
    assert {kind for kind, _ in plan.choices} == {"notes", "point", "words"}
    page.take_button.click()
    settle(window)
    assert "3 questions beside the preview" in page.message.text
    assert window.desk.state.statistic is None
    assert next(iter(plan.choices.values())).hasFocus() or not window.isActiveWindow()


@pytest.mark.thorough
def test_answers_by_keys_lead_to_records_that_are_right(
    window: MainWindow, page: DataPage, tmp_path: Path, qtbot: QtBot
) -> None:
    plan = opened(window, page, tmp_path)
    for kind, column in list(plan.choices):
        combo = plan.choices[kind, column]
        combo.setFocus()
        qtbot.keyClick(combo, Qt.Key.Key_Down)
        settle(window)
        assert plan.choices[kind, column].currentIndex() == 1
    assert page.state is not None
    assert not page.state.plan.questions  # type: ignore[union-attr]
    page.take_button.click()
    settle(window)
    data = window.desk.session.data
    assert data is not None
    assert data.rows == 40
    amounts = data.magnitudes["UMSATZ"]
    assert sum(amounts.values) / amounts.scale == sum(row * 1000 + 500 for row in range(1, 40))


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_plan_is_said_in_the_language_of_the_window(
    window: MainWindow, page: DataPage, tmp_path: Path, language: str
) -> None:
    window.settings.set("language", language)
    settle(window)
    page = data_page_now(window)
    plan = opened(window, page, tmp_path)
    assert plan.heading.text() == {"de": "So wird die Datei gelesen", "en": "How the file is read"}[language]


def test_rows_that_are_no_records_are_struck_through_in_their_place(
    window: MainWindow, page: DataPage, tmp_path: Path
) -> None:
    opened(window, page, tmp_path)
    model = page.import_view.table.preview_model
    shown = [(model.is_record(row), model.index(row, 0).data()) for row in range(model.rowCount())]
    assert [text for is_record, text in shown if not is_record] == [
        "Tabelle 5",
        "KREIS",
        "",
        "Quelle: Statistisches Amt",
    ]
    assert [model.row(row).kind for row in (0, 1, 2)] == ["left_out", "names", "record"]
    assert model.headerData(2, Qt.Orientation.Vertical) == "3"
    assert page.import_view.table.grab().width() > 0


def places(plan: ReadingPlanView) -> dict[str, QPushButton]:
    return {
        link.objectName(): link for link in plan.findChildren(QPushButton) if link.objectName().startswith("place:")
    }


@pytest.mark.parametrize("by", ["mouse", "keys"])
def test_an_entry_leads_to_its_row_and_its_column(
    window: MainWindow, page: DataPage, tmp_path: Path, qtbot: QtBot, by: str
) -> None:
    plan, table = opened(window, page, tmp_path), page.import_view.table
    links = places(plan)
    assert set(links) >= {
        "place:notes:",
        "place:words:UMSATZ",
        "place:point:UMSATZ",
        "place:titles:",
        "place:blank_rows:",
    }
    for name, row, column in (("place:notes:", 44, 0), ("place:words:UMSATZ", 42, 2), ("place:blank_rows:", 43, 0)):
        if by == "mouse":
            qtbot.mouseClick(places(plan)[name], Qt.MouseButton.LeftButton)
        else:
            places(plan)[name].setFocus()
            qtbot.keyClick(places(plan)[name], Qt.Key.Key_Return)
        settle(window)
        now = table.currentIndex()
        assert (table.preview_model.row(now.row()).number, now.column()) == (row, column)
        assert table.visualRect(now).intersects(table.viewport().rect())
        assert table.selectionModel().isSelected(now)


@pytest.mark.thorough
def test_a_click_on_the_sentence_leads_there_too_and_rows_far_down_are_read(
    window: MainWindow, page: DataPage, tmp_path: Path, qtbot: QtBot
) -> None:
    path = tmp_path / "people_2024.csv"
    path.write_text("A;B\n" + "x;y\n" * 900 + ";\n" + "x;z\n" * 900, encoding="utf-8")
    page.open_file(path)
    settle(window)
    plan, table = page.import_view.plan, page.import_view.table
    assert table.preview_model.place_of(902) is None
    sentence = next(text for text in plan.findChildren(WrapLabel) if text.property("entry") is not None)
    qtbot.mouseClick(sentence, Qt.MouseButton.LeftButton)
    settle(window)
    assert table.preview_model.row(table.currentIndex().row()).number == 902
    shown = [table.preview_model.row(row).number for row in range(table.preview_model.rowCount())]
    assert shown[200:202] == [201, 0]
    assert shown[202:213] == list(range(897, 908))


@pytest.mark.thorough
def test_a_value_far_down_is_shown_with_its_record(window: MainWindow, page: DataPage, tmp_path: Path) -> None:
    path = tmp_path / "people_2024.csv"
    path.write_text("A;N\n" + "".join(f"{row % 7};{row}\n" for row in range(900)) + "x;k.A.\n", encoding="utf-8")
    page.open_file(path)
    settle(window)
    table = page.import_view.table
    assert page.state is not None
    assert page.state.plan is not None
    entry = page.state.plan.entry("words", "N")
    assert entry is not None
    page.import_view.plan.place_asked.emit(entry)
    settle(window)
    now = table.currentIndex()
    assert (table.preview_model.row(now.row()).number, now.data()) == (902, "k.A.")


@pytest.mark.parametrize("by", ["mouse", "menu"])
def test_rows_of_names_and_records_are_set_in_the_preview(
    window: MainWindow, page: DataPage, tmp_path: Path, qtbot: QtBot, by: str
) -> None:
    path = tmp_path / "people_2024.csv"
    path.write_text("a;b\nKREIS;N\nx;1\ny;2\nx;3\ny;4\n", encoding="utf-8")
    page.open_file(path)
    settle(window)
    table = page.import_view.table
    model = table.preview_model

    def put(what: str, handle: int, row: int) -> None:
        place = model.place_of(row)
        assert place is not None
        if by == "menu":
            words = {"names": "Names stand in", "first": "Records begin in", "last": "Records end in"}[what]
            menu = table.menu(place, 0)
            next(action for action in menu.actions() if action.text().startswith(words)).trigger()
        else:
            heads = table.row_heads
            section = model.place_of(handle)
            assert section is not None
            top = heads.sectionViewportPosition(section)
            y = {"names": top + 8, "first": top + 1, "last": top + heads.sectionSize(section) - 1}[what]
            assert heads.handle_at(y) == what
            qtbot.mousePress(heads.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(5, y))
            to = QPoint(5, heads.sectionViewportPosition(place) + heads.sectionSize(place) // 2)
            qtbot.mouseMove(heads.viewport(), to)
            heads.grab()
            qtbot.mouseRelease(heads.viewport(), Qt.MouseButton.LeftButton, pos=to)
        settle(window)

    put("names", 1, 2)
    assert [column.name for column in page.state.columns] == ["KREIS", "N"]  # type: ignore[union-attr]
    put("first", 3, 4)
    put("last", 6, 5)
    kinds = [model.row(row).kind for row in range(model.rowCount())]
    assert kinds == ["left_out", "names", "left_out", "record", "record", "left_out"]
    page.take_button.click()
    settle(window)
    assert window.desk.session.data is not None
    assert window.desk.session.data.rows == 2


def test_rows_are_as_recognised_again(window: MainWindow, page: DataPage, tmp_path: Path) -> None:
    path = tmp_path / "people_2024.csv"
    path.write_text("KREIS;N\nx;1\ny;2\nx;3\n", encoding="utf-8")
    page.open_file(path)
    settle(window)
    table = page.import_view.table
    table.menu(1, 0).actions()[4].trigger()
    settle(window)
    assert sum(map(table.preview_model.is_record, range(table.preview_model.rowCount()))) == 1
    table.menu(1, 0).actions()[5].trigger()
    settle(window)
    assert sum(map(table.preview_model.is_record, range(table.preview_model.rowCount()))) == 3


def test_a_column_is_renamed_in_its_head_and_the_name_is_kept_with_the_period(
    window: MainWindow, page: DataPage, tmp_path: Path, qtbot: QtBot
) -> None:
    path = tmp_path / "people_2024.csv"
    path.write_text("SEX;SEX\n" + "m;1\nf;2\n" * 20, encoding="utf-8")
    page.open_file(path)
    settle(window)
    table = page.import_view.table
    page.state = with_role(page.state, "SEX (2)", "dimension")  # type: ignore[arg-type]
    table.setCurrentIndex(table.preview_model.index(1, 1))
    qtbot.keyClick(table, Qt.Key.Key_F2)
    editor = table.heads.findChild(NameEditor)
    editor.setText("SEX")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    settle(window)
    assert "Another column is called" in page.message.text
    qtbot.mouseDClick(
        table.heads.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(table.columnViewportPosition(1) + 20, 5)
    )
    editor = next(editor for editor in table.heads.findChildren(NameEditor) if editor.isVisible())
    editor.setText("AGE")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    settle(window)
    assert [column.name for column in page.state.columns] == ["SEX", "AGE"]  # type: ignore[union-attr]
    assert [column.role for column in page.state.columns] == ["dimension"] * 2  # type: ignore[union-attr]
    page.take_button.click()
    settle(window)
    statistic = window.desk.state.statistic
    assert statistic is not None
    assert [entry.name for entry in statistic.dictionary] == ["SEX", "AGE"]
    dialect = dialect_of(statistic.period.source)
    assert dialect is not None
    assert dialect.renamed == (("SEX (2)", "AGE"),)
    # A next delivery has the same name for its column.
    assert look_at([path], into=statistic).preview.names == ("SEX", "AGE")


def test_what_keeps_a_file_from_being_read_is_the_first_entry(
    window: MainWindow, page: DataPage, tmp_path: Path
) -> None:
    path = tmp_path / "records.csv"
    rows = "".join(f"0100{row % 3};{row}\n" for row in range(1, 40))
    path.write_text(f"KREIS;UMSATZ\n{rows}01001;5;7\n{rows}", encoding="utf-8")
    page.open_file(path)
    settle(window)
    plan = page.import_view.plan
    assert plan.isVisible()
    assert page.state is not None
    assert page.state.plan is not None
    (refusal,) = page.state.plan.refusals
    assert refusal.code == "ragged_rows"
    texts = [shown.text() for shown in plan.findChildren(WrapLabel)]
    assert refusal.text(page.context.language) in texts[0]
    link = plan.findChildren(QPushButton)[0]
    link.click()
    settle(window)
    assert link.text() == "Show row 41"


@pytest.mark.parametrize("by", ["key", "menu"])
def test_rows_are_struck_through_by_hand_at_several_places_and_stay_so(
    window: MainWindow, page: DataPage, tmp_path: Path, qtbot: QtBot, by: str
) -> None:
    path = tmp_path / "people_2024.csv"
    path.write_text("KREIS;N\nx;1\ny;2\nx;3\ny;4\nz;5\n", encoding="utf-8")
    page.open_file(path)
    settle(window)
    table = page.import_view.table
    model = table.preview_model
    for row in (3, 5):
        place = model.place_of(row)
        assert place is not None
        table.setCurrentIndex(model.index(place, 0))
        if by == "key":
            qtbot.keyClick(table, Qt.Key.Key_Delete)
        else:
            next(action for action in table.menu(place, 0).actions() if "Leave out row" in action.text()).trigger()
        settle(window)
    kinds = [model.row(row).kind for row in range(model.rowCount())]
    assert kinds == ["names", "record", "left_out", "record", "left_out", "record"]
    place = model.place_of(3)
    assert place is not None
    next(action for action in table.menu(place, 0).actions() if action.text() == "Read row 3 again").trigger()
    settle(window)
    assert [model.row(row).kind for row in range(model.rowCount())].count("left_out") == 1
    page.take_button.click()
    settle(window)
    assert window.desk.session.data is not None
    assert window.desk.session.data.rows == 4
    source = window.desk.state.statistic.period.source  # type: ignore[union-attr]
    kept = dialect_of(source)  # type: ignore[arg-type]
    assert kept is not None
    assert kept.left_out == ((5, 5),)


def test_quoted_lines_are_divided_by_an_answer_beside_the_preview_and_whole_again_by_another(
    window: MainWindow, page: DataPage, tmp_path: Path, qtbot: QtBot
) -> None:
    path = tmp_path / "quoted.csv"
    path.write_text('"KREIS;UMSATZ"\n' + "".join(f'"0100{row % 3};{row},5"\n' for row in range(40)), encoding="utf-8")
    page.open_file(path)
    settle(window)
    plan = page.import_view.plan
    names = []
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Up):
        qtbot.keyClick(plan.choices["lines_quoted", ""], key)
        settle(window)
        assert page.state is not None
        names.append(page.state.preview.names)
    assert names == [("KREIS", "UMSATZ"), ("KREIS;UMSATZ",), ("KREIS", "UMSATZ")]
    page.take_button.click()
    settle(window)
    data = window.desk.session.data
    assert data is not None
    assert (data.rows, data.dimensions["KREIS"].codes) == (40, ("01000", "01001", "01002"))
