"""A statistic whose table shows sums, under methods that protect them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

import ckmcore as ckm
from ckmcore.methods.magnitudes import MagnitudeCellKeyMethod
from ckmcore.methods.sum_presets import sum_preset
from ckmcore.methods.sums import PEERS_METHOD as FORMER
from ckmcore.microdata.data import NumberColumn
from ckmcore.microdata.variable import VariableEntry
from ckmcore.statistic.model import SavedTable, Statistic
from tests.kit.before_the_floor import put_in_force
from tests.kit.released_people import METHOD, people, statistic

SUMS = SavedTable("Income", ckm.TableSpec("area", "sex", values=[ckm.sum_of("income")]))


def with_income(values: np.ndarray) -> ckm.Microdata:
    data = people()
    income = NumberColumn("income", values.astype(np.int64), 0, ckm.Texts.same("Income"))
    return replace(data, magnitudes={"income": income})


def even() -> ckm.Microdata:
    """Many contributors of like size: nobody stands out."""
    return with_income(np.random.default_rng(3).integers(900, 1100, 400))


def giant() -> ckm.Microdata:
    """One contributor in an area, and it alone, has nearly all."""
    data = even()
    values = data.magnitudes["income"].values.copy()
    values[7] = 10**9
    return with_income(values)


def method(*, least: float | None = None, own_rules: bool = True) -> MagnitudeCellKeyMethod:
    settings, design = sum_preset("wages")
    if not own_rules:
        settings = ckm.MagnitudeSettings(ckm.Scaling(0.2), **FORMER)
    elif least is not None:
        settings = replace(settings, least_noise=least)
    own_key = "cd" * 32 if own_rules else ""
    return ckm.MagnitudeCellKeyMethod(METHOD.ptable, large=design.table(2), settings=settings, own_key=own_key)


def made(of: MagnitudeCellKeyMethod, data: ckm.Microdata) -> Statistic:
    plain = statistic()
    dictionary = (*plain.dictionary, VariableEntry("income", "magnitude", title=ckm.Texts.same("Income")))
    assert data.magnitudes
    return put_in_force(replace(plain, dictionary=dictionary, tables=(SUMS,)), of, "2026-01-01")
