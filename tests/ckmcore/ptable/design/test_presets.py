"""The wishes of WISTA 2024 as switches of a design."""

from __future__ import annotations

import pytest

from ckmcore.base.numbers import Language
from ckmcore.ptable import Design, FixedProbability, RowConstraint
from ckmcore.ptable.design.design import PtableRowImpossible
from ckmcore.ptable.design.presets import PRESETS, Preset

BY_KEY = {preset.key: preset for preset in PRESETS}
LANGUAGES: tuple[Language, ...] = ("en", "de")
DESIGNS = (
    Design(),
    Design(js=0, V=2),
    Design(js=1, pstay=0.5, mono=False),
    Design(blocked=(0, 1)),
    Design(blocked=(4,), rising=True),
    Design(
        own=(RowConstraint(3, 5, V=2, pstay=0.4), RowConstraint(6, None, pstay=0.6)),
        pins=(FixedProbability(3, 3, 0.4),),
    ),
    Design(pstay=0, stay="exact"),
)


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_a_wish_is_switched_on_and_off(preset: Preset) -> None:
    for design in DESIGNS:
        assert preset.holds(preset.applied(design))
        assert preset.fixed or not preset.holds(preset.removed(design))
        assert preset.applied(preset.applied(design)) == preset.applied(design)
        assert preset.removed(preset.removed(design)) == preset.removed(design)


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_a_wish_says_what_and_why_in_both_languages(preset: Preset) -> None:
    for language in LANGUAGES:
        assert preset.name.text(language)
        assert preset.why.text(language).endswith(".")


def test_true_zeros_stay_zero_always() -> None:
    preset = BY_KEY["zeros_true"]
    assert preset.fixed
    assert all(preset.holds(design) and preset.removed(design) == design for design in DESIGNS)
    assert Design().table().zeros_stay


def test_no_1_and_no_1_or_2_are_js() -> None:
    assert BY_KEY["no_1"].applied(Design(js=0)) == Design(js=1)
    assert BY_KEY["no_1_2"].applied(Design(js=0)) == Design(js=2)
    assert BY_KEY["no_1"].holds(Design(js=2))
    assert BY_KEY["no_1_2"].removed(Design(js=2)) == Design(js=1)
    assert BY_KEY["no_1"].removed(Design(js=2)) == Design(js=0)
    assert BY_KEY["no_1"].applied(Design(js=0, blocked=(5,))).blocked_targets == (1, 5)
    table = BY_KEY["no_1_2"].applied(Design(js=0)).table()
    assert all(not {1, 2} & set(table.row_targets(row)) for row in table.rows)


def test_higher_counts_stay_more_often() -> None:
    design = BY_KEY["stay_rises"].applied(Design(V=3, last_row=9))
    assert design.last_row == 10
    table = design.table()
    assert table.reports[9].stay == pytest.approx(0.5)
    assert table.reports[10].stay == pytest.approx(0.7)
    assert all(report.feasible for report in table.reports)
    kept = BY_KEY["stay_rises"].removed(
        Design(own=(RowConstraint(3, 5, V=2, pstay=0.4), RowConstraint(6, None, pstay=0.6)))
    )
    assert kept.own == (RowConstraint(3, 5, V=2),)


def test_no_value_stays_unchanged() -> None:
    design = BY_KEY["none_unchanged"].applied(Design(js=1, V=3))
    table = design.table()
    assert all(0 not in table.row_distribution(row) for row in table.rows[1:])
    assert all(report.feasible for report in table.reports)
    # The other wish about the stay probability takes this one back.
    other = BY_KEY["stay_rises"].applied(design)
    assert not BY_KEY["none_unchanged"].holds(other)
    assert not BY_KEY["stay_rises"].holds(BY_KEY["none_unchanged"].applied(other))


def test_published_zeros_are_true_where_0_is_blocked() -> None:
    preset = BY_KEY["published_zeros_true"]
    table = preset.applied(Design(js=0, V=2)).table()
    assert all(0 not in table.row_targets(row) for row in table.rows[1:])
    assert not table.reports[1].feasible
    assert all(report.feasible for report in table.reports[2:])
    assert preset.removed(preset.applied(Design(js=2))) == Design(js=2)
    with pytest.raises(PtableRowImpossible):
        preset.applied(Design(js=2)).table()


def test_strong_noise_is_as_likely_as_weak() -> None:
    row = BY_KEY["rising"].applied(Design(D=3, js=0, V=3, mono=False)).table().row_distribution(3)
    for sign in (1, -1):
        side = [row[sign * v] for v in (1, 2, 3)]
        assert side == sorted(side)
