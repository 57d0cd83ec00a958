"""Measures of many repetitions of a table at once: of each repetition a number, as `utility` has it of one table."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ckmcore.lab.quality.utility import LIMITS, QUANTILES

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]

_DISTANCES = ("absolute", "relative", "root")
_CRITERIA = ("within_one", "from_three", "from_four")
_NOISE = ("unchanged", *_CRITERIA, "hellinger", "false_zeros", "hidden")
_GAPS = ("gap_share", "gap_mean", "gap_largest", "gap_from_three")
_ASSOCIATION = ("association_change", "rank_change")
SHARE_MEASURES = ("share_small", "share_large")
"""The mean error of shares in percentage points, where fewer than LARGE_BASE stand below the line and where more do.
They take several times as long as all others together, so they are drawn where they are asked for by name."""

MEASURES: tuple[str, ...] = (
    *_NOISE,
    *(f"{distance}_{name}" for distance in _DISTANCES for name in ("mean", *(one for one, _ in QUANTILES))),
    *(f"{distance}_within_{limit:g}" for distance in _DISTANCES[1:] for limit in LIMITS),
    *_GAPS,
    *_ASSOCIATION,
)
"""Codes of the measures. absolute, relative, root: AD, RAD, DR, with their mean, quantiles ("absolute_p95") and the
share of cells within a limit ("relative_within_0.1"). unchanged, within_one, from_three, from_four: shares of cells.
false_zeros, hidden: numbers of cells that publish 0, or show no figure. gap_share, gap_from_three: shares of the sums
that miss their total, by 3 or more; gap_mean, gap_largest: by how much. association_change, rank_change: the mean over
all two-way parts of how far Cramér's V and the rank correlation are off."""


@dataclass(frozen=True, eq=False, repr=False)
class RepeatedMeasures:
    """Some repetitions of a table. Confidential.

    `original` (cells), `published` (repetitions x cells); `shown` (the same): a figure is shown (None: everywhere).
    `missed` (repetitions x sums): total minus sum of the parts; `whole` (the same): all its figures are shown (None:
    all are). `association`, `rank`: of each two-way part how far each repetition is off (NaN: it has none).
    `shares` (repetitions x 4): sum and number of the errors of shares with a small base, then with a large one (None:
    they are not asked for).
    """

    original: Ints
    published: Ints
    shown: Flags | None
    missed: Ints
    whole: Flags | None
    association: tuple[Floats, ...]
    rank: tuple[Floats, ...]
    of_counts: bool
    shares: Floats | None = None

    def __len__(self) -> int:
        return len(self.published)


def together(tables: Sequence[RepeatedMeasures]) -> RepeatedMeasures:
    """The same repetitions of several tables as those of one."""

    def flags(found: Sequence[Flags | None], like: Sequence[Ints]) -> Flags | None:
        if all(repeated is None for repeated in found):
            return None
        pairs = zip(found, like, strict=True)
        return np.concatenate(
            [np.ones(two.shape, np.bool_) if repeated is None else repeated for repeated, two in pairs], axis=1
        )

    shares = [repeated.shares for repeated in tables if repeated.shares is not None]
    published, missed = [repeated.published for repeated in tables], [repeated.missed for repeated in tables]
    return RepeatedMeasures(
        np.concatenate([repeated.original for repeated in tables]),
        np.concatenate(published, axis=1),
        flags([repeated.shown for repeated in tables], published),
        np.concatenate(missed, axis=1),
        flags([repeated.whole for repeated in tables], missed),
        tuple(part for repeated in tables for part in repeated.association),
        tuple(part for repeated in tables for part in repeated.rank),
        all(repeated.of_counts for repeated in tables),
        None if not shares else np.sum(shares, axis=0),
    )


def repeated_measures(found: RepeatedMeasures, wanted: Collection[str]) -> dict[str, Floats]:
    """Of each measure wanted its number in every repetition (NaN: it has none there, as nothing is shown).

    Measures that the table has not are left out: criteria of weighted counts, gaps without sums, associations without
    two-way parts.
    """
    numbers: dict[str, Floats] = {}
    families = {code.split("_")[0] for code in wanted}
    if families & {"absolute", "unchanged", "within", "from", "relative", "root", "hellinger", "false", "hidden"}:
        numbers |= _noise(found, families)
    if "gap" in families and found.missed.shape[1]:
        numbers |= _gaps(found)
    if "association" in families and found.association:
        numbers["association_change"] = _mean_of_parts(found.association)
    if "rank" in families and found.rank:
        numbers["rank_change"] = _mean_of_parts(found.rank)
    if "share" in families and found.shares is not None:
        numbers |= _shares(found.shares)
    return {code: numbers[code] for code in (*MEASURES, *SHARE_MEASURES) if code in wanted and code in numbers}


def _noise(found: RepeatedMeasures, families: set[str]) -> dict[str, Floats]:
    absolute, shown = np.abs(found.published - found.original), found.shown
    cells = np.full(len(found), found.published.shape[1]) if shown is None else shown.sum(axis=1)
    every = np.where(cells > 0, cells, np.nan)

    def counted(flags: Flags) -> Ints:
        many: Ints = (flags if shown is None else flags & shown).sum(axis=1)
        return many

    numbers: dict[str, Floats] = {"unchanged": counted(absolute == 0) / every}
    if found.of_counts:
        for code, flags in zip(_CRITERIA, (absolute <= 1, absolute >= 3, absolute >= 4), strict=True):
            numbers[code] = counted(flags) / every
    numbers["false_zeros"] = counted((found.published == 0) & (found.original != 0)).astype(np.float64)
    numbers["hidden"] = (found.published.shape[1] - cells).astype(np.float64)
    if "absolute" in families:
        numbers |= _distribution("absolute", absolute.astype(np.float64), shown, cells)
    if "relative" in families:
        numbers |= _distribution("relative", absolute / np.maximum(found.original, 1), shown, cells)
    if families & {"root", "hellinger"}:
        roots = np.abs(np.sqrt(found.published) - np.sqrt(found.original))
        squares = roots * roots if shown is None else np.where(shown, roots * roots, 0.0)
        numbers["hellinger"] = np.where(cells > 0, np.sqrt(0.5 * squares.sum(axis=1)), np.nan)
        if "root" in families:
            numbers |= _distribution("root", roots, shown, cells)
    return numbers


def _distribution(name: str, distances: Floats, shown: Flags | None, cells: Ints) -> dict[str, Floats]:
    """Mean, quantiles of type 7 and shares within the limits, of each row; `distances` are sorted in place."""
    if shown is not None:
        distances[~shown] = np.inf
    distances.sort(axis=1)
    there = None if shown is None else np.arange(distances.shape[1]) < cells[:, None]
    every = np.where(cells > 0, cells, np.nan)
    sums = distances.sum(axis=1) if there is None else distances.sum(axis=1, where=there)
    numbers = {f"{name}_mean": sums / every}
    for code, at in QUANTILES:
        numbers[f"{name}_{code}"] = row_quantile(distances, cells, at)
    for limit in LIMITS:
        numbers[f"{name}_within_{limit:g}"] = (distances <= limit).sum(axis=1) / every
    return numbers


def row_quantile(rows: Floats, many: Ints, at: float) -> Floats:
    """A quantile of type 7 of the first `many` numbers of each row, which is sorted; nan where it has none."""
    last = np.maximum(many - 1, 0)
    place = last * at
    low = np.floor(place).astype(np.int64)
    below = _taken(rows, low)
    with np.errstate(invalid="ignore"):
        step = np.where(low < last, _taken(rows, np.minimum(low + 1, last)) - below, 0.0)
        found: Floats = np.where(many > 0, below + (place - low) * step, np.nan)
    return found


def _taken(rows: Floats, places: Ints) -> Floats:
    return np.take_along_axis(rows, places[:, None], axis=1)[:, 0]


def _gaps(found: RepeatedMeasures) -> dict[str, Floats]:
    size = np.abs(found.missed)
    if found.whole is None:
        sums: Any = np.full(len(found), size.shape[1])
    else:
        size = np.where(found.whole, size, 0)
        sums = found.whole.sum(axis=1)
    every = np.where(sums > 0, sums, np.nan)
    return {
        "gap_share": (size > 0).sum(axis=1) / every,
        "gap_mean": size.sum(axis=1) / every,
        "gap_largest": np.where(sums > 0, size.max(axis=1, initial=0), np.nan),
        "gap_from_three": (size >= 3).sum(axis=1) / every,
    }


def _mean_of_parts(parts: Sequence[Floats]) -> Floats:
    """Of each repetition the mean over the parts that have a number there."""
    columns = np.stack(parts)
    there = ~np.isnan(columns)
    many = there.sum(axis=0)
    found: Floats = np.where(there, columns, 0.0).sum(axis=0) / np.where(many > 0, many, np.nan)
    return found


def _shares(errors: Floats) -> dict[str, Floats]:
    sums, cells = errors[:, 0::2], errors[:, 1::2]
    means = np.where(cells > 0, sums / np.maximum(cells, 1), np.nan)
    return dict(zip(SHARE_MEASURES, means.T, strict=True))
