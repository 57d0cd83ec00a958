"""The values of a table: what each needs of the data, and the words that head it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ckmcore.base.numbers import Language, integer_text, shortest_text
from ckmcore.base.texts import Texts, both
from ckmcore.errors import InputError
from ckmcore.messages import say, sentence
from ckmcore.microdata.classes import class_words
from ckmcore.microdata.data import Microdata
from ckmcore.tabulate.derived_indicators import check_class, check_quantile
from ckmcore.tabulate.magnitudes import magnitude_column
from ckmcore.tabulate.references import reference_named
from ckmcore.tabulate.spec import MOST_DECIMALS, PERIOD, PREVIOUS, Condition, Measure, Value

_BOTH: tuple[Language, Language] = ("en", "de")
MOST_FACTOR = 10**9


def check_value(data: Microdata, value: Value, names: Sequence[str]) -> None:
    """Check that a value can be computed from the data in a block of the variables `names`.

    Raises magnitude_unknown, no_weight, change_needs_variable, reference_unknown, value_faulty.
    """
    if (value.kind in ("sum", "mean") or value.counts_answers or value.is_quantile) and not value.magnitude:
        raise InputError("value_faulty", part=sentence("value_part_magnitude"))
    if value.counts_answers or value.is_quantile:
        check_class(data, value)
    if value.is_quantile:
        check_quantile(value.q)
    for measure in value.measures:
        if measure.magnitude:
            magnitude_column(data, measure.magnitude)
    if value.needs_weights and data.weight is None:
        raise InputError("no_weight")
    if value.kind == "change" and value.variable not in names:
        raise InputError("change_needs_variable", variable=_title(data, value.variable))
    if value.kind == "rate":
        reference_named(data.references, value.reference)
    if not 0 <= value.decimals <= MOST_DECIMALS:
        raise InputError(
            "value_faulty", part=sentence("value_part_decimals", found=value.decimals, limit=MOST_DECIMALS)
        )
    if not 1 <= value.factor <= MOST_FACTOR:
        raise InputError("value_faulty", part=sentence("value_part_factor", found=value.factor, limit=MOST_FACTOR))
    if value.kind == "share" and not value.base:
        raise InputError("value_faulty", part=sentence("value_part_base"))


def _title(data: Microdata, variable: str) -> Texts:
    """Title of a variable, its name where it has none."""
    if variable == PERIOD:
        return both("word_period")
    title = data.dimensions[variable].title if variable in data.dimensions else Texts()
    return title if title.text("en") else Texts.same(variable)


def with_unit(value: Value, units: Mapping[str, Texts]) -> Value:
    """Value with the unit of its magnitude in the dictionary (`units`, by name), for sums, means and quantiles only. An
    explicit unit is kept."""
    in_unit = value.kind in ("sum", "mean") or value.is_quantile
    own_unit = units.get(value.magnitude, Texts()) if in_unit else Texts()
    return value if own_unit == Texts() or value.unit != Texts() else replace(value, unit=own_unit)


def value_label(data: Microdata, value: Value) -> Texts:
    """Heading of a value: its label, or one made of its definition."""
    return Texts(*(_label(data, value, language) for language in _BOTH))


def _label(data: Microdata, value: Value, language: Language) -> str:
    own_text = value.label.text(language)
    unit = value.unit.text(language)
    if own_text:
        return f"{own_text} ({unit})" if unit else own_text
    words = kind_words(data, value, language)
    if value.conditions and value.kind != "ratio":
        words = f"{words} ({_conditions(data, value.conditions, language)})"
    return f"{words}, {unit}" if unit else words


def kind_words(data: Microdata, value: Value, language: Language) -> str:
    """Text for the kind of a value: `Share of the row in %`, `Sum of turnover`."""
    counted = measure_words(data, value.measure, language)
    if value.kind == "mean":
        key = "value_mean" if value.measure.of == "count" else "value_mean_weighted"
        return say(key, language, magnitude=magnitude_title(data, value.magnitude))
    if value.counts_answers or value.is_quantile:
        return _answer_words(data, value, language)
    if value.kind in ("share", "change") and value.measure.magnitude:
        plain = replace(value, magnitude="")
        return say("value_of_sum", language, value=kind_words(data, plain, language), sum=counted)
    if value.kind == "share":
        return say(f"value_share_{value.base}", language)
    if value.kind == "change":
        if value.against == PREVIOUS:
            kind = "difference" if value.absolute else "change"
            before = "period" if value.variable == PERIOD else "category"
            return say(f"value_{kind}_{before}_before", language)
        against = value.against
        if value.variable in data.dimensions:
            against = data.dimensions[value.variable].label(value.against).text(language)
        key = "value_difference_against" if value.absolute else "value_change_against"
        return say(key, language, against=against)
    if value.kind == "ratio":
        above = _counted(data, value.measure, value.conditions, language)
        below = _counted(data, value.base_measure, value.base_conditions, language)
        if value.factor == 1:
            return say("value_ratio", language, counted=above, base=below)
        return say("value_ratio_per", language, counted=above, base=below, factor=integer_text(value.factor, language))
    if value.kind == "rate":
        table = reference_named(data.references, value.reference)
        text = table.unit.text(language) or table.title.text(language) or table.name
        rate = say("value_rate", language, factor=integer_text(value.factor, language), unit=text)
        return say("value_of_sum", language, value=rate, sum=counted) if value.measure.magnitude else rate
    return counted


def _answer_words(data: Microdata, value: Value, language: Language) -> str:
    """Text for a count by values of a magnitude, or for a quantile: `Median of income`."""
    named_texts = magnitude_title(data, value.magnitude)
    weighted = "_weighted" if value.measure.of == "weighted_count" else ""
    if value.kind == "distribution":
        words = class_words(value.in_class).text(language)
        return say(f"value_in_class{weighted}", language, magnitude=named_texts, words=words)
    if value.kind == "quantile":
        percent = shortest_text(100 * value.q, language)
        return say(f"value_quantile{weighted}", language, magnitude=named_texts, percent=percent)
    return say(f"value_{value.kind}{weighted}", language, magnitude=named_texts)


def measure_words(data: Microdata, measure: Measure, language: Language) -> str:
    """Text for a measure: `Number`, `Number of households`, `Sum of turnover`."""
    if not measure.magnitude:
        households = "" if data.households is None else "_households"
        return say(f"word_{measure.of}{households}", language)
    key = "value_sum" if measure.of == "count" else "value_sum_weighted"
    return say(key, language, magnitude=magnitude_title(data, measure.magnitude))


def magnitude_title(data: Microdata, name: str) -> Texts:
    """Title of a magnitude, its name where it has none."""
    title = data.magnitudes[name].title if name in data.magnitudes else Texts()
    return title if title.text("en") else Texts.same(name)


def _counted(data: Microdata, measure: Measure, conditions: Sequence[Condition], language: Language) -> str:
    """Text for what is counted or summed: the filter in words, or `Number` without one."""
    words = _conditions(data, conditions, language)
    if not measure.magnitude:
        return words or measure_words(data, measure, language)
    what_measure_words = measure_words(data, measure, language)
    return f"{what_measure_words} ({words})" if words else what_measure_words


def _conditions(data: Microdata, conditions: Sequence[Condition], language: Language) -> str:
    texts = []
    for condition in conditions:
        if condition.restricts and condition.variable in data.dimensions:
            dimension = data.dimensions[condition.variable]
            texts.append(", ".join(dimension.label(code).text(language) for code in condition.codes))
    return "; ".join(texts)
