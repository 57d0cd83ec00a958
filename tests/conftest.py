"""What all tests share: the reference data beside the checkout, the option --thorough, and how hypothesis works."""

from __future__ import annotations

import gc
import os
import shutil
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pytest
from hypothesis import settings

import ckmcore.sample
from ckmcore.base.wings import WINGS
from ckmcore.sample import sample_microdata
from ckmcore.statistic import seal
from tests.kit.databases import Server, postgres_server
from tests.kit.examples import FEW, drawn
from tests.kit.wings import WithoutWing

# No deadline: two cores shared with others say nothing about our code. Where few are asked for, the same every time.
settings.register_profile("here", deadline=None, print_blob=True)
settings.register_profile("few", deadline=None, print_blob=True, derandomize=True, max_examples=20)
settings.load_profile("few" if FEW else "here")

# Before any test is collected: many seals of tests are made where their file is imported.
SCRYPT_N, seal.SCRYPT_N = seal.SCRYPT_N, 2**10


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--thorough", action="store_true", help="run the tests that take long, too")
    parser.addoption("--without", choices=WINGS, help="run all without a wing of the program")


def pytest_configure(config: pytest.Config) -> None:
    if wing := config.getoption("--without"):
        config.pluginmanager.register(WithoutWing(wing))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--thorough"):
        return
    later = pytest.mark.skip(reason="takes long: runs with --thorough")
    cases: dict[str, list[pytest.Item]] = {}
    for item in items:
        if "thorough" in item.keywords:
            item.add_marker(later)
        elif "daily" in item.keywords:
            cases.setdefault(item.nodeid.partition("[")[0], []).append(item)
    for function, of_function in cases.items():
        (number,) = next(of_function[0].iter_markers("daily")).args
        kept = drawn(function, len(of_function), number)
        for place, item in enumerate(of_function):
            if place not in kept:
                item.add_marker(later)


@pytest.fixture(scope="session", autouse=True)
def collected_seldom() -> Iterator[None]:
    """What stays for the whole run, the tests themselves above all, is not looked through again and again."""
    former = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 1000)
    yield
    gc.set_threshold(*former)
    gc.unfreeze()


@pytest.fixture(autouse=True)
def own_state(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """What a test remembers of statistics is its own."""
    base = tmp_path_factory.getbasetemp() / "state"
    monkeypatch.setenv("LOCALAPPDATA" if os.name == "nt" else "XDG_STATE_HOME", str(base))
    shutil.rmtree(base / "ckmdesk", ignore_errors=True)


@pytest.fixture(scope="session", autouse=True)
def sample_made_once() -> Iterator[None]:
    """The records of the sample, which nothing changes, are made once for the tests that open it one after another."""
    made, ckmcore.sample.sample_microdata = sample_microdata, lru_cache(maxsize=1)(sample_microdata)
    yield
    ckmcore.sample.sample_microdata = made


@pytest.fixture(scope="session")
def cost_of_passphrases() -> int:
    """What a passphrase costs who tries it; in tests it costs next to nothing."""
    return SCRYPT_N


@pytest.fixture(scope="session")
def reference() -> Path:
    """The folder of reference data, which lies beside the checkout and is not part of it."""
    folder = Path(__file__).resolve().parents[2] / "shared" / "reference"
    if not folder.is_dir():
        pytest.skip("no reference data beside the checkout (../shared/reference)")
    return folder


@pytest.fixture(scope="session")
def sum_cases(reference: Path) -> Path:
    """The solved cases of sums among the reference data."""
    path = reference / "expected" / "magnitudes" / "magnitude_cases.json"
    if not path.exists():
        pytest.skip(f"no {path.name} among the reference data")
    return path


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """A server of PostgreSQL of its own, on a socket in its own folder."""
    with postgres_server() as server:
        yield server
