"""Real databases for tests: policies that name them, and a server of PostgreSQL that a test starts and stops."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from ckmcore.office import policy

_PLACES = ("/usr/lib/postgresql", "/usr/local/pgsql")
ACCOUNT = "postgres"


def name_in_policy(monkeypatch: pytest.MonkeyPatch, folder: Path, databases: Mapping[str, Mapping[str, Any]]) -> Path:
    """A policy of this computer that names these databases."""
    path = folder / "policy.json"
    path.write_text(json.dumps({"form": "ckm policy", "version": 1, "databases": databases}), encoding="utf-8")
    monkeypatch.setattr(policy, "machine_file", lambda: path)
    return path


def programs() -> Path | None:
    """The folder with the programs of PostgreSQL's server, the newest."""
    found = [path.parent for place in _PLACES for path in sorted(Path(place).glob("**/bin/initdb"))]
    on_path = shutil.which("initdb")
    return found[-1] if found else Path(on_path).parent if on_path else None


def silent_server(folder: Path) -> dict[str, Any]:
    """What a policy says of a server that does not answer."""
    on_windows: dict[str, Any] = {"host": "127.0.0.1", "port": 1, "secret": "kerberos"}
    where = on_windows if os.name == "nt" else {"host": str(folder), "secret": "peer"}
    return {"kind": "postgres", "database": "d", "user": "u", **where}


@dataclass(frozen=True)
class Server:
    """A server of PostgreSQL on a socket in a folder of its own. `admin` may do anything, `reader` only read."""

    folder: Path
    process: subprocess.Popen[str]

    def entry(self, user: str = "reader", **more: Any) -> dict[str, Any]:
        """What a policy says of it."""
        return {
            "kind": "postgres", "host": str(self.folder), "database": "postgres", "user": user, "secret": "peer", **more
        }  # fmt: skip

    @contextmanager
    def connected(self, user: str = "admin") -> Iterator[Any]:
        """A connection of the driver, that may write."""
        from adbc_driver_postgresql import dbapi

        address = f"postgresql:///?host={self.folder}&port=5432&dbname=postgres&user={user}&sslmode=disable"
        with dbapi.connect(address, autocommit=True) as connection:
            yield connection

    def say(self, *texts: str) -> None:
        """Says something as the administrator."""
        with self.connected() as connection, connection.cursor() as cursor:
            for text in texts:
                cursor.execute(text)

    def load(self, table: str, records: Any) -> None:
        """An arrow table as a table of the schema `micro`, which the reader may read."""
        with self.connected() as connection, connection.cursor() as cursor:
            cursor.execute(f'drop table if exists micro."{table}" cascade')
            cursor.adbc_ingest(table, records, mode="create", db_schema_name="micro")
            cursor.execute(f'grant select on micro."{table}" to reader')

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stops the server by its number."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        self.process.communicate(timeout=60)


@contextmanager
def postgres_server() -> Iterator[Server]:
    """A server that runs as long as the block; skips the test, by name, where PostgreSQL is absent."""
    bin_folder = None if os.name == "nt" else programs()  # it is on a socket in a folder
    if bin_folder is None:
        pytest.skip("no server of PostgreSQL on this computer (Debian: postgresql)")
    pytest.importorskip("adbc_driver_postgresql", reason="the driver of PostgreSQL is not installed")
    account = None
    if hasattr(os, "geteuid") and os.geteuid() == 0:  # the server refuses to run as root
        import pwd

        try:
            account = pwd.getpwnam(ACCOUNT).pw_name
        except KeyError:
            pytest.skip("no account for the server of PostgreSQL")
    folder = Path(tempfile.mkdtemp(prefix="ckm-pg-"))
    server = None
    try:
        if account is not None:
            shutil.chown(folder, account)
        data = folder / "data"
        asked: dict[str, Any] = {"user": account, "cwd": folder, "text": True, "env": {"LC_ALL": "C.UTF-8", "PATH": ""}}
        subprocess.run(
            [str(bin_folder / "initdb"), "-D", str(data), "-U", "admin", "--auth=trust", "--no-sync", "-E", "UTF8"],
            check=True, capture_output=True, timeout=60, **asked,
        )  # fmt: skip
        settings = ("listen_addresses=", f"unix_socket_directories={folder}", "fsync=off", "max_connections=30")
        options = [word for one in settings for word in ("-c", one)]
        process = subprocess.Popen(
            [str(bin_folder / "postgres"), "-D", str(data), *options], stderr=subprocess.PIPE, **asked
        )
        server = Server(folder, process)
        assert process.stderr is not None
        for line in process.stderr:
            if "ready to accept connections" in line:
                break
        else:
            raise AssertionError("the server did not start")
        server.say("create role reader login", "create schema micro", "grant usage on schema micro to reader")
        yield server
    finally:
        if server is not None:
            server.stop()
        shutil.rmtree(folder, ignore_errors=True)


@dataclass(frozen=True)
class Started:
    """A program that was started in the foreground, and what its first line of interest said."""

    process: subprocess.Popen[str]
    said: re.Match[str]

    def stop(self) -> None:
        """Stops it by its number."""
        if self.process.poll() is None:
            self.process.terminate()
        self.process.communicate(timeout=60)


def _started(words: Sequence[str], wanted: str, folder: Path, home: Path) -> Started:
    """Starts a program and waits for a line; what it says later goes on into a thread that drops it."""
    environment = {**os.environ, "SPARK_HOME": str(home), "SPARK_LOCAL_IP": "127.0.0.1", "SPARK_NO_DAEMONIZE": "1"}
    process = subprocess.Popen(
        words, cwd=folder, env=environment, text=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    assert process.stderr is not None
    lines = process.stderr
    for line in lines:
        if (found := re.search(wanted, line)) is not None:
            threading.Thread(target=lambda: [None for _ in lines], daemon=True).start()
            return Started(process, found)
    process.wait()
    raise AssertionError(f"{words[0]} did not start")


@contextmanager
def spark_server(folder: Path, workers: int = 0) -> Iterator[tuple[int, Started]]:
    """A server of Spark Connect on 127.0.0.1: within one process, or over a master and workers of their own.

    Gives its port. Skips the test, by name, where Spark (with its server) or Java is absent.
    """
    spark = pytest.importorskip("pyspark", reason="Spark is not installed")
    home = Path(spark.__file__).parent
    if not (home / "bin" / "spark-submit").exists() or shutil.which("java") is None:
        pytest.skip("no server of Spark, or no Java, on this computer")
    with ExitStack() as stack:

        def begun(words: Sequence[str], wanted: str) -> Started:
            made = _started(words, wanted, folder, home)
            stack.callback(made.stop)
            return made

        master, daemon = "local[2]", [str(home / "bin" / "spark-class"), "org.apache.spark.deploy."]
        if workers:
            port = ["--host", "127.0.0.1", "--port", "0", "--webui-port", "0"]
            words = [daemon[0], daemon[1] + "master.Master", *port]
            master = begun(words, r"Starting Spark master at (spark://\S+)").said[1]
            for _ in range(workers):
                words = [daemon[0], daemon[1] + "worker.Worker", master, *port, "--cores", "1", "--memory", "600m"]
                begun(words, "Successfully registered with master")
        settings = {
            "spark.connect.grpc.binding.address": "127.0.0.1", "spark.connect.grpc.binding.port": "0",
            "spark.driver.bindAddress": "127.0.0.1", "spark.driver.host": "127.0.0.1", "spark.ui.enabled": "false",
            "spark.executor.memory": "512m", "spark.sql.warehouse.dir": str(folder / "warehouse"),
            "spark.sql.shuffle.partitions": "4",
        }  # fmt: skip
        words = [str(home / "bin" / "spark-submit"), "--master", master]
        words += ["--class", "org.apache.spark.sql.connect.service.SparkConnectServer"]
        words += [word for one in settings.items() for word in ("--conf", "=".join(one))]
        server = begun([*words, "spark-internal"], r"SparkConnectService\$' on port (\d+)")
        yield int(server.said[1]), server
