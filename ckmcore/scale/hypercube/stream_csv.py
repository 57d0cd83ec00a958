"""Hypercubes as long CSV for people, and as SDMX-CSV 2.0: the lines of a table's file, margin by margin."""

from __future__ import annotations

import csv
import io
import math
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.limits import limits
from ckmcore.base.reading import open_file
from ckmcore.formats.check import FormatViolation
from ckmcore.formats.cube import KEPT, clean, line, notes_of
from ckmcore.formats.flat_lines import code_columns, csv_heads
from ckmcore.formats.formulas import FormulaGuard, notes_with_formulas
from ckmcore.formats.leak_findings import LeakScan
from ckmcore.formats.read_csv import search_cube_cell
from ckmcore.formats.write_sdmx import DATASET, FIRST, LABEL, OBSERVATION, STATUS, data_flow, sdmx_names
from ckmcore.messages import say
from ckmcore.methods.protected import Sign
from ckmcore.scale.hypercube import line_loops
from ckmcore.scale.hypercube.read_stream import first_alike, nodes_of, positions, whole_figures
from ckmcore.scale.hypercube.resumable import Part
from ckmcore.scale.hypercube.stream import HyperPage, Lines, Marks, Nodes, StreamKind, told_apart
from ckmcore.scale.hypercube.text_lines import (
    CHUNK_LINES,
    FigureText,
    LineColumn,
    LineMaker,
    LineTaker,
    NodeText,
    Piece,
    SignText,
    TakenLines,
    constant,
    csv_cell,
    read_lines,
)

_END = "\r\n"
_BOM = b"\xef\xbb\xbf"
_STATES = ("OBS_STATUS", "CONF_STATUS", "COMMENT_OBS")


class TextStream:
    """A text file of lines. pieces: function that gives the pieces of a margin's lines, with `True` those of the very
    first line. Existing `parts` are continued."""

    def __init__(
        self,
        page: HyperPage,
        stream: BinaryIO,
        pieces: Callable[[int, bool], list[Piece]],
        head: bytes,
        end: str,
        parts: Sequence[Part],
        pool: ThreadPoolExecutor,
    ) -> None:
        self._page, self._stream, self._pieces, self._end, self._pool = page, stream, pieces, end, pool
        self._lines = parts[-1].lines if parts else 0
        if parts:
            stream.seek(parts[-1].size)
            stream.truncate()
        else:
            stream.write(head)

    def add(self, lines: Lines, margin: int) -> Sequence[Part]:
        """Write lines of one margin; see `Stream`."""
        kept_margin = self._page.plan.margins[margin]
        start = 0
        if len(lines) and not self._lines:
            self._stream.write(LineMaker(self._pieces(margin, True), kept_margin).text(lines.part(0, 1)))
            start = 1
        maker = LineMaker(self._pieces(margin, False), kept_margin)
        waiting: deque[Future[Any]] = deque()
        for begin in range(start, len(lines), CHUNK_LINES):
            waiting.append(self._pool.submit(maker.text, lines.part(begin, begin + CHUNK_LINES)))
            if len(waiting) > limits().workers:
                self._stream.write(waiting.popleft().result())
        while waiting:
            self._stream.write(waiting.popleft().result())
        self._lines += len(lines)
        self._stream.flush()
        return (Part(self._lines, self._stream.tell()),)

    def close(self) -> None:
        """Write the end of the file; see `Stream`."""
        self._stream.write(self._end.encode())


def _rows(rows: Sequence[Sequence[str]], delimiter: str) -> str:
    stream = io.StringIO(newline="")
    csv.writer(stream, delimiter=delimiter).writerows(rows)
    return stream.getvalue()


# --- long CSV for people


class _Long:
    """Lines of a hypercube in long CSV."""

    def __init__(self, page: HyperPage) -> None:
        document = page.document
        self.page, self.german = page, document.language == "de"
        self.delimiter = ";" if self.german else ","
        guard = FormulaGuard(document.office.apostrophe)
        self.labels = [guard.all(texts) for texts in _labels(page)]
        self.codes = [(axis, guard.all(texts)) for axis, texts in _codes(page)]
        self.heads = guard.all(csv_heads(document))
        selected = any(condition.restricts for condition in document.table.spec.filters)
        words = ("selected", "selected") if selected else ("total", "subtotal")
        self.total, self.subtotal = (say(f"word_{word}", document.language) for word in words)
        self.signs = [document.office.sign(sign) for sign in Sign]
        self.above = [guard.all([clean(text)]) for text in (document.title, *document.lines)]
        notes = notes_of(document)[len(document.lines) :]
        brackets = document.office.sign(Sign.UNCERTAIN) and Sign.UNCERTAIN in document.table.legend
        if guard.used or brackets:
            notes.append(say("export_apostrophe", document.language))
        self.below = [guard.all([note]) for note in notes]

    def head(self) -> str:
        """Text above the lines."""
        return _rows([*self.above, [], self.heads], self.delimiter)

    def foot(self) -> str:
        """Text below the lines."""
        return _rows([[], *self.below], self.delimiter)

    def pieces(self, margin: int, first: bool) -> list[Piece]:
        """The pieces of a line."""
        del first
        pieces: list[Piece] = []
        kept_margin, outer = self.page.plan.margins[margin], True
        for axis, labels in enumerate(self.labels):
            total = self.total if outer else self.subtotal
            texts = [csv_cell(text, self.delimiter) + self.delimiter for text in (total, *labels[1:])]
            pieces.append(NodeText(axis, texts))
            outer = outer and not kept_margin[axis]
        for axis, codes in self.codes:
            pieces.append(NodeText(axis, [csv_cell(text, self.delimiter) + self.delimiter for text in codes]))
        former_cells = [
            "'(" if sign == Sign.UNCERTAIN else "" if sign.keeps_figure else csv_cell(self.signs[sign], self.delimiter)
            for sign in Sign
        ]
        after = [")" if sign == Sign.UNCERTAIN else "" for sign in Sign]
        for measure_index, measure in enumerate(self.page.cube.measures):
            if measure_index:
                pieces.append(self.delimiter)
            pieces += [
                SignText(measure_index, former_cells),
                FigureText(measure_index, measure.places, self.german),
                SignText(measure_index, after),
            ]
        return [*pieces, _END]

    def alike(self) -> list[NDArray[np.int32]]:
        """For each node the first one with the same label and codes, which may be the total."""
        alike = []
        for axis, labels in enumerate(self.labels):
            texts = [self.total, *(self.total if text == self.subtotal else text for text in labels[1:])]
            codes = [own for at, own in self.codes if at == axis]
            alike.append(first_alike(list(zip(texts, *codes, strict=True))))
        return alike

    def nodes(self, axis: int, alike: NDArray[np.int32], columns: Sequence[Any]) -> NDArray[np.int32]:
        """Nodes of lines, by the columns of their labels and codes. Raises FormatViolation."""
        import pyarrow as pa

        texts = [[self.total, *self.labels[axis][1:], self.subtotal]]
        texts += [[*own, own[0]] for at, own in self.codes if at == axis]
        # Each text by the first that is alike, and all of a node in one number.
        spelled = zip(*(first_alike(own) for own in texts), strict=True)
        numbers = {place: node for node, place in reversed([*enumerate(spelled)])}
        taken = [positions(column, pa.array(own, pa.string())) for column, own in zip(columns, texts, strict=True)]
        whole, size = np.zeros(len(taken[0]), dtype=np.int64), len(texts[0])
        for places in taken:
            whole = whole * size + places
        known = np.array([sum(at * size**step for step, at in enumerate(place[::-1])) for place in numbers])
        order = np.argsort(known)
        at = np.minimum(np.searchsorted(known[order], whole), len(known) - 1)
        if (known[order][at] != whole).any():
            raise FormatViolation("check_categories")
        nodes: NDArray[np.int32] = np.append(alike, np.int32(0))[np.array([*numbers.values()])[order][at]]
        return nodes


def _codes(page: HyperPage) -> list[tuple[int, list[str]]]:
    """Dimension and text of each node of the columns of codes and levels; "" for the total."""
    segment, columns = page.document.layout.rows.segments[0], list[tuple[int, list[str]]]()
    for column in code_columns(page.document, "rows"):
        texts = [""] * page.plan.shape[column.level]
        for row, node in enumerate(segment.positions[:, column.level].tolist()):
            texts[node] = column.text(row) if node else ""
        columns.append((column.level, texts))
    return columns


def _labels(page: HyperPage) -> list[list[str]]:
    """Labels of the nodes of each dimension in long CSV; "" for the total."""
    document, segment = page.document, page.document.layout.rows.segments[0]
    labels = [[""] * size for size in page.plan.shape]
    for position_index, node_indices in enumerate(segment.positions.tolist()):
        texts = document.line_texts("rows", position_index)
        for axis, node_index in enumerate(node_indices):
            if node_index:
                labels[axis][node_index] = texts[axis]
    return labels


@contextmanager
def open_long(page: HyperPage, path: Path, parts: Sequence[Part]) -> Iterator[TextStream]:
    """A file to be written."""
    long_form = _Long(page)
    head = (_BOM if long_form.german else b"") + long_form.head().encode()
    with path.open("r+b" if parts else "wb") as stream, ThreadPoolExecutor(limits().workers) as pool:
        yield TextStream(page, stream, long_form.pieces, head, long_form.foot(), parts, pool)


def read_long_lines(page: HyperPage, path: Path, search: LeakScan) -> Iterator[Lines]:
    """The lines of a file, part by part. Raises FormatViolation."""
    import pyarrow as pa
    import pyarrow.compute as compute

    long_form = _Long(page)
    begin, end = _long_range(path, long_form, search)
    alike, count = long_form.alike(), len(long_form.labels) + len(long_form.codes)
    shown = [*range(len(long_form.labels)), *(axis for axis, _ in long_form.codes)]
    of_axis = [[place for place, other in enumerate(shown) if other == axis] for axis in range(len(alike))]
    hidden = [long_form.signs[sign] for sign in Sign if not sign.keeps_figure]
    same_marks, numbers = same_in_long(page), [int(sign) for sign in Sign if not sign.keeps_figure]
    measures = page.cube.measures
    for table in read_lines(path, begin, end, [True] * count + [False] * len(measures), long_form.delimiter):
        places_found = tuple(
            long_form.nodes(axis, own, [table.column(place) for place in places])
            for axis, (own, places) in enumerate(zip(alike, of_axis, strict=True))
        )
        figures, signs = [], []
        for measure_number, measure in enumerate(measures, start=count):
            column = table.column(measure_number).combine_chunks()
            hidden_sign = np.asarray(compute.fill_null(compute.index_in(column, value_set=pa.array(hidden)), -1))
            sign = np.where(hidden_sign >= 0, np.array(numbers, dtype=np.uint8)[hidden_sign], np.uint8(0))
            around = np.asarray(compute.starts_with(column, "'("))
            if around.any():
                bare = compute.replace_substring_regex(column, r"^'\((.*)\)$", r"\1")
                column = compute.if_else(pa.array(around), bare, column)
                sign = np.where(around, np.uint8(Sign.UNCERTAIN), sign)
            column = compute.if_else(pa.array(hidden_sign >= 0), pa.scalar(None, pa.string()), column)
            if long_form.german and measure.places:
                if compute.any(compute.match_substring(column, ".")).as_py():
                    raise FormatViolation("check_number", text="")
                column = compute.replace_substring(column, ",", ".")
            figures.append(whole_figures(column, measure.places))
            signs.append(same_marks[sign])
        yield Lines(places_found, tuple(figures), tuple(signs))


def _long_range(path: Path, long_form: _Long, search: LeakScan) -> tuple[int, int]:
    """Byte range of the lines in a file; the text around them is searched. Raises FormatViolation."""
    head, foot = long_form.head().encode(), long_form.foot().encode()
    start, size = len(_BOM) if long_form.german else 0, path.stat().st_size
    begin, end = start + len(head), size - len(foot)
    with open_file(path) as stream:
        if stream.read(start) != (_BOM if long_form.german else b""):
            raise FormatViolation("check_encoding")
        above = stream.read(len(head))
        stream.seek(max(end, 0))
        if end < begin or above != head or stream.read() != foot:
            raise FormatViolation("check_csv_head")
    for text in (head, foot):
        rows = csv.reader(io.StringIO(text.decode(), newline=""), delimiter=long_form.delimiter, strict=True)
        for row_number, row in enumerate(rows, start=1):
            for column, cell in enumerate(row, start=1):
                search.text(f"{row_number}:{column}", cell)
    return begin, end


def same_in_long(page: HyperPage) -> Marks:
    """For each sign the first sign written alike."""
    office = page.document.office
    return told_apart([(office.sign(sign), sign.keeps_figure) for sign in Sign])


# --- SDMX-CSV


class _Sdmx:
    """Lines of a hypercube in SDMX-CSV 2.0."""

    def __init__(self, page: HyperPage) -> None:
        cube, document = page.cube, page.document
        self.page, self.names = page, sdmx_names(cube)
        self.flow = data_flow("2.0", cube, document)
        self.guard = FormulaGuard(document.office.apostrophe)
        codes = [code for several_code in self.names.codes for code in several_code]
        notes = notes_with_formulas(document, [cube], codes)
        source = line(document.info.source, document) if document.info else ""
        self.whole = self.guard.all((cube.title, source, " | ".join(notes)))
        self.labels = [self.guard.all(labels) for labels in self.names.labels]
        meaning = {sign: text.text(document.language) for sign, text in document.table.legend.items()}
        self.comments = [self.guard(meaning.get(sign, "")) for sign in Sign]
        self.states = [(*STATUS[sign], comment) for sign, comment in zip(Sign, self.comments, strict=True)]
        self.units = [[self.guard(measure.unit), str(measure.places)] for measure in cube.measures]

    @property
    def heads(self) -> list[str]:
        """The names of the columns."""
        labels = [name + LABEL for name in self.names.columns]
        return [*FIRST["2.0"], *self.names.columns, *OBSERVATION, *DATASET, *labels]

    def pieces(self, _margin: int, first: bool) -> list[Piece]:
        """Pieces of the lines of a cell, one line for each value; the first cell also has the attributes of the data
        set."""
        pieces: list[Piece] = []
        for measure_index, measure in enumerate(self.page.cube.measures):
            pieces.append("".join(_cells(self.flow)))
            pieces += self._of_dimensions(self.names.codes, measure_index)
            pieces.append(FigureText(measure_index, measure.places))
            states = [
                "".join(_cells(["", *STATUS[sign], *self.units[measure_index], comment]))
                for sign, comment in zip(Sign, self.comments, strict=True)
            ]
            pieces.append(SignText(measure_index, states))
            whole = self.whole if first and not measure_index else [""] * len(self.whole)
            pieces.append("".join(_cells(whole)))
            labels = self._of_dimensions(self.labels, measure_index)
            pieces += [*labels[:-1], _without_end(labels[-1])] if labels else []
            pieces.append(_END)
        return pieces

    def read(self, table: Any, measure: int, *, first: bool) -> tuple[tuple[NDArray[np.int32], ...], Any, Marks]:
        """Nodes, figures and signs of a value's lines. first: they begin with the file's first line."""
        import pyarrow as pa
        import pyarrow.compute as compute

        columns = dict(zip(self.heads, table.columns, strict=True))
        fixed = dict(zip(FIRST["2.0"], self.flow, strict=True))
        fixed |= dict(zip(("UNIT_MEASURE", "DECIMALS"), self.units[measure], strict=True))
        for name, text in fixed.items():
            constant(columns[name], text)
        for name, text in zip(DATASET, self.whole, strict=True):
            has_it = first and not measure
            constant(columns[name].slice(0, int(has_it)), text)
            constant(columns[name].slice(int(has_it)), "")
        nodes = list[NDArray[np.int32]]()
        for axis_index, name, codes, labels in zip(
            self.names.order, self.names.columns, self.names.codes, self.labels, strict=True
        ):
            if axis_index >= len(self.page.places):
                axis_place = measure if axis_index == len(self.page.places) else 0
                constant(columns[name], codes[axis_place])
                constant(columns[name + LABEL], labels[axis_place])
                continue
            code = positions(columns[name], pa.array(codes, pa.string()))
            label = positions(columns[name + LABEL], pa.array(labels, pa.string()))
            if not np.array_equal(first_alike(labels)[code], label):
                raise FormatViolation("check_csv_head")
            nodes.append(nodes_of(self.page.places[axis_index])[code])
        order = [axis_index for axis_index in self.names.order if axis_index < len(self.page.places)]
        states = [
            positions(columns[name], pa.array(texts, pa.string()))
            for name, texts in zip(_STATES, self.different_states, strict=True)
        ]
        sign = self._signs(states)
        texts = columns["OBS_VALUE"].combine_chunks()
        self._check_shown(sign, ~np.asarray(compute.equal(texts, "")), measure)
        shown = compute.if_else(pa.array(~np.isin(sign, KEPT)), pa.scalar(None, pa.string()), texts)
        figures = whole_figures(shown, self.page.cube.measures[measure].places)
        return tuple(nodes[order.index(axis)] for axis in range(len(order))), figures, sign

    def _check_shown(self, sign: Marks, shown: NDArray[np.bool_], measure: int) -> None:
        if not np.array_equal(shown, np.isin(sign, KEPT)):
            raise FormatViolation("check_figure", number=measure)

    @cached_property
    def different_states(self) -> list[list[str]]:
        """Distinct texts of status, confidentiality and comment."""
        return [list(dict.fromkeys(texts)) for texts in zip(*self.states, strict=True)]

    @cached_property
    def _sign_of(self) -> NDArray[np.int64]:
        """First sign for each combination of status, confidentiality and comment, by index."""
        state_numbers = np.zeros(len(Sign), dtype=np.int64)
        every = math.prod(map(len, self.different_states))
        for different, texts in zip(self.different_states, zip(*self.states, strict=True), strict=True):
            state_numbers = state_numbers * len(different) + np.array([different.index(text) for text in texts])
        sign = np.full(every, -1, dtype=np.int64)
        sign[state_numbers[::-1]] = np.arange(len(Sign))[::-1]
        return sign

    def _signs(self, state_numbers: Sequence[NDArray[np.int32]]) -> Marks:
        """The signs of lines by status, confidentiality and comment."""
        if not any(numbers.any() for numbers in state_numbers):
            return np.full(len(state_numbers[0]), max(self._sign_of[0], 0), dtype=np.uint8)
        key = np.zeros(len(state_numbers[0]), dtype=np.int32)
        for different, state_number in zip(self.different_states, state_numbers, strict=True):
            key = key * np.int32(len(different)) + state_number
        sign_numbers = self._sign_of[key]
        if (sign_numbers < 0).any():
            raise FormatViolation("check_csv_value", text="", line=0, column="OBS_STATUS")
        return sign_numbers.astype(np.uint8)

    @cached_property
    def columns(self) -> list[LineColumn]:
        """Columns of all lines but the first, with their possible texts."""
        constants = dict(zip(FIRST["2.0"], self.flow, strict=True)) | dict.fromkeys(DATASET, "")
        turns = {name: [unit[index] for unit in self.units] for index, name in enumerate(("UNIT_MEASURE", "DECIMALS"))}
        known_columns = {name: LineColumn(line_loops.PER_LINE, [text]) for name, text in constants.items()}
        known_columns |= {name: LineColumn(line_loops.PER_LINE, texts) for name, texts in turns.items()}
        axes = len(self.page.places)
        for row, (name, texts) in enumerate(zip(_STATES, self.different_states, strict=True), start=axes):
            known_columns[name] = LineColumn(line_loops.CODED, texts, row)
        known_columns["OBS_VALUE"] = LineColumn(line_loops.FIGURE)
        for axis_index, name, codes, labels in zip(
            self.names.order, self.names.columns, self.names.codes, self.labels, strict=True
        ):
            for column, own_texts, kind in ((name, codes, line_loops.CODED), (name + LABEL, labels, line_loops.ALIKE)):
                turn = list(own_texts) if axis_index == axes else list(own_texts)[:1]
                known_columns[column] = (
                    LineColumn(kind, list(own_texts), axis_index)
                    if axis_index < axes
                    else LineColumn(line_loops.PER_LINE, turn)
                )
        return [known_columns[name] for name in self.heads]

    @cached_property
    def _nodes(self) -> list[Nodes]:
        """Nodes of the codes of each dimension, in the smallest integer type."""
        all_nodes = [nodes_of(axis_nodes) for axis_nodes in self.page.places]
        return [nodes.astype(np.min_scalar_type(int(nodes.max(initial=0)))) for nodes in all_nodes]

    def taken(self, lines: TakenLines) -> Lines:
        """The lines of whole cells that were taken apart. Raises FormatViolation."""
        count, axes = len(self.page.cube.measures), len(self.page.places)
        nodes: list[Nodes] = [
            own_node.take(node_numbers) for own_node, node_numbers in zip(self._nodes, lines.found[:axes], strict=True)
        ]
        if count > 1:
            all_nodes = [node.reshape(-1, count) for node in nodes]
            if any((row != row[:, :1]).any() for row in all_nodes):
                raise FormatViolation("check_csv_gap")
            nodes = [row[:, 0] for row in all_nodes]
        signs = [self._signs([row[index::count] for row in lines.found[axes:]]) for index in range(count)]
        for sign_index, sign in enumerate(signs):
            self._check_shown(sign, lines.shown[sign_index::count], sign_index)
        figures = tuple(np.ascontiguousarray(lines.figures[index::count]) for index in range(count))
        return Lines(tuple(nodes), figures, tuple(signs))

    def _of_dimensions(self, texts: Sequence[Sequence[str]], measure: int) -> list[Piece]:
        """Cells of the columns of dimensions, values and the single period."""
        pieces: list[Piece] = []
        for axis_index, several_text in zip(self.names.order, texts, strict=True):
            if axis_index < len(self.page.places):
                node_indices = self.page.places[axis_index]
                cells = _cells([several_text[index] if index >= 0 else "" for index in node_indices.tolist()])
                pieces.append(NodeText(axis_index, cells))
            else:
                pieces += _cells([several_text[measure if axis_index == len(self.page.places) else 0]])
        return pieces


def _cells(texts: Sequence[str]) -> list[str]:
    """Texts as CSV cells, each followed by a comma."""
    return [csv_cell(text, ",") + "," for text in texts]


def _without_end(piece: Piece) -> Piece:
    """The last cell of a line, which no comma follows."""
    if isinstance(piece, NodeText):
        return NodeText(piece.axis, [text[:-1] for text in piece.texts])
    return piece[:-1] if isinstance(piece, str) else piece


@contextmanager
def open_sdmx(page: HyperPage, path: Path, parts: Sequence[Part]) -> Iterator[TextStream]:
    """A file to be written."""
    sdmx = _Sdmx(page)
    head = _rows([sdmx.heads], ",").encode()
    with path.open("r+b" if parts else "wb") as stream, ThreadPoolExecutor(limits().workers) as pool:
        yield TextStream(page, stream, sdmx.pieces, head, "", parts, pool)


def read_sdmx_lines(page: HyperPage, path: Path, search: LeakScan) -> Iterator[Lines]:
    """The lines of a file, part by part. Raises FormatViolation."""
    sdmx = _Sdmx(page)
    head, size = _rows([sdmx.heads], ",").encode(), path.stat().st_size
    with open_file(path) as stream:
        if stream.read(len(head)) != head:
            raise FormatViolation("check_csv_head")
        first = b"".join(stream.readline() for _ in page.cube.measures)
    begin, loops = len(head), line_loops.ready()
    if loops is None:
        yield from _read_by_arrow(sdmx, path, begin, size, search)
        return
    # Only the first cell has what belongs to the data set.
    yield from _read_by_arrow(sdmx, path, begin, begin + len(first), search)
    count, waiting = len(page.cube.measures), None
    taker = LineTaker(sdmx.columns, [measure.places for measure in page.cube.measures], ",", loops)
    for part_line in taker.lines(path, begin + len(first), size):
        lines = part_line if waiting is None else waiting.before(part_line)
        whole = len(lines.shown) // count * count
        waiting = lines.part(whole, len(lines.shown)) if whole < len(lines.shown) else None
        if whole:
            yield sdmx.taken(lines.part(0, whole))
    if waiting is not None:
        raise FormatViolation("check_csv_gap")


def _read_by_arrow(sdmx: _Sdmx, path: Path, begin: int, end: int, search: LeakScan) -> Iterator[Lines]:
    """Lines from the first one on. Raises FormatViolation."""
    import pyarrow as pa

    heads, count = sdmx.heads, len(sdmx.page.cube.measures)
    value = heads.index("OBS_VALUE")
    waiting_slice: Any = None
    first = True
    for part_line in read_lines(path, begin, end, [head_index != value for head_index in range(len(heads))], ","):
        table = part_line if waiting_slice is None else pa.concat_tables([waiting_slice, part_line]).combine_chunks()
        whole = len(table) // count * count
        waiting_slice = table.slice(whole) if whole < len(table) else None
        if not whole:
            continue
        if first:
            for name, column in zip(heads, table.slice(0, 1).columns, strict=True):
                if name != "OBS_VALUE":  # it is compared, as all figures are
                    search_cube_cell(name, column[0].as_py(), f"2:{name}", search)
        every = [
            table.slice(0, whole) if count == 1 else table.take(np.arange(index, whole, count))
            for index in range(count)
        ]
        contents = [sdmx.read(each_slice, index, first=first) for index, each_slice in enumerate(every)]
        first = False
        nodes = contents[0][0]
        if any(not all(map(np.array_equal, nodes, other)) for other, _, _ in contents[1:]):
            raise FormatViolation("check_csv_gap")
        yield Lines(nodes, tuple(content[1] for content in contents), tuple(content[2] for content in contents))
    if waiting_slice is not None:
        raise FormatViolation("check_csv_gap")


def same_in_sdmx(page: HyperPage) -> Marks:
    """For each sign the first sign written alike."""
    return told_apart(_Sdmx(page).states)


LONG_STREAM = StreamKind(open_long, read_long_lines, same_in_long, 3.0, lambda page: _Long(page).alike())
SDMX_STREAM = StreamKind(open_sdmx, read_sdmx_lines, same_in_sdmx, seconds=6.0)
