"""Records that count in a sum and its mean: those with a value, contributors, or all; magnitudes.md 1.1 to 1.4."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Literal, cast

from ckmcore.base.texts import Texts
from ckmcore.errors import DataError
from ckmcore.messages import Sentence, sentence
from ckmcore.tabulate.raw import RawBlock, RawTable
from ckmcore.tabulate.spec import CountKind, Measure, MeasureKind

MissingValues = Literal["out", "zero", "refuse"]
MeanOf = Literal["valid", "contributors", "records"]
ZeroIs = Literal["secret", "public"]
# "answered": those with a value of their own also where a blank counts as 0.
Respondents = Literal["valid", "contributors", "answered"]
ShownWith = Literal["contributors", "records"]
RESPONDENTS: tuple[Respondents, ...] = ("valid", "contributors")
# Growth and ratios of sums that share a key: below three contributors they would be those of the originals.
LEAST_CONTRIBUTORS = 3


@dataclass(frozen=True)
class SumRules:
    """Rules on which records count in sums of a magnitude, and where sums are shown. The defaults are the rules of
    former versions.

    missing: records without a value are excluded ("out"), count as 0, or are refused. mean_of: divisor of means: the
    published number of records with a value, of contributors (value other than 0), or of all records. zero_is: whether
    a sum of only true zeros is shown as 0 ("public"). least_contributors: smallest published number of contributors for
    ratios and changes of sums. shown_with: "contributors" (former versions), or "records": a sum is shown only where
    the published numbers of records and of records with a value are both above 0 and not below the threshold, shown or
    not.
    """

    missing: MissingValues = "zero"
    mean_of: MeanOf = "records"
    zero_is: ZeroIs = "secret"
    least_contributors: int = 0
    shown_with: ShownWith = "contributors"

    @property
    def counts_values(self) -> bool:
        """Whether the numbers of records with a value and of contributors decide what a cell shows."""
        return self.missing == "out" or self.mean_of != "records"

    @property
    def answered(self) -> Respondents:
        """Kind of the number of records with a value that is shown beside a sum."""
        return "answered" if self.missing == "zero" and self.shown_with == "records" else "valid"

    def divisor(self, of: MeasureKind, magnitude: str) -> Measure:
        """Measure by which a mean of the magnitude divides. of: unweighted or weighted."""
        if self.mean_of == "records":
            return Measure(of)
        kind = self.mean_of if of == "count" else f"weighted_{self.mean_of}"
        return Measure(cast(MeasureKind, kind), magnitude)

    def refuse(self, block: RawBlock, magnitude: str) -> None:
        """Raises magnitude_values_missing where records have no value and the rules refuse them."""
        if self.missing == "refuse" and block.magnitudes[magnitude].missing:
            raise DataError("magnitude_values_missing", magnitude=magnitude)

    def numbers(self) -> tuple[Respondents, ...]:
        """Kinds of numbers of records that the rules require to be published."""
        if self.counts_values or self.shown_with == "records":
            answered: tuple[Respondents, ...] = ("answered",) if self.answered == "answered" else ()
            return (*RESPONDENTS, *answered)
        return ("contributors",) if self.least_contributors else ()


# What a method has that is made now, by the library, the command or the window, where nothing else is said: what stands
# aside, what means divide by, beside which counts sums stand. Fields have the defaults of former versions, by which
# kept methods are read.
NEW_METHOD: Mapping[str, Any] = MappingProxyType({"missing": "out", "mean_of": "valid", "shown_with": "records"})

# What τ-ARGUS and R cellKey do, as far as their documentation says: no file of theirs with blanks has confirmed it.
PEERS_METHOD: Mapping[str, Any] = MappingProxyType(
    {"missing": "zero", "mean_of": "records", "shown_with": "contributors"}
)


def new_method(name: str) -> Mapping[str, Callable[[Mapping[str, Any]], Any]]:
    """Metadata of a field whose omitted value is taken from `NEW_METHOD`, or with `compat` from the other program."""
    return {"unsaid": lambda settings_given: (PEERS_METHOD if settings_given.get("compat") else NEW_METHOD)[name]}


def blanks_told(found: Iterable[tuple[str, Texts, int]], rules_of: Callable[[str], SumRules]) -> tuple[Sentence, ...]:
    """Notices to scripts on records without a value: that they are excluded, or count as 0.

    found: name, title and number of such records for each magnitude; rules_of: rules of a magnitude.
    """
    code_of_rule = {"out": "blanks_left_out", "zero": "blanks_count_as_zero"}
    codes_of_names = {
        name: (code_of_rule.get(rules_of(name).missing), title, count) for name, title, count in found if count
    }
    return tuple(sentence(code, magnitude=title, count=count) for code, title, count in codes_of_names.values() if code)


def blanks_of_table(raw: RawTable) -> list[tuple[str, Texts, int]]:
    """Magnitudes of a table with the number of records without a value, for `blanks_told`."""
    blocks = [block.magnitudes for block in raw.every_block]
    return [
        (
            name,
            raw.title(name),
            max(block_magnitudes[name].missing for block_magnitudes in blocks if name in block_magnitudes),
        )
        for name in _names(blocks)
    ]


def _names(blocks: Iterable[Iterable[str]]) -> list[str]:
    return list(dict.fromkeys(name for block in blocks for name in block))


def blanks_as_zeros(raw: RawTable, rules: Mapping[str, SumRules]) -> tuple[Sentence, ...]:
    """Warnings on magnitudes whose records without a value count as 0, one sentence each."""
    sentences = {}
    for block in raw.every_block:
        for name, magnitude in block.magnitudes.items():
            if magnitude.missing and rules[name].missing == "zero":
                sentences[name] = sentence("blanks_count_as_zero", magnitude=raw.title(name), count=magnitude.missing)
    return tuple(sentences.values())


def respondents(block: RawBlock, magnitude: str, which: Respondents, rules: SumRules) -> RawBlock:
    """Records of each cell with a value, or with one other than 0, as a block with keys of its own.

    With `missing = "zero"` a record without a value has the value 0. Weights are None where they are not kept.
    """
    raw, plain_block = block.magnitudes[magnitude], replace(block, magnitudes={}, exempt=None)
    if which == "contributors":
        return replace(plain_block, counts=raw.contributors, key_sums=raw.key_sums, weights=raw.contributor_weights)
    if raw.valid is None or (rules.missing == "zero" and which == "valid"):
        return plain_block
    return replace(plain_block, counts=raw.valid, key_sums=raw.valid_keys, weights=raw.valid_weights)


def measure_of(which: Respondents, of: CountKind, magnitude: str) -> Measure:
    """Measure of the published number of records with a value or of contributors. of: unweighted or weighted."""
    return Measure(cast(MeasureKind, which if of == "count" else f"weighted_{which}"), magnitude)
