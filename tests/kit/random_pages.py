"""A page of a random table."""

from __future__ import annotations

import functools
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np

import ckmcore as ckm
from ckmcore.base.texts import Texts
from ckmcore.microdata.data import NumberColumn
from ckmcore.office.settings import OFFICE_SETTINGS, Office, SettingField
from ckmcore.presentation.present import TablePresentation, present_draft
from ckmcore.statistic.period import Period, PeriodSource
from tests.kit.layouts import microdata, records, table
from tests.kit.leak_tables import OFFICE
from tests.kit.logos import picture

PTABLE = ckm.design_ptable(D=4, V=2.0, js=1)


METHODS = (
    ckm.CellKeyMethod(PTABLE),
    ckm.CellKeyMethod(PTABLE, threshold=5),
    ckm.CellKeyMethod(PTABLE, unreliable_below=4, uncertain_below=9),
)


def office(draw: Random) -> Office:
    """An office: every setting that files show is drawn as it is declared, texts are those of `tables`."""
    shown = [one for one in OFFICE_SETTINGS if one.seen and draw.random() < 0.5]
    return replace(OFFICE, **{one.name: drawn(draw, one) for one in shown})


def drawn(draw: Random, one: SettingField) -> Any:
    """A value of a setting."""
    if one.choices:
        return draw.choice(one.choices)
    if one.between:
        return draw.randint(*one.between)
    found = {
        "switch": draw.random() < 0.5,
        "texts": Texts(f"{one.name} in English", f"{one.name} auf Deutsch"),
        "long_texts": Texts(f"{one.name} in\nEnglish", f"{one.name} auf\nDeutsch"),
        "text": "Arial",
        "colour": f"#{draw.randrange(1 << 24):06x}",
        "picture": picture(width=draw.randint(3, 60)),
    }
    return found[one.kind]


@functools.cache
def data() -> ckm.Microdata:
    return microdata(records(5), 5)


@functools.cache
def data_with_months() -> ckm.Microdata:
    """The same records with months in classes, which some of them do not say."""
    found, chance = data(), np.random.default_rng(7)
    missing = chance.random(found.rows) < 0.1
    months = np.where(missing, 0, chance.integers(0, 36, found.rows))
    column = NumberColumn("months", months, 0, ckm.Texts("Months", "Monate"), missing)
    return replace(found, magnitudes={"months": column}, cache={}).with_classes("months", "0; 6; 12; 24+")


def of_months(spec: ckm.TableSpec) -> ckm.TableSpec:
    """The table with every figure that classes of months make in the place of its values."""
    values = [
        ckm.Value(),
        ckm.Value("valid", magnitude="months"),
        ckm.Value("missing", magnitude="months"),
        *ckm.distribution("months", "0; 6; 12; 24+"),
        ckm.Value("median", magnitude="months", decimals=1, least_in_class=15),
        ckm.Value("quantile", magnitude="months", q=0.1, decimals=2),
    ]
    order = (*spec.rows, *spec.columns, *spec.layers)
    ranked = any(level.order.by == "value" or level.top.most for block in order for level in block.levels)
    return spec if ranked else spec.with_changes(values=values, footnotes=())


def page_of_months(seed: int) -> TablePresentation:
    """A page of a random table with these values."""
    method, language = METHODS[seed % len(METHODS)], ("de", "en")[seed // 2 % 2]
    statistic = ckm.Statistic(ckm.Texts.same("S"), periods=(Period(ckm.Texts.same("2025"), "2025-12-01"),))
    draft = statistic.put_in_force(method).draft(of_months(table(seed)), data_with_months())
    return present_draft(draft, language, office(Random(seed)))  # type: ignore[arg-type]


def page(seed: int) -> TablePresentation:
    method, language = METHODS[seed % len(METHODS)], ("de", "en")[seed // 2 % 2]
    statistic = ckm.Statistic(
        ckm.Texts("Students", "Studierende"),
        periods=(Period(ckm.Texts.same("2025"), "2025-12-01", PeriodSource("file")),),
        source_note=ckm.Texts("Office", "Amt"),
    )
    return present_draft(statistic.put_in_force(method).draft(table(seed), data()), language, office(Random(seed)))  # type: ignore[arg-type]
