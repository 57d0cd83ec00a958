"""Programs without one of the wings."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ckmcore.base.wings import WingName

PACKAGES = ("ckmcore", "ckmdesk")


def hide(monkeypatch: pytest.MonkeyPatch, wing: WingName) -> None:
    """Let a wing be absent, as where it is not installed."""
    for package in PACKAGES:
        for name in [name for name in sys.modules if name.startswith(f"{package}.{wing}.")]:
            monkeypatch.delitem(sys.modules, name)
        monkeypatch.setitem(sys.modules, f"{package}.{wing}", None)


class WithoutWing:
    """Plugin of pytest: a whole run without a wing and without the wing's own tests. A test that fails is left out only
    where the program asked for the wing; any other fault stays a fault.
    """

    def __init__(self, wing: WingName) -> None:
        self.wing, self.asked = wing, False
        sys.meta_path.insert(0, self)  # type: ignore[arg-type]  # has `find_spec`, as Python asks for

    def find_spec(self, name: str, _path: object = None, _target: object = None) -> None:
        """Find nothing of the wing."""
        package, _, rest = name.partition(".")
        if package in PACKAGES and f"{rest}.".startswith(f"{self.wing}."):
            self.asked = True
            raise ModuleNotFoundError(f"No module named {name!r}", name=f"{package}.{self.wing}")

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        """Leave out the wing's own tests."""
        return True if collection_path.name == self.wing and collection_path.parent.name in PACKAGES else None

    @pytest.hookimpl(hookwrapper=True)
    def pytest_make_collect_report(self) -> Iterator[None]:
        """Leave out a file that imports the wing."""
        self.asked = False
        outcome = yield
        self._leave_out(outcome.get_result())  # type: ignore[attr-defined]

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_makereport(self, call: pytest.CallInfo[None]) -> Iterator[None]:
        """Leave out a test in which the wing was asked for."""
        outcome = yield
        self._leave_out(outcome.get_result())  # type: ignore[attr-defined]
        if call.when == "teardown":
            self.asked = False

    def _leave_out(self, report: pytest.TestReport | pytest.CollectReport) -> None:
        if report.outcome == "failed" and self.asked:
            report.outcome, report.longrepr = "skipped", ("", 0, f"asks for the wing {self.wing}")
