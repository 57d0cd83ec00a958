"""The smallest λ and σ1 with which sums hold the floor (rules F1 to F3 and F5); magnitudes.md 5.9. Confidential.

For each of several σ1 the smallest λ is looked for that leaves no sensitive cell too near (F1) and no single
contributor too well guessed (F2). Of these pairs the one whose noise costs least, over all shown sums, under which all
intervals keep p % (F3), and differences and all tables together give nobody away (F5), is proposed. Where none of them
holds F5, more noise is tried: λ = 2 p, with flexible scaling a larger σ0, then none but σ1 for all sizes, and a σ1 up
to six times p. Below λ = 2 p that holds for these tables alone.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.texts import Texts
from ckmcore.errors import Cancelled, InputError
from ckmcore.lab.risk.shown_sums import ShownSums, laws_in_chunks, summed_up
from ckmcore.lab.risk.sum_floor import USUAL, SumLimits, SumRule, SumTables, judge_cells
from ckmcore.lab.risk.sum_totals import larger_shares
from ckmcore.messages import Sentence, sentence
from ckmcore.methods.magnitude_settings import MagnitudeSettings, Scaling
from ckmcore.methods.magnitudes import MagnitudeCellKeyMethod, rotatable
from ckmcore.methods.sum_defaults import least_q
from ckmcore.methods.sum_law import NoiseRules
from ckmcore.microdata.data import Microdata
from ckmcore.tabulate.scan import never
from ckmcore.tabulate.spec import TableSpec
from ckmcore.tabulate.tabulate import tabulate

Floats = NDArray[np.float64]
# σ1 and λ that are tried, as multiples of p; λ to a twentieth of p.
SMALL = (1.0, 1.25, 1.5, 1.75, 2.0, 2.25, 2.5, 2.75, 3.0)
# σ1 beyond them, for all sizes, where no other hides a giant in the totals of many variables.
LARGER = (3.5, 4.0, 4.5, 5.0, 6.0)
LEAST = tuple(step / 20 for step in range(61))
# So many sums are looked at for what the noise costs.
_LOOKED_AT = 1000
_SLACK = 1e-9
_CELL_RULES: tuple[SumRule, ...] = ("F1", "F2", "F3")


@dataclass(frozen=True)
class NoisePair:
    """A tried value of σ1 with the smallest λ that meets F1 and F2, and its cost, the mean of E|noise| / |x|.

    `large` is the σ0 of flexible scaling that was tried in place of the given one; `simple` says that σ1 was tried for
    all sizes.
    """

    small: float
    least_noise: float
    cost: float
    large: float | None = None
    simple: bool = False


@dataclass(frozen=True, repr=False)
class SumSearch:
    """The result of a search for noise; confidential.

    `pairs` lists the pairs that meet F1 and F2, the cheapest first. `best` is the first that also meets F3 and F5, with
    its `settings`, or, if none meets F5, the first that meets F3; None if none meets F3. `holds` names which of F1, F2,
    F3 and F5 `best` meets. F4, F6 and F7 are not examined.
    """

    magnitude: str
    pairs: tuple[NoisePair, ...]
    best: NoisePair | None
    settings: MagnitudeSettings | None
    holds: tuple[SumRule, ...] = ()
    called: Texts = Texts()

    @property
    def holds_floor(self) -> bool:
        """Whether what is proposed holds F1, F2, F3 and F5."""
        return "F5" in self.holds

    def __repr__(self) -> str:
        return f"SumSearch({self.magnitude!r}, {len(self.pairs)} pairs, confidential)"


def search_noise(
    data: Microdata,
    specs: Sequence[TableSpec],
    method: MagnitudeCellKeyMethod,
    magnitude: str,
    limits: SumLimits = USUAL,
    *,
    seconds: float | None = 60.0,
    cancelled: Callable[[], bool] = never,
    progress: Callable[[float], None] = lambda share: None,
) -> SumSearch:
    """Search for λ and σ1 of a magnitude, with all other settings as given.

    Cells are sensitive by the rules of `limits` where the settings have none. `seconds` limits the search for exact
    intervals of one pair; `progress` receives the finished share.

    Raises sum_search_nothing, Cancelled, no_record_keys, magnitude_keys_modulus, settings_contradict (of a compat
    mode) and what `tabulate` and the method raise.
    """
    summed = [spec for spec in specs if magnitude in spec.magnitudes]
    given_settings = method.settings_of(magnitude)
    first = _with_noise(given_settings, given_settings.scaling.small, 2.0, limits)
    tables = _tables(data, summed, _with_settings(method, magnitude, first), limits, cancelled)
    measures = dict.fromkeys(
        summed_measure
        for raw in tables.raws
        for summed_measure, _ in summed_up(raw.spec)
        if summed_measure.magnitude == magnitude
    )
    all_cells = [cells for measure in measures if len((cells := tables.cells(measure)).at)]
    if not all_cells:
        raise InputError("sum_search_nothing", magnitude=_called(data, magnitude))
    pairs = []
    for times_index, multiple in enumerate(SMALL):
        small = round(multiple * limits.share, 12)
        if small <= 1 and _has_room(first.scaling, small):
            pair = _smallest(all_cells, given_settings, small, limits, cancelled)
            pairs += [] if pair is None else [pair]
        progress((times_index + 1) / (len(SMALL) + 1))
    pairs.sort(key=lambda pair: (pair.cost, pair.least_noise, pair.small))

    def made(pair: NoisePair) -> tuple[SumTables, list[ShownSums]]:
        sum_tables = SumTables(
            data, tables.raws, _with_settings(method, magnitude, _settings_with(given_settings, pair, limits)), limits
        )
        return sum_tables, [sum_tables.cells(measure) for measure in measures]

    def apart(pair: NoisePair) -> bool:
        sum_tables, shown = made(pair)
        return all(_keeps_intervals(sum_tables, cells, seconds, cancelled) for cells in shown)

    def together(pair: NoisePair) -> bool:
        sum_tables, shown = made(pair)
        return all(_keeps_together(sum_tables, cells, cancelled) for cells in shown)

    best_pair = next((pair for pair in pairs if apart(pair)), None)
    holds: tuple[SumRule, ...] = () if best_pair is None else _CELL_RULES
    if best_pair is not None and together(best_pair):
        holds = (*_CELL_RULES, "F5")
    else:
        others = [*(pair for pair in pairs if pair != best_pair), *_stronger(given_settings, limits)]
        settings_of = {pair: _settings_with(given_settings, pair, limits) for pair in others}
        known_pairs = set(pairs)
        for pair in others:
            fails_near = pair not in known_pairs and not all(
                _rules_hold(cells, settings_of[pair], limits) for cells in all_cells
            )
            if not fails_near and together(pair) and apart(pair):
                best_pair, holds = replace(pair, cost=_cost(all_cells, settings_of[pair])), (*_CELL_RULES, "F5")
                break
    progress(1.0)
    settings = None if best_pair is None else _settings_with(given_settings, best_pair, limits)
    return SumSearch(magnitude, tuple(pairs), best_pair, settings, holds, _called(data, magnitude))


def _called(data: Microdata, magnitude: str) -> Texts:
    column = data.magnitudes.get(magnitude)
    return Texts.same(magnitude) if column is None else column.called


def _stronger(given_settings: MagnitudeSettings, limits: SumLimits) -> list[NoisePair]:
    """List stronger pairs to try where no smallest λ is enough.

    These are λ = 2 p with each σ1; then, with flexible scaling, a larger σ0, or σ1 for all sizes, up to larger values.
    """
    least = round(2 * limits.share, 12)
    if least >= 1:
        return []
    smalls, larger = ([round(multiple * limits.share, 12) for multiple in some] for some in (SMALL, LARGER))
    smalls = [small for small in smalls if small <= 1]
    plain_pairs = [NoisePair(small, least, 0.0) for small in smalls if _has_room(given_settings.scaling, small)]
    shares = larger_shares(replace(given_settings.scaling, small=smalls[-1]), limits.share) if plain_pairs else ()
    flexible = [NoisePair(smalls[-1], least, 0.0, large) for large in shares]
    flex = given_settings.scaling.is_flex
    further = [*(smalls[-1:] if flex else ()), *(small for small in larger if small <= 1)]
    return [*plain_pairs, *flexible, *(NoisePair(small, least, 0.0, simple=flex) for small in further)]


def _settings_with(given_settings: MagnitudeSettings, pair: NoisePair, limits: SumLimits) -> MagnitudeSettings:
    """Return the settings with a pair; with a larger σ0, q is raised so that m does not increase."""
    if pair.simple:
        given_settings = replace(given_settings, scaling=Scaling(pair.small))
    magnitude_settings = _with_noise(given_settings, pair.small, pair.least_noise / limits.share, limits)
    if pair.large is None or magnitude_settings.scaling.q is None:
        return magnitude_settings
    q = max(magnitude_settings.scaling.q, math.ceil(10 * least_q(pair.small, pair.large) - _SLACK) / 10)
    return replace(magnitude_settings, scaling=replace(magnitude_settings.scaling, large=pair.large, q=q))


def search_told(found: SumSearch, p: float) -> Sentence:
    """Return a sentence on the result of a search: which rules the noise meets and which were not examined; p in
    percent."""
    best = found.best
    if best is None:
        return sentence("sum_search_none", magnitude=found.called, p=p)
    fields = {"magnitude": found.called, "small": best.small, "least": best.least_noise, "p": p}
    if not found.holds_floor:
        return sentence("sum_search_partly", **fields)
    if best.simple:
        return sentence("sum_search_simple", **fields)
    if best.large is None:
        return sentence("sum_search_found", **fields)
    return sentence("sum_search_larger", **fields, large=best.large)


def _tables(
    data: Microdata,
    specs: Sequence[TableSpec],
    method: MagnitudeCellKeyMethod,
    limits: SumLimits,
    cancelled: Callable[[], bool],
) -> SumTables:
    contributor_count = max(method.contributors, limits.contributors)
    raws = [tabulate(data, spec, cancelled=cancelled, contributors=contributor_count) for spec in specs]
    for raw in raws:
        rotatable(raw.blocks[0])
    return SumTables(data, raws, method, limits)


def _has_room(scaling: Scaling, small: float) -> bool:
    return scaling.large is None or scaling.large < small


def _with_noise(settings: MagnitudeSettings, small: float, least: float, limits: SumLimits) -> MagnitudeSettings:
    """Return the settings with another σ1 and λ; `least` is λ in multiples of p."""
    noise = round(least * limits.share, 12)
    return replace(
        settings,
        scaling=replace(settings.scaling, small=small),
        least_noise=noise,
        extra_noise=0.0,
        primary=(settings.primary or limits.primary) if noise else None,
        zero_sign="key" if noise else settings.zero_sign,
    )


def _with_settings(
    method: MagnitudeCellKeyMethod, magnitude: str, settings: MagnitudeSettings
) -> MagnitudeCellKeyMethod:
    """Return the method with other settings for the magnitude, in the same entry, so that its key does not change."""
    if magnitude not in dict(method.own):
        return replace(method, settings=settings)
    return replace(
        method,
        own=tuple(
            (name, settings if name == magnitude else magnitude_settings) for name, magnitude_settings in method.own
        ),
    )


def _smallest(
    all_sums: Sequence[ShownSums],
    settings: MagnitudeSettings,
    small: float,
    limits: SumLimits,
    cancelled: Callable[[], bool],
) -> NoisePair | None:
    """The smallest λ that holds F1 and F2 with a σ1."""
    for least in LEAST:
        if cancelled():
            raise Cancelled()
        if least * limits.share >= 1:
            return None
        magnitude_settings = _with_noise(settings, small, least, limits)
        if all(_rules_hold(cells, magnitude_settings, limits) for cells in all_sums):
            return NoisePair(small, magnitude_settings.least_noise, _cost(all_sums, magnitude_settings))
    return None


def _rules(cells: ShownSums, settings: MagnitudeSettings) -> NoiseRules:
    return replace(cells.rules, settings=settings)


def _rules_hold(cells: ShownSums, settings: MagnitudeSettings, limits: SumLimits) -> bool:
    """Return whether F1 and F2 hold in every sensitive cell; stops at the first chunk in which they do not."""
    wanted_indices = np.flatnonzero(cells.sensitive)
    for chunk, laws in laws_in_chunks(cells.sums, _rules(cells, settings), wanted_indices):
        judged_cells = judge_cells(laws, cells.top[chunk], cells.contributors[chunk], cells.sensitive[chunk], limits)
        near_chances, guess = judged_cells.near, judged_cells.guess
        if bool((near_chances > limits.near + _SLACK).any()) or bool(
            (guess[~np.isnan(guess)] > limits.guess + _SLACK).any()
        ):
            return False
    return True


def _cost(all_sums: Sequence[ShownSums], settings: MagnitudeSettings) -> float:
    """Compute the mean of E|noise| / |x| over the published sums; of many sums every n-th by size is taken."""
    errors: list[Floats] = []
    for cells in all_sums:
        x = np.abs(cells.sums.x)
        present_indices = np.flatnonzero(x > 0)
        examined_index = present_indices[np.argsort(x[present_indices], kind="stable")][
            :: max(1, -(-len(present_indices) // _LOOKED_AT))
        ]
        for chunk, laws in laws_in_chunks(cells.sums, _rules(cells, settings), examined_index):
            errors.append(laws.mean_abs / x[chunk])
    return float(np.concatenate(errors).mean()) if errors else 0.0


def _keeps_intervals(tables: SumTables, cells: ShownSums, seconds: float | None, cancelled: Callable[[], bool]) -> bool:
    """Return whether F3 holds; it does not where something could not be judged."""
    narrow, undecided, remarks = tables.intervals(cells, seconds, cancelled)
    if cancelled():
        raise Cancelled()
    return bool(np.isnan(narrow).all()) and not undecided.any() and not remarks


def _keeps_together(tables: SumTables, cells: ShownSums, cancelled: Callable[[], bool]) -> bool:
    """Return whether F5 holds for differences and all tables together; it does not where something could not be
    judged."""
    difference_chances, _, untold = tables.differences(cells, cancelled)
    linked, unlinked = tables.linked(cells, cancelled)
    worst = float(np.nanmax(difference_chances, initial=0.0)), float(np.nanmax(linked, initial=0.0))
    limits = tables.limits
    is_held = worst[0] <= limits.difference + _SLACK and worst[1] <= limits.average + _SLACK
    return is_held and not untold and not unlinked
