"""Numbers of the measures of counts, by their codes: deviations, gaps, shares, signs, expectations, attacks.

The comparison of methods and the evaluation both take them from here (`measure_registry`). Deviations exist only
between two numbers: cells are those whose figure is shown, also in brackets, and whose original is not 0 (with empty
cells if asked: all shown). Figures replaced by a sign count in `not_shown` alone. Confidential.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ckmcore.lab.quality.expectation import expectation
from ckmcore.lab.quality.finding import Finding, Judged, Numbers
from ckmcore.lab.quality.measures import TableFigures, hidden_figures
from ckmcore.lab.quality.ratios import LARGE_BASE
from ckmcore.lab.quality.repetitions import Floats, Published, Repeated
from ckmcore.lab.quality.sum_evaluation import risk_numbers
from ckmcore.lab.quality.sum_measures import sum_measures
from ckmcore.lab.quality.utility import row_means, row_quantile
from ckmcore.lab.risk.attack import Attack
from ckmcore.lab.risk.averaging_bounds import count_right
from ckmcore.lab.risk.harm import count_small
from ckmcore.lab.risk.indicator import risk_indicator
from ckmcore.lab.risk.linked_keys import split
from ckmcore.lab.risk.linked_tables import LinkedAttack
from ckmcore.lab.risk.posterior import SMALL, falling, small_guesses
from ckmcore.methods.count_noise import UNBOUNDED
from ckmcore.ptable.model.linked import least_pair_variance

# Periods of a year in which a monthly count stays as it is.
PERIODS = 12


# --- loss -------------------------------------------------------------------------------------------------------------


def deviations(published: Published) -> Repeated:
    """Measures of the distance between published and original figures, in units of the table."""
    counts = published.counts
    if counts is None or not len(counts.original):
        return {}
    absolute = np.abs(counts.published - counts.original)
    is_shown = np.ones(absolute.shape, dtype=np.bool_) if counts.shown is None else counts.shown
    cells = is_shown.sum(axis=1)
    any_shown, relative = cells > 0, absolute / np.where(counts.original == 0, 1, np.abs(counts.original))
    all_cells = np.where(any_shown, cells, np.nan)
    ordered, relative = (
        np.sort(np.where(is_shown, cell_deviations, np.inf), axis=1) for cell_deviations in (absolute, relative)
    )

    def percent(flags: NDArray[np.bool_]) -> Floats:
        shares: Floats = (flags & is_shown).sum(axis=1) / all_cells
        return 100 * shares

    false_zeros = ((counts.original != 0) & (counts.published == 0) & is_shown).sum(axis=1)
    numbers = {
        "mean_deviation": np.where(is_shown, absolute, 0).sum(axis=1) / all_cells,
        "p95_deviation": row_quantile(ordered, cells, 0.95),
        "largest_deviation": row_quantile(ordered, cells, 1.0),
        "median_relative": 100 * row_quantile(relative, cells, 0.5),
        "changed": percent(absolute > 0),
        "within_one": percent(absolute <= 1),
        "false_zeros": np.where(any_shown, false_zeros, np.nan),
    }
    if (counts.original >= 0).all() and (counts.published >= 0).all():
        squares = np.where(is_shown, (np.sqrt(counts.published) - np.sqrt(counts.original)) ** 2, 0.0)
        numbers["hellinger"] = np.where(any_shown, np.sqrt(0.5 * squares.sum(axis=1)), np.nan)
    return numbers


def associations(published: Published) -> Repeated:
    """Measures of the error of Cramér's V and of the rank correlation of two-way parts."""
    counts = published.counts
    associations_ = {} if counts is None else {"cramers_v": counts.association, "rank_correlation": counts.rank}
    return {code: 1000 * row_means(np.stack(changes, axis=1)) for code, changes in associations_.items() if changes}


def gap_numbers(published: Published) -> Repeated:
    """Measures of the difference between published totals and the sums of their published parts, over sums that are
    completely shown."""
    counts = published.counts
    if counts is None or not counts.missed.shape[1]:
        return {}
    size = np.abs(counts.missed)
    whole = np.ones(size.shape, dtype=np.bool_) if counts.whole is None else counts.whole
    size, sums = np.where(whole, size, 0), whole.sum(axis=1)
    all_sums = np.where(sums > 0, sums, np.nan)
    return {
        "gaps": 100 * (size > 0).sum(axis=1) / all_sums,
        "mean_gap": size.sum(axis=1) / all_sums,
        "largest_gap": np.where(sums > 0, size.max(axis=1), np.nan),
    }


def shares(judged: Judged) -> Numbers:
    """Mean error of shares in percentage points, for bases below LARGE_BASE and for larger ones."""
    classes = [
        base_class
        for table in judged.findings
        for errors in table.ratios
        if errors.value.kind == "share"
        for base_class in errors.classes
    ]
    numbers: Numbers = {}
    for code, class_losses in (
        ("share_small", [base_class.errors for base_class in classes if base_class.low < LARGE_BASE]),
        ("share_large", [base_class.errors for base_class in classes if base_class.low >= LARGE_BASE]),
    ):
        cells = sum(loss.cells for loss in class_losses)
        if cells:
            numbers[code] = sum(loss.mean * loss.cells for loss in class_losses) / cells
    return numbers


def hidden_numbers(judged: Judged) -> Numbers:
    """Percentage of all figures that are replaced by a sign."""
    tables = [(finding.raw, finding.protected) for finding in judged.findings]
    all_figures = [
        hidden_figures(raw, protected) for raw, protected in tables if raw is not None and protected is not None
    ]
    figures, hidden = (sum(counted[figure_index] for counted in all_figures) for figure_index in (0, 1))
    return {"not_shown": 100 * hidden / figures} if figures else {}


def small_numbers(judged: Judged) -> Numbers:
    """Number of shown counts 1 and 2, and the share of them published unchanged."""
    small = unchanged = 0
    for figure in judged.figures:
        few = small_shown(figure)
        small += int(few.sum())
        unchanged += int((few & (figure.published == figure.original)).sum())
    return {"small_unchanged": 100 * unchanged / small, "small_cells": float(small)} if small else {}


def small_shown(figures: TableFigures) -> NDArray[np.bool_]:
    """Mask of the cells with original counts 1 and 2 whose figure is shown, also in brackets; empty for other figures
    than counts."""
    if not figures.of_counts:
        return np.zeros(len(figures.original), dtype=np.bool_)
    return (figures.original > 0) & (figures.original < 3) & figures.shown


# --- what follows from a method and the counts of tables alone: no key is drawn and no figure published ---------------


def expected(judged: Judged) -> Numbers:
    """The criteria and the share of changed cells, over all keys."""
    if judged.counts is None or not judged.method.needs_keys:
        return {}
    found_expectation = expectation(judged.method, judged.counts, modulus=judged.modulus)
    over = found_expectation.with_empty if judged.asked.with_empty else found_expectation.without_empty
    if over is None:
        return {}
    numbers = {
        "expected_mean": over.criteria.mean_absolute,
        "expected_changed": 100 * (1 - over.unchanged),
        "expected_within_one": 100 * over.criteria.within_one,
        "expected_from_three": 100 * over.criteria.from_three,
        "expected_from_four": 100 * over.criteria.from_four,
    }
    if judged.method.count_noise.ptable is not None:
        numbers["criteria"] = float(sum(over.criteria.held))
    return numbers


def over_periods(judged: Judged) -> Numbers:
    """Probability in percent that a year of figures discloses an unchanged count where each period draws new keys."""
    if judged.counts is None or not judged.method.needs_keys:
        return {}
    cells = {count: many_cell for count, many_cell in judged.counts.cells.items() if count > 0 and many_cell}
    if not cells:
        return {}
    chances = [count_right(judged.method, count, PERIODS) for count in cells]
    return {"periods_new": 100 * float(np.average(chances, weights=list(cells.values())))}


def indicators(judged: Judged) -> Numbers:
    """Risk indicators: what a published 1 or 2 reveals of an original 1 or 2; without a number where no figure is 1 or
    2."""
    if judged.counts is None:
        return {}
    indicator = risk_indicator(judged.method, cells=judged.counts.cells, exempt=judged.counts.exempt)
    indicator_shares = {"q_small": indicator.larger, "q_flat": indicator.flat, "q_empirical": indicator.empirical}
    return {code: 100 * share for code, share in indicator_shares.items() if share is not None}


def guesses(judged: Judged) -> Numbers:
    """Probability that a reader guesses cells with small counts correctly, and how certain a figure can make such a
    guess."""
    if judged.counts is None:
        return {}
    found_small_guesses = small_guesses(judged.method, falling(judged.asked.prior))
    right = found_small_guesses.mean(judged.counts.cells)
    numbers = {"reveal_small": 100 * found_small_guesses.reveal}
    return numbers if right is None else {"guess_small": 100 * right, **numbers}


def least_pair(judged: Judged) -> Numbers:
    """The least variance of two parts of a total under a perturbation table."""
    ptable = judged.method.count_noise.ptable
    if ptable is None or (judged.counts is None and not judged.figures):
        return {}
    return {"least_pair": least_pair_variance(ptable)[0]}


def ones_disclosed(judged: Judged) -> Numbers:
    """Probability that a perturbation table discloses two counts of 1 and their total."""
    if judged.method.count_noise.ptable is None or judged.counts is None:
        return {}
    return {"ones_disclosed": 100 * split(judged.method, 1, 1).disclosed(judged.asked.knowledge)}


# --- risk -------------------------------------------------------------------------------------------------------------


def averaged(judged: Judged) -> Numbers:
    """Share of cells whose original readers of all tables reconstruct by averaging: bounds for the best estimator, and
    the linear one."""
    found_averaged = judged.whole.averaged
    if found_averaged is None or not found_averaged.cells:
        return {}
    return {
        "averaging_lower": 100 * found_averaged.mean_lower,
        "averaging_upper": 100 * found_averaged.mean_upper,
        "averaging_largest": 100 * found_averaged.largest_lower,
        "averaging_linear": 100 * found_averaged.mean_hits,
    }


def disclosed_drawn(judged: Judged) -> Numbers:
    """Number of cells that new keys would disclose on average."""
    chance = judged.whole.chance
    return {} if chance is None or chance.untested else {"disclosed_drawn": chance.mean}


def difference_numbers(judged: Judged) -> Numbers:
    """Number of differences that concern few units."""
    differences = judged.whole.differences
    return {} if differences is None else {"differences": float(differences.count)}


def grid_numbers(judged: Judged) -> Numbers:
    """Number of times that grid cells and areas leave few units alone; none where nothing was compared."""
    grids = judged.whole.grids
    if grids is not None and grids.left_out and not grids.count:
        return {}
    return {} if grids is None or not grids.compared else {"grid_differences": float(grids.count)}


def attack_numbers(judged: Judged) -> Numbers:
    """Measures from the attack on one table, or on all tables as one."""
    if not judged.joint:
        return attacked(judged.whole.attacked, width=judged.asked.width)
    counted = [finding for finding in judged.findings if finding.told is not None]
    return linked(judged.whole.linked, counted, width=judged.asked.width) if counted else {}


def attacked(found: Attack | None, *, width: int) -> Numbers:
    """Measures from the attack for the cells of one table, whatever other tables were used. width: largest width of a
    narrow interval."""
    if found is None:
        return {}
    bounds = found.known.bounds
    return {
        "disclosed": float(len(found.disclosed)),
        "disclosed_small": float(count_small(found.disclosed)),
        "undecided": float(found.undecided),
        **_widths((bounds.high - bounds.low)[found.counted], width),
    }


def linked(found: LinkedAttack | None, tables: Sequence[Finding], *, width: int) -> Numbers:
    """Measures from the attack for the cells of all tables, each cell once; without a linked attack the sums over the
    tables attacked alone."""
    if found is None:
        numbers_by_table = [attacked(table.attacked, width=width) for table in tables if table.attacked is not None]
        codes = {code for numbers in numbers_by_table for code in numbers if code != "mean_width"}
        return {code: sum(numbers.get(code, 0.0) for numbers in numbers_by_table) for code in sorted(codes)}
    if found.contradiction is not None:
        return {}
    # Released tables stand behind those that are judged.
    own_cells = found.counted & (found.first < len(tables))
    bounds = found.known.bounds
    return {
        "disclosed": float((bounds.fixed & own_cells).sum()),
        "disclosed_small": float((bounds.fixed & own_cells & np.isin(bounds.low, SMALL)).sum()),
        "undecided": float((found.known.undecided & own_cells).sum()),
        **_widths((bounds.high - bounds.low)[own_cells], width),
    }


def _widths(widths: NDArray[np.int64], width: int) -> Numbers:
    """Number of narrow intervals, and mean width of the intervals with an upper end."""
    numbers: Numbers = {"narrow": float((widths <= width).sum())} if width else {}
    bounded = widths[widths < UNBOUNDED // 2]
    if len(bounded):
        numbers["mean_width"] = float(bounded.mean())
    return numbers


# --- sums -------------------------------------------------------------------------------------------------------------


def sum_errors(published: Published) -> Repeated:
    """Errors of sums caused by the noise."""
    return {} if published.sums is None else sum_measures(published.sums, published.near)


def sum_dangers(judged: Judged) -> Numbers:
    """Risks of single contributions to sums, and the expected error."""
    return risk_numbers(judged.sum_risks, judged.sums)
