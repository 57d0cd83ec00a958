"""What is decided on the codes of a new period: whether the series breaks follows from it, unless somebody says so."""

from __future__ import annotations

from dataclasses import replace

import ckmcore as ckm
from ckmcore.dictionary.conversions import CodeConversion
from ckmcore.microdata.data import Category
from ckmcore.microdata.variable import VariableEntry
from ckmcore.statistic.model import Statistic
from ckmdesk.state.review import Review, as_missing, review_of_codes, with_action, with_break, with_pairs


def reviewed() -> Review:
    """A period with two codes of areas that the code list lacks, and without one that it has."""
    categories = tuple(map(Category.plain, ("1", "2", "3")))
    entry = VariableEntry("area", "dimension", ckm.Texts.same("Area"), categories)
    return review_of_codes(replace(Statistic(ckm.Texts.same("S")), dictionary=(entry,)), {"area": ("1", "2", "x", "y")})


def is_break(review: Review) -> bool:
    (one,) = review.variables
    return one.decision.is_break


def test_the_series_does_not_break_where_all_new_codes_are_written_for_known_ones() -> None:
    review = reviewed()
    assert is_break(review)  # new categories
    review = with_action(review, "area", ["x"], "written", "1")
    assert is_break(review)  # y is one still
    review = with_action(review, "area", ["y"], "written", "2")
    assert not is_break(review)
    assert is_break(with_action(review, "area", ["y"], "begins"))
    assert not is_break(as_missing(reviewed(), "area"))
    one = with_action(with_action(reviewed(), "area", ["x"], "written", "1"), "area", ["y"], "follows", "3")
    assert not is_break(one)  # only another name


def test_t22_the_series_breaks_by_itself_where_the_code_list_changes_in_content() -> None:
    assert is_break(with_action(reviewed(), "area", ["x", "y"], "follows", "3"))  # 3 is split
    merged = with_pairs(reviewed(), "area", CodeConversion((("1", "x"), ("3", "x"), ("2", "y"))), "")
    assert is_break(merged)
    assert not is_break(with_pairs(reviewed(), "area", CodeConversion((("1", "x"), ("2", "y"))), ""))
    (one,) = reviewed().variables
    seen = Review((replace(one, entry=replace(one.entry, codes_from="observed")),))  # its codes are what records have
    assert not is_break(with_action(with_break(seen, "area", on=False), "area", ["x"], "begins"))


def test_what_somebody_said_of_the_series_stays() -> None:
    broken = with_break(with_action(reviewed(), "area", ["x", "y"], "written", "1"), "area", on=True)
    assert is_break(with_action(broken, "area", ["x"], "written", "2"))
    whole = with_break(reviewed(), "area", on=False)
    assert not is_break(with_action(whole, "area", ["x"], "written", "2"))


def test_codes_that_are_gone_break_no_series() -> None:
    review = with_action(reviewed(), "area", ["x", "y"], "written", "1")
    assert not is_break(with_action(review, "area", ["3"], "ends"))
