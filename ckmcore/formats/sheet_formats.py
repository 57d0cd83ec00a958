"""How cells of workbooks look: fonts, borders and grounds of the office, number formats of figures by language."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from ckmcore.base.numbers import Language
from ckmcore.office.settings import Office
from ckmcore.tabulate.spec import MOST_DECIMALS

MOST_INDENT = 6
SECONDARY = "#57606a"
TITLE_LARGER = 3
LEADERS = "@ *."  # the text, a blank, and dots as far as there is room
SUBTOTAL = {"bg_color": "#f4f5f7"}


class Formats:
    """The formats of a workbook by name, made when they are first used."""

    def __init__(self, book: Any, language: Language, office: Office) -> None:
        self._book, self._made = book, dict[tuple[str, str, bool], Any]()
        edge = {"border": 1, "border_color": office.line_colour}
        filled = {"bg_color": office.head_colour, "font_color": readable_on(office.head_colour)}
        head = {"align": "center", "valign": "vcenter", "text_wrap": True, **filled, **edge}
        stub = {"align": "left", "valign": "top", **edge}
        wrapped = {"text_wrap": True, "valign": "top"}
        self._styles: dict[str, dict[str, Any]] = {
            "title": {"bold": True, "font_size": office.font_size + TITLE_LARGER},
            "title_wrapped": {"bold": True, "font_size": office.font_size + TITLE_LARGER, **wrapped},
            "line": {"font_color": SECONDARY},
            "line_wrapped": {"font_color": SECONDARY, **wrapped},
            "head": head,
            "stub_head": {**head, "align": "left", "valign": "bottom"},
            "stub_total": {**stub, "bold": True},
            "sign": {"align": "right", **edge},
            "blank": dict(edge),
            "note": wrapped,
            "link": {"font_color": "#1f5fa8", "underline": 1, "valign": "top"},
            "link_wrapped": {"font_color": "#1f5fa8", "underline": 1, **wrapped},
            "block": {"bold": True, "align": "left", "valign": "bottom", **edge, "top": 2},
            "sign_total": {"align": "right", "bold": True, **edge},
            "sign_sub": {"align": "right", **edge, **SUBTOTAL},
        }
        for indent in range(MOST_INDENT + 1):
            self._styles[f"stub_{indent}"] = {**stub, "indent": indent}
            self._styles[f"stub_total_{indent}"] = {**stub, "indent": indent, "bold": True}
            self._styles[f"stub_sub_{indent}"] = {**stub, "indent": indent, **SUBTOTAL}
        for places in range(MOST_DECIMALS + 1):
            for size, figure in (("", 0), ("_thousands", -1000), ("_millions", -1_000_000)):
                style = {"num_format": number_format(language, places, figure), **edge}
                self._styles[f"figure_{places}{size}"] = style
                self._styles[f"figure_total_{places}{size}"] = {**style, "bold": True}
                self._styles[f"figure_sub_{places}{size}"] = {**style, **SUBTOTAL}

    def __getitem__(self, name: str) -> Any:
        return self.marked(name, "")

    def marked(self, name: str, mark: str, *, brackets: bool = False) -> Any:
        """A format whose figures have brackets around them, the mark of a footnote behind them, and stay numbers."""
        key = (name, mark, brackets)
        if key not in self._made:
            style = dict(self._styles[name])
            if "num_format" in style:
                parts = style["num_format"].split(";")
                if brackets:
                    parts = [_bracketed(part) for part in parts]
                style["num_format"] = ";".join(f'{part}" {mark}"' if mark else part for part in parts)
            self._made[key] = self._book.add_format(style)
        return self._made[key]

    def led(self, name: str) -> Any:
        """A format of labels that dots lead from to the edge of their cells; the labels are what they were."""
        key = (name, LEADERS, False)
        if key not in self._made:
            self._made[key] = self._book.add_format({**self._styles[name], "num_format": LEADERS})
        return self._made[key]

    def figure(self, kind: str, places: int, figure: int | Decimal, mark: str, *, brackets: bool) -> Any:
        """The format of a figure; `kind` is `figure`, `figure_total` or `figure_sub`."""
        return self.marked(f"{kind}_{places}{_size(figure)}", mark, brackets=brackets)


def readable_on(colour: str) -> str:
    """Black or white, whichever contrasts more with a colour `#rrggbb`."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    light = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return "#000000" if (light + 0.05) / 0.05 >= 1.05 / (light + 0.05) else "#ffffff"


def _bracketed(part: str) -> str:
    """One part of a number format with brackets around the figure, behind the part's condition."""
    condition, sign, figure = part.rpartition("]")
    return f'{condition}{sign}"("{figure}")"'


def number_format(language: Language, places: int, figure: Decimal | int = 0) -> str:
    """The number format of figures with some decimals: a blank between thousands in German, else a comma.

    A format has room for two conditions, those of large figures: a figure far below 0 has a format of its own.
    """
    decimals = "." + "0" * places if places else ""
    if language != "de":
        return f"#,##0{decimals}"
    if figure <= -1_000_000:
        return rf"#\ ###\ ##0{decimals}"
    if figure <= -1000:
        return rf"#\ ##0{decimals}"
    return rf"[>=1000000]#\ ###\ ##0{decimals};[>=1000]#\ ##0{decimals};0{decimals}"


def _size(figure: Decimal | int) -> str:
    """Which of the formats of figures far below 0 a figure needs."""
    return "_millions" if figure <= -1_000_000 else "_thousands" if figure <= -1000 else ""
