"""Random tables under the SAFE principle and under suppression: every cell is that of the changed records, or of the
originals, wherever a layout puts it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.errors import CkmError
from ckmcore.methods.protected import Sign
from ckmcore.microdata.data import Microdata
from ckmcore.rivals.kept import patterns_for_tables
from ckmcore.rivals.safe import changed_by_safe
from ckmcore.tabulate.raw import RawTable
from ckmcore.tabulate.tabulate import changed_records
from tests.kit.examples import examples
from tests.kit.layouts import microdata, records, table

KEYS = ("land", "sex", "age", "term")
LEAST = 5


@cache
def data() -> Microdata:
    plain = microdata(records(9), 9)
    return replace(plain, structural_zeros=(), weight=None, magnitudes={}, references=())


@cache
def safe() -> Microdata:
    changed, _ = changed_by_safe(data(), KEYS, [("land",), ("sex",), ("age", "term")], 3, 1, lambda share: None)
    return replace(data(), safe=changed, cache={})


@cache
def expanded() -> Microdata:
    """The changed records as records of their own."""
    made = changed_records(safe(), KEYS)
    assert made is not None
    return made


def refused_or_shown(raw: RawTable, method: ckm.SafePrinciple) -> ckm.ProtectedTable | str:
    """The table, or the code of why it is refused."""
    try:
        return ckm.protect(raw, method)
    except CkmError as fault:
        return fault.code


def counts_alone(seed: int) -> ckm.TableSpec:
    return table(seed).with_changes(values=(ckm.Value(),))


@pytest.mark.thorough
@settings(max_examples=examples(150), deadline=None)
@given(st.integers(0, 10**6))
def test_every_cell_under_the_safe_principle_is_counted_from_the_changed_records(seed: int) -> None:
    spec, changed = counts_alone(seed), safe().safe
    assert changed is not None
    method = ckm.SafePrinciple(KEYS, 3, changed.content_hash)
    shown = refused_or_shown(ckm.tabulate(safe(), spec), method)
    if isinstance(shown, str):
        assert shown == "safe_variables"  # own rows of which any condition is enough
        return
    wanted = ckm.tabulate(expanded(), spec)
    for block, raw in zip(shown.blocks, wanted.blocks, strict=True):
        assert (block.figures[0] == raw.counts).all()


@pytest.mark.thorough
@settings(max_examples=examples(30), deadline=None)
@given(st.integers(0, 10**6))
def test_every_cell_under_suppression_is_true_or_has_a_sign_and_small_ones_have_it(seed: int) -> None:
    spec = counts_alone(seed)
    raw = ckm.tabulate(data(), spec)
    if raw.cells > 300:
        return
    try:
        kept = patterns_for_tables(data(), [spec], LEAST).kept
    except CkmError:
        return
    if kept is None:
        return
    method = ckm.Suppression(LEAST, "", kept.content_hash)
    own = ckm.tabulate(replace(data(), patterns=kept, cache={}), spec)
    shown = ckm.protect(own, method)
    for block, original in zip(shown.blocks, own.blocks, strict=True):
        signs = np.zeros(original.counts.shape) if block.signs is None else block.signs[0]
        hidden = signs == Sign.UNKNOWN
        assert (block.figures[0][~hidden] == original.counts[~hidden]).all()
        small = (original.counts > 0) & (original.counts < LEAST)
        assert hidden[small].all()
        assert not hidden[original.counts == 0].any()
