"""Writing perturbation tables: τ-ARGUS, R, SAS, ONS, matrix, workbook, our own. Bounds are exact, with all digits."""

from __future__ import annotations

import os
from fractions import Fraction
from pathlib import Path
from typing import Literal

from ckmcore.base.checked import checked
from ckmcore.base.files import write_whole
from ckmcore.base.numbers import Language
from ckmcore.errors import InputError
from ckmcore.messages import sentence
from ckmcore.ptable.files.native_format import OwnFile, own_text
from ckmcore.ptable.files.ons import ons_text
from ckmcore.ptable.files.xlsx import workbook_bytes
from ckmcore.ptable.model.bounds import decimal_text
from ckmcore.ptable.model.table import PTable

TextForm = Literal["tau-argus", "r", "sas", "matrix", "ons"]
Form = Literal["tau-argus", "r", "sas", "matrix", "ons", "xlsx", "json"]


def form_of_name(path: str | os.PathLike[str]) -> Form:
    """Format by the ending of a file name: .txt τ-ARGUS, .json our own, .xlsx workbook, else R."""
    forms: dict[str, Form] = {".txt": "tau-argus", ".json": "json", ".xlsx": "xlsx"}
    return forms.get(Path(path).suffix.lower(), "r")


@checked
def write_ptable(
    ptable: PTable | OwnFile, path: str | os.PathLike[str], form: Form = "tau-argus", *, language: Language = "en"
) -> None:
    """Write a perturbation table; reading it back gives the same noise for every count and key. Raises
    ptable_not_for_form, NotWritten.

    p has as many digits as its float64 needs (at most 17), bounds have all digits of their decimal. "ons" is for tables
    of integer keys (`to_ons` makes one); "json" includes the further content of an OwnFile. The file is written
    completely or not at all.

    >>> ckm.write_ptable(ptable, "tau.csv")
    >>> ckm.write_ptable(ptable, "r.csv", "r")
    >>> ckm.read_ptable("tau.csv") == ckm.read_ptable("r.csv") == ptable
    True
    """
    content = ptable_bytes(ptable, form, language=language)

    def write(target: Path) -> None:
        target.write_bytes(content)

    write_whole(Path(path), write)


def ptable_bytes(ptable: PTable | OwnFile, form: Form, *, language: Language = "en") -> bytes:
    """Content of the file that `write_ptable` writes. language: of a workbook's sheets."""
    if form == "json":
        return own_text(ptable if isinstance(ptable, OwnFile) else OwnFile(ptable)).encode()
    table = ptable.table if isinstance(ptable, OwnFile) else ptable
    if form == "xlsx":
        _refuse_recycled(table, form)
        return workbook_bytes(table, table.interval_texts(form), language)
    return ptable_text(table, form).encode()


def ptable_text(ptable: PTable, form: TextForm = "tau-argus") -> str:
    """The content of a text file."""
    if form == "ons":
        if ptable.integer_modulus is None:
            raise InputError("ptable_not_for_form", form=form, why=sentence("ptable_why_decimal_keys"))
        if not ptable.zeros_stay:
            raise InputError("ptable_not_for_form", form=form, why=sentence("ptable_why_zero"))
        return ons_text(ptable, ptable.integer_modulus)
    _refuse_recycled(ptable, form)
    if form == "matrix":
        return _matrix(ptable, form)
    if form == "r":
        return ptable.r_text
    intervals = ptable.interval_texts(form)
    if form == "tau-argus":
        head, lines = "i;j;p;v;p_int_ub", [";".join([*fields[:4], fields[5]]) for fields in intervals]
    else:
        head, lines = '"i";"j";"p";"v";"p_int_lb";"p_int_ub"', [";".join(fields[:6]) for fields in intervals]
    return "\n".join([head, *lines, ""])


def _refuse_recycled(ptable: PTable, form: Form) -> None:
    if ptable.recycled_rows:
        raise InputError(
            "ptable_not_for_form", form=form, why=sentence("ptable_why_recycled", rows=ptable.recycled_rows)
        )


def _matrix(ptable: PTable, form: Form) -> str:
    """CSV of the transition matrix, rows i and columns j; p is the exact width of its interval, so that cumulating p
    gives the bounds again."""
    if not ptable.is_ordered:
        raise InputError("ptable_not_for_form", form=form, why=sentence("ptable_why_shuffled"))
    ptable.bound_texts(form)
    last_target = int(ptable.targets.max())
    lines = [",".join(["i", *(str(j) for j in range(last_target + 1))])]
    bounds = ptable.exact_bounds
    for row in ptable.rows:
        cells = [Fraction(0)] * (last_target + 1)
        below = Fraction(0)
        for index in range(int(ptable.offsets[row]), int(ptable.offsets[row + 1])):
            cells[int(ptable.targets[index])] += bounds[index] - below
            below = bounds[index]
        lines.append(",".join([str(row), *(decimal_text(cell) or "0" for cell in cells)]))
    return "\n".join([*lines, ""])
