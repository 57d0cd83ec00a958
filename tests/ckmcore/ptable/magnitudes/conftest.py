"""What the tests of tables for magnitudes share: lines of text as the recognised content of a file."""

from __future__ import annotations

import csv
from collections.abc import Callable

import pytest

from ckmcore.ptable.files.formats import Content, FileLine

ReadText = Callable[[str], Content]


@pytest.fixture(scope="session")
def content_of() -> ReadText:
    """A table's text, with its header, as `formats` hands it over."""

    def read(text: str) -> Content:
        lines = text.splitlines()
        separator = ";" if ";" in lines[0] else ","
        fields = csv.reader(lines, delimiter=separator, skipinitialspace=True)
        split = [FileLine(number, tuple(one.strip() for one in row)) for number, row in enumerate(fields, start=1)]
        return Content(name="table.txt", kind="tau-argus", header=split[0], lines=tuple(split[1:]))

    return read
