"""Runs in every form, named by an office's pattern, each table in a file of its own or all in one workbook."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest

import ckmcore as ckm
from ckmcore.base.files import FilesInTheWay, NotWritten
from ckmcore.cli import main
from ckmcore.formats.export import export_workbook
from ckmcore.formats.forms import FORMS
from ckmcore.formats.publishable import PublishableContent
from ckmcore.formats.scan import scan
from ckmcore.office.settings import FormName, Office
from ckmcore.office.settings_file import write_office
from ckmcore.presentation.present import present_draft
from ckmcore.release.run import plan, run_planned
from ckmcore.statistic.model import SavedTable
from tests.ckmcore.release.run_folder import opened, rows_of
from tests.kit.statistic_files import TABLES, write_statistic

WRITTEN = [*FORMS]
STACKED = SavedTable("Stacked", ckm.TableSpec([ckm.Block((ckm.Level("area"),)), ckm.Block((ckm.Level("sex"),))]))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_statistic(tmp_path, (*TABLES, STACKED))
    return tmp_path


@pytest.mark.daily(3)
@pytest.mark.parametrize("form", WRITTEN)
def test_every_form_can_be_run_and_the_report_names_all_files(folder: Path, form: FormName) -> None:
    statistic, data = opened(folder)
    planned = plan(statistic, data, [TABLES[0], STACKED], form, "en")
    report = run_planned(statistic, data, planned, folder / "out", "en")
    assert report.complete, [note.text("en") for run in report.runs for note in run.notes]
    named = {name for run in report.runs for name in run.files}
    assert {path.name for path in (folder / "out").iterdir()} == {"Report_2026.csv", *named}
    rows = rows_of(folder / "out" / "Report_2026.csv")
    assert rows[6][3] == ", ".join(report.runs[1].files)
    assert (len(report.runs[1].files) > 1) == FORMS[form].cube
    draft = statistic.draft(TABLES[0].spec, data)
    alone = ckm.export(draft, folder / f"alone{FORMS[form].ending}", language="en", form=form)
    assert (folder / "out" / report.runs[0].files[0]).read_bytes() == alone.read_bytes()


def test_no_two_tables_share_a_file_whatever_their_parts_are_called(folder: Path) -> None:
    statistic, data = opened(folder)
    tables = [STACKED, SavedTable("stacked_1", TABLES[0].spec), SavedTable("Stacked_2", STACKED.spec)]
    planned = plan(statistic, data, tables, "px", "en")
    report = run_planned(statistic, data, planned, folder / "out", "en")
    names = [name.casefold() for run in report.runs for name in run.files]
    assert len(set(names)) == len(names) == 5


def test_files_are_named_by_the_offices_pattern(folder: Path) -> None:
    statistic, data = opened(folder)
    office = Office(file_names="{statistic} {period} {table} {number} {date}")
    planned = plan(statistic, data, TABLES[:2], "csv", "de", office=office, today="2027-01-31")
    assert [one.file for one in planned] == [
        "Personen_2026_Area_and_sex_Entwurf_2027-01-31.csv",
        "Personen_2026_Women_areas_Entwurf_2027-01-31.csv",
    ]
    long = plan(
        statistic, data, [SavedTable("L" * 300, TABLES[0].spec)], "csv", "de", office=office, today="2027-01-31"
    )
    assert long[0].file.endswith("L_Entwurf_2027-01-31.csv")
    assert len(long[0].file) <= 84


def test_all_tables_stand_in_one_workbook_with_contents_and_notes(folder: Path) -> None:
    statistic, data = opened(folder)
    planned = plan(statistic, data, [*TABLES, STACKED], "xlsx", "de", workbook=True)
    assert {one.file for one in planned} == {"Tabellen_2026.xlsx"}
    told: list[str] = []
    report = run_planned(
        statistic, data, planned, folder / "out", "de", done=lambda run: told.append(run.plan.table.name)
    )
    assert told == [one.table.name for one in planned]
    assert [run.state for run in report.runs] == ["written", "written", "does_not_fit", "does_not_fit", "written"]
    assert {path.name for path in (folder / "out").iterdir()} == {"Bericht_2026.csv", "Tabellen_2026.xlsx"}
    book = openpyxl.load_workbook(folder / "out" / "Tabellen_2026.xlsx")
    assert book.sheetnames == ["Inhalt", "Tabelle 1", "Tabelle 2", "Tabelle 3", "Hinweise"]
    assert book["Tabelle 1"]["A1"].value == report.runs[0].plan.title
    links = [cell.hyperlink.location for (cell,) in book["Inhalt"].iter_rows(min_row=4, max_col=1)]
    assert links == ["'Tabelle 1'!A1", "'Tabelle 2'!A1", "'Tabelle 3'!A1", "'Hinweise'!A1"]
    notes = [row[0].value for row in book["Hinweise"].iter_rows()]
    assert notes.count(report.runs[0].plan.title) == 1


def test_a_workbook_of_a_run_that_was_cancelled_is_not_written(folder: Path) -> None:
    statistic, data = opened(folder)
    planned = plan(statistic, data, TABLES[:2], "xlsx", "en", workbook=True)
    begun: list[int] = []
    report = run_planned(
        statistic,
        data,
        planned,
        folder / "out",
        "en",
        progress=lambda place, _part: begun.append(place),
        cancelled=lambda: len(begun) > 1,
    )
    assert {run.state for run in report.runs} == {"cancelled"}
    assert [path.name for path in (folder / "out").iterdir()] == ["Report_2026.csv"]


def test_a_workbook_that_cannot_be_placed_leaves_the_folder_as_it_was(folder: Path) -> None:
    statistic, data = opened(folder)
    planned = plan(statistic, data, TABLES[:2], "xlsx", "en", workbook=True)
    (folder / "out" / "Tables_2026.xlsx").mkdir(parents=True)
    with pytest.raises(FilesInTheWay, match=r"Tables_2026\.xlsx"):
        run_planned(statistic, data, planned, folder / "out", "en")
    with pytest.raises(NotWritten, match=r"Tables_2026\.xlsx"):
        run_planned(statistic, data, planned, folder / "out", "en", replaces=True)
    assert [path.name for path in (folder / "out").iterdir()] == ["Tables_2026.xlsx"]


def test_a_workbook_of_several_tables_is_searched_for_leaks_as_a_whole(folder: Path) -> None:
    statistic, data = opened(folder)
    drafts = [statistic.draft(table.spec, data) for table in (TABLES[0], STACKED)]
    path = export_workbook(drafts, folder / "all.xlsx", language="en", office=Office(flat_sheets=True))
    pages = [present_draft(draft, "en") for draft in drafts]
    assert scan(path, PublishableContent.of(pages)) == ()
    assert {hit.kind for hit in scan(path, PublishableContent.of(pages[:1]))} & {"figure", "often"}
    again = export_workbook(drafts, folder / "again.xlsx", language="en", office=Office(flat_sheets=True))
    assert again.read_bytes() == path.read_bytes()


@pytest.mark.thorough
def test_the_command_takes_forms_workbooks_and_the_settings_of_an_office(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_office(folder / "amt.ckmoffice", Office(forms=("pdf", "px", "csv"), file_names="{table} {period}"))
    asked = ["run", str(folder / "people.ckm"), "Area and sex", "Women: areas", "--language", "de"]
    assert main([*asked, "-o", str(folder / "a"), "--office", str(folder / "amt.ckmoffice")]) == 0
    assert {path.name for path in (folder / "a").iterdir()} == {
        "Bericht_2026.csv",
        "Area_and_sex_2026.pdf",
        "Women_areas_2026.pdf",
    }
    assert main([*asked, "-o", str(folder / "b"), "--workbook", "--format", "xlsx-accessible"]) == 0
    assert {path.name for path in (folder / "b").iterdir()} == {"Bericht_2026.csv", "Tabellen_2026.xlsx"}
    capsys.readouterr()
