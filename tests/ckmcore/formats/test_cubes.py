"""Cube files: read by readers that we did not write they hold the published figures of every table, and no others."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from itertools import product
from pathlib import Path

import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.base.files import NotWritten
from ckmcore.base.numbers import Language
from ckmcore.formats.cube import CubeNeedsPeriods
from ckmcore.formats.export import export_files, write_form
from ckmcore.formats.forms import FORMS, FormName, paths_of
from ckmcore.methods.protected import Sign
from ckmcore.microdata.data import Category, Dimension
from ckmcore.office.settings import Office, SignSet
from ckmcore.presentation.present import present_draft
from ckmcore.statistic.period import Break, Period, PeriodSource
from ckmcore.statistic.series import draft_over_periods
from ckmcore.tabulate.spec import PERIOD, PREVIOUS, Block, Footnote, Level, OwnRow, Presentation, Value
from tests.kit.cube_readers import CELLS, read_px
from tests.kit.cube_tables import METHOD, STATISTIC, data, drafts, expected
from tests.kit.fails import fails

CUBES: list[FormName] = [name for name, form in FORMS.items() if form.cube]


def files(draft: ckm.Draft | ckm.ProtectedTable, form: FormName, folder: Path, language: Language) -> list[Path]:
    """The files of a draft that hold cubes."""
    target = folder / f"t{FORMS[form].ending}"
    written = write_form(present_draft(draft, language), FORMS[form], target)
    assert written == paths_of(present_draft(draft, language).table.spec, FORMS[form], target)
    return [file for file in written if not file.stem.endswith("_notes")]


@pytest.mark.daily(2)
@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("form", CUBES)
def test_random_tables_are_found_again_cell_by_cell(form: FormName, language: Language, tmp_path: Path) -> None:
    for draft in drafts(0, 12):
        wanted = expected(draft)
        for file, cells in zip(files(draft, form, tmp_path, language), wanted, strict=True):
            assert CELLS[form](file) == cells


@pytest.mark.thorough
@pytest.mark.parametrize("form", CUBES)
def test_many_random_tables_are_found_again_cell_by_cell(form: FormName, tmp_path: Path) -> None:
    for draft in drafts(1000, 300):
        for file, cells in zip(files(draft, form, tmp_path, "de"), expected(draft), strict=True):
            assert CELLS[form](file) == cells


@pytest.mark.parametrize("form", [*FORMS])
def test_the_same_draft_gives_the_same_bytes(form: FormName, tmp_path: Path) -> None:
    (draft,) = drafts(7, 1)
    contents = []
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
        written = write_form(present_draft(draft, "de"), FORMS[form], tmp_path / name / f"t{FORMS[form].ending}")
        contents.append([file.read_bytes() for file in written])
        assert not [part for part in (tmp_path / name).iterdir() if part not in written]
    assert contents[0] == contents[1]
    assert not any(str(tmp_path).encode() in content for content in contents[0])


WORDS = {
    "de": ["Titel & mehr", "Entwurf – nicht freigegeben", "Leute", "Quelle: Amt", "Zeichenerklärung", "Cell-Key-"],
    "en": ["Title & more", "Draft – not released", "People", "Source: Office", "Legend of signs", "cell-key"],
}


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("form", [*CUBES, "html"])
def test_every_form_carries_title_state_source_note_and_legend(
    form: FormName, language: Language, tmp_path: Path
) -> None:
    spec = ckm.TableSpec(rows=["sex"], columns=["age"], title=ckm.Texts("Title & more", "Titel & mehr"))
    draft = STATISTIC.draft(spec, data())
    written = write_form(present_draft(draft, language), FORMS[form], tmp_path / f"t{FORMS[form].ending}")
    if form == "px":
        text = " ".join("".join(texts) for texts in read_px(written[0]).keywords.values())
    elif form == "parquet":
        import pyarrow.parquet as parquet

        text = b" ".join(parquet.read_metadata(written[0]).metadata.values()).decode()
    else:
        text = " ".join(file.read_bytes().decode("utf-8-sig") for file in written).replace("&amp;", "&")
    for words in WORDS[language]:
        assert words in text


@pytest.mark.parametrize(
    ("settings", "wanted_signs"),
    [
        ({"threshold": 9, "uncertain_below": 30}, {Sign.NONE, Sign.UNKNOWN, Sign.BLOCKED, Sign.UNCERTAIN}),
        (
            {"unreliable_below": 9, "uncertain_below": 30, "minimum_base": 400},
            {Sign.NONE, Sign.NOTHING, Sign.BLOCKED, Sign.UNRELIABLE, Sign.UNCERTAIN},
        ),
    ],
)
def test_signs_hide_the_figure_and_keep_their_meaning(
    settings: dict[str, int], wanted_signs: set[Sign], tmp_path: Path
) -> None:
    values = [Value(), Value("share", base="column", decimals=1), Value("change", variable="age", against=PREVIOUS)]
    method = ckm.CellKeyMethod(METHOD.ptable, **settings)
    draft = STATISTIC.put_in_force(method).draft(ckm.TableSpec(rows=["land"], columns=["age"], values=values), data())
    page = present_draft(draft, "de")
    flat = [
        int(value.signs[row, column])  # type: ignore[index]
        for row, column, value in product(range(len(page.layout.rows)), range(len(page.layout.columns)), page.values(0))
    ]
    assert {Sign(sign) for sign in flat} == wanted_signs
    (file,) = files(draft, "px", tmp_path, "de")
    px = read_px(file)
    assert (px.text("DATASYMBOL1"), px.text("DATASYMBOL2")) == (".", "x")
    assert px.text("DATASYMBOL3") == ("/" if Sign.UNRELIABLE in wanted_signs else "")
    assert px.text("DATASYMBOLNIL") == "-"
    dots = {Sign.NOTHING: "-", Sign.UNKNOWN: ".", Sign.BLOCKED: "..", Sign.UNRELIABLE: "..."}
    assert len(px.data) == len(flat)
    for cell, sign in zip(px.data, flat, strict=True):
        assert cell == dots[Sign(sign)] if sign in dots else re.fullmatch(r"-?\d+(\.\d)?", cell)
    uncertain = [keys for name, keys in px.keywords if name == "CELLNOTE"]
    assert len(uncertain) == flat.count(Sign.UNCERTAIN) > 0
    (file,) = files(draft, "sdmx-csv-2", tmp_path, "en")
    frame = pd.read_csv(file, dtype=str, keep_default_na=False)
    for line, sign in zip(frame.itertuples(), flat, strict=True):
        wanted = {0: ("A", "F"), 1: ("M", "F"), 5: ("U", "F")}.get(sign, ("Q", "C"))
        assert wanted == (line.OBS_STATUS, line.CONF_STATUS)
        assert bool(line.OBS_VALUE) == (sign in (0, 5))
        assert bool(line.COMMENT_OBS) == (sign != 0)


@pytest.mark.parametrize("signs", ["german", "british", "dots"])
@pytest.mark.parametrize("form", CUBES)
def test_the_signs_of_every_office_are_written_and_explained(form: FormName, signs: SignSet, tmp_path: Path) -> None:
    office = Office(signs=signs)
    draft = STATISTIC.draft(ckm.TableSpec(rows=["land"], columns=["age"]), data())
    path = ckm.export(draft, tmp_path / f"t{FORMS[form].ending}", language="de", form=form, office=office)
    hidden = office.sign(Sign.UNKNOWN)
    assert CELLS[form](path) == expected(draft)[0]
    if form == "px":
        assert read_px(path).text("DATASYMBOL1") == hidden
        assert f"{hidden}: Zahl unbekannt oder geheim zu halten" in read_px(path).text("NOTEX")
    elif form == "json-stat":
        whole = json.loads(path.read_text("utf-8"))
        assert whole["extension"]["status"]["label"][hidden] == "Zahl unbekannt oder geheim zu halten"
        assert hidden in whole["status"].values()
    elif form == "genesis":
        assert hidden in pd.read_csv(path, sep=";", dtype=str, keep_default_na=False)["value"].tolist()
    elif form == "parquet":
        assert hidden in pd.read_parquet(path)["COUNT_SIGN"].tolist()


@pytest.mark.parametrize("form", [*CUBES, "html"])
def test_a_release_bears_its_number_and_day(form: FormName, tmp_path: Path) -> None:
    draft = STATISTIC.draft(ckm.TableSpec(rows=["sex"]), data())
    released = replace(draft, number="2026-017", released="2026-02-01")
    for one, words in ((draft, "Entwurf"), (released, "Freigegeben am 01.02.2026, Nr. 2026-017")):
        written = write_form(present_draft(one, "de"), FORMS[form], tmp_path / f"t{FORMS[form].ending}")
        text = b"".join(file.read_bytes() for file in written).decode("utf-8", "replace")
        if form == "parquet":
            import pyarrow.parquet as parquet

            text = parquet.read_metadata(written[0]).metadata[b"notes"].decode()
        assert words in text
        assert ("Entwurf" in text) == (one is draft)


def test_stacked_blocks_are_a_file_each_and_each_says_which_it_is(tmp_path: Path) -> None:
    blocks = (Block((Level("sex"),), ckm.Texts("By sex", "Nach Geschlecht")), Block((Level("age"),)))
    draft = STATISTIC.draft(ckm.TableSpec(rows=blocks, columns=["term"], title=ckm.Texts("T", "T")), data())
    found = files(draft, "px", tmp_path, "de")
    assert [file.name for file in found] == ["t_1.px", "t_2.px"]
    assert [read_px(file).text("TITLE") for file in found] == ["T – Nach Geschlecht", "T – Teil 2 von 2"]
    assert [read_px(file).text("MATRIX") for file in found] == ["T_Nach_Geschlecht_1", "T_Teil_2_von_2_2"]
    assert [file.name for file in write_form(present_draft(draft, "de"), FORMS["genesis"], tmp_path / "g.csv")] == [
        "g_1.csv",
        "g_2.csv",
        "g_notes.csv",
    ]


def test_a_footnote_on_the_table_is_no_leak_in_any_form(tmp_path: Path) -> None:
    note = Footnote(ckm.Texts("Revised", "Berichtigt"))
    spec = ckm.TableSpec(["sex"], ["age"], title=ckm.Texts("T", "T"), footnotes=[note])
    for form in FORMS.values():
        written = export_files(STATISTIC.draft(spec, data()), tmp_path / f"t{form.ending}", form=form.name)
        assert all(file.exists() for file in written)
    # In GENESIS the notes stand in a file of their own, under a title without marks.
    _, notes = export_files(STATISTIC.draft(spec, data()), tmp_path / "g.csv", form="genesis")
    assert notes.read_text("utf-8-sig").splitlines()[0] == "T"


def awkward() -> ckm.Draft:
    """Variables and categories whose names no format takes as they are."""
    names = ["TIME_PERIOD", "Größe in €", "OBS_VALUE", "1;2"]
    frame = pd.DataFrame({name: ['a."1', "a_1", "ü", "=1+1"] * 50 for name in names})
    made = ckm.Microdata.from_pandas(frame, names).with_record_keys(ckm.generate_keys(200))
    labels = {'a."1': 'Say "x"; #1', "a_1": "Twice", "ü": "Twice", "=1+1": "=long " * 60}
    for name in names:
        categories = tuple(Category(code, ckm.Texts.same(label)) for code, label in labels.items())
        title = ckm.Texts.same('The "title", a = b;' if name != "1;2" else "Other\ttitle")
        made = made.with_dimension(Dimension(name, title, categories))
    spec = ckm.TableSpec(rows=names[:2], columns=names[2:], title=ckm.Texts.same('=T "quoted"; \\ # end'))
    return STATISTIC.draft(spec, made)


@pytest.mark.parametrize("form", [*CUBES, "html"])
def test_names_that_no_format_takes_are_written_so_that_it_does(form: FormName, tmp_path: Path) -> None:
    draft = awkward()
    written = write_form(present_draft(draft, "de"), FORMS[form], tmp_path / f"t{FORMS[form].ending}")
    figures = sorted(figures[0] for cells in expected(draft) for figures in cells.values() if figures[0] is not None)
    if form in CUBES:
        assert sorted(one[0] for one in CELLS[form](written[0]).values() if one[0] is not None) == figures
    if form == "px":
        px = read_px(written[0])
        assert len(set(px.variables)) == len(px.variables) == 6
        long = [value for value in px.texts("VALUES", px.variables[0]) if value.startswith("=long")]
        assert long[0].endswith("…")
        assert px.text("VALUENOTE", px.variables[0], long[0]) == ("=long " * 60).strip()


def test_own_rows_groups_and_missing_are_categories_with_made_codes(tmp_path: Path) -> None:
    rows = (
        OwnRow(ckm.Texts.same("head"), kind="heading"),
        OwnRow(ckm.Texts.same("young"), (ckm.Condition("age", ("1", "2")),)),
        OwnRow(kind="blank"),
        OwnRow(ckm.Texts.same("old"), (ckm.Condition("age", ("20",)),)),
    )
    groups = (ckm.Group(ckm.Texts.same("both"), ("m", "w")),)
    spec = ckm.TableSpec(rows=[Level("::rows 1", rows=rows)], columns=[Level("sex", groups=groups)])
    draft = STATISTIC.draft(spec, data())
    (file,) = files(draft, "px", tmp_path, "de")
    px = read_px(file)
    assert px.texts("CODES", "Eigene Zeilen") == ["ROW_2", "ROW_4", "_T"]
    assert px.texts("VALUES", "Eigene Zeilen") == ["darunter: young", "darunter: old", "Insgesamt"]
    assert px.texts("CODES", "sex") == ["d", "m", "w", "_U", "GROUP_1", "_T"]
    assert px.texts("VALUES", "sex")[3:] == ["ohne Angabe", "both", "Insgesamt"]
    assert px.text("ELIMINATION", "sex") == "Insgesamt"
    assert px.text("AGGREGALLOWED") == "NO"


def test_footnotes_stand_at_what_they_explain(tmp_path: Path) -> None:
    notes = (
        Footnote(ckm.Texts.same("On the line"), "line", (("sex", "m"),)),
        Footnote(ckm.Texts.same("On the cell"), "cell", (("sex", "w"), ("age", "10"))),
        Footnote(ckm.Texts.same("On the value"), "value"),
        Footnote(ckm.Texts.same("Again on the cell"), "cell", (("sex", "w"), ("age", "10"))),
    )
    draft = STATISTIC.draft(ckm.TableSpec(rows=["sex"], columns=["age"], footnotes=notes), data())
    (file,) = files(draft, "px", tmp_path, "en")
    px = read_px(file)
    assert px.text("CELLNOTE", "m in English", "*", "*", "*") == "On the line"
    assert px.text("CELLNOTE", "w in English", "10 in English", "*", "*") == "On the cell Again on the cell"
    assert px.text("VALUENOTE", "Value", "Number") == "On the value"
    (file,) = files(draft, "sdmx-csv-1", tmp_path, "en")
    marked = [line for line in file.read_text("utf-8").splitlines() if "On the cell Again" in line]
    assert len(marked) == 1
    assert ",w,10," in marked[0]


def over_years(
    spec: ckm.TableSpec, labels: tuple[str, ...] = ("2024", "2025"), dates: bool = True, breaks: tuple[Break, ...] = ()
) -> ckm.Draft:
    periods = tuple(
        Period(
            ckm.Texts.same(label), f"{2024 + place}-12-31" if dates else "", PeriodSource("file"), breaks=breaks * place
        )
        for place, label in enumerate(labels)
    )
    statistic = replace(STATISTIC, periods=periods, units="recur")
    for place in range(len(labels)):
        statistic = replace(statistic, current=place).put_in_force(METHOD)
    return draft_over_periods(statistic, spec, lambda _: data())


def test_reporting_periods_are_the_time_of_every_format(tmp_path: Path) -> None:
    draft = over_years(ckm.TableSpec(rows=["sex"], columns=[Level(PERIOD, total="off")]))
    (file,) = files(draft, "px", tmp_path, "de")
    assert read_px(file).texts("TIMEVAL", "Berichtszeitraum") == ["2024", "2025"]
    assert "TLIST(A1)" in file.read_text("utf-8")
    (file,) = files(draft, "sdmx-csv-1", tmp_path, "de")
    assert file.read_text("utf-8").splitlines()[1].startswith("CKM:DF_")
    assert ",d,2024," in file.read_text("utf-8")
    (file,) = files(draft, "genesis", tmp_path, "de")
    assert ";JAHR;Jahr;2024;" in file.read_text("utf-8-sig")
    for form in CUBES:
        assert len(files(draft, form, tmp_path, "en")) == 1


def test_a_break_in_the_series_is_a_status_and_no_part_of_a_period(tmp_path: Path) -> None:
    draft = over_years(ckm.TableSpec(rows=["sex"], columns=[Level(PERIOD, total="off")]), breaks=(Break(""),))
    (file,) = files(draft, "sdmx-csv-2", tmp_path, "de")
    frame = pd.read_csv(file, dtype=str, keep_default_na=False)
    shown = frame[frame["OBS_STATUS"].isin(["A", "B"])]
    assert set(zip(shown["TIME_PERIOD"], shown["OBS_STATUS"], strict=True)) == {("2024", "A"), ("2025", "B")}
    (file,) = files(draft, "px", tmp_path, "de")
    assert read_px(file).texts("VALUES", "Berichtszeitraum") == ["2024", "2025"]
    assert read_px(file).text("VALUENOTE", "Berichtszeitraum", "2025") == "Bruch in der Zeitreihe"
    assert "| 2025: Ein anderes Geheimhaltungsverfahren ist in Kraft" in read_px(file).text("NOTEX")


def test_one_period_is_its_label_where_that_is_a_time_else_its_day(tmp_path: Path) -> None:
    draft = STATISTIC.draft(ckm.TableSpec(rows=["sex"]), data())
    (file,) = files(draft, "genesis", tmp_path, "en")
    assert ";STAG;Reference date;2025-12-31;" in file.read_text("utf-8-sig")
    (file,) = files(replace(draft, period=ckm.Texts.same("2025-Q3")), "sdmx-csv-2", tmp_path, "en")
    assert ",2025-Q3," in file.read_text("utf-8")
    (file,) = files(replace(draft, as_of="", period=ckm.Texts.same("WS 25/26")), "px", tmp_path, "en")
    assert read_px(file).texts("VALUES", "Reporting period") == ["WS 25/26"]
    assert read_px(file).texts("TIMEVAL", "Reporting period") == []


def test_what_sdmx_cannot_hold_is_said(tmp_path: Path) -> None:
    undated = replace(STATISTIC.draft(ckm.TableSpec(rows=["sex"]), data()), as_of="")
    for form in ("sdmx-csv-1", "sdmx-csv-2"):
        with fails("sdmx_no_time", match="Year 2025"):
            files(undated, form, tmp_path, "en")  # type: ignore[arg-type]
        with fails("sdmx_total_of_periods"):
            files(over_years(ckm.TableSpec(columns=[PERIOD])), form, tmp_path, "en")  # type: ignore[arg-type]
        unnamed = over_years(ckm.TableSpec(columns=[Level(PERIOD, total="off")]), ("a", "b"), False)
        with fails("sdmx_no_time"):
            files(unnamed, form, tmp_path, "en")  # type: ignore[arg-type]
    assert list(tmp_path.iterdir()) == []


def test_a_table_without_a_statistic_has_no_period_and_is_written(tmp_path: Path) -> None:
    table = STATISTIC.draft(ckm.TableSpec(rows=["sex"]), data()).table
    for form in CUBES:
        (file,) = files(table, form, tmp_path, "en")
        cells = CELLS[form](file)
        assert set(cells) == {("d",), ("m",), ("w",), ("_U",), ("_T",)}


def test_blocks_without_periods_beside_blocks_with_them_are_refused(tmp_path: Path) -> None:
    columns = [Block((Level(PERIOD, total="off"),)), Block((Level("age"),))]
    draft = over_years(ckm.TableSpec(rows=["sex"], columns=columns))
    with pytest.raises(CubeNeedsPeriods, match="Part 2 of the 2"):
        files(draft, "px", tmp_path, "en")


def test_a_block_without_figures_is_refused(tmp_path: Path) -> None:
    rows = (OwnRow(ckm.Texts.same("head"), kind="heading"),)
    draft = STATISTIC.draft(ckm.TableSpec(rows=[Level("::rows 1", rows=rows, total="off")]), data())
    with fails("cube_empty", match="Own rows"):
        files(draft, "json-stat", tmp_path, "en")


def test_hidden_lines_are_in_the_cube_with_their_published_zeros(tmp_path: Path) -> None:
    spec = ckm.TableSpec(rows=["land", "age"], columns=["sex"], filters=[ckm.Condition("sex", ("d",))])
    hidden = spec.with_changes(presentation=Presentation(hide_rows=True))
    for form in CUBES:
        contents = []
        for name, one in (("shown", spec), ("hidden", hidden)):
            (tmp_path / f"{form}-{name}").mkdir()
            path = tmp_path / f"{form}-{name}" / f"t{FORMS[form].ending}"
            contents.append(ckm.export(STATISTIC.draft(one, data()), path, language="en", form=form).read_bytes())
        assert contents[0] == contents[1]


@pytest.mark.parametrize("form", [*FORMS])
def test_a_name_of_one_table_is_written_and_what_it_hides_is_not(form: FormName, tmp_path: Path) -> None:
    sex = Level("sex", total="before", labels={"m": ckm.Texts("Gentlemen", "Herren")}, hidden=["d", ""])
    draft = STATISTIC.draft(ckm.TableSpec(rows=[sex], columns=["age"]), data())
    assert [node.code for node in draft.table.blocks[0].dimensions[0].nodes][1:] == ["m", "w"]
    assert list(draft.table.to_pandas(labels=True)["sex"].unique()) == ["Total", "Gentlemen", "w in English"]
    for path in files(draft, form, tmp_path, "de"):
        if path.suffix in (".csv", ".px", ".json", ".html") and not form.startswith("sdmx"):
            text = path.read_bytes().decode("utf-8-sig", errors="replace")
            assert "Herren" in text
            assert "d auf Deutsch" not in text


def test_a_name_with_another_ending_than_its_form_is_refused(tmp_path: Path) -> None:
    draft = STATISTIC.draft(ckm.TableSpec(rows=["sex"]), data())
    with fails("export_other_ending", match=re.escape(".px")):
        ckm.export(draft, tmp_path / "t.csv", form="px")
    with fails("export_unknown_form"):
        ckm.export(draft, tmp_path / "t.odt")
    with pytest.raises(NotWritten):
        ckm.export(draft, tmp_path / "no folder" / "t.px")
    assert list(tmp_path.iterdir()) == []
