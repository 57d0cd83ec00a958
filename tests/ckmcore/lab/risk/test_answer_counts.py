"""Counts by the value of a magnitude are counts like any others: attacks see them, records of several periods are taken
together."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

import ckmcore as ckm
from ckmcore.lab.risk.atoms import atoms_of
from ckmcore.lab.risk.attack import attack
from ckmcore.microdata.data import Microdata
from ckmcore.statistic.period import Period, PeriodSource
from ckmcore.statistic.series import draft_over_periods
from ckmcore.tabulate.spec import PERIOD, Level, TableSpec, Value
from tests.ckmcore.answer_data import CLASSES, data_of

METHOD = ckm.CellKeyMethod(ckm.design_ptable(D=3, V=2.0, js=1))
VALUES = [
    Value(),
    Value("valid", magnitude="m"),
    Value("missing", magnitude="m"),
    *ckm.distribution("m", CLASSES),
    Value("median", magnitude="m", decimals=2),
]


def records(seed: int = 1) -> Microdata:
    return data_of([("ab"[n % 2], n % 3 == 0, None if n % 7 == 0 else n % 24) for n in range(90)], seed)


def test_an_attack_looks_at_the_counts_of_classes_as_at_any_others() -> None:
    data = records()
    spec = TableSpec("region", values=VALUES)
    raw = ckm.tabulate(data, spec)
    found, plain = (attack(one, data, METHOD) for one in (raw, ckm.tabulate(data, TableSpec("region"))))
    assert found.cells == 7 * plain.cells
    filters = tuple(dict.fromkeys(value.own_filter for value in spec.values[:-1]))
    atoms = atoms_of(data, [(spec, filters)])
    groups = atoms.group_sums(atoms.counts)
    for own in filters:
        block = atoms.tables[0][own][0]
        assert block.sums(groups).reshape(block.shape).tolist() == raw.part(own)[0].counts.tolist()


def test_a_stock_over_periods_shows_of_unchanged_records_what_it_shows_of_each() -> None:
    days = ("2024-12-31", "2025-12-31")
    periods = tuple(Period(ckm.Texts.same(day[:4]), day, source=PeriodSource("file")) for day in days)
    statistic = ckm.Statistic(ckm.Texts.same("S"), periods=periods, units="recur")
    for place in (0, 1):
        statistic = replace(statistic, current=place).put_in_force(METHOD)
    spec = TableSpec(Level(PERIOD, mean=True), "region", values=VALUES)
    data = records()
    found = draft_over_periods(statistic, spec, lambda _: data).table.blocks[0]
    alone = ckm.protect(ckm.tabulate(data, TableSpec("region", values=VALUES)), METHOD).blocks[0]
    for figures, same in zip(found.figures, alone.figures, strict=True):
        assert all(np.array_equal(line, same) for line in figures)
