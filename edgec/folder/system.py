"""The system calls of the output folder: nothing else of ``edgec.folder`` touches files while a folder is written.

Faults are injected here (``python -m tests.faults.run`` puts its own ``os``, ``fcntl`` and ``swap_call`` in place).
"""

# ruff: noqa: PTH101, PTH102, PTH104, PTH106, PTH108, PTH115, PTH208, PTH211
# One function of ``os`` is one system call, into which a fault can be put.

from __future__ import annotations

import ctypes
import errno
import os
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

if sys.platform != "win32":
    import fcntl

FILE, FOLDER, LINK, OTHER = "file", "folder", "link", "other"
NO_EXCHANGE = (errno.ENOSYS, errno.EINVAL, errno.EPERM, errno.ENOTSUP)  # what systems say that cannot
NO_SYNC = (errno.EINVAL, errno.ENOTSUP)  # file systems that have no fsync of folders
AT_FDCWD, RENAME_EXCHANGE, RENAME_SWAP = -100, 2, 2
NO_LINK, BINARY = getattr(os, "O_NOFOLLOW", 0), getattr(os, "O_BINARY", 0)
CHUNK_BYTES = 1 << 20


def kind(path: Path) -> str | None:
    """Name the kind of file at a path, links not followed; None when there is none."""
    try:
        return _kind(os.lstat(path).st_mode)
    except (FileNotFoundError, NotADirectoryError):
        return None


def _kind(mode: int) -> str:
    tests = ((FILE, stat.S_ISREG), (FOLDER, stat.S_ISDIR), (LINK, stat.S_ISLNK))
    return next((name for name, test in tests if test(mode)), OTHER)


def entries(folder: Path, prefix: str = "") -> dict[str, str]:
    """Names in a folder that begin with ``prefix`` and what they are, sorted."""
    return {n: kind(folder / n) or OTHER for n in sorted(os.listdir(folder)) if n.startswith(prefix)}


def tree(folder: Path, below: str = "") -> dict[str, str]:
    """Paths of all that lies below a folder, with forward slashes, and what it is; parents come before children."""
    digests = {}
    for name, what in entries(folder / below).items():
        digests[below + name] = what
        if what == FOLDER:
            digests |= tree(folder, f"{below}{name}/")
    return digests


def read_file(path: Path) -> bytes:
    """The content of a file; a link is refused."""
    with _opened(path, os.O_RDONLY | NO_LINK) as fd:
        return b"".join(iter(lambda: os.read(fd, CHUNK_BYTES), b""))


def write_file(path: Path, content: bytes) -> None:
    """Make a file, which must not exist; its content is on the disk when this returns."""
    with _opened(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL) as fd:
        rest = memoryview(content)
        while rest:
            rest = rest[os.write(fd, rest) :]
        os.fsync(fd)


def copy_file(path: Path, to: Path) -> None:
    """Make a file, which must not exist, of another: its content, who may do what with it, and when it was changed."""
    write_file(to, read_file(path))
    state = os.lstat(path)
    os.chmod(to, stat.S_IMODE(state.st_mode))
    os.utime(to, ns=(state.st_atime_ns, state.st_mtime_ns))


def copy_link(path: Path, to: Path) -> None:
    """Make a link that leads where another does."""
    os.symlink(os.readlink(path), to)


def sync_folder(path: Path) -> None:
    """Bring the names in a folder to the disk, where a system can."""
    if sys.platform == "win32":
        return
    with _opened(path, os.O_RDONLY) as fd:
        try:
            os.fsync(fd)
        except OSError as e:
            if e.errno not in NO_SYNC:
                raise


@contextmanager
def _opened(path: Path, flags: int) -> Iterator[int]:
    fd = os.open(path, flags | BINARY, 0o666)
    try:
        yield fd
    except BaseException:
        with suppress(OSError):  # the first error says more
            os.close(fd)
        raise
    os.close(fd)  # network file systems tell of failed writes here


def make_folder(path: Path, mode: int = 0o777) -> None:
    """Make one folder, which must not exist."""
    os.mkdir(path, mode)


def rename(path: Path, to: Path) -> None:
    """Rename; a folder replaces an empty one only."""
    os.rename(path, to)


def exchange(path: Path, other: Path) -> bool:
    """Let two folders change places at one moment; False when this system cannot, and nothing happened."""
    if swap_call is None:
        return False
    code = swap_call(os.fsencode(path), os.fsencode(other))
    if code in NO_EXCHANGE:
        return False
    if code:
        raise OSError(code, os.strerror(code), str(other))
    return True


def _find_swap() -> Callable[[bytes, bytes], int] | None:
    """The call that exchanges two paths and returns an error number, 0 for none."""
    names = {"linux": "renameat2", "darwin": "renamex_np"}
    try:
        library = ctypes.CDLL(None, use_errno=True)
        call = getattr(library, names.get(sys.platform, ""))
    except (OSError, AttributeError, TypeError):
        return None

    def swap(path: bytes, other: bytes) -> int:
        if sys.platform == "linux":
            failed = call(AT_FDCWD, path, AT_FDCWD, other, ctypes.c_uint(RENAME_EXCHANGE))
        else:
            failed = call(path, other, ctypes.c_uint(RENAME_SWAP))
        return ctypes.get_errno() if failed else 0

    return swap


swap_call = _find_swap()


def remove_file(path: Path) -> None:
    """Remove a file or a link."""
    os.unlink(path)


def remove_folder(path: Path) -> None:
    """Remove an empty folder."""
    os.rmdir(path)


def lock(folder: Path) -> int | None:
    """A lock on a folder of ours, until ``unlock`` or the end of the process.

    Returns:
        None when it is another user's, another process holds it, it is gone, or the system has no locks.
    """
    if sys.platform == "win32":
        return None
    fd = -1
    try:
        fd = os.open(folder, os.O_RDONLY | NO_LINK)
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        held, there = os.fstat(fd), os.lstat(folder)
        if (held.st_dev, held.st_ino) == (there.st_dev, there.st_ino) and held.st_uid == os.geteuid():
            return fd
    except OSError:
        pass  # said by None
    if fd >= 0:
        unlock(fd)
    return None


def unlock(fd: int | None) -> None:
    """Give a lock back."""
    if fd is not None:
        with suppress(OSError):  # the end of the process does it
            os.close(fd)
