"""Records of a period that come from a frame: taken over, and read when the same frame is handed in again.

Nothing of the frame is kept but the number of its records and a fingerprint of what was read.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from ckmcore.base.blocks import feed
from ckmcore.errors import DataError, FileError, InputError
from ckmcore.messages import sentence
from ckmcore.microdata.columns import sort_codes
from ckmcore.microdata.data import Microdata, with_judged_keys, with_recodes
from ckmcore.microdata.dialect import Dialect
from ckmcore.microdata.frame import as_frame, read_frame, source_of_frame, texts_of_frame
from ckmcore.statistic.import_records import Delivery, Taken, kept_answers, taken_over
from ckmcore.statistic.judged_records import LoadPeriod
from ckmcore.statistic.key_choice import RecordsToKey, make_keys, period_name
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.period import PeriodSource
from ckmcore.statistic.source import ColumnsRead, FrameReading


def fingerprint(data: Microdata) -> str:
    """SHA-256 of what was read of a frame: codes, keys and numbers of each record, in the order of the records.

    The same for the same records, whichever library holds them, and however it orders their categories.
    """
    digest = hashlib.sha256()
    for name in sorted(data.dimensions):
        codes = data.dimensions[name].codes
        order = sort_codes(codes)
        place = {code: number for number, code in enumerate(order)}
        digest.update(repr((name, order)).encode())
        feed(digest, np.array([place[code] for code in codes], dtype=np.uint32)[data.columns[name]])
    if data.record_keys is not None:
        digest.update(repr(data.record_keys.modulus).encode())
        feed(digest, data.record_keys.values)
    for column in sorted([*data.magnitudes.values(), *filter(None, [data.weight])], key=lambda column: column.name):
        digest.update(repr((column.name, column.decimals, column.missing is None)).encode())
        feed(digest, column.values)
        if column.missing is not None:
            feed(digest, column.missing)
    return digest.hexdigest()


@dataclass(frozen=True, eq=False, repr=False)
class HandedFrame:
    """A frame that was handed in, and the records that were read of its columns. Confidential."""

    frame: Any
    columns: ColumnsRead
    data: Microdata
    dialect: Dialect

    @classmethod
    def of(cls, frame: Any, columns: ColumnsRead, dialect: Dialect) -> HandedFrame:
        """Read columns of a frame. dialect: rules and answers. Raises the errors of `columns_of_frame`."""
        dimensions, key, weight, magnitudes, modulus = columns
        read, left_out = read_frame(frame, (dimensions, key, weight, magnitudes), modulus, dialect)
        data = with_recodes(Microdata(**read), dialect)
        return cls(frame, columns, data, replace(dialect, totals=left_out or dialect.totals))

    def read(self, columns: ColumnsRead) -> Microdata:
        """Records of these columns, which may have got other roles since. Raises the errors of `columns_of_frame`."""
        return self.data if columns == self.columns else HandedFrame.of(self.frame, columns, self.dialect).data


def take_frame(
    into: Statistic, given: Any, delivery: Delivery, ckm_path: Path | None = None, load: LoadPeriod | None = None
) -> tuple[Taken, HandedFrame]:
    """Records of a frame as those of the current period of `into`, and the frame, from which they may be read again.

    delivery: without paths; load: reads a former period. Raises desk_no_dimension, frame_household,
    file_without_records, the errors of `columns_of_frame`, of making keys, and of `taken_over`.
    """
    dimensions, weights = delivery.names("dimension"), delivery.names("weight")
    if not dimensions:
        raise InputError("desk_no_dimension")
    if delivery.keys.household:
        raise InputError("frame_household", column=delivery.keys.household)
    key, frame = next(iter(delivery.names("record_key")), None), as_frame(given)
    modulus = None if key is None else delivery.modulus
    columns = (dimensions, key, weights[0] if weights else None, delivery.names("magnitude"), modulus)
    answers = kept_answers(into, delivery.dialect)
    handed = HandedFrame.of(frame, columns, replace(delivery.dialect or Dialect(encoding=""), answers=answers))
    read, dialect = handed.data, handed.dialect
    if not read.rows:
        raise DataError("file_without_records", file=type(frame).__name__)
    name = period_name(into.period.label)
    records = RecordsToKey((), None, read.rows, name, texts=lambda names: texts_of_frame(frame, names, dialect))
    made = make_keys(delivery.keys, records, read.record_keys)
    reading = msgspec.json.encode(FrameReading(columns, dialect)).decode()
    source = PeriodSource("frame", reading=reading, sha256=fingerprint(read), rows=read.rows)
    notices = (*read.notices, *made.notices)
    known = {period.source.sha256: period.label for period in into.periods if period.source is not None}
    if source.sha256 in known:
        notices = (*notices, sentence("source_seen", name=type(frame).__name__, period=known[source.sha256]))
    data = replace(read if made.keys is None else with_judged_keys(read, made.keys), notices=notices)
    data = data.renamed({held.column: held.variable for held in delivery.mapping if held.column})

    def texts(names: Sequence[str]) -> Mapping[str, Any]:
        there = source_of_frame(frame, dialect).names
        return texts_of_frame(frame, [name for name in names if name in there], dialect)

    taken = taken_over(into, delivery, data, source, made.key_set, ckm_path=ckm_path, load=load, texts=texts)
    return taken, handed


def handed_again(statistic: Statistic, given: Any) -> HandedFrame:
    """The frame from which the records of the current period came, handed in once more.

    Raises frame_not_asked where they came from elsewhere, frame_differs where its records are others, and the errors of
    `columns_of_frame`.
    """
    period = statistic.period
    if period.source is None or period.source.kind != "frame":
        raise InputError("frame_not_asked", period=period.label)
    reading = FrameReading.of(period.source)
    handed = HandedFrame.of(as_frame(given), reading.columns, reading.dialect)
    if handed.data.rows != period.source.rows or fingerprint(handed.data) != period.source.sha256:
        raise FileError("frame_differs", period=period.label, found=handed.data.rows, rows=period.source.rows)
    return handed
