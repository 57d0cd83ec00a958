"""Microdata of files or frames in one call, with the hierarchies of their variables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike
from typing import Any

from ckmcore.base.checked import checked, shown
from ckmcore.base.deviations import tell
from ckmcore.dictionary.hierarchy_files import tree_of_file
from ckmcore.errors import ArgumentNotTaken
from ckmcore.messages import sentence
from ckmcore.microdata.data import Microdata
from ckmcore.microdata.frame import columns_of_frame
from ckmcore.microdata.hierarchy import Hierarchy
from ckmcore.microdata.read import read_with_report
from ckmcore.ptable.floor.key_floor import check_keys


@checked
def microdata_of(
    source: Any,
    dimensions: Sequence[str],
    *,
    record_key: str | None = None,
    weight: str | None = None,
    magnitudes: Sequence[str] = (),
    hierarchies: Mapping[str, Hierarchy | str | PathLike[str]] | None = None,
    modulus: int | None = None,
) -> Microdata:
    """Microdata of one or several files (paths), or a frame: of pandas, polars, Arrow, DuckDB (a relation), or
    anything that has `__arrow_c_stream__`.

    hierarchies: for each variable a hierarchy, or the path of one in τ-ARGUS's format (.hrc). The other arguments and
    the errors are those of `read_microdata` and `Microdata.from_pandas`. Raises ArgumentNotTaken for other sources, and
    keys_below_floor where record keys are too few or too often equal (F10 to F14); other open rules are a CkmWarning.

    >>> import pandas as pd
    >>> frame = pd.read_csv("persons.csv", dtype={"rkey": str})
    >>> ckm.microdata_of(frame, ["NUTS", "SEX"], record_key="rkey", hierarchies={"NUTS": "nuts.hrc"})
    Microdata(600 records, 2 dimensions)
    """
    if isinstance(source, str | PathLike | list | tuple):
        data = _telling(read_with_report(source, dimensions, record_key, weight, magnitudes, modulus=modulus)[0])
    else:
        data = _telling(Microdata(**columns_of_frame(source, dimensions, record_key, weight, magnitudes, modulus)))
    if data.record_keys is not None:
        tell(check_keys(data.record_keys))
    for name, hierarchy in (hierarchies or {}).items():
        data = data.with_hierarchy(
            name, hierarchy if isinstance(hierarchy, Hierarchy) else _read_hierarchy(name, hierarchy)
        )
    return data


def _telling(data: Microdata) -> Microdata:
    tell(data.deviations)
    return data


def _read_hierarchy(name: str, hierarchy: Any) -> Hierarchy:
    if isinstance(hierarchy, str | PathLike):
        return tree_of_file(hierarchy)
    takes = sentence("argument_hierarchy")
    raise ArgumentNotTaken(name=f"microdata_of(hierarchies[{name!r}])", takes=takes, given=shown(hierarchy), nearest="")
