"""The raw input of a model, as the sensor gives it, and the preprocessing from there to the model."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from edgec.converter.graph.errors import UsageError, printable
from edgec.converter.graph.frozen import dataclass

DTYPES = ("uint8", "int8", "int16")
LAYOUTS = ("nhwc", "nchw")
MAX_CONSTANT = 1e30
KEYS = ("dtype", "scale", "mean", "std", "layout")


@dataclass(frozen=True)
class RawInput:
    """Raw integers q stand for the model's input (scale * q - mean) / std.

    ``mean`` and ``std`` hold one value, or one per channel; ``layout`` is the raw order of an image ("" when it is the
    model's own).
    """

    dtype: str
    scale: float = 1.0
    mean: tuple[float, ...] = (0.0,)
    std: tuple[float, ...] = (1.0,)
    layout: str = ""

    @staticmethod
    def parse(where: str, table: Mapping[str, Any]) -> RawInput:
        """From the table ``[input]`` of a settings file; ``where`` names the file.

        Raises:
            UsageError: an unknown key, or a value out of its range.
        """
        for key in table:
            if key not in KEYS:
                raise UsageError(f"{where}: unknown key '{printable(key)}' in [input]; the keys are: {', '.join(KEYS)}")
        dtype, layout = table.get("dtype"), table.get("layout", "")
        if dtype not in DTYPES:
            raise UsageError(f"{where}: [input] needs dtype = {' or '.join(map(repr, DTYPES))}")
        if layout not in ("", *LAYOUTS):
            raise UsageError(f"{where}: [input] layout must be {' or '.join(map(repr, LAYOUTS))}")
        scale = _numbers(where, "scale", table.get("scale", 1.0))
        mean, std = (_numbers(where, key, table.get(key, default)) for key, default in (("mean", 0.0), ("std", 1.0)))
        if len(scale) != 1 or scale[0] <= 0 or min(std) <= 0:
            raise UsageError(f"{where}: [input] scale must be one number above 0, std must be above 0")
        if len({len(v) for v in (mean, std)} - {1}) > 1:
            raise UsageError(f"{where}: [input] mean and std must have as many values as the image has channels")
        return RawInput(str(dtype), scale[0], mean, std, str(layout))


def _numbers(where: str, key: str, value: object) -> tuple[float, ...]:
    values: list[Any] = value if isinstance(value, list) else [value]
    if not values or not all(type(v) in (int, float) and abs(v) < MAX_CONSTANT for v in values):
        raise UsageError(f"{where}: [input] {key} must be a number or a list of numbers")
    return tuple(float(v) for v in values)
