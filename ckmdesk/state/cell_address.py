"""The logical cell behind a cell of a table: category conditions that are valid in every layout."""

from __future__ import annotations

from ckmcore.tabulate.spec import OWN_ROWS, PERIOD
from ckmdesk.state.table_view import TableView

Address = tuple[tuple[str, str], ...]


def logical_cell(view: TableView, line: int, head_line: int) -> Address | None:
    """Return variables and codes of a cell, sorted, including its filters; () is the total of all records.

    None for cells without such an address: custom groups and rows, filters of several codes, several periods.
    """
    layout = view.layout
    codes_by_variable = {
        **layout.layers.address(view.layer),
        **layout.rows.address(line),
        **layout.columns.address(head_line),
    }
    for condition in view.spec.filters:
        if condition.restricts:
            if len(condition.codes) != 1 or condition.rule:
                return None
            codes_by_variable.setdefault(condition.variable, condition.codes[0])
    if any(
        name == PERIOD or name.startswith(OWN_ROWS) or code.startswith("group:")
        for name, code in codes_by_variable.items()
    ):
        return None
    return tuple(sorted(codes_by_variable.items()))
