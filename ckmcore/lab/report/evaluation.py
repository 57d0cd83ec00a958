"""The report of an evaluation: one HTML page with pictures, definitions and sources, marked internal."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence

from ckmcore.base.numbers import Language, date_text, decimal_text
from ckmcore.lab.quality.captions import problems_of, variant_names
from ckmcore.lab.quality.evaluation import Evaluation, MeasureRow, worst_of
from ckmcore.lab.quality.frontier import frontier
from ckmcore.lab.quality.measure_registry import MEASURES, QualityMeasure, measure_of
from ckmcore.lab.report.charts import ChartPoint, bars, plane
from ckmcore.lab.report.drawing import Format
from ckmcore.lab.report.evaluation_details import details_of
from ckmcore.lab.risk.harm import linked_by_harm
from ckmcore.lab.risk.intruder_knowledge import Limit
from ckmcore.lab.risk.linked_captions import linked_cell_text, linked_constellation, linked_disclosed_text
from ckmcore.lab.risk.linked_tables import LinkedAttack, LinkedCell
from ckmcore.messages import say, sentence
from ckmcore.typesetting.page import Picture, Report, bullets, details, heading, paragraph, table

# Of these the risk of the plane is the first that tells variants apart.
_RISKS = ("disclosed", "guess_small", "reveal_small", "averaging_lower", "small_unchanged", "mean_width")
# Of tables of sums alone, those of sums.
_SUM_RISKS = ("sum_near", "sum_best_guess", "sum_floor", "sum_difference")
_CELLS = 10
# For what forces the disclosed cells of one variant, all together; half of what is left of it for the next cell. Small
# tables need a hundredth of it, so that a busy machine writes the same page.
_SECONDS = 20.0


def plane_of(evaluation: Evaluation) -> tuple[str, str]:
    """Codes of the default measures of loss and risk for the plane of an evaluation."""
    counts = evaluation.row("mean_deviation") is not None or evaluation.row("sum_mean") is None
    loss, risks, usual = ("mean_deviation", _RISKS, 2) if counts else ("sum_mean", _SUM_RISKS, 0)
    for code in risks:
        row = evaluation.row(code)
        if row is not None and len({number for number in row.numbers if number is not None}) > 1:
            return loss, code
    return loss, risks[usual]


def evaluation_report(
    evaluation: Evaluation,
    *,
    title: str,
    date: datetime.date,
    language: Language = "en",
    axes: tuple[str, str] | None = None,
) -> Report:
    """Report page of an evaluation. title: of the statistic; axes: codes of the measures of loss and risk, by default
    those of `plane_of`.

    The same evaluation gives the same page, except for the date and for the explanations of disclosed cells of large
    tables, which depend on the time of the search. Raises evaluation_measure_without_order.
    """
    writer = _Writer(evaluation, language)
    report_parts = [
        paragraph(writer.lead(title, date), "lead"),
        paragraph(writer.how(), "lead"),
        heading(writer.words("measures_head")),
        *writer.measures(evaluation.rows),
        *writer.pictures(),
        *writer.frontier(*(axes or plane_of(evaluation))),
        *writer.per_table(),
        *writer.disclosed(),
        *writer.worst(),
        *writer.problems(),
        *writer.details(),
        heading(writer.words("definitions_head")),
        writer.definitions(),
    ]
    return Report(writer.words("title"), language, writer.words("band"), tuple(report_parts))


class _Writer:
    """The parts of the page in one language."""

    def __init__(self, evaluation: Evaluation, language: Language) -> None:
        self._evaluation, self._language = evaluation, language
        self._names = variant_names(evaluation, language)

    def words(self, code: str, **fields: object) -> str:
        return say(f"evaluation_{code}", self._language, **fields)

    def lead(self, title: str, date: datetime.date) -> str:
        evaluation = self._evaluation
        return self.words(
            "lead",
            title=title,
            variants=len(evaluation.variants),
            tables=len(evaluation.tables),
            cells=sum(evaluation.cells(table) for table in range(len(evaluation.tables))),
            date=date_text(date.isoformat(), self._language),
        )

    def how(self) -> str:
        """Text on what was counted, what a reader is assumed to know, and how keys were drawn."""
        request = self._evaluation.asked
        report_parts = [self.words("how_empty" if request.with_empty else "how")]
        if request.attack:
            report_parts.append(self.words("how_attack", knowledge=sentence(f"knowledge_{request.knowledge}")))
        if request.prior:
            report_parts.append(self.words("how_prior", prior=request.prior))
        if request.monte_carlo:
            report_parts.append(self.words("how_drawn", repetitions=request.repetitions, seed=str(request.seed)))
        return " ".join(report_parts)

    def measures(self, rows: Sequence[MeasureRow]) -> Iterator[str]:
        """Tables of the measures by topic, with variants side by side and ranges of repetitions below the numbers."""
        for topic in ("loss", "risk"):
            lines = [
                [row.kind.label.text(self._language), *(self._number(row, index) for index in range(len(self._names)))]
                for row in rows
                if row.kind.topic == topic
            ]
            if lines:
                yield table([self.words(f"topic_{topic}"), *self._names], lines, [0])
                yield "<br>"

    def _number(self, row: MeasureRow, variant: int) -> str:
        text, spread = row.text(variant, self._language), row.interval_text(variant, self._language)
        return f"{text} ({spread})" if spread else text or "–"

    def pictures(self) -> Iterator[str | Picture]:
        """Bars of some measures by variant, with the ranges of repetitions."""
        rows = [row for row in self._evaluation.rows if row.kind.pictured]
        rows.sort(key=lambda row: row.kind.of_sums)
        if rows:
            yield heading(self.words("pictures_head"))
        for row in rows:
            words = self.words("picture_bars", measure=row.kind.label)
            if any(row.spreads):
                words = self.words("picture_ranges", measure=row.kind.label)
            svg = bars(self._names, row.numbers, row.intervals, words, self._decimal(row.kind))
            yield Picture(f"{row.kind.code}.svg", svg, words)

    def frontier(self, loss: str, risk: str) -> Iterator[str | Picture]:
        """Plane of two measures, and for each variant why it is on the frontier or behind it. loss, risk: codes of the
        measures."""
        rows = [self._evaluation.row(code) for code in (loss, risk)]
        standings = frontier(self._evaluation, loss, risk)
        if rows[0] is None or rows[1] is None:
            return
        points = [
            ChartPoint(name, number, other_head, standing.on_frontier)
            for name, number, other_head, standing in zip(
                self._names, rows[0].numbers, rows[1].numbers, standings, strict=True
            )
            if number is not None and other_head is not None
        ]
        yield heading(self.words("frontier_head"))
        if points:
            kinds = (measure_of(loss), measure_of(risk))
            labels = (kinds[0].label.text(self._language), kinds[1].label.text(self._language))
            words = self.words("picture_plane", loss=kinds[0].label, risk=kinds[1].label)
            svg = plane(points, labels, words, (self._decimal(kinds[0]), self._decimal(kinds[1])))
            yield Picture("frontier.svg", svg, words)
        yield bullets([frontier_standing.reason.text(self._language) for frontier_standing in standings])
        yield paragraph(self.words("no_verdict"), "lead")

    def _decimal(self, kind: QualityMeasure) -> Format:
        return lambda value: decimal_text(value, kind.decimals, self._language)

    def per_table(self) -> Iterator[str]:
        """The measures of each table, folded."""
        if len(self._evaluation.tables) < 2:
            return
        yield heading(self.words("tables_head"))
        for table_index, test_table in enumerate(self._evaluation.tables):
            rows = list(self.measures(self._evaluation.rows_of(table_index)))
            cells = self.words("cells", table=test_table.name, cells=self._evaluation.cells(table_index))
            yield details(cells, "\n".join(rows) if rows else paragraph(self.words("nothing_measured")))

    def disclosed(self) -> Iterator[str]:
        """List of the disclosed cells, each with the fewest sums that force its value."""
        begun = False
        for variant, name in enumerate(self._names):
            attack = self._evaluation.together[variant].linked
            if attack is None:
                continue
            # Released tables, of which nothing is told, stand behind those that are judged.
            judged = sum(finding.told is not None for finding in self._evaluation.findings[variant])
            cells = [cell for cell in linked_by_harm(attack.disclosed) if cell.table < judged]
            if not cells:
                continue
            if not begun:
                yield heading(self.words("disclosed_head"))
                begun = True
            few = cells[:_CELLS]
            limit = Limit(_SECONDS)
            texts = [self._disclosed(attack, cell, limit.seconds / 2) for cell in few]
            if len(cells) > len(few):
                texts.append(say("board_disclosed_more", self._language, count=len(cells) - len(few)))
            yield paragraph(name)
            yield bullets(texts)

    def _disclosed(self, attack: LinkedAttack, linked_cell: LinkedCell, seconds: float) -> str:
        """Explanation of a disclosed cell; only its value where the fewest sums were not found in time. seconds: time
        for the search."""
        proof = linked_constellation(attack, linked_cell, seconds=seconds)
        if proof.complete:
            return linked_disclosed_text(attack, linked_cell, proof, self._language)
        cell, shown_cell = linked_cell_text(attack, linked_cell, self._language), linked_cell.cell
        return say("board_cell", self._language, cell=cell, published=shown_cell.published, value=shown_cell.low)

    def worst(self) -> Iterator[str]:
        """The worst cells, by measure and variant."""
        heads = [self.words(head) for head in ("table", "cell", "published", "number")]
        begun = False
        for kind in sorted(MEASURES, key=lambda kind: kind.of_sums):
            for variant, name in enumerate(self._names if kind.listed == "reports" else ()):
                cells = worst_of(self._evaluation, variant, kind, _CELLS)
                if not cells:
                    continue
                if not begun:
                    yield heading(self.words("worst_head"))
                    begun = True
                yield paragraph(self.words("worst_of", variant=name, measure=kind.label))
                lines = [
                    [
                        self._evaluation.tables[cell.table].name,
                        cell.text.text(self._language),
                        cell.published_text(self._language),
                        decimal_text(cell.number, kind.decimals, self._language),
                    ]
                    for cell in cells
                ]
                yield table(heads, lines, [0, 1])

    def problems(self) -> Iterator[str]:
        """List of what could not be measured, with reasons."""
        problem_texts = [
            self.words("problem", variant=variant, table=where, problem=problem)
            for variant, where, problem in problems_of(self._evaluation, self._language)
        ]
        if problem_texts:
            yield heading(self.words("problems_head"))
            yield bullets(problem_texts)

    def details(self) -> Iterator[str]:
        """Unfolding tables with all details."""
        begun = False
        for detail in details_of(self._evaluation, self._language):
            if not begun:
                yield heading(self.words("details_head"))
                begun = True
            lines = [[detail.text(field, self._language) for field in line] for line in detail.lines]
            yield details(detail.title, paragraph(detail.words) + table(detail.heads, lines, range(detail.texts)))

    def definitions(self) -> str:
        """Definition and source of each measure in the report."""
        shown_codes = {row.kind.code for row in self._evaluation.rows}
        return bullets(
            [
                self.words("defined", measure=kind.label, definition=kind.definition, source=kind.source)
                for kind in MEASURES
                if kind.code in shown_codes
            ]
        )
