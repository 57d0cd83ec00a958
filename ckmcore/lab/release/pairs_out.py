"""What pairs of published values disclose of all that was released: weighted counts beside counts, counts by the value
of a magnitude beside counts, sums beside a published 0 (truth.md, T1, T2, T5).

How many cells a kind discloses is the difference of two attacks on all releases of a period: with its values, and with
the counts alone. Confidential.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.texts import Texts
from ckmcore.base.verdict import Verdict
from ckmcore.errors import Cancelled, CkmError
from ckmcore.lab.release.register_attack import RegisterAttack, RegisterTables, attack_register
from ckmcore.lab.risk.linked_captions import linked_sentences
from ckmcore.lab.risk.publication import Publication
from ckmcore.messages import Sentence, sentence
from ckmcore.methods.empty_sums import counts_beside
from ckmcore.methods.protected import ProtectedBlock, ProtectedTable, Sign, keep_figure
from ckmcore.microdata.data import Microdata
from ckmcore.statistic.looks import PAIR_KINDS, PairKind, pair_values
from ckmcore.statistic.releases import Release
from ckmcore.statistic.snapshot import own_rows
from ckmcore.tabulate.axis import Node
from ckmcore.tabulate.scan import never
from ckmcore.tabulate.spec import TOTAL, Condition, TableSpec, Value

Flags = NDArray[np.bool_]
Codes = frozenset[tuple[str, tuple[str, ...]]]


@dataclass(frozen=True, repr=False)
class PairFound:
    """Result of a kind of attack by pairs of values for a release. cells: number of disclosed cells; reason: why it was
    not tested or has nothing to disclose. Confidential."""

    kind: PairKind
    verdict: Verdict
    cells: int = 0
    reason: Sentence | None = None

    def __repr__(self) -> str:
        return f"PairFound({self.kind}, {self.verdict}, confidential)"

    @property
    def said(self) -> Sentence:
        """Result in one sentence."""
        if self.verdict is Verdict.OPEN:
            return sentence(f"pair_open_{self.kind}", cells=self.cells)
        if self.verdict is Verdict.NOT_TESTED:
            return sentence("pair_not_tested", kind=sentence(f"pair_{self.kind}"), reason=self.reason or "")
        return self.reason or sentence("pair_held", kind=sentence(f"pair_{self.kind}"))

    @property
    def line(self) -> Sentence:
        """Result in one sentence with its state in front."""
        return sentence("pair_line", state=sentence(f"pair_state_{self.verdict}"), said=self.said)


Pairs = dict[int, tuple[PairFound, ...]]
"""Of each release, by its number, each kind."""


def untested_pairs(released: Iterable[Release], reason: Sentence) -> Pairs:
    """Results `not tested` for the releases of a period that could not be examined."""
    specs = {release.number: release.submission.spec for release in released}
    return {
        number: tuple(_nothing(kind, spec, specs.values()) or _untested(kind, reason) for kind in PAIR_KINDS)
        for number, spec in specs.items()
    }


def pairs_out(
    released: Sequence[Release],
    register: RegisterTables,
    attacked: RegisterAttack | None,
    data: Microdata,
    *,
    seconds: float,
    fault: Sentence | None = None,
    cancelled: Callable[[], bool] = never,
) -> Pairs:
    """Cells that each kind of pair of values discloses in the releases of a period, by release number.

    register: figures of the releases; attacked: attack on all of them, None where there was none (then fault: why);
    seconds: time limit. Raises Cancelled.
    """
    specs = {release.number: release.submission.spec for release in released}
    remaining_reasons = {table.number: table.reason for table in register.left_out}
    adjacent_nothing = sums_beside_nothing(register, cancelled)
    counted = {kind: _counted(kind, specs, register, attacked, data, seconds, cancelled) for kind in PAIR_KINDS[:2]}
    pairs: Pairs = {}
    for number, spec in specs.items():
        kinds = []
        for kind in PAIR_KINDS:
            nothing = _nothing(kind, spec, specs.values())
            if nothing is not None:
                kinds.append(nothing)
            elif kind == "sums":
                kinds.append(_of_sums(number, register, adjacent_nothing, remaining_reasons))
            else:
                cells, reason = counted[kind]
                why = remaining_reasons.get(number) or reason or fault
                is_alone = bool(pair_values(kind, spec)) and not spec.count_values
                # Values that stand in a release of their own tell together with the counts of others.
                count = sum(cells.values()) if is_alone else cells[number]
                kinds.append(PairFound(kind, Verdict.OPEN, count) if count else _judged(kind, why))
        pairs[number] = tuple(kinds)
    return pairs


def joined_pairs(former: tuple[PairFound, ...] | None, new: tuple[PairFound, ...]) -> tuple[PairFound, ...]:
    """Combine the results of a release of several periods: of each kind the worst verdict, with the cells of all
    periods."""
    if former is None:
        return new
    worst = (Verdict.OPEN, Verdict.NOT_TESTED, Verdict.HELD)
    pair_founds = []
    for old, other in zip(former, new, strict=True):
        first = min((old, other), key=lambda each: worst.index(each.verdict))
        pair_founds.append(replace(first, cells=old.cells + other.cells))
    return tuple(pair_founds)


def _judged(kind: PairKind, why: Sentence | None) -> PairFound:
    return PairFound(kind, Verdict.HELD) if why is None else _untested(kind, why)


def _untested(kind: PairKind, reason: Sentence) -> PairFound:
    return PairFound(kind, Verdict.NOT_TESTED, reason=reason)


def _nothing(kind: PairKind, spec: TableSpec, other_specs: Iterable[TableSpec]) -> PairFound | None:
    """Result `held` with its reason where a release has no part in a kind of pair; None where it may have. other_specs:
    tables of the other releases."""
    other_specs = list(other_specs)
    has_own_values, counts = bool(pair_values(kind, spec)), any(other_spec.count_values for other_spec in other_specs)
    if kind == "sums":
        reason_code = None if has_own_values and counts else "pair_no_sums" if not has_own_values else "pair_no_counts"
    elif not any(pair_values(kind, other_spec) for other_spec in other_specs):
        reason_code = f"pair_no_{kind}"
    else:
        reason_code = None if (has_own_values or spec.count_values) and counts else "pair_no_counts"
    return None if reason_code is None else PairFound(kind, Verdict.HELD, reason=sentence(reason_code))


def _counted(
    kind: PairKind,
    specs: Mapping[int, TableSpec],
    register: RegisterTables,
    attacked: RegisterAttack | None,
    data: Microdata,
    seconds: float,
    cancelled: Callable[[], bool],
) -> tuple[Counter[int], Sentence | None]:
    """Number of cells that a kind of pair discloses beyond the counts alone, by release, and the reason why zero cells
    are no verdict, or None."""
    if attacked is None or not any(pair_values(kind, spec) for spec in specs.values()):
        return Counter(), None
    of_pair = {value for table in register.tables for value in pair_values(kind, table.table.spec)}
    plain_tables = _with_values(register, lambda value: value not in of_pair)
    reason = _in_part(attacked, register)
    if not plain_tables.tables:
        return Counter(), reason
    try:
        other_attack = attack_register(plain_tables, data, seconds=seconds, cancelled=cancelled)
    except Cancelled:
        raise
    except CkmError as fault:
        return Counter(), fault.sentence()
    return _by_release(attacked) - _by_release(other_attack), reason


def _by_release(attacked: RegisterAttack) -> Counter[int]:
    return Counter(attacked.number(cell.table) for cell in attacked.attack.disclosed)


def _in_part(attacked: RegisterAttack, register: RegisterTables) -> Sentence | None:
    """Reason why further cells may be disclosed; None where the attack was complete."""
    if attacked.attack.complete:
        return register.sentences[0] if register.sentences else None
    untested = attacked.attack.untested
    return untested[0] if untested else linked_sentences(attacked.attack)[0]


def _with_values(register: RegisterTables, keep: Callable[[Value], bool]) -> RegisterTables:
    """Tables restricted to some of their values; those left without counts are removed."""
    tables, numbers = [], []
    for table, number in zip(register.tables, register.numbers, strict=True):
        publication = _reduced(table, keep)
        if publication.table.spec.count_values:
            tables.append(publication)
            numbers.append(number)
    return replace(register, tables=tuple(tables), numbers=tuple(numbers))


def _reduced(publication: Publication, keep: Callable[[Value], bool]) -> Publication:
    table = publication.table
    indices = [index for index, value in enumerate(table.spec.values) if keep(value)]
    if len(indices) == len(table.spec.values):
        return publication
    spec = table.spec.with_changes(values=tuple(table.spec.values[index] for index in indices))

    def labels(given_titles: tuple[Texts, ...]) -> tuple[Texts, ...]:
        return tuple(given_titles[index] for index in indices) if given_titles else ()

    def block(protected_block: ProtectedBlock) -> ProtectedBlock:
        signs = None if protected_block.signs is None else tuple(protected_block.signs[index] for index in indices)
        unlisted = tuple(protected_block.unlisted[index] for index in indices) if protected_block.unlisted else ()
        return replace(
            protected_block,
            figures=tuple(protected_block.figures[index] for index in indices),
            signs=signs,
            unlisted=unlisted,
        )

    new_table = replace(table, spec=spec, blocks=tuple(map(block, table.blocks)), labels=labels(table.labels))
    raw = (
        None if publication.raw is None else replace(publication.raw, spec=spec, labels=labels(publication.raw.labels))
    )
    return replace(publication, table=new_table, raw=raw)


# --- sums beside a published 0 ---------------------------------------------------------------------------------------


def _of_sums(
    number: int, register: RegisterTables, beside: Mapping[int, int], remaining_sentences: Mapping[int, Sentence]
) -> PairFound:
    if beside.get(number):
        return PairFound("sums", Verdict.OPEN, beside[number])
    if number not in beside:
        return _untested("sums", remaining_sentences.get(number) or sentence("pair_no_figures"))
    register_numbers = set(register.sums_numbers)
    # A release that the attack on counts leaves out may show a 0 beside these sums.
    other_reason = next((table.reason for table in register.left_out if table.number not in register_numbers), None)
    return _judged("sums", other_reason or (register.partly[0] if register.partly else None))


def sums_beside_nothing(register: RegisterTables, cancelled: Callable[[], bool] = never) -> dict[int, int]:
    """Number of cells by release that show a sum, or a value derived from one, although some release of the period
    shows 0 as the number of records (with a value) of the same cell. Releases without figures are missing. Raises
    Cancelled."""
    numbers, tables = (*register.numbers, *register.sums_numbers), (*register.tables, *register.sums)
    shown = list(zip(numbers, tables, strict=True))
    zeros: dict[Codes, set[str]] = {}
    for _, table in shown if any(pair_values("sums", each.table.spec) for each in tables) else ():
        _note_zeros(table.table, zeros, cancelled)
    counts: dict[int, int] = {}
    for number, table in shown:
        cells = sum(_sums_beside_zeros(table.table, block, zeros, cancelled) for block in table.table.blocks)
        counts[number] = counts.get(number, 0) + cells
    return counts


def _note_zeros(table: ProtectedTable, zeros: dict[Codes, set[str]], cancelled: Callable[[], bool]) -> None:
    """Add to `zeros` the cells for which a table shows 0 records (""), or 0 records with a value of a magnitude (its
    name)."""
    own_row_names = own_rows(table.spec)
    for block in table.blocks:
        if block.listed is not None:
            continue  # tables that list their cells have no sums; their empty cells are not listed
        axes = [_codes(dimension.name, dimension.nodes, own_row_names) for dimension in block.dimensions]
        for index, value in enumerate(table.spec.values):
            if value.counted != "count" or value.kind not in ("count", "valid"):
                continue
            bare = block.figures[index] == 0
            if block.signs is not None:
                bare &= block.signs[index] == Sign.NONE
            where = _conditions((*table.spec.filters, *value.conditions))
            for cell in np.argwhere(bare).tolist():
                if cancelled():
                    raise Cancelled()
                entries = [axes[axis][entry_index] for axis, entry_index in enumerate(cell)]
                if None not in entries:
                    codes = where.union(*(entry for entry in entries if entry is not None))
                    zeros.setdefault(codes, set()).add(value.magnitude if value.kind == "valid" else "")


def _sums_beside_zeros(
    table: ProtectedTable, block: ProtectedBlock, zeros: Mapping[Codes, set[str]], cancelled: Callable[[], bool]
) -> int:
    """Number of cells of a block that show a sum although `zeros` has the same cell, counted for each value."""
    if block.listed is not None:
        return 0
    values, own_row_names = table.spec.values, own_rows(table.spec)
    none = np.zeros(block.shape, dtype=np.uint8)
    signs = block.signs or (none,) * len(values)
    lines = [
        {
            codes: code_index
            for code_index, codes in enumerate(_codes(dimension.name, dimension.nodes, own_row_names))
            if codes is not None
        }
        for dimension in block.dimensions
    ]
    count = 0
    for index, value in enumerate(values):
        if not any(measure.is_sum for measure in value.measures):
            continue
        bare: Flags = np.zeros(block.shape, dtype=np.bool_)
        for number in counts_beside(values, value):
            bare |= (block.figures[number] == 0) & (signs[number] == Sign.NONE)
        where, magnitudes = _conditions((*table.spec.filters, *value.conditions)), {"", value.magnitude}
        for codes, counted in zeros.items():
            if cancelled():
                raise Cancelled()
            if counted & magnitudes and (cell := _cell(codes, where, lines)) is not None:
                bare[cell] = True
        count += int((keep_figure(signs[index]) & bare).sum())
    return count


def _cell(codes: Codes, where: Codes, lines: Sequence[Mapping[Codes, int]]) -> tuple[int, ...] | None:
    """Index of a cell in a block whose cells all lie within `where`; None where the block has no such cell. lines:
    index by codes for each dimension."""
    if not where <= codes:
        return None
    remaining_codes, cell = codes - where, []
    for line in lines:
        current_codes = [frozenset([code]) for code in remaining_codes if frozenset([code]) in line]
        if len(current_codes) > 1:
            return None
        own_code = current_codes[0] if current_codes else frozenset()
        if own_code not in line:
            return None
        cell.append(line[own_code])
        remaining_codes -= own_code
    return None if remaining_codes else tuple(cell)


def _codes(name: str, nodes: Sequence[Node], own_row_names: frozenset[str]) -> list[Codes | None]:
    """Codes of the records of each node of a dimension; None for the table's own groups, own rows and headings."""

    def codes(node: Node) -> Codes | None:
        if name in own_row_names or node.group or node.heading:
            return None
        return frozenset() if node.code is TOTAL else frozenset([(name, (str(node.code),))])

    return [codes(node) for node in nodes]


def _conditions(conditions: Iterable[Condition]) -> Codes:
    return frozenset((each.variable, tuple(sorted(each.codes))) for each in conditions if each.restricts)
