"""A table of codes before it is taken over: where it lies, what its columns mean, and what becomes of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from ckmcore.base.texts import Texts
from ckmcore.dictionary.code_columns import CodeColumns, Wanted, columns_of
from ckmcore.dictionary.code_tables import CodeTable, read_codes
from ckmcore.dictionary.conversions import CodeConversion, conversion_of
from ckmcore.dictionary.hierarchy_files import hierarchy_of_table
from ckmcore.dictionary.small_tables import SmallTable, read_table, text_table
from ckmcore.errors import CkmError
from ckmcore.messages import Sentence, sentence
from ckmcore.microdata import ReadingAnswer, ReadingPlan
from ckmcore.microdata.data import Category, Dimension
from ckmcore.microdata.hierarchy import Hierarchy

# What leaves no doubt on how the cells are meant.
_PLAIN = frozenset(
    ("separator_line", "encoding", "displayed", "hidden_rows", "codes_as_numbers", "code_lengths", "merged")
)


@dataclass(frozen=True)
class CodeRequest:
    """Which table of codes is read, and what was chosen for it.

    text: pasted cells, of which `file` is only the name; codes, called: codes, names and titles of the variable;
    hierarchy: the chosen one of several; head_row: line of the names, 0 for none, None where they are looked for;
    meanings: of columns, by index.
    """

    file: Path
    wanted: Wanted
    codes: tuple[str, ...] = ()
    called: tuple[str, ...] = ()
    text: str = ""
    hierarchy: str = ""
    sheet: str = ""
    head_row: int | None = None
    meanings: tuple[tuple[int, str], ...] = ()
    answers: tuple[ReadingAnswer, ...] = ()

    def with_meaning(self, column: int, meaning: str) -> CodeRequest:
        """The request with another meaning of a column."""
        others = tuple(given for given in self.meanings if given[0] != column)
        return replace(self, meanings=(*others, (column, meaning)))

    def with_answer(self, kind: str, column: str, choice: str) -> CodeRequest:
        """The request with an answer; the choice "" opens a question again."""
        others = tuple(answer for answer in self.answers if (answer.kind, answer.column) != (kind, column))
        return replace(self, answers=(*others, *((ReadingAnswer(kind, column, choice),) if choice else ())))

    def at(self, sheet: str, head_row: int | None) -> CodeRequest:
        """The request for another sheet or row of names; meanings and answers were for the former one."""
        return replace(self, sheet=sheet, head_row=head_row, meanings=(), answers=())


@dataclass(frozen=True)
class CodeImport:
    """A table of codes as it is read now. read: None for a conversion table; error: what keeps such a table from being
    read."""

    request: CodeRequest
    columns: CodeColumns
    read: CodeTable | None = None
    conversion: CodeConversion | None = None
    error: CkmError | None = None

    @property
    def plan(self) -> ReadingPlan:
        if self.read is not None:
            return self.read.plan
        return ReadingPlan(self.columns.entries) if self.conversion is None else self.conversion.plan

    @property
    def misfits(self) -> tuple[CkmError, ...]:
        """Rows that do not fit."""
        return (self.error,) if self.error is not None else () if self.read is None else self.read.misfits

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to take over."""
        if self.request.wanted == "tree":
            return self.read is None or self.read.hierarchy is None
        return (
            self.conversion is None if self.request.wanted == "conversion" else not (self.read and self.read.categories)
        )

    @property
    def is_ready(self) -> bool:
        """Whether it can be taken over."""
        return not self.is_empty and not self.plan.questions

    @property
    def is_plain(self) -> bool:
        """Whether there is no doubt how the cells are meant, so that nobody has to look."""
        return self.is_ready and all(entry.kind in _PLAIN for entry in self.plan.entries)

    @property
    def summary(self) -> Sentence | None:
        """How much was read."""
        if self.conversion is not None:
            return sentence("codes_conversion", pairs=len(self.conversion.pairs), labels=len(self.conversion.labels))
        if self.read is None:
            return None
        if self.read.hierarchy is None:
            return sentence("codes_list", count=len(self.read.categories), labels=len(self.read.labels))
        nodes = tuple(map(str, self.read.hierarchy.per_level))
        return sentence("codes_tree", nodes=nodes, labels=len(self.read.labels))

    @cached_property
    def dimension(self) -> Dimension | None:
        """What was read as a tree: nodes with their labels; of a conversion the old codes below the new ones."""
        name, read = self.request.file.name, self.read
        if self.conversion is not None:
            groups: dict[str, list[str]] = {}
            for old, new in self.conversion.pairs:
                groups.setdefault(new, []).append(old)
            entries = [
                node for new, olds in groups.items() for node in ((new, 0), *((f"{old} → {new}", 1) for old in olds))
            ]
            labels = dict(self.conversion.labels)
            return Dimension(name, Texts(), (), Hierarchy.from_depths(entries), node_labels=labels)
        if read is None:
            return None
        if read.hierarchy is None:
            return Dimension(name, Texts(), read.categories)
        tree, known = hierarchy_of_table(read, ()).hierarchy, read.labels
        leaves = tuple(Category(code, known.get(code, Texts.same(code))) for code in tree.leaves)
        return Dimension(name, Texts(), leaves, tree, node_labels=dict(known))


def look_at_codes(request: CodeRequest, table: SmallTable | None = None) -> CodeImport:
    """Read a table of codes as it is asked for. table: its rows where they were read before. Raises the errors of
    files, HierarchySeveral, code_list_headings, file_empty."""
    if table is not None and table.asks_page:
        table = None
    if table is None and request.text:
        table = text_table(request.file, request.text.encode("utf-8", "replace"))
    table = table or read_table(request.file, request.sheet, request.answers)
    columns = columns_of(
        table, request.wanted, request.codes, request.called, head_row=request.head_row, answers=request.answers
    )
    given: dict[str | int, str] = {place: meaning for place, meaning in request.meanings if place < len(columns.names)}
    columns = columns.with_meanings(given)
    if request.wanted == "conversion":
        try:
            return CodeImport(request, columns, conversion=conversion_of(columns, request.answers))
        except CkmError as error:
            return CodeImport(request, columns, error=error)
    read = read_codes(columns, request.wanted, request.codes, request.hierarchy, request.answers)
    return CodeImport(request, columns, read)
