"""The pictures of the handbook, made by walking through what its pages describe: run with --thorough and commit them.

They lie in resources/handbook/pictures, a folder for each language; that of README in docs/pictures. The status bar is
left out: it tells seconds.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from PySide6.QtCore import QDateTime, QModelIndex, QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QImage
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu, QPushButton, QToolButton, QWidget

from ckmcore.base.numbers import Language, date_text
from ckmcore.base.texts import Texts
from ckmcore.tabulate.spec import Condition, OwnRow
from ckmdesk.base.settings import Settings
from ckmdesk.commands.tables import open_table
from ckmdesk.lab.commands.evaluation import set_evaluation
from ckmdesk.lab.pages.quality.page import QualityPage
from ckmdesk.lab.state.choices import EvaluationChoice
from ckmdesk.pages.data.loaded_view import LoadedView
from ckmdesk.pages.method.page import MethodPage
from ckmdesk.pages.release.page import ReleasePage
from ckmdesk.pages.tables.page import TablesPage
from ckmdesk.pages.tables.value_editor import ValueEditor
from ckmdesk.rivals.commands.choices import set_rivals, set_suppression
from ckmdesk.rivals.state.choices import RivalsChoice, SuppressionChoice
from ckmdesk.shell.run_tables import RunTables
from ckmdesk.shell.window import MainWindow
from ckmdesk.widgets.basic import label
from ckmdesk.widgets.chips import Chip, encode
from ckmdesk.widgets.feasible_slider import FeasibleSlider
from tests.journeys.handbook_walk import PEOPLE, Walk, walking
from tests.journeys.offscreen import choose, part, press, ready

OF_README = Path(__file__).resolve().parents[2] / "docs" / "pictures"
MOVE, LEFT, NONE = Qt.DropAction.MoveAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
HEAD = "Kreis;Geschlecht;Alter;Umsatz"


@pytest.fixture
def walk(window: MainWindow, settings: Settings, language: Language) -> Iterator[Walk]:
    yield from walking(window, settings, language)


def tables(walk: Walk) -> TablesPage:
    found = walk.page("tables")
    assert isinstance(found, TablesPage)
    return found


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

    page.left.setCurrentIndex(0)
    assert window.desk.state.statistic is not None
    window.desk.run(open_table(window.desk.state.statistic.tables[-1]))
    walk.keep("blocks")
    if language == "en":
        walk.keep("tables", folder=OF_README)
    window.desk.run(open_table(window.desk.state.statistic.tables[1]))
    ready(window)
    press(part(window, QToolButton, "sight:picture"), Qt.Key.Key_Space)
    ready(window)
    ready(window)
    walk.keep("picture")
    window.desk.run(open_table(window.desk.state.statistic.tables[0]))
    ready(window)
    press(part(window, QToolButton, "sight:map"), Qt.Key.Key_Space)
    ready(window)
    ready(window)
    walk.keep("map")


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
    release.submit_card.zone.setText("Europe/Berlin")
    release.submit_card.embargo.setDateTime(QDateTime(2026, 7, 1, 10, 0, 0))
    walk.keep("submit", room=QRect(80, 26, 1200, 690))
    release.submit_card.submit.click()
    ready(window)
    window.clear_message()
    settings.set("role", "releaser")
    walk.page("release")
    walk.keep("release", room=QRect(80, 26, 1200, 748))
    if language == "en":
        walk.keep("release", folder=OF_README)


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
    part(window, QToolButton, "look-up").click()  # type: ignore[attr-defined]
    page.grid.setCurrentIndex(page.grid.model().index(4, 1))
    walk.keep("look-up")
    part(window, QToolButton, "look-up").click()  # type: ignore[attr-defined]

    walk.page("method")
    walk.keep("method")
    if walk.language == "en":
        walk.keep("method", folder=OF_README)
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
    if walk.language == "en":
        walk.keep("quality", folder=OF_README)
    walk.page("settings")
    walk.keep("settings", room=QRect(80, 26, 1200, 560))


@pytest.mark.thorough
@pytest.mark.parametrize("language", ["de", "en"])
def test_pictures_of_other_methods(walk: Walk, language: Language) -> None:
    window = walk.window
    window.open_sample()
    ready(window)
    window.clear_message()
    statistic = window.desk.state.statistic
    assert statistic is not None
    names = [table.name for table in statistic.tables]
    window.desk.run(set_rivals(RivalsChoice(left_out=tuple(names[:2]))))
    window.desk.run(set_suppression(SuppressionChoice(left_out=tuple(names[:3] + names[4:]))))
    page = walk.page("method")
    assert isinstance(page, MethodPage)
    for slot, name, room in (
        ("RivalsBoard", "methods", QRect(320, 70, 960, 704)),  # beside it stands when it was measured
        ("SuppressionPage", "suppression", QRect(80, 70, 1200, 704)),
    ):
        view = page.others[slot].view
        page.views.show_view(view)
        ready(window)
        view.compute()
        ready(window)
        walk.keep(name, room=room)


@pytest.mark.thorough
@pytest.mark.parametrize("language", ["en"])
def test_moving_picture_of_readme(walk: Walk) -> None:
    """A variable is dragged to the head of the table; a slider of the studio moves."""
    window, film = walk.window, Film()
    window.open_sample()
    page = tables(walk)
    ready(window)
    window.clear_message()
    film.take(window, 900)
    item = choose(window, "sex")
    mime = encode(page.left.variables.chosen())
    row = page.left.variables.visualRect(item) if isinstance(item, QModelIndex) else QRect(40, 340, 100, 20)
    head = page.grid.head.viewport()
    begin, end = QPoint(140, 26 + 324 + row.height() // 2), head.mapTo(window, QPoint(220, 30))
    held = label("Sex", "drop-active")
    held.setParent(window)
    held.resize(90, 26)
    for step in range(9):
        at = begin + (end - begin) * (step / 8)
        held.move(at)
        held.show()
        held.raise_()
        if step == 6:
            QApplication.sendEvent(head, QDragEnterEvent(QPoint(100, 20), MOVE, mime, LEFT, NONE))
        film.take(window, 110 if step < 8 else 700)
    QApplication.sendEvent(head, QDropEvent(QPointF(100, 20), MOVE, mime, LEFT, NONE))
    held.hide()
    held.deleteLater()
    ready(window)
    film.take(window, 1800)
    walk.page("method")
    slider = part(window, FeasibleSlider, "slider:V")
    first = slider.value()
    film.take(window, 900)
    for step in (*range(0, 21, 3), *range(18, -1, -3)):
        slider.setValue(first + step)
        ready(window)
        film.take(window, 160)
    film.take(window, 900)
    film.save(OF_README / "drop.gif")


class Film:
    """Pictures of a window, one after the other, with the milliseconds that each is shown."""

    def __init__(self) -> None:
        self.pictures: list[Image.Image] = []
        self.times: list[int] = []

    def take(self, window: MainWindow, milliseconds: int) -> None:
        QApplication.processEvents()
        room = QRect(0, 0, window.width(), window.height() - window.statusBar().height())
        seen = window.grab(room).toImage().convertToFormat(QImage.Format.Format_RGB888)
        smaller = seen.scaledToWidth(960, Qt.TransformationMode.SmoothTransformation)
        size, line = (smaller.width(), smaller.height()), smaller.bytesPerLine()
        self.pictures.append(Image.frombytes("RGB", size, bytes(smaller.constBits()), "raw", "RGB", line))
        self.times.append(milliseconds)

    def save(self, path: Path) -> None:
        both = Image.new("RGB", (self.pictures[0].width, 2 * self.pictures[0].height))
        for place, picture in enumerate((self.pictures[0], self.pictures[-1])):
            both.paste(picture, (0, place * picture.height))
        colours = both.quantize(128, method=Image.Quantize.MAXCOVERAGE)
        first, *others = [one.quantize(palette=colours, dither=Image.Dither.NONE) for one in self.pictures]
        first.save(path, save_all=True, append_images=others, duration=self.times, loop=0, optimize=True)


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
