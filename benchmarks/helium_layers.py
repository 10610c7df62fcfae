"""Single layers on a Cortex-M55 beside CMSIS-NN's Helium kernels: instructions under QEMU, as a Markdown table.

    python benchmarks/helium_layers.py

The fastest kernel of each layer is taken, whatever bytes it has (``--optimize speed``); outputs are compared with the
integer reference before a figure is printed.  int16 layers are shown twice, for the second time with inputs that are
known not to be negative.  CMSIS-NN's counts are in ``baselines.toml``.
"""

from __future__ import annotations

from dataclasses import replace

import peers
import single_layers

TARGET = "cortex-m55"


def main() -> None:
    """Print the table."""
    layers = [m for m in peers.load().layers if m.helium_instructions]
    against = tuple(replace(m, instructions=m.helium_instructions) for m in layers)
    print("| layer | kernel | edgec instr. | per unit | CMSIS-NN instr. | ratio |\n|---|---|--:|--:|--:|--:|")
    found = single_layers.measure(against, TARGET, exchange=0.0)
    wide = tuple(replace(m, name=f"{m.name}, behind a ReLU") for m in against if m.precision == "int16")
    for r in (*found, *single_layers.measure(wide, TARGET, exchange=0.0, positive=True)):
        cells = (r.peer.name, f"`{r.kernel}`", f"{r.instructions:,}", f"{r.instructions / r.work:.2f}")
        print("| " + " | ".join((*cells, f"{r.peer.instructions:,}", f"{r.ratio:.2f}")) + " |")


if __name__ == "__main__":
    main()
