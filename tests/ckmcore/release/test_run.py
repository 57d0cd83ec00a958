"""Saved tables run for a period: titles and misfits before, files and one report after, nothing half."""

from __future__ import annotations

import errno
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.base.files import FilesInTheWay, NotWritten, file_stem, patterned_stem
from ckmcore.microdata.references import ReferenceRow, ReferenceTable
from ckmcore.release.run import find_period, plan, run_planned
from ckmcore.statistic.model import NoMethodInForce, SavedTable
from ckmcore.statistic.series import draft_over_periods
from ckmcore.statistic.source import load_period
from ckmcore.tabulate.spec import PERIOD, PREVIOUS, Presentation
from tests.ckmcore.release.run_folder import opened, rows_of
from tests.kit.examples import examples
from tests.kit.fails import fails
from tests.kit.statistic_files import TABLES, write_statistic


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_statistic(tmp_path)
    return tmp_path


def test_titles_files_and_misfits_are_known_before_anything_runs(folder: Path) -> None:
    statistic, data = opened(folder)
    planned = plan(statistic, data, TABLES, "csv", "en")
    assert [(one.title, one.file, one.runs) for one in planned] == [
        ("People 2026", "Area_and_sex_2026.csv", True),
        ("Number by Area", "Women_areas_2026.csv", True),
        ("Area 2", "Area_2_2026.csv", False),
        ("Jobs", "Jobs_2026.csv", False),
    ]
    assert [misfit.kind for one in planned for misfit in one.misfits] == ["code", "new", "variable"]
    assert planned[0].table == TABLES[0]


def test_a_planned_title_is_the_one_that_the_file_bears(folder: Path) -> None:
    statistic, data = opened(folder)
    planned = plan(statistic, data, TABLES[:2], "csv", "de")
    run_planned(statistic, data, planned, folder / "out", "de")
    for one in planned:
        assert (folder / "out" / one.file).read_text("utf-8-sig").splitlines()[0] == one.title


def test_every_table_that_fits_is_written_and_the_report_names_the_others(folder: Path) -> None:
    statistic, data = opened(folder)
    report = run_planned(statistic, data, plan(statistic, data, TABLES, "csv", "en"), folder / "out", "en")
    assert {path.name for path in (folder / "out").iterdir()} == {
        "Area_and_sex_2026.csv",
        "Women_areas_2026.csv",
        "Report_2026.csv",
    }
    assert [run.state for run in report.runs] == ["written", "written", "does_not_fit", "does_not_fit"]
    assert (report.written, report.complete, report.cancelled) == (2, False, False)
    rows = rows_of(folder / "out" / "Report_2026.csv")
    assert rows[:3] == [["People"], ["2026"], ["Tables written: 2, not written: 2."]]
    assert rows[4] == ["Table", "Folder", "Title", "File", "Cells", "Result", "Notes"]
    assert rows[5] == ["Area and sex", "", "People 2026", "Area_and_sex_2026.csv", "12", "written", ""]
    assert rows[7][1:6] == ["1 Sex", "Area 2", "", "", "not written, does not fit"]
    assert "“02 South” of “Area” became “12 South” in 2026" in rows[7][6]
    assert "there is no variable “job”" in rows[8][6]


def test_the_files_are_those_of_the_statistics_drafts(folder: Path) -> None:
    statistic, data = opened(folder)
    run_planned(statistic, data, plan(statistic, data, TABLES[:2], "csv", "de"), folder / "out", "de")
    for table, name in zip(TABLES[:2], ("Area_and_sex_2026.csv", "Women_areas_2026.csv"), strict=True):
        alone = ckm.export(statistic.draft(table.spec, data), folder / "alone.csv", language="de")
        assert (folder / "out" / name).read_bytes() == alone.read_bytes()


def test_renamed_codes_are_taken_over_where_that_is_asked_for(folder: Path) -> None:
    statistic, data = opened(folder)
    planned = plan(statistic, data, TABLES[2:3], "csv", "en", adapt=True)
    report = run_planned(statistic, data, planned, folder / "out", "en")
    assert report.complete
    (run,) = report.runs
    assert [misfit.kind for misfit in run.plan.misfits] == ["new"]
    spec = ckm.TableSpec([ckm.Level("area", nodes=("12",))], ["sex"])
    alone = ckm.export(statistic.draft(spec, data), folder / "alone.csv", language="en")
    assert (folder / "out" / "Area_2_2026.csv").read_bytes() == alone.read_bytes()
    assert statistic.tables == TABLES


def test_the_period_before_runs_as_it_was_laid_out(folder: Path) -> None:
    statistic, data = opened(folder, "2025-12-31")
    planned = plan(statistic, data, TABLES, "csv", "en")
    assert [one.runs for one in planned] == [True, True, True, False]
    assert planned[0].title == "People 2025"
    with fails("run_period_unknown", match="2025, 2026"):
        find_period(statistic, "2024")


def test_files_have_distinct_safe_names_and_never_replace_what_the_statistic_needs(folder: Path) -> None:
    statistic, data = opened(folder)
    spec = TABLES[0].spec
    names = ("a/b", "A?b", "a b", "people", "report", "CON", "...", "Ü" * 200, "Ü" * 199, "bericht")
    tables = [SavedTable(name, spec) for name in names]
    planned = plan(statistic, data, tables, "csv", "en", folder=folder, ckm_path=folder / "people.ckm")
    files = [one.file for one in planned]
    assert files[:7] == [
        "a_b_2026.csv", "A_b_2026_2.csv", "a_b_2026_3.csv",
        "people_2026_2.csv", "report_2026_2.csv", "CON_2026.csv", "2026.csv",
    ]  # fmt: skip
    assert len({name.casefold() for name in files}) == len(files)
    assert files[9] == "bericht_2026_2.csv"
    before = (folder / "people_2026.csv").read_bytes()
    run_planned(statistic, data, planned, folder, "en", ckm_path=folder / "people.ckm")
    assert (folder / "people_2026.csv").read_bytes() == before


@given(st.text(max_size=100))
def test_a_stem_is_one_name_without_signs_that_a_system_refuses(text: str) -> None:
    stem = file_stem(text)
    assert not set(stem) & set('<>:"/\\|?*\n\0')
    assert stem == stem.strip(" .")
    assert len(stem) <= 81


def test_a_run_that_is_cancelled_says_which_tables_are_not_there(folder: Path) -> None:
    statistic, data = opened(folder)
    asked: list[int] = []

    def stop() -> bool:
        return bool(asked)

    planned = plan(statistic, data, TABLES, "csv", "en")
    moved: list[tuple[int, float]] = []
    report = run_planned(
        statistic,
        data,
        planned,
        folder / "out",
        "en",
        progress=lambda number, part: moved.append((number, part)),
        done=lambda _run: asked.append(1),
        cancelled=stop,
    )
    assert [run.state for run in report.runs] == ["written", "cancelled", "cancelled", "cancelled"]
    assert report.cancelled
    assert moved == [(0, 0.0), (1, 0.25), (2, 0.5), (3, 0.75)]
    assert {path.name for path in (folder / "out").iterdir()} == {"Area_and_sex_2026.csv", "Report_2026.csv"}
    assert "cancelled" in (folder / "out" / "Report_2026.csv").read_text(encoding="utf-8-sig")


def test_a_run_that_is_cancelled_while_a_table_is_counted_leaves_no_half_file(folder: Path) -> None:
    statistic, data = opened(folder)
    planned = plan(statistic, data, TABLES[:2], "csv", "en")
    answers = iter([False])  # the first question is asked between tables, the next while the records are counted
    report = run_planned(statistic, data, planned, folder / "out", "en", cancelled=lambda: next(answers, True))
    assert [run.state for run in report.runs] == ["cancelled", "cancelled"]
    assert {path.name for path in (folder / "out").iterdir()} == {"Report_2026.csv"}


def test_planning_can_be_cancelled(folder: Path) -> None:
    statistic, data = opened(folder)
    with pytest.raises(ckm.Cancelled):
        plan(statistic, data, TABLES, "csv", "en", cancelled=lambda: True)


def test_a_table_that_cannot_be_computed_does_not_stop_the_others(folder: Path) -> None:
    statistic, data = opened(folder)
    twice = SavedTable("Twice", ckm.TableSpec(["sex"], ["sex"]))
    planned = plan(statistic, data, (twice, TABLES[0]), "csv", "de")
    assert [one.runs for one in planned] == [False, True]
    report = run_planned(statistic, data, planned, folder / "out", "de")
    assert [run.state for run in report.runs] == ["failed", "written"]
    rows = rows_of(folder / "out" / "Bericht_2026.csv")
    assert rows[5][5] == "nicht geschrieben, nicht berechenbar"
    assert rows[5][6]


def test_a_folder_that_cannot_be_made_and_a_period_without_a_method_are_said(folder: Path) -> None:
    statistic, data = opened(folder)
    planned = plan(statistic, data, TABLES[:1], "csv", "en")
    with pytest.raises(NotWritten, match=r"people\.ckm"):
        run_planned(statistic, data, planned, folder / "people.ckm", "en")
    bare = statistic.with_period(replace(statistic.period, in_force=None))
    with pytest.raises(NoMethodInForce):
        run_planned(bare, data, planned, folder / "out", "en")
    assert not (folder / "out").exists()


def test_a_file_of_an_earlier_run_is_told_where_the_table_is_not_written_now(folder: Path) -> None:
    statistic, data = opened(folder)
    (folder / "out").mkdir()
    (folder / "out" / "Jobs_2026.csv").write_text("old")
    run_planned(statistic, data, plan(statistic, data, TABLES, "csv", "en"), folder / "out", "en")
    rows = rows_of(folder / "out" / "Report_2026.csv")
    assert rows[8][6].endswith("“Jobs_2026.csv” in the folder is from an earlier run.")
    assert "earlier run" not in rows[5][6]
    assert (folder / "out" / "Jobs_2026.csv").read_text() == "old"


def test_a_table_with_a_language_of_its_own_is_titled_in_it(folder: Path) -> None:
    statistic, data = opened(folder)
    tables = [
        SavedTable(name, TABLES[0].spec.with_changes(title=title, presentation=Presentation(language="de")))
        for name, title in (("made", ckm.Texts()), ("own", TABLES[0].spec.title))
    ]
    planned = plan(statistic, data, tables, "csv", "en")
    assert [one.title for one in planned] == ["Anzahl nach Gebiet und Geschlecht", "Personen 2026"]
    run_planned(statistic, data, planned, folder / "out", "en")
    for one in planned:
        assert (folder / "out" / one.file).read_text("utf-8-sig").splitlines()[0] == one.title


def test_plan_report_and_files_say_nothing_of_the_records_but_what_is_published(folder: Path) -> None:
    """Two sets of records that round to the same figures give the same bytes, misfits included."""
    statistic, data = opened(folder)
    statistic = statistic.put_in_force(ckm.Rounding(10_000))
    fewer = statistic.describe(
        ckm.Microdata.from_pandas(
            pd.DataFrame({"area": ["12"] * 7, "sex": ["w"] * 7, "income": range(7), "factor": [1] * 7}),
            ["area", "sex"],
            weight="factor",
            magnitudes=["income"],
        )
    )
    found = []
    for number, records in enumerate((data, fewer)):
        planned = plan(statistic, records, TABLES, "csv", "de")
        run_planned(statistic, records, planned, folder / str(number), "de")
        files = {path.name: path.read_bytes() for path in (folder / str(number)).iterdir()}
        found.append((planned, files))
    assert found[0] == found[1]


def test_a_label_that_looks_like_a_formula_stays_text_in_the_report(folder: Path) -> None:
    statistic, data = opened(folder)
    table = SavedTable("=1+1", ckm.TableSpec(["job"]))
    run_planned(statistic, data, plan(statistic, data, [table], "csv", "en"), folder / "out", "en")
    assert rows_of(folder / "out" / "Report_2026.csv")[5][0] == "'=1+1"


def test_a_table_over_periods_runs_with_the_records_of_each(folder: Path) -> None:
    statistic, data = opened(folder)
    change = ckm.Value("change", variable=PERIOD, against=PREVIOUS)
    spec = ckm.TableSpec(["area"], [ckm.Level(PERIOD, total="off")], values=[ckm.Value(), change])
    planned = plan(statistic, data, [SavedTable("Series", spec)], "csv", "en")
    assert planned[0].runs
    assert run_planned(statistic, data, planned, folder / "out", "en", ckm_path=folder / "people.ckm").complete
    made = draft_over_periods(statistic, spec, lambda other: load_period(other, folder / "people.ckm"))
    alone = ckm.export(made, folder / "alone.csv", language="en")
    assert (folder / "out" / "Series_2026.csv").read_bytes() == alone.read_bytes()
    assert alone.read_text().splitlines()[0].strip('"') == planned[0].title
    assert statistic.tables == TABLES


def test_a_rate_divides_by_the_reference_figures_of_the_statistic(folder: Path) -> None:
    statistic, _ = opened(folder)
    rows = tuple(ReferenceRow((code,), "5000") for code in ("01", "12", "03", ""))
    people = ReferenceTable("people", ckm.Texts.same("People"), variables=("area",), rows=rows)
    statistic = replace(statistic, references=(people,))
    data = load_period(statistic, folder / "people.ckm")
    assert data is not None
    spec = ckm.TableSpec(["area"], values=[ckm.Value("rate", reference="people", factor=1000, decimals=1)])
    planned = plan(statistic, data, [SavedTable("Rate", spec)], "csv", "en")
    assert planned[0].misfits == ()
    assert run_planned(statistic, data, planned, folder / "out", "en").complete


names = st.sampled_from(["area", "sex"])
filters = st.sampled_from([(), (ckm.Condition("sex", ("w",)),), (ckm.Condition("area", ("12", "03")),)])


@pytest.mark.thorough
@settings(max_examples=examples(15), suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.lists(names, unique=True, max_size=2), filters, st.sampled_from(["before", "after", "off"]), st.booleans())
def test_run_and_draft_give_the_same_bytes(
    folder: Path, rows: list[str], conditions: tuple[ckm.Condition, ...], total: str, german: bool
) -> None:
    statistic, data = opened(folder)
    spec = ckm.TableSpec([ckm.Level(name, total=total) for name in rows], filters=conditions)  # type: ignore[arg-type]
    language = "de" if german else "en"
    planned = plan(statistic, data, [SavedTable("T", spec)], "csv", language)
    assert run_planned(statistic, data, planned, folder / "out", language, replaces=True).complete
    alone = ckm.export(statistic.draft(spec, data), folder / "alone.csv", language=language)
    assert (folder / "out" / "T_2026.csv").read_bytes() == alone.read_bytes()


def test_a_name_that_is_cut_leaves_no_mark_before_what_follows_it() -> None:
    title = "Studierende nach Land, Studienabschnitt und Fächergruppe, WS 2023/24 bis 2025/26"
    assert patterned_stem("{table}_{number}", title, number="3").endswith("_2023_24_bis_2025_3")
    assert patterned_stem("{table}_{number}", "People (NUTS)", number="3") == "People_NUTS_3"


def test_another_content_of_the_same_name_stops_a_run_before_anything_is_written(folder: Path) -> None:
    statistic, data = opened(folder)
    planned = plan(statistic, data, TABLES[:2], "csv", "en")
    out = folder / "out"
    out.mkdir()
    (out / "Women_areas_2026.csv").write_text("somebody's")
    with pytest.raises(
        FilesInTheWay, match=r"“out” holds another file of the same name: Women_areas_2026\.csv\. Nothing was written"
    ):
        run_planned(statistic, data, planned, out, "en")
    assert [path.name for path in out.iterdir()] == ["Women_areas_2026.csv"]
    assert (out / "Women_areas_2026.csv").read_text() == "somebody's"
    assert run_planned(statistic, data, planned, out, "en", replaces=True).complete
    written = {path.name: path.read_bytes() for path in out.iterdir()}
    assert run_planned(statistic, data, planned, out, "en").complete  # the same content is no question
    assert {path.name: path.read_bytes() for path in out.iterdir()} == written


def test_the_report_of_another_run_stays_and_stops_no_run(folder: Path) -> None:
    statistic, data = opened(folder)
    out = folder / "out"

    def report_of(table: SavedTable) -> str:
        return run_planned(statistic, data, plan(statistic, data, [table], "csv", "en"), out, "en").file

    reports = [report_of(table) for table in (TABLES[0], TABLES[1], TABLES[0], TABLES[1])]
    assert reports == ["Report_2026.csv", "Report_2026_2.csv", "Report_2026.csv", "Report_2026_2.csv"]
    assert TABLES[0].name in (out / "Report_2026.csv").read_text(encoding="utf-8")
    assert TABLES[1].name in (out / "Report_2026_2.csv").read_text(encoding="utf-8")


def test_where_tables_are_replaced_the_report_that_goes_with_them_is_named(folder: Path) -> None:
    statistic, data = opened(folder)
    out = folder / "out"
    run_planned(statistic, data, plan(statistic, data, TABLES[:1], "csv", "en"), out, "en")
    report = (out / "Report_2026.csv").read_bytes()
    planned = plan(statistic, data, TABLES[1:2], "csv", "en")
    (out / planned[0].file).write_text("somebody's")
    with pytest.raises(FilesInTheWay, match=r"2 other files of the same names: Report_2026\.csv, Women"):
        run_planned(statistic, data, planned, out, "en")
    assert (out / "Report_2026.csv").read_bytes() == report
    assert run_planned(statistic, data, planned, out, "en", replaces=True).file == "Report_2026.csv"


@pytest.mark.skipif(os.name != "posix", reason="links of POSIX")
def test_a_run_never_writes_through_a_link_over_what_the_statistic_needs(folder: Path) -> None:
    (statistic, data), out = opened(folder), folder / "out"
    out.mkdir()
    source = folder / "people_2026.csv"
    before = source.read_bytes()
    for name in ("Area_and_sex_2026.csv", "Report_2026.csv"):
        (out / name).symlink_to(source)
    path = folder / "people.ckm"
    planned = plan(statistic, data, [TABLES[0]], "csv", "en", folder=out, ckm_path=path)
    assert [one.file for one in planned] == ["Area_and_sex_2026_2.csv"]
    assert run_planned(statistic, data, planned, out, "en", ckm_path=path, replaces=True).complete
    assert source.read_bytes() == before


def test_a_run_that_has_no_room_for_its_files_is_said(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (statistic, data), out = opened(folder), folder / "out"

    made = Path.mkdir

    def full(path: Path, *given: Any, **named: Any) -> None:
        if path.name.startswith(".ckm-"):
            raise OSError(errno.ENOSPC, "No space left on device")
        made(path, *given, **named)

    monkeypatch.setattr(Path, "mkdir", full)
    planned = plan(statistic, data, [TABLES[0]], "csv", "en")
    with pytest.raises(NotWritten, match="no room left"):
        run_planned(statistic, data, planned, out, "en")


def test_two_periods_run_into_one_folder_beside_one_another(folder: Path) -> None:
    statistic, data = opened(folder)
    for place, label in ((statistic.current, "2026"), (0, "2025")):
        at = replace(statistic, current=place)
        found = data if place == statistic.current else load_period(at, folder / "people.ckm")
        assert found is not None
        run_planned(at, found, plan(at, found, TABLES[:1], "csv", "en"), folder / "out", "en")
        assert (folder / "out" / f"Area_and_sex_{label}.csv").exists()
    assert len(list((folder / "out").iterdir())) == 4
