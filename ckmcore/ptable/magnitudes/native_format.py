"""Our own file of a perturbation table for magnitudes; the same form as for counts, of the kind "magnitudes"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

import msgspec

from ckmcore.base.texts import Texts
from ckmcore.base.typed import converted
from ckmcore.errors import CkmError, DataError
from ckmcore.messages import sentence
from ckmcore.ptable.files.errors import FaultList
from ckmcore.ptable.files.fields import LARGEST_COUNT, exact_number
from ckmcore.ptable.files.native_format import FORM, VERSION
from ckmcore.ptable.files.sealed import seal, unseal
from ckmcore.ptable.magnitudes.design import design_magnitudes
from ckmcore.ptable.magnitudes.part import (
    MagnitudeParameters,
    MagnitudePart,
    MagnitudeRowReport,
    MagnitudeType,
    part_from_rows,
)
from ckmcore.ptable.magnitudes.permute import Permuted
from ckmcore.ptable.magnitudes.table import MagnitudePTable
from ckmcore.ptable.model.bounds import decimal_text

_TOLERANCE = 1e-6
_SAME_P = 1e-9


@dataclass(frozen=True)
class OwnMagnitudes:
    """Content of our own file format for magnitudes: the table, the permutation of its keys, and a note."""

    table: MagnitudePTable
    note: Texts = Texts()
    permuted: Permuted | None = None


@dataclass(frozen=True)
class _Row:
    """Row of one ratio i. intervals: [v, p, upper bound] of each."""

    type: MagnitudeType
    i: float
    intervals: tuple[tuple[float, str, str], ...]


@dataclass(frozen=True)
class _Record:
    form: str
    version: int
    kind: str
    parameters: dict[MagnitudeType, MagnitudeParameters]
    note: Texts
    rows: tuple[_Row, ...]
    checks: tuple[dict[str, Any], ...]
    content_hash: str
    sha256: str
    permuted: Permuted | None = None


def own_magnitudes_text(own: OwnMagnitudes) -> str:
    """Text of our own file for a table for magnitudes: exact bounds, design, checks of each row, hash and SHA-256."""
    table = own.table
    names = [field.name for field in fields(MagnitudeRowReport) if field.name != "reason"]
    record = {
        "form": FORM,
        "version": VERSION,
        "kind": "magnitudes",
        "parameters": {
            magnitude_part.type: magnitude_part.notes.parameters
            for magnitude_part in table.parts
            if magnitude_part.notes is not None
        },
        "note": own.note,
        **({} if own.permuted is None else {"permuted": own.permuted}),
        "rows": [row for magnitude_part in table.parts for row in _rows(magnitude_part)],
        "checks": [{name: getattr(report, name) for name in names} for report in table.reports],
        "content_hash": table.content_hash,
    }
    return seal(record, ("rows", "checks"))


def _rows(magnitude_part: MagnitudePart) -> list[_Row]:
    noise, p, bounds = magnitude_part.noise.tolist(), magnitude_part.probabilities.tolist(), magnitude_part.exact_bounds
    return [
        _Row(
            magnitude_part.type,
            ratio,
            tuple(
                (noise[index], repr(p[index]), decimal_text(bounds[index]) or str(bounds[index]))
                for index in range(begin, end)
            ),
        )
        for ratio, (begin, end) in zip(
            magnitude_part.ratios.tolist(), pairwise(magnitude_part.offsets.tolist()), strict=True
        )
    ]


def own_magnitudes(content: bytes, name: str) -> OwnMagnitudes:
    """Reads the content of our own file. Raises own_file_broken, own_file_foreign, own_file_newer, own_file_changed,
    own_file_faulty, PtableFaulty."""
    file_content, fits = unseal(content, name, FORM, VERSION)
    if not fits:
        raise DataError("own_file_changed", name=name, what=sentence("own_file_what_content"))
    try:
        record = converted(file_content, _Record, strict=True)
    except msgspec.ValidationError as fault:
        raise DataError("own_file_faulty", name=name, detail=f"{fault}.") from None
    first_line = content.count(b"\n", 0, max(content.find(b'"rows"'), 0)) + 2
    table = _table(record.rows, name, first_line)
    if table.content_hash != record.content_hash:
        raise DataError("own_file_changed", name=name, what=sentence("own_file_what_rows"))
    notes = tuple(
        _with_notes(magnitude_part, record.parameters.get(magnitude_part.type)) for magnitude_part in table.parts
    )
    return OwnMagnitudes(MagnitudePTable(notes), record.note, record.permuted)


def _with_notes(magnitude_part: MagnitudePart, request: MagnitudeParameters | None) -> MagnitudePart:
    """Add the notes of the design to a part where the design still yields its probabilities."""
    if request is None:
        return magnitude_part
    optim = request.optim or None
    try:
        designed = design_magnitudes(
            request.D,
            request.V,
            step=request.step,
            icat=request.icat,
            type=magnitude_part.type,
            mono=request.mono,
            variance=request.variance if optim is None else "equal",
            compat="R" if optim else None,
            optim=optim,
        ).part(magnitude_part.type)
    except CkmError:
        return magnitude_part
    if designed.rows != magnitude_part.rows:
        return magnitude_part
    for row_index in range(len(magnitude_part.rows)):
        row_distribution, other_distribution = (
            magnitude_part.row_distribution(row_index),
            designed.row_distribution(row_index),
        )
        if any(
            abs(row_distribution.get(v, 0.0) - other_distribution.get(v, 0.0)) > _SAME_P
            for v in row_distribution.keys() | other_distribution.keys()
        ):
            return magnitude_part
    return replace(magnitude_part, notes=designed.notes)


def _table(rows: Sequence[_Row], name: str, first_line: int) -> MagnitudePTable:
    faults = FaultList()
    read: dict[MagnitudeType, list[tuple[float, list[tuple[float, float, Fraction]]]]] = {}
    for line, row in enumerate(rows, start=first_line):
        type_rows = read.setdefault(row.type, [])
        former_i = type_rows[-1][0] if type_rows else -1.0
        if not former_i < row.i <= LARGEST_COUNT:
            faults.add("magnitude_fault_order", line, type=row.type, i=row.i, before=former_i)
        type_rows.append((row.i, _intervals(row, line, faults)))
    if not read:
        raise DataError("own_file_faulty", name=name, detail="rows.")
    faults.raise_any(name)
    return MagnitudePTable(tuple(part_from_rows(type, row_values) for type, row_values in read.items()))


def _intervals(row: _Row, line: int, faults: FaultList) -> list[tuple[float, float, Fraction]]:
    location = sentence("magnitude_place", type=row.type, i=row.i)
    intervals: list[tuple[float, float, Fraction]] = []
    reached = Fraction(0)
    for v, p_text, bound_text in row.intervals:
        p, bound = exact_number(p_text), exact_number(bound_text, fraction=True)
        if p is None or bound is None or abs(v) > LARGEST_COUNT:
            faults.add("ptable_fault_number", line, text=(p_text if p is None else bound_text)[:40])
            continue
        if not 0 <= p <= 1:
            faults.add("magnitude_fault_p", line, place=location, p=float(p))
        if bound < reached:
            former_bound = f"{float(reached):.10g}"
            faults.add("magnitude_fault_falls", line, place=location, bound=f"{float(bound):.10g}", before=former_bound)
        elif abs(float(bound - reached - p)) > _TOLERANCE:
            faults.add("magnitude_fault_width", line, place=location, width=float(bound - reached), p=float(p))
        reached = bound
        intervals.append((v, float(p), bound))
    if reached != 1:
        faults.add("magnitude_fault_last", line, place=location, bound=f"{float(reached):.10g}")
    return intervals
