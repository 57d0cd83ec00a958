"""Records changed by the SAFE principle: which, how many, and what is said of it."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.base.exit_codes import Exit
from ckmcore.cli import main
from ckmcore.rivals.safe import SafeSettings, safe_data, solved_safe
from tests.kit.examples import examples
from tests.kit.fails import fails

KEYS = ("A", "B", "C")


def records(seed: int, rows: int = 300) -> ckm.Microdata:
    drawn = np.random.default_rng(seed)
    frame = pd.DataFrame({name: drawn.choice(list("abcdefgh"), rows, p=[0.4, 0.3, *[0.05] * 6]) for name in KEYS})
    return ckm.Microdata.from_pandas(frame.assign(D=frame["A"]), [*KEYS, "D"])


def combinations_of(data: ckm.Microdata) -> list[tuple[int, ...]]:
    return list(zip(*(np.asarray(data.columns[name]).tolist() for name in KEYS), strict=True))


@given(seed=st.integers(0, 10_000), least=st.integers(2, 4))
@settings(max_examples=examples(4), deadline=None)
def test_every_combination_occurs_0_or_at_least_three_times_and_no_new_one(seed: int, least: int) -> None:
    data = records(seed)
    made = safe_data(data, SafeSettings.of_ways(KEYS, 2, least=least))
    before, after = combinations_of(data), combinations_of(made.data)
    counts, original = Counter(after), Counter(before)
    assert min(counts.values()) >= least
    assert counts.keys() <= original.keys()
    assert made.data.rows == data.rows
    assert made.report.changed == sum(first != second for first, second in zip(before, after, strict=True))
    assert made.report.changed == sum((original - counts).values())
    assert made.report.combinations == (len(original), len(counts))


def test_deviations_are_those_of_tables_of_both() -> None:
    data = records(1)
    made = safe_data(data, SafeSettings(KEYS, (("A",), ("A", "B"))))
    for found in made.report.control:
        tables = [pd.Series(list(zip(*(np.asarray(one.columns[name]).tolist() for name in found.table), strict=True)))
                  .value_counts() for one in (data, made.data)]  # fmt: skip
        sizes = tables[1].reindex(tables[0].index, fill_value=0).sub(tables[0]).abs()
        assert found.cells == len(sizes)
        assert found.largest == sizes.max()
        assert found.mean == pytest.approx(sizes.mean())
        assert found.within == (pytest.approx((sizes <= 1).mean()), pytest.approx((sizes <= 2).mean()))
        assert found.small == pytest.approx((tables[0] < 3).mean())
        assert sizes.sum() >= (tables[0] < 3).sum()


def test_few_keys_of_a_record_change_where_that_is_enough() -> None:
    frame = pd.DataFrame([("a", "x")] * 4 + [("a", "y")] + [("b", "x")] * 5, columns=["A", "B"])
    data = ckm.Microdata.from_pandas(frame, ["A", "B"])
    made = safe_data(data, SafeSettings(("A", "B"), (("A",),)))
    assert made.report.is_optimal
    assert np.asarray(made.data.columns["A"]).tolist() == np.asarray(data.columns["A"]).tolist()
    assert made.report.changed == 1


def test_nothing_but_the_keys_is_kept() -> None:
    frame = pd.DataFrame({"A": list("aabbb"), "N": [1, 2, 3, 4, 5]})
    data = ckm.microdata_of(frame, ["A"], magnitudes=["N"])
    made = safe_data(data, SafeSettings(("A",), ((), ("A",))))
    assert not made.data.magnitudes
    assert list(made.data.dimensions) == ["A"]
    assert made.data.record_keys is None
    assert "confidential" not in repr(made.report)


def test_what_cannot_be_changed_is_refused() -> None:
    data = records(2, 40)
    with fails("safe_keys"):
        SafeSettings((), ((),))
    with fails("safe_control"):
        SafeSettings(("A",), ((),))
    with fails("safe_control_unknown"):
        SafeSettings(("A",), (("B",),))
    with fails("safe_least"):
        SafeSettings(("A",), (("A",),), least=1)
    with fails("safe_too_few_records"):
        safe_data(records(1, 2), SafeSettings(("A",), (("A",),)))
    with pytest.raises(ckm.CkmError, match="Z"):
        safe_data(data, SafeSettings(("Z",), (("Z",),)))


def test_too_fine_keys_are_said() -> None:
    frame = pd.DataFrame({"A": [str(number) for number in range(30)], "B": ["x"] * 30})
    data = ckm.Microdata.from_pandas(frame, ["A", "B"])
    assert safe_data(data, SafeSettings(("A", "B"), (("B",),))).report.is_too_fine
    same = replace(SafeSettings(("B",), (("B",),)), seed=5)
    assert not safe_data(data, same).report.is_too_fine


CASE = {"name": "ones", "codes": [[0], [1], [2]], "counts": [1, 1, 1], "control": [[], [0]], "least": 3}


def test_a_case_of_conformance_is_solved_or_named_as_faulty(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    answers = solved_safe(CASE)
    assert (answers["optimum_max"], answers["optimum_sum"], sorted(answers["counts"])) == (2, 4, [0, 0, 3])
    path = tmp_path / "cases.json"
    path.write_text(json.dumps({"cases": [{**CASE, "optimum_max": 2, "optimum_sum": 4}]}), encoding="utf-8")
    assert main(["conformance", str(path)]) == Exit.DONE
    assert "2 " in capsys.readouterr().out
    path.write_text(json.dumps({"cases": [{**CASE, "optimum_max": 1, "optimum_sum": 4}]}), encoding="utf-8")
    assert main(["conformance", str(path)]) == Exit.DIFFERS
    for wrong in ({"counts": [1]}, {"counts": [1, 1, 0]}, {"control": [[5]]}, {"least": "x"}, {"counts": [1, 1, "a"]}):
        with fails("case_faulty"):
            solved_safe({**CASE, **wrong})
