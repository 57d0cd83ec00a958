"""The values of a table by their names, the short way to a protected table.

import ckmcore as ckm
data = ckm.microdata_of(frame, ["NUTS", "SEX"], magnitudes="INCOME", hierarchies={"NUTS": "nuts.hrc"})
raw = ckm.tabulate(data, ckm.TableSpec("NUTS", "SEX", values=["count", ckm.share("row"), ckm.mean("INCOME")]))
ckm.protect(raw, method)
"""

from __future__ import annotations

from ckmcore.base.checked import checked
from ckmcore.base.texts import Texts
from ckmcore.microdata.classes import MagnitudeClasses
from ckmcore.tabulate.spec import CountKind, ShareBase, Value

DECIMALS = 1  # of shares and means, as the window begins with


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
