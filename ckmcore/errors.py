"""What can go wrong because of what a person gave us: one class per kind of cause, each a sentence.

Every error carries typed fields and renders itself in both languages through `messages`. Command line and desk show
`error.text(language)`; nothing else of an error is shown to a user.
"""

from __future__ import annotations

from typing import Any, ClassVar, Self

from ckmcore.base.exits import Exit
from ckmcore.base.numbers import Language
from ckmcore.messages import Sentence, say


class CkmError(Exception):
    """Base of all errors that a user can mend. Subclasses set `code` and take the sentence's fields by keyword;
    `exit_code` is that of a command which ends in it.

    >>> try:
    ...     ckm.read_hrc("missing.hrc")
    ... except ckm.CkmError as fault:
    ...     print(fault.code, fault.fields)
    ...     print(fault.text("de"))
    file_missing {'file': 'missing.hrc'}
    Es gibt keine Datei „missing.hrc“. Prüfen Sie Namen und Ordner.
    """

    code: ClassVar[str] = ""
    exit_code: ClassVar[Exit] = Exit.INPUT

    def __init__(self, **fields: Any) -> None:
        super().__init__(self.code)
        self.args = (self.code,)  # an OSError takes them where it is made
        self.fields = fields

    def text(self, language: Language) -> str:
        """What, where and what to do, in `language`."""
        return say(self.code, language, **self.fields)

    def sentence(self) -> Sentence:
        """The error as a sentence for a field of another sentence."""
        return Sentence(self.code, self.fields)

    def __str__(self) -> str:
        return self.text("en")

    def __reduce__(self) -> tuple[Any, ...]:
        return (_rebuild, (type(self), self.fields))


class InputError(CkmError, ValueError):
    """What a caller or a user gave cannot be taken as it is: an argument, a setting, a name, a specification.

    >>> try:
    ...     ckm.TableSpec(values_on="rwos")
    ... except ckm.InputError as fault:
    ...     print(fault)
    TableSpec.values_on takes 'columns', 'rows', not 'rwos'. Did you mean 'rows'?
    """


class FileError(CkmError, OSError):
    """A file or folder cannot be reached, read, written, held or replaced.

    >>> try:
    ...     ckm.open_statistic("gone.ckm")
    ... except OSError as error:
    ...     error.code
    'ckm_missing'
    """

    def __new__(cls, *_: Any, **fields: Any) -> Self:
        return super().__new__(cls)


class DataError(CkmError, ValueError):
    """What a file, a column or a table holds cannot be used: it is damaged, of another form, or does not fit.

    >>> try:
    ...     ckm.read_microdata("persons.csv", ["NUTS"], record_key="INCOME", modulus=256)
    ... except ckm.DataError as error:
    ...     sorted(error.fields)[:2]
    ['column', 'count']
    """


class ProtectionError(CkmError, ValueError):
    """What was asked for would not protect, or cannot be protected so: a method below the floor, a perturbation table
    that no distribution fulfils, a decision without its reasons.

    >>> try:
    ...     ckm.design_ptable(D=2, V=9, strict=True)
    ... except ckm.ProtectionError as error:
    ...     error.code
    'ptable_infeasible'
    """


class PermissionRefused(CkmError, PermissionError):
    """Somebody may not do that, or not now: role, person, second person, passphrase, embargo, policy.

    >>> with ckm.work_on_statistic("statistic.ckm", person="Anna", read_only=True) as work:
    ...     try:
    ...         work.submit("1.1")
    ...     except PermissionError as error:
    ...         error.code
    'working_read_only'
    """

    def __new__(cls, *_: Any, **fields: Any) -> Self:
        return super().__new__(cls)


class ArgumentNotTaken(InputError):
    """A field of a public type, or an argument of a public function, is of another type, or none of the words that it
    may be. Fields: name, takes, given, nearest (a sentence with the nearest word of a closed set, or "")."""

    code = "argument_not_taken"


class CkmWarning(UserWarning):
    """What a call of the library did otherwise than it was asked; the words are English, as all of Python's.

    >>> import warnings
    >>> with warnings.catch_warnings(record=True) as said:
    ...     warnings.simplefilter("always")
    ...     ptable = ckm.design_ptable(D=5, V=300)
    >>> print(str(said[0].message)[:79])
    5 rows of the perturbation table cannot have the variance asked for and have th
    """


class Cancelled(CkmError):
    """A long job was cancelled by the user; nothing was changed.

    >>> try:
    ...     ckm.read_microdata("persons.csv", ["NUTS"], cancelled=lambda: True)
    ... except ckm.Cancelled as stopped:
    ...     print(stopped)
    Cancelled. Nothing was changed.
    """

    code = "cancelled"
    exit_code = Exit.INTERRUPTED


def _rebuild(kind: type[CkmError], fields: dict[str, Any]) -> CkmError:
    return kind(**fields)


class NumberTooLong(DataError):
    """A text has more digits than any number that is reckoned with."""

    code = "number_too_long"


class OutOfMemory(CkmError):
    """The memory of the computer does not suffice for what was asked. No fields."""

    code = "cli_out_of_memory"


def limit_reached(fault: BaseException) -> CkmError | None:
    """The error where it is Python that came to a limit, wherever that was, and no bug: its memory, or a text
    that is too long for a number; None where it is neither."""
    if isinstance(fault, MemoryError):
        return OutOfMemory()
    if type(fault) is ValueError and str(fault).startswith("Exceeds the limit (") and "integer string" in str(fault):
        return NumberTooLong()
    return None
