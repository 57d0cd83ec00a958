"""What the commands `ckm ptable` print of a table, and how they write it: in the form that the file's name says."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ckmcore.cli.common import CommandReport
from ckmcore.errors import InputError
from ckmcore.messages import Sentence, sentence

if TYPE_CHECKING:
    from ckmcore.ptable import OwnFile, PTable
    from ckmcore.ptable.files.write import Form
    from ckmcore.ptable.magnitudes import MagnitudePTable, Permuted
    from ckmcore.ptable.magnitudes.part import MagnitudeRowReport
    from ckmcore.ptable.model.table import RowReport

# A bias below this is what is left of float64, not of the table.
NO_BIAS = 1e-12


def print_rows(table: PTable | MagnitudePTable, report: CommandReport) -> None:
    """Print a line for each row of a perturbation table: bias, variance, stay probability, entropy, possible V, binding
    constraints and missed targets."""
    report.out("cli_ptable_heading")
    missed_by_r = []
    for row in table.reports:
        name = f"{row.row:>4}" if isinstance(row.row, int) else f"{row.row:>4g}"
        # What is left of a bias by rounding of the last digits is none.
        bias = 0.0 if abs(row.bias) < NO_BIAS else row.bias
        line = f"{name}  {bias:>12.3e}  {row.variance:>12.8f}  {row.stay:>10.6f}  {row.entropy + 0.0:>8.4f}"
        low, high = row.lowest_variance, row.highest_variance
        line += f"  {low:>8.4f} .. {high:<8.4f}" if low is not None and high is not None else " " * 22
        words = _words(row)
        if _as_r(table, row) and row.wanted_variance is not None and abs(row.variance - row.wanted_variance) > 5e-4:
            missed_by_r.append(f"{row.row:g}")
            words.append(sentence("cli_ptable_row_r", wanted=row.wanted_variance))
        texts = [word.text(report.language) if isinstance(word, Sentence) else word for word in words]
        figures = {
            "variance": row.variance,
            "stay": row.stay,
            "entropy": row.entropy + 0.0,
            "lowest": low,
            "highest": high,
        }
        whole_text = "  ".join([line, *texts]).rstrip()
        report.line("cli_ptable_row", whole_text, row=row.row, bias=bias, **figures, notes=words)
    if missed_by_r:
        is_single = len(missed_by_r) == 1
        report.out("cli_ptable_r_missed_one" if is_single else "cli_ptable_r_missed", rows=", ".join(missed_by_r))


def _words(row: RowReport | MagnitudeRowReport) -> list[Sentence | str]:
    """Remarks on a row: its type, binding constraints, a lowered stay probability, and the reason for a missed V."""
    kind = getattr(row, "type", "")
    words: list[Sentence | str] = [kind] if kind else []
    if row.binding:
        words.append(
            sentence("cli_ptable_row_binds", what=_joined_rules([f"report_binding_{limit}" for limit in row.binding]))
        )
    lowered, reason = getattr(row, "lowered_stay", None), getattr(row, "reason", None)
    if lowered is not None:
        words.append(sentence("cli_ptable_row_lowered", stay=lowered))
    if reason is not None:
        words.append(reason)
    elif row.wanted_variance is not None and not row.feasible:
        fields = {"wanted": row.wanted_variance, "low": row.lowest_variance, "high": row.highest_variance}
        words.append(sentence("cli_ptable_row_missed", **fields))
    return words


def _joined_rules(codes: Sequence[str]) -> Sentence:
    together = sentence(codes[0])
    for code in codes[1:]:
        together = sentence("design_rule_and", first=together, second=sentence(code))
    return together


def _as_r(table: PTable | MagnitudePTable, row: RowReport | MagnitudeRowReport) -> bool:
    """Whether the row was designed as R ptable makes it."""
    notes = table.notes if isinstance(row.row, int) else table.part(row.type).notes  # type: ignore[union-attr]
    return row.row > 0 and notes is not None and bool(notes.parameters.optim)


def write_own(own: OwnFile, output: str, report: CommandReport) -> None:
    """Write a perturbation table in the format of the file's ending: .json ours, .xlsx matrix, .txt τ-ARGUS, else R
    (ONS for integer keys)."""
    from ckmcore.ptable.files.write import form_of_name, write_ptable

    form: Form = form_of_name(output)
    if form == "r" and own.table.integer_modulus is not None:
        form = "ons"
    write_ptable(own, output, form, language=report.file_language())
    report.written(output, "cli_written")


def write_magnitudes(
    table: MagnitudePTable, output: str, form: str | None, report: CommandReport, permuted: Permuted | None = None
) -> None:
    """Write a perturbation table for magnitudes. form: format, by default by the file's ending; permuted: permutation
    of its keys, if any. Raises ptable_not_for_form.
    """
    from ckmcore.base.files import write_whole
    from ckmcore.ptable.files.write import form_of_name
    from ckmcore.ptable.magnitudes import magnitude_text
    from ckmcore.ptable.magnitudes.native_format import OwnMagnitudes, own_magnitudes_text

    form = form or form_of_name(output)
    if form == "json":
        content = own_magnitudes_text(OwnMagnitudes(table, permuted=permuted))
    elif form in ("r", "tau-argus"):
        content = magnitude_text(table, "r" if form == "r" else "tau-argus")
    else:
        raise InputError("ptable_not_for_form", form=form, why=sentence("ptable_why_magnitudes"))

    def write(target: Path) -> None:
        target.write_text(content, encoding="utf-8", newline="\n")

    write_whole(Path(output), write)
    report.written(output, "cli_written")
