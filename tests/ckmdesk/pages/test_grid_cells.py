"""A variable of grid cells, declared by code, in the window: shown with its rule, the coordinates gone."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

import ckmcore as ckm
from ckmcore.microdata.variable import Derivation, DerivationKind, VariableEntry
from ckmdesk.commands.dictionary import add_derived
from ckmdesk.pages.data.rule_editor import RuleEditor
from ckmdesk.shell.window import MainWindow
from tests.kit.data_page import data_page_now
from tests.kit.hands import settle


@pytest.mark.thorough
def test_a_variable_of_cells_is_shown_and_its_coordinates_are_not(window: MainWindow, tmp_path: Path) -> None:
    path = tmp_path / "people.csv"
    lines = [f"{'mw'[n % 2]};{4_000_000 + n * 100};{3_000_000 + n * 50};0,{n * 37 % 1000:03d}" for n in range(160)]
    path.write_text("\n".join(["sex;X;Y;rkey", *lines]) + "\n", encoding="utf-8")
    window.go_to("data")
    window.open_path(path)
    settle(window)
    page = data_page_now(window)
    for name, role in (("sex", "dimension"), ("X", "magnitude"), ("Y", "magnitude"), ("rkey", "record_key")):
        page._role_chosen(name, role)  # type: ignore[arg-type]
    page.take_button.click()
    settle(window)
    rule = Derivation("grid", "X", north="Y", crs="3035", cell=1000)
    window.desk.run(add_derived(VariableEntry("cell", "dimension", ckm.Texts("Cell", "Zelle"), derived=rule), "Cell"))
    settle(window)
    data = window.desk.session.data
    assert data is not None
    assert (list(data.dimensions), list(data.magnitudes)) == (["sex", "cell"], [])
    page.loaded_view.show_tab(page.loaded_view.variables_tab)
    tab = page.loaded_view.variables_tab
    for name in ("cell", "X", "sex", "Y", "cell"):
        tab.choose(name)
        settle(window)
    assert tab.editor.rule.origin.text() in ("Grid cells made of X", "Gitterzellen, gebildet aus X")
    for view in (page.loaded_view.hierarchies_tab, page.loaded_view.profile_tab):
        page.loaded_view.show_tab(view)
        settle(window)


def test_every_rule_has_words(window: MainWindow) -> None:
    editor = RuleEditor(window.theme, "en")
    for kind in get_args(DerivationKind):
        editor.show_rule(Derivation(kind, "A", bounds=("1",), groups=()), None, "A", "en")
        assert "A" in editor.origin.text() or kind == "duration"
