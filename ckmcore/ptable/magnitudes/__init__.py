"""Perturbation tables for magnitudes: the table and its look-up, design, checks, reading and writing."""

from ckmcore.ptable.magnitudes.check import magnitude_warnings
from ckmcore.ptable.magnitudes.design import design_magnitudes, feasible_magnitudes
from ckmcore.ptable.magnitudes.part import (
    MAGNITUDE_TYPES,
    MagnitudeNotes,
    MagnitudeParameters,
    MagnitudePart,
    MagnitudeRowReport,
    MagnitudeType,
)
from ckmcore.ptable.magnitudes.permute import LinkedNoise, Permuted, linked_noise, permute
from ckmcore.ptable.magnitudes.read import parse_magnitudes
from ckmcore.ptable.magnitudes.table import MagnitudePTable, join_types
from ckmcore.ptable.magnitudes.write import MagnitudeForm, magnitude_text

__all__ = [
    "MAGNITUDE_TYPES",
    "LinkedNoise",
    "MagnitudeForm",
    "MagnitudeNotes",
    "MagnitudePTable",
    "MagnitudeParameters",
    "MagnitudePart",
    "MagnitudeRowReport",
    "MagnitudeType",
    "Permuted",
    "design_magnitudes",
    "feasible_magnitudes",
    "join_types",
    "linked_noise",
    "magnitude_text",
    "magnitude_warnings",
    "parse_magnitudes",
    "permute",
]
