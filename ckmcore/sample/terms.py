"""One term of the sample: its records, and the keys of the students who are enrolled in the next one, too."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from ckmcore.microdata.data import Microdata
from ckmcore.sample.studies import PERIODS

CODES = tuple(category.code for category, _ in PERIODS)
# What stays the same of a student from a winter term to the next, and what grows by how much, up to "and more".
_STAYS = ("university", "subject", "degree", "sex", "nationality", "enrolment")
_GROWS = {"semester": 2, "age": 1}
# More students than are alike in everything.
_ALIKE = 1 << 20


def of_term(data: Microdata, term: str) -> tuple[Microdata, int]:
    """Records of one term without the variable `period`, and the number of records before them. data: records of all
    terms; term: code. Raises ValueError for an unknown term.

    A student of a term who matches one of the next term (a year older, two semesters on, otherwise equal) has the same
    key as that one. Keys of the last term are those drawn with the records.
    """
    drawn = data.record_keys
    if term not in CODES or drawn is None:
        raise ValueError(f"no term {term!r}, or records without keys")
    code_index = CODES.index(term)
    ends = np.searchsorted(np.asarray(data.columns["period"]), np.arange(len(CODES) + 1)).tolist()
    terms = [slice(*pair) for pair in pairwise(ends)]
    drawn_values = drawn.values[terms[-1]]
    for earlier, later in reversed(list(pairwise(terms[code_index:]))):
        here, later_students = _students(data, earlier, 1), _students(data, later, 0)
        _, first, second = np.intersect1d(here, later_students, assume_unique=True, return_indices=True)
        values = drawn.values[earlier].copy()
        values[first] = drawn_values[second]
        drawn_values = values
    names = [name for name in data.dimensions if name != "period"]
    new_data = replace(
        data,
        rows=len(drawn_values),
        dimensions={name: data.dimensions[name] for name in names},
        columns={name: data.columns[name][terms[code_index]] for name in names},
        record_keys=replace(drawn, values=drawn_values),
        cache={},
    )
    return new_data, terms[code_index].start


def _students(data: Microdata, own_rows: slice, years: int) -> NDArray[np.int64]:
    """Number for each record of a term, unique among them. It encodes what will be known of the student `years` later,
    and a running number among equal students. own_rows: range of the term's records."""
    size = own_rows.stop - own_rows.start
    alike = np.zeros(size, dtype=np.int64)
    for name in (*_STAYS, *_GROWS):
        highest = len(data.dimensions[name].codes) - 1
        codes = np.asarray(data.columns[name][own_rows], dtype=np.int64) + years * _GROWS.get(name, 0)
        alike *= highest + 1
        alike += np.minimum(codes, highest)
    order = np.argsort(alike, kind="stable")
    ordered = alike[order]
    starts = np.flatnonzero(np.concatenate(([True], ordered[1:] != ordered[:-1])))
    sizes = np.diff(np.append(starts, size))
    number = np.arange(size) - np.repeat(starts, sizes)
    alike[order] = ordered * _ALIKE + number
    return alike
