"""Desk: runs commands on the state and keeps their names for undo and redo. No Qt."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import Any, Generic, Literal, TypeVar

from ckmcore.statistic.model import Statistic
from ckmdesk.state.desk_state import DeskState
from ckmdesk.state.session import Session
from ckmdesk.state.table_drafts import working_states

UNDO_STEPS = 500
T = TypeVar("T")


@dataclass(frozen=True)
class CommandName:
    """The name of a command in the menu: a key that the window translates, and the words for its fields."""

    key: str
    fields: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Command:
    """One user action: a function from state to state, built by one small function per action in this package.

    `merge` joins steps of one gesture (a slider drag) into one undo step.
    """

    name: CommandName
    change: Callable[[DeskState], DeskState]
    merge: str = ""
    undoable: bool = True


@dataclass(frozen=True, eq=False)
class Landing:
    """A command that is likely to be run, with the state before it and the state it results in."""

    before: DeskState
    command: Command
    after: DeskState


@dataclass(frozen=True)
class Changes:
    """The parts of the state that a command changed (names of DeskState), and whether undo or redo did it.

    `step` is the step that was done, undone or redone; None if a gesture continued, or there was no step to undo.
    """

    parts: frozenset[str]
    by_undo: bool = False
    step: CommandName | None = None
    way: Literal["done", "undone", "redone"] = "done"

    def __contains__(self, part: str) -> bool:
        return part in self.parts


@dataclass(frozen=True)
class _Step:
    name: CommandName
    merge: str
    before: DeskState
    after: DeskState


EVERYTHING = frozenset(part.name for part in fields(DeskState)) - {"parts"}  # those are named one by one
ALL_PARTS = Changes(EVERYTHING | {"parts", "data", "file"})


class Watch(Generic[T]):
    """Shows a part of the state whenever it differs from the part shown last; made by `Desk.watch`."""

    def __init__(self, desk: Desk, part: Callable[[DeskState], T], show: Callable[[T], None]) -> None:
        self._desk, self._part, self._show = desk, part, show
        self._shown: list[T] = []

    def look(self) -> None:
        """Show the part, if it has changed."""
        state_part = self._part(self._desk.state)
        if self._shown != [state_part]:
            self._shown = [state_part]
            self._show(state_part)

    def show(self) -> None:
        """Show the part in any case."""
        self.forget()
        self.look()

    def forget(self) -> None:
        """Show the part at the next look in any case, as something outside the state has changed."""
        self._shown = []


class Desk:
    """The state of one window, its session, and the history of commands.

    `listeners` are called with Changes after every command; views decide what to refresh.
    """

    def __init__(self, state: DeskState | None = None, session: Session | None = None) -> None:
        self.state = state or DeskState()
        self.session = session or Session()
        self.listeners: list[Callable[[Changes], None]] = []
        self._done: list[_Step] = []
        self._undone: list[_Step] = []
        self._saved: DeskState = self.state

    def watch(self, part: Callable[[DeskState], T], show: Callable[[T], None]) -> Watch[T]:
        """Return a watch that calls `show` with a part of the state; visible views call its `look` at each change."""
        return Watch(self, part, show)

    def landing(self, command: Command) -> Landing:
        """Compute the state that a command results in, without running it."""
        return Landing(self.state, command, command.change(self.state))

    def run(self, what: Command | Landing) -> Changes:
        """Run a command; one that changes nothing adds no undo step.

        For a landing its computed state is used if nothing has changed since.
        """
        former_state, command = self.state, what.command if isinstance(what, Landing) else what
        landing = what if isinstance(what, Landing) and what.before is former_state else self.landing(command)
        after = landing.after
        if after == former_state:
            return Changes(frozenset())
        if command.undoable:
            last_step = self._done[-1] if self._done else None
            if command.merge and last_step is not None and last_step.merge == command.merge and not self._undone:
                self._done[-1] = _Step(command.name, command.merge, last_step.before, after)
            else:
                self._done.append(_Step(command.name, command.merge, former_state, after))
                del self._done[:-UNDO_STEPS]
            self._undone.clear()
        else:
            self.end_gesture()  # after a look at something else a step of the same kind is another one
        undoable = command.undoable and not command.merge
        return self._set(after, step=command.name if undoable else None)

    def end_gesture(self) -> None:
        """End a gesture: the next command becomes an undo step of its own, even if it could be merged."""
        if self._done:
            last_step = self._done[-1]
            self._done[-1] = _Step(last_step.name, "", last_step.before, last_step.after)

    def undo(self) -> Changes:
        """Undo the last step: the parts it changed return to their former values; the page stays."""
        if not self._done:
            return Changes(frozenset())
        step = self._done.pop()
        self._undone.append(step)
        return self._set(_restored(self.state, step.after, step.before), step=step.name, way="undone")

    def redo(self) -> Changes:
        """Do the last undone step again."""
        if not self._undone:
            return Changes(frozenset())
        step = self._undone.pop()
        self._done.append(step)
        return self._set(_restored(self.state, step.before, step.after), step=step.name, way="redone")

    def forget_steps(self) -> None:
        """Clear the history, because the records are others and the former steps belong to the former records."""
        self._done.clear()
        self._undone.clear()

    def forget_steps_of_records(self) -> None:
        """Clear the history up to the last step on the statistic, after other records of the same statistic were
        loaded.

        Later steps changed tables and variants only and can still be undone.
        """
        self._done, self._undone = _beside_records(self._done), _beside_records(self._undone)

    @property
    def undo_name(self) -> CommandName | None:
        return self._done[-1].name if self._done else None

    @property
    def redo_name(self) -> CommandName | None:
        return self._undone[-1].name if self._undone else None

    def reset(self, state: DeskState, session: Session) -> Changes:
        """Replace state and session after another statistic was opened or made; the history is empty."""
        self.session = session
        self._done.clear()
        self._undone.clear()
        self._saved = state
        self.state = state
        return self._tell(Changes(frozenset(state.by_name)))

    def announce(self, part: str) -> None:
        """Notify the views of a change outside the state: "data" after records were loaded or dropped."""
        self._tell(Changes(frozenset({part})))

    def mark_changed(self) -> None:
        """Mark the state as different from the file."""
        self._saved = DeskState()

    def mark_saved(self) -> None:
        """Note that the statistic was written to its file."""
        self._saved = self.state

    @property
    def unsaved(self) -> bool:
        """Return whether statistic, tables or variants of the method differ from the saved or opened ones."""
        return not same_work(self.state, self._saved) or self.session.unsaved_keys

    @property
    def statistic_unsaved(self) -> bool:
        """Return whether the saved file would give other figures; the layout of the screen does not count."""
        current_statistic, saved = self.state.statistic, self._saved.statistic
        if current_statistic is None or saved is None or self.session.unsaved_keys:
            return current_statistic is not saved
        return replace(current_statistic, current=0, workspace="") != replace(saved, current=0, workspace="")

    def _set(
        self, state: DeskState, *, step: CommandName | None, way: Literal["done", "undone", "redone"] = "done"
    ) -> Changes:
        former_state, self.state = self.state, state
        return self._tell(Changes(frozenset(_changed(former_state, state)), way != "done", step, way))

    def _tell(self, changes: Changes) -> Changes:
        for listener in list(self.listeners):
            listener(changes)
        return changes


def _beside_records(steps: list[_Step]) -> list[_Step]:
    """Return the last steps that did not change the statistic."""
    of_records = [
        step_index for step_index, step in enumerate(steps) if step.before.statistic is not step.after.statistic
    ]
    return steps[of_records[-1] + 1 :] if of_records else list(steps)


def same_work(one: DeskState, other: DeskState) -> bool:
    """Return whether two states hold the same work, including changed tables but not the layout of the screen."""
    return _work(one) == _work(other)


def _work(state: DeskState) -> tuple[object, ...]:
    changed = frozenset((draft.name, draft.spec) for draft in working_states(state))
    return state.statistic, state.method.variants, changed


def _changed(former_state: DeskState, new_state: DeskState) -> dict[str, Any]:
    """Return the parts of `new_state` that differ, by name; None for a part that it lacks."""
    then, new_parts = former_state.by_name, new_state.by_name
    return {name: new_parts.get(name) for name in {**then, **new_parts} if then.get(name) != new_parts.get(name)}


def _restored(state: DeskState, source: DeskState, target: DeskState) -> DeskState:
    back = {name: state_part for name, state_part in _changed(source, target).items() if name != "page"}
    own_fields = {field.name: back.pop(field.name) for field in fields(state) if field.name in back}
    known_parts = {name: state_part for name, state_part in {**state.parts, **back}.items() if state_part is not None}
    desk_state = replace(state, **own_fields, parts=known_parts)
    if desk_state.statistic is state.statistic or desk_state.statistic is None or state.statistic is None:
        return desk_state
    return replace(desk_state, statistic=with_record_of(desk_state.statistic, state.statistic))


def with_record_of(statistic: Statistic, other: Statistic) -> Statistic:
    """Return the statistic with the records (register, releases) of another state of it, which undo never changes."""
    looks = max(statistic.looks, other.looks, key=len)  # they only grow
    return replace(
        statistic, register=other.register, snapshots=other.snapshots, four_eyes=other.four_eyes, looks=looks
    )
