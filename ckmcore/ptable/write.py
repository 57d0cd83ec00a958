"""Writing perturbation tables: τ-ARGUS, R, SAS and matrix. Bounds are written exactly, with all their digits."""

from __future__ import annotations

import os
from decimal import Decimal, localcontext
from fractions import Fraction
from pathlib import Path
from typing import Literal

from ckmcore.errors import CkmError
from ckmcore.files import write_whole
from ckmcore.ptable.table import PTable
from ckmcore.sentences import sentence

Form = Literal["tau-argus", "r", "sas", "matrix"]


class PtableNotForForm(CkmError):
    """The form cannot hold this table without changing its look-up."""

    code = "ptable_not_for_form"


def write_ptable(ptable: PTable, path: str | os.PathLike[str], form: Form = "tau-argus") -> None:
    """Writes a table; reading it again gives the same look-up, key by key. Raises PtableNotForForm, NotWritten.

    p is written with as many digits as its float64 needs (at most 17), bounds with all digits of their decimal. The
    file is whole or not there: it is written beside and then put in place.
    """
    content = ptable_text(ptable, form).encode("utf-8")

    def write(target: Path) -> None:
        target.write_bytes(content)

    write_whole(Path(path), write)


def ptable_text(ptable: PTable, form: Form = "tau-argus") -> str:
    """The content of the file that `write_ptable` writes."""
    if ptable.recycled_rows:
        raise PtableNotForForm(form=form, why=sentence("ptable_why_recycled", rows=ptable.recycled_rows))
    upper = _decimal_bounds(ptable, form)
    if form == "matrix":
        return _matrix(ptable, form)
    rows = ptable.row_numbers.tolist()
    targets, noise = ptable.targets.tolist(), ptable.noise.tolist()
    p = [plain(Decimal(repr(one))) for one in ptable.probabilities.tolist()]
    first = set(ptable.offsets.tolist())
    lower = ["0" if at in first else upper[at - 1] for at in range(len(upper))]
    lines = []
    for at, row in enumerate(rows):
        fields = [str(row), str(targets[at]), p[at], str(noise[at])]
        if form == "tau-argus":
            lines.append(";".join([*fields, upper[at]]))
        elif form == "sas":
            lines.append(";".join([*fields, lower[at], upper[at]]))
        else:
            lines.append(",".join(f'"{field}"' for field in [*fields, lower[at], upper[at], "all"]))
    head = {
        "tau-argus": "i;j;p;v;p_int_ub",
        "sas": '"i";"j";"p";"v";"p_int_lb";"p_int_ub"',
        "r": '"i","j","p","v","p_int_lb","p_int_ub","type"',
    }[form]
    return "\n".join([head, *lines, ""])


def _decimal_bounds(ptable: PTable, form: Form) -> list[str]:
    found = []
    for bound in ptable.exact_bounds:
        text = decimal_text(bound)
        if text is None:
            raise PtableNotForForm(form=form, why=sentence("ptable_why_fraction", bound=str(bound)))
        found.append(text)
    return found


def _matrix(ptable: PTable, form: Form) -> str:
    """Rows i, columns j; p as the exact width of its interval, so that adding up gives the bounds again."""
    if not ptable.is_ordered:
        raise PtableNotForForm(form=form, why=sentence("ptable_why_shuffled"))
    last = int(ptable.targets.max())
    lines = [",".join(["i", *(str(j) for j in range(last + 1))])]
    bounds = ptable.exact_bounds
    for row in ptable.rows:
        cells = [Fraction(0)] * (last + 1)
        below = Fraction(0)
        for at in range(int(ptable.offsets[row]), int(ptable.offsets[row + 1])):
            cells[int(ptable.targets[at])] += bounds[at] - below
            below = bounds[at]
        lines.append(",".join([str(row), *(decimal_text(cell) or "0" for cell in cells)]))
    return "\n".join([*lines, ""])


def plain(value: Decimal) -> str:
    """A decimal without exponent."""
    return format(value, "f")


def decimal_text(value: Fraction) -> str | None:
    """A fraction as a finite decimal with all its digits, or None where it has none."""
    denominator = value.denominator
    twos = (denominator & -denominator).bit_length() - 1
    fives, rest = 0, denominator >> twos
    while rest % 5 == 0:
        rest //= 5
        fives += 1
    if rest != 1:
        return None
    digits = max(twos, fives)
    with localcontext() as context:
        context.prec = 400
        exact = Decimal(value.numerator * 10**digits // denominator).scaleb(-digits)
        return format(exact, "f")
