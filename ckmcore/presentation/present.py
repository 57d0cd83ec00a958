"""present(table, ...): labels, figures, title, notes, signs, status of a protected table for window, files, clipboard.

Protecting happens before: nothing here meets an original. Trial views of the desk put their own figures beside these.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cached_property, lru_cache
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ckmcore.areas.model import AreaSet
from ckmcore.base.numbers import Language, date_text, decimal_text, integer_text
from ckmcore.base.texts import Texts
from ckmcore.base.version import VERSION, WRITERS
from ckmcore.messages import Sentence, say, sentence
from ckmcore.methods.draft import Draft, DraftInfo, Revised, RevisedMargins
from ckmcore.methods.empty_sums import sums_beside, with_zeros
from ckmcore.methods.protected import ProtectedTable, Sign
from ckmcore.methods.titles import made_title
from ckmcore.office.settings import PLAIN, Office
from ckmcore.presentation.footnotes import Notes, footnotes
from ckmcore.presentation.table_options import OPTIONS, SheetShape
from ckmcore.tabulate.expired_categories import left_out
from ckmcore.tabulate.labels import AxisLabels
from ckmcore.tabulate.layout import HEADING, AxisName, Layout, ListedMatrix, lay_out
from ckmcore.tabulate.spec import Presentation, Value

Matrix = NDArray[np.int64] | ListedMatrix
Side = Literal["original", "published", "difference"]


class Bracketed(NamedTuple):
    """A figure in brackets, which has limited reliability."""

    figure: int | Decimal


LONGEST_FOOTER, SHORTEST_TITLE = 96, 24
MOST_MARKED = 100_000  # corrected figures of a list
MOST_MARGINS = 12  # of a hypercube that a note names
Figure = int | Decimal | Bracketed | str
"""What stands in a cell: a whole number, one with decimals, either in brackets, or text in the place of a figure."""


@dataclass(frozen=True, eq=False, repr=False)
class ShownValue:
    """Figures of a value on a sheet (rows x columns), scaled by 10^places. number: index of the value.

    signs: `Sign` of each cell, None where no figure is replaced. held: for a derived value in a table with listed
    cells, which cells have a figure, None for all. side: always `published`, except in trial views of the desk.
    """

    number: int
    label: Texts
    matrix: Matrix
    signs: NDArray[np.uint8] | ListedMatrix | None = None
    places: int = 0
    side: Side = "published"
    held: ListedMatrix | None = None

    @cached_property
    def widest(self) -> int:
        """Number at least as long in print as every figure; a minus sign counts as a digit."""
        return max(int(self.matrix.max(initial=0)), -10 * int(self.matrix.min(initial=0)))

    def line(self, row: int) -> tuple[NDArray[Any], NDArray[Any] | None, NDArray[Any] | None]:
        """Figures, signs and the mask of existing figures of a row; None for no signs, or where all figures exist."""
        signs, mask_row = (
            None if shown_part is None else shown_part[row : row + 1, :][0] for shown_part in (self.signs, self.held)
        )
        return self.matrix[row : row + 1, :][0], signs, mask_row


class _Labels(dict[AxisName, AxisLabels]):
    """Labels of the axes by name, built on first access."""

    def __init__(self, page: TablePresentation) -> None:
        super().__init__()
        self._page = page

    def __missing__(self, axis: AxisName) -> AxisLabels:
        page = self._page
        labels = self[axis] = AxisLabels(page.layout, axis, page.language, page.marks)
        return labels


@dataclass(frozen=True, eq=False, repr=False)
class TablePresentation:
    """A protected table as shown in one language, built by `present`.

    info: facts on its statistic, None for a table without one; marks: footnotes; legend_signs: signs that the legend
    explains, by default those that the table shows; revised_places: of a hypercube the sentences that locate corrected
    figures.
    """

    table: ProtectedTable
    layout: Layout
    language: Language
    office: Office = PLAIN
    info: DraftInfo | None = None
    marks: Notes = field(default_factory=Notes)
    legend_signs: tuple[Sign, ...] | None = None
    revised_places: tuple[str, ...] = ()

    # --- words around the figures --------------------------------------------------------------------------------

    @cached_property
    def title(self) -> str:
        """Title of the table, or one composed of its variables, with footnote marks."""
        own_title = self.table.spec.title if self.info is None else self.info.title
        title = own_title.text(self.language) or made_title(self.table, self.layout, self.language)
        mark = self.marks.of_title()
        return f"{title} {mark}" if mark else title

    @property
    def number(self) -> str:
        """Number of the table in its publication, with its word, "" for none."""
        return " ".join(self.layout.spec.presentation.number.text(self.language).split())

    @property
    def numbered_title(self) -> str:
        """Title behind the number of the table, as in a list of tables."""
        return f"{self.number} {self.title}" if self.number else self.title

    @property
    def page_footer(self) -> str:
        """Text at the foot of printed pages: the office's, else its name and the title of the table, cut to a line."""
        office = self.office if self.is_set_off else PLAIN
        if office.footer.text(self.language):
            return office.footer.text(self.language)
        name = office.name.text(self.language)
        room = max(SHORTEST_TITLE, LONGEST_FOOTER - len(name))
        title = self.title if len(self.title) <= room else f"{self.title[: room - 1].rstrip()}…"
        return " · ".join(text for text in (name, " ".join(title.split())) if text)

    @property
    def status(self) -> str:
        """Sentence on the table's state: a draft, released, or made without a statistic."""
        if self.info is None:
            return say("export_trial", self.language)
        if not self.info.number:
            return say("export_state_draft", self.language)
        date = date_text(self.info.released, self.language)
        state = say("export_state_released", self.language, date=date, number=self.info.number)
        if not self.info.corrects:
            return state
        return f"{state}. {say('export_state_corrected', self.language, date=date, number=self.info.corrects)}"

    @property
    def selection(self) -> str:
        """Text of the filters: `sex: female; year: 2025`."""
        return "; ".join(
            f"{texts.title.text(self.language)}: {', '.join(label.text(self.language) for label in texts.labels)}"
            for texts in self.table.filters
        )

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """Lines below the title: status, number of the table, statistic, period, selection."""
        language, info, lines = self.language, self.info, [self.status]
        if self.number:
            lines.append(self.number)
        if info is not None and info.statistic.text(language):
            lines.append(say("export_statistic", language, statistic=info.statistic.text(language)))
        if info is not None and info.period.text(language):
            lines.append(say("export_period", language, period=info.period.text(language)))
        if self.selection:
            lines.append(say("export_filter", language, selection=self.selection))
        return tuple(lines)

    @property
    def listed_note(self) -> tuple[Sentence, ...]:
        """Note on the published content of unlisted cells; empty where the table lists all cells."""
        if not self.table.is_listed:
            return ()
        signs = {sign for block in self.table.blocks for sign in block.unlisted if sign is not None}
        written = {self.office.sign(sign) if sign else self.office.zero_text or "0" for sign in signs}
        derived = any(value.is_derived for value in self.table.spec.values)
        code = "export_listed_derived" if derived else "export_listed"
        return (sentence(code, sign=", ".join(sorted(written) or ["0"])),)

    @property
    def table_notes(self) -> tuple[Sentence, ...]:
        """Notes on figures of this table: empty sums shown as 0, footnotes of the table, expired codes."""
        zeros: tuple[Sentence, ...] = ()
        if self.office.empty_sum == "zero" and sums_beside(self.table.spec.values):
            zeros = (sentence("export_empty_sums", zero=self.office.zero_text or "0"),)
        return (*zeros, *self.table.footnotes, *left_out(self.layout))

    @cached_property
    def notes(self) -> tuple[str, ...]:
        """All texts below the table: footnotes, note on the method, legend of signs, notes, source, note of the
        office."""
        table, office, language, info = self.table, self.office, self.language, self.info
        note = table.note if office.note_length == "long" else table.short_note
        legend = self.meanings(self.used_signs)
        if table.footnotes:
            legend.append(_meaning("|", sentence("export_sign_break"), language))
        remarks = (*self.listed_note, *table.remarks, *self.table_notes)
        notes = [
            *self.marks.written,
            *filter(None, [self.revised_note]),
            f"{say('export_note_heading', language)}: {note.text(language)}",
            f"{say('export_signs_heading', language)}: {'; '.join(legend)}",
            *(remark.text(language) for remark in remarks),
        ]
        if info is not None and info.source.text(language):
            notes.append(say("export_source", language, source=info.source.text(language)))
        if info is not None and info.as_of:
            notes.append(say("export_as_of", language, date=date_text(info.as_of, language)))
        if office.note.text(language):
            notes.append(office.note.text(language))
        if office.name.text(language):
            notes.append(say("export_publisher", language, office=office.name.text(language)))
        if office.corrections.text(language):
            notes.append(say("export_corrections", language, address=office.corrections.text(language)))
        if info is not None and info.witness.text(language):
            notes.append(info.witness.text(language))
        return tuple(notes)

    @cached_property
    def short_note(self) -> str:
        """One-line note on the method with the meaning of the signs, for a part of the table."""
        used_text = "; ".join(self.meanings(self.used_signs)[1:])
        return f"{self.table.short_note.text(self.language)} {used_text}".strip()

    @cached_property
    def used_signs(self) -> tuple[Sign, ...]:
        """The signs that the legend explains."""
        if self.legend_signs is not None:
            return self.legend_signs
        table, used_signs = self.table, set[int]()
        if table.is_listed:
            for block in table.blocks:
                used_signs.update(int(sign) for sign in block.unlisted if sign)
                used_signs.update(int(sign) for signs in block.signs or () for sign in np.unique(signs))
        elif table.has_signs:
            for value in range(len(table.spec.values)):
                for layer in self.shown_layers:
                    used_signs.update(np.unique(self._sign_matrix(value, layer)[~self.layout.rows.empty]).tolist())
        return tuple(sign for sign in Sign if sign in used_signs and sign != Sign.NONE)

    def meanings(self, signs: Iterable[Sign], language: Language | None = None) -> list[str]:
        """Legend entries for a 0 and for each of the signs."""
        office, language = self.office, language or self.language
        dash = office.zero_text
        zero = _meaning(dash or "0", sentence("export_sign_dash" if dash else "export_sign_zero"), language)
        other_signs = [sign for sign in signs if not dash or office.sign(sign) != dash]
        return [zero, *(_meaning(office.sign(sign), self.table.legend[sign], language) for sign in other_signs)]

    @property
    def has_brackets(self) -> bool:
        """Whether any figure is uncertain, and so shown in brackets."""
        return any((signs == Sign.UNCERTAIN).any() for block in self.table.blocks for signs in block.signs or ())

    @property
    def engine(self) -> str:
        """Program version that files state, "" for none."""
        return VERSION if self.info is None else self.info.engine

    @property
    def writers(self) -> int:
        """Version of the writers of its files."""
        return WRITERS if self.info is None else self.info.writers

    @property
    def areas(self) -> Mapping[str, AreaSet]:
        """Boundaries by variable, for its map."""
        return {} if self.info is None else self.info.areas

    @property
    def program(self) -> str:
        """Name and version of the program that files state, "" for none."""
        return program_text(self.engine) if self.engine else ""

    @property
    def program_note(self) -> str:
        """Note with name and version of the program, for files without another place for it."""
        return program_note(self.engine, self.language) if self.engine else ""

    def cell_notes(self) -> list[str]:
        """Texts that locate the footnotes of single cells, for files whose figures have no marks."""
        notes = []
        for (row, column, layer), numbers in self.marks.cells.items():
            axis_lines: tuple[tuple[AxisName, int], ...] = (("layers", layer), ("rows", row), ("columns", column))
            paths = (self.labels[axis].path(line) for axis, line in axis_lines)
            cell_path = " · ".join(path for path in paths if path)
            notes += [say("export_cell_note", self.language, number=number, place=cell_path) for number in numbers]
        return [*notes, *(self.revised_cell(*place) for place in sorted(self.marks.revised)), *self.revised_places]

    def revised_cell(self, row: int, column: int, layer: int, value: int) -> str:
        """Text that locates a corrected figure. row, column, layer, value: indices."""
        axis_lines: tuple[tuple[AxisName, int], ...] = (("layers", layer), ("rows", row), ("columns", column))
        words = [self.labels[axis].path(line) for axis, line in axis_lines]
        words.append(self.value_text(value) if len(self.table.spec.values) > 1 else "")
        return say("export_revised_cell", self.language, place=" · ".join(text for text in words if text))

    @property
    def revised_note(self) -> str:
        """Sentence on the mark of corrected figures, "" where there are none."""
        if self.info is None or not self.info.corrects:
            return ""
        language, number = self.language, self.info.corrects
        margins = self.info.revised_margins
        if self.marks.revised or (margins is not None and margins.are_marked):
            return say("export_revised", language, number=number)
        if margins is not None:
            titles = {each.name: each.title for block in self.table.blocks for each in block.dimensions}
            return margins_note(margins, titles, number, language)
        if not self.info.revised:
            return say("export_revised_unmarked", language, number=number)
        if too_many_revised(self.table, self.info):
            return say("export_revised_many", language, limit=MOST_MARKED, number=number)
        return ""

    # --- figures -------------------------------------------------------------------------------------------------

    def values(self, layer: int) -> tuple[ShownValue, ...]:
        """The published figures of a sheet, value by value."""
        return tuple(self._value(index, value, layer) for index, value in enumerate(self.table.spec.values))

    def _value(self, number: int, value: Value, layer: int) -> ShownValue:
        table, layout, label = self.table, self.layout, self.table.label(number)
        figures, signs = [block.figures[number] for block in table.blocks], None
        if not table.is_listed:
            signs = self._sign_matrix(number, layer) if table.has_signs else None
            return ShownValue(number, label, layout.matrix(figures, layer), signs, value.places)
        cells, listed_matrix, held_matrix = [block.cells for block in table.blocks], None, None
        if table.has_signs:
            unlisted = [int(block.unlisted[number] or Sign.NONE) for block in table.blocks]
            listed_matrix = ListedMatrix(layout, self._sign_arrays(number), cells, layer, unlisted)
        if value.is_derived:
            held_matrix = ListedMatrix(layout, [np.ones(block.held, dtype=np.bool_) for block in cells], cells, layer)
        matrix = ListedMatrix(layout, figures, cells, layer)
        return ShownValue(number, label, matrix, listed_matrix, value.places, held=held_matrix)

    def _sign_arrays(self, number: int) -> list[NDArray[np.uint8]]:
        """Signs of a value in each block, in the shape of its figures. number: index of the value."""
        return [
            np.zeros(block.figures[number].shape, dtype=np.uint8) if block.signs is None else block.signs[number]
            for block in self.table.blocks
        ]

    def _sign_matrix(self, number: int, layer: int) -> NDArray[np.uint8]:
        return self.layout.matrix(self._sign_arrays(number), layer)

    def figures(self, layer: int) -> Callable[[int, int], list[Figure]]:
        """Function of row and column that returns the figure or sign of each value. layer: index. A derived figure that
        is not listed is "", since its value differs from cell to cell."""
        shown_values, values = self.values(layer), self.table.spec.values
        empty_rows, empty_columns = self.layout.rows.empty, self.layout.columns.empty

        @lru_cache(1)
        def lines(row: int) -> list[tuple[Any, ...]]:
            return [(value, *shown_part.line(row)) for value, shown_part in zip(values, shown_values, strict=True)]

        def cell(row: int, column: int) -> list[Figure]:
            if empty_rows[row] or empty_columns[column]:
                return [""] * len(values)
            return [
                ""
                if mask_row is not None and not mask_row[column]
                else self.stand(value, int(figures[column]), Sign.NONE if signs is None else Sign(int(signs[column])))
                for value, figures, signs, mask_row in lines(row)
            ]

        return cell

    def stand(self, value: Value, whole: int, mark: Sign) -> Figure:
        """Figure of a value as shown: with its decimals, in brackets, or as the office's sign. whole: scaled figure;
        mark: its sign."""
        if not mark.keeps_figure:
            return self.office.sign(mark)
        figure: int | Decimal = whole
        dash = self.dash(value)
        if dash and not figure and not mark:
            return dash
        if value.places:
            figure = Decimal(figure).scaleb(-value.places)
        return Bracketed(figure) if mark else figure

    def dash(self, value: Value) -> str:
        """Text for a 0 of a value, "" where the 0 itself is shown."""
        return "" if value.is_derived else self.office.zero_text

    # --- labels --------------------------------------------------------------------------------------------------

    def value_text(self, number: int) -> str:
        """Heading of a value's figures, with footnote marks. number: index of the value."""
        mark = self.marks.of_value(number)
        text = self.table.label(number).text(self.language)
        return f"{text} {mark}" if mark else text

    @cached_property
    def labels(self) -> dict[AxisName, AxisLabels]:
        """The labels of each axis."""
        return _Labels(self)

    def stub(self, words: Sequence[str]) -> AxisLabels:
        """Row labels where each value has a row of its own. words: headings of the values."""
        return AxisLabels(self.layout, "rows", self.language, self.marks, words)

    def line_texts(self, axis: AxisName, line: int) -> tuple[str, ...]:
        """The labels of a row, column or layer, outermost level first."""
        return self.labels[axis].texts(line)

    def level_titles(self, axis: AxisName) -> tuple[str, ...]:
        """Titles of the levels of an axis, outermost first, from the first block with most levels."""
        return self.labels[axis].titles

    def depth(self, axis: AxisName) -> int:
        """Number of columns of the stub, or of lines of the head."""
        return self.labels[axis].depth

    def is_total(self, axis: AxisName, line: int) -> bool:
        """Whether all levels of a line are totals (bold in print)."""
        return bool(self.labels[axis].total[line])

    def is_heading(self, row: int) -> bool:
        """Whether a line of the rows is the heading of a block."""
        number, line = self.layout.rows.locate(row)
        return bool(self.layout.rows.segments[number].marks[line] == HEADING)

    def sheet(self, layer: int) -> Sheet:
        """A sheet of the table as rows and columns of figures."""
        return Sheet(self, layer)

    def caption(self, layer: int) -> str:
        """Caption of a sheet: the labels of its layer, the only value, or a word for a table."""
        sheet = self.sheet(layer)
        if self.depth("layers"):
            return ", ".join(self.line_texts("layers", layer))
        return (
            self.value_text(0) if sheet.beside == 1 and not sheet.in_rows else say("export_sheet_table", self.language)
        )

    def full_caption(self, layer: int) -> str:
        """Caption of a sheet that has no title above: the table's title, with the caption where that says more."""
        caption = self.caption(layer)
        has_more = caption != say("export_sheet_table", self.language)
        return f"{self.title} – {caption}" if has_more else self.title

    @property
    def shown_layers(self) -> list[int]:
        """Indices of the layers with figures; layers that are headings make no sheet."""
        return np.flatnonzero(~self.layout.layers.empty).tolist()

    @property
    def is_set_off(self) -> bool:
        """Whether files set off subtotals and blocks, and print common remarks once."""
        return self.layout.spec.presentation.set_off

    @property
    def has_leaders(self) -> bool:
        """Whether dots lead from the labels of the rows to their figures."""
        return self.layout.spec.presentation.leaders


class Sheet:
    """Rows and columns of figures as written to files. Several values are beside one another below each line of the
    head (`beside`: their number), or in rows of their own. stub: labels of the rows.
    """

    def __init__(self, page: TablePresentation, layer: int) -> None:
        values = range(len(page.table.spec.values))
        self.in_rows = page.table.spec.values_on == "rows" and len(values) > 1
        self.beside = 1 if self.in_rows else len(values)
        words = [page.value_text(number) for number in values] if self.in_rows else []
        self.stub = page.stub(words)
        self.columns = len(page.layout.columns) * self.beside
        self._cell, self._page = page.figures(layer), page
        shape = SheetShape(page.language, self.columns, (~self.stub.empty).tolist())
        shown_options = [option for option in OPTIONS if option.holds(page.layout.spec.presentation)]
        self._heads = [(option, list(option.head(shape))) for option in shown_options if option.head is not None]
        self._added = [option.stub(shape) for option in shown_options if option.stub is not None]
        for title, texts in self._added:
            self.stub.add_column(title, texts)

    def __len__(self) -> int:
        return len(self.stub)

    def value(self, row: int, column: int) -> int:
        """Number of the value that a cell shows."""
        return int(self.stub.value_of[row]) if self.in_rows else column % self.beside

    def head_words(self, column: int) -> str:
        """Heading of the value of a column, "" where values are in the rows."""
        return "" if self.in_rows else self._page.value_text(column % self.beside)

    def lines_below_head(self, *, paper: bool = True) -> list[list[str]]:
        """Lines that options print below the head, with a text for each column of figures. paper: include those meant
        only for workbooks and pages."""
        return [texts for option, texts in self._heads if paper or not option.paper]

    @property
    def printed(self) -> list[str]:
        """Every text that options print."""
        adjacent_texts = (text for title, texts in self._added for text in (title, *texts))
        return [*(text for _, texts in self._heads for text in texts), *adjacent_texts]

    def figures(self, row: int, columns: Sequence[int] | None = None) -> list[Figure]:
        """Figures of a row, of some columns or (None) of all."""
        line, wanted_columns = int(self.stub.line_of[row]), range(self.columns) if columns is None else columns
        if self.in_rows:
            number = int(self.stub.value_of[row])
            return [self._cell(line, column)[number] for column in wanted_columns]
        if columns is None:
            return [figure for column in range(self.columns // self.beside) for figure in self._cell(line, column)]
        return [self._cell(line, column // self.beside)[column % self.beside] for column in wanted_columns]


def present(
    table: ProtectedTable,
    draft_info: DraftInfo | None,
    presentation: Presentation,
    office: Office,
    language: Language,
) -> TablePresentation:
    """Prepare a protected table for showing. draft_info: facts on its statistic, or None; presentation: its layout;
    office: signs, notes, pictures, and whether an empty sum is 0; language: used unless the presentation sets one."""
    if presentation != table.spec.presentation:
        table = replace(table, spec=table.spec.with_changes(presentation=presentation))
    if office.empty_sum == "zero":
        table = with_zeros(table)
    language = presentation.language or language
    layout = lay_out(table.spec, table.blocks, language)
    marks = footnotes(layout, language)
    if draft_info is not None and draft_info.revised:
        of_list = _revised_lines(layout, table, draft_info.revised) if table.is_listed else None
        if not too_many_revised(table, draft_info):
            marks = replace(marks, revised=frozenset(of_list or _revised(layout, draft_info.revised)))
    return TablePresentation(table, layout, language, office, draft_info, marks)


def too_many_revised(table: ProtectedTable, draft_info: DraftInfo) -> bool:
    """Whether a table lists more corrected figures than files mark one by one."""
    corrected = (int(np.count_nonzero(mask)) for masks in draft_info.revised for mask in masks)
    return table.is_listed and sum(corrected) > MOST_MARKED


def _revised(layout: Layout, masks: Revised) -> Iterator[tuple[int, int, int, int]]:
    """Row, column, layer and value of each corrected figure."""
    for layer in np.flatnonzero(~layout.layers.empty).tolist():
        for value in range(len(layout.spec.values)):
            matrix = layout.matrix([mask[value] for mask in masks], layer)
            shown_cells = (matrix != 0) & ~layout.rows.empty[:, None] & ~layout.columns.empty[None, :]
            yield from ((row, column, layer, value) for row, column in np.argwhere(shown_cells).tolist())


def _revised_lines(layout: Layout, table: ProtectedTable, masks: Revised) -> Iterator[tuple[int, int, int, int]]:
    """The same of a table that lists its cells."""
    for number, (block, of_values) in enumerate(zip(table.blocks, masks, strict=True)):
        if block.listed is None:
            continue
        cells, (layers, rows, columns) = layout.listed_lines(number, block.listed)
        for value, mask in enumerate(of_values):
            places = np.column_stack([rows, columns, layers])[mask[cells]]
            yield from ((row, column, layer, value) for row, column, layer in places.tolist())


def present_draft(what: Draft | ProtectedTable, language: Language, office: Office = PLAIN) -> TablePresentation:
    """Prepare a draft for showing, or a protected table without a statistic, which then has a note on this."""
    table, info = (what.table, what.info) if isinstance(what, Draft) else (what, None)
    return present(table, info, table.spec.presentation, office, language)


def figure_text(figure: Figure, language: Language) -> str:
    """Format a figure, or the text that replaces it, as a person of that language reads it."""
    if isinstance(figure, Bracketed):
        return f"({figure_text(figure.figure, language)})"
    if isinstance(figure, int):
        return integer_text(figure, language)
    if isinstance(figure, Decimal):
        return decimal_text(figure, -int(figure.as_tuple().exponent), language)
    return figure


def margins_note(margins: RevisedMargins, titles: Mapping[str, Texts], number: str, language: Language) -> str:
    """Sentence on the margins of a hypercube that a correction changed. titles: of variables by name; number: of the
    release that it replaces."""
    count = len(margins.changed)
    if not count:
        return say("export_revised_none", language, number=number)
    if count > MOST_MARGINS:
        return say("export_revised_margins_count", language, number=number, count=count, all=margins.all)
    words = [
        " × ".join(titles.get(name, Texts.same(name)).text(language) or name for name in names)
        or say("margin_total", language)
        for names in margins.changed
    ]
    return say("export_revised_margins", language, number=number, margins="; ".join(words))


def _meaning(sign: str, meaning: Sentence, language: Language) -> str:
    return say("export_sign", language, sign=sign, meaning=meaning)


def program_text(version: str) -> str:
    """Name and version of the program as stated in files."""
    return f"ckmdesk {version}"


def program_note(version: str, language: Language) -> str:
    """Sentence on the program and its version."""
    return say("export_program", language, program=program_text(version))
