"""What helps where weighted counts beside counts disclose cells (rule F18), each with its measured effect.

Confidential, as the attack itself: the lines tell how many cells are disclosed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import product

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.verdict import Verdict, verdict_of
from ckmcore.lab.risk.linked_tables import LinkedAttack
from ckmcore.lab.risk.posterior import SMALL, as_shown, flat, posterior, prior_up_to, reach
from ckmcore.lab.risk.second_draw import FEW_CELLS, drawn_twice, equal_within
from ckmcore.messages import Sentence, sentence
from ckmcore.methods.method import Method, noise_of
from ckmcore.microdata.data import Microdata
from ckmcore.ptable.floor.floor import OpenRule, above
from ckmcore.tabulate.raw import RawBlock, RawTable
from ckmcore.tabulate.shown_cells import shown_cells
from ckmcore.tabulate.spec import TableSpec, Value

Flags = NDArray[np.bool_]
Attacked = Callable[[Method, bool], LinkedAttack | None]
"""The attack on the same tables under another method; with True on weighted counts without the counts of the same
table. None: it did not take all of them; with True also: no count is left."""

# Weighted counts that stand alone are rounded at least to this.
ROUNDED = 10
# The magnitude that weights stand for, where it is asked whether those of a cell are equal.
WEIGHT = "::weight"
# What two draws of one count say: originals whose chances differ by less, relative to the larger one, are equal.
_EQUAL = 1e-9


@dataclass(frozen=True, repr=False)
class WeightRemedy:
    """A remedy of rule F18 where it does not hold, and whether weighted counts then disclose no more than counts do."""

    verdict: Verdict
    said: Sentence

    def __repr__(self) -> str:
        return "WeightRemedy(confidential)"


def weight_remedies(method: Method, without: int, attacked: Attacked, own: Verdict) -> tuple[WeightRemedy, ...]:
    """List the remedies of rule F18 in the order of recommendation, each with what it still discloses.

    1. Weighted counts alone, rounded to the step in force, to tens where that is 1. 2. Larger steps, up to the first
    that discloses no more cells than counts do `without` weights. 3. Independent noise, which leaves no ratio; where
    all weights of a cell are equal it is a second draw of the same count, so that the guess of a small count improves.
    `own` says whether independent noise is no second draw here, and discloses no more than `without`.
    """
    step = method.weighted_by_count or 1
    remedies = []
    for least, rounded in method.with_weighted_steps(max(step, ROUNDED))[:1]:
        attack = attacked(rounded, True)
        weights_alone = WeightRemedy(Verdict.NOT_TESTED, sentence("floor_weights_alone", step=least))
        remedies.append(
            weights_alone if attack is None else _measured("floor_weights_alone_beside", least, attack, without)
        )
    for larger, rounded in method.with_weighted_steps(step + 1):
        remedies.append(_measured("floor_weights_step", larger, attacked(rounded, False), without))
        if remedies[-1].verdict is Verdict.HELD:
            break
    once_percent, two = (round(100 * share, 1) for share in guesses(method))
    told_sentence = sentence("floor_weights_own", without=without, one_share=once_percent, two_share=two)
    return (*remedies, WeightRemedy(own, told_sentence))


def second_draw(method: Method, raws: Sequence[RawTable], summed: Sequence[RawTable | None]) -> list[OpenRule]:
    """Judge rule F18 for weighted counts with independent noise, each table by itself.

    It does not hold where the weights of a cell are equal and known: then its weighted count is a second draw of the
    count, and the noise can be averaged. `summed` gives, by table, its weighted counts as sums of the magnitude WEIGHT;
    None where only mean weights are known.
    """
    once, twice = guesses(method)
    worst: tuple[float, int, int] = (0.0, 0, 0)
    for raw, sums in zip(raws, summed, strict=True):
        told_count = cells = 0
        shown = shown_cells(raw.spec, raw.blocks)
        for own_filter in dict.fromkeys(raw.spec.values[number].own_filter for number in raw.spec.weighted_values):
            others = (None,) * len(shown) if sums is None else sums.part(own_filter)
            for block, other, seen_cell in zip(raw.part(own_filter), others, shown, strict=True):
                seen_cell = seen_cell & (block.counts > 0)
                equal = _equal_means(block)
                if other is not None:
                    whole = other.magnitudes[WEIGHT].contributors == block.counts
                    equal |= drawn_twice(block, block.counts, equal_within(other, WEIGHT) & whole)
                told_count, cells = told_count + int((equal & seen_cell).sum()), cells + int(seen_cell.sum())
        worst = max(worst, (told_count / max(cells, 1), told_count, cells))
    share, told_count, cells = worst
    if twice <= once:
        return []
    figures = {"told": told_count, "cells": cells, "once": round(100 * once, 1), "twice": round(100 * twice, 1)}
    return above("F18", share, FEW_CELLS, 0.05, "floor_weights_equal", **figures)


def _equal_means(block: RawBlock) -> Flags:
    """Return a mask of all cells if the mean weights of a block are all equal and one cell is part of another; else
    none."""
    weights, counts = np.asarray(block.weights, dtype=np.float64), block.counts
    is_positive = counts > 0
    each = weights[is_positive] / counts[is_positive]
    has_several = bool((is_positive & (counts < counts.max(initial=0))).any())
    return np.full(counts.shape, has_several and np.allclose(each, each[0], rtol=1e-9, atol=0), dtype=np.bool_)


def weights_summed(data: Microdata, spec: TableSpec) -> tuple[Microdata, TableSpec] | None:
    """Return records whose magnitude WEIGHT is their weight, and a table of its sums in place of weighted counts.

    None without a weight, for records in a database, or for weighted counts by the value of a magnitude.
    """
    values = [spec.values[number] for number in spec.weighted_values]
    if data.weight is None or data.counter is not None or any(value.kind != "weighted_count" for value in values):
        return None
    magnitudes = {**data.magnitudes, WEIGHT: replace(data.weight, name=WEIGHT)}
    sum_values = [Value("sum", magnitude=WEIGHT, conditions=value.conditions) for value in values]
    return replace(data, magnitudes=magnitudes, cache={}), spec.with_changes(values=sum_values)


def guesses(method: Method) -> tuple[float, float]:
    """Compute how often the most probable count is the true one for counts 1 and 2, as shares (their mean).

    The first result is for one figure, the second for two independent figures of the same count; all counts are equally
    likely to the reader. P(i | j, k) is proportional to p(i, j) p(i, k). Ties are shared. A sign that replaces the
    count replaces the weighted count, too.
    """
    known_posterior = posterior(method, prior_up_to(reach(method), flat))
    once = sum(known_posterior.right(count) for count in SMALL) / len(SMALL)
    counts = np.arange(reach(method) + 1, dtype=np.int64)
    v, p = noise_of(method).chances(counts)
    drawn: list[dict[int, float]] = [{} for _ in counts]
    for row_indices, interval in zip(*np.nonzero(p), strict=True):
        figure = int(counts[row_indices] + v[row_indices, interval])
        drawn[row_indices][figure] = drawn[row_indices].get(figure, 0.0) + float(p[row_indices, interval])
    figures = sorted({figure for every in drawn for figure in every})
    shown_of_figure = dict(zip(figures, as_shown(method, np.array(figures, dtype=np.int64)).tolist(), strict=True))
    pairs: list[dict[tuple[int, int], float]] = [{} for _ in counts]
    for index, every in enumerate(drawn):
        for (first_figure, first), (other, second) in product(every.items(), repeat=2):
            seen = (
                shown_of_figure[first_figure],
                other if shown_of_figure[first_figure] >= 0 else shown_of_figure[first_figure],
            )
            pairs[index][seen] = pairs[index].get(seen, 0.0) + first * second
    right = 0.0
    for original in SMALL:
        for seen, chance in pairs[original].items():
            rivals = [all_pairs.get(seen, 0.0) for all_pairs in pairs]
            best = [index for index, rival in enumerate(rivals) if rival >= (1 - _EQUAL) * max(rivals)]
            right += chance / len(best) if original in best else 0.0
    return once, right / len(SMALL)


def _measured(code: str, step: int, linked_attack: LinkedAttack | None, without: int) -> WeightRemedy:
    if linked_attack is None:
        return WeightRemedy(Verdict.NOT_TESTED, sentence("floor_weights_untried", step=step))
    told_sentence = sentence(
        code,
        step=step,
        disclosed=len(linked_attack.disclosed),
        cells=linked_attack.cells,
        undecided=linked_attack.undecided,
    )
    is_held = None if linked_attack.undecided or linked_attack.untested else True
    return WeightRemedy(verdict_of(False if len(linked_attack.disclosed) > without else is_held), told_sentence)
