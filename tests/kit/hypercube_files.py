"""Hypercubes of a few records as files, in many parts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import ckmcore as ckm
from ckmcore.base.numbers import Language
from ckmcore.formats.forms import FORMS
from ckmcore.methods.method import Method
from ckmcore.methods.protected import ProtectedBlock
from ckmcore.office.settings import PLAIN, FormName, Office
from ckmcore.scale.hypercube import stream, stream_csv, stream_parquet, text_lines
from ckmcore.scale.hypercube.forms import STREAMS, export_hypercube
from ckmcore.scale.hypercube.protect import described, protected_margins, signs_possible
from ckmcore.scale.hypercube.stream import HyperPage, hyper_page
from ckmcore.scale.hypercube.tabulate import plan_hypercube
from tests.kit.listed_tables import PTABLE

FORM_NAMES = tuple(STREAMS)
SPEC = ckm.HyperSpec(
    ["land", "age", "sex"],
    levels=ckm.Level("age", groups=(ckm.Group(ckm.Texts("young", "jung"), ("y0", "y1")),)),
    values=["count", ckm.Value("ratio", conditions=(ckm.Condition("sex", ("m",)),), decimals=1, factor=100)],
    title="People",
)
PLAIN_SPEC = ckm.HyperSpec(["land", "age", "sex"], filters=ckm.Condition("age", ("y1", "y2", "y3")))
SIGNS = ckm.CellKeyMethod(PTABLE, threshold=3, unreliable_below=5, uncertain_below=9)


def page_of(
    data: ckm.Microdata, spec: ckm.HyperSpec, method: Method, language: Language = "en", office: Office = PLAIN
) -> HyperPage:
    plan = plan_hypercube(data, spec)
    return hyper_page(described(data, spec, plan, method), plan, signs_possible(data, spec, method), language, office)


def written(
    data: ckm.Microdata,
    spec: ckm.HyperSpec,
    method: Method,
    form: FormName,
    path: Path,
    *,
    language: Language = "en",
    office: Office = PLAIN,
    **more: Any,
) -> tuple[HyperPage, stream.HyperFile]:
    page = page_of(data, spec, method, language, office)

    def blocks(start: int) -> Iterator[ProtectedBlock]:
        return protected_margins(data, spec, page.plan, method, start=start)

    return page, export_hypercube(page, blocks, FORMS[form], path, **more)


def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files of many parts."""
    monkeypatch.setattr(stream_parquet, "GROUP_LINES", 13)
    monkeypatch.setattr(stream_csv, "CHUNK_LINES", 5)
    monkeypatch.setattr(text_lines, "_MOST_JOINED", 20)
    monkeypatch.setattr(text_lines, "_BLOCK_BYTES", 3000)
