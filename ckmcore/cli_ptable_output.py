"""What the commands `ckm ptable` print of a table, and how they write it: in the form that the file's name says."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ckmcore.cli_common import Report
from ckmcore.sentences import Sentence, sentence

if TYPE_CHECKING:
    from ckmcore.ptable import OwnFile, PTable
    from ckmcore.ptable.magnitudes import MagnitudePTable
    from ckmcore.ptable.write import Form


def print_rows(table: PTable | MagnitudePTable, report: Report) -> None:
    """One line for each row: bias, variance, stay probability, and what was missed."""
    report.out("cli_ptable_heading")
    for row in table.reports:
        name = f"{row.row:>4}" if isinstance(row.row, int) else f"{row.row:>4g}"
        line = f"{name}  {row.bias:>12.3e}  {row.variance:>12.8f}  {row.stay:>10.6f}"
        kind = getattr(row, "type", "")
        words: list[Sentence | str] = [kind] if kind else []
        if row.wanted_variance is not None and not row.feasible:
            fields = {"wanted": row.wanted_variance, "low": row.lowest_variance, "high": row.highest_variance}
            words.append(sentence("cli_ptable_row_missed", **fields))
        lowered = getattr(row, "lowered_stay", None)
        if lowered is not None:
            words.append(sentence("cli_ptable_row_lowered", stay=lowered))
        texts = [one.text(report.language) if isinstance(one, Sentence) else one for one in words]
        print("  ".join([line, *texts]))


def write_own(own: OwnFile, output: str, report: Report) -> None:
    """In the form that the name says: .json ours, .xlsx matrix, .txt τ-ARGUS, else R (ONS for integer keys)."""
    from ckmcore.ptable.write import form_of_name, write_ptable

    form: Form = form_of_name(output)
    if form == "r" and own.table.integer_modulus is not None:
        form = "ons"
    write_ptable(own, output, form, language=report.language)
    report.out("cli_written", name=Path(output).name)


def write_magnitudes(table: MagnitudePTable, output: str, form: str | None, report: Report) -> None:
    """Writes a table for magnitudes in `form`, else in the form that the name says. Raises PtableNotForForm."""
    from ckmcore.files import write_whole
    from ckmcore.ptable import PtableNotForForm
    from ckmcore.ptable.magnitudes import magnitude_text
    from ckmcore.ptable.own_magnitudes import OwnMagnitudes, own_magnitudes_text
    from ckmcore.ptable.write import form_of_name

    form = form or form_of_name(output)
    if form == "json":
        content = own_magnitudes_text(OwnMagnitudes(table))
    elif form in ("r", "tau-argus"):
        content = magnitude_text(table, "r" if form == "r" else "tau-argus")
    else:
        raise PtableNotForForm(form=form, why=sentence("ptable_why_magnitudes"))

    def write(target: Path) -> None:
        target.write_text(content, encoding="utf-8", newline="\n")

    write_whole(Path(output), write)
    report.out("cli_written", name=Path(output).name)
