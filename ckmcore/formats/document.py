"""What every export writes around the figures: title, statistic, period, source, note on method, legend of signs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.numbers import Language, date_text
from ckmcore.base.version import VERSION
from ckmcore.formats.footnotes import Notes, footnotes
from ckmcore.formats.table_options import OPTIONS, SheetShape
from ckmcore.messages import Sentence, say, sentence
from ckmcore.methods.draft import Draft
from ckmcore.methods.empty_sums import sums_beside, with_zeros
from ckmcore.methods.protected import Legend, ProtectedTable, Sign
from ckmcore.methods.titles import made_title
from ckmcore.office.settings import PLAIN, Office
from ckmcore.tabulate.expired_categories import left_out
from ckmcore.tabulate.labels import AxisLabels
from ckmcore.tabulate.layout import HEADING, AxisName, Layout, lay_out
from ckmcore.tabulate.spec import Value

LABELS_KEPT = 100_000
_LETTER_CODE = re.compile(r"_x([0-9A-Fa-f]{4})_")


class Bracketed(NamedTuple):
    """A figure in brackets: of limited reliability."""

    figure: int | Decimal


FLAT_AXES: tuple[AxisName, ...] = ("layers", "rows", "columns")
Figure = int | Decimal | Bracketed | str
"""What stands in a cell: a whole number, one with decimals, either in brackets, or text in the place of a figure."""


@dataclass(frozen=True)
class Document:
    """A table ready to be written in one language. lines: shown under the title; notes: below the table.

    short_note: the note on the method in one line, with what the signs of the table mean, for a part of it;
    office: gives the signs that replace figures; draft: title, statistic, period and source (None: a table without a
    statistic); engine: the version that files name ("": none).
    """

    table: ProtectedTable
    layout: Layout
    language: Language
    title: str
    lines: tuple[str, ...]
    notes: tuple[str, ...]
    marks: Notes = field(default_factory=Notes)
    short_note: str = ""
    office: Office = PLAIN
    draft: Draft | None = None
    engine: str = ""

    @property
    def program(self) -> str:
        """What a file says of the program that wrote it; "" where it says nothing."""
        return program_text(self.engine) if self.engine else ""

    @property
    def program_note(self) -> str:
        """The same as a note, for files that have no other place."""
        return program_note(self.engine, self.language) if self.engine else ""

    def figures(self, layer: int) -> Callable[[int, int], list[Figure]]:
        """Function that gives the figures of a row and column of a layer, a figure per value or its sign."""
        blocks, layout, values = self.table.blocks, self.layout, self.table.spec.values
        if self.table.is_listed:
            return self._listed_figures(layer)
        matrices = [layout.matrix([block.figures[number] for block in blocks], layer) for number in range(len(values))]
        signs = [sign_matrix(self.table, layout, number, layer) for number in range(len(values))]
        empty_rows, empty_columns = layout.rows.empty, layout.columns.empty

        def found(row: int, column: int) -> list[Figure]:
            if empty_rows[row] or empty_columns[column]:
                return [""] * len(values)
            marks = (Sign.NONE if sign is None else Sign(int(sign[row, column])) for sign in signs)
            return self.stands([int(matrix[row, column]) for matrix in matrices], marks)

        return found

    def stands(self, figures: Iterable[int], marks: Iterable[Sign]) -> list[Figure]:
        """Figures of a cell as they are shown, of each value, made of its figures and signs."""
        return list(map(self.stand, self.table.spec.values, figures, marks))

    def stand(self, value: Value, whole: int, mark: Sign) -> Figure:
        """A value's figure as it is shown: scaled by its decimals, in brackets, or as the office's sign."""
        if not mark.keeps_figure:
            return self.office.sign(mark)
        figure: int | Decimal = whole
        dash = self.office.zero_text
        if dash and not figure and not mark and not value.is_derived:
            return dash
        if value.places:
            figure = Decimal(figure).scaleb(-value.places)
        return Bracketed(figure) if mark else figure

    def _listed_figures(self, layer: int) -> Callable[[int, int], list[Figure]]:
        """`figures` of a table that lists its cells, made row by row. A derived figure that is not listed is empty, as
        it differs from cell to cell."""
        table, empty_rows, empty_columns = self.table, self.layout.rows.empty, self.layout.columns.empty
        every, values = np.arange(len(self.layout.columns)), table.spec.values
        known: dict[int, list[ListedPart]] = {}

        def found(row: int, column: int) -> list[Figure]:
            if empty_rows[row] or empty_columns[column]:
                return [""] * len(values)
            if row not in known:
                known.clear()
                line = np.array([row])
                known[row] = [listed_part(table, self.layout, at, line, every, layer) for at in range(len(values))]
            parts = known[row]
            cells = self.stands(
                [int(part.figures[0, column]) for part in parts], [Sign(int(part.signs[0, column])) for part in parts]
            )
            return [
                cell if part.held[0, column] or not value.is_derived else ""
                for cell, part, value in zip(cells, parts, values, strict=True)
            ]

        return found

    def value_text(self, number: int) -> str:
        """What heads the figures of a value."""
        mark = self.marks.of_value(number)
        text = self.table.label(number).text(self.language)
        return f"{text} {mark}" if mark else text

    @cached_property
    def labels(self) -> dict[str, AxisLabels]:
        axes: tuple[AxisName, ...] = ("rows", "columns", "layers")
        return {axis: AxisLabels(self.layout, axis, self.language, self.marks) for axis in axes}

    def line_texts(self, axis: AxisName, line: int) -> tuple[str, ...]:
        """The labels of a row, column or layer, outermost level first."""
        return self.labels[axis].texts(line)

    def level_titles(self, axis: AxisName) -> tuple[str, ...]:
        """The titles of an axis' levels (of the first block that is deepest), outermost first."""
        return self.labels[axis].titles

    def sheet(self, layer: int) -> Sheet:
        """A sheet of the table as rows and columns of figures."""
        return Sheet(self, layer)

    def cell_notes(self) -> list[str]:
        """Where the footnotes of single cells belong, for files whose figures carry no marks."""
        found = []
        for (row, column, layer), numbers in self.marks.cells.items():
            paths = (
                self.labels["layers"].path(layer),
                self.labels["rows"].path(row),
                self.labels["columns"].path(column),
            )
            place = " · ".join(path for path in paths if path)
            found += [say("export_cell_note", self.language, number=number, place=place) for number in numbers]
        return found

    @property
    def is_set_off(self) -> bool:
        """Whether files set subtotals and blocks off, and say once what holds for all of the table."""
        return self.layout.spec.presentation.set_off

    @property
    def has_leaders(self) -> bool:
        """Whether dots lead from the labels of the rows to their figures."""
        return self.layout.spec.presentation.leaders

    def is_heading(self, row: int) -> bool:
        """Whether a line of the rows is the heading of a block."""
        number, line = self.layout.rows.locate(row)
        return bool(self.layout.rows.segments[number].marks[line] == HEADING)

    @property
    def shown_layers(self) -> list[int]:
        """The layers that hold figures; headings among them are no sheets."""
        return np.flatnonzero(~self.layout.layers.empty).tolist()

    def depth(self, axis: AxisName) -> int:
        """How many columns the stub has, or lines the head."""
        return self.labels[axis].depth


class Sheet:
    """Rows and columns of figures as they are written: several values beside one another under each line of the head
    (`beside`: their number), or in rows of their own. stub: the labels of the rows.
    """

    def __init__(self, page: Document, layer: int) -> None:
        values = range(len(page.table.spec.values))
        self.in_rows = page.table.spec.values_on == "rows" and len(values) > 1
        self.beside = 1 if self.in_rows else len(values)
        words = [page.value_text(number) for number in values] if self.in_rows else []
        self.stub = AxisLabels(page.layout, "rows", page.language, page.marks, words)
        self.columns = len(page.layout.columns) * self.beside
        self._cell, self._page = page.figures(layer), page
        shape = SheetShape(page.language, self.columns, (~self.stub.empty).tolist())
        shown = [option for option in OPTIONS if option.holds(page.layout.spec.presentation)]
        self._heads = [(option, list(option.head(shape))) for option in shown if option.head is not None]
        self._added = [option.stub(shape) for option in shown if option.stub is not None]
        for title, texts in self._added:
            self.stub.add_column(title, texts)

    def __len__(self) -> int:
        return len(self.stub)

    def value(self, row: int, column: int) -> int:
        """Number of the value that a cell shows."""
        return int(self.stub.value_of[row]) if self.in_rows else column % self.beside

    def head_words(self, column: int) -> str:
        """Heading of the value of a column; "" where values are in the rows."""
        return "" if self.in_rows else self._page.value_text(column % self.beside)

    def lines_below_head(self, *, paper: bool = True) -> list[list[str]]:
        """The lines that options print below the head, one text a column of figures; paper: also those of workbooks and
        pages alone."""
        return [texts for option, texts in self._heads if paper or not option.paper]

    @property
    def printed(self) -> list[str]:
        """Every text that options print."""
        beside = (text for title, texts in self._added for text in (title, *texts))
        return [*(text for _, texts in self._heads for text in texts), *beside]

    def figures(self, row: int, columns: Sequence[int] | None = None) -> list[Figure]:
        """Figures of a row, of some columns or (None) of all."""
        line, wanted = int(self.stub.line_of[row]), range(self.columns) if columns is None else columns
        if self.in_rows:
            number = int(self.stub.value_of[row])
            return [self._cell(line, column)[number] for column in wanted]
        if columns is None:
            return [figure for column in range(self.columns // self.beside) for figure in self._cell(line, column)]
        return [self._cell(line, column // self.beside)[column % self.beside] for column in wanted]


def program_text(version: str) -> str:
    """The program and its version, as files name them."""
    return f"ckmdesk {version}"


def program_note(version: str, language: Language) -> str:
    """The same as a sentence."""
    return say("export_program", language, program=program_text(version))


def apart(texts: Iterable[str]) -> list[str]:
    """Heads of columns, each once: those that were met before with a number behind them.

    Workbooks take `_x0041_` in the name of a column for a letter: such a head has a capital X.
    """
    met: set[str] = set()
    found = []
    for text in texts:
        text = _LETTER_CODE.sub(r"_X\1_", text)
        candidate, number = text, 2
        while candidate.casefold() in met:
            candidate, number = f"{text} ({number})", number + 1
        met.add(candidate.casefold())
        found.append(candidate)
    return found


def one_line_heads(document: Document) -> list[str]:
    """The heads of a sheet in one line: titles of the stub, then of each column all its labels and its value."""
    sheet, word = document.sheet(0), say("word_label", document.language)
    stub = [title or word for title in sheet.stub.titles] or [word]
    heads = []
    for column in range(sheet.columns):
        words = (*document.line_texts("columns", column // sheet.beside), sheet.head_words(column))
        heads.append(", ".join(text for text in words if text) or word)
    return apart([*stub, *heads])


def flat_heads(document: Document) -> list[str]:
    """The heads of a table with one line per cell: titles of the levels of all axes, then the values; some may be the
    same."""
    words = [say("export_heading", document.language), say("word_label", document.language)]
    titles: list[str] = []
    for axis in FLAT_AXES:
        headings = document.labels[axis].block_level
        titles += [title or words[level >= headings] for level, title in enumerate(document.level_titles(axis))]
    return [*titles, *(document.value_text(number) for number in range(len(document.table.spec.values)))]


def flat_lines(document: Document) -> Iterator[tuple[list[str], list[Figure], tuple[int, int, int]]]:
    """A line per cell: labels of sheet, row and column, the figures of its values, and (row, column, layer).

    A label is "" where a block is not broken down by a level.
    """
    layout = document.layout
    if document.table.is_listed:
        yield from _listed_lines(document)
        return

    def whole(axis: AxisName, line: int) -> list[str]:
        texts = document.line_texts(axis, line)
        return [*texts, *[""] * (document.depth(axis) - len(texts))]

    columns = [whole("columns", line) for line in range(len(layout.columns))]
    for layer in document.shown_layers:
        cell, above = document.figures(layer), whole("layers", layer)
        for row in range(len(layout.rows)):
            if not layout.rows.empty[row]:
                labels = whole("rows", row)
                for column, texts in enumerate(columns):
                    if not layout.columns.empty[column]:
                        yield [*above, *labels, *texts], cell(row, column), (row, column, layer)


def listed_places(document: Document) -> NDArray[np.intp]:
    """The cells of a table that lists them, in the order of its lines: layer, row, column, block, cell of the block."""
    found = [np.zeros((0, 5), dtype=np.intp)]
    for number, block in enumerate(document.table.blocks):
        if block.listed is not None:
            cells, lines = document.layout.listed_lines(number, block.listed)
            found.append(np.column_stack([*lines, np.full(len(cells), number), cells]))
    every = np.concatenate(found)
    ordered: NDArray[np.intp] = every[np.lexsort((every[:, 2], every[:, 1], every[:, 0]))]
    return ordered


def _listed_lines(document: Document) -> Iterator[tuple[list[str], list[Figure], tuple[int, int, int]]]:
    """The same of a table that lists its cells: of these."""
    table, every = document.table, listed_places(document)

    @lru_cache(LABELS_KEPT)
    def whole(axis: AxisName, line: int) -> list[str]:
        words = document.line_texts(axis, line)
        return [*words, *[""] * (document.depth(axis) - len(words))]

    for layer, row, column, number, cell in every.tolist():
        block = table.blocks[number]
        marks = [
            Sign.NONE if block.signs is None else Sign(int(block.signs[at][cell])) for at in range(len(block.figures))
        ]
        figures = document.stands([int(figure[cell]) for figure in block.figures], marks)
        labels = [*whole("layers", layer), *whole("rows", row), *whole("columns", column)]
        yield labels, figures, (row, column, layer)


class ListedPart(NamedTuple):
    """Some rows and columns of a value of a table that lists its cells: figures, signs, which cells are listed."""

    figures: NDArray[np.int64]
    signs: NDArray[np.uint8]
    held: NDArray[np.bool_]


def listed_part(
    table: ProtectedTable,
    layout: Layout,
    value: int,
    rows: NDArray[np.intp],
    columns: NDArray[np.intp],
    layer: int = 0,
) -> ListedPart:
    """Rows and columns of a value; cells that are not listed have what the table says of them."""
    cells = [block.cells for block in table.blocks]
    other = [int(block.unlisted[value] or Sign.NONE) for block in table.blocks]
    signs = [
        np.zeros(block.cells.held, dtype=np.uint8) if block.signs is None else block.signs[value]
        for block in table.blocks
    ]
    held = [np.ones(block.cells.held, dtype=np.bool_) for block in table.blocks]
    figures = [block.figures[value] for block in table.blocks]
    return ListedPart(
        layout.part(figures, rows, columns, layer, cells=cells),
        layout.part(signs, rows, columns, layer, cells=cells, missing=other),
        layout.part(held, rows, columns, layer, cells=cells),
    )


def sign_matrix(table: ProtectedTable, layout: Layout, value: int, layer: int = 0) -> NDArray[np.uint8] | None:
    """Signs of a value's cells in a layer (`Sign`, rows x columns); None: there are none."""
    if not table.has_signs:
        return None
    empty = [
        np.zeros(block.shape, dtype=np.uint8) if block.signs is None else block.signs[value] for block in table.blocks
    ]
    return layout.matrix(empty, layer)


def _used_signs(table: ProtectedTable, layout: Layout) -> list[Sign]:
    found: set[int] = set()
    if table.is_listed:
        for block in table.blocks:
            found.update(int(sign) for sign in block.unlisted if sign)
            found.update(int(sign) for signs in block.signs or () for sign in np.unique(signs))
        return [sign for sign in Sign if sign in found and sign != Sign.NONE]
    for value in range(len(table.spec.values)):
        for layer in np.flatnonzero(~layout.layers.empty).tolist():
            signs = sign_matrix(table, layout, value, layer)
            if signs is None:
                return []
            found.update(np.unique(signs[~layout.rows.empty]).tolist())
    return [sign for sign in Sign if sign in found and sign != Sign.NONE]


def has_brackets(document: Document) -> bool:
    """Whether any figure of a document is uncertain, and so shown in brackets."""
    blocks = document.table.blocks
    return any((signs == Sign.UNCERTAIN).any() for block in blocks for signs in block.signs or ())


def document(
    what: Draft | ProtectedTable, language: Language, office: Office = PLAIN, signs: Sequence[Sign] | None = None
) -> Document:
    """The document of a draft, or of a protected table without a statistic (which says so). signs: that its legend
    explains (None: those that it shows)."""
    table = shown_by(what.table if isinstance(what, Draft) else what, office)
    what = replace(what, table=table) if isinstance(what, Draft) else table
    language = table.spec.presentation.language or language
    layout = lay_out(table.spec, table.blocks, language)
    title = what.title.text(language) if isinstance(what, Draft) else table.spec.title.text(language)
    lines, notes = [], []
    if isinstance(what, Draft):
        lines.append(_state(what, language))
        if what.statistic.text(language):
            lines.append(say("export_statistic", language, statistic=what.statistic.text(language)))
        if what.period.text(language):
            lines.append(say("export_period", language, period=what.period.text(language)))
    else:
        lines.append(say("export_trial", language))
    selection = filter_text(table, language)
    if selection:
        lines.append(say("export_filter", language, selection=selection))
    note = table.note if office.note_length == "long" else table.short_note
    notes.append(say("export_note_heading", language) + ": " + note.text(language))
    met = _used_signs(table, layout) if signs is None else signs
    zero, *used = explained(met, table.legend, office, language)
    short_note = " ".join([table.short_note.text(language), "; ".join(used)]).strip()
    legend = [zero, *used]
    if table.footnotes:
        legend.append(_meaning("|", sentence("export_sign_break"), language))
    notes.append(say("export_signs_heading", language) + ": " + "; ".join(legend))
    if table.is_listed:
        notes.append(listed_note(table, office).text(language))
    remarks = (*table.remarks, *empty_sums_note(table, office))
    notes += [note.text(language) for note in (*remarks, *table.footnotes, *left_out(layout))]
    marks = footnotes(layout, language)
    notes[:0] = marks.written
    if isinstance(what, Draft):
        if what.source.text(language):
            notes.append(say("export_source", language, source=what.source.text(language)))
        if what.as_of:
            notes.append(say("export_as_of", language, date=date_text(what.as_of, language)))
    if office.note.text(language):
        notes.append(office.note.text(language))
    if office.name.text(language):
        notes.append(say("export_publisher", language, office=office.name.text(language)))
    if isinstance(what, Draft) and what.witness.text(language):
        notes.append(what.witness.text(language))
    title = title or made_title(table, layout, language)
    if marks.title:
        title = f"{title} {marks.of_title()}"
    draft = what if isinstance(what, Draft) else None
    engine = VERSION if draft is None else draft.engine
    return Document(
        table, layout, language, title, tuple(lines), tuple(notes), marks, short_note, office, draft, engine
    )


def shown_by(table: ProtectedTable, office: Office) -> ProtectedTable:
    """A table as an office shows it: a sum without contributors by what is published may be a 0."""
    return with_zeros(table) if office.empty_sum == "zero" else table


def empty_sums_note(table: ProtectedTable, office: Office) -> tuple[Sentence, ...]:
    """Note on sums that are a 0 because nobody contributes, where the office writes them so."""
    if office.empty_sum != "zero" or not sums_beside(table.spec.values):
        return ()
    return (sentence("export_empty_sums", zero=office.zero_text or "0"),)


def listed_note(table: ProtectedTable, office: Office = PLAIN) -> Sentence:
    """What the cells publish that a table does not list."""
    signs = {sign for block in table.blocks for sign in block.unlisted if sign is not None}
    written = sorted({office.sign(sign) if sign else office.zero_text or "0" for sign in signs}) or ["0"]
    derived = any(value.is_derived for value in table.spec.values)
    return sentence("export_listed_derived" if derived else "export_listed", sign=", ".join(written))


def _state(draft: Draft, language: Language) -> str:
    if not draft.number:
        return say("export_state_draft", language)
    return say("export_state_released", language, date=date_text(draft.released, language), number=draft.number)


def explained(signs: Iterable[Sign], legend: Legend, office: Office, language: Language) -> list[str]:
    """What a 0 means, and each of these signs, as a legend says it."""
    dash = office.zero_text
    zero = _meaning(dash or "0", sentence("export_sign_dash" if dash else "export_sign_zero"), language)
    other = [sign for sign in signs if not dash or office.sign(sign) != dash]
    return [zero, *(_meaning(office.sign(sign), legend[sign], language) for sign in other)]


def _meaning(sign: str, meaning: Sentence, language: Language) -> str:
    return say("export_sign", language, sign=sign, meaning=meaning)


def filter_text(table: ProtectedTable, language: Language) -> str:
    """The filters in words: `sex: female; year: 2025`."""
    return "; ".join(
        f"{texts.title.text(language)}: {', '.join(label.text(language) for label in texts.labels)}"
        for texts in table.filters
    )


def is_total_line(document: Document, axis: AxisName, line: int) -> bool:
    """Whether all levels of a line are totals (bold in print)."""
    return bool(document.labels[axis].total[line])
