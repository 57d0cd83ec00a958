"""Random tables with levels, groups, own rows and conditions, and records for them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from hypothesis import strategies as st

from ckmcore.base.texts import Texts
from ckmcore.microdata.data import Microdata
from ckmcore.microdata.hierarchy import Hierarchy
from ckmcore.tabulate.spec import Condition, Group, Level, OwnRow, TableSpec, Value

A_NODES = ["1", "11", "12", "2", "21", "22"]
CODES = {"A": ["11", "12", "21", "22"], "B": list("mw"), "C": list("xyz")}


def people(seed: int, size: int) -> pd.DataFrame:
    draw = np.random.default_rng(seed)
    columns = {name: pd.Categorical(draw.choice(codes, size), codes) for name, codes in CODES.items()}
    frame = pd.DataFrame(columns)
    frame["key"] = [f"0.{key:04d}" for key in draw.integers(0, 10**4, size)]
    return frame


def data_of(seed: int, size: int = 60) -> Microdata:
    found = Microdata.from_pandas(people(seed, size), list(CODES), record_key="key")
    return found.with_hierarchy("A", Hierarchy.from_depths([(code, len(code) - 1) for code in A_NODES]))


OWN = Level(
    "::rows1",
    rows=(
        OwnRow(Texts.same("one"), (Condition("C", ("x",)), Condition("B", ("m",)))),
        OwnRow(Texts.same("any"), (Condition("C", ("x",)), Condition("B", ("m",))), any_of=True),
        OwnRow(kind="heading", label=Texts.same("more")),
        OwnRow(Texts.same("two"), (Condition("C", ("y", "z")),), relation="und zwar"),
    ),
)
LEVELS: list[Any] = [
    "A",
    Level("A", nodes=("11", "22")),
    Level("A", depths=(0,)),
    Level("A", groups=(Group(Texts.same("ends"), ("11", "22")),)),
    Level("A", total="off"),
    OWN,
]
TABLES = st.builds(
    lambda rows, columns, filters, own: TableSpec(
        rows=[rows], columns=columns, filters=filters, values=[Value(), Value(conditions=own)]
    ),
    st.sampled_from(LEVELS),
    st.sampled_from([["B"], ["C"], []]),
    st.sampled_from([(), (Condition("C", ("x", "y")),), (Condition("B", ("m",)), Condition("C", ("z",)))]),
    st.sampled_from([(), (Condition("B", ("w",)),)]),
)
