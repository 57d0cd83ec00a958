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
    ones as they were before shuffling. With `with_released` readers also have the released tables of the period. The
    criteria alone have a column for rules of `primary` suppression, and `hidden_too` says that totals which the table
    does not show are published elsewhere. All else is as in `ckmcore.lab.quality.evaluation.EvaluationRequest`.
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
    primary: bool = True
    hidden_too: bool = False


EVALUATION = StatePart("evaluation", EvaluationChoice, saved=True)
STATE_PARTS = (EVALUATION,)
