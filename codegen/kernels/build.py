"""Assumptions of a library's C on its build, stated once: every file made with it refuses another build.

What the compiler knows, the preprocessor checks (``BuildRule``); what only a linked library of another vendor can tell,
``<name>_init`` asks it (``LinkCheck``).
"""

from __future__ import annotations

from edgec.converter.graph.frozen import dataclass


@dataclass(frozen=True)
class BuildRule:
    """A wrong build: ``refused`` is what the preprocessor finds true in it.

    ``fact`` says what is wrong, ``remedy`` which options mend it: the two halves of a sentence.  ``allow`` is the macro
    with which the user asks for portable C in the place of the kernels, with the same bytes.  ``kconfig`` is what must
    hold in Zephyr's configuration ("": nothing that is configured there).
    """

    refused: str
    fact: str
    remedy: str
    allow: str = ""
    kconfig: str = ""

    @property
    def condition(self) -> str:
        """Condition of the preprocessor under which a file does not compile."""
        return f"{self.refused} && !defined({self.allow})" if self.allow else self.refused

    @property
    def sentence(self) -> str:
        """The compiler's error, behind the name of the file."""
        otherwise = f", or define {self.allow} for portable C, slower and with the same bytes" if self.allow else ""
        return f"{self.fact}: {self.remedy}{otherwise}"


@dataclass(frozen=True)
class LinkCheck:
    """A C function, ``uint32_t symbol(arguments)`` of a header, that gives 0 when the linked library is as planned."""

    header: str
    symbol: str
    arguments: str = ""


LITTLE_ENDIAN = BuildRule(
    "defined(__ARM_BIG_ENDIAN) || (defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__)",
    "needs a little-endian processor",
    "compile it without -mbig-endian",
)

EXACT_FLOATS = BuildRule(
    "defined(__FAST_MATH__) || defined(__RECIPROCAL_MATH__) || defined(__ASSOCIATIVE_MATH__) || "
    "(defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)",
    "computes in floats that must be rounded as written",
    "compile it without -ffast-math, -Ofast, -ffinite-math-only and -funsafe-math-optimizations",
)
"""A rule of files that compute in floats: the options change the order of sums, divisions, NaN and infinities."""

DSP = BuildRule(
    "defined(__GNUC__) && defined(__arm__) && !defined(__ARM_FEATURE_DSP) && !defined(EDGEC_PORTABLE)",
    "has kernels for the DSP extension, which this build is without",
    "name the processor (-mcpu=cortex-m4, -mcpu=cortex-m33 without +nodsp; Zephyr: CONFIG_ARMV8_M_DSP)",
    "EDGEC_ALLOW_NO_DSP",
    "CPU_CORTEX_M4 || CPU_CORTEX_M7 || ARMV8_M_DSP",
)
UNALIGNED = BuildRule(
    "defined(__GNUC__) && !defined(__clang__) && defined(__ARM_FEATURE_DSP) && !defined(__ARM_FEATURE_UNALIGNED)",
    "has kernels that read words at any address, which this build forbids",
    "compile it without -mno-unaligned-access",
    "EDGEC_PORTABLE",
)
"""Clang 14 says the same of any build without -munaligned-access."""

HELIUM = BuildRule(
    "!defined(__ARM_FEATURE_MVE) || !(__ARM_FEATURE_MVE & 1)",
    "has kernels for Helium, which this build is without",
    "name the processor (-mcpu=cortex-m55 with -mfloat-abi=hard or softfp, without +nomve; Zephyr: CONFIG_FPU=y), or "
    "convert for cortex-m33",
    kconfig="FPU && ARMV8_1_M_MVEI",
)
HELIUM_FLOATS = BuildRule(
    "!defined(__ARM_FEATURE_MVE) || !(__ARM_FEATURE_MVE & 2)",
    "has kernels for Helium with floats, which this build is without",
    "name the processor (-mcpu=cortex-m55 with -mfloat-abi=hard or softfp, without +nomve and +nomve.fp; Zephyr: "
    "CONFIG_FPU=y), or convert for cortex-m33",
    kconfig="FPU && ARMV8_1_M_MVEF",
)
AARCH64 = BuildRule(
    "!defined(__aarch64__) || !defined(__ARM_NEON)",
    "has kernels for AArch64 with Advanced SIMD, which this build is without",
    "compile it for AArch64, without -mgeneral-regs-only and +nosimd",
)
ARMV7_NEON = BuildRule(
    "defined(__aarch64__) || !defined(__ARM_NEON)",
    "has kernels for Armv7-A with NEON, which this build is without",
    "compile it with -mfpu=neon-vfpv4 (or neon) and -mfloat-abi=hard or softfp",
)
DOT_PRODUCTS = BuildRule(
    "!defined(__ARM_FEATURE_DOTPROD)",
    "has kernels for the dot products of Armv8.2-A, which this build is without",
    "compile it with -mcpu=cortex-a76 or -march=armv8.2-a+dotprod, or convert for cortex-a53",
)
INT8_MATRICES = BuildRule(
    "!defined(__ARM_FEATURE_MATMUL_INT8)",
    "has kernels for products of int8 matrices, which this build is without",
    "compile it with -march=armv8.2-a+i8mm, or convert for a target without them",
)
