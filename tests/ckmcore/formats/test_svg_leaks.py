"""The search for leaks reads pictures: what is drawn of a table is clean, and whatever is planted is found."""

from __future__ import annotations

from pathlib import Path

import pytest

from ckmcore.base.numbers import Language
from ckmcore.formats.publishable import PublishableContent
from ckmcore.formats.scan import scan_content
from ckmcore.formats.write_picture import write_picture
from ckmcore.pictures.describe import describe
from ckmcore.pictures.kinds import offered
from ckmcore.pictures.svg import page_bytes, svg_bytes
from ckmcore.tabulate.picture_choice import KindName, PictureChoice
from tests.kit.examples import some_of
from tests.kit.fails import fails
from tests.kit.picture_pages import AGES, CHARTS, PERIOD, SEXES, page
from tests.kit.random_pages import page as random_page

LANDS = ["North (old)", "South, new", "East: 5 to 9"]
TABLES: dict[KindName, dict[str, list[str]]] = {
    **{kind: {"land": LANDS, "sex": SEXES} for kind in CHARTS},
    "dots": {"land": LANDS, "stage": ["first", "second"]},
    "lines": {"land": LANDS, PERIOD: ["2021/22", "2022/23", "2023/24"]},
    "multiples": {"land": LANDS, PERIOD: ["2021/22", "2022/23", "2023/24"]},
    "pyramid": {"age": AGES, "sex": SEXES},
}


def kinds_of_hits(content: bytes, kind: KindName = "grouped", **more: str) -> list[str]:
    document = page(TABLES[kind], **more)  # type: ignore[arg-type]
    return [hit.kind for hit in scan_content(content, "x.svg", PublishableContent.of([document]))]


@pytest.mark.parametrize("kind", CHARTS)
def test_pictures_of_a_table_are_clean(kind: KindName) -> None:
    for language in ("de", "en"):
        for width, height in ((160, 110), (85, 55)):
            choice = PictureChoice(kind=kind, width=width, height=height, zero=False)
            document = page(TABLES[kind], language=language)
            found = scan_content(svg_bytes(describe(document, choice)), "x.svg", PublishableContent.of([document]))
            assert [(hit.kind, hit.shown) for hit in found] == []


@pytest.mark.parametrize("part", [0, pytest.param(1, marks=pytest.mark.thorough)])
def test_pictures_of_random_tables_are_clean(part: int) -> None:
    drawn = 0
    for seed in some_of(range(60), part)[: 4 if part == 0 else 60]:
        document = random_page(seed)
        allowed = PublishableContent.of([document])
        for kind, reason in offered(document).items():
            if reason is None:
                content = svg_bytes(describe(document, PictureChoice(kind=kind)))
                assert [(hit.kind, hit.shown) for hit in scan_content(content, "x.svg", allowed)] == []
                drawn += 1
    assert drawn > 3


PICTURE = svg_bytes(describe(page(TABLES["grouped"])))
FIGURE = describe(page(TABLES["grouped"])).cells[0].text


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        (f">{FIGURE}</text>", ">7,654,321</text>", "figure"),
        ("</svg>", f'<text class="figure" x="1" y="1" font-size="12" fill="#1b1f24">{FIGURE}</text></svg>', "often"),
        (">male</text>", ">Max Mustermann</text>", "text"),
        (">male</text>", ">4711</text>", "text"),
        (">10</text>", ">13</text>", "figure"),
        (f"male: {FIGURE}</title>", "male: 7,654,321</title>", "text"),
        (f'male: {FIGURE}"', 'male: 7,654,321"', "text"),
        ("Largest: ", "Largest of 4711: ", "text"),
        ("</desc>", " 4711</desc>", "text"),
        ("</svg>", "<!-- 4711 --></svg>", "comment"),
        ("</svg>", "<script>4711</script></svg>", "script"),
        ("</svg>", "<metadata>4711</metadata></svg>", "part"),
        ("</svg>", "4711</svg>", "hidden"),
        ("<svg ", '<svg onload="x()" ', "script"),
        ("<svg ", '<svg data-count="4711" ', "part"),
        ("<rect ", '<rect style="x:4711" ', "part"),
        ('fill="#1f5fa8"', 'fill="#004711"', "text"),
        ("</svg>", "</svg><svg/>", "bytes"),
    ],
)
def test_what_is_planted_is_found(old: str, new: str, kind: str) -> None:
    text = PICTURE.decode()
    assert old in text
    assert kinds_of_hits(PICTURE) == []
    assert kind in kinds_of_hits(text.replace(old, new, 1).encode())


@pytest.mark.parametrize("kind", list(TABLES))
@pytest.mark.parametrize("language", ["de", "en"])
def test_pages_of_pictures_are_clean(kind: KindName, language: Language) -> None:
    document = page(TABLES[kind], language=language)
    content = page_bytes(describe(document, PictureChoice(kind=kind)))
    found = scan_content(content, "x.html", PublishableContent.of([document]))
    assert [(hit.kind, hit.shown) for hit in found] == []


@pytest.mark.parametrize("part", [0, pytest.param(1, marks=pytest.mark.thorough)])
def test_pages_of_pictures_of_random_tables_are_clean(part: int) -> None:
    searched = 0
    for seed in some_of(range(60), part)[: 4 if part == 0 else 60]:
        document = random_page(seed)
        for kind, reason in offered(document).items():
            if reason is None:
                content = page_bytes(describe(document, PictureChoice(kind=kind)))
                found = scan_content(content, "x.html", PublishableContent.of([document]))
                assert [(hit.kind, hit.shown) for hit in found] == []
                searched += 1
    assert searched > 3


PAGE = page_bytes(describe(page(TABLES["grouped"]))).decode()


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        (f"<td>{FIGURE}</td>", "<td>7,654,321</td>", "figure"),
        ("</td></tr>", f"</td><td>{FIGURE}</td></tr>", "often"),
        ("<td>", "<td>4711 ", "text"),
        ('<th scope="row">', '<th scope="row">Max Mustermann ', "text"),
        ('<th scope="col">male', '<th scope="col">4711', "text"),
        ("</p>", " 4711</p>", "text"),
        ("</caption>", " 4711</caption>", "text"),
        ("</figcaption>", " 4711</figcaption>", "text"),
        ("</h1>", " 4711</h1>", "text"),
        ("<title>", "<title>4711 ", "text"),
        ("</h2>", " 4711</h2>", "text"),
        ("</style>", ".x4711 {}</style>", "part"),
        ("</main>", "<!-- 4711 --></main>", "part"),
        ("<main>", '<main data-x="4711">', "part"),
        ("</main>", "<script>x()</script></main>", "part"),
        ("</figure>", "<p>4711</p></figure>", "part"),
        (f">{FIGURE}</text>", ">7,654,321</text>", "figure"),
        ("</svg>", "<metadata>4711</metadata></svg>", "part"),
    ],
)
def test_what_is_planted_in_a_page_is_found(old: str, new: str, kind: str) -> None:
    allowed = PublishableContent.of([page(TABLES["grouped"])])
    assert old in PAGE
    assert scan_content(PAGE.encode(), "x.html", allowed) == ()
    assert kind in [hit.kind for hit in scan_content(PAGE.replace(old, new, 1).encode(), "x.html", allowed)]


def test_a_picture_of_another_table_is_none_of_this_one() -> None:
    other = svg_bytes(describe(page({"land": LANDS, "sex": SEXES}, title="Another")))
    assert "text" in kinds_of_hits(other)


def test_a_picture_that_says_more_than_its_table_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ckmcore.formats.write_picture.svg_bytes", lambda picture: PICTURE.replace(b"male", b"4711"))
    for ending in ("svg", "html", "vl.json"):
        with fails("leak_found"):
            write_picture(page(TABLES["grouped"]), tmp_path / f"x.{ending}")
    assert list(tmp_path.iterdir()) == []


def test_own_words_for_a_description_are_taken(tmp_path: Path) -> None:
    write_picture(page(TABLES["bars"]), tmp_path / "x.svg", PictureChoice(alt="In my words"))  # type: ignore[arg-type]  # words for a text in both languages
    assert b"In my words" in (tmp_path / "x.svg").read_bytes()
