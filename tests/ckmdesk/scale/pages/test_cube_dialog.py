"""The door of data cubes: what is chosen is what is written, and what it may take is said before."""

from __future__ import annotations

from pathlib import Path

import pytest

import ckmcore as ckm
from ckmcore.formats.forms import FORMS
from ckmcore.office.settings import FormName
from ckmcore.scale.hypercube.forms import STREAMS
from ckmdesk.commands import tables as commands
from ckmdesk.pages.tables.page import TablesPage
from ckmdesk.scale.pages.tables.cube_dialog import CubeDialog
from ckmdesk.shell.window import MainWindow
from tests.kit.hands import settle
from tests.kit.statistic_files import TABLES, write_statistic


@pytest.fixture
def page(window: MainWindow, tmp_path: Path) -> TablesPage:
    window.services.open_statistic(write_statistic(tmp_path))
    settle(window)
    window.go_to("tables")
    window.desk.run(commands.open_table(TABLES[1]))
    settle(window)
    found = window.page("tables")
    assert isinstance(found, TablesPage)
    return found


def shown(page: TablesPage) -> CubeDialog:
    page.page_actions.cube.action.trigger()
    (dialog,) = [one for one in page.findChildren(CubeDialog) if one.isVisible()]
    return dialog


def test_the_variables_of_the_table_are_chosen_and_the_estimate_follows(page: TablesPage) -> None:
    dialog = shown(page)
    assert {name: box.isChecked() for name, box in dialog.variables.items()} == {"area": True, "sex": False}
    assert "possible cells" in dialog.estimate.text()
    before = dialog.estimate.text()
    dialog.variables["sex"].click()
    assert dialog.estimate.text() != before
    for box in dialog.variables.values():
        box.setChecked(False)
    assert not dialog.write.isEnabled()
    assert "at least one variable" in dialog.message._text.text()
    dialog.variables["sex"].click()
    assert dialog.write.isEnabled()
    dialog.reject()


@pytest.mark.daily(1)
@pytest.mark.parametrize("form", [*STREAMS])
def test_what_is_chosen_is_written_as_by_code(
    window: MainWindow, page: TablesPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: FormName
) -> None:
    dialog = shown(page)
    dialog.variables["sex"].setChecked(True)
    dialog.filtered.setChecked(False)
    dialog.weighted.setChecked(True)
    dialog.form.setCurrentIndex(dialog.form.findData(form))
    ending = FORMS[form].ending
    monkeypatch.setattr(page.context.frame, "choose_save_file", lambda *_given: tmp_path / "cube")
    dialog.write.click()
    settle(window)
    spec = ckm.HyperSpec(("area", "sex"), values=(ckm.Value(), ckm.Value("weighted_count")))
    with ckm.work_on_statistic(tmp_path / "people.ckm", read_only=True) as work:
        language = window.settings.language
        work.write_hypercube(spec, tmp_path / f"code{ending}", form=form, language=language)
    assert (tmp_path / f"cube{ending}").read_bytes() == (tmp_path / f"code{ending}").read_bytes()


def test_the_filter_of_the_table_holds_where_it_is_ticked(
    window: MainWindow, page: TablesPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dialog = shown(page)
    assert dialog.filtered.isVisible()
    assert dialog.filtered.isChecked()
    assert dialog.spec == ckm.HyperSpec(("area",), filters=(ckm.Condition("sex", ("w",)),))
    monkeypatch.setattr(page.context.frame, "choose_save_file", lambda *_given: None)
    dialog.write.click()
    settle(window)
    assert dialog.isVisible()
    dialog.reject()


def test_without_records_there_is_nothing_to_choose(window: MainWindow) -> None:
    window.go_to("tables")
    settle(window)
    found = window.page("tables")
    assert isinstance(found, TablesPage)
    found.page_actions.cube.action.trigger()
    assert found.findChildren(CubeDialog) == []


def test_the_level_of_a_chosen_variable_alone_narrows_the_cube(window: MainWindow) -> None:
    window.open_sample()
    settle(window)
    page = window.page("tables")
    assert isinstance(page, TablesPage)
    dialog = shown(page)
    name, combo = next((name, box) for name, box in dialog.levels.items() if box.count() > 1)
    for other, box in dialog.variables.items():
        box.setChecked(other == name)
    combo.setCurrentIndex(1)
    (level,) = dialog.spec.levels
    assert (level.variable, level.depths) == (name, tuple(combo.currentData()))
    other = next(variable for variable in dialog.variables if variable != name)
    dialog.variables[other].setChecked(True)
    dialog.variables[name].setChecked(False)
    assert dialog.spec.names == (other,)
    assert dialog.spec.levels == ()
    dialog.reject()
