"""The painter of described pictures: beside the SVG as Qt's own renderer draws it, and as PNG files."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication

from ckmcore.methods.protected import Sign
from ckmcore.pictures.colours import DARK, LIGHT, SERIES
from ckmcore.pictures.describe import describe
from ckmcore.pictures.model import PictureArea, PictureBox, PictureCells, PictureText, TablePicture
from ckmcore.pictures.svg import FONTS_OF_SVG, svg_bytes
from ckmcore.pictures.text_width import FAMILY, width_of
from ckmcore.tabulate.picture_choice import KindName, PictureChoice
from ckmcore.tabulate.spec import Value
from ckmdesk.look.table_picture import _font, paint_picture, picture_image
from tests.kit.fails import fails
from tests.kit.picture_pages import AGES, PERIOD, SEXES, grid_page, page, squares

KINDS: tuple[KindName, ...] = ("grouped", "stacked", "percent", "dots", "pyramid", "bars")


def picture_of(kind: KindName, **chosen: object) -> TablePicture:
    series = SEXES[:2] if kind == "dots" else SEXES
    shown = page({PERIOD: ["2021", "2022", "2023"], "sex": series} if kind == "lines" else {"age": AGES, "sex": series})
    return describe(shown, PictureChoice(kind=kind, **chosen))  # type: ignore[arg-type]


def pixels(image: QImage) -> NDArray[np.int16]:
    plain = image.convertToFormat(QImage.Format.Format_RGB32)
    flat = np.frombuffer(plain.constBits(), dtype=np.uint8).reshape(plain.height(), plain.bytesPerLine())
    return flat[:, : 4 * plain.width()].reshape(plain.height(), plain.width(), 4)[:, :, :3].astype(np.int16)


def rendered(picture: TablePicture, size: QImage) -> QImage:
    """The SVG of a picture as another painter draws it; Qt's takes a list of fonts for the name of one."""
    image = QImage(size.size(), QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    drawn = svg_bytes(picture).replace(FONTS_OF_SVG.encode(), FAMILY.encode())
    QSvgRenderer(drawn).render(painter, QRectF(image.rect()))
    painter.end()
    return image


def apart(one: QImage, other: QImage) -> float:
    """Part of the squares of 6 x 6 points that differ: two painters smooth the edges of letters otherwise."""
    squares = []
    for image in (one, other):
        points = pixels(image)
        rows, columns = points.shape[0] // 6, points.shape[1] // 6
        squares.append(points[: rows * 6, : columns * 6].reshape(rows, 6, columns, 6, 3).mean(axis=(1, 3)))
    return float((np.abs(squares[0] - squares[1]).max(axis=2) > 40).mean())


@pytest.mark.parametrize("kind", [*KINDS, "lines"])
def test_the_picture_is_that_of_its_svg(qapp: QApplication, kind: KindName) -> None:
    picture = picture_of(kind)
    ours = picture_image(picture, 96)
    assert apart(ours, rendered(picture, ours)) < 0.004
    other = describe(page({"age": AGES, "sex": SEXES}, total="before"), PictureChoice(kind="bars", order="size"))
    assert apart(ours, rendered(replace(other, height=picture.height), ours)) > 0.02


def test_patterns_are_those_of_the_svg(qapp: QApplication) -> None:
    picture = picture_of("stacked", patterns=True)
    ours = picture_image(picture, 96)
    assert apart(ours, rendered(picture, ours)) < 0.004


@pytest.mark.parametrize("kind", ["choropleth", "circles", "grid"])
def test_a_map_is_that_of_its_svg(qapp: QApplication, kind: KindName) -> None:
    choice = PictureChoice(kind=kind)
    if kind == "grid":
        picture = describe(grid_page([[3, 0, 7], [0, 12, 7], [5, -1, 90]], [[0, 0, 0], [0, 3, 0], [0, 0, 2]]), choice)
    else:
        figures = np.array([1000, 215, 0, 261, 345, 172, 7])
        signs = np.array([0, 0, 0, 0, Sign.BLOCKED, 0, Sign.UNKNOWN], dtype=np.uint8)
        value = Value("share", base="total", decimals=1) if kind == "choropleth" else Value()
        names = ["Alpha", "Beta", "Gamma", "Delta", "Epsilon", "Zeta"]
        picture = describe(page({"land": names}, figures, signs, value=value), choice, {"land": squares()})
    ours = picture_image(picture, 96)
    assert apart(ours, rendered(picture, ours)) < 0.004
    without = tuple(mark for mark in picture.marks if not isinstance(mark, (PictureArea, PictureCells)))
    assert apart(picture_image(replace(picture, marks=without), 96), ours) > 0.012


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_bars_have_the_colours_of_the_theme(qapp: QApplication, colours: dict[str, str]) -> None:
    picture = picture_of("grouped")
    image = QImage(round(picture.width), round(picture.height), QImage.Format.Format_RGB32)
    painter = QPainter(image)
    paint_picture(painter, picture, colours)  # type: ignore[arg-type]
    painter.end()
    assert image.pixelColor(1, 1).name() == colours["surface"]
    bars = [mark for mark in picture.marks if isinstance(mark, PictureBox) and mark.cell >= 0 and mark.width > 4]
    assert {bar.colour for bar in bars} == set(SERIES[: len({bar.colour for bar in bars})])
    for bar in bars:
        middle = image.pixelColor(round(bar.x + bar.width / 2), round(bar.y + bar.height / 2))
        assert middle.name() == colours[bar.colour]


def test_texts_are_as_wide_as_they_were_measured(qapp: QApplication) -> None:
    texts = [mark for mark in picture_of("grouped").marks if isinstance(mark, PictureText)]
    assert len(texts) > 20
    for mark in texts:
        font = _font(bold=mark.bold)
        painted = QFontMetricsF(font).horizontalAdvance(mark.text) * mark.size / font.pixelSize()
        assert painted == pytest.approx(width_of(mark.text, mark.size, bold=mark.bold), rel=0.04)


def test_an_image_has_its_resolution_its_title_and_its_description(qapp: QApplication) -> None:
    picture = picture_of("bars")
    for dpi in (96, 192, 300):
        image = picture_image(picture, dpi)
        assert image.width() == round(picture.width * dpi / 96)
        assert image.height() == round(picture.height * dpi / 96)
        assert round(image.dotsPerMeterX() * 0.0254) == dpi
        assert (image.text("Title"), image.text("Description")) == (picture.title, picture.alt)


def test_an_image_of_another_resolution_or_of_too_many_points_is_refused(qapp: QApplication) -> None:
    picture = picture_of("bars")
    for dpi in (95, 601):
        with fails("picture_dpi"):
            picture_image(picture, dpi)
    with fails("picture_too_large"):
        picture_image(replace(picture, width=2000.0, height=2000.0), 600)


def test_the_same_picture_gives_the_same_image(qapp: QApplication) -> None:
    assert picture_image(picture_of("pyramid")) == picture_image(picture_of("pyramid"))
