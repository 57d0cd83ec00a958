"""The documentation as a site: made, whole, and readable without a network."""

from __future__ import annotations

import importlib.util
import json
import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from types import ModuleType
from urllib.parse import unquote, urlsplit

import pikepdf
import pytest

import ckmcore as ckm
from ckmcore.cli import build_parser
from ckmcore.typesetting.tagged_pages import TaggedPages

MAKER = Path(__file__).parent.parent / "docs" / "make.py"
# What a browser would load by itself; a link (`a`) is followed by nobody but a reader.
LOADED = {"script": "src", "img": "src", "link": "href", "iframe": "src", "source": "src", "embed": "src"}


def _maker() -> ModuleType:
    spec = importlib.util.spec_from_file_location("docs_make", MAKER)
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = made  # dataclasses look their module up
    spec.loader.exec_module(made)
    return made


make = _maker()


class _Read(HTMLParser):
    """What a page names: places in it, links, and what it loads."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.ids |= {found[name] for name in ("id", "name") if name in found}
        if tag == "a" and "href" in found:
            self.links.append(found["href"])
        if tag in LOADED and LOADED[tag] in found:
            self.loaded.append(found[LOADED[tag]])


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder: Path = tmp_path_factory.mktemp("site") / "docs"
    assert make.build(folder) > 50
    return folder


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_handbook_is_one_tagged_file_with_all_its_pages_and_pictures(site: Path, language: str) -> None:
    folder = make.ROOT / "resources" / "handbook" / language
    files = make.handbook_pages(make.ROOT, language)
    assert {page.name for page in files} == {page.name for page in folder.glob("*.md")}
    with pikepdf.open(site / f"handbook-{language}.pdf") as pdf:
        assert (str(pdf.Root.Lang), bool(pdf.Root.MarkInfo.Marked)) == (language, True)
        blocks = list(TaggedPages(pdf).blocks())
    titles = [page.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ").strip() for page in files]
    assert [text for tag, _, text in blocks if tag == "/H1"] == titles
    pictures = sum(page.read_text(encoding="utf-8").count("![") for page in files)
    assert sum(tag == "/Figure" and bool(words) for tag, words, _ in blocks) == pictures


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, _Read]:
    return {page: _Read(page) for page in sorted(site.rglob("*.html"))}


def test_every_link_of_the_site_leads_somewhere(pages: dict[Path, _Read]) -> None:
    wrong = []
    for page, read in pages.items():
        for url in [*read.links, *read.loaded]:
            parts = urlsplit(url)
            if parts.scheme:
                continue
            target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            if not target.is_file() or (parts.fragment and unquote(parts.fragment) not in pages[target].ids):
                wrong.append(f"{page.name}: {url}")
    assert wrong == []


def test_no_page_loads_anything_from_elsewhere(site: Path, pages: dict[Path, _Read]) -> None:
    assert [url for read in pages.values() for url in read.loaded if urlsplit(url).scheme not in ("", "data")] == []
    styles = "".join(path.read_text(encoding="utf-8") for path in site.rglob("*.html"))
    styles += (site / "style.css").read_text(encoding="utf-8")
    assert re.findall(r"@import|url\(\s*['\"]?(?:https?:)?//", styles) == []
    assert re.findall(r"\bimport\s[^;]*?from\s*['\"]https?:", styles) == []


def test_every_public_name_and_every_command_has_its_place(site: Path, pages: dict[Path, _Read]) -> None:
    assert set(ckm.__all__) - {"__version__"} <= pages[site / "reference" / "ckmcore.html"].ids
    commands = {one.prog.replace(" ", "-") for one in make._commands(build_parser("en"))}
    assert len(commands) > 30
    assert commands <= pages[site / "commands.html"].ids
    german = (site / "commands.html").read_text(encoding="utf-8")
    assert "Aufruf: ckm table" in german
    assert "usage: ckm table" in german


def test_the_search_finds_sections_names_and_commands_and_leads_to_their_places(
    site: Path, pages: dict[Path, _Read], request: pytest.FixtureRequest
) -> None:
    qml = pytest.importorskip("PySide6.QtQml")
    request.getfixturevalue("qapp")
    engine = qml.QJSEngine()
    for script in ("index.js", "search.js"):
        made = engine.evaluate((site / script).read_text(encoding="utf-8"))
        assert not made.isError(), made.toString()

    def searched(asked: str) -> list[list[str]]:
        text = engine.evaluate(f"JSON.stringify(found(INDEX, {json.dumps(asked)}, 20))").toString()
        found: list[list[str]] = json.loads(text)
        return found

    for asked, place in (
        ("Überlagerungstabelle entwerfen", "handbook/de/method.html"),
        ("uberlagerungstabelle", "handbook/de/"),
        ("by criteria", "handbook/en/quality.html#by-criteria"),
        ("protect", "reference/ckmcore.html#protect"),
        ("ckm leak-check", "commands.html#ckm-leak-check"),
    ):
        assert any(found[2].startswith(place) for found in searched(asked)), asked
    assert searched("") == searched("  ") == searched("no such word qqq") == []
    heads = searched("by criteria")
    assert heads[0][1] == "By criteria"  # words of a heading count most
    index = json.loads((site / "index.js").read_text(encoding="utf-8").removeprefix("var INDEX = ").rstrip(";\n"))
    assert len(index) > 800
    for _, _, address, text in index:
        path, _, anchor = address.partition("#")
        assert text or path.startswith(("reference", "commands"))
        assert not anchor or anchor in pages[site / path].ids


def test_the_first_page_has_the_rail_of_the_program_and_its_colours(site: Path) -> None:
    first = (site / "index.html").read_text(encoding="utf-8")
    assert 'aria-current="page">Overview<' in first
    assert 'id="search"' in first
    assert "--accent: #" in (site / "style.css").read_text(encoding="utf-8")


def test_every_page_of_the_library_and_every_decision_is_in_it(site: Path) -> None:
    docs = MAKER.parent
    for folder in ("library", "library/notebooks", "adr"):
        wanted = {path.stem for path in (docs / folder).iterdir() if path.suffix in (".md", ".ipynb")}
        assert {path.stem for path in (site / folder).glob("*.html")} == wanted
    assert (site / "library" / "notebooks" / "first-protected-table.ipynb").is_file()


@pytest.mark.parametrize("link", ["nowhere.md", "#nowhere", "other.md#nowhere", "../../elsewhere.md"])
def test_a_link_to_nothing_is_named_and_no_site_is_left(
    link: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    library = tmp_path / "docs" / "library"
    library.mkdir(parents=True)
    (library / "other.md").write_text("# Other\n\n## Here\n\n[up](#here)\n", encoding="utf-8")
    (library / "page.md").write_text(f"# Page\n\n[good](other.md#here) [bad]({link})\n", encoding="utf-8")
    monkeypatch.setattr(make.build, "__defaults__", (tmp_path,))
    assert make.main([str(tmp_path / "out")]) == 1
    said = capsys.readouterr().err
    assert said.startswith("docs/library/page.md: ")
    assert link in said
    assert not (tmp_path / "out").exists()


def test_a_public_name_without_words_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("some")

    class Wordless:
        pass

    module.__dict__.update(__all__=["Wordless", "LIMIT", "Texts"], Wordless=Wordless, LIMIT=3, Texts=ckm.Texts)
    assert make.without_words(module) == ["Wordless"]
    assert make.without_words(ckm) == []
    monkeypatch.setattr(ckm.Texts, "__doc__", "Texts(en: str = '', de: str = '') -> None")
    with pytest.raises(make.Broken, match="Texts"):
        make.reference(ckm)
