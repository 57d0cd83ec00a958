"""Blanks are no zeros: golden cells of magnitudes with missing values, figure by figure."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ckmcore.base.texts import Texts
from ckmcore.keys.record_keys import RecordKeys
from ckmcore.methods.magnitude_settings import MagnitudeSettings, Scaling
from ckmcore.methods.magnitudes import MagnitudeCellKeyMethod
from ckmcore.methods.protected import Sign
from ckmcore.methods.sums import MeanOf
from ckmcore.microdata.data import Category, Dimension, Microdata, NumberColumn
from ckmcore.microdata.missing_values import CodeRoles, with_roles
from ckmcore.ptable import PTable
from ckmcore.ptable.magnitudes import MagnitudePTable
from ckmcore.ptable.magnitudes.part import part_from_rows
from ckmcore.ptable.model.table import from_rows
from ckmcore.tabulate.spec import Measure, TableSpec, Value
from ckmcore.tabulate.tabulate import tabulate

pytestmark = pytest.mark.reference
IDS = ("missing-A", "missing-B", "missing-C", "missing-D")
SUM, MEAN = Value("sum", magnitude="m"), Value("mean", magnitude="m", decimals=2)


@pytest.fixture(scope="module")
def golden(sum_cases: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(sum_cases.read_text(encoding="utf-8"))
    return found


def case(golden: dict[str, Any], id: str) -> dict[str, Any]:
    found: dict[str, Any] = next(one for one in golden["cases"] if one["id"] == id)
    return found


def counts_of(golden: dict[str, Any]) -> PTable:
    rows = [[(0, 1.0, Fraction(1))]]
    for number, line in sorted((int(key), line) for key, line in golden["tables"]["C2"]["rows"].items()):
        below, row = 0, []
        for v, bound in line:
            row.append((number + v, (bound - below) / 1e5, Fraction(bound, 10**5)))
            below = bound
        rows.append(row)
    return from_rows(rows)


def sums_of(golden: dict[str, Any]) -> MagnitudePTable:
    rows: list[tuple[float, list[tuple[float, float, Fraction]]]] = [(0.0, [(0.0, 1.0, Fraction(1))])]
    for ratio, line in sorted((float(key), line) for key, line in golden["tables"]["L5"]["rows"].items()):
        below, row = 0, []
        for v, bound in line:
            row.append((v, (bound - below) / 1e5, Fraction(bound, 10**5)))
            below = bound
        rows.append((ratio, row))
    return MagnitudePTable((part_from_rows("all", rows),))


def data_of(given: dict[str, Any]) -> Microdata:
    """The records of a case, as they are read: blanks are missing, codes still numbers."""
    texts = [text for text, _ in given["records"]]
    blank = np.array([text == "" for text in texts])
    column = NumberColumn("m", np.array([int(text or 0) for text in texts]), 0, missing=blank if blank.any() else None)
    roles = CodeRoles(
        tuple(code for code, role in given["roles"].items() if role == "missing"),
        tuple(code for code, role in given["roles"].items() if role == "not_applicable"),
    )
    drawn = np.array([key for _, key in given["records"]], dtype=np.uint64)
    keys = RecordKeys(drawn, given["modulus"], None, "integer")
    one = Dimension("all", Texts.same("all"), (Category.plain("1"),))
    codes = np.zeros(len(texts), dtype=np.uint8)
    return Microdata(len(texts), {"all": one}, {"all": codes}, keys, magnitudes={"m": with_roles(column, roles)[0]})


def method_of(golden: dict[str, Any], given: dict[str, Any], mean_of: MeanOf) -> MagnitudeCellKeyMethod:
    scaling = Scaling(**given["settings"]["scaling"])
    settings = MagnitudeSettings(scaling, decimals=given["decimals"], missing="out", mean_of=mean_of)
    return MagnitudeCellKeyMethod(counts_of(golden), large=sums_of(golden), settings=settings)


def shown(figures: np.ndarray[Any, Any], signs: np.ndarray[Any, Any] | None, scale: int = 1) -> float | str:
    if signs is not None and signs.ravel()[0] != Sign.NONE:
        return Sign(int(signs.ravel()[0])).text
    return float(figures.ravel()[0]) / scale


@pytest.mark.parametrize("id", IDS)
def test_a_golden_cell_with_blanks_publishes_what_was_computed_by_hand(golden: dict[str, Any], id: str) -> None:
    given, wanted = case(golden, id)["given"], case(golden, id)["wanted"]
    raw = tabulate(data_of(given), TableSpec(rows=["all"], values=[Value(), SUM, MEAN]))
    block = raw.blocks[0]
    held = block.magnitudes["m"]
    valid = block.counts if held.valid is None else held.valid
    keys = block.key_sums if held.valid_keys is None else held.valid_keys
    assert block.key_sums is not None
    assert keys is not None
    assert held.key_sums is not None
    modulus = given["modulus"]
    assert (block.counts[0], valid[0], held.contributors[0]) == (
        wanted["records"],
        wanted["valid"],
        wanted["contributors"],
    )
    assert [int(one[0]) % modulus for one in (block.key_sums, keys, held.key_sums)] == [
        wanted["key_all"],
        wanted["key_valid"],
        wanted["key_contributors"],
    ]
    assert (held.sums[0], held.largest[0, 0]) == (wanted["sum"], wanted["largest"])
    method = method_of(golden, given, "valid")
    counted = method.counted(block, weighted=False)
    assert counted.published[Measure()][0] == wanted["published_records"]
    assert counted.published[Measure("valid", "m")][0] == wanted["published_valid"]
    assert counted.published[Measure("contributors", "m")][0] == wanted["published_contributors"]
    assert counted.published[Measure("count", "m")][0] == wanted["sum_before_hiding"]
    found = method.protect(raw).blocks[0]
    signs = (None,) * 3 if found.signs is None else found.signs
    assert shown(found.figures[0], signs[0]) == wanted["published_records"]
    assert shown(found.figures[1], signs[1]) == wanted["published_sum"]
    assert shown(found.figures[2], signs[2], 100) == wanted["published_mean_2_decimals"]
    each = method_of(golden, given, "contributors").protect(raw).blocks[0]
    mark = None if each.signs is None else each.signs[2]
    assert shown(each.figures[2], mark, 100) == wanted["published_mean_per_contributor"]


@pytest.mark.parametrize("id", IDS)
def test_roles_of_codes_give_the_golden_numbers_of_missing_and_not_applicable(golden: dict[str, Any], id: str) -> None:
    given, wanted = case(golden, id)["given"], case(golden, id)["wanted"]
    texts = [text for text, _ in given["records"]]
    column = NumberColumn(
        "m", np.array([int(one or 0) for one in texts]), 0, missing=np.array([not one for one in texts])
    )
    _, counts = with_roles(column, CodeRoles(("99999",), ("-8",)))
    assert (counts.missing, counts.not_applicable) == (wanted["missing"], wanted["not_applicable"])
