"""P(original | published): the figures of [W19], the transitions of every method, priors, and what is refused."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.methods.keyed_rounding import KeyedRounding
from ckmcore.microdata.data import StructuralZero
from ckmcore.ptable import posterior as posterior_of_table
from ckmcore.ptable import shuffle
from ckmcore.quality.expectation import ExpectationUnknownMethod
from ckmcore.quality.posterior import HIDDEN, UNRELIABLE, PriorUnusable, empirical_prior, posterior, uniform_prior
from tests.ckmcore.quality.brute import microdata, raw_of, two_way

W19 = ckm.design_ptable(D=2, V=1.08, js=1, mono=[True, True, False, True])
METHOD = ckm.CellKeyMethod(W19)


def test_a_published_0_of_w19_is_a_0_a_1_or_a_2_with_the_probabilities_of_the_paper() -> None:
    found = posterior(METHOD, uniform_prior(12))
    assert [round(found.share(original, 0), 6) for original in range(4)] == [0.595613, 0.305748, 0.098639, 0]
    guess = found.best()[0]
    assert (guess.published, guess.original, round(guess.share, 6)) == (0, 0, 0.595613)
    assert found.figures.tolist() == [0, *range(2, 15)]


@settings(max_examples=30)
@given(st.dictionaries(st.integers(0, 30), st.floats(0.5, 100), min_size=1), st.sampled_from([0.0, 0.05]))
def test_the_posterior_is_that_of_the_search_for_V(prior: dict[int, float], threshold: float) -> None:
    table = ckm.design_ptable(D=3, V=2, js=1)
    table = shuffle(table, threshold) if threshold else table
    found = posterior(ckm.CellKeyMethod(table), prior)
    wanted = posterior_of_table(table, prior)
    pairs = zip(found.originals.tolist(), found.published.tolist(), strict=True)
    assert dict(zip(pairs, found.shares.tolist(), strict=True)) == pytest.approx(wanted)
    assert found.chances.sum() == pytest.approx(1)


def test_how_often_the_best_guess_is_right_is_what_simulated_guesses_hit() -> None:
    prior = {0: 30.0, 1: 20.0, 2: 10.0, 3: 5.0, 7: 40.0}
    found = posterior(METHOD, prior)
    draw = np.random.default_rng(7)
    counts = draw.choice(list(prior), 200_000, p=np.array(list(prior.values())) / 105)
    keys = draw.integers(0, 10**9, len(counts)).astype(np.uint64)
    published = counts + W19.lookup(counts, keys, 10**9)
    guesses = {one.published: one.original for one in found.best()}
    hit = np.mean([guesses[one] for one in published.tolist()] == counts)
    assert hit == pytest.approx(found.correct, abs=4 * np.sqrt(0.25 / len(counts)))


def test_the_table_has_a_line_for_each_published_count() -> None:
    figures, originals, shares = posterior(METHOD, uniform_prior(12)).table(3)
    assert figures.tolist() == [0, 2, 3]
    assert originals.tolist() == [0, 1, 2, 3, 4, 5]
    assert shares.sum(axis=1) == pytest.approx([1, 1, 1])
    assert shares[0, 1] == pytest.approx(0.305748, abs=5e-7)


def test_rounding_leads_to_one_count_and_keyed_rounding_to_two() -> None:
    rounded = posterior(ckm.Rounding(5), uniform_prior(7))
    assert {one.published: (one.original, one.share) for one in rounded.best()} == {
        0: (0, pytest.approx(1 / 3)),
        5: (3, pytest.approx(1 / 5)),
    }
    drawn = posterior(KeyedRounding(3), uniform_prior(4))
    # 1 goes to 0 with 2/3, 2 with 1/3; 3 stays.
    assert [drawn.share(original, 0) for original in range(3)] == pytest.approx([1 / 2, 1 / 3, 1 / 6])
    assert drawn.share(3, 3) == pytest.approx(1 / (1 + 1 / 3 + 2 / 3 + 2 / 3))


def test_what_a_sign_hides_is_one_published_count() -> None:
    method = ckm.CellKeyMethod(ckm.design_ptable(D=2, V=1, js=0), threshold=2, unreliable_below=4)
    found = posterior(method, uniform_prior(10))
    assert found.figures.tolist()[:3] == [UNRELIABLE, HIDDEN, 4]
    hidden = found.published == HIDDEN
    assert set(found.originals[hidden].tolist()) == {0, 1, 2, 3}
    assert found.shares[hidden].sum() == pytest.approx(1)
    assert found.chances.sum() == pytest.approx(1)


def test_the_prior_of_ones_own_tables_counts_what_they_show() -> None:
    data = microdata(two_way([[0, 2], [1, 5]]), ["A", "B"])
    assert empirical_prior([raw_of(data, ["A"], ["B"])]) == {0: 1, 1: 2, 2: 2, 5: 1, 6: 1, 7: 1, 8: 1}
    void = replace(data, structural_zeros=(StructuralZero((("A", ("r0",)), ("B", ("c0",)))),))
    assert 0 not in empirical_prior([raw_of(void, ["A"], ["B"])])
    everything = raw_of(data, [], [])
    assert empirical_prior([everything, everything]) == {8: 2}


def test_cells_that_are_published_unchanged_are_no_guess() -> None:
    data = microdata(two_way([[3, 2], [1, 5]]), ["A", "B"])
    raw = raw_of(data, ["A"], ["B"])
    exempt = np.zeros((3, 3), dtype=np.bool_)
    exempt[0, 0] = True
    official = replace(raw, blocks=(replace(raw.blocks[0], exempt=exempt),), parts={})
    assert 11 in empirical_prior([raw])
    assert 11 not in empirical_prior([official])


@pytest.mark.parametrize("prior", [{}, {3: 0.0}, {-1: 2.0}, {1: -1.0}, {1: float("inf")}])
def test_a_prior_that_says_nothing_is_refused(prior: dict[int, float]) -> None:
    with pytest.raises(PriorUnusable) as refused:
        posterior(METHOD, prior)
    assert "Gewicht" in refused.value.text("de")


def test_a_method_whose_counts_are_not_known_is_refused() -> None:
    with pytest.raises(ExpectationUnknownMethod):
        posterior(Unknown(), uniform_prior(3))  # type: ignore[arg-type]


class Unknown:
    name = ckm.Rounding(3).name


def test_the_words_say_nothing_of_figures() -> None:
    assert repr(posterior(METHOD, uniform_prior(3))) == "Posterior(5 published counts, confidential)"
