"""Files of hypercubes: written margin by margin as they are made, whole or not at all, and read back part by part.

A stream knows its page (titles, code lists, notes: all that does not depend on records) before its first line, and is
handed the published lines of one margin after another. What a file says of how it is cut - row groups, blocks - follows
from published lines alone.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.numbers import Language
from ckmcore.errors import Cancelled, CkmError
from ckmcore.formats.check import FormatViolation
from ckmcore.formats.cube import KEPT, CellNote, Cube, clean, cubes
from ckmcore.formats.leak_findings import LeakScan
from ckmcore.formats.publishable import PublishableContent
from ckmcore.formats.scan import LeakFound, refuse_hits
from ckmcore.messages import say
from ckmcore.methods.draft import Draft
from ckmcore.methods.protected import ProtectedBlock, ProtectedTable, Sign
from ckmcore.office.settings import PLAIN, Office
from ckmcore.presentation.present import TablePresentation, present_draft
from ckmcore.scale.hypercube.resumable import Begun, MarginFacts, Part, write_begun
from ckmcore.tabulate.hyper_spec import HyperPlan
from ckmcore.tabulate.scan import never

# Margins, and lines of them, that wait to be written while the next ones are made.
WINDOW, LINES_WAITING = 16, 1 << 20

Marks = NDArray[np.uint8]
Nodes = NDArray[np.integer[Any]]
Margins = Callable[[int], Iterable[ProtectedBlock]]
"""The margins of a hypercube from one on."""


@dataclass(frozen=True, eq=False)
class Lines:
    """Published lines. nodes: node of each line by dimension, 0 for the total; figures: by value, scaled by 10^places,
    0 where replaced by a sign; signs: by value; numbers: of the cells, where known."""

    nodes: tuple[Nodes, ...]
    figures: tuple[NDArray[np.int64], ...]
    signs: tuple[Marks, ...]
    numbers: NDArray[np.uint64] | None = None

    def __len__(self) -> int:
        return len(self.figures[0])

    def part(self, start: int, stop: int) -> Lines:
        """Lines with indices from `start` to `stop`."""
        current_slice = slice(start, stop)
        return Lines(
            tuple(array[current_slice] for array in self.nodes),
            tuple(array[current_slice] for array in self.figures),
            tuple(array[current_slice] for array in self.signs),
            None if self.numbers is None else self.numbers[current_slice],
        )


def joined_lines(several: Sequence[Lines]) -> Lines:
    """Concatenate lines."""
    if len(several) == 1:
        return several[0]
    nodes = zip(*(lines.nodes for lines in several), strict=True)
    figures = zip(*(lines.figures for lines in several), strict=True)
    signs = zip(*(lines.signs for lines in several), strict=True)
    return Lines(
        tuple(map(np.concatenate, nodes)), tuple(map(np.concatenate, figures)), tuple(map(np.concatenate, signs))
    )


@dataclass(frozen=True, eq=False)
class HyperPage:
    """Content of a file on a hypercube before its figures. cube: its dimensions, values and notes; places: category of
    the cube for each node, by dimension.
    """

    document: TablePresentation
    cube: Cube
    plan: HyperPlan
    places: tuple[NDArray[np.int32], ...]

    @cached_property
    def numbering(self) -> tuple[int, ...]:
        """Contribution of a step in each dimension to the number of a cell."""
        shape = self.plan.shape
        return tuple(int(np.prod(shape[axis + 1 :], dtype=np.uint64)) for axis in range(len(shape)))

    def name(self, margin: int) -> str:
        """Name of a margin: the titles of its variables. margin: index."""
        kept_margin = self.plan.margins[margin]
        return " × ".join(
            dimension.title for dimension, has in zip(self.cube.dimensions, kept_margin, strict=True) if has
        )

    def lines(self, block: ProtectedBlock, margin: int) -> Lines:
        """The lines of a margin."""
        if block.listed is None:
            raise ValueError("a block without a list")
        numbers = outer_numbers = block.listed.numbers
        nodes = list[Nodes]()
        for size, keeps_axis in zip(self.plan.shape[::-1], self.plan.margins[margin][::-1], strict=True):
            small = np.min_scalar_type(max(size - 1, 0))
            outer = outer_numbers // np.uint64(size)
            if keeps_axis:
                nodes.insert(0, (outer_numbers - outer * np.uint64(size)).astype(small))
            else:
                nodes.insert(0, np.zeros(len(outer_numbers), dtype=small))
            outer_numbers = outer
        signs = block.signs or tuple(np.zeros(len(outer_numbers), dtype=np.uint8) for _ in block.figures)
        if block.signs is None:
            return Lines(tuple(nodes), block.figures, signs, numbers)
        figures = tuple(
            np.where(np.isin(sign, KEPT), array, 0) for array, sign in zip(block.figures, signs, strict=True)
        )
        return Lines(tuple(nodes), figures, signs, numbers)


def hyper_page(
    what: Draft | ProtectedTable, plan: HyperPlan, signs: Sequence[Sign], language: Language, office: Office = PLAIN
) -> HyperPage:
    """Page of a hypercube. what: table that describes it (`protect.described`), or a draft of that table; signs: that
    may occur. Zeros are figures, as in all cube formats."""
    page = replace(present_draft(what, language, replace(office, zero="digit")), legend_signs=tuple(signs))
    cube = cubes(page)[0]
    dimensions = page.table.blocks[0].dimensions
    positions = []
    for level, own_dimension in zip(page.layout.rows.segments[0].levels, dimensions, strict=True):
        index_of_node = np.full(len(own_dimension), -1, dtype=np.int32)
        for node_index, node in enumerate(dict.fromkeys(level.shown.tolist())):
            index_of_node[node] = node_index
        positions.append(index_of_node)
    revised = None if page.info is None else page.info.revised_margins
    if revised is not None and revised.are_marked:
        notes = revised_notes(page, plan, positions, revised.cells or ())
        cube = replace(cube, notes=(*cube.notes, *notes))
        page = replace(page, revised_places=tuple(revised_place(note, cube, page) for note in notes))
    return HyperPage(page, cube, plan, tuple(positions))


def revised_notes(
    page: TablePresentation,
    plan: HyperPlan,
    positions: Sequence[NDArray[np.int32]],
    cells: Sequence[Sequence[int]],
) -> list[CellNote]:
    """Notes on the corrected figures of a hypercube. positions: category of each node by dimension; cells: for each
    value the numbers of the cells."""
    values = dict[int, tuple[int, ...]]()
    for value, numbers in enumerate(cells):
        for number in numbers:
            values[number] = (*values.get(number, ()), value)
    nodes = np.unravel_index(np.array(sorted(values), dtype=np.int64), plan.shape)
    places = [categories[of_axis].tolist() for categories, of_axis in zip(positions, nodes, strict=True)]
    return [
        CellNote(place, page.revised_note, values[number])
        for number, *place_in in zip(sorted(values), *places, strict=True)
        if min(place := tuple(place_in)) >= 0
    ]


def revised_place(note: CellNote, cube: Cube, page: TablePresentation) -> str:
    """Sentence that locates a corrected figure: the categories of its margin, each behind the title of its dimension,
    with its code where a label occurs twice, and its values where there are several."""
    words = list[str]()
    for dimension, at in zip(cube.dimensions, note.place, strict=False):
        category = dimension.categories[at or 0]
        if not category.total:
            twice = sum(other.label == category.label for other in dimension.categories) > 1
            label = f"{category.label} ({category.code})" if twice else category.label
            words.append(f"{dimension.title}: {label}")
    words = words or [say("word_total", page.language)]
    if len(cube.measures) > 1:
        words.append(", ".join(cube.measures[value].label for value in note.values))
    return say("export_revised_cell", page.language, place=clean(" · ".join(words)))


class MarginHashes:
    """Hashes of the margins in a stream of lines. same: for each sign the first sign written alike; nodes: the same for
    the nodes of each dimension, None where all are distinct."""

    def __init__(self, page: HyperPage, same: Marks, nodes: Sequence[NDArray[np.int32]] | None = None) -> None:
        self._numbering, self._same, self._nodes = page.numbering, same, nodes
        if nodes is not None and all(np.array_equal(node, np.arange(len(node))) for node in nodes):
            self._nodes = nodes = None
        self._plain = bool((same == np.arange(len(same))).all())
        self.tells_nodes = nodes is None
        self.is_exact = self._plain and nodes is None
        self._found: list[MarginFacts] = []
        self._values = len(page.cube.measures)
        self._begin()

    def _begin(self) -> None:
        self._lines = 0
        self._parts = [hashlib.sha256() for _ in range(1 + 2 * self._values)]

    def add(self, lines: Lines) -> None:
        """Add further lines of the margin."""
        numbers = lines.numbers
        if numbers is None or self._nodes is not None:
            numbers = np.zeros(len(lines), dtype=np.uint64)
            for axis, (nodes, step) in enumerate(zip(lines.nodes, self._numbering, strict=True)):
                own_nodes = nodes if self._nodes is None else self._nodes[axis][nodes]
                if own_nodes.any():  # of all other lines of a margin it is the total
                    numbers += own_nodes.astype(np.uint64) * np.uint64(step)
        signs = lines.signs if self._plain else tuple(self._same[sign] for sign in lines.signs)
        arrays: tuple[NDArray[Any], ...] = (numbers, *lines.figures, *signs)
        for data, array in zip(self._parts, arrays, strict=True):
            data.update(np.ascontiguousarray(array, dtype=array.dtype.newbyteorder("<")).data)
        self._lines += len(lines)

    def go_on(self, known: Iterable[MarginFacts]) -> None:
        """Take over the facts of the first margins, which were found before."""
        self._found += known

    def end(self) -> MarginFacts:
        """End a margin and return its facts; further lines belong to the next one."""
        whole = hashlib.sha256(b"".join(stream_part.digest() for stream_part in self._parts)).hexdigest()
        facts = MarginFacts(self._lines, whole)
        self._found.append(facts)
        self._begin()
        return facts

    @property
    def found(self) -> tuple[MarginFacts, ...]:
        """Facts on all complete margins."""
        return tuple(self._found)


class Stream(Protocol):
    """Hypercube file that is being written, part by part."""

    def add(self, lines: Lines, margin: int) -> Sequence[Part]:
        """Write lines of one margin. Returns the parts of the file handed to the system since the last call."""
        ...

    def close(self) -> None:
        """Write the end of the file, without which it is incomplete."""
        ...


@dataclass(frozen=True)
class StreamKind:
    """Streaming of a form.

    open: opens a file for writing behind its existing parts; read: reads a file's lines part by part and strictly,
    passing texts that are no code or figure of the page to the search, raises FormatViolation; same: see
    `MarginHashes`; nodes: the same for nodes, None where all are distinct. seconds: of a million possible lines, on two
    processors of 2026, with what reading back takes: an estimate, no promise. room: most figures of a file, None
    without a limit.
    """

    open: Callable[[HyperPage, Path, Sequence[Part]], AbstractContextManager[Stream]]
    read: Callable[[HyperPage, Path, LeakScan], Iterator[Lines]]
    same: Callable[[HyperPage], Marks]
    seconds: float
    nodes: Callable[[HyperPage], Sequence[NDArray[np.int32]]] | None = None
    room: int | None = None

    def hashes(self, page: HyperPage) -> MarginHashes:
        """Begin the hashes of margins, as far as this form distinguishes lines."""
        return MarginHashes(page, self.same(page), None if self.nodes is None else self.nodes(page))


def told_apart(texts: Sequence[object]) -> Marks:
    """For each sign the first sign written alike. texts: how each is written."""
    known_numbers: dict[object, int] = {}
    return np.array([known_numbers.setdefault(text, sign) for sign, text in enumerate(texts)], dtype=np.uint8)


@dataclass(frozen=True)
class HyperFile:
    """A written hypercube. margins: facts on each in the file's form; figures: hash of all published figures,
    independent of the form; cells: number of lines; kept: number of margins taken over from an interrupted run."""

    margins: tuple[MarginFacts, ...]
    figures: str
    cells: int
    kept: int = 0


def write_hypercube(
    page: HyperPage,
    blocks: Margins,
    kind: StreamKind,
    path: Path,
    title: object,
    *,
    identity: str = "",
    place: Path | None = None,
    told: Callable[[float], None] = lambda _: None,
    cancelled: Callable[[], bool] = never,
) -> HyperFile:
    """Write a hypercube to a file that appears completely or not at all, and only after it was read back and searched
    for unpublished content.

    title: name of the form; identity, place: see `write_begun`. Progress counts possible cells, since the number of
    listed ones is confidential. Raises NotWritten, NotCertain, export_file_faulty, LeakFound, Cancelled, and the errors
    of making the blocks.
    """
    hyper_files: list[HyperFile] = []

    def checked(begun: Begun) -> None:
        import pyarrow

        file = _write(page, blocks, kind, begun, told, cancelled)
        pyarrow.default_memory_pool().release_unused()
        read = read_margins(page, kind, begun.path, file.margins, cancelled)
        if read.wrong:
            raise FormatViolation("check_margin", margin=page.name(read.wrong[0]) or page.cube.title)
        refuse_hits(path.name, read.search.hits)
        hyper_files.append(file)

    def write(begun: Begun) -> None:
        try:
            if begun.parts:
                with contextlib.suppress(FormatViolation, LeakFound):
                    return checked(begun)
                begun.begin(anew=True)  # what was taken over is not what its journal says
            checked(begun)
        except FormatViolation as fault:
            raise CkmError("export_file_faulty", name=path.name, form=title, reason=fault.reason) from fault

    write_begun(path, write, identity, place)
    return hyper_files[0]


def _write(
    page: HyperPage,
    blocks: Margins,
    kind: StreamKind,
    begun: Begun,
    on_progress: Callable[[float], None],
    cancelled: Callable[[], bool],
) -> HyperFile:
    """Lines are written while the next margin is made."""
    exact, own_hashes = MarginHashes(page, np.arange(len(Sign), dtype=np.uint8)), kind.hashes(page)
    # By possible cells: by those that may be listed the progress would tell the number of records.
    weights = np.cumsum([page.plan.possible(margin) for margin in page.plan.margins], dtype=np.float64)
    all_hashes = [own_hashes] if own_hashes.is_exact else [own_hashes, exact]
    start, first_line = begun.start
    own_hashes.go_on(margin_facts for margin_facts, _ in begun.margins[:start])
    exact.go_on(margin_facts for _, margin_facts in begun.margins[:start])

    def add(stream: Stream, lines: Lines, margin: int) -> None:
        facts = []
        for hashes in all_hashes:
            hashes.add(lines)
            facts.append(hashes.end())
        first = first_line if margin == start else 0
        for stream_part in stream.add(lines.part(first, len(lines)) if first else lines, margin):
            begun.note_part(stream_part)
        begun.note_margin(facts[0], facts[-1])

    waiting: deque[tuple[Future[None], int, int]] = deque()

    def wait() -> None:
        """Wait until the first of the waiting margins is written."""
        finished_job, margin, _ = waiting.popleft()
        finished_job.result()
        on_progress(float(weights[margin] / max(weights[-1], 1)))

    with kind.open(page, begun.path, begun.parts) as stream, ThreadPoolExecutor(1) as writer:
        for margin, block in enumerate(blocks(start), start=start):
            if cancelled():
                raise Cancelled
            lines = page.lines(block, margin)
            while len(waiting) >= WINDOW or sum(line_count for *_, line_count in waiting) > LINES_WAITING:
                wait()
            waiting.append((writer.submit(add, stream, lines, margin), margin, len(lines)))
        while waiting:
            wait()
        stream.close()
    on_progress(1.0)
    return HyperFile(
        own_hashes.found,
        figures_hash(all_hashes[-1].found),
        sum(margin_facts.lines for margin_facts in own_hashes.found),
        start,
    )


def figures_hash(margins: Iterable[MarginFacts]) -> str:
    """A hash of all published figures by those of the margins."""
    return hashlib.sha256("".join(f"{margin.lines} {margin.sha256}\n" for margin in margins).encode()).hexdigest()


def hashed(page: HyperPage, blocks: Iterable[ProtectedBlock], told: Callable[[float], None]) -> HyperFile:
    """The facts of a hypercube that is made and not written."""
    exact = MarginHashes(page, np.arange(len(Sign), dtype=np.uint8))
    # By possible cells: by those that may be listed the progress would tell the number of records.
    weights = np.cumsum([page.plan.possible(margin) for margin in page.plan.margins], dtype=np.float64)
    for margin, block in enumerate(blocks):
        exact.add(page.lines(block, margin))
        exact.end()
        told(float(weights[margin] / max(weights[-1], 1)))
    return HyperFile(exact.found, figures_hash(exact.found), sum(facts.lines for facts in exact.found))


def _ahead(parts_lines: Iterator[Lines]) -> Iterator[Lines]:
    """Yield the parts, each read in advance by another thread."""
    with ThreadPoolExecutor(1) as reader:
        waiting = reader.submit(next, parts_lines, None)
        while (lines := waiting.result()) is not None:
            waiting = reader.submit(next, parts_lines, None)
            yield lines


@dataclass(frozen=True, eq=False)
class ReadBack:
    """Result of reading a file back. wrong: indices of margins that differ; search: unpublished content."""

    wrong: tuple[int, ...]
    search: LeakScan


def read_margins(
    page: HyperPage,
    kind: StreamKind,
    path: Path,
    margins: Sequence[MarginFacts],
    cancelled: Callable[[], bool] = never,
) -> ReadBack:
    """Read a file and compare each margin with its recorded facts. Raises FormatViolation, Cancelled."""
    search, hashes, margin, left = LeakScan(PublishableContent.of([page.document])), kind.hashes(page), 0, 0
    wanted_lines = sum(facts.lines for facts in margins)
    total, wrong = 0, list[int]()
    left = margins[0].lines if margins else 0

    def end() -> None:
        nonlocal margin, left
        while left == 0 and margin < len(margins):
            if hashes.end() != margins[margin]:
                wrong.append(margin)
            margin += 1
            left = margins[margin].lines if margin < len(margins) else 0

    end()
    for lines in _ahead(kind.read(page, path, search)):
        if cancelled():
            raise Cancelled
        start, total = 0, total + len(lines)
        if total > wanted_lines:
            raise FormatViolation("check_cells", found=total, wanted=wanted_lines)
        while start < len(lines):
            stop = min(start + left, len(lines))
            hashes.add(lines.part(start, stop))
            left, start = left - (stop - start), stop
            end()
    if total < wanted_lines:
        raise FormatViolation("check_cells", found=total, wanted=wanted_lines)
    return ReadBack(tuple(wrong), search)
