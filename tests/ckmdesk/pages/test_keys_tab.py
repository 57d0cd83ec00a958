"""Record keys on the data page: sources of an import, new keys with a reason, comparison with former production."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from ckmcore.keys.derivation import derive_keys
from ckmcore.methods.cellkey import CellKeyMethod
from ckmcore.microdata.households import HouseholdDiffers
from ckmcore.ptable import design_ptable
from ckmcore.statistic.period import Decision, KeySet
from ckmcore.tabulate.spec import TableSpec
from ckmcore.tabulate.tabulate import tabulate
from ckmdesk.base.settings import Settings
from ckmdesk.commands.method import put_in_force
from ckmdesk.commands.tables import go_to
from ckmdesk.pages.data.keys_source import KeySourceForm
from ckmdesk.pages.data.keys_tab import KeysTab
from ckmdesk.pages.data.page import DataPage
from ckmdesk.shell.window import MainWindow
from ckmdesk.state.data_import import with_role
from tests.kit.data_page import data_page_now

SECRET = b"0123456789abcdef"
UNITS = [(f"P{n:03d}", f"H{n // 2:03d}", "mw"[n % 2], f"{n % 4}") for n in range(200)]


@pytest.fixture
def people(tmp_path: Path) -> Path:
    path = tmp_path / "personen_2025.csv"
    lines = [";".join(unit) for unit in UNITS]
    path.write_text("\n".join(["kennung;haushalt;sex;area", *lines]) + "\n", encoding="utf-8")
    return path


@pytest.fixture
def keys_file(tmp_path: Path) -> Path:
    path = tmp_path / "keys.csv"
    lines = [f"P{n:03d},0.{n * 37 % 1000:03d}" for n in reversed(range(200))]
    path.write_text("\n".join(["nr,rkey", *lines]) + "\n", encoding="utf-8")
    return path


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    path = tmp_path / "geheim"
    path.write_bytes(SECRET)
    return path


@pytest.fixture
def page(window: MainWindow) -> DataPage:
    window.desk.run(go_to("data"))
    found = window.page("data")
    assert isinstance(found, DataPage)
    return found


def settle(window: MainWindow) -> None:
    for _ in range(4):
        assert window.jobs.wait_idle()


def opened(window: MainWindow, page: DataPage, path: Path) -> KeySourceForm:
    window.open_path(path)
    settle(window)
    assert page.state is not None, page.message.text
    return page.import_view.keys_card.form


def pick(form: KeySourceForm, combo: str, value: object) -> None:
    """As with the mouse: an entry of a drop-down."""
    box = getattr(form, combo)
    box.setCurrentIndex(box.findData(value))
    box.activated.emit(box.currentIndex())


def tab_of(window: MainWindow, page: DataPage) -> KeysTab:
    page.first_view.close_view()
    page.loaded_view.tabs.setCurrentIndex(tab_words(page).index("Record keys"))
    settle(window)
    return page.loaded_view.keys_tab


def tab_words(page: DataPage) -> list[str]:
    tabs = page.loaded_view.tabs
    return [tabs.tabText(place) for place in range(tabs.count())]


def taken(window: MainWindow, page: DataPage, path: Path) -> KeysTab:
    opened(window, page, path)
    page.take_button.click()
    settle(window)
    assert window.desk.session.data is not None, page.message.text
    return tab_of(window, page)


def key_set(window: MainWindow) -> KeySet:
    statistic = window.desk.state.statistic
    assert statistic is not None
    assert statistic.period.keys is not None
    return statistic.period.keys


def values(window: MainWindow) -> list[int]:
    data = window.desk.session.data
    assert data is not None
    assert data.record_keys is not None
    return data.record_keys.values.tolist()


# --- an import --------------------------------------------------------------------------------------------------------


@pytest.mark.thorough
def test_keys_of_another_file_are_counted_before_they_are_taken_over(
    window: MainWindow, page: DataPage, people: Path, keys_file: Path
) -> None:
    form = opened(window, page, people)
    form.buttons["file"].click()
    assert form.file_button.isVisibleTo(form)
    assert not form.file_id.isVisibleTo(form)
    page.key_files.take_file(keys_file)
    settle(window)
    chosen = [combo.currentText() for combo in (form.file_id, form.file_column, form.file_identifier)]
    assert chosen == ["nr", "rkey", "kennung"]
    assert form.join_words.text() == "Records that find their key: 200 of 200."
    page.take_button.click()
    settle(window)
    assert key_set(window) == KeySet("file", "kennung", 1000, 3)
    assert values(window) == [n * 37 % 1000 for n in range(200)]
    assert window.desk.session.unsaved_keys
    facts = tab_of(window, page).card.facts.texts()
    assert facts[0] == "Origin: from a file, by identifier kennung"


@pytest.mark.thorough
def test_records_without_a_key_are_told_by_number_and_get_one_when_asked(
    window: MainWindow, page: DataPage, people: Path, keys_file: Path
) -> None:
    lines = keys_file.read_text(encoding="utf-8").splitlines()
    keys_file.write_text("\n".join([*lines[:-3], "P001,0.037"]) + "\n", encoding="utf-8")
    form = opened(window, page, people)
    form.buttons["file"].click()
    page.key_files.take_file(keys_file)
    settle(window)
    assert form.join_words.text() == "Records that find their key: 198 of 200. Without a key: 2, the first: 1, 3."
    page.take_button.click()
    settle(window)
    assert page.message.text.startswith("Records without a key in “keys.csv”: 2, the first: 1, 3.")
    form.others.click()
    page.take_button.click()
    settle(window)
    assert values(window)[1] == 37
    assert any("new ones were generated: 2" in text for text in page.loaded_view.source_card.notices())


@pytest.mark.thorough
def test_keys_are_derived_with_a_secret_and_added_up_over_households(
    window: MainWindow, page: DataPage, people: Path, secret: Path
) -> None:
    form = opened(window, page, people)
    form.buttons["derived"].click()
    page.take_button.click()
    settle(window)
    assert page.message.text == "The record keys cannot be made yet: choose the file with the secret."
    page.key_files.take_secret(secret)
    pick(form, "household", "haushalt")
    assert page.state is not None
    assert page.state.names("household") == ("haushalt",)
    page.take_button.click()
    settle(window)
    assert key_set(window) == KeySet("derived", "kennung", household="haushalt")
    alone = derive_keys([unit[0] for unit in UNITS], SECRET).values.astype(np.int64)
    assert values(window)[0] == values(window)[1] == (alone[0] + alone[1]) % 10**9


@pytest.mark.thorough
def test_tables_count_households_where_that_is_chosen(
    window: MainWindow, page: DataPage, people: Path, secret: Path
) -> None:
    form = opened(window, page, people)
    form.buttons["derived"].click()
    page.key_files.take_secret(secret)
    pick(form, "household", "haushalt")
    page.take_button.click()
    settle(window)
    units = tab_of(window, page).units
    assert units.isVisibleTo(page)
    assert units.variables.isHidden()
    units.choice.choose("households")
    units.choice.activated.emit(1)
    settle(window)
    assert key_set(window).counts_households
    data = window.desk.session.data
    assert data is not None
    total = tabulate(data, TableSpec()).blocks[0]
    assert int(total.counts) == 100  # two members each
    with pytest.raises(HouseholdDiffers):
        tabulate(data, TableSpec(rows=["sex"]))
    shown = [units.variables.item(place) for place in range(units.variables.count())]
    next(item for item in shown if item.text() == "sex").setCheckState(Qt.CheckState.Checked)
    settle(window)
    assert key_set(window).any_member == ("sex",)
    units.variables.setCurrentRow(1)
    units.refresh()
    assert units.variables.currentRow() == 1  # the keyboard goes on from there
    data = window.desk.session.data
    assert data is not None
    by_sex = tabulate(data, TableSpec(rows=["sex"])).blocks[0]
    assert by_sex.counts.tolist() == [100, 100, 100]  # a man and a woman in each
    units.choice.choose("records")
    units.choice.activated.emit(0)
    settle(window)
    data = window.desk.session.data
    assert data is not None
    assert int(tabulate(data, TableSpec()).blocks[0].counts) == 200


def test_a_short_secret_is_said_and_not_taken(window: MainWindow, page: DataPage, people: Path, tmp_path: Path) -> None:
    form = opened(window, page, people)
    form.buttons["derived"].click()
    (tmp_path / "kurz").write_bytes(b"short")
    page.key_files.take_secret(tmp_path / "kurz")
    assert "it could be guessed" in page.message.text
    assert page.state is not None
    assert page.state.keys.secret is None


def test_a_new_secret_is_written_once_and_taken(
    window: MainWindow, page: DataPage, people: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    form = opened(window, page, people)
    form.buttons["derived"].click()
    path = tmp_path / "neu.txt"
    monkeypatch.setattr(window, "choose_save_file", lambda *_: path)
    form.new_secret.click()
    assert len(path.read_text(encoding="ascii").strip()) == 64
    assert form.secret_name.text_whole() == "neu.txt"
    assert not form.new_secret.isVisibleTo(form)
    content = path.read_bytes()
    page.key_files.make_secret(path)
    assert "A secret is never replaced" in page.message.text
    assert path.read_bytes() == content


def test_a_column_takes_the_role_and_gives_it_back(window: MainWindow, page: DataPage, people: Path) -> None:
    form = opened(window, page, people)
    form.buttons["column"].click()
    assert page.state is not None
    pick(form, "column", "area")
    assert page.state.names("record_key") == ("area",)
    assert form.buttons["column"].isChecked()
    assert form.modulus.isVisibleTo(form)
    form.buttons["column"].setFocus()
    QTest.keyClick(form.buttons["column"], Qt.Key.Key_Down)
    assert page.state.names("record_key") == ()
    assert form.buttons["generate"].isChecked()


@pytest.mark.thorough
def test_a_further_period_proposes_the_keys_of_the_one_before(
    window: MainWindow, page: DataPage, people: Path, tmp_path: Path
) -> None:
    opened(window, page, people)
    assert page.state is not None
    page.state = with_role(page.state, "haushalt", "ignored")
    page.take_button.click()
    settle(window)
    window.services._write(tmp_path / "p.ckm", None, None)
    settle(window)
    before = values(window)
    window.services.add_period("2026", "", "")
    settle(window)
    later = tmp_path / "personen_2026.csv"
    lines = people.read_text(encoding="utf-8").splitlines()
    later.write_text("\n".join([lines[0], *lines[11:], "P900;H900;m;1"]) + "\n", encoding="utf-8")
    form = opened(window, page, later)
    assert form.buttons["former"].isChecked()
    assert form.former_identifier.currentData() == "kennung"
    form.buttons["generate"].click()
    assert form.warning.isVisibleTo(form)
    form.buttons["former"].click()
    assert not form.warning.isVisibleTo(form)
    page.take_button.click()
    settle(window)
    assert values(window)[:-1] == before[10:]
    assert any(
        "keep theirs: 190; new ones with a new key: 1; gone: 10" in text
        for text in page.loaded_view.source_card.notices()
    )
    facts = tab_of(window, page).card.facts.texts()
    assert facts[0] == "Origin: as in the period before, by identifier kennung; new units: generated"


def test_files_are_asked_for_and_faults_of_a_key_file_are_inline(
    window: MainWindow, page: DataPage, people: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    form = opened(window, page, people)
    form.buttons["file"].click()
    bad = tmp_path / "bild.csv"
    bad.write_bytes(b"\x89PNG\r\n\x1a\n" + b"\x00" * 50)
    monkeypatch.setattr(window, "choose_open_file", lambda *_: bad)
    form.file_button.click()
    settle(window)
    assert "it is a picture" in page.message.text
    twice = tmp_path / "doppelt.csv"
    twice.write_text("kennung,rkey\nP001,0.5\nP001,0.6\n", encoding="utf-8")
    monkeypatch.setattr(window, "choose_open_file", lambda *_: twice)
    form.file_button.click()
    settle(window)
    assert "records 1 and 2 hold different keys for the same identifier" in form.join_words.text()


# --- new keys ---------------------------------------------------------------------------------------------------------


@pytest.mark.thorough
def test_new_keys_ask_say_what_they_break_and_need_a_reason(window: MainWindow, page: DataPage, people: Path) -> None:
    tab = taken(window, page, people)
    window.desk.run(put_in_force(CellKeyMethod(design_ptable(D=3, V=1.5, js=1)), "2026-01-01", Decision("ref", "d")))
    before = values(window)
    panel = tab.new_keys
    assert not panel.question.isVisibleTo(panel)
    panel.open_button.click()
    settle(window)
    assert [words.text() for words in panel.breaks] == [
        "All figures of this reporting period change.",
        "Tables that were exported already cannot be repeated.",
        "A cell that is published again with new noise gives its original count away, bit by bit.",
    ]
    panel.make_button.click()
    settle(window)
    assert panel.message.text == "New keys need a reason. Enter it; it is kept with the period."
    assert values(window) == before
    panel.reason.setText("given away")
    panel.make_button.click()
    settle(window)
    assert values(window) != before
    assert key_set(window).reason == "given away"
    statistic = window.desk.state.statistic
    assert statistic is not None
    decisions = statistic.period.decisions
    assert len(decisions) == 2
    assert decisions[1].remark == "New record keys: given away"
    assert (decisions[1].body, decisions[1].ptable) == (decisions[0].body, decisions[0].ptable)
    assert window.desk.unsaved
    assert window.desk.undo_name is None
    assert not panel.question.isVisibleTo(panel)
    assert tab.card.facts.texts()[0] == "Origin: generated\nmade anew: given away"
    assert window.message_bar.text.startswith("200 records have new keys")


@pytest.mark.thorough
def test_new_keys_come_from_the_same_sources_and_are_kept_in_a_file_of_their_own(
    window: MainWindow, page: DataPage, people: Path, keys_file: Path, tmp_path: Path
) -> None:
    tab = taken(window, page, people)
    path = tmp_path / "p.ckm"
    window.services._write(path, None, None)
    settle(window)
    panel = tab.new_keys
    panel.open_button.click()
    settle(window)
    panel.form.buttons["file"].click()
    panel.files.take_file(keys_file)
    settle(window)
    assert panel.form.join_words.text() == "Records that find their key: 200 of 200."
    panel.reason.setText("keys of the office")
    QTest.keyClick(panel.reason, Qt.Key.Key_Return)
    settle(window)
    assert values(window) == [n * 37 % 1000 for n in range(200)]
    window.services.save()
    settle(window)
    kept = sorted(found.name for found in tmp_path.glob("*.parquet"))
    assert kept == ["p.period1.keys-2.parquet", "p.period1.keys.parquet"]
    window.services.close_statistic()
    window.open_path(path)
    settle(window)
    assert values(window) == [n * 37 % 1000 for n in range(200)]


@pytest.mark.thorough
def test_a_changed_file_or_a_cancelled_question_leaves_the_keys(
    window: MainWindow, page: DataPage, people: Path
) -> None:
    tab = taken(window, page, people)
    before, panel = values(window), tab.new_keys
    panel.open_button.click()
    settle(window)
    people.write_text(people.read_text(encoding="utf-8") + "P900;H900;m;1\n", encoding="utf-8")
    panel.reason.setText("x")
    panel.make_button.click()
    settle(window)
    assert "personen_2025.csv" in panel.message.text
    assert values(window) == before
    assert panel.make_button.isEnabled()
    panel.cancel_button.click()
    assert not panel.question.isVisibleTo(panel)
    assert panel.open_button.isEnabled()
    assert panel.reason.text() == ""


@pytest.mark.thorough
def test_the_sample_keeps_its_keys(window: MainWindow) -> None:
    window.services.open_sample()
    settle(window)
    window.go_to("data")
    settle(window)
    page = window.page("data")
    assert isinstance(page, DataPage)
    tab = tab_of(window, page)
    assert not tab.new_keys.open_button.isEnabled()
    assert tab.new_keys.lead.text().startswith("The sample keeps its keys")


# --- former production ------------------------------------------------------------------------------------------------


def former(window: MainWindow, folder: Path) -> Path:
    """The figures at hand as another program would have written them."""
    statistic, data = window.desk.state.statistic, window.desk.session.data
    assert statistic is not None
    assert data is not None
    frame = statistic.draft(TableSpec(rows=["area"], columns=["sex"]), data).table.to_pandas()
    path = folder / "früher.csv"
    frame.columns = [*frame.columns[:-1], "figure"]
    frame.to_csv(path, index=False, sep=";")
    return path


@pytest.mark.thorough
def test_a_former_table_is_compared_and_one_changed_figure_is_named(
    window: MainWindow, page: DataPage, people: Path, tmp_path: Path
) -> None:
    tab = taken(window, page, people)
    panel = tab.former
    window.desk.run(put_in_force(CellKeyMethod(design_ptable(D=3, V=1.5, js=1)), "2026-01-01"))
    path = former(window, tmp_path)
    panel.take_table(path)
    settle(window)
    assert panel.dimensions.text_whole() == "area, sex"
    assert panel.published.currentData() == "figure"
    panel.compare.click()
    settle(window)
    assert panel.verdict.text() == "Cells that differ: 0 of 15", panel.message.text
    text = path.read_text(encoding="utf-8").splitlines()
    fields = text[3].split(";")
    text[3] = ";".join([*fields[:2], str(int(fields[2]) + 1)])
    path.write_text("\n".join(text) + "\n", encoding="utf-8")
    panel.total.setText("Total")
    QTest.keyClick(panel.total, Qt.Key.Key_Return)
    settle(window)
    assert panel.verdict.text() == "Cells that differ: 1 of 15"
    model = panel.model
    shown = [model.index(0, column).data() for column in range(model.columnCount())]
    assert [model.headerData(column, Qt.Orientation.Horizontal) for column in (2, 3, 4, 5, 6)] == [
        "Figure there",
        "Figure here",
        "Records",
        "Cell key",
        "Finding",
    ]
    assert int(shown[2]) == int(shown[3]) + 1
    assert shown[6].startswith("differs")
    assert page.band.isVisible()
    # Other records, or another method: what was compared is no longer true.
    window.desk.run(put_in_force(CellKeyMethod(design_ptable(D=2, V=1.0, js=1)), "2026-01-02"))
    settle(window)
    assert panel.found is None


@pytest.mark.thorough
def test_what_cannot_be_compared_is_said_in_the_card(
    window: MainWindow, page: DataPage, people: Path, tmp_path: Path
) -> None:
    tab = taken(window, page, people)
    panel = tab.former
    other = tmp_path / "andere.csv"
    other.write_text("a;b\n1;2\n", encoding="utf-8")
    panel.take_table(other)
    settle(window)
    assert "has no column that is called like a dimension" in panel.message.text
    other.write_text("area;x;y\n1;2;3\n", encoding="utf-8")
    panel.take_table(other)
    settle(window)
    panel.compare.click()
    settle(window)
    assert "method" in panel.message.text
    assert panel.message.remedy is not None
    window.desk.run(put_in_force(CellKeyMethod(design_ptable(D=3, V=1.5, js=1)), "2026-01-01"))
    panel.compare.click()
    settle(window)
    assert "which column holds the published figures? Possible: x, y." in panel.message.text


@pytest.mark.thorough
def test_the_tab_speaks_german(window: MainWindow, page: DataPage, people: Path, settings: Settings) -> None:
    taken(window, page, people)
    settings.set("language", "de")
    settle(window)
    page = data_page_now(window)
    tab = page.loaded_view.keys_tab
    assert tab.new_keys.open_button.text() == "Neue Record-Keys erzeugen ..."
    assert tab.former.heading.text() == "Vergleich mit früherer Produktion"
    assert "Record-Keys" in tab_words(page)


@pytest.mark.thorough
def test_new_units_of_a_corrected_delivery_want_the_secret_that_the_keys_are_derived_with(
    window: MainWindow, page: DataPage, people: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    form = opened(window, page, people)
    form.buttons["derived"].click()
    secret = tmp_path / "geheim"
    secret.write_bytes(SECRET)
    page.key_files.take_secret(secret)
    page.take_button.click()
    settle(window)
    lines = people.read_text(encoding="utf-8").splitlines()
    folder = tmp_path / "corrected"
    folder.mkdir()
    file = folder / people.name
    first = lines[1].split(";")
    file.write_text("\n".join([*lines, ";".join(["NEW", *first[1:]])]) + "\n", encoding="utf-8")
    panel = page.loaded_view.periods_tab.replace_panel
    panel.open_file(file)
    settle(window)
    panel.identifier.setCurrentIndex(panel.identifier.findData("kennung"))
    panel.compare_files()
    settle(window)
    assert "New units without the secret: 1." in panel.message.text
    remedy = panel.message.remedy
    assert remedy is not None
    monkeypatch.setattr(window, "choose_open_file", lambda *_: secret)
    remedy.act()
    assert panel.found is None
    panel.compare_files()
    settle(window)
    assert panel.message.text == ""
    assert panel.found is not None
