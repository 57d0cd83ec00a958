"""Hierarchy files of τ-ARGUS (`.hrc`): one code per line, its depth is the number of lead strings before it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from os import PathLike
from pathlib import Path

from ckmcore.base.checked import checked
from ckmcore.errors import DataError
from ckmcore.microdata.files import checked_path, read_bytes
from ckmcore.microdata.hierarchy import Hierarchy
from ckmcore.microdata.sniff import encoding_asked


@dataclass
class _Line:
    number: int
    written: str
    """The code with the blanks that pad it on the left."""
    depth: int

    @property
    def node(self) -> str:
        return self.written.strip()


@checked
def read_hrc(path: str | PathLike[str], lead: str = "@", *, encoding: str = "") -> Hierarchy:
    """The hierarchy in a `.hrc` file; codes are trimmed, the total above them is implicit, blank lines are skipped.

    A group may have the code of a leaf elsewhere in the file where only the padding tells them apart (`@11` and
    `@@ 11`); the group is then called by its leaves, too: `11 (0-4)`.

    encoding: by default it is recognised: UTF-8, UTF-16, or that of Windows or DOS by its letters.

    Raises ReadingAsked where the letters may be of either, FileMissing, file_is_folder, file_empty, undecodable_byte,
    hierarchy_level_skipped, hierarchy_code_twice and hierarchy_code_missing, each with file and line.

    >>> regions = ckm.read_hrc("nuts.hrc")
    >>> regions.depth, regions.leaves
    (2, ('AT11', 'AT12', 'AT21'))
    """
    file = checked_path(path)
    lines = _parse(file, lead, encoding)
    if not lines:
        raise DataError("file_empty", file=str(file))
    groups = [after.depth > line.depth for line, after in pairwise(lines)] + [False]
    leaves: dict[str, _Line] = {}
    for line, group in zip(lines, groups, strict=True):
        if not group:
            _refuse_twice(file, line, leaves.get(line.node))
            leaves[line.node] = line
    named: dict[str, _Line] = {}
    for position, line in enumerate(lines):
        name = line.node
        if groups[position] and name in leaves:
            if leaves[name].written == line.written:
                first, second = sorted((line, leaves[name]), key=lambda one: one.number)
                _refuse_twice(file, second, first)
            name = f"{name} ({_range(lines, groups, position)})"
        _refuse_twice(file, line, named.get(name))
        named[name] = line
    return Hierarchy.from_depths((name, line.depth) for name, line in named.items())


def _refuse_twice(file: Path, line: _Line, before: _Line | None) -> None:
    if before is not None:
        raise DataError("hierarchy_code_twice", file=str(file), line=line.number, node=line.node, first=before.number)


def _range(lines: list[_Line], groups: list[bool], position: int) -> str:
    end = position + 1
    while end < len(lines) and lines[end].depth > lines[position].depth:
        end += 1
    leaves = [line.node for line, group in zip(lines[position:end], groups[position:end], strict=True) if not group]
    return leaves[0] if len(leaves) == 1 else f"{leaves[0]}-{leaves[-1]}"


def _parse(file: Path, lead: str, encoding: str) -> list[_Line]:
    found: list[_Line] = []
    content = read_bytes(file)
    guessed = encoding or encoding_asked(file, content)
    encoding = "utf-8-sig" if guessed == "utf-8" else guessed
    if encoding.startswith("utf-16"):
        # Line ends are found in bytes of one letter each.
        content, encoding = content.decode(encoding, errors="replace").encode(), "utf-8-sig"
    content = content.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    for number, raw in enumerate(content.split(b"\n"), start=1):
        known = encoding if number == 1 else encoding.removesuffix("-sig")
        try:
            text = raw.decode(known).rstrip()
        except UnicodeDecodeError as error:
            column = len(raw[: error.start].decode(known, errors="replace")) + 1
            byte, name = f"0x{raw[error.start]:02X}", encoding.removesuffix("-sig")
            raise DataError(
                "undecodable_byte", file=str(file), line=number, column=column, byte=byte, encoding=name
            ) from None
        if not text:
            continue
        depth = 0
        while lead and text.startswith(lead):
            text, depth = text[len(lead) :], depth + 1
        if not text.strip():
            raise DataError("hierarchy_code_missing", file=str(file), line=number)
        allowed = found[-1].depth + 1 if found else 0
        if depth > allowed:
            raise DataError(
                "hierarchy_level_skipped", file=str(file), line=number, node=text.strip(), depth=depth, allowed=allowed
            )
        found.append(_Line(number, text, depth))
    return found
