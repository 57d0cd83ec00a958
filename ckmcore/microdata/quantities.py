"""Weights and magnitudes, batch by batch: exact decimals scaled to int64 where all values allow it, else float64."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.arrow_arrays import numpy_of
from ckmcore.base.blocks import Chunks
from ckmcore.base.texts import Texts
from ckmcore.errors import DataError
from ckmcore.messages import Sentence, sentence
from ckmcore.microdata.columns import NumberColumn
from ckmcore.microdata.number_signs import NumberEvidence, is_missing_word, plain_number

MAX_DECIMALS = 6
_NUMBER = r"^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$"
_EXACT = 2**53
_DOUBLE_DIGITS, _FEW = 15, 1000


@dataclass
class _Scaled:
    values: NDArray[np.int64]
    decimals: int


class NumberReader:
    """Collects one weight or magnitude. `finish` gives the column and notices, or raises what was wrong.

    A decimal is kept exactly, scaled by 10^d, where every value has at most 6 decimals in its shortest form and the
    sum of the absolute scaled values stays below 2^63.
    """

    def __init__(
        self,
        name: str,
        *,
        weight: bool = False,
        decimal: str = ".",
        thousands: str = "",
        chunks: Chunks | None = None,
        masks: Chunks | None = None,
        word: str | None = None,
    ) -> None:
        """word: what words for missing values are read as, "" (missing) or "0"; None: they are no numbers."""
        self.name = name
        self._word = word
        self._evidence: NumberEvidence | None = None
        self._written: Any = None
        self._units: Any = None
        self._weight = weight
        self._decimal = decimal
        self._thousands = thousands
        self._chunks = Chunks() if chunks is None else chunks
        # Of each chunk its decimals (None: doubles) and the sum of its absolute values; eight records a byte.
        self._scales: list[tuple[int | None, int]] = []
        self._masks = Chunks() if masks is None else masks
        self._mask: NDArray[np.bool_] | None = None
        self._missing = (0, 0)
        self._negative = (0, 0)
        self._wrong = (0, 0, "")

    def signs(self, decimal: str, thousands: str) -> None:
        """How the texts of the batches from here on are written."""
        self._decimal, self._thousands = decimal, thousands

    def told(self, evidence: NumberEvidence, written: Any = None, units: Any = None) -> None:
        """What collects the signs of the next batch. written: which of its values are texts in the file; None: all.
        units: what the numbers of a sheet are displayed with."""
        self._evidence, self._written, self._units = evidence, written, units

    def add(self, batch: Any) -> None:
        """One arrow array: strings, numbers, decimals or bools."""
        import pyarrow as pa

        if pa.types.is_dictionary(batch.type):
            batch = batch.dictionary_decode()
        kind = batch.type
        if pa.types.is_floating(kind):
            chunk = self._from_doubles(numpy_of(batch.cast(pa.float64())))
        elif pa.types.is_integer(kind) or pa.types.is_boolean(kind) or pa.types.is_decimal(kind):
            filled = batch.fill_null(False if pa.types.is_boolean(kind) else 0) if batch.null_count else batch
            exact = _scaled_numbers(filled)
            if exact is None:  # written by arrow itself: a decimal point whatever the dialect says
                texts = batch.cast(pa.string())
                chunk = self._from_texts(texts.fill_null(""), texts)
            else:
                chunk = exact
                if batch.null_count:
                    self._note_missing(numpy_of(batch.is_null()))
        else:
            texts = batch if batch.type == "string" else batch.cast(pa.string())
            texts = texts.fill_null("") if texts.null_count else texts
            if self._evidence is not None:
                self._evidence.add(texts if self._written is None else texts.filter(self._written))
            chunk = self._from_texts(self._plain(texts), texts)
        values: NDArray[Any] = chunk.values if isinstance(chunk, _Scaled) else chunk
        if self._evidence is not None:
            self._evidence.count(int(np.count_nonzero(values)), batch, self._units)
        if self._weight and bool((below := values < 0).any()):
            known, row = self._negative
            first = row or self._chunks.rows + int(np.argmax(below)) + 1
            self._negative = (known + int(np.count_nonzero(below)), first)
        self._scales.append((chunk.decimals, _absolute_sum(values)) if isinstance(chunk, _Scaled) else (None, 0))
        mask = np.zeros(len(batch), dtype=np.bool_) if self._mask is None else self._mask
        self._masks.append(np.packbits(mask), len(batch))
        self._mask = None
        self._chunks.append(values)

    def finish(self) -> tuple[NumberColumn, tuple[Sentence, ...]]:
        """The column; raises not_a_number and, for a weight, weight_missing and weight_negative."""
        count, row, value = self._wrong
        if count:
            raise DataError("not_a_number", column=self.name, row=row, value=value, count=count)
        notices: tuple[Sentence, ...] = ()
        count, row = self._missing
        if count and self._weight:
            raise DataError("weight_missing", column=self.name, count=count, row=row)
        if count:
            notices = (sentence("magnitude_missing", column=self.name, count=count, row=row),)
        decimals = self._common_decimals()
        kind: Any = np.float64 if decimals is None else np.int64

        def exact(place: int, values: NDArray[Any]) -> NDArray[Any]:
            of = self._scales[place][0]
            if decimals is None:
                return values if of is None else _as_doubles(_Scaled(values, of))
            factor = 10 ** (decimals - (of or 0))
            return values * np.int64(factor) if factor > 1 else values

        count, row = self._negative
        if count:
            raise DataError("weight_negative", column=self.name, count=count, row=row)
        values = self._chunks.finished(kind, exact)
        return NumberColumn(self.name, values, decimals, Texts.same(self.name), self._missing_mask()), notices

    def between(self, start: int, stop: int) -> NDArray[Any]:
        """Values of some records as doubles; 0 where one is missing."""
        return self._chunks.between(start, stop, lambda place, values: values / 10 ** (self._scales[place][0] or 0))

    def _missing_mask(self) -> NDArray[np.bool_] | None:
        if not self._missing[0]:
            return None
        return self._masks.finished(np.bool_, lambda _, bits: np.unpackbits(bits).astype(np.bool_))

    def _common_decimals(self) -> int | None:
        known = [(decimals, total) for decimals, total in self._scales if decimals is not None]
        if len(known) < len(self._scales):
            return None
        most = max((decimals for decimals, _ in known), default=0)
        return most if sum(total * 10 ** (most - decimals) for decimals, total in known) < 2**63 else None

    def _note_missing(self, missing: NDArray[np.bool_]) -> None:
        if count := int(np.count_nonzero(missing)):
            known, row = self._missing
            self._missing = (known + count, row or self._chunks.rows + int(np.argmax(missing)) + 1)
            self._mask = missing

    def _note_wrong(self, wrong: NDArray[np.bool_], texts: Any) -> None:
        if count := int(np.count_nonzero(wrong)):
            known, row, value = self._wrong
            first = int(np.argmax(wrong))
            self._wrong = (known + count, row or self._chunks.rows + first + 1, value if known else str(texts[first]))

    def _plain(self, texts: Any) -> Any:
        """Texts with a decimal point and without signs between thousands; what is misplaced stays, and is refused."""
        import pyarrow.compute as pc

        if self._thousands:
            texts = pc.utf8_trim_whitespace(texts)
            mark = re.escape(self._thousands)
            grouped = pc.match_substring_regex(
                texts, rf"^[+-]?\d{{1,3}}({mark}\d{{3}})+({re.escape(self._decimal)}\d*)?$"
            )
            texts = pc.if_else(grouped, pc.replace_substring(texts, self._thousands, ""), texts)
        if self._decimal == ".":
            return texts
        # A point is no decimal sign here: make it something that no number holds.
        return pc.replace_substring(pc.replace_substring(texts, ".", "?"), self._decimal, ".")

    def _from_texts(self, texts: Any, original: Any) -> _Scaled | NDArray[np.float64]:
        import pyarrow as pa
        import pyarrow.compute as pc

        exact = _scaled_texts(texts)
        if exact is not None:
            return exact
        texts = pc.utf8_trim_whitespace(texts)
        number = numpy_of(pc.match_substring_regex(texts, _NUMBER))
        missing = numpy_of(pc.equal(texts, ""))
        if self._evidence is not None and not bool((number | missing).all()):
            texts = self._mended(texts, original, ~number & ~missing)
            number = numpy_of(pc.match_substring_regex(texts, _NUMBER))
            missing = numpy_of(pc.equal(texts, ""))
        self._note_missing(missing)
        self._note_wrong(~missing & ~number, original)
        texts = pc.if_else(number, texts, "0")
        exact = _scaled_texts(texts)
        if exact is not None:
            return exact
        doubles: NDArray[np.float64] = numpy_of(pc.cast(texts, pa.float64()))
        infinite = np.isinf(doubles)
        self._note_wrong(infinite, original)
        return _shortest(np.where(infinite, 0.0, doubles))

    def _mended(self, texts: Any, original: Any, wrong: NDArray[np.bool_]) -> Any:
        """Texts with numbers in the place of those with signs beside them, and what words for missing values are."""
        import pyarrow as pa
        import pyarrow.compute as pc

        rows = np.flatnonzero(wrong)
        wrong_texts = original.filter(pa.array(wrong)).to_pylist()
        assert self._evidence is not None  # noqa: S101 - asked by the caller
        self._evidence.add_words(wrong_texts, (self._chunks.rows + rows + 1).tolist())
        plain = self._plain(pa.array([plain_number(text) for text in wrong_texts], pa.string()))
        powers = [self._evidence.power(text) for text in wrong_texts]
        if any(powers):
            numbers = zip(plain.to_pylist(), powers, strict=True)
            plain = pa.array([_multiplied(text, power) for text, power in numbers], pa.string())
        if self._word is not None:
            words = pa.array([is_missing_word(text) for text in wrong_texts])
            plain = pc.if_else(words, self._word, plain)
        return pc.replace_with_mask(texts, pa.array(wrong), plain)

    def _from_doubles(self, doubles: NDArray[np.float64]) -> _Scaled | NDArray[np.float64]:
        missing, wrong = np.isnan(doubles), np.isinf(doubles)
        self._note_missing(missing)
        self._note_wrong(wrong, doubles)
        return _shortest(np.where(missing | wrong, 0.0, doubles))


def _multiplied(text: str, power: int) -> str:
    """A number multiplied by a power of ten; other texts as they are."""
    return format(Decimal(text).scaleb(power), "f") if power and re.match(_NUMBER, text) else text


def _scaled_texts(texts: Any) -> _Scaled | None:
    """Texts as exact decimals with the fewest decimals; None where one has more than 6 or does not fit 64 bits."""
    import pyarrow as pa
    import pyarrow.compute as pc

    if (pc.max(pc.binary_length(texts)).as_py() or 0) <= _DOUBLE_DIGITS:
        # A double tells such decimals apart, and is read in a third of the time.
        try:
            doubles = numpy_of(pc.cast(texts, pa.float64()))
            exact = _shortest(doubles) if bool(np.isfinite(doubles).all()) else None
        except pa.ArrowInvalid:
            exact = None
        if isinstance(exact, _Scaled):
            return exact
    for decimals in range(MAX_DECIMALS, -1, -1):
        try:
            values = _words(pc.cast(texts, pa.decimal128(38, decimals)))
        except pa.ArrowInvalid:
            return None
        if values is not None:
            return _fewest(values, decimals)
    return None


def _scaled_numbers(numbers: Any) -> _Scaled | None:
    """Whole numbers, truth values or decimals without nulls as `_scaled_texts` gives their texts, without these; None
    where that has to look at them."""
    import pyarrow as pa

    kind = numbers.type
    try:
        if not pa.types.is_decimal(kind):
            return _Scaled(numpy_of(numbers.cast(pa.int64())), 0)
        if not 0 <= kind.scale <= MAX_DECIMALS:
            return None
        values = _words(numbers.cast(pa.decimal128(38, kind.scale)))
    except pa.ArrowInvalid:
        return None
    return None if values is None else _fewest(values, kind.scale)


def _words(decimals: Any) -> NDArray[np.int64] | None:
    """Unscaled values of an array of 128-bit decimals; None where one does not fit 64 bits."""
    words = np.frombuffer(decimals.buffers()[1], dtype="<i8", count=2 * (len(decimals) + decimals.offset))
    low, high = words.reshape(-1, 2)[decimals.offset :].T
    return None if bool((high != low >> 63).any()) else low.astype(np.int64)


def _fewest(values: NDArray[np.int64], decimals: int) -> _Scaled:
    """Values scaled by 10^decimals with the fewest decimals that give them exactly."""
    while decimals and not bool((values % 10).any()):
        values, decimals = values // 10, decimals - 1
    return _Scaled(values, decimals)


def _shortest(doubles: NDArray[np.float64]) -> _Scaled | NDArray[np.float64]:
    """Doubles as decimals where the shortest form of each has at most 6, else as they are."""
    few = doubles[:_FEW]
    for decimals in range(MAX_DECIMALS + 1):
        factor = float(10**decimals)
        if not bool((np.rint(few * factor) / factor == few).all()):
            continue
        rounded = np.rint(doubles * factor)
        if not bool((np.abs(rounded) < _EXACT).all()):
            return doubles
        if bool((rounded / factor == doubles).all()):
            return _Scaled(rounded.astype(np.int64), decimals)
    return doubles


def _as_doubles(chunk: _Scaled) -> NDArray[np.float64]:
    """The double next to each decimal: one rounding where the integer is exact, else by exact integers."""
    doubles: NDArray[np.float64] = chunk.values / float(10**chunk.decimals)
    for row in np.flatnonzero(np.abs(chunk.values.astype(np.float64)) >= _EXACT):
        doubles[row] = int(chunk.values[row]) / 10**chunk.decimals
    return doubles


def _absolute_sum(values: NDArray[np.int64]) -> int:
    """Exact: high and low halves are summed apart, where the sum may not fit."""
    most = max(int(values.max(initial=0)), -int(values.min(initial=0)))
    if most * len(values) < 2**63:
        return int(np.abs(values).sum())
    magnitudes = np.abs(values).view(np.uint64)  # |-2^63| wraps to itself, and is right as unsigned
    high, low = magnitudes >> np.uint64(32), magnitudes & np.uint64(0xFFFFFFFF)
    return (int(high.sum()) << 32) + int(low.sum())
