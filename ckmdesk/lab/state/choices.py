"""What the methodologist wants compared and evaluated, and how. Light: the state of the window holds it."""

from __future__ import annotations

from dataclasses import dataclass

from ckmcore.methods.intruder import IntruderScenario
from ckmdesk.state.desk_state import StatePart


@dataclass(frozen=True)
class EvaluationChoice:
    """The tables and variants to evaluate, and how.

    `tables` are names of saved tables, "" for the current one. `random` further tables are drawn from the dimensions
    with `random_seed`. `left_out` names variants of the method page that are not evaluated; `ordered` adds shuffled
    ones as they were before shuffling. With `with_released` readers also have the released tables of the period. All
    else is as in `ckmcore.lab.quality.evaluation.EvaluationRequest`.
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
    """The table to compare ("" for the current one, else a saved one by name), and the columns of the comparison.

    `left_out` names variants without columns. `hidden_too` says that totals which the table does not show are published
    elsewhere. `seconds` limits each attack.
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
