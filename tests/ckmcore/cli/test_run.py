"""`ckm run`, and tables of files for `ckm table`: the same bytes as the engine."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.cli import main
from ckmcore.microdata.references import ReferenceRow, ReferenceTable
from ckmcore.ptable.files.write import write_ptable
from ckmcore.release.actions import release, submit
from ckmcore.release.provenance import prepare
from ckmcore.statistic.model import SavedTable
from ckmcore.statistic.source import load_period
from ckmcore.statistic.table_file import write_table
from ckmcore.tabulate.spec import Order, OwnRow, Presentation
from tests.kit.examples import examples
from tests.kit.statistic_files import METHOD, TABLES, write_statistic


@pytest.fixture
def ckm_file(tmp_path: Path) -> Path:
    return write_statistic(tmp_path)


def run(*arguments: object) -> int:
    return main(["--language", "en", *map(str, arguments)])


def test_all_tables_run_and_a_table_that_does_not_fit_is_told_and_not_written(
    ckm_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = ckm_file.parent / "out"
    assert run("run", ckm_file, "-o", out, "--format", "csv") == 4
    said = capsys.readouterr().out.splitlines()
    assert said == [
        "People, 2026: 4 tables",
        "Women: areas: “Number by Area” -> Women_areas_2026.csv",
        "Area 2: “Area 2” cannot be written",
        "  - Rows: “02 South” of “Area” became “12 South” in 2026. Adapt the table.",
        "  - Rows: new in 2026 at “Area” and not contained here: 03. Add what belongs here.",
        "Area and sex: “People 2026” -> Area_and_sex_2026.csv",
        "Jobs: “Jobs” cannot be written",
        "  - Rows: there is no variable “job”. Take it out of the table, or choose the column of the records for it.",
        "Women_areas_2026.csv: 4 protected cells",
        "Area 2: not written, does not fit",
        "Area_and_sex_2026.csv: 12 protected cells",
        "Jobs: not written, does not fit",
        "Report: Report_2026.csv",
        "Tables written: 2, not written: 2.",
    ]
    assert {path.name for path in out.iterdir()} == {"Report_2026.csv", "Women_areas_2026.csv", "Area_and_sex_2026.csv"}


def test_chosen_tables_of_a_chosen_period_run_and_the_exit_code_is_0(ckm_file: Path) -> None:
    out = ckm_file.parent / "out"
    assert run("run", ckm_file, "Area 2", "Area and sex", "-o", out, "--period", "2025", "--format", "csv") == 0
    statistic, _ = ckm.open_statistic(ckm_file)
    statistic = replace(statistic, current=0)
    data = load_period(statistic, ckm_file)
    assert data is not None
    for table in (TABLES[0], TABLES[2]):
        alone = ckm.export(statistic.draft(table.spec, data), ckm_file.parent / "alone.csv", language="en")
        assert (out / f"{table.name.replace(' ', '_')}_2025.csv").read_bytes() == alone.read_bytes()


def test_a_folder_stands_for_its_tables(ckm_file: Path) -> None:
    out = ckm_file.parent / "out"
    assert run("run", ckm_file, "1 Sex/", "-o", out, "--format", "csv", "--adapt") == 0
    assert {path.name for path in out.iterdir()} == {"Report_2026.csv", "Women_areas_2026.csv", "Area_2_2026.csv"}


def test_check_writes_nothing_and_says_whether_all_fit(ckm_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = {path.name for path in ckm_file.parent.iterdir()}
    assert run("run", ckm_file, "--check") == 4
    assert "Tables that do not fit: 2." in capsys.readouterr().out
    assert run("run", ckm_file, "Area 2", "--check", "--adapt") == 0
    assert "All tables fit." in capsys.readouterr().out
    assert {path.name for path in ckm_file.parent.iterdir()} == before


def test_excel_is_the_form_where_nothing_is_said_and_the_language_is_that_of_the_option(
    ckm_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", str(ckm_file), "Area and sex", "-o", str(ckm_file.parent / "out"), "--language", "de"]) == 0
    assert "Alle Tabellen wurden geschrieben: 1." in capsys.readouterr().out
    assert {path.name for path in (ckm_file.parent / "out").iterdir()} == {"Bericht_2026.csv", "Area_and_sex_2026.xlsx"}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nobody.ckm", "-o", "out"], "nobody.ckm"),
        (["people.ckm", "Tale", "-o", "out"], "no table “Tale”"),
        (["people.ckm", "-o", "out", "--period", "1999"], "no reporting period “1999”"),
        (["people.ckm", "-o", "people.ckm"], "people.ckm"),
        (["people_2025.csv", "-o", "out"], "people_2025.csv"),
    ],
)
def test_what_cannot_run_is_one_sentence(
    ckm_file: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    given = [str(ckm_file.parent / one) if "." in one or one == "out" else one for one in arguments]
    assert run("run", *given) == 1
    assert said in capsys.readouterr().err


def test_a_period_without_records_or_method_and_a_statistic_without_tables_are_said(
    ckm_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made, stamp = ckm.open_statistic(ckm_file)
    bare = made.with_period(replace(made.period, source=None))
    stamp = ckm.save_statistic(bare, ckm_file, stamp)
    assert run("run", ckm_file, "-o", ckm_file.parent / "out") == 1
    assert "2026 has no records" in capsys.readouterr().err
    stamp = ckm.save_statistic(made.with_period(replace(made.period, in_force=None)), ckm_file, stamp)
    assert run("run", ckm_file, "-o", ckm_file.parent / "out") == 1
    assert "method" in capsys.readouterr().err
    ckm.save_statistic(replace(made, tables=()), ckm_file, stamp)
    assert run("run", ckm_file, "-o", ckm_file.parent / "out") == 1
    assert "no saved tables" in capsys.readouterr().err


def test_records_that_changed_since_are_refused(ckm_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with (ckm_file.parent / "people_2026.csv").open("a") as stream:
        stream.write("01,m,1,1,0.5\n")
    assert run("run", ckm_file, "-o", ckm_file.parent / "out") == 1
    assert "people_2026.csv" in capsys.readouterr().err
    assert not (ckm_file.parent / "out").exists()


# --- a table of a file for `ckm table` ------------------------------------------------------------------------------


def table_of(folder: Path, spec: ckm.TableSpec, *more: object) -> tuple[int, bytes]:
    """Exit code and CSV of `ckm table --table` for the records of 2025."""
    write_table(folder / "t.ckmtable", SavedTable("T", spec))
    write_ptable(METHOD.ptable, folder / "p.csv")
    target = folder / "out.csv"
    target.unlink(missing_ok=True)
    code = run(
        "table", "--data", folder / "people_2025.csv", "--table", folder / "t.ckmtable", "--record-key", "rkey",
        "--ptable", folder / "p.csv", "-o", target, *more,
    )  # fmt: skip
    return code, target.read_bytes() if target.exists() else b""


def by_the_engine(folder: Path, spec: ckm.TableSpec) -> bytes:
    data = ckm.read_microdata(folder / "people_2025.csv", ["area", "sex"], "rkey", "factor")
    shown = ckm.protect(ckm.tabulate(data, spec), ckm.CellKeyMethod(ckm.read_ptable(folder / "p.csv")))
    return ckm.export(shown, folder / "engine.csv", language="en").read_bytes()


levels = st.builds(
    ckm.Level,
    st.just("area"),
    nodes=st.sampled_from([(), ("01",)]),
    groups=st.sampled_from([(), (ckm.Group(ckm.Texts.same("all"), ("01", "02")),)]),
    total=st.sampled_from(["before", "after", "off"]),
    order=st.sampled_from([Order(), Order("code", descending=True), Order("value"), Order("hand", codes=("02",))]),
)
women = OwnRow(ckm.Texts.same("women"), (ckm.Condition("sex", ("w",)),))
rows = st.one_of(
    st.lists(levels, max_size=1),
    st.just([ckm.Level("::rows", rows=(women, OwnRow(ckm.Texts.same("-"), kind="blank")))]),
    levels.map(lambda level: [ckm.Block((level,), ckm.Texts.same("one")), ckm.Block((ckm.Level("area"),), blank=True)]),
)
values = st.lists(
    st.sampled_from(
        [
            ckm.Value(),
            ckm.Value("weighted_count"),
            ckm.Value("share", base="total", decimals=1),
            ckm.Value("change", variable="sex", against="m"),
            ckm.Value("count", conditions=(ckm.Condition("area", ("01",)),), label=ckm.Texts.same("in 01")),
            ckm.Value("ratio", of_base="weighted_count", factor=100),
        ]
    ),
    min_size=1,
    max_size=3,
    unique_by=repr,
)
specs = st.builds(
    lambda rows, filters, values, on, shown: ckm.TableSpec(
        rows, ["sex"], filters=filters, values=values, values_on=on, presentation=shown
    ),
    rows,
    st.sampled_from([(), (ckm.Condition("sex", ("w",)),)]),
    values,
    st.sampled_from(["columns", "rows"]),
    st.sampled_from([Presentation(), Presentation("codes", hide_rows=True), Presentation("both", "de")]),
)


@pytest.mark.thorough
@settings(max_examples=examples(40), suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(specs)
def test_a_table_of_a_file_gives_the_same_bytes_as_the_engine(ckm_file: Path, spec: ckm.TableSpec) -> None:
    folder = ckm_file.parent
    code, written = table_of(folder, spec, "--weight", "factor", "--form", "layout")
    try:
        wanted = by_the_engine(folder, spec)
    except ckm.CkmError:
        wanted = b""  # own rows and a change along the same variable do not go together
    assert written == wanted
    assert code == (0 if wanted else 1)


def test_a_table_of_a_file_is_the_same_as_the_one_of_the_options(ckm_file: Path) -> None:
    folder = ckm_file.parent
    code, written = table_of(folder, ckm.TableSpec(["area"], ["sex"], filters=[ckm.Condition("sex", ("w",))]))
    assert code == 0
    assert (
        run(
            "table", "--data", folder / "people_2025.csv", "--rows", "area", "--columns", "sex", "--filter", "sex=w",
            "--record-key", "rkey", "--ptable", folder / "p.csv", "-o", folder / "options.csv",
        )
        == 0
    )  # fmt: skip
    assert written == (folder / "options.csv").read_bytes()


def test_a_table_that_does_not_fit_the_records_is_refused_with_its_part(
    ckm_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, written = table_of(ckm_file.parent, ckm.TableSpec([ckm.Level("area", nodes=("77",))]))
    assert (code, written) == (1, b"")
    assert "“T” does not fit these records. Rows: “area” has no 77" in capsys.readouterr().err


def test_reference_figures_come_with_the_file_of_the_table(ckm_file: Path) -> None:
    folder = ckm_file.parent
    rows = (ReferenceRow(("01",), "1000"), ReferenceRow(("02",), "1000"), ReferenceRow(("",), "2000"))
    people = ReferenceTable("people", variables=("area",), rows=rows)
    spec = ckm.TableSpec(["area"], values=[ckm.Value("rate", reference="people", factor=100, decimals=1)])
    assert table_of(folder, spec)[0] == 1
    write_table(folder / "r.ckmtable", SavedTable("R", spec), (people,))
    data = folder / "people_2025.csv"
    arguments = ("--record-key", "rkey", "--ptable", folder / "p.csv", "-o", folder / "rate.csv")
    assert run("table", "--data", data, "--table", folder / "r.ckmtable", *arguments) == 0
    assert (folder / "rate.csv").exists()


def test_options_that_a_table_says_itself_and_a_missing_weight_are_told(
    ckm_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spec = ckm.TableSpec(["area"], values=[ckm.Value("weighted_count")])
    assert table_of(ckm_file.parent, spec, "--rows", "sex")[0] == 1
    assert "--rows does not go together with --table" in capsys.readouterr().err
    assert table_of(ckm_file.parent, spec)[0] == 1
    assert "--weight" in capsys.readouterr().err


def test_a_damaged_table_is_one_sentence_with_the_place(ckm_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = ckm_file.parent
    table_of(folder, ckm.TableSpec(["area"]))
    raw = json.loads((folder / "t.ckmtable").read_text())
    raw["spec"]["rows"][0]["levels"][0]["total"] = 7
    (folder / "t.ckmtable").write_text(json.dumps(raw))
    arguments = (
        "table",
        "--data",
        folder / "people_2025.csv",
        "--table",
        folder / "t.ckmtable",
        "--record-key",
        "rkey",
    )
    assert run(*arguments, "--ptable", folder / "p.csv", "-o", folder / "out.csv") == 1
    assert "$.spec.rows[0].levels[0].total" in capsys.readouterr().err
    assert run(*arguments, "--ptable", folder / "p.csv", "-o", folder / "t.ckmtable") == 1


def test_what_is_saved_otherwise_than_it_was_released_is_named(
    ckm_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    statistic, stamp = ckm.open_statistic(ckm_file)
    data = load_period(statistic, ckm_file)
    assert data is not None
    table = statistic.tables[0]
    out = submit(statistic, prepare(statistic, table, lambda _: data), "Anna", "2026-11-22T12:00:00+01:00")
    out = release(out, 1, "Bert", "2026-11-22T13:00:00+01:00")
    changed = table.spec.with_changes(title=ckm.Texts("Other", "Anders"))
    ckm.save_statistic(out.with_table(replace(table, spec=changed)), ckm_file, stamp)
    assert run("run", ckm_file, table.name, "-o", ckm_file.parent / "out", "--format", "csv") == 0
    said = f"“{table.name}” as it is saved differs from what was released as no. 1: title."
    assert said in capsys.readouterr().out
    assert said in (ckm_file.parent / "out" / "Report_2026.csv").read_text(encoding="utf-8")
    assert run("run", ckm_file, table.name, "--check", "--period", "2025") == 0
    assert "differs" not in capsys.readouterr().out
