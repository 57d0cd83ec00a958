"""The handbook: F1 opens the right page, nothing in it leads nowhere, and what it quotes is said by the program."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QAccessible, QImage, QTextDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QListWidget, QWidget
from shiboken6 import isValid

from ckmcore.base.version import VERSION
from ckmcore.messages import SENTENCES
from ckmcore.office.policy import parse_policy
from ckmdesk.accessibility.interfaces import Role, Text
from ckmdesk.base.paths import resources
from ckmdesk.base.settings import Settings
from ckmdesk.pages import PAGES
from ckmdesk.shell.handbook import Handbook
from ckmdesk.shell.window import MainWindow
from ckmdesk.state.handbook import INDEX, HandbookPage, file_of, find_words, read_handbook
from tests.kit import update_translations
from tests.kit.examples import FEW
from tests.kit.hands import small_tables_page
from tests.kit.places import PLACES, leave

FOLDER = resources() / "handbook"
LANGUAGES = ("de", "en")
QUOTED = {"de": re.compile(r"„([^“]*)“"), "en": re.compile(r"“([^”]*)”")}
LINK = re.compile(r"(!?)\[[^]]*\]\(([^)]*)\)")


def pages(language: str) -> tuple[HandbookPage, ...]:
    return read_handbook(FOLDER, "de" if language == "de" else "en")


def plain(words: str) -> str:
    """Words without the mark of a key and without line breaks."""
    return " ".join(words.replace("&&", "\0").replace("&", "").replace("\0", "&").split())


@pytest.fixture(scope="module")
def said() -> dict[str, set[re.Pattern[str]]]:
    """Everything that window and engine say, by language; the places of values take any words."""
    found: dict[str, set[str]] = {"de": {"Deutsch", "English"}, "en": {"Deutsch", "English"}}
    for message in ElementTree.parse(update_translations.TS).getroot().iter("message"):  # noqa: S314 - our own file
        translation = message.find("translation")
        assert translation is not None
        found["en"].add(str(message.findtext("source")))
        found["de"].update(form.text or "" for form in (*translation.iter("numerusform"), translation))
    for english, german in SENTENCES.values():
        found["en"].add(english)
        found["de"].add(german)
    places = re.compile(r"%1|%2|%3|%4|%n|\{\w+(?::[^}]*)?\}")
    return {
        language: {
            re.compile(".+".join(re.escape(part) for part in places.split(plain(text))))
            for text in texts
            if any(letter.isalpha() for letter in places.sub("", text))  # not what is made of values alone
        }
        for language, texts in found.items()
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_has_a_title_and_the_index_calls_it_so(language: str) -> None:
    index = file_of(FOLDER, "de" if language == "de" else "en", INDEX).read_text(encoding="utf-8")
    called = {target: words for words, target in re.findall(r"- \[([^]]*)\]\(([\w-]+)\.md\)", index)}
    for page in pages(language):
        assert page.text.startswith(f"# {page.title}\n"), page.name
        assert page.name == INDEX or called[page.name] == page.title


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_index_lists_every_file(language: str) -> None:
    listed = {page.name for page in pages(language)}
    assert {path.stem for path in (FOLDER / language).glob("*.md")} == listed


def leads_to(page: HandbookPage) -> list[str]:
    """The targets of links and pictures, whatever the language."""
    return [re.sub(r"pictures/\w+/", "pictures/", target) for _, target in LINK.findall(page.text)]


def test_both_languages_have_the_same_pages_in_the_same_order() -> None:
    german, english = pages("de"), pages("en")
    assert [page.name for page in german] == [page.name for page in english]
    for one, other in zip(german, english, strict=True):
        headings = [page.text.count("\n## ") for page in (one, other)]
        tables = [page.text.count("|---|") for page in (one, other)]
        assert headings[0] == headings[1], one.name
        assert tables[0] == tables[1], one.name
        assert sorted(leads_to(one)) == sorted(leads_to(other)), one.name


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_link_leads_to_a_page_and_every_picture_is_there(language: str) -> None:
    dead, used = [], set()
    for page in pages(language):
        for mark, target in LINK.findall(page.text):
            path = (FOLDER / language / target).resolve()
            used.add(path)
            if not path.is_file() or (path.suffix == ".md") == bool(mark):
                dead.append((page.name, target))
    assert dead == []
    assert {path for path in (FOLDER / "pictures" / language).glob("*.png") if path.resolve() not in used} == set()


@pytest.mark.daily(1)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_page_quotes_is_what_the_program_says(language: str, said: dict[str, set[re.Pattern[str]]]) -> None:
    unknown = [
        (page.name, plain(words))
        for page in pages(language)
        for words in QUOTED[language].findall(page.text)
        if not any(pattern.fullmatch(plain(words)) for pattern in said[language])
    ]
    assert unknown == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_quotation_marks_are_those_of_the_language_and_pairs(language: str) -> None:
    opening, closing = ("„", "“") if language == "de" else ("“", "”")
    for page in pages(language):
        assert page.text.count(opening) == page.text.count(closing), page.name
        assert "”" not in page.text or language == "en", page.name
        assert "„" not in page.text or language == "de", page.name


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_example_of_a_policy_is_one(language: str) -> None:
    page = next(page for page in pages(language) if page.name == "administration")
    example = re.search(r"```json\n(.*?)```", page.text, re.DOTALL)
    assert example is not None
    policy = parse_policy(example[1].encode(), Path("policy.json"))
    assert {"desk.role", "process.threads", "office.four_eyes"} <= set(policy.named)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_search_finds_all_words_in_any_case_and_titles_first(language: str) -> None:
    word = {"de": "TABELLEN", "en": "TABLES"}[language]
    found = find_words(pages(language), word)
    titled = [word.casefold() in hit.page.title.casefold() for hit in found]
    assert titled[0]
    assert titled == sorted(titled, reverse=True)
    for hit in found:
        assert len(hit.excerpt) < 160
        assert word.casefold() in (hit.page.title + hit.excerpt).casefold()
    for hit in find_words(pages(language), "excel csv"):
        assert "excel" in hit.page.text.casefold()
        assert "csv" in hit.page.text.casefold()
    assert find_words(pages(language), "  ") == ()
    assert find_words(pages(language), "excel nowhere-at-all") == ()


# --- in the window ---------------------------------------------------------------------------------------------------


@pytest.fixture
def opened(window: MainWindow) -> Iterator[MainWindow]:
    small_tables_page(window)
    yield window
    found = window.findChild(Handbook)
    if found is not None:
        found.close()


def open_handbook(window: MainWindow) -> Handbook:
    window.menus.actions["handbook"].trigger()
    QApplication.processEvents()
    found = window.findChild(Handbook)
    assert found is not None
    return found


@pytest.mark.daily(1)
@pytest.mark.parametrize("language", LANGUAGES)
def test_f1_opens_the_page_about_what_the_window_shows(opened: MainWindow, settings: Settings, language: str) -> None:
    settings.set("language", language)
    assert opened.menus.actions["handbook"].shortcut().toString() == "F1"
    titles = {page.name: page.title for page in pages(language)}
    for entry in PAGES:
        if entry.name != "start":
            opened.go_to(entry.name)  # type: ignore[arg-type]
        else:
            opened.services.close_statistic()
        opened.jobs.wait_idle()
        handbook = open_handbook(opened)
        assert handbook.page.name == entry.name
        assert handbook.view.toPlainText().startswith(titles[entry.name])
        assert handbook.view.accessibleName() == titles[entry.name]
        if entry.name == "start":
            small_tables_page(opened)


@pytest.mark.daily(3)
@pytest.mark.parametrize(
    ("place", "page"),
    [
        ("run_tables", "kept-tables"),
        ("unlock", "settings"),
        ("own_rows", "tables"),
        ("value_editor", "values"),
        ("categories", "tables"),
        ("words", "tables"),
        ("keys", "keys"),
        ("about", INDEX),
        ("look_up", "lookup"),
    ],
)
def test_f1_opens_the_page_about_where_the_keyboard_is(
    window: MainWindow, tmp_path: Path, place: str, page: str
) -> None:
    root = PLACES[place](window, tmp_path)
    QApplication.processEvents()
    if root is window:
        found = window.findChild(QWidget, "lookup")
        assert found is not None
        root = next(one for one in found.findChildren(QWidget) if one.focusPolicy() and one.isVisible())
        root.setFocus()
    else:
        root.activateWindow()
        focus = root.focusWidget() or next(one for one in root.findChildren(QWidget) if one.focusPolicy())
        focus.setFocus()
    QApplication.processEvents()
    focus = QApplication.focusWidget()
    assert focus is not None
    QTest.keyClick(focus, Qt.Key.Key_F1)
    QApplication.processEvents()
    handbook = window.findChild(Handbook)
    assert handbook is not None
    assert handbook.page.name == page
    assert QApplication.activePopupWidget() is None
    modal = QApplication.activeModalWidget()
    assert modal is None or handbook.parent() is modal  # else it could not be read
    handbook.close()
    QApplication.sendPostedEvents(None, 52)  # what is to be deleted
    assert window.findChild(Handbook) is None
    leave(window)


def test_the_handbook_of_a_modal_dialog_goes_with_it(window: MainWindow, tmp_path: Path) -> None:
    open_handbook(window)
    dialog = PLACES["unlock"](window, tmp_path)
    assert isinstance(dialog, QDialog)
    dialog.activateWindow()
    QApplication.processEvents()
    handbook = open_handbook(window)
    assert handbook.parent() is dialog
    dialog.reject()
    QApplication.sendPostedEvents(None, 52)  # what is to be deleted
    assert window.findChild(Handbook) is None
    assert open_handbook(window).parent() is window
    leave(window)


@pytest.mark.thorough
def test_the_handbook_is_one_window_that_escape_closes(opened: MainWindow) -> None:
    first = open_handbook(opened)
    assert open_handbook(opened) is first
    assert f"version {VERSION}" in first.version.text()
    QTest.keyClick(first, "\x1b")
    QApplication.sendPostedEvents(None, 52)  # what is to be deleted
    assert opened.findChild(Handbook) is None
    assert open_handbook(opened) is not first


@pytest.mark.thorough
def test_a_link_is_followed_and_the_way_back_is_known(opened: MainWindow) -> None:
    handbook = open_handbook(opened)
    assert not handbook.back.isEnabled()
    handbook.view.anchorClicked.emit(QUrl("values.md"))
    assert handbook.page.name == "values"
    handbook.back.click()
    assert handbook.page.name == "tables"


def test_no_link_leads_out_of_the_handbook(opened: MainWindow, tmp_path: Path) -> None:
    handbook = open_handbook(opened)
    outside = tmp_path / "outside.md"
    outside.write_text("# Outside\n", encoding="utf-8")
    handbook.view.anchorClicked.emit(QUrl.fromLocalFile(str(outside)))
    assert handbook.page.name == INDEX
    kind = QTextDocument.ResourceType.MarkdownResource.value
    assert handbook.view.loadResource(kind, QUrl.fromLocalFile(str(outside))) is None


def names_listed(index: QListWidget) -> list[str]:
    return [index.item(row).data(0x100) for row in range(index.count()) if index.item(row).data(0x100)]


@pytest.mark.thorough
def test_the_index_lists_all_pages_and_the_search_those_with_the_words(opened: MainWindow) -> None:
    handbook = open_handbook(opened)
    assert names_listed(handbook.index) == [page.name for page in pages("en")]
    assert handbook.index.currentItem().data(0x100) == "tables"
    QTest.keyClicks(handbook.search, "sub-total nowhere")
    assert names_listed(handbook.index) == []
    assert handbook.index.item(0).text() == "No page has all these words."
    handbook.search.clear()
    QTest.keyClicks(handbook.search, "embargo")
    assert names_listed(handbook.index)[0] == "release"
    QTest.keyClick(handbook.search, "\r")
    assert handbook.page.name == "release"
    assert handbook.view.textCursor().selectedText() == "Embargo"


@pytest.mark.thorough
def test_the_handbook_follows_the_language_of_the_window(opened: MainWindow, settings: Settings) -> None:
    handbook = open_handbook(opened)
    settings.set("language", "de")
    assert handbook.windowTitle() == "Handbuch"
    assert handbook.page.name == "tables"
    assert handbook.view.toPlainText().startswith("Tabellen bauen")


@pytest.mark.daily(1)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_of_keys_names_every_key_of_the_program(opened: MainWindow, settings: Settings, language: str) -> None:
    settings.set("language", language)
    page = next(page for page in pages(language) if page.name == "keys")
    written = set(re.findall(r"^\| (.+) \| (.+) \|$", page.text, re.MULTILINE))
    said: set[tuple[str, str]] = set()
    for entry in PAGES[1:]:
        opened.go_to(entry.name)  # type: ignore[arg-type]
        opened.jobs.wait_idle()
        shown = opened.page(entry.name)
        assert shown is not None
        of_page = shown.keys()
        said.update(opened.menus.keyed(), *(keys for _, keys in of_page))
    assert said - written == set()


@pytest.mark.thorough
def test_no_page_scrolls_sideways(opened: MainWindow) -> None:
    handbook = open_handbook(opened)
    for width in (700,) if FEW else (1120, 700):
        handbook.resize(width, 600)
        for page in pages("en"):
            handbook.show_page(page.name)
            QApplication.processEvents()
            assert handbook.view.horizontalScrollBar().maximum() == 0, (page.name, width)


@pytest.mark.thorough
def test_a_picture_is_shown_as_wide_as_it_is_where_there_is_room(opened: MainWindow) -> None:
    handbook = open_handbook(opened)
    address = QUrl.fromLocalFile(str(FOLDER / "pictures" / "en" / "tables.png"))
    kind = QTextDocument.ResourceType.ImageResource.value
    handbook.resize(2000, 600)
    QApplication.processEvents()
    assert handbook.view.loadResource(kind, address).width() == QImage(address.toLocalFile()).width()


@pytest.mark.thorough
def test_a_page_is_a_document_whose_headings_links_and_pictures_a_screen_reader_finds(window: MainWindow) -> None:
    window.menus.actions["handbook"].trigger()
    book = window.findChild(Handbook)
    assert book is not None
    page = QAccessible.queryAccessibleInterface(book.paper)
    assert page is not None
    for name in ("release", "start", "index"):
        book.show_page(name)
        assert (page.role(), page.text(Text.Name)) == (Role.Document, book.page.title)
        parts = [page.child(place) for place in range(page.childCount())]
        by_role = {role: [one for one in parts if one.role() == role] for role in {one.role() for one in parts}}
        headings = [(one.part.level, one.text(Text.Name)) for one in by_role[Role.Heading]]
        written = re.findall(r"^(#+) (.+)$", book.page.text, re.MULTILINE)
        assert headings == [(len(signs), plain_of(words)) for signs, words in written]
        alts = [one.text(Text.Name) for one in by_role.get(Role.Graphic, [])]
        assert alts == re.findall(r"!\[([^]]*)\]", book.page.text)
        links = re.findall(r"(?<!!)\[([^]]*)\]\([^)]*\)", " ".join(book.page.text.split()))
        assert [one.text(Text.Name) for one in by_role.get(Role.Link, [])] == links
        assert all(one.parent() is page and page.indexOfChild(one) == place for place, one in enumerate(parts))
    link = by_role[Role.Link][0]
    link.part.act()
    assert book.page.name != "index"
    assert not isValid(link)  # the parts of a page go with it
    book.close()


def plain_of(words: str) -> str:
    """A line of Markdown without its marks."""
    return re.sub(r"[*`]", "", words)
