"""The desk with and without its wings: each slot is filled, or what is absent is named; nothing passes for its want."""

from __future__ import annotations

import importlib
import inspect
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QLabel
from pytestqt.qtbot import QtBot

from ckmcore.base.verdict import Verdict
from ckmcore.base.wings import WINGS, WingName, wing_title
from ckmcore.messages import say
from ckmcore.office.databases import DatabaseEntry
from ckmcore.office.policy import Policy
from ckmcore.statistic.file import save_statistic
from ckmcore.statistic.period import PeriodSource
from ckmcore.statistic.relation import RelationReading, Roles
from ckmcore.statistic.releases import releases
from ckmdesk import pages, ports
from ckmdesk.base.settings import Settings
from ckmdesk.lab.state.choices import EVALUATION, EvaluationChoice
from ckmdesk.pages.data.door import DoorSlot
from ckmdesk.pages.data.page import DataPage
from ckmdesk.pages.method.floor_card import FloorCard
from ckmdesk.pages.method.page import MethodPage
from ckmdesk.pages.method.sums_cards import SumsCards
from ckmdesk.pages.release.page import ReleasePage
from ckmdesk.pages.tables.page import TablesPage
from ckmdesk.ports import SLOTS
from ckmdesk.shell.app import main, page_modules
from ckmdesk.shell.window import MainWindow
from ckmdesk.state.desk_state import DeskState
from ckmdesk.state.session import Session
from ckmdesk.state.workspace import opened, with_workspace
from tests.kit.statistics import small_data, small_statistic
from tests.kit.tables_of_sums import even, made, method
from tests.kit.tables_page import drop, figures, list_item, settle
from tests.kit.wings import hide

# What is in a slot where the wing is absent; in the others nothing is.
EMPTY: dict[str, type] = {"FloorPanel": FloorCard, "SumsJudged": SumsCards, "DatabaseDoor": DoorSlot}


@pytest.fixture(params=WINGS)
def absent(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> WingName:
    """A wing that is hidden; before the window is made, where it is named before it."""
    wing: WingName = request.param
    hide(monkeypatch, wing)
    return wing


@pytest.fixture
def no_lab(monkeypatch: pytest.MonkeyPatch) -> str:
    hide(monkeypatch, "lab")
    return wing_title("lab").text("en")


@pytest.fixture
def no_scale(monkeypatch: pytest.MonkeyPatch) -> str:
    hide(monkeypatch, "scale")
    return wing_title("scale").text("en")


def sample(window: MainWindow) -> TablesPage:
    window.open_sample()
    settle(window)
    page = window.page("tables")
    assert isinstance(page, TablesPage)
    return page


def small(window: MainWindow) -> None:
    window.services.begin(small_statistic(), Session(data=small_data()))
    settle(window)


def method_page(window: MainWindow) -> MethodPage:
    window.go_to("method")
    settle(window)
    page = window.page("method")
    assert isinstance(page, MethodPage)
    return page


@pytest.mark.parametrize("wing", sorted(set(SLOTS.values())))
def test_a_wing_fills_each_of_its_slots_and_no_other(wing: WingName) -> None:
    given = ports.ports_of(wing)
    assert given is not None
    assert {name for name in given.PLACES if not name.isupper()} == {slot for slot, of in SLOTS.items() if of == wing}
    for name, module in given.PLACES.items():
        assert getattr(given, name) is getattr(importlib.import_module(module), name)


@pytest.mark.parametrize("slot", EMPTY)
def test_what_fills_a_slot_takes_what_the_desk_gives_it(slot: str) -> None:
    part, empty = ports.filled(slot), EMPTY[slot]
    assert issubclass(part, empty)
    assert part is not empty
    for name, asked in inspect.getmembers(empty, inspect.isfunction):
        if name in vars(empty):
            given = list(inspect.signature(getattr(part, name)).parameters.values())
            wanted = list(inspect.signature(asked).parameters.values())
            assert [one.kind for one in given] == [one.kind for one in wanted], name


def test_with_both_wings_no_slot_is_empty(window: MainWindow) -> None:
    tables, method = sample(window), method_page(window)
    assert {entry.name for entry in pages.RAIL} == window.visible_pages()
    data, release = window.page("data"), window.page("release")
    assert isinstance(data, DataPage)
    assert isinstance(release, ReleasePage)
    in_place = (
        *(window.page("quality"), method.magnitudes.judging, method.forcing.floor, method.rounding.decision.floor),
        *(data.loaded_view.keys_tab.former, window.services.looking, release.looked, data.door),
        *(method.others[slot].view for slot in ("RivalsBoard", "SuppressionPage", "SafePage")),
        tables.page_actions.cube,
    )
    assert {type(part).__name__ for part in in_place} == set(SLOTS)


def test_without_a_wing_a_variable_is_dropped_and_the_protected_table_written(
    absent: WingName, window: MainWindow, tmp_path: Path
) -> None:
    page = sample(window)
    before = figures(page)
    drop(page.panel["columns"], list_item(page, "sex"), page.panel["columns"].plus.x() + 5)
    settle(window)
    assert "sex" in window.desk.state.table.spec.variables
    assert figures(page) != before
    written: list[Path] = []
    for ending in ("csv", "xlsx"):
        window.services.exports.draft(tmp_path / f"draft.{ending}", then=written.append)
        settle(window)
    assert [path.stat().st_size > 0 for path in written] == [True, True]
    assert (page.page_actions.cube is None) == (absent == "scale")


def test_without_a_wing_the_program_starts_and_makes_the_files_of_its_first_minute(
    absent: WingName, tmp_path: Path
) -> None:
    assert main(["--offscreen-demo", str(tmp_path), "--language", "de"]) == 0
    assert len(list(tmp_path.iterdir())) == 3
    assert [name for name in page_modules() if f".{absent}." in name] == []


def test_without_a_wing_every_page_and_tab_opens(absent: WingName, window: MainWindow, qtbot: QtBot) -> None:
    sample(window)
    assert ("quality" in window.visible_pages()) == (absent != "lab")
    for entry in pages.RAIL:
        window.go_to(entry.name)  # type: ignore[arg-type]
        settle(window)
        assert window.desk.state.page == (entry.name if entry.exists else "tables")
    method = method_page(window)
    for place in range(method.views.count()):
        method.views.setCurrentIndex(place)
        settle(window)
    data = window.page("data")
    assert isinstance(data, DataPage)
    for place in range(data.loaded_view.tabs.count()):
        data.loaded_view.tabs.setCurrentIndex(place)
        settle(window)
    window.settings.set("language", "de")  # pages are built again
    settle(window)
    window.menus.actions["about"].trigger()
    (dialog,) = [one for one in window.findChildren(QDialog) if one.isVisible()]
    said = " ".join(one.text() for one in dialog.findChildren(QLabel))
    assert [wing for wing in WINGS if wing_title(wing).text("de") in said] == [absent]
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)


def test_without_the_lab_what_it_would_measure_of_a_method_is_not_tested(no_lab: str, window: MainWindow) -> None:
    small(window)
    method = method_page(window)
    method.views.show_view(method.rounding)
    method.rounding.decide()
    settle(window)
    floor = method.rounding.decision.floor
    assert type(floor) is FloorCard
    (line,) = [line for line in floor.checks() if no_lab in line.text.text("en")]
    assert line.verdict is Verdict.NOT_TESTED
    told = [label.text() for label in method.rounding.findChildren(QLabel) if label.isVisible()]
    assert any(no_lab in text for text in told)
    method.rounding.decision.card.fields["body"].setText("Board")
    method.rounding.decision.card.force.click()
    settle(window)
    statistic = window.desk.state.statistic
    assert statistic is not None
    decision = statistic.period.decisions[-1]
    assert (decision.body, decision.judged, decision.judged_tables) == ("Board", "", ())


def test_without_the_lab_the_tab_of_sums_says_that_nothing_is_judged(no_lab: str, window: MainWindow) -> None:
    sample(window)
    method = method_page(window)
    method.views.show_view(method.magnitudes)
    settle(window)
    (line,) = method.magnitudes.judging.cards
    assert line.isVisible()
    assert no_lab in line.text()  # type: ignore[attr-defined]
    before = window.desk.state.method.settings.magnitudes
    method.magnitudes.design.actions_of["wages"].trigger()
    settle(window)
    assert window.desk.state.method.settings.magnitudes != before
    assert method.magnitudes.published.texts[0].text() != ""


def test_without_the_lab_a_table_of_sums_is_not_tested_on_the_checklist_and_not_handed_in(
    no_lab: str, window: MainWindow, tmp_path: Path
) -> None:
    data = even()
    path = tmp_path / "sums.ckm"
    save_statistic(made(method(), data), path)
    window.settings.set("person", "Anna")
    window.open_path(path)
    settle(window)
    window.desk.session.data = data  # the statistic names no file of records
    window.desk.announce("data")
    window.go_to("release")
    settle(window)
    page = window.page("release")
    assert isinstance(page, ReleasePage)
    assert page.looked is None
    assert not page.actions["recheck"].isVisible()
    page.open_submit()
    settle(window)
    card = page.submit_card
    said = [label.text() for label in card.findChildren(QLabel) if no_lab in label.text()]
    assert said
    card.fields["recipient"].setText("Press")
    card.submit.click()
    settle(window)
    assert no_lab in card.fault.text()
    statistic = window.desk.state.statistic
    assert statistic is not None
    assert releases(statistic.register) == ()


def test_what_is_evaluated_is_kept_by_a_program_without_the_lab(monkeypatch: pytest.MonkeyPatch) -> None:
    state = EVALUATION.put(DeskState(statistic=small_statistic()), EvaluationChoice(repetitions=77, bases=(3,)))
    kept = with_workspace(state)
    assert kept is not None
    with monkeypatch.context() as hidden:
        hide(hidden, "lab")
        again = with_workspace(replace(opened(kept), page="tables"))
    assert again is not None
    assert again.workspace == kept.workspace
    assert EVALUATION.of(opened(again)) == EVALUATION.of(state)


def test_without_scale_records_in_a_database_are_named_and_not_loaded(no_scale: str, window: MainWindow) -> None:
    reading = RelationReading("register", "people", Roles(("sex", "area"), "key"))
    statistic = small_statistic()
    source = PeriodSource("database", reading=reading.text(), sha256="0" * 64)
    statistic = statistic.with_period(replace(statistic.period, source=source))
    window.services.begin(statistic, Session())
    window.services.records.load()
    settle(window)
    assert no_scale in window.message_bar.text
    window.go_to("data")
    settle(window)
    data = window.page("data")
    assert isinstance(data, DataPage)
    assert data.loaded_view.source_card.name.text_whole() == "people"


def test_without_scale_the_door_to_databases_says_what_is_absent(
    no_scale: str, window: MainWindow, settings: Settings
) -> None:
    settings.policy = Policy(databases={"register": DatabaseEntry("duckdb", "register.duckdb")})
    window.go_to("data")
    settle(window)
    data = window.page("data")
    assert isinstance(data, DataPage)
    data.ask_for_database()
    assert no_scale in data.message.text
    assert say("wing_absent", "en", wing=wing_title("scale")) == data.message.text
