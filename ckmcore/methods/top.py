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
    """Function that returns the published number of records, by which tables are refused as too large without revealing
    more."""

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
    """Tabulate a table whose rules (`Top`) select categories by published figures. A table with too many cells becomes
    a list of its occupied cells; whether there are too many depends on published figures.

    contributors: number of largest contributions to keep, by default the method's; plan: of the table, where it exists;
    a table with open rules is planned again once they are resolved. Raises the errors of `tabulate` and `resolved`.
    """
    kept_contributors = method.contributors if contributors is None else contributors
    published_limit = published_records(data, method)
    if is_open(spec):
        plain_spec = without_rules(spec)
        raw = tabulate(
            data, plain_spec, cancelled=cancelled, contributors=kept_contributors, listed=True, records=published_limit
        )
        shown = method.protect(raw)
        spec, plan = resolved(spec, plain_spec, shown.blocks), None
    plan = plan or plan_table(data, spec)
    return tabulate_plan(
        data, plan, cancelled=cancelled, contributors=kept_contributors, listed=True, records=published_limit
    )
