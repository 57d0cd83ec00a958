"""The table of a single period, of one over several: what a reader has of it beside other tables of that period."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from dataclasses import replace

from ckmcore.errors import InputError
from ckmcore.messages import Sentence, sentence
from ckmcore.microdata.data import Microdata
from ckmcore.statistic.series import PeriodTwice, needs_periods, without_periods
from ckmcore.tabulate.derived_indicators import with_class_counts
from ckmcore.tabulate.spec import PERIOD, Level, Order, TableSpec


def of_one_period(spec: TableSpec) -> tuple[TableSpec, tuple[int, ...]]:
    """Table restricted to a single one of its periods, and the indices of the kept values, without those that compare
    periods. Raises PeriodTwice."""
    if not needs_periods(spec):
        return spec, tuple(range(len(spec.values)))
    numbers = tuple(
        index for index, value in enumerate(spec.values) if not (value.kind == "change" and value.variable == PERIOD)
    )
    # Lines may be in the order of a value that is none of these: as they are listed, then.
    plain_spec = in_listed_order(without_periods(spec))
    return plain_spec.with_changes(values=tuple(spec.values[number] for number in numbers)), numbers


def left_over_periods(spec: TableSpec) -> tuple[Sentence, ...]:
    """Notes on figures that combine periods (sums, averages, changes), which an attack on a single period leaves out;
    () without any."""
    levels = [level for block in (*spec.rows, *spec.columns, *spec.layers) for level in block.levels]
    combined = any(level.variable == PERIOD and level.total != "off" for level in levels)
    combined |= any(value.kind == "change" and value.variable == PERIOD for value in spec.values)
    return (sentence("attack_periods_left"),) if combined else ()


def in_listed_order(spec: TableSpec) -> TableSpec:
    """Table with lines in list order instead of order by value."""
    axes = {
        name: tuple(
            replace(block, levels=tuple(_as_listed(level) for level in block.levels)) for block in getattr(spec, name)
        )
        for name in ("rows", "columns", "layers")
    }
    return spec.with_changes(**axes)


def tells_of_counts(spec: TableSpec) -> bool:
    """Whether a table publishes counts or values derived from counts; sums of magnitudes have a floor of their own."""
    return any(not value.magnitude for value in spec.values)


def counts_of_one_period(data: Microdata, specs: Iterable[TableSpec]) -> list[TableSpec]:
    """Tables that publish counts, restricted to a single period, with the class counts of medians and quantiles."""
    found_specs = []
    for spec in specs:
        with contextlib.suppress(PeriodTwice):
            each_spec = of_one_period(spec)[0]
            with contextlib.suppress(InputError):  # without its classes it is refused where it is counted
                each_spec = with_class_counts(data, each_spec)
            found_specs.append(each_spec)
    return [spec for spec in found_specs if spec.count_values]


def weighted_alone(spec: TableSpec) -> list[TableSpec]:
    """The table where it is of one period and publishes weighted counts without counts, else empty; beside the counts
    of another table they are informative (rule F18)."""
    return [spec] if spec.weighted_values and not spec.count_values and not needs_periods(spec) else []


def _as_listed(level: Level) -> Level:
    return replace(level, order=Order()) if level.order.by == "value" else level
