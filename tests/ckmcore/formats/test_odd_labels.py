"""Labels that look like anything else - formulas, codes, marks, paths - are handed over in every form, and alone."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import numpy as np
import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.errors import InputError
from ckmcore.formats.export import export_files
from ckmcore.formats.forms import FORMS
from ckmcore.microdata.data import Category, Dimension
from ckmcore.office.settings import FormName
from ckmcore.statistic.period import Period, PeriodSource
from ckmcore.tabulate.spec import Footnote
from tests.kit.leak_tables import OFFICE

ODD = [
    '"quoted"', "a;b", "<b>&amp;</b>", "'=1", "=1+1", "+x", "-", "@me", "x\u2003y", "a\u00a0b", "a\u200bb", "\u202eabc",
    "😀 smile", "_x0041_", "a|b", "a | b", "c # d", "(x)", "a_2", "a_3", "…", "L" * 200, "M" * 160 + " end", "Noch: a",
    "a (continued)", "1", "1,5", "1.5", ".", "Total", "Insgesamt", "a, b", "e\u0301", "ß", "100 %", "\\n", "C:\\x",
    "https://a", "A\tB", "line\nbreak", "  lead", "¹⁾", "a ¹⁾", "&P", "&&", "{x}", "%s", "a–b", "ﬁ", "Ω", "٣", "00012",
    "1e5", "NaN", "null", "true", "None",
]  # fmt: skip


def draft(seed: int) -> ckm.Draft:
    """A small table whose words are drawn from the odd ones."""
    draw, chance = Random(seed), np.random.default_rng(seed)
    words = ckm.Texts.same
    frame = pd.DataFrame({"a": chance.integers(0, 6, 800).astype(str), "b": chance.integers(0, 4, 800).astype(str)})
    data = ckm.Microdata.from_pandas(frame, ["a", "b"]).with_record_keys(ckm.generate_keys(800))
    for name, count in (("a", 6), ("b", 4)):
        categories = tuple(
            Category(str(code), words(text), note=words(draw.choice([*ODD, ""])))
            for code, text in enumerate(draw.sample(ODD, count))
        )
        data = data.with_dimension(Dimension(name, words(draw.choice(ODD)), categories))
    statistic = ckm.Statistic(
        words(draw.choice(ODD)),
        periods=(Period(words("2025"), "2025-12-01", PeriodSource("file")),),
        source_note=words(draw.choice(ODD)),
    )
    note = Footnote(words(draw.choice(ODD)), "cell", (("a", "1"), ("b", "2")))
    spec = ckm.TableSpec(["a"], ["b"], title=words(draw.choice(ODD)), footnotes=[note])
    return statistic.put_in_force(ckm.CellKeyMethod(ckm.design_ptable(D=2, V=1.0))).draft(spec, data)


@pytest.mark.daily(2)
@pytest.mark.parametrize("form", [*FORMS])
def test_odd_labels_are_handed_over(form: FormName, tmp_path: Path) -> None:
    refused: list[tuple[str, str]] = []
    for seed in range(12):
        language = "de" if seed % 2 else "en"
        path = tmp_path / f"t{FORMS[form].ending}"
        try:
            assert export_files(draft(seed), path, language=language, form=form, office=OFFICE)
        except InputError as fault:
            refused.append((fault.code, str(fault.fields.get("text"))))
    # The font of PDF lacks some letters, and nothing may turn the direction of writing: such letters are named.
    named = [re.sub(r"\\u\{(\w+)\}", lambda code: chr(int(code[1], 16)), text) for _, text in refused]
    assert {code for code, _ in refused} <= ({"letters_without_glyph"} if form == "pdf" else set())
    assert all(letters in "".join(ODD) for letters in named)
    assert len(refused) < 12


@pytest.mark.parametrize("form", [*FORMS])
def test_odd_codes_are_replaced_where_a_form_forbids_them_and_handed_over(form: FormName, tmp_path: Path) -> None:
    codes = [".", "*", "line\nbreak", "…", "A\tB", "-", '"', "€", "a b", "a  b"]
    frame = pd.DataFrame({"a": codes * 9, "b": ["m", "f", "f"] * 30})
    alike = ckm.Dialect(encoding="", answers=(ckm.ReadingAnswer("codes_alike", "a", "apart"),))
    data = ckm.Microdata.from_pandas(frame, ["a", "b"], dialect=alike)
    table = ckm.protect(ckm.tabulate(data, ckm.TableSpec("a", "b")), ckm.Rounding(3))
    assert ckm.export(table, tmp_path / f"t{FORMS[form].ending}", form=form)
