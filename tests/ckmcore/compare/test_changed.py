"""One place says which cells are the same, changed, new or gone: files, kept releases and former productions."""

from __future__ import annotations

import ast

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ckmcore.compare.changed import compare_cells, numbered
from tests.kit.trees import ROOT, trees

TABLE = st.dictionaries(st.text("abc", max_size=2), st.integers(0, 3), max_size=12)


@given(TABLE, TABLE)
def test_each_cell_is_the_same_or_changed_or_new_or_gone(before: dict[str, int], after: dict[str, int]) -> None:
    names, later = list(before), list(after)
    former, figures = np.array(list(before.values()), dtype=np.int64), np.array(list(after.values()), dtype=np.int64)
    found = compare_cells(*numbered(names, later), lambda was, now: former[was] == figures[now])
    both = [name for name in later if name in before]
    assert [later[place] for place in found.after] == both
    assert [names[place] for place in found.before] == both
    assert found.unchanged == sum(before[name] == after[name] for name in both)
    was, now = found.changed
    assert [later[place] for place in now] == [name for name in both if before[name] != after[name]]
    assert [names[place] for place in was] == [name for name in both if before[name] != after[name]]
    assert [later[place] for place in found.new] == [name for name in later if name not in before]
    assert [names[place] for place in found.gone] == [name for name in names if name not in after]


def test_every_comparison_of_cells_goes_by_it() -> None:
    callers = set()
    for path, tree in trees("ckmcore", "compare_cells"):
        calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call))
        if any(isinstance(call.func, ast.Name) and call.func.id == "compare_cells" for call in calls):
            callers.add(path.relative_to(ROOT / "ckmcore").as_posix())
    assert callers == {"compare/comparison.py", "release/compare.py", "lab/conformance/production.py"}
