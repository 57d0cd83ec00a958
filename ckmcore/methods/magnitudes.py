"""The cell-key method for magnitudes [GT19 as τ-ARGUS has it, HB 4.6]; counts by the method for counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from itertools import combinations
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.checked import checked
from ckmcore.base.typed import LATER
from ckmcore.errors import DataError, InputError, ProtectionError
from ckmcore.keys.record_keys import cell_key_text, keys_too_coarse
from ckmcore.messages import Sentence, sentence
from ckmcore.methods.arithmetic import whole_half_away
from ckmcore.methods.cellkey import CellKeyMethod, published_weighted
from ckmcore.methods.derived import DECIMALS_OF_DOUBLES, Counted
from ckmcore.methods.examination import (
    ExaminedBlock,
    ExaminedMagnitude,
    Explanation,
    MagnitudeStory,
    NoiseStep,
    StoryStep,
)
from ckmcore.methods.magnitude_noise import Parts, SumCells, noised
from ckmcore.methods.magnitude_settings import PEERS, MagnitudeSettings
from ckmcore.methods.method import Method
from ckmcore.methods.own_keys import MOST_CORRELATED, Drawn, check_own_key, correlation, multiplied, multipliers
from ckmcore.methods.protected import Legend, Sign
from ckmcore.methods.sum_law import NoiseRules
from ckmcore.methods.sums import SumRules, blanks_as_zeros, measure_of, respondents
from ckmcore.ptable.floor.floor import OpenRule, magnitude_floor
from ckmcore.ptable.magnitudes import MagnitudePart, MagnitudePTable, MagnitudeType
from ckmcore.tabulate.magnitudes import RawMagnitude
from ckmcore.tabulate.raw import RawBlock, RawTable, weights_as_float
from ckmcore.tabulate.spec import CountKind, Measure, MeasureKind

Floats = NDArray[np.float64]
LEAST_DIGITS = 5


@checked
@dataclass(frozen=True, kw_only=True)
class MagnitudeCellKeyMethod(CellKeyMethod):
    """Cell-key method for counts and for sums of magnitudes, whose noise is measured in units of the largest
    contributions and added in steps. Counts are treated as by `CellKeyMethod`.

    large: perturbation table for sums; small: for small values, where these are separated. settings: of every magnitude
    without settings of its own; own: pairs of a magnitude and its settings. Published sums are rounded, halves away
    from zero; means are published sums divided by published numbers of records (`SumRules.mean_of`). Nothing is shown
    where the published count is 0, or, where records without a value are excluded, where the published number of
    contributors or of records with a value is 0.

    own_key: secret (`new_own_key`) by which each magnitude gets keys of its own; with "" all share the cell key, and
    the ratio of two sums of a single contributor is exactly the ratio of the originals.

    >>> settings = ckm.magnitude_settings("T(1)", "N(0.1)")
    >>> method = ckm.MagnitudeCellKeyMethod(ptable, large=ckm.design_magnitudes(5, 1.0), settings=settings)
    >>> spec = ckm.TableSpec("NUTS", values=ckm.sum_of("INCOME"))
    >>> shown = ckm.protect(ckm.tabulate(data, spec, contributors=method.contributors), method)
    >>> shown.value({"NUTS": "AT21"})
    240746
    """

    kind: ClassVar[str] = "magnitude_cell_key"
    option: ClassVar[str] = "magnitude"
    takes_sums: ClassVar[bool] = True

    large: MagnitudePTable
    small: MagnitudePTable | None = None
    settings: MagnitudeSettings | None = None
    own: tuple[tuple[str, MagnitudeSettings], ...] = ()
    own_key: str = field(default="", metadata=LATER, repr=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        check_own_key(self.own_key)
        names = [name for name, _ in self.own]
        for name in names:
            if names.count(name) > 1:
                raise InputError("settings_contradict", reason=sentence("contradict_settings_twice", magnitude=name))
        for settings in self._every_settings:
            self._parts(settings)
            if settings.compat and self.own_key:
                raise InputError(
                    "settings_contradict", reason=sentence("contradict_own_key", compat=PEERS[settings.compat])
                )
        if self.small is not None and not any(settings.separation for settings in self._every_settings):
            raise InputError("settings_contradict", reason=sentence("contradict_small_table"))

    @property
    def name(self) -> Sentence:
        return sentence("method_magnitude_cell_key")

    @property
    def of_counts(self) -> CellKeyMethod:
        """Cell-key method that treats counts in the same way."""
        return CellKeyMethod(
            **{each_field.name: getattr(self, each_field.name) for each_field in fields(CellKeyMethod)}
        )

    @property
    def plain_note(self) -> Sentence:
        return sentence("note_magnitude_cell_key")

    @property
    def short_note(self) -> Sentence:
        return sentence("note_magnitude_cell_key_short")

    @property
    def legend(self) -> Legend:
        """Legend of signs, including `.` for sums hidden because the published count is 0."""
        return {**super().legend, Sign.UNKNOWN: sentence("sign_secret")}

    @property
    def floor(self) -> tuple[OpenRule, ...]:
        """Open rules of the floor for its tables of counts (F1 to F8) and of sums (F1, F5)."""
        sums = (table for table in (self.large, self.small) if table is not None)
        return (*super().floor, *(rule for table in sums for rule in magnitude_floor(table)))

    @property
    def contributors(self) -> int:
        """Number of largest contributions to a cell that the method needs."""
        return max((settings.contributors for settings in self._every_settings), default=1)

    @property
    def _every_settings(self) -> tuple[MagnitudeSettings, ...]:
        return (*([] if self.settings is None else [self.settings]), *(settings for _, settings in self.own))

    def settings_of(self, magnitude: str) -> MagnitudeSettings:
        """Settings of a magnitude. Raises magnitude_settings_lacking."""
        magnitude_settings = dict(self.own).get(magnitude, self.settings)
        if magnitude_settings is None:
            raise ProtectionError("magnitude_settings_lacking", magnitude=magnitude)
        return magnitude_settings

    def sum_rules(self, magnitude: str) -> SumRules:
        """Rules on which records count in sums, by the magnitude's settings. Raises magnitude_settings_lacking."""
        return self.settings_of(magnitude).rules

    def _parts(self, settings: MagnitudeSettings) -> Parts:
        """Perturbation tables that the settings need. Raises magnitude_part_needed, magnitude_part_rowless,
        settings_contradict."""
        result = Parts()
        if settings.parity:
            result = replace(result, even=_rows_of_type(self.large, "even"), odd=_rows_of_type(self.large, "odd"))
        if not settings.parity or settings.k > 1:
            result = replace(result, all=_rows_of_type(self.large, "all"))
        if settings.separation:
            if self.small is None:
                raise InputError("settings_contradict", reason=sentence("contradict_separation"))
            # τ-ARGUS keeps them as "all" in a file of their own.
            type: MagnitudeType = "small_cells" if "small_cells" in self.small.types else "all"
            result = replace(result, small=_rows_of_type(self.small, type, "small"))
        return result

    def warnings(self, raw: RawTable) -> tuple[Sentence, ...]:
        """Warnings for counts and for each magnitude of the table: an m above σ1, keys too coarse for its tables."""
        sentences = list(super().warnings(raw))
        if not raw.spec.magnitudes:
            return tuple(sentences)
        for name in raw.spec.magnitudes:
            sentences += [warning for warning in self.settings_of(name).warnings if warning not in sentences]
        rules = {name: self.settings_of(name).rules for name in raw.spec.magnitudes}
        sentences += blanks_as_zeros(raw, rules)
        sentences += [told_sentence for name in rules if (told_sentence := self._ties(raw, name)) is not None]
        modulus = next((block.modulus for block in raw.blocks if block.modulus is not None), None)
        tables = [self.large, *([] if self.small is None else [self.small])]
        smallest = min(map(smallest_p, tables))
        if modulus is not None and keys_too_coarse(modulus, smallest):
            sentences.append(sentence("keys_too_coarse", modulus=modulus, needed=int(np.ceil(100 / smallest))))
        period = next((block.period for block in raw.blocks), "")
        flows = [name for name in raw.spec.magnitudes if self.settings_of(name).nature == "flow"]
        if self.own_key and not period:
            sentences += [sentence("flow_without_period", magnitude=raw.title(name)) for name in flows]
        sentences += [
            sentence("same_key_two", one=raw.title(first_name), other=raw.title(other))
            for first_name, other in self.sharing_keys(raw.spec.magnitudes, period, modulus)
        ]
        return tuple(sentences)

    def _ties(self, raw: RawTable, name: str) -> Sentence | None:
        """Warning where τ-ARGUS may publish other sums than this method: in cells whose largest contributions have
        equal size and different weights, it uses the first in the file (1.8). name: of the magnitude."""
        if self.settings_of(name).compat != "tauargus" or not any(value.needs_weights for value in raw.spec.values):
            return None
        count = 0
        for block in raw.every_block:
            magnitude = block.magnitudes.get(name)
            if magnitude is not None and magnitude.largest_weights is not None and magnitude.k > 1:
                sizes, heavy = np.abs(magnitude.largest), magnitude.largest_weights
                same = (sizes[..., 0] > 0) & (sizes[..., 0] == sizes[..., 1]) & (heavy[..., 0] != heavy[..., 1])
                count += int(same.sum())
        return sentence("weighted_ties", magnitude=raw.title(name), count=count) if count else None

    @property
    def own_rules(self) -> tuple[str, ...]:
        """Codes of our own rules that are in use and that no other program knows."""
        rule_codes = ["rule_own_key"] if self.own_key else []
        return tuple(
            dict.fromkeys(
                [*rule_codes, *(rule for every_setting in self._every_settings for rule in every_setting.own_rules)]
            )
        )

    def multiplier(self, magnitude: str, period: str, modulus: int) -> int:
        """Factor by which the cell key of a magnitude is multiplied to get its own key; 1 where all magnitudes share
        the key. period: code of the period; modulus: of the keys. Confidential, as part of the method's secret."""
        if not self.own_key:
            return 1
        # Levels come first: what they are must not hang on a flow, which is another one in each period.
        flow = {name: self.settings_of(name).nature == "flow" for name in (*dict(self.own), magnitude)}
        listed = sorted(dict(self.own), key=lambda name: (flow[name], name))
        earlier_magnitudes = listed[: listed.index(magnitude)] if magnitude in listed else listed
        names = [*(name for name in earlier_magnitudes if flow[magnitude] or not flow[name]), magnitude]
        return multipliers(
            self.own_key,
            tuple(names),
            tuple(period if flow[name] else "" for name in names),
            self.ptable,
            tuple(self._first_part(name) for name in names),
            modulus,
            self.boundary,
        )[-1]

    def sharing_keys(self, magnitudes: Sequence[str], period: str, modulus: int | None) -> list[tuple[str, str]]:
        """Pairs of magnitudes with correlated noise, which have the same or nearly the same keys."""
        if modulus is None or len(magnitudes) < 2:
            return []
        names = sorted(magnitudes)
        if not self.own_key:
            return list(combinations(names, 2))
        factors = {name: self.multiplier(name, period, modulus) for name in names}

        def related(first_name: str, other: str) -> bool:
            drawn = Drawn(self._first_part(first_name)), Drawn(self._first_part(other))
            correlation_ = correlation(*drawn, (factors[first_name], factors[other]), modulus, self.boundary)
            return abs(correlation_) > MOST_CORRELATED

        return [pair for pair in combinations(names, 2) if related(*pair)]

    def _first_part(self, magnitude: str) -> MagnitudePart:
        """Perturbation table of the first step for large sums of a magnitude."""
        table_parts = self._parts(self.settings_of(magnitude))
        found_all = table_parts.all if table_parts.even is None else table_parts.even
        if found_all is None:
            raise ValueError("settings without a table")
        return found_all

    def counted(self, block: RawBlock, *, weighted: bool) -> Counted:
        """Published counts and sums of a block, and, with `weighted`, weighted ones.

        Raises no_record_keys, magnitude_settings_lacking, magnitude_keys_modulus, magnitude_values_missing,
        contributors_not_kept, figure_too_large.
        """
        counted = super().counted(replace(block, magnitudes={}), weighted=weighted)
        published, decimals = dict(counted.published), dict(counted.decimals)
        rules = {name: self.settings_of(name).rules for name in block.magnitudes}
        for name, rule in rules.items():
            published |= self._respondents(block, name, rule, weighted=weighted)
        secret = {}
        for measure, sums in self._sums(block).items():
            name = measure.magnitude
            raw, settings = block.magnitudes[name], self.settings_of(name)
            places = _published_decimals(raw, settings)
            decimals[measure] = places
            published[measure] = figures = _rounded(raw, measure.of, sums, places)
            if rules[name].counts_values:
                # A sum of 0 is no zero where somebody contributes to it; true zeros may be declared public.
                public, contributors = rules[name].zero_is == "public", raw.contributors
                if rules[name].shown_with == "records":
                    # By published numbers alone: else a sign beside a published 0 would say who is there.
                    contributors = published[Measure("contributors", name)]
                secret[measure] = (figures == 0) & ((contributors > 0) | (not public))
        return replace(
            counted, published=published, decimals=decimals, secret=secret, sums=rules, threshold=self.threshold
        )

    def _respondents(
        self, block: RawBlock, name: str, rules: SumRules, *, weighted: bool
    ) -> dict[Measure, NDArray[np.int64]]:
        """Published numbers of records with a value and of contributors, each protected as a count with its own key."""
        heavies = {}
        for which in rules.numbers():
            records = respondents(block, name, which, rules)
            noise = self._noise(records)
            heavies[measure_of(which, "count", name)] = records.counts + noise
            if weighted and records.weights is not None:
                heavy = published_weighted(records, self._weighted_noise(records), self.weighted_step)
                heavies[measure_of(which, "weighted_count", name)] = heavy
        return heavies

    def _sums(self, block: RawBlock) -> dict[Measure, ExaminedMagnitude]:
        """Effect of the method on every sum of a block, unweighted and, where the block has weights, weighted."""
        kinds: tuple[CountKind, ...] = ("count", "weighted_count")
        return {
            Measure(counted_kind, name): self._noised(block, name, counted_kind)
            for name, magnitude in block.magnitudes.items()
            for counted_kind in (kinds if magnitude.weighted_sums is not None else kinds[:1])
        }

    def _noised(self, block: RawBlock, name: str, counted_kind: CountKind) -> ExaminedMagnitude:
        raw, settings = block.magnitudes[name], self.settings_of(name)
        settings.rules.refuse(block, name)
        modulus = rotatable(block)
        keys = raw.key_sums if block.modular or raw.key_sums is None else raw.key_sums % np.uint64(modulus)
        if settings.include_zeros:
            keys = respondents(block, name, "valid", settings.rules).cell_keys
        if keys is None:
            raise DataError("no_record_keys")
        keys = multiplied(keys, self.multiplier(name, block.period, modulus), modulus)
        cells, rules = self.sum_cells(block, name, counted_kind), self.noise_rules(name, modulus)
        found_noised = noised(
            cells.x,
            cells.contributions,
            cells.contributors,
            cells.sensitive,
            keys,
            modulus,
            settings,
            rules.parts,
            self.boundary,
            cells.largest,
        )
        divided_by = self._divided_by(block, name, counted_kind)
        return ExaminedMagnitude(
            cells.x, found_noised.published, cells.contributors, keys, cells.sensitive, found_noised.steps, divided_by
        )

    def sum_cells(self, block: RawBlock, name: str, of: CountKind = "count") -> SumCells:
        """Sums of a block with the inputs of their noise. name: magnitude. Raises contributors_not_kept."""
        raw, settings = block.magnitudes[name], self.settings_of(name)
        if raw.k < settings.contributors:
            raise ProtectionError("contributors_not_kept", needed=settings.contributors, kept=raw.k)
        valid = respondents(block, name, "valid", settings.rules)
        x, sensitive = _sums_of(raw, of), np.zeros(block.cells.held, dtype=np.bool_)
        if settings.primary is not None:
            sensitive = settings.primary.sensitive(block, name)
        contributors = valid.counts if settings.include_zeros else raw.contributors
        contributions = _contributions(valid, raw, of, x, settings)
        return SumCells(x, contributions, contributors, sensitive, _k_largest(valid, raw, of, 1)[..., 0])

    def noise_rules(self, magnitude: str, modulus: int) -> NoiseRules:
        """Rules of the noise of a magnitude, without its keys. modulus: of the keys."""
        settings = self.settings_of(magnitude)
        return NoiseRules(settings, self._parts(settings), modulus, self.boundary)

    def published_rules(self, block: RawBlock, measure: Measure, modulus: int) -> NoiseRules:
        """Rules of the noise of a block's sums, including the rounding of published sums."""
        raw, settings = block.magnitudes[measure.magnitude], self.settings_of(measure.magnitude)
        decimals = _published_decimals(raw, settings)
        whole = measure.of != "weighted_count" and raw.decimals == decimals
        return replace(self.noise_rules(measure.magnitude, modulus), decimals=decimals, whole=whole)

    def _divided_by(self, block: RawBlock, name: str, counted_kind: CountKind) -> tuple[Floats, Floats] | None:
        rules = self.settings_of(name).rules
        if rules.mean_of == "records":
            return None
        records = respondents(block, name, rules.mean_of, rules)
        published = (records.counts + self._noise(records)).astype(np.float64)
        if counted_kind == "count" or records.weights is None:
            return records.counts.astype(np.float64), published
        weights = weights_as_float(records)
        return weights, published * (weights / np.maximum(records.counts, 1))

    def _examined(self, block: RawBlock) -> ExaminedBlock:
        return replace(super()._examined(block), magnitudes=self._sums(block))

    def explain_cell(self, raw: RawBlock, examined: ExaminedBlock, position: tuple[int, ...]) -> Explanation:
        explanation = super().explain_cell(raw, examined, position)
        stories = [self._story(raw, measure, sums, position) for measure, sums in examined.magnitudes.items()]
        return replace(explanation, magnitudes=tuple(stories))

    def _story(
        self, raw: RawBlock, measure: Measure, sums: ExaminedMagnitude, position: tuple[int, ...]
    ) -> MagnitudeStory:
        settings, modulus = self.settings_of(measure.magnitude), rotatable(raw)
        table_parts, contributors = self._parts(settings), int(sums.contributors[position])

        def told(step: NoiseStep, number: int) -> StoryStep:
            parity = table_parts.odd if contributors % 2 else table_parts.even
            small = (
                table_parts.small
                if step.small[position]
                else parity
                if settings.parity and number == 0
                else table_parts.all
            )
            ratio = float(step.ratio[position])
            rows = (0.0, 0.0)
            if small is not None:
                lower, upper, _ = small.neighbours(np.array([ratio]))
                rows = (small.rows[int(lower[0])], small.rows[int(upper[0])])
            return StoryStep(
                float(step.unit[position]),
                ratio,
                cell_key_text(int(step.key[position]), modulus, raw.key_digits),
                rows,
                float(step.v[position]),
                float(step.amount[position]),
                bool(step.small[position]),
            )

        return MagnitudeStory(
            measure,
            float(sums.values[position]),
            float(sums.published[position]),
            contributors,
            "" if sums.cell_keys is None else cell_key_text(int(sums.cell_keys[position]), modulus, raw.key_digits),
            bool(sums.sensitive[position]),
            tuple(told(step, step_index) for step_index, step in enumerate(sums.steps)),
        )


def refuse_for_tau_argus(method: MagnitudeCellKeyMethod) -> None:
    """Raise not_for_tau_argus where τ-ARGUS with the same tables would publish other sums than the method."""
    for rule in method.own_rules:
        raise ProtectionError("not_for_tau_argus", rule=sentence(rule))


def as_of_sums(method: Method | None) -> MagnitudeCellKeyMethod | None:
    """The method as a method for sums, or None where it is none."""
    return method if isinstance(method, MagnitudeCellKeyMethod) else None


def _rows_of_type(table: MagnitudePTable, type: MagnitudeType, what: str = "large") -> MagnitudePart:
    """The rows of a type, of the table for `large` or `small` values."""
    if type not in table.types:
        raise ProtectionError(
            "magnitude_part_needed", type=type, types=table.types, what=sentence(f"magnitude_what_{what}")
        )
    magnitude_part = table.part(type)
    if magnitude_part.rows[-1] < 1:
        raise ProtectionError(
            "magnitude_part_rowless", type=type, row=magnitude_part.rows[-1], what=sentence(f"magnitude_what_{what}")
        )
    return magnitude_part


def smallest_p(table: MagnitudePTable) -> float:
    """The smallest probability above 0 in any row."""
    rows = (
        magnitude_part.row_distribution(row_index)
        for magnitude_part in table.parts
        for row_index in range(len(magnitude_part.rows))
    )
    return min((p for row in rows for p in row.values() if p > 0), default=1.0)


def rotatable(block: RawBlock) -> int:
    """Modulus of the keys, which must be a power of ten of at least 10^5. Raises no_record_keys,
    magnitude_keys_modulus."""
    if block.modulus is None:
        raise DataError("no_record_keys")
    digits = len(str(block.modulus)) - 1
    if block.modulus != 10**digits or digits < LEAST_DIGITS:
        raise ProtectionError("magnitude_keys_modulus", modulus=block.modulus, digits=LEAST_DIGITS)
    return block.modulus


def _sums_of(raw: RawMagnitude, counted_kind: CountKind) -> Floats:
    """Sums as float64. counted_kind: unweighted or weighted."""
    sums, decimals = (raw.sums, raw.decimals) if counted_kind == "count" else (raw.weighted_sums, raw.weighted_decimals)
    if sums is None:
        raise ValueError("magnitude without weights")
    found_sums: Floats = sums / np.float64(10 ** (decimals or 0))
    return found_sums


def _contributions(
    valid: RawBlock, raw: RawMagnitude, counted_kind: CountKind, x: Floats, settings: MagnitudeSettings
) -> Floats:
    """|x_k| of each cell on a further axis: the k largest contributions with their weights, or a single number for the
    types M, D, V.

    valid: records with a value, which M divides by and among which D finds the smallest.
    """
    unit = np.float64(10 ** (raw.decimals or 0))
    if settings.contribution == "T":
        return _k_largest(valid, raw, counted_kind, settings.k)
    if settings.contribution == "M":
        records = weights_as_float(valid) if counted_kind == "weighted_count" else valid.counts.astype(np.float64)
        contributions = np.abs(x) / np.where(records == 0, 1.0, records)
    elif settings.contribution == "D":
        # A record with 0 is the smallest of all.
        smallest = np.where(raw.contributors < valid.counts, 0, raw.smallest)
        contributions = (np.abs(raw.largest[..., 0]) - smallest) / unit
    else:
        contributions = np.abs(x)
    return contributions[..., np.newaxis]


def _k_largest(valid: RawBlock, raw: RawMagnitude, counted_kind: CountKind, k: int) -> Floats:
    """The k largest contributions |x_1| .. |x_k| with their weights, on a further axis."""
    largest: Floats = np.abs(raw.largest[..., :k]) / np.float64(10 ** (raw.decimals or 0))
    if counted_kind == "weighted_count" and raw.largest_weights is not None:
        scale = np.float64(10 ** (valid.weight_decimals or 0))
        largest = largest * np.abs(raw.largest_weights[..., :k]) / scale
    return largest


def _published_decimals(raw: RawMagnitude, settings: MagnitudeSettings) -> int:
    """Number of decimals of published sums: the data's, or fewer by the settings."""
    given_doubles = DECIMALS_OF_DOUBLES if raw.decimals is None else raw.decimals
    if settings.decimals is None:
        return given_doubles
    return settings.decimals if raw.decimals is None else min(settings.decimals, given_doubles)


def _rounded(raw: RawMagnitude, measure_kind: MeasureKind, sums: ExaminedMagnitude, decimals: int) -> NDArray[np.int64]:
    """Published sums scaled by 10^places. Sums of exact decimals stay exact, and only their noise is rounded."""
    scale = 10.0**decimals
    if measure_kind == "weighted_count" or raw.decimals != decimals:
        return whole_half_away(sums.published * scale)
    noise: Floats = np.sum([step.amount for step in sums.steps], axis=0)
    whole_sums, more = raw.sums, whole_half_away(noise * scale)
    largest = max(abs(int(whole_sums.max(initial=0))), abs(int(whole_sums.min(initial=0))))
    if largest + max(abs(int(more.max(initial=0))), abs(int(more.min(initial=0)))) >= 2**63:
        raise InputError("figure_too_large")
    result: NDArray[np.int64] = whole_sums + more
    return result
