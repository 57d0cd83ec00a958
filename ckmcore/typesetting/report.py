"""Internal reports and the handbook as PDF: their HTML, taken apart into blocks for report.typ."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html.parser import HTMLParser
from os import PathLike
from pathlib import Path
from typing import Any

from ckmcore.errors import InputError
from ckmcore.messages import say
from ckmcore.typesetting.typeset import UNDATED, typeset

REPORT_ENDINGS = (".html", ".htm", ".pdf")
_SVG = re.compile(r"<svg\b.*?</svg>", re.DOTALL)
_WIDTH = re.compile(r'viewBox="[\d.-]+ [\d.-]+ ([\d.]+)')
_FONTS = re.compile(r"font-family=\"[^\"]*\"|font-family:[^;\"]*")
_TEXTS = {"h1", "h2", "h3", "p", "pre", "li", "th", "td", "figcaption", "summary", "title", "caption"}


def check_report_form(path: str | PathLike[str]) -> None:
    """Raise report_form where the name of a report ends neither in .html nor in .pdf."""
    target = Path(path)
    if target.suffix.lower() not in REPORT_ENDINGS:
        raise InputError("report_form", name=target.name, stem=target.stem)


def report_pdf(html: str, given_pictures: Mapping[str, bytes] = {}, *, upright: bool = False) -> bytes:
    """A report as PDF. html: as `Report.html` writes it, or as Markdown becomes; given_pictures: PNG files by the names
    under which it shows them. Raises letters_without_glyph, typesetting_failed."""
    pictures = dict(given_pictures)

    def named(match: re.Match[str]) -> str:
        name = f"picture{len(pictures)}"
        svg = _FONTS.sub("", match[0])
        pictures[name] = svg.encode()
        wide = _WIDTH.search(svg)
        return f'<img src="{name}" width="{wide[1] if wide else 760}">'

    reader = _Blocks()
    reader.feed(_SVG.sub(named, html))
    reader.close()
    data = {
        "date": [int(part) for part in UNDATED.split("-")],
        "title": reader.title,
        "language": reader.language,
        "font": "Carlito",
        "flipped": not upright,
        "page": say("export_page", "de" if reader.language == "de" else "en", page="{page}", pages="{pages}"),
        "band": reader.band,
        "blocks": reader.blocks,
        "tables": reader.tables,
    }
    return typeset("report", data, pictures, "")


class _Blocks(HTMLParser):
    """Reads the HTML of a report into blocks and tables."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.title, self.language, self.band = "", "en", ""
        self.blocks: list[dict[str, Any]] = []
        self.tables: list[dict[str, Any]] = []
        self._open: list[tuple[str, dict[str, str]]] = []
        self._text = ""
        self._skipped = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "html":
            self.language = given.get("lang", "en")
        elif tag == "style":
            self._skipped = True
        elif tag == "table":
            self.blocks.append({"kind": "table", "number": len(self.tables)})
            self.tables.append({"head": [], "rows": [], "stub": [""], "left": [], "wide": []})
        elif tag == "tr" and not self._is_in("thead"):
            self.tables[-1]["rows"].append(["row", [], []])
        elif tag in ("ul", "ol"):
            self.blocks.append({"kind": "list", "texts": [], "numbered": tag == "ol"})
        elif tag == "img":
            width = float(given.get("width", "760"))
            self._add("picture", given.get("alt", ""), name=given["src"], width=width)
            self.blocks[-1]["format"] = "png" if "alt" in given else "svg"
        elif tag == "br" and self._open and self._open[-1][0] in _TEXTS:
            self._text += "\n"
        if tag in _TEXTS and not self._is_in("li"):
            self._text = ""
        if tag not in ("img", "br", "hr", "meta"):
            self._open.append((tag, given))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def handle_data(self, data: str) -> None:
        if not self._skipped:
            self._text += data

    def handle_endtag(self, tag: str) -> None:
        _, given = self._open.pop()
        text, kind = " ".join(self._text.split()), given.get("class", "")
        if tag == "style":
            self._skipped = False
        elif tag == "title":
            self.title = text
        elif tag in ("h1", "h2", "h3", "summary"):
            self._add("heading", text, level=1 if tag == "h1" else 2)
        elif tag == "p" and kind == "band":
            self.band = text
            self._add("band", text)
        elif tag == "p" and self._is_in("li"):
            self._text += " "
            return
        elif tag == "p" and kind != "foot" and text:
            self._add("paragraph", text)
        elif tag == "pre":
            self._add("paragraph", self._text.strip("\n"))
        elif tag == "li":
            self.blocks[-1]["texts"].append(text)
        elif tag == "figcaption":
            self.blocks[-1]["text"] = text
        elif tag in ("th", "td"):
            self._cell(tag, text, is_left="text" in kind or "hash" in kind)
        elif tag == "table":
            self._end_table()
        if tag in _TEXTS:
            self._text = ""

    def _add(self, kind: str, text: str, **more: Any) -> None:
        self.blocks.append({"kind": kind, "text": text, **more})

    def _is_in(self, tag: str) -> bool:
        return any(name == tag for name, _ in self._open)

    def _cell(self, tag: str, text: str, *, is_left: bool) -> None:
        table = self.tables[-1]
        if self._is_in("thead"):
            table["head"].append(text)
            table["left"].append(is_left)
            return
        _, labels, texts = table["rows"][-1]
        if tag == "th" and not texts:
            labels.append((len(labels), text, 0, 1, False))
        else:
            texts.append(text)
        if len(table["rows"]) == 1 and not table["head"]:
            table["left"].append(is_left)

    def _end_table(self) -> None:
        """The columns of a table that share the width that is left: the longest of the texts."""
        table = self.tables[-1]
        depth = max((len(labels) for _, labels, _ in table["rows"]), default=0)
        table["stub"] = [""] * depth
        lines = [[*(label[1] for label in labels), *texts] for _, labels, texts in table["rows"]]
        longest = [
            max((len(line[at]) for line in lines if at < len(line)), default=0) for at in range(len(table["left"]))
        ]
        table["wide"] = [is_left and length > 40 for is_left, length in zip(table["left"], longest, strict=True)]
