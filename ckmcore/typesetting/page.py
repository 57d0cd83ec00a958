"""The frame of a report: one HTML page, printable, with its pictures inside and nothing from outside."""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ckmcore.base.files import write_whole
from ckmcore.base.numbers import Language

_STYLE = """
:root { color-scheme: light; }
body { font: 15px/1.45 "Noto Sans", "Segoe UI", Arial, sans-serif; color: #1b1f24; background: #ffffff;
  max-width: 1080px; margin: 0 auto; padding: 24px; }
.band { background: #fbe9f1; color: #8a1c4a; border: 1px solid #8a1c4a; padding: 6px 12px; font-weight: 600; }
h1 { font-size: 24px; margin: 20px 0 4px; }
h2 { font-size: 18px; margin: 28px 0 8px; }
p.lead, figcaption { color: #57606a; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { border: 1px solid #d0d7de; padding: 3px 8px; text-align: right; vertical-align: top; }
th { background: #f4f5f7; }
td.text, th.text { text-align: left; }
td.hash { font-family: monospace; word-break: break-all; text-align: left; }
figure { margin: 8px 0; }
svg { max-width: 100%; height: auto; }
@media print { body { padding: 0; max-width: none; font-size: 10pt; } h2 { break-after: avoid; }
  figure, tr { break-inside: avoid; } thead { display: table-header-group; } }
@page { size: A4; margin: 15mm 15mm 20mm; }
p.foot { color: #8a1c4a; font-size: 12px; margin: 28px 0 0; }
@media print { p.foot { position: fixed; bottom: 0; margin: 0; } }
"""


@dataclass(frozen=True)
class Picture:
    """A picture of a report. name: file name; words: description for readers who cannot see it."""

    name: str
    svg: str
    words: str


@dataclass(frozen=True)
class Report:
    """A report with its parts in order: pieces of HTML and pictures."""

    title: str
    language: Language
    band: str
    parts: tuple[str | Picture, ...]

    @property
    def pictures(self) -> tuple[Picture, ...]:
        return tuple(report_part for report_part in self.parts if isinstance(report_part, Picture))

    def content(self, ending: str) -> bytes:
        """The report as PDF where the ending of a file says so, else as HTML. Raises letters_without_glyph,
        typesetting_failed."""
        if ending.lower() != ".pdf":
            return self.html().encode()
        from ckmcore.typesetting.report import report_pdf

        return report_pdf(self.html())

    def write(self, path: Path) -> None:
        """Write the report in the form of the file's ending, readable by its user alone; raises report_form,
        NotWritten, and as `content`."""
        from ckmcore.typesetting.report import check_report_form

        check_report_form(path)
        content = self.content(path.suffix)

        def write(target: Path) -> None:
            target.write_bytes(content)

        write_whole(path, write, private=True)

    def html(self, *, inline: bool = True) -> str:
        """HTML of the report. inline: pictures are embedded; otherwise they are linked by file name."""
        body = [
            report_part if isinstance(report_part, str) else _figure(report_part, inline) for report_part in self.parts
        ]
        return (
            f'<!DOCTYPE html>\n<html lang="{self.language}">\n<head>\n<meta charset="utf-8">\n'
            f"<title>{escape(self.title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
            f'<p class="band">{escape(self.band)}</p>\n<h1>{escape(self.title)}</h1>\n'
            + "\n".join(body)
            + f'\n<p class="foot">{escape(self.band)}</p>'
            + "\n</body>\n</html>\n"
        )


def _figure(picture: Picture, inline: bool) -> str:
    words = escape(picture.words)
    shown_svg = picture.svg if inline else f'<img src="{escape(picture.name)}" alt="{words}">'
    return f"<figure>\n{shown_svg}\n<figcaption>{words}</figcaption>\n</figure>"


def escape(text: object) -> str:
    """Escape text for HTML and SVG, also for an attribute."""
    return html.escape(str(text), quote=True)


def heading(text: str) -> str:
    """A heading of the second level."""
    return f"<h2>{escape(text)}</h2>"


def paragraph(text: str, kind: str = "") -> str:
    """HTML paragraph. kind: CSS class, or ""."""
    return f'<p class="{kind}">{escape(text)}</p>' if kind else f"<p>{escape(text)}</p>"


def bullets(texts: Sequence[str]) -> str:
    """HTML list."""
    return "<ul>\n" + "\n".join(f"<li>{escape(text)}</li>" for text in texts) + "\n</ul>"


def details(summary: str, content: str) -> str:
    """HTML element that unfolds `content` below `summary`."""
    return f"<details>\n<summary>{escape(summary)}</summary>\n{content}\n</details>"


def table(heads: Sequence[str], rows: Sequence[Sequence[str]], texts: Sequence[int] = ()) -> str:
    """HTML table with row headers in the first column. texts: indices of columns that are aligned left as text."""

    def cell(index: int, field: str, tag: str) -> str:
        left = ' class="text"' if index in texts else ""
        scope = ' scope="row"' if tag == "th" else ""
        return f"<{tag}{scope}{left}>{escape(field)}</{tag}>"

    def head_cell(index: int, field: str) -> str:
        left = ' class="text"' if index in texts else ""
        return f'<th scope="col"{left}>{escape(field)}</th>'

    head = "".join(head_cell(head_index, field) for head_index, field in enumerate(heads))
    lines = [
        "<tr>"
        + "".join(cell(field_index, field, "th" if field_index == 0 else "td") for field_index, field in enumerate(row))
        + "</tr>"
        for row in rows
    ]
    return f"<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n" + "\n".join(lines) + "\n</tbody>\n</table>"


def facts(pairs: Sequence[tuple[str, str]]) -> str:
    """HTML table of names and values; long hashes may break."""
    lines = []
    for name, value in pairs:
        kind = "hash" if len(value) == 64 and " " not in value else "text"
        lines.append(
            f'<tr><th scope="row" class="text">{escape(name)}</th><td class="{kind}">{escape(value)}</td></tr>'
        )
    return "<table>\n<tbody>\n" + "\n".join(lines) + "\n</tbody>\n</table>"
