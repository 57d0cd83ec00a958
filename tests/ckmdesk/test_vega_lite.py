"""Pictures as Vega-Lite keep to its schema, which comes with a package of the desk's environment."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import ckmcore as ckm
from ckmcore.pictures.describe import describe
from ckmcore.pictures.vega import vega_spec
from ckmcore.presentation.present import present_draft
from ckmcore.tabulate.picture_choice import KindName, PictureChoice
from ckmcore.tabulate.spec import Value
from tests.kit.picture_pages import CHARTS, TABLES, page, squares

SCHEMA_OF_ALTAIR = "vegalite/v6/schema/vega-lite-schema.json"


@pytest.fixture(scope="module")
def schema() -> Any:
    """Checks against the schema of Vega-Lite that the package altair brings."""
    jsonschema, found = pytest.importorskip("jsonschema"), find_spec("altair")
    assert found is not None
    assert found.origin is not None
    text = (Path(found.origin).parent / SCHEMA_OF_ALTAIR).read_text(encoding="utf-8")
    return jsonschema.Draft7Validator(json.loads(text))


@pytest.mark.thorough
@pytest.mark.parametrize("kind", CHARTS)
def test_a_specification_keeps_to_the_schema_of_vega_lite(kind: KindName, schema: Any) -> None:
    spec = vega_spec(describe(page(TABLES[kind]), PictureChoice(kind=kind)))
    assert [fault.message[:200] for fault in schema.iter_errors(json.loads(json.dumps(spec)))] == []
    assert not schema.is_valid({**spec, "vconcat": [{"mark": "no such mark"}]})


@pytest.mark.thorough
@pytest.mark.parametrize("kind", ["choropleth", "circles"])
def test_a_map_keeps_to_the_schema_of_vega_lite(kind: KindName, schema: Any) -> None:
    value = Value("share", base="total", decimals=1) if kind == "choropleth" else Value()
    document = page({"land": ["Alpha", "Beta", "Gamma", "Delta", "Epsilon", "Zeta"]}, value=value)
    spec = vega_spec(describe(document, PictureChoice(kind=kind), {"land": squares()}))
    assert [fault.message[:200] for fault in schema.iter_errors(json.loads(json.dumps(spec)))] == []


@pytest.mark.thorough
def test_a_grid_keeps_to_the_schema_of_vega_lite(schema: Any) -> None:
    codes = [f"1kmN3000E{4000 + place}" for place in range(4)]
    data = ckm.Microdata.from_pandas(pd.DataFrame({"cell": [code for code in codes for _ in range(20)]}), ["cell"])
    table = ckm.protect(ckm.tabulate(data, ckm.TableSpec("cell")), ckm.Rounding(5))
    spec = vega_spec(describe(present_draft(table, "en"), PictureChoice(kind="grid")))
    assert [fault.message[:200] for fault in schema.iter_errors(json.loads(json.dumps(spec)))] == []
