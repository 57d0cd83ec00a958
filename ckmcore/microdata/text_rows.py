"""Rows of a text that are no records, found while it is read: blank ones, repeated names, what the layout says."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ckmcore.microdata.dialect import LAST_ROW, Dialect, unquoted_lines, without_end_sign
from ckmcore.microdata.files import TAIL_BYTES, opened
from ckmcore.microdata.layout import RecordRows, Row
from ckmcore.microdata.reading_plan import ReadingEntry, answer_to, entry_of

_BLANKS = b" \t\v\f\r\n"
_RULES, _RULE = b"_-=*", re.compile(rb"[_\-=*]{3,}")
_WIDE_BLANKS = (b"\xc2\xa0", b"\xe2\x80\xaf")
_NEWLINE, _RETURN = b"\n\r"
_END_SIGN = re.compile(rb"\x1a[\x1a\r\n ]*\Z")
_LINE_LIMIT = 1 << 24
_LAST_ROWS = 60
_SHORT_LINE = 6


def last_rows(file: Path, head: bytes, complete: bool, dialect: Dialect) -> list[Row]:
    """The last rows of a text with the numbers of their lines; none from before a field with line breaks."""
    text, before = (head.decode(dialect.encoding, "replace"), 0) if complete else _tail(file, dialect.encoding)
    lines = without_end_sign(text).replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if not complete:
        lines, before = lines[1:], before + 1  # the first one may be cut off
    numbered = list(enumerate(lines, start=before + 1))
    while numbered and not numbered[-1][1].strip():
        numbered.pop()
    numbered = numbered[-_LAST_ROWS:]
    if dialect.quote:
        odd = [at for at, (_, line) in enumerate(numbered) if line.count(dialect.quote) % 2]
        numbered = numbered[odd[-1] + 1 :] if odd else numbered
    return [(number, next(iter(dialect.reader([line])), [])) for number, line in numbered]


def _tail(file: Path, encoding: str) -> tuple[str, int]:
    """The end of a text that is longer than its head, and how many lines end before it."""
    wide = encoding.startswith("utf-16")
    decoder = codecs.getincrementaldecoder(encoding)("replace")
    tail, before, after_return = b"", 0, False
    with opened(file) as (data, _):
        while block := data.read(1 << 20):
            tail += decoder.decode(block).encode() if wide else block
            gone, tail = tail[:-TAIL_BYTES], tail[-TAIL_BYTES:]
            if gone:
                before += _count_lines(gone) - (after_return and gone.startswith(b"\n"))
                after_return = gone.endswith(b"\r")
    return tail.decode("utf-8" if wide else encoding, "replace"), before


_AROUND, _MOST_HITS = 6, 1000
_SAYS_PART = re.compile(rb"\n[^\n]*?\b(davon|darunter|dar\.|dav\.|hiervon|und zwar|of which|thereof)", re.IGNORECASE)
_MAY_SAY_PART = re.compile(rb"[Dd]avon|[Dd]arunter|[Dd]a[rv]\. |[Hh]iervon|nd zwar|[Oo]f which|[Tt]hereof")


def suspicious_rows(file: Path, after: int, names: Sequence[str], dialect: Dialect) -> list[list[Row]]:
    """Rows of a long text that may be no records, with those around them, behind a number of lines: below blank lines,
    with the first cell alone, beginning with the first name."""
    if dialect.encoding.startswith("utf-16") or not names or not names[0].strip():
        return []
    separator = dialect.separator.encode(dialect.encoding, "ignore")
    alone = re.compile(rb"\n[^" + re.escape(separator) + rb"\n]+(?=\n)") if separator else None
    spellings = sorted({names[0], names[0].lower(), names[0].upper(), names[0].title()})
    firsts = [b"\n" + spelling.encode(dialect.encoding, "ignore") + separator for spelling in spellings]
    needles = [b"\n\n", *firsts, *([separator * (len(names) - 1) + b"\n"] if len(names) > 2 else [])]
    clusters: dict[int, list[Row]] = {}
    line, rest = 1, b""
    with opened(file) as (data, _):
        while len(clusters) < _MOST_HITS and ((block := data.read(1 << 20)) or rest):
            text = rest + block
            text = text.replace(b"\r\n", b"\n") if b"\r" in text else text
            end = _line_start(text, _AROUND) if block else len(text)
            hits = sorted(place for needle in needles for place in _places(text[:end], needle))
            if dialect.rules > 3:
                further = [] if alone is None or len(names) < 2 else [alone]
                further += [_SAYS_PART] if _MAY_SAY_PART.search(text) else []
                hits = sorted({*hits, *(hit.start() for needle in further for hit in needle.finditer(text[:end]))})
            lines = text.split(b"\n") if hits else []
            counted = number = 0
            for place in hits[:_MOST_HITS]:
                number += text.count(b"\n", counted, place + 1)
                counted, begin = place + 1, max(0, number - 1)
                if line + number > after:
                    near = [part.decode(dialect.encoding, "replace") for part in lines[begin : number + _AROUND - 1]]
                    if not dialect.quote or dialect.quote not in "".join(near):
                        clusters[line + begin] = _parsed(near, line + begin, dialect)
            line += text.count(b"\n", 0, end)
            rest = text[end:] if block else b""
    return list(clusters.values())


def _parsed(lines: Sequence[str], first: int, dialect: Dialect) -> list[Row]:
    numbered: list[Row] = [
        (number, next(iter(dialect.reader([text])), [])) for number, text in enumerate(lines, start=first)
    ]
    return [row for row in numbered if any(cell.strip() for cell in row[1])]


def _places(text: bytes, needle: bytes) -> Iterator[int]:
    at = text.find(needle)
    while at >= 0:
        yield at
        at = text.find(needle, at + 1)


def _line_start(text: bytes, lines: int) -> int:
    """Where the last lines of a text begin."""
    at = len(text)
    for _ in range(lines):
        at = text.rfind(b"\n", 0, at)
        if at < 0:
            return 0
    return at + 1


def _count_lines(text: bytes) -> int:
    content = np.frombuffer(text, dtype=np.uint8)
    ends = int(np.count_nonzero(content == _NEWLINE))
    returns = text.count(b"\r") if b"\r" in text else 0
    return ends + returns - (text.count(b"\r\n") if returns else 0)


def _line_ends(content: NDArray[np.uint8], room: NDArray[np.bool_], *, returns: bool) -> NDArray[np.intp]:
    """Places of the ends of lines: a line feed, or a carriage return without one behind it. room: as long as the
    content; returns: whether there are any."""
    ends = np.equal(content, _NEWLINE, out=room)
    if returns:
        returns_at = content == _RETURN
        ends[:-1] |= returns_at[:-1] & (content[1:] != _NEWLINE)
        ends[-1] |= returns_at[-1]
    return np.flatnonzero(ends)


class TextRows:
    """Takes rows out of a text that are no records, and counts them; a row within quotes is part of a field."""

    def __init__(self, dialect: Dialect, layout: RecordRows, names: bytes = b"") -> None:
        """layout: lines that are no records; names: the text of the row of names, which may come again."""
        self._left_out, self._again, self._names = layout.left_out - layout.rows_apart, layout.repeated, names
        self._keeps_names = answer_to(dialect.answers, "repeated_head") == "keep"
        self._answers, self._rules = dialect.answers, dialect.rules
        self._ranges = (*dialect.left_out, *([(layout.ends, LAST_ROW)] if layout.ends else []))
        self._unquotes_lines = dialect.unquotes_lines
        self._quote = dialect.quote.encode()
        self._separator = dialect.separator.encode()
        quote = re.escape(self._quote)
        self._empty = re.compile(rb"(?:" + quote + rb"[ \t]*" + quote + rb")?")
        self._first = np.zeros(256, dtype=np.bool_)
        self._first[list(_BLANKS + self._separator + self._quote + _RULES + b"\xc2\xe2")] = True
        self._further = self._first.copy()
        self._further[list(b"".join(_WIDE_BLANKS))] = True
        self._line, self._quotes, self._rest = 1, 0, b""
        self._seen_names = False
        self._room = np.empty(0, dtype=np.bool_)
        self.blank: list[int] = []
        self.rules: list[int] = []
        self.repeated: list[int] = []
        self.ended_by_sign = False
        self._lone, self._after, self._suspicious = b"", 0, False

    def watch(self, width: int, after: int) -> None:
        """Note whether something behind a line suggests that rows are no records. width: the number of columns."""
        self._lone, self._after = self._separator * (width - 1) if width > 2 else b"", after

    @property
    def is_suspicious(self) -> bool:
        """Whether a watched text has blank lines, lines whose first cell alone has a text, or the first name again."""
        return self._suspicious or (self._after > 0 and max((*self.blank, *self.rules), default=0) > self._after)

    def _begins_as_names(self, begin_with: NDArray[np.uint8], first: int) -> bool:
        """Whether a line of a block begins as the row of names does; first: the number of the first line."""
        if not self._names:
            return False
        begins = bool((begin_with == self._names[0]).any())
        if self._after and not self._suspicious:
            swapped = self._names[:1].swapcase()[0]
            others = begin_with == swapped
            if begins or others.any():
                places = np.flatnonzero(others | (begin_with == self._names[0]))
                self._suspicious = bool((places + first > self._after).any())
        return begins

    def records(self, block: bytes, *, ended: bool) -> bytes:
        """See `RowFilter`."""
        block, self._rest = self._rest + block, b""
        if ended:
            block = self._without_end_sign(block)
        else:
            end = block.rfind(b"\n") + 1
            end = max(end, block.rfind(b"\r", end, len(block) - 1) + 1)
            if not end and len(block) < _LINE_LIMIT:
                self._rest = block
                return b""
            block, self._rest = (block[:end], block[end:]) if end else (block, b"")
        return self._without_rows(block) if block else b""

    def _without_end_sign(self, block: bytes) -> bytes:
        kept = _END_SIGN.sub(b"", block)
        self.ended_by_sign = kept != block
        return kept + b"\n" if kept and self.ended_by_sign and not kept.endswith((b"\n", b"\r")) else kept

    def _without_rows(self, block: bytes) -> bytes:
        block = unquoted_lines(block) if self._unquotes_lines else block
        content = np.frombuffer(block, dtype=np.uint8)
        if len(self._room) < len(block):
            self._room = np.empty(len(block) + len(block) // 8, dtype=np.bool_)
        ends = _line_ends(content, self._room[: len(block)], returns=b"\r" in block)
        starts = np.zeros(len(ends) + (not len(ends) or int(ends[-1]) + 1 < len(block)), dtype=np.intp)
        np.add(ends[: len(starts) - 1], 1, out=starts[1:])
        first, self._line = self._line, self._line + len(ends)
        if self._lone and not self._suspicious and self._ends_with_separator(content, ends):
            self._suspicious = any(self._lone + end in block for end in (b"\n", b"\r"))
        last = first + len(starts) - 1
        drop = self._dropped(first, last)
        begin_with = content[starts]
        suspects = np.flatnonzero(np.frombuffer(begin_with.tobytes().translate(self._first.tobytes()), dtype=np.bool_))
        repeats = self._begins_as_names(begin_with, first) and self._names in block
        if not (len(suspects) or repeats or drop):
            self._quotes += block.count(self._quote) if self._quote and self._quote in block else 0
            return block
        stops = np.append(starts[1:], len(block))
        for further in range(1, _SHORT_LINE):  # of a blank line each byte is a blank, a separator or a quote
            at = starts[suspects] + further
            suspects = suspects[(at >= stops[suspects]) | self._further[content[np.minimum(at, len(content) - 1)]]]
        if len(suspects) or repeats:
            inside = self._inside(content, starts)
            for place in suspects[~inside[suspects]].tolist():
                if place not in drop and self._is_counted(first + place, block[starts[place] : stops[place]]):
                    drop.add(place)
            for place in self._repeats(block, starts, stops) if repeats else ():
                if place in drop or inside[place] or first + place in self._again:
                    continue
                if self._seen_names:
                    self.repeated.append(first + place)
                    if not self._keeps_names:
                        drop.add(place)
                self._seen_names = True
        if self._quote and self._quote in block:
            self._quotes += int(np.count_nonzero(content == self._quote[0]))
        kept, begin = [], 0
        for place in sorted(drop):
            kept.append(block[begin : starts[place]])
            begin = int(stops[place])
        return b"".join([*kept, block[begin:]]) if drop else block

    def _ends_with_separator(self, content: NDArray[np.uint8], ends: NDArray[np.intp]) -> bool:
        last = content[ends - 1]
        is_return = last == _RETURN
        if is_return.any():
            last = np.where(is_return, content[ends - 2], last)
        return bool((last == self._separator[0]).any())

    def _dropped(self, first: int, last: int) -> set[int]:
        """Places of lines that are known to be no records, from the first line of a block to its last."""
        drop = {number - first for number in self._left_out if first <= number <= last}
        for begin, end in self._ranges:
            drop.update(range(max(begin, first) - first, min(end, last) - first + 1))
        again = [number for number in self._again if first <= number <= last and number - first not in drop]
        self.repeated += again
        return drop if self._keeps_names else drop | {number - first for number in again}

    def _inside(self, content: NDArray[np.uint8], starts: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Which lines begin within quotes."""
        if not self._quote:
            return np.zeros(len(starts), dtype=np.bool_)
        before = np.concatenate(([0], np.cumsum(content == self._quote[0])))
        odd: NDArray[np.bool_] = (before[starts] + self._quotes) % 2 == 1
        return odd

    def _is_blank(self, line: bytes) -> bool:
        for blank in _WIDE_BLANKS:
            line = line.replace(blank, b"")
        if not line.strip(_BLANKS + self._separator):
            return True
        # Quotes with nothing between them are empty fields; alone in a line, they are a value that is not there.
        fields = line.split(self._separator)
        return len(fields) > 1 and all(self._empty.fullmatch(field.strip(_BLANKS)) for field in fields)

    def _is_counted(self, number: int, line: bytes) -> bool:
        """Whether a line is blank or holds lines of signs alone; it is counted as such then."""
        if self._is_blank(line):
            self.blank.append(number)
        elif self._rules > 1 and self._is_rule(line):
            self.rules.append(number)
        else:
            return False
        return True

    def _is_rule(self, line: bytes) -> bool:
        fields = [field.strip(_BLANKS + self._quote) for field in line.split(self._separator)]
        filled = list(filter(None, fields))
        return len(fields) > 1 and bool(filled) and all(map(_RULE.fullmatch, filled))

    def _repeats(self, block: bytes, starts: NDArray[np.intp], stops: NDArray[np.intp]) -> Iterator[int]:
        at = block.find(self._names)
        while at >= 0:
            place = int(np.searchsorted(starts, at, "right")) - 1
            if starts[place] == at and block[at : stops[place]].rstrip(b"\r\n") == self._names:
                yield place
            at = block.find(self._names, at + 1)

    def entries(self) -> list[ReadingEntry]:
        """What was left out of the text."""
        entries_made = []
        if self.blank:
            entries_made.append(entry_of("blank_rows", count=len(self.blank), rows=self.blank))
        if self.rules:
            entries_made.append(entry_of("rule_rows", count=len(self.rules), rows=self.rules))
        if self.ended_by_sign:
            entries_made.append(entry_of("end_sign", count=1))
        if self.repeated:
            count, rows = len(self.repeated), sorted(self.repeated)
            default = "leave_out" if self._rules > 2 else ""
            entries_made.append(
                entry_of("repeated_head", count=count, rows=rows, answers=self._answers, default=default)
            )
        return entries_made
