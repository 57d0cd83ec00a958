"""What an evaluation measured in full, as tables for report and workbook: distributions, size classes, guesses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ckmcore.base.numbers import Language, decimal_text, integer_text
from ckmcore.lab.quality.captions import variant_names
from ckmcore.lab.quality.evaluation import Evaluation, Finding
from ckmcore.lab.quality.expectation import expectation
from ckmcore.lab.quality.utility import LIMITS, QUANTILES, Utility, utility_of
from ckmcore.lab.risk.posterior import HIDDEN, UNRELIABLE, falling, posterior, prior_up_to, reach
from ckmcore.messages import say

# Published counts of which guesses are told.
_GUESSED = 20
# Counts of which the noise is told: later rows are often the same again.
_ROWS = 40

Field = str | int | float | None


@dataclass(frozen=True)
class Detail:
    """A detailed table of the report: title, description, heads and lines.

    texts: number of leading text columns; whole numbers are counts, other numbers have `decimals`.
    """

    title: str
    words: str
    heads: tuple[str, ...]
    texts: int
    lines: tuple[tuple[Field, ...], ...]
    decimals: int = 3

    def text(self, field: Field, language: Language) -> str:
        """A field as it is written."""
        if isinstance(field, str):
            return field
        if field is None:
            return "–"
        return integer_text(field, language) if isinstance(field, int) else decimal_text(field, self.decimals, language)


def details_of(evaluation: Evaluation, language: Language) -> Iterator[Detail]:
    """The tables that hold anything."""
    writer = _Details(evaluation, language)
    for detail_table in (
        writer.distances(),
        writer.within(),
        writer.sizes(),
        writer.shares(),
        writer.counts(),
        writer.guesses(),
    ):
        if detail_table.lines:
            yield detail_table


class _Details:
    """The tables of an evaluation in one language."""

    def __init__(self, evaluation: Evaluation, language: Language) -> None:
        self._evaluation, self._language = evaluation, language
        names = variant_names(evaluation, language)
        self._found = [
            (name, table.name, finding)
            for name, findings in zip(names, evaluation.findings, strict=True)
            for table, finding in zip(evaluation.tables, findings, strict=True)
            if finding.figures is not None
        ]
        self._variants = list(zip(names, evaluation.variants, evaluation.findings, strict=True))
        self._utilities: list[tuple[str, str, Utility]] = [
            (name, table, utility_of(finding.figures, with_empty=evaluation.asked.with_empty))
            for name, table, finding in self._found
            if finding.figures is not None and _measurable(finding)
        ]

    def _words(self, code: str) -> str:
        return say(f"evaluation_{code}", self._language)

    def _detail_of(self, code: str, heads: list[str], texts: int, lines: list[tuple[Field, ...]]) -> Detail:
        words = self._words(f"detail_{code}_is")
        return Detail(self._words(f"detail_{code}"), words, tuple(heads), texts, tuple(lines))

    def _share(self, share: float) -> str:
        return decimal_text(share, 2, self._language)

    def distances(self) -> Detail:
        """Mean and quantiles of the three distances."""
        quantiles = [f"{decimal_text(100 * quantile, 0, self._language)} %" for _, quantile in QUANTILES]
        heads = [self._words(head) for head in ("variant", "table", "distance", "cells_head", "mean_head")]
        lines: list[tuple[Field, ...]] = []
        for name, table, utility in self._utilities:
            for code, utility_figure in (
                ("absolute", utility.absolute),
                ("relative", utility.relative),
                ("roots", utility.roots),
            ):
                if utility_figure is not None:
                    label = self._words(f"distance_{code}")
                    lines.append(
                        (name, table, label, utility_figure.cells, utility_figure.mean, *utility_figure.quantiles)
                    )
        return self._detail_of("distances", [*heads, *quantiles], 3, lines)

    def within(self) -> Detail:
        """The share of cells within limits of relative distances and distances of roots."""
        heads = [self._words(head) for head in ("variant", "table", "distance")]
        lines: list[tuple[Field, ...]] = []
        for name, table, utility in self._utilities:
            for code, distances in (("relative", utility.relative), ("roots", utility.roots)):
                if distances is not None and distances.cells:
                    shares = [100 * cells / distances.cells for _, cells in distances.within]
                    lines.append((name, table, self._words(f"distance_{code}"), *shares))
        return self._detail_of("within", [*heads, *(f"≤ {self._share(limit)}" for limit in LIMITS)], 3, lines)

    def sizes(self) -> Detail:
        """Cells by the size of their original."""
        columns = ("variant", "table", "size", "cells_head", "unchanged_head", "mean_head", "relative_head")
        lines: list[tuple[Field, ...]] = [
            (
                name,
                table,
                self._range(size.low, size.high),
                size.cells,
                100 * size.unchanged / size.cells,
                size.mean_absolute,
                100 * size.mean_relative,
            )
            for name, table, utility in self._utilities
            for size in utility.sizes
            if size.cells
        ]
        return self._detail_of("sizes", [self._words(head) for head in columns], 3, lines)

    def shares(self) -> Detail:
        """Errors of shares by the size of their base."""
        columns = ("variant", "table", "base_head", "figures_head", "hidden_head", "mean_head")
        heads = [*(self._words(head) for head in columns), "95 %", "100 %"]
        lines: list[tuple[Field, ...]] = []
        for name, table, finding in self._found:
            for errors in finding.ratios:
                for base_class in errors.classes:
                    if base_class.errors.cells or base_class.hidden:
                        distances = base_class.errors if base_class.errors.cells else None
                        numbers = (
                            (None,) * 3
                            if distances is None
                            else (distances.mean, distances.quantile("p95"), distances.largest)
                        )
                        base = f"{self._base(errors.value.base)}, {self._range(base_class.low, base_class.high)}"
                        lines.append((name, table, base, base_class.errors.cells, base_class.hidden, *numbers))
        return self._detail_of("shares", heads, 3, lines)

    def counts(self) -> Detail:
        """Expected noise of a method for each count, over all keys."""
        columns = ("variant", "count_head", "v_mean", "v_one", "v_three", "v_four", "unchanged_head", "variance_head")
        lines: list[tuple[Field, ...]] = []
        for name, variant, _ in self._variants:
            if variant.method is not None and variant.method.needs_keys:
                for row in expectation(variant.method, {}).rows[:_ROWS]:
                    criteria = row.criteria
                    shares = (
                        100 * share
                        for share in (criteria.within_one, criteria.from_three, criteria.from_four, row.unchanged)
                    )
                    lines.append((name, row.count, criteria.mean_absolute, *shares, row.variance))
        return self._detail_of("counts", [self._words(head) for head in columns], 1, lines)

    def guesses(self) -> Detail:
        """Most probable original of published counts under the chosen prior."""
        columns = ("variant", "published", "original_head", "right_head")
        lines: list[tuple[Field, ...]] = []
        signs: dict[int, str] = {HIDDEN: ".", UNRELIABLE: "/"}
        for name, variant, findings in self._variants:
            if variant.method is None or not any(finding.figures is not None for finding in findings):
                continue
            if variant.method.changes_records:
                continue  # its deviations follow no distribution by count
            found_posterior = posterior(
                variant.method, prior_up_to(reach(variant.method, _GUESSED), falling(self._evaluation.asked.prior))
            )
            for guess in [guess for guess in found_posterior.best() if guess.published <= _GUESSED]:
                published: Field = signs.get(guess.published, guess.published)
                lines.append((name, published, guess.original, 100 * guess.share))
        return self._detail_of("guesses", [self._words(head) for head in columns], 1, lines)

    def _range(self, low: int, high: int | None) -> str:
        first = integer_text(low, self._language)
        return f"≥ {first}" if high is None else f"{first} – {integer_text(high, self._language)}"

    def _base(self, base: str) -> str:
        return self._words(f"base_{base}") if base in ("row", "column", "total") else self._words("base_other")


def _measurable(finding: Finding) -> bool:
    """Whether a table has cells whose deviation is measured."""
    return "mean_deviation" in finding.numbers
