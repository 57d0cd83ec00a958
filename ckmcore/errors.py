"""Errors caused by what a person gave: five families, with a code for each cause.

In `raise InputError("setting_range", name="D", low=1)` the code names a sentence in `messages`, the fields are those
that the sentence names (`tests/ckmcore/test_raises.py` reads every `raise`). Command line and desk show
`error.text(language)` and nothing else. Only errors that are caught by name have their own class.
"""

from __future__ import annotations

import re
import sys
import warnings
from typing import Any, ClassVar, Self, cast

from ckmcore.base.exit_codes import Exit
from ckmcore.base.former_errors import FORMER_NAMES
from ckmcore.base.numbers import Language
from ckmcore.messages import Sentence, say


class CkmError(Exception):
    """Base of all errors that a user can mend.

    code: code of the error's sentence, where the class has none; fields: values that the sentence names; `exit_code`:
    exit code of a command that ends with this error.

    >>> try:
    ...     ckm.read_hrc("missing.hrc")
    ... except ckm.CkmError as fault:
    ...     print(fault.code, fault.fields)
    ...     print(fault.text("de"))
    file_missing {'file': 'missing.hrc'}
    Es gibt keine Datei „missing.hrc“. Prüfen Sie Namen und Ordner.
    """

    code: str = ""
    exit_code: ClassVar[Exit] = Exit.INPUT

    def __new__(cls, code: str = "", /, **_: Any) -> Self:
        # Where a script has asked for the former class of this cause, it can catch it by that.
        kind: type[Any] = _FORMER_CLASSES.get(code, cls)
        return cast(Self, super().__new__(kind))

    def __init__(self, code: str = "", /, **fields: Any) -> None:
        self.code = code or self.code
        super().__init__(self.code)
        self.args = (self.code,)  # an OSError takes them where it is made
        self.fields = fields

    def text(self, language: Language) -> str:
        """The error's sentence in `language`: what is wrong, where, and what to do."""
        return say(self.code, language, **self.fields)

    def sentence(self) -> Sentence:
        """The error as a sentence for a field of another sentence."""
        return Sentence(self.code, self.fields)

    def with_fields(self, **fields: Any) -> CkmError:
        """Copy of the error with further or other fields."""
        return _rebuild(type(self), self.code, {**self.fields, **fields})

    def __str__(self) -> str:
        return self.text("en")

    def __reduce__(self) -> tuple[Any, ...]:
        kind = type(self)
        if _FORMER_CLASSES.get(self.code) is kind:  # who reads it may not know the former class
            kind = kind.__bases__[0]
        return (_rebuild, (kind, self.code, self.fields))


class InputError(CkmError, ValueError):
    """An argument, setting, name or specification of the caller is invalid.

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


class DataError(CkmError, ValueError):
    """The content of a file, column or table cannot be used: damaged, of another form, or unsuitable.

    >>> try:
    ...     ckm.read_microdata("persons.csv", ["NUTS"], record_key="INCOME", modulus=256)
    ... except ckm.DataError as error:
    ...     sorted(error.fields)[:2]
    ['column', 'count']
    """


class ProtectionError(CkmError, ValueError):
    """The request would not protect, or cannot be protected: a method below the floor, a perturbation table without a
    solution, a decision without reasons.

    >>> try:
    ...     ckm.design_ptable(D=2, V=9, strict=True)
    ... except ckm.ProtectionError as error:
    ...     error.code
    'ptable_infeasible'
    """


class PermissionRefused(CkmError, PermissionError):
    """The person may not do this, or not now: role, person, second person, passphrase, embargo, policy.

    >>> with ckm.work_on_statistic("statistic.ckm", person="Anna", read_only=True) as work:
    ...     try:
    ...         work.submit("1.1")
    ...     except PermissionError as error:
    ...         error.code
    'working_read_only'
    """


class ArgumentNotTaken(InputError):
    """A field of a public type or an argument of a public function has the wrong type or is not one of the allowed
    words.

    Fields: name, takes (what is allowed), given, nearest (sentence with the most similar allowed word, or "").
    """

    code = "argument_not_taken"


class CkmWarning(UserWarning):
    """A call of the library deviated from its arguments; the text is English, as all of Python's warnings.

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


def _rebuild(kind: type[CkmError], code: str, fields: dict[str, Any]) -> CkmError:
    return kind(**fields) if kind.code else kind(code, **fields)


# Former classes by the code of their cause, made as a script asks for them.
_FORMER_CLASSES: dict[str, type[CkmError]] = {}


def __getattr__(name: str) -> type[CkmError]:
    """Build the error class that a cause had until 2026-11-28, so that scripts that catch it by name keep working, and
    warn once.

    Raises AttributeError for other names.
    """
    for family, names in FORMER_NAMES.items():
        for former in names.split():
            if former.partition("=")[0] == name:
                code = former.partition("=")[2] or re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
                current_name = f'{family} with the code "{code}"'
                warnings.warn(say("former_name", "en", former=name, now=current_name), DeprecationWarning, stacklevel=2)
                result: type[CkmError] = type(name, (globals()[family],), {"__module__": __name__, "code": code})
                globals()[name] = _FORMER_CLASSES[code] = result
                # `except errors.Name` asks for its class when the error is raised already.
                error = sys.exception()
                if isinstance(error, CkmError) and error.code == code:
                    error.__class__ = result
                return result
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


class NumberTooLong(DataError):
    """A text has more digits than any number that is reckoned with."""

    code = "number_too_long"


class OutOfMemory(CkmError):
    """The computer's memory does not suffice. No fields."""

    code = "cli_out_of_memory"


def limit_reached(fault: BaseException) -> CkmError | None:
    """Convert an exception of Python for an exceeded limit (memory, digits of a number) to a CkmError; None for other
    exceptions, which are bugs."""
    if isinstance(fault, MemoryError):
        return OutOfMemory()
    if type(fault) is ValueError and str(fault).startswith("Exceeds the limit (") and "integer string" in str(fault):
        return NumberTooLong()
    return None
