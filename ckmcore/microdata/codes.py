"""A dimension's values as codes, batch by batch: a growing list of codes and one compact number per record."""

from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.blocks import Chunks
from ckmcore.base.texts import Texts
from ckmcore.microdata.columns import MISSING, Category, Codes, Dimension, compact_codes, sort_codes


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


class CodeReader:
    """Collects one dimension. `add` takes arrow arrays, `finish` gives the dimension and its code column.

    Codes come in their natural order (`sort_codes`), or as they came (`keep_order`); MISSING is last.
    """

    def __init__(self, name: str, chunks: Chunks | None = None) -> None:
        self.name = name
        self._known: dict[str, int] = {}
        self._chunks = Chunks() if chunks is None else chunks
        self._ordered = False

    def keep_order(self) -> None:
        """Codes stay in the order in which they came, as those of a categorical do."""
        self._ordered = True

    def add(self, batch: Any) -> None:
        """One arrow array of any type."""
        import pyarrow as pa

        if not pa.types.is_dictionary(batch.type):
            batch = batch.dictionary_encode()
        values = batch.dictionary.to_pylist()
        indices = batch.indices.fill_null(-1).to_numpy(zero_copy_only=False)
        self.add_indices(indices, [code_text(value) for value in values])

    def add_indices(self, indices: NDArray[Any], texts: list[str]) -> None:
        """Records as positions in `texts`; -1 is missing."""
        known = self._known
        places = [known.setdefault(text, len(known)) for text in texts]
        if len(indices) and int(indices.min()) < 0:
            places.append(known.setdefault(MISSING, len(known)))
        mapping = compact_codes(np.array(places, dtype=np.int64), len(known))
        # -1 takes the last entry of the mapping, which then is that of MISSING.
        self._chunks.append(mapping[indices] if len(places) else mapping)

    def finish(self) -> tuple[Dimension, Codes]:
        """The dimension with its ordered categories, and the records' codes in the smallest unsigned type."""
        names = list(self._known)
        if self._ordered:
            names = [name for name in names if name != MISSING] + [MISSING] * (MISSING in self._known)
        else:
            names = sort_codes(names)
        place = {name: position for position, name in enumerate(names)}
        final = compact_codes(np.array([place[name] for name in self._known], dtype=np.int64), len(names))
        codes: Codes = self._chunks.finished(final.dtype, lambda _, chunk: final[chunk])
        return Dimension(self.name, Texts.same(self.name), tuple(map(Category.plain, names))), codes
