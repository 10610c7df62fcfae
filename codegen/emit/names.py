"""Untrusted text made into C: identifiers, file names and comments."""

from __future__ import annotations

import hashlib
import re
import unicodedata

from edgec.codegen.kernels.catalog import vendors
from edgec.converter.graph.errors import printable

MAX_LENGTH = 48
FALLBACK = "model"

_C = """auto break case char const continue default do double else enum extern float for goto if inline int long
register restrict return short signed sizeof static struct switch typedef union unsigned void volatile
while asm typeof fortran bool true false nullptr constexpr thread_local alignas alignof static_assert"""
_CPP = """and and_eq bitand bitor catch class compl concept const_cast consteval constinit co_await co_return
co_yield decltype delete dynamic_cast explicit export friend mutable namespace new noexcept not not_eq
operator or or_eq private protected public reinterpret_cast requires static_cast template this throw try
typeid typename using virtual wchar_t xor xor_eq"""
# <name>_t would be a type of the C library or of POSIX
_TYPES = """size ssize ptrdiff wchar wint wctrans wctype time clock clockid timer div ldiv lldiv imaxdiv fpos off pid
uid gid id mode dev ino nlink blksize blkcnt key mbstate fenv fexcept sig_atomic locale max_align char8
char16 char32 mtx cnd thrd tss intptr uintptr intmax uintmax va_list regex rsize errno sem socklen
sa_family u_int"""
# headers of C, C++, POSIX, newlib and the compilers, and FreeRTOS's: the generated folder is an include folder, where
# <name>.h would hide one of them
_HEADERS = """assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign stdarg
stdatomic stdbit stdbool stdckdint stddef stdint stdio stdlib stdnoreturn string tgmath threads time uchar wchar wctype
aio cpio devctl dirent dlfcn fcntl fmtmsg fnmatch ftw glob grp iconv langinfo libgen libintl monetary mqueue ndbm netdb
nl_types poll pthread pwd regex sched search semaphore spawn strings stropts syslog tar termios trace ulimit unistd
utime utmpx wordexp alloca ansi ar argz byteswap elf endian envlock envz err error execinfo fastmath features getopt
ieeefp machine malloc memory newlib paths printf reent regdef resolv stdfix stdio_ext sysexits unctrl unwind utmp values
varargs gcov syslimits mmintrin arm_acle arm_bf16 arm_cde arm_cmse arm_fp16 arm_mve arm_mve_types arm_neon arm_sve
riscv_vector riscv_crypto
freertos freertosconfig croutine event_groups list message_buffer portable portmacro projdefs queue semphr stream_buffer
task timers arduino mbed device kernel"""
# <name>_init would be a function or a macro of the C library or of POSIX
_INITIALIZED = """atomic pthread_attr pthread_barrier pthread_barrierattr pthread_cond pthread_condattr pthread_mutex
pthread_mutexattr pthread_rwlock pthread_rwlockattr pthread_spin posix_spawnattr posix_spawn_file_actions"""
# file names of Windows, target names of CMake, and <name>.c beside the user's main.c
_FILES = "con prn aux nul main all clean edit_cache help install package preinstall rebuild_cache test edgec_kernels"
RESERVED = frozenset(f"{_C} {_CPP} {_TYPES} {_HEADERS} {_INITIALIZED} {_FILES}".split())
_RESERVED_PATTERN = re.compile(r"u?int(_fast|_least)?\d+|com\d|lpt\d|edgec.*")


def _of_vendor(name: str) -> bool:
    """Return whether a vendor's library has a header of this name."""
    return any(name in vendor.headers for vendor in vendors())


def identifier(name: str) -> str:
    """A prefix for the generated API (also its file name): ``[a-z][a-z0-9_]*``, at most ``MAX_LENGTH`` long.

    Never a keyword of C or C++, nor a name that clashes with the C library or one of its headers, CMake, Windows or
    edgec's own kernels.
    Applying it twice changes nothing.  Names that differ may give one identifier (``x-1`` and ``x_1``): inside one
    model nothing is named after untrusted text, so this is only seen by who picks the names of two models.
    """
    text = _words(name) or FALLBACK
    if text[0].isdigit():
        text = f"{FALLBACK}_{text}"
    if is_reserved(text) or _of_vendor(text):
        text = f"{FALLBACK}_{text}"
    if len(text) > MAX_LENGTH:
        digest = hashlib.sha256(text.encode()).hexdigest()[:8]
        text = f"{text[: MAX_LENGTH - 9].rstrip('_')}_{digest}"
    return text


def is_reserved(name: str) -> bool:
    """Return whether a name has a meaning of its own in C, C++ or their libraries."""
    return name in RESERVED or _RESERVED_PATTERN.fullmatch(name) is not None


def _words(text: str) -> str:
    """Letters and digits in lower case, everything else as single underscores between them."""
    base = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return re.sub(r"[^a-z0-9]+", "_", base.lower()).strip("_")


def word(text: str) -> str:
    """Letters and digits only: a part of an identifier, "op" when there are none."""
    return _words(text).replace("_", "") or "op"


def macro_text(text: str, longest: int) -> str:
    """Untrusted text as a part of a macro's name, ``[A-Z][A-Z0-9_]*``, of at most ``longest`` characters.

    Of a path that is too long the last parts stay; names that differ may give one text.
    """
    words = _words(text)
    parts = [p for p in map(_words, text.split("/")) if p]
    while len(words) > longest and len(parts) > 1:
        words = "_".join(parts := parts[1:])
    if not words or words[0].isdigit():
        words = f"t{words}"
    return words[:longest].rstrip("_").upper()


def comment_text(text: str, limit: int = 120) -> str:
    """Untrusted text that may stand inside a C block comment.

    Printable ASCII; cannot open or end a comment, form a trigraph, or continue a line.
    """
    safe = printable(text, limit)
    safe = re.sub(r"(?<=\*)(?=/)|(?<=/)(?=\*)|(?<=\?)(?=\?)", " ", safe).rstrip()
    return safe + "." if safe.endswith("\\") else safe
