"""An ear: a session bus and an accessibility bus of its own, and a client of AT-SPI that hears and reads what a screen
reader would.

The program's bridge is switched on by the bus, as a screen reader does it. Nothing sleeps for luck: what a program said
before it answered a question came before the answer, for both went the same way.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from jeepney import DBusAddress, HeaderFields, MessageType, Properties, message_bus, new_method_call
from jeepney.io.blocking import DBusConnection, open_dbus_connection

PATIENCE = 20.0
NEEDED = {"dbus-daemon": "dbus-daemon", "/usr/libexec/at-spi-bus-launcher": "at-spi2-core"}
# What a screen reader asks to be told.
EVENTS = (
    "object:announcement", "object:state-changed", "object:property-change:accessible-name",
    "object:property-change:accessible-description", "object:property-change:accessible-value",
    "object:active-descendant-changed", "object:selection-changed", "object:text-caret-moved", "window:activate",
    "window:create", "focus:",
)  # fmt: skip
ACCESSIBLE, ROOT = "org.a11y.atspi.Accessible", "/org/a11y/atspi/accessible/root"
NULL = "/org/a11y/atspi/null"
# Numbers of AtspiStateType.
STATES = {
    1: "active", 3: "busy", 4: "checked", 5: "collapsed", 6: "defunct", 7: "editable", 8: "enabled", 9: "expandable",
    10: "expanded", 11: "focusable", 12: "focused", 16: "modal", 17: "multi-line", 20: "pressed", 22: "selectable",
    23: "selected", 24: "sensitive", 25: "showing", 30: "visible", 33: "required", 36: "invalid-entry",
    41: "checkable", 42: "has-popup", 43: "read-only", 32: "indeterminate",
}  # fmt: skip
RELATIONS = {
    1: "label for", 2: "labelled by", 3: "controller for", 4: "controlled by", 6: "member of", 16: "described by",
    17: "description for", 18: "details", 20: "error message", 21: "error for",
}  # fmt: skip


def lacking() -> list[str]:
    """The packages that an ear needs and this machine does not have."""
    return [package for program, package in NEEDED.items() if shutil.which(program) is None]


class Silence(Exception):
    """Nobody answers on the bus for this: the thing is gone."""


class Buses:
    """A session bus whose services a screen reader has switched on; `environment` leads a program to it."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        address = f"unix:path={folder}/session"
        inside = {
            "PATH": os.environ["PATH"],
            "HOME": str(folder),
            "XDG_RUNTIME_DIR": str(folder),
            "GSETTINGS_BACKEND": "memory",
        }
        command = ["dbus-daemon", "--session", "--nofork", "--nopidfile", "--print-address=1", f"--address={address}"]
        self._daemon = subprocess.Popen(
            command, env=inside, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        assert self._daemon.stdout is not None
        self.session = self._daemon.stdout.readline().decode().strip()
        self._connection = open_dbus_connection(self.session)
        bus = DBusAddress("/org/a11y/bus", "org.a11y.Bus", "org.a11y.Bus")
        self.accessibility: str = _ask(self._connection, new_method_call(bus, "GetAddress"))
        for name in ("IsEnabled", "ScreenReaderEnabled"):
            status = DBusAddress("/org/a11y/bus", "org.a11y.Bus", "org.a11y.Status")
            _ask(self._connection, Properties(status).set(name, "b", True))

    @property
    def environment(self) -> dict[str, str]:
        return {
            "DBUS_SESSION_BUS_ADDRESS": self.session,
            "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
            # Whoever asks for a thing that is gone is told so by Qt on its log, too.
            "QT_LOGGING_RULES": "qt.accessibility.atspi*=false",
        }

    def close(self) -> None:
        """The launcher and the registry end with the bus."""
        self._connection.close()
        self._daemon.terminate()
        self._daemon.wait(PATIENCE)
        assert self._daemon.stdout is not None
        self._daemon.stdout.close()


def _ask(connection: DBusConnection, message: Any) -> Any:
    """The first value of an answer; Silence where it is an error."""
    try:
        answer = connection.send_and_get_reply(message, timeout=PATIENCE)
    except TimeoutError as error:
        raise Silence(f"no answer to {message.header.fields}") from error
    if answer.header.message_type == MessageType.error:
        raise Silence(f"{answer.header.fields.get(HeaderFields.error_name)}: {answer.body}")
    return answer.body[0] if answer.body else None


@dataclass(frozen=True)
class Heard:
    """A signal: its name as a screen reader writes it, e.g. `state-changed:focused`; who sent it; its words."""

    name: str
    source: Accessible
    detail: int
    words: Any


@dataclass(frozen=True)
class Accessible:
    """One thing on the bus. What is read of it is what holds at that moment; Silence where it is gone."""

    ear: Ear
    bus: str
    path: str

    def call(self, method: str, signature: str | None = None, *values: object, interface: str = ACCESSIBLE) -> Any:
        address = DBusAddress(self.path, self.bus, interface)
        return _ask(self.ear.connection, new_method_call(address, method, signature, values))

    def read(self, name: str, interface: str = ACCESSIBLE) -> Any:
        return _ask(self.ear.connection, Properties(DBusAddress(self.path, self.bus, interface)).get(name))[1]

    @property
    def name(self) -> str:
        return str(self.read("Name"))

    @property
    def description(self) -> str:
        return str(self.read("Description"))

    @property
    def role(self) -> str:
        return str(self.call("GetRoleName"))

    @property
    def states(self) -> frozenset[str]:
        low, high = self.call("GetState")
        bits = low | high << 32
        return frozenset(name for number, name in STATES.items() if bits >> number & 1)

    @property
    def attributes(self) -> dict[str, str]:
        return dict(self.call("GetAttributes"))

    @property
    def relations(self) -> dict[str, list[Accessible]]:
        return {RELATIONS.get(kind, str(kind)): [self._other(one) for one in ones]
                for kind, ones in self.call("GetRelationSet")}  # fmt: skip

    @cached_property
    def interfaces(self) -> frozenset[str]:
        return frozenset(one.rpartition(".")[2] for one in self.call("GetInterfaces"))

    @property
    def place(self) -> int:
        return int(self.call("GetIndexInParent"))

    @property
    def count(self) -> int:
        return int(self.read("ChildCount"))

    @property
    def parent(self) -> Accessible | None:
        found = self._other(self.read("Parent"))
        return None if found.path == NULL else found

    @property
    def children(self) -> list[Accessible]:
        return [self._other(one) for one in self.call("GetChildren")]

    @property
    def text(self) -> str:
        """What stands in it, of what can be read letter by letter."""
        return str(self.call("GetText", "ii", 0, -1, interface="org.a11y.atspi.Text"))

    @property
    def value(self) -> tuple[float, float, float]:
        """Value, least and most of a slider or number."""
        of = "org.a11y.atspi.Value"
        value, least, most = (float(self.read(name, of)) for name in ("CurrentValue", "MinimumValue", "MaximumValue"))
        return value, least, most

    @property
    def above(self) -> Iterator[Accessible]:
        """What holds it, from the inside out, without the program itself."""
        found = self.parent
        while found is not None and found.path != ROOT:
            yield found
            found = found.parent

    def cell(self, row: int, column: int) -> Accessible:
        """A cell of a table."""
        return self._other(self.call("GetAccessibleAt", "ii", row, column, interface="org.a11y.atspi.Table"))

    def size(self) -> tuple[int, int]:
        """Rows and columns of a table."""
        of = "org.a11y.atspi.Table"
        return int(self.read("NRows", of)), int(self.read("NColumns", of))

    def walk(self) -> Iterator[Accessible]:
        """It, and everything in it that is on the screen."""
        yield self
        for child in self.children:
            try:
                if "showing" in child.states:
                    yield from child.walk()
            except Silence:
                continue

    def _other(self, reference: Any) -> Accessible:
        return Accessible(self.ear, *reference)


class Ear:
    """Hears what programs on the accessibility bus say."""

    def __init__(self, buses: Buses) -> None:
        self.connection = open_dbus_connection(buses.accessibility)
        self._rest: deque[Any] = deque()
        registry = DBusAddress("/org/a11y/atspi/registry", "org.a11y.atspi.Registry", "org.a11y.atspi.Registry")
        for event in EVENTS:
            _ask(self.connection, new_method_call(registry, "RegisterEvent", "sass", (event, [], "")))
        self._match = "type='signal',path_namespace='/org/a11y/atspi/accessible'"
        _ask(self.connection, message_bus_call("AddMatch", self._match))
        self._filter = self.connection.filter(_Signals(), queue=self._rest)

    def programs(self) -> list[Accessible]:
        """What is registered: the programs that run."""
        return Accessible(self, "org.a11y.atspi.Registry", ROOT).children

    def program(self, pid: int) -> Accessible:
        """The program of a process, once it is on the bus."""
        end = time.monotonic() + PATIENCE
        while True:
            for one in self.programs():
                asked = message_bus_call("GetConnectionUnixProcessID", one.bus)
                if _ask(self.connection, asked) == pid:
                    return one
            assert time.monotonic() < end, "the program does not come to the accessibility bus"
            time.sleep(0.02)

    def heard(self, program: Accessible) -> list[Heard]:
        """What was said since the last time: what a program said before it answers has come when it answers."""
        _ = program.name
        found = [made for message in self._rest if (made := self._of(message)) is not None]
        self._rest.clear()
        return found

    def _of(self, message: Any) -> Heard | None:
        fields = message.header.fields
        interface = fields[HeaderFields.interface].rpartition(".")[2]
        kind, detail, _, words, *_ = message.body
        member = fields[HeaderFields.member]
        name = "-".join(part.lower() for part in _parts(member)) + (f":{kind}" if kind else "")
        if interface == "Window":
            name = f"window:{name}"
        return Heard(name, Accessible(self, fields[HeaderFields.sender], fields[HeaderFields.path]), detail, words[1])

    def close(self) -> None:
        self._filter.close()
        self.connection.close()


def _parts(member: str) -> list[str]:
    """`StateChanged`: State, Changed."""
    parts = [""]
    for letter in member:
        if letter.isupper() and parts[-1]:
            parts.append("")
        parts[-1] += letter
    return parts


class _Signals:
    """What `DBusConnection.filter` asks of each message."""

    def matches(self, message: Any) -> bool:
        interface = message.header.fields.get(HeaderFields.interface, "")
        return message.header.message_type == MessageType.signal and interface.startswith("org.a11y.atspi.Event.")


def message_bus_call(method: str, word: str) -> Any:
    return new_method_call(message_bus, method, "s", (word,))
