"""The compiled loops load themselves: nobody waits for them, nobody asks for them, and figures are the same."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import warnings

import pytest

import ckmcore as ckm
from ckmcore.tabulate.kernel import LOAD_FROM_ROWS, NUMPY_KERNEL, Kernel, Loader

COMPILED = Kernel("made", *[getattr(NUMPY_KERNEL, name) for name in list(Kernel.__dataclass_fields__)[1:]])


def test_a_large_scan_begins_to_load_the_kernel_and_does_not_wait_for_it() -> None:
    may_end = threading.Event()

    def compiled() -> Kernel:
        may_end.wait()
        return COMPILED

    loader = Loader(compiled, NUMPY_KERNEL)
    assert loader.current(LOAD_FROM_ROWS) is NUMPY_KERNEL
    assert loader.current(LOAD_FROM_ROWS) is NUMPY_KERNEL
    may_end.set()
    loader.wait()
    assert loader.current() is COMPILED
    assert loader.load() is COMPILED


def test_a_small_scan_loads_nothing() -> None:
    loader = Loader(lambda: COMPILED, NUMPY_KERNEL)
    assert loader.current(LOAD_FROM_ROWS - 1) is NUMPY_KERNEL
    loader.wait()
    assert loader.current() is NUMPY_KERNEL


def test_it_is_loaded_once_whoever_asks() -> None:
    made: list[int] = []

    def compiled() -> Kernel:
        made.append(1)
        return COMPILED

    loader = Loader(compiled, NUMPY_KERNEL)
    threads = [threading.Thread(target=loader.current, args=(LOAD_FROM_ROWS,)) for _ in range(8)]
    for one in threads:
        one.start()
    loader.load()
    for one in threads:
        one.join()
    loader.wait()
    assert made == [1]


def test_a_kernel_that_cannot_be_loaded_is_told_once_and_the_twin_stays() -> None:
    def compiled() -> Kernel:
        raise OSError("no room")

    loader = Loader(compiled, NUMPY_KERNEL)
    loader.current(LOAD_FROM_ROWS)
    loader.wait()
    with pytest.warns(ckm.CkmWarning, match="OSError: no room") as told:
        assert loader.current(LOAD_FROM_ROWS) is NUMPY_KERNEL
    assert len(told) == 1
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert loader.current(LOAD_FROM_ROWS) is NUMPY_KERNEL


PROGRAM = """
import os, sys, numpy as np, pandas as pd
import ckmcore as ckm
from ckmcore.tabulate import kernel
kernel.LOAD_FROM_ROWS = 1000
at = np.arange(5000)
frame = pd.DataFrame({"A": (at % 7).astype(str), "B": (at % 3).astype(str), "key": (at * at + 1) * 7919 % 2**20})
data = ckm.Microdata.from_pandas(frame, ["A", "B"], record_key="key", modulus=2**20)
raw = ckm.tabulate(data, ckm.TableSpec("A", "B"))
if sys.argv[1] == "fork":
    child = os.fork()
    if child == 0:
        print(kernel.load().name, kernel.current().name, flush=True)
        os._exit(0)
    os.waitpid(child, 0)
"""


def run(how: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, how], capture_output=True, text=True, check=False, timeout=120
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.thorough
def test_a_program_that_ends_while_the_kernel_loads_ends_well() -> None:
    assert run("end") == ""


@pytest.mark.thorough
@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_process_forked_while_the_kernel_loads_has_it() -> None:
    assert run("fork").split() == ["numba", "numba"]
