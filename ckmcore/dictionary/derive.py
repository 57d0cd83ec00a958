"""Derived dimensions: made from another variable by the dictionary's rule; the data themselves stay as they are."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from decimal import Decimal, InvalidOperation
from itertools import pairwise
from math import ceil

import numpy as np
from numpy.typing import NDArray

from ckmcore.areas.boundaries import EPSG
from ckmcore.areas.grid import (
    cells_of_metres,
    codes_of,
    corners_of,
    hierarchy_entries,
    in_grid_order,
    is_outside,
    levels_from,
    metres_of,
    size_text,
)
from ckmcore.base.blocks import row_by_row
from ckmcore.base.texts import Texts
from ckmcore.dictionary.dates import MOST_FILLED, PartialDate, completed, date_in, filled_parts, part_label, part_of
from ckmcore.errors import DataError, InputError
from ckmcore.messages import sentence
from ckmcore.microdata.counter import elsewhere, need_records
from ckmcore.microdata.data import (
    MISSING,
    Category,
    Codes,
    Dimension,
    Microdata,
    NumberColumn,
    UnknownVariable,
    compact_codes,
    sort_codes,
)
from ckmcore.microdata.hierarchy import Hierarchy
from ckmcore.microdata.missing_values import CodeRoles, NoNumbers, with_roles
from ckmcore.microdata.variable import Derivation, DurationUnit, VariableEntry, without_leaves

MOST_NUMBERS = 100_000
"""Categories of a duration without classes."""
Whole = NDArray[np.int64]
_NUMBER = re.compile(r"\s*[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?\s*", re.ASCII)


class ClassBounds(InputError):
    """Bounds of classes that are no numbers or do not ascend."""

    code = "class_bounds"


def derive(data: Microdata, entry: VariableEntry, date: str = "", *, day: str | None = None) -> Microdata:
    """The data with the derived dimension that `entry` describes.

    Its categories follow from the dictionary's code list of the source, not from the records; labels and order are the
    entry's own where it has categories. date: ISO, on which its own categories are valid ("": all); day: ISO, for which
    ages are computed (None: `date`). Raises derived_without_day, records_elsewhere (a duration between two variables of
    a database), UnknownVariable (the source), derived_name_taken, ClassBounds,
    group_code_twice and hierarchy_unknown_codes.
    """
    rule = entry.derived
    if rule is None:
        return data
    if entry.name in data.dimensions or entry.name in data.magnitudes:
        raise InputError("derived_name_taken", variable=entry.name)
    day = date if day is None else day
    number, of = _number_of(data, rule), dict[str, str]()
    if number is not None:
        codes, (bounds, names) = class_codes(rule.bounds), _classes_of_numbers(rule, day)
        ends = pairwise(("", *(f"{bound:f}" for bound in parsed_bounds(bounds)), ""))
        of = {f"{low}..{high}": code for (low, high), code in zip(ends, names, strict=True)}
        plain = Dimension(entry.name, entry.title, _class_categories(rule.bounds), note=entry.note)
        places = np.array([codes.index(name) for name in (*names, MISSING)])
        if data.counter is not None:
            scaled = _scaled_bounds(number, bounds)
            counter = data.counter.with_classes(entry.name, rule.source, scaled, places, len(codes))
            data = data.with_counted(plain, counter)
        else:
            data = data.with_column(plain, _class_of_numbers(number, bounds, compact_codes(places, len(codes))))
    elif rule.kind == "grid":
        return _of_grid(data, entry, rule, date)
    elif rule.second:
        data, plain = _of_pairs(data, entry, rule, day)
    else:
        source = data.dimension(rule.source)
        of = derived_codes(source.codes, rule, day)
        plain = Dimension(entry.name, entry.title, _categories(source, rule, of), note=entry.note)
        place = {code: position for position, code in enumerate(plain.codes)}
        data = data.with_mapped(plain, rule.source, [place[of[code]] for code in source.codes])
        # Leaves of the hierarchy that the code list lacks become something, too.
        leaves = () if source.hierarchy is None else source.hierarchy.leaves
        of = derived_codes(dict.fromkeys((*source.codes, *leaves)), rule, day)
    described = entry.describe(plain, date) if entry.categories else replace(plain, hierarchy=entry.tree)
    of_one = "" if rule.second else rule.source  # what is made of two variables follows from neither alone
    described = replace(described, node_labels=dict(entry.node_labels), source=of_one, of_source=of)
    return data.with_categories(described)


def _of_grid(data: Microdata, entry: VariableEntry, rule: Derivation, date: str) -> Microdata:
    """The data with the cell of each record, and without what it is made of. Raises records_elsewhere, UnknownVariable,
    grid_codes, grid_finer, grid_outside, grid_crs, grid_size, maps_missing."""
    need_records(data.counter, "records_for_grids")
    levels = levels_from(rule.cell)
    if rule.north:
        north, east, known = _corners_of_coordinates(data, rule)
    else:
        source = data.dimension(rule.source)
        north, east, known = _corners_of_codes(source, rule)
    pairs = north * _PAIR + east
    cells, place = np.unique(pairs[known], return_inverse=True)
    north, east = cells // _PAIR, cells % _PAIR
    order = in_grid_order(rule.cell, north, east)
    north, east = north[order], east[order]
    rank = np.empty(len(order), dtype=np.int64)
    rank[order] = np.arange(len(order))
    # Whether a record without a cell is there follows from the records, as every cell does.
    count = len(order) + int(not known.all())
    places = np.full(len(known), len(order), dtype=np.int64)
    places[known] = rank[place.reshape(-1)]
    codes = codes_of(rule.cell, north, east)
    categories = tuple(Category.plain(code) for code in (*codes, *([MISSING] if count > len(order) else [])))
    names = tuple(size_text(level).replace("km", " km").replace("0m", "0 m") for level in levels)
    plain = Dimension(entry.name, entry.title, categories, note=entry.note)
    if rule.north:
        data = data.with_column(plain, compact_codes(places, max(count, 1)))
    else:
        data = data.with_mapped(plain, rule.source, places.tolist())
    described = entry.describe(plain, date) if entry.categories else plain
    if described.hierarchy is None and len(levels) > 1:
        if entry.categories:
            _, north, east = corners_of([code for code in described.codes if code != MISSING])
            order = in_grid_order(rule.cell, north, east)
            north, east = north[order], east[order]
        tree = Hierarchy.from_depths(hierarchy_entries(rule.cell, north, east))
        described = replace(described, hierarchy=Hierarchy(tree.nodes, names))
    return data.with_categories(described).without(rule.sources)


_PAIR = 100_000_000


def _corners_of_coordinates(data: Microdata, rule: Derivation) -> tuple[Whole, Whole, NDArray[np.bool_]]:
    """Corners of the cell of each record, and whether it has coordinates."""
    missing = [name for name in rule.sources if name not in data.magnitudes]
    if missing:
        raise UnknownVariable(variable=missing[0], known=tuple(data.magnitudes))
    columns = [data.magnitudes[name] for name in rule.sources]
    known = np.ones(data.rows, dtype=bool)
    for column in columns:
        known &= ~np.isnan(column.values) if column.decimals is None else True
        known &= True if column.missing is None else ~np.asarray(column.missing)
    values = [np.asarray(column.values)[known] for column in columns]
    scale = columns[0].scale
    if rule.crs != str(EPSG) or any(column.decimals != columns[0].decimals for column in columns):
        first, second = (
            np.asarray(value / column.scale, dtype=np.float64) for value, column in zip(values, columns, strict=True)
        )
        values, scale = list(metres_of(first, second, rule.crs)), 1
        if not all(np.isfinite(value).all() for value in values):
            count = int((~np.isfinite(values[0]) | ~np.isfinite(values[1])).sum())
            raise DataError("grid_outside", count=count, crs=rule.crs)
    corners = cells_of_metres(values[0], values[1], scale, rule.cell)
    if (count := int(is_outside(*corners).sum())) > 0:
        raise DataError("grid_outside", count=count, crs=rule.crs)
    north, east = (np.zeros(data.rows, dtype=np.int64) for _ in range(2))
    north[known], east[known] = corners
    return north, east, known


def _corners_of_codes(source: Dimension, rule: Derivation) -> tuple[Whole, Whole, NDArray[np.bool_]]:
    """Corners of the cell of each category, and whether it is one."""
    known = np.array([code != MISSING for code in source.codes], dtype=bool)
    sizes, *corners = corners_of([code for code in source.codes if code != MISSING])
    if len(sizes) and sizes.max() > rule.cell:
        raise DataError("grid_finer", variable=source.name, found=int(sizes.max()))
    north, east = (np.zeros(len(known), dtype=np.int64) for _ in range(2))
    north[known], east[known] = (corner // rule.cell * rule.cell for corner in corners)
    return north, east, known


def in_order(entries: Iterable[VariableEntry]) -> list[VariableEntry]:
    """Derived dimensions of a dictionary, each after its source; those in a circle come last."""
    waiting = [entry for entry in entries if entry.derived is not None]
    found: list[VariableEntry] = []
    while waiting:
        unmade = {entry.name for entry in waiting}
        ready = [entry for entry in waiting if entry.derived is not None and unmade.isdisjoint(entry.derived.sources)]
        if not ready:
            return [*found, *waiting]
        found += ready
        waiting = [entry for entry in waiting if entry not in ready]
    return found


def without_ended(entry: VariableEntry, dictionary: Iterable[VariableEntry], data: Microdata) -> VariableEntry:
    """Remove codes that have ended in the source from the hierarchy of a dimension that has the codes of another one,
    as `describe` does."""
    rule, tree = entry.derived, entry.tree
    if rule is None or rule.kind != "same" or tree is None or rule.source not in data.dimensions:
        return entry
    listed_codes = {
        category.code
        for variable_entry in dictionary
        if variable_entry.name == rule.source
        for category in variable_entry.categories
    }
    ended = listed_codes - set(data.dimensions[rule.source].codes)
    return entry.with_hierarchy(without_leaves(tree, ended)) if ended else entry


def _number_of(data: Microdata, rule: Derivation) -> NumberColumn | None:
    if rule.source in data.dimensions or rule.kind == "grid":
        return None
    if rule.source in data.magnitudes and (rule.kind == "classes" or (rule.kind == "age" and rule.bounds)):
        return data.magnitudes[rule.source]
    raise UnknownVariable(variable=rule.source, known=tuple(data.dimensions))


def _of_pairs(data: Microdata, entry: VariableEntry, rule: Derivation, day: str) -> tuple[Microdata, Dimension]:
    """The data with what is made of two variables: a duration between dates, an age by year and month.

    Its categories are those that the code lists of both allow, and MISSING. Raises records_elsewhere, UnknownVariable,
    derived_without_day, derived_needs_classes.
    """
    need_records(data.counter, "records_for_durations")
    first, second = data.dimension(rule.source), data.dimension(rule.second)
    at = date_in(day)
    if rule.needs_day and at is None:
        raise InputError("derived_without_day", variable=rule.source)
    dates, others = [date_in(code) for code in first.codes], [_second(code, rule) for code in second.codes]

    def units(begin: PartialDate | None, other: PartialDate | None) -> int | None:
        if begin is None:
            return None
        if rule.kind == "duration":
            return None if other is None else completed(begin, other, rule.unit)
        dated = begin if begin.month or other is None else replace(begin, month=other.month)
        return None if at is None else completed(dated, at, "years")

    # Each pair of codes that a record has, once.
    size = max(len(others), 1)
    pairs = np.asarray(data.columns[first.name]).astype(np.int64) * size + np.asarray(data.columns[second.name])
    known, inverse = np.unique(pairs, return_inverse=True)
    texts = [_of_number(units(dates[pair // size], others[pair % size]), rule) for pair in known.tolist()]
    plain = Dimension(entry.name, entry.title, _possible(dates, others, rule, at), note=entry.note)
    place = {code: position for position, code in enumerate(plain.codes)}
    of = compact_codes(np.array([place[text] for text in texts], dtype=np.int64), len(place))
    return data.with_column(plain, of[inverse.reshape(-1)]), plain


def _second(code: str, rule: Derivation) -> PartialDate | None:
    """The date of a code, or of an age by year and month the month; None: neither."""
    if rule.kind == "duration":
        return date_in(code)
    number = decimal_of(code)
    return PartialDate(0, int(number)) if number is not None and number in range(1, 13) else None


def _possible(
    dates: Sequence[PartialDate | None], others: Sequence[PartialDate | None], rule: Derivation, at: PartialDate | None
) -> tuple[Category, ...]:
    """All classes, or all whole numbers up to the longest time that two code lists allow; MISSING is last. Raises
    derived_needs_classes where these are too many."""
    missing = (Category.plain(MISSING),)
    if rule.bounds:
        return (*_class_categories(rule.bounds)[:-1], *missing)
    begins = [when for when in dates if when is not None]
    ends = [when for when in others if when is not None] if rule.kind == "duration" else [at] if at is not None else []
    lengths = [completed(begin, end, rule.unit) for begin in _outer(begins) for end in _outer(ends)]
    longest = max((length for length in lengths if length is not None), default=-1)
    if longest > MOST_NUMBERS:
        raise InputError("derived_needs_classes", variable=rule.source, count=longest)
    return (*(Category.plain(str(number)) for number in range(longest + 1)), *missing)


def _outer(dates: Sequence[PartialDate]) -> list[PartialDate]:
    """The first and the last of those that are years, months or days alone."""
    outer = []
    for kind in {(bool(when.month), bool(when.day)) for when in dates}:
        alike = sorted(
            (when.year, when.month, when.day) for when in dates if (bool(when.month), bool(when.day)) == kind
        )
        outer += [PartialDate(*alike[0]), PartialDate(*alike[-1])]
    return outer


def _of_number(number: int | None, rule: Derivation) -> str:
    """The code of an age or a duration: of its class where there are bounds."""
    if number is None:
        return MISSING
    return _class_of(str(number), parsed_bounds(rule.bounds), class_codes(rule.bounds)) if rule.bounds else str(number)


def _of_numbers(codes: Iterable[str], rule: Derivation) -> tuple[Category, ...]:
    """The categories of ages or durations: all classes, else all whole numbers up to the largest; missing is last."""
    present = set(codes)
    missing = [Category.plain(MISSING)] if MISSING in present else []
    if rule.bounds:
        return (*_class_categories(rule.bounds)[:-1], *missing)
    numbers = sorted(int(code) for code in present - {MISSING})
    if numbers and numbers[-1] < MOST_FILLED:
        numbers = list(range(numbers[-1] + 1))
    return (*(Category.plain(str(number)) for number in numbers), *missing)


def derived_codes(codes: Iterable[str], rule: Derivation, day: str = "") -> dict[str, str]:
    """Each code of the source with the code that it becomes; missing stays missing. day: ISO, for which ages are
    computed. Raises derived_without_day."""
    if rule.kind in ("age", "duration"):
        at = date_in(day)
        if at is None:
            raise InputError("derived_without_day", variable=rule.source)
        unit: DurationUnit = "years" if rule.kind == "age" else rule.unit
        dates = {code: date_in(code) for code in codes}
        return {
            code: _of_number(None if begin is None else completed(begin, at, unit), rule)
            for code, begin in dates.items()
        }
    if rule.kind == "date_part":
        dates = {code: date_in(code) for code in codes}
        parts = {code: "" if when is None else part_of(when, rule.part) for code, when in dates.items()}
        if not rule.bounds:
            return parts
        return {code: MISSING if not part else _of_number(int(part[:4]), rule) for code, part in parts.items()}
    if rule.kind == "same":
        return {code: code for code in codes}
    if rule.kind == "prefix":
        return {code: code[: max(1, rule.digits)] for code in codes}
    if rule.kind == "groups":
        group = group_of(rule)
        keep = rule.others == "keep"
        return {code: group.get(code, code if keep or code == MISSING else MISSING) for code in codes}
    bounds, names = parsed_bounds(rule.bounds), class_codes(rule.bounds)
    return {code: _class_of(code, bounds, names) for code in codes}


def group_of(rule: Derivation) -> dict[str, str]:
    """Map each code of a recode to its group. Raises group_code_twice."""
    codes: dict[str, str] = {}
    for group in rule.groups:
        for code in group.codes:
            if codes.get(code, group.code) != group.code:
                raise InputError("group_code_twice", item=code, first=codes[code], second=group.code)
            codes[code] = group.code
    return codes


def _categories(source: Dimension, rule: Derivation, of: dict[str, str]) -> tuple[Category, ...]:
    if rule.kind == "classes":
        has_missing = MISSING in of.values()
        return (*_class_categories(rule.bounds)[:-1], *([Category.plain(MISSING)] if has_missing else []))
    if rule.kind == "same":
        return source.categories
    if rule.kind in ("age", "duration") or (rule.kind == "date_part" and rule.bounds):
        return _of_numbers(of.values(), rule)
    if rule.kind == "date_part":
        missing = [Category.plain(MISSING)] if MISSING in of.values() else []
        parts = filled_parts((code for code in of.values() if code != MISSING), rule.part)
        return (*(Category(code, part_label(code)) for code in parts), *missing)
    known = {category.code: category for category in source.categories}
    groups = [group.code for group in rule.groups]
    codes = [*groups, *(code for code in sort_codes(list(dict.fromkeys(of.values()))) if code not in groups)]
    codes = [code for code in codes if code != MISSING] + [MISSING] * (MISSING in codes)
    return tuple(known.get(code) or Category(code, source.label(code)) for code in codes)


def parsed_bounds(bounds: tuple[str, ...]) -> tuple[Decimal, ...]:
    """Parse class bounds to exact decimals. Raises ClassBounds where one is no number or they do not ascend."""
    found: list[Decimal] = []
    for place, text in enumerate(bounds, start=1):
        bound = decimal_of(text)
        if bound is None or (found and bound <= found[-1]):
            raise ClassBounds(place=place, value=text)
        found.append(bound)
    if not found:
        raise ClassBounds(place=1, value="")
    return tuple(found)


def class_codes(bounds: tuple[str, ...]) -> tuple[str, ...]:
    """Codes of classes in their order, `<18`, `18-65`, `65+`, followed by MISSING."""
    between = [f"{low}-{high}" for low, high in pairwise(bounds)]
    return (f"<{bounds[0]}", *between, f"{bounds[-1]}+", MISSING)


def class_label(bounds: tuple[str, ...], place: int) -> Texts:
    """Default label of a class. place: index of the class, from 0."""
    german = tuple(bound.replace(".", ",") for bound in bounds)
    if place == 0:
        return Texts(f"below {bounds[0]}", f"unter {german[0]}")
    if place == len(bounds):
        return Texts(f"{bounds[-1]} and more", f"{german[-1]} und mehr")
    low, high = bounds[place - 1], bounds[place]
    return Texts(f"{low} to below {high}", f"{german[place - 1]} bis unter {german[place]}")


def _class_categories(bounds: tuple[str, ...]) -> tuple[Category, ...]:
    codes = class_codes(bounds)
    named_categories = tuple(
        Category(code, class_label(bounds, code_index)) for code_index, code in enumerate(codes[:-1])
    )
    return (*named_categories, Category.plain(MISSING))


def _class_of(code: str, bounds: tuple[Decimal, ...], names: tuple[str, ...]) -> str:
    value = decimal_of(code)
    return MISSING if value is None else names[sum(bound <= value for bound in bounds)]


def decimal_of(text: str) -> Decimal | None:
    """A number written with a point; `Decimal` itself would also take `1_0` and `Infinity`."""
    try:
        return Decimal(text) if _NUMBER.fullmatch(text) else None
    except InvalidOperation:  # an exponent beyond what Decimal holds
        return None


def _classes_of_numbers(rule: Derivation, day: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Where numbers are cut, ascending, and the class from below the first cut to above the last.

    Of ages by years of birth: who was born in the year Y - a, or before, is a years old in the year Y; after it nobody.
    """
    codes = class_codes(rule.bounds)[:-1]
    if rule.kind != "age":
        return rule.bounds, codes
    at = date_in(day)
    if at is None:
        raise InputError("derived_without_day", variable=rule.source)
    years = [at.year + 1, *(at.year - ceil(age) + 1 for age in parsed_bounds(rule.bounds))]
    return tuple(str(year) for year in reversed(years)), (*reversed(codes), MISSING)


def _class_of_numbers(number: NumberColumn, bounds: tuple[str, ...], places: Codes) -> Codes:
    """The class of each record. places: of each class from the lowest, and of a missing value at the end."""

    def of(values: np.ndarray, *missing: np.ndarray) -> np.ndarray:
        classes = _class_of_values(replace(number, values=values, missing=None), bounds)
        for blank in missing:
            classes[blank] = len(places) - 1
        of_records: np.ndarray = places[classes]
        return of_records

    return row_by_row(of, places.dtype, number.values, *([] if number.missing is None else [number.missing]))


def _class_of_values(number: NumberColumn, bounds: tuple[str, ...]) -> np.ndarray:
    limits = parsed_bounds(bounds)
    if number.decimals is None:
        values = number.values.astype(np.float64)
        found = np.searchsorted(np.array([float(limit) for limit in limits]), values, side="right")
        found[np.isnan(values)] = len(limits) + 1
        return found
    return np.searchsorted(_scaled_bounds(number, bounds), number.values, side="right")


def _scaled_bounds(number: NumberColumn, bounds: tuple[str, ...]) -> NDArray[np.int64]:
    """Class bounds as whole numbers on the scale of a column, rounded up. A scaled value is at least the exact bound
    just where it is at least the rounded one."""
    scaled = [(limit * number.scale).to_integral_value(rounding="ROUND_CEILING") for limit in parsed_bounds(bounds)]
    least, upper = -(2**63), 2**63 - 1
    return np.array([min(max(int(bound), least), upper) for bound in scaled], dtype=np.int64)


def with_codes(data: Microdata, entries: Iterable[VariableEntry]) -> tuple[Microdata, dict[str, NoNumbers]]:
    """Apply the dictionary's codes of missing and not-applicable values and its classes to the magnitudes of the data.

    Also returns the number of records without a value for each magnitude. Raises codes_twice, code_no_number,
    QuantileClasses.
    """
    magnitudes, counts = dict(data.magnitudes), {}
    entries = [entry for entry in entries if entry.role == "magnitude"]
    roles = {entry.name: entry.code_roles for entry in entries}
    classes = {entry.name: entry.magnitude_classes for entry in entries if entry.classes}
    for name, column in data.magnitudes.items():
        told_any = roles.get(name, CodeRoles()).any
        if told_any and data.counter is not None:
            raise elsewhere(data.counter.name, sentence("records_for_codes"))
        if told_any or (column.missing is not None and data.counter is None):
            magnitudes[name], counts[name] = with_roles(column, roles.get(name, CodeRoles()))
        if name in classes:
            magnitudes[name] = replace(magnitudes[name], classes=classes[name])
    return replace(data, magnitudes=magnitudes), counts


def with_titles(data: Microdata, entries: Iterable[VariableEntry]) -> Microdata:
    """Give the magnitudes and the weight of the data the titles of the dictionary."""
    titles = {entry.name: entry.title for entry in entries}
    magnitudes = {
        name: replace(column, title=titles.get(name, column.title)) for name, column in data.magnitudes.items()
    }
    weight = data.weight
    if weight is not None and weight.name in titles:
        weight = replace(weight, title=titles[weight.name])
    return replace(data, magnitudes=magnitudes, weight=weight)
