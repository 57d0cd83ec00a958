"""A page of a random table."""

from __future__ import annotations

import functools

import ckmcore as ckm
from ckmcore.formats.document import Document, document
from ckmcore.statistic.period import Period, PeriodSource
from tests.ckmcore.formats.tables import OFFICE
from tests.ckmcore.layouts import microdata, records, table

PTABLE = ckm.design_ptable(D=4, V=2.0, js=1)


METHODS = (ckm.CellKeyMethod(PTABLE), ckm.CellKeyMethod(PTABLE, threshold=5))


@functools.cache
def data() -> ckm.Microdata:
    return microdata(records(5), 5)


def page(seed: int) -> Document:
    method, language = METHODS[seed % 2], ("de", "en")[seed // 2 % 2]
    statistic = ckm.Statistic(
        ckm.Texts("Students", "Studierende"),
        periods=(Period(ckm.Texts.same("2025"), "2025-12-01", PeriodSource("file")),),
        source_note=ckm.Texts("Office", "Amt"),
    )
    return document(statistic.put_in_force(method).draft(table(seed), data()), language, OFFICE)  # type: ignore[arg-type]
