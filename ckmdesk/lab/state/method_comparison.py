"""Which methods are compared on which table, and the columns that follow from it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ckmcore.errors import InputError
from ckmcore.messages import Sentence, sentence
from ckmcore.methods.rounding import Rounding
from ckmcore.tabulate.spec import TableSpec
from ckmdesk.lab.state.choices import EVALUATION, EvaluationChoice
from ckmdesk.state.desk_state import DeskState, Variant
from ckmdesk.state.variant import is_of_magnitudes, ordered_of, ptable_of

if TYPE_CHECKING:
    from ckmcore.lab.quality.candidates import Candidate


def bases_of(text: str) -> tuple[int, ...]:
    """Parse rounding bases, each once; raises desk_bases_unreadable, or setting_range for an invalid base."""
    bases = [base for base in re.split(r"[;,\s]+", text.strip()) if base]
    if not all(base.isascii() and base.isdecimal() for base in bases):
        raise InputError("desk_bases_unreadable", found=text.strip())
    return tuple(dict.fromkeys(Rounding(int(base)).base for base in bases))


def tables_to_compare(state: DeskState) -> tuple[str, ...]:
    """Return the chosen tables that exist, by name: "" is the current one, which is there if none is."""
    kept_names = () if state.statistic is None else tuple(table.name for table in state.statistic.tables)
    return tuple(name for name in EVALUATION.of(state).tables if not name or name in kept_names) or ("",)


def compared_spec(state: DeskState, name: str) -> TableSpec:
    """Return the table to compare; the current one if the saved one no longer exists."""
    kept_tables = () if state.statistic is None else state.statistic.tables
    return next((table.spec for table in kept_tables if table.name == name), state.table.spec)


def columns_of(state: DeskState) -> list[Candidate]:
    """Return the columns of the comparison, the method in force first; raises the errors of designing a table."""
    from ckmcore.lab.quality.candidates import primary_candidate

    choice = EVALUATION.of(state)
    in_force, roundings, variants = chosen(state, choice)
    primary = [primary_candidate(state.method.settings.primary)] if choice.primary else []
    return without_doubles([*in_force, *roundings, *variants, *primary])


def chosen(state: DeskState, choice: EvaluationChoice) -> tuple[list[Candidate], list[Candidate], list[Candidate]]:
    """Return the method in force, the roundings and the variants chosen, as three lists."""
    from ckmcore.lab.quality.candidates import candidate

    settings, in_force = state.method.settings, None if state.statistic is None else state.statistic.period.in_force
    roundings = [candidate(replace(settings.rounding, base=base)) for base in choice.bases]
    roundings += [candidate(replace(settings.keyed, base=base)) for base in choice.keyed]
    variants: list[Candidate] = []
    for variant in state.method.variants:
        if variant.name not in choice.left_out:
            columns = columns_of_variant(state, variant)
            variants += columns if choice.ordered or not variant.shuffled else columns[-1:]
    of_office = [candidate(in_force.method, in_force=True)] if choice.in_force and in_force is not None else []
    return of_office, roundings, variants


def without_doubles(found: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates, only the first of those that treat counts alike.

    Roundings may differ for sums only, by the unit that means count.
    """
    methods: list[object] = []
    kept_candidates = []
    for candidate in found:
        method = None if candidate.method is None else candidate.method.of_counts
        if method is None or method not in methods:
            kept_candidates.append(candidate)
            methods.append(method)
    return kept_candidates


def columns_of_variant(state: DeskState, variant: Variant) -> list[Candidate]:
    """Return a variant as ordered and as shuffled by its threshold and seed; a shuffled one from a file as it is."""
    from ckmcore.lab.quality.candidates import candidate

    if is_of_magnitudes(variant):
        return []
    name = sentence("board_variant", name=variant.name)
    settings = state.method.settings
    ordered = ordered_of(variant)
    columns = [_named_candidate(candidate(settings.method(ordered, variant.sums)), name)]
    if ordered.is_ordered:
        shuffled = ptable_of(replace(variant, shuffled=True))
        columns.append(_named_candidate(candidate(settings.method(shuffled, variant.sums)), name))
    return columns


def _named_candidate(candidate: Candidate, name: Sentence) -> Candidate:
    return replace(candidate, name=sentence(candidate.name.code, name=name))
