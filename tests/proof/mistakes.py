"""The mistakes that are put into generated folders, and the table of them for docs/proof.md."""

from __future__ import annotations

from tests.conftest import REPO
from tests.proof.seeds import CHECKS, COMPILER, FORMS, HEADER, M0, M3, M4, M55, OUTSIDE, RV32, VERIFY, Seed

PAGE = REPO / "docs" / "proof.md"
BEGIN, END = "<!-- mistakes: make written -->\n", "<!-- end of mistakes -->\n"
_C, _H, _W, _K = "m.c", "m.h", "m_weights.c", "edgec_kernels/"


def _code(what: str, old: str, new: str, net: str = "convs", by: str = FORMS, why: str = "") -> Seed:
    """A change of the graph's own C, for a Cortex-M4."""
    return Seed(what, net, M4, _C, old, new, by, why)


def _before(layer: int, statement: str) -> tuple[str, str]:
    return rf"( +EDGEC_LAYER_BEGIN\({layer}\);)", rf"\1 {statement}"


def _after(layer: int, statement: str) -> tuple[str, str]:
    return rf"( +EDGEC_LAYER_END\({layer}\);)", rf"\1 {statement}"


VALUES = (
    _code(
        "a value of 256 is another before the sum",
        *_before(3, "{ int8_t *q = M_AT(B_5); if (q[5] == 113) { q[5] = 112; } }"),
    ),
    _code(
        "a value saturates early before the sum",
        *_before(3, "{ int8_t *q = M_AT(B_5); q[8] = (int8_t)(q[8] > 125 ? 125 : q[8]); }"),
    ),
    _code(
        "a value is another between two layers",
        *_after(1, "{ int8_t *q = M_AT(A_2); if (q[174] == -127) { q[174] = -128; } }"),
    ),
    _code(
        "an output is another behind the last layer",
        r"(    return M_OK;\n}\s*)$",
        r"    if (out0[27] == 127) { out0[27] = 126; }\n\1",
    ),
    _code(
        "two equal values of a row change places",
        *_after(6, "{ const int8_t v = out0[0]; out0[0] = out0[1]; out0[1] = v; }"),
    ),
    _code(
        "a value depends on what an earlier run left",
        *_before(1, "if (arena[0] == 9u) { int8_t *q = M_AT(A); q[0] = 0; }"),
    ),
    _code("a layer runs only once", *_before(1, "{ static int runs; if (++runs > 1) { return M_OK; } }")),
    _code("a run changes its input", *_after(0, "((int8_t *)(uintptr_t)in0)[3] = 0;")),
    _code("a byte behind the arena is written", *_after(2, "arena[M_ARENA_SIZE] = 0u;")),
    _code("a byte before the arena is written", *_after(2, "arena[-1] = 0u;")),
)
PLACES = (
    _code("a tensor lies four bytes too low, in the one before it", r"M_OFFSET_B_5 = 624", "M_OFFSET_B_5 = 620"),
    _code("scratch overlaps the beginning of its input", r"M_OFFSET_SCRATCH_1 = 0", "M_OFFSET_SCRATCH_1 = 16"),
    _code("scratch lies over all of its input", r"M_OFFSET_SCRATCH_1 = 0", "M_OFFSET_SCRATCH_1 = 196"),
    _code(
        "the last tensor's end lies outside of the arena", r"M_OFFSET_B_5 = 624", "M_OFFSET_B_5 = M_ARENA_SIZE - 174"
    ),
    _code("a layer reads the operand of another", r"m_add_4\(M_AT\(C_8\), M_AT\(A_2\)", "m_add_4(M_AT(C_8), M_AT(C_8)"),
    _code("a layer has another one's weights", r"M_AT\(B_5\), m_w_3_weights", "M_AT(B_5), m_w_2_weights"),
)
PARAMETERS = (
    _code("padding on one side is missing", r"\.geo\.pad_left = 1", ".geo.pad_left = 0"),
    _code("the padding's zero point is one less", r"\.in_zero = 15", ".in_zero = 14"),
    _code("depthwise: the padding's zero point is one more", r"\.in_zero = -128", ".in_zero = -127"),
    _code("an output's zero point is one more", r"\.out_zero = 45", ".out_zero = 46"),
    _code("the lower limit of a Relu is one more", r"(\.out_zero = -128,\s*\.lo = )-128", r"\1-127"),
    _code("the upper limit is one less", r"(\.out_zero = 18,\s*\.lo = -128,\s*\.hi = )127", r"\g<1>126"),
    _code("an addition rounds lower by a quarter", r"\.offset = (\d+)", r".offset = \1 - (1 << 19)"),
    _code(
        "an addition begins one lower",
        r"\.offset = (\d+)",
        r".offset = \1 - 1",
        by=OUTSIDE,
        why="equal bytes: all 65,536 pairs of inputs are tried",
    ),
    _code("a factor of an addition is one more", r"\.m_a = 1396137", ".m_a = 1396138"),
    _code(
        "an addition leaves out the last element",
        r"\.shape\.dims = {1, 1, 1, 1, 1, 175}",
        ".shape.dims = {1, 1, 1, 1, 1, 174}",
    ),
    _code("a window of the pooling is one column too narrow", r"\.geo\.kernel_w = 2", ".geo.kernel_w = 1"),
    _code("the windows lie too close", r"\.geo\.stride_w = 2", ".geo.stride_w = 1"),
    _code("a mean begins one too high", r"\.offset = -39", ".offset = -38", net="mean"),
    _code(
        "a mean's factor is less by a hundredth", r"\.multiplier = (\d+)", r".multiplier = \1 / 100 * 99", net="mean"
    ),
    _code(
        "a mean's factor is one less",
        r"\.multiplier = (\d+)",
        r".multiplier = \1 - 1",
        net="mean",
        by=OUTSIDE,
        why="equal bytes: proven for every sum that the layer can have",
    ),
    _code("the table of exp() ends one early", r"\.used = (\d+)", r".used = \1 - 1", net="shares"),
    _code("the lowest share is one more", r"\.out_zero = -128", ".out_zero = -127", net="shares"),
)
CONSTANTS = (
    Seed("the last weight of the last channel is one more", "convs", M3, _W, r"(127,111,)190", r"\g<1>191"),
    Seed("two weights have changed places", "convs", M3, _W, r"136,130,33,131", "130,136,33,131"),
    Seed("a weight of -127 is 127", "convs", M3, _W, r"(-48,\s*)-127", r"\g<1>127"),
    Seed("one bias is one more", "convs", M3, _W, r"-1586,507,", "-1586,508,"),
    Seed("one factor of seven is more by a ten-thousandth", "convs", M3, _W, r"1874138581", "1874325995"),
    Seed("one shift of seven is one more", "convs", M3, _W, r"84215045", "84215301"),
    Seed("an entry of exp() is one more", "shares", M4, _W, r"(= \{\s*32768,\d+),", r"\1 + 1,"),
    Seed("an array is shorter than it is declared", "convs", M3, _W, r"m_w_3_bias\[7\]", "m_w_3_bias[6]", COMPILER),
)
_FIXED, _GEMM = _K + "edgec_fixed.h", _K + "edgec_gemm_s8_code_armv7em.h"
_DW = _K + "edgec_dw_raised_s1_code_armv7em.h"
_COLUMNS, _TILE, _SCALAR = (_K + f"edgec_{name}scalar.h" for name in ("columns_", "tile_", ""))
_PLANE = _K + "edgec_dwconv2d_s8_scalar.h"
_SOFTMAX, _POOL = _K + "edgec_softmax_s8.h", _K + "edgec_pool_s8.h"
KERNELS = (
    Seed(
        "halves of negative sums are rounded down",
        "convs",
        M3,
        _FIXED,
        r"\(high \+ \(INT32_C\(1\)",
        "(high - (high < 0) + (INT32_C(1)",
    ),
    Seed(
        "what is one above the limit is not limited", "convs", M3, _FIXED, r"\(low > hi\) \? hi", "(low > hi + 1) ? hi"
    ),
    Seed("what is one below the limit is not limited", "convs", M3, _FIXED, r"\(v < lo\) \? lo", "(v < lo - 1) ? lo"),
    Seed(
        "factors of 1/4 and more are not rounded",
        "mean",
        M3,
        _FIXED,
        r"product \+ \(INT64_C\(1\) << \(shift - 1u\)\)\) >> shift\) \+ zero",
        "product) >> shift) + zero",
    ),
    Seed("factors of 1/4 and more do not saturate below", "mean", M3, _FIXED, r"if \(y < lo\)", "if (y < lo - 999)"),
    Seed(
        "padding at the right border is the next row",
        "convs",
        M3,
        _K + "edgec_conv2d_s8_scalar.h",
        r" && column < g->in_w",
        "",
    ),
    Seed("low bytes of a pair of channels are unsigned", "convs", M4, _GEMM, r"sxtb16 r12, r12", "uxtb16 r12, r12"),
    Seed(
        "the third position takes the second's values",
        "convs",
        M4,
        _GEMM,
        r"smlad lr, r12, r4, lr",
        "smlad lr, r12, r3, lr",
    ),
    Seed(
        "the second channel of a pair has the first one's bias",
        "convs",
        M4,
        _GEMM,
        r"smlad r11, r8, r3, r6",
        "smlad r11, r8, r3, r5",
    ),
    Seed(
        "negative biases are shifted as unsigned numbers",
        "convs",
        M4,
        _DW,
        r"asrs r6, r6, #5",
        "lsrs r6, r6, #5",
    ),
    Seed(
        "the lowest bit of a bias is not taken",
        "convs",
        M4,
        _DW,
        r"asrs r6, r6, #5",
        "asrs r6, r6, #6; lsls r6, r6, #1",
    ),
    Seed(
        "a column of the depthwise window is the wrong half",
        "convs",
        M4,
        _DW,
        r"smlabt r6,",
        "smlabb r6,",
    ),
    Seed(
        "depthwise: the rounded half is one bit lower",
        "convs",
        M4,
        _DW,
        r"smmla (r\d+, r\d+, r2, r3)",
        r"smmlar \1",
    ),
    Seed("a byte of a column keeps its sign", "convs", M3, _COLUMNS, r"0x80808080u", "0x80008080u"),
    Seed("two bytes of four are left out of a column's sum", "convs", M3, _COLUMNS, r"v >> 8", "v >> 24"),
    Seed("the second position takes the first's values", "convs", M3, _TILE, r"x1 = at\[4\]", "x1 = at[0]"),
    Seed("a tile's outputs are not rounded", "convs", M3, _SCALAR, r"uint32_t\)zz << n", "uint32_t)(zz - 1) << n"),
    Seed("127 is the limit of a tile no more", "convs", M3, _SCALAR, r"\? INT8_MAX : low", "? 126 : low"),
    Seed("a plane's second cell is one less", "convs", M3, _PLANE, r"second \+ 128", "second + 127"),
    Seed("the window's last column has the first's weights", "convs", M3, _PLANE, r"w \+ 6, \*done", "w, *done"),
    Seed("the largest value is at least -127", "convs", M3, _POOL, r"INT8_MIN", "-127"),
    Seed("the largest of negative values is zero", "shares", M4, _SOFTMAX, r"top = INT8_MIN", "top = 0"),
    Seed("a share of one wraps", "shares", M4, _SOFTMAX, r"\(y > INT8_MAX\) \? INT8_MAX : y", "y"),
    Seed("shares are rounded twice", "shares", M4, _SOFTMAX, r"\(e << 16\) / sum;", "((e << 17) / sum + 1u) >> 1;"),
    Seed(
        "the sum may be less than exp(0)",
        "shares",
        M4,
        _SOFTMAX,
        r"sum = \(sum < table\[0\]\) \? table\[0\] : sum;",
        "",
        OUTSIDE,
        "equal bytes: the largest value's own term is exp(0)",
    ),
)
ARGUMENTS = (
    _code("a NULL arena is taken", r"arena == NULL", "m == NULL", "mean", CHECKS),
    _code("an arena one byte too small is taken", r"bytes < M_ARENA_SIZE", "bytes + 1u < M_ARENA_SIZE", "mean", CHECKS),
    _code(
        "sizes of 2 GB and more are refused", r"bytes < M_ARENA_SIZE", "(int)bytes < (int)M_ARENA_SIZE", "mean", CHECKS
    ),
    _code("an arena aligned to half of it is taken", r"% M_ARENA_ALIGN", "% (M_ARENA_ALIGN / 2u)", "mean", CHECKS),
    _code("a state stays ready when init refuses", r"    m->ready = 0u;\n", "", "mean", CHECKS),
    _code("a NULL output is taken", r" \|\| out0 == NULL", "", "shares", CHECKS),
    _code("any state but zeros is ready", r"m->ready != M_READY", "m->ready == 0u", "shares", CHECKS),
    _code(
        "one bit of the state is not looked at",
        r"m->ready != M_READY",
        "((m->ready ^ M_READY) & 0x7fffffffu) != 0u",
        "shares",
        CHECKS,
    ),
    _code(
        "a refused run writes its output",
        r"(        return M_ERROR_NOT_INITIALIZED;)",
        r"        out0[0] = 0;\n\1",
        "shares",
        CHECKS,
    ),
)
HEADERS = (
    Seed(
        "the input's scale is that of another model",
        "shares",
        M4,
        _H,
        r"INPUT0_SCALE [0-9.]+f",
        "INPUT0_SCALE 0.04f",
        HEADER,
    ),
    Seed(
        "the output's zero point is one more",
        "shares",
        M4,
        _H,
        r"OUTPUT0_ZERO_POINT \(-128\)",
        "OUTPUT0_ZERO_POINT (-127)",
        HEADER,
    ),
    Seed("halves are rounded away from zero", "shares", M4, _H, r"rest >= 0.5f && n % 2 != 0", "rest >= 0.5f", HEADER),
    Seed("NaN gives the lowest value", "shares", M4, _H, r"return zero_point;", "return lo;", HEADER),
    Seed(
        "values past the upper limit wrap", "shares", M4, _H, r"v >= \(float\)most", "v >= 2.0f * (float)most", HEADER
    ),
    Seed("the last element is not converted", "shares", M4, _H, r"i < M_INPUT0_SIZE", "i + 1u < M_INPUT0_SIZE", HEADER),
    Seed("one element too many is converted", "shares", M4, _H, r"i < M_OUTPUT0_SIZE", "i <= M_OUTPUT0_SIZE", HEADER),
    Seed("the input's type is unsigned", "shares", M4, _H, r"INPUT0_DTYPE int8_t", "INPUT0_DTYPE uint8_t", HEADER),
    Seed("the declared arena is too small", "mean", M4, _H, r"M_ARENA_SIZE (\d+)u", r"M_ARENA_SIZE (\1u - 1u)", HEADER),
    Seed(
        "two error codes have changed places", "mean", M4, _H, r"_ERROR_ARENA_SIZE = 2", "_ERROR_ARENA_SIZE = 5", HEADER
    ),
)
BEYOND = (
    _code(
        "another output for inputs that are not aligned",
        *_after(0, "if (((uintptr_t)in0 & 3u) != 0u) { ((int8_t *)M_AT(A))[0] = 0; }"),
        by=VERIFY,
    ),
    _code(
        "a run takes twice as long",
        *_before(5, "m_maxpool2x2_5(M_AT(S_3), M_AT(Y_10));"),
        by=OUTSIDE,
        why="never a wrong byte: edgec profile counts it",
    ),
    _code(
        "a run needs more stack",
        *_before(4, "{ volatile char held[4000]; held[0] = 0; held[3999] = 0; }"),
        by=OUTSIDE,
        why="never a wrong byte: edgec profile and the report measure it",
    ),
    Seed("a comment gives another scale", "convs", M4, _C, r"zero point 15", "zero point 16", OUTSIDE, "no code"),
)
_MVE_GEMM, _MVE_DW = _K + "edgec_gemm_s8_code_mve.h", _K + "edgec_dw_3x3_code_mve.h"
HELIUM = (
    Seed(
        "Helium: sums are shifted without rounding",
        "convs",
        M55,
        _MVE_GEMM,
        r"vrshl\.s32 q5, q5, q1",
        "vshl.s32 q5, q5, q1",
    ),
    Seed(
        "Helium: a position has another one's bytes",
        "convs",
        M55,
        _MVE_GEMM,
        r"vmladava\.s8 r4, q0, q2",
        "vmladava.s8 r4, q0, q1",
    ),
    Seed(
        "Helium: the last bytes of a run have no predicate",
        "convs",
        M55,
        _MVE_GEMM,
        r"vctp\.8 lr",
        "mov lr, #16\\\\n\\\\tvctp.8 lr",
    ),
    Seed(
        "Helium: an output of four has the window of another",
        "convs",
        M55,
        _MVE_DW,
        r"vmladav\.s8 r2, q0, q2",
        "vmladav.s8 r2, q0, q1",
    ),
    Seed("Helium: channels keep the factor of the one before", "convs", M55, _MVE_DW, r"vdup\.32 q7, r0", "nop"),
)
_RV32, _THUMB1 = _K + "edgec_rv32_code_scalar.h", _K + "edgec_tile_code_scalar.h"
SCALAR = (
    Seed("RISC-V: sums of 24 bits lose their signs", "convs", RV32, _RV32, r"srai (\w+), \1, 8\\", r"srli \1, \1, 8\\"),
    Seed(
        "RISC-V: a channel has a neighbour's weights",
        "convs",
        RV32,
        _RV32,
        r"srli (\w+), (\w+), 16",
        r"srli \1, \2, 24",
    ),
    Seed("RISC-V: a share of one wraps", "shares", RV32, _SOFTMAX, r"\(y > INT8_MAX\) \? INT8_MAX : y", "y"),
    Seed(
        "Armv6-M: the lower half of a factor has a sign", "convs", M0, _THUMB1, r"uxth r(\d), r(\d)", r"sxth r\1, r\2"
    ),
    Seed("Armv6-M: a division is another", "shares", M0, _SOFTMAX, r" / sum", " / (sum + 1)"),
)
GROUPS = {
    "values": VALUES,
    "places": PLACES,
    "parameters": PARAMETERS,
    "constants": CONSTANTS,
    "kernels": (*KERNELS, *SCALAR, *HELIUM),
    "arguments": ARGUMENTS,
    "headers": HEADERS,
    "beyond": BEYOND,
}
SEEDS = tuple(seed for seeds in GROUPS.values() for seed in seeds)


def page() -> str:
    """The documentation with the table of these mistakes in its place."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    after = rest.partition(END)[2]
    noticed = {FORMS: "prove, layers", CHECKS: "prove, calls", HEADER: "prove (header), verify"}
    rows = [
        f"| {s.what} | {s.net}, {s.target}: `{s.file.rpartition('/')[2]}` | "
        f"{noticed.get(s.by, s.by)}{f': {s.why}' if s.why else ''} |"
        for s in SEEDS
    ]
    table = "\n".join(("| mistake | where | noticed by |", "| --- | --- | --- |", *rows))
    return f"{before}{BEGIN}\n{table}\n\n{END}{after}"
