"""The reporting period as a level: unions, averages and changes over periods, against the records of all of them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.methods.protected import Sign
from ckmcore.microdata.data import Microdata
from ckmcore.statistic.period import Period, PeriodSource
from ckmcore.statistic.series import PeriodTwice, PeriodUnknown, draft_of, needs_periods, over_periods
from ckmcore.tabulate.spec import PERIOD, PREVIOUS, TOTAL, Block, Code, Level

YEARS = ("2023", "2024", "2025")
CODES = [f"{year}-12-31" for year in YEARS]
METHOD = ckm.CellKeyMethod(ckm.design_ptable(D=3, V=2.0, js=1))
Load = Callable[[ckm.Statistic], Microdata]


def frame_of(year: str) -> pd.DataFrame:
    draw = np.random.default_rng(int(year))
    frame = pd.DataFrame({"land": draw.choice(["01", "02", "09"], 300), "sex": draw.choice(["m", "w"], 300)})
    frame["key"] = [f"0.{key:09d}" for key in draw.integers(0, 10**9, 300)]
    return frame


def records(frame: pd.DataFrame) -> Microdata:
    return Microdata.from_pandas(frame, ["land", "sex"], record_key="key")


DATA = {year: records(frame_of(year)) for year in YEARS}


def statistic(*methods: ckm.CellKeyMethod | ckm.Rounding) -> ckm.Statistic:
    periods = tuple(Period(ckm.Texts.same(year), f"{year}-12-31", source=PeriodSource("file")) for year in YEARS)
    made = ckm.Statistic(ckm.Texts.same("S"), (), periods, units="once")
    for place, method in enumerate(methods or (METHOD,) * 3):
        made = ckm.Statistic(**{**vars(made), "current": place}).put_in_force(method)
    return made


def load(of: ckm.Statistic) -> Microdata:
    return DATA[of.period.label.en]


def test_the_total_of_periods_is_the_union_of_their_records_as_a_cell_of_its_own() -> None:
    spec = ckm.TableSpec(rows=["land"], columns=[Level(PERIOD, total="after"), "sex"])
    table = over_periods(statistic(), spec, load)
    everybody = records(pd.concat([frame_of(year) for year in YEARS]))
    alone = ckm.protect(ckm.tabulate(everybody, ckm.TableSpec(rows=["land"], columns=["sex"])), METHOD)
    for land in ("01", "02", "09", TOTAL):
        for sex in ("m", "w", TOTAL):
            address: dict[str, Code] = {"land": land, "sex": sex}
            assert table.value(address) == alone.value(address)
            for year, code in zip(YEARS, CODES, strict=True):
                single = ckm.protect(ckm.tabulate(DATA[year], ckm.TableSpec(rows=["land"], columns=["sex"])), METHOD)
                assert table.value({**address, PERIOD: code}) == single.value(address)


def test_the_average_is_the_published_sum_divided_by_the_number_of_periods() -> None:
    total = ckm.TableSpec(rows=["land", Level(PERIOD, total="after")])
    mean = ckm.TableSpec(rows=["land", Level(PERIOD, total="after", mean=True)])
    sums, means = over_periods(statistic(), total, load), over_periods(statistic(), mean, load)
    for land in ("01", "02", "09", TOTAL):
        assert means.value({"land": land}) == int(sums.value({"land": land}) / 3 + 0.5)
        assert means.value({"land": land, PERIOD: CODES[1]}) == sums.value({"land": land, PERIOD: CODES[1]})


def test_annual_averages_under_rounding_are_rounded_sums_divided_and_rounded_to_whole_numbers() -> None:
    # [BA]: sum 101 -> 100, 100 / 4 = 25.
    spec = ckm.TableSpec(rows=[Level(PERIOD, total="after", mean=True)])
    table = over_periods(statistic(ckm.Rounding(10), ckm.Rounding(10), ckm.Rounding(10)), spec, load)
    assert table.value({}) == 300
    assert table.value({PERIOD: CODES[0]}) == 300


def test_periods_under_several_methods_have_no_total() -> None:
    spec = ckm.TableSpec(rows=["land"], columns=[Level(PERIOD, total="before")])
    table = over_periods(statistic(METHOD, METHOD, ckm.Rounding(5)), spec, load)
    assert table.sign({"land": "01"}) == Sign.UNKNOWN
    assert table.sign({"land": "01", PERIOD: CODES[2]}) == Sign.NONE
    assert table.value({"land": "01", PERIOD: CODES[2]}) % 5 == 0


def test_a_change_to_the_period_before_needs_no_period_in_the_table() -> None:
    change = ckm.Value("change", variable=PERIOD, against=PREVIOUS, decimals=1)
    spec = ckm.TableSpec(rows=["land"], values=[ckm.Value(), change])
    assert needs_periods(spec)
    draft = draft_of(statistic(), spec, load)
    table = draft.table
    for land in ("01", "02", "09"):
        address: dict[str, Code] = {"land": land, PERIOD: CODES[2]}
        now = table.value(address)
        before = ckm.protect(ckm.tabulate(DATA["2024"], ckm.TableSpec(rows=["land"])), METHOD).value({"land": land})
        assert table.value(address, 1) == int(np.floor(abs(now - before) * 1000 / before + 0.5)) * np.sign(now - before)
    assert draft.period == ckm.Texts.same("2025")
    against = ckm.Value("change", variable=PERIOD, against=CODES[0], absolute=True)
    two = over_periods(statistic(), ckm.TableSpec(rows=["land"], columns=[PERIOD], values=[against]), load)
    assert two.sign({"land": "01", PERIOD: CODES[0]}) == Sign.BLOCKED
    assert two.labels[0].text("de") == "Differenz zu 2023"


def test_periods_stand_on_any_axis_chosen_one_by_one_and_a_block_without_them_is_of_the_current_one() -> None:
    level = Level(PERIOD, nodes=(CODES[0], CODES[2]), total="off")
    parts = [Block((level, Level("land"))), Block((Level("sex"),))]
    table = over_periods(statistic(), ckm.TableSpec(rows=parts), load)
    single = ckm.protect(ckm.tabulate(DATA["2025"], ckm.TableSpec(rows=["sex"])), METHOD)
    assert table.value({"sex": "w"}, block=1) == single.value({"sex": "w"})
    assert [node.code for node in table.blocks[0].dimensions[0].nodes] == [TOTAL, CODES[0], CODES[2]]
    layers = over_periods(statistic(), ckm.TableSpec(rows=["land"], layers=[PERIOD]), load)
    assert layers.value({"land": "01", PERIOD: CODES[1]}) == over_periods(
        statistic(), ckm.TableSpec(rows=["land"], columns=[PERIOD]), load
    ).value({"land": "01", PERIOD: CODES[1]})


def test_a_table_of_periods_alone_and_unknown_or_doubled_periods() -> None:
    assert over_periods(statistic(), ckm.TableSpec(rows=[PERIOD]), load).value({PERIOD: CODES[0]}) > 290
    with pytest.raises(PeriodUnknown, match="1999"):
        over_periods(statistic(), ckm.TableSpec(rows=[Level(PERIOD, nodes=("1999",))]), load)
    with pytest.raises(PeriodTwice):
        over_periods(statistic(), ckm.TableSpec(rows=[PERIOD], columns=[PERIOD]), load)
    with pytest.raises(PeriodTwice):
        over_periods(statistic(), ckm.TableSpec(rows=[PERIOD, PERIOD]), load)
