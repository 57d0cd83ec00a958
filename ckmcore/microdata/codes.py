"""A dimension's values as codes, batch by batch: a growing list of codes and one compact number per record."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.arrow_arrays import arrow_of, arrow_texts, numpy_of
from ckmcore.base.blocks import Chunks
from ckmcore.base.texts import Texts
from ckmcore.microdata.columns import MISSING, Category, Codes, Dimension, compact_codes, sort_codes
from ckmcore.microdata.dialect import Dialect
from ckmcore.microdata.layout import says_part
from ckmcore.microdata.number_signs import is_missing_word
from ckmcore.microdata.reading_plan import ReadingEntry, answer_to, entry_of


def is_missing(value: object) -> bool:
    """None, NaN, NaT and pandas' NA (which refuses to be compared)."""
    return value is None or type(value).__name__ == "NAType" or value != value


def code_text(value: object) -> str:
    """A value as code: texts trimmed, whole floats as `1`, bools as `0` and `1`, days as `2026-01-31`."""
    if is_missing(value):
        return MISSING
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, bool | np.bool_):
        return "1" if value else "0"
    if isinstance(value, float | np.floating):
        number = float(value)
        return str(int(number)) if number.is_integer() else repr(number)
    if isinstance(value, Decimal):
        return str(int(value)) if value == value.to_integral_value() else format(value.normalize(), "f")
    if isinstance(value, datetime):
        midnight = (value.hour, value.minute, value.second, value.microsecond) == (0, 0, 0, 0)
        return value.date().isoformat() if midnight else value.isoformat(sep=" ")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, bytes):
        return value.decode("utf-8", errors="replace").strip()
    return str(value).strip()


_SMALL, _BYTES = 2**16, 2**8
# Kinds of entries on codes that the cells of a sheet may show better.
OF_CELLS = ("days_among_codes", "truth_values", "lost_zeros")
_TRUTHS = {"true": "1", "wahr": "1", "false": "0", "falsch": "0"}
_DASHES = re.compile(r"\s*[\u2010-\u2015\u2212\ufe63\uff0d-]\s*")
_WITH_ZERO = re.compile(r"\d+[.,]0")
_DAY_FORMS = tuple(
    map(
        re.compile,
        (r"\d{4}-\d\d-\d\d", r"\d{1,2}\.\d{1,2}\.\d{4}", r"\d{1,2}\.\d{1,2}\.\d\d", r"\d{1,2}/\d{1,2}/\d{2,4}"),
    )
)
# Codes of regions have so many digits: post codes and districts, municipalities, these with their association.
_OF_REGIONS = re.compile(r"plz|postleit|ags\b|ars\b|gkz|(stadt|land)?kreis|gemeinde|amtlicher?[ _]", re.IGNORECASE)
_REGION_DIGITS = (5, 8, 12)
_LONGEST_CODE = 20  # of digits, where zeros may have been lost
_MONTH = "(jan|feb|mrz|mär|mar|apr|mai|may|jun|jul|aug|sep|okt|oct|nov|dez|dec)[a-zä]{0,6}"
_DAY_BY_NAME = re.compile(
    rf"\d{{1,2}}[. /-]{{0,2}}{_MONTH}\.?([. /-]{{0,2}}\d{{2,4}})?|{_MONTH}[. /-]{{1,2}}\d{{2,4}}", re.IGNORECASE
)
_DAY_OF_MONTH = re.compile(rf"\d{{1,2}}[. -]{{1,2}}{_MONTH}\.?", re.IGNORECASE)
_WHOLE_DAY = re.compile(r"(\d{1,2}\.\d{1,2}\.|\d{1,2}/\d{1,2}/)\d{4}|\d{4}-\d\d-\d\d( \d\d:\d\d(:\d\d)?)?")

# Control letters (line breaks within a text stay), soft hyphens, and letters without width.
_INVISIBLE = re.compile(
    "[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028\u2029\u2060-\u2064\ufeff]"
)
_AS_TEXT = re.compile(r"=\s*\"(.*)\"|'(\d.*)", re.DOTALL)
_EXPONENT = re.compile(r"\d+([.,]\d+)?[eE]\+\d+")


_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_PERIOD = re.compile(r"(\d{4})([hmqw])(\d{1,2})")


def _period_order(name: str) -> tuple[bool, int, int]:
    period = _PERIOD.fullmatch(name)
    return (True, 0, 0) if period is None else (False, int(period[1]), int(period[3]))


def mended_code(text: str) -> str:
    """A code without letters that nobody sees, composed (NFC), and without what Excel writes around texts."""
    if text.isascii() and text.isprintable() and text[:1] not in ("=", "'"):
        return text
    plain = _INVISIBLE.sub("", unicodedata.normalize("NFC", text)).replace("\u00a0", " ").strip()
    as_text = _AS_TEXT.fullmatch(plain)
    return plain if as_text is None else (as_text[1] if as_text[1] is not None else as_text[2]).strip()


def ascii_text(text: str) -> str:
    """A text in which letters that nobody sees are numbers."""
    return _INVISIBLE.sub(lambda found: f"<U+{ord(found[0]):04X}>", text)


def looked_up(table: NDArray[Any], places: NDArray[Any]) -> NDArray[Any]:
    """Entries of a table at places. Bytes are translated as a text, in half the time."""
    if places.dtype != np.uint8 or table.dtype != np.uint8:
        entries: NDArray[Any] = table[places]
        return entries
    wide = np.zeros(_BYTES, dtype=np.uint8)
    wide[: len(table)] = table[:_BYTES]
    return np.frombuffer(places.tobytes().translate(wide.tobytes()), dtype=np.uint8)


def _code_texts(values: Any) -> list[str]:
    """Codes of the values of an array of Arrow, which writes numbers and days as `code_text` does."""
    import pyarrow as pa

    if pa.types.is_timestamp(values.type) and values.type.tz is None:
        days = values.cast(pa.date32())  # without their times, where they have some
        values = days if days.cast(values.type).equals(values) else values
    kind = values.type
    if (pa.types.is_integer(kind) or pa.types.is_date32(kind)) and not values.null_count:
        texts: list[str] = values.cast(pa.string()).to_pylist()
        if not pa.types.is_date32(kind) or all(map(_DAY.fullmatch, texts)):
            return texts
    return [code_text(value) for value in values.to_pylist()]


def _is_word(text: str) -> bool:
    """Whether a code is a word for a missing value; `x` alone may be a code."""
    return text not in ("", "x", "X") and is_missing_word(text)


def with_lost_zeros(codes: Iterable[str], *, to_longest: bool = False) -> dict[str, str]:
    """Codes of digits that are shorter than those with leading zeros, filled up to the next length of these.

    A length that codes with leading zeros have, too, is one of a level, and nothing has been lost there. to_longest:
    where no code has leading zeros, they are filled up to the longest.
    """
    digits = [code for code in codes if len(code) <= _LONGEST_CODE and code.isascii() and code.isdigit()]
    lengths = sorted({len(code) for code in digits if code.startswith("0") and len(code) > 1})
    if not lengths and to_longest:
        lengths = [max(map(len, digits), default=0)]
    if not lengths:
        return {}
    short = [code for code in digits if len(code) < lengths[-1] and len(code) not in lengths]
    return {code: code.rjust(next(length for length in lengths if length > len(code)), "0") for code in short}


def truths_among(codes: Collection[str]) -> dict[str, str]:
    """Words for truth values beside the codes 1 or 0, each with the one of these that it may mean."""
    known = set(codes)
    return {code: _TRUTHS[code.casefold()] for code in codes if known & {"0", "1"} and code.casefold() in _TRUTHS}


def alike_among(codes: Iterable[str]) -> dict[str, str]:
    """Codes that differ from another by the kind of dash, by blanks or by `.0` alone, with the plainest of these."""
    groups: dict[str, list[str]] = {}
    for code in codes:
        plain = code
        if not code.isalnum():
            plain = " ".join(_DASHES.sub("-", code).split())
            plain = plain[:-2] if _WITH_ZERO.fullmatch(plain) else plain
        groups.setdefault(plain, []).append(code)
    alike: dict[str, str] = {}
    for group in groups.values():
        plainest = min(group, key=lambda code: (not code.isascii(), len(code))) if len(group) > 1 else group[0]
        alike.update((code, plainest) for code in group if code != plainest)
    return alike


def case_among(codes: Iterable[str]) -> dict[str, str]:
    """Codes that differ from one before them by upper and lower case alone, with that one."""
    first: dict[str, str] = {}
    return {code: known for code in codes if (known := first.setdefault(code.casefold(), code)) != code}


def days_spelt(codes: Iterable[str]) -> list[str]:
    """A day of each spelling, where days are written in several ways; [] where there is one at most."""
    first: dict[int, str] = {}
    for code in codes:
        for form, pattern in enumerate(_DAY_FORMS) if not code.isalnum() else ():
            if pattern.fullmatch(code):
                first.setdefault(form, code)
    return list(first.values()) if len(first) > 1 else []


def _is_broken(code: str) -> bool:
    """Whether the letters of a code were read in a wrong encoding before: UTF-8 as Windows, or not at all."""
    if code.isascii():
        return False
    if "\ufffd" in code or "ï¿½" in code:
        return True
    try:
        return len(code.encode("cp1252").decode("utf-8")) < len(code)
    except UnicodeError:
        return False


def days_among(codes: Iterable[str]) -> list[str]:
    """Codes that look like days while others with digits do not: Excel turns 1-2 or 01.02 into days."""
    signed = [code for code in codes if not code.isalnum() and any(map(str.isdigit, code))]
    named = [code for code in signed if _DAY_BY_NAME.fullmatch(code)]
    whole = [code for code in signed if _WHOLE_DAY.fullmatch(code)]
    if not named and not whole:
        return []
    days = {*named, *whole}
    rest = sum(code not in days and not is_missing_word(code) and any(map(str.isdigit, code)) for code in codes)
    return [*named, *(whole if len(whole) <= rest else ())] if rest else []


def days_by_name(codes: Iterable[str]) -> list[str]:
    """Codes that are all a day of a month without a year, `01. Feb`, as Excel shows 1-2 or 01.02."""
    filled = [code for code in codes if code and not is_missing_word(code)]
    return filled if filled and all(map(_DAY_OF_MONTH.fullmatch, filled)) else []


def _told(concerned: Mapping[str, str] | Sequence[str]) -> list[str]:
    """Examples of codes, each with what it may be read as."""
    if isinstance(concerned, Mapping):
        return [f"{code} → {other}" for code, other in concerned.items()]
    return list(concerned)


class ShortTexts:
    """Encodes texts of at most three ASCII letters by a table, three times as fast as by their hashes."""

    def __init__(self) -> None:
        self._numbers: NDArray[np.int32] | None = None  # by the letters, seven bits each; -1: not known
        self._texts: list[str] = []
        self._dictionary = arrow_texts(())

    def encoded(self, texts: Any) -> Any:
        """An array of texts of Arrow as a dictionary array, whose dictionary goes on from batch to batch."""
        import pyarrow as pa

        letters = None if texts.null_count or not pa.types.is_string(texts.type) else _letters(texts)
        if letters is None:
            return texts.dictionary_encode()
        if self._numbers is None:
            self._numbers = np.full(1 << (_BITS * _MOST_LETTERS), -1, dtype=np.int32)
        numbers = self._numbers.take(letters)
        if len(numbers) and int(numbers.min()) < 0:
            new, first = np.unique(letters[numbers < 0], return_index=True)
            places = np.flatnonzero(numbers < 0)[np.sort(first)]  # in the order in which they came
            self._numbers[letters[places]] = np.arange(len(self._texts), len(self._texts) + len(new))
            self._texts += [texts[place].as_py() for place in places.tolist()]
            self._dictionary = arrow_texts(self._texts)
            numbers = self._numbers.take(letters)
        few = numbers.astype(np.uint8) if len(self._texts) <= _BYTES else numbers
        return pa.DictionaryArray.from_arrays(arrow_of(few), self._dictionary)


_BITS, _MOST_LETTERS = 7, 3
_FIRST, _FURTHER = 0xFF, 0xFF00


def _letters(texts: Any) -> NDArray[Any] | None:
    """Letters of each text as a number, 0 for none; None where a text is longer than three, or not ASCII."""
    ends = np.frombuffer(texts.buffers()[1], dtype=np.int32, count=len(texts) + 1, offset=4 * texts.offset)
    lengths = np.diff(ends)
    longest = int(lengths.max(initial=0))
    if longest > _MOST_LETTERS:
        return None
    letters = np.zeros(len(texts), dtype=np.int32)
    if not longest:
        return letters
    content = np.frombuffer(texts.buffers()[2], dtype=np.uint8)[: int(ends[-1])]
    if int(content[int(ends[0]) :].max()) >= 1 << _BITS:
        return None
    if int(lengths.min()) == longest == 1:
        return content[int(ends[0]) :]
    if longest == 2:  # both letters at once; behind the last text is a byte of none
        pairs = np.ndarray(len(content), "<u2", np.append(content, np.uint8(0)), strides=(1,))
        pair = pairs.take(ends[:-1], mode="clip")
        pair &= np.array([0, _FIRST, _FIRST | _FURTHER], dtype=np.uint16).take(lengths)
        return (pair & np.uint16(_FIRST)) | ((pair & np.uint16(_FURTHER)) >> np.uint16(1))
    for place in range(longest):
        letter = content.take(ends[:-1] + place, mode="clip") * (lengths > place)
        letters |= letter.astype(np.int32) << np.int32(_BITS * place)
    return letters


class CodeReader:
    """Collects one dimension. `add` takes arrow arrays, `finish` gives the dimension and its code column.

    Codes come in their natural order (`sort_codes`), or as they came (`keep_order`); MISSING is last.
    """

    def __init__(self, name: str, chunks: Chunks | None = None) -> None:
        self.name = name
        self._known: dict[str, int] = {}  # in the order in which they came, each with its number in the chunks
        self._numbers = np.empty(0, dtype=np.int64)  # by whole number the number of its text, -1: not known
        self._texts: tuple[Any, list[str]] | None = None  # the values of the last batch, which the next one often has
        self._chunks = Chunks() if chunks is None else chunks
        self._ordered = False
        self._words: dict[str, int] = {}  # words for missing values, each with the number of its records

    def keep_order(self) -> None:
        """Codes stay in the order in which they came, as those of a categorical do."""
        self._ordered = True

    def add(self, batch: Any) -> None:
        """One arrow array of any type."""
        import pyarrow as pa

        if pa.types.is_integer(batch.type) and not batch.null_count and self._add_small(batch):
            return
        if not pa.types.is_dictionary(batch.type):
            batch = batch.dictionary_encode()
        texts = batch.dictionary
        if self._texts is None or not texts.equals(self._texts[0]):
            self._texts = texts, _code_texts(texts)
        self.add_indices(numpy_of(batch.indices, -1), self._texts[1])

    def add_indices(self, indices: NDArray[Any], texts: list[str]) -> None:
        """Records as positions in `texts`; -1 is missing."""
        numbers = self._numbers_of(texts)
        if self._words:
            counts = np.bincount(indices[indices >= 0], minlength=len(texts))
            for place, text in enumerate(texts):
                if text in self._words:
                    self._words[text] += int(counts[place])
        if len(indices) and int(indices.min()) < 0:
            numbers += self._numbers_of([MISSING])
        mapping = compact_codes(np.array(numbers, dtype=np.int64), len(self._known))
        # -1 takes the last entry of the mapping, which then is that of MISSING.
        self._chunks.append(looked_up(mapping, indices) if len(numbers) else mapping)

    def _numbers_of(self, texts: list[str]) -> list[int]:
        """Numbers of texts. New ones get theirs in their natural order, so that most columns need no other at the
        end."""
        known = self._known
        new = list(dict.fromkeys(text for text in texts if text not in known))
        if new:
            ranks = {text: len(known) + rank for rank, text in enumerate(sort_codes(new))}
            known.update((text, ranks[text]) for text in new)
            self._words.update((text, 0) for text in new if _is_word(text))
        return [known[text] for text in texts]

    def _add_small(self, batch: Any) -> bool:
        """Add whole numbers by a table of their texts where they are from 0 to 2^16; returns whether they are."""
        values = numpy_of(batch)
        highest = int(values.max(initial=0))
        lowest = int(values.min(initial=highest))
        if not len(values) or highest >= _SMALL or lowest < 0:
            return False
        if highest >= len(self._numbers):
            self._numbers = np.append(self._numbers, np.full(highest + 1 - len(self._numbers), -1))
        if bool((self._numbers[: highest + 1] < 0).any()) and int(self._numbers[values].min()) < 0:
            distinct, first = np.unique(values, return_index=True)
            distinct = distinct[np.argsort(first)]
            self._numbers[distinct] = self._numbers_of([str(value) for value in distinct.tolist()])
        table = self._numbers.astype(compact_codes(np.empty(0, dtype=np.int64), len(self._known)).dtype)
        rises = bool((np.diff(self._numbers[lowest : highest + 1]) == 1).all())
        if rises and table.dtype == values.dtype:  # numbers as they are, or all by as much higher or lower
            self._chunks.append(values - np.array(lowest - self._numbers[lowest]).astype(values.dtype))
        else:
            self._chunks.append(looked_up(table, values))
        return True

    def between(self, start: int, stop: int) -> NDArray[Any]:
        """Numbers of the codes of some records, the same for the same text."""
        return self._chunks.between(start, stop)

    @property
    def says_parts(self) -> bool:
        """Whether a code says that a row is a part of one above, as `davon` does."""
        return any(map(says_part, self._known))

    def entries(self, dialect: Dialect) -> list[ReadingEntry]:
        """Notices and questions on the codes."""
        entries_made = self._asked_entries(dialect) if dialect.rules > 2 else []
        mended = [name for name in self._known if mended_code(name) != name]
        if mended:
            entries_made.append(
                entry_of("codes_mended", self.name, count=len(mended), examples=map(ascii_text, mended))
            )
        exponents = [name for name in self._known if _EXPONENT.fullmatch(name)]
        if exponents:
            entries_made.append(entry_of("exponents", self.name, count=len(exponents), examples=exponents))
        words = [name for name in self._known if _is_word(name)]
        if words:
            entries_made.append(
                entry_of(
                    "words_as_codes",
                    self.name,
                    count=sum(self._words.values()),
                    examples=words,
                    answers=dialect.answers if dialect.rules > 2 else (),
                    default="categories",
                )
            )
        return entries_made

    def _asked_entries(self, dialect: Dialect) -> list[ReadingEntry]:
        codes = dict.fromkeys(map(mended_code, self._known))
        concerned_by: dict[str, Mapping[str, str] | Sequence[str]] = {
            "days_among_codes": days_among(codes),
            "lost_zeros": with_lost_zeros(codes) or self._regions_without_zeros(codes),
            "days_spelt": days_spelt(codes),
            "days_by_name": days_by_name(codes) if dialect.rules > 4 else [],
            "truth_values": truths_among(codes),
            "codes_alike": alike_among(codes),
            "codes_case": case_among(codes) if dialect.rules > 3 else {},
            "letters_broken": [code for code in codes if _is_broken(code)],
        }
        return [
            entry_of(kind, self.name, count=len(concerned), examples=_told(concerned), answers=dialect.answers)
            for kind, concerned in concerned_by.items()
            if concerned
        ]

    def _regions_without_zeros(self, codes: Collection[str]) -> dict[str, str]:
        """Codes of regions with a digit less than others, where no code of the column has leading zeros."""
        lengths = {len(code) for code in codes if code and not is_missing_word(code)}
        width = max(lengths, default=0)
        if not _OF_REGIONS.match(self.name) or width not in _REGION_DIGITS or lengths != {width - 1, width}:
            return {}
        return with_lost_zeros(codes, to_longest=True)

    def decided(self, dialect: Dialect) -> dict[str, str]:
        """Codes that a person has decided to read as others."""
        if dialect.rules <= 2:
            return {}
        codes = dict.fromkeys(map(mended_code, self._known)) if dialect.answers else {}
        recodes: dict[str, str] = {}
        if answer_to(dialect.answers, "words_as_codes", self.name) == "missing":
            recodes.update((name, MISSING) for name in codes if _is_word(name))
        if answer_to(dialect.answers, "days_among_codes", self.name) == "missing":
            recodes.update(dict.fromkeys(days_among(codes), MISSING))
        if answer_to(dialect.answers, "lost_zeros", self.name) == "pad":
            is_named = any((answer.kind, answer.column) == ("lost_zeros", self.name) for answer in dialect.answers)
            is_named = is_named or bool(self._regions_without_zeros(codes))
            recodes.update(with_lost_zeros(codes, to_longest=is_named))
        if answer_to(dialect.answers, "codes_alike", self.name) == "one_code":
            recodes.update(alike_among(codes))
        if dialect.rules > 3 and answer_to(dialect.answers, "codes_case", self.name) == "one_code":
            recodes.update(case_among(codes))
        if answer_to(dialect.answers, "truth_values", self.name) == "same":
            recodes.update(truths_among(codes))
        if dialect.rules > 4:  # a code that is read as another one is read as this one is
            recodes = {code: recodes.get(other, other) for code, other in recodes.items()}
        return recodes

    def finish(self, *, mend: bool = False, recodes: Mapping[str, str] | None = None) -> tuple[Dimension, Codes]:
        """The dimension with its ordered categories, and the records' codes in the smallest unsigned type. mend: codes
        that differ by what nobody sees are one category. recodes: codes that are read as others."""
        known = {name: mended_code(name) for name in self._known} if mend else {name: name for name in self._known}
        if recodes:
            known = {name: recodes.get(code, code) for name, code in known.items()}
        names = list(dict.fromkeys(known.values()))
        if self._ordered:
            names = [name for name in names if name != MISSING] + [MISSING] * (MISSING in names)
        elif mend and all(_PERIOD.fullmatch(name) for name in names if name != MISSING):
            names = sorted(names, key=_period_order)
        else:
            names = sort_codes(names)
        place = {name: position for position, name in enumerate(names)}
        numbered = np.empty(len(known), dtype=np.int64)
        for text, name in known.items():
            numbered[self._known[text]] = place[name]
        final = compact_codes(numbered, len(names))
        same = np.array_equal(numbered, np.arange(len(numbered)))
        codes: Codes = self._chunks.finished(final.dtype, lambda _, chunk: chunk if same else looked_up(final, chunk))
        return Dimension(self.name, Texts.same(self.name), tuple(map(Category.plain, names))), codes
