"""P(original | published): the figures of [W19], the transitions of every method, priors, and what is refused."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.errors import CkmError
from ckmcore.lab.risk.chances import guessed
from ckmcore.lab.risk.posterior import HIDDEN, UNRELIABLE, falling, flat, posterior, prior_up_to, small_guesses
from ckmcore.methods.keyed_rounding import KeyedRounding
from ckmcore.ptable import posterior as posterior_of_table
from ckmcore.ptable import shuffle
from tests.kit.examples import examples
from tests.kit.fails import fails

W19 = ckm.design_ptable(D=2, V=1.08, js=1, mono=[True, True, False, True])
METHOD = ckm.CellKeyMethod(W19)


def test_a_published_0_of_w19_is_a_0_a_1_or_a_2_with_the_probabilities_of_the_paper() -> None:
    found = posterior(METHOD, prior_up_to(12))
    assert [round(found.share(original, 0), 6) for original in range(4)] == [0.595613, 0.305748, 0.098639, 0]
    guess = found.best()[0]
    assert (guess.published, guess.original, round(guess.share, 6)) == (0, 0, 0.595613)
    assert found.figures.tolist() == [0, *range(2, 15)]


@settings(max_examples=examples(30))
@given(st.dictionaries(st.integers(0, 30), st.floats(0.5, 100), min_size=1), st.sampled_from([0.0, 0.05]))
def test_the_posterior_is_that_of_the_search_for_V(prior: dict[int, float], threshold: float) -> None:
    table = ckm.design_ptable(D=3, V=2, js=1)
    table = shuffle(table, threshold) if threshold else table
    found = posterior(ckm.CellKeyMethod(table), prior)
    wanted = posterior_of_table(table, prior)
    pairs = zip(found.originals.tolist(), found.published.tolist(), strict=True)
    assert dict(zip(pairs, found.shares.tolist(), strict=True)) == pytest.approx(wanted)
    for count in prior:
        assert found.under_original[found.originals == count].sum() == pytest.approx(1)


def test_how_often_the_best_guess_is_right_is_what_simulated_guesses_hit() -> None:
    prior = {0: 30.0, 1: 20.0, 2: 10.0, 3: 5.0, 7: 40.0}
    found = posterior(METHOD, prior)
    draw = np.random.default_rng(7)
    counts = draw.choice(list(prior), 200_000, p=np.array(list(prior.values())) / 105)
    keys = draw.integers(0, 10**9, len(counts)).astype(np.uint64)
    published = counts + W19.lookup(counts, keys, 10**9)
    guesses = {one.published: one.original for one in found.best()}
    hit = np.mean([guesses[one] for one in published.tolist()] == counts)
    wanted = sum(weight * found.right(count) for count, weight in prior.items()) / 105
    assert hit == pytest.approx(wanted, abs=4 * np.sqrt(0.25 / len(counts)))


def test_the_table_has_a_line_for_each_published_count() -> None:
    figures, originals, shares = posterior(METHOD, prior_up_to(12)).table(3)
    assert figures.tolist() == [0, 2, 3]
    assert originals.tolist() == [0, 1, 2, 3, 4, 5]
    assert shares.sum(axis=1) == pytest.approx([1, 1, 1])
    assert shares[0, 1] == pytest.approx(0.305748, abs=5e-7)


def test_rounding_leads_to_one_count_and_keyed_rounding_to_two() -> None:
    rounded = posterior(ckm.Rounding(5), prior_up_to(7))
    assert {one.published: (one.original, one.share) for one in rounded.best()} == {
        0: (0, pytest.approx(1 / 3)),
        5: (3, pytest.approx(1 / 5)),
    }
    drawn = posterior(KeyedRounding(3), prior_up_to(4))
    # 1 goes to 0 with 2/3, 2 with 1/3; 3 stays.
    assert [drawn.share(original, 0) for original in range(3)] == pytest.approx([1 / 2, 1 / 3, 1 / 6])
    assert drawn.share(3, 3) == pytest.approx(1 / (1 + 1 / 3 + 2 / 3 + 2 / 3))


def test_what_a_sign_hides_is_one_published_count() -> None:
    method = ckm.CellKeyMethod(ckm.design_ptable(D=2, V=1, js=0), threshold=2, unreliable_below=4)
    found = posterior(method, prior_up_to(10))
    assert found.figures.tolist()[:3] == [UNRELIABLE, HIDDEN, 4]
    hidden = found.published == HIDDEN
    assert set(found.originals[hidden].tolist()) == {0, 1, 2, 3}
    assert found.shares[hidden].sum() == pytest.approx(1)
    assert found.under_original[found.originals == 3].sum() == pytest.approx(1)


def by_hand(table: ckm.PTable, weights: Callable[[int], float], originals: range) -> tuple[dict[int, float], float]:
    """How often the guess is right for 1 and 2, and the largest chance of 1 or 2, line by line."""
    chances = {
        count: {count + v: p for v, p in table.row_distribution(min(count, table.last_row)).items()}
        for count in originals
    }
    right, reveal = {1: 0.0, 2: 0.0}, 0.0
    for figure in {one for count in (1, 2) for one in chances[count]}:
        weighed = {count: weights(count) * row.get(figure, 0.0) for count, row in chances.items()}
        best = min(count for count, one in weighed.items() if one >= max(weighed.values()) * (1 - 1e-9))
        if best in right:
            right[best] += chances[best].get(figure, 0.0)
        reveal = max(reveal, (weighed[1] + weighed[2]) / sum(weighed.values()))
    return right, reveal


@settings(max_examples=examples(25))
@given(st.integers(2, 5), st.floats(0.6, 2.5), st.integers(0, 2), st.sampled_from([0.0, 0.5, 1.0, 2.0]))
def test_small_counts_are_guessed_as_often_as_by_hand(D: int, V: float, js: int, power: float) -> None:
    try:
        table = ckm.design_ptable(D=D, V=V, js=js)
    except CkmError:
        assume(False)
    weights = falling(power) if power else flat
    found = small_guesses(ckm.CellKeyMethod(table), weights)
    right, reveal = by_hand(table, weights, range(60))
    assert found.right == pytest.approx(right)
    assert found.reveal == pytest.approx(reveal)
    assert found.mean({0: 5.0, 1: 3.0, 2: 1.0, 9: 4.0}) == pytest.approx((3 * right[1] + right[2]) / 4)
    assert found.mean({0: 5.0, 9: 4.0}) is None


def test_counts_that_lie_far_apart_do_not_give_a_method_away() -> None:
    # With the counts themselves as a prior every guess would be right, whatever the method.
    counts = dict.fromkeys(range(1000, 11_000, 50), 1.0)
    method = ckm.CellKeyMethod(ckm.design_ptable(D=2, V=1, js=0))
    assert guessed(method, counts, None) == pytest.approx(1.0)
    assert guessed(method, counts) == pytest.approx(max(method.ptable.row_distribution(2).values()))


def test_a_sign_in_the_place_of_small_figures_is_guessed_at_too() -> None:
    hidden = ckm.CellKeyMethod(METHOD.ptable, threshold=3)
    found = small_guesses(hidden)
    # All of 0, and most of 1 and 2, stand behind the sign: the guess is 0 there.
    assert found.right[1] == 0.0
    assert found.reveal < small_guesses(METHOD).reveal


@pytest.mark.parametrize("prior", [{}, {3: 0.0}, {-1: 2.0}, {1: -1.0}, {1: float("inf")}])
def test_a_prior_that_says_nothing_is_refused(prior: dict[int, float]) -> None:
    with fails("prior_unusable") as refused:
        posterior(METHOD, prior)
    assert "Gewicht" in refused.value.text("de")


def test_a_method_whose_counts_are_not_known_is_refused() -> None:
    with fails("expectation_unknown_method"):
        posterior(Unknown(), prior_up_to(3))  # type: ignore[arg-type]


class Unknown:
    name = ckm.Rounding(3).name


def test_the_words_say_nothing_of_figures() -> None:
    assert repr(posterior(METHOD, prior_up_to(3))) == "Posterior(5 published counts, confidential)"
