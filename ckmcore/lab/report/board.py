"""The report of the comparison of methods: one HTML page, or CSV, marked internal."""

from __future__ import annotations

import csv
import datetime
import io
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ckmcore.base.files import write_whole
from ckmcore.base.numbers import Language, date_text
from ckmcore.errors import InputError
from ckmcore.formats.formulas import guarded
from ckmcore.lab.quality.board import cells_of, compared_rows, criteria_of
from ckmcore.lab.quality.evaluation import Evaluation
from ckmcore.lab.quality.grades import judgement
from ckmcore.lab.risk.attack import Attack, AttackedCell
from ckmcore.lab.risk.captions import disclosed_text, limits
from ckmcore.lab.risk.disclosure_proof import disclosure_proof
from ckmcore.lab.risk.harm import by_harm
from ckmcore.messages import say
from ckmcore.tabulate.scan import never
from ckmcore.typesetting.page import Report, bullets, heading, paragraph, table

# Cells that are told one by one, with what forces them; the others are counted.
TOLD_CELLS = 20
# For all cells of a column together.
_SECONDS = 20.0

SUFFIXES = (".html", ".pdf", ".csv")


@dataclass(frozen=True)
class ToldCell:
    """A disclosed cell and why it is disclosed, in words."""

    cell: AttackedCell
    text: str


Told = Mapping[int, Sequence[ToldCell]]
"""By the number of a column."""


def told_cells(attack: Attack, language: Language, cancelled: Callable[[], bool] = never) -> tuple[ToldCell, ...]:
    """The first disclosed cells, each with the fewest sums that force its value."""
    cells = by_harm(attack.disclosed)[:TOLD_CELLS]
    return tuple(
        ToldCell(
            cell,
            disclosed_text(
                attack,
                cell,
                disclosure_proof(attack, cell.figure, seconds=_SECONDS / len(cells), cancelled=cancelled),
                language,
            ),
        )
        for cell in cells
    )


def told_board(board: Evaluation, language: Language, cancelled: Callable[[], bool] = never) -> Told:
    """The disclosed cells of every column, in words."""
    return {
        finding_index: told_cells(finding.attacked, language, cancelled)
        for finding_index, finding in enumerate(board.together)
        if finding.attacked is not None
    }


def board_report(
    board: Evaluation, told: Told, *, title: str, date: datetime.date, language: Language = "en"
) -> Report:
    """Report page of a comparison of methods. title: of the table; told: disclosed cells with their explanations."""

    def words(code: str, **fields: object) -> str:
        return say(code, language, **fields)

    request, names = board.asked, [variant.name.text(language) for variant in board.variants]
    heads = [
        f"{name} ({words('board_in_force')})" if variant.in_force else name
        for name, variant in zip(names, board.variants, strict=True)
    ]
    lead = words("board_lead", table=title, cells=cells_of(board), date=date_text(date.isoformat(), language))
    how = words(
        "board_how_empty" if request.with_empty else "board_how", knowledge=words(f"knowledge_{request.knowledge}")
    )
    lines = [
        [row.kind.label.text(language), *(row.text(index, language) for index in range(len(names)))]
        for row in compared_rows(board)
    ]
    tables = [
        paragraph(lead, "lead"),
        heading(words("board_figures_head")),
        table([words("board_figure"), *heads], lines, [0]),
        paragraph(how, "lead"),
        *([] if board.note is None else [paragraph(board.note.text(language), "lead")]),
        heading(words("board_criteria_head")),
    ]
    for criterion in criteria_of(board):
        entries = [judgement(board, criterion, index) for index in range(len(names))]
        rows = [
            [name, words(f"grade_{entry.grade}"), entry.reason.text(language)]
            for name, entry in zip(heads, entries, strict=True)
        ]
        grades = [words(f"criterion_{criterion}"), words("board_grade"), words("board_reason")]
        tables += [table(grades, rows, [0, 1, 2]), "<br>"]
    tables.append(heading(words("board_disclosed_head")))
    for finding_index, finding in enumerate(board.together):
        attack = finding.attacked
        if attack is None:
            continue
        tables.append(paragraph(judgement(board, "secondary", finding_index).reason.text(language)))
        texts = [cell.text for cell in told.get(finding_index, ())]
        more = len(attack.disclosed) - len(texts)
        if more > 0:
            texts.append(words("board_disclosed_more", count=more))
        tables.append(bullets([*texts, *(limit.text(language) for limit in limits(attack))]))
    return Report(words("board_title"), language, words("board_band"), tuple(tables))


def board_csv(board: Evaluation, told: Told, language: Language = "en") -> str:
    """Comparison of methods as CSV: a line for each figure, criterion and disclosed cell of a method, each marked as
    internal."""

    def words(code: str) -> str:
        return say(code, language)

    file = io.StringIO()
    lines = csv.writer(file, delimiter=";" if language == "de" else ",", lineterminator="\n")
    heads = ("method", "criterion", "figure", "grade", "reason", "marking")
    lines.writerow([words(f"board_{head}") for head in heads])
    mark = words("board_internal")
    for variant_index, variant in enumerate(board.variants):
        name = guarded(variant.name.text(language))
        for row in compared_rows(board):
            if row.numbers[variant_index] is not None:
                what = words(f"criterion_{row.kind.criterion}")
                lines.writerow([name, what, row.text(variant_index, language), "", row.kind.label.text(language), mark])
        for criterion in criteria_of(board):
            each_judgement = judgement(board, criterion, variant_index)
            what = words(f"criterion_{criterion}")
            lines.writerow(
                [
                    name,
                    what,
                    "",
                    words(f"grade_{each_judgement.grade}"),
                    guarded(each_judgement.reason.text(language)),
                    mark,
                ]
            )
        for cell in told.get(variant_index, ()):
            lines.writerow([name, words("board_disclosed_head"), cell.cell.low, "", guarded(cell.text), mark])
    return file.getvalue()


def write_board(
    board: Evaluation,
    told: Told,
    path: str | os.PathLike[str],
    *,
    title: str,
    date: datetime.date,
    language: Language = "en",
) -> None:
    """Write the report as HTML, PDF or CSV, by the ending of the file name. Raises board_form, NotWritten."""
    target_path = Path(path)
    check_board_form(target_path)
    if target_path.suffix.lower() == ".csv":
        content = board_csv(board, told, language).encode("utf-8-sig" if language == "de" else "utf-8")
    else:
        report = board_report(board, told, title=title, date=date, language=language)
        content = report.content(target_path.suffix)

    def write(target: Path) -> None:
        target.write_bytes(content)

    write_whole(target_path, write, private=True)


def check_board_form(path: str | os.PathLike[str]) -> None:
    """Raises board_form where the name ends neither in .html nor in .pdf or .csv."""
    target_path = Path(path)
    if target_path.suffix.lower() not in SUFFIXES:
        raise InputError("board_form", name=target_path.name, stem=target_path.stem or target_path.name)
