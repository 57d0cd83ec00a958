"""SPSS, Stata and SAS files: values chunk by chunk, value labels as code lists, variable labels as titles."""

from __future__ import annotations

import codecs
import re
import struct
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, Literal

from ckmcore.base.reading import open_file
from ckmcore.errors import DataError
from ckmcore.microdata.codes import code_text, is_missing
from ckmcore.microdata.delimited import check_encoding
from ckmcore.microdata.described import Described
from ckmcore.microdata.dialect import Dialect
from ckmcore.microdata.errors import FileDamaged
from ckmcore.microdata.files import Format
from ckmcore.microdata.reading_plan import ReadingAnswer, answer_to, entry_of
from ckmcore.microdata.source import Batches, Source, check_names, detail_of

# The dictionary at the beginning of an SPSS file, looked through before the library that reads it sees the file.

_HEAD = 176
_LAYOUTS, _COMPRESSIONS = (2, 3), (0, 1, 2)
_VARIABLE, _LABELS, _LABELLED, _DOCUMENT, _EXTENSION, _END = 2, 3, 4, 6, 7, 999
_LONGEST = 255
_TEXT_FORMATS = (1, 2)
_CONTINUATION = -1


def check_spss_dictionary(file: Path) -> None:
    """Raise FileDamaged, with the place, where records of the dictionary do not fit together."""
    with open_file(file) as stream:
        _Dictionary(file, stream).check()


class _Dictionary:
    def __init__(self, file: Path, stream: BinaryIO) -> None:
        self._file = file
        self._stream = stream
        self._order = "<"
        self._slots: list[int] = []
        """Width of the variable that begins in each 8-byte slot of a record; -1 where one goes on."""
        self._waiting = 0

    def check(self) -> None:
        head = self._bytes(_HEAD)
        layout = struct.unpack_from("<i", head, 64)[0]
        self._order = "<" if layout in _LAYOUTS else ">"
        layout, _, compression, weight, records = struct.unpack_from(f"{self._order}5i", head, 64)
        packed = head[:4] == b"$FL3"
        if layout not in _LAYOUTS or compression not in _COMPRESSIONS or (compression == 2) != packed or records < -1:
            self._damaged()
        kind = self._whole()
        while kind != _END:
            self._record(kind)
            kind = self._whole()
        if self._waiting or not 0 <= weight <= len(self._slots):
            self._damaged()

    def _record(self, kind: int) -> None:
        if kind == _VARIABLE:
            self._variable()
            return
        if self._waiting:
            self._damaged()
        if kind == _LABELS:
            for _ in range(self._count()):
                # A length of one byte stands before the label; both together fill whole eights.
                length = self._bytes(9)[8]
                self._skip((length + 1 + 7) // 8 * 8 - 1)
            if self._whole() != _LABELLED:
                self._damaged()
            for _ in range(self._count()):
                place = self._whole()
                if not 1 <= place <= len(self._slots) or self._slots[place - 1] == _CONTINUATION:
                    self._damaged()
        elif kind == _DOCUMENT:
            self._skip(80 * self._count())
        elif kind == _EXTENSION:
            self._whole()
            size, count = self._count(), self._count()
            self._skip(size * count)
        else:
            self._damaged()

    def _variable(self) -> None:
        width, labelled, missing, shown = self._whole(), self._whole(), self._whole(), self._whole()
        self._skip(12)
        if width == _CONTINUATION:
            self._waiting -= 1
        elif 0 <= width <= _LONGEST and not self._waiting:
            self._waiting = max(0, (width + 7) // 8 - 1)
        else:
            self._damaged()
        format_type = shown >> 16 & 0xFF
        if width != _CONTINUATION and format_type and (format_type in _TEXT_FORMATS) != (width > 0):
            self._damaged()
        if self._waiting < 0 or labelled not in (0, 1) or not -3 <= missing <= 3 or missing == -1:
            self._damaged()
        self._slots.append(width)
        if labelled:
            self._skip((self._count() + 3) // 4 * 4)
        self._skip(8 * abs(missing))

    def _count(self) -> int:
        count = self._whole()
        if count < 0:
            self._damaged()
        return count

    def _whole(self) -> int:
        found: int = struct.unpack(f"{self._order}i", self._bytes(4))[0]
        return found

    def _bytes(self, count: int) -> bytes:
        found = self._stream.read(count)
        if len(found) < count:
            self._damaged()
        return found

    def _skip(self, count: int) -> None:
        while count > 0:
            count -= len(self._bytes(min(count, 1 << 20)))

    def _damaged(self) -> None:
        raise FileDamaged(file=str(self._file), detail=f"dictionary, byte {self._stream.tell()}")


# Values of a chunk: about 200 MB as Python objects. Each chunk is looked for from the beginning of the file.
_CHUNK_VALUES = 3_000_000
_LEAST_ROWS = 10_000
_XPORT_LINE = 80
# What the library runs into where a damaged file leads it, beside its own errors.
_ON_DAMAGED_FILES = (ValueError, OverflowError, OSError, TypeError, KeyError, IndexError, AttributeError)
_OF_DAYS = re.compile(r"date value out of range|year .*out of range|days=-?\d+; must have magnitude")
STATISTICAL: tuple[Format, ...] = ("spss", "spss_portable", "stata", "sas", "xport")
_READERS = {
    "spss": "read_sav",
    "spss_portable": "read_por",
    "stata": "read_dta",
    "sas": "read_sas7bdat",
    "xport": "read_xport",
}


def open_statistical(file: Path, kind: Format, dialect: Dialect | None) -> Source:
    """A file of SPSS, Stata or SAS. Of a dialect only the encoding counts; without one it is what the file says.

    Raises FileDamaged, file_without_records, text_undecodable, encoding_unknown, column_name_twice.
    """
    if dialect is not None and dialect.encoding:
        check_encoding(dialect.encoding)
    if kind == "xport" and file.stat().st_size % _XPORT_LINE:
        # It does not say how many records it has; only whole lines are ever written.
        raise FileDamaged(file=str(file), detail=f"{file.stat().st_size} bytes")
    if kind == "spss":
        check_spss_dictionary(file)
    _, meta = _read(file, kind, dialect, metadataonly=True, user_missing=True)
    names = tuple(str(name) for name in meta.column_names)
    if not names or meta.number_rows == 0:
        raise DataError("file_without_records", file=str(file))
    _WholeTexts(file, kind, dialect, meta).check_labels(meta)
    check_names(file, names)
    answers = () if dialect is None else dialect.answers
    described = {name: _described(name, meta, kept=_keeps_kinds(answers, name)) for name in names}
    if dialect is not None:
        for words in dialect.words:
            if words.missing and words.column in described:
                missing, counted = frozenset(words.missing), dialect.rules > 2
                described[words.column] = replace(described[words.column], missing=missing, counted=counted)
    return Source(file, kind, names, dialect, None, _batches, described)


class _DayImpossible(Exception):
    """A number in a column of days is none that the calendar has."""


def _read(
    file: Path, kind: Format, dialect: Dialect | None, *, raw: bool = False, **options: Any
) -> tuple[Mapping[str, list[Any]], Any]:
    """Values by column, and what the file says of them. raw: days stay numbers. Raises FileDamaged, text_undecodable,
    _DayImpossible."""
    import pyreadstat

    read: Any = getattr(pyreadstat, _READERS[kind])
    if dialect is not None and dialect.encoding and kind != "spss_portable":
        options["encoding"] = re.sub(r"^iso8859[-_]", "ISO-8859-", codecs.lookup(dialect.encoding).name)
    if kind in ("spss_portable", "xport"):
        options.pop("user_missing", None)
    if raw:
        options["disable_datetime_conversion"] = True
    try:
        values, meta = read(str(file), output_format="dict", **options)
    except UnicodeError:
        raise DataError("text_undecodable", file=str(file), encoding=_encoding(dialect)) from None
    except (pyreadstat.ReadstatError, pyreadstat.PyreadstatError, *_ON_DAMAGED_FILES) as error:
        if not raw and _OF_DAYS.search(str(error)):
            raise _DayImpossible from None
        if "encoding" in str(error):
            raise DataError("text_undecodable", file=str(file), encoding=_encoding(dialect)) from None
        raise FileDamaged(file=str(file), detail=detail_of(error)) from None
    if any(name not in values for name in options.get("usecols", ())):
        raise FileDamaged(file=str(file), detail="columns")
    return values, meta


class _WholeTexts:
    """Texts as they are in a file, byte by byte, beside what the library makes of them.

    It cuts a text silently where its last letter is not whole, on Windows wherever a letter is none of the encoding.
    Each byte is a letter of Latin 1, by which it gives the bytes.
    """

    _BYTES = "LATIN1"

    def __init__(self, file: Path, kind: Format, dialect: Dialect | None, meta: Any) -> None:
        self._file, self._kind, self._dialect = file, kind, dialect
        declared = str((dialect is not None and dialect.encoding) or meta.file_encoding or "")
        try:
            self._encoding = codecs.lookup(declared).name
        except LookupError:
            self._encoding = ""
        of_letters = kind not in ("spss_portable", "xport") and self._encoding != ""
        if of_letters and sys.platform != "win32":  # where each letter is one byte, none can be cut elsewhere
            of_letters = self._encoding.startswith(
                ("utf", "gb", "big5", "euc", "shift", "cp93", "cp94", "cp95", "iso2022")
            )
        self._checks = of_letters
        self._names: dict[str, str] = {}

    def check_labels(self, meta: Any) -> None:
        """Raise text_undecodable where a name, a title or a label is not whole."""
        if not self._checks:
            return
        raw = self._raw(metadataonly=True, user_missing=True)[1]
        self._compare(zip(raw.column_names, meta.column_names, strict=True))
        self._compare(zip(raw.column_labels, meta.column_labels, strict=True))
        for raw_name, name in zip(raw.column_names, meta.column_names, strict=True):
            raw_labels, labels = raw.variable_value_labels.get(raw_name, {}), meta.variable_value_labels.get(name, {})
            self._compare(zip(raw_labels.values(), labels.values(), strict=True))

    def check(self, values: Mapping[str, list[Any]], kinds: Mapping[str, str], **options: Any) -> None:
        """Raise text_undecodable where a text among the values of a chunk is not whole. kinds: of the columns."""
        texts = [name for name in values if kinds.get(name) == "string"]
        if not self._checks or not texts:
            return
        wanted = [self._as_bytes(name) for name in texts]
        raw, _ = self._raw(**{**options, "usecols": wanted})
        for raw_name, name in zip(wanted, texts, strict=True):
            self._compare(set(zip(raw[raw_name], values[name], strict=True)))

    def _as_bytes(self, text: str) -> str:
        return text.encode(self._encoding).decode("latin-1")

    def _raw(self, **options: Any) -> tuple[Mapping[str, list[Any]], Any]:
        return _read(self._file, self._kind, replace(self._dialect or Dialect(), encoding=self._BYTES), **options)

    def _compare(self, pairs: Iterable[tuple[Any, Any]]) -> None:
        for raw, text in pairs:
            try:
                whole = not isinstance(raw, str) or raw.encode("latin-1").decode(self._encoding) == text
            except UnicodeError:
                whole = False
            if not whole:
                raise DataError("text_undecodable", file=str(self._file), encoding=self._encoding)


def _encoding(dialect: Dialect | None) -> str:
    return "utf-8" if dialect is None else dialect.encoding or "utf-8"


def _keeps_kinds(answers: Sequence[ReadingAnswer], name: str) -> bool:
    """Whether kinds of missing of a column are read as categories."""
    return answer_to(answers, "missing_kinds", name) == "categories"


def _described(name: str, meta: Any, *, kept: bool = False) -> Described:
    title = str(meta.column_names_to_labels.get(name) or "").strip()
    known = meta.variable_value_labels.get(name, {})
    spans = meta.missing_ranges.get(name, ())
    # `.a` to `.z` of Stata and SAS are numbers with a letter.
    lettered = meta.readstat_variable_types.get(name) != "string"
    missing = {
        value for value in known if (lettered and isinstance(value, str)) or any(_within(value, span) for span in spans)
    }
    labels = {
        _kind_text(value, lettered=lettered): str(label).strip()
        for value, label in known.items()
        if kept or value not in missing
    }
    return Described(title=title, labels=labels)


def _kind_text(value: Any, *, lettered: bool) -> str:
    """A code as text; a kind of missing of Stata and SAS as `.a`."""
    return f".{value}" if lettered and isinstance(value, str) else code_text(value)


def _within(value: object, span: Mapping[str, Any]) -> bool:
    low, high = span["lo"], span["hi"]
    if isinstance(value, str) != isinstance(low, str):
        return False
    return bool(low <= value <= high)


def _batches(source: Source, columns: list[str], rows: int) -> Batches:
    import pyarrow as pa

    chunk = rows if rows < _LEAST_ROWS else max(_LEAST_ROWS, _CHUNK_VALUES // len(columns))
    done = 0
    displayed: dict[tuple[str, str], Counter[str]] = {}
    impossible: dict[str, list[int]] = {}
    kinds: dict[str, Counter[str]] = {}
    numbers: dict[str, Counter[str]] = {}
    texts: _WholeTexts | None = None
    while True:
        wanted: dict[str, Any] = {"usecols": columns, "row_offset": done, "row_limit": chunk}
        try:
            values, meta = _read(source.file, source.format, source.dialect, **wanted)
        except _DayImpossible:
            values, meta = _read(source.file, source.format, source.dialect, raw=True, **wanted)
            values = _with_days(source, dict(values), meta, done, impossible)
        if texts is None:
            texts = _WholeTexts(source.file, source.format, source.dialect, meta)
        texts.check(values, meta.readstat_variable_types, **wanted)
        if _rules(source):
            values = _as_displayed(source, dict(values), meta, wanted, displayed)
            values = _with_kinds(source, values, meta, wanted, kinds)
        if _rules(source) > 2:
            _count_declared(source, values, wanted, numbers)
        arrays = [_array(values[name], meta.readstat_variable_types.get(name, "")) for name in columns]
        found = len(arrays[0])
        done += found
        if found:
            yield pa.record_batch(arrays, names=columns), _fraction(source, meta, done)
        if found < chunk:
            break
    if meta.number_rows is not None and done < meta.number_rows:
        raise FileDamaged(file=str(source.file), detail=f"{done} < {meta.number_rows}")
    for (kind, name), shown_texts in displayed.items():
        source.entries.append(entry_of(kind, name, count=shown_texts.total(), examples=sorted(shown_texts)))
    answers = () if source.dialect is None else source.dialect.answers
    for name, found_kinds in kinds.items():
        labels, count = _kind_labels(source, name), found_kinds.total()
        shown = [f"{text} {labels[text]}" if text in labels else text for text in sorted(found_kinds)]
        entry = entry_of("missing_kinds", name, count=count, examples=shown, answers=answers, default="missing")
        source.entries.append(entry)
    source.entries.extend(
        entry_of("declared_missing", name, count=declared.total(), examples=sorted(declared))
        for name, declared in numbers.items()
        if declared
    )
    for name, places in impossible.items():
        source.entries.append(entry_of("days_impossible", name, count=len(places), rows=places))


def _with_kinds(
    source: Source,
    values: Mapping[str, list[Any]],
    meta: Any,
    wanted: dict[str, Any],
    kinds: dict[str, Counter[str]],
) -> Mapping[str, list[Any]]:
    """Kinds of missing of columns that are read as codes, counted; as codes where a person has decided so."""
    columns = [
        name
        for name in source.as_codes & values.keys()
        if not is_day(source.format, str(meta.original_variable_types.get(name) or "")) and None in values[name]
    ]
    if not columns or source.format in ("spss_portable", "xport"):
        return values
    options = {**wanted, "usecols": columns, "user_missing": True}
    declared, meta = _read(source.file, source.format, source.dialect, **options)
    answers = () if source.dialect is None else source.dialect.answers
    changed = dict(values)
    for name in columns:
        lettered = meta.readstat_variable_types.get(name) != "string"
        stated = [
            _kind_text(kind, lettered=lettered) if value is None and not is_missing(kind) else None
            for value, kind in zip(values[name], declared[name], strict=True)
        ]
        found_kinds = Counter(text for text in stated if text)
        if found_kinds:
            kinds.setdefault(name, Counter()).update(found_kinds)
        if found_kinds and _keeps_kinds(answers, name):
            texts = ("" if value is None else code_text(value) for value in values[name])
            changed[name] = [kind or text or None for kind, text in zip(stated, texts, strict=True)]
    return changed


def _count_declared(
    source: Source, values: Mapping[str, list[Any]], wanted: dict[str, Any], numbers: dict[str, Counter[str]]
) -> None:
    """Count the values of columns of numbers that a file of SPSS declares to be missing."""
    columns = [name for name in values if name not in source.as_codes and None in values[name]]
    if not columns or source.format != "spss":
        return
    options = {**wanted, "usecols": columns, "user_missing": True}
    declared, _ = _read(source.file, source.format, source.dialect, **options)
    for name in columns:
        kinds = zip(values[name], declared[name], strict=True)
        counted = numbers.setdefault(name, Counter())
        counted.update(code_text(kind) for value, kind in kinds if value is None and not is_missing(kind))


def _kind_labels(source: Source, name: str) -> Mapping[str, str]:
    _, meta = _read(source.file, source.format, source.dialect, metadataonly=True, user_missing=True)
    return _described(name, meta, kept=True).labels


def _rules(source: Source) -> int:
    return Dialect().rules if source.dialect is None else source.dialect.rules


def _with_days(
    source: Source, values: dict[str, list[Any]], meta: Any, before: int, impossible: dict[str, list[int]]
) -> dict[str, list[Any]]:
    """Numbers of days as texts; those that the calendar does not have are missing, and noted."""
    if not _rules(source):
        raise FileDamaged(file=str(source.file), detail="date value out of range")
    for name, numbers in values.items():
        format = str(meta.original_variable_types.get(name) or "")
        if not is_day(source.format, format):
            continue
        days = [None if is_missing(number) else day_of(source.format, format, float(number)) for number in numbers]
        wrong = [
            before + place + 1
            for place, (day, number) in enumerate(zip(days, numbers, strict=True))
            if day is None and not is_missing(number)
        ]
        if wrong:
            impossible.setdefault(name, []).extend(wrong)
        values[name] = days
    return values


def _as_displayed(
    source: Source,
    values: dict[str, list[Any]],
    meta: Any,
    wanted: dict[str, Any],
    displayed: dict[tuple[str, str], Counter[str]],
) -> dict[str, list[Any]]:
    """Codes and periods as the program that wrote the file shows them, where they are read as codes."""
    for name in source.as_codes & values.keys():
        display = shown_as(source.format, str(meta.original_variable_types.get(name) or ""))
        if display is None:
            continue
        kind, shown = display
        numbers = values[name]
        if any(isinstance(value, date) for value in numbers):
            numbers = _read(source.file, source.format, source.dialect, raw=True, **{**wanted, "usecols": [name]})[0][
                name
            ]
        values[name] = [
            shown(float(value)) if isinstance(value, int | float) and not is_missing(value) else value
            for value in numbers
        ]
        texts = displayed.setdefault((kind, name), Counter())
        texts.update(value for value in values[name] if isinstance(value, str))
    return values


def _fraction(source: Source, meta: Any, done: int) -> float:
    """How much has been read; where the file does not say its number of records, from the width of a record."""
    total: int = meta.number_rows or 0
    if total:
        return min(1.0, done / total)
    width = 8 * len(source.names)
    return min(0.99, done * width / max(1, source.file.stat().st_size))


def _array(values: Sequence[Any], kind: str) -> Any:
    import pyarrow as pa
    import pyarrow.compute as pc

    try:
        if kind == "string":
            return pa.array(values, pa.string())
        if kind == "float":
            # Single precision: 0.1 is meant where the nearest number is 0.10000000149.
            return pc.cast(pc.cast(pa.array(values, pa.float32()), pa.string()), pa.float64())
        return pa.array(values, pa.float64())
    except (pa.ArrowInvalid, pa.ArrowTypeError):
        return pa.array([code_text(value) for value in values], pa.string())


# --- numbers as their programs display them ------------------------------------------------------------------------

Shown = Callable[[float], str]
_SPSS_DAY, _SAS_DAY = date(1582, 10, 14), date(1960, 1, 1)
_DAY_SECONDS = 86_400
# Restricted numerics of SPSS (N5), formats of Stata with leading zeros (%05.0f), Z formats of SAS (Z5.).
_WIDTHS: dict[str, re.Pattern[str]] = {
    "spss": re.compile(r"N(\d{1,2})"),
    "stata": re.compile(r"%0(\d{1,2})(?:\.0)?[fg]"),
    "sas": re.compile(r"Z(\d{1,2})\.?0?"),
}
_STATA_PERIODS = {"%tm": ("m", 12), "%tq": ("q", 4), "%tw": ("w", 52), "%th": ("h", 2), "%ty": ("", 1)}
_PERIODS: tuple[tuple[str, re.Pattern[str], str], ...] = (
    ("spss", re.compile(r"MOYR\d*"), "m"),
    ("spss", re.compile(r"QYR\d*"), "q"),
    ("spss", re.compile(r"WKYR\d*"), "w"),
    ("sas", re.compile(r"(MONYY|YYMM[CDNPS]?|MMYY[CDNPS]?)\d*\.?"), "m"),
    ("sas", re.compile(r"YYQ[CDNPSR]?\d*\.?"), "q"),
)
_DAYS: dict[str, re.Pattern[str]] = {
    "spss": re.compile(r"(A|E|S|J)?DATE(TIME)?\d*(\.\d+)?|YMDHMS\d*(\.\d+)?"),
    "stata": re.compile(r"%-?(td|d|tc|tC).*"),
    "sas": re.compile(r"(DATE|DATETIME|DDMMYY|MMDDYY|YYMMDD|E8601D[AT]|B8601D[AT]|WORDDATE|JULIAN|DAY)\w*\.?\d*"),
}
_SECONDS = re.compile(r"DATETIME|E8601DT|B8601DT")


def _program(kind: Format) -> str:
    return {"spss": "spss", "spss_portable": "spss", "stata": "stata", "sas": "sas", "xport": "sas"}[kind]


def shown_as(kind: Format, format: str) -> tuple[Literal["displayed", "periods"], Shown] | None:
    """How a column of a format is displayed, if its values are codes with leading zeros, or periods."""
    program, format = _program(kind), format.strip()
    if program == "stata":
        period = _STATA_PERIODS.get(format[:3])
        if period is not None:
            return "periods", lambda number: _stata_period(number, *period)
    else:
        format = format.upper()
        for of, pattern, sign in _PERIODS:
            if of == program and pattern.fullmatch(format):
                return "periods", partial(_day_period, program=program, sign=sign)
    width = _WIDTHS[program].fullmatch(format)
    if width is None or int(width[1]) < 2:
        return None
    digits = int(width[1])
    return "displayed", lambda number: f"{int(number):0{digits}d}" if number == int(number) else repr(number)


def is_day(kind: Format, format: str) -> bool:
    """Whether values of a format are days, or moments."""
    program = _program(kind)
    return _DAYS[program].fullmatch(format.strip() if program == "stata" else format.strip().upper()) is not None


def day_of(kind: Format, format: str, number: float) -> str | None:
    """The day of a number, or the moment, as text (ISO); None where the calendar has none."""
    program = _program(kind)
    try:
        if program == "spss":
            days, seconds = divmod(number, _DAY_SECONDS)
            day = _SPSS_DAY + timedelta(days=int(days))
        elif program == "stata":
            scale = _DAY_SECONDS * 1000 if format.strip().lstrip("%-").lower().startswith("tc") else 1
            days, rest = divmod(number, scale)
            day, seconds = _SAS_DAY + timedelta(days=int(days)), rest / 1000 if scale > 1 else 0
        else:
            scale = _DAY_SECONDS if _SECONDS.match(format.strip().upper()) else 1
            days, seconds = divmod(number, scale)
            day, seconds = _SAS_DAY + timedelta(days=int(days)), seconds if scale > 1 else 0
    except (OverflowError, ValueError):
        return None
    return day.isoformat() if not seconds else f"{day.isoformat()} {timedelta(seconds=int(seconds))!s:0>8}"


def _stata_period(number: float, sign: str, of_year: int) -> str:
    if of_year == 1:
        return str(int(number))
    year, rest = divmod(int(number), of_year)
    return f"{1960 + year}{sign}{rest + 1}"


def _day_period(number: float, program: str, sign: str) -> str:
    try:
        days = number / _DAY_SECONDS if program == "spss" else number
        day = (_SPSS_DAY if program == "spss" else _SAS_DAY) + timedelta(days=int(days))
    except (OverflowError, ValueError):
        return repr(number)
    part = {"m": day.month, "q": (day.month + 2) // 3, "w": (day.timetuple().tm_yday - 1) // 7 + 1}[sign]
    return f"{day.year}{sign}{part}"
