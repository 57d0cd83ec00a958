"""What has left the house, attacked anew: offered once where releases were made by an earlier version, or asked for."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication

from ckmcore.base.version import VERSION
from ckmcore.messages import sentence
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.releases import releases
from ckmdesk.base.clock import now_text
from ckmdesk.base.frame import Remedy
from ckmdesk.pages.context import PageContext
from ckmdesk.services.exports import file_name
from ckmdesk.widgets.message_bar import MessageBar


class RecheckOffer:
    """The offer as a message of the page; `run` asks where the internal report goes, attacks and writes it."""

    def __init__(self, context: PageContext) -> None:
        self._context = context
        self.bar = MessageBar(context.theme, lambda: context.language)
        self.bar.closed.connect(self._settled)

    def show(self, statistic: Statistic | None) -> None:
        """Offer the attack where it is due; else nothing is said."""
        if statistic is None or not is_due(statistic, self._context.settings.value("rechecked")):
            self.bar.hide()
            return
        words = QCoreApplication.translate("ReleasePage", "Attack now ...")
        self.bar.show_message(sentence("desk_recheck_offer"), "warning", Remedy(words, self.run))

    def run(self) -> None:
        """Attack what was released and write the report."""
        statistic, context = self._context.desk.state.statistic, self._context
        if statistic is None:
            return
        words = QCoreApplication.translate("ReleasePage", "Released tables attacked anew")
        name = file_name(f"{words} {statistic.title.text(context.language)} {now_text()[:10]}")
        folder = Path.home() if context.desk.session.path is None else context.desk.session.path.parent
        path = context.frame.choose_save_file(
            words, folder / f"{name}.html", QCoreApplication.translate("ReleasePage", "Internal report (*.html)")
        )
        if path is not None:
            self.write(path)

    def write(self, path: Path) -> None:
        """Attack, and write the report to a file."""
        self._context.services.releases.recheck(path, self._settled, self._context.frame.show_message)

    def _settled(self) -> None:
        """It was done, or put aside by whoever may decide: it is not offered again for this statistic and version."""
        statistic = self._context.desk.state.statistic
        if statistic is not None:
            done = self._context.settings.value("rechecked").split()
            mark = mark_of(statistic)
            if mark not in done:
                self._context.settings.set("rechecked", " ".join([*done, mark]))
        self.bar.hide()


def is_due(statistic: Statistic, settled: str) -> bool:
    """Whether figures left the house that an earlier version released, and nobody has looked at them since."""
    earlier = any(one.was_released and one.submission.engine != VERSION for one in releases(statistic.register))
    return earlier and mark_of(statistic) not in settled.split()


def mark_of(statistic: Statistic) -> str:
    """What is kept of a statistic that was attacked anew: its identity and the version."""
    return f"{statistic.identity}:{VERSION}"
