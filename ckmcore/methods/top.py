"""A table under a method, its rules resolved: ranked on published figures, then counted again with its others."""

from __future__ import annotations

from collections.abc import Callable

from ckmcore.methods.method import Method
from ckmcore.microdata.data import Microdata
from ckmcore.tabulate.raw import RawTable
from ckmcore.tabulate.scan import never
from ckmcore.tabulate.spec import TableSpec
from ckmcore.tabulate.tabulate import TablePlan, plan_table, tabulate, tabulate_plan
from ckmcore.tabulate.top import is_open, resolved, without_rules


def published_records(data: Microdata, method: Method) -> Callable[[], int]:
    """How many records there are as the method publishes it: what is refused as too large says no more than that."""

    def published() -> int:
        (block,) = method.protect(tabulate(data, TableSpec(), listed=True, records=lambda: 0)).blocks
        return int(block.figures[0].sum())

    return published


def tabulated_under(
    data: Microdata,
    spec: TableSpec,
    method: Method,
    *,
    cancelled: Callable[[], bool] = never,
    contributors: int | None = None,
    plan: TablePlan | None = None,
) -> RawTable:
    """What `tabulate` makes of a table whose rules (`Top`) choose by the figures that the method publishes; a list of
    its cells, where there are too many; whether there is room for it follows from published figures. plan: of the
    table, where it is made already; a table whose rules are open is planned again once they are resolved.

    Raises what `tabulate` and `resolved` raise.
    """
    kept = method.contributors if contributors is None else contributors
    room = published_records(data, method)
    if is_open(spec):
        plain = without_rules(spec)
        raw = tabulate(data, plain, cancelled=cancelled, contributors=kept, listed=True, records=room)
        shown = method.protect(raw)
        spec, plan = resolved(spec, plain, shown.blocks), None
    plan = plan or plan_table(data, spec)
    return tabulate_plan(data, plan, cancelled=cancelled, contributors=kept, listed=True, records=room)
