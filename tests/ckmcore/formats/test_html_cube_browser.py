"""A cube as a page in a browser: looked at by axe-core, driven by keyboard, watched for requests. Only with --thorough,
where Chromium (Debian: chromium) and axe-core (npm) are installed."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import ckmcore as ckm
from ckmcore.formats import write_html_cube
from ckmcore.formats.cube import cubes, unhidden
from ckmcore.presentation.present import present_draft
from tests.kit.browser import Browser, axe_script, without_chromium
from tests.kit.cube_pages import texts_by_choice
from tests.kit.leak_tables import content, page
from tests.kit.listed_tables import LISTED_METHODS, as_list, records

pytestmark = [pytest.mark.thorough, without_chromium]
READY = "document.getElementById('main') && !document.getElementById('main').hidden"
# The texts of a table as they stand on the screen, with the choice of every dimension.
SHOWN = """(() => {
  const choices = [...document.querySelectorAll('#axes select')].map(one => one.value);
  const cells = [...document.querySelectorAll('#body tr')].map(row => [...row.children].map(cell => {
    const copy = cell.cloneNode(true); copy.querySelectorAll('sup').forEach(mark => mark.remove());
    return copy.textContent.trim(); }));
  return { choices, cells };
})()"""


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with Browser(tmp_path_factory.mktemp("browser")) as opened:
        yield opened


def chosen(browser: Browser, *choice: object) -> None:
    """Choose by the lists of the page, as a reader does."""
    for at, one in enumerate(choice):
        browser.run(
            f"(() => {{ const list = document.getElementById('axis{at}'); list.value = {json.dumps(str(one))};"
            " list.dispatchEvent(new Event('change')); })()"
        )


def until(browser: Browser, ready: str) -> None:
    browser.run(f"new Promise(done => {{ const look = () => {ready} ? done() : setTimeout(look, 5); look(); }})")


def key(browser: Browser, name: str, code: str = "", text: str = "") -> None:
    facts: dict[str, Any] = {"key": name, "code": code or name, "text": text}
    codes = {"Tab": 9, "Enter": 13, " ": 32, "ArrowDown": 40}
    facts["windowsVirtualKeyCode"] = codes.get(name, 0)
    browser.ask("Input.dispatchKeyEvent", type="keyDown", **facts)
    browser.ask("Input.dispatchKeyEvent", type="keyUp", **facts)


@pytest.mark.parametrize("language", ["de", "en"])
def test_figures_on_the_screen_are_those_of_the_cube(browser: Browser, language: Any, tmp_path: Path) -> None:
    path = tmp_path / "t.html"
    path.write_bytes(content("html-cube", tmp_path, language))
    browser.requests.clear()
    browser.open(path, READY)
    document = unhidden(page(language))
    cube = cubes(document)[0]
    wanted = texts_by_choice(cube, document.office.sign, language, [])
    sizes, drawn = [*cube.shape, len(cube.measures)], random.Random(3)
    for _ in range(25):
        row, column = drawn.sample(range(len(sizes)), 2)
        choice: list[Any] = [drawn.randrange(size) for size in sizes]
        choice[row], choice[column] = "rows", "columns"
        chosen(browser, *choice)
        shown = browser.run(SHOWN)
        assert shown["choices"] == [str(one) for one in choice]
        for number, cells in enumerate(shown["cells"]):
            for place, text in enumerate(cells[1:]):
                at = [*choice]
                at[row], at[column] = number, place
                assert text == wanted[tuple(at)], (at, text)
    assert browser.faults == []
    assert {one.partition("#")[0] for one in browser.requests} == {path.as_uri()}
    # The address keeps the choice: opened again, the page shows the same.
    browser.ask("Page.reload")
    browser.run(f"new Promise(done => {{ const look = () => ({READY}) ? done() : setTimeout(look, 5); look(); }})")
    assert browser.run(SHOWN) == shown


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [1280, 320])
@pytest.mark.parametrize("language", ["de", "en"])
def test_axe_finds_no_violation_and_a_narrow_page_is_not_wider(
    browser: Browser, language: Any, width: int, dark: bool, tmp_path: Path
) -> None:
    axe = axe_script()
    path = tmp_path / "t.html"
    path.write_bytes(content("html-cube", tmp_path, language))
    browser.size(width, 900, dark=dark)
    browser.open(path, READY)
    browser.run(axe)
    browser.run("document.getElementById('draw').click()")
    for choice in (None, ("rows", "rows", "columns", "columns"), (0, 0, 0, 0), ("rows", "columns", 0, "rows")):
        if choice is not None:
            chosen(browser, *choice)
        found = browser.run("axe.run(document).then(({ violations, passes }) => [violations, passes])")
        assert [(one["id"], one["nodes"][0]["html"]) for one in found[0]] == []
        assert {"color-contrast", "label", "select-name"} <= {one["id"] for one in found[1]}
        assert browser.run("document.documentElement.scrollWidth <= window.innerWidth")
    assert browser.faults == []


def test_all_of_it_is_reached_by_keyboard_and_told_in_words(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "t.html"
    path.write_bytes(content("html-cube", tmp_path, "en"))
    browser.size(1280, 900)
    browser.open(path, READY)
    met, outlines = [], []
    for _ in range(14):
        key(browser, "Tab")
        met.append(browser.run("document.activeElement.id || document.activeElement.textContent"))
        outlines.append(browser.run("getComputedStyle(document.activeElement).outlineStyle"))
    assert met[:9] == ["axis0", "axis1", "axis2", "axis3", "find", "swap", "copy", "save", "draw"]
    assert met[9:13] == ["scroll", "State", "m", "w"]
    assert outlines[:10] == ["solid"] * 10
    browser.run("document.getElementById('find').focus()")
    status = "document.getElementById('status').textContent"
    browser.run("document.querySelector('#head [data-column=\"1\"]').focus()")
    key(browser, "Enter", text="\r")
    assert "Sorted by w, descending." in browser.run(status)
    sorts = "[...document.querySelectorAll('[aria-sort]')].map(one => one.getAttribute('aria-sort'))"
    assert browser.run(sorts).count("descending") == 1
    assert browser.run("document.activeElement.dataset.column") == "1"
    key(browser, "Enter", text="\r")
    assert "ascending" in browser.run(sorts)
    assert browser.run("document.getElementById('table').getAttribute('aria-rowcount')") == "5"
    assert browser.run("document.getElementById('caption').textContent").startswith("age: Total")
    browser.run("document.getElementById('find').focus()")
    for letter in "Mountain":
        key(browser, letter, text=letter)
    assert browser.run("document.querySelectorAll('#body tr').length") == 1
    assert browser.run(status).startswith("Rows 1 to 1 of 1.")


def test_a_picture_shows_published_cells_and_no_total_and_says_what_it_leaves_out(
    browser: Browser, tmp_path: Path
) -> None:
    path = tmp_path / "t.html"
    path.write_bytes(content("html-cube", tmp_path, "en"))
    browser.size(1280, 900)
    browser.requests.clear()
    browser.open(path, READY)
    shape = "document.querySelectorAll('#bars rect').length"
    assert browser.run(shape) == 0
    browser.run("document.getElementById('draw').click()")
    assert browser.run("document.getElementById('draw').getAttribute('aria-pressed')") == "true"
    told = browser.run("[...document.querySelectorAll('#bars rect title')].map(one => one.textContent)")
    shown = browser.run(SHOWN)["cells"]
    heads = browser.run("[...document.querySelectorAll('#head th')].map(one => one.textContent)")[1:]
    wanted = {
        f"{cells[0]}, {head}: {text}"
        for cells in shown
        for head, text in zip(heads, cells[1:], strict=False)
        if "Total" not in (cells[0], head)
    }
    assert len(told) > 3
    assert set(told) <= wanted
    drawn = browser.run("document.getElementById('drawn').textContent")
    assert drawn.startswith("Bars of ")
    assert "Totals are not drawn" in drawn
    chosen(browser, "rows", "columns", 0, "rows")
    assert browser.run("document.getElementById('drawn').textContent").startswith("A picture needs one kind")
    assert browser.run(shape) == 0
    assert (browser.faults, {one.partition("#")[0] for one in browser.requests}) == ([], {path.as_uri()})


def test_a_copy_is_made_and_a_csv_is_saved_without_a_request(browser: Browser, tmp_path: Path) -> None:
    path, folder = tmp_path / "t.html", tmp_path / "saved"
    folder.mkdir()
    path.write_bytes(content("html-cube", tmp_path, "de"))
    browser.ask("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(folder))
    browser.open(path, READY)
    browser.requests.clear()
    browser.run("document.getElementById('save').click()")
    for _ in range(200):
        if [one for one in folder.iterdir() if one.suffix == ".csv"]:
            break
        browser.run("new Promise(done => setTimeout(done, 20))")
    browser.ask("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
    browser.ask("Page.bringToFront")
    browser.run("document.getElementById('copy').click()")
    told = "document.getElementById('status').textContent"
    until(browser, f"{told}.includes('kopiert')")
    copied = browser.run("navigator.clipboard.readText()")
    assert "Code Land ²⁾\tLand ²⁾\tm" in copied or "Code Land" in copied
    assert "Bitte die Zahlen nicht addieren" in copied
    (saved,) = folder.iterdir()
    text = saved.read_text("utf-8-sig")
    assert saved.name == "Studierende nach Land.csv"
    assert "Bitte die Zahlen nicht addieren" in text
    assert "Code Land;Land ²⁾;m;w;Insgesamt" in text or "Code Land" in text
    assert [one for one in browser.requests if not one.startswith("blob:")] == []


def test_long_and_wide_tables_are_shown_in_parts_with_right_numbers(browser: Browser, tmp_path: Path) -> None:
    table = ckm.protect(as_list(records(), ckm.TableSpec(rows=["land", "age"], columns=["sex"])), LISTED_METHODS[0])
    path = tmp_path / "t.html"
    document = unhidden(present_draft(table, "de"))
    write_html_cube.write_html_cube(cubes(document)[0], document, path)
    browser.open(path, READY)
    chosen(browser, "rows", "rows", "rows")
    count = browser.run("document.querySelectorAll('#body tr').length")
    assert count == 200
    first = browser.run("document.querySelector('#body tr').getAttribute('aria-rowindex')")
    assert first == "2"
    browser.run("document.getElementById('down').focus()")
    while not browser.run("document.getElementById('down').disabled"):
        key(browser, "Enter", text="\r")
    assert browser.run("document.activeElement.id") == "up"
    rows = int(browser.run("document.getElementById('table').getAttribute('aria-rowcount')"))
    last = browser.run("[...document.querySelectorAll('#body tr')].pop().getAttribute('aria-rowindex')")
    assert int(last) == rows
    chosen(browser, "columns", "columns", "rows")
    assert browser.run("document.querySelectorAll('#head tr').length") == 2
    assert browser.run("document.querySelectorAll('#head tr:last-child th').length") <= 31
    browser.run("document.getElementById('right').click()")
    index = browser.run("document.querySelector('#body td').getAttribute('aria-colindex')")
    assert index == "32"
    wanted = browser.run("document.getElementById('status').textContent")
    assert "Spalten 31 bis" in wanted


def test_damaged_data_and_old_browsers_are_a_sentence(browser: Browser, tmp_path: Path) -> None:
    whole = content("html-cube", tmp_path, "de").decode("utf-8")
    begin = whole.index('id="bytes">') + 11
    path = tmp_path / "t.html"
    path.write_text(whole[: begin + 20] + "AAAA" + whole[begin + 24 :], encoding="utf-8")
    failed = "document.getElementById('failed') && document.getElementById('failed').textContent"
    browser.open(path, failed)
    assert "beschädigt" in browser.run(failed)
    path.write_text(whole, encoding="utf-8")
    source = "delete window.DecompressionStream"
    number = browser.ask("Page.addScriptToEvaluateOnNewDocument", source=source)["identifier"]
    browser.open(path, failed)
    assert "zu alt" in browser.run(failed)
    browser.ask("Page.removeScriptToEvaluateOnNewDocument", identifier=number)
    browser.ask("Emulation.setScriptExecutionDisabled", value=True)
    browser.open(path)
    text = browser.run("document.body.innerText")
    browser.ask("Emulation.setScriptExecutionDisabled", value=False)
    assert "Diese Seite zeigt ihre Tabellen mit JavaScript." in text
    assert "Studierende nach Land" in text
