"""The current table in a comparison: the names of its lines in both languages, and their cells.

It is made from the document that an export writes, so that whatever is written can be found again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cached_property
from typing import Literal

from ckmcore.base.numbers import LANGUAGES, Language
from ckmcore.base.texts import Texts as Words
from ckmcore.compare.figures import Entry, unmarked
from ckmcore.compare.published import plain
from ckmcore.errors import InputError
from ckmcore.messages import say, sentence
from ckmcore.methods.draft import Draft
from ckmcore.methods.empty_sums import with_zeros
from ckmcore.methods.protected import ProtectedTable
from ckmcore.presentation.present import Bracketed, TablePresentation, present_draft
from ckmcore.tabulate.axis import AxisDimension
from ckmcore.tabulate.cells import FilterTexts
from ckmcore.tabulate.spec import TOTAL, Condition

AxisName = Literal["rows", "columns", "layers"]
AXES: tuple[AxisName, ...] = ("layers", "rows", "columns")
# The logical cell of a line: (variable, code) pairs; a variable that is absent stands at its total.
Address = frozenset[tuple[str, str]]
Texts = tuple[str, ...]


@dataclass(frozen=True)
class ShownLine:
    """A row, column or layer with figures. texts: labels in one language, as `plain` and without empty ones; number:
    index on its axis."""

    texts: Texts
    address: Address
    number: int = 0


Lines = dict[AxisName, tuple[ShownLine, ...]]


@dataclass(frozen=True)
class Place:
    """Position of a cell in the table."""

    layer: int
    row: int
    column: int
    value: int


@dataclass(frozen=True, eq=False)
class ShownTable:
    """The current table in the form needed for comparison. lines: of each axis, by language, since the order may
    differ; labels: text to the nodes with this label; titles: title to variable; values: name to indices of values;
    filters: (variable, codes) of the selection; above: ancestors of each node."""

    pages: tuple[TablePresentation, TablePresentation]
    language: Language
    lines: tuple[Lines, Lines]
    labels: dict[str, set[tuple[str, str]]]
    titles: dict[str, str]
    values: dict[str, tuple[int, ...]]
    value_words: tuple[str, ...]
    filters: tuple[tuple[str, tuple[str, ...]], ...]
    above: dict[tuple[str, str], Address] = field(default_factory=dict)
    period: str = ""

    @property
    def page(self) -> TablePresentation:
        """The document in the reader's language."""
        return self.pages[LANGUAGES.index(self.language)]

    @cached_property
    def heads(self) -> frozenset[str]:
        """Titles that may head a label column in a file: titles and names of variables and levels."""
        levels = {plain(title) for page in self.pages for axis in AXES for title in page.level_titles(axis)}
        return (frozenset(self.titles) | levels) - {""}

    @cached_property
    def variables(self) -> dict[str, str]:
        """Variables by which the table breaks down, with their titles in the reader's language."""
        used_names = {name for lines in self.lines[0].values() for line in lines for name, _ in line.address}
        texts = {
            dimension.name: dimension.title.text(self.language)
            for block in self.page.table.blocks
            for dimension in block.dimensions
        }
        return {name: title or name for name, title in texts.items() if name in used_names}

    @cached_property
    def selections(self) -> tuple[str, str]:
        """Text of the selection in both languages; "" without filters."""
        selection_texts = [plain(page.selection) for page in self.pages]
        return selection_texts[0], selection_texts[1]

    @cached_property
    def _with_zeros(self) -> TablePresentation:
        return replace(self.page, table=with_zeros(self.page.table))

    def may_also_be(self, place: Place) -> Entry:
        """Content of a cell where an office writes a 0 for sums without contributors."""
        return as_entry(self._with_zeros.figures(place.layer)(place.row, place.column)[place.value])

    def entries(self) -> Iterator[tuple[Place, Address, Entry]]:
        """List every cell: its position, the address of its lines, its content."""
        lines = self.lines[LANGUAGES.index(self.language)]
        for sheet in lines["layers"]:
            cell = self.page.figures(sheet.number)
            for row in lines["rows"]:
                begun = sheet.address | row.address
                for column in lines["columns"]:
                    address = begun | column.address
                    for value, figure in enumerate(cell(row.number, column.number)):
                        yield Place(sheet.number, row.number, column.number, value), address, as_entry(figure)


def as_entry(figure: object) -> Entry:
    """Content of a cell of a document, as an entry."""
    if isinstance(figure, Bracketed):
        return as_entry(figure.figure)
    if isinstance(figure, Decimal):
        return figure
    if isinstance(figure, int):
        return Decimal(figure)
    return str(figure) or None


def show(what: Draft | ProtectedTable, language: Language) -> ShownTable:
    """The table of a draft, or a protected table without a statistic."""
    table = what.table if isinstance(what, Draft) else what
    if table.is_listed:
        raise InputError("needs_all_cells", what=sentence("listed_comparison"))
    german, english = (present_draft(what, language) for language in LANGUAGES)
    pages = (german, english)
    table = german.table
    names = _Names()
    for dimension in {dim.name: dim for block in table.blocks for dim in block.dimensions}.values():
        names.add_dimension(dimension)
    restricting = [each_filter for each_filter in table.spec.filters if each_filter.restricts]
    for condition, words in zip(restricting, table.filters, strict=True):
        names.add_filter(condition, words)
    shown_page = pages[LANGUAGES.index(language)]
    lines: list[Lines] = [{axis: tuple(_lines(page, axis)) for axis in AXES} for page in pages]
    return ShownTable(
        pages,
        language,
        (lines[0], lines[1]),
        names.labels,
        names.titles,
        _values(pages),
        tuple(unmarked(shown_page.value_text(index)) for index in range(len(table.spec.values))),
        tuple((condition.variable, condition.codes) for condition in restricting),
        names.above,
        what.period.text(language) if isinstance(what, Draft) else "",
    )


def _values(pages: tuple[TablePresentation, TablePresentation]) -> dict[str, tuple[int, ...]]:
    """Indices of values by their headings; counts also by generic words, unless these head another value."""
    lines_by_text: dict[str, list[int]] = {}
    for index in range(len(pages[0].table.spec.values)):
        for text in {plain(page.value_text(index)) for page in pages}:
            lines_by_text.setdefault(text, []).append(index)
    for number, value in enumerate(pages[0].table.spec.values):
        if value.kind == value.counted:
            for page in pages:
                lines_by_text.setdefault(plain(say(f"word_{value.kind}", page.language)), [number])
    return {text: tuple(numbers) for text, numbers in lines_by_text.items()}


class _Names:
    """Names of variables and nodes, in both languages and by their codes."""

    def __init__(self) -> None:
        self.labels: dict[str, set[tuple[str, str]]] = {}
        self.titles: dict[str, str] = {}
        self.above: dict[tuple[str, str], Address] = {}

    def add_dimension(self, dimension: AxisDimension) -> None:
        """Note the names of a variable and of all its nodes."""
        self._entitle(dimension.title, dimension.name)
        for node in dimension.nodes:
            if not isinstance(node.code, str):
                continue
            texts = {node.label.text(language) for language in LANGUAGES}
            self._call((dimension.name, node.code), {*texts, node.code, *(f"{node.code} {text}" for text in texts)})
            parent = dimension.nodes[node.parent].code if node.parent > 0 else TOTAL
            if isinstance(parent, str):
                above = self.above[dimension.name, parent]
                self.above[dimension.name, node.code] = above | {(dimension.name, parent)}
            else:
                self.above[dimension.name, node.code] = frozenset()

    def add_filter(self, condition: Condition, words: FilterTexts) -> None:
        """Add a variable of a filter, of which only the selected codes are known."""
        self._entitle(words.title, condition.variable)
        for code, label in zip(condition.codes, words.labels, strict=False):
            self._call((condition.variable, code), {code, *(label.text(language) for language in LANGUAGES)})

    def _entitle(self, title: Words, variable: str) -> None:
        for text in (*(title.text(language) for language in LANGUAGES), variable):
            if text:
                self.titles.setdefault(plain(text), variable)

    def _call(self, node: tuple[str, str], texts: Iterable[str]) -> None:
        for text in texts:
            if text:
                self.labels.setdefault(plain(text), set()).add(node)


def _lines(page: TablePresentation, axis: AxisName) -> Iterator[ShownLine]:
    layout = page.layout
    axis_lines = {"rows": layout.rows, "columns": layout.columns, "layers": layout.layers}[axis]
    empty = axis_lines.empty
    for index in range(len(axis_lines)):
        if empty[index]:
            continue
        texts = tuple(plain(text) for text in page.line_texts(axis, index) if text)
        nodes = [(shown.dimension.name, node.code) for shown, node in axis_lines.nodes(index)]
        yield ShownLine(texts, frozenset((name, code) for name, code in nodes if isinstance(code, str)), index)
