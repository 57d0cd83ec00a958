"""Deviations of what is read from the text of a file: one entry for each kind, a notice or a question."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from ckmcore.base.checked import checked
from ckmcore.base.exit_codes import Exit
from ckmcore.errors import CkmError, DataError, InputError
from ckmcore.messages import Sentence, sentence

READING_RULES = 6
"""The rules by which new sources are read. Periods taken over by former rules stay read by them: 0 are those of
2026-11; by 1 three digits behind a sign beside longer whole numbers are decimals, years are no names, and lines of
signs are records; by 2 what the third rules say or ask (ADR 0081) is read as it stands, by 3 what the fourth do,
by 4 what the fifth do, by 5 what the sixth do."""

# Each kind of entry with what may be answered, the proposal first; () is said and not asked.
KINDS: Mapping[str, tuple[str, ...]] = {
    # What keeps the file from being read.
    "refused": (),
    # Rows that are no records.
    "separator_line": (),
    "titles": (),
    "comments": (),
    "footer": (),
    "end_sign": (),
    "blank_rows": (),
    "rows_by_hand": (),
    "rule_rows": (),
    "notes": ("leave_out", "keep"),
    "units": ("leave_out", "keep"),
    "repeated_head": ("leave_out", "keep"),
    "totals": ("leave_out", "keep"),
    "sum_rows": ("leave_out", "keep"),
    "parts": ("leave_out", "keep"),
    "subheads": ("leave_out", "keep"),
    "tables": ("first_table", "second_table", "third_table", "last_table", "keep"),
    "tables_beside": ("first_table", "second_table", "keep"),
    "numbers_alone": ("leave_out", "keep"),
    "stray_cells": ("leave_out", "keep"),
    "names_joined": ("join", "leave_out", "keep"),
    "column_numbers": ("leave_out", "keep"),
    "codes_above": ("above", "missing"),
    # Names and letters.
    "fixed_width": ("one_column",),
    "lines_quoted": ("without_quotes", "one_column"),
    "names_twice": (),
    "columns_overlap": ("read",),
    "encoding": (),
    "code_page": ("cp1252", "cp850"),
    # Numbers.
    "point": ("thousands", "decimal"),
    "comma": ("thousands", "decimal"),
    "grouped": (),
    "signs": (),
    "words": ("missing", "zero"),
    "percent": ("hundred", "parts"),
    "units_mixed": ("multiply", "ignore"),
    "scaled": ("displayed", "stored"),
    "currencies": ("ignore",),
    "rounded": ("as_is",),
    # Codes and labels.
    "words_as_codes": ("missing", "categories"),
    "declared_missing": (),
    "declared_absent": (),
    "codes_mended": (),
    "exponents": (),
    "displayed": (),
    "truth_values": ("apart", "same"),
    "days_among_codes": ("days", "missing"),
    "days_without_year": ("day_month", "days", "missing"),
    "days_by_name": (),
    "displayed_otherwise": ("as_is", "missing"),
    "lost_zeros": ("pad", "as_is"),
    "codes_alike": ("one_code", "apart"),
    "codes_case": ("one_code", "apart"),
    "letters_broken": (),
    "days_spelt": (),
    "periods": (),
    "days_impossible": (),
    "labels": ("by_label", "same"),
    "label_spelling": (),
    "missing_kinds": ("missing", "categories"),
    # Persons.
    "personal": (),
    "personal_read": (),
    # Deliveries.
    "file_twice": ("both",),
    "records_twice": ("both",),
    "block_twice": ("both",),
    "identifiers_twice": ("both",),
    # Workbooks.
    "formulas": ("missing",),
    "sheets_alike": ("this_sheet",),
    "other_sheets": (),
    "merged": (),
    "merged_across": ("fill", "blank"),
    "errors": (),
    "hidden_rows": (),
    "hidden_values": (),
    "hidden_minus": (),
    # Tables of codes: code lists, hierarchies, conversions.
    "head_guessed": (),
    "head_rows": (),
    "column_ignored": (),
    "codes_as_numbers": (),
    "code_lengths": (),
    "code_zeros": ("pad", "keep"),
    "tree_by": ("prefix", "indents", "none"),
    "fill_down": ("above",),
    "parents_by_label": (),
    "labels_differ": ("first", "last"),
    "no_parent": (),
    "parents_without_row": ("as_group",),
    "unlike_parent": ("as_written", "leave_out"),
    "code_and_label": ("split", "whole"),
    "labels_unread": (),
    "misfits": ("leave_out",),
    "codes_lost": (),
    "near_misfit": (),
    "partial_codes": (),
}
_PLACES, _EXAMPLES = 20, 5


@checked
@dataclass(frozen=True)
class ReadingAnswer:
    """A decision on one kind of question, for a column or, with column "", for all columns and for the rows.

    >>> dialect = ckm.Dialect(encoding="", answers=(ckm.ReadingAnswer("point", "TURNOVER", "thousands"),))
    >>> ckm.read_microdata("turnover.csv", ["KREIS"], magnitudes=["TURNOVER"], dialect=dialect)
    Microdata(3 records, 1 dimensions)
    """

    kind: str
    column: str
    choice: str

    def __post_init__(self) -> None:
        known = KINDS.get(self.kind)
        if not known:
            raise InputError(
                "answer_kind_unknown", kind=self.kind, known=tuple(kind for kind, choices in KINDS.items() if choices)
            )
        if self.choice not in known:
            raise InputError("answer_unknown", kind=self.kind, choice=self.choice, known=known)


@dataclass(frozen=True)
class ReadingEntry:
    """One kind of deviation in a column (or, with column "", in the rows of the file) and what was decided.

    count: of rows or values concerned; rows: the first of them, as the file counts (lines, rows of a sheet, records);
    examples: texts found there. The three are microdata, or counts of records. decision: the choice in
    force, "" where nobody has answered; by: who decided, the rules or a person. refusal: of the kind `refused`, the
    error with which reading ends.
    """

    kind: str
    column: str = ""
    count: int = field(default=0, repr=False)
    rows: tuple[int, ...] = field(default=(), repr=False)
    examples: tuple[str, ...] = field(default=(), repr=False)
    decision: str = ""
    by: Literal["", "rules", "person"] = "rules"
    file: str = ""
    refusal: CkmError | None = field(default=None, repr=False, compare=False)

    @property
    def choices(self) -> tuple[str, ...]:
        """What may be answered, the proposal first; empty where nothing is asked."""
        return KINDS[self.kind]

    @property
    def is_asked(self) -> bool:
        """Whether reading cannot go on before somebody has answered."""
        return bool(self.choices) and not self.decision

    @property
    def counts_records(self) -> bool:
        """Whether rows are numbers of records; else of lines, or of rows of a sheet."""
        in_records = self.refusal is not None and "line" not in self.refusal.fields
        return in_records or self.kind in ("words", "days_impossible", "block_twice")

    def concerns(self, columns: Container[str]) -> bool:
        """Whether it matters where only these columns are read."""
        return self.kind not in ("formulas", "merged_across") or self.column in columns

    @property
    def sentence(self) -> Sentence:
        """What was found, with its number, its first places and examples: for whoever may see the records."""
        if self.kind == "refused":
            return sentence("reading_refused", reason="" if self.refusal is None else self.refusal.sentence())
        return sentence(
            f"reading_{self.kind}",
            column=self.column,
            count=self.count,
            row=self.rows[0] if self.rows else 0,
            rows=tuple(map(str, self.rows[:_EXAMPLES])),
            examples=self.examples[:_EXAMPLES],
        )

    @property
    def told(self) -> Sentence:
        """What was found, and what a person has decided on it."""
        if self.by != "person":
            return self.sentence
        return sentence("reading_decided", found=self.sentence, choice=self.choice_title(self.decision))

    @property
    def title(self) -> Sentence:
        """The kind in a few words, without numbers or examples."""
        return sentence(f"reading_title_{self.kind}")

    @property
    def named(self) -> Sentence:
        """The kind and the column, without numbers or examples."""
        return sentence("reading_named", title=self.title, column=self.column) if self.column else self.title

    def choice_title(self, choice: str) -> Sentence:
        """A choice in words."""
        return sentence(f"reading_choice_{choice}")

    @property
    def option(self) -> str:
        """How `ckm` is given an answer."""
        column = f":{self.column}" if self.column else ""
        return f"--answer {self.kind}{column}={'|'.join(self.choices)}" if self.choices else ""

    def as_json(self, *, confidential: bool = False) -> dict[str, Any]:
        """The entry for a document; number, places and examples only where it is confidential."""
        state = "refused" if self.kind == "refused" else "asked" if self.choices else "said"
        plain: dict[str, Any] = {"kind": self.kind, "column": self.column, "state": state}
        if self.refusal is not None:
            plain |= {"code": self.refusal.code, "exit_code": int(self.refusal.exit_code)}
        plain |= {"choices": list(self.choices), "decision": self.decision, "by": self.by} if self.choices else {}
        plain |= {"file": self.file} if self.file else {}
        if not confidential:
            return plain
        return {**plain, "count": self.count, "rows": list(self.rows), "examples": list(self.examples)}


@dataclass(frozen=True)
class ReadingPlan:
    """All deviations of what is read from the text of a file, questions without an answer first.

    >>> plan = ckm.reading_plan("persons.csv")
    >>> plan.entries
    ()
    """

    entries: tuple[ReadingEntry, ...] = ()

    @classmethod
    def of(cls, entries: Iterable[ReadingEntry]) -> ReadingPlan:
        """The plan of entries in any order; of the same kind, column and file the last one counts."""
        known = {(entry.kind, entry.column, entry.file): entry for entry in entries}
        return cls(tuple(sorted(known.values(), key=_urgency)))

    @property
    def questions(self) -> tuple[ReadingEntry, ...]:
        """Entries that nobody has answered."""
        return tuple(entry for entry in self.entries if entry.is_asked)

    @property
    def refusals(self) -> tuple[CkmError, ...]:
        """The errors with which reading ends; none where the file can be read."""
        return tuple(entry.refusal for entry in self.entries if entry.refusal is not None)

    def entry(self, kind: str, column: str = "") -> ReadingEntry | None:
        """The entry of a kind and column, if there is one."""
        return next((entry for entry in self.entries if (entry.kind, entry.column) == (kind, column)), None)

    def as_json(self, *, confidential: bool = False) -> list[dict[str, Any]]:
        """The entries for a document."""
        return [entry.as_json(confidential=confidential) for entry in self.entries]


def _urgency(entry: ReadingEntry) -> tuple[bool, bool, bool]:
    """Order of entries: what keeps from reading, what is asked, what may be answered, the others."""
    return entry.refusal is None, not entry.is_asked, not entry.choices


class ReadingAsked(DataError):
    """A file can be read in several ways, and nobody has decided which one is right. Fields: file, questions, options.

    plan: the questions, and the notices on the file.

    >>> try:
    ...     ckm.read_microdata("turnover.csv", ["KREIS"], magnitudes=["TURNOVER"])
    ... except ckm.ReadingAsked as asked:
    ...     [entry.option for entry in asked.plan.questions]
    ['--answer point:TURNOVER=thousands|decimal']
    """

    code = "reading_asked"
    exit_code = Exit.ASKED
    plan: ReadingPlan = ReadingPlan()

    @classmethod
    def of(cls, file: str, plan: ReadingPlan) -> ReadingAsked:
        """The error that names the questions of a plan."""
        asked = plan.questions
        told = cls(
            file=file,
            questions=tuple(entry.named for entry in asked),
            options=tuple(entry.option for entry in asked),
        )
        told.plan = plan
        return told


def refused_entry(error: CkmError) -> ReadingEntry:
    """The entry for the error with which reading a file ends."""
    inner = getattr(error, "fault", None) or error  # of one of several files
    place = next((inner.fields[name] for name in ("line", "row") if isinstance(inner.fields.get(name), int)), None)
    column = inner.fields.get("column", "")
    return ReadingEntry(
        "refused",
        column if isinstance(column, str) else "",
        rows=() if place is None else (place,),
        file=str(error.fields.get("file", "")) if inner is not error else "",
        refusal=error,
    )


def entry_of(
    kind: str,
    column: str = "",
    *,
    count: int,
    rows: Iterable[int] = (),
    examples: Iterable[str] = (),
    answers: Iterable[ReadingAnswer] = (),
    default: str = "",
) -> ReadingEntry:
    """An entry with its decision: of a person where `answers` has one for kind and column, or for the kind alone; else
    `default`, with which a choice is offered and nothing is asked."""
    places, shown = tuple(rows)[:_PLACES], tuple(examples)[:_EXAMPLES]
    given = answer_to(answers, kind, column)
    by: Literal["", "rules", "person"] = "person" if given else "" if KINDS[kind] and not default else "rules"
    return ReadingEntry(kind, column, count, places, shown, given or default, by)


def answers_kept(new: Iterable[ReadingAnswer], former: Iterable[ReadingAnswer]) -> tuple[ReadingAnswer, ...]:
    """New answers, and former ones to what the new ones do not answer."""
    given = tuple(new)
    known = {(answer.kind, answer.column) for answer in given}
    return (*given, *(answer for answer in former if (answer.kind, answer.column) not in known))


def answer_to(answers: Iterable[ReadingAnswer], kind: str, column: str = "") -> str:
    """The choice for a kind in a column; one without a column is for all columns. "" where there is none."""
    choices = {
        answer.column: answer.choice for answer in answers if answer.kind == kind and answer.column in ("", column)
    }
    return choices.get(column, choices.get("", ""))
