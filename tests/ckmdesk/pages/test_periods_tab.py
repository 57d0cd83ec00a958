"""Reporting periods on the data page: added, mapped, reviewed, switched, replaced, removed; in the real window."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QMessageBox

from ckmcore.base.texts import Texts
from ckmcore.microdata.data import Microdata
from ckmcore.statistic.period import Break, CodeMap, ColumnOf
from ckmcore.tabulate.spec import TableSpec
from ckmcore.tabulate.tabulate import tabulate
from ckmdesk.base.clock import as_day
from ckmdesk.base.settings import Settings
from ckmdesk.commands.periods import date_period
from ckmdesk.commands.tables import go_to
from ckmdesk.pages.data.codes_dialog import CodesDialog
from ckmdesk.pages.data.page import DataPage
from ckmdesk.pages.data.periods_tab import PeriodsTab, next_day, next_label
from ckmdesk.shell.window import MainWindow
from tests.ckmdesk.at_desk import statistic_of
from tests.kit.data_page import data_page_now
from tests.kit.hands import settle

FIRST = ["03152", "03156", "03157", "09162"]
SECOND = ["03159", "03157", "09162", "09163"]


def people(folder: Path, year: int, kreise: list[str], sexes: str = "mw", sex_column: str = "sex") -> Path:
    lines = [f"pid;{sex_column};kreis;rkey"]
    lines += [f"P{n:04d};{sexes[n % len(sexes)]};{kreise[n % 4]};0,{n * 37 % 1000:03d}" for n in range(200)]
    file = folder / f"people_{year}.csv"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return file


def mapping_table(folder: Path) -> Path:
    file = folder / "mapping.csv"
    file.write_text("old;new\n03152;03159\n03156;03159\n", encoding="utf-8")
    return file


def first_import(window: MainWindow, folder: Path) -> DataPage:
    """The data page, on which the records of 2015 are about to be imported."""
    window.desk.run(go_to("data"))
    found = window.page("data")
    assert isinstance(found, DataPage)
    window.open_path(people(folder, 2015, FIRST))
    settle(window)
    return found


@pytest.fixture
def page(window: MainWindow, tmp_path: Path) -> DataPage:
    """The data page with the records of 2015, saved."""
    found = first_import(window, tmp_path)
    found.take_button.click()
    settle(window)
    found.loaded_view.show_tab(found.loaded_view.periods_tab)
    set_day(found.loaded_view.periods_tab, "2015-12-31")
    return found


def take_over(window: MainWindow, page: DataPage) -> None:
    """Import the chosen file, then its codes as they are reviewed."""
    for _ in range(2):
        page.take_button.click()
        settle(window)


def set_day(tab: PeriodsTab, day: str) -> None:
    tab.day.setText(day)
    tab.day.editingFinished.emit()


def type_into(field: QLineEdit, text: str) -> None:
    """Replace what stands in a field, by the keyboard."""
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text) if text else QTest.keyClick(field, Qt.Key.Key_Delete)


def data_of(window: MainWindow) -> Microdata:
    assert window.desk.session.data is not None
    return window.desk.session.data


def choose_file(monkeypatch: pytest.MonkeyPatch, window: MainWindow, file: Path) -> None:
    monkeypatch.setattr(window, "choose_open_file", lambda *_: file)


def second_year(window: MainWindow, page: DataPage, monkeypatch: pytest.MonkeyPatch, file: Path) -> None:
    """Add 2016 as the form proposes it, choose its file, and ask to take it over."""
    choose_file(monkeypatch, window, file)
    page.loaded_view.periods_tab.add.click()
    settle(window)
    assert page.state is not None, page.message.text


def texts(tab: PeriodsTab, row: int) -> list[str]:
    found = [tab.table.item(row, column) for column in range(tab.table.columnCount())]
    return ["" if item is None else item.text() for item in found]


@pytest.mark.thorough
def test_the_periods_are_listed_with_what_belongs_to_them(window: MainWindow, page: DataPage) -> None:
    tab = page.loaded_view.periods_tab
    assert texts(tab, 0) == ["2015", "2015-12-31", "", "people_2015.csv", "200", "column of the data", "no method", ""]
    assert (tab.new_label.text(), tab.new_day.text()) == ("2016", "2016-12-31")
    assert not tab.remove.isEnabled()
    set_day(tab, "31.13.2015")
    assert "2026-12-31" in tab.message.text
    assert statistic_of(window).period.date == "2015-12-31"
    set_day(tab, "1.12.2015")  # as it is written in German
    assert tab.message.text == ""
    assert statistic_of(window).period.date == tab.day.text() == "2015-12-01"
    tab.areas.setText("Areas of 2015")
    tab.areas.editingFinished.emit()
    assert statistic_of(window).period.areas == Texts.same("Areas of 2015")


@pytest.mark.thorough
def test_a_second_period_is_mapped_reviewed_and_taken_over(
    window: MainWindow, page: DataPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    second_year(window, page, monkeypatch, people(tmp_path, 2016, SECOND, sexes="12", sex_column="gender"))
    card = page.import_view.mapping_card
    assert card.isVisible()
    combo = card.combo("sex")
    combo.setCurrentIndex(combo.findData("gender"))
    combo.activated.emit(combo.currentIndex())
    page.take_button.click()
    settle(window)
    view = page.review_view
    assert page._stack.currentWidget() is view
    assert [one.entry.name for one in view.review.variables] == ["sex", "kreis"]
    page.read_mapping("kreis", mapping_table(tmp_path))
    settle(window)
    for new, old in (("1", "m"), ("2", "w")):
        view.select_codes("sex", [new])
        view.action.setCurrentIndex(view.action.findData("written"))
        view.action.activated.emit(view.action.currentIndex())
        view.other.setCurrentIndex(view.other.findData(old))
        view.apply.click()
    view.select_codes("kreis", ["09163"])
    assert view.action.currentData() == "begins"
    page.take_button.click()
    settle(window)
    assert page.loaded_view.isVisible()
    made, data = statistic_of(window), data_of(window)
    assert made.current == 1
    assert made.period.columns == (ColumnOf("sex", "gender"),)
    assert CodeMap("sex", (("1", "m"), ("2", "w"))) in made.period.codes
    assert data.dimensions["sex"].codes == ("m", "w")
    assert data.dimensions["kreis"].codes == ("03159", "03157", "09162", "09163")
    valid = {category.code: (category.valid_from, category.valid_to) for category in made.dictionary[2].categories}
    assert valid["03152"] == ("", "2016-12-30")
    assert valid["03159"] == ("2016-12-31", "")
    tab = page.loaded_view.periods_tab
    assert texts(tab, 1)[-1] == "| kreis"  # other words for m and w break no series
    assert tab.line.numbers == (200, 200)
    assert tab.line.accessibleName() == "Records per period: 2015 200; 2016 200"
    # And back to the first year: its codes, its names.
    tab.table.setCurrentCell(0, 0)
    tab.load.click()
    settle(window)
    assert data_of(window).dimensions["kreis"].codes == tuple(FIRST)
    assert statistic_of(window).current == 0


@pytest.mark.thorough
def test_t21_what_is_shown_follows_the_day_of_a_period_at_once(
    window: MainWindow, page: DataPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    second_year(window, page, monkeypatch, people(tmp_path, 2016, SECOND))
    take_over(window, page)
    tab = page.loaded_view.periods_tab
    tab.table.setCurrentCell(0, 0)
    tab.load.click()
    settle(window)
    assert data_of(window).dimensions["kreis"].codes == tuple(FIRST)
    window.desk.run(date_period(0, ""))
    settle(window)
    assert {"03159", "09163"} <= set(data_of(window).dimensions["kreis"].codes)  # valid on some day
    set_day(tab, "2015-12-31")
    settle(window)
    assert data_of(window).dimensions["kreis"].codes == tuple(FIRST)
    for _ in range(2):
        window.desk.undo()
        settle(window)
        assert "03159" in data_of(window).dimensions["kreis"].codes
        window.desk.redo()
        settle(window)
        assert data_of(window).dimensions["kreis"].codes == tuple(FIRST)


@pytest.mark.thorough
def test_t21_the_first_import_asks_for_the_reference_day_and_proposes_the_last_day_of_a_year(
    window: MainWindow, tmp_path: Path
) -> None:
    found = first_import(window, tmp_path)
    card = found.import_view.statistic_card
    assert card.day.isVisible()
    assert (card.period.text(), card.day.text()) == ("2015", "2015-12-31")
    type_into(card.period, "2017")
    assert card.day.text() == "2017-12-31"  # the proposal follows
    type_into(card.day, "31.13.2017")
    found.take_button.click()
    settle(window)
    assert "“31.13.2017” is not a date" in found.message.text
    assert card.day.hasFocus()
    assert window.desk.state.statistic is None
    type_into(card.day, "9.5.2015")
    assert found.message.text == ""
    type_into(card.period, "2015")
    assert card.day.text() == "9.5.2015"  # what was typed stays
    found.take_button.click()
    settle(window)
    assert statistic_of(window).period.date == "2015-05-09"


def test_t21_a_day_that_was_cleared_stays_away(window: MainWindow, tmp_path: Path) -> None:
    found = first_import(window, tmp_path)
    type_into(found.import_view.statistic_card.day, "")
    type_into(found.import_view.statistic_card.title, "People")
    found.take_button.click()
    settle(window)
    assert statistic_of(window).title == Texts.same("People")
    assert statistic_of(window).period.date == ""


@pytest.mark.thorough
def test_t21_codes_begin_only_once_the_former_period_has_a_day_which_is_asked_for(
    window: MainWindow, page: DataPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tab = page.loaded_view.periods_tab
    set_day(tab, "")
    second_year(window, page, monkeypatch, people(tmp_path, 2016, SECOND))
    assert page.import_view.statistic_card.day.text() == "2016-12-31"
    take_over(window, page)
    assert page.review_view.message.text.startswith("2015 has no reference day: codes that begin or end on 2016-12-31")
    remedy = page.review_view.message.remedy
    assert remedy is not None
    remedy.act()
    settle(window)
    assert page.loaded_view.isVisible()
    assert tab.day.hasFocus()
    assert tab.place == 0
    type_into(tab.day, "31.12.2015")
    QTest.keyClick(tab.day, Qt.Key.Key_Return)
    assert [one.date for one in statistic_of(window).periods] == ["2015-12-31", ""]
    page.loaded_view.source_card.choose.click()
    settle(window)
    take_over(window, page)
    assert [one.date for one in statistic_of(window).periods] == ["2015-12-31", "2016-12-31"]
    assert {"03159", "09163"} <= set(data_of(window).dimensions["kreis"].codes)


@pytest.mark.thorough
def test_t21_a_second_year_changes_no_table_of_the_first(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = first_import(window, tmp_path)
    found.take_button.click()
    settle(window)
    before = tabulate(data_of(window), TableSpec("kreis", "sex"))
    tab = found.loaded_view.periods_tab
    found.loaded_view.show_tab(tab)
    tab.new_day.setText("2016-12-31")
    second_year(window, found, monkeypatch, people(tmp_path, 2016, SECOND))
    take_over(window, found)
    assert {"03159", "09163"} <= set(data_of(window).dimensions["kreis"].codes)
    tab.table.setCurrentCell(0, 0)
    tab.load.click()
    settle(window)
    after = tabulate(data_of(window), TableSpec("kreis", "sex"))
    assert data_of(window).dimensions["kreis"].codes == tuple(FIRST)
    assert [block.counts.tolist() for block in after.blocks] == [block.counts.tolist() for block in before.blocks]


@pytest.mark.thorough
def test_codes_that_fit_need_no_review_and_cancel_goes_back_to_the_file(
    window: MainWindow, page: DataPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    second_year(window, page, monkeypatch, people(tmp_path, 2016, SECOND))
    page.take_button.click()
    settle(window)
    assert page._stack.currentWidget() is page.review_view
    page.cancel_button.click()
    assert page.import_view.isVisible()
    page.open_file(people(tmp_path, 2017, FIRST))
    settle(window)
    page.take_button.click()
    settle(window)
    assert page.loaded_view.isVisible()
    assert statistic_of(window).period.breaks == ()
    assert statistic_of(window).period.codes == ()


@pytest.mark.thorough
def test_new_labels_of_a_mapping_table_are_shown_and_taken_and_divided_codes_are_named(
    window: MainWindow, page: DataPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    second_year(window, page, monkeypatch, people(tmp_path, 2016, SECOND))
    page.take_button.click()
    settle(window)
    lines = ["AGS alt;Name alt;Anteil;AGS neu;Name neu", "03152;Göttingen;1,0;03159;Göttingen, neu"]
    file = tmp_path / "umsteiger.csv"
    file.write_text(
        "\n".join([*lines, "03156;Osterode;0,4;03159;Göttingen, neu", "03156;Osterode;0,6;03157;Peine"]), "utf-8"
    )
    page.read_mapping("kreis", file)
    settle(window)
    dialog = window.findChild(CodesDialog)
    assert isinstance(dialog, CodesDialog)
    entry = dialog.state.plan.entry("partial_codes")
    assert entry is not None
    assert "03156 → 03159 (0,4)" in entry.sentence.text("en")
    assert dialog.nodes.index_of("03159").data() == "Göttingen, neu"
    assert dialog.nodes.index_of("03156 → 03157").isValid()
    dialog.ok.click()
    settle(window)
    view = page.review_view
    (kreis,) = [one for one in view.review.variables if one.entry.name == "kreis"]
    assert dict(kreis.labels)["03159"].de == "Göttingen, neu"
    assert kreis.is_break
    view.select_codes("kreis", ["09163"])
    page.take_button.click()
    settle(window)
    labels = {category.code: category.label.de for category in statistic_of(window).dictionary[2].categories}
    assert labels["03159"] == "Göttingen, neu"


@pytest.mark.thorough
def test_a_wrong_day_or_a_faulty_mapping_table_is_said_in_the_review(
    window: MainWindow, page: DataPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    second_year(window, page, monkeypatch, people(tmp_path, 2016, SECOND))
    page.take_button.click()
    settle(window)
    bad = tmp_path / "bad.csv"
    bad.write_text("old;new\n03152;\n", encoding="utf-8")
    page.read_mapping("kreis", bad)
    settle(window)
    dialog = window.findChild(CodesDialog)
    assert isinstance(dialog, CodesDialog)
    assert "Row 2 of the mapping table" in dialog.misfits.item(0).text()
    assert not dialog.ok.isEnabled()
    dialog.reject()
    bad.write_text("old;new\n3152;3159\n", encoding="utf-8")
    page.read_mapping("kreis", bad)
    settle(window)
    assert "“3152” is perhaps “03152”" in page.review_view.message.text
    page.review_view.since.setText("2016")
    page.take_button.click()
    assert "2016" in page.review_view.message.text
    page.review_view.since.setText("")
    set_date = statistic_of(window).period.date
    assert set_date == "2016-12-31"
    page.take_button.click()  # the period's own day counts
    settle(window)
    assert statistic_of(window).current == 1
    assert page.loaded_view.isVisible()


@pytest.mark.thorough
def test_another_file_ends_the_review_of_the_one_before(
    window: MainWindow, page: DataPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    second_year(window, page, monkeypatch, people(tmp_path, 2016, SECOND))
    page.take_button.click()
    settle(window)
    assert page._stack.currentWidget() is page.review_view
    choose_file(monkeypatch, window, people(tmp_path, 2017, FIRST))
    page.other_button.click()
    settle(window)
    assert page.import_view.isVisible()
    page.take_button.click()
    settle(window)
    source = statistic_of(window).period.source
    assert source is not None
    assert source.path_absolute.endswith("people_2017.csv")


@pytest.mark.thorough
def test_another_statistic_ends_an_import_and_its_review(
    window: MainWindow, page: DataPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    second_year(window, page, monkeypatch, people(tmp_path, 2016, SECOND))
    page.take_button.click()
    settle(window)
    monkeypatch.setattr(QMessageBox, "exec", lambda *_: QMessageBox.StandardButton.Discard)
    window.open_sample()
    settle(window)
    window.desk.run(go_to("data"))
    shown = window.page("data")
    assert isinstance(shown, DataPage)
    assert shown.state is None
    assert shown.loaded_view.isVisible()
    assert not shown.take_button.isVisible()


@pytest.mark.thorough
def test_the_review_speaks_the_language_that_is_chosen_meanwhile(
    window: MainWindow, page: DataPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    second_year(window, page, monkeypatch, people(tmp_path, 2016, SECOND))
    page.take_button.click()
    settle(window)
    page.review_view.select_codes("kreis", ["03159"])
    settings.set("language", "de")
    settle(window)
    page = data_page_now(window)
    top = page.review_view.tree.topLevelItem(0)
    assert top is not None
    assert top.child(0).text(2) == "neu"
    assert page.review_view.chosen_codes() == ["03159"]


@pytest.mark.thorough
def test_without_records_the_tab_stays_and_the_period_can_be_removed(
    window: MainWindow, page: DataPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    second_year(window, page, monkeypatch, people(tmp_path, 2016, FIRST))
    page.cancel_button.click()
    tab = page.loaded_view.periods_tab
    assert page.loaded_view.isVisible()
    assert texts(tab, 1)[3] == "no records yet"
    asked: list[str] = []
    monkeypatch.setattr(window.services, "choose_data_file", lambda: asked.append("file"))
    page.loaded_view.source_card.choose.click()  # the next step lies where the records would be
    assert asked == ["file"]
    assert page.other_button.text() == "Choose file ..."
    tab.remove.click()
    remedy = tab.message.remedy
    assert remedy is not None
    remedy.act()
    settle(window)
    assert [period.label.en for period in statistic_of(window).periods] == ["2015"]
    assert data_of(window).rows == 200


@pytest.mark.thorough
def test_generated_keys_that_are_not_saved_are_not_lost_by_another_period(
    window: MainWindow, page: DataPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.desk.session.unsaved_keys = True
    choose_file(monkeypatch, window, Path("never.csv"))
    page.loaded_view.periods_tab.add.click()
    assert "not saved yet" in window.message_bar.text
    assert len(statistic_of(window).periods) == 1


@pytest.mark.thorough
def test_a_break_is_marked_with_words_and_taken_back(
    window: MainWindow, page: DataPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    second_year(window, page, monkeypatch, people(tmp_path, 2016, FIRST))
    page.take_button.click()
    settle(window)
    tab = page.loaded_view.periods_tab
    tab.note.setText("New survey")
    tab.mark.click()
    assert statistic_of(window).period.breaks == (Break("", Texts.same("New survey")),)
    assert tab.breaks.text() == "| 2016: New survey"
    window.desk.undo()
    assert statistic_of(window).period.breaks == ()
    tab.variable.setCurrentIndex(tab.variable.findData("kreis"))
    tab.mark.click()
    assert "the categories of kreis changed" in tab.breaks.text()
    tab.unmark.click()
    assert statistic_of(window).period.breaks == ()


@pytest.mark.thorough
def test_replaced_data_keep_the_key_of_each_unit(
    window: MainWindow, page: DataPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = data_of(window).record_keys
    assert before is not None
    folder = tmp_path / "corrected"
    folder.mkdir()
    file = people(folder, 2015, FIRST)
    lines = file.read_text(encoding="utf-8").splitlines()
    file.write_text("\n".join([lines[0], *lines[11:], "P0999;m;09162;0,999"]) + "\n", encoding="utf-8")
    choose_file(monkeypatch, window, file)
    tab = page.loaded_view.periods_tab
    tab.replace.click()
    settle(window)
    panel = tab.replace_panel
    assert panel.isVisible()
    assert panel.identifier.currentData() == "pid"
    panel.compare.click()
    settle(window)
    assert panel.report.text() == "Units kept: 190, new: 1, gone: 10", panel.message.text
    assert data_of(window).rows == 200
    panel.agree.click()
    settle(window)
    after = data_of(window).record_keys
    assert after is not None
    assert after.values.tolist() == [*before.values.tolist()[10:], 999]
    assert not panel.isVisible()
    assert window.focusWidget() is tab.table


@pytest.mark.thorough
def test_a_delivery_without_identifier_gets_new_keys_for_a_reason(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = first_import(window, tmp_path)
    page.import_view.table.heads.role_chosen.emit("rkey", "ignored")
    settle(window)
    page.take_button.click()
    settle(window)
    before = data_of(window).record_keys
    choose_file(monkeypatch, window, people(tmp_path, 2015, FIRST))
    page.loaded_view.show_tab(page.loaded_view.periods_tab)
    tab = page.loaded_view.periods_tab
    tab.replace.click()
    settle(window)
    panel = tab.replace_panel
    assert not panel.reason.isVisible()
    panel.identifier.setCurrentIndex(panel.identifier.count() - 1)
    panel.identifier.activated.emit(panel.identifier.currentIndex())
    assert panel.reason.isVisible()
    assert not panel.second.isVisible()
    panel.compare.click()
    settle(window)
    assert "need a reason" in panel.message.text
    type_into(panel.reason, "the office sends no identifier any more")
    panel.compare.click()
    settle(window)
    assert panel.report.text() == "Units kept: 0, new: 200, gone: 200", panel.message.text
    panel.agree.click()
    settle(window)
    keys, after = statistic_of(window).period.keys, data_of(window).record_keys
    assert keys is not None
    assert keys.reason == "the office sends no identifier any more"
    assert before is not None
    assert after is not None
    assert after.values.tolist() != before.values.tolist()


@pytest.mark.thorough
def test_what_was_compared_counts_for_the_statistic_as_it_was(
    window: MainWindow, page: DataPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "corrected"
    folder.mkdir()
    choose_file(monkeypatch, window, people(folder, 2015, FIRST))
    tab = page.loaded_view.periods_tab
    tab.replace.click()
    settle(window)
    tab.replace_panel.compare.click()
    settle(window)
    assert tab.replace_panel.agree.isVisible()
    tab.areas.setText("Areas of 2015")
    tab.areas.editingFinished.emit()
    assert not tab.replace_panel.agree.isVisible()  # it would take the new words away
    tab.replace_panel.compare.click()
    settle(window)
    tab.add.click()  # another period
    settle(window)
    assert not tab.replace_panel.isVisibleTo(tab)
    assert tab.replace_panel.found is None


@pytest.mark.thorough
def test_a_statistic_with_two_periods_is_saved_and_opened_again(
    window: MainWindow, page: DataPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    second_year(window, page, monkeypatch, people(tmp_path, 2016, SECOND))
    take_over(window, page)
    made, codes = statistic_of(window), data_of(window).dimensions["kreis"].codes
    path = tmp_path / "people.ckm"
    monkeypatch.setattr(window, "choose_save_file", lambda *_: path)
    window.services.save()
    settle(window)
    monkeypatch.setattr(QMessageBox, "exec", lambda *_: QMessageBox.StandardButton.Discard)
    window.services.open_statistic(path)
    settle(window)
    again = statistic_of(window)
    assert again.dictionary == made.dictionary
    assert [period.label for period in again.periods] == [period.label for period in made.periods]
    assert data_of(window).dimensions["kreis"].codes == codes


@pytest.mark.thorough
def test_the_tab_speaks_german(window: MainWindow, page: DataPage, settings: Settings) -> None:
    settings.set("language", "de")
    tab = data_page_now(window).loaded_view.periods_tab
    assert tab.heading.text() == "Berichtszeiträume"
    assert texts(tab, 0)[5] == "Spalte der Daten"


@pytest.mark.parametrize(
    ("label", "later"),
    [("2024", "2025"), ("WS 2024/25", "WS 2025/26"), ("WS 1999/00", "WS 2000/01"), ("Januar", "Januar"), ("", "")],
)
def test_the_next_label_is_a_year_later(label: str, later: str) -> None:
    assert next_label(label) == later


def test_days() -> None:
    assert next_day("2024-02-29") == "2025-02-28"
    assert next_day("2025-12-31") == "2026-12-31"
    assert next_day("x") == next_day("") == ""
    assert [as_day(text) for text in ("", "2025-12-31", "31.12.2025", "1. 2.2025")] == [
        "",
        "2025-12-31",
        "2025-12-31",
        "2025-02-01",
    ]
    assert [as_day(text) for text in ("20251231", "2025-13-01", "31.2.2025", "soon")] == [None] * 4


@pytest.mark.thorough
def test_a_file_that_was_moved_is_found_again_by_its_content(
    window: MainWindow, page: DataPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "people.ckm"
    monkeypatch.setattr(window, "choose_save_file", lambda *_: path)
    window.services.save()
    settle(window)
    (tmp_path / "moved").mkdir()
    file = (tmp_path / "people_2015.csv").rename(tmp_path / "moved" / "people.csv")
    window.services.open_statistic(path)
    settle(window)
    assert window.desk.session.data is None
    assert "cannot be reached: people_2015.csv" in window.message_bar.text
    choose_file(monkeypatch, window, people(tmp_path / "moved", 2016, SECOND))
    remedy = window.message_bar.remedy
    assert remedy is not None
    remedy.act()
    settle(window)
    assert "“people_2016.csv” is not the file “people_2015.csv”" in window.message_bar.text
    choose_file(monkeypatch, window, file)
    remedy = window.message_bar.remedy
    assert remedy is not None
    remedy.act()
    settle(window)
    assert data_of(window).rows == 200
    source = statistic_of(window).period.source
    assert source is not None
    assert source.path_absolute == str(file.resolve())
    assert window.message_bar.text == ""


@pytest.mark.thorough
def test_whether_units_come_again_is_declared_on_the_tab_and_can_be_undone(page: DataPage, window: MainWindow) -> None:
    tab = page.loaded_view.periods_tab

    def declared() -> str:
        statistic = window.desk.state.statistic
        assert statistic is not None
        return statistic.units

    assert declared() == ""
    assert tab.units.currentData() == ""
    for answer in ("recur", "once"):
        tab.units.choose(answer)
        tab.units.activated.emit(tab.units.currentIndex())
        assert declared() == answer
    window.desk.undo()
    assert declared() == tab.units.currentData() == "recur"
