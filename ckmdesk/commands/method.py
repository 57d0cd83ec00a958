"""Commands of the method page: variants and their parameters, the row inspected, putting a method in force."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ckmcore.methods.keyed_rounding import KeyedRounding
from ckmcore.methods.method import Method
from ckmcore.methods.primary import PrimaryRules
from ckmcore.methods.rounding import Rounding
from ckmcore.microdata.data import ExemptCells
from ckmcore.ptable.design.design import Design
from ckmcore.ptable.files.native_format import OwnFile
from ckmcore.ptable.floor.floor import OpenRule
from ckmcore.ptable.stored import StoredTable
from ckmcore.statistic.claims import JudgedClaims
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.period import Decision
from ckmdesk.commands.desk import Command, CommandName
from ckmdesk.state.desk_state import DeskState, Variant
from ckmdesk.state.method_settings import CountRules, MagnitudeChoice, MethodSettings
from ckmdesk.state.variant import (
    copy_of_in_force,
    makes,
    sums_at_hand,
    sums_place,
    with_sums,
    with_sums_in_force,
)

MOST_COMPARED = 3


def set_variant(variant: Variant, changed: str) -> Command:
    """Build the command that changes the chosen variant; steps with the same `changed` are one undo step."""

    def apply(state: DeskState) -> DeskState:
        return replace(state, method=state.method.with_variant(variant))

    return Command(CommandName("set_parameter", (("title", changed),)), apply, merge=f"parameter:{changed}")


def set_probability(variant: Variant, place: str) -> Command:
    """Build the command that changes a probability by hand; `place` names it, e.g. `p(3 → 4)`."""

    def apply(state: DeskState) -> DeskState:
        return replace(state, method=state.method.with_variant(variant))

    return Command(CommandName("set_probability", (("title", place),)), apply)


def import_table(name: str, table: StoredTable, own: OwnFile | None = None, notes: str = "") -> Command:
    """Build the command that adds a variant with a table read from the file `name`, in the file's order.

    `own` is the further content of a file of ours; if it has a design, the variant continues it.
    """

    def apply(state: DeskState) -> DeskState:
        method = state.method
        variant = Variant(method.free_name(), notes, shuffled=False, file=name, table=table)
        if own is not None and own.design is not None:
            variant = _designed(variant, own, own.design)
        variants = (*method.variants, variant)
        return replace(state, method=replace(method, variants=variants, chosen=len(variants) - 1, in_force=False))

    return Command(CommandName("import_table", (("title", name),)), apply)


def _designed(variant: Variant, own_file: OwnFile, design: Design) -> Variant:
    """Return the design in a file of ours as a variant if it makes the file's table; else the table."""
    threshold, seed = (0.05, 1) if own_file.shuffled is None else (own_file.shuffled.threshold, own_file.shuffled.seed)
    found_variant = Variant(variant.name, variant.notes, design, own_file.shuffled is not None, threshold, seed)
    return found_variant if makes(found_variant, own_file.table) else variant


def add_variant(variant: Variant | None = None) -> Command:
    """Build the command that adds and selects a variant: the given one, else a copy of the chosen one, with a free
    name."""

    def apply(state: DeskState) -> DeskState:
        method = state.method
        name = method.free_name()
        new_variant = replace(variant or method.variant, name=name)
        variants = (*method.variants, new_variant)
        return replace(state, method=replace(method, variants=variants, chosen=len(variants) - 1, in_force=False))

    return Command(CommandName("add_variant"), apply)


def copy_in_force() -> Command:
    """Build the command that adds a variant copied from the method in force, which does not change."""

    def apply(state: DeskState) -> DeskState:
        method = state.method
        variant = None if state.statistic is None else copy_of_in_force(state.statistic, method.free_name())
        if variant is None or state.statistic is None:
            return state
        variant = with_sums_in_force(variant, state.statistic, method.settings.magnitudes)
        variants = (*method.variants, variant)
        return replace(state, method=replace(method, variants=variants, chosen=len(variants) - 1, in_force=False))

    return Command(CommandName("copy_in_force"), apply)


def remove_variant(place: int) -> Command:
    """Build the command that removes a variant, unless it is the last one."""

    def apply(state: DeskState) -> DeskState:
        method = state.method
        if len(method.variants) < 2 or not 0 <= place < len(method.variants):
            return state
        variants = (*method.variants[:place], *method.variants[place + 1 :])
        chosen = min(method.chosen - (method.chosen > place), len(variants) - 1)
        compared = tuple(
            compared_place - (compared_place > place) for compared_place in method.compared if compared_place != place
        )
        return replace(state, method=replace(method, variants=variants, chosen=max(chosen, 0), compared=compared))

    return Command(CommandName("remove_variant"), apply)


def rename_variant(name: str) -> Command:
    """Build the command that renames the chosen variant; an empty name, or the name of another variant, changes
    nothing.
    """

    def apply(state: DeskState) -> DeskState:
        method, clean = state.method, name.strip()
        others = {
            variant.name for variant_index, variant in enumerate(method.variants) if variant_index != method.chosen
        }
        if not clean or clean in others:
            return state
        return replace(state, method=method.with_variant(replace(method.variant, name=clean)))

    return Command(CommandName("rename_variant", (("title", name.strip()),)), apply)


def note_variant(notes: str) -> Command:
    """Build the command that sets the notes of the chosen variant; continued typing is one undo step."""

    def apply(state: DeskState) -> DeskState:
        return replace(state, method=state.method.with_variant(replace(state.method.variant, notes=notes)))

    return Command(CommandName("note_variant"), apply, merge="notes")


def choose_variant(number: int) -> Command:
    """Work on a variant. Not an undo step."""

    def apply(state: DeskState) -> DeskState:
        return replace(state, method=replace(state.method, chosen=number, in_force=False))

    return Command(CommandName("choose_variant"), apply, undoable=False)


def look_at_in_force() -> Command:
    """Show the method in force. Not an undo step."""

    def apply(state: DeskState) -> DeskState:
        return replace(state, method=replace(state.method, in_force=True, compared=()))

    return Command(CommandName("choose_variant"), apply, undoable=False)


def compare(places: tuple[int, ...]) -> Command:
    """Build the command that compares up to three variants; none: edit one. It cannot be undone."""

    def apply(state: DeskState) -> DeskState:
        variant_range = range(len(state.method.variants))
        kept_places = tuple(sorted({index for index in places if index in variant_range}))[:MOST_COMPARED]
        return replace(state, method=replace(state.method, compared=kept_places, in_force=False))

    return Command(CommandName("compare_variants"), apply, undoable=False)


def inspect_row(row: int) -> Command:
    """Show the distribution of a row. Not an undo step."""

    def apply(state: DeskState) -> DeskState:
        return replace(state, method=replace(state.method, row=row))

    return Command(CommandName("inspect_row"), apply, undoable=False)


def put_in_force(
    method: Method,
    since: str,
    decision: Decision | None = None,
    design: str = "",
    measured: tuple[OpenRule, ...] = (),
    claims: JudgedClaims | None = None,
    before: Callable[[Statistic], Statistic] = lambda statistic: statistic,
) -> Command:
    """Build the command that makes `method` the method in force of the period.

    `since` is an ISO time; `measured` are rules not met on data; `before` gives the period what the method applies.
    Running it raises ptable_zeros_not_kept, MethodBelowFloor, floor_needs_decision.
    """

    def apply(state: DeskState) -> DeskState:
        if state.statistic is None:
            return state
        former = before(state.statistic)
        new_statistic = former.put_in_force(method, since, decision, design, measured, claims=claims)
        return replace(state, statistic=new_statistic)

    return Command(CommandName("put_in_force"), apply)


def set_counts(rules: CountRules, changed: str) -> Command:
    """Build the command that changes what the cell-key method publishes; steps of the same field are one undo step."""
    return _set_settings("set_rules", changed, lambda former_settings: replace(former_settings, counts=rules))


def set_rounding(rounding: Rounding | KeyedRounding, changed: str) -> Command:
    """Change the settings of rounding, or its kind."""
    return _set_settings("set_rounding", changed, lambda former_settings: former_settings.with_rounding(rounding))


def set_magnitudes(choice: MagnitudeChoice, changed: str, *, own: bool = False) -> Command:
    """Build the command that changes the protection of sums.

    It applies to the current variant if that has own settings or is to have them (`own`), else to all other variants.
    """

    def apply(state: DeskState) -> DeskState:
        method = state.method
        variant_index = sums_place(method)
        has_own = variant_index is not None and (own or method.variants[variant_index].sums is not None)
        return replace(state, method=with_sums(method, choice, own=has_own))

    return Command(CommandName("set_magnitudes"), apply, merge=f"set_magnitudes:{changed}")


def own_sums(*, own: bool) -> Command:
    """Build the command that gives the current variant its own settings for sums, or the shared ones again.

    Own settings begin as a copy of the current ones.
    """

    def apply(state: DeskState) -> DeskState:
        choice = sums_at_hand(state.method) if own else None
        return replace(state, method=with_sums(state.method, choice, own=own))

    return Command(CommandName("own_sums" if own else "shared_sums"), apply)


def declare_exempt(cells: ExemptCells, *, exempt: bool) -> Command:
    """Publish a logical cell unchanged from now on, or protect it again."""

    def apply(state: DeskState) -> DeskState:
        if state.statistic is None:
            return state
        kept_cells = tuple(exempt_cells for exempt_cells in state.statistic.exempt if exempt_cells.cells != cells.cells)
        found_exempt_cells = (*kept_cells, cells) if exempt else kept_cells
        return replace(state, statistic=replace(state.statistic, exempt=found_exempt_cells))

    return Command(CommandName("declare_exempt" if exempt else "protect_exempt"), apply)


def set_primary(rules: PrimaryRules, changed: str) -> Command:
    """Change which cells are sensitive."""
    return _set_settings("set_primary", changed, lambda former_settings: replace(former_settings, primary=rules))


def _set_settings(name: str, changed: str, change: Callable[[MethodSettings], MethodSettings]) -> Command:
    def apply(state: DeskState) -> DeskState:
        return replace(state, method=replace(state.method, settings=change(state.method.settings)))

    return Command(CommandName(name), apply, merge=f"{name}:{changed}")
