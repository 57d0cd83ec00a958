"""A field with a fault has the state *invalid entry* on the accessibility bus, beside the states that it had before."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytest.importorskip("jeepney", reason="the client of the accessibility bus is in the environment that dev.py makes")

from tests.journeys.ear import Accessible, Buses, Ear
from tests.journeys.screen import Screen

SCRIPT = Path(__file__).with_name("wrong_fields.py")
NAMES = {"QLineEdit", "QSpinBox", "QComboBox", "QPlainTextEdit", "QListWidget", "QTableWidget", "closed"}


@pytest.fixture
def ear(buses: Buses) -> Iterator[Ear]:
    made = Ear(buses)
    yield made
    made.close()


def _named(program: Accessible) -> dict[str, Accessible]:
    return {one.name: one for one in program.walk() if one.name in NAMES}


def _states(program: Accessible) -> dict[str, frozenset[str]]:
    return {name: one.states for name, one in _named(program).items()}


def _words(program: Accessible) -> dict[str, str]:
    return {name: one.description for name, one in _named(program).items()}


@pytest.fixture
def asked(screen: Screen, buses: Buses, ear: Ear) -> Iterator[tuple[Accessible, Callable[[str], None]]]:
    """The program on the bus, and how it is told that its fields are wrong or right."""
    environment = {**screen.environment(), **buses.environment, "QT_QPA_PLATFORM": "xcb"}
    with subprocess.Popen(
        [sys.executable, str(SCRIPT)], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        answers, questions = running.stdout, running.stdin

        def ask(question: str) -> None:
            questions.write(f"{question}\n")
            questions.flush()
            assert answers.readline().strip() == question

        assert answers.readline().strip() == "shown"
        yield ear.program(running.pid), ask
        questions.close()
        assert running.wait(20) == 0


def test_a_wrong_field_is_invalid_and_all_else_that_it_was_until_it_is_right(
    asked: tuple[Accessible, Callable[[str], None]], ear: Ear
) -> None:
    program, ask = asked
    before = _states(program)
    assert set(before) == NAMES
    ear.heard(program)

    ask("wrong")
    assert _states(program) == {name: states | {"invalid-entry"} for name, states in before.items()}
    assert _words(program) == dict.fromkeys(NAMES, "That is wrong.")
    told = [one for one in ear.heard(program) if one.name == "state-changed:invalid-entry"]
    assert {(one.source.name, one.detail) for one in told} == {(name, 1) for name in NAMES}

    ask("right")
    assert _states(program) == before
    assert _words(program) == dict.fromkeys(NAMES, "")
    told = [one for one in ear.heard(program) if one.name == "state-changed:invalid-entry"]
    assert {(one.source.name, one.detail) for one in told} == {(name, 0) for name in NAMES}


def test_a_program_that_ends_with_wrong_fields_ends_well(asked: tuple[Accessible, Callable[[str], None]]) -> None:
    program, ask = asked
    ask("wrong")
    assert all("invalid-entry" in states for states in _states(program).values())
