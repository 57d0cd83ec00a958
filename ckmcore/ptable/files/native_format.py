"""Our own file of a perturbation table: JSON with what was asked for, exact bounds, checks, and a sum over it all."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

import msgspec
import numpy as np

from ckmcore.base.texts import Texts
from ckmcore.base.typed import converted
from ckmcore.errors import CkmError, DataError
from ckmcore.messages import Sentence, sentence
from ckmcore.ptable.design.design import Design
from ckmcore.ptable.files.errors import FaultList, PtableForMagnitudes
from ckmcore.ptable.files.fields import LARGEST_COUNT, exact_number
from ckmcore.ptable.files.sealed import seal, unseal
from ckmcore.ptable.model.bounds import decimal_text
from ckmcore.ptable.model.table import PTable, RowReport, from_rows
from ckmcore.ptable.rows.arguments import PtableParameter
from ckmcore.ptable.rows.request import RowConstraint, first_free

FORM = "ckm ptable"
VERSION = 1
_TOLERANCE = 1e-6
# Probabilities that differ by no more are of one design.
_SAME_P = 1e-9


@dataclass(frozen=True)
class Shuffled:
    """How a table was shuffled. threshold: largest width of a piece; seed: of the permutation."""

    threshold: float
    seed: int


@dataclass(frozen=True)
class OwnFile:
    """Content of our own file format: the table, its design, its shuffling and a note.

    first_line: line of row 0 in the file.
    """

    table: PTable
    design: Design | None = None
    shuffled: Shuffled | None = None
    note: Texts = Texts()
    first_line: int = 0


@dataclass(frozen=True)
class _Record:
    """Typed content of our own file. rows: [j, p, upper bound] for each interval of each row."""

    form: str
    version: int
    kind: str
    design: Design | None
    shuffled: Shuffled | None
    note: Texts
    integer_modulus: int | None
    recycled_rows: int
    rows: tuple[tuple[tuple[int, str, str], ...], ...]
    checks: tuple[dict[str, Any], ...]
    content_hash: str
    sha256: str


def own_text(own: OwnFile) -> str:
    """Text of our own file for a table for counts: exact bounds as decimals or fractions, checks of each row, hash and
    SHA-256."""
    return seal(own_record(own), ("rows", "checks"))


def own_record(own: OwnFile) -> dict[str, object]:
    """The content of our own file, without its sum."""
    table = own.table
    return {
        "form": FORM,
        "version": VERSION,
        "kind": "counts",
        "design": own.design or design_of(table),
        "shuffled": own.shuffled,
        "note": own.note,
        "integer_modulus": table.integer_modulus,
        "recycled_rows": table.recycled_rows,
        "rows": _rows(table),
        "checks": _checks(table),
        "content_hash": table.content_hash,
    }


def _rows(table: PTable) -> list[list[list[object]]]:
    p, bounds = table.probabilities.tolist(), table.exact_bounds
    targets, offsets = table.targets.tolist(), table.offsets.tolist()
    return [
        [
            [targets[index], repr(p[index]), decimal_text(bounds[index]) or str(bounds[index])]
            for index in range(begin, end)
        ]
        for begin, end in pairwise(offsets)
    ]


def _checks(table: PTable) -> list[dict[str, object]]:
    # Why a row cannot have its variance is a sentence, and follows from the rest.
    names = [field.name for field in fields(RowReport) if field.name != "reason"]
    return [{name: getattr(report, name) for name in names} for report in table.reports]


def own_file(content: bytes, name: str) -> OwnFile:
    """Read the content of our own file. name: for messages. Raises own_file_broken, own_file_foreign, own_file_newer,
    own_file_changed (with the part that was changed), own_file_faulty, PtableFaulty, PtableForMagnitudes."""
    file_content, fits = unseal(content, name, FORM, VERSION)
    if file_content.get("kind") == "magnitudes":
        raise PtableForMagnitudes(name=name, line=1)
    start = content.find(b'"rows"')
    first_line = content.count(b"\n", 0, max(start, 0)) + 2
    if not fits:
        raise DataError("own_file_changed", name=name, what=_what_changed(file_content, name))
    return own_from_record(file_content, name, first_line)


def own_from_record(found: Mapping[str, Any], name: str, first_line: int = 0) -> OwnFile:
    """Table of a record whose checksum is right. first_line: line of row 0 in the file. Raises own_file_faulty,
    own_file_changed, PtableFaulty."""
    record = _typed(found, name)
    table = _table(record, name, first_line)
    if table.content_hash != record.content_hash:
        raise DataError("own_file_changed", name=name, what=sentence("own_file_what_rows"))
    table = _with_notes(table, record.design, name)
    return OwnFile(table, record.design, record.shuffled, record.note, first_line)


def _typed(content: Mapping[str, Any], name: str) -> _Record:
    try:
        record = converted(content, _Record, strict=True)
    except msgspec.ValidationError as fault:
        raise DataError("own_file_faulty", name=name, detail=f"{fault}.") from None
    if record.kind != "counts":
        raise DataError("own_file_faulty", name=name, detail=f"kind {record.kind[:20]}.")
    modulus = record.integer_modulus
    if modulus is not None and not 1 <= modulus <= 2**21:
        raise DataError("own_file_faulty", name=name, detail=f"integer_modulus {modulus}.")
    if not 0 <= record.recycled_rows < max(len(record.rows), 1):
        raise DataError("own_file_faulty", name=name, detail=f"recycled_rows {record.recycled_rows}.")
    return record


def _table(record: _Record, name: str, first_line: int) -> PTable:
    faults = FaultList()
    rows: list[list[tuple[int, float, Fraction]]] = []
    for i, intervals in enumerate(record.rows):
        line = first_line + i
        row: list[tuple[int, float, Fraction]] = []
        reached = Fraction(0)
        for target, p_text, bound_text in intervals:
            p, bound = exact_number(p_text), exact_number(bound_text, fraction=True)
            if p is None or bound is None:
                faults.add("ptable_fault_number", line, text=(p_text if p is None else bound_text)[:40])
                continue
            if not 0 <= target <= LARGEST_COUNT:
                faults.add("ptable_fault_integer", line, name="j", text=str(target)[:40], least="0")
            if not 0 <= p <= 1:
                faults.add("ptable_fault_negative", line, i, value=float(p))
            if bound < reached:
                faults.add("ptable_fault_falls", line, i, bound=f"{float(bound):.10g}", before=f"{float(reached):.10g}")
            elif abs(float(bound - reached - p)) > _TOLERANCE:
                faults.add("ptable_fault_width", line, i, width=float(bound - reached), p=float(p))
            reached = bound
            row.append((target, float(p), bound))
        total = math.fsum(p for _, p, _ in row)
        if abs(total - 1) > _TOLERANCE:
            faults.add("ptable_fault_sum", line, i, total=total)
        if reached != 1:
            faults.add("ptable_fault_last", line, i, bound=f"{float(reached):.10g}")
        rows.append(row)
    if not rows:
        faults.add("ptable_fault_gap", first_line, 0, expected=0)
    faults.raise_any(name)
    return from_rows(rows, integer_modulus=record.integer_modulus, recycled_rows=record.recycled_rows)


def _what_changed(content: Mapping[str, Any], name: str) -> Sentence:
    """Part of a changed file that does not match: its rows, the check of a row, or the rest."""
    try:
        record = _typed(content, name)
        table = _with_notes(_table(record, name, 0), record.design, name)
    except CkmError:
        return sentence("own_file_what_rows")
    if table.content_hash != record.content_hash:
        for row, (new, old) in enumerate(zip(_checks(table), record.checks, strict=False)):
            if any(_differs(new[key], old.get(key)) for key in ("bias", "variance", "stay", "entropy")):
                return sentence("own_file_what_row", row=row)
        return sentence("own_file_what_rows")
    return sentence("own_file_what_rest")


def _differs(value: object, other: object) -> bool:
    if isinstance(value, float) and isinstance(other, int | float):
        return abs(value - other) > 1e-9
    return value != other


def _with_notes(table: PTable, design: Design | None, name: str) -> PTable:
    """Add the notes of the design to a table where the design still yields its probabilities."""
    if design is None:
        return table
    try:
        designed = design.table()
    except PtableParameter as fault:
        raise DataError("own_file_faulty", name=name, detail=fault.sentence()) from None
    except CkmError:
        return table
    if designed.last_row != table.last_row:
        return table
    for row in table.rows:
        row_distribution, other_distribution = table.row_distribution(row), designed.row_distribution(row)
        if any(
            abs(row_distribution.get(v, 0.0) - other_distribution.get(v, 0.0)) > _SAME_P
            for v in row_distribution.keys() | other_distribution.keys()
        ):
            return table
    notes = designed.notes
    if notes is not None:
        notes = replace(notes, tolerance=max(notes.tolerance, _rounded(table)))
    return replace(table, notes=notes)


def _rounded(table: PTable) -> float:
    """Largest effect of rounding the bounds' decimals on the second moment of a row: half a unit at each bound."""
    texts = [decimal_text(bound) for bound in table.exact_bounds]
    if any(text is None for text in texts):
        return 0.0
    digits = max(len(text.partition(".")[2]) for text in texts if text is not None)
    steps = np.abs(np.diff(table.noise**2)) * (np.diff(table.row_numbers) == 0)
    most_steps = np.bincount(table.row_numbers[1:], weights=steps, minlength=1).max()
    # A bound is a distance from 0, so sum and order move by a whole unit at least.
    return float(10.0**-digits * max(most_steps / 2.0, 1.0))


def design_of(table: PTable) -> Design | None:
    """Design of a designed table; None for a table that was read."""
    request = table.parameters
    design = None if table.notes is None else table.notes.design
    if isinstance(design, Design):
        return design
    if request is None or len(set(request.optim)) > 1:
        return None
    # With optim variance and symmetry follow from it.
    variances = ("equal",) if request.optim else request.variance
    per_row: dict[str, tuple[Any, ...]] = {
        "D": request.row_D,
        "V": request.row_V,
        "pstay": request.pstay,
        "mono": request.mono,
        "stay": request.stay,
        "variance": variances,
    }
    last_row = table.last_row

    def of_row(row: int) -> dict[str, Any]:
        return {name: values[min(row, len(values)) - 1] for name, values in per_row.items()}

    usual = of_row(last_row)
    general = Design(
        **usual,
        js=min(request.js, usual["D"]),
        symmetric=request.symmetric or bool(request.optim),
        rising=request.rising,
        # js is at most the D of every row; where it is not, the targets were named one by one.
        blocked=None
        if request.blocked == tuple(range(1, request.js + 1)) and request.js <= usual["D"]
        else request.blocked,
        last_row=None if last_row == first_free(request.blocked, usual["D"]) else last_row,
        pins=request.pins,
        optim=request.optim[0] if request.optim else 0,
    )
    return replace(general, own=tuple(_own_rows(last_row, usual, of_row)))


def row_constraint(row: int, asked: Mapping[str, Any], usual: Mapping[str, Any]) -> RowConstraint:
    """Constraint of a row whose settings differ from the general ones. asked: its settings; usual: the general ones;
    both by the names of RowConstraint, with pstay None for no requirement."""
    given_fields = {name: value for name, value in asked.items() if value != usual[name]}
    if "pstay" in given_fields and given_fields["pstay"] is None:
        # None would mean: as usual. 0 asks for nothing only as a lower bound; exactly 0 means that no count stays.
        given_fields["pstay"] = 0.0
        if asked["stay"] == "exact":
            given_fields["stay"] = "at least"
    return RowConstraint(row, row, **given_fields)


def _own_rows(last_row: int, usual: dict[str, Any], of_row: Callable[[int], dict[str, Any]]) -> list[RowConstraint]:
    """Constraints of the rows that differ from the general settings, with equal neighbours combined. last_row: last
    row; of_row: settings of a row.
    """
    own_constraints: list[RowConstraint] = []
    for row in range(1, last_row):
        constraint = row_constraint(row, of_row(row), usual)
        if constraint == RowConstraint(row, row):
            continue
        if (
            own_constraints
            and replace(own_constraints[-1], first=row, last=row) == constraint
            and own_constraints[-1].last == row - 1
        ):
            own_constraints[-1] = replace(own_constraints[-1], last=row)
        else:
            own_constraints.append(constraint)
    return own_constraints
