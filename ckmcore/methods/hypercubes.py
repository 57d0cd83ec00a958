"""Hypercubes: all margins of some variables, protected one after another. The wing `ckmcore.scale` makes them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ckmcore.base.checked import checked
from ckmcore.base.wings import needed_wing
from ckmcore.methods.method import Method
from ckmcore.methods.protected import ProtectedBlock
from ckmcore.microdata.data import Microdata
from ckmcore.tabulate.hyper_spec import HyperSpec
from ckmcore.tabulate.scan import never


@checked
def hypercube(
    data: Microdata,
    spec: HyperSpec,
    method: Method,
    *,
    threads: int | None = None,
    cancelled: Callable[[], bool] = never,
) -> Iterator[ProtectedBlock]:
    """Protect all margins of `spec.names` by `method`. Yields a block for each of `spec.margins`, in that order.

    Each block lists the cells of its margin that differ from an empty cell, in C order. Its dimensions, cell numbers
    and figures are those of the table `spec.table`, which contains all margins. Blocks are computed on demand, so that
    only lists for each variable are held in memory. threads: number of threads, None for the limit of the process.

    Raises wing_absent and the errors of `plan_hypercube` before counting; then Cancelled and the errors of the method.

    >>> spec = ckm.HyperSpec(["NUTS", "SEX"])
    >>> blocks = ckm.hypercube(data, spec, ckm.CellKeyMethod(ptable))
    >>> [(margin, block.figures[0].tolist()) for margin, block in zip(spec.margins, blocks)][1:]
    [(('NUTS',), [292, 159, 149]), (('SEX',), [299, 298]), ((), [601])]
    """
    blocks: Iterator[ProtectedBlock] = needed_wing("scale").made_hypercube(data, spec, method, threads, cancelled)
    return blocks
