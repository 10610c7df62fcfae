"""The ``edgec`` program: one command line run, and how it ends."""

from __future__ import annotations

import errno
import gc
import os
import signal
import sys
from collections.abc import Sequence

import click

from edgec.command_line.complete import VARIABLE
from edgec.command_line.group import NO_MEMORY_TO_START, cli
from edgec.console import terminal
from edgec.console.signals import Stopped, stop_on_signals
from edgec.converter.graph.errors import EdgecError, Exit, OverLimit, UsageError, printable
from edgec.converter.graph.limits import OPTION

TOO_LITTLE_MEMORY = f"the model needs more memory than there is; use a smaller model, or set a lower {OPTION} bytes=N"
OUT_OF_MEMORY_SIGNS = ("failed to map segment", "annot allocate memory", "can't start new thread")
COLLECT_AFTER = 200_000, 10, 10  # new objects before cycles among them are looked for, and rounds of that before older
SIGNALLED, CLOSED_PIPE = 128, 141  # what a shell adds to the number of a signal, what it says of SIGPIPE


def main() -> None:
    """Entry point of the ``edgec`` command."""
    # One BLAS thread, unless the user says otherwise: our matrices are small, so that more threads mostly wait in busy
    # loops, and sums are then taken in one order on every machine.  It must be set before numpy is imported.
    for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(variable, "1")
    # Most values live to the end, and few are in cycles: looking for these as often as Python does takes 0.1 s.
    gc.set_threshold(*COLLECT_AFTER)
    terminal.open_streams()
    stop_on_signals()
    code = run(sys.argv[1:])
    terminal.flush()
    sys.exit(code)


def run(arguments: Sequence[str]) -> int:
    """Run one command line; returns the exit code.  No traceback leaves here unless EDGEC_DEBUG=1 is set."""
    terminal.Verbosity.reset()
    terminal.JsonResults.written = "--json" not in arguments  # nothing is asked for, so nothing is missing
    try:
        result = cli.main(args=list(arguments), prog_name="edgec", standalone_mode=False)
        return result if isinstance(result, int) else Exit.DONE
    except click.ClickException as e:
        e.show()
        terminal.error_json(UsageError(e.format_message()), e.exit_code)
        return e.exit_code
    except (click.Abort, KeyboardInterrupt) as e:
        cause = e.__cause__ if isinstance(e, click.Abort) else e
        number = cause.signal if isinstance(cause, Stopped) else signal.SIGINT
        terminal.message("error", f"interrupted ({signal.Signals(number).name})")
        return SIGNALLED + number
    except SystemExit as e:
        if VARIABLE in os.environ:  # a shell asks what can be completed
            return int(e.code or 0)
        return CLOSED_PIPE  # else only when stdout is closed early, as by head: click then exits on its own
    except EdgecError as e:
        return _failed(e)
    except MemoryError as e:
        return _failed(OverLimit(f"{TOO_LITTLE_MEMORY} ({printable(str(e)) or 'no size known'})"))
    except Exception as e:  # noqa: BLE001  the one place where a bug is turned into a sentence
        if _is_out_of_memory(e):
            return _failed(OverLimit(NO_MEMORY_TO_START))
        if isinstance(e, OSError):
            what = printable(str(e.filename or "file system"))
            return _failed(UsageError(f"{what}: {e.strerror or printable(str(e))}"))
        return _bug(e)


def _is_out_of_memory(error: BaseException | None) -> bool:
    """Return whether memory for a library, a thread or a process was refused; libraries say so in many ways."""
    while error is not None:
        refused = isinstance(error, OSError) and error.errno == errno.ENOMEM
        if refused or isinstance(error, MemoryError) or any(sign in str(error) for sign in OUT_OF_MEMORY_SIGNS):
            return True
        error = error.__cause__ or error.__context__
    return False


def _failed(error: EdgecError) -> int:
    _trace(error)
    terminal.message("error", str(error))
    terminal.error_json(error, int(error.exit_code))
    return int(error.exit_code)


def _bug(error: Exception) -> int:
    _trace(error)
    what = printable(f"{type(error).__name__}: {error}", 300)
    terminal.message("error", f"internal error (a bug): {what}; set EDGEC_DEBUG=1 for the trace and report it")
    terminal.error_json(error, int(Exit.INTERNAL))
    return int(Exit.INTERNAL)


def _trace(error: Exception) -> None:
    if os.environ.get("EDGEC_DEBUG") == "1":
        import traceback

        traceback.print_exception(error)
