"""Request and findings of an evaluation: numbers by measure, spreads over keys, worst cells. Confidential."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, get_args

from ckmcore.base.numbers import Language, scaled_text
from ckmcore.base.texts import Texts
from ckmcore.base.verdict import Verdict, verdict_of
from ckmcore.errors import InputError
from ckmcore.messages import Sentence
from ckmcore.methods.intruder import IntruderScenario
from ckmcore.tabulate.spec import TableSpec

if TYPE_CHECKING:
    from ckmcore.lab.quality.expectation import CountDistribution
    from ckmcore.lab.quality.measures import TableFigures
    from ckmcore.lab.quality.ratios import RatioErrors
    from ckmcore.lab.quality.sum_evaluation import PublishedSums, SumRisks
    from ckmcore.lab.risk.attack import Attack
    from ckmcore.lab.risk.averaging import Averaged
    from ckmcore.lab.risk.differencing import UnitDifferences
    from ckmcore.lab.risk.disclosure_chance import DisclosureChance
    from ckmcore.lab.risk.grid_remainders import GridDifferences
    from ckmcore.lab.risk.linked_tables import LinkedAttack
    from ckmcore.methods.method import Method
    from ckmcore.methods.protected import ProtectedTable
    from ckmcore.tabulate.raw import RawTable

# As `monte_carlo` has it, which is not loaded before it is needed.
MOST_REPETITIONS = 100_000


@dataclass(frozen=True)
class TestTable:
    """A table on which variants are judged. untested: sentences on contents that are not examined."""

    __test__: ClassVar[bool] = False  # not a test, for pytest

    name: str
    spec: TableSpec
    untested: tuple[Sentence, ...] = ()


@dataclass(frozen=True)
class EvaluationRequest:
    """Parameters of an evaluation: how it measures and attacks.

    repetitions, seed: of the draws of keys, with `monte_carlo`. knowledge: what a reader knows of the method. width:
    cells with an interval up to this width count as narrow. least_units: differences of published figures that concern
    fewer units are listed. seconds: time of each attack for exact intervals. with_empty: cells with original 0 count
    too. attack: whether tables are attacked. sample: number of randomly drawn cells for which exact intervals are
    sought, 0 for all. prior: exponent of the prior (i + 1)^-prior that a guessing reader assigns to a count i, 0 for
    equal probabilities.

    compared: comparison of methods, in which each table is attacked alone and only measures with a criterion are
    computed; an error then concerns the whole variant. hidden_too: totals that an attacked table does not show are
    published elsewhere. Raises evaluation_asked.
    """

    repetitions: int = 1000
    seed: int = 1
    knowledge: IntruderScenario = "zero_rule"
    width: int = 0
    least_units: int = 3
    seconds: float = 60.0
    with_empty: bool = False
    monte_carlo: bool = True
    attack: bool = True
    sample: int = 0
    prior: float = 0.0
    compared: bool = False
    hidden_too: bool = False

    def __post_init__(self) -> None:
        for name, least, upper in _RANGES:
            given_value = getattr(self, name)
            if isinstance(given_value, bool) or not least <= given_value <= upper:
                raise InputError(
                    "evaluation_asked",
                    what=_named(name),
                    value=given_value,
                    allowed=_named("range", least=least, most=upper),
                )
        if self.knowledge not in get_args(IntruderScenario):
            known_text = ", ".join(get_args(IntruderScenario))
            raise InputError(
                "evaluation_asked", what=_named("knowledge"), value=str(self.knowledge), allowed=known_text
            )


_RANGES: tuple[tuple[str, int, int], ...] = (
    ("repetitions", 1, MOST_REPETITIONS),
    ("seed", 0, 2**63 - 1),
    ("width", 0, 1_000_000),
    ("sample", 0, 1_000_000),
    ("least_units", 2, 1_000_000),
    ("seconds", 0, 86_400),
    ("prior", 0, 10),
)


def _named(what: str, **fields: object) -> Sentence:
    return Sentence(f"evaluation_{what}", fields)


Numbers = dict[str, float]
"""Numbers by the codes of their measures."""


@dataclass(frozen=True)
class Spread:
    """Mean of a measure over repetitions with new keys, and the range of the middle 95 % of them."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True, eq=False, repr=False)
class Finding:
    """Results for one variant on one table, or on all tables as one. Confidential.

    numbers, spreads: of the measures; problems: what could not be measured, and why. The other fields are the inputs of
    the measures, None where they are not available: originals, published table, measured figures, result of the attack,
    estimates from figures, errors of shares and sums. For all tables as one: the linked attack, how often new keys
    disclose cells, differences that concern few units, those between grids and areas, and risks of sums.

    told_raw, told: originals and figures in the form of attacks, with the class counts of medians; None where nothing
    can be attacked.
    """

    numbers: Numbers = field(default_factory=dict)
    spreads: Mapping[str, Spread] = field(default_factory=dict)
    problems: tuple[Sentence, ...] = ()
    raw: RawTable | None = None
    protected: ProtectedTable | None = None
    figures: TableFigures | None = None
    told_raw: RawTable | None = None
    told: ProtectedTable | None = None
    attacked: Attack | None = None
    averaged: Averaged | None = None
    ratios: tuple[RatioErrors, ...] = ()
    linked: LinkedAttack | None = None
    chance: DisclosureChance | None = None
    differences: UnitDifferences | None = None
    grids: GridDifferences | None = None
    sums: PublishedSums | None = None
    sum_risks: SumRisks | None = None

    @property
    def attack_verdict(self) -> Verdict:
        """Verdict of the attack on all tables, or on one alone: open where a cell is disclosed; for sums alone, the
        verdict of their floor. Not tested where the attack was not made or not finished."""
        attack = self.linked or self.attacked
        if attack is not None:
            return Verdict.OPEN if attack.disclosed else verdict_of(attack.complete or None)
        return Verdict.NOT_TESTED if self.sum_risks is None else self.sum_risks.floor.verdict


@dataclass(frozen=True)
class WorstCell:
    """A cell that is among the worst by a measure. table, value, block: indices; position: index in the block;
    published: figure scaled by 10^places; sign: what replaces the figure; number: value by which it is ranked; text:
    its categories."""

    table: int
    value: int
    block: int
    position: tuple[int, ...]
    published: int
    number: float
    text: Texts
    places: int = 0
    sign: str = ""

    def published_text(self, language: Language) -> str:
        """Text of the published figure or sign."""
        return self.sign or scaled_text(self.published, self.places, language)


@dataclass(frozen=True, eq=False, repr=False)
class Judged:
    """Input of the measures: a method on one table, or on several as one. Confidential.

    counts: number of cells by original count, None without counts; modulus: of the record keys; findings: results of
    each table; whole: results of all as one, for one table its own; joint: several tables as one; sum_risks: risks of
    sums; sums: indices of these tables among those with sums.
    """

    method: Method
    asked: EvaluationRequest
    counts: CountDistribution | None = None
    modulus: int | None = None
    findings: Sequence[Finding] = ()
    whole: Finding = Finding()
    joint: bool = False
    sum_risks: SumRisks | None = None
    sums: range = range(0)

    @property
    def figures(self) -> list[TableFigures]:
        """The measured figures of the tables that have any."""
        return [figure.figures for figure in self.findings if figure.figures is not None]
