"""The short way to a protected table: microdata of any kind, and the values of a table by their names.

import ckmcore as ckm
data = ckm.microdata_of(frame, ["NUTS", "SEX"], magnitudes="INCOME", hierarchies={"NUTS": "nuts.hrc"})
raw = ckm.tabulate(data, ckm.TableSpec("NUTS", "SEX", values=["count", ckm.share("row"), ckm.mean("INCOME")]))
ckm.protect(raw, method)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike
from typing import Any

from ckmcore.base.checked import checked, shown
from ckmcore.base.deviations import tell
from ckmcore.base.texts import Texts
from ckmcore.errors import ArgumentNotTaken
from ckmcore.messages import sentence
from ckmcore.microdata.classes import MagnitudeClasses
from ckmcore.microdata.data import Microdata
from ckmcore.microdata.frame import columns_of_frame
from ckmcore.microdata.hierarchy import Hierarchy
from ckmcore.microdata.read import read_with_report
from ckmcore.ptable.floor.key_floor import check_keys
from ckmcore.tabulate.spec import CountKind, ShareBase, Value

DECIMALS = 1  # of shares and means, as the window begins with


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
        from ckmcore.dictionary.hierarchy_files import tree_of_file

        return tree_of_file(hierarchy)
    takes = sentence("argument_hierarchy")
    raise ArgumentNotTaken(name=f"microdata_of(hierarchies[{name!r}])", takes=takes, given=shown(hierarchy), nearest="")


@checked
def share(base: ShareBase = "total", *, of: CountKind = "count", label: Texts = Texts()) -> Value:
    """The share of the count, or of the weighted count, in the base cell, in percent.

    >>> spec = ckm.TableSpec("NUTS", "SEX", values=["count", ckm.share("row")])
    >>> ckm.protect(ckm.tabulate(data, spec), ckm.CellKeyMethod(ptable)).to_pandas().tail(3)
        NUTS    SEX  count  share
    9   AT21  Total    149  100.0
    10  AT21      1     74   49.7
    11  AT21      2     73   49.0
    """
    return Value("share", of=of, base=base, label=label, decimals=DECIMALS)


@checked
def sum_of(magnitude: str, *, weighted: bool = False, label: Texts = Texts()) -> Value:
    """Value for the sum of a magnitude. weighted: with weights, otherwise each record once.

    >>> spec = ckm.TableSpec("NUTS", values=["count", ckm.sum_of("INCOME")])
    >>> ckm.protect(ckm.tabulate(data, spec), ckm.Rounding(10, magnitude_bases=[("INCOME", 1000)])).to_pandas()
        NUTS  count     sum
    0  Total    600  862000
    1   AT11    290  399000
    2   AT12    160  221000
    3   AT21    150  241000
    """
    return Value("sum", magnitude=magnitude, of=_counted(weighted=weighted), label=label)


@checked
def mean(magnitude: str, *, weighted: bool = False, label: Texts = Texts()) -> Value:
    """Value for the mean of a magnitude. weighted: with weights, otherwise each record once.

    >>> spec = ckm.TableSpec("NUTS", values=["count", ckm.mean("INCOME")])
    >>> ckm.protect(ckm.tabulate(data, spec), ckm.Rounding(10, magnitude_bases=[("INCOME", 100)])).to_pandas()
        NUTS  count    mean
    0  Total    600  1436.2
    1   AT11    290  1376.6
    2   AT12    160  1381.9
    3   AT21    150  1609.3
    """
    return Value("mean", magnitude=magnitude, of=_counted(weighted=weighted), label=label, decimals=DECIMALS)


@checked
def distribution(magnitude: str, classes: str, *, weighted: bool = False) -> list[Value]:
    """Values for the number of records in each class of a magnitude, one per class. classes: edges as declared in the
    data: `0; 6; 12+`. Raises QuantileClasses.

    >>> classes = "0; 1000; 2000; 3000+"
    >>> spec = ckm.TableSpec("NUTS", values=ckm.distribution("INCOME", classes))
    >>> shown = ckm.protect(ckm.tabulate(data.with_classes("INCOME", classes), spec), ckm.CellKeyMethod(ptable))
    >>> shown.to_pandas(labels=True).columns[1:].tolist()
    ['INCOME: 0 to below 1000', 'INCOME: 1000 to below 2000', 'INCOME: 2000 to below 3000', 'INCOME: 3000 and more']
    """
    codes = MagnitudeClasses.named(classes).codes
    return [Value("distribution", of=_counted(weighted=weighted), magnitude=magnitude, in_class=code) for code in codes]


def _counted(*, weighted: bool) -> CountKind:
    return "weighted_count" if weighted else "count"
