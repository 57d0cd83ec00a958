"""Pairs of values in releases: sums beside a published 0 found cell by cell, what is told where nothing could be."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.base.verdict import Verdict
from ckmcore.errors import Cancelled
from ckmcore.lab.release.pairs_out import PairFound, joined_pairs, pairs_out, sums_beside_nothing, untested_pairs
from ckmcore.lab.release.register_attack import RegisterTables, attack_register, register_tables
from ckmcore.lab.risk.publication import Publication
from ckmcore.messages import sentence
from ckmcore.methods.protected import ProtectedTable, Sign
from ckmcore.statistic.looks import PAIR_KINDS
from ckmcore.statistic.releases import releases
from tests.kit.disclosing_pairs import bare, load_from, out
from tests.kit.examples import examples

SUM, VALID = ckm.Value("sum", magnitude="m"), ckm.Value("valid", magnitude="m")
MEAN, OTHER = ckm.Value("mean", magnitude="m"), ckm.Value("sum", magnitude="n")
WOMEN = ckm.Condition("B", ("x",))
SPECS = (
    ckm.TableSpec("A", "B", values=["count", SUM, OTHER]),
    ckm.TableSpec("A", "B", values=[VALID]),
    ckm.TableSpec("A", values=["count"], filters=WOMEN),
    ckm.TableSpec("B", "A", values=[SUM, MEAN]),
    ckm.TableSpec("A", values=["count", VALID, MEAN]),
    ckm.TableSpec(values=["count", OTHER], filters=WOMEN),
)


def records() -> ckm.Microdata:
    frame = pd.DataFrame(list(product("abc", "xy")), columns=["A", "B"]).assign(m=1.0, n=2.0)
    return ckm.Microdata.from_pandas(frame, ["A", "B"], magnitudes=["m", "n"])


DATA = records()


def drawn(spec: ckm.TableSpec, chance: np.random.Generator) -> ProtectedTable:
    """A table with figures and signs at random, as many of them 0."""
    method = ckm.Rounding(3, magnitude_bases=[("m", 2), ("n", 2)])
    table = method.protect(ckm.tabulate(DATA, spec))
    (block,) = table.blocks
    figures = tuple(chance.integers(0, 2, block.shape) for _ in spec.values)
    drawn_from = np.array([Sign.NONE, Sign.NONE, Sign.UNKNOWN], dtype=np.uint8)
    signs = tuple(chance.choice(drawn_from, block.shape) for _ in spec.values)
    return replace(table, blocks=(replace(block, figures=figures, signs=signs),))


def register_of(tables: list[ProtectedTable], **more: Any) -> RegisterTables:
    made = tuple(Publication(ckm.Texts.same(str(number)), table, None) for number, table in enumerate(tables, start=1))
    return RegisterTables(made, tuple(range(1, len(made) + 1)), (), (), **more)


def cells_of(table: ProtectedTable) -> list[tuple[frozenset[tuple[str, str]], list[tuple[ckm.Value, int, int]]]]:
    """Of each cell what its records have, and its values with figure and sign."""
    (block,) = table.blocks
    where = frozenset((one.variable, one.codes[0]) for one in table.spec.filters)
    found = []
    for cell in np.ndindex(*block.shape):
        nodes = [(axis.name, axis.nodes[at]) for axis, at in zip(block.dimensions, cell, strict=True)]
        codes = {(name, node.code) for name, node in nodes if isinstance(node.code, str)}
        assert block.signs is not None
        values = zip(table.spec.values, block.figures, block.signs, strict=True)
        found.append((where | codes, [(value, int(one[cell]), int(sign[cell])) for value, one, sign in values]))
    return found


@pytest.mark.parametrize("seed", range(examples(24)))
def test_t05_sums_beside_a_published_0_of_any_release_are_counted_as_cell_by_cell(seed: int) -> None:
    chance = np.random.default_rng(seed)
    tables = [drawn(SPECS[at], chance) for at in chance.choice(len(SPECS), 3, replace=False)]
    zeros = {
        (codes, "" if value.kind == "count" else value.magnitude)
        for table in tables
        for codes, values in cells_of(table)
        for value, figure, sign in values
        if value.kind in ("count", "valid") and (figure, sign) == (0, Sign.NONE)
    }
    expected = {
        number: sum(
            bool({(codes, ""), (codes, value.magnitude)} & zeros)
            for codes, values in cells_of(table)
            for value, _, sign in values
            if value.kind in ("sum", "mean") and sign != Sign.UNKNOWN
        )
        for number, table in enumerate(tables, start=1)
    }
    assert sums_beside_nothing(register_of(tables)) == expected


def test_t05_looking_for_sums_beside_a_0_can_be_cancelled() -> None:
    tables = [drawn(SPECS[0], np.random.default_rng(1))]
    with pytest.raises(Cancelled):
        sums_beside_nothing(register_of(tables), lambda: True)


@pytest.mark.parametrize(("first", "second"), list(product(Verdict, Verdict)))
def test_section4_of_several_periods_the_worst_verdict_holds_with_the_cells_of_all(
    first: Verdict, second: Verdict
) -> None:
    def one(verdict: Verdict, cells: int) -> tuple[PairFound, ...]:
        why = sentence("pair_no_figures") if verdict is Verdict.NOT_TESTED else None
        return tuple(PairFound(kind, verdict, cells if verdict is Verdict.OPEN else 0, why) for kind in PAIR_KINDS)

    assert joined_pairs(None, one(first, 2)) == one(first, 2)
    joined = joined_pairs(one(first, 2), one(second, 3))
    worst = min(first, second, key=[Verdict.OPEN, Verdict.NOT_TESTED, Verdict.HELD].index)
    cells = 2 * (first is Verdict.OPEN) + 3 * (second is Verdict.OPEN)
    assert [(pair.kind, pair.verdict, pair.cells) for pair in joined] == [(kind, worst, cells) for kind in PAIR_KINDS]
    assert all((pair.reason is not None) == (worst is Verdict.NOT_TESTED) for pair in joined)


def test_section4_an_attack_that_fails_leaves_a_pair_not_tested_and_one_that_is_cancelled_ends(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = out(bare("answers", tmp_path), tmp_path)
    data = load_from(tmp_path)(made)
    assert data is not None
    released, register = releases(made.register), register_tables(made, data)
    attacked = attack_register(register, data)
    found = pairs_out(released, register, attacked, data, seconds=30)[1]
    states = {pair.kind: pair.verdict for pair in found}
    assert states == {"weights": Verdict.HELD, "answers": Verdict.OPEN, "sums": Verdict.HELD}

    nothing = pairs_out(released, register, None, data, seconds=30, fault=sentence("pair_no_figures"))[1]
    assert nothing == untested_pairs(released, sentence("pair_no_figures"))[1]
    with pytest.raises(Cancelled):
        pairs_out(released, register, attacked, data, seconds=30, cancelled=lambda: True)
    monkeypatch.setattr("ckmcore.lab.risk.relations.MOST_FIGURES", 1)
    (again,) = [pair for pair in pairs_out(released, register, attacked, data, seconds=30)[1] if pair.kind == "answers"]
    assert (again.verdict, again.cells) == (Verdict.NOT_TESTED, 0)
    assert again.reason is not None
    assert again.reason.code == "attack_too_large"
