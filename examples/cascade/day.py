"""A day of a wake-up cascade: what it costs with the gate and without, and the same frames on the emulated core.

    python day.py [--board stm32l4r5] [--hours 24] [--frames-an-hour 3600] [--one-in 50] [--on-core 3600]

A small model looks at every frame; where it sees a digit, the large one says which.  Energy is that of the counted
instructions of each model (edgec profile) with the board's figures; sleep and the sensor are not in it.  The first
frames of the day (--on-core) run on the emulated Cortex-M4 too, whose answers must be those of the simulator.
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path

import numpy as np

import edgec
from edgec.folder.read import open_folder
from edgec.quantize.ranges.simulate import simulate

HERE = Path(__file__).parent
DIGITS = HERE.parent / "digits"
SEED, SHOWN, PIXELS = 7, 40, 64


def frames(count: int, one_in: int, images: np.ndarray) -> np.ndarray:
    """The frames that main.c sees: [count, 64] of 0 to 16, by the same generator."""
    state, found = SEED, np.empty((count, PIXELS), np.uint8)

    def following() -> int:
        nonlocal state
        state = (state * 1664525 + 1013904223) % 2**32
        return state >> 16

    for row in found:
        shown, which = following() % one_in == 0, following() % SHOWN
        noise = [following() % 5 for _ in range(PIXELS)]
        row[:] = images[which] if shown else noise
    return found


def answers(folder: Path, seen: np.ndarray) -> np.ndarray:
    """The class that a model gives each frame, by the simulator."""
    graph = open_folder(folder).graph
    tensor = graph.tensors[graph.inputs[0]]
    steps = seen.astype(np.float32) / np.float32(16) / np.float32(tensor.quant.s)
    q = np.clip(np.rint(steps) + tensor.quant.z, -128, 127).astype(np.int8)
    (scores,) = simulate(graph, [q.reshape(-1, *tensor.shape)])
    return np.asarray(scores).reshape(len(seen), -1).argmax(axis=1)


def converted(board: str, place: Path) -> dict[str, Path]:
    """Both models as folders of C."""
    noise = np.random.default_rng(1).integers(0, 5, (100, 1, 8, 8)).astype(np.float32) / 16
    with np.load(DIGITS / "calibration.npz") as data:
        calibration = {"gate": np.concatenate([data["x"], noise]), "digits": data["x"]}
    models = {"gate": HERE / "gate.onnx", "digits": DIGITS / "digits.onnx"}
    for name, file in models.items():
        settings = {"target": board, "name": name, "calibration": calibration[name], "package": ("cmake",)}
        edgec.convert(file, output=place / name, force=True, **settings)
    return {name: place / name for name in models}


def on_the_core(place: Path, images: np.ndarray, count: int, one_in: int) -> tuple[int, ...]:
    """Build main.c and run it under QEMU: frames, how often the large model was woken, a sum of its answers."""
    rows = ",\n".join("{" + ",".join(map(str, image)) + "}" for image in images.tolist())
    (place / "frames.h").write_text(
        f"#define FRAMES {SHOWN}u\n#define FRAMES_SEED {SEED}u\n#define FRAMES_ONE_IN {one_in}u\n"
        f"#define FRAMES_LOOKED_AT {count}u\nstatic const unsigned char frames[{SHOWN}][{PIXELS}] = {{\n{rows}}};\n"
    )
    cross = ("-DCMAKE_C_COMPILER=arm-none-eabi-gcc", "-DCMAKE_SYSTEM_NAME=Generic")
    cross += ("-DCMAKE_TRY_COMPILE_TARGET_TYPE=STATIC_LIBRARY",)
    build = str(place / "app")
    configure = ["cmake", "-S", str(HERE), "-B", build, f"-DMODELS={place.resolve()}", *cross]
    for command in (configure, ["cmake", "--build", build]):
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    console = ("-display", "none", "-monitor", "none", "-serial", "null")
    console += ("-semihosting-config", "enable=on,target=native")
    emulator = ["qemu-system-arm", "-M", "mps2-an386", *console, "-kernel", f"{build}/app"]
    done = subprocess.run(emulator, check=True, capture_output=True, text=True)
    return tuple(int(n) for n in re.findall(r"(?:frames|woken|answers) (\d+)", done.stdout + done.stderr))


def main() -> int:
    """Print the table; 1 when the core and the simulator do not agree."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--board", default="stm32l4r5")
    parser.add_argument("--hours", type=int, default=24)
    parser.add_argument("--frames-an-hour", type=int, default=3600)
    parser.add_argument("--one-in", type=int, default=50)
    parser.add_argument("--on-core", type=int, default=3600)
    parser.add_argument("--output", type=Path, default=HERE / "build")
    options = parser.parse_args()
    place = options.output
    place.mkdir(parents=True, exist_ok=True)
    folders = converted(options.board, place)
    with np.load(DIGITS / "evaluation.npz") as data:
        images = (data["x"][:SHOWN].reshape(SHOWN, PIXELS) * 16).round().astype(np.uint8)

    seen = frames(options.hours * options.frames_an_hour, options.one_in, images)
    woken = answers(folders["gate"], seen) == 1
    said = answers(folders["digits"], seen[woken])
    cost = {name: edgec.profile(folder) for name, folder in folders.items()}
    micro = {name: one.energy_uj for name, one in cost.items()}
    if None in micro.values():
        print(f"{options.board} states no energy per cycle; name a board that does, such as stm32l4r5", file=sys.stderr)
        return 1
    hours = woken.reshape(options.hours, -1)
    with_gate = [(hours.shape[1] * micro["gate"] + hour.sum() * micro["digits"]) / 1e3 for hour in hours]
    without = hours.shape[1] * micro["digits"] / 1e3
    for name, one in cost.items():
        print(
            f"{name}: {one.profile.total.instructions} instructions, {micro[name]:.2f} uJ ({one.target.energy_source})"
        )
    print("hour  frames  woken  mJ with the gate  mJ without")
    for number, (hour, energy) in enumerate(zip(hours, with_gate, strict=True)):
        print(f"{number:4}  {len(hour):6}  {hour.sum():5}  {energy:16.2f}  {without:10.2f}")
    print(f"day   {len(seen):6}  {woken.sum():5}  {sum(with_gate):16.2f}  {options.hours * without:10.2f}")

    count = min(options.on_core, len(seen))
    total = 0
    for answer in said[: woken[:count].sum()]:
        total = (total * 31 + int(answer)) % 2**32
    expected = (count, int(woken[:count].sum()), total)
    found = on_the_core(place, images, count, options.one_in)
    equal = found == expected
    print(f"on the core: {count} frames, woken {found[1]} times, {'as' if equal else 'NOT as'} in the simulator")
    return int(not equal)


if __name__ == "__main__":
    sys.exit(main())
