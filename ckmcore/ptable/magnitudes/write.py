"""Writing perturbation tables for magnitudes: τ-ARGUS and R. Bounds are written exactly, with all their digits."""

from __future__ import annotations

from decimal import Decimal
from typing import Literal

from ckmcore.errors import InputError
from ckmcore.messages import sentence
from ckmcore.ptable.magnitudes.part import MagnitudePart, targets
from ckmcore.ptable.magnitudes.table import MagnitudePTable
from ckmcore.ptable.model.bounds import decimal_text, plain

MagnitudeForm = Literal["tau-argus", "r"]

_HEADS: dict[MagnitudeForm, str] = {
    "tau-argus": "i;j;p;v;p_int_ub;type",
    "r": '"i","j","p","v","p_int_lb","p_int_ub","type"',
}


def magnitude_text(table: MagnitudePTable, form: MagnitudeForm = "tau-argus") -> str:
    """Content of a file of a table for magnitudes; reading it back gives the same noise for every ratio and key. Raises
    ptable_not_for_form.

    i, p and v have as many digits as their float64 needs (at most 17), bounds have all digits. τ-ARGUS reads small
    cells from a file of their own, as "all" (`MagnitudePTable.relabelled`).
    """
    if form == "tau-argus" and "small_cells" in table.types:
        raise InputError("ptable_not_for_form", form=form, why=sentence("magnitude_why_small_cells"))
    lines = [_HEADS[form]]
    for magnitude_part in table.parts:
        lines += _lines(magnitude_part, form)
    return "\n".join([*lines, ""])


def _lines(magnitude_part: MagnitudePart, form: MagnitudeForm) -> list[str]:
    upper = _decimal_bounds(magnitude_part, form)
    first = set(magnitude_part.offsets.tolist())
    columns = [_plain(magnitude_part.row_ratios.tolist()), [_short(j) for j in targets(magnitude_part)]]
    columns += [_plain(magnitude_part.probabilities.tolist()), _plain(magnitude_part.noise.tolist())]
    if form == "r":
        columns.append(["0" if index in first else upper[index - 1] for index in range(len(upper))])
    columns += [upper, [magnitude_part.type] * len(upper)]
    if form == "r":
        return [",".join(f'"{field}"' for field in fields) for fields in zip(*columns, strict=True)]
    return [";".join(fields) for fields in zip(*columns, strict=True)]


def _plain(values: list[float]) -> list[str]:
    return [_short(Decimal(repr(value))) for value in values]


def _short(value: Decimal) -> str:
    """Decimal text without exponent and trailing zeros: 5, not 5.0."""
    text = plain(value)
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text == "-0" else text


def _decimal_bounds(magnitude_part: MagnitudePart, form: MagnitudeForm) -> list[str]:
    texts = []
    for bound in magnitude_part.exact_bounds:
        text = decimal_text(bound)
        if text is None:
            raise InputError("ptable_not_for_form", form=form, why=sentence("ptable_why_fraction", bound=str(bound)))
        texts.append(text)
    return texts
