"""What tests of the desk do again and again."""

from __future__ import annotations

from ckmdesk.window import MainWindow


def settle(window: MainWindow) -> None:
    """Wait until no job runs, also none that the end of another has started."""
    for _ in range(3):
        assert window.jobs.wait_idle()
