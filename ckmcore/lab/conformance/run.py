"""Files of solved cases: every value recomputed, compared with what the file expects, or written."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from os import PathLike
from pathlib import Path
from typing import Any

from ckmcore.base.files import reason_of, write_whole
from ckmcore.base.reading import read_file
from ckmcore.errors import CkmError, DataError
from ckmcore.lab.conformance.cases import published_of, read_case, solved_case
from ckmcore.lab.conformance.chances import solved_line
from ckmcore.lab.conformance.magnitude_tables import tables_of
from ckmcore.lab.conformance.magnitudes import WORDS, solved_magnitude
from ckmcore.messages import Sentence, sentence
from ckmcore.ports import needed_rivals
from ckmcore.ptable import PTable, read_ptable
from ckmcore.ptable.model.table import from_rows

# Values that are no whole numbers are the same up to this.
TOLERANCE = 1e-6
# Those of cell suppression, whose costs may be logarithms with six digits.
_SUPPRESSION = 1e-4


@dataclass(frozen=True)
class Mismatch:
    """A value that differs from the expected one. path: its path in the file."""

    path: str
    expected: Any
    found: Any

    @property
    def sentence(self) -> Sentence:
        return sentence("conformance_mismatch", path=self.path, expected=_text(self.expected), found=_text(self.found))


@dataclass
class Conformance:
    """Result of a file of solved cases. values: computed values by case and path; compared: number of comparisons;
    mismatches: values that differ; left_out: what could not be computed, with the reason."""

    values: dict[str, Any] = field(default_factory=dict)
    compared: int = 0
    mismatches: list[Mismatch] = field(default_factory=list)
    left_out: list[tuple[str, Sentence]] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        """Whether something was computed, and nothing differs."""
        return bool(self.values) and not self.mismatches


def conform(
    file: str | PathLike[str],
    ptables: str | PathLike[str] | None = None,
    *,
    solve: bool = False,
    progress: Callable[[str], None] = lambda path: None,
) -> Conformance:
    """Compute every value of a file of solved cases and compare it with the expected one; with `solve` only compute.

    ptables: folder of the perturbation tables that the file names, by default `ptables` beside the file's folder or in
    a parent folder; progress: called with the name of each case. Raises conformance_unreadable and the errors of
    reading a table.
    """
    path = Path(file)
    content = _content(path)
    folder = Path(ptables) if ptables is not None else _nearest_folder(path, "ptables")
    tables = _tables(content, folder)
    data = None if folder is None else _existing(folder.parent / "data")
    conformance = Conformance()
    for case in content.get("count_cases", []):
        name = str(case.get("id", "?"))
        progress(name)
        try:
            read = read_case(case, tables)
            published, values = published_of(read), solved_case(read)
        except CkmError as fault:
            conformance.left_out.append((name, fault.sentence()))
            continue
        conformance.values[name] = values
        if not solve:
            _compare(conformance, f"{name}/published", case.get("published"), published)
            _compare(conformance, f"{name}/expected", case.get("expected"), values)
    _chances(conformance, content.get("chances", {}), tables, data, solve=solve, progress=progress)
    solved_by = _of_rivals(content)
    if solved_by is not None:
        _rivals(conformance, content["cases"], solved_by, solve=solve, progress=progress)
        return conformance
    _magnitudes(conformance, content, solve=solve, progress=progress)
    return conformance


def _magnitudes(
    conformance: Conformance, content: Mapping[str, Any], *, solve: bool, progress: Callable[[str], None]
) -> None:
    """Solve the cases of sums, each with its inputs, the requested values and a tolerance. conformance: result to which
    values are added."""
    cases = content.get("cases", [])
    tables = tables_of(content.get("tables", {})) if cases else None
    for case in cases:
        name = str(case.get("id", "?"))
        progress(name)
        try:
            values = solved_magnitude(case, tables) if tables is not None else {}
        except CkmError as fault:
            conformance.left_out.append((name, fault.sentence()))
            continue
        conformance.values[name] = values
        if not solve:
            allowed = case.get("tolerance", TOLERANCE)
            # Said in words it is relative.
            relative = isinstance(allowed, str)
            _compare(conformance, f"{name}/wanted", case.get("wanted"), values, 0.01 if relative else allowed, relative)


@dataclass(frozen=True)
class _RivalCases:
    """Cases of a rival of the cell-key method. has: keys of a case; answers: those that are compared."""

    has: frozenset[str]
    answers: tuple[str, ...]
    solve: Callable[[Mapping[str, Any]], dict[str, Any]]


_RIVAL_CASES = (
    # Tables with primary cells: least cost, intervals of a given pattern, cells that cannot be protected.
    _RivalCases(
        frozenset({"values", "primary"}),
        ("optimum", "unprotectable", "audit", "integer_audit"),
        lambda case: needed_rivals().solved_suppression(case),
    ),
    # Combinations of keys by the SAFE principle: the smallest largest deviation, of these the smallest sum.
    _RivalCases(
        frozenset({"codes", "counts", "control"}),
        ("optimum_max", "optimum_sum"),
        lambda case: needed_rivals().solved_safe(case),
    ),
)


def _of_rivals(content: Mapping[str, Any]) -> _RivalCases | None:
    """The rival whose cases a file has; None where they are of none."""
    cases = content.get("cases")
    if not isinstance(cases, list) or not cases or not all(isinstance(case, dict) for case in cases):
        return None
    return next((kind for kind in _RIVAL_CASES if all(kind.has <= case.keys() for case in cases)), None)


def _rivals(
    conformance: Conformance,
    cases: Sequence[Mapping[str, Any]],
    kind: _RivalCases,
    *,
    solve: bool,
    progress: Callable[[str], None],
) -> None:
    for number, case in enumerate(cases):
        name = str(case.get("name", number))
        progress(name)
        try:
            values = kind.solve(case)
        except CkmError as fault:
            conformance.left_out.append((name, fault.sentence()))
            continue
        conformance.values[name] = values
        expected = {key: case[key] for key in kind.answers if key in case}
        if not solve:
            _compare(conformance, name, expected, values, _SUPPRESSION)


def write_values(found: Sequence[Conformance], path: str | PathLike[str]) -> None:
    """Write computed values as JSON: those of a case under its id, those of chances under `chances` by group and line,
    each number under its path with `/`."""
    values: dict[str, Any] = {}
    for conformance in found:
        for name, value in conformance.values.items():
            if name == "chances":
                for group, lines in value.items():
                    values.setdefault("chances", {}).setdefault(group, {}).update(lines)
            else:
                values[name] = value
    values |= dict(_leaves("chances", values["chances"])) if "chances" in values else {}
    text = json.dumps(values, ensure_ascii=False, indent=1) + "\n"

    def write(file: Path) -> None:
        file.write_text(text, encoding="utf-8", newline="\n")

    write_whole(Path(path), write)


def _chances(
    conformance: Conformance,
    chances: Mapping[str, Any],
    tables: Mapping[str, PTable],
    data: Path | None,
    *,
    solve: bool,
    progress: Callable[[str], None],
) -> None:
    for group, lines in chances.items():
        for name in lines:
            path = f"chances/{group}/{name}"
            progress(path)
            try:
                values = solved_line(group, name, tables, data)
            except CkmError as fault:
                conformance.left_out.append((path, fault.sentence()))
                continue
            conformance.values.setdefault("chances", {}).setdefault(group, {})[name] = values
            if not solve and isinstance(lines, Mapping):
                _compare(conformance, path, lines[name], values)


# Words beside values: what a file says of how it was made.
_WORDS = ("why", *WORDS)
# What float64 leaves of a difference of equal decimals.
_DOUBLES = 1e-12


def _compare(
    conformance: Conformance,
    path: str,
    expected: Any,
    value: Any,
    tolerance: float = TOLERANCE,
    relative: bool = False,
) -> None:
    """Compare expected with computed values, down to each number; values without an expectation are ignored."""
    if isinstance(expected, Mapping):
        for key, expected_value in expected.items():
            if key not in _WORDS and not (key.endswith("formula") and isinstance(expected_value, str)):
                inner = value.get(key, None) if isinstance(value, Mapping) else None
                _compare(conformance, f"{path}/{key}", expected_value, inner, tolerance, relative)
        return
    if expected is None:
        return
    conformance.compared += 1
    if not _same(expected, value, tolerance, relative=relative):
        conformance.mismatches.append(Mismatch(path, expected, value))


def _same(expected: Any, value: Any, tolerance: float, *, relative: bool) -> bool:
    if isinstance(expected, list) and isinstance(value, list):
        if any(isinstance(element, list | float) for element in expected):
            pairs = zip(expected, value, strict=False)
            return len(expected) == len(value) and all(
                _same(element, other, tolerance, relative=relative) for element, other in pairs
            )
        ordered = [sorted(elements, key=str) for elements in (expected, value)]
        return ordered[0] == ordered[1]
    if isinstance(expected, float) or isinstance(value, float):
        numbers = isinstance(expected, int | float) and isinstance(value, int | float)
        allowed = tolerance * (abs(float(expected)) if relative else 1.0000001) if numbers else 0.0
        return numbers and math.isclose(float(expected), float(value), rel_tol=0, abs_tol=allowed + _DOUBLES)
    return bool(expected == value)


def _leaves(path: str, value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping):
        for key, member in value.items():
            yield from _leaves(f"{path}/{key}", member)
    else:
        yield path, value


def _content(path: Path) -> dict[str, Any]:
    try:
        content = json.loads(read_file(path, 1 << 28))
    except OSError as fault:
        raise DataError("conformance_unreadable", name=path.name, reason=reason_of(fault)) from fault
    except ValueError as fault:
        raise DataError("conformance_unreadable", name=path.name, reason=str(fault)) from fault
    kinds = ({"count_cases"}, {"chances"}, {"cases", "tables"})
    if not isinstance(content, dict) or not (
        any(kind <= content.keys() for kind in kinds) or _of_rivals(content) is not None
    ):
        raise DataError("conformance_unreadable", name=path.name, reason="count_cases, chances, cases + tables")
    return content


def _nearest_folder(path: Path, name: str) -> Path | None:
    """Nearest folder called `name` in the folder of a file or one of its parents."""
    return next((parent / name for parent in path.resolve().parents if (parent / name).is_dir()), None)


def _existing(folder: Path) -> Path | None:
    return folder if folder.is_dir() else None


def _tables(content: Mapping[str, Any], folder: Path | None) -> dict[str, PTable]:
    """Perturbation tables of a file: its own, and those of the folder by file name and by their own names."""
    p_tables = {name: _of_intervals(rows) for name, rows in content.get("ptables", {}).items()}
    if folder is not None:
        names = {path.name: path for path in sorted(folder.iterdir())} if folder.is_dir() else {}
        for name in _table_names(content):
            if name in names:
                p_tables.setdefault(name, read_ptable(names[name]))
        for short, file in content.get("ptable_names", {}).items():
            if file in names:
                p_tables.setdefault(short, p_tables.get(file) or read_ptable(names[file]))
    return p_tables


def _table_names(content: Mapping[str, Any]) -> set[str]:
    """Names in a file that may be files of perturbation tables."""
    cases = {str(case.get("method", {}).get("ptable", "")) for case in content.get("count_cases", [])}
    return cases | set(content.get("chances", {}).get("floor", {}))


def _of_intervals(rows: Mapping[str, Sequence[Sequence[Any]]]) -> PTable:
    """A table from row -> [upper bound, published count] in order."""
    lines = []
    for row in sorted(rows, key=int):
        before, line = Fraction(0), []
        for bound, target in rows[row]:
            line.append((int(target), float(Fraction(bound) - before), Fraction(bound)))
            before = Fraction(bound)
        lines.append(line)
    return from_rows(lines)


def _text(value: Any) -> str:
    return "–" if value is None else json.dumps(value, ensure_ascii=False)
