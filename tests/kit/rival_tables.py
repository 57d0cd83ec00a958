"""A statistic with two saved tables that share a margin, with counts of 1 and 2 among larger ones."""

from __future__ import annotations

import numpy as np

import ckmcore as ckm
from ckmcore.base.texts import Texts
from ckmcore.keys.record_keys import generate_keys
from ckmcore.methods.cellkey import CellKeyMethod
from ckmcore.microdata.data import Category, Dimension, Microdata, NumberColumn
from ckmcore.microdata.variable import VariableEntry
from ckmcore.statistic.model import SavedTable, Statistic
from ckmcore.statistic.period import Period
from ckmcore.tabulate.notebook import sum_of
from ckmdesk.pages.method.page import MethodPage
from ckmdesk.shell.window import MainWindow
from ckmdesk.state.session import Session
from tests.kit.hands import settle

# Units by area (rows) and age (columns); in each every third is a woman, the first one of each cell.
COUNTS = ((1, 12, 7, 9), (14, 2, 8, 30), (6, 11, 21, 5), (9, 8, 2, 17))
AREA_AGE, AREA_SEX, INCOMES = "Area and age", "Area and sex", "Incomes"


def rival_data() -> Microdata:
    """196 units with area (4), age (4), sex (2), an income and keys."""
    cells = [
        (area, age, place % 3 == 0)
        for area, row in enumerate(COUNTS)
        for age, n in enumerate(row)
        for place in range(n)
    ]
    columns = dict(zip(("area", "age", "sex"), np.array(cells, dtype=np.uint8).T.copy(), strict=True))
    titles = {"area": Texts("Area", "Gebiet"), "age": Texts("Age", "Alter"), "sex": Texts("Sex", "Geschlecht")}
    dimensions = {
        name: Dimension(name, title, tuple(Category.plain(str(code)) for code in range(2 if name == "sex" else 4)))
        for name, title in titles.items()
    }
    incomes = NumberColumn("income", np.arange(len(cells)) % 37 * 25 + 5, 0, Texts("Income", "Einkommen"))
    return Microdata(len(cells), dimensions, columns, generate_keys(len(cells)), magnitudes={"income": incomes})


def rival_statistic() -> Statistic:
    """The statistic, with the cell-key method in force."""
    tables = (
        SavedTable(AREA_AGE, ckm.TableSpec(["area"], ["age"])),
        SavedTable(AREA_SEX, ckm.TableSpec(["area"], ["sex"])),
        SavedTable(INCOMES, ckm.TableSpec(["area"], ["sex"], values=["count", sum_of("income")])),
    )
    entries = tuple(VariableEntry.of(dimension) for dimension in rival_data().dimensions.values())
    income = VariableEntry("income", "magnitude", Texts("Income", "Einkommen"))
    made = Statistic(
        Texts("Rivals", "Verfahren"), (*entries, income), (Period(Texts("Year", "Jahr"), "2025-12-31"),), tables
    )
    return made.put_in_force(CellKeyMethod(ckm.design_ptable(D=2, V=1.08, js=1)))


def method_tab(window: MainWindow, slot: str, *, begun: bool = False) -> MethodPage:
    """The page of methods over this statistic, with the tab of a slot in front."""
    if not begun:
        made = rival_statistic()
        window.services.begin(made, Session(data=made.describe(rival_data())))
    window.go_to("method")
    settle(window)
    page = window.page("method")
    assert isinstance(page, MethodPage)
    page.views.show_view(page.others[slot].view)
    settle(window)
    return page
