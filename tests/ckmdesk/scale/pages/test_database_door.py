"""The door to databases in the real window: a Parquet folder and a server, from the choice to a table, and a change."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton

import ckmcore as ckm
from ckmcore.errors import Cancelled
from ckmcore.messages import SENTENCES
from ckmcore.microdata.data import MISSING
from ckmcore.office.policy import read_policy
from ckmcore.scale.database import import_relation as relation_intake
from ckmcore.scale.database.connect import named_databases
from ckmcore.tabulate.cubes import leaf_cube
from ckmdesk.base.frame import message_text
from ckmdesk.base.settings import Settings
from ckmdesk.commands.data import take_over
from ckmdesk.commands.desk import Desk
from ckmdesk.commands.tables import go_to
from ckmdesk.look.theme import Theme
from ckmdesk.pages.data.page import DataPage
from ckmdesk.scale.pages.data import database_controller
from ckmdesk.scale.pages.data.questions_dialog import QuestionsDialog
from ckmdesk.scale.pages.data.unknown_codes import AssignDialog
from ckmdesk.scale.state.relation_import import RelationImport
from ckmdesk.shell.window import MainWindow
from tests.kit.data_page import data_page_now
from tests.kit.database_engines import random_records
from tests.kit.databases import Server, name_in_policy
from tests.kit.hands import settle


@dataclass
class Door:
    """A database that the policy names, its table, and what changes a record in it."""

    name: str
    relation: str
    change: Callable[[], None]


@pytest.fixture(params=["duckdb", "postgres"])
def door(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Door:
    """With a folder beside it that must not matter."""
    records = random_records(4, 400, 10**9, decimals=True)
    if request.param == "duckdb":
        pytest.importorskip("duckdb", reason="the driver of DuckDB is not installed")
        folder = tmp_path / "deliveries"
        folder.mkdir()
        pq.write_table(records, folder / "people.parquet")
        title = {"en": "Deliveries, Parquet", "de": "Lieferungen, Parquet"}
        name_in_policy(monkeypatch, tmp_path, {"files": {"kind": "duckdb", "path": str(folder), "title": title}})
        other = random_records(5, 400, 10**9, decimals=True)
        return Door("files", "people", lambda: pq.write_table(other, folder / "people.parquet"))
    server: Server = request.getfixturevalue("postgres")
    server.load("people", records)
    name_in_policy(monkeypatch, tmp_path, {"register": server.entry()})
    return Door(
        "register", "micro.people", lambda: server.say("update micro.people set region = 'r0' where land = '11'")
    )


@pytest.fixture
def settings(tmp_path: Path, door: Door) -> Settings:
    """Settings of a person on a computer with that policy."""
    found = Settings(tmp_path / "ckmdesk.ini", read_policy(tmp_path / "policy.json"))
    found.set("language", "en")
    found.set("theme", "light")
    return found


@pytest.fixture
def page(qapp: QApplication, window: MainWindow) -> Iterator[DataPage]:
    window.desk.run(go_to("data"))
    found = window.page("data")
    assert isinstance(found, DataPage)
    return found


def looked_at(window: MainWindow, name: str) -> None:
    """Pictures in both languages for whoever looks at what was made; the test goes on in English."""
    if not (folder := os.environ.get("CKM_LOOK")):
        return
    for language, theme in (("de", "light"), ("de", "dark"), ("en", "dark"), ("en", "light")):
        window.settings.set("language", language)
        window.settings.set("theme", theme)
        QTest.qWait(400)
        window.grab().save(str(Path(folder) / f"{name}-{language}-{theme}.png"))


def chosen(window: MainWindow, page: DataPage, door: Door, button: QPushButton | None = None) -> RelationImport:
    """Through the door to the columns of the relation, by the button of the empty page or another one."""
    (button or page._empty.database_button).click()
    settle(window)
    page.database_view.choose_database(door.name)
    settle(window)
    page.database_view.choose_relation(door.relation)
    settle(window)
    assert page.relation is not None, page.message.text
    return page.relation


def counted(window: MainWindow, page: DataPage, door: Door) -> None:
    """From the door to the loaded statistic."""
    chosen(window, page, door)
    looked_at(window, f"door-{door.name}")
    page.take_button.click()
    settle(window)
    assert window.desk.session.data is not None, page.message.text


@pytest.mark.daily(1)
@pytest.mark.look
def test_a_relation_is_chosen_and_counted_where_it_is(
    window: MainWindow, page: DataPage, door: Door, desk: Desk, theme: Theme
) -> None:
    assert page._empty.database_button.isVisible()
    looked_at(window, f"empty-{door.name}")
    counted(window, page, door)
    statistic = window.desk.state.statistic
    assert statistic is not None
    source = statistic.period.source
    assert source is not None
    assert (source.kind, source.rows) == ("database", 400)
    assert statistic.period.keys is not None
    assert statistic.period.keys.column == "key"
    card = page.loaded_view.source_card
    assert card.name.text_whole() == door.relation
    assert door.name in card.facts.text()
    looked_at(window, f"loaded-{door.name}")
    data = window.desk.session.data
    assert data is not None
    assert data.counter is not None
    assert window.elsewhere.isVisible()
    page.loaded_view.show_tab(page.loaded_view.profile_tab)
    settle(window)
    assert f"they lie in the database “{door.name}”" in page.loaded_view.profile_tab.facts.text()
    page.loaded_view.show_tab(page.loaded_view.periods_tab)
    assert page.loaded_view.periods_tab.replace.text() == "Take over the data of now"
    assert page.loaded_view.periods_tab.replace.isEnabled()
    assert f"Counted in the database “{door.name}”" in window.elsewhere.text.text_whole()
    window.desk.run(go_to("tables"))
    settle(window)
    assert not window.elsewhere.isVisible()
    assert f"database “{door.name}”, only read" in window.status.text
    assert {"land", "word", "region"} <= set(data.dimensions)


@pytest.mark.thorough
@pytest.mark.look
@pytest.mark.parametrize("door", ["duckdb"], indirect=True)
def test_t21_a_relation_asks_for_the_reference_day_too(window: MainWindow, page: DataPage, door: Door) -> None:
    chosen(window, page, door)
    view = page.database_view
    assert view.day.isVisible()
    assert view.day.text() == ""  # nothing says of what year it is
    for text, day in (("2025", "2025-12-31"), ("2025/26", ""), ("2026", "2026-12-31")):
        view.period.setText(text)
        view.period.textEdited.emit(text)
        assert view.day.text() == day
    view.day.setText("soon")
    view.day.textEdited.emit("soon")
    page.take_button.click()
    settle(window)
    assert "“soon” is not a date" in page.message.text
    assert page.relation is not None
    view.day.setText("1.7.2026")
    view.day.textEdited.emit("1.7.2026")
    assert view.day.text() == "1.7.2026"
    assert page.message.text == ""
    looked_at(window, f"day-{door.name}")
    page.take_button.click()
    settle(window)
    assert window.desk.state.statistic is not None
    assert window.desk.state.statistic.period.date == "2026-07-01"
    assert window.desk.state.statistic.period.label.text("en") == "2026"


@pytest.mark.look
@pytest.mark.parametrize("door", ["duckdb"], indirect=True)
def test_roles_are_proposed_by_types_and_changed_by_hand(window: MainWindow, page: DataPage, door: Door) -> None:
    chosen(window, page, door)
    assert page.relation is not None
    assert page.relation.names("record_key") == ("key",)
    assert page.relation.names("weight") == ("weight",)
    view = page.database_view
    assert view.records.words.text().startswith("400 records, counted in ")
    assert not page.database_view.take_roles.isVisible()  # nothing is known yet
    view.show_questions.click()
    dialog = window.findChild(QuestionsDialog)
    assert isinstance(dialog, QuestionsDialog)
    assert dialog.text.isReadOnly()
    assert dialog.text.toPlainText() == "\n\n".join(f"{one};" for one in page.relation.questions)
    assert page.relation.questions[0].startswith("select count(*)")
    dialog.copy.click()
    assert QApplication.clipboard().text() == dialog.text.toPlainText()
    if folder := os.environ.get("CKM_LOOK"):
        dialog.grab().save(str(Path(folder) / "questions.png"))
    dialog.reject()
    combo = page.database_view.combo("household")
    combo.setCurrentIndex(combo.findData("household"))
    combo.activated.emit(combo.currentIndex())
    assert page.relation.names("household") == ("household",)
    for name in page.relation.names("dimension"):
        box = page.database_view.combo(name)
        box.setCurrentIndex(box.findData("ignored"))
        box.activated.emit(box.currentIndex())
    assert not page.take_button.isEnabled()
    page.cancel_button.click()
    settle(window)
    assert page.relation is None


@pytest.mark.parametrize("door", ["duckdb"], indirect=True)
def test_counting_the_records_beforehand_is_stopped_and_begun_again(
    window: MainWindow, page: DataPage, door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never_done(_database: str, _relation: str, cancelled: Callable[[], bool]) -> int:
        while not cancelled():
            Event().wait(0.002)
        raise Cancelled

    chosen(window, page, door)
    records = page.database_view.records
    with monkeypatch.context() as patched:
        patched.setattr(database_controller, "count_records", never_done)
        page.door.count_again()
        assert (records.words.text(), records.button.text()) == ("Counting the records ...", "Stop")
        assert page.take_button.isEnabled()  # nothing waits for the number
        window.jobs.asking.emit(database_controller.COUNT, 7.9, -1.0)
        assert records.words.text() == "Counting the records ... 7 s"
        window.jobs.asking.emit(database_controller.COUNT, 8.0, 0.256)
        assert records.words.text() == "Counting the records ... 26 %"
        records.button.click()
        settle(window)
    assert (records.words.text(), records.button.text()) == ("Records not counted", "Count")
    records.button.click()
    settle(window)
    assert records.words.text().startswith("400 records")
    assert not records.button.isVisible()


@pytest.mark.daily(1)
@pytest.mark.look
@pytest.mark.parametrize("held", ["database", "memory"])
@pytest.mark.parametrize("door", ["duckdb"], indirect=True)
def test_changed_data_are_noticed_and_taken_over_again(
    window: MainWindow, page: DataPage, door: Door, held: str, tmp_path: Path
) -> None:
    if held == "memory":
        allow_reading(page, tmp_path)
    counted(window, page, door)
    before = window.desk.state.statistic
    assert before is not None
    door.change()
    window.desk.session.data = window.desk.session.read = None
    window.services.records.load()
    settle(window)
    assert window.desk.session.data is None
    notice = window.message_bar.standing[0]
    assert "are not those that were taken over" in message_text(notice.message, "en")
    assert notice.remedy is not None
    assert notice.remedy.text == "Take over the data of now"
    looked_at(window, f"changed-{door.name}")
    notice.remedy.act()
    settle(window)
    after = window.desk.state.statistic
    assert after is not None
    assert window.desk.session.data is not None
    assert after.period.source is not None
    assert before.period.source is not None
    assert after.period.source.sha256 != before.period.source.sha256
    assert (window.desk.session.data.counter is None) is (held == "memory")


@pytest.mark.thorough
@pytest.mark.parametrize("door", ["duckdb"], indirect=True)
def test_taking_over_the_data_of_now_is_stopped_in_the_window(
    window: MainWindow, page: DataPage, door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted(window, page, door)
    before = window.desk.state.statistic
    asked = Event()

    def never_done(*_: object, cancelled: Callable[[], bool], **__: object) -> None:
        asked.set()
        while not cancelled():
            Event().wait(0.002)
        raise Cancelled

    monkeypatch.setattr(relation_intake, "open_reading", lambda *given: never_done(cancelled=given[3]))
    window.services.records.take_again()
    assert asked.wait(20)
    window.jobs.cancel("source")
    settle(window)
    assert window.desk.state.statistic is before


def allow_reading(page: DataPage, tmp_path: Path) -> None:
    """The administrator lets records be read into memory."""
    file = tmp_path / "policy.json"
    policy = json.loads(file.read_text(encoding="utf-8"))
    for one in policy["databases"].values():
        one["read_records"] = True
    file.write_text(json.dumps(policy), encoding="utf-8")
    page.context.settings.policy = read_policy(file)


@pytest.mark.daily(1)
@pytest.mark.look
def test_records_are_read_into_memory_where_the_policy_lets_them(
    window: MainWindow, page: DataPage, door: Door, tmp_path: Path, theme: Theme
) -> None:
    allow_reading(page, tmp_path)
    view = page.database_view
    assert chosen(window, page, door).held == "memory"
    assert view.held["memory"].isChecked()
    view.held["database"].click()
    assert page.relation is not None
    assert page.relation.held == "database"
    assert "floor under sums" in view.kept_word.text()
    view.held["memory"].click()
    looked_at(window, f"memory-{door.name}")
    page.take_button.click()
    settle(window)
    data = window.desk.session.data
    assert data is not None, page.message.text
    assert (data.counter, data.rows, len(data.columns["land"])) == (None, 400, 400)
    assert not window.elsewhere.isVisible()
    assert "read into memory" in page.loaded_view.source_card.facts.text()
    page.loaded_view.show_tab(page.loaded_view.profile_tab)
    settle(window)
    assert "they lie in" not in page.loaded_view.profile_tab.facts.text()
    looked_at(window, f"memory-loaded-{door.name}")
    window.services.exports.prepared(tmp_path / "copy.parquet")
    settle(window)
    assert "they lie in the database" in window.message_bar.text
    assert not (tmp_path / "copy.parquet").exists()


@pytest.mark.parametrize("door", ["duckdb"], indirect=True)
def test_records_stay_where_the_policy_says_nothing(window: MainWindow, page: DataPage, door: Door) -> None:
    assert chosen(window, page, door).held == "database"
    assert not page.database_view.held["memory"].isEnabled()
    assert "does not let records leave" in page.database_view.held_facts["memory"].text()


def next_period(window: MainWindow, page: DataPage, door: Door, desk: Desk) -> None:
    """A further period at the door: of the codes of land, which are counted, the code list lacks one."""
    counted(window, page, door)
    statistic = desk.state.statistic
    assert statistic is not None
    kept = tuple(
        replace(one, categories=one.categories[1:]) if one.name == "land" else one for one in statistic.dictionary
    )
    desk.run(take_over(replace(statistic, dictionary=kept)))
    window.services.add_period("2026", "", "")
    settle(window)
    chosen(window, page, door, page.database_button)
    page.database_view.count_codes.click()
    settle(window)


@pytest.mark.daily(1)
@pytest.mark.look
def test_codes_are_counted_and_compared_with_the_code_list(
    window: MainWindow, page: DataPage, door: Door, desk: Desk, theme: Theme
) -> None:
    next_period(window, page, door, desk)
    looked_at(window, f"codes-{door.name}")
    state = page.relation
    assert state is not None
    for name, role in (("land", "ignored"), ("key", "ignored"), ("household", "household")):
        page.database_view.role_chosen.emit(name, role)
    assert page.relation != state
    assert page.database_view.take_roles.isVisible()
    page.database_view.take_roles.click()
    assert page.relation == state
    assert len(state.codes["land"]) == 5
    assert [(one.entry.name, one.changes.new) for one in state.unknown] == [("land", ("3",))]
    assert page.database_view.unknown.isVisible()
    assert page.database_view.unknown.text == "land: not in the code list: 3"


def with_land(folder: Path, other: str | None) -> ckm.Microdata:
    """The records as a file in which another code, or none, was written for the code that the list lacks."""
    records = random_records(4, 400, 10**9, decimals=True)
    land = [other if one == "3" else one for one in records.column("land").to_pylist()]
    pq.write_table(records.set_column(0, "land", pa.array(land, pa.string())), folder / "written.parquet")
    return ckm.read_microdata(str(folder / "written.parquet"), ["land", "age"], "key")


def assert_counted_as(found: ckm.Microdata | None, file: ckm.Microdata) -> None:
    """Counts and key sums modulo M of land by age are those of the file, code by code."""
    assert found is not None

    def cells(data: ckm.Microdata) -> dict[tuple[str, str], tuple[int, int]]:
        cube = leaf_cube(data, ["land", "age"], {})
        codes = [data.dimensions[name].codes for name in ("land", "age")]
        assert cube.key_sums is not None
        return {
            (land, age): (int(cube.counts[row, column]), int(cube.key_sums[row, column]) % 10**9)
            for row, land in enumerate(codes[0])
            for column, age in enumerate(codes[1])
            if cube.counts[row, column]
        }

    assert cells(found) == cells(file)
    assert len(cells(file)) > 40


@pytest.mark.thorough
@pytest.mark.look
@pytest.mark.parametrize("door", ["duckdb"], indirect=True)
def test_codes_that_count_as_not_stated_give_the_figures_of_a_file_without_them(
    window: MainWindow, page: DataPage, door: Door, desk: Desk, tmp_path: Path
) -> None:
    next_period(window, page, door, desk)
    page.take_button.click()
    settle(window)
    assert page._stack.currentWidget() is page.review_view  # what is not decided is asked about
    page.review_view.select_codes("land", ["3"])
    page.review_view.action.choose("missing")
    assert page.review_view.action.currentText() == "counts as not stated"
    page.cancel_button.click()
    assert page._stack.currentWidget() is page.database_view
    page.database_view.unknown.missing["land"].click()
    assert page.database_view.unknown.text == "land: not in the code list: 3 – count as not stated"
    looked_at(window, "codes-not-stated")
    page.take_button.click()
    settle(window)
    statistic = desk.state.statistic
    assert statistic is not None
    assert page._reviewed is None  # all was decided at the door
    assert not page.door.is_open
    land = next(one for one in statistic.dictionary if one.name == "land")
    assert [one.code for one in land.categories] == ["11", "12", "21", "22", MISSING]
    assert statistic.period.breaks == ()
    assert_counted_as(window.desk.session.data, with_land(tmp_path, None))
    needed = {
        "records_for_profile": ("data", "Profiles"),
        "records_for_keys": ("data", "new keys"),
        "records_for_codes": ("data", "codes for no answer"),
        "records_for_prepared": ("data", "saving prepared data"),
        "records_for_durations": ("data", "durations between variables"),
        "records_for_units": ("tables", "Totals over several periods"),
    }
    assert set(needed) == {code for code in SENTENCES if code.startswith("records_for_")}
    for where, words in needed.values():
        window.desk.run(go_to(where))  # type: ignore[arg-type]
        settle(window)
        assert window.elsewhere.isVisible()
        assert words in window.elsewhere.text.text_whole()
        looked_at(window, f"note-{where}")
    for where in ("tables", "release", "data", "method", "quality"):
        window.desk.run(go_to(where))  # type: ignore[arg-type]
        settle(window)
        assert window.elsewhere.isVisible()
        assert "they lie in the database" not in window.message_bar.text


@pytest.mark.thorough
@pytest.mark.look
@pytest.mark.parametrize("door", ["duckdb"], indirect=True)
def test_codes_are_assigned_to_known_ones_as_in_the_review_of_a_file(
    window: MainWindow, page: DataPage, door: Door, desk: Desk, tmp_path: Path
) -> None:
    next_period(window, page, door, desk)
    page.database_view.unknown.assign["land"].click()
    dialog = window.findChild(AssignDialog)
    assert isinstance(dialog, AssignDialog)
    view = dialog.view
    assert view.chosen_codes() == ["3"]
    view.action.choose("written")
    view.action.activated.emit(view.action.currentIndex())
    view.other.choose("22")
    view.apply.click()
    assert not view.breaks.isChecked()  # no new category is left
    if folder := os.environ.get("CKM_LOOK"):
        dialog.grab().save(str(Path(folder) / "assign.png"))
    view.since.setText("someday")
    dialog.ok.click()
    assert view.message.isVisible()
    view.since.setText("")
    dialog.ok.click()
    settle(window)
    assert page.database_view.unknown.text.endswith("assigned")
    page.take_button.click()
    settle(window)
    assert desk.state.statistic is not None
    assert not page.door.is_open, page.review_view.message.text
    assert desk.state.statistic.period.breaks == ()
    assert_counted_as(window.desk.session.data, with_land(tmp_path, "22"))


def with_terms(door: Door) -> Door:
    """The records of three terms in one table, beside which lies nothing else; a day for each record."""
    records = random_records(4, 400, 10**9, decimals=True)
    terms = pa.array([("20251", "20252", "20261", "20251")[row % 4] for row in range(400)])
    folder = Path(named_databases()[door.name].path)
    pq.write_table(records.append_column("semester", terms), folder / "students.parquet")
    return replace(door, relation="students")


@pytest.mark.thorough
@pytest.mark.look
@pytest.mark.parametrize("door", ["duckdb"], indirect=True)
def test_one_period_of_a_relation_is_taken_over_and_the_next_one_by_the_same_door(
    window: MainWindow, page: DataPage, door: Door, desk: Desk
) -> None:
    state, view = chosen(window, page, with_terms(door)), page.database_view
    assert state.names("period") == ("semester",)  # guessed by its name
    assert state.periods == {"20251": 200, "20252": 100, "20261": 100}
    assert (state.period_code, state.period, view.period.text()) == ("20261", "20261", "20261")
    looked_at(window, "terms")
    window.settings.set("language", "de")  # another language at the open door: nothing is lost, all is said in it
    settle(window)
    page = data_page_now(window)
    view = page.database_view
    assert (view.combo("land").currentText(), view.combo("semester").currentText()) == (
        "Gliederungsmerkmal", "Berichtszeitraum",
    )  # fmt: skip
    assert view.columns_word.text_whole() == "Spalten von students"
    assert view.databases.item(0).text() == "Lieferungen, Parquet"
    assert view.state.text().startswith("Verbunden")
    assert (view.relations.currentItem().text(), page.relation) == ("students    400", state)
    assert re.fullmatch(r"100 Datensätze, gezählt in \d,\d s", view.records.words.text())
    window.settings.set("language", "en")
    settle(window)
    page = data_page_now(window)
    view = page.database_view
    assert view.columns_word.text_whole() == "Columns of students"
    view.of_period.setCurrentIndex(view.of_period.findData("20251"))
    view.of_period.activated.emit(view.of_period.currentIndex())
    assert view.period.text() == "20251"
    assert view.records.words.text().startswith("200 records, counted in ")
    page.take_button.click()
    settle(window)
    data = window.desk.session.data
    assert data is not None, page.message.text
    assert data.rows == 200
    assert page.loaded_view.source_card.name.text_whole() == "students, semester = 20251"
    statistic = desk.state.statistic
    assert statistic is not None
    assert "semester" not in {entry.name for entry in statistic.dictionary}
    window.services.add_period("WS 2025/26", "", "")
    settle(window)
    again = chosen(window, page, with_terms(door), page.database_button)
    assert (again.period_code, again.period) == ("20252", "WS 2025/26")  # the first that is not there yet
    assert [view.of_period.itemText(place) for place in range(3)] == ["20251", "20252", "20261"]
    assert {name: again.names(name) for name in ("dimension", "magnitude", "weight", "record_key")} == {
        name: state.names(name) for name in ("dimension", "magnitude", "weight", "record_key")
    }
    page.take_button.click()
    settle(window)
    assert window.desk.session.data is not None, page.message.text
    assert window.desk.session.data.rows == 100
    sources = [period.source for period in desk.state.statistic.periods]
    assert len({source.sha256 for source in sources if source is not None}) == 2
    assert [source.rows for source in sources if source is not None] == [200, 100]


@pytest.mark.thorough
@pytest.mark.parametrize("door", ["duckdb"], indirect=True)
def test_without_a_period_nothing_is_taken_over_and_codes_of_another_one_are_forgotten(
    window: MainWindow, page: DataPage, door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen(window, page, with_terms(door))
    view = page.database_view
    view.count_codes.click()
    settle(window)
    assert page.relation is not None
    assert page.relation.codes
    view.period_chosen.emit("20252")
    assert not page.relation.codes
    view.role_chosen.emit("region", "period")
    assert page.relation.names("period") == ("region",)
    assert not page.take_button.isEnabled()
    view.records.button.click()  # stopped: nothing is known of its periods
    settle(window)
    assert (page.relation.period_code, view.of_period.isEnabled()) == ("", False)
    view.records.button.click()
    settle(window)
    assert (page.relation.period_code, page.take_button.isEnabled()) == ("r3", True)
    view.role_chosen.emit("region", "dimension")
    settle(window)
    assert not view.of_period.isVisible()
    assert view.records.words.text().startswith("400 records, counted in ")


@pytest.mark.thorough
@pytest.mark.parametrize("door", ["duckdb"], indirect=True)
def test_the_note_is_silent_while_other_data_are_shown(
    window: MainWindow, page: DataPage, door: Door, desk: Desk
) -> None:
    counted(window, page, door)
    assert window.elsewhere.isVisible()
    page.ask_for_database()  # a new statistic: what is said of the open one is not said of it
    assert not window.elsewhere.isVisible()
    desk.run(go_to("method"))
    assert window.elsewhere.isVisible()
    desk.run(go_to("data"))
    assert not window.elsewhere.isVisible()
    page.cancel_button.click()
    assert window.elsewhere.isVisible()
    window.services.add_period("2026", "2026-12-31", "")
    settle(window)
    chosen(window, page, door, page.database_button)
    assert not window.elsewhere.isVisible()
    page.take_button.click()
    settle(window)
    assert window.elsewhere.isVisible()
