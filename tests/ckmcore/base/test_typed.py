"""Texts read into types: by several threads at once, and with faults that name the place."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass

import msgspec
import pytest

from ckmcore.base.typed import converted, decoded
from ckmcore.errors import InputError

# Four threads ask for forty types that none has seen; the interpreter changes between them as often as it can.
_RACE = """
import sys, threading, types
sys.setswitchinterval(1e-6)
from ckmcore.base.typed import decoded
code = "import dataclasses\\n"
for k in range(40):
    code += f"@dataclasses.dataclass\\nclass C{k}:\\n" + "".join(f"    f{i}: 'int | None' = None\\n" for i in range(20))
    code += f"    inner: 'C{k - 1} | None' = None\\n" if k else ""
made = types.ModuleType("made")
sys.modules["made"] = made
exec("__name__ = 'made'\\n" + code, made.__dict__)
together = threading.Barrier(4)
found = []
def work():
    together.wait()
    found.append([decoded('{"f1": 3}', getattr(made, f"C{k}")).f1 for k in reversed(range(40))])
threads = [threading.Thread(target=work) for _ in range(4)]
[one.start() for one in threads]
[one.join() for one in threads]
assert found == [[3] * 40] * 4
"""


def test_threads_that_meet_a_type_for_the_first_time_do_not_crash_the_process() -> None:
    made = subprocess.run([sys.executable, "-c", _RACE], capture_output=True, text=True, timeout=120, check=False)
    assert (made.returncode, made.stderr) == (0, "")


@dataclass(frozen=True)
class _Place:
    name: str
    people: int = 0


def test_faults_name_the_place() -> None:
    assert decoded('{"name": "Ulm"}', _Place) == _Place("Ulm")
    assert converted({"name": "Ulm", "people": 3}, _Place | None) == _Place("Ulm", 3)
    with pytest.raises(msgspec.ValidationError, match=r"\$\.people"):
        decoded('{"name": "Ulm", "people": "many"}', _Place)
    with pytest.raises(msgspec.ValidationError, match=r"\$\[1\]\.name"):
        converted([{"name": "Ulm"}, {"name": 3}], tuple[_Place, ...])


class _Empty(InputError):
    code = "no_value"


@dataclass(frozen=True)
class _Town:
    name: str

    def __post_init__(self) -> None:
        if not self.name:
            raise _Empty(place="here")
        if self.name == "?":
            raise ValueError("nowhere")


@dataclass(frozen=True)
class _Land:
    towns: tuple[_Town, ...]


def test_what_a_type_says_of_a_setting_stays_our_own_error_with_its_fields() -> None:
    for read in (
        lambda name: decoded(f'{{"towns": [{{"name": "{name}"}}]}}', _Land),
        lambda name: converted({"towns": [{"name": name}]}, _Land),
    ):
        assert read("Ulm") == _Land((_Town("Ulm"),))
        with pytest.raises(_Empty) as told:
            read("")
        assert told.value.fields == {"place": "here"}
        with pytest.raises(msgspec.ValidationError, match=r"nowhere - at `\$\.towns"):
            read("?")
