"""Decisions on the codes of a new period before its import. No Qt. Confidential: discloses empty categories."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from ckmcore.base.texts import Texts
from ckmcore.dictionary.changes import CodeListChanges, Pairs, compare_codes
from ckmcore.dictionary.code_lists import near_misses
from ckmcore.dictionary.conversions import CodeConversion
from ckmcore.messages import Sentence, sentence
from ckmcore.microdata.data import MISSING, Microdata
from ckmcore.microdata.variable import VariableEntry
from ckmcore.statistic.import_period import CodeDecision, breaks_series
from ckmcore.statistic.model import Statistic

# new codes: begin now / are another way to write a known one / follow on a known one / say that there is no value; gone
# ones: stay / end.
Action = Literal["begins", "written", "follows", "missing", "stays", "ends"]
NEW: tuple[Action, ...] = ("begins", "written", "follows", "missing")
OF_ANOTHER: tuple[Action, ...] = ("written", "follows")
GONE: tuple[Action, ...] = ("stays", "ends")


@dataclass(frozen=True)
class CodeChoice:
    """A new or removed code and the action for it; `other` is the known code that it means or continues."""

    code: str
    new: bool
    action: Action
    other: str = ""


@dataclass(frozen=True)
class VariableReview:
    """The review of a variable: the code list before (`entry`) and the codes of the new records.

    `pairs` and `labels` of new codes come from a mapping table.
    """

    entry: VariableEntry
    codes: tuple[str, ...]
    changes: CodeListChanges
    choices: tuple[CodeChoice, ...]
    pairs: Pairs = ()
    is_break: bool = False
    labels: tuple[tuple[str, Texts], ...] = ()

    @property
    def decision(self) -> CodeDecision:
        """The decision for the engine."""
        chosen_choices = self.choices
        spelled = tuple(
            (choice.code, choice.other) for choice in chosen_choices if choice.action == "written" and choice.other
        )
        spelled += tuple((choice.code, MISSING) for choice in chosen_choices if choice.action == "missing")
        follows = tuple(
            (choice.other, choice.code) for choice in chosen_choices if choice.action == "follows" and choice.other
        )
        begun = (
            choice
            for choice in chosen_choices
            if choice.action == "begins" or (choice.action in OF_ANOTHER and not choice.other)
        )
        new_codes = tuple(choice.code for choice in begun)
        closed = tuple(choice.code for choice in chosen_choices if choice.action == "ends")
        return CodeDecision(
            self.entry.name, spelled, (*self.pairs, *follows), new_codes, closed, self.is_break, self.labels
        )


@dataclass(frozen=True)
class Review:
    """The review of all variables whose codes differ.

    `since` is the ISO day from which new codes are valid ("": the period's).
    """

    variables: tuple[VariableReview, ...]
    since: str = ""

    @property
    def decisions(self) -> tuple[CodeDecision, ...]:
        return tuple(variable.decision for variable in self.variables)


NOTHING = Review(())


def begin_review(statistic: Statistic, data: Microdata, changes: Sequence[CodeListChanges]) -> Review:
    """Begin the review of a file.

    New codes that differ from a removed one only in zeros, blanks or case are proposed as that code.
    """
    entries = {entry.name: entry for entry in statistic.dictionary}
    reviews = [
        _reviewed(entries[change.variable], data.dimensions[change.variable].codes, change) for change in changes
    ]
    return Review(tuple(reviews), statistic.period.date)


def review_of_codes(statistic: Statistic, codes: Mapping[str, Sequence[str]]) -> Review:
    """Begin the review of code lists that are known before the records are imported, by variable."""
    day, variable_reviews = statistic.period.date, []
    for entry in statistic.dictionary:
        if entry.derived is None and entry.role == "dimension" and entry.categories and entry.name in codes:
            code = tuple(codes[entry.name])
            changes = compare_codes(entry, code, day)
            variable_reviews += [_reviewed(entry, code, changes)] if changes.any else []
    return Review(tuple(variable_reviews), day)


def carried(review: Review, before: Review) -> Review:
    """Return the review with the decisions made `before` on variables whose differences have not changed."""
    known_variables = {variable.entry.name: variable for variable in before.variables}
    reviews = [
        known_variables[variable.entry.name]
        if variable.entry.name in known_variables and known_variables[variable.entry.name].changes == variable.changes
        else variable
        for variable in review.variables
    ]
    return Review(tuple(reviews), before.since or review.since)


def as_missing(review: Review, variable: str) -> Review:
    """Return the review in which all new codes of a variable mean a missing value, so that the series does not
    break."""
    each_variable_review = next(
        variable_review for variable_review in review.variables if variable_review.entry.name == variable
    )
    return _changed(with_action(review, variable, each_variable_review.changes.new, "missing"), variable, _judged)


def _reviewed(
    entry: VariableEntry, codes: tuple[str, ...], changes: CodeListChanges, pairs: Pairs = ()
) -> VariableReview:
    near_codes = dict(near_misses(changes.new, changes.gone))
    choices = [
        CodeChoice(code, True, "written", near_codes[code]) if code in near_codes else CodeChoice(code, True, "begins")
        for code in changes.new
    ]
    choices += [CodeChoice(code, False, "stays") for code in changes.gone if code not in near_codes.values()]
    return _judged(VariableReview(entry, codes, changes, tuple(choices), pairs))


def _judged(variable_review: VariableReview) -> VariableReview:
    """Return a review of a variable with a break if its code list changes in content, unless the user decided
    otherwise."""
    return replace(variable_review, is_break=breaks_series(variable_review.entry, variable_review.decision))


def with_pairs(review: Review, variable: str, conversion: CodeConversion, day: str) -> Review:
    """Return the review with the mapping table of a variable; codes that it explains need no decision."""
    pairs = conversion.pairs

    def changed(variable_review: VariableReview) -> VariableReview:
        changes = compare_codes(variable_review.entry, variable_review.codes, day, pairs)
        reviewed = _reviewed(variable_review.entry, variable_review.codes, changes, pairs)
        return replace(reviewed, labels=tuple(conversion.labels.items()))

    return _changed(review, variable, changed)


def nearly_known(review: Review, variable: str) -> Sentence | None:
    """Return a notice if codes of a mapping table differ from known ones in leading zeros or blanks only."""
    for variable_review in review.variables:
        known_codes = {category.code for category in variable_review.entry.categories} | set(variable_review.codes)
        strange = [code for pair in variable_review.pairs for code in pair if code not in known_codes]
        near_codes = near_misses(strange, known_codes) if variable_review.entry.name == variable else []
        if near_codes:
            return sentence("mapping_near", count=len(near_codes), item=near_codes[0][0], other=near_codes[0][1])
    return None


def with_action(review: Review, variable: str, codes: Collection[str], action: Action, other: str = "") -> Review:
    """Choose an action for some codes of a variable; codes that it does not fit are unchanged.

    Whether the series breaks follows from the actions, unless the user decided otherwise.
    """

    def changed(variable_review: VariableReview) -> VariableReview:
        choices = tuple(
            replace(choice, action=action, other=other)
            if choice.code in codes and action in (NEW if choice.new else GONE)
            else choice
            for choice in variable_review.choices
        )
        decided = replace(variable_review, choices=choices)
        said_otherwise = variable_review.is_break != _judged(variable_review).is_break
        return decided if said_otherwise else _judged(decided)

    return _changed(review, variable, changed)


def with_break(review: Review, variable: str, *, on: bool) -> Review:
    """Whether the series breaks for a variable."""
    return _changed(review, variable, lambda variable_review: replace(variable_review, is_break=on))


def _changed(review: Review, variable: str, change: Callable[[VariableReview], VariableReview]) -> Review:
    reviews = tuple(
        change(variable_review) if variable_review.entry.name == variable else variable_review
        for variable_review in review.variables
    )
    return replace(review, variables=reviews)
