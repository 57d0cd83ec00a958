"""The cell-key method for counts, unweighted and weighted [W19, W24]; method.md section 1."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import ClassVar, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.checked import checked
from ckmcore.errors import DataError, InputError, ProtectionError
from ckmcore.keys.record_keys import cell_key_text, keys_too_coarse
from ckmcore.messages import Sentence, joined, sentence
from ckmcore.methods.arithmetic import divide_exactly, divide_half_away, whole_half_away
from ckmcore.methods.count_noise import CountNoise
from ckmcore.methods.derived import RECORDS, WEIGHTED, Counted, DerivedRules
from ckmcore.methods.examination import ExaminedBlock, Explanation
from ckmcore.methods.method import Family, Method
from ckmcore.methods.own_keys import multiplied, weighted_multiplier
from ckmcore.methods.protected import Legend, Sign
from ckmcore.methods.settings import check_known, check_settings, choice, whole
from ckmcore.methods.signs import legend
from ckmcore.methods.table_noise import TableNoise
from ckmcore.ptable import Boundary, PTable
from ckmcore.ptable.floor.floor import OpenRule, ptable_floor
from ckmcore.tabulate.raw import RawBlock, RawTable, weights_as_float

Criterion = Literal["mean", "within_one", "from_three", "from_four"]
BaseSign = Literal["unreliable", "uncertain"]
WeightedKey = Literal["count", "own"]
WEIGHTED_STEPS = (1, 10, 100, 1000, 10_000)
CRITERIA: tuple[Criterion, ...] = get_args(Criterion)


@checked
@dataclass(frozen=True)
class CellKeyMethod(Method):
    """Cell-key method: the published count is the original count plus noise. The noise is looked up by the cell key in
    row min(count, last row) of the perturbation table `ptable`. Empty cells stay 0.

    boundary: which noise a key on a bound has, "less" (τ-ARGUS, cellKey: key < upper) or "less_equal" ([W24]).
    criteria: those of the four quality criteria [W19] that the note claims, as thresholds, never D or V; the claims are
    judged on tables when the method is put in force.

    Limits are on the published number of records n', and 0 switches each of them off. threshold: below it, 0 included,
    the cell shows nothing, nor do values derived from the cell (ONS). unreliable_below: below it, except 0, `/`
    replaces the cell's figures. uncertain_below: below it, except 0, the figures are in brackets. minimum_base: shares,
    changes, ratios and rates with fewer published records in numerator or denominator carry `base_sign`.

    Weighted counts are (n + noise) W / n, rounded to whole numbers, or to multiples of `weighted_step`, halves away
    from zero and exactly. weighted_key: "count" for the noise of the count (both together then give the mean weight
    without noise, rule F18), or "own" for noise by a multiple of the cell key.

    >>> method = ckm.CellKeyMethod(ptable, threshold=10)
    >>> shown = ckm.protect(raw, method)
    >>> shown.value({"NUTS": "AT11", "SEX": "1"})
    152
    """

    kind: ClassVar[str] = "cell_key"
    family: ClassVar[Family] = "cell_key"
    needs_keys: ClassVar[bool] = True
    option: ClassVar[str] = "ckm"

    ptable: PTable
    boundary: Boundary = choice("less", "boundary", get_args(Boundary))
    criteria: tuple[Criterion, ...] = ()
    threshold: int = whole(0, "hide_below")
    minimum_base: int = whole(0, "minimum_base")
    base_sign: BaseSign = choice("unreliable", "base_sign", get_args(BaseSign))
    unreliable_below: int = whole(0, "unreliable_below")
    uncertain_below: int = whole(0, "uncertain_below")
    weighted_step: int = choice(1, "weighted_step", WEIGHTED_STEPS)
    weighted_key: WeightedKey = choice("count", "weighted_key", get_args(WeightedKey), later=True)

    def __post_init__(self) -> None:
        check_settings(self)
        for criterion in self.criteria:
            check_known("criterion", criterion, CRITERIA)
        self._refuse_contradictions()

    def _refuse_contradictions(self) -> None:
        """Raise settings_contradict where a setting has no effect because of another one."""
        limits = [
            rule_name for rule_name in ("threshold", "unreliable_below", "uncertain_below") if getattr(self, rule_name)
        ]
        for first, second in pairwise(limits):
            if getattr(self, first) >= getattr(self, second):
                names = {"first": sentence(f"setting_{first}"), "second": sentence(f"setting_{second}")}
                fields = {"one": getattr(self, first), "other": getattr(self, second)}
                raise InputError("settings_contradict", reason=sentence("contradict_limits", **names, **fields))

    @property
    def claims(self) -> tuple[str, ...]:
        return self.criteria

    @property
    def name(self) -> Sentence:
        return sentence("method_cell_key")

    @property
    def plain_note(self) -> Sentence:
        """Note of the method without the sentences on its settings."""
        return sentence("note_cell_key")

    @property
    def note(self) -> Sentence:
        plain_notes = [self.plain_note]
        if self.weighted_step > 1:
            plain_notes.append(sentence("note_weighted_step", step=self.weighted_step))
        if self.criteria:
            criteria = joined(
                [sentence(f"criterion_{criterion_name}") for criterion_name in self.criteria], "note_list"
            )
            plain_notes.append(sentence("note_criteria", criteria=criteria))
        return joined(plain_notes, "note_and")

    @property
    def short_note(self) -> Sentence:
        return sentence("note_cell_key_short")

    @property
    def legend(self) -> Legend:
        unreliable = self.unreliable_below or (self.minimum_base and self.base_sign == "unreliable")
        uncertain = self.uncertain_below or (self.minimum_base and self.base_sign == "uncertain")
        more_signs = [
            sign for sign, is_wanted in ((Sign.UNRELIABLE, unreliable), (Sign.UNCERTAIN, uncertain)) if is_wanted
        ]
        return legend(*more_signs, secret=self.threshold > 0)

    @property
    def floor(self) -> tuple[OpenRule, ...]:
        """The open rules of its perturbation tables (F1 to F8)."""
        return ptable_floor(self.ptable, self.threshold)

    def warnings(self, raw: RawTable) -> tuple[Sentence, ...]:
        """Warning where keys are too coarse for the table's smallest probability p: M < 100 / p."""
        modulus = next((block.modulus for block in raw.blocks if block.modulus is not None), None)
        if modulus is not None and keys_too_coarse(modulus, self.ptable.smallest_p):
            return (sentence("keys_too_coarse", modulus=modulus, needed=int(np.ceil(100 / self.ptable.smallest_p))),)
        return ()

    def _noise(self, block: RawBlock) -> NDArray[np.int64]:
        keys = block.cell_keys
        if keys is None or block.modulus is None:
            raise DataError("no_record_keys")
        return self.ptable.lookup(block.counts, keys, block.modulus, self.boundary)

    def _weighted_noise(self, block: RawBlock) -> NDArray[np.int64]:
        """Noise of the number of records behind weighted counts. Where the count is published as 0, so is the weighted
        count, since it would otherwise reveal that somebody is there."""
        keys, noise = block.cell_keys, self._noise(block)
        if self.weighted_key == "count" or keys is None or block.modulus is None:
            return noise
        keys = multiplied(keys, weighted_multiplier(self.ptable, block.modulus, self.boundary), block.modulus)
        own_lookup = self.ptable.lookup(block.counts, keys, block.modulus, self.boundary)
        return np.where(block.counts + noise == 0, -block.counts, own_lookup)

    def counted(self, block: RawBlock, *, weighted: bool) -> Counted:
        """Published counts of a block, and, with `weighted`, weighted counts.

        Raises no_record_keys, method_without_magnitudes.
        """
        for magnitude in block.magnitudes:
            raise ProtectionError("method_without_magnitudes", magnitude=magnitude)
        noise = self._noise(block)
        published = {RECORDS: block.counts + noise}
        if weighted:
            published[WEIGHTED] = published_weighted(block, self._weighted_noise(block), self.weighted_step)
        return Counted(published, signs=self.signs(published[RECORDS]), rules=self.derived_rules)

    @property
    def derived_rules(self) -> DerivedRules:
        """The minimum base, and its sign."""
        return DerivedRules(least_records=self.minimum_base, sign=Sign[self.base_sign.upper()])

    @property
    def weighted_by_count(self) -> int | None:
        """The step of weighted counts (n + noise) W / n, with the noise of the count."""
        return self.weighted_step if self.weighted_key == "count" else None

    @property
    def weighted_apart(self) -> bool:
        """Whether weighted counts have noise of their own, by the setting `weighted_key`."""
        return self.weighted_key == "own"

    def with_weighted_steps(self, least: int) -> tuple[tuple[int, Method], ...]:
        """Variants of the method with each of `WEIGHTED_STEPS` from `least` on."""
        return tuple((step, replace(self, weighted_step=step)) for step in WEIGHTED_STEPS if step >= least)

    @property
    def count_noise(self) -> CountNoise:
        """Noise of the perturbation table, with the limits below which signs are used."""
        limits = (self.threshold, self.unreliable_below, self.uncertain_below)
        return TableNoise(self.ptable, self.boundary, *limits)

    def signs(self, published: NDArray[np.int64]) -> NDArray[np.uint8] | None:
        """Signs in place of figures or around them, by the published numbers of records; None without signs.

        A published 0 is shown as any other 0, unless it is below the threshold.
        """
        return self.count_noise.signs(published)

    def _examined(self, block: RawBlock) -> ExaminedBlock:
        noise = self._noise(block)
        weighted = None if block.weights is None else weights_as_float(block)
        published_w = None
        if weighted is not None:
            published_w = (block.counts + self._weighted_noise(block)) * (weighted / np.maximum(block.counts, 1))
        return ExaminedBlock(
            block.dimensions,
            block.counts,
            block.key_sums,
            block.cell_keys,
            block.modular,
            block.modulus,
            block.key_digits,
            self.ptable.lookup_row_used(block.counts),
            noise,
            block.counts + noise,
            weighted,
            published_w,
            listed=block.listed,
        ).unchanged(block.exempt)

    def explain_cell(self, raw: RawBlock, examined: ExaminedBlock, position: tuple[int, ...]) -> Explanation:
        if raw.modulus is None or examined.cell_keys is None or raw.key_sums is None or examined.rows_used is None:
            raise DataError("no_record_keys")
        modulus, key = raw.modulus, int(examined.cell_keys[position])
        sum_text, key_text = key_texts(raw, position)
        row = int(examined.rows_used[position])
        compiled = self.ptable.lookup_bounds(modulus, self.boundary)
        begin, end = int(compiled.offsets[row]), int(compiled.offsets[row + 1])
        interval = int(np.searchsorted(compiled.bounds[begin:end], np.uint64(key), side="right"))
        lower = float(self.ptable.lower_bounds[begin + interval])
        upper = float(self.ptable.upper_bounds[begin + interval])
        return Explanation(
            {dim.name: dim.nodes[coordinate].code for dim, coordinate in zip(raw.dimensions, position, strict=True)},
            int(examined.counts[position]),
            int(examined.noise[position]),
            int(examined.published[position]),
            sum_text,
            key_text,
            key / modulus,
            row,
            interval,
            lower,
            upper,
            None if examined.weighted is None else float(examined.weighted[position]),
            None if examined.published_weighted is None else float(examined.published_weighted[position]),
        )


def as_cell_key(method: Method | None) -> CellKeyMethod | None:
    """The method as a cell-key method, or None where it is none."""
    return method if isinstance(method, CellKeyMethod) else None


def with_table(method: Method | None, ptable: PTable) -> CellKeyMethod:
    """Cell-key method with another perturbation table. Settings are taken from `method` where it is a cell-key method,
    except the criteria, which belong to its table."""
    key_method = as_cell_key(method)
    return CellKeyMethod(ptable) if key_method is None else replace(key_method, ptable=ptable, criteria=())


def key_texts(raw: RawBlock, position: tuple[int, ...]) -> tuple[str | None, str]:
    """Texts of a cell's key sum and cell key, with all digits. The key sum is None where only its value modulo M is
    known.

    Raises no_record_keys. Confidential.
    """
    if raw.modulus is None or raw.cell_keys is None or raw.key_sums is None:
        raise DataError("no_record_keys")
    total = int(raw.key_sums[position])
    text = cell_key_text(int(raw.cell_keys[position]), raw.modulus, raw.key_digits)
    if raw.modular:
        return None, text
    return str(total) if raw.key_digits is None else f"{total // raw.modulus}{text[1:]}", text


def published_weighted(block: RawBlock, noise: NDArray[np.int64], step: int = 1) -> NDArray[np.int64]:
    """Weighted counts (n + noise) W / n rounded to multiples of `step`, halves away from zero; exact where weights are
    decimals.

    noise: of each cell's number of records. Raises figure_too_large.
    """
    if block.weights is None:
        raise ValueError("block without weights")
    counts = block.counts
    published = counts + noise
    safe = np.maximum(counts, 1)
    if block.weight_decimals is None:
        with np.errstate(over="ignore"):
            scaled = published * (block.weights / safe) / step
        return step * whole_half_away(np.where(counts == 0, 0.0, scaled))
    weights = block.weights.astype(np.int64)
    denominator = safe * (10**block.weight_decimals * step)
    largest = int(published.max(initial=0)) * int(np.abs(weights).max(initial=0)) + int(denominator.max(initial=0))
    if largest < 2**61:
        return step * np.where(counts == 0, 0, divide_half_away(published * weights, denominator))
    products = (p * w for p, w in zip(published.ravel().tolist(), weights.ravel().tolist(), strict=True))
    return step * divide_exactly(products, denominator.ravel().tolist(), counts.shape)
