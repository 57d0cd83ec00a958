"""A project of τ-ARGUS is taken over whole: records, roles, hierarchies, keys and its perturbation tables."""

from __future__ import annotations

from pathlib import Path

from ckmdesk.commands.tables import go_to
from ckmdesk.pages.data.page import DataPage
from ckmdesk.window import MainWindow
from tests.ckmcore.test_tauproject import project
from tests.ckmdesk.hands import settle


def test_the_tables_of_a_project_stand_as_variants_on_the_method_page(window: MainWindow, tmp_path: Path) -> None:
    project(tmp_path)
    window.desk.run(go_to("data"))
    page = window.page("data")
    assert isinstance(page, DataPage)
    page.open_file(tmp_path / "P.RDA")
    settle(window)
    assert page.state is not None, page.message.text
    page.take_button.click()
    settle(window)
    statistic = window.desk.state.statistic
    assert statistic is not None
    settings = {entry.name: dict(entry.settings) for entry in statistic.dictionary}
    assert settings["INCOME"], "the settings of the cell-key method are kept"
    variants = [variant for variant in window.desk.state.method.variants if variant.file]
    assert "ptab.csv" in [variant.file for variant in variants]
    assert "ptab.csv" in window.message_bar.text
    assert statistic.period.in_force is None
    keys = statistic.period.keys
    assert keys is not None
    assert (keys.origin, keys.column) == ("column", "RKEY")
    tab = page.loaded_view.variables_tab
    page.loaded_view.show_tab(tab)
    tab.choose("INCOME")
    assert tab.editor.settings.isVisible()
    assert "CKM" in tab.editor.settings.text_whole()
    tab.choose("SEX")
    assert not tab.editor.settings.isVisible()
