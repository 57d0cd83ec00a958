"""Which kinds of pictures are offered for a table, with the reason for the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.methods.protected import Sign
from ckmcore.pictures.describe import describe
from ckmcore.pictures.kinds import KINDS, offered
from ckmcore.presentation.present import present_draft
from ckmcore.tabulate.picture_choice import KindName, PictureChoice
from ckmcore.tabulate.spec import Value
from tests.kit.fails import fails
from tests.kit.listed_tables import as_list, records
from tests.kit.picture_pages import AGES, PERIOD, SEXES, figures_for, page

LANDS = ["North", "South", "East", "West"]
YEARS = ["2021", "2022", "2023", "2024"]
MANY = [f"Town {number}" for number in range(300)]


def fitting(axes: Mapping[str, Sequence[str]], choice: PictureChoice | None = None, **more: object) -> list[KindName]:
    reasons = offered(page(axes, **more), choice)  # type: ignore[arg-type]
    return [kind for kind, reason in reasons.items() if reason is None]


@pytest.mark.parametrize(
    ("axes", "kinds"),
    [
        ({"land": LANDS}, ["bars"]),
        ({"land": LANDS, "sex": SEXES}, ["grouped", "stacked", "percent", "multiples", "bars"]),
        ({"land": LANDS, "stage": ["first", "second"]}, ["grouped", "stacked", "percent", "dots", "multiples", "bars"]),
        ({"town": MANY, "land": [*LANDS, "Centre"]}, ["stacked", "percent", "bars"]),
        ({"town": MANY, "street": MANY}, ["bars"]),
        ({"age": AGES, "sex": SEXES}, ["pyramid", "grouped", "stacked", "percent", "multiples", "bars"]),
        ({"land": LANDS, PERIOD: YEARS}, ["lines", "grouped", "stacked", "percent", "multiples", "bars"]),
        ({"land": LANDS, PERIOD: YEARS[:2]}, ["grouped", "stacked", "percent", "dots", "bars"]),
        ({"land": ["North"]}, []),
    ],
)
def test_kinds_are_offered_by_the_breakdowns_the_best_first(
    axes: Mapping[str, Sequence[str]], kinds: list[KindName]
) -> None:
    assert fitting(axes) == kinds


def test_shares_are_not_stacked_and_negative_figures_neither() -> None:
    axes = {"land": LANDS, "sex": SEXES}
    assert "stacked" not in fitting(axes, value=Value("share", base="row", decimals=1))
    figures = figures_for(axes)
    figures[2, 1] = -4
    assert "stacked" not in fitting(axes, figures=figures)
    reason = offered(page(axes, figures))["percent"]
    assert reason is not None
    assert reason.code == "picture_needs_positive"


def test_series_that_are_left_out_make_room_for_other_kinds() -> None:
    axes = {"land": LANDS, "sex": SEXES}
    assert "dots" in fitting(axes, PictureChoice(without=("c2",)))
    shown = describe(page(axes), PictureChoice(kind="dots", without=("c2",)))
    assert "not shown: diverse" in shown.subtitle


def test_a_kind_that_does_not_fit_is_refused_with_its_reason() -> None:
    with fails("picture_unfit") as caught:
        describe(page({"land": LANDS}), PictureChoice(kind="pyramid"))
    assert str(caught.value) == "Population pyramid: does not fit this table. Needs age and sex."


def test_a_table_of_signs_alone_has_no_picture_and_says_why() -> None:
    axes = {"land": LANDS, "sex": SEXES}
    figures = np.zeros((5, 4), dtype=np.int64)
    document = page(axes, figures, np.full((5, 4), Sign.UNKNOWN, dtype=np.uint8))
    assert all(reason is not None for reason in offered(document).values())
    with fails("picture_none") as caught:
        describe(document)
    assert "All cells carry signs." in str(caught.value)


def test_a_table_of_one_cell_has_no_picture() -> None:
    with fails("picture_none"):
        describe(page({"land": []}))


@pytest.mark.parametrize(
    ("choice", "code"),
    [
        (PictureChoice(value=1), "picture_value"),
        (PictureChoice(block=1), "picture_block"),
        (PictureChoice(categories="county"), "picture_variable"),
        (PictureChoice(kind="bars", colours="county"), "picture_variable"),
        (PictureChoice(width=20), "picture_size"),
        (PictureChoice(height=5000), "picture_size"),
    ],
)
def test_choices_that_the_table_does_not_have_are_named(choice: PictureChoice, code: str) -> None:
    with fails(code):
        describe(page({"land": LANDS}), choice)


def test_the_largest_forty_of_very_many_categories_are_shown_and_said_so() -> None:
    figures = figures_for({"town": MANY})
    shown = describe(page({"town": MANY}, figures))
    assert shown.subtitle.endswith("the 40 largest of 300 categories")
    drawn = [cell.whole for cell in shown.cells]
    assert drawn == sorted(figures[1:].tolist(), reverse=True)[:40]


def test_bars_stand_for_periods_and_for_few_short_words_alone() -> None:
    assert describe(page({PERIOD: YEARS}), PictureChoice(kind="bars")).axes.upright
    assert describe(page({"land": LANDS}), PictureChoice(upright=True)).axes.upright
    assert not describe(page({"land": LANDS})).axes.upright
    with fails("picture_not_upright"):
        describe(page({"town": MANY}), PictureChoice(upright=True))


def test_variables_on_the_axis_and_in_colours_are_those_that_are_asked_for() -> None:
    axes = {"land": LANDS, "sex": SEXES}
    shown = describe(page(axes), PictureChoice(kind="grouped", categories="sex", colours="land"))
    assert (shown.axes.categories, shown.axes.series) == (tuple(SEXES), tuple(LANDS))


def test_a_category_has_the_same_colour_whatever_else_is_shown() -> None:
    axes = {"land": LANDS, "sex": SEXES}
    whole = describe(page(axes), PictureChoice(kind="grouped"))
    part = describe(page(axes), PictureChoice(kind="grouped", without=("c0",)))
    colours = dict(zip(whole.axes.series, whole.axes.colours, strict=True))
    assert dict(zip(part.axes.series, part.axes.colours, strict=True)).items() < colours.items()


def test_a_breakdown_without_a_total_is_drawn_since_nothing_is_published_over_it() -> None:
    document = page({"land": LANDS, "sex": SEXES}, total="off")
    shown = describe(document, PictureChoice(kind="bars"))
    assert shown.subtitle == "Number in 1,000; Sex: male"
    figures = document.table.blocks[0].figures[0]
    assert [cell.whole for cell in shown.cells] == figures[1:, 1].tolist()


def test_of_stacked_blocks_the_one_that_is_chosen_is_shown_and_named() -> None:
    frame = pd.DataFrame({"land": list("aabbb"), "sex": list("mwmww"), "age": list("12121")})
    data = ckm.Microdata.from_pandas(frame, list(frame))
    spec = ckm.TableSpec(["land"], [ckm.Block(ckm.Level("sex")), ckm.Block(ckm.Level("age"), label="By age")])
    document = present_draft(ckm.protect(ckm.tabulate(data, spec), ckm.Rounding(2)), "en")
    shown = [describe(document, PictureChoice(kind="grouped", block=block)) for block in (0, 1)]
    assert [picture.axes.series for picture in shown] == [("m", "w"), ("1", "2")]
    assert shown[1].subtitle == "Number; By age"
    with fails("picture_block", number=3, count=2):
        describe(document, PictureChoice(block=2))


def test_sheets_are_panels_or_fixed_at_their_total_and_said_so() -> None:
    frame = pd.DataFrame({"land": list("aabbb"), "sex": list("mwmww"), "age": list("12121")})
    data = ckm.Microdata.from_pandas(frame, list(frame))
    spec = ckm.TableSpec(["land"], ["sex"], layers=["age"])
    document = present_draft(ckm.protect(ckm.tabulate(data, spec), ckm.Rounding(2)), "en")
    assert describe(document, PictureChoice(kind="grouped")).subtitle == "Number; age: Total"
    asked = describe(document, PictureChoice(kind="grouped", colours="age"))
    assert (asked.axes.series, asked.subtitle) == (("1", "2"), "Number; sex: Total")


def test_of_several_values_the_one_that_is_chosen_is_shown() -> None:
    frame = pd.DataFrame({"land": list("aabbb"), "income": [1, 2, 3, 4, 5]})
    data = ckm.Microdata.from_pandas(frame, ["land"], magnitudes=["income"])
    for placed in ("columns", "rows"):
        spec = ckm.TableSpec(["land"], values=["count", ckm.sum_of("income")], values_on=placed)
        document = present_draft(ckm.protect(ckm.tabulate(data, spec), ckm.Rounding(2)), "en")
        shown = describe(document, PictureChoice(value=1))
        assert [cell.text for cell in shown.cells] == ["4", "12"]
        assert shown.titles == ("land", "Sum of income")


def test_lists_of_cells_have_a_picture_too() -> None:
    data = records()
    spec = ckm.TableSpec(list(data.dimensions)[:1], list(data.dimensions)[1:2])
    listed = as_list(data, spec)
    whole, few = (
        describe(present_draft(ckm.protect(raw, ckm.Rounding(2)), "en"), PictureChoice(kind="bars"))
        for raw in (ckm.tabulate(data, spec), listed)
    )
    # A list has no line for what is published as 0 throughout.
    assert [cell.text for cell in few.cells] == [cell.text for cell in whole.cells if cell.whole]
    assert few.cells != ()


def test_every_kind_has_a_name_of_its_own() -> None:
    assert len({kind.title.text("de") for kind in KINDS.values()}) == len(KINDS)
