"""The formula of each measure, and the page that lists all measures with who defined them (docs/method.md).

Signs: n original, f published, d = f − n, C the cells whose figure is shown and whose original is not 0; v noise of the
row of n; [l, h] the originals that an attack leaves; π a reader's prior, p(i, j) = P(f = j | n = i); x a sum, y the
published sum, e = |y − x| / |x|; x1 the largest contribution to x, x2 the second.
"""

from __future__ import annotations

from ckmcore.quality.kinds import COMPARED, MEASURES, MeasureKind

FORMULAS: dict[str, str] = {
    "mean_deviation": "Σ_C |d| / #C",
    "p95_deviation": "Q_.95 of |d| over C (type 7)",
    "largest_deviation": "max |d| over C",
    "median_relative": "median of |d| / n over C",
    "changed": "#{C: d ≠ 0} / #C",
    "within_one": "#{C: |d| ≤ 1} / #C",
    "false_zeros": "#{C: f = 0}",
    "hellinger": "√(½ Σ_C (√f − √n)²)",
    "share_small": "mean of |f₁ / f₂ − n₁ / n₂| where n₂ < 100",
    "share_large": "mean of |f₁ / f₂ − n₁ / n₂| where n₂ ≥ 100",
    "cramers_v": "mean over pairs of variables of |V(f) − V(n)|, V = √(χ² / (N·(min(r, c) − 1)))",
    "rank_correlation": "mean over pairs of variables of |ρ(f) − ρ(n)|, ρ Spearman's",
    "not_shown": "#{figures with a sign} / #figures",
    "gaps": "#{sums: Σ f of the parts ≠ f of the total} / #sums",
    "mean_gap": "mean over sums of |f of the total − Σ f of the parts|",
    "largest_gap": "max over sums of |f of the total − Σ f of the parts|",
    "expected_mean": "Σ_C E|v| / #C, weighted by P(shown)",
    "expected_changed": "Σ_C P(v ≠ 0) / #C, weighted by P(shown)",
    "expected_within_one": "Σ_C P(|v| ≤ 1) / #C, weighted by P(shown)",
    "expected_from_three": "Σ_C P(|v| ≥ 3) / #C, weighted by P(shown)",
    "expected_from_four": "Σ_C P(|v| ≥ 4) / #C, weighted by P(shown)",
    "criteria": "[E|v| < .5] + [P(|v| ≤ 1) ≥ .90] + [P(|v| ≥ 3) ≤ .05] + [P(|v| ≥ 4) ≤ .005]",
    "sum_mean": "mean of e",
    "sum_median": "median of e",
    "sum_p95": "Q_.95 of e (type 7)",
    "sum_within_1": "#{e ≤ .01} / #sums",
    "sum_within_5": "#{e ≤ .05} / #sums",
    "sum_within_p": "#{e ≤ p / 100} / #sums",
    "sum_false_zeros": "#{x ≠ 0: y = 0 or a sign}",
    "sum_share_half": "mean of e where |x1| / Σ|x_i| ≥ 1/2",
    "sum_share_tenth": "mean of e where 1/10 ≤ |x1| / Σ|x_i| < 1/2",
    "sum_share_fiftieth": "mean of e where 1/50 ≤ |x1| / Σ|x_i| < 1/10",
    "sum_share_rest": "mean of e where |x1| / Σ|x_i| < 1/50",
    "sum_size_small": "mean of e over the lower third of |x|",
    "sum_size_middle": "mean of e over the middle third of |x|",
    "sum_size_large": "mean of e over the upper third of |x|",
    "sum_totals": "mean of e over sums with parts in the table",
    "sum_gap": "mean of |y of the total − Σ y of the parts| / |x of the total|",
    "sum_largest_gap": "max of |y of the total − Σ y of the parts| / |x of the total|",
    "sum_means": "mean of |y / f − x / n| / |x / n|",
    "sum_ratios": "mean of |y₁ / y₂ − x₁ / x₂| / |x₁ / x₂|",
    "sum_changes": "mean of |y₁ / y₂ − x₁ / x₂|",
    "sum_medians": "mean of |Q(f of classes) − Q(n of classes)| / |Q(n of classes)|",
    "sum_expected": "mean of E|noise| / |x|",
    "disclosed": "#{cells: l = h}",
    "disclosed_small": "#{cells: l = h ∈ {1, 2}}",
    "disclosed_drawn": "mean over keys drawn anew of #{cells: l = h}",
    "undecided": "#{cells: whether l = h is not known}",
    "narrow": "#{cells: h − l ≤ w}",
    "mean_width": "mean of h − l",
    "small_cells": "#{shown: n ∈ {1, 2}}",
    "small_unchanged": "#{shown: n ∈ {1, 2}, f = n} / #{shown: n ∈ {1, 2}}",
    "guess_small": "mean over n ∈ {1, 2} of Σ_j p(n, j)·[n ∈ G(j)] / #G(j), G(j) = argmax_i π(i) p(i, j)",
    "reveal_small": "max_j Σ_{i ∈ {1, 2}} π(i) p(i, j) / Σ_i π(i) p(i, j)",
    "q_small": "max(q_flat, q_empirical)",
    "q_flat": "Σ_{i ∈ I, j ∈ J} π(i) p(i, j) / Σ_{i, j ∈ J} π(i) p(i, j), I = J = {1, 2}, π = 1",
    "q_empirical": "Σ_{i ∈ I, j ∈ J} π(i) p(i, j) / Σ_{i, j ∈ J} π(i) p(i, j), I = J = {1, 2}, π = #{cells: n = i}",
    "averaging_lower": "mean of the largest, over single relations, of Σ_g max_u P(v = u, gap = g)",
    "averaging_upper": "mean of iid(1 + number of shown cells that contain the cell)",
    "averaging_largest": "max over cells of the lower bound",
    "averaging_linear": "#{cells: round(n̂) = n} / #cells, n̂ = A(AᵀA)⁻¹Aᵀ f, ties ½",
    "periods_new": "mean of iid(12), iid(t) = Σ over samples P(sample)·[the true count is the most probable]",
    "differences": "#{pairs of shown cells b ⊂ a: 0 < n(a) − n(b) < least, a∖b no shown cell}",
    "least_pair": "min over rows and keys k of Var(v₁ + v₂ | key of the total = k)",
    "ones_disclosed": "P(f₁, f₂, f of the total leave one original, n₁ = n₂ = 1)",
    "sum_floor": "#{sums: a rule of F1, F2, F3, F5, F6 is open}",
    "sum_near": "max P(|y − x2 − x1| ≤ p·|x1|), also less two pooled contributors",
    "sum_best_guess": "max_g P(|x1 − g| ≤ p·|x1|), one contributor",
    "sum_narrow": "#{sensitive sums: the interval of x1 is narrower than p·|x1| on a side}",
    "sum_undecided": "#{sensitive sums: interval not found}",
    "sum_difference": "max P(|y(a) − y(b) − x(a∖b)| ≤ p·|x(a∖b)|)",
    "sum_average": "max P(|mean of 12 y − x1| ≤ p·|x1|)",
    "sum_zero_groups": "#{shown cells whose records all have 0} + #{pairs b ⊂ a: x_i = 0 on a∖b}",
    "sensitive": "#{cells that a primary rule marks}",
    "time": "seconds of one run · 1000",
}


def formula_of(kind: MeasureKind) -> str:
    """The formula of a measure."""
    return FORMULAS[kind.code]


def measures_listed() -> str:
    """All measures in the order of an evaluation, as Markdown: what docs/method.md holds below its mark."""
    lines = []
    for kind in (*MEASURES, *COMPARED):
        source = "own" if kind.origin == "own" else kind.source.text("en")
        lines += [
            f"### `{kind.code}`: {kind.label.text('en')}",
            "",
            f"- Definition: {kind.definition.text('en')}",
            f"- Formula: `{formula_of(kind)}`",
            f"- Defined by: {source}",
            "",
        ]
    return "\n".join(lines)
