"""Record keys and cell keys: integers modulo `M`, exact whatever the order of the records or the number of threads.

A decimal key with `d` digits is the integer key x 10^d with M = 10^d. A cell key is the sum of the record keys of the
contributing records modulo M. No floating-point sum comes near a key (architecture.md, "Exact keys").
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.arrow_arrays import numpy_of
from ckmcore.base.blocks import Chunks
from ckmcore.base.checked import checked, shown
from ckmcore.errors import ArgumentNotTaken, CkmError, DataError, InputError
from ckmcore.messages import Sentence, sentence

MAX_MODULUS = 10**18
GENERATED_MODULUS = 10**9
MOST_GENERATED = 2**31 - 1
MAX_DIGITS = 17
MIN_DIGITS = 2

Origin = Literal["decimal", "integer", "generated", "derived"]


class RecordKeyOutside(DataError):
    """A record key is negative or not below 1 (decimal) or not below the modulus (integer)."""

    code = "record_key_outside"


class RecordKeyMissing(DataError):
    """Records without a record key."""

    code = "record_key_missing"


class RecordKeyNotANumber(DataError):
    """A text in the record key's column is not a number."""

    code = "record_key_not_a_number"


class RecordKeyTooLong(DataError):
    """A decimal record key has more than 17 digits."""

    code = "record_key_too_long"


@dataclass(frozen=True)
class KeyForm:
    """Form of record keys: integers below `modulus`. digits: number of decimals of decimal keys (M = 10^digits), else
    None."""

    modulus: int
    digits: int | None
    origin: Origin


@checked
@dataclass(frozen=True)
class RecordKeys:
    """One key per record. values: array (records,) of integers below `modulus`, uint32 where M fits, else uint64.

    digits: number of decimals of decimal keys (M = 10^digits), else None; notices: remarks for the user on how the keys
    were read.

    >>> data.record_keys
    RecordKeys(600 keys, modulus 1000000000, decimal)
    >>> data.record_keys.texts()[0]
    '0.065528859'
    """

    values: NDArray[np.uint32] | NDArray[np.uint64]
    modulus: int
    digits: int | None
    origin: Origin
    notices: tuple[Sentence, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        if not 2 <= self.modulus <= MAX_MODULUS:
            raise InputError("record_key_modulus", modulus=self.modulus, limit=MAX_MODULUS)

    def __len__(self) -> int:
        return len(self.values)

    def __repr__(self) -> str:
        return f"RecordKeys({len(self)} keys, modulus {self.modulus}, {self.origin})"

    @property
    def form(self) -> KeyForm:
        """Form of the keys, without the keys themselves."""
        return KeyForm(self.modulus, self.digits, self.origin)

    def texts(self) -> list[str]:
        """Texts of the keys as in files: `0.601944127`, or integers."""
        if self.digits is None:
            return [str(value) for value in self.values.tolist()]
        return [f"0.{value:0{self.digits}d}" for value in self.values.tolist()]


def compact_keys(values: NDArray[np.uint64], modulus: int) -> NDArray[np.uint32] | NDArray[np.uint64]:
    """Keys in 32 bits where the modulus fits."""
    return values.astype(np.uint32) if modulus <= 2**32 else values


@checked
def generate_keys(count: int) -> RecordKeys:
    """Draw `count` keys uniformly from 0 to 10^9 - 1 by the operating system's randomness, without bias by rejection.

    >>> keyed = data.with_record_keys(ckm.generate_keys(data.rows))
    >>> keyed.record_keys
    RecordKeys(600 keys, modulus 1000000000, generated)
    """
    if not 0 <= count <= MOST_GENERATED:
        takes = sentence("argument_int_between", low=0, high=MOST_GENERATED)
        raise ArgumentNotTaken(name="generate_keys(count=...)", takes=takes, given=str(count), nearest="")
    return drawn_keys(count, Chunks())


def drawn_keys(count: int, chunks: Chunks) -> RecordKeys:
    """Draw `count` keys as `generate_keys` does, into the column that `chunks` build."""
    limit = (2**32 // GENERATED_MODULUS) * GENERATED_MODULUS
    while chunks.rows < count:
        left = count - chunks.rows
        drawn = np.frombuffer(os.urandom(4 * min(left + 1024, 2_000_000)), dtype=np.uint32)
        chunks.append(drawn[drawn < limit][:left] % np.uint32(GENERATED_MODULUS))
    return RecordKeys(chunks.finished(np.uint32, lambda _, chunk: chunk), GENERATED_MODULUS, 9, "generated")


def _whole(values: Iterable[int] | NDArray[Any]) -> NDArray[Any]:
    """Convert whole numbers to an integer array; nothing is rounded."""
    given_values: Any = values
    array = np.asarray(
        list(given_values)
        if isinstance(given_values, Iterable) and not hasattr(given_values, "__len__")
        else given_values
    )
    if array.size == 0 and array.ndim == 1:
        return array.astype(np.int64)
    doubles = array.dtype.kind == "f" and bool(np.isfinite(array).all() and (array == np.trunc(array)).all())
    if array.ndim != 1 or (array.dtype.kind not in "iu" and not (doubles and np.abs(array).max() < 2**53)):
        takes = sentence("argument_several", of=sentence("argument_int"))
        raise ArgumentNotTaken(name="integer_keys(values=...)", takes=takes, given=shown(values), nearest="")
    return array if array.dtype.kind in "iu" else array.astype(np.int64)


@checked
def integer_keys(values: Iterable[int] | NDArray[Any], modulus: int, column: str = "") -> RecordKeys:
    """Record keys that are integers already (ONS: 0..255 or 0..4095), each below `modulus`.

    values: shape (records,), integers or doubles with whole values; column: name for errors. Raises record_key_modulus,
    RecordKeyOutside, ArgumentNotTaken.

    >>> ckm.integer_keys([17, 255, 0], 256)
    RecordKeys(3 keys, modulus 256, integer)
    """
    if not 2 <= modulus <= MAX_MODULUS:
        raise InputError("record_key_modulus", modulus=modulus, limit=MAX_MODULUS)
    array = _whole(values)
    wrong = np.flatnonzero((array < 0) | (array >= modulus))
    if len(wrong):
        raise RecordKeyOutside(
            column=column, row=int(wrong[0]) + 1, value=str(array[wrong[0]]), limit=str(modulus), count=len(wrong)
        )
    return RecordKeys(compact_keys(array.astype(np.uint64), modulus), modulus, None, "integer")


def decimal_key_text(value: float) -> str:
    """Decimal text of a key that a file holds as a double: its shortest form, rounded to 15 decimals."""
    return format(round(Decimal(repr(float(value))), 15).normalize(), "f")


def decimal_keys(texts: Any, column: str = "", *, decimal: str = ".", modulus: int | None = None) -> RecordKeys:
    """Read keys in [0, 1) from decimals of at most 17 digits: `0.123`, `.123`, `1.23E-01`, `0,123`, with or without
    blanks.

    texts: arrow string array or sequence of str, missing as None or "". Exactly 1 counts as 0. A text of more than 15
    significant digits whose shortest double form has 15 or fewer is read as that double, with a notice. modulus: 10^d
    where it is known; otherwise the number of digits is the smallest, at least 2, that represents all keys. Raises
    RecordKeyMissing, RecordKeyNotANumber, RecordKeyOutside, RecordKeyTooLong, each with record and count.
    """
    import pyarrow as pa

    array = texts if isinstance(texts, pa.Array | pa.ChunkedArray) else pa.array(texts, pa.string())
    return _keys_of(array, column, decimal, modulus)


def double_keys(
    values: NDArray[np.float64] | Sequence[float], column: str = "", *, modulus: int | None = None
) -> RecordKeys:
    """Read keys in [0, 1) from doubles: each is its shortest decimal form rounded to 15 decimals; NaN is missing.
    modulus: as of `decimal_keys`."""
    import pyarrow as pa

    return _keys_of(pa.array(np.asarray(values, dtype=np.float64)), column, ".", modulus)


def _keys_of(array: Any, column: str, decimal: str, modulus: int | None) -> RecordKeys:
    reader = KeyReader(column, decimal=decimal, modulus=modulus)
    for chunk in getattr(array, "chunks", [array]):
        for start in range(0, len(chunk), 1 << 18):
            reader.add(chunk.slice(start, 1 << 18))
    return reader.finish()


_UNIT = 10**MAX_DIGITS
_NUMBER = r"^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$"
_WHOLE = r"^[+-]?\d+(\.0*)?$"
_SHORT = r"^\+?0*(\.\d{0,17})?$"


class KeyReader:
    """Reads a column of record keys batch by batch. `finish` returns the keys or raises the first kind of fault with
    its count.

    Decimals are held as integers x 10^17 until the number of digits is known. With a `modulus`, the keys are integers
    where the first batch holds only whole numbers.
    """

    def __init__(
        self, column: str = "", *, decimal: str = ".", modulus: int | None = None, chunks: Chunks | None = None
    ) -> None:
        if modulus is not None and not 2 <= modulus <= MAX_MODULUS:
            raise InputError("record_key_modulus", modulus=modulus, limit=MAX_MODULUS)
        self.column = column
        self.modulus = modulus
        self._decimal = decimal
        self._integers: bool | None = None if modulus is not None else False
        self._chunks = Chunks() if chunks is None else chunks
        self._zeros = MAX_DIGITS
        self._doubles = False
        self._shortened: list[tuple[int, str, bool]] = []
        self._shortened_count = 0
        self._long = 0
        self._taken: list[tuple[int, NDArray[np.intp], NDArray[np.uint64]]] = []
        self._given_back: dict[int, tuple[NDArray[np.intp], NDArray[np.uint64]]] = {}
        self._faults: dict[type[CkmError], tuple[int, int, str]] = {}

    def add(self, batch: Any) -> None:
        """Read a batch: an arrow array of strings, doubles, integers or decimals."""
        import pyarrow as pa

        if pa.types.is_dictionary(batch.type):
            batch = batch.dictionary_decode()
        doubles = pa.types.is_floating(batch.type)
        if self.modulus is not None and self._integers is not False and pa.types.is_integer(batch.type):
            self._integers = True if len(batch) else self._integers
            self._chunks.append(self._from_integers(batch))
            return
        if not doubles and batch.type != pa.string():
            batch = batch.cast(pa.string())
        if self._integers is None and len(batch):
            self._integers = _all_whole(batch)
        if self._integers:
            values = self._whole(batch.cast(pa.string()))
        elif doubles:
            self._doubles = True
            values = self._from_doubles(batch)
        else:
            values = self._from_texts(batch.fill_null("") if batch.null_count else batch)
        if not self._integers:
            values[values == _UNIT] = 0
            while self._zeros and bool((values % np.uint64(10**self._zeros)).any()):
                self._zeros -= 1
        self._chunks.append(values)

    def between(self, start: int, stop: int) -> NDArray[Any]:
        """Keys of some records as they were read, before they are brought to a common number of digits."""
        return self._chunks.between(start, stop)

    def finish(self) -> RecordKeys:
        """Build the keys. Faults are raised in this order: not a number, missing, outside, too long."""
        for kind in (RecordKeyNotANumber, RecordKeyMissing, RecordKeyOutside, RecordKeyTooLong):
            if kind in self._faults:
                count, row, value = self._faults[kind]
                limit = self.modulus if self._integers else 1
                digits = _decimals(value) if kind is RecordKeyTooLong else 0
                raise kind(column=self.column, row=row, count=count, value=value, limit=limit, digits=digits)
        if self._integers and self.modulus is not None:
            return self._assembled(self.modulus, None, 0)
        self._give_back()
        digits = max(MIN_DIGITS, MAX_DIGITS - self._zeros)
        if self.modulus is not None:
            digit_count = len(str(self.modulus)) - 1
            if self.modulus != 10**digit_count or digit_count < MAX_DIGITS - self._zeros or digit_count > MAX_DIGITS:
                raise InputError(
                    "record_key_digits",
                    column=self.column,
                    digits=MAX_DIGITS - self._zeros,
                    modulus=self.modulus,
                    proposed=10**digits,
                )
            digits = digit_count
        return self._assembled(10**digits, digits, MAX_DIGITS - digits)

    def _give_back(self) -> None:
        """Restore the exact digits of long keys where only some of them are short doubles; the column then really holds
        keys of 16 or 17 digits.

        A column of doubles written too long has only such keys. A single key cannot tell, since about one in nine real
        keys of 17 digits reads like a short double.
        """
        if sum(len(rows) for _, rows, _ in self._taken) == self._long:
            return
        for chunk, rows, exact in self._taken:
            self._given_back[chunk] = rows, exact
            while self._zeros and bool((exact % np.uint64(10**self._zeros)).any()):
                self._zeros -= 1
        former = self._shortened_count
        self._shortened_count -= sum(len(rows) for _, rows, _ in self._taken)
        if former != self._shortened_count:
            self._shortened = [noted for noted in self._shortened if not noted[2]]

    def _assembled(self, modulus: int, digits: int | None, drop: int) -> RecordKeys:
        kind: Any = np.uint32 if modulus <= 2**32 else np.uint64

        def exact(index: int, chunk: NDArray[Any]) -> NDArray[Any]:
            if index in self._given_back:
                chunk = chunk.copy()
                rows, values = self._given_back[index]
                chunk[rows] = values
            return chunk // np.uint64(10**drop) if drop else chunk

        values = self._chunks.finished(kind, exact)
        notices = []
        if self._doubles and digits is not None:
            notices.append(sentence("record_key_doubles", column=self.column, digits=digits))
        if self._shortened:
            row, text, _ = self._shortened[0]
            fields = {"column": self.column, "row": row, "value": text, "count": self._shortened_count}
            notices.append(sentence("record_key_shortened", **fields))
        return RecordKeys(values, modulus, digits, "integer" if digits is None else "decimal", tuple(notices))

    def _fault(self, kind: type[CkmError], wrong: NDArray[np.bool_], texts: Any) -> None:
        count = int(np.count_nonzero(wrong))
        if count:
            first = int(np.argmax(wrong))
            known_fault = self._faults.get(kind, (0, self._chunks.rows + first + 1, str(texts[first])))
            self._faults[kind] = (known_fault[0] + count, known_fault[1], known_fault[2])

    def _note_shortened(self, rows: NDArray[np.intp], texts: Any, *, exact_fits: bool = False) -> None:
        if len(rows):
            self._shortened_count += len(rows)
            self._shortened.append((self._chunks.rows + int(rows[0]) + 1, str(texts[int(rows[0])]), exact_fits))

    def _whole(self, texts: Any) -> NDArray[np.uint64]:
        import pyarrow.compute as pc

        texts = pc.utf8_trim_whitespace(texts.fill_null(""))
        missing_mask, number = _mask(pc.equal(texts, "")), _mask(pc.match_substring_regex(texts, _WHOLE))
        self._fault(RecordKeyMissing, missing_mask, texts)
        self._fault(RecordKeyNotANumber, ~missing_mask & ~number, texts)
        low, high = _words(pc.if_else(number, texts, "0"), 0)
        limit = self.modulus or 1
        outside = (high != 0) | (low >= np.uint64(limit))
        self._fault(RecordKeyOutside, outside, texts)
        return np.where(outside, np.uint64(0), low)

    def _from_integers(self, batch: Any) -> NDArray[Any]:
        """Integers as they are, in the type of the keys that are made of them."""
        modulus = self.modulus or 1
        missing = _mask(batch.is_null()) if batch.null_count else np.zeros(0, dtype=np.bool_)
        values = numpy_of(batch.fill_null(0) if batch.null_count else batch)
        highest = int(values.max(initial=0))
        if highest >= modulus or int(values.min(initial=0)) < 0:
            outside = values >= modulus if highest >= modulus else np.zeros(len(values), dtype=np.bool_)
            if values.dtype.kind == "i":
                outside |= values < 0
            self._fault(RecordKeyOutside, outside, values)
            values = np.where(outside, values.dtype.type(0), values)
        if len(missing):
            self._fault(RecordKeyMissing, missing, np.broadcast_to("", len(values)))
        keys: NDArray[Any] = values.astype(np.uint32 if modulus <= 2**32 else np.uint64, copy=False)
        return keys

    def _from_doubles(self, batch: Any) -> NDArray[np.uint64]:
        doubles: NDArray[np.float64] = numpy_of(batch.cast("float64"))
        missing = np.isnan(doubles)
        outside = (doubles < 0) | (doubles > 1)
        self._fault(RecordKeyMissing, missing, doubles)
        self._fault(RecordKeyOutside, outside, doubles)
        return _rounded_doubles(np.where(missing | outside, 0.0, doubles))

    def _from_texts(self, texts: Any) -> NDArray[np.uint64]:
        import pyarrow as pa

        try:
            low, high = _words(texts, MAX_DIGITS)
        except pa.ArrowInvalid:
            return self._from_odd_texts(texts)
        outside = (high != 0) | (low > _UNIT)
        self._fault(RecordKeyOutside, outside, texts)
        low[outside] = 0
        return self._shortest(low, texts)

    def _from_odd_texts(self, texts: Any) -> NDArray[np.uint64]:
        """Read texts that are not all plain decimals: with blanks, decimal commas, more digits, empty, or no
        numbers."""
        import pyarrow as pa
        import pyarrow.compute as pc

        original = texts
        texts = pc.utf8_trim_whitespace(texts)
        if self._decimal != ".":
            texts = pc.replace_substring(texts, self._decimal, ".")
        missing_mask, number = _mask(pc.equal(texts, "")), _mask(pc.match_substring_regex(texts, _NUMBER))
        doubles = numpy_of(pc.cast(pc.if_else(number, texts, "0"), pa.float64()))
        outside = (doubles < 0) | (doubles > 1)
        self._fault(RecordKeyMissing, missing_mask, original)
        self._fault(RecordKeyNotANumber, ~missing_mask & ~number, original)
        self._fault(RecordKeyOutside, outside, original)
        texts = pc.if_else(number & ~outside, texts, "0")
        try:
            return self._shortest(_words(texts, MAX_DIGITS)[0], texts)
        except pa.ArrowInvalid:
            pass
        short = _mask(pc.match_substring_regex(texts, _SHORT))
        values = self._shortest(_words(pc.if_else(short, texts, "0"), MAX_DIGITS)[0], texts)
        shortened, too_long = [], np.zeros(len(texts), dtype=np.bool_)
        for row in np.flatnonzero(~short):
            exact, was_shortened = _one_key(texts[int(row)].as_py())
            if exact is None:
                too_long[row] = True
            else:
                values[row] = exact
                if was_shortened:
                    shortened.append(row)
        self._fault(RecordKeyTooLong, too_long, texts)
        self._note_shortened(np.array(shortened, dtype=np.intp), original)
        return values

    def _shortest(self, values: NDArray[np.uint64], texts: Any) -> NDArray[np.uint64]:
        """Replace keys of 16 or 17 significant digits that are doubles of at most 15 digits written too long. values:
        keys x 10^17; texts: as read."""
        import pyarrow as pa
        import pyarrow.compute as pc

        long = ((values >= 10**16) & (values % np.uint64(100) != 0)) | (
            (values >= 10**15) & (values < 10**16) & (values % np.uint64(10) != 0)
        )
        rows = np.flatnonzero(long)
        if not len(rows):
            return values
        row_values = values[rows]
        # 15 significant digits: hundreds from 0.1 on, tens below; a quotient of two exact doubles is rounded once.
        unit = np.where(row_values >= 10**16, np.uint64(100), np.uint64(10))
        rounded = (row_values + unit // np.uint64(2)) // unit
        doubles = pc.cast(pc.take(texts, pa.array(rows)), pa.float64()).to_numpy(zero_copy_only=False)
        same = rounded.astype(np.float64) / np.where(unit == 100, 1e15, 1e16) == doubles
        self._long += len(rows)
        self._taken.append((len(self._chunks), rows[same], row_values[same]))
        values[rows[same]] = (rounded * unit)[same]
        self._note_shortened(rows[same], texts, exact_fits=True)
        return values


def _all_whole(batch: Any) -> bool:
    import pyarrow as pa
    import pyarrow.compute as pc

    texts = pc.utf8_trim_whitespace(batch.cast(pa.string()).fill_null(""))
    whole = pc.or_(pc.equal(texts, ""), pc.match_substring_regex(texts, _WHOLE))
    return bool(pc.all(whole).as_py())


def _mask(array: Any) -> NDArray[np.bool_]:
    return np.asarray(numpy_of(array), dtype=np.bool_)


def _words(texts: Any, scale: int) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """Convert decimal texts x 10^scale to 128-bit integers, as arrays of their low and high words. Raises ArrowInvalid
    for other texts."""
    import pyarrow as pa
    import pyarrow.compute as pc

    decimals = pc.cast(texts, pa.decimal128(38, scale))
    words = np.frombuffer(decimals.buffers()[1], dtype="<i8", count=2 * (len(decimals) + decimals.offset))
    pairs = words.reshape(-1, 2)[decimals.offset :]
    return pairs[:, 0].astype(np.uint64), pairs[:, 1].astype(np.int64)


def _rounded_doubles(doubles: NDArray[np.float64]) -> NDArray[np.uint64]:
    """Shortest decimal form of doubles in [0, 1], rounded to 15 decimals, x 10^17."""
    import pyarrow as pa
    import pyarrow.compute as pc

    scaled = doubles * 1e15
    nearest_integers = np.rint(scaled)
    values = nearest_integers.astype(np.uint64) * np.uint64(100)
    # The shortest form lies within 0.06 of the double in units of 10^-15, the product within 0.07: only near a half
    # can the two round differently.
    unsure = np.flatnonzero(np.abs(scaled - nearest_integers) > 0.3)
    if len(unsure):
        texts = pc.cast(pa.array(doubles[unsure]), pa.string())
        wide_decimals = pc.cast(texts, pa.decimal128(38, 36))
        exact = pc.cast(pc.round(wide_decimals, ndigits=15, round_mode="half_to_even"), pa.decimal128(38, 15))
        values[unsure] = np.frombuffer(exact.buffers()[1], dtype="<u8").reshape(-1, 2)[: len(unsure), 0] * np.uint64(
            100
        )
    return values


def _one_key(text: str) -> tuple[int | None, bool]:
    """Read one key x 10^17, and whether it was shortened to a double; None where it has more than 17 decimals."""
    try:
        exact = Decimal(text)
        shortest = Decimal(repr(float(text)))
    except InvalidOperation:  # an exponent beyond what Decimal holds
        return None, False
    shortened = _significant(exact) > 15 and _significant(shortest) <= 15
    scaled = (shortest if shortened else exact).scaleb(MAX_DIGITS)
    whole_scaled = int(scaled)
    return (whole_scaled, shortened) if whole_scaled == scaled else (None, False)


def _significant(number: Decimal) -> int:
    return len("".join(map(str, number.as_tuple().digits)).strip("0"))


def _decimals(text: str) -> int:
    """Decimals of a number as written, without trailing zeros."""
    try:
        exponent = Decimal(text).normalize().as_tuple().exponent
    except InvalidOperation:
        exponent = -len(text)
    return max(0, -exponent) if isinstance(exponent, int) else 0


def bound_below(bound: Fraction, modulus: int) -> int:
    """Integer bound ceil(bound M): a key k of modulus M has k / M < bound just where k < bound_below(bound, M)."""
    product = bound * modulus
    return -((-product.numerator) // product.denominator)


def bound_up_to(bound: Fraction, modulus: int) -> int:
    """Integer bound floor(bound M) + 1: a key k of modulus M has k / M <= bound just where k < bound_up_to(bound,
    M)."""
    product = bound * modulus
    return product.numerator // product.denominator + 1


def add_modulo(first: NDArray[np.uint64], second: NDArray[np.uint64], modulus: int) -> NDArray[np.uint64]:
    """Elementwise sum modulo M of two arrays of numbers below M <= 10^18, exact and without overflow."""
    # The sum of single numbers, cells of a table without variables, is no array.
    total: NDArray[np.uint64] = np.asarray(first + second)
    np.subtract(total, np.uint64(modulus), out=total, where=total >= np.uint64(modulus))
    return total


def sum_modulo(keys: NDArray[np.uint64], modulus: int, axis: int = 0) -> NDArray[np.uint64]:
    """Exact sum modulo M along an axis; computed by halves where the direct sum could overflow."""
    length = keys.shape[axis]
    if length == 0:
        return np.zeros(keys.shape[:axis] + keys.shape[axis + 1 :], dtype=np.uint64)
    if length * (modulus - 1) < 2**64:
        direct: NDArray[np.uint64] = keys.sum(axis=axis, dtype=np.uint64)
        return direct % np.uint64(modulus)
    work = np.moveaxis(keys, axis, 0)
    while len(work) > 1:
        half = len(work) // 2
        folded = add_modulo(work[:half], work[half : 2 * half], modulus)
        work = np.concatenate([folded, work[2 * half :]]) if len(work) % 2 else folded
    folded_all: NDArray[np.uint64] = work[0].copy()
    return folded_all


def cell_key_text(key: int, modulus: int, digits: int | None) -> str:  # noqa: ARG001 - a key is named by all three
    """Text of a cell key: a decimal fraction with all its digits, or an integer where `digits` is None."""
    return str(key) if digits is None else f"0.{key:0{digits}d}"


def keys_too_coarse(modulus: int, smallest_p: float) -> bool:
    """Whether keys are too coarse for a perturbation table: M < 100 / smallest_p. smallest_p: smallest positive
    probability of the table."""
    return smallest_p > 0 and modulus < 100 / smallest_p
