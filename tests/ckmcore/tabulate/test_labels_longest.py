"""Of the labels of a stub the longest are looked for once, whatever their number."""

from __future__ import annotations

import numpy as np
import pytest

import ckmcore as ckm
from ckmcore.microdata.data import Category
from ckmcore.tabulate import labels as module
from ckmcore.tabulate.labels import AxisLabels
from ckmcore.tabulate.layout import lay_out


@pytest.mark.parametrize("most", [1, 7, 300])
def test_the_longest_labels_are_those_that_no_other_one_is_longer_than(
    monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    monkeypatch.setattr(module, "MOST_LONGEST", most)
    chance = np.random.default_rng(3)
    categories = tuple(
        Category(str(code), ckm.Texts.same(str(code).ljust(int(chance.integers(4, 40)), "x"))) for code in range(50)
    )
    area = ckm.Dimension("area", ckm.Texts.same("Area"), categories)
    data = ckm.Microdata(100, {"area": area}, {"area": (np.arange(100) % 50).astype(np.uint8)}, ckm.generate_keys(100))
    table = ckm.protect(ckm.tabulate(data, ckm.TableSpec(rows=["area"])), ckm.Rounding(5))
    labels = AxisLabels(lay_out(table.spec, table.blocks), "rows", "en")
    all_of_them = {text for text, _, _ in labels.widest(0)}
    longest = [text for text, _, _ in labels.longest(0)]
    assert len(longest) == min(most, len(all_of_them))
    assert min(map(len, longest)) >= max((len(text) for text in all_of_them.difference(longest)), default=0)
    assert labels.longest(0) is labels.longest(0)
