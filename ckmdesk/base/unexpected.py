"""Bugs at run time: class and place go to the log, the user reads one sentence, the window lives.

On Python 3.11 an exception raised in C that escapes a Python override of a Qt virtual crashes the process: overrides
that compute anything are decorated with `guarded`.
"""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable
from typing import Any, TypeVar

from ckmcore.errors import CkmError, limit_reached
from ckmdesk.base.crash_report import CrashReports, place

log = logging.getLogger("ckmdesk")
Method = TypeVar("Method", bound=Callable[..., Any])

# Where reports are kept while the program runs; in tests nowhere.
kept: list[CrashReports] = []
# Called with every fault on the window's thread; the window shows its sentence, a test fails.
handlers: list[Callable[[BaseException], None]] = []


class UnexpectedFault(CkmError):
    """An unexpected fault, a bug. It has no fields, since values may be confidential."""

    code = "unexpected_fault"


def log_fault(fault: BaseException) -> None:
    """Log class and place of a fault, never its values, which may be confidential; a report of it is written."""
    trace = fault.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = "?" if trace is None else place(trace.tb_frame.f_code.co_filename, trace.tb_lineno)
    log.error("unexpected %s at %s", type(fault).__name__, where)
    if kept:
        kept[-1].keep(fault)


def report(fault: BaseException) -> None:
    """Log a fault and call the handlers; exceeding a limit of Python is not logged."""
    if limit_reached(fault) is None:
        log_fault(fault)
    for handler in handlers:
        handler(fault)


def guarded(default: Any = None) -> Callable[[Method], Method]:
    """Decorate an override of a Qt virtual function: a fault is reported and `default` returned."""

    def wrap(method: Method) -> Method:
        @functools.wraps(method)
        def inner(*args: Any, **named: Any) -> Any:
            try:
                return method(*args, **named)
            except Exception as fault:  # noqa: BLE001 - nothing may escape into Qt
                report(fault)
                return default

        return inner  # type: ignore[return-value]

    return wrap
