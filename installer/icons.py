"""The icon of executables and menus, drawn from resources/icons/ckmdesk.svg: `python installer/icons.py FILE`.

A Windows icon (.ico) of all usual sizes, and pictures (.png) of single sizes. The same drawing gives the same bytes.
Needs Qt, as the bundle does.
"""

from __future__ import annotations

import struct
import sys
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

DRAWING = Path(__file__).resolve().parents[1] / "resources" / "icons" / "ckmdesk.svg"
WINDOWS_SIZES = (16, 20, 24, 32, 40, 48, 64, 256)
MENU_SIZES = (16, 22, 24, 32, 48, 64, 128, 256)
# In an .ico, a picture this large is a PNG; smaller ones are bitmaps, which every tool reads.
PNG_FROM = 256


def drawn(size: int) -> QImage:
    """The drawing, `size` pixels high and wide, on nothing."""
    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(0)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    QSvgRenderer(str(DRAWING)).render(painter, QRectF(0, 0, size, size))
    painter.end()
    return image


def png(size: int) -> bytes:
    """The drawing as a PNG file."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    drawn(size).save(buffer, "PNG")
    return buffer.data().data()


def bitmap(size: int) -> bytes:
    """The drawing as a bitmap of an .ico: 32 bits a pixel from the bottom line up, then a mask that hides nothing."""
    image = drawn(size)
    lines = [bytes(image.constScanLine(line)) for line in reversed(range(size))]
    mask = bytes((size + 31) // 32 * 4 * size)
    head = struct.pack("<IiiHHIIiiII", 40, size, 2 * size, 1, 32, 0, 4 * size * size + len(mask), 0, 0, 0, 0)
    return head + b"".join(lines) + mask


def ico() -> bytes:
    """The Windows icon: a directory, then the pictures."""
    pictures = [png(size) if size >= PNG_FROM else bitmap(size) for size in WINDOWS_SIZES]
    directory = struct.pack("<HHH", 0, 1, len(pictures))
    place = len(directory) + 16 * len(pictures)
    for size, picture in zip(WINDOWS_SIZES, pictures, strict=True):
        # 256 is written as 0.
        directory += struct.pack("<BBBBHHII", size % 256, size % 256, 0, 0, 1, 32, len(picture), place)
        place += len(picture)
    return directory + b"".join(pictures)


if __name__ == "__main__":
    Path(sys.argv[1]).write_bytes(ico())
