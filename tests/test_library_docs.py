"""The pages on the library: what they show runs."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from ckmcore.cli import build_parser, main
from tests.kit.sample_files import lay_out

PAGES = sorted((Path(__file__).parent.parent / "docs" / "library").glob("*.md"))
# `bash run`: the commands run, among the Python blocks of the page; `bash`: they are only read by the parser.
BLOCK = re.compile(r"^```(python|bash run|bash)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
EXIT = re.compile(r"# exit code (\d+)")


@pytest.mark.daily(3)
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_blocks_of_a_page_run_one_after_the_other(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    lay_out(tmp_path)
    blocks = BLOCK.findall(page.read_text(encoding="utf-8"))
    assert blocks or page.stem == "README"
    names: dict[str, Any] = {}
    for kind, block in blocks:
        if kind == "python":
            exec(compile(block, page.name, "exec"), names)  # noqa: S102 - our own page
            continue
        for line in block.replace("\\\n", " ").splitlines():
            words = shlex.split(line, comments=True)
            if words[:1] != ["ckm"]:  # of another program
                continue
            if kind == "bash":
                build_parser("en").parse_args(words[1:])
                continue
            expected = EXIT.search(line)
            assert main(words[1:]) == (int(expected[1]) if expected else 0), line
