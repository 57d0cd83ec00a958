"""A reporting period: its records and where they come from, its keys, its method in force and the decisions on it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from ckmcore.base.checked import checked
from ckmcore.base.texts import Texts
from ckmcore.base.typed import LATER
from ckmcore.methods.method import Method
from ckmcore.methods.primary import PrimaryRules
from ckmcore.ptable import PTable

KeyOrigin = Literal["column", "generated", "derived", "file", "prepared", "database"]


@dataclass(frozen=True)
class FileMark:
    """Location and content hash of a file."""

    path_relative: str = ""
    path_absolute: str = ""
    size: int = 0
    sha256: str = ""


@checked
@dataclass(frozen=True)
class PeriodSource:
    """Source of the records of a period. kind: "file", "sample" (no file), "database", where `reading` is a
    `relation.RelationReading` and `sha256` the mark of the data, or "frame", handed in by code, where `sha256` is the
    fingerprint of what was read of it, by `reading`.

    reading: options of the reader as JSON (dialect), for the sample the code of its term, "" for all; sha256, size: for
    detecting changes; more: further files of the same kind, read together with the first; taken: ISO day of the import
    of database records.
    """

    kind: Literal["file", "sample", "database", "frame"]
    path_relative: str = ""
    path_absolute: str = ""
    reading: str = ""
    size: int = 0
    sha256: str = ""
    rows: int = 0
    more: tuple[FileMark, ...] = ()
    taken: str = field(default="", metadata=LATER)


@checked
@dataclass(frozen=True)
class KeySet:
    """Description of the record keys of a period: their origin, modulus and digits.

    origin: `column` of the data; `generated` randomly; `derived` from the identifier `column` with a secret; `file`,
    joined from another file by the identifier `column`; `prepared`, stored in prepared data; `database`, in the
    `column` of a relation. file: name of the keys' file beside the statistic, for kept keys. household: column that
    identifies households, where each record has the sum of the keys of its household's members. counted: what tables
    count, `households` only with such a column; any_member: variables for which one member's category suffices. reason:
    why keys were made again.
    """

    origin: KeyOrigin
    column: str = ""
    modulus: int = 10**9
    digits: int | None = 9
    file: str = ""
    household: str = ""
    reason: str = ""
    counted: Literal["records", "households"] = "records"
    any_member: tuple[str, ...] = ()

    @property
    def counts_households(self) -> bool:
        """Whether tables count households in the place of records."""
        return self.counted == "households" and bool(self.household)

    @property
    def is_with_records(self) -> bool:
        """Whether the keys lie with the records, whatever the tables count."""
        return self.origin in ("prepared", "database")

    @property
    def is_kept(self) -> bool:
        """Whether the keys are kept in a file of their own beside the statistic."""
        return self.origin in ("generated", "derived", "file") or bool(self.household and not self.is_with_records)


@checked
@dataclass(frozen=True)
class SafeSource:
    """Records that the SAFE principle changed, in a file of their own beside the statistic.

    file: its name. sha256: content hash of the changed records; of_records: hash of the source that they were made
    from. keys: the variables that were changed; control: tables of keys that were to deviate little; least: records of
    a combination that occurs; seed: of the search. largest, mean: deviations over all control tables.
    """

    file: str
    sha256: str
    of_records: str
    keys: tuple[str, ...]
    control: tuple[tuple[str, ...], ...]
    least: int
    seed: int
    largest: int = 0
    mean: float = 0.0


@checked
@dataclass(frozen=True)
class PatternSource:
    """Patterns of suppressed cells for saved tables, in a file of their own beside the statistic.

    file: its name. sha256: content hash of the patterns; of_records: hash of the source of the records. tables: names
    of the saved tables that were protected together. least: the minimum frequency; groups: the variable whose category
    groups do not show. primary, secondary: number of cells; proven: of protection levels, all of them. rules: of
    sensitive sums, None for counts alone.
    """

    file: str
    sha256: str
    of_records: str
    tables: tuple[str, ...]
    least: int
    groups: str
    primary: int = 0
    secondary: int = 0
    proven: int = 0
    rules: PrimaryRules | None = None


@checked
@dataclass(frozen=True)
class Attachment:
    """A report on which a decision is based: file name, SHA-256 of the content, and ISO day."""

    name: str
    sha256: str
    date: str = ""


@checked
@dataclass(frozen=True)
class Decision:
    """Decision by which a method was put in force: who, when, and on what basis. It is kept for every method that was
    ever in force.

    body: who decided. date, valid_from, valid_to: ISO days, "" for open. reference: file number. second_person: who
    agreed. method: kind; ptable: content hash of its perturbation table for counts, "" without. settings: kind,
    settings and table hashes as JSON. variant: name given by the methodologist. recorded: ISO time. attachments:
    reports. floor: names of the open rules for which `remark` gives the reason. judged: mark of method, keys and data
    on which rules were measured, "" where not measured; judged_tables: marks of the tables (`table_marks`), empty
    before 2026-11, where `judged` counts; not_tested: names of measured rules (F15 to F18) that could not be tested.
    claims, claims_missed: claims of the public note that hold or do not; claims_tables: marks of the tables over which
    they were judged.

    >>> decision = ckm.Decision("Board of methods", "2026-03-02", reference="4711", valid_from="2026-01-01")
    >>> statistic = ckm.Statistic("Persons").put_in_force(ckm.Rounding(10), "2026-03-02", decision)
    >>> statistic.period.decisions[-1].method
    'rounding'
    """

    body: str = ""
    date: str = ""
    reference: str = ""
    valid_from: str = ""
    valid_to: str = ""
    second_person: str = ""
    remark: str = ""
    method: str = "cell_key"
    ptable: str = ""
    variant: str = ""
    recorded: str = ""
    settings: str = ""
    attachments: tuple[Attachment, ...] = ()
    floor: tuple[str, ...] = ()
    judged: str = ""
    judged_tables: tuple[str, ...] = ()
    not_tested: tuple[str, ...] = field(default=(), metadata=LATER)
    claims: tuple[str, ...] = field(default=(), metadata=LATER)
    claims_missed: tuple[str, ...] = field(default=(), metadata=LATER)
    claims_tables: tuple[str, ...] = field(default=(), metadata=LATER)


@checked
@dataclass(frozen=True)
class MethodInForce:
    """Method of a period, by which figures may be exported.

    design: text of the Design of its perturbation table, for further editing; the engine only uses the table itself.
    """

    method: Method
    since: str = ""
    design: str = ""

    @property
    def ptable(self) -> PTable | None:
        """The perturbation table for counts."""
        return self.method.count_noise.ptable


@checked
@dataclass(frozen=True)
class ColumnOf:
    """Column of a period's file that holds a variable of the dictionary under another name; "" where the file lacks the
    variable."""

    variable: str
    column: str


@checked
@dataclass(frozen=True)
class CodeMap:
    """Mapping of a variable's codes as `(from, to)` pairs."""

    variable: str
    codes: tuple[tuple[str, str], ...]


@checked
@dataclass(frozen=True)
class Break:
    """A break against the previous period: a variable whose code list changed, "" for the method or everything."""

    variable: str
    note: Texts = Texts()


@checked
@dataclass(frozen=True)
class ChangedUnits:
    """What a corrected delivery changed in a released table: its cells with changed units, and those with fewer than
    `least_units` of them.

    number: of the release.
    """

    number: int
    cells: int
    few: int
    least_units: int


@checked
@dataclass(frozen=True)
class KeptAreas:
    """Areas for the codes of a variable, kept in the folder of areas beside the statistic. file: its name there, "" for
    those of the sample; state: ISO day of the borders; source: as maps name it; count: of areas."""

    variable: str
    file: str
    sha256: str
    title: Texts = Texts()
    state: str = ""
    source: Texts = Texts()
    count: int = 0


@checked
@dataclass(frozen=True)
class Period:
    """A reporting period: label, ISO date, source, keys, method in force, and decisions on it, of which the last is
    valid.

    areas: territorial status ("Gebietsstand"). columns, codes: mapping from the file's names to those of the
    dictionary. changes: mapping tables from the previous period's codes to this one's, as `(old, new)` pairs: renamed
    (one to one), merged (several old), split (several new). breaks: what is not comparable with the previous period.
    former: methods under which tables of the period were released before another was put in force; only these releases
    are repeated with them. changed_units: of released tables, by each corrected delivery (confidential). safe: records
    changed by the SAFE principle, patterns: suppressed cells of tables, None without them.
    """

    label: Texts
    date: str = ""
    source: PeriodSource | None = None
    keys: KeySet | None = None
    in_force: MethodInForce | None = None
    decisions: tuple[Decision, ...] = ()
    areas: Texts = Texts()
    columns: tuple[ColumnOf, ...] = ()
    codes: tuple[CodeMap, ...] = ()
    changes: tuple[CodeMap, ...] = ()
    breaks: tuple[Break, ...] = ()
    former: tuple[MethodInForce, ...] = ()
    changed_units: tuple[ChangedUnits, ...] = field(default=(), metadata=LATER)
    safe: SafeSource | None = field(default=None, metadata=LATER)
    patterns: PatternSource | None = field(default=None, metadata=LATER)

    @property
    def made(self) -> tuple[str, ...]:
        """Content hashes of what methods of the period may be made from."""
        return tuple(kept.sha256 for kept in (self.safe, self.patterns) if kept is not None)

    @property
    def methods(self) -> tuple[Method, ...]:
        """The methods of the period: the one in force, and those under which tables were released before."""
        return tuple(each.method for each in (self.in_force, *self.former) if each is not None)
