"""XML looked at tag by tag, comments and instructions too: what a rule does not name is not allowed."""

from __future__ import annotations

import re
from collections.abc import Callable
from xml.parsers import expat

from ckmcore.formats.leak_findings import LeakScan

Attributes = dict[str, str]


class Reader:
    """Walks a part. `start(path, attributes)` and `end(path, text)` are called with the names of the tags above."""

    def __init__(self, search: LeakScan, place: str) -> None:
        self.search, self.place = search, place

    def start(self, path: tuple[str, ...], attributes: Attributes) -> None:
        """A tag begins."""

    def end(self, path: tuple[str, ...], text: str) -> None:
        """Handle the end of a tag; text: directly in it."""

    def read(self, content: bytes) -> None:
        """Walk the whole part; what is no XML is a hit."""
        parser = expat.ParserCreate()
        path: list[str] = []
        texts: list[list[str]] = []

        def start(name: str, attributes: Attributes) -> None:
            path.append(name)
            texts.append([])
            self.start(tuple(path), attributes)

        def end(_: str) -> None:
            self.end(tuple(path), "".join(texts.pop()))
            path.pop()

        def words(data: str) -> None:
            texts[-1].append(data)

        parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = start, end, words
        parser.CommentHandler = lambda data: self.search.hit("comment", self.place, data)
        parser.ProcessingInstructionHandler = lambda target, data: self.search.hit(
            "part", self.place, f"<?{target} {data}?>"
        )
        parser.StartDoctypeDeclHandler = lambda name, *_: self.search.hit("part", self.place, f"<!DOCTYPE {name}>")
        parser.buffer_text = True
        try:
            parser.Parse(content, True)
        except (expat.ExpatError, LookupError, ValueError) as fault:
            self.search.hit("bytes", self.place, str(fault))


Rule = str | tuple[str, ...] | Callable[[str], bool]
"""What the value of an attribute or a text may be: a pattern by its name, words, or what a function says."""

_PATTERNS = {
    "whole": r"-?\d{1,9}",
    "size": r"-?\d{1,8}(\.\d{1,12})?",
    "bool": r"0|1|true|false",
    "ref": r"[A-Z]{1,3}\d{1,7}(:[A-Z]{1,3}\d{1,7})?",
    "id": r"rId\d{1,6}",
    "rgb": r"[0-9A-F]{8}",
    "nothing": r"",
}
PATTERNS = {name: re.compile(pattern) for name, pattern in _PATTERNS.items()}


def follows(rule: Rule, value: str) -> bool:
    """Whether a value follows a rule."""
    if isinstance(rule, str):
        return PATTERNS[rule].fullmatch(value) is not None
    return value in rule if isinstance(rule, tuple) else rule(value)
