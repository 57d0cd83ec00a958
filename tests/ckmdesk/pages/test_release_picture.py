"""The picture of a table on the page of its release: from the figures of the release, beside the page that is read."""

from __future__ import annotations

from pathlib import Path

from ckmdesk.commands import pictures
from ckmdesk.pages.release.page_preview import PICTURE, PreviewCard
from ckmdesk.shell.window import MainWindow
from tests.ckmdesk.pages.release_pages import hand_in, opened
from tests.kit.tables_page import settle


def show_form(window: MainWindow, preview: PreviewCard, form: str) -> None:
    place = preview.form.findData(form)
    assert place >= 0
    preview.form.setCurrentIndex(place)
    preview.form.activated.emit(place)
    settle(window)


def test_a_table_that_is_shown_as_a_picture_is_read_so_before_its_release(window: MainWindow, tmp_path: Path) -> None:
    page = opened(window, tmp_path)
    window.desk.run(pictures.show_sight("picture"))
    hand_in(window, page)
    preview, seen = page.preview, list[tuple[str, int, int]]()
    preview.seen.connect(lambda *what: seen.append(what))
    assert preview.form.isVisible()
    show_form(window, preview, PICTURE)
    assert preview.page is not None
    assert preview.page.picture is not None
    assert preview.facts.text_whole() == "Picture of the table · Page 1 of 1"
    assert preview.paper.accessibleDescription().startswith("Bars, grouped. People by sex and area.")
    size = window.desk.state.table.spec.presentation.picture
    assert preview.page.picture.width() == round(size.width / 25.4 * 144)
    assert seen == []  # the page is what is to be read
    show_form(window, preview, "xlsx")
    assert len(seen) == 1


def test_a_table_without_a_picture_has_its_pages_alone(window: MainWindow, tmp_path: Path) -> None:
    page = opened(window, tmp_path)
    hand_in(window, page)
    assert page.preview.form.findData(PICTURE) == -1
