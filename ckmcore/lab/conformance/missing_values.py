"""A case of records without a value: what is counted, keyed, published and shown of a cell."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ckmcore.base.texts import Texts
from ckmcore.keys.record_keys import RecordKeys
from ckmcore.lab.conformance.magnitude_tables import Given, MagnitudeTables
from ckmcore.methods.magnitude_settings import MagnitudeSettings, Scaling
from ckmcore.methods.magnitudes import MagnitudeCellKeyMethod
from ckmcore.methods.protected import Sign
from ckmcore.methods.sums import MeanOf
from ckmcore.microdata.data import Category, Dimension, Microdata, NumberColumn
from ckmcore.microdata.missing_values import CodeRoles, with_roles
from ckmcore.tabulate.spec import Measure, TableSpec, Value
from ckmcore.tabulate.tabulate import tabulate

_ROLES = ("missing", "not_applicable", "zero")


def solved_missing(given: Given, tables: MagnitudeTables) -> dict[str, Any]:
    """Values of a case of a cell with records, roles of codes, and keys."""
    texts = [text for text, _ in given["records"]]
    blank = np.array([not text for text in texts])
    decimals = int(given["decimals"])
    scaled = np.array([int(Decimal(text or 0).scaleb(decimals)) for text in texts], dtype=np.int64)
    column = NumberColumn("m", scaled, decimals, missing=blank if blank.any() else None)
    coded = {kind: tuple(code for code, role in given["roles"].items() if role == kind) for kind in _ROLES}
    # A blank is missing by itself.
    coded["missing"] = tuple(filter(None, coded["missing"]))
    roles = CodeRoles(*(coded[kind] for kind in _ROLES))
    has_other_role = any("" in coded[kind] for kind in _ROLES)
    without_value, _ = with_roles(column, CodeRoles(roles.missing, zero=("",) if has_other_role else ()))
    column, role_report = with_roles(column, roles)
    modulus = int(given["modulus"])
    keys = RecordKeys(np.array([key for _, key in given["records"]], dtype=np.uint64), modulus, None, "integer")
    dimension = Dimension("all", Texts.same("all"), (Category.plain("1"),))
    data = Microdata(
        len(texts), {"all": dimension}, {"all": np.zeros(len(texts), dtype=np.uint8)}, keys, magnitudes={"m": column}
    )
    values = [Value(), Value("sum", magnitude="m", decimals=decimals), Value("mean", magnitude="m", decimals=2)]
    raw = tabulate(data, TableSpec(rows=["all"], values=values))
    block = raw.blocks[0]
    method = _missing_method(given, tables, "valid")
    counted = method.counted(block, weighted=False)
    held_magnitude = block.magnitudes["m"]
    valid = block.counts if held_magnitude.valid is None else held_magnitude.valid
    valid_keys = block.key_sums if held_magnitude.valid_keys is None else held_magnitude.valid_keys
    shown_block = method.protect(raw).blocks[0]
    each = _missing_method(given, tables, "contributors").protect(raw).blocks[0]
    missing = _number_missing(replace(data, magnitudes={"m": without_value}, cache={}), method)
    records = int(valid[0])
    return {
        "records": int(block.counts[0]),
        "valid": records,
        "contributors": int(held_magnitude.contributors[0]),
        "missing": role_report.missing,
        "not_applicable": role_report.not_applicable,
        "key_all": _key(block.key_sums, modulus),
        "key_valid": _key(valid_keys, modulus),
        "key_contributors": _key(held_magnitude.key_sums, modulus),
        "sum": _plain(int(held_magnitude.sums[0]), decimals),
        "largest": _plain(int(held_magnitude.largest[0, 0]), decimals),
        "published_records": int(counted.published[Measure()][0]),
        "published_valid": int(counted.published[Measure("valid", "m")][0]),
        "published_contributors": int(counted.published[Measure("contributors", "m")][0]),
        "published_missing": missing,
        "sum_before_hiding": int(counted.published[Measure("count", "m")][0]) / 10**decimals,
        "published_sum": _shown_figure(shown_block.figures[1], shown_block.signs, 1, 10**decimals),
        "published_mean_2_decimals": _shown_figure(shown_block.figures[2], shown_block.signs, 2, 100),
        "published_mean_per_contributor": _shown_figure(each.figures[2], each.signs, 2, 100),
        "original_mean": int(held_magnitude.sums[0]) / 10**decimals / records if records else None,
    }


def _missing_method(inputs: Given, tables: MagnitudeTables, mean_of: MeanOf) -> MagnitudeCellKeyMethod:
    settings = MagnitudeSettings(
        Scaling(**inputs["settings"]["scaling"]), decimals=int(inputs["decimals"]), missing="out", mean_of=mean_of
    )
    return _with_multiplier(int(inputs.get("own_multiplier", 1)))(
        tables.counts[inputs["count_table"]], large=tables.sums[inputs["table"]], settings=settings
    )


def _with_multiplier(factor: int) -> type[MagnitudeCellKeyMethod]:
    """Method class whose multiplier of own keys is `factor`, instead of being derived from a secret."""

    class Multiplied(MagnitudeCellKeyMethod):
        def multiplier(self, magnitude: str, period: str, modulus: int) -> int:
            del magnitude, period, modulus
            return factor

    return Multiplied


def _plain(scaled: int, decimals: int) -> float | int:
    return scaled if not decimals else scaled / 10**decimals


def _number_missing(data: Microdata, method: MagnitudeCellKeyMethod) -> int:
    """Published number of records without a value, which is a count with its own sum of keys."""
    block = tabulate(data, TableSpec(rows=["all"], values=[Value("sum", magnitude="m")])).blocks[0]
    held_magnitude = block.magnitudes["m"]
    if (
        held_magnitude.valid is None
        or held_magnitude.valid_keys is None
        or block.key_sums is None
        or block.modulus is None
    ):
        return 0
    modulus = block.modulus
    counts = block.counts - held_magnitude.valid
    keys = (
        block.key_sums % np.uint64(modulus) + np.uint64(modulus) - held_magnitude.valid_keys % np.uint64(modulus)
    ) % np.uint64(modulus)
    published = counts + method.ptable.lookup(counts, keys, modulus, method.boundary)
    return int(published[0])


def _key(sums: NDArray[np.uint64] | None, modulus: int) -> int:
    return 0 if sums is None else int(sums[0]) % modulus


def _shown_figure(figures: Any, signs: Any, value: int, scale: int) -> float | str:
    sign = Sign.NONE if signs is None else Sign(int(signs[value][0]))
    return int(figures[0]) / scale if sign.keeps_figure else sign.text
