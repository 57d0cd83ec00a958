"""Whatever a Python user gives a public type or function: it is taken as it is meant, or refused in a sentence."""

from __future__ import annotations

import inspect
from contextlib import suppress
from pathlib import Path
from typing import Any

import hypothesis.strategies as st
import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings

import ckmcore as ckm
from tests.kit.examples import examples

PTABLE = ckm.design_ptable(2, 1)
ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 7),
    st.sampled_from([-(2**70), 2**70]),
    st.floats(),
    st.text(max_size=4),
    st.sampled_from(["count", "share", "row", "SEX", "less", "equal", "zero"]),
    st.binary(max_size=4),
    st.lists(st.one_of(st.integers(-3, 7), st.text(max_size=3), st.none()), max_size=3),
    st.dictionaries(st.text(max_size=2), st.integers(-3, 7), max_size=2),
    st.sets(st.integers(-3, 7), max_size=2),
    st.sampled_from([np.int64(2), np.float64(2.5), np.array([1, 2]), np.bool_(True), object(), 1j, range(2)]),
    st.sampled_from([ckm.Level("SEX"), ckm.Block(), ckm.Value(), ckm.Condition("SEX"), ckm.TableSpec(["SEX"])]),
    st.sampled_from([ckm.TOTAL, ckm.Texts("a"), PTABLE, ckm.Rounding(10), ckm.CellKeyMethod(PTABLE), ckm.Design(3, 1)]),
)
FRAME = pd.DataFrame({"SEX": ["1", "2"] * 20, "AGE": list("ab") * 10 + list("ba") * 10})
DATA = ckm.microdata_of(FRAME, ["SEX", "AGE"])
TABLE = ckm.protect(ckm.tabulate(DATA, ckm.TableSpec("SEX", "AGE")), ckm.Rounding(5))
METHODS = {
    "ProtectedTable.value": TABLE.value,
    "ProtectedTable.sign": TABLE.sign,
    "ProtectedTable.to_pandas": TABLE.to_pandas,
    "Microdata.with_hierarchy": DATA.with_hierarchy,
    "Microdata.with_record_keys": DATA.with_record_keys,
    "Microdata.from_pandas": ckm.Microdata.from_pandas,
    "PTable.row_distribution": PTABLE.row_distribution,
}
PUBLIC = {name: getattr(ckm, name) for name in ckm.__all__ if callable(getattr(ckm, name))}
CALLED = [name for name, public in PUBLIC.items() if not (isinstance(public, type) and issubclass(public, Exception))]


@pytest.mark.daily(30)
@pytest.mark.parametrize("name", [*CALLED, *METHODS])
@settings(deadline=None, max_examples=examples(60), suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_whatever_is_given_it_is_taken_or_refused_in_a_sentence(
    name: str, data: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # a word is a path, too
    public = (PUBLIC | METHODS)[name]
    arguments = {}
    for parameter in inspect.signature(public).parameters.values():
        if parameter.kind in (parameter.VAR_KEYWORD, parameter.VAR_POSITIONAL):
            continue
        if parameter.default is parameter.empty or data.draw(st.booleans()):
            arguments[parameter.name] = data.draw(ODD)
    with suppress(ckm.CkmError):
        public(**arguments)
