"""A minimum base is proposed to shares of a method without one; shares above 100 % are counted."""

from __future__ import annotations

import numpy as np
import pandas as pd

import ckmcore as ckm
from ckmcore.methods.protected import Sign
from ckmcore.methods.share_base import means_on_few, proposed_base, share_advice, shares_above_whole
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


def test_means_are_counted_that_rest_on_few_published_records() -> None:
    rng = np.random.default_rng(5)
    places = [name for name, size in {"a": 300, "b": 12, "c": 5, "d": 2}.items() for _ in range(size)]
    frame = pd.DataFrame({"r": places, "m": rng.integers(100, 900, len(places)).astype(float)})
    frame.loc[frame["r"] == "a", "m"] = np.where(np.arange(300) < 282, np.nan, 50.0)  # 18 of 300 have a value
    data = ckm.Microdata.from_pandas(frame, ["r"], magnitudes=["m"]).with_record_keys(
        ckm.RecordKeys(rng.integers(0, 10**5, len(places)).astype(np.uint32), 10**5, 5, "decimal")
    )
    rules = {"missing": "out", "mean_of": "valid"}
    method = ckm.MagnitudeCellKeyMethod(
        TABLE, large=ckm.design_magnitudes(5, 2.0), settings=ckm.MagnitudeSettings(ckm.Scaling(0.1), **rules)
    )
    mean = ckm.Value("mean", magnitude="m", decimals=1)
    table = ckm.tabulate(data, ckm.TableSpec(rows=["r"], values=(mean, ckm.Value("valid", magnitude="m"))))
    told = means_on_few(table, method)
    shown = method.protect(table).blocks[0]
    there = np.ones(5, dtype=bool) if shown.signs is None else shown.signs[0] == Sign.NONE
    numbers = shown.figures[1].ravel()[there.ravel()]
    assert told is not None
    assert told.fields == {"few": int((numbers < 20).sum()), "shown": len(numbers), "base": 20}
    assert 18 <= int(shown.figures[1].ravel()[1]) + 2 <= 22  # those with a value count, not all 300
    assert "beruhen auf weniger als 20 veröffentlichten Fällen" in told.text("de")
    assert means_on_few(ckm.tabulate(data, ckm.TableSpec(rows=["r"])), method) is None
    assert means_on_few(table, ckm.Rounding(10)) is None
