"""Classes of figures on maps: limits, equal figures, numbers of areas."""

from __future__ import annotations

from itertools import combinations, pairwise
from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ckmcore.pictures.classes import classes_of
from ckmcore.pictures.colours import class_colours
from ckmcore.tabulate.picture_choice import ClassMethod, PictureChoice
from tests.kit.examples import examples
from tests.kit.fails import fails

METHODS: tuple[ClassMethod, ...] = ("quantiles", "width", "breaks")


def squares(figures: list[int]) -> float:
    """Squared deviations from the mean."""
    return sum((figure - sum(figures) / len(figures)) ** 2 for figure in figures) if figures else 0


@settings(max_examples=examples(100))
@given(st.lists(st.integers(-50, 50), min_size=1, max_size=40), st.sampled_from(METHODS), st.integers(3, 7))
def test_every_figure_but_zero_is_in_one_class_and_equal_ones_together(
    wholes: list[int], method: ClassMethod, count: int
) -> None:
    classes = classes_of(wholes, 1, PictureChoice(classes=method, class_count=count))
    assert list(classes.limits) == sorted(set(classes.limits))
    assert len(classes.limits) <= count
    numbers = [classes.of(whole) for whole in wholes]
    assert [number < 0 for number in numbers] == [whole == 0 for whole in wholes]
    assert [numbers.count(number) for number in classes.span] == list(classes.counts)
    assert classes.zeros == wholes.count(0)
    for whole, number in zip(wholes, numbers, strict=True):
        if number >= 0:
            upper = classes.limits[number + 1] if number + 1 < len(classes.limits) else classes.top + 1
            assert classes.limits[number] <= whole < upper


@settings(max_examples=examples(60))
@given(st.lists(st.integers(1, 40), min_size=3, max_size=11), st.integers(3, 5))
def test_natural_breaks_deviate_least_of_all_divisions(wholes: list[int], count: int) -> None:
    limits = [*classes_of(wholes, 0, PictureChoice(classes="breaks", class_count=count)).limits, inf]
    found = sum(squares([whole for whole in wholes if low <= whole < high]) for low, high in pairwise(limits))
    distinct = sorted(set(wholes))
    every = [
        sum(squares([whole for whole in wholes if low <= whole < high]) for low, high in pairwise(ends))
        for inner in combinations(distinct[1:], min(count, len(distinct)) - 1)
        for ends in [(distinct[0], *inner, inf)]
    ]
    assert found == pytest.approx(min(every))


def test_quantiles_have_as_many_areas_each_and_are_written_from_to_below() -> None:
    classes = classes_of(range(100, 200), 1, PictureChoice())
    assert classes.counts == (20,) * 5
    assert [classes.text(number, "de") for number in classes.span] == [
        "10,0 bis unter 12,0", "12,0 bis unter 14,0", "14,0 bis unter 16,0", "16,0 bis unter 18,0", "18,0 bis 19,9",
    ]  # fmt: skip
    assert classes.text(4, "en") == "18.0 to 19.9"


def test_classes_of_equal_width_are_rounded_to_a_unit() -> None:
    assert classes_of([1, 2, 11], 0, PictureChoice(classes="width", class_count=4)).limits == (1, 4, 6, 9)


def test_the_lowest_class_begins_at_the_least_figure_above_zero() -> None:
    # The limits of the target picture; the least published figure after 0 is 3.
    own = PictureChoice(classes="own", limits=("0", "3", "10", "100", "500", "2000", "4000"))
    classes = classes_of([0, 0, 3, 9, 10, 99, 5000], 0, own)
    assert classes.limits == (3, 10, 100, 500, 2000, 4000)
    assert (classes.counts, classes.zeros) == ((2, 2, 0, 0, 0, 1), 2)
    assert classes_of([5, 12], 1, PictureChoice(classes="own", limits=("0.4", "1,0"))).limits == (4, 10)
    beyond = classes_of([5, 12], 0, PictureChoice(classes="own", limits=("5", "20")))
    assert [beyond.text(number, "en") for number in beyond.span] == ["5 to below 20", "20 and more"]


@pytest.mark.parametrize(
    "limits", [(), ("a",), ("1", "1"), ("2", "1"), ("1.25",), ("NaN",), ("Infinity",), (*tuple("12345678"), "9")]
)
def test_own_limits_that_are_no_ascending_numbers_are_refused(limits: tuple[str, ...]) -> None:
    with fails("picture_limits", places=1):
        classes_of([1, 2, 3], 1, PictureChoice(classes="own", limits=limits))


@pytest.mark.parametrize("count", [0, 2, 8])
def test_a_map_has_three_to_seven_classes(count: int) -> None:
    with fails("picture_class_count", least=3, most=7):
        classes_of([1, 2, 3], 0, PictureChoice(class_count=count))


def test_few_distinct_figures_have_few_classes() -> None:
    for method in METHODS:
        assert classes_of([7, 7, 7], 0, PictureChoice(classes=method)).limits == (7,)
    assert classes_of([0, 0], 0, PictureChoice()).limits == ()


def test_two_hues_meet_at_the_value_that_is_named() -> None:
    figures = range(100, 200)
    classes = classes_of(figures, 1, PictureChoice(around="15.2"))
    assert (classes.limits, classes.below) == ((100, 120, 140, 152, 180), 3)
    colours = class_colours(5, below=classes.below)
    assert colours == ("b8", "b4", "b0", "c2", "c6")
    assert class_colours(5, below=2, reversed=True) == ("c6", "c2", "b0", "b4", "b8")
    for outside in ("9.9", "10", "30"):
        assert classes_of(figures, 1, PictureChoice(around=outside)).below == 0
    with fails("picture_limits"):
        classes_of(figures, 1, PictureChoice(around="x"))


def test_held_limits_are_those_of_every_period() -> None:
    choice = PictureChoice(classes="own", limits=("3", "5", "8"), held=True)
    for wholes, counts in (([3, 6, 9], (1, 1, 1)), ([6, 7], (0, 2, 0)), ([1, 4], (2, 0, 0))):
        classes = classes_of(wholes, 0, choice)
        assert (classes.limits[1:], classes.counts) == ((5, 8), counts)
        assert [classes.of(5), classes.of(8)] == [1, 2]  # and so their colours
    assert classes_of([6, 7], 0, choice).text(2, "en") == "8 and more"
    loose = classes_of([6, 7], 0, PictureChoice(classes="own", limits=("3", "5", "8")))
    assert len(loose.limits) < 3


def test_two_hues_stay_where_the_value_is_above_every_figure_of_a_period() -> None:
    choice = PictureChoice(classes="own", limits=("3", "5", "8"), held=True, around="5")
    assert [classes_of(wholes, 0, choice).below for wholes in ([3, 6, 9], [3, 4])] == [1, 1]
