"""The report that a decision on a method is made on: criteria, rules of the floor, what the attack found. Internal."""

from __future__ import annotations

import datetime
import os
from collections.abc import Sequence
from pathlib import Path

from ckmcore.base.numbers import Language, date_text
from ckmcore.lab.risk.floor import MeasuredFloor
from ckmcore.messages import Sentence, joined, say, sentence
from ckmcore.methods.method import Method
from ckmcore.ptable.floor.floor import OpenRule
from ckmcore.ptable.model.criteria import row_criteria
from ckmcore.typesetting.page import Report, bullets, facts, heading, paragraph


def criteria_told(method: Method) -> tuple[Sentence, ...]:
    """Sentences on the four quality criteria [W19]: whether every row from 1 on holds each, or which rows miss it.
    Empty for methods without a perturbation table."""
    ptable = method.count_noise.ptable
    if ptable is None:
        return ()
    rows = [criteria for criteria in row_criteria(ptable) if criteria.row]
    sentences = []
    for index, name in enumerate(("mean", "within_one", "from_three", "from_four")):
        missed = [row.row for row in rows if not row.criteria.held[index]]
        if missed:
            sentences.append(sentence(f"floor_missed_{name}", rows=_row_ranges(missed), count=len(missed)))
        else:
            sentences.append(sentence("floor_criterion_held", criterion=sentence(f"criterion_{name}")))
    return tuple(sentences)


def _row_ranges(rows: Sequence[int]) -> Sentence:
    """Text of ascending rows with consecutive ones as ranges: 1-8, 10."""
    ends: list[list[int]] = []
    for row in rows:
        if ends and row == ends[-1][1] + 1:
            ends[-1][1] = row
        else:
            ends.append([row, row])
    codes = ["floor_rows_one" if first == last else "floor_rows_range" for first, last in ends]
    sentences = [sentence(code, first=first, last=last) for code, (first, last) in zip(codes, ends, strict=True)]
    return joined(sentences, "note_list")


def floor_report(
    method: Method,
    found: MeasuredFloor,
    tables: Sequence[str],
    *,
    title: str,
    date: datetime.date,
    language: Language = "en",
) -> Report:
    """Report page of the floor under protection. title: of the statistic; found: measured rules; tables: names of the
    measured tables."""

    def words(code: str, **fields: object) -> str:
        return say(code, language, **fields)

    rules: tuple[OpenRule, ...] = (*method.floor, *found.rules)
    texts = [rule.told.text(language) for rule in rules]
    texts += [measured_rule.told.text(language) for measured_rule in found.judged if measured_rule.told is not None]
    texts = texts or [words("floor_all_held")]
    measured = [found.attack_told, *found.skipped, *(remedy.said for remedy in found.remedies)]
    measured.append(sentence("floor_small_cells", small=found.small, changed=found.small_changed))
    name = method.name.text(language)
    report_parts = [
        paragraph(
            words("floor_report_lead", title=title, method=name, date=date_text(date.isoformat(), language)), "lead"
        ),
        heading(words("floor_report_criteria")),
        bullets(
            [each_sentence.text(language) for each_sentence in criteria_told(method)] or [words("floor_no_criteria")]
        ),
        heading(words("floor_report_rules")),
        bullets(texts),
        heading(words("floor_report_measured")),
        bullets([sentence_.text(language) for sentence_ in measured]),
        heading(words("floor_report_tables")),
        bullets(list(tables) or ["–"]),
        facts([(words("floor_report_mark"), found.mark)]),
    ]
    return Report(words("floor_report_title"), language, words("evaluation_band"), tuple(report_parts))


def write_floor_report(report: Report, path: str | os.PathLike[str]) -> None:
    """Write the report as one HTML file, or as PDF where the name ends so. Raises NotWritten."""
    report.write(Path(path))
