"""Guessing how a text file is written, from its first megabyte."""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from os import PathLike
from pathlib import Path

from ckmcore.errors import DataError
from ckmcore.microdata.dialect import Dialect, unquoted_line, without_end_sign
from ckmcore.microdata.files import checked_path, decode_head, format_of, opened, read_head, utf16_name
from ckmcore.microdata.layout import TIME, YEAR, Row, lacks_names_of_codes, titles_of
from ckmcore.microdata.number_signs import plain_number
from ckmcore.microdata.reading_plan import (
    READING_RULES,
    ReadingAnswer,
    ReadingAsked,
    ReadingEntry,
    ReadingPlan,
    answer_to,
    entry_of,
)
from ckmcore.microdata.record_rows import record_rows, upper_names

# ä ö ü Ä Ö Ü ß between or after letters, as DOS (cp850) and as Windows (cp1252) write them.
_DOS_LETTERS = re.compile(rb"(?<=[A-Za-z])[\x81\x84\x94\xe1]|[\x8e\x99\x9a](?=[a-z])")
_WINDOWS_LETTERS = re.compile(rb"[\xe4\xf6\xfc\xc4\xd6\xdc\xdf]")
CODE_PAGES = ("cp1252", "cp850")
_IMPLAUSIBLE, _MOST_WORDS = 2, 5000
_WORD_ENDS, _WORD_PART, _LAST_ASCII = re.compile(rb"[\s;,|\"']+"), 40, 0x7F
_GERMAN, _NEIGHBOURS = "äöüÄÖÜß", "éèêëáàâãåæçñíìîïóòôøœúùûýšžÉÈÊÁÀÂÅÆÇÑÓÔØŒÚŠŽ"
_USUAL_SIGNS = "€§°²³µ·–—„“”‚‘’«»…©®½¼¾´\u00a0£¤±"
SEPARATORS = ("\t", ";", "|", ",")
SAMPLE_ROWS = 500
_FEW_ROWS, _LEAST_BLOCK = 3, 3

_SEPARATOR_LINE = re.compile(r"\ufeff?sep=([^\r\n])(?:\r\n|\r|\n)", re.IGNORECASE)

WHOLE = re.compile(r"[+-]?\d+")
_DIGIT = re.compile(r"\d")
_POINT = re.compile(r"[+-]?\d*\.\d+([eE][+-]?\d+)?")
_COMMA = re.compile(r"[+-]?\d*,\d+([eE][+-]?\d+)?")
_GROUPED = {
    ".": re.compile(r"[+-]?\d{1,3}(\.\d{3})+,\d+|[+-]?\d{1,3}(\.\d{3}){2,}"),
    ",": re.compile(r"[+-]?\d{1,3}(,\d{3})+\.\d+|[+-]?\d{1,3}(,\d{3}){2,}"),
    " ": re.compile(r"[+-]?\d{1,3}( \d{3})+([.,]\d+)?"),
    "\u00a0": re.compile("[+-]?\\d{1,3}(\u00a0\\d{3})+([.,]\\d+)?"),
    "'": re.compile(r"[+-]?\d{1,3}('\d{3})+([.,]\d+)?"),
}


def sniff(path: str | PathLike[str], answers: Sequence[ReadingAnswer] = ()) -> Dialect:
    """The guessed dialect of a text file (packed, too); reads its first megabyte only. No other file has one to guess.
    answers: on how its lines are read.

    Raises FileMissing, file_is_folder, file_not_readable, file_empty, file_binary.
    """
    file = checked_path(path)
    head, complete = read_head(file)
    if format_of(file, head) != "csv":
        return Dialect()
    encoding = guess_encoding(head, complete)
    text = decode_head(file, head, complete, encoding, lenient=True)
    if not text.strip(" \r\n"):
        raise DataError("file_empty", file=str(file))
    plain = unquoted_line(text) if Dialect(answers=tuple(answers)).unquotes_lines else text
    return guess_dialect(plain, complete, encoding)


def guess_encoding(head: bytes, complete: bool, rules: int = READING_RULES) -> str:
    """One of utf-8, utf-8-sig, utf-16 (or -le, -be without a mark), cp1252, cp850, latin-1."""
    if head.startswith(b"\xef\xbb\xbf"):
        return "utf-8-sig"
    wide = utf16_name(head)
    if wide is not None:
        return wide
    cut = head if complete else head[: len(head) - 3]
    if rules > 2 and _is_utf_8(cut, complete):
        return "utf-8"
    text = cut.decode("utf-8", errors="replace")
    wrong = text.count("\ufffd")
    if wrong <= (0 if complete else 1) and (complete or text.rstrip("\ufffd").count("\ufffd") == 0):
        return "utf-8"
    # A few bad bytes among many good letters: a damaged UTF-8 file, whose place is named when it is read.
    if sum(character > "\x7f" for character in text) - wrong > wrong:
        return "utf-8"
    return _one_byte_encoding(head, rules)


def _is_utf_8(text: bytes, complete: bool) -> bool:
    """Whether all bytes are UTF-8; of a text that is not complete the last letter may be cut off."""
    try:
        codecs.getincrementaldecoder("utf-8")().decode(text, complete)
    except UnicodeDecodeError:
        return False
    return True


def _one_byte_encoding(head: bytes, rules: int) -> str:
    """The code page of Windows or of DOS in which the bytes beyond ASCII give plausible words, or more German
    letters."""
    if rules > 2:
        costs = _page_costs(head)
        plausible = [page for page, (worst, _) in costs.items() if worst < _IMPLAUSIBLE]
        if plausible:
            return min(plausible, key=lambda page: costs[page][1])
    if len(_DOS_LETTERS.findall(head)) > 2 * len(_WINDOWS_LETTERS.findall(head)):
        return "cp850"
    try:
        head.decode("cp1252")
    except UnicodeDecodeError:
        return "latin-1"
    return "cp1252"


def _words_beyond_ascii(head: bytes) -> Counter[bytes]:
    """The words with bytes beyond ASCII, of long ones the part around the first of these."""
    words: Counter[bytes] = Counter()
    for word in _WORD_ENDS.split(head):
        if not word.isascii():
            first = next(place for place, byte in enumerate(word) if byte > _LAST_ASCII)
            words[word[max(0, first - _WORD_PART) : first + _WORD_PART]] += 1
    return words


def _page_costs(head: bytes) -> dict[str, tuple[int, int]]:
    """Of each code page how unlikely its most unlikely letter is among the words with bytes beyond ASCII, and the sum
    of all words."""
    words = [word for word, _ in _words_beyond_ascii(head).most_common(_MOST_WORDS)]
    costs = {page: [_cost(f" {word.decode(page, 'replace')} ") for word in words] for page in CODE_PAGES}
    return {page: (max(of_page, default=0), sum(of_page)) for page, of_page in costs.items()}


def _cost(word: str) -> int:
    """How unlikely the most unlikely letter beyond ASCII of a word is between its neighbours: 0 is German."""
    return max(
        (
            _letter_cost(before, letter, after)
            for before, letter, after in zip(word, word[1:], word[2:], strict=False)
            if letter > "\x7f"
        ),
        default=0,
    )


def _letter_cost(before: str, letter: str, after: str) -> int:
    if not letter.isalpha() or letter in "ªº":
        if before.isalpha() and after.isalpha():
            return 4
        if letter in "‚„" and before.isalpha():
            return 3
        if letter in "²³" and before != "m" and before.isalpha():
            return 3
        return 0 if letter in _USUAL_SIGNS else 3
    if not before.isalpha() and not after.isalpha():
        return 3
    cased = letter != "ß" and letter.islower() and after.isupper()
    if cased or (letter.isupper() and before.islower()) or (letter == "ß" and not before.isalpha()):
        return 4
    return 0 if letter in _GERMAN else 1 if letter in _NEIGHBOURS else _IMPLAUSIBLE


def page_answered(encoding: str, dialect: Dialect) -> str:
    """The encoding of one byte a letter that a person has chosen; others as they are."""
    answered = answer_to(dialect.answers, "code_page")
    return answered if answered and encoding in (*CODE_PAGES, "latin-1") else encoding


def encoding_entries(head: bytes, encoding: str, dialect: Dialect) -> list[ReadingEntry]:
    """The notice on an encoding of one byte a letter, with a word as evidence; and the question about the code page
    where two give different, plausible words.

    head: the bytes by which the encoding was guessed.
    """
    words = _words_beyond_ascii(head) if encoding in (*CODE_PAGES, "latin-1") else None
    if not words:
        return []
    word = next(iter(words))
    byte = next(byte for byte in word if byte > _LAST_ASCII)
    evidence = f"{encoding} (0x{byte:02X}: {word.decode(encoding, 'replace')})"
    entries = [entry_of("encoding", count=words.total(), examples=[evidence])]
    if all(worst < _IMPLAUSIBLE for worst, _ in _page_costs(head).values()):
        shown = [f"{word.decode(page, 'replace')} ({page})" for page in CODE_PAGES]
        answers = dialect.answers
        entries.append(entry_of("code_page", count=words.total(), examples=shown, answers=answers))
    return entries


def encoding_asked(file: Path, content: bytes, answers: Sequence[ReadingAnswer] = ()) -> str:
    """The encoding of a small file that is read whole. Raises ReadingAsked where its code page is a question that is
    not answered."""
    dialect = Dialect(answers=tuple(answers))
    encoding = page_answered(guess_encoding(content, True), dialect)
    plan = ReadingPlan.of(encoding_entries(content, encoding, dialect))
    if plan.questions:
        raise ReadingAsked.of(file.name, plan)
    return encoding


def later_encoding(file: Path, rules: int = READING_RULES) -> tuple[str, bytes]:
    """The encoding of a text whose beginning is UTF-8, and something further down is not; and bytes that are not."""
    good = wrong = 0
    others = b""
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    with opened(file) as (data, _):
        while block := data.read(1 << 20):
            text = decoder.decode(block)
            bad = text.count("\ufffd")
            wrong += bad
            good += 0 if text.isascii() else sum(character > "\x7f" for character in text) - bad
            if bad and len(others) < 1 << 20:
                others += block
    return ("utf-8" if good > wrong else _one_byte_encoding(others, rules)), others


def guess_dialect(text: str, complete: bool, encoding: str, rules: int = READING_RULES) -> Dialect:
    """Separator, quote, decimal sign and header of a text that has at least one row."""
    named = _SEPARATOR_LINE.match(text) if rules else None
    text = text[named.end() :] if named else text
    text = without_end_sign(text) if rules and complete else text
    quote = "'" if '"' not in text and _looks_quoted(text, "'") else '"'
    candidates = [Dialect(separator=separator, encoding=encoding, quote=quote) for separator in SEPARATORS]
    scored = [(_consistency(sample_rows(text, complete, one)), one) for one in candidates]
    if rules > 2 and not any(score for score, _ in scored):
        scored = [(_consistency_of_block(sample_rows(text, complete, one)), one) for one in candidates]
    best, dialect = max(scored, key=lambda pair: pair[0])
    if best == 0:
        dialect = replace(dialect, separator=",")
    if named:
        dialect = replace(dialect, separator=named[1])
    rows = sample_rows(text, complete, dialect)
    records: Sequence[Sequence[str]] = (_records_of(rows, rules) or rows) if rules else rows
    cells = [cell.strip() for row in records[1:] or records for cell in row]
    plain_of = {cell: plain_number(cell) for cell in set(cells) if rules and _DIGIT.search(cell)}
    plain = [plain_of.get(cell, cell) for cell in cells]
    commas = sum(_COMMA.fullmatch(cell) is not None for cell in plain)
    points = sum(_POINT.fullmatch(cell) is not None for cell in plain)
    decimal = "," if commas > points else "."
    return replace(
        dialect,
        decimal=decimal,
        thousands=_guess_thousands(cells, decimal),
        header=has_header(records, rules),
        encoding_guessed=True,
    )


def with_quoted_lines(text: str, complete: bool, dialect: Dialect) -> tuple[Dialect, list[ReadingEntry]]:
    """The question about lines that are quoted whole, where all lines without these have as many fields;
    and the dialect, with the separator and signs that the lines have where they are read so.

    The separator of a dialect may have been guessed with the quotation marks.
    """
    if dialect.rules < 6 or '"' not in text:
        return dialect, []
    lines = [line for line in enumerate(text.split("\n")[: SAMPLE_ROWS + 1], start=1) if line[1].strip()]
    lines = lines if complete and len(lines) <= SAMPLE_ROWS else lines[:-1]
    plain = {number: unquoted_line(line.rstrip("\r")) for number, line in lines}
    quoted = [(number, line) for number, line in lines if plain[number] != line.rstrip("\r")]
    if not quoted:
        return dialect, []
    guessed = guess_dialect("\n".join(plain.values()), True, dialect.encoding, dialect.rules)
    divides = [known for known in (dialect, guessed) if _divides_alike(plain.values(), known.separator)]
    if not divides:
        return dialect, []
    shown, rows = [line.strip() for _, line in quoted], [number for number, _ in quoted]
    entry = entry_of("lines_quoted", count=len(quoted), rows=rows, examples=shown[:3], answers=dialect.answers)
    if dialect.unquotes_lines and divides[0] is guessed:
        signs = {name: getattr(guessed, name) for name in ("separator", "decimal", "thousands")}
        dialect = replace(dialect, **signs, header=guessed.header or dialect.head_row > 0)
    return dialect, [entry]


def _divides_alike(lines: Iterable[str], separator: str) -> bool:
    """Whether a separator divides all lines into as many fields, two at least."""
    dialect = Dialect(separator=separator)
    widths = {len(next(iter(dialect.reader([line])), [])) for line in lines}
    return len(widths) == 1 and widths != {1}


def _records_of(rows: list[list[str]], rules: int) -> list[Sequence[str]]:
    """Rows without those that are no records, the row of names among them."""
    numbered = [row for row in enumerate(rows) if any(map(str.strip, row[1]))]
    titles = titles_of(numbered, rules=max(rules, 2))
    upper = upper_names(numbered[:titles], numbered[titles:], rules) if rules > 2 else ()
    return records_of(numbered[titles:], rules, upper)


def records_of(numbered: Sequence[Row], rules: int, upper: Sequence[Row] = ()) -> list[Sequence[str]]:
    """The row of names and the records, where there are names. upper: rows of names above them."""
    looked = record_rows(numbered, numbered, (), header=True, rules=rules, upper=upper)
    left = [row for row in numbered if row[0] not in looked.left_out]
    records = [cells for _, cells in left]
    if looked.names and records:
        records[0] = looked.names
    # Names may come again; where they stand above numbers they are no record that does.
    again = {number for number in looked.repeated if number not in looked.left_out}
    first = numbered[0][1] if numbered else ()
    others = [cells for number, cells in left[1:] if number not in again and cells != first]
    above_numbers = any(
        not _is_number(name.strip()) and 2 * _count_numbers(row[place].strip() for row in others) > len(others)
        for place, name in enumerate(records[0] if records else ())
        if all(place < len(row) for row in others)
    )
    is_head = above_numbers or _is_repeated_head(numbered, looked.repeated, others)
    return [records[0], *others] if is_head and others else records


def _is_repeated_head(numbered: Sequence[Row], repeated: Sequence[int], others: Sequence[Sequence[str]]) -> bool:
    """Whether a row that comes again has names: it comes in another spelling, or no other row has any of its texts."""
    again = [cells for number, cells in numbered if number in repeated]
    if not again or len(again[0]) < 2:
        return False
    first = numbered[0][1]
    if any(list(cells) != list(first) for cells in again):
        return True
    texts = [Counter(cell.strip() for cell in column) for column in zip(*others, strict=False)]
    coarse = any(2 * len(column) <= len(others) for column in texts)
    return coarse and not any(column[cell.strip()] for cell, column in zip(first, texts, strict=False))


def _count_numbers(cells: Iterable[str]) -> int:
    return sum(count for cell, count in Counter(cells).items() if _is_number(cell))


def is_separator_line(cells: Sequence[str], dialect: Dialect) -> bool:
    """Whether a first row names the separator, as Excel writes `sep=;`."""
    return _SEPARATOR_LINE.match(dialect.separator.join(cells) + "\n") is not None


def sample_rows(text: str, complete: bool, dialect: Dialect, limit: int = SAMPLE_ROWS) -> list[list[str]]:
    """The first rows of a head that are not empty, without the one that may be cut off."""
    return [list(cells) for _, cells in numbered_rows(text, complete, dialect, limit, with_empty=False)]


def numbered_rows(text: str, complete: bool, dialect: Dialect, limit: int, *, with_empty: bool = True) -> list[Row]:
    """The first rows of a text with the numbers of their first lines, without the last one where that may be cut
    off."""
    rows: list[Row] = []
    reader = dialect.reader(io.StringIO(text, newline=""))
    start = 1
    try:
        for cells in reader:
            if cells or with_empty:
                rows.append((start, cells))
            start = reader.line_num + 1
            if len(rows) > limit:
                break
    except csv.Error:
        pass
    whole = len(rows) <= limit and not complete and len(rows) > 1
    return rows[:-1] if whole else rows[:limit]


def _looks_quoted(text: str, quote: str) -> bool:
    """Whether more than half of the first lines hold a field between two quotes."""
    field = re.compile(rf"(^|[\t;|,]){quote}[^{quote}]*{quote}([\t;|,]|$)")
    lines = text[:65536].splitlines()[:SAMPLE_ROWS]
    return 2 * sum(1 for line in lines if field.search(line)) > len(lines)


def _consistency(rows: Sequence[Sequence[str]]) -> float:
    """How alike rows are in their number of fields, 0 where there is but one field. Ties go to the rarer separator."""
    if not rows:
        return 0.0
    fields, count = Counter(len(row) for row in rows).most_common(1)[0]
    return 0.0 if fields < 2 else round(count / len(rows), 2)


def _consistency_of_block(rows: Sequence[Sequence[str]]) -> float:
    """The share of the rows between the first and the last one with several fields, where these are all alike and a
    third of all; else 0."""
    several = [place for place, row in enumerate(rows) if len(row) > 1]
    if len(several) < _FEW_ROWS or _LEAST_BLOCK * len(several) < len(rows):
        return 0.0
    block = rows[several[0] : several[-1] + 1]
    return round(len(block) / len(rows), 2) if len({len(row) for row in block}) == 1 else 0.0


def _guess_thousands(cells: Iterable[str], decimal: str) -> str:
    found = Counter(
        sign for cell in cells for sign, pattern in _GROUPED.items() if sign != decimal and pattern.fullmatch(cell)
    )
    return found.most_common(1)[0][0] if found else ""


def _is_number(cell: str, *, dressed: bool = True) -> bool:
    if any(pattern.fullmatch(cell) for pattern in (WHOLE, _POINT, _COMMA)):
        return True
    plain = plain_number(cell) if dressed and _DIGIT.search(cell) else ""
    return any(pattern.fullmatch(plain) for pattern in (WHOLE, _POINT, _COMMA))


def has_header(rows: Sequence[Sequence[str]], rules: int = READING_RULES) -> bool:
    """A first row without numbers, with different names, none of which comes again below it in its column. Beside names
    there may be years, where the columns below hold other numbers.

    rules: of reading; but by the first of them numbers may have signs of currency and the like; by the fourth ones all
    names may be years, where they lack above columns of codes; by the fifth ones other names may be the same or lack.
    """

    def is_number(cell: str) -> bool:
        return _is_number(cell, dressed=bool(rules))

    first = [cell.strip() for cell in rows[0]]
    below = [{row[place].strip() for row in rows[1:] if place < len(row)} for place in range(len(first))]
    if any(map(is_number, first)) or not any(first):
        years = [place for place, cell in enumerate(first) if is_number(cell)]
        named = any(cell and not is_number(cell) for cell in first)
        different, times = first, TIME if rules > 3 else YEAR
        if rules > 3 and lacks_names_of_codes(list(enumerate(rows)), 0, rules):
            named, different = True, [cell for cell in first if cell]
        if rules > 4:  # texts may come again, and lack
            different = [first[place] for place in years]
        return (
            named
            and len(set(different)) == len(different)
            and all(
                times.fullmatch(first[place])
                and any(below[place])
                and not any(map(times.fullmatch, below[place]))
                and all(map(is_number, filter(None, below[place])))
                for place in years
            )
        )
    if len(rows) == 1:
        return True
    if any(values and all(is_number(value) for value in values if value) and any(values) for values in below):
        return True
    again = sum(bool(cell) and cell in values for cell, values in zip(first, below, strict=True))
    return again == 0
