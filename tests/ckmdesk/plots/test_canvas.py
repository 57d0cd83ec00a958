"""What all pictures of a perturbation table share: hand, keys, files, readers, and both looks."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from pytestqt.qtbot import QtBot

from ckmdesk.look.theme import Theme
from ckmdesk.plots import canvas
from ckmdesk.plots.canvas import PNG_SCALE, Canvas, noise_text
from ckmdesk.plots.matrix import MatrixPlot
from ckmdesk.state.drawing import Spot
from tests.kit.plots import (
    COUNTS,
    LINKED,
    MAGNITUDES,
    MAKERS,
    all_spots,
    along,
    bars,
    colors,
    matrix,
    mouse,
    pair,
    tableau,
    texts,
)

Maker = Callable[[Theme], Canvas]
every = pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
linked = pytest.mark.parametrize("make", LINKED.values(), ids=LINKED)


class Tips:
    """In place of QToolTip: what is said, and no window of its own."""

    def __init__(self) -> None:
        self.said = ""

    def showText(self, _place: object, text: str, _widget: object) -> None:
        self.said = text

    def hideText(self) -> None:
        self.said = ""


@pytest.fixture
def tips(monkeypatch: pytest.MonkeyPatch) -> Tips:
    made = Tips()
    monkeypatch.setattr(canvas, "QToolTip", made)
    return made


# --- files and looks -------------------------------------------------------------------------------------------------


@every
def test_an_image_is_twice_as_large_and_not_empty_light_and_dark(qtbot: QtBot, theme: Theme, make: Maker) -> None:
    picture = make(theme)
    qtbot.addWidget(picture)
    seen = []
    for look in ("light", "dark"):
        theme.choose(look)  # type: ignore[arg-type]
        image = picture.to_image()
        assert (image.width(), image.height()) == (PNG_SCALE * picture.width(), PNG_SCALE * picture.height())
        # The background of this look, and a picture on it.
        assert image.pixelColor(image.width() - 1, image.height() - 1) == theme.color("surface")
        assert len(colors(image)) > 8
        seen.append(image)
    assert seen[0] != seen[1]


@every
def test_what_is_pointed_at_is_not_in_the_file(qtbot: QtBot, theme: Theme, make: Maker) -> None:
    picture = make(theme)
    qtbot.addWidget(picture)
    before = picture.to_image()
    picture.set_spot(Spot(2, 1.0))
    assert picture.to_image() == before


@every
def test_a_vector_file_holds_words_and_shapes_and_no_image(
    qtbot: QtBot, theme: Theme, make: Maker, tmp_path: Path
) -> None:
    picture = make(theme)
    qtbot.addWidget(picture)
    picture.setAccessibleName("Picture of p")
    folder = tmp_path / "pictures"
    folder.mkdir()
    assert picture.write_svg(str(folder / "p.svg"))
    written = (folder / "p.svg").read_text(encoding="utf-8")
    assert "<image" not in written
    assert "<title>Picture of p</title>" in written
    assert written.count("<text") >= 10
    assert written.count("<rect") + written.count("<polyline") >= 10
    assert f'viewBox="0 0 {picture.width()} {picture.height()}"' in written
    # The picture on the screen is an image again.
    assert not picture.vector
    assert [path.name for path in folder.iterdir()] == ["p.svg"]


@pytest.mark.parametrize("make", [matrix, tableau])
def test_every_cell_of_a_vector_file_is_a_rectangle(qtbot: QtBot, theme: Theme, make: Maker) -> None:
    picture = make(theme)
    qtbot.addWidget(picture)
    drawing = picture.drawing  # type: ignore[attr-defined]
    wanted = (drawing.matrix > 0).sum() if isinstance(picture, MatrixPlot) else len(drawing.noise)
    assert picture.to_svg().decode().count("<rect") >= wanted


def test_a_file_that_cannot_be_written_is_told_and_the_former_one_stays(
    qtbot: QtBot, theme: Theme, tmp_path: Path
) -> None:
    picture = matrix(theme)
    qtbot.addWidget(picture)
    assert not picture.write_svg(str(tmp_path / "nowhere" / "p.svg"))
    folder = tmp_path / "pictures"
    (folder / "p.svg").mkdir(parents=True)
    assert not picture.write_svg(str(folder / "p.svg"))
    assert [path.name for path in folder.iterdir()] == ["p.svg"]


@every
@pytest.mark.parametrize(("width", "height"), [(1, 1), (36, 44), (38, 40), (46, 44), (60, 30)])
def test_a_picture_without_room_paints_and_answers_without_a_fault(
    qtbot: QtBot, theme: Theme, make: Maker, width: int, height: int
) -> None:
    picture = make(theme)
    qtbot.addWidget(picture)
    picture.resize(width, height)
    picture.to_image()
    picture.to_svg()
    for x in range(-2, width + 3, 5):
        for y in range(-2, height + 3, 5):
            picture.spot_at(QPointF(x, y))
    picture.spot_rect(Spot(1, 1.0))


@pytest.mark.parametrize("name", [name for name in MAKERS if name != "difference"])
def test_a_picture_of_nothing_yet_paints_and_answers_nothing(qtbot: QtBot, theme: Theme, name: str) -> None:
    made = MAKERS[name](theme)
    empty = type(made)(theme)
    qtbot.addWidget(made)
    qtbot.addWidget(empty)
    empty.resize(200, 150)
    empty.to_image()
    assert empty.spot_at(QPointF(100, 60)) is None
    assert empty.tip(Spot(0, 0.0)) == ""
    if name != "region":
        assert empty.figures().rows == () or name in ("along", "bars")


@every
def test_a_picture_speaks_both_languages(qtbot: QtBot, theme: Theme, make: Maker) -> None:
    picture = make(theme)
    qtbot.addWidget(picture)
    english = [text for line in picture.figures().rows for text in line]
    assert any(re.search(r"\d\.\d", text) for text in english)
    picture.language = "de"
    german = [text for line in picture.figures().rows for text in line]
    assert not any(re.search(r"\d\.\d", text) for text in german)
    assert any(re.search(r"\d,\d", text) for text in german)
    assert not re.search(r"\d\.\d", texts(picture))


@pytest.mark.parametrize("make", [matrix, tableau, bars, along])
def test_a_picture_of_magnitudes_speaks_both_languages(qtbot: QtBot, theme: Theme, make) -> None:  # type: ignore[no-untyped-def]
    picture = make(theme, MAGNITUDES)
    qtbot.addWidget(picture)
    picture.language = "de"
    words = texts(picture)
    said = " ".join([words, *picture.figures().columns, *(one for line in picture.figures().rows for one in line)])
    said += "".join(picture.tip(spot) for spot in all_spots(MAGNITUDES))
    assert not re.search(r"\d\.\d", said)
    assert re.search(r"\d,\d", said)


@every
def test_figures_are_a_table_without_gaps(qtbot: QtBot, theme: Theme, make: Maker) -> None:
    picture = make(theme)
    qtbot.addWidget(picture)
    figures = picture.figures()
    assert figures.rows
    assert {len(line) for line in figures.rows} == {len(figures.columns)}
    assert "nan" not in str(figures)


def test_noise_is_written_with_its_sign() -> None:
    wanted = {2.0: "+2", 0.0: "0", -3.0: "−3", 0.5: "+0,5", -1.25: "−1,25", 1 / 3: "+0,3333"}
    assert {v: noise_text(v, "de") for v in wanted} == wanted
    assert noise_text(-0.5, "en") == "−0.5"


# --- hand ------------------------------------------------------------------------------------------------------------


@linked
def test_pointing_tells_the_figures_and_all_who_listen(qtbot: QtBot, theme: Theme, make: Maker, tips: Tips) -> None:
    picture = make(theme)
    qtbot.addWidget(picture)
    heard: list[Spot | None] = []
    picture.hovered.connect(heard.append)
    place = QPointF(picture.width() * 0.45, picture.height() * 0.4)
    spot = picture.spot_at(place)
    assert spot is not None
    picture.mouseMoveEvent(mouse(QEvent.Type.MouseMove, place))
    picture.mouseMoveEvent(mouse(QEvent.Type.MouseMove, place + QPointF(0.5, 0)))
    assert heard == [spot]
    assert picture.spot == spot
    assert tips.said == picture.tip(spot) == picture.accessibleDescription() != ""
    picture.leaveEvent(QEvent(QEvent.Type.Leave))
    assert heard == [spot, None]
    assert picture.spot is None
    assert picture.accessibleDescription() == ""


@linked
def test_a_click_picks_and_a_double_click_edits(qtbot: QtBot, theme: Theme, make: Maker) -> None:
    picture = make(theme)
    qtbot.addWidget(picture)
    picked: list[Spot] = []
    edited: list[Spot] = []
    picture.picked.connect(picked.append)
    picture.edited.connect(edited.append)
    place = QPointF(picture.width() * 0.45, picture.height() * 0.4)
    left = Qt.MouseButton.LeftButton
    picture.mousePressEvent(mouse(QEvent.Type.MouseButtonPress, place, left))
    picture.mousePressEvent(mouse(QEvent.Type.MouseButtonPress, place, Qt.MouseButton.RightButton))
    assert picked == [picture.spot_at(place)]
    assert edited == []
    picture.mouseDoubleClickEvent(mouse(QEvent.Type.MouseButtonDblClick, place, left))
    assert edited == picked
    outside = mouse(QEvent.Type.MouseButtonPress, QPointF(-5, -5), left)
    picture.mousePressEvent(outside)
    picture.mouseDoubleClickEvent(outside)
    assert len(picked) == len(edited) == 1


# --- keys ------------------------------------------------------------------------------------------------------------


@linked
def test_arrow_keys_move_the_spot_and_tell_all_who_listen(qtbot: QtBot, theme: Theme, make: Maker) -> None:
    picture = make(theme)
    qtbot.addWidget(picture)
    picture.show()
    heard: list[Spot | None] = []
    picture.hovered.connect(heard.append)
    # From nothing, and then about.
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_Left, Qt.Key.Key_Up):
        before = picture.spot
        qtbot.keyClick(picture, key)
        assert picture.spot is not None
        assert heard[-1] == picture.spot
        steps = {Qt.Key.Key_Down: (0, 1), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0)}
        assert picture.spot == picture.moved(before or Spot(0), *steps[key])
        assert picture.accessibleDescription() == picture.tip(picture.spot) != ""
    assert len(heard) == 5


@linked
def test_enter_picks_and_f2_edits_what_the_keys_point_at(qtbot: QtBot, theme: Theme, make: Maker) -> None:
    picture = make(theme)
    qtbot.addWidget(picture)
    picture.show()
    picked: list[Spot] = []
    edited: list[Spot] = []
    picture.picked.connect(picked.append)
    picture.edited.connect(edited.append)
    for key in (Qt.Key.Key_Return, Qt.Key.Key_F2):
        qtbot.keyClick(picture, key)
    assert picked == edited == []
    qtbot.keyClick(picture, Qt.Key.Key_Down)
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
        qtbot.keyClick(picture, key)
    assert picked == [picture.spot] * 3
    qtbot.keyClick(picture, Qt.Key.Key_F2)
    assert edited == [picture.spot]


@pytest.mark.parametrize("make", [pair, MAKERS["region"]])
def test_keys_on_a_picture_without_rows_break_nothing(qtbot: QtBot, theme: Theme, make: Maker) -> None:
    picture = make(theme)
    qtbot.addWidget(picture)
    picture.show()
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_F2, Qt.Key.Key_A, Qt.Key.Key_Escape):
        qtbot.keyClick(picture, key)


# --- a spot that comes from another picture --------------------------------------------------------------------------


@linked
def test_a_spot_that_this_picture_does_not_have_is_no_fault(qtbot: QtBot, theme: Theme, make: Maker) -> None:
    picture = make(theme)
    qtbot.addWidget(picture)
    picture.show()
    for spot in (Spot(99, 1.0), Spot(99), Spot(-1, 0.0), Spot(1, -9.0), Spot(3, 0.25), Spot(4, 77.0), Spot(2)):
        picture.set_spot(spot)
        picture.grab()
        picture.moved(spot, 1, 0)
        picture.moved(spot, 0, -1)


def test_a_spot_of_one_picture_is_found_in_the_others(qtbot: QtBot, theme: Theme) -> None:
    pictures = [matrix(theme), tableau(theme), bars(theme, COUNTS, 4)]
    for picture in pictures:
        qtbot.addWidget(picture)
        picture.set_spot(Spot(4, 2.0))
        assert "v = +2" in picture.tip(Spot(4, 2.0)) or "j = 6" in picture.tip(Spot(4, 2.0))
