"""Shares made of originals in the attack: against all originals that show the same table."""

from __future__ import annotations

from itertools import product

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.lab.risk.attack import Attack, attack
from ckmcore.lab.risk.captions import disclosed_text, limits
from ckmcore.lab.risk.disclosure_proof import disclosure_proof
from ckmcore.lab.risk.linked_tables import attack_tables, search_on
from ckmcore.methods.protected import Sign
from ckmcore.microdata.data import Microdata
from ckmcore.tabulate.spec import PREVIOUS, TableSpec, Value
from tests.kit.examples import crossed, examples

SHARES = TableSpec(rows=["A"], values=[Value(), Value("share", base="column")])


def people(counts: tuple[int, ...]) -> Microdata:
    names = [f"a{at}" for at in range(len(counts))]
    column = pd.Categorical(
        [name for name, count in zip(names, counts, strict=True) for _ in range(count)], categories=names
    )
    return Microdata.from_pandas(pd.DataFrame({"A": column}), ["A"])


def ends(found: Attack) -> list[tuple[int, int]]:
    places = found.table.places[()][0].ravel()
    return list(zip(found.known.low[places].tolist(), found.known.high[places].tolist(), strict=True))


def published(counts: tuple[int, ...], spec: TableSpec, method: ckm.Rounding) -> list[object]:
    block = method.protect(ckm.tabulate(people(counts), spec)).blocks[0]
    signs = block.signs or tuple(np.zeros_like(one, dtype=np.uint8) for one in block.figures)
    keeps = [int(sign) for sign in Sign if sign.keeps_figure]
    return [
        [figure if sign in keeps else f"sign {sign}" for figure, sign in zip(one.tolist(), own.tolist(), strict=True)]
        for one, own in zip(block.figures, signs, strict=True)
    ]


Shown = dict[tuple[int, int], list[object]]
SEEN: dict[tuple[int, int], Shown] = {}


def seen_of_all(spec: TableSpec, method: ckm.Rounding) -> Shown:
    """What each pair of counts up to 15 shows; computed once for a table and a method of this module."""
    key = id(spec), id(method)
    if key not in SEEN:
        SEEN[key] = {pair: published(pair, spec, method) for pair in product(range(16), repeat=2)}
    return SEEN[key]


CHANGES = TableSpec(rows=["A"], values=[Value(), Value("change", variable="A", against=PREVIOUS)])
FINE = TableSpec(rows=["A"], values=[Value(), Value("share", base="column", decimals=1)])
OWN_ZEROS = ckm.Rounding(5, minimum_base=1, share_of_zero="original", share_reason="the office's own way")


@pytest.mark.daily(6)
@pytest.mark.parametrize(
    ("counts", "method", "spec"),
    crossed(
        [(4, 9), (1, 2), (7, 0), (12, 3), (0, 0)],
        [ckm.Rounding(5, minimum_base=1), OWN_ZEROS, ckm.Rounding(5, minimum_base=8)],
        [SHARES, CHANGES, FINE],
    ),
)
def test_bounds_hold_for_all_originals_that_show_the_same(
    spec: TableSpec, method: ckm.Rounding, counts: tuple[int, ...]
) -> None:
    shown = published(counts, spec, method)
    raw = ckm.tabulate(people(counts), spec)
    found = attack(raw, people(counts), method)
    possible = [(one + other, one, other) for (one, other), like in seen_of_all(spec, method).items() if like == shown]
    assert (sum(counts), *counts) in possible
    for place, (low, high) in enumerate(ends(found)):
        assert low <= min(one[place] for one in possible)
        assert high >= max(one[place] for one in possible)
    plain = attack(ckm.tabulate(people(counts), TableSpec(rows=["A"])), people(counts), method)
    for (low, high), (wide, far) in zip(ends(found), ends(plain), strict=True):
        assert wide <= low <= high <= far


def test_a_share_of_the_office_gives_a_small_figure_away_and_the_default_does_not() -> None:
    # [BA]: 4 of 255 is 2 %. To base 10 the figures are 0, 250 and 260: of 255 to 264 only 4 of 0 to 4 is 2 %.
    data = people((4, 251))
    raw = ckm.tabulate(data, SHARES)
    office = attack(raw, data, ckm.Rounding(10, minimum_base=1, share_of_zero="original", share_reason="BA"))
    assert ends(office)[1] == (4, 4)
    default = attack(raw, data, ckm.Rounding(10, minimum_base=1))
    # The other 98 % say that somebody is left, no more.
    assert ends(default)[1] == (1, 4)
    said = disclosed_text(office, office.disclosed[0], disclosure_proof(office, office.disclosed[0].figure), "en")
    assert "shares" in said
    assert any("Shares made of originals" in one.text("en") for one in limits(office))
    without = ckm.tabulate(data, TableSpec(rows=["A"]))
    assert not any("Shares made" in one.text("en") for one in limits(attack(without, data, ckm.Rounding(10))))


@settings(max_examples=examples(40))
@given(st.lists(st.integers(0, 60), min_size=2, max_size=5), st.sampled_from([3, 5, 10]), st.integers(0, 1))
def test_originals_lie_within_what_shares_and_sums_prove(counts: list[int], base: int, decimals: int) -> None:
    data = people(tuple(counts))
    spec = TableSpec(rows=["A"], values=[Value(), Value("share", base="column", decimals=decimals)])
    for method in (ckm.Rounding(base), ckm.Rounding(base, share_of_zero="original", share_reason="r")):
        raw = ckm.tabulate(data, spec)
        made = attack_tables([raw], data, method)
        assert made.contradiction is None
        for (low, high), true in zip(ends(made.tables[0]), raw.blocks[0].counts.tolist(), strict=True):
            assert low <= true <= high
        assert search_on(made, data).known.low.tolist() == made.known.low.tolist()
