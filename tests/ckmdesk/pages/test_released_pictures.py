"""Pictures are chosen as files of a release, looked at on its page, and written with the table."""

from __future__ import annotations

from pathlib import Path

import pytest

from ckmcore.formats.forms import PICTURES
from ckmdesk.pages.release.lines import CHECK_TITLES
from ckmdesk.shell.window import MainWindow
from tests.ckmdesk.pages.release_pages import do, opened
from tests.kit.tables_page import settle


@pytest.mark.daily(1)
def test_a_picture_is_looked_at_before_it_is_released_and_written_with_its_table(
    window: MainWindow, tmp_path: Path
) -> None:
    page = opened(window, tmp_path)
    page.open_submit()
    settle(window)
    assert set(PICTURES) < set(page.submit_card.forms)
    for name, box in page.submit_card.forms.items():
        box.setChecked(name in ("csv", "picture-svg"))
    page.submit_card.submit.click()
    settle(window)
    preview = page.preview
    names = [preview.form.itemData(place) for place in range(preview.form.count())]
    preview.form.setCurrentIndex(names.index("picture-svg"))
    preview.form.activated.emit(names.index("picture-svg"))
    settle(window)
    assert preview.page is not None
    assert preview.page.picture is not None
    shape = preview.page.picture.width() / preview.page.picture.height()
    assert (preview.page.count, round(shape, 1)) == (1, round(160 / 110, 1))
    assert preview.facts.text_whole() == "Picture (SVG) · Page 1 of 1"
    window.settings.set("person", "Bert Release")
    do(window, page, "release", "looked at")
    page.write(1, tmp_path / "out")
    settle(window)
    files = {file.suffix: file for file in (tmp_path / "out").iterdir()}
    assert set(files) == {".csv", ".svg"}
    assert "Released on" in files[".svg"].read_text("utf-8")


def test_the_point_of_the_checklist_on_the_picture_has_a_title() -> None:
    assert CHECK_TITLES["picture"] == "Picture"
