"""Stack of C library and compiler support functions on a core: the files in ``targets/stacks``.

    python benchmarks/library_stack.py cortex-m3 [--check]
    python benchmarks/library_stack.py cortex-m33 --write newlib-cortex-m33 [--inherit newlib-cortex-m3]

All functions that generated code may call are linked and disassembled.  A function's frame is the sum of all by which
its instructions lower the stack pointer; the deepest chain of calls below it is added, branches to other functions are
taken as calls.  The result is an upper bound, rounded up to a multiple of 16 (at least 16).  A function that calls
through a register, calls itself or has a frame of variable size is left out.  On AVR, where a call pushes the address
to return to, that is part of a function's frame, as GCC counts it, and nothing is rounded.  ``--check`` compares with
what the core's file states.  ``--write`` writes a file that ``library_stack`` of a core's file can name; with
``--inherit`` it holds what differs from another one.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

REPO = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(REPO))
from edgec.targets.machine.toolchain import find_compiler  # noqa: E402
from edgec.targets.reader import Target, load_target  # noqa: E402
from edgec.targets.shipped import library_stack  # noqa: E402

_MATH = """
exp log log2 log1p expm1 exp2 pow sqrt tanh sinh cosh sin cos tan asin acos atan atan2 asinh acosh atanh erf erfc floor
ceil round rint nearbyint trunc lround lrint fmod remainder fabs fmax fmin fma ldexp frexp
"""
_MEMORY = ("memcpy", "memmove", "memset", "memcmp")
_BITS = r"__(clz|ctz|popcount|bswap)[sd]i2"
_SUPPORT = {  # what GCC calls: by the Arm run-time ABI, or by its own names
    "arm": re.compile(rf"__aeabi_(?!unwind|uread|uwrite|read_tp|c?[ld]?idiv0)\w+|__gnu_thumb1_case\w+|{_BITS}"),
    "riscv": re.compile(
        r"__((add|sub|mul|u?div|neg|u?mod|u?divmod|ashl|ashr|lshr|u?cmp)[sd][if][234]?"
        r"|(eq|ne|lt|le|gt|ge|unord)[sd]f2|fix(uns)?[sd]f[sd]i|float(un)?[sd]i[sd]f|extendsfdf2|truncdfsf2)"
        rf"|{_BITS}"
    ),
    "avr": re.compile(
        r"__xload_[124]|__(u|us)?mul([uos]?h|s)?i?(si|di|sidi)3|__(add|sub|ashl|ashr|lshr)di3(_s8)?|__u?divmod[hs]i4"
        r"|__cmpdi2(_s8)?|__negdi2"
    ),
}
_SCRIPT = "ENTRY(memcpy)\nSECTIONS { . = 0x10000; .text : { *(.text .text.*) } .rest : { *(*) } }\n"
_FUNCTION = re.compile(r"^([0-9a-f]+) <([^>]+)>:$")
_LINE = re.compile(r"^\s*([0-9a-f]+):\t[0-9a-f ]+\t(\S+)(?:\t([^;@]*))?")
_TARGET = re.compile(r"([0-9a-f]+) <([^>+]+)(?:\+0x[0-9a-f]+)?>")
_ENDS = re.compile(r"(b|b\.n|b\.w|bx|reti?|j|jr|r?jmp)$")


@dataclass
class Function:
    """Bytes by which a function lowers the stack pointer, whom it goes to, and why there is no bound ("": there is)."""

    frame: int = 0
    callees: set[str] = field(default_factory=set)
    why: str = ""
    last: str = ""


def lowered(mnemonic: str, operands: str) -> int | None:
    """Bytes by which an instruction lowers the stack pointer; None: as many as a register says."""
    name = mnemonic.split(".")[0]
    if name == "push" and "{" not in operands:
        return 1
    if name == "out" and operands.startswith("0x3d"):  # AVR: the stack pointer is set
        return None
    if name in ("push", "vpush") or (name.startswith(("stmdb", "vstmdb")) and operands.startswith("sp!")):
        each = 8 if re.search(r"\{d", operands) else 4
        return each * _registers(operands[operands.index("{") + 1 : operands.index("}")])
    if name.startswith("sub") and re.match(r"sp, (sp, )?", operands):
        amount = re.search(r"#(\d+)", operands)
        return int(amount[1]) if amount else None
    if name.startswith("str") and "[sp, #-" in operands and operands.rstrip().endswith("!"):
        return int(operands.partition("[sp, #-")[2].split("]")[0])
    if name in ("add", "addi") and operands.startswith("sp,sp,-"):
        return int(operands.removeprefix("sp,sp,-"))
    return None if name == "sub" and operands.startswith("sp,") else 0


def _registers(text: str) -> int:
    total = 0
    for part in text.split(","):
        low, dash, high = part.strip().partition("-")
        total += int(high[1:]) - int(low[1:]) + 1 if dash else 1
    return total


def read(disassembly: str) -> dict[str, Function]:
    """Every function of a linked program."""
    found: dict[str, Function] = {}
    name, before = "", ""
    for line in disassembly.splitlines():
        start = _FUNCTION.match(line)
        if start:
            if name and not _ENDS.match(found[name].last) and "pc" not in found[name].last:
                found[name].callees.add(start[2])  # goes on in the next one
            name = start[2]
            found.setdefault(name, Function())
            continue
        match = _LINE.match(line)
        if not match or not name:
            continue
        mnemonic, operands = match[2], (match[3] or "").strip()
        one = found[name]
        if mnemonic.startswith(".") or mnemonic in ("nop", "nop.w", "unimp", "udf"):
            continue  # constants and fillers
        one.last = mnemonic if "pc" not in operands or mnemonic.startswith(("ldr", "str", "add")) else f"{mnemonic} pc"
        bytes_ = lowered(mnemonic, operands)
        if bytes_ is None:
            one.why = "a frame of variable size"
        one.frame += bytes_ or 0
        target = _TARGET.search(line)
        if target and target[2] != name and re.match(r"(b(?!r)|j|cb|r?call|rjmp)", mnemonic):
            one.callees.add(target[2])
        elif mnemonic in ("blx", "jalr", "icall", "eicall", "ijmp", "eijmp") and not target:
            one.why = f"a call through a register ({before})"
        before = f"{mnemonic} {operands}"
    return found


def worst(functions: dict[str, Function], name: str, above: tuple[str, ...] = ()) -> int | None:
    """The deepest stack of a function; None: no bound is known."""
    one = functions.get(name)
    if one is None or one.why or name in above:
        return None
    own = one.frame + sum(functions[c].frame for c in one.callees if c.startswith("__riscv_save"))
    deepest = 0
    for callee in one.callees:
        below = 0 if callee.startswith("__riscv_") else worst(functions, callee, (*above, name))
        if below is None:
            return None
        deepest = max(deepest, below)
    return own + deepest


def measure(target: Target) -> dict[str, int]:
    """Bytes of each function that has a bound, rounded up."""
    compiler, flags = find_compiler(target), target.toolchain.flags
    libgcc = _output([compiler, *flags, "-print-libgcc-file-name"])
    support = _SUPPORT[_output([compiler, "-dumpmachine"]).partition("-")[0].rstrip("0123456789")]
    names = [n for n in dict.fromkeys(_output(["nm", "--defined-only", "-j", libgcc]).split()) if support.fullmatch(n)]
    avr = support is _SUPPORT["avr"]
    wanted = [*_MEMORY, *(() if avr else (f"{m}f" for m in _MATH.split())), *names]
    with tempfile.TemporaryDirectory(prefix="edgec-") as temp:
        program, script = Path(temp) / "all.elf", Path(temp) / "all.ld"
        script.write_text(_SCRIPT, encoding="ascii")
        roots = [f"-Wl,--undefined={n}" for n in wanted]
        loose = ["-nostartfiles", "-Wl,--unresolved-symbols=ignore-all", "-Wl,--no-gc-sections", "-T", str(script)]
        scripts = [f for f in target.toolchain.link_flags if not f.startswith("-Wl,--gc")]
        _output([compiler, *flags, *scripts, *loose, *roots, "-o", str(program), *target.toolchain.libraries])
        objdump = _output([compiler, "-print-prog-name=objdump"])
        functions = read(_output([objdump, "-d", str(program)]))
        for one in functions.values():
            one.frame += _return_bytes(target) if avr else 0
        symbols = [line.split() for line in _output(["nm", str(program)]).splitlines() if line[9:10] in ("T", "W")]
    names_at: dict[int, list[str]] = {}  # objdump says one of them
    for address, _, name in symbols:
        names_at.setdefault(int(address, 16) & ~1, []).append(name)
    listed = {n: s for every in names_at.values() for n in every for s in every if s in functions}
    found = {n: worst(functions, listed.get(n, n)) for n in wanted}
    rounded = 1 if avr else 16
    return {n: max(rounded, -(-size // rounded) * rounded) for n, size in found.items() if size is not None}


def _return_bytes(target: Target) -> int:
    """Bytes of an address to return to, on AVR."""
    macros = _output([find_compiler(target), *target.toolchain.flags, "-dM", "-E", "-xc", "/dev/null"])
    return 3 if "__AVR_3_BYTE_PC__" in macros else 2


def _output(command: list[str]) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{command[0]}: {done.stderr.strip()[-400:]}")
    return done.stdout.strip()


def toml(found: dict[str, int], target: str, base: str = "") -> str:
    """The file of a core's C library: what differs from ``base``, a file of another core."""
    known = library_stack(base) if base else {}
    lines = [f"# Stack of functions of the C library and libgcc on {target}, their callees included, in bytes."]
    lines += [f"# Written by benchmarks/library_stack.py {target}, which reads the disassembly."]
    lines += [f'inherits = "{base}"', ""] if base else [""]
    return "\n".join([*lines, "[bytes]", *(f"{n} = {size}" for n, size in found.items() if known.get(n) != size), ""])


def main() -> None:
    """Write the file, or compare with what is written."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("target")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--write", metavar="NAME")
    parser.add_argument("--inherit", metavar="NAME", default="")
    options = parser.parse_args()
    target = load_target(options.target)
    found = measure(target)
    if options.check:
        known = {s.name: s.bytes for s in target.toolchain.library_stack}
        for name in found:
            if known.get(name) != found[name]:
                print(f"{name}: {known.get(name)} in the file, {found[name]} found")
    text = toml(found, options.target, options.inherit)
    if options.write:
        (REPO / "targets" / "stacks" / f"{options.write}.toml").write_text(text, encoding="utf-8")
    elif not options.check:
        print(text, end="")


if __name__ == "__main__":
    main()
