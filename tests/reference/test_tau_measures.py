"""The distances of the cells of τ-ARGUS, as it publishes them."""

from __future__ import annotations

import math
from pathlib import Path

import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.lab.quality.measures import table_figures
from ckmcore.lab.quality.utility import QUANTILES, utility_of
from ckmcore.microdata.hrc import read_hrc

pytestmark = pytest.mark.reference

NAMES = ["SEX", "COC.M", "NUTS3"]


def test_measures_of_its_cells_are_those_of_a_plain_computation(reference: Path) -> None:
    data = ckm.read_microdata(reference / "data" / "census_persons_10k_keys.csv", NAMES, "RKEY")
    for name, file in (("COC.M", "coc_m_hierarchy.hrc"), ("NUTS3", "nuts3_hierarchy.hrc")):
        data = data.with_hierarchy(name, read_hrc(reference / "data" / file))
    method = ckm.CellKeyMethod(ckm.read_ptable(reference / "ptables" / "estp2023_ptab3.csv"))
    raw = ckm.tabulate(data, ckm.TableSpec(rows=NAMES[:2], columns=NAMES[2:]))
    found = utility_of(table_figures(raw, data, method.protect(raw)))
    theirs = pd.read_csv(reference / "expected" / "tauargus" / "out_10k_SEX_COC_NUTS3_ptab3.csv", sep=";")
    pairs = [(o, p) for o, p in zip(theirs["orig"].tolist(), theirs["ckm"].tolist(), strict=True) if o > 0]
    assert found.absolute.cells == len(pairs) == 1322
    assert found.roots is not None
    for ours, distances in (
        (found.absolute, [abs(p - o) for o, p in pairs]),
        (found.relative, [abs(p - o) / o for o, p in pairs]),
        (found.roots, [abs(math.sqrt(p) - math.sqrt(o)) for o, p in pairs]),
    ):
        series = pd.Series(distances)
        assert ours.quantiles == pytest.approx([series.quantile(p) for _, p in QUANTILES])
        assert ours.mean == pytest.approx(series.mean())
        assert [many for _, many in ours.within] == [sum(d <= limit for d in distances) for limit, _ in ours.within]
