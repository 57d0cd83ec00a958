"""The table that leaks are planted into, and its file in each form."""

from __future__ import annotations

import functools
from pathlib import Path

import numpy as np
import pandas as pd

import ckmcore as ckm
from ckmcore.base.numbers import Language
from ckmcore.base.texts import Texts
from ckmcore.formats.export import write_form
from ckmcore.formats.forms import FORMS, FormName
from ckmcore.formats.leak_findings import Hit
from ckmcore.formats.publishable import PublishableContent
from ckmcore.formats.scan import scan_content
from ckmcore.microdata.data import Category, Dimension
from ckmcore.office.settings import Office
from ckmcore.presentation.present import TablePresentation, present_draft
from ckmcore.statistic.period import Period, PeriodSource
from ckmcore.tabulate.spec import Footnote, Value
from tests.kit.logos import picture

OFFICE = Office(
    name=Texts("Office of Statistics", "Amt für Statistik"),
    logo=picture(),
    note=Texts("Please cite us.", "Bitte zitieren."),
    flat_sheets=True,
    header=Texts("Statistics & more", "Statistik & mehr"),
    footer=Texts("© Office", "© Amt"),
    font="Arial",
    head_colour="#1f5fa8",
)
UNPUBLISHED = 987_654
"""A figure that the table does not hold."""


@functools.cache
def page(language: Language = "de") -> TablePresentation:
    """A draft with numeric labels, shares, footnotes and labels like formulas."""
    draw = np.random.default_rng(5)
    frame = pd.DataFrame(
        {
            "land": draw.choice(["01", "02", "03"], 3000),
            "sex": draw.choice(["m", "w"], 3000),
            "age": draw.choice(["1", "2", "10"], 3000),
        }
    )
    data = ckm.Microdata.from_pandas(frame, ["land", "sex", "age"]).with_record_keys(ckm.generate_keys(3000))
    labels = {
        "01": Texts("Mountains", "=Bergland"),
        "02": Texts("-North", "-Nordmark"),
        "03": Texts("Sea & <b>", "See"),
    }
    categories = tuple(Category(code, labels[code], note=Texts.same("Since 1990")) for code in labels)
    data = data.with_dimension(Dimension("land", Texts("State", "Land"), categories))
    statistic = ckm.Statistic(
        Texts("Students", "Studierende"),
        periods=(Period(Texts.same("WS 2025/26"), "2025-12-01", PeriodSource("file")),),
        source_note=Texts("Office", "Amt"),
    )
    spec = ckm.TableSpec(
        rows=["land", "age"],
        columns=["sex"],
        values=[Value(), Value("share", base="column", decimals=1)],
        title=Texts("Students by state", "Studierende nach Land"),
        footnotes=[
            Footnote(Texts.same("provisional"), "cell", (("land", "02"), ("age", "10"), ("sex", "m"))),
            Footnote(Texts.same("whole table")),
        ],
    )
    method = ckm.CellKeyMethod(ckm.design_ptable(D=2, V=1.0))
    return present_draft(statistic.put_in_force(method).draft(spec, data), language, OFFICE)


def content(form: FormName, folder: Path, language: Language = "de") -> bytes:
    """The file of the table in a form."""
    path, *_ = write_form(page(language), FORMS[form], folder / f"table{FORMS[form].ending}")
    return path.read_bytes()


def hits(form: FormName, changed: bytes, language: Language = "de") -> tuple[Hit, ...]:
    """What is found in a file of the table."""
    return scan_content(changed, f"table{FORMS[form].ending}", PublishableContent.of([page(language)]))
