"""The settings of the cell-key method for magnitudes, checked when they are made; method.md section 3."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Literal, cast, get_args

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.checked import checked
from ckmcore.base.typed import LATER
from ckmcore.errors import InputError
from ckmcore.messages import Sentence, sentence
from ckmcore.methods.primary import PrimaryRules
from ckmcore.methods.settings import as_doubles, check_known, check_whole
from ckmcore.methods.sums import MeanOf, MissingValues, ShownWith, SumRules, ZeroIs, new_method
from ckmcore.tabulate.magnitudes import MOST_CONTRIBUTORS
from ckmcore.tabulate.spec import MOST_DECIMALS

Floats = NDArray[np.float64]
Contribution = Literal["T", "M", "D", "V"]
# The sign of noise 0 where something is added to it all the same: always up, or by the parity of the rotated key.
ZeroSign = Literal["plus", "key"]
# Whether the same units report again in other periods (stocks, wages), or each period's figures are its own (turnover).
Nature = Literal["level", "flow"]
# Cells with fewer contributors are sensitive wherever sums are to be protected; magnitudes.md 5.8.
LEAST_FREQUENCY = 3
# Whose rules hold: our own ("": what the settings say), those of τ-ARGUS or of R cellKey; magnitudes.md 1.9.
Compat = Literal["", "tauargus", "cellkey"]
_CKM = re.compile(r"\s*(?:(?P<top>T)\s*\(\s*(?P<k>\d+)\s*\)|(?P<other>[TMDV]))\s*", re.IGNORECASE)
_SCALING = re.compile(r"\s*(?P<form>[FN])\s*\(\s*(?P<numbers>[^()]*)\)\s*", re.IGNORECASE)


PEERS = {"tauargus": "τ-ARGUS", "cellkey": "R cellKey"}


@checked
@dataclass(frozen=True)
class Scaling:
    """Function m(z): unit of noise of a contribution of size z, as a share of z.

    Simple scaling: m = `small` (σ1) for every z. Flexible scaling, with `large` (σ0), `bend` (z_f) and `q`: σ1 below
    z_f, then decreasing towards σ0 with growing z; q > 1 is the speed.

    >>> import numpy as np
    >>> flex = ckm.Scaling(small=0.3, large=0.03, bend=1000, q=3)
    >>> flex.m(np.array([500.0, 2000.0])).round(6).tolist()
    [0.3, 0.198889]
    """

    small: float
    large: float | None = None
    bend: float | None = None
    q: float | None = None

    def __post_init__(self) -> None:
        as_doubles(self, "small", "large", "bend", "q")
        flex = (self.large, self.bend, self.q)
        if not 0 < self.small <= 1:
            raise InputError("magnitude_setting_faulty", reason=sentence("scaling_small", found=self.small))
        if any(number is None for number in flex):
            if any(number is not None for number in flex):
                raise InputError("magnitude_setting_faulty", reason=sentence("scaling_incomplete"))
            return
        large, bend, q = (number or 0.0 for number in flex)
        if not 0 < large < self.small:
            raise InputError(
                "magnitude_setting_faulty", reason=sentence("scaling_large", found=large, small=self.small)
            )
        if not 0 < bend < math.inf:
            raise InputError("magnitude_setting_faulty", reason=sentence("scaling_bend", found=bend))
        if not 1 < q < math.inf:
            raise InputError("magnitude_setting_faulty", reason=sentence("scaling_q", found=q))

    @property
    def is_flex(self) -> bool:
        return self.large is not None

    @property
    def rises(self) -> bool:
        """Whether m exceeds σ1 beyond z_f: q < 2 σ1 / (σ1 - σ0)."""
        if self.large is None or self.q is None:
            return False
        # But for what float64 leaves: σ1 - σ0 of .3 and .2 is not quite .1.
        return self.q < 2 * self.small / (self.small - self.large) * (1 - 1e-9)

    def m(self, sizes: Floats, least: float = 0.0) -> Floats:
        """Values of m for sizes |x|; with flexible scaling 0 up to `least` (z_s), as in τ-ARGUS."""
        if self.large is None or self.bend is None or self.q is None:
            return np.full(np.shape(sizes), self.small)
        low, high, bend = self.large, self.small, self.bend
        found_high: Floats = np.where(np.asarray(sizes) > least, high, 0.0)
        beyond = np.asarray(sizes) >= bend
        z = np.asarray(sizes)[beyond]  # powers cost most
        found_high[beyond] = low * (1 + ((high * z - low * bend) / (low * bend)) * (2 * bend / (bend + z)) ** self.q)
        return found_high


@checked
@dataclass(frozen=True)
class MagnitudeSettings:
    """Settings of the cell-key method for sums of one magnitude.

    contribution: x_k is the k-th largest contribution ("T", k = 1 .. `k`), the mean ("M"), the largest minus the
    smallest ("D") or the total ("V"). epsilon: ε1 = 1 and descending factors, one for each step. separation: small
    values have a perturbation table of their own. parity: the first step has tables for even and odd numbers of
    contributors. include_zeros: key and number of contributors include all records, otherwise only those with a value
    other than 0. extra_noise: μ_c, added in the first step of cells that `primary` marks as sensitive. decimals: of
    published sums, at most those of the data, None for these (2 for values that are no exact decimals).

    missing, mean_of, zero_is, least_contributors, shown_with: as in SumRules. Where missing, mean_of and shown_with are
    not given, they are those of new methods (`NEW_METHOD`), or with `compat` those of the other program.

    The following rules are our own (magnitudes.md 1.5 to 1.9). least_noise: λ, the noise of the first step in sensitive
    cells is at least this share of the largest contribution, and is the only step. zero_sign: sign of a noise of 0 in
    the first step. nature: with an own key (`MagnitudeCellKeyMethod.own_key`) a level has the same key in all periods,
    a flow a new one in each. small_unit: unit of noise of small values. compat: program whose rules hold; R cellKey
    omits ε below z_f and adds μ_c in every step.

    >>> settings = ckm.MagnitudeSettings(ckm.Scaling(0.1), k=3, epsilon=(1, 0.5, 0.2))
    >>> settings == ckm.magnitude_settings("T(3)", "N(0.1,0.5,0.2)")
    True
    """

    scaling: Scaling
    contribution: Contribution = "T"
    k: int = 1
    epsilon: tuple[float, ...] = (1.0,)
    separation: bool = False
    parity: bool = False
    include_zeros: bool = False
    extra_noise: float = 0.0
    primary: PrimaryRules | None = None
    decimals: int | None = None
    missing: MissingValues = field(default="zero", metadata=new_method("missing"))
    mean_of: MeanOf = field(default="records", metadata={**LATER, **new_method("mean_of")})
    zero_is: ZeroIs = field(default="secret", metadata=LATER)
    least_contributors: int = field(default=0, metadata=LATER)
    least_noise: float = field(default=0.0, metadata=LATER)
    zero_sign: ZeroSign = field(default="plus", metadata=LATER)
    nature: Nature = field(default="level", metadata=LATER)
    small_unit: float = field(default=1.0, metadata=LATER)
    compat: Compat = field(default="", metadata=LATER)
    shown_with: ShownWith = field(default="contributors", metadata={**LATER, **new_method("shown_with")})

    def __post_init__(self) -> None:
        as_doubles(self, "epsilon", "extra_noise", "least_noise", "small_unit")
        check_known("zero_sign", self.zero_sign, get_args(ZeroSign))
        check_known("nature", self.nature, get_args(Nature))
        check_known("compat", self.compat, get_args(Compat))
        check_known("contribution", self.contribution, get_args(Contribution))
        check_known("missing", self.missing, get_args(MissingValues))
        check_known("mean_of", self.mean_of, get_args(MeanOf))
        check_known("zero_is", self.zero_is, get_args(ZeroIs))
        check_known("shown_with", self.shown_with, get_args(ShownWith))
        check_whole("least_contributors", self.least_contributors, 0, MOST_CONTRIBUTORS)
        check_whole("k", self.k, 1, MOST_CONTRIBUTORS)
        if self.decimals is not None:
            check_whole("decimals", self.decimals, 0, MOST_DECIMALS)
        if self.contribution != "T" and self.k != 1:
            reason = sentence("contradict_k", contribution=self.contribution, k=self.k)
            raise InputError("settings_contradict", reason=reason)
        if len(self.epsilon) != self.k:
            raise InputError(
                "magnitude_setting_faulty", reason=sentence("epsilon_count", found=len(self.epsilon), k=self.k)
            )
        if self.epsilon[0] != 1 or self.epsilon[-1] <= 0 or any(b > a for a, b in pairwise(self.epsilon)):
            raise InputError("magnitude_setting_faulty", reason=sentence("epsilon_order", found=list(self.epsilon)))
        if not 0 <= self.extra_noise < math.inf:
            raise InputError("magnitude_setting_faulty", reason=sentence("extra_noise_range", found=self.extra_noise))
        if not 0 <= self.least_noise < 1:
            raise InputError("magnitude_setting_faulty", reason=sentence("least_noise_range", found=self.least_noise))
        if not 0 < self.small_unit < math.inf:
            raise InputError("magnitude_setting_faulty", reason=sentence("small_unit_range", found=self.small_unit))
        self._refuse_contradictions()

    def _refuse_contradictions(self) -> None:
        """Raise settings_contradict where a setting has no effect because of another one."""
        if self.extra_noise and self.least_noise:
            raise InputError("settings_contradict", reason=sentence("least_and_mu"))
        if self.extra_noise and self.primary is None:
            raise InputError("settings_contradict", reason=sentence("contradict_extra_noise", found=self.extra_noise))
        if self.least_noise and self.primary is None:
            raise InputError("settings_contradict", reason=sentence("contradict_least_noise", found=self.least_noise))
        if self.primary is not None and not (self.extra_noise or self.least_noise):
            raise InputError("settings_contradict", reason=sentence("contradict_primary"))
        if self.least_noise and self.zero_sign == "plus":
            raise InputError("settings_contradict", reason=sentence("contradict_zero_sign"))
        if self.compat and self.own_rules:
            reason = sentence("contradict_compat", compat=PEERS[self.compat], rule=sentence(self.own_rules[0]))
            raise InputError("settings_contradict", reason=reason)

    @property
    def own_rules(self) -> tuple[str, ...]:
        """Codes of our own rules that are in use and that no other program knows."""
        is_on = {
            "rule_missing_out": self.missing == "out",
            "rule_mean_of": self.mean_of != "records",
            "rule_least_noise": self.least_noise > 0,
            "rule_zero_sign": self.zero_sign == "key",
            "rule_small_unit": self.small_unit != 1,
        }
        return tuple(code for code, on in is_on.items() if on)

    @property
    def rules(self) -> SumRules:
        """Rules on which records count in sums and means."""
        return SumRules(self.missing, self.mean_of, self.zero_is, self.least_contributors, self.shown_with)

    @property
    def contributors(self) -> int:
        """Number of largest contributions to a cell that the settings need."""
        step_contributors = self.k if self.contribution == "T" else 1
        return max(step_contributors, 0 if self.primary is None else self.primary.contributors)

    def small_from(self, m1: float) -> float:
        """Size z_s = m1 / (σ1 sqrt(Σ ε²)) below which contributions are small. m1: root of the variance of the table
        for small values."""
        if not self.separation:
            return 0.0
        return m1 / (self.scaling.small * math.sqrt(sum(factor * factor for factor in self.epsilon)))

    @property
    def warnings(self) -> tuple[Sentence, ...]:
        """Warnings on unusual settings: an m above σ1, a least noise below twice p, contribution type D."""
        scaling, sentences = self.scaling, []
        if scaling.rises and scaling.large is not None and scaling.q is not None:
            wanted_q = 2 * scaling.small / (scaling.small - scaling.large)
            sentences.append(sentence("scaling_rises", q=scaling.q, small=scaling.small, wanted=round(wanted_q, 3)))
        p = None if self.primary is None else self.primary.p_percent
        if self.least_noise and p is not None and self.least_noise < 2 * p / 100:
            sentences.append(sentence("least_too_small", found=self.least_noise, p=p, least=round(2 * p / 100, 6)))
        if self.contribution == "D" and (self.primary is None or self.primary.minimum_frequency < LEAST_FREQUENCY):
            sentences.append(sentence("range_of_one"))
        return tuple(sentences)


@checked
def magnitude_settings(contribution: str, scaling: str, **others: Any) -> MagnitudeSettings:
    """Parse settings as τ-ARGUS writes them: `T(3)`, `M`, `D`, `V`; `F(σ0,σ1,z_f,q,ε2..εk)` or `N(σ1,ε2..εk)`.

    others: further fields of MagnitudeSettings. Raises magnitude_setting_unreadable and the errors of the settings.

    >>> settings = ckm.magnitude_settings("T(3)", "F(0.03,0.3,5000,3,0.5,0.2)")
    >>> settings.k, settings.epsilon, settings.scaling.bend
    (3, (1.0, 0.5, 0.2), 5000.0)
    """
    first, second = _CKM.fullmatch(contribution), _SCALING.fullmatch(scaling)
    if first is None:
        raise InputError("magnitude_setting_unreadable", text=contribution[:40], example="T(3), M, D, V")
    flex = second is not None and second["form"].upper() == "F"
    example = "F(0.03,0.30,5000,3,0.5,0.2)" if flex else "N(0.05,0.5,0.2)"
    numbers = _numbers(scaling, "" if second is None else second["numbers"], example)
    if len(numbers) < (4 if flex else 1):
        raise InputError("magnitude_setting_unreadable", text=scaling[:40], example=example)
    if flex:
        large, small, bend, q, *further_numbers = numbers
        new_scaling = Scaling(small, large, bend, q)
    else:
        small, *further_numbers = numbers
        new_scaling = Scaling(small)
    kind = cast(Contribution, (first["top"] or first["other"]).upper())
    return MagnitudeSettings(new_scaling, kind, int(first["k"] or 1), (1.0, *further_numbers), **others)


def _numbers(text: str, inner_text: str, example: str) -> list[float]:
    try:
        numbers = [float(number_text) for number_text in inner_text.split(",")]
    except ValueError:
        numbers = []
    if not numbers or not all(math.isfinite(number) for number in numbers):
        raise InputError("magnitude_setting_unreadable", text=text[:40], example=example)
    return numbers
