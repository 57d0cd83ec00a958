"""Perturbation tables for counts: the table and its look-up, design, feasibility, checks, formats, criteria."""

from ckmcore.ptable.check import check_ptable, ptable_warnings
from ckmcore.ptable.compare import Comparison, RowComparison, compare
from ckmcore.ptable.compat_r import PtableRefusedByR
from ckmcore.ptable.criteria import Criteria, RowCriteria, row_criteria, weighted_criteria
from ckmcore.ptable.design import PtablePinImpossible, PtableRowImpossible, PtableStayImpossible, design_ptable
from ckmcore.ptable.faults import (
    PtableFault,
    PtableFaulty,
    PtableFileBinary,
    PtableFileEmpty,
    PtableFileMissing,
    PtableFileTooLarge,
    PtableFileUndecodable,
    PtableFileUnreadable,
    PtableForMagnitudes,
    PtableFormUnknown,
    PtableTooManyLines,
    PtableWorkbookBroken,
    PtableWorkbookOld,
    PtableWorkbookProtected,
    PtableWorkbookTooLarge,
)
from ckmcore.ptable.feasibility import FeasibleV, feasible_interval, feasible_V
from ckmcore.ptable.layout import PtableParameter
from ckmcore.ptable.lookup import Boundary, CompiledLookup
from ckmcore.ptable.ons_convert import ConversionLoss, RowLoss, to_ons
from ckmcore.ptable.open import OpenedPtable, open_ptable, ptable_from_bytes
from ckmcore.ptable.own_file import OwnFile, Shuffled
from ckmcore.ptable.presets import PRESETS, Preset
from ckmcore.ptable.read import parse_ptable, read_ptable
from ckmcore.ptable.remedies import Remedy, remedies
from ckmcore.ptable.search import SearchedV, largest_posterior, largest_V, posterior, search_V, smallest_V
from ckmcore.ptable.shuffle import DEFAULT_THRESHOLD, PtableThreshold, shuffle
from ckmcore.ptable.solve import PtableInfeasible
from ckmcore.ptable.table import DesignNotes, Parameters, PTable, PtableNeedsIntegerKeys, RowReport
from ckmcore.ptable.wishes import Design, Pin, RowWish
from ckmcore.ptable.write import Form, PtableNotForForm, ptable_bytes, ptable_text, write_ptable

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
    "FeasibleV",
    "Form",
    "OpenedPtable",
    "OwnFile",
    "PTable",
    "Parameters",
    "Pin",
    "Preset",
    "PtableFault",
    "PtableFaulty",
    "PtableFileBinary",
    "PtableFileEmpty",
    "PtableFileMissing",
    "PtableFileTooLarge",
    "PtableFileUndecodable",
    "PtableFileUnreadable",
    "PtableForMagnitudes",
    "PtableFormUnknown",
    "PtableInfeasible",
    "PtableNeedsIntegerKeys",
    "PtableNotForForm",
    "PtableParameter",
    "PtablePinImpossible",
    "PtableRefusedByR",
    "PtableRowImpossible",
    "PtableStayImpossible",
    "PtableThreshold",
    "PtableTooManyLines",
    "PtableWorkbookBroken",
    "PtableWorkbookOld",
    "PtableWorkbookProtected",
    "PtableWorkbookTooLarge",
    "Remedy",
    "RowComparison",
    "RowCriteria",
    "RowLoss",
    "RowReport",
    "RowWish",
    "SearchedV",
    "Shuffled",
    "check_ptable",
    "compare",
    "design_ptable",
    "feasible_V",
    "feasible_interval",
    "largest_V",
    "largest_posterior",
    "open_ptable",
    "parse_ptable",
    "posterior",
    "ptable_bytes",
    "ptable_from_bytes",
    "ptable_text",
    "ptable_warnings",
    "read_ptable",
    "remedies",
    "row_criteria",
    "search_V",
    "shuffle",
    "smallest_V",
    "to_ons",
    "weighted_criteria",
    "write_ptable",
]
