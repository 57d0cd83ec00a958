"""What the public note claims is judged by expected shares over all tables, and by nothing that came about."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.base.verdict import Verdict
from ckmcore.lab.quality.claims import judge_claims
from ckmcore.methods.cellkey import CRITERIA, Criterion
from ckmcore.methods.method import Method
from ckmcore.ptable import join_types
from ckmcore.ptable.magnitudes.part import MagnitudeType
from ckmcore.release.checklist import checklist
from ckmcore.release.provenance import prepare
from ckmcore.statistic.claims import ClaimNotHeld, ClaimNotTested, JudgedClaim, JudgedClaims, check_claims
from ckmcore.statistic.image import from_bytes, to_bytes
from ckmcore.statistic.model import SavedTable, Statistic
from tests.kit.released_people import load, people, statistic

# Only in row 8 and beyond few changes are of 3 or more; in rows 1 to 7 of four they are one in five.
WIDE = ckm.design_ptable(D=5, V=3, js=2)
LIMITS = {"mean": 0.5, "within_one": 0.9, "from_three": 0.05, "from_four": 0.005}


def of(counts: list[int], key_seed: int = 1) -> ckm.Microdata:
    frame = pd.DataFrame({"area": [f"{at:03d}" for at, count in enumerate(counts) for _ in range(count)]})
    draw = np.random.default_rng(key_seed).integers(0, 10**9, len(frame))
    frame["key"] = [f"0.{key:09d}" for key in draw]
    return ckm.Microdata.from_pandas(frame, ["area"], record_key="key")


SPEC = ckm.TableSpec(rows=[ckm.Level("area", total="off")])


def by_fractions(method: ckm.CellKeyMethod, counts: list[int]) -> dict[str, Fraction]:
    """The expected figures, added up exactly from the rows of the table, for cells with records."""
    found = dict.fromkeys(CRITERIA, Fraction(0))
    cells = [count for count in counts if count]
    for count in cells:
        row = method.ptable.row_distribution(min(count, method.ptable.last_row))
        for v, p in row.items():
            found["mean"] += Fraction(p) * abs(v)
            found["within_one"] += Fraction(p) * (abs(v) <= 1)
            found["from_three"] += Fraction(p) * (abs(v) >= 3)
            found["from_four"] += Fraction(p) * (abs(v) >= 4)
    return {name: one / len(cells) for name, one in found.items()}


@pytest.mark.parametrize("counts", [[1, 1, 2, 3], [1, 4, 9, 40, 200], [100] * 6])
def test_t06_the_verdict_is_that_of_exact_expected_shares_without_rounding(counts: list[int]) -> None:
    for ptable in (WIDE, ckm.design_ptable(D=2, V=1.08, js=1), ckm.design_ptable(D=3, V=0.6, js=0)):
        method = ckm.CellKeyMethod(ptable, criteria=CRITERIA)
        wanted, found = by_fractions(method, counts), judge_claims(of(counts), [SPEC], method)
        for one in found.claims:
            exact = wanted[one.claim]
            assert one.found == pytest.approx(float(exact), abs=1e-9)
            if abs(float(exact) - LIMITS[one.claim]) > 1e-9:
                holds = exact >= Fraction("0.9") if one.claim == "within_one" else exact < LIMITS[one.claim]
                assert one.verdict is (Verdict.HELD if holds else Verdict.OPEN), one.claim


def test_t06_a_claim_that_only_one_row_holds_is_refused_though_it_may_come_about() -> None:
    method = ckm.CellKeyMethod(WIDE, criteria=("from_three",))
    counts = [1, 2, 3, 4, 5, 6]
    verdicts = set()
    for seed in range(5):  # whatever keys were drawn, the verdict is the same
        found = judge_claims(of(counts, seed), [SPEC], method)
        verdicts.add((found.claims[0].verdict, found.claims[0].found))
    assert {one for one, _ in verdicts} == {Verdict.OPEN}
    assert len(verdicts) == 1
    with pytest.raises(ClaimNotHeld, match="change by 3 or more"):
        check_claims(method, found)


def test_t06_without_tables_or_counts_a_claim_is_not_tested_and_refused() -> None:
    method = ckm.CellKeyMethod(WIDE, criteria=("from_three", "mean"))
    shares = SPEC.with_changes(values=(ckm.Value("share", base="column"),))
    for specs in ([], [shares], [SPEC, shares]):
        found = judge_claims(of([3, 4]), specs, method)
        assert {one.verdict for one in found.claims} == {Verdict.NOT_TESTED}
        with pytest.raises(ClaimNotTested):
            check_claims(method, found)
    for lacking in (None, JudgedClaims(), JudgedClaims((JudgedClaim("mean", Verdict.HELD),))):
        with pytest.raises(ClaimNotTested):
            check_claims(method, lacking)
    check_claims(ckm.CellKeyMethod(WIDE), None)


def test_t06_the_checklist_reads_what_was_judged_and_asks_again_for_new_tables_and_records() -> None:
    ptable = ckm.design_ptable(D=3, V=1, js=0)
    claim = Criterion.__args__[2]  # type: ignore[attr-defined]
    method = ckm.CellKeyMethod(ckm.shuffle(ptable), criteria=(claim,))
    made, table = statistic(ckm.Rounding(10)), SavedTable("T", ckm.TableSpec(["sex"], ["area"]))

    def state(decided: Statistic, asked: SavedTable = table, records: ckm.Microdata | None = None) -> str:
        ready = prepare(decided, asked, load(people() if records is None else records))
        found = [one.state for one in checklist(decided, ready) if one.name == "claims"]
        return found[0] if found else "none"

    assert state(made) == "none"
    judged = judge_claims(made.describe(people()), [table.spec], method)
    assert judged.claims[0].verdict is Verdict.HELD
    decision = ckm.Decision("Board", "2026-01-05", second_person="B", remark="r", valid_to="2027-01-01")
    decided = made.put_in_force(method, "2026-01-06", decision, claims=judged)
    assert from_bytes(to_bytes(decided), "s.ckm").period.decisions[-1].claims == ("from_three",)
    assert state(decided) == "good"
    assert state(decided, SavedTable("U", ckm.TableSpec(["area"]))) == "not_tested"
    assert state(decided, records=people(seed=2)) == "not_tested"
    last = decided.period.decisions[-1]
    for lacking, wanted in (
        ({"claims": ()}, "not_tested"),
        ({"claims_tables": ()}, "not_tested"),
        ({"claims": (), "claims_missed": ("from_three",)}, "look"),
    ):
        period = replace(decided.period, decisions=(replace(last, **lacking),))
        assert state(decided.with_period(period)) == wanted
    assert state(decided.with_period(replace(decided.period, decisions=()))) == "not_tested"


def test_t06_no_public_note_names_D_V_js_stay_probabilities_or_rows() -> None:
    """Two methods that differ in nothing but these say the same, word by word."""
    designs = [
        ckm.design_ptable(D=5, V=3, js=2),
        ckm.design_ptable(D=2, V=1.08, js=1),
        ckm.design_ptable(D=4, V=2, js=0, pstay=0.4, stay="exact"),
        ckm.design_ptable(D=3, V=0.6, js=0),
    ]
    for criteria in ((), CRITERIA, ("mean",)):
        methods: list[Method] = [ckm.CellKeyMethod(one, criteria=criteria) for one in designs]
        for language in ("en", "de"):
            assert len({one.note.text(language) for one in methods}) == 1
            assert len({one.short_note.text(language) for one in methods}) == 1
            legends = [{sign: words.text(language) for sign, words in one.legend.items()} for one in methods]
            assert all(one == legends[0] for one in legends)


COUNTS = ckm.design_ptable(D=3, V=1, js=0)
LARGE = ckm.design_magnitudes(5, 1.0)
PARITIES: Mapping[MagnitudeType, float] = {"even": 1.0, "odd": 0.8}
PARITY = join_types([ckm.design_magnitudes(5, variance, type=one) for one, variance in PARITIES.items()])
SETTINGS = ckm.MagnitudeSettings(ckm.Scaling(0.3), separation=True)
SUMS = ckm.MagnitudeCellKeyMethod(COUNTS, large=LARGE, small=ckm.design_magnitudes(3, 0.7), settings=SETTINGS)
PRIMARY = ckm.PrimaryRules(p_percent=10)
# Of each setting other values than its default. What a reader is told by right: bases, steps, claims, exact shares.
TOLD: Mapping[str, tuple[Any, ...]] = {
    "criteria": (CRITERIA,),
    "weighted_step": (10, 1000),
    "base": (5, 7),
    "magnitude_bases": ((("m", 1000),),),
    "share_of_zero": ("original",),
}
UNTOLD: Mapping[str, tuple[Any, ...]] = {
    "ptable": (WIDE, ckm.design_ptable(D=4, V=2, js=0, pstay=0.4, stay="exact")),
    "boundary": ("less_equal",),
    "threshold": (3,),
    "minimum_base": (50,),
    "base_sign": ("uncertain",),
    "unreliable_below": (10,),
    "uncertain_below": (10,),
    "weighted_key": ("own",),
    "large": (ckm.design_magnitudes(7, 2.0), ckm.design_magnitudes(3, 0.5)),
    "small": (ckm.design_magnitudes(2, 0.5),),
    "settings": (),
    "own": ((("m", ckm.MagnitudeSettings(ckm.Scaling(0.7))),),),
    "own_key": ("5f" * 32,),
    "missing": ("zero", "out"),
    "mean_of": ("records", "contributors"),
    "shown_with": ("contributors", "records"),
    "ratio_decimals": (0,),
    "primary": (PRIMARY,),
    "share_reason": (),
    "scaling": (ckm.Scaling(0.7), ckm.Scaling(0.3, large=0.1, bend=2.0, q=3.0)),
    "contribution": ("M", "D", "V"),
    "k": (2,),
    "epsilon": (),
    "separation": (False,),
    "parity": (True,),
    "include_zeros": (True,),
    "extra_noise": (0.4,),
    "decimals": (0, 2),
    "zero_is": ("public",),
    "least_contributors": (3,),
    "least_noise": (0.1,),
    "zero_sign": ("key",),
    "nature": ("flow",),
    "small_unit": (2.0,),
    "compat": ("tauargus", "cellkey"),
}
# What a setting goes together with.
BESIDE: Mapping[str, Mapping[str, Any]] = {
    "share_of_zero": {"share_reason": "few"},
    "k": {"epsilon": (1.0, 0.5)},
    "compat": {"missing": "zero", "mean_of": "records", "shown_with": "contributors", "separation": False},
    "extra_noise": {"primary": PRIMARY},
    "least_noise": {"primary": PRIMARY, "zero_sign": "key"},
}
PARAMETERS = re.compile(
    r"\b[DV]\b|\bjs\b|varian|\bstay|verbleib|\brows?\b|\bzeilen?\b|deviation|standardabw|scal|skal|perturbation table",
    re.IGNORECASE,
)


def varied(method: Method) -> Iterator[tuple[str, Method]]:
    """The method with each of its settings otherwise, one at a time, as far as it takes that alone."""
    settings = getattr(method, "settings", None)
    for name in (one.name for one in fields(method)):  # type: ignore[arg-type]
        for value in (TOLD | UNTOLD)[name]:
            yield name, replace(method, **{name: value, **BESIDE.get(name, {})})  # type: ignore[type-var]
    for name in (one.name for one in fields(settings)) if settings is not None else ():
        for value in UNTOLD[name] if name != "primary" else ():  # of sums it takes a noise: see there
            made = replace(settings, **{name: value, **BESIDE.get(name, {})})
            small = method.small if made.separation else None  # type: ignore[attr-defined]
            large = PARITY if made.parity else method.large  # type: ignore[attr-defined]
            yield name, replace(method, settings=made, small=small, large=large)  # type: ignore[type-var]


METHODS: tuple[Method, ...] = (ckm.CellKeyMethod(COUNTS), SUMS, ckm.Rounding(10), ckm.KeyedRounding(10))


@pytest.mark.parametrize("method", METHODS, ids=lambda one: type(one).__name__)
def test_t06_no_note_of_any_method_names_a_parameter_whatever_its_settings(method: Method) -> None:
    """All that stands around the figures is searched, and notes differ by nothing but what is told by right."""
    frame = pd.DataFrame({"A": ["a"] * 9 + ["b"] * 3, "m": [0.0, 5, 7, 3, None, 1, 2, 3, 4, 0, 0, 6], "w": [2] * 12})
    frame["key"] = [f"0.{key:09d}" for key in np.random.default_rng(1).integers(0, 10**9, 12)]
    data = ckm.Microdata.from_pandas(frame, ["A"], record_key="key", weight="w", magnitudes=["m"])
    kinds = [ckm.Value(), ckm.Value("weighted_count"), ckm.Value("share", base="column")]
    sums = [ckm.sum_of("m"), ckm.Value("mean", magnitude="m")] if method.takes_sums else []
    raw = ckm.tabulate(data, ckm.TableSpec("A", values=[*kinds, *sums]), contributors=5)
    for name, one in varied(method):
        made = one.protect(raw)
        told = [one.note, one.short_note, one.name, *one.legend.values(), *(made.legend or {}).values()]
        told += [*made.remarks, *made.footnotes, *made.labels]
        for language in ("en", "de"):
            for text in (each.text(language) for each in told):
                assert not PARAMETERS.search(text), (name, text)
            if name in UNTOLD:
                assert one.note.text(language) == method.note.text(language), name
                assert one.short_note.text(language) == method.short_note.text(language), name
