"""The data page in the real window, with real files."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QMessageBox, QWidget

from ckmcore.base.texts import Texts
from ckmcore.errors import DataError
from ckmcore.methods.cellkey import CellKeyMethod
from ckmcore.methods.rounding import Rounding
from ckmcore.microdata import Dialect
from ckmcore.microdata.preview import preview
from ckmcore.ptable import design_ptable, shuffle
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.period import Period
from ckmcore.tabulate.spec import TableSpec
from ckmdesk.base.settings import Settings
from ckmdesk.commands.method import put_in_force
from ckmdesk.commands.tables import go_to
from ckmdesk.pages.data.error_actions import mending_of
from ckmdesk.pages.data.page import DataPage
from ckmdesk.pages.tables.page import TablesPage
from ckmdesk.shell.window import MainWindow
from ckmdesk.state.data_import import begin_import
from ckmdesk.state.session import Session
from tests.kit.data_page import data_page_now
from tests.kit.hands import settle
from tests.kit.statistics import small_data, small_statistic

ROWS = [(f"{i % 5:02d}", "mw"[i % 2], i % 40 + 18, (i * 389 + 7) % 1000, i / 4) for i in range(400)]
HRC = "N\n@00\n@01\nS\n@02\n@03\n@04\n@05\n"


def people(folder: Path, name: str = "people_2024.csv") -> Path:
    """400 records in cp1252 with semicolons and decimal commas; area has leading zeros."""
    lines = ["area;sex;age;rkey;größe", *(f"{a};{s};{g};0,{k:03d};{x:.2f}".replace(".", ",") for a, s, g, k, x in ROWS)]
    path = folder / name
    path.write_text("\n".join(lines) + "\n", encoding="cp1252")
    return path


def data_page(window: MainWindow) -> DataPage:
    window.desk.run(go_to("data"))
    found = window.page("data")
    assert isinstance(found, DataPage)
    return found


@pytest.fixture
def page(window: MainWindow) -> DataPage:
    return data_page(window)


def opened(window: MainWindow, page: DataPage, path: Path) -> None:
    window.open_path(path)
    settle(window)
    assert page.state is not None, page.message.text


def taken(window: MainWindow, page: DataPage, path: Path) -> None:
    opened(window, page, path)
    page.take_button.click()
    settle(window)


def choose_role(page: DataPage, name: str, role: str) -> None:
    """As with the mouse: an entry of the drop-down."""
    assert page.state is not None
    place = [column.name for column in page.state.columns].index(name)
    combo = page.import_view.table.heads.combos(place)[1]
    combo.setCurrentIndex(combo.findData(role))
    combo.activated.emit(combo.currentIndex())


def test_without_data_there_is_one_sentence_and_one_button(window: MainWindow, page: DataPage) -> None:
    assert "Drop a file" in page._empty.text.text()
    assert page._empty.button.isVisible()
    assert not page.take_button.isVisible()
    assert not page.band.isVisible()


def test_a_file_is_shown_with_its_signs_types_roles_and_warnings_under_the_band(
    window: MainWindow, page: DataPage, tmp_path: Path
) -> None:
    opened(window, page, people(tmp_path))
    view = page.import_view
    assert page.band.isVisible()
    assert view.file_card.name.text_whole() == "people_2024.csv"
    assert [combo.currentText() for combo in view.file_card.combos] == ["Windows-1252", "Semicolon", "Comma", "none"]
    assert view.file_card.header.isChecked()
    shown = [[combo.currentText() for combo in view.table.heads.combos(place)] for place in range(5)]
    assert shown == [
        ["Code (text)", "Dimension"],
        ["Code (text)", "Dimension"],
        ["Code (text)", "Dimension"],
        ["Decimal, 3 places", "Record key"],
        ["Decimal, 2 places", "Magnitude"],
    ]
    model = view.table.preview_model
    assert [model.index(2, place).data() for place in range(5)] == ["01", "w", "19", "0,396", "0,25"]
    assert model.headerData(4, Qt.Orientation.Horizontal) == "größe"
    assert view.strip.text.startswith(
        "area: Stays text: as a number it would lose its leading zero in 400 of 400 records"
    )
    assert view.keys_card.facts.texts() == [
        "Origin: Column rkey, read as text",
        "Digits: 3, thus M = 10³",
        "missing: 0 of 400 records looked at",
    ]
    assert view.statistic_card.title.text() == "people"


@pytest.mark.thorough
def test_another_encoding_or_separator_previews_anew_at_once(
    window: MainWindow, page: DataPage, tmp_path: Path
) -> None:
    opened(window, page, people(tmp_path))
    combo = page.import_view.file_card.separator
    combo.setCurrentIndex(combo.findData(","))
    combo.activated.emit(combo.currentIndex())
    settle(window)
    assert page.state is not None
    assert page.state.preview.dialect is not None
    assert page.state.preview.dialect.separator == ","
    assert "area;sex;age;rkey;größe" in [column.name for column in page.state.columns]
    page.import_view.file_card.header.click()
    settle(window)
    assert page.state.columns[0].name == "V1"


@pytest.mark.thorough
def test_an_encoding_that_does_not_fit_is_said_and_what_was_shown_stays(
    window: MainWindow, page: DataPage, tmp_path: Path
) -> None:
    opened(window, page, people(tmp_path))
    before = page.state
    combo = page.import_view.file_card.encoding
    combo.setCurrentIndex(combo.findData("utf-8"))
    combo.activated.emit(combo.currentIndex())
    settle(window)
    assert "line 1, column 21: the byte 0xF6 is not valid in utf-8" in page.message.text
    assert page.state == before
    assert combo.currentData() == "cp1252"
    assert page.message.remedy is not None
    assert page.message.remedy.text == "Read as Windows-1252"


@pytest.mark.thorough
def test_roles_change_by_drop_down_and_only_one_column_holds_the_key(
    window: MainWindow, page: DataPage, tmp_path: Path
) -> None:
    opened(window, page, people(tmp_path))
    choose_role(page, "age", "record_key")
    assert page.state is not None
    assert page.state.names("record_key") == ("age",)
    assert page.state.names("identifier") == ("rkey",)
    assert page.import_view.table.heads.combos(3)[1].currentText() == "Identifier"
    assert page.import_view.keys_card.modulus.isVisible()
    assert page.import_view.keys_card.modulus.currentText() == "256"
    page.import_view.keys_card.modulus.setCurrentText("4096")
    assert page.state.modulus == 4096


@pytest.mark.thorough
def test_every_column_is_reached_by_tab_and_has_a_name_for_the_screen_reader(
    window: MainWindow, page: DataPage, tmp_path: Path
) -> None:
    path = tmp_path / "wide.csv"
    path.write_text(",".join(f"c{i}" for i in range(40)) + "\n" + ",".join("x" * 40) + "\n", encoding="utf-8")
    opened(window, page, path)
    page.import_view.file_card.encoding.setFocus()
    names: list[str] = []
    for place in range(95):
        focused: QWidget | None = window.focusWidget()
        assert focused is not None
        assert not focused.visibleRegion().isEmpty(), f"{place}: what has the focus is in sight"
        names.append(focused.accessibleName() or getattr(focused, "text", str)())
        QTest.keyClick(focused, Qt.Key.Key_Tab)
    columns = [f"{what} of c{i}" for i in range(40) for what in ("Type", "Role")]
    signs = ["Encoding", "Separator", "Decimal sign", "Thousands", "Header row"]
    files = ["τ-ARGUS description ...", "Columns of fixed width ...", "Add files ...", "Ignore selected columns"]
    assert names[:90] == [*signs, *files, "Preview of the first rows", *columns]
    assert names[90:95] == ["Title of the statistic", "Reporting period", "Reference day", "Generate keys", "Household"]


@pytest.mark.thorough
def test_taking_over_makes_a_new_statistic_and_says_what_to_do_next(
    window: MainWindow, page: DataPage, tmp_path: Path
) -> None:
    opened(window, page, people(tmp_path))
    QTest.keyClicks(page.import_view.statistic_card.title, "!")
    page.take_action.trigger()
    settle(window)
    statistic, data = window.desk.state.statistic, window.desk.session.data
    assert statistic is not None
    assert data is not None
    assert statistic.title == Texts.same("people!")
    assert statistic.period.label == Texts.same("2024")
    assert data.rows == 400
    assert data.dimensions["area"].codes == ("00", "01", "02", "03", "04")
    assert window.desk.unsaved
    assert window.desk.undo_name is None
    assert window.desk.state.page == "data"
    assert window.message_bar.text.startswith("400 records of “people_2024.csv” were imported. No method is in force")
    assert window.message_bar.remedy is not None
    assert window.message_bar.remedy.text == "Go to page Method"
    assert page.loaded_view.source_card.facts.text().endswith("400 records")
    page.loaded_view.show_tab(page.loaded_view.keys_tab)
    settle(window)
    facts = page.loaded_view.keys_card.facts.texts()
    assert facts[:4] == ["Origin: Column rkey", "Digits: 3, thus M = 10³", "Number: 400", "missing: 0"]
    assert window.visible_pages() >= {"tables", "data"}


def faulty(folder: Path, kind: str) -> Path:
    """A file with one fault."""
    path = folder / f"{kind}.csv"
    lines = ["a,rkey,x", *(f"{i % 3},0.{i:03d},{i}" for i in range(100, 200))]
    if kind == "ragged":
        lines[50] += ",9"
    elif kind == "outside":
        lines[30] = "1,-0.5,3"
    elif kind == "missing":
        lines[30] = "1,,3"
    elif kind == "quote":
        lines[60] = '1,0.5,"3'
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    if kind == "byte":
        path.write_bytes(path.read_bytes() + b"1,0.5,4\n" * 200000 + b"\x811,0.5,4\n")
    return path


@pytest.mark.daily(1)
@pytest.mark.parametrize(
    ("kind", "said", "remedy"),
    [
        ("ragged", "line 51 has 4 fields instead of 3", None),
        ("outside", "record 30 (counted from 1): -0.5 is not in the interval", "Generate keys instead"),
        ("missing", "one record has no key, record 30", "Generate keys instead"),
        ("quote", "line 61", "Read without quotes"),
        ("byte", "line 200,102, column 1: the byte 0x81", "Read as Windows-1252"),
    ],
)
def test_a_fault_found_while_loading_is_inline_and_leaves_everything_as_it_was(
    window: MainWindow, tmp_path: Path, kind: str, said: str, remedy: str | None
) -> None:
    window.services.begin(small_statistic(), Session(data=small_data()))
    page = data_page(window)
    before, session = window.desk.state.statistic, window.desk.session
    opened(window, page, faulty(tmp_path, kind))
    choose_role(page, "rkey", "record_key")
    choose_role(page, "a", "dimension")
    page.take_button.click()
    settle(window)
    assert said in page.message.text
    assert (None if page.message.remedy is None else page.message.remedy.text) == remedy
    assert window.desk.state.statistic is before or window.desk.state.statistic == before
    assert window.desk.session is session
    assert session.data is not None
    assert page.state is not None
    assert page.take_button.isEnabled()
    assert not window.progress.isVisible()


@pytest.mark.thorough
def test_the_remedy_for_missing_keys_generates_new_ones(window: MainWindow, page: DataPage, tmp_path: Path) -> None:
    taken(window, page, faulty(tmp_path, "missing"))
    assert page.message.remedy is not None
    page.message.remedy.act()
    assert page.state is not None
    assert page.state.key_column is None
    assert page.import_view.keys_card.generate.isChecked()
    page.take_button.click()
    settle(window)
    assert window.desk.session.unsaved_keys
    page.loaded_view.show_tab(page.loaded_view.keys_tab)
    settle(window)
    assert page.loaded_view.keys_card.facts.texts()[:2] == ["Origin: generated", "Digits: 9, thus M = 10⁹"]


@pytest.mark.daily(1)
@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "There is no file"),
        (b"", "is empty"),
        (b"\x89PNG\r\n\x1a\n" + b"\x00" * 50, "it is a picture"),
    ],
)
def test_a_file_that_cannot_be_shown_is_said_and_the_import_under_way_stays(
    window: MainWindow, page: DataPage, tmp_path: Path, content: bytes | None, said: str
) -> None:
    opened(window, page, people(tmp_path))
    before = page.state
    path = tmp_path / "other.csv"
    if content is not None:
        path.write_bytes(content)
    page.open_file(path)
    settle(window)
    assert said in page.message.text
    assert page.message.isVisible()
    assert page.state == before
    page.cancel_button.click()
    assert page.message.text == ""
    assert window.desk.state.page == "start"


def test_the_second_column_of_a_name_has_its_number(window: MainWindow, page: DataPage, tmp_path: Path) -> None:
    path = tmp_path / "bare.csv"
    path.write_text("a,b,a\nc,d,e\n", encoding="utf-8")
    page.open_file(path)
    settle(window)
    assert page.state is not None
    assert [column.name for column in page.state.columns] == ["a", "b", "a (2)"]
    page.import_view.file_card.header.click()
    settle(window)
    assert [column.name for column in page.state.columns] == ["V1", "V2", "V3"]


@pytest.mark.thorough
def test_a_cancelled_import_changes_nothing_and_can_be_started_again(
    window: MainWindow, page: DataPage, tmp_path: Path
) -> None:
    opened(window, page, people(tmp_path))
    page.take_button.click()
    assert window.progress.isVisible()
    assert not page.import_view.isEnabled()
    page.open_file(tmp_path / "other.csv")
    assert window.message_bar.text.startswith("“other.csv” was not opened: another file is being imported.")
    window.progress._button.click()
    settle(window)
    assert window.desk.state.statistic is None
    assert page.message.text == "Cancelled. Nothing was changed."
    assert page.state is not None
    page.take_button.click()
    settle(window)
    assert window.desk.session.data is not None


@pytest.mark.daily(1)
@pytest.mark.parametrize("answer", [QMessageBox.StandardButton.Cancel, QMessageBox.StandardButton.Discard])
def test_other_data_start_a_new_statistic_after_the_usual_question(
    window: MainWindow, page: DataPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: object
) -> None:
    taken(window, page, people(tmp_path))
    first = window.desk.state.statistic
    monkeypatch.setattr(window, "ask_to_save", lambda: answer)
    taken(window, page, people(tmp_path, "second_2025.csv"))
    assert window.desk.state.statistic is not None
    kept = answer == QMessageBox.StandardButton.Cancel
    assert (window.desk.state.statistic == first) is kept
    assert (page.state is not None) is kept


@pytest.mark.thorough
def test_a_statistic_without_a_source_is_filled_and_keeps_its_method(
    window: MainWindow, page: DataPage, tmp_path: Path
) -> None:
    waiting = Statistic(Texts("People", "Personen"), periods=(Period(Texts("2024", "2024")),)).put_in_force(Rounding(5))
    window.services.begin(waiting, Session(path=tmp_path / "x.ckm"), "data")
    opened(window, page, people(tmp_path))
    assert page.head.note.text_whole() == "New source for 2024"
    page.take_button.click()
    settle(window)
    statistic = window.desk.state.statistic
    assert statistic is not None
    assert statistic.title == waiting.title
    assert statistic.period.in_force == waiting.period.in_force
    assert window.desk.session.path == tmp_path / "x.ckm"
    assert window.message_bar.remedy is not None
    assert window.message_bar.remedy.text == "Go to page Tables"


@pytest.mark.daily(1)
@pytest.mark.parametrize("kind", ["rounding", "cell-key"])
def test_generated_keys_give_the_same_published_figures_after_saving_and_reopening(
    window: MainWindow, page: DataPage, tmp_path: Path, kind: str
) -> None:
    opened(window, page, people(tmp_path))
    choose_role(page, "rkey", "ignored")
    page.take_button.click()
    settle(window)
    method = Rounding(5) if kind == "rounding" else CellKeyMethod(shuffle(design_ptable(D=3, V=1.5, js=1)))
    window.desk.run(put_in_force(method, "2026-01-01"))
    spec = TableSpec(rows=["area"], columns=["sex"])

    def published() -> list[list[int]]:
        statistic, data = window.desk.state.statistic, window.desk.session.data
        assert statistic is not None
        assert data is not None
        return statistic.draft(spec, data).table.to_pandas().values.tolist()  # type: ignore[no-any-return]

    before = published()
    path = tmp_path / "people.ckm"
    window.services._write(path, None, None)
    settle(window)
    assert not window.desk.unsaved
    assert (tmp_path / "people.period1.keys.parquet").exists()
    keys = window.desk.session.data.record_keys  # type: ignore[union-attr]
    assert keys is not None
    window.services.close_statistic()
    window.open_path(path)
    settle(window)
    again = window.desk.session.data
    assert again is not None, window.message_bar.text
    assert again.record_keys is not None
    assert np.array_equal(again.record_keys.values, keys.values)
    assert published() == before
    window.services.save()
    settle(window)
    assert [found.name for found in tmp_path.glob("*.parquet")] == ["people.period1.keys.parquet"]


@pytest.mark.thorough
def test_a_hierarchy_is_attached_shown_with_its_records_undone_and_removed(
    window: MainWindow, page: DataPage, tmp_path: Path
) -> None:
    taken(window, page, people(tmp_path))
    file = tmp_path / "area.hrc"
    file.write_text(HRC, encoding="utf-8")
    view, card = page.loaded_view, page.loaded_view.hierarchy_card
    view.choose("area")
    view.read_hierarchy(file)
    settle(window)
    model = card.model
    total = model.index(0, 0)
    assert [model.index(0, column).data() for column in range(3)] == ["Total", "", "400"]
    north = model.index(0, 0, total)
    assert (north.data(), model.index(0, 2, total).data(), model.rowCount(north)) == ("N", "160", 2)
    assert model.index(1, 2, total).data() == "240"
    assert [text.text() for _, text in card._notes] == ["All codes of the data are contained.", "Without records: 05."]
    assert window.desk.session.data is not None
    assert window.desk.session.data.dimensions["area"].hierarchy is not None
    assert window.menus.actions["undo"].text() == "Undo: hierarchy of area"
    field = card.level_fields()[0]
    field.setText("Part")
    field.editingFinished.emit()
    assert window.desk.session.data.dimensions["area"].hierarchy.level_names == ("Part", "2")
    window.desk.undo()
    window.desk.undo()
    settle(window)
    assert window.desk.session.data.dimensions["area"].hierarchy is None
    assert model.rowCount(model.index(0, 0)) == 5
    window.desk.redo()
    card.remove.click()
    settle(window)
    assert window.desk.session.data.dimensions["area"].hierarchy is None


@pytest.mark.thorough
def test_hierarchies_follow_undo_also_while_another_page_is_shown(
    window: MainWindow, page: DataPage, tmp_path: Path
) -> None:
    taken(window, page, people(tmp_path))
    file = tmp_path / "area.hrc"
    file.write_text(HRC, encoding="utf-8")
    page.loaded_view.choose("area")
    page.loaded_view.read_hierarchy(file)
    settle(window)
    window.go_to("tables")
    window.desk.undo()
    settle(window)
    assert window.desk.session.data is not None
    assert window.desk.session.data.dimensions["area"].hierarchy is None


@pytest.mark.daily(2)
@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("N\n@@00\n", "line 2: the code “00” stands at depth 2"),
        ("N\n@00\n@00\n", "line 3: the code “00” is already in line 2"),
        ("N\n@00\n@01\n", "lacks 3 codes that occur in the data: 02, 03, 04"),
        ("", "is empty"),
    ],
)
def test_a_faulty_hierarchy_is_said_in_its_card_and_nothing_is_attached(
    window: MainWindow, page: DataPage, tmp_path: Path, content: str, said: str
) -> None:
    taken(window, page, people(tmp_path))
    before = window.desk.state
    file = tmp_path / "area.hrc"
    file.write_text(content, encoding="utf-8")
    page.loaded_view.choose("area")
    page.loaded_view.read_hierarchy(file)
    settle(window)
    assert said in page.loaded_view.hierarchy_card.message.text
    assert page.loaded_view.hierarchy_card.message.isVisible()
    assert window.desk.state == before


@pytest.mark.thorough
def test_titles_are_given_in_one_language_and_follow_in_the_other_until_they_differ(
    window: MainWindow, page: DataPage, settings: Settings, tmp_path: Path
) -> None:
    taken(window, page, people(tmp_path))
    page.loaded_view.choose("sex")

    def title(words: str) -> Texts:
        card = data_page_now(window).loaded_view.hierarchy_card
        card.title.setText(words)
        card.title.editingFinished.emit()
        settle(window)
        assert window.desk.session.data is not None
        return window.desk.session.data.dimensions["sex"].title

    assert title("Sex") == Texts.same("Sex")
    settings.set("language", "de")
    settle(window)
    assert data_page_now(window).loaded_view.hierarchy_card.heading.text() == "Merkmal"
    assert title("Geschlecht") == Texts("Sex", "Geschlecht")
    assert window.desk.undo_name is not None
    assert window.desk.undo_name.key == "set_variable_title"


def test_what_was_noticed_while_reading_stands_beside_the_source(
    window: MainWindow, page: DataPage, tmp_path: Path
) -> None:
    import pandas as pd

    path = tmp_path / "people.parquet"
    values = np.arange(100)
    frame = pd.DataFrame({"sex": (values % 2).astype(str), "rkey": values / 100 + 0.001})
    frame.to_parquet(path)
    opened(window, page, path)
    assert not page.import_view.file_card.encoding.isVisible()
    choose_role(page, "rkey", "record_key")
    page.take_button.click()
    settle(window)
    assert page.loaded_view.source_card.notices() == [
        "Record key “rkey”: the keys are doubles; they were read as their shortest decimal form with 3 digits."
    ]


@pytest.mark.thorough
def test_the_page_speaks_german_with_all_its_drop_downs(
    window: MainWindow, page: DataPage, settings: Settings, tmp_path: Path
) -> None:
    opened(window, page, people(tmp_path))
    settings.set("language", "de")
    settle(window)
    page = data_page_now(window)
    view = page.import_view
    assert page.take_button.text() == "Daten übernehmen"
    assert [combo.currentText() for combo in view.file_card.combos] == ["Windows-1252", "Semikolon", "Komma", "keins"]
    roles = view.table.heads.combos(0)[1]
    assert [roles.itemText(place) for place in range(roles.count())] == [
        "Gliederungsmerkmal",
        "Wertmerkmal",
        "Gewicht",
        "Record-Key",
        "Kennung",
        "Haushalt",
        "nicht verwendet",
    ]
    assert view.table.heads.combos(0)[0].currentText() == "Code (Text)"
    assert view.strip.text.startswith("area: Bleibt Text")


@pytest.mark.thorough
def test_the_dialect_of_the_file_is_kept_for_the_next_loading(
    window: MainWindow, page: DataPage, tmp_path: Path
) -> None:
    import msgspec

    taken(window, page, people(tmp_path))
    statistic = window.desk.state.statistic
    assert statistic is not None
    assert statistic.period.source is not None
    found = msgspec.json.decode(statistic.period.source.reading, type=Dialect)
    assert (found.separator, found.decimal, found.encoding) == (";", ",", "cp1252")
    window.desk.session.data = None
    window.services.records.load()
    settle(window)
    assert window.desk.session.data is not None


@pytest.mark.thorough
@pytest.mark.reference
def test_the_reference_file_is_taken_over_with_its_keys_and_hierarchy(
    window: MainWindow, page: DataPage, reference: Path
) -> None:
    taken(window, page, reference / "data" / "census_persons_10k_keys.csv")
    data = window.desk.session.data
    assert data is not None, page.message.text
    assert data.rows == 30578
    assert data.record_keys is not None
    assert data.record_keys.modulus == 10**8
    page.loaded_view.choose("NUTS3")
    page.loaded_view.read_hierarchy(reference / "data" / "nuts3_hierarchy.hrc")
    settle(window)
    model = page.loaded_view.hierarchy_card.model
    assert model.rowCount(model.index(0, 0)) == 3


@pytest.mark.parametrize(("keys", "remedy"), [(["1", "5"], "modulus"), (["0.5", "0.25"], "generate")])
def test_a_record_key_outside_its_range_leads_to_the_modulus_only_where_keys_are_integers(
    tmp_path: Path, keys: list[str], remedy: str
) -> None:
    path = tmp_path / "people.csv"
    path.write_text("\n".join(["area,rkey", *(f"x,{key}" for key in keys)]), encoding="utf-8")
    state = begin_import(preview(path))
    assert state.integer_keys == (remedy == "modulus")
    assert mending_of(DataError("record_key_outside"), state) == remedy
    assert mending_of(DataError("record_key_missing"), state) == "generate"
    assert mending_of(DataError("record_key_outside"), None) == "generate"


def test_three_clicks_lead_from_a_file_to_a_protected_table_as_a_trial(
    window: MainWindow, page: DataPage, tmp_path: Path
) -> None:
    taken(window, page, people(tmp_path))  # the first
    view = page.first_view
    assert view.isVisible()
    assert view.data_text.text().startswith("400 records, ")
    assert [card.choice.isChecked() for card in view.cards] == [True, False, False]
    QTest.mouseClick(view.cards[1], Qt.MouseButton.LeftButton)
    assert view.chosen is view.cards[1].protection
    words = view.tables[0].text()
    view.tables[0].click()
    settle(window)
    state = window.desk.state
    assert (state.page, state.table.trial.kind) == ("tables", "variant")
    assert words == " × ".join(state.table.spec.variables)
    assert state.statistic is not None
    assert state.statistic.period.in_force is None
    tables = window.page("tables")
    assert isinstance(tables, TablesPage)
    assert tables.model.rowCount() > 1
    assert not tables.head.submit_button.isEnabled()
    assert "Trial" in tables.notice.band.accessibleName() + tables.notice.band.findChildren(QLabel)[1].text()
    window.desk.run(go_to("data"))
    settle(window)
    assert view.isVisible()
    view.all_button.click()
    assert page.loaded_view.isVisible()


def test_the_chosen_protection_is_what_the_page_method_shows(
    window: MainWindow, page: DataPage, tmp_path: Path
) -> None:
    taken(window, page, people(tmp_path))
    chosen = page.first_view.chosen
    assert chosen is not None
    page.first_view.force_button.click()
    settle(window)
    assert window.desk.state.page == "method"
    assert window.desk.state.method.variant.design == chosen.design
