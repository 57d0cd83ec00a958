"""The words of a table's lines: stub and head as they are shown and written, one text per column of the stub."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.numbers import Language
from ckmcore.messages import say
from ckmcore.microdata.data import MISSING
from ckmcore.tabulate.axis import Node
from ckmcore.tabulate.layout import HEADING, AxisLayout, AxisName, Layout, Segment, ShownLevel
from ckmcore.tabulate.spec import TOTAL, Presentation

Flags = NDArray[np.bool_]
Opening = Literal["none", "closed", "open"]
Lines = NDArray[np.intp]


class Marks(Protocol):
    """Footnote marks behind labels, "" without footnotes; no marks at all without `texts`."""

    @property
    def texts(self) -> tuple[str, ...]: ...

    def of_stub(self, block: int, level: int) -> str: ...

    def of_node(self, axis: AxisName, block: int, level: int, place: int) -> str: ...

    def of_line(self, axis: AxisName, line: int) -> str: ...


@dataclass(frozen=True)
class Column:
    """A column of the stub, or a line of the head. level: index of its level in the block; depth: level of the
    hierarchy where these have columns of their own, -1 for all levels in one column."""

    level: int
    depth: int = -1


REMEMBERED = 10_000
MOST_LONGEST = 300


class AxisLabels:
    """Labels of the lines of an axis, computed once per table and language.

    depth: columns of the stub, or lines of the head. Masks over the lines: `total` (all levels are totals), `strong`
    (bold: totals, headings, and totals of a hierarchy's first level), `tint` (other lines whose last level is a total),
    `empty` (no figures).

    values: names of the values where several have rows of their own, one row for each. line_of, value_of: for each row
    its line of the layout and its value.
    """

    def __init__(
        self,
        layout: Layout,
        axis: AxisName,
        language: Language,
        marks: Marks | None = None,
        values: Sequence[str] = (),
    ) -> None:
        axis_layouts = {"rows": layout.rows, "columns": layout.columns, "layers": layout.layers}
        self._axis: AxisLayout = axis_layouts[axis]
        # What was painted once is painted again: a repaint asks for each label several times.
        self._found: dict[int, tuple[str, ...]] = {}
        self._can_open: dict[int, bool] = {}
        self._longest: dict[int, list[tuple[str, int, bool]]] = {}
        self._name, self._marks = axis, marks if marks is not None and marks.texts else None
        self.language: Language = layout.spec.presentation.language or language
        self._presentation = layout.spec.presentation
        self._selected = any(condition.restricts for condition in layout.spec.filters)
        self._words = {
            kind: say(f"word_{kind}", self.language) for kind in ("total", "subtotal", "selected", "average")
        }
        segments = self._axis.segments
        # Labels of stacked blocks are lines of their own in the stub; in the head a level above the others.
        stacked = len(segments) > 1 and any(segment.heading.text("en") for segment in segments)
        self.block_level = int(stacked and axis != "rows")
        self._columns = [_columns(segment) for segment in segments]
        self.depth = self.block_level + max((len(columns) for columns in self._columns), default=0)
        self._texts = [[self._level_texts(shown_level) for shown_level in segment.levels] for segment in segments]
        self._openings = [[_openings(shown_level) for shown_level in segment.levels] for segment in segments]
        self._chains = [[_chain(shown_level) for shown_level in segment.levels] for segment in segments]
        self._spanning = [[_spanning(shown_level) for shown_level in segment.levels] for segment in segments]
        self.empty: Flags = self._axis.empty
        self._values = tuple(values) if len(values) > 1 else ()
        self.line_of: Lines = np.arange(len(self._axis))
        self.value_of: Lines = np.zeros(len(self._axis), dtype=np.intp)
        self._begins: Lines = np.arange(len(self._axis) + 1)
        self._beside: list[tuple[str, tuple[str, ...]]] = []
        if self._values:
            self._expand()

    # Of a long list no form of one sheet asks for these.

    @cached_property
    def total(self) -> Flags:
        return self._flags(self._total)

    @cached_property
    def strong(self) -> Flags:
        return self._flags(self._strong)

    @cached_property
    def tint(self) -> Flags:
        return self._flags(self._tint)

    def _flags(self, of_segment: Callable[[int], Flags]) -> Flags:
        flags: Flags = np.concatenate([of_segment(index) for index in range(len(self._axis.segments))])
        return flags

    @cached_property
    def _ends(self) -> tuple[Lines, Lines]:
        return self._runs()

    @cached_property
    def _first(self) -> Lines:
        return self._ends[0]

    @cached_property
    def _last(self) -> Lines:
        return self._ends[1]

    def _expand(self) -> None:
        """Repeat each line for every value; lines without figures stay single."""
        repetitions = np.where(self.empty, 1, len(self._values))
        begins = self._begins = np.concatenate([[0], np.cumsum(repetitions)])
        self.line_of = np.repeat(self.line_of, repetitions)
        self.value_of = np.arange(len(self.line_of)) - begins[self.line_of]
        rows = np.arange(len(self.line_of))[:, None]
        first, last_lines = self._first[self.line_of, : self.depth], self._last[self.line_of, : self.depth]
        self._first = np.hstack([begins[first], rows])
        self._last = np.hstack([begins[last_lines + 1] - 1, rows])
        self.empty, self.total, self.strong, self.tint = (
            flags[self.line_of] for flags in (self.empty, self.total, self.strong, self.tint)
        )
        self.depth += 1

    def add_column(self, title: str, texts: Sequence[str]) -> None:
        """Add a column behind the stub. texts: one per row, "" in rows without figures."""
        rows = np.arange(len(self))[:, None]
        self._first, self._last = (np.hstack([ends[:, : self.depth], rows]) for ends in (self._first, self._last))
        self._beside.append((title, tuple(texts)))
        self.depth += 1
        self._found.clear()

    def row_of(self, line: int, value: int) -> int:
        """The row of a line of the layout that holds a value."""
        begin, end = int(self._begins[line]), int(self._begins[line + 1])
        return min(begin + value, end - 1)

    def __len__(self) -> int:
        return len(self.line_of)

    @cached_property
    def titles(self) -> tuple[str, ...]:
        """Headings of the columns of the stub; titles of stacked blocks are joined, each once, as in `Sex / Age`."""
        titles_by_column: list[dict[str, None]] = [{} for _ in range(max(map(len, self._columns), default=0))]
        for segment_index, segment in enumerate(self._axis.segments):
            if segment_index and segment.heading != segment.block.label:
                continue  # its heading says it
            for column_index, column in enumerate(self._columns[segment_index]):
                shown_level = segment.levels[column.level]
                text = shown_level.title(self.language)
                if column.depth >= 0:
                    text = shown_level.depth_titles(self.language)[shown_level.depths.index(column.depth)]
                if self._marks is not None and self._name == "rows":
                    text = _marked_label(text, self._marks.of_stub(segment_index, column.level))
                if text:
                    titles_by_column[column_index][text] = None
        adjacent_titles = (title for title, _ in self._beside)
        return (
            *[""] * self.block_level,
            *map(" / ".join, titles_by_column),
            *([""] if self._values else []),
            *adjacent_titles,
        )

    def _level_texts(self, shown_level: ShownLevel) -> list[str]:
        return [node_words(node, self._presentation, self.language) for node in shown_level.dimension.nodes]

    def _total(self, number: int) -> Flags:
        segment = self._axis.segments[number]
        positions = segment.positions
        if not positions.shape[1]:
            return np.zeros(len(positions), dtype=bool)
        total: Flags = np.all(positions == 0, axis=1) & (segment.marks == 0)
        return total

    def _strong(self, number: int) -> Flags:
        segment, total = self._axis.segments[number], self._total(number)
        strong = total | segment.empty
        # As an office prints it, nodes of the first level are set off with their figures in any case.
        least = 1 if self._presentation.set_off and self._name == "rows" else 2
        if segment.positions.shape[1] >= least:
            top = np.array([is_bold(node) for node in segment.levels[0].dimension.nodes])
            strong = strong | (top[segment.positions[:, 0]] & np.all(segment.positions[:, 1:] == 0, axis=1))
        return strong

    def _tint(self, number: int) -> Flags:
        segment = self._axis.segments[number]
        if not segment.positions.shape[1]:
            return np.zeros(len(segment), dtype=bool)
        tint: Flags = (segment.positions[:, -1] == 0) & ~self._strong(number)
        return tint

    def _runs(self) -> tuple[Lines, Lines]:
        """First and last line of the run of equal labels, for each line and column of the stub (lines x columns)."""
        lines = len(self._axis)
        changed = np.zeros((lines, max(self.depth, 1)), dtype=bool)
        for segment_index, (segment, start) in enumerate(
            zip(self._axis.segments, self._axis.starts.tolist(), strict=False)
        ):
            columns = self._columns[segment_index]
            if len(segment) and columns:
                keys = np.column_stack([self._keys(segment_index, column) for column in columns])
                keys[segment.marks > 0] = -np.arange(1, 1 + int((segment.marks > 0).sum()))[:, None]
                differs = np.logical_or.accumulate(keys[1:] != keys[:-1], axis=1)
                begin, end = self.block_level, self.block_level + len(columns)
                changed[start + 1 : start + len(segment), begin:end] = differs
                changed[start + 1 : start + len(segment), end:] = differs[:, -1:]
            if len(segment):
                changed[start] = True
        numbers = np.arange(lines)[:, None]
        first = np.maximum.accumulate(np.where(changed, numbers, 0), axis=0)
        ends = np.vstack([changed[1:], np.ones((1, changed.shape[1]), dtype=bool)])
        last_lines = np.minimum.accumulate(np.where(ends, numbers, lines)[::-1], axis=0)[::-1]
        return first, last_lines

    def _keys(self, number: int, column: Column) -> Lines:
        """Index of the node that a column of the stub shows in each line of a block. number: of the block."""
        node_indices = self._axis.segments[number].positions[:, column.level]
        if column.depth < 0:
            return node_indices
        chain = self._chains[number][column.level]
        shown_level = self._axis.segments[number].levels[column.level]
        lines: Lines = chain[shown_level.depths.index(column.depth)][node_indices]
        return lines

    def texts(self, row: int) -> tuple[str, ...]:
        """Labels of a row, outermost first, the value last; the heading of a block is its only label."""
        row_texts = self._found.get(row)
        if row_texts is None:
            if len(self._found) >= REMEMBERED:
                self._found.clear()
            row_texts = self._found[row] = self._row_texts(row)
        return row_texts

    def _row_texts(self, row: int) -> tuple[str, ...]:
        texts = self._line_texts(int(self.line_of[row]))
        if self.empty[row] or not (self._values or self._beside):
            return texts
        behind = [self._values[int(self.value_of[row])]] if self._values else []
        behind += [beside[row] for _, beside in self._beside]
        return (*texts, *[""] * (self.depth - len(behind) - len(texts)), *behind)

    def _line_texts(self, line: int) -> tuple[str, ...]:
        """The labels of a line of the layout."""
        number, row = self._axis.locate(line)
        segment = self._axis.segments[number]
        above = (segment.heading.text(self.language),) * self.block_level
        if segment.marks[row]:
            return (*above, segment.heading.text(self.language) if segment.marks[row] == HEADING else "")
        node_indices = segment.positions[row].tolist()
        texts, outer_total = [], True
        for column in self._columns[number]:
            node_index = node_indices[column.level]
            if node_index == 0:
                kind = "selected" if self._selected else "total" if outer_total else "subtotal"
                if segment.levels[column.level].level.mean:
                    kind = "average"
                first = column.depth in (-1, segment.levels[column.level].depths[0])
                texts.append(self._words[kind] if first else "")
            else:
                texts.append(self._text(number, column, node_index))
                outer_total = False
            if self._marks is not None and node_index and texts[-1]:
                texts[-1] = _marked_label(texts[-1], self._marks.of_node(self._name, number, column.level, node_index))
        if self._marks is not None and texts:
            last_text_index = max((text_index for text_index, text in enumerate(texts) if text), default=0)
            texts[last_text_index] = _marked_label(texts[last_text_index], self._marks.of_line(self._name, line))
        return (*above, *texts)

    def by_text(self, lines: Lines) -> list[tuple[list[str], Lines]]:
        """Labels of many lines: for each column of the stub the distinct texts, and the index of each line's text.

        The text of a line depends on its node and on whether all outer levels are totals, so it is computed once for
        equal lines; headings and lines with footnotes are computed separately.
        """
        texts: list[list[str]] = [[""] for _ in range(self.depth)]
        node_indices = [np.zeros(len(lines), dtype=np.intp) for _ in range(self.depth)]
        has_mark = np.zeros(len(lines), dtype=np.bool_)
        marks = self._marks
        if marks is not None:
            has_mark = np.array([bool(marks.of_line(self._name, line)) for line in lines.tolist()], dtype=np.bool_)
        for segment_index, segment in enumerate(self._axis.segments):
            begin, end = self._axis.starts[segment_index : segment_index + 2].tolist()
            indices = np.flatnonzero((lines >= begin) & (lines < end))
            rows = lines[indices] - begin
            single = has_mark[indices] | (segment.marks[rows] > 0)
            plain, before = indices[~single], np.ones(int((~single).sum()), dtype=np.bool_)
            keys = [np.zeros(len(plain), dtype=np.intp)] * self.block_level
            for column in self._columns[segment_index]:
                node = segment.positions[rows[~single], column.level]
                keys.append(2 * node + before)
                before = before & (node == 0)
            for level, key in enumerate(keys):
                _, first, inverse = np.unique(key, return_index=True, return_inverse=True)
                node_indices[level][plain] = inverse.reshape(-1) + len(texts[level])
                texts[level] += [self._line_texts(line)[level] for line in lines[plain[first]].tolist()]
            for index in indices[single].tolist():
                for level, text in enumerate(self._line_texts(int(lines[index]))):
                    node_indices[level][index] = len(texts[level])
                    texts[level].append(text)
        return list(zip(texts, node_indices, strict=True))

    def _text(self, number: int, column: Column, index: int) -> str:
        texts = self._texts[number][column.level]
        if column.depth < 0:
            return texts[index]
        shown_level = self._axis.segments[number].levels[column.level]
        row_index = int(self._chains[number][column.level][shown_level.depths.index(column.depth)][index])
        if row_index > 0:
            return texts[row_index]
        node = shown_level.dimension.nodes[index]
        own_depth = shown_level.depths[0] if node.group else max(node.depth, 0)
        # A node that is shown before the column of its level: the columns behind it hold its subtotal.
        new_depths = [depth for depth in shown_level.depths if depth > own_depth]
        if shown_level.tree and index not in self._spanning[number][column.level]:
            return ""  # it stands over all lines of the head
        return self._words["subtotal"] if new_depths and column.depth == new_depths[0] and row_index < 0 else ""

    def node(self, line: int, column: int) -> Node | None:
        """Node named in a column of the stub, or in a line of the head; None in a block's heading and for a value."""
        level_place = self._place(line, column)
        return None if level_place is None else level_place[0].dimension.nodes[level_place[1]]

    def _place(self, line: int, column: int) -> tuple[ShownLevel, int] | None:
        """Level in a column of the stub, and index of the node that it names; None in a block's heading and for a
        value."""
        number, row = self._axis.locate(int(self.line_of[line]))
        segment = self._axis.segments[number]
        if segment.marks[row] or not 0 <= column - self.block_level < len(self._columns[number]):
            return None
        stub_column = self._columns[number][column - self.block_level]
        shown_level, node_index = segment.levels[stub_column.level], int(segment.positions[row, stub_column.level])
        if shown_level.tree and stub_column.depth >= 0 and node_index:
            above = int(
                self._chains[number][stub_column.level][shown_level.depths.index(stub_column.depth)][node_index]
            )
            node_index = above if above > 0 else node_index
        return shown_level, node_index

    def is_covered(self, line: int, column: int) -> bool:
        """Whether the label above spans this line of the head, too."""
        number, _ = self._axis.locate(int(self.line_of[line]))
        columns, column_index = self._columns[number], column - self.block_level
        if not 0 < column_index < len(columns) or columns[column_index].level != columns[column_index - 1].level:
            return False
        if not self._axis.segments[number].levels[columns[column_index].level].tree:
            return False
        texts = self.texts(line)
        if column >= len(texts) or texts[column]:
            return False
        return bool(texts[column - 1]) or self.is_covered(line, column - 1)

    def reach(self, line: int, column: int) -> int:
        """Number of lines of the head that a label spans."""
        below = column + 1
        while below < self.depth and self.is_covered(line, below):
            below += 1
        return below - column

    def spans(self, line: int, column: int) -> bool:
        """Whether a label of the head belongs to a node with shown children, which it spans."""
        level_place = self._place(line, column)
        if level_place is None or not level_place[0].tree or self.is_covered(line, column):
            return False
        number, _ = self._axis.locate(int(self.line_of[line]))
        stub_column = self._columns[number][column - self.block_level]
        shown, node_index = level_place
        is_own_depth = shown.dimension.nodes[node_index].depth == stub_column.depth
        return (
            is_own_depth
            and node_index > 0
            and node_index in self._spanning[number][stub_column.level]
            and bool(self.texts(line)[column])
        )

    def place_of(self, row: int, column: int) -> tuple[int, int, int] | None:
        """Block, level and node, as indices, that a column of the stub, or a line of the head, names in a row; None in
        a block's heading and for a value."""
        number, line = self._axis.locate(int(self.line_of[row]))
        segment, column_index = self._axis.segments[number], column - self.block_level
        if segment.marks[line] or not 0 <= column_index < len(self._columns[number]):
            return None
        stub_column = self._columns[number][column_index]
        own_node = int(segment.positions[line, stub_column.level])
        if stub_column.depth < 0:
            return number, stub_column.level, own_node
        shown_level = segment.levels[stub_column.level]
        above = int(self._chains[number][stub_column.level][shown_level.depths.index(stub_column.depth)][own_node])
        return number, stub_column.level, above if above >= 0 else own_node

    def indent(self, line: int, column: int) -> int:
        """Indentation depth of a label in its column of the stub."""
        number, row = self._axis.locate(int(self.line_of[line]))
        segment = self._axis.segments[number]
        if segment.marks[row] or not 0 <= column - self.block_level < len(self._columns[number]):
            return 0
        stub_column = self._columns[number][column - self.block_level]
        if stub_column.depth >= 0:
            return 0
        return int(segment.levels[stub_column.level].indent[int(segment.positions[row, stub_column.level])])

    def opening(self, line: int, column: int) -> Opening:
        """Whether the node in a column of the stub has children, and whether they are shown."""
        number, row = self._axis.locate(int(self.line_of[line]))
        segment = self._axis.segments[number]
        if segment.marks[row] or not 0 <= column - self.block_level < len(self._columns[number]):
            return "none"
        stub_column = self._columns[number][column - self.block_level]
        openings = self._openings[number][stub_column.level]
        node_index = int(segment.positions[row, stub_column.level])
        if stub_column.depth >= 0:
            node = self._place(line, column)
            if node is None or not node[0].tree or node[0].dimension.nodes[node[1]].depth != stub_column.depth:
                return "none"
            node_index = node[1]
        return openings.get(node_index, "none")

    def level_at(self, row: int, column: int) -> tuple[int, ShownLevel] | None:
        """Index of a row's block, and the level in a column of the stub; None in a block's heading and for a value."""
        number, _ = self._axis.locate(int(self.line_of[row]))
        if self.node(row, column) is None:
            return None
        return number, self._axis.segments[number].levels[self._columns[number][column - self.block_level].level]

    def can_open(self, column: int) -> bool:
        """Whether any node in a column of the stub has children."""
        result = self._can_open.get(column)
        if result is None:
            result = self._can_open[column] = any(
                each_column.depth < 0 and bool(openings[each_column.level])
                for columns, openings in zip(self._columns, self._openings, strict=True)
                for each_column in columns[column - self.block_level : column - self.block_level + 1]
                if column >= self.block_level
            )
        return result

    def is_bold(self, line: int, column: int) -> bool:
        """Whether a label is bold: totals, headings, and the first level of a hierarchy in the outermost column."""
        node = self.node(line, column)
        if node is None:
            return column == 0 or bool(self.strong[line])
        return is_bold(node) if column == 0 else bool(self.strong[line])

    def widest(self, column: int) -> list[tuple[str, int, bool]]:
        """Distinct labels of a column of the stub with text, indentation depth and bold flag; they are few even for
        many lines."""
        widest = {(self._words[kind], 0, True) for kind in (("selected",) if self._selected else ("total", "subtotal"))}
        begin = self.depth - len(self._beside)
        if begin <= column < self.depth:
            return [(text, 0, False) for text in dict.fromkeys(self._beside[column - begin][1])]
        if self._values and column == begin - 1:
            return [(text, 0, True) for text in self._values]
        for segment_index, segment in enumerate(self._axis.segments):
            if column == 0 and segment.marks.any():
                widest.add((segment.heading.text(self.language), 0, True))
            column_index = column - self.block_level
            if 0 <= column_index < len(self._columns[segment_index]):
                stub_column = self._columns[segment_index][column_index]
                shown_level = segment.levels[stub_column.level]
                for node_index in shown_level.shown.tolist():
                    node = shown_level.dimension.nodes[node_index]
                    if node_index and stub_column.depth in (-1, node.depth):
                        indent = int(shown_level.indent[node_index]) if stub_column.depth < 0 else 0
                        text = self._texts[segment_index][stub_column.level][node_index]
                        widest.add((text, indent, column == 0 and is_bold(node)))
        return list(widest)

    def longest(self, column: int) -> list[tuple[str, int, bool]]:
        """Longest labels of a column of the stub, which include the widest one on any screen."""
        longest = self._longest.get(column)
        if longest is None:
            several_widest = sorted(
                self.widest(column), key=lambda widest_text: len(widest_text[0]) + 3 * widest_text[1]
            )
            longest = self._longest[column] = several_widest[-MOST_LONGEST:]
        return longest

    def is_heading(self, row: int) -> bool:
        """Whether a row is the heading of a block."""
        number, line = self._axis.locate(int(self.line_of[row]))
        return bool(self._axis.segments[number].marks[line] == HEADING)

    @cached_property
    def headings(self) -> tuple[int, ...]:
        """The rows that are headings of blocks."""
        is_heading = np.concatenate([segment.marks == HEADING for segment in self._axis.segments])
        return tuple(np.flatnonzero(is_heading[self.line_of]).tolist())

    def total_in(self, row: int) -> int:
        """Number, from 1, of the block whose total also serves the block of a row; 0 where it has its own or none."""
        return self._axis.segments[self._axis.locate(int(self.line_of[row]))[0]].total_in + 1

    def run(self, line: int, column: int) -> tuple[int, int]:
        """First and last line of the run that shares a line's labels down to `column`."""
        return int(self._first[line, column]), int(self._last[line, column])

    def is_run_start(self, line: int, column: int) -> bool:
        return bool(self._first[line, column] == line)

    def path(self, line: int) -> str:
        """All labels of a line, outermost first, in one text."""
        return ", ".join(text for text in self.texts(line) if text)


def _marked_label(text: str, mark: str) -> str:
    return f"{text} {mark}" if mark else text


def _columns(segment: Segment) -> list[Column]:
    columns = []
    for level_index, shown_level in enumerate(segment.levels):
        if shown_level.in_columns:
            columns += [Column(level_index, depth) for depth in shown_level.depths]
        else:
            columns.append(Column(level_index))
    return columns


def _openings(shown_level: ShownLevel) -> dict[int, Opening]:
    """For each shown node with children whether these are shown, by index."""
    dimension = shown_level.dimension
    whole_dimension = dimension.whole or dimension
    inner = {whole_dimension.nodes[node.parent].code for node in whole_dimension.nodes if node.parent > 0}
    if not inner:
        return {}
    nodes = dimension.nodes
    opened = {nodes[node_index].parent for node_index in shown_level.shown.tolist()}
    return {
        node_index: "open" if node_index in opened else "closed"
        for node_index in shown_level.shown.tolist()
        if node_index and nodes[node_index].code in inner and not nodes[node_index].group
    }


def _spanning(shown_level: ShownLevel) -> frozenset[int]:
    """Indices of the nodes with shown descendants."""
    if not shown_level.in_columns:
        return frozenset()
    nodes, aboves = shown_level.dimension.nodes, set[int]()
    for node_index in shown_level.shown.tolist():
        above = nodes[node_index].parent
        while above > 0 and above not in aboves:
            aboves.add(above)
            above = nodes[above].parent
    return frozenset(aboves)


def _chain(shown_level: ShownLevel) -> NDArray[np.intp]:
    """Ancestor of each node at each shown level of a hierarchy, or itself (levels x nodes); -1 where the node is above
    the level, 0 where no node is shown."""
    nodes = shown_level.dimension.nodes
    chain = np.zeros((len(shown_level.depths), len(nodes)), dtype=np.intp)
    if not shown_level.in_columns:
        return chain
    level = {depth: depth_index for depth_index, depth in enumerate(shown_level.depths)}
    for node_index, node in enumerate(nodes):
        if node_index and node.parent > 0:
            chain[:, node_index] = np.maximum(chain[:, node.parent], 0)
        own_depth = shown_level.depths[0] if node.group else node.depth  # own groups stand in the first column
        if own_depth in level:
            chain[level[own_depth], node_index] = node_index
        chain[[number for depth, number in level.items() if depth > own_depth], node_index] = -1
    chain[:, 0] = 0
    return chain


def node_words(node: Node, presentation: Presentation, language: Language) -> str:
    """Text of a node in a table: label, code, or both. Own groups, own rows and *not stated* have no code."""
    label = node.label.text(language)
    if not label.isprintable():  # a line break or a tab would break the line of the table
        label = " ".join(label.split())
    code = node_code(node)
    if presentation.labels == "labels" or not code:
        return label
    return code if presentation.labels == "codes" or label == code else f"{code} {label}"


def node_code(node: Node) -> str:
    """Code of a node, "" for totals, headings, own groups, own rows and *not stated*."""
    if node.code is TOTAL or node.group or node.code == MISSING or node.heading:
        return ""
    return "" if str(node.code).startswith("row:") else str(node.code)


def is_bold(node: Node) -> bool:
    """Totals, headings, and the first level of a hierarchy are bold in the outermost column."""
    return node.code is TOTAL or node.heading or (not node.leaf and not node.group and node.depth == 0)
