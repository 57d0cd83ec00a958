"""Methods that publish sums, and tables of these: shared by tests of evaluation, board and report."""

from __future__ import annotations

from dataclasses import replace

import ckmcore as ckm
from ckmcore.lab.quality.evaluation import TestTable
from ckmcore.methods.magnitudes import MagnitudeCellKeyMethod
from ckmcore.methods.sum_presets import sum_preset
from ckmcore.ptable import design_ptable
from ckmcore.ptable.magnitudes import design_magnitudes, permute
from ckmcore.tabulate.spec import TableSpec, Value

COUNTS = design_ptable(D=2, V=1.08, js=1, mono=[True, True, False, True])
VALUES = (Value("sum", magnitude="income"), Value("mean", magnitude="income", decimals=1))
SPEC = TableSpec(rows=["R"], columns=["C"], values=VALUES)
OF_SUMS = (TestTable("sums", SPEC), TestTable("both", TableSpec(rows=["C"], values=(Value(), *VALUES))))


def ours() -> MagnitudeCellKeyMethod:
    """The preset for wages, which has all rules of our own."""
    settings, design = sum_preset("wages")
    return ckm.MagnitudeCellKeyMethod(COUNTS, large=design.table(2), settings=settings, own_key="cd" * 32)


def former() -> MagnitudeCellKeyMethod:
    """As methods were before the rules of our own."""
    large = permute(design_magnitudes(5, 2, icat=(1, 3, 5), step=4), 50, seed=3)
    return ckm.MagnitudeCellKeyMethod(COUNTS, large=large, settings=ckm.MagnitudeSettings(ckm.Scaling(0.1)))


def flow() -> MagnitudeCellKeyMethod:
    """The former method with keys of its own in each period."""
    settings = ckm.MagnitudeSettings(ckm.Scaling(0.1), nature="flow")
    return replace(former(), settings=settings, own_key="cd" * 32)
