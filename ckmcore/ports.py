"""Ports: what the wings of the program give its core, and what a wing that gives it has to hold to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any, Literal, Protocol, cast

from ckmcore.base.numbers import Language
from ckmcore.base.verdict import Verdict
from ckmcore.base.wings import needed_wing, wing
from ckmcore.messages import Sentence
from ckmcore.methods.method import Method
from ckmcore.methods.primary import PrimaryRules
from ckmcore.methods.protected import ProtectedBlock
from ckmcore.microdata.changed_keys import ChangedKeys
from ckmcore.microdata.counter import Counter
from ckmcore.microdata.data import Microdata
from ckmcore.microdata.database_address import Address
from ckmcore.microdata.kept_patterns import KeptPatterns
from ckmcore.office.settings import FormName, Office
from ckmcore.ptable.floor.floor import OpenRule
from ckmcore.ptable.floor.key_floor import KeySpread
from ckmcore.ptable.open import OpenedPtable
from ckmcore.statistic.claims import JudgedClaims
from ckmcore.statistic.entry import AcceptedSums, Check, Request, Submission, WrittenFile
from ckmcore.statistic.import_records import Taken
from ckmcore.statistic.model import SavedTable, Statistic
from ckmcore.statistic.period import ColumnOf, Decision
from ckmcore.statistic.relation import Held
from ckmcore.statistic.releases import Release
from ckmcore.statistic.series import Load
from ckmcore.tabulate.hyper_spec import HyperSpec
from ckmcore.tabulate.raw import Conditions, RawTable
from ckmcore.tabulate.relations import Ints, Relations
from ckmcore.tabulate.scan import never
from ckmcore.tabulate.spec import TableSpec


class FindFile(Protocol):
    """Function that finds the file of a release. office: of the signs with which it is read."""

    @property
    def office(self) -> Office: ...

    def __call__(self, noted: WrittenFile, /) -> Path | None: ...


"""Where a file of a release lies now; None: nobody knows."""


class ReleaseCheck(Protocol):
    """A check of the checklist that a wing performs while a table is prepared, for each period and over all periods."""

    def judge(
        self, statistic: Statistic, spec: TableSpec, data: Microdata, cancelled: Callable[[], bool]
    ) -> Any | None: ...

    def judge_over_periods(
        self, statistic: Statistic, spec: TableSpec, records: Sequence[Microdata], cancelled: Callable[[], bool]
    ) -> Any | None: ...

    def together(self, judged: Sequence[Any]) -> Any | None:
        """Combine results of several periods; None without any."""

    def refuse(self, statistic: Statistic, judged: Any) -> None:
        """Raises ProtectionError where a table may not be handed in."""

    def told(self, statistic: Statistic, judged: Any) -> tuple[Verdict, Sentence]: ...

    def not_accepted(self, statistic: Statistic, judged: Any) -> tuple[AcceptedSums, ...]:
        """Open findings that were not accepted in the register."""


class ReleasesReview(Protocol):
    """Result of attacking all releases once more. Confidential."""

    @property
    def attacked(self) -> int: ...

    @property
    def verdict(self) -> Verdict: ...

    @property
    def summary(self) -> Sentence: ...

    @property
    def notes(self) -> tuple[Sentence, ...]: ...


class RedrawnReview(Protocol):
    """The attack on a withdrawn release together with its table as it would be published now. Confidential."""

    @property
    def verdict(self) -> Verdict: ...

    @property
    def said(self) -> Sentence: ...


class MeasuredRules(Protocol):
    """Rules of the floor that are measured on data (F15 to F18), with their results."""

    @property
    def rules(self) -> tuple[OpenRule, ...]: ...

    def noted(self, decision: Decision) -> Decision:
        """Decision completed by the measured rules and by what could not be measured."""


class LeftOpen(Protocol):
    """A risk that the method leaves open in a release, such as a difference to another release. Confidential."""

    @property
    def kind(self) -> str:
        """Kind of the risk; `undecided` and `unchecked` mean not tested."""

    @property
    def said(self) -> Sentence: ...


class HtmlReport(Protocol):
    """A report that needs no other file."""

    def html(self) -> str: ...


class LinkedSums(Protocol):
    """Relations between the figures of linked tables; grid: None where combinations that no table shows are lacking."""

    relations: Relations
    places: tuple[Mapping[Conditions, tuple[Ints, ...]], ...]
    grid: Any
    void: Ints

    def originals(self, data: Microdata) -> Ints | None: ...


class AttackedTables(Protocol):
    """Result of an attack on tables together. Confidential."""

    contradiction: Any

    @property
    def undecided(self) -> int: ...

    @property
    def disclosed(self) -> Sequence[Any]: ...


class LabPorts(Protocol):
    """Functions and constants of `ckmcore.lab.ports`."""

    RELEASE_CHECKS: Mapping[str, ReleaseCheck]
    MOST_FIGURES: int

    def linked_relations(
        self, data: Microdata, tables: Sequence[tuple[TableSpec, Sequence[Conditions]]]
    ) -> LinkedSums: ...

    def attack_tables(
        self,
        raws: Sequence[RawTable],
        data: Microdata,
        method: Method,
        *,
        sample_cells: int | None = None,
        seed: int = 1,
        seconds: float | None = None,
        cancelled: Callable[[], bool] = never,
    ) -> AttackedTables: ...

    def linked_sentences(self, attack: AttackedTables) -> tuple[Sentence, ...]: ...

    def measure_floor(
        self, data: Microdata, specs: Sequence[TableSpec], method: Method, *, names: Sequence[str]
    ) -> MeasuredRules: ...

    def judge_claims(self, data: Microdata, specs: Sequence[TableSpec], method: Method) -> JudgedClaims: ...

    def recheck(
        self, statistic: Statistic, load: Load, *, seconds: float = 60.0, files: FindFile
    ) -> ReleasesReview: ...

    def write_recheck(self, found: ReleasesReview, path: Path, title: str, day: str, language: Language) -> None: ...

    def left_open(
        self,
        statistic: Statistic,
        submission: Submission,
        data: Microdata,
        *,
        load: Load,
        files: FindFile,
        cancelled: Callable[[], bool] = never,
    ) -> tuple[LeftOpen, ...]: ...

    def left_open_together(
        self,
        statistic: Statistic,
        numbers: Sequence[int],
        load: Load,
        *,
        files: FindFile,
        cancelled: Callable[[], bool] = never,
    ) -> tuple[LeftOpen, ...]: ...

    def left_verdict(self, left: Iterable[LeftOpen]) -> Verdict: ...

    def seen_undecided(self, left: Iterable[LeftOpen]) -> tuple[Check, ...]: ...

    def sums_told(self, method: Method, magnitudes: Sequence[str]) -> list[Sentence]:
        """Sentences on the sums of a method: beside which counts they may be shown, for how many totals it is designed,
        or what these reveal."""

    def ptable_report(
        self,
        opened: OpenedPtable,
        *,
        title: str,
        date: date,
        language: Language,
        frequencies: Mapping[int, float] | None,
        statistic: str,
        period: str,
    ) -> HtmlReport: ...

    def write_ptable_report(
        self, opened: OpenedPtable, path: str, *, title: str, date: date, language: Language
    ) -> None: ...

    def attack_redrawn(
        self, statistic: Statistic, number: int, load: Load, *, seconds: float, files: FindFile
    ) -> RedrawnReview: ...


class DeviationsByTable(Protocol):
    """How control tables deviate, in numbers that no record can be read from."""

    @property
    def largest(self) -> int: ...

    @property
    def mean(self) -> float: ...


class PatternsFound(Protocol):
    """Patterns of suppressed cells with their verdict. Confidential. kept: None where they are not held."""

    kept: KeptPatterns | None

    @property
    def verdict(self) -> Verdict: ...

    @property
    def primary(self) -> int: ...

    @property
    def secondary(self) -> int: ...

    @property
    def proven(self) -> int: ...


class RivalsPorts(Protocol):
    """Functions of `ckmcore.rivals.ports`."""

    def solved_suppression(self, case: Mapping[str, Any]) -> dict[str, Any]: ...

    def solved_safe(self, case: Mapping[str, Any]) -> dict[str, Any]: ...

    def changed_by_safe(
        self,
        data: Microdata,
        keys: Sequence[str],
        control: Sequence[Sequence[str]],
        least: int,
        seed: int,
        progress: Callable[[float], None],
    ) -> tuple[ChangedKeys, DeviationsByTable]:
        """Records changed by the SAFE principle, and how control tables deviate."""

    def patterns_for_tables(
        self,
        data: Microdata,
        specs: Sequence[TableSpec],
        least: int,
        *,
        groups: str = "",
        rules: PrimaryRules | None = None,
        cost: Literal["number", "value", "log"] = "value",
        salt: str = "",
        former: KeptPatterns | None = None,
        released: Sequence[TableSpec] = (),
        progress: Callable[[float], None] = lambda share: None,
    ) -> PatternsFound: ...


class ScalePorts(Protocol):
    """Functions of `ckmcore.scale.ports`."""

    def hypercube_maker(
        self,
        statistic: Statistic,
        found: Release,
        load: Load,
        office: Office,
        folder: Path,
        cancelled: Callable[[], bool],
    ) -> Callable[[str, Path], list[tuple[Path, WrittenFile]]]: ...

    def changed_margins(
        self, statistic: Statistic, found: Release, noted: WrittenFile, path: Path, load: Load, office: Office
    ) -> Sentence: ...

    def read_figures(
        self,
        statistic: Statistic,
        found: Release,
        data: Microdata,
        find: FindFile,
        names: Sequence[str],
        cancelled: Callable[[], bool],
    ) -> Any: ...

    def made_hypercube(
        self, data: Microdata, spec: HyperSpec, method: Method, threads: int | None, cancelled: Callable[[], bool]
    ) -> Iterator[ProtectedBlock]: ...

    def write_hypercube(
        self,
        statistic: Statistic,
        spec: HyperSpec,
        data: Microdata,
        path: Path,
        form: FormName,
        language: Language,
        office: Office,
    ) -> int: ...

    def prepare_hypercube(
        self,
        statistic: Statistic,
        table: SavedTable,
        load: Load,
        request: Request,
        office: Office,
        cancelled: Callable[[], bool] = never,
    ) -> Any: ...

    def with_revised_cells(
        self, statistic: Statistic, ready: Any, corrects: int, load: Load, find: FindFile, office: Office
    ) -> Any: ...

    def revised_places(
        self, statistic: Statistic, found: Release, load: Load, language: Language, office: Office
    ) -> list[str]: ...

    def read_relation(self, statistic: Statistic, progress: Any | None, cancelled: Callable[[], bool]) -> Microdata: ...

    def add_relation(
        self, into: Statistic, address: Address, roles: Mapping[str, Any], held: Held, mapping: tuple[ColumnOf, ...]
    ) -> Taken: ...

    def open_address(
        self, address: Address, roles: Mapping[str, Any], held: Held, progress: Any | None
    ) -> Microdata: ...

    def relation_columns(self, address: Address) -> list[str]: ...

    def spread_of_keys(self, counter: Counter | None) -> KeySpread | None: ...

    def taken_again(
        self, statistic: Statistic, progress: Any | None = None, cancelled: Callable[[], bool] = never
    ) -> Taken: ...


def lab() -> LabPorts | None:
    """Ports of the lab, or None where it is absent."""
    return cast("LabPorts | None", wing("lab"))


def needed_lab() -> LabPorts:
    """Ports of the lab where the operation needs them. Raises wing_absent."""
    return cast("LabPorts", needed_wing("lab"))


def needed_rivals() -> RivalsPorts:
    """Ports of the rivals where the operation needs them. Raises wing_absent."""
    return cast("RivalsPorts", needed_wing("rivals"))


def scale() -> ScalePorts | None:
    """Ports of scale, or None where it is absent."""
    return cast("ScalePorts | None", wing("scale"))


def needed_scale() -> ScalePorts:
    """Ports of scale where the operation needs them. Raises wing_absent."""
    return cast("ScalePorts", needed_wing("scale"))
