"""The files behind a choice of keys: chosen, looked at, and tried before anything is taken over."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject

from ckmcore.base.numbers import integer_text
from ckmcore.errors import CkmError
from ckmcore.keys.derivation import read_secret, write_secret
from ckmcore.microdata.key_join import JoinedKeys
from ckmcore.statistic.key_choice import KeyChoice, KeyFile, RecordsToKey, look_at_key_file, try_join, with_file
from ckmdesk.base.jobs import JobContext
from ckmdesk.base.translation import counted
from ckmdesk.pages.context import PageContext
from ckmdesk.pages.data.keys_source import KeySourceForm


class KeyFiles(QObject):
    """Handles the files of a form for keys.

    `records()` returns the records to key (None: not known yet); `say(error)` shows an error.
    """

    def __init__(
        self,
        context: PageContext,
        form: KeySourceForm,
        name: str,
        records: Callable[[], RecordsToKey | None],
        say: Callable[[CkmError], None],
    ) -> None:
        super().__init__(form)
        self.context, self.form = context, form
        self.slot = f"key-file-{name}"
        self._records, self._say = records, say
        self._tried: object = None
        form.file_asked.connect(self.ask_for_file)
        form.secret_asked.connect(self.ask_for_secret)
        form.new_secret_asked.connect(self.ask_for_new_secret)

    def ask_for_file(self) -> None:
        """Ask for a file of keys."""
        path = self.context.frame.choose_open_file(self.tr("File of keys"), self.tr("All files (*)"))
        if path is not None:
            self.take_file(path)

    def take_file(self, path: Path) -> None:
        """Look at a file of keys and guess its columns."""

        def done(file: KeyFile) -> None:
            self.form.changed.emit(with_file(self.form.choice, file))

        self.context.jobs.start(self.slot, lambda _: look_at_key_file(path), done, self._say)

    def ask_for_secret(self) -> None:
        """Ask for the file with the secret."""
        path = self.context.frame.choose_open_file(self.tr("File with the secret"), self.tr("All files (*)"))
        if path is not None:
            self.take_secret(path)

    def ask_for_new_secret(self) -> None:
        """Make a secret in a new file."""
        suggestion = Path.home() / self.tr("secret.txt")
        path = self.context.frame.choose_save_file(self.tr("New secret"), suggestion, self.tr("All files (*)"))
        if path is not None:
            self.make_secret(path)

    def make_secret(self, path: Path) -> None:
        """Write a new secret and take it."""
        try:
            write_secret(path)
        except CkmError as error:
            self._say(error)
            return
        self.take_secret(path)

    def take_secret(self, path: Path) -> None:
        """Use a file as secret, if it can be one; the secret itself is not stored."""
        try:
            read_secret(path)
        except CkmError as error:
            self._say(error)
            return
        self.form.changed.emit(replace(self.form.choice, secret=path))

    def try_choice(self, choice: KeyChoice) -> None:
        """Count the records that find their key in the other file, once everything is chosen."""
        records = self._records()
        if choice.how != "file" or choice.missing is not None or records is None:
            self._tried = None
            return
        request = (replace(choice, others="refuse", household="", recurring=False), records)
        if request == self._tried:
            return
        self._tried = request
        language = self.context.language

        def work(context: JobContext) -> JoinedKeys:
            return replace(try_join(choice, records, context.progress, context.cancelled), keys=None)

        def done(joined: JoinedKeys) -> None:
            self.form.show_join(*self._words(joined))

        def failed(error: CkmError) -> None:
            self.form.show_join(error.text(self.context.language), "error")

        def moved(rows: int, _part: float) -> None:
            words = self.tr("being looked up: %1 records ...").replace("%1", integer_text(rows, language))
            self.form.show_join(words, "info")

        self.form.show_join(self.tr("being looked up ..."), "info")
        self.context.jobs.start(self.slot, work, done, failed, moved)

    def _words(self, joined: JoinedKeys) -> tuple[str, str]:
        def number(count: int) -> str:
            return integer_text(count, self.context.language)

        all_records = joined.matched + joined.unmatched.count
        text = self.tr("Records that find their key: %1 of %2.")
        text = text.replace("%1", number(joined.matched)).replace("%2", number(all_records))
        if joined.unmatched:
            more_text = self.tr("Without a key: %1, the first: %2.").replace("%1", number(joined.unmatched.count))
            text += " " + more_text.replace("%2", ", ".join(number(row) for row in joined.unmatched.first))
        if joined.repeated:
            more_text = self.tr("With identifier and key of another record: %1, the first: %2.")
            more_text = more_text.replace("%1", number(joined.repeated.count))
            text += " " + more_text.replace("%2", ", ".join(number(row) for row in joined.repeated.first))
        if joined.unused:
            each_text = self.tr("1 identifier of the file is not needed.")
            several_text = self.tr("%1 identifiers of the file are not needed.")
            text += " " + counted(each_text, several_text, joined.unused, self.context.language)
        return text, "warning" if joined.unmatched else "ok"

    def stop(self) -> None:
        """Let go of what is being looked up."""
        self._tried = None
        self.context.jobs.cancel(self.slot)
