"""Machine code of the loops is kept, loaded without the compiler, and made anew where it is not whole."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ckmcore.tabulate import kernel, machine_code

pytestmark = pytest.mark.skipif(not machine_code.supported(), reason="the compiler loads its loops itself here")


def double(values: Any, by: Any, sums: Any) -> Any:
    total = 0
    for row in range(len(values)):
        sums[row] = values[row] * by
        total += 1
    return total


def both(pair: Any, to: Any) -> None:
    first, second = pair
    for row in range(len(to)):
        to[row] = first[row] + second[row]


LOOPS = {"double": double, "both": both}


def signatures() -> dict[str, list[Any]]:
    from numba import types

    kinds = (types.uint32, types.float64)
    read = {kind: types.Array(kind, 1, "C", readonly=True) for kind in kinds}
    pair = types.UniTuple(types.int64[::1], 2)
    return {
        "double": [types.intp(read[kind], kind, kind[::1]) for kind in kinds],
        "both": [types.void(pair, types.int64[::1])],
    }


def check(loops: dict[str, Any]) -> None:
    for kind in (np.uint32, np.float64):
        to = np.zeros(3, dtype=kind)
        values = np.array([1, 2, 3], dtype=kind)
        values.flags.writeable = False
        assert loops["double"](values, kind(2), to) == 3
        assert to.tolist() == [2, 4, 6]
    to = np.zeros(2, dtype=np.int64)
    assert loops["both"]((np.array([1, 2]), np.array([10, 20])), to) is None
    assert to.tolist() == [11, 22]


@pytest.mark.thorough
def test_loops_are_kept_and_loaded_again(tmp_path: Path) -> None:
    check(machine_code.load(LOOPS, signatures, None))
    assert list(tmp_path.iterdir()) == []
    check(machine_code.load(LOOPS, signatures, tmp_path))
    (kept,) = tmp_path.iterdir()
    content = kept.read_bytes()
    assert kept.stat().st_mode & 0o077 == 0
    check(machine_code.load(LOOPS, signatures, tmp_path))
    assert kept.read_bytes() == content


@pytest.mark.daily(2)
@pytest.mark.parametrize(
    "damage",
    [
        lambda one: one[:-1],
        lambda one: b"{" + one,
        lambda _: b"",
        lambda one: one + b".",
        lambda one: one[:-9] + bytes([one[-9] ^ 1]) + one[-8:],
    ],
)
def test_what_is_no_whole_file_is_compiled_anew(tmp_path: Path, damage: Any) -> None:
    machine_code.load(LOOPS, signatures, tmp_path)
    (kept,) = tmp_path.iterdir()
    kept.write_bytes(damage(kept.read_bytes()))
    check(machine_code.load(LOOPS, signatures, tmp_path))
    check(machine_code.load(LOOPS, signatures, tmp_path))


def test_other_loops_are_other_machine_code(tmp_path: Path) -> None:
    machine_code.load(LOOPS, signatures, tmp_path)
    machine_code.load({**LOOPS, "double": lambda values, by, sums: len(values)}, signatures, tmp_path)
    assert len(list(tmp_path.iterdir())) == 2


@pytest.mark.parametrize(
    "given",
    [
        (np.zeros(2, np.int16), 2, np.zeros(2, np.uint32)),
        (np.zeros(4, np.uint32)[::2], 2, np.zeros(2, np.uint32)),
        (np.zeros((2, 2), np.uint32), 2, np.zeros(2, np.uint32)),
        (np.zeros(2, np.uint32), 2, np.frombuffer(b"abcdabcd", np.uint32)),
    ],
    ids=["type", "strides", "dimensions", "read-only"],
)
def test_arrays_for_which_a_loop_was_not_compiled_are_refused(tmp_path: Path, given: tuple[Any, ...]) -> None:
    loops = machine_code.load(LOOPS, signatures, tmp_path)
    with pytest.raises(TypeError, match="double"):
        loops["double"](*given)


@pytest.mark.thorough
def test_the_second_process_needs_no_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    program = "import sys; from ckmcore.tabulate.kernel import load; print(load().name, 'numba' in sys.modules)"
    said = [
        subprocess.run([sys.executable, "-c", program], check=True, stdout=subprocess.PIPE, text=True).stdout.split()
        for _ in range(2)
    ]
    assert said == [["numba", "True"], ["numba", "False"]]


def test_loops_that_count_otherwise_than_the_plain_ones_are_not_used() -> None:
    loaded = kernel.load()
    assert machine_code.agree(loaded, kernel.NUMPY_KERNEL)
    for name, place in {"add": 0, "scatter": 2, "scatter_values": 2, "tally": 6, "fold": 4, "merge": 5}.items():
        right = getattr(loaded, name)

        def wrong(*given: Any, right: Any = right, place: int = place) -> Any:
            made = right(*given)
            given[place][0] += 1
            return made

        assert not machine_code.agree(replace(loaded, **{name: wrong}), kernel.NUMPY_KERNEL)
