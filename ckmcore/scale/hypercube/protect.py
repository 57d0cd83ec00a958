"""hypercube(data, spec, method): all margins of some variables, protected one by one as they are counted."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.limits import limits
from ckmcore.methods.derived import protected_block
from ckmcore.methods.method import Method
from ckmcore.methods.notices import legend_of, remarks
from ckmcore.methods.protected import ProtectedBlock, ProtectedTable, Sign
from ckmcore.methods.signs import marked_block
from ckmcore.microdata.data import Microdata
from ckmcore.scale.hypercube.tabulate import nothing_of, plan_hypercube, raw_margins
from ckmcore.tabulate.cell_storage import ListedCells, different
from ckmcore.tabulate.derived_indicators import own_filters
from ckmcore.tabulate.hyper_spec import HyperPlan, HyperSpec
from ckmcore.tabulate.raw import Conditions, RawBlock
from ckmcore.tabulate.scan import never
from ckmcore.tabulate.tabulate import filter_texts
from ckmcore.tabulate.values import magnitude_title, value_label

# Margins that are protected while the next ones are summed up: each holds a list.
WINDOW = 2
# Published counts whose sign is asked of a method: beyond, none of its thresholds lies.
_COUNTS_TRIED = 100_000


def made_hypercube(
    data: Microdata, spec: HyperSpec, method: Method, threads: int | None, cancelled: Callable[[], bool]
) -> Iterator[ProtectedBlock]:
    """Blocks of a hypercube for `ckmcore.hypercube`."""
    return protected_margins(data, spec, plan_hypercube(data, spec), method, threads=threads, cancelled=cancelled)


def protected_margins(
    data: Microdata,
    spec: HyperSpec,
    plan: HyperPlan,
    method: Method,
    *,
    threads: int | None = None,
    cancelled: Callable[[], bool] = never,
    start: int = 0,
) -> Iterator[ProtectedBlock]:
    """Protected margins of a planned hypercube from the margin `start` on. While margins are protected, the next ones
    are summed; their order does not depend on the threads."""
    table = spec.table

    def protected(block_parts: Mapping[Conditions, RawBlock]) -> ProtectedBlock:
        return marked_block(protected_block(table, 0, block_parts, method, {}), data.structural_zeros, spec.filters)

    waiting: deque[Future[ProtectedBlock]] = deque()
    with ThreadPoolExecutor(max(1, threads or limits().workers)) as pool:
        for raw_block in raw_margins(data, spec, plan, threads=threads, cancelled=cancelled, start=start):
            waiting.append(pool.submit(protected, raw_block))
            del raw_block
            if len(waiting) > WINDOW:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def described(data: Microdata, spec: HyperSpec, plan: HyperPlan, method: Method) -> ProtectedTable:
    """Table without figures that describes a hypercube as its readers see it; it lists a cell for each node.

    No record is read: two data sets with the same dictionary give the same table. Raises the method's errors on missing
    data.
    """
    table = spec.table
    none = protected_block(table, 0, nothing_of(data, spec, plan), method, {})
    numbers = _one_for_each_node(plan)
    figures = (np.zeros(len(numbers), dtype=np.int64),) * len(spec.values)
    block = replace(none, figures=figures, signs=None, listed=ListedCells(plan.shape, numbers))
    return ProtectedTable(
        table,
        (block,),
        method.name,
        method.note,
        method.short_note,
        filter_texts(data, spec.filters),
        (),
        tuple(value_label(data, value) for value in spec.values),
        legend_of(table, method.legend, method.sum_rules),
        remarks(table, own_filters(data, table), method.sum_rules, lambda name: magnitude_title(data, name)),
    )


def _one_for_each_node(plan: HyperPlan) -> NDArray[np.uint64]:
    """Cell numbers that show each node at least once; totals only where margins have them."""
    first = [1 if level.total == "off" and size > 1 else 0 for level, size in zip(plan.levels, plan.shape, strict=True)]
    found_lines = [np.array([first], dtype=np.intp)]
    for axis, size in enumerate(plan.shape):
        lines = np.tile(found_lines[0], (size - 1, 1))
        lines[:, axis] = np.arange(1, size)
        found_lines.append(lines)
    line_indices = np.concatenate(found_lines)
    none = ListedCells(plan.shape, np.zeros(0, dtype=np.uint64))
    return different(none.numbers_at([line_indices[:, axis] for axis in range(len(plan.shape))]))


def signs_possible(data: Microdata, spec: HyperSpec, method: Method) -> tuple[Sign, ...]:
    """Signs that a hypercube may show by the method and the dictionary, without reading records."""
    legend = set(method.legend) if any(value.is_derived for value in spec.values) else set[Sign]()
    signs = method.count_noise.signs(np.arange(_COUNTS_TRIED))
    if signs is not None:
        legend |= {Sign(int(sign)) for sign in np.unique(signs)}
    if data.structural_zeros:
        legend.add(Sign.NOTHING)
    return tuple(sign for sign in Sign if sign in legend and sign != Sign.NONE)
