"""Notes below tables on how means and quantiles are made, and on their signs; magnitudes.md 3.4 and 8."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ckmcore.base.numbers import shortest_text
from ckmcore.base.texts import Texts
from ckmcore.messages import Sentence, sentence
from ckmcore.methods.protected import Legend, ProtectedTable, Sign
from ckmcore.methods.quantiles import LEAST_BEYOND
from ckmcore.methods.sums import SumRules
from ckmcore.microdata.data import Microdata
from ckmcore.tabulate.raw import Conditions
from ckmcore.tabulate.spec import CLASS, TableSpec


def remarks(
    spec: TableSpec, parts: Iterable[Conditions], rules: Callable[[str], SumRules], title: Callable[[str], Texts]
) -> tuple[Sentence, ...]:
    """Sentences on how means are computed, and on the quantiles of each magnitude.

    parts: own filters of a raw table, including those of classes; rules: which records count in sums of a magnitude;
    title: name of a magnitude. Means that divide by all records have no note, as in former files.
    """
    means = dict.fromkeys(rules(value.magnitude).mean_of for value in spec.values if value.kind == "mean")
    sentences = [sentence(f"remark_mean_{mean}") for mean in means if mean != "records"]
    for name in dict.fromkeys(value.magnitude for value in spec.values if value.is_quantile):
        variable = f"{CLASS}{name}"
        codes = dict.fromkeys(
            condition.codes[0]
            for own_condition in parts
            for condition in own_condition[-1:]
            if condition.variable == variable
        )
        edges = [edge for code in codes for edge in code.split("..")]
        text = "; ".join(edge or "+" for edge in dict.fromkeys(edges)).replace("; +", "+")
        sentences.append(sentence("remark_quantile", magnitude=title(name), classes=text))
    return tuple(sentences)


def quantile_notes(table: ProtectedTable, data: Microdata) -> tuple[Sentence, ...]:
    """Notes on quantiles of which no figure is shown: classes too fine or too open, with advice; they depend on
    published signs only."""
    sentences = []
    for index, value in enumerate(table.spec.values):
        column = data.magnitudes.get(value.magnitude)
        if not value.is_quantile or column is None or column.classes is None:
            continue
        signs = [block.signs[index] for block in table.blocks if block.signs is not None]
        uncertain, few = (
            sum(int((each_sign == sign).sum()) for each_sign in signs) for sign in (Sign.UNRELIABLE, Sign.BLOCKED)
        )
        label = table.label(index)
        if uncertain:
            width = shortest(column.classes.wider())
            sentences.append(sentence("quantile_too_uncertain", value=label, count=uncertain, width=width))
        if few:
            sentences.append(sentence("quantile_few_beyond", value=label, count=few, least=LEAST_BEYOND))
    return tuple(sentences)


def shortest(width: float) -> Texts:
    """A number as both languages write it."""
    return Texts(shortest_text(width, "en"), shortest_text(width, "de"))


def legend_of(spec: TableSpec, legend: Legend, *rules: Callable[[str], SumRules]) -> Legend:
    """Legend of a method with the meanings of its signs for sums and quantiles, where a table has any.

    rules: which records count in sums of a magnitude, for each method of the table. The meanings of `.` for sums are
    listed in one sentence, since the reason in a single cell is confidential.
    """
    sums = {value.measure.magnitude for value in spec.values if value.measure.is_sum}
    if any(rule(name).shown_with == "records" for name in sums for rule in rules):
        legend = {**legend, Sign.UNKNOWN: sentence("sign_sums")}
    if not any(value.is_quantile for value in spec.values):
        return legend
    words_of_sign = {
        Sign.BLOCKED: sentence("sign_quantile_few", least=LEAST_BEYOND),
        Sign.UNRELIABLE: sentence("sign_quantile_uncertain"),
    }
    both_sentences = {
        sign: sentence("sign_of_quantiles", meaning=legend[sign], quantile=words) if sign in legend else words
        for sign, words in words_of_sign.items()
    }
    return {**legend, **both_sentences}
