"""Perturbation tables for counts: the table and its look-up, design, feasibility, checks, formats, criteria."""

from typing import TYPE_CHECKING, Any

from ckmcore.base.lazy_import import names_of

if TYPE_CHECKING:
    from ckmcore.ptable.design.design import (
        Design,
        PtablePinImpossible,
        PtableRowImpossible,
        PtableStayImpossible,
        design_ptable,
    )
    from ckmcore.ptable.design.edit import RowSumOff, solved_again, with_probabilities
    from ckmcore.ptable.design.presets import PRESETS, Preset
    from ckmcore.ptable.design.relaxations import Relaxation, suggested_relaxations
    from ckmcore.ptable.design.search import SearchedV, largest_posterior, largest_V, posterior, search_V, smallest_V
    from ckmcore.ptable.files.errors import (
        PtableFault,
        PtableFaulty,
        PtableForMagnitudes,
        PtableWorkbookOld,
        PtableWorkbookProtected,
    )
    from ckmcore.ptable.files.native_format import OwnFile, Shuffled
    from ckmcore.ptable.files.read import parse_ptable, read_ptable
    from ckmcore.ptable.files.write import Form, ptable_bytes, ptable_text, write_ptable
    from ckmcore.ptable.magnitudes import (
        MagnitudePTable,
        design_magnitudes,
        feasible_magnitudes,
        join_types,
        magnitude_text,
        parse_magnitudes,
        permute,
    )
    from ckmcore.ptable.model.check import check_ptable, ptable_warnings
    from ckmcore.ptable.model.comparison import Comparison, RowComparison, compare
    from ckmcore.ptable.model.criteria import Criteria, RowCriteria, row_criteria, rows_out_of_reach, weighted_criteria
    from ckmcore.ptable.model.integer_keys import ConversionLoss, RowLoss, to_ons
    from ckmcore.ptable.model.linked import PairVariance, pair_variance
    from ckmcore.ptable.model.lookup import Boundary, CompiledLookup
    from ckmcore.ptable.model.shuffle import DEFAULT_THRESHOLD, shuffle
    from ckmcore.ptable.model.table import DesignNotes, PTable, RowReport
    from ckmcore.ptable.open import OpenedPtable, open_ptable, ptable_from_bytes, read_magnitudes
    from ckmcore.ptable.rows.arguments import PtableParameter
    from ckmcore.ptable.rows.feasibility import FeasibleV, feasible_interval, feasible_V
    from ckmcore.ptable.rows.request import DesignRequest, FixedProbability, RowConstraint
    from ckmcore.ptable.rows.solve import PtableInfeasible, PtableInfeasibleForAnyV

__all__ = [
    "DEFAULT_THRESHOLD",
    "PRESETS",
    "Boundary",
    "Comparison",
    "CompiledLookup",
    "ConversionLoss",
    "Criteria",
    "Design",
    "DesignNotes",
    "DesignRequest",
    "FeasibleV",
    "FixedProbability",
    "Form",
    "MagnitudePTable",
    "OpenedPtable",
    "OwnFile",
    "PTable",
    "PairVariance",
    "Preset",
    "PtableFault",
    "PtableFaulty",
    "PtableForMagnitudes",
    "PtableInfeasible",
    "PtableInfeasibleForAnyV",
    "PtableParameter",
    "PtablePinImpossible",
    "PtableRowImpossible",
    "PtableStayImpossible",
    "PtableWorkbookOld",
    "PtableWorkbookProtected",
    "Relaxation",
    "RowComparison",
    "RowConstraint",
    "RowCriteria",
    "RowLoss",
    "RowReport",
    "RowSumOff",
    "SearchedV",
    "Shuffled",
    "check_ptable",
    "compare",
    "design_magnitudes",
    "design_ptable",
    "feasible_V",
    "feasible_interval",
    "feasible_magnitudes",
    "join_types",
    "largest_V",
    "largest_posterior",
    "magnitude_text",
    "open_ptable",
    "pair_variance",
    "parse_magnitudes",
    "parse_ptable",
    "permute",
    "posterior",
    "ptable_bytes",
    "ptable_from_bytes",
    "ptable_text",
    "ptable_warnings",
    "read_magnitudes",
    "read_ptable",
    "row_criteria",
    "rows_out_of_reach",
    "search_V",
    "shuffle",
    "smallest_V",
    "solved_again",
    "suggested_relaxations",
    "to_ons",
    "weighted_criteria",
    "with_probabilities",
    "write_ptable",
]

_attribute = names_of(
    __name__,
    {
        "ckmcore.ptable.design.design": (
            "Design PtablePinImpossible PtableRowImpossible PtableStayImpossible design_ptable"
        ),
        "ckmcore.ptable.design.edit": "RowSumOff solved_again with_probabilities",
        "ckmcore.ptable.design.presets": "PRESETS Preset",
        "ckmcore.ptable.design.relaxations": "Relaxation suggested_relaxations",
        "ckmcore.ptable.design.search": "SearchedV largest_posterior largest_V posterior search_V smallest_V",
        "ckmcore.ptable.files.errors": (
            "PtableFault PtableFaulty PtableForMagnitudes PtableWorkbookOld PtableWorkbookProtected"
        ),
        "ckmcore.ptable.files.native_format": "OwnFile Shuffled",
        "ckmcore.ptable.files.read": "parse_ptable read_ptable",
        "ckmcore.ptable.files.write": "Form ptable_bytes ptable_text write_ptable",
        "ckmcore.ptable.magnitudes": (
            "MagnitudePTable design_magnitudes feasible_magnitudes join_types magnitude_text parse_magnitudes permute"
        ),
        "ckmcore.ptable.model.check": "check_ptable ptable_warnings",
        "ckmcore.ptable.model.comparison": "Comparison RowComparison compare",
        "ckmcore.ptable.model.criteria": "Criteria RowCriteria row_criteria rows_out_of_reach weighted_criteria",
        "ckmcore.ptable.model.integer_keys": "ConversionLoss RowLoss to_ons",
        "ckmcore.ptable.model.linked": "PairVariance pair_variance",
        "ckmcore.ptable.model.lookup": "Boundary CompiledLookup",
        "ckmcore.ptable.model.shuffle": "DEFAULT_THRESHOLD shuffle",
        "ckmcore.ptable.model.table": "DesignNotes PTable RowReport",
        "ckmcore.ptable.open": "OpenedPtable open_ptable ptable_from_bytes read_magnitudes",
        "ckmcore.ptable.rows.arguments": "PtableParameter",
        "ckmcore.ptable.rows.feasibility": "FeasibleV feasible_interval feasible_V",
        "ckmcore.ptable.rows.request": "DesignRequest FixedProbability RowConstraint",
        "ckmcore.ptable.rows.solve": "PtableInfeasible PtableInfeasibleForAnyV",
    },
)


# See `ckmcore`.
if TYPE_CHECKING:
    Parameters, Pin, RowWish = DesignRequest, FixedProbability, RowConstraint
    Remedy, remedies = Relaxation, suggested_relaxations
else:

    def __getattr__(name: str) -> Any:
        former = {
            "Parameters": "DesignRequest",
            "Pin": "FixedProbability",
            "Remedy": "Relaxation",
            "RowWish": "RowConstraint",
            "remedies": "suggested_relaxations",
        }
        if name in __all__:
            return _attribute(name)
        from ckmcore import errors
        from ckmcore.base.former import renamed

        # Other names that it had are those of errors.
        return renamed(__name__, name, former) if name in former else getattr(errors, name)
