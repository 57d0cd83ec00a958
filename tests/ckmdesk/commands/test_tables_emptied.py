"""A table that is emptied is shown as one that is begun; what was chosen of labels and language stays."""

from __future__ import annotations

from ckmcore.tabulate.spec import PRINTED, Presentation, TableSpec
from ckmdesk.commands.desk import Desk
from ckmdesk.commands.tables import clear_table, lay_out


def test_an_emptied_table_of_before_is_begun_as_an_office_prints_it_and_undo_brings_it_back() -> None:
    desk = Desk()
    before = TableSpec(rows=["sex"], presentation=Presentation(labels="codes", language="en", hide_rows=True))
    desk.run(lay_out("Sex", before))
    desk.run(clear_table("last"))
    emptied = desk.state.table.spec
    assert emptied.variables == ()
    shown = emptied.presentation
    assert (shown.labels, shown.language, shown.hide_rows) == ("codes", "en", True)
    assert (shown.tree, shown.headed, shown.valid_codes, shown.set_off) == (True, True, True, True)
    assert (shown.block_total, PRINTED.tree) == ("last", True)
    desk.undo()
    assert desk.state.table.spec == before
