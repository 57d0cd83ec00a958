"""What the methodologist wants compared and evaluated, and how. Light: the state of the window holds it."""

from __future__ import annotations

from dataclasses import dataclass

from ckmcore.methods.intruder import IntruderScenario
from ckmdesk.state.desk_state import StatePart


@dataclass(frozen=True)
class EvaluationChoice:
    """Tables and variants to evaluate, and how.

    tables: names of saved tables, "" the current one. random: further tables drawn from the dimensions, by
    `random_seed`. left_out: names of variants of the method page that are not evaluated; ordered: those that are
    shuffled also as they were before. with_released: readers have the released tables of the period, too. The rest is
    as in `ckmcore.lab.quality.evaluation.EvaluationRequest`.
    """

    tables: tuple[str, ...] = ("",)
    random: int = 0
    random_seed: int = 1
    in_force: bool = True
    left_out: tuple[str, ...] = ()
    ordered: bool = False
    bases: tuple[int, ...] = (10, 5)
    keyed: tuple[int, ...] = ()
    knowledge: IntruderScenario = "zero_rule"
    attack: bool = True
    seconds: int = 10
    width: int = 2
    least_units: int = 3
    sample: int = 0
    with_released: bool = False
    monte_carlo: bool = True
    repetitions: int = 1000
    seed: int = 1
    with_empty: bool = False


@dataclass(frozen=True)
class ComparisonChoice:
    """What is compared: a table ("" the one laid out, else a saved one by its name), and its columns.

    left_out: names of variants that have no columns. hidden_too: totals that the table does not show are published
    elsewhere. seconds: how long each attack may search.
    """

    table: str = ""
    bases: tuple[int, ...] = (3, 5, 10)
    keyed: tuple[int, ...] = (5,)
    left_out: tuple[str, ...] = ()
    in_force: bool = True
    primary: bool = True
    knowledge: IntruderScenario = "zero_rule"
    with_empty: bool = False
    hidden_too: bool = False
    seconds: int = 60


EVALUATION = StatePart("evaluation", EvaluationChoice, saved=True)
COMPARISON = StatePart("comparison", ComparisonChoice)
STATE_PARTS = (EVALUATION, COMPARISON)
