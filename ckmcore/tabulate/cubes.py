"""The cubes that were counted before: what a table needs is looked for among them, before records are counted."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ckmcore.base.limits import limits
from ckmcore.microdata.data import Microdata, UnknownVariable
from ckmcore.tabulate.counter import counted_cube
from ckmcore.tabulate.magnitudes import MagnitudeCube
from ckmcore.tabulate.rollup import reduce_cube
from ckmcore.tabulate.scan import Filters, LeafCube, never, scan

# A new table looks through all of them.
CACHE_CUBES = 500
# A larger cube is not taken apart: records are counted in less time.
MOST_CELLS = 4_000_000

# The window tabulates in several threads: a cancelled job may still run when the next one begins.
_lock = threading.Lock()


def leaf_cube(
    data: Microdata,
    names: list[str],
    flags: Filters,
    *,
    weighted: bool = False,
    threads: int | None = None,
    cancelled: Callable[[], bool] = never,
) -> LeafCube:
    """Leaf cube of `names` under the filters, from the cache, from a larger cached cube, or by a scan. flags: for each
    filtered variable a flag per leaf category."""
    wanted_request = request(data, names, flags, weighted=weighted)
    best, extra = in_cache(data, wanted_request, flags)
    if isinstance(best, LeafCube):
        cube = reduce_cube(data, best, names, extra)
    elif data.counter is not None:
        cube = counted_cube(data, data.counter, names, flags, weighted=weighted, cancelled=cancelled)
    else:
        cube = scan(data, names, flags, weighted=weighted, threads=threads, cancelled=cancelled)
    remember(data.cache, wanted_request, cube)
    return cube


def request(
    data: Microdata, names: list[str], flags: Filters, *, weighted: bool, magnitude: str = "", k: int = 0
) -> CubeRequest:
    """Request for a cube. k: number of largest contributions of the magnitude. Raises UnknownVariable."""
    for name in (*names, *flags):
        if name not in data.dimensions:
            raise UnknownVariable(variable=name, known=tuple(data.dimensions))
    conditions = frozenset((name, flag.tobytes()) for name, flag in flags.items())
    return CubeRequest(frozenset(names), conditions, weighted, magnitude, k)


def in_cache(data: Microdata, wanted: CubeRequest, flags: Filters) -> tuple[LeafCube | MagnitudeCube | None, Filters]:
    """Smallest cached cube from which a request can be answered, and the filters still to be applied; None without
    one."""
    best_candidate: LeafCube | MagnitudeCube | None = None
    source: CubeRequest | None = None
    with _lock:
        kept_cache = list(data.cache.items())
    for key, candidate in kept_cache:
        if (
            isinstance(key, CubeRequest)
            and key.serves(wanted)
            and (best_candidate is None or candidate.size < best_candidate.size)
        ):
            best_candidate, source = candidate, key
    if best_candidate is None or source is None or best_candidate.size > max(data.rows, MOST_CELLS):
        return None, {}
    remember(data.cache, source, best_candidate)  # what was of use goes last
    return best_candidate, {name: flag for name, flag in flags.items() if (name, flag.tobytes()) not in source.filters}


@dataclass(frozen=True)
class CubeRequest:
    """Description of a cached cube: its variables, its filters, and whether weights are included; or a magnitude with
    its k largest contributions."""

    names: frozenset[str]
    filters: frozenset[tuple[str, bytes]]
    weighted: bool
    magnitude: str = ""
    k: int = 0

    def serves(self, other: CubeRequest) -> bool:
        """Whether the other request can be answered from the cube of this one."""
        if self.magnitude != other.magnitude or self.k < other.k:
            return False
        if not self.filters <= other.filters or (other.weighted and not self.weighted):
            return False
        missing = {name for name, _ in other.filters - self.filters}
        return (other.names | missing) <= self.names


def remember(cache: dict[Any, Any], request: CubeRequest, cube: LeafCube | MagnitudeCube) -> None:
    """Add a cube to the cache as the most recently used; the least recently used ones are removed when space runs
    out."""
    if cube.nbytes > limits().cache_bytes // 2:
        return
    with _lock:
        cache.pop(request, None)
        cache[request] = cube
        while len(cache) > CACHE_CUBES or sum(item.nbytes for item in cache.values()) > limits().cache_bytes:
            del cache[next(iter(cache))]
