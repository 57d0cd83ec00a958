"""The counterexample of the literature, its tables and variants."""

from __future__ import annotations

import ckmcore as ckm
from ckmcore.lab.quality.candidates import candidate
from ckmcore.lab.quality.evaluation import (
    TestTable,
)
from ckmcore.methods.keyed_rounding import KeyedRounding
from ckmcore.microdata.data import Microdata
from ckmcore.ptable import design_ptable, shuffle
from ckmcore.tabulate.spec import TableSpec
from tests.kit.brute_force import microdata, two_way
from tests.kit.disclosed_tables import COUNTEREXAMPLE

TABLES = (
    TestTable("both", TableSpec(rows=["R"], columns=["C"])),
    TestTable("rows", TableSpec(rows=["R"])),
)


METHOD = ckm.CellKeyMethod(shuffle(design_ptable(D=5, V=3, js=2), 0.05))


VARIANTS = (
    candidate(METHOD, in_force=True),
    candidate(ckm.Rounding(10)),
    candidate(KeyedRounding(5)),
)


def counterexample() -> Microdata:
    return microdata(two_way(COUNTEREXAMPLE), ["R", "C"], keys=True)
