"""The figures of a released hypercube, read from its file: of the margins that somebody needs, part by part."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ckmcore.errors import DataError
from ckmcore.formats.check import FormatViolation
from ckmcore.formats.leak_findings import LeakScan
from ckmcore.formats.publishable import PublishableContent
from ckmcore.microdata.data import Microdata
from ckmcore.office.settings import PLAIN, Office
from ckmcore.release.files import as_it_was, as_released
from ckmcore.release.files_found import FindFile
from ckmcore.scale.hypercube.draft import HyperDraft, hypercube_of
from ckmcore.scale.hypercube.forms import STREAMS
from ckmcore.scale.hypercube.stream import HyperPage, StreamKind
from ckmcore.statistic.entry import WrittenFile
from ckmcore.statistic.model import SavedTable, Statistic
from ckmcore.statistic.releases import Release
from ckmcore.statistic.series import Load
from ckmcore.tabulate.scan import never


@dataclass(frozen=True, eq=False)
class FileFigures:
    """Figures and signs of a margin of a hypercube, including its own margins."""

    figures: tuple[NDArray[np.int64], ...]
    signs: tuple[NDArray[np.uint8], ...] | None


def released_hypercube(
    statistic: Statistic, found: Release, noted: WrittenFile, load: Load, office: Office = PLAIN
) -> HyperDraft:
    """Released hypercube with the texts of one of its files. Raises the errors of `hypercube_of`."""
    submission = found.submission
    saved = SavedTable(submission.table, submission.spec)
    hypercube = hypercube_of(as_it_was(statistic, submission), saved, load, submission.request, office).hypercube
    return replace(hypercube, draft=replace(as_released(statistic, found, hypercube.draft), engine=noted.version))


def read_figures(
    statistic: Statistic,
    found: Release,
    data: Microdata,
    find: FindFile,
    names: Sequence[str],
    cancelled: Callable[[], bool] = never,
) -> FileFigures:
    """Figures of a released hypercube for all margins of the variables `names`, read from one of its files.

    Raises HypercubeInFiles where no unchanged file is found, hypercube_not_read, Cancelled.
    """
    for form, kind in STREAMS.items():
        noted = next((file for file in found.files if file.form == form), None)
        path = None if noted is None else find(noted)
        if noted is None or path is None:
            continue
        hyper_draft = released_hypercube(statistic, found, noted, lambda _: data, find.office)
        try:
            return _figures(hyper_draft.page, kind, path, names, cancelled)
        except FormatViolation as fault:
            raise DataError("hypercube_not_read", name=path.name, reason=fault.reason) from fault
    found.refuse_hypercube()
    raise ValueError("no hypercube")


def _figures(
    page: HyperPage, kind: StreamKind, path: Path, names: Sequence[str], cancelled: Callable[[], bool]
) -> FileFigures:
    """Figures of the cells in which all other variables are at their total; cells without a line publish nothing."""
    plan, values = page.plan, len(page.cube.measures)
    is_kept_level = [level.variable in names or level.total == "off" for level in plan.levels]
    shape = tuple(size for size, has in zip(plan.shape, is_kept_level, strict=True) if has)
    figures = tuple(np.zeros(shape, dtype=np.int64) for _ in range(values))
    unlisted = page.document.table.blocks[0].unlisted
    signs = tuple(np.full(shape, unlisted[value] or 0, dtype=np.uint8) for value in range(values))
    for lines in kind.read(page, path, LeakScan(PublishableContent.of([page.document]))):
        if cancelled():
            return FileFigures(figures, signs)
        in_line = np.ones(len(lines), dtype=np.bool_)
        for nodes, has in zip(lines.nodes, is_kept_level, strict=True):
            if not has:
                in_line &= nodes == 0
        node_place = tuple(nodes[in_line] for nodes, has in zip(lines.nodes, is_kept_level, strict=True) if has)
        for value in range(values):
            figures[value][node_place] = lines.figures[value][in_line]
            signs[value][node_place] = lines.signs[value][in_line]
    return FileFigures(figures, signs if any(sign.any() for sign in signs) else None)
