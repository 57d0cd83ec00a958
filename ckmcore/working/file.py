"""The file of a statistic that is worked on: held, its records read, saved once at the end or not at all."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Self

from ckmcore.base.checked import checked
from ckmcore.base.deviations import tell
from ckmcore.base.files import folder_of, target_of
from ckmcore.base.guarded import need, needed_while
from ckmcore.errors import CkmError, FileError, InputError, PermissionRefused
from ckmcore.keys.record_keys import RecordKeys
from ckmcore.messages import Sentence, sentence
from ckmcore.microdata import Microdata
from ckmcore.microdata.data import with_judged_keys
from ckmcore.office.settings import PLAIN, Office
from ckmcore.release.files import Files, place_files
from ckmcore.release.register import reconcile, record, register_path
from ckmcore.statistic.file import Stamp, open_statistic, save_statistic
from ckmcore.statistic.frame_records import HandedFrame
from ckmcore.statistic.kept_beside import Kept, files_beside, place_kept, with_pending, without_pending
from ckmcore.statistic.lock import Holder, holder
from ckmcore.statistic.model import Statistic
from ckmcore.statistic.period import Period
from ckmcore.statistic.persons import Who
from ckmcore.statistic.releases import Release, releases
from ckmcore.statistic.seal import Role, Secret
from ckmcore.statistic.source import Progress, counted_anew, needed_files, place_keys, read_period
from ckmcore.statistic.trusted_state import StatisticDiffers, opened_as_known, remember, unproven_once
from ckmcore.working.session import held, held_new, needs_role


@dataclass(frozen=True)
class Staged:
    """Final files already made, with their destination at the end of the work."""

    files: Files
    folder: Path
    replaces: bool


Way = tuple[object, ...]
"""How the records of a period are read: read otherwise, they are others."""


def _way_of(statistic: Statistic) -> Way:
    period = statistic.period
    keys = None if period.keys is None else replace(period.keys, file="")
    roles = tuple((entry.name, entry.role) for entry in statistic.dictionary if entry.derived is None)
    return period.source, keys, period.columns, period.codes, roles, period.made


class WorkingFile:
    """A statistic opened by a `with` block. Each operation gives a new `statistic`, which is written at the end.

    Keys beside the file, entries in the shared register and final files also wait until the end, in this order: keys,
    final files under the lock of the register, its entries, the file.
    """

    @checked
    def __init__(
        self,
        path: str | os.PathLike[str],
        office: Office = PLAIN,
        *,
        secret: Secret | None = None,
        person: Who = "",
        register: str | os.PathLike[str] | None = None,
        accept_older: bool = False,
        take_over: bool = False,
        read_only: bool = False,
        new: Statistic | None = None,
    ) -> None:
        self.path = target_of(Path(path))
        self.office = office
        self.person = person
        self.notices: list[Sentence] = []
        self.folder = Path(register or office.register_folder or folder_of(self.path))
        self._secret, self._accept_older = secret, accept_older
        self._take_over, self._read_only, self._new = take_over, read_only, new
        self._statistic: Statistic | None = None
        self._opened: Statistic | None = None
        self._known: Statistic | None = None  # whose register is the shared one, too
        self.accepted: Sentence | None = None
        self._stamp: Stamp | None = None
        self._read: dict[int, tuple[Way, Microdata]] = {}
        self._unplaced: dict[int, RecordKeys] = {}
        self._kept: dict[int, tuple[Kept, ...]] = {}  # what methods apply and no file has yet
        self._handed: dict[int, HandedFrame] = {}  # by period; no file has their records
        self._staged: list[Staged] = []
        self._recording = False  # from here on the register may have the entries
        self._stack = ExitStack()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.path.name!r})"

    def _notice(self, *said: Sentence) -> None:
        """Keep notices on what was done, and warn of them."""
        self.notices += said
        tell(said)

    # --- opening and saving ------------------------------------------------------------------------------------------

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            stack.enter_context(needed_while())
            if self._new is not None:
                if os.path.lexists(self.path):
                    raise FileError("ckm_in_the_way", name=self.path.name)
                stack.enter_context(held_new(self.path))
                self._statistic = self._new
            else:
                if not self._read_only:
                    stack.enter_context(held(self.path, take_over=self._take_over))
                opened, stamp = open_statistic(self.path, self._secret)
                self._statistic = self._opened = self._known = opened
                self._stamp = self._as_known(opened, stamp)
                told_sentence = unproven_once(opened, self._stamp.guard, self.folder)
                self.notices += [] if told_sentence is None else [told_sentence]
            need(needed_files(self._statistic, self.path))
            self._stack = stack.pop_all()
        return self

    def _as_known(self, opened: Statistic, stamp: Stamp) -> Stamp:
        """Stamp of an opened statistic after checking that it is the one known to this computer, or accepted."""
        try:
            return opened_as_known(opened, stamp, self.path.name, self.folder)[1]
        except StatisticDiffers as differs:
            if not self._accept_older:
                raise
            self.accepted = sentence("known_accepted", what=differs.fields["what"])
        return opened_as_known(opened, stamp, self.path.name, self.folder, accept_older=True)[1]

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if kind is None and not self._read_only:
                self._save()
        finally:
            # Closed, not left by the error: a context of ours would take one of the caller's for its own.
            self._stack.close()
            self._statistic = self._opened = self._known = self._stamp = None
            self._read, self._unplaced, self._staged, self._recording = {}, {}, [], False
            self._handed, self._kept = {}, {}

    def _save(self) -> None:
        saved_statistic, former_opened = self.statistic, self._opened
        if saved_statistic is former_opened:
            return
        new_keys = list[Path]()
        try:
            saved_statistic = self._with_keys(saved_statistic, new_keys)
            known_statistic = self._known or replace(saved_statistic, register=())
            if saved_statistic.register != known_statistic.register:
                record(known_statistic, self.folder, lambda _: self._with_files(saved_statistic), take_over=self._left)
            self._stamp = save_statistic(saved_statistic, self.path, self._stamp)
        except CkmError:
            # An error of ours says that the former file is there. After Ctrl+C the new one may be, and without its keys
            # it could never give its figures again; nor could what the register has.
            for path in () if self._recording else new_keys:
                path.unlink(missing_ok=True)
            raise
        if self._stamp.uncertain is not None:
            self._notice(self._stamp.uncertain)
        remember(saved_statistic, self._stamp.guard, self.folder)

    def _with_keys(self, statistic: Statistic, new_paths: list[Path]) -> Statistic:
        """Statistic with its new keys and kept files written to disk, the first step of saving. new_paths: list
        that receives the created files.
        """
        folder = folder_of(self.path)
        names_in_folder = {entry.name for entry in folder.iterdir()}
        for period_index, keys in self._unplaced.items():
            statistic = replace(
                place_keys(replace(statistic, current=period_index), keys, self.path), current=statistic.current
            )
            found_keys = statistic.periods[period_index].keys
            if found_keys is not None and found_keys.file and found_keys.file not in names_in_folder:
                new_paths.append(folder / found_keys.file)
        for period_index, pending in self._kept.items():
            placed = place_kept(replace(statistic, current=period_index), pending, self.path)
            statistic = replace(placed, current=statistic.current)
            new_paths += [path for path in files_beside(placed.period, self.path) if path.name not in names_in_folder]
        return statistic

    @property
    def _left(self) -> Holder | None:
        """Whose lock on the shared register is to be taken over."""
        return holder(register_path(self.folder, self.statistic.identity)) if self._take_over else None

    def _with_files(self, statistic: Statistic) -> Statistic:
        """Statistic with its final files moved to their places before the register records them."""
        self._recording = True
        for staged in self._staged:
            place_files(staged.files, staged.folder, replaces=staged.replaces)
        return statistic

    # --- what there is -----------------------------------------------------------------------------------------------

    @property
    def statistic(self) -> Statistic:
        """The statistic as it is now. Raises working_not_begun."""
        if self._statistic is None:
            raise InputError("working_not_begun", name=self.path.name)
        return self._statistic

    @property
    def period(self) -> Period:
        """Current reporting period."""
        return self.statistic.period

    @property
    def releases(self) -> tuple[Release, ...]:
        """All submissions and releases with their states."""
        return releases(self.statistic.register)

    def data(self) -> Microdata:
        """Records of the current period as described by the dictionary. Confidential.

        Raises release_role_not_allowed, run_no_records and the errors of reading.
        """
        self.needs("methodologist")
        data = self.load(self.statistic)
        if data is None:
            raise InputError("run_no_records", period=self.period.label)
        return data

    def load(self, statistic: Statistic, progress: Progress | None = None) -> Microdata | None:
        """Records of the current period of `statistic`, which is a state of this one; None without records."""
        period_index, way = statistic.current, _way_of(statistic)
        if period_index not in self._read or self._read[period_index][0] != way:
            data = self._read_again(statistic, progress)
            if data is None:
                return None
            self._read = {
                period_place: self._read[period_place] for period_place in self._unplaced if period_place in self._read
            } | {period_index: (way, data)}
        return statistic.describe(self._read[period_index][1])

    def without_keys(self, statistic: Statistic) -> Microdata | None:
        """Records of the current period of `statistic`, a state of this one, without keys; None without records.

        Raises frame_not_there for a frame that was not handed in, and the errors of reading.
        """
        frame = self._handed.get(statistic.current)
        bare = statistic.with_period(replace(statistic.period, keys=None))
        data = read_period(bare, self.path, handed=None if frame is None else frame.read)
        return None if data is None else bare.describe(data)

    def _read_again(self, statistic: Statistic, progress: Progress | None) -> Microdata | None:
        pending = self._kept.get(statistic.current, ())
        data = self._records_again(without_pending(statistic, pending), progress)
        return None if data is None else with_pending(data, statistic.period, pending)

    def _records_again(self, statistic: Statistic, progress: Progress | None) -> Microdata | None:
        period, keys = statistic.period, self._unplaced.get(statistic.current)
        frame = self._handed.get(statistic.current)
        handed = None if frame is None else frame.read
        if keys is None:
            data = read_period(statistic, self.path, progress, handed=handed)
            tell(() if data is None else data.deviations)
            return data
        bare = read_period(statistic.with_period(replace(period, keys=None)), self.path, progress, handed=handed)
        return None if bare is None else counted_anew(statistic, with_judged_keys(bare, keys), self.path)

    def _has_read(self, statistic: Statistic, read: Microdata) -> None:
        """Use a statistic with records just read; keys that are in no file yet are written at the end."""
        self._become(statistic)
        kept_keys = statistic.period.keys
        self._read[statistic.current] = _way_of(statistic), read
        self._unplaced.pop(statistic.current, None)
        if kept_keys is not None and kept_keys.is_kept and read.record_keys is not None:
            self._unplaced[statistic.current] = read.record_keys

    def needs(self, *roles: Role) -> None:
        """Raises release_role_not_allowed where the statistic was opened as none of these roles."""
        needs_role(self.statistic, *roles)

    def take(self, action: Callable[[Statistic], Statistic]) -> None:
        """Perform a step of the register (`ckmcore.release.actions`) or another change. Raises working_read_only and
        the errors of the action."""
        self._become(action(self.statistic))

    def reconcile(self) -> int:
        """Make statistic and shared register equal, after only one of them was saved; each gets what only the other
        has. Returns the number of entries new to the statistic. Raises register_not_reconciled, RegisterLocked."""
        former_statistic = self.statistic
        self._become(reconcile(former_statistic, self.folder, take_over=self._left))
        self._known = self.statistic
        return len(self.statistic.register) - len(former_statistic.register)

    def _become(self, statistic: Statistic) -> None:
        if self._read_only:
            raise PermissionRefused("working_read_only", name=self.path.name)
        self._statistic = statistic
