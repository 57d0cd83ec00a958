"""The report of a perturbation table for an office's files: parameters, pictures, rows, criteria, checks."""

from __future__ import annotations

import datetime
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ckmcore.base.numbers import MINUS, Language, decimal_text, shortest_text
from ckmcore.lab.report.drawing import FROM, DrawnRow, along, legend, matrix, tableau
from ckmcore.messages import Sentence, say
from ckmcore.ptable.design.design import Design
from ckmcore.ptable.files.native_format import design_of
from ckmcore.ptable.magnitudes import MagnitudePTable
from ckmcore.ptable.model.criteria import (
    FROM_FOUR_LIMIT,
    FROM_THREE_LIMIT,
    MEAN_LIMIT,
    WITHIN_ONE_LIMIT,
    Criteria,
    row_criteria,
    weighted_criteria,
)
from ckmcore.ptable.model.table import PTable
from ckmcore.ptable.open import OpenedPtable
from ckmcore.typesetting.page import Picture, Report, bullets, details, facts, heading, paragraph, table

# More rows than these are the same row again; the table of rows holds them all.
_DRAWN_ROWS = 60
_DRAWN_COLUMNS = 80
# A printed page holds so many columns of probabilities.
_PAGE_COLUMNS = 12


def write_ptable_report(
    opened: OpenedPtable,
    path: str | os.PathLike[str],
    *,
    title: str,
    date: datetime.date,
    language: Language = "en",
    frequencies: Mapping[int, float] | None = None,
    statistic: str = "",
    period: str = "",
) -> None:
    """Write the report of a perturbation table as one self-contained HTML file, or as PDF where the
    name ends so. Parameters as of `ptable_report`.
    Raises NotWritten."""
    report = ptable_report(
        opened,
        title=title,
        date=date,
        language=language,
        frequencies=frequencies,
        statistic=statistic,
        period=period,
    )
    report.write(Path(path))


def ptable_report(
    opened: OpenedPtable,
    *,
    title: str,
    date: datetime.date,
    language: Language = "en",
    frequencies: Mapping[int, float] | None = None,
    statistic: str = "",
    period: str = "",
) -> Report:
    """Report of a perturbation table for counts or magnitudes.

    date: printed on it; frequencies: number of cells by original count, by which the four criteria are weighted, by
    default all rows alike; statistic, period: printed in the head where not "".
    """
    words = _Words(language)
    found_table = opened.table
    given_texts = (("report_statistic", statistic), ("report_period", period))
    head = [(words.say(code), text) for code, text in given_texts if text]
    report_parts: list[str | Picture] = [
        paragraph(words.say("report_ptable_lead", date=words.date(date)), "lead"),
        *([facts(head)] if head else []),
        heading(words.say("report_parameters")),
        facts(_parameters(opened, words)),
        heading(words.say("report_pictures")),
    ]
    if isinstance(found_table, PTable):
        report_parts += _count_pictures(found_table, words)
        report_parts += [heading(words.say("report_rows")), _count_rows(found_table, words)]
        report_parts += [heading(words.say("report_criteria")), *_criteria(found_table, frequencies, words)]
    else:
        report_parts += _magnitude_pictures(found_table, words)
        report_parts += [heading(words.say("report_rows")), _magnitude_rows(found_table, words)]
    report_parts += [heading(words.say("report_checks")), *_checks(opened.warnings, words)]
    return Report(title, language, words.say("report_confidential"), tuple(report_parts))


@dataclass(frozen=True)
class _Words:
    """Sentences and numbers in one language."""

    language: Language

    def say(self, code: str, **fields: object) -> str:
        return say(code, self.language, **fields)

    def number(self, value: float | None, decimals: int = 6) -> str:
        return "" if value is None else decimal_text(value, decimals, self.language)

    def short(self, value: float) -> str:
        return shortest_text(value, self.language)

    def noise(self, v: float) -> str:
        text = self.short(abs(v))
        return f"+{text}" if v > 0 else f"{MINUS}{text}" if v < 0 else text

    def percent(self, share: float) -> str:
        return decimal_text(100 * share, 2, self.language) + "\u00a0%"

    def date(self, date: datetime.date) -> str:
        return f"{date:%d.%m.%Y}" if self.language == "de" else date.isoformat()


# --- parameters ------------------------------------------------------------------------------------------------------


def _parameters(opened: OpenedPtable, words: _Words) -> list[tuple[str, str]]:
    found_table, own_content = opened.table, opened.own
    pairs: list[tuple[str, str]] = []
    if isinstance(found_table, PTable):
        design = (
            own_content.design if own_content is not None and own_content.design is not None else design_of(found_table)
        )
        pairs += _designed(design, words) if design is not None else []
        if design is None:
            pairs.append((words.say("report_deviation"), words.short(found_table.maximum_deviation)))
            pairs.append((words.say("report_blocked"), _list(range(1, found_table.blocked_counts + 1), words)))
        pairs.append((words.say("report_last_row"), words.short(found_table.last_row)))
        if found_table.integer_modulus is not None:
            pairs.append((words.say("report_integer_keys"), words.short(found_table.integer_modulus)))
        if own_content is not None and own_content.shuffled is not None:
            fields = {"threshold": own_content.shuffled.threshold, "seed": str(own_content.shuffled.seed)}
            pairs.append((words.say("report_order"), words.say("report_shuffled_by", **fields)))
        else:
            pairs.append(
                (words.say("report_order"), words.say("cli_ordered" if found_table.is_ordered else "cli_shuffled"))
            )
        if own_content is not None and own_content.note.text(words.language):
            pairs.append((words.say("report_note"), own_content.note.text(words.language)))
    else:
        pairs.append((words.say("report_deviation"), words.short(found_table.maximum_deviation)))
        for magnitude_part in found_table.parts:
            rows = ", ".join(words.short(row) for row in magnitude_part.rows)
            pairs.append((words.say("report_magnitude_rows", type=magnitude_part.type), rows))
            if magnitude_part.notes is not None:
                asked_parameters = magnitude_part.notes.parameters
                title = words.say(
                    "report_magnitude_asked", D=asked_parameters.D, V=asked_parameters.V, step=asked_parameters.step
                )
                pairs.append((words.say("report_magnitude_parameters", type=magnitude_part.type), title))
    return [*pairs, (words.say("report_hash"), found_table.content_hash)]


def _designed(design: Design, words: _Words) -> list[tuple[str, str]]:
    pairs = [
        (words.say("report_deviation"), words.short(design.D)),
        (
            words.say("report_variance"),
            f"{words.short(design.V)} ({words.say('report_mode_' + _key(design.variance))})",
        ),
        (words.say("report_blocked"), _list(design.blocked_targets, words)),
        (words.say("report_stay"), words.say("report_none")),
        (words.say("report_mono"), _yes(design.mono, words)),
        (words.say("report_symmetric"), _yes(design.symmetric, words)),
        (words.say("report_rising"), _yes(design.rising, words)),
    ]
    if design.pstay is not None:
        mode = words.say("report_mode_" + _key(design.stay))
        pairs[3] = (pairs[3][0], f"{words.short(design.pstay)} ({mode})")
    if design.optim:
        pairs.append((words.say("report_optim"), words.short(design.optim)))
    for wish in design.own:
        names = ("D", "V", "pstay", "mono", "stay", "variance")
        given_value = {name: getattr(wish, name) for name in names if getattr(wish, name) is not None}
        last_text = "…" if wish.last is None else str(wish.last)
        rows = str(wish.first) if wish.last == wish.first else f"{wish.first} – {last_text}"
        pairs.append((words.say("report_own_rows", rows=rows), _argument_text(given_value, words)))
    pinned = words.say("report_pin")
    return [*pairs, *((pinned, f"p({pin.row} → {pin.target}) = {words.short(pin.p)}") for pin in design.pins)]


def _argument_text(given_arguments: Mapping[str, object], words: _Words) -> str:
    texts = []
    for name, value in given_arguments.items():
        if isinstance(value, bool):
            text = _yes(value, words)
        elif isinstance(value, int | float):
            text = words.short(value)
        else:
            text = words.say("report_mode_" + _key(str(value)))
        label = {"mono": "report_mono", "stay": "report_stay", "variance": "report_variance"}.get(name)
        texts.append(f"{words.say(label) if label else name}: {text}")
    return "; ".join(texts)


def _key(mode: str) -> str:
    return mode.replace(" ", "_")


def _yes(value: bool, words: _Words) -> str:
    return words.say("report_yes" if value else "report_no")


def _list(values: Sequence[int] | range, words: _Words) -> str:
    return ", ".join(str(value) for value in values) or words.say("report_none")


# --- pictures --------------------------------------------------------------------------------------------------------


def _count_pictures(p_table: PTable, words: _Words) -> list[str | Picture]:
    rows = _drawn_rows(p_table)
    D = p_table.maximum_deviation
    reached = max(round(v) + row_index for row_index, row in enumerate(rows) for v, *_ in row.intervals)
    columns = list(range(reached + 1))[:_DRAWN_COLUMNS]
    labelled: list[tuple[str, float | None]] = [(str(j), None) for j in columns]
    pictures: list[str | Picture] = []
    if p_table.last_row >= len(rows):
        pictures.append(paragraph(words.say("report_drawn", rows=len(rows) - 1, last=p_table.last_row)))
    blocked = [str(j) for j in p_table.blocked_targets]
    pictures += _pictures(rows, labelled, D, "", words, blocked)
    if blocked:
        pictures.append(paragraph(words.say("report_hatched", targets=", ".join(blocked)), "lead"))
    pictures.append(_matrix_table(p_table, len(rows), words))
    criteria = [each_row_criteria for each_row_criteria in row_criteria(p_table) if each_row_criteria.row > 0][
        :_DRAWN_ROWS
    ]
    labels = [_row_name(p_table, criteria_row.row) for criteria_row in criteria]
    mean, within = words.say("report_mean"), words.say("report_within")
    figures = [criteria_row.criteria.mean_absolute for criteria_row in criteria]
    pictures.append(Picture("mean.svg", along(labels, figures, MEAN_LIMIT, mean, lambda x: words.number(x, 2)), mean))
    figures = [criteria_row.criteria.within_one for criteria_row in criteria]
    pictures.append(
        Picture("within.svg", along(labels, figures, WITHIN_ONE_LIMIT, within, lambda x: words.number(x, 2)), within)
    )
    return pictures


def _matrix_table(p_table: PTable, rows: int, words: _Words) -> str:
    """Transition matrix as an HTML table, for screen readers and for files. rows: number of rows shown."""
    dense = p_table.matrix()[:rows, :_DRAWN_COLUMNS]
    blocks = []
    for first in range(0, dense.shape[1], _PAGE_COLUMNS):
        block = dense[:, first : first + _PAGE_COLUMNS]
        lines = [
            [_row_name(p_table, i), *(words.number(p, 6) if p else "" for p in row)]
            for i, row in enumerate(block.tolist())
            if any(row)
        ]
        blocks.append(table(["i", *(f"j = {first + index}" for index in range(block.shape[1]))], lines))
    return details(words.say("report_matrix_table"), "\n".join(blocks))


def _row_name(p_table: PTable, row: int) -> str:
    """Label of a row: its count; "≥ " before the last row where it is for all larger counts too."""
    return f"{FROM}{row}" if row == p_table.last_row and p_table.recycled_rows == 0 else str(row)


def _drawn_rows(p_table: PTable) -> list[DrawnRow]:
    v, p = p_table.noise.tolist(), p_table.probabilities.tolist()
    lower, upper, offsets = p_table.lower_bounds.tolist(), p_table.upper_bounds.tolist(), p_table.offsets.tolist()
    return [
        DrawnRow(
            _row_name(p_table, row),
            tuple((v[index], p[index], lower[index], upper[index]) for index in range(offsets[row], offsets[row + 1])),
        )
        for row in p_table.rows
        if row < _DRAWN_ROWS
    ]


def _pictures(
    rows: Sequence[DrawnRow],
    columns: Sequence[tuple[str, float | None]],
    D: float,
    name: str,
    words: _Words,
    blocked: Sequence[str] = (),
) -> list[str | Picture]:
    shown = words.say("report_matrix") + (f" ({name})" if name else "")
    bars = words.say("report_tableau") + (f" ({name})" if name else "")
    suffix = f"_{name}" if name else ""
    scale = words.say("report_legend")
    return [
        Picture(f"matrix{suffix}.svg", matrix(rows, columns, shown, lambda x: _figure(x, words), blocked), shown),
        Picture(f"tableau{suffix}.svg", tableau(rows, D, bars, words.noise, lambda x: words.number(x, 1)), bars),
        Picture(
            f"legend{suffix}.svg", legend([v for row in rows for v, *_ in row.intervals], D, scale, words.noise), scale
        ),
    ]


def _figure(p: float, words: _Words) -> str:
    """Text of p with three decimals without the leading zero, as usual in tables of probabilities."""
    text = words.number(p, 3)
    return text[1:] if text.startswith("0") else words.number(p, 0)


def _magnitude_pictures(p_table: MagnitudePTable, words: _Words) -> list[str | Picture]:
    pictures: list[str | Picture] = []
    for magnitude_part in p_table.parts:
        v, p = magnitude_part.noise.tolist(), magnitude_part.probabilities.tolist()
        lower, upper, offsets = (
            magnitude_part.lower_bounds.tolist(),
            magnitude_part.upper_bounds.tolist(),
            magnitude_part.offsets.tolist(),
        )
        rows = [
            DrawnRow(
                words.short(ratio),
                tuple(
                    (v[index], p[index], lower[index], upper[index]) for index in range(offsets[row], offsets[row + 1])
                ),
            )
            for row, ratio in enumerate(magnitude_part.rows)
        ][:_DRAWN_ROWS]
        columns: list[tuple[str, float | None]] = [
            (words.noise(noise_value), noise_value) for noise_value in sorted(set(v))
        ][:_DRAWN_COLUMNS]
        pictures += _pictures(rows, columns, magnitude_part.maximum_deviation, magnitude_part.type, words)
    return pictures


# --- rows, criteria, checks ------------------------------------------------------------------------------------------


def _interval(low: float | None, high: float | None, words: _Words) -> str:
    return "" if low is None or high is None else f"{words.number(low, 4)} … {words.number(high, 4)}"


def _count_rows(p_table: PTable, words: _Words) -> str:
    criteria = {each_row_criteria.row: each_row_criteria.criteria for each_row_criteria in row_criteria(p_table)}
    lines = []
    for row in p_table.reports:
        remarks = [words.say(f"report_binding_{name}") for name in row.binding]
        if row.lowered_stay is not None:
            remarks.append(words.say("cli_ptable_row_lowered", stay=row.lowered_stay))
        if row.reason is not None:
            remarks.append(row.reason.text(words.language))
        lines.append(
            [
                _row_name(p_table, row.row),
                words.number(row.bias, 8),
                words.number(row.variance),
                words.number(row.wanted_variance),
                _interval(row.lowest_variance, row.highest_variance, words),
                words.number(row.stay),
                words.number(row.entropy, 4),
                words.number(criteria[row.row].mean_absolute, 4),
                words.percent(criteria[row.row].within_one),
                "; ".join(remarks),
            ]
        )
    names = ("bias", "attained", "wanted", "interval", "p0", "entropy", "mean", "within", "binds")
    return table(["i", *(words.say(f"report_head_{name}") for name in names)], lines, texts=(9,))


def _magnitude_rows(p_table: MagnitudePTable, words: _Words) -> str:
    lines = []
    for row in p_table.reports:
        remarks = [words.say(f"report_binding_{name}") for name in row.binding]
        lines.append(
            [
                words.short(row.row),
                row.type,
                words.number(row.bias, 8),
                words.number(row.variance),
                words.number(row.wanted_variance),
                _interval(row.lowest_variance, row.highest_variance, words),
                words.number(row.stay),
                words.number(row.entropy, 4),
                "; ".join(remarks),
            ]
        )
    names = ("type", "bias", "attained", "wanted", "interval", "p0", "entropy", "binds")
    return table(["i", *(words.say(f"report_head_{name}") for name in names)], lines, texts=(1, 8))


def _criteria(p_table: PTable, frequencies: Mapping[int, float] | None, words: _Words) -> list[str]:
    has_frequencies = frequencies is not None
    weights = frequencies if frequencies is not None else {row: 1.0 for row in p_table.rows if row > 0}
    figures = weighted_criteria(p_table, weights)
    lead = paragraph(words.say("report_criteria_cells" if has_frequencies else "report_criteria_rows"))
    if figures is None:
        return [lead]
    return [lead, _criteria_table(figures, words)]


def _criteria_table(figures: Criteria, words: _Words) -> str:
    lines = []
    rules = (
        ("E|v|", words.number(figures.mean_absolute, 4), "< " + words.number(MEAN_LIMIT, 1)),
        ("P(|v| ≤ 1)", words.percent(figures.within_one), "≥ " + words.percent(WITHIN_ONE_LIMIT)),
        ("P(|v| ≥ 3)", words.percent(figures.from_three), "≤ " + words.percent(FROM_THREE_LIMIT)),
        ("P(|v| ≥ 4)", words.percent(figures.from_four), "≤ " + words.percent(FROM_FOUR_LIMIT)),
    )
    for (name, figure, limit), is_held in zip(rules, figures.held, strict=True):
        lines.append([name, figure, limit, words.say("report_held" if is_held else "report_not_held")])
    heads = [words.say(f"report_head_{name}") for name in ("criterion", "figure", "limit", "judgement")]
    return table(heads, lines, texts=(0, 3))


def _checks(warnings: Sequence[Sentence], words: _Words) -> list[str]:
    good = paragraph(words.say("report_checked"))
    return [good, bullets([warning.text(words.language) for warning in warnings])] if warnings else [good]
