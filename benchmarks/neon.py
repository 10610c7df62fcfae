"""Instructions of the shared models on Armv7-A and AArch64, counted under qemu-user, as a Markdown table.

    python benchmarks/neon.py [--scheme int4|int16x8|float32] [--estimates] [--target T] [--model M]

Models are quantized with their calibration sets, or kept in float32, and profiled with one seeded random input, as
`edgec profile` does.  Cells hold instructions and those for a MAC; of int4 and int16x8 the ratio to int8; of float32
the least of LiteRT, ONNX Runtime and ncnn (one thread, batch 1, under the same QEMU) and the ratio to it.
``--estimates`` (of int8) shows what the rates estimate in relation to the count.  ``--target`` and ``--model`` may
be repeated.  Needs the shared models (EDGEC_SHARED, or ../shared beside the checkout), arm-linux-gnueabihf-gcc,
aarch64-linux-gnu-gcc and qemu-user.
"""

from __future__ import annotations

import argparse

from whole_models import have_shared, int8_model, integer_model, real_model

TARGETS = ("cortex-a7", "cortex-a53", "cortex-a55", "armv8-i8mm")
MODELS = ("kws", "resnet8", "vww", "ad", "str_ww")
LEAST = {  # instructions of the others in float32, in the order of MODELS
    "cortex-a53": (1_899_000, 4_558_000, 5_116_000, 182_000, 562_000),
    "cortex-a76": (1_187_000, 3_176_000, 3_175_000, 133_000, 362_000),
}


def int8_cell(name: str, target: str) -> str:
    """Instructions, and those for a MAC that is left."""
    found = int8_model(name, target=target)
    return f"{found.instructions:,} ({found.instructions / found.macs:.3f})"


def estimate_cell(name: str, target: str) -> str:
    """Estimated instructions in relation to those counted."""
    found = int8_model(name, target=target)
    return f"{found.estimated / found.instructions:.3f}"


def integer_cell(name: str, target: str, scheme: str) -> str:
    """Instructions of another scheme, and their ratio to those of int8."""
    int8, other = int8_model(name, target=target), integer_model(name, scheme, "speed", None, target)
    return f"{other.instructions:,} ({other.instructions / int8.instructions:.3f})"


def float32_cell(name: str, target: str) -> str:
    """Instructions, the least of the others, the ratio."""
    found, least = real_model(name, target), LEAST[target][MODELS.index(name)]
    return f"{found.instructions:,} of {least:,} ({found.instructions / least:.2f})"


def cell(name: str, target: str, scheme: str, estimates: bool) -> str:
    """One model on one target."""
    if scheme == "int8":
        return estimate_cell(name, target) if estimates else int8_cell(name, target)
    return float32_cell(name, target) if scheme == "float32" else integer_cell(name, target, scheme)


def targets_of(scheme: str) -> tuple[str, ...]:
    """The targets that a scheme's table shows."""
    return tuple(LEAST) if scheme == "float32" else TARGETS


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scheme", choices=("int8", "int4", "int16x8", "float32"), default="int8")
    parser.add_argument("--estimates", action="store_true")
    parser.add_argument("--target", action="append")
    parser.add_argument("--model", action="append", choices=MODELS)
    options = parser.parse_args()
    if not have_shared():
        raise SystemExit("the shared models are not there")
    models = options.model or MODELS
    print("| target | " + " | ".join(models) + " |")
    print("|---|" + "--:|" * len(models))
    for target in options.target or targets_of(options.scheme):
        cells = [cell(name, target, options.scheme, options.estimates) for name in models]
        print(f"| {target} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
