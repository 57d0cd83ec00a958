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
    """All margins of `spec.names`, protected by `method`: a block for each of `spec.margins`, in that order.

    Every block lists those cells of its margin that publish anything but what an empty one does, in C order; its
    dimensions and the numbers of its cells are those of the table `spec.table`, which has all margins at once, and so
    are its figures. Blocks are made as they are asked for: memory holds a list for each variable, not for each margin.

    Raises wing_absent, and what `plan_hypercube` raises before anything is counted; then Cancelled, and what the
    method raises.

    >>> spec = ckm.HyperSpec(["NUTS", "SEX"])
    >>> blocks = ckm.hypercube(data, spec, ckm.CellKeyMethod(ptable))
    >>> [(margin, block.figures[0].tolist()) for margin, block in zip(spec.margins, blocks)][1:]
    [(('NUTS',), [292, 159, 149]), (('SEX',), [299, 298]), ((), [601])]
    """
    blocks: Iterator[ProtectedBlock] = needed_wing("scale").made_hypercube(data, spec, method, threads, cancelled)
    return blocks
