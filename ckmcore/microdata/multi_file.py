"""Several files of one statistic, one per Land for example, read as one: the same columns, whatever their order."""

from __future__ import annotations

import filecmp
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import Any

from ckmcore.errors import CkmError, DataError, InputError
from ckmcore.messages import Sentence, sentence
from ckmcore.microdata.codes import code_text
from ckmcore.microdata.described import Described
from ckmcore.microdata.dialect import Dialect
from ckmcore.microdata.errors import FileMissing
from ckmcore.microdata.layout import RecordRows
from ckmcore.microdata.reading_plan import ReadingAnswer, ReadingEntry, answer_to, entry_of
from ckmcore.microdata.source import Batches, Source

# Formats whose columns have types of their own.
_TYPED = ("parquet", "arrow", "spss", "spss_portable", "stata", "sas", "xport")


class FaultInFile(DataError):
    """What is wrong with the values of one of several files. Fields: file, fault (a sentence), column.

    `fault` is the error as it would be for that file alone.
    """

    code = "several_fault"

    def __init__(self, **fields: Any) -> None:
        super().__init__(**fields)
        self.fault: CkmError | None = None


def open_several(
    paths: Sequence[str | PathLike[str]],
    dialect: Dialect | None,
    opened: Callable[[str | PathLike[str], Dialect | None], Source],
) -> Source:
    """Files as one source: the columns of the first one, the records of all in the order of the files.

    `opened` opens one. `dialect` is that of the first file and, as its `others`, those of the further ones; each that
    is not given is guessed, except where columns are named or lie at fixed places: then all files are alike. Raises
    several_twice, several_columns, several_widths and the errors of each file.
    """
    if not paths:
        raise FileMissing(file="")
    seen: set[Path] = set()
    for path in paths:
        real = Path(path).resolve()
        if real in seen:
            raise InputError("several_twice", file=Path(path).name)
        seen.add(real)
    dialects = dialects_of(dialect, len(paths))
    parts = tuple(opened(path, one) for path, one in zip(paths, dialects, strict=True))
    first = parts[0]
    for part in parts[1:]:
        _check_columns(first, part)
    if len(parts) == 1:
        return first
    rules, answers = (dialect or Dialect()).rules, (dialect or Dialect()).answers
    written = [part.dialect for part in parts if part.dialect is not None]
    joined = replace(written[0], others=tuple(written[1:])) if len(written) == len(parts) else first.dialect or dialect
    return replace(
        first,
        dialect=joined,
        head=None,
        reader=_batches,
        described=_described(parts),
        parts=parts,
        counts=[0] * len(parts),
        notices=[notice for part in parts for notice in _named(part, part.notices)],
        layout=RecordRows(),
        file_rows=(),
        all_rows=None,
        entries=[
            *(replace(one, file=part.file.name) for part in parts for one in part.entries),
            *(different_labels(parts, answers) if rules else ()),
            *(_same_files(parts, answers) if rules else ()),
        ],
    )


def _same_files(parts: Sequence[Source], answers: Sequence[ReadingAnswer]) -> list[ReadingEntry]:
    """The question about files that hold the same bytes as one before them."""
    files = [part.file for part in parts if part.file.is_file()]
    twice = [
        f"{file.name} = {other.name}"
        for place, file in enumerate(files)
        for other in files[:place]
        if file.stat().st_size == other.stat().st_size and filecmp.cmp(file, other, shallow=False)
    ]
    return [entry_of("file_twice", count=len(twice), examples=twice, answers=answers)] if twice else []


def different_labels(parts: Sequence[Source], answers: Sequence[ReadingAnswer]) -> list[ReadingEntry]:
    """Codes that have one label in the first file and another in a further one; only their spelling may differ."""
    entries = []
    first = parts[0]
    for part in parts[1:]:
        for name, described in part.described.items():
            differ, spelt = labels_differing(first.of(name).labels, described.labels)
            for kind, codes in (("labels", differ), ("label_spelling", spelt)):
                if codes:
                    known = first.of(name).labels
                    files = first.file.name, part.file.name
                    told = [
                        f"{code}: {known[code]} ({files[0]}), {described.labels[code]} ({files[1]})" for code in codes
                    ]
                    entry = entry_of(kind, name, count=len(codes), examples=told, answers=answers)
                    entries.append(replace(entry, file=part.file.name))
    return entries


def _by_label(source: Source, part: Source, batch: Any) -> Any:
    """A batch of a further file whose codes are those that the first file has for the same labels, where a person has
    decided so."""
    import pyarrow as pa

    answers = () if source.dialect is None else source.dialect.answers
    for place, name in enumerate(batch.schema.names):
        if part is source.parts[0] or answer_to(answers, "labels", name) != "by_label":
            continue
        recoded = codes_by_label(source.parts[0].of(name).labels, part.of(name).labels)
        coded = batch.column(place).dictionary_encode()
        codes = [code_text(value) for value in coded.dictionary.to_pylist()]
        new = pa.array([recoded.get(code, code) for code in codes], pa.string())
        batch = batch.set_column(place, name, new.take(coded.indices))
    return batch


def codes_by_label(known: Mapping[str, str], labels: Mapping[str, str]) -> dict[str, str]:
    """The known code for each code with a known label. Raises labels_not_unique where two codes have one label."""
    code_of: dict[str, str] = {}
    for code, label in known.items():
        if code_of.setdefault(_spelling(label), code) != code:
            raise DataError("labels_not_unique", label=label)
    recodes = {code: code_of.get(_spelling(label), code) for code, label in labels.items() if label}
    return {code: to for code, to in recodes.items() if code != to}


def labels_differing(one: Mapping[str, str], other: Mapping[str, str]) -> tuple[list[str], list[str]]:
    """Codes of both whose labels differ, and those whose labels differ by case, blanks and the like alone."""
    changed = [code for code, label in other.items() if label and one.get(code, label) != label and one[code]]
    spelt = [code for code in changed if _spelling(one[code]) == _spelling(other[code])]
    return [code for code in changed if code not in spelt], spelt


def _spelling(label: str) -> str:
    plain = unicodedata.normalize("NFKC", label).casefold()
    return "".join(letter for letter in plain if letter.isalnum())


def dialects_of(dialect: Dialect | None, files: int) -> list[Dialect | None]:
    """The dialect of each of several files; None where it is to be guessed."""
    if dialect is None:
        return [None] * files
    first = replace(dialect, others=())
    # Columns that are named by hand are those of all files.
    alike = first if first.columns or not first.encoding else None
    others = [dialect.others[place] if place < len(dialect.others) else alike for place in range(files - 1)]
    if first.renamed or first.totals:  # of all files
        others = [
            replace(other or Dialect(encoding=""), renamed=first.renamed, totals=first.totals) for other in others
        ]
    return [first, *others]


def _check_columns(first: Source, part: Source) -> None:
    if first.names == part.names:
        return
    if _has_no_names(first) and _has_no_names(part):
        raise DataError(
            "several_widths",
            file=part.file.name,
            first=first.file.name,
            found=len(part.names),
            expected=len(first.names),
        )
    missing = tuple(name for name in first.names if name not in part.names)
    extra = tuple(name for name in part.names if name not in first.names)
    if missing or extra:
        nothing = ("–",)
        raise DataError(
            "several_columns",
            file=part.file.name,
            first=first.file.name,
            missing=missing or nothing,
            extra=extra or nothing,
        )


def _has_no_names(source: Source) -> bool:
    return source.dialect is not None and not source.dialect.header and not source.dialect.columns


def _described(parts: Sequence[Source]) -> dict[str, Described]:
    """What the files say of their columns: the first one's word counts, labels of further codes are added."""
    found: dict[str, Described] = {}
    for part in parts:
        for name, one in part.described.items():
            if name in found:
                known = found[name]
                found[name] = replace(
                    known,
                    labels={**one.labels, **known.labels} if one.labels.keys() - known.labels.keys() else known.labels,
                    title=known.title or one.title,
                )
            else:
                found[name] = one
    return found


def _batches(source: Source, columns: list[str], rows: int) -> Batches:
    sizes = [max(1, part.file.stat().st_size) for part in source.parts]
    kinds: dict[str, str] = {}
    source.counts[:] = [0] * len(source.parts)
    for place, part in enumerate(source.parts):
        before = sum(sizes[:place])
        said = len(part.notices)
        wanted = replace(part, as_codes=source.as_codes)
        with closing(wanted.batches(columns, rows)) as batches:
            for batch, fraction in batches:
                if part.format in _TYPED:
                    _check_types(source, part, batch, kinds)
                source.counts[place] += batch.num_rows
                batch = _by_label(source, part, batch)
                yield batch, (before + fraction * sizes[place]) / sum(sizes)
        source.notices.extend(_named(part, part.notices[said:]))
        source.entries.extend(replace(entry, file=part.file.name) for entry in part.entries)


def _named(part: Source, notices: Sequence[Sentence]) -> list[Sentence]:
    return [sentence("several_notice", file=part.file.name, notice=notice) for notice in notices]


def _check_types(source: Source, part: Source, batch: Any, kinds: dict[str, str]) -> None:
    for name, column in zip(batch.schema.names, batch.columns, strict=True):
        kind = _kind(column.type)
        if column.null_count == len(column):
            continue
        if kinds.setdefault(name, kind) != kind:
            raise DataError(
                "several_types",
                file=part.file.name,
                column=name,
                found=sentence(f"arrow_{kind}"),
                first=source.parts[0].file.name,
                expected=sentence(f"arrow_{kinds[name]}"),
            )


def _kind(kind: Any) -> str:
    """Text, number, day or truth value: what a column cannot be in one file and not in the other."""
    import pyarrow as pa

    if pa.types.is_dictionary(kind):
        kind = kind.value_type
    if pa.types.is_temporal(kind):
        return "day"
    if pa.types.is_boolean(kind):
        return "truth"
    number = pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_decimal(kind)
    return "number" if number else "text"


def in_its_file(error: CkmError, source: Source) -> CkmError:
    """Name the file and its row in an error that names a row of all files together."""
    row = error.fields.get("row")
    if not source.parts or not isinstance(row, int):
        return error
    file, row = located(source, row)
    told = error.with_fields(row=row)
    found = FaultInFile(file=file, fault=told.sentence(), column=str(error.fields.get("column", "")))
    found.fault = told
    return found


def notice_in_its_file(notice: Sentence, source: Source) -> Sentence:
    """Name the file and its row in a notice; its count stays the count of all files."""
    row = notice.fields.get("row")
    if not source.parts or not isinstance(row, int) or notice.code == "several_notice":
        return notice
    file, row = located(source, row)
    fields: Mapping[str, Any] = {**notice.fields, "row": row}
    return sentence("several_notice", file=file, notice=Sentence(notice.code, fields))


def located(source: Source, row: int) -> tuple[str, int]:
    """The file that holds a record (from 1) of all, and its number there."""
    for part, count in zip(source.parts, source.counts, strict=True):
        if row <= count:
            return part.file.name, row
        row -= count
    return source.parts[-1].file.name, row
