"""Tabulation against pandas and Python integers: every cell, subtotal and total, whatever the order and the threads."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.base.limits import Limits
from ckmcore.errors import Cancelled
from ckmcore.keys.record_keys import RecordKeys, integer_keys
from ckmcore.microdata.data import UnknownVariable
from ckmcore.microdata.dialect import AS_IT_STANDS
from ckmcore.tabulate import kernel, scan
from ckmcore.tabulate.raw import RawBlock
from ckmcore.tabulate.tabulate import CELL_LIMIT, TableTooLarge
from tests.kit.fails import fails


@pytest.fixture(scope="module", autouse=True)
def compiled() -> kernel.Kernel:
    return kernel.load()


def people(rows: int, modulus: int = 10**9, seed: int = 1, weight: bool = False) -> ckm.Microdata:
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame(
        {
            "land": rng.choice(["01", "02", "03"], rows),
            "sex": rng.choice(["m", "w", None], rows, p=[0.48, 0.5, 0.02]),
            "age": rng.integers(0, 30, rows),
        }
    )
    data = ckm.Microdata.from_pandas(frame, ["land", "sex", "age"])
    keys = integer_keys(rng.integers(0, modulus, rows, dtype=np.int64), modulus)
    data = data.with_record_keys(keys)
    if weight:
        frame["w"] = rng.integers(1, 500, rows) / 100
        data = ckm.Microdata.from_pandas(frame, ["land", "sex", "age"], weight="w").with_record_keys(keys)
    return data


def expected_cells(data: ckm.Microdata, names: list[str]) -> dict[tuple[str, ...], tuple[int, int]]:
    """Counts and key sums modulo M of every combination with totals, by Python integers."""
    assert data.record_keys is not None
    cells: dict[tuple[str, ...], tuple[int, int]] = {}
    columns = [[data.dimensions[name].codes[code] for code in data.columns[name]] for name in names]
    for record, key in enumerate(data.record_keys.values.tolist()):
        codes = [column[record] for column in columns]
        for mask in range(2 ** len(names)):
            place = tuple("*" if mask >> level & 1 else code for level, code in enumerate(codes))
            count, total = cells.get(place, (0, 0))
            cells[place] = (count + 1, (total + key) % data.record_keys.modulus)
    return cells


def found_cells(block: RawBlock) -> dict[tuple[str, ...], tuple[int, int]]:
    keys = block.cell_keys
    assert keys is not None
    found = {}
    for place in np.ndindex(block.shape):
        if block.counts[place]:
            codes = [dim.nodes[at].code for dim, at in zip(block.dimensions, place, strict=True)]
            name = tuple("*" if code is ckm.TOTAL else str(code) for code in codes)
            found[name] = (int(block.counts[place]), int(keys[place]))
    return found


@pytest.mark.parametrize("modulus", [256, 10**9, 10**17])
def test_every_cell_and_margin_has_the_count_and_key_of_its_records(modulus: int) -> None:
    data = people(700, modulus)
    raw = ckm.tabulate(data, ckm.TableSpec(rows=["land", "sex"], columns=["age"]))
    assert found_cells(raw.blocks[0]) == expected_cells(data, ["land", "sex", "age"])


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 10**17 - 1)), max_size=60), st.randoms())
def test_cell_keys_do_not_depend_on_the_order_of_the_records(records: list[tuple[int, int]], chance: object) -> None:
    def table(rows: list[tuple[int, int]]) -> RawBlock:
        frame = pd.DataFrame({"a": pd.Categorical([str(a) for a, _ in rows], ["0", "1", "2", "3"])})
        data = ckm.Microdata.from_pandas(frame, ["a"])
        keys = RecordKeys(np.array([key for _, key in rows], dtype=np.uint64), 10**17, 17, "decimal")
        return ckm.tabulate(data.with_record_keys(keys), ckm.TableSpec(rows=["a"])).blocks[0]

    first = table(records)
    turned = list(records)
    chance.shuffle(turned)  # type: ignore[attr-defined]
    second = table(turned)
    assert first.counts.tolist() == second.counts.tolist()
    assert first.cell_keys is not None
    assert second.cell_keys is not None
    assert first.cell_keys.tolist() == second.cell_keys.tolist()
    assert int(first.cell_keys[0]) == sum(key for _, key in records) % 10**17


@pytest.mark.daily(1)
@pytest.mark.parametrize("modulus", [10**9, 10**17])
def test_cell_keys_are_the_same_for_any_number_of_threads_and_both_kernels(
    modulus: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = people(300_000, modulus, weight=True)
    spec = ckm.TableSpec(rows=["land", "sex"], columns=["age"], values=[ckm.Value(), ckm.Value("weighted_count")])
    tables = []
    for threads in (1, 2, 5):
        data.drop_cache()
        tables.append(ckm.tabulate(data, spec, threads=threads).blocks[0])
    data.drop_cache()
    monkeypatch.setattr(kernel, "current", lambda _rows: kernel.NUMPY_KERNEL)
    tables.append(ckm.tabulate(data, spec, threads=2).blocks[0])
    for other in tables[1:]:
        assert np.array_equal(tables[0].counts, other.counts)
        assert tables[0].cell_keys is not None
        assert other.cell_keys is not None
        assert np.array_equal(tables[0].cell_keys, other.cell_keys)
        assert tables[0].weights is not None
        assert other.weights is not None
        assert np.array_equal(tables[0].weights, other.weights)


def test_weight_sums_are_exact_decimals() -> None:
    data = people(5000, weight=True)
    raw = ckm.tabulate(data, ckm.TableSpec(rows=["land"], values=[ckm.Value("weighted_count")]))
    block = raw.blocks[0]
    assert block.weight_decimals == 2
    assert data.weight is not None
    land = data.columns["land"]
    assert block.weights is not None
    expected = [int(data.weight.values.sum()), *(int(data.weight.values[land == code].sum()) for code in range(3))]
    assert block.weights.tolist() == expected


def test_missing_is_a_category_and_part_of_the_total() -> None:
    data = ckm.Microdata.from_pandas(pd.DataFrame({"a": ["x", None, "x", None, None]}), ["a"])
    block = ckm.tabulate(data, ckm.TableSpec(rows=["a"])).blocks[0]
    assert [node.code for node in block.dimensions[0].nodes] == [ckm.TOTAL, "x", ckm.MISSING]
    assert block.counts.tolist() == [5, 2, 3]


def test_a_category_called_Total_is_no_problem() -> None:
    data = ckm.Microdata.from_pandas(pd.DataFrame({"a": ["Total", "x", "x"]}), ["a"], dialect=AS_IT_STANDS)
    raw = ckm.tabulate(data, ckm.TableSpec(rows=["a"]))
    block = raw.blocks[0]
    assert block.counts[block.dimensions[0].index["Total"]] == 1
    assert block.counts[block.dimensions[0].index[ckm.TOTAL]] == 3


def test_a_filter_makes_its_own_total_and_hidden_nodes_do_not() -> None:
    data = people(2000)
    women = ckm.tabulate(data, ckm.TableSpec(rows=["land"], filters=[ckm.Condition("sex", ("w",))])).blocks[0]
    sex = data.dimensions["sex"].codes.index("w")
    assert int(women.counts[0]) == int((data.columns["sex"] == sex).sum())
    hidden = ckm.TableSpec(rows=[ckm.Level("sex", nodes=("w",))])
    shown = ckm.protect(ckm.tabulate(data, hidden), ckm.Rounding(10))
    assert shown.value({}) == 2000


def test_a_filter_without_codes_leaves_everything_in() -> None:
    data = people(500)
    free = ckm.tabulate(data, ckm.TableSpec(rows=["land"], filters=[ckm.Condition("sex")])).blocks[0]
    assert int(free.counts[0]) == 500


def test_smaller_tables_and_filters_come_from_a_larger_cube_with_the_same_cells() -> None:
    for modulus in (10**9, 10**17):
        data = people(3000, modulus)
        spec = ckm.TableSpec(rows=["age"], columns=["land"], filters=[ckm.Condition("sex", ("w",))])
        scanned = ckm.tabulate(data, spec).blocks[0]
        data.drop_cache()
        ckm.tabulate(data, ckm.TableSpec(rows=["land", "sex", "age"]))
        derived = ckm.tabulate(data, spec).blocks[0]
        assert np.array_equal(scanned.counts, derived.counts)
        assert scanned.cell_keys is not None
        assert derived.cell_keys is not None
        assert np.array_equal(scanned.cell_keys, derived.cell_keys)


def test_a_hierarchy_gives_every_level_from_the_records() -> None:
    data = people(4000)
    hierarchy = ckm.Hierarchy.from_depths([("west", 0), ("01", 1), ("02", 1), ("03", 0)])
    raw = ckm.tabulate(data, ckm.TableSpec(rows=["land"], columns=["sex"]), hierarchies={"land": hierarchy})
    axis = raw.blocks[0].dimensions[0]
    assert [node.code for node in axis.nodes] == [ckm.TOTAL, "west", "01", "02", "03"]
    counts, keys = raw.blocks[0].counts, raw.blocks[0].cell_keys
    assert keys is not None
    assert np.array_equal(counts[1], counts[2] + counts[3])
    assert np.array_equal(keys[1], (keys[2] + keys[3]) % np.uint64(10**9))


def test_own_groups_are_tabulated_from_the_records() -> None:
    data = people(4000)
    group = ckm.Group(ckm.Texts.same("young"), ("0", "1", "2"))
    block = ckm.tabulate(data, ckm.TableSpec(rows=[ckm.Level("age", groups=(group,))])).blocks[0]
    young = sum(int((data.columns["age"] == data.dimensions["age"].codes.index(code)).sum()) for code in "012")
    assert int(block.counts[block.dimensions[0].index["group:1"]]) == young


def test_stacked_blocks_are_one_cube_each() -> None:
    data = people(1000)
    spec = ckm.TableSpec(rows=[ckm.Block((ckm.Level("land"),)), ckm.Block((ckm.Level("age"),))], columns=["sex"])
    raw = ckm.tabulate(data, spec)
    assert [block.shape for block in raw.blocks] == [(4, 4), (31, 4)]
    assert int(raw.blocks[0].counts[0, 0]) == int(raw.blocks[1].counts[0, 0]) == 1000


def test_too_many_cells_are_refused_before_anything_is_computed() -> None:
    frame = pd.DataFrame({name: [str(code) for code in range(400)] for name in "abc"})
    data = ckm.Microdata.from_pandas(frame, list("abc"))
    with pytest.raises(TableTooLarge) as caught:
        ckm.tabulate(data, ckm.TableSpec(rows=list("abc")))
    assert caught.value.fields["cells"] == 401**3 > CELL_LIMIT
    assert "64\u00a0481\u00a0201" in caught.value.text("de")
    assert "filter" in caught.value.text("en")
    assert not data.cache


def test_what_cannot_be_tabulated_is_said_with_its_place() -> None:
    data = people(10)
    with pytest.raises(UnknownVariable, match="no variable “kreis”"):
        ckm.tabulate(data, ckm.TableSpec(rows=["kreis"]))
    with fails("variable_twice"):
        ckm.tabulate(data, ckm.TableSpec(rows=["land"], columns=["land"]))
    with fails("filter_unknown_codes", match="99"):
        ckm.tabulate(data, ckm.TableSpec(rows=["land"], filters=[ckm.Condition("sex", ("99",))]))
    with fails("no_weight"):
        ckm.tabulate(data, ckm.TableSpec(values=[ckm.Value("weighted_count")]))
    with fails("magnitude_unknown", match="there are: none"):
        ckm.tabulate(data, ckm.TableSpec(values=[ckm.Value("mean", magnitude="age")]))


def test_a_cancelled_scan_leaves_nothing_behind() -> None:
    data = people(200_000)
    with pytest.raises(Cancelled):
        ckm.tabulate(data, ckm.TableSpec(rows=["land"]), cancelled=lambda: True)
    assert not data.cache


def test_a_raw_table_shows_only_its_shape() -> None:
    raw = ckm.tabulate(people(777), ckm.TableSpec(rows=["land"]))
    assert repr(raw) == "RawTable((4,), confidential)"
    assert not hasattr(raw, "to_pandas")
    assert raw.to_frame_confidential()["count"].tolist()[0] == 777


def test_ten_million_rows_with_eight_dimensions_and_a_key_fit_in_200_MB() -> None:
    cardinalities = (2, 9, 5, 21, 12, 100, 16, 400)
    rows = 1000
    frame = pd.DataFrame({str(n): [str(row % n) for row in range(rows)] for n in cardinalities})
    data = ckm.Microdata.from_pandas(frame, [str(n) for n in cardinalities]).with_record_keys(ckm.generate_keys(rows))
    assert data.nbytes * 10_000_000 / rows <= 200_000_000


def test_a_cube_in_the_cache_never_lends_weights_to_a_table_that_shows_none() -> None:
    data = people(300, weight=True)
    ckm.tabulate(data, ckm.TableSpec(rows=["land", "sex"], values=[ckm.Value("weighted_count")]))
    after = ckm.tabulate(data, ckm.TableSpec(rows=["land"]))
    fresh = ckm.tabulate(people(300, weight=True), ckm.TableSpec(rows=["land"]))
    assert after.blocks[0].weights is None
    assert after.to_frame_confidential().equals(fresh.to_frame_confidential())


@pytest.mark.parametrize(
    "level",
    [
        ckm.Level("sex", nodes=("m", "x")),
        ckm.Level("sex", groups=(ckm.Group(ckm.Texts.same("both"), ("m", "x")),)),
    ],
)
def test_chosen_nodes_and_groups_that_name_unknown_codes_are_refused_by_name(level: ckm.Level) -> None:
    with fails("level_unknown_codes", match=r"“sex”.*: x"):
        ckm.tabulate(people(10), ckm.TableSpec(rows=[level]))


def test_a_table_without_a_value_is_refused() -> None:
    with fails("no_value"):
        ckm.tabulate(people(10), ckm.TableSpec(rows=["sex"], values=[]))


@pytest.mark.thorough
def test_a_large_table_is_counted_by_fewer_threads_with_the_same_result(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = ckm.TableSpec(rows=["land", "sex"], columns=["age"])
    many = ckm.tabulate(people(200_000), spec, threads=3)
    monkeypatch.setattr(Limits, "thread_bytes", 1)
    monkeypatch.setattr(scan, "ThreadPoolExecutor", None)
    one = ckm.tabulate(people(200_000), spec, threads=3)
    assert many.to_frame_confidential().equals(one.to_frame_confidential())


def test_threads_that_fill_and_empty_one_cache_do_not_meet(monkeypatch: pytest.MonkeyPatch) -> None:
    data = people(500)
    monkeypatch.setattr(Limits, "cache_bytes", 4000)
    specs = [
        ckm.TableSpec(rows=["land"], filters=[ckm.Condition("age", (str(low), str(high)))])
        for low in range(15)
        for high in range(15, 30)
    ]
    expected = [ckm.tabulate(people(500), spec).blocks[0].counts.tolist() for spec in specs[:20]]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda spec: ckm.tabulate(data, spec).blocks[0].counts.tolist(), specs))
    assert found[:20] == expected


@pytest.mark.parametrize("name", ["count", "cell_key"])
def test_a_variable_called_like_a_column_of_the_result_is_refused(name: str) -> None:
    data = ckm.Microdata.from_pandas(pd.DataFrame({name: ["a", "b"]}), [name])
    with fails("column_name_reserved", match=name):
        ckm.tabulate(data, ckm.TableSpec(rows=[name])).to_frame_confidential()
