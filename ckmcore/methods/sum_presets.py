"""Where the design of sums begins: settings and table from p, and four presets by the kind of magnitude;
magnitudes.md 2.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, get_args

from ckmcore.base.checked import checked
from ckmcore.errors import InputError
from ckmcore.methods.magnitude_settings import MagnitudeSettings, Nature, Scaling
from ckmcore.methods.primary import PrimaryRules
from ckmcore.methods.sum_defaults import defaults_from_p
from ckmcore.methods.sums import LEAST_CONTRIBUTORS
from ckmcore.ptable.magnitudes import (
    MagnitudePTable,
    MagnitudeType,
    design_magnitudes,
    feasible_magnitudes,
    join_types,
    permute,
)
from ckmcore.ptable.magnitudes.permute import DEFAULT_BLOCKS

SumPreset = Literal["turnover", "wages", "areas", "durations"]
SUM_PRESETS: tuple[SumPreset, ...] = get_args(SumPreset)
# q of flex scaling; 2 σ1/(σ1 - σ0) is 2.4 with σ1 = 6 σ0.
Q = 3.0
# Of presets with flexible scaling σ0 is 2 p, as λ: a giant alone in its cell is told by the totals less other cells,
# in tables of two variables by three of them, and with less that would be nearer than the floor allows (F5). With this
# q, the least, m never rises.
LARGE_OF_PRESETS, Q_OF_PRESETS = 2.0, 6.0
# The first bend of a preset, until totals say another: it means nothing without data.
FIRST_BEND = 1000.0


# p of the p % rule where the settings name none.
USUAL_P = 10.0


def percent_of(settings: MagnitudeSettings) -> float:
    """p of the p % rule in the settings, or the default."""
    primary = settings.primary
    return USUAL_P if primary is None or primary.p_percent is None else primary.p_percent


@checked
@dataclass(frozen=True)
class SumRows:
    """Rows of one type of a table for sums: D, V, icat and mono as in `design_magnitudes`."""

    D: int = 5
    V: float = 2.0
    icat: tuple[float, ...] = (1.0, 3.0, 5.0)
    mono: bool = True

    def table(self, step: int, type: MagnitudeType = "all") -> MagnitudePTable:
        """Perturbation table of this type with ordered keys. Raises the errors of designing."""
        return design_magnitudes(self.D, self.V, step=step, icat=self.icat, type=type, mono=self.mono)

    def highest(self, step: int) -> dict[float, float]:
        """Largest feasible variance of each row by its ratio, in closed form. Raises the errors of designing."""
        return dict(zip(self.icat, feasible_magnitudes(self.D, step=step, icat=self.icat, mono=self.mono), strict=True))


@checked
@dataclass(frozen=True)
class SumDesign:
    """Design of a perturbation table for sums, with the parameters of `design_magnitudes` and `permute`.

    odd: rows for odd numbers of contributors, where parity is used; the other rows are then for even numbers. further:
    with several steps, add rows for all numbers, which the steps after the first use.

    >>> SumDesign().table(seed=1).is_ordered
    False
    >>> SumDesign(odd=SumRows(V=1.0)).table(seed=1).types
    ('even', 'odd')
    """

    D: int = 5
    V: float = 2.0
    step: int = 4
    icat: tuple[float, ...] = (1.0, 3.0, 5.0)
    blocks: int = DEFAULT_BLOCKS
    mono: bool = True
    odd: SumRows | None = None
    further: bool = False

    @property
    def rows(self) -> SumRows:
        """The rows of all numbers of contributors, or of even ones."""
        return SumRows(self.D, self.V, self.icat, self.mono)

    @property
    def by_type(self) -> dict[MagnitudeType, SumRows]:
        """Rows of each type in the table."""
        if self.odd is None:
            return {"all": self.rows}
        sum_rows: dict[MagnitudeType, SumRows] = {"even": self.rows, "odd": self.odd}
        return {"all": self.rows, **sum_rows} if self.further else sum_rows

    def ordered(self) -> MagnitudePTable:
        """Perturbation table with ordered keys. Raises the errors of designing."""
        return join_types([rows.table(self.step, type) for type, rows in self.by_type.items()])

    def table(self, seed: int) -> MagnitudePTable:
        """The table for large values, permuted. Raises what designing raises."""
        return permute(self.ordered(), self.blocks, seed)


SMALL_DESIGN = SumDesign(3, 1.0, 2, (1.0, 3.0))


@checked
def sums_from_p(p_percent: float) -> tuple[MagnitudeSettings, SumDesign]:
    """Settings and design that follow from p: σ1 = 3 p, σ0 = p/2, λ = 2 p, D 5, V 2, steps of 1/4.

    λ = 2 p ensures the floor: where the p % rule marks a cell, nobody can estimate its largest contribution within p %.
    The bend is a first value before data are known (`bend_from_totals`). Raises percent_of_presets.

    >>> settings, design = sums_from_p(10)
    >>> settings.scaling.small, settings.least_noise, design.icat
    (0.3, 0.2, (1.0, 3.0, 3.25, 5.0))
    """
    if not 0 < p_percent <= 100 / 3:
        raise InputError("percent_of_presets", found=p_percent)
    sum_defaults = defaults_from_p(p_percent)
    settings = MagnitudeSettings(
        Scaling(sum_defaults.small, sum_defaults.large, FIRST_BEND, Q),
        least_noise=sum_defaults.least_noise,
        zero_sign="key",
        primary=PrimaryRules(p_percent=p_percent),
        least_contributors=LEAST_CONTRIBUTORS,
    )
    return settings, SumDesign(sum_defaults.D, sum_defaults.V, sum_defaults.step, sum_defaults.icat)


@checked
def sum_preset(
    name: SumPreset, p_percent: float = USUAL_P, nature: Nature | None = None
) -> tuple[MagnitudeSettings, SumDesign]:
    """Settings and design for a kind of magnitude.

    turnover: very skewed, flexible scaling, three steps, new keys each period. wages: mildly skewed, simple scaling,
    same keys in all periods. areas: many public true zeros, small values separated (they need the table
    `SMALL_DESIGN`). durations: bounded, simple scaling. Flexible scaling here decreases to σ0 = 2 p, so that totals in
    tables of two variables keep the floor (F5) for a dominant contributor alone in a cell; durations with σ1 = 3 p keep
    it for three variables. The floor tells what the current tables leave open. Raises percent_of_presets.

    nature: declared by the statistic (`Statistic.nature`) and used for wages, areas and durations. Turnover is always a
    flow: with the same key in two periods the growth of a dominant contributor would be exact.

    >>> sum_preset("wages")[0].nature
    'level'
    >>> sum_preset("wages", nature="flow")[0].nature
    'flow'
    >>> sum_preset("turnover")[0].scaling.large
    0.2
    """
    settings, design = sums_from_p(p_percent)
    settings = replace(settings, nature="flow" if name == "turnover" else nature or "level")
    if name in ("turnover", "areas"):
        large = round(LARGE_OF_PRESETS * p_percent / 100, 12)
        settings = replace(settings, scaling=replace(settings.scaling, large=large, q=Q_OF_PRESETS))
    if name == "turnover":
        return replace(settings, k=3, epsilon=(1, 0.5, 0.2)), design
    if name == "areas":
        kept_settings = replace(settings, k=2, epsilon=(1, 0.5), separation=True, zero_is="public")
        return kept_settings, design
    small = round((2 if name == "wages" else 3) * p_percent / 100, 12)
    icat = defaults_from_p(100 * small / 3).icat
    return replace(settings, scaling=Scaling(small)), replace(design, icat=icat)
