"""The pictures of the handbook, made by walking through what its pages describe: run with --thorough and commit them.

They lie in resources/handbook/pictures, a folder for each language; that of README in docs/pictures. The status bar is
left out: it tells seconds.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QDateTime, QPoint, QRect, Qt
from PySide6.QtGui import QImage, qRgb
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu, QPushButton, QWidget

from ckmcore.base.numbers import Language, date_text
from ckmcore.base.texts import Texts
from ckmcore.tabulate.spec import Condition, OwnRow
from ckmdesk.base.paths import resources
from ckmdesk.base.settings import Settings
from ckmdesk.commands.evaluation import set_evaluation
from ckmdesk.commands.tables import shade
from ckmdesk.pages.data.loaded_view import LoadedView
from ckmdesk.pages.quality.page import QualityPage
from ckmdesk.pages.release.page import ReleasePage
from ckmdesk.pages.tables.page import TablesPage
from ckmdesk.pages.tables.value_editor import ValueEditor
from ckmdesk.shell.run_tables import RunTables
from ckmdesk.shell.window import MainWindow
from ckmdesk.state.choices import EvaluationChoice
from ckmdesk.widgets.chips import Chip
from tests.journeys.test_offscreen import choose, part, press, ready

PICTURES = resources() / "handbook" / "pictures"
OF_README = Path(__file__).resolve().parents[2] / "docs" / "pictures"
SIZE = (1280, 800)
HEAD = "Kreis;Geschlecht;Alter;Umsatz"
PEOPLE = {"de": ("Anna Beispiel", "Pressestelle"), "en": ("Anna Example", "Press office")}


class Walk:
    """One window, and where its pictures go."""

    def __init__(self, window: MainWindow, language: Language) -> None:
        self.window, self.language, self.folder = window, language, PICTURES / language
        self.folder.mkdir(parents=True, exist_ok=True)

    def keep(
        self, name: str, widget: QWidget | None = None, room: QRect | None = None, folder: Path | None = None
    ) -> None:
        """The picture of the window without its status bar, of a part of it, or of a widget of its own."""
        ready(self.window)
        shown = widget or self.window
        if widget is None and room is None:
            room = QRect(0, 0, shown.width(), shown.height() - self.window.statusBar().height())
        picture = shown.grab(room) if room is not None else shown.grab()
        assert few_colours(picture.toImage()).save(str((folder or self.folder) / f"{name}.png"), "PNG", 0)

    def page(self, name: str) -> QWidget:
        self.window.go_to(name)  # type: ignore[arg-type]
        ready(self.window)
        found = self.window.page(name)
        assert found is not None
        return found


@pytest.fixture
def walk(window: MainWindow, settings: Settings, language: Language) -> Iterator[Walk]:
    """The same pictures on any day: no caret blinks, and dates are set where they are asked for."""
    flash = QApplication.cursorFlashTime()
    QApplication.setCursorFlashTime(0)
    settings.set("language", language)
    settings.set("person", PEOPLE[language][0])
    window.resize(*SIZE)
    yield Walk(window, language)
    QApplication.setCursorFlashTime(flash)


def tables(walk: Walk) -> TablesPage:
    found = walk.page("tables")
    assert isinstance(found, TablesPage)
    return found


def few_colours(picture: QImage) -> QImage:
    """The same with 256 colours, for a small file: those that cover most of it, bright ones before shades of grey."""
    picture = picture.convertToFormat(QImage.Format.Format_RGB32)
    size = picture.width(), picture.height()
    dots = np.frombuffer(picture.constBits(), np.uint32).reshape(size[1], -1)[:, : size[0]]
    colours, place, often = np.unique(dots, return_inverse=True, return_counts=True)
    parts = (colours[:, None] >> np.array([16, 8, 0], np.uint32) & 255).astype(np.int64)
    wanted = often * (1 + parts.max(axis=1) - parts.min(axis=1))
    kept = parts[np.argsort(-wanted, kind="stable")[:256]]
    nearest = ((parts[:, None, :] - kept) ** 2).sum(axis=2).argmin(axis=1).astype(np.uint8)
    made = QImage(nearest[place].tobytes(), *size, size[0], QImage.Format.Format_Indexed8)
    made.setColorTable([qRgb(*colour) for colour in kept.tolist()])
    return made.copy()


def popups(kind: type[QWidget]) -> list[QWidget]:
    return [one for one in QApplication.topLevelWidgets() if isinstance(one, kind) and one.isVisible()]


@pytest.mark.thorough
@pytest.mark.parametrize("language", ["de", "en"])
def test_pictures_of_the_clerks_pages(walk: Walk, settings: Settings, language: Language) -> None:
    window = walk.window
    walk.keep("start", room=QRect(0, 0, 1280, 520))
    press(part(window, QPushButton, "door:sample"), Qt.Key.Key_Return)
    settings.set("role", "clerk")
    page = tables(walk)
    walk.keep("tables")
    press(choose(window, "sex"), Qt.Key.Key_C)
    walk.keep("first-step", room=QRect(80, 70, 1200, 400))

    page.editor.chip_menu(part(window, Chip, "chip:rows:university").item, QPoint(0, 0))  # type: ignore[attr-defined]
    menu = popups(QMenu)[-1]
    walk.keep("menu", menu)
    menu.close()

    page.editor.own_rows.add("rows", own_rows())
    walk.keep("own-rows", page.editor.own_rows.open)
    assert page.editor.own_rows.open is not None
    page.editor.own_rows.open.close()

    share = next(item for item, _ in page.editor.values.listed() if item.name == "share")
    page.editor.values.move(share, None)
    ready(window)
    page.editor.values.edit(1)
    editor = popups(ValueEditor)[-1]
    walk.keep("value", editor)
    editor.close()

    page.left.setCurrentIndex(1)
    walk.keep("saved-tables", room=QRect(0, 26, 900, 420))
    window.run_tables()
    dialog = window.findChild(RunTables)
    assert dialog is not None
    dialog.folder.setText("Z:\\Statistik\\2026")
    walk.keep("run-tables", dialog)
    dialog.close()


@pytest.mark.thorough
@pytest.mark.parametrize("language", ["de", "en"])
def test_pictures_of_a_release(walk: Walk, settings: Settings, language: Language) -> None:
    window = walk.window
    window.open_sample()
    ready(window)
    release = walk.page("release")
    assert isinstance(release, ReleasePage)
    release.open_submit()
    ready(window)
    release.submit_card.fields["recipient"].setText(PEOPLE[language][1])
    release.submit_card.embargo.setDateTime(QDateTime(2026, 7, 1, 10, 0, 0))
    walk.keep("submit", room=QRect(80, 26, 1200, 640))
    release.submit_card.submit.click()
    ready(window)
    window.clear_message()
    settings.set("role", "releaser")
    walk.page("release")
    walk.keep("release", room=QRect(80, 26, 1200, 748))


@pytest.mark.thorough
@pytest.mark.parametrize("language", ["de", "en"])
def test_pictures_of_the_methodologists_pages(walk: Walk, language: Language, tmp_path: Path) -> None:
    window = walk.window
    delivered = tmp_path / "lieferung.csv"
    delivered.write_text(HEAD + "\n" + "\n".join(records()) + "\n", encoding="cp1252")
    window.open_path(delivered)
    walk.keep("import", room=QRect(80, 26, 1200, 748))
    window.open_sample()
    ready(window)
    window.clear_message()
    data = walk.page("data")
    walk.keep("variables", room=QRect(80, 26, 1200, 560))
    loaded = data.findChild(LoadedView)
    assert loaded is not None
    for tab, name in ((1, "hierarchies"), (2, "record-keys")):
        loaded.tabs.setCurrentIndex(tab)
        walk.keep(name, room=QRect(80, 26, 1200, 748))

    page = tables(walk)
    part(window, QPushButton, "look-up").click()  # type: ignore[attr-defined]
    page.grid.setCurrentIndex(page.grid.model().index(4, 1))
    walk.keep("look-up")
    if language == "en":
        window.desk.run(shade("noise"))
        walk.keep("tables", folder=OF_README)
        window.desk.run(shade("none"))
    part(window, QPushButton, "look-up").click()  # type: ignore[attr-defined]

    walk.page("method")
    walk.keep("method")
    part(window, QPushButton, "variant:1").click()  # type: ignore[attr-defined]
    ready(window)
    part(window, QPushButton, "put-in-force").click()  # type: ignore[attr-defined]
    for name in ("date", "valid_from"):
        part(window, QLineEdit, f"decision:{name}").setText(date_text("2026-07-01", walk.language))  # type: ignore[attr-defined]
    walk.keep("decision")
    part(window, QPushButton, "decision:cancel").click()  # type: ignore[attr-defined]

    window.desk.run(set_evaluation(EvaluationChoice(seconds=5, repetitions=200)))
    quality = walk.page("quality")
    assert isinstance(quality, QualityPage)
    quality.compute()
    ready(window)
    board = quality.board
    board.view.setCurrentIndex(board.model.index(board.model.row_of("mean_deviation"), 1))
    walk.keep("quality")
    walk.page("settings")
    walk.keep("settings", room=QRect(80, 26, 1200, 560))


def records() -> list[str]:
    """Lines of a made-up file: codes with a leading zero, German numbers, a missing age."""
    chance = np.random.default_rng(1)
    lines = []
    for number in range(200):
        district = ("01001", "05111", "09162")[chance.integers(3)]
        age = "" if number == 2 else str(chance.integers(15, 90))
        turnover = f"{chance.integers(1, 2000)},{chance.integers(2) * 5}0"
        lines.append(f"{district};{('männlich', 'weiblich')[chance.integers(2)]};{age};{turnover}")
    return lines


def own_rows() -> tuple[OwnRow, ...]:
    """Two rows that together are all."""
    return (
        OwnRow(Texts("women", "Frauen"), (Condition("sex", ("w",)),), "davon"),
        OwnRow(Texts("men and diverse", "Männer und divers"), (Condition("sex", ("m", "d")),), "davon"),
    )
