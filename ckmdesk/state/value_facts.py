"""What the values of a table can be made of: dimensions, reporting periods, weight, reference figures. No Qt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from ckmcore.base.numbers import Language
from ckmcore.base.texts import Texts, both
from ckmcore.errors import CkmError
from ckmcore.methods.count_noise import CountNoise
from ckmcore.methods.quantiles import least_in_class
from ckmcore.microdata.data import Category, Dimension, Microdata
from ckmcore.microdata.references import ReferenceTable
from ckmcore.microdata.variable import units_of
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.series import period_code
from ckmcore.tabulate.spec import PERIOD, TableSpec, Value, ValueKind
from ckmcore.tabulate.values import value_label, with_unit
from ckmdesk.state import values

MOST_SUM_DECIMALS = 2


@dataclass(frozen=True, eq=False)
class ValueFacts:
    """Facts about a statistic that are needed to choose a value.

    `filterable` are the dimensions of the data; `dimensions` these and the periods if there are several. `decimals` are
    for a new share or change; `magnitudes` are those whose sums can be shown, with titles; `data` is None while no
    records are loaded; `noise` is the noise of counts under the method in force; `units` are the dictionary's units of
    magnitudes.
    """

    filterable: Mapping[str, Dimension] = field(default_factory=dict)
    dimensions: Mapping[str, Dimension] = field(default_factory=dict)
    references: tuple[ReferenceTable, ...] = ()
    periods: int = 1
    weighted: bool = False
    decimals: int = 1
    data: Microdata | None = None
    magnitudes: Mapping[str, Texts] = field(default_factory=dict)
    noise: CountNoise | None = None
    units: Mapping[str, Texts] = field(default_factory=dict)

    @classmethod
    def of(cls, statistic: Statistic | None, data: Microdata | None, dimensions: Mapping[str, Dimension]) -> ValueFacts:
        """Return the facts about the open statistic."""
        weighted = data is not None and data.weight is not None
        sums = {} if data is None else {name: magnitude.title for name, magnitude in data.magnitudes.items()}
        if statistic is None:
            return cls(dimensions, dimensions, weighted=weighted, data=data, magnitudes=sums)
        periods = len(statistic.periods)
        known_dimensions = dimensions if periods < 2 else {**dimensions, PERIOD: period_dimension(statistic)}
        in_force = statistic.period.in_force
        decimals = 1 if in_force is None else in_force.method.share_decimals
        return cls(
            dimensions,
            known_dimensions,
            statistic.references,
            periods,
            weighted,
            decimals,
            data,
            sums,
            None if in_force is None else in_force.method.count_noise,
            units_of(statistic.dictionary),
        )

    def new_value(self, kind: ValueKind, spec: TableSpec, magnitude: str = "") -> Value:
        """A value of a kind as it comes from the list."""
        decimals = self.decimals if not magnitude else self.decimals_of(magnitude)
        value = values.new_value(kind, spec, decimals, self.periods, self.references, magnitude)
        value = with_unit(value, self.units)
        return replace(value, least_in_class=self.least_in_class(value)) if value.is_quantile else value

    def unit_after(self, before: Value, made: Value) -> Texts:
        """Return the unit of a value that is changed into another one; a unit typed by the user is kept."""
        if before.unit not in (Texts(), self.units.get(before.magnitude, Texts())):
            return before.unit
        return with_unit(replace(made, unit=Texts()), self.units).unit

    def classes(self, magnitude: str) -> tuple[str, ...]:
        """Return the codes of the classes of a magnitude; empty if none are declared."""
        column = None if self.data is None else self.data.magnitudes.get(magnitude)
        return () if column is None or column.classes is None else column.classes.codes

    def has_gaps(self, magnitude: str) -> bool:
        """Whether records have no value of a magnitude."""
        column = None if self.data is None else self.data.magnitudes.get(magnitude)
        return column is not None and column.missing is not None

    def distribution(self, magnitude: str) -> list[Value]:
        """A count of each class of a magnitude."""
        return [Value("distribution", magnitude=magnitude, in_class=code) for code in self.classes(magnitude)]

    def least_in_class(self, value: Value) -> int:
        """Return how many records the class of a quantile should have, by the noise of the method in force.

        0 if there is no method, or no classes.
        """
        classes = len(self.classes(value.magnitude))
        return least_in_class(self.noise, classes, value.q) if self.noise is not None and classes else 0

    def decimals_of(self, magnitude: str) -> int:
        """Return the default decimals for sums of a magnitude: those of the data, at most two."""
        column = None if self.data is None else self.data.magnitudes.get(magnitude)
        return min((column and column.decimals) or 0, MOST_SUM_DECIMALS)

    def change_variables(self, spec: TableSpec) -> tuple[str, ...]:
        """The variables along which a change can go."""
        return values.change_variables(spec, self.periods)

    def title(self, variable: str, language: Language) -> str:
        """Return the title of a variable."""
        dimension = self.dimensions.get(variable)
        return variable if dimension is None else dimension.title.text(language) or variable

    def categories(self, variable: str, language: Language) -> list[tuple[str, str]]:
        """Return label and code of each category, nodes of the hierarchy before their children."""
        dimension = self.dimensions.get(variable)
        if dimension is None:
            return []
        return [("    " * depth + dimension.label(code).text(language), code) for code, depth in _entries(dimension)]

    def first_category(self, variable: str) -> str:
        """Return the first code of a variable; "" if it has none."""
        dimension = self.dimensions.get(variable)
        return "" if dimension is None else next((code for code, _ in _entries(dimension)), "")

    def made_label(self, value: Value) -> Texts:
        """Return the default label of a value."""
        if self.data is None:
            return Texts()
        data = replace(self.data, dimensions=dict(self.dimensions), references=self.references)
        try:
            return value_label(data, replace(value, label=Texts()))
        except CkmError:
            return Texts()  # a reference table that is gone: the page says so


def _entries(dimension: Dimension) -> list[tuple[str, int]]:
    """Return the codes of a dimension and their depth, nodes of the hierarchy before their children."""
    inner = [] if dimension.hierarchy is None else [(node.code, node.depth) for node in dimension.hierarchy.nodes]
    known_codes = {code for code, _ in inner}
    return [*inner, *((code, 0) for code in dimension.codes if code not in known_codes)]


def period_dimension(statistic: Statistic) -> Dimension:
    """The reporting periods as categories."""
    categories = (Category(period_code(statistic, n), period.label) for n, period in enumerate(statistic.periods))
    return Dimension(PERIOD, both("word_period"), tuple(categories))
