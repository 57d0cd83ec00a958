"""Commands of the table page: one small function per user action.

`title` is the variable's title in the window's language: it names the step in the undo menu.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ckmcore.base.texts import Texts
from ckmcore.statistic.model import SavedTable
from ckmcore.tabulate.spec import BlockTotal, Footnote, TableSpec
from ckmdesk.commands.desk import Command, CommandName
from ckmdesk.state import shelves, table_drafts
from ckmdesk.state.desk_state import DeskState, Page, Shading, TableState, Trial
from ckmdesk.state.presentation import begun_anew, new_spec
from ckmdesk.state.shelves import Field, Zone


def on_spec(name: CommandName, change: Callable[[TableSpec], TableSpec]) -> Command:
    """Build a command that changes the layout of the table."""

    def apply(state: DeskState) -> DeskState:
        spec = change(state.table.spec)
        layer = state.table.layer if spec.layers == state.table.spec.layers else 0
        return replace(state, table=replace(state.table, spec=spec, layer=layer))

    return Command(name, apply)


def move_variable(
    variable: str,
    zone: Zone,
    title: str,
    index: int | None = None,
    codes: tuple[str, ...] = (),
    at: shelves.Origin | None = None,
) -> Command:
    """Put a variable into rows, columns, layers or filter (before `index`), or back into the list."""
    name = CommandName("remove_variable" if zone == "list" else f"move_to_{zone}", (("title", title),))
    return on_spec(name, lambda spec: shelves.move(spec, variable, zone, index, codes, at))


def put_fields(fields: tuple[Field, ...], zone: Zone, title: str, index: int | None = None) -> Command:
    """Build the command that puts variables and levels into a zone (before `index`), or removes them from the table."""
    name = CommandName("remove_variable" if zone == "list" else f"move_to_{zone}", (("title", title),))
    return on_spec(name, lambda spec: shelves.put_fields(spec, fields, zone, index))


def choose_filter(variable: str, codes: tuple[str, ...], title: str) -> Command:
    """Build the command that chooses the categories of a filter; none means all."""
    name = CommandName("choose_filter", (("title", title),))
    return on_spec(name, lambda spec: shelves.set_filter(spec, variable, codes))


def swap_axes() -> Command:
    """Build the command that makes rows of the columns, and columns of the rows."""
    return on_spec(CommandName("swap_axes"), shelves.swap_axes)


def clear_table(block_total: BlockTotal = "first") -> Command:
    """Build the command that removes all variables from the table; `block_total` is the office's default."""

    def change(spec: TableSpec) -> TableSpec:
        shown_presentation = begun_anew(spec.presentation, block_total)
        return shelves.clear(spec).with_changes(title=Texts(), presentation=shown_presentation)

    return on_spec(CommandName("clear_table"), change)


def set_title(title: Texts) -> Command:
    """Build the command that sets the table's title in both languages; empty: made from its variables."""
    return on_spec(CommandName("set_title"), lambda spec: spec.with_changes(title=title))


def set_number(number: Texts) -> Command:
    """Build the command that sets the table's number in its publication, with its word, in both languages."""

    def change(spec: TableSpec) -> TableSpec:
        return spec.with_changes(presentation=replace(spec.presentation, number=number))

    return on_spec(CommandName("set_number"), change)


def put_footnote(note: Footnote) -> Command:
    """Build the command that sets the footnote at a place of the table; an empty text removes it."""

    def change(spec: TableSpec) -> TableSpec:
        emptied_note = replace(note, text=Texts())
        other_footnotes = tuple(
            footnote for footnote in spec.footnotes if replace(footnote, text=Texts()) != emptied_note
        )
        footnotes = spec.footnotes
        if len(other_footnotes) < len(footnotes) and note.text != Texts():
            kept_notes = tuple(
                note if replace(footnote, text=Texts()) == emptied_note else footnote for footnote in footnotes
            )
            return spec.with_changes(footnotes=kept_notes)
        return spec.with_changes(footnotes=(*other_footnotes, note) if note.text != Texts() else other_footnotes)

    return on_spec(CommandName("put_footnote"), change)


def show_trial(trial: Trial) -> Command:
    """Look at the table under another method, rounded, or in the original (methodologist). Not an undo step."""

    def apply(state: DeskState) -> DeskState:
        return replace(state, table=replace(state.table, trial=trial))

    return Command(CommandName("show_trial"), apply, undoable=False)


def shade(shading: Shading) -> Command:
    """Shade cells by their noise (methodologist). Not an undo step."""

    def apply(state: DeskState) -> DeskState:
        return replace(state, table=replace(state.table, shading=shading))

    return Command(CommandName("shade"), apply, undoable=False)


def put_beside(*, beside: bool) -> Command:
    """Original, published figure and difference side by side (methodologist). Not an undo step."""

    def apply(state: DeskState) -> DeskState:
        return replace(state, table=replace(state.table, beside=beside))

    return Command(CommandName("put_beside"), apply, undoable=False)


def show_layer(layer: int) -> Command:
    """Show another sheet of the table. Not an undo step."""

    def apply(state: DeskState) -> DeskState:
        return replace(state, table=replace(state.table, layer=layer))

    return Command(CommandName("show_layer"), apply, undoable=False)


def go_to(page: Page) -> Command:
    """Show a page. Not an undo step."""
    return Command(CommandName("go_to"), lambda state: replace(state, page=page), undoable=False)


def open_table(table: SavedTable) -> Command:
    """Build the command that shows a saved table as it was left; changes of the current one are kept."""
    name = CommandName("open_table", (("title", table.name),))
    return Command(name, lambda state: table_drafts.showing(state, table.name))


def open_untitled(number: int, title: str) -> Command:
    """Lay out a table that was left without a name."""
    name = CommandName("open_table", (("title", title),))
    return Command(name, lambda state: table_drafts.showing_untitled(state, number))


def lay_out(name: str, spec: TableSpec) -> Command:
    """Build the command that shows a table as it was released or evaluated, whatever the saved one is like now."""
    return Command(
        CommandName("open_table", (("title", name),)), lambda state: table_drafts.showing_layout(state, name, spec)
    )


def new_table(block_total: BlockTotal = "first") -> Command:
    """Build the command that starts an empty table; changes of the current one are kept.

    `block_total` is the office's default.
    """
    new_state = TableState(new_spec(block_total))
    return Command(CommandName("new_table"), lambda state: table_drafts.with_table(state, new_state))


def save_table(name: str, changed: str) -> Command:
    """Build the command that saves the table in the statistic under a name; `changed` is the time (ISO)."""

    def apply(state: DeskState) -> DeskState:
        if state.statistic is None:
            return state
        tables = state.statistic.tables
        # Saved anew it stays in its folder; under another name it lies beside the table that it came from.
        folders = {table.name: table.folder for table in tables}
        folder = folders.get(name, folders.get(state.table.name, ""))
        saved = SavedTable(name, state.table.spec, changed, folder)
        return replace(
            state,
            statistic=state.statistic.with_table(saved),
            table=replace(state.table, name=name, untitled=0),
            drafts=tuple(draft for draft in state.drafts if draft.name != name),
        )

    return Command(CommandName("save_table", (("title", name),)), apply)


def delete_table(name: str) -> Command:
    """Remove a saved table from the statistic."""

    def apply(state: DeskState) -> DeskState:
        if state.statistic is None:
            return state
        table = replace(state.table, name="") if state.table.name == name else state.table
        drafts = tuple(draft for draft in state.drafts if draft.name != name)
        return replace(state, statistic=state.statistic.without_table(name), table=table, drafts=drafts)

    return Command(CommandName("delete_table", (("title", name),)), apply)


def save_untitled(number: int, name: str, changed: str) -> Command:
    """Build the command that saves an untitled table in the statistic under a name that no other table has."""
    key = CommandName("save_table", (("title", name),))
    return Command(key, lambda state: table_drafts.named(state, number, name, changed))


def take_over_tables(names: tuple[str, ...], changed: str) -> Command:
    """Build the command that saves tables as they are laid out; `changed` is the time (ISO)."""
    name = CommandName("take_over_tables" if len(names) > 1 else "save_table", (("title", "".join(names[:1])),))
    return Command(name, lambda state: table_drafts.taken_over(state, names, changed))


def take_over_all(changed: str, untitled: str) -> Command:
    """Build the command that saves every table as laid out; those without a name become `untitled` with a number."""
    return Command(CommandName("take_over_tables"), lambda state: table_drafts.all_taken_over(state, changed, untitled))


def discard_changes(name: str, title: str, untitled: int = 0) -> Command:
    """Build the command that restores a table as it was saved; one that never was saved is removed."""
    key = CommandName("discard_changes", (("title", title),))
    return Command(key, lambda state: table_drafts.discarded(state, name, untitled))
