"""Records taken over into a period: read by their roles, given their keys, put under the dictionary, described.

The same for the desk and for a statistic by code: what of columns, keys and codes is guessed or asked is theirs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Self

from ckmcore.base.blocks import SpooledChunks, refuse_too_large
from ckmcore.base.texts import Texts
from ckmcore.dictionary.changes import CodeListChanges
from ckmcore.dictionary.judge_rules import RuleFinding
from ckmcore.errors import Cancelled, CkmError, FileError, InputError
from ckmcore.messages import Sentence, sentence
from ckmcore.microdata import Dialect, Microdata, Preview, preview, read_with_report
from ckmcore.microdata.data import MISSING, StructuralZero, with_judged_keys
from ckmcore.microdata.dialect import DECIDED, ColumnRecode
from ckmcore.microdata.files import PREPARED
from ckmcore.microdata.identifiers import units_twice
from ckmcore.microdata.multi_file import codes_by_label, labels_differing
from ckmcore.microdata.read import ReadReport, recoded_with_labels
from ckmcore.microdata.reading_plan import (
    ReadingAnswer,
    ReadingAsked,
    ReadingEntry,
    ReadingPlan,
    answer_to,
    answers_kept,
    entry_of,
)
from ckmcore.microdata.record_marks import marks_of_records, repeats
from ckmcore.microdata.store import head_of, spool_beside, standing_for, write_store
from ckmcore.microdata.tauproject import TauProject, is_project, open_project
from ckmcore.microdata.variable import Role, VariableEntry
from ckmcore.statistic.import_period import CodeDecision, absent_columns, adopted, merged_dictionary, review_codes
from ckmcore.statistic.judged_records import LoadPeriod, TextsOfColumns, check_period, refuse_broken
from ckmcore.statistic.key_choice import KeyChoice, MadeKeys, RecordsToKey, make_keys, period_name
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.period import ColumnOf, KeySet, PeriodSource
from ckmcore.statistic.source import describe_source, dialect_of, mapped, read_period
from ckmcore.tabulate.scan import never

# Of a record, its identifier as a text and its place.
_IDENTIFIER_BYTES = 32


@dataclass(frozen=True)
class Looked:
    """Result of inspecting files: their preview, and a τ-ARGUS project or a dictionary that comes with them.

    renamed: names that columns have instead of those in the file. asked: what was decided before they were looked at.
    """

    preview: Preview
    project: TauProject | None = None
    dictionary: tuple[VariableEntry, ...] = ()
    structural_zeros: tuple[StructuralZero, ...] = ()
    renamed: tuple[tuple[str, str], ...] = ()
    asked: Dialect | None = None

    @property
    def dialect(self) -> Dialect | None:
        """How the files are read; of Parquet and the like what was decided on them, None where nothing was."""
        if self.preview.dialect is not None or (self.asked is None and not self.renamed):
            return self.preview.dialect
        decided = {} if self.asked is None else {name: getattr(self.asked, name) for name in DECIDED}
        return Dialect(encoding="", **{**decided, "renamed": self.renamed})


def look_at(
    paths: Sequence[Path],
    dialect: Dialect | None = None,
    meta: Path | None = None,
    into: Statistic | None = None,
) -> Looked:
    """Inspect a file, several files to be read as one, or a τ-ARGUS project by its description.

    into: a statistic whose former period has other names for columns: new files that have these columns get the same.
    Raises the errors of `preview` and `open_project`.
    """
    first = paths[0]
    if meta is None and len(paths) == 1 and is_project(first):
        project = open_project(first)
        return Looked(preview(project.data, dialect, meta=project.meta), project, project.dictionary)
    if meta is not None:
        project = open_project(first, meta)
        return Looked(preview(_one_or_all(paths), dialect, meta=meta), project, project.dictionary)
    found = preview(_one_or_all(paths), dialect)
    renamed = () if dialect is None else dialect.renamed
    if not renamed and into is not None and (renamed := _kept_names(into, found.names)):
        found = preview(_one_or_all(paths), replace(dialect or Dialect(encoding=""), renamed=renamed))
    head = head_of(first) if found.format in PREPARED else None
    if head is not None:
        return Looked(found, None, head.dictionary, head.structural_zeros)
    return Looked(found, renamed=renamed, asked=dialect)


def _kept_names(into: Statistic, names: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Names of columns in the last period that has other ones than its files, as far as new files have the columns."""
    for period in reversed(into.periods):
        dialect = dialect_of(period.source)
        if dialect is not None and dialect.renamed:
            renamed = dict(pair for pair in dialect.renamed if pair[0] in names)
            given = [renamed.get(name, name) for name in names]
            return tuple(renamed.items()) if len(set(given)) == len(given) else ()
    return ()


def _one_or_all(paths: Sequence[Path]) -> Path | list[Path]:
    return paths[0] if len(paths) == 1 else list(paths)


@dataclass(frozen=True)
class Delivery:
    """Files to be imported together, with what is known of them.

    columns: columns of the file with their roles, in order. mapping: columns that hold a variable of the dictionary
    under another name. keys: origin of the record keys; modulus: of a column with the role `record_key`, None for
    decimals. title, period: used where the statistic and its period have none. date: ISO day of the period, None to
    keep it. dictionary, structural_zeros: from a description that comes with the files. prepared: the files are
    prepared data.
    """

    paths: tuple[Path, ...]
    columns: tuple[tuple[str, Role], ...]
    keys: KeyChoice = field(default_factory=KeyChoice)
    modulus: int | None = None
    mapping: tuple[ColumnOf, ...] = ()
    dialect: Dialect | None = None
    meta: Path | None = None
    title: Texts = Texts()
    period: Texts = Texts()
    dictionary: tuple[VariableEntry, ...] = ()
    structural_zeros: tuple[StructuralZero, ...] = ()
    prepared: bool = False
    date: str | None = None

    def names(self, role: Role) -> tuple[str, ...]:
        """The columns that have a role, in the order of the file."""
        return tuple(name for name, column_role in self.columns if column_role == role)


@dataclass(frozen=True, eq=False)
class Taken:
    """Records that were taken over: as described and as read, their statistic, what a reader should know. Confidential.

    changes: how their codes differ from those of the dictionary; where they do, `data` are not described yet, and
    `decided` goes on from here. findings: what became of the rules for records; none where `data` wait for decisions.
    ckm_path: the file of the statistic, beside which sources of former periods may lie. load: reads a former period;
    texts: of columns of the frame from which the records came.
    """

    data: Microdata = field(repr=False)
    read: Microdata = field(repr=False)
    statistic: Statistic
    notices: tuple[Sentence, ...]
    changes: tuple[CodeListChanges, ...] = field(default=(), repr=False)
    findings: tuple[RuleFinding, ...] = field(default=(), repr=False)
    ckm_path: Path | None = None
    load: LoadPeriod | None = field(default=None, repr=False)
    texts: TextsOfColumns | None = field(default=None, repr=False)

    def decided(self, decisions: Sequence[CodeDecision], since: str = "") -> Self:
        """The records taken over with what was decided on their codes. Raises change_without_day, periods_out_of_order,
        period_without_day, hierarchy_unknown_codes, rules_refuse."""
        statistic = adopted(self.statistic, decisions, since)
        read = mapped(self.read, replace(statistic.period, columns=()))
        made = replace(self, data=statistic.describe(read), read=read, statistic=statistic, changes=())
        return made.judged()

    def judged(self, cancelled: Callable[[], bool] = never) -> Self:
        """The records with what became of the rules for records. Raises rules_refuse, Cancelled."""
        checked = check_period(
            self.statistic,
            self.data,
            ckm_path=self.ckm_path,
            load=self.load,
            texts=self.texts,
            cancelled=cancelled,
        )
        said = refuse_broken(checked, self.statistic)
        return replace(self, findings=checked.findings, notices=(*self.notices, *said))


def take_records(
    into: Statistic,
    delivery: Delivery,
    progress: Callable[[int, float], None] | None = None,
    cancelled: Callable[[], bool] = never,
    ckm_path: Path | None = None,
    load: LoadPeriod | None = None,
) -> Taken:
    """Read a delivery as the records of the current period of `into`; ckm_path: its file; load: reads a former period.

    Raises desk_no_dimension, source_changed (a file was written while it was read), Cancelled, the errors of reading
    and of making keys, and hierarchy_unknown_codes where a hierarchy of `into` lacks codes. Nothing is changed then.
    """
    paths = delivery.paths
    looked_at = [_mark(path) for path in paths]
    data, made, report = _read(into, delivery, progress, cancelled)
    data, recodes = with_known_labels(data, into.dictionary, kept_answers(into, delivery.dialect), paths[0].name)
    written = report.dialect or replace(delivery.dialect or Dialect(), encoding="")
    column_of = {held.variable: held.column for held in delivery.mapping if held.column}
    recodes = tuple(replace(recode, column=column_of.get(recode.column, recode.column)) for recode in recodes)
    written = replace(written, answers=kept_answers(into, delivery.dialect), recodes=(*written.recodes, *recodes))
    source = describe_source(paths[0], written, data.rows, cancelled, paths[1:])
    known = {period.source.sha256: period.label for period in into.periods if period.source is not None}
    if source.sha256 in known:
        seen = sentence("source_seen", name=paths[0].name, period=known[source.sha256])
        data = replace(data, notices=(*data.notices, seen))
    else:
        data = replace(data, notices=(*data.notices, *_records_seen(into, data, paths[0].name, cancelled, ckm_path)))
    for path, mark in zip(paths, looked_at, strict=True):
        if mark != _mark(path):
            raise FileError("source_changed", name=path.name)
    key_set = made.key_set
    if key_set is not None and delivery.prepared and key_set.origin == "column":
        key_set = replace(key_set, origin="prepared")
    return taken_over(into, delivery, data, source, key_set, cancelled, ckm_path, load)


def _records_seen(
    into: Statistic, data: Microdata, name: str, cancelled: Callable[[], bool], ckm_path: Path | None
) -> Iterator[Sentence]:
    """Notices on former periods with the same records as a delivery, in whatever order."""
    for place, period in enumerate(into.periods):
        source = period.source
        if place == into.current or source is None or source.kind != "file" or source.rows != data.rows:
            continue
        try:
            bare = replace(period, keys=None)
            former = read_period(replace(into, current=place).with_period(bare), ckm_path, cancelled=cancelled)
        except CkmError as error:
            if isinstance(error, Cancelled):
                raise
            continue  # its files are gone or have changed
        if former is None:
            continue
        columns = (*data.dimensions, *data.magnitudes)
        names = [column for column in columns if column in former.dimensions or column in former.magnitudes]
        if names and repeats(marks_of_records(data, names), marks_of_records(former, names)):
            yield sentence("records_seen", name=name, period=period.label)


def kept_answers(into: Statistic, dialect: Dialect | None = None) -> tuple[ReadingAnswer, ...]:
    """Answers to questions about reading: those of a delivery, and those that were given for former periods.

    Labels that differ are another question for every delivery.
    """
    answers = () if dialect is None else dialect.answers
    for period in reversed(into.periods):
        known = dialect_of(period.source)
        former = () if known is None else known.answers
        answers = answers_kept(answers, (answer for answer in former if answer.kind != "labels"))
    return answers


def with_known_labels(
    data: Microdata, dictionary: Iterable[VariableEntry], answers: Iterable[ReadingAnswer], file: str
) -> tuple[Microdata, tuple[ColumnRecode, ...]]:
    """The records with the dictionary's codes where a person has decided to recode by labels, and these codes.

    data: under the names of the dictionary. Labels that differ in their spelling alone are a notice.
    Raises ReadingAsked where a code has another label than in the dictionary and nobody has decided, labels_not_unique.
    """
    answers = tuple(answers)
    entries: list[ReadingEntry] = []
    recodes: list[ColumnRecode] = []
    for entry in dictionary:
        if entry.role != "dimension" or entry.derived is not None or entry.name not in data.dimensions:
            continue
        given, known = _labels_of(data, entry.name), _known_labels(entry, _labels_of(data, entry.name))
        differ, spelt = labels_differing(known, given)
        for kind, codes in (("labels", differ), ("label_spelling", spelt)):
            if codes:
                told = [f"{code}: {known[code]} → {given[code]}" for code in codes]
                entries.append(entry_of(kind, entry.name, count=len(codes), examples=told, answers=answers))
        if differ and answer_to(answers, "labels", entry.name) == "by_label":
            recodes.append(ColumnRecode(entry.name, tuple(codes_by_label(known, given).items())))
    plan = ReadingPlan.of(entries)
    if plan.questions:
        raise ReadingAsked.of(file, plan)
    for change in recodes:
        data = recoded_with_labels(data, change.column, dict(change.codes))
    return replace(data, notices=(*data.notices, *(change.told for change in plan.entries))), tuple(recodes)


def _labels_of(data: Microdata, name: str) -> dict[str, str]:
    """The labels that the delivery itself gives, by code."""
    return {
        category.code: category.label.en
        for category in data.dimensions[name].categories
        if category.code != MISSING and category.label.en and category.label.en != category.code
    }


def _known_labels(entry: VariableEntry, given: Mapping[str, str]) -> dict[str, str]:
    """The dictionary's labels by code; of two languages the one in which a delivery says the same."""
    known = {}
    for category in entry.categories:
        words = [text for text in (category.label.en, category.label.de) if text and text != category.code]
        if words:
            same = [text for text in words if not labels_differing({"": text}, {"": given.get(category.code, "")})[0]]
            known[category.code] = (same or words)[0]
    return known


def taken_over(
    into: Statistic,
    delivery: Delivery,
    data: Microdata,
    source: PeriodSource,
    key_set: KeySet | None,
    cancelled: Callable[[], bool] = never,
    ckm_path: Path | None = None,
    load: LoadPeriod | None = None,
    texts: TextsOfColumns | None = None,
) -> Taken:
    """Data with their keys, under the names of the dictionary, as the records of the current period, judged by its
    rules. Raises hierarchy_unknown_codes, rules_refuse, Cancelled."""
    label = _worded(into.period.label, delivery.period)
    statistic = _with_records(into, delivery, label, data, source, key_set)
    listed = {entry.name for entry in into.dictionary if entry.categories}
    changes = tuple(one for one in review_codes(statistic, data) if one.variable in listed)
    if changes:
        return Taken(data, data, statistic, data.notices, changes, ckm_path=ckm_path, load=load, texts=texts)
    described = statistic.describe(data)
    taken = Taken(described, data, statistic, data.notices, ckm_path=ckm_path, load=load, texts=texts)
    return taken.judged(cancelled)


def make_store(
    delivery: Delivery,
    path: Path,
    progress: Callable[[int, float], None] | None = None,
    cancelled: Callable[[], bool] = never,
) -> tuple[Sentence, ...]:
    """Write the records of a delivery with their keys as a store, in pieces of bounded memory. Returns notices.

    Raises the errors of `take_records` and `write_store`, and too_large_here where the identifiers of all records would
    be needed at once.
    """

    def half(begin: float) -> Callable[[int, float], None] | None:
        return None if progress is None else lambda rows, fraction: progress(rows, begin + fraction / 2)

    with spool_beside(path) as spool:
        data, made, _ = _read(Statistic(delivery.title), delivery, half(0.0), cancelled, spool)
        plain = Statistic(delivery.title)
        statistic = _with_records(plain, delivery, delivery.period, data, PeriodSource("file"), made.key_set)
        described = statistic.describe(data)
        zeros = statistic.structural_zeros
        write_store(described, statistic.dictionary, path, zeros, half(0.5), cancelled)
    return data.notices


def _read(
    into: Statistic,
    delivery: Delivery,
    progress: Callable[[int, float], None] | None,
    cancelled: Callable[[], bool],
    spool: Path | None = None,
) -> tuple[Microdata, MadeKeys, ReadReport]:
    """Records of a delivery with their keys, under the names of the dictionary. spool: folder for their columns, None
    for memory."""
    dimensions, weights = delivery.names("dimension"), delivery.names("weight")
    if not dimensions:
        raise InputError("desk_no_dimension")
    paths, column = delivery.paths, next(iter(delivery.names("record_key")), None)
    answers, dialect = kept_answers(into, delivery.dialect), delivery.dialect
    if answers != (() if dialect is None else dialect.answers):
        dialect = replace(dialect or Dialect(encoding=""), answers=answers)
    identifiers = delivery.names("identifier")
    if len(paths) > 1 and identifiers and spool is None and not delivery.prepared:
        twice = units_twice(
            paths, identifiers, dialect=dialect, meta=delivery.meta, answers=answers, cancelled=cancelled
        )
        if twice is not None and twice.is_asked:
            raise ReadingAsked.of(paths[0].name, ReadingPlan.of([twice]))
    data, report = read_with_report(
        _one_or_all(paths),
        dimensions,
        column,
        weights[0] if weights else None,
        delivery.names("magnitude"),
        dialect=dialect,
        meta=delivery.meta,
        modulus=None if column is None else delivery.modulus,
        progress=progress,
        cancelled=cancelled,
        spool=spool,
    )
    choice = delivery.keys
    if spool is not None and (choice.household or choice.how in ("file", "derived", "former")):
        refuse_too_large(data.rows, _IDENTIFIER_BYTES)
    label = _worded(into.period.label, delivery.period)
    records = RecordsToKey(paths, report.dialect, data.rows, period_name(label), delivery.meta)
    if spool is None:
        made = make_keys(choice, records, data.record_keys, progress=progress, cancelled=cancelled)
    elif data.record_keys is not None and choice.how == "column" and not choice.household:
        made = MadeKeys(data.record_keys, None)  # they are judged when the store is taken over
    else:
        with closing(SpooledChunks(spool / "keys.part")) as chunks:
            made = make_keys(choice, records, progress=progress, cancelled=cancelled, chunks=chunks)
    if made.keys is not None:
        data = with_judged_keys(data, made.keys)
    data = replace(data, notices=(*data.notices, *made.notices))
    return data.renamed({one.column: one.variable for one in delivery.mapping if one.column}), made, report


def _mark(path: Path) -> tuple[int, int]:
    """Size and modification time of a file; (0, 0) where it is missing, which reading reports."""
    file = standing_for(path)
    try:
        found = file.stat()
    except OSError:
        return 0, 0
    return found.st_size, found.st_mtime_ns


def _with_records(
    into: Statistic, delivery: Delivery, label: Texts, data: Microdata, source: PeriodSource, keys: KeySet | None
) -> Statistic:
    name_of = {one.column: one.variable for one in delivery.mapping if one.column}
    columns = [(name_of.get(name, name), role) for name, role in delivery.columns]
    absent = absent_columns(into.dictionary, [name for name, _ in columns])
    held = (*(one for one in delivery.mapping if one.column), *absent)
    date = into.period.date if delivery.date is None else delivery.date
    period = replace(into.period, label=label, date=date, source=source, keys=keys, columns=held)
    entries = _as_told(merged_dictionary(into.dictionary, columns, data), delivery.dictionary)
    title, zeros = _worded(into.title, delivery.title), into.structural_zeros or delivery.structural_zeros
    return replace(into, title=title, dictionary=entries, structural_zeros=zeros).with_period(period)


def _as_told(entries: Sequence[VariableEntry], told: Sequence[VariableEntry]) -> tuple[VariableEntry, ...]:
    """Entries completed by notes, units, settings and derived dimensions of the dictionary that came with the file."""
    known = {entry.name: entry for entry in told}
    found: list[VariableEntry] = []
    for entry in entries:
        other = known.get(entry.name)
        if other is not None:
            nothing = Texts()
            entry = replace(
                entry,
                note=other.note if entry.note == nothing else entry.note,
                unit=other.unit if entry.unit == nothing else entry.unit,
                settings=entry.settings or other.settings,
            )
        found.append(entry)
    used = {entry.name for entry in found if entry.role in ("dimension", "magnitude")}
    return (
        *found,
        *(one for one in told if one.derived is not None and one.derived.source in used and one.name not in used),
    )


def _worded(known: Texts, words: Texts) -> Texts:
    """Texts of `known_texts`, unless `words` adds something; texts already known in one language stay."""
    if words == Texts() or (words.en == words.de and words.en in (known.de, known.en)):
        return known
    return words
