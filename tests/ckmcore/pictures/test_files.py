"""Pictures as PDF and Vega-Lite: published figures, the picture's own ticks, its description, the office's colours."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import pytest

import ckmcore as ckm
from ckmcore.base.exit_codes import Exit
from ckmcore.base.texts import Texts
from ckmcore.cli import main
from ckmcore.formats.read_pictures import SIGNATURE
from ckmcore.formats.write_picture import picture_pdf, write_picture
from ckmcore.pictures.colours import LIGHT, SERIES
from ckmcore.pictures.describe import describe
from ckmcore.pictures.model import PictureText
from ckmcore.pictures.svg import page_bytes, svg_text
from ckmcore.pictures.vega import vega_spec
from ckmcore.tabulate.picture_choice import KindName, PictureChoice
from ckmcore.tabulate.spec import spec_to_json
from ckmcore.typesetting.typeset import taken_apart
from tests.kit.browser import Browser, axe_script, without_chromium
from tests.kit.fails import fails
from tests.kit.picture_pages import CHARTS, LANDS, PERIOD, TABLES, page, published, texts_of
from tests.kit.statistic_files import write_statistic


def records(content: bytes, kind: str) -> list[list[Any]]:
    return [record for line in taken_apart(content).splitlines() if (record := json.loads(line))[0] == kind]


# --- PDF --------------------------------------------------------------------------------------------------------------


@pytest.mark.daily(1)
@pytest.mark.parametrize("kind", CHARTS)
def test_a_pdf_is_a_tagged_figure_with_its_description_and_the_texts_of_the_picture(kind: KindName) -> None:
    picture = describe(page(TABLES[kind], language="de", title="Personen"), PictureChoice(kind=kind))
    content = picture_pdf(picture)
    assert records(content, "file")[0][1:4] == ["de", True, 1]
    blocks = records(content, "block")
    assert [(tag, told) for _, tag, told, _ in blocks if tag == "/Figure"] == [("/Figure", picture.alt)]
    written = re.sub(r"\s", "", "".join(text for *_, text in blocks))
    drawn = sorted(re.sub(r"\s", "", mark.text) for mark in picture.marks if isinstance(mark, PictureText))
    assert sorted(written) == sorted("".join(drawn))
    assert content == picture_pdf(picture)


def test_a_pdf_has_on_demand_a_tagged_table_of_exactly_the_figures_drawn() -> None:
    picture = describe(page(TABLES["grouped"]))
    content = picture_pdf(picture, with_figures=True)
    assert records(content, "file")[0][3] == 2
    told = {re.sub(r"\s", "", text) for *_, text in records(content, "block")}
    assert {re.sub(r"\s", "", text) for text in (*picture.notes, picture.title, picture.caption)} <= told
    lines = [[cell[1] for cell in cells] for _, part, cells in records(content, "row") if part == "body"]
    assert lines == [list(line) for line in picture.table[1:]]
    wide = describe(page({"land": list("abcdefghijkl"), PERIOD: ["1", "2", "3"]}), PictureChoice(kind="multiples"))
    rows = records(picture_pdf(wide, with_figures=True), "row")[1:]
    assert [tuple(cell[1] for cell in cells) for *_, cells in rows] == [
        (", ".join(names), text) for *names, text in wide.twin[1:]
    ]
    heads = {cell[0] for _, part, cells in records(content, "row") if part == "body" for cell in cells[:1]}
    assert heads == {"/TH"}
    with fails("picture_no_table"):
        write_picture(page(TABLES["grouped"]), Path("never.svg"), with_figures=True)


def test_letters_that_the_font_lacks_are_named() -> None:
    with fails("picture_letters", letters="漢字"):
        picture_pdf(describe(page({"land": ["漢字", "North"]})))


# --- Vega-Lite --------------------------------------------------------------------------------------------------------


def inner(spec: Any) -> list[dict[str, Any]]:
    """Every object of a specification."""
    if isinstance(spec, list):
        return [each for part in spec for each in inner(part)]
    if not isinstance(spec, dict):
        return []
    return [spec, *(each for part in spec.values() for each in inner(part))]


@pytest.mark.parametrize("kind", CHARTS)
def test_a_specification_has_the_drawn_cells_as_its_data_and_the_offices_colours(kind: KindName) -> None:
    document = page(TABLES[kind])
    picture = describe(document, PictureChoice(kind=kind))
    spec = vega_spec(picture)
    assert {row["shown"] for row in spec["data"]["values"]} <= published(document)
    on_axis = [cell for cell in picture.cells if cell.names[0] in picture.axes.categories]
    assert [row["value"] for row in spec["data"]["values"]] == [cell.whole for cell in on_axis]
    assert spec["description"] == picture.alt
    assert spec["title"]["text"] == picture.title
    notes = " ".join(row["note"] for row in spec["vconcat"][1]["data"]["values"])
    assert notes == " ".join(picture.notes)
    colours = set(re.findall(r"#[0-9a-f]{6}", json.dumps(spec["vconcat"][0])))
    assert colours <= set(LIGHT.values())
    assert colours & {LIGHT[number] for number in SERIES}
    assert "url" not in {key for each in inner(spec) for key in each}


@pytest.mark.thorough
@pytest.mark.parametrize("kind", CHARTS)
def test_vega_draws_a_specification_with_the_ticks_of_the_picture(kind: KindName) -> None:
    vl_convert = pytest.importorskip("vl_convert")
    picture = describe(page(TABLES[kind]), PictureChoice(kind=kind))
    drawn = vl_convert.vegalite_to_svg(vega_spec(picture), vl_version="6.4")
    texts = {text for _, text in texts_of(drawn.encode())}
    known = {
        *picture.ticks,
        *(cell.text for cell in picture.cells),
        *(name for cell in picture.cells for name in cell.names),
    }
    lines = {text for text in texts if re.fullmatch(r"[\d.,−\-  %]+", text)}
    assert lines - known == set()
    assert picture.title in texts


# --- web pages --------------------------------------------------------------------------------------------------------


def cells_of(html: str, tag: str) -> list[str]:
    return [unescape(text) for text in re.findall(rf"<{tag}[^>]*>([^<]*)</{tag}>", html)]


@pytest.mark.parametrize("kind", CHARTS)
def test_a_page_has_the_picture_and_the_table_of_exactly_its_figures(kind: KindName) -> None:
    document = page(TABLES[kind])
    picture = describe(document, PictureChoice(kind=kind))
    html = page_bytes(picture).decode()
    assert svg_text(picture) in html
    below = html.partition("</figure>")[2]
    assert sorted(filter(None, cells_of(below, "td"))) == sorted(cell.text for cell in picture.cells)
    assert cells_of(below, "caption") == [picture.caption]
    assert "in 1,000" not in picture.caption
    assert {*picture.axes.categories} <= {*cells_of(below, "th")}
    assert re.findall(r"<(?:script|link|img|iframe)|(?:href|src)=", html) == []
    assert "default-src 'none'" in html


@pytest.mark.thorough
@without_chromium
@pytest.mark.parametrize("language", ["de", "en"])
def test_axe_has_nothing_against_a_page(tmp_path: Path, language: Any) -> None:
    script = axe_script()
    with Browser(tmp_path) as browser:
        for kind in CHARTS:
            file = tmp_path / f"{kind}.html"
            write_picture(page(TABLES[kind], language=language), file, PictureChoice(kind=kind))
            browser.requests.clear()
            browser.open(file, "document.readyState == 'complete'")
            browser.run(script)
            told = browser.run("axe.run().then(found => JSON.stringify(found.violations))")
            assert [(each["id"], [node["html"] for node in each["nodes"]][:2]) for each in json.loads(told)] == []
            assert [url for url in browser.requests if not url.startswith(("file:", "data:"))] == []


# --- by name ----------------------------------------------------------------------------------------------------------


def test_a_description_of_ones_own_has_no_number_that_the_picture_does_not_show(tmp_path: Path) -> None:
    document = page(TABLES["grouped"], language="de")
    cell = describe(document).cells[0]
    for words in (f"Im Norden sind es {cell.text}.", f"Nur {cell.text.replace(chr(160), ' ')}", "3 Länder", "Persons"):
        write_picture(document, tmp_path / "a.svg", PictureChoice(alt=Texts.same(words)))
    for words in ("Nur 4711 Personen", "17 Länder", "1 Person", f"{cell.text}1"):
        with fails("picture_alt_number"):
            write_picture(document, tmp_path / "b.svg", PictureChoice(alt=Texts.same(words)))
    assert [path.name for path in tmp_path.iterdir()] == ["a.svg"]


@pytest.mark.parametrize("name", ["x.jpg", "x.json"])
def test_other_endings_are_refused_with_what_can_be_written(name: str, tmp_path: Path) -> None:
    with fails("picture_ending"):
        write_picture(page({"land": LANDS}), tmp_path / name)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["x.svg", "X.VL.JSON", pytest.param("x.png", marks=pytest.mark.daily(1))])
def test_a_picture_is_written_as_its_name_ends(name: str, tmp_path: Path) -> None:
    write_picture(page({"land": LANDS}), tmp_path / name)
    begins = {"svg": b"<?xml", "SON": b"{", "png": SIGNATURE}[name[-3:]]
    assert (tmp_path / name).read_bytes().startswith(begins)


def test_the_command_writes_a_picture_and_names_the_kinds_that_fit(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    statistic = write_statistic(tmp_path)
    drawn = tmp_path / "drawn.svg"
    line = ["--language", "en", "picture", str(statistic), "Area and sex"]
    assert main([*line, "-o", str(drawn)]) == Exit.DONE
    assert capsys.readouterr().out.startswith("Picture written (")
    assert [text for role, text in texts_of(drawn.read_bytes()) if role == "figure"] != []
    assert main([*line, "--kinds"]) == Exit.DONE
    assert "bars: Bars" in capsys.readouterr().out
    assert main([*line, "--kinds", "--block", "0"]) == Exit.INPUT
    assert "--block counts from 1." in capsys.readouterr().err
    assert main([*line, "--kinds", "--wide", "-5"]) == Exit.INPUT
    assert "width" in capsys.readouterr().err
    assert main([*line, "-o", str(drawn), "--kind", "pyramid"]) == Exit.INPUT
    assert "Needs age and sex." in capsys.readouterr().err


def test_the_choice_is_kept_with_the_table_and_changed_by_options(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    statistic = write_statistic(tmp_path)
    kept = PictureChoice(kind="stacked", order="size", width=120, alt="Kept words")  # type: ignore[arg-type]  # words for a text in both languages
    with ckm.work_on_statistic(statistic) as work:
        spec = work.statistic.tables[0].spec
        work.save_table("Drawn", spec.with_changes(presentation=replace(spec.presentation, picture=kept)))
    with ckm.work_on_statistic(statistic, read_only=True) as work:
        assert work.statistic.tables[-1].spec.presentation.picture == kept
        plain = [table.spec for table in work.statistic.tables if table.name != "Drawn"]
    assert not any("picture" in spec_to_json(spec) for spec in plain)
    line = ["--language", "en", "picture", str(statistic)]
    drawn = tmp_path / "drawn.svg"
    for more, said in ([], "Bars, stacked"), (["--kind", "bars"], "Bars"):
        assert main([*line, "Drawn", "-o", str(drawn), *more]) == Exit.DONE
        assert capsys.readouterr().out.startswith(f"Picture written ({said}): ")
        assert b'width="453.5"' in drawn.read_bytes()
        assert b"Kept words" in drawn.read_bytes()
    assert main([*line, "Drawn", "-o", str(drawn), "--kind", "bars", "--alt", "Other words"]) == Exit.DONE
    assert b"Other words" in drawn.read_bytes()
