"""One permutation of the key for all rows: distributions stay, the joint one too; a total tells less of its parts."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import ckmcore as ckm
from ckmcore.base.exit_codes import Exit
from ckmcore.cli import main
from ckmcore.ptable.magnitudes import (
    Permuted,
    design_magnitudes,
    join_types,
    linked_noise,
    magnitude_text,
    permute,
)
from ckmcore.ptable.magnitudes.native_format import OwnMagnitudes, own_magnitudes, own_magnitudes_text
from ckmcore.ptable.rows.arguments import PtableParameter
from ckmcore.ptable.stored import restored_magnitudes, stored_magnitudes
from tests.kit.fails import fails

ORDERED = design_magnitudes(5, 2, icat=(1, 2, 3, 5), step=2)
M = 10**5


@pytest.mark.parametrize("blocks", [20, 50, 64, 1000])
def test_every_key_draws_what_its_block_drew_in_the_order_of_the_seed(blocks: int) -> None:
    order = np.random.Generator(np.random.PCG64(7)).permutation(blocks)
    keys = np.arange(0, M, 3, dtype=np.uint64)
    block, rest = np.divmod(keys, np.uint64(M // blocks)) if M % blocks == 0 else (None, None)
    permuted = permute(ORDERED, blocks, seed=7)
    for row in (1.0, 2.0, 3.0, 4.2, 7.0):
        ratios = np.full(len(keys), row)
        found = permuted.lookup("all", ratios, keys, M)
        if block is not None:
            before = order[block.astype(int)].astype(np.uint64) * np.uint64(M // blocks) + rest
            assert np.array_equal(found, ORDERED.lookup("all", ratios, before, M))
        every = permuted.lookup("all", np.full(M, row), np.arange(M, dtype=np.uint64), M)
        alike = ORDERED.lookup("all", np.full(M, row), np.arange(M, dtype=np.uint64), M)
        assert np.abs(np.sort(every) - np.sort(alike)).sum() <= 5 * blocks


def test_rows_keep_their_distribution_their_bounds_rise_and_the_last_is_1() -> None:
    permuted = permute(ORDERED, 50, seed=3)
    part, before = permuted.parts[0], ORDERED.parts[0]
    assert not permuted.is_ordered
    for at in range(len(part.rows)):
        bounds = part.exact_bounds[part.span(at)]
        assert list(bounds) == sorted(set(bounds))
        assert bounds[-1] == 1
        assert part.row_distribution(at) == pytest.approx(before.row_distribution(at), abs=1e-14)
    assert part.reports[1:] != ()
    assert all(report.feasible and report.wanted_variance == 2 for report in part.reports[1:])


def test_between_two_rows_noise_keeps_its_variance_and_rows_permuted_one_by_one_lose_half() -> None:
    keys = np.arange(10**5, dtype=np.uint64)
    half = np.full(len(keys), 4.0)
    kept = permute(ORDERED, 50, seed=1).lookup("all", half, keys, 10**5)
    assert float((kept**2).mean()) == pytest.approx(1.99383, abs=1e-3)
    apart = [permute(ORDERED, 1000, seed).parts[0] for seed in (1, 2)]
    rows = [part.row_noise(np.full(len(keys), at), keys, 10**5) for part, at in zip(apart, (3, 4), strict=True)]
    assert float((((rows[0] + rows[1]) / 2) ** 2).mean()) == pytest.approx(1.0, abs=0.2)


def test_a_total_no_longer_tells_the_noise_of_its_two_parts() -> None:
    assert linked_noise(ORDERED.parts[0], 5.0).least == pytest.approx(0, abs=1e-4)
    assert linked_noise(permute(ORDERED, 50, seed=1).parts[0], 5.0).least > 1


def test_the_same_seed_gives_the_same_table_and_all_types_one_order() -> None:
    both = join_types([design_magnitudes(5, 2, type="even"), design_magnitudes(5, 2, type="odd")])
    first, again, other = (permute(both, 40, seed) for seed in (5, 5, 6))
    assert first == again
    assert first != other
    even, odd = first.parts
    assert np.array_equal(even.noise, odd.noise)


@pytest.mark.parametrize("blocks", [1, 19, 30, 21, 1001, -50])
def test_blocks_of_no_finite_width_and_too_few_of_them_are_refused(blocks: int) -> None:
    with fails("magnitude_blocks"):
        permute(ORDERED, blocks)


def test_a_seed_is_a_whole_number_of_64_bits() -> None:
    for seed in (-1, 2**64):
        with pytest.raises(PtableParameter):
            permute(ORDERED, 20, seed)


def test_a_permuted_table_is_an_ordinary_one_in_every_file(tmp_path: Path) -> None:
    permuted = permute(ORDERED, 50, seed=9)
    assert restored_magnitudes(stored_magnitudes(permuted)) == permuted
    for form in ("r", "tau-argus"):
        path = tmp_path / f"{form}.csv"
        path.write_text(magnitude_text(permuted, form), encoding="utf-8")  # type: ignore[arg-type]  # both are forms
        assert ckm.read_magnitudes(path) == permuted
    own = own_magnitudes_text(OwnMagnitudes(permuted, permuted=Permuted(50, 9)))
    again = own_magnitudes(own.encode(), "m.json")
    assert (again.table, again.permuted) == (permuted, Permuted(50, 9))
    assert again.table.parts[0].notes is not None
    assert "permuted" not in own_magnitudes_text(OwnMagnitudes(ORDERED))


def test_the_command_permutes_tables_for_sums_and_no_others(tmp_path: Path) -> None:
    target = tmp_path / "p.json"
    design = ["ptable", "design", "--D", "5", "--V", "2", "--icat", "1,2,3,5", "-o", str(target)]
    assert main([*design, "--table", "nums", "--permute", "50", "--seed", "9"]) == 0
    assert ckm.read_magnitudes(target) == permute(ORDERED, 50, seed=9)
    assert main([*design[:6], "-o", str(target), "--permute", "50"]) == Exit.INPUT
    assert main([*design, "--table", "nums", "--permute", "7"]) == Exit.INPUT
