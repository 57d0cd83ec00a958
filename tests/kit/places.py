"""Every place of the window at which a person works: pages, their tabs and states, dialogs and popups."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from PySide6.QtWidgets import QApplication, QDialog, QFrame, QTabWidget, QWidget

from ckmcore.base.texts import Texts
from ckmcore.dictionary.record_rules import RecordRule
from ckmcore.methods.cellkey import CellKeyMethod
from ckmcore.methods.primary import PrimaryRules
from ckmcore.microdata.data import NumberColumn
from ckmcore.microdata.variable import Derivation, VariableEntry
from ckmcore.office import policy
from ckmcore.ptable import Design
from ckmcore.statistic.period import Decision
from ckmcore.statistic.table_file import FORM, VERSION, TableFile
from ckmcore.tabulate.notebook import sum_of
from ckmcore.tabulate.picture_choice import TableSight
from ckmcore.tabulate.spec import TableSpec, Value
from ckmdesk.commands import method, pictures, tables, values
from ckmdesk.commands.dictionary import add_derived, put_rule
from ckmdesk.lab.commands.evaluation import set_evaluation
from ckmdesk.lab.pages.quality.page import CRITERIA, QualityPage
from ckmdesk.lab.state.choices import EvaluationChoice
from ckmdesk.pages.data import page as data_pages
from ckmdesk.pages.data.page import DataPage
from ckmdesk.pages.method.page import MethodPage
from ckmdesk.pages.release.page import ReleasePage
from ckmdesk.pages.tables.page import TablesPage
from ckmdesk.pages.tables.script_dialog import ScriptDialog
from ckmdesk.pages.tables.templates import TemplateDialog
from ckmdesk.scale.pages.tables.cube_dialog import CubeDialog
from ckmdesk.shell.window import MainWindow
from ckmdesk.state.desk_state import Trial
from ckmdesk.state.drawing import Spot
from ckmdesk.state.record_rules import RuleDraft, TestDraft
from ckmdesk.state.session import Session
from tests.kit.dialog_places import (
    about,
    dialog_of,
    handbook,
    own_key,
    popup,
    run_tables,
    settings,
    start,
    unlock,
)
from tests.kit.map_places import boundaries, map_of_cells, map_of_counts, map_of_shares
from tests.kit.rival_tables import method_tab
from tests.kit.statistic_files import write_statistic
from tests.kit.statistics import saved, small_data, small_statistic
from tests.kit.tables_page import settle

Place = Callable[[MainWindow, Path], QWidget]
"""Goes there in a fresh window and gives the window, dialog or popup that is looked at."""


# --- tables ----------------------------------------------------------------------------------------------------------


def _tables(window: MainWindow) -> TablesPage:
    """A table with a share, under a method with keys."""
    made = small_statistic().put_in_force(CellKeyMethod(Design(D=2, V=1.08, js=1).table()))
    window.services.begin(made, Session(data=made.describe(small_data())))
    window.desk.run(values.put_value(Value("share", base="total", decimals=1), "Share"))
    settle(window)
    page = window.page("tables")
    assert isinstance(page, TablesPage)
    return page


def table(window: MainWindow, _folder: Path) -> QWidget:
    _tables(window)
    return window


def table_of_clerk(window: MainWindow, _folder: Path) -> QWidget:
    _tables(window)
    window.settings.set("role", "clerk")
    settle(window)
    return window


def table_on_sheets(window: MainWindow, _folder: Path) -> QWidget:
    _tables(window)
    window.desk.run(tables.move_variable("sex", "layers", "Sex"))
    settle(window)
    return window


def picture(window: MainWindow, _folder: Path) -> QWidget:
    """The picture of a table, with gallery and options."""
    return _with_picture(window, "picture")


def picture_beside_table(window: MainWindow, _folder: Path) -> QWidget:
    return _with_picture(window, "both")


def _with_picture(window: MainWindow, sight: TableSight) -> QWidget:
    _tables(window)
    window.desk.run(pictures.show_sight(sight))
    for _ in range(3):  # it has its size, then it is drawn
        settle(window)
    return window


def saved_tables(window: MainWindow, folder: Path) -> QWidget:
    window.services.open_statistic(write_statistic(folder))
    settle(window)
    page = window.page("tables")
    assert isinstance(page, TablesPage)
    page.left.setCurrentIndex(1)
    return window


def trial_view(window: MainWindow, _folder: Path) -> QWidget:
    _tables(window)
    window.desk.run(tables.show_trial(Trial("rounding", 5)))
    window.desk.run(tables.put_beside(beside=True))
    settle(window)
    return window


def look_up(window: MainWindow, _folder: Path) -> QWidget:
    page = _tables(window)
    page.lookup_button.setChecked(True)
    page.grid.setCurrentIndex(page.model.index(0, 0))
    settle(window)
    return window


def file_beside_table(window: MainWindow, folder: Path) -> QWidget:
    page = _tables(window)
    path = folder / "published.csv"
    path.write_text("sex,0,1,2,3,4,Total\n0,1,2,3,4,5,15\n1,1,2,3,4,5,15\nTotal,2,4,6,8,10,30\n", encoding="utf-8")
    page.comparison.take_file(path)
    settle(window)
    assert page.comparison.isVisible()
    return window


def value_editor(window: MainWindow, _folder: Path) -> QWidget:
    _tables(window).editor.values.edit(1)
    return popup()


def quantile_editor(window: MainWindow, _folder: Path) -> QWidget:
    page = _with_incomes(window, Value("quantile", magnitude="income", q=0.75, least_in_class=4))
    page.editor.values.edit(0)
    return popup()


def _with_incomes(window: MainWindow, value: Value) -> TablesPage:
    """A table with a value of a magnitude, which has classes."""
    page = _tables(window)
    statistic, data, incomes = window.desk.state.statistic, window.desk.session.data, np.random.default_rng(3)
    assert statistic is not None
    assert data is not None
    income = NumberColumn("income", incomes.integers(1, 4000, data.rows), 0, Texts("Income", "Einkommen"))
    entry = VariableEntry("income", "magnitude", income.title, classes=("0", "1000", "2000", "3000", "4000"))
    made = replace(data, magnitudes={"income": income}, cache={}).with_classes("income", "0; 1000; 2000; 3000; 4000")
    window.services.begin(replace(statistic, dictionary=(*statistic.dictionary, entry)), Session(data=made))
    window.desk.run(tables.lay_out("Incomes", TableSpec(rows=["sex"]).with_changes(values=(value,))))
    settle(window)
    return page


def categories(window: MainWindow, _folder: Path) -> QWidget:
    page = _tables(window)
    page.editor.choose_categories(page.panel["columns"].chips[0].item)
    return popup()


def several_answers(window: MainWindow, _folder: Path) -> QWidget:
    _tables(window).editor.own_rows.add_answers("rows")
    return popup()


def own_rows(window: MainWindow, _folder: Path) -> QWidget:
    page = _tables(window)
    page.editor.own_rows.add("rows")
    assert page.editor.own_rows.open is not None
    return page.editor.own_rows.open


def finding(window: MainWindow, _folder: Path) -> QWidget:
    page = _tables(window)
    page.finding.action.trigger()
    page.find_bar.setText("1")
    settle(window)
    return window


def as_script(window: MainWindow, folder: Path) -> QWidget:
    page, statistic = _tables(window), window.desk.state.statistic
    assert statistic is not None
    dialog = ScriptDialog(page.context, statistic, folder / "statistic.ckm", page)
    dialog.open()
    return dialog


def data_cube(window: MainWindow, _folder: Path) -> QWidget:
    page, data = _tables(window), window.desk.session.data
    assert data is not None
    dialog = CubeDialog(page.context, data, page)
    dialog.open()
    return dialog


def template(window: MainWindow, _folder: Path) -> QWidget:
    page = _tables(window)
    file = TableFile(FORM, VERSION, "Template", TableSpec("region", "sex"))
    titles = {"sex": Texts("Sex", "Geschlecht"), "area": Texts("Area", "Gebiet")}
    dialog = TemplateDialog(page.context, file, {"region": "", "sex": "sex"}, titles, page)
    dialog.open()
    return dialog


def words(window: MainWindow, _folder: Path) -> QWidget:
    page = _tables(window)
    page.page_actions.in_grid._ask_name(Texts(), lambda _words: None)
    return popup()


def keys(window: MainWindow, _folder: Path) -> QWidget:
    _tables(window)
    window.menus.actions["keys"].trigger()
    return dialog_of(window)


# --- release ---------------------------------------------------------------------------------------------------------


def _release(window: MainWindow, folder: Path) -> ReleasePage:
    window.settings.set("person", "Anna Clerk")
    window.open_path(saved(folder))
    settle(window)
    window.desk.session.data = small_data()
    window.desk.announce("data")
    settle(window)
    window.go_to("release")
    settle(window)
    page = window.page("release")
    assert isinstance(page, ReleasePage)
    return page


def no_release(window: MainWindow, folder: Path) -> QWidget:
    _release(window, folder)
    return window


def handing_in(window: MainWindow, folder: Path) -> QWidget:
    _release(window, folder).open_submit()
    settle(window)
    return window


def handed_in(window: MainWindow, folder: Path) -> QWidget:
    page = _release(window, folder)
    page.open_submit()
    settle(window)
    page.submit_card.fields["recipient"].setText("Press")
    page.submit_card.submit.click()
    settle(window)
    window.settings.set("person", "Bert Release")
    return window


def released(window: MainWindow, folder: Path) -> QWidget:
    handed_in(window, folder)
    page = window.page("release")
    assert isinstance(page, ReleasePage)
    page.detail.remark.setText("checked")
    page.detail.buttons["release"].click()
    settle(window)
    page._compare_with_table()
    settle(window)
    return window


# --- data ------------------------------------------------------------------------------------------------------------


def _data(window: MainWindow) -> DataPage:
    window.desk.run(tables.go_to("data"))
    page = window.page("data")
    assert isinstance(page, DataPage)
    return page


def _people(folder: Path, name: str = "people.csv", areas: int = 4) -> Path:
    """200 units with keys, a code with leading zeros, a wage."""
    lines = ["pid;sex;area;age;wage;rkey"]
    lines += [
        f"P{n:04d};{'mw'[n % 2]};{n % areas:02d};{n % 90};{n * 7 % 83},25;0,{n * 37 % 1000:03d}" for n in range(200)
    ]
    path = folder / name
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def _taken(window: MainWindow, folder: Path) -> DataPage:
    page = _data(window)
    window.open_path(_people(folder))
    settle(window)
    page.take_button.click()
    settle(window)
    assert window.desk.session.data is not None, page.message.text
    page.first_view.all_button.click()
    settle(window)
    return page


def first_table(window: MainWindow, folder: Path) -> QWidget:
    _data(window)
    window.open_path(_people(folder))
    settle(window)
    _data(window).take_button.click()
    settle(window)
    return window


def no_data(window: MainWindow, _folder: Path) -> QWidget:
    _data(window)
    return window


def importing(window: MainWindow, folder: Path) -> QWidget:
    _data(window)
    window.open_path(_people(folder))
    settle(window)
    return window


def store_offer(window: MainWindow, folder: Path) -> QWidget:
    page = _data(window)
    with patch.object(data_pages, "free_memory", lambda: 1000):
        window.open_path(_people(folder))
        settle(window)
    assert page.store_offer.text
    return window


def database(window: MainWindow, folder: Path) -> QWidget:
    """A table of a folder of Parquet files that the policy names, with keys as whole numbers."""
    pytest.importorskip("duckdb", reason="the driver of DuckDB is not installed")
    deliveries, file = folder / "deliveries", folder / "policy.json"
    deliveries.mkdir()
    codes = {"land": ["01", "02"] * 100, "sex": ["m", "w"] * 100, "rkey": [n * 37 % 1000 for n in range(200)]}
    pq.write_table(pa.table(codes), deliveries / "people.parquet")
    named = {"files": {"kind": "duckdb", "path": str(deliveries), "title": {"en": "Deliveries", "de": "Lieferungen"}}}
    file.write_text(json.dumps({"form": "ckm policy", "version": 1, "databases": named}), encoding="utf-8")
    window.settings.policy = policy.read_policy(file)
    page = _data(window)
    with patch.object(policy, "machine_file", lambda: file):
        page.ask_for_database()
        settle(window)
        page.database_view.choose_relation("people")
        settle(window)
    assert page.relation is not None, page.message.text
    return window


def marking(window: MainWindow, folder: Path) -> QWidget:
    path = folder / "fixed.txt"
    path.write_text("84 34100 8\n84 29240 7\n85 29240 7\n", encoding="utf-8")
    page = _data(window)
    window.open_path(path)
    settle(window)
    page.files.begin_marking()
    settle(window)
    return window


def variables(window: MainWindow, folder: Path) -> QWidget:
    _taken(window, folder)
    return window


def derived_variable(window: MainWindow, folder: Path) -> QWidget:
    page = _taken(window, folder)
    page.loaded_view.variables_tab.choose("age")
    page.loaded_view.variables_tab.add_derived("classes")
    settle(window)
    return window


def derived_duration(window: MainWindow, folder: Path) -> QWidget:
    page = _taken(window, folder)
    tab = page.loaded_view.variables_tab
    page.loaded_view.show_tab(tab)
    tab.choose("age")
    rule = Derivation("duration", "age", unit="months", until="sex", bounds=("12",))
    made = VariableEntry("stay", "dimension", Texts("stay", "Dauer"), derived=rule)
    window.desk.run(add_derived(made, "stay"))
    settle(window)
    tab.choose("stay")
    settle(window)
    return window


def hierarchies(window: MainWindow, folder: Path) -> QWidget:
    _taken(window, folder).loaded_view.choose("area")
    settle(window)
    return window


def table_of_codes(window: MainWindow, folder: Path) -> QWidget:
    """The import view of a table with a title, a note and a row that does not fit."""
    page = _taken(window, folder)
    page.loaded_view.choose("area")
    settle(window)
    lines = ["Gebiete", "code;parent;label", "N;;Nord", "00;N;Kiel", "01;N;Ulm", "00;;Kiel", "Quelle: Landesamt"]
    file = folder / "codes.csv"
    file.write_text("\n".join(lines), encoding="utf-8")
    page.loaded_view.hierarchies_tab.read_hierarchy(file)
    settle(window)
    return dialog_of(window)


def tree(window: MainWindow, folder: Path) -> QWidget:
    page = _taken(window, folder)
    page.loaded_view.choose("area")
    settle(window)
    tab = page.loaded_view.hierarchies_tab
    tab.card.tools["edit"].click()
    tab.card.tree.select(["00", "01"])
    settle(window)
    return window


def record_keys(window: MainWindow, folder: Path) -> QWidget:
    page = _taken(window, folder)
    page.loaded_view.show_tab(page.loaded_view.keys_tab)
    settle(window)
    return window


def new_keys(window: MainWindow, folder: Path) -> QWidget:
    page = _taken(window, folder)
    page.loaded_view.show_tab(page.loaded_view.keys_tab)
    page.loaded_view.keys_tab.new_keys.ask()
    settle(window)
    return window


def profile(window: MainWindow, folder: Path) -> QWidget:
    page = _taken(window, folder)
    page.loaded_view.show_tab(page.loaded_view.profile_tab)
    settle(window)
    return window


def periods(window: MainWindow, folder: Path) -> QWidget:
    page = _taken(window, folder)
    page.loaded_view.show_tab(page.loaded_view.periods_tab)
    settle(window)
    return window


def replacing(window: MainWindow, folder: Path) -> QWidget:
    periods(window, folder)
    page = window.page("data")
    assert isinstance(page, DataPage)
    page.loaded_view.periods_tab.replace_panel.open_file(_people(folder, "corrected.csv"))
    settle(window)
    return window


def review(window: MainWindow, folder: Path) -> QWidget:
    periods(window, folder)
    page = window.page("data")
    assert isinstance(page, DataPage)
    file = _people(folder, "next.csv", areas=5)
    window.choose_open_file = lambda *_: file  # type: ignore[method-assign]
    page.loaded_view.periods_tab.add.click()
    settle(window)
    page.take_button.click()
    settle(window)
    assert page._stack.currentWidget() is page.review_view
    return window


def references(window: MainWindow, folder: Path) -> QWidget:
    page = _taken(window, folder)
    page.loaded_view.show_tab(page.loaded_view.references_tab)
    path = folder / "inhabitants.csv"
    path.write_text("area;2025\n00;900\n01;800\n", encoding="utf-8")
    page.loaded_view.references_tab.open_file(path)
    settle(window)
    return window


def record_rules(window: MainWindow, folder: Path) -> QWidget:
    page = _taken(window, folder)
    window.desk.run(put_rule(-1, RecordRule("range", ("age",), high="20"), "age"))
    window.desk.run(put_rule(-1, RecordRule("required", ("area",)), "area"))
    page.loaded_view.show_place("rules")
    settle(window)
    return window


def rule_form(window: MainWindow, folder: Path) -> QWidget:
    record_rules(window, folder)
    page = window.page("data")
    assert isinstance(page, DataPage)
    tests = TestDraft("age", "<", "18"), TestDraft("area", "=", "00")
    page.loaded_view.rules_tab.begin(-1, RuleDraft("condition", when=tests, then=(TestDraft("sex", "missing"),)))
    settle(window)
    return window


def rule_of_codes(window: MainWindow, folder: Path) -> QWidget:
    rule_form(window, folder)
    page = window.page("data")
    assert isinstance(page, DataPage)
    page.loaded_view.rules_tab.begin(-1, RuleDraft("set", columns=("area",), codes="00; 01"))
    settle(window)
    return window


# --- method ----------------------------------------------------------------------------------------------------------


def _method(window: MainWindow, view: int = 0, *, begun: bool = False) -> MethodPage:
    if not begun:
        _tables(window)
    window.go_to("method")
    settle(window)
    page = window.page("method")
    assert isinstance(page, MethodPage)
    page.views.setCurrentIndex(view)
    settle(window)
    return page


def studio(window: MainWindow, _folder: Path) -> QWidget:
    _method(window)
    return window


def probability(window: MainWindow, _folder: Path) -> QWidget:
    _method(window).panels[0].picture.edited.emit(Spot(4, 0.0))
    return window


def side_by_side(window: MainWindow, _folder: Path) -> QWidget:
    _method(window)
    window.desk.run(method.compare((0, 1)))
    settle(window)
    return window


def decision(window: MainWindow, _folder: Path) -> QWidget:
    _method(window).force_button.click()
    settle(window)
    return window


def rules(window: MainWindow, _folder: Path) -> QWidget:
    _method(window, 1)
    return window


def sums(window: MainWindow, _folder: Path) -> QWidget:
    _method(window, 2)
    return window


def sums_designed(window: MainWindow, _folder: Path) -> QWidget:
    """A table for sums is being designed."""
    _with_incomes(window, sum_of("income"))
    page = _method(window, 2, begun=True)
    page.magnitudes.design.actions_of["turnover"].trigger()
    page.magnitudes.design.fold.button.click()
    settle(window)
    return window


def accepting_sums(window: MainWindow, _folder: Path) -> QWidget:
    """A method for sums in force below the floor, judged: what is open can be accepted."""
    _with_incomes(window, sum_of("income"))
    page = _method(window, 2, begun=True)
    view = page.magnitudes
    view.design.actions_of["wages"].trigger()
    settle(window)
    choice = window.desk.state.method.settings.magnitudes
    changed = replace(choice, settings=replace(choice.settings, least_contributors=0))
    window.desk.run(method.set_magnitudes(changed, "small"))
    settle(window)
    made = view.made(changed)
    assert made is not None
    decision = Decision("Board", "2026-01-02", remark="Trial", second_person="Max", valid_to="2026-12-31")
    window.desk.run(method.put_in_force(made, "2026-01-02", decision, ""))
    settle(window)
    view.judging.floor.ask.click()
    settle(window)
    assert view.judging.floor.accepting.isVisible()
    return window


def rounding(window: MainWindow, _folder: Path) -> QWidget:
    _method(window, 3)
    return window


def primary_rules(window: MainWindow, _folder: Path) -> QWidget:
    rules = PrimaryRules(minimum_frequency=3, dominance=((1, 60.0), (2, 85.0)), p_percent=10.0, pq=(10.0, 50.0))
    _method(window, 4)
    window.desk.run(method.set_primary(rules, "rules"))
    settle(window)
    return window


def not_compared(window: MainWindow, _folder: Path) -> QWidget:
    method_tab(window, "RivalsBoard")
    return window


def four_methods(window: MainWindow, _folder: Path) -> QWidget:
    """The board of four methods, measured."""
    method_tab(window, "RivalsBoard").others["RivalsBoard"].view.compute()
    settle(window)
    return window


def suppressed(window: MainWindow, _folder: Path) -> QWidget:
    """A pattern for the saved tables, with a primary cell chosen."""
    page = method_tab(window, "SuppressionPage").others["SuppressionPage"].view
    page.compute()
    settle(window)
    assert page.found is not None
    return window


def changed_records(window: MainWindow, _folder: Path) -> QWidget:
    """Records changed by the SAFE principle, with the deviations of control tables."""
    method_tab(window, "SafePage").others["SafePage"].view.compute()
    settle(window)
    return window


def pattern_decided(window: MainWindow, folder: Path) -> QWidget:
    """The decision on a pattern; the statistic has a file."""
    suppressed(window, folder)
    window.choose_save_file = lambda *_args: folder / "rivals.ckm"  # type: ignore[method-assign]
    window.services.save()
    settle(window)
    window.page("method").force_button.click()  # type: ignore[attr-defined]
    settle(window)
    return window


# --- quality ---------------------------------------------------------------------------------------------------------


def _quality(window: MainWindow) -> QualityPage:
    _tables(window)
    window.desk.run(set_evaluation(EvaluationChoice(bases=(5,), seconds=2, repetitions=20)))
    window.go_to("quality")
    settle(window)
    page = window.page("quality")
    assert isinstance(page, QualityPage)
    return page


def not_evaluated(window: MainWindow, _folder: Path) -> QWidget:
    _quality(window)
    return window


def evaluated(window: MainWindow, _folder: Path) -> QWidget:
    _quality(window).compute()
    settle(window)
    return window


def plane_of_quality(window: MainWindow, _folder: Path) -> QWidget:
    return _picture(window, 0)


def map_of_quality(window: MainWindow, _folder: Path) -> QWidget:
    _picture(window, 2)
    page = window.page("quality")
    assert isinstance(page, QualityPage)
    page.pictures.compute.click()
    settle(window)
    return window


def criteria(window: MainWindow, _folder: Path) -> QWidget:
    _quality(window).views.setCurrentIndex(CRITERIA)
    settle(window)
    return window


def _picture(window: MainWindow, place: int) -> QWidget:
    page = _quality(window)
    page.compute()
    settle(window)
    tabs = next(one for one in page.pictures.findChildren(QTabWidget) if one.count() == 3)
    tabs.setCurrentIndex(place)
    settle(window)
    return window


PLACES: dict[str, Place] = {
    made.__name__: made
    for made in (
        start, settings, own_key, keys, about, handbook, unlock, run_tables,
        table, table_of_clerk, table_on_sheets, saved_tables, trial_view, picture,
        picture_beside_table, map_of_shares, map_of_counts, map_of_cells, boundaries, look_up, file_beside_table,
        value_editor, quantile_editor, categories, several_answers, own_rows, finding, as_script, data_cube, template,
        words, no_release, handing_in, handed_in, released,
        no_data, importing, first_table, store_offer, database, marking, variables, derived_variable,
        derived_duration, hierarchies,
        tree, table_of_codes,
        record_keys, new_keys, profile, periods, replacing, review, references, record_rules, rule_form,
        rule_of_codes,
        studio, probability, side_by_side, decision, rules, sums, sums_designed, accepting_sums, rounding,
        primary_rules, not_compared, four_methods, suppressed, changed_records, pattern_decided,
        not_evaluated, evaluated, plane_of_quality, map_of_quality, criteria,
    )
}  # fmt: skip


def leave(window: MainWindow) -> None:
    """Close what is open above the window."""
    for one in QApplication.topLevelWidgets():
        if one is not window and one.isVisible() and isinstance(one, QDialog | QFrame):
            one.close()
