"""The indicator q(I | J) of Enderle, Gießing, Tent 2020, and shared ties, against sums by Fractions."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction

import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.lab.quality.board import compare_methods, compared_rows
from ckmcore.lab.quality.candidates import candidate
from ckmcore.lab.risk.indicator import risk_indicator
from ckmcore.lab.risk.posterior import small_guesses
from ckmcore.methods.keyed_rounding import KeyedRounding
from ckmcore.methods.method import Method

W19 = ckm.design_ptable(D=2, V=1.08, js=1, mono=[True, True, False, True])
TABLES = [W19, ckm.design_ptable(D=5, V=3, js=2), ckm.design_ptable(D=3, V=0.6, js=0)]
FREQ = {0: 40.0, 1: 7.0, 2: 5.0, 3: 11.0, 5: 2.0, 9: 30.0}


def transitions(method: Method, count: int) -> dict[int, Fraction]:
    """p(count, j), each method's own rule written down anew."""
    if isinstance(method, ckm.CellKeyMethod):
        row = method.ptable.row_distribution(min(count, method.ptable.last_row))
        return {count + v: Fraction(p) for v, p in row.items()}
    if isinstance(method, KeyedRounding):
        below, rest = count - count % method.base, count % method.base
        up = Fraction(rest, method.base)
        return {below: 1 - up, below + method.base: up} if rest else {count: Fraction(1)}
    assert isinstance(method, ckm.Rounding)
    return {(2 * count + method.base) // (2 * method.base) * method.base: Fraction(1)}


def by_fractions(
    method: Method, originals: Collection[int], published: Collection[int], freq: Mapping[int, float]
) -> Fraction | None:
    above = below = Fraction(0)
    for count, cells in freq.items():
        for figure, p in transitions(method, count).items():
            if figure in published:
                below += Fraction(cells) * p
                above += Fraction(cells) * p * (count in originals)
    return above / below if below else None


@pytest.mark.parametrize(
    "method", [*map(ckm.CellKeyMethod, TABLES), KeyedRounding(3), ckm.Rounding(3), ckm.Rounding(5)]
)
@pytest.mark.parametrize(
    ("originals", "published"), [((1, 2), (1, 2)), ((1,), (3, 4)), ((1, 2, 3), (0, 3)), ((4,), (5,))]
)
def test_t11_the_indicator_is_the_quotient_of_exact_sums_for_both_priors(
    method: Method, originals: tuple[int, ...], published: tuple[int, ...]
) -> None:
    found = risk_indicator(method, originals, published, FREQ)
    for given, prior in ((found.empirical, FREQ), (found.flat, dict.fromkeys(range(60), 1.0))):
        wanted = by_fractions(method, originals, published, prior)
        # Bounds of published tables have eight digits.
        assert given == (None if wanted is None else pytest.approx(float(wanted), abs=1e-7))
    defined = [one for one in (found.flat, found.empirical) if one is not None]
    assert found.larger == max(defined, default=None)


def test_t11_what_no_figure_can_be_is_not_defined_and_not_0() -> None:
    for method in (ckm.CellKeyMethod(TABLES[1]), ckm.Rounding(5), ckm.Rounding(3)):  # no figure is 1 or 2
        found = risk_indicator(method, cells=FREQ)
        assert (found.flat, found.empirical, found.larger) == (None, None, None)
    # Attainable, but by none of these cells.
    found = risk_indicator(ckm.CellKeyMethod(TABLES[2]), cells={50: 3.0})
    assert found.empirical is None
    assert found.larger == found.flat is not None
    assert risk_indicator(ckm.CellKeyMethod(TABLES[2]), published=()).flat is None


def test_t11_exempt_cells_publish_what_they_are_and_hidden_figures_are_no_figures() -> None:
    method = ckm.CellKeyMethod(TABLES[1])  # its noise leaves no 1 and no 2
    assert risk_indicator(method, cells={9: 1.0}, exempt={1: 2.0, 7: 4.0}).empirical == 1.0
    hidden = ckm.CellKeyMethod(TABLES[2], threshold=3)
    assert risk_indicator(hidden, cells=FREQ).larger is None


def test_t11_originals_that_are_equally_probable_share_the_guess() -> None:
    # Behind the 0 of base 5 stand 0, 1 and 2: whoever sees it is right in one case of three.
    assert small_guesses(ckm.Rounding(5)).right == pytest.approx({1: 1 / 3, 2: 1 / 3})
    assert small_guesses(ckm.Rounding(3)).right == pytest.approx({1: 1 / 2, 2: 1 / 3})
    # Base 7: 0 to 3 behind the 0; keyed: the 0 itself is the most probable, alone.
    assert small_guesses(ckm.Rounding(7)).right == pytest.approx({1: 1 / 4, 2: 1 / 4})
    assert small_guesses(KeyedRounding(5)).right[1] == 0


def test_t11_the_board_of_a_table_shows_shared_ties_and_the_larger_indicator_or_none() -> None:
    frame = pd.DataFrame({"area": [f"{at:02d}" for at in range(12) for _ in range(at % 4 + 1)]})
    data = ckm.Microdata.from_pandas(frame, ["area"])
    board = compare_methods(data, ckm.TableSpec(["area"]), [candidate(ckm.Rounding(5)), candidate(ckm.Rounding(2))])
    rows = {row.kind.code: row.numbers for row in compared_rows(board)}
    assert rows["guess_small"][0] == pytest.approx(100 / 3)
    assert rows["q_small"][0] is rows["q_flat"][0] is rows["q_empirical"][0] is None
    assert next(row for row in compared_rows(board) if row.kind.code == "q_small").text(0, "en") == ""
    # Base 2: 1 and 2 become 2, and so does no other count.
    assert rows["q_small"][1] == rows["q_flat"][1] == rows["q_empirical"][1] == 100
