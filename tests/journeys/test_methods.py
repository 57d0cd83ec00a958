"""Methods in the real window: rounding put in force by mouse, what is published by keys; every figure follows."""

from __future__ import annotations

import pytest

import ckmcore as ckm
from ckmcore.methods.keyed_rounding import KeyedRounding
from ckmcore.sample import sample_microdata
from tests.journeys.conftest import Start
from tests.journeys.figures import on_screen, protected
from tests.journeys.screen import Program
from tests.journeys.steps import (
    decide,
    go_to_tab,
    look,
    set_by_keys,
    tab_to,
    wait_page,
    wait_said,
    wait_words,
)

SPEC = ckm.TableSpec(
    rows=[ckm.Level("university", depths=(0,), total="before"), ckm.Level("degree", depths=(0,))],
    columns=[ckm.Level("subject", depths=(0,))],
)


def type_number(program: Program, name: str, number: int) -> None:
    """A number into a field that has the keyboard."""
    program.screen.keys("ctrl+a")
    program.screen.write(str(number))
    program.screen.keys("Return")
    program.wait(lambda: program.words(name) == str(number), f"{name} is {number} and not {program.words(name)}")


@pytest.mark.parametrize(
    "keys", [pytest.param(False, id="mouse"), pytest.param(True, id="keys", marks=pytest.mark.thorough)]
)
def test_rounding_by_the_cell_key_is_set_and_put_in_force_and_every_figure_follows(start: Start, keys: bool) -> None:
    program = start("--sample")
    program.table()
    if keys:
        program.screen.keys("alt+4")
    else:
        program.click("rail:method")
    wait_page(program, "method")
    go_to_tab(program, "Rundung", keys=keys)
    wait_said(program, "Keine Basis ist für sich sicher")
    if keys:
        set_by_keys(program, "setting:drawn", "nach dem Cell-Key")
        tab_to(program, "setting:base")
    else:
        program.click("setting:drawn")
        program.screen.keys("Down", "Return")
        wait_words(program, "setting:drawn", "nach dem Cell-Key")
        program.click("setting:base")
    type_number(program, "setting:base", 7)
    look(program, f"methods-rounding-{keys}")
    if keys:
        tab_to(program, "put-in-force", "shift+Tab")
        program.screen.keys("space")
    else:
        program.click("put-in-force")
    decide(program, "rounding-decision")
    program.screen.keys("alt+1")
    wait_page(program, "tables")
    program.idle()
    assert on_screen(program.table()) == protected(sample_microdata("2025"), SPEC, KeyedRounding(7))
    program.quit()


def test_a_limit_below_which_figures_are_not_reliable_comes_into_force_with_its_sign(start: Start) -> None:
    program = start("--sample")
    program.table()
    program.screen.keys("alt+4")
    wait_page(program, "method")
    go_to_tab(program, "Ausweisung", keys=True)
    tab_to(program, "setting:unreliable_below")
    type_number(program, "setting:unreliable_below", 1000)
    wait_said(program, "/: keine Angabe")
    tab_to(program, "setting:uncertain_below")
    tab_to(program, "setting:weighted_step")  # in a field of numbers Ctrl+Z takes back what was typed there
    program.screen.keys("ctrl+z")
    wait_words(program, "setting:unreliable_below", "aus")
    program.screen.keys("ctrl+y")
    wait_words(program, "setting:unreliable_below", "1000")
    tab_to(program, "put-in-force", "shift+Tab")
    program.screen.keys("space")
    decide(program)
    program.screen.keys("alt+1")
    wait_page(program, "tables")
    program.idle()
    look(program, "methods-unreliable")
    table = program.table()
    figures = [figure for line in table["figures"][0] for figure in line]
    assert figures.count(0) > 0  # a sign stands in their place
    assert min(figure for figure in figures if figure) >= 1000
    program.quit()
