"""Copies of a statistic, states from a backup and a register that gets lost: whatever the sequence, two histories are
never made one, and whoever may add to the register has all of it."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ckmcore.errors import CkmError
from ckmcore.release.actions import revealed
from ckmcore.release.register import check, read_register, reconcile, record, register_path
from ckmcore.statistic.model import Statistic
from tests.kit.examples import examples
from tests.kit.fails import raise_unless
from tests.kit.released_people import NOON, statistic

History = tuple[str, ...]
COPIES = 3


@dataclass
class Model:
    """The histories, as hashes of their entries: of the register (None: there is none) and of each copy."""

    register: History | None = None
    copies: list[History] = field(default_factory=lambda: [()] * COPIES)

    def may_add(self, copy: int) -> bool:
        return (self.register or ()) == self.copies[copy] and not (self.register is None and self.copies[copy])

    def reconciled(self, copy: int) -> bool:
        """Makes both the longer one; whether that goes: one of them must be the beginning of the other."""
        mine, shared = self.copies[copy], self.register or ()
        longer = max(mine, shared, key=len)
        if not (longer[: len(mine)] == mine and longer[: len(shared)] == shared):
            return False
        self.copies[copy] = longer
        if longer or self.register is not None:
            self.register = longer
        return True


def hashes(made: Statistic) -> History:
    return tuple(entry.hash for entry in made.register)


ACTIONS = st.one_of(
    st.tuples(st.just("add"), st.integers(0, COPIES - 1)),
    st.tuples(st.just("reconcile"), st.integers(0, COPIES - 1)),
    st.tuples(st.just("restore"), st.integers(0, COPIES - 1)),
    st.tuples(st.just("copy"), st.integers(0, COPIES - 1)),
    st.tuples(st.just("alone"), st.integers(0, COPIES - 1)),
    st.tuples(st.just("lose"), st.just(0)),
)


@pytest.mark.thorough
@given(st.lists(ACTIONS, max_size=30))
@settings(max_examples=examples(150))
def test_copies_add_to_the_register_only_where_they_have_all_of_it(actions: list[tuple[str, int]]) -> None:
    first = statistic()
    copies, model = [first] * COPIES, Model()
    saved: list[list[Statistic]] = [[first] for _ in range(COPIES)]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = register_path(folder, first.identity)
        for number, (action, at) in enumerate(actions):
            one, was = copies[at], path.read_bytes() if path.exists() else None

            def step(made: Statistic, number: int = number) -> Statistic:
                return revealed(made, f"Person {number}", NOON, "T")

            if action == "lose":
                path.unlink(missing_ok=True)
                model.register = None
            elif action == "restore":
                copies[at] = saved[at][0]
                model.copies[at] = hashes(copies[at])
            elif action == "copy":
                copies[(at + 1) % COPIES] = one
                model.copies[(at + 1) % COPIES] = model.copies[at]
            elif action == "alone":  # a program that does not heed the register
                copies[at] = step(one)
                model.copies[at] = hashes(copies[at])
            elif action == "add":
                expected, went = model.may_add(at), True
                try:
                    copies[at] = record(one, folder, step, wait=0)
                except CkmError as error:
                    raise_unless(error, "register_not_reconciled")
                    went = False
                assert went == expected
                if went:
                    model.copies[at] = model.register = hashes(copies[at])
            else:
                expected, went = model.reconciled(at), True
                try:
                    copies[at] = reconcile(one, folder, wait=0)
                except CkmError as error:
                    raise_unless(error, "register_not_reconciled")
                    went = False
                assert went == expected
            saved[at] = [*saved[at], copies[at]][-3:]
            assert [hashes(made) for made in copies] == model.copies
            shared = read_register(path, first.identity)
            assert (None if shared is None else tuple(entry.hash for entry in shared.entries)) == model.register
            if was is not None and path.exists():
                assert path.read_bytes().startswith(was)  # only ever added to
            assert check(copies[at], shared).ready == model.may_add(at)
