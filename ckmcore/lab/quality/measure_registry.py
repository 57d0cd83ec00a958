"""The measures of an evaluation: each declared once, with all that reads, computes, draws and lists it."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Literal, get_args

from ckmcore.base.numbers import Language, decimal_text
from ckmcore.lab.quality.finding import Judged, Numbers
from ckmcore.lab.quality.measure_numbers import (
    associations,
    attack_numbers,
    averaged,
    deviations,
    difference_numbers,
    disclosed_drawn,
    expected,
    gap_numbers,
    grid_numbers,
    guesses,
    hidden_numbers,
    indicators,
    least_pair,
    ones_disclosed,
    over_periods,
    shares,
    small_numbers,
    sum_dangers,
    sum_errors,
)
from ckmcore.lab.quality.repetitions import Published, Repeated, published_of
from ckmcore.lab.quality.worst_cells import (
    Worst,
    beside_grids,
    by_deviation,
    by_error,
    by_gap,
    by_table,
    differences,
    disclosed,
    estimated,
    narrowest,
    of_sums,
    often_disclosed,
    small_unchanged,
)
from ckmcore.messages import Sentence, say, sentence

Topic = Literal["loss", "risk"]
Unit = Literal["", "percent", "permille", "points", "cells"]
Better = Literal["less", "more", "none"]
Origin = Literal["w19", "w24", "hb", "ak", "st", "cellkey", "egt", "own"]
Criterion = Literal[
    "primary",
    "secondary",
    "consistency",
    "additivity",
    "loss",
    "flexibility",
    "decentral",
    "explain",
    "introduction",
    "running",
    "sums",
]
CRITERIA: tuple[Criterion, ...] = get_args(Criterion)


@dataclass(frozen=True)
class QualityMeasure:
    """A measure of the cost or risk of a method.

    decimals: in its text; formula: in the notation of `formulas`; worst: function that ranks cells, or None. of:
    function that computes it, possibly with others of its family; drawn: instead, function that computes it from
    published figures, thus also for repetitions with new keys; without either, the comparison of methods computes it.
    better: which numbers are better; origin: who defined it, "own" for ours; exact: it follows from the method and the
    counts alone.

    listed: where the worst cells are listed: in every report, the workbook, or the window only. marked: cells are
    marked by their number or by the interval of the attack. open_in: code of the measure with the number of undecided
    cells that may count here too. pictured: the report has a chart. criterion: criterion of the comparison of methods,
    if any.
    """

    code: str
    topic: Topic
    decimals: int
    formula: str
    worst: Worst | None
    of: Callable[[Judged], Numbers] | None = None
    drawn: Callable[[Published], Repeated] | None = None
    unit: Unit = ""
    better: Better = "less"
    origin: Origin = "hb"
    exact: bool = False
    listed: Literal["reports", "workbook", "window"] = "reports"
    marked: Literal["number", "interval"] = "number"
    open_in: str = ""
    pictured: bool = False
    criterion: Criterion | None = None

    @property
    def label(self) -> Sentence:
        """Heading of the measure's row, with its unit."""
        return sentence(f"measure_{self.code}")

    @property
    def definition(self) -> Sentence:
        """Sentence on how the measure is computed."""
        return sentence(f"measure_{self.code}_is")

    @property
    def source(self) -> Sentence:
        """Sentence on the measure's origin."""
        return sentence(f"measure_origin_{self.origin}")

    @property
    def of_sums(self) -> bool:
        """Whether the measure is one of sums of magnitudes, by its code."""
        return self.code.startswith("sum_")

    def open_of(self, numbers: Mapping[str, float]) -> int:
        """Number of undecided cells that could add to the measure, 0 for other measures. numbers: all measures by
        code."""
        return int(numbers.get(self.open_in, 0))

    def text(self, number: float, still_open: int, language: Language) -> str:
        """Text of a number, with the number of undecided cells that could add to it."""
        text = decimal_text(number, self.decimals, language)
        return say("measure_still_open", language, text=text, count=still_open) if still_open else text


_DEVIATIONS, _GAPS, _ERRORS = (partial(by_table, ranking) for ranking in (by_deviation, by_gap, by_error))

# fmt: off
MEASURES: tuple[QualityMeasure, ...] = (
    QualityMeasure("mean_deviation", "loss", 2, "Σ_C |d| / #C",
        drawn=deviations, worst=_DEVIATIONS, pictured=True, criterion="loss"),
    QualityMeasure("p95_deviation", "loss", 1, "Q_.95 of |d| over C (type 7)",
        drawn=deviations, worst=_DEVIATIONS, listed="window"),
    QualityMeasure("largest_deviation", "loss", 0, "max |d| over C",
        drawn=deviations, worst=_DEVIATIONS, listed="window", criterion="loss"),
    QualityMeasure("median_relative", "loss", 2, "median of |d| / n over C",
        drawn=deviations, worst=None, unit="percent"),
    QualityMeasure("changed", "loss", 1, "#{C: d ≠ 0} / #C",
        drawn=deviations, worst=_DEVIATIONS, unit="percent", origin="w19", listed="window", pictured=True,
        criterion="loss"),
    QualityMeasure("within_one", "loss", 1, "#{C: |d| ≤ 1} / #C",
        drawn=deviations, worst=_DEVIATIONS, unit="percent", better="more", origin="w19", listed="window"),
    QualityMeasure("false_zeros", "loss", 0, "#{C: f = 0}",
        drawn=deviations, worst=None, unit="cells"),
    QualityMeasure("hellinger", "loss", 2, "√(½ Σ_C (√f − √n)²)",
        drawn=deviations, worst=None),
    QualityMeasure("share_small", "loss", 2, "mean of |f₁ / f₂ − n₁ / n₂| where n₂ < 100",
        of=shares, worst=None, unit="points"),
    QualityMeasure("share_large", "loss", 2, "mean of |f₁ / f₂ − n₁ / n₂| where n₂ ≥ 100",
        of=shares, worst=None, unit="points"),
    QualityMeasure("cramers_v", "loss", 2,
        "mean over pairs of variables of |V(f) − V(n)|, V = √(χ² / (N·(min(r, c) − 1)))",
        drawn=associations, worst=None, unit="permille"),
    QualityMeasure("rank_correlation", "loss", 2, "mean over pairs of variables of |ρ(f) − ρ(n)|, ρ Spearman's",
        drawn=associations, worst=None, unit="permille"),
    QualityMeasure("not_shown", "loss", 1, "#{figures with a sign} / #figures",
        of=hidden_numbers, worst=None, unit="percent", origin="own", criterion="loss"),
    QualityMeasure("gaps", "loss", 1, "#{sums: Σ f of the parts ≠ f of the total} / #sums",
        drawn=gap_numbers, worst=_GAPS, unit="percent", origin="own", listed="window", criterion="additivity"),
    QualityMeasure("mean_gap", "loss", 2, "mean over sums of |f of the total − Σ f of the parts|",
        drawn=gap_numbers, worst=_GAPS, origin="own", listed="window", pictured=True, criterion="additivity"),
    QualityMeasure("largest_gap", "loss", 0, "max over sums of |f of the total − Σ f of the parts|",
        drawn=gap_numbers, worst=_GAPS, origin="own", listed="window", criterion="additivity"),
    QualityMeasure("expected_mean", "loss", 3, "Σ_C E|v| / #C, weighted by P(shown)",
        of=expected, worst=None, origin="w19", exact=True),
    QualityMeasure("expected_changed", "loss", 1, "Σ_C P(v ≠ 0) / #C, weighted by P(shown)",
        of=expected, worst=None, unit="percent", origin="w19", exact=True),
    QualityMeasure("expected_within_one", "loss", 1, "Σ_C P(|v| ≤ 1) / #C, weighted by P(shown)",
        of=expected, worst=None, unit="percent", better="more", origin="w19", exact=True),
    QualityMeasure("expected_from_three", "loss", 2, "Σ_C P(|v| ≥ 3) / #C, weighted by P(shown)",
        of=expected, worst=None, unit="percent", origin="w19", exact=True),
    QualityMeasure("expected_from_four", "loss", 2, "Σ_C P(|v| ≥ 4) / #C, weighted by P(shown)",
        of=expected, worst=None, unit="percent", origin="w19", exact=True),
    QualityMeasure("criteria", "loss", 0, "[E|v| < .5] + [P(|v| ≤ 1) ≥ .90] + [P(|v| ≥ 3) ≤ .05] + [P(|v| ≥ 4) ≤ .005]",
        of=expected, worst=None, better="more", origin="w19", exact=True),
    QualityMeasure("sum_mean", "loss", 2, "mean of e",
        drawn=sum_errors, worst=_ERRORS, unit="percent", origin="own", pictured=True),
    QualityMeasure("sum_median", "loss", 2, "median of e",
        drawn=sum_errors, worst=_ERRORS, unit="percent", origin="own", listed="window"),
    QualityMeasure("sum_p95", "loss", 2, "Q_.95 of e (type 7)",
        drawn=sum_errors, worst=_ERRORS, unit="percent", origin="own", listed="window"),
    QualityMeasure("sum_within_1", "loss", 1, "#{e ≤ .01} / #sums",
        drawn=sum_errors, worst=_ERRORS, unit="percent", better="more", origin="own", listed="window"),
    QualityMeasure("sum_within_5", "loss", 1, "#{e ≤ .05} / #sums",
        drawn=sum_errors, worst=_ERRORS, unit="percent", better="more", origin="own", listed="window"),
    QualityMeasure("sum_within_p", "loss", 1, "#{e ≤ p / 100} / #sums",
        drawn=sum_errors, worst=_ERRORS, unit="percent", better="more", origin="own", listed="window"),
    QualityMeasure("sum_false_zeros", "loss", 0, "#{x ≠ 0: y = 0 or a sign}",
        drawn=sum_errors, worst=None, unit="cells", origin="own"),
    QualityMeasure("sum_share_half", "loss", 2, "mean of e where |x1| / Σ|x_i| ≥ 1/2",
        drawn=sum_errors, worst=None, unit="percent", origin="own"),
    QualityMeasure("sum_share_tenth", "loss", 2, "mean of e where 1/10 ≤ |x1| / Σ|x_i| < 1/2",
        drawn=sum_errors, worst=None, unit="percent", origin="own"),
    QualityMeasure("sum_share_fiftieth", "loss", 2, "mean of e where 1/50 ≤ |x1| / Σ|x_i| < 1/10",
        drawn=sum_errors, worst=None, unit="percent", origin="own"),
    QualityMeasure("sum_share_rest", "loss", 2, "mean of e where |x1| / Σ|x_i| < 1/50",
        drawn=sum_errors, worst=None, unit="percent", origin="own"),
    QualityMeasure("sum_size_small", "loss", 2, "mean of e over the lower third of |x|",
        drawn=sum_errors, worst=None, unit="percent", origin="own"),
    QualityMeasure("sum_size_middle", "loss", 2, "mean of e over the middle third of |x|",
        drawn=sum_errors, worst=None, unit="percent", origin="own"),
    QualityMeasure("sum_size_large", "loss", 2, "mean of e over the upper third of |x|",
        drawn=sum_errors, worst=None, unit="percent", origin="own"),
    QualityMeasure("sum_totals", "loss", 2, "mean of e over sums with parts in the table",
        drawn=sum_errors, worst=None, unit="percent", origin="own", criterion="sums"),
    QualityMeasure("sum_gap", "loss", 2, "mean of |y of the total − Σ y of the parts| / |x of the total|",
        drawn=sum_errors, worst=None, unit="percent", origin="own", criterion="sums"),
    QualityMeasure("sum_largest_gap", "loss", 2, "max of |y of the total − Σ y of the parts| / |x of the total|",
        drawn=sum_errors, worst=None, unit="percent", origin="own"),
    QualityMeasure("sum_means", "loss", 2, "mean of |y / f − x / n| / |x / n|",
        drawn=sum_errors, worst=None, unit="percent", origin="own"),
    QualityMeasure("sum_ratios", "loss", 2, "mean of |y₁ / y₂ − x₁ / x₂| / |x₁ / x₂|",
        drawn=sum_errors, worst=None, unit="percent", origin="own"),
    QualityMeasure("sum_changes", "loss", 2, "mean of |y₁ / y₂ − x₁ / x₂|",
        drawn=sum_errors, worst=None, unit="points", origin="own"),
    QualityMeasure("sum_medians", "loss", 2, "mean of |Q(f of classes) − Q(n of classes)| / |Q(n of classes)|",
        drawn=sum_errors, worst=None, unit="percent", origin="own"),
    QualityMeasure("sum_expected", "loss", 2, "mean of E|noise| / |x|",
        of=sum_dangers, worst=None, unit="percent", origin="own", exact=True),
    QualityMeasure("disclosed", "risk", 0, "#{cells: l = h}",
        of=attack_numbers, worst=disclosed, unit="cells", origin="own", listed="workbook", open_in="undecided",
        marked="interval", criterion="secondary"),
    QualityMeasure("disclosed_small", "risk", 0, "#{cells: l = h ∈ {1, 2}}",
        of=attack_numbers, worst=None, unit="cells", origin="own", open_in="undecided", criterion="secondary"),
    QualityMeasure("disclosed_drawn", "risk", 2, "mean over keys drawn anew of #{cells: l = h}",
        of=disclosed_drawn, worst=often_disclosed, unit="cells", origin="own", listed="window"),
    QualityMeasure("undecided", "risk", 0, "#{cells: whether l = h is not known}",
        of=attack_numbers, worst=None, unit="cells", better="none", origin="own", marked="interval",
        criterion="secondary"),
    QualityMeasure("narrow", "risk", 0, "#{cells: h − l ≤ w}",
        of=attack_numbers, worst=narrowest, unit="cells", origin="own", listed="window", open_in="undecided",
        marked="interval"),
    QualityMeasure("mean_width", "risk", 1, "mean of h − l",
        of=attack_numbers, worst=narrowest, better="more", origin="own", listed="window", marked="interval"),
    QualityMeasure("small_cells", "risk", 0, "#{shown: n ∈ {1, 2}}",
        of=small_numbers, worst=None, unit="cells", better="none", origin="own", criterion="primary"),
    QualityMeasure("small_unchanged", "risk", 1, "#{shown: n ∈ {1, 2}, f = n} / #{shown: n ∈ {1, 2}}",
        of=small_numbers, worst=partial(by_table, small_unchanged), unit="percent", origin="own", listed="workbook",
        criterion="primary"),
    QualityMeasure("guess_small", "risk", 1,
        "mean over n ∈ {1, 2} of Σ_j p(n, j)·[n ∈ G(j)] / #G(j), G(j) = argmax_i π(i) p(i, j)",
        of=guesses, worst=None, unit="percent", origin="own", exact=True, pictured=True, criterion="primary"),
    QualityMeasure("reveal_small", "risk", 1, "max_j Σ_{i ∈ {1, 2}} π(i) p(i, j) / Σ_i π(i) p(i, j)",
        of=guesses, worst=None, unit="percent", origin="own", exact=True, criterion="primary"),
    QualityMeasure("q_small", "risk", 1, "max(q_flat, q_empirical)",
        of=indicators, worst=None, unit="percent", origin="egt", exact=True, criterion="primary"),
    QualityMeasure("q_flat", "risk", 1,
        "Σ_{i ∈ I, j ∈ J} π(i) p(i, j) / Σ_{i, j ∈ J} π(i) p(i, j), I = J = {1, 2}, π = 1",
        of=indicators, worst=None, unit="percent", origin="egt", exact=True, criterion="primary"),
    QualityMeasure("q_empirical", "risk", 1,
        "Σ_{i ∈ I, j ∈ J} π(i) p(i, j) / Σ_{i, j ∈ J} π(i) p(i, j), I = J = {1, 2}, π = #{cells: n = i}",
        of=indicators, worst=None, unit="percent", origin="egt", exact=True, criterion="primary"),
    QualityMeasure("averaging_lower", "risk", 1,
        "mean of the largest, over single relations, of Σ_g max_u P(v = u, gap = g)",
        of=averaged, worst=partial(estimated, "lower"), unit="percent", origin="own", listed="window"),
    QualityMeasure("averaging_upper", "risk", 1, "mean of iid(1 + number of shown cells that contain the cell)",
        of=averaged, worst=partial(estimated, "upper"), unit="percent", origin="own", listed="window"),
    QualityMeasure("averaging_largest", "risk", 1, "max over cells of the lower bound",
        of=averaged, worst=partial(estimated, "lower"), unit="percent", origin="own"),
    QualityMeasure("averaging_linear", "risk", 1, "#{cells: round(n̂) = n} / #cells, n̂ = A(AᵀA)⁻¹Aᵀ f, ties ½",
        of=averaged, worst=partial(estimated, "hit"), unit="percent", origin="ak", listed="window"),
    QualityMeasure("periods_new", "risk", 1,
        "mean of iid(12), iid(t) = Σ over samples P(sample)·[the true count is the most probable]",
        of=over_periods, worst=None, unit="percent", origin="own", exact=True),
    QualityMeasure("differences", "risk", 0,
        "#{pairs of shown cells b ⊂ a: 0 < n(a) − n(b) < least, a∖b no shown cell}",
        of=difference_numbers, worst=differences, unit="cells"),
    QualityMeasure("grid_differences", "risk", 0,
        "#{areas a: 0 < n(a) − Σ_{cells g ⊂ a} n(g) < least} + #{pieces a∩g that sums determine: 0 < n(a∩g) < least}",
        of=grid_numbers, worst=beside_grids, unit="cells", origin="own"),
    QualityMeasure("least_pair", "risk", 2, "min over rows and keys k of Var(v₁ + v₂ | key of the total = k)",
        of=least_pair, worst=None, better="more", origin="st", exact=True, criterion="secondary"),
    QualityMeasure("ones_disclosed", "risk", 2, "P(f₁, f₂, f of the total leave one original, n₁ = n₂ = 1)",
        of=ones_disclosed, worst=None, unit="percent", origin="own", exact=True),
    QualityMeasure("sum_floor", "risk", 0, "#{sums: a rule of F1, F2, F3, F5, F6 is open}",
        of=sum_dangers, worst=partial(of_sums, "sum_floor"), unit="cells", origin="own", open_in="sum_undecided",
        criterion="sums"),
    QualityMeasure("sum_near", "risk", 1, "max P(|y − x2 − x1| ≤ p·|x1|), also less two pooled contributors",
        of=sum_dangers, worst=partial(of_sums, "sum_near"), unit="percent", origin="own", pictured=True,
        criterion="sums"),
    QualityMeasure("sum_best_guess", "risk", 1, "max_g P(|x1 − g| ≤ p·|x1|), one contributor",
        of=sum_dangers, worst=partial(of_sums, "sum_best_guess"), unit="percent", origin="own", criterion="sums"),
    QualityMeasure("sum_narrow", "risk", 0, "#{sensitive sums: the interval of x1 is narrower than p·|x1| on a side}",
        of=sum_dangers, worst=partial(of_sums, "sum_narrow"), unit="cells", origin="own", open_in="sum_undecided",
        criterion="sums"),
    QualityMeasure("sum_undecided", "risk", 0, "#{sensitive sums: interval not found}",
        of=sum_dangers, worst=None, unit="cells", better="none", origin="own", criterion="sums"),
    QualityMeasure("sum_difference", "risk", 1, "max P(|y(a) − y(b) − x(a∖b)| ≤ p·|x(a∖b)|)",
        of=sum_dangers, worst=partial(of_sums, "sum_difference"), unit="percent", origin="own"),
    QualityMeasure("sum_average", "risk", 1, "max P(|mean of 12 y − x1| ≤ p·|x1|)",
        of=sum_dangers, worst=partial(of_sums, "sum_average"), unit="percent", origin="own"),
    QualityMeasure("sum_zero_groups", "risk", 0,
        "#{shown cells whose records all have 0} + #{pairs b ⊂ a: x_i = 0 on a∖b}",
        of=sum_dangers, worst=partial(of_sums, "sum_zero_groups"), unit="cells", origin="own"),
)
"""In the order in which an evaluation lists them."""

# What only the comparison of methods has: of rules that mark cells, and of a single run.
COMPARED: tuple[QualityMeasure, ...] = (
    QualityMeasure("sensitive", "risk", 0, "#{cells that a primary rule marks}",
        worst=None, unit="cells", better="none", origin="own", criterion="primary"),
    QualityMeasure("time", "loss", 1, "seconds of one run · 1000",
        worst=None, origin="own", criterion="running"),
)
# fmt: on

DRAWN = tuple(dict.fromkeys(kind.drawn for kind in MEASURES if kind.drawn is not None))
"""The functions of all measures that vary with the keys."""

_BY_CODE = {kind.code: kind for kind in (*MEASURES, *COMPARED)}


def measure_of(code: str) -> QualityMeasure:
    """Measure with a code. Raises KeyError."""
    return _BY_CODE[code]


def by_criterion() -> list[tuple[Criterion, QualityMeasure]]:
    """Measures of the comparison of methods by criterion: risks first, then losses in percent, then losses as
    amounts."""
    placed = [(kind.criterion, kind) for kind in (*MEASURES, *COMPARED) if kind.criterion is not None]

    def place(entry: tuple[Criterion, QualityMeasure]) -> tuple[int, bool, bool]:
        criterion, kind = entry
        loses = kind.topic == "loss"
        return CRITERIA.index(criterion), loses, loses and kind.unit != "percent"

    return sorted(placed, key=place)


def numbers_of(
    judged: Judged,
    attempt: Callable[[Callable[[], Numbers]], Numbers | None] = lambda compute: compute(),
    kinds: Collection[QualityMeasure] = MEASURES,
) -> Numbers:
    """Compute the numbers of some measures. attempt: calls a function and may return None for an error that it
    handles."""
    numbers: Numbers = {}
    published = published_of(judged)
    for drawn in dict.fromkeys(kind.drawn for kind in kinds if kind.drawn is not None):
        repeated = drawn(published)
        numbers |= {code: float(number[0]) for code, number in repeated.items() if not math.isnan(number[0])}
    for compute in dict.fromkeys(kind.of for kind in kinds if kind.of is not None):
        numbers |= attempt(partial(compute, judged)) or {}
    return numbers
