"""What a picture draws: published figures as the table writes them, signs in their form, numbers of its own list."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from ckmcore.methods.protected import Sign
from ckmcore.office.settings import Office
from ckmcore.pictures.colours import DARK
from ckmcore.pictures.describe import describe
from ckmcore.pictures.kinds import offered
from ckmcore.pictures.model import (
    Mark,
    PictureBox,
    PicturePath,
    PicturePoint,
    PictureText,
    TablePicture,
)
from ckmcore.pictures.svg import svg_bytes
from ckmcore.pictures.text_width import width_of
from ckmcore.presentation.present import TablePresentation
from ckmcore.tabulate.picture_choice import KindName, PictureChoice
from ckmcore.tabulate.spec import Value
from tests.kit.examples import some_of
from tests.kit.picture_pages import AGES, CHARTS, PERIOD, SEXES, SVG, figures_for, page, published, svg_root, texts_of
from tests.kit.random_pages import page as random_page

LANDS = ["North", "South", "East", "West"]
YEARS = ["2021", "| 2022", "2023", "2024"]
TABLES: Mapping[KindName, Mapping[str, list[str]]] = {
    "bars": {"land": LANDS},
    "grouped": {"land": LANDS, "sex": SEXES},
    "stacked": {"land": LANDS, "sex": SEXES},
    "percent": {"land": LANDS, "sex": SEXES},
    "dots": {"land": LANDS, "stage": ["first", "second"]},
    "lines": {"land": LANDS, PERIOD: YEARS},
    "multiples": {"land": LANDS, PERIOD: YEARS},
    "pyramid": {"age": AGES, "sex": SEXES},
}


def with_signs(kind: KindName, **more: Any) -> TablePresentation:
    """A table with every sign, a 0 and a figure of 1."""
    axes = TABLES[kind]
    figures = figures_for(axes)
    signs = np.zeros(figures.shape, dtype=np.uint8)
    for place, sign in enumerate(Sign):
        at = (place % (figures.shape[0] - 1) + 1, *(1 + place // 3 % 2 for _ in figures.shape[1:]))
        signs[at] = sign
        figures[at] = figures[at] if sign.keeps_figure else 0
    if figures.ndim > 1:
        figures[-1, -1], figures[-2, -1] = 0, 1
        signs[-1, -1] = signs[-2, -1] = 0
    return page(axes, figures, signs, **more)


def held_to(document: TablePresentation, picture: TablePicture) -> None:
    """Every figure and sign that is written is published, and every other number is in a list of the picture."""
    lines = texts_of(svg_bytes(picture))
    shown = published(document)
    assert {text for role, text in lines if role in ("figure", "sign")} <= shown
    assert {cell.text for cell in picture.cells} <= shown
    assert {text for role, text in lines if role == "tick"} <= set(picture.ticks)
    words = " ".join((picture.title, picture.subtitle, *picture.notes, *picture.axes.categories))
    words = " ".join((words, *picture.axes.series, *picture.axes.panels, *picture.titles))
    words += " ".join(name for cell in picture.cells for name in cell.names)
    of_words = {number for role, text in lines if role == "word" for number in re.findall(r"\d+", text)}
    assert {number for number in of_words if not any(number in part for part in re.findall(r"\d+", words))} == set()


@pytest.mark.parametrize("kind", CHARTS)
def test_every_number_drawn_as_a_figure_is_a_published_one(kind: KindName) -> None:
    for language in ("de", "en"):
        document = with_signs(kind, language=language)
        held_to(document, describe(document, PictureChoice(kind=kind)))


def test_a_sign_beside_a_point_has_room_where_figures_are_not_written() -> None:
    figures = np.array([[0, 0, 0], [0, 900, 100], [0, 1000, 0]])
    signs = np.zeros((3, 3), dtype=np.uint8)
    signs[2, 2] = Sign.BLOCKED
    document = page({"land": ["North", "South"], "stage": ["first", "second"]}, figures, signs)
    for numbers in (True, False):
        assert outside(describe(document, PictureChoice(kind="dots", width=120, numbers=numbers))) == []


@pytest.mark.parametrize("part", [0, pytest.param(1, marks=pytest.mark.thorough)])
def test_pictures_of_random_tables_draw_published_figures_alone(part: int) -> None:
    drawn = set()
    for seed in some_of(range(40), part)[: 6 if part == 0 else 40]:
        document = random_page(seed)
        for kind, reason in offered(document).items():
            if reason is None:
                for more in ({}, {"width": 85, "height": 55, "numbers": False}):
                    picture = describe(document, PictureChoice(kind=kind, **more))
                    held_to(document, picture)
                    assert outside(picture) == []
                drawn.add(kind)
    assert len(drawn) > 2


@pytest.mark.parametrize("kind", CHARTS)
def test_a_cell_of_the_list_is_that_of_the_table(kind: KindName) -> None:
    document = with_signs(kind)
    picture = describe(document, PictureChoice(kind=kind))
    for cell in picture.cells:
        sheet = document.sheet(cell.layer)
        figure = document.figures(cell.layer)(cell.row, cell.column)[cell.value]
        path = {*sheet.stub.texts(cell.row), *document.line_texts("columns", cell.column)}
        assert set(cell.names) <= {name.removeprefix("| ") for name in path} | {"Total"}
        assert cell.text in (str(figure), f"{figure:,}" if isinstance(figure, int) else "", f"({_inner(figure):,})")
    assert len({(cell.row, cell.column, cell.layer, cell.names) for cell in picture.cells}) == len(picture.cells)


def _inner(figure: object) -> int:
    return int(getattr(figure, "figure", 0))


@pytest.mark.parametrize("kind", CHARTS)
def test_nothing_is_clipped_and_no_text_is_smaller_than_seven_points(kind: KindName) -> None:
    for width, height in ((160, 110), (85, 55), (300, 200)):
        picture = describe(with_signs(kind), PictureChoice(kind=kind, width=width, height=height))
        assert outside(picture) == []


def outside(picture: TablePicture) -> list[Mark]:
    """Marks that are not whole within the picture, or too small to be read."""
    found: list[Mark] = []
    for mark in picture.marks:
        if isinstance(mark, PictureText):
            wide = width_of(mark.text, mark.size, bold=mark.bold)
            left = mark.x - {"start": 0, "middle": wide / 2, "end": wide}[mark.anchor]
            is_inside = left > -1 and left + wide < picture.width + 1 and mark.size * 0.75 >= 7
            is_inside &= mark.y - mark.size * 0.8 >= 0 and mark.y <= picture.height
        elif isinstance(mark, PictureBox):
            is_inside = mark.x >= 0 and mark.x + mark.width <= picture.width and mark.y + mark.height <= picture.height
        elif isinstance(mark, PicturePoint):
            is_inside = 0 <= mark.x <= picture.width and 0 <= mark.y <= picture.height
        else:
            is_inside = all(0 <= x <= picture.width and 0 <= y <= picture.height for x, y in mark.points)
        found += [] if is_inside else [mark]
    return found


def boxes(picture: TablePicture, name: str) -> list[PictureBox]:
    shown = [mark for mark in picture.marks if isinstance(mark, PictureBox) and mark.cell >= 0]
    return [mark for mark in shown if ", ".join(picture.cells[mark.cell].names) == name]


@pytest.mark.parametrize("kind", CHARTS)
def test_a_mark_knows_the_cell_that_it_shows(kind: KindName) -> None:
    picture = describe(with_signs(kind), PictureChoice(kind=kind))
    figures = [mark for mark in picture.marks if isinstance(mark, PictureText) and mark.role in ("figure", "sign")]
    assert [mark.text for mark in figures] == [picture.cells[mark.cell].text for mark in figures]
    shown = {mark.cell for mark in picture.marks if not isinstance(mark, PicturePath)}
    # A 0 among stacked parts has no length; it is in the table of figures.
    parts = kind in ("stacked", "percent")
    assert shown - {-1} == {place for place, cell in enumerate(picture.cells) if cell.whole != 0 or not parts}


def test_signs_have_their_form_and_a_zero_has_none() -> None:
    figures = np.array([0, 40, 0, 0, 0, 0, 30, 1], dtype=np.int64)
    signs = np.array([0, 0, 0, Sign.BLOCKED, Sign.UNKNOWN, Sign.UNRELIABLE, Sign.UNCERTAIN, 0], dtype=np.uint8)
    labels = ["forty", "zero", "blocked", "unknown", "unreliable", "uncertain", "one"]
    picture = describe(page({"land": labels}, figures, signs))
    forms = {name: [(box.pattern, box.colour) for box in boxes(picture, name)] for name in labels}
    assert forms == {
        "forty": [("", "s0")],
        "zero": [],
        "blocked": [("hatch", "soft")],
        "unknown": [("dots", "soft")],
        "unreliable": [("outline", "soft")],
        "uncertain": [("outline", "s0")],
        "one": [("", "s0")],
    }
    written = [mark.text for mark in picture.marks if isinstance(mark, PictureText) and mark.role in ("figure", "sign")]
    assert written == ["40", "0", "x", ".", "/", "(30)", "1"]
    assert boxes(picture, "unknown")[0].width == 26
    assert boxes(picture, "uncertain")[0].width == pytest.approx(boxes(picture, "forty")[0].width * 3 / 4)


def test_an_office_writes_its_own_signs_and_its_own_zero() -> None:
    figures, signs = np.array([0, 9, 0, 0]), np.array([0, 0, 0, Sign.UNKNOWN], dtype=np.uint8)
    document = page({"land": ["a", "b", "c"]}, figures, signs, office=Office(signs="british", zero="dash"))
    assert [cell.text for cell in describe(document).cells] == ["9", "–", "[c]"]


def test_bars_begin_at_zero_and_are_as_long_as_their_figures_say() -> None:
    picture = describe(page({"land": ["a", "b", "c"]}, np.array([0, 1000, 500, -250])))
    first, second, third = (boxes(picture, name)[0] for name in "abc")
    assert first.x == second.x == pytest.approx(third.x + third.width)
    assert second.width == pytest.approx(first.width / 2)
    assert third.width == pytest.approx(first.width / 4)
    assert picture.cells[2].text == "−250"


def test_the_smallest_figure_above_zero_has_a_pixel() -> None:
    picture = describe(page({"land": ["much", "one"]}, np.array([0, 10_000_000, 1])))
    assert boxes(picture, "one")[0].width == 1


def test_an_axis_is_in_thousands_only_where_the_subtitle_says_so() -> None:
    large = describe(page({"land": LANDS}, np.array([0, 9_000, 1, 1, 1])))
    assert (large.ticks[-1], large.subtitle) == ("10", "Number in 1,000")
    small = describe(page({"land": LANDS}, np.array([0, 4_000, 1, 1, 1]), language="de"))
    assert (small.ticks[-1], small.subtitle) == ("4\u00a0000", "Anzahl")


def test_huge_and_very_small_tables_are_drawn() -> None:
    huge = describe(page({"land": ["a", "b"]}, np.array([0, 9_000_000_000_000_000_000, 1])))
    assert huge.subtitle == "Number in billions"
    assert huge.cells[0].text == "9,000,000,000,000,000,000"
    tiny = describe(page({"land": ["a", "b"]}, np.array([0, 1, 0])))
    assert tiny.ticks == ("0", "1")
    decimals = describe(
        page({"land": ["a", "b"]}, np.array([0, 3, -2]), value=Value("share", base="total", decimals=1))
    )
    assert decimals.ticks == ("−0.2", "−0.1", "0.0", "0.1", "0.2", "0.3")


def test_a_line_has_a_gap_where_the_series_breaks_and_where_a_sign_is() -> None:
    figures = np.tile(np.array([10, 10, 20, 30, 40]), (2, 1))
    signs = np.zeros((2, 5), dtype=np.uint8)
    picture = describe(page({"land": ["North"], PERIOD: YEARS}, figures, signs))
    lines = [mark for mark in picture.marks if isinstance(mark, PicturePath) and mark.colour == "s0" and mark.width > 2]
    assert [len(line.points) for line in lines] == [3]
    texts = [mark.text for mark in picture.marks if isinstance(mark, PictureText)]
    assert texts.count("| break in the series") == 1
    signs[0, 3], figures[0, 3] = Sign.UNKNOWN, 0
    picture = describe(page({"land": ["North"], PERIOD: YEARS}, figures, signs))
    assert len([mark for mark in picture.marks if isinstance(mark, PicturePoint)]) == 3
    assert [mark.text for mark in picture.marks if isinstance(mark, PictureText) and mark.role == "sign"] == ["."]


def test_a_line_may_begin_above_zero_and_then_says_so() -> None:
    figures = np.tile(np.array([0, 4010, 4020, 4030, 4040]), (2, 1))
    document = page({"land": ["North"], PERIOD: YEARS}, figures)
    above = describe(document, PictureChoice(kind="lines", zero=False))
    assert (above.ticks[0], above.subtitle) == ("4,010", "Number; the axis begins at 4,010; Land: Total")
    assert describe(document, PictureChoice(kind="lines")).ticks[0] == "0"
    assert describe(document, PictureChoice(kind="bars", zero=False)).ticks[0] == "0"


def test_a_pyramid_shows_by_how_much_a_side_is_longer_where_both_are_known() -> None:
    axes = {"age": [str(age) for age in range(20, 26)], "sex": ["male", "female"]}
    men, women = [30, 20, 20, 40, 40, 40], [20, 30, 20, 0, 20, 10]
    figures = np.array([[0, 0, 0], *([0, *pair] for pair in zip(men, women, strict=True))])
    signs = np.zeros((7, 3), dtype=np.uint8)
    signs[4, 2], signs[5, 1] = Sign.UNKNOWN, Sign.UNCERTAIN
    document = page(axes, figures, signs)
    darker = [mark for mark in describe(document).marks if isinstance(mark, PictureBox) and mark.colour[:4] == "more"]
    assert [mark.colour for mark in darker[:2]] == ["more0", "more1"]  # of the legend
    drawn = [(mark.colour, round(mark.width / darker[-1].width, 2)) for mark in darker[2:]]
    assert drawn == [("more0", 3), ("more1", 1), ("more0", 1)]  # 25, 21 and 20 years
    assert not any("more" in mark.colour for mark in describe(document, PictureChoice(excess=False)).marks)
    assert not any("more" in mark.colour for mark in describe(document, PictureChoice(patterns=True)).marks)


def test_a_bar_of_unknown_parts_is_no_share() -> None:
    figures, signs = figures_for(TABLES["percent"]), np.zeros((5, 4), dtype=np.uint8)
    figures[1, 2], signs[1, 2] = 0, Sign.UNKNOWN
    picture = describe(page(TABLES["percent"], figures, signs), PictureChoice(kind="percent"))
    assert [box.width for name in SEXES for box in boxes(picture, f"North, {name}")] == [8, 26, 8]
    assert sum(box.width for name in SEXES for box in boxes(picture, f"South, {name}")) == pytest.approx(
        sum(box.width for name in SEXES for box in boxes(picture, f"East, {name}"))
    )


def test_the_legend_of_signs_names_what_is_drawn_alone() -> None:
    figures, signs = np.array([0, 5, 0]), np.array([0, 0, Sign.UNKNOWN], dtype=np.uint8)
    notes = " ".join(describe(page({"land": ["a", "b"]}, figures, signs)).notes)
    assert "Legend of signs: .:" in notes
    notes = " ".join(describe(page({"land": ["a", "b"]}, np.array([0, 5, 6]))).notes)
    assert "Legend of signs" not in notes
    assert "Legend of signs: 0:" in " ".join(describe(page({"land": ["a", "b"]}, np.array([0, 5, 0]))).notes)


def test_a_picture_without_a_statistic_says_that_it_is_no_release() -> None:
    picture = describe(page({"land": LANDS}))
    assert picture.notes[0] == "Made without a statistic: not a release."
    assert picture.notes[0] in [mark.text for mark in picture.marks if isinstance(mark, PictureText) and mark.bold]


# --- the file ---------------------------------------------------------------------------------------------------------


def test_a_file_names_itself_and_every_mark_of_a_figure() -> None:
    root = svg_root(svg_bytes(describe(page(TABLES["grouped"], title="Persons & <b>"))))
    assert root.attrib["role"] == "img"
    assert root.attrib["aria-labelledby"] == "title desc"
    title, description = root[0], root[1]
    assert (title.tag, title.text) == (f"{SVG}title", "Persons & <b>")
    assert description.tag == f"{SVG}desc"
    named = [group.attrib["aria-label"] for group in root.iter(f"{SVG}g") if "aria-label" in group.attrib]
    assert len(named) == 12
    assert named[0].startswith("North, male: ")


def test_a_file_holds_no_script_no_style_and_no_address() -> None:
    for kind in CHARTS:
        content = svg_bytes(describe(with_signs(kind), PictureChoice(kind=kind))).decode()
        assert re.findall(r"<(\w+)", content) != []
        assert {*re.findall(r"<(\w+)", content)} <= {
            "svg",
            "title",
            "desc",
            "rect",
            "g",
            "text",
            "path",
            "circle",
            "polygon",
        }
        assert re.findall(r"\b(?:href|style|on\w+)=", content) == []


def test_the_same_table_gives_the_same_bytes_and_another_theme_the_same_marks() -> None:
    picture = describe(with_signs("grouped"))
    assert svg_bytes(picture) == svg_bytes(describe(with_signs("grouped")))
    light, dark = (texts_of(svg_bytes(picture, *colours)) for colours in ((), (DARK,)))
    assert light == dark


HOSTILE = [
    "<script>alert(1)</script>",
    "a & b \"c\" 'd'",
    "\u202eevil\u202c right \u2066to\u2069 left",
    "\u05e9\u05dc\u05d5\u05dd",
    "漢字の見出しがここにある",
    "control \x01\x08\x1f\ufffe\ud800 end",
    "tab\tand\nline",
    "]]><x/>",
    "x" * 400,
    "",
]


@pytest.mark.parametrize("kind", CHARTS)
def test_hostile_labels_are_words_and_nothing_else(kind: KindName) -> None:
    axes = {name: list(labels) for name, labels in TABLES[kind].items()}
    if kind == "pyramid":
        axes["age"] = [f"{number} {text}" for number, text in zip(range(len(HOSTILE)), HOSTILE, strict=True)]
    else:
        axes[next(iter(axes))] = HOSTILE if kind not in ("lines", "multiples") else HOSTILE[:6]
    document = page(axes, title=" ".join(HOSTILE))
    picture = describe(document, PictureChoice(kind=kind))
    root = svg_root(svg_bytes(picture))
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= {
        *("svg", "title", "desc", "rect", "g", "text", "path", "circle", "polygon")
    }
    words = "".join(root.itertext())
    assert re.findall("[\u202a-\u202e\u2066-\u2069\x00-\x08\x0e-\x1f]", words) == []
    assert picture.width < 700


# --- in words ---------------------------------------------------------------------------------------------------------


def test_the_description_is_made_of_published_figures() -> None:
    figures, signs = np.array([0, 12_000, 40, 0]), np.array([0, 0, 0, Sign.UNKNOWN], dtype=np.uint8)
    document = page({"land": ["North", "South", "East"]}, figures, signs, title="Persons by land")
    assert describe(document).alt == (
        "Bars. Persons by land. 3 figures: Number. Largest: North (12,000). Smallest: South (40). 1 cell shows a sign."
    )
    own = describe(document, PictureChoice(alt="My words"))  # type: ignore[arg-type]  # words for a text in both languages
    assert own.alt == "My words"


def test_the_table_beside_a_picture_has_exactly_the_figures_drawn() -> None:
    picture = describe(page({"land": ["North", "South"]}, np.array([7, 5, 3])))
    assert picture.twin == (("Land", "Number"), ("North", "5"), ("South", "3"))
