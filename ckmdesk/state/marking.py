"""Columns of a fixed-width file marked by hand: cuts between characters, and a name for each piece. No Qt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from ckmcore.microdata import Dialect, TextColumn

MOST_LINES = 200
_TAB = "\t"


@dataclass(frozen=True)
class Marking:
    """The first lines of a file and the positions between characters at which it is cut.

    `cuts` ascend; cut 3 lies between the third and the fourth character. The characters before the first cut and those
    between two cuts are columns; the last one ends with the longest line. `names` are by the first character (from 0)
    of a piece; a piece without a name is called `V1`, `V2`, ... `left_out` are first characters of pieces that are no
    columns (blanks between).
    """

    lines: tuple[str, ...] = field(repr=False)
    cuts: tuple[int, ...] = ()
    names: tuple[tuple[int, str], ...] = ()
    left_out: frozenset[int] = frozenset()

    @property
    def width(self) -> int:
        """Characters of the longest line."""
        return max((len(line) for line in self.lines), default=0)

    @property
    def pieces(self) -> tuple[tuple[int, int], ...]:
        """First character (from 0) and end (excluded) of each piece."""
        bounds = (0, *self.cuts, self.width)
        return tuple((start, end) for start, end in pairwise(bounds) if end > start)

    def name(self, start: int) -> str:
        """The name of the piece that begins at a character."""
        known_names = dict(self.names)
        if known_names.get(start):
            return known_names[start]
        taken_names = {name for begin, name in self.names if begin != start}
        index = 1 + [begin for begin, _ in self.pieces].index(start)
        name = f"V{index}"
        while name in taken_names:
            name += "_"
        return name

    @property
    def columns(self) -> tuple[TextColumn, ...]:
        """The columns as a dialect holds them, characters counted from 1."""
        return tuple(
            TextColumn(self.name(start), start + 1, end - start)
            for start, end in self.pieces
            if start not in self.left_out
        )

    def dialect(self, encoding: str = "utf-8", decimal: str = ".") -> Dialect:
        """Return the dialect that reads the file with these columns."""
        return Dialect(encoding=encoding, decimal=decimal, header=False, columns=self.columns)


def begin_marking(lines: Sequence[str], dialect: Dialect | None = None) -> Marking:
    """Begin with the columns of a dialect if it has some, else with those that blanks propose."""
    marking = Marking(tuple(line.rstrip("\r\n") for line in lines[:MOST_LINES]))
    if dialect is None or not dialect.is_fixed:
        return proposed(marking)
    cuts: set[int] = set()
    left_out: set[int] = set()
    reached = 0
    for column in sorted(dialect.columns, key=lambda column: column.start):
        start, end = column.start - 1, column.start - 1 + column.length
        if start > reached:
            left_out.add(reached)
        cuts |= {start, end}
        reached = end
    if reached < marking.width:
        left_out.add(reached)
    inner_cuts = tuple(sorted(cut for cut in cuts if 0 < cut < marking.width))
    names = tuple((column.start - 1, column.name) for column in dialect.columns)
    return replace(marking, cuts=inner_cuts, names=names, left_out=frozenset(left_out))


def proposed(marking: Marking) -> Marking:
    """Propose cuts where every line is blank: a column begins with the first character that is not blank everywhere."""
    width = marking.width
    lines = [line.ljust(width) for line in marking.lines if line.strip()]
    blank = [all(line[index] in (" ", _TAB) for line in lines) for index in range(width)] if lines else []
    cuts = tuple(index for index in range(1, width) if blank and blank[index - 1] and not blank[index])
    cuts = tuple(cut for cut in cuts if not all(blank[:cut]))
    return replace(marking, cuts=cuts, left_out=frozenset())


def toggled(marking: Marking, place: int) -> Marking:
    """Add a cut before the character `place` (from 0), or remove it."""
    if not 0 < place < marking.width:
        return marking
    cuts = set(marking.cuts) ^ {place}
    return _with_cuts(marking, cuts)


def moved(marking: Marking, before: int, after: int) -> Marking:
    """Move a cut, but not past its neighbours; the piece behind it keeps its name."""
    if before not in marking.cuts:
        return marking
    others = [0, *(cut for cut in marking.cuts if cut != before), marking.width]
    low = max(other for other in others if other < before)
    high = min(other for other in others if other > before)
    after = min(max(after, low + 1), high - 1)
    names = tuple((after if start == before else start, name) for start, name in marking.names)
    left_out = frozenset(after if start == before else start for start in marking.left_out)
    new_marking = replace(marking, names=names, left_out=left_out)
    return _with_cuts(new_marking, {*others, after} - {0, marking.width})


def renamed(marking: Marking, start: int, name: str) -> Marking:
    """Name the piece that begins at `start`; "" restores its default name."""
    other_names = tuple(named_text for named_text in marking.names if named_text[0] != start)
    return replace(marking, names=(*other_names, (start, name.strip())) if name.strip() else other_names)


def left_out(marking: Marking, start: int, *, out: bool) -> Marking:
    """Take a piece for no column, or for one again."""
    left_out_starts = marking.left_out | {start} if out else marking.left_out - {start}
    return replace(marking, left_out=left_out_starts)


def _with_cuts(marking: Marking, cuts: set[int]) -> Marking:
    starts = {0, *cuts}
    return replace(
        marking,
        cuts=tuple(sorted(cuts)),
        names=tuple(name for name in marking.names if name[0] in starts),
        left_out=marking.left_out & starts,
    )
