"""Chromium without a window, where it is installed: pages are opened, asked by script, looked at; requests are noted.

It is spoken to by its own protocol through two pipes, so that no package is needed.
"""

from __future__ import annotations

import base64
import itertools
import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
SWITCHES = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
    "--remote-debugging-pipe",
)
without_chromium = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")


def axe_script() -> str:
    """The script of axe-core; skips where it is not installed. `AXE_CORE` may name its file."""
    named = [os.environ.get("AXE_CORE", ""), "/usr/share/nodejs/axe-core/axe.min.js"]
    roots = (
        subprocess.run(["npm", "root", "-g"], capture_output=True, text=True, check=False)
        if shutil.which("npm")
        else None
    )
    named += [f"{roots.stdout.strip()}/axe-core/axe.min.js"] if roots else []
    found = next((Path(name) for name in named if name and Path(name).is_file()), None)
    if found is None:
        pytest.skip("axe-core is not installed: AXE_CORE may name its file")
    return found.read_text("utf-8")


class Browser:
    """One page of a browser. requests: addresses that it asked for, the page itself among them; faults: what it wrote
    to its console as a fault."""

    def __init__(self, folder: Path) -> None:
        assert CHROMIUM is not None
        (mine_out, its_in), (its_out, mine_in) = os.pipe(), os.pipe()
        # The program reads from its descriptor 3 and writes to 4.
        ends = f'exec 3<&{mine_out} 4>&{mine_in}; exec "$@"'
        arguments = [CHROMIUM, *SWITCHES, f"--user-data-dir={folder / 'profile'}", "about:blank"]
        with (folder / "chromium.log").open("wb") as log:
            self._program = subprocess.Popen(
                ["bash", "-c", ends, "bash", *arguments], pass_fds=(mine_out, mine_in), stdout=log, stderr=log
            )
        os.close(mine_out)
        os.close(mine_in)
        self._to, self._from = os.fdopen(its_in, "wb", buffering=0), os.fdopen(its_out, "rb", buffering=0)
        self._numbers, self._rest, self._session = itertools.count(1), b"", ""
        self.requests: list[str] = []
        self.faults: list[str] = []
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Network", "Runtime", "Log"):
            self.ask(f"{domain}.enable")

    def __enter__(self) -> Browser:
        return self

    def __exit__(self, *_: object) -> None:
        self._session = ""
        self.ask("Browser.close")
        self._program.wait(timeout=30)
        self._to.close()
        self._from.close()

    def ask(self, method: str, **fields: Any) -> dict[str, Any]:
        """Send a command; gives its answer."""
        number = next(self._numbers)
        command = {"id": number, "method": method, "params": fields}
        if self._session:
            command["sessionId"] = self._session
        self._to.write(json.dumps(command).encode() + b"\0")
        while True:
            message = self._next()
            if message.get("id") == number:
                assert "error" not in message, message
                answer: dict[str, Any] = message["result"]
                return answer

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            more = os.read(self._from.fileno(), 1 << 20)
            assert more, "the browser has ended"
            self._rest += more
        whole, _, self._rest = self._rest.partition(b"\0")
        message: dict[str, Any] = json.loads(whole)
        facts = message.get("params", {})
        if message.get("method") == "Network.requestWillBeSent":
            self.requests.append(facts["request"]["url"])
        elif message.get("method") == "Runtime.exceptionThrown":
            self.faults.append(str(facts["exceptionDetails"]))
        elif message.get("method") == "Log.entryAdded" and facts["entry"]["level"] == "error":
            self.faults.append(facts["entry"]["text"])
        return message

    def run(self, script: str) -> Any:
        """The value of a script, waited for where it is a promise."""
        answer = self.ask("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def open(self, path: Path, ready: str = "true") -> None:
        """Open a file and wait until the script `ready` is true."""
        self.ask("Page.navigate", url=path.as_uri())
        self.run(f"new Promise(done => {{ const look = () => ({ready}) ? done() : setTimeout(look, 5); look(); }})")

    def renderer_megabytes(self) -> float:
        """Memory of the largest process that renders pages."""
        children = subprocess.run(["ps", "-eo", "pid,ppid,rss,args"], capture_output=True, text=True, check=True)
        known, sizes = {self._program.pid}, [0]
        for line in children.stdout.splitlines()[1:]:
            pid, parent, size, arguments = line.split(None, 3)
            if int(parent) in known:
                known.add(int(pid))
                sizes += [int(size)] if "--type=renderer" in arguments else []
        return max(sizes) / 1024

    def look(self, path: Path, width: int, height: int, *, dark: bool = False) -> None:
        """Save a picture of the page at a size."""
        self.size(width, height, dark=dark)
        picture = self.ask("Page.captureScreenshot", format="png")
        path.write_bytes(base64.b64decode(picture["data"]))

    def size(self, width: int, height: int, *, dark: bool = False, scale: int = 1) -> None:
        """Give the page a size and a colour scheme."""
        self.ask(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=False
        )
        scheme = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        self.ask("Emulation.setEmulatedMedia", features=scheme)
