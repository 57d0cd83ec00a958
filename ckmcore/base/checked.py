"""Public types and functions check what they are given when they are made or called.

`@checked` reads the annotations. A number of numpy or R is a number, a list is taken for a tuple, a single element for
a tuple of one, and plain words for a text in both languages. Everything else that
does not fit is an `ArgumentNotTaken`, which names the field, what it takes and, of a closed set, the nearest name.
What msgspec reads from a file it has checked itself: it does not come by here.
"""

from __future__ import annotations

import collections.abc
import dataclasses
import difflib
import functools
import inspect
import math
import numbers
import os
import types
import typing
from collections.abc import Callable, Iterable, Mapping, Set, Sized
from enum import Enum
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

import msgspec
import numpy as np

if typing.TYPE_CHECKING:
    from ckmcore.messages import Sentence

T = TypeVar("T")
Number = Annotated[int, msgspec.Meta(ge=0)]
"""A whole number from 0; what reads a file holds to it, too."""
Taker = Callable[[Any], Any]
"""Gives the value as the annotation means it; raises `_Wrong`."""

_SHOWN = 60


class _Wrong(Exception):
    """A value that does not match its annotation. hint: annotation, or words for what is expected; given: the wrong
    value or element; nearest: most similar allowed word, or ""."""

    def __init__(self, hint: Any, given: Any, nearest: str = "") -> None:
        super().__init__()
        self.hint, self.given, self.nearest = hint, given, nearest


def checked(made: T) -> T:
    """Decorate a frozen dataclass or a function so that its fields or arguments are checked against their annotations
    at each call."""
    if isinstance(made, type):
        _check_fields(made)
        return made
    called: T = _with_checks(made)
    return called


def _check_fields(kind: type) -> None:
    """Check the arguments of a dataclass before `__post_init__` runs; with an `__init__` of its own, the fields that it
    sets are checked.

    Field metadata `unsaid`: function that computes the value of an omitted argument from the other arguments. Decoding
    a file does not run this check and uses the field's default, the value of former versions.
    """
    own_init = kind.__init__  # type: ignore[misc]
    plain = kind.__dataclass_params__.init  # type: ignore[attr-defined]
    takers: dict[str, Taker] = {}
    fields = [field for field in dataclasses.fields(kind) if field.init]
    placed = [field.name for field in fields if not field.kw_only]
    unsaid = {field.name: field.metadata["unsaid"] for field in fields if "unsaid" in field.metadata}

    @functools.wraps(own_init)
    def make(self: Any, *given: Any, **named: Any) -> None:
        if not takers:
            hints = typing.get_type_hints(kind, include_extras=True)
            takers.update({field.name: _of_field(field, hints[field.name]) for field in fields})
        try:
            if plain:
                converted = [
                    _take_argument(takers[name], argument, kind, name)
                    for name, argument in zip(placed, given, strict=False)
                ]
                named |= {
                    name: _take_argument(takers[name], named[name], kind, name) for name in named.keys() & takers.keys()
                }
                given = (*converted, *given[len(converted) :])
                arguments = dict(zip(placed, given, strict=False)) | named
                named |= {name: default_of(arguments) for name, default_of in unsaid.items() if name not in arguments}
        except ValueError:
            _say_own(own_init, self, given, named)
            raise
        own_init(self, *given, **named)
        if not plain:
            for name, take in takers.items():
                object.__setattr__(self, name, _take_argument(take, getattr(self, name), kind, name))

    kind.__init__ = make  # type: ignore[misc]


def _of_field(field: dataclasses.Field[Any], hint: Any) -> Taker:
    """Checker of a dataclass field. Field metadata `taken_as`: function that converts an alternative form to the
    annotated type first."""
    take, form = taker(hint), field.metadata.get("taken_as")
    return take if form is None else lambda argument: take(form(argument))


def _say_own(own_check: Callable[..., None], instance: Any, given: tuple[Any, ...], keywords: dict[str, Any]) -> None:
    """Call the type's own `__init__` and let its CkmError pass, since this names the setting in the words of the field;
    other errors are ignored."""
    from ckmcore.errors import CkmError

    try:
        own_check(instance, *given, **keywords)
    except CkmError:
        raise
    except Exception:  # noqa: BLE001, S110 - it was not made for such things
        pass


def _with_checks(function: Any) -> Any:
    signature = inspect.signature(function)
    takers: dict[str, Taker] = {}

    @functools.wraps(function)
    def call(*given: Any, **named: Any) -> Any:
        bound = signature.bind(*given, **named)
        if not takers:
            takers.update({name: taker(hint) for name, hint in typing.get_type_hints(function).items()})
        for name, argument in bound.arguments.items():
            kind = signature.parameters[name].kind
            if kind not in (inspect.Parameter.VAR_KEYWORD, inspect.Parameter.VAR_POSITIONAL) and name in takers:
                bound.arguments[name] = _take_argument(takers[name], argument, function, name)
        return function(*bound.args, **bound.kwargs)

    return call


def _take_argument(take: Taker, argument: Any, function: Any, name: str) -> Any:
    try:
        return take(argument)
    except _Wrong as wrong:
        from ckmcore.errors import ArgumentNotTaken
        from ckmcore.messages import sentence

        near_sentence: Sentence | str = sentence("argument_nearest", word=repr(wrong.nearest)) if wrong.nearest else ""
        takes, given_text = _words_of(wrong.hint), shown(wrong.given)
        called = function.__qualname__.removesuffix(".__init__")
        where = f"{called}.{name}" if isinstance(function, type) else f"{called}({name}=...)"
        raise ArgumentNotTaken(name=where, takes=takes, given=given_text, nearest=near_sentence) from None


def place_in(name: str, place: int, of: Sized) -> int:
    """Check an index into a sequence, counted from 0, and return it. Raises ArgumentNotTaken, which calls the argument
    `name`."""
    if 0 <= place < len(of):
        return place
    from ckmcore.errors import ArgumentNotTaken
    from ckmcore.messages import sentence

    takes = sentence("argument_int_between", low=0, high=len(of) - 1)
    raise ArgumentNotTaken(name=name, takes=takes, given=shown(place), nearest="")


def shown(given: Any) -> str:
    """Python representation of a value for error messages; of values that may hold records only the type is shown."""
    if given is None or isinstance(given, str | numbers.Number | Enum):
        text = repr(given)
        return text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "..."
    return f"type[{given.__name__}]" if isinstance(given, type) else type(given).__name__


# --- what annotations mean -------------------------------------------------------------------------------------------


@functools.cache
def taker(hint: Any) -> Taker:
    """Checker of values for an annotation."""
    plain_taker = {str: _text, bool: _bool, int: _int, float: _float}.get(hint)
    if plain_taker is not None:
        return plain_taker
    if hint is Any:  # a class since Python 3.11
        return _anything
    if hint is Number:
        return _number
    origin = get_origin(hint)
    if origin is Literal:
        return functools.partial(_word, get_args(hint))
    if origin in (Union, types.UnionType):
        paths = any(get_origin(argument_type) is os.PathLike for argument_type in get_args(hint))
        parts_paths = tuple(
            _path if paths and argument_type is str else taker(argument_type) for argument_type in get_args(hint)
        )
        return _one_of(parts_paths, hint)
    if origin is tuple:
        return _tuple_of(hint)
    if origin in (collections.abc.Sequence, collections.abc.Iterable, list):
        return functools.partial(_tuple_of_values, taker(get_args(hint)[0]), hint)
    if origin in (collections.abc.Mapping, dict):
        return functools.partial(_instance, Mapping)
    if origin is collections.abc.Callable or hint is collections.abc.Callable:
        return functools.partial(_instance, collections.abc.Callable)
    if inspect.isclass(origin) and origin not in (np.ndarray, type):
        return functools.partial(_instance, origin)  # PathLike[str]
    if hint is type(None):
        return functools.partial(_instance, type(None))
    if inspect.isclass(hint) and not getattr(hint, "_is_protocol", False):
        return functools.partial(_made_of_words if hasattr(hint, "_of_words") else _instance, hint)
    return _anything


def _anything(anything: Any) -> Any:
    return anything


def _text(text: Any) -> str:
    if type(text) is str:
        return text
    if isinstance(text, str):
        return str(text)
    raise _Wrong(str, text)


def _path(argument: Any) -> str:
    text = _text(argument)
    if "\0" in text:  # no system has such a name
        raise _Wrong(os.PathLike, argument)
    return text


def _bool(argument: Any) -> bool:
    if isinstance(argument, bool | np.bool_):
        return bool(argument)
    raise _Wrong(bool, argument)


def _int(result: Any) -> int:
    if type(result) is int:
        return result
    if isinstance(result, numbers.Integral) and not isinstance(result, bool | np.bool_):
        return int(result)
    # R's numbers are doubles.
    if isinstance(result, float | np.floating) and math.isfinite(result) and result == int(result):
        return int(result)
    raise _Wrong(int, result)


def _number(argument: Any) -> int:
    whole = _int(argument)
    if whole < 0:
        raise _Wrong(Number, argument)
    return whole


def _float(argument: Any) -> float:
    if type(argument) in (int, float):
        plain: float = argument
        return plain
    if isinstance(argument, numbers.Real) and not isinstance(argument, bool | np.bool_):
        return float(argument)
    raise _Wrong(float, argument)


def _made_of_words(kind: Any, argument: Any) -> Any:
    return kind._of_words(str(argument)) if isinstance(argument, str) else _instance(kind, argument)


def _word(words: tuple[Any, ...], found_word: Any) -> Any:
    if isinstance(found_word, str | int | Enum) and any(
        type(found_word) is type(word) and found_word == word for word in words
    ):
        return found_word
    if isinstance(found_word, str) and str(found_word) in words:
        return str(found_word)
    choices = [word for word in words if isinstance(word, str)]
    close_words = difflib.get_close_matches(found_word, choices, 1, 0.5) if isinstance(found_word, str) else []
    raise _Wrong(Literal[words], found_word, close_words[0] if close_words else "")


def _instance(kind: Any, instance: Any) -> Any:
    if isinstance(instance, kind):
        return instance
    raise _Wrong(kind, instance)


def _one_of(takers: tuple[Taker, ...], hint: Any) -> Taker:
    def take(result: Any) -> Any:
        closest_word, converted = "", []
        for part_taker in takers:
            try:
                value = part_taker(result)
            except _Wrong as wrong:
                closest_word = closest_word or wrong.nearest
            else:
                if value is result:
                    return result
                converted.append(value)
        if converted:
            return converted[0]
        raise _Wrong(hint, result, closest_word)

    return take


def _tuple_of_values(element: Taker, hint: Any, argument: Any) -> tuple[Any, ...]:
    """Convert a list or a single value to a tuple; a tuple stays as it is. element: checker of one element; hint:
    annotation; argument: the given value."""
    if isinstance(argument, tuple):
        return (
            argument if all(element(element_) is element_ for element_ in argument) else tuple(map(element, argument))
        )
    if isinstance(argument, str) or not isinstance(argument, Iterable):
        return (element(argument),)
    if isinstance(argument, Mapping | bytes):
        raise _Wrong(hint, argument)
    converted = tuple(map(element, argument))
    if not isinstance(argument, Set):
        return converted
    try:
        return tuple(sorted(converted))  # it has no order of its own
    except TypeError:
        raise _Wrong(hint, argument) from None


def _tuple_of(hint: Any) -> Taker:
    argument_types = get_args(hint)
    if len(argument_types) == 2 and argument_types[1] is Ellipsis:
        return functools.partial(_tuple_of_values, taker(argument_types[0]), hint)
    elements = tuple(taker(element_type) for element_type in argument_types)

    def take(argument: Any) -> Any:
        if isinstance(argument, str | Mapping | Set | bytes) or not isinstance(argument, Iterable):
            raise _Wrong(hint, argument)
        given_elements = tuple(argument)
        if len(given_elements) != len(elements):
            raise _Wrong(hint, argument)
        converted = tuple(
            element(given_element) for element, given_element in zip(elements, given_elements, strict=True)
        )
        same = isinstance(argument, tuple) and all(
            new_argument is other for new_argument, other in zip(converted, argument, strict=True)
        )
        return argument if same else converted

    return take


def _words_of(hint: Any) -> Sentence | str:
    """Describe in words which values an annotation accepts."""
    from ckmcore.messages import sentence

    plain = {str: "argument_text", bool: "argument_bool", int: "argument_int", float: "argument_float"}.get(hint)
    if plain is not None:
        return sentence(plain)
    if hint is Number:
        return sentence("argument_number")
    origin = get_origin(hint)
    if origin is Literal:
        return ", ".join(repr(word.name if isinstance(word, Enum) else word) for word in get_args(hint))
    if origin in (Union, types.UnionType):
        words = [_words_of(argument_type) for argument_type in get_args(hint)]
        return functools.reduce(lambda first_word, other: sentence("argument_or", one=first_word, other=other), words)
    argument_types = get_args(hint)
    if origin is tuple and argument_types[-1] is not Ellipsis:
        return sentence("argument_tuple", count=len(argument_types))
    if origin in (tuple, collections.abc.Sequence, collections.abc.Iterable, list):
        return sentence("argument_several", of=_words_of(argument_types[0]))
    if hint is type(None):
        return "None"
    if hint is os.PathLike or origin is os.PathLike:
        return sentence("argument_path")
    return getattr(origin or hint, "__name__", str(hint))
