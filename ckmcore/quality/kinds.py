"""The measures of an evaluation, declared once: what each is called, in what it is given, and which way is better."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from ckmcore.base.numbers import Language, decimal_text
from ckmcore.messages import Sentence, say, sentence

Topic = Literal["loss", "risk"]
Unit = Literal["", "percent", "permille", "points", "cells"]
Better = Literal["less", "more", "none"]
Origin = Literal["w19", "w24", "hb", "ak", "st", "cellkey", "egt", "own"]


@dataclass(frozen=True)
class MeasureKind:
    """A measure. `better`: which numbers are better; `origin`: who defined it, "own" where it is
    ours (docs/method.md lists all); `exact`: it follows from
    the method and the counts of the tables alone."""

    code: str
    topic: Topic
    decimals: int
    unit: Unit = ""
    better: Better = "less"
    origin: Origin = "hb"
    exact: bool = False

    @property
    def label(self) -> Sentence:
        """What heads its row, the unit included."""
        return sentence(f"measure_{self.code}")

    @property
    def definition(self) -> Sentence:
        """How it is computed."""
        return sentence(f"measure_{self.code}_is")

    @property
    def source(self) -> Sentence:
        """Where it comes from."""
        return sentence(f"measure_origin_{self.origin}")

    def text(self, number: float, still_open: int, language: Language) -> str:
        """A number as it is written, and beside it how many cells a search left open that could add to it."""
        text = decimal_text(number, self.decimals, language)
        return say("measure_still_open", language, text=text, count=still_open) if still_open else text


MEASURES: tuple[MeasureKind, ...] = (
    MeasureKind("mean_deviation", "loss", 2),
    MeasureKind("p95_deviation", "loss", 1),
    MeasureKind("largest_deviation", "loss", 0),
    MeasureKind("median_relative", "loss", 2, "percent"),
    MeasureKind("changed", "loss", 1, "percent", origin="w19"),
    MeasureKind("within_one", "loss", 1, "percent", "more", origin="w19"),
    MeasureKind("false_zeros", "loss", 0, "cells"),
    MeasureKind("hellinger", "loss", 2),
    MeasureKind("share_small", "loss", 2, "points"),
    MeasureKind("share_large", "loss", 2, "points"),
    MeasureKind("cramers_v", "loss", 2, "permille"),
    MeasureKind("rank_correlation", "loss", 2, "permille"),
    MeasureKind("not_shown", "loss", 1, "percent", origin="own"),
    MeasureKind("gaps", "loss", 1, "percent", origin="own"),
    MeasureKind("mean_gap", "loss", 2, origin="own"),
    MeasureKind("largest_gap", "loss", 0, origin="own"),
    MeasureKind("expected_mean", "loss", 3, origin="w19", exact=True),
    MeasureKind("expected_changed", "loss", 1, "percent", origin="w19", exact=True),
    MeasureKind("expected_within_one", "loss", 1, "percent", "more", "w19", exact=True),
    MeasureKind("expected_from_three", "loss", 2, "percent", origin="w19", exact=True),
    MeasureKind("expected_from_four", "loss", 2, "percent", origin="w19", exact=True),
    MeasureKind("criteria", "loss", 0, "", "more", "w19", exact=True),
    MeasureKind("sum_mean", "loss", 2, "percent", origin="own"),
    MeasureKind("sum_median", "loss", 2, "percent", origin="own"),
    MeasureKind("sum_p95", "loss", 2, "percent", origin="own"),
    MeasureKind("sum_within_1", "loss", 1, "percent", "more", "own"),
    MeasureKind("sum_within_5", "loss", 1, "percent", "more", "own"),
    MeasureKind("sum_within_p", "loss", 1, "percent", "more", "own"),
    MeasureKind("sum_false_zeros", "loss", 0, "cells", origin="own"),
    MeasureKind("sum_share_half", "loss", 2, "percent", origin="own"),
    MeasureKind("sum_share_tenth", "loss", 2, "percent", origin="own"),
    MeasureKind("sum_share_fiftieth", "loss", 2, "percent", origin="own"),
    MeasureKind("sum_share_rest", "loss", 2, "percent", origin="own"),
    MeasureKind("sum_size_small", "loss", 2, "percent", origin="own"),
    MeasureKind("sum_size_middle", "loss", 2, "percent", origin="own"),
    MeasureKind("sum_size_large", "loss", 2, "percent", origin="own"),
    MeasureKind("sum_totals", "loss", 2, "percent", origin="own"),
    MeasureKind("sum_gap", "loss", 2, "percent", origin="own"),
    MeasureKind("sum_largest_gap", "loss", 2, "percent", origin="own"),
    MeasureKind("sum_means", "loss", 2, "percent", origin="own"),
    MeasureKind("sum_ratios", "loss", 2, "percent", origin="own"),
    MeasureKind("sum_changes", "loss", 2, "points", origin="own"),
    MeasureKind("sum_medians", "loss", 2, "percent", origin="own"),
    MeasureKind("sum_expected", "loss", 2, "percent", origin="own", exact=True),
    MeasureKind("disclosed", "risk", 0, "cells", origin="own"),
    MeasureKind("disclosed_small", "risk", 0, "cells", origin="own"),
    MeasureKind("disclosed_drawn", "risk", 2, "cells", origin="own"),
    MeasureKind("undecided", "risk", 0, "cells", "none", "own"),
    MeasureKind("narrow", "risk", 0, "cells", origin="own"),
    MeasureKind("mean_width", "risk", 1, "", "more", "own"),
    MeasureKind("small_cells", "risk", 0, "cells", "none", "own"),
    MeasureKind("small_unchanged", "risk", 1, "percent", origin="own"),
    MeasureKind("guess_small", "risk", 1, "percent", origin="own", exact=True),
    MeasureKind("reveal_small", "risk", 1, "percent", origin="own", exact=True),
    MeasureKind("q_small", "risk", 1, "percent", origin="egt", exact=True),
    MeasureKind("q_flat", "risk", 1, "percent", origin="egt", exact=True),
    MeasureKind("q_empirical", "risk", 1, "percent", origin="egt", exact=True),
    MeasureKind("averaging_lower", "risk", 1, "percent", origin="own"),
    MeasureKind("averaging_upper", "risk", 1, "percent", origin="own"),
    MeasureKind("averaging_largest", "risk", 1, "percent", origin="own"),
    MeasureKind("averaging_linear", "risk", 1, "percent", origin="ak"),
    MeasureKind("periods_new", "risk", 1, "percent", origin="own", exact=True),
    MeasureKind("differences", "risk", 0, "cells", origin="hb"),
    MeasureKind("least_pair", "risk", 2, "", "more", "st", exact=True),
    MeasureKind("ones_disclosed", "risk", 2, "percent", origin="own", exact=True),
    MeasureKind("sum_floor", "risk", 0, "cells", origin="own"),
    MeasureKind("sum_near", "risk", 1, "percent", origin="own"),
    MeasureKind("sum_best_guess", "risk", 1, "percent", origin="own"),
    MeasureKind("sum_narrow", "risk", 0, "cells", origin="own"),
    MeasureKind("sum_undecided", "risk", 0, "cells", "none", "own"),
    MeasureKind("sum_difference", "risk", 1, "percent", origin="own"),
    MeasureKind("sum_average", "risk", 1, "percent", origin="own"),
    MeasureKind("sum_zero_groups", "risk", 0, "cells", origin="own"),
)


# What only the comparison of methods has: of rules that mark cells, and of a single run.
COMPARED: tuple[MeasureKind, ...] = (
    MeasureKind("sensitive", "risk", 0, "cells", "none", "own"),
    MeasureKind("time", "loss", 1, origin="own"),
)


def kind_of(code: str) -> MeasureKind:
    """The measure of a code; raises KeyError."""
    return _BY_CODE[code]


def still_open(code: str, numbers: Mapping[str, float]) -> int:
    """Of a number that only grows while a search goes on: the cells that the search left open, else 0."""
    return int(numbers.get(_GROWING.get(code, ""), 0))


_GROWING = {
    "disclosed": "undecided",
    "disclosed_small": "undecided",
    "narrow": "undecided",
    "sum_floor": "sum_undecided",
    "sum_narrow": "sum_undecided",
}
_BY_CODE = {one.code: one for one in (*MEASURES, *COMPARED)}
