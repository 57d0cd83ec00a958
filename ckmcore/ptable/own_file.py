"""Our own file of a perturbation table: JSON with what was asked for, exact bounds, checks, and a sum over it all."""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

import msgspec

from ckmcore.errors import CkmError
from ckmcore.ptable.faults import FaultList
from ckmcore.ptable.fields import LARGEST_COUNT, decimal_text, exact_number
from ckmcore.ptable.table import PTable, from_rows
from ckmcore.ptable.wishes import Design, RowWish
from ckmcore.sentences import Sentence, sentence
from ckmcore.texts import Texts

FORM = "ckm ptable"
VERSION = 1
_TOLERANCE = 1e-6
_BLANK = re.compile(rb'("(?:[^"\\]|\\.)*")|\s+')


class OwnFileBroken(CkmError):
    """JSON that ends too early or breaks its rules."""

    code = "own_file_broken"


class OwnFileForeign(CkmError):
    """JSON of somebody else's."""

    code = "own_file_foreign"


class OwnFileNewer(CkmError):
    """Made by a newer version of this program."""

    code = "own_file_newer"


class OwnFileChanged(CkmError):
    """The sum over the content does not fit: a byte was changed."""

    code = "own_file_changed"


class OwnFileFaulty(CkmError):
    """A file whose sum is right and whose content is not."""

    code = "own_file_faulty"


@dataclass(frozen=True)
class Shuffled:
    """How a table was shuffled, where that is known."""

    threshold: float
    seed: int


@dataclass(frozen=True)
class OwnFile:
    """What our own file holds: the table, what was asked for, how it was shuffled, a note.

    `first_line`: the line of the file where row 0 stands.
    """

    table: PTable
    design: Design | None = None
    shuffled: Shuffled | None = None
    note: Texts = Texts()
    first_line: int = 0


@dataclass(frozen=True)
class _Record:
    """The content by type; `rows` holds [j, p, upper bound] of each interval of each row."""

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


# --- sealing: one way for all files of ours --------------------------------------------------------------------------


def seal(record: Mapping[str, object], by_line: Sequence[str] = ()) -> str:
    """The record as JSON with a SHA-256 over its content as the last entry, one line for each entry.

    `by_line`: lists that have one line for each element. Blanks and line ends between the entries are no content.
    """
    entries = []
    for key, value in record.items():
        if key in by_line and isinstance(value, list | tuple) and value:
            text = "[\n" + ",\n".join(_json(one) for one in value) + "\n]"
        else:
            text = _json(value)
        entries.append(f"{_json(key)}: {text}")
    content = "{\n" + ",\n".join(entries)
    return f'{content},\n"sha256": "{_sum(_compact(content.encode()))}"\n}}\n'


def unseal(content: bytes, name: str, form: str, version: int) -> tuple[dict[str, Any], bool]:
    """The record of a file and whether its sum fits. Raises OwnFileBroken, OwnFileForeign, OwnFileNewer."""
    if content[:3] == b"\xef\xbb\xbf":
        content = content[3:]
    try:
        found = msgspec.json.decode(content)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise _broken(content, name) from None
    if not isinstance(found, dict) or found.get("form") != form:
        raise OwnFileForeign(name=name, form=form)
    made = found.get("version")
    if not isinstance(made, int) or isinstance(made, bool):
        raise OwnFileForeign(name=name, form=form)
    if made > version:
        raise OwnFileNewer(name=name, version=made, known=version)
    rest, sign, stored = _compact(content).rpartition(b',"sha256":')
    return found, bool(sign) and stored == f'"{_sum(rest)}"}}'.encode()


def _broken(content: bytes, name: str) -> OwnFileBroken:
    try:
        json.loads(content)
    except json.JSONDecodeError as fault:
        return OwnFileBroken(name=name, line=fault.lineno, column=fault.colno)
    except UnicodeDecodeError as fault:
        before = content[: fault.start]
        return OwnFileBroken(name=name, line=before.count(b"\n") + 1, column=len(before) - before.rfind(b"\n"))
    except RecursionError:
        pass
    return OwnFileBroken(name=name, line=1, column=1)


def _compact(content: bytes) -> bytes:
    """JSON without the blanks and line ends between its entries."""
    return _BLANK.sub(lambda found: found[1] or b"", content)


def _sum(rest: bytes) -> str:
    """The sum over everything before the entry `sha256`, which is the last."""
    return hashlib.sha256(rest).hexdigest()


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


# --- perturbation tables for counts ----------------------------------------------------------------------------------


def own_text(own: OwnFile) -> str:
    """The file of a table for counts: exact bounds as decimals or fractions, checks of each row, hash and SHA-256."""
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
        [[targets[at], repr(p[at]), decimal_text(bounds[at]) or str(bounds[at])] for at in range(begin, end)]
        for begin, end in pairwise(offsets)
    ]


def _checks(table: PTable) -> list[dict[str, object]]:
    return [asdict(report) for report in table.reports]


def own_file(content: bytes, name: str) -> OwnFile:
    """Reads the content of our own file. Raises OwnFileBroken, OwnFileForeign, OwnFileNewer, OwnFileChanged (with what
    does not fit), OwnFileFaulty, PtableFaulty."""
    found, fits = unseal(content, name, FORM, VERSION)
    start = content.find(b'"rows"')
    first_line = content.count(b"\n", 0, max(start, 0)) + 2
    if not fits:
        raise OwnFileChanged(name=name, what=_what_changed(found, name))
    return own_from_record(found, name, first_line)


def own_from_record(found: Mapping[str, Any], name: str, first_line: int = 0) -> OwnFile:
    """The table of a record whose sum fits; raises OwnFileFaulty, OwnFileChanged, PtableFaulty."""
    record = _typed(found, name)
    table = _table(record, name, first_line)
    if table.content_hash != record.content_hash:
        raise OwnFileChanged(name=name, what=sentence("own_file_what_rows"))
    table = _with_notes(table, record.design)
    return OwnFile(table, record.design, record.shuffled, record.note, first_line)


def _typed(found: Mapping[str, Any], name: str) -> _Record:
    try:
        record = msgspec.convert(found, _Record, strict=True)
    except msgspec.ValidationError as fault:
        raise OwnFileFaulty(name=name, detail=str(fault)) from None
    if record.kind != "counts":
        raise OwnFileFaulty(name=name, detail=f"kind {record.kind[:20]}")
    modulus = record.integer_modulus
    if modulus is not None and not 1 <= modulus <= 2**21:
        raise OwnFileFaulty(name=name, detail=f"integer_modulus {modulus}")
    if not 0 <= record.recycled_rows < max(len(record.rows), 1):
        raise OwnFileFaulty(name=name, detail=f"recycled_rows {record.recycled_rows}")
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


def _what_changed(found: Mapping[str, Any], name: str) -> Sentence:
    """Which part of a changed file does not fit: its rows, the check of a row, or the rest."""
    try:
        record = _typed(found, name)
        table = _with_notes(_table(record, name, 0), record.design)
    except CkmError:
        return sentence("own_file_what_rows")
    if table.content_hash != record.content_hash:
        for row, (new, old) in enumerate(zip(_checks(table), record.checks, strict=False)):
            if any(_differs(new[key], old.get(key)) for key in ("bias", "variance", "stay", "entropy")):
                return sentence("own_file_what_row", row=row)
        return sentence("own_file_what_rows")
    return sentence("own_file_what_rest")


def _differs(one: object, other: object) -> bool:
    if isinstance(one, float) and isinstance(other, int | float):
        return abs(one - other) > 1e-9
    return one != other


def _with_notes(table: PTable, design: Design | None) -> PTable:
    """What the design knows about its rows belongs to the table again, where it still gives these probabilities."""
    if design is None:
        return table
    try:
        designed = design.table()
    except CkmError:
        return table
    if designed.last_row != table.last_row:
        return table
    for row in table.rows:
        one, other = table.row_distribution(row), designed.row_distribution(row)
        if any(abs(one.get(v, 0.0) - other.get(v, 0.0)) > 1e-9 for v in one.keys() | other.keys()):
            return table
    return replace(table, notes=designed.notes)


def design_of(table: PTable) -> Design | None:
    """What was asked of a designed table, as a Design; None for tables that were read."""
    asked = table.parameters
    if asked is None or len(set(asked.optim)) > 1:
        return None
    length = max(len(asked.pstay), len(asked.mono), len(asked.stay), len(asked.variance))
    last = table.last_row

    def of(values: Sequence[Any], row: int) -> Any:
        return values[min(row, len(values)) - 1]

    # With optim the variance follows from it.
    variances = ("equal",) if asked.optim else asked.variance
    general = Design(
        D=asked.D,
        V=asked.V,
        js=asked.js,
        pstay=of(asked.pstay, length),
        mono=of(asked.mono, length),
        stay=of(asked.stay, length),
        variance=of(variances, length),
        optim=asked.optim[0] if asked.optim else 0,
    )
    own = []
    for row in range(1, min(length, last + 1)):
        stay = of(asked.pstay, row)
        wish = RowWish(
            row,
            row,
            pstay=(0.0 if stay is None else stay) if stay != general.pstay else None,
            mono=of(asked.mono, row) if of(asked.mono, row) != general.mono else None,
            stay=of(asked.stay, row) if of(asked.stay, row) != general.stay else None,
            variance=of(variances, row) if of(variances, row) != general.variance else None,
        )
        if wish != RowWish(row, row):
            own.append(wish)
    return replace(general, own=tuple(own))
