"""The loops that put lists of cells in order and together: compiled and in numpy, beside plain dictionaries."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ckmcore.tabulate import kernel as kernels
from tests.kit.examples import examples

LARGE = 2**63 - 1
KERNELS = pytest.mark.parametrize("compiled", [True, False], ids=["compiled", "numpy"])


def loops(compiled: bool) -> kernels.Kernel:
    return kernels.load() if compiled else kernels.NUMPY_KERNEL


def array(values: Any, kind: Any = np.uint64) -> Any:
    return np.array(list(values), dtype=kind)


def one_list(modulus: int) -> st.SearchStrategy[dict[int, tuple[int, int]]]:
    numbers = st.one_of(st.integers(0, 12), st.integers(LARGE - 3, LARGE))
    return st.dictionaries(
        numbers, st.tuples(st.integers(0, 2**60), st.integers(0, (modulus or 2**60) - 1)), max_size=12
    )


@KERNELS
@settings(max_examples=examples(60))
@given(st.data(), st.sampled_from([0, 256, 10**9, 10**18]))
def test_lists_become_one_whose_sums_are_added_up(compiled: bool, data: st.DataObject, modulus: int) -> None:
    mine, theirs = (dict(sorted(data.draw(one_list(modulus)).items())) for _ in range(2))
    expected = {}
    for number in sorted({*mine, *theirs}):
        (a, b), (c, d) = mine.get(number, (0, 0)), theirs.get(number, (0, 0))
        expected[number] = (a + c, (b + d) % modulus if modulus else b + d)
    sums, others = (tuple(array(pair[at] for pair in one.values()) for at in range(2)) for one in (mine, theirs))
    to = [np.full(len(mine) + len(theirs), 77, dtype=np.uint64) for _ in range(3)]
    found = loops(compiled).merge(array(mine), array(theirs), sums, others, modulus, to[0], (to[1], to[2]))
    assert to[0][:found].tolist() == list(expected)
    assert list(zip(to[1][:found].tolist(), to[2][:found].tolist(), strict=True)) == list(expected.values())


@KERNELS
@settings(max_examples=examples(60))
@given(
    st.lists(st.tuples(st.one_of(st.integers(0, 5), st.integers(0, 2**24 - 1)), st.integers(0, 255)), max_size=30),
    st.sampled_from([(1, 24), (2, 12), (3, 8)]),
    st.sampled_from([(8, 0), (8, 256), (8, 255), (40, 0), (0, 0)]),
)
def test_numbers_with_their_keys_below_them_become_cells(
    compiled: bool, records: list[tuple[int, int]], digits: tuple[int, int], keys: tuple[int, int]
) -> None:
    (passes, width), (bits, modulus) = digits, keys
    expected: dict[int, list[int]] = {}
    for number, key in records:
        expected.setdefault(number, []).append(key % (modulus or 256) if bits else 0)
    packed = array(number << bits | (key % (modulus or 256) if bits else 0) for number, key in records)
    other, kernel = np.full_like(packed, 77), loops(compiled)
    kernel.order(packed, other, bits, np.zeros((passes, 1 + (1 << width)), dtype=np.intp))
    rising = other if passes % 2 else packed
    assert [one >> bits for one in rising.tolist()] == sorted(number for number, _ in records)
    counts, sums = np.full_like(packed, 77), np.full_like(packed, 77)
    found = kernel.fold(rising, bits, modulus, counts, sums)
    assert rising[:found].tolist() == sorted(expected)
    added = {number: sum(own) % modulus if modulus else sum(own) for number, own in expected.items()}
    assert dict(zip(rising[:found].tolist(), sums[:found].tolist(), strict=True)) == added
    assert counts[:found].tolist() == [len(expected[number]) for number in sorted(expected)]


@KERNELS
@settings(max_examples=examples(60))
@given(st.lists(st.one_of(st.integers(0, 5), st.just(LARGE)), max_size=30), st.randoms(use_true_random=False))
def test_equal_numbers_are_one_and_each_place_knows_which(compiled: bool, numbers: list[int], chance: Any) -> None:
    places = list(range(len(numbers)))
    chance.shuffle(places)
    rising = sorted(numbers)
    to, index = np.zeros(len(numbers), dtype=np.uint64), np.zeros(len(numbers), dtype=np.uint32)
    found = loops(compiled).runs(array(rising), array(places, np.uint32), to, index)
    assert to[:found].tolist() == sorted(set(numbers))
    assert [to[index[place]] for place in places] == rising


@KERNELS
@settings(max_examples=examples(60))
@given(st.data())
def test_a_category_becomes_its_node_wherever_it_stands(compiled: bool, data: st.DataObject) -> None:
    outer, count, inner = (data.draw(st.integers(1, 4)) for _ in range(3))
    nodes = data.draw(st.integers(count, count + 3))
    layer = sorted(data.draw(st.sets(st.integers(0, nodes - 1), min_size=count, max_size=count)))
    numbers = sorted(data.draw(st.sets(st.integers(0, outer * count * inner - 1))))
    expected = [
        (number // inner // count * nodes + layer[number // inner % count]) * inner + number % inner
        for number in numbers
    ]
    to = np.zeros(len(numbers), dtype=np.uint64)
    loops(compiled).renumber(array(numbers), array(layer, np.intp), inner, nodes, to)
    assert to.tolist() == expected
