"""Three small libraries that Debian's Wine 8 leaves out, made by Debian's cross compiler for `python dev.py windows`.

ucrtbase.dll of Wine has no functions of complex numbers (numpy and scipy ask for them): a library of that name brings
them and hands all others on to Wine's. icuuc.dll (old encodings, asked for by Qt) and bcryptprimitives.dll (random
bytes, asked for by Rust) are missing whole. None of them is shipped.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

COMPILER, DUMP = "x86_64-w64-mingw32-gcc", "x86_64-w64-mingw32-objdump"
WINES = Path("/usr/lib/x86_64-linux-gnu/wine/x86_64-windows/ucrtbase.dll")
FORWARDED = "ckmwine"  # Wine's own ucrtbase under another name
BUILTIN = b"Wine builtin DLL"  # by this mark Wine takes its own library in the place of a file

OF_ONE = ("catan", "ccos", "ccosh", "cexp", "clog", "csin", "csinh", "csqrt", "ctan", "ctanh")
# In Microsoft's ABI a complex number is a structure of two; long double is double.
WIDTHS = {"": "double", "f": "float", "l": "double"}
START = """#include <complex.h>
#include <math.h>
typedef struct { double re, im; } pair_double;
typedef struct { float re, im; } pair_float;
static double _Complex from_double(pair_double a) { double _Complex z; __real__ z = a.re; __imag__ z = a.im; return z; }
static float _Complex from_float(pair_float a) { float _Complex z; __real__ z = a.re; __imag__ z = a.im; return z; }
static pair_double to_double(double _Complex z) { pair_double a = { __real__ z, __imag__ z }; return a; }
static pair_float to_float(float _Complex z) { pair_float a = { __real__ z, __imag__ z }; return a; }
pair_float ckm__FCbuild(float re, float im) { pair_float a = { re, im }; return a; }
void ckm__invoke_watson(void) { __builtin_trap(); }
"""
ICU = {  # what Qt 6 asks for; there are no old encodings: U_FILE_ACCESS_ERROR is 4
    "void *ucnv_open(const char *name, int *fault)": "(void)name; if (fault) *fault = 4; return 0;",
    "const char *ucnv_getName(void *one, int *fault)": "(void)one; if (fault) *fault = 4; return 0;",
    "const char *ucnv_getStandardName(void *one, void *two, int *fault)": "(void)one, (void)two; *fault = 4; return 0;",
    "const char *ucnv_getAvailableName(int place)": "(void)place; return 0;",
    "int ucnv_countAvailable(void)": "return 0;",
    "signed char ucnv_getMaxCharSize(void *one)": "(void)one; return 1;",
    "int ucnv_toUCountPending(void *one, int *fault)": "(void)one; (void)fault; return 0;",
    "int ucnv_fromUCountPending(void *one, int *fault)": "(void)one; (void)fault; return 0;",
    **{
        f"void {name}(void)": ""
        for name in (
            "ucnv_close", "ucnv_reset", "ucnv_toUnicode", "ucnv_fromUnicode", "ucnv_getToUCallBack",
            "ucnv_getFromUCallBack", "ucnv_setToUCallBack", "ucnv_setFromUCallBack", "ucnv_cbToUWriteUChars",
            "ucnv_cbFromUWriteUChars", "UCNV_FROM_U_CALLBACK_SUBSTITUTE", "UCNV_TO_U_CALLBACK_SUBSTITUTE",
        )
    },
}  # fmt: skip
RANDOM = """__declspec(dllimport) unsigned char SystemFunction036(void *, unsigned long);
__declspec(dllexport) int ProcessPrng(void *to, unsigned long long count)
{ return SystemFunction036(to, (unsigned long)count); }
"""


def complex_functions() -> str:
    """The source of the functions of complex numbers, each under its name behind `ckm_`."""
    lines = [START]
    for end, width in WIDTHS.items():
        called = "f" if width == "float" else ""
        pair, make, take = f"pair_{width}", f"to_{width}", f"from_{width}"
        lines += [
            f"{pair} ckm_{name}{end}({pair} a) {{ return {make}({name}{called}({take}(a))); }}" for name in OF_ONE
        ]
        lines += [
            f"{pair} ckm_cpow{end}({pair} a, {pair} b) {{ return {make}(cpow{called}({take}(a), {take}(b))); }}",
            f"{width} ckm_cabs{end}({pair} a) {{ return hypot{called}(a.re, a.im); }}",
            f"{width} ckm_carg{end}({pair} a) {{ return atan2{called}(a.im, a.re); }}",
            f"{width} ckm_creal{end}({pair} a) {{ return a.re; }}",
            f"{width} ckm_cimag{end}({pair} a) {{ return a.im; }}",
        ]
    return "\n".join(lines) + "\n"


def exported(library: Path) -> list[str]:
    """The names that a library of Windows exports."""
    said = subprocess.run([DUMP, "-p", str(library)], capture_output=True, text=True, check=True).stdout
    table = said.partition("[Ordinal/Name Pointer] Table")[2].partition("\n\n")[0]
    return re.findall(r"^\s*\[\s*\d+\].*?\s(\S+)$", table, re.MULTILINE)


def make(folder: Path) -> list[Path]:
    """Make the libraries in a folder; returns their files. Raises OSError, subprocess.CalledProcessError."""
    folder.mkdir(parents=True, exist_ok=True)
    source = complex_functions()
    own = set(re.findall(r" ckm_(\w+)\(", source))
    content = WINES.read_bytes()
    (folder / f"{FORWARDED}.dll").write_bytes(content.replace(BUILTIN, b"Wine's, renamed!", 1))
    names = [f'  "{name}" = ' + (f"ckm_{name}" if name in own else f'"{FORWARDED}.{name}"') for name in exported(WINES)]
    (folder / "ucrtbase.def").write_text("LIBRARY ucrtbase.dll\nEXPORTS\n" + "\n".join(names) + "\n", encoding="ascii")
    icu = "\n".join(f"__declspec(dllexport) {head} {{ {body} }}" for head, body in ICU.items()) + "\n"
    for name, text in (("ucrtbase", source), ("icuuc", icu), ("bcryptprimitives", RANDOM)):
        (folder / f"{name}.c").write_text(text, encoding="ascii")
    compile_, last = (
        [COMPILER, "-O2", "-shared", "-Wl,-e,0"],
        {
            "ucrtbase": [
                "-nostartfiles",
                "-static-libgcc",
                "ucrtbase.c",
                "ucrtbase.def",
                "-lmingwex",
                "-lmsvcrt",
                "-lkernel32",
            ],
            "icuuc": ["-nostdlib", "icuuc.c"],
            "bcryptprimitives": ["-nostdlib", "bcryptprimitives.c", "-ladvapi32"],
        },
    )
    for name, words in last.items():
        subprocess.run([*compile_, "-o", f"{name}.dll", *words], cwd=folder, check=True)
    return [folder / f"{name}.dll" for name in (FORWARDED, *last)]
