"""The profile tab: variables with notes, categories with bars, range and quantiles."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from ckmdesk.commands.desk import Changes
from ckmdesk.models.profile_model import SHARE
from ckmdesk.pages.data.page import DataPage
from ckmdesk.pages.data.profile_tab import ProfileTab
from ckmdesk.shell.window import MainWindow
from tests.kit.tables_page import settle


@pytest.fixture
def tab(window: MainWindow, tmp_path: Path) -> ProfileTab:
    lines = "".join(f"{'NNS'[n % 3]};1;{n % 10},5;{'' if n == 0 else f'{n % 7},25'}\n" for n in range(90))
    (tmp_path / "a.csv").write_text("land;one;w;amount_eur\n" + lines, encoding="utf-8")
    window.open_path(tmp_path / "a.csv")
    settle(window)
    page = window.page("data")
    assert isinstance(page, DataPage)
    state = page.state
    assert state is not None
    from ckmdesk.state.data_import import with_role

    page.state = with_role(with_role(state, "amount_eur", "magnitude"), "one", "dimension")
    page.take_button.click()
    settle(window)
    made = ProfileTab(page.context)
    made.setParent(window)
    made.resize(1200, 500)
    made.show()
    made.refresh(Changes(frozenset()))
    settle(window)
    return made


def test_variables_are_listed_with_what_is_to_be_said(tab: ProfileTab) -> None:
    model = tab.variables_model
    lines = [[model.index(row, column).data() for column in range(5)] for row in range(model.rowCount())]
    assert [line[0] for line in lines] == ["land", "one", "amount_eur", "w"]
    assert [line[2] for line in lines] == ["2", "1", "7", "10"]
    assert "same value" in lines[1][4]


@pytest.mark.thorough
@pytest.mark.look
def test_the_chosen_variable_shows_its_categories_as_bars(tab: ProfileTab) -> None:
    tab.choose("land")
    model = tab.counts_model
    assert [[model.index(row, column).data() for column in (0, 2, 3)] for row in range(2)] == [
        ["N", "60", "66.7 %"],
        ["S", "30", "33.3 %"],
    ]
    assert model.index(1, 3).data(SHARE) == 0.5
    assert tab.counts.isColumnHidden(1) != model.has_labels  # no empty column where codes have no labels
    assert not tab.counts.isHidden()
    assert not tab.grab().isNull()


def test_a_magnitude_shows_its_range(tab: ProfileTab) -> None:
    tab.choose("amount_eur")
    assert tab.counts.isHidden()
    model = tab.quantiles_model
    lines = [[model.index(row, column).data() for column in range(2)] for row in range(model.rowCount())]
    assert lines[0] == ["smallest", "0.25"]
    assert lines[4] == ["median", "3.25"]
    assert lines[-1] == ["largest", "6.25"]
    assert "1 missing" in tab.facts.text()


@pytest.mark.thorough
def test_the_heads_are_named(tab: ProfileTab) -> None:
    heads = [tab.counts_model.headerData(place, Qt.Orientation.Horizontal) for place in range(4)]
    assert heads == ["Code", "Label", "Records", "Share"]
    assert tab.variables.accessibleName()
    assert tab.counts.accessibleName()
