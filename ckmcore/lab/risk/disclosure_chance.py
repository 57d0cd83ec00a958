"""How often the method would disclose cells of the user's own tables, had the record keys been drawn differently.

Keys are drawn for the atoms of all tables and added up, as they are linked; each repetition is attacked by propagation
alone, weighted counts beside counts included. That proves disclosure where it finds it and misses what only programs
find, so the chances are lower limits; beside weighted counts they are much too low, and not tested. Of a total of two
parts `linked_keys.split` has them exactly. Confidential.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ckmcore.errors import Cancelled, DataError, InputError
from ckmcore.lab.risk.atoms import BlockAtoms, atoms_of
from ckmcore.lab.risk.attack import Reading, count_values, relations_attacked, weighted_values
from ckmcore.lab.risk.draws import check_draws, draws
from ckmcore.lab.risk.identical_cells import Evidence
from ckmcore.lab.risk.intruder_knowledge import Limit
from ckmcore.lab.risk.linked_tables import Share, share_of
from ckmcore.lab.risk.propagation import Propagation
from ckmcore.lab.risk.reference_bounds import without_contradicted
from ckmcore.lab.risk.relations import Ints
from ckmcore.lab.risk.tableau import narrowed
from ckmcore.messages import Sentence, sentence
from ckmcore.methods.count_noise import UNBOUNDED
from ckmcore.methods.intruder import IntruderScenario
from ckmcore.methods.method import Method
from ckmcore.microdata.data import Microdata
from ckmcore.tabulate.raw import Conditions, RawTable
from ckmcore.tabulate.scan import never

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

# Of keys that are too fine to be added in 64 bits the first nine decimals are drawn.
_DRAWN_MODULUS = 10**9
_DRAWN_TOGETHER = "drawn"
# Repetitions whose keys are drawn together.
_AT_ONCE = 64


@dataclass(frozen=True)
class OftenDisclosed:
    """A cell (indices of table, value and block, and position) and the share of repetitions in which it is
    disclosed."""

    table: int
    value: int
    block: int
    position: tuple[int, ...]
    chance: float


@dataclass(frozen=True, eq=False, repr=False)
class DisclosureChance:
    """Chances that tables disclose a cell, over repetitions with drawn keys. Confidential.

    disclosed: number of cells with only one possible value in each repetition; any: share of repetitions with such a
    cell, with interval; worst: cells disclosed most often, each at its first position; cells: number of logical cells.
    untested: why the chances must not be shown, since something was not attacked or only by bounds; empty otherwise.
    """

    repetitions: int
    cells: int
    disclosed: Ints
    any: Share
    worst: tuple[OftenDisclosed, ...]
    untested: tuple[Sentence, ...] = ()

    def __repr__(self) -> str:
        return f"DisclosureChance({self.repetitions} repetitions of {self.cells} cells, confidential)"

    @property
    def mean(self) -> float:
        """Mean number of disclosed cells."""
        return float(self.disclosed.mean())


def disclosure_chance(
    raws: Sequence[RawTable],
    data: Microdata,
    method: Method,
    *,
    repetitions: int = 200,
    seed: int = 1,
    knowledge: IntruderScenario = "zero_rule",
    hidden_too: bool = False,
    most: int = 10,
    cancelled: Callable[[], bool] = never,
    progress: Callable[[float], None] = lambda share: None,
) -> DisclosureChance:
    """Attack tables together in repetitions with drawn keys; the same seed gives the same keys. most: number of listed
    cells.

    Raises monte_carlo_repetitions, monte_carlo_seed, nothing_to_draw, no_record_keys, attack_needs_counts,
    atoms_of_households, attack_unknown_method, AttackTooLarge, attack_over_periods, Cancelled, and what `method`
    raises.
    """
    check_draws(method, repetitions, seed)
    if not any(count_values(raw.spec) for raw in raws):
        raise InputError("attack_needs_counts")
    # Weighted counts alone tell nothing, but beside the counts of another table they do.
    used_raws = [raw for raw in raws if count_values(raw.spec) or weighted_values(raw.spec)]
    if data.record_keys is None:
        raise DataError("no_record_keys")
    linked, tables, left = relations_attacked(data, [raw.spec for raw in used_raws])
    linked = without_contradicted(linked, lambda: linked.originals(data))
    originals = linked.originals(data) if len(linked.void) else None
    atoms = atoms_of(data, tables, cancelled=cancelled)
    drawing = draws(atoms.groups, atoms.size, cancelled=cancelled)
    modulus = data.record_keys.modulus
    modulus = modulus if modulus * max(sum(drawing.shape), 1) < 2**63 else _DRAWN_MODULUS
    propagation = Propagation(linked.relations)
    generator = np.random.default_rng(seed)
    often = np.zeros(linked.relations.count, dtype=np.int64)
    numbers, cells = [], 0
    for begin in range(0, repetitions, _AT_ONCE):
        keys = generator.integers(0, modulus, size=(min(_AT_ONCE, repetitions - begin), drawing.shape[1]))
        groups = (drawing @ np.ascontiguousarray(keys.T)) % modulus
        for index in range(keys.shape[0]):
            if cancelled():
                raise Cancelled()
            reading = Reading.of(linked.relations.count, data)
            reading.untested = left
            for raw_index, raw in enumerate(used_raws):
                drawn = _with_keys(raw, atoms.tables[raw_index], groups[:, index], modulus)
                shown = method.protect(drawn)
                exempt = {
                    own_filter: [block.exempt for block in drawn.part(own_filter)]
                    for own_filter in linked.places[raw_index]
                }
                reading.add_table(
                    shown, linked.places[raw_index], method, knowledge, hidden_too, drawn, exempt, _DRAWN_TOGETHER
                )
            reading.below_references(linked.most)
            reading.without_impossible(linked, originals)
            evidence = reading.evidence(linked.relations, None)
            is_fixed = _fixed(reading, propagation, evidence) & reading.cells
            often += is_fixed
            numbers.append(int(is_fixed.sum()))
            cells = max(cells, int(reading.counted.sum()))
            progress((begin + index + 1) / repetitions)
    disclosed = np.array(numbers, dtype=np.int64)
    order = np.argsort(-often, kind="stable")[:most]
    worst = _often_disclosed(
        used_raws,
        linked.places,
        [int(figure_index) for figure_index in order if often[figure_index]],
        often / repetitions,
    )
    share = share_of(int((disclosed > 0).sum()), repetitions)
    untested = [each_sentence for each_sentence in evidence.untested if each_sentence.code != "attack_weights_bounds"]
    if evidence.weights is not None:
        untested.append(sentence("chance_weights", cells=int((often > 0).sum())))
    return DisclosureChance(repetitions, cells, disclosed, share, worst, tuple(untested))


def _with_keys(
    raw: RawTable, atoms: Mapping[Conditions, tuple[BlockAtoms, ...]], groups: Ints, modulus: int
) -> RawTable:
    """Table with new keys for its cells as sums over groups of atoms, restricted to counts and weighted counts."""
    numbers = [
        number
        for number in sorted({*count_values(raw.spec), *weighted_values(raw.spec)})
        if raw.spec.values[number].own_filter in atoms
    ]
    parts_blocks = {}
    for own_filter, blocks in atoms.items():
        keys = [
            (block_atoms.sums(groups) % modulus).astype(np.uint64).reshape(block_atoms.shape) for block_atoms in blocks
        ]
        parts_blocks[own_filter] = tuple(
            replace(block, key_sums=key, modular=True, modulus=modulus, magnitudes={})
            for block, key in zip(raw.part(own_filter), keys, strict=True)
        )
    values = [raw.spec.values[number] for number in numbers]
    spec = raw.spec.with_changes(values=tuple(values), footnotes=())
    labels = tuple(raw.labels[number] for number in numbers) if raw.labels else ()
    return replace(
        raw, spec=spec, blocks=parts_blocks[values[0].own_filter], parts=parts_blocks, labels=labels, references={}
    )


def _fixed(reading: Reading, propagation: Propagation, evidence: Evidence) -> Flags:
    """Mask of figures with a single value for every possible content of empty cells."""
    low, high = np.full(len(reading.low), UNBOUNDED), np.full(len(reading.low), -1)
    for bound_index, world in enumerate(reading.worlds()):
        bounds = narrowed(propagation, world, evidence, tuple(reading.looks.values()), Limit())
        if bound_index and bounds.contradict:
            continue
        low, high = np.minimum(low, bounds.low), np.maximum(high, bounds.high)
    result: Flags = low == high
    return result


def _often_disclosed(
    used_raws: Sequence[RawTable],
    figure_places: Sequence[Mapping[Conditions, tuple[Ints, ...]]],
    figures: Sequence[int],
    chances: Floats,
) -> tuple[OftenDisclosed, ...]:
    often_discloseds: dict[int, OftenDisclosed] = {}
    for table, raw in enumerate(used_raws):
        for value in count_values(raw.spec):
            for block, where in enumerate(figure_places[table].get(raw.spec.values[value].own_filter, ())):
                for figure in figures:
                    indices = np.flatnonzero(where.ravel() == figure)
                    if len(indices) and figure not in often_discloseds:
                        position = tuple(int(number) for number in np.unravel_index(int(indices[0]), where.shape))
                        often_discloseds[figure] = OftenDisclosed(table, value, block, position, float(chances[figure]))
    return tuple(often_discloseds[figure] for figure in figures)
