"""Text files whose columns are separated by a character: CSV in every dialect, read block by block."""

from __future__ import annotations

import csv
import io
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from ckmcore.base.ahead import BATCHES_AHEAD, ahead
from ckmcore.errors import CkmError, DataError, InputError
from ckmcore.messages import sentence
from ckmcore.microdata.described import Described
from ckmcore.microdata.dialect import DECIDED, Dialect, unquoted_line, without_end_sign
from ckmcore.microdata.errors import FileDamaged
from ckmcore.microdata.files import TAIL_BYTES, Utf8Stream, decode_head, locate_undecodable, opened
from ckmcore.microdata.layout import (
    FileRow,
    RecordRows,
    Row,
    file_rows,
    is_blank,
    is_number,
    is_rule_row,
    rows_entry,
    titles_entry,
    titles_of,
)
from ckmcore.microdata.looked_rows import LOOKED_AT
from ckmcore.microdata.reading_plan import ReadingAsked, ReadingEntry, ReadingPlan, answer_to, entry_of
from ckmcore.microdata.record_rows import (
    CELLS_LOOKED_AT,
    LATER_KINDS,
    entries_of_later,
    of_chosen_table,
    record_rows,
    upper_names,
)
from ckmcore.microdata.sniff import (
    SAMPLE_ROWS,
    encoding_entries,
    guess_dialect,
    guess_encoding,
    is_separator_line,
    numbered_rows,
    page_answered,
    sample_rows,
    with_quoted_lines,
)
from ckmcore.microdata.source import (
    Batches,
    Source,
    check_names,
    detail_of,
    different_names,
    with_codes_above,
    without_columns,
)
from ckmcore.microdata.text_rows import TextRows, last_rows, suspicious_rows

_BLOCK_BYTES = 4 << 20
_FEW_RECORDS = 10
_MOST_RAGGED = 20
_FEW_LINES = 3


def open_text(file: Path, head: bytes, complete: bool, dialect: Dialect | None, head_rows: int) -> Source:
    """A text file whose first bytes are `head`; without a dialect it is guessed."""
    guessed = dialect is None or not dialect.encoding
    if dialect is not None and dialect.encoding:
        check_dialect(dialect)
    rules = {} if dialect is None else {"rules": dialect.rules}
    encoding = dialect.encoding if dialect is not None and dialect.encoding else guess_encoding(head, complete, **rules)
    if dialect is not None and dialect.rules > 2 and (guessed or dialect.encoding_guessed):
        encoding = page_answered(encoding, dialect)
        dialect = dialect if guessed else replace(dialect, encoding=encoding)
    text = decode_head(file, head, complete, encoding)
    if not text.strip(" \r\n"):
        raise DataError("file_empty", file=str(file))
    entries: list[ReadingEntry] = []
    if dialect is None or guessed:
        decided = {} if dialect is None else {name: getattr(dialect, name) for name in DECIDED}
        plain = unquoted_line(text) if dialect is not None and dialect.unquotes_lines else text
        dialect = replace(guess_dialect(plain, complete, encoding, **rules), **decided)
        entries += [encoding_entry(encoding)] if encoding == "cp850" and dialect.rules < 3 else []
    if dialect.rules > 2 and dialect.encoding_guessed:
        entries += encoding_entries(head, encoding, dialect)
    dialect, quoted = with_quoted_lines(text, complete, dialect)
    entries += quoted
    first = _rows_of(file, head, complete, text, dialect, head_rows)
    rows, layout = first.rows, first.layout
    if not rows:
        raise DataError("file_not_understood", file=str(file), detail="csv")
    chosen = of_chosen_table(dialect, layout.entries, lambda other: open_text(file, head, complete, other, head_rows))
    if chosen is not None:
        return chosen
    entries += [*layout.entries, *dialect.by_hand]
    if dialect.columns:
        names = tuple(column.name for column in dialect.columns)
        if len(rows[0]) != len(names):
            raise DataError("ragged_row", file=str(file), line=1, found=len(rows[0]), expected=len(names))
        del rows[: int(dialect.header)]
    elif dialect.header:
        heads: Sequence[str] = layout.names or rows[0]
        names = tuple(cell.strip() or f"V{place}" for place, cell in enumerate(heads, start=1))
        del rows[0]
    else:
        names = tuple(f"V{place}" for place in range(1, len(rows[0]) + 1))
    if dialect.rules and not dialect.columns:
        names, twice = different_names(names)
        entries += twice
    if dialect.rules > 2 and len(names) == 1 and not dialect.columns:
        entries += _fixed_width_entries([names, *rows], dialect) or _fixed_width_entries(rows, dialect)
    check_names(file, names)
    described = {**missing_of(dialect), **words_of(dialect)}
    head_shown = tuple(map(tuple, rows[:head_rows]))
    source = Source(
        file,
        "csv",
        names,
        dialect,
        head_shown,
        csv_batches,
        described=described,
        layout=layout,
        names_line=first.names_line,
        file_rows=first.file_rows,
        all_rows=first.all_rows,
        entries=entries,
    )
    return without_columns(with_codes_above(source), layout.without)


@dataclass(frozen=True)
class _Rows:
    """The first rows of records with the row of names, what was left out, and the text of the row of names.

    file_rows: first and last rows of the file as read; all_rows gives all of them.
    """

    rows: list[list[str]]
    layout: RecordRows
    names_line: str = ""
    file_rows: tuple[FileRow, ...] = ()
    all_rows: Callable[[], Iterator[FileRow]] | None = None


def _rows_of(file: Path, content: bytes, complete: bool, text: str, dialect: Dialect, head_rows: int) -> _Rows:
    if not dialect.rules:
        return _Rows(sample_rows(text, complete, dialect, head_rows + 1), RecordRows())
    plain = text.removeprefix("\ufeff")
    plain = without_end_sign(plain) if complete else plain
    width = plain.partition("\n")[0].count(dialect.separator) + 1
    every = min(LOOKED_AT, CELLS_LOOKED_AT // width) if complete and dialect.rules > 2 else 0
    limit = max(head_rows, SAMPLE_ROWS, every)
    numbered = numbered_rows(plain, complete, dialect, limit + 1)
    rows = [row for row in numbered if any(cell.strip() for cell in row[1])]
    entries: list[ReadingEntry] = []
    above = [row for row in rows[:1] if is_separator_line(row[1], dialect)]
    if above:
        entries.append(rows_entry("separator_line", above))
        rows = rows[1:]
    if dialect.head_row:
        titles = [row for row in rows if row[0] < dialect.head_row]
    else:
        # By rules 1 a row of one text alone is a title, whether there are names or not.
        titles = rows[: titles_of(rows, header=dialect.header or dialect.rules < 2, rules=dialect.rules)]
    before = {number for number, _ in (*above, *titles)}
    rows = rows[len(titles) :]
    upper = (
        upper_names(titles, rows, dialect.rules)
        if dialect.rules > 2 and dialect.header and not dialect.head_row
        else ()
    )
    titles = titles[: len(titles) - len(upper)]
    entries += [titles_entry(titles)] if titles else []
    first = rows[0][0] if rows else 0
    tail = [row for row in last_rows(file, content, complete, dialect) if row[0] >= first]
    by_hand = frozenset(number for number, _ in (*rows, *tail) if dialect.left_out and dialect.leaves_out(number))
    is_long = dialect.rules > 2 and dialect.header and (not complete or len(numbered) > limit) and bool(rows)

    def every_row() -> Iterator[Row]:
        with opened(file) as (data, _):
            lines = io.TextIOWrapper(data, encoding=dialect.encoding, errors="replace", newline="")
            try:
                yield from _rows_with_lines(dialect.reader(lines))
            finally:
                lines.detach()

    def looked(*, later: bool) -> RecordRows:
        near = suspicious_rows(file, rows[-1][0], rows[0][1], dialect) if later else []
        return record_rows(
            rows,
            tail,
            dialect.answers,
            header=dialect.header,
            rules=dialect.rules,
            upper=upper,
            by_hand=by_hand,
            later=near,
            whole=not is_long,
            everything=every_row if is_long else None,
        )

    # What was answered is left out; else it is looked for once something suggests it.
    layout = looked(later=is_long and any(answer.kind in LATER_KINDS for answer in dialect.answers))
    if is_long:
        layout = replace(layout, looked_to=rows[-1][0], later=lambda: entries_of_later(looked(later=True), layout))
    left_out = frozenset(layout.left_out | before)
    line = plain.replace("\r\n", "\n").replace("\r", "\n").split("\n")[first - 1] if dialect.header and rows else ""
    line = unquoted_line(line) if dialect.unquotes_lines else line
    keeps_names = answer_to(dialect.answers, "repeated_head") == "keep"
    names = rows[0][1] if dialect.header and rows and not keeps_names else None

    def is_record(number: int, cells: Sequence[str]) -> bool:
        taken_out = number in left_out or dialect.leaves_out(number) or 0 < layout.ends <= number
        taken_out = taken_out or (not keeps_names and number in layout.repeated)
        taken_out = taken_out or (dialect.rules > 1 and is_rule_row(cells))
        return not taken_out and not is_blank(cells) and (number == first or cells != names)

    def all_rows() -> Iterator[FileRow]:
        yield from file_rows(every_row(), head, is_record)

    head = {first, *layout.heads} if dialect.header else set[int]()
    kept = [list(cells) for number, cells in rows if is_record(number, cells)]
    later = [row for row in tail if row[0] > numbered[-1][0]] if numbered else []
    shown = tuple(file_rows([*numbered, *later], head, is_record)) if head_rows > SAMPLE_ROWS else ()
    made = replace(layout, left_out=left_out, entries=(*entries, *layout.entries))
    return _Rows(kept[: head_rows + 1], made, line, shown, all_rows)


def _rows_with_lines(reader: Any) -> Iterator[Row]:
    """Rows of a reader, each with the number of its first line."""
    start = 1
    for cells in reader:
        yield start, cells
        start = reader.line_num + 1


def _fixed_width_entries(rows: Sequence[Sequence[str]], dialect: Dialect) -> list[ReadingEntry]:
    """The question about lines of one text that blanks divide at the same places, into numbers among others."""
    lines = [cells[0].rstrip() for cells in rows[:SAMPLE_ROWS] if len(cells) == 1 and cells[0].strip()]
    if len(lines) < _FEW_LINES or len(lines) < len(rows[:SAMPLE_ROWS]):
        return []
    width = max(map(len, lines))
    padded = [line.ljust(width) for line in lines]
    blank = [all(line[place] == " " for line in padded) for place in range(width)]
    starts = [0, *(place + 1 for place in range(width - 1) if blank[place] and not blank[place + 1])]
    columns = [
        [line[start:end].strip() for line in padded] for start, end in zip(starts, [*starts[1:], width], strict=True)
    ]
    filled = [column for column in columns if all(column)]
    if len(filled) < 2 or not any(all(map(is_number, column)) for column in filled):
        return []
    return [entry_of("fixed_width", count=len(lines), rows=[1], examples=lines[:3], answers=dialect.answers)]


def encoding_entry(encoding: str) -> ReadingEntry:
    """The entry for an encoding that is not one of today."""
    return entry_of("encoding", count=1, examples=[encoding])


def words_of(dialect: Dialect) -> dict[str, Described]:
    """Words of columns that mean missing."""
    return {
        words.column: Described(missing=frozenset(words.missing), counted=dialect.rules > 2, by_value=dialect.rules > 5)
        for words in dialect.words
        if words.missing
    }


def missing_of(dialect: Dialect) -> dict[str, Described]:
    """What the columns of a dialect say: their missing codes."""
    return {column.name: Described(missing=frozenset(column.missing)) for column in dialect.columns if column.missing}


def check_dialect(dialect: Dialect) -> None:
    """Raises encoding_unknown, separator_unusable."""
    check_encoding(dialect.encoding)
    if len(dialect.separator) != 1 or ord(dialect.separator) > 127 or dialect.separator in f"\r\n{dialect.quote}":
        raise InputError("separator_unusable", separator=dialect.separator)


def check_encoding(encoding: str) -> None:
    """Raises encoding_unknown."""
    try:
        "a".encode(encoding)
    except (LookupError, UnicodeError):
        raise InputError("encoding_unknown", encoding=encoding) from None


def csv_batches(source: Source, wanted: list[str], rows: int) -> Batches:  # noqa: ARG001 - text comes in blocks
    """Batches of the wanted columns as texts."""
    import pyarrow as pa
    import pyarrow.csv as pacsv

    dialect = source.dialect or Dialect()
    size = max(1, source.file.stat().st_size)
    with opened(source.file) as (data, raw):
        rows_read = TextRows(dialect, source.layout, source.names_line.encode()) if dialect.rules else None
        if rows_read is not None and source.layout.later is not None:
            rows_read.watch(len(source.names), source.layout.looked_to)
        stream = Utf8Stream(data, raw, dialect.encoding, dialect.quote, rows_read)
        try:
            reader = pacsv.open_csv(
                stream,
                read_options=pacsv.ReadOptions(
                    block_size=_BLOCK_BYTES,
                    column_names=list(source.names),
                    skip_rows_after_names=int(dialect.header),
                ),
                parse_options=pacsv.ParseOptions(
                    delimiter=dialect.separator, quote_char=dialect.quote or False, newlines_in_values=True
                ),
                convert_options=pacsv.ConvertOptions(
                    column_types=dict.fromkeys(wanted, pa.string()),
                    include_columns=wanted,
                    strings_can_be_null=False,
                    check_utf8=False,
                ),
            )
            # Arrow divides lines into fields while the values of those before are looked at.
            with reader, closing(ahead(iter(reader), BATCHES_AHEAD)) as batches:
                fraction = 0.0
                for number, batch in enumerate(batches):
                    # Arrow reads many blocks ahead: where the file stands is not yet what we have got.
                    fraction = max(fraction, min(1.0, stream.reached[min(number, len(stream.reached) - 1)] / size))
                    _check_letters(batch)
                    yield batch, fraction
            if stream.nuls:
                _refuse_nul(source)
            if stream.quotes % 2:
                _refuse_unclosed(source, None)
            if rows_read is not None:
                source.entries.extend(rows_read.entries())
                if source.layout.later is not None and rows_read.is_suspicious:
                    source.entries.extend(source.layout.later())
            if stream.unended:
                _say_cut(source, stream.tail)
        except (pa.ArrowInvalid, UnicodeError) as error:
            explain_csv(source)
            raise DataError("file_not_understood", file=str(source.file), detail=detail_of(error)) from None
        except CkmError:
            raise
        except (EOFError, zlib.error, OSError) as error:
            raise FileDamaged(file=str(source.file), detail=detail_of(error)) from None


def _check_letters(batch: Any) -> None:
    """Raise ArrowInvalid where a text of a batch is no UTF-8. Letters of ASCII alone need no look at each text."""
    for column in batch.columns:
        letters = column.buffers()[2]
        if letters is not None and np.frombuffer(letters, dtype=np.uint8).max(initial=0) > ord("\x7f"):
            column.validate(full=True)


def _say_cut(source: Source, tail: bytes) -> None:
    """A notice where the last record, which no line end ends, has a shorter last field than all before it."""
    dialect = source.dialect or Dialect()
    text = tail.decode("utf-8", "replace")
    if len(tail) == TAIL_BYTES or dialect.header:
        text = text.partition("\n")[2]
    try:
        fields = [row[-1] for row in dialect.rows(text) if len(row) == len(source.names)]
    except csv.Error:
        return
    others = [len(one) for one in fields[:-1]]
    # The lines of a file of fixed width are all as long as each other.
    if len(others) >= (1 if source.format == "fixed" else _FEW_RECORDS) and len(fields[-1]) < min(others):
        source.notices.append(sentence("last_record_cut", found=len(fields[-1]), least=min(others)))


def explain_csv(source: Source) -> None:
    """Read a faulty file again, slowly, and raise the error that names the place, if there is one."""
    dialect, file = source.dialect or Dialect(), source.file
    locate_undecodable(file, dialect.encoding)
    expected = len(source.names)
    csv.field_size_limit(_BLOCK_BYTES)
    with opened(file) as (data, _):
        lines = io.TextIOWrapper(data, encoding=dialect.encoding, newline="")
        reader = dialect.reader(lines)
        start = 1
        ragged: list[tuple[int, int]] = []
        try:
            for row in reader:
                if row and len(row) != expected and not _is_left_out(source, start, row):
                    if not ragged:
                        # A quote that never ends swallows the rest of the file: that is what is wrong with it.
                        _refuse_unclosed(source, start)
                    ragged.append((start, len(row)))
                    if len(ragged) > _MOST_RAGGED:
                        break
                start = reader.line_num + 1
            _refuse_ragged(source, ragged)
        except csv.Error:
            # A field without an end: with line breaks in it, it is a quote that is never closed.
            if reader.line_num > start:
                raise DataError("unclosed_quote", file=str(file), line=start) from None
            raise DataError("field_too_long", file=str(file), line=start, limit=_BLOCK_BYTES >> 20) from None
        finally:
            lines.detach()
    _refuse_unclosed(source, None)


def _refuse_ragged(source: Source, ragged: Sequence[tuple[int, int]]) -> None:
    """Raise ragged_rows where there are lines with another number of fields. ragged: lines with their fields."""
    if not ragged:
        return
    later = source.layout.later() if source.layout.later is not None and (source.dialect or Dialect()).rules > 3 else ()
    if {line for line, _ in ragged} <= {row for entry in later for row in entry.rows}:
        raise ReadingAsked.of(str(source.file), ReadingPlan.of([*source.entries, *later]))
    lines = [str(line) for line, _ in ragged[:_MOST_RAGGED]]
    more = ("…",) if len(ragged) > _MOST_RAGGED else ()
    line, fields = ragged[0]
    raise DataError(
        "ragged_rows",
        file=str(source.file),
        line=line,
        found=fields,
        expected=len(source.names),
        count=len(ragged),
        rows=(*lines, *more),
        skip=",".join((*lines, *more)),
    )


def _is_left_out(source: Source, line: int, row: list[str]) -> bool:
    """Whether a row is no record by the rules of reading."""
    if source.dialect is None or not source.dialect.rules:
        return False
    if source.dialect.leaves_out(line):
        return True
    layout = source.layout
    is_other = line in layout.left_out or line in layout.repeated or 0 < layout.ends <= line
    return is_other or not any(cell.strip("\x1a \t") for cell in row)


def _refuse_nul(source: Source) -> None:
    dialect = source.dialect or Dialect()
    with opened(source.file) as (data, _):
        # Any of the three line ends; a zero byte is one letter in every encoding.
        lines = io.TextIOWrapper(data, encoding=dialect.encoding)
        for number, line in enumerate(lines, start=1):
            if "\0" in line:
                raise DataError("nul_byte", file=str(source.file), line=number)


def _refuse_unclosed(source: Source, only_line: int | None) -> None:
    """Raise unclosed_quote where the last row of the file is one, and begins in `only_line` if that is given."""
    dialect = source.dialect or Dialect()
    if not dialect.quote:
        return
    with opened(source.file) as (data, _):
        lines = io.TextIOWrapper(data, encoding=dialect.encoding, newline="")
        reader = dialect.reader(lines, strict=True)
        start = 1
        try:
            for _row in reader:
                start = reader.line_num + 1
        except csv.Error as error:
            if "unexpected end" in str(error) and only_line in (None, start):
                raise DataError("unclosed_quote", file=str(source.file), line=start) from None
        finally:
            lines.detach()
