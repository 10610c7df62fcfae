"""The serial line to a device: a port of pyserial's, opened again where it was lost."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from types import ModuleType
from typing import Any, TypeVar

from edgec.converter.graph.errors import ToolchainMissing, UsageError, printable
from edgec.device.frames import Frame, FrameReader

AGAIN_S = 0.05  # between attempts to open a port that was lost
AT_ONCE = 1 << 12
T = TypeVar("T")


class SerialLine:
    """A port, and the frames that come from it.

    A port that vanishes, as that of USB does with a reset of the board, or whose connection is closed, is opened again.

    Args:
        port: a device (``/dev/ttyACM0``, ``COM3``) or a URL of pyserial's (``socket://host:port``).
        baud: symbols a second.
    """

    def __init__(self, port: str, baud: int) -> None:
        self.port = port
        self._baud = baud
        self._serial = _pyserial()
        self._reader = FrameReader()
        self._open: Any = self._opened()

    def close(self) -> None:
        """Give the port back."""
        if self._open is not None:
            with suppress(OSError, self._serial.SerialException):
                self._open.close()
        self._open = None

    def send(self, data: bytes) -> None:
        """Write; what is lost with the port is lost."""
        self._on_port(lambda port: port.write(data), data)

    def receive(self, until: float) -> list[Frame | None]:
        """Return the frames that have arrived, as soon as there is one or at ``until`` (``time.monotonic``).

        A broken frame is None.
        """
        while True:
            left = max(until - time.monotonic(), 0.0)
            frames = list(self._reader.take(self._on_port(partial(_some, seconds=left), b"")))
            if frames or time.monotonic() >= until:
                return frames

    def _on_port(self, act: Callable[[Any], T], otherwise: T) -> T:
        """Do something with the port; where that fails, or there is none, try to open it again."""
        try:
            if self._open is None:
                self._open = self._serial.serial_for_url(self.port, baudrate=self._baud, timeout=0)
            return act(self._open)
        except (OSError, self._serial.SerialException):
            self.close()
            time.sleep(AGAIN_S)
            return otherwise

    def _opened(self) -> Any:
        """The port, for the first time.

        Raises:
            UsageError: it cannot be opened.
        """
        name = printable(self.port)
        try:
            return self._serial.serial_for_url(self.port, baudrate=self._baud, timeout=0)
        except (OSError, self._serial.SerialException) as e:
            reason = printable(str(e), 200)
            raise UsageError(
                f"--port {name}: cannot be opened ({reason}); check its name and that no other program uses it"
            ) from e
        except ValueError as e:
            raise UsageError(
                f"--port {name}: is not a port ({printable(str(e), 200)}); give a device such as /dev/ttyACM0 or COM3, "
                "or socket://HOST:PORT"
            ) from e


def _some(port: Any, seconds: float) -> bytes:
    """Read one byte, and all that has arrived with it; empty when none comes within ``seconds``."""
    port.timeout = seconds
    first = port.read(1)
    port.timeout = 0
    return bytes(first + port.read(AT_ONCE)) if first else b""


def _pyserial() -> ModuleType:
    """The library of serial ports.

    Raises:
        ToolchainMissing: it is not installed.
    """
    try:
        import serial
    except ImportError as e:
        raise ToolchainMissing("--port needs pyserial; install it: pip install 'edgec[device]'") from e
    return serial  # type: ignore[no-any-return]
