"""A project of τ-ARGUS is taken over whole: records, roles, hierarchies, keys and its perturbation tables."""

from __future__ import annotations

import shutil
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path

import pandas as pd
import pytest

from ckmcore.tabulate.spec import TOTAL, TableSpec, Value
from ckmcore.tabulate.tabulate import tabulate
from ckmdesk.commands.desk import CommandName
from ckmdesk.commands.method import choose_variant
from ckmdesk.commands.tables import go_to, on_spec
from ckmdesk.pages.data.page import DataPage
from ckmdesk.pages.method.page import MethodPage
from ckmdesk.pages.tables.page import TablesPage
from ckmdesk.shell.window import MainWindow
from tests.kit.hands import settle
from tests.kit.tau_files import project


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


@pytest.mark.thorough
@pytest.mark.reference
def test_the_savings_of_tau_argus_are_published_as_tau_argus_does(
    window: MainWindow, reference: Path, tmp_path: Path
) -> None:
    """Its own sample: records, three perturbation tables and the settings of sums come with the description."""
    for file in (reference / "data" / "tau_savings").iterdir():
        shutil.copyfile(file, tmp_path / file.name)
    for name in ("freq", "savings_all", "savings_smallcells"):
        shutil.copyfile(reference / "ptables" / f"tau_ptab_{name}.txt", tmp_path / f"ptab_{name}.txt")
    window.desk.run(go_to("data"))
    page = window.page("data")
    assert isinstance(page, DataPage)
    page.open_file(tmp_path / "microdata.rda")
    settle(window)
    page.take_button.click()
    settle(window)
    window.go_to("method")
    settle(window)
    method = window.page("method")
    assert isinstance(method, MethodPage)
    method.views.show_view(method.magnitudes)
    sums = method.magnitudes.form
    assert (sums.counts["k"].value(), sums.texts["epsilon"].text()) == (3, "1; 0.5; 0.2")
    assert sums.checks["options"]["separation"].isChecked()
    sums.checks["options"]["include_zeros"].click()  # as in the table of results
    files = [variant.file for variant in window.desk.state.method.variants]
    window.desk.run(choose_variant(files.index("ptab_freq.txt")))
    method.force_button.click()
    method.forcing.card.fields["body"].setText("Unit 12")
    method.forcing.card.force.click()
    settle(window)
    statistic, data = window.desk.state.statistic, window.desk.session.data
    assert statistic is not None
    assert statistic.period.in_force is not None, window.message_bar.text
    assert data is not None
    spec = TableSpec(rows=["Sex"], columns=["Age"], values=[Value("sum", magnitude="Savings"), Value("count")])
    window.desk.run(on_spec(CommandName("new_table"), lambda _before: spec))
    window.go_to("tables")
    settle(window)
    tables = window.page("tables")
    assert isinstance(tables, TablesPage)
    found = pd.read_csv(
        reference / "expected" / "tauargus" / "out_mag_savings_T3_F_incl0.csv", sep=";", dtype={"Sex": str, "Age": str}
    )
    shown = statistic.period.in_force.method.protect(tabulate(data, spec))
    compared = 0
    for sex, age, published, freq in found[["Sex", "Age", "ckm", "freq"]].itertuples(index=False):
        address = {"Sex": TOTAL if sex == "Total" else sex.strip(), "Age": TOTAL if age == "Total" else age.strip()}
        if freq and shown.value(address, 1):
            assert shown.value(address) == int(Decimal(str(published)).quantize(Decimal(1), ROUND_HALF_UP))
            compared += 1
    assert compared > 15
    whole = (tables.model.rowCount() - 1, tables.model.columnCount() - 2)
    assert tables.model.figure(*whole) == 2273937  # 2 273 937.12 in the table of results
