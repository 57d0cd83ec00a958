"""Web pages and parts of them as axe-core sees them in Chromium. Only with --thorough, where both are installed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import ckmcore as ckm
from ckmcore.office.settings import Office
from ckmcore.tabulate.picture_choice import PictureChoice, TableSight
from ckmcore.tabulate.spec import PRINTED
from tests.kit.browser import Browser, axe_script, without_chromium
from tests.kit.cube_tables import drafts
from tests.kit.logos import picture

pytestmark = [pytest.mark.thorough, without_chromium]
OFFICE = Office(name=ckm.Texts("Office", "Amt"), logo=picture())


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with Browser(tmp_path_factory.mktemp("browser")) as opened:
        yield opened


def violations(browser: Browser, path: Path) -> list[Any]:
    """What axe-core has against a page by WCAG 2.2 AA; nothing but the page may have been asked for."""
    browser.requests.clear()
    browser.open(path, "document.readyState == 'complete'")
    browser.run(axe_script())
    tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
    script = f"axe.run({{ runOnly: {json.dumps(tags)} }}).then(found => JSON.stringify(found.violations))"
    found = [(one["id"], [node["html"] for node in one["nodes"]][:2]) for one in json.loads(browser.run(script))]
    assert [url for url in browser.requests if not url.startswith(("file:", "data:"))] == []
    return found


@pytest.mark.parametrize("language", ["de", "en"])
def test_pages_have_no_violation(browser: Browser, tmp_path: Path, language: Any) -> None:
    for number, draft in enumerate(drafts(6, 4)):
        spec = draft.table.spec
        shown = replace(spec.presentation, language=language) if number % 2 else replace(PRINTED, language=language)
        table = replace(draft.table, spec=spec.with_changes(presentation=shown))
        path = ckm.export(replace(draft, table=table), tmp_path / "t.html", office=OFFICE)
        assert violations(browser, path) == []


def with_picture(draft: ckm.Draft, sight: TableSight = "both") -> ckm.Draft:
    spec = draft.table.spec
    shown = replace(spec.presentation, picture=PictureChoice(sight=sight))
    return replace(draft, table=replace(draft.table, spec=spec.with_changes(presentation=shown)))


@pytest.mark.parametrize("language", ["de", "en"])
def test_pages_and_parts_with_pictures_have_no_violation(browser: Browser, tmp_path: Path, language: Any) -> None:
    shown = 0
    for draft in map(with_picture, drafts(6, 4)):
        page = ckm.export(draft, tmp_path / "t.html", language=language, office=OFFICE)
        part = ckm.export(draft, tmp_path / "part.html", form="html-fragment", language=language, office=OFFICE)
        assert violations(browser, page) == []
        head = f'<!DOCTYPE html><html lang="{language}"><head><meta charset="utf-8"><title>News</title></head>'
        other = part.read_text("utf-8").replace('id="t', 'id="u').replace('headers="t', 'headers="u')
        other = re.sub(r"(?<=[\" ])t(?=[0-9a-f]{8}-)", "u", other)
        inside = f"<body><main><h1>News</h1>{part.read_text('utf-8')}{other}</main></body></html>"
        (tmp_path / "page.html").write_text(head + inside, encoding="utf-8")
        assert violations(browser, tmp_path / "page.html") == []
        shown += "<figure>" in page.read_text("utf-8")
    assert shown > 2


@pytest.mark.parametrize("language", ["de", "en"])
def test_several_parts_pasted_into_a_page_have_no_violation_of_their_own(
    browser: Browser, tmp_path: Path, language: Any
) -> None:
    parts = []
    for draft in drafts(4, 9):
        path = ckm.export(draft, tmp_path / "part.html", form="html-fragment", language=language, office=OFFICE)
        parts.append(path.read_text("utf-8"))
    page = tmp_path / "page.html"
    head = f'<!DOCTYPE html><html lang="{language}"><head><meta charset="utf-8"><title>News</title></head>'
    page.write_text(f"{head}<body><main><h1>News</h1>{''.join(parts)}</main></body></html>", encoding="utf-8")
    assert violations(browser, page) == []
