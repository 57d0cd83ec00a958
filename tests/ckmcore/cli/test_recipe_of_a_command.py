"""docs/contributing.md, "A command" and "An option of a command": the module, a line in `PLACES`, the texts.

Parser, help, run, report, streams and the page of all commands follow; commands and steps of a wing that is there, too.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from ckmcore.base.exit_codes import Exit
from ckmcore.base.wings import WINGS, wing
from ckmcore.cli import build_parser, main, registry
from ckmcore.cli.command import built_parser
from ckmcore.cli.common import CommandReport, check_output
from ckmcore.cli.options import SHARED, flag, option, options_of, override
from ckmcore.cli.registry import CliCommand
from ckmcore.messages import SENTENCES
from tests.kit.command_lines import commands
from tests.kit.fails import fails
from tests.kit.wings import hide

# --- the module of a made-up command ---------------------------------------------------------------------------------


def count_lines(options: argparse.Namespace, report: CommandReport) -> int:
    """Write how many lines a file has, or more than `--least`."""
    check_output(options.output, [options.file])
    lines = Path(options.file).read_text(encoding="utf-8").splitlines()
    Path(options.output).write_text(f"{len(lines)}\n", encoding="utf-8", newline="\n")
    report.wrote(options.output)
    report.out("lines_counted", count=len(lines))
    return Exit.DONE if len(lines) >= options.least and not options.none else Exit.DIFFERS


LINES = CliCommand(
    "lines",
    (
        *("file", "--output"),
        option("--least", type=int, default=2, metavar="N"),
        flag("--none"),
        option("--copy", metavar="FILE", writes=True),
        override("--strict", help="lines_strict"),
    ),
    count_lines,
    reads=("file",),
    prints={"output": ".txt"},
)
TEXTS = {
    "cli_help_lines": ("count lines", "Zeilen zählen"),
    "cli_help_least": ("at least N", "mindestens N"),
    "cli_help_lines_strict": ("no line is too few", "keine Zeile ist zu wenig"),
    "cli_help_copy": ("also here", "auch hier"),
    "cli_help_none": ("never enough", "nie genug"),
    "cli_help_release_lines": ("count its lines", "seine Zeilen zählen"),
    "lines_counted": ("{count} lines.", "{count} Zeilen."),
}


def add_module(monkeypatch: pytest.MonkeyPatch, name: str, *declared: CliCommand) -> str:
    module = ModuleType(name)
    module.COMMANDS = declared  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, name, module)
    return name


@pytest.fixture(autouse=True)
def wired(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What the recipe's files would hold."""
    for code, pair in TEXTS.items():
        monkeypatch.setitem(SENTENCES, code, pair)
    monkeypatch.setitem(registry.PLACES, "lines", add_module(monkeypatch, "made_up.lines", LINES))  # type: ignore[arg-type]
    built_parser.cache_clear()
    yield
    built_parser.cache_clear()


@pytest.fixture
def text(tmp_path: Path) -> Path:
    file = tmp_path / "three.txt"
    file.write_text("1\n2\n3\n", encoding="utf-8")
    return file


# --- a command -------------------------------------------------------------------------------------------------------


def test_it_runs_and_is_reported(text: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = ["--language", "en", "lines", str(text), "-o", str(tmp_path / "count.txt")]
    assert main(given) == Exit.DONE
    assert capsys.readouterr().out == "3 lines.\n"
    assert main([*given, "--json", "--least", "4"]) == Exit.DIFFERS
    told = json.loads(capsys.readouterr().out)
    assert (told["command"], told["exit"], told["files"]) == ("lines", 5, [str(tmp_path / "count.txt")])


def test_its_streams_are_those_that_it_declares(text: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["--language", "en", "lines", str(text), "-o", "-"]) == Exit.DONE
    assert capfd.readouterr().out == "3\n"


@pytest.mark.parametrize(("language", "words"), [("en", "count lines"), ("de", "Zeilen zählen")])
def test_its_help_is_there_in_both_languages(language: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--language", language, "--help"])
    assert words in capsys.readouterr().out
    with pytest.raises(SystemExit):
        main(["--language", language, "lines", "--help"])
    assert words in capsys.readouterr().out


def test_tests_and_the_page_of_all_commands_walk_over_it() -> None:
    assert ("lines",) in dict(commands(build_parser("en")))
    pytest.importorskip("markdown_it")  # the engine's own environment makes no pages
    from docs import make

    page = make.commands()
    assert "ckm lines" in page
    assert "mindestens N" in page


# --- an option -------------------------------------------------------------------------------------------------------


def test_an_option_of_its_own_and_one_that_others_have(text: Path, tmp_path: Path) -> None:
    parser = dict(commands(build_parser("de")))["lines",]
    options = parser.parse_args([str(text), "-o", str(tmp_path / "o.txt")])
    assert (options.none, options.least, options.strict) == (False, 2, False)
    shown = " ".join(parser.format_help().split())
    assert "--least N mindestens N" in shown
    assert "--none nie genug" in shown
    assert "--strict keine Zeile ist zu wenig" in shown  # its own words for a shared option
    assert "--copy FILE auch hier" in shown
    assert SHARED["--strict"].help == "strict"
    assert main(["lines", str(text), "-o", str(tmp_path / "o.txt"), "--none"]) == Exit.DIFFERS


# Names that are also settings of methods, which declare their own options.
OF_METHODS = {"--threshold", "--boundary"}


def test_a11_every_option_is_declared_once_whatever_commands_take_it() -> None:
    declarations = defaultdict(set)
    for name in registry.names():
        every = registry.declared(name)
        assert every[0].name == name
        assert all((command.run is None) == (len(every) > 1 and command is every[0]) for command in every)
        for command in every:
            for taken in options_of(command.options):
                base = taken.base or taken
                declarations[taken.names[-1]].add((base.help, base.names, repr(base.settings)))
    twice = {name for name, every in declarations.items() if len(every) > 1}
    assert twice == OF_METHODS
    assert len(declarations) >= 200


def test_an_option_that_writes_is_guarded(text: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = ["--language", "en", "lines", str(text), "-o", str(tmp_path / "o.txt"), "--copy"]
    assert main([*given, str(tmp_path / "copy.txt")]) == Exit.DONE
    for target, told in ((str(text), "would be overwritten"), ("-", "standard output takes one file")):
        assert main([*given, target]) == Exit.INPUT
        assert told in capsys.readouterr().err
    assert text.read_text(encoding="utf-8") == "1\n2\n3\n"


def test_a_shared_option_that_nobody_knows_cannot_be_overridden() -> None:
    with pytest.raises(KeyError):
        override("--nobody", help="data")


# --- wings -----------------------------------------------------------------------------------------------------------


def test_a_wing_adds_a_command_and_a_step_of_a_command_of_the_core(
    monkeypatch: pytest.MonkeyPatch, text: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    step = CliCommand("release lines", LINES.options, lambda options, report: Exit.PARTLY)
    module = add_module(monkeypatch, "made_up.wing", step, CliCommand("rows", LINES.options, step.run, "lines"))
    lab = wing("lab", "commands")
    assert lab is not None
    monkeypatch.setattr(lab, "COMMANDS", {**lab.COMMANDS, "rows": module, "release lines": module})
    built_parser.cache_clear()
    for given in (["rows"], ["release", "lines"]):
        assert main([*given, str(text), "-o", str(tmp_path / "o.txt")]) == Exit.PARTLY
    assert registry.names()[-1] == "rows"
    with pytest.raises(SystemExit):
        main(["--language", "en", "release", "--help"])
    assert "|recheck|lines\n" in capsys.readouterr().out


OF_WINGS = [(name, path) for name in WINGS for path, place in registry.PLACES.items() if place == name]


@pytest.mark.parametrize(("name", "path"), OF_WINGS)
def test_without_its_wing_a_command_does_not_exist_and_says_so(
    name: str, path: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    hide(monkeypatch, name)  # type: ignore[arg-type]
    built_parser.cache_clear()
    assert path not in registry.modules()
    assert main(["--language", "en", *path.split(), "--rows", "A"]) == Exit.INPUT
    told = capsys.readouterr().err
    assert f"ckmcore.{name}" in told
    assert "usage" not in told
    with fails("wing_absent"):
        build_parser("en").parse_args(path.split())
    there = {command for command, place in registry.PLACES.items() if place not in (name, "made_up.lines")}
    assert there - registry.modules().keys() == set()
    assert all(dict(commands(build_parser("en"))))


def test_every_command_that_a_wing_adds_is_known_to_the_core_by_its_wing() -> None:
    for name in WINGS:
        added = wing(name, "commands")
        assert added is not None
        assert {path for path, place in registry.PLACES.items() if place == name} == set(added.COMMANDS)


# --- what is loaded --------------------------------------------------------------------------------------------------


@pytest.mark.daily(1)
@pytest.mark.parametrize("given", [["--version"], ["table", "--help"]])
def test_a_command_loads_no_other_and_no_wing(given: list[str]) -> None:
    code = (
        f"import sys\nfrom ckmcore.cli import main\ntry:\n    main({given!r})\nexcept SystemExit:\n    pass\n"
        "own = [name for name in list(sys.modules) if '.cli.' in name and hasattr(sys.modules[name], 'COMMANDS')]\n"
        "wings = [name for name in sys.modules if name in ('ckmcore.lab.ports', 'ckmcore.scale.ports')]\n"
        "print(sorted(own), wings)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    own = ["ckmcore.cli.policy", *(["ckmcore.cli.table"] if "table" in given else [])]
    assert done.stdout.splitlines()[-1] == f"{own} []"
