"""The pages on the library: what they show runs."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

PAGES = sorted((Path(__file__).parent.parent / "docs" / "library").glob("*.md"))
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)
FILES = {"nuts.hrc": "AT1\n@AT11\n@AT12\nAT2\n@AT21\n"}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_blocks_of_a_page_run_one_after_the_other(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, content in FILES.items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    blocks = BLOCK.findall(page.read_text(encoding="utf-8"))
    assert blocks
    names: dict[str, Any] = {}
    for block in blocks:
        exec(compile(block, page.name, "exec"), names)  # noqa: S102 - our own page
