"""Parts that are made ahead come in their order, with what is raised at its place."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from ckmcore.base.ahead import ahead


@pytest.mark.parametrize("number", [1, 2, 5])
@pytest.mark.parametrize("parts", [0, 1, 3, 20])
def test_all_parts_come_once_in_their_order(parts: int, number: int) -> None:
    assert list(ahead(iter(range(parts)), number)) == list(range(parts))


def test_parts_are_made_by_one_thread_that_is_not_ours_while_one_is_in_use() -> None:
    made, by = threading.Event(), set()

    def parts() -> Iterator[int]:
        for part in range(3):
            by.add(threading.get_ident())
            if part == 2:
                made.set()
            yield part

    for part in ahead(parts(), 2):
        assert part or made.wait(60)  # the third one is made while we have the first
    assert len(by) == 1
    assert by != {threading.get_ident()}


def test_what_is_raised_is_raised_where_its_part_would_have_come_and_nothing_comes_after() -> None:
    def parts() -> Iterator[int]:
        yield 1
        raise ValueError("torn")

    coming = ahead(parts(), 4)
    assert next(coming) == 1
    with pytest.raises(ValueError, match="torn"):
        next(coming)
    assert list(coming) == []


def test_whoever_closes_early_leaves_no_thread_behind() -> None:
    before = threading.active_count()
    coming = ahead(iter(range(1000)), 4)
    assert next(coming) == 0
    coming.close()
    assert threading.active_count() == before
