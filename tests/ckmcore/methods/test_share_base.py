"""A minimum base is proposed to shares of a method without one; shares above 100 % are counted."""

from __future__ import annotations

import numpy as np
import pandas as pd

import ckmcore as ckm
from ckmcore.methods.protected import Sign
from ckmcore.methods.share_base import proposed_base, share_advice, shares_above_whole
from ckmcore.tabulate.raw import RawTable

TABLE = ckm.design_ptable(D=2, V=1)
SHARE = ckm.Value("share", base="row", decimals=1)


def raw(*values: ckm.Value) -> RawTable:
    rng = np.random.default_rng(3)
    sizes = {"a": 300, "b": 30, "c": 6}
    rows = [(name, side) for name, size in sizes.items() for side in rng.choice(["x", "y"], size)]
    frame = pd.DataFrame(rows, columns=["r", "k"])
    data = ckm.Microdata.from_pandas(frame, ["r", "k"]).with_record_keys(
        ckm.RecordKeys(rng.integers(0, 10**6, len(rows)).astype(np.uint32), 10**6, 6, "decimal")
    )
    return ckm.tabulate(data, ckm.TableSpec(rows=["r"], columns=["k"], values=values))


def test_the_proposal_is_the_next_round_number_of_ten_times_the_largest_noise() -> None:
    assert proposed_base(ckm.CellKeyMethod(TABLE)) == 20
    assert proposed_base(ckm.CellKeyMethod(ckm.design_ptable(D=3, V=1))) == 50


def test_the_proposal_says_how_many_shares_it_would_empty_and_these_are_emptied() -> None:
    table, method = raw(SHARE), ckm.CellKeyMethod(TABLE)
    advice = share_advice(table, method)
    assert advice is not None
    assert advice.sign == Sign.UNRELIABLE
    with_base = ckm.CellKeyMethod(TABLE, minimum_base=advice.base).protect(table).blocks[0]
    before = method.protect(table).blocks[0]
    assert with_base.signs is not None
    plain = 0 if before.signs is None else int(np.count_nonzero(before.signs[0]))
    assert int(np.count_nonzero(with_base.signs[0])) - plain == advice.emptied
    assert 0 < advice.emptied < advice.shown
    assert f"{advice.emptied} of {advice.shown} shares would show /" in advice.sentence.text("en")


def test_nothing_is_proposed_without_shares_or_where_the_method_has_a_base() -> None:
    assert share_advice(raw(ckm.Value()), ckm.CellKeyMethod(TABLE)) is None
    assert share_advice(raw(SHARE), ckm.CellKeyMethod(TABLE, minimum_base=5)) is None
    assert share_advice(raw(SHARE), ckm.Rounding(10)) is None


def test_shares_above_100_percent_are_counted_one_by_one() -> None:
    shown = ckm.CellKeyMethod(TABLE).protect(raw(SHARE, ckm.Value()))
    figures = shown.blocks[0].figures[0]
    assert shares_above_whole(shown) == sum(int(one) > 1000 for one in figures.ravel())
    whole = ckm.Rounding(10, minimum_base=1).protect(raw(SHARE))
    assert shares_above_whole(whole) == 0
