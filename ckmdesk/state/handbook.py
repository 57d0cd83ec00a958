"""The handbook as text: its pages in the order of its index, and the search in them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from ckmcore.base.numbers import Language

INDEX = "index"
PICTURES = "pictures"

_TITLE = re.compile(r"^# (.+)$", re.MULTILINE)
_PART = re.compile(r"^## (.+)$")
_ENTRY = re.compile(r"^- \[[^]]*\]\((\w[\w-]*)\.md\)")
_LINK = re.compile(r"!?\[([^]]*)\]\([^)]*\)")
_BEGINS = re.compile(r"#|- |\||\d+\. |$")
_SIGNS = re.compile(r"[*`]|^[#>|\s-]+|[|\s]+$")
_AROUND = 70


@dataclass(frozen=True)
class HandbookPage:
    """A page of the handbook: the stem of its file, the part of the index that lists it ("" for the index), its
    Markdown."""

    name: str
    part: str
    title: str
    text: str

    def paragraphs(self) -> list[str]:
        """Return headings, paragraphs, list entries and table rows as plain text, without marks and addresses."""
        lines: list[str] = []
        open_ended = False
        for line in self.text.splitlines():
            if open_ended and not _BEGINS.match(line.strip()):
                lines[-1] += " " + line.strip()
            else:
                lines.append(line.strip())
            open_ended = bool(line.strip()) and not line.startswith("#")
        plain = (_SIGNS.sub("", _LINK.sub(r"\1", paragraph)).replace(" | ", ", ") for paragraph in lines)
        return [paragraph for paragraph in plain if paragraph.strip(" -|,")]


@dataclass(frozen=True)
class HandbookHit:
    """A page that contains all words of a search, with an excerpt of the best paragraph."""

    page: HandbookPage
    excerpt: str


def file_of(folder: Path, language: Language, name: str) -> Path:
    """Return the file of a page in the handbook's folder."""
    return folder / language / f"{name}.md"


def read_handbook(folder: Path, language: Language) -> tuple[HandbookPage, ...]:
    """Read the index and every page that it lists, in order; raises OSError for a missing file."""
    index = file_of(folder, language, INDEX).read_text(encoding="utf-8")
    pages, part_title = [_page(INDEX, "", index)], ""
    for line in index.splitlines():
        if heading := _PART.match(line):
            part_title = heading[1]
        elif entry := _ENTRY.match(line):
            text = file_of(folder, language, entry[1]).read_text(encoding="utf-8")
            pages.append(_page(entry[1], part_title, text))
    return tuple(pages)


def _page(name: str, part_title: str, text: str) -> HandbookPage:
    title = _TITLE.search(text)
    return HandbookPage(name, part_title, title[1] if title else name, text)


def find_words(pages: tuple[HandbookPage, ...], sought: str) -> tuple[HandbookHit, ...]:
    """Find pages with all words of `sought`, in any order and case; matches in the title come first."""
    words = sought.casefold().split()
    if not words:
        return ()

    def held(text: str) -> int:
        return sum(word in text.casefold() for word in words)

    hits = [
        HandbookHit(page, _excerpt(max(page.paragraphs()[1:], key=held), words))
        for page in pages
        if page.name != INDEX and held(" ".join(page.paragraphs())) == len(words)
    ]
    return tuple(sorted(hits, key=lambda hit: -held(hit.page.title)))


def _excerpt(paragraph: str, words: list[str]) -> str:
    """Return the paragraph, or an excerpt around the first matching word."""
    first = min((match_begin for word in words if (match_begin := paragraph.casefold().find(word)) >= 0), default=0)
    begin = paragraph.rfind(" ", 0, first - _AROUND // 2) + 1 if first > _AROUND // 2 else 0
    end = paragraph.find(" ", first + _AROUND)
    cut = paragraph[begin:] if end < 0 else paragraph[begin:end] + " …"
    return "… " + cut if begin else cut
