"""The logical cell behind a cell of a table: category conditions that are valid in every layout."""

from __future__ import annotations

from ckmcore.tabulate.spec import OWN_ROWS, PERIOD
from ckmdesk.state.table_view import TableView

Address = tuple[tuple[str, str], ...]


def logical_cell(view: TableView, line: int, head_line: int) -> Address | None:
    """Variables and codes of a cell, sorted, its filters among them; () is the total of all records.

    None where it has no such address: own groups and own rows, filters of several codes, several periods.
    """
    layout = view.layout
    found = {
        **layout.layers.address(view.layer),
        **layout.rows.address(line),
        **layout.columns.address(head_line),
    }
    for condition in view.spec.filters:
        if condition.restricts:
            if len(condition.codes) != 1 or condition.rule:
                return None
            found.setdefault(condition.variable, condition.codes[0])
    if any(name == PERIOD or name.startswith(OWN_ROWS) or code.startswith("group:") for name, code in found.items()):
        return None
    return tuple(sorted(found.items()))
