"""Commands on saved tables: each is one step with a name, and undo brings everything back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ckmcore.microdata.references import ReferenceTable
from ckmcore.statistic.model import SavedTable, Statistic
from ckmcore.statistic.table_file import FORM, VERSION, TableFile
from ckmcore.statistic.tables import in_order
from ckmcore.tabulate.spec import TableSpec
from ckmdesk.commands import saved_tables as commands
from ckmdesk.commands.desk import Command, Desk
from ckmdesk.commands.tables import save_table
from ckmdesk.shell.command_names import NAMES
from ckmdesk.state.desk_state import DeskState, TableState
from tests.kit.statistics import small_statistic

SPEC = TableSpec(["sex"])
TABLES = tuple(SavedTable(name, SPEC, "", folder) for folder, name in (("1", "a"), ("1", "b"), ("2", "c"), ("", "d")))
PEOPLE = ReferenceTable("people")


def desk() -> Desk:
    statistic = replace(small_statistic(), tables=TABLES)
    return Desk(DeskState("tables", statistic, TableState(SPEC, "a")))


def statistic_of(made: Desk) -> Statistic:
    assert made.state.statistic is not None
    return made.state.statistic


def shown(made: Desk) -> list[str]:
    return [f"{table.folder}/{table.name}".removeprefix("/") for table in in_order(statistic_of(made).tables)]


FILE = TableFile(FORM, VERSION, "a", TableSpec(["area"]), "3", (PEOPLE,))


@pytest.mark.parametrize(
    ("command", "wanted"),
    [
        (commands.rename_table("a", "z"), ["1/z", "1/b", "2/c", "d"]),
        (commands.duplicate_table("c", "2026-01-01"), ["1/a", "1/b", "2/c", "2/c (2)", "d"]),
        (commands.move_table("d", "1", "b"), ["1/a", "1/d", "1/b", "2/c"]),
        (commands.move_table("b", "9"), ["1/a", "2/c", "9/b", "d"]),
        (commands.step_table("a", 1), ["1/b", "1/a", "2/c", "d"]),
        (commands.step_folder("2", -1), ["2/c", "1/a", "1/b", "d"]),
        (commands.rename_folder("2", "1"), ["1/a", "1/b", "1/c", "d"]),
        (commands.dissolve_folder("1"), ["2/c", "a", "b", "d"]),
        (commands.add_table_of_file(FILE, "2026-01-01"), ["1/a", "1/b", "2/c", "3/a (2)", "d"]),
        (commands.adapt_table(TableSpec(["area"])), ["1/a", "1/b", "2/c", "d"]),
    ],
)
def test_every_command_has_a_name_and_is_undone_as_a_whole(command: Command, wanted: list[str]) -> None:
    made = desk()
    before = made.state
    made.run(command)
    assert shown(made) == wanted
    assert command.name.key in NAMES
    assert made.undo_name == command.name
    made.undo()
    assert made.state == before
    made.redo()
    assert shown(made) == wanted
    nothing = Desk()
    if command.name.key != "adapt_table":
        nothing.run(command)
        assert nothing.state == DeskState()


def test_the_table_on_the_screen_keeps_its_link_when_it_is_renamed() -> None:
    made = desk()
    made.run(commands.rename_table("a", "z"))
    assert made.state.table.name == "z"
    made.run(commands.rename_table("b", "y"))
    assert made.state.table.name == "z"


def test_a_table_of_a_file_brings_its_reference_figures_and_is_laid_out() -> None:
    made = desk()
    made.run(commands.add_table_of_file(FILE, "2026-01-01"))
    assert statistic_of(made).references == (PEOPLE,)
    assert (made.state.table.name, made.state.table.spec) == ("a (2)", FILE.spec)
    own = ReferenceTable("people", variables=("sex",))
    made.run(commands.add_table_of_file(replace(FILE, references=(own,)), ""))
    assert statistic_of(made).references == (PEOPLE,)


def test_a_table_that_is_saved_anew_stays_in_its_folder_and_a_new_one_lies_beside_it() -> None:
    made = desk()
    made.run(save_table("a", "2026-01-01"))
    made.run(save_table("e", "2026-01-01"))
    assert shown(made) == ["1/a", "1/b", "1/e", "2/c", "d"]
