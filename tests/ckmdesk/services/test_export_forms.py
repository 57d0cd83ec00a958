"""Drafts in every form from the window: the file dialog offers them, the office's first."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import openpyxl
import pytest

import ckmcore as ckm
from ckmcore.base.files import LONGEST_STEM
from ckmcore.base.texts import Texts
from ckmcore.formats import write_pdf
from ckmcore.formats.forms import FORMS
from ckmcore.formats.scan import LeakFound
from ckmcore.office.settings import Office
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.period import PeriodSource
from ckmcore.tabulate.spec import PERIOD, TableSpec
from ckmdesk.commands.data import set_title_pattern, take_over
from ckmdesk.commands.periods import add_period, choose_period
from ckmdesk.commands.tables import lay_out, save_table, set_title
from ckmdesk.services.exports import file_name
from ckmdesk.shell.window import MainWindow
from tests.kit.statistics import SPEC, small_data
from tests.kit.tables_page import open_table, settle


@pytest.fixture
def window_with_table(window: MainWindow) -> MainWindow:
    open_table(window, SPEC)
    return window


@pytest.mark.parametrize("name", FORMS)
def test_every_form_is_offered_and_written(
    window_with_table: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    window, form = window_with_table, FORMS[name]  # type: ignore[index]
    offered: list[str] = []

    def choose(_title: str, suggestion: Path, filters: str) -> tuple[Path, str]:
        offered.extend(filters.split(";;"))
        words = f"{form.title.text('en')} (*{form.ending})"
        assert words in offered
        return tmp_path / suggestion.with_suffix(form.ending).name, words

    monkeypatch.setattr(window, "choose_save_form", choose)
    window.services.exports.dialog()
    settle(window)
    assert window.message_bar.is_done, window.message_bar.text
    assert len(offered) == len(FORMS)
    files = sorted(tmp_path.glob(f"*{form.ending}"))
    assert files
    assert all(file.stat().st_size for file in files)
    assert not list(tmp_path.glob(".*"))


def test_the_forms_of_the_office_come_first_and_an_ending_that_was_typed_wins(
    window_with_table: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = window_with_table
    window.settings.offices.set(Office(forms=("px", "csv"), name=Texts.same("An Office")))
    seen: list[str] = []

    def choose(_title: str, suggestion: Path, filters: str) -> tuple[Path, str]:
        seen.append(suggestion.suffix)
        seen.extend(filters.split(";;")[:2])
        return tmp_path / "typed.xlsx", filters.split(";;")[0]

    monkeypatch.setattr(window, "choose_save_form", choose)
    window.services.exports.dialog()
    settle(window)
    assert seen == [".px", "PC-Axis (*.px)", "CSV as laid out (*.csv)"]
    texts = [
        str(cell.value)
        for sheet in openpyxl.load_workbook(tmp_path / "typed.xlsx").worksheets
        for row in sheet.iter_rows()
        for cell in row
    ]
    assert "Published by: An Office" in texts
    monkeypatch.setattr(window, "choose_save_form", lambda *_: (tmp_path / "no_ending", "PC-Axis (*.px)"))
    window.services.exports.dialog()
    settle(window)
    assert (tmp_path / "no_ending.px").exists()


def test_drafts_of_two_periods_have_two_names_unless_somebody_wrote_the_title(window_with_table: MainWindow) -> None:
    window, table_name = window_with_table, window_with_table.services.exports.table_name
    window.desk.run(add_period("WS 2026/27", "2026-12-31", ""))

    def names() -> list[str]:
        found = []
        for place in (0, 1):
            window.desk.run(choose_period(place))
            found.append(file_name(table_name()))
        return [*found, file_name(table_name(of_period=False))]

    assert names() == ["People_by_sex_and_area"] * 3
    window.desk.run(set_title(Texts()))
    window.desk.run(save_table("Women " * 20, "2026-01-01T00:00:00+00:00"))
    named = names()
    assert named[0].endswith("_2025")
    assert named[1].endswith("_WS_2026_27")
    assert named[2] == file_name("Women " * 20)
    assert max(len(name) for name in named) == LONGEST_STEM
    window.desk.run(set_title_pattern(Texts.same("People in {period} {breakdown}")))
    assert names() == named
    window.desk.run(set_title(Texts.same("My own")))
    assert names() == ["My_own"] * 3
    window.desk.run(lay_out("Periods", TableSpec(rows=["sex"], columns=[PERIOD])))
    assert len(set(names())) == 1


def _statistic(window: MainWindow) -> Statistic:
    statistic = window.desk.state.statistic
    assert statistic is not None
    return statistic


@pytest.mark.thorough
def test_a_pdf_of_the_same_draft_is_the_same_bytes_and_holds_nothing_else(
    window_with_table: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    draft = _statistic(window_with_table).draft(SPEC, small_data())
    for name in ("one.pdf", "two.pdf"):
        ckm.export(draft, tmp_path / name, language="de", office=Office(note=Texts("Ask us.", "Fragen Sie uns.")))
    content = (tmp_path / "one.pdf").read_bytes()
    assert content.startswith(b"%PDF-")
    assert content == (tmp_path / "two.pdf").read_bytes()
    right = write_pdf.sheets_of

    def wrong(*arguments: Any) -> dict[str, Any]:
        return {**right(*arguments), "lines": ["4711"]}

    monkeypatch.setattr(write_pdf, "sheets_of", wrong)
    with pytest.raises(LeakFound, match=r"three\.pdf"):
        ckm.export(draft, tmp_path / "three.pdf")
    assert sorted(file.name for file in tmp_path.glob("*.pdf")) == ["one.pdf", "two.pdf"]


def test_signs_of_the_office_stand_in_the_window_as_in_its_files(window: MainWindow) -> None:
    few = ckm.TableSpec(rows=["sex"], columns=["area"], values=(ckm.Value("share", base="row"),))
    page = open_table(window, few)
    statistic = _statistic(window)
    window.desk.run(take_over(statistic.put_in_force(ckm.Rounding(10, minimum_base=10_000), "2026-01-01")))
    settle(window)
    assert page.model.text(0, 0) == "x"
    window.go_to("settings")
    window.settings.offices.set(Office(signs="british"))
    window.go_to("tables")
    settle(window)
    assert page.model.text(0, 0) == "[x]"


def test_no_file_of_a_form_with_several_goes_over_one_that_the_statistic_needs(
    window_with_table: MainWindow, tmp_path: Path
) -> None:
    window = window_with_table
    needed = tmp_path / "people_notes.csv"  # where the notes of a GENESIS file would stand
    needed.write_text("records", encoding="utf-8")
    statistic = _statistic(window)
    source = PeriodSource("file", path_absolute=str(needed))
    window.desk.run(take_over(statistic.with_period(replace(statistic.period, source=source))))
    settle(window)
    window.services.exports.draft(tmp_path / "people.csv", "genesis")
    settle(window)
    assert "people_notes.csv" in window.message_bar.text
    assert needed.read_text(encoding="utf-8") == "records"
    assert not (tmp_path / "people.csv").exists()
