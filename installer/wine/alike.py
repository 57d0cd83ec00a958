"""What two systems write and read in turns: `python alike.py STEP FOLDER [NUMBER]`, run on either.

`write` makes designs, and drafts of twelve tables in every form, whose bytes must not depend on the system. The other
steps go on with what lies in a folder, whoever wrote it: a register, a sealed statistic, keys of persons, packages.
Ends with an error where one of them fails.
"""

from __future__ import annotations

import io
import random
import sys
import warnings
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import ckmcore as ckm
from ckmcore.cli import main as run_ckm
from ckmcore.formats.forms import FORMS, PICTURES
from ckmcore.methods.sum_presets import sum_preset
from ckmcore.statistic.file import open_statistic, save_statistic
from ckmcore.statistic.seal import Secret, make_seal
from ckmcore.statistic.table_file import read_table, write_table

DESIGNS, RECORDS = 300, 2000
PICTURED = 1  # place of the table that is shown with its picture
SEXES, AREAS = ("w", "m", "d"), ("01", "02", "03", "04")
ROLES = {
    "clerk": "vier Wörter aus dem Büro, lang genug",
    "methodologist": "andere fünf Wörter über den Fluss",
    "releaser": "noch ein viel längerer Satz dazu",
}
PERSONS = {"Änne": "drei Wörter über den Fluss", "Jörg": "noch ein längerer Satz"}
IN_FORCE = "Büro für Statistik.ckm"


def expect(holds: object, what: str) -> None:
    if not holds:
        raise SystemExit(f"not so: {what}")


def made_from(number: int) -> dict[str, object]:
    """Request of a perturbation table; the same number gives the same one."""
    drawn = random.Random(number)  # noqa: S311 - no secret
    limit = drawn.randint(1, 12)
    request: dict[str, object] = {"D": limit, "js": drawn.choice([0, 0, 1, 2, 3])}
    request["V"] = round(drawn.uniform(0.3, 0.33 * limit**2 + 0.6), 2)
    kind = drawn.random()
    if kind < 0.25:
        request["pstay"] = round(drawn.uniform(0.1, 0.8), 2)
    elif kind < 0.5:
        request["mono"] = False
    elif kind < 0.7:
        request["variance"] = "at most"
    elif kind > 0.8:
        request |= {"compat": "R", "optim": drawn.choice([1, 4])}
    return request


def designs(folder: Path) -> None:
    """Perturbation tables of many requests; that there is none is as much a result."""
    folder.mkdir(parents=True)
    for number in range(DESIGNS):
        path = folder / f"{number:03}.csv"
        try:
            ckm.write_ptable(ckm.design_ptable(**made_from(number)), path, ("r", "tau-argus")[number % 2])
        except ckm.CkmError as fault:
            path.write_bytes(f"{fault.code}\n".encode())


def records(path: Path) -> None:
    """Records as CSV: `Random.random` is the one stream that Python promises to keep."""
    drawn, lines = random.Random(3), ["sex,area,age,income,rkey"]  # noqa: S311 - no secret
    for _ in range(RECORDS):
        sex, area = SEXES[int(2.05 * drawn.random())], AREAS[int(4 * drawn.random() ** 2)]
        age, income = 20 + 10 * int(6 * drawn.random()), int(10_000 * drawn.random() ** 3)
        lines.append(f"{sex},{area},{age},{income},{drawn.random():.9f}")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")


def pictured(spec: ckm.TableSpec) -> ckm.TableSpec:
    """A table whose files carry a picture."""
    shown = spec.presentation
    return spec.with_changes(presentation=replace(shown, picture=replace(shown.picture, sight="both")))


def tables() -> dict[str, ckm.TableSpec]:
    income, mean = ckm.sum_of("income"), ckm.mean("income")
    return {
        "Gebiete": ckm.TableSpec("area"),
        "Gebiet und Geschlecht": pictured(ckm.TableSpec("area", "sex")),
        "Geschlecht nach Gebiet": ckm.TableSpec(
            "sex", "area", title=ckm.Texts("Sex – “by area”", "Geschlecht – „je Gebiet“")
        ),
        "Alter": ckm.TableSpec("age", "sex"),
        "Nur Frauen": ckm.TableSpec("area", filters=ckm.Condition("sex", ("w",))),
        "Anteile": ckm.TableSpec("area", "sex", values=["count", ckm.share("row")]),
        "Einkommen": ckm.TableSpec("area", values=["count", income]),
        "Mittelwerte": ckm.TableSpec("area", "sex", values=[mean]),
        "Übersicht": ckm.TableSpec(["area", "sex"], values=["count", income, mean]),
        "Schichten": ckm.TableSpec("area", layers="sex"),
        "Werte in Zeilen": ckm.TableSpec("area", "sex", values=["count", income], values_on="rows"),
        "Alles": ckm.TableSpec(["area", "sex"], "age"),
    }


def counts() -> ckm.CellKeyMethod:
    return ckm.CellKeyMethod(ckm.design_ptable(D=4, V=2, js=1))


def method() -> ckm.MagnitudeCellKeyMethod:
    settings, design = sum_preset("wages")
    return ckm.MagnitudeCellKeyMethod(counts().ptable, large=design.table(2), settings=settings, own_key="cd" * 32)


def begin(folder: Path) -> None:
    """A statistic with twelve tables. Its keys are given, so that its figures are the same everywhere."""
    folder.mkdir(parents=True, exist_ok=True)
    records(folder / "Personen.csv")
    title, source = ckm.Texts("Persons", "Personen"), ckm.Texts("Made up", "Erfunden")
    with ckm.create_statistic(folder / IN_FORCE, title, source_note=source) as work:
        work.add_period("2026", "2026-06-30")
        work.add_records(folder / "Personen.csv", ["sex", "area", "age"], magnitudes="income", record_key="rkey")
        work.put_in_force(method(), ckm.Decision(body="Methodik"))
        for name, spec in tables().items():
            work.save_table(name, spec)


def write(folder: Path) -> None:
    """Designs, and all tables in all forms and both languages."""
    designs(folder / "designs")
    begin(folder / "office")
    with ckm.work_on_statistic(folder / "office" / IN_FORCE) as work:
        for form in FORMS:
            for language in ("de", "en"):
                runs = work.run(folder / "drafts" / form / language, form=form, language=language)
                found = runs.to_pandas()
                failed = found[found["state"] != "written"]
                expect(
                    runs.complete or form in ("px", "genesis", "html-cube", "json-stat"),
                    f"{form}: {failed.to_string()}",
                )
                expect(len(failed) < len(tables()), f"{form}: no table was written")


# --- in turns --------------------------------------------------------------------------------------------------------


def submit(folder: Path, number: int) -> None:
    with ckm.work_on_statistic(folder / IN_FORCE) as work:
        name, forms = list(tables())[number], ("csv", "xlsx", "pdf", "html")
        if number == PICTURED:
            forms = (*forms, *PICTURES)
        work.submit(name, person="Änne", forms=forms, language="de")


def approve(folder: Path, number: int) -> None:
    with ckm.work_on_statistic(folder / IN_FORCE) as work:
        work.approve(number, person="Jörg")


def release(folder: Path, number: int) -> None:
    with ckm.work_on_statistic(folder / IN_FORCE) as work:
        work.write(number, folder / "released", person="Jörg")


def check(folder: Path, number: int) -> None:
    """Everything on record is as it was written, and writing a release again gives the same bytes."""
    files = sorted(map(str, (folder / "released").iterdir()))
    expect(command("verify", folder / IN_FORCE, *files) == 0, "the register verifies")
    again = folder / "again"
    expect(
        command("release", "repeat", folder / IN_FORCE, number, "-o", again, "--replace") == 0, "the release repeats"
    )
    for path in again.iterdir():
        expect(path.read_bytes() == (folder / "released" / path.name).read_bytes(), f"{path.name} has the same bytes")
    listed = folder / "register.csv"
    listed.unlink(missing_ok=True)
    expect(command("register", folder / IN_FORCE, "-o", listed) == 0, "the register is written as CSV")


def command(*arguments: object, typed: str = "") -> int:
    """Exit code of a command of `ckm`, to which somebody types."""
    sys.stdin = io.TextIOWrapper(io.BytesIO(typed.encode()), encoding="utf-8")
    return run_ckm(["--language", "de", *map(str, arguments)])


# --- sealed, signed, handed over -------------------------------------------------------------------------------------


def seal(folder: Path) -> None:
    """A statistic sealed by passphrases of three roles; the recovery passphrase lies beside it."""
    made, _ = open_statistic(folder / IN_FORCE)
    closed, recovery = make_seal({role: Secret.passphrase(words) for role, words in ROLES.items()})  # type: ignore[misc]
    save_statistic(replace(made, seal=closed), folder / "versiegelt.ckm")
    (folder / "recovery.txt").write_text(recovery, encoding="utf-8")


def unseal(folder: Path) -> None:
    """Opened by each role, and by the recovery passphrase; saved again as methodologist."""
    path, kept = folder / "versiegelt.ckm", (folder / "recovery.txt").read_text(encoding="utf-8")
    for role, words in ROLES.items():
        found, _ = open_statistic(path, Secret.passphrase(words))
        expect(found.seal is not None and found.seal.role == role, f"opened as {role}")
    found, stamp = open_statistic(path, Secret.passphrase(kept.lower().replace("-", " ")))
    expect(found.seal is not None and found.seal.role == "methodologist", "opened by the recovery passphrase")
    expect(
        found.periods[0].in_force == open_statistic(folder / IN_FORCE)[0].periods[0].in_force, "the method is as it was"
    )
    save_statistic(found, path, stamp)


def key(folder: Path, number: int) -> None:
    """A person's key and card."""
    name, words = list(PERSONS.items())[number]
    path, card = folder / f"{name}.ckmperson", folder / f"{name}.ckmcard"
    expect(command("person", "new", path, "--name", name, typed=words + "\n") == 0, f"{name} has a key")
    expect(command("person", "card", path, "-o", card, typed=words + "\n") == 0, f"{name} has a card")


def signed(folder: Path, name: str, *arguments: object) -> None:
    words = (*arguments, "--person-key", folder / f"{name}.ckmperson")
    expect(command(*words, typed=PERSONS[name] + "\n") == 0, " ".join(map(str, arguments[:2])))


def enrol(folder: Path) -> None:
    """The first person enrols herself and the second one."""
    first, second = PERSONS
    for name, role in ((first, "methodologist"), (second, "releaser")):
        signed(folder, first, "person", "enrol", folder / IN_FORCE, folder / f"{name}.ckmcard", "--role", role)


def confirm(folder: Path) -> None:
    """The second person confirms her enrolment."""
    signed(folder, list(PERSONS)[1], "person", "confirm", folder / IN_FORCE, list(PERSONS)[1])


def signed_release(folder: Path) -> None:
    """A table submitted and released by keys of persons; the number of the entry is the newest."""
    first, second = PERSONS
    signed(folder, first, "release", "submit", folder / IN_FORCE, "Alles", "--format", "csv")
    number = max(entry.number for entry in open_statistic(folder / IN_FORCE)[0].register)
    signed(folder, second, "release", "approve", folder / IN_FORCE, number)
    expect(command("verify", folder / IN_FORCE) == 0, "the register verifies with signatures")


def pack(folder: Path) -> None:
    """A method for counts and a table's layout, to hand on."""
    ckm.write_package(counts(), folder / "Verfahren.ckmmethod", ckm.Texts("For all", "Für alle"))
    made, _ = open_statistic(folder / IN_FORCE)
    write_table(folder / "Übersicht.ckmtable", next(table for table in made.tables if table.name == "Übersicht"))


def unpack(folder: Path) -> None:
    """Both are read, and are what this system would have written."""
    package = ckm.read_package(folder / "Verfahren.ckmmethod")
    expect(package.method == counts(), "the method of the package is ours")
    expect(read_table(folder / "Übersicht.ckmtable").spec == tables()["Übersicht"], "the table's layout is ours")


STEPS: dict[str, Callable[..., None]] = {
    step.__name__: step
    for step in (
        write, begin, submit, approve, release, check, seal, unseal, key, enrol, confirm, signed_release, pack, unpack,
    )
}  # fmt: skip

if __name__ == "__main__":
    warnings.simplefilter("ignore")
    STEPS[sys.argv[1]](Path(sys.argv[2]), *map(int, sys.argv[3:]))
