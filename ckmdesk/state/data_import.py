"""A file that is being taken over: what was guessed of its columns, what was corrected, and how it is loaded. No Qt."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ckmcore.base.numbers import Language
from ckmcore.base.texts import Texts
from ckmcore.errors import InputError
from ckmcore.messages import Sentence, sentence
from ckmcore.methods.zero_rows import from_records
from ckmcore.microdata import Dialect, Preview, PreviewColumn, ReadingAnswer, ReadingPlan
from ckmcore.microdata.conversion_warnings import ColumnWarnings
from ckmcore.microdata.data import StructuralZero
from ckmcore.microdata.files import PREPARED
from ckmcore.microdata.preview import Kind
from ckmcore.microdata.sheets import WORKBOOKS
from ckmcore.microdata.tauproject import NamedPtable, TauProject
from ckmcore.microdata.variable import Role, VariableEntry
from ckmcore.statistic.import_records import Delivery, Looked, Taken, kept_answers, take_records
from ckmcore.statistic.key_choice import (
    PROPOSED_MODULI,
    KeyChoice,
    proposed_modulus,
    with_identifier,
)
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.period import ColumnOf
from ckmcore.tabulate.scan import never
from ckmdesk.state.method_settings import MagnitudeChoice, choice_described
from ckmdesk.state.variant import keep_table

_ENDINGS = frozenset(
    {".gz", ".zip", ".csv", ".txt", ".tsv", ".dat", ".asc", ".parquet", ".arrow", ".feather", ".sav", ".zsav", ".por"}
    | {".dta", ".sas7bdat", ".xpt", ".xlsx", ".xls", ".ods", ".rda", ".ckmstore"}
)

# What a column becomes when another one takes a role that only one can have.
_DISPLACED: dict[Role, Role] = {"record_key": "identifier", "weight": "magnitude"}


# Columns that a warning names; of more it says that there are others.
_MOST_NAMED = 6

# Warnings of the rows looked at that give way to figures of the whole file.
_COUNTED = frozenset({"leading_zeros", "blanks_trimmed", "other_decimal_sign"})


@dataclass(frozen=True)
class ColumnChoice:
    """A column of the file: its preview, its present role, and what the guessed type would change.

    `losses` are counted over the whole file; they are None until that is done.
    """

    guess: PreviewColumn
    role: Role
    losses: ColumnWarnings | None = None

    @property
    def name(self) -> str:
        return self.guess.name

    @property
    def warnings(self) -> tuple[Sentence, ...]:
        """Return the warnings on the column, for the whole file once that was counted."""
        if self.losses is None or self.role in ("identifier", "ignored"):
            return self.guess.warnings
        others = tuple(warning for warning in self.guess.warnings if warning.code not in _COUNTED)
        return (*self.losses.sentences(as_number=self.kind != "text" and self.role != "record_key"), *others)

    @property
    def kind(self) -> Kind:
        """Return how the column is read: codes are always texts, quantities numbers."""
        if self.role == "dimension":
            return "text"
        if self.role in ("magnitude", "weight", "record_key") and self.guess.kind == "text":
            return "decimal" if self.role == "record_key" else "whole"
        return self.guess.kind

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """Return the types that can be chosen for the column; text is always one."""
        number: Kind = "whole" if self.guess.kind == "text" else self.guess.kind
        if self.role == "record_key" and self.guess.kind == "text":
            number = "decimal"
        return ("text", number)


@dataclass(frozen=True)
class Import:
    """The choices made before a file is loaded. Confidential: `preview` holds its first rows.

    `date` is the reference day, ISO, or the typed text if it is no day. `listed` are columns whose code list is known
    already, from the open statistic or a description beside the file. `plan` are notices and questions on how the file
    is read, None until it has been read through; `answers` are those given. `renamed` are columns that have another
    name than in the file, as `(in the file, name)`.
    """

    preview: Preview
    columns: tuple[ColumnChoice, ...]
    title: str
    period: str = ""
    date: str = ""
    mapping: tuple[ColumnOf, ...] = ()
    keys: KeyChoice = field(default_factory=KeyChoice)
    modulus: int = PROPOSED_MODULI[0]
    project: TauProject | None = None
    dictionary: tuple[VariableEntry, ...] = ()
    structural_zeros: tuple[StructuralZero, ...] = ()
    listed: frozenset[str] = frozenset()
    plan: ReadingPlan | None = None
    answers: tuple[ReadingAnswer, ...] = ()
    renamed: tuple[tuple[str, str], ...] = ()

    @property
    def dialect(self) -> Dialect | None:
        """Return how the file is read, with answers to questions and names of columns; None if the file itself says
        all."""
        dialect = self.preview.dialect
        if dialect is None and not self.answers and not self.renamed:
            return None
        return replace(dialect or Dialect(encoding=""), answers=self.answers, renamed=self.renamed)

    @property
    def can_set_rows(self) -> bool:
        """Whether rows of names and of records can be set: of one text or sheet."""
        dialect = self.preview.dialect
        known = dialect is not None and self.preview.format in ("csv", *WORKBOOKS) and not dialect.columns
        return known and len(self.paths) == 1 and bool(dialect and dialect.rules)

    @property
    def warnings(self) -> tuple[Sentence, ...]:
        """Return the warnings on all columns: which code lists would come from the records."""
        names = [name for name in self.names("dimension") if name not in self.listed]
        shown = names if len(names) <= _MOST_NAMED else [*names[:_MOST_NAMED], "…"]
        return (sentence("codes_from_records", count=len(names), variables=shown),) if names else ()

    @property
    def path(self) -> Path:
        return self.preview.file

    @property
    def paths(self) -> tuple[Path, ...]:
        """Return the files that are read as one, in order."""
        return self.preview.files or (self.preview.file,)

    @property
    def meta(self) -> Path | None:
        """The τ-ARGUS description by which a text file is read."""
        return self.preview.meta

    @property
    def counted(self) -> bool:
        """Whether the values that columns lose have been counted over the whole file."""
        return any(column.losses is not None for column in self.columns)

    def names(self, role: Role) -> tuple[str, ...]:
        """The columns that have a role, in the order of the file."""
        return tuple(column.name for column in self.columns if column.role == role)

    def column(self, name: str) -> ColumnChoice | None:
        return next((column for column in self.columns if column.name == name), None)

    @property
    def key_column(self) -> ColumnChoice | None:
        return next((column for column in self.columns if column.role == "record_key"), None)

    @property
    def integer_keys(self) -> bool:
        """Whether the keys are integers, whose modulus nobody but the user knows."""
        column = self.key_column
        return column is not None and column.kind == "whole"

    @property
    def key_choice(self) -> KeyChoice:
        """Return where the keys come from; a column with the role of the record key has priority."""
        column, household = self.key_column, next(iter(self.names("household")), "")
        if column is not None:
            modulus = self.modulus if self.integer_keys else None
            return replace(self.keys, how="column", column=column.name, modulus=modulus, household=household)
        how = "generate" if self.keys.how == "column" else self.keys.how
        return replace(self.keys, how=how, household=household)


def begin_import(
    preview: Preview | Looked,
    statistic: Statistic | None = None,
    before: Import | None = None,
    language: Language = "en",
) -> Import:
    """Begin the import of a file from its preview.

    A role is what it was `before` (the same file under another dialect, where the user had changed it), else the
    dictionary's of `statistic`, else the guess.
    """
    looked = preview if isinstance(preview, Looked) else Looked(preview)
    preview = looked.preview
    known = {entry.name: entry.role for entry in looked.dictionary if looked.project is None}
    known |= {} if statistic is None else {entry.name: entry.role for entry in statistic.dictionary}
    changed = {} if before is None else {c.name: c.role for c in before.columns if c.role != c.guess.role}
    columns: list[ColumnChoice] = []
    for guess in preview.columns:
        role: Role = changed.get(guess.name, known.get(guess.name, guess.role))
        if role in _DISPLACED and any(column.role == role for column in columns):
            role = _DISPLACED[role]
        columns.append(ColumnChoice(guess, role))
    if before is not None:
        made = replace(before, preview=preview, columns=tuple(columns))
    else:
        period = period_of(preview.file)
        title, date = title_of(preview.file, period), ""
        if statistic is not None:
            title = statistic.title.text(language) or title
            period, date = statistic.period.label.text(language) or period, statistic.period.date
        made = Import(preview, tuple(columns), title, period, date or proposed_day(period))
        made = replace(made, answers=() if statistic is None else kept_answers(statistic))
    made = replace(
        made,
        project=looked.project,
        dictionary=looked.dictionary,
        structural_zeros=looked.structural_zeros,
        renamed=looked.renamed or (() if preview.dialect is None else preview.dialect.renamed),
        listed=_listed((*looked.dictionary, *(() if statistic is None else statistic.dictionary))),
    )
    recurring = statistic is not None and any(period.source is not None for period in statistic.periods)
    keys = with_identifier(replace(made.keys, recurring=recurring), preview.names, made.names("identifier"))
    made = replace(made, keys=keys)
    return replace(made, modulus=_proposed_modulus(made)) if before is None else made


def _listed(entries: Sequence[VariableEntry]) -> frozenset[str]:
    """Return the variables whose codes do not come from the records, or do so for a recorded reason."""
    dimensions = {entry.name for entry in entries if entry.role == "dimension"}
    return frozenset(dimensions - {entry.name for entry in from_records(entries, dimensions)})


def title_of(path: Path, period: str = "") -> str:
    """Return the stem of a file name as a title, without `.csv.gz`, underscores, and the year that names the period."""
    stem = path.name
    while Path(stem).suffix.lower() in _ENDINGS:
        stem = Path(stem).stem
    title = " ".join(stem.replace("_", " ").replace(period or "_", " ").split()).strip(" -,")
    return title or path.name


def period_of(path: Path) -> str:
    """Return the only year in a file name; "" if there is none or more than one."""
    years = set(re.findall(r"(?<!\d)(?:19|20)\d\d(?!\d)", path.name))
    return years.pop() if len(years) == 1 else ""


def proposed_day(period: str) -> str:
    """Return the last day of a period named by a year, ISO; "" for other names."""
    return f"{period.strip()}-12-31" if re.fullmatch(r"(?:19|20)\d\d", period.strip(), re.ASCII) else ""


def day_with(period: str, date: str, now: str) -> str:
    """Return the day of a period after renaming it to `now`: a day proposed for the former name changes, others
    stay."""
    return proposed_day(now) if date == proposed_day(period) else date


def with_role(state: Import, name: str, role: Role) -> Import:
    """Return the import with another role of a column; a former weight or record key takes another role."""
    columns = []
    for column in state.columns:
        if column.name == name:
            columns.append(replace(column, role=role))
        elif column.role == role and role in _DISPLACED:
            columns.append(replace(column, role=_DISPLACED[role]))
        else:
            columns.append(column)
    made = replace(state, columns=tuple(columns))
    return replace(made, modulus=_proposed_modulus(made)) if role == "record_key" else made


def with_roles(state: Import, names: Sequence[str], role: Role) -> Import:
    """Give several columns one role."""
    for name in names:
        state = with_role(state, name, role)
    return state


def with_answer(state: Import, kind: str, column: str, choice: str) -> Import:
    """Answer a question about how the file is read; with the choice "" it is open again."""
    others = tuple(answer for answer in state.answers if (answer.kind, answer.column) != (kind, column))
    answers = (*others, ReadingAnswer(kind, column, choice)) if choice else others
    plan = state.plan
    if plan is not None:
        entries = [
            replace(entry, decision=choice, by="person" if choice else "")
            if (entry.kind, entry.column) == (kind, column)
            else entry
            for entry in plan.entries
        ]
        plan = ReadingPlan(tuple(entries))
    return replace(state, answers=answers, plan=plan)


def with_name(state: Import, name: str, new: str) -> Import:
    """Give a column another name. Raises column_named_twice, column_without_name."""
    new = new.strip()
    if not new:
        raise InputError("column_without_name", column=name)
    if new != name and state.column(new) is not None:
        raise InputError("column_named_twice", column=new)
    column = {given: in_file for in_file, given in state.renamed}.get(name, name)
    others = tuple(pair for pair in state.renamed if pair[0] != column)

    def renamed(entry: Any, field_name: str = "column") -> Any:
        return replace(entry, **{field_name: new}) if getattr(entry, field_name) == name else entry

    keys = state.keys
    for field_name in ("column", "identifier", "household"):
        keys = renamed(keys, field_name)
    return replace(
        state,
        renamed=(*others, (column, new)) if new != column else others,
        columns=tuple(replace(choice, guess=renamed(choice.guess, "name")) for choice in state.columns),
        mapping=tuple(map(renamed, state.mapping)),
        answers=tuple(map(renamed, state.answers)),
        keys=keys,
    )


def with_losses(state: Import, found: Mapping[str, ColumnWarnings]) -> Import:
    """The import with what guesses would change in the whole file."""
    columns = tuple(replace(column, losses=found.get(column.name, column.losses)) for column in state.columns)
    return replace(state, columns=columns)


def with_key_choice(state: Import, choice: KeyChoice) -> Import:
    """Return the import with another source of the keys; the roles of record key and household follow."""
    for column in state.columns:
        if column.role == "record_key" and (choice.how != "column" or column.name != choice.column):
            state = with_role(state, column.name, "identifier")
        if column.role == "household" and column.name != choice.household:
            state = with_role(state, column.name, "identifier")
    if choice.how == "column" and choice.column:
        state = with_role(state, choice.column, "record_key")
    if choice.household:
        state = with_role(state, choice.household, "household")
    return replace(state, keys=choice)


def with_kind(state: Import, name: str, kind: Kind) -> Import:
    """Return the import with a column read as text or number; quantities read as text become dimensions, and vice
    versa."""
    column = state.column(name)
    if column is None or column.kind == kind:
        return state
    if kind == "text" and column.role in ("magnitude", "weight", "record_key"):
        return with_role(state, name, "dimension")
    if kind != "text" and column.role == "dimension":
        return with_role(state, name, "magnitude")
    return state


def displaced(before: Import, after: Import, name: str) -> str:
    """Return the column that lost its role because `name` took it; "" if none did."""
    for old, new in zip(before.columns, after.columns, strict=True):
        if old.role != new.role and new.name != name:
            return new.name
    return ""


def _proposed_modulus(state: Import) -> int:
    column = state.key_column
    if column is None or not state.integer_keys:
        return state.modulus
    place = state.columns.index(column)
    seen = [row[place].strip() for row in state.preview.rows if len(row) == len(state.columns)]
    return proposed_modulus(
        max((int(text) for text in seen if text.isdecimal() and text.isascii()), default=0),
    )


@dataclass(frozen=True, eq=False)
class Loaded(Taken):
    """An imported file; `ptables` are the perturbation tables that a project of τ-ARGUS names."""

    ptables: tuple[NamedPtable, ...] = ()

    @property
    def sums(self) -> MagnitudeChoice | None:
        """Return the settings for sums in a project of τ-ARGUS; None if it has none."""
        said = {entry.name: dict(entry.settings) for entry in self.statistic.dictionary if entry.role == "magnitude"}
        tables = {ptable.use: keep_table(ptable.opened.table) for ptable in self.ptables}
        return choice_described(said, tables.get("magnitudes"), tables.get("small"))

    @property
    def generated(self) -> bool:
        keys = self.statistic.period.keys
        return keys is not None and keys.is_kept


def delivery_of(state: Import) -> Delivery:
    """The files with the choices of the user."""
    return Delivery(
        state.paths,
        tuple((column.name, column.role) for column in state.columns),
        state.key_choice,
        state.modulus if state.integer_keys else None,
        state.mapping,
        state.dialect,
        state.meta,
        Texts.same(state.title.strip()),
        Texts.same(state.period.strip()),
        state.dictionary,
        state.structural_zeros,
        state.preview.format in PREPARED,
        state.date,
    )


def load_import(
    state: Import,
    into: Statistic | None = None,
    progress: Callable[[int, float], None] | None = None,
    cancelled: Callable[[], bool] = never,
    ckm_path: Path | None = None,
) -> Loaded:
    """Load the file with the choices of the user, into the statistic `into` (that has no source yet) or a new one.
    ckm_path: the file of the statistic.

    Raises as `take_records` does; nothing is changed then.
    """
    delivery = delivery_of(state)
    taken = take_records(into or Statistic(delivery.title), delivery, progress, cancelled, ckm_path)
    project = state.project
    said, ptables = ((), ()) if project is None else (project.notices, project.ptables)
    notices = (*taken.notices, *said)
    data, read = (replace(microdata, notices=notices) for microdata in (taken.data, taken.read))
    loaded = Loaded(data, read, taken.statistic, notices, taken.changes, taken.findings, ckm_path)
    return replace(loaded, ptables=ptables)


def unmatched(state: Import, entries: Sequence[VariableEntry]) -> tuple[VariableEntry, ...]:
    """Return the variables of a dictionary without a column of their name in the file."""
    names = {column.name for column in state.columns}
    wanted = ("dimension", "magnitude", "weight")
    return tuple(
        entry for entry in entries if entry.derived is None and entry.role in wanted and entry.name not in names
    )


def with_mapping(state: Import, entry: VariableEntry, column: str) -> Import:
    """Return the import with a column assigned to a variable of the dictionary; "" says that the file does not have
    it."""
    before = next((one.column for one in state.mapping if one.variable == entry.name), "")
    mapping = tuple(one for one in state.mapping if one.variable != entry.name and one.column != column)
    if before and before != column and (old := state.column(before)) is not None:
        state = with_role(state, before, old.guess.role)
    if column:
        mapping = (*mapping, ColumnOf(entry.name, column))
        state = with_role(state, column, entry.role)
    return replace(state, mapping=mapping)
