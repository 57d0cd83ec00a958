"""Fonts under the names of Windows' own: `python fonts.py FOLDER`, in an environment with fonttools.

Open Sans, a little wider, stands for Segoe UI with its height of lines; Liberation Mono, of the same widths, for
Courier New. Qt asks DirectWrite, which in Wine knows no replacements: files with these names must be there.
"""

from __future__ import annotations

import struct
import sys
from pathlib import Path

FONTS = Path("/usr/share/fonts/truetype")
# Name, file, and ascent and descent of the font that it stands for, in units of 2048 to the em.
FAMILIES = {
    "Segoe UI": ("open-sans/OpenSans", "segoeui", 2210, 514),
    "Courier New": ("liberation/LiberationMono", "cour", 1705, 615),
}
STYLES = {"Regular": "", "Bold": "b", "Italic": "i", "BoldItalic": "z"}
USED_FOR = ("MessageFont", "MenuFont", "CaptionFont", "StatusFont", "SmCaptionFont", "IconFont")
WINDOWS, UNICODE, ENGLISH = 3, 1, 0x409


def make(folder: Path) -> None:
    """Write the fonts into Windows' folder of fonts."""
    from fontTools.ttLib import TTFont

    for family, (source, file, above, below) in FAMILIES.items():
        for style, end in STYLES.items():
            font = TTFont(FONTS / f"{source}-{style}.ttf")
            words = style.replace("BoldItalic", "Bold Italic")
            whole = family if style == "Regular" else f"{family} {words}"
            table = font["name"]
            table.names = [entry for entry in table.names if entry.nameID in (0, 5, 13, 14)]  # whose it is stays said
            names = {1: family, 2: words, 3: f"{whole} ({source})", 4: whole, 6: f"{family.replace(' ', '')}-{style}"}
            for number, text in names.items():
                table.setName(text, number, WINDOWS, UNICODE, ENGLISH)
            units = font["head"].unitsPerEm
            up, down = round(units * above / 2048), round(units * below / 2048)
            across, system = font["hhea"], font["OS/2"]
            across.ascent, across.descent, across.lineGap = up, -down, 0
            system.sTypoAscender, system.sTypoDescender, system.sTypoLineGap = up, -down, 0
            system.usWinAscent, system.usWinDescent = up, down
            font.save(folder / f"{file}{end}.ttf")


def registry() -> str:
    """What the registry says of them, and that Windows' messages are of Segoe UI in 9 points."""
    logfont = struct.pack("<5l8B", -12, 0, 0, 0, 400, 0, 0, 0, 1, 0, 0, 5, 0) + "Segoe UI".encode("utf-16-le").ljust(
        64, b"\0"
    )
    numbers = ",".join(f"{byte:02x}" for byte in logfont)
    lines = ["REGEDIT4", "", r"[HKEY_CURRENT_USER\Control Panel\Desktop\WindowMetrics]"]
    lines += [f'"{use}"=hex:{numbers}' for use in USED_FOR]
    lines += ["", r"[HKEY_LOCAL_MACHINE\Software\Microsoft\Windows NT\CurrentVersion\Fonts]"]
    for family, (_, file, _, _) in FAMILIES.items():
        for style, end in STYLES.items():
            words = {"Regular": "", "Bold": " Bold", "Italic": " Italic", "BoldItalic": " Bold Italic"}[style]
            lines.append(f'"{family}{words} (TrueType)"="{file}{end}.ttf"')
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    make(Path(sys.argv[1]))
