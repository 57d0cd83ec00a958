"""Every public name shows how it is used, and what it shows runs."""

from __future__ import annotations

import doctest
import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import ckmcore as ckm
from tests.kit.sample_files import lay_out

PUBLIC = {name: getattr(ckm, name) for name in ckm.__all__ if callable(getattr(ckm, name))}
# What is called most of a class; other methods may have an example, too.
METHODS = (
    "Design.feasible", "Microdata.from_pandas", "Microdata.with_hierarchy", "Microdata.with_record_keys",
    "PTable.content_hash", "PTable.lookup", "PTable.matrix", "PTable.reports", "PTable.row_distribution",
    "ProtectedTable.sign", "ProtectedTable.to_pandas", "ProtectedTable.value", "RawTable.to_frame_confidential",
    "Statistic.put_in_force",
)  # fmt: skip
FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS | doctest.REPORT_NDIFF
PARSER = doctest.DocTestParser()


def _documented() -> Iterator[tuple[str, str]]:
    """Public names and what their own classes define, each with its docstring."""
    for name, public in PUBLIC.items():
        yield name, inspect.cleandoc(public.__doc__ or "")  # getdoc would take the words of a base class
        for member, found in vars(public).items() if isinstance(public, type) else ():
            text = getattr(found, "__doc__", None)
            if not member.startswith("_") and isinstance(text, str):
                yield f"{name}.{member}", inspect.cleandoc(text)


DOCSTRINGS = dict(_documented())
WITH_EXAMPLES = sorted(name for name, text in DOCSTRINGS.items() if PARSER.get_examples(text))


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the example of the module itself makes: all others go on from there."""
    folder = tmp_path_factory.mktemp("module")
    lay_out(folder)
    made: dict[str, Any] = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        _run("ckmcore", inspect.getdoc(ckm) or "", made)
    return made


def _run(name: str, text: str, names: dict[str, Any]) -> None:
    test = PARSER.get_doctest(text, names, name, None, 0)
    test.globs = names
    said: list[str] = []
    failed, tried = doctest.DocTestRunner(optionflags=FLAGS).run(test, out=said.append, clear_globs=False)
    assert tried
    assert not failed, "".join(said)


@pytest.mark.parametrize("name", [*PUBLIC, *METHODS])
def test_every_public_name_has_an_example_of_its_own(name: str) -> None:
    examples = PARSER.get_examples(DOCSTRINGS[name])
    assert examples, f"the docstring of ckm.{name} shows no example (>>> ...)"
    assert sum(len(one.source.splitlines()) for one in examples) <= 6


@pytest.mark.daily(40)
@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_the_example_of_a_docstring_gives_what_it_says(
    name: str, names: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay_out(tmp_path)
    monkeypatch.chdir(tmp_path)
    _run(name, DOCSTRINGS[name], dict(names))
