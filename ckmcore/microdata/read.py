"""Reading microdata from files of every format, batch by batch into compact columns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field, replace
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from ckmcore.base.blocks import Chunks, SpooledChunks
from ckmcore.base.checked import checked
from ckmcore.base.deviations import tell
from ckmcore.base.limits import limits
from ckmcore.base.texts import Texts
from ckmcore.errors import Cancelled, CkmError, DataError, InputError
from ckmcore.keys.record_keys import KeyReader
from ckmcore.messages import Sentence
from ckmcore.microdata.codes import CodeReader, ShortTexts
from ckmcore.microdata.data import Codes, Dimension, Microdata, NumberColumn
from ckmcore.microdata.delimited import encoding_entry
from ckmcore.microdata.dialect import Dialect, NumberSigns
from ckmcore.microdata.errors import UnknownColumn
from ckmcore.microdata.files import Format
from ckmcore.microdata.layout import totals_in
from ckmcore.microdata.multi_file import in_its_file, notice_in_its_file
from ckmcore.microdata.number_signs import NumberEvidence
from ckmcore.microdata.open import open_source
from ckmcore.microdata.prepared import read_columns, read_head
from ckmcore.microdata.preview import ROWS_LOOKED_AT, personal_entries, preview_of
from ckmcore.microdata.quantities import NumberReader
from ckmcore.microdata.reading_plan import ReadingAsked, ReadingEntry, ReadingPlan, answer_to, entry_of
from ckmcore.microdata.record_marks import Marks, marks_of_batch, repeated_files
from ckmcore.microdata.roles import closest_first
from ckmcore.microdata.sheets import WORKBOOKS
from ckmcore.microdata.sniff import later_encoding
from ckmcore.microdata.source import TEXT_CELLS, Paths, Progress, Source
from ckmcore.microdata.store import read_store, read_store_head
from ckmcore.ptable.floor.key_floor import tell_of_keys

_THREADS = 4
_FIRST_ROWS = 200


@dataclass(frozen=True)
class ReadReport:
    """How a file was read: its dialect (None unless it is text), the columns by role, and notices for the reader.

    `files` are those that were read as one, `counts` their records. `plan`: what of the file was not taken as it is.
    """

    file: Path
    format: Format
    dialect: Dialect | None
    rows: int
    names: tuple[str, ...]
    dimensions: tuple[str, ...]
    record_key: str | None
    weight: str | None
    magnitudes: tuple[str, ...]
    notices: tuple[Sentence, ...]
    files: tuple[Path, ...] = ()
    counts: tuple[int, ...] = ()
    plan: ReadingPlan = field(default_factory=ReadingPlan)


@checked
def read_microdata(
    path: Paths,
    dimensions: Sequence[str] | None = None,
    record_key: str | None = None,
    weight: str | None = None,
    magnitudes: Sequence[str] = (),
    *,
    dialect: Dialect | None = None,
    meta: str | PathLike[str] | None = None,
    modulus: int | None = None,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Microdata:
    """Microdata from a file; only the columns that have a role are converted.

    Read are CSV and fixed-width text (packed by gzip or zip, too), Parquet, Arrow, SPSS, Stata, SAS, Excel and
    OpenDocument, recognised by content. `dimensions=None` takes every column that looks like one. Values are trimmed
    of blanks, empty is the category MISSING, codes such as `01001` stay text. Blank lines are skipped. Without header
    the columns are `V1`, `V2`, ... Titles, labels and hierarchies come from the file, or from `meta`, τ-ARGUS metadata
    of a text file, which then says columns and missing codes, too. `dialect=None` is guessed from the first megabyte.
    Several paths are read as one: the same columns by name, each file in its own dialect; a record is named with its
    file. Prepared data come with their keys, labels and hierarchies, and without roles given with all variables.
    `modulus`: that of integer keys, or 10^d confirmed for decimals. `progress(rows, fraction)` is called once per
    batch, `cancelled()` asked once per batch (raises Cancelled).
    Each deviation from the text of the file is a notice; where it can be read in several ways ReadingAsked names the
    questions (`reading_plan`), and `dialect` takes the answers.
    Raises the errors of `errors.py` and of record keys; then nothing has been loaded. What is open of the keys (F10 to
    F14) is a CkmWarning; `microdata_of` refuses them.

    >>> ckm.read_microdata("persons.csv", ["NUTS", "SEX"], record_key="rkey", magnitudes=["INCOME"])
    Microdata(600 records, 2 dimensions)
    """
    data, _ = read_with_report(
        path,
        dimensions,
        record_key,
        weight,
        magnitudes,
        dialect=dialect,
        meta=meta,
        modulus=modulus,
        progress=progress,
        cancelled=cancelled,
    )
    tell(data.deviations)
    tell_of_keys(data.record_keys)
    return data


def read_with_report(
    path: Paths,
    dimensions: Sequence[str] | None = None,
    record_key: str | None = None,
    weight: str | None = None,
    magnitudes: Sequence[str] = (),
    *,
    dialect: Dialect | None = None,
    meta: str | PathLike[str] | None = None,
    modulus: int | None = None,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] | None = None,
    spool: Path | None = None,
) -> tuple[Microdata, ReadReport]:
    """As `read_microdata`, and the report of how the file was read.

    `spool`: a folder whose files hold the columns instead of memory; they are read from there in blocks. Raises
    NotWritten where it is full.
    """
    source = open_source(path, dialect, ROWS_LOOKED_AT if dimensions is None else _FIRST_ROWS, meta)
    if source.format in ("prepared", "store"):
        return _prepared(source, dimensions, record_key, weight, magnitudes, cancelled)
    others = [*([record_key] if record_key is not None else []), *([weight] if weight is not None else []), *magnitudes]
    if dimensions is None:
        guessed = preview_of(source).columns_with_role("dimension")
        dimensions = [name for name in guessed if name not in others]
    _check_roles(source, [*dimensions, *others])
    roles = dimensions, record_key, weight, magnitudes
    source, columns = _read_revised(source, path, dialect, meta, roles, modulus, progress, cancelled, spool)
    plan = columns.plan(source)
    if plan.questions:
        raise ReadingAsked.of(source.file.name, plan)
    if columns.rows == 0:
        raise DataError("file_without_records", file=str(source.file))
    try:
        data = columns.finish(plan)
    except CkmError as error:
        raise in_its_file(error, source) from None
    if columns.totals_left_out:
        written = replace(source.dialect or dialect or Dialect(encoding=""), totals=columns.totals_left_out)
        source = replace(source, dialect=written)
    return data, _report(source, data, dimensions, record_key, weight, magnitudes, plan)


@checked
def reading_plan(
    path: Paths,
    dimensions: Sequence[str] | None = None,
    record_key: str | None = None,
    weight: str | None = None,
    magnitudes: Sequence[str] | None = None,
    *,
    dialect: Dialect | None = None,
    meta: str | PathLike[str] | None = None,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> ReadingPlan:
    """Each deviation of what is read from the text of a file, as a notice or a question. Reads the whole file.

    Columns have the roles that are given; without dimensions, the others have those that are guessed. `dialect` holds
    answers that are known. Confidential: entries have numbers of records and examples. Raises the errors of reading.

    >>> ckm.reading_plan("persons.csv").questions
    ()
    """
    source = open_source(path, dialect, ROWS_LOOKED_AT if dimensions is None else _FIRST_ROWS, meta)
    if source.format in ("prepared", "store"):
        return ReadingPlan()
    if dimensions is None:
        shown = preview_of(source)
        given = [*(magnitudes or ()), *filter(None, (record_key, weight))]
        guessed = {
            role: [name for name in shown.columns_with_role(role) if name not in given]
            for role in ("dimension", "magnitude", "weight")
        }
        dimensions, magnitudes = guessed["dimension"], [*(magnitudes or ()), *guessed["magnitude"]]
        weight = weight or next(iter(guessed["weight"]), None)
    roles = dimensions, record_key, weight, magnitudes or ()
    _check_roles(source, [*dimensions, *filter(None, (record_key, weight)), *(magnitudes or ())])
    source, columns = _read_revised(source, path, dialect, meta, roles, None, progress, cancelled, None)
    return columns.plan(source)


def _read_revised(
    source: Source,
    path: Paths,
    dialect: Dialect | None,
    meta: str | PathLike[str] | None,
    roles: tuple[Sequence[str], str | None, str | None, Sequence[str]],
    modulus: int | None,
    progress: Progress | None,
    cancelled: Callable[[], bool] | None,
    spool: Path | None,
) -> tuple[Source, _Columns]:
    """Read all records; once more where whole columns say other signs of numbers than their beginning, or a later byte
    another encoding."""
    asked = dialect or source.dialect or Dialect()
    signs: Mapping[tuple[int, str], NumberSigns] = {}
    while True:
        source = replace(source, as_codes=frozenset(roles[0]))
        columns = _Columns(source, *roles, modulus, spool, asked, signs)
        try:
            _read_all(source, columns, progress, cancelled)
        except DataError as error:
            written = _of_other_encoding(source, error) if dialect is None else None
            if written is None:
                raise
            dialect = asked = written
            source = open_source(path, written, _FIRST_ROWS, meta)
            source.entries.append(encoding_entry(written.encoding))
            continue
        revised = columns.revised_signs()
        if revised is None:
            if asked.rules:
                source.entries.extend(personal_entries(source, columns.wanted))
            return source, columns
        signs = revised
        if source.format in WORKBOOKS and source.dialect is not None:
            source = open_source(path, replace(source.dialect, numbers=tuple(signs.values())), 1, meta)


def _of_other_encoding(source: Source, error: DataError) -> Dialect | None:
    """The dialect of a text that was taken for UTF-8 by its beginning, and has another encoding; None: it has none."""
    written = source.dialect
    if error.code != "undecodable_byte" or source.parts or written is None or written.encoding != "utf-8":
        return None
    encoding = later_encoding(source.file)
    return None if encoding == "utf-8" else replace(written, encoding=encoding)


def _read_all(
    source: Source, columns: _Columns, progress: Progress | None, cancelled: Callable[[], bool] | None
) -> None:
    with closing(columns), closing(source.batches(columns.wanted)) as batches:
        for batch, fraction in batches:
            if cancelled is not None and cancelled():
                raise Cancelled
            columns.add(batch)
            if progress is not None:
                progress(columns.rows, fraction)


def _report(
    source: Source,
    data: Microdata,
    dimensions: Sequence[str],
    record_key: str | None,
    weight: str | None,
    magnitudes: Sequence[str],
    plan: ReadingPlan = ReadingPlan(),  # noqa: B008 - frozen
) -> ReadReport:
    return ReadReport(
        file=source.file,
        format=source.format,
        dialect=source.dialect,
        rows=data.rows,
        names=source.names,
        dimensions=tuple(dimensions),
        record_key=record_key,
        weight=weight,
        magnitudes=tuple(magnitudes),
        notices=data.notices,
        files=tuple(part.file for part in source.parts) or (source.file,),
        counts=tuple(source.counts) or (data.rows,),
        plan=plan,
    )


def _prepared(
    source: Source,
    dimensions: Sequence[str] | None,
    record_key: str | None,
    weight: str | None,
    magnitudes: Sequence[str],
    cancelled: Callable[[], bool] | None,
) -> tuple[Microdata, ReadReport]:
    """Prepared data: as they were written, with the variables that were asked for; without any, with all of them."""
    head = read_store_head(source.file).head if source.format == "store" else read_head(source.file)
    if dimensions is None:
        dimensions = tuple(one.name for one in head.dimensions)
        magnitudes = magnitudes or tuple(one.name for one in head.numbers if not one.weight)
        weight = weight or next((one.name for one in head.numbers if one.weight), None)
    numbers = [*([weight] if weight is not None else []), *magnitudes]
    _check_roles(source, [*dimensions, *([record_key] if record_key is not None else []), *numbers])
    if record_key is not None and (head.keys is None or record_key != head.keys.column):
        raise DataError("prepared_role", file=source.file.name, variable=record_key)
    if source.format == "store":
        data = read_store(source.file, dimensions, weight, magnitudes)
    else:
        data = read_columns(source.file, head, dimensions, weight, magnitudes, cancelled)
    return data, _report(source, data, dimensions, record_key, weight, magnitudes)


def _check_roles(source: Source, asked: Sequence[str]) -> None:
    known, seen = set(source.names), set[str]()
    for name in asked:
        if name not in known:
            raise UnknownColumn(file=str(source.file), variable=name, known=closest_first(name, source.names))
        if name in seen:
            raise InputError("column_two_roles", column=name)
        seen.add(name)


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


class _Columns:
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
        import pyarrow.compute as pc

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
                column = pc.replace_substring(column, written.decimal, self._decimal)
            columns.append(_as_text(self._file, name, column))
        if self._marks:
            self._marks[self._source.part_now].append(marks_of_batch(columns))
        # Each reader keeps to its own column, and arrow works without Python's lock.
        for _ in self._pool.map(_add, self._readers.values(), columns):
            pass

    def _without_totals(self, batch: Any) -> Any:
        """Leave out the rows of a batch that a code calls totals, and count them."""
        import pyarrow as pa
        import pyarrow.compute as pc

        part = self._source.part_now
        numbers = np.arange(batch.num_rows) + self._looked_through[part] + 1
        self._looked_through[part] += batch.num_rows
        for place, name in enumerate(self._readers):
            column = batch.column(place)
            kinds = pa.types.is_string, pa.types.is_large_string, pa.types.is_dictionary
            if name not in self._codes or not any(kind(column.type) for kind in kinds):
                continue
            coded = column if pa.types.is_dictionary(column.type) else self._short_texts[name].encoded(column)
            batch = batch.set_column(place, name, coded)  # nobody has to look for the values again
            is_total = totals_in(coded)
            if is_total is None:
                continue
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
            if name in self._codes and name not in self._source.categorical and pa.types.is_dictionary(column.type):
                batch = batch.set_column(place, name, column.dictionary_decode().dictionary_encode())
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
        evidence = self._evidence.setdefault(place, NumberEvidence(reader.name))
        reader.told(evidence, batch.column(texts) if texts >= 0 else None)

    def revised_signs(self) -> dict[tuple[int, str], NumberSigns] | None:
        """The signs of numbers where whole columns say others than those by which they were read; None: nowhere."""
        signs = {place: evidence.signs(self._written(place))[0] for place, evidence in self._evidence.items()}
        used = {place: self._signs.get(place) or self._signs_read(place) for place in signs}
        return None if self._signs or signs == used else signs

    def _written(self, place: tuple[int, str]) -> Dialect:
        parts = self._source.parts
        written = (parts[place[0]] if parts else self._source).dialect or Dialect()
        return replace(written, answers=self._asked.answers)

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
        if self._asked.rules:
            told += [entry for reader in self._codes.values() for entry in reader.entries()]
        told += self._repeated()
        for name, count in self._totals.items():
            words, answers = dict.fromkeys(self._total_words[name]), self._asked.answers
            rows = self._rows_of_totals(name)
            told.append(entry_of("totals", name, count=count, rows=rows, examples=words, answers=answers))
        return told

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

    def close(self) -> None:
        """Let go of the threads, and of files that are written."""
        self._pool.shutdown()
        for one in self._spooled:
            one.close()

    def finish(self, plan: ReadingPlan) -> Microdata:
        """The records. Raises what is wrong with values."""
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
            dimensions[name], codes[name] = code_reader.finish(mend=bool(self._asked.rules))
        data = Microdata(
            rows=self.rows,
            dimensions=dimensions,
            columns=codes,
            record_keys=keys,
            weight=numbers.pop(self._weight) if self._weight is not None else None,
            magnitudes=numbers,
            notices=tuple(notice_in_its_file(notice, self._source) for notice in notices),
        )
        for name, dimension in dimensions.items():
            if name in self._source.described:
                data = data.with_categories(self._source.of(name).of(dimension))
        for recode in self._asked.recodes:
            if recode.column in data.dimensions:
                data = recoded_with_labels(data, recode.column, dict(recode.codes))
        return data


def recoded_with_labels(data: Microdata, name: str, codes: Mapping[str, str]) -> Microdata:
    """The records with other codes in a dimension, whose labels go with them."""
    labels = {codes.get(category.code, category.code): category.label for category in data.dimensions[name].categories}
    data = data.recoded(name, codes)
    dimension = data.dimensions[name]
    categories = tuple(replace(category, label=labels[category.code]) for category in dimension.categories)
    return data.with_categories(replace(dimension, categories=categories))
