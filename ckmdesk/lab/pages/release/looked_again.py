"""Releases looked at again, on the page of releases: what was found, and what is done about it."""

from __future__ import annotations

from pathlib import Path

from ckmcore.messages import Sentence, sentence
from ckmdesk.base.clock import now_text
from ckmdesk.lab.pages.release.looked_card import LookedCard, open_kinds
from ckmdesk.lab.services.looking import Looking
from ckmdesk.pages.context import PageContext
from ckmdesk.pages.release.page import ReleasePage
from ckmdesk.services.exports import file_name


class LookedAgain(LookedCard):
    """The card in its slot of the page."""

    def __init__(self, context: PageContext, page: ReleasePage) -> None:
        super().__init__(context.theme, context.language)
        self._context, self._page = context, page
        self._service: Looking = context.services.looking
        self.closed.connect(self._service.put_away)
        self.report_asked.connect(self._write_report)
        self.asked.connect(self._step)
        self.decided.connect(self._decide)

    def refresh(self) -> None:
        """Show what was found of the open statistic."""
        statistic = self._context.desk.state.statistic
        if statistic is not None:
            look, redrawn = self._service.found, self._service.redrawn
            self.show_found(look, statistic, self._context.language, redrawn, self._refused_step)
            # There is no room for both.
            self.setVisible(look is not None and not self._page.submit_card.isVisibleTo(self._page))

    def _refused_step(self, step: str) -> Sentence | None:
        """Return why the user may not withdraw a release, or decide on it; None if allowed."""
        statistic, releases = self._context.desk.state.statistic, self._context.services.releases
        if step == "withdraw":
            if not releases.may_release:
                return sentence("desk_look_for_releaser")
            return None if statistic is None else releases.signing.why_refused(statistic, "withdrawn")
        return None if self._context.settings.is_methodologist else sentence("desk_look_for_methodologist")

    def _step(self, step: str, number: int) -> None:
        page = self._page
        if step == "withdraw":
            page.show_number(number)
            page.detail.remark.setFocus()
        elif step == "take_back":
            self._service.take_back(number)
        elif step == "copy":
            self._service.copy_notice(number)
        elif step == "write":
            path = self._file_for(self.tr("Notice on release no. %1").replace("%1", str(number)), "txt")
            if path is not None:
                self._service.write_notice(number, path)
        elif step == "redrawn":
            self._service.attack_redrawn(number, self._context.show_message)
        else:
            page.show_number(number)
            page.open_saved()
            self._context.frame.go_to("release")
            page.open_submit()

    def _decide(self, number: int, no_further: bool, reason: str) -> None:
        look = self._service.found
        if look is None:
            return
        block = self.blocks[number]
        error = self._service.decide(number, no_further, reason, open_kinds(look, number))
        if error is None:
            block.stop_asking()
        else:
            block.say(error, self._context.language)

    def _write_report(self) -> None:
        path = self._file_for(self.tr("Looked at once more"), "html")
        if path is not None:
            self._service.write_report(path)

    def _file_for(self, words: str, ending: str) -> Path | None:
        """Ask for a file whose suggested name consists of `words` and the title of the statistic."""
        statistic, path = self._context.desk.state.statistic, self._context.desk.session.path
        if statistic is None:
            return None
        name = file_name(f"{words} {statistic.title.text(self._context.language)} {now_text()[:10]}")
        folder = Path.home() if path is None else path.parent
        filters = {"html": self.tr("Internal report (*.html *.pdf)"), "txt": self.tr("Text file (*.txt)")}
        return self._context.frame.choose_save_file(words, folder / f"{name}.{ending}", filters[ending])
