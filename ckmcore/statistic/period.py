"""A reporting period: its records and where they come from, its keys, its method in force and the decisions on it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from ckmcore.base.checked import checked
from ckmcore.base.texts import Texts
from ckmcore.base.typed import LATER
from ckmcore.methods.method import Method
from ckmcore.ptable import PTable

KeyOrigin = Literal["column", "generated", "derived", "file", "prepared", "database"]


@dataclass(frozen=True)
class FileMark:
    """A file by its place and its content."""

    path_relative: str = ""
    path_absolute: str = ""
    size: int = 0
    sha256: str = ""


@checked
@dataclass(frozen=True)
class PeriodSource:
    """Where the records of a period come from. `kind` "sample" needs no file; of "database", `reading` is that of
    `relation.RelationReading`, and `sha256` the mark of the data.

    `reading` holds the reader's options as JSON (dialect), of the sample the code of its term ("": all as one);
    `sha256` and `size` tell whether the file changed. `more` are further files of the same kind, read as one with the
    first. taken: the day (ISO) on which the data of a database were taken over, as they were then.
    """

    kind: Literal["file", "sample", "database"]
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
    """The record keys of a period: where they come from, their modulus and digits.

    origin: `column` of the data; `generated` from randomness; `derived` from the identifier `column` with a secret;
    `file`, joined from another file by the identifier `column`; `prepared`, kept in prepared data; `database`, in the
    `column` of a relation. `file`: the name of the keys' file beside the statistic, for those that are kept there.
    household: each record has the sum of the keys of all members of its household, whose identifier is that column.
    counted: what tables count, `households` only where there is such a column; any_member: variables by which a
    household counts where any member has the category.
    reason: why keys were made anew.
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
        """Whether the keys lie in a file of their own beside the statistic."""
        return self.origin in ("generated", "derived", "file") or bool(self.household and not self.is_with_records)


@checked
@dataclass(frozen=True)
class Attachment:
    """A report that a decision was made on: its file's name, the SHA-256 of its content, and the day (ISO)."""

    name: str
    sha256: str
    date: str = ""


@checked
@dataclass(frozen=True)
class Decision:
    """Who put a method in force, when, and on what ground. Kept for every method that was ever in force.

    body: who decided; date, valid_from, valid_to: ISO days ("" = open); reference: file number; second_person: who
    agreed; method: its kind; ptable: the content hash of its perturbation table for counts ("" for methods without);
    settings: kind, settings and hashes of all tables as JSON; variant: what the methodologist called it; recorded: when
    this was written, ISO; attachments: reports that it was made on; floor: open rules of the floor under protection,
    by name, for which `remark` gives the reason; judged: the mark of method, keys and data that rules were measured
    on ("": they were not); judged_tables: those of the tables that they were measured on (`table_marks`; empty: a
    decision of before 2026-11 knows them not, and its `judged` counts); not_tested: those of the measured rules (F15 to
    F18) that could not be tested, by name. claims, claims_missed: what the public note claims that was found to hold,
    and not to; claims_tables: the marks of the tables over which it was judged.

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
    """The one method of a period whose figures may be exported.

    `design`: the Design of its perturbation table, as text for whoever wants to go on from it; the engine does not use
    it: what is in force is the table itself.
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
    """The column of a period's file that holds a variable of the dictionary, where it is called otherwise; "" where the
    file does not have it."""

    variable: str
    column: str


@checked
@dataclass(frozen=True)
class CodeMap:
    """Codes of a variable and what becomes of them, as `(from, to)` pairs."""

    variable: str
    codes: tuple[tuple[str, str], ...]


@checked
@dataclass(frozen=True)
class Break:
    """What cannot be compared with the period before: a variable whose code list changed ("": method or all)."""

    variable: str
    note: Texts = Texts()


@checked
@dataclass(frozen=True)
class Period:
    """A reporting period: label, date (ISO), source, keys, method in force, the decisions on it (the last is valid).

    areas: state of areas ("Gebietsstand"). columns, codes: how the file's names become those of the dictionary.
    changes: mapping tables from the codes of the period before to those of this one, `(old, new)` pairs: renamed (one
    to one), merged (several old), split (several new). breaks: what cannot be compared with the period before.
    former: methods under which tables of the period were released before another came in force; their releases can be
    repeated by them, and nothing else is ever made with them.
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
