"""Cells of a corrected hypercube whose figures are not those of the release that it replaces, found in its files."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.numbers import Language
from ckmcore.formats.check import FormatViolation
from ckmcore.formats.leak_findings import LeakScan
from ckmcore.formats.publishable import PublishableContent
from ckmcore.office.settings import PLAIN, Office
from ckmcore.ports import FindFile
from ckmcore.release.compare import revised_margins
from ckmcore.release.files import as_it_was, as_released
from ckmcore.release.provenance import PreparedFacts
from ckmcore.scale.hypercube.draft import HyperDraft, hypercube_of
from ckmcore.scale.hypercube.forms import STREAMS
from ckmcore.scale.hypercube.released_figures import released_hypercube
from ckmcore.scale.hypercube.stream import HyperPage, Lines, joined_lines
from ckmcore.statistic.entry import PublishedMargin
from ckmcore.statistic.model import SavedTable, Statistic
from ckmcore.statistic.releases import Release, find_release
from ckmcore.statistic.series import Load
from ckmcore.tabulate.scan import never

MOST_REVISED = 10_000
"""Figures that a correction of a hypercube marks one by one."""
RevisedCells = tuple[tuple[int, ...], ...]


def with_revised_cells(
    statistic: Statistic,
    ready: PreparedFacts,
    corrects: int,
    load: Load,
    find: FindFile,
    office: Office = PLAIN,
    cancelled: Callable[[], bool] = never,
) -> PreparedFacts:
    """Prepared hypercube with the cells in which it differs from the release that it corrects, read from a file of it;
    unchanged where no file distinguishes them, or where they are more than MOST_REVISED. Raises Cancelled and the
    errors of computing.
    """
    former, submission = find_release(statistic.register, corrects), ready.submission
    margins = revised_margins(former.submission, submission)
    if former.submission.hidden or margins is None or not margins.changed:
        return ready
    saved = SavedTable(submission.table, submission.spec)
    hypercube = hypercube_of(statistic, saved, load, submission.request, office).hypercube
    for form, kind in STREAMS.items():
        noted = next((file for file in former.files if file.form == form), None)
        path = None if noted is None else find(noted)
        if noted is None or path is None:
            continue
        page = released_hypercube(statistic, former, noted, load, office).page
        if not kind.hashes(page).tells_nodes:
            continue
        with contextlib.suppress(FormatViolation):
            search = LeakScan(PublishableContent.of([page.document]))
            lines = _by_margin(kind.read(page, path, search), noted.margins)
            cells = _differing(hypercube, kind.same(page), frozenset(margins.changed), lines, cancelled)
            return ready if cells is None else replace(ready, submission=replace(submission, revised=cells))
    return ready


def _by_margin(parts: Iterator[Lines], margins: Sequence[PublishedMargin]) -> Iterator[Lines | None]:
    """The lines of a file, margin by margin, None for one without lines. Raises FormatViolation."""
    rest = next(parts, None)
    for margin in margins:
        taken, missing = list[Lines](), margin.lines
        while missing:
            if rest is None:
                raise FormatViolation("check_cells", found=margin.lines - missing, wanted=margin.lines)
            taken.append(rest.part(0, missing))
            missing -= len(taken[-1])
            rest = rest.part(len(taken[-1]), len(rest))
            rest = rest if len(rest) else next(parts, None)
        yield joined_lines(taken) if taken else None


def _differing(
    hypercube: HyperDraft,
    same: NDArray[np.uint8],
    changed: frozenset[tuple[str, ...]],
    former: Iterator[Lines | None],
    cancelled: Callable[[], bool],
) -> RevisedCells | None:
    """For each value the numbers of the cells that publish something else than before; None where they are too many.
    same: for each sign the first that the file writes alike; former: lines of the file by margin."""
    page, names = hypercube.page, hypercube.spec.margins
    numbers: list[list[int]] = [[] for _ in page.cube.measures]
    for margin, (block, before) in enumerate(zip(hypercube.blocks(cancelled), former, strict=True)):
        if names[margin] not in changed:
            continue
        after = page.lines(block, margin)
        cells = np.union1d(_numbers(page, before), _numbers(page, after))
        for value, of_value in enumerate(numbers):
            was, now = (_shown(page, cells, lines, value, same) for lines in (before, after))
            of_value += cells[(was[0] != now[0]) | (was[1] != now[1])].tolist()
        if sum(map(len, numbers)) > MOST_REVISED:
            return None
    return tuple(tuple(sorted(of_value)) for of_value in numbers)


def _numbers(page: HyperPage, lines: Lines | None) -> NDArray[np.uint64]:
    """Number of the cell of each line."""
    if lines is None:
        return np.zeros(0, dtype=np.uint64)
    if lines.numbers is not None:
        return lines.numbers
    numbers = np.zeros(len(lines), dtype=np.uint64)
    for nodes, step in zip(lines.nodes, page.numbering, strict=True):
        numbers += nodes.astype(np.uint64) * np.uint64(step)
    return numbers


def _shown(
    page: HyperPage,
    cells: NDArray[np.uint64],
    lines: Lines | None,
    value: int,
    same: NDArray[np.uint8],
) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
    """Figures and signs of cells, of those without a line as unlisted ones publish them."""
    unlisted = page.document.table.blocks[0].unlisted[value] or 0
    figures, signs = np.zeros(len(cells), dtype=np.int64), np.full(len(cells), same[unlisted], dtype=np.uint8)
    if lines is not None:
        at = np.searchsorted(cells, _numbers(page, lines))
        figures[at], signs[at] = lines.figures[value], same[lines.signs[value]]
    return figures, signs


def revised_places(statistic: Statistic, found: Release, load: Load, language: Language, office: Office) -> list[str]:
    """Sentences by which the files of a corrected hypercube locate the figures that it changed."""
    submission = found.submission
    then, saved = as_it_was(statistic, submission), SavedTable(submission.table, submission.spec)
    hypercube = hypercube_of(then, saved, load, replace(submission.request, language=language), office).hypercube
    return replace(hypercube, draft=as_released(statistic, found, hypercube.draft)).page.document.cell_notes()
