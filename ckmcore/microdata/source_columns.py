"""The columns of a source of records while they are read: codes, keys, numbers, and the notices on them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from math import isqrt
from pathlib import Path
from typing import Any

import numpy as np

from ckmcore.base.blocks import Chunks, SpooledChunks
from ckmcore.base.limits import limits
from ckmcore.base.texts import Texts
from ckmcore.errors import Cancelled, DataError
from ckmcore.keys.record_keys import KeyReader
from ckmcore.messages import Sentence
from ckmcore.microdata.codes import OF_CELLS, CodeReader, ShortTexts, code_text
from ckmcore.microdata.columns import Codes, Dimension, NumberColumn
from ckmcore.microdata.dialect import Dialect, NumberSigns
from ckmcore.microdata.layout import totals_in, without_totals
from ckmcore.microdata.multi_file import notice_in_its_file
from ckmcore.microdata.number_signs import NumberEvidence
from ckmcore.microdata.quantities import NumberReader
from ckmcore.microdata.reading_plan import ReadingEntry, ReadingPlan, answer_to, entry_of
from ckmcore.microdata.record_marks import FEWEST, Marks, marks_of_batch, repeated_files
from ckmcore.microdata.roles import is_personal_name, personal_kind
from ckmcore.microdata.source import TEXT_CELLS, UNIT_CELLS, Progress, Source

_THREADS = 4
_FEW_ROWS = 64
Roles = tuple[Sequence[str], str | None, str | None, Sequence[str]]
"""Columns that are read: dimensions, record key, weight, magnitudes."""


def personal_entries(source: Source, read: Container[str]) -> list[ReadingEntry]:
    """The notices on columns of names, addresses and numbers of persons. read: columns with a role that is read."""
    named = [name for name in source.names if is_personal_name(name)]
    if not named:
        return []
    if source.head is not None:
        places = [source.names.index(name) for name in named]
        values = [[row[place].strip() for row in source.head if place < len(row)] for place in places]
    else:
        batches = replace(source, entries=[], notices=[], counts=[0] * len(source.counts)).batches(named, rows=1000)
        with closing(batches):
            batch = next(batches, (None, 0.0))[0]
        columns = () if batch is None else batch.columns
        values = [[code_text(value) for value in column.slice(0, 1000).to_pylist()] for column in columns]
    return [
        entry_of("personal_read" if name in read else "personal", name, count=1)
        for name, cells in zip(named, values, strict=False)
        if personal_kind(name, [cell for cell in cells if cell])
    ]


def read_source(
    source: Source,
    roles: Roles,
    asked: Dialect,
    *,
    reopened: Callable[[Dialect | None, DataError | None], Source | None] = lambda _dialect, _error: None,
    modulus: int | None = None,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] | None = None,
    spool: Path | None = None,
) -> tuple[Source, SourceColumns]:
    """Read all records; once more where whole columns say other signs of numbers than their beginning, or a later byte
    another encoding.

    asked: rules and answers of who reads; reopened: the source by another dialect, or after an error, where it can be
    opened so.
    """
    signs: Mapping[tuple[int, str], NumberSigns] = {}
    while True:
        source = replace(source, as_codes=frozenset(roles[0]))
        columns = SourceColumns(source, *roles, modulus, spool, asked, signs)
        try:
            _read_all(source, columns, progress, cancelled)
        except DataError as error:
            again = reopened(None, error)
            if again is None:
                raise
            source, asked = again, again.dialect or asked
            continue
        revised = columns.revised_signs()
        if revised is None:
            if asked.rules > 1:
                source.entries.extend(personal_entries(source, columns.wanted))
            return source, columns
        signs = revised
        written = source.dialect
        source = reopened(None if written is None else replace(written, numbers=tuple(signs.values())), None) or source


def _read_all(
    source: Source, columns: SourceColumns, progress: Progress | None, cancelled: Callable[[], bool] | None
) -> None:
    with closing(columns), closing(source.batches(columns.wanted)) as batches:
        for batch, fraction in batches:
            if cancelled is not None and cancelled():
                raise Cancelled
            columns.add(batch)
            if progress is not None:
                progress(columns.rows, fraction)


def _add(reader: Any, column: Any) -> None:
    reader.add(column)


def _as_text(file: Path, name: str, column: Any) -> Any:
    """A column of bytes as texts. Raises column_undecodable."""
    import pyarrow as pa

    if not (pa.types.is_binary(column.type) or pa.types.is_large_binary(column.type)):
        return column
    try:
        return column.cast(pa.string())
    except pa.ArrowInvalid:
        raise DataError("column_undecodable", file=str(file), column=name) from None


class SourceColumns:
    """The columns of one file while it is read."""

    def __init__(
        self,
        source: Source,
        dimensions: Sequence[str],
        record_key: str | None,
        weight: str | None,
        magnitudes: Sequence[str],
        modulus: int | None,
        spool: Path | None,
        asked: Dialect,
        signs: Mapping[tuple[int, str], NumberSigns],
    ) -> None:
        """asked: rules and answers of who reads; signs: by part of the source and column, as its texts say."""
        dialect = source.dialect or Dialect()
        self._asked, self._signs = asked, signs
        self._evidence: dict[tuple[int, str], NumberEvidence] = {}
        self._marks: list[list[Marks]] = [[] for _ in source.parts] if asked.rules and spool is None else []
        self._totals: dict[str, int] = {}
        self._total_words: dict[str, list[str]] = {}
        self._total_records: dict[str, list[tuple[int, int]]] = {}
        self._looked_through = Counter[int]()
        self._without: dict[str, Any] = {}  # the values of the last batch of each column that had no totals
        self._spooled: list[SpooledChunks] = []

        def chunks() -> Chunks:
            if spool is None:
                return Chunks()
            self._spooled.append(SpooledChunks(spool / f"{len(self._spooled)}.part"))
            return self._spooled[-1]

        self.rows = 0
        self._file = source.file
        self._decimal = dialect.decimal
        self._weight = weight
        self._source = source
        self._codes = {name: CodeReader(name, chunks()) for name in dimensions}
        self._short_texts = {name: ShortTexts() for name in dimensions}
        self._keys = None
        if record_key is not None:
            self._keys = KeyReader(record_key, decimal=dialect.decimal, modulus=modulus, chunks=chunks())
        self._numbers = {
            name: NumberReader(
                name,
                weight=name == weight,
                decimal=dialect.decimal,
                thousands=dialect.thousands,
                chunks=chunks(),
                masks=chunks(),
                word=self._word_of(name),
            )
            for name in [*([weight] if weight is not None else []), *magnitudes]
        }
        keys = {record_key: self._keys} if record_key is not None and self._keys is not None else {}
        self._readers: dict[str, Any] = {**self._codes, **keys, **self._numbers}
        import pyarrow as pa

        pa.set_cpu_count(limits().workers)  # Arrow unpacks and splits text in threads of its own
        self._pool = ThreadPoolExecutor(min(_THREADS, limits().workers))

    @property
    def wanted(self) -> list[str]:
        return list(self._readers)

    def add(self, batch: Any) -> None:
        import pyarrow as pa

        if self._asked.rules:
            batch = self._without_totals(batch)
        self.rows += batch.num_rows
        written, columns = self._source.written_now, []
        for place, (name, reader) in enumerate(self._readers.items()):
            column = batch.column(place)
            if pa.types.is_nested(column.type):
                raise DataError("column_nested", file=str(self._file), column=name)
            if name in self._codes and name in self._source.categorical:
                reader.keep_order()
            if isinstance(reader, NumberReader):
                self._tell_signs(reader, batch, written)
            elif isinstance(reader, KeyReader) and written.decimal != self._decimal and column.type == "string":
                from pyarrow.compute import replace_substring

                column = replace_substring(column, written.decimal, self._decimal)
            columns.append(_as_text(self._file, name, column))
        if self._marks:
            self._marks[self._source.part_now].append(marks_of_batch(columns))
        # Each reader keeps to its own column, and arrow works without Python's lock.
        for _ in self._pool.map(_add, self._readers.values(), columns):
            pass

    def _without_totals(self, batch: Any) -> Any:
        """Leave out the rows of a batch that a code calls totals, and count them."""
        import pyarrow as pa

        part = self._source.part_now
        numbers = np.arange(batch.num_rows) + self._looked_through[part] + 1
        self._looked_through[part] += batch.num_rows
        for place, name in enumerate(self._readers):
            column = batch.column(place)
            kinds = pa.types.is_string, pa.types.is_large_string, pa.types.is_dictionary
            if name not in self._codes or not any(kind(column.type) for kind in kinds):
                continue
            if self._asked.rules < 2 and pa.types.is_large_string(getattr(column.type, "value_type", column.type)):
                continue
            coded = column if pa.types.is_dictionary(column.type) else self._short_texts[name].encoded(column)
            batch = batch.set_column(place, name, coded)  # nobody has to look for the values again
            looked = self._without.get(name)
            if looked is not None and looked.equals(coded.dictionary):
                continue
            is_total = totals_in(coded)
            if is_total is None:
                self._without[name] = coded.dictionary
                continue
            import pyarrow.compute as pc

            self._totals[name] = self._totals.get(name, 0) + int(pc.sum(is_total).as_py())
            words = pc.unique(coded.filter(is_total).dictionary_decode())
            self._total_words.setdefault(name, []).extend(words.to_pylist())
            totals = is_total.to_numpy(zero_copy_only=False)
            self._total_records.setdefault(name, []).extend((part, number) for number in numbers[totals][:20].tolist())
            if answer_to(self._asked.answers, "totals", name) != "keep":
                batch, numbers = batch.filter(pc.invert(is_total)), numbers[~totals]
        return self._with_codes_used(batch) if self._totals and self._asked.rules > 2 else batch

    def _with_codes_used(self, batch: Any) -> Any:
        """A batch whose dictionaries have no codes that only totals had."""
        import pyarrow as pa

        for place, name in enumerate(self._readers):
            column = batch.column(place)
            if name not in self._codes or not pa.types.is_dictionary(column.type):
                continue
            if name not in self._source.categorical:
                batch = batch.set_column(place, name, column.dictionary_decode().dictionary_encode())
            elif name in self._totals and answer_to(self._asked.answers, "totals", name) != "keep":
                batch = batch.set_column(place, name, without_totals(column))
        return batch

    def _rows_of_totals(self, name: str) -> list[int]:
        """Rows of the totals of a column as the file counts them; records where it has no rows, or of several files."""
        records = [number for part, number in self._total_records[name] if part == 0][:20]
        if self._source.all_rows is None or self._asked.rules < 3:
            return records if self._asked.rules > 2 else []
        wanted, rows, count = set(records), list[int](), 0
        for row in self._source.all_rows():
            count += row.kind == "record"
            if row.kind == "record" and count in wanted:
                rows.append(row.number)
                if len(rows) == len(wanted):
                    break
        return rows

    def _word_of(self, name: str) -> str | None:
        if not self._asked.rules:
            return None
        return "0" if answer_to(self._asked.answers, "words", name) == "zero" else ""

    def _tell_signs(self, reader: NumberReader, batch: Any, written: Dialect) -> None:
        """Tell a reader how the numbers of a batch are written, and what collects their signs."""
        if not self._asked.rules:
            reader.signs(written.decimal, written.thousands)
            return
        place = self._source.part_now, reader.name
        known = self._signs.get(place)
        reader.signs(*((known.decimal, known.thousands) if known else written.signs_of(reader.name)))
        texts = batch.schema.get_field_index(reader.name + TEXT_CELLS)
        units = batch.schema.get_field_index(reader.name + UNIT_CELLS)
        evidence = self._evidence.setdefault(place, NumberEvidence(reader.name, self._asked))
        reader.told(evidence, *(batch.column(place) if place >= 0 else None for place in (texts, units)))

    def revised_signs(self) -> dict[tuple[int, str], NumberSigns] | None:
        """The signs of numbers where whole columns say others than those by which they were read; None: nowhere."""
        signs = {place: evidence.signs(self._written(place))[0] for place, evidence in self._evidence.items()}
        used = {place: self._signs.get(place) or self._signs_read(place) for place in signs}
        return None if self._signs or signs == used else signs

    def _written(self, place: tuple[int, str]) -> Dialect:
        parts = self._source.parts
        written = (parts[place[0]] if parts else self._source).dialect or Dialect()
        return replace(written, answers=self._asked.answers, rules=self._asked.rules)

    def _signs_read(self, place: tuple[int, str]) -> NumberSigns:
        return NumberSigns(place[1], *self._written(place).signs_of(place[1]))

    def plan(self, source: Source) -> ReadingPlan:
        """Notices and questions on the source and on the values of the columns that were read."""
        plan = ReadingPlan.of([*source.entries, *self._entries()])
        return replace(plan, entries=tuple(entry for entry in plan.entries if entry.concerns(self.wanted)))

    def _entries(self) -> list[ReadingEntry]:
        told: list[ReadingEntry] = []
        for place, evidence in self._evidence.items():
            written = self._written(place)
            entry = evidence.signs(written)[1]
            file = self._source.parts[place[0]].file.name if self._source.parts else ""
            of_column = [*([entry] if entry is not None else []), *evidence.words(written)]
            told += [replace(entry, file=file) for entry in of_column]
        told += self._units_across()
        if self._asked.rules:
            known = {(entry.kind, entry.column) for entry in self._source.entries if entry.kind in OF_CELLS}
            yearless = [entry.column for entry in self._source.entries if entry.kind == "days_without_year"]
            known |= {("days_among_codes", column) for column in yearless}
            of_codes = [entry for reader in self._codes.values() for entry in reader.entries(self._asked)]
            told += [entry for entry in of_codes if (entry.kind, entry.column) not in known]
        told += [*self._repeated(), *self._block_twice(), *self._late_parts()]
        for name, count in self._totals.items():
            words, answers = dict.fromkeys(self._total_words[name]), self._asked.answers
            rows = self._rows_of_totals(name)
            told.append(entry_of("totals", name, count=count, rows=rows, examples=words, answers=answers))
        return told

    def _late_parts(self) -> list[ReadingEntry]:
        """The question on rows of parts far down a long text, which is looked at once more where a code says so."""
        later = self._source.layout.later
        if later is None or self._asked.rules < 4 or not any(reader.says_parts for reader in self._codes.values()):
            return []
        return [entry for entry in later() if entry.kind == "parts"]

    def _units_across(self) -> list[ReadingEntry]:
        """Questions on units of columns that have them in some of several files alone."""
        by_column: dict[str, list[NumberEvidence]] = {}
        for (_, name), evidence in self._evidence.items():
            by_column.setdefault(name, []).append(evidence)
        several = [parts for parts in by_column.values() if len(parts) > 1 and self._asked.rules > 2]
        return [entry for parts in several for entry in NumberEvidence.across(parts, self._asked)]

    @property
    def totals_left_out(self) -> tuple[str, ...]:
        """Columns of codes whose totals were left out."""
        answers = self._asked.answers
        return tuple(name for name in self._totals if answer_to(answers, "totals", name) != "keep")

    def _repeated(self) -> list[ReadingEntry]:
        """The question about files all whose records occur in another one; not where they have the same bytes."""
        same = next((entry for entry in self._source.entries if entry.kind == "file_twice"), None)
        marks = [np.concatenate(chunks) for chunks in self._marks if chunks]
        if same is not None or len(marks) < len(self._source.parts):
            return []
        names = [part.file.name for part in self._source.parts]
        twice = [f"{names[first]} ⊂ {names[second]}" for first, second in repeated_files(marks)]
        answers = self._asked.answers
        return [entry_of("records_twice", count=len(twice), examples=twice, answers=answers)] if twice else []

    def _block_twice(self) -> list[ReadingEntry]:
        """The question about records that follow one another once more in the same order and with the same keys, as
        where a table was appended to itself. Tables that repeat a pattern more often do so by design."""
        if self._asked.rules < 3 or self._spooled or self._source.parts:
            return []
        size, rest = divmod(self.rows, 2)
        if rest or size < FEWEST or not self._repeats_after(size):
            return []
        steps = {step for first in range(1, isqrt(size) + 1) if size % first == 0 for step in (first, size // first)}
        if any(self._repeats_after(step) for step in steps - {size}):
            return []
        return [entry_of("block_twice", count=size, rows=[size + 1], answers=self._asked.answers)]

    def _repeats_after(self, step: int) -> bool:
        """Whether each record has the codes and numbers of the one so many records before."""
        readers: list[CodeReader | NumberReader | KeyReader] = [*self._codes.values(), *self._numbers.values()]
        readers += [] if self._keys is None else [self._keys]
        for last in (min(self.rows, step + _FEW_ROWS), self.rows):  # most differ in the first few
            for reader in readers:
                if not np.array_equal(reader.between(0, last - step), reader.between(step, last)):
                    return False
        return bool(readers)

    def close(self) -> None:
        """Let go of the threads, and of files that are written."""
        self._pool.shutdown()
        for one in self._spooled:
            one.close()

    def refusals(self, asked: Container[str], *, keys: bool) -> list[DataError]:
        """Errors that the values end with. asked: columns with an open question, which are judged by its answer; keys:
        whether record keys are judged, too."""
        errors: list[DataError] = [] if self.rows else [DataError("file_without_records", file=str(self._file))]
        judged: list[KeyReader | NumberReader] = [self._keys] if self._keys is not None and keys and self.rows else []
        judged += [reader for name, reader in self._numbers.items() if name not in asked]
        for reader in judged:
            try:
                reader.finish()
            except DataError as error:
                errors.append(error)
        return errors

    def finish(self, plan: ReadingPlan) -> dict[str, Any]:
        """What `Microdata` is made of, by its names. Raises what is wrong with values."""
        notices: list[Sentence] = [*self._source.notices, *(entry.told for entry in plan.entries)]
        keys = self._keys.finish() if self._keys is not None else None
        if keys is not None:
            notices.extend(keys.notices)
        numbers: dict[str, NumberColumn] = {}
        for name, reader in self._numbers.items():
            numbers[name], said = reader.finish()
            if title := self._source.of(name).title:
                numbers[name] = replace(numbers[name], title=Texts.same(title))
            notices.extend(said)
        dimensions: dict[str, Dimension] = {}
        codes: dict[str, Codes] = {}
        for name, code_reader in self._codes.items():
            dimensions[name], codes[name] = code_reader.finish(
                mend=bool(self._asked.rules), recodes=code_reader.decided(self._asked)
            )
        return {
            "rows": self.rows,
            "dimensions": dimensions,
            "columns": codes,
            "record_keys": keys,
            "weight": numbers.pop(self._weight) if self._weight is not None else None,
            "magnitudes": numbers,
            "notices": tuple(notice_in_its_file(notice, self._source) for notice in notices),
        }
