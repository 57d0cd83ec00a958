"""Monte-Carlo: equal in distribution to drawing record keys anew, exact expectations inside, 1 + 1 = 2."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

import ckmcore as ckm
from ckmcore.errors import Cancelled
from ckmcore.keys.record_keys import RecordKeys
from ckmcore.lab.quality import monte_carlo as module
from ckmcore.lab.quality.expectation import count_distribution, expectation
from ckmcore.lab.quality.measure_numbers import deviations
from ckmcore.lab.quality.measure_registry import DRAWN
from ckmcore.lab.quality.monte_carlo import monte_carlo
from ckmcore.lab.quality.repetitions import CountDraws, Published, Repeated
from ckmcore.lab.risk.draws import MOST_REPETITIONS
from ckmcore.lab.risk.linked_keys import split
from ckmcore.methods.keyed_rounding import KeyedRounding
from ckmcore.methods.method import Method
from ckmcore.microdata.data import ExemptCells, Microdata, StructuralZero, with_judged_keys
from ckmcore.ptable import design_ptable
from ckmcore.tabulate.spec import Condition, Level, TableSpec, Value
from tests.ckmcore.lab.quality.as_published import counts_of, numbers_of
from tests.kit import tables_by_atoms
from tests.kit.examples import examples
from tests.kit.fails import fails

CODES = {"A": list("pqrs"), "B": list("mw"), "C": list("xyz")}
PTABLE = design_ptable(D=2, V=1, js=0)
CELL_KEY = ckm.CellKeyMethod(PTABLE)
SPEC = TableSpec(rows=["A"], columns=["B"])
OTHER = TableSpec(rows=["C"], columns=["B"], filters=[Condition("A", ("p", "q"))])


def data_of(seed: int = 1, size: int = 90, modulus: int = 10**9) -> Microdata:
    draw = np.random.default_rng(seed)
    columns = {name: pd.Categorical(draw.choice(codes, size), codes) for name, codes in CODES.items()}
    frame = pd.DataFrame(columns)
    frame["W"] = draw.integers(1, 9, size) / 2
    frame["X"] = draw.integers(1, 90, size)
    data = Microdata.from_pandas(frame, list(CODES), weight="W", magnitudes=["X"])
    return with_judged_keys(data, drawn_keys(draw, size, modulus))


def drawn_keys(draw: np.random.Generator, size: int, modulus: int) -> RecordKeys:
    digits = len(str(modulus)) - 1 if str(modulus).strip("0") == "1" else None
    return RecordKeys(draw.integers(0, modulus, size).astype(np.uint64), modulus, digits, "generated")


def further(published: Published) -> Repeated:
    """What has an exact expectation, or hides, beside the measures of an evaluation."""
    counts = published.counts
    assert counts is not None
    off = np.abs(counts.published - counts.original)
    shown = np.ones(off.shape, np.bool_) if counts.shown is None else counts.shown
    roots = np.abs(np.sqrt(counts.published) - np.sqrt(counts.original))
    far = np.abs(counts.missed) >= 3

    def mean(numbers: np.ndarray) -> np.ndarray:
        return np.where(shown, numbers, 0).sum(axis=1) / shown.sum(axis=1)

    return {
        "from_three": mean(off >= 3),
        "from_four": mean(off >= 4),
        "relative_mean": mean(off / np.maximum(counts.original, 1)),
        "root_mean": mean(roots),
        "hidden": (~shown).sum(axis=1).astype(np.float64),
        "gap_from_three": far.mean(axis=1) if far.size else np.full(len(off), np.nan),
    }


EVERY = (*DRAWN, further)


def test_two_tables_together_are_one_of_all_their_cells() -> None:
    def table(original: list[int], published: list[int], shown: list[bool] | None, missed: list[int]) -> CountDraws:
        flags = None if shown is None else np.array([shown])
        whole = None if shown is None else np.ones((1, len(missed)), np.bool_)
        made = np.array(original), np.array([published]), flags, np.array([missed])
        return CountDraws(*made, whole, (np.array([np.nan]),), ())

    tables = [table([3, 5], [4, 5], None, [1]), table([2, 2, 8], [0, 3, 9], [True, True, False], [0, -4])]
    both = CountDraws.together(tables)
    found = numbers_of(both) | {code: float(one[0]) for code, one in further(Published(both, None)).items()}
    assert (found["mean_deviation"], found["changed"], found["hidden"], found["false_zeros"]) == (1.0, 75.0, 1, 1)
    assert (found["gaps"], found["largest_gap"], found["gap_from_three"]) == (pytest.approx(200 / 3), 4, 1 / 3)
    assert "cramers_v" not in found
    assert "rank_correlation" not in found


# --- the right distribution --------------------------------------------------------------------------------------


def test_linked_keys_of_one_and_one_make_two() -> None:
    frame = pd.DataFrame({"A": ["x", "y"], "key": ["0.123456789", "0.5"]})
    data = Microdata.from_pandas(frame, ["A"], record_key="key")
    ptable = design_ptable(D=2, V=1, js=0, compat="R", optim=1)
    method = ckm.CellKeyMethod(ptable)
    found = monte_carlo(data, [TableSpec(rows=["A"])], method, repetitions=20_000, measures=EVERY).overall.measures
    # Every pair of keys of a fine grid once.
    keys = np.arange(1000, dtype=np.uint64)
    one = ptable.lookup(np.ones(1000, dtype=np.int64), keys, 1000)
    both = (keys[:, None] + keys[None, :]) % 1000
    two = ptable.lookup(np.full(both.shape, 2), both, 1000)
    gap = two - one[:, None] - one[None, :]
    far, none = float((np.abs(gap) >= 3).mean()), float((gap == 0).mean())
    assert (round(far, 3), round(none, 3)) == (0.043, 0.017)
    exact = split(method, 1, 1)
    assert (exact.gap_from(3), exact.gaps[0]) == (pytest.approx(far, abs=1e-3), pytest.approx(none, abs=1e-3))
    error = found["gap_from_three"].standard_error
    assert abs(found["gap_from_three"].mean - far) < 3 * error < 0.005
    assert abs(1 - found["gaps"].mean / 100 - none) < 3 * found["gaps"].standard_error / 100
    # Keys drawn for each published cell on its own would say .135 and .227.
    assert abs(found["gap_from_three"].mean - 0.135) > 50 * error


@pytest.mark.thorough
def test_atoms_are_equal_in_distribution_to_record_keys_drawn_anew() -> None:
    method, tables = CELL_KEY, [TableSpec(rows=["B"]), TableSpec(rows=["B"], filters=OTHER.filters), OTHER]
    data, many = data_of(4, 40), 1500
    drawn = monte_carlo(data, tables, method, repetitions=many, seed=8).overall.measures
    anew, apart = [], []
    draw = np.random.default_rng(11)
    for _ in range(many):
        again = with_judged_keys(data, drawn_keys(draw, data.rows, 10**9))
        missed, noise, alone = [], [], []
        for spec in tables:
            block = ckm.tabulate(again, spec).blocks[0]
            assert block.cell_keys is not None
            published = block.counts + method.ptable.lookup(block.counts, block.cell_keys, 10**9)
            independent = draw.integers(0, 10**9, block.counts.shape).astype(np.uint64)
            unlinked = block.counts + method.ptable.lookup(block.counts, independent, 10**9)
            for figures, into in ((published, missed), (unlinked, alone)):
                sums = [2 * figures.take(0, axis) - figures.sum(axis) for axis in range(figures.ndim)]
                into += [np.atleast_1d(one) for one in sums]
            noise.append(np.abs(published - block.counts)[block.counts > 0])
        anew.append([np.abs(np.concatenate(missed)).mean(), np.concatenate(noise).mean()])
        apart.append(np.abs(np.concatenate(alone)).mean())
    gaps, noises = np.array(anew).T
    assert stats.ks_2samp(drawn["mean_gap"].values, gaps).pvalue > 0.01
    assert stats.ks_2samp(drawn["mean_deviation"].values, noises).pvalue > 0.01
    # How the two hang together is the same, too.
    pairs = np.stack([drawn["mean_gap"].values, drawn["mean_deviation"].values])
    assert np.corrcoef(pairs)[0, 1] == pytest.approx(np.corrcoef(gaps, noises)[0, 1], abs=0.08)
    # The test tells keys apart that are drawn for each cell on its own.
    assert stats.ks_2samp(drawn["mean_gap"].values, apart).pvalue < 1e-6


@pytest.mark.parametrize("method", [CELL_KEY, KeyedRounding(5), KeyedRounding(10)])
def test_exact_expectations_are_inside_the_interval(method: Method) -> None:
    data, tables = data_of(2, 400), [SPEC, OTHER, TableSpec(rows=["A", "C"], columns=["B"])]
    found = monte_carlo(data, tables, method, repetitions=2000, seed=5, measures=EVERY).overall.measures
    exact = expectation(method, count_distribution([ckm.tabulate(data, spec) for spec in tables])).without_empty
    assert exact is not None
    for code, figure in {
        "mean_deviation": exact.criteria.mean_absolute,
        "within_one": 100 * exact.criteria.within_one,
        "from_three": exact.criteria.from_three,
        "from_four": exact.criteria.from_four,
        "changed": 100 * (1 - exact.unchanged),
        "relative_mean": exact.mean_relative,
        "root_mean": exact.mean_root,
        "false_zeros": exact.false_zeros,
    }.items():
        one = found[code]
        low, high = one.interval
        assert low - 1e-12 <= figure <= high + 1e-12, code
        assert abs(one.mean - figure) <= 4 * one.standard_error + 1e-12, code
        assert one.least <= low <= one.mean + 1e-12 <= high + 2e-12
        assert high <= one.most


@settings(max_examples=examples(25))
@given(st.integers(0, 10_000), st.integers(1, 250), st.lists(tables_by_atoms.TABLES, min_size=1, max_size=3))
def test_the_expectation_comes_out_whatever_the_layout(seed: int, size: int, specs: list[TableSpec]) -> None:
    data = tables_by_atoms.data_of(seed, size)
    raws = [ckm.tabulate(data, spec) for spec in specs]
    exact = expectation(CELL_KEY, count_distribution(raws), modulus=10**4).without_empty
    if exact is None:
        with fails("nothing_but_zeros"):
            monte_carlo(data, specs, CELL_KEY)
        return
    found = monte_carlo(data, specs, CELL_KEY, repetitions=200, seed=seed)
    drawn = found.overall.measures["mean_deviation"]
    assert found.overall.cells == exact.cells
    assert abs(drawn.mean - exact.criteria.mean_absolute) < 6 * drawn.standard_error + 0.05


@pytest.mark.parametrize("modulus", [256, 10**3, 10**18])
def test_keys_of_every_modulus_are_drawn(modulus: int) -> None:
    data = data_of(3, 200, modulus)
    found = monte_carlo(data, [SPEC], CELL_KEY, repetitions=800).overall.measures["mean_deviation"]
    exact = expectation(CELL_KEY, count_distribution([ckm.tabulate(data, SPEC)])).without_empty
    assert exact is not None
    assert found.mean == pytest.approx(exact.criteria.mean_absolute, abs=0.02)


# --- what is measured --------------------------------------------------------------------------------------------


def test_hidden_categories_belong_to_the_totals() -> None:
    """Of a table that shows one of two categories the total has more noise than the part alone explains."""
    data = data_of(1, 60)
    shown = TableSpec(rows=[Level("B", nodes=("m",))])
    found = monte_carlo(data, [shown], CELL_KEY, repetitions=50).tables[0]
    assert found.cells == 2
    assert "gaps" not in found.measures  # the rest is not shown, so no sum can be checked


def test_exempt_cells_and_a_threshold_are_kept_in_every_repetition() -> None:
    data = replace(data_of(6, 70), exempt=(ExemptCells(), ExemptCells((("B", ()),))))
    method = ckm.CellKeyMethod(PTABLE, threshold=8)
    found = monte_carlo(data, [SPEC], method, repetitions=300, measures=EVERY).overall.measures
    assert found["changed"].most <= 100 * 12 / 15
    assert found["hidden"].most > 0
    free = monte_carlo(data, [SPEC], CELL_KEY, repetitions=300, measures=EVERY).overall.measures
    assert free["hidden"].most == 0
    assert free["cramers_v"].least > 0
    assert len(found["mean_gap"].values) <= 300


def test_empty_cells_count_where_they_are_asked_for() -> None:
    data = data_of(5, 12)
    spec = TableSpec(rows=["A"], columns=["C"])
    empty = int((ckm.tabulate(data, spec).blocks[0].counts == 0).sum())
    without = monte_carlo(data, [spec], CELL_KEY, repetitions=20)
    with_empty = monte_carlo(data, [spec], CELL_KEY, repetitions=20, with_empty=True)
    assert empty > 0
    assert with_empty.overall.cells == without.overall.cells + empty
    assert with_empty.overall.measures["changed"].mean < without.overall.measures["changed"].mean


def test_structural_zeros_and_zeros_below_a_threshold_are_hidden_in_every_repetition() -> None:
    data = data_of(5, 12)
    spec = TableSpec(rows=["A"], columns=["C"])
    counts = ckm.tabulate(data, spec).blocks[0].counts
    a, c = (int(axis[0]) for axis in np.nonzero(counts == 0))
    void = StructuralZero((("A", (CODES["A"][a - 1],)), ("C", (CODES["C"][c - 1],))))
    declared = replace(data, structural_zeros=(void,), cache={})
    asked = {"repetitions": 20, "with_empty": True, "measures": EVERY}
    plain = monte_carlo(declared, [spec], CELL_KEY, **asked).overall
    assert (plain.cells, set(plain.measures["hidden"].values)) == (20, {1.0})
    raw = ckm.tabulate(declared, spec)
    shown = counts_of(raw, declared, CELL_KEY.protect(raw), with_empty=True).shown
    assert shown is not None
    assert (~shown).sum() == 1
    threshold = ckm.CellKeyMethod(PTABLE, threshold=1)
    hidden = monte_carlo(data, [spec], threshold, **asked).overall.measures["hidden"]
    assert hidden.least >= (counts == 0).sum()


def test_weighted_counts_are_measured_where_there_are_no_others() -> None:
    spec = SPEC.with_changes(values=(Value("weighted_count"), Value("share", of="weighted_count", base="total")))
    found = monte_carlo(data_of(2), [spec], CELL_KEY, repetitions=30).overall
    assert found.cells == 15
    assert found.measures["mean_deviation"].mean > 1.5  # each record stands for two and a half on average


def test_sums_beside_counts_are_left_aside_where_the_method_publishes_none_and_sums_alone_refused() -> None:
    data = data_of(2)
    both = SPEC.with_changes(values=(Value("sum", magnitude="X"), Value()))
    assert monte_carlo(data, [both], CELL_KEY, repetitions=5).overall.cells == 15
    with pytest.raises(ckm.CkmError):
        monte_carlo(data, [SPEC.with_changes(values=(Value("sum", magnitude="X"),))], CELL_KEY)


def test_the_method_for_magnitudes_draws_its_counts() -> None:
    method = ckm.MagnitudeCellKeyMethod(
        ptable=PTABLE,
        large=ckm.design_magnitudes(D=5, V=2, icat=(1, 3, 5), step=2),
        settings=ckm.magnitude_settings("T(2)", "F(0.03,0.30,50,3,0.5)"),
    )
    both = SPEC.with_changes(values=(Value("sum", magnitude="X"), Value()))
    ours = (
        monte_carlo(data_of(2), [both], method, repetitions=5, measures=[deviations])
        .overall.measures["mean_deviation"]
        .values
    )
    plain = monte_carlo(data_of(2), [SPEC], CELL_KEY, repetitions=5).overall.measures["mean_deviation"].values
    assert ours.tolist() == plain.tolist()


def test_a_table_of_zeros_says_so_and_the_others_are_measured() -> None:
    data = data_of(5, 6)
    codes = ckm.tabulate(data, TableSpec(rows=["A"], columns=["C"])).blocks[0].counts
    a, c = (int(axis[0]) for axis in np.nonzero(codes == 0))
    nobody = TableSpec(rows=["B"], filters=[Condition("A", (CODES["A"][a - 1],)), Condition("C", (CODES["C"][c - 1],))])
    found = monte_carlo(data, [nobody, SPEC], CELL_KEY, repetitions=5)
    assert found.tables[0].problem is not None
    assert found.tables[0].problem.text("de").startswith("Alle Zahlen der Tabelle sind 0")
    assert (found.tables[0].cells, found.tables[0].measures, found.tables[1].problem) == (0, {}, None)
    assert found.overall.cells == found.tables[1].cells
    with fails("nothing_but_zeros"):
        monte_carlo(data, [nobody], CELL_KEY)


# --- how it is asked ---------------------------------------------------------------------------------------------


def test_a_seed_gives_the_same_repetitions_however_many_are_made_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    data = data_of()

    def values(seed: int) -> list[float]:
        found = monte_carlo(data, [SPEC], CELL_KEY, repetitions=40, seed=seed, measures=[deviations])
        assert "gaps" not in found.overall.measures
        return found.overall.measures["mean_deviation"].values.tolist()

    first = values(1)
    monkeypatch.setattr(module, "_AT_ONCE", 100)
    assert values(1) == first
    assert values(2) != first


def test_progress_is_told_and_a_cancelled_run_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_AT_ONCE", 100)
    told: list[float] = []
    monte_carlo(data_of(), [SPEC], CELL_KEY, repetitions=20, progress=told.append)
    assert told == sorted(told)
    assert (told[0], told[-1]) == (0.0, 1.0)
    with pytest.raises(Cancelled):
        monte_carlo(data_of(), [SPEC], CELL_KEY, cancelled=lambda: len(told) > 2)


@pytest.mark.parametrize("repetitions", [0, -5, MOST_REPETITIONS + 1])
def test_no_repetition_and_too_many_are_refused(repetitions: int) -> None:
    with fails("monte_carlo_repetitions") as refused:
        monte_carlo(data_of(), [SPEC], CELL_KEY, repetitions=repetitions)
    assert "1 bis 100" in refused.value.text("de")


def test_what_cannot_be_drawn_is_refused() -> None:
    data = data_of()
    with fails("monte_carlo_seed"):
        monte_carlo(data, [SPEC], CELL_KEY, seed=-1)
    with fails("monte_carlo_without_tables"):
        monte_carlo(data, [], CELL_KEY)
    with fails("nothing_to_draw") as refused:
        monte_carlo(data, [SPEC], ckm.Rounding(10))
    assert "jede Wiederholung wäre dieselbe" in refused.value.text("de").replace("Jede", "jede")
    with fails("no_record_keys"):
        monte_carlo(replace(data, record_keys=None, cache={}), [SPEC], CELL_KEY)


def test_nothing_of_it_shows_a_figure_by_accident() -> None:
    found = monte_carlo(data_of(), [SPEC], CELL_KEY, repetitions=3)
    texts = [repr(one) for one in (found, found.overall, found.overall.measures["mean_deviation"])]
    assert all("confidential" in text for text in texts)
