"""Series over periods and prepared data, from the real window."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ckmcore.base.files import write_whole
from ckmcore.base.guarded import FileNeeded
from ckmcore.base.texts import Texts
from ckmcore.methods.rounding import Rounding
from ckmcore.microdata.prepared import read_prepared
from ckmcore.tabulate.spec import TableSpec
from ckmdesk.base.settings import Settings
from ckmdesk.commands.data import set_variable_title
from ckmdesk.commands.desk import Command, CommandName
from ckmdesk.commands.method import put_in_force
from ckmdesk.commands.tables import go_to, lay_out
from ckmdesk.pages.data.page import DataPage
from ckmdesk.shell.window import MainWindow
from tests.ckmdesk.at_desk import statistic_of
from tests.kit.hands import settle, small_tables_page


def people(folder: Path, year: int) -> Path:
    lines = ["pid;sex;area"] + [f"P{n};{'mw'[n % 2]};{n % 3:02d}" for n in range(60 * (year - 2014))]
    file = folder / f"people_{year}.csv"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return file


@pytest.fixture
def page(window: MainWindow, tmp_path: Path) -> DataPage:
    """The data page with the records of 2015 and generated keys, saved beside them, rounding in force."""
    window.desk.run(go_to("data"))
    found = window.page("data")
    assert isinstance(found, DataPage)
    window.open_path(people(tmp_path, 2015))
    settle(window)
    found.take_button.click()
    settle(window)
    window.desk.run(put_in_force(Rounding(5), "2026-01-01"))
    save(window, tmp_path)
    return found


def save(window: MainWindow, folder: Path) -> None:
    assert window.desk.state.statistic is not None
    if window.desk.session.path is None:
        window.services._write(folder / "people.ckm", None, None)
    else:
        window.services.save()
    settle(window)
    assert not window.desk.session.unsaved_keys


@pytest.mark.thorough
def test_a_table_over_two_periods_holds_both_side_by_side(window: MainWindow, page: DataPage, tmp_path: Path) -> None:
    series = window.menus.actions["export_series"]
    assert not series.isEnabled()
    window.services.add_period("2016", "2016-12-31", "")
    page.open_file(people(tmp_path, 2016))
    settle(window)
    page.take_button.click()
    settle(window)
    save(window, tmp_path)
    assert series.isEnabled()
    spec = TableSpec(rows=["sex"]).with_changes(title=Texts.same("People"))
    lay = Command(CommandName("new_table"), lambda state: replace(state, table=replace(state.table, spec=spec)))
    window.desk.run(lay)
    written: list[Path] = []
    window.services.exports.series(tmp_path / "s.csv", then=written.append)
    settle(window)
    assert written == [tmp_path / "s.csv"], window.message_bar.text
    lines = [line.split(",") for line in written[0].read_text("utf-8").splitlines()]
    assert ["", "2015", "2016"] in lines
    assert ["m", "30", "60"] in lines
    assert ["Total", "60", "120"] in lines


@pytest.mark.thorough
def test_prepared_data_hold_records_dictionary_and_keys_and_become_the_source(
    window: MainWindow, page: DataPage, tmp_path: Path
) -> None:
    window.desk.run(set_variable_title("area", Texts("Area", "Gebiet"), "area"))
    before = window.desk.session.data
    assert before is not None
    assert before.record_keys is not None
    file = tmp_path / "people.parquet"
    window.services.exports.prepared(file)
    settle(window)
    found = read_prepared(file)
    assert [entry.title for entry in found.dictionary if entry.name == "area"] == [Texts("Area", "Gebiet")]
    assert "pid" not in found.data.dimensions
    assert found.data.record_keys is not None
    assert found.data.record_keys.values.tolist() == before.record_keys.values.tolist()
    remedy = window.message_bar.remedy
    assert remedy is not None
    remedy.act()
    settle(window)
    period = statistic_of(window).period
    assert period.source is not None
    assert Path(period.source.path_absolute) == file
    assert period.keys is not None
    assert period.keys.origin == "prepared"
    for old in tmp_path.glob("people_2015.csv"):
        old.unlink()  # nothing else is needed any more
    window.services.records.load()
    settle(window)
    after = window.desk.session.data
    assert after is not None, window.message_bar.text
    assert after.record_keys is not None
    assert after.record_keys.values.tolist() == before.record_keys.values.tolist()
    assert after.dimensions == before.dimensions
    assert after.columns["area"].tolist() == before.columns["area"].tolist()
    save(window, tmp_path)
    assert page.loaded_view.keys_tab.isEnabled()


@pytest.mark.thorough
def test_prepared_data_are_the_methodologists(window: MainWindow, page: DataPage, settings: Settings) -> None:
    action = window.menus.actions["save_prepared"]
    assert action.isVisible()
    settings.set("role", "clerk")
    assert not action.isVisible()


def test_prepared_data_never_overwrite_the_records(window: MainWindow, page: DataPage, tmp_path: Path) -> None:
    window.services.exports.prepared(tmp_path / "people_2015.csv")
    settle(window)
    assert "people_2015.csv" in window.message_bar.text
    assert (tmp_path / "people_2015.csv").read_text("utf-8").startswith("pid;")


@pytest.mark.thorough
def test_a_page_that_went_with_its_statistic_is_not_asked_for_a_name_any_more(window: MainWindow) -> None:
    small_tables_page(window)
    assert window.services.exports.made_title() == "People by sex and area"
    window.services.close_statistic()
    settle(window)
    assert window.services.exports.made_title() == ""


@pytest.mark.thorough
def test_t17_no_export_of_the_window_takes_the_place_of_the_records(
    window: MainWindow, page: DataPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "people_2015.csv"
    before = source.read_bytes()
    window.desk.run(go_to("tables"))
    window.desk.run(lay_out("Sex", TableSpec(["sex"])))
    settle(window)
    monkeypatch.setattr(window, "choose_save_form", lambda _title, _path, filters: (source, csv_filter(filters)))
    window.services.exports.dialog()
    settle(window)
    assert "never overwritten" in window.message_bar.text
    assert source.read_bytes() == before
    with pytest.raises(FileNeeded):  # whatever of the window writes
        write_whole(source, lambda target: target.write_bytes(b"") and None)
    window.services.close_statistic()
    write_whole(source, lambda target: target.write_bytes(b"") and None)


def csv_filter(filters: str) -> str:
    return next(one for one in filters.split(";;") if "*.csv" in one)
