"""Programs of journeys, forked from one Python that has imported what they import: that is two thirds of their start.

A person's start imports as it goes; `tests/ckmdesk/shell/test_start.py` looks at that. `python forked.py SCRIPT SOCKET`
serves on a socket that it is given: each connection brings arguments, environment and folder, with standard input,
output and error as file descriptors, and is answered by the program's number and, at its end, by its exit code.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import json
import os
import pkgutil
import runpy
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
DESCRIPTORS = 3
LONGEST = 1 << 18


class Forked:
    """A program as `subprocess.Popen` has it; `command`: a script of this folder, and its arguments."""

    def __init__(self, command: list[str], environment: Mapping[str, str], folder: Path, log: int) -> None:
        reader, self.stdin = _pipe(write=True)
        self.stdout, writer = _pipe(write=False)
        self._line = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._line.connect(_served(command[0], environment))
        asked = json.dumps([command, dict(environment), str(folder)]).encode()
        socket.send_fds(self._line, [asked], [reader, writer, log])
        os.close(reader)
        os.close(writer)
        self.pid = int(self._line.recv(LONGEST))
        self.returncode: int | None = None

    def wait(self, patience: float | None) -> int:
        """The exit code; as of a process, a signal's is negative. Raises subprocess.TimeoutExpired."""
        if self.returncode is None:
            self._line.settimeout(patience)
            try:
                self.returncode = int(self._line.recv(LONGEST))
            except (TimeoutError, BlockingIOError):
                raise subprocess.TimeoutExpired(str(self.pid), patience or 0) from None
            self._line.close()
        return self.returncode

    def poll(self) -> int | None:
        try:
            return self.wait(0)
        except subprocess.TimeoutExpired:
            return None

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


def _pipe(*, write: bool) -> tuple[Any, Any]:
    """A pipe whose one end is a file of this process."""
    reader, writer = os.pipe()
    return (reader, os.fdopen(writer, "wb")) if write else (os.fdopen(reader, "rb"), writer)


_servers: dict[str, str] = {}


def _served(script: str, environment: Mapping[str, str]) -> str:
    """Where programs of a script are forked; the first one begins it."""
    if script not in _servers:
        folder = tempfile.mkdtemp(prefix="ckmdesk-forked-")
        place = folder + "/socket"
        waiting = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        waiting.bind(place)
        waiting.listen()
        server = subprocess.Popen(
            [sys.executable, __file__, script, str(waiting.fileno())],
            env={**environment, "PYTHONPATH": str(ROOT)},
            pass_fds=[waiting.fileno()],
            stdin=subprocess.DEVNULL,
        )
        waiting.close()
        _servers[script] = place

        def end() -> None:
            server.kill()
            server.wait()
            shutil.rmtree(folder)

        atexit.register(end)
    return _servers[script]


def serve(script: str, waiting: socket.socket) -> int:
    """Import, and fork a program for each that asks; in a program, its exit code."""
    runpy.run_path(script, run_name="imported")
    import ckmdesk

    for module in pkgutil.walk_packages(ckmdesk.__path__, "ckmdesk."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    importlib.import_module("numba")
    gc.collect()
    gc.freeze()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # who waits for a program is its own parent
    while True:
        line, _ = waiting.accept()
        if os.fork() == 0:
            waiting.close()
            return _watch(script, line)
        line.close()


def _watch(script: str, line: socket.socket) -> int:
    """Fork the program, and tell its number and its end; in the program, its exit code."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    asked, descriptors, _, _ = socket.recv_fds(line, LONGEST, DESCRIPTORS)
    program = os.fork()
    if program == 0:
        line.close()
        return _become(script, json.loads(asked), descriptors)
    for one in descriptors:
        os.close(one)
    line.send(str(program).encode())
    _, status = os.waitpid(program, 0)
    try:
        line.send(str(os.waitstatus_to_exitcode(status)).encode())
    finally:
        os._exit(0)


def _become(script: str, asked: list[Any], descriptors: list[int]) -> int:
    """Run the script as if Python had just been started with it; what it ends with."""
    command, environment, folder = asked
    for number, one in enumerate(descriptors):
        os.dup2(one, number)
        os.close(one)
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    sys.argv[:] = command
    try:
        runpy.run_path(script, run_name="__main__")
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    return 0


if __name__ == "__main__":
    sys.exit(serve(sys.argv[1], socket.socket(fileno=int(sys.argv[2]))))
