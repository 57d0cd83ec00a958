"""What readers conclude of single contributors from all sums that have left the house, and from a table that shall
follow: intervals, differences, ratios, growth and averages; magnitudes.md 5.5 to 5.7.

Releases are judged under the method in force, where it was theirs; withdrawn and corrected ones are known outside, too.
Confidential: cells are named for whoever releases, and for methodologists.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.texts import Texts
from ckmcore.errors import Cancelled, CkmError
from ckmcore.lab.risk.sum_floor import CellRisks, SumLimits, limits_of, sum_floor
from ckmcore.lab.risk.sum_publications import (
    Singles,
    SumAddress,
    ToldSum,
    averaged_away,
    single_sums,
    told_growth,
    told_ratios,
)
from ckmcore.messages import Sentence, joined, sentence
from ckmcore.methods.magnitudes import MagnitudeCellKeyMethod, as_of_sums
from ckmcore.microdata.data import Microdata
from ckmcore.release.provenance import method_hash
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.one_period import of_one_period
from ckmcore.statistic.releases import releases
from ckmcore.statistic.series import Load
from ckmcore.tabulate.scan import never
from ckmcore.tabulate.spec import TableSpec

SumKind = Literal["near", "guess", "narrow", "difference", "mixed", "ratio", "growth", "average"]
# What is looked at before a release beside the points of the checklist; what is out is looked at in full.
LINKED: tuple[SumKind, ...] = ("narrow", "difference", "ratio", "growth", "average")
_NAMED = 10
_SLACK = 1e-9


@dataclass(frozen=True, repr=False)
class SumConclusion:
    """A conclusion on the sums of a magnitude. cells: number of cells, of which the sentence names the first; numbers:
    releases that show them (0 for the current table)."""

    kind: SumKind
    cells: int
    said: Sentence
    numbers: tuple[int, ...]

    def __repr__(self) -> str:
        return f"SumConclusion({self.kind}, confidential)"


@dataclass(frozen=True)
class SumsOut:
    """Tables of one period with sums. numbers: release number of each; notes: what is left out, and why."""

    numbers: tuple[int, ...]
    specs: tuple[TableSpec, ...]
    notes: tuple[Sentence, ...] = ()

    def with_first(self, spec: TableSpec) -> SumsOut:
        """Copy with the sums of a current table in front, under number 0."""
        return replace(self, numbers=(0, *self.numbers), specs=(spec, *self.specs))


def sums_out(statistic: Statistic, method: MagnitudeCellKeyMethod) -> SumsOut:
    """The releases of the current period that show sums."""
    own_method_hash = method_hash(statistic.secret, method)
    numbers, specs, notes = [], [], []
    for release in releases(statistic.register):
        former_facts, spec = release.facts_of(statistic.period), release.submission.spec
        if not release.was_released or former_facts is None or not spec.magnitudes:
            continue
        if former_facts.method != own_method_hash:
            notes.append(sentence("sums_out_other_method", number=str(release.number), title=release.title))
            continue
        try:
            table_spec, _ = of_one_period(spec)
        except CkmError as fault:
            notes.append(
                sentence(
                    "register_attack_left_out",
                    number=str(release.number),
                    title=release.title,
                    reason=fault.sentence(),
                )
            )
            continue
        if table_spec.magnitudes:
            numbers.append(release.number)
            specs.append(table_spec)
    return SumsOut(tuple(numbers), tuple(specs), tuple(notes))


def conclusions(
    statistic: Statistic,
    data: Microdata,
    spec: TableSpec | None = None,
    *,
    load: Load | None = None,
    seconds: float | None = 20.0,
    cancelled: Callable[[], bool] = never,
) -> tuple[list[SumConclusion], list[Sentence]]:
    """Conclusions on single contributors from the released sums of the current period and a table `spec` to be
    released, and notes on what was not examined.

    data: records of the current period; load: function that reads those of other periods, for growth and averages, None
    to skip these; seconds: time limit. Raises Cancelled, and the errors of tabulating and of the method.
    """
    in_force = statistic.period.in_force
    method = None if in_force is None else as_of_sums(in_force.method)
    if method is None:
        return [], []
    out = sums_out(statistic, method)
    notes = list(out.notes)
    if spec is not None and spec.magnitudes:
        out = out.with_first(spec)
    if not out.specs:
        return [], notes
    limits = limits_of(method)
    floor = sum_floor(data, out.specs, method, limits, seconds=seconds, cancelled=cancelled)
    notes += floor.skipped
    sum_conclusions = [conclusion for cells in floor.cells for conclusion in _of_cells(cells, limits, out)]
    singles = single_sums(data, out.specs, method, cancelled=cancelled)
    modulus = 0 if data.record_keys is None else data.record_keys.modulus
    sum_conclusions += _ratios(told_ratios(singles, method, data.period, modulus, limits), singles, data, out, limits)
    if load is not None:
        more, untold = _over_periods(statistic, method, data, singles, out, load, cancelled)
        sum_conclusions += more
        notes += untold
    return sum_conclusions, notes


def _of_cells(cell_risks: CellRisks, limits: SumLimits, out: SumsOut) -> Iterable[SumConclusion]:
    """Conclusions that the rules of the floor give for the cells of a measure."""
    near_chances = np.where(cell_risks.cells.sensitive, cell_risks.judged.near, np.nan)
    judged: tuple[tuple[SumKind, NDArray[np.float64], float], ...] = (
        ("near", near_chances, limits.near),
        ("guess", cell_risks.judged.guess, limits.guess),
        ("difference", cell_risks.difference, limits.difference),
        ("mixed", cell_risks.mixed, -1.0),
    )
    for kind, numbers, limit in judged:
        with np.errstate(invalid="ignore"):
            indices = np.flatnonzero(numbers > limit + _SLACK)
        if len(indices):
            yield _sum_conclusion(
                kind,
                cell_risks,
                indices[np.argsort(-numbers[indices], kind="stable")],
                float(numbers[indices].max()),
                limits,
                out,
            )
    indices = np.flatnonzero(~np.isnan(cell_risks.narrow))
    if len(indices):
        order = indices[np.argsort(cell_risks.narrow[indices], kind="stable")]
        yield _sum_conclusion("narrow", cell_risks, order, float(cell_risks.narrow[order[0]]) * limits.p, limits, out)


def _sum_conclusion(
    kind: SumKind, cell_risks: CellRisks, cells: NDArray[np.intp], worst: float, limits: SumLimits, out: SumsOut
) -> SumConclusion:
    tables = cell_risks.cells.segment[cells]
    if kind == "difference":
        tables = np.concatenate([tables, cell_risks.cells.segment[cell_risks.smaller[cells]]])
    numbers = dict.fromkeys(out.numbers[cell_risks.cells.segments[int(table)].table] for table in tables.tolist())
    words = [cell_risks.cells.words(int(cell)) for cell in cells[:_NAMED]]
    return _conclusion(kind, cell_risks.cells.called, len(cells), words, tuple(numbers), worst, limits.p, kind)


def _conclusion(
    kind: SumKind,
    called: Texts,
    count: int,
    words: Sequence[Texts],
    numbers: tuple[int, ...],
    worst: float,
    p: float,
    code: str,
) -> SumConclusion:
    names = joined([sentence("left_open_cell", cell=word) for word in words], "left_open_and")
    fields = {"magnitude": called, "count": count, "cells": names, "found": round(worst, 3), "p": p}
    return SumConclusion(kind, count, sentence(f"sums_out_{code}", **fields), numbers)


def _ratios(
    told_sums: Sequence[ToldSum], singles: Singles, data: Microdata, out: SumsOut, limits: SumLimits
) -> Iterable[SumConclusion]:
    pairs: dict[tuple[str, str, bool], list[ToldSum]] = {}
    for sums in told_sums:
        pairs.setdefault((sums.one.measure.magnitude, sums.other.measure.magnitude, sums.exact), []).append(sums)
    for (first, second, exact), pair in pairs.items():
        both = {"one": data.magnitudes[first].called, "other": data.magnitudes[second].called}
        cells = [address for sums in pair for address in (sums.one, sums.other)]
        addresses = list(dict.fromkeys(sums.one for sums in pair))
        names = joined(
            [sentence("left_open_cell", cell=singles[sum_address].words) for sum_address in addresses[:_NAMED]],
            "left_open_and",
        )
        fields = {**both, "count": len(addresses), "cells": names}
        said_sentence = sentence("sums_out_ratio", **fields)
        if not exact:
            worst_chance = max(sums.chance for sums in pair)
            said_sentence = sentence("sums_out_ratio_near", **fields, p=limits.p, found=round(worst_chance, 3))
        numbers = dict.fromkeys(out.numbers[table] for cell in cells for table in singles[cell].tables)
        yield SumConclusion("ratio", len(addresses), said_sentence, tuple(numbers))


def _over_periods(
    statistic: Statistic,
    method: MagnitudeCellKeyMethod,
    data: Microdata,
    current_singles: Singles,
    out: SumsOut,
    load: Load,
    cancelled: Callable[[], bool],
) -> tuple[list[SumConclusion], list[Sentence]]:
    """Conclusions together with releases of other periods: exact growth and averages that come close to originals. Also
    notes on what was not examined."""
    other_singles: list[Singles] = []
    sum_conclusions: list[SumConclusion] = []
    notes: list[Sentence] = []
    growing: dict[SumAddress, ToldSum] = {}
    limits = limits_of(method)
    for period_index, period in enumerate(statistic.periods):
        former_statistic = replace(statistic, current=period_index)
        if cancelled():
            raise Cancelled()
        if period_index == statistic.current:
            continue
        own_sums_out = sums_out(former_statistic, method)
        notes += own_sums_out.notes
        if not own_sums_out.specs:
            continue
        try:
            records = load(former_statistic)
            if records is None:
                notes.append(sentence("recheck_period_without_records", period=period.label))
                continue
            singles = single_sums(records, own_sums_out.specs, method, cancelled=cancelled)
        except Cancelled:
            raise
        except CkmError as fault:
            notes.append(sentence("recheck_period_left_out", period=period.label, reason=fault.sentence()))
            continue
        other_singles.append(singles)
        for told_sum in told_growth(current_singles, singles, method, limits):
            if told_sum.one not in growing or growing[told_sum.one].chance < told_sum.chance:
                growing[told_sum.one] = told_sum
    for name, exact in dict.fromkeys((address.measure.magnitude, ratio.exact) for address, ratio in growing.items()):
        cells = [
            sum_address
            for sum_address, ratio in growing.items()
            if sum_address.measure.magnitude == name and ratio.exact == exact
        ]
        worst_chance = max(growing[cell].chance for cell in cells)
        code = "growth" if exact else "growth_near"
        sum_conclusions.append(
            _of_addresses(
                "growth", data.magnitudes[name].called, cells, current_singles, out, worst_chance, limits.p, code
            )
        )
    averaged = [
        averaged_sum
        for averaged_sum in averaged_away([*other_singles, current_singles], method, limits)
        if averaged_sum[0] in current_singles
    ]
    for name in dict.fromkeys(address.measure.magnitude for address, _, _ in averaged):
        mine_ = sorted(
            (averaged_sum for averaged_sum in averaged if averaged_sum[0].measure.magnitude == name),
            key=lambda averaged_sum: -averaged_sum[1],
        )
        cells = [address for address, _, _ in mine_]
        called = data.magnitudes[name].called
        sum_conclusions.append(
            _of_addresses("average", called, cells, current_singles, out, mine_[0][1], limits.p, "average")
        )
    return sum_conclusions, notes


def _of_addresses(
    kind: SumKind,
    name: Texts,
    cells: Sequence[SumAddress],
    current_singles: Singles,
    out: SumsOut,
    worst: float,
    p: float,
    code: str,
) -> SumConclusion:
    numbers = dict.fromkeys(out.numbers[table] for cell in cells for table in current_singles[cell].tables)
    words = [current_singles[cell].words for cell in cells[:_NAMED]]
    return _conclusion(kind, name, len(cells), words, tuple(numbers), worst, p, code)
