"""Compiled loops kept as machine code: loaded by LLVM alone, in a tenth of the time that the compiler takes to begin.

numba compiles each loop without Python around it, to an object file that needs nothing else. The objects of all loops
are one file of the user's cache. A call gives a loop the arrays as numba would: address, length, strides.
"""

from __future__ import annotations

import ctypes
import hashlib
import sys
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from types import CodeType
from typing import Any

import msgspec
import numpy as np

from ckmcore.base.files import write_whole
from ckmcore.base.reading import read_file
from ckmcore.base.typed import decoded

_OK, _NONE = 0, -2  # what a loop of numba returns that ended, or has nothing to return
_FORM = b"2"


class _Argument(msgspec.Struct, frozen=True):
    """Argument of a loop. kind: numpy's name of its type; dimensions: of an array, 0 for a number; times: how many
    arrays come as a tuple, 0 for one by itself; written: whether the loop writes into it."""

    kind: str
    dimensions: int
    times: int
    written: bool


class _Variant(msgspec.Struct, frozen=True):
    """A loop for one choice of types. loop: its name; symbol: name of its machine code; size: of its object, bytes;
    counts: whether it returns a number."""

    loop: str
    symbol: str
    size: int
    counts: bool
    arguments: tuple[_Argument, ...]


class _Head(msgspec.Struct, frozen=True):
    """First line of a file. sha256: of the machine code that follows."""

    sha256: str
    variants: tuple[_Variant, ...]


Loop = Callable[..., Any]
Signatures = Callable[[], Mapping[str, Sequence[Any]]]
"""Types of numba for which each loop is compiled, by its name."""


def supported() -> bool:
    """Whether machine code is loaded here; where it was not tried the compiler loads its loops itself."""
    return sys.platform == "linux" and sys.maxsize > 2**32


def load(loops: Mapping[str, Loop], signatures: Signatures, folder: Path | None) -> dict[str, Loop]:
    """The compiled loops by their names: from the cache, else compiled and kept there. folder: of the cache, which only
    the user can write to; None: nothing is kept."""
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    place = None if folder is None else folder / f"{_digest(loops, signatures, llvm)}.loops"
    kept = _read(place)
    if kept is None:
        kept = _compiled(loops, signatures())
        if place is not None:
            variants, objects = kept
            machine_code = b"".join(objects)
            head = msgspec.json.encode(_Head(_sum_of(machine_code), tuple(variants)))
            content = head + b"\n" + machine_code

            def write(target: Path) -> None:
                target.write_bytes(content)

            write_whole(place, write, private=True)
    return _linked(*kept, llvm)


def _sum_of(machine_code: bytes) -> str:
    return hashlib.sha256(machine_code).hexdigest()


def _digest(loops: Mapping[str, Loop], signatures: Signatures, llvm: Any) -> str:
    """Mark of the loops, of the compiler and of the processor."""
    import llvmlite

    # A version of numba needs one of llvmlite.
    versions = f"{llvmlite.__version__} {np.__version__} {sys.version}"
    features = llvm.get_host_cpu_features().flatten()
    digest = hashlib.sha256(_FORM + f"{versions} {llvm.get_host_cpu_name()} {features}".encode())
    for function in (*loops.values(), signatures):
        digest.update(_content(function.__code__).encode())
    return digest.hexdigest()[:32]


def _content(code: CodeType) -> str:
    """What a function does, as a text that is the same in every process."""
    constants = [
        _content(constant) if isinstance(constant, CodeType) else repr(constant) for constant in code.co_consts
    ]
    return repr((code.co_name, code.co_code, constants, code.co_names, code.co_varnames))


def _read(place: Path | None) -> tuple[Sequence[_Variant], list[bytes]] | None:
    """What the cache has; None where that is nothing, or not what was written."""
    try:
        line, _, content = (b"" if place is None else read_file(place)).partition(b"\n")
    except OSError:
        return None
    try:
        head = decoded(line, _Head)
    except msgspec.DecodeError:
        return None
    if head.sha256 != _sum_of(content):
        return None
    ends = np.cumsum([0, *(variant.size for variant in head.variants)]).tolist()
    return head.variants, [content[begin:end] for begin, end in pairwise(ends)]


def _compiled(
    loops: Mapping[str, Loop], signatures: Mapping[str, Sequence[Any]]
) -> tuple[Sequence[_Variant], list[bytes]]:
    """Machine code of the loops for all their types."""
    from numba import types
    from numba.core import compiler, registry

    flags = compiler.Flags()
    flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
    flags.nrt, flags.error_model, flags.enable_looplift = False, "numpy", False
    target = registry.cpu_target
    variants, objects = list[_Variant](), list[bytes]()
    for name, chosen in signatures.items():
        for signature in chosen:
            made = compiler.compile_extra(
                target.typing_context, target.target_context, loops[name], signature.args, signature.return_type,
                flags, {},
            )  # fmt: skip
            code = bytes(made.library._get_compiled_object())
            arguments = tuple(map(_argument, signature.args))
            counts = signature.return_type != types.void
            variants.append(_Variant(name, made.fndesc.llvm_func_name, len(code), counts, arguments))
            objects.append(code)
    return variants, objects


def _argument(kind: Any) -> _Argument:
    from numba import types

    times = len(kind) if isinstance(kind, types.UniTuple) else 0
    kind = kind.dtype if times else kind
    if isinstance(kind, types.Array):
        return _Argument(str(kind.dtype), kind.ndim, times, kind.mutable)
    return _Argument(str(kind), 0, times, written=False)


def _linked(variants: Sequence[_Variant], objects: Sequence[bytes], llvm: Any) -> dict[str, Loop]:
    """The loops as functions of arrays and numbers."""
    compiler, builder = llvm.create_lljit_compiler(), llvm.JITLibraryBuilder()
    for variant, code in zip(variants, objects, strict=True):
        builder.add_object_img(code).export_symbol(variant.symbol)
    library = builder.link(compiler, "ckmcore")
    by_loop: dict[str, dict[tuple[str, ...], Loop]] = {}
    for variant in variants:
        kinds = tuple(argument.kind for argument in variant.arguments if argument.dimensions)
        by_loop.setdefault(variant.loop, {})[kinds] = _function(variant, library[variant.symbol])
    return {name: _dispatched(name, functions, (compiler, library)) for name, functions in by_loop.items()}


_NUMBERS = {
    "uint32": ctypes.c_uint32, "uint64": ctypes.c_uint64, "int64": ctypes.c_int64, "float64": ctypes.c_double,
}  # fmt: skip


def _function(variant: _Variant, address: int) -> Loop:
    """A loop at an address, which takes its arguments flat."""
    types: list[Any] = [ctypes.c_void_p, ctypes.c_void_p]
    for argument in variant.arguments:
        if not argument.dimensions:
            types.append(_NUMBERS[argument.kind])
            continue
        of_array = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p]
        types += (of_array + [ctypes.c_int64] * (2 * argument.dimensions)) * max(1, argument.times)
    run = ctypes.CFUNCTYPE(ctypes.c_int32, *types)(address)

    def call(given: tuple[Any, ...]) -> int | None:
        number, fault = ctypes.c_int64(), ctypes.c_void_p()
        flat: list[Any] = [ctypes.addressof(number), ctypes.addressof(fault)]
        for argument, value in zip(variant.arguments, given, strict=True):
            if not argument.dimensions:
                flat.append(float(value) if argument.kind == "float64" else int(value))
                continue
            for array in value if argument.times else (value,):
                flags = array.flags
                if array.ndim != argument.dimensions or not flags.c_contiguous or (argument.written > flags.writeable):
                    raise TypeError(f"{variant.loop}: {array.ndim} dimensions, {flags}")
                address = array.__array_interface__["data"][0]
                flat += (None, None, array.size, array.itemsize, address, *array.shape, *array.strides)
        status = run(*flat)
        if status not in (_OK, _NONE):
            raise RuntimeError(f"{variant.loop}: {status}")
        return number.value if variant.counts else None

    return call


def _dispatched(name: str, functions: Mapping[tuple[str, ...], Loop], memory: object) -> Loop:
    """A loop that chooses by the types of its arrays. memory: of the machine code, which lives as long as the loop."""

    def loop(*given: Any) -> Any:
        kinds = list[str]()
        for value in given:
            if isinstance(value, np.ndarray):
                kinds.append(value.dtype.name)
            elif isinstance(value, tuple):
                kinds.append(value[0].dtype.name)
        function = functions.get(tuple(kinds))
        if function is None:
            raise TypeError(f"{name}: {', '.join(kinds)}")
        return function(given)

    loop.__name__ = name
    loop.__dict__["memory"] = memory
    return loop


def agree(own: Any, twin: Any) -> bool:
    """Whether two kernels (`kernel.Kernel`) count alike, by one call of each kind of argument. With another numba than
    this module was written for, figures could otherwise be wrong without an error."""
    draw = np.random.default_rng(1)
    index, cells, keys = (draw.integers(0, 8, 200).astype(np.uint32) for _ in range(3))
    codes = [draw.integers(0, 2, 200).astype(kind) for kind in (np.uint8, np.uint16, np.uint8)]
    numbers = np.sort(draw.integers(0, 1 << 20, 200).astype(np.uint64))
    rising = [np.unique(draw.integers(0, 99, 30).astype(np.uint64)) for _ in range(2)]

    def results(kernel: Any) -> list[Any]:
        made = [index.copy(), np.zeros((8, 2), np.uint64), np.zeros(8), np.zeros(8, np.uint64)]
        kernel.add(made[0], cells, 3)
        kernel.scatter(index, keys, made[1])
        kernel.scatter_values(index, keys / 7, made[2])
        kernel.tally(*codes, 2, 2, keys, made[3], 32, np.zeros(1 << 16, np.uint32))
        folded, counts, sums = numbers.copy(), np.zeros(200, np.uint64), np.zeros(200, np.uint64)
        count = kernel.fold(folded, 6, 101, counts, sums)
        made += [folded[:count], counts[:count], sums[:count]]
        merged = [np.zeros(60, np.uint64) for _ in range(3)]
        pairs = [(array * np.uint64(2), array % np.uint64(97)) for array in rising]
        count = kernel.merge(*rising, *pairs, 97, merged[0], (merged[1], merged[2]))
        return [*made, *(array[:count] for array in merged)]

    pairs = zip(results(own), results(twin), strict=True)
    return all(
        np.array_equal(array, other) if array.dtype.kind != "f" else np.allclose(array, other) for array, other in pairs
    )
