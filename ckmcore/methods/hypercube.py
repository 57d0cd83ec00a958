"""hypercube(data, spec, method): all margins of some variables, protected one by one as they are counted."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor

from ckmcore.base.checked import checked
from ckmcore.base.limits import limits
from ckmcore.methods.derived import protected_block
from ckmcore.methods.method import Method
from ckmcore.methods.protected import ProtectedBlock, ProtectedTable
from ckmcore.methods.remarks import legend_of, remarks
from ckmcore.methods.signs import marked_block
from ckmcore.microdata.data import Microdata
from ckmcore.tabulate.answers import own_filters
from ckmcore.tabulate.hypercube import HyperPlan, HyperSpec, plan_hypercube, raw_margins
from ckmcore.tabulate.raw import Conditions, RawBlock
from ckmcore.tabulate.scan import never
from ckmcore.tabulate.tabulate import filter_texts
from ckmcore.tabulate.values import magnitude_title, value_label

# Margins that are protected while the next ones are summed up: each holds a list.
WINDOW = 2


@checked
def hypercube(
    data: Microdata,
    spec: HyperSpec,
    method: Method,
    *,
    threads: int | None = None,
    cancelled: Callable[[], bool] = never,
) -> Iterator[ProtectedBlock]:
    """All margins of `spec.names`, protected by `method`: a block for each of `spec.margins`, in that order.

    Every block lists those cells of its margin that publish anything but what an empty one does, in C order; its
    dimensions and the numbers of its cells are those of the table `spec.table`, which has all margins at once, and so
    are its figures. Blocks are made as they are asked for: memory holds a list for each variable, not for each margin.

    Raises what `plan_hypercube` raises before anything is counted; then Cancelled, and what the method raises.

    >>> spec = ckm.HyperSpec(["NUTS", "SEX"])
    >>> blocks = ckm.hypercube(data, spec, ckm.CellKeyMethod(ptable))
    >>> [(margin, block.figures[0].tolist()) for margin, block in zip(spec.margins, blocks)][1:]
    [(('NUTS',), [292, 159, 149]), (('SEX',), [299, 298]), ((), [601])]
    """
    return protected_margins(data, spec, plan_hypercube(data, spec), method, threads=threads, cancelled=cancelled)


def protected_margins(
    data: Microdata,
    spec: HyperSpec,
    plan: HyperPlan,
    method: Method,
    *,
    threads: int | None = None,
    cancelled: Callable[[], bool] = never,
) -> Iterator[ProtectedBlock]:
    """The same of a hypercube that was planned: while margins are protected the next ones are summed up; they come in
    their order, whatever the threads."""
    table = spec.table

    def protected(parts: Mapping[Conditions, RawBlock]) -> ProtectedBlock:
        return marked_block(protected_block(table, 0, parts, method, {}), data.structural_zeros, spec.filters)

    waiting: deque[Future[ProtectedBlock]] = deque()
    with ThreadPoolExecutor(max(1, threads or limits().workers)) as pool:
        for parts in raw_margins(data, spec, plan, threads=threads, cancelled=cancelled):
            waiting.append(pool.submit(protected, parts))
            del parts
            if len(waiting) > WINDOW:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def described(data: Microdata, spec: HyperSpec, method: Method, blocks: tuple[ProtectedBlock, ...]) -> ProtectedTable:
    """Some blocks of a hypercube as a table, with all that a reader is told of it."""
    table = spec.table
    return ProtectedTable(
        table,
        blocks,
        method.name,
        method.note,
        method.short_note,
        filter_texts(data, spec.filters),
        (),
        tuple(value_label(data, value) for value in spec.values),
        legend_of(table, method.legend),
        remarks(table, own_filters(data, table), method.sum_rules, lambda name: magnitude_title(data, name)),
    )
