"""A package: several submissions that wait for one decision; each page is read, and all are attacked together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QPushButton

from ckmcore.errors import CkmError
from ckmcore.messages import sentence
from ckmcore.statistic.entry import Check
from ckmcore.statistic.releases import Release
from ckmdesk.base.announcer import announce
from ckmdesk.look.theme import set_kind
from ckmdesk.pages.context import PageContext
from ckmdesk.pages.release.lines import Lines
from ckmdesk.state.releases import read_key
from ckmdesk.widgets.basic import Card, WrapLabel, label
from ckmdesk.widgets.fault import FaultLabel
from ckmdesk.widgets.layouts import STRETCH, fill, row_of
from ckmdesk.widgets.notifications import keep_clear

if TYPE_CHECKING:
    from ckmcore.ports import LeftOpen

LEAST = 2


class PackageCard(Card):
    """Card of the submissions that are selected together. `remark` gives the remark typed on the page, `ready` says
    whether a person is named there."""

    kept = ("result",)

    def __init__(self, context: PageContext, remark: Callable[[], str], ready: Callable[[], bool]) -> None:
        super().__init__()
        self._context, self._service = context, context.services.releases
        self._remark, self._ready = remark, ready
        self.numbers: tuple[int, ...] = ()
        self._unread: tuple[int, ...] = ()
        self._found: tuple[tuple[int, ...], tuple[LeftOpen, ...]] | None = None
        self.heading = label("", "heading")
        self.pages = WrapLabel("", "secondary")
        self.pages.setObjectName("package:pages")
        self.lines = Lines(context.theme)
        self.fault = FaultLabel(self._say)
        self.fault.setObjectName("package:fault")
        self.attack = QPushButton(self.tr("Attack together"), objectName="package:attack")
        self.release = QPushButton(self.tr("Release package"), objectName="package:release")
        set_kind(self.release, "primary")
        self.attack.clicked.connect(lambda _=False: self._attack())
        self.release.clicked.connect(lambda _=False: self._release())
        fill(self.body, self.heading, self.pages, self.lines, self.fault)
        self.body.addLayout(row_of(STRETCH, self.attack, self.release))
        keep_clear(self)
        self.hide()

    def show_selected(self, selected: Sequence[Release], read: frozenset[str]) -> bool:
        """Show the package of the selected submissions, if there are several; return whether there are. read: those
        whose pages were read, by `read_key`."""
        selected = sorted(selected, key=lambda release: release.number)
        numbers = tuple(release.number for release in selected)
        if numbers != self.numbers:
            self.fault.tell("")
        self.numbers = numbers
        self._unread = tuple(release.number for release in selected if read_key(release) not in read)
        shown = len(numbers) >= LEAST
        self.setVisible(shown)
        if shown:
            self._show()
        return shown

    @property
    def result(self) -> tuple[tuple[int, ...], tuple[LeftOpen, ...]] | None:
        """Numbers that were attacked together, and what was found."""
        return self._found

    @result.setter
    def result(self, result: tuple[tuple[int, ...], tuple[LeftOpen, ...]] | None) -> None:
        self._found = result
        self._show()

    @property
    def _left(self) -> tuple[LeftOpen, ...] | None:
        """What the joint attack on these very submissions found; None before it."""
        return self._found[1] if self._found is not None and self._found[0] == self.numbers else None

    def _show(self) -> None:
        listed = ", ".join(map(str, self.numbers))
        self.heading.setText(self.tr("Package: nos. %1, one decision").replace("%1", listed))
        self.setAccessibleName(self.heading.text())
        read = self.tr("The pages of all tables were read.")
        unread = self.tr(
            "Read to the last page first: nos. %1. Ctrl+arrow key leads to each, and leaves all selected."
        ).replace("%1", ", ".join(map(str, self._unread)))
        self.pages.setText(unread if self._unread else read)
        left = self._left
        self.lines.show_lines([] if left is None else self._lines(left))
        self.release.setEnabled(left is not None and not self._unread)
        words = "" if left is not None else self.tr("Attack the tables together first.")
        self.release.setToolTip(words)
        self.release.setAccessibleDescription(words or (unread if self._unread else ""))

    def _lines(self, left: Sequence[LeftOpen]) -> list[tuple[str, str, str, str]]:
        if not left:
            return [("ok", "ok", self.tr("good"), self.tr("Nothing was found."))]
        unknown = ("not-tested", "warning", self.tr("not tested"))
        look = ("warning", "warning", self.tr("look at this"))
        return [
            (*(unknown if each.kind in ("undecided", "unchecked") else look), each.said.text(self._context.language))
            for each in left
        ]

    def _attack(self) -> None:
        numbers = self.numbers

        def done(left: tuple[LeftOpen, ...]) -> None:
            self.result = (numbers, left)
            announce(" ".join(text for *_, text in self._lines(left)))

        self.fault.tell("")
        self._service.attack_package(numbers, done, self._say)

    def _release(self) -> None:
        left, numbers = self._left, self.numbers
        if left is None or self._unread or not self._ready():
            return

        def done() -> None:
            listed = [str(number) for number in numbers]
            self._context.show_message(sentence("desk_package_released", numbers=listed), "ok")

        self.fault.tell("")
        self._service.release_package(numbers, self._remark(), checks_of(numbers, left), done, self._say)

    def _say(self, error: CkmError) -> None:
        self.fault.tell_error(error, self._context.language, {})


def checks_of(numbers: Sequence[int], left: Sequence[LeftOpen]) -> tuple[Check, ...]:
    """Return what the entry of a package says of the joint attack."""
    from ckmcore.ports import needed_lab
    from ckmcore.release.actions import joint_check

    check = joint_check(numbers, needed_lab().left_verdict(left), len(left))
    return (check, *needed_lab().seen_undecided(left))
