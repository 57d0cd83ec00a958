"""The perturbation table of a variant: designed, and shuffled where the variant says so. Kept for the next look."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import msgspec
import numpy as np

from ckmcore.base.files import write_whole
from ckmcore.base.numbers import Language
from ckmcore.base.texts import Texts
from ckmcore.base.typed import decoded, kept_record
from ckmcore.errors import CkmError, InputError
from ckmcore.messages import Sentence, sentence
from ckmcore.methods.cellkey import as_cell_key
from ckmcore.methods.magnitudes import MagnitudeCellKeyMethod, as_of_sums
from ckmcore.ptable import PTable, ptable_warnings, shuffle
from ckmcore.ptable.design.design import Design
from ckmcore.ptable.design.edit import solved_again, with_probabilities
from ckmcore.ptable.files.native_format import OwnFile, Shuffled
from ckmcore.ptable.files.write import Form, write_ptable
from ckmcore.ptable.magnitudes import MagnitudePTable, magnitude_text, magnitude_warnings
from ckmcore.ptable.model.integer_keys import to_ons
from ckmcore.ptable.open import OpenedPtable
from ckmcore.ptable.rows.request import FixedProbability
from ckmcore.ptable.stored import StoredTable, restored, stored_magnitudes, stored_table
from ckmcore.statistic.model import Statistic
from ckmdesk.state.desk_state import DeskState, MethodState, Variant
from ckmdesk.state.method_settings import MagnitudeChoice, magnitudes_of

MOST_BESIDE = 3


@lru_cache(maxsize=16)
def imported(kept: StoredTable) -> PTable:
    """The table that was read from a file."""
    return restored(kept)


def ordered_of(variant: Variant) -> PTable:
    """Make the table of a variant before shuffling: designed, or from the file. Raises CkmError."""
    return _source(*_parts_of_table(variant))


_Parts = tuple[Design | StoredTable, tuple[FixedProbability, ...], tuple[FixedProbability, ...]]


def _parts_of_table(variant: Variant) -> _Parts:
    """Return the parts of a table: design or file, rows solved around manual values, rows with loose manual values."""
    if variant.table is None:
        return variant.design, (), variant.loose
    return variant.table, variant.set_again, variant.loose


@lru_cache(maxsize=64)
def _source(
    source: Design | StoredTable, set_again: tuple[FixedProbability, ...], loose: tuple[FixedProbability, ...]
) -> PTable:
    table = imported(source) if isinstance(source, StoredTable) else source.table()
    table = solved_again(table, set_again) if set_again else table
    return with_probabilities(table, loose) if loose else table


@lru_cache(maxsize=64)
def _shuffled(variant_parts: _Parts, threshold: float, seed: int) -> PTable:
    return shuffle(_source(*variant_parts), threshold, seed)


def ptable_of(variant: Variant) -> PTable:
    """The table as it would be put in force. Raises CkmError."""
    if not variant.shuffled:
        return ordered_of(variant)
    return _shuffled(_parts_of_table(variant), variant.threshold, variant.seed)


def variant_in_force(statistic: Statistic | None) -> Variant | None:
    """Return the method in force as a variant to look at; None if there is none or it has no perturbation table."""
    in_force = None if statistic is None else statistic.period.in_force
    if in_force is None or in_force.ptable is None:
        return None
    return _variant_of(in_force.ptable)


@lru_cache(maxsize=4)
def _variant_of(table: PTable) -> Variant:
    return Variant("", shuffled=False, table=stored_table(table))


def makes(variant: Variant, table: PTable | MagnitudePTable | None) -> bool:
    """Return whether a variant makes a table, last digits apart."""
    try:
        return isinstance(table, PTable) and same_cells(ptable_of(variant), table)
    except (CkmError, ValueError):
        return False


def same_cells(p_table: PTable, table: PTable) -> bool:
    """Return whether two tables have the same targets in the same order, and bounds within 1e-9.

    A former version of the program designed the same table with other last digits.
    """
    kinds = (p_table.integer_modulus, p_table.recycled_rows) == (table.integer_modulus, table.recycled_rows)
    same = np.array_equal(p_table.offsets, table.offsets) and np.array_equal(p_table.targets, table.targets)
    return kinds and same and bool(np.abs(p_table.upper_bounds - table.upper_bounds).max(initial=0.0) <= 1e-9)


def copy_of_in_force(statistic: Statistic, name: str) -> Variant | None:
    """Make a variant to continue from the method in force: its recorded design, else the table as it is."""
    in_force, shown = statistic.period.in_force, variant_in_force(statistic)
    if in_force is None or shown is None:
        return None
    try:
        kept_variant = decoded(in_force.design, Variant)
    except msgspec.MsgspecError:
        return replace(shown, name=name)
    # What is on record goes on only where it makes the table that is in force.
    return replace(kept_variant if makes(kept_variant, in_force.ptable) else shown, name=name)


def with_sums_in_force(variant: Variant, statistic: Statistic, shared: MagnitudeChoice) -> Variant:
    """Return the variant with the settings for sums of the method in force, if these differ from the shared ones."""
    in_force = statistic.period.in_force
    method = None if in_force is None else as_cell_key(in_force.method)
    sums = MagnitudeChoice() if method is None else MagnitudeChoice.of_method(method)
    return variant if sums.large is None or sums == shared else replace(variant, sums=sums)


def keep_table(table: PTable | MagnitudePTable) -> StoredTable:
    """The record of a table of either kind."""
    return stored_magnitudes(table) if isinstance(table, MagnitudePTable) else stored_table(table)


def is_of_magnitudes(variant: Variant) -> bool:
    """Return whether the variant holds a table for magnitudes, which is shown and converted only."""
    return variant.table is not None and variant.table.kind == "magnitudes"


def own_file(variant: Variant) -> OwnFile:
    """Return the content of our own file for a variant: the table as put in force, design, shuffling, notes."""
    design = variant.design if variant.table is None and not variant.loose else None
    shuffled = Shuffled(variant.threshold, variant.seed) if variant.shuffled else None
    return OwnFile(ptable_of(variant), design, shuffled, Texts.same(variant.notes))


def opened_of(variant: Variant) -> OpenedPtable:
    """Return the table to report on, as it would be put in force, with its warnings."""
    if variant.table is not None and is_of_magnitudes(variant):
        table = magnitudes_of(variant.table)
        return OpenedPtable(table, "magnitudes", magnitude_warnings(table))
    own_content = own_file(variant)
    return OpenedPtable(own_content.table, "json", ptable_warnings(own_content.table), own_content)


def write_variant(variant: Variant, path: Path, form: Form, keys: int, language: Language) -> Sentence | None:
    """Write the table of a variant in a format; for ONS it is rounded to `keys` whole keys.

    Returns a sentence on the loss by rounding, or None.
    """
    if variant.table is not None and is_of_magnitudes(variant):
        if form not in ("r", "tau-argus"):
            raise InputError("ptable_not_for_form", form=form, why=sentence("ptable_why_magnitudes"))
        content = magnitude_text(magnitudes_of(variant.table), form).encode()

        def write(target: Path) -> None:
            target.write_bytes(content)

        write_whole(path, write)
        return None
    table, loss = ptable_of(variant), None
    if form == "ons" and table.integer_modulus is None:
        table, lost = to_ons(table, keys)
        loss = lost.sentences[0]
    write_ptable(own_file(variant) if form == "json" else table, path, form, language=language)
    return loss


def variant_text(variant: Variant) -> str:
    """Return a variant as text for the record of what was put in force.

    Its settings for sums are omitted: they are part of the method, with the secret of their keys.
    """
    return msgspec.json.encode(kept_record(replace(variant, sums=None))).decode()


def counts_variant(state: DeskState) -> Variant:
    """Return the variant that the method page shows, or, if that is a table for sums, the first one for counts."""
    shown = shown_variant(state)
    if not is_of_magnitudes(shown):
        return shown
    return next((variant for variant in state.method.variants if not is_of_magnitudes(variant)), Variant())


def sums_place(method: MethodState) -> int | None:
    """Return the index of the variant whose settings for sums are edited.

    It is the selected one, or, if that is a table for sums, the first one for counts; None if there is none.
    """
    order = (min(method.chosen, len(method.variants) - 1), *range(len(method.variants)))
    return next(
        (variant_index for variant_index in order if not is_of_magnitudes(method.variants[variant_index])), None
    )


def sums_at_hand(method: MethodState) -> MagnitudeChoice:
    """Return the settings for sums of the current variant."""
    variant_index = sums_place(method)
    own_sums = None if variant_index is None else method.variants[variant_index].sums
    return own_sums or method.settings.magnitudes


def with_sums(method: MethodState, choice: MagnitudeChoice | None, *, own: bool) -> MethodState:
    """Return the state with other settings for sums, own ones of the current variant, or shared ones."""
    variant_index = sums_place(method)
    if variant_index is None:
        return method if choice is None else replace(method, settings=replace(method.settings, magnitudes=choice))
    if not own and choice is not None:
        return replace(method, settings=replace(method.settings, magnitudes=choice))
    changed = replace(method.variants[variant_index], sums=choice if own else None)
    return replace(method, variants=(*method.variants[:variant_index], changed, *method.variants[variant_index + 1 :]))


def shown_variant(state: DeskState) -> Variant:
    """Return the variant shown on the method page: the method in force if selected, else the chosen variant."""
    if state.method.in_force:
        return variant_in_force(state.statistic) or state.method.variant
    return state.method.variant


@dataclass(frozen=True)
class NamedSums:
    """A variant and its protection of sums; `shown` says that it is the current one."""

    name: str
    choice: MagnitudeChoice
    method: MagnitudeCellKeyMethod
    shown: bool = False


def sums_beside(state: DeskState) -> list[NamedSums]:
    """Return the variants that protect sums, each setting once: the current one, then the others in order."""
    method, sums_index = state.method, sums_place(state.method)
    if sums_index is None:
        return []
    order = [
        sums_index,
        *(variant_index for variant_index in range(len(method.variants)) if variant_index != sums_index),
    ]
    named_sums: list[NamedSums] = []
    for at in order:
        variant = method.variants[at]
        choice = variant.sums or method.settings.magnitudes
        if is_of_magnitudes(variant) or choice.large is None or any(sums.choice == choice for sums in named_sums):
            continue
        try:
            key_method = as_of_sums(method.settings.method(ptable_of(variant), variant.sums))
        except CkmError:
            continue  # its settings contradict one another
        if key_method is not None:
            shown = variant == shown_variant(state)
            named_sums.append(NamedSums(variant.name, choice, key_method, shown))
    return named_sums[:MOST_BESIDE]
