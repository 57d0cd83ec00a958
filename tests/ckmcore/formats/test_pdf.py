"""PDF: what a screen reader walks is the table cell by cell, the bytes are the same everywhere, nothing is markup."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd
import pikepdf
import pytest

import ckmcore as ckm
from ckmcore.base.files import NotWritten
from ckmcore.base.texts import Texts
from ckmcore.errors import Cancelled, InputError
from ckmcore.formats import write_pdf as writer
from ckmcore.formats.check import FormatViolation
from ckmcore.formats.cube import clean
from ckmcore.formats.export import export_files
from ckmcore.formats.publishable import PublishableContent
from ckmcore.formats.read_pdf import check_pdf
from ckmcore.formats.scan import scan
from ckmcore.formats.write_pdf import pdf_bytes, write_pdf
from ckmcore.messages import say
from ckmcore.methods.draft import Draft
from ckmcore.microdata.hierarchy import Hierarchy
from ckmcore.office.settings import Office
from ckmcore.presentation.present import TablePresentation, present_draft
from ckmcore.tabulate.spec import PRINTED, Level, Presentation, TableSpec
from ckmcore.typesetting import typeset
from ckmcore.typesetting.tagged_pages import TaggedPages, TaggedTable
from tests.kit.dash_for_zero import DASH
from tests.kit.examples import examples
from tests.kit.fails import fails
from tests.kit.random_pages import page as random_page
from tests.kit.statistics import SPEC, small_data, small_statistic

OFFICE = replace(DASH, header=ckm.Texts("Yearbook", "Jahrbuch"), footer=ckm.Texts("© Office", "© Amt"))
HOSTILE = (
    '#import "x.typ"', "$x^2$", "@ref", "<label>", "*bold*", "_it_", "= head", "// gone", "/* gone */", "\\u{41}",
    "`raw`", "~", "--", "[a]", "#{1+1}", "1. list", "- item", '"smart"',
)  # fmt: skip


def draft(presentation: Presentation = PRINTED) -> Draft:
    """A table of more rows than a page has."""
    repeated = tuple(ckm.Group(ckm.Texts.same(f"Areas {number}"), ("0", "1")) for number in range(60))
    spec = TableSpec(rows=Level("area", groups=repeated), columns=["sex"], presentation=presentation)
    return small_statistic().draft(spec, small_data())


def wide(presentation: Presentation, groups: int = 14) -> Draft:
    """A table of more columns than a sheet of paper has room for."""
    repeated = tuple(ckm.Group(ckm.Texts.same(f"Areas {number}"), ("0", "1")) for number in range(groups))
    spec = TableSpec(columns=["sex", Level("area", groups=repeated)], presentation=presentation)
    return small_statistic().draft(spec, small_data())


def labelled(*labels: str) -> Draft:
    """A table whose rows have these labels."""
    groups = tuple(ckm.Group(ckm.Texts.same(label), ("0",)) for label in labels)
    return small_statistic().draft(TableSpec(rows=Level("area", groups=groups), columns=["sex"]), small_data())


def opened(content: bytes) -> pikepdf.Pdf:
    return pikepdf.open(io.BytesIO(content))


def tables(content: bytes) -> list[TaggedTable]:
    with opened(content) as pdf:
        return list(TaggedPages(pdf).tables())


def sizes(content: bytes) -> set[tuple[int, int]]:
    with opened(content) as pdf:
        return {tuple(round(float(side)) for side in page.mediabox[2:]) for page in pdf.pages}  # type: ignore[misc]


def written(shown: Draft, folder: Path, office: Office = OFFICE, language: Any = "en") -> bytes:
    return ckm.export(shown, folder / "t.pdf", office=office, language=language).read_bytes()


# --- structure -------------------------------------------------------------------------------------------------------


def structure(element: Any) -> Iterator[Any]:
    yield element
    kids = element.get("/K")
    for kid in kids if isinstance(kids, pikepdf.Array) else [] if kids is None else [kids]:
        if isinstance(kid, pikepdf.Dictionary) and "/S" in kid:
            yield from structure(kid)


@pytest.mark.parametrize("presentation", [PRINTED, replace(PRINTED, numbered=True, leaders=True), Presentation()])
def test_every_table_has_head_and_body_heads_with_scope_and_figures_that_name_them(presentation: Presentation) -> None:
    shown = present_draft(draft(presentation), "en", OFFICE)
    content = pdf_bytes(shown)
    with opened(content) as pdf:
        assert str(pdf.Root.Lang) == "en"
        assert bool(pdf.Root.MarkInfo.Marked)
        assert bool(pdf.Root.ViewerPreferences.DisplayDocTitle)
        assert str(pdf.docinfo.Title) == shown.title
        names = pikepdf.NameTree(pdf.Root.StructTreeRoot.IDTree)
        elements = list(structure(pdf.Root.StructTreeRoot.K[0]))
        kinds = [str(one.S) for one in elements]
        heads = [one for one in elements if one.S == "/TH"]
        assert {str(one.A[0].Scope) for one in heads} == {"/Row", "/Column"}
        assert {str(one.ID) for one in heads} == set(names)
        for one in elements:
            if one.S == "/TD" and "/A" in one and one.get("/K") is not None:
                scopes = {str(names[str(head)].A[0].Scope) for head in one.A[0].Headers}
                assert scopes == {"/Row", "/Column"}
    assert kinds[:2] == ["/Document", "/H1"]
    assert kinds.count("/Table") == kinds.count("/THead") == kinds.count("/TBody") == 1
    assert {"/TR", "/TH", "/TD", "/P", "/H2"} <= set(kinds)


def test_a_picture_has_words_in_its_place_and_pages_have_bookmarks() -> None:
    shown = random_page(2)
    for seed in range(40):
        shown = random_page(seed)
        if shown.office.logo:
            break
    with opened(pdf_bytes(shown)) as pdf:
        figures = [one for one in structure(pdf.Root.StructTreeRoot.K[0]) if one.S == "/Figure"]
        assert [bool(str(one.Alt)) for one in figures] == [True]
        assert pdf.Root.Outlines.Count != 0


def test_a_long_table_has_its_head_on_each_page_and_a_number(tmp_path: Path) -> None:
    content = written(draft(), tmp_path, language="de")
    with opened(content) as pdf:
        pages = TaggedPages(pdf)
        count = len(pdf.pages)
        artifacts = pages.artifacts
    assert count > 1
    for number in range(1, count + 1):
        said = [text for place, text in artifacts if place == f"page {number}"]
        assert "Jahrbuch" in said
        assert f"© AmtSeite {number} von {count}" in said
    (table,) = tables(content)
    head = [cell.text for line in table.head for cell in line if cell.text]
    for number in range(2, count + 1):
        assert set(head) <= {text for place, text in artifacts if place == f"page {number}"}


@pytest.mark.daily(1)
@pytest.mark.parametrize("seed", range(examples(12)))
def test_random_tables_are_the_same_cell_by_cell_and_hold_nothing_else(seed: int, tmp_path: Path) -> None:
    looked_at(seed, tmp_path / "t.pdf")


@pytest.mark.thorough
@pytest.mark.parametrize("part", range(4))
def test_a_thousand_random_tables_are_the_same_cell_by_cell_and_hold_nothing_else(part: int, tmp_path: Path) -> None:
    for seed in range(part, 1000, 4):
        looked_at(seed, tmp_path / "t.pdf")


def looked_at(seed: int, path: Path) -> None:
    shown = random_page(seed)
    write_pdf(shown, path)
    check_pdf(shown, path)
    assert scan(path, PublishableContent.of([shown])) == (), seed


@pytest.mark.daily(1)
@pytest.mark.parametrize(
    "seed", [0, 19, *(pytest.param(seed, marks=pytest.mark.thorough) for seed in (5, 16, 18, 28, 30, 33))]
)
def test_a_table_set_in_pieces_is_the_same_cell_by_cell_with_pages_counted_on(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "PIECE_ROWS", 3)
    shown = random_page(seed)
    assert len(writer.pieces_of(writer.sheets_of(shown))) > 1
    path = tmp_path / "t.pdf"
    looked_at(seed, path)
    with pikepdf.open(path) as pdf:
        pages = TaggedPages(pdf)
        count = len(pdf.pages)
        numbers = [say("export_page", shown.language, page=str(page + 1), pages=str(count)) for page in range(count)]
        for page, number in enumerate(numbers, 1):
            assert any(text.endswith(number) for place, text in pages.artifacts if place == f"page {page}")
        lines = [line for table in pages.tables() for line in (*table.head, *table.body)]
        names = [cell.name for line in lines for cell in line if cell.name]
        assert len(set(names)) == len(names)
        assert set(names) == set(pikepdf.NameTree(pdf.Root.StructTreeRoot.IDTree))
        assert f"NPages>{count}<".encode() in pdf.Root.Metadata.read_bytes()
        assert [tag for tag, _, _ in pages.blocks()].count("/H1") == 1


def test_labels_that_reach_over_the_edge_of_a_piece_stand_on_both_sides() -> None:
    rows = [("row", [(0, "a", 0, 4, False), (1, "x", 0, 1, False)], ["1"], False, False, False)]
    rows += [("row", [(1, str(number), 0, 1, False)], ["1"], False, False, False) for number in range(3)]
    cut = [writer._cut(rows, start, start + 2) for start in (0, 2)]
    assert [[label[:4] for label in row[1]] for part in cut for row in part] == [
        [(0, "a", 0, 2), (1, "x", 0, 1)],
        [(1, "0", 0, 1)],
        [(0, "a", 0, 2), (1, "1", 0, 1)],
        [(1, "2", 0, 1)],
    ]


def test_another_figure_is_found_when_a_file_is_read_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = present_draft(draft(), "en", OFFICE)
    right = writer.sheets_of

    def wrong(document: TablePresentation, upright: bool | None = None) -> dict[str, Any]:
        made = right(document, upright)
        figures = made["tables"][0]["rows"][3][2]
        figures[0], figures[1] = figures[1], figures[0]
        return made

    monkeypatch.setattr(writer, "sheets_of", wrong)
    write_pdf(shown, tmp_path / "t.pdf")
    with pytest.raises(FormatViolation, match="figure"):
        check_pdf(shown, tmp_path / "t.pdf")


# --- sheets ----------------------------------------------------------------------------------------------------------


def test_pages_have_the_paper_of_the_office_its_words_and_their_numbers(tmp_path: Path) -> None:
    content = written(draft(), tmp_path, replace(OFFICE, orientation="portrait"), "de")
    assert sizes(content) == {(595, 842)}
    strange = present_draft(draft(), "de", replace(OFFICE, header=ckm.Texts(), footer=ckm.Texts()))
    found = scan(tmp_path / "t.pdf", PublishableContent.of([strange]))
    assert {"Jahrbuch"} <= {hit.shown for hit in found}
    assert any("© Amt" in hit.shown for hit in found)


def places_on(content: bytes, *words: str) -> list[list[float]]:
    """Of each page where its texts begin, in millimetres from the left."""
    pdfium, found = pytest.importorskip("pypdfium2"), list[list[float]]()
    for page in pdfium.PdfDocument(content):
        texts = page.get_textpage()
        places = [texts.search(word).get_next() for word in words]
        found.append([round(texts.get_charbox(place[0])[0] / 72 * 25.4) for place in places])
    return found


@pytest.mark.parametrize("rows", [writer.PIECE_ROWS, pytest.param(1, marks=pytest.mark.thorough)])
def test_facing_pages_have_wide_inner_margins_and_numbers_at_the_outer_edge(
    rows: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "PIECE_ROWS", rows)
    office = replace(OFFICE, pdf_facing=True)
    content = written(wide(PRINTED, 28), tmp_path, office)
    found = places_on(content, "Yearbook", "Page", "©")
    assert len(found) > 2
    right, left = found[0], found[1]
    assert right[2] == 20  # bound at the left: the inner margin, the number at the right
    assert left[1] == 10
    assert min(right[0], right[1]) > 200 > 100 > left[0]
    assert [page[0] > 100 for page in found] == [number % 2 == 0 for number in range(len(found))]
    assert [page[2] == 20 for page in found] == [page[0] > 100 for page in found]
    shown = present_draft(wide(PRINTED, 28), "en", office)
    assert scan(tmp_path / "t.pdf", PublishableContent.of([shown])) == ()
    plain = places_on(written(wide(PRINTED, 28), tmp_path), "Yearbook", "Page", "©")
    assert {(page[0], page[2]) for page in plain} == {(15, 15)}


@pytest.mark.parametrize(("paper", "size"), [("a3", (1191, 842)), ("letter", (792, 612))])
def test_other_paper_is_wide_as_that_is(tmp_path: Path, paper: Any, size: tuple[int, int]) -> None:
    assert sizes(written(draft(), tmp_path, Office(paper=paper))) == {size}


@pytest.mark.thorough
def test_a_table_that_is_not_set_off_lies_on_a4_whatever_the_office_prints_on(tmp_path: Path) -> None:
    plain = draft(Presentation())
    first = written(plain, tmp_path, Office())
    assert first == written(plain, tmp_path, replace(Office(), paper="a3", header=OFFICE.header))


@pytest.mark.thorough
def artifacts(shown: TablePresentation) -> list[str]:
    """What stands around the tables of each page."""
    with opened(pdf_bytes(shown)) as pdf:
        return [text for _, text in TaggedPages(pdf).artifacts]


def test_the_foot_of_a_page_names_office_and_title_where_the_office_has_no_line_of_its_own(tmp_path: Path) -> None:
    office = Office(name=Texts("Office", "Amt"))
    long = SPEC.with_changes(title=Texts.same("Persons by sex and area " * 80), presentation=PRINTED)
    shown = present_draft(small_statistic().draft(long, small_data()), "de", office)
    words = artifacts(shown)
    assert any(text.startswith("Amt · Persons by sex and area") and "…" in text for text in words)
    assert any("Seite 1 von" in text for text in words)
    write_pdf(shown, tmp_path / "t.pdf")
    assert scan(tmp_path / "t.pdf", PublishableContent.of([shown])) == ()
    own = present_draft(small_statistic().draft(long, small_data()), "de", replace(office, footer=Texts.same("Ours")))
    assert "Ours" in artifacts(own)[-1]


def test_a_part_of_a_wide_table_has_no_more_columns_than_the_office_says(tmp_path: Path) -> None:
    page = present_draft(wide(PRINTED, groups=4), "de", Office(page_columns=5))
    path = tmp_path / "t.pdf"
    write_pdf(page, path)
    check_pdf(page, path)
    widths = [len(table.body[0]) - 1 for table in tables(path.read_bytes())]
    assert max(widths) <= 5
    assert sum(widths) == page.sheet(0).columns


def test_what_no_sheet_has_room_for_goes_on_beside_under_title_and_head(tmp_path: Path) -> None:
    content = written(wide(replace(PRINTED, numbered=True)), tmp_path)
    parts = tables(content)
    assert len(parts) > 1
    numbers = [cell.text for part in parts for cell in part.head[-1] if cell.text.isdigit()]
    assert numbers == [str(number + 1) for number in range(60)]
    assert {tuple(cell.text for line in part.body for cell in line if cell.tag == "/TH") for part in parts} == {
        tuple(cell.text for line in parts[0].body for cell in line if cell.tag == "/TH")
    }
    assert len(tables(written(wide(PRINTED, 40), tmp_path))) > len(parts)
    assert len(tables(written(wide(PRINTED), tmp_path, replace(OFFICE, paper="a3")))) < len(parts)


@pytest.mark.thorough
def test_three_hundred_columns_are_cut_into_parts(tmp_path: Path) -> None:
    made = wide(Presentation(), 94)
    columns = present_draft(made, "en").sheet(0).columns
    assert columns >= 300
    assert sum(len(part.body[0]) - 1 for part in tables(written(made, tmp_path))) == columns


def test_columns_of_figures_are_of_one_width_and_nodes_are_set_in(tmp_path: Path) -> None:
    spec = TableSpec(rows=Level("area", depths=(0,), expanded=("N",)), columns="sex", presentation=PRINTED)
    tree = Hierarchy.from_depths([("N", 0), ("0", 1), ("1", 1), ("S", 0), ("2", 1), ("3", 1), ("4", 1)])
    made = small_statistic().draft(spec, small_data().with_hierarchy("area", tree))
    shown = writer.sheets_of(present_draft(made, "en", OFFICE))["tables"][0]
    assert [(text, indent) for _, ((_, text, indent, *_), *_), *_ in shown["rows"][1:4]][:1]
    assert {indent for _, labels, *_ in shown["rows"] for _, _, indent, *_ in labels} == {0, 1}
    written(made, tmp_path)


@pytest.mark.thorough
def test_dots_lead_from_labels_to_figures_where_the_table_is_shown_so(tmp_path: Path) -> None:
    for leaders in (False, True):
        content = written(draft(replace(PRINTED, leaders=leaders)), tmp_path)
        with opened(content) as pdf:
            dotted = [text for _, text in TaggedPages(pdf).artifacts if "." in text and not text.strip(". ")]
        assert (len(dotted) > 9) == leaders


# --- bytes -----------------------------------------------------------------------------------------------------------

PROGRAM = """
import sys, hashlib
from tests.kit.statistics import SPEC, small_data, small_statistic
from ckmcore.formats.write_pdf import pdf_bytes
from ckmcore.presentation.present import present_draft
page = present_draft(small_statistic().draft(SPEC, small_data()), "de")
print(hashlib.sha256(pdf_bytes(page)).hexdigest())
"""


@pytest.mark.thorough
def test_the_same_table_gives_the_same_bytes_whoever_writes_it_and_where(tmp_path: Path) -> None:
    root = str(Path(ckm.__file__).parents[1])
    found = set()
    for number, around in enumerate(({}, {"TZ": "Pacific/Auckland", "LC_ALL": "C", "LANG": "tr_TR.UTF-8"})):
        place = tmp_path / str(number)
        place.mkdir()
        given = {**os.environ, "PYTHONPATH": root, "HOME": str(place), "TMPDIR": str(place), **around}
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM], cwd=place, env=given, capture_output=True, check=True, text=True
        )
        found.add(done.stdout)
    assert len(found) == 1


def test_a_file_names_its_program_but_no_machine_no_clock_and_no_folder(tmp_path: Path) -> None:
    content = written(small_statistic().draft(SPEC, small_data()), tmp_path)
    with opened(content) as pdf:
        assert str(pdf.docinfo.Creator).startswith("ckmdesk ")
        assert str(pdf.docinfo.CreationDate).startswith("D:20000101000000")
        inside = b"".join(bytes(one.read_bytes()) for one in pdf.objects if isinstance(one, pikepdf.Stream))
    for word in (str(Path.home()), str(Path.cwd()), str(tmp_path)):
        assert word.encode() not in content + inside


@pytest.mark.skipif(shutil.which("qpdf") is None, reason="qpdf is not installed")
@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="poppler is not installed")
def test_other_programs_find_no_fault_and_the_figures_of_the_table(tmp_path: Path) -> None:
    shown = small_statistic().draft(SPEC, small_data())
    written(shown, tmp_path)
    subprocess.run(["qpdf", "--check", str(tmp_path / "t.pdf")], check=True, capture_output=True)
    told = subprocess.run(["pdftotext", "-layout", str(tmp_path / "t.pdf"), "-"], check=True, capture_output=True)
    numbers = {int(one) for one in re.findall(r"\d+", re.sub(r"(?<=\d),(?=\d{3})", "", told.stdout.decode()))}
    figures = {int(one) for block in shown.table.blocks for values in block.figures for one in values.ravel()}
    assert figures <= numbers


# --- words -----------------------------------------------------------------------------------------------------------


def test_labels_that_are_markup_come_out_letter_by_letter(tmp_path: Path) -> None:
    content = written(labelled(*HOSTILE), tmp_path)
    heads = {cell.text for line in tables(content)[0].body for cell in line if cell.tag == "/TH"}
    assert heads >= set(HOSTILE)


def test_a_title_of_two_thousand_letters_is_broken_into_lines(tmp_path: Path) -> None:
    title = "Zahl der Studierenden nach Hochschulen " * 52
    spec = SPEC.with_changes(title=Texts.same(title.strip()))
    content = written(small_statistic().draft(spec, small_data()), tmp_path)
    with opened(content) as pdf:
        assert str(pdf.docinfo.Title) == title.strip()


@pytest.mark.daily(3)
@pytest.mark.parametrize("label", ["漢字", "עברית", "العربية", "𝔘", "😀"])
def test_letters_that_the_font_lacks_are_named_and_nothing_is_written(tmp_path: Path, label: str) -> None:
    with fails("letters_without_glyph", match=f"[{label}]"):
        written(labelled(label, "b"), tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.daily(3)
@pytest.mark.parametrize("label", ["Łódź", "Ærø", "Ğüşi", "Žďár", "Ρόδος", "Москва", "½ ≤ ² – „so“ … €"])
def test_letters_of_europe_are_printed(tmp_path: Path, label: str) -> None:
    assert label in {cell.text for line in tables(written(labelled(label, "b"), tmp_path))[0].body for cell in line}


@pytest.mark.thorough
def test_compounds_are_broken_in_german_and_the_search_knows_them(tmp_path: Path) -> None:
    words = {"0": "Rechts- und Wirtschaftswissenschaften", "1": "Landwirtschaftswissenschaftliche Betriebe"}
    labels = {code: Texts.same(label) for code, label in words.items()}
    columns = [Level("area", labels=labels), "sex"]  # type: ignore[arg-type]
    made = small_statistic().draft(TableSpec(columns=columns, presentation=PRINTED), small_data())
    for language in ("de", "en"):
        parts = tables(written(made, tmp_path, language=language))
        assert set(words.values()) <= {cell.text for part in parts for line in part.head for cell in line}


def test_a_table_of_too_many_cells_is_refused_before_it_is_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(writer, "CELL_LIMIT", 10)
    with fails("export_page_too_large", match="10"):
        written(draft(), tmp_path)


def test_whoever_cancels_ends_the_process_that_sets_the_pages() -> None:
    with pytest.raises(Cancelled):
        pdf_bytes(present_draft(draft(), "en"), lambda: True)


@pytest.mark.thorough
def test_a_table_in_pieces_says_how_far_it_is_and_can_be_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "PIECE_ROWS", 40)
    told: list[tuple[int, float]] = []
    export_files(draft(), tmp_path / "t.pdf", progress=lambda pages, part: told.append((pages, part)))
    parts = [part for _, part in told]
    assert (parts, parts[-1]) == (sorted(parts), 1.0)
    assert told[-1][0] == len(pikepdf.open(tmp_path / "t.pdf").pages)
    (tmp_path / "t.pdf").unlink()
    with pytest.raises(Cancelled):
        export_files(
            draft(), tmp_path / "t.pdf", cancelled=lambda: len(told) > 3, progress=lambda *_: told.append((0, 0))
        )
    assert list(tmp_path.iterdir()) == []


# --- what no table should have, and what no computer should do -------------------------------------------------------


@pytest.mark.daily(2)
@pytest.mark.parametrize("label", ["a\x07b", "a\tb\nc", "\u202eabc", "a\u200bb", "\x1b[31m", "a\u0000b"])
def test_signs_that_do_not_print_are_refused_or_left_out_and_nothing_else_stands_there(
    label: str, tmp_path: Path
) -> None:
    content = b""
    with contextlib.suppress(InputError):
        content = written(labelled(label, "other"), tmp_path)
    if not content:
        assert list(tmp_path.iterdir()) == []
        return
    heads = {cell.text for line in tables(content)[0].body for cell in line if cell.tag == "/TH"}
    assert any(clean(label).replace(" ", "") == head.replace(" ", "") for head in heads)


def test_a_full_disk_is_said_and_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_path: Path, _content: bytes) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(NotWritten):
        written(draft(), tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.daily(2)
@pytest.mark.parametrize("end", ["os.kill(os.getpid(), 9)", "sys.exit(3)", "raise MemoryError", "pass"])
def test_a_process_that_is_killed_is_a_sentence_and_leaves_nothing(
    end: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(typeset, "_python", lambda: [sys.executable, "-S", "-c", f"import os, sys; {end}"])
    with fails("typesetting_failed"):
        written(draft(), tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.thorough
def test_a_hundred_thousand_rows_are_printed_and_of_more_columns_refused(tmp_path: Path) -> None:
    rows = 100_000
    frame = pd.DataFrame({"unit": [f"u{number:06}" for number in range(rows)], "sex": ["m", "w"] * (rows // 2)})
    data = ckm.Microdata.from_pandas(frame, ["unit", "sex"])
    shown = ckm.protect(ckm.tabulate(data, TableSpec(["unit"], ["sex"])), ckm.Rounding(2))
    with fails("export_page_too_large"):
        ckm.export(shown, tmp_path / "t.pdf")
    shown = ckm.protect(ckm.tabulate(data, TableSpec(["unit"])), ckm.Rounding(2))
    ckm.export(shown, tmp_path / "t.pdf")
    with pikepdf.open(tmp_path / "t.pdf") as pdf:
        assert len(pdf.pages) > 2000
