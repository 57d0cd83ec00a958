"""compare(table, published, language): the cells of a table that changed since they were published, are new or gone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property
from os import PathLike
from pathlib import Path

import numpy as np

from ckmcore.base.numbers import LANGUAGES, Language
from ckmcore.compare.changed import KINDS, Kind, compare_cells, numbered
from ckmcore.compare.figures import Entry, unmarked
from ckmcore.compare.match import (
    Found,
    by_value,
    is_total,
    match,
    match_layers,
    texts_of,
    valued_columns,
    with_labels_apart,
)
from ckmcore.compare.published import CELL_LIMIT, PublishedFile, plain, read_published
from ckmcore.compare.shown import Address, AxisName, Place, ShownTable, show
from ckmcore.errors import Cancelled, DataError
from ckmcore.messages import Sentence, say, sentence
from ckmcore.methods.draft import Draft
from ckmcore.methods.protected import ProtectedTable
from ckmcore.tabulate.scan import never

_EXAMPLES = 4
_SELECTED = frozenset(say("word_selected", language).casefold() for language in LANGUAGES)
Key = tuple[Address, int]


@dataclass(frozen=True)
class Difference:
    """A cell that differs between file and table. path: labels, outermost first; old: entry of the file; new: entry of
    the table; place: cell in the table, None where it has none; line: line in the file, 0 where it has none."""

    kind: Kind
    path: tuple[str, ...]
    value: str
    old: Entry
    new: Entry
    place: Place | None = None
    line: int = 0

    @cached_property
    def difference(self) -> Decimal | None:
        """New minus old figure, exact; None where one of them is no figure."""
        if isinstance(self.old, Decimal) and isinstance(self.new, Decimal):
            return self.new - self.old
        return None

    @cached_property
    def percent(self) -> Decimal | None:
        """Difference in percent of the old figure; None where that is 0 or no figure."""
        if self.difference is None or not isinstance(self.old, Decimal) or not self.old:
            return None
        return 100 * self.difference / abs(self.old)


@dataclass(frozen=True, eq=False)
class TableComparison:
    """Result of comparing a table with a published file. found: differences in the order of the table, cells missing in
    the table last; unchanged: number of equal cells; notices: remarks on how the file was read.

    lines: lines below the table's title in an export: its state, statistic, period and selection.
    """

    file: str
    title: str
    found: tuple[Difference, ...]
    unchanged: int
    notices: tuple[Sentence, ...] = ()
    lines: tuple[str, ...] = ()

    def count(self, kind: Kind) -> int:
        """Number of differences of a kind: changed, new or gone."""
        return sum(difference.kind == kind for difference in self.found)

    @property
    def same(self) -> bool:
        """Whether table and file have no difference."""
        return not self.found

    def by_size(self) -> tuple[Difference, ...]:
        """Differences in the order of their size: changed cells with the largest change first (signs after figures),
        then new cells, then gone cells."""
        return tuple(sorted(self.found, key=size_key))


def size_key(one: Difference) -> tuple[int, bool, Decimal]:
    """Orders differences by size, largest first."""
    size = one.difference
    return KINDS.index(one.kind), size is None, -abs(size) if size is not None else Decimal(0)


def compare(
    what: Draft | ProtectedTable,
    with_file: str | PathLike[str],
    language: Language,
    cancelled: Callable[[], bool] = never,
) -> TableComparison:
    """Compare a table's cells with those of a file, matched by labels or codes of their variables.

    what: the table; language: of its labels; cancelled: asked now and then whether to stop. Raises
    published_nothing_matches, published_level_unknown, published_value_unknown, published_other_selection,
    published_too_large, Cancelled and the errors of `read_published`.
    """
    shown, theirs = _both(what, with_file, language, cancelled)
    return _compared(shown, theirs, cancelled)


def figures_in(
    with_file: str | PathLike[str],
    what: Draft | ProtectedTable,
    language: Language,
    cancelled: Callable[[], bool] = never,
) -> list[tuple[Place, Entry]]:
    """Figures of a file for the cells of a table, each cell once, whatever figures the table has. Parameters and errors
    as of `compare`."""
    shown, theirs = _both(what, with_file, language, cancelled)
    own_cells = list(_own_cells(shown, theirs, cancelled))
    figures = [(cell_place, theirs.cells[key].entry) for cell_place, key, _ in own_cells if key in theirs.cells]
    if not figures:
        words = _Words(shown)
        raise theirs.nothing_matches(
            theirs.left(theirs.cells.values()), (words.of(cell_place) for cell_place, _, _ in own_cells)
        )
    return figures


def _both(
    what: Draft | ProtectedTable, with_file: str | PathLike[str], language: Language, cancelled: Callable[[], bool]
) -> tuple[ShownTable, _Theirs]:
    """Table as shown, and the figures of the file by the cells of the table. Raises published_too_large."""
    shown = show(what, language)
    if shown.page.table.cells > CELL_LIMIT:
        raise DataError("published_too_large", file=Path(with_file).name, limit=CELL_LIMIT)
    theirs = _Theirs(read_published(with_file, shown.heads), shown)
    theirs.read(cancelled)
    return shown, theirs


@dataclass(frozen=True)
class _Cell:
    """A figure of the file with its labels, the name of its value, and its line."""

    path: tuple[str, ...]
    value: str
    entry: Entry
    line: int


class _Theirs:
    """Figures of the file by the cells of the current table."""

    def __init__(self, published: PublishedFile, shown: ShownTable) -> None:
        apart = (with_labels_apart(table, shown) for table in published.tables)
        tables = tuple(published_table for table in apart for published_table in by_value(table, shown))
        self.published, self._shown = replace(published, tables=tables), shown
        self.cells: dict[Key, _Cell] = {}
        self.unknown: list[_Cell] = []
        self.unclear: list[_Cell] = []
        self.doubtful: set[Key] = set()
        self.notices: list[Sentence] = list(published.notices)
        self._same_selection = self._check_selection()
        self._contrary: list[_Cell] = []
        self._outside = 0
        self._levels: set[str] = set()

    # --- selection -----------------------------------------------------------------------------------------------

    def _check_selection(self) -> bool:
        """Whether the file states the same selection as the table; raises an error where the file states another
        selection."""
        prefixes = [plain(say("export_filter", language, selection="")).rstrip() for language in LANGUAGES]
        published_texts = {plain(text) for table in self.published.tables for text in table.above}
        theirs = {
            text.removeprefix(prefix).strip()
            for text in published_texts
            for prefix in prefixes
            if text.startswith(prefix)
        }
        ours = set(self._shown.selections) - {""}
        if theirs and not theirs & ours:
            nothing = sentence("published_everything")
            table = self._shown.selections[LANGUAGES.index(self._shown.language)] or nothing
            raise DataError(
                "published_other_selection", file=self.published.name, theirs="; ".join(sorted(theirs)), ours=table
            )
        return bool(theirs)

    def selected(self, address: Address, words: Iterable[str] = ()) -> Address:
        """Address of a cell completed by the table's filters, for variables that the cell itself does not name. words:
        labels of the cell."""
        if not self._shown.filters:
            return address
        variable_names = {name for name, _ in address}
        own_selection = self._same_selection or any(word.casefold() in _SELECTED for word in words)
        period_address = {
            (name, "|".join(codes))
            for name, codes in self._shown.filters
            if name not in variable_names and (own_selection or name not in self._levels)
        }
        return address | period_address

    # --- cells ---------------------------------------------------------------------------------------------------

    def read(self, cancelled: Callable[[], bool]) -> None:
        """Assign all cells of the file: matched with the table, unknown to it, or ambiguous."""
        tables, shown, file = self.published.tables, self._shown, self.published.name
        valued, column_notices = valued_columns(self.published, shown)
        self.notices += column_notices
        self.values = {number for valued_column in valued for number in valued_column.numbers}
        layers = match_layers(tables, shown, file)
        sheets = len({(table.name, table.above) for table in tables})
        others = 0
        matched = []
        for table, columns, layer in zip(tables, valued, layers, strict=True):
            if cancelled():
                raise Cancelled()
            each_matched = match(table, columns.labels, shown, file)
            matched.append(each_matched)
            for addresses in (*each_matched.rows, *each_matched.columns, layer):
                self._levels.update(name for address in addresses for name, _ in address)
        for table, columns, layer, each_matched in zip(tables, valued, layers, matched, strict=True):
            others += len(each_matched.skipped)
            heads = [texts_of(path) for path in columns.labels]
            across = [
                (index, each_matched.columns[index], number)
                for index, number in enumerate(columns.numbers)
                if number is not None
            ]
            above = (plain(table.above[-1] if table.above else table.name),) if sheets > 1 else ()
            for row_index, (row, path) in enumerate(zip(each_matched.rows, table.rows, strict=True)):
                if row_index in each_matched.skipped:
                    continue
                if cancelled():
                    raise Cancelled()
                texts, entries = texts_of(path), table.entries[row_index]
                for entry_index, column, value in across:
                    if entries[entry_index] is not None:
                        words = (*above, *texts, *heads[entry_index])
                        cell = _Cell(words, columns.names[entry_index], entries[entry_index], table.lines[row_index])
                        self._take(cell, (layer, row, column), value)
        if others:
            self.notices.append(sentence("published_other_periods", file=file, period=shown.period))
        self._say()

    def left(self, gone: Iterable[_Cell]) -> list[_Cell]:
        """Cells of the file that the table lacks, in the order of the file. gone: those at addresses that the table
        could have."""
        return sorted([*gone, *self.unknown], key=lambda cell: cell.line)

    def nothing_matches(self, left: Iterable[_Cell], ours: Iterable[tuple[str, ...]]) -> DataError:
        """The error, with examples of labels of both."""
        theirs = _labels(cell.path for cell in left)
        return DataError("published_nothing_matches", file=self.published.name, theirs=theirs, ours=_labels(ours))

    def _take(self, cell: _Cell, matches: tuple[Found, Found, Found], value: int) -> None:
        if not all(matches):
            self.unknown.append(cell)
            return
        layers, rows, columns = matches
        addresses = {layer | row | column for layer in layers for row in rows for column in columns}
        keys = {(self.selected(address, cell.path), value) for address in addresses}
        if len(keys) > 1:
            self.unclear.append(cell)
            self.doubtful |= keys
            return
        key = next(iter(keys))
        if self._is_outside(key[0]):
            self._outside += 1
            return
        former_cell = self.cells.get(key)
        if former_cell is not None and former_cell.entry != cell.entry:
            self._contrary.append(cell)
            self.doubtful.add(key)
        elif former_cell is None:
            self.cells[key] = cell

    def _is_outside(self, address: Address) -> bool:
        """Whether a cell lies outside the table's selection."""
        code_of = dict(address)
        for name, codes in self._shown.filters:
            known_codes = {*codes, "|".join(codes)}
            if name not in code_of or (
                code_of[name] not in known_codes and (name, code_of[name]) not in self._shown.above
            ):
                return True
        return False

    def _say(self) -> None:
        file = self.published.name
        for key in self.doubtful:
            self.cells.pop(key, None)
        if self.unclear:
            unclear_cell = self.unclear[0]
            self.notices.append(
                sentence(
                    "published_unclear",
                    file=file,
                    line=unclear_cell.line,
                    label=" · ".join(unclear_cell.path),
                    count=len(self.unclear),
                )
            )
        if self._contrary:
            unclear_cell = self._contrary[0]
            label = " · ".join(unclear_cell.path)
            self.notices.append(
                sentence("published_twice", file=file, line=unclear_cell.line, label=label, count=len(self._contrary))
            )
        remaining_titles = tuple(title for name, title in self._shown.variables.items() if name not in self._levels)
        if remaining_titles and self.cells:
            self.notices.append(sentence("published_not_broken_down", file=file, names=remaining_titles))
        if self._outside:
            self.notices.append(sentence("published_outside", file=file, count=self._outside))
        if not self._same_selection and any(name not in self._levels for name, _ in self._shown.filters):
            selection = self._shown.selections[LANGUAGES.index(self._shown.language)]
            self.notices.append(sentence("published_selection_assumed", file=file, selection=selection))


def _own_cells(
    shown_table: ShownTable, theirs: _Theirs, cancelled: Callable[[], bool]
) -> Iterator[tuple[Place, Key, Entry]]:
    """Cells of the table whose value occurs in the file, each once, in the order of the table."""
    seen_keys: set[Key] = set()
    row = -1
    for cell_place, address, entry in shown_table.entries():
        if cell_place.row != row:
            row = cell_place.row
            if cancelled():
                raise Cancelled()
        if entry is None or cell_place.value not in theirs.values:
            continue
        if shown_table.filters:
            variable_names = {name for name, _ in address}
            address |= {(name, "|".join(codes)) for name, codes in shown_table.filters if name not in variable_names}
        key = (address, cell_place.value)
        if key not in seen_keys:
            seen_keys.add(key)
            yield cell_place, key, entry


def _compared(shown_table: ShownTable, theirs: _Theirs, cancelled: Callable[[], bool]) -> TableComparison:
    own_cells = list(_own_cells(shown_table, theirs, cancelled))
    cells = list(theirs.cells.values())

    def alike(entry: Entry, cell_place: Place, _key: Key, ours: Entry) -> bool:
        return _same(entry, ours) or (ours == "." and _same(entry, shown_table.may_also_be(cell_place)))

    cells_compared = compare_cells(
        *numbered(theirs.cells, (key for _, key, _ in own_cells)),
        lambda was, new_indices: np.array(
            [
                alike(cells[former].entry, *own_cells[at])
                for former, at in zip(was.tolist(), new_indices.tolist(), strict=True)
            ],
            dtype=np.bool_,
        ),
    )
    words = _Words(shown_table)
    former = dict(zip(*(matched_cells.tolist() for matched_cells in reversed(cells_compared.changed)), strict=True))
    added = [
        cell_index for cell_index in cells_compared.new.tolist() if own_cells[cell_index][1] not in theirs.doubtful
    ]
    differences: list[Difference] = []
    for cell_index in sorted([*former, *added]):
        cell_place, _, entry = own_cells[cell_index]
        path, value = words.of(cell_place), shown_table.value_words[cell_place.value]
        if cell_index in former:
            cell = cells[former[cell_index]]
            differences.append(Difference("changed", path, value, cell.entry, entry, cell_place, cell.line))
        else:
            differences.append(Difference("new", path, value, None, entry, cell_place))
    gone_cells = theirs.left(cells[cell_index] for cell_index in cells_compared.gone.tolist())
    if not cells_compared.unchanged and len(added) == len(differences):
        raise theirs.nothing_matches(gone_cells, (difference.path for difference in differences))
    differences += [Difference("gone", cell.path, cell.value, cell.entry, None, None, cell.line) for cell in gone_cells]
    page, notices = shown_table.page, tuple(theirs.notices)
    return TableComparison(
        theirs.published.name, page.title, tuple(differences), cells_compared.unchanged, notices, page.lines
    )


def _same(theirs: Entry, ours: Entry) -> bool:
    """Whether file and table show the same in a cell; a dash in the file is equal to 0."""
    return theirs == ours or (theirs == "-" and ours == 0)


class _Words:
    """The labels of cells in the reader's language, looked up once per line."""

    def __init__(self, shown: ShownTable) -> None:
        self._shown = shown
        self._known: dict[tuple[AxisName, int], tuple[str, ...]] = {}

    def of(self, place: Place) -> tuple[str, ...]:
        """Labels of layer, row and column, outermost first."""
        line_address: tuple[tuple[AxisName, int], ...]
        line_address = (("layers", place.layer), ("rows", place.row), ("columns", place.column))
        return tuple(text for axis, line in line_address for text in self._line(axis, line))

    def _line(self, axis: AxisName, line: int) -> tuple[str, ...]:
        if (axis, line) not in self._known:
            texts = self._shown.page.line_texts(axis, line)
            self._known[axis, line] = tuple(unmarked(text) for text in texts if text)
        return self._known[axis, line]


def _labels(paths: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    """A few labels that occur, for a sentence."""
    seen = Counter(text for path in paths for text in path if not is_total(text))
    return tuple(text for text, _ in seen.most_common(_EXAMPLES)) or ("–",)
