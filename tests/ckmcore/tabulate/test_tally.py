"""Short columns are counted in one loop; its integers are those of the loops that take one column at a time."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ckmcore as ckm
from ckmcore.errors import Cancelled
from ckmcore.microdata import Microdata
from ckmcore.microdata.columns import Category, Dimension
from ckmcore.tabulate import kernel as kernels
from ckmcore.tabulate import scan as scans
from ckmcore.tabulate.scan import Scan, scan
from tests.kit.examples import examples

MODULI = [256, 10**9, 2**31, 2**31 + 1, 2**32, 10**17]


def records(rows: int, sizes: list[int], wide: list[bool], modulus: int, seed: int, *, highest: bool) -> Microdata:
    """Records with the highest keys, all in the last cell, or drawn ones."""
    chance = np.random.default_rng(seed)
    dimensions, columns = {}, {}
    for number, (size, is_wide) in enumerate(zip(sizes, wide, strict=True)):
        categories = tuple(Category.plain(str(code)) for code in range(size))
        dimensions[f"v{number}"] = Dimension(f"v{number}", ckm.Texts.same(f"v{number}"), categories)
        codes = np.full(rows, size - 1) if highest else chance.integers(0, size, rows)
        columns[f"v{number}"] = codes.astype(np.uint16 if is_wide else np.uint8)
    keys = np.full(rows, modulus - 1) if highest else chance.integers(0, modulus, rows)
    return Microdata(rows, dimensions, columns, ckm.integer_keys(keys, modulus))


@settings(max_examples=examples(40), deadline=None)
@given(
    st.lists(st.tuples(st.integers(1, 21), st.booleans()), min_size=0, max_size=4),
    st.sampled_from(MODULI),
    st.integers(0, 3000),
    st.booleans(),
    st.integers(1, 3),
    st.integers(64, 512),
    st.data(),
)
def test_one_loop_gives_the_integers_of_several_by_both_kernels_and_any_number_of_threads(
    columns: list[tuple[int, bool]],
    modulus: int,
    rows: int,
    highest: bool,
    threads: int,
    block: int,
    data: st.DataObject,
) -> None:
    sizes, wide = [size for size, _ in columns], [is_wide for _, is_wide in columns]
    people = records(rows, sizes, wide, modulus, data.draw(st.integers(0, 99)), highest=highest)
    names, compiled = list(people.dimensions), kernels.ready()
    assert compiled is not kernels.NUMPY_KERNEL
    filters = {"v0": (np.arange(sizes[0]) % 2).astype(np.uint8)} if names and data.draw(st.booleans()) else {}
    found = []
    for kernel in (compiled, kernels.NUMPY_KERNEL):
        for tallied in (True, False):
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(kernels, "BLOCK_ROWS", block * 16)
                patch.setattr(scans.kernels, "current", lambda _rows, kernel=kernel: kernel)
                if not tallied:
                    patch.setattr(Scan, "_tally", lambda *_: False)
                cube = scan(
                    people, names, {name: one.astype(np.uint8) for name, one in filters.items()}, threads=threads
                )
                assert cube.key_sums is not None
                found.append((cube.counts.tolist(), cube.key_sums.tolist(), cube.modular))
    assert all(one == found[0] for one in found)
    if not filters:
        assert np.sum(found[0][0]) == rows


@pytest.mark.daily(1)
@pytest.mark.parametrize("modulus", [256, 10**9, 2**31])
def test_a_number_holds_count_and_key_sum_of_as_many_records_as_are_tallied_at_once(modulus: int) -> None:
    rows = 600_000
    people = records(rows, [3, 2], [False, True], modulus, 0, highest=True)
    run = Scan(people, list(people.dimensions), {}, lambda: False)
    run.kernel = kernels.ready()
    cells = np.zeros((7, 2), dtype=np.uint64)
    assert run._tally(range(0, rows, kernels.BLOCK_ROWS), cells)
    assert cells[:-1].tolist() == [[0, 0]] * 5 + [[rows, rows * (modulus - 1)]]


def test_records_whose_keys_are_too_long_for_one_number_are_counted_the_other_way() -> None:
    for modulus, is_tallied in ((2**31, True), (2**31 + 1, False), (2**32, False), (10**17, False)):
        people = records(70_000, [3], [False], modulus, 0, highest=True)
        run = Scan(people, ["v0"], {}, lambda: False)
        assert run._tally([0, kernels.BLOCK_ROWS], np.zeros((4, 2), dtype=np.uint64)) is is_tallied


@given(
    st.lists(st.integers(0, 60), unique=True, max_size=40), st.integers(1, 9), st.integers(1, 60 * kernels.BLOCK_ROWS)
)
def test_spans_hold_each_row_of_the_blocks_once_and_not_too_many(numbers: list[int], most: int, rows: int) -> None:
    size = kernels.BLOCK_ROWS
    blocks = [number * size for number in sorted(numbers) if number * size < rows]
    spans = list(scans._spans(blocks, most * size, rows))
    assert [begin for start, stop in spans for begin in range(start, stop, size)] == blocks
    assert all(stop - start <= most * size and stop <= rows for start, stop in spans)
    assert all(before <= start for (_, before), (start, _) in pairwise(spans))
    assert sum(stop - start for start, stop in spans) == sum(min(size, rows - block) for block in blocks)


def test_a_tally_ends_when_it_is_cancelled() -> None:
    people = records(1000, [3], [False], 256, 0, highest=False)
    with pytest.raises(Cancelled):
        scan(people, ["v0"], {}, cancelled=lambda: True)
