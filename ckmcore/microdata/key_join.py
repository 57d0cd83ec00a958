"""Record keys from a file of their own, and from a former delivery: both are found by an identifier.

Sentences name records by their numbers, never by the identifier: it is confidential, and the number is enough.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ckmcore.errors import DataError, InputError
from ckmcore.keys.draw import Rows, draw_keys
from ckmcore.keys.record_keys import KeyReader, RecordKeys, compact_keys
from ckmcore.messages import Sentence, sentence
from ckmcore.microdata.dialect import Dialect
from ckmcore.microdata.identifiers import column_batches, trimmed_texts
from ckmcore.microdata.open import open_source
from ckmcore.microdata.source import Progress

Others = Literal["refuse", "generate"]
# Makes keys for the units that have none yet, from their identifiers (an arrow array of strings).
Fresh = Callable[[Any], RecordKeys]


@dataclass(frozen=True, eq=False)
class JoinedKeys:
    """What joining keys by an identifier gave (confidential). `keys` is None where records stayed without a key.

    matched: records with a key from the file; unmatched: those without, counted from 1; repeated: records whose
    identifier a record before has, too (they get its key); twice: records of the file of keys that repeat an identifier
    with the same key; unused: identifiers of the file that no record has.
    """

    keys: RecordKeys | None
    matched: int
    unmatched: Rows
    repeated: Rows
    twice: Rows
    unused: int
    file: str

    @property
    def notices(self) -> tuple[Sentence, ...]:
        """What a reader should know about keys that could be joined."""
        said = list(self.keys.notices) if self.keys is not None else []
        if self.keys is not None and self.unmatched:
            said.append(sentence("key_some_generated", count=self.unmatched.count, rows=self.unmatched.first))
        if self.repeated:
            said.append(sentence("key_identifier_repeated", count=self.repeated.count, rows=self.repeated.first))
        if self.twice:
            fields = {"file": self.file, "count": self.twice.count, "rows": self.twice.first}
            said.append(sentence("key_file_repeats", **fields))
        if self.unused:
            said.append(sentence("key_file_unused", file=self.file, count=self.unused))
        return tuple(said)

    def record_keys(self) -> RecordKeys:
        """The keys; raises key_unmatched where records stayed without one."""
        if self.keys is None:
            raise DataError("key_unmatched", file=self.file, count=self.unmatched.count, rows=self.unmatched.first)
        return self.keys


def join_keys(
    identifiers: Any,
    file: str | PathLike[str],
    id_column: str,
    key_column: str,
    *,
    others: Others = "refuse",
    dialect: Dialect | None = None,
    modulus: int | None = None,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> JoinedKeys:
    """Find the key of each identifier in a file of keys of any format that microdata may have.

    `identifiers` as `read_identifiers` gives them. Records that the file does not know: `keys` is None, or with
    `others` "generate" they get fresh keys of the same modulus. `modulus`: that of integer keys in the file.
    Raises key_file_twice (one identifier, two keys), UnknownColumn, file_without_records, Cancelled, the errors of
    reading and of record keys (their rows are those of the file of keys).
    """
    import pyarrow as pa

    name = Path(file).name
    if id_column == key_column:
        raise InputError("column_two_roles", column=id_column)
    dialect = dialect or open_source(file).dialect
    reader = KeyReader(key_column, decimal="." if dialect is None else dialect.decimal, modulus=modulus)
    texts, columns = [], (id_column, key_column)
    for batch in column_batches(file, columns, dialect=dialect, progress=progress, cancelled=cancelled):
        texts.append(trimmed_texts(batch.column(0)))
        reader.add(batch.column(1))
    if not sum(map(len, texts)):
        raise DataError("file_without_records", file=str(file))
    known = _KnownKeys(pa.chunked_array(texts, pa.string()), reader.finish(), name)
    places = known.places_of(identifiers)
    found = places >= 0
    unmatched = Rows.of(np.flatnonzero(~found))
    keys: RecordKeys | None = None
    if not unmatched or others == "generate":
        of_file = known.keys
        values = of_file.values[np.maximum(places, 0)]
        if unmatched:
            values[~found] = draw_keys(unmatched.count, of_file.modulus, of_file.digits).values
        keys = RecordKeys(values, of_file.modulus, of_file.digits, of_file.origin, of_file.notices)
    again = _repeats(places)
    unused = known.distinct - len(np.unique(places[found]))
    return JoinedKeys(keys, int(np.count_nonzero(found)), unmatched, Rows.of(again), known.twice, unused, name)


class _KnownKeys:
    """The identifiers of a file of keys, each once, with the record that holds its key."""

    def __init__(self, identifiers: Any, keys: RecordKeys, name: str) -> None:
        self.keys = keys
        encoded = identifiers.dictionary_encode().combine_chunks()
        codes = encoded.indices.to_numpy(zero_copy_only=False)
        self._names = encoded.dictionary
        first = np.full(len(self._names), len(codes), dtype=np.int64)
        np.minimum.at(first, codes, np.arange(len(codes)))
        blank = self._names.index("").as_py()
        again = np.flatnonzero(first[codes] != np.arange(len(codes)))
        if blank >= 0:  # a key without an identifier belongs to nobody
            again = again[codes[again] != blank]
        other = again[keys.values[again] != keys.values[first[codes[again]]]]
        if len(other):
            row, before = int(other[0]), int(first[codes[other[0]]])
            raise DataError("key_file_twice", file=name, count=len(other), first=before + 1, second=row + 1)
        self.twice = Rows.of(again)
        self._first, self._blank = first, blank
        self.distinct = len(self._names) - (blank >= 0)

    def places_of(self, identifiers: Any) -> NDArray[np.int64]:
        """Per identifier the record of the file of keys, -1 where it has none."""
        codes = places_in(identifiers, self._names)
        if self._blank >= 0:
            codes[codes == self._blank] = -1
        return np.where(codes < 0, -1, self._first[np.maximum(codes, 0)])


def places_in(identifiers: Any, known: Any) -> NDArray[np.int64]:
    """Per identifier its place among `known` (each once), -1 where it is none of them."""
    import pyarrow as pa
    import pyarrow.compute as pc

    if not isinstance(identifiers, pa.Array | pa.ChunkedArray):
        identifiers = pa.array(identifiers, pa.string())
    found = pc.index_in(pc.utf8_trim_whitespace(identifiers), value_set=known).fill_null(-1)
    places: NDArray[np.int64] = np.array(found.to_numpy(), dtype=np.int64)
    return places


def _repeats(places: NDArray[np.int64]) -> NDArray[np.intp]:
    """Records whose place a record before has, too."""
    _, first = np.unique(places, return_index=True)
    again = np.ones(len(places), dtype=np.bool_)
    again[first] = False
    return np.flatnonzero(again & (places >= 0))


@dataclass(frozen=True)
class CarriedKeys:
    """Keys of a new delivery: units that were there keep theirs. kept, new, gone: numbers of units."""

    keys: RecordKeys
    kept: int
    new: int
    gone: int

    def __repr__(self) -> str:
        return f"CarriedKeys({self.kept} kept, {self.new} new, {self.gone} gone)"


def carry_over(
    old_identifiers: Sequence[str] | Any,
    old_keys: RecordKeys,
    new_identifiers: Sequence[str] | Any,
    *,
    fresh: Fresh | None = None,
    repeated: bool = False,
) -> CarriedKeys:
    """Keys for the records of a new delivery: each unit keeps its key, only new units get new ones.

    `fresh` makes the keys of new units from their identifiers (an arrow array); without it they are random, of the
    same modulus. `repeated`: a unit may have several records, which share its key (households); else an identifier
    that stands twice is refused. Raises key_identifier_twice and key_identifier_none, with the delivery and its rows,
    key_household_differ, key_other_modulus.
    """
    known, old_codes, old_first = _units(old_identifiers, "old", repeated=repeated)
    units, codes, _ = _units(new_identifiers, "new", repeated=repeated)
    if repeated:
        torn = np.flatnonzero(old_keys.values != old_keys.values[old_first[old_codes]])
        if len(torn):
            raise DataError("key_household_differ", count=len(torn), rows=Rows.of(torn).first)
    places = places_in(units, known)
    kept = places >= 0
    values = np.empty(len(units), dtype=np.uint64)
    values[kept] = old_keys.values[old_first[places[kept]]]
    new = int(np.count_nonzero(~kept))
    if new:
        import pyarrow as pa

        names = units.take(pa.array(np.flatnonzero(~kept)))
        made = fresh(names) if fresh is not None else draw_keys(new, old_keys.modulus, old_keys.digits)
        if made.modulus != old_keys.modulus:
            raise InputError("key_other_modulus", found=made.modulus, expected=old_keys.modulus)
        values[~kept] = made.values
    keys = RecordKeys(compact_keys(values[codes], old_keys.modulus), old_keys.modulus, old_keys.digits, old_keys.origin)
    return CarriedKeys(keys, len(units) - new, new, len(known) - (len(units) - new))


def _which(delivery: Literal["old", "new"]) -> Sentence:
    return sentence("key_delivery_" + delivery)


def _units(
    identifiers: Sequence[str] | Any, delivery: Literal["old", "new"], *, repeated: bool
) -> tuple[Any, NDArray[np.int64], NDArray[np.int64]]:
    """The distinct identifiers, per record the place of its own among them, and the first record of each."""
    import pyarrow as pa
    import pyarrow.compute as pc

    if not isinstance(identifiers, pa.Array | pa.ChunkedArray):
        identifiers = pa.array(identifiers, pa.string())
    texts = pc.utf8_trim_whitespace(identifiers).fill_null("")
    missing = Rows.of(np.flatnonzero(pc.equal(texts, "").to_numpy(zero_copy_only=False)))
    if missing:
        raise DataError("key_identifier_none", which=_which(delivery), count=missing.count, rows=missing.first)
    if isinstance(texts, pa.ChunkedArray):
        texts = pa.chunked_array(texts.chunks or [pa.array([], pa.string())]).combine_chunks()
    encoded = texts.dictionary_encode()
    codes = encoded.indices.to_numpy(zero_copy_only=False).astype(np.int64)
    first = np.full(len(encoded.dictionary), len(codes), dtype=np.int64)
    np.minimum.at(first, codes, np.arange(len(codes)))
    if not repeated and len(first) < len(codes):
        again = Rows.of(np.flatnonzero(first[codes] != np.arange(len(codes))))
        raise DataError("key_identifier_twice", which=_which(delivery), count=again.count, rows=again.first)
    return encoded.dictionary, codes, first
