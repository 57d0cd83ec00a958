"""Sets of areas that a statistic keeps in the folder `NAME.areas/` beside it, by name and hash."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from ckmcore.areas.model import AreaMatch, AreaSet, areas_from
from ckmcore.base.files import NotWritten, file_stem, folder_of, reason_of, write_whole
from ckmcore.base.reading import read_file
from ckmcore.errors import FileError, InputError
from ckmcore.microdata.data import MISSING
from ckmcore.microdata.variable import VariableEntry
from ckmcore.sample.areas import sample_areas
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.period import KeptAreas
from ckmcore.tabulate.spec import TableSpec

_MOST_BYTES = 1 << 29
_SAMPLE = ("lands", "districts")


def areas_folder(ckm_path: Path) -> Path:
    """The folder of areas of a statistic."""
    return folder_of(ckm_path) / f"{ckm_path.stem}.areas"


def codes_of_areas(entry: VariableEntry, areas: AreaSet) -> tuple[str, ...]:
    """The codes of a variable that areas are compared with: of the level that has most of them, else its categories."""
    codes = tuple(category.code for category in entry.categories if category.code != MISSING)
    levels = [codes] if codes else []
    tree = entry.tree
    if tree is not None:
        levels = [tuple(node.code for node in tree.nodes if node.depth == depth) for depth in range(tree.depth)]
    return max(levels, key=lambda level: areas.match(level).matched, default=())


def match_areas(statistic: Statistic, variable: str, areas: AreaSet) -> AreaMatch:
    """Compare the codes of a variable with those of areas. Raises areas_variable, areas_fit_nothing."""
    entry = next((entry for entry in statistic.dictionary if entry.name == variable), None)
    if entry is None or entry.role != "dimension":
        known = [entry.name for entry in statistic.dictionary if entry.role == "dimension"]
        raise InputError("areas_variable", name=variable, known=known or ["–"])
    match = areas.match(codes_of_areas(entry, areas))
    if not match.matched:
        like, other = (codes[0] if codes else "–" for codes in (match.without_area, match.without_code))
        if match.zeros_lost:
            raise InputError("areas_fit_zeros", variable=variable, like=like, other=other)
        raise InputError("areas_fit_nothing", variable=variable, like=like, other=other)
    return match


def with_areas(statistic: Statistic, variable: str, areas: AreaSet, ckm_path: Path) -> Statistic:
    """The statistic with areas for a variable, which are written beside it; those of the same state are replaced.
    Raises areas_variable, areas_fit_nothing, areas_fit_zeros, NotWritten."""
    match_areas(statistic, variable, areas)
    name = f"{file_stem(variable) or 'areas'}-{areas.content_hash[:8]}.areas"
    folder = areas_folder(ckm_path)
    _write(areas, folder / name)
    kept = KeptAreas(variable, name, areas.content_hash, areas.title, areas.state, areas.source, len(areas))
    others = (each for each in statistic.areas if (each.variable, each.state) != (variable, areas.state))
    return replace(statistic, areas=tuple(sorted((*others, kept), key=lambda each: (each.variable, each.state))))


def without_areas(statistic: Statistic, variable: str, state: str = "") -> Statistic:
    """The statistic without the areas of a variable; of one state where it is given. Files stay. Raises areas_none."""
    gone = [each for each in statistic.areas if each.variable == variable and state in ("", each.state)]
    if not gone:
        raise InputError("areas_none", variable=variable)
    return replace(statistic, areas=tuple(each for each in statistic.areas if each not in gone))


def kept_for(statistic: Statistic, variable: str, date: str = "") -> KeptAreas | None:
    """What is kept for a variable on a day (ISO): of the latest state until then, else of the first; None without."""
    mine = sorted((each for each in statistic.areas if each.variable == variable), key=lambda each: each.state)
    until = [each for each in mine if not date or each.state <= date]
    return until[-1] if until else mine[0] if mine else None


def load_areas(kept: KeptAreas, ckm_path: Path | None) -> AreaSet:
    """Read areas from beside a statistic. Raises areas_file_missing, areas_damaged."""
    if not kept.file:
        for which in _SAMPLE:
            areas = sample_areas(which)  # type: ignore[arg-type]  # both are names
            if areas.content_hash == kept.sha256:
                return areas
    # A name, never a path: the file lies in the folder of areas and nowhere else.
    if ckm_path is None or not kept.file or Path(kept.file).name != kept.file or "\\" in kept.file:
        raise FileError("areas_file_missing", name=kept.file or "?", reason="–")
    path = areas_folder(ckm_path) / kept.file
    try:
        content = read_file(path, _MOST_BYTES)
    except OSError as fault:
        reason = reason_of(fault)
        raise FileError("areas_file_missing", name=kept.file, reason=reason) from fault
    areas = areas_from(content, kept.file)
    if areas.content_hash != kept.sha256:
        raise FileError("areas_damaged", name=kept.file)
    return areas


def areas_of(statistic: Statistic, variables: Iterator[str] | tuple[str, ...], path: Path | None) -> dict[str, AreaSet]:
    """Areas for the current period of those of some variables that have any. Raises as `load_areas`."""
    kept = {variable: kept_for(statistic, variable, statistic.period.date) for variable in variables}
    return {variable: load_areas(each, path) for variable, each in kept.items() if each is not None}


def readable_areas(statistic: Statistic, spec: TableSpec, path: Path | None) -> dict[str, AreaSet]:
    """Areas for a table, as `areas_of` gives them; those that cannot be read are left out."""
    readable: dict[str, AreaSet] = {}
    for variable in (*spec.variables, spec.presentation.picture.borders):
        with contextlib.suppress(FileError):
            readable |= areas_of(statistic, (variable,), path)
    return readable


def copy_areas(statistic: Statistic, ckm_path: Path, former: Path | None) -> None:
    """Copy the areas from beside `former`, the previous path of the statistic, to beside `ckm_path`. What is missing
    there is left out. Raises NotWritten."""
    if former is None or areas_folder(former) == areas_folder(ckm_path):
        return
    for kept in statistic.areas:
        target = areas_folder(ckm_path) / kept.file
        if kept.file and not target.exists():
            try:
                areas = load_areas(kept, former)
            except FileError:
                continue
            _write(areas, target)


def _write(areas: AreaSet, path: Path) -> None:
    try:
        path.parent.mkdir(exist_ok=True)
    except OSError as fault:
        raise NotWritten(name=path.parent.name, reason=reason_of(fault)) from fault
    content = areas.content

    def write(target: Path) -> None:
        target.write_bytes(content)

    write_whole(path, write, own=True)
